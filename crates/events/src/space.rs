//! Events and event spaces (Cataño, Section 2): a finite partial order of actions of the main
//! memory and of threads. Whether the rules of the old memory model hold is for [`crate::rules`].

use std::fmt;

/// An event: its index in the space.
pub type EventId = usize;

/// What happens. `Read` and `Write` are actions of the main memory, `Load`, `Use`, `Assign` and
/// `Store` of a thread, `Lock` and `Unlock` of both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EventKind {
    Use,
    Assign,
    Load,
    Store,
    Read,
    Write,
    Lock,
    Unlock,
}

impl EventKind {
    /// Done by the main memory on a variable.
    pub fn is_memory(self) -> bool {
        matches!(self, EventKind::Read | EventKind::Write)
    }

    pub fn is_lock(self) -> bool {
        matches!(self, EventKind::Lock | EventKind::Unlock)
    }

    fn name(self) -> &'static str {
        match self {
            EventKind::Use => "use",
            EventKind::Assign => "assign",
            EventKind::Load => "load",
            EventKind::Store => "store",
            EventKind::Read => "read",
            EventKind::Write => "write",
            EventKind::Lock => "lock",
            EventKind::Unlock => "unlock",
        }
    }
}

/// An event. `place` is a variable, or the object of a lock; locks have no value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Event {
    pub kind: EventKind,
    pub thread: String,
    pub place: String,
    pub value: Option<String>,
}

impl Event {
    pub fn new(kind: EventKind, thread: &str, place: &str, value: Option<&str>) -> Self {
        Self { kind, thread: thread.into(), place: place.into(), value: value.map(Into::into) }
    }

    /// Same thread and same place.
    pub(crate) fn is_beside(&self, other: &Event) -> bool {
        self.thread == other.thread && self.place == other.place
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({},{}", self.kind.name(), self.thread, self.place)?;
        if let Some(value) = &self.value {
            write!(f, ",{value}")?;
        }
        write!(f, ")")
    }
}

/// Events and the order between them. The order is kept transitively closed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EventSpace {
    events: Vec<Event>,
    /// The edges as they were given, for drawing.
    edges: Vec<(EventId, EventId)>,
    /// `before[e]`: the events before `e`, itself included, as bits.
    before: Vec<Vec<u64>>,
    /// The read of a load, the store of a write.
    partner: Vec<Option<EventId>>,
}

impl EventSpace {
    /// Appends an event after the given ones (and after all that is before them).
    pub fn add(&mut self, event: Event, after: &[EventId]) -> EventId {
        let id = self.events.len();
        let mut before = vec![0; id / 64 + 1];
        before[id / 64] |= 1 << (id % 64);
        for &earlier in after {
            assert!(earlier < id, "an event comes after events of the space");
            self.edges.push((earlier, id));
            for (word, of_earlier) in before.iter_mut().zip(&self.before[earlier]) {
                *word |= of_earlier;
            }
        }
        self.events.push(event);
        self.before.push(before);
        self.partner.push(None);
        id
    }

    /// Says which read belongs to a load, or which store to a write.
    pub fn pair(&mut self, later: EventId, earlier: EventId) {
        self.partner[later] = Some(earlier);
    }

    /// `readof` of a load, `storeof` of a write.
    pub fn partner(&self, event: EventId) -> Option<EventId> {
        self.partner[event]
    }

    pub fn events(&self) -> &[Event] {
        &self.events
    }

    pub fn len(&self) -> usize {
        self.events.len()
    }

    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    pub fn event(&self, id: EventId) -> &Event {
        &self.events[id]
    }

    /// The edges that the space was built with.
    pub fn edges(&self) -> &[(EventId, EventId)] {
        &self.edges
    }

    /// `a ≤ b`.
    pub fn le(&self, a: EventId, b: EventId) -> bool {
        self.before[b].get(a / 64).is_some_and(|word| word >> (a % 64) & 1 == 1)
    }

    pub fn lt(&self, a: EventId, b: EventId) -> bool {
        a != b && self.le(a, b)
    }

    pub fn ordered(&self, a: EventId, b: EventId) -> bool {
        self.le(a, b) || self.le(b, a)
    }

    /// The first event with this text, for tests and examples.
    pub fn find(&self, text: &str) -> Option<EventId> {
        self.events.iter().position(|event| event.to_string() == text)
    }

    /// The events of `keep` with the order restricted to them.
    pub fn restricted(&self, keep: &[EventId]) -> EventSpace {
        let mut space = EventSpace::default();
        for (new, &old) in keep.iter().enumerate() {
            let earlier: Vec<EventId> = (0..new).filter(|&e| self.le(keep[e], old)).collect();
            // Only the closest ones, so that a drawing shows no redundant edge.
            let closest = earlier.iter().copied();
            let closest = closest.filter(|&e| !earlier.iter().any(|&f| e != f && self.le(keep[e], keep[f])));
            let closest: Vec<EventId> = closest.collect();
            space.add(self.events[old].clone(), &closest);
            if let Some(partner) = self.partner[old].and_then(|partner| keep.iter().position(|&k| k == partner)) {
                space.pair(new, partner);
            }
        }
        space
    }

    /// A key that two spaces share exactly if they have the same events in the same order. Events
    /// with the same text are told apart by their thread's order.
    pub(crate) fn key(&self) -> Vec<(Event, Vec<usize>)> {
        let mut sorted: Vec<EventId> = (0..self.len()).collect();
        sorted.sort_by(|&a, &b| {
            let by_order = if self.le(a, b) { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater };
            self.events[a].cmp(&self.events[b]).then(by_order)
        });
        let below = |&e: &EventId| (0..sorted.len()).filter(|&at| self.lt(sorted[at], e)).collect();
        sorted.iter().map(|e| (self.events[*e].clone(), below(e))).collect()
    }
}
