//! `java.util.concurrent.locks.LockSupport`: what a thread waits for is told to debuggers only.

use heddle_machine::{Machine, Native, NativeResult};

use crate::rows::{Slots, pure};

pub const ROWS: &[Native] = &[pure(
    "java/util/concurrent/locks/LockSupport",
    "setBlocker",
    "(Ljava/lang/Thread;Ljava/lang/Object;)V",
    set_blocker,
)];

/// Not while exploring: the field is no part of the state, so nothing must lead there.
fn set_blocker(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if !machine.is_exploring() {
        machine.set_field(args.object(0), "parkBlocker", args[1]);
    }
    Ok(0)
}
