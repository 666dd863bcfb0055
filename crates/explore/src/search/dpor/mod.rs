//! Dynamic partial-order reduction with source sets and sleep sets, without a store of states: every class of runs that differ
//! only in the order of independent steps is explored once (Abdulla, Aronis, Jonsson, Sagonas, Optimal dynamic partial order
//! reduction, POPL 2014, algorithm 1; JACM 64(4), 2017).
//!
//! In come the steps of a run with what they touched; a pair of steps that could come in the other order makes the search take
//! another thread in the state before the first of them. Nothing is hashed, so that large heaps cost nothing, and neither do
//! counters and time stamps that make every state new. What makes a run end:
//!
//! - A thread that goes round a loop without writing anything waits until something that it read in the loop changes. Its
//!   further rounds do not differ for others.
//! - A run that comes to the limit of depth is cut, and the search is bounded.
//!
//! Beyond the algorithm of the paper: a step may have several alternatives, all of which are explored; a thread that waits for
//! a monitor or a class initialisation when a run ends could have had it first; the end of the program ends daemons, which
//! could have gone on before. `docs/reductions.md` says why nothing is missed.

mod trace;

use std::sync::Arc;

use heddle_machine::{Access, Fingerprint, Mode, Resource, Status, StepEnd, Stop, Touch, Use};
use heddle_verdict::{Choice, Limit, ThreadId};
use rustc_hash::FxHashSet;

use self::trace::{NewEvent, Related, Trace};
use crate::findings::Findings;
use crate::path::Path;
use crate::property::Properties;
use crate::store::Seen;
use crate::watch::{Reason, Tally, Watch};

/// Rounds of a thread after which the first run through a state goes on with another one.
const TIRED: u32 = 16;
/// What a step costs besides what the machine counts as work: it is compared with those before it.
const STEP: u64 = 300;
/// Steps of a thread that are looked at to see whether it goes round a loop.
const LONGEST_LOOP: usize = 256;

/// What a search explores with.
pub struct Surroundings<'a> {
    pub properties: Properties,
    pub findings: &'a Findings<'a>,
    pub watch: &'a Watch,
    /// Steps after which runs are cut.
    pub max_depth: Option<u64>,
}

/// The search: the run that it is in, and what is left to do in the states of that run.
#[derive(Default)]
pub struct Dpor {
    nodes: Vec<Node>,
    trace: Trace,
    /// Pairs of conflicting accesses that were looked at as data races, by the stacks of their threads.
    known_races: FxHashSet<(u64, u64)>,
    begun: bool,
    /// Runs that were explored to their end.
    pub runs: u64,
    /// Runs that were left because everything that they could go on with is explored elsewhere.
    pub blocked: u64,
}

/// A thread, and what its next step touches, or what it waits for.
type Resting = (usize, Arc<[Touch]>);

/// A state of the run.
struct Node {
    choices: Vec<Choice>,
    /// Threads that can go on, and do not wait for something in a loop.
    enabled: Vec<usize>,
    /// Threads to take, and those that were taken.
    todo: Vec<usize>,
    tried: Vec<usize>,
    /// Threads whose next step need not be taken, because all runs that begin with it are explored elsewhere.
    asleep: Vec<Resting>,
    /// Threads in loops, and what they read there.
    awaiting: Vec<Resting>,
    /// The thread that is being taken, its choices that are left, and what those before touched.
    now: Option<(usize, Vec<Choice>)>,
    touched: Vec<Touch>,
    /// One thread runs alone here, for as long as it wants to.
    atomic: bool,
    threads: usize,
}

impl Node {
    fn has(list: &[Resting], thread: usize) -> bool {
        list.iter().any(|&(other, _)| other == thread)
    }

    /// The next choice to take here, if any.
    fn next(&mut self) -> Option<Choice> {
        loop {
            if let Some((thread, choices)) = &mut self.now {
                if let Some(choice) = choices.pop() {
                    return Some(choice);
                }
                self.asleep.push((*thread, std::mem::take(&mut self.touched).into()));
                self.now = None;
            }
            let thread = self.todo.pop()?;
            self.tried.push(thread);
            if Self::has(&self.asleep, thread) {
                continue;
            }
            let of_thread = self.choices.iter().rev().filter(|choice| choice.thread.index() == thread);
            self.now = Some((thread, of_thread.copied().collect()));
        }
    }

    /// Whether all runs that begin with a step of a thread are explored, here or elsewhere.
    fn covers(&self, thread: usize) -> bool {
        self.todo.contains(&thread) || self.tried.contains(&thread) || Self::has(&self.asleep, thread)
    }
}

fn conflict(some: &[Touch], others: &[Touch]) -> bool {
    some.iter().any(|touch| others.iter().any(|other| touch.conflicts(*other)))
}

impl Dpor {
    /// Explores until everything is explored, or the search has to stop or pause; whether everything is explored. The path has
    /// to stand where it was left.
    pub fn search(&mut self, path: &mut Path<'_>, with: &mut Surroundings<'_>, tally: &mut Tally<'_>) -> bool {
        path.machine.record_touches(true);
        let is_over = self.explore(path, with, tally);
        path.machine.record_touches(false);
        is_over
    }

    fn explore(&mut self, path: &mut Path<'_>, with: &mut Surroundings<'_>, tally: &mut Tally<'_>) -> bool {
        if !self.begun {
            self.begun = true;
            self.arrive(path, with, tally);
        }
        while tally.may_go_on(path) {
            let Some(node) = self.nodes.last_mut() else { return true };
            let Some(choice) = node.next() else {
                self.nodes.pop();
                continue;
            };
            let depth = self.nodes.len() - 1;
            if tally.is_due() {
                with.watch.note_waiting(self.nodes.iter().map(|node| node.todo.len()).sum());
            }
            path.back_to(depth);
            self.trace.truncate(depth, self.nodes[depth].threads);
            tally.count_step(depth);
            tally.count_work(STEP);
            self.step(path, choice, with, tally);
        }
        false
    }

    fn step(&mut self, path: &mut Path<'_>, choice: Choice, with: &mut Surroundings<'_>, tally: &mut Tally<'_>) {
        let (thread, depth) = (choice.thread.index(), self.nodes.len() - 1);
        let machine = &mut path.machine;
        let first = machine.touches_of_next(choice);
        let is_runnable = machine.state.threads[thread].control.status == Status::Runnable;
        let accesses: Vec<Access> = if is_runnable { machine.pending(thread).accesses().collect() } else { Vec::new() };
        let before = machine.hash_of_stack(thread);
        let (mark, known) = (machine.mark(), machine.state.threads.len());
        let end = path.step(choice);
        if path.round_is_over() {
            with.watch.stop(Reason::Refuted);
        }
        let machine = &mut path.machine;
        let mut touched = machine.touched_since(choice, first, mark);
        if matches!(end, StepEnd::Stop(_)) {
            touched.touches = vec![Touch { resource: Resource::Everything, how: Use::Write }];
            touched.only_reads = false;
        }
        with.properties.after_step(path, with.findings);
        let related = self.trace.relate(thread, &touched.touches);
        let node = &mut self.nodes[depth];
        node.touched.extend_from_slice(&touched.touches);
        let new = NewEvent {
            choice,
            touches: touched.touches.into(),
            only_reads: touched.only_reads,
            accesses,
            stacks: (before, path.machine.hash_of_stack(thread)),
            enabled: node.enabled.clone(),
        };
        self.reverse(thread, &related);
        let races = self.new_data_races(&new, &related);
        let machine = &path.machine;
        let threads = machine.state.threads.len();
        let last_of_all = machine.state.threads[known.min(threads - 1)..].iter().any(|new| *new.path == [u16::MAX]);
        self.trace.push(new, related, threads, last_of_all);
        for at in races {
            self.show_race(path, at, with);
        }
        match end {
            StepEnd::Stop(stop) => self.stop(path, stop, with, tally),
            StepEnd::Done | StepEnd::Cut => self.arrive(path, with, tally),
        }
    }

    /// Lets the run be taken in which a step of `thread` comes before those that it races with.
    fn reverse(&mut self, thread: usize, related: &Related) {
        for &at in &related.races {
            self.reverse_one(at, thread, related);
        }
    }

    fn reverse_one(&mut self, race: usize, thread: usize, related: &Related) {
        let mut at = race;
        // What a thread does while it runs alone is as one step.
        while at > 0 && self.nodes[at].atomic {
            at -= 1;
        }
        let initials = self.trace.initials(race, thread, related);
        let node = &mut self.nodes[at];
        if at == race {
            if initials.iter().any(|&initial| node.covers(initial)) {
                return;
            }
            let preferred = std::iter::once(thread).filter(|thread| initials.contains(thread));
            if let Some(initial) = preferred.chain(initials.iter().copied()).find(|t| node.enabled.contains(t)) {
                node.todo.push(initial);
                return;
            }
            // It went round a loop until the other step let it out.
            if initials.iter().all(|&initial| Node::has(&node.awaiting, initial)) {
                return;
            }
        }
        let missing: Vec<usize> = node.enabled.iter().copied().filter(|&other| !node.covers(other)).collect();
        node.todo.extend(missing);
    }

    /// The steps that a new one races with and whose data race has not been looked at yet.
    fn new_data_races(&mut self, new: &NewEvent, related: &Related) -> Vec<usize> {
        let mut found = Vec::new();
        for &at in &related.races {
            let other = self.trace.event(at);
            let races = |a: &Access, b: &Access| {
                (a.writes || b.writes)
                    && (a.mode == Mode::Plain || b.mode == Mode::Plain)
                    && a.location.overlaps(b.location)
            };
            if other.accesses.iter().any(|a| new.accesses.iter().any(|b| races(a, b))) {
                let (a, b) = (other.stacks.0, new.stacks.0);
                if self.known_races.insert((a.min(b), a.max(b))) {
                    found.push(at);
                }
            }
        }
        found
    }

    /// Goes to the state in which the last step and an earlier one that races with it both come next, shows it to the
    /// properties, and comes back.
    fn show_race(&mut self, path: &mut Path<'_>, at: usize, with: &mut Surroundings<'_>) {
        let run = path.choices().to_vec();
        // Without the earlier step threads may be numbered differently; how they were made stays the same.
        let name = |choice: Choice| path.machine.state.threads[choice.thread.index()].path.clone();
        let between = self.trace.independent_of(at).filter(|&other| other + 1 < run.len());
        let between: Vec<_> = between.map(|other| (name(run[other]), run[other].alternative)).collect();
        path.back_to(at);
        let arrives = between.into_iter().all(|(name, alternative)| {
            let thread = path.machine.state.threads.iter().position(|thread| thread.path == name);
            thread.is_some_and(|thread| {
                let choice = Choice { thread: ThreadId(thread as u16), alternative };
                matches!(path.step(choice), StepEnd::Done | StepEnd::Cut)
            })
        });
        if arrives {
            let mut choices = Vec::new();
            path.enabled(&mut choices);
            with.properties.at_state(path, &choices, Seen::Known, with.findings);
        }
        path.back_to(at);
        path.go_to(&run);
    }

    /// The last step has ended the run.
    fn stop(&mut self, path: &mut Path<'_>, stop: Stop, with: &mut Surroundings<'_>, tally: &mut Tally<'_>) {
        match stop {
            Stop::Exit(code) => {
                with.properties.at_end(path, with.findings);
                self.runs += 1;
                // All ends count, since runs are not compared by their states.
                tally.count_end(with.findings.exit(path, code, Fingerprint(u128::from(self.runs))));
            }
            Stop::Unsupported(what) => with.findings.unsupported(path, what),
            Stop::Limit(what) => with.findings.limit(Limit::Machine(what)),
            Stop::Ignore => {}
        }
        self.end(path);
    }

    /// The run is over: whoever waits could have been earlier.
    fn end(&mut self, path: &mut Path<'_>) {
        let Some(last) = self.trace.len().checked_sub(1) else { return };
        let threads: Vec<usize> = path.machine.live_threads().collect();
        // The end of the program has ended those that could go on.
        if self.trace.event(last).touches.iter().any(|touch| touch.resource == Resource::Everything) {
            let (ended, node) = (self.trace.event(last).thread(), &mut self.nodes[last]);
            if node.atomic {
                let thread = threads.iter().copied().find(|&thread| thread != ended);
                if let Some(thread) = thread {
                    let related =
                        self.trace.relate(thread, &[Touch { resource: Resource::Everything, how: Use::Read }]);
                    self.reverse_one(last, thread, &related);
                }
            } else {
                let left = node.enabled.iter().copied().filter(|&other| other != ended && !node.covers(other));
                let left: Vec<usize> = left.collect();
                node.todo.extend(left);
            }
        }
        for thread in threads {
            let choice = Choice { thread: ThreadId(thread as u16), alternative: 0 };
            let mut touches = path.machine.touches_of_next(choice);
            touches.retain(|touch| touch.resource.is_held() && touch.how == Use::Write);
            if let Some(object) = path.machine.waits_to_end(thread) {
                touches.push(Touch { resource: Resource::Monitor(object), how: Use::Write });
            }
            if !touches.is_empty() {
                let related = self.trace.relate(thread, &touches);
                self.reverse(thread, &related);
            }
        }
    }

    /// The path stands at a state that the run goes on from, unless it is at its end.
    fn arrive(&mut self, path: &mut Path<'_>, with: &mut Surroundings<'_>, tally: &mut Tally<'_>) {
        let mut choices = Vec::new();
        path.enabled(&mut choices);
        tally.count_state(Seen::New);
        with.properties.at_state(path, &choices, Seen::New, with.findings);
        if path.may_stay(&choices) {
            tally.count_end(Seen::New);
        }
        if choices.is_empty() {
            self.runs += 1;
            self.end(path);
            return;
        }
        if with.max_depth.is_some_and(|limit| path.depth() as u64 >= limit) {
            with.findings.limit(Limit::Depth(path.depth() as u64));
            return;
        }
        let (asleep, awaiting) = self.resting();
        let mut enabled: Vec<usize> = choices.iter().map(|choice| choice.thread.index()).collect();
        enabled.dedup();
        enabled.retain(|&thread| !Node::has(&awaiting, thread));
        if enabled.is_empty() {
            // Whoever can go on does so forever and changes nothing.
            self.runs += 1;
            self.end(path);
            return;
        }
        let awake = enabled.iter().copied().filter(|&thread| !Node::has(&asleep, thread));
        let last = path.last_thread().map(ThreadId::index);
        let effort = |thread: usize| {
            let rounds = path.rounds_of(ThreadId(thread as u16));
            (rounds >= TIRED, if rounds >= TIRED { rounds } else { 0 }, Some(thread) != last, thread)
        };
        let Some(first) = awake.min_by_key(|&thread| effort(thread)) else {
            self.blocked += 1;
            return;
        };
        let atomic = choices.iter().all(|choice| path.machine.state.threads[choice.thread.index()].control.atomic > 0);
        self.nodes.push(Node {
            choices,
            enabled,
            todo: vec![first],
            tried: Vec::new(),
            asleep,
            awaiting,
            now: None,
            touched: Vec::new(),
            atomic,
            threads: path.machine.state.threads.len(),
        });
    }

    /// Who sleeps and who waits in a loop after the last step.
    fn resting(&self) -> (Vec<Resting>, Vec<Resting>) {
        let (Some(node), Some(last)) = (self.nodes.last(), self.trace.len().checked_sub(1)) else {
            return (Vec::new(), Vec::new());
        };
        let event = self.trace.event(last);
        let stays = |(thread, touches): &&Resting| {
            *thread != event.thread()
                && !conflict(touches, &event.touches)
                && !conflict(touches, &[Touch::own(event.thread())])
                && !conflict(&[Touch::own(*thread)], &event.touches)
        };
        let asleep = node.asleep.iter().filter(stays).cloned().collect();
        let mut awaiting: Vec<Resting> = node.awaiting.iter().filter(stays).cloned().collect();
        awaiting.extend(self.goes_round(event.thread()).map(|reads| (event.thread(), reads)));
        (asleep, awaiting)
    }

    /// Whether a thread has come back to the stack that it had before without writing anything meanwhile, and nobody else has
    /// changed what it read: what that was. The next rounds will be like this one.
    fn goes_round(&self, thread: usize) -> Option<Arc<[Touch]>> {
        let steps = self.trace.steps_of(thread);
        let (&last, before) = steps.split_last()?;
        let stack = self.trace.event(last).stacks.1;
        let mut reads: Vec<Touch> = Vec::new();
        let mut latest = last;
        for &at in before.iter().rev().take(LONGEST_LOOP) {
            let event = self.trace.event(latest);
            if !event.only_reads {
                return None;
            }
            reads.extend(event.touches.iter());
            if self.trace.event(at).stacks.1 == stack {
                let others =
                    (at + 1..=last).map(|other| self.trace.event(other)).filter(|other| other.thread() != thread);
                reads.push(Touch::own(thread));
                return (!others.into_iter().any(|other| conflict(&reads, &other.touches))).then(|| reads.into());
            }
            latest = at;
        }
        None
    }
}
