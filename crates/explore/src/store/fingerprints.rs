//! The default store: 128-bit fingerprints. With a bound on switching, 8 of the bits hold the
//! least cost at which the state was reached.

use std::cmp::Ordering;
use std::io;
use std::sync::Arc;

use heddle_machine::Fingerprint;

use super::room::Room;
use super::shards::Shards;

pub struct Fingerprints {
    pairs: Shards,
    with_cost: bool,
}

const COST: u64 = 0xff;

impl Fingerprints {
    pub fn new(with_cost: bool, room: Arc<Room>) -> Self {
        Self { pairs: Shards::new(if with_cost { !COST } else { u64::MAX }, room), with_cost }
    }

    /// Adds a state; `None` if it is new, and otherwise how the least cost so far compares with this one.
    #[inline]
    pub fn add(&self, Fingerprint(fingerprint): Fingerprint, cost: u8) -> Option<Ordering> {
        let high = ((fingerprint >> 64) as u64).max(1);
        let low = fingerprint as u64;
        if !self.with_cost {
            return self.pairs.upsert((high, low), |_| Ordering::Equal);
        }
        let cost = u64::from(cost);
        self.pairs.upsert((high, low & !COST | cost), |word| {
            let least = *word & COST;
            *word = *word & !COST | least.min(cost);
            least.cmp(&cost)
        })
    }

    /// Calls `visit` for the two words of each state without costs; as many as have been added.
    pub fn for_each(&self, mut visit: impl FnMut(u64, u64)) -> io::Result<()> {
        self.pairs.for_each(|(high, low)| visit(high, low))
    }

    /// Adds a state by its two words; whether it is new.
    pub fn remember(&self, high: u64, low: u64) -> bool {
        self.add(Fingerprint(u128::from(high) << 64 | u128::from(low)), 0).is_none()
    }

    pub fn told_apart(&self) -> u32 {
        if self.with_cost { 120 } else { 128 }
    }

    pub fn table_bytes(&self) -> u64 {
        self.pairs.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_cost_of_a_state_is_remembered() {
        let store = Fingerprints::new(true, Arc::default());
        assert_eq!(store.add(Fingerprint(7 << 64 | 0x100), 3), None);
        assert_eq!(store.add(Fingerprint(7 << 64 | 0x100), 3), Some(Ordering::Equal));
        assert_eq!(store.add(Fingerprint(7 << 64 | 0x100), 2), Some(Ordering::Greater));
        assert_eq!(store.add(Fingerprint(7 << 64 | 0x100), 3), Some(Ordering::Less));
        assert_eq!(store.add(Fingerprint(7 << 64 | 0x200), 3), None);
    }
}
