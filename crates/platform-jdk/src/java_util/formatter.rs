//! `java.util.Formatter`: warming it up before its first use in a search.
//!
//! The first formatting of a number looks up locale data through many caches of the JDK. Done once
//! and for all, none of that is part of the explored behaviour.

use heddle_machine::{Machine, Native, NativeResult, Trap};
use heddle_program::effect::{Calls, PURE};

use crate::rows::row;

pub const ROWS: &[Native] = &[row("java/util/Formatter", "<init>", "", construct, PURE.calling(Calls::OwnCode))];

const WARM: &str = "java/util/Formatter is warm";

fn construct(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    if machine.is_exploring() && !machine.linkage.globals.contains_key(WARM) {
        machine.linkage.globals.insert(WARM, 0);
        machine.permanently(KEY, warm_up)?;
    }
    Err(Trap::Bytecode)
}

/// Under which what warming up makes is named.
const KEY: u64 = 14 << 56;

fn warm_up(machine: &mut Machine<'_>) -> Result<(), Trap> {
    let string = machine.program.well_known().string;
    let method = machine.method(string, "format", "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;")?;
    let pattern = machine.intern_str("%d%s%x%c%b%.2f%n");
    let objects = machine.program.well_known().object_array;
    let args = machine.new_array(objects, 6)?;
    for (index, (class, descriptor, value)) in [
        ("java/lang/Integer", "(I)Ljava/lang/Integer;", 1000),
        ("java/lang/Integer", "(I)Ljava/lang/Integer;", 1),
        ("java/lang/Integer", "(I)Ljava/lang/Integer;", 1),
        ("java/lang/Character", "(C)Ljava/lang/Character;", 65),
        ("java/lang/Boolean", "(Z)Ljava/lang/Boolean;", 1),
        ("java/lang/Double", "(D)Ljava/lang/Double;", 1.5f64.to_bits()),
    ]
    .into_iter()
    .enumerate()
    {
        let class = machine.load(class)?;
        machine.ensure_initialized(class)?;
        let value_of = machine.method(class, "valueOf", descriptor)?;
        let boxed = machine.call_now(value_of, &[value, value])?;
        machine.store_element_ref(args, index as u32, boxed as u32);
    }
    machine.call_now(method, &[pattern.into(), args.into()])?;
    Ok(())
}
