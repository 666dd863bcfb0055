//! `VarHandle`s of the JDK that the machine does not know as variables: views of memory segments
//! (`java.lang.foreign`). Each has a form that names a class with one static method per access
//! mode; a handle for such a method is all that the JDK's own code needs to adapt and combine them.

use heddle_machine::{Machine, Native, NativeResult, Ref, Trap};
use heddle_program::MethodId;

use super::adapt::converted;
use super::object::{How, new_direct};
use super::types::type_descriptor;
use super::var_handle::mode_of_ordinal;
use crate::rows::{Slots, object, pure};

const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";

pub const ROWS: &[Native] = &[pure(VAR_HANDLE, "getMethodHandleUncached", "", method_handle)];

/// The static method that accesses the variable of a handle in a mode, an `AccessMode`: as the JDK
/// does, by the name of the mode and the erased type of the access, in the class that implements
/// the handle's form.
pub fn access_method(machine: &mut Machine<'_>, handle: Ref, mode: Ref) -> Option<MethodId> {
    let form = machine.field(handle, "vform") as Ref;
    if form == 0 {
        return None;
    }
    let mirror = machine.field(form, "implClass") as Ref;
    let implementation = machine.class_of_mirror(mirror)?;
    let types = machine.field(form, "methodType_table") as Ref;
    let kind = machine.field(mode, "at") as Ref;
    let kind = machine.field(kind, "ordinal") as u32;
    let ty = machine.state.heap.load_u32(types, kind);
    let descriptor = format!("(L{VAR_HANDLE};{}", &type_descriptor(machine, ty)[1..]);
    let name = machine.field(mode, "methodName") as Ref;
    let name = machine.string(name);
    let method = machine.program.find_method(implementation, &name, &descriptor)?;
    machine.program.method(method).is_static().then_some(method)
}

/// `getMethodHandleUncached(ordinal)`: its type is that of the access, behind the handle itself.
fn method_handle(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let handle = args.object(0);
    let mode = mode_of_ordinal(machine, args.int(1))?;
    let Some(method) = access_method(machine, handle, mode) else {
        let name = machine.field(mode, "methodName") as Ref;
        let name = machine.string(name);
        return Err(machine.throw("java/lang/UnsupportedOperationException", &name));
    };
    let program = machine.program;
    let own = program.text(program.method(method).descriptor);
    let direct = new_direct(machine, How::Static, method, own)?;
    let wanted = access_type(machine, handle, mode)?;
    converted(machine, direct, &format!("(L{VAR_HANDLE};{}", &wanted[1..])).and_then(object)
}

fn access_type(machine: &mut Machine<'_>, handle: Ref, mode: Ref) -> Result<String, Trap> {
    let class = machine.program.well_known().var_handle;
    let descriptor = "(Ljava/lang/invoke/VarHandle$AccessMode;)Ljava/lang/invoke/MethodType;";
    let access_type = machine.method(class, "accessModeType", descriptor)?;
    let ty = machine.call_now(access_type, &[u64::from(handle), u64::from(mode)])?;
    Ok(type_descriptor(machine, ty as Ref))
}
