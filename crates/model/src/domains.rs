//! Which values each variable of a state was ever given: the domains of the exported variables.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::language::Value;

/// Small values are bits, others are listed.
#[derive(Clone, Debug, Default)]
pub struct Domains {
    small: Vec<u64>,
    other: FxHashSet<(u32, Value)>,
}

impl Domains {
    pub fn new(variables: usize) -> Self {
        Self { small: vec![0; variables], other: FxHashSet::default() }
    }

    pub fn see(&mut self, at: usize, value: Value) {
        if (0..64).contains(&value) {
            self.small[at] |= 1 << value;
        } else {
            self.other.insert((at as u32, value));
        }
    }

    pub fn see_all(&mut self, state: &[Value]) {
        for (at, &value) in state.iter().enumerate() {
            self.see(at, value);
        }
    }

    /// The values of each variable, ascending.
    pub fn values(&self) -> Vec<Vec<Value>> {
        let mut sets: Vec<BTreeSet<Value>> =
            self.small.iter().map(|&bits| (0..64).filter(|value| bits >> value & 1 == 1).collect()).collect();
        for &(at, value) in &self.other {
            sets[at as usize].insert(value);
        }
        sets.into_iter().map(|set| set.into_iter().collect()).collect()
    }
}
