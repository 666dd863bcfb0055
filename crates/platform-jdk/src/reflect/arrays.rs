//! `java.lang.reflect.Array`: arrays of any type by index, with widening of primitives.

use heddle_machine::{Access, Location, Machine, Mode, Native, NativeResult, Pending, Ref, SHARED, Trap};
use heddle_program::effect::{PURE, Place, Source};
use heddle_program::ir::ElementKind;
use heddle_program::{ClassId, ClassKind, Type};

use crate::emit::widens;
use crate::handles::{box_value, letter, unbox_to};
use crate::rows::{Slots, class_argument, int, null_pointer, object, pure, row};

const CLASS: &str = "java/lang/reflect/Array";

pub const ROWS: &[Native] = &[
    pure(CLASS, "getLength", "(Ljava/lang/Object;)I", length),
    row(CLASS, "newArray", "", new_array, PURE.giving(Source::Made)),
    row(CLASS, "multiNewArray", "", multi_new_array, PURE.reading(&[Place::Elements(1)]).giving(Source::Made)),
    row(CLASS, "get", "", get_object, PURE.reading(&[Place::Elements(0)]).giving(Source::ElementOf(0))).refined(reads),
    row(CLASS, "getBoolean", "", |m, args| get(m, args, Type::Boolean), PURE.reading(&[Place::Elements(0)]))
        .refined(reads),
    row(CLASS, "getByte", "", |m, args| get(m, args, Type::Byte), PURE.reading(&[Place::Elements(0)])).refined(reads),
    row(CLASS, "getChar", "", |m, args| get(m, args, Type::Char), PURE.reading(&[Place::Elements(0)])).refined(reads),
    row(CLASS, "getShort", "", |m, args| get(m, args, Type::Short), PURE.reading(&[Place::Elements(0)])).refined(reads),
    row(CLASS, "getInt", "", |m, args| get(m, args, Type::Int), PURE.reading(&[Place::Elements(0)])).refined(reads),
    row(CLASS, "getLong", "", |m, args| get(m, args, Type::Long), PURE.reading(&[Place::Elements(0)])).refined(reads),
    row(CLASS, "getFloat", "", |m, args| get(m, args, Type::Float), PURE.reading(&[Place::Elements(0)])).refined(reads),
    row(CLASS, "getDouble", "", |m, args| get(m, args, Type::Double), PURE.reading(&[Place::Elements(0)]))
        .refined(reads),
    row(
        CLASS,
        "set",
        "",
        set_object,
        PURE.writing(&[Place::Elements(0)]).storing(&[(Source::Argument(2), Place::Elements(0))]),
    )
    .refined(writes),
    row(CLASS, "setBoolean", "", |m, args| set(m, args, Type::Boolean), PURE.writing(&[Place::Elements(0)]))
        .refined(writes),
    row(CLASS, "setByte", "", |m, args| set(m, args, Type::Byte), PURE.writing(&[Place::Elements(0)])).refined(writes),
    row(CLASS, "setChar", "", |m, args| set(m, args, Type::Char), PURE.writing(&[Place::Elements(0)])).refined(writes),
    row(CLASS, "setShort", "", |m, args| set(m, args, Type::Short), PURE.writing(&[Place::Elements(0)]))
        .refined(writes),
    row(CLASS, "setInt", "", |m, args| set(m, args, Type::Int), PURE.writing(&[Place::Elements(0)])).refined(writes),
    row(CLASS, "setLong", "", |m, args| set(m, args, Type::Long), PURE.writing(&[Place::Elements(0)])).refined(writes),
    row(CLASS, "setFloat", "", |m, args| set(m, args, Type::Float), PURE.writing(&[Place::Elements(0)]))
        .refined(writes),
    row(CLASS, "setDouble", "", |m, args| set(m, args, Type::Double), PURE.writing(&[Place::Elements(0)]))
        .refined(writes),
];

fn reads(machine: &Machine<'_>, args: &[u64]) -> Pending {
    effect(machine, args, false)
}

fn writes(machine: &Machine<'_>, args: &[u64]) -> Pending {
    effect(machine, args, true)
}

fn effect(machine: &Machine<'_>, args: &[u64], writes: bool) -> Pending {
    let (array, index) = (args.object(0), args.int(1) as u32);
    let is_element = array != 0
        && machine.state.heap.tag(array) == SHARED
        && machine.element_kind(array).is_some()
        && index < machine.state.heap.len(array);
    if !is_element {
        return Pending::Local;
    }
    let location = Location::Element { array, index };
    Pending::Memory(Access { location, reads: !writes, writes, mode: Mode::Plain })
}

fn type_of(kind: ElementKind) -> Option<Type> {
    Some(match kind {
        ElementKind::Boolean => Type::Boolean,
        ElementKind::Byte => Type::Byte,
        ElementKind::Char => Type::Char,
        ElementKind::Short => Type::Short,
        ElementKind::Int => Type::Int,
        ElementKind::Long => Type::Long,
        ElementKind::Float => Type::Float,
        ElementKind::Double => Type::Double,
        ElementKind::Ref => return None,
    })
}

fn illegal(machine: &mut Machine<'_>, message: &str) -> Trap {
    machine.throw("java/lang/IllegalArgumentException", message)
}

/// The kind of an argument that must be an array.
fn array_kind(machine: &mut Machine<'_>, array: Ref) -> Result<ElementKind, Trap> {
    if array == 0 {
        return Err(null_pointer(machine));
    }
    match machine.element_kind(array) {
        Some(kind) => Ok(kind),
        None => Err(illegal(machine, "Argument is not an array")),
    }
}

fn check_index(machine: &mut Machine<'_>, array: Ref, index: i32) -> Result<u32, Trap> {
    let len = machine.state.heap.len(array);
    if (index as u32) < len {
        return Ok(index as u32);
    }
    Err(machine.throw_bare("java/lang/ArrayIndexOutOfBoundsException"))
}

fn length(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    array_kind(machine, args.object(0))?;
    int(machine.state.heap.len(args.object(0)) as i32)
}

fn get_object(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let array = args.object(0);
    let kind = array_kind(machine, array)?;
    let index = check_index(machine, array, args.int(1))?;
    let value = machine.element(array, kind, index);
    match type_of(kind) {
        None => Ok(value),
        Some(ty) => box_value(machine, ty, value).and_then(object),
    }
}

fn get(machine: &mut Machine<'_>, args: &[u64], wanted: Type) -> NativeResult {
    let array = args.object(0);
    let kind = array_kind(machine, array)?;
    let Some(own) = type_of(kind) else { return Err(illegal(machine, "Argument is not an array of primitive type")) };
    let index = check_index(machine, array, args.int(1))?;
    if !widens(letter(own), letter(wanted)) {
        return Err(illegal(machine, "argument type mismatch"));
    }
    let value = machine.element(array, kind, index);
    Ok(crate::handles::widen(own, wanted, value))
}

fn set_object(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (array, value) = (args.object(0), args.object(2));
    let kind = array_kind(machine, array)?;
    match type_of(kind) {
        None => {
            let index = check_index(machine, array, args.int(1))?;
            if value != 0 && !machine.array_takes(array, value) {
                return Err(illegal(machine, "array element type mismatch"));
            }
            machine.store_array_ref(array, index, value);
        }
        Some(ty) => {
            let Some(value) = unbox_to(machine, value, ty) else {
                return Err(illegal(machine, "argument type mismatch"));
            };
            let index = check_index(machine, array, args.int(1))?;
            machine.set_element(array, kind, index, value);
        }
    }
    Ok(0)
}

fn set(machine: &mut Machine<'_>, args: &[u64], given: Type) -> NativeResult {
    let array = args.object(0);
    let kind = array_kind(machine, array)?;
    let Some(own) = type_of(kind) else { return Err(illegal(machine, "Argument is not an array of primitive type")) };
    let index = check_index(machine, array, args.int(1))?;
    if !widens(letter(given), letter(own)) {
        return Err(illegal(machine, "argument type mismatch"));
    }
    let value = crate::handles::widen(given, own, args[2]);
    machine.set_element(array, kind, index, value);
    Ok(0)
}

/// `newArray(componentType, length)`.
fn new_array(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let component = class_argument(machine, args, 0)?;
    check_dimensions(machine, component, 1)?;
    let class = array_class(machine, component)?;
    let len = args.int(1);
    if len < 0 {
        return Err(machine.throw("java/lang/NegativeArraySizeException", &len.to_string()));
    }
    machine.new_array(class, len as u32).and_then(object)
}

/// Arrays have at most this many dimensions (JVMS 4.3.2).
const MOST_DIMENSIONS: usize = 255;

/// Refuses arrays with more dimensions than there may be.
fn check_dimensions(machine: &mut Machine<'_>, component: ClassId, more: usize) -> Result<(), Trap> {
    let own = machine.program.class_name(component).bytes().take_while(|&byte| byte == b'[').count();
    if own + more > MOST_DIMENSIONS {
        return Err(machine.throw_bare("java/lang/IllegalArgumentException"));
    }
    Ok(())
}

fn array_class(machine: &mut Machine<'_>, component: ClassId) -> Result<ClassId, Trap> {
    if matches!(machine.program.class(component).kind, ClassKind::Primitive(Type::Void)) {
        return Err(machine.throw_bare("java/lang/IllegalArgumentException"));
    }
    Ok(machine.program.array_of(component))
}

/// `multiNewArray(componentType, dimensions)`.
fn multi_new_array(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let component = class_argument(machine, args, 0)?;
    if args.object(1) == 0 {
        return Err(null_pointer(machine));
    }
    let dimensions: Vec<i32> = (0..machine.state.heap.len(args.object(1)))
        .map(|i| machine.state.heap.load_u32(args.object(1), i) as i32)
        .collect();
    if dimensions.is_empty() {
        return Err(illegal(machine, "Empty dimensions array"));
    }
    check_dimensions(machine, component, dimensions.len())?;
    if let Some(negative) = dimensions.iter().find(|&&len| len < 0) {
        return Err(machine.throw("java/lang/NegativeArraySizeException", &negative.to_string()));
    }
    let mut class = component;
    for _ in &dimensions {
        class = array_class(machine, class)?;
    }
    nested(machine, class, &dimensions).and_then(object)
}

fn nested(machine: &mut Machine<'_>, class: ClassId, dimensions: &[i32]) -> Result<Ref, Trap> {
    let array = machine.new_array(class, dimensions[0] as u32)?;
    if let (ClassKind::Array { component, .. }, [_, rest @ ..]) = (machine.program.class(class).kind, dimensions)
        && !rest.is_empty()
    {
        for index in 0..dimensions[0] as u32 {
            let inner = nested(machine, component, rest)?;
            machine.store_array_ref(array, index, inner);
        }
    }
    Ok(array)
}
