//! One decision of the scheduler or of the environment. A schedule is a list of these.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A thread of the checked program: its index in order of creation on the current path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ThreadId(pub u16);

impl ThreadId {
    /// The index as a position in lists.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which thread moves, and which of its alternatives it takes: the waiter that `notify` wakes, the
/// value of a data choice, a time-out. Most instructions have just alternative 0.
///
/// Written to files as a pair of numbers, so that long schedules stay short.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(from = "(u16, u32)", into = "(u16, u32)")]
pub struct Choice {
    /// The thread that moves.
    pub thread: ThreadId,
    /// Which of its alternatives it takes.
    pub alternative: u32,
}

impl From<(u16, u32)> for Choice {
    fn from((thread, alternative): (u16, u32)) -> Self {
        Self { thread: ThreadId(thread), alternative }
    }
}

impl From<Choice> for (u16, u32) {
    fn from(choice: Choice) -> Self {
        (choice.thread.0, choice.alternative)
    }
}
