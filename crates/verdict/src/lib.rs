//! The words that all engines share: a [`Choice`] made at a state, the [`Schedule`] and the
//! [`Trace`] that choices add up to, the [`Violation`] that a trace leads to, and the [`Report`]
//! with its [`Verdict`] that ends every analysis.
//!
//! Everything here is plain data that can be written to a file and read back.

mod choice;
mod platform;
mod report;
mod schedule;
mod semantics;
mod trace;
mod violation;

pub use choice::{Choice, ThreadId};
pub use platform::{MonitorPolicy, Platform, Preemption, Priorities, YieldKind, YieldSet};
pub use report::{Assumption, Ending, Limit, Outcome, Report, Statistics, Unsupported, Verdict};
pub use schedule::Schedule;
pub use semantics::{
    Granularity, Monitors, PrintedText, Semantics, SpuriousWakeups, StreamLocks, SwallowedAssertions, Temporal,
    ThreadNumbers, Timeouts,
};
pub use trace::{Action, Deed, Place, Printed, Step, Trace};
pub use violation::{Accessed, Blocked, DeadlockKind, Held, Kind, Unordered, Violation, WaitsFor};
