//! Looks for states that contradict the analysis: a thread about to do what is not among its future
//! accesses, a call that is no edge of the call graph, a write to a field that counts as immutable.

use heddle_analysis::future::Futures;
use heddle_machine::{FrameKind, Location, Machine, Pending, SHARED};
use heddle_program::{FieldId, MethodId};
use rustc_hash::FxHashSet;

use super::future::may_access;
use super::{lock, place};

pub fn refute(futures: &mut Futures<'_>, immutable: &FxHashSet<FieldId>, machine: &mut Machine<'_>) -> Option<String> {
    let live: Vec<usize> = machine.live_threads().collect();
    for thread in live {
        if let Some(edge) = unknown_call(futures, machine, thread) {
            return Some(edge);
        }
        let accesses = match machine.pending(thread) {
            Pending::Memory(access) => vec![access],
            Pending::Copy { from, to } => vec![from, to],
            Pending::Lock(object) => {
                let table = futures.ask(lock(machine, object), false);
                if !may_access(futures, machine, thread, table) {
                    return Some(format!("{} takes a monitor", top(machine, thread)));
                }
                continue;
            }
            _ => continue,
        };
        for access in accesses {
            let Some(place) = place(machine, access.location) else { continue };
            let table = futures.ask(place, access.writes);
            if !may_access(futures, machine, thread, table) {
                return Some(format!("{} makes the access {access:?}", top(machine, thread)));
            }
            if let Location::Field { object, field } = access.location
                && access.writes
                && machine.heap.tag(object) == SHARED
                && immutable.contains(&field)
            {
                return Some(format!("{} writes an immutable field", top(machine, thread)));
            }
        }
    }
    None
}

/// A call on a thread's stack that the call graph lacks, if both methods were analysed.
fn unknown_call(futures: &Futures<'_>, machine: &Machine<'_>, thread: usize) -> Option<String> {
    let facts = futures.facts();
    let frames = &machine.threads[thread].frames;
    for (caller, callee) in frames.iter().zip(frames.iter().skip(1)) {
        if callee.kind != FrameKind::Call || !facts.is_read(caller.method) || is_written(machine, callee.method) {
            continue;
        }
        let mut targets =
            facts.calls(caller.method).iter().filter(|(pc, _)| *pc == caller.pc).map(|&(_, target)| target);
        let calls = |method: MethodId| facts.calls(method).iter().any(|&(_, target)| target == callee.method);
        if !targets.any(|target| target == callee.method || calls(target)) {
            return Some(format!("{} calls {}", name(machine, caller.method), name(machine, callee.method)));
        }
    }
    None
}

/// Whether the machine wrote a method itself.
fn is_written(machine: &Machine<'_>, method: MethodId) -> bool {
    machine.program.class_name(machine.program.method(method).class).contains("$$")
}

fn top(machine: &Machine<'_>, thread: usize) -> String {
    machine.threads[thread]
        .frames
        .last()
        .map_or_else(String::new, |frame| format!("{} at instruction {}", name(machine, frame.method), frame.pc))
}

fn name(machine: &Machine<'_>, method: MethodId) -> String {
    let info = machine.program.method(method);
    let class = heddle_machine::names::external(machine.program, info.class);
    format!("{class}.{}{}", machine.program.text(info.name), machine.program.text(info.descriptor))
}
