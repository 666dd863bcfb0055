//! How a machine behaves: the semantics that it was built with, what follows from them, and what a property
//! wants to see.
//!
//! Invariant: fixed before a search begins, and the same for all machines of a search. Only a refuted
//! assumption changes it ([`crate::Machine::refine`]), and then the search begins again.

use heddle_verdict::{Semantics, ThreadNumbers};

use crate::observe::Observed;
use crate::stops::Stops;

/// What a machine may use before the program is told that there is no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Frames of a thread before `StackOverflowError`.
    pub max_frames: u32,
    /// Bytes of objects before `OutOfMemoryError`.
    pub heap_bytes: u64,
    /// Backward jumps within one step before it is cut, so that endless loops end.
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
    /// What a temporal property looks at, if there is one.
    pub observed: Option<Box<Observed>>,
}

impl Settings {
    pub fn new(mut semantics: Semantics, resources: Resources) -> Self {
        // A search of single instructions assumes nothing.
        if semantics.granularity.is_single() {
            semantics.thread_numbers = ThreadNumbers::Seen;
        }
        let stops = Stops::of(semantics.platform.as_ref());
        Self {
            semantics,
            resources,
            stops,
            exploring: false,
            updates_reach: true,
            forget_empty_queues: false,
            observed: None,
        }
    }
}
