//! `jdk.internal.misc.Unsafe`: atomic accesses by access mode, layout queries, parking.
//!
//! The JDK implements `getAndAdd*` and all sub-word operations as loops of compare-and-set; here
//! each is one atomic access.

pub mod memory;

use heddle_machine::{Machine, Mode, Native, NativeResult, Pending, Trap};
use heddle_program::ir::ElementKind;
use heddle_program::{ClassKind, FieldId};

use self::memory::{BASE, Boolean, Byte, Char, Double, Float, Int, Kind, Long, Reference, Short};
use crate::java_lang::object::elements;
use crate::java_lang::system::EPOCH_MILLIS;
use crate::rows::{Slots, class_argument, flag, int, local, long, nothing, null_pointer, object, unsupported, visible};

const CLASS: &str = "jdk/internal/misc/Unsafe";

/// Rows of all types that memory can be accessed as.
pub const ACCESSES: &[&[Native]] = &[
    accesses!(Boolean, "Boolean", "Z"),
    accesses!(Byte, "Byte", "B"),
    accesses!(Char, "Char", "C"),
    accesses!(Short, "Short", "S"),
    accesses!(Int, "Int", "I"),
    accesses!(Long, "Long", "J"),
    accesses!(Float, "Float", "F"),
    accesses!(Double, "Double", "D"),
    accesses!(Reference, "Reference", "Ljava/lang/Object;"),
    additions!(Byte, "Byte", "B"),
    additions!(Char, "Char", "C"),
    additions!(Short, "Short", "S"),
    additions!(Int, "Int", "I"),
    additions!(Long, "Long", "J"),
    additions!(Float, "Float", "F"),
    additions!(Double, "Double", "D"),
    bitwise!(Boolean, "Boolean", "Z"),
    bitwise!(Byte, "Byte", "B"),
    bitwise!(Char, "Char", "C"),
    bitwise!(Short, "Short", "S"),
    bitwise!(Int, "Int", "I"),
    bitwise!(Long, "Long", "J"),
];

pub const ROWS: &[Native] = &[
    local(CLASS, "registerNatives", "()V", nothing),
    local(CLASS, "fullFence", "()V", nothing),
    local(CLASS, "loadFence", "()V", nothing),
    local(CLASS, "storeFence", "()V", nothing),
    local(CLASS, "loadLoadFence", "()V", nothing),
    local(CLASS, "storeStoreFence", "()V", nothing),
    local(CLASS, "objectFieldOffset0", "(Ljava/lang/reflect/Field;)J", object_field_offset),
    local(CLASS, "objectFieldOffset1", "(Ljava/lang/Class;Ljava/lang/String;)J", object_field_offset_by_name),
    local(CLASS, "staticFieldOffset0", "(Ljava/lang/reflect/Field;)J", static_field_offset),
    local(CLASS, "staticFieldBase0", "(Ljava/lang/reflect/Field;)Ljava/lang/Object;", static_field_base),
    local(CLASS, "arrayBaseOffset0", "(Ljava/lang/Class;)I", array_base_offset),
    local(CLASS, "arrayIndexScale0", "(Ljava/lang/Class;)I", array_index_scale),
    local(CLASS, "allocateInstance", "(Ljava/lang/Class;)Ljava/lang/Object;", allocate_instance),
    local(CLASS, "allocateUninitializedArray0", "(Ljava/lang/Class;I)Ljava/lang/Object;", allocate_array),
    local(CLASS, "ensureClassInitialized0", "(Ljava/lang/Class;)V", ensure_class_initialized),
    local(CLASS, "shouldBeInitialized0", "(Ljava/lang/Class;)Z", should_be_initialized),
    local(CLASS, "throwException", "(Ljava/lang/Throwable;)V", throw_exception),
    local(CLASS, "getLoadAverage0", "([DI)I", no_load_average),
    visible(CLASS, "park", "(ZJ)V", park, |_, _| Pending::Park),
    visible(CLASS, "unpark", "(Ljava/lang/Object;)V", unpark, unpark_effect),
    visible(CLASS, "setMemory0", "(Ljava/lang/Object;JJB)V", set_memory, set_memory_effect),
    visible(CLASS, "copyMemory0", "(Ljava/lang/Object;JLjava/lang/Object;JJ)V", copy_memory, copy_memory_effect),
];

/// Where the arguments of an access begin: after the receiver, the object and the offset.
const OPERAND: usize = 4;

type Mem = (bool, bool);
const READ: Mem = (true, false);
const WRITE: Mem = (false, true);
const BOTH: Mem = (true, true);

macro_rules! access_row {
    ($prefix:literal, $kind:ty, $name:literal, $suffix:literal, $params:expr, $run:expr, $mem:expr, $mode:expr) => {
        visible(CLASS, concat!($prefix, $name, $suffix), $params, $run, |machine, args| {
            memory::effect::<$kind>(machine, args.object(1), args.long(2), $mem, $mode)
        })
    };
}

macro_rules! accesses {
    ($kind:ty, $name:literal, $d:literal) => {
        &[
            access_row!("get", $kind, $name, "", concat!("(Ljava/lang/Object;J)", $d), get::<$kind>, READ, Mode::Plain),
            access_row!("get", $kind, $name, "Opaque", concat!("(Ljava/lang/Object;J)", $d), get::<$kind>, READ, SYNC),
            access_row!("get", $kind, $name, "Acquire", concat!("(Ljava/lang/Object;J)", $d), get::<$kind>, READ, SYNC),
            access_row!("get", $kind, $name, "Volatile", concat!("(Ljava/lang/Object;J)", $d), get::<$kind>, READ, SYNC),
            access_row!("put", $kind, $name, "", concat!("(Ljava/lang/Object;J", $d, ")V"), put::<$kind>, WRITE, Mode::Plain),
            access_row!("put", $kind, $name, "Opaque", concat!("(Ljava/lang/Object;J", $d, ")V"), put::<$kind>, WRITE, SYNC),
            access_row!("put", $kind, $name, "Release", concat!("(Ljava/lang/Object;J", $d, ")V"), put::<$kind>, WRITE, SYNC),
            access_row!("put", $kind, $name, "Volatile", concat!("(Ljava/lang/Object;J", $d, ")V"), put::<$kind>, WRITE, SYNC),
            compare_row!("compareAndSet", $kind, $name, $d, "", "Z", compare_and_set::<$kind>),
            compare_row!("weakCompareAndSet", $kind, $name, $d, "", "Z", compare_and_set::<$kind>),
            compare_row!("weakCompareAndSet", $kind, $name, $d, "Plain", "Z", compare_and_set::<$kind>),
            compare_row!("weakCompareAndSet", $kind, $name, $d, "Acquire", "Z", compare_and_set::<$kind>),
            compare_row!("weakCompareAndSet", $kind, $name, $d, "Release", "Z", compare_and_set::<$kind>),
            compare_row!("compareAndExchange", $kind, $name, $d, "", $d, compare_and_exchange::<$kind>),
            compare_row!("compareAndExchange", $kind, $name, $d, "Acquire", $d, compare_and_exchange::<$kind>),
            compare_row!("compareAndExchange", $kind, $name, $d, "Release", $d, compare_and_exchange::<$kind>),
            update_row!("getAndSet", $kind, $name, $d, "", get_and_set::<$kind>),
            update_row!("getAndSet", $kind, $name, $d, "Acquire", get_and_set::<$kind>),
            update_row!("getAndSet", $kind, $name, $d, "Release", get_and_set::<$kind>),
        ]
    };
}

macro_rules! compare_row {
    ($prefix:literal, $kind:ty, $name:literal, $d:literal, $suffix:literal, $result:literal, $run:expr) => {
        access_row!(
            $prefix, $kind, $name, $suffix, concat!("(Ljava/lang/Object;J", $d, $d, ")", $result), $run, BOTH, SYNC
        )
    };
}

macro_rules! update_row {
    ($prefix:literal, $kind:ty, $name:literal, $d:literal, $suffix:literal, $run:expr) => {
        access_row!($prefix, $kind, $name, $suffix, concat!("(Ljava/lang/Object;J", $d, ")", $d), $run, BOTH, SYNC)
    };
}

macro_rules! additions {
    ($kind:ty, $name:literal, $d:literal) => {
        &[
            update_row!("getAndAdd", $kind, $name, $d, "", get_and_add::<$kind>),
            update_row!("getAndAdd", $kind, $name, $d, "Acquire", get_and_add::<$kind>),
            update_row!("getAndAdd", $kind, $name, $d, "Release", get_and_add::<$kind>),
        ]
    };
}

macro_rules! bitwise {
    ($kind:ty, $name:literal, $d:literal) => {
        &[
            update_row!("getAndBitwiseOr", $kind, $name, $d, "", get_and_or::<$kind>),
            update_row!("getAndBitwiseOr", $kind, $name, $d, "Acquire", get_and_or::<$kind>),
            update_row!("getAndBitwiseOr", $kind, $name, $d, "Release", get_and_or::<$kind>),
            update_row!("getAndBitwiseAnd", $kind, $name, $d, "", get_and_and::<$kind>),
            update_row!("getAndBitwiseAnd", $kind, $name, $d, "Acquire", get_and_and::<$kind>),
            update_row!("getAndBitwiseAnd", $kind, $name, $d, "Release", get_and_and::<$kind>),
            update_row!("getAndBitwiseXor", $kind, $name, $d, "", get_and_xor::<$kind>),
            update_row!("getAndBitwiseXor", $kind, $name, $d, "Acquire", get_and_xor::<$kind>),
            update_row!("getAndBitwiseXor", $kind, $name, $d, "Release", get_and_xor::<$kind>),
        ]
    };
}

use {access_row, accesses, additions, bitwise, compare_row, update_row};

const SYNC: Mode = Mode::Synchronized;

fn get<K: Kind>(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    memory::load::<K>(machine, args.object(1), args.long(2))
}

fn put<K: Kind>(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    memory::store::<K>(machine, args.object(1), args.long(2), args[OPERAND])?;
    Ok(0)
}

/// The old value, and whether it was the expected one and has been replaced.
fn exchange<K: Kind>(machine: &mut Machine<'_>, args: &[u64]) -> Result<(u64, bool), Trap> {
    let (object, offset) = (args.object(1), args.long(2));
    let old = memory::load::<K>(machine, object, offset)?;
    let matches = old == K::widen(args[OPERAND]);
    if matches {
        memory::store::<K>(machine, object, offset, args[OPERAND + K::SLOTS])?;
    }
    Ok((old, matches))
}

fn compare_and_set<K: Kind>(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    exchange::<K>(machine, args).and_then(|(_, done)| flag(done))
}

fn compare_and_exchange<K: Kind>(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    exchange::<K>(machine, args).map(|(old, _)| old)
}

fn update<K: Kind>(machine: &mut Machine<'_>, args: &[u64], new: impl FnOnce(u64, u64) -> u64) -> NativeResult {
    let (object, offset) = (args.object(1), args.long(2));
    let old = memory::load::<K>(machine, object, offset)?;
    memory::store::<K>(machine, object, offset, new(old, args[OPERAND]))?;
    Ok(old)
}

fn get_and_set<K: Kind>(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    update::<K>(machine, args, |_, new| new)
}

fn get_and_add<K: Kind>(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    update::<K>(machine, args, K::add)
}

fn get_and_or<K: Kind>(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    update::<K>(machine, args, |old, mask| old | mask)
}

fn get_and_and<K: Kind>(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    update::<K>(machine, args, |old, mask| old & mask)
}

fn get_and_xor<K: Kind>(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    update::<K>(machine, args, |old, mask| old ^ mask)
}

// ---- layout ---------------------------------------------------------------------------------

/// The field that a `java.lang.reflect.Field` stands for.
fn reflected(machine: &mut Machine<'_>, field: u32) -> Result<FieldId, Trap> {
    if field == 0 {
        return Err(null_pointer(machine));
    }
    let class = machine.field(field, "clazz") as u32;
    let name = machine.field(field, "name") as u32;
    let name = machine.string(name);
    let class = machine.class_of_mirror(class).ok_or_else(|| unsupported("a Field without a class"))?;
    machine.program.find_field(class, &name).ok_or_else(|| unsupported(format!("no field {name}")))
}

fn object_field_offset(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let field = reflected(machine, args.object(1))?;
    long(memory::field_offset(machine, field))
}

fn object_field_offset_by_name(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 1)?;
    let name = machine.string(args.object(2));
    match machine.program.find_field(class, &name) {
        Some(field) => long(memory::field_offset(machine, field)),
        None => Err(machine.throw("java/lang/InternalError", &name)),
    }
}

fn static_field_offset(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let field = reflected(machine, args.object(1))?;
    long(memory::static_offset(machine, field))
}

fn static_field_base(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let field = reflected(machine, args.object(1))?;
    let class = machine.program.field(field).class;
    object(machine.mirror(class))
}

fn array_base_offset(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    int(BASE as i32)
}

fn array_index_scale(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 1)?;
    match machine.program.class(class).kind {
        ClassKind::Array { kind, .. } => int(kind.bytes() as i32),
        _ => Err(machine.throw_bare("java/lang/InvalidClassException")),
    }
}

fn allocate_instance(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 1)?;
    let info = machine.program.class(class);
    if info.is_abstract() || info.is_interface() || info.is_array() || info.is_primitive() {
        let name = heddle_machine::names::external(machine.program, class);
        return Err(machine.throw("java/lang/InstantiationException", &name));
    }
    machine.ensure_initialized(class)?;
    object(machine.new_object(class)?)
}

fn allocate_array(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let component = class_argument(machine, args, 1)?;
    let class = machine.program.array_of(component);
    object(machine.new_array(class, args.int(2) as u32)?)
}

fn ensure_class_initialized(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 1)?;
    machine.ensure_initialized(class)?;
    Ok(0)
}

fn should_be_initialized(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 1)?;
    flag(!machine.is_class_initialized(class))
}

fn throw_exception(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    match args.object(1) {
        0 => Err(null_pointer(machine)),
        exception => Err(Trap::Throw(exception)),
    }
}

fn no_load_average(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    int(-1)
}

// ---- threads --------------------------------------------------------------------------------

/// An absolute deadline counts in milliseconds since the epoch, a time-out in nanoseconds.
fn park(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (absolute, time) = (args.flag(1), args.long(2));
    let nanos = match (absolute, time) {
        (false, 0) => None,
        (false, nanos) => Some(nanos),
        (true, deadline) => {
            let now = EPOCH_MILLIS.saturating_mul(1_000_000).saturating_add(machine.now());
            Some(deadline.saturating_mul(1_000_000).saturating_sub(now))
        }
    };
    machine.park(nanos)
}

fn unpark(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(1) != 0 {
        machine.unpark(args.object(1));
    }
    Ok(0)
}

fn unpark_effect(_: &Machine<'_>, args: &[u64]) -> Pending {
    match args.object(1) {
        0 => Pending::Local,
        thread => Pending::Unpark(thread),
    }
}

// ---- blocks of memory -----------------------------------------------------------------------

/// A range of bytes in the body of an array of primitives.
fn span(machine: &Machine<'_>, array: u32, offset: i64, len: i64) -> Result<(ElementKind, usize, usize), Trap> {
    let kind = match array {
        0 => return Err(unsupported("jdk.internal.misc.Unsafe on memory outside of the Java heap")),
        _ => machine.element_kind(array),
    };
    let start = usize::try_from(offset - BASE).ok();
    let len = usize::try_from(len).ok();
    let (Some(kind), Some(start), Some(len)) = (kind, start, len) else {
        return Err(unsupported("jdk.internal.misc.Unsafe copies or fills something that is no array"));
    };
    let fits = start.checked_add(len).is_some_and(|end| end <= machine.heap.bytes(array, kind).len());
    if !fits || kind == ElementKind::Ref {
        return Err(unsupported("jdk.internal.misc.Unsafe copies or fills beyond an array"));
    }
    Ok((kind, start, len))
}

/// Journals the elements that a range of bytes touches.
fn log_span(machine: &mut Machine<'_>, array: u32, kind: ElementKind, start: usize, len: usize) {
    let size = kind.bytes() as usize;
    machine.log_elements(array, kind, (start / size) as u32, (start + len).div_ceil(size) as u32);
}

fn set_memory(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (array, value) = (args.object(1), args[6] as u8);
    let (kind, start, len) = span(machine, array, args.long(2), args.long(4))?;
    log_span(machine, array, kind, start, len);
    machine.heap.bytes_mut(array, kind)[start..start + len].fill(value);
    Ok(0)
}

fn set_memory_effect(machine: &Machine<'_>, args: &[u64]) -> Pending {
    match shared_span(machine, args.object(1), args.long(2), args.long(4), false) {
        Some(access) => Pending::Memory(access),
        None => Pending::Local,
    }
}

fn copy_memory(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (source, target, len) = (args.object(1), args.object(4), args.long(7));
    let (source_kind, from, _) = span(machine, source, args.long(2), len)?;
    let (kind, to, len) = span(machine, target, args.long(5), len)?;
    log_span(machine, target, kind, to, len);
    if source == target {
        machine.heap.bytes_mut(target, kind).copy_within(from..from + len, to);
    } else {
        debug_assert!(from + len <= machine.heap.bytes(source, source_kind).len());
        machine.heap.copy_bytes(source, from, target, to, len);
    }
    Ok(0)
}

fn copy_memory_effect(machine: &Machine<'_>, args: &[u64]) -> Pending {
    let len = args.long(7);
    let from = shared_span(machine, args.object(1), args.long(2), len, true);
    let to = shared_span(machine, args.object(4), args.long(5), len, false);
    match (from, to) {
        (None, None) => Pending::Local,
        (Some(access), None) | (None, Some(access)) => Pending::Memory(access),
        (Some(from), Some(to)) => Pending::Copy { from, to },
    }
}

fn shared_span(machine: &Machine<'_>, array: u32, offset: i64, len: i64, reads: bool) -> Option<heddle_machine::Access> {
    let (kind, start, len) = span(machine, array, offset, len).ok()?;
    let size = kind.bytes() as usize;
    let shared = machine.heap.tag(array) == heddle_machine::SHARED && len > 0;
    shared.then(|| elements(array, (start / size) as u32, (start + len).div_ceil(size) as u32, reads))
}
