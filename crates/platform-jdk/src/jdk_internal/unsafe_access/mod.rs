//! `jdk.internal.misc.Unsafe`: atomic accesses by access mode, layout queries, parking.
//!
//! The JDK implements `getAndAdd*` and all sub-word operations as loops of compare-and-set; here
//! each is one atomic access.

pub mod memory;

use heddle_machine::time::MILLI_EPOCH;
use heddle_machine::{Access, Machine, Mode, Native, NativeResult, Pending, SHARED, Trap};
use heddle_program::effect::{Effect, PURE, Place, Source};
use heddle_program::ir::ElementKind;
use heddle_program::{ClassKind, FieldId};

use self::memory::{BASE, Boolean, Byte, Char, Double, Float, Int, Kind, Long, Reference, Short};
use crate::java_lang::object::elements;
use crate::rows::{
    INTERRUPTED, Slots, class_argument, flag, int, long, nothing, null_pointer, object, pure, row, unsupported,
};

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
    pure(CLASS, "registerNatives", "()V", nothing),
    pure(CLASS, "fullFence", "()V", nothing),
    pure(CLASS, "loadFence", "()V", nothing),
    pure(CLASS, "storeFence", "()V", nothing),
    pure(CLASS, "loadLoadFence", "()V", nothing),
    pure(CLASS, "storeStoreFence", "()V", nothing),
    pure(CLASS, "objectFieldOffset0", "(Ljava/lang/reflect/Field;)J", object_field_offset),
    pure(CLASS, "objectFieldOffset1", "(Ljava/lang/Class;Ljava/lang/String;)J", object_field_offset_by_name),
    pure(CLASS, "staticFieldOffset0", "(Ljava/lang/reflect/Field;)J", static_field_offset),
    row(
        CLASS,
        "staticFieldBase0",
        "(Ljava/lang/reflect/Field;)Ljava/lang/Object;",
        static_field_base,
        PURE.giving(Source::Existing("java/lang/Class")),
    ),
    pure(CLASS, "arrayBaseOffset0", "(Ljava/lang/Class;)I", array_base_offset),
    pure(CLASS, "arrayIndexScale0", "(Ljava/lang/Class;)I", array_index_scale),
    row(
        CLASS,
        "allocateInstance",
        "(Ljava/lang/Class;)Ljava/lang/Object;",
        allocate_instance,
        PURE.giving(Source::Made),
    ),
    row(
        CLASS,
        "allocateUninitializedArray0",
        "(Ljava/lang/Class;I)Ljava/lang/Object;",
        allocate_array,
        PURE.giving(Source::Made),
    ),
    pure(CLASS, "ensureClassInitialized0", "(Ljava/lang/Class;)V", ensure_class_initialized),
    pure(CLASS, "shouldBeInitialized0", "(Ljava/lang/Class;)Z", should_be_initialized),
    pure(CLASS, "allocateMemory0", "(J)J", allocate_memory),
    pure(CLASS, "freeMemory0", "(J)V", nothing),
    row(
        CLASS,
        "throwException",
        "(Ljava/lang/Throwable;)V",
        throw_exception,
        PURE.storing(&[(Source::Argument(1), Place::Thrown)]),
    ),
    pure(CLASS, "getLoadAverage0", "([DI)I", no_load_average),
    row(CLASS, "park", "(ZJ)V", park, PURE.writing(&[INTERRUPTED]).blocking()).refined(|_, _| Pending::Park),
    row(CLASS, "unpark", "(Ljava/lang/Object;)V", unpark, PURE.writing(&[Place::Scheduling])).refined(unpark_effect),
    row(CLASS, "setMemory0", "(Ljava/lang/Object;JJB)V", set_memory, PURE.writing(&[Place::Any(1)]))
        .refined(set_memory_effect),
    row(
        CLASS,
        "copySwapMemory0",
        "(Ljava/lang/Object;JLjava/lang/Object;JJJ)V",
        copy_swap_memory,
        PURE.reading(&[Place::Any(1)]).writing(&[Place::Any(4)]),
    )
    .refined(copy_memory_effect),
    row(
        CLASS,
        "copyMemory0",
        "(Ljava/lang/Object;JLjava/lang/Object;JJ)V",
        copy_memory,
        PURE.reading(&[Place::Any(1)]).writing(&[Place::Any(4)]),
    )
    .refined(copy_memory_effect),
];

/// Where the arguments of an access begin: after the receiver, the object and the offset.
const OPERAND: usize = 4;

/// What accesses of each kind do to a field or element of the object in argument 1.
const TOUCHES: Effect = PURE.touching(&[Place::Any(1)]);

const fn loads(is_ref: bool) -> Effect {
    let effect = PURE.reading(&[Place::Any(1)]);
    if is_ref { effect.giving(Source::ContentOf(1)) } else { effect }
}

const fn stores(is_ref: bool) -> Effect {
    let effect = PURE.writing(&[Place::Any(1)]);
    if is_ref { effect.storing(&[(Source::Argument(4), Place::Any(1))]) } else { effect }
}

const fn updates(is_ref: bool) -> Effect {
    if is_ref { TOUCHES.storing(&[(Source::Argument(4), Place::Any(1))]).giving(Source::ContentOf(1)) } else { TOUCHES }
}

/// The new value is behind the expected one.
const fn exchanges(is_ref: bool) -> Effect {
    if is_ref { TOUCHES.storing(&[(Source::Argument(5), Place::Any(1))]).giving(Source::ContentOf(1)) } else { TOUCHES }
}

type Mem = (bool, bool);
const READ: Mem = (true, false);
const WRITE: Mem = (false, true);
const BOTH: Mem = (true, true);

macro_rules! access_row {
    ($prefix:literal, $kind:ty, $name:literal, $suffix:literal, $params:expr, $run:expr, $mem:expr, $mode:expr, $effect:ident) => {
        row(CLASS, concat!($prefix, $name, $suffix), $params, $run, $effect(<$kind>::IS_REF))
            .refined(|machine, args| memory::effect::<$kind>(machine, args.object(1), args.long(2), $mem, $mode))
    };
}

macro_rules! accesses {
    ($kind:ty, $name:literal, $d:literal) => {
        &[
            access_row!(
                "get",
                $kind,
                $name,
                "",
                concat!("(Ljava/lang/Object;J)", $d),
                get::<$kind>,
                READ,
                Mode::Plain,
                loads
            ),
            access_row!(
                "get",
                $kind,
                $name,
                "Opaque",
                concat!("(Ljava/lang/Object;J)", $d),
                get::<$kind>,
                READ,
                Mode::of("Opaque"),
                loads
            ),
            access_row!(
                "get",
                $kind,
                $name,
                "Acquire",
                concat!("(Ljava/lang/Object;J)", $d),
                get::<$kind>,
                READ,
                Mode::of("Acquire"),
                loads
            ),
            access_row!(
                "get",
                $kind,
                $name,
                "Volatile",
                concat!("(Ljava/lang/Object;J)", $d),
                get::<$kind>,
                READ,
                Mode::of("Volatile"),
                loads
            ),
            access_row!(
                "put",
                $kind,
                $name,
                "",
                concat!("(Ljava/lang/Object;J", $d, ")V"),
                put::<$kind>,
                WRITE,
                Mode::Plain,
                stores
            ),
            access_row!(
                "put",
                $kind,
                $name,
                "Opaque",
                concat!("(Ljava/lang/Object;J", $d, ")V"),
                put::<$kind>,
                WRITE,
                Mode::of("Opaque"),
                stores
            ),
            access_row!(
                "put",
                $kind,
                $name,
                "Release",
                concat!("(Ljava/lang/Object;J", $d, ")V"),
                put::<$kind>,
                WRITE,
                Mode::of("Release"),
                stores
            ),
            access_row!(
                "put",
                $kind,
                $name,
                "Volatile",
                concat!("(Ljava/lang/Object;J", $d, ")V"),
                put::<$kind>,
                WRITE,
                Mode::of("Volatile"),
                stores
            ),
            compare_row!("compareAndSet", $kind, $name, $d, "", "Z", compare_and_set::<$kind>),
            compare_row!("weakCompareAndSet", $kind, $name, $d, "", "Z", weak_compare_and_set::<$kind>),
            compare_row!("weakCompareAndSet", $kind, $name, $d, "Plain", "Z", weak_compare_and_set::<$kind>),
            compare_row!("weakCompareAndSet", $kind, $name, $d, "Acquire", "Z", weak_compare_and_set::<$kind>),
            compare_row!("weakCompareAndSet", $kind, $name, $d, "Release", "Z", weak_compare_and_set::<$kind>),
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
            $prefix,
            $kind,
            $name,
            $suffix,
            concat!("(Ljava/lang/Object;J", $d, $d, ")", $result),
            $run,
            BOTH,
            Mode::of($suffix),
            exchanges
        )
    };
}

macro_rules! update_row {
    ($prefix:literal, $kind:ty, $name:literal, $d:literal, $suffix:literal, $run:expr) => {
        access_row!(
            $prefix,
            $kind,
            $name,
            $suffix,
            concat!("(Ljava/lang/Object;J", $d, ")", $d),
            $run,
            BOTH,
            Mode::of($suffix),
            updates
        )
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
    if K::BYTES == 8 {
        machine.native_compares(old, args[OPERAND]);
    }
    if matches {
        memory::store::<K>(machine, object, offset, args[OPERAND + K::SLOTS])?;
    }
    Ok((old, matches))
}

fn compare_and_set<K: Kind>(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    exchange::<K>(machine, args).and_then(|(_, done)| flag(done))
}

fn weak_compare_and_set<K: Kind>(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    machine.depend_on_weak_compare_and_set();
    compare_and_set::<K>(machine, args)
}

fn compare_and_exchange<K: Kind>(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    exchange::<K>(machine, args).map(|(old, _)| old)
}

fn update<K: Kind>(machine: &mut Machine<'_>, args: &[u64], new: impl FnOnce(u64, u64) -> u64) -> NativeResult {
    let (object, offset) = (args.object(1), args.long(2));
    let old = memory::load::<K>(machine, object, offset)?;
    let new = new(old, args[OPERAND]);
    machine.native_computes(old, args[OPERAND], new);
    memory::store::<K>(machine, object, offset, new)?;
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

/// The field that a `java.lang.reflect.Field` stands for, static or not as asked.
fn reflected(machine: &mut Machine<'_>, field: u32, is_static: bool) -> Result<FieldId, Trap> {
    if field == 0 {
        return Err(null_pointer(machine));
    }
    let class = machine.field(field, "clazz") as u32;
    let name = machine.field(field, "name") as u32;
    let name = machine.string(name);
    let class = machine.class_of_mirror(class).ok_or_else(|| unsupported("a Field without a class"))?;
    let field = machine.program.find_field(class, &name).ok_or_else(|| unsupported(format!("no field {name}")))?;
    if machine.program.field(field).is_static() != is_static {
        return Err(machine.throw_bare("java/lang/IllegalArgumentException"));
    }
    Ok(field)
}

fn object_field_offset(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let field = reflected(machine, args.object(1), false)?;
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
    let field = reflected(machine, args.object(1), true)?;
    long(memory::static_offset(machine, field))
}

fn static_field_base(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let field = reflected(machine, args.object(1), true)?;
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

/// The memory is named by who allocates it and how much it has allocated before.
fn allocate_memory(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let Ok(len) = u32::try_from(args.long(1)) else {
        return Err(machine.throw_bare("java/lang/OutOfMemoryError"));
    };
    machine.note_own_identity();
    let owner = machine.current_thread();
    let ordinal = machine.field(owner, ALLOCATIONS) + 1;
    machine.set_field(owner, ALLOCATIONS, ordinal);
    let path = &machine.state.threads[machine.stepper.current].path;
    let key = path.iter().fold(ordinal, |key, &step| key.wrapping_mul(0x1_0001).wrapping_add(u64::from(step) + 1));
    let class = machine.program.array_of_kind(ElementKind::Byte);
    let array = machine.permanently(13 << 56 | key & 0xff_ffff_ffff_ffff, |machine| machine.new_array(class, len))?;
    machine.linkage.off_heap.insert(array);
    long(memory::address_of(array))
}

/// Injected field of `Thread`: how many blocks of memory it has allocated.
pub const ALLOCATIONS: &str = "heddleAllocations";

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
            let now = MILLI_EPOCH.saturating_mul(1_000_000).saturating_add(machine.now());
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
struct Span {
    array: u32,
    kind: ElementKind,
    start: usize,
    len: usize,
}

impl Span {
    /// Journals the elements that the bytes lie in.
    fn log(&self, machine: &mut Machine<'_>) {
        let (from, to) = self.elements();
        machine.log_elements(self.array, self.kind, from, to);
    }

    fn elements(&self) -> (u32, u32) {
        let size = self.kind.bytes() as usize;
        ((self.start / size) as u32, (self.start + self.len).div_ceil(size) as u32)
    }

    fn bytes<'m>(&self, machine: &'m Machine<'_>) -> &'m [u8] {
        &machine.state.heap.bytes(self.array, self.kind)[self.start..self.start + self.len]
    }

    fn bytes_mut<'m>(&self, machine: &'m mut Machine<'_>) -> &'m mut [u8] {
        &mut machine.state.heap.bytes_mut(self.array, self.kind)[self.start..self.start + self.len]
    }
}

fn span(machine: &Machine<'_>, array: u32, offset: i64, len: i64) -> Result<Span, Trap> {
    let (array, offset) = memory::resolve(array, offset)?;
    let kind = machine.element_kind(array);
    let start = usize::try_from(offset - BASE).ok();
    let len = usize::try_from(len).ok();
    let (Some(kind), Some(start), Some(len)) = (kind, start, len) else {
        return Err(unsupported("jdk.internal.misc.Unsafe copies or fills something that is no array"));
    };
    let fits = start.checked_add(len).is_some_and(|end| end <= machine.state.heap.bytes(array, kind).len());
    if !fits || kind == ElementKind::Ref {
        return Err(unsupported("jdk.internal.misc.Unsafe copies or fills beyond an array"));
    }
    Ok(Span { array, kind, start, len })
}

fn set_memory(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let target = span(machine, args.object(1), args.long(2), args.long(4))?;
    target.log(machine);
    target.bytes_mut(machine).fill(args[6] as u8);
    Ok(0)
}

fn set_memory_effect(machine: &Machine<'_>, args: &[u64]) -> Pending {
    match shared_span(machine, args.object(1), args.long(2), args.long(4), false) {
        Some(access) => Pending::Memory(access),
        None => Pending::Local,
    }
}

fn copy_memory(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    copy_units(machine, args, 1)
}

/// Copies units of 2, 4 or 8 bytes and reverses the bytes of each.
fn copy_swap_memory(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    copy_units(machine, args, args.long(9) as usize)
}

fn copy_units(machine: &mut Machine<'_>, args: &[u64], unit: usize) -> NativeResult {
    let source = span(machine, args.object(1), args.long(2), args.long(7))?;
    let target = span(machine, args.object(4), args.long(5), args.long(7))?;
    let mut bytes = source.bytes(machine).to_vec();
    if unit > 1 {
        bytes.chunks_exact_mut(unit).for_each(<[u8]>::reverse);
    }
    target.log(machine);
    target.bytes_mut(machine).copy_from_slice(&bytes);
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

fn shared_span(machine: &Machine<'_>, array: u32, offset: i64, len: i64, reads: bool) -> Option<Access> {
    let span = span(machine, array, offset, len).ok()?;
    let shared = machine.state.heap.tag(span.array) == SHARED && span.len > 0;
    let (from, to) = span.elements();
    shared.then(|| elements(span.array, from, to, reads))
}
