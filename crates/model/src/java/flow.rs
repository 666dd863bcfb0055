//! What the registers of an inlined graph may hold, regardless of the point: allocation sites, or
//! anything. Tells which code a thread runs that is made from a task.

use std::collections::BTreeSet;

use heddle_analysis::inline::{Graph, Op, Register, SiteId};
use rustc_hash::FxHashMap;

/// Per register the sites whose objects it may hold; none if it may hold anything.
pub struct Flow(FxHashMap<Register, Option<BTreeSet<SiteId>>>);

impl Flow {
    pub fn new(graph: &Graph) -> Self {
        let mut held: FxHashMap<Register, Option<BTreeSet<SiteId>>> = FxHashMap::default();
        let mut changed = true;
        while changed {
            changed = false;
            for node in &graph.nodes {
                let (to, from) = match node.op {
                    Op::New { to, site } => (to, Some(BTreeSet::from([site]))),
                    Op::Assign { to, from } | Op::Filter { to, from, .. } => {
                        (to, held.get(&from).cloned().unwrap_or_else(|| Some(BTreeSet::new())))
                    }
                    Op::Load { to, .. }
                    | Op::LoadStatic { to, .. }
                    | Op::LoadElement { to, .. }
                    | Op::Task { to, .. }
                    | Op::Current { to }
                    | Op::Caught { to }
                    | Op::Call { to: Some(to), .. }
                    | Op::Begin { this: Some(to) } => (to, None),
                    _ => continue,
                };
                let old = held.entry(to).or_insert_with(|| Some(BTreeSet::new()));
                match (&mut *old, from) {
                    (Some(old), Some(new)) => {
                        let before = old.len();
                        old.extend(new);
                        changed |= old.len() != before;
                    }
                    (Some(_), None) => {
                        *old = None;
                        changed = true;
                    }
                    (None, _) => {}
                }
            }
        }
        Self(held)
    }

    pub fn sites(&self, register: Register) -> Option<BTreeSet<SiteId>> {
        self.0.get(&register).cloned().unwrap_or_else(|| Some(BTreeSet::new()))
    }
}
