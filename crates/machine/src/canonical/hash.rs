//! 128-bit hashes in two lanes that share nothing but their input. A lane takes a word in by a
//! multiplication whose two halves are folded together; two states that differ are mixed up only
//! if both lanes fail.

/// A hash in the making.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lanes(u64, u64);

/// What an object, a thread or another root is called, whatever the schedule: a hash of the first
/// way in which the traversal gets there.
pub(crate) type Name = Lanes;

const K: [u64; 6] = [
    0x9e37_79b9_7f4a_7c15,
    0xd6e8_feb8_6659_fd93,
    0xa076_1d64_78bd_642f,
    0xe703_7ed1_a0b4_28db,
    0x8ebc_6af0_9c88_c6e3,
    0x5899_65cc_7537_4cc3,
];

impl Lanes {
    /// The hash of nothing, one for each thing that hashes are of.
    pub const fn of(what: u64) -> Self {
        Self(K[4] ^ what << 56, K[5] ^ what << 56)
    }

    #[inline(always)]
    pub fn add(&mut self, word: u64) {
        self.0 = fold(self.0 ^ word, K[0]);
        self.1 = fold(self.1 ^ word, K[1]);
    }

    /// Takes in another hash.
    #[inline(always)]
    pub fn join(self, other: Self) -> Self {
        Self(fold(self.0 ^ K[2], other.0 ^ K[3]), fold(self.1 ^ K[3], other.1 ^ K[2]))
    }

    /// The name of what stands at a place of this.
    #[inline(always)]
    pub fn at(self, place: u32) -> Name {
        let place = u64::from(place) + 1;
        Self(fold(self.0 ^ place, K[2]), fold(self.1 ^ place, K[3]))
    }

    #[inline(always)]
    pub fn sum(self) -> u128 {
        u128::from(fold(self.0, K[1])) << 64 | u128::from(fold(self.1, K[0]))
    }
}

/// What it adds that a place of `from` holds an object which was named for another place.
#[inline(always)]
pub(crate) fn edge(from: Name, place: u32, to: Name) -> u128 {
    from.at(place).join(to).sum()
}

#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashSet;

    #[test]
    fn small_words_at_any_place_give_different_halves() {
        let mut high = FxHashSet::default();
        let mut low = FxHashSet::default();
        for first in 0..256 {
            for second in 0..256 {
                let mut lanes = Lanes::of(1);
                lanes.add(first);
                lanes.add(second << 32);
                assert!(high.insert((lanes.sum() >> 64) as u64));
                assert!(low.insert(lanes.sum() as u64));
            }
        }
    }

    #[test]
    fn an_edge_has_a_direction_and_a_place() {
        let (a, b) = (Lanes::of(1).at(3), Lanes::of(1).at(4));
        let edges = [edge(a, 3, b), edge(a, 4, b), edge(b, 3, a), edge(b, 4, a), edge(a, 3, a), edge(b, 3, b)];
        assert_eq!(edges.into_iter().collect::<FxHashSet<_>>().len(), 6);
    }
}
