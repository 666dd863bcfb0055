//! An execution of a weak memory model: events, what each read saw, and why no interleaving does the same. Such an execution
//! has no schedule: its threads do not agree on one order of what happened.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One event of an execution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Node {
    /// The thread that performs it.
    pub thread: String,
    /// What it does.
    pub text: String,
    /// Its line in the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u16>,
}

/// A relation between events.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EdgeKind {
    /// Next of the same thread.
    Program,
    /// A read sees a write.
    Sees,
    /// A read sees a write that does not happen before it.
    Races,
    /// Synchronises-with.
    Synchronizes,
}

/// A relation between two events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Edge {
    /// The position of the earlier event.
    pub from: usize,
    /// The position of the later event.
    pub to: usize,
    /// Which relation.
    pub kind: EdgeKind,
}

/// An execution that no interleaving has.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Execution {
    /// The events, those of a thread together.
    pub nodes: Vec<Node>,
    /// Relations between them.
    pub edges: Vec<Edge>,
    /// What an interleaving would have to put in one order, and cannot: each event comes before the next one, and the last
    /// before the first. Empty if that takes more than what each read saw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub circle: Vec<Before>,
    /// Whether every interleaving was explored, and none has the violation.
    pub no_interleaving: bool,
}

/// An event of a circle, and why it comes before the next one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Before {
    /// The position of the event.
    pub node: usize,
    /// Why it comes before the next event of the circle.
    pub because: Reason,
}

/// Why an interleaving has one event before another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The same thread does both, in this order.
    SameThread,
    /// The second sees what the first wrote.
    Seen,
    /// The first does not see what the second wrote, but something older.
    NotSeen,
    /// Both write the same variable, and what is read elsewhere shows in which order.
    Overwritten,
    /// The first happens before the second: a lock, the start or the end of a thread is between them.
    HappensBefore,
}
