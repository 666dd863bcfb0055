//! The run that the machine is in: the choices so far, with the marks to step back to. All moving
//! about in the state space goes through here.

use std::collections::BTreeSet;

use heddle_machine::{Machine, Mark, NumbersUse, Step, StepEnd, Stop, Unrestorable};
use heddle_verdict::{Choice, Platform, SearchAssumption, ThreadId};
use serde::{Deserialize, Serialize};

use crate::describe::Namer;
use crate::refine::Assuming;
use crate::rounds::Rounds;
use crate::schedule::{Scheduler, scheduler};
use crate::settings::Bound;

/// A machine and how it got where it is. `choices[i]` was taken at `levels[i]`.
pub struct Path<'p> {
    pub machine: Machine<'p>,
    /// How objects of this run are called.
    pub namer: Namer,
    scheduler: Box<dyn Scheduler>,
    platform: Option<Platform>,
    levels: Vec<Level>,
    choices: Vec<Choice>,
    /// The run that a search goes on from; empty if it begins with the program.
    root: Vec<Choice>,
    /// Where the program begins, while runs begin at a state that was restored.
    start: Option<Mark>,
    /// How many runs of others were executed for what they make of the class library.
    learned: usize,
    rounds: Rounds,
    bound: Bound,
    /// What the run so far has cost in terms of the bound.
    cost: u32,
    enabled: Vec<Choice>,
    /// What the last step did.
    last: Step,
    /// Assumptions that steps have refuted since the round began.
    pub(crate) refuted: BTreeSet<SearchAssumption>,
    /// What the machine had done when the round began, and when the first of them was refuted.
    round_began: u64,
    first_refuted: u64,
    /// How much it does at least after that, for what else it refutes.
    pub patience: u64,
    /// Where the machine got to know something that stepping back does not take away, if that is kept.
    growth: Option<Vec<Growth>>,
    known: u64,
}

/// The runs of a round of a search at whose ends a machine got to know something, in order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Growth {
    /// What the round did not assume.
    refuted: BTreeSet<SearchAssumption>,
    runs: Vec<Vec<Choice>>,
}

impl Growth {
    /// Runs of a round that did not assume this.
    pub fn new(refuted: BTreeSet<SearchAssumption>, runs: Vec<Vec<Choice>>) -> Self {
        Self { refuted, runs }
    }
}

struct Level {
    mark: Mark,
    cost: u32,
}

impl<'p> Path<'p> {
    /// The empty run of a machine that has been booted and has its main thread.
    pub fn new(machine: Machine<'p>, bound: Bound) -> Self {
        Self::on(None, machine, bound)
    }

    /// The empty run on a platform, for which the machine's options have to be made.
    pub fn on(platform: Option<&Platform>, mut machine: Machine<'p>, bound: Bound) -> Self {
        machine.begin_exploring();
        let mut scheduler = scheduler(platform);
        scheduler.begin(&mut machine);
        let last = Step::dispatch(&machine.state);
        let namer = Namer::default();
        Self {
            machine,
            namer,
            scheduler,
            platform: platform.cloned(),
            levels: vec![],
            choices: vec![],
            root: vec![],
            start: None,
            learned: 0,
            rounds: Rounds::default(),
            bound,
            cost: 0,
            enabled: vec![],
            last,
            refuted: BTreeSet::new(),
            round_began: 0,
            first_refuted: 0,
            patience: 0,
            growth: None,
            known: 0,
        }
    }

    /// Starts again where runs begin, under another bound.
    pub fn restart(&mut self, bound: Bound) {
        self.bound = Bound::None;
        self.back_to_root();
        self.bound = bound;
        self.namer = Namer::default();
    }

    /// From now on all runs begin with these choices, and bounds count from their end. Whether that is possible: if not, runs
    /// begin with the program.
    pub fn begin_with(&mut self, root: &[Choice]) -> bool {
        self.root = root.to_vec();
        self.back_to(0);
        self.bound = Bound::None;
        self.take_root()
    }

    /// Whether runs begin with these choices; a round that assumes less may have made them impossible.
    pub fn begins_with(&self, root: &[Choice]) -> bool {
        self.root == root
    }

    /// From now on all runs begin at a state that another path of the search has written down
    /// ([`Machine::save_state`]), with the empty run. What its run has made of the class library is made here first.
    pub fn begin_at(&mut self, state: &[u8]) -> Result<(), Unrestorable> {
        self.begin_at_start();
        self.learn();
        let start = self.machine.mark();
        self.machine.restore_state(state)?;
        self.start = Some(start);
        Ok(())
    }

    /// Makes what other machines of the search have made of the class library, by the runs in which they did.
    fn learn(&mut self) {
        for run in self.machine.runs_to_learn(self.learned) {
            self.learned += 1;
            self.follow(&run);
        }
        self.back_to(0);
    }

    /// Runs begin with the program again.
    pub fn begin_at_start(&mut self) {
        self.back_to(0);
        if let Some(start) = self.start.take() {
            self.machine.undo(start);
        }
    }

    /// Takes the choices of a run from the start, as far as they are offered: a round that assumes less may not offer all.
    fn follow(&mut self, run: &[Choice]) {
        self.back_to(0);
        let mut enabled = Vec::new();
        for &choice in run {
            self.enabled(&mut enabled);
            if !enabled.contains(&choice) || matches!(self.step(choice), StepEnd::Stop(_)) {
                return;
            }
        }
    }

    /// From now on keeps where the machine gets to know something that stepping back does not take away.
    pub fn keep_growth(&mut self) {
        self.growth = Some(Vec::new());
    }

    /// What was kept of that.
    pub fn growth(&self) -> &[Growth] {
        self.growth.as_deref().unwrap_or_default()
    }

    /// The path stands at a state that was looked at.
    #[inline]
    pub fn note_growth(&mut self) {
        let Some(growth) = &mut self.growth else { return };
        let known = self.machine.growth();
        if self.known != known {
            self.known = known;
            if let Some(last) = growth.last_mut() {
                last.runs.push(self.choices.clone());
            }
        }
    }

    /// Gets to know what the machine of another process knew, by executing the same runs in the same order. Whether they can be.
    pub fn grow(&mut self, growth: Vec<Growth>) -> bool {
        let is_possible = growth.iter().all(|Growth { refuted, runs }| {
            self.refine(refuted);
            runs.iter().all(|run| self.repeat(run))
        });
        self.known = self.machine.growth();
        self.growth = Some(growth);
        is_possible
    }

    /// The same where it does not matter whether all of them can be: other machines do the same. Runs that cannot are left out.
    pub fn grow_as_far_as_possible(&mut self, growth: &[Growth]) {
        for Growth { refuted, runs } in growth {
            self.refine(refuted);
            for run in runs {
                let _ = self.repeat(run);
            }
        }
        self.back_to_root();
    }

    /// What was kept of that; nothing is kept from now on.
    pub fn take_growth(&mut self) -> Vec<Growth> {
        self.growth.take().unwrap_or_default()
    }

    /// Executes a run that was executed before, and looks at its end as a search does. Whether it is possible.
    pub fn repeat(&mut self, run: &[Choice]) -> bool {
        let common = self.choices.iter().zip(run).take_while(|(a, b)| a == b).count();
        self.back_to(common);
        let mut enabled = Vec::new();
        for &choice in &run[common..] {
            self.enabled(&mut enabled);
            if !enabled.contains(&choice) {
                return false;
            }
            self.step(choice);
        }
        self.machine.fingerprint();
        self.enabled(&mut enabled);
        true
    }

    /// Nothing counts as refuted that steps have refuted so far.
    pub fn forget_refuted(&mut self) {
        self.refuted.clear();
    }

    /// What the machine has done in this round of a search.
    pub fn work_of_round(&self) -> u64 {
        self.machine.work() - self.round_began
    }

    /// The machine counts as having done so much in this round.
    pub fn go_on_after(&mut self, work: u64) {
        self.round_began = self.machine.work();
        self.machine.count_work(work);
    }

    /// Whether nothing was done since runs began.
    pub fn is_at_root(&self) -> bool {
        self.depth() == self.root.len()
    }

    /// The choices that all runs begin with.
    pub fn root(&self) -> &[Choice] {
        &self.root
    }

    /// Goes to where runs begin.
    pub fn back_to_root(&mut self) {
        if self.choices.starts_with(&self.root) {
            self.back_to(self.root.len());
        } else {
            self.back_to(0);
            self.take_root();
        }
    }

    fn take_root(&mut self) -> bool {
        let (root, mut enabled) = (std::mem::take(&mut self.root), Vec::new());
        for &choice in &root {
            self.enabled(&mut enabled);
            if !enabled.contains(&choice) {
                self.back_to(0);
                return false;
            }
            self.step(choice);
        }
        self.root = root;
        true
    }

    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    pub fn platform(&self) -> Option<&Platform> {
        self.platform.as_ref()
    }

    /// All choices of the current state, by thread.
    pub fn enabled(&mut self, out: &mut Vec<Choice>) {
        self.scheduler.choices(&mut self.machine, out);
    }

    pub fn last_thread(&self) -> Option<ThreadId> {
        self.choices.last().map(|choice| choice.thread)
    }

    /// Takes a choice.
    pub fn step(&mut self, choice: Choice) -> StepEnd {
        let mark = self.machine.mark();
        self.levels.push(Level { mark, cost: self.cost });
        self.cost += self.price(choice);
        self.choices.push(choice);
        let step = self.scheduler.step(&mut self.machine, choice);
        self.rounds.note(&self.machine, choice.thread, mark);
        if self.machine.has_new_names() {
            self.machine.keep_run_of_new_names(self.start.is_none().then_some(&self.choices));
        }
        self.note(step)
    }

    /// Takes a choice past the scheduler of any platform: for a machine that steps singly.
    pub fn single(&mut self, choice: Choice) -> StepEnd {
        let mark = self.machine.mark();
        self.levels.push(Level { mark, cost: self.cost });
        self.choices.push(choice);
        let step = self.machine.step(choice);
        self.rounds.note(&self.machine, choice.thread, mark);
        self.note(step)
    }

    fn note(&mut self, step: Step) -> StepEnd {
        if self.refuted.is_empty() {
            self.first_refuted = self.machine.work();
        }
        self.refuted.extend(step.refuted.iter().cloned());
        self.last = step;
        self.last.end.clone()
    }

    /// Whether the round has refuted something and there is no use in going on with it. A round that took long to get there
    /// goes on for half as long, for what else it refutes: programs that set up a library before they start threads pay
    /// for that in every round. But not for very long, since what it does is done in vain. What decides values ends it at once.
    pub fn round_is_over(&self) -> bool {
        const LONG: u64 = 200_000;
        const LONGEST: u64 = 4_000_000;
        let needed = self.first_refuted - self.round_began;
        let more = if needed < LONG { 0 } else { (needed / 2).min(LONGEST) };
        !self.refuted.is_empty()
            && (self.machine.work() - self.first_refuted >= more.max(self.patience)
                || self.refuted.iter().any(SearchAssumption::decides_values))
    }

    /// How often the run has led a thread to where it stands, where rounds without writing anything count several times.
    pub fn rounds_of(&self, thread: ThreadId) -> u32 {
        self.rounds.of(&self.machine, thread)
    }

    /// Whether the last step was cut for length: a loop in which nothing is visible.
    pub fn was_cut(&self) -> bool {
        self.last.end == StepEnd::Cut
    }

    /// Why nothing can follow the last step, if that is not the end of the program: it needs what the machine does not have.
    pub fn was_given_up(&self) -> Option<String> {
        match &self.last.end {
            StepEnd::Stop(Stop::Unsupported(what)) => Some(format!("this cannot be executed: {what}")),
            StepEnd::Stop(Stop::Limit(what)) => Some(format!("a limit of the machine was reached: {what}")),
            StepEnd::Stop(Stop::Ignore) => Some("the program assumes that this does not happen".into()),
            _ => None,
        }
    }

    /// Whether the last step gave a thread a processor and did nothing else.
    pub fn was_dispatch(&self) -> bool {
        !self.last.executed
    }

    /// Steps back to the state before choice number `depth`.
    pub fn back_to(&mut self, depth: usize) {
        if depth < self.levels.len() {
            self.machine.undo(self.levels[depth].mark);
            self.cost = self.levels[depth].cost;
            self.levels.truncate(depth);
            self.choices.truncate(depth);
            self.rounds.back_to(depth);
        }
    }

    /// Goes to the state that `choices` lead to from the initial one, keeping what the run already
    /// has in common with them. All of them must have been taken before.
    pub fn go_to(&mut self, choices: &[Choice]) {
        let common = self.choices.iter().zip(choices).take_while(|(a, b)| a == b).count();
        self.back_to(common);
        for &choice in &choices[common..] {
            self.step(choice);
        }
    }

    /// Whether the state at the end of the run is the one that it had `cycle` steps before. Steps back
    /// to that one.
    pub fn returns_after(&mut self, cycle: usize) -> bool {
        let end = self.machine.fingerprint();
        self.back_to(self.depth() - cycle);
        self.machine.fingerprint() == end
    }

    /// Whether the run may end here: nobody has to move, or the last step was the exit of the virtual machine.
    pub fn has_ended(&mut self) -> bool {
        let mut choices = Vec::new();
        self.enabled(&mut choices);
        matches!(self.last.end, StepEnd::Stop(Stop::Exit(_))) || self.may_stay(&choices)
    }

    /// Whether the state with these choices may last forever: there are none but spurious wake-ups.
    pub fn may_stay(&self, choices: &[Choice]) -> bool {
        !choices.iter().any(|&choice| self.machine.is_promised(choice))
    }

    /// Exceptions that became uncaught in the last step.
    pub fn newly_uncaught(&self) -> std::ops::Range<usize> {
        self.last.uncaught.clone()
    }

    // ---- bounds on switching ----------------------------------------------------------------

    /// How the last thread matters for what comes next, besides the state: under a bound, going on with that thread is
    /// free. Threads are told apart by their places among those that are alive, in the order of how they were made, since their
    /// numbers differ from run to run.
    pub fn switching(&mut self) -> Switching {
        match self.bound {
            Bound::None => return Switching::Free,
            Bound::Delays(_) => return Switching::Matters(self.place_of_last()),
            Bound::Contexts(_) => return Switching::CostsOne(self.place_of_last()),
            Bound::Preemptions(_) => {}
        }
        let mut enabled = std::mem::take(&mut self.enabled);
        self.enabled(&mut enabled);
        let goes_on = self.goes_on(&enabled);
        self.enabled = enabled;
        // If it does not, all others are free, whoever it was.
        Switching::CostsOne(if goes_on { self.place_of_last() } else { 0 })
    }

    fn place_of_last(&self) -> u64 {
        let Some(last) = self.last_thread() else { return 0 };
        let path = |t: usize| &self.machine.state.threads[t].path;
        let (mut place, mut is_alive) = (0, false);
        for t in self.machine.live_threads() {
            place += u64::from(path(t) < path(last.index()));
            is_alive |= t == last.index();
        }
        1 + 2 * place + u64::from(is_alive)
    }

    pub fn cost(&self) -> u8 {
        self.cost.min(255) as u8
    }

    /// Moves the choices that the bound forbids to `beyond`, each with what the run costs with it.
    pub fn apply_bound(&mut self, choices: &mut Vec<Choice>, beyond: &mut Vec<(u32, Choice)>) {
        beyond.clear();
        if self.bound == Bound::None {
            return;
        }
        let mut enabled = std::mem::take(&mut self.enabled);
        enabled.clone_from(choices);
        let goes_on = self.goes_on(&enabled);
        choices.retain(|&choice| {
            let time = u32::from(self.machine.lets_time_pass(choice));
            let cost = self.cost + self.switch_price(choice.thread, &enabled, goes_on) + time;
            if cost > self.bound.most() {
                beyond.push((cost, choice));
            }
            cost <= self.bound.most()
        });
        self.enabled = enabled;
    }

    /// What a choice costs in the current state. A thread that reads the clock late was kept from going on, as by a preemption;
    /// else a few readings would have more choices than a bound leaves of all others.
    fn price(&mut self, choice: Choice) -> u32 {
        if self.bound == Bound::None {
            return 0;
        }
        let time = u32::from(self.machine.lets_time_pass(choice));
        if self.last_thread().is_none_or(|last| last == choice.thread) {
            return time;
        }
        let mut enabled = std::mem::take(&mut self.enabled);
        self.enabled(&mut enabled);
        let price = self.switch_price(choice.thread, &enabled, self.goes_on(&enabled));
        self.enabled = enabled;
        price + time
    }

    /// Whether the last thread may go on and should. One that goes round and round makes way for others free of charge.
    fn goes_on(&self, enabled: &[Choice]) -> bool {
        self.last_thread()
            .is_some_and(|last| enabled.iter().any(|choice| choice.thread == last) && self.rounds_of(last) < TIRED)
    }

    /// What going on with a thread costs, given what is enabled and whether the last one goes on.
    fn switch_price(&self, thread: ThreadId, enabled: &[Choice], goes_on: bool) -> u32 {
        let Some(last) = self.last_thread().filter(|&last| last != thread) else {
            return 0;
        };
        match self.bound {
            Bound::None => 0,
            Bound::Contexts(_) => 1,
            Bound::Preemptions(_) => u32::from(goes_on),
            Bound::Delays(_) => {
                // Turns go round in the order of the paths by which threads were made, which is the same in all runs.
                let path = |thread: ThreadId| &self.machine.state.threads[thread.index()].path;
                let turn = |thread: ThreadId| (path(thread) < path(last), path(thread));
                let mut passed: Vec<ThreadId> = enabled.iter().map(|choice| choice.thread).collect();
                passed.retain(|&other| other != last && turn(other) < turn(thread));
                passed.dedup();
                passed.len() as u32 + u32::from(goes_on)
            }
        }
    }
}

/// How the thread of the last step matters for what comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Switching {
    /// It does not.
    Free,
    /// Going on with this one is free, with all others it costs one; if it is 0, all are free.
    CostsOne(u64),
    /// What others cost depends on it.
    Matters(u64),
}

/// Rounds of a thread after which others may go on free of charge.
const TIRED: u32 = 32;

impl Assuming for Path<'_> {
    fn refine(&mut self, refuted: &BTreeSet<SearchAssumption>) {
        self.begin_at_start();
        if self.machine.is_portable() {
            // Under other assumptions the runs of this round may not be possible.
            self.learn();
        }
        if let Some(growth) = &mut self.growth
            && growth.last().is_none_or(|last| last.refuted != *refuted)
        {
            growth.push(Growth { refuted: refuted.clone(), runs: Vec::new() });
        }
        self.machine.refine(refuted);
        self.refuted.clear();
        self.round_began = self.machine.work();
        let bound = std::mem::replace(&mut self.bound, Bound::None);
        self.take_root();
        self.bound = bound;
    }

    fn refuted(&self) -> &BTreeSet<SearchAssumption> {
        &self.refuted
    }

    fn numbers_use(&self) -> NumbersUse {
        self.machine.numbers_use()
    }
}
