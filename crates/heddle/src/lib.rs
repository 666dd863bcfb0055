//! A model checker for concurrent Java, as a library.
//!
//! ```
//! use heddle::verdict::Verdict;
//! use heddle::{CheckOptions, Environment, Jdk, Project, Supervision, Target, check};
//!
//! # fn main() -> Result<(), heddle::Error> {
//! // The library does not look at the environment: the caller hands in what it wants to be considered.
//! let environment = Environment { java_home: std::env::var_os("JAVA_HOME"), path: std::env::var_os("PATH") };
//! let jdk = Jdk::find(&environment)?;
//! let project = Project::open(&Target::new("../../examples/Transfer.java"), &jdk)?;
//! let checked = check(&project, &CheckOptions::default(), &Supervision::default())?;
//! match &checked.report.verdict {
//!     Verdict::Proved => println!("no run violates a property"),
//!     Verdict::Violated { violations } => {
//!         // `heddle-report` turns results into pages, JSON and pictures.
//!         let source = |place: &_| project.source_line(place);
//!         let page = heddle_report::Page { width: 100, source: &source, assumptions: false };
//!         print!("{}", heddle_report::violation_text(&violations[0], &page));
//!     }
//!     Verdict::Bounded { limits } => println!("nothing found, but the search was cut short by {limits:?}"),
//!     Verdict::Unknown { what } => println!("the program uses what cannot be executed: {what:?}"),
//! }
//! # assert_eq!(checked.report.verdict.name(), "violated");
//! # Ok(())
//! # }
//! ```
//!
//! A [`Project`] is a program that is open: sources, classes or a jar, with the class library of a [`Jdk`]. Every
//! analysis is a function from a project and an options value to a result:
//!
//! | function | result |
//! |---|---|
//! | [`check`] | explores every interleaving and returns a verdict with its evidence |
//! | [`test()`] | the same for each test of JUnit or TestNG in a program |
//! | [`outcomes`] | lists every distinct output of the program |
//! | [`replay`] | executes a saved run again; [`read_run`], [`run_text`] and [`confirm`] are about saved runs |
//! | [`symbolic`] | analyses a method for all its inputs at once, within a few contexts |
//! | [`litmus`] | lists the outcomes of small programs per memory model |
//! | [`model`] | builds a finite-state model and visits its states |
//! | [`analyze`], [`future_accesses`], [`storage_graph`] | facts of the static analysis |
//! | [`run`] | executes one deterministic schedule |
//! | [`Debugger`] | a saved run with a cursor that goes both ways |
//! | [`Explorer`] | all runs, one choice at a time: what comes next, back again, and a check of what follows |
//!
//! Options are structs with public fields and defaults: `CheckOptions { races: Severity::Off, ..Default::default() }`.
//!
//! A [`Supervision`] connects an analysis with its caller: an [`Observer`] receives notes and progress, and a
//! [`Cancel`] token ends the analysis from any thread, with what it has found by then. Several analyses may run at
//! the same time in one process, of one project or of several; limits of memory count for the whole process.
//!
//! Nothing here prints, exits, or reads environment variables. Files are read where a project is opened, and `javac`
//! is run to compile sources.

#![deny(missing_docs, rustdoc::private_intra_doc_links)]

mod analyze;
mod annotation;
mod build;
mod check;
mod conclusion;
mod coverage;
mod debug;
mod error;
mod estimate;
mod explorer;
mod input;
mod jdk;
mod litmus;
mod look;
mod model;
mod platform;
mod project;
mod replay;
mod run;
mod saved;
mod supervise;
mod symbolic;
mod target;
mod test;

pub use analyze::{
    Analysis, FieldUse, FutureAccess, Memory, Precision, ShapeReport, analyze, future_accesses, storage_graph,
};
pub use build::{BuildTool, Module};
pub use check::{Asked, CheckOptions, Checked, CheckedModel, Checkpoints, Spread, check, outcomes, read_asked};
pub use conclusion::Conclusion;
pub use coverage::{Covered, Line, merged as merged_coverage};
pub use debug::{Breakpoint, Debugger, Stopped, Stride, Watched};
pub use error::Error;
pub use estimate::Estimate;
pub use explorer::{Explorer, FromHere, Marked, Node, NodeId, Offer};
pub use jdk::{Environment, FoundBy, Jdk};
pub use litmus::{LitmusOptions, LitmusOutcome, LitmusReport, LostOutcome, MemoryModel, ModelOutcomes, Space, litmus};
pub use look::{DebugFrame, DebugThread, DebugVariable, HeldLock, Inside, Look};
pub use model::{Merged, ModelOptions, ModelReport, model};
pub use platform::platform;
pub use project::Project;
pub use replay::{confirm, replay};
pub use run::{Ended, run};
pub use saved::{Difference, read_run, run_text};
pub use supervise::{Cancel, Limits, Note, Observer, Progress, Spill, Supervision, TestProgress, memory_in_use};
pub use symbolic::{Bits, Shown, SymbolicOptions, SymbolicReport, symbolic};
pub use target::Target;
pub use test::{ForTests, TestName, TestOptions, TestResult, TestStatus, test, tests_exit_code};

/// The vocabulary of results: verdicts, violations, traces, schedules, semantics.
pub use heddle_verdict as verdict;

pub use heddle_verdict::{Context, PointsTo, ReductionKind, ReductionSet};

pub use heddle_cluster::Membership;
pub use heddle_explore::reduction::table as reduction_table;
pub use heddle_explore::spread::Travelled;
pub use heddle_explore::{Bound, OrderKind, Sampling, Severity, StoreKind};
pub use heddle_machine::{Input, Location, Output, Resources};
pub use heddle_model::language::Monitors as ModelMonitors;
pub use heddle_symbolic::split::Splitting;
