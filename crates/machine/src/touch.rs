//! What a step has touched of what threads share: which resources it read, wrote or gave back. Two steps of different
//! threads that touch nothing in common, or only read it, lead to the same state in both orders, and neither enables or
//! disables the other.
//!
//! In come the actions that the step was shown to consist of, and the journal, which has every cell and control state that it
//! changed. What is not known in detail counts as [`Resource::Everything`]. A step that ends where it does because of memory
//! that others can reach has to do so in both orders, so this is about searches in which shared memory stays shared
//! ([`heddle_verdict::Granularity::Escaped`]).

use heddle_program::{ClassId, ClassKind};
use heddle_verdict::Choice;

use crate::heap::{HEADER, Heap, Ref, SHARED, STATICS_END};
use crate::journal::Mark;
use crate::linkage::StaticKind;
use crate::machine::{Machine, init_state};
use crate::pending::{Access, Location, Pending};
use crate::thread::{Control, Status};

/// Something that threads share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Resource {
    /// A cell of the area of statics.
    Static(u32),
    /// A field, counted from the header of its object.
    Field {
        object: Ref,
        place: u32,
    },
    /// All fields of an object.
    Fields {
        object: Ref,
    },
    /// Elements of an array.
    Elements {
        array: Ref,
        from: u32,
        to: u32,
    },
    Monitor(Ref),
    /// The threads that wait for an object.
    WaitSet(Ref),
    /// The lock of a class initialisation.
    Initialization(ClassId),
    /// Whether a thread, given by its object, has been started and has not ended.
    Life(Ref),
    /// What a thread waits for, its permit, how its wait ended. Every step of a thread depends on its own.
    Control(usize),
    /// The identity hash of an object.
    Hash(Ref),
    /// What was printed.
    Output,
    Everything,
}

impl Resource {
    /// Whether two resources have something in common.
    pub fn overlaps(self, other: Self) -> bool {
        match (self, other) {
            (Self::Everything, _) | (_, Self::Everything) => true,
            (Self::Elements { array, from, to }, Self::Elements { array: of, from: begin, to: end }) => {
                array == of && from < end && begin < to
            }
            (Self::Fields { object }, Self::Field { object: of, .. })
            | (Self::Field { object: of, .. }, Self::Fields { object }) => object == of,
            _ => self == other,
        }
    }

    /// Whether one thread has it at a time, and others that ask for it have to wait.
    pub fn is_held(self) -> bool {
        matches!(self, Self::Monitor(_) | Self::Initialization(_))
    }

    /// Equal for resources that overlap, but for [`Self::Everything`].
    pub fn key(self) -> u64 {
        let (kind, which) = match self {
            Self::Static(cell) => (0, u64::from(cell)),
            Self::Field { object, .. } | Self::Fields { object } => (1, u64::from(object)),
            Self::Elements { array, .. } => (1, u64::from(array)),
            Self::Monitor(object) => (2, u64::from(object)),
            Self::WaitSet(object) => (3, u64::from(object)),
            Self::Initialization(class) => (4, u64::from(class.0)),
            Self::Life(object) => (5, u64::from(object)),
            Self::Control(thread) => (6, thread as u64),
            Self::Hash(object) => (7, u64::from(object)),
            Self::Output => (8, 0),
            Self::Everything => (9, 0),
        };
        kind << 32 | which
    }
}

/// How a step uses a resource.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Use {
    Read,
    /// Or took, if one thread has it at a time.
    Write,
    /// Gave back what this thread had taken before the step.
    Release,
}

/// One use of a resource by a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Touch {
    pub resource: Resource,
    pub how: Use,
}

impl Touch {
    fn read(resource: Resource) -> Self {
        Self { resource, how: Use::Read }
    }

    fn write(resource: Resource) -> Self {
        Self { resource, how: Use::Write }
    }

    /// What every step of a thread depends on: its own control state.
    pub fn own(thread: usize) -> Self {
        Self::read(Resource::Control(thread))
    }

    /// Whether the order of two uses by different threads makes a difference.
    pub fn conflicts(self, other: Self) -> bool {
        (self.how != Use::Read || other.how != Use::Read) && self.resource.overlaps(other.resource)
    }
}

/// What a step has touched.
#[derive(Clone, Debug, Default)]
pub struct Touched {
    pub touches: Vec<Touch>,
    /// The step has changed nothing but the thread's own stack and control state, and what it allocated.
    pub only_reads: bool,
}

/// What is noted while a step is executed, if steps are recorded.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Noted {
    Action(Pending),
    /// Whether a class is initialised was looked at.
    Initialized(ClassId),
    Hash(Ref),
    /// Something was done that needs a monitor to be free, without taking it: printing.
    Free(Ref),
    Everything,
}

impl Machine<'_> {
    /// Notes what the running thread does, if steps are recorded.
    #[inline]
    pub(crate) fn note_touch(&mut self, noted: Noted) {
        if let Some(notes) = &mut self.stepper.noted {
            notes.push(noted);
        }
    }

    /// From now on what steps touch can be asked for, or not any more.
    pub fn record_touches(&mut self, record: bool) {
        self.stepper.noted = record.then(Vec::new);
    }

    /// What the action that a choice begins with touches, as far as that is known before it.
    pub fn touches_of_next(&mut self, choice: Choice) -> Vec<Touch> {
        let mut touches = Vec::new();
        let t = choice.thread.index();
        let thread = &self.state.threads[t];
        let (object, status) = (thread.object, thread.control.status);
        match status {
            Status::Waiting { object: of, .. } => touches.push(Touch::write(Resource::WaitSet(of))),
            Status::Notified { object: of } => {
                touches.push(Touch::write(Resource::Monitor(of)));
                touches.push(Touch::read(Resource::WaitSet(of)));
            }
            Status::Runnable | Status::Parked { .. } | Status::Sleeping | Status::Terminated => {}
        }
        let pending = self.pending(t);
        if matches!(pending, Pending::Wait(_) | Pending::Park | Pending::Sleep)
            && let Some(place) = self.linkage.interrupted_place
        {
            touches.push(Touch::read(Resource::Field { object, place }));
        }
        if status == Status::Runnable {
            self.touches_of(pending, t, &mut touches);
        }
        touches
    }

    /// What a step has touched: `first` is what [`Self::touches_of_next`] said before it, `mark` where it began.
    pub fn touched_since(&mut self, choice: Choice, first: Vec<Touch>, mark: Mark) -> Touched {
        let t = choice.thread.index();
        let mut touches = first;
        let notes = std::mem::take(&mut self.stepper.noted).unwrap_or_default();
        for &noted in &notes {
            match noted {
                Noted::Action(pending) => self.touches_of(pending, t, &mut touches),
                Noted::Initialized(class) => touches.push(Touch::read(Resource::Initialization(class))),
                Noted::Hash(object) => touches.push(Touch::read(Resource::Hash(object))),
                Noted::Free(object) => touches.push(Touch::read(Resource::Monitor(object))),
                Noted::Everything => touches.push(Touch::write(Resource::Everything)),
            }
        }
        self.stepper.noted = Some(notes);
        let mut only_reads = self.journal_touches(t, mark, &mut touches);
        let (thread, known) = (&self.state.threads[t], mark.threads as usize);
        if thread.control.status == Status::Terminated {
            let object = thread.object;
            touches.push(Touch::write(Resource::Monitor(object)));
            touches.push(Touch::write(Resource::Life(object)));
            // The end of the program ends the daemons, whatever they were about to do.
            if self.is_finished() && self.live_threads().next().is_some() {
                touches.push(Touch::write(Resource::Everything));
            }
            only_reads = false;
        }
        for thread in self.state.threads.iter().skip(known) {
            touches.push(Touch::write(Resource::Life(thread.object)));
            only_reads = false;
        }
        if self.state.output.len() > mark.output as usize || self.state.uncaught.len() > mark.uncaught as usize {
            only_reads = false;
        }
        if touches.iter().any(|touch| touch.resource == Resource::Everything) {
            touches.clear();
            touches.push(Touch::write(Resource::Everything));
            only_reads = false;
        }
        strongest(&mut touches);
        Touched { touches, only_reads }
    }

    /// What the journal says; whether that is nothing.
    fn journal_touches(&self, t: usize, mark: Mark, touches: &mut Vec<Touch>) -> bool {
        let mut nothing = true;
        for old in &self.journal.cells[mark.cells as usize..] {
            // The tag of an object.
            if old.object == 0 && old.cell >= STATICS_END {
                continue;
            }
            nothing = false;
            if old.object == 0 {
                match self.static_kind(old.cell) {
                    StaticKind::Init => {
                        let Some(class) = self.class_of_init_cell(old.cell) else { continue };
                        let claims = old.value < init_state::RUNNING;
                        let how = if claims { Use::Write } else { Use::Release };
                        touches.push(Touch { resource: Resource::Initialization(class), how });
                    }
                    // Guards of statics are nothing that a program sees.
                    _ if self.is_guard_cell(old.cell) => {}
                    _ => touches.push(Touch::write(Resource::Static(old.cell))),
                }
            } else if Heap::is_permanent(old.object) || self.state.heap.tag(old.object) == SHARED {
                self.journaled_cell(old.object, old.cell - old.object, touches);
            }
        }
        for &object in &self.journal.hashes[mark.hashes as usize..] {
            touches.push(Touch::write(Resource::Hash(object)));
        }
        let mut others: Vec<usize> = Vec::new();
        for &(thread, old) in &self.journal.controls[mark.controls as usize..] {
            let thread = usize::from(thread);
            let Some(now) = self.state.threads.get(thread).filter(|_| thread != t) else { continue };
            // The first entry of a thread tells how it was before the step.
            if !others.contains(&thread) && (Control { late: now.control.late, ..old }) != now.control {
                touches.push(Touch::write(Resource::Control(thread)));
                nothing = false;
            }
            others.push(thread);
        }
        if self.journal.stacks[mark.stacks as usize..].iter().any(|saved| usize::from(saved.thread) != t) {
            touches.push(Touch::write(Resource::Everything));
        }
        nothing
    }

    fn journaled_cell(&self, object: Ref, place: u32, touches: &mut Vec<Touch>) {
        match place {
            0 => touches.push(Touch { resource: Resource::Monitor(object), how: Use::Release }),
            1 => touches.push(Touch::write(Resource::Hash(object))),
            2 => {}
            _ => {
                let class = self.linked_class(object);
                let ClassKind::Array { kind, .. } = class.kind else {
                    let unseen = class.layout.fields.get((place - HEADER) as usize);
                    if !unseen.is_some_and(|&field| self.is_unseen(field)) {
                        touches.push(Touch::write(Resource::Field { object, place }));
                    }
                    return;
                };
                // The action that wrote it has said which elements; a cell has several.
                let said =
                    |touch: &Touch| matches!(touch.resource, Resource::Elements { array, .. } if array == object);
                if !touches.iter().any(said) {
                    let per_cell = 8 / kind.bytes();
                    let from = (place - HEADER) * per_cell;
                    touches.push(Touch::write(Resource::Elements { array: object, from, to: from + per_cell }));
                }
                debug_assert_eq!(
                    Heap::element_cell(object, (place - HEADER) * (8 / kind.bytes()), kind.bytes()),
                    object + place
                );
            }
        }
    }

    fn class_of_init_cell(&self, cell: u32) -> Option<ClassId> {
        let at = self.linkage.classes.iter().position(|class| class.class.is_some() && class.init_cell == cell)?;
        Some(ClassId(at as u32))
    }

    fn touches_of(&self, pending: Pending, t: usize, touches: &mut Vec<Touch>) {
        let mut read = |resource| touches.push(Touch::read(resource));
        match pending {
            Pending::Local | Pending::Yield | Pending::Choose(_) | Pending::Unlock(_) | Pending::End => {}
            Pending::Memory(_) | Pending::Copy { .. } => {
                for Access { location, reads, writes, .. } in pending.accesses() {
                    let resource = self.resource(location);
                    // Whether an update that depends on the old value takes place is in the journal.
                    let is_sure =
                        writes && !(reads && matches!(resource, Resource::Field { .. } | Resource::Static(_)));
                    touches.push(if is_sure { Touch::write(resource) } else { Touch::read(resource) });
                    if let Location::Static { field } = location {
                        touches.push(Touch::read(Resource::Initialization(self.program.field(field).class)));
                    }
                }
            }
            Pending::Lock(0) => {}
            Pending::Lock(object) => touches.push(Touch::write(Resource::Monitor(object))),
            Pending::Wait(object) | Pending::Notify { object, .. } => {
                touches.push(Touch::write(Resource::WaitSet(object)));
            }
            Pending::Park => {}
            Pending::Unpark(thread) | Pending::Interrupt(thread) => {
                read(Resource::Life(thread));
                if let Some(other) = self.thread_of(thread).filter(|&other| other != t) {
                    touches.push(Touch::write(Resource::Control(other)));
                }
            }
            Pending::Start(thread) => touches.push(Touch::write(Resource::Life(thread))),
            Pending::Alive(thread) => read(Resource::Life(thread)),
            Pending::Interrupted(object) => {
                if let Some(place) = self.linkage.interrupted_place {
                    read(Resource::Field { object, place });
                }
            }
            Pending::Initialize(class) => touches.push(Touch::write(Resource::Initialization(class))),
            Pending::Output => touches.push(Touch::write(Resource::Output)),
            // Time is everybody's, unless nobody can tell; then what grows older is in the journal.
            Pending::Sleep | Pending::Clock if !self.shares_clock() => {}
            Pending::Sleep | Pending::Clock | Pending::SetPriority(_) | Pending::Beside(_) | Pending::Global => {
                touches.push(Touch::write(Resource::Everything));
            }
        }
    }

    /// The object whose monitor a thread needs to end, if ending is what it stands before.
    pub fn waits_to_end(&mut self, t: usize) -> Option<Ref> {
        let thread = &self.state.threads[t];
        let (object, is_runnable) = (thread.object, thread.control.status == Status::Runnable);
        (is_runnable && self.pending(t) == Pending::End).then_some(object)
    }

    fn resource(&self, location: Location) -> Resource {
        match location {
            Location::Field { object, field } => {
                Resource::Field { object, place: HEADER + self.program.field(field).place }
            }
            Location::Fields { object } => Resource::Fields { object },
            Location::Static { field } => Resource::Static(self.program.field(field).place),
            Location::Element { array, index } => Resource::Elements { array, from: index, to: index + 1 },
            Location::Elements { array, from, to } => Resource::Elements { array, from, to },
        }
    }

    /// What decides how a thread goes on by itself, as one number: equal numbers stand for equal stacks.
    pub fn hash_of_stack(&self, t: usize) -> u64 {
        let mut bytes: Vec<u8> = Vec::with_capacity(256);
        self.visit_stack(t, &mut |word, _| bytes.extend_from_slice(&word.to_le_bytes()));
        let Control { status, phase, permit, blocking, .. } = self.state.threads[t].control;
        let (kind, of) = match status {
            Status::Runnable => (0, 0),
            Status::Waiting { object, timed } => (1 + u8::from(timed), object),
            Status::Notified { object } => (3, object),
            Status::Parked { timed } => (4 + u8::from(timed), 0),
            Status::Sleeping => (6, 0),
            Status::Terminated => (7, 0),
        };
        bytes.extend_from_slice(&of.to_le_bytes());
        bytes.extend_from_slice(&blocking.deadline.to_le_bytes());
        bytes.extend_from_slice(&blocking.saved_count.to_le_bytes());
        let flags = u8::from(permit) | u8::from(blocking.resumed) << 1;
        bytes.extend_from_slice(&[kind, flags, phase as u8, blocking.cause as u8]);
        xxhash_rust::xxh3::xxh3_64(&bytes)
    }
}

/// Leaves one use of each resource: a write stands for reads of the same, and whoever takes something gives it back.
fn strongest(touches: &mut Vec<Touch>) {
    let mut kept: Vec<Touch> = Vec::with_capacity(touches.len());
    for &touch in touches.iter() {
        match kept.iter_mut().find(|other| other.resource == touch.resource) {
            None => kept.push(touch),
            Some(other) => match (other.how, touch.how) {
                (_, Use::Write) | (Use::Read, Use::Release) => other.how = touch.how,
                _ => {}
            },
        }
    }
    *touches = kept;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_overlap_by_their_indices_and_everything_overlaps() {
        let elements = |from, to| Resource::Elements { array: 7, from, to };
        assert!(elements(0, 4).overlaps(elements(3, 5)));
        assert!(!elements(0, 4).overlaps(elements(4, 5)));
        assert!(Resource::Everything.overlaps(Resource::Output));
        let field = Resource::Field { object: 9, place: 3 };
        assert!(Resource::Fields { object: 9 }.overlaps(field));
        assert!(!Resource::Monitor(9).overlaps(field));
        assert_eq!(elements(0, 4).key(), elements(7, 9).key());
    }

    #[test]
    fn only_reads_leave_the_order_open() {
        let x = Resource::Static(20);
        assert!(!Touch::read(x).conflicts(Touch::read(x)));
        assert!(Touch::read(x).conflicts(Touch::write(x)));
    }

    #[test]
    fn taking_and_giving_back_in_one_step_counts_as_taking() {
        let monitor = Resource::Monitor(5);
        let mut touches = vec![Touch::write(monitor), Touch { resource: monitor, how: Use::Release }];
        strongest(&mut touches);
        assert_eq!(touches, [Touch::write(monitor)]);
    }
}
