//! One decision of the scheduler or of the environment. A schedule is a list of these.

use serde::{Deserialize, Serialize};

/// A thread of the checked program: its index in order of creation on the current path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ThreadId(pub u16);

impl ThreadId {
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which thread moves, and which of its alternatives it takes: the waiter that `notify` wakes, the
/// value of a data choice, a time-out. Most instructions have just alternative 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Choice {
    pub thread: ThreadId,
    pub alternative: u32,
}
