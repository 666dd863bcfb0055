//! An open-addressed set of pairs of words that several workers fill: many small tables, each
//! behind its own lock, each growing by half when it is 7/8 full. Growing copies one small table
//! at a time, so memory never doubles: between 18 and 28 bytes per entry of 16.
//!
//! With two workers and 64 tables a lock is practically never contended, and taking it costs less than
//! the cache miss that follows. More tables would cost more than the states of a small program.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 6;
const FIRST_SLOTS: usize = 4;

/// A pair whose first word is never 0, which marks a free slot.
pub type Pair = (u64, u64);

/// Alone in its cache line, so that workers who use different tables do not disturb each other.
#[derive(Default)]
#[repr(align(64))]
struct Table(Mutex<Shard>);

#[derive(Default)]
struct Shard {
    slots: Vec<Pair>,
    used: usize,
}

pub struct Shards {
    shards: Box<[Table]>,
    bytes: AtomicU64,
}

impl Shards {
    pub fn new() -> Self {
        let shards: Box<[Table]> = (0..SHARDS).map(|_| Table::default()).collect();
        let bytes = AtomicU64::new(size_of_val(&*shards) as u64);
        Self { shards, bytes }
    }

    /// Finds the pair that `same` accepts among those with the hash, or stores what `make` gives,
    /// whose first word has to be the hash. `found` may change the second word of the pair it is
    /// shown; its answer is returned, or `None` if the pair was new.
    #[inline]
    pub fn upsert<T>(
        &self,
        hash: u64,
        make: impl FnOnce() -> Pair,
        same: impl Fn(&Pair) -> bool,
        found: impl FnOnce(&mut u64) -> T,
    ) -> Option<T> {
        let Table(shard) = &self.shards[(hash >> (64 - SHARD_BITS)) as usize];
        let mut shard = shard.lock().expect("no panic while holding the lock");
        if shard.used >= shard.slots.len() * 7 / 8 {
            self.grow(&mut shard);
        }
        let slots = shard.slots.len();
        let mut at = start(hash, slots);
        loop {
            let slot = &mut shard.slots[at];
            if slot.0 == 0 {
                *slot = make();
                shard.used += 1;
                return None;
            }
            if same(slot) {
                return Some(found(&mut slot.1));
            }
            at = if at + 1 == slots { 0 } else { at + 1 };
        }
    }

    #[cold]
    fn grow(&self, shard: &mut Shard) {
        let old = std::mem::take(&mut shard.slots);
        let slots = (old.len() + old.len() / 2).max(FIRST_SLOTS);
        let mut new = vec![(0, 0); slots];
        for pair in old.iter().filter(|pair| pair.0 != 0) {
            let mut at = start(pair.0, slots);
            while new[at].0 != 0 {
                at = if at + 1 == slots { 0 } else { at + 1 };
            }
            new[at] = *pair;
        }
        shard.slots = new;
        self.bytes.fetch_add(((slots - old.len()) * size_of::<Pair>()) as u64, Ordering::Relaxed);
    }

    /// Calls `visit` for each pair, in no order that means anything. Others have to wait.
    pub fn for_each(&self, mut visit: impl FnMut(Pair)) {
        for Table(shard) in &self.shards {
            let shard = shard.lock().expect("no panic while holding the lock");
            shard.slots.iter().filter(|pair| pair.0 != 0).for_each(|&pair| visit(pair));
        }
    }

    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

/// Where the search for a hash begins: its bits below those that chose the table, scaled to the
/// number of slots. The first word of a pair is its hash, so growing needs no other.
#[inline]
fn start(hash: u64, slots: usize) -> usize {
    ((u128::from(hash << SHARD_BITS) * slots as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_pair_again_after_growing() {
        let shards = Shards::new();
        let hash = |n: u64| (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let insert = |n: u64| {
            let pair = (hash(n), n);
            shards.upsert(hash(n), || pair, |other| *other == pair, |_| ())
        };
        assert!((0..100_000).all(|n| insert(n).is_none()));
        assert!((0..100_000).all(|n| insert(n).is_some()));
        assert!(shards.bytes() <= 100_000 * 32);
    }

    #[test]
    fn a_thousand_entries_cost_32_bytes_each_at_most() {
        let shards = Shards::new();
        for n in 1..=1000_u64 {
            let hash = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            assert!(shards.upsert(hash, || (hash, n), |other| *other == (hash, n), |_| ()).is_none());
        }
        assert!(shards.bytes() <= 32_000, "{} bytes", shards.bytes());
    }
}
