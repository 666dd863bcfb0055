//! Operations of the JDK's synchronisers, each in one go.
//!
//! `lock`, `acquire`, `put`, `await`, `fork` of `java.util.concurrent` touch several shared cells: the state, the
//! queue of those who wait, a node's status. Their authors made them such that each takes effect at one
//! moment, and so no step ends before an access of an operation that has begun: a thread goes on until
//! the operation returns, parks, waits for a monitor, looks at the clock or calls the user's code. The code
//! is the JDK's own, queues and wake-ups included; only how operations of several threads interleave
//! inside is left out. That they are atomic is taken from their authors, and the report lists it.
//!
//! Not every method is one. Those that go through several elements (iterators, `size` of a linked queue) or
//! combine two collections (`addAll`) are executed access by access. So is what has effects one after
//! another that others may tell apart: a map counts an entry after it has put it in, a task is done before
//! it is handed to a completion service, a worker completes a task before it looks for the next, a pool
//! is shut down before it is terminated, a future has a result before those that depend on it.
//!
//! An operation goes on in its own memory only (`own_memory.rs`). Who looks at it by a method that may tell its halves apart
//! takes it away from its class (`observers.rs`); if threads are interrupted, asking for that ends a step; and if somebody
//! asks what threads are doing, there are no operations. An operation of a synchroniser that is about one number changes it once
//! in a step: a condition gives its lock back before it takes it again, the last to arrive at a phaser ends the phase.
//!
//! A thread that parks inside an operation without a permit does so at once, for whoever wakes it up
//! finds it parked or about to park, and both come to the same.

use std::collections::BTreeSet;

use heddle_analysis::future::is_written;
use heddle_jdk::{Operation, PoolAssumption, operations, pools, synchronizers};
use heddle_machine::{Access, Location, Machine, Pending};
use heddle_program::{FieldId, MethodId, Program, access};
use heddle_verdict::SearchAssumption;
use rustc_hash::FxHashMap;

use super::layer::{Answer, Layer};
use super::observers::Observers;
use super::own_memory::OwnMemory;
use super::pool_assumptions::PoolAssumptions;
use super::stable_reads::{self, StableReads};
use super::table::Setting;

/// Which methods are operations, as far as it was asked.
struct Operations {
    known: FxHashMap<MethodId, (Kind, Option<PoolAssumption>)>,
    pools: PoolAssumptions,
    stable_reads: StableReads,
    /// Which classes have operations.
    observers: Observers,
    own_memory: OwnMemory,
    /// Whether a field is the number that a synchroniser is about.
    states: FxHashMap<FieldId, bool>,
    /// Nobody reads how many tasks a pool has done.
    forgets: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Operation,
    /// An operation unless a method calls it that is none: then it is part of what that one does.
    Inner,
    /// An operation with all that it calls.
    Closed,
    /// A closed operation that is never part of another.
    Apart,
    /// An operation that is over before the closed ones that it calls.
    Ending,
    /// An operation that calls a function.
    Calling,
    Loose,
    /// Nothing that it does is an operation.
    Stepwise,
    /// Other code of the map whose operations call functions.
    OfMap,
    /// Other code of the JDK, which may belong to what an operation does or to a function that it calls; and what the machine has
    /// written, which is named after the class that it calls.
    Shared,
    /// Code of the JDK that has no shared state: strings, numbers, access to memory.
    Plain,
    User,
}

pub fn layer<'p>(setting: &Setting<'_, 'p>) -> Option<Box<dyn Layer + 'p>> {
    let facts = setting.knowledge.map(|knowledge| knowledge.facts());
    let mut operations = Operations {
        known: FxHashMap::default(),
        pools: PoolAssumptions::without(&setting.semantics.refuted),
        stable_reads: StableReads::default(),
        observers: Observers::default(),
        own_memory: OwnMemory::default(),
        states: FxHashMap::default(),
        forgets: facts.is_some_and(|facts| stable_reads::leaves_counts(setting.program, facts)),
    };
    operations.refine(&setting.semantics.refuted);
    Some(Box::new(operations))
}

impl Layer for Operations {
    fn ask(&mut self, machine: &mut Machine<'_>, action: Pending) -> Answer {
        if self.is_inside(machine, action) { Answer::Atomic } else { Answer::Unknown }
    }

    fn observe(&mut self, machine: &mut Machine<'_>, action: Pending) -> bool {
        self.watch(machine, action);
        machine.stepper.is_outside |= !self.own_memory.has(machine, action);
        machine.stepper.has_changed_state |= self.changes_state(machine, action);
        false
    }

    fn refine(&mut self, refuted: &BTreeSet<SearchAssumption>) {
        self.pools = PoolAssumptions::without(refuted);
        self.observers = Observers::without(refuted);
        self.own_memory.interrupts = refuted.contains(&SearchAssumption::ThreadsNeverInterrupted);
        self.forgets &=
            SearchAssumption::static_facts_hold(refuted) && self.pools.holds(PoolAssumption::WorkersUnobserved);
        self.known.clear();
    }
}

impl Operations {
    /// Whether the running thread is about to do this in the middle of an operation that began before
    /// this step or with it, or nobody notices it because what it touches has come to rest.
    fn is_inside(&mut self, machine: &mut Machine<'_>, pending: Pending) -> bool {
        if is_off(machine) {
            return false;
        }
        self.watch(machine, pending);
        if !self.may_go_on(machine, pending) {
            return false;
        }
        if let Pending::Memory(access) = pending
            && self.stable_reads.is_stable(machine, access, &self.pools)
        {
            return true;
        }
        if machine.stepper.is_outside || !self.own_memory.has(machine, pending) {
            return false;
        }
        let Some(begin) = self.begin(machine) else { return false };
        let first = machine.state.threads[machine.stepper.current].frames[begin].method;
        let changes = self.changes_state(machine, pending);
        if changes && machine.stepper.has_changed_state && has_state(machine.program, first) {
            return false;
        }
        let of = self.kind(machine, first);
        let is_inside = machine.has_stayed_in(begin, |method| match self.kind(machine, method) {
            Kind::Stepwise | Kind::User => false,
            Kind::Loose => matches!(of, Kind::Closed | Kind::Apart),
            Kind::Closed | Kind::Apart => !matches!(of, Kind::Calling | Kind::Ending),
            Kind::Operation | Kind::Inner | Kind::Ending | Kind::Shared => of != Kind::Calling,
            Kind::Calling | Kind::OfMap | Kind::Plain => true,
        });
        machine.stepper.has_changed_state |= is_inside && changes;
        is_inside
    }

    /// Whether the running thread is about to change the number that a synchroniser is about.
    fn changes_state(&mut self, machine: &Machine<'_>, pending: Pending) -> bool {
        let Pending::Memory(Access { location: Location::Field { field, .. }, writes: true, .. }) = pending else {
            return false;
        };
        *self.states.entry(field).or_insert_with(|| {
            let program = machine.program;
            let field = program.field(field);
            operations::is_state(program.class_name(field.class), program.text(field.name))
        })
    }

    /// The frame of the running thread with which the operation began that it is in.
    fn begin(&mut self, machine: &Machine<'_>) -> Option<usize> {
        let mut begin = None;
        // The same if methods that only the JDK can call do not count.
        let mut callable = None;
        let mut only_map = true;
        let (mut loose, mut closed) = (false, false);
        for (index, frame) in machine.state.threads[machine.stepper.current].frames.iter().enumerate().rev() {
            let kind = self.kind(machine, frame.method);
            match kind {
                Kind::Closed | Kind::Apart => {
                    (begin, loose, closed) = (Some(index), false, true);
                    if kind == Kind::Apart {
                        break;
                    }
                }
                Kind::Ending if closed => break,
                Kind::Inner if !loose => begin = Some(index),
                Kind::Operation | Kind::Ending if !loose => (begin, callable) = (Some(index), Some(index)),
                Kind::Calling if only_map && !loose => (begin, callable) = (Some(index), Some(index)),
                Kind::Loose => {
                    loose = true;
                    if !closed {
                        begin = callable;
                    }
                }
                Kind::Operation | Kind::Inner | Kind::Ending | Kind::OfMap | Kind::Shared | Kind::Plain => {}
                Kind::Stepwise => return None,
                Kind::Calling | Kind::User => break,
            }
            only_map &= matches!(kind, Kind::Calling | Kind::OfMap | Kind::Plain);
        }
        begin
    }

    /// Watches what the running thread is about to do with pools and tasks.
    fn watch(&mut self, machine: &mut Machine<'_>, pending: Pending) {
        if is_off(machine) {
            return;
        }
        self.observers.watch(machine);
        if !self.own_memory.interrupts && matches!(pending, Pending::Interrupt(_)) && !is_unnoticed(machine, pending) {
            machine.refute(SearchAssumption::ThreadsNeverInterrupted);
        }
        // Somebody who waits for the end of that thread may be woken up instead of another.
        if let Pending::Notify { object, .. } = pending
            && machine.program.is_subtype(machine.class_of(object), machine.program.well_known().thread)
        {
            machine.refute(SearchAssumption::ThreadStatesUnobserved);
        }
        if matches!(pending, Pending::Park) && !self.parks_in_synchronizer(machine) {
            machine.refute(SearchAssumption::ThreadStatesUnobserved);
        }
        if self.forgets {
            self.stable_reads.forget(machine, pending);
        }
        let mut in_worker = false;
        for index in (0..machine.state.threads[machine.stepper.current].frames.len()).rev() {
            let method = machine.state.threads[machine.stepper.current].frames[index].method;
            match self.look_up(machine, method) {
                (Kind::User, _) => {
                    if in_worker || self.is_called_at_end(machine, index) {
                        self.pools.refute(machine, PoolAssumption::WorkersUnobserved);
                    }
                    break;
                }
                (_, None) => {}
                (_, Some(assumption)) => self.pools.refute(machine, assumption),
            }
            in_worker |= is_of_pool(machine.program, method, pools::is_loop_of_worker);
        }
    }

    /// Whether it is a synchroniser that parks the running thread: it looks again for what it waits for, so that a permit that was
    /// left behind by an operation of another thread, such as a lock that wakes up who has got it already, is never noticed.
    fn parks_in_synchronizer(&mut self, machine: &Machine<'_>) -> bool {
        let frames = machine.state.threads[machine.stepper.current].frames.iter().rev();
        let program = machine.program;
        frames.map(|frame| frame.method).take_while(|&method| self.kind(machine, method) != Kind::User).any(|method| {
            let class = program.class_name(program.method(method).class);
            class.starts_with(heddle_jdk::CONCURRENT) && !synchronizers::parks(class) && !is_written(program, method)
        })
    }

    /// Whether code of the program, up to a frame, was called by a pool that ends: by a worker that may have been interrupted.
    fn is_called_at_end(&mut self, machine: &Machine<'_>, user: usize) -> bool {
        let frames = &machine.state.threads[machine.stepper.current].frames;
        let caller = frames[..user].iter().rev().find(|frame| self.kind(machine, frame.method) != Kind::User);
        caller.is_some_and(|frame| is_of_pool(machine.program, frame.method, pools::calls_at_end))
    }

    fn may_go_on(&self, machine: &Machine<'_>, pending: Pending) -> bool {
        match pending {
            Pending::Memory(_)
            | Pending::Copy { .. }
            | Pending::Unpark(_)
            | Pending::Alive(_)
            | Pending::Interrupt(_)
            | Pending::Interrupted(_)
            | Pending::Start(_)
            | Pending::Yield => true,
            Pending::Lock(object) => machine.state.heap.monitor(object).0 == 0,
            Pending::Park => machine.will_park(),
            _ => false,
        }
    }

    fn kind(&mut self, machine: &Machine<'_>, method: MethodId) -> Kind {
        self.look_up(machine, method).0
    }

    fn look_up(&mut self, machine: &Machine<'_>, method: MethodId) -> (Kind, Option<PoolAssumption>) {
        let (pools, observers) = (&self.pools, &mut self.observers);
        *self.known.entry(method).or_insert_with(|| {
            let program = machine.program;
            let refuted = observers.is_refuted(program, method);
            let is_written = is_written(program, method);
            let method = program.method(method);
            if program.is_for_user(method.class) {
                return (Kind::User, None);
            }
            if is_written {
                return (Kind::Shared, None);
            }
            let (class, name) = (program.class_name(method.class), program.text(method.name));
            let kind = match refuted {
                Some(subject) if operations::is_queued_inside(subject) => Kind::Stepwise,
                Some(_) => Kind::Loose,
                None => {
                    let operation = operations::operation(class, name, program.text(method.descriptor));
                    kind(operation, method.access & access::PUBLIC != 0, pools)
                }
            };
            (kind, PoolAssumption::refuted_by(class, name))
        })
    }
}

fn is_of_pool(program: &Program, method: MethodId, is: fn(&str, &str) -> bool) -> bool {
    let method = program.method(method);
    is(program.class_name(method.class), program.text(method.name))
}

/// Whether a method belongs to a synchroniser that is about one number.
fn has_state(program: &Program, method: MethodId) -> bool {
    operations::subject(program.class_name(program.method(method).class)).is_some_and(operations::has_state)
}

/// Whether nobody can notice that a thread is interrupted: it does so itself, or is a worker of a pool that has nothing to do. A
/// worker of the program's own may hand the interrupt on.
fn is_unnoticed(machine: &Machine<'_>, action: Pending) -> bool {
    let program = machine.program;
    let thread = &machine.state.threads[machine.stepper.current];
    let methods = thread.frames.iter().rev().take(4).map(|frame| program.method(frame.method));
    action == Pending::Interrupt(thread.object)
        || methods
            .take_while(|method| !program.is_for_user(method.class))
            .any(|method| operations::wakes_idle(program.class_name(method.class), program.text(method.name)))
}

/// What a platform or a fair run lets others see of an operation is more than its effect.
pub(super) fn is_off(machine: &Machine<'_>) -> bool {
    machine.stops().is_some() || machine.stops_after_taking()
}

/// What a method is, as long as these assumptions hold.
fn kind(operation: Operation, is_public: bool, pools: &PoolAssumptions) -> Kind {
    match operation {
        Operation::AtomicByClass if !is_public => Kind::Inner,
        Operation::Atomic | Operation::AtomicByClass => Kind::Operation,
        Operation::AtomicIf(assumption) if pools.holds(assumption) => Kind::Operation,
        Operation::Closed => Kind::Closed,
        Operation::ClosedIf(assumption) if pools.holds(assumption) => Kind::Closed,
        Operation::ClosedIf(_) => Kind::Apart,
        Operation::Ending => Kind::Ending,
        Operation::Calling => Kind::Calling,
        Operation::Loose => Kind::Loose,
        Operation::Stepwise => Kind::Stepwise,
        Operation::OfMap => Kind::OfMap,
        Operation::Shared | Operation::AtomicIf(_) => Kind::Shared,
        Operation::Plain => Kind::Plain,
    }
}
