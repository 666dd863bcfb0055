//! post* of one thread: everything it can do in one context (Suwimonteerabuth, Esparza and Schwoon, SPIN 2008, section 3.2).
//!
//! Comes in: a view whose globals, `Now`, equal those at the beginning of the context, `Start`.
//! Goes out: all configurations that the thread alone can reach, with the states in between that
//! this context made. A worklist of transitions carries only what is new since the last visit.
//!
//! States in between are fresh for every context: a call made now must not return into a frame
//! that was suspended in another one. Their weights carry `Start` too; without it a frame that
//! was suspended in a run from one valuation of the globals could be resumed in a run from another.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use heddle_bdd::Bdd;
use rustc_hash::FxHashMap;

use crate::network::{Exit, Label, Network, Pass, Rule};
use crate::space::{Copy, Space, Var};
use crate::view::{Frames, Names, State, Top, View};

/// What a context of one thread reaches.
pub struct Saturated {
    pub view: View,
    /// States in between that this context made.
    pub fresh: BTreeSet<State>,
    /// Whether the thread could move at all.
    pub moved: bool,
    /// Whether calls can be nested without end.
    pub endless: bool,
}

struct Saturation<'a> {
    space: &'a Space,
    names: &'a mut Names,
    top: Top,
    frames: BTreeMap<State, Frames>,
    /// Calls that have returned: by state in between and exit.
    returned: BTreeMap<(State, Exit), Bdd>,
    /// What is new at a transition and not yet worked on.
    pending: FxHashMap<(Label, State), Bdd>,
    queue: BTreeSet<(u64, Label, State)>,
    entries: BTreeMap<Label, State>,
    moved: bool,
}

/// Runs `thread` from `view` until nothing new comes. `reach` sees every label with what is new
/// there, and says whether to go on.
pub fn saturate(
    space: &Space,
    network: &mut dyn Network,
    names: &mut Names,
    thread: usize,
    view: &View,
    reach: &mut dyn FnMut(&dyn Network, Label, &Bdd) -> bool,
) -> Saturated {
    let frames = view.frames.iter().map(|(&state, frames)| (state, Frames::clone(frames))).collect();
    let mut work = Saturation {
        space,
        names,
        top: Top::new(),
        frames,
        returned: BTreeMap::new(),
        pending: FxHashMap::default(),
        queue: BTreeSet::new(),
        entries: BTreeMap::new(),
        moved: false,
    };
    for (&(label, state), weight) in &view.top {
        work.add_top(network, label, state, weight);
    }
    work.moved = false;
    while let Some((_, label, state)) = work.queue.pop_first() {
        let delta = work.pending.remove(&(label, state)).expect("queued transitions have something pending");
        if network.stop() || space.bdds.is_exhausted() || !reach(network, label, &delta) {
            break;
        }
        let rules = network.rules(space, thread, label, &delta);
        for rule in rules.iter() {
            work.fire(network, rule, state, &delta);
        }
        space.bdds.tidy();
    }
    let fresh: BTreeSet<State> = work.entries.values().copied().collect();
    let endless = is_endless(space, &work.frames, &fresh);
    let frames = work.frames.into_iter().map(|(state, frames)| (state, Rc::new(frames))).collect();
    Saturated { view: View { top: work.top, frames }, fresh, moved: work.moved, endless }
}

/// Nested calls that count as endless: no Java stack has room for many times more.
const DEEPEST: usize = 4000;

/// Whether calls that one context made can be nested without end. A suspended frame relates how its procedure was
/// entered to how its callee was; without end are the entries that lead to entries which are so too.
fn is_endless(space: &Space, frames: &BTreeMap<State, Frames>, fresh: &BTreeSet<State>) -> bool {
    let bdds = &space.bdds;
    let mut calls: Vec<(State, State, &Bdd)> = Vec::new();
    for (&callee, suspended) in frames.iter().filter(|(callee, _)| fresh.contains(callee)) {
        let callers = suspended.iter().filter(|((_, caller), _)| fresh.contains(caller));
        calls.extend(callers.map(|(&(_, caller), weight)| (caller, callee, weight)));
    }
    // Most programs do not call in circles at all.
    loop {
        let callers: BTreeSet<State> = calls.iter().map(|&(caller, ..)| caller).collect();
        let before = calls.len();
        calls.retain(|(_, callee, _)| callers.contains(callee));
        if calls.is_empty() {
            return false;
        }
        if calls.len() == before {
            break;
        }
    }
    let locals = &space.locals[Copy::Now as usize];
    let calls: Vec<(State, State, Bdd)> =
        calls.into_iter().map(|(caller, callee, weight)| (caller, callee, bdds.exists(weight, locals))).collect();
    let mut endless: BTreeMap<State, Bdd> = calls.iter().map(|&(caller, ..)| (caller, bdds.yes())).collect();
    for _ in 0..DEEPEST {
        let mut next: BTreeMap<State, Bdd> = endless.keys().map(|&state| (state, bdds.no())).collect();
        for (caller, callee, relation) in &calls {
            let below = bdds.rename(&endless[callee], &space.entry_to_link);
            let leads = bdds.and_exists(relation, &below, &space.link);
            let known = next.get_mut(caller).expect("there is one for every caller");
            *known = bdds.or(known, &leads);
        }
        if next.values().all(|entries| bdds.is_false(entries)) {
            return false;
        }
        if next == endless || bdds.is_exhausted() {
            break;
        }
        endless = next;
    }
    true
}

impl Saturation<'_> {
    fn fire(&mut self, network: &mut dyn Network, rule: &Rule, state: State, delta: &Bdd) {
        let (space, bdds) = (self.space, &self.space.bdds);
        match rule {
            Rule::Step { to, update } => {
                let weight = update.apply(space, delta);
                self.add_top(network, *to, state, &weight);
            }
            Rule::Call { to, site, update, pass } => {
                let weight = update.apply(space, delta);
                if !bdds.is_false(&weight) {
                    self.call(network, *to, *site, pass, state, &weight);
                }
            }
            Rule::Return { exit, update, value } => {
                let weight = update.apply(space, delta);
                if bdds.is_false(&weight) {
                    return;
                }
                let locals = &space.locals[Copy::Now as usize];
                let left = match value {
                    Some(value) => bdds.and_exists(&weight, value, locals),
                    None => bdds.exists(&weight, locals),
                };
                let weight = bdds.rename(&left, &space.entry_to_link);
                self.give_back(network, state, *exit, &weight);
            }
        }
    }

    fn call(&mut self, network: &mut dyn Network, to: Label, site: Label, pass: &Pass, state: State, weight: &Bdd) {
        let (space, bdds) = (self.space, &self.space.bdds);
        let names = &mut *self.names;
        let between = *self.entries.entry(to).or_insert_with(|| names.fresh());
        self.moved = true;
        let passed = bdds.and(weight, &pass.relation);
        // The callee's first state: where it is now is how it was called.
        let entered = bdds.rename(&bdds.exists(&passed, &space.rest), &space.locals_link_to_now);
        self.add_top(network, to, between, &bdds.and(&entered, &pass.diagonal));
        // The caller waits.
        let suspended = bdds.rename(&bdds.exists(&passed, &pass.forget), &space.now_to_link);
        let frames = self.frames.entry(between).or_default();
        let known = frames.entry((site, state)).or_insert_with(|| bdds.no());
        let new = bdds.minus(&suspended, known);
        if bdds.is_false(&new) {
            return;
        }
        *known = bdds.or(known, &new);
        // The callee may have returned from such a call before.
        let exits: Vec<(Exit, Bdd)> =
            self.returned.range((between, Exit::MIN)..=(between, Exit::MAX)).map(|(k, w)| (k.1, w.clone())).collect();
        for (exit, returned) in exits {
            self.resume(network, site, exit, state, &returned, &new);
        }
    }

    fn give_back(&mut self, network: &mut dyn Network, state: State, exit: Exit, weight: &Bdd) {
        let bdds = &self.space.bdds;
        let known = self.returned.entry((state, exit)).or_insert_with(|| bdds.no());
        let new = bdds.minus(weight, known);
        if bdds.is_false(&new) {
            return;
        }
        *known = bdds.or(known, &new);
        self.moved = true;
        let waiting: Vec<(Label, State, Bdd)> = match self.frames.get(&state) {
            Some(frames) => frames.iter().map(|(&(site, to), weight)| (site, to, weight.clone())).collect(),
            None => return,
        };
        for (site, to, frame) in waiting {
            self.resume(network, site, exit, to, &new, &frame);
        }
    }

    /// Puts a returned call and a frame that waits for it together.
    fn resume(&mut self, network: &mut dyn Network, site: Label, exit: Exit, to: State, returned: &Bdd, frame: &Bdd) {
        let (space, bdds) = (self.space, &self.space.bdds);
        let Some(resume) = network.resume(space, site, exit) else { return };
        let met = bdds.and_exists(returned, frame, &space.link);
        let weight = match resume.dest {
            Some(dest) => {
                let taken = space.equals(dest, Copy::Now, &space.bits(RESULT, Copy::Now));
                bdds.and_exists(&met, &taken, &space.results)
            }
            None => bdds.exists(&met, &space.results),
        };
        self.add_top(network, resume.to, to, &weight);
    }

    fn add_top(&mut self, network: &mut dyn Network, label: Label, state: State, weight: &Bdd) {
        let bdds = &self.space.bdds;
        let known = self.top.entry((label, state)).or_insert_with(|| bdds.no());
        let new = bdds.minus(weight, known);
        if bdds.is_false(&new) {
            return;
        }
        *known = bdds.or(known, &new);
        self.moved = true;
        let pending = self.pending.entry((label, state)).or_insert_with(|| bdds.no());
        *pending = bdds.or(pending, &new);
        self.queue.insert((network.rank(label), label, state));
    }
}

/// The variable that carries results; by convention the first one.
pub const RESULT: Var = Var(0);
