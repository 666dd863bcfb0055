//! Data races by their definition (JLS 17.4.5): two conflicting plain accesses that happens-before
//! leaves unordered in some execution. All executions are enumerated, with vector clocks; those
//! that agree in state and clocks are enumerated once, for they have the same futures.
//!
//! `unpark` comes before the `park` that it lets through. The specification does not promise that,
//! but no run without spurious wake-ups can tell.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::state::{Location, Observer, State, Sync};
use super::step::Machine;
use super::{TooLarge, lower};
use crate::program::Program;

/// Most threads of a program.
const THREADS: usize = 4;

type Clock = [u8; THREADS];

/// What happened before what so far. A thread's own component counts its releases.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Clocks {
    threads: [Clock; THREADS],
    syncs: BTreeMap<Sync, Clock>,
    writes: BTreeMap<Location, Clock>,
    reads: BTreeMap<Location, Clock>,
    /// Those that do not race with each other.
    ordered_writes: BTreeMap<Location, Clock>,
    ordered_reads: BTreeMap<Location, Clock>,
    race: bool,
}

impl Clocks {
    fn new() -> Self {
        let mut threads = [Clock::default(); THREADS];
        (0..THREADS).for_each(|t| threads[t][t] = 1);
        Self {
            threads,
            syncs: BTreeMap::new(),
            writes: BTreeMap::new(),
            reads: BTreeMap::new(),
            ordered_writes: BTreeMap::new(),
            ordered_reads: BTreeMap::new(),
            race: false,
        }
    }

    /// Notes a race if one of the accesses has not happened before the thread's present.
    fn compare(&mut self, thread: usize, accesses: Option<Clock>) {
        let now = self.threads[thread];
        self.race |= accesses.is_some_and(|accesses| (0..THREADS).any(|t| t != thread && accesses[t] > now[t]));
    }
}

fn join(into: &mut Clock, other: Clock) {
    into.iter_mut().zip(other).for_each(|(mine, theirs)| *mine = (*mine).max(theirs));
}

impl Observer for Clocks {
    fn read(&mut self, thread: usize, location: Location) {
        self.compare(thread, self.writes.get(&location).copied());
        self.compare(thread, self.ordered_writes.get(&location).copied());
        self.reads.entry(location).or_default()[thread] = self.threads[thread][thread];
    }

    fn write(&mut self, thread: usize, location: Location) {
        self.compare(thread, self.writes.get(&location).copied());
        self.compare(thread, self.reads.get(&location).copied());
        self.compare(thread, self.ordered_writes.get(&location).copied());
        self.compare(thread, self.ordered_reads.get(&location).copied());
        self.writes.entry(location).or_default()[thread] = self.threads[thread][thread];
    }

    fn read_ordered(&mut self, thread: usize, location: Location) {
        self.compare(thread, self.writes.get(&location).copied());
        self.ordered_reads.entry(location).or_default()[thread] = self.threads[thread][thread];
    }

    fn write_ordered(&mut self, thread: usize, location: Location) {
        self.compare(thread, self.writes.get(&location).copied());
        self.compare(thread, self.reads.get(&location).copied());
        self.ordered_writes.entry(location).or_default()[thread] = self.threads[thread][thread];
    }

    fn acquire(&mut self, thread: usize, sync: Sync) {
        if let Some(&released) = self.syncs.get(&sync) {
            join(&mut self.threads[thread], released);
        }
    }

    fn release(&mut self, thread: usize, sync: Sync) {
        join(self.syncs.entry(sync).or_default(), self.threads[thread]);
        self.threads[thread][thread] += 1;
    }
}

/// Whether some execution has a data race. At most `limit` steps of executions are looked at.
pub fn has_race(program: &Program, limit: usize) -> Result<bool, TooLarge> {
    assert!(program.threads.len() <= THREADS, "clocks have a component for each thread");
    let code = lower(program);
    let mut machine = Machine::new(&code);
    let initial = (machine.initial(), Clocks::new());
    let mut known: FxHashSet<(State, Clocks)> = FxHashSet::from_iter([initial.clone()]);
    let mut open = vec![initial];
    while let Some((state, clocks)) = open.pop() {
        for t in 0..state.threads.len() {
            for alternative in 0..machine.alternatives(&state, t) {
                let mut next = (state.clone(), clocks.clone());
                machine.step(&mut next.0, t, alternative, &mut next.1);
                if next.1.race {
                    return Ok(true);
                }
                if known.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        if known.len() > limit {
            return Err(TooLarge);
        }
    }
    Ok(false)
}
