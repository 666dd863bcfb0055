//! Invoking method handles: `invokeExact`, `invoke` with its conversions, `invokeWithArguments`.
//! The outcome is always a method to call in place of the invocation.

use heddle_machine::{Args, HandleCall, Machine, NativeResult, Ref, Trap};
use heddle_program::{MethodId, Symbol, access};

use super::object::{self, HANDLE, Handle, How};
use super::types::{can_convert, external_descriptor, is_assignable};
use super::{direct, types, var_access};
use crate::emit::{self, ClassBuilder, CodeBuilder, Signature, convert_argument, mangle, slots};
use crate::rows::{Slots, null_pointer, unsupported};

const ADAPTERS: &str = "java/lang/invoke/Adapter";
const METHOD: &str = "call";

/// What a call site of a signature-polymorphic method was digested to: the top bits of its token.
const EXACT: u64 = 1;
const GENERIC: u64 = 2;
const VARIABLE: u64 = 3;

/// Digests a call site when it is resolved.
pub fn prepare(machine: &mut Machine<'_>, call: HandleCall) -> u64 {
    let program = machine.program;
    let method = program.method(call.method);
    let name = program.text(method.name);
    if method.class == program.well_known().var_handle {
        return VARIABLE << 62 | var_access::digest(machine, name, program.text(call.descriptor));
    }
    match name {
        "invokeExact" => EXACT << 62,
        // The JDK itself uses `invokeBasic` where types agree up to erasure.
        "invoke" | "invokeBasic" => GENERIC << 62,
        _ => 0,
    }
}

/// Executes a signature-polymorphic call.
pub fn invoke_handle(machine: &mut Machine<'_>, call: HandleCall, args: &[u64]) -> NativeResult {
    match call.token >> 62 {
        VARIABLE => var_access::invoke(machine, call, args),
        EXACT => {
            let handle = object::read(machine, args.object(0))?;
            if handle.descriptor != call.descriptor {
                return Err(wrong_type(machine, handle, call));
            }
            run(machine, handle, args)
        }
        GENERIC => {
            let handle = object::read(machine, args.object(0))?;
            if handle.descriptor == call.descriptor {
                return run(machine, handle, args);
            }
            let adapter = adapter(machine, args.object(0), handle.descriptor, call.descriptor)?;
            Err(Trap::Tail(adapter, Args::from_slice(args)))
        }
        _ => {
            let method = machine.program.method(call.method);
            Err(unsupported(format!("MethodHandle.{}", machine.program.text(method.name))))
        }
    }
}

/// Invokes a handle under arguments of exactly its type; `args` begins with the handle.
pub fn run(machine: &mut Machine<'_>, handle: Handle, args: &[u64]) -> NativeResult {
    let method = match handle.how {
        How::Closure => return Err(Trap::Tail(handle.method, Args::from_slice(args))),
        How::Static => handle.method,
        How::Special | How::Virtual if args.object(1) == 0 => return Err(null_pointer(machine)),
        How::Special => handle.method,
        How::Virtual => {
            let class = machine.class_of(args.object(1));
            machine.program.select(class, handle.method).map_err(|error| machine.link_error(error))?
        }
    };
    // Where other threads have a say (monitors, initialisation, natives), an instruction makes the
    // call, so that it is a step like any other.
    let method = if machine.enters_quietly(method)? {
        method
    } else {
        let special = handle.how == How::Special;
        direct::ordinary_call(machine, handle.method, special)?
    };
    Err(Trap::Tail(method, Args::from_slice(&args[1..])))
}

fn wrong_type(machine: &mut Machine<'_>, handle: Handle, call: HandleCall) -> Trap {
    let own = external_descriptor(machine.program.text(handle.descriptor));
    let wanted = external_descriptor(machine.program.text(call.descriptor));
    let message = if machine.program.jdk_feature() >= 20 {
        format!("handle's method type {own} but found {wanted}")
    } else {
        format!("expected {own} but found {wanted}")
    };
    machine.throw("java/lang/invoke/WrongMethodTypeException", &message)
}

/// A static method that takes a handle and arguments of another type, converts them as
/// `MethodHandle.asType` says, and invokes the handle.
fn adapter(machine: &mut Machine<'_>, handle: Ref, own: Symbol, wanted: Symbol) -> Result<MethodId, Trap> {
    let varargs = object::varargs(machine, handle).is_some();
    let kind = if varargs { emit::kind::VARARGS_ADAPTER } else { emit::kind::ADAPTER };
    emit::written(machine, (kind, own.0, wanted.0), |m| {
        let program = m.program;
        write_adapter(m, handle, program.text(own), program.text(wanted))
    })
}

fn write_adapter(machine: &mut Machine<'_>, handle: Ref, own: &str, wanted: &str) -> Result<MethodId, Trap> {
    let plan = plan(machine, handle, own, wanted)?;
    let name = format!("{ADAPTERS}$${}/{}", plan.name(), mangle(&format!("{own}{wanted}")));
    let class = emit::define(machine, &name, || {
        let mut class = ClassBuilder::new(&name, "java/lang/Object");
        let descriptor = format!("({HANDLE}{}", &wanted[1..]);
        class.method(access::STATIC, METHOD, &descriptor, |code| {
            code.load_this();
            convert_all(code, plan, own, wanted);
            code.ret(Signature::parse(wanted).result);
        });
        class
    })?;
    Ok(emit::method_of(machine, class, METHOD))
}

/// How arguments of another type become those of a handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    /// One by one.
    Each,
    /// The trailing arguments go into an array, the handle's last parameter.
    Collect,
}

impl Plan {
    fn name(self) -> &'static str {
        match self {
            Self::Each => "Each",
            Self::Collect => "Collect",
        }
    }
}

/// Whether and how `asType` works (`MethodHandle.asType`, `asVarargsCollector`).
pub fn plan(machine: &mut Machine<'_>, handle: Ref, own: &str, wanted: &str) -> Result<Plan, Trap> {
    let (from, to) = (Signature::parse(own), Signature::parse(wanted));
    let convertible = types::can_convert_type(machine, &from, &to);
    if object::varargs(machine, handle).is_some() {
        let fixed = from.params.len() - 1;
        let array = from.params[fixed];
        let as_is = to.params.len() == from.params.len() && is_assignable(machine, to.params[fixed], array);
        if !as_is && to.params.len() >= fixed {
            let element = &array[1..];
            let fits = (0..fixed).all(|i| can_convert(machine, to.params[i], from.params[i]))
                && to.params[fixed..].iter().all(|param| can_convert(machine, param, element))
                && can_convert(machine, from.result, to.result);
            if fits {
                return Ok(Plan::Collect);
            }
        }
        if as_is && convertible {
            return Ok(Plan::Each);
        }
    } else if convertible {
        return Ok(Plan::Each);
    }
    let message = format!("cannot convert MethodHandle{} to {}", external_descriptor(own), external_descriptor(wanted));
    Err(machine.throw("java/lang/invoke/WrongMethodTypeException", &message))
}

/// Converts the arguments in locals from 1 on, invokes the handle on the stack, converts the
/// result.
pub fn convert_all(code: &mut CodeBuilder<'_>, plan: Plan, own: &str, wanted: &str) {
    let (from, to) = (Signature::parse(own), Signature::parse(wanted));
    let mut local = 1;
    let each = match plan {
        Plan::Each => from.params.len(),
        Plan::Collect => from.params.len() - 1,
    };
    for (have, want) in to.params.iter().zip(&from.params).take(each) {
        code.load(have, local);
        convert_argument(code, have, want);
        local += slots(have);
    }
    if plan == Plan::Collect {
        let element = &from.params[each][1..];
        let rest = &to.params[each..];
        code.int(rest.len() as i32);
        code.new_array(element);
        for (index, have) in rest.iter().enumerate() {
            code.dup();
            code.int(index as i32);
            code.load(have, local);
            convert_argument(code, have, element);
            code.array_store(element);
            local += slots(have);
        }
    }
    code.invoke_virtual("java/lang/invoke/MethodHandle", "invokeExact", own);
    convert_argument(code, from.result, to.result);
}

/// `MethodHandle.invokeWithArguments(Object[])`.
pub fn invoke_with_arguments(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (handle, array) = (args.object(0), args.object(1));
    if array == 0 {
        return Err(null_pointer(machine));
    }
    let count = machine.state.heap.len(array) as usize;
    let own = object::descriptor(machine, handle)?;
    let wanted = format!("({})Ljava/lang/Object;", "Ljava/lang/Object;".repeat(count));
    let plan = plan(machine, handle, own, &wanted)?;
    let name = format!("{ADAPTERS}$$Spread{}/{}", plan.name(), mangle(&format!("{own}{count}")));
    let class = emit::define(machine, &name, || {
        let mut class = ClassBuilder::new(&name, "java/lang/Object");
        let descriptor = format!("({HANDLE}[Ljava/lang/Object;)Ljava/lang/Object;");
        class.method(access::STATIC, METHOD, &descriptor, |code| spread_all(code, plan, own, count));
        class
    })?;
    let method = emit::method_of(machine, class, METHOD);
    Err(Trap::Tail(method, Args::from_slice(args)))
}

/// Invokes the handle in local 0 under the `count` objects of the array in local 1.
fn spread_all(code: &mut CodeBuilder<'_>, plan: Plan, own: &str, count: usize) {
    const OBJECT: &str = "Ljava/lang/Object;";
    let from = Signature::parse(own);
    let each = match plan {
        Plan::Each => count,
        Plan::Collect => from.params.len() - 1,
    };
    let argument = |code: &mut CodeBuilder<'_>, index: usize, want: &str| {
        code.load(OBJECT, 1);
        code.int(index as i32);
        code.array_load(OBJECT);
        convert_argument(code, OBJECT, want);
    };
    code.load_this();
    for (index, want) in from.params.iter().take(each).enumerate() {
        argument(code, index, want);
    }
    if plan == Plan::Collect {
        let element = &from.params[each][1..];
        code.int((count - each) as i32);
        code.new_array(element);
        for index in each..count {
            code.dup();
            code.int((index - each) as i32);
            argument(code, index, element);
            code.array_store(element);
        }
    }
    code.invoke_virtual("java/lang/invoke/MethodHandle", "invokeExact", own);
    convert_argument(code, from.result, OBJECT);
    code.ret(OBJECT);
}

/// Whether a call is an access through a `VarHandle`.
pub fn is_variable(call: HandleCall) -> bool {
    call.token >> 62 == VARIABLE
}
