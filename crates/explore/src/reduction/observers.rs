//! Who looks at a synchroniser of the JDK in the middle of its operations.
//!
//! An operation writes several cells one after another: the state of a lock, then its owner; that a task is completing, then
//! its result, then that it is done. Most methods of the same class cannot tell that from a single moment, and
//! `heddle_jdk::operations` says which; that nobody calls any of the others is assumed per class
//! ([`SearchAssumption::OperationsUnobserved`]) and checked here: whenever a thread is about to do something visible,
//! the methods by which the program's code came there are looked at. Of methods that are not listed only the first of a
//! class counts, for what it calls is its own; a lock and the queued synchroniser inside of it count as one.
//!
//! A class of which this was refuted has no operations, and guards nothing.

use std::collections::BTreeSet;

use heddle_analysis::future::is_written;
use heddle_jdk::operations::{self, Look};
use heddle_jdk::synchronizers;
use heddle_machine::Machine;
use heddle_program::{MethodId, Program};
use heddle_verdict::SearchAssumption;
use rustc_hash::FxHashMap;

#[derive(Default)]
pub struct Observers {
    /// Classes that somebody was seen to look at, when this round began.
    refuted: BTreeSet<String>,
    /// One of them has a queued synchroniser inside, so that somebody may look at those.
    queued: bool,
    known: FxHashMap<MethodId, Seen>,
}

/// What a method on the stack is.
#[derive(Clone, Copy)]
enum Seen {
    User,
    /// Code of the JDK that belongs to no synchroniser, or of the machine, such as that of a reflective call.
    Other,
    Of {
        subject: &'static str,
        look: Look,
        /// Is a queued synchroniser, or the outside of one.
        is_queued: bool,
        is_refuted: bool,
    },
}

impl Observers {
    pub fn without(refuted: &BTreeSet<SearchAssumption>) -> Self {
        let class = |assumption: &SearchAssumption| match assumption {
            SearchAssumption::OperationsUnobserved { class } => Some(class.clone()),
            _ => None,
        };
        let refuted: BTreeSet<_> = refuted.iter().filter_map(class).collect();
        let queued = refuted.iter().any(|class| operations::is_queued_inside(class));
        Self { refuted, queued, known: FxHashMap::default() }
    }

    /// Refutes what the running thread contradicts by looking where it is about to look.
    pub fn watch(&mut self, machine: &mut Machine<'_>) {
        let mut observes_any = false;
        let from = self.segment(machine, |seen| {
            observes_any |= matches!(seen, Seen::Of { look: Look::Unknown | Look::Halves, is_refuted: false, .. });
        });
        if !observes_any {
            return;
        }
        let thread = machine.stepper.current;
        let (mut inside, mut is_inside_queued) = (Vec::new(), false);
        for index in from..machine.state.threads[thread].frames.len() {
            let method = machine.state.threads[thread].frames[index].method;
            let Seen::Of { subject, look, is_queued, is_refuted } = self.look_up(machine.program, method) else {
                continue;
            };
            let is_first = !(inside.contains(&subject) || is_queued && is_inside_queued);
            if (is_first && look == Look::Unknown || look == Look::Halves) && !is_refuted {
                machine.refute(SearchAssumption::OperationsUnobserved { class: subject.to_owned() });
            }
            inside.push(subject);
            is_inside_queued |= is_queued;
        }
    }

    /// Whether the running thread is in code of a class that somebody looks at.
    pub fn is_looked_at(&mut self, machine: &Machine<'_>) -> bool {
        let mut any = false;
        if !self.refuted.is_empty() {
            self.segment(machine, |seen| any |= matches!(seen, Seen::Of { is_refuted: true, .. }));
        }
        any
    }

    /// Whether somebody looks at the operations of a method's class.
    pub fn is_refuted(&mut self, program: &Program, method: MethodId) -> Option<&'static str> {
        match self.look_up(program, method) {
            Seen::Of { subject, is_refuted: true, .. } => Some(subject),
            _ => None,
        }
    }

    /// Goes through the frames of the running thread from the top down to the program's own code; gives the index of
    /// the last.
    fn segment(&mut self, machine: &Machine<'_>, mut visit: impl FnMut(Seen)) -> usize {
        let frames = &machine.state.threads[machine.stepper.current].frames;
        for (index, frame) in frames.iter().enumerate().rev() {
            match self.look_up(machine.program, frame.method) {
                Seen::User => return index + 1,
                seen => visit(seen),
            }
        }
        0
    }

    fn look_up(&mut self, program: &Program, method: MethodId) -> Seen {
        let (refuted, queued) = (&self.refuted, self.queued);
        *self.known.entry(method).or_insert_with(|| {
            let is_written = is_written(program, method);
            let method = program.method(method);
            if program.is_for_user(method.class) {
                return Seen::User;
            }
            if is_written {
                return Seen::Other;
            }
            let class = program.class_name(method.class);
            let Some(subject) = operations::subject(class) else { return Seen::Other };
            let look = operations::look(class, program.text(method.name), program.text(method.descriptor));
            let is_queued = operations::is_queued_inside(subject);
            let is_refuted = refuted.contains(subject) || queued && synchronizers::is_queued(subject);
            Seen::Of { subject, look, is_queued, is_refuted }
        })
    }
}
