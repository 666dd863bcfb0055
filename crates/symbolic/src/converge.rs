//! When more contexts show nothing new, although stacks grow forever (Liu and Wahl, CUBA, PLDI
//! 2018).
//!
//! What matters of a configuration is its *visible state*: the globals, and the frame on top of each
//! thread. Let T(k) be the visible states within k contexts. A step that is no return makes of a
//! visible state another one, whatever lies below; so if T(k) = T(k + 1), only returns can lead to
//! anything new: they bring up a frame that was not visible. The visible states right after a return
//! are the *generators*. Those that can exist at all are computed generously, without bound: frames
//! that wait for a procedure are kept as a set, and any of them may go on when it returns. If all
//! of these generators are in T(k), nothing new can ever come.
//!
//! T(k) has also what is between two places of rest, for the thread that runs.

use std::collections::BTreeMap;
use std::rc::Rc;

use heddle_bdd::Bdd;
use rustc_hash::FxHashMap;

use crate::network::{Exit, Label, Network, Rest, Rule};
use crate::places::{EMPTY, Places, Short};
use crate::saturate::RESULT;
use crate::space::{Copy, Room, Space};
use crate::view::{Top, View};

/// Visible states so far.
pub struct Visible {
    places: Places,
    seen: Bdd,
    /// As they were one context before.
    before: Bdd,
    generators: Option<Generators>,
}

/// The visible states that may come right after a return.
enum Generators {
    All(Bdd),
    /// They could not be computed.
    Unknown,
}

impl Visible {
    pub fn new(space: &Space, room: Room) -> Self {
        let no = space.bdds.no();
        Self { places: Places::new(room), seen: no.clone(), before: no, generators: None }
    }

    pub fn short(&self) -> Option<Short> {
        self.places.short
    }

    /// Visible states so far, and the labels of their positions.
    pub fn seen(&self) -> (&Bdd, impl Fn(usize) -> Label) {
        (&self.seen, |number| self.places.positions()[number].1)
    }

    /// The first configurations.
    pub fn begin(&mut self, space: &Space, network: &dyn Network, views: &[Rc<View>]) {
        let bdds = &space.bdds;
        let start = &space.globals[Copy::Start as usize];
        let at_start = self.others(space, network, views, usize::MAX);
        let first = bdds.exists(&bdds.and(&at_start, &space.unchanged), start);
        self.seen = bdds.or(&self.seen, &first);
    }

    /// What a context of one thread shows: `top` has its transitions, before anything is dropped.
    pub fn context(&mut self, space: &Space, network: &dyn Network, views: &[Rc<View>], thread: usize, top: &Top) {
        let bdds = &space.bdds;
        let active = self.top(space, network, thread, top);
        let others = self.others(space, network, views, thread);
        let shown = bdds.and_exists(&active, &others, &space.globals[Copy::Start as usize]);
        self.seen = bdds.or(&self.seen, &shown);
    }

    /// Whether the contexts that were shown since the last call add nothing, and nothing can come.
    pub fn converges(&mut self, space: &Space, network: &mut dyn Network) -> bool {
        let bdds = &space.bdds;
        let plateau = self.seen == self.before;
        self.before = self.seen.clone();
        if !plateau || self.places.short.is_some() {
            return false;
        }
        if self.generators.is_none() {
            let places = &mut self.places;
            let all = bdds.attempt(|| {
                network.suppose(true);
                let all = generators(space, network, places);
                network.suppose(false);
                all
            });
            self.generators = Some(all.flatten().map_or(Generators::Unknown, Generators::All));
        }
        match &self.generators {
            Some(Generators::All(all)) => bdds.is_false(&bdds.minus(all, &self.seen)),
            _ => false,
        }
    }

    /// The frames on top of all threads but one, over `Start`.
    fn others(&mut self, space: &Space, network: &dyn Network, views: &[Rc<View>], but: usize) -> Bdd {
        let mut all = space.bdds.yes();
        for (thread, view) in views.iter().enumerate().filter(|&(thread, _)| thread != but) {
            all = space.bdds.and(&all, &self.top(space, network, thread, &view.top));
        }
        all
    }

    fn top(&mut self, space: &Space, network: &dyn Network, thread: usize, top: &Top) -> Bdd {
        let bdds = &space.bdds;
        let mut any = bdds.no();
        for (&(label, _), weight) in top {
            let visible = bdds.exists(weight, &space.entry);
            let aside = self.places.put_aside(space, network, thread, (EMPTY, label), &visible);
            any = bdds.or(&any, &aside);
        }
        any
    }
}

/// One thread, its stack reduced to the frame on top.
#[derive(Default)]
struct Stackless {
    /// Which procedure a label belongs to: the label at which it is entered.
    procedure: FxHashMap<Label, Label>,
    /// By procedure: who waits for it, and the frames, over locals.
    frames: BTreeMap<Label, BTreeMap<Label, Bdd>>,
    /// By procedure and exit: how it returns, over globals, results and what is aside.
    returned: BTreeMap<(Label, Exit), Bdd>,
    reached: BTreeMap<Label, Bdd>,
    pending: BTreeMap<Label, Bdd>,
    /// Right after a return.
    returns: BTreeMap<Label, Bdd>,
    /// A label belongs to two procedures.
    is_ambiguous: bool,
}

/// A superset of the visible states that come right after a return in any run; `None` if it
/// cannot be told.
fn generators(space: &Space, network: &mut dyn Network, places: &mut Places) -> Option<Bdd> {
    let bdds = &space.bdds;
    let threads = network.threads();
    let mut stackless: Vec<Stackless> = (0..threads).map(|_| Stackless::default()).collect();
    let mut frontier = bdds.yes();
    for (thread, of) in stackless.iter_mut().enumerate() {
        let (weight, start) = (network.initial(space, thread), network.start(thread));
        of.procedure.insert(start, start);
        frontier = bdds.and(&frontier, &places.put_aside(space, network, thread, (EMPTY, start), &weight));
    }
    let mut known = frontier.clone();
    let mut all = bdds.no();
    while !bdds.is_false(&frontier) {
        let mut next = bdds.no();
        for (thread, of) in stackless.iter_mut().enumerate() {
            let rests = of.context(space, network, places, thread, &frontier)?;
            next = bdds.or(&next, &rests);
            for (label, weight) in std::mem::take(&mut of.returns) {
                all = bdds.or(&all, &places.put_aside(space, network, thread, (EMPTY, label), &weight));
            }
            bdds.tidy();
        }
        frontier = bdds.minus(&next, &known);
        known = bdds.or(&known, &frontier);
    }
    places.short.is_none().then_some(all)
}

impl Stackless {
    /// Everything that the thread can do alone from a set: where it may rest.
    fn context(
        &mut self,
        space: &Space,
        network: &mut dyn Network,
        places: &mut Places,
        thread: usize,
        from: &Bdd,
    ) -> Option<Bdd> {
        let bdds = &space.bdds;
        let position = space.cube([space.positions[thread]], Copy::Now);
        self.reached.clear();
        for number in 0..places.positions().len() {
            let label = places.positions()[number].1;
            let here = bdds.and_exists(from, &places.stands(space, thread, number), &position);
            if !bdds.is_false(&here) {
                let moves = places.moves(space, network, thread, EMPTY, label);
                self.add(space, label, &moves.restored(space, &here));
            }
        }
        while let Some((label, delta)) = self.pending.pop_first() {
            if network.stop() || bdds.is_exhausted() || places.short.is_some() || self.is_ambiguous {
                return None;
            }
            let rules = network.rules(space, thread, label, &delta);
            for rule in rules.iter() {
                self.fire(space, network, label, rule, &delta);
            }
            bdds.tidy();
        }
        let mut rests = bdds.no();
        for (label, weight) in std::mem::take(&mut self.reached) {
            let weight = match network.rests(space, thread, label) {
                Rest::Never => continue,
                Rest::Always => weight,
                Rest::If(condition) => bdds.and(&weight, &condition),
            };
            if !bdds.is_false(&weight) {
                rests = bdds.or(&rests, &places.put_aside(space, network, thread, (EMPTY, label), &weight));
            }
        }
        Some(rests)
    }

    fn fire(&mut self, space: &Space, network: &mut dyn Network, label: Label, rule: &Rule, delta: &Bdd) {
        let bdds = &space.bdds;
        let procedure = self.procedure[&label];
        let locals = &space.locals[Copy::Now as usize];
        match rule {
            Rule::Step { to, update } => {
                let weight = update.apply(space, delta);
                self.belongs(*to, procedure);
                self.add(space, *to, &weight);
            }
            Rule::Call { to, site, update, pass } => {
                let weight = update.apply(space, delta);
                if bdds.is_false(&weight) {
                    return;
                }
                self.belongs(*to, *to);
                self.belongs(*site, procedure);
                let entered = bdds.and_exists(&weight, &pass.relation, locals);
                self.add(space, *to, &bdds.rename(&entered, &space.locals_link_to_now));
                let frame = bdds.exists(&bdds.exists(&weight, &space.globals_and_aside()), &pass.forget);
                let waiting = self.frames.entry(*to).or_default().entry(*site).or_insert_with(|| bdds.no());
                let new = bdds.minus(&frame, waiting);
                *waiting = bdds.or(waiting, &new);
                let exits: Vec<(Exit, Bdd)> = self
                    .returned
                    .range((*to, Exit::MIN)..=(*to, Exit::MAX))
                    .map(|(key, w)| (key.1, w.clone()))
                    .collect();
                for (exit, returned) in exits {
                    self.resume(space, network, *site, exit, &returned, &new);
                }
            }
            Rule::Return { exit, update, value } => {
                let weight = update.apply(space, delta);
                let left = match value {
                    Some(value) => bdds.and_exists(&weight, value, locals),
                    None => bdds.exists(&weight, locals),
                };
                let known = self.returned.entry((procedure, *exit)).or_insert_with(|| bdds.no());
                let new = bdds.minus(&left, known);
                if bdds.is_false(&new) {
                    return;
                }
                *known = bdds.or(known, &new);
                let waiting: Vec<(Label, Bdd)> = match self.frames.get(&procedure) {
                    Some(frames) => frames.iter().map(|(&site, frame)| (site, frame.clone())).collect(),
                    None => return,
                };
                for (site, frame) in waiting {
                    self.resume(space, network, site, *exit, &new, &frame);
                }
            }
        }
    }

    fn resume(&mut self, space: &Space, network: &mut dyn Network, site: Label, exit: Exit, left: &Bdd, frame: &Bdd) {
        let bdds = &space.bdds;
        let Some(resume) = network.resume(space, site, exit) else { return };
        let mut back = bdds.and(left, frame);
        if let Some(dest) = resume.dest {
            back = bdds.exists(&back, &space.cube([dest], Copy::Now));
            let taken = space.equals(dest, Copy::Now, &space.bits(RESULT, Copy::Now));
            back = bdds.and_exists(&back, &taken, &space.results);
        } else {
            back = bdds.exists(&back, &space.results);
        }
        if bdds.is_false(&back) {
            return;
        }
        self.belongs(resume.to, self.procedure[&site]);
        let returns = self.returns.entry(resume.to).or_insert_with(|| bdds.no());
        *returns = bdds.or(returns, &back);
        self.add(space, resume.to, &back);
    }

    fn belongs(&mut self, label: Label, procedure: Label) {
        self.is_ambiguous |= *self.procedure.entry(label).or_insert(procedure) != procedure;
    }

    fn add(&mut self, space: &Space, label: Label, weight: &Bdd) {
        let bdds = &space.bdds;
        let known = self.reached.entry(label).or_insert_with(|| bdds.no());
        let new = bdds.minus(weight, known);
        if bdds.is_false(&new) {
            return;
        }
        *known = bdds.or(known, &new);
        let pending = self.pending.entry(label).or_insert_with(|| bdds.no());
        *pending = bdds.or(pending, &new);
    }
}
