//! `java.util.concurrent.locks.LockSupport`: what a thread waits for is told to debuggers only.

use heddle_machine::{Machine, Native, NativeResult, Ref};
use heddle_program::effect::{PURE, Source};

use crate::rows::{Slots, null_pointer, object, pure, row, unsupported};

const CLASS: &str = "java/util/concurrent/locks/LockSupport";

pub const ROWS: &[Native] = &[
    pure(CLASS, "setBlocker", "(Ljava/lang/Thread;Ljava/lang/Object;)V", set_blocker),
    row(
        CLASS,
        "getBlocker",
        "(Ljava/lang/Thread;)Ljava/lang/Object;",
        get_blocker,
        PURE.giving(Source::Existing("java/lang/Object")),
    ),
];

fn get_blocker(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(0) == 0 {
        return Err(null_pointer(machine));
    }
    if machine.is_exploring() {
        return Err(unsupported("LockSupport.getBlocker, which tells what a thread waits for"));
    }
    object(machine.field(args.object(0), "parkBlocker") as Ref)
}

/// Not while exploring: the field is no part of the state, so nothing must lead there.
fn set_blocker(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if !machine.is_exploring() {
        machine.set_field(args.object(0), "parkBlocker", args[1]);
    }
    Ok(0)
}
