//! Event spaces: the paper, mutants of its rules, explanations.

mod common;
mod explain;
mod mutants;
mod paper;
