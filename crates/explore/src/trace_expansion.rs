//! Trace expansion: what happens inside the steps of a run. A step of the search ends where others can notice
//! something; what a thread does under a lock, or before there is another thread, is no step of its
//! own, but a reader wants to see it.
//!
//! In: a violation with its trace. Out: the same, each step with what was done [`within`](Step::within) it;
//! for a deadlock of threads that wait for a message, whether that came too early or went elsewhere; for a race, what
//! orders its two sides and which locks they hold.

use heddle_jdk::synchronizers::{self, LOCKS};
use heddle_jdk::{access, threads};
use heddle_machine::{Frame, Location, Machine, Pending, Ref, SHARED, Status};
use heddle_program::Origin;
use heddle_verdict::{Action, Choice, Deed, Kind, Printed, Step, ThreadId, Trace, Violation};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::calls::{self, Called, Calls};
use crate::describe::{self, Namer};
use crate::happens_before::{Ahead, HappensBefore};
use crate::path::Path;
use crate::property::deadlock_kind::{Fate, by_instructions};
use crate::replay::{Before, asked_for_interrupt};
use crate::single::{SingleRun, single_run, with_single_steps};
use crate::timeline::Recording;

/// Runs that take longer than this are shown by their steps alone.
const LONGEST: usize = 400_000;

/// More than this in one step would bury the rest.
const MOST: usize = 200;

/// Looks at a violation's run again, instruction by instruction. `namer` has named what the trace
/// names. Leaves the violation as it is if the run is too long, and the path at its initial state.
pub fn expand_trace(path: &mut Path<'_>, mut namer: Namer, violation: &mut Violation) {
    let run = single_run(path, &violation.schedule).ok();
    let trace = violation.trace.as_mut();
    let fits = |run: &SingleRun, trace: &Trace| run.choices.len() <= LONGEST && run.ends.len() == trace.steps.len();
    let (Some(run), Some(trace)) = (run, trace) else {
        path.namer = namer;
        return;
    };
    if !fits(&run, trace) {
        path.namer = namer;
        return;
    }
    let mut expansion = Expansion::default();
    with_single_steps(path, |path| {
        path.namer = std::mem::take(&mut namer);
        expansion.go_through(path, &run, trace);
        if let Kind::Deadlock { threads, .. } = &mut violation.kind {
            let Path { machine, namer, .. } = path;
            for blocked in threads {
                let held = expansion.happens_before.held(machine, namer, blocked.thread.index());
                let known: Vec<String> = blocked.holds.iter().map(|held| held.what.clone()).collect();
                blocked.holds.extend(held.into_iter().filter(|held| !known.contains(&held.what)));
            }
        }
        if let Kind::Race { accesses: [a, b], .. } = &mut violation.kind {
            let step = |at: usize| run.ends.partition_point(|&end| end <= at);
            let pair = [a.thread.index(), b.thread.index()];
            let Path { machine, namer, .. } = path;
            for (side, other) in [(a, pair[1]), (b, pair[0])] {
                let t = side.thread.index();
                side.order = expansion.happens_before.between(machine, namer, (t, other), step);
                side.holds = expansion.happens_before.held(machine, namer, t);
            }
        }
        trace.timeline = std::mem::take(&mut expansion.recording).finish(path, &expansion.happens_before);
        namer = std::mem::take(&mut path.namer);
    });
    // Whoever goes on with this run calls objects as its trace does.
    path.namer = namer;
    trace.expanded = true;
    if let Kind::Deadlock { name, threads } = &mut violation.kind {
        by_instructions(name, threads, |thread, what| expansion.fate(thread, what));
    }
}

/// A notification or signal.
struct Message {
    what: String,
    at: usize,
    heard: bool,
}

#[derive(Default)]
struct Expansion {
    /// Instructions so far.
    now: usize,
    messages: Vec<Message>,
    /// By thread: its last instruction, after which it waits.
    last: FxHashMap<usize, usize>,
    /// Threads that have looked at shared memory since they took the lock that they would wait with.
    looked: FxHashSet<usize>,
    /// Threads that went on to wait without having looked.
    blind: FxHashSet<usize>,
    /// By thread: what is told with its next step.
    later: FxHashMap<ThreadId, Vec<Deed>>,
    /// By thread: the condition that it is signalling.
    signalling: FxHashMap<usize, Ref>,
    happens_before: HappensBefore,
    recording: Recording,
    calls: Calls,
}

impl Expansion {
    fn go_through(&mut self, path: &mut Path<'_>, run: &SingleRun, trace: &mut Trace) {
        let mut from = 0;
        for (number, (step, &end)) in trace.steps.iter_mut().zip(&run.ends).enumerate() {
            // Tells which objects others can reach.
            path.machine.update_reach();
            let mut reads = FxHashSet::default();
            let mut begins = true;
            for &choice in &run.choices[from..end] {
                self.take(path, choice, begins && choice.thread == step.thread, (number, step), &mut reads);
                begins = false;
            }
            from = end;
            if let Some(exception) = &step.uncaught {
                let choice = Choice::from((step.thread.0, 0));
                let action = Action::Throw { exception: exception.clone() };
                let place = (step.uncaught_at.clone(), vec![], None);
                let at = self.now.saturating_sub(1);
                self.recording.add(path, &self.happens_before, choice, (number, false), at, place, (action, vec![]));
            }
            step.ahead = self.later.remove(&step.thread).unwrap_or_default();
            self.put_off(step);
        }
        // What no step follows on is told at the end.
        if let Some(last) = trace.steps.last_mut() {
            let mut left: Vec<_> = self.later.drain().collect();
            left.sort_by_key(|(thread, _)| *thread);
            last.within.extend(left.into_iter().flat_map(|(_, deeds)| deeds));
        }
    }

    /// What a new thread does before its first step, and what a thread calls last, is told with the step
    /// that follows: nobody notices it before.
    fn put_off(&mut self, step: &mut Step) {
        let own = step
            .within
            .iter()
            .rposition(|deed| deed.thread == step.thread && !matches!(deed.action, Action::Call { result: None, .. }));
        let deeds = std::mem::take(&mut step.within);
        for (at, deed) in deeds.into_iter().enumerate() {
            if deed.thread == step.thread && own.is_some_and(|own| at <= own) {
                step.within.push(deed);
            } else {
                self.later.entry(deed.thread).or_default().push(deed);
            }
        }
    }

    /// Takes an instruction. The first one of a step is what the step is named for.
    fn take(
        &mut self,
        path: &mut Path<'_>,
        choice: Choice,
        first: bool,
        (number, step): (usize, &mut Step),
        reads: &mut FxHashSet<(String, String)>,
    ) {
        let t = choice.thread.index();
        self.now += 1;
        self.last.insert(t, self.now);
        let pending = path.machine.pending(t);
        let worth = matters(&mut path.machine, t, pending)
            && (is_in_program(&path.machine, t)
                || !is_of_lock(pending, &path.machine)
                || !self.in_await(&path.machine, t));
        let signal = self.signal(path, t);
        self.look(&mut path.machine, t, pending);
        let ahead = Ahead::look(&mut path.machine, t);
        // A step says what its first instruction wrote; later ones of the step may have written something else there.
        let is_memory =
            |action: &Action| matches!(action, Action::Read { .. } | Action::Write { .. } | Action::Update { .. });
        let names_step = first && is_memory(&step.action);
        let before = (worth || names_step).then(|| Before::look(path, t));
        let printed = path.machine.state.output.len();
        let frames = path.machine.state.threads[t].frames.clone();
        let in_program = is_in_program(&path.machine, t);
        let several = path.machine.state.threads.len() > 1;
        path.single(choice);
        self.happens_before.step(&mut path.machine, t, ahead);
        let mut events = self.calls.returned(path, t, &mut self.happens_before);
        events.extend(calls::caught(&mut path.machine, t, &frames).filter(|_| several));
        let is_caller =
            in_program || frames.last().is_some_and(|top| describe::is_of_lambda(&path.machine, top.method));
        if is_caller && path.machine.state.threads[t].frames.len() > frames.len() {
            events.extend(self.calls.enter(path, t, &frames, several));
        }
        let action = before.map(|before| before.action(path, choice));
        if let Some(action) = action.as_ref().filter(|action| names_step && is_memory(action)) {
            step.action = action.clone();
        }
        if let Some(Action::Notify { what, woken, .. }) = &action {
            self.messages.push(Message { what: what.clone(), at: self.now, heard: !woken.is_empty() });
        }
        let told_before = step.within.len();
        let thread = choice.thread;
        // A synchronized method gives its monitor back before it has returned.
        let mut unlocked = self.unlocked(path, t, pending, in_program && several);
        // On some platforms giving back is a step of its own.
        unlocked.retain(|unlocked| action.as_ref() != Some(unlocked) && !(first && step.action == *unlocked));
        if !unlocked.is_empty() {
            let (place, callers) = describe::levels_of(&path.machine, &frames);
            let given = |action| Called { action, place: place.clone(), callers: callers.clone(), callee: None };
            events.splice(0..0, unlocked.into_iter().map(given));
        }
        for Called { action, place, callers, callee } in events {
            if step.within.len() < MOST {
                step.within.push(Deed { thread, place, callers, callee, action, printed: vec![] });
            }
        }
        let mut done: Vec<(Action, Vec<Printed>)> = signal.map(|action| (action, vec![])).into_iter().collect();
        if let Some(action) = action.filter(|_| !first) {
            let again = match &action {
                // An attempt that failed, inside a lock.
                Action::Update { old, new, .. } => old == new && is_called_within(&path.machine, t, LOCKS),
                Action::Read { what, value, .. } => !reads.insert((what.clone(), value.clone())),
                Action::Lock { .. } => !took_first(&path.machine, pending),
                _ => false,
            };
            if !again {
                done.push((action, vec![]));
            }
        }
        // The trace ends with the exception; what the JDK prints about it says nothing more.
        let texts = path.machine.state.output[printed.min(path.machine.state.output.len())..].iter();
        let texts: Vec<Printed> = texts
            .map(|output| Printed { stderr: output.stderr, text: String::from_utf8_lossy(&output.bytes).into_owned() })
            .collect();
        if !texts.is_empty() {
            done.push((Action::Print, texts));
        }
        if !done.is_empty() {
            let (place, callers) = describe::levels_of(&path.machine, &frames);
            for (action, printed) in done {
                if step.within.len() < MOST && (place.is_some() || action != Action::Print) {
                    let (place, callers) = (place.clone(), callers.clone());
                    step.within.push(Deed { thread, place, callers, callee: None, action, printed });
                }
            }
        }
        let at = self.now - 1;
        if first {
            let callers = describe::levels(step.stack.clone()).1;
            let (place, action) = ((step.place().cloned(), callers, None), step.action.clone());
            self.recording.add(path, &self.happens_before, choice, (number, true), at, place, (action, vec![]));
        }
        for Deed { place, callers, callee, action, printed, .. } in step.within[told_before..].iter().cloned() {
            let place = (place, callers, callee);
            self.recording.add(path, &self.happens_before, choice, (number, false), at, place, (action, printed));
        }
    }

    /// The monitors that code of the program has just given back; not by waiting, which is told as such.
    fn unlocked(&self, path: &mut Path<'_>, t: usize, pending: Pending, by_program: bool) -> Vec<Action> {
        let waits =
            matches!(pending, Pending::Wait(_)) && path.machine.state.threads[t].control.status != Status::Runnable;
        if !by_program || waits {
            return vec![];
        }
        let Path { machine, namer, .. } = path;
        let shared = self.happens_before.freed().iter().filter(|&&object| machine.state.heap.tag(object) == SHARED);
        let shared: Vec<Ref> = shared.copied().collect();
        shared.into_iter().map(|object| Action::Unlock { what: namer.object(machine, object) }).collect()
    }

    /// A signal that thread `t` is just beginning to send.
    fn signal(&mut self, path: &mut Path<'_>, t: usize) -> Option<Action> {
        let Path { machine, namer, .. } = path;
        let frame = *machine.state.threads[t].frames.last()?;
        let class = machine.program.class_name(machine.program.method(frame.method).class);
        if !class.starts_with(LOCKS) {
            // It may be making an exception.
            if !is_called_within(machine, t, LOCKS) {
                self.signalling.remove(&t);
            }
            return None;
        }
        let condition = crate::property::parked::signalling(machine, t)?;
        // Barriers and queues have conditions of their own, which are nobody else's business.
        if self.signalling.insert(t, condition) == Some(condition) || !is_called_by_program(machine, t, LOCKS) {
            return None;
        }
        let heard = machine.field(condition, "firstWaiter") != 0;
        let what = namer.object(machine, condition);
        self.messages.push(Message { what: what.clone(), at: self.now, heard });
        Some(Action::Signal { what, heard })
    }

    /// Follows whether a thread looks at anything between taking its lock and waiting.
    fn look(&mut self, machine: &mut Machine<'_>, t: usize, pending: Pending) {
        let control = machine.state.threads[t].control.status;
        let method = machine.state.threads[t].frames.last().map(|frame| machine.program.method(frame.method));
        let class = method.map_or("", |method| machine.program.class_name(method.class));
        // What a lock does by way of threads and pools is no look either.
        let in_locks = is_called_within(machine, t, LOCKS);
        match pending {
            _ if matches!(control, Status::Notified { .. }) => {
                self.looked.remove(&t);
            }
            Pending::Lock(object) if machine.state.heap.monitor(object).0 == 0 => {
                self.looked.remove(&t);
            }
            Pending::Wait(_) if !self.looked.contains(&t) => {
                self.blind.insert(t);
            }
            Pending::Wait(_) => {
                self.blind.remove(&t);
            }
            Pending::Memory(_) if class.ends_with("$ConditionObject") => {
                if self.looked.contains(&t) {
                    self.blind.remove(&t);
                } else {
                    self.blind.insert(t);
                }
            }
            // Taking the lock of a condition.
            Pending::Memory(access) if in_locks && access.writes && !self.in_await(machine, t) => {
                self.looked.remove(&t);
            }
            Pending::Memory(access) if !in_locks && access.reads && is_shared(machine, access.location) => {
                self.looked.insert(t);
            }
            _ => {}
        }
    }

    fn in_await(&self, machine: &Machine<'_>, t: usize) -> bool {
        machine.state.threads[t].frames.iter().any(|frame| {
            let class = machine.program.method(frame.method).class;
            machine.program.class_name(class).ends_with("$ConditionObject")
        })
    }

    /// What became of the messages that thread `thread` could have used. One that was sent before the
    /// thread looked at what it waits for is no loss.
    fn fate(&self, thread: ThreadId, what: &str) -> Fate {
        let since = self.last.get(&thread.index()).copied().unwrap_or_default();
        let of_it = || self.messages.iter().filter(|message| message.what == what);
        if of_it().any(|message| message.heard && message.at > since) {
            Fate::Elsewhere
        } else if self.blind.contains(&thread.index()) && of_it().any(|message| !message.heard && message.at < since) {
            Fate::TooEarly
        } else {
            Fate::Unsent
        }
    }
}

/// Whether an instruction is worth telling: what the program itself does to memory that several
/// threads use, and what is meant for other threads.
fn matters(machine: &mut Machine<'_>, t: usize, pending: Pending) -> bool {
    let several = machine.state.threads.len() > 1;
    match pending {
        Pending::Start(_) | Pending::Notify { .. } | Pending::Interrupt(_) => true,
        Pending::Memory(access) if !access.writes && asked_for_interrupt(machine, access.location).is_some() => {
            several && asks_for_interrupt(machine, t)
        }
        Pending::Memory(access) => {
            several
                && (is_in_program(machine, t)
                    || is_called_by_program(machine, t, access::ATOMIC)
                    || access.writes
                        && is_state(machine, access.location)
                        && is_called_by_program(machine, t, LOCKS)
                        && !calls::is_in_told(machine, t))
                && is_shared(machine, access.location)
        }
        Pending::Interrupted(_) => several && asks_for_interrupt(machine, t),
        Pending::Lock(object) => several && is_in_program(machine, t) && machine.state.heap.tag(object) == SHARED,
        _ => false,
    }
}

/// Whether a place is the number that a lock of the JDK consists of.
fn is_state(machine: &Machine<'_>, location: Location) -> bool {
    let Location::Field { object, field } = location else { return false };
    let class = machine.program.class_name(machine.class_of(object));
    class.starts_with(LOCKS) && machine.program.text(machine.program.field(field).name) == synchronizers::STATE
}

fn is_of_lock(pending: Pending, machine: &Machine<'_>) -> bool {
    matches!(pending, Pending::Memory(access) if is_state(machine, access.location))
}

/// Whether the program itself asks whether a thread is interrupted.
fn asks_for_interrupt(machine: &Machine<'_>, t: usize) -> bool {
    let method = |frame: &Frame| machine.program.method(frame.method);
    let class = |frame: &Frame| machine.program.class_name(method(frame).class);
    let frames = &machine.state.threads[t].frames;
    let Some(caller) = frames.iter().rposition(|frame| class(frame) != threads::THREAD) else { return false };
    machine.program.class(method(&frames[caller]).class).origin == Origin::User
        && frames
            .get(caller + 1)
            .is_some_and(|callee| threads::asks_for_interrupt(class(callee), machine.program.text(method(callee).name)))
}

/// Whether thread `t` stands in a call of the program that went through a package of the JDK.
fn is_called_within(machine: &Machine<'_>, t: usize, package: &str) -> bool {
    let class = |frame: &Frame| machine.program.method(frame.method).class;
    let of_jdk = |frame: &&Frame| machine.program.class(class(frame)).origin != Origin::User;
    let frames = machine.state.threads[t].frames.iter().rev().take_while(of_jdk);
    frames.into_iter().any(|frame| machine.program.class_name(class(frame)).starts_with(package))
}

fn is_in_program(machine: &Machine<'_>, t: usize) -> bool {
    machine.state.threads[t].frames.last().is_some_and(|frame| {
        let class = machine.program.method(frame.method).class;
        machine.program.class(class).origin == Origin::User && !describe::is_synthesised(machine, frame.method)
    })
}

/// Whether thread `t` stands in methods of a package that the program has called.
fn is_called_by_program(machine: &Machine<'_>, t: usize, package: &str) -> bool {
    let class = |frame: &Frame| machine.program.method(frame.method).class;
    let inside = |frame: &Frame| machine.program.class_name(class(frame)).starts_with(package);
    let frames = &machine.state.threads[t].frames;
    let caller = frames.iter().rev().find(|frame| !inside(frame));
    frames.last().is_some_and(inside)
        && caller.is_some_and(|frame| machine.program.class(class(frame)).origin == Origin::User)
}

fn is_shared(machine: &Machine<'_>, location: Location) -> bool {
    match location {
        Location::Field { object, field } => {
            machine.state.heap.tag(object) == SHARED && !machine.program.field(field).is_final()
        }
        Location::Static { field } => !machine.program.field(field).is_final(),
        Location::Fields { object }
        | Location::Element { array: object, .. }
        | Location::Elements { array: object, .. } => machine.state.heap.tag(object) == SHARED,
    }
}

/// Whether a lock was not taken again by its owner.
fn took_first(machine: &Machine<'_>, pending: Pending) -> bool {
    matches!(pending, Pending::Lock(object) if machine.state.heap.monitor(object).1 <= 1)
}
