//! Reflection: members of classes as objects, calls and accesses through them, arrays, proxies,
//! and the raw material of annotations.
//!
//! Objects are those of `java.lang.reflect` with the fields that HotSpot fills; `slot` is the
//! position of the member in its class. The JDK's own code runs down to the point where HotSpot
//! would make a call, so that checks, messages and stack traces are the JDK's; the call itself is
//! made by a small written method, so that what other threads can notice of it is noticed.

mod annotations;
mod arrays;
mod call;
mod class;
mod members;
mod order;
mod proxy;
mod serial;

use heddle_machine::{Machine, Native, Ref, Trap};
use heddle_program::{ClassId, FieldId, Injected, MethodId, access};

use crate::rows::null_pointer;

pub use call::shown_as;
pub use members::{new_constructor, new_field, new_method};
pub use proxy::{declared_exceptions, passing_exceptions};

pub const ROWS: &[&[Native]] = &[annotations::ROWS, arrays::ROWS, call::ROWS, class::ROWS, proxy::ROWS, serial::ROWS];

pub const INJECTED: [&[Injected]; 2] = [call::INJECTED, serial::INJECTED];

/// The class and slot of a reflection object.
fn position(machine: &mut Machine<'_>, member: Ref) -> Result<(ClassId, usize), Trap> {
    if member == 0 {
        return Err(null_pointer(machine));
    }
    let mirror = machine.field(member, "clazz") as Ref;
    let slot = machine.field(member, "slot") as usize;
    match machine.class_of_mirror(mirror) {
        Some(class) => Ok((class, slot)),
        None => Err(null_pointer(machine)),
    }
}

/// The method that a `Method` or `Constructor` stands for.
pub fn method_of(machine: &mut Machine<'_>, member: Ref) -> Result<MethodId, Trap> {
    let (class, slot) = position(machine, member)?;
    Ok(machine.program.class(class).methods[slot])
}

/// The field that a `Field` stands for.
pub fn field_of(machine: &mut Machine<'_>, member: Ref) -> Result<FieldId, Trap> {
    let (class, slot) = position(machine, member)?;
    Ok(machine.program.class(class).fields[slot])
}

/// Whether a nested class was declared public, whatever the flags of its file say.
pub fn is_public_member_class(machine: &Machine<'_>, class: ClassId) -> bool {
    let name = machine.program.class_name(class);
    let rows = machine.program.class(class).file.as_ref().and_then(|file| file.inner_classes().ok());
    let own = rows.into_iter().flatten().find(|row| row.inner == name);
    own.is_some_and(|row| row.access & access::PUBLIC != 0)
}
