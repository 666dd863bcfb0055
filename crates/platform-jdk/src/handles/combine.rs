//! Combinators of `MethodHandles` without control flow: they rearrange arguments and results. Each
//! result is a closure over its parts.

use heddle_machine::{Machine, Native, NativeResult, Ref, Trap, names};
use heddle_program::Type;

use super::adapt::{converted, spreader, with_arity};
use super::arguments::{Arguments, descriptor, illegal, mismatch, objects_of, wanted_type};
use super::boxes::unbox_to;
use super::direct;
use super::object::{HANDLE, new_closure};
use super::types::mirror_descriptor;
use crate::emit::{Signature, box_of, class_name, is_ref};
use crate::rows::{Slots, class_argument, null_pointer, object, pure};

const HANDLES: &str = "java/lang/invoke/MethodHandles";
const CLASSES: &str = "(Ljava/lang/invoke/MethodHandle;I[Ljava/lang/Class;)Ljava/lang/invoke/MethodHandle;";
const LIST: &str = "(Ljava/lang/invoke/MethodHandle;ILjava/util/List;)Ljava/lang/invoke/MethodHandle;";

pub const ROWS: &[Native] = &[
    pure(HANDLES, "insertArguments", "", insert_arguments),
    pure(HANDLES, "dropArguments", CLASSES, drop_arguments),
    pure(HANDLES, "dropArguments", LIST, drop_arguments),
    pure(HANDLES, "dropArguments0", "", drop_arguments),
    pure(HANDLES, "dropArgumentsTrusted", "", drop_arguments),
    pure(HANDLES, "dropReturn", "", drop_return),
    pure(HANDLES, "permuteArguments", "", permute_arguments),
    pure(HANDLES, "filterArguments", "", filter_arguments),
    pure(HANDLES, "filterArgument", "", |m, args| filter(m, args[0], args.int(1), &[args.object(2)])),
    pure(HANDLES, "filterReturnValue", "", filter_return_value),
    pure(HANDLES, "collectReturnValue", "", collect_return_value),
    pure(
        HANDLES,
        "foldArguments",
        "(Ljava/lang/invoke/MethodHandle;ILjava/lang/invoke/MethodHandle;)Ljava/lang/invoke/MethodHandle;",
        fold_arguments,
    ),
    pure(
        HANDLES,
        "foldArguments",
        "(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/MethodHandle;",
        |m, args| fold_arguments(m, &[args[0], 0, args[1]]),
    ),
    pure(HANDLES, "collectArguments", "", collect_arguments),
    pure(HANDLES, "constant", "", constant),
    pure(HANDLES, "identity", "", identity),
    pure(HANDLES, "zero", "", zero),
    pure(HANDLES, "exactInvoker", "", |m, args| invoker(m, args, "invokeExact")),
    pure(HANDLES, "invoker", "", |m, args| invoker(m, args, "invoke")),
    pure(HANDLES, "spreadInvoker", "", spread_invoker),
    pure(HANDLES, "varHandleInvoker", "", var_handle_invoker),
    pure(HANDLES, "varHandleExactInvoker", "", var_handle_invoker),
    pure(HANDLES, "arrayElementVarHandle", "", super::var_handle::array_element),
    pure(HANDLES, "byteArrayViewVarHandle", "", super::var_handle::byte_array_view),
    pure(HANDLES, "byteBufferViewVarHandle", "", super::var_handle::byte_buffer_view),
];

/// A handle with its first argument, a reference of the right type, fixed.
pub fn bind_first(machine: &mut Machine<'_>, handle: Ref, value: u64) -> Result<Ref, Trap> {
    insert(machine, handle, 0, &[value as Ref])
}

/// `insertArguments(target, pos, values...)`.
fn insert_arguments(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let own = descriptor(machine, args.object(0))?;
    let (position, values) = (args.int(1), args.object(2));
    if values == 0 {
        return Err(null_pointer(machine));
    }
    let values: Vec<Ref> =
        (0..machine.state.heap.len(values)).map(|i| machine.state.heap.load_u32(values, i)).collect();
    let count = Signature::parse(own).params.len();
    if values.len() > count {
        return Err(illegal(machine, "too many values to insert"));
    }
    if position < 0 || position as usize > count - values.len() {
        return Err(illegal(machine, "no argument type to append"));
    }
    insert(machine, args.object(0), position as usize, &values).and_then(object)
}

fn insert(machine: &mut Machine<'_>, handle: Ref, position: usize, values: &[Ref]) -> Result<Ref, Trap> {
    let own = descriptor(machine, handle)?;
    if values.is_empty() {
        return Ok(handle);
    }
    let from = Signature::parse(own);
    let mut parts = vec![(HANDLE, u64::from(handle))];
    for (param, &value) in from.params[position..].iter().zip(values) {
        parts.push((param, bound_value(machine, param, value)?));
    }
    let mut params = from.params.clone();
    params.drain(position..position + values.len());
    let wanted = Signature { params, result: from.result };
    let text = wanted.text();
    let key = format!("{position} {own}");
    new_closure(machine, "Insert", &key, &text, &parts, |body| {
        let given = Arguments::new(&wanted.params);
        body.part(0);
        for index in 0..from.params.len() {
            if index < position {
                given.load(body.code, index);
            } else if index < position + values.len() {
                body.part(1 + index - position);
            } else {
                given.load(body.code, index - values.len());
            }
        }
        body.invoke_exact(own);
        body.code.ret(from.result);
    })
}

/// A value as a parameter of that type gets it.
fn bound_value(machine: &mut Machine<'_>, param: &str, value: Ref) -> Result<u64, Trap> {
    if is_ref(param) {
        let class = machine.load(class_name(param))?;
        if value != 0 && !machine.is_instance(value, class) {
            let (from, to) =
                (names::external(machine.program, machine.class_of(value)), names::external(machine.program, class));
            return Err(machine.throw("java/lang/ClassCastException", &format!("Cannot cast {from} to {to}")));
        }
        return Ok(u64::from(value));
    }
    if value == 0 {
        return Err(null_pointer(machine));
    }
    let ty = machine.program.type_of(param).unwrap_or(Type::Int);
    match unbox_to(machine, value, ty) {
        Some(value) => Ok(value),
        None => {
            let boxed = machine.load(box_of(param).expect("a primitive"))?;
            Err(machine.cast_failure(value, boxed))
        }
    }
}

/// `dropArguments(target, pos, valueTypes)`; the types are an array or a list.
fn drop_arguments(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let own = descriptor(machine, args.object(0))?;
    let position = args.int(1);
    if args.object(2) == 0 {
        return Err(null_pointer(machine));
    }
    let count = Signature::parse(own).params.len();
    if position < 0 || position as usize > count {
        return Err(illegal(machine, "no argument type to append"));
    }
    let types = objects_of(machine, args.object(2))?;
    let mut dropped = Vec::new();
    for mirror in types {
        let descriptor = mirror_descriptor(machine, mirror);
        match &*descriptor {
            "" => return Err(null_pointer(machine)),
            "V" => return Err(illegal(machine, "parameter type cannot be void")),
            _ => dropped.push(descriptor),
        }
    }
    drop_types(machine, args.object(0), position as usize, &dropped).and_then(object)
}

/// A handle that ignores arguments of these types from a position on.
fn drop_types(machine: &mut Machine<'_>, handle: Ref, position: usize, dropped: &[String]) -> Result<Ref, Trap> {
    let own = descriptor(machine, handle)?;
    if dropped.is_empty() {
        return Ok(handle);
    }
    let from = Signature::parse(own);
    let mut params = from.params.clone();
    params.splice(position..position, dropped.iter().map(|d| &**d));
    let wanted = Signature { params, result: from.result };
    let key = format!("{position} {own}");
    new_closure(machine, "Drop", &key, &wanted.text(), &[(HANDLE, u64::from(handle))], |body| {
        let given = Arguments::new(&wanted.params);
        body.part(0);
        given.load_range(body.code, 0..position);
        given.load_range(body.code, position + dropped.len()..wanted.params.len());
        body.invoke_exact(own);
        body.code.ret(from.result);
    })
}

fn drop_return(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let own = descriptor(machine, args.object(0))?;
    let wanted = Signature { params: Signature::parse(own).params, result: "V" }.text();
    let handle = with_arity(machine, args.object(0), None)?;
    converted(machine, handle, &wanted).and_then(object)
}

/// `permuteArguments(target, newType, reorder...)`.
fn permute_arguments(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let own = descriptor(machine, args.object(0))?;
    let text = wanted_type(machine, args.object(1))?;
    if args.object(2) == 0 {
        return Err(null_pointer(machine));
    }
    let order: Vec<i32> = (0..machine.state.heap.len(args.object(2)))
        .map(|i| machine.state.heap.load_u32(args.object(2), i) as i32)
        .collect();
    let (from, to) = (Signature::parse(own), Signature::parse(&text));
    if from.result != to.result {
        return Err(illegal(machine, "return types do not match"));
    }
    if order.len() != from.params.len() {
        return Err(illegal(machine, "bad reorder array"));
    }
    for (&index, param) in order.iter().zip(&from.params) {
        match usize::try_from(index).ok().and_then(|index| to.params.get(index)) {
            None => return Err(illegal(machine, "index is out of bounds for new type")),
            Some(have) if have != param => {
                return Err(illegal(machine, "parameter types do not match after reorder"));
            }
            Some(_) => {}
        }
    }
    let key = format!("{order:?}{own}");
    new_closure(machine, "Permute", &key, &text, &[(HANDLE, args[0])], |body| {
        let given = Arguments::new(&to.params);
        body.part(0);
        for &index in &order {
            given.load(body.code, index as usize);
        }
        body.invoke_exact(own);
        body.code.ret(from.result);
    })
    .and_then(object)
}

/// `filterArguments(target, pos, filters...)`; null filters nothing.
fn filter_arguments(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(2) == 0 {
        return Err(null_pointer(machine));
    }
    let filters = objects_of(machine, args.object(2))?;
    filter(machine, args[0], args.int(1), &filters)
}

fn filter(machine: &mut Machine<'_>, target: u64, position: i32, filters: &[Ref]) -> NativeResult {
    let own = descriptor(machine, target as Ref)?;
    let from = Signature::parse(own);
    if position < 0 || position as usize + filters.len() > from.params.len() {
        return Err(illegal(machine, "too many filters"));
    }
    let position = position as usize;
    let mut params = from.params.clone();
    let mut parts = vec![(HANDLE, target)];
    // The type and the part of the filter of each argument.
    let mut applied = vec![None; params.len()];
    for (index, &filter) in filters.iter().enumerate().filter(|(_, filter)| **filter != 0) {
        let filter_type = descriptor(machine, filter)?;
        let signature = Signature::parse(filter_type);
        let at = position + index;
        if signature.params.len() != 1 || signature.result != from.params[at] {
            return Err(mismatch(machine, "target and filter types do not match", own, filter_type));
        }
        params[at] = signature.params[0];
        applied[at] = Some((filter_type, parts.len()));
        parts.push((HANDLE, u64::from(filter)));
    }
    let wanted = Signature { params, result: from.result };
    let key = format!("{:?}{own}", applied.iter().map(Option::is_some).collect::<Vec<_>>());
    new_closure(machine, "Filter", &key, &wanted.text(), &parts, |body| {
        let given = Arguments::new(&wanted.params);
        body.part(0);
        for (index, filter) in applied.iter().enumerate() {
            if let Some((_, part)) = filter {
                body.part(*part);
            }
            given.load(body.code, index);
            if let Some((filter_type, _)) = filter {
                body.invoke_exact(filter_type);
            }
        }
        body.invoke_exact(own);
        body.code.ret(from.result);
    })
    .and_then(object)
}

/// `filterReturnValue(target, filter)`.
fn filter_return_value(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let own = descriptor(machine, args.object(0))?;
    let filter = descriptor(machine, args.object(1))?;
    let fits = match Signature::parse(own).result {
        "V" => Signature::parse(filter).params.is_empty(),
        result => Signature::parse(filter).params == [result],
    };
    if !fits {
        return Err(mismatch(machine, "target and filter types do not match", own, filter));
    }
    collect_return_value(machine, args)
}

/// `collectReturnValue(target, filter)`: the filter gets the target's result last; its other
/// arguments come behind the target's.
fn collect_return_value(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let own = descriptor(machine, args.object(0))?;
    let filter = descriptor(machine, args.object(1))?;
    let (from, after) = (Signature::parse(own), Signature::parse(filter));
    let extra = after.params.len() - usize::from(from.result != "V");
    let mut params = from.params.clone();
    params.extend(&after.params[..extra]);
    let wanted = Signature { params, result: after.result };
    let key = format!("{own}{filter}");
    new_closure(machine, "Then", &key, &wanted.text(), &[(HANDLE, args[0]), (HANDLE, args[1])], |body| {
        let given = Arguments::new(&wanted.params);
        body.part(1);
        given.load_range(body.code, from.params.len()..wanted.params.len());
        body.part(0);
        given.load_range(body.code, 0..from.params.len());
        body.invoke_exact(own);
        body.invoke_exact(filter);
        body.code.ret(after.result);
    })
    .and_then(object)
}

/// `foldArguments(target, pos, combiner)`.
fn fold_arguments(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let own = descriptor(machine, args.object(0))?;
    let position = args.int(1);
    let combiner = descriptor(machine, args.object(2))?;
    let (from, first) = (Signature::parse(own), Signature::parse(combiner));
    let folded = usize::from(first.result != "V");
    let fits = position >= 0
        && position as usize + folded + first.params.len() <= from.params.len()
        && first.params[..] == from.params[position as usize + folded..][..first.params.len()]
        && (folded == 0 || from.params[position as usize] == first.result);
    if !fits {
        return Err(mismatch(machine, "target and combiner types must match", own, combiner));
    }
    let position = position as usize;
    let mut params = from.params.clone();
    params.drain(position..position + folded);
    let wanted = Signature { params, result: from.result };
    let key = format!("{position} {own}{combiner}");
    new_closure(machine, "Fold", &key, &wanted.text(), &[(HANDLE, args[0]), (HANDLE, args[2])], |body| {
        let given = Arguments::new(&wanted.params);
        body.part(1);
        given.load_range(body.code, position..position + first.params.len());
        body.invoke_exact(combiner);
        let result = body.code.new_local(first.result);
        if folded == 1 {
            body.code.store(first.result, result);
        }
        body.part(0);
        for index in 0..wanted.params.len() + 1 {
            if index == position && folded == 1 {
                body.code.load(first.result, result);
            }
            if index < wanted.params.len() {
                given.load(body.code, index);
            }
        }
        body.invoke_exact(own);
        body.code.ret(from.result);
    })
    .and_then(object)
}

/// `collectArguments(target, pos, filter)`.
fn collect_arguments(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let own = descriptor(machine, args.object(0))?;
    let position = args.int(1);
    let filter = descriptor(machine, args.object(2))?;
    let (from, first) = (Signature::parse(own), Signature::parse(filter));
    let replaced = usize::from(first.result != "V");
    let fits = position >= 0
        && position as usize + replaced <= from.params.len()
        && (replaced == 0 || from.params[position as usize] == first.result);
    if !fits {
        return Err(mismatch(machine, "target and filter types do not match", own, filter));
    }
    let position = position as usize;
    let mut params = from.params.clone();
    params.splice(position..position + replaced, first.params.iter().copied());
    let wanted = Signature { params, result: from.result };
    let key = format!("{position} {own}{filter}");
    new_closure(machine, "CollectBy", &key, &wanted.text(), &[(HANDLE, args[0]), (HANDLE, args[2])], |body| {
        let given = Arguments::new(&wanted.params);
        body.part(0);
        given.load_range(body.code, 0..position);
        body.part(1);
        let collected = position..position + first.params.len();
        given.load_range(body.code, collected.clone());
        body.invoke_exact(filter);
        given.load_range(body.code, collected.end..wanted.params.len());
        body.invoke_exact(own);
        body.code.ret(from.result);
    })
    .and_then(object)
}

/// `constant(type, value)`.
fn constant(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let ty = machine.program.descriptor_of(class);
    if ty == "V" {
        return Err(illegal(machine, "void type"));
    }
    let value = bound_value(machine, &ty, args.object(1))?;
    let descriptor = format!("(){ty}");
    new_closure(machine, "Constant", "", &descriptor, &[(&ty, value)], |body| {
        body.part(0);
        body.code.ret(&ty);
    })
    .and_then(object)
}

fn identity(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let ty = machine.program.descriptor_of(class);
    let descriptor = if ty == "V" { "()V".to_owned() } else { format!("({ty}){ty}") };
    new_closure(machine, "Identity", "", &descriptor, &[], |body| {
        if ty != "V" {
            body.code.load(&ty, 1);
        }
        body.code.ret(&ty);
    })
    .and_then(object)
}

fn zero(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let ty = machine.program.descriptor_of(class);
    new_closure(machine, "Zero", "", &format!("(){ty}"), &[], |body| {
        body.code.zero(&ty);
        body.code.ret(&ty);
    })
    .and_then(object)
}

fn invoker(machine: &mut Machine<'_>, args: &[u64], name: &str) -> NativeResult {
    let descriptor = wanted_type(machine, args.object(0))?;
    let class = machine.program.well_known().method_handle;
    direct::invoker(machine, class, name, &descriptor).and_then(object)
}

/// `spreadInvoker(type, leadingCount)`.
fn spread_invoker(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let descriptor = wanted_type(machine, args.object(0))?;
    let count = Signature::parse(&descriptor).params.len();
    let leading = args.int(1);
    if leading < 0 || leading as usize > count {
        return Err(illegal(machine, "bad argument count"));
    }
    let class = machine.program.well_known().method_handle;
    let invoker = direct::invoker(machine, class, "invoke", &descriptor)?;
    let leading = leading as usize;
    spreader(machine, invoker, 1 + leading, "[Ljava/lang/Object;", count - leading).and_then(object)
}

/// `varHandleInvoker(accessMode, type)`.
fn var_handle_invoker(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(0) == 0 {
        return Err(null_pointer(machine));
    }
    let name = machine.field(args.object(0), "methodName") as Ref;
    let name = machine.string(name);
    let descriptor = wanted_type(machine, args.object(1))?;
    let class = machine.program.well_known().var_handle;
    direct::invoker(machine, class, &name, &descriptor).and_then(object)
}
