//! Natural loops of a [`Cfg`] and how they nest.
//!
//! A back edge leads to a block that dominates its source; the loop of a header is the set of
//! blocks that reach one of its back edges without passing the header (Aho, Sethi and Ullman,
//! *Compilers*, section 10.4). Loops with the same header are one loop. Cycles that are entered at
//! more than one block have no header: they are not listed, but [`Loops::irreducible`] says that
//! there are some, so that an analysis that relies on loops can fall back.

use crate::cfg::{BlockId, Cfg};

/// An index into [`Loops::loops`].
pub type LoopId = u32;

/// One natural loop.
#[derive(Clone, Debug)]
pub struct Loop {
    pub header: BlockId,
    /// The sources of the back edges.
    pub latches: Vec<BlockId>,
    /// The loop around this one.
    pub parent: Option<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
}

/// All natural loops of a method, inner loops before the loops around them.
#[derive(Clone, Debug)]
pub struct Loops {
    pub loops: Vec<Loop>,
    /// Whether some cycle can be entered at more than one block.
    pub irreducible: bool,
    innermost: Vec<Option<LoopId>>,
}

impl Loops {
    pub fn new(cfg: &Cfg) -> Self {
        let mut found = Self { loops: Vec::new(), irreducible: false, innermost: vec![None; cfg.len()] };
        // A loop inside another has a header that the outer header dominates and that therefore
        // comes later in reverse postorder: going backwards meets inner loops first.
        for &header in cfg.reverse_postorder().iter().rev() {
            let mut latches = Vec::new();
            for edge in cfg.predecessors(header) {
                if !cfg.is_reachable(edge.block) || cfg.order(edge.block) < cfg.order(header) {
                    continue;
                }
                if cfg.dominates(header, edge.block) {
                    latches.push(edge.block);
                } else {
                    found.irreducible = true;
                }
            }
            if !latches.is_empty() {
                latches.dedup();
                found.add(cfg, header, latches);
            }
        }
        for at in (0..found.loops.len()).rev() {
            let outer = found.loops[at].parent.map_or(0, |parent| found.loops[parent as usize].depth);
            found.loops[at].depth = outer + 1;
        }
        found
    }

    /// The smallest loop that holds a block.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block as usize]
    }

    /// How many loops hold a block.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost(block).map_or(0, |id| self.loops[id as usize].depth)
    }

    /// Whether a block belongs to a loop or to a loop within it.
    pub fn contains(&self, outer: LoopId, block: BlockId) -> bool {
        let mut at = self.innermost(block);
        while let Some(id) = at {
            if id == outer {
                return true;
            }
            at = self.loops[id as usize].parent;
        }
        false
    }

    fn add(&mut self, cfg: &Cfg, header: BlockId, latches: Vec<BlockId>) {
        let id = self.loops.len() as LoopId;
        let mut work = latches.clone();
        self.loops.push(Loop { header, latches, parent: None, depth: 0 });
        self.innermost[header as usize].get_or_insert(id);
        while let Some(block) = work.pop() {
            let mut entry = block;
            if let Some(inner) = self.innermost[block as usize] {
                let outermost = self.outermost(inner);
                if outermost == id {
                    continue;
                }
                // A whole inner loop joins at once; what leads into it leads to its header.
                self.loops[outermost as usize].parent = Some(id);
                entry = self.loops[outermost as usize].header;
            } else {
                self.innermost[block as usize] = Some(id);
            }
            work.extend(cfg.predecessors(entry).iter().map(|edge| edge.block).filter(|&from| cfg.is_reachable(from)));
        }
    }

    fn outermost(&self, mut id: LoopId) -> LoopId {
        while let Some(parent) = self.loops[id as usize].parent {
            id = parent;
        }
        id
    }
}
