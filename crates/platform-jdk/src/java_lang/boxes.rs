//! `valueOf` of the boxes: the caches that the language promises (JLS 5.1.7) are arrays that nobody
//! writes after they were made, so that looking into them is no step of its own.

use heddle_machine::{Machine, Native, NativeResult, Ref, Trap};
use heddle_program::ClassId;

use crate::rows::{Slots, object, pure};

pub const ROWS: &[Native] = &[
    pure("java/lang/Byte", "valueOf", "(B)Ljava/lang/Byte;", |machine, args| {
        value_of(machine, args, args.int(0).into(), "java/lang/Byte$ByteCache", -128)
    }),
    pure("java/lang/Short", "valueOf", "(S)Ljava/lang/Short;", |machine, args| {
        value_of(machine, args, args.int(0).into(), "java/lang/Short$ShortCache", -128)
    }),
    pure("java/lang/Character", "valueOf", "(C)Ljava/lang/Character;", |machine, args| {
        value_of(machine, args, args.int(0).into(), "java/lang/Character$CharacterCache", 0)
    }),
    pure("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", |machine, args| {
        value_of(machine, args, args.int(0).into(), "java/lang/Integer$IntegerCache", -128)
    }),
    pure("java/lang/Long", "valueOf", "(J)Ljava/lang/Long;", |machine, args| {
        value_of(machine, args, args.long(0), "java/lang/Long$LongCache", -128)
    }),
];

/// The box from the cache, which begins at `first`, or else a new one.
fn value_of(machine: &mut Machine<'_>, args: &[u64], value: i64, cache: &'static str, first: i64) -> NativeResult {
    let boxes = cached_boxes(machine, cache)?;
    match u32::try_from(value.wrapping_sub(first)) {
        Ok(at) if at < machine.state.heap.len(boxes) => object(machine.state.heap.load_u32(boxes, at)),
        _ => {
            let class = box_class(machine, boxes);
            let made = machine.new_object(class)?;
            // A box has one field, the first.
            machine.state.heap.set_cell(made + heddle_machine::HEADER, args[0]);
            object(made)
        }
    }
}

/// The array of cached boxes.
fn cached_boxes(machine: &mut Machine<'_>, cache: &'static str) -> Result<Ref, Trap> {
    if let Some(&boxes) = machine.linkage.globals.get(cache) {
        return Ok(boxes);
    }
    let class = machine.load(cache)?;
    machine.ensure_initialized(class)?;
    let boxes = machine.static_field(class, "cache") as Ref;
    machine.linkage.globals.insert(cache, boxes);
    Ok(boxes)
}

fn box_class(machine: &Machine<'_>, boxes: Ref) -> ClassId {
    machine.class_of(machine.state.heap.load_u32(boxes, 0))
}
