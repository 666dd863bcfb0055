//! Method handles as objects of the machine.
//!
//! A handle is an instance of a subclass of `java.lang.invoke.MethodHandle`, made without its
//! constructor. Fields that the machine adds to `MethodHandle` say how to invoke it: by a method,
//! with the call's arguments as they are ([`How::Static`], [`How::Special`], [`How::Virtual`]), or
//! with the handle itself in front ([`How::Closure`]): then the handle's class was written for this
//! combination of types, has the parts as final fields and the code as a static method.

use heddle_machine::{HEADER, Machine, Ref, Trap};
use heddle_program::{ClassId, Injected, MethodId, Symbol, access};

use super::types::method_type;
use crate::emit::{self, ClassBuilder, CodeBuilder, mangle};
use crate::rows::unsupported;

const CLASS: &str = "java/lang/invoke/MethodHandle";
/// The class of handles that have no parts.
const DIRECT: &str = "java/lang/invoke/DirectMethodHandle";

pub const INJECTED: &[Injected] = &[
    Injected { class: CLASS, name: "heddleHow", descriptor: "I" },
    Injected { class: CLASS, name: "heddleMethod", descriptor: "I" },
    Injected { class: CLASS, name: "heddleType", descriptor: "I" },
    Injected { class: CLASS, name: "heddleMember", descriptor: "J" },
    Injected { class: CLASS, name: "heddleVarargs", descriptor: "Ljava/lang/Class;" },
];

/// How a handle is invoked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    Static = 1,
    /// The receiver must not be null; nothing overrides the method.
    Special = 2,
    /// Selected by the receiver's class.
    Virtual = 3,
    Closure = 4,
}

/// What the added fields of a handle say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handle {
    pub how: How,
    pub method: MethodId,
    /// The descriptor of the handle's type.
    pub descriptor: Symbol,
}

/// The cell of the first added field, counted from an object's header.
#[inline]
fn first_place(machine: &Machine<'_>) -> u32 {
    let class = machine.program.class(machine.program.well_known().method_handle);
    HEADER + class.layout.fields.len() as u32 - INJECTED.len() as u32
}

/// Reads a handle (not null).
#[inline]
pub fn read(machine: &Machine<'_>, handle: Ref) -> Result<Handle, Trap> {
    let first = handle + first_place(machine);
    let how = match machine.state.heap.cell(first) {
        1 => How::Static,
        2 => How::Special,
        3 => How::Virtual,
        4 => How::Closure,
        _ => {
            let class = machine.program.class_name(machine.class_of(handle));
            return Err(unsupported(format!("a method handle of class {class}")));
        }
    };
    Ok(Handle {
        how,
        method: MethodId(machine.state.heap.cell(first + 1) as u32),
        descriptor: Symbol(machine.state.heap.cell(first + 2) as u32),
    })
}

/// The descriptor of a handle's type.
pub fn descriptor<'p>(machine: &Machine<'p>, handle: Ref) -> Result<&'p str, Trap> {
    let program = machine.program;
    Ok(program.text(read(machine, handle)?.descriptor))
}

/// A handle that invokes a method directly.
pub fn new_direct(machine: &mut Machine<'_>, how: How, method: MethodId, descriptor: &str) -> Result<Ref, Trap> {
    let class = machine.load(DIRECT)?;
    new_handle(machine, class, how, method, descriptor)
}

fn new_handle(
    machine: &mut Machine<'_>,
    class: ClassId,
    how: How,
    method: MethodId,
    descriptor: &str,
) -> Result<Ref, Trap> {
    let ty = method_type(machine, descriptor)?;
    let handle = machine.new_object(class)?;
    machine.set_field(handle, "type", u64::from(ty));
    let first = first_place(machine);
    let symbol = machine.program.symbol(descriptor);
    machine.store(handle, first, how as u64);
    machine.store(handle, first + 1, u64::from(method.0));
    machine.store(handle, first + 2, u64::from(symbol.0));
    Ok(handle)
}

/// A copy of a handle under another type, which the caller has found compatible.
pub fn copy(machine: &mut Machine<'_>, handle: Ref) -> Result<Ref, Trap> {
    let class = machine.class_of(handle);
    let copy = machine.new_object(class)?;
    for place in 0..machine.program.class(class).layout.fields.len() as u32 {
        let value = machine.state.heap.cell(handle + HEADER + place);
        machine.store(copy, HEADER + place, value);
    }
    Ok(copy)
}

/// What a direct handle was made from, for `revealDirect`: a reference kind and an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// As `MethodHandleInfo`: 1 to 9; 0 if the handle is not direct.
    pub kind: u8,
    /// A `FieldId` for kinds up to 4, else a `MethodId`.
    pub id: u32,
    /// The class that was named.
    pub class: ClassId,
}

pub fn set_source(machine: &mut Machine<'_>, handle: Ref, source: Source) {
    let packed = u64::from(source.kind) << 56 | u64::from(source.class.0) << 32 | u64::from(source.id);
    let place = first_place(machine) + 3;
    machine.store(handle, place, packed);
}

pub fn source(machine: &Machine<'_>, handle: Ref) -> Source {
    let packed = machine.state.heap.cell(handle + first_place(machine) + 3);
    Source { kind: (packed >> 56) as u8, class: ClassId((packed >> 32) as u32 & 0xff_ffff), id: packed as u32 }
}

/// The array class into which a handle of variable arity collects its last arguments.
pub fn varargs(machine: &Machine<'_>, handle: Ref) -> Option<ClassId> {
    let mirror = machine.state.heap.cell(handle + first_place(machine) + 4) as Ref;
    machine.class_of_mirror(mirror)
}

pub fn set_varargs(machine: &mut Machine<'_>, handle: Ref, array: Option<ClassId>) {
    let mirror = array.map_or(0, |class| machine.mirror(class));
    let place = first_place(machine) + 4;
    machine.store_ref(handle, place, mirror);
}

/// The code of a closure: the handle itself is local 0, its arguments follow.
pub struct Body<'c, 'a> {
    pub code: &'c mut CodeBuilder<'a>,
    fields: &'c [&'c str],
}

impl Body<'_, '_> {
    /// Pushes part `index`.
    pub fn part(&mut self, index: usize) {
        let class = self.code.class();
        self.code.load_this();
        self.code.get_field(class, &part_name(index), self.fields[index]);
    }

    /// Invokes the handle under the arguments on the stack.
    pub fn invoke_exact(&mut self, descriptor: &str) {
        self.code.invoke_virtual(CLASS, "invokeExact", descriptor);
    }
}

fn part_name(index: usize) -> String {
    format!("part{index}")
}

/// A handle with parts. `kind` and `key` name the code that `body` writes; all that it depends on
/// besides the types of the parts and the handle's own type must be in `key`.
pub fn new_closure(
    machine: &mut Machine<'_>,
    kind: &str,
    key: &str,
    descriptor: &str,
    parts: &[(&str, u64)],
    body: impl FnOnce(&mut Body<'_, '_>),
) -> Result<Ref, Trap> {
    let fields: Vec<&str> = parts.iter().map(|(descriptor, _)| *descriptor).collect();
    let name = format!("java/lang/invoke/Handle$${kind}/{}", mangle(&format!("{key}{}{descriptor}", fields.concat())));
    let class = emit::define(machine, &name, || {
        let mut class = ClassBuilder::new(&name, CLASS);
        for (index, field) in fields.iter().enumerate() {
            class.field(access::FINAL, &part_name(index), field);
        }
        let own = format!("(Ljava/lang/invoke/MethodHandle;{}", &descriptor[1..]);
        class.method(access::STATIC, "invoke", &own, |code| body(&mut Body { code, fields: &fields }));
        class
    })?;
    let method = emit::method_of(machine, class, "invoke");
    let handle = new_handle(machine, class, How::Closure, method, descriptor)?;
    let first = HEADER + machine.program.class(class).layout.fields.len() as u32 - parts.len() as u32;
    for (index, &(descriptor, value)) in parts.iter().enumerate() {
        let place = first + index as u32;
        if emit::is_ref(descriptor) {
            machine.store_ref(handle, place, value as Ref);
        } else {
            machine.store(handle, place, value);
        }
    }
    Ok(handle)
}

/// The descriptor of a part that is a handle itself.
pub const HANDLE: &str = "Ljava/lang/invoke/MethodHandle;";
