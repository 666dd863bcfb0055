//! Points-to sets on demand: only for the variables that are queried.
//!
//! Comes in: the constraints of the program as they were read ([`record::Constraints`]), and the
//! sets of the exhaustive analysis, which is where the call graph comes from. Goes out, per variable,
//! the objects that it may hold. Two ways, as in Parízek and Lhoták's Table I:
//!
//! - without contexts, following assignments backwards and matching loads with the stores whose bases
//!   may hold the same object (Heintze and Tardieu); it finds the same sets as the exhaustive one;
//! - with contexts: a path must leave a method by the call through which it came, and objects are
//!   distinguished by the calls on the way to their allocation (Sridharan and Bodík). First all loads
//!   and stores of a field are taken to match; then those that mattered are refined, until nothing is
//!   left to refine or the budget is spent. Every pass is sound by itself, so the last one counts.

mod index;
mod query;
mod record;

use heddle_program::Program;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::Facts;
use crate::graph::{Graph, Node};
use crate::objects::ObjectId;
use index::Index;
use query::{Fields, Query};
pub use record::{Constraints, Label, Passes, Slot};

/// So many derivations a query may make before it falls back on what is known already.
const BUDGET: usize = 10_000;

/// Answers for one program, remembered.
pub struct Demand {
    index: Index,
    contexts: bool,
    known: FxHashMap<Node, FxHashSet<ObjectId>>,
}

impl Demand {
    pub fn new(program: &Program, facts: &Facts, constraints: Constraints, contexts: bool) -> Self {
        Self { index: Index::new(program, facts, constraints), contexts, known: FxHashMap::default() }
    }

    /// The objects that a variable may hold; at most those of the exhaustive analysis.
    pub fn objects(&mut self, graph: &Graph, node: Node) -> &FxHashSet<ObjectId> {
        if !self.known.contains_key(&node) {
            let found = if self.contexts { self.refine(graph, node) } else { self.plain(graph, node) };
            self.known.insert(node, found);
        }
        &self.known[&node]
    }

    fn plain(&self, graph: &Graph, node: Node) -> FxHashSet<ObjectId> {
        let query = Query::new(&self.index, graph, Fields::Bases, usize::MAX);
        query.objects(node).expect("there is no limit").0
    }

    fn refine(&self, graph: &Graph, node: Node) -> FxHashSet<ObjectId> {
        let mut best: FxHashSet<ObjectId> = graph.set(node).iter().collect();
        let mut refined = FxHashSet::default();
        loop {
            let query = Query::new(&self.index, graph, Fields::Refined(&refined), BUDGET);
            let Some((found, fields)) = query.objects(node) else { return best };
            best.retain(|object| found.contains(object));
            if best.is_empty() || fields.is_subset(&refined) {
                return best;
            }
            refined.extend(fields);
        }
    }
}
