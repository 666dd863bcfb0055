//! How a machine behaves: the semantics that it was built with, what follows from them, and what a property
//! wants to see.
//!
//! Invariant: fixed before a search begins, and the same for all machines of a search. What a search assumes
//! of the program and may have to give up is no setting ([`crate::Machine::refine`]).

use heddle_verdict::Semantics;

use crate::observe::Observed;
use crate::stops::Stops;

/// What a machine may use before the program is told that there is no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Frames of a thread before `StackOverflowError`.
    pub max_frames: u32,
    /// Bytes of objects before `OutOfMemoryError`.
    pub heap_bytes: u64,
    /// Backward jumps and calls within one step before it is cut, so that endless loops end.
    pub max_loop: u32,
}

impl Default for Resources {
    fn default() -> Self {
        Self { max_frames: 9_000, heap_bytes: 1 << 30, max_loop: 100_000 }
    }
}

/// All that decides what a step is, other than the state.
pub(crate) struct Settings {
    pub semantics: Semantics,
    pub resources: Resources,
    /// Where steps end on the platform of these semantics; without one before everything that others can
    /// notice.
    pub stops: Option<Stops>,
    /// Every change is journaled, and steps end where the semantics say. Set once, when exploring begins.
    pub exploring: bool,
    /// Reach tags are brought up to date before something depends on them.
    pub updates_reach: bool,
    /// A synchroniser's queue in which nobody is counts as one in which nobody ever was.
    pub forget_empty_queues: bool,
    /// Threads that nobody can tell apart may change places in what counts as visited.
    pub interchanges_threads: bool,
    /// For that it does not matter either in which order a thread waits for the ends of others.
    pub forgets_orders_of_joins: bool,
    /// The user's code records which instructions threads come to.
    pub records_coverage: bool,
    /// What a temporal property looks at, if there is one.
    pub observed: Option<Box<Observed>>,
}

impl Settings {
    pub fn new(semantics: Semantics, resources: Resources) -> Self {
        let stops = Stops::of(semantics.platform.as_ref());
        Self {
            semantics,
            resources,
            stops,
            exploring: false,
            updates_reach: true,
            forget_empty_queues: false,
            interchanges_threads: false,
            forgets_orders_of_joins: false,
            records_coverage: false,
            observed: None,
        }
    }
}
