//! When a thread goes round in a circle: it comes back to the same place with the same local state and reads the same
//! again. Such a run shows nothing that the shorter one does not, as long as nobody noticed the round.
//!
//! The local state is exact: the whole stack with its live registers, and the objects that only this stack leads to, by
//! their contents, since a loop may make new ones each time. What the thread wrote elsewhere has to be undone; if it
//! wrote what others could see, none of them may have moved meanwhile.

use std::hash::{DefaultHasher, Hash, Hasher};

use heddle_machine::{Location, Ref};
use heddle_program::ClassKind;
use rustc_hash::{FxHashMap, FxHashSet};

use super::action::{Next, ObjectName, Value};
use super::drive::Driver;

/// Objects of a stack beyond which its state is taken to be new each time.
const MOST_OBJECTS: usize = 4_000;
/// Steps without an event of the model after which a thread may be in a loop that nobody notices.
const QUIET_STEPS: u32 = 20_000;
/// Moves of a thread after which others go first in a run ahead.
const MANY_MOVES: u64 = 500;

/// A visit to a place of the code.
#[derive(Clone, Copy)]
struct Visit {
    /// How much of the log of writes there was, and how many objects the thread had made.
    logged: usize,
    made: u32,
    /// How often the thread had written what others share, and how much the others had done.
    shared_writes: u32,
    others: u64,
    /// How many lasting accesses the thread had made, and how often the run could go on in several ways.
    lasting: u64,
    branches: u64,
}

/// Where threads of a run have been.
#[derive(Clone, Default)]
pub struct Rounds {
    visits: FxHashMap<(usize, u64), Visit>,
    shared_writes: FxHashMap<usize, u32>,
    /// Moves of each thread that others may notice.
    moves: FxHashMap<usize, u64>,
    lasting: FxHashMap<usize, u64>,
    branches: u64,
    quiet: FxHashMap<usize, Quiet>,
    /// Threads that only read, again and again, what they could read forever.
    pub stuck: FxHashSet<usize>,
    /// Threads that go round holding a lock: others go first.
    pub tired: FxHashSet<usize>,
}

/// Steps of a thread since its last event, and where it was at one of them (Brent's algorithm).
#[derive(Clone, Copy, Default)]
struct Quiet {
    steps: u32,
    saved_at: u32,
    saved: Option<(u64, Visit)>,
}

impl Rounds {
    /// A thread has written what others share.
    pub fn wrote(&mut self, t: usize) {
        *self.shared_writes.entry(t).or_default() += 1;
    }

    /// A thread has accessed memory in a way that is told apart for ever (`lasting.rs`).
    pub fn lasts(&mut self, t: usize) {
        *self.lasting.entry(t).or_default() += 1;
    }

    /// The run stands in a state from which no other run is followed.
    pub fn branches(&mut self) {
        self.branches += 1;
    }

    /// A thread does something that is no business of its own alone.
    pub fn moved(&mut self, t: usize, next: &Next) {
        *self.moves.entry(t).or_default() += 1;
        self.quiet.remove(&t);
        // Others see what comes of these. Whoever waits for a monitor can not tell how often others had it.
        let unseen = matches!(next, Next::Memory(_) | Next::Lock(_) | Next::Unlock(_) | Next::Fence(_));
        let asks = matches!(next, Next::Alive(_) | Next::Polls(_) | Next::Interrupted(_));
        if !unseen && !asks {
            self.wrote(t);
        }
    }

    fn visit(&self, t: usize, driver: &Driver<'_>) -> Visit {
        let others = self.moves.iter().filter(|(of, _)| **of != t).map(|(_, moves)| moves).sum();
        Visit {
            logged: driver.logged_writes(),
            made: driver.made_by(t),
            shared_writes: self.shared_writes.get(&t).copied().unwrap_or(0),
            others,
            lasting: self.lasting.get(&t).copied().unwrap_or(0),
            branches: self.branches,
        }
    }

    /// Whether a thread is back where it was when it last was about to do `what`, in the same state.
    pub fn comes_round(&mut self, t: usize, what: &impl Hash, driver: &Driver<'_>) -> bool {
        let Some(state) = local_state(t, driver) else { return false };
        let mut hasher = DefaultHasher::default();
        (state, what).hash(&mut hasher);
        let now = self.visit(t, driver);
        let before = self.visits.insert((t, hasher.finish()), now);
        before.is_some_and(|before| is_same(t, before, now, driver))
    }

    /// Whether a thread that is about to take a monitor is back where it was: if others take it too, only if none of
    /// them has moved since, for they may have changed what the monitor guards.
    pub fn comes_back(&mut self, t: usize, next: &Next, contended: bool, driver: &Driver<'_>) -> bool {
        let others = self.visit(t, driver).others;
        self.comes_round(t, &(next.key(), contended.then_some(others)), driver)
    }

    /// Whether a thread has gone on for so long that others should have their turn, in a run that only shows what threads
    /// share.
    pub fn takes_long(&self, t: usize) -> bool {
        self.moves.get(&t).is_some_and(|&moves| moves > MANY_MOVES)
            || self.quiet.get(&t).is_some_and(|quiet| quiet.steps > QUIET_STEPS)
    }

    /// Whether a thread that holds a lock has gone round again without anybody else having moved.
    pub fn is_left_to_itself(&mut self, t: usize, driver: &Driver<'_>) -> bool {
        let now = self.visit(t, driver);
        let before = self.visits.insert((t, u64::MAX), now);
        before.is_some_and(|before| before.others == now.others)
    }

    /// A thread takes a step that nobody notices: whether it has come back to where it was, with nothing but such
    /// steps in between.
    pub fn loops_quietly(&mut self, t: usize, driver: &Driver<'_>) -> bool {
        let quiet = self.quiet.entry(t).or_default();
        quiet.steps += 1;
        if quiet.steps < QUIET_STEPS {
            return false;
        }
        let (steps, saved_at, saved) = (quiet.steps, quiet.saved_at, quiet.saved);
        let Some(state) = local_state(t, driver) else { return false };
        let now = self.visit(t, driver);
        if let Some((before, visit)) = saved
            && before == state
            && is_same(t, visit, now, driver)
        {
            return true;
        }
        if saved.is_none() || steps >= 2 * saved_at {
            self.quiet.insert(t, Quiet { steps, saved_at: steps, saved: Some((state, now)) });
        }
        false
    }
}

/// Whether all that a thread wrote between two visits is undone, and nobody noticed. The shorter run, without the round, has
/// to be followed for that. It is not if it comes to a state that this run was in: so nothing is said of rounds that
/// leave states as they are, unless there was no other way to go on. The search finds out that it was there.
fn is_same(t: usize, before: Visit, now: Visit, driver: &Driver<'_>) -> bool {
    let unnoticed = before.shared_writes == now.shared_writes || before.others == now.others;
    let followed = before.lasting != now.lasting || before.branches == now.branches;
    unnoticed && followed && driver.is_undone(t, before.logged, before.made)
}

/// Where a thread stands, with all that decides how it goes on from there by itself; nothing if that is too much.
fn local_state(t: usize, driver: &Driver<'_>) -> Option<u64> {
    let mut walk = Walk { driver, numbers: FxHashMap::default(), found: Vec::new(), hasher: DefaultHasher::default() };
    driver.machine.visit_stack(t, &mut |value, is_ref| walk.value(value, is_ref));
    let mut next = 0;
    while let Some(&object) = walk.found.get(next) {
        if next > MOST_OBJECTS {
            return None;
        }
        walk.contents(object);
        next += 1;
    }
    driver.machine.state.threads[t].control.status.hash(&mut walk.hasher);
    Some(walk.hasher.finish())
}

/// A traversal from a stack through the objects that memory does not lead to.
struct Walk<'d, 'p> {
    driver: &'d Driver<'p>,
    numbers: FxHashMap<Ref, usize>,
    found: Vec<Ref>,
    hasher: DefaultHasher,
}

impl Walk<'_, '_> {
    fn value(&mut self, value: u64, is_ref: bool) {
        if !is_ref || value == 0 {
            return value.hash(&mut self.hasher);
        }
        let object = value as Ref;
        match self.driver.name(object) {
            name @ ObjectName::Late { .. } if !self.driver.is_stored(name) => {
                let number = self.numbers.len();
                let number = *self.numbers.entry(object).or_insert_with(|| {
                    self.found.push(object);
                    number
                });
                (1, number).hash(&mut self.hasher);
            }
            name => (2, name).hash(&mut self.hasher),
        }
    }

    fn contents(&mut self, object: Ref) {
        let machine = &self.driver.machine;
        let class = machine.program.class(machine.class_of(object));
        class.id.0.hash(&mut self.hasher);
        let places: Vec<Location> = match class.kind {
            ClassKind::Array { .. } => {
                let length = machine.state.heap.len(object);
                length.hash(&mut self.hasher);
                (0..length).map(|index| Location::Element { array: object, index }).collect()
            }
            _ => class.layout.fields.iter().map(|&field| Location::Field { object, field }).collect(),
        };
        for place in places {
            if let Some((ty, value)) = machine.value_at(place) {
                self.value(value, ty.is_ref());
            }
        }
    }
}

/// What the value of a cell adds to the sum of what a thread has written.
pub fn weight(what: &(impl Hash, Value)) -> u64 {
    let mut hasher = DefaultHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}
