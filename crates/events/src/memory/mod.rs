//! Memory models over the real machine: which outcomes a small concurrent program can have.
//!
//! [`drive`] runs the program instruction by instruction and lets the model decide what each read
//! returns. [`jmm`] is the memory model of Java 5 and later, [`old`] the one of the first chapter
//! 17 (Cataño's event spaces). Sequential consistency is the explorer's business.

mod action;
mod clock;
mod consistency;
mod drive;
mod follow;
mod graph;
pub mod jmm;
pub mod old;
mod rounds;
mod sharing;
mod spaces;
mod units;
mod visible;
mod witness;
mod working;

pub use drive::outcome_text;
pub use witness::{Edge, EdgeKind, Node, Witness};

use std::collections::BTreeMap;

/// What a memory model allows.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// What the program can print, with one execution that prints it.
    pub outcomes: BTreeMap<String, Witness>,
    /// Complete executions looked at.
    pub executions: u64,
    /// A thread can go on reading an old value for ever, after all others have ended.
    pub stale: bool,
    /// Why the list may be incomplete; empty if it is complete.
    pub limits: Vec<String>,
}

/// Bounds of a search, and a way to stop it.
pub struct Limits<'s> {
    /// Executions before the search gives up.
    pub executions: u64,
    /// Accesses of one thread to shared memory before a run is cut.
    pub events: usize,
    /// Whether `old` has prescient stores (§17.8 of the first specification).
    pub prescient: bool,
    /// Asked now and then: whether to stop.
    pub stop: &'s dyn Fn() -> bool,
}
