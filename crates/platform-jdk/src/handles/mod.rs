//! `java.lang.invoke` without the JDK's `LambdaForm`s: method types, method handles, variable
//! handles and lookups as objects that the machine itself executes.
//!
//! The classes are the JDK's, and so is all of their code that only computes with types. Replaced
//! are the methods that make handles and the signature-polymorphic calls; see [`object`] for what
//! a handle is and [`var_access`] for what an access through a `VarHandle` does.
//!
//! Not handled: constant descriptions of handles (`describeConstable`).

mod adapt;
mod arguments;
mod boxes;
mod byte_view;
mod combine;
mod constants;
mod control;
pub(crate) mod define;
mod direct;
mod invoke;
mod lookup;
mod natives;
mod object;
mod proxies;
mod reveal;
mod segments;
mod types;
mod unreflect;
mod var_access;
mod var_handle;

use heddle_machine::{HandleCall, Machine, Native, Pending, Ref, Trap};
use heddle_program::MethodId;

pub use boxes::{box_value, letter, unbox, unbox_to, widen};
pub use direct::constant_handle;
pub use invoke::{invoke_handle, prepare as prepare_call};
pub use lookup::new_lookup;
pub use types::{external_descriptor, method_type, type_descriptor};

/// Fields that the machine adds to handles.
pub const INJECTED: &[&[heddle_program::Injected]] = &[object::INJECTED, var_handle::INJECTED];

pub const ROWS: &[&[Native]] = &[
    types::ROWS,
    lookup::ROWS,
    adapt::ROWS,
    combine::ROWS,
    constants::ROWS,
    control::ROWS,
    define::ROWS,
    natives::ROWS,
    proxies::ROWS,
    reveal::ROWS,
    segments::ROWS,
    unreflect::ROWS,
    var_handle::ROWS,
];

/// What other threads can notice of a signature-polymorphic call.
pub fn effect(machine: &Machine<'_>, call: HandleCall, args: &[u64]) -> Pending {
    if invoke::is_variable(call) { var_access::effect(machine, call, args) } else { Pending::Local }
}

/// A handle for a static method, given its first argument, a reference.
pub fn bound_to(machine: &mut Machine<'_>, method: MethodId, descriptor: &str, first: Ref) -> Result<Ref, Trap> {
    let handle = object::new_direct(machine, object::How::Static, method, descriptor)?;
    combine::bind_first(machine, handle, u64::from(first))
}

/// A `MethodType` as it prints itself.
pub fn external_type(machine: &mut Machine<'_>, ty: Ref) -> String {
    let descriptor = type_descriptor(machine, ty);
    external_descriptor(&descriptor)
}
