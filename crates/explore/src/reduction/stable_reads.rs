//! Places of the JDK's synchronisers that have come to rest, or that nobody else looks at.
//!
//! A `FutureTask` that is done stays as it is, a latch at zero stays at zero, and a `CompletableFuture` keeps
//! its result unless the program overwrites it ([`PoolAssumption::NeverOverwritten`]). To read such a place is independent
//! of all that others may still do.
//!
//! A thread that runs a task writes its name into the task, and takes it out at the end. Others read that only
//! to interrupt the thread when they cancel the task, which has no effect on one that is done; or to claim
//! the task for themselves, and whoever does looks next whether it is done. So the last write to a task that
//! is done is not noticed.
//!
//! While nobody cancels tasks ([`PoolAssumption::NeverCancelled`]), the state of a task is changed by the thread that runs it
//! alone. Whether it is new is asked before the task is claimed and once more after that, so the first
//! answer may be old: if somebody else ran the task in between, the second one tells. So may the answer that
//! `cancel` gets before it compares and sets.

use heddle_analysis::Facts;
use heddle_jdk::pools::{self, AsksState, COMPLETING, Field, INTERRUPTING, NEW};
use heddle_jdk::{PoolAssumption, synchronizers};
use heddle_machine::{Access, HEADER, Location, Machine, Pending, Ref};
use heddle_program::{ClassId, FieldId, MethodId, Program};
use rustc_hash::FxHashMap;

use super::pool_assumptions::PoolAssumptions;

/// Whether nobody asks how many tasks a pool has done. The text of a pool says it too, also in the message of a
/// rejection, which the search notices ([`PoolAssumption::WorkersUnobserved`]).
pub fn leaves_counts(program: &Program, facts: &Facts) -> bool {
    let asks = |method: &MethodId| {
        let method = program.method(*method);
        pools::counts_tasks(program.class_name(method.class), program.text(method.name))
    };
    !facts.methods().iter().any(asks)
}

#[derive(Default)]
pub struct StableReads {
    places: FxHashMap<FieldId, Place>,
    latches: FxHashMap<ClassId, bool>,
}

/// Which field it is.
#[derive(Clone, Copy)]
enum Place {
    /// The state of a task.
    State,
    /// Who runs it, and where its state is.
    Runner(FieldId),
    /// The state of a synchroniser, which may be a latch.
    Count,
    /// The result of a `CompletableFuture`.
    Result,
    /// How many tasks a worker did, and where its pool is.
    Completed(FieldId),
    Other,
}

impl StableReads {
    /// Whether nobody notices this access of the running thread.
    pub fn is_stable(&mut self, machine: &Machine<'_>, access: Access, pools: &PoolAssumptions) -> bool {
        let Location::Field { object, field } = access.location else { return false };
        let is_read = !access.writes;
        match *self.places.entry(field).or_insert_with(|| place(machine.program, field)) {
            Place::Completed(_) | Place::Other => false,
            Place::State => {
                is_read && (is_done(machine, object, field) || is_asked_again(machine, object, field, pools))
            }
            Place::Runner(state) => !access.reads && is_done(machine, object, state),
            Place::Count => is_read && value(machine, object, field) == 0 && self.is_latch(machine, object),
            // Whoever else completes it compares first, and changes nothing.
            Place::Result => {
                (is_read || access.reads)
                    && value(machine, object, field) != 0
                    && pools.holds(PoolAssumption::NeverOverwritten)
            }
        }
    }

    /// Keeps the count of a scheduled pool's worker from growing, if the program never reads it: a worker that is
    /// about to add a task to the count starts it again from zero. Otherwise no state would come back in a program
    /// that repeats a task until it is told to stop.
    pub fn forget(&mut self, machine: &mut Machine<'_>, pending: Pending) {
        let Pending::Memory(Access { location: Location::Field { object, field }, writes: false, .. }) = pending else {
            return;
        };
        let program = machine.program;
        let Place::Completed(pool) = *self.places.entry(field).or_insert_with(|| place(program, field)) else { return };
        let pool = machine.class_of(value(machine, object, pool) as Ref);
        let is_scheduled = |&class: &ClassId| pools::is_scheduled(program.class_name(class));
        if program.class(pool).display.iter().any(is_scheduled) {
            machine.store(object, HEADER + program.field(field).place, -1_i64 as u64);
        }
    }

    fn is_latch(&mut self, machine: &Machine<'_>, object: Ref) -> bool {
        let class = machine.class_of(object);
        *self.latches.entry(class).or_insert_with(|| synchronizers::is_latch(machine.program.class_name(class)))
    }
}

fn place(program: &Program, field: FieldId) -> Place {
    let info = program.field(field);
    let beside = |name, place: fn(FieldId) -> Place| program.find_field(info.class, name).map_or(Place::Other, place);
    match pools::field(program.class_name(info.class), program.text(info.name)) {
        Some(Field::TaskState) => Place::State,
        Some(Field::Runner { state }) => beside(state, Place::Runner),
        Some(Field::Count) => Place::Count,
        Some(Field::Result) => Place::Result,
        Some(Field::Completed { pool }) => beside(pool, Place::Completed),
        None => Place::Other,
    }
}

/// Whether the running thread finds a task new of which it will find out once more whether it is, or which
/// nobody else changes.
fn is_asked_again(machine: &Machine<'_>, object: Ref, state: FieldId, pools: &PoolAssumptions) -> bool {
    let program = machine.program;
    let Some(top) = machine.state.threads[machine.stepper.current].frames.last() else { return false };
    let top = program.method(top.method);
    match pools::asks_state(program.class_name(top.class), program.text(top.name)) {
        Some(AsksState::Twice) => pools.holds(PoolAssumption::NeverCancelled),
        Some(AsksState::BeforeComparing) => value(machine, object, state) as i32 == NEW,
        None => false,
    }
}

fn is_done(machine: &Machine<'_>, object: Ref, state: FieldId) -> bool {
    let state = value(machine, object, state) as i32;
    state > COMPLETING && state != INTERRUPTING
}

fn value(machine: &Machine<'_>, object: Ref, field: FieldId) -> u64 {
    machine.state.heap.cell(object + HEADER + machine.program.field(field).place)
}
