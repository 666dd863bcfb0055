//! Litmus tests as users write them: finding their parts by the names of annotations and classes,
//! and the small harness that runs them.

mod annotation;
pub mod harness;
pub mod shape;
