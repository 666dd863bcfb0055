//! `MethodHandleProxies`: a method handle as an instance of an interface with one method. One class
//! is written per interface; its method invokes the handle, converting as `asType`.

use heddle_machine::{HEADER, Machine, Native, NativeResult, Ref, Trap, names};
use heddle_program::effect::{PURE, Source};
use heddle_program::{ClassId, MethodId, access};

use super::arguments::{descriptor, illegal};
use super::invoke::plan;
use super::object::HANDLE;
use crate::emit::{self, ClassBuilder, Signature};
use crate::reflect::{declared_exceptions, passing_exceptions};
use crate::rows::{Slots, class_argument, flag, null_pointer, object, pure, row};

const CLASS: &str = "java/lang/invoke/MethodHandleProxies";
const KIND: &str = "$$Wrapper/";
const FIELD: &str = "target";

pub const ROWS: &[Native] = &[
    pure(CLASS, "<clinit>", "()V", crate::rows::nothing),
    row(CLASS, "asInterfaceInstance", "", as_interface_instance, PURE.giving(Source::Made)),
    pure(CLASS, "isWrapperInstance", "", is_wrapper_instance),
    pure(CLASS, "wrapperInstanceTarget", "", wrapper_target),
    pure(CLASS, "wrapperInstanceType", "", wrapper_type),
];

/// `asInterfaceInstance(interface, target)`.
fn as_interface_instance(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let interface = class_argument(machine, args, 0)?;
    let own = descriptor(machine, args.object(1))?;
    let program = machine.program;
    let name = names::external(program, interface);
    let info = program.class(interface);
    let is_public = info.access & access::PUBLIC != 0 || crate::reflect::is_public_member_class(machine, interface);
    if !info.is_interface() || !is_public {
        return Err(illegal(machine, &format!("not a public interface: {name}")));
    }
    let methods = abstract_methods(machine, interface);
    let Some(first) = methods.first().map(|&m| program.method(m).name) else {
        return Err(illegal(machine, &format!("no method in : {name}")));
    };
    if methods.iter().any(|&m| program.method(m).name != first) {
        return Err(illegal(machine, &format!("not a single-method interface: {name}")));
    }
    for &method in &methods {
        plan(machine, args.object(1), own, program.text(program.method(method).descriptor))?;
    }
    let class = wrapper_class(machine, interface, &methods)?;
    let wrapper = machine.new_object(class)?;
    machine.store_ref(wrapper, HEADER, args.object(1));
    object(wrapper)
}

/// The methods of an interface that a class would have to declare.
fn abstract_methods(machine: &Machine<'_>, interface: ClassId) -> Vec<MethodId> {
    let program = machine.program;
    let object = program.well_known().object;
    let mut found: Vec<MethodId> = Vec::new();
    for &ancestor in &program.class(interface).all_interfaces {
        for &id in &program.class(ancestor).methods {
            let method = program.method(id);
            let of_object = program.class(object).method_index.get(&(method.name, method.descriptor));
            let is_public_in_object = of_object.is_some_and(|&m| program.method(m).access & access::PUBLIC != 0);
            let known = |&other: &MethodId| {
                let other = program.method(other);
                (other.name, other.descriptor) == (method.name, method.descriptor)
            };
            if method.is_abstract() && !is_public_in_object && !found.iter().any(known) {
                // A default method of a subinterface may implement it.
                let selected =
                    program.find_method(interface, program.text(method.name), program.text(method.descriptor));
                if selected.is_none_or(|m| program.method(m).is_abstract()) {
                    found.push(id);
                }
            }
        }
    }
    found
}

fn wrapper_class(machine: &mut Machine<'_>, interface: ClassId, methods: &[MethodId]) -> Result<ClassId, Trap> {
    let program = machine.program;
    let name = format!("{}{KIND}0x0", program.class_name(interface));
    let exceptions: Vec<Vec<String>> = methods.iter().map(|&m| declared_exceptions(machine, m)).collect();
    emit::define(machine, &name, || {
        let mut class = ClassBuilder::new(&name, "java/lang/Object");
        class.implement(program.class_name(interface));
        class.field(access::FINAL, FIELD, HANDLE);
        for (&method, exceptions) in methods.iter().zip(&exceptions) {
            let info = program.method(method);
            let text = program.text(info.descriptor);
            class.method(access::PUBLIC, program.text(info.name), text, |code| {
                let signature = Signature::parse(text);
                passing_exceptions(code, exceptions, |code| {
                    code.load_this();
                    code.get_field(&name, FIELD, HANDLE);
                    code.load_all(&signature.params, 1);
                    code.invoke_virtual("java/lang/invoke/MethodHandle", "invoke", text);
                    code.ret(signature.result);
                });
            });
        }
        class
    })
}

fn is_wrapper(machine: &Machine<'_>, object: Ref) -> bool {
    object != 0 && machine.program.class_name(machine.class_of(object)).contains(KIND)
}

fn is_wrapper_instance(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    flag(is_wrapper(machine, args.object(0)))
}

fn check_wrapper(machine: &mut Machine<'_>, object: Ref) -> Result<(), Trap> {
    match object {
        0 => Err(null_pointer(machine)),
        object if is_wrapper(machine, object) => Ok(()),
        _ => Err(illegal(machine, "not a wrapper instance")),
    }
}

fn wrapper_target(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    check_wrapper(machine, args.object(0))?;
    Ok(machine.state.heap.cell(args.object(0) + HEADER))
}

fn wrapper_type(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    check_wrapper(machine, args.object(0))?;
    let class = machine.program.class(machine.class_of(args.object(0)));
    object(machine.mirror(class.interfaces[0]))
}
