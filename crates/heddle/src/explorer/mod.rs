//! Exploring by hand: a cursor in the tree of all runs. The machine takes the steps that a search takes, one at a time and
//! chosen by the caller, and steps back by undoing; what was tried is kept as a tree, with the violations that were met.
//!
//! In: a project and what a check of it would be asked, or a saved run. Out: an [`Explorer`] to move, to ask what comes
//! next ([`Explorer::offers`]: every choice is tried and taken back, so that its effect is known before it is taken), to
//! look at the state ([`Look`]), and to search what follows ([`Explorer::check`], `from_here.rs`).
//!
//! A step may refute what the machine assumes to make steps longer. Then steps end elsewhere from now on: the explorer
//! begins again without the assumption and follows the run as far as its choices are still there ([`Explorer::learned`]).

mod from_here;
mod tree;

pub use from_here::FromHere;
pub use tree::{Marked, Node, NodeId};

use std::collections::BTreeSet;

use heddle_explore::{Assuming, Bound, Observed, Path, Settings, observe, stack, thread_names};
use heddle_verdict::{Choice, Place, Schedule, SearchAssumption, Step, ThreadId, Violation};
use rustc_hash::FxHashMap;

use crate::check::prepared;
use crate::replay::{execute_on, stand_before};
use crate::saved::run_to;
use crate::{CheckOptions, Error, Look, Project, Supervision, confirm};
use tree::Tree;

/// A state of the program, and the tree of what was tried.
pub struct Explorer<'p> {
    project: &'p Project,
    /// Always one; a search takes a list.
    paths: Vec<Path<'p>>,
    settings: Settings,
    tree: Tree,
    at: NodeId,
    /// Nodes by the fingerprint of their state.
    seen: FxHashMap<u128, NodeId>,
    learned: Vec<SearchAssumption>,
    /// What the machine did not assume when the tree was begun.
    begun_without: BTreeSet<SearchAssumption>,
}

/// A choice of the state, and what comes of it.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The choice.
    pub choice: Choice,
    /// The name of its thread.
    pub name: String,
    /// What the step does.
    pub step: Step,
    /// Where its thread stands afterwards, in code of the program.
    pub to: Option<Place>,
    /// The program ends by it.
    pub ends: bool,
    /// What it violates, or the state that it leads to.
    pub violations: Vec<Violation>,
    /// The node that it leads to, if it was taken before.
    pub tried: Option<NodeId>,
    /// A node with the same state, if there is one.
    pub same_as: Option<NodeId>,
}

/// Steps of one thread or of all that are taken at once, at most.
const MOST_STEPS: usize = 20_000;

/// Choices that are tried before they are taken; more would take too long.
const MOST_TRIED: usize = 64;

impl<'p> Explorer<'p> {
    /// Stands at the beginning of a program. The options are those of a check, which decide what a step is.
    pub fn open(project: &'p Project, options: &CheckOptions, supervision: &Supervision<'_>) -> Result<Self, Error> {
        let (machine, settings) = prepared(project, options, supervision)?;
        let path = Path::on(settings.semantics.platform.as_ref(), machine, Bound::None);
        Self::on(project, path, settings)
    }

    /// Stands at the end of a saved run.
    pub fn of_run(project: &'p Project, schedule: &Schedule) -> Result<Self, Error> {
        let (mut path, settings) = stand_before(project, schedule)?;
        // Objects are called as on the page of the violation.
        execute_on(&mut path, &settings, schedule).map_err(Error::NotReplayed)?;
        let namer = std::mem::take(&mut path.namer);
        path.restart(Bound::None);
        path.namer = namer;
        let mut explorer = Self::on(project, path, settings)?;
        explorer.follow(&schedule.choices);
        Ok(explorer)
    }

    fn on(project: &'p Project, path: Path<'p>, settings: Settings) -> Result<Self, Error> {
        if settings.temporal.is_some() {
            return Err(Error::Usage("a formula is about whole runs, which are not explored by hand".into()));
        }
        let mut explorer = Self {
            project,
            paths: vec![path],
            settings,
            tree: Tree::default(),
            at: NodeId::ROOT,
            seen: FxHashMap::default(),
            learned: vec![],
            begun_without: BTreeSet::new(),
        };
        let refuted = explorer.settings.semantics.refuted.clone();
        explorer.path().refine(&refuted);
        explorer.plant();
        Ok(explorer)
    }

    fn path(&mut self) -> &mut Path<'p> {
        &mut self.paths[0]
    }

    /// Begins a new tree where the program begins.
    fn plant(&mut self) {
        self.path().back_to(0);
        let choices = self.enabled().len();
        self.tree = Tree::new(choices);
        self.at = NodeId::ROOT;
        let fingerprint = self.path().machine.fingerprint().0;
        self.seen = [(fingerprint, NodeId::ROOT)].into_iter().collect();
        self.begun_without.clone_from(&self.settings.semantics.refuted);
    }

    /// Whether more is refuted than when the tree was begun.
    fn is_outdated(&self) -> bool {
        self.begun_without != self.settings.semantics.refuted
    }

    /// The program.
    pub fn project(&self) -> &'p Project {
        self.project
    }

    /// Where the explorer stands.
    pub fn at(&self) -> NodeId {
        self.at
    }

    /// All that was tried, in the order of that.
    pub fn nodes(&self) -> &[Node] {
        self.tree.nodes()
    }

    /// What could not be assumed any more because of steps that were taken; since the last of them the tree is new.
    pub fn learned(&self) -> &[SearchAssumption] {
        &self.learned
    }

    /// What can be seen here.
    pub fn look(&mut self) -> Look<'_, 'p> {
        Look::at_end_of(self.path())
    }

    /// The names of all threads that there are.
    pub fn threads(&mut self) -> Vec<String> {
        thread_names(self.path())
    }

    /// What the program has printed so far, to standard output and standard error together.
    pub fn printed(&mut self) -> String {
        let output = &self.path().machine.state.output;
        output.iter().map(|output| String::from_utf8_lossy(&output.bytes)).collect()
    }

    /// Whether the program has ended here, and nothing can follow.
    pub fn has_ended(&self) -> bool {
        self.tree.node(self.at).ended
    }

    fn enabled(&mut self) -> Vec<Choice> {
        let mut choices = Vec::new();
        self.path().enabled(&mut choices);
        choices
    }

    /// All choices of the state. Each is tried and taken back.
    pub fn offers(&mut self) -> Vec<Offer> {
        if self.has_ended() {
            return vec![];
        }
        let (choices, depth) = (self.enabled(), self.path().depth());
        let names = self.threads();
        let mut offers = Vec::new();
        for &choice in choices.iter().take(MOST_TRIED) {
            let settings = &self.settings;
            let Observed { step, ended, violations } = observe(&mut self.paths[0], choice, &choices, settings);
            let fingerprint = (!ended).then(|| self.path().machine.fingerprint().0);
            let to = stands(&self.paths[0], choice.thread);
            self.path().back_to(depth);
            offers.push(Offer {
                choice,
                to,
                name: names.get(choice.thread.index()).cloned().unwrap_or_default(),
                step,
                ends: ended,
                violations,
                tried: self.tree.child(self.at, choice),
                same_as: fingerprint.and_then(|fingerprint| self.seen.get(&fingerprint).copied()),
            });
        }
        offers
    }

    /// Takes a choice. The error says that there is no such choice here.
    pub fn take(&mut self, choice: Choice) -> Result<(), Error> {
        let choices = self.enabled();
        if self.has_ended() || !choices.contains(&choice) {
            return Err(Error::Usage(format!("thread {} cannot do that here", choice.thread.index())));
        }
        self.step(choice, &choices);
        self.learn();
        Ok(())
    }

    /// Takes a choice that there is, and keeps what it does.
    fn step(&mut self, choice: Choice, choices: &[Choice]) {
        if let Some(known) = self.tree.child(self.at, choice) {
            self.path().step(choice);
            self.at = known;
            self.tree.prefer(known);
            return;
        }
        let settings = &self.settings;
        let Observed { step, ended, violations } = observe(&mut self.paths[0], choice, choices, settings);
        let (offered, fingerprint) =
            if ended { (0, None) } else { (self.enabled().len(), Some(self.path().machine.fingerprint().0)) };
        let (to, given_up) = (stands(&self.paths[0], choice.thread), self.path().was_given_up());
        let node = self.tree.add(self.at, choice, step, (ended, offered), violations);
        (self.tree.node_mut(node).to, self.tree.node_mut(node).given_up) = (to, given_up);
        if let Some(fingerprint) = fingerprint {
            let first = *self.seen.entry(fingerprint).or_insert(node);
            self.tree.node_mut(node).same_as = (first != node).then_some(first);
        }
        self.at = node;
    }

    /// Begins again without what steps have refuted, if they have, and follows the same choices.
    fn learn(&mut self) {
        let path = &self.paths[0];
        let mut refuted: BTreeSet<SearchAssumption> = path.refuted().clone();
        if path.numbers_use().shows_order() {
            refuted.insert(SearchAssumption::ThreadNumbersUnobserved);
        }
        let known = &self.settings.semantics.refuted;
        refuted.retain(|assumption| !known.contains(assumption));
        if !refuted.is_empty() {
            let choices = self.path().choices().to_vec();
            self.settings.semantics.refuted.extend(refuted.iter().cloned());
            self.learned.extend(refuted);
            self.begin_again(&choices);
        }
    }

    /// A new tree, with what is known to be refuted, and the run of these choices as far as they are there.
    fn begin_again(&mut self, choices: &[Choice]) {
        let refuted = self.settings.semantics.refuted.clone();
        self.path().refine(&refuted);
        self.plant();
        self.follow(choices);
    }

    /// Takes choices one after the other, from the beginning, as long as they are there; whether all were.
    fn follow(&mut self, choices: &[Choice]) -> bool {
        self.go_to(NodeId::ROOT);
        for &choice in choices {
            let enabled = self.enabled();
            if self.has_ended() || !enabled.contains(&choice) {
                return false;
            }
            self.step(choice, &enabled);
        }
        true
    }

    /// One step back; whether there was one.
    pub fn back(&mut self) -> bool {
        match self.tree.node(self.at).parent {
            Some(parent) => {
                let depth = self.path().depth() - 1;
                self.path().back_to(depth);
                self.at = parent;
                true
            }
            None => false,
        }
    }

    /// Goes to a node of the tree.
    pub fn go_to(&mut self, node: NodeId) {
        if node.index() >= self.tree.nodes().len() {
            return;
        }
        let choices = self.tree.choices_to(node);
        let path = self.path();
        let common = path.choices().iter().zip(&choices).take_while(|(a, b)| a == b).count();
        path.back_to(common);
        choices[common..].iter().for_each(|&choice| {
            path.step(choice);
        });
        self.at = node;
        self.tree.prefer(node);
    }

    /// Goes on with a thread until it has to wait, has several alternatives, or something is violated; how many steps that were.
    pub fn run_thread(&mut self, thread: ThreadId) -> usize {
        self.run(|choices| {
            let mut own = choices.iter().filter(|choice| choice.thread == thread);
            own.next().copied().filter(|_| own.next().is_none())
        })
    }

    /// Goes on to an end of the run or to a violation: each thread as long as it can, then the next; how many steps that were.
    pub fn run_on(&mut self) -> usize {
        let mut last = self.path().last_thread();
        self.run(|choices| {
            let next = choices.iter().find(|choice| Some(choice.thread) == last).or(choices.first()).copied();
            last = next.map(|choice| choice.thread);
            next
        })
    }

    fn run(&mut self, mut next: impl FnMut(&[Choice]) -> Option<Choice>) -> usize {
        let mut steps = 0;
        while steps < MOST_STEPS && !self.has_ended() {
            let choices = self.enabled();
            let Some(choice) = next(&choices) else { break };
            self.step(choice, &choices);
            steps += 1;
            if !self.tree.node(self.at).violations.is_empty() {
                break;
            }
        }
        self.learn();
        steps
    }

    /// The run to here, to be saved: it must have led to a violation that its last state shows. A new process can replay it.
    pub fn run_to_here(&self) -> Result<Schedule, Error> {
        let node = self.tree.node(self.at);
        let violation = node
            .violations
            .first()
            .ok_or_else(|| Error::Usage("nothing is violated here; saved runs are runs to a violation".into()))?;
        let schedule = self.tree.choices_to(self.at);
        let violation = Violation { schedule, ..violation.clone() };
        confirm(self.project, &run_to(&violation, false, &self.settings, self.project)?)
    }
}

/// Where a thread stands in code of the program.
fn stands(path: &Path<'_>, thread: ThreadId) -> Option<Place> {
    stack(&path.machine, thread.index()).into_iter().find(|place| place.user)
}
