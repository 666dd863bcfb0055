//! What the interpreter tells those who run it, and what a call tells the interpreter.

use crate::heap::Ref;
use crate::native::{Stop, Trap};

/// Why the interpreter stopped.
#[derive(Debug)]
pub(crate) enum Exit {
    /// The frames are down to the asked depth; the value returned last.
    Returned(u64),
    /// An exception left the lowest frame asked for.
    Uncaught(Ref),
    /// The next instruction is visible to other threads.
    Boundary,
    /// The thread waits; its instruction will be executed again.
    Blocked,
    /// Enough backward jumps and calls for one step or time slice.
    Slice,
    Stop(Stop),
}

/// What became of a call. Whether it was `consumed`: it was the visible instruction of the step.
pub(crate) enum Called {
    /// The callee's frame is on top.
    Frame {
        consumed: bool,
    },
    /// A native ran and its result is stored.
    Done {
        consumed: bool,
    },
    /// The call is visible, and not the first visible instruction of the step.
    Boundary,
    Trap {
        trap: Trap,
        consumed: bool,
    },
}
