//! Calls that a trace tells: those that the program makes to collections and synchronisers of the JDK, and those that go from
//! one package of the class path to another, of which pages show the ones into libraries. A call is followed from its
//! first instruction to its return, so that what it was given and what came of it can be told.

use heddle_jdk::synchronizers::{Holding, LOCKS};
use heddle_jdk::{collections, synchronizers, values};
use heddle_machine::{BacktraceFrame, Frame, Machine, Ref, SHARED};
use heddle_program::ir::{Catch, Instr, NO_REG};
use heddle_program::{ClassId, MethodId, Origin};
use heddle_verdict::{Action, Place};
use rustc_hash::FxHashMap;

use crate::describe::{self, Namer};
use crate::happens_before::HappensBefore;
use crate::path::Path;

/// An event of a call, and where the program stands.
pub struct Called {
    pub action: Action,
    pub place: Option<Place>,
    pub callers: Vec<Place>,
    /// The method, if it is one of the class path.
    pub callee: Option<Place>,
}

/// A call that has not returned.
struct Open {
    this: Ref,
    what: String,
    arguments: Vec<String>,
    method: MethodId,
    /// Frames of the thread when it has returned.
    depth: usize,
    /// Where the call stands.
    frame: BacktraceFrame,
    place: Option<Place>,
    callers: Vec<Place>,
    callee: Option<Place>,
    /// Its begin was told, and so is its end.
    is_told: bool,
    /// There was another thread.
    several: bool,
}

/// The calls of all threads that have not returned, outermost first.
#[derive(Default)]
pub struct Calls(FxHashMap<usize, Vec<Open>>);

impl Calls {
    /// Thread `t` has just entered a method from code of the program. `before` are its frames as they were. What is called while
    /// there are no `several` threads is only followed: the locks that it takes may be held when there are.
    pub fn enter(&mut self, path: &mut Path<'_>, t: usize, before: &[Frame], several: bool) -> Option<Called> {
        let Path { machine, namer, .. } = path;
        let top = *before.last()?;
        let program = machine.program;
        let frame = *machine.state.threads[t].frames.last()?;
        let method = program.method(frame.method);
        let (class, name) = (program.class_name(method.class), program.text(method.name));
        let this = if method.is_static() { 0 } else { machine.state.threads[t].regs[frame.base as usize] as Ref };
        let is_shared = this != 0 && machine.state.heap.tag(this) == SHARED;
        let of_jdk = is_shared && collections::is_told(class);
        let caller = program.method(top.method).class;
        let crosses = program.class(method.class).origin == Origin::User
            && !describe::is_synthesised(machine, frame.method)
            && !describe::is_synthesised(machine, top.method)
            && package(machine, caller) != package(machine, method.class)
            && (is_shared || method.is_static());
        let tries = !method.is_static() && synchronizers::tries(class, name);
        let follows = tries || !method.is_static() && synchronizers::holding(class, name).is_some();
        let is_told = (of_jdk || crosses) && !name.starts_with('<') && !tries && several;
        if !is_told && !follows {
            return None;
        }
        namer.note_insides(machine, t);
        let (place, callers) = describe::levels_of(machine, before);
        let what = if this == 0 { describe::short_class(machine, method.class) } else { namer.object(machine, this) };
        let arguments = if is_told || is_shared && several { arguments(machine, namer, t, frame) } else { vec![] };
        let callee = crosses.then(|| describe::place(machine, BacktraceFrame { method: frame.method, pc: 0 }));
        let open = Open {
            this,
            what,
            arguments,
            method: frame.method,
            depth: machine.state.threads[t].frames.len() - 1,
            frame: BacktraceFrame { method: top.method, pc: top.pc },
            place,
            callers,
            callee,
            is_told,
            several,
        };
        let action = Action::Call {
            what: open.what.clone(),
            method: name.into(),
            arguments: Some(open.arguments.clone()),
            result: None,
        };
        let called = is_told.then(|| open.tell(action));
        self.0.entry(t).or_default().push(open);
        called
    }

    /// What is to be told of the calls that thread `t` has just returned from.
    pub fn returned(&mut self, path: &mut Path<'_>, t: usize, known: &mut HappensBefore) -> Vec<Called> {
        let mut told = Vec::new();
        let Some(list) = self.0.get_mut(&t) else { return told };
        while let Some(open) = list.pop_if(|open| path.machine.state.threads[t].frames.len() <= open.depth) {
            if !path.machine.state.threads[t].frames.is_empty() {
                told.extend(open.returned(path, t, known));
            }
        }
        told
    }
}

impl Open {
    fn tell(&self, action: Action) -> Called {
        Called { action, place: self.place.clone(), callers: self.callers.clone(), callee: self.callee.clone() }
    }

    fn returned(&self, path: &mut Path<'_>, t: usize, known: &mut HappensBefore) -> Option<Called> {
        let Path { machine, namer, .. } = path;
        let method = machine.program.method(self.method);
        let (class, name) = (machine.program.class_name(method.class), machine.program.text(method.name));
        let came_back = is_behind(machine, t, self.frame);
        let result = came_back.then(|| result(machine, t, self.frame)).flatten();
        let tries = !method.is_static() && synchronizers::tries(class, name);
        // Without a result it was left by an exception, or gives none.
        match synchronizers::holding(class, name) {
            Some(Holding::Takes) if tries && result.is_none_or(|result| result == 0) => {}
            Some(holding) if !method.is_static() => known.returned(t, self.this, holding, Some(self.frame)),
            _ => {}
        }
        if tries {
            let result = result.filter(|_| self.several)?;
            let result = Some(result).filter(|_| machine.state.heap.tag(self.this) == SHARED)?;
            // What a lock does for its owner is told by its state.
            if result != 0 && class.starts_with(LOCKS) && !collections::is_told(class) {
                return None;
            }
            let shown = if name.contains("Lock") && result > 1 { "a stamp".into() } else { (result != 0).to_string() };
            return Some(self.tell(Action::Call {
                what: self.what.clone(),
                method: name.into(),
                arguments: Some(self.arguments.clone()),
                result: Some(shown),
            }));
        }
        if !self.is_told || !came_back {
            return None;
        }
        let ty = method.result;
        let result = result.map(|value| bare(namer.value(machine, ty, value)));
        Some(self.tell(Action::Return { what: self.what.clone(), method: name.into(), result }))
    }
}

/// The method of the JDK that code of the program has called and in which thread `t` stands, if traces tell it: which of its
/// frames that is.
pub fn told_call(machine: &Machine<'_>, t: usize) -> Option<usize> {
    let frames = &machine.state.threads[t].frames;
    let is_user =
        |frame: &Frame| machine.program.class(machine.program.method(frame.method).class).origin == Origin::User;
    let at = frames.iter().rposition(is_user)? + 1;
    let method = machine.program.method(frames.get(at)?.method);
    let (class, name) = (machine.program.class_name(method.class), machine.program.text(method.name));
    let is_told = !name.starts_with('<') && (collections::is_told(class) || synchronizers::tries(class, name));
    (is_told && !method.is_static()).then_some(at)
}

/// Whether thread `t` stands in a call of the program that is told with its arguments and result, not by what it does to a lock.
pub fn is_in_told(machine: &Machine<'_>, t: usize) -> bool {
    let callee = told_call(machine, t).map(|at| machine.state.threads[t].frames[at].method);
    callee.is_some_and(|callee| collections::is_told(machine.program.class_name(machine.program.method(callee).class)))
}

/// The call that thread `t` has just entered, without its result, and where its caller stands.
pub fn entered(path: &mut Path<'_>, t: usize, before: &[Frame]) -> Option<(Action, BacktraceFrame)> {
    let Path { machine, namer, .. } = path;
    let top = before.last()?;
    let frame = *machine.state.threads[t].frames.last()?;
    namer.note_insides(machine, t);
    let method = machine.program.method(frame.method);
    let name = machine.program.text(method.name);
    let this = machine.state.threads[t].regs[frame.base as usize] as Ref;
    let (what, arguments) = (namer.object(machine, this), Some(arguments(machine, namer, t, frame)));
    let action = Action::Call { what, method: name.into(), arguments, result: None };
    Some((action, BacktraceFrame { method: top.method, pc: top.pc }))
}

/// What a call gave, whose caller thread `t` has just come back to; nothing if it gave nothing or was left by an exception.
pub fn gave(path: &mut Path<'_>, t: usize, callee: MethodId, caller: BacktraceFrame) -> Option<String> {
    let Path { machine, namer, .. } = path;
    let value = is_behind(machine, t, caller).then(|| result(machine, t, caller)).flatten()?;
    let ty = machine.program.method(callee).result;
    Some(bare(namer.value(machine, ty, value)))
}

/// The package of a class, with those of the classes around it.
fn package<'p>(machine: &Machine<'p>, class: ClassId) -> &'p str {
    let name = machine.program.class_name(class);
    name.rsplit_once('/').map_or("", |(package, _)| package)
}

/// What a method was called with, as its frame has it at the beginning.
fn arguments(machine: &mut Machine<'_>, namer: &mut Namer, t: usize, frame: Frame) -> Vec<String> {
    let method = machine.program.method(frame.method);
    let mut slot = frame.base as usize + usize::from(!method.is_static());
    let mut arguments = Vec::new();
    for &ty in &method.params {
        let value = machine.state.threads[t].regs.get(slot).copied().unwrap_or_default();
        arguments.push(bare(namer.value(machine, ty, value)));
        slot += usize::from(ty.slots());
    }
    arguments
}

/// A boxed number as source code would write it.
fn bare(value: String) -> String {
    match value.split_once('(').filter(|(class, _)| values::is_box(&format!("java/lang/{class}"))) {
        Some((_, number)) => number.trim_end_matches(')').to_owned(),
        None => value,
    }
}

/// Whether a thread has gone on behind a call.
fn is_behind(machine: &Machine<'_>, t: usize, call: BacktraceFrame) -> bool {
    let thread = &machine.state.threads[t];
    thread.control.unwinding == 0
        && thread.frames.last().is_some_and(|frame| frame.method == call.method && frame.pc == call.pc + 1)
}

/// The result of a call that thread `t` stands behind.
fn result(machine: &Machine<'_>, t: usize, call: BacktraceFrame) -> Option<u64> {
    let frame = machine.state.threads[t].frames.last()?;
    let code = machine.program.code(call.method).ok()?;
    let Instr::Invoke { k } = code.instrs[call.pc as usize] else { return None };
    let dest = code.calls[k as usize].dest;
    (dest != NO_REG).then(|| machine.state.threads[t].regs[frame.base as usize + usize::from(dest)])
}

/// An exception that the last instruction of thread `t` threw, or let through, and that was caught: by the program, or by code of
/// the JDK after it had left code of the program. `before` are the frames of the thread as they were.
pub fn caught(machine: &mut Machine<'_>, t: usize, before: &[Frame]) -> Option<Called> {
    let frames = &machine.state.threads[t].frames;
    let frame = *frames.last()?;
    let was = before.get(frames.len() - 1)?;
    if was.method != frame.method || was.pc == frame.pc {
        return None;
    }
    let code = machine.program.code(frame.method).ok()?;
    // Nothing but an exception leads to a handler. What finally blocks and synchronized blocks catch they throw again.
    let handler = code.handlers.iter().find(|handler| {
        handler.target == frame.pc && handler.start <= was.pc && was.pc < handler.end && handler.catch != Catch::Any
    })?;
    let exception = machine.state.threads[t].regs[frame.base as usize + usize::from(handler.dest)] as Ref;
    let is_user = |frame: &Frame| {
        let class = machine.program.method(frame.method).class;
        machine.program.class(class).origin == Origin::User && !describe::is_synthesised(machine, frame.method)
    };
    let left = before.len() > frames.len() && before[frames.len()..].iter().any(is_user);
    if exception == 0 || !is_user(&frame) && !left {
        return None;
    }
    let by = describe::place(machine, BacktraceFrame { method: frame.method, pc: frame.pc });
    let mut created = describe::created(machine, exception);
    created.retain(|place| place.user);
    let exception = machine.describe_exception(exception);
    let (place, callers) = describe::levels(created);
    Some(Called { action: Action::Caught { exception, by }, place, callers, callee: None })
}
