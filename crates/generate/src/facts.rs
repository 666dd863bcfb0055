//! What is known of a program after all its runs have been looked at.

use std::collections::BTreeSet;

/// One way in which a program can end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ending {
    /// All threads ended or one exited; this was printed.
    Exit { output: String, code: i32 },
    /// The threads that are left wait forever.
    Deadlock,
}

/// An exception that no handler took.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Uncaught {
    /// The simple name of the exception's class.
    pub class: String,
    /// The source line that made it.
    pub line: u32,
}

/// One side of a race: the source line of the access, and whether it writes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Side {
    pub line: u32,
    pub writes: bool,
}

/// Everything that searches of the same program have to agree on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Facts {
    pub endings: BTreeSet<Ending>,
    pub uncaught: BTreeSet<Uncaught>,
    /// Pairs of accesses that two threads can be about to make at once, the smaller side first.
    pub races: BTreeSet<(Side, Side)>,
    /// Names of the threads that are left in a deadlock, for each that can be reached.
    pub deadlocks: BTreeSet<Vec<String>>,
}

impl Facts {
    pub fn can_deadlock(&self) -> bool {
        self.endings.contains(&Ending::Deadlock)
    }

    /// The first part in which two sets of facts differ, in words.
    pub fn difference(&self, other: &Facts) -> Option<String> {
        if self.endings != other.endings {
            let (left, right) = (&self.endings - &other.endings, &other.endings - &self.endings);
            return Some(format!("endings: only left {left:?}, only right {right:?}"));
        }
        if self.deadlocks != other.deadlocks {
            return Some(format!("deadlocked threads: {:?} and {:?}", self.deadlocks, other.deadlocks));
        }
        if self.uncaught != other.uncaught {
            return Some(format!("uncaught: {:?} and {:?}", self.uncaught, other.uncaught));
        }
        if self.races != other.races {
            let (left, right) = (&self.races - &other.races, &other.races - &self.races);
            return Some(format!("races: only left {left:?}, only right {right:?}"));
        }
        None
    }
}
