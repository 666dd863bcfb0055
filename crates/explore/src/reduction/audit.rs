//! Looks for states that contradict the analysis: a thread about to do what is not among its future
//! accesses, a call that is no edge of the call graph, a write to a field that counts as immutable, two
//! threads before conflicting accesses of which one is to something owned or protected.
//!
//! The last shows where no step has ended because of the claim itself: a search with `--reduce local`
//! ends a step before every access that others could notice.

use std::sync::Arc;

use heddle_analysis::future::{Futures, is_written};
use heddle_machine::{Access, FrameKind, Location, Machine, Pending, SHARED};
use heddle_program::{FieldId, MethodId};
use rustc_hash::FxHashSet;

use super::future::may_access;
use super::site_facts::{Rank, SiteFacts};
use super::table::Setting;
use super::{monitors, place};

/// What the states of a search are compared with.
pub struct Audit<'p> {
    futures: Futures<'p>,
    immutable: Arc<FxHashSet<FieldId>>,
    site_facts: Option<Arc<SiteFacts>>,
}

impl<'p> Audit<'p> {
    pub fn new(setting: &Setting<'_, 'p>) -> Option<Self> {
        let knowledge = setting.knowledge.filter(|knowledge| knowledge.facts().escapes().is_none())?;
        Some(Self {
            futures: knowledge.futures(setting.program, setting.semantics.precision),
            immutable: knowledge.immutable(),
            site_facts: knowledge.site_facts(setting.program),
        })
    }

    /// How a state contradicts the analysis.
    pub fn contradiction(&mut self, machine: &mut Machine<'_>) -> Option<String> {
        let facts = check_facts(&mut self.futures, &self.immutable, machine);
        facts.or_else(|| check_shape(self.site_facts.as_deref()?, machine))
    }
}

fn check_facts(futures: &mut Futures<'_>, immutable: &FxHashSet<FieldId>, machine: &mut Machine<'_>) -> Option<String> {
    let live = foreseen_threads(machine);
    for thread in live {
        if let Some(edge) = unknown_call(futures, machine, thread) {
            return Some(edge);
        }
        let accesses = match machine.pending(thread) {
            Pending::Lock(object) => {
                let table = futures.ask(monitors::place(machine, object), false);
                if !may_access(futures, machine, thread, table) {
                    return Some(format!("{} takes a monitor", top(machine, thread)));
                }
                continue;
            }
            pending => pending.accesses(),
        };
        for access in accesses {
            let Some(place) = place(machine, access.location) else { continue };
            let table = futures.ask(place, access.writes);
            if !may_access(futures, machine, thread, table) {
                return Some(format!("{} makes the access {access:?}", top(machine, thread)));
            }
            if let Location::Field { object, field } = access.location
                && access.writes
                && machine.state.heap.tag(object) == SHARED
                && immutable.contains(&field)
            {
                return Some(format!("{} writes an immutable field", top(machine, thread)));
            }
        }
    }
    None
}

/// A thread that is about to use what the shape analysis gives to another one, or keeps from it by a lock.
fn check_shape(site_facts: &SiteFacts, machine: &mut Machine<'_>) -> Option<String> {
    let live = foreseen_threads(machine);
    let standing: Vec<(usize, Pending)> = live.iter().map(|&thread| (thread, machine.pending(thread))).collect();
    for &(thread, pending) in &standing {
        let rank = match pending {
            Pending::Memory(_) => site_facts.memory(machine, thread),
            Pending::Lock(_) => site_facts.monitor(machine, thread),
            _ => None,
        };
        let Some(rank @ (Rank::Owned | Rank::Protected)) = rank else { continue };
        let other = standing.iter().find(|&&(other, at)| other != thread && are_dependent(pending, at));
        if let Some(&(other, _)) = other {
            let (one, other) = (top(machine, thread), top(machine, other));
            let what = if rank == Rank::Owned { "owned" } else { "protected" };
            return Some(format!("{one} is about to use what counts as {what}, and so is {other}"));
        }
    }
    None
}

/// The threads that the facts are about: all that are alive but shutdown hooks (`confirm.rs`).
fn foreseen_threads(machine: &Machine<'_>) -> Vec<usize> {
    machine.live_threads().filter(|&thread| !machine.is_of_shutdown(thread)).collect()
}

fn are_dependent(one: Pending, other: Pending) -> bool {
    let conflict = |a: Access, b: Access| a.location == b.location && (a.writes || b.writes);
    match (one, other) {
        (Pending::Memory(a), Pending::Memory(b)) => conflict(a, b),
        (Pending::Lock(a), Pending::Lock(b)) => a == b,
        _ => false,
    }
}

/// A call on a thread's stack that the call graph lacks, if both methods were analysed.
fn unknown_call(futures: &Futures<'_>, machine: &Machine<'_>, thread: usize) -> Option<String> {
    let facts = futures.facts();
    let frames = &machine.state.threads[thread].frames;
    for (caller, callee) in frames.iter().zip(frames.iter().skip(1)) {
        if callee.kind != FrameKind::Call || !facts.is_read(caller.method) || is_written(machine.program, callee.method)
        {
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

fn top(machine: &Machine<'_>, thread: usize) -> String {
    machine.state.threads[thread]
        .frames
        .last()
        .map_or_else(String::new, |frame| format!("{} at instruction {}", name(machine, frame.method), frame.pc))
}

fn name(machine: &Machine<'_>, method: MethodId) -> String {
    let info = machine.program.method(method);
    let class = heddle_machine::names::external(machine.program, info.class);
    format!("{class}.{}{}", machine.program.text(info.name), machine.program.text(info.descriptor))
}
