//! Choices of the environment: `heddle.Verify`, and the calls of JPF's `Verify` and of SV-COMP's
//! `Verifier` that come to the same. A value of a whole `int` cannot be enumerated, so
//! `nondetInt` and its like stay without an implementation: the verdict is *unknown* then.

use heddle_machine::{Machine, Native, NativeResult, Pending, Stop, Trap};
use heddle_program::effect::{Aspect, PURE};

use crate::rows::{Slots, row};

const HEDDLE: &str = "heddle/Verify";
const JPF: &str = "gov/nasa/jpf/vm/Verify";
const SV_COMP: &str = "org/sosy_lab/sv_benchmarks/Verifier";

pub const ROWS: &[Native] = &[
    row(HEDDLE, "anyInt", "(II)I", any_int, PURE.observing(&[Aspect::Choice])).refined(int_choices),
    row(HEDDLE, "anyBoolean", "()Z", any_boolean, PURE.observing(&[Aspect::Choice])).refined(two),
    row(HEDDLE, "assume", "(Z)V", assume, PURE).refined(nothing),
    row(HEDDLE, "beginAtomic", "()V", begin_atomic, PURE).refined(global),
    row(HEDDLE, "endAtomic", "()V", end_atomic, PURE).refined(nothing),
    row(JPF, "getInt", "(II)I", any_int, PURE.observing(&[Aspect::Choice])).refined(int_choices),
    row(JPF, "getBoolean", "()Z", any_boolean, PURE.observing(&[Aspect::Choice])).refined(two),
    row(JPF, "random", "(I)I", random, PURE.observing(&[Aspect::Choice])).refined(random_choices),
    row(JPF, "randomBool", "()Z", any_boolean, PURE.observing(&[Aspect::Choice])).refined(two),
    row(JPF, "ignoreIf", "(Z)V", ignore_if, PURE).refined(nothing),
    row(JPF, "beginAtomic", "()V", begin_atomic, PURE).refined(global),
    row(JPF, "endAtomic", "()V", end_atomic, PURE).refined(nothing),
    row(SV_COMP, "nondetBoolean", "()Z", any_boolean, PURE.observing(&[Aspect::Choice])).refined(two),
    row(SV_COMP, "assume", "(Z)V", assume, PURE).refined(nothing),
];

/// Number of values from `lo` to `hi`; one if the range is empty, so that the call is executed and
/// can complain.
fn range(lo: i32, hi: i32) -> u32 {
    (i64::from(hi) - i64::from(lo) + 1).clamp(1, i64::from(u32::MAX)) as u32
}

fn int_choices(_: &Machine<'_>, args: &[u64]) -> Pending {
    Pending::Choose(range(args.int(0), args.int(1)))
}

fn random_choices(_: &Machine<'_>, args: &[u64]) -> Pending {
    Pending::Choose(range(0, args.int(0)))
}

fn two(_: &Machine<'_>, _: &[u64]) -> Pending {
    Pending::Choose(2)
}

fn nothing(_: &Machine<'_>, _: &[u64]) -> Pending {
    Pending::Local
}

fn global(_: &Machine<'_>, _: &[u64]) -> Pending {
    Pending::Global
}

fn any_int(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    pick(machine, args.int(0), args.int(1))
}

fn random(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    pick(machine, 0, args.int(0))
}

fn pick(machine: &mut Machine<'_>, lo: i32, hi: i32) -> NativeResult {
    if lo > hi {
        let message = format!("no value from {lo} to {hi}");
        return Err(machine.throw("java/lang/IllegalArgumentException", &message));
    }
    Ok(u64::from(lo.wrapping_add(machine.stepper.alternative as i32) as u32))
}

fn any_boolean(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    Ok(u64::from(machine.stepper.alternative == 1))
}

fn assume(_: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.flag(0) { Ok(0) } else { Err(Trap::Stop(Stop::Ignore)) }
}

fn ignore_if(_: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.flag(0) { Err(Trap::Stop(Stop::Ignore)) } else { Ok(0) }
}

fn begin_atomic(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let current = machine.stepper.current;
    machine.control(current).atomic += 1;
    Ok(0)
}

fn end_atomic(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let current = machine.stepper.current;
    let control = machine.control(current);
    control.atomic = control.atomic.saturating_sub(1);
    Ok(0)
}
