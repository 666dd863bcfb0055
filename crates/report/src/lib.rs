//! Data in, bytes out: what the library found out, for people and for machines. Nothing is computed again
//! here, and nothing is read or written: the caller hands in the source lines and prints the result.

pub mod analyze;
pub mod coverage;
mod explanation;
mod json;
pub mod litmus;
pub mod model;
pub mod symbolic;
mod text;

pub use explanation::{ExplanationFormat, explanation};
pub use json::json;
pub use text::{Page, text, trace, violation_text};
