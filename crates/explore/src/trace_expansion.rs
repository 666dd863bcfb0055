//! Trace expansion: what happens inside the steps of a run. A step of the search ends where others can notice
//! something; what a thread does under a lock, or before there is another thread, is no step of its
//! own, but a reader wants to see it.
//!
//! In: a violation with its trace. Out: the same, each step with what was done [`within`](Step::within) it;
//! and for a deadlock of threads that wait for a message, whether that came too early or went elsewhere.

use heddle_jdk::synchronizers::LOCKS;
use heddle_jdk::{access, collections};
use heddle_machine::{Frame, Location, Machine, Pending, Ref, SHARED, Status};
use heddle_program::Origin;
use heddle_verdict::{Action, Choice, Deed, Kind, Printed, Step, ThreadId, Trace, Violation};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::describe::{self, Namer};
use crate::path::Path;
use crate::property::deadlock_kind::{Fate, by_instructions};
use crate::replay::Before;
use crate::single::{SingleRun, single_run, with_single_steps};

/// Runs that take longer than this are shown by their steps alone.
const LONGEST: usize = 400_000;

/// More than this in one step would bury the rest.
const MOST: usize = 40;

/// Looks at a violation's run again, instruction by instruction. `namer` has named what the trace
/// names. Leaves the violation as it is if the run is too long, and the path at its initial state.
pub fn expand_trace(path: &mut Path<'_>, namer: Namer, violation: &mut Violation) {
    let Ok(run) = single_run(path, &violation.schedule) else { return };
    let Some(trace) = &mut violation.trace else { return };
    if run.choices.len() > LONGEST || run.ends.len() != trace.steps.len() {
        return;
    }
    let mut expansion = Expansion::default();
    with_single_steps(path, |path| {
        path.namer = namer;
        expansion.go_through(path, &run, trace);
    });
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
}

impl Expansion {
    fn go_through(&mut self, path: &mut Path<'_>, run: &SingleRun, trace: &mut Trace) {
        let mut from = 0;
        for (step, &end) in trace.steps.iter_mut().zip(&run.ends) {
            // Tells which objects others can reach.
            path.machine.update_reach();
            let mut reads = FxHashSet::default();
            for (at, &choice) in run.choices[from..end].iter().enumerate() {
                self.take(path, choice, at == 0 && choice.thread == step.thread, step, &mut reads);
            }
            from = end;
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
            .rposition(|deed| deed.thread == step.thread && !matches!(deed.action, Action::Call { .. }));
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
        step: &mut Step,
        reads: &mut FxHashSet<(String, String)>,
    ) {
        let t = choice.thread.index();
        self.now += 1;
        self.last.insert(t, self.now);
        let pending = path.machine.pending(t);
        let worth = matters(&mut path.machine, t, pending);
        let signal = self.signal(path, t);
        self.look(&mut path.machine, t, pending);
        let mut place = if worth || signal.is_some() || matches!(pending, Pending::Output) {
            describe::stack(&path.machine, t).into_iter().find(|place| place.user)
        } else {
            None
        };
        let before = worth.then(|| Before::look(path, t));
        let printed = path.machine.state.output.len();
        let depth = path.machine.state.threads[t].frames.len();
        let calling = is_in_program(&path.machine, t) && path.machine.state.threads.len() > 1;
        let caller = calling.then(|| describe::stack(&path.machine, t).into_iter().next()).flatten();
        path.single(choice);
        let call = if calling && path.machine.state.threads[t].frames.len() > depth { called(path, t) } else { None };
        let action = before.map(|before| before.action(path, choice));
        if let Some(Action::Notify { what, woken, .. }) = &action {
            self.messages.push(Message { what: what.clone(), at: self.now, heard: !woken.is_empty() });
        }
        if call.is_some() {
            place = caller;
        }
        let mut deed = |action: Action, printed: Vec<Printed>| {
            if step.within.len() < MOST {
                step.within.push(Deed { thread: choice.thread, place: place.clone(), action, printed });
            }
        };
        if let Some(action) = signal.or(call) {
            deed(action, vec![]);
        }
        if let Some(action) = action.filter(|_| !first) {
            let again = match &action {
                Action::Read { what, value, .. } => !reads.insert((what.clone(), value.clone())),
                Action::Lock { .. } => !took_first(&path.machine, pending),
                _ => false,
            };
            if !again {
                deed(action, vec![]);
            }
        }
        // The trace ends with the exception; what the JDK prints about it says nothing more.
        let texts = path.machine.state.output[printed.min(path.machine.state.output.len())..].iter();
        let texts: Vec<Printed> = texts
            .map(|output| Printed { stderr: output.stderr, text: String::from_utf8_lossy(&output.bytes).into_owned() })
            .collect();
        if !texts.is_empty() && place.is_some() {
            deed(Action::Print, texts);
        }
    }

    /// A signal that thread `t` is just beginning to send.
    fn signal(&mut self, path: &mut Path<'_>, t: usize) -> Option<Action> {
        let Path { machine, namer, .. } = path;
        let frame = *machine.state.threads[t].frames.last()?;
        let class = machine.program.class_name(machine.program.method(frame.method).class);
        if !class.starts_with(LOCKS) {
            self.signalling.remove(&t);
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
        let in_locks = class.starts_with(LOCKS);
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
        Pending::Memory(access) => {
            several
                && (is_in_program(machine, t) || is_called_by_program(machine, t, access::ATOMIC))
                && is_shared(machine, access.location)
        }
        Pending::Lock(object) => several && is_in_program(machine, t) && machine.state.heap.tag(object) == SHARED,
        _ => false,
    }
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

/// The method of a shared collection or synchroniser that thread `t` has just entered.
fn called(path: &mut Path<'_>, t: usize) -> Option<Action> {
    let Path { machine, namer, .. } = path;
    let frame = *machine.state.threads[t].frames.last()?;
    let method = machine.program.method(frame.method);
    let class = machine.program.class_name(method.class);
    let known = collections::is_told(class);
    let this = machine.state.threads[t].regs[frame.base as usize] as Ref;
    let name = machine.program.text(method.name);
    if !known || method.is_static() || name.starts_with('<') || machine.state.heap.tag(this) != SHARED {
        return None;
    }
    namer.note_insides(machine, t);
    Some(Action::Call { what: namer.object(machine, this), method: name.into() })
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
