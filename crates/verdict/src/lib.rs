//! The vocabulary that all engines share: a [`Choice`] made in a state, the [`Schedule`] and the [`Trace`] of a
//! run, the [`Violation`] at its end, and the [`Report`] with the [`Verdict`] of an analysis.
//!
//! Everything here is plain data that can be written to a file and read back. What JSON reports contain also
//! derives its JSON Schema, in which these doc comments are the descriptions.

#![deny(missing_docs, rustdoc::private_intra_doc_links)]

mod accepted;
mod choice;
mod execution;
mod platform;
mod reduction;
mod report;
mod schedule;
mod search_assumption;
mod seconds;
mod semantics;
mod timeline;
mod trace;
mod violation;
mod words;

pub use accepted::AcceptedRace;
pub use choice::{Choice, ThreadId};
pub use execution::{Before, Edge, EdgeKind, Execution, Node, Reason};
pub use platform::{MonitorPolicy, Platform, Preemption, Priorities, YieldKind, YieldSet};
pub use reduction::{Context, PointsTo, Precision, ReductionKind, ReductionSet};
pub use report::{
    Assumption, Ending, Engine, Limit, Outcome, Report, Statistics, Tried, TriedRuns, Unsupported, Verdict,
};
pub use schedule::Schedule;
pub use search_assumption::SearchAssumption;
pub use seconds::Seconds;
pub use semantics::{
    Granularity, Monitors, PrintedText, Randomness, Semantics, SpuriousWakeups, SwallowedAssertions, Temporal, Timeouts,
};
pub use timeline::{Moment, Order, Stand, Timeline};
pub use trace::{Action, Deed, ENTRY_CLASS, Early, Place, Printed, Step, Trace};
pub use violation::{Accessed, Blocked, DeadlockKind, Held, Idiom, Kind, Unordered, Violation, WaitsFor};
pub use words::{duration, short_exception};
