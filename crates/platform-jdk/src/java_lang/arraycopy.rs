//! `System.arraycopy`, with the checks and wordings of HotSpot in its order.

use heddle_machine::{Machine, Native, NativeResult, Pending, Ref, SHARED, Trap, names};
use heddle_program::effect::{Effect, PURE, Place, Source};
use heddle_program::ir::ElementKind;
use heddle_program::{ClassId, ClassKind};

use crate::java_lang::object::elements;
use crate::rows::{Slots, null_pointer, row};

const COPIES: Effect = PURE
    .reading(&[Place::Range(0, 1, 4)])
    .writing(&[Place::Range(2, 3, 4)])
    .storing(&[(Source::ElementOf(0), Place::Elements(2))]);

pub const ROWS: &[Native] =
    &[row("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V", arraycopy, COPIES)
        .refined(effect)];

struct Copy {
    source: Ref,
    from: i32,
    target: Ref,
    to: i32,
    len: i32,
}

impl Copy {
    fn read(args: &[u64]) -> Self {
        Self { source: args.object(0), from: args.int(1), target: args.object(2), to: args.int(3), len: args.int(4) }
    }
}

fn arraycopy(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let copy = Copy::read(args);
    if copy.source == 0 || copy.target == 0 {
        return Err(null_pointer(machine));
    }
    let kind = check_types(machine, &copy)?;
    check_ranges(machine, &copy)?;
    if copy.len == 0 {
        return Ok(0);
    }
    // About as many as are copied in the time of a jump.
    machine.charge(copy.len as u32 / 256);
    if kind == ElementKind::Ref { copy_references(machine, &copy) } else { copy_values(machine, &copy, kind) }
}

fn check_types(machine: &mut Machine<'_>, copy: &Copy) -> Result<ElementKind, Trap> {
    let mismatch = |machine: &mut Machine<'_>, text: String| {
        Err(machine.throw("java/lang/ArrayStoreException", &format!("arraycopy: {text}")))
    };
    let name = |machine: &Machine<'_>, object: Ref| names::external(machine.program, machine.class_of(object));
    let Some(source) = machine.element_kind(copy.source) else {
        let class = name(machine, copy.source);
        return mismatch(machine, format!("source type {class} is not an array"));
    };
    let Some(target) = machine.element_kind(copy.target) else {
        let class = name(machine, copy.target);
        return mismatch(machine, format!("destination type {class} is not an array"));
    };
    if source != target {
        let text = format!("type mismatch: can not copy {}[] into {}[]", kind_name(source), kind_name(target));
        return mismatch(machine, text);
    }
    Ok(source)
}

fn kind_name(kind: ElementKind) -> &'static str {
    match kind {
        ElementKind::Boolean => "boolean",
        ElementKind::Byte => "byte",
        ElementKind::Char => "char",
        ElementKind::Short => "short",
        ElementKind::Int => "int",
        ElementKind::Long => "long",
        ElementKind::Float => "float",
        ElementKind::Double => "double",
        ElementKind::Ref => "object array",
    }
}

fn check_ranges(machine: &mut Machine<'_>, copy: &Copy) -> Result<(), Trap> {
    let source_len = machine.state.heap.len(copy.source);
    let target_len = machine.state.heap.len(copy.target);
    let of = |machine: &Machine<'_>, array: Ref, len: u32| {
        let kind = machine.element_kind(array).unwrap_or(ElementKind::Ref);
        format!("out of bounds for {}[{len}]", kind_name(kind))
    };
    let last_source = (copy.from as u32).wrapping_add(copy.len as u32);
    let last_target = (copy.to as u32).wrapping_add(copy.len as u32);
    let message = if copy.from < 0 {
        format!("source index {} {}", copy.from, of(machine, copy.source, source_len))
    } else if copy.to < 0 {
        format!("destination index {} {}", copy.to, of(machine, copy.target, target_len))
    } else if copy.len < 0 {
        format!("length {} is negative", copy.len)
    } else if last_source > source_len {
        format!("last source index {last_source} {}", of(machine, copy.source, source_len))
    } else if last_target > target_len {
        format!("last destination index {last_target} {}", of(machine, copy.target, target_len))
    } else {
        return Ok(());
    };
    Err(machine.throw("java/lang/ArrayIndexOutOfBoundsException", &format!("arraycopy: {message}")))
}

fn copy_values(machine: &mut Machine<'_>, copy: &Copy, kind: ElementKind) -> NativeResult {
    move_elements(machine, copy, kind, copy.len as u32);
    Ok(0)
}

/// Moves the first `count` elements, which are checked already.
fn move_elements(machine: &mut Machine<'_>, copy: &Copy, kind: ElementKind, count: u32) {
    let bytes = kind.bytes() as usize;
    let (from, to, len) = (copy.from as usize * bytes, copy.to as usize * bytes, count as usize * bytes);
    machine.log_elements(copy.target, kind, copy.to as u32, copy.to as u32 + count);
    if copy.source == copy.target {
        machine.state.heap.bytes_mut(copy.target, kind).copy_within(from..from + len, to);
    } else {
        machine.state.heap.copy_bytes(copy.source, from, copy.target, to, len);
    }
}

fn copy_references(machine: &mut Machine<'_>, copy: &Copy) -> NativeResult {
    let source = component(machine, copy.source);
    let target = component(machine, copy.target);
    let len = copy.len as u32;
    let safe = source == target || machine.program.is_subtype(source, target);
    let storable = if safe { len } else { storable(machine, copy, target) };
    move_elements(machine, copy, ElementKind::Ref, storable);
    if machine.is_exploring() && machine.state.heap.tag(copy.target) == SHARED {
        for index in 0..storable {
            let value = machine.state.heap.load_u32(copy.target, copy.to as u32 + index);
            machine.publish(value);
        }
    }
    if storable == len {
        return Ok(0);
    }
    let message = format!(
        "arraycopy: element type mismatch: can not cast one of the elements of {}[] to the type of the destination array, {}",
        names::external(machine.program, source),
        names::external(machine.program, target),
    );
    Err(machine.throw("java/lang/ArrayStoreException", &message))
}

/// How many of the elements, from the first on, the target array can hold.
fn storable(machine: &Machine<'_>, copy: &Copy, target: ClassId) -> u32 {
    let fits = |index: u32| {
        let value = machine.state.heap.load_u32(copy.source, copy.from as u32 + index);
        value == 0 || machine.is_instance(value, target)
    };
    (0..copy.len as u32).find(|&index| !fits(index)).unwrap_or(copy.len as u32)
}

fn component(machine: &Machine<'_>, array: Ref) -> ClassId {
    match machine.program.class(machine.class_of(array)).kind {
        ClassKind::Array { component, .. } => component,
        _ => unreachable!("the types have been checked"),
    }
}

/// A copy that throws before it begins is no access.
fn effect(machine: &Machine<'_>, args: &[u64]) -> Pending {
    let copy = Copy::read(args);
    // A copy that fails before it begins touches nothing.
    let fits = |array: Ref, from: i32| {
        from >= 0 && i64::from(from) + i64::from(copy.len) <= i64::from(machine.state.heap.len(array))
    };
    let sensible = copy.source != 0
        && copy.target != 0
        && copy.len > 0
        && machine.element_kind(copy.source).is_some()
        && machine.element_kind(copy.source) == machine.element_kind(copy.target)
        && fits(copy.source, copy.from)
        && fits(copy.target, copy.to);
    if !sensible {
        return Pending::Local;
    }
    let span = |array, start: i32, reads| {
        (machine.state.heap.tag(array) == SHARED)
            .then(|| elements(array, start as u32, start as u32 + copy.len as u32, reads))
    };
    match (span(copy.source, copy.from, true), span(copy.target, copy.to, false)) {
        (None, None) => Pending::Local,
        (Some(access), None) | (None, Some(access)) => Pending::Memory(access),
        (Some(from), Some(to)) => Pending::Copy { from, to },
    }
}
