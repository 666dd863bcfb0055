//! Temporal logic over labelled transition systems.
//!
//! [`Lts`] is the model, [`Formula`] the modal μ-calculus with action predicates, [`parse`] reads a
//! formula (with CTL as sugar), [`satisfying`] computes the states that satisfy it.
//!
//! [`ltl`] has the linear time logic: formulas over a program's fields and locations, and their Büchi
//! automata.

mod check;
mod formula;
pub mod ltl;
mod lts;
mod parse;

pub use check::{holds, satisfying};
pub use formula::{Actions, Formula};
pub use lts::{AutError, Lts, StateId, Transition};
pub use parse::{ParseError, parse};
