//! An execution as it is built: events with their vector clocks, what each read sees, and the
//! synchronisation between threads (JLS 17.4.2 to 17.4.5, 17.5).

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::action::{Access, ActionId, Cell, CodePlace, Fence, Key, Mode, ObjectName, Place, Value};
use super::clock::Clock;
use super::lasting::Lasting;

/// An event: its index in execution order.
pub type EventId = usize;

/// What a read sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// What memory held before the threads ran, or a default value.
    Initial,
    /// A write; of an execution that is still going on it may come later.
    Write(ActionId),
}

#[derive(Clone, Debug)]
pub struct AccessEvent {
    pub cell: Cell,
    pub mode: Mode,
    pub read: Option<(ActionId, Source, Value)>,
    pub written: Option<(ActionId, Value)>,
    /// What an acquiring read of this write synchronises with.
    pub release: Option<Clock>,
    /// Part of the synchronisation order.
    pub synchronizes: bool,
    /// Reads what is not the last write of the synchronisation order as it was executed: the read comes
    /// earlier in that order.
    pub early: bool,
    /// The first event of those that happen in one go with this one.
    pub unit: EventId,
    pub trusted: bool,
}

#[derive(Clone, Debug)]
pub enum What {
    Access(AccessEvent),
    Lock(ObjectName),
    Unlock(ObjectName),
    Fence(Fence),
    Start,
    /// Found that a thread has ended.
    Join,
    /// The end of a constructor with final fields (JLS 17.5.1).
    Freeze,
    Other,
}

#[derive(Clone, Debug)]
pub struct Event {
    pub thread: usize,
    /// Counts the events of the thread from 1.
    pub number: u32,
    /// Everything that happens before it, itself included.
    pub clock: Clock,
    pub what: What,
    pub code: Option<CodePlace>,
}

impl Event {
    pub fn access(&self) -> Option<&AccessEvent> {
        match &self.what {
            What::Access(access) => Some(access),
            _ => None,
        }
    }
}

#[derive(Clone, Default)]
pub struct Graph {
    /// Shared with executions that begin alike.
    pub events: Vec<Rc<Event>>,
    pub(super) clocks: Vec<Clock>,
    /// What does not vanish in the state that it leads to.
    pub(super) lasting: Lasting,
    /// A hash of what each thread did.
    histories: Vec<u64>,
    pub(super) ends: FxHashMap<usize, Clock>,
    pub writes: FxHashMap<Cell, Vec<EventId>>,
    pub by_id: FxHashMap<ActionId, EventId>,
    pub initial: FxHashMap<Cell, Value>,
    numbers: FxHashMap<(u16, Cell, bool), u32>,
    pub(super) synchronized: FxHashMap<Key, Clock>,
    frozen: FxHashMap<ObjectName, (usize, u32, Clock)>,
    /// What dereferencing an object guarantees to a thread that got it through a final field.
    pub(super) through_final: FxHashMap<(usize, ObjectName), Clock>,
    /// Objects that a thread got hold of before their constructors had ended.
    pub(super) escaped: FxHashSet<(usize, ObjectName)>,
    /// Objects that a thread got hold of by a race.
    pub(super) raced: FxHashSet<(usize, ObjectName)>,
    pub(super) release_fences: FxHashMap<usize, Clock>,
    /// What was done before the JDK put an object where it finds it again.
    pub(super) published: FxHashMap<Cell, Clock>,
    /// The order in which time passed, if all threads share a clock.
    times: u64,
    shared: FxHashMap<usize, usize>,
    /// The order in which threads printed.
    prints: u64,
    /// Writes that a thread has read without acquiring, for its next acquire fence.
    unacquired: FxHashMap<usize, Vec<ActionId>>,
}

impl Graph {
    /// Threads of this number run; nothing has happened yet. Some variables are accessed in the synchronisation order and
    /// otherwise.
    pub fn new(threads: usize, mixed: Rc<FxHashSet<Cell>>) -> Self {
        let (clocks, histories) = (vec![Clock::default(); threads], vec![0; threads]);
        Self { clocks, histories, lasting: Lasting::new(mixed), ..Self::default() }
    }

    pub fn hb(&self, a: EventId, b: EventId) -> bool {
        a != b && self.events[b].clock.covers(self.events[a].thread, self.events[a].number)
    }

    /// Whether an event happens before what has this clock.
    pub fn is_before(&self, event: EventId, clock: &Clock) -> bool {
        clock.covers(self.events[event].thread, self.events[event].number)
    }

    pub fn written(&self, event: EventId) -> Option<Value> {
        self.events[event].access().and_then(|access| access.written).map(|(_, value)| value)
    }

    /// The identity that a thread's next read or write of a cell has.
    pub fn next_id(&self, thread: usize, cell: Cell, writes: bool) -> ActionId {
        let thread = thread as u16;
        let number = self.numbers.get(&(thread, cell, writes)).copied().unwrap_or(0);
        ActionId { thread, cell, writes, number }
    }

    /// How many accesses to shared memory a thread has made.
    pub fn shared_events_of(&self, thread: usize) -> usize {
        self.shared.get(&thread).copied().unwrap_or(0)
    }

    /// What happens before the next access of a thread to a cell, with what final fields guarantee.
    pub fn clock_for(&self, thread: usize, access: &Access, cell: Cell) -> Clock {
        let mut clock = self.clocks[thread].clone();
        let object = match cell.place {
            Place::Field(object, _) | Place::Element(object, _) => Some(object),
            Place::Static(_) => None,
        };
        // Whoever uses an initialised class sees what its initialiser did (JLS 12.4.2).
        if let Some(initialized) = access.class.and_then(|class| self.synchronized.get(&Key::Class(class))) {
            clock.join(initialized);
        }
        if let Some(object) = object {
            if let Some(guarantee) = self.through_final.get(&(thread, object)) {
                clock.join(guarantee);
            }
            if let Some(freeze) = self.freeze_seen(thread, object).filter(|_| access.is_final) {
                clock.join(freeze);
            }
        }
        clock
    }

    fn freeze_seen(&self, thread: usize, object: ObjectName) -> Option<&Clock> {
        let (_, _, freeze) = self.frozen.get(&object)?;
        (!self.escaped.contains(&(thread, object))).then_some(freeze)
    }

    /// The writes of a cell that a read with this clock sees without a race: those that happen
    /// before it and are not overwritten by another such. None means the initial value.
    pub fn visible(&self, cell: Cell, clock: &Clock) -> Vec<EventId> {
        let writes = self.writes.get(&cell).map_or(&[][..], Vec::as_slice);
        // Of each thread, only the last of them can be seen.
        let mut before: Vec<EventId> = Vec::new();
        for &write in writes.iter().rev() {
            let of_thread = |&other: &EventId| self.events[other].thread == self.events[write].thread;
            if self.is_before(write, clock) && !before.iter().any(of_thread) {
                before.push(write);
            }
        }
        before.reverse();
        let hidden = |write| before.iter().any(|&later| self.hb(write, later));
        before.iter().copied().filter(|&write| !hidden(write)).collect()
    }

    // ---- events -----------------------------------------------------------------------------

    fn push(&mut self, thread: usize, what: What, code: Option<CodePlace>) -> EventId {
        let number = self.clocks[thread].of(thread) + 1;
        self.clocks[thread].set(thread, number);
        self.events.push(Rc::new(Event { thread, number, clock: self.clocks[thread].clone(), what, code }));
        self.events.len() - 1
    }

    fn push_lasting(&mut self, thread: usize, what: What, code: Option<CodePlace>, tells: impl Hash) -> EventId {
        let id = self.push(thread, what, code);
        self.lasting.add(&self.events[id], tells);
        id
    }

    fn note(&mut self, thread: usize, what: impl Hash) {
        let mut hasher = DefaultHasher::default();
        self.histories[thread].hash(&mut hasher);
        what.hash(&mut hasher);
        self.histories[thread] = hasher.finish();
    }

    /// Records one cell of an access.
    pub fn access(
        &mut self,
        thread: usize,
        access: &Access,
        at: usize,
        read: Option<(Source, Value)>,
        written: Option<Value>,
        code: Option<CodePlace>,
    ) -> EventId {
        *self.shared.entry(thread).or_default() += 1;
        let cell = access.cells[at];
        let unit = self.events.len() - at % access.unit;
        if let Some(class) = access.class {
            self.acquire(thread, Key::Class(class));
        }
        let guaranteed = self.clock_for(thread, access, cell);
        let read = read.map(|(source, value)| (self.count(thread, cell, false), source, value));
        let written = written.map(|value| (self.count(thread, cell, true), value));
        self.note(thread, (cell, read, written));
        let source = match read {
            Some((_, Source::Write(id), _)) => Some(id),
            _ => None,
        };
        let released = source.and_then(|id| self.released(id));
        let synchronizes = access.is_synchronization();
        let early = synchronizes && read.is_some_and(|(_, source, _)| self.is_early(cell, source));
        if read.is_some() {
            if access.mode.acquires() {
                if let Some(released) = &released {
                    self.clocks[thread].join(released);
                }
            } else if let Some(id) = source {
                self.unacquired.entry(thread).or_default().push(id);
            }
        }
        if early {
            self.acquire_up_to(thread, cell, source);
        } else if synchronizes && read.is_some() {
            self.acquire(thread, Key::Cell(cell));
        }
        let event = AccessEvent {
            cell,
            mode: access.mode,
            read,
            written,
            release: None,
            synchronizes,
            early,
            unit,
            trusted: access.trusted,
        };
        let id = self.push(thread, What::Access(event), code);
        if read.is_some() && written.is_none() {
            // Later checks ask what this read could see, so it keeps its guarantee.
            Rc::make_mut(&mut self.events[id]).clock.join(&guaranteed);
        }
        if let Some((action, _)) = written {
            self.writes.entry(cell).or_default().push(id);
            self.by_id.insert(action, id);
            self.set_release(thread, id, access, released);
        }
        if let Some((action, _, value)) = read {
            self.by_id.insert(action, id);
            self.dereference(thread, access, cell, source, value);
        }
        if self.lasting.has(access, cell) {
            let event = Rc::clone(&self.events[id]);
            event.access().into_iter().for_each(|access| self.lasting.add_access(&event, access));
        }
        id
    }

    fn in_order(&self, event: EventId) -> bool {
        self.events[event].access().is_some_and(|access| access.synchronizes)
    }

    /// Whether a write of the synchronisation order comes after what a read sees.
    fn is_early(&self, cell: Cell, source: Source) -> bool {
        let writes = self.writes.get(&cell).map_or(&[][..], Vec::as_slice);
        let seen = match source {
            Source::Initial => None,
            Source::Write(id) => self.by_id.get(&id).copied().filter(|&event| self.in_order(event)),
        };
        match (writes.iter().rev().find(|&&write| self.in_order(write)), source) {
            (Some(&last), Source::Initial) => seen != Some(last),
            (Some(&last), _) => seen.is_some_and(|seen| seen != last),
            (None, _) => false,
        }
    }

    /// A volatile read synchronises with the writes before it in the synchronisation order: those up to
    /// the one that it sees.
    fn acquire_up_to(&mut self, thread: usize, cell: Cell, source: Option<ActionId>) {
        let Some(&seen) = source.and_then(|id| self.by_id.get(&id)) else { return };
        let writes = self.writes.get(&cell).cloned().unwrap_or_default();
        for write in writes.into_iter().filter(|&write| write <= seen) {
            let access = self.events[write].access().filter(|access| access.synchronizes);
            if let Some(release) = access.and_then(|access| access.release.clone()) {
                self.clocks[thread].join(&release);
            }
        }
    }

    /// Whether a thread got hold of the object that has a cell by a race.
    pub fn got_by_race(&self, thread: usize, cell: Cell) -> bool {
        match cell.place {
            Place::Field(object, _) | Place::Element(object, _) => self.raced.contains(&(thread, object)),
            Place::Static(_) => false,
        }
    }

    fn count(&mut self, thread: usize, cell: Cell, writes: bool) -> ActionId {
        let id = self.next_id(thread, cell, writes);
        *self.numbers.entry((id.thread, cell, writes)).or_default() += 1;
        id
    }

    fn released(&self, write: ActionId) -> Option<Clock> {
        self.by_id.get(&write).and_then(|&event| self.events[event].access()?.release.clone())
    }

    /// What a write releases: everything before it, or before the last release fence; an atomic
    /// update also passes on what the write that it read released.
    fn set_release(&mut self, thread: usize, id: EventId, access: &Access, passed_on: Option<Clock>) {
        let own = if access.mode.releases() {
            Some(self.clocks[thread].clone())
        } else {
            self.release_fences.get(&thread).cloned()
        };
        let mut release = own;
        if let Some(passed_on) = passed_on.filter(|_| access.reads) {
            release.get_or_insert_with(Clock::default).join(&passed_on);
        }
        if access.is_synchronization() {
            self.release(
                thread,
                Key::Cell(match &self.events[id].what {
                    What::Access(access) => access.cell,
                    _ => return,
                }),
            );
        }
        if let What::Access(event) = &mut Rc::make_mut(&mut self.events[id]).what {
            event.release = release;
        }
    }

    /// A thread got a reference: remembers what final fields promise about what it leads to.
    fn dereference(&mut self, thread: usize, access: &Access, cell: Cell, source: Option<ActionId>, value: Value) {
        let Value::Object(object) = value else { return };
        if let Some(&write) = source.and_then(|id| self.by_id.get(&id)) {
            if self.is_before(write, &self.clocks[thread]) {
                self.raced.remove(&(thread, object));
            } else {
                self.raced.insert((thread, object));
            }
            let complete =
                self.frozen.get(&object).is_some_and(|&(by, number, _)| self.events[write].clock.covers(by, number));
            let made_by_other = matches!(object, ObjectName::Late { thread: by, .. } if usize::from(by) != thread);
            if made_by_other && !complete {
                self.escaped.insert((thread, object));
            }
        }
        let base = match cell.place {
            Place::Field(base, _) | Place::Element(base, _) => base,
            Place::Static(_) => return,
        };
        let mut promise = self.through_final.get(&(thread, base)).cloned();
        if let Some(freeze) = self.freeze_seen(thread, base).filter(|_| access.is_final) {
            promise.get_or_insert_with(Clock::default).join(freeze);
        }
        if let Some(promise) = promise {
            self.through_final.entry((thread, object)).or_default().join(&promise);
        }
    }

    // ---- synchronisation --------------------------------------------------------------------

    fn acquire(&mut self, thread: usize, key: Key) {
        if let Some(clock) = self.synchronized.get(&key) {
            self.clocks[thread].join(clock);
        }
    }

    fn release(&mut self, thread: usize, key: Key) {
        self.synchronized.entry(key).or_default().join(&self.clocks[thread]);
    }

    pub fn lock(&mut self, thread: usize, object: ObjectName, code: Option<CodePlace>) {
        self.note(thread, (1, object));
        self.acquire(thread, Key::Monitor(object));
        self.push(thread, What::Lock(object), code);
    }

    pub fn unlock(&mut self, thread: usize, object: ObjectName, code: Option<CodePlace>) {
        self.note(thread, (2, object));
        self.push(thread, What::Unlock(object), code);
        self.release(thread, Key::Monitor(object));
    }

    /// Writes that a thread's acquire fence needs and that have not happened yet.
    pub fn awaits_for_fence(&self, thread: usize) -> bool {
        self.unacquired.get(&thread).is_some_and(|ids| ids.iter().any(|id| !self.by_id.contains_key(id)))
    }

    /// Full fences are in one order, if that is the one of execution.
    pub fn fence(&mut self, thread: usize, fence: Fence, in_order: bool, code: Option<CodePlace>) {
        self.note(thread, (3, fence));
        if fence != Fence::Release {
            for id in self.unacquired.remove(&thread).unwrap_or_default() {
                if let Some(released) = self.released(id) {
                    self.clocks[thread].join(&released);
                }
            }
        }
        if fence == Fence::Full && in_order {
            self.acquire(thread, Key::Fences);
        }
        self.push_lasting(thread, What::Fence(fence), code, fence);
        if fence == Fence::Full && in_order {
            self.release(thread, Key::Fences);
        }
        if fence != Fence::Acquire {
            self.release_fences.insert(thread, self.clocks[thread].clone());
        }
    }

    pub fn start(&mut self, thread: usize, child: usize, code: Option<CodePlace>) {
        self.note(thread, (4, child));
        self.push(thread, What::Start, code);
        if self.clocks.len() <= child {
            self.clocks.resize(child + 1, Clock::default());
            self.histories.resize(child + 1, 0);
        }
        self.clocks[child] = self.clocks[thread].clone();
        self.clocks[child].set(child, 0);
    }

    pub fn end(&mut self, thread: usize) {
        self.ends.insert(thread, self.clocks[thread].clone());
    }

    /// A thread found out that another one has ended.
    pub fn join(&mut self, thread: usize, other: usize, code: Option<CodePlace>) {
        if let Some(end) = self.ends.get(&other) {
            self.clocks[thread].join(&end.clone());
            self.note(thread, (5, other));
            self.push(thread, What::Join, code);
        }
    }

    pub fn interrupt(&mut self, thread: usize, other: usize) {
        self.note(thread, (6, other));
        self.push(thread, What::Other, None);
        self.release(thread, Key::Interrupt(other));
    }

    pub fn notice_interrupt(&mut self, thread: usize, of: usize) {
        self.note(thread, (7, of));
        self.acquire(thread, Key::Interrupt(of));
    }

    pub fn other(&mut self, thread: usize, alternative: u32) {
        self.note(thread, (8, alternative));
    }

    /// Time passes for a thread, or for all: then the order matters.
    pub fn time(&mut self, thread: usize, alternative: u32, for_all: bool) {
        self.note(thread, (10, alternative, self.times));
        if for_all {
            self.times = self.histories[thread];
        }
    }

    /// An action that leaves no event, and whether its order with all others of its kind matters.
    pub fn acts(&mut self, thread: usize, key: Option<Key>, in_order: bool) {
        self.note(thread, (12, key, in_order.then_some(self.prints)));
        if in_order {
            self.prints = self.histories[thread];
        }
    }

    /// The JDK puts an object where it finds it again.
    pub fn publish(&mut self, thread: usize, cell: Cell) {
        self.push(thread, What::Other, None);
        self.published.insert(cell, self.clocks[thread].clone());
    }

    /// The JDK finds an object that another thread has made, as it is.
    pub fn obtain(&mut self, thread: usize, cell: Cell) {
        self.note(thread, (11, cell));
        if let Some(clock) = self.published.get(&cell) {
            self.clocks[thread].join(clock);
        }
    }

    /// What the last write of a cell left in memory.
    pub fn held(&self, cell: Cell) -> Option<Value> {
        let last = self.writes.get(&cell).and_then(|writes| writes.last());
        last.map_or_else(|| self.initial.get(&cell).copied(), |&write| self.written(write))
    }

    /// Whether another thread has written a variable without this one being ordered after it.
    pub fn has_unseen(&self, thread: usize, cell: Cell) -> bool {
        let writes = self.writes.get(&cell).map_or(&[][..], Vec::as_slice);
        writes.iter().any(|&write| self.events[write].thread != thread && !self.is_before(write, &self.clocks[thread]))
    }

    /// An access in the one order of those that are not followed cell by cell.
    pub fn raw(&mut self, thread: usize) {
        self.acquire(thread, Key::Raw);
        self.note(thread, (9, self.events.len()));
        self.push_lasting(thread, What::Other, None, self.events.len());
        self.release(thread, Key::Raw);
    }

    pub fn freeze(&mut self, thread: usize, object: ObjectName) {
        let id = self.push_lasting(thread, What::Freeze, None, object);
        let number = self.events[id].number;
        self.frozen.insert(object, (thread, number, self.clocks[thread].clone()));
    }

    pub fn initialized(&mut self, thread: usize, class: heddle_program::ClassId) {
        self.push(thread, What::Other, None);
        self.release(thread, Key::Class(class));
    }

    /// Equal for two states exactly if (up to collisions) each thread did the same, and the same
    /// happens before what each does next.
    pub fn key(&self) -> u128 {
        let hash = |seed: u64| {
            let mut hasher = DefaultHasher::default();
            (seed, &self.histories, &self.clocks).hash(&mut hasher);
            let of_entry = |entry: (&Key, &Clock)| {
                let mut hasher = DefaultHasher::default();
                (seed, entry).hash(&mut hasher);
                hasher.finish()
            };
            let synchronized = self.synchronized.iter().map(of_entry).fold(0, u64::wrapping_add);
            // The order of the last synchronising writes decides what volatile reads see.
            let lasts = self.writes.iter().filter_map(|(cell, writes)| {
                let synchronizes = |&&id: &&EventId| self.events[id].access().is_some_and(|a| a.synchronizes);
                let last = writes.iter().rev().find(synchronizes)?;
                let mut hasher = DefaultHasher::default();
                (seed, cell, self.events[*last].thread, self.events[*last].number).hash(&mut hasher);
                Some(hasher.finish())
            });
            (synchronized, lasts.fold(0, u64::wrapping_add)).hash(&mut hasher);
            hasher.finish()
        };
        u128::from(hash(0x9e37)) << 64 | u128::from(hash(0x79b9))
    }
}
