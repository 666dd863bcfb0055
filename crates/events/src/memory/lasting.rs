//! States that executions have in common. An execution is more than a state: which writes reads may see, and which of
//! them race, depends on all that happened. But of accesses that take part in the synchronisation order, and of locks,
//! no more is left than what they leave behind: memory, where threads stand, and what happens before what comes next.
//! A volatile read sees the last write, whatever came before. So two executions go on alike if
//!
//! - the machine is in the same state (its fingerprint), and has printed the same;
//! - each thread made the same other accesses, the *lasting* ones, of which the same happen before each other, before
//!   what threads do next, and before what they can still acquire;
//! - the same threads have accessed the same memory that is not known to be shared, since it may turn out to be.
//!
//! Clocks count events, of which executions have different numbers: here they count the lasting ones. Objects have names by
//! who made them; in both executions the same names must stand for the same places of the state. What is said about
//! objects that are no part of the state any more is left out.
//!
//! Reads that are committed to see later writes must not close circles, which is decided by all events, and so is what
//! atomic updates of weaker modes see; such executions are told apart by all that happened ([`Graph::key`]).

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use heddle_machine::{InState, Ref};
use rustc_hash::{FxHashMap, FxHashSet};

use super::action::{Access, Cell, Key, ObjectName, Part, Place, Value};
use super::clock::Clock;
use super::drive::Driver;
use super::graph::{AccessEvent, Event, Graph};
use super::jmm::Spins;
use super::violations;

/// What is left of the events of an execution.
#[derive(Clone, Default)]
pub struct Lasting {
    /// Variables that are accessed in the synchronisation order and otherwise.
    mixed: Rc<FxHashSet<Cell>>,
    /// A hash of the lasting events of each thread, and their numbers.
    threads: Vec<(u64, Vec<u32>)>,
    /// A hash of the order in which those of the synchronisation order accessed each variable.
    orders: FxHashMap<Cell, u64>,
    /// Objects that they are about.
    objects: FxHashSet<ObjectName>,
}

impl Lasting {
    pub fn new(mixed: Rc<FxHashSet<Cell>>) -> Self {
        Self { mixed, ..Self::default() }
    }

    /// Whether an access is told apart from others for ever.
    pub fn has(&self, access: &Access, cell: Cell) -> bool {
        !access.is_synchronization() || self.mixed.contains(&cell)
    }

    pub fn add_access(&mut self, event: &Event, access: &AccessEvent) {
        let AccessEvent { cell, mode, read, written, release, synchronizes, early, unit: _, trusted } = access;
        let values = [read.map(|(_, _, value)| value), written.map(|(_, value)| value)];
        let objects = values.into_iter().flatten().filter_map(|value| match value {
            Value::Object(object) => Some(object),
            Value::Bits(_) => None,
        });
        self.objects.extend(objects.chain(cell.place.object()));
        let released = release.as_ref().map(|clock| self.counted(clock));
        if *synchronizes {
            let order = self.orders.entry(*cell).or_default();
            *order = hash((*order, event.thread));
        }
        self.add(event, (cell, *mode as u8, read, written, released, synchronizes, early, trusted));
    }

    pub fn add(&mut self, event: &Event, what: impl Hash) {
        if self.threads.len() <= event.thread {
            self.threads.resize(event.thread + 1, (0, vec![]));
        }
        self.threads[event.thread].1.push(event.number);
        let before = self.counted(&event.clock);
        let history = &mut self.threads[event.thread].0;
        *history = hash((*history, what, before));
    }

    /// How many lasting events of each thread a clock covers.
    fn counted(&self, clock: &Clock) -> Vec<usize> {
        let of = |(thread, (_, numbers)): (usize, &(u64, Vec<u32>))| {
            let last = clock.of(thread);
            numbers.partition_point(|&number| number <= last)
        };
        let mut counts: Vec<usize> = self.threads.iter().enumerate().map(of).collect();
        counts.truncate(counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
        counts
    }
}

impl Graph {
    /// Equal for two executions that go on alike (up to collisions); nothing if that cannot be told by their states.
    pub fn state_key(&self, driver: &mut Driver<'_>, spins: &Spins, prints: bool) -> Option<u128> {
        let mut sum = Sum::default();
        // What has gone wrong so far counts at the end, unless it is what is printed that counts.
        let wrong = if prints { vec![driver.printed()] } else { violations::so_far(driver) };
        sum.add((0, driver.fingerprint(), wrong));
        let (driver, found) = (&*driver, driver.by_name());
        let mut objects = Objects { driver, found, known: FxHashMap::default(), is_within: false };
        // A thread that got an object by a race may read what was in it earlier.
        if self.raced.iter().any(|&(_, object)| objects.call(object).is_some()) {
            return None;
        }
        for (thread, (history, _)) in self.lasting.threads.iter().enumerate() {
            sum.add((1, thread, history));
        }
        for entry in &self.lasting.orders {
            sum.add((19, entry));
        }
        for (thread, clock) in self.clocks.iter().enumerate() {
            sum.add((2, thread, self.lasting.counted(clock)));
        }
        for (key, clock) in &self.synchronized {
            let covered = self.lasting.counted(clock);
            if covered.is_empty() {
                continue;
            }
            match key {
                Key::Cell(cell) => objects.call_cell(*cell).into_iter().for_each(|cell| sum.add((3, cell, &covered))),
                Key::Array(object) => objects.call(*object).into_iter().for_each(|name| sum.add((4, name, &covered))),
                Key::Monitor(object) => objects.call(*object).into_iter().for_each(|name| sum.add((5, name, &covered))),
                key => sum.add((6, key, covered)),
            }
        }
        for (thread, clock) in &self.ends {
            sum.add((7, thread, self.lasting.counted(clock)));
        }
        for (thread, clock) in &self.release_fences {
            sum.add((8, thread, self.lasting.counted(clock)));
        }
        for (&cell, clock) in &self.published {
            if let Some(cell) = objects.call_cell(cell) {
                sum.add((9, cell, self.lasting.counted(clock)));
            }
        }
        for (&(thread, object), clock) in &self.through_final {
            if let Some(name) = objects.call(object) {
                sum.add((10, thread, name, self.lasting.counted(clock)));
            }
        }
        for &(thread, object) in &self.escaped {
            objects.call(object).into_iter().for_each(|name| sum.add((11, thread, name)));
        }
        for &object in &self.lasting.objects {
            objects.call(object).into_iter().for_each(|name| sum.add((12, object, name)));
        }
        for &thread in &spins.rounds.stuck {
            sum.add((13, thread));
        }
        for &thread in &spins.rounds.tired {
            sum.add((14, thread));
        }
        for (thread, &(cell, plain)) in
            spins.reads.iter().flat_map(|(t, reads)| reads.iter().map(move |read| (t, read)))
        {
            objects.call_cell(cell).into_iter().for_each(|cell| sum.add((15, thread, cell, plain)));
        }
        for &thread in &spins.failed {
            sum.add((16, thread));
        }
        sum.add((17, &objects.driver.starts));
        for (cell, used) in objects.driver.sharing.uses() {
            objects.call_cell(cell).into_iter().for_each(|cell| sum.add((18, cell, used)));
        }
        (!objects.is_within).then(|| sum.finish())
    }
}

/// What objects are called in the state of the machine.
struct Objects<'d, 'p> {
    driver: &'d Driver<'p>,
    found: FxHashMap<ObjectName, Ref>,
    known: FxHashMap<ObjectName, InState>,
    /// One of them has no name of its own.
    is_within: bool,
}

impl Objects<'_, '_> {
    /// What stands for an object in all states that are alike; nothing if it is no part of the state.
    fn call(&mut self, object: ObjectName) -> Option<u128> {
        let (driver, found) = (self.driver, &self.found);
        let in_state = *self.known.entry(object).or_insert_with(|| {
            let at = match object {
                ObjectName::Early(at) => Some(at),
                late => found.get(&late).copied(),
            };
            at.map_or(InState::Gone, |at| driver.machine.in_last_state(at))
        });
        self.is_within |= in_state == InState::Within;
        match (in_state, object) {
            (InState::Called(name), _) => Some(name),
            (InState::Permanent, ObjectName::Early(at)) => Some(u128::from(at)),
            _ => None,
        }
    }

    fn call_cell(&mut self, cell: Cell) -> Option<(u128, Place, Part)> {
        // Where in the object it is remains to be said.
        let nobody = ObjectName::Early(0);
        let (name, place) = match cell.place {
            Place::Field(object, field) => (self.call(object)?, Place::Field(nobody, field)),
            Place::Element(array, index) => (self.call(array)?, Place::Element(nobody, index)),
            place @ Place::Static(_) => (0, place),
        };
        Some((name, place, cell.part))
    }
}

fn hash(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

/// A hash of a set.
#[derive(Default)]
struct Sum(u64, u64);

impl Sum {
    fn add(&mut self, what: impl Hash) {
        let mut hasher = DefaultHasher::default();
        what.hash(&mut hasher);
        self.0 = self.0.wrapping_add(hasher.finish());
        0x79b9u64.hash(&mut hasher);
        self.1 = self.1.wrapping_add(hasher.finish());
    }

    fn finish(self) -> u128 {
        u128::from(self.0) << 64 | u128::from(self.1)
    }
}
