//! `java.lang.Object`.

use heddle_machine::{Access, HEADER, Heap, Location, Machine, Mode, Native, NativeResult, Pending, Ref, SHARED};
use heddle_program::ClassKind;
use heddle_program::effect::{Aspect, Effect, PURE, Place, Source};

use crate::rows::{INTERRUPTED, Slots, int, object, pure, row};

const CLASS: &str = "java/lang/Object";

/// Whoever is notified and interrupted at once keeps the interrupt or loses it.
const WAITS: Effect = PURE.touching(&[Place::Monitor(0), INTERRUPTED]).blocking();

pub const ROWS: &[Native] = &[
    pure(CLASS, "getClass", "()Ljava/lang/Class;", get_class),
    row(CLASS, "hashCode", "()I", hash_code, PURE.observing(&[Aspect::IdentityHash])),
    row(CLASS, "clone", "()Ljava/lang/Object;", clone, PURE.reading(&[Place::Any(0)]).giving(Source::Argument(0)))
        .refined(clone_effect),
    // `wait(long)` is native up to JDK 18, `wait0` since.
    row(CLASS, "wait", "(J)V", wait, WAITS).refined(wait_effect),
    row(CLASS, "wait0", "(J)V", wait, WAITS).refined(wait_effect),
    row(CLASS, "notify", "()V", notify, WAITS).refined(notify_effect),
    row(CLASS, "notifyAll", "()V", notify_all, WAITS).refined(notify_all_effect),
];

fn get_class(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = machine.class_of(args.object(0));
    object(machine.mirror(class))
}

fn hash_code(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    int(machine.identity_hash(args.object(0)))
}

fn clone(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let original = args.object(0);
    let class = machine.class_of(original);
    let copy = match machine.program.class(class).kind {
        ClassKind::Array { kind, .. } => {
            let len = machine.state.heap.len(original);
            let copy = machine.new_array(class, len)?;
            machine.state.heap.copy_cells(original + HEADER, copy + HEADER, Heap::array_cells(kind, len) as u32);
            copy
        }
        _ => {
            let cloneable = machine.program.well_known().cloneable;
            if !machine.is_instance(original, cloneable) {
                let name = heddle_machine::names::external(machine.program, class);
                return Err(machine.throw("java/lang/CloneNotSupportedException", &name));
            }
            let copy = machine.new_object(class)?;
            let cells = machine.program.class(class).layout.fields.len() as u32;
            machine.state.heap.copy_cells(original + HEADER, copy + HEADER, cells);
            copy
        }
    };
    object(copy)
}

/// Copying a shared array reads all of its elements, copying another object all of its fields.
fn clone_effect(machine: &Machine<'_>, args: &[u64]) -> Pending {
    let original = args.object(0);
    if machine.state.heap.tag(original) != SHARED {
        return Pending::Local;
    }
    if machine.element_kind(original).is_none() {
        let location = Location::Fields { object: original };
        return Pending::Memory(Access { location, reads: true, writes: false, mode: Mode::Plain });
    }
    match machine.state.heap.len(original) {
        0 => Pending::Local,
        len => Pending::Memory(elements(original, 0, len, true)),
    }
}

/// A plain access to a run of array elements.
pub fn elements(array: Ref, from: u32, to: u32, reads: bool) -> Access {
    Access { location: Location::Elements { array, from, to }, reads, writes: !reads, mode: Mode::Plain }
}

fn wait(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let millis = args.long(1);
    if millis < 0 {
        return Err(machine.throw("java/lang/IllegalArgumentException", "timeout value is negative"));
    }
    machine.native_compares_with_zero(millis);
    machine.monitor_wait(args.object(0), millis.saturating_mul(1_000_000))
}

fn wait_effect(_: &Machine<'_>, args: &[u64]) -> Pending {
    Pending::Wait(args.object(0))
}

fn notify(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    machine.monitor_notify(args.object(0), false)
}

fn notify_effect(_: &Machine<'_>, args: &[u64]) -> Pending {
    Pending::Notify { object: args.object(0), all: false }
}

fn notify_all(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    machine.monitor_notify(args.object(0), true)
}

fn notify_all_effect(_: &Machine<'_>, args: &[u64]) -> Pending {
    Pending::Notify { object: args.object(0), all: true }
}
