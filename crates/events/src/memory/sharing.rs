//! Which memory threads share: the cells that two threads access, one of them writing, with neither the start nor
//! the end of a thread between them. Only these are events of a memory model, whoever's code accesses them; all other
//! memory is as it is, since every model orders what starting and joining threads orders.
//!
//! Goes in: the accesses of a run, as they happen. Comes out: whether a cell was found to be shared that was not known
//! to be, so that the search has to begin again.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::action::Cell;
use super::clock::Clock;

/// What starting and joining threads puts in order.
#[derive(Clone, Default, Hash)]
pub struct Starts {
    clocks: Vec<Clock>,
    ends: BTreeMap<usize, Clock>,
}

impl Starts {
    fn clock(&mut self, t: usize) -> &mut Clock {
        if self.clocks.len() <= t {
            self.clocks.resize(t + 1, Clock::default());
        }
        &mut self.clocks[t]
    }

    /// A thread starts another one: what it did so far comes before all that the other does.
    pub fn start(&mut self, t: usize, child: usize) {
        let clock = self.clock(t);
        let inherited = clock.clone();
        let now = clock.of(t) + 1;
        clock.set(t, now);
        *self.clock(child) = inherited;
        // What a thread does is counted from 1, so that nothing is covered by chance.
        self.clock(child).set(child, 1);
    }

    pub fn end(&mut self, t: usize) {
        let clock = self.clock(t).clone();
        self.ends.insert(t, clock);
    }

    /// A thread learns that another one has ended, if it has.
    pub fn join(&mut self, t: usize, other: usize) {
        if let Some(end) = self.ends.get(&other).cloned() {
            self.clock(t).join(&end);
        }
    }

    pub fn has_ended(&self, t: usize) -> bool {
        self.ends.contains_key(&t)
    }
}

/// Accesses of one kind by one thread to a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Use {
    thread: usize,
    /// When the last of them was, by what the thread had started.
    at: u32,
    writes: bool,
    /// Made by code that finds this memory as it is.
    quiet: bool,
}

/// Who accesses what, in the run as it stands, and what has turned out to be shared in any run.
#[derive(Default)]
pub struct Sharing {
    followed: FxHashSet<Cell>,
    users: FxHashMap<Cell, Vec<Use>>,
    log: Vec<(Cell, Vec<Use>)>,
    found: bool,
}

impl Sharing {
    pub fn follows(&self, cell: Cell) -> bool {
        self.followed.contains(&cell)
    }

    /// Who has accessed what in the run as it stands, of what is not followed.
    pub fn uses(&self) -> impl Iterator<Item = (Cell, Use)> {
        let uses = self.users.iter().filter(|(cell, _)| !self.follows(**cell));
        uses.flat_map(|(&cell, uses)| uses.iter().map(move |&used| (cell, used)))
    }

    /// These are shared from now on.
    pub fn follow(&mut self, cells: impl Iterator<Item = Cell>) {
        for cell in cells {
            self.found |= self.followed.insert(cell);
        }
    }

    /// Whether something was found to be shared since this was asked last.
    pub fn found_anew(&mut self) -> bool {
        std::mem::take(&mut self.found)
    }

    /// A thread accesses a cell that is not followed; whether others do too, so that it has to be.
    pub fn note(&mut self, starts: &mut Starts, t: usize, cell: Cell, writes: bool, quiet: bool) -> bool {
        let clock = starts.clock(t);
        let now = Use { thread: t, at: clock.of(t), writes, quiet };
        let users = self.users.entry(cell).or_default();
        if users.contains(&now) && users.len() == 1 {
            return false;
        }
        let meets = |other: &Use| {
            other.thread != t
                && (other.writes || writes)
                && !(other.quiet && quiet)
                && !clock.covers(other.thread, other.at)
        };
        let shared = users.iter().any(meets);
        if !users.contains(&now) {
            self.log.push((cell, users.clone()));
            users.retain(|other| (other.thread, other.writes, other.quiet) != (t, writes, quiet));
            users.push(now);
        }
        shared
    }

    pub fn position(&self) -> usize {
        self.log.len()
    }

    pub fn back_to(&mut self, position: usize) {
        while self.log.len() > position {
            if let Some((cell, users)) = self.log.pop() {
                self.users.insert(cell, users);
            }
        }
    }
}
