//! Strict priorities, as the Real-Time Specification for Java's base scheduler:
//! the N threads of the highest active priority run; among equals the one that has been able to go
//! on for longest. A thread that is preempted keeps its place, one that yields, changes a priority or
//! was blocked goes behind its equals. A thread that stands before a monitor which it cannot get is
//! not blocked before it has tried, and trying takes a processor: a step of its own, in which nothing
//! else happens.
//!
//! The order of all threads is kept in their ranks, which are dense, so that equal orders are equal
//! states.
//!
//! Time-outs are events of the environment and may come in any state. That includes the moment at
//! which a thread has given up its processor and nobody has taken it yet: a sleep that ends during a
//! block of instructions that cannot be preempted is in time for the decision at the block's end. The
//! decision is thus a step of its own where it counts: where it gives a processor to a thread that
//! stands at no yield point and therefore keeps it. Only the thread whose step came before cannot come
//! back in that moment, since its own time has just begun.

use heddle_machine::{Machine, Pending, Ref, Status, Step, kind_of};
use heddle_program::ClassId;
use heddle_verdict::{Choice, MonitorPolicy, Platform, Preemption, ThreadId, Timeouts, YieldKind};

use super::{Scheduler, is_event};

/// The alternative of a thread that goes on beyond a yield point, up to its next action.
const PASS: u32 = u32::MAX;

pub struct Strict {
    platform: Platform,
    processors: usize,
    /// `Thread.yield` does something.
    steps_back: bool,
}

impl Strict {
    pub fn new(platform: Platform, processors: usize) -> Self {
        let steps_back = platform.preemption == Preemption::Time || platform.yields.contains(YieldKind::Yield);
        Self { platform, processors, steps_back }
    }

    /// The threads that have a processor: those that cannot be preempted where they stand, then by
    /// active priority and place.
    fn running(&self, machine: &mut Machine<'_>) -> Vec<usize> {
        let priorities = active_priorities(machine, &self.platform);
        let is_queued =
            |&t: &usize| machine.state.threads[t].is_alive() && machine.state.threads[t].control.scheduling.ready;
        let mut ready: Vec<usize> = (0..machine.state.threads.len()).filter(is_queued).collect();
        let key = |&t: &usize| {
            let control = &machine.state.threads[t].control;
            (!control.scheduling.pinned, std::cmp::Reverse(priorities[t]), control.scheduling.rank)
        };
        ready.sort_by_key(key);
        ready.truncate(self.processors);
        ready
    }

    /// Puts the queues in order after a step of `ran`; `behind` go behind their equals.
    fn order(&self, machine: &mut Machine<'_>, ran: Option<usize>, behind: &[usize]) {
        let mut alive: Vec<usize> = machine.live_threads().collect();
        alive.sort_by_key(|&t| (machine.state.threads[t].control.scheduling.rank, t));
        let ready: Vec<bool> = (0..machine.state.threads.len()).map(|t| is_queued(machine, t)).collect();
        let moves = |&t: &usize| ready[t] != machine.state.threads[t].control.scheduling.ready || behind.contains(&t);
        let (moved, kept): (Vec<usize>, Vec<usize>) = alive.into_iter().partition(moves);
        for (rank, t) in kept.into_iter().chain(moved).enumerate() {
            let control = machine.state.threads[t].control;
            // A thread that waits for time counts as having its processor until another has it.
            let keeps = if ready[t] { control.scheduling.held } else { is_event(machine, t) };
            let pinned = keeps && (control.scheduling.pinned || ran == Some(t));
            let rank = rank as u16;
            if (control.scheduling.rank, control.scheduling.ready, control.scheduling.pinned)
                != (rank, ready[t], pinned)
            {
                let control = machine.control(t);
                (control.scheduling.rank, control.scheduling.ready, control.scheduling.pinned) =
                    (rank, ready[t], pinned);
            }
        }
        let count = machine.state.threads.len();
        let waits_for_others = machine.semantics().timeouts == Timeouts::Last;
        let in_time = !waits_for_others && (0..count).any(|t| !is_pinned(machine, t) && machine.may_wake(t));
        if !in_time || self.undecided(machine).is_none() {
            self.dispatch(machine);
        }
    }

    /// A thread that is about to get a processor and then keeps it up to its next yield point.
    fn undecided(&self, machine: &mut Machine<'_>) -> Option<usize> {
        let running = self.running(machine);
        running.into_iter().find(|&t| machine.state.threads[t].control.scheduling.held && !is_pinned(machine, t))
    }

    /// Whether a thread stands at a yield point that it has passed already as far as it knows: one that
    /// is owed, not what it is about to do. While it stands there a thread of higher priority on another
    /// processor would take its processor away; once it has gone on, no longer.
    fn may_pass(&self, machine: &mut Machine<'_>, t: usize) -> bool {
        let yields = machine.stops().map(|stops| stops.yields).unwrap_or_default();
        let timed = yields.contains(YieldKind::Access);
        self.processors > 1
            && !timed
            && !machine.state.threads[t].control.scheduling.held
            && !kind_of(machine.pending(t)).is_some_and(|kind| yields.contains(kind))
    }

    /// Gives processors to the threads that are to have them.
    fn dispatch(&self, machine: &mut Machine<'_>) {
        let running = self.running(machine);
        for t in 0..machine.state.threads.len() {
            let control = machine.state.threads[t].control;
            let pinned = control.scheduling.held
                && (control.scheduling.pinned && control.scheduling.ready || running.contains(&t));
            if control.scheduling.pinned != pinned {
                machine.control(t).scheduling.pinned = pinned;
            }
        }
    }

    /// Counts how long threads have been kept waiting for a monitor by threads of lower priority
    /// that do not hold it.
    fn count_delays(&self, machine: &mut Machine<'_>, ran: usize) {
        let priorities = active_priorities(machine, &self.platform);
        for (t, &priority) in priorities.iter().enumerate() {
            let delayed = machine.state.threads[t].control.scheduling.delayed;
            let now = match waited_for(machine, t) {
                None => 0,
                Some(_) if priority <= base_priority(machine, ran) => delayed,
                Some(owner) if helps(machine, owner, ran) => delayed,
                Some(_) => delayed.saturating_add(1).min(self.platform.inversion_bound.saturating_add(1)),
            };
            if now != delayed {
                machine.control(t).scheduling.delayed = now;
            }
        }
    }
}

/// Whether a thread can go on as far as it knows: it has a place among those that want a processor.
fn is_queued(machine: &mut Machine<'_>, t: usize) -> bool {
    let control = machine.state.threads[t].control;
    let is_new = control.scheduling.rank == u16::MAX;
    machine.is_ready(t) || (control.scheduling.ready || is_new) && is_kept_out(machine, t)
}

/// Whether a thread stands before something that it cannot get.
fn is_kept_out(machine: &mut Machine<'_>, t: usize) -> bool {
    machine.state.threads[t].control.status == Status::Runnable && !machine.is_ready(t)
}

/// Whether a thread is in an atomic section, so that it goes on even where the platform would not let it.
fn is_atomic(machine: &mut Machine<'_>) -> bool {
    (0..machine.state.threads.len()).any(|t| machine.state.threads[t].control.atomic > 0 && machine.is_ready(t))
}

fn is_pinned(machine: &Machine<'_>, t: usize) -> bool {
    machine.state.threads[t].control.scheduling.pinned
}

/// Whether `ran` is `owner` or holds what `owner` waits for.
fn helps(machine: &mut Machine<'_>, owner: usize, ran: usize) -> bool {
    let mut at = owner;
    for _ in 0..machine.state.threads.len() {
        if at == ran {
            return true;
        }
        match waited_for(machine, at) {
            Some(next) => at = next,
            None => return false,
        }
    }
    false
}

impl Scheduler for Strict {
    fn begin(&mut self, machine: &mut Machine<'_>) {
        self.order(machine, None, &[]);
    }

    fn choices(&mut self, machine: &mut Machine<'_>, out: &mut Vec<Choice>) {
        machine.choices(out);
        if is_atomic(machine) || machine.is_finished() {
            return;
        }
        if let Some(next) = self.undecided(machine) {
            out.retain(|choice| is_event(machine, choice.thread.index()) && !is_pinned(machine, choice.thread.index()));
            out.push(Choice { thread: ThreadId(next as u16), alternative: 0 });
            out.sort_by_key(|choice| choice.thread.index());
            return;
        }
        let running = self.running(machine);
        let priorities = active_priorities(machine, &self.platform);
        out.retain(|choice| {
            let t = choice.thread.index();
            is_event(machine, t) || running.contains(&t) && wakes_highest(machine, &priorities, *choice)
        });
        let passing: Vec<usize> = running.iter().copied().filter(|&t| self.may_pass(machine, t)).collect();
        out.extend(passing.into_iter().map(|t| Choice { thread: ThreadId(t as u16), alternative: PASS }));
        let kept_out: Vec<usize> = running.into_iter().filter(|&t| is_kept_out(machine, t)).collect();
        if machine.semantics().timeouts == Timeouts::Last && !kept_out.is_empty() {
            out.retain(|choice| !is_event(machine, choice.thread.index()));
        }
        out.extend(kept_out.into_iter().map(|t| Choice { thread: ThreadId(t as u16), alternative: 0 }));
        out.sort_by_key(|choice| (choice.thread.index(), choice.alternative));
    }

    fn step(&mut self, machine: &mut Machine<'_>, choice: Choice) -> Step {
        let t = choice.thread.index();
        if is_event(machine, t) {
            let step = machine.step(choice);
            self.order(machine, None, &[]);
            return step;
        }
        if !is_atomic(machine) && self.undecided(machine).is_some() {
            self.dispatch(machine);
            return Step::dispatch(&machine.state);
        }
        if choice.alternative == PASS {
            let control = machine.control(t);
            (control.scheduling.held, control.scheduling.pinned) = (true, true);
            return Step::dispatch(&machine.state);
        }
        if is_kept_out(machine, t) {
            machine.control(t).scheduling.ready = false;
            self.order(machine, None, &[t]);
            return Step::dispatch(&machine.state);
        }
        let behind: Vec<usize> = match machine.pending(t) {
            Pending::Yield if self.steps_back => vec![t],
            Pending::SetPriority(of) => machine.thread_of(of).into_iter().collect(),
            _ => vec![],
        };
        let step = machine.step(choice);
        if !step.is_stop() {
            self.order(machine, Some(t), &behind);
            self.count_delays(machine, t);
        }
        step
    }
}

/// `notify` wakes the waiter of the highest priority that has waited for longest.
fn wakes_highest(machine: &mut Machine<'_>, priorities: &[u8], choice: Choice) -> bool {
    let Pending::Notify { object, all: false } = machine.pending(choice.thread.index()) else { return true };
    let waiters: Vec<usize> = machine.waiters(object).collect();
    let highest = waiters
        .iter()
        .min_by_key(|&&t| (std::cmp::Reverse(priorities[t]), machine.state.threads[t].control.scheduling.rank));
    match highest {
        None => true,
        Some(highest) => waiters.get(choice.alternative as usize) == Some(highest),
    }
}

/// The priority that a thread was given last, by itself or by another.
pub fn base_priority(machine: &Machine<'_>, t: usize) -> u8 {
    machine.state.threads[t].control.scheduling.priority
}

/// The priorities that decide who runs: the thread's own, what it inherits from those who wait for
/// its monitors, directly or not, and the ceilings of the monitors that it holds.
pub fn active_priorities(machine: &mut Machine<'_>, platform: &Platform) -> Vec<u8> {
    let count = machine.state.threads.len();
    let mut active: Vec<u8> = (0..count).map(|t| base_priority(machine, t)).collect();
    if platform.monitors == MonitorPolicy::Ceiling && !platform.ceilings.is_empty() {
        for (t, priority) in active.iter_mut().enumerate() {
            if machine.state.threads[t].is_alive() {
                let ceilings = machine.monitors_held(t).into_iter().filter_map(|o| ceiling(machine, platform, o));
                *priority = ceilings.chain([*priority]).max().unwrap_or(*priority);
            }
        }
    }
    if platform.monitors == MonitorPolicy::None {
        return active;
    }
    let waits: Vec<Option<usize>> = (0..count).map(|t| waited_for(machine, t)).collect();
    // Priorities only rise, along chains no longer than there are threads.
    for _ in 0..count {
        for t in 0..count {
            if let Some(owner) = waits[t] {
                active[owner] = active[owner].max(active[t]);
            }
        }
    }
    active
}

/// The ceiling of a monitor.
pub fn ceiling(machine: &Machine<'_>, platform: &Platform, object: Ref) -> Option<u8> {
    let class: ClassId = machine.class_of(object);
    platform.ceilings.get(&heddle_machine::names::external(machine.program, class)).copied()
}

/// The holder of the monitor that a thread has tried to get in vain.
pub fn waited_for(machine: &mut Machine<'_>, t: usize) -> Option<usize> {
    if machine.state.threads[t].control.scheduling.ready {
        return None;
    }
    let object = match (machine.state.threads[t].control.status, machine.pending(t)) {
        (Status::Notified { object }, _) | (Status::Runnable, Pending::Lock(object)) => object,
        // A thread takes its own monitor to tell those who join it.
        (Status::Runnable, Pending::End) => machine.state.threads[t].object,
        _ => return None,
    };
    usize::from(machine.state.heap.monitor(object).0).checked_sub(1).filter(|&owner| owner != t)
}
