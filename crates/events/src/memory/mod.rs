//! Memory models over the real machine: which outcomes a small concurrent program can have.
//!
//! [`drive`] runs the program instruction by instruction and lets the model decide what each read
//! returns. [`jmm`] is the memory model of Java 5 and later, [`old`] the one of the first chapter
//! 17 (Cataño's event spaces). Sequential consistency is the explorer's business.

mod action;
mod branches;
mod clock;
mod complete;
mod consistency;
mod drive;
mod follow;
mod graph;
mod interleaving;
mod jam;
pub mod jmm;
mod lasting;
pub mod old;
mod relation;
mod rounds;
mod sharing;
mod spaces;
mod units;
mod violations;
mod visible;
mod witness;
mod working;
mod writes;

pub use drive::outcome_text;
pub use witness::Witness;

use std::collections::{BTreeMap, BTreeSet};

use heddle_explore::Found;
use heddle_verdict::Unsupported;

/// What a memory model allows.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// What the program can print, with one execution that prints it.
    pub outcomes: BTreeMap<String, Witness>,
    /// Complete executions looked at.
    pub executions: u64,
    /// A thread can go on reading an old value forever, after all others have ended.
    pub stale: bool,
    /// What is wrong, with one execution each, if that was asked for.
    pub violations: Vec<(Found, Witness)>,
    /// Why the list may be incomplete; empty if it is complete.
    pub limits: Vec<String>,
    /// What could not be executed; named among the limits too.
    pub unsupported: BTreeSet<Unsupported>,
    /// In some execution so many reads race that they were not committed in all combinations, but two at a time.
    pub few_at_once: bool,
}

/// What the events of an execution have to obey.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// Chapter 17 of the Java language specification, with the access modes of `VarHandle`.
    Java,
    /// The model of the access modes by Liu, Bender and Palsberg (ECOOP 2022).
    AccessModes,
}

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// All that the program can print.
    Outcomes,
    /// Something that is wrong.
    FirstViolation,
    /// All that is wrong.
    AllViolations,
}

/// Bounds of a search, and a way to stop it.
pub struct Limits<'s> {
    /// Executions before the search gives up.
    pub executions: u64,
    /// Accesses of one thread to shared memory before a run is cut.
    pub events: usize,
    /// What `jmm` takes for an execution.
    pub rules: Rules,
    /// What is looked for; `old` knows outcomes only.
    pub goal: Goal,
    /// Whether it is a violation that threads read old values for ever.
    pub endless: bool,
    /// Whether `old` has prescient stores (§17.8 of the first specification).
    pub prescient: bool,
    /// Asked now and then: whether to stop.
    pub stop: &'s dyn Fn() -> bool,
}
