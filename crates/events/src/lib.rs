//! Executions as partial orders of events (Cataño, FMICS 2003).
//!
//! [`space`] and [`rules`] are Cataño's event spaces and the 17 rules they obey; [`mod@slice`] cuts
//! them down to what decides the value of a read; [`generate`] makes all of a bounded program;
//! [`draw`] hands them to other tools. [`memory`] asks what a memory model allows a program to do.
//! [`explain`] finds the steps of a trace that lead to its failure, [`picture`] shows them.

pub mod draw;
pub mod explain;
pub mod flow;
pub mod generate;
pub mod memory;
pub mod picture;
mod postdominators;
pub mod rules;
pub mod slice;
pub mod space;
