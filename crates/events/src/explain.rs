//! Why a run fails: the steps of its trace that lead to the failure, and what connects them.
//!
//! In: the trace of a violation. Out: the steps worth showing, with the dependences between them
//! (data, control, locks, waiting and notifying, starting and joining), and the steps that are needed
//! to get there at all: a run of just those ends in the same failure.
//!
//! Names of places identify objects (`Account#1.balance`), so data dependence is exact. What happens
//! inside a thread is not in the trace; a step is taken to depend on what its thread read last in
//! the methods that it stands in.

use std::collections::{BTreeSet, VecDeque};

use heddle_verdict::{Action, Kind, Step, ThreadId, Trace, WaitsFor};

/// Why one step needs another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Dependence {
    /// Reads what the other wrote.
    Data,
    /// Was decided by what the thread read before.
    Control,
    /// Took a monitor that the other gave back, or works under one.
    Lock,
    /// Was woken or found out by the other.
    Signal,
    /// Runs in a thread that the other started.
    Start,
}

impl Dependence {
    pub fn name(self) -> &'static str {
        match self {
            Dependence::Data => "reads what it wrote",
            Dependence::Control => "decided by it",
            Dependence::Lock => "after its lock",
            Dependence::Signal => "woken by it",
            Dependence::Start => "started by it",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explanation {
    /// The steps to show, by index, in order.
    pub steps: Vec<usize>,
    /// (earlier, later, why) between shown steps.
    pub edges: Vec<(usize, usize, Dependence)>,
    /// The steps without which the failure is not reached: closed under everything that a step
    /// needs, and under the order of each thread.
    pub needed: Vec<usize>,
    /// For a race: what would have put the two accesses in order.
    pub missing: Option<String>,
}

/// Explains the end of a trace.
pub fn explain(trace: &Trace, kind: &Kind) -> Explanation {
    let run = Run { trace };
    let criterion = run.criterion(kind);
    let mut shown: BTreeSet<usize> = BTreeSet::new();
    let mut edges = BTreeSet::new();
    let mut work: VecDeque<usize> = criterion.iter().copied().collect();
    while let Some(step) = work.pop_front() {
        if !shown.insert(step) {
            continue;
        }
        for (earlier, why) in run.reasons(step) {
            edges.insert((earlier, step, why));
            work.push_back(earlier);
        }
    }
    run.add_locks(&mut shown, &mut edges);
    let edges = edges.into_iter().filter(|(a, b, _)| shown.contains(a) && shown.contains(b)).collect();
    let needed = run.needed(&shown);
    Explanation { steps: shown.into_iter().collect(), edges, needed, missing: missing_edge(kind) }
}

fn missing_edge(kind: &Kind) -> Option<String> {
    let Kind::Race { location, accesses: [a, b] } = kind else { return None };
    Some(format!(
        "nothing orders the access of {} and that of {} to {location}: no lock that both hold, no volatile \
         variable that one writes and the other then reads, no start or join between them",
        a.thread_name, b.thread_name
    ))
}

struct Run<'t> {
    trace: &'t Trace,
}

impl Run<'_> {
    fn step(&self, at: usize) -> &Step {
        &self.trace.steps[at]
    }

    fn before(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        (0..at.min(self.trace.steps.len())).rev()
    }

    fn last_of(&self, thread: ThreadId) -> Option<usize> {
        self.before(self.trace.steps.len()).find(|&at| self.step(at).thread == thread)
    }

    /// Where the explanation begins.
    fn criterion(&self, kind: &Kind) -> Vec<usize> {
        match kind {
            Kind::Assertion { thread, .. } | Kind::Uncaught { thread, .. } => {
                self.last_of(*thread).into_iter().collect()
            }
            Kind::Race { accesses, .. } => accesses.iter().filter_map(|access| self.last_of(access.thread)).collect(),
            Kind::Deadlock { threads, .. } => {
                let mut steps = Vec::new();
                for blocked in threads {
                    steps.extend(self.last_of(blocked.thread));
                    let took = |what: &str| {
                        self.before(self.trace.steps.len()).find(|&at| {
                            let step = self.step(at);
                            step.thread == blocked.thread && locked(&step.action) == Some(what)
                        })
                    };
                    steps.extend(blocked.holds.iter().filter_map(|held| took(&held.what)));
                    if let WaitsFor::Notification { what } = &blocked.waits_for {
                        steps.extend(self.before(self.trace.steps.len()).find(
                            |&at| matches!(&self.step(at).action, Action::Notify { what: of, .. } if of == what),
                        ));
                    }
                }
                steps
            }
            Kind::Livelock { cycle, .. } => {
                (self.trace.steps.len().saturating_sub(*cycle)..self.trace.steps.len()).collect()
            }
            // Whatever else there may be is explained from its last step.
            _ => self.trace.steps.len().checked_sub(1).into_iter().collect(),
        }
    }

    /// What a shown step follows from.
    fn reasons(&self, at: usize) -> Vec<(usize, Dependence)> {
        let mut reasons = self.needs(at);
        reasons.retain(|(_, why)| *why != Dependence::Lock);
        reasons.extend(self.decided_by(at).into_iter().map(|earlier| (earlier, Dependence::Control)));
        reasons
    }

    /// What must have happened for a step to do what it did.
    fn needs(&self, at: usize) -> Vec<(usize, Dependence)> {
        let step = self.step(at);
        let mut needs = Vec::new();
        match &step.action {
            Action::Read { what, .. } | Action::Update { what, .. } | Action::Copy { from: what, .. } => {
                let writer = self.before(at).find(|&earlier| writes(&self.step(earlier).action, what));
                needs.extend(writer.map(|writer| (writer, Dependence::Data)));
            }
            Action::Lock { what } | Action::Resume { what } => {
                let given_back = self.before(at).find(|&earlier| {
                    let other = self.step(earlier);
                    other.thread != step.thread && gives_back(&other.action) == Some(what)
                });
                needs.extend(given_back.map(|earlier| (earlier, Dependence::Lock)));
            }
            Action::Alive { thread } => {
                let end = self.before(at).find(|&earlier| {
                    let other = self.step(earlier);
                    matches!(other.action, Action::End) && self.is_thread(other.thread, thread)
                });
                needs.extend(end.map(|earlier| (earlier, Dependence::Signal)));
            }
            _ => {}
        }
        if matches!(step.action, Action::Resume { .. }) {
            let notified = self.before(at).find(
                |&earlier| matches!(&self.step(earlier).action, Action::Notify { woken, .. } if woken.contains(&step.thread)),
            );
            needs.extend(notified.map(|earlier| (earlier, Dependence::Signal)));
        }
        let previous = self.before(at).find(|&earlier| self.step(earlier).thread == step.thread);
        // What follows parking or the interrupt flag was brought about by another thread.
        if previous.is_some_and(|previous| matches!(self.step(previous).action, Action::Park)) {
            let unpark = self.before(at).find(|&earlier| match &self.step(earlier).action {
                Action::Unpark { thread } | Action::Interrupt { thread } => self.is_thread(step.thread, thread),
                _ => false,
            });
            needs.extend(unpark.map(|earlier| (earlier, Dependence::Signal)));
        }
        if previous.is_none() {
            let start = self.before(at).find(|&earlier| match &self.step(earlier).action {
                Action::Start { thread } => self.is_thread(step.thread, thread),
                _ => false,
            });
            needs.extend(start.map(|earlier| (earlier, Dependence::Start)));
        }
        needs
    }

    fn is_thread(&self, thread: ThreadId, name: &str) -> bool {
        let own = self.trace.threads.get(thread.index());
        own.is_some_and(|own| name.strip_prefix("thread ").unwrap_or(name) == own)
    }

    /// The last read of each place, by this thread, in a method that it still stands in.
    fn decided_by(&self, at: usize) -> Vec<usize> {
        let step = self.step(at);
        if matches!(step.action, Action::Read { .. }) {
            return vec![];
        }
        let Some(here) = step.place() else { return vec![] };
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut reads = Vec::new();
        for earlier in self.before(at) {
            let other = self.step(earlier);
            let (Action::Read { what, .. } | Action::Update { what, .. }) = &other.action else { continue };
            let Some(place) = other.place() else { continue };
            let same_method = place.class == here.class && place.method == here.method;
            if other.thread == step.thread && place.user && same_method && seen.insert(what) {
                reads.push(earlier);
            }
        }
        reads
    }

    /// Shown accesses of different threads under one lock: shows where each took it.
    fn add_locks(&self, shown: &mut BTreeSet<usize>, edges: &mut BTreeSet<(usize, usize, Dependence)>) {
        let held: Vec<(usize, usize, String)> = shown
            .iter()
            .filter(|&&at| {
                matches!(self.step(at).action, Action::Read { .. } | Action::Write { .. } | Action::Update { .. })
            })
            .filter_map(|&at| self.lock_around(at).map(|(lock, what)| (at, lock, what)))
            .collect();
        for (at, lock, what) in &held {
            let by_other = |(other, _, of): &(usize, usize, String)| {
                of == what && self.step(*other).thread != self.step(*at).thread
            };
            if held.iter().any(by_other) {
                shown.insert(*lock);
                edges.insert((*lock, *at, Dependence::Lock));
            }
        }
    }

    /// The innermost lock that a thread holds at a step.
    fn lock_around(&self, at: usize) -> Option<(usize, String)> {
        let thread = self.step(at).thread;
        let mut given_back: Vec<&str> = Vec::new();
        for earlier in self.before(at).filter(|&earlier| self.step(earlier).thread == thread) {
            let action = &self.step(earlier).action;
            if let Some(what) = gives_back(action) {
                given_back.push(what);
            } else if let Some(what) = locked(action) {
                match given_back.iter().position(|of| *of == what) {
                    Some(position) => drop(given_back.remove(position)),
                    None => return Some((earlier, what.to_string())),
                }
            }
        }
        None
    }

    /// Everything that some steps cannot do without.
    fn needed(&self, shown: &BTreeSet<usize>) -> Vec<usize> {
        let mut needed: BTreeSet<usize> = BTreeSet::new();
        let mut work: Vec<usize> = shown.iter().copied().collect();
        while let Some(step) = work.pop() {
            if !needed.insert(step) {
                continue;
            }
            work.extend(self.needs(step).into_iter().map(|(earlier, _)| earlier));
            // Threads are numbered as they start, so those that start before must go on doing so.
            work.extend(self.before(step).filter(|&at| matches!(self.step(at).action, Action::Start { .. })));
            let thread = self.step(step).thread;
            work.extend(self.before(step).find(|&earlier| self.step(earlier).thread == thread));
        }
        needed.into_iter().collect()
    }
}

fn writes(action: &Action, place: &str) -> bool {
    match action {
        Action::Write { what, .. } | Action::Update { what, .. } => what == place,
        // A copy goes to a range of elements; what exactly is for the machine to know.
        Action::Copy { to, .. } => array_of(to) == array_of(place),
        _ => false,
    }
}

fn array_of(place: &str) -> &str {
    place.rsplit_once('[').map_or(place, |(array, _)| array)
}

fn locked(action: &Action) -> Option<&str> {
    match action {
        Action::Lock { what } | Action::Resume { what } => Some(what),
        _ => None,
    }
}

fn gives_back(action: &Action) -> Option<&str> {
    match action {
        Action::Unlock { what } | Action::Wait { what } => Some(what),
        _ => None,
    }
}
