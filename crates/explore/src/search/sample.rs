//! Runs one after another from where they begin, each chosen by a [`Policy`]: for programs too large to exhaust. Proves
//! nothing.

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

/// How a run goes on.
pub trait Policy {
    /// A run begins; the longest one so far had so many steps.
    fn begin(&mut self, _random: &mut Random, _longest: usize) {}

    /// One of these choices, at least one, of the state that the path stands at.
    fn pick(&mut self, path: &mut Path<'_>, choices: &[Choice], random: &mut Random) -> Choice;
}

/// Each choice with the same probability.
pub struct Uniform;

impl Policy for Uniform {
    fn pick(&mut self, _: &mut Path<'_>, choices: &[Choice], random: &mut Random) -> Choice {
        choices[random.below(choices.len())]
    }
}

/// The choice of the highest priority, any alternative of its thread.
pub fn highest(choices: &[Choice], mut priority: impl FnMut(Choice) -> u64) -> Choice {
    let mut best = choices[0];
    for &choice in choices {
        if priority(choice) > priority(best) {
            best = choice;
        }
    }
    best
}

/// One of the alternatives that a thread has.
pub fn alternative(choices: &[Choice], of: Choice, random: &mut Random) -> Choice {
    let alternatives: Vec<Choice> = choices.iter().copied().filter(|choice| choice.thread == of.thread).collect();
    alternatives[random.below(alternatives.len())]
}

pub struct Sample {
    policy: Box<dyn Policy + Send>,
    random: Random,
    /// Runs that are left.
    left: u64,
    /// Choices of the state the path stands at; empty at the end of a run.
    here: Vec<Choice>,
    first: Vec<Choice>,
    longest: usize,
}

impl Sample {
    pub fn new(policy: impl Policy + Send + 'static, seed: u64, walks: u64) -> Self {
        let (here, first) = (Vec::new(), Vec::new());
        Self { policy: Box::new(policy), random: Random::new(seed), left: walks, here, first, longest: 1 }
    }
}

impl Order for Sample {
    fn add(&mut self, path: &Path<'_>, choices: &[Choice]) {
        self.longest = self.longest.max(path.depth());
        if path.is_at_root() {
            self.first = choices.to_vec();
        } else {
            self.here.extend_from_slice(choices);
        }
    }

    fn next(&mut self, path: &mut Path<'_>) -> Option<Choice> {
        if self.here.is_empty() {
            self.left = self.left.checked_sub(1)?;
            path.back_to_root();
            self.policy.begin(&mut self.random, self.longest);
            self.here.extend_from_slice(&self.first);
        }
        let choice = self.policy.pick(path, &self.here, &mut self.random);
        self.here.clear();
        Some(choice)
    }

    fn waiting(&self) -> usize {
        self.left as usize
    }

    fn revisits(&self) -> bool {
        true
    }
}
