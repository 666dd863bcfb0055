//! `java.lang.ref`: references whose referents are never cleared by a collector.
//!
//! The threads that would wait for the collector are not started (see `thread`).

use heddle_machine::{Machine, Native, NativeResult};

use crate::rows::{Slots, flag, local, nothing};

const REFERENCE: &str = "java/lang/ref/Reference";
const PHANTOM: &str = "java/lang/ref/PhantomReference";
const FINALIZER: &str = "java/lang/ref/Finalizer";

pub const ROWS: &[Native] = &[
    local(REFERENCE, "refersTo0", "(Ljava/lang/Object;)Z", refers_to),
    local(PHANTOM, "refersTo0", "(Ljava/lang/Object;)Z", refers_to),
    local(REFERENCE, "clear0", "()V", clear),
    local(PHANTOM, "clear0", "()V", clear),
    local(REFERENCE, "getAndClearReferencePendingList", "()Ljava/lang/ref/Reference;", nothing),
    local(REFERENCE, "hasReferencePendingList", "()Z", nothing),
    local(FINALIZER, "isFinalizationEnabled", "()Z", nothing),
    local(FINALIZER, "reportComplete", "(Ljava/lang/Object;)V", nothing),
    local("java/lang/ref/Finalizer", "register", "(Ljava/lang/Object;)V", nothing),
];

fn refers_to(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    flag(machine.field(args.object(0), "referent") as u32 == args.object(1))
}

fn clear(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    machine.set_field(args.object(0), "referent", 0);
    Ok(0)
}
