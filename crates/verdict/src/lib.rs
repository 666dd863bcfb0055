//! The words that all engines share: a [`Choice`] made at a state, and what follows from it.

mod choice;

pub use choice::{Choice, ThreadId};
