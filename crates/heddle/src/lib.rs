//! Proves Java threads right: a model checker for concurrent Java, as a library.
//!
//! A [`Project`] is a program that is open: sources, classes or a jar, with the class library of a [`Jdk`].
//! [`check`] explores every interleaving of it, [`replay`] shows a saved run again, [`outcomes`] lists what it
//! can print, [`symbolic`] analyses a method for all inputs at once, [`litmus`] lists outcomes per memory
//! model, [`model`] builds a finite-state model, [`analyze`] says what a static analysis knows, and [`run`]
//! executes one schedule. Each goes from an options value to a result; `heddle-report` turns results into text.
//!
//! Nothing here prints, exits, or reads the environment. Who calls hands in a [`Supervision`]: an
//! [`Observer`] that is told notes and progress, and a [`Cancel`] switch. Several analyses may run at the same
//! time, of one project or of several; limits of memory are about the whole process.

mod analyze;
mod check;
mod conclusion;
mod error;
mod input;
mod jdk;
mod litmus;
mod model;
mod platform;
mod project;
mod replay;
mod run;
mod supervise;
mod symbolic;
mod target;

pub use analyze::{
    Analysis, FieldUse, FutureAccess, Memory, Precision, ShapeReport, analyze, future_accesses, storage_graph,
};
pub use check::{CheckOptions, Checked, check, outcomes};
pub use conclusion::Conclusion;
pub use error::Error;
pub use jdk::{Environment, FoundBy, Jdk};
pub use litmus::{LitmusOptions, LitmusOutcome, LitmusReport, MemoryModel, ModelOutcomes, Space, litmus};
pub use model::{Merged, ModelOptions, ModelReport, model};
pub use platform::platform;
pub use project::Project;
pub use replay::{Replayed, replay};
pub use run::{Ended, run};
pub use supervise::{Cancel, Limits, Note, Observer, Progress, Supervision, memory_in_use};
pub use symbolic::{Bits, Covered, Line, Shown, SymbolicOptions, SymbolicReport, symbolic};
pub use target::Target;
