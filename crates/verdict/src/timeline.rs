//! A run as a reader steps through it: everything that is told, in the order in which it happened, and how the threads
//! stand after each of it.

use serde::Serialize;

use crate::{Action, Place, Printed, ThreadId, WaitsFor};

/// A run, moment by moment. Empty if the run was too long to be looked at instruction by instruction.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Timeline {
    /// What happened, in order.
    pub moments: Vec<Moment>,
    /// What orders moments of different threads.
    pub orders: Vec<Order>,
    /// The threads that stand otherwise at the end of the run than after the last moment.
    pub end: Vec<(ThreadId, Stand)>,
}

/// Something that a thread did, and what has changed by then.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Moment {
    /// The thread that did it.
    pub thread: ThreadId,
    /// The step of the trace that it belongs to.
    pub step: usize,
    /// It is what the step began with.
    pub begins: bool,
    /// The instruction of the run, counted from 0.
    pub at: usize,
    /// Where in the source.
    pub place: Option<Place>,
    /// Where the code stands that called it from other packages, innermost first.
    pub callers: Vec<Place>,
    /// The method that is called or returns, if it is one of the class path.
    pub callee: Option<Place>,
    /// What it was.
    pub action: Action,
    /// What it printed.
    pub printed: Vec<Printed>,
    /// The threads that stand otherwise than a moment before.
    pub stands: Vec<(ThreadId, Stand)>,
}

/// How a thread stands.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Stand {
    /// Where it is: the innermost place of the program.
    pub place: Option<Place>,
    /// What it waits for, if it cannot go on.
    pub waits_for: Option<WaitsFor>,
    /// It has ended.
    pub ended: bool,
    /// The locks that it holds.
    pub holds: Vec<String>,
}

/// One moment happens before another of a different thread (JLS 17.4.5), directly.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Order {
    /// The earlier moment.
    pub from: usize,
    /// The later moment.
    pub to: usize,
    /// What orders them: `start`, `lock`, `volatile`, `join` or `interrupt`.
    pub by: &'static str,
}
