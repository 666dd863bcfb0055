//! `java.lang.reflect.Proxy`: one written class per list of interfaces, whose methods hand their
//! arguments to the invocation handler, as the JDK's own proxy classes do (`ProxyGenerator`).

use heddle_machine::{Machine, Native, NativeResult, Ref, Trap, names};
use heddle_program::effect::{Source, UNKNOWN};
use heddle_program::{ClassId, MethodId, Origin, Program, access};

use super::members::{file_member, new_method};
use super::{call, method_of};
use crate::emit::{self, ClassBuilder, CodeBuilder, Signature, class_name, convert_argument, mangle, slots};
use crate::rows::{Slots, class_argument, flag, null_pointer, object, pure, row};

const PROXY: &str = "java/lang/reflect/Proxy";
const HANDLER: &str = "Ljava/lang/reflect/InvocationHandler;";
const METHOD: &str = "Ljava/lang/reflect/Method;";
const OBJECT: &str = "Ljava/lang/Object;";
/// What the name of every proxy class has in it.
const MARK: &str = "$Proxy";

pub const ROWS: &[Native] = &[
    row(PROXY, "newProxyInstance", "", new_proxy_instance, UNKNOWN.giving(Source::Made)),
    pure(PROXY, "getProxyClass", "(Ljava/lang/ClassLoader;[Ljava/lang/Class;)Ljava/lang/Class;", proxy_class),
    pure(PROXY, "isProxyClass", "(Ljava/lang/Class;)Z", is_proxy_class),
    row(PROXY, "invokeDefault", "", invoke_default, UNKNOWN.giving(Source::Existing("java/lang/Object"))),
];

/// A method of a proxy: the first declaration of its name and parameters.
struct Forwarded {
    method: MethodId,
    /// Exceptions that may pass, by internal name.
    exceptions: Vec<String>,
}

/// `newProxyInstance(loader, interfaces, handler)`.
fn new_proxy_instance(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(2) == 0 {
        return Err(null_pointer(machine));
    }
    let class = make_class(machine, args.object(0), args.object(1))?;
    let proxy = machine.new_object(class)?;
    machine.set_field(proxy, "h", args[2]);
    object(proxy)
}

/// `getProxyClass(loader, interfaces)`.
fn proxy_class(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = make_class(machine, args.object(0), args.object(1))?;
    object(machine.mirror(class))
}

fn is_proxy_class(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    flag(is_proxy(machine.program, class))
}

fn is_proxy(program: &Program, class: ClassId) -> bool {
    let parent = program.class(class).superclass;
    parent.is_some_and(|parent| program.class_name(parent) == PROXY) && program.class_name(class).contains(MARK)
}

/// `invokeDefault(proxy, method, args, caller)`.
fn invoke_default(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(0) == 0 {
        return Err(null_pointer(machine));
    }
    let class = machine.class_of(args.object(0));
    if !is_proxy(machine.program, class) {
        return Err(call::illegal(machine, "'proxy' is not a proxy instance"));
    }
    let method = method_of(machine, args.object(1))?;
    let info = machine.program.method(method);
    let is_default = machine.program.class(info.class).is_interface() && !info.is_static() && !info.is_abstract();
    if !is_default {
        let name = machine.program.text(info.name);
        return Err(call::illegal(machine, &format!("\"{name}\" is not a default method")));
    }
    call::invoke_default(machine, method, args[0], args.object(2))
}

/// The proxy class of an array of interfaces, ready for use in this machine.
fn make_class(machine: &mut Machine<'_>, loader: Ref, array: Ref) -> Result<ClassId, Trap> {
    if array == 0 {
        return Err(null_pointer(machine));
    }
    let mut interfaces = Vec::new();
    for index in 0..machine.state.heap.len(array) {
        let mirror = machine.state.heap.load_u32(array, index);
        let Some(class) = machine.class_of_mirror(mirror) else { return Err(null_pointer(machine)) };
        let name = names::external(machine.program, class);
        if !machine.program.class(class).is_interface() {
            return Err(call::illegal(machine, &format!("{name} is not an interface")));
        }
        // The boot loader knows the JDK's classes only.
        if loader == 0 && machine.program.class(class).origin == Origin::User {
            let message = format!("{name} referenced from a method is not visible from class loader: null");
            return Err(call::illegal(machine, &message));
        }
        if interfaces.contains(&class) {
            return Err(call::illegal(machine, &format!("repeated interface: {name}")));
        }
        interfaces.push(class);
    }
    let program = machine.program;
    // Proxies for interfaces that are not public live beside them.
    let hidden = interfaces.iter().find(|&&class| program.class(class).access & access::PUBLIC == 0);
    let package = hidden.map_or("jdk/proxy1", |&class| program.package_of(class));
    let list: Vec<String> = interfaces.iter().map(|&class| mangle(program.class_name(class))).collect();
    let separator = if package.is_empty() { "" } else { "/" };
    let list = list.join("+");
    let numbered = match numbered(machine, &list) {
        Ok(class) => return Ok(class),
        Err(number) => number,
    };
    let name = format!("{package}{separator}{MARK}{}", numbered.as_ref().unwrap_or(&list));
    let methods = forwarded(machine, &interfaces)?;
    let class = emit::define(machine, &name, || write(program, &name, &interfaces, &methods))?;
    if numbered.is_some() {
        // One entry for each list of interfaces, so what is leaked here is small.
        machine.linkage.globals.insert(format!("{KNOWN}{list}").leak(), class.0);
    }
    fill_methods(machine, class, &methods)?;
    Ok(class)
}

/// Under which a plain run remembers its proxy classes.
const KNOWN: &str = "proxy of ";

/// A plain run numbers proxy classes as the JDK does: the class of a list of interfaces, or the
/// number of the next one. While exploring, numbers would depend on the schedule.
fn numbered(machine: &Machine<'_>, list: &str) -> Result<ClassId, Option<String>> {
    if machine.is_exploring() {
        return Err(None);
    }
    match machine.linkage.globals.get(&*format!("{KNOWN}{list}")) {
        Some(&class) => Ok(ClassId(class)),
        None => Err(Some(machine.linkage.globals.keys().filter(|key| key.starts_with(KNOWN)).count().to_string())),
    }
}

/// The methods of a proxy: `hashCode`, `equals` and `toString`, then those of the interfaces.
fn forwarded(machine: &mut Machine<'_>, interfaces: &[ClassId]) -> Result<Vec<Forwarded>, Trap> {
    let program = machine.program;
    let object = program.well_known().object;
    let mut found: Vec<Forwarded> = Vec::new();
    for (name, descriptor) in
        [("hashCode", "()I"), ("equals", "(Ljava/lang/Object;)Z"), ("toString", "()Ljava/lang/String;")]
    {
        let method = machine.method(object, name, descriptor)?;
        found.push(Forwarded { method, exceptions: Vec::new() });
    }
    let mut queue: Vec<ClassId> = interfaces.to_vec();
    let mut at = 0;
    while let Some(&interface) = queue.get(at) {
        at += 1;
        for &parent in &program.class(interface).interfaces {
            if !queue.contains(&parent) {
                queue.push(parent);
            }
        }
        for &method in &program.class(interface).methods {
            let info = program.method(method);
            let name = program.text(info.name);
            if info.is_static() || info.is_private() || name.starts_with('<') {
                continue;
            }
            let exceptions = declared_exceptions(machine, method);
            let same = found.iter_mut().find(|other| {
                let other = program.method(other.method);
                other.name == info.name && other.descriptor == info.descriptor
            });
            match same {
                // Only what all declarations allow may pass.
                Some(other) => other.exceptions.retain(|e| exceptions.contains(e)),
                None => found.push(Forwarded { method, exceptions }),
            }
        }
    }
    Ok(found)
}

/// Internal names of the exceptions that a method declares.
pub fn declared_exceptions(machine: &Machine<'_>, method: MethodId) -> Vec<String> {
    let names = file_member(machine, method).and_then(|(file, member)| file.exceptions(member).ok());
    names.unwrap_or_default().into_iter().map(|name| name.into_owned()).collect()
}

fn method_field(index: usize) -> String {
    format!("m{index}")
}

/// Makes the `Method` objects that the class passes to handlers, once per machine.
fn fill_methods(machine: &mut Machine<'_>, class: ClassId, methods: &[Forwarded]) -> Result<(), Trap> {
    let program = machine.program;
    machine.ensure_initialized(class)?;
    let fields: Vec<_> = program.class(class).fields.to_vec();
    if fields.first().is_none_or(|&first| machine.static_value(first) != 0) {
        return Ok(());
    }
    let key = Machine::platform_key("proxy", class, 0);
    machine.permanently(key, |m| {
        for (&field, forwarded) in fields.iter().zip(methods) {
            let method = new_method(m, forwarded.method)?;
            m.set_static(field, u64::from(method));
        }
        Ok(())
    })
}

fn write(program: &Program, name: &str, interfaces: &[ClassId], methods: &[Forwarded]) -> ClassBuilder {
    let mut class = ClassBuilder::new(name, PROXY);
    let public = interfaces.iter().all(|&i| program.class(i).access & access::PUBLIC != 0);
    class.set_access(access::FINAL | access::SUPER | if public { access::PUBLIC } else { 0 });
    for &interface in interfaces {
        class.implement(program.class_name(interface));
    }
    for index in 0..methods.len() {
        class.field(access::PRIVATE | access::STATIC | access::FINAL, &method_field(index), METHOD);
    }
    class.method(access::PUBLIC, "<init>", &format!("({HANDLER})V"), |code| {
        code.load_this();
        code.load(HANDLER, 1);
        code.invoke_special(PROXY, "<init>", &format!("({HANDLER})V"));
        code.ret("V");
    });
    for (index, forwarded) in methods.iter().enumerate() {
        let info = program.method(forwarded.method);
        let (method, descriptor) = (program.text(info.name), program.text(info.descriptor));
        class.method(access::PUBLIC | access::FINAL, method, descriptor, |code| {
            forward(code, index, descriptor, &forwarded.exceptions);
        });
    }
    class
}

/// `return (R) h.invoke(this, m, args)`.
fn forward(code: &mut CodeBuilder<'_>, index: usize, descriptor: &str, exceptions: &[String]) {
    let this = code.class();
    let signature = Signature::parse(descriptor);
    passing_exceptions(code, exceptions, |code| {
        code.load_this();
        code.get_field(PROXY, "h", HANDLER);
        code.load_this();
        code.get_static(this, &method_field(index), METHOD);
        if signature.params.is_empty() {
            code.null();
        } else {
            code.int(signature.params.len() as i32);
            code.new_array(OBJECT);
            let mut local = 1;
            for (at, param) in signature.params.iter().enumerate() {
                code.dup();
                code.int(at as i32);
                code.load(param, local);
                convert_argument(code, param, OBJECT);
                code.array_store(OBJECT);
                local += slots(param);
            }
        }
        code.invoke_interface(
            class_name(HANDLER),
            "invoke",
            "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;",
        );
        result(code, signature.result);
    });
}

/// `body`, which returns, as the whole of a method that declares some exceptions: checked ones that
/// it does not declare come out as `UndeclaredThrowableException`.
pub fn passing_exceptions(code: &mut CodeBuilder<'_>, declared: &[String], body: impl FnOnce(&mut CodeBuilder<'_>)) {
    const WRAPPER: &str = "java/lang/reflect/UndeclaredThrowableException";
    let (start, end, pass, wrap) = (code.label(), code.label(), code.label(), code.label());
    code.bind(start);
    body(code);
    code.bind(end);
    let always = ["java/lang/Error", "java/lang/RuntimeException"];
    for exception in declared.iter().map(|e| &**e).chain(always) {
        code.handler(start, end, pass, Some(exception));
    }
    code.handler(start, end, wrap, Some("java/lang/Throwable"));
    code.bind(pass);
    code.throw();
    code.bind(wrap);
    let thrown = code.new_local(OBJECT);
    code.store(OBJECT, thrown);
    code.new_object(WRAPPER);
    code.dup();
    code.load(OBJECT, thrown);
    code.invoke_special(WRAPPER, "<init>", "(Ljava/lang/Throwable;)V");
    code.throw();
}

/// Returns what the handler gave: exactly the box of a primitive.
fn result(code: &mut CodeBuilder<'_>, descriptor: &str) {
    match emit::box_of(descriptor) {
        Some(boxed) => {
            let boxed = emit::descriptor_of_name(boxed);
            emit::cast(code, OBJECT, &boxed);
            convert_argument(code, &boxed, descriptor);
        }
        None if descriptor == "V" => code.pop(OBJECT),
        None => emit::cast(code, OBJECT, descriptor),
    }
    code.ret(descriptor);
}
