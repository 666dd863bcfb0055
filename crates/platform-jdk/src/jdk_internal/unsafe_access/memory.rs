//! Memory as `Unsafe` sees it: (object, offset) pairs, mapped to fields, statics and elements.
//!
//! ```text
//! instance field     16 + 8 * slot, with the object
//! array element      16 + size * index, with the array
//! static field       2^40 + 8 * cell, with the mirror of its class
//! allocated memory   reference * 2^32 + 16 + byte, without an object
//! ```
//!
//! Memory outside of the heap is a permanent `byte[]` behind an address, so that it is part of the
//! state and stepping back restores it; it is never freed.

use heddle_machine::{Access, HEADER, Location, Machine, Mode, Pending, Ref, SHARED, Trap};
use heddle_program::{ClassId, FieldId};

use crate::rows::unsupported;

/// Offset of the first field of an object or element of an array.
pub const BASE: i64 = 16;
const STATICS: i64 = 1 << 40;

/// One of the nine types that memory is accessed as.
pub trait Kind {
    const BYTES: usize;
    const IS_REF: bool = false;
    /// JVM slots of a value.
    const SLOTS: usize = 1;
    /// The register form of the low bits of a word.
    fn widen(raw: u64) -> u64;
    fn add(a: u64, b: u64) -> u64 {
        Self::widen(a.wrapping_add(b))
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident, $bytes:literal, |$raw:ident| $widen:expr;)*) => {
        $($(#[$doc])* pub struct $name;
        impl Kind for $name {
            const BYTES: usize = $bytes;
            fn widen($raw: u64) -> u64 {
                $widen
            }
        })*
    };
}

kinds! {
    Boolean, 1, |raw| u64::from(raw & 0xff != 0);
    Byte, 1, |raw| u64::from(raw as i8 as i32 as u32);
    Char, 2, |raw| raw & 0xffff;
    Short, 2, |raw| u64::from(raw as i16 as i32 as u32);
    Int, 4, |raw| raw & 0xffff_ffff;
}

pub struct Long;
impl Kind for Long {
    const BYTES: usize = 8;
    const SLOTS: usize = 2;
    fn widen(raw: u64) -> u64 {
        raw
    }
}

pub struct Float;
impl Kind for Float {
    const BYTES: usize = 4;
    fn widen(raw: u64) -> u64 {
        raw & 0xffff_ffff
    }
    fn add(a: u64, b: u64) -> u64 {
        u64::from((f32::from_bits(a as u32) + f32::from_bits(b as u32)).to_bits())
    }
}

pub struct Double;
impl Kind for Double {
    const BYTES: usize = 8;
    const SLOTS: usize = 2;
    fn widen(raw: u64) -> u64 {
        raw
    }
    fn add(a: u64, b: u64) -> u64 {
        (f64::from_bits(a) + f64::from_bits(b)).to_bits()
    }
}

pub struct Reference;
impl Kind for Reference {
    const BYTES: usize = 4;
    const IS_REF: bool = true;
    fn widen(raw: u64) -> u64 {
        raw & 0xffff_ffff
    }
}

/// The offset of an instance field.
pub fn field_offset(machine: &Machine<'_>, field: FieldId) -> i64 {
    BASE + 8 * i64::from(machine.program.field(field).place)
}

/// The offset of a static field, to be used with the mirror of its class.
pub fn static_offset(machine: &Machine<'_>, field: FieldId) -> i64 {
    STATICS + 8 * i64::from(machine.program.field(field).place)
}

/// The object and offset of an access; without an object the offset is an address.
pub fn resolve(object: Ref, offset: i64) -> Result<(Ref, i64), Trap> {
    if object != 0 {
        return Ok((object, offset));
    }
    match (offset >> 32) as Ref {
        0 => Err(unsupported("jdk.internal.misc.Unsafe on an address that was not allocated")),
        array => Ok((array, offset & 0xffff_ffff)),
    }
}

/// The address of a permanent array's first byte.
pub fn address_of(array: Ref) -> i64 {
    i64::from(array) << 32 | BASE
}

/// Reads a value.
pub fn load<K: Kind>(machine: &mut Machine<'_>, object: Ref, offset: i64) -> Result<u64, Trap> {
    let (object, offset) = resolve(object, offset)?;
    if offset >= STATICS {
        return Ok(K::widen(machine.state.heap.cell(static_cell(offset))));
    }
    match machine.element_kind(object) {
        Some(kind) => {
            let bytes = machine.state.heap.bytes(object, kind);
            let raw = range::<K>(offset).and_then(|range| bytes.get(range)).ok_or_else(outside)?;
            let mut word = [0; 8];
            word[..K::BYTES].copy_from_slice(raw);
            Ok(K::widen(u64::from_le_bytes(word)))
        }
        None => {
            let place = field_place(offset)?;
            machine.check_unseen(object, place)?;
            machine.note_field_read(object, place);
            Ok(K::widen(machine.state.heap.cell(object + place)))
        }
    }
}

/// Writes a value, journaled; references are published as their holder is.
pub fn store<K: Kind>(machine: &mut Machine<'_>, object: Ref, offset: i64, value: u64) -> Result<(), Trap> {
    let (object, offset) = resolve(object, offset)?;
    let value = K::widen(value);
    if offset >= STATICS {
        if let Some(Location::Static { field }) = location::<K>(machine, object, offset) {
            machine.check_static_final(field)?;
        }
        if K::IS_REF {
            machine.publish(value as Ref);
        }
        machine.store_static(static_cell(offset), value);
        return Ok(());
    }
    match machine.element_kind(object) {
        Some(kind) => {
            let range = range::<K>(offset).ok_or_else(outside)?;
            let size = kind.bytes() as usize;
            if range.end > machine.state.heap.len(object) as usize * size {
                return Err(outside());
            }
            if K::IS_REF {
                machine.store_element_ref(object, (range.start / size) as u32, value as Ref);
                return Ok(());
            }
            if K::BYTES == 8 && size < 8 {
                machine.native_splits(value);
            }
            machine.log_elements(object, kind, (range.start / size) as u32, range.end.div_ceil(size) as u32);
            machine.state.heap.bytes_mut(object, kind)[range].copy_from_slice(&value.to_le_bytes()[..K::BYTES]);
        }
        None => {
            let place = field_place(offset)?;
            machine.check_final(object, place)?;
            machine.check_unseen(object, place)?;
            if K::IS_REF {
                machine.store_ref(object, place, value as Ref);
            } else {
                machine.store(object, place, value);
            }
        }
    }
    Ok(())
}

/// What other threads can notice of an access.
pub fn effect<K: Kind>(machine: &Machine<'_>, object: Ref, offset: i64, access: (bool, bool), mode: Mode) -> Pending {
    let Ok((object, offset)) = resolve(object, offset) else { return Pending::Local };
    if offset < STATICS && machine.state.heap.tag(object) != SHARED {
        return Pending::Local;
    }
    let (reads, writes) = access;
    match location::<K>(machine, object, offset) {
        Some(location) => Pending::Memory(Access { location, reads, writes, mode }),
        None => Pending::Local,
    }
}

/// The place that is accessed; `None` if no other thread ever looks at it, or if the access fails.
fn location<K: Kind>(machine: &Machine<'_>, object: Ref, offset: i64) -> Option<Location> {
    if offset >= STATICS {
        let class = machine.class_of_mirror(object)?;
        let cell = static_cell(offset);
        let fields = &machine.program.class(class).fields;
        let is_it = |&&field: &&FieldId| {
            let field = machine.program.field(field);
            field.is_static() && field.place == cell
        };
        return fields.iter().find(is_it).map(|&field| Location::Static { field });
    }
    if let Some(kind) = machine.element_kind(object) {
        let range = range::<K>(offset)?;
        let size = kind.bytes() as usize;
        let (from, to) = ((range.start / size) as u32, range.end.div_ceil(size) as u32);
        return Some(if to == from + 1 {
            Location::Element { array: object, index: from }
        } else {
            Location::Elements { array: object, from, to }
        });
    }
    let slot = field_place(offset).ok()? - HEADER;
    let field = field_at(machine, machine.class_of(object), slot)?;
    let own = object == machine.current_thread() && is_thread_local(machine, field);
    (!own).then_some(Location::Field { object, field })
}

fn field_at(machine: &Machine<'_>, class: ClassId, slot: u32) -> Option<FieldId> {
    machine.program.class(class).layout.fields.get(slot as usize).copied()
}

/// Fields of `java.lang.Thread` that only the thread itself uses.
fn is_thread_local(machine: &Machine<'_>, field: FieldId) -> bool {
    machine.program.text(machine.program.field(field).name).starts_with("threadLocalRandom")
}

fn range<K: Kind>(offset: i64) -> Option<std::ops::Range<usize>> {
    let start = usize::try_from(offset - BASE).ok()?;
    Some(start..start.checked_add(K::BYTES)?)
}

/// The place of a field, counted from the object's header.
fn field_place(offset: i64) -> Result<u32, Trap> {
    match offset - BASE {
        bytes if bytes >= 0 && bytes % 8 == 0 => Ok(HEADER + (bytes / 8) as u32),
        _ => Err(outside()),
    }
}

fn static_cell(offset: i64) -> u32 {
    ((offset - STATICS) / 8) as u32
}

fn outside() -> Trap {
    unsupported("jdk.internal.misc.Unsafe on an offset outside of the object")
}
