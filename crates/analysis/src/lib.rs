//! Static analyses over the linked program: what a program can do, before anything is executed.
//!
//! Comes in: a [`Program`](heddle_program::Program), the method that the main thread begins with,
//! and which methods the machine executes itself. Goes out: [`Facts`]: reachable methods, call
//! graph, points-to sets and accesses. [`future`] asks them which accesses a thread can still make
//! (Parízek and Lhoták), [`immutable`] which fields never change once others can see them, and
//! [`shape`] which memory one thread owns or one lock protects (Corbett), on the graphs of [`inline`].
//!
//! Facts are about every execution. Where the analysis cannot follow a program (reflection, method
//! handles of the user), it says so and nothing is claimed.

pub mod future;
pub mod immutable;
pub mod inline;
pub mod shape;
pub mod threads;

mod calls;
mod confirm;
mod demand;
mod dynamic;
mod facts;
mod graph;
mod natives;
mod objects;
mod read;
mod returns;
mod sets;
mod solve;
mod values;

pub use facts::{Budget, Facts, TooLarge, analyze};
pub use heddle_verdict::PointsTo;
