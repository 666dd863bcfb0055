//! The control-flow graph of a method's register form: basic blocks, edges, dominators.
//!
//! A block is a run of instructions that is entered only at its first one and, but for exceptions,
//! left only at its last one. Blocks are also split where the set of covering handlers changes, so
//! that every instruction of a block has the same handlers. An exceptional edge leaves a block
//! that holds at least one instruction that can throw; it stands for all of them.
//!
//! Dominators follow Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
//! Loops are in [`crate::loops`].

use std::ops::Range;

use crate::ir::{Catch, Code, Pc};

/// An index into the blocks of a [`Cfg`]; blocks are numbered by their first instruction.
pub type BlockId = u32;

/// The immediate dominator of a block that cannot be reached.
const UNREACHED: BlockId = BlockId::MAX;

/// Why control passes from one block to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EdgeKind {
    Normal,
    /// An instruction of the first block threw and the second one is the handler.
    Exceptional,
}

/// One end of an edge, seen from the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge {
    pub block: BlockId,
    pub kind: EdgeKind,
}

/// Basic blocks and their edges. Unreachable blocks are kept; see [`Cfg::is_reachable`].
#[derive(Clone, Debug)]
pub struct Cfg {
    /// First instruction of each block, and the number of instructions at the end.
    starts: Vec<Pc>,
    successors: Rows,
    predecessors: Rows,
    /// Reachable blocks, each before its successors where there is no cycle.
    reverse_postorder: Vec<BlockId>,
    immediate_dominators: Vec<BlockId>,
    /// Position in `reverse_postorder`, by block.
    order: Vec<u32>,
}

/// Adjacency lists in one allocation.
#[derive(Clone, Debug)]
struct Rows {
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

impl Rows {
    fn row(&self, block: BlockId) -> &[Edge] {
        let at = block as usize;
        &self.edges[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

impl Cfg {
    /// The graph of a method. Code without instructions has no blocks.
    pub fn new(code: &Code) -> Self {
        let starts = block_starts(code);
        let successors = successor_rows(code, &starts);
        let predecessors = transpose(&successors, starts.len() - 1);
        let mut cfg = Self {
            starts,
            successors,
            predecessors,
            reverse_postorder: Vec::new(),
            immediate_dominators: Vec::new(),
            order: Vec::new(),
        };
        cfg.number_blocks();
        cfg.find_dominators();
        cfg
    }

    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The instructions of a block.
    pub fn range(&self, block: BlockId) -> Range<Pc> {
        self.starts[block as usize]..self.starts[block as usize + 1]
    }

    /// The block of an instruction.
    pub fn block_at(&self, pc: Pc) -> BlockId {
        (self.starts.partition_point(|&start| start <= pc) - 1) as BlockId
    }

    /// Normal edges first; no edge is listed twice.
    pub fn successors(&self, block: BlockId) -> &[Edge] {
        self.successors.row(block)
    }

    pub fn predecessors(&self, block: BlockId) -> &[Edge] {
        self.predecessors.row(block)
    }

    /// Reachable blocks, each before its successors but for retreating edges.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.reverse_postorder
    }

    /// The position of a reachable block in [`Cfg::reverse_postorder`].
    pub fn order(&self, block: BlockId) -> u32 {
        self.order[block as usize]
    }

    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.immediate_dominators[block as usize] != UNREACHED
    }

    /// The closest block that every path to `block` passes; none for the entry and for blocks that
    /// cannot be reached.
    pub fn immediate_dominator(&self, block: BlockId) -> Option<BlockId> {
        let dominator = self.immediate_dominators[block as usize];
        (dominator != UNREACHED && dominator != block).then_some(dominator)
    }

    /// Whether every path from the entry to `block` passes `dominator`; a block dominates itself.
    pub fn dominates(&self, dominator: BlockId, block: BlockId) -> bool {
        if !self.is_reachable(block) || !self.is_reachable(dominator) {
            return dominator == block;
        }
        let mut at = block;
        // Dominators come earlier in the order, so the walk can stop once it is past the candidate.
        while self.order(at) > self.order(dominator) {
            at = self.immediate_dominators[at as usize];
        }
        at == dominator
    }

    fn number_blocks(&mut self) {
        let blocks = self.len();
        self.order = vec![0; blocks];
        if blocks == 0 {
            return;
        }
        let mut seen = vec![false; blocks];
        let mut postorder = Vec::with_capacity(blocks);
        let mut path = vec![(0, 0)];
        seen[0] = true;
        while let Some((block, next)) = path.last_mut() {
            let Some(edge) = self.successors.row(*block).get(*next) else {
                postorder.push(*block);
                path.pop();
                continue;
            };
            *next += 1;
            if !std::mem::replace(&mut seen[edge.block as usize], true) {
                path.push((edge.block, 0));
            }
        }
        postorder.reverse();
        for (position, &block) in postorder.iter().enumerate() {
            self.order[block as usize] = position as u32;
        }
        self.reverse_postorder = postorder;
    }

    fn find_dominators(&mut self) {
        let mut dominators = vec![UNREACHED; self.len()];
        if let Some(&entry) = self.reverse_postorder.first() {
            dominators[entry as usize] = entry;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &block in self.reverse_postorder.iter().skip(1) {
                let known = self.predecessors.row(block).iter().map(|edge| edge.block);
                let nearest = known
                    .filter(|&from| dominators[from as usize] != UNREACHED)
                    .reduce(|a, b| self.meet(&dominators, a, b))
                    .expect("a reachable block has a predecessor that comes before it");
                changed |= std::mem::replace(&mut dominators[block as usize], nearest) != nearest;
            }
        }
        self.immediate_dominators = dominators;
    }

    /// The paper's `intersect`.
    fn meet(&self, dominators: &[BlockId], mut a: BlockId, mut b: BlockId) -> BlockId {
        while a != b {
            while self.order(a) > self.order(b) {
                a = dominators[a as usize];
            }
            while self.order(b) > self.order(a) {
                b = dominators[b as usize];
            }
        }
        a
    }
}

fn block_starts(code: &Code) -> Vec<Pc> {
    let end = code.instrs.len();
    let mut leader = vec![false; end + 1];
    leader[0] = true;
    for (pc, instr) in code.instrs.iter().enumerate() {
        if instr.ends_block() || instr.target().is_some() {
            leader[pc + 1] = true;
            instr.successors(pc as Pc, code, |to| leader[to as usize] = true);
        }
    }
    for handler in &code.handlers {
        for pc in [handler.start, handler.end, handler.target] {
            leader[pc as usize] = true;
        }
    }
    let mut starts: Vec<Pc> = (0..end).filter(|&pc| leader[pc]).map(|pc| pc as Pc).collect();
    starts.push(end as Pc);
    starts
}

fn successor_rows(code: &Code, starts: &[Pc]) -> Rows {
    let blocks = starts.len() - 1;
    let block_at = |pc: Pc| (starts.partition_point(|&start| start <= pc) - 1) as BlockId;
    let mut rows = Rows { starts: Vec::with_capacity(blocks + 1), edges: Vec::with_capacity(2 * blocks) };
    // The last block from which an edge to each block was added; spares a search for repetitions.
    let mut last_source = vec![[UNREACHED; 2]; blocks];
    for block in 0..blocks as BlockId {
        rows.starts.push(rows.edges.len() as u32);
        let range = starts[block as usize]..starts[block as usize + 1];
        let mut add = |to: Pc, kind: EdgeKind| {
            if (to as usize) < code.instrs.len() {
                let to = block_at(to);
                if std::mem::replace(&mut last_source[to as usize][kind as usize], block) != block {
                    rows.edges.push(Edge { block: to, kind });
                }
            }
        };
        let last = range.end - 1;
        code.instrs[last as usize].successors(last, code, |to| add(to, EdgeKind::Normal));
        if code.instrs[range.start as usize..range.end as usize].iter().any(|instr| instr.can_throw()) {
            for handler in &code.handlers {
                if handler.start <= range.start && range.start < handler.end {
                    add(handler.target, EdgeKind::Exceptional);
                    if handler.catch == Catch::Any {
                        break;
                    }
                }
            }
        }
    }
    rows.starts.push(rows.edges.len() as u32);
    rows
}

fn transpose(rows: &Rows, blocks: usize) -> Rows {
    let mut starts = vec![0u32; blocks + 1];
    for edge in &rows.edges {
        starts[edge.block as usize + 1] += 1;
    }
    for at in 0..blocks {
        starts[at + 1] += starts[at];
    }
    let mut fill = starts.clone();
    let mut edges = vec![Edge { block: 0, kind: EdgeKind::Normal }; rows.edges.len()];
    for block in 0..blocks as BlockId {
        for edge in rows.row(block) {
            let at = &mut fill[edge.block as usize];
            edges[*at as usize] = Edge { block, kind: edge.kind };
            *at += 1;
        }
    }
    Rows { starts, edges }
}
