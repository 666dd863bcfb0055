//! `queues`: who would have to wait for a lock waits before asking for it.
//!
//! A thread that asks for a `ReentrantLock` which another one has enters the lock's queue, parks, is woken
//! up, tries again, and perhaps parks once more. For everybody else it may as well not have asked yet: the
//! lock goes to whoever asks when it is free, in the queue or not, so a thread in the queue keeps nobody
//! from anything, and gets the lock at a moment at which it could ask for it for the first time. So every run has
//! one like it in which threads ask for locks when these are free, and the search makes no others: a thread before
//! its first attempt cannot move while another one has the lock. The same goes for a `Semaphore`
//! without permits and a `CountDownLatch` that is not open yet. If nobody else can move, the first of those that
//! wait goes on all the same, parks, and what is found is the state that the JDK's code ends in.
//!
//! It does not go for locks that are fair or shared, and for semaphores from which several permits are taken at
//! once: there a thread in the queue may keep others waiting. Nor does it if the program looks at queues or at what
//! threads do (`getQueueLength`, `Thread.getState`; `isInterrupted`, for who waits takes the flag away for a
//! moment), or parks and unparks threads itself: the permit for that may be used up by a lock. A thread that waits
//! where it can be interrupted goes on when it is.
//!
//! The second half is about what is left behind. Those who wait stand behind a node for whoever had the
//! lock last, made when a thread first has to wait, which then stays. Between operations, taken for atomic
//! ([`super::operations`]), a thread that waits is in the queue; so a queue with nothing but that node is empty, and
//! nobody is about to use the node. It is no part of the state then (`canonical::summary` in the machine).

use std::collections::BTreeSet;

use heddle_analysis::Facts;
use heddle_jdk::synchronizers::{self, Asking, Part};
use heddle_jdk::threads;
use heddle_machine::{HEADER, Location, Machine, Pending, Ref};
use heddle_program::{ClassId, MethodId, Program};
use heddle_verdict::{ReductionKind, SearchAssumption};
use rustc_hash::FxHashMap;

use super::layer::{Answer, Layer};
use super::operations::is_off;
use super::table::Setting;
use super::{Knowledge, called_by_user};

/// What the program leaves alone.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Manners {
    /// Nobody looks at queues or parks threads himself.
    discreet: bool,
    /// Permits are taken one at a time.
    single: bool,
}

impl Manners {
    fn of(program: &Program, facts: &Facts) -> Self {
        let mut manners = Self { discreet: true, single: true };
        for callee in called_by_user(program, facts) {
            let method = program.method(callee);
            let (class, name) = (program.class_name(method.class), program.text(method.name));
            let is_thread = program.is_subtype(method.class, program.well_known().thread);
            let looks = synchronizers::observes_queues(class, name)
                || is_thread && threads::observes_thread(name)
                || threads::is_management(class);
            manners.discreet &= !looks;
            manners.single &= !synchronizers::takes_permits(class, name, program.text(method.descriptor));
        }
        manners
    }
}

struct Queues {
    manners: Manners,
    /// Whoever waits for the end of a thread is seen by nobody.
    joins: bool,
    parts: FxHashMap<MethodId, Part>,
    synchronizers: FxHashMap<ClassId, Option<Places>>,
}

/// Where a synchroniser has what.
#[derive(Clone, Copy)]
struct Places {
    state: u32,
    /// Of a reentrant lock.
    owner: Option<u32>,
    /// The longest waiting come first, or threads of different kinds wait.
    is_strict: bool,
}

pub fn layer<'p>(setting: &Setting<'_, 'p>) -> Option<Box<dyn Layer + 'p>> {
    let manners = Manners::of(setting.program, setting.knowledge?.facts());
    // Operations watch for what refutes that.
    let joins = setting.semantics.reductions.contains(ReductionKind::Operations);
    Some(Box::new(Queues { manners, joins, parts: FxHashMap::default(), synchronizers: FxHashMap::default() }))
}

/// Whether nobody can tell an empty queue from one that nobody was ever in.
pub fn are_unseen(program: &Program, knowledge: &Knowledge) -> bool {
    Manners::of(program, knowledge.facts()).discreet
}

impl Layer for Queues {
    fn refine(&mut self, refuted: &BTreeSet<SearchAssumption>) {
        self.joins &= !refuted.contains(&SearchAssumption::ThreadStatesUnobserved);
    }

    fn ask(&mut self, machine: &mut Machine<'_>, action: Pending) -> Answer {
        match action {
            Pending::Memory(_) | Pending::Lock(_) if self.waits(machine, machine.stepper.current, action) => {
                Answer::Dependent
            }
            _ => Answer::Unknown,
        }
    }

    /// Whether a thread is about to ask for something that it would have to wait for.
    fn waits(&mut self, machine: &Machine<'_>, t: usize, action: Pending) -> bool {
        let access = match action {
            Pending::Memory(access) => access,
            Pending::Lock(object) => return self.waits_for_ends(machine, t, object),
            _ => return false,
        };
        let Location::Field { object, field } = access.location else { return false };
        if !self.manners.discreet || is_off(machine) {
            return false;
        }
        let program = machine.program;
        let Some(places) = self.places(program, machine.class_of(object)) else { return false };
        if HEADER + program.field(field).place != places.state || places.is_strict {
            return false;
        }
        let Some(asking) = self.asking(machine, t) else { return false };
        let state = machine.state.heap.cell(object + places.state) as i32;
        let thread = machine.state.threads[t].object;
        match asking {
            // Who gives a lock back is no longer its owner for a moment before it is free.
            Asking::Lock => {
                state != 0 && places.owner.is_some_and(|owner| machine.state.heap.cell(object + owner) as Ref != thread)
            }
            Asking::Permit => self.manners.single && state <= 0,
            Asking::PermitOrInterrupt => self.manners.single && state <= 0 && !machine.is_interrupted(thread),
            Asking::Open => state != 0 && !machine.is_interrupted(thread),
        }
    }
}

impl Queues {
    /// Whether a thread is about to wait for the end of another that has not ended, or of one of those that it will wait for next.
    fn waits_for_ends(&self, machine: &Machine<'_>, t: usize, object: Ref) -> bool {
        if !self.joins || !self.manners.discreet || is_off(machine) {
            return false;
        }
        let me = machine.state.threads[t].object;
        if object == me || machine.in_join(t).is_none_or(|(_, other)| other != object) || machine.is_interrupted(me) {
            return false;
        }
        let is_alive = |thread: usize| machine.state.threads[thread].is_alive();
        machine.state.thread_of(object).is_some_and(is_alive)
            || machine.joining(t).is_some_and(|joining| {
                // Who waits for itself never goes on from there.
                joining
                    .threads
                    .iter()
                    .take_while(|&&thread| usize::from(thread) != t)
                    .any(|&thread| is_alive(thread.into()))
            })
    }

    /// What a thread asks for, if it has not tried yet.
    fn asking(&mut self, machine: &Machine<'_>, t: usize) -> Option<Asking> {
        for frame in machine.state.threads[t].frames.iter().rev() {
            let program = machine.program;
            match *self.parts.entry(frame.method).or_insert_with(|| part(program, frame.method)) {
                Part::Entry(asking) => return Some(asking),
                Part::First => {}
                Part::Other => return None,
            }
        }
        None
    }

    fn places(&mut self, program: &Program, class: ClassId) -> Option<Places> {
        *self.synchronizers.entry(class).or_insert_with(|| places(program, class))
    }
}

fn places(program: &Program, class: ClassId) -> Option<Places> {
    let mut classes = program.class(class).display.iter();
    let queued = *classes.find(|&&class| synchronizers::is_queued(program.class_name(class)))?;
    let place = |class, name| Some(HEADER + program.field(program.find_field(class, name)?).place);
    let is_strict = !synchronizers::is_lenient(program.class_name(class));
    let (state, owner) = (place(queued, synchronizers::STATE)?, place(class, synchronizers::OWNER));
    Some(Places { state, owner, is_strict })
}

fn part(program: &Program, method: MethodId) -> Part {
    let method = program.method(method);
    let class = program.class_name(method.class);
    synchronizers::part(class, program.text(method.name), program.text(method.descriptor))
}
