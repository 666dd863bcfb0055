//! What `MethodHandle` itself offers to change a handle's type: conversions, arrays spread into
//! arguments and arguments collected into arrays, variable arity, bound receivers.

use heddle_machine::{Machine, Native, NativeResult, Ref, Trap, names};
use heddle_program::ClassId;
use heddle_program::effect::{Source, UNKNOWN};

use super::arguments::{Arguments, descriptor, illegal, wanted_type};
use super::combine::bind_first;
use super::invoke::{convert_all, invoke_with_arguments, plan};
use super::object::{self, HANDLE, new_closure};
use super::types::{can_convert, external_descriptor, is_assignable};
use crate::emit::{CodeBuilder, Signature, convert_argument, explicit_cast, is_ref, jump};
use crate::rows::{Slots, class_argument, flag, object, pure, row};

const HANDLE_CLASS: &str = "java/lang/invoke/MethodHandle";
const HANDLES: &str = "java/lang/invoke/MethodHandles";

pub const ROWS: &[Native] = &[
    pure(HANDLE_CLASS, "<clinit>", "()V", crate::rows::nothing),
    pure(HANDLE_CLASS, "asType", "", as_type),
    pure(HANDLE_CLASS, "viewAsType", "", as_type),
    pure(HANDLE_CLASS, "asSpreader", "(ILjava/lang/Class;I)Ljava/lang/invoke/MethodHandle;", as_spreader),
    pure(HANDLE_CLASS, "asCollector", "(ILjava/lang/Class;I)Ljava/lang/invoke/MethodHandle;", as_collector),
    pure(HANDLE_CLASS, "asVarargsCollector", "", as_varargs_collector),
    pure(HANDLE_CLASS, "withVarargs", "", with_varargs),
    pure(HANDLE_CLASS, "isVarargsCollector", "()Z", is_varargs_collector),
    pure(HANDLE_CLASS, "asFixedArity", "", as_fixed_arity),
    pure(HANDLE_CLASS, "bindTo", "", bind_to),
    pure(HANDLE_CLASS, "toString", "()Ljava/lang/String;", to_string),
    row(
        HANDLE_CLASS,
        "invokeWithArguments",
        "([Ljava/lang/Object;)Ljava/lang/Object;",
        invoke_with_arguments,
        UNKNOWN.giving(Source::Existing("java/lang/Object")),
    ),
    pure(HANDLES, "explicitCastArguments", "", explicit_cast_arguments),
];

fn as_type(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let wanted = wanted_type(machine, args.object(1))?;
    converted(machine, args.object(0), &wanted).and_then(object)
}

/// A handle of another type that converts arguments and result.
pub fn converted(machine: &mut Machine<'_>, handle: Ref, wanted: &str) -> Result<Ref, Trap> {
    let own = descriptor(machine, handle)?;
    if own == wanted {
        return Ok(handle);
    }
    let plan = plan(machine, handle, own, wanted)?;
    let key = format!("{plan:?}{own}");
    new_closure(machine, "As", &key, wanted, &[(HANDLE, u64::from(handle))], |body| {
        body.part(0);
        convert_all(body.code, plan, own, wanted);
        body.code.ret(Signature::parse(wanted).result);
    })
}

/// `explicitCastArguments(target, newType)`.
fn explicit_cast_arguments(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let own = descriptor(machine, args.object(0))?;
    let wanted = wanted_type(machine, args.object(1))?;
    if own == wanted {
        return object(args.object(0));
    }
    let (from, to) = (Signature::parse(own), Signature::parse(&wanted));
    if from.params.len() != to.params.len() {
        let message = format!(
            "cannot explicitly cast MethodHandle{} to {}",
            external_descriptor(own),
            external_descriptor(&wanted)
        );
        return Err(machine.throw("java/lang/invoke/WrongMethodTypeException", &message));
    }
    let is_interface = |descriptor: &str| {
        let class = machine.program.class_of_descriptor(descriptor);
        class.is_ok_and(|class| machine.program.class(class).is_interface())
    };
    let interfaces: Vec<bool> = from.params.iter().map(|p| is_interface(p)).collect();
    let result_interface = is_interface(to.result);
    new_closure(machine, "Cast", own, &wanted, &[(HANDLE, args[0])], |body| {
        body.part(0);
        let given = Arguments::new(&to.params);
        for (index, (have, want)) in to.params.iter().zip(&from.params).enumerate() {
            given.load(body.code, index);
            explicit_cast(body.code, have, want, interfaces[index]);
        }
        body.invoke_exact(own);
        explicit_cast(body.code, from.result, to.result, result_interface);
        body.code.ret(to.result);
    })
    .and_then(object)
}

/// Whether an array class can hold or supply values of these types.
fn array_of(machine: &mut Machine<'_>, class: ClassId) -> Result<String, Trap> {
    let descriptor = machine.program.descriptor_of(class);
    if descriptor.starts_with('[') {
        return Ok(descriptor);
    }
    let name = names::external(machine.program, class);
    Err(illegal(machine, &format!("not an array type: {name}")))
}

/// `asSpreader(position, arrayType, length)`.
fn as_spreader(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let own = descriptor(machine, args.object(0))?;
    let class = class_argument(machine, args, 2)?;
    let array = array_of(machine, class)?;
    let (position, len) = (args.int(1), args.int(3));
    let from = Signature::parse(own);
    if len < 0 || position < 0 || (position + len) as usize > from.params.len() {
        return Err(illegal(machine, "bad spread array length"));
    }
    spreader(machine, args.object(0), position as usize, &array, len as usize).and_then(object)
}

/// A handle that takes the elements of an array of a known length in place of some arguments.
pub fn spreader(machine: &mut Machine<'_>, handle: Ref, position: usize, array: &str, len: usize) -> Result<Ref, Trap> {
    let own = descriptor(machine, handle)?;
    let from = Signature::parse(own);
    let element = &array[1..];
    for param in &from.params[position..position + len] {
        if !can_convert(machine, element, param) {
            let message = format!("cannot convert MethodHandle{} to spread {array}", external_descriptor(own));
            return Err(machine.throw("java/lang/invoke/WrongMethodTypeException", &message));
        }
    }
    let mut params = from.params.clone();
    params.splice(position..position + len, [array]);
    let wanted = Signature { params, result: from.result };
    let text = wanted.text();
    let key = format!("{position} {len} {own}");
    new_closure(machine, "Spread", &key, &text, &[(HANDLE, u64::from(handle))], |body| {
        let given = Arguments::new(&wanted.params);
        // Null stands for an empty array.
        let checked = body.code.label();
        if len == 0 {
            given.load(body.code, position);
            body.code.jump(jump::IF_NULL, checked);
        } else {
            let present = body.code.label();
            given.load(body.code, position);
            body.code.jump(jump::IF_NON_NULL, present);
            throw_new(body.code, "java/lang/NullPointerException", "null array reference");
            body.code.bind(present);
        }
        given.load(body.code, position);
        body.code.array_length();
        body.code.int(len as i32);
        let wrong = body.code.label();
        body.code.jump(jump::IF_ICMP_NE, wrong);
        body.code.bind(checked);
        body.part(0);
        for index in 0..from.params.len() {
            if index >= position && index < position + len {
                given.load(body.code, position);
                body.code.int((index - position) as i32);
                body.code.array_load(element);
                convert_argument(body.code, element, from.params[index]);
            } else {
                let own = if index < position { index } else { index + 1 - len };
                given.load(body.code, own);
            }
        }
        body.invoke_exact(own);
        body.code.ret(from.result);
        body.code.bind(wrong);
        throw_new(body.code, "java/lang/IllegalArgumentException", &format!("array is not of length {len}"));
    })
}

fn throw_new(code: &mut CodeBuilder<'_>, class: &str, message: &str) {
    code.new_object(class);
    code.dup();
    code.string(message);
    code.invoke_special(class, "<init>", "(Ljava/lang/String;)V");
    code.throw();
}

/// `asCollector(position, arrayType, length)`.
fn as_collector(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let own = descriptor(machine, args.object(0))?;
    let class = class_argument(machine, args, 2)?;
    let array = array_of(machine, class)?;
    let (position, len) = (args.int(1), args.int(3));
    let from = Signature::parse(own);
    if !(0..=255).contains(&len) {
        return Err(illegal(machine, "array length is not legal"));
    }
    let position = position as usize;
    let fits = from.params.get(position).copied().map(|param| is_assignable(machine, &array, param));
    if fits != Some(true) {
        return Err(illegal(machine, "array type not assignable to argument"));
    }
    let element = &array[1..];
    let len = len as usize;
    let mut params = from.params.clone();
    params.splice(position..=position, std::iter::repeat_n(element, len));
    let wanted = Signature { params, result: from.result };
    let text = wanted.text();
    let key = format!("{position} {len} {array}{own}");
    new_closure(machine, "Collect", &key, &text, &[(HANDLE, args[0])], |body| {
        let given = Arguments::new(&wanted.params);
        body.part(0);
        given.load_range(body.code, 0..position);
        body.code.int(len as i32);
        body.code.new_array(element);
        for index in 0..len {
            body.code.dup();
            body.code.int(index as i32);
            given.load(body.code, position + index);
            body.code.array_store(element);
        }
        given.load_range(body.code, position + len..wanted.params.len());
        body.invoke_exact(own);
        body.code.ret(from.result);
    })
    .and_then(object)
}

fn as_varargs_collector(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let own = descriptor(machine, args.object(0))?;
    let class = class_argument(machine, args, 1)?;
    let array = array_of(machine, class)?;
    let last = Signature::parse(own).params.last().copied().map(|param| is_assignable(machine, &array, param));
    if last != Some(true) {
        return Err(illegal(machine, "array type not assignable to trailing argument"));
    }
    with_arity(machine, args.object(0), Some(class)).and_then(object)
}

/// The handle with or without variable arity.
pub fn with_arity(machine: &mut Machine<'_>, handle: Ref, array: Option<ClassId>) -> Result<Ref, Trap> {
    if object::varargs(machine, handle) == array {
        return Ok(handle);
    }
    let copy = object::copy(machine, handle)?;
    object::set_varargs(machine, copy, array);
    Ok(copy)
}

fn with_varargs(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let own = descriptor(machine, args.object(0))?;
    if !args.flag(1) {
        return with_arity(machine, args.object(0), None).and_then(object);
    }
    if object::varargs(machine, args.object(0)).is_some() {
        return object(args.object(0));
    }
    match Signature::parse(own).params.last() {
        Some(last) if last.starts_with('[') => {
            let array = machine.load(last)?;
            with_arity(machine, args.object(0), Some(array)).and_then(object)
        }
        _ => Err(illegal(machine, "no array parameter to collect into")),
    }
}

fn is_varargs_collector(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    flag(object::varargs(machine, args.object(0)).is_some())
}

fn as_fixed_arity(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    with_arity(machine, args.object(0), None).and_then(object)
}

/// `bindTo(x)`: the first parameter must be a reference.
fn bind_to(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let own = descriptor(machine, args.object(0))?;
    match Signature::parse(own).params.first() {
        Some(first) if is_ref(first) => bind_first(machine, args.object(0), args[1]).and_then(object),
        _ => Err(illegal(machine, "no leading reference parameter")),
    }
}

fn to_string(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let own = descriptor(machine, args.object(0))?;
    machine.new_string(&format!("MethodHandle{}", external_descriptor(own))).and_then(object)
}
