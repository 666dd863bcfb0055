//! The nodes of all diagrams: reduced, shared, with complemented edges (Brace, Rudell and Bryant,
//! "Efficient implementation of a BDD package", DAC 1990). In come a variable and two edges, out goes the
//! one edge for them; [`Store::collect`] frees what no diagram that is held leads to.
//!
//! Everything happens in the calling thread, and nothing depends on addresses or time: the same
//! operations in the same order make the same nodes and run out of them at the same point.

use crate::cache::Cache;

/// An edge to a node; the lowest bit says whether the function is to be negated. Node 0 is *true*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Edge(pub(crate) u32);

pub(crate) const YES: Edge = Edge(0);
pub(crate) const NO: Edge = Edge(1);

impl Edge {
    pub(crate) fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(crate) fn is_constant(self) -> bool {
        self.0 <= 1
    }

    pub(crate) fn not(self) -> Self {
        Self(self.0 ^ 1)
    }

    pub(crate) fn negated_if(self, condition: bool) -> Self {
        Self(self.0 ^ u32::from(condition))
    }
}

/// There is no room for another node.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// If the variable holds then `hi`, which is never negated, else `lo`.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) variable: u32,
    pub(crate) hi: Edge,
    pub(crate) lo: Edge,
    /// The next node of the same bucket, or the next free one; 0 ends the list.
    next: u32,
}

/// The variable of the constants, below all others.
pub(crate) const LAST: u32 = u32::MAX;
/// The variable of a node that is free.
const FREE: u32 = u32::MAX - 1;

pub(crate) struct Store {
    nodes: Vec<Node>,
    /// How many diagrams are held that begin at a node, by node.
    held: Vec<u32>,
    /// The first node of each bucket of the unique table; a power of two many.
    buckets: Vec<u32>,
    free: u32,
    used: usize,
    peak: usize,
    capacity: usize,
    pub(crate) cache: Cache,
}

impl Store {
    pub(crate) fn new(capacity: usize) -> Self {
        let constant = Node { variable: LAST, hi: YES, lo: YES, next: 0 };
        Self {
            nodes: vec![constant],
            held: vec![0],
            buckets: vec![0; 1 << 10],
            free: 0,
            used: 0,
            peak: 0,
            // The lowest bit of an edge is its sign.
            capacity: capacity.min((u32::MAX >> 1) as usize),
            cache: Cache::new((capacity / 8).clamp(1 << 16, 1 << 22)),
        }
    }

    /// Nodes in use, garbage included.
    pub(crate) fn used(&self) -> usize {
        self.used
    }

    /// The most nodes that were ever in use at once.
    pub(crate) fn peak(&self) -> usize {
        self.peak
    }

    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    pub(crate) fn hold(&mut self, edge: Edge) {
        self.held[edge.index()] += 1;
    }

    pub(crate) fn release(&mut self, edge: Edge) {
        self.held[edge.index()] -= 1;
    }

    /// The variable that a function depends on first.
    pub(crate) fn top(&self, edge: Edge) -> u32 {
        self.nodes[edge.index()].variable
    }

    pub(crate) fn node(&self, edge: Edge) -> Node {
        self.nodes[edge.index()]
    }

    /// What a function is if `variable`, which is not below its first, holds, and if it does not.
    pub(crate) fn cofactors(&self, edge: Edge, variable: u32) -> (Edge, Edge) {
        let node = self.nodes[edge.index()];
        if node.variable != variable {
            return (edge, edge);
        }
        (node.hi.negated_if(edge.is_negated()), node.lo.negated_if(edge.is_negated()))
    }

    /// The function "if `variable` then `hi` else `lo`"; both depend on later variables only.
    pub(crate) fn make(&mut self, variable: u32, hi: Edge, lo: Edge) -> Result<Edge, Full> {
        if hi == lo {
            return Ok(hi);
        }
        let negated = hi.is_negated();
        let (hi, lo) = (hi.negated_if(negated), lo.negated_if(negated));
        let bucket = self.bucket(variable, hi, lo);
        let mut at = self.buckets[bucket];
        while at != 0 {
            let node = &self.nodes[at as usize];
            if node.lo == lo && node.hi == hi && node.variable == variable {
                return Ok(Edge(at << 1).negated_if(negated));
            }
            at = node.next;
        }
        if self.used == self.capacity {
            return Err(Full);
        }
        let node = Node { variable, hi, lo, next: self.buckets[bucket] };
        let index = if self.free != 0 {
            let index = self.free;
            self.free = self.nodes[index as usize].next;
            self.nodes[index as usize] = node;
            index
        } else {
            self.nodes.push(node);
            self.held.push(0);
            (self.nodes.len() - 1) as u32
        };
        self.buckets[bucket] = index;
        self.used += 1;
        self.peak = self.peak.max(self.used);
        if self.used > self.buckets.len() {
            self.buckets = vec![0; 2 * self.buckets.len()];
            self.fill_buckets();
            self.cache.grow(self.used);
        }
        Ok(Edge(index << 1).negated_if(negated))
    }

    /// Frees every node that no held diagram leads to.
    pub(crate) fn collect(&mut self) {
        let mut live = vec![false; self.nodes.len()];
        live[0] = true;
        let mut pending: Vec<u32> = Vec::new();
        for (index, &held) in self.held.iter().enumerate() {
            if held > 0 && !live[index] {
                live[index] = true;
                pending.push(index as u32);
            }
            while let Some(index) = pending.pop() {
                let node = self.nodes[index as usize];
                for child in [node.hi.index(), node.lo.index()] {
                    if !live[child] {
                        live[child] = true;
                        pending.push(child as u32);
                    }
                }
            }
        }
        self.cache.retain(&live);
        self.free = 0;
        self.used = 0;
        for index in (1..self.nodes.len()).rev() {
            if live[index] {
                self.used += 1;
            } else {
                self.nodes[index] = Node { variable: FREE, hi: YES, lo: YES, next: self.free };
                self.free = index as u32;
            }
        }
        self.buckets.fill(0);
        self.fill_buckets();
    }

    fn fill_buckets(&mut self) {
        for index in 1..self.nodes.len() {
            let Node { variable, hi, lo, .. } = self.nodes[index];
            if variable != FREE {
                let bucket = self.bucket(variable, hi, lo);
                self.nodes[index].next = self.buckets[bucket];
                self.buckets[bucket] = index as u32;
            }
        }
    }

    fn bucket(&self, variable: u32, hi: Edge, lo: Edge) -> usize {
        mix(variable, hi.0, lo.0) as usize & (self.buckets.len() - 1)
    }
}

/// Spreads three numbers over all bits of one.
pub(crate) fn mix(a: u32, b: u32, c: u32) -> u32 {
    let mut hash = (u64::from(a) << 32 | u64::from(b)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ hash >> 32 ^ u64::from(c)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (hash >> 32) as u32
}
