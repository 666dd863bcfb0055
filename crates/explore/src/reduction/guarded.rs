//! `guarded`: memory that is only ever used under one lock, found out by searching.
//!
//! An access under a lock needs no step of its own if every other access to the same memory is under
//! the same lock: whoever else comes has to wait for the lock, and taking it is a step. Where the static
//! analyses do not see this (locks of `java.util.concurrent`, collections behind a lock, arrays), the search
//! assumes it and checks: the first use of an object that several threads can reach
//! makes the lock that the thread holds the object's *guard*, which is part of the state, and every
//! further use has to hold the guard. If one does not, the assumption about the field, or the arrays of that
//! kind, is refuted; from then on they end steps as usual, and the search begins again.
//!
//! That this misses nothing is the result of Stoller and Cohen (Optimistic synchronization-based
//! state-space reduction, TACAS 2003), carried over to guards in the state. Consider a run in which some
//! use breaks the rule for the first time, and a thread t in it that is about to use x under its lock, which
//! the search lets it do at once. What others do until then either has nothing to do with
//! x, and may as well be done after t's access; or it is a use of x, by somebody who cannot hold t's lock. Then
//! that use contradicts the guard that t's access gives to x, in whichever order they come. So
//! the shorter steps of the search lead to a contradiction as well, and if there is none, t's access depends on
//! nothing that others can do before it: it is a persistent set of its own.
//!
//! An object that just one thread can reach needs no lock, nor does memory that no other thread will use any
//! more, as long as there is no guard. Once there is one, it has to be held for every use: that nobody
//! else will use an object may be so because the search let others use it first.

use std::collections::BTreeSet;

use heddle_jdk::{collections, synchronizers};
use heddle_machine::{Access, HEADER, Location, Machine, Pending, Ref};
use heddle_program::{ClassId, FieldId, MethodId, Origin, Program};
use heddle_verdict::SearchAssumption;
use rustc_hash::{FxHashMap, FxHashSet};

use super::immutable::Immutable;
use super::layer::{Answer, Layer};
use super::table::Setting;

/// What is assumed to have a guard, and given up, as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    /// A field of the objects that are made at a site.
    Field(FieldId, u32),
    Static(FieldId),
    /// The elements of the arrays that are made at a site.
    Elements(u32),
}

/// What an access is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    /// Under the guard of its object.
    Guarded,
    /// The object has no guard yet.
    First,
    /// Nothing is assumed of such places.
    Other,
}

struct Guarded {
    /// Reading these needs no lock.
    immutable: Option<Immutable>,
    /// What was refuted when this round began.
    refuted: BTreeSet<SearchAssumption>,
    assumed: FxHashMap<Kind, bool>,
    locks: FxHashMap<ClassId, Lock>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Lock {
    /// The part of a reentrant lock that has an owner, and where it has it.
    Sync(u32),
    /// Something that may lead to locks.
    Way,
    Nothing,
}

/// Objects that are looked at in search of a lock.
const LOOKED_AT: usize = 256;

pub fn layer<'p>(setting: &Setting<'_, 'p>) -> Option<Box<dyn Layer + 'p>> {
    Some(Box::new(Guarded {
        immutable: Immutable::of(setting),
        refuted: setting.semantics.refuted.clone(),
        assumed: FxHashMap::default(),
        locks: FxHashMap::default(),
    }))
}

impl Layer for Guarded {
    fn ask(&mut self, machine: &mut Machine<'_>, action: Pending) -> Answer {
        let Pending::Memory(access) = action else { return Answer::Unknown };
        match self.check(machine, access) {
            Use::Guarded => Answer::Independent,
            Use::First => Answer::Claimable,
            Use::Other => Answer::Unknown,
        }
    }

    fn observe(&mut self, machine: &mut Machine<'_>, action: Pending) -> bool {
        let Pending::Memory(access) = action else { return false };
        self.check(machine, access) == Use::First
    }

    /// The first access to a place that depends on others: whether the thread holds a lock, which becomes
    /// the guard.
    fn claim(&mut self, machine: &mut Machine<'_>, action: Pending) -> bool {
        let Pending::Memory(access) = action else { return false };
        let lock = self.lock(machine, access.location);
        match lock {
            Some(lock) => machine.set_guard(access.location, lock),
            None => refute(machine, access.location),
        }
        lock.is_some()
    }

    fn refine(&mut self, refuted: &BTreeSet<SearchAssumption>) {
        self.immutable.take_if(|_| !SearchAssumption::static_facts_hold(refuted));
        self.refuted.clone_from(refuted);
        self.assumed.clear();
    }
}

impl Guarded {
    /// What an access of the running thread is that depends on others. If it has no right to be one, the
    /// assumption is refuted; it is held on to all the same, so that steps stay what they are, until the next
    /// round.
    fn check(&mut self, machine: &mut Machine<'_>, access: Access) -> Use {
        if self.immutable.as_ref().is_some_and(|immutable| immutable.is_read_by(machine, access)) {
            return Use::Other;
        }
        let Some(guard) = machine.guard(access.location) else { return Use::Other };
        if let Location::Fields { object } = access.location {
            if guard != 0 && !self.holds(machine, guard) {
                self.refute_fields(machine, object);
            }
            return Use::Other;
        }
        if !self.is_assumed(machine, access.location) {
            return Use::Other;
        }
        if guard == 0 {
            return Use::First;
        }
        if self.holds(machine, guard) {
            return Use::Guarded;
        }
        refute(machine, access.location);
        Use::Other
    }

    /// Somebody uses all fields of an object at once, without its guard.
    fn refute_fields(&mut self, machine: &mut Machine<'_>, object: Ref) {
        let fields = machine.program.class(machine.class_of(object)).layout.fields.clone();
        for &field in &fields {
            let location = Location::Field { object, field };
            if !machine.program.field(field).is_final() && self.is_assumed(machine, location) {
                refute(machine, location);
            }
        }
    }

    fn is_assumed(&mut self, machine: &Machine<'_>, location: Location) -> bool {
        let Some(kind) = kind(machine, location) else { return false };
        let (refuted, program) = (&self.refuted, machine.program);
        let is_assumed = || may_be_guarded(program, kind) && !refuted.contains(&assumption(program, kind));
        *self.assumed.entry(kind).or_insert_with(is_assumed)
    }

    // ---- locks ----------------------------------------------------------------------------------

    /// Whether the running thread holds a lock.
    fn holds(&mut self, machine: &Machine<'_>, lock: Ref) -> bool {
        match self.kind_of(machine, lock) {
            Lock::Sync(owner) => {
                machine.state.heap.cell(lock + owner) as Ref == machine.state.threads[machine.stepper.current].object
            }
            Lock::Way | Lock::Nothing => machine.is_monitor_of(lock, machine.stepper.current),
        }
    }

    fn kind_of(&mut self, machine: &Machine<'_>, object: Ref) -> Lock {
        let class = machine.class_of(object);
        *self.locks.entry(class).or_insert_with(|| {
            let program = machine.program;
            let is_sync =
                program.class(class).display.iter().any(|&class| synchronizers::is_owned(program.class_name(class)));
            let owner = program.find_field(class, synchronizers::OWNER).filter(|_| is_sync);
            if let Some(owner) = owner {
                return Lock::Sync(HEADER + program.field(owner).place);
            }
            let leads = program.class(class).origin == Origin::User
                || program.class_name(class).starts_with(synchronizers::LOCKS);
            if leads { Lock::Way } else { Lock::Nothing }
        })
    }

    /// A lock that the running thread holds and that may be meant to guard a place: found from the
    /// object itself, or else from what the thread is busy with, the latest first.
    fn lock(&mut self, machine: &Machine<'_>, location: Location) -> Option<Ref> {
        let mut looked = FxHashSet::default();
        let of_object = match location {
            Location::Field { object, .. } | Location::Fields { object } => Some(object),
            Location::Element { array, .. } | Location::Elements { array, .. } => Some(array),
            Location::Static { .. } => None,
        };
        if let Some(lock) = of_object.and_then(|object| self.look(machine, vec![object], &mut looked)) {
            return Some(lock);
        }
        let t = machine.stepper.current;
        (0..machine.state.threads[t].frames.len()).rev().find_map(|index| {
            let method = machine.state.threads[t].frames[index].method;
            let from = machine.live_references(t, index).chain(statics(machine, method)).collect();
            self.look(machine, from, &mut looked)
        })
    }

    /// The first lock that the running thread holds among these objects and, two references far, what they
    /// lead to.
    fn look(&mut self, machine: &Machine<'_>, from: Vec<Ref>, looked: &mut FxHashSet<Ref>) -> Option<Ref> {
        let mut level = from;
        for depth in 0..3 {
            let mut next = Vec::new();
            for object in level {
                if looked.len() > LOOKED_AT || !looked.insert(object) {
                    continue;
                }
                if self.holds(machine, object) {
                    return Some(object);
                }
                if depth < 2 && self.kind_of(machine, object) == Lock::Way {
                    machine.references(object, |child| next.push(child));
                }
            }
            level = next;
        }
        None
    }
}

/// The objects that the static fields of a method's class lead to, if it is the user's.
fn statics(machine: &Machine<'_>, method: MethodId) -> Vec<Ref> {
    let program = machine.program;
    let class = program.class(program.method(method).class);
    if class.origin != Origin::User {
        return Vec::new();
    }
    let fields = class.fields.iter().map(|&field| program.field(field));
    let places = fields.filter(|field| field.is_static() && field.ty.is_ref()).map(|field| field.place);
    places.map(|place| machine.state.heap.cell(place) as Ref).filter(|&object| object != 0).collect()
}

fn refute(machine: &mut Machine<'_>, location: Location) {
    if let Some(kind) = kind(machine, location) {
        machine.refute(assumption(machine.program, kind));
    }
}

fn kind(machine: &Machine<'_>, location: Location) -> Option<Kind> {
    Some(match location {
        Location::Field { object, field } => Kind::Field(field, machine.state.heap.site(object)),
        Location::Static { field } => Kind::Static(field),
        Location::Element { array, .. } | Location::Elements { array, .. } => {
            Kind::Elements(machine.state.heap.site(array))
        }
        Location::Fields { .. } => return None,
    })
}

/// Whether guards are looked for at all: data of the user, and of the JDK's collections that leave locking
/// to others.
fn may_be_guarded(program: &Program, kind: Kind) -> bool {
    match kind {
        Kind::Field(field, _) | Kind::Static(field) => is_data(program, program.field(field).class),
        Kind::Elements(site) => {
            program.site(site).is_some_and(|(method, _)| is_data(program, program.method(method).class))
        }
    }
}

fn is_data(program: &Program, class: ClassId) -> bool {
    if program.class(class).origin == Origin::User {
        return true;
    }
    collections::is_locked_by_others(program.class_name(class))
}

/// What is assumed of such memory, in words that mean the same in every search.
fn assumption(program: &Program, kind: Kind) -> SearchAssumption {
    let of_field = |field| {
        let field = program.field(field);
        format!("{}.{}", program.class_name(field.class), program.text(field.name))
    };
    let of_site = |site| match program.site(site) {
        Some((method, pc)) => {
            let method = program.method(method);
            let class = program.class_name(method.class);
            format!("{class}.{}{}:{pc}", program.text(method.name), program.text(method.descriptor))
        }
        None => "somewhere".to_owned(),
    };
    let memory = match kind {
        Kind::Field(field, site) => format!("{} of {}", of_field(field), of_site(site)),
        Kind::Static(field) => of_field(field),
        Kind::Elements(site) => format!("elements of {}", of_site(site)),
    };
    SearchAssumption::Guarded { memory }
}
