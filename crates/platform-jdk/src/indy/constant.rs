//! Constants of the pool that are objects of `java.lang.invoke` or computed by a bootstrap method
//! (JVMS 5.4.3.5, 5.4.3.6). They are made once per class and live forever.

use heddle_classfile::{ClassFile, Constant, FormatError};
use heddle_machine::{ConstantValue, Machine, Ref, Trap};
use heddle_program::{ClassId, Type};

use super::{Member, Site, bootstrap, read_member, read_site};
use crate::handles;

/// Resolves a `MethodType`, `MethodHandle` or `Dynamic` entry.
pub fn resolve_constant(machine: &mut Machine<'_>, host: ClassId, cp: u16) -> Result<ConstantValue, Trap> {
    let program = machine.program;
    let file = program.class(host).file.as_deref().expect("code with pool operands has a class file");
    match file.constant(cp) {
        Ok(Constant::MethodType { .. }) => {
            let descriptor = file.method_type(cp).map_err(|e| super::format_error(machine, host, &e))?;
            handles::method_type(machine, &descriptor).map(ConstantValue::Ref)
        }
        Ok(Constant::MethodHandle { .. }) => {
            let member = read_member(file, cp).map_err(|e| super::format_error(machine, host, &e))?;
            let key = Machine::platform_key("handle", host, u64::from(cp));
            machine.permanently(key, |m| handles::constant_handle(m, &member)).map(ConstantValue::Ref)
        }
        _ => {
            let site = read_site(machine, host, cp, u64::from(cp))?;
            dynamic_constant(machine, &site)
        }
    }
}

/// The value of a `Dynamic` entry: what its bootstrap method returns, unboxed if the type says so.
fn dynamic_constant(machine: &mut Machine<'_>, site: &Site<'_>) -> Result<ConstantValue, Trap> {
    let program = machine.program;
    let class = program.class_of_descriptor(&site.descriptor).map_err(|error| machine.link_error(error))?;
    let ty = program.type_of(&site.descriptor).expect("a field descriptor, since its class was found");
    let key = Machine::platform_key("constant", site.host, site.position);
    machine.permanently(key, |m| {
        let mirror = m.mirror(class);
        let object = bootstrap::call(m, site, mirror)?;
        if ty.is_ref() {
            if object != 0 && !m.is_instance(object, class) {
                let failure = m.cast_failure(object, class);
                return Err(bootstrap::wrap(m, failure, bootstrap::METHOD_FAILED));
            }
            return Ok(ConstantValue::Ref(object));
        }
        let value = handles::unbox(m, object, ty)?;
        Ok(match ty {
            Type::Long | Type::Double => ConstantValue::Wide(value),
            _ => ConstantValue::Word(value as u32),
        })
    })
}

/// A static argument of a bootstrap method as an object.
pub(super) fn argument_object(machine: &mut Machine<'_>, site: &Site<'_>, cp: u16) -> Result<Ref, Trap> {
    let constant = site.read(machine, || site.file.constant(cp))?;
    match constant {
        Constant::Integer(value) => handles::box_value(machine, Type::Int, u64::from(value as u32)),
        Constant::Float(bits) => handles::box_value(machine, Type::Float, u64::from(bits)),
        Constant::Long(value) => handles::box_value(machine, Type::Long, value as u64),
        Constant::Double(bits) => handles::box_value(machine, Type::Double, bits),
        Constant::String { .. } => {
            let units = site.read(machine, || site.file.string_utf16(cp))?;
            Ok(machine.intern(&units))
        }
        Constant::Class { .. } => {
            let class = machine.program.resolve_class(site.host, cp).map_err(|error| machine.link_error(error))?;
            Ok(machine.mirror(class))
        }
        _ => {
            let ty = match constant {
                Constant::Dynamic { .. } => {
                    let (_, entry) = site.read(machine, || site.file.dynamic(cp))?;
                    machine.program.type_of(&entry.descriptor)
                }
                _ => None,
            };
            match (resolve_constant(machine, site.host, cp)?, ty) {
                (ConstantValue::Ref(object), _) => Ok(object),
                (ConstantValue::Word(value), Some(ty)) => handles::box_value(machine, ty, u64::from(value)),
                (ConstantValue::Wide(value), Some(ty)) => handles::box_value(machine, ty, value),
                (_, None) => unreachable!("only dynamic constants are primitive"),
            }
        }
    }
}

/// The text of a constant in a concatenation recipe.
pub(super) fn constant_text(machine: &mut Machine<'_>, site: &Site<'_>, cp: u16) -> Result<Vec<u16>, Trap> {
    let object = argument_object(machine, site, cp)?;
    let string = machine.program.well_known().string;
    if object != 0 && machine.is_instance(object, string) {
        return Ok(machine.string_utf16(object));
    }
    let value_of = machine.method(string, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;")?;
    let text = machine.call_now(value_of, &[u64::from(object)])? as Ref;
    Ok(machine.string_utf16(text))
}

/// An enum constant by name.
pub(super) struct EnumName {
    /// Internal name of the enum.
    pub class: String,
    pub constant: String,
}

/// The enum constant that a switch label describes: compilers write
/// `EnumDesc.of(ClassDesc.of("a.B"), "C")` as two dynamic constants.
pub(super) fn enum_description(file: &ClassFile, cp: u16) -> Result<Option<EnumName>, FormatError> {
    let Some((method, arguments)) = invocation(file, cp)? else { return Ok(None) };
    let (&[class, constant], "java/lang/Enum$EnumDesc", "of") = (&*arguments, &*method.class, &*method.name) else {
        return Ok(None);
    };
    let Some((method, arguments)) = invocation(file, class)? else { return Ok(None) };
    let (&[name], "java/lang/constant/ClassDesc", "of") = (&*arguments, &*method.class, &*method.name) else {
        return Ok(None);
    };
    let text = |cp| file.string_utf16(cp).map(|units| String::from_utf16_lossy(&units));
    Ok(Some(EnumName { class: text(name)?.replace('.', "/"), constant: text(constant)? }))
}

/// The method and arguments of a dynamic constant made by `ConstantBootstraps.invoke`.
fn invocation(file: &ClassFile, cp: u16) -> Result<Option<(Member<'_>, Vec<u16>)>, FormatError> {
    let Ok(Constant::Dynamic { .. }) = file.constant(cp) else { return Ok(None) };
    let (bootstrap, _) = file.dynamic(cp)?;
    let bootstrap = file.bootstrap_method(bootstrap)?;
    let member = read_member(file, bootstrap.handle)?;
    let known = member.class == "java/lang/invoke/ConstantBootstraps" && member.name == "invoke";
    match bootstrap.arguments.split_first() {
        Some((&handle, rest)) if known => Ok(Some((read_member(file, handle)?, rest.to_vec()))),
        _ => Ok(None),
    }
}

/// The descriptor of a label that is a primitive type: `ConstantBootstraps.primitiveClass`.
pub(super) fn primitive_class(file: &ClassFile, cp: u16) -> Option<String> {
    let (bootstrap, entry) = file.dynamic(cp).ok()?;
    let bootstrap = file.bootstrap_method(bootstrap).ok()?;
    let member = read_member(file, bootstrap.handle).ok()?;
    (member.name == "primitiveClass").then(|| entry.name.into_owned())
}

/// The value of a label that is `true` or `false`: `ConstantBootstraps.getStaticFinal` of `Boolean`.
pub(super) fn truth_value(file: &ClassFile, cp: u16) -> Option<bool> {
    let (bootstrap, entry) = file.dynamic(cp).ok()?;
    let bootstrap = file.bootstrap_method(bootstrap).ok()?;
    let member = read_member(file, bootstrap.handle).ok()?;
    match (&*member.name, &*entry.descriptor, &*entry.name) {
        ("getStaticFinal", "Ljava/lang/Boolean;", "TRUE") => Some(true),
        ("getStaticFinal", "Ljava/lang/Boolean;", "FALSE") => Some(false),
        _ => None,
    }
}
