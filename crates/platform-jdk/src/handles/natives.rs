//! The rest of `java.lang.invoke` that Java code reaches: call sites, and initialisers that would
//! only prepare the JDK's own handles.

use heddle_machine::{Dependence, Machine, Native, NativeResult, Pending};
use heddle_program::effect::{Effect, PURE, Place, Source};

use super::combine::bind_first;
use super::object::new_closure;
use super::types::type_descriptor;
use crate::rows::{Slots, nothing, null_pointer, object, pure, row};

const NATIVES: &str = "java/lang/invoke/MethodHandleNatives";

const SETS_TARGET: Effect =
    PURE.writing(&[Place::Field(0, "target")]).storing(&[(Source::Argument(1), Place::Field(0, "target"))]);

pub const ROWS: &[Native] = &[
    pure(NATIVES, "<clinit>", "()V", initialize),
    pure("java/lang/invoke/MethodHandle", "bindArgumentL", "", bind_argument),
    pure("java/lang/invoke/CallSite", "<clinit>", "()V", nothing),
    pure("java/lang/invoke/CallSite", "makeUninitializedCallSite", "", uninitialized),
    row(NATIVES, "setCallSiteTargetNormal", "", set_target_plainly, SETS_TARGET),
    row(NATIVES, "setCallSiteTargetVolatile", "", set_target, SETS_TARGET).refined(|_, _| Pending::Global),
];

/// What else the JDK's code does here is about how a JVM numbers its references.
fn initialize(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let class = machine.load(NATIVES)?;
    let secrets = machine.load("jdk/internal/access/SharedSecrets")?;
    machine.ensure_initialized(secrets)?;
    let access = machine.static_field(secrets, "javaLangAccess");
    machine.set_static_field(class, "JLA", access);
    Ok(0)
}

/// `bindArgumentL(pos, value)`, which is called with the first position only.
fn bind_argument(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    bind_first(machine, args.object(0), args[2]).and_then(object)
}

/// The target of a call site that has none yet.
fn uninitialized(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    // An instance method in some versions, static in others; the type comes last.
    let ty = *args.last().unwrap_or(&0) as u32;
    if ty == 0 {
        return Err(null_pointer(machine));
    }
    let descriptor = type_descriptor(machine, ty);
    new_closure(machine, "Uninitialized", "", &descriptor, &[], |body| {
        body.code.new_object("java/lang/IllegalStateException");
        body.code.dup();
        body.code.string("uninitialized call site");
        body.code.invoke_special("java/lang/IllegalStateException", "<init>", "(Ljava/lang/String;)V");
        body.code.throw();
    })
    .and_then(object)
}

/// `setCallSiteTargetNormal(site, target)`: as a write to a plain field, in spite of the field being final, and nobody calls it a
/// data race. So a program with several threads that does this is not the Java memory model's any more.
fn set_target_plainly(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if machine.live_threads().nth(1).is_some() {
        machine.depend(Dependence::WeakAccess);
    }
    set_target(machine, args)
}

/// `setCallSiteTarget*(site, target)`.
fn set_target(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    machine.set_field(args.object(0), "target", args[1]);
    Ok(0)
}
