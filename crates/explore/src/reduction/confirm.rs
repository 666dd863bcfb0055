//! Static facts, checked while searching: whatever a thread does that the facts do not contain refutes them.
//!
//! Comes in: each visible action of the running thread, before it is executed, and its stack. Goes out: the first
//! call, beginning of a thread, access or monitor that the analysis did not foresee; the search then begins
//! again without the reductions that rest on the analysis ([`OnFacts`]).
//!
//! Some parts of the JDK are not read. What the machine executes there is never excused by the facts, nor is any access to what
//! such code has made; and if it touches anything else that code which was read may touch, the facts are refuted.
//!
//! Calls are looked at when a thread first does something visible inside: a call that comes and goes without
//! that concerns nobody. What is known of a frame is kept in it ([`Confirmed`]), so that each call is looked up once.
//!
//! Shutdown hooks, which the analysis does not know, begin when all threads of the program but daemons have ended. So where the
//! program has no daemons, all that the facts are asked about comes before them: what they do then is not compared with the
//! facts, and not excused by them either. A daemon, of any run, and shutdown hooks, of any run, refute the facts together.
//!
//! That a reduced search cannot miss its own refutation is argued in `docs/reductions.md`: the first action of a
//! run that contradicts the facts comes after actions that do not, so the search has a run in which the same
//! thread stands before the same action.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use heddle_analysis::Facts;
use heddle_analysis::future::{Place, is_boxing, is_written};
use heddle_machine::{Access, Confirmed, Frame, FrameKind, Location, Machine, PROLOGUE, Pending, Ref, SHARED};
use heddle_program::{MethodId, Program};
use heddle_verdict::SearchAssumption;
use rustc_hash::{FxHashMap, FxHashSet};

use super::layer::{Answer, Layer};
use super::{monitors, object, place};

/// The layer that compares what is executed with the facts. It calls nothing independent.
pub struct Confirmation {
    facts: Arc<Facts>,
    seen: Arc<Seen>,
    /// Whether no round before has refuted them.
    holds: bool,
    /// Calls that the facts have.
    calls: FxHashSet<Calling>,
    /// Some of these, from code that was read to code that was read, by a number made of caller and callee.
    recent_calls: Box<[Option<Calling>; RECENT]>,
    /// Accesses and monitors that they have, by instruction, place and whether it is written; and whether code that was read
    /// has made the object.
    accesses: FxHashMap<Accessing, bool>,
    /// Some of these, by a number made of the instruction, so that most need no search.
    recent: Box<[Option<(Accessing, bool)>; RECENT]>,
    /// Whether a method was read by the analysis, or written by the machine.
    methods: FxHashMap<MethodId, Origin>,
}

/// An instruction, the place that it accesses, and whether it writes.
type Accessing = (MethodId, u32, Place, bool);

/// The caller, the instruction and the callee.
type Calling = (MethodId, u32, MethodId);

const RECENT: usize = 1 << RECENT_BITS;
const RECENT_BITS: u32 = 10;

/// What workers have seen in any run so far.
#[derive(Default)]
pub struct Seen {
    daemons: AtomicBool,
    shutdown_hooks: AtomicBool,
}

/// Where the code of a method comes from, as the analysis sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Read,
    Unread,
    /// By the machine itself, for a lambda or the like; the facts speak of what it calls.
    Machine,
}

impl Layer for Confirmation {
    fn ask(&mut self, machine: &mut Machine<'_>, action: Pending) -> Answer {
        self.observe(machine, action);
        Answer::Unknown
    }

    fn observe(&mut self, machine: &mut Machine<'_>, action: Pending) -> bool {
        if !self.holds {
            return false;
        }
        if let Some(is_made_read) = self.known(machine, action) {
            machine.stepper.is_foreseen = is_made_read;
            return false;
        }
        if let Err(unforeseen) = self.confirm(machine, action) {
            machine.refute(SearchAssumption::StaticFacts { unforeseen });
        }
        machine.stepper.is_foreseen =
            !machine.is_of_shutdown(machine.stepper.current) && is_read(machine) && self.is_made_read(machine, action);
        false
    }

    fn refine(&mut self, refuted: &BTreeSet<SearchAssumption>) {
        self.holds = SearchAssumption::static_facts_hold(refuted);
    }
}

/// A layer that rests on the facts: it is asked only while they hold, and about actions by code that was read on
/// what such code has made, as [`Confirmation`] has found out before.
pub struct OnFacts<'p> {
    pub layer: Box<dyn Layer + 'p>,
    /// Whether the layer is about whole steps, which rest on the facts about all of the program.
    pub of_steps: bool,
    pub holds: bool,
}

impl Layer for OnFacts<'_> {
    fn ask(&mut self, machine: &mut Machine<'_>, action: Pending) -> Answer {
        let speaks =
            if self.of_steps { !machine.is_of_shutdown(machine.stepper.current) } else { machine.stepper.is_foreseen };
        if self.holds && speaks { self.layer.ask(machine, action) } else { Answer::Unknown }
    }

    fn observe(&mut self, machine: &mut Machine<'_>, action: Pending) -> bool {
        self.holds && self.layer.observe(machine, action)
    }

    fn waits(&mut self, machine: &Machine<'_>, t: usize, action: Pending) -> bool {
        self.holds && !machine.is_of_shutdown(t) && self.layer.waits(machine, t, action)
    }

    fn refine(&mut self, refuted: &BTreeSet<SearchAssumption>) {
        self.holds = SearchAssumption::static_facts_hold(refuted);
        self.layer.refine(refuted);
    }
}

/// Whether all code on the stack of the running thread was read; after [`Confirmation`] has looked at it.
fn is_read(machine: &Machine<'_>) -> bool {
    let top = machine.state.threads[machine.stepper.current].frames.last();
    top.is_none_or(|frame| frame.confirmed == Confirmed::Read)
}

impl Confirmation {
    pub fn new(facts: Arc<Facts>, seen: Arc<Seen>) -> Self {
        Self {
            facts,
            seen,
            holds: true,
            calls: FxHashSet::default(),
            recent_calls: Box::new([None; RECENT]),
            accesses: FxHashMap::default(),
            recent: Box::new([None; RECENT]),
            methods: FxHashMap::default(),
        }
    }

    /// Whether code that was read has made the object that an action is about, if the same instruction was seen to do the same
    /// with an object from the same place, by way of code that was read. Most of what is executed is known by then.
    fn known(&mut self, machine: &mut Machine<'_>, action: Pending) -> Option<bool> {
        let (method, pc) = self.known_top(machine)?;
        let (place, writes) = match action {
            Pending::Memory(access) => (place(machine, access.location)?, access.writes),
            Pending::Lock(object) | Pending::Wait(object) | Pending::Notify { object, .. } => {
                (monitors::place(machine, object), false)
            }
            Pending::Copy { .. } | Pending::Beside(_) => return None,
            // No memory: what is to be known is that all code on the stack was read.
            _ => return Some(true),
        };
        let access = (method, pc, place, writes);
        let slot = &mut self.recent[mixed(method.0, pc)];
        if let Some((_, is_made_read)) = slot.filter(|(known, _)| *known == access) {
            return Some(is_made_read);
        }
        let is_made_read = *self.accesses.get(&access)?;
        *slot = Some((access, is_made_read));
        Some(is_made_read)
    }

    /// Where the running thread stands, if it is known to have got there by way of code that was read, or by calls that were
    /// looked at lately.
    fn known_top(&self, machine: &mut Machine<'_>) -> Option<(MethodId, u32)> {
        let frames = &mut machine.state.threads[machine.stepper.current].frames;
        let top = frames.last()?;
        let (method, pc) = (top.method, top.pc);
        if top.confirmed != Confirmed::Read {
            let known = frames.iter().rposition(|frame| frame.confirmed != Confirmed::No)?;
            let mut below = frames[known];
            if below.confirmed != Confirmed::Read {
                return None;
            }
            for frame in &mut frames[known + 1..] {
                let call = (below.method, below.pc, frame.method);
                if frame.kind != FrameKind::Call || self.recent_calls[mixed(call.0.0, call.2.0)] != Some(call) {
                    return None;
                }
                frame.confirmed = Confirmed::Read;
                below = *frame;
            }
        }
        Some((method, pc))
    }

    fn is_made_read(&self, machine: &Machine<'_>, action: Pending) -> bool {
        let object = match action {
            Pending::Memory(access) => object(access.location),
            Pending::Lock(object) | Pending::Notify { object, .. } => Some(object),
            _ => None,
        };
        !object.is_some_and(|object| self.facts.is_made_unread(machine.state.heap.site(object)))
    }

    /// Compares how the running thread came to where it stands, and what it is about to do, with the facts.
    /// The error is what they do not contain.
    fn confirm(&mut self, machine: &mut Machine<'_>, action: Pending) -> Result<(), String> {
        let thread = machine.stepper.current;
        let is_of_shutdown = machine.is_of_shutdown(thread);
        if is_of_shutdown {
            self.seen.shutdown_hooks.store(true, Ordering::Relaxed);
        } else if machine.state.threads[thread].control.daemon {
            self.seen.daemons.store(true, Ordering::Relaxed);
        }
        if self.seen.daemons.load(Ordering::Relaxed) && self.seen.shutdown_hooks.load(Ordering::Relaxed) {
            return Err("shutdown hooks run beside daemons".to_owned());
        }
        if is_of_shutdown {
            return Ok(());
        }
        self.confirm_stack(machine)?;
        let is_read = is_read(machine);
        match action {
            Pending::Lock(object) | Pending::Wait(object) | Pending::Notify { object, .. } => {
                self.confirm_lock(machine, object, is_read)
            }
            // Which threads there will be, and who may be woken up, follows from code that was read.
            Pending::Start(_)
            | Pending::Interrupt(_)
            | Pending::Interrupted(_)
            | Pending::Park
            | Pending::Unpark(_)
            | Pending::Alive(_)
            | Pending::SetPriority(_)
            | Pending::Global
                if !is_read =>
            {
                let top = machine.state.threads[machine.stepper.current].frames.last();
                let method = top.map_or_else(String::new, |frame| name(machine.program, frame.method));
                Err(format!("{method} has to do with other threads"))
            }
            action => action.accesses().try_for_each(|access| self.confirm_access(machine, access, is_read)),
        }
    }

    fn confirm_stack(&mut self, machine: &mut Machine<'_>) -> Result<(), String> {
        let thread = machine.stepper.current;
        let frames = &machine.state.threads[thread].frames;
        let depth = frames.len();
        let known = frames.iter().rposition(|frame| frame.confirmed != Confirmed::No).map_or(0, |index| index + 1);
        for index in known..depth {
            let confirmed = self.confirm_frame(machine, thread, index)?;
            machine.state.threads[thread].frames[index].confirmed = confirmed;
        }
        Ok(())
    }

    fn confirm_frame(&mut self, machine: &Machine<'_>, thread: usize, index: usize) -> Result<Confirmed, String> {
        let program = machine.program;
        let frames = &machine.state.threads[thread].frames;
        let frame = frames[index];
        if index > 0 && frames[index - 1].confirmed == Confirmed::Unread {
            return Ok(Confirmed::Unread);
        }
        let is_plain = index > 0 && frame.kind == FrameKind::Call;
        let direct = is_plain.then(|| (frames[index - 1].method, frames[index - 1].pc, frame.method));
        let slot = direct.map_or(0, |(caller, _, callee)| mixed(caller.0, callee.0));
        if direct.is_some() && self.recent_calls[slot] == direct {
            return Ok(Confirmed::Read);
        }
        let origin = self.origin(program, frame.method);
        if origin == Origin::Machine {
            return Ok(Confirmed::Read);
        }
        let below = frames[..index].iter().rev().find(|below| self.origin(program, below.method) != Origin::Machine);
        match below {
            Some(caller) if frame.kind != FrameKind::Entry => {
                // The superclasses of a class are initialised before its own initialiser begins.
                let is_super = caller.pc == PROLOGUE && matches!(frame.kind, FrameKind::Initializer(_));
                let call = (caller.method, caller.pc, frame.method);
                let is_foreseen = self.calls.contains(&call)
                    || is_super && self.facts.is_reachable(frame.method)
                    || self.add_call(program, call);
                if !is_foreseen {
                    let (caller, callee) = (name(program, caller.method), name(program, frame.method));
                    return Err(format!("{caller} calls {callee}"));
                }
            }
            // A thread may begin with code of the machine, such as a lambda.
            _ if index > 0 && frame.kind != FrameKind::Entry => {}
            _ if self.facts.has_beginning(frame.method) => {}
            _ => return Err(format!("a thread begins with {}", name(program, frame.method))),
        }
        if origin == Origin::Unread {
            return Ok(Confirmed::Unread);
        }
        if direct.is_some_and(|(caller, ..)| self.origin(program, caller) == Origin::Read) {
            self.recent_calls[slot] = direct;
        }
        Ok(Confirmed::Read)
    }

    fn add_call(&mut self, program: &Program, call: (MethodId, u32, MethodId)) -> bool {
        let (caller, pc, callee) = call;
        let has = self.facts.has_call(caller, pc, callee) || is_boxing(program, callee);
        if has {
            self.calls.insert(call);
        }
        has
    }

    fn confirm_access(&mut self, machine: &Machine<'_>, access: Access, is_read: bool) -> Result<(), String> {
        let Some(top) = self.reader(machine) else { return Ok(()) };
        let heap = &machine.state.heap;
        let Some(place) = place(machine, access.location) else {
            let Location::Fields { object } = access.location else { return Ok(()) };
            let site = heap.site(object);
            let has = if is_read {
                self.facts.has_access_to_all(top.method, top.pc, site)
            } else {
                self.facts.is_made_unread(site)
            };
            return if has { Ok(()) } else { Err(format!("{} copies an object", name(machine.program, top.method))) };
        };
        let key = (top.method, top.pc, place, access.writes);
        if is_read && self.accesses.contains_key(&key) {
            return Ok(());
        }
        let has = if is_read {
            self.facts.has_access(top.method, top.pc, place, access.writes)
        } else {
            self.facts.is_beyond(place) || !is_shared(machine, access.location)
        };
        if !has {
            return Err(format!("{} accesses {}", name(machine.program, top.method), target(machine, access.location)));
        }
        if is_read {
            self.accesses.insert(key, self.is_made_read(machine, Pending::Memory(access)));
        }
        Ok(())
    }

    fn confirm_lock(&mut self, machine: &Machine<'_>, object: Ref, is_read: bool) -> Result<(), String> {
        let Some(top) = self.reader(machine) else { return Ok(()) };
        let place = monitors::place(machine, object);
        let key = (top.method, top.pc, place, false);
        if is_read && self.accesses.contains_key(&key) {
            return Ok(());
        }
        let has = if is_read { self.facts.has_lock(top.method, top.pc, place) } else { self.facts.is_beyond(place) };
        if !has {
            let class = heddle_machine::names::external(machine.program, machine.class_of(object));
            return Err(format!("{} uses the monitor of a {class}", name(machine.program, top.method)));
        }
        if is_read {
            self.accesses.insert(key, self.is_made_read(machine, Pending::Lock(object)));
        }
        Ok(())
    }

    /// The frame that an action of the running thread counts for: code that the machine has written acts for its caller.
    fn reader(&mut self, machine: &Machine<'_>) -> Option<Frame> {
        let frames = &machine.state.threads[machine.stepper.current].frames;
        let mut read =
            frames.iter().rev().filter(|frame| self.origin(machine.program, frame.method) != Origin::Machine);
        read.next().copied()
    }

    fn origin(&mut self, program: &Program, method: MethodId) -> Origin {
        let facts = &self.facts;
        *self.methods.entry(method).or_insert_with(|| {
            if facts.is_read(method) {
                Origin::Read
            } else if is_written(program, method) {
                Origin::Machine
            } else {
                Origin::Unread
            }
        })
    }
}

/// A place in a table of recent answers. Ids are near each other, so that it takes large odd numbers to part them.
fn mixed(one: u32, other: u32) -> usize {
    let mixed = one.wrapping_mul(0x9e37_79b9).wrapping_add(other.wrapping_mul(0x85eb_ca77));
    (mixed >> (u32::BITS - RECENT_BITS)) as usize
}

fn is_shared(machine: &Machine<'_>, location: Location) -> bool {
    match location {
        Location::Field { object, .. } | Location::Fields { object } => machine.state.heap.tag(object) == SHARED,
        Location::Element { array, .. } | Location::Elements { array, .. } => machine.state.heap.tag(array) == SHARED,
        Location::Static { .. } => true,
    }
}

/// What is accessed, for people.
fn target(machine: &Machine<'_>, location: Location) -> String {
    let program = machine.program;
    let of_field = |field| {
        let field = program.field(field);
        format!("{}.{}", heddle_machine::names::external(program, field.class), program.text(field.name))
    };
    let of_object = |object| heddle_machine::names::external(program, machine.class_of(object));
    match location {
        Location::Field { field, .. } | Location::Static { field } => of_field(field),
        Location::Fields { object } => of_object(object),
        Location::Element { array, .. } | Location::Elements { array, .. } => {
            format!("elements of {}", of_object(array))
        }
    }
}

fn name(program: &Program, method: MethodId) -> String {
    let info = program.method(method);
    format!("{}.{}", heddle_machine::names::external(program, info.class), program.text(info.name))
}
