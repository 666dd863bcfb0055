//! What the JDK's own synchronisers do with data that they guard.
//!
//! A lock, a queue or a pool of `java.util.concurrent` keeps plain fields and arrays that its code
//! touches only while it holds its own lock, or hands over by a volatile write and read. Such accesses
//! are ordered by synchronisation, so nothing that another thread does at the same time conflicts
//! with them: executed together with the synchronisation before them, they come to the same. That
//! these classes are free of races is taken from their authors (the report lists it); classes whose plain
//! accesses do race by design, such as `ForkJoinPool`, are not on the list.
//!
//! A collection that belongs to a synchroniser is one that the synchroniser's code has made. The parts of a parallel stream
//! are handed over with the tasks that use them, if nobody else uses them at the same time and the program gives no
//! spliterator of its own to a stream: that is assumed and checked,
//! and so is that nobody looks at the halves of operations (`observers.rs`), for who does sees more of what is guarded
//! than the synchroniser itself.
//!
//! The owner of a reentrant lock may also read the lock's state at any time: nobody else changes it.
//! And when a thread makes another it reads its own group, priority and loader, and when it ends it
//! clears its group and its handler; both go together with what it did before, unless the program
//! uses the methods with which other threads look at these or change them.

use std::collections::BTreeSet;

use heddle_analysis::Facts;
use heddle_jdk::{collections, pools, synchronizers, threads};
use heddle_machine::{Access, HEADER, Location, Machine, Mode, Pending, Ref};
use heddle_program::{ClassId, FieldId, MethodId, Origin, Program};
use heddle_verdict::SearchAssumption;
use rustc_hash::FxHashMap;

use super::called_by_user;
use super::layer::{Answer, Layer};
use super::observers::Observers;
use super::table::Setting;

/// Whether the user's code leaves the bookkeeping of threads alone.
fn leaves_bookkeeping(program: &Program, facts: &Facts) -> bool {
    let looks = |callee: MethodId| {
        let method = program.method(callee);
        threads::observes_bookkeeping(program.class_name(method.class), program.text(method.name))
    };
    !called_by_user(program, facts).into_iter().any(looks)
}

/// Whether the user's code never has a spliterator in hand, so that every one belongs to the stream that made it. Two streams
/// that were given the same one would use it in tasks of both.
fn leaves_spliterators(program: &Program, facts: &Facts) -> bool {
    let has = |callee: MethodId| {
        let method = program.method(callee);
        collections::names_spliterator(program.text(method.descriptor))
            || collections::is_spliterator(program.class_name(method.class))
    };
    !called_by_user(program, facts).into_iter().any(has)
}

#[derive(Default)]
struct Library {
    /// Whether nobody looks at what threads do when they begin and end.
    births: bool,
    /// Whether the parts of streams are handed over with tasks.
    streams: bool,
    /// Whether no stream is given a spliterator by the program.
    own_spliterators: bool,
    observers: Observers,
    guarded: FxHashMap<MethodId, Guard>,
    /// By class: where an object of it keeps its owner, if it is a lock with an owner.
    owners: FxHashMap<ClassId, Option<u32>>,
    /// The state of synchronisers, once looked up.
    state: Option<FieldId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Guard {
    /// Code of a class that guards what it accesses.
    Own,
    /// Code of a collection that may belong to a class that guards it.
    Collection,
    /// Code of a stream, or of a spliterator that may belong to one.
    Stream,
    None,
}

pub fn layer<'p>(setting: &Setting<'_, 'p>) -> Option<Box<dyn Layer + 'p>> {
    let holds = |question: fn(&Program, &Facts) -> bool| {
        setting.knowledge.is_some_and(|knowledge| question(setting.program, knowledge.facts()))
    };
    let (births, own_spliterators) = (holds(leaves_bookkeeping), holds(leaves_spliterators));
    let mut library = Library { births, own_spliterators, ..Library::default() };
    library.refine(&setting.semantics.refuted);
    Some(Box::new(library))
}

impl Layer for Library {
    fn ask(&mut self, machine: &mut Machine<'_>, action: Pending) -> Answer {
        let Pending::Memory(access) = action else { return Answer::Unknown };
        self.watch(machine, access);
        if self.is_guarded(machine, access) { Answer::Independent } else { Answer::Unknown }
    }

    fn observe(&mut self, machine: &mut Machine<'_>, action: Pending) -> bool {
        if let Pending::Memory(access) = action {
            self.watch(machine, access);
        }
        false
    }

    fn refine(&mut self, refuted: &BTreeSet<SearchAssumption>) {
        let facts_hold = SearchAssumption::static_facts_hold(refuted);
        self.own_spliterators &= facts_hold;
        self.streams = self.own_spliterators && !refuted.contains(&SearchAssumption::StreamsHandedOver);
        self.observers = Observers::without(refuted);
        self.births &= !refuted.contains(&SearchAssumption::ThreadEndsUnobserved) && facts_hold;
    }
}

impl Library {
    /// Watches whether a thread looks at synchronisers in the middle of an operation, uses parts of streams that others
    /// can reach, or looks at what another thread clears when it ends, by code that the analysis does not take for the
    /// program's, such as that which prints a thread.
    fn watch(&mut self, machine: &mut Machine<'_>, access: Access) {
        self.observers.watch(machine);
        let Location::Field { object, field } = access.location else { return };
        if self.streams && is_of_stream(machine, field) && !is_in_task(machine) {
            machine.refute(SearchAssumption::StreamsHandedOver);
        }
        let program = machine.program;
        let field = program.field(field);
        if self.births
            && !machine.is_of_shutdown(machine.stepper.current)
            && field.class == program.well_known().thread
            && threads::is_cleared_at_end(program.text(field.name))
            && object != machine.state.threads[machine.stepper.current].object
        {
            machine.refute(SearchAssumption::ThreadEndsUnobserved);
        }
    }

    /// Whether the running thread's access is ordered with those of all others.
    fn is_guarded(&mut self, machine: &Machine<'_>, access: Access) -> bool {
        // The facts that these rest on are not about shutdown hooks.
        let births = self.births && !machine.is_of_shutdown(machine.stepper.current);
        if births && is_birth_or_end(machine, access.location) || is_own_beginning(machine, access.location) {
            return true;
        }
        if access.mode != Mode::Plain {
            return !access.writes
                && self.is_state(machine, access.location).is_some_and(|lock| self.is_own_lock(machine, lock));
        }
        let frames = &machine.state.threads[machine.stepper.current].frames;
        let Some(top) = frames.last() else { return false };
        match self.guard(machine, top.method) {
            Guard::None => false,
            Guard::Own if self.observers.is_looked_at(machine) => false,
            Guard::Own => match access.location {
                // The program's own synchronisers inherit fields; how it guards them is to be seen.
                Location::Field { object, field } if is_inherited(machine, field) => is_of_jdk(machine, object),
                Location::Element { .. } | Location::Elements { .. } => !combines(machine, top.method),
                _ => true,
            },
            Guard::Stream => match access.location {
                // The elements themselves are the user's.
                Location::Field { field, .. } => {
                    let streams = self.streams && !machine.is_of_shutdown(machine.stepper.current);
                    streams && is_of_stream(machine, field) && is_in_task(machine)
                }
                _ => false,
            },
            Guard::Collection => is_private(machine),
        }
    }

    fn guard(&mut self, machine: &Machine<'_>, method: MethodId) -> Guard {
        *self.guarded.entry(method).or_insert_with(|| {
            let program = machine.program;
            let info = program.method(method);
            let class = program.class_name(info.class);
            // What they copy to is not theirs.
            let copies = collections::copies_out(program.text(info.name));
            if program.class(info.class).origin != Origin::Jdk || copies {
                Guard::None
            } else if synchronizers::is_guarding(class) {
                Guard::Own
            } else if collections::private_to(class).is_some() {
                Guard::Collection
            } else if collections::is_stream(class) || collections::is_spliterator(class) {
                Guard::Stream
            } else {
                Guard::None
            }
        })
    }

    /// The synchroniser that a place is the state of.
    fn is_state(&mut self, machine: &Machine<'_>, location: Location) -> Option<Ref> {
        let Location::Field { object, field } = location else { return None };
        let program = machine.program;
        self.state =
            self.state.or_else(|| program.find_field(program.loaded(synchronizers::QUEUED)?, synchronizers::STATE));
        (self.state == Some(field)).then_some(object)
    }

    /// Whether the running thread owns a lock, and nobody but the owner changes its state.
    fn is_own_lock(&mut self, machine: &Machine<'_>, lock: Ref) -> bool {
        let program = machine.program;
        let class = machine.class_of(lock);
        let place = *self.owners.entry(class).or_insert_with(|| {
            let chain = std::iter::successors(Some(class), |&class| program.class(class).superclass);
            let owned = chain.into_iter().any(|class| synchronizers::is_owned(program.class_name(class)));
            let owner = program.find_field(class, synchronizers::OWNER).filter(|_| owned)?;
            Some(HEADER + program.field(owner).place)
        });
        place.is_some_and(|place| {
            machine.state.heap.cell(lock + place) as Ref == machine.state.threads[machine.stepper.current].object
        })
    }
}

/// Whether the running thread is in a constructor of `Thread` or in what a thread does at its end, and
/// the place belongs to itself or its group.
fn is_birth_or_end(machine: &Machine<'_>, location: Location) -> bool {
    let Location::Field { object, .. } = location else { return false };
    let program = machine.program;
    let thread = &machine.state.threads[machine.stepper.current];
    for frame in thread.frames.iter().rev() {
        let method = program.method(frame.method);
        let is_thread = method.class == program.well_known().thread;
        if !is_thread && program.class_name(method.class) != threads::GROUP {
            return false;
        }
        if is_thread && threads::makes_or_ends(program.text(method.name)) {
            return object == thread.object || !is_thread_object(machine, object);
        }
    }
    false
}

/// Whether the running thread, a virtual one, looks at what it is to run and whether it began, which `run` does for
/// no other thread.
fn is_own_beginning(machine: &Machine<'_>, location: Location) -> bool {
    let Location::Field { object, field } = location else { return false };
    object == machine.state.threads[machine.stepper.current].object
        && threads::is_bound_virtual(machine.program.class_name(machine.program.field(field).class))
}

/// Whether a field is one of a stream's part, or of a spliterator that a stream may go through. Tasks are not meant: their
/// results are fetched by those who have waited for them.
fn is_of_stream(machine: &Machine<'_>, field: FieldId) -> bool {
    let program = machine.program;
    let class = program.field(field).class;
    let name = program.class_name(class);
    (collections::is_stream(name) && !is_task(program, class)) || collections::is_spliterator(name)
}

/// Whether the running thread executes a task of a stream, and no code of the program that the task has called: what such code
/// uses is not what was handed over with the task.
fn is_in_task(machine: &Machine<'_>) -> bool {
    let program = machine.program;
    let frames = machine.state.threads[machine.stepper.current].frames.iter().rev();
    frames
        .map(|frame| program.method(frame.method).class)
        .take_while(|&class| !program.is_for_user(class))
        .any(|class| collections::is_stream(program.class_name(class)) && is_task(program, class))
}

fn is_task(program: &Program, class: ClassId) -> bool {
    let is_completer = |&class: &ClassId| program.class_name(class) == pools::COMPLETER;
    program.class(class).display.iter().any(is_completer)
}

/// Whether the running thread is in code of a collection that belongs to the synchroniser which called it: one that
/// the synchroniser has made, or an iterator of such.
fn is_private(machine: &Machine<'_>) -> bool {
    let program = machine.program;
    let class_of = |method| program.class_name(program.method(method).class);
    let frames = &machine.state.threads[machine.stepper.current].frames;
    let is_collection = |index: &usize| collections::private_to(class_of(frames[*index].method)).is_some();
    let Some(outermost) = (0..frames.len()).rev().take_while(is_collection).last() else { return false };
    let owner = collections::private_to(class_of(frames[outermost].method));
    let Some(caller) = outermost.checked_sub(1) else { return false };
    let is_static = program.method(frames[outermost].method).is_static();
    if owner != Some(class_of(frames[caller].method)) || is_static {
        return false;
    }
    let collection = machine.receiver_of(machine.stepper.current, outermost);
    let maker = program.site(machine.state.heap.site(collection)).map(|(method, _)| class_of(method));
    maker == owner || program.class_name(machine.class_of(collection)).contains('$')
}

/// Whether a method goes through an array that the program gave it.
fn combines(machine: &Machine<'_>, method: MethodId) -> bool {
    let method = machine.program.method(method);
    pools::reads_given_array(machine.program.class_name(method.class), machine.program.text(method.name))
}

fn is_thread_object(machine: &Machine<'_>, object: Ref) -> bool {
    machine.program.is_subtype(machine.class_of(object), machine.program.well_known().thread)
}

/// Whether a field belongs to a class that programs derive their own synchronisers from.
fn is_inherited(machine: &Machine<'_>, field: FieldId) -> bool {
    let class = machine.program.field(field).class;
    synchronizers::is_inherited(machine.program.class_name(class))
}

fn is_of_jdk(machine: &Machine<'_>, object: Ref) -> bool {
    let class = machine.class_of(object);
    machine.program.class(class).origin == Origin::Jdk
}
