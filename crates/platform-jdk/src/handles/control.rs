//! Combinators with control flow: tests, exceptions, loops, switches; and the handles for arrays.
//! The public methods of `MethodHandles` check and adapt types in Java and then ask
//! `MethodHandleImpl` for the handle; that is where these step in.

use heddle_machine::{Machine, Native, NativeResult, Ref};

use super::arguments::{descriptor, illegal, objects_of};
use super::object::{Body, HANDLE, new_closure};
use super::types::{mirror_descriptor, type_descriptor};
use crate::emit::{Signature, class_name, jump};
use crate::rows::{Slots, class_argument, object, pure};

const IMPL: &str = "java/lang/invoke/MethodHandleImpl";
const HANDLES: &str = "java/lang/invoke/MethodHandles";
const THROWABLE: &str = "Ljava/lang/Throwable;";

pub const ROWS: &[Native] = &[
    pure(IMPL, "makeGuardWithTest", "", guard_with_test),
    pure(IMPL, "makeGuardWithCatch", "", guard_with_catch),
    pure(IMPL, "makeTryFinally", "", try_finally),
    pure(IMPL, "makeLoop", "", make_loop),
    pure(IMPL, "makeTableSwitch", "", table_switch),
    pure(IMPL, "throwException", "(Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;", throw_exception),
    pure(HANDLES, "arrayConstructor", "", |m, args| array_handle(m, args, Operation::New)),
    pure(HANDLES, "arrayLength", "", |m, args| array_handle(m, args, Operation::Length)),
    pure(HANDLES, "arrayElementGetter", "", |m, args| array_handle(m, args, Operation::Get)),
    pure(HANDLES, "arrayElementSetter", "", |m, args| array_handle(m, args, Operation::Set)),
];

/// Invokes part `part` under as many of the closure's arguments as its type takes.
fn invoke_part(body: &mut Body<'_, '_>, part: usize, ty: &str, params: &[&str]) {
    let count = Signature::parse(ty).params.len();
    body.part(part);
    body.code.load_all(&params[..count.min(params.len())], 1);
    body.invoke_exact(ty);
}

/// `makeGuardWithTest(test, target, fallback)`.
fn guard_with_test(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let test = descriptor(machine, args.object(0))?;
    let target = descriptor(machine, args.object(1))?;
    let fallback = descriptor(machine, args.object(2))?;
    let parts = [(HANDLE, args[0]), (HANDLE, args[1]), (HANDLE, args[2])];
    let own = Signature::parse(target);
    new_closure(machine, "If", &format!("{test}{fallback}"), target, &parts, |body| {
        let otherwise = body.code.label();
        invoke_part(body, 0, test, &own.params);
        body.code.jump(jump::IF_EQ, otherwise);
        invoke_part(body, 1, target, &own.params);
        body.code.ret(own.result);
        body.code.bind(otherwise);
        invoke_part(body, 2, fallback, &own.params);
        body.code.ret(own.result);
    })
    .and_then(object)
}

/// `makeGuardWithCatch(target, exceptionType, catcher)`.
fn guard_with_catch(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let target = descriptor(machine, args.object(0))?;
    let exception = class_argument(machine, args, 1)?;
    let exception = machine.program.descriptor_of(exception);
    let catcher = descriptor(machine, args.object(2))?;
    let own = Signature::parse(target);
    let taken = Signature::parse(catcher).params.len() - 1;
    let key = format!("{exception}{catcher}");
    new_closure(machine, "Catch", &key, target, &[(HANDLE, args[0]), (HANDLE, args[2])], |body| {
        let (start, end, handler) = (body.code.label(), body.code.label(), body.code.label());
        body.code.bind(start);
        invoke_part(body, 0, target, &own.params);
        body.code.bind(end);
        body.code.ret(own.result);
        body.code.handler(start, end, handler, Some(class_name(&exception)));
        body.code.bind(handler);
        let caught = body.code.new_local(&exception);
        body.code.store(&exception, caught);
        body.part(1);
        body.code.load(&exception, caught);
        body.code.load_all(&own.params[..taken], 1);
        body.invoke_exact(catcher);
        body.code.ret(own.result);
    })
    .and_then(object)
}

/// `makeTryFinally(target, cleanup, resultType, argumentTypes)`.
fn try_finally(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let target = descriptor(machine, args.object(0))?;
    let cleanup = descriptor(machine, args.object(1))?;
    let own = Signature::parse(target);
    let after = Signature::parse(cleanup);
    let taken = after.params.len() - 1 - usize::from(own.result != "V");
    new_closure(machine, "Finally", cleanup, target, &[(HANDLE, args[0]), (HANDLE, args[1])], |body| {
        let (start, end, handler) = (body.code.label(), body.code.label(), body.code.label());
        let result = body.code.new_local(own.result);
        let thrown = body.code.new_local(THROWABLE);
        body.code.bind(start);
        invoke_part(body, 0, target, &own.params);
        body.code.bind(end);
        if own.result != "V" {
            body.code.store(own.result, result);
        }
        body.part(1);
        body.code.null();
        if own.result != "V" {
            body.code.load(own.result, result);
        }
        body.code.load_all(&own.params[..taken], 1);
        body.invoke_exact(cleanup);
        body.code.ret(own.result);
        body.code.handler(start, end, handler, Some("java/lang/Throwable"));
        body.code.bind(handler);
        body.code.store(THROWABLE, thrown);
        body.part(1);
        body.code.load(THROWABLE, thrown);
        body.code.zero(own.result);
        body.code.load_all(&own.params[..taken], 1);
        body.invoke_exact(cleanup);
        body.code.pop(after.result);
        body.code.load(THROWABLE, thrown);
        body.code.throw();
    })
    .and_then(object)
}

/// `makeLoop(resultType, argumentTypes, init, step, pred, fini)`: four lists of equal length. Each
/// clause has a variable unless its initial value is `void`.
fn make_loop(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let result = mirror_descriptor(machine, args.object(0));
    let params = objects_of(machine, args.object(1))?;
    let params: Vec<String> = params.into_iter().map(|mirror| mirror_descriptor(machine, mirror)).collect();
    let mut clauses = Vec::new();
    let mut parts = Vec::new();
    for list in &args[2..6] {
        let mut types = Vec::new();
        for handle in objects_of(machine, *list as Ref)? {
            types.push(descriptor(machine, handle)?);
            parts.push((HANDLE, u64::from(handle)));
        }
        clauses.push(types);
    }
    let count = clauses[0].len();
    let own = format!("({}){result}", params.concat());
    let key = clauses.concat().concat();
    new_closure(machine, "Loop", &key, &own, &parts, |body| {
        let own = Signature::parse(&own);
        let variables: Vec<(&str, u16)> = clauses[0]
            .iter()
            .map(|init| {
                let ty = Signature::parse(init).result;
                (ty, body.code.new_local(ty))
            })
            .collect();
        for (index, init) in clauses[0].iter().enumerate() {
            invoke_part(body, index, init, &own.params);
            let (ty, local) = variables[index];
            if ty != "V" {
                body.code.store(ty, local);
            }
        }
        let invoke = |body: &mut Body<'_, '_>, which: usize, index: usize| {
            let ty = clauses[which][index];
            let mut left = Signature::parse(ty).params.len();
            body.part(which * count + index);
            for &(ty, local) in variables.iter().filter(|(ty, _)| *ty != "V") {
                if left > 0 {
                    body.code.load(ty, local);
                    left -= 1;
                }
            }
            body.code.load_all(&own.params[..left], 1);
            body.invoke_exact(ty);
        };
        let again = body.code.label();
        body.code.bind(again);
        for (index, &(ty, local)) in variables.iter().enumerate() {
            invoke(body, 1, index);
            if ty != "V" {
                body.code.store(ty, local);
            }
            invoke(body, 2, index);
            let go_on = body.code.label();
            body.code.jump(jump::IF_NE, go_on);
            invoke(body, 3, index);
            body.code.ret(own.result);
            body.code.bind(go_on);
        }
        body.code.jump(jump::GOTO, again);
    })
    .and_then(object)
}

/// `makeTableSwitch(type, defaultCase, cases)`.
fn table_switch(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let own = type_descriptor(machine, args.object(0));
    let cases = objects_of(machine, args.object(2))?;
    let mut parts = vec![(HANDLE, args[1])];
    parts.extend(cases.iter().map(|&case| (HANDLE, u64::from(case))));
    let count = cases.len();
    new_closure(machine, "Switch", &count.to_string(), &own, &parts, |body| {
        let signature = Signature::parse(&own);
        let targets: Vec<_> = (0..count).map(|_| body.code.label()).collect();
        let otherwise = body.code.label();
        body.code.load("I", 1);
        body.code.table_switch(0, &targets, otherwise);
        for (index, target) in targets.iter().chain([&otherwise]).enumerate() {
            body.code.bind(*target);
            invoke_part(body, if index == count { 0 } else { index + 1 }, &own, &signature.params);
            body.code.ret(signature.result);
        }
    })
    .and_then(object)
}

/// `throwException(type)`.
fn throw_exception(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let own = type_descriptor(machine, args.object(0));
    new_closure(machine, "Throw", "", &own, &[], |body| {
        body.code.load(THROWABLE, 1);
        body.code.throw();
    })
    .and_then(object)
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    New,
    Length,
    Get,
    Set,
}

fn array_handle(machine: &mut Machine<'_>, args: &[u64], operation: Operation) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let array = machine.program.descriptor_of(class);
    if !array.starts_with('[') {
        let name = heddle_machine::names::external(machine.program, class);
        return Err(illegal(machine, &format!("not an array type: {name}")));
    }
    let element = &array[1..];
    let own = match operation {
        Operation::New => format!("(I){array}"),
        Operation::Length => format!("({array})I"),
        Operation::Get => format!("({array}I){element}"),
        Operation::Set => format!("({array}I{element})V"),
    };
    new_closure(machine, &format!("Array{operation:?}"), "", &own, &[], |body| {
        let signature = Signature::parse(&own);
        body.code.load_all(&signature.params, 1);
        match operation {
            Operation::New => body.code.new_array(element),
            Operation::Length => body.code.array_length(),
            Operation::Get => body.code.array_load(element),
            Operation::Set => body.code.array_store(element),
        }
        body.code.ret(signature.result);
    })
    .and_then(object)
}
