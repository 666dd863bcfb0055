//! The exact store (`--exact`): states are compared word by word. Each state is a binary tree over
//! its words whose nodes are shared with all other states (Laarman 2019): a node is a pair of
//! numbers, kept once, and equal halves of two states are the same node.
//!
//! A leaf number stands for a word. The length of a state decides the shape of its tree, so two
//! states are the same exactly if their roots and their lengths are.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use rustc_hash::FxHashMap;

use super::Seen;
use super::shards::Shards;

pub struct Exact {
    /// Word to leaf number. Few words differ, so these are kept in an ordinary map.
    leaves: Mutex<FxHashMap<u64, u32>>,
    leaf_count: AtomicU64,
    /// Pair of numbers to node number.
    nodes: Shards,
    next_node: AtomicU32,
    /// Root: node number, length and what the search adds, to cost.
    roots: Shards,
    scratch: Mutex<Vec<Vec<u32>>>,
}

impl Exact {
    pub fn new() -> Self {
        Self {
            leaves: Mutex::default(),
            leaf_count: AtomicU64::new(0),
            nodes: Shards::new(),
            next_node: AtomicU32::new(1),
            roots: Shards::new(),
            scratch: Mutex::default(),
        }
    }

    pub fn insert(&self, words: &[u64], extra: u64, cost: u8) -> Seen {
        let mut numbers = self.scratch.lock().expect("no panic while holding the lock").pop().unwrap_or_default();
        self.number_words(words, &mut numbers);
        numbers.extend([extra as u32, (extra >> 32) as u32]);
        let mut len = numbers.len();
        while len > 1 {
            for at in 0..len / 2 {
                numbers[at] = self.node(numbers[2 * at], numbers[2 * at + 1]);
            }
            if len % 2 == 1 {
                numbers[len / 2] = numbers[len - 1];
            }
            len = len.div_ceil(2);
        }
        let root = u64::from(numbers[0]) << 32 | words.len() as u64;
        numbers.clear();
        self.scratch.lock().expect("no panic while holding the lock").push(numbers);
        let hash = spread(root);
        let cost = u64::from(cost);
        let known = self.roots.upsert(hash, || (hash, cost), |other| other.0 == hash, |word| {
            if *word <= cost {
                return Seen::Known;
            }
            *word = cost;
            Seen::Cheaper
        });
        known.unwrap_or(Seen::New)
    }

    fn number_words(&self, words: &[u64], numbers: &mut Vec<u32>) {
        let mut leaves = self.leaves.lock().expect("no panic while holding the lock");
        for &word in words {
            let next = leaves.len() as u32;
            numbers.push(*leaves.entry(word).or_insert(next));
        }
        self.leaf_count.store(leaves.len() as u64, Ordering::Relaxed);
    }

    fn node(&self, left: u32, right: u32) -> u32 {
        let key = u64::from(left) << 32 | u64::from(right);
        let hash = spread(key);
        let mut number = 0;
        let make = || {
            number = self.next_node.fetch_add(1, Ordering::Relaxed);
            (hash, u64::from(number))
        };
        let known = self.nodes.upsert(hash, make, |other| other.0 == hash, |number| *number as u32);
        known.unwrap_or(number)
    }

    pub fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.roots.bytes() + self.leaf_count.load(Ordering::Relaxed) * 32
    }
}

/// A bijection of words that spreads them over the tables and never gives 0 for what is stored:
/// only one input does, and no node has it.
#[inline]
fn spread(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
