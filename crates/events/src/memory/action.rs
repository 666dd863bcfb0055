//! Names for what happens that do not depend on the order in which a run was executed, so that an
//! action of one execution can be found again in another.

use heddle_machine::Location;
pub use heddle_machine::Mode;
use heddle_program::{ClassId, FieldId, MethodId};

/// An object: by address if it existed before the threads ran, else by who allocated it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ObjectName {
    Early(u32),
    Late { thread: u16, number: u32 },
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    Field(ObjectName, FieldId),
    Static(FieldId),
    Element(ObjectName, u32),
}

impl Place {
    /// The object that it is a part of.
    pub fn object(self) -> Option<ObjectName> {
        match self {
            Place::Field(object, _) | Place::Element(object, _) => Some(object),
            Place::Static(_) => None,
        }
    }
}

/// Which half of a 64-bit variable; the halves of a plain `long` or `double` are written and read
/// on their own (JLS 17.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    Whole,
    Low,
    High,
}

/// What an access reads or writes in one go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    pub place: Place,
    pub part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    Bits(u64),
    Object(ObjectName),
}

/// A read or write: the `number`-th of its thread to this cell. JLS 17.4 leaves open which actions
/// of two executions are the same one; this choice makes writes in different branches the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ActionId {
    pub thread: u16,
    pub cell: Cell,
    pub writes: bool,
    pub number: u32,
}

/// A cell that an access covers and that threads do not share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Private {
    pub cell: Cell,
    /// Where it is, and whether it holds a reference.
    pub place: (Location, bool),
    pub writes: bool,
}

/// A memory access that a thread is about to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// One, the two halves of a 64-bit variable that may tear, the bytes that a view covers, or the
    /// elements that are copied: first those that are read, then those that are written.
    pub cells: Vec<Cell>,
    /// Where each cell is, and whether it holds a reference.
    pub places: Vec<(Location, bool)>,
    /// What else is accessed, and not shared.
    pub private: Vec<Private>,
    /// The first of the cells are read, from some on they are written; an update does both to all.
    pub read: usize,
    pub written_from: usize,
    /// This many cells in a row are read or written in one go.
    pub unit: usize,
    /// The class of a static field.
    pub class: Option<ClassId>,
    /// A final instance field.
    pub is_final: bool,
    pub reads: bool,
    pub writes: bool,
    /// Writes also if the value stays the same (everything but compare-and-set).
    pub always_writes: bool,
    /// May fail without a reason (weak compare-and-set), and whether only code of the JDK hears of it.
    pub weak: bool,
    pub retried: bool,
    pub mode: Mode,
    /// Takes part in one order of all such accesses, which is that of execution.
    pub in_order: bool,
    /// Made by the JDK's own synchronisers, whose benign races are not followed.
    pub trusted: bool,
    /// Made by the JDK to memory of its own, which it finds as it is.
    pub as_it_is: bool,
    /// Together with others of this kind it does not make memory shared.
    pub quiet: bool,
}

impl Access {
    /// Takes part in the synchronisation order.
    pub fn is_synchronization(&self) -> bool {
        self.in_order
    }

    /// Goes to main memory without a working memory in between, as volatile variables do in the first
    /// specification; it knows nothing of views, so they do too.
    pub fn is_direct(&self) -> bool {
        self.mode != Mode::Plain || self.unit > 1
    }

    /// Reads and writes the same cells atomically.
    pub fn is_update(&self) -> bool {
        self.reads && self.writes && self.written_from == 0
    }

    /// What others must agree on if it matters when this access is executed.
    fn key(&self) -> Option<Key> {
        (self.is_synchronization() || self.is_update()).then(|| self.variable())
    }

    /// The variable, or the array of which an access covers more than an element.
    pub fn variable(&self) -> Key {
        match self.cells[self.written_from.min(self.cells.len() - 1)] {
            Cell { place: Place::Element(array, _), .. } if self.cells.len() > 2 => Key::Array(array),
            cell => Key::Cell(Cell { part: Part::Whole, ..cell }),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fence {
    Full,
    Acquire,
    Release,
}

/// What a thread does next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// Nothing that a memory model knows of.
    Quiet,
    /// An access to memory that threads share.
    Memory(Access),
    /// An access to memory that they do not share.
    Private(Access),
    Fence(Fence),
    Lock(ObjectName),
    Unlock(ObjectName),
    /// Gives a monitor back and waits.
    Wait(ObjectName),
    /// Takes a monitor again after waiting.
    Resume(ObjectName),
    Notify(ObjectName),
    /// Parks, or gives a thread its permit.
    Permit(usize),
    Interrupt(usize),
    Interrupted(usize),
    /// Learns, in `join`, whether a thread has ended.
    Alive(usize),
    /// Asks whether a thread is alive.
    Polls(usize),
    /// Ends.
    End(usize),
    Initialize(ClassId),
    /// Reaches memory outside of the heap, or more than is followed cell by cell: in one order with
    /// all others that do, and on memory as it is.
    Raw,
    /// A data choice: all alternatives are taken.
    Choice,
    /// A time-out, another wake-up, or a look at the clock: all alternatives are taken.
    Time,
    Print,
}

/// What two synchronisation actions must have in common for their order to matter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Key {
    Cell(Cell),
    /// Where an access covers several elements.
    Array(ObjectName),
    Monitor(ObjectName),
    Permit(usize),
    Interrupt(usize),
    /// The end of a thread, if somebody asks whether it is alive.
    End(usize),
    Class(ClassId),
    Fences,
    Raw,
    Output,
}

impl Next {
    pub fn key(&self) -> Option<Key> {
        match self {
            Next::Memory(access) => access.key(),
            Next::Fence(Fence::Full) => Some(Key::Fences),
            Next::Lock(object) | Next::Wait(object) | Next::Resume(object) | Next::Notify(object) => {
                Some(Key::Monitor(*object))
            }
            Next::Permit(thread) => Some(Key::Permit(*thread)),
            Next::Interrupt(thread) | Next::Interrupted(thread) => Some(Key::Interrupt(*thread)),
            Next::Polls(thread) | Next::End(thread) => Some(Key::End(*thread)),
            Next::Initialize(class) => Some(Key::Class(*class)),
            Next::Raw => Some(Key::Raw),
            Next::Print => Some(Key::Output),
            _ => None,
        }
    }
}

/// Where an action is in the code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CodePlace {
    pub method: MethodId,
    pub pc: u32,
}
