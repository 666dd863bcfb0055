//! The main memory and the working memories of the first chapter 17, with what the rules remember of the
//! past; [`super::old`] searches over them.

use std::hash::{DefaultHasher, Hash, Hasher};

use heddle_program::ClassId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::action::{Access, Cell, CodePlace, Next, ObjectName, Value};
use super::drive::Driver;
use super::rounds::Rounds;

/// The main memory and all working memories, as far as variables are contended.
#[derive(Clone, Default)]
pub struct Memories {
    /// Values that main memory had, oldest first.
    pub history: FxHashMap<Cell, Vec<Value>>,
    /// Stored and not yet written, oldest first.
    pub stored: FxHashMap<(usize, Cell), Vec<Value>>,
    pub working: FxHashMap<(usize, Cell), Value>,
    /// Stored ahead and not yet assigned.
    pub promised: FxHashMap<(usize, Cell), Value>,
    /// Assigned while something else is stored ahead, so that it can not be stored any more.
    unstored: FxHashSet<(usize, Cell)>,
    assigned: FxHashMap<(usize, Cell), u32>,
    /// How often each thread has forgotten its working memory.
    sections: FxHashMap<usize, u32>,
    /// What was stored ahead can not be assigned any more as the rules want it.
    pub broken: bool,
    /// The oldest value that a thread may still read.
    pub floor: FxHashMap<(usize, Cell), usize>,
    /// What the last assign left in the memory of the machine.
    pub held: FxHashMap<Cell, Value>,
    pub initializers: FxHashMap<ClassId, usize>,
    pub entered: FxHashSet<(usize, ClassId)>,
    pub threads: FxHashMap<usize, u64>,
    /// The order in which time passed, if all threads share a clock.
    times: u64,
    /// Where threads have been.
    pub rounds: Rounds,
    /// What happened, for the witness: thread (none for main memory), text, code.
    pub log: Vec<(Option<usize>, What, Option<CodePlace>)>,
}

#[derive(Clone, Copy)]
pub enum What {
    /// The third is which of the values of main memory was loaded for it, if one was.
    Use(Cell, Value, Option<usize>),
    /// The third is the how-manieth of its thread and variable it is and in which section, if it could be stored ahead.
    Assign(Cell, Value, Option<(u32, u32)>),
    Ahead(Cell, Value),
    /// The third is the thread that stored it.
    Write(Cell, Value, usize),
    Lock(ObjectName),
    Unlock(ObjectName),
}

/// A value that a thread assigns to a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Assign {
    pub thread: usize,
    pub cell: Cell,
    pub value: Value,
    /// Counts the assigns of the thread to the variable.
    pub number: u32,
    /// How often the thread has forgotten its working memory before: between a store ahead and its assign it must not.
    pub section: u32,
}

impl Memories {
    pub fn note(&mut self, thread: usize, what: impl Hash) {
        let history = self.threads.entry(thread).or_default();
        let mut hasher = DefaultHasher::default();
        (*history, what).hash(&mut hasher);
        *history = hasher.finish();
    }

    /// The oldest stored value of a thread and variable reaches the main memory.
    pub fn write(&mut self, thread: usize, cell: Cell) {
        let Some(stored) = self.stored.get_mut(&(thread, cell)).filter(|stored| !stored.is_empty()) else { return };
        let value = stored.remove(0);
        let history = self.history.entry(cell).or_default();
        history.push(value);
        self.floor.insert((thread, cell), history.len() - 1);
        self.log.push((None, What::Write(cell, value, thread), None));
    }

    pub fn unwritten(&self, thread: usize) -> Vec<Cell> {
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
    pub fn flush(&mut self, thread: usize) {
        self.broken |= self.unstored.iter().any(|(of, _)| *of == thread);
        for cell in self.unwritten(thread) {
            while self.stored.get(&(thread, cell)).is_some_and(|stored| !stored.is_empty()) {
                self.write(thread, cell);
            }
        }
    }

    /// Whether a thread has stored something ahead that it has not assigned yet.
    pub fn owes(&self, thread: usize) -> bool {
        self.promised.keys().any(|(of, _)| *of == thread)
    }

    /// Whether a thread that assigns to a variable for the `number`-th time may store that now (§17.8).
    pub fn may_store_ahead(&self, assign: &Assign) -> bool {
        let at = (assign.thread, assign.cell);
        self.section(assign.thread) == assign.section
            && !self.promised.contains_key(&at)
            && self.stored.get(&at).is_none_or(Vec::is_empty)
            && self.assigned.get(&at).copied().unwrap_or(0) <= assign.number
    }

    fn section(&self, thread: usize) -> u32 {
        self.sections.get(&thread).copied().unwrap_or(0)
    }

    pub fn store_ahead(&mut self, thread: usize, cell: Cell, value: Value, held: Value) {
        self.promised.insert((thread, cell), value);
        self.log.push((Some(thread), What::Ahead(cell, value), None));
        self.history.entry(cell).or_insert_with(|| vec![held]);
        self.stored.entry((thread, cell)).or_default().push(value);
        self.write(thread, cell);
    }

    /// An assign: what was stored ahead is assigned now, or else it is stored.
    pub fn assign(&mut self, thread: usize, cell: Cell, value: Value, plain: bool, code: Option<CodePlace>) {
        let at = (thread, cell);
        let count = self.assigned.entry(at).or_default();
        let number = *count;
        *count += 1;
        let number = plain.then(|| (number, self.section(thread)));
        self.log.push((Some(thread), What::Assign(cell, value, number), code));
        if !plain {
            self.broken |= self.promised.contains_key(&at);
            self.stored.entry(at).or_default().push(value);
            return self.write(thread, cell);
        }
        self.working.insert(at, value);
        match self.promised.get(&at) {
            None => self.stored.entry(at).or_default().push(value),
            Some(&promised) if promised == value => {
                self.promised.remove(&at);
                self.unstored.remove(&at);
            }
            Some(_) => {
                self.unstored.insert(at);
            }
        }
    }

    /// Rules 16 and 17: the working memory is forgotten. No lock comes between a store and its assign.
    pub fn forget(&mut self, thread: usize) {
        self.broken |= self.owes(thread);
        *self.sections.entry(thread).or_default() += 1;
        self.working.retain(|(of, _), _| *of != thread);
        for (cell, history) in &self.history {
            self.floor.insert((thread, *cell), history.len() - 1);
        }
    }

    /// Initialising a class and finding it initialised are done under its lock (JLS 12.4.2).
    pub fn enter_class(&mut self, thread: usize, next: &Next) {
        let Next::Memory(Access { class: Some(class), .. }) = next else { return };
        let by_other = self.initializers.get(class).is_some_and(|&by| by != thread);
        if by_other && self.entered.insert((thread, *class)) {
            self.forget(thread);
        }
    }

    /// Time passes for a thread, or for all: then the order matters.
    pub fn pass(&mut self, thread: usize, alternative: u32, for_all: bool) {
        self.note(thread, (alternative, self.times));
        if for_all {
            self.times = self.threads[&thread];
        }
    }

    /// What a use may return.
    pub fn values(&self, thread: usize, cell: Cell) -> Vec<Value> {
        let at = (thread, cell);
        let mut values: Vec<Value> = self.working.get(&at).copied().into_iter().collect();
        if self.stored.get(&at).is_none_or(Vec::is_empty) && !self.promised.contains_key(&at) {
            let history = self.history.get(&cell).map_or(&[][..], Vec::as_slice);
            values.extend(&history[self.floor.get(&at).copied().unwrap_or(0)..]);
        }
        values.sort();
        values.dedup();
        values
    }

    /// A use that returned a value: from working memory if it was there, else loaded; then the result says
    /// which value of main memory that was.
    pub fn used(&mut self, thread: usize, cell: Cell, value: Value) -> Option<usize> {
        let at = (thread, cell);
        if self.working.get(&at) == Some(&value) {
            return None;
        }
        let floor = self.floor.get(&at).copied().unwrap_or(0);
        let found = self
            .history
            .get(&cell)
            .and_then(|history| (floor..history.len()).find(|&position| history[position] == value));
        self.floor.insert(at, found.unwrap_or(floor));
        self.working.insert(at, value);
        Some(found.unwrap_or(floor))
    }

    pub fn key(&self, driver: &mut Driver<'_>) -> u128 {
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
            for entry in &self.promised {
                sum = sum.wrapping_add(one(seed, (6, entry)));
            }
            for entry in &self.unstored {
                sum = sum.wrapping_add(one(seed, (7, entry)));
            }
            for entry in &self.sections {
                sum = sum.wrapping_add(one(seed, (8, entry)));
            }
            sum
        };
        // What else blocks threads (monitors, waiting) follows from where they stand.
        let mut hasher = DefaultHasher::default();
        for t in 0..driver.machine.state.threads.len() {
            let monitors: Vec<_> = driver.machine.monitors_held(t);
            (t, driver.code_place(t), driver.machine.state.threads[t].frames.len(), monitors).hash(&mut hasher);
            driver.machine.state.threads[t].control.status.hash(&mut hasher);
        }
        let state = hasher.finish();
        u128::from(hash(state)) << 64 | u128::from(hash(!state))
    }
}
