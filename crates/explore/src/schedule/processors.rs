//! N processors without priorities.
//!
//! There, a state has a mapping of processors to threads, and the moves are *exec* (a thread that
//! has a processor goes on), *swap* (a thread at a yield point gives its processor to another) and
//! *fill* (an idle processor takes a thread, at once). Here the mapping is kept as far as it
//! matters. A thread at a yield point that has a processor and one that has none are alike: the
//! first can be swapped out at any moment until it moves. So only those that stand elsewhere and
//! have a processor are remembered: they are *pinned*. The rest follows.
//!
//! - A thread that is not pinned may go on if fewer than N are: a processor is idle, or somebody at
//!   a yield point has it.
//! - A thread that is held and not pinned (a new one, or one that was blocked) gets a processor by
//!   a fill, if the threads at yield points do not suffice to keep all processors busy. If there
//!   are several such threads, which of them is a choice of its own.
//!
//! With one processor that leaves little: a thread that must go on is pinned, and a fill matters
//! only if nobody stands at a yield point.

use heddle_machine::{Machine, Step};
use heddle_verdict::Choice;

use super::{Scheduler, is_event};

pub struct Processors {
    count: usize,
}

/// How many of the threads that can go on are pinned, stand at yield points, or are held without
/// a processor.
#[derive(Default)]
struct Census {
    pinned: usize,
    switchable: usize,
    waiting: usize,
}

impl Census {
    fn take(machine: &mut Machine<'_>) -> Self {
        let mut census = Self::default();
        for t in 0..machine.state.threads.len() {
            if machine.is_ready(t) {
                let control = machine.state.threads[t].control;
                match (control.scheduling.pinned, control.scheduling.held) {
                    (true, _) => census.pinned += 1,
                    (false, false) => census.switchable += 1,
                    (false, true) => census.waiting += 1,
                }
            }
        }
        census
    }
}

impl Processors {
    pub fn new(count: usize) -> Self {
        Self { count }
    }

    /// Processors that threads at yield points cannot keep busy.
    fn idle(&self, census: &Census) -> usize {
        self.count.saturating_sub(census.pinned + census.switchable)
    }

    /// Whether one of several waiting threads has to be chosen for an idle processor.
    fn must_fill(&self, census: &Census) -> bool {
        let idle = self.idle(census);
        idle > 0 && census.waiting > idle
    }

    /// Brings pins up to date after `ran` has moved.
    fn assign(&self, machine: &mut Machine<'_>, ran: Option<usize>) {
        for t in 0..machine.state.threads.len() {
            let control = machine.state.threads[t].control;
            let pinned =
                (control.scheduling.pinned || ran == Some(t)) && control.scheduling.held && machine.is_ready(t);
            pin(machine, t, pinned);
        }
        let census = Census::take(machine);
        if self.idle(&census) > 0 && !self.must_fill(&census) {
            for t in 0..machine.state.threads.len() {
                if machine.state.threads[t].control.scheduling.held && machine.is_ready(t) {
                    pin(machine, t, true);
                }
            }
        }
    }
}

fn pin(machine: &mut Machine<'_>, t: usize, pinned: bool) {
    if machine.state.threads[t].control.scheduling.pinned != pinned {
        machine.control(t).scheduling.pinned = pinned;
    }
}

impl Scheduler for Processors {
    fn begin(&mut self, machine: &mut Machine<'_>) {
        self.assign(machine, None);
    }

    fn choices(&mut self, machine: &mut Machine<'_>, out: &mut Vec<Choice>) {
        machine.choices(out);
        let census = Census::take(machine);
        let fill = self.must_fill(&census);
        if !fill && census.pinned < self.count {
            return;
        }
        let is_allowed = |choice: &Choice| {
            let t = choice.thread.index();
            let control = &machine.state.threads[t].control;
            // An idle processor takes a thread at once: no event comes before.
            if fill {
                !is_event(machine, t)
                    && !control.scheduling.pinned
                    && control.scheduling.held
                    && choice.alternative == 0
            } else {
                is_event(machine, t) || control.scheduling.pinned
            }
        };
        // A thread in an atomic section goes on even where the platform would not let it.
        if out.iter().any(is_allowed) {
            out.retain(is_allowed);
        }
    }

    fn step(&mut self, machine: &mut Machine<'_>, choice: Choice) -> Step {
        let t = choice.thread.index();
        if is_event(machine, t) {
            let step = machine.step(choice);
            self.assign(machine, None);
            return step;
        }
        if self.must_fill(&Census::take(machine)) {
            pin(machine, t, true);
            self.assign(machine, None);
            return Step::dispatch(&machine.state);
        }
        let step = machine.step(choice);
        if !step.is_stop() {
            self.assign(machine, Some(t));
        }
        step
    }
}
