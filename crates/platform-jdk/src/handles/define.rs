//! `Lookup.defineClass` and `defineHiddenClass`: classes that the program brings along. A hidden
//! class gets a name of its own and, if asked for, the private access of its host.

use std::hash::{Hash, Hasher};

use bytes::Bytes;
use heddle_classfile::{ClassFile, Constant};
use heddle_machine::{Machine, Native, NativeResult, Ref, Trap};
use heddle_program::ClassId;
use heddle_program::effect::{Place, UNKNOWN};
use heddle_program::ir::ElementKind;
use rustc_hash::FxHasher;

use super::arguments::objects_of;
use super::lookup::{new_lookup, seeker};
use crate::java_lang::thread::next_child;
use crate::rows::{Slots, class_argument, null_pointer, object, row};

const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";

pub const ROWS: &[Native] = &[
    row(LOOKUP, "defineClass", "([B)Ljava/lang/Class;", define_class, UNKNOWN.reading(&[Place::Elements(1)])),
    row("java/lang/ClassLoader", "defineClass0", "", define_for_jdk, UNKNOWN.reading(&[Place::Range(3, 4, 5)])),
    row(
        LOOKUP,
        "defineHiddenClass",
        "",
        |m, args| define_hidden(m, args, 0, 1, 2),
        UNKNOWN.reading(&[Place::Elements(1)]),
    ),
    // The class data comes second.
    row(LOOKUP, "defineHiddenClassWithClassData", "", define_hidden_with_data, UNKNOWN.reading(&[Place::Elements(1)])),
];

fn class_bytes(machine: &mut Machine<'_>, array: Ref) -> Result<Vec<u8>, Trap> {
    if array == 0 {
        return Err(null_pointer(machine));
    }
    Ok(machine.state.heap.bytes(array, ElementKind::Byte).to_vec())
}

fn define_class(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let seeker = seeker(machine, args.object(0))?;
    if !seeker.has_package_access() {
        return Err(machine.throw("java/lang/IllegalAccessException", "Lookup does not have PACKAGE access"));
    }
    let bytes = class_bytes(machine, args.object(1))?;
    check_class_file(machine, seeker.class, &bytes)?;
    let origin = machine.program.class(seeker.class).origin;
    let class = machine.program.define(bytes.into(), origin).map_err(|error| machine.link_error(error))?;
    object(machine.mirror(class))
}

/// What the JDK itself checks of a class before it gives it to a JVM.
fn check_class_file(machine: &mut Machine<'_>, host: ClassId, bytes: &[u8]) -> Result<(), Trap> {
    const MAGIC: i32 = 0xCAFE_BABE_u32 as i32;
    let Some(magic) = bytes.first_chunk().map(|bytes| i32::from_be_bytes(*bytes)) else {
        return Err(machine.throw("java/lang/ClassFormatError", "Invalid ClassFile structure"));
    };
    if magic != MAGIC {
        return Err(machine.throw("java/lang/ClassFormatError", &format!("Incompatible magic value: {magic}")));
    }
    // What is malformed otherwise is refused as such.
    let Ok(file) = ClassFile::parse(Bytes::copy_from_slice(bytes)) else { return Ok(()) };
    let name = file.name().into_owned();
    let package = name.rsplit_once('/').map_or("", |(package, _)| package);
    if package != machine.program.package_of(host) {
        let name = if machine.program.jdk_feature() < 24 { name.replace('/', ".") } else { name };
        let message = format!("{name} not in same package as lookup class");
        return Err(machine.throw("java/lang/IllegalArgumentException", &message));
    }
    Ok(())
}

fn define_hidden_with_data(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    match args.object(2) {
        0 => Err(null_pointer(machine)),
        data => define_hidden(machine, args, data, 2, 3),
    }
}

/// `defineHiddenClass(bytes, [data,] initialize, options...)`; `before` counts the arguments before
/// `initialize`, `options` is the slot of the options.
fn define_hidden(machine: &mut Machine<'_>, args: &[u64], data: Ref, before: usize, options: usize) -> NativeResult {
    let seeker = seeker(machine, args.object(0))?;
    if !seeker.has_full_privilege() {
        let text = machine.method(machine.class_of(args.object(0)), "toString", "()Ljava/lang/String;")?;
        let text = machine.call_now(text, &args[..1])? as Ref;
        let message = format!("{} does not have full privilege access", machine.string(text));
        return Err(machine.throw("java/lang/IllegalAccessException", &message));
    }
    let bytes = class_bytes(machine, args.object(1))?;
    check_class_file(machine, seeker.class, &bytes)?;
    let initialize = args.flag(before + 1);
    let options = objects_of(machine, args.object(options + 1))?;
    let is_nestmate = options.into_iter().any(|option| {
        let name = machine.field(option, "name") as Ref;
        machine.string(name) == "NESTMATE"
    });
    let class = hidden_class(machine, seeker.class, bytes, is_nestmate)?;
    let mirror = machine.mirror(class);
    if data != 0 {
        machine.set_field(mirror, "classData", u64::from(data));
    }
    if initialize {
        machine.initialize_nested(class)?;
    }
    new_lookup(machine, class).and_then(object)
}

/// `defineClass0(loader, lookup, name, bytes, offset, length, domain, initialize, flags, data)`, by
/// which the JDK itself makes hidden classes.
fn define_for_jdk(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    const NESTMATE: i32 = 1;
    const HIDDEN: i32 = 2;
    let host = class_argument(machine, args, 1)?;
    let bytes = class_bytes(machine, args.object(3))?;
    let (from, len) = (args.int(4) as usize, args.int(5) as usize);
    let bytes = bytes.get(from..from + len).unwrap_or(&[]).to_vec();
    let flags = args.int(8);
    let class = if flags & HIDDEN != 0 {
        hidden_class(machine, host, bytes, flags & NESTMATE != 0)?
    } else {
        let origin = machine.program.class(host).origin;
        machine.program.define(bytes.into(), origin).map_err(|error| machine.link_error(error))?
    };
    let mirror = machine.mirror(class);
    if args.object(9) != 0 {
        machine.set_field(mirror, "classData", args[9]);
    }
    if args.flag(7) {
        machine.initialize_nested(class)?;
    }
    object(mirror)
}

/// Field of `Thread` that is injected: how many hidden classes it has defined.
pub const HIDDEN_CLASSES: &str = "heddleHiddenClasses";

/// A hidden class. Its name follows from what it is, who defines it and how many that thread has defined before, so
/// that a run defines the same class when it is repeated; what the class holds is part of the state like all statics.
fn hidden_class(machine: &mut Machine<'_>, host: ClassId, bytes: Vec<u8>, is_nestmate: bool) -> Result<ClassId, Trap> {
    let program = machine.program;
    let file = match ClassFile::parse(Bytes::from(bytes.clone())) {
        Ok(file) => file,
        Err(error) => {
            let message = error.message("<Unknown>");
            return Err(machine.throw(error.java_class, &message));
        }
    };
    let plain = file.name().into_owned();
    let number = next_child(machine, HIDDEN_CLASSES);
    machine.note_own_identity();
    let mut digest = FxHasher::default();
    let definer = &machine.state.threads[machine.stepper.current].path;
    (&bytes, program.class_name(host), is_nestmate, definer, number).hash(&mut digest);
    let name = format!("{plain}/0x{:016x}", digest.finish());
    if let Some(known) = program.loaded(&name) {
        return Ok(known);
    }
    let renamed = rename(&file, &plain, &name);
    let origin = program.class(host).origin;
    let class = program.define(renamed.into(), origin).map_err(|error| machine.link_error(error))?;
    if is_nestmate {
        // Nobody has asked for the host of a class that has just been made.
        let _ = program.class(class).nest_host.set(program.nest_host(host));
    }
    Ok(class)
}

/// The class file with another name for the class itself.
fn rename(file: &ClassFile, plain: &str, name: &str) -> Vec<u8> {
    let bytes = file.bytes();
    let own = file.constants().iter().find_map(|constant| match constant {
        Constant::Class { name } if file.utf8(*name).is_ok_and(|text| text == plain) => Some(*name),
        _ => None,
    });
    let Some(Ok(Constant::Utf8 { start, len })) = own.map(|cp| file.constant(cp)) else { return bytes.to_vec() };
    let (start, end) = (start as usize, start as usize + usize::from(len));
    let mut renamed = bytes[..start - 2].to_vec();
    renamed.extend((name.len() as u16).to_be_bytes());
    renamed.extend_from_slice(name.as_bytes());
    renamed.extend_from_slice(&bytes[end..]);
    renamed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::ClassBuilder;

    #[test]
    fn renaming_changes_the_class_alone() {
        let bytes = ClassBuilder::new("a/B", "java/lang/Object").finish();
        let file = ClassFile::parse(bytes.into()).expect("well formed");
        let renamed = ClassFile::parse(rename(&file, "a/B", "a/B/0x1").into()).expect("well formed");
        assert_eq!(renamed.name(), "a/B/0x1");
        assert_eq!(renamed.super_name().as_deref(), Some("java/lang/Object"));
    }
}
