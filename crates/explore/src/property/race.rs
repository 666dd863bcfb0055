//! Data races: a state in which two threads are both about to access the same place, at least one
//! to write it and not both by synchronised accesses. That is a function of the state, so state
//! matching loses none; and a program has such a state exactly if it has a data race under
//! sequential consistency (JLS 17.4.5: take the first race of a run and postpone its first half).
//!
//! Races inside the JDK's own synchronisers (`exclusiveOwnerThread` of a lock, for example) count as benign:
//! a pair is reported only if at least one side is other code.

use heddle_jdk::{access, collections, values};
use heddle_machine::{Access, BacktraceFrame, Heap, Location, Machine, Mode, Status, names};
use heddle_program::ir::Callee;
use heddle_program::{ClassId, FieldId, Method, MethodId, Origin};
use heddle_verdict::{AcceptedRace, Accessed, Choice, Idiom, Kind, ThreadId, Unordered};
use rustc_hash::FxHashSet;

use super::Property;
use crate::describe::{self, Namer};
use crate::findings::{Findings, Found};
use crate::path::Path;

/// One side of a race, in ids.
type Side = (u32, u32, bool);

pub struct Race {
    accepted: Vec<AcceptedRace>,
    pending: Vec<(usize, Access)>,
    /// Races found already, by place in memory and code.
    known: FxHashSet<(Option<FieldId>, Side, Side)>,
}

impl Race {
    pub fn new(accepted: Vec<AcceptedRace>) -> Self {
        Self { accepted, pending: Vec::new(), known: FxHashSet::default() }
    }
}

impl Property for Race {
    fn at_state(&mut self, path: &mut Path<'_>, _choices: &[Choice], findings: &Findings<'_>) {
        let machine = &mut path.machine;
        self.pending.clear();
        for t in 0..machine.state.threads.len() {
            if machine.state.threads[t].control.status != Status::Runnable {
                continue;
            }
            let accesses = machine.pending(t).accesses();
            for access in accesses {
                if access.mode.is_weak() {
                    machine.depend_on_weak_access(t);
                }
                self.pending.push((t, access));
            }
        }
        for i in 1..self.pending.len() {
            for j in 0..i {
                let (a, b) = (self.pending[j], self.pending[i]);
                if a.0 != b.0 && conflict(a.1, b.1) && self.is_new(&path.machine, a, b) {
                    match self.accepted(&path.machine, a, b) {
                        Some(race) => findings.accept(race),
                        None => {
                            let found = describe_race(&mut path.machine, &mut path.namer, a, b);
                            findings.violation(path, found);
                        }
                    }
                }
            }
        }
    }
}

#[inline]
fn conflict(a: Access, b: Access) -> bool {
    (a.writes || b.writes) && are_unordered(a, b) && a.location.overlaps(b.location)
}

/// A `clone` reads volatile fields as volatile, and others not.
fn are_unordered(a: Access, b: Access) -> bool {
    let copies = |access: Access| matches!(access.location, Location::Fields { .. });
    if copies(a) || copies(b) {
        a.mode == Mode::Plain && b.mode == Mode::Plain
    } else {
        a.mode == Mode::Plain || b.mode == Mode::Plain
    }
}

impl Race {
    /// What a race is on, if the user accepts it.
    fn accepted(&self, machine: &Machine<'_>, a: (usize, Access), b: (usize, Access)) -> Option<AcceptedRace> {
        if self.accepted.is_empty() {
            return None;
        }
        let program = machine.program;
        let named = |class: ClassId, member| format!("{}.{}", names::external(program, class), program.text(member));
        let places: Vec<String> = match field_of(a.1).or(field_of(b.1)) {
            Some(field) => vec![named(program.field(field).class, program.field(field).name)],
            None => [a.0, b.0]
                .into_iter()
                .filter_map(|t| accessing(machine, t).next())
                .map(|method| named(method.class, method.name))
                .collect(),
        };
        let accepts = |race: &&AcceptedRace| places.iter().all(|name| race.fits(name));
        let race = self.accepted.iter().find(accepts)?;
        Some(AcceptedRace { field: places.join(" and "), why: race.why.clone() })
    }

    fn is_new(&mut self, machine: &Machine<'_>, a: (usize, Access), b: (usize, Access)) -> bool {
        let (Some(at_a), Some(at_b)) = (top(machine, a.0), top(machine, b.0)) else { return false };
        if is_trusted(machine, a) && is_trusted(machine, b) {
            return false;
        }
        let field = field_of(a.1).or(field_of(b.1));
        let side = |frame: BacktraceFrame, access: Access| (frame.method.0, frame.pc, access.writes);
        let (a, b) = (side(at_a, a.1), side(at_b, b.1));
        self.known.insert((field, a.min(b), a.max(b)))
    }
}

fn field_of(access: Access) -> Option<FieldId> {
    match access.location {
        Location::Field { field, .. } | Location::Static { field } => Some(field),
        _ => None,
    }
}

fn top(machine: &Machine<'_>, t: usize) -> Option<BacktraceFrame> {
    machine.state.threads[t].frames.last().map(|frame| BacktraceFrame { method: frame.method, pc: frame.pc })
}

/// Whether an access is the business of the JDK's authors: one of their code to their own memory.
fn is_trusted(machine: &Machine<'_>, (t, access): (usize, Access)) -> bool {
    let program = machine.program;
    let is_user = |class: ClassId| program.class(class).origin == Origin::User;
    // An iterator is its user's to synchronise, whatever its collection does.
    if field_of(access).is_some_and(|field| {
        let class = program.field(field).class;
        is_user(class) || heddle_jdk::is_for_one_thread(program.class_name(class))
    }) {
        return false;
    }
    if field_of(access).is_some_and(|field| {
        let field = program.field(field);
        collections::is_view(program.class_name(field.class), program.text(field.name))
    }) {
        return true;
    }
    // Elements are theirs if the array is.
    if let Location::Element { array, .. } | Location::Elements { array, .. } = access.location
        && program.site(machine.state.heap.site(array)).is_some_and(|(method, _)| is_user(program.method(method).class))
    {
        return false;
    }
    let Some(method) = accessing(machine, t).next() else { return true };
    !is_user(method.class)
        && (values::is_trusted(program.class_name(method.class)) || is_of_all(machine, access.location))
}

/// Whether memory belongs to no part of the program: a static field of the JDK, or an object that it has made for all. Memory
/// outside of the heap is in such an object, and is used by whoever has a buffer for it.
fn is_of_all(machine: &Machine<'_>, location: Location) -> bool {
    match location {
        Location::Static { .. } => true,
        Location::Field { object, .. } | Location::Fields { object } => Heap::is_permanent(object),
        Location::Element { array, .. } | Location::Elements { array, .. } => {
            Heap::is_permanent(array) && !machine.linkage.off_heap.contains(&array)
        }
    }
}

/// The methods on the stack of a thread, innermost first, without those that access memory for their callers.
fn accessing<'p>(machine: &Machine<'p>, t: usize) -> impl Iterator<Item = &'p Method> {
    let program = machine.program;
    let methods = machine.state.threads[t].frames.iter().rev().map(|frame| program.method(frame.method));
    methods.filter(|method| !access::is_for_caller(program.class_name(method.class), program.text(method.name)))
}

/// What the program's method that makes an access calls besides.
fn idiom(machine: &Machine<'_>, t: usize) -> Option<Idiom> {
    let program = machine.program;
    let is_user = |method: &MethodId| program.class(program.method(*method).class).origin == Origin::User;
    let method = machine.state.threads[t].frames.iter().rev().map(|frame| frame.method).find(is_user)?;
    let (code, file) = (program.code(method).ok()?, program.class(program.method(method).class).file.as_ref()?);
    let calls = |what: fn(&str, &str) -> bool| {
        code.calls.iter().any(|call| match call.callee {
            Callee::Pool(cp) => file
                .member_ref(cp)
                .is_ok_and(|member| file.class_name(member.class).is_ok_and(|class| what(&class, &member.name))),
            Callee::Method(_) => false,
        })
    };
    if calls(access::reads_optimistically) {
        return Some(Idiom::OptimisticRead);
    }
    calls(|class, name| access::fence(class, name).is_some()).then_some(Idiom::Fence)
}

/// Describes two accesses that race in the current state.
fn describe_race(machine: &mut Machine<'_>, namer: &mut Namer, a: (usize, Access), b: (usize, Access)) -> Found {
    // A copy races at the field that the other side writes.
    let place = if matches!(a.1.location, Location::Fields { .. }) { b.1.location } else { a.1.location };
    let location = namer.location(machine, place);
    let kind_of_place = match place {
        Location::Field { field, .. } | Location::Static { field } => {
            let field = machine.program.field(field);
            format!("{}.{}", describe::short_class(machine, field.class), machine.program.text(field.name))
        }
        Location::Element { array: object, .. }
        | Location::Elements { array: object, .. }
        | Location::Fields { object } => describe::short_class(machine, machine.class_of(object)),
    };
    let mut side = |(t, access): (usize, Access)| Accessed {
        thread: ThreadId(t as u16),
        thread_name: describe::thread_name(machine, t),
        writes: access.writes,
        synchronized: access.mode != Mode::Plain,
        stack: describe::stack(machine, t),
        holds: Vec::new(),
        order: Unordered::default(),
        idiom: idiom(machine, t),
    };
    let accesses = [side(a), side(b)];
    let text = |side: &Accessed| {
        let verb = if side.writes { "write" } else { "read" };
        format!("{verb} at {}", describe::key_place(&side.stack))
    };
    let mut sides = accesses.each_ref().map(text);
    sides.sort();
    let key = format!("race on {kind_of_place}: {} and {}", sides[0], sides[1]);
    Found { key, kind: Kind::Race { location, accesses } }
}
