//! The memory model of the first Java specification (chapter 17, Cataño's event spaces):
//! each thread has a working memory, the main memory holds one value per variable.
//!
//! What [`crate::generate`] does event by event is done here with what its automaton comes to:
//! an assigned value is stored at once and written to main memory at any later time, in order per
//! thread and variable; a use takes the value in working memory or loads one that main memory had
//! since the thread last read, wrote or locked (the read may have been early); a lock empties the
//! working memory, an unlock waits for all writes. Rules 3, 12, 15, 16 and 17 are what is left of
//! the seventeen. Volatile variables, all modes of `VarHandle` from opaque up and views of several bytes
//! are read and written in main memory directly and order nothing else. Starting and joining a thread count as
//! unlock and lock. Final fields promise nothing.
//!
//! Prescient stores (§17.8): a value may reach the main memory before it is assigned, if it is assigned
//! later without a lock by the thread, a load or another store of the variable in between. The text
//! restricts what happens, not what a thread could know, so a store is tried with every value that the
//! thread assigns in an execution found before, until nothing new turns up; values that come from
//! nowhere, which the text does not exclude either, are not invented.

use std::collections::BTreeSet;

use heddle_machine::{Machine, Stop};
use heddle_verdict::{Choice, Edge, EdgeKind, Node};
use rustc_hash::{FxHashMap, FxHashSet};

use super::action::{Access, Cell, Key, Next, Value};
use super::branches::Branching;
use super::drive::{Driver, Effects, Position, limit_of};
use super::witness::{self, Witness};
use super::working::{Assign, Memories, What};
use super::{Limits, Outcomes};

/// Searches after which no more values are stored ahead.
const MOST_ROUNDS: usize = 40;

/// All outcomes of a program whose main thread stands before its first step.
pub fn outcomes(machine: Machine<'_>, limits: &Limits<'_>) -> Outcomes {
    let mut search = Search {
        driver: Driver::new(machine),
        limits,
        locks: FxHashMap::default(),
        contended_locks: FxHashSet::default(),
        restart: false,
        warming: true,
        stopped: false,
        moved_last: 0,
        visited: FxHashSet::default(),
        foreseen: BTreeSet::new(),
        assigned: BTreeSet::new(),
        found: Outcomes::default(),
    };
    // The first specification knows nothing of what the JDK's synchronisers rely on.
    search.driver.follower.trusts = true;
    let mut base = match search.driver.begin() {
        Ok(base) => base,
        Err(found) => return found,
    };
    search.run(Memories::default());
    for round in 0.. {
        (search.restart, search.warming) = (false, false);
        if search.driver.must_begin_again() {
            base = match search.driver.begin() {
                Ok(base) => base,
                Err(found) => return found,
            };
        }
        search.all(&base);
        if search.restart && !search.stopped {
            continue;
        }
        let known = search.foreseen.len();
        search.foreseen.append(&mut search.assigned);
        if !limits.prescient || search.stopped || search.foreseen.len() == known {
            break;
        }
        if round >= MOST_ROUNDS {
            search.limit("prescient stores lead to ever more values".into());
            break;
        }
    }
    search.found.limits.extend(search.driver.problems);
    search.found
}

struct Search<'p, 's> {
    driver: Driver<'p>,
    limits: &'s Limits<'s>,
    locks: FxHashMap<Key, usize>,
    contended_locks: FxHashSet<Key>,
    restart: bool,
    warming: bool,
    stopped: bool,
    /// The thread that took the last step.
    moved_last: usize,
    visited: FxHashSet<u128>,
    /// What may be stored ahead, and what was assigned in executions since that was settled.
    foreseen: BTreeSet<Assign>,
    assigned: BTreeSet<Assign>,
    found: Outcomes,
}

/// A step of a thread, with what it reads, or a write to main memory.
enum Way {
    Step {
        choice: Choice,
        next: Next,
        values: Vec<Value>,
    },
    Write {
        thread: usize,
        cell: Cell,
    },
    /// A prescient store, written at once.
    Ahead {
        thread: usize,
        cell: Cell,
        value: Value,
    },
}

impl<'p> Branching<'p> for Search<'p, '_> {
    type Execution = Memories;
    type Way = Way;

    fn driver(&mut self) -> &mut Driver<'p> {
        &mut self.driver
    }

    fn is_over(&self) -> bool {
        self.warming || self.restart || self.stopped
    }

    fn next_branch(&mut self, memories: &mut Memories) -> Option<Vec<Way>> {
        loop {
            self.ask_to_stop();
            if self.restart && !self.warming || self.stopped {
                return None;
            }
            let mut ways = match self.ways(memories) {
                Ok(way) => vec![way],
                Err(ways) => ways,
            };
            if ways.iter().all(|way| !matches!(way, Way::Step { .. })) && self.driver.choices().is_empty() {
                self.finish(memories);
                return None;
            }
            if ways.len() != 1 {
                return self.visited.insert(memories.key(&mut self.driver)).then_some(ways);
            }
            if !self.take(memories, ways.remove(0)) {
                return None;
            }
        }
    }

    fn take(&mut self, memories: &mut Memories, way: Way) -> bool {
        self.step(memories, way)
    }
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

    fn ask_to_stop(&mut self) {
        if self.found.executions >= self.limits.executions || (self.limits.stop)() {
            let place = self.driver.place_text(self.moved_last);
            self.limit(format!("stopped after {} executions, in {place}", self.found.executions));
            self.stopped = true;
        }
    }

    /// The one step that nobody else can notice, or else all ways to go on.
    fn ways(&mut self, memories: &mut Memories) -> Result<Way, Vec<Way>> {
        let (tired, stuck) = (memories.rounds.tired.clone(), memories.rounds.stuck.clone());
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
                Next::Memory(access) => access.reads || access.is_direct(),
                // Who initialises a class is not asked again once it is done.
                Next::Initialize(_) => true,
                _ => key.is_some_and(|key| self.contended_locks.contains(&key)),
            };
            if !shared && choices.len() == 1 && !matches!(next, Next::Choice | Next::Time) {
                return Ok(Way::Step { choice: choices[0], next, values: vec![] });
            }
            for choice in choices {
                for values in self.readings(memories, t, &next) {
                    ways.push(Way::Step { choice, next: next.clone(), values });
                }
            }
        }
        for t in 0..self.driver.machine.state.threads.len() {
            ways.extend(memories.unwritten(t).into_iter().map(|cell| Way::Write { thread: t, cell }));
        }
        if !ways.is_empty() {
            self.ahead(memories, moves, &mut ways);
        }
        Err(ways)
    }

    /// What threads that still run may store before they assign it.
    fn ahead(&self, memories: &Memories, moves: &dyn Fn(usize) -> bool, ways: &mut Vec<Way>) {
        let mut last = None;
        for assign in &self.foreseen {
            let &Assign { thread, cell, value, .. } = assign;
            let exists = self.driver.held_at(cell).is_some() && self.driver.bits(value).is_some();
            let runs = self.driver.machine.state.threads.get(thread).is_some_and(|thread| thread.is_alive());
            if runs
                && exists
                && moves(thread)
                && self.driver.sharing.follows(cell)
                && memories.may_store_ahead(assign)
                && last.replace((thread, cell, value)) != Some((thread, cell, value))
            {
                ways.push(Way::Ahead { thread, cell, value });
            }
        }
    }

    /// The values that the cells of an access may have.
    fn readings(&self, memories: &Memories, t: usize, next: &Next) -> Vec<Vec<Value>> {
        let Next::Memory(access) = next else { return vec![vec![]] };
        if !access.reads {
            return vec![vec![]];
        }
        let held = self.driver.held(access);
        let mut ways: Vec<Vec<Value>> = vec![vec![]];
        for (&cell, &held) in access.cells.iter().zip(&held).take(access.read) {
            let values = match memories.history.get(&cell) {
                _ if access.is_direct() && memories.promised.contains_key(&(t, cell)) => vec![],
                None => vec![held],
                Some(history) if access.is_direct() => history.last().copied().into_iter().collect(),
                Some(_) => memories.values(t, cell),
            };
            ways = ways
                .iter()
                .flat_map(|way| values.iter().map(move |&value| way.iter().copied().chain([value]).collect()))
                .collect();
        }
        ways
    }

    fn step(&mut self, memories: &mut Memories, way: Way) -> bool {
        let (choice, next, values) = match way {
            Way::Write { thread, cell } => {
                memories.write(thread, cell);
                return true;
            }
            Way::Ahead { thread, cell, value } => {
                let held = self.driver.held_at(cell).unwrap_or(Value::Bits(0));
                memories.store_ahead(thread, cell, value, held);
                return true;
            }
            Way::Step { choice, next, values } => (choice, next, values),
        };
        let t = choice.thread.index();
        self.moved_last = t;
        if self.warming && memories.rounds.takes_long(t) {
            memories.rounds.tired.insert(t);
        }
        if self.finds_contention(&next, t) {
            self.begin_again();
        }
        match next {
            Next::Quiet | Next::Private(_) if memories.rounds.loops_quietly(t, &self.driver) => {
                memories.rounds.stuck.insert(t);
                return true;
            }
            Next::Quiet | Next::Private(_) => {}
            Next::Lock(_) => {
                let contended = next.key().is_some_and(|key| self.contended_locks.contains(&key));
                if memories.rounds.comes_back(t, &next, contended, &self.driver) {
                    memories.rounds.stuck.insert(t);
                    return !contended;
                }
                memories.rounds.moved(t, &next);
            }
            _ => memories.rounds.moved(t, &next),
        }
        match next {
            Next::Interrupted(of) => memories.note(t, (of, self.driver.is_interrupted(of))),
            Next::Polls(of) => memories.note(t, (of, self.driver.starts.has_ended(of))),
            _ => {}
        }
        let effects = match &next {
            Next::Memory(access) => {
                if !values.is_empty() && memories.rounds.comes_round(t, &(&access.cells, &values), &self.driver) {
                    // Nothing makes a thread load again what it has in its working memory.
                    let last = |cell: &Cell| memories.history.get(cell).and_then(|history| history.last()).copied();
                    let old = access.cells.iter().zip(&values).any(|(cell, &value)| last(cell) != Some(value));
                    let plain = !access.is_direct();
                    let alone = self.driver.is_left_alone(t) && memories.promised.is_empty();
                    self.found.stale |= !self.warming && plain && old && alone;
                    return false;
                }
                self.access(memories, choice, access, &values)
            }
            Next::Private(access) => self.driver.step_access(choice, access),
            Next::Interrupted(_) | Next::Polls(_) if memories.rounds.comes_round(t, &next.key(), &self.driver) => {
                let contended = next.key().is_some_and(|key| self.contended_locks.contains(&key));
                memories.rounds.stuck.insert(t);
                return !contended;
            }
            _ => self.driver.step(choice),
        };
        if self.driver.sharing.found_anew() | self.driver.halves_anew() | self.driver.must_begin_again() {
            self.begin_again();
        }
        match next {
            Next::Lock(object) | Next::Resume(object) => {
                memories.forget(t);
                memories.log.push((Some(t), What::Lock(object), None));
            }
            Next::Unlock(object) | Next::Wait(object) => {
                memories.flush(t);
                memories.log.push((Some(t), What::Unlock(object), None));
            }
            Next::Alive(other) | Next::Polls(other) if self.driver.starts.has_ended(other) => {
                self.driver.starts.join(t, other);
                memories.forget(t);
            }
            Next::Choice | Next::Notify(_) => memories.note(t, choice.alternative),
            Next::Time => memories.pass(t, choice.alternative, self.driver.machine.shares_clock()),
            Next::Print => memories.pass(t, 0, true),
            _ => {}
        }
        self.follow(memories, t, effects) && !memories.broken
    }

    /// What was searched so far may be incomplete; this run shows what else has to be known.
    fn begin_again(&mut self) {
        (self.restart, self.warming) = (true, true);
    }

    /// Notes who synchronises on what other than memory; whether that is new and by several threads.
    fn finds_contention(&mut self, next: &Next, t: usize) -> bool {
        let Some(key) = next.key().filter(|_| !matches!(next, Next::Memory(_))) else { return false };
        *self.locks.entry(key).or_insert(t) != t && self.contended_locks.insert(key)
    }

    fn access(&mut self, memories: &mut Memories, choice: Choice, access: &Access, values: &[Value]) -> Effects {
        let t = choice.thread.index();
        let code = self.driver.code_place(t);
        let before = self.driver.held(access);
        for (&cell, &value) in access.cells.iter().zip(&before) {
            memories.history.entry(cell).or_insert_with(|| vec![value]);
            if *memories.held.entry(cell).or_insert(value) != value && !self.warming {
                let (name, place) = (witness::cell_name(&self.driver, cell), self.driver.place_text(t));
                self.limit(format!("{name} was changed by something that is not followed, before {place}"));
            }
        }
        if access.reads {
            self.driver.put(access, values);
        }
        let effects = self.driver.step_access(choice, access);
        let after = self.driver.held(access);
        let wrote = access.writes && (!access.reads || access.always_writes || after != values);
        if wrote {
            memories.rounds.wrote(t);
            for at in access.written_from..access.cells.len() {
                self.driver.log_write(t, access.cells[at], before[at], after[at]);
            }
        }
        if !wrote {
            self.driver.put(access, &before);
        } else if !access.is_update() {
            self.driver.restore(access, &before);
        }
        for (at, &cell) in access.cells.iter().enumerate() {
            if let Some(&value) = values.get(at) {
                memories.note(t, (cell, value));
                let loaded = if access.is_direct() {
                    memories.history.get(&cell).map(|history| history.len() - 1)
                } else {
                    memories.used(t, cell, value)
                };
                memories.log.push((Some(t), What::Use(cell, value, loaded), code));
            }
            if wrote && at >= access.written_from {
                memories.note(t, (cell, after[at], 1));
                memories.held.insert(cell, after[at]);
                memories.assign(t, cell, after[at], !access.is_direct(), code);
            }
        }
        effects
    }

    fn follow(&mut self, memories: &mut Memories, t: usize, effects: Effects) -> bool {
        // What the JDK keeps for all threads is there for all of them.
        if effects.published.is_some() {
            memories.flush(t);
        }
        if effects.obtained.is_some() {
            memories.forget(t);
        }
        for object in effects.unlocked {
            memories.flush(t);
            memories.log.push((Some(t), What::Unlock(object), None));
        }
        for class in effects.initialized {
            memories.flush(t);
            memories.initializers.insert(class, t);
        }
        for child in effects.started {
            memories.flush(t);
            memories.forget(child);
        }
        if effects.ended {
            memories.flush(t);
            memories.broken |= memories.owes(t);
        }
        if let Some(stop) = effects.stop {
            match limit_of(&stop) {
                Some(limit) => self.limit(limit),
                None if matches!(stop, Stop::Exit(_)) => self.finish(memories),
                None => {}
            }
            return false;
        }
        if memories.log.len() > self.limits.events {
            let place = self.driver.place_text(t);
            self.limit(format!("runs were cut after {} events, in {place}", self.limits.events));
            return false;
        }
        true
    }

    fn finish(&mut self, memories: &Memories) {
        // What was stored ahead must have been assigned.
        if self.warming || memories.broken || !memories.promised.is_empty() {
            return;
        }
        self.assigned.extend(memories.log.iter().filter_map(|(thread, what, _)| {
            match *what {
                What::Assign(cell, value, Some((number, section))) => thread
                    .map(|thread| Assign { thread, cell, value, number, section })
                    .filter(|assign| !self.foreseen.contains(assign)),
                _ => None,
            }
        }));
        self.found.executions += 1;
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

fn witness_of(memories: &Memories, driver: &mut Driver<'_>) -> Witness {
    let mut found = Witness::default();
    let mut last: FxHashMap<Option<usize>, usize> = FxHashMap::default();
    for (thread, what, code) in &memories.log {
        let (verb, cell, value) = match *what {
            What::Use(cell, value, _) => ("use", cell, value),
            What::Assign(cell, value, _) => ("assign", cell, value),
            What::Ahead(cell, value) => ("store ahead", cell, value),
            What::Write(cell, value, _) => ("write", cell, value),
            What::Lock(_) | What::Unlock(_) => continue,
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
    found.space = super::spaces::space_of(memories, driver);
    found
}
