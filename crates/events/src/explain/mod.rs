//! Why a run fails: the few of its events that lead to the failure, and what connects them.
//!
//! In: a violation and a path that can run it again. Out: an [`Explanation`], and whether it replays: a
//! run along just these events, in their order, in which everything else happens as it comes, ends in
//! the same failure (`heddle_explore::follow`). The slice is enlarged until it does; what was added for
//! that is then thinned out again, each time by a run.

mod slice;

use std::collections::BTreeSet;

use heddle_explore::{Goal, Landmark, Path, Settings, SingleRun, follow, narrate, single_run, thread_names, with_single_steps};
use heddle_verdict::{Kind, Step, ThreadId, Trace, Violation};

use serde::Serialize;

use crate::flow::{Flow, Link, NodeId, flow};
use slice::Events;

/// Why one event needs another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dependence {
    /// Reads what the other wrote.
    Data,
    /// Computes with what the other read.
    Value,
    /// Was decided by what the other read.
    Control,
    /// Took a monitor that the other gave back.
    Lock,
    /// Goes on because of the other.
    Signal,
    /// Runs in a thread that the other started.
    Start,
}

impl Dependence {
    pub fn name(self) -> &'static str {
        match self {
            Dependence::Data => "reads what it wrote",
            Dependence::Value => "computed from it",
            Dependence::Control => "decided by it",
            Dependence::Lock => "after its lock",
            Dependence::Signal => "woken by it",
            Dependence::Start => "started by it",
        }
    }
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Explanation {
    /// The events, in order, as steps.
    pub trace: Trace,
    /// (earlier, later, why) between events, by index.
    pub edges: Vec<(usize, usize, Dependence)>,
    /// How many events the whole run has, and how many of them are instructions of the checked program
    /// itself.
    pub of: usize,
    pub of_own: usize,
    /// A run along these events ends in the same failure.
    pub replays: bool,
    /// For a race: what would have put the two accesses in order.
    pub missing: Option<String>,
}

/// Runs in search of events that can be left out.
const TRIALS: usize = 200;

/// Explains a violation; the error says why it could not be followed.
pub fn explain(path: &mut Path<'_>, violation: &Violation, settings: &Settings) -> Result<Explanation, String> {
    // Names are those of the report.
    let namer = std::mem::take(&mut path.namer);
    let run = single_run(path, &violation.schedule)
        .map_err(|diverged| format!("step {} of the run cannot be followed instruction by instruction", diverged.step))?;
    let flow = flow(path, &run);
    let mut search = Search { path, flow: &flow, violation, settings, run: &run, round: round_of(&run, violation) };
    let (shown, replays) = search.events();
    let edges = edges(&flow, &shown);
    let order: Vec<usize> = shown.iter().copied().collect();
    path.namer = namer;
    let trace = narrated(path, &run, &flow, &order);
    let index = |event: usize| order.binary_search(&event).expect("edges join shown events");
    Ok(Explanation {
        trace,
        edges: edges.into_iter().map(|(a, b, why)| (index(a), index(b), why)).collect(),
        of: flow.events.len(),
        of_own: flow.events.iter().filter(|event| event.own).count(),
        replays,
        missing: missing_edge(&violation.kind),
    })
}

/// The instruction with which the last round of an endless run begins.
fn round_of(run: &SingleRun, violation: &Violation) -> usize {
    let Some(cycle) = violation.kind.cycle() else { return run.choices.len() };
    let before = run.ends.len().saturating_sub(cycle);
    before.checked_sub(1).map_or(0, |last| run.ends[last])
}

struct Search<'s, 'p> {
    path: &'s mut Path<'p>,
    flow: &'s Flow,
    violation: &'s Violation,
    settings: &'s Settings,
    run: &'s SingleRun,
    round: usize,
}

impl Search<'_, '_> {
    /// The events to show, and whether they replay.
    fn events(&mut self) -> (Events, bool) {
        let flow = self.flow;
        let criterion = slice::criterion(flow, self.violation, self.round);
        let telling = |events: Events| -> Events {
            events.into_iter().filter(|&at| slice::is_telling(flow, &flow.events[at])).collect()
        };
        // What the explanation begins with is shown in any case.
        let begins = criterion.iter().filter_map(|&node| flow.nodes[node as usize].event);
        let begins: Events = begins.filter(|&at| !flow.events[at].plumbing).collect();
        let mut thin = telling(slice::closure(flow, &criterion, slice::is_thin));
        thin.extend(begins);
        let mut core = thin.clone();
        core.extend(slice::interference(flow, &thin));
        let full = telling(slice::closure(flow, &criterion, slice::is_full));
        let own: Events = (0..flow.events.len()).filter(|&at| flow.events[at].user).collect();
        let all: Events = (0..flow.events.len()).collect();
        for more in [&Events::new(), &full, &telling(all.clone()), &own, &all] {
            let candidate: Events = core.union(more).copied().collect();
            if self.replays(&candidate) {
                let extra: Vec<usize> = candidate.difference(&core).copied().collect();
                return (self.thinned(core, extra), true);
            }
        }
        (core, false)
    }

    fn replays(&mut self, events: &Events) -> bool {
        let flow = self.flow;
        let before_round = |at: &&usize| flow.events[**at].at < self.round;
        let landmarks: Vec<Landmark> =
            events.iter().filter(before_round).map(|&at| flow.events[at].landmark.clone()).collect();
        let ends: Vec<Landmark> = self.ends();
        let goal = Goal {
            violation: self.violation,
            ends: &ends,
            round: &self.run.choices[self.round..],
            patience: 4 * self.run.choices.len() + 20_000,
        };
        follow(self.path, &landmarks, &goal, self.settings)
    }

    /// Where the threads of the failure have to stand in the end.
    fn ends(&self) -> Vec<Landmark> {
        let end = |thread: &ThreadId| self.flow.ends.get(thread.index()).map(|end| end.landmark.clone());
        match &self.violation.kind {
            Kind::Race { accesses, .. } => accesses.iter().filter_map(|access| end(&access.thread)).collect(),
            Kind::Deadlock { threads, .. } => threads.iter().filter_map(|blocked| end(&blocked.thread)).collect(),
            Kind::Livelock { threads, .. } | Kind::Starvation { threads, .. } => {
                threads.iter().filter_map(|(thread, _)| end(thread)).collect()
            }
            Kind::Inversion { waiting, holder, running, .. } => {
                [waiting, holder, running].iter().filter_map(|(thread, _)| end(thread)).collect()
            }
            Kind::Ceiling { thread, .. } => end(thread).into_iter().collect(),
            Kind::Assertion { .. } | Kind::Uncaught { .. } => vec![],
        }
    }

    /// Leaves out of `extra` what a replay does without: half of it at a time, then less.
    fn thinned(&mut self, core: Events, mut extra: Vec<usize>) -> Events {
        let with = |extra: &[usize]| -> Events { core.iter().chain(extra).copied().collect() };
        let mut chunk = extra.len().div_ceil(2);
        let mut trials = 0;
        while chunk > 0 && trials < TRIALS {
            let mut at = 0;
            let mut left_out = false;
            while at < extra.len() && trials < TRIALS {
                let mut fewer = extra.clone();
                fewer.drain(at..(at + chunk).min(extra.len()));
                trials += 1;
                if self.replays(&with(&fewer)) {
                    extra = fewer;
                    left_out = true;
                } else {
                    at += chunk;
                }
            }
            if chunk == 1 && !left_out {
                break;
            }
            chunk = if chunk == 1 { 1 } else { chunk.div_ceil(2) };
            chunk = chunk.min(extra.len());
        }
        with(&extra)
    }
}

/// Runs again and says what each of the events did.
fn narrated(path: &mut Path<'_>, run: &SingleRun, flow: &Flow, order: &[usize]) -> Trace {
    let namer = std::mem::take(&mut path.namer);
    with_single_steps(path, |path| {
        path.namer = namer;
        let mut steps: Vec<Step> = Vec::new();
        let mut shown = order.iter().map(|&event| flow.events[event].at).peekable();
        for (at, &choice) in run.choices.iter().enumerate() {
            if shown.next_if_eq(&at).is_some() {
                steps.push(narrate(path, choice));
            } else {
                path.single(choice);
            }
        }
        Trace { threads: thread_names(path), steps }
    })
}

/// What connects shown events, through everything that is not shown.
fn edges(flow: &Flow, shown: &Events) -> Vec<(usize, usize, Dependence)> {
    let mut edges = BTreeSet::new();
    for &event in shown {
        let mut seen: BTreeSet<NodeId> = BTreeSet::new();
        let start = flow.events[event].node;
        let mut work: Vec<(NodeId, Option<Dependence>)> = vec![(start, None)];
        while let Some((node, why)) = work.pop() {
            for &(other, link) in &flow.nodes[node as usize].on {
                let Some(next) = through(why, link) else { continue };
                let reached = flow.nodes[other as usize].event.filter(|event| shown.contains(event));
                if let Some(earlier) = reached {
                    edges.insert((earlier, event, next));
                } else if seen.insert(other) {
                    work.push((other, Some(next)));
                }
            }
        }
    }
    // One reason for each pair is enough, the most direct one.
    let mut list: Vec<(usize, usize, Dependence)> = edges.into_iter().collect();
    list.dedup_by_key(|(a, b, _)| (*a, *b));
    list
}

/// The reason that a chain of links amounts to.
fn through(why: Option<Dependence>, link: Link) -> Option<Dependence> {
    Some(match (why, link) {
        (_, Link::Address) => return None,
        (None, Link::Memory) => Dependence::Data,
        (None | Some(Dependence::Value | Dependence::Data), Link::Value | Link::Memory) => Dependence::Value,
        (None, Link::Lock) => Dependence::Lock,
        (_, Link::Lock) => return None,
        (Some(Dependence::Start), _) | (_, Link::Start) => Dependence::Start,
        (Some(Dependence::Signal), _) | (_, Link::Wake) => Dependence::Signal,
        _ => Dependence::Control,
    })
}

fn missing_edge(kind: &Kind) -> Option<String> {
    let Kind::Race { location, accesses: [a, b] } = kind else { return None };
    Some(format!(
        "nothing orders the access of {} and that of {} to {location}: no lock that both hold, no volatile \
         variable that one writes and the other then reads, no start or join between them",
        a.thread_name, b.thread_name
    ))
}
