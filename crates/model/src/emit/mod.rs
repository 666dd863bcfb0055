//! Models in words, and for other tools: one file per format.

mod blocks;
mod dot;
mod json;
mod promela;
mod promela_monitors;
mod promela_variables;
mod smv;
mod smv_rules;
mod words;

pub use dot::dot;
pub use json::json;
pub use promela::promela;
pub use smv::smv;
pub use words::{action, expr, standing, thrown};
