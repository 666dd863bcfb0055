//! Which steps of a run happen before which (JLS 17.4.5), by vector clocks along the run. For a race it
//! gives the last synchronisation of each side, and up to where the other side is ordered after it:
//! the missing synchronisation would have to start from there.
//!
//! A step counts as what it begins with. Edges come from starting threads, from the end of a thread
//! to a thread that observes it, from releasing to acquiring a monitor, from writing to reading a volatile or
//! atomic place, from interrupting to noticing it. Parking and class initialisation give none here.

use heddle_machine::{Location, Machine, Mode, Pending, Ref, Status};
use heddle_verdict::{ThreadId, Unordered};
use rustc_hash::FxHashMap;

/// By thread: how many of its steps happened before.
type Clock = Vec<u32>;

#[derive(Default)]
pub struct HappensBefore {
    clocks: Vec<Clock>,
    /// By thread: its steps, as positions in the run.
    steps: Vec<Vec<usize>>,
    /// By thread: the last step that synchronised.
    last: Vec<Option<usize>>,
    /// By thread: the monitors that it has taken and not released.
    held: Vec<Vec<Ref>>,
    released: FxHashMap<Ref, Clock>,
    written: FxHashMap<Location, Clock>,
    interrupted: FxHashMap<Ref, Clock>,
    /// Threads that were started, by the step that did it.
    started: FxHashMap<usize, usize>,
    taken: usize,
}

fn join(clock: &mut Clock, other: &Clock) {
    if clock.len() < other.len() {
        clock.resize(other.len(), 0);
    }
    for (own, &theirs) in clock.iter_mut().zip(other) {
        *own = (*own).max(theirs);
    }
}

impl HappensBefore {
    /// Thread `t` took a step that began with `pending`; the machine stands after it.
    pub fn step(&mut self, machine: &Machine<'_>, t: usize, status: Status, pending: Pending) {
        let position = self.taken;
        let known = self.clocks.len();
        self.grow(machine.state.threads.len().max(t + 1), t);
        if known.max(1) < self.clocks.len() {
            self.started.insert(position, self.clocks.len() - 1);
        }
        self.taken += 1;
        self.steps[t].push(position);
        self.clocks[t][t] += 1;
        let starts = self.started.contains_key(&position);
        if self.synchronise(machine, t, status, pending) || starts {
            self.last[t] = Some(position);
        }
        for object in std::mem::take(&mut self.held[t]) {
            if machine.state.heap.monitor(object).0 == t as u16 + 1 {
                self.held[t].push(object);
            } else {
                self.released.insert(object, self.clocks[t].clone());
            }
        }
    }

    /// New threads begin with what their creator knows.
    fn grow(&mut self, threads: usize, creator: usize) {
        for new in self.clocks.len()..threads {
            let mut clock = self.clocks.get(creator).cloned().unwrap_or_default();
            // The creator's own step is counted after this.
            clock.resize(threads.max(new + 1), 0);
            clock[creator] += u32::from(creator != new);
            self.clocks.push(clock);
            self.steps.push(Vec::new());
            self.last.push(None);
            self.held.push(Vec::new());
        }
        for clock in &mut self.clocks {
            clock.resize(threads.max(clock.len()), 0);
        }
    }

    /// Draws the edges that end or begin at this step; whether there are any.
    fn synchronise(&mut self, machine: &Machine<'_>, t: usize, status: Status, pending: Pending) -> bool {
        let mut acquire = |from: Option<&Clock>| from.into_iter().for_each(|clock| join(&mut self.clocks[t], clock));
        if let Status::Notified { object } = status {
            acquire(self.released.get(&object));
            self.held[t].push(object);
            return true;
        }
        match pending {
            Pending::Lock(object) => {
                acquire(self.released.get(&object));
                self.held[t].push(object);
            }
            Pending::Memory(access) if access.mode != Mode::Plain => {
                if access.reads && access.mode.acquires() {
                    acquire(self.written.get(&access.location));
                }
                if access.writes && access.mode.releases() {
                    join(self.written.entry(access.location).or_default(), &self.clocks[t]);
                }
            }
            Pending::Alive(thread) => {
                let ended = machine.thread_of(thread).filter(|&other| !machine.state.threads[other].is_alive());
                let Some(clock) = ended.map(|other| self.clocks[other].clone()) else { return false };
                join(&mut self.clocks[t], &clock);
            }
            Pending::Interrupt(thread) => {
                join(self.interrupted.entry(thread).or_default(), &self.clocks[t]);
            }
            Pending::Interrupted(thread) => acquire(self.interrupted.get(&thread)),
            Pending::Unlock(_) | Pending::Wait(_) | Pending::Start(_) => {}
            _ => return false,
        }
        true
    }

    /// What orders, and does not order, the next step of `t` with that of `other`.
    pub fn between(&self, t: usize, other: usize) -> Unordered {
        let known = self.clocks.get(other).and_then(|clock| clock.get(t)).copied().unwrap_or(0);
        let seen = (known as usize).checked_sub(1).and_then(|index| self.steps.get(t)?.get(index));
        let starts = seen.and_then(|step| self.started.get(step)).map(|&thread| ThreadId(thread as u16));
        Unordered { last_sync: self.last.get(t).copied().flatten(), seen_by_other: seen.copied(), starts }
    }

    /// The monitors that a thread holds.
    pub fn held(&self, t: usize) -> &[Ref] {
        self.held.get(t).map_or(&[], Vec::as_slice)
    }
}
