//! The states of a depth-first run that a worker has entered and not left, to know two things in the
//! end without keeping the graph of all states. Whether the run ever came back to one of them: if not,
//! the graph has no cycle, and no run is infinite. And whether from every state a run leads to an
//! end: a state has been shown to when one of its steps leads to a state without choices, or to one that
//! has been left. If so, there is no partial deadlock beside threads that run forever.
//!
//! Several workers know the second together (`open.rs`), the first only if the first of them never shared anything.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::open::{Doubt, Open};

/// By depth, 64 bits of each state's fingerprint. States that share them are taken for the same one,
/// which may make the answers "perhaps not", never "yes".
pub struct Trail {
    entered: Vec<Entered>,
    /// The depth of the first of them.
    from: usize,
    /// How many keys of the trail end in these bits: most states that are met again are not on it, and
    /// this tells so at once.
    counts: Box<[u16; COUNTS]>,
    returned: bool,
    astray: bool,
    together: Option<Together>,
}

/// This worker among others.
struct Together {
    open: Arc<Open>,
    worker: usize,
    /// States that those of the trail which are not known to lead to an end lead to: depth and state.
    doubtful: Vec<(usize, u64)>,
    /// States entered so far.
    count: usize,
}

impl Together {
    fn lists(&self, key: u64) -> bool {
        self.open.is_listed(self.worker, key)
    }
}

#[derive(Clone, Copy, Serialize, Deserialize)]
struct Entered {
    key: u64,
    /// It leads to an end.
    leads: bool,
}

/// The trail of a worker that is alone, as a value.
#[derive(Clone, Serialize, Deserialize)]
pub struct TrailSoFar {
    entered: Vec<Entered>,
    from: usize,
    returned: bool,
    astray: bool,
}

const COUNTS: usize = 4096;

/// A longer trail is given up: looking it through would take too long.
const LONGEST: usize = 4 * COUNTS;

impl Trail {
    /// The trail of a worker, alone or among others.
    pub fn new(open: Option<(&Arc<Open>, usize)>) -> Self {
        let together =
            open.map(|(open, worker)| Together { open: open.clone(), worker, doubtful: Vec::new(), count: 0 });
        Self {
            entered: Vec::new(),
            from: 0,
            counts: Box::new([0; COUNTS]),
            returned: together.as_ref().is_some_and(|together| together.worker > 0),
            astray: false,
            together,
        }
    }

    /// The trail of a worker that is alone; counts follow from the rest.
    pub fn so_far(&self) -> TrailSoFar {
        let Self { entered, from, counts: _, returned, astray, together } = self;
        debug_assert!(together.is_none());
        TrailSoFar { entered: entered.clone(), from: *from, returned: *returned, astray: *astray }
    }

    /// The same trail again.
    pub fn going_on(TrailSoFar { entered, from, returned, astray }: TrailSoFar) -> Self {
        let mut trail = Self { entered, from, returned, astray, ..Self::new(None) };
        trail.entered.iter().for_each(|entered| trail.counts[entered.key as usize % COUNTS] += 1);
        trail
    }

    /// The worker goes on below a state that another has on its trail, at a depth.
    pub fn begin_below(&mut self, depth: usize) {
        self.begin_at(depth + 1);
    }

    /// The search begins at a depth.
    pub fn begin_at(&mut self, depth: usize) {
        self.leave_to(self.from);
        self.from = depth;
    }

    /// A state is about to be looked up in the store.
    #[inline]
    pub fn approach(&mut self, key: u64) {
        if let Some(together) = self.together.as_ref().filter(|_| !self.astray) {
            together.open.approach(together.worker, key);
        }
    }

    /// A new state at a depth, whose predecessors are on the trail.
    #[inline]
    pub fn enter(&mut self, depth: usize, key: u64) {
        if self.is_lost() {
            return;
        }
        self.leave_to(depth);
        self.entered.push(Entered { key, leads: false });
        self.counts[key as usize % COUNTS] += 1;
        let is_fresh = self.together.as_mut().is_none_or(|together| {
            together.count += 1;
            together.count <= MOST && !together.open.is_lost() && together.open.enter(together.worker, key)
        });
        if self.entered.len() >= LONGEST || !is_fresh {
            self.lose();
        }
    }

    /// A state without choices, at a depth.
    #[inline]
    pub fn end(&mut self, depth: usize) {
        if self.is_lost() {
            return;
        }
        self.leave_to(depth);
        self.lead();
    }

    /// A state met again at a depth.
    #[inline]
    pub fn meet(&mut self, depth: usize, key: u64) {
        if self.is_lost() {
            return;
        }
        self.leave_to(depth);
        if self.counts[key as usize % COUNTS] > 0 && self.entered.iter().any(|entered| entered.key == key) {
            self.returned = true;
            self.doubt(key);
        } else if self.is_in_doubt() && self.together.as_ref().is_some_and(|together| together.lists(key)) {
            self.doubt(key);
        } else {
            self.lead();
        }
    }

    /// Another worker goes on with some of what lies below the trail, and may come back to it.
    pub fn share(&mut self) {
        self.returned = true;
    }

    /// Gives the trail up.
    #[cold]
    pub fn lose(&mut self) {
        (self.returned, self.astray) = (true, true);
        if let Some(together) = &self.together {
            together.open.lose();
        }
    }

    /// Whether nothing can be learnt any more.
    #[inline]
    fn is_lost(&self) -> bool {
        self.returned && self.astray
    }

    /// After a complete search: whether no run comes back to where it was.
    pub fn is_acyclic(&self) -> bool {
        !self.returned
    }

    /// After a complete search: whether every state of this trail leads to an end, but for those that are
    /// left in doubt.
    pub fn leads_to_ends(&mut self) -> bool {
        self.leave_to(self.from);
        !self.astray
    }

    fn is_in_doubt(&self) -> bool {
        self.entered.last().is_some_and(|entered| !entered.leads)
    }

    /// The last state leads to an end.
    #[inline]
    fn lead(&mut self) {
        if let Some(entered) = self.entered.last_mut() {
            entered.leads = true;
        }
    }

    /// The last state leads to one of which it is not known whether it leads to an end.
    #[inline]
    fn doubt(&mut self, key: u64) {
        if self.is_in_doubt()
            && let Some(together) = &mut self.together
        {
            together.doubtful.push((self.entered.len(), key));
        }
    }

    #[inline]
    fn leave_to(&mut self, depth: usize) {
        while self.from + self.entered.len() > depth {
            let Some(Entered { key, leads }) = self.entered.pop() else { return };
            self.counts[key as usize % COUNTS] -= 1;
            let Some(together) = &mut self.together else {
                self.astray |= !leads;
                self.lead();
                continue;
            };
            let own = together.doubtful.partition_point(|&(depth, _)| depth <= self.entered.len());
            let leads_to = together.doubtful.drain(own..).map(|(_, next)| next);
            if leads {
                drop(leads_to);
                together.open.leave(together.worker, key);
                self.lead();
            } else {
                let leads_to = leads_to.collect();
                together.open.leave_in_doubt(Doubt { state: key, leads_to });
                self.doubt(key);
            }
        }
    }
}

/// With so many states partial deadlocks are not searched for by default (`run.rs`).
pub const MOST: usize = 200_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_that_was_left_may_be_met_again_but_not_one_of_the_run() {
        let mut trail = Trail::new(None);
        trail.enter(0, 10);
        trail.enter(1, 11);
        trail.end(2);
        // The same last bits, but another state.
        trail.meet(2, 10 + COUNTS as u64);
        trail.enter(1, 12);
        trail.meet(2, 11);
        assert!(trail.is_acyclic() && trail.leads_to_ends());
        trail.enter(0, 10);
        trail.meet(1, 10);
        assert!(!trail.is_acyclic());
    }

    #[test]
    fn a_cycle_that_can_be_left_does_not_lead_astray() {
        for leaves in [false, true] {
            let mut trail = Trail::new(None);
            trail.enter(0, 10);
            trail.enter(1, 11);
            trail.enter(2, 12);
            trail.meet(3, 11);
            if leaves {
                trail.end(3);
            }
            trail.end(1);
            assert!(!trail.is_acyclic());
            assert_eq!(trail.leads_to_ends(), leaves);
        }
    }

    /// Two workers share the states 10 → 11, 10 → 12; the second's 12 → 13 meets 11 while the first is
    /// still there, and the first's 11 meets 13 after that: only an end makes both sure.
    #[test]
    fn workers_do_not_take_each_others_word_for_an_end() {
        for ends in [false, true] {
            let open = Arc::new(Open::new(2));
            let (mut first, mut second) = (Trail::new(Some((&open, 0))), Trail::new(Some((&open, 1))));
            first.enter(0, 10);
            first.enter(1, 11);
            second.begin_below(0);
            second.enter(1, 12);
            second.enter(2, 13);
            second.meet(3, 11);
            second.begin_below(0);
            first.meet(2, 13);
            if ends {
                first.end(2);
            }
            assert!(first.leads_to_ends() && second.leads_to_ends());
            assert_eq!(open.leads_to_ends(), ends);
        }
    }
}
