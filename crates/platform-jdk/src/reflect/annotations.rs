//! What the JDK's annotation parser and generics read: raw attributes, constant pools, parameters.

use heddle_classfile::{ClassFile, Constant};
use heddle_machine::{Machine, Native, NativeResult, Ref, Trap};

use super::members::{array_of, file_member, raw};
use super::{field_of, method_of};
use crate::rows::{Slots, class_argument, double, float, int, long, object, pure};

const CLASS: &str = "java/lang/Class";
const POOL: &str = "jdk/internal/reflect/ConstantPool";
const TYPE_ANNOTATIONS: &str = "RuntimeVisibleTypeAnnotations";

pub const ROWS: &[Native] = &[
    pure(CLASS, "getGenericSignature0", "", generic_signature),
    pure(CLASS, "getRawAnnotations", "", |m, args| class_attribute(m, args, "RuntimeVisibleAnnotations")),
    pure(CLASS, "getRawTypeAnnotations", "", |m, args| class_attribute(m, args, TYPE_ANNOTATIONS)),
    pure(CLASS, "getConstantPool", "", constant_pool),
    pure("java/lang/reflect/Executable", "getTypeAnnotationBytes0", "", executable_type_annotations),
    pure("java/lang/reflect/Field", "getTypeAnnotationBytes0", "", field_type_annotations),
    pure("java/lang/reflect/Executable", "getParameters0", "", parameters),
    pure(POOL, "getSize0", "", pool_size),
    pure(POOL, "getClassAt0", "", class_at),
    pure(POOL, "getIntAt0", "", int_at),
    pure(POOL, "getLongAt0", "", long_at),
    pure(POOL, "getFloatAt0", "", float_at),
    pure(POOL, "getDoubleAt0", "", double_at),
    pure(POOL, "getStringAt0", "", string_at),
    pure(POOL, "getUTF8At0", "", utf8_at),
];

fn file_of<'p>(machine: &mut Machine<'p>, args: &[u64], at: usize) -> Result<Option<&'p ClassFile>, Trap> {
    let class = class_argument(machine, args, at)?;
    let program = machine.program;
    Ok(program.class(class).file.as_deref())
}

fn generic_signature(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let file = file_of(machine, args, 0)?;
    match file.map(ClassFile::signature) {
        Some(Ok(Some(text))) => machine.new_string(&text).and_then(object),
        _ => object(0),
    }
}

fn class_attribute(machine: &mut Machine<'_>, args: &[u64], name: &str) -> NativeResult {
    match file_of(machine, args, 0)? {
        Some(file) => raw(machine, file, file.attributes(), name).and_then(object),
        None => object(0),
    }
}

fn constant_pool(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = machine.load(POOL)?;
    let pool = machine.new_object(class)?;
    machine.set_field(pool, "constantPoolOop", args[0]);
    object(pool)
}

fn executable_type_annotations(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let method = method_of(machine, args.object(0))?;
    match file_member(machine, method) {
        Some((file, member)) => raw(machine, file, file.attributes_of(member), TYPE_ANNOTATIONS).and_then(object),
        None => object(0),
    }
}

fn field_type_annotations(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let field = field_of(machine, args.object(0))?;
    let program = machine.program;
    let info = program.field(field);
    match (&program.class(info.class).file, info.file_index) {
        (Some(file), Some(index)) => {
            let attributes = file.attributes_of(&file.fields()[usize::from(index)]);
            raw(machine, file, attributes, TYPE_ANNOTATIONS).and_then(object)
        }
        _ => object(0),
    }
}

/// The rows of `MethodParameters` as `Parameter` objects, or null.
fn parameters(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let method = method_of(machine, args.object(0))?;
    let rows = file_member(machine, method).and_then(|(file, member)| file.method_parameters(member).ok().flatten());
    let Some(rows) = rows else { return object(0) };
    let class = machine.load("java/lang/reflect/Parameter")?;
    let mut objects = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let parameter = machine.new_object(class)?;
        let name = row.name.as_ref().map_or(0, |name| machine.intern_str(name));
        machine.set_field(parameter, "name", name.into());
        machine.set_field(parameter, "modifiers", row.access.into());
        machine.set_field(parameter, "executable", args[0]);
        machine.set_field(parameter, "index", index as u64);
        objects.push(parameter);
    }
    array_of(machine, "java/lang/reflect/Parameter", &objects).and_then(object)
}

/// The entry that `(this, mirror, index)` asks for.
fn entry<'p>(machine: &mut Machine<'p>, args: &[u64]) -> Result<(&'p ClassFile, u16, Constant), Trap> {
    let file = file_of(machine, args, 1)?;
    let cp = u16::try_from(args.int(2)).unwrap_or(0);
    match file.and_then(|file| Some((file, file.constant(cp).ok()?))) {
        Some((file, constant)) => Ok((file, cp, constant)),
        None => Err(machine.throw("java/lang/IllegalArgumentException", "Constant pool index out of bounds")),
    }
}

fn wrong_type(machine: &mut Machine<'_>) -> Trap {
    machine.throw("java/lang/IllegalArgumentException", "Wrong type at constant pool index")
}

fn pool_size(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let file = file_of(machine, args, 1)?;
    int(file.map_or(0, |file| file.constants().len() as i32))
}

fn class_at(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (file, cp, _) = entry(machine, args)?;
    match file.class_name(cp) {
        Ok(name) => {
            let class = machine.load(&name)?;
            object(machine.mirror(class))
        }
        Err(_) => Err(wrong_type(machine)),
    }
}

fn int_at(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    match entry(machine, args)?.2 {
        Constant::Integer(value) => int(value),
        _ => Err(wrong_type(machine)),
    }
}

fn long_at(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    match entry(machine, args)?.2 {
        Constant::Long(value) => long(value),
        _ => Err(wrong_type(machine)),
    }
}

fn float_at(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    match entry(machine, args)?.2 {
        Constant::Float(bits) => float(f32::from_bits(bits)),
        _ => Err(wrong_type(machine)),
    }
}

fn double_at(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    match entry(machine, args)?.2 {
        Constant::Double(bits) => double(f64::from_bits(bits)),
        _ => Err(wrong_type(machine)),
    }
}

fn string_at(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (file, cp, _) = entry(machine, args)?;
    match file.string_utf16(cp) {
        Ok(units) => object(machine.intern(&units)),
        Err(_) => Err(wrong_type(machine)),
    }
}

fn utf8_at(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (file, cp, _) = entry(machine, args)?;
    match file.utf8_raw(cp) {
        Ok(bytes) => {
            let units = heddle_classfile::to_utf16(bytes);
            let string: Ref = machine.intern(&units);
            object(string)
        }
        Err(_) => Err(wrong_type(machine)),
    }
}
