//! `java.util.concurrent.ForkJoinPool`: which queue a worker looks at first. The pool draws it at random; here
//! (`program/src/translate/amend.rs`) it asks `ThreadLocalRandom.getProbe`, and the answer is a choice among the
//! queues that have a task. With an index below 65,536 a worker goes on to the next queue, and so on, so
//! that every queue comes first in one of the choices, as it does for some seed.

use heddle_machine::{HEADER, Machine, Native, NativeResult, Pending, Ref};
use heddle_program::effect::{Aspect, PURE};

use crate::rows::row;

pub const ROWS: &[Native] = &[row(
    "java/util/concurrent/ThreadLocalRandom",
    "getProbe",
    "()I",
    get_probe,
    PURE.observing(&[Aspect::Choice, Aspect::Randomness]),
)
.refined(probe_choices)];

fn probe_choices(machine: &Machine<'_>, _: &[u64]) -> Pending {
    match scanned(machine) {
        Some(pool) => Pending::Choose(filled(machine, pool).count().max(1) as u32),
        None => Pending::Local,
    }
}

fn get_probe(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    if let Some(pool) = scanned(machine) {
        let wanted = machine.stepper.alternative as usize;
        return Ok(filled(machine, pool).nth(wanted).map_or(0, u64::from));
    }
    let thread = machine.state.threads[machine.stepper.current].object;
    Ok(machine.field(thread, "threadLocalRandomProbe"))
}

/// The pool whose worker asks where to begin.
fn scanned(machine: &Machine<'_>) -> Option<Ref> {
    let thread = &machine.state.threads[machine.stepper.current];
    let frame = thread.frames.last()?;
    let method = machine.program.method(frame.method);
    let scans = machine.program.text(method.name) == "runWorker"
        && machine.program.class_name(method.class) == "java/util/concurrent/ForkJoinPool";
    scans.then(|| thread.regs[frame.base as usize] as Ref)
}

/// The indices of a pool's queues in which a task is next.
fn filled<'m>(machine: &'m Machine<'_>, pool: Ref) -> impl Iterator<Item = u32> + 'm {
    let queues = reference(machine, pool, "queues").filter(|&queues| queues != 0);
    queues.into_iter().flat_map(move |queues| {
        (0..machine.state.heap.len(queues)).filter(move |&index| has_next(machine, element(machine, queues, index)))
    })
}

fn has_next(machine: &Machine<'_>, queue: Ref) -> bool {
    if queue == 0 {
        return false;
    }
    let (Some(tasks), Some(base)) = (reference(machine, queue, "array"), reference(machine, queue, "base")) else {
        return false;
    };
    let len = if tasks == 0 { 0 } else { machine.state.heap.len(tasks) };
    len > 0 && element(machine, tasks, base & (len - 1)) != 0
}

fn element(machine: &Machine<'_>, array: Ref, index: u32) -> Ref {
    machine.element(array, heddle_program::ir::ElementKind::Ref, index) as Ref
}

/// A reference or `int` in a field, if there is such a field.
fn reference(machine: &Machine<'_>, object: Ref, name: &str) -> Option<Ref> {
    let field = machine.program.find_field(machine.class_of(object), name)?;
    Some(machine.state.heap.cell(object + HEADER + machine.program.field(field).place) as Ref)
}
