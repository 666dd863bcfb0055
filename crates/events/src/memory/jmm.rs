//! The Java memory model (JLS 17.4, JSR-133) with the access modes of `VarHandle`.
//!
//! Executions are built as JLS 17.4.8 justifies them. An execution in which every read sees a write
//! that happens before it needs no justification. A read that sees a write with which it races must
//! have been *committed* to do so: first an execution is found in which both occur and the write has
//! its value although the read does not see it yet; from then on both are fixed, and executions are
//! built in which the read returns that value. Every execution that keeps its commitments is legal,
//! and offers further pairs of racing reads and writes to commit. That is the procedure of JLS
//! 17.4.8 with the two conditions that Aspinall and Ševčík relaxed so that all causality test cases
//! come out as intended (a read's write must be committed before it, not also the one that it saw
//! meanwhile; happens-before has to be kept only between a read and the write it sees).
//!
//! Modes: opaque accesses of a variable agree on one order of its writes; an acquiring read that
//! sees a releasing write synchronises with it; volatile accesses take part in the synchronisation
//! order, which is enumerated as interleaving. An atomic update of a weaker mode reads any write that
//! was executed, as long as nothing comes between both in the order of the variable's writes. Full
//! fences count as updates of one volatile variable. Plain 64-bit variables and views of bytes that
//! are not aligned may tear ([`super::units`]).
//!
//! Not covered: circular executions in which each of two threads reads a reference to an object that
//! the other one makes later; benign races inside the JDK's synchronisers.

use std::rc::Rc;

use heddle_machine::{Machine, Stop};
use heddle_verdict::{Choice, Unsupported};
use rustc_hash::{FxHashMap, FxHashSet};

use super::action::{Access, Cell, Fence, Key, Mode, Next};
use super::branches::Branching;
use super::drive::{Driver, Effects, Position, limit_of};
use super::graph::Graph;
use super::rounds::Rounds;
use super::visible::{Commitments, Options, Sources, options};
use super::witness::cell_name;
use super::{Goal, Limits, Outcomes, Rules};

/// All outcomes of a program whose main thread stands before its first step.
pub fn outcomes(machine: Machine<'_>, limits: &Limits<'_>) -> Outcomes {
    let mut search = Search {
        driver: Driver::new(machine),
        limits,
        contended: FxHashSet::default(),
        owners: FxHashMap::default(),
        modes: FxHashMap::default(),
        mixed: Rc::default(),
        updates_weakly: false,
        restart: true,
        warming: true,
        stopped: false,
        moved_last: 0,
        commitments: Commitments::new(),
        open: Vec::new(),
        known: FxHashSet::default(),
        visited: FxHashSet::default(),
        found: Outcomes::default(),
    };
    search.driver.follower.orders_later = limits.rules == Rules::AccessModes;
    let mut base = match search.driver.begin() {
        Ok(base) => base,
        Err(found) => return found,
    };
    // Instructions are linked when first executed, and a thread does not stop before one that is
    // not linked yet; one run ahead makes all runs alike.
    search.run(search.empty());
    while search.restart && !search.stopped {
        (search.restart, search.warming) = (false, false);
        if search.driver.must_begin_again() {
            base = match search.driver.begin() {
                Ok(base) => base,
                Err(found) => return found,
            };
        }
        search.driver.back_to(&base);
        search.all(&base);
    }
    search.found.limits.extend(search.driver.problems);
    search.found
}

pub(super) struct Search<'p, 's> {
    pub(super) driver: Driver<'p>,
    pub(super) limits: &'s Limits<'s>,
    /// What several threads synchronise on: the order of actions on these is enumerated.
    contended: FxHashSet<Key>,
    /// The first thread that synchronised on something.
    owners: FxHashMap<Key, usize>,
    /// Whether a variable is accessed in the synchronisation order, and whether otherwise; those of which both hold.
    modes: FxHashMap<Cell, (bool, bool)>,
    mixed: Rc<FxHashSet<Cell>>,
    /// Whether there are atomic updates outside of that order.
    updates_weakly: bool,
    /// Something turned out to be shared or contended; what was searched without knowing may be incomplete.
    restart: bool,
    /// One run is followed to its end to find out what else is.
    pub(super) warming: bool,
    pub(super) stopped: bool,
    /// The thread that took the last step.
    moved_last: usize,
    pub(super) commitments: Commitments,
    pub(super) open: Vec<Commitments>,
    pub(super) known: FxHashSet<Commitments>,
    visited: FxHashSet<u128>,
    pub(super) found: Outcomes,
}

/// Where threads have been, and what each has read since it last wrote, and whether by plain accesses.
#[derive(Clone, Default)]
pub(super) struct Spins {
    pub(super) rounds: Rounds,
    pub(super) reads: FxHashMap<usize, FxHashSet<(Cell, bool)>>,
    /// Threads of which a weak compare-and-set of the JDK's own has failed without a reason. It tries again, maybe elsewhere,
    /// for ever: once is enough.
    pub(super) failed: FxHashSet<usize>,
}

enum Decision {
    Go(Way),
    Branch(Vec<Way>),
    /// Nothing can move; whether a thread waits for a write that never came.
    End {
        waiting: bool,
    },
    Known,
}

/// A choice, what it does and what it reads.
pub(super) struct Way {
    choice: Choice,
    next: Next,
    sources: Sources,
    /// A weak compare-and-set that fails without a reason.
    fails: bool,
}

impl<'p> Branching<'p> for Search<'p, '_> {
    type Execution = (Graph, Spins);
    type Way = Way;

    fn driver(&mut self) -> &mut Driver<'p> {
        &mut self.driver
    }

    fn is_over(&self) -> bool {
        self.warming || self.restart || self.stopped
    }

    fn next_branch(&mut self, execution: &mut (Graph, Spins)) -> Option<Vec<Way>> {
        loop {
            self.ask_to_stop();
            if self.restart && !self.warming || self.stopped {
                return None;
            }
            let (graph, spins) = &mut *execution;
            match self.decide(graph, spins) {
                Decision::Known => return None,
                Decision::End { .. } if !spins.rounds.stuck.is_empty() => self.hang(graph, spins),
                Decision::End { waiting } => self.finish(graph, waiting),
                Decision::Branch(ways) => {
                    if self.matches_states() {
                        spins.rounds.branches();
                    }
                    return Some(ways);
                }
                Decision::Go(way) => {
                    if self.take(execution, way) {
                        continue;
                    }
                }
            }
            return None;
        }
    }

    fn take(&mut self, (graph, spins): &mut (Graph, Spins), way: Way) -> bool {
        self.step(graph, way, spins)
    }
}

impl Search<'_, '_> {
    fn empty(&self) -> (Graph, Spins) {
        (Graph::new(self.driver.machine.state.threads.len(), Rc::clone(&self.mixed)), Spins::default())
    }

    fn all(&mut self, base: &Position) {
        self.found = Outcomes::default();
        self.known.clear();
        self.open = vec![Commitments::new()];
        while let Some(commitments) = self.open.pop() {
            self.commitments = commitments;
            self.visited.clear();
            self.run(self.empty());
            self.driver.back_to(base);
            if self.restart || self.stopped {
                return;
            }
        }
    }

    pub(super) fn limit(&mut self, what: String) {
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

    /// What to do next. Only the order of actions on what threads contend for matters, so all else
    /// goes first.
    fn decide(&mut self, graph: &Graph, spins: &Spins) -> Decision {
        let Rounds { stuck, tired, .. } = &spins.rounds;
        match self.decide_among(graph, spins, &|t| !stuck.contains(&t) && !tired.contains(&t)) {
            Decision::End { .. } if !tired.is_empty() => self.decide_among(graph, spins, &|t| !stuck.contains(&t)),
            decision => decision,
        }
    }

    fn decide_among(&mut self, graph: &Graph, spins: &Spins, moves: &dyn Fn(usize) -> bool) -> Decision {
        let mut waiting = false;
        let mut deferred = Vec::new();
        for (t, choices) in self.driver.choices() {
            if !moves(t) {
                continue;
            }
            let next = self.driver.next(t);
            let contended = self.is_contended(&next);
            if contended || choices.len() > 1 || matches!(next, Next::Choice | Next::Time | Next::Initialize(_)) {
                deferred.push((t, choices, next));
                continue;
            }
            match self.ways(graph, spins, t, &choices, &next) {
                None => waiting = true,
                Some(mut ways) if ways.len() == 1 => return Decision::Go(ways.remove(0)),
                Some(ways) => return Decision::Branch(ways),
            }
        }
        let mut ways = Vec::new();
        for (t, choices, next) in deferred {
            match self.ways(graph, spins, t, &choices, &next) {
                None => waiting = true,
                Some(some) => ways.extend(some),
            }
        }
        match ways.len() {
            0 => Decision::End { waiting },
            1 => Decision::Go(ways.remove(0)),
            _ if self.is_known(graph, spins) => Decision::Known,
            _ => Decision::Branch(ways),
        }
    }

    /// Whether executions that end in the same state are not told apart.
    fn matches_states(&self) -> bool {
        self.commitments.is_empty() && !self.updates_weakly && self.limits.rules == Rules::Java
    }

    /// Whether one that goes on alike was met before.
    fn is_known(&mut self, graph: &Graph, spins: &Spins) -> bool {
        let prints = self.limits.goal == Goal::Outcomes;
        let state = self.matches_states().then(|| graph.state_key(&mut self.driver, spins, prints)).flatten();
        !self.visited.insert(state.unwrap_or_else(|| graph.key()))
    }

    /// The ways in which a thread can take its next step; `None` if it waits for a write.
    fn ways(&self, graph: &Graph, spins: &Spins, t: usize, choices: &[Choice], next: &Next) -> Option<Vec<Way>> {
        let waits = self.limits.rules == Rules::Java;
        let sources = match next {
            Next::Memory(access) => match options(graph, &self.driver, &self.commitments, t, access, waits) {
                Options::Wait => return None,
                Options::Among(sources) => sources,
            },
            Next::Fence(fence) if *fence != Fence::Release && waits && graph.awaits_for_fence(t) => return None,
            _ => vec![vec![]],
        };
        let mut ways = Vec::new();
        for (&choice, sources) in choices.iter().flat_map(|choice| sources.iter().map(move |way| (choice, way))) {
            let way = |fails| Way { choice, next: next.clone(), sources: sources.clone(), fails };
            ways.push(way(false));
            if matches!(next, Next::Memory(access) if access.weak && !(access.retried && spins.failed.contains(&t))) {
                ways.push(way(true));
            }
        }
        Some(ways)
    }

    /// What others must agree on about an action. Where outcomes do not count, nobody looks at what is printed; and where a
    /// complete execution shows the order of fences, that is not enumerated.
    fn key(&self, next: &Next) -> Option<Key> {
        next.key().filter(|key| match key {
            Key::Output => self.limits.goal == Goal::Outcomes,
            Key::Fences => self.limits.rules == Rules::Java,
            _ => true,
        })
    }

    /// Whether the order of an action with those of other threads matters. Memory is followed only if threads share it.
    fn is_contended(&self, next: &Next) -> bool {
        self.key(next).is_some_and(|key| matches!(next, Next::Memory(_)) || self.contended.contains(&key))
    }

    /// Takes a step; false if the run is not to be followed further.
    fn step(&mut self, graph: &mut Graph, way: Way, spins: &mut Spins) -> bool {
        let Way { choice, next, sources, fails } = way;
        let t = choice.thread.index();
        self.moved_last = t;
        if self.warming && spins.rounds.takes_long(t) {
            spins.rounds.tired.insert(t);
        }
        if self.finds_contention(&next, t) | self.finds_modes(&next) {
            self.begin_again();
        }
        match next {
            Next::Quiet | Next::Private(_) if spins.rounds.loops_quietly(t, &self.driver) => {
                spins.rounds.stuck.insert(t);
                return true;
            }
            Next::Quiet | Next::Private(_) => {}
            Next::Lock(_) if spins.rounds.comes_back(t, &next, self.is_contended(&next), &self.driver) => {
                spins.rounds.stuck.insert(t);
                return !self.is_contended(&next);
            }
            _ => spins.rounds.moved(t, &next),
        }
        let code = self.driver.code_place(t);
        let interrupted = matches!(next, Next::Interrupted(of) if self.driver.is_interrupted(of));
        let effects = match &next {
            Next::Memory(access) => {
                // Failing twice in a row shows nothing that failing once does not.
                if fails && spins.rounds.comes_round(t, &(access.cells[0], "fails"), &self.driver) {
                    return false;
                }
                if fails && access.retried {
                    spins.failed.insert(t);
                }
                if self.comes_round(spins, t, access, &sources) && !self.goes_on(spins, t, &next) {
                    return spins.rounds.stuck.contains(&t);
                }
                let Some(effects) = self.access(graph, choice, access, &sources, fails, spins) else { return false };
                effects
            }
            Next::Private(access) => self.driver.step_access(choice, access),
            Next::Interrupted(_) | Next::Polls(_) => {
                let again = spins.rounds.comes_round(t, &(next.key(), interrupted), &self.driver);
                if again && !self.goes_on(spins, t, &next) {
                    return spins.rounds.stuck.contains(&t);
                }
                self.driver.step(choice)
            }
            _ => self.driver.step(choice),
        };
        if self.driver.sharing.found_anew() | self.driver.halves_anew() | self.driver.must_begin_again() {
            self.begin_again();
        }
        match next {
            Next::Lock(object) | Next::Resume(object) => graph.lock(t, object, code),
            Next::Unlock(object) | Next::Wait(object) => graph.unlock(t, object, code),
            Next::Fence(fence) => graph.fence(t, fence, self.limits.rules == Rules::Java, code),
            Next::Alive(other) | Next::Polls(other) => {
                self.driver.starts.join(t, other);
                graph.join(t, other, code);
            }
            Next::Interrupt(other) => graph.interrupt(t, other),
            Next::Interrupted(other) => {
                graph.other(t, u32::from(interrupted));
                if interrupted {
                    graph.notice_interrupt(t, other);
                }
            }
            Next::Choice | Next::Notify(_) => graph.other(t, choice.alternative),
            Next::Time => graph.time(t, choice.alternative, self.driver.machine.shares_clock()),
            Next::Raw => graph.raw(t),
            Next::Permit(_) | Next::Initialize(_) | Next::End(_) => graph.acts(t, next.key(), false),
            Next::Print => graph.acts(t, None, self.limits.goal == Goal::Outcomes),
            Next::Private(_) | Next::Quiet | Next::Memory(_) => {}
        }
        self.follow(graph, t, effects)
    }

    /// What was searched so far may be incomplete; this run shows what else has to be known.
    fn begin_again(&mut self) {
        (self.restart, self.warming) = (true, true);
    }

    /// Notes who synchronises on what other than memory; whether that is new and by several threads.
    fn finds_contention(&mut self, next: &Next, t: usize) -> bool {
        let Some(key) = self.key(next).filter(|_| !matches!(next, Next::Memory(_))) else { return false };
        *self.owners.entry(key).or_insert(t) != t && self.contended.insert(key)
    }

    /// Notes in which ways variables are accessed; whether what is not told apart is less than was thought.
    fn finds_modes(&mut self, next: &Next) -> bool {
        let Next::Memory(access) = next else { return false };
        let is_weak = access.is_update() && !access.is_synchronization();
        let mut anew = is_weak && !std::mem::replace(&mut self.updates_weakly, true);
        for &cell in &access.cells {
            let modes = self.modes.entry(cell).or_default();
            *(if access.is_synchronization() { &mut modes.0 } else { &mut modes.1 }) = true;
            if *modes == (true, true) && !self.mixed.contains(&cell) {
                anew |= Rc::make_mut(&mut self.mixed).insert(cell);
            }
        }
        anew
    }

    /// What a step brings about besides its action.
    fn follow(&mut self, graph: &mut Graph, t: usize, effects: Effects) -> bool {
        let code = self.driver.code_place(t);
        if let Some(cell) = effects.obtained {
            graph.obtain(t, cell);
        }
        if let Some(cell) = effects.published {
            graph.publish(t, cell);
        }
        for object in effects.constructed {
            graph.freeze(t, object);
        }
        for object in effects.unlocked {
            graph.unlock(t, object, code);
        }
        for class in effects.initialized {
            graph.initialized(t, class);
        }
        for child in effects.started {
            graph.start(t, child, code);
        }
        if effects.ended {
            graph.end(t);
        }
        if let Some(stop) = effects.stop {
            match limit_of(&stop) {
                Some(limit) => {
                    if let Stop::Unsupported(what) = stop {
                        let stack = heddle_explore::stack(&self.driver.machine, t);
                        self.found.unsupported.insert(Unsupported { what, stack });
                    }
                    self.limit(limit);
                }
                None if matches!(stop, Stop::Exit(_)) => self.finish(graph, false),
                None => {}
            }
            return false;
        }
        if graph.shared_events_of(t) > self.limits.events {
            let place = self.driver.place_text(t);
            self.limit(format!("runs were cut after {} events of a thread, in {place}", self.limits.events));
            return false;
        }
        true
    }

    fn access(
        &mut self,
        graph: &mut Graph,
        choice: Choice,
        access: &Access,
        sources: &Sources,
        fails: bool,
        spins: &mut Spins,
    ) -> Option<Effects> {
        let t = choice.thread.index();
        let code = self.driver.code_place(t);
        let before = self.driver.held(access);
        for (&cell, &value) in access.cells.iter().zip(&before) {
            if *graph.held(cell).get_or_insert(value) != value && !self.warming {
                let (name, place) = (cell_name(&self.driver, cell), self.driver.place_text(t));
                self.limit(format!("{name} was changed by something that is not followed, before {place}"));
            }
            graph.initial.entry(cell).or_insert(value);
        }
        let read: Vec<_> = sources.iter().map(|&(_, value)| value).collect();
        if access.reads {
            self.driver.put(access, &read);
        }
        if fails {
            self.driver.put_other(access, &read);
        }
        let other = self.driver.held(access);
        let effects = self.driver.step_access(choice, access);
        let after = self.driver.held(access);
        // It would have failed anyway, and what was put there is what it hoped for.
        if fails && after != other {
            return None;
        }
        let wrote = !fails && access.writes && (!access.reads || access.always_writes || after != read);
        if wrote {
            spins.rounds.wrote(t);
            for at in access.written_from..access.cells.len() {
                self.driver.log_write(t, access.cells[at], before[at], after[at]);
            }
            spins.reads.remove(&t);
        }
        if !wrote {
            self.driver.put(access, &before);
        } else if !access.is_update() {
            self.driver.restore(access, &before);
        }
        if access.cells.iter().any(|&cell| graph.lasting.has(access, cell)) {
            spins.rounds.lasts(t);
        }
        for (at, &value) in after.iter().enumerate() {
            let written = (wrote && at >= access.written_from).then_some(value);
            graph.access(t, access, at, sources.get(at).copied(), written, code);
        }
        Some(effects)
    }

    /// Whether a thread that goes round in a circle is to be followed further. If it synchronises on what others do
    /// too, other orders show what is to be seen, and the run is given up. Else others must get their turn first, for they
    /// may yet turn out to.
    fn goes_on(&mut self, spins: &mut Spins, t: usize, next: &Next) -> bool {
        if self.is_contended(next) {
            return false;
        }
        let held = self.driver.machine.monitors_held(t);
        if held.iter().any(|&object| self.contended.contains(&Key::Monitor(self.driver.name(object)))) {
            return false;
        }
        if !held.is_empty() && !spins.rounds.is_left_to_itself(t, &self.driver) {
            spins.rounds.tired.insert(t);
            return true;
        }
        spins.rounds.stuck.insert(t);
        false
    }

    /// Whether a thread is back where it was, and reads the same again.
    fn comes_round(&self, spins: &mut Spins, t: usize, access: &Access, sources: &Sources) -> bool {
        if sources.is_empty() {
            return false;
        }
        let plain = access.mode == Mode::Plain;
        spins.reads.entry(t).or_default().extend(access.cells.iter().map(|&cell| (cell, plain)));
        spins.rounds.comes_round(t, &(&access.cells, sources), &self.driver)
    }
}
