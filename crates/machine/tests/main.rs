//! The machine, step by step.

mod common;
mod states;
mod threads;
