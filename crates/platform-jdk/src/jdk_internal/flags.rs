//! `com.sun.management.internal.Flag`: the options of the virtual machine, which libraries ask for to know how objects lie in memory.
//!
//! The machine has none; it answers as a JVM of a common size does for those that do not depend on the hardware. Any other
//! does not exist, as for a JVM of another make.

use heddle_machine::{Machine, Native, NativeResult, Ref, Trap};
use heddle_program::effect::{Aspect, Effect, PURE, Place, Source};
use heddle_program::ir::ElementKind;

use crate::rows::{Slots, int, nothing, null_pointer, object, pure, row};

const FLAG: &str = "com/sun/management/internal/Flag";
const ORIGIN: &str = "com/sun/management/VMOption$Origin";

const FILLS: Effect = PURE
    .reading(&[Place::Elements(0)])
    .writing(&[Place::Elements(1)])
    .storing(&[(Source::Made, Place::Elements(1))])
    .observing(&[Aspect::Environment]);

pub const ROWS: &[Native] = &[
    pure(FLAG, "initialize", "()V", nothing),
    pure(FLAG, "getInternalFlagCount", "()I", count),
    pure(FLAG, "getAllFlagNames", "()[Ljava/lang/String;", names),
    row(FLAG, "getFlags", "([Ljava/lang/String;[Lcom/sun/management/internal/Flag;I)I", fill, FILLS),
];

#[derive(Clone, Copy)]
enum Value {
    Is(bool),
    Number(i64),
    Text(&'static str),
}

/// Name, value, and whether a running JVM lets it be changed.
const FLAGS: &[(&str, Value, bool)] = &[
    ("EnableJVMCI", Value::Is(false), false),
    ("HeapDumpOnOutOfMemoryError", Value::Is(false), true),
    ("HeapDumpPath", Value::Text(""), true),
    ("MaxDirectMemorySize", Value::Number(0), false),
    ("ObjectAlignmentInBytes", Value::Number(8), false),
    ("UseCompressedClassPointers", Value::Is(true), false),
    ("UseCompressedOops", Value::Is(true), false),
    ("UseJVMCICompiler", Value::Is(false), false),
];

fn count(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    int(FLAGS.len() as i32)
}

fn names(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let class = machine.program.well_known().string_array;
    let array = machine.new_array(class, FLAGS.len() as u32)?;
    for (at, (name, ..)) in FLAGS.iter().enumerate() {
        let name = machine.intern_str(name);
        machine.store_element_ref(array, at as u32, name);
    }
    object(array)
}

/// `getFlags(names, flags, count)`: the flags of these names, or all if there are no names; how many there are.
fn fill(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (names, flags) = (args.object(0), args.object(1));
    if flags == 0 {
        return Err(null_pointer(machine));
    }
    let wanted: Vec<String> = match names {
        0 => FLAGS.iter().map(|(name, ..)| (*name).to_owned()).collect(),
        names => (0..machine.state.heap.len(names))
            .map(|at| machine.string(machine.element(names, ElementKind::Ref, at) as Ref))
            .collect(),
    };
    let mut found = 0;
    for (at, wanted) in wanted.iter().enumerate().take(args.int(2).max(0) as usize) {
        if let Some(&(name, value, writeable)) = FLAGS.iter().find(|(name, ..)| name == wanted) {
            let flag = flag(machine, name, value, writeable)?;
            machine.store_element_ref(flags, at as u32, flag);
            found += 1;
        }
    }
    int(found)
}

fn flag(machine: &mut Machine<'_>, name: &str, value: Value, writeable: bool) -> Result<Ref, Trap> {
    let origin = machine.load(ORIGIN)?;
    machine.ensure_initialized(origin)?;
    let origin = machine.static_field(origin, "DEFAULT");
    let value = match value {
        Value::Is(value) => boxed(machine, "java/lang/Boolean", "(Z)Ljava/lang/Boolean;", u64::from(value))?,
        Value::Number(value) => boxed(machine, "java/lang/Long", "(J)Ljava/lang/Long;", value as u64)?,
        Value::Text(text) => machine.intern_str(text).into(),
    };
    let name = machine.intern_str(name);
    let class = machine.load(FLAG)?;
    let flag = machine.new_object(class)?;
    machine.set_field(flag, "name", name.into());
    machine.set_field(flag, "value", value);
    machine.set_field(flag, "origin", origin);
    machine.set_field(flag, "writeable", u64::from(writeable));
    machine.set_field(flag, "external", 1);
    Ok(flag)
}

fn boxed(machine: &mut Machine<'_>, class: &str, descriptor: &str, value: u64) -> NativeResult {
    let class = machine.load(class)?;
    machine.ensure_initialized(class)?;
    let of = machine.method(class, "valueOf", descriptor)?;
    machine.call_now(of, &[value])
}
