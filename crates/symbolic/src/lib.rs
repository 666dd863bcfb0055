//! All inputs, and all schedules of a few contexts, at once (Suwimonteerabuth, Esparza and Schwoon, SPIN 2008).
//!
//! A program becomes a pushdown network ([`network`]); [`contexts`] explores it with sets of
//! configurations that are automata over decision diagrams ([`view`], [`space`]), each context by
//! saturation ([`saturate`]) and splitting ([`split`]), until nothing new can come ([`converge`]); [`joint`] does without splitting, as long as
//! stacks do not grow forever.

#![forbid(unsafe_code)]

mod analyse;
pub mod contexts;
pub mod converge;
pub mod java;
pub mod joint;
pub mod network;
mod places;
pub mod saturate;
pub mod space;
pub mod split;
pub mod view;

pub use analyse::{Answer, Figures, Found, Partial, Progress, Question, What, analyse};
