//! What a thread does next, as far as a memory model is concerned. Whether an access is an event depends on the memory
//! (`sharing.rs`), not on whose code makes it. The exception is the JDK's own: objects that exist before the
//! program runs, such as `System.out` and the caches of reflection, are as they are for code of the JDK that is no
//! collection or synchroniser, and so is all memory for those who keep the books about threads.

use heddle_jdk::{access, threads};
use heddle_machine::{Location, Machine, Pending, Phase, Ref, Status, names};
use heddle_program::{FieldId, MethodId, Origin};
use rustc_hash::FxHashMap;

use super::action::{Access, Cell, CodePlace, Fence, Mode, Next, Part, Place, Private};
use super::drive::Driver;

/// Elements up to which an access is followed cell by cell.
const MOST_ELEMENTS: u32 = 1 << 16;

/// Whose code a thread executes, by what it does to the JDK's own memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whose {
    /// The program's, and the JDK's collections, atomics, synchronisers and strings.
    Program,
    /// Other code of the JDK.
    Jdk,
    /// Whatever makes, starts, ends and waits for threads.
    Threads,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Joining {
    Timed,
    Untimed,
}

#[derive(Clone, Copy)]
enum Code {
    User,
    Modelled,
    Jdk,
    Threads,
}

/// What was found out about code and memory.
#[derive(Default)]
pub(super) struct Follower {
    known: FxHashMap<MethodId, Code>,
    trusted: FxHashMap<MethodId, bool>,
    interrupt_flags: FxHashMap<FieldId, bool>,
    /// Of each 64-bit variable, whether it was accessed by halves, and as a whole.
    wide: FxHashMap<Place, (bool, bool)>,
    halved_now: bool,
    /// Whether plain accesses of the JDK's synchronisers do not make memory shared.
    pub trusts: bool,
    /// Whether volatile accesses are put in order when an execution is complete, not while it is built.
    pub orders_later: bool,
}

#[derive(Default)]
struct Cells {
    cells: Vec<Cell>,
    places: Vec<(Location, bool)>,
}

/// How many bytes of a view are accessed in one go (`MethodHandles.byteArrayViewVarHandle`): all if it is
/// aligned, of a plain 64-bit one half, else what the alignment allows.
fn unit(from: u32, size: u32, plain: bool) -> usize {
    let aligned = if from == 0 { size } else { size.min(1 << from.trailing_zeros()) };
    (if plain { aligned.min(4) } else { aligned }).max(1) as usize
}

impl Driver<'_> {
    /// Where a thread stands.
    pub fn code_place(&self, t: usize) -> Option<CodePlace> {
        let frame = self.machine.state.threads[t].frames.last()?;
        Some(CodePlace { method: frame.method, pc: frame.pc })
    }

    /// Whether a thread's next step makes it give back a monitor, start another thread or end.
    pub fn hands_over(&mut self, t: usize, next: &Next) -> bool {
        let thread = &self.machine.state.threads[t];
        // A synchronized method gives its monitor back when it returns, which any step may do.
        let locked = thread.frames.last().is_some_and(|frame| frame.lock != 0) && *next == Next::Quiet;
        let over = thread.frames.is_empty() || thread.control.phase != Phase::Running;
        matches!(next, Next::Unlock(_) | Next::Wait(_))
            || locked
            || over
            || matches!(self.machine.pending(t), Pending::Start(_) | Pending::End)
    }

    /// The next action of a thread that can move.
    pub fn next(&mut self, t: usize) -> Next {
        let status = self.machine.state.threads[t].control.status;
        match status {
            Status::Notified { object } if !self.finds_as_it_is_object(t, object) => {
                return Next::Resume(self.name(object));
            }
            Status::Waiting { .. } | Status::Parked { .. } | Status::Sleeping => return Next::Time,
            _ => {}
        }
        let pending = self.machine.pending(t);
        // Most instructions; whose code they are in does not matter.
        if matches!(pending, Pending::Local) {
            return self.fence(t).map_or(Next::Quiet, Next::Fence);
        }
        let whose = self.whose(t);
        let thread = |machine: &Machine<'_>, object| machine.thread_of(object).unwrap_or(usize::MAX);
        match pending {
            Pending::Alive(object) if self.is_joining(t) == Some(Joining::Untimed) => {
                Next::Alive(thread(&self.machine, object))
            }
            Pending::Alive(object) => Next::Polls(thread(&self.machine, object)),
            Pending::End => Next::End(t),
            Pending::Interrupt(object) => Next::Interrupt(thread(&self.machine, object)),
            Pending::Interrupted(object) => Next::Interrupted(thread(&self.machine, object)),
            Pending::Choose(_) => Next::Choice,
            Pending::Clock if self.machine.notices_time(t) => Next::Time,
            Pending::Output => Next::Print,
            Pending::Memory(access) => match self.interrupt_flag(access) {
                Some(next) => next,
                None => self.memory(t, whose, access),
            },
            Pending::Copy { from, to } => self.copy(t, whose, from.location, to.location),
            Pending::Park => Next::Permit(t),
            Pending::Unpark(object) => Next::Permit(thread(&self.machine, object)),
            Pending::Initialize(class) => Next::Initialize(class),
            Pending::Lock(0) => Next::Quiet,
            Pending::Lock(object)
            | Pending::Unlock(object)
            | Pending::Wait(object)
            | Pending::Notify { object, .. }
                if self.is_as_it_is(whose, object) =>
            {
                Next::Quiet
            }
            Pending::Lock(object) => Next::Lock(self.name(object)),
            Pending::Unlock(object) => Next::Unlock(self.name(object)),
            Pending::Wait(object) => Next::Wait(self.name(object)),
            Pending::Notify { object, .. } => Next::Notify(self.name(object)),
            Pending::Beside(access) => {
                self.beside(t, access);
                Next::Raw
            }
            Pending::Global => Next::Raw,
            _ => Next::Quiet,
        }
    }

    /// An access to memory beside something else, which is not followed: it is fine as long as nobody shares it.
    fn beside(&mut self, t: usize, access: heddle_machine::Access) {
        let mut cells = Cells::default();
        if !self.cells(access.location, true, &mut cells) || cells.cells.iter().any(|&cell| self.sharing.follows(cell))
        {
            let place = self.place_text(t);
            self.problems.insert(format!("{place} moves data between a file and memory that threads share"));
        }
    }

    /// Whose code a thread executes.
    pub(super) fn whose(&mut self, t: usize) -> Whose {
        let thread = &self.machine.state.threads[t];
        if matches!(thread.control.phase, Phase::Exiting | Phase::Exited) {
            return Whose::Threads;
        }
        let program = self.machine.program;
        let known = &mut self.follower.known;
        let mut whose = None;
        for frame in thread.frames.iter().rev() {
            let of = *known.entry(frame.method).or_insert_with(|| {
                let method = program.method(frame.method);
                let name = program.class_name(method.class);
                match program.class(method.class).origin {
                    Origin::User => Code::User,
                    _ if threads::keeps_threads(name, program.text(method.name)) => Code::Threads,
                    _ if access::is_modelled(name) => Code::Modelled,
                    _ => Code::Jdk,
                }
            });
            match of {
                Code::User => break,
                Code::Threads => return Whose::Threads,
                Code::Modelled => whose = whose.or(Some(Whose::Program)),
                Code::Jdk => whose = whose.or(Some(Whose::Jdk)),
            }
        }
        whose.unwrap_or(Whose::Program)
    }

    fn finds_as_it_is_object(&mut self, t: usize, object: Ref) -> bool {
        let whose = self.whose(t);
        self.is_as_it_is(whose, object)
    }

    /// Whether code finds an object as it is: the JDK its own, and whoever keeps the books about threads all.
    pub(super) fn is_as_it_is(&self, whose: Whose, object: Ref) -> bool {
        match whose {
            Whose::Program => false,
            Whose::Jdk => self.machine.is_permanent(object),
            Whose::Threads => true,
        }
    }

    fn finds_as_it_is(&self, whose: Whose, location: Location) -> bool {
        match location {
            Location::Static { field } => {
                let program = self.machine.program;
                let of_jdk = program.class(program.field(field).class).origin == Origin::Jdk;
                whose == Whose::Threads || whose == Whose::Jdk && of_jdk
            }
            Location::Field { object, .. } | Location::Fields { object } => self.is_as_it_is(whose, object),
            Location::Element { array, .. } | Location::Elements { array, .. } => self.is_as_it_is(whose, array),
        }
    }

    /// An access of the JDK to the flag that tells whether a thread is interrupted.
    fn interrupt_flag(&mut self, access: heddle_machine::Access) -> Option<Next> {
        let Location::Field { object, field } = access.location else { return None };
        let program = self.machine.program;
        let is_flag = *self.follower.interrupt_flags.entry(field).or_insert_with(|| {
            let field = program.field(field);
            program.text(field.name) == threads::INTERRUPTED && program.class_name(field.class) == threads::THREAD
        });
        let thread = is_flag.then(|| self.machine.thread_of(object))??;
        Some(if access.writes { Next::Interrupt(thread) } else { Next::Interrupted(thread) })
    }

    /// Whether a thread stands in `Thread.join`, and whether it waits there until the other one has ended, so that it
    /// does not matter when it asks.
    fn is_joining(&self, t: usize) -> Option<Joining> {
        let program = self.machine.program;
        let thread = &self.machine.state.threads[t];
        let mut found = None;
        for frame in thread.frames.iter().rev().take(3) {
            let method = program.method(frame.method);
            if threads::joins(program.class_name(method.class), program.text(method.name)) {
                let timed = match program.text(method.descriptor).split(')').next() {
                    Some("(") => false,
                    Some(taken) if taken.starts_with("(J") => thread.regs.get(frame.base as usize + 1) != Some(&0),
                    _ => true,
                };
                found = if timed { Some(Joining::Timed) } else { found.or(Some(Joining::Untimed)) };
            }
        }
        found
    }

    pub fn is_interrupted(&mut self, t: usize) -> bool {
        let Some(object) = self.machine.state.threads.get(t).map(|thread| thread.object) else { return false };
        self.machine.field(object, threads::INTERRUPTED) != 0
    }

    /// Whether all threads but this one and the main thread have ended.
    pub fn is_left_alone(&self, t: usize) -> bool {
        let others = self.machine.state.threads.iter().enumerate().skip(1).filter(|(other, _)| *other != t);
        others.into_iter().all(|(_, thread)| !thread.is_alive())
    }

    fn fence(&mut self, t: usize) -> Option<Fence> {
        let callee = self.machine.next_callee(t)?;
        let method = self.machine.program.method(callee);
        let program = self.machine.program;
        access::fence(program.class_name(method.class), program.text(method.name)).map(|fence| match fence {
            access::Fence::Full => Fence::Full,
            access::Fence::Acquire => Fence::Acquire,
            access::Fence::Release => Fence::Release,
        })
    }

    fn memory(&mut self, t: usize, whose: Whose, access: heddle_machine::Access) -> Next {
        let mut cells = Cells::default();
        let plain = access.mode == Mode::Plain;
        if !self.cells(access.location, plain, &mut cells) {
            return self.not_followed(t);
        }
        let program = self.machine.program;
        let callee = self.machine.next_callee(t).map(|callee| program.method(callee));
        let count = cells.cells.len();
        let access = Access {
            read: if access.reads { count } else { 0 },
            written_from: if access.writes { 0 } else { count },
            unit: match access.location {
                Location::Elements { from, to, .. } => unit(from, to - from, plain),
                _ if plain => 1,
                _ => count,
            },
            cells: cells.cells,
            places: cells.places,
            private: Vec::new(),
            is_final: matches!(access.location, Location::Field { field, .. } if program.field(field).is_final()),
            class: match access.location {
                Location::Static { field } => Some(program.field(field).class),
                _ => None,
            },
            reads: access.reads,
            writes: access.writes,
            always_writes: callee.is_none_or(|callee| program.text(callee.name).starts_with("getAnd")),
            weak: access.reads && access.writes && self.is_weak(t, callee.map(|callee| callee.id)),
            retried: access.reads && access.writes && self.is_heard_by_jdk(t),
            mode: access.mode,
            in_order: access.mode == Mode::Volatile && !self.follower.orders_later,
            trusted: plain && self.is_trusted(t),
            as_it_is: self.finds_as_it_is(whose, access.location),
            quiet: false,
        };
        self.restricted(access)
    }

    /// Copying elements: reads, then writes.
    fn copy(&mut self, t: usize, whose: Whose, from: Location, to: Location) -> Next {
        let mut cells = Cells::default();
        if !self.cells(from, true, &mut cells) {
            return self.not_followed(t);
        }
        let read = cells.cells.len();
        if !self.cells(to, true, &mut cells) {
            return self.not_followed(t);
        }
        let access = Access {
            cells: cells.cells,
            places: cells.places,
            private: Vec::new(),
            read,
            written_from: read,
            unit: 1,
            is_final: false,
            class: None,
            reads: true,
            writes: true,
            always_writes: true,
            weak: false,
            retried: false,
            mode: Mode::Plain,
            in_order: false,
            trusted: self.is_trusted(t),
            as_it_is: self.finds_as_it_is(whose, from) && self.finds_as_it_is(whose, to),
            quiet: false,
        };
        self.restricted(access)
    }

    /// An access that is too large to be followed.
    fn not_followed(&mut self, t: usize) -> Next {
        let place = self.place_text(t);
        self.problems.insert(format!("{place} accesses more than {MOST_ELEMENTS} elements at once"));
        Next::Raw
    }

    /// An access with those cells as its own that threads share. Of what is accessed in one go they share all or
    /// nothing.
    fn restricted(&mut self, mut access: Access) -> Next {
        if access.cells.is_empty() {
            return Next::Quiet;
        }
        access.quiet = access.as_it_is || self.follower.trusts && access.trusted;
        let sharing = &mut self.sharing;
        for unit in access.cells.chunks(access.unit.max(1)).filter(|unit| unit.len() > 1) {
            if unit.iter().any(|&cell| sharing.follows(cell)) {
                sharing.follow(unit.iter().copied());
            }
        }
        let followed = |cell: &Cell| sharing.follows(*cell);
        if access.cells.iter().all(followed) {
            return Next::Memory(access);
        }
        let (written_from, read) = (access.written_from, access.read);
        let cells = std::mem::take(&mut access.cells);
        let places = std::mem::take(&mut access.places);
        (access.written_from, access.read) = (0, 0);
        for (at, (cell, place)) in cells.into_iter().zip(places).enumerate() {
            if !sharing.follows(cell) {
                access.private.push(Private { cell, place, writes: at >= written_from });
                continue;
            }
            access.read += usize::from(at < read);
            access.written_from += usize::from(at < written_from);
            access.cells.push(cell);
            access.places.push(place);
        }
        if access.cells.is_empty() { Next::Private(access) } else { Next::Memory(access) }
    }

    /// Where a thread is, for people.
    pub fn place_text(&self, t: usize) -> String {
        let program = self.machine.program;
        let frames = self.machine.state.threads[t].frames.iter().rev();
        let of_user =
            |frame: &&heddle_machine::Frame| program.class(program.method(frame.method).class).origin == Origin::User;
        let Some(frame) = frames.clone().find(of_user).or(frames.clone().next()) else { return "its end".into() };
        let method = program.method(frame.method);
        let class = names::external(program, method.class);
        let line = program.code(frame.method).ok().and_then(|code| code.line(frame.pc));
        let line = line.map_or(String::new(), |line| format!(" (line {line})"));
        format!("{class}.{}{line}", program.text(method.name))
    }

    /// The cells of a location; false if there are none that can be followed.
    fn cells(&mut self, location: Location, plain: bool, found: &mut Cells) -> bool {
        if let Location::Elements { array, from, to } = location {
            return to.saturating_sub(from) <= MOST_ELEMENTS
                && (from..to).all(|index| self.cells(Location::Element { array, index }, plain, found));
        }
        if let Location::Fields { object } = location {
            let class = self.machine.program.class(self.machine.class_of(object));
            let mut fields = class.layout.fields.iter();
            return fields.all(|&field| self.cells(Location::Field { object, field }, plain, found));
        }
        let Some(ty) = self.machine.type_at(location) else { return false };
        let place = match location {
            Location::Field { object, field } => Place::Field(self.name(object), field),
            Location::Static { field } => Place::Static(field),
            Location::Element { array, index } => Place::Element(self.name(array), index),
            Location::Elements { .. } | Location::Fields { .. } => return false,
        };
        let halves = ty.is_wide() && self.is_halved(place, plain);
        let parts: &[Part] = if halves { &[Part::Low, Part::High] } else { &[Part::Whole] };
        for &part in parts {
            found.cells.push(Cell { place, part });
            found.places.push((location, ty.is_ref()));
        }
        true
    }

    /// Whether the halves of a 64-bit variable are told apart: if no access keeps them together, or some
    /// do and others do not.
    fn is_halved(&mut self, place: Place, plain: bool) -> bool {
        let (torn, whole) = self.follower.wide.entry(place).or_default();
        let known = *torn && *whole;
        if plain {
            *torn = true;
        } else {
            *whole = true;
        }
        let both = *torn && *whole;
        self.follower.halved_now |= both && !known;
        both || plain
    }

    /// Whether a variable has turned out to be accessed both by halves and as a whole since this was
    /// asked last.
    pub fn halves_anew(&mut self) -> bool {
        std::mem::take(&mut self.follower.halved_now)
    }

    /// Whether an access is a weak compare-and-set: what is called is one, or stands in the method of `Unsafe`
    /// that is one.
    fn is_weak(&self, t: usize, callee: Option<MethodId>) -> bool {
        let program = self.machine.program;
        let within = self.machine.state.threads[t].frames.last().map(|frame| frame.method);
        callee.into_iter().chain(within).any(|method| {
            let method = program.method(method);
            access::may_fail(program.class_name(method.class), program.text(method.name))
        })
    }

    /// Whether it is code of the JDK that learns how an update ends.
    fn is_heard_by_jdk(&self, t: usize) -> bool {
        let program = self.machine.program;
        let methods = self.machine.state.threads[t].frames.iter().rev().map(|frame| program.method(frame.method));
        let mut callers = methods.filter(|method| {
            let (class, name) = (program.class_name(method.class), program.text(method.name));
            !access::is_passage(class) && !access::is_unsafe(class) && !access::passes_failure_on(class, name)
        });
        callers.next().is_some_and(|method| program.class(method.class).origin == Origin::Jdk)
    }

    /// Whether a thread executes code of the JDK's synchronisers.
    fn is_trusted(&mut self, t: usize) -> bool {
        let Some(frame) = self.machine.state.threads[t].frames.last() else { return false };
        let program = self.machine.program;
        *self.follower.trusted.entry(frame.method).or_insert_with(|| {
            let class = program.method(frame.method).class;
            program.class(class).origin == Origin::Jdk && heddle_jdk::is_synchronizing(program.class_name(class))
        })
    }
}
