//! Seeded random walks: each run picks among the choices with equal probability. For programs too
//! large to exhaust; proves nothing.

use heddle_verdict::Choice;

use super::Order;
use crate::path::Path;

/// SplitMix64: tiny, seedable, good enough to pick choices.
#[derive(Clone, Copy, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.word()) * n as u128) >> 64) as usize
    }
}

pub struct RandomWalks {
    random: Random,
    left: u64,
    /// Choices of the state the path stands at; empty at the end of a run.
    here: Vec<Choice>,
    first: Vec<Choice>,
}

impl RandomWalks {
    pub fn new(seed: u64, walks: u64) -> Self {
        Self { random: Random::new(seed), left: walks, here: Vec::new(), first: Vec::new() }
    }
}

impl Order for RandomWalks {
    fn add(&mut self, path: &Path<'_>, choices: &[Choice]) {
        if path.depth() == 0 {
            self.first = choices.to_vec();
        } else {
            self.here.extend_from_slice(choices);
        }
    }

    fn next(&mut self, path: &mut Path<'_>) -> Option<Choice> {
        if self.here.is_empty() {
            self.left = self.left.checked_sub(1)?;
            path.back_to(0);
            self.here.extend_from_slice(&self.first);
        }
        let chosen = self.random.below(self.here.len());
        let choice = self.here[chosen];
        self.here.clear();
        Some(choice)
    }

    /// Runs that are left.
    fn waiting(&self) -> usize {
        self.left as usize
    }

    fn revisits(&self) -> bool {
        true
    }
}
