//! The truth about a program on a platform with strict priorities, by brute force.
//! There are two queues: of threads that want a processor and of threads that are blocked, each in the
//! order in which they came to it. A thread in the first one does not know yet whether it can get the
//! monitor that it stands before; finding out needs a processor and is a move of its own.
//!
//! The threads that run are those that stand at no yield point and have a processor already, then those
//! of the highest active priority, first come first served. Deciding this is a move of its own, too. Times
//! that are up are moves of nobody and come in any state, before the decision and after it; only the thread
//! that moved last does not come back before it.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;

use crate::facts::Facts;
use crate::java::Source;
use crate::program::Program;

use super::code::Op;
use super::locks::{thread_lock, waiters, wake};
use super::platform::{Monitors, Platform, Run, Threads, bit};
use super::state::{LockId, State, Status, id};
use super::step::Machine;
use super::{Judged, TooLarge, lower, note_end, uncaught};

/// As [`super::judge_on`].
pub fn judge(
    program: &Program,
    source: &Source,
    platform: &Platform,
    monitors: Monitors,
    limit: usize,
) -> Result<Judged, TooLarge> {
    let code = lower(program);
    let threads = Threads::new(&code, platform);
    let mut simulator = Simulator { threads, monitors, known: FxHashSet::default(), open: vec![] };
    let initial = simulator.threads.machine.initial();
    simulator.reach(initial, Queues::default(), None);
    let mut facts = Facts::default();
    while let Some((state, queues)) = simulator.open.pop() {
        if simulator.expand(&state, &queues) {
            note_end(program, &state, &mut facts);
        }
        if simulator.known.len() > limit {
            return Err(TooLarge);
        }
    }
    facts.uncaught = uncaught(&simulator.threads.machine, source);
    Ok(Judged { facts, states: simulator.known.len() })
}

/// Where the threads are that have been started and have not ended.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Queues {
    /// Want a processor or have one.
    ready: Vec<usize>,
    blocked: Vec<usize>,
    run: Run,
    /// Who is to run has been decided.
    decided: bool,
    /// The thread that moved last, until that is decided.
    moved: Option<usize>,
}

struct Simulator<'c> {
    threads: Threads<'c>,
    monitors: Monitors,
    known: FxHashSet<(State, Queues)>,
    open: Vec<(State, Queues)>,
}

impl Simulator<'_> {
    /// All moves of a state; whether there are none.
    fn expand(&mut self, state: &State, queues: &Queues) -> bool {
        let mut stuck = true;
        for t in 0..state.threads.len() {
            for cause in self.threads.events(state, t).into_iter().filter(|_| queues.moved != Some(t)) {
                stuck = false;
                let mut next = state.clone();
                wake(&mut next, t, cause);
                self.reach(next, queues.clone(), None);
            }
        }
        if state.exit.is_some() {
            return true;
        }
        if !queues.decided {
            self.decide(state.clone(), queues.clone());
            return false;
        }
        for t in (0..state.threads.len()).filter(|&t| queues.run & bit(t) != 0) {
            stuck = false;
            if !self.threads.is_ready(state, t) {
                let mut queues = queues.clone();
                queues.ready.retain(|&other| other != t);
                queues.blocked.push(t);
                self.reach(state.clone(), queues, None);
                continue;
            }
            let behind = match *self.threads.machine.op(state, t) {
                _ if state.threads[t].status != Status::Runnable => None,
                Op::Pause(super::Pause::Yield) => Some(t),
                Op::SetPriority { thread, .. } => Some(usize::from(thread)),
                _ => None,
            };
            let monitors = self.monitors;
            let pick = |machine: &Machine<'_>, state: &State| notified(machine, state, t, queues, monitors);
            for next in self.threads.exec(state, t, pick) {
                self.reach(next, Queues { moved: Some(t), ..queues.clone() }, behind);
            }
        }
        stuck
    }

    /// Puts a new state in order: who is blocked, who is not any more, who keeps a processor. `behind`
    /// goes behind those that want one.
    fn reach(&mut self, state: State, mut queues: Queues, behind: Option<usize>) {
        let threads = &self.threads;
        let is_known = |t: &usize| queues.ready.contains(t) || queues.blocked.contains(t);
        let is_new = |t: &usize| !matches!(state.threads[*t].status, Status::New | Status::Ended) && !is_known(t);
        let new: Vec<usize> = (0..state.threads.len()).filter(is_new).collect();
        // Running threads that stand before a lock have not tried it yet.
        let wants = |t: usize| threads.is_ready(&state, t) || state.threads[t].status == Status::Runnable;
        let (unblocked, blocked) = queues.blocked.iter().partition(|&&t| threads.is_ready(&state, t));
        let (ready, stopped): (Vec<usize>, Vec<usize>) = queues.ready.iter().partition(|&&t| wants(t));
        (queues.ready, queues.blocked) = (ready, blocked);
        queues.blocked.extend(stopped.into_iter().filter(|&t| state.threads[t].status != Status::Ended));
        if let Some(at) = queues.ready.iter().position(|&t| Some(t) == behind) {
            let t = queues.ready.remove(at);
            queues.ready.push(t);
        }
        let unblocked: Vec<usize> = unblocked;
        queues.ready.extend(unblocked);
        queues.ready.extend(new);
        let stays = |t: &&usize| queues.run & bit(**t) != 0 && !self.threads.stands_at_yield(&state, **t);
        queues.run = queues.ready.iter().filter(stays).map(|&t| bit(t)).sum();
        queues.decided = false;
        // Who can be interrupted anywhere can be interrupted after the decision.
        if self.threads.platform.timer {
            self.decide(state, queues);
        } else {
            self.add(state, queues);
        }
    }

    fn decide(&mut self, state: State, mut queues: Queues) {
        let priorities = active(&self.threads.machine, &state, &queues, self.monitors);
        let mut order = queues.ready.clone();
        order.sort_by_key(|&t| (queues.run & bit(t) == 0, Reverse(priorities[t])));
        queues.run = order.into_iter().take(self.threads.platform.processors).map(bit).sum();
        (queues.decided, queues.moved) = (true, None);
        self.add(state, queues);
    }

    fn add(&mut self, state: State, queues: Queues) {
        if self.known.insert((state.clone(), queues.clone())) {
            self.open.push((state, queues));
        }
    }
}

/// The priorities that decide who runs.
fn active(machine: &Machine<'_>, state: &State, queues: &Queues, monitors: Monitors) -> Vec<u8> {
    let mut active: Vec<u8> = state.threads.iter().map(|thread| thread.priority).collect();
    if let Monitors::Ceiling { shared, node } = monitors {
        for (&lock, &(owner, _)) in &state.locks {
            let ceiling = match lock {
                0 | 1 => shared,
                lock if lock < thread_lock(0) => node,
                _ => 0,
            };
            let of = &mut active[usize::from(owner)];
            *of = ceiling.max(*of);
        }
    }
    if monitors == Monitors::None {
        return active;
    }
    loop {
        let before = active.clone();
        for &t in &queues.blocked {
            let owner =
                wanted(machine, state, t).and_then(|lock| state.locks.get(&lock)).map(|lock| usize::from(lock.0));
            if let Some(owner) = owner.filter(|&owner| owner != t) {
                active[owner] = active[owner].max(active[t]);
            }
        }
        if active == before {
            return active;
        }
    }
}

/// The monitor that a blocked thread waits for.
fn wanted(machine: &Machine<'_>, state: &State, t: usize) -> Option<LockId> {
    match (state.threads[t].status, machine.op(state, t)) {
        (Status::Woken { lock, .. }, _) => Some(lock),
        (Status::Joined { thread, .. }, _) => Some(thread_lock(thread)),
        (Status::Runnable, Op::Enter(lock)) => Some(id(&state.threads[t], *lock)),
        (Status::Runnable, Op::EnterThread(thread)) => Some(thread_lock(*thread)),
        (Status::Runnable, Op::End) => Some(thread_lock(t as u8)),
        _ => None,
    }
}

/// Which waiter `notify` wakes: of those with the highest priority the one that has waited for longest.
fn notified(machine: &Machine<'_>, state: &State, t: usize, queues: &Queues, monitors: Monitors) -> Option<usize> {
    let Op::Notify { lock, all: false } = *machine.op(state, t) else { return None };
    if state.threads[t].status != Status::Runnable {
        return None;
    }
    let priorities = active(machine, state, queues, monitors);
    let waiting: Vec<usize> = waiters(state, id(&state.threads[t], lock)).collect();
    let since = |waiter: usize| queues.blocked.iter().position(|&other| other == waiter);
    let first = waiting.iter().min_by_key(|&&waiter| (Reverse(priorities[waiter]), since(waiter)))?;
    waiting.iter().position(|waiter| waiter == first)
}
