//! The rest of `java.lang.invoke` that Java code reaches: call sites, and initialisers that would
//! only prepare the JDK's own handles.

use heddle_machine::{Machine, Native, NativeResult};

use super::combine::bind_first;
use super::object::new_closure;
use super::types::type_descriptor;
use crate::rows::{Slots, local, nothing, null_pointer, object};

const NATIVES: &str = "java/lang/invoke/MethodHandleNatives";

pub const ROWS: &[Native] = &[
    local(NATIVES, "<clinit>", "()V", nothing),
    local("java/lang/invoke/MethodHandle", "bindArgumentL", "", bind_argument),
    local("java/lang/invoke/CallSite", "<clinit>", "()V", nothing),
    local("java/lang/invoke/CallSite", "makeUninitializedCallSite", "", uninitialized),
    local(NATIVES, "setCallSiteTargetNormal", "", set_target),
    local(NATIVES, "setCallSiteTargetVolatile", "", set_target),
];

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

/// `setCallSiteTarget*(site, target)`.
fn set_target(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    machine.set_field(args.object(0), "target", args[1]);
    Ok(0)
}
