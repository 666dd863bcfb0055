//! How rows of the native table are written down, and how natives read arguments and give results.

use heddle_machine::{Announce, Machine, Native, NativeFn, NativeResult, Pending, Ref, Stop, Trap};
use heddle_program::ClassId;
use heddle_program::effect::{Effect, PURE, Place};

/// A row whose native touches only what is immutable, new or the calling thread's own, and gives a number,
/// or something new or immutable.
pub const fn pure(class: &'static str, name: &'static str, descriptor: &'static str, run: NativeFn) -> Native {
    row(class, name, descriptor, run, PURE)
}

/// A row whose native has this effect.
pub const fn row(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    run: NativeFn,
    effect: Effect,
) -> Native {
    Native::new(class, name, descriptor, run, effect)
}

/// For [`Native::refined`]: what others can notice is done by code that the native runs, or by an
/// instruction later.
pub const LATER: Announce = |_, _| Pending::Local;

/// The flag that others set, and that a thread which waits clears.
pub const INTERRUPTED: Place = Place::OfAll("java/lang/Thread", "interrupted");

/// Typed reading of argument slots.
pub trait Slots {
    fn int(&self, at: usize) -> i32;
    fn long(&self, at: usize) -> i64;
    fn flag(&self, at: usize) -> bool;
    fn float(&self, at: usize) -> f32;
    fn double(&self, at: usize) -> f64;
    fn object(&self, at: usize) -> Ref;
}

impl Slots for [u64] {
    #[inline]
    fn int(&self, at: usize) -> i32 {
        self[at] as u32 as i32
    }

    #[inline]
    fn long(&self, at: usize) -> i64 {
        self[at] as i64
    }

    #[inline]
    fn flag(&self, at: usize) -> bool {
        self[at] as u32 != 0
    }

    #[inline]
    fn float(&self, at: usize) -> f32 {
        f32::from_bits(self[at] as u32)
    }

    #[inline]
    fn double(&self, at: usize) -> f64 {
        f64::from_bits(self[at])
    }

    #[inline]
    fn object(&self, at: usize) -> Ref {
        self[at] as Ref
    }
}

#[inline]
pub fn int(value: i32) -> NativeResult {
    Ok(u64::from(value as u32))
}

#[inline]
pub fn long(value: i64) -> NativeResult {
    Ok(value as u64)
}

#[inline]
pub fn flag(value: bool) -> NativeResult {
    Ok(u64::from(value))
}

#[inline]
pub fn float(value: f32) -> NativeResult {
    Ok(u64::from(value.to_bits()))
}

#[inline]
pub fn double(value: f64) -> NativeResult {
    Ok(value.to_bits())
}

#[inline]
pub fn object(value: Ref) -> NativeResult {
    Ok(u64::from(value))
}

/// A native that does nothing, or gives 0, `false` or null.
pub fn nothing(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    Ok(0)
}

/// A native that gives 1 or `true`.
pub fn one(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    Ok(1)
}

/// A native that gives its first argument.
pub fn first(_: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    Ok(args[0])
}

/// The exception of a native whose argument is null. The instruction that called the native did not
/// fail, so there is nothing helpful to say about it.
pub fn null_pointer(machine: &mut Machine<'_>) -> Trap {
    const MESSAGE_COMPUTED: u64 = 2;
    let trap = machine.throw_bare("java/lang/NullPointerException");
    if let Trap::Throw(exception) = trap {
        machine.set_field(exception, "extendedMessageState", MESSAGE_COMPUTED);
    }
    trap
}

/// Something that the machine cannot execute.
pub fn unsupported(what: impl Into<String>) -> Trap {
    Trap::Stop(Stop::Unsupported(what.into()))
}

/// The class that the mirror in an argument stands for; null is a `NullPointerException`.
pub fn class_argument(machine: &mut Machine<'_>, args: &[u64], at: usize) -> Result<ClassId, Trap> {
    match machine.class_of_mirror(args.object(at)) {
        Some(class) => Ok(class),
        None => Err(null_pointer(machine)),
    }
}
