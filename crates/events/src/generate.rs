//! All event spaces of a bounded program: an automaton appends events one by
//! one and keeps, per thread and variable, just enough to know which events the 17 rules allow.
//!
//! A thread that has begun to read or has assigned a value goes through with it: a space is
//! complete when every thread is at its end, no read waits to be loaded and no store to be written.
//! Loads happen only for a use that comes, and not again before it; stores happen at any time while
//! a value is assigned and not stored. Prescient stores (§17.8 of the old chapter) are not modelled.

use std::collections::{BTreeMap, BTreeSet};

use crate::space::{Event, EventId, EventKind, EventSpace};

/// What a thread does, in program order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instruction {
    /// Uses a variable; its value goes to a register.
    Use {
        place: String,
        register: usize,
    },
    /// Assigns a constant plus, if given, the value of a register.
    Assign {
        place: String,
        register: Option<usize>,
        plus: i64,
    },
    Lock(String),
    Unlock(String),
}

/// Straight-line threads over variables that are 0 unless given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoundedProgram {
    pub threads: Vec<Vec<Instruction>>,
    pub initial: BTreeMap<String, i64>,
}

/// A complete event space, with the final registers of each thread.
#[derive(Clone, Debug)]
pub struct Generated {
    pub space: EventSpace,
    pub registers: Vec<BTreeMap<usize, i64>>,
}

/// Generates all event spaces of a program, each once.
pub fn generate(program: &BoundedProgram) -> Vec<Generated> {
    let mut search = Search { program, seen: BTreeSet::new(), found: Vec::new() };
    search.extend(&Config::new(program));
    search.found
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Working {
    Empty,
    Loaded(i64),
    /// Assigned and not stored.
    Dirty(i64),
    /// Assigned and stored.
    Clean(i64),
}

/// What the automaton knows of one thread and one variable.
#[derive(Clone, Debug)]
struct Cell {
    working: Working,
    /// A lock happened since the last load or assign.
    stale: bool,
    /// The read that waits to be loaded, with its value.
    reading: Option<(EventId, i64)>,
    /// A value was loaded that nobody has used yet; without this, a thread could load forever.
    unused: bool,
    /// The stores that wait to be written, oldest first.
    storing: Vec<(EventId, i64)>,
}

#[derive(Clone, Debug)]
struct Config {
    space: EventSpace,
    at: Vec<usize>,
    registers: Vec<BTreeMap<usize, i64>>,
    cells: BTreeMap<(usize, String), Cell>,
    memory: BTreeMap<String, i64>,
    /// The thread that holds an object's lock, and how often.
    held: BTreeMap<String, (usize, usize)>,
    /// The last event of a thread, of a variable in main memory, of an object's lock.
    last_of_thread: Vec<Option<EventId>>,
    last_of_place: BTreeMap<String, EventId>,
    last_of_lock: BTreeMap<String, EventId>,
    last_lock: Vec<Option<EventId>>,
    writes: Vec<Vec<EventId>>,
}

impl Config {
    fn new(program: &BoundedProgram) -> Self {
        let threads = program.threads.len();
        Self {
            space: EventSpace::default(),
            at: vec![0; threads],
            registers: vec![BTreeMap::new(); threads],
            cells: BTreeMap::new(),
            memory: program.initial.clone(),
            held: BTreeMap::new(),
            last_of_thread: vec![None; threads],
            last_of_place: BTreeMap::new(),
            last_of_lock: BTreeMap::new(),
            last_lock: vec![None; threads],
            writes: vec![Vec::new(); threads],
        }
    }

    fn cell(&mut self, thread: usize, place: &str) -> &mut Cell {
        self.cells.entry((thread, place.into())).or_insert(Cell {
            working: Working::Empty,
            stale: false,
            reading: None,
            unused: false,
            storing: Vec::new(),
        })
    }

    /// Appends an event after those that the rules want before it.
    fn append(&mut self, kind: EventKind, thread: usize, place: &str, value: Option<i64>, more: &[EventId]) -> EventId {
        let mut after = more.to_vec();
        if kind.is_memory() {
            after.extend(self.last_of_place.get(place));
        } else {
            after.extend(self.last_of_thread[thread]);
        }
        if kind.is_lock() {
            after.extend(self.last_of_lock.get(place));
        }
        after.sort_unstable();
        after.dedup();
        let value = value.map(|value| value.to_string());
        let id = self.space.add(Event::new(kind, &(thread + 1).to_string(), place, value.as_deref()), &after);
        if kind.is_memory() {
            self.last_of_place.insert(place.into(), id);
        } else {
            self.last_of_thread[thread] = Some(id);
        }
        if kind.is_lock() {
            self.last_of_lock.insert(place.into(), id);
        }
        id
    }
}

struct Search<'p> {
    program: &'p BoundedProgram,
    seen: BTreeSet<Vec<(Event, Vec<usize>)>>,
    found: Vec<Generated>,
}

impl Search<'_> {
    fn extend(&mut self, config: &Config) {
        if !self.seen.insert(config.space.key()) {
            return;
        }
        if self.is_complete(config) {
            self.found.push(Generated { space: config.space.clone(), registers: config.registers.clone() });
        }
        for thread in 0..self.program.threads.len() {
            if let Some(next) = self.instruct(config, thread) {
                self.extend(&next);
            }
            for place in self.places() {
                let nexts = [
                    self.read(config, thread, &place),
                    self.load(config, thread, &place),
                    self.store(config, thread, &place),
                    self.write(config, thread, &place),
                ];
                for next in nexts.into_iter().flatten() {
                    self.extend(&next);
                }
            }
        }
    }

    fn places(&self) -> BTreeSet<String> {
        let place = |instruction: &Instruction| match instruction {
            Instruction::Use { place, .. } | Instruction::Assign { place, .. } => Some(place.clone()),
            Instruction::Lock(_) | Instruction::Unlock(_) => None,
        };
        self.program.threads.iter().flatten().filter_map(place).collect()
    }

    fn is_complete(&self, config: &Config) -> bool {
        let ended = self.program.threads.iter().zip(&config.at).all(|(code, &at)| at == code.len());
        let quiet = |cell: &Cell| cell.reading.is_none() && cell.storing.is_empty();
        ended && config.cells.values().all(quiet)
    }

    fn uses_again(&self, config: &Config, thread: usize, place: &str) -> bool {
        self.program.threads[thread][config.at[thread]..]
            .iter()
            .any(|instruction| matches!(instruction, Instruction::Use { place: used, .. } if used == place))
    }

    /// The next instruction of a thread, if it may happen now.
    fn instruct(&self, config: &Config, thread: usize) -> Option<Config> {
        let instruction = self.program.threads[thread].get(config.at[thread])?;
        let mut next = config.clone();
        next.at[thread] += 1;
        match instruction {
            Instruction::Use { place, register } => {
                let cell = next.cell(thread, place);
                let value = match (&cell.working, cell.stale) {
                    (Working::Loaded(value) | Working::Dirty(value) | Working::Clean(value), false) => *value,
                    _ => return None,
                };
                cell.unused = false;
                next.append(EventKind::Use, thread, place, Some(value), &[]);
                next.registers[thread].insert(*register, value);
            }
            Instruction::Assign { place, register, plus } => {
                let value = register.map_or(0, |register| next.registers[thread][&register]) + plus;
                let cell = next.cell(thread, place);
                cell.working = Working::Dirty(value);
                cell.stale = false;
                next.append(EventKind::Assign, thread, place, Some(value), &[]);
            }
            Instruction::Lock(object) => {
                let (owner, count) = next.held.get(object).copied().unwrap_or((thread, 0));
                if owner != thread {
                    return None;
                }
                next.held.insert(object.clone(), (thread, count + 1));
                for ((of, _), cell) in &mut next.cells {
                    if *of == thread {
                        // A read from before the lock may no longer be loaded (rule 16).
                        if cell.reading.is_some() {
                            return None;
                        }
                        cell.stale = true;
                    }
                }
                let id = next.append(EventKind::Lock, thread, object, None, &[]);
                next.last_lock[thread] = Some(id);
            }
            Instruction::Unlock(object) => {
                let (owner, count) = next.held.get(object).copied()?;
                let unwritten = |cell: &Cell| matches!(cell.working, Working::Dirty(_)) || !cell.storing.is_empty();
                let dirty = next.cells.iter().any(|((of, _), cell)| *of == thread && unwritten(cell));
                if owner != thread || dirty {
                    return None;
                }
                match count {
                    1 => next.held.remove(object),
                    _ => next.held.insert(object.clone(), (thread, count - 1)),
                };
                let writes = std::mem::take(&mut next.writes[thread]);
                next.append(EventKind::Unlock, thread, object, None, &writes);
            }
        }
        Some(next)
    }

    fn read(&self, config: &Config, thread: usize, place: &str) -> Option<Config> {
        let mut next = config.clone();
        let value = next.memory.get(place).copied().unwrap_or(0);
        let lock = next.last_lock[thread];
        let cell = next.cell(thread, place);
        let quiet = cell.reading.is_none() && cell.storing.is_empty() && !cell.unused;
        let wanted = quiet && !matches!(cell.working, Working::Dirty(_));
        if !wanted || !self.uses_again(config, thread, place) {
            return None;
        }
        let after: Vec<EventId> = lock.into_iter().collect();
        let id = next.append(EventKind::Read, thread, place, Some(value), &after);
        next.cell(thread, place).reading = Some((id, value));
        Some(next)
    }

    fn load(&self, config: &Config, thread: usize, place: &str) -> Option<Config> {
        let mut next = config.clone();
        let cell = next.cell(thread, place);
        if matches!(cell.working, Working::Dirty(_)) || !self.uses_again(config, thread, place) {
            return None;
        }
        let (read, value) = cell.reading.take()?;
        cell.working = Working::Loaded(value);
        cell.unused = true;
        cell.stale = false;
        let id = next.append(EventKind::Load, thread, place, Some(value), &[read]);
        next.space.pair(id, read);
        Some(next)
    }

    fn store(&self, config: &Config, thread: usize, place: &str) -> Option<Config> {
        let mut next = config.clone();
        let cell = next.cell(thread, place);
        let Working::Dirty(value) = cell.working else { return None };
        if cell.stale || cell.reading.is_some() {
            return None;
        }
        cell.working = Working::Clean(value);
        let id = next.append(EventKind::Store, thread, place, Some(value), &[]);
        next.cell(thread, place).storing.push((id, value));
        Some(next)
    }

    fn write(&self, config: &Config, thread: usize, place: &str) -> Option<Config> {
        let mut next = config.clone();
        let cell = next.cell(thread, place);
        if cell.storing.is_empty() {
            return None;
        }
        let (store, value) = cell.storing.remove(0);
        let id = next.append(EventKind::Write, thread, place, Some(value), &[store]);
        next.space.pair(id, store);
        next.writes[thread].push(id);
        next.memory.insert(place.into(), value);
        Some(next)
    }
}
