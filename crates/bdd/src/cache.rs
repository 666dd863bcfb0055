//! Remembers results of operations, at most one per place: what is forgotten is computed again.

use crate::store::{Edge, mix};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    And = 1,
    Xor,
    IfThenElse,
    Exists,
    AndExists,
    XorExists,
    Rename,
}

/// What was computed of which operands. Unused operands are 0, which is an edge to a constant.
#[derive(Clone, Copy)]
struct Entry {
    /// The operation; 0 if the place is empty.
    operation: u32,
    operands: [u32; 3],
    result: Edge,
}

pub(crate) struct Cache {
    /// A power of two many.
    entries: Vec<Entry>,
    limit: usize,
}

const EMPTY: Entry = Entry { operation: 0, operands: [0; 3], result: Edge(0) };

impl Cache {
    pub(crate) fn new(limit: usize) -> Self {
        Self { entries: vec![EMPTY; 1 << 12], limit: limit.next_power_of_two() }
    }

    pub(crate) fn get(&self, operation: Operation, operands: [u32; 3]) -> Option<Edge> {
        let entry = &self.entries[self.place(operation as u32, operands)];
        (entry.operands == operands && entry.operation == operation as u32).then_some(entry.result)
    }

    pub(crate) fn put(&mut self, operation: Operation, operands: [u32; 3], result: Edge) {
        let place = self.place(operation as u32, operands);
        self.entries[place] = Entry { operation: operation as u32, operands, result };
    }

    /// Grows with the number of nodes, up to the limit.
    pub(crate) fn grow(&mut self, nodes: usize) {
        let wanted = nodes.next_power_of_two().min(self.limit);
        if wanted > self.entries.len() {
            let old = std::mem::replace(&mut self.entries, vec![EMPTY; wanted]);
            for entry in old.into_iter().filter(|entry| entry.operation != 0) {
                let place = self.place(entry.operation, entry.operands);
                self.entries[place] = entry;
            }
        }
    }

    /// Forgets what speaks of nodes that are not live.
    pub(crate) fn retain(&mut self, live: &[bool]) {
        for entry in &mut self.entries {
            // The second operand of a renaming is no edge but its number.
            let is_renaming = entry.operation == Operation::Rename as u32;
            let [a, b, c] = entry.operands.map(|operand| live[Edge(operand).index().min(live.len() - 1)]);
            if !(live[entry.result.index()] && a && (is_renaming || b) && c) {
                *entry = EMPTY;
            }
        }
    }

    fn place(&self, operation: u32, [a, b, c]: [u32; 3]) -> usize {
        mix(a, b, c.wrapping_add(operation << 28)) as usize & (self.entries.len() - 1)
    }
}
