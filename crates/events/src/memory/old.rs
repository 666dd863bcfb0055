//! The memory model of the first Java specification (chapter 17, the event spaces of paper 003):
//! each thread has a working memory, the main memory holds one value per variable.
//!
//! What [`crate::generate`] does event by event is done here with what its automaton comes to:
//! an assigned value is stored at once and written to main memory at any later time, in order per
//! thread and variable; a use takes the value in working memory or loads one that main memory had
//! since the thread last read, wrote or locked (the read may have been early); a lock empties the
//! working memory, an unlock waits for all writes. Rules 3, 12, 15, 16 and 17 are what is left of
//! the seventeen. Volatile variables and all modes of `VarHandle` from opaque up are read and
//! written in main memory directly and order nothing else. Starting and joining a thread count as
//! unlock and lock. Prescient stores (§17.8) are not modelled; final fields promise nothing.

use std::hash::{DefaultHasher, Hash, Hasher};

use heddle_machine::{Machine, StepEnd, Stop};
use heddle_program::ClassId;
use heddle_verdict::Choice;
use rustc_hash::{FxHashMap, FxHashSet};

use super::action::{Access, Cell, Mode, Next, Value};
use super::clock::Clock;
use super::drive::{Driver, Effects, Position};
use super::witness::{self, Edge, EdgeKind, Node, Witness};
use super::{Limits, Outcomes};

/// Times that a thread may read the same at the same place in a row.
const SPINS: u32 = 3;
/// Rounds of a thread that holds a lock before it is left alone.
const TIRED: u32 = 12;

/// All outcomes of a program whose main thread stands before its first step.
pub fn outcomes(machine: Machine<'_>, limits: &Limits<'_>) -> Outcomes {
    let driver = match Driver::new(machine) {
        Ok(driver) => driver,
        Err(driver) => {
            let outcomes = [(driver.printed(), Witness::default())].into();
            return Outcomes { outcomes, executions: 1, ..Outcomes::default() };
        }
    };
    let base = driver.position();
    let mut search = Search {
        driver,
        limits,
        contended: FxHashSet::default(),
        locks: FxHashMap::default(),
        contended_locks: FxHashSet::default(),
        restart: false,
        warming: true,
        stopped: false,
        visited: FxHashSet::default(),
        found: Outcomes::default(),
    };
    search.run(Memories::default());
    search.warming = false;
    loop {
        search.all(&base);
        if !search.restart {
            return search.found;
        }
        search.restart = false;
    }
}

/// The main memory and all working memories, as far as variables are contended.
#[derive(Clone, Default)]
struct Memories {
    /// Values that main memory had, oldest first.
    history: FxHashMap<Cell, Vec<Value>>,
    /// Stored and not yet written, oldest first.
    stored: FxHashMap<(usize, Cell), Vec<Value>>,
    working: FxHashMap<(usize, Cell), Value>,
    /// The oldest value that a thread may still read.
    floor: FxHashMap<(usize, Cell), usize>,
    /// Who accessed a variable, and when by its clock.
    accessed: FxHashMap<Cell, Vec<(usize, u32)>>,
    /// What starting and joining threads puts in order.
    clocks: FxHashMap<usize, Clock>,
    ends: FxHashMap<usize, Clock>,
    initializers: FxHashMap<ClassId, usize>,
    entered: FxHashSet<(usize, ClassId)>,
    threads: FxHashMap<usize, u64>,
    /// What a thread read at a place, and how often again.
    spins: FxHashMap<(usize, u64), u32>,
    /// Threads that go round before anybody is known to contend with them: others go first, and if they
    /// hold no lock they are left alone.
    tired: FxHashSet<usize>,
    stuck: FxHashSet<usize>,
    /// What happened, for the witness: thread (none for main memory), text, code.
    log: Vec<(Option<usize>, What, Option<super::action::CodePlace>)>,
}

#[derive(Clone, Copy)]
enum What {
    Use(Cell, Value),
    Assign(Cell, Value),
    Write(Cell, Value),
}

impl Memories {
    fn note(&mut self, thread: usize, what: impl Hash) {
        let history = self.threads.entry(thread).or_default();
        let mut hasher = DefaultHasher::default();
        (*history, what).hash(&mut hasher);
        *history = hasher.finish();
    }

    /// The oldest stored value of a thread and variable reaches the main memory.
    fn write(&mut self, thread: usize, cell: Cell) {
        let Some(stored) = self.stored.get_mut(&(thread, cell)).filter(|stored| !stored.is_empty()) else { return };
        let value = stored.remove(0);
        let history = self.history.entry(cell).or_default();
        history.push(value);
        self.floor.insert((thread, cell), history.len() - 1);
        self.log.push((None, What::Write(cell, value), None));
    }

    fn unwritten(&self, thread: usize) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self
            .stored
            .iter()
            .filter(|((of, _), stored)| *of == thread && !stored.is_empty())
            .map(|((_, cell), _)| *cell)
            .collect();
        cells.sort();
        cells
    }

    /// Rule 15: everything assigned reaches the main memory.
    fn flush(&mut self, thread: usize) {
        for cell in self.unwritten(thread) {
            while self.stored.get(&(thread, cell)).is_some_and(|stored| !stored.is_empty()) {
                self.write(thread, cell);
            }
        }
    }

    /// Rules 16 and 17: the working memory is forgotten.
    fn forget(&mut self, thread: usize) {
        self.working.retain(|(of, _), _| *of != thread);
        for (cell, history) in &self.history {
            self.floor.insert((thread, *cell), history.len() - 1);
        }
    }

    /// Initialising a class and finding it initialised are done under its lock (JLS 12.4.2).
    fn enter_class(&mut self, thread: usize, next: &Next) {
        let Next::Memory(Access { class: Some(class), .. }) = next else { return };
        let by_other = self.initializers.get(class).is_some_and(|&by| by != thread);
        if by_other && self.entered.insert((thread, *class)) {
            self.forget(thread);
        }
    }

    /// A thread learns that another one has ended.
    fn join(&mut self, thread: usize, other: usize) {
        if let Some(end) = self.ends.get(&other) {
            self.clocks.entry(thread).or_default().join(end);
            self.forget(thread);
        }
    }

    /// What a use may return.
    fn values(&self, thread: usize, cell: Cell) -> Vec<Value> {
        let at = (thread, cell);
        let mut values: Vec<Value> = self.working.get(&at).copied().into_iter().collect();
        if self.stored.get(&at).is_none_or(Vec::is_empty) {
            let history = self.history.get(&cell).map_or(&[][..], Vec::as_slice);
            values.extend(&history[self.floor.get(&at).copied().unwrap_or(0)..]);
        }
        values.sort();
        values.dedup();
        values
    }

    /// A use that returned a value: from working memory if it was there, else loaded.
    fn used(&mut self, thread: usize, cell: Cell, value: Value) {
        let at = (thread, cell);
        if self.working.get(&at) != Some(&value) {
            let floor = self.floor.get(&at).copied().unwrap_or(0);
            let found = self
                .history
                .get(&cell)
                .and_then(|history| (floor..history.len()).find(|&position| history[position] == value));
            self.floor.insert(at, found.unwrap_or(floor));
            self.working.insert(at, value);
        }
    }

    fn key(&self, driver: &mut Driver<'_>) -> u128 {
        let hash = |seed: u64| {
            let mut sum = seed;
            fn one(seed: u64, entry: impl Hash) -> u64 {
                let mut hasher = DefaultHasher::default();
                (seed, entry).hash(&mut hasher);
                hasher.finish().rotate_left(17).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            }
            for entry in &self.history {
                sum = sum.wrapping_add(one(seed, (1, entry)));
            }
            for entry in self.stored.iter().filter(|(_, stored)| !stored.is_empty()) {
                sum = sum.wrapping_add(one(seed, (2, entry)));
            }
            for entry in &self.working {
                sum = sum.wrapping_add(one(seed, (3, entry)));
            }
            for entry in &self.floor {
                sum = sum.wrapping_add(one(seed, (4, entry)));
            }
            for entry in &self.threads {
                sum = sum.wrapping_add(one(seed, (5, entry)));
            }
            sum
        };
        // What else blocks threads (monitors, waiting) follows from where they stand.
        let mut hasher = DefaultHasher::default();
        for t in 0..driver.machine.threads.len() {
            let monitors: Vec<_> = driver.machine.monitors_held(t);
            (t, driver.code_place(t), driver.machine.threads[t].frames.len(), monitors).hash(&mut hasher);
            driver.machine.threads[t].control.status.hash(&mut hasher);
        }
        let state = hasher.finish();
        u128::from(hash(state)) << 64 | u128::from(hash(!state))
    }
}

struct Search<'p, 's> {
    driver: Driver<'p>,
    limits: &'s Limits<'s>,
    /// Variables that threads access at the same time.
    contended: FxHashSet<Cell>,
    locks: FxHashMap<super::action::Key, usize>,
    contended_locks: FxHashSet<super::action::Key>,
    restart: bool,
    warming: bool,
    stopped: bool,
    visited: FxHashSet<u128>,
    found: Outcomes,
}

/// A step of a thread, with what it reads, or a write to main memory.
enum Way {
    Step { choice: Choice, next: Next, values: Vec<Value> },
    Write { thread: usize, cell: Cell },
}

impl Search<'_, '_> {
    fn all(&mut self, base: &Position) {
        self.found = Outcomes::default();
        self.visited.clear();
        self.driver.back_to(base);
        self.run(Memories::default());
        self.driver.back_to(base);
    }

    fn limit(&mut self, what: String) {
        if !self.found.limits.contains(&what) {
            self.found.limits.push(what);
        }
    }

    fn run(&mut self, mut memories: Memories) {
        loop {
            if self.restart || self.stopped {
                return;
            }
            let mut ways = match self.ways(&mut memories) {
                Ok(way) => vec![way],
                Err(ways) => ways,
            };
            if ways.iter().all(|way| matches!(way, Way::Write { .. })) && self.driver.choices().is_empty() {
                return self.finish(&memories);
            }
            if ways.len() == 1 {
                let way = ways.remove(0);
                if !self.take(&mut memories, way) {
                    return;
                }
                continue;
            }
            if !self.visited.insert(memories.key(&mut self.driver)) {
                return;
            }
            for way in ways {
                let position = self.driver.position();
                let mut next = memories.clone();
                if self.take(&mut next, way) {
                    self.run(next);
                }
                if self.warming {
                    return;
                }
                self.driver.back_to(&position);
            }
            return;
        }
    }

    /// The one step that nobody else can notice, or else all ways to go on.
    fn ways(&mut self, memories: &mut Memories) -> Result<Way, Vec<Way>> {
        let (tired, stuck) = (memories.tired.clone(), memories.stuck.clone());
        match self.ways_among(memories, &|t| !stuck.contains(&t) && !tired.contains(&t)) {
            Err(ways) if ways.is_empty() && !tired.is_empty() => self.ways_among(memories, &|t| !stuck.contains(&t)),
            ways => ways,
        }
    }

    fn ways_among(&mut self, memories: &mut Memories, moves: &dyn Fn(usize) -> bool) -> Result<Way, Vec<Way>> {
        let mut ways = Vec::new();
        for (t, choices) in self.driver.choices() {
            if !moves(t) {
                continue;
            }
            let next = self.driver.next(t);
            memories.enter_class(t, &next);
            // Rule 15: what was assigned has to be written first.
            if !memories.unwritten(t).is_empty() && self.driver.hands_over(t, &next) {
                continue;
            }
            let key = next.key();
            let shared = match &next {
                Next::Memory(access) => self.is_contended(access) && (access.reads || access.mode != Mode::Plain),
                _ => key.is_some_and(|key| self.contended_locks.contains(&key)),
            };
            if !shared && choices.len() == 1 && next != Next::Choice {
                return Ok(Way::Step { choice: choices[0], next, values: vec![] });
            }
            for choice in choices {
                for values in self.readings(memories, t, &next) {
                    ways.push(Way::Step { choice, next: next.clone(), values });
                }
            }
        }
        for t in 0..self.driver.machine.threads.len() {
            ways.extend(memories.unwritten(t).into_iter().map(|cell| Way::Write { thread: t, cell }));
        }
        Err(ways)
    }

    fn is_contended(&self, access: &Access) -> bool {
        access.cells.iter().any(|cell| self.contended.contains(cell))
    }

    /// The values that the cells of a contended access may have.
    fn readings(&self, memories: &Memories, t: usize, next: &Next) -> Vec<Vec<Value>> {
        let Next::Memory(access) = next else { return vec![vec![]] };
        if !access.reads || !self.is_contended(access) {
            return vec![vec![]];
        }
        let held = self.driver.held(access);
        let mut ways: Vec<Vec<Value>> = vec![vec![]];
        for (&cell, &held) in access.cells.iter().zip(&held) {
            let values = match memories.history.get(&cell) {
                None => vec![held],
                Some(history) if access.mode != Mode::Plain => history.last().copied().into_iter().collect(),
                Some(_) => memories.values(t, cell),
            };
            ways = ways
                .iter()
                .flat_map(|way| values.iter().map(move |&value| way.iter().copied().chain([value]).collect()))
                .collect();
        }
        ways
    }

    fn take(&mut self, memories: &mut Memories, way: Way) -> bool {
        let (choice, next, values) = match way {
            Way::Write { thread, cell } => {
                memories.write(thread, cell);
                return true;
            }
            Way::Step { choice, next, values } => (choice, next, values),
        };
        let t = choice.thread.index();
        if !self.warming && self.finds_contention(memories, &next, t) {
            self.restart = true;
            return false;
        }
        let effects = match &next {
            Next::Memory(access) => {
                if self.is_contended(access) && spins(memories, t, access, &values, &self.driver) {
                    // Nothing makes a thread load again what it has in its working memory.
                    let last = |cell: &Cell| memories.history.get(cell).and_then(|history| history.last()).copied();
                    let old = access.cells.iter().zip(&values).any(|(cell, &value)| last(cell) != Some(value));
                    let plain = access.mode == Mode::Plain;
                    self.found.stale |= !self.warming && plain && old && self.driver.is_left_alone(t);
                    return false;
                }
                if !self.is_contended(access) && self.rests(memories, t, access) {
                    return true;
                }
                self.access(memories, choice, access, &values)
            }
            Next::Interrupted(_) | Next::Polls(_) if again(memories, t, &next.key(), &self.driver) > SPINS => {
                let contended = next.key().is_some_and(|key| self.contended_locks.contains(&key));
                memories.stuck.insert(t);
                return !contended;
            }
            _ => self.driver.step(choice),
        };
        match next {
            Next::Lock(_) | Next::Resume(_) => memories.forget(t),
            Next::Unlock(_) | Next::Wait(_) => memories.flush(t),
            Next::Alive(other) | Next::Polls(other) => memories.join(t, other),
            Next::Choice | Next::Notify(_) => memories.note(t, choice.alternative),
            _ => {}
        }
        self.follow(memories, t, effects)
    }

    /// Whether a thread goes round in a circle that nobody else is known to have to do with: then others
    /// have their turn, for they may yet.
    fn rests(&mut self, memories: &mut Memories, t: usize, access: &Access) -> bool {
        if access.writes {
            memories.spins.retain(|(of, _), _| *of != t);
            return false;
        }
        let held = self.driver.held(access);
        let rounds = again(memories, t, &(&access.cells, held), &self.driver);
        if rounds <= SPINS {
            return false;
        }
        if rounds < TIRED && !self.driver.machine.monitors_held(t).is_empty() {
            memories.tired.insert(t);
            return false;
        }
        memories.stuck.insert(t);
        true
    }

    fn finds_contention(&mut self, memories: &mut Memories, next: &Next, t: usize) -> bool {
        let Next::Memory(access) = next else {
            let Some(key) = next.key().filter(|key| !self.contended_locks.contains(key)) else { return false };
            let by_other = *self.locks.entry(key).or_insert(t) != t;
            return by_other && self.contended_locks.insert(key);
        };
        let mut found = false;
        let clock = memories.clocks.entry(t).or_default();
        let now = clock.of(t) + 1;
        clock.set(t, now);
        for &cell in &access.cells {
            let users = memories.accessed.entry(cell).or_default();
            let others = users.iter().any(|&(user, at)| !clock.covers(user, at));
            users.retain(|(user, _)| *user != t);
            users.push((t, now));
            found |= others && !access.trusted && self.contended.insert(cell);
        }
        found
    }

    fn access(&mut self, memories: &mut Memories, choice: Choice, access: &Access, values: &[Value]) -> Effects {
        let t = choice.thread.index();
        if !self.is_contended(access) {
            return self.driver.step(choice);
        }
        let code = self.driver.code_place(t);
        let before = self.driver.held(access);
        for (&cell, &value) in access.cells.iter().zip(&before) {
            memories.history.entry(cell).or_insert_with(|| vec![value]);
        }
        if access.reads {
            self.driver.put(access, values);
        }
        let effects = self.driver.step(choice);
        let after = self.driver.held(access);
        let wrote = access.writes && (!access.reads || access.always_writes || after != values);
        if !wrote {
            self.driver.put(access, &before);
        }
        for (at, &cell) in access.cells.iter().enumerate() {
            if let Some(&value) = values.get(at) {
                memories.note(t, (cell, value));
                memories.log.push((Some(t), What::Use(cell, value), code));
                if access.mode == Mode::Plain {
                    memories.used(t, cell, value);
                }
            }
            if wrote {
                memories.note(t, (cell, after[at], 1));
                memories.log.push((Some(t), What::Assign(cell, after[at]), code));
                memories.stored.entry((t, cell)).or_default().push(after[at]);
                if access.mode == Mode::Plain {
                    memories.working.insert((t, cell), after[at]);
                } else {
                    memories.write(t, cell);
                }
            }
        }
        effects
    }

    fn follow(&mut self, memories: &mut Memories, t: usize, effects: Effects) -> bool {
        if !effects.unlocked.is_empty() {
            memories.flush(t);
        }
        for class in effects.initialized {
            memories.flush(t);
            memories.initializers.insert(class, t);
        }
        for child in effects.started {
            memories.flush(t);
            memories.forget(child);
            let clock = memories.clocks.entry(t).or_default().clone();
            memories.clocks.insert(child, clock);
        }
        if effects.ended {
            memories.flush(t);
            let clock = memories.clocks.entry(t).or_default().clone();
            memories.ends.insert(t, clock);
        }
        match effects.stop {
            Some(StepEnd::Stop(Stop::Exit(_))) => {
                self.finish(memories);
                return false;
            }
            Some(StepEnd::Stop(Stop::Unsupported(what))) => {
                self.limit(format!("{what} is not supported"));
                return false;
            }
            Some(_) => return false,
            None => {}
        }
        if memories.log.len() > self.limits.events {
            self.limit(format!("runs were cut after {} events", self.limits.events));
            return false;
        }
        true
    }

    fn finish(&mut self, memories: &Memories) {
        if self.warming {
            return;
        }
        self.found.executions += 1;
        if self.found.executions >= self.limits.executions || (self.limits.stop)() {
            self.limit(format!("stopped after {} executions", self.found.executions));
            self.stopped = true;
        }
        let mut text = self.driver.printed();
        if !self.driver.machine.is_finished() {
            text = format!("{text} (deadlock)").trim().to_string();
        }
        if !self.found.outcomes.contains_key(&text) {
            let witness = witness_of(memories, &mut self.driver);
            self.found.outcomes.insert(text, witness);
        }
    }
}

/// Whether a thread goes round in a circle: it comes back to where it was without having written
/// anything, and reads the same again.
fn spins(memories: &mut Memories, t: usize, access: &Access, values: &[Value], driver: &Driver<'_>) -> bool {
    if values.is_empty() {
        memories.spins.retain(|(of, _), _| *of != t);
        return false;
    }
    again(memories, t, &(&access.cells, values), driver) > SPINS
}

/// How often a thread has done the same in the same state.
fn again(memories: &mut Memories, t: usize, what: &impl Hash, driver: &Driver<'_>) -> u32 {
    let mut hasher = DefaultHasher::default();
    (driver.local_state(t), what).hash(&mut hasher);
    let count = memories.spins.entry((t, hasher.finish())).or_default();
    *count += 1;
    *count
}

fn witness_of(memories: &Memories, driver: &mut Driver<'_>) -> Witness {
    let mut found = Witness::default();
    let mut last: FxHashMap<Option<usize>, usize> = FxHashMap::default();
    for (thread, what, code) in &memories.log {
        let (verb, cell, value) = match *what {
            What::Use(cell, value) => ("use", cell, value),
            What::Assign(cell, value) => ("assign", cell, value),
            What::Write(cell, value) => ("write", cell, value),
        };
        let text =
            format!("{verb} {} = {}", witness::cell_name(driver, cell), witness::value_name(driver, cell, value));
        let line = code.and_then(|code| driver.machine.program.code(code.method).ok()?.line(code.pc));
        let name = match thread {
            Some(thread) => witness::thread_name(&mut driver.machine, *thread),
            None => "main memory".into(),
        };
        found.nodes.push(Node { thread: name, text, line });
        if let Some(before) = last.insert(*thread, found.nodes.len() - 1) {
            found.edges.push(Edge { from: before, to: found.nodes.len() - 1, kind: EdgeKind::Program });
        }
    }
    found
}
