//! `LambdaMetafactory`: a lambda expression or method reference → a class that implements the
//! functional interface by calling the implementation method, with captured values in final
//! fields.
//!
//! A site without captures always gives the same permanent object. Adaptation follows the JDK's
//! `TypeConvertingMethodAdapter`: widening, boxing, unboxing and casts of arguments and results.
//!
//! Making the first lambda initialises its interface if that has default methods (JLS 12.4.1). Like
//! all linking, this happens once and for all: a search does not step back behind it.

use heddle_classfile::{Constant, HandleKind};
use heddle_machine::{CallSiteTarget, Machine, Trap};
use heddle_program::access;

use super::{Member, Site, read_member};
use crate::emit::{self, ClassBuilder, CodeBuilder, Signature, class_name, descriptor_of_name, lambda_convert, slots};

const FLAG_SERIALIZABLE: i32 = 1;
const FLAG_MARKERS: i32 = 2;
const FLAG_BRIDGES: i32 = 4;

/// The factory method of a lambda class.
const FACTORY: &str = "get$Lambda";

/// What the static arguments say.
struct Shape<'p> {
    /// The erased type of the interface's method.
    interface_method: String,
    implementation: Member<'p>,
    /// The type of the interface's method with its type arguments filled in.
    instantiated: String,
    serializable: bool,
    /// Interfaces besides the functional one.
    markers: Vec<String>,
    /// Further erased types under which the method is called.
    bridges: Vec<String>,
}

pub(super) fn link(machine: &mut Machine<'_>, site: &Site<'_>) -> Result<CallSiteTarget, Trap> {
    let name = site.class_name(machine, "Lambda");
    let shape = read_shape(machine, site)?;
    let host = machine.program.class_name(site.host);
    let class = emit::define_beside(machine, site.host, &name, || write(&name, host, site, &shape))?;
    if Signature::parse(&site.descriptor).params.is_empty() {
        machine.ensure_initialized(class)?;
        let key = Machine::platform_key("lambda", site.host, site.position);
        let lambda = machine.permanently(key, |m| m.new_object(class))?;
        return Ok(CallSiteTarget::Constant(lambda));
    }
    Ok(CallSiteTarget::Method(emit::method_of(machine, class, FACTORY)))
}

fn read_shape<'p>(machine: &mut Machine<'_>, site: &Site<'p>) -> Result<Shape<'p>, Trap> {
    let file = site.file;
    let (method, implementation, instantiated) =
        (site.argument(machine, 0)?, site.argument(machine, 1)?, site.argument(machine, 2)?);
    let mut shape = site.read(machine, || {
        Ok(Shape {
            interface_method: file.method_type(method)?.into_owned(),
            implementation: read_member(file, implementation)?,
            instantiated: file.method_type(instantiated)?.into_owned(),
            serializable: false,
            markers: Vec::new(),
            bridges: Vec::new(),
        })
    })?;
    if site.bootstrap.name == "metafactory" {
        return Ok(shape);
    }
    let mut rest = site.arguments.iter().copied().skip(3);
    let mut next = || rest.next().unwrap_or(0);
    let int = |cp| match file.constant(cp) {
        Ok(Constant::Integer(value)) => value,
        _ => 0,
    };
    let flags = int(next());
    shape.serializable = flags & FLAG_SERIALIZABLE != 0;
    if flags & FLAG_MARKERS != 0 {
        for _ in 0..int(next()) {
            let cp = next();
            shape.markers.push(site.read(machine, || file.class_name(cp))?.into_owned());
        }
    }
    if flags & FLAG_BRIDGES != 0 {
        for _ in 0..int(next()) {
            let cp = next();
            shape.bridges.push(site.read(machine, || file.method_type(cp))?.into_owned());
        }
    }
    Ok(shape)
}

fn write(name: &str, host: &str, site: &Site<'_>, shape: &Shape<'_>) -> ClassBuilder {
    let site_type = Signature::parse(&site.descriptor);
    let captures = &site_type.params;
    let mut class = ClassBuilder::new(name, "java/lang/Object");
    class.implement(class_name(site_type.result));
    if shape.serializable {
        class.implement("java/io/Serializable");
    }
    for marker in &shape.markers {
        class.implement(marker);
    }
    for (index, capture) in captures.iter().enumerate() {
        class.field(access::PRIVATE | access::FINAL, &field(index), capture);
    }
    class.method(access::STATIC, FACTORY, &site.descriptor, |code| {
        code.new_object(name);
        let mut local = 0;
        for (index, capture) in captures.iter().enumerate() {
            code.dup();
            code.load(capture, local);
            code.put_field(name, &field(index), capture);
            local += slots(capture);
        }
        code.ret(site_type.result);
    });
    let mut methods = vec![&shape.interface_method];
    for bridge in &shape.bridges {
        if !methods.contains(&bridge) {
            methods.push(bridge);
        }
    }
    for descriptor in methods {
        class.method(access::PUBLIC, &site.name, descriptor, |code| forward(code, captures, descriptor, shape));
    }
    if shape.serializable {
        class.method(access::PRIVATE | access::FINAL, "writeReplace", "()Ljava/lang/Object;", |code| {
            write_replace(code, host, site, shape);
        });
    }
    class
}

fn field(index: usize) -> String {
    format!("arg${}", index + 1)
}

/// The body of the interface's method: captured values and arguments go to the implementation.
fn forward(code: &mut CodeBuilder<'_>, captures: &[&str], descriptor: &str, shape: &Shape<'_>) {
    let this = code.class();
    let target = &shape.implementation;
    let target_type = Signature::parse(&target.descriptor);
    let own_type = Signature::parse(descriptor);
    let instantiated = Signature::parse(&shape.instantiated);
    let holder = descriptor_of_name(&target.class);
    let mut wanted = Vec::new();
    let mut result = target_type.result;
    match target.kind {
        HandleKind::NewInvokeSpecial => {
            code.new_object(&target.class);
            code.dup();
            result = &holder;
        }
        HandleKind::InvokeStatic => {}
        _ => wanted.push(holder.as_str()),
    }
    wanted.extend(&target_type.params);
    for (index, capture) in captures.iter().enumerate() {
        code.load_this();
        code.get_field(this, &field(index), capture);
    }
    let mut local = 1;
    let rest = wanted.iter().skip(captures.len());
    for ((param, generic), wanted) in own_type.params.iter().zip(&instantiated.params).zip(rest) {
        code.load(param, local);
        lambda_convert(code, param, wanted, generic);
        local += slots(param);
    }
    call(code, target);
    if own_type.result == "V" {
        code.pop(result);
    } else {
        lambda_convert(code, result, own_type.result, own_type.result);
    }
    code.ret(own_type.result);
}

/// Calls what a handle of the constant pool refers to; its arguments are on the stack.
fn call(code: &mut CodeBuilder<'_>, target: &Member<'_>) {
    let opcode = match target.kind {
        HandleKind::InvokeVirtual => 182,
        HandleKind::InvokeStatic => 184,
        HandleKind::InvokeInterface => 185,
        _ => 183,
    };
    code.invoke(opcode, &target.class, &target.name, &target.descriptor, target.interface);
}

/// What is written in place of a serializable lambda.
fn write_replace(code: &mut CodeBuilder<'_>, host: &str, site: &Site<'_>, shape: &Shape<'_>) {
    const FORM: &str = "java/lang/invoke/SerializedLambda";
    let this = code.class();
    let site_type = Signature::parse(&site.descriptor);
    let target = &shape.implementation;
    code.new_object(FORM);
    code.dup();
    code.class_constant(&descriptor_of_name(host));
    code.string(class_name(site_type.result));
    code.string(&site.name);
    code.string(&shape.interface_method);
    code.int(target.kind as i32);
    code.string(&target.class);
    code.string(&target.name);
    code.string(&target.descriptor);
    code.string(&shape.instantiated);
    code.int(site_type.params.len() as i32);
    code.new_array("Ljava/lang/Object;");
    for (index, capture) in site_type.params.iter().enumerate() {
        code.dup();
        code.int(index as i32);
        code.load_this();
        code.get_field(this, &field(index), capture);
        lambda_convert(code, capture, "Ljava/lang/Object;", capture);
        code.array_store("Ljava/lang/Object;");
    }
    code.invoke_special(
        FORM,
        "<init>",
        "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;ILjava/lang/String;\
         Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V",
    );
    code.ret("Ljava/lang/Object;");
}
