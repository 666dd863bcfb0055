//! Direct method handles (JVMS 5.4.3.5): a method, constructor or field → a handle. Methods are
//! invoked as they are; constructors and field accesses get a small static method each.

use heddle_classfile::HandleKind;
use heddle_machine::{Machine, Ref, Trap};
use heddle_program::{ClassId, FieldId, MethodId, access};

use super::object::{self, How, Source};
use crate::emit::{self, ClassBuilder, Signature, mangle};
use crate::indy::Member;

const METHOD: &str = "call";

/// The handle that an entry of a constant pool describes.
pub fn constant_handle(machine: &mut Machine<'_>, member: &Member<'_>) -> Result<Ref, Trap> {
    let class = machine.load(&member.class)?;
    let program = machine.program;
    if (member.kind as u8) <= HandleKind::PutStatic as u8 {
        let declaring = program.find_field(class, &member.name);
        let Some(field) = declaring.filter(|&f| program.text(program.field(f).descriptor) == member.descriptor) else {
            return Err(machine.throw("java/lang/NoSuchFieldError", &member.name));
        };
        return field_handle(machine, member.kind as u8, class, field);
    }
    let Some(method) = program.find_method(class, &member.name, &member.descriptor) else {
        let message =
            heddle_program::descriptor::external_method(Some(&member.class), &member.name, &member.descriptor);
        return Err(machine.throw("java/lang/NoSuchMethodError", &format!("'{message}'")));
    };
    if program.method(method).polymorphic {
        return invoker(machine, class, &member.name, &member.descriptor);
    }
    method_handle(machine, member.kind as u8, class, method)
}

/// A handle for a method or constructor, named through `class`, of a reference kind from 5 to 9.
pub fn method_handle(machine: &mut Machine<'_>, kind: u8, class: ClassId, method: MethodId) -> Result<Ref, Trap> {
    let program = machine.program;
    let info = program.method(method);
    let descriptor = program.text(info.descriptor);
    let holder = program.descriptor_of(class);
    let with_receiver = || format!("({holder}{}", &descriptor[1..]);
    let handle = match kind {
        6 => object::new_direct(machine, How::Static, method, descriptor)?,
        7 => object::new_direct(machine, How::Special, method, &with_receiver())?,
        8 => {
            let factory = constructor(machine, class, descriptor)?;
            let made = format!("{}{holder}", descriptor.strip_suffix('V').unwrap_or(descriptor));
            object::new_direct(machine, How::Static, factory, &made)?
        }
        _ if info.is_private() => object::new_direct(machine, How::Special, method, &with_receiver())?,
        _ => object::new_direct(machine, How::Virtual, method, &with_receiver())?,
    };
    let ends_in_array = Signature::parse(descriptor).params.last().is_some_and(|p| p.starts_with('['));
    if info.access & access::VARARGS != 0 && ends_in_array {
        let last = Signature::parse(descriptor).params.last().copied().expect("just seen");
        let array = machine.load(last)?;
        object::set_varargs(machine, handle, Some(array));
    }
    object::set_source(machine, handle, Source { kind, id: method.0, class });
    Ok(handle)
}

/// A static method that calls a method like any code does.
pub fn ordinary_call(machine: &mut Machine<'_>, method: MethodId, special: bool) -> Result<MethodId, Trap> {
    emit::written(machine, (emit::kind::CALL, method.0, u32::from(special)), |m| write_call(m, method, special))
}

fn write_call(machine: &mut Machine<'_>, method: MethodId, special: bool) -> Result<MethodId, Trap> {
    let program = machine.program;
    let info = program.method(method);
    let (holder, interface) = (program.class_name(info.class), program.class(info.class).is_interface());
    let (name, descriptor) = (program.text(info.name), program.text(info.descriptor));
    let opcode = match () {
        () if info.is_static() => 184,
        () if special => 183,
        () if interface => 185,
        () => 182,
    };
    let receiver = if info.is_static() { String::new() } else { program.descriptor_of(info.class) };
    let own = format!("({receiver}{}", &descriptor[1..]);
    let kind = if special { "CallSpecial" } else { "Call" };
    let class_name = format!("{holder}$${kind}/{}", mangle(&format!("{name}{descriptor}")));
    let class = emit::define_beside(machine, info.class, &class_name, || {
        let mut class = ClassBuilder::new(&class_name, "java/lang/Object");
        class.method(access::STATIC, METHOD, &own, |code| {
            let signature = Signature::parse(&own);
            code.load_all(&signature.params, 0);
            code.invoke(opcode, holder, name, descriptor, interface);
            code.ret(signature.result);
        });
        class
    })?;
    Ok(emit::method_of(machine, class, METHOD))
}

/// A handle that reads or writes a field, of a reference kind from 1 to 4.
pub fn field_handle(machine: &mut Machine<'_>, kind: u8, class: ClassId, field: FieldId) -> Result<Ref, Trap> {
    let (method, descriptor) = accessor(machine, kind, class, field)?;
    let handle = if kind % 2 == 1 {
        object::new_direct(machine, How::Special, method, &descriptor)?
    } else {
        object::new_direct(machine, How::Static, method, &descriptor)?
    };
    object::set_source(machine, handle, Source { kind, id: field.0, class });
    Ok(handle)
}

/// A static method that makes an object and calls a constructor.
fn constructor(machine: &mut Machine<'_>, class: ClassId, descriptor: &str) -> Result<MethodId, Trap> {
    let program = machine.program;
    let (holder, own) = (program.class_name(class), program.descriptor_of(class));
    let name = format!("{holder}$$New/{}", mangle(descriptor));
    let signature = Signature::parse(descriptor);
    let class = emit::define_beside(machine, class, &name, || {
        let mut class = ClassBuilder::new(&name, "java/lang/Object");
        let made = Signature { params: signature.params.clone(), result: &own }.text();
        class.method(access::STATIC, METHOD, &made, |code| {
            code.new_object(holder);
            code.dup();
            code.load_all(&signature.params, 0);
            code.invoke_special(holder, "<init>", descriptor);
            code.ret(&own);
        });
        class
    })?;
    Ok(emit::method_of(machine, class, METHOD))
}

/// A static method that accesses a field, and the handle's descriptor.
fn accessor(machine: &mut Machine<'_>, kind: u8, class: ClassId, field: FieldId) -> Result<(MethodId, String), Trap> {
    let program = machine.program;
    let info = program.field(field);
    let holder = program.class_name(info.class);
    let (name, ty) = (program.text(info.name), program.text(info.descriptor));
    let receiver = program.descriptor_of(class);
    let (word, descriptor) = match kind {
        1 => ("Get", format!("({receiver}){ty}")),
        2 => ("GetStatic", format!("(){ty}")),
        3 => ("Put", format!("({receiver}{ty})V")),
        _ => ("PutStatic", format!("({ty})V")),
    };
    let class_name = format!("{holder}$${word}/{}", mangle(&format!("{name}{descriptor}")));
    let class = emit::define_beside(machine, info.class, &class_name, || {
        let mut class = ClassBuilder::new(&class_name, "java/lang/Object");
        class.method(access::STATIC, METHOD, &descriptor, |code| {
            let signature = Signature::parse(&descriptor);
            code.load_all(&signature.params, 0);
            match kind {
                1 => code.get_field(holder, name, ty),
                2 => code.get_static(holder, name, ty),
                3 => code.put_field(holder, name, ty),
                _ => code.put_static(holder, name, ty),
            }
            code.ret(signature.result);
        });
        class
    })?;
    Ok((emit::method_of(machine, class, METHOD), descriptor))
}

/// A handle that invokes a handle: for the signature-polymorphic methods of `MethodHandle` and
/// `VarHandle`, by name and the descriptor of the call.
pub fn invoker(machine: &mut Machine<'_>, class: ClassId, name: &str, descriptor: &str) -> Result<Ref, Trap> {
    let program = machine.program;
    let holder = program.class_name(class);
    let own = format!("({}{}", program.descriptor_of(class), &descriptor[1..]);
    let class_name = format!("{holder}$$Invoker/{}", mangle(&format!("{name}{descriptor}")));
    let class = emit::define_beside(machine, class, &class_name, || {
        let mut class = ClassBuilder::new(&class_name, "java/lang/Object");
        class.method(access::STATIC, METHOD, &own, |code| {
            let signature = Signature::parse(&own);
            code.load_all(&signature.params, 0);
            code.invoke_virtual(holder, name, descriptor);
            code.ret(signature.result);
        });
        class
    })?;
    let method = emit::method_of(machine, class, METHOD);
    object::new_direct(machine, How::Static, method, &own)
}
