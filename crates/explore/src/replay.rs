//! Runs a schedule to its end and writes down what happens: the [`Trace`]. Then looks at the end
//! again, so that the violation is described in the names that the trace uses.

use std::sync::Arc;

use heddle_jdk::threads;
use heddle_machine::{Access, Location, Machine, Passed, Pending, Ref, Status, StepEnd, Wakeup};
use heddle_verdict::{
    Action, Choice, DeadlockKind, Deed, Early, Kind, Place, Printed, Step, ThreadId, Trace, Violation,
};
use rustc_hash::FxHashMap;

use crate::describe::{self, Namer};
use crate::findings::Findings;
use crate::path::Path;
use crate::property::Properties;
use crate::property::deadlock::describe_deadlock;
use crate::property::deadlock_kind::by_steps;
use crate::property::parked::signalling;
use crate::settings::{Bound, Settings};
use crate::store::Seen;
use crate::temporal::Temporal;
use crate::trace_expansion::expand_trace;
use crate::watch::Watch;

/// What a schedule leads to.
pub struct Replayed {
    pub trace: Trace,
    /// Violations in its last step or at its end.
    pub violations: Vec<Violation>,
    /// Which atoms of a temporal property held, from the initial state on; empty if there is none.
    pub valuations: Vec<u64>,
}

/// The schedule does not fit the program: this choice was not offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Diverged {
    pub step: usize,
}

/// Runs a schedule from the initial state.
pub fn replay(path: &mut Path<'_>, schedule: &[Choice], settings: &Settings) -> Result<Replayed, Diverged> {
    path.restart(Bound::None);
    let settings = Settings { all: true, ..settings.clone() };
    let watch = Watch::default();
    let findings = Findings::new(&settings, &watch);
    let mut properties = Properties::new(&settings);
    let mut recorder = Recorder { temporal: settings.temporal.clone(), ..Recorder::default() };
    recorder.look(path);
    let mut choices = Vec::new();
    let mut ended = false;
    for (step, &choice) in schedule.iter().enumerate() {
        path.enabled(&mut choices);
        if ended || !choices.contains(&choice) {
            return Err(Diverged { step });
        }
        ended = recorder.record(path, choice, &choices);
        if step + 1 == schedule.len() {
            properties.after_step(path, &findings);
        }
    }
    if ended {
        properties.at_end(path, &findings);
    } else {
        path.enabled(&mut choices);
        properties.at_state(path, &choices, Seen::New, &findings);
    }
    let threads = thread_names(path);
    let collected = findings.collect();
    let violations = collected.violations.into_iter().chain(collected.warnings);
    let violations = violations.map(|violation| recorder.refine(violation)).collect();
    let Recorder { steps, valuations, .. } = recorder;
    Ok(Replayed { trace: Trace { threads, steps, ..Trace::default() }, violations, valuations })
}

/// Replays a violation, and completes it with its trace and with what happened within its steps.
pub fn explain(path: &mut Path<'_>, violation: &Violation, settings: &Settings) -> Result<Violation, Diverged> {
    let mut explained = reproduce(path, violation, settings)?;
    let namer = std::mem::take(&mut path.namer);
    expand_trace(path, namer, &mut explained);
    Ok(explained)
}

fn reproduce(path: &mut Path<'_>, violation: &Violation, settings: &Settings) -> Result<Violation, Diverged> {
    let replayed = replay(path, &violation.schedule, settings)?;
    if let (Kind::Temporal { cycle, .. }, Some(temporal)) = (&violation.kind, &settings.temporal) {
        let trace = Some(replayed.trace);
        let repeats = if *cycle > 0 { path.returns_after(*cycle) } else { path.has_ended() };
        // After a round the first state of it comes again.
        let steps = violation.schedule.len();
        let valuations = &replayed.valuations[..if *cycle > 0 { steps } else { steps + 1 }];
        return (repeats && temporal.is_violated_by(valuations, steps - cycle))
            .then(|| Violation { trace, ..violation.clone() })
            .ok_or(Diverged { step: violation.schedule.len() });
    }
    if let Some(cycle) = violation.kind.cycle() {
        let trace = Some(replayed.trace);
        return path
            .returns_after(cycle)
            .then(|| Violation { trace, ..violation.clone() })
            .ok_or(Diverged { step: violation.schedule.len() });
    }
    if let Kind::Deadlock { name: DeadlockKind::WhileOthersRun, threads } = &violation.kind {
        let stuck = threads.iter().map(|blocked| blocked.thread.index()).collect();
        let found = describe_deadlock(&mut path.machine, &mut path.namer, stuck);
        let trace = Some(replayed.trace);
        return (found.key == violation.key)
            .then(|| Violation { trace, ..violation.clone() })
            .ok_or(Diverged { step: violation.schedule.len() });
    }
    let same = replayed.violations.into_iter().find(|other| other.key == violation.key);
    let mut explained = same.ok_or(Diverged { step: violation.schedule.len() })?;
    explained.trace = Some(replayed.trace);
    Ok(explained)
}

/// What a step did, and what is violated by it or where it led.
pub struct Observed {
    pub step: Step,
    /// It ended the run.
    pub ended: bool,
    pub violations: Vec<Violation>,
}

/// Takes one of the choices that there are, as a search does, and looks what it did.
pub fn observe(path: &mut Path<'_>, choice: Choice, choices: &[Choice], settings: &Settings) -> Observed {
    let settings = Settings { all: true, ..settings.clone() };
    let watch = Watch::default();
    let findings = Findings::new(&settings, &watch);
    let mut properties = Properties::new(&settings);
    let mut recorder = Recorder::default();
    let known = path.machine.state.threads.len();
    let ended = recorder.record(path, choice, choices);
    properties.after_step(path, &findings);
    let mut enabled = Vec::new();
    if ended && path.was_given_up().is_none() {
        properties.at_end(path, &findings);
    } else if !ended {
        path.enabled(&mut enabled);
        properties.at_state(path, &enabled, Seen::New, &findings);
    }
    let collected = findings.collect();
    let violations = collected.violations.into_iter().chain(collected.warnings).collect();
    let mut step = recorder.steps.pop().expect("a step was recorded");
    // As long as a thread is alone, a step goes on behind what it is named for.
    for name in thread_names(path).into_iter().skip(known) {
        let action = Action::Start { thread: format!("thread {name}") };
        if step.action != action {
            let (thread, place) = (step.thread, step.place().cloned());
            step.within.push(Deed { thread, place, callers: vec![], callee: None, action, printed: vec![] });
        }
    }
    Observed { step, ended, violations }
}

/// Takes a single instruction and says what it did.
pub fn narrate(path: &mut Path<'_>, choice: Choice) -> Step {
    let t = choice.thread.index();
    let before = Before::look(path, t);
    let stack = describe::stack(&path.machine, t);
    path.single(choice);
    let action = before.action(path, choice);
    Step {
        thread: choice.thread,
        stack,
        action,
        printed: vec![],
        early: None,
        turned: vec![],
        uncaught: None,
        uncaught_at: None,
        ahead: vec![],
        within: vec![],
    }
}

/// Names of all threads of the current state.
pub fn thread_names(path: &mut Path<'_>) -> Vec<String> {
    (0..path.machine.state.threads.len()).map(|t| describe::thread_name(&mut path.machine, t)).collect()
}

#[derive(Default)]
struct Recorder {
    steps: Vec<Step>,
    /// The property whose atoms are followed, and their values so far.
    temporal: Option<Arc<Temporal>>,
    valuations: Vec<u64>,
    /// Where a thread took each monitor that it holds, by the monitor's name.
    taken: FxHashMap<(ThreadId, String), Place>,
    /// By name of object, or of thread for permits: that there was a notification, and whether one
    /// came too early to be heard.
    unheard: FxHashMap<String, bool>,
    /// By thread: the condition that it was signalling when it stood there last.
    signalling: FxHashMap<usize, Ref>,
}

impl Recorder {
    /// Takes a step, which is one of these choices; whether it ended the run.
    fn record(&mut self, path: &mut Path<'_>, choice: Choice, choices: &[Choice]) -> bool {
        let t = choice.thread.index();
        let others = Others::beside(&path.machine, choice.thread, choices);
        path.namer.note_insides(&mut path.machine, t);
        let before = Before::look(path, t);
        self.listen(path, t, before.pending);
        let (printed, uncaught) = (path.machine.state.output.len(), path.machine.state.uncaught.len());
        let stack = describe::stack(&path.machine, t);
        let end = path.step(choice);
        let turned = self.look(path);
        let thrown = path.machine.state.uncaught.get(uncaught).map(|&(_, exception)| exception);
        let action = if path.was_dispatch() { Action::Dispatch } else { before.action(path, choice) };
        let step = Step {
            thread: choice.thread,
            stack,
            action,
            printed: path.machine.state.output[printed..]
                .iter()
                .map(|output| Printed {
                    stderr: output.stderr,
                    text: String::from_utf8_lossy(&output.bytes).into_owned(),
                })
                .collect(),
            early: others.left_behind(&path.machine),
            turned,
            uncaught: thrown.map(|exception| path.machine.describe_exception(exception)),
            uncaught_at: thrown.and_then(|exception| {
                let stack = describe::created(&mut path.machine, exception);
                stack.iter().find(|place| place.user).or(stack.first()).cloned()
            }),
            ahead: vec![],
            within: vec![],
        };
        let first = match before.pending {
            Pending::Lock(object) => path.machine.state.heap.monitor(object).1 <= 1,
            _ => false,
        };
        self.remember(&step, first);
        self.steps.push(step);
        matches!(end, StepEnd::Stop(_))
    }

    /// Follows the atoms of the property; those that have changed.
    fn look(&mut self, path: &Path<'_>) -> Vec<(String, bool)> {
        let Some(temporal) = &self.temporal else { return vec![] };
        let now = temporal.valuation(&path.machine);
        let before = self.valuations.last().copied().unwrap_or(now);
        self.valuations.push(now);
        temporal.changes(before, now)
    }

    /// Notes signals and permits about to be given, and whether anybody is there to hear them.
    fn listen(&mut self, path: &mut Path<'_>, t: usize, pending: Pending) {
        let Path { machine, namer, .. } = path;
        if let Pending::Unpark(thread) = pending {
            let receiver = machine.thread_of(thread).map(|t| &machine.state.threads[t]);
            let wasted = receiver.is_none_or(|thread| thread.control.permit);
            *self.unheard.entry(namer.object(machine, thread)).or_default() |= wasted;
        }
        let Some(condition) = signalling(machine, t) else {
            self.signalling.remove(&t);
            return;
        };
        if self.signalling.insert(t, condition) != Some(condition) {
            let nobody = machine.field(condition, "firstWaiter") == 0;
            *self.unheard.entry(namer.object(machine, condition)).or_default() |= nobody;
        }
    }

    /// `first` tells that a monitor was not taken again by its owner.
    fn remember(&mut self, step: &Step, first: bool) {
        match &step.action {
            // Giving a monitor back is no step of its own, unless every instruction is one; so it
            // is taking it that makes an older place obsolete.
            Action::Lock { what } if first => {
                if let Some(place) = step.place() {
                    self.taken.insert((step.thread, what.clone()), place.clone());
                }
            }
            // A lock of java.util.concurrent, whose inside goes by its name.
            Action::Update { what, old, new } if old == "0" && new != "0" => {
                if let (Some(lock), Some(place)) = (what.strip_suffix(".state"), step.place()) {
                    self.taken.insert((step.thread, lock.to_string()), place.clone());
                }
            }
            Action::Notify { what, woken, .. } => {
                let missed = self.unheard.entry(what.clone()).or_default();
                *missed |= woken.is_empty();
            }
            _ => {}
        }
    }

    /// Adds to a deadlock what only the run tells: where locks were taken, and whether somebody did notify, but in vain.
    fn refine(&self, mut violation: Violation) -> Violation {
        let Kind::Deadlock { name, threads } = &mut violation.kind else { return violation };
        for blocked in threads.iter_mut() {
            for held in &mut blocked.holds {
                held.taken_at = self.taken.get(&(blocked.thread, held.what.clone())).cloned();
            }
        }
        by_steps(name, threads, |what| self.unheard.get(what).copied());
        violation
    }
}

/// Threads that could go on instead of the one that does, each with the time after which, if it waits for time.
struct Others(Vec<(ThreadId, Option<i64>)>);

impl Others {
    fn beside(machine: &Machine<'_>, thread: ThreadId, choices: &[Choice]) -> Self {
        let mut others: Vec<(ThreadId, Option<i64>)> = Vec::new();
        for &choice in choices.iter().filter(|other| other.thread != thread && machine.is_promised(**other)) {
            let times_out = machine.wakeup(choice) == Some(Wakeup::TimeOut);
            let deadline = machine.state.threads[choice.thread.index()].control.blocking.deadline;
            others.push((choice.thread, times_out.then_some(deadline)));
        }
        others.dedup_by_key(|(thread, _)| *thread);
        Self(others)
    }

    /// The time that has passed in the last step, if some of them could have gone on before.
    fn left_behind(self, machine: &Machine<'_>) -> Option<Early> {
        let Passed { nanos, at } = *machine.passed().iter().max_by_key(|passed| passed.nanos)?;
        let is_ahead = |deadline: &Option<i64>| deadline.is_none_or(|deadline| deadline < nanos);
        let others: Vec<ThreadId> =
            self.0.into_iter().filter(|(_, deadline)| is_ahead(deadline)).map(|(thread, _)| thread).collect();
        let place = at.map(|frame| describe::place(machine, frame));
        (!others.is_empty()).then_some(Early { nanos, place, others })
    }
}

/// The thread whose flag of interrupts a place is.
pub(crate) fn asked_for_interrupt(machine: &Machine<'_>, location: Location) -> Option<Ref> {
    let Location::Field { object, field } = location else { return None };
    let field = machine.program.field(field);
    let is_flag = machine.program.text(field.name) == threads::INTERRUPTED
        && machine.program.class_name(field.class) == threads::THREAD;
    is_flag.then_some(object)
}

/// What is known before a step and needed to say afterwards what it did.
pub(crate) struct Before {
    pub(crate) status: Status,
    /// Whether the thread was let go on from where it was blocked.
    resumed: bool,
    pub(crate) pending: Pending,
    /// What the place about to be accessed holds.
    value: Option<String>,
    waiting: Vec<usize>,
    /// How the thread can come back by itself, by alternative.
    wakeups: Vec<Wakeup>,
    /// How much time may pass before the clock is read, by alternative.
    delays: Vec<i64>,
    /// Whether the thread that is asked about is interrupted; asking may put an end to that.
    interrupted: bool,
    /// The thread owns the monitor by which it is about to notify.
    owns: bool,
}

impl Before {
    pub(crate) fn look(path: &mut Path<'_>, t: usize) -> Self {
        let Path { machine, namer, .. } = path;
        let pending = machine.pending(t);
        let value = match pending {
            Pending::Memory(access) => namer.held(machine, access.location),
            _ => None,
        };
        let waiting = match pending {
            Pending::Notify { object, .. } => machine.waiters(object).collect(),
            _ => Vec::new(),
        };
        let delays = if pending == Pending::Clock { machine.delays(t) } else { Vec::new() };
        let control = &machine.state.threads[t].control;
        let wakeups = machine.wakeups(t).to_vec();
        let (status, resumed) = (control.status, control.blocking.resumed);
        let interrupted = matches!(pending, Pending::Interrupted(of) if machine.is_interrupted(of));
        let owns =
            matches!(pending, Pending::Notify { object, .. } if machine.state.heap.monitor(object).0 == t as u16 + 1);
        Self { status, resumed, pending, value, waiting, wakeups, delays, interrupted, owns }
    }

    pub(crate) fn action(&self, path: &mut Path<'_>, choice: Choice) -> Action {
        let Path { machine, namer, .. } = path;
        match self.status {
            Status::Notified { object } => return Action::Resume { what: namer.object(machine, object) },
            Status::Waiting { .. } | Status::Parked { .. } | Status::Sleeping => {
                return match self.wakeups.get(choice.alternative as usize) {
                    Some(Wakeup::Interrupt) => Action::WakeInterrupted,
                    Some(Wakeup::Spurious) => Action::WakeSpuriously,
                    Some(Wakeup::TimeOut) | None => Action::TimeOut,
                };
            }
            Status::Runnable | Status::Terminated => {}
        }
        let mut object = |object: Ref| namer.object(machine, object);
        match self.pending {
            Pending::Local => Action::Local,
            Pending::Memory(access) => self.memory(machine, namer, access),
            Pending::Copy { from, to } => {
                Action::Copy { from: namer.location(machine, from.location), to: namer.location(machine, to.location) }
            }
            Pending::Lock(of) => Action::Lock { what: object(of) },
            Pending::Unlock(of) => Action::Unlock { what: object(of) },
            Pending::Wait(of) => Action::Wait { what: object(of) },
            // Who does not own the monitor gets an exception.
            Pending::Notify { object: of, all } if !self.owns => {
                let method = if all { "notifyAll" } else { "notify" };
                let (what, method) = (namer.object(machine, of), method.to_owned());
                Action::Call { what, method, arguments: Some(vec![]), result: None }
            }
            Pending::Notify { object: of, all } => {
                let what = namer.object(machine, of);
                let still: Vec<usize> = machine.waiters(of).collect();
                let woken = self.waiting.iter().filter(|t| !still.contains(t));
                Action::Notify { what, all, woken: woken.map(|&t| ThreadId(t as u16)).collect() }
            }
            // Going on after having been unparked is no other thread's business.
            Pending::Park if self.resumed => Action::Local,
            Pending::Park => Action::Park,
            Pending::Unpark(of) => Action::Unpark { thread: object(of) },
            Pending::Start(of) => Action::Start { thread: object(of) },
            Pending::Alive(of) => {
                let thread = object(of);
                let alive = machine.thread_of(of).is_some_and(|other| machine.state.threads[other].is_alive());
                Action::Alive { thread, alive }
            }
            Pending::Interrupt(of) => Action::Interrupt { thread: object(of) },
            Pending::Interrupted(of) => Action::Interrupted { thread: object(of), interrupted: self.interrupted },
            Pending::Sleep => Action::Sleep,
            Pending::Clock => {
                Action::Clock { later: self.delays.get(choice.alternative as usize).copied().unwrap_or(0) }
            }
            Pending::Yield => Action::Yield,
            Pending::SetPriority(of) => Action::SetPriority { thread: object(of) },
            Pending::Initialize(class) => Action::Initialize { class: describe::short_class(machine, class) },
            Pending::Output => Action::Print,
            Pending::Choose(of) => Action::Choose { value: choice.alternative, of },
            Pending::End => Action::End,
            Pending::Global | Pending::Beside(_) => Action::Global,
        }
    }

    fn memory(&self, machine: &mut Machine<'_>, namer: &mut Namer, access: Access) -> Action {
        if !access.writes
            && let Some(thread) = asked_for_interrupt(machine, access.location)
        {
            let interrupted = self.value.as_deref() == Some("true");
            return Action::Interrupted { thread: namer.object(machine, thread), interrupted };
        }
        let what = namer.location(machine, access.location);
        let old = self.value.clone().unwrap_or_else(|| "…".into());
        let plain = access.mode == heddle_machine::Mode::Plain;
        let after = |machine: &mut Machine<'_>, namer: &mut Namer, location: Location| {
            namer.held(machine, location).unwrap_or_else(|| "…".into())
        };
        if !access.writes {
            return Action::Read { what, value: old, plain };
        }
        let new = after(machine, namer, access.location);
        if access.reads { Action::Update { what, old, new } } else { Action::Write { what, old, new, plain } }
    }
}
