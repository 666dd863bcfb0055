//! What a thread is about to do, as far as another thread can notice: the footprint of its next
//! instruction.

use heddle_program::{ClassId, FieldId};

use crate::heap::Ref;

/// A place in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Location {
    /// A cell of an object: instance field.
    Field {
        object: Ref,
        field: FieldId,
    },
    /// All instance fields of an object (`clone`).
    Fields {
        object: Ref,
    },
    Static {
        field: FieldId,
    },
    Element {
        array: Ref,
        index: u32,
    },
    /// A run of array elements (`System.arraycopy`, `clone`).
    Elements {
        array: Ref,
        from: u32,
        to: u32,
    },
}

impl Location {
    /// Whether two locations have a cell in common.
    pub fn overlaps(self, other: Location) -> bool {
        let span = |l| match l {
            Location::Element { array, index } => Some((array, index, index + 1)),
            Location::Elements { array, from, to } => Some((array, from, to)),
            _ => None,
        };
        match (span(self), span(other)) {
            (Some((a, from_a, to_a)), Some((b, from_b, to_b))) => a == b && from_a < to_b && from_b < to_a,
            (None, None) => match (self, other) {
                (Location::Fields { object }, Location::Field { object: of, .. })
                | (Location::Field { object: of, .. }, Location::Fields { object }) => object == of,
                _ => self == other,
            },
            _ => false,
        }
    }
}

/// How a location is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// An ordinary access, subject to data races.
    Plain,
    /// Volatile, atomic, or any `VarHandle` mode from opaque up: never one half of a race with
    /// another such access.
    Synchronized,
}

/// A memory access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    pub location: Location,
    pub reads: bool,
    pub writes: bool,
    pub mode: Mode,
}

/// The next visible action of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pending {
    /// Nothing that another thread can notice.
    Local,
    Memory(Access),
    /// Reads one place and writes another (`System.arraycopy` between arrays).
    Copy {
        from: Access,
        to: Access,
    },
    /// As [`Pending::Global`], with an access to memory besides: a file is read into an array.
    Beside(Access),
    Lock(Ref),
    Unlock(Ref),
    Wait(Ref),
    Notify {
        object: Ref,
        all: bool,
    },
    Park,
    Unpark(Ref),
    Start(Ref),
    /// Reads whether a thread is alive.
    Alive(Ref),
    Interrupt(Ref),
    /// Reads or clears the interrupt flag of a thread.
    Interrupted(Ref),
    Sleep,
    /// Looks at the clock: no time has passed, or a long time.
    Clock,
    Yield,
    SetPriority(Ref),
    Initialize(ClassId),
    Output,
    /// A data choice with that many alternatives.
    Choose(u32),
    /// The thread is about to end.
    End,
    /// Anything else that is ordered with everything (exit of the virtual machine).
    Global,
}

impl Pending {
    /// What it accesses in memory.
    pub fn accesses(self) -> impl Iterator<Item = Access> {
        let (first, second) = match self {
            Self::Memory(access) | Self::Beside(access) => (Some(access), None),
            Self::Copy { from, to } => (Some(from), Some(to)),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }
}
