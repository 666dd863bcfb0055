//! The states of a depth-first run that one worker has entered and not left, to know two things in the
//! end without keeping the graph of all states. Whether the run ever came back to one of them: if not,
//! the graph has no cycle, and no run goes on for ever. And whether from every state a run leads to an
//! end: a state has been shown to when one of its steps leads to a state without choices, or to one that
//! has been left. If so, nobody is stuck beside others that can do nothing but go on for ever.

/// By depth, 64 bits of each state's fingerprint. States that share them are taken for the same one,
/// which may make the answers "perhaps not", never "yes".
pub struct Trail {
    entered: Vec<Entered>,
    /// How many keys of the trail end in these bits: most states that are met again are not on it, and
    /// this tells so at once.
    counts: Box<[u16; COUNTS]>,
    returned: bool,
    astray: bool,
}

struct Entered {
    key: u64,
    /// It leads to an end.
    leads: bool,
}

const COUNTS: usize = 4096;

/// A longer trail is given up: looking it through would take too long.
const LONGEST: usize = 4 * COUNTS;

impl Default for Trail {
    fn default() -> Self {
        Self { entered: Vec::new(), counts: Box::new([0; COUNTS]), returned: false, astray: false }
    }
}

impl Trail {
    /// A new state at a depth, whose predecessors are on the trail.
    #[inline]
    pub fn enter(&mut self, depth: usize, key: u64) {
        self.leave_to(depth);
        self.entered.push(Entered { key, leads: false });
        self.counts[key as usize % COUNTS] += 1;
        if depth >= LONGEST {
            self.lose();
        }
    }

    /// A state without choices, at a depth.
    #[inline]
    pub fn end(&mut self, depth: usize) {
        self.leave_to(depth);
        self.lead();
    }

    /// A state met again at a depth.
    #[inline]
    pub fn meet(&mut self, depth: usize, key: u64) {
        self.leave_to(depth);
        if self.counts[key as usize % COUNTS] > 0 && self.entered.iter().any(|entered| entered.key == key) {
            self.returned = true;
        } else {
            self.lead();
        }
    }

    /// Gives the trail up.
    #[cold]
    pub fn lose(&mut self) {
        (self.returned, self.astray) = (true, true);
    }

    /// Whether nothing can be learnt any more.
    #[inline]
    pub fn is_lost(&self) -> bool {
        self.returned && self.astray
    }

    /// After a complete search: whether no run comes back to where it was.
    pub fn is_acyclic(&self) -> bool {
        !self.returned
    }

    /// After a complete search: whether every state leads to an end.
    pub fn leads_to_ends(&mut self) -> bool {
        self.leave_to(0);
        !self.astray
    }

    /// The last state leads to an end.
    #[inline]
    fn lead(&mut self) {
        if let Some(entered) = self.entered.last_mut() {
            entered.leads = true;
        }
    }

    #[inline]
    fn leave_to(&mut self, depth: usize) {
        while self.entered.len() > depth {
            let Entered { key, leads } = self.entered.pop().expect("longer than the depth");
            self.counts[key as usize % COUNTS] -= 1;
            self.astray |= !leads;
            self.lead();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_that_was_left_may_be_met_again_but_not_one_of_the_run() {
        let mut trail = Trail::default();
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
            let mut trail = Trail::default();
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
}
