//! Strict priorities, as the Real-Time Specification for Java's base scheduler (ALGORITHMS §6.1.3):
//! the N threads of the highest active priority run; among equals the one that has been able to go
//! on for longest. A thread that is preempted keeps its place, one that yields, changes a priority or
//! was blocked goes behind its equals. A thread that stands before a monitor which it cannot get is
//! not blocked before it has tried, and trying takes a processor: a step of its own, in which nothing
//! else happens.
//!
//! The order of all threads is kept in their ranks, which are dense, so that equal orders are equal
//! states. Time-outs are events of the environment and may come in any state.

use heddle_machine::{Machine, Pending, Ref, Status, StepEnd};
use heddle_program::ClassId;
use heddle_verdict::{Choice, MonitorPolicy, Platform, ThreadId};

use super::{Scheduler, is_event};

pub struct Strict {
    platform: Platform,
    processors: usize,
}

impl Strict {
    pub fn new(platform: Platform, processors: usize) -> Self {
        Self { platform, processors }
    }

    /// The threads that have a processor: those that cannot be preempted where they stand, then by
    /// active priority and place.
    fn running(&self, machine: &mut Machine<'_>) -> Vec<usize> {
        let priorities = active_priorities(machine, &self.platform);
        let is_queued = |&t: &usize| machine.threads[t].is_alive() && machine.threads[t].control.ready;
        let mut ready: Vec<usize> = (0..machine.threads.len()).filter(is_queued).collect();
        let key = |&t: &usize| {
            let control = &machine.threads[t].control;
            (!control.pinned, std::cmp::Reverse(priorities[t]), control.rank)
        };
        ready.sort_by_key(key);
        ready.truncate(self.processors);
        ready
    }

    /// Puts the queues in order after a step of `ran`; `behind` go behind their equals.
    fn order(&self, machine: &mut Machine<'_>, ran: Option<usize>, behind: &[usize]) {
        let mut alive: Vec<usize> = machine.live_threads().collect();
        alive.sort_by_key(|&t| (machine.threads[t].control.rank, t));
        let ready: Vec<bool> = (0..machine.threads.len()).map(|t| is_queued(machine, t)).collect();
        let moves = |&t: &usize| ready[t] != machine.threads[t].control.ready || behind.contains(&t);
        let (moved, kept): (Vec<usize>, Vec<usize>) = alive.into_iter().partition(moves);
        for (rank, t) in kept.into_iter().chain(moved).enumerate() {
            let control = machine.threads[t].control;
            let pinned = ready[t] && control.held && (control.pinned || ran == Some(t));
            let rank = rank as u16;
            if (control.rank, control.ready, control.pinned) != (rank, ready[t], pinned) {
                let control = machine.control(t);
                (control.rank, control.ready, control.pinned) = (rank, ready[t], pinned);
            }
        }
        // Who gets a processor away from a yield point keeps it up to the next one.
        for t in self.running(machine) {
            let control = machine.threads[t].control;
            if control.held && !control.pinned {
                machine.control(t).pinned = true;
            }
        }
    }

    /// Counts how long threads have been kept waiting for a monitor by threads of lower priority
    /// that do not hold it.
    fn count_delays(&self, machine: &mut Machine<'_>, ran: usize) {
        let priorities = active_priorities(machine, &self.platform);
        for (t, &priority) in priorities.iter().enumerate() {
            let delayed = machine.threads[t].control.delayed;
            let now = match waited_for(machine, t) {
                None => 0,
                Some(_) if priority <= base_priority(machine, ran) => delayed,
                Some(owner) if helps(machine, owner, ran) => delayed,
                Some(_) => delayed.saturating_add(1).min(self.platform.inversion_bound.saturating_add(1)),
            };
            if now != delayed {
                machine.control(t).delayed = now;
            }
        }
    }
}

/// Whether a thread can go on as far as it knows: it has a place among those that want a processor.
fn is_queued(machine: &mut Machine<'_>, t: usize) -> bool {
    let control = machine.threads[t].control;
    let is_new = control.rank == u16::MAX;
    machine.is_ready(t) || (control.ready || is_new) && is_kept_out(machine, t)
}

/// Whether a thread stands before something that it cannot get.
fn is_kept_out(machine: &mut Machine<'_>, t: usize) -> bool {
    machine.threads[t].control.status == Status::Runnable && !machine.is_ready(t)
}

/// Whether `ran` is `owner` or holds what `owner` waits for.
fn helps(machine: &mut Machine<'_>, owner: usize, ran: usize) -> bool {
    let mut at = owner;
    for _ in 0..machine.threads.len() {
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
        // A thread in an atomic section goes on even where the platform would not let it.
        let threads = machine.threads.len();
        let is_atomic = |t: usize| machine.threads[t].control.atomic > 0 && machine.is_ready(t);
        if (0..threads).any(is_atomic) || machine.is_finished() {
            return;
        }
        let running = self.running(machine);
        let priorities = active_priorities(machine, &self.platform);
        out.retain(|choice| {
            let t = choice.thread.index();
            is_event(machine, t) || running.contains(&t) && wakes_highest(machine, &priorities, *choice)
        });
        let kept_out: Vec<usize> = running.into_iter().filter(|&t| is_kept_out(machine, t)).collect();
        if machine.options.late_timeouts && !kept_out.is_empty() {
            out.retain(|choice| !is_event(machine, choice.thread.index()));
        }
        out.extend(kept_out.into_iter().map(|t| Choice { thread: ThreadId(t as u16), alternative: 0 }));
        out.sort_by_key(|choice| (choice.thread.index(), choice.alternative));
    }

    fn step(&mut self, machine: &mut Machine<'_>, choice: Choice) -> StepEnd {
        let t = choice.thread.index();
        if is_event(machine, t) {
            let end = machine.step(choice);
            self.order(machine, None, &[]);
            return end;
        }
        if is_kept_out(machine, t) {
            machine.control(t).ready = false;
            self.order(machine, None, &[t]);
            return StepEnd::Done;
        }
        let behind: Vec<usize> = match machine.pending(t) {
            Pending::Yield => vec![t],
            Pending::SetPriority(of) => machine.thread_of(of).into_iter().collect(),
            _ => vec![],
        };
        let end = machine.step(choice);
        if !matches!(end, StepEnd::Stop(_)) {
            self.order(machine, Some(t), &behind);
            self.count_delays(machine, t);
        }
        end
    }
}

/// `notify` wakes the waiter of the highest priority that has waited for longest.
fn wakes_highest(machine: &mut Machine<'_>, priorities: &[u8], choice: Choice) -> bool {
    let Pending::Notify { object, all: false } = machine.pending(choice.thread.index()) else { return true };
    let waiters: Vec<usize> = machine.waiters(object).collect();
    let highest = waiters.iter().min_by_key(|&&t| (std::cmp::Reverse(priorities[t]), machine.threads[t].control.rank));
    match highest {
        None => true,
        Some(highest) => waiters.get(choice.alternative as usize) == Some(highest),
    }
}

/// The priority that a thread was given last, by itself or by another.
pub fn base_priority(machine: &Machine<'_>, t: usize) -> u8 {
    machine.threads[t].control.priority
}

/// The priorities that decide who runs: the thread's own, what it inherits from those who wait for
/// its monitors, directly or not, and the ceilings of the monitors that it holds.
pub fn active_priorities(machine: &mut Machine<'_>, platform: &Platform) -> Vec<u8> {
    let count = machine.threads.len();
    let mut active: Vec<u8> = (0..count).map(|t| base_priority(machine, t)).collect();
    if platform.monitors == MonitorPolicy::Ceiling && !platform.ceilings.is_empty() {
        for (t, priority) in active.iter_mut().enumerate() {
            if machine.threads[t].is_alive() {
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
    if machine.threads[t].control.ready {
        return None;
    }
    let object = match (machine.threads[t].control.status, machine.pending(t)) {
        (Status::Notified { object }, _) | (Status::Runnable, Pending::Lock(object)) => object,
        // A thread takes its own monitor to tell those who join it.
        (Status::Runnable, Pending::End) => machine.threads[t].object,
        _ => return None,
    };
    usize::from(machine.heap.monitor(object).0).checked_sub(1).filter(|&owner| owner != t)
}
