//! Why a run fails: the few of its events that lead to the failure, and what connects them.
//!
//! In: a violation and a path that can run it again. Out: an [`Explanation`], and whether it replays: a
//! run along just these events, in their order, in which everything else happens as it comes, ends in
//! the same failure (`heddle_explore::replay_landmarks`). The slice is enlarged until it does; what was added for
//! that is then thinned out again, each time by a run.

mod ends;
pub mod order;
mod slice;

use std::collections::{BTreeMap, BTreeSet};

use heddle_explore::calls;
use heddle_explore::{
    Goal, Landmark, Namer, Path, Settings, SingleRun, narrate, replay_landmarks, single_run, thread_names,
    with_single_steps,
};
use heddle_machine::BacktraceFrame;
use heddle_verdict::{Action, Kind, Place, Step, ThreadId, Trace, Violation};

use serde::Serialize;

use crate::flow::{Event, Flow, Link, NodeId, flow};
use order::Sync;
use slice::Events;

/// Why one event needs another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dependence {
    /// Reads what the other wrote.
    Data,
    /// Computes with what the other read.
    Value,
    /// Runs in a thread that the other started.
    Start,
    /// Goes on because of the other.
    Signal,
    /// Was decided by what the other read.
    Control,
    /// Took a monitor that the other's thread gave back.
    Lock,
}

impl Dependence {
    pub fn name(self) -> &'static str {
        match self {
            Dependence::Data => "wrote it",
            Dependence::Value => "gave the value",
            Dependence::Start => "started the thread",
            Dependence::Signal => "let it go on",
            Dependence::Control => "decided it",
            Dependence::Lock => "had the lock before",
        }
    }
}

/// Between two shown events, by index.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    pub why: Dependence,
    /// What puts them in order, if they are of different threads; empty if nothing does.
    pub ordered_by: Option<Vec<Sync>>,
}

/// How the run ends for one of the threads that fail.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ending {
    pub thread: ThreadId,
    pub what: String,
    pub place: Option<Place>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Explanation {
    /// The events, in order, as steps.
    pub trace: Trace,
    /// The instructions of the run that they are, counted from 0.
    pub at: Vec<usize>,
    pub edges: Vec<Edge>,
    pub endings: Vec<Ending>,
    /// How many events the whole run has, and how many of them are instructions of the checked program
    /// itself.
    pub of: usize,
    pub of_own: usize,
    /// How many steps the search took to get there.
    pub of_steps: usize,
    /// A run along these events ends in the same failure.
    pub replays: bool,
    /// A run along none of them does not: they are what decides it.
    pub decisive: bool,
    /// For a race: what would have put the two accesses in order.
    pub missing: Option<String>,
}

/// Runs in search of events that can be left out.
const TRIALS: usize = 200;

/// Explains a violation; the error says why it could not be followed.
pub fn explain(path: &mut Path<'_>, violation: &Violation, settings: &Settings) -> Result<Explanation, String> {
    // Names are those of the report, which a replay gives again.
    let named = heddle_explore::explain(path, violation, settings);
    let namer = if named.is_ok() { std::mem::take(&mut path.namer) } else { Namer::default() };
    let run = single_run(path, &violation.schedule).map_err(|diverged| {
        format!("step {} of the run cannot be followed instruction by instruction", diverged.step)
    })?;
    let flow = flow(path, &run);
    let mut search = Search { path, flow: &flow, violation, settings, run: &run, round: round_of(&run, violation) };
    let (shown, replays) = search.events();
    let decisive = !search.replays(&Events::new());
    let edges = edges(&flow, &shown);
    let order: Vec<usize> = shown.iter().copied().collect();
    path.namer = namer;
    let trace = narrated(path, &run, &flow, &order);
    let at = order.iter().map(|&event| flow.events[event].at).collect();
    let index = |event: usize| order.binary_search(&event).expect("edges join shown events");
    Ok(Explanation {
        trace,
        at,
        edges: edges.into_iter().map(|edge| Edge { from: index(edge.from), to: index(edge.to), ..edge }).collect(),
        endings: ends::endings(&violation.kind),
        of: flow.events.len(),
        of_own: flow.events.iter().filter(|event| event.own).count(),
        of_steps: violation.schedule.len(),
        replays,
        decisive,
        missing: ends::missing_edge(&violation.kind),
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
        let signals: Events = begins.iter().copied().filter(|&at| flow.events[at].signal.is_some()).collect();
        let mut thin = telling(slice::closure(flow, &criterion, slice::is_thin));
        thin.extend(begins);
        thin.extend(slice::interference(flow, &thin));
        // What the JDK does inside its methods is shown only as far as the replay needs it.
        let mut core: Events = thin.iter().copied().filter(|&at| slice::is_outside(&flow.events[at])).collect();
        core.extend(slice::of_calls(flow, &thin));
        core.extend(signals);
        let full = telling(slice::closure(flow, &criterion, slice::is_full));
        let own: Events = (0..flow.events.len()).filter(|&at| flow.events[at].user).collect();
        let all: Events = (0..flow.events.len()).collect();
        for more in [&Events::new(), &full, &telling(all.clone()), &own, &all] {
            let candidate: Events = thin.union(more).copied().collect();
            if self.replays(&candidate) {
                // What the JDK does inside is left out first, so that the program's own reads are what remains.
                let extra = candidate.difference(&core).copied();
                let (own, inner): (Vec<usize>, Vec<usize>) = extra.partition(|&at| flow.events[at].own);
                let extra: Vec<usize> = inner.into_iter().chain(own).collect();
                let shown = self.thinned(core, extra);
                // Of a call that nobody interrupts one event stands for all, if the run still ends in the failure then.
                let once = last_of_calls(flow, &shown);
                return if once.len() == shown.len() || !self.replays(&once) { (shown, true) } else { (once, true) };
            }
        }
        (thin, false)
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
        replay_landmarks(self.path, &landmarks, &goal, self.settings)
    }

    /// Where the threads of the failure have to stand in the end.
    fn ends(&self) -> Vec<Landmark> {
        let end = |thread: &ThreadId| self.flow.ends.get(thread.index()).map(|end| end.landmark.clone());
        match &self.violation.kind {
            Kind::Race { accesses, .. } => accesses.iter().filter_map(|access| end(&access.thread)).collect(),
            Kind::Deadlock { threads, .. } => threads.iter().filter_map(|blocked| end(&blocked.thread)).collect(),
            Kind::Livelock { threads, .. } | Kind::Starvation { threads, .. } => {
                threads.iter().filter_map(|(thread, _)| self.begins(*thread)).collect()
            }
            Kind::Temporal { stacks, .. } => stacks.iter().filter_map(|(thread, ..)| self.begins(*thread)).collect(),
            Kind::Inversion { waiting, holder, running, .. } => {
                [waiting, holder, running].iter().filter_map(|(thread, _)| end(thread)).collect()
            }
            Kind::Ceiling { thread, .. } => end(thread).into_iter().collect(),
            Kind::Assertion { .. } | Kind::SwallowedAssertion { .. } | Kind::Uncaught { .. } => vec![],
        }
    }

    /// Where a thread stands when the last round of an endless run begins.
    fn begins(&self, thread: ThreadId) -> Option<Landmark> {
        let own = |event: &&Event| event.at >= self.round && event.thread == thread.index();
        let event = self.flow.events.iter().find(own).map(|event| event.landmark.clone());
        event.or_else(|| self.flow.ends.get(thread.index()).map(|end| end.landmark.clone()))
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

/// The same without what comes before in a call that traces tell, as long as no other thread is shown in between.
fn last_of_calls(flow: &Flow, shown: &Events) -> Events {
    let order: Vec<usize> = shown.iter().copied().collect();
    let is_last = |&at: &usize| {
        let event = &flow.events[order[at]];
        let next = order.get(at + 1).map(|&next| &flow.events[next]);
        !next.is_some_and(|next| event.call.is_some() && event.call == next.call)
    };
    (0..order.len()).filter(is_last).map(|at| order[at]).collect()
}

/// Runs again and says what each of the events did.
fn narrated(path: &mut Path<'_>, run: &SingleRun, flow: &Flow, order: &[usize]) -> Trace {
    let namer = std::mem::take(&mut path.namer);
    let shown_of = |call: usize| order.iter().filter(move |&&event| flow.events[event].call == Some(call)).count();
    let told: BTreeSet<usize> = order.iter().filter_map(|&event| flow.events[event].call).collect();
    let begins: BTreeMap<usize, usize> = told.iter().map(|&call| (flow.calls[call].begin, call)).collect();
    let ends: BTreeMap<usize, usize> = told.iter().filter_map(|&call| Some((flow.calls[call].end?, call))).collect();
    with_single_steps(path, |path| {
        path.namer = namer;
        let mut steps: Vec<Step> = Vec::new();
        let mut shown = order.iter().map(|&event| &flow.events[event]).peekable();
        // By call: how it is told, where its caller stands, and the steps that tell it.
        let mut begun: BTreeMap<usize, (Action, BacktraceFrame, Vec<usize>)> = BTreeMap::new();
        for (at, &choice) in run.choices.iter().enumerate() {
            let t = choice.thread.index();
            let begin = begins.get(&at).map(|&call| (call, path.machine.state.threads[t].frames.clone()));
            if let Some(event) = shown.next_if(|event| event.at == at) {
                let mut step = narrate(path, choice);
                let call = event.call.and_then(|call| Some((call, begun.get_mut(&call)?)));
                if let Some((condition, heard)) = event.signal {
                    let Path { machine, namer, .. } = path;
                    step.action = Action::Signal { what: namer.object(machine, condition), heard };
                } else if let Some((call, (action, _, told))) = call.filter(|_| is_detail(&step.action)) {
                    told.push(steps.len());
                    let is_last = told.len() == shown_of(call);
                    match action {
                        action if told.len() == 1 => step.action = action.clone(),
                        Action::Call { what, method, .. } if is_last => {
                            step.action = Action::Return { what: what.clone(), method: method.clone(), result: None };
                        }
                        _ => {}
                    }
                }
                steps.push(step);
            } else {
                path.single(choice);
            }
            if let Some((call, before)) = begin
                && let Some((action, caller)) = calls::entered(path, t, &before)
            {
                begun.insert(call, (action, caller, vec![]));
            }
            if let Some(&call) = ends.get(&at)
                && let Some((_, caller, told)) = begun.get(&call)
                && let Some(&last) = told.last()
                && let Action::Call { result, .. } | Action::Return { result, .. } = &mut steps[last].action
            {
                *result = calls::gave(path, t, flow.calls[call].callee, *caller);
            }
        }
        Trace { threads: thread_names(path), steps, ..Trace::default() }
    })
}

/// Whether an action inside a call of the JDK says less than the call.
fn is_detail(action: &Action) -> bool {
    match action {
        // What a semaphore or latch does is said by its own words.
        Action::Write { .. } | Action::Update { .. } => action.words(&[]).is_none_or(|words| words.contains(" = ")),
        Action::Read { .. } | Action::Copy { .. } | Action::Lock { .. } | Action::Unlock { .. } => true,
        Action::Park | Action::Unpark { .. } | Action::Global | Action::Local => true,
        _ => false,
    }
}

/// What connects shown events, through everything that is not shown: the writes that were read and the
/// values that were used, and of the rest the last reason only.
fn edges(flow: &Flow, shown: &Events) -> Vec<Edge> {
    let syncs = order::edges(flow);
    let mut edges = Vec::new();
    for &event in shown {
        let found = reasons(flow, shown, event);
        let last = |fits: &dyn Fn(Dependence) -> bool| {
            found.iter().filter(|(_, why)| fits(**why)).map(|(&from, &why)| (from, why)).next_back()
        };
        let first_of_thread =
            !shown.range(..event).any(|&other| flow.events[other].thread == flow.events[event].thread);
        let mut kept: Vec<(usize, Dependence)> = found
            .iter()
            .filter(|(_, why)| matches!(why, Dependence::Data | Dependence::Value | Dependence::Lock))
            .map(|(&from, &why)| (from, why))
            .collect();
        kept.extend(last(&|why| matches!(why, Dependence::Control | Dependence::Signal)));
        if first_of_thread {
            kept.extend(last(&|why| why == Dependence::Start));
        }
        kept.sort_unstable();
        edges.extend(kept.into_iter().map(|(from, why)| {
            let crosses = flow.events[from].thread != flow.events[event].thread;
            let ordered_by = crosses.then(|| order::chain(flow, &syncs, from, event).unwrap_or_default());
            Edge { from, to: event, why, ordered_by }
        }));
    }
    edges
}

/// The shown events that a shown event follows from, each with its most direct reason.
fn reasons(flow: &Flow, shown: &Events, event: usize) -> BTreeMap<usize, Dependence> {
    let mut found: BTreeMap<usize, Dependence> = BTreeMap::new();
    let mut note = |earlier: usize, why: Dependence| {
        let known = found.entry(earlier).or_insert(why);
        *known = (*known).min(why);
    };
    let start = flow.started.get(flow.events[event].thread).and_then(|&node| flow.nodes[node as usize].event);
    if let Some(start) = start.filter(|start| shown.contains(start)) {
        note(start, Dependence::Start);
    }
    let mut seen: BTreeSet<(NodeId, Dependence)> = BTreeSet::new();
    let mut work: Vec<(NodeId, Option<Dependence>)> = vec![(flow.events[event].node, None)];
    while let Some((node, why)) = work.pop() {
        for &(other, link) in &flow.nodes[node as usize].on {
            let Some(next) = through(why, link) else { continue };
            let other_event = flow.nodes[other as usize].event;
            if let Some(earlier) = other_event.filter(|event| shown.contains(event)) {
                note(earlier, next);
            } else if next == Dependence::Lock {
                // Giving a monitor back is not shown; the last thing before it stands for it.
                let given_back =
                    other_event.map(|at| &flow.events[at]).filter(|by| by.thread != flow.events[event].thread);
                let last = given_back.and_then(|by| {
                    shown
                        .range(..event)
                        .rev()
                        .find(|&&at| flow.events[at].thread == by.thread && flow.events[at].at < by.at)
                });
                if let Some(&last) = last {
                    note(last, next);
                }
            } else if seen.insert((other, next)) {
                work.push((other, Some(next)));
            }
        }
    }
    found
}

/// The reason that a chain of links amounts to.
fn through(why: Option<Dependence>, link: Link) -> Option<Dependence> {
    Some(match (why, link) {
        (_, Link::Address) => return None,
        (None, Link::Memory) => Dependence::Data,
        (None | Some(Dependence::Value | Dependence::Data), Link::Value | Link::Memory) => Dependence::Value,
        (None, Link::Lock) => Dependence::Lock,
        (_, Link::Lock) => return None,
        // Who started the thread is told, not what led to that, nor who started others.
        (_, Link::Start) => return None,
        (Some(Dependence::Signal), _) | (_, Link::Wake) => Dependence::Signal,
        _ => Dependence::Control,
    })
}
