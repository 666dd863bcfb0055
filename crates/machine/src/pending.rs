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

/// How an access is ordered with others: the access modes of `VarHandle`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mode {
    /// An ordinary access, subject to data races.
    Plain,
    Opaque,
    Acquire,
    Release,
    Volatile,
}

impl Mode {
    /// All modes, each at its own number.
    pub const ALL: [Self; 5] = [Self::Plain, Self::Opaque, Self::Acquire, Self::Release, Self::Volatile];

    /// From the end of the name of a method of `VarHandle` or `Unsafe` that is never a plain access. An update
    /// without any order is atomic all the same.
    pub const fn of(name: &str) -> Self {
        const fn ends(name: &[u8], end: &[u8]) -> bool {
            match name.split_at_checked(name.len().wrapping_sub(end.len())) {
                Some((_, tail)) => equal(tail, end),
                None => false,
            }
        }
        const fn equal(a: &[u8], b: &[u8]) -> bool {
            match (a, b) {
                ([], []) => true,
                ([x, a @ ..], [y, b @ ..]) => *x == *y && equal(a, b),
                _ => false,
            }
        }
        let name = name.as_bytes();
        if ends(name, b"Opaque") || ends(name, b"Plain") {
            Self::Opaque
        } else if ends(name, b"Acquire") {
            Self::Acquire
        } else if ends(name, b"Release") {
            Self::Release
        } else {
            Self::Volatile
        }
    }

    pub fn acquires(self) -> bool {
        matches!(self, Self::Acquire | Self::Volatile)
    }

    pub fn releases(self) -> bool {
        matches!(self, Self::Release | Self::Volatile)
    }

    /// Neither ordinary nor volatile: the Java memory model orders it with less than everything, so a program
    /// without data races may still show more than interleavings.
    pub fn is_weak(self) -> bool {
        matches!(self, Self::Opaque | Self::Acquire | Self::Release)
    }
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
