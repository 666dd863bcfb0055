//! `jdk.internal.reflect.Reflection`: questions about callers and access.

use heddle_machine::{Machine, Native, NativeResult};
use heddle_program::{ClassId, MethodId};

use crate::boot::is_launcher;
use crate::java_lang::throwable::is_hidden;
use crate::rows::{class_argument, flag, int, object, pure};

const CLASS: &str = "jdk/internal/reflect/Reflection";

pub const ROWS: &[Native] = &[
    pure(CLASS, "getCallerClass", "()Ljava/lang/Class;", caller_class),
    pure(CLASS, "getClassAccessFlags", "(Ljava/lang/Class;)I", class_access_flags),
    pure("java/lang/SecurityManager", "getClassContext", "()[Ljava/lang/Class;", class_context),
    pure(CLASS, "areNestMates", "(Ljava/lang/Class;Ljava/lang/Class;)Z", are_nest_mates),
];

/// The class that called the method that asks; frames of reflective calls do not count.
fn caller_class(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let caller = calling_classes(machine).nth(1);
    match caller {
        Some(class) => object(machine.mirror(class)),
        None => object(0),
    }
}

/// The classes of the methods on the stack, the one that asks first.
fn class_context(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let classes: Vec<ClassId> = calling_classes(machine).collect();
    let class = machine.program.well_known().class_array;
    let array = machine.new_array(class, classes.len() as u32)?;
    for (at, class) in classes.into_iter().enumerate() {
        let mirror = machine.mirror(class);
        machine.store_element_ref(array, at as u32, mirror);
    }
    object(array)
}

/// The classes of the methods on the stack, innermost first, without frames of reflective calls: but for the method that
/// asks, which always counts.
fn calling_classes(machine: &Machine<'_>) -> impl Iterator<Item = ClassId> {
    let frames = &machine.state.threads[machine.stepper.current].frames;
    let counts = |method: MethodId| {
        let info = machine.program.method(method);
        let class = machine.program.class_name(info.class);
        let name = machine.program.text(info.name);
        let accessor = class.starts_with("jdk/internal/reflect/") && class.contains("Accessor");
        let reflective = accessor || class == "java/lang/reflect/Method" && name == "invoke";
        !reflective && !is_hidden(machine, method) && !is_launcher(machine, method)
    };
    let methods = frames.iter().rev().map(|frame| frame.method).enumerate();
    methods
        .filter(move |&(at, method)| at == 0 || counts(method))
        .map(|(_, method)| machine.program.method(method).class)
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
