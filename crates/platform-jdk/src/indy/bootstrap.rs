//! Bootstrap methods that the machine does not know are called for real (JVMS 5.4.3.6, 6.5): with
//! a `Lookup`, the name, the type and the static arguments. What they make stays forever, because
//! call sites link once; so a bootstrap method that changes fields of the program's classes would do
//! so behind the back of a search, and that is not supported while exploring.

use heddle_machine::{CallSiteTarget, Machine, Ref, Trap, names};
use heddle_program::access;

use super::Site;
use super::constant::argument_object;
use crate::emit::{self, ClassBuilder, Signature};
use crate::handles;
use crate::rows::unsupported;

const METHOD: &str = "call";
const FIELD: &str = "site";

/// Messages of a `BootstrapMethodError`: the method threw, or what it made is of no use.
pub(super) const METHOD_FAILED: &str = "bootstrap method initialization exception";
const SITE_FAILED: &str = "CallSite bootstrap method initialization exception";

pub(super) fn link(machine: &mut Machine<'_>, site: &Site<'_>) -> Result<CallSiteTarget, Trap> {
    let call_site_class = machine.load("java/lang/invoke/CallSite")?;
    let unchanging = machine.load("java/lang/invoke/ConstantCallSite")?;
    let key = Machine::platform_key("call site", site.host, site.position);
    let call_site = machine.permanently(key, |m| {
        let ty = handles::method_type(m, &site.descriptor)?;
        let object = call(m, site, ty)?;
        if object == 0 || !m.is_instance(object, call_site_class) {
            let failure = match object {
                0 => m.throw("java/lang/ClassCastException", "bootstrap method failed to produce a CallSite"),
                object => m.cast_failure(object, call_site_class),
            };
            return Err(wrap(m, failure, SITE_FAILED));
        }
        let target = m.field(object, "target") as Ref;
        let own = m.field(target, "type") as Ref;
        if own != ty {
            let (wrong, wanted) = (handles::external_type(m, own), handles::external_type(m, ty));
            let message = format!("MethodHandle{wrong} should be of type {wanted}");
            let failure = m.throw("java/lang/invoke/WrongMethodTypeException", &message);
            return Err(wrap(m, failure, SITE_FAILED));
        }
        Ok(object)
    })?;
    let constant = machine.is_instance(call_site, unchanging);
    let name = site.class_name(machine, "Site");
    let class = emit::define_beside(machine, site.host, &name, || write(&name, site, constant))?;
    let value = if constant { machine.field(call_site, "target") } else { u64::from(call_site) };
    machine.permanently(key, |m| m.set_static_field(class, FIELD, value));
    Ok(CallSiteTarget::Method(emit::method_of(machine, class, METHOD)))
}

/// A class with the call site, or with its target if that cannot change.
fn write(name: &str, site: &Site<'_>, constant: bool) -> ClassBuilder {
    let signature = Signature::parse(&site.descriptor);
    let held = if constant { "Ljava/lang/invoke/MethodHandle;" } else { "Ljava/lang/invoke/CallSite;" };
    let mut class = ClassBuilder::new(name, "java/lang/Object");
    class.field(access::STATIC | access::FINAL, FIELD, held);
    class.method(access::STATIC, METHOD, &site.descriptor, |code| {
        code.get_static(name, FIELD, held);
        if !constant {
            code.invoke_virtual("java/lang/invoke/CallSite", "getTarget", "()Ljava/lang/invoke/MethodHandle;");
        }
        code.load_all(&signature.params, 0);
        code.invoke_virtual("java/lang/invoke/MethodHandle", "invokeExact", &site.descriptor);
        code.ret(signature.result);
    });
    class
}

/// Calls a bootstrap method; `ty` is the `MethodType` or the `Class` of what it makes.
pub(super) fn call(machine: &mut Machine<'_>, site: &Site<'_>, ty: Ref) -> Result<Ref, Trap> {
    let handle = handles::constant_handle(machine, &site.bootstrap)?;
    let lookup = handles::new_lookup(machine, site.host)?;
    let name = machine.intern_str(&site.name);
    let mut arguments = vec![lookup, name, ty];
    for &argument in &site.arguments {
        arguments.push(argument_object(machine, site, argument)?);
    }
    let objects = machine.program.well_known().object_array;
    let array = machine.new_array(objects, arguments.len() as u32)?;
    for (index, &argument) in arguments.iter().enumerate() {
        machine.store_array_ref(array, index as u32, argument);
    }
    let class = machine.program.well_known().method_handle;
    let invoke = machine.method(class, "invokeWithArguments", "([Ljava/lang/Object;)Ljava/lang/Object;")?;
    let (result, changed) = machine.watching(|m| m.call_now(invoke, &[u64::from(handle), u64::from(array)]));
    if let Some(class) = changed {
        let class = names::external(machine.program, class);
        let method = &site.bootstrap.name;
        return Err(unsupported(format!("the bootstrap method {method}, which changes a field of {class}")));
    }
    match result {
        Ok(object) => Ok(object as Ref),
        Err(trap) => Err(wrap(machine, trap, METHOD_FAILED)),
    }
}

/// What a failure of a bootstrap method looks like: errors as they are, exceptions inside a
/// `BootstrapMethodError`.
pub(super) fn wrap(machine: &mut Machine<'_>, trap: Trap, message: &str) -> Trap {
    let Trap::Throw(exception) = trap else { return trap };
    let error = machine.program.well_known().error;
    if machine.is_instance(exception, error) {
        return Trap::Throw(exception);
    }
    match machine.new_throwable("java/lang/BootstrapMethodError", Some(message)) {
        Ok(wrapper) => {
            machine.set_field(wrapper, "cause", u64::from(exception));
            Trap::Throw(wrapper)
        }
        Err(trap) => trap,
    }
}
