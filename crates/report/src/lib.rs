//! Verdict in, bytes out. Nothing is computed again here, and nothing is read or written: the
//! caller hands in the source lines and prints the result.

pub mod coverage;
mod json;
mod text;

pub use json::json;
pub use text::{Page, text, trace, violation_text};
