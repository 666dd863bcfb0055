//! Chance that is the same in every run.

use std::ops::Range;

/// Numbers that look random (xorshift64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, bound: usize) -> usize {
        ((self.word() >> 11) % bound as u64) as usize
    }
}

/// The seeds of generated programs that `HEDDLE_SEEDS=from..to` names, else these.
pub fn seeds(otherwise: Range<u64>) -> Range<u64> {
    let Ok(range) = std::env::var("HEDDLE_SEEDS") else { return otherwise };
    let (from, to) = range.split_once("..").expect("HEDDLE_SEEDS=from..to");
    from.parse().expect("a number")..to.parse().expect("a number")
}
