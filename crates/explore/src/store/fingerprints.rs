//! The default store: 128-bit fingerprints. With a bound on switching, 8 of the bits hold the
//! least cost at which the state was reached.

use heddle_machine::Fingerprint;

use super::Seen;
use super::shards::Shards;

pub struct Fingerprints {
    pairs: Shards,
    with_cost: bool,
}

const COST: u64 = 0xff;

impl Fingerprints {
    pub fn new(with_cost: bool) -> Self {
        Self { pairs: Shards::new(), with_cost }
    }

    #[inline]
    pub fn add(&self, Fingerprint(fingerprint): Fingerprint, cost: u8) -> Seen {
        let high = ((fingerprint >> 64) as u64).max(1);
        let low = fingerprint as u64;
        if !self.with_cost {
            let pair = (high, low);
            let known = self.pairs.upsert(high, || pair, |other| *other == pair, |_| ());
            return if known.is_some() { Seen::Known } else { Seen::New };
        }
        let cost = u64::from(cost);
        let pair = (high, low & !COST | cost);
        let known = self.pairs.upsert(
            high,
            || pair,
            |other| other.0 == high && (other.1 ^ low) & !COST == 0,
            |word| {
                if *word & COST <= cost {
                    return Seen::Known;
                }
                *word = *word & !COST | cost;
                Seen::Cheaper
            },
        );
        known.unwrap_or(Seen::New)
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
    fn a_state_reached_more_cheaply_is_visited_again() {
        let store = Fingerprints::new(true);
        assert_eq!(store.add(Fingerprint(7 << 64 | 0x100), 3), Seen::New);
        assert_eq!(store.add(Fingerprint(7 << 64 | 0x100), 3), Seen::Known);
        assert_eq!(store.add(Fingerprint(7 << 64 | 0x100), 2), Seen::Cheaper);
        assert_eq!(store.add(Fingerprint(7 << 64 | 0x100), 3), Seen::Known);
        assert_eq!(store.add(Fingerprint(7 << 64 | 0x200), 3), Seen::New);
    }
}
