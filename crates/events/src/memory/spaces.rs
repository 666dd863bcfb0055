//! An execution of the model of the first specification as an event space: what [`super::old`] leaves out
//! because it follows (reads, loads, stores) is put back, so that the 17 rules can be asked and the space
//! can be drawn, sliced and exported like any other.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::action::{Cell, ObjectName, Place};
use super::drive::Driver;
use super::witness::{cell_name, object_name, thread_name, value_name};
use super::working::{Memories, What};
use crate::space::{Event, EventKind, EventSpace};

#[derive(Default)]
struct Draft {
    events: Vec<Event>,
    edges: BTreeSet<(usize, usize)>,
    /// A load and its read, a write and its store.
    pairs: Vec<(usize, usize)>,
    last: BTreeMap<usize, usize>,
    locked: BTreeMap<usize, usize>,
    lock_order: BTreeMap<ObjectName, usize>,
    stored: BTreeMap<(usize, Cell), VecDeque<usize>>,
    written: BTreeMap<usize, Vec<usize>>,
    ahead: BTreeMap<(usize, Cell), String>,
    /// Objects of one class are told apart by numbers.
    numbers: BTreeMap<String, Vec<ObjectName>>,
    held: BTreeMap<(usize, ObjectName), usize>,
    /// Per variable and value of main memory: the write, then the reads.
    versions: BTreeMap<Cell, Vec<Vec<usize>>>,
}

/// The event space of a run; `None` if it would be circular, which the rules exclude.
pub fn space_of(memories: &Memories, driver: &mut Driver<'_>) -> Option<EventSpace> {
    let mut draft = Draft::default();
    for (thread, what, _) in &memories.log {
        let by = match *what {
            What::Write(_, _, by) => by,
            _ => (*thread)?,
        };
        let name = thread_name(&mut driver.machine, by);
        draft.add(by, &name, what, driver);
    }
    draft.finish()
}

impl Draft {
    fn event(&mut self, kind: EventKind, thread: &str, place: &str, value: Option<&str>) -> usize {
        self.events.push(Event::new(kind, thread, place, value));
        self.events.len() - 1
    }

    fn object(&mut self, driver: &Driver<'_>, object: ObjectName) -> String {
        let class = object_name(driver, object);
        let known = self.numbers.entry(class.clone()).or_default();
        let number = known.iter().position(|&one| one == object).unwrap_or_else(|| {
            known.push(object);
            known.len() - 1
        });
        if number == 0 { class } else { format!("{class}#{}", number + 1) }
    }

    fn place(&mut self, driver: &Driver<'_>, cell: Cell) -> String {
        let name = cell_name(driver, cell);
        match cell.place {
            Place::Field(object, _) | Place::Element(object, _) => {
                name.replacen(&object_name(driver, object), &self.object(driver, object), 1)
            }
            Place::Static(_) => name,
        }
    }

    /// Next of its thread.
    fn next(&mut self, by: usize, event: usize) {
        if let Some(last) = self.last.insert(by, event) {
            self.edges.insert((last, event));
        }
    }

    fn add(&mut self, by: usize, thread: &str, what: &What, driver: &Driver<'_>) {
        let (cell, value) = match *what {
            What::Lock(object) | What::Unlock(object) => {
                let kind = if matches!(what, What::Lock(_)) { EventKind::Lock } else { EventKind::Unlock };
                // A monitor that was taken before the threads ran is none of theirs.
                let held = self.held.entry((by, object)).or_default();
                match (kind, *held) {
                    (EventKind::Lock, _) => *held += 1,
                    (_, 0) => return,
                    _ => *held -= 1,
                }
                let name = self.object(driver, object);
                let event = self.event(kind, thread, &name, None);
                self.next(by, event);
                if let Some(last) = self.lock_order.insert(object, event) {
                    self.edges.insert((last, event));
                }
                if kind == EventKind::Lock {
                    self.locked.insert(by, event);
                } else {
                    let writes = self.written.entry(by).or_default();
                    self.edges.extend(writes.iter().map(|&write| (write, event)));
                }
                return;
            }
            What::Use(cell, value, _)
            | What::Assign(cell, value, _)
            | What::Ahead(cell, value)
            | What::Write(cell, value, _) => (cell, value),
        };
        let (place, value) = (self.place(driver, cell), value_name(driver, cell, value));
        let event = |draft: &mut Draft, kind| draft.event(kind, thread, &place, Some(&value));
        match *what {
            What::Use(_, _, loaded) => {
                if let Some(version) = loaded {
                    let read = event(self, EventKind::Read);
                    let load = event(self, EventKind::Load);
                    self.edges.insert((read, load));
                    self.edges.extend(self.locked.get(&by).map(|&lock| (lock, read)));
                    self.pairs.push((load, read));
                    self.next(by, load);
                    self.version(cell, version).push(read);
                }
                let used = event(self, EventKind::Use);
                self.next(by, used);
            }
            What::Assign(..) => {
                let assign = event(self, EventKind::Assign);
                self.next(by, assign);
                // What was stored ahead is not stored again.
                if let Some(ahead) = self.ahead.get(&(by, cell)) {
                    if *ahead == value {
                        self.ahead.remove(&(by, cell));
                    }
                    return;
                }
                let store = event(self, EventKind::Store);
                self.next(by, store);
                self.stored.entry((by, cell)).or_default().push_back(store);
            }
            What::Ahead(..) => {
                self.ahead.insert((by, cell), value.clone());
                let store = event(self, EventKind::Store);
                self.next(by, store);
                self.stored.entry((by, cell)).or_default().push_back(store);
            }
            _ => {
                let write = event(self, EventKind::Write);
                if let Some(store) = self.stored.entry((by, cell)).or_default().pop_front() {
                    self.edges.insert((store, write));
                    self.pairs.push((write, store));
                }
                let number = self.writes_of(cell) + 1;
                self.version(cell, number).insert(0, write);
                self.written.entry(by).or_default().push(write);
            }
        }
    }

    fn writes_of(&self, cell: Cell) -> usize {
        let versions = self.versions.get(&cell).map_or(&[][..], Vec::as_slice);
        let is_write = |events: &&Vec<usize>| events.first().is_some_and(|&e| self.events[e].kind == EventKind::Write);
        versions.iter().filter(is_write).count()
    }

    fn version(&mut self, cell: Cell, number: usize) -> &mut Vec<usize> {
        let versions = self.versions.entry(cell).or_default();
        if versions.len() <= number {
            versions.resize(number + 1, Vec::new());
        }
        &mut versions[number]
    }

    fn finish(mut self) -> Option<EventSpace> {
        for versions in self.versions.values() {
            let order: Vec<usize> = versions.iter().flatten().copied().collect();
            self.edges.extend(order.windows(2).map(|two| (two[0], two[1])));
        }
        let count = self.events.len();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
        for &(from, to) in &self.edges {
            before[to].push(from);
        }
        let mut place: Vec<Option<usize>> = vec![None; count];
        let mut space = EventSpace::default();
        while space.len() < count {
            let ready = |&event: &usize| place[event].is_none() && before[event].iter().all(|&e| place[e].is_some());
            let next = (0..count).find(ready)?;
            let after: Vec<usize> = before[next].iter().filter_map(|&e| place[e]).collect();
            place[next] = Some(space.add(self.events[next].clone(), &after));
        }
        for (later, earlier) in self.pairs {
            space.pair(place[later]?, place[earlier]?);
        }
        Some(space)
    }
}
