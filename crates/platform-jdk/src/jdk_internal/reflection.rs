//! `jdk.internal.reflect.Reflection`: questions about callers and access.

use heddle_machine::{Machine, Native, NativeResult};

use crate::java_lang::throwable::is_hidden;
use crate::rows::{class_argument, flag, int, object, pure};

const CLASS: &str = "jdk/internal/reflect/Reflection";

pub const ROWS: &[Native] = &[
    pure(CLASS, "getCallerClass", "()Ljava/lang/Class;", caller_class),
    pure(CLASS, "getClassAccessFlags", "(Ljava/lang/Class;)I", class_access_flags),
    pure(CLASS, "areNestMates", "(Ljava/lang/Class;Ljava/lang/Class;)Z", are_nest_mates),
];

/// The class that called the method that asks; frames of reflective calls do not count.
fn caller_class(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let frames = &machine.state.threads[machine.stepper.current].frames;
    let caller = frames.iter().rev().skip(1).find(|frame| {
        let method = machine.program.method(frame.method);
        let class = machine.program.class_name(method.class);
        let name = machine.program.text(method.name);
        let accessor = class.starts_with("jdk/internal/reflect/") && class.contains("Accessor");
        let reflective = accessor || class == "java/lang/reflect/Method" && name == "invoke";
        !reflective && !is_hidden(machine, frame.method)
    });
    match caller.map(|frame| machine.program.method(frame.method).class) {
        Some(class) => object(machine.mirror(class)),
        None => object(0),
    }
}

fn class_access_flags(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    int(i32::from(machine.program.class(class).access))
}

fn are_nest_mates(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let a = class_argument(machine, args, 0)?;
    let b = class_argument(machine, args, 1)?;
    flag(machine.program.nest_host(a) == machine.program.nest_host(b))
}
