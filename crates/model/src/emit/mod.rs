//! Models in words, and for other tools: one file per format.

mod blocks;
mod promela;
mod words;

pub use promela::promela;
pub use words::{action, expr, standing, thrown};
