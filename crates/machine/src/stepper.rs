//! What the machine keeps while it executes a step, or a call that it makes for its own ends.
//!
//! Invariant: nothing here outlives a step. Each step sets what it needs before it looks at it, so that two
//! machines in the same state take the same step, whatever they did before. The two exceptions are caches of
//! the state: `several` and `pending`.

use heddle_program::MethodId;
use heddle_verdict::SearchAssumption;

use crate::pending::Pending;
use crate::throw::BacktraceFrame;
use crate::touch::Noted;

/// Time that passes in a step: a time-out fires, a thread has slept, or looks at the clock later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passed {
    pub nanos: i64,
    /// Where the program waits for it, or looks at the clock; `None` in a thread without code of the program.
    pub at: Option<BacktraceFrame>,
}

/// An initialiser of the JDK that is executed once for all runs.
#[derive(Clone, Copy)]
pub struct Initializer {
    /// The number of frames below it.
    pub depth: usize,
    /// How many frames a thread may have; while it runs, [`crate::settings::Resources`] say none, so that each call is looked at.
    pub most: u32,
}

/// The step that is being executed.
#[derive(Default)]
pub struct Stepper {
    /// The thread that is executing.
    pub current: usize,
    /// The alternative chosen for the instruction being executed.
    pub alternative: u32,
    /// What took long since somebody last looked, as so many backward jumps.
    pub(crate) charge: u32,
    /// Backward jumps and calls left until somebody looks at how the step goes on.
    pub(crate) fuel: u32,
    /// The first visible instruction of the step has not been executed yet.
    pub(crate) fresh: bool,
    /// How many visible actions of the step were asked about.
    pub(crate) joined: u32,
    /// On a platform: a yield point was passed since the last visible instruction.
    pub(crate) owed: bool,
    /// The thread is new and only taken to its first visible instruction.
    pub(crate) eager: bool,
    /// An exception was caught since the interpreter last looked.
    pub(crate) caught: bool,
    /// The step has touched memory that the operation which it is in does not own; kept by the reduction that knows.
    pub is_outside: bool,
    /// Whether the static facts speak of what the thread is about to do: code that was read does it, on what such code has made.
    pub is_foreseen: bool,
    /// The step has changed the state of a synchroniser; kept by the same reduction.
    pub has_changed_state: bool,
    /// How many stacks had been journaled when the step began.
    pub(crate) stacks_before: usize,
    /// Frames of the running thread below this index are not saved for undo yet.
    pub(crate) low_water: usize,
    /// Assumptions that the step has refuted so far.
    pub(crate) refuted: Vec<SearchAssumption>,
    /// Nested runs of Java code for natives; their references in Rust code must not move.
    pub(crate) nesting: u32,
    /// The native method being executed, and the number of frames below it: natives have none of
    /// their own, but backtraces show them.
    pub(crate) native: Option<(MethodId, u32)>,
    /// The initialiser of the JDK that is running, if one is.
    pub(crate) initializer: Option<Initializer>,
    /// Natives below, whose nested calls led to that one.
    pub(crate) outer_natives: Vec<(MethodId, u32)>,
    /// Live threads other than the running one may exist: instructions can be visible.
    pub(crate) several: bool,
    /// What the threads are about to do in this state, once [`crate::Machine::choices`] has looked; empty
    /// during a step.
    pub(crate) pending: Vec<Pending>,
    /// Time that has passed in the step so far.
    pub(crate) passed: Vec<Passed>,
    /// What the step has done that others could notice, if steps are recorded (`touch.rs`).
    pub(crate) noted: Option<Vec<Noted>>,
}
