//! The exact store (`--exact`): states are compared word by word, and kept compressed in two
//! layers (Laarman 2019, with components as in SPIN's COLLAPSE). A state's words fall into
//! components, one per frame and object, of which few differ: each gets a number. The list of
//! numbers is halved again and again into a binary tree whose nodes are shared by all states: equal
//! halves of two states are the same node. A state costs its root and the few nodes that no other state
//! has. Most of a state is as in the one before, so each worker remembers that one's tree and looks up
//! only what differs.
//!
//! The number of components decides the shape of the tree, so two states are the same exactly if
//! their roots and their numbers of components are.

use std::cmp::Ordering as Compared;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashMap;

use super::components::Components;

/// More tables would cost more than the states of a small program.
const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 4;
const FIRST_SLOTS: usize = 4;

pub struct Exact {
    components: Box<[Mutex<Components>]>,
    nodes: Box<[Mutex<Nodes>]>,
    /// By number of components.
    roots: Box<[Mutex<FxHashMap<u32, Roots>>]>,
    bytes: AtomicU64,
    with_cost: bool,
    /// What workers remember while they are not at it, by number of components.
    last: Mutex<FxHashMap<usize, Vec<Last>>>,
}

/// The state that a worker stored last.
#[derive(Default)]
struct Last {
    words: Vec<u64>,
    ends: Vec<u32>,
    /// Of the components, and what the search adds.
    numbers: Vec<u32>,
    /// The inner nodes of its tree: pair and number, in the order in which they are made.
    nodes: Vec<(u64, u32)>,
}

/// Pairs of numbers; the place of a pair is its local number.
#[derive(Default)]
struct Nodes {
    pairs: Vec<u64>,
    /// Open-addressed: local number + 1, or 0.
    index: Vec<u32>,
}

/// Root pairs, open-addressed, and the least cost of each if that matters.
#[derive(Default)]
struct Roots {
    slots: Vec<u64>,
    costs: Vec<u8>,
    used: usize,
}

impl Exact {
    pub fn new(with_cost: bool) -> Self {
        fn shards<T: Default>() -> Box<[Mutex<T>]> {
            (0..SHARDS).map(|_| Mutex::default()).collect()
        }
        let per_shard =
            size_of::<Mutex<Components>>() + size_of::<Mutex<Nodes>>() + size_of::<Mutex<FxHashMap<u32, Roots>>>();
        Self {
            components: shards(),
            nodes: shards(),
            roots: shards(),
            bytes: AtomicU64::new((SHARDS * per_shard) as u64),
            with_cost,
            last: Mutex::default(),
        }
    }

    /// Adds a state: `ends` are the ends of the components in `words`; `extra` is what the search adds. `None` if it is new, and
    /// otherwise how the least cost so far compares with this one.
    pub fn add(&self, words: &[u64], ends: &[u32], extra: u64, cost: u8) -> Option<Compared> {
        let length = ends.len() + 2;
        let last = lock(&self.last).get_mut(&length).and_then(Vec::pop);
        let mut last = last.unwrap_or_else(|| Last { numbers: vec![u32::MAX; length], ..Last::default() });
        let mut from = 0;
        let mut old_from = 0;
        for at in 0..=ends.len() {
            let end = ends.get(at).map_or(words.len(), |&end| end as usize);
            let old_end = last.ends.get(at).map_or(last.words.len(), |&end| end as usize);
            let known = last.numbers[at] != u32::MAX && last.words[old_from..old_end] == words[from..end];
            if !known {
                last.numbers[at] = self.component(&words[from..end]);
            }
            (from, old_from) = (end, old_end);
        }
        last.numbers[length - 1] = extra as u32;
        last.words.clear();
        last.words.extend_from_slice(words);
        last.ends.clear();
        last.ends.extend_from_slice(ends);
        let (left, right) = last.numbers.split_at(length / 2);
        let mut tree = Tree { exact: self, nodes: &mut last.nodes, made: 0 };
        let root = u64::from(tree.fold(left)) << 32 | u64::from(tree.fold(right));
        lock(&self.last).entry(length).or_default().push(last);
        self.root(root, length as u32, cost)
    }

    fn component(&self, words: &[u64]) -> u32 {
        let hash = words.iter().fold(words.len() as u64, |hash, &word| spread(hash ^ word));
        let shard = (hash >> (64 - SHARD_BITS)) as usize;
        let mut components = lock(&self.components[shard]);
        let before = components.bytes();
        let number = components.number(words);
        self.bytes.fetch_add(components.bytes() - before, Ordering::Relaxed);
        (number * SHARDS + shard) as u32
    }

    fn node(&self, pair: u64) -> u32 {
        let hash = spread(pair);
        let shard = (hash >> (64 - SHARD_BITS)) as usize;
        let mut nodes = lock(&self.nodes[shard]);
        let nodes = &mut *nodes;
        if nodes.pairs.len() >= nodes.index.len() * 7 / 8 {
            self.bytes.fetch_add(nodes.grow(), Ordering::Relaxed);
        }
        let mut at = start(hash, nodes.index.len());
        loop {
            match nodes.index[at] {
                0 => {
                    nodes.pairs.push(pair);
                    nodes.index[at] = nodes.pairs.len() as u32;
                    return ((nodes.pairs.len() - 1) * SHARDS + shard) as u32;
                }
                known if nodes.pairs[known as usize - 1] == pair => {
                    return ((known as usize - 1) * SHARDS + shard) as u32;
                }
                _ => at = if at + 1 == nodes.index.len() { 0 } else { at + 1 },
            }
        }
    }

    fn root(&self, root: u64, length: u32, cost: u8) -> Option<Compared> {
        // No pair of numbers is all ones, so this is never 0.
        let key = root + 1;
        let hash = spread(key);
        let mut roots = lock(&self.roots[(hash >> (64 - SHARD_BITS)) as usize]);
        let roots = roots.entry(length).or_insert_with(|| {
            self.bytes.fetch_add(size_of::<(u32, Roots)>() as u64, Ordering::Relaxed);
            Roots::default()
        });
        if roots.used >= roots.slots.len() * 7 / 8 {
            self.bytes.fetch_add(roots.grow(self.with_cost), Ordering::Relaxed);
        }
        let mut at = start(hash, roots.slots.len());
        while roots.slots[at] != 0 {
            if roots.slots[at] == key {
                if !self.with_cost {
                    return Some(Compared::Equal);
                }
                let least = roots.costs[at];
                roots.costs[at] = least.min(cost);
                return Some(least.cmp(&cost));
            }
            at = if at + 1 == roots.slots.len() { 0 } else { at + 1 };
        }
        roots.slots[at] = key;
        roots.used += 1;
        if self.with_cost {
            roots.costs[at] = cost;
        }
        None
    }

    pub fn table_bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

impl Nodes {
    /// Makes room; by how many bytes.
    #[cold]
    fn grow(&mut self) -> u64 {
        let old = self.index.len();
        let slots = (old + old / 4 + 1).max(FIRST_SLOTS);
        self.index = vec![0; slots];
        for (number, &pair) in self.pairs.iter().enumerate() {
            let mut at = start(spread(pair), slots);
            while self.index[at] != 0 {
                at = if at + 1 == slots { 0 } else { at + 1 };
            }
            self.index[at] = number as u32 + 1;
        }
        let room = slots * 7 / 8 + 1;
        self.pairs.reserve_exact(room - self.pairs.len());
        (slots - old) as u64 * 4 + (slots - old) as u64 * 7
    }
}

impl Roots {
    #[cold]
    fn grow(&mut self, with_cost: bool) -> u64 {
        let old = std::mem::take(&mut self.slots);
        let old_costs = std::mem::take(&mut self.costs);
        let slots = (old.len() + old.len() / 4 + 1).max(FIRST_SLOTS);
        self.slots = vec![0; slots];
        self.costs = if with_cost { vec![0; slots] } else { Vec::new() };
        for (number, &key) in old.iter().enumerate().filter(|&(_, &key)| key != 0) {
            let mut at = start(spread(key), slots);
            while self.slots[at] != 0 {
                at = if at + 1 == slots { 0 } else { at + 1 };
            }
            self.slots[at] = key;
            if with_cost {
                self.costs[at] = old_costs[number];
            }
        }
        (slots - old.len()) as u64 * if with_cost { 9 } else { 8 }
    }
}

/// Makes the inner nodes of a tree.
struct Tree<'e> {
    exact: &'e Exact,
    /// Those of the tree before.
    nodes: &'e mut Vec<(u64, u32)>,
    made: usize,
}

impl Tree<'_> {
    /// The node that stands for some numbers.
    fn fold(&mut self, numbers: &[u32]) -> u32 {
        if let &[number] = numbers {
            return number;
        }
        let (left, right) = numbers.split_at(numbers.len() / 2);
        let (left, right) = (self.fold(left), self.fold(right));
        let pair = u64::from(left) << 32 | u64::from(right);
        let at = self.made;
        self.made += 1;
        match self.nodes.get(at) {
            Some(&(known, number)) if known == pair => return number,
            Some(_) => {}
            None => self.nodes.push((0, 0)),
        }
        let number = self.exact.node(pair);
        self.nodes[at] = (pair, number);
        number
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().expect("no panic while holding the lock")
}

fn start(hash: u64, slots: usize) -> usize {
    ((u128::from(hash << SHARD_BITS) * slots as u128) >> 64) as usize
}

/// A bijection of words that spreads them over the tables.
#[inline]
pub(super) fn spread(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_apart_what_differs_in_one_word_or_in_length() {
        let store = Exact::new(false);
        assert_eq!(store.add(&[1, 2, 3, 4], &[1, 3], 0, 0), None);
        assert_eq!(store.add(&[1, 2, 3, 4], &[1, 3], 0, 0), Some(Compared::Equal));
        assert_eq!(store.add(&[1, 2, 3, 5], &[1, 3], 0, 0), None);
        assert_eq!(store.add(&[1, 2, 3], &[1], 0, 0), None);
        assert_eq!(store.add(&[1, 2, 3, 4], &[1, 3], 7, 0), None);
    }

    #[test]
    fn a_state_costs_a_few_bytes_if_it_shares_its_components() {
        let store = Exact::new(false);
        for a in 0..100u64 {
            for b in 0..100u64 {
                for c in 0..10u64 {
                    assert_eq!(store.add(&[a, a, b, b, c, 9, 9, 9], &[2, 4, 6], 0, 0), None);
                }
            }
        }
        assert!(store.table_bytes() <= 100_000 * 32, "{} bytes", store.table_bytes());
    }
}
