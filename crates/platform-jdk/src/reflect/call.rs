//! What `Method.invoke` and `Constructor.newInstance` end in. The JDK's own code above it checks
//! access and, since JDK 18, wraps exceptions; here arguments are unboxed, and a written method
//! makes the call, boxes its result and, for JDK 17, wraps its exceptions.

use heddle_machine::{Args, Machine, Native, NativeResult, Pending, Ref, Trap, names};
use heddle_program::effect::UNKNOWN;
use heddle_program::{ClassId, Injected, MethodId, access};

use super::{method_of, serial};
use crate::emit::{self, ClassBuilder, CodeBuilder, Signature, convert_argument, mangle};
use crate::handles::unbox_to;
use crate::rows::{Slots, int, null_pointer, object, pure, row};

const ACCESSORS: &str = "jdk/internal/reflect/MethodHandleAccessorFactory";
const METHOD_ACCESSOR: &str = "jdk/internal/reflect/DirectMethodHandleAccessor";
const CONSTRUCTOR_ACCESSOR: &str = "jdk/internal/reflect/DirectConstructorHandleAccessor";
const NATIVE_CONSTRUCTOR_ACCESSOR: &str = "jdk/internal/reflect/NativeConstructorAccessorImpl";
const TARGET: &str = "heddleTarget";
const OBJECT: &str = "Ljava/lang/Object;";
const CALL: &str = "call";

/// What the names of classes that make calls and instances have in them.
const INVOKE: &str = "$$Invoke/";
const NEW_INSTANCE: &str = "$$NewInstance/";

pub const ROWS: &[Native] = &[
    // JDK 17.
    row("jdk/internal/reflect/NativeMethodAccessorImpl", "invoke0", "", invoke, UNKNOWN).refined(initializes),
    row(NATIVE_CONSTRUCTOR_ACCESSOR, "newInstance0", "", new_instance, UNKNOWN).refined(initializes),
    // After some calls the JDK would write a class that makes the call.
    pure("jdk/internal/reflect/ReflectionFactory", "inflationThreshold", "()I", |_, _| int(i32::MAX)),
    // Since JDK 18.
    row(ACCESSORS, "newMethodAccessor", "", new_method_accessor, UNKNOWN).refined(initializes),
    row(ACCESSORS, "newConstructorAccessor", "", new_constructor_accessor, UNKNOWN).refined(initializes),
    row(
        METHOD_ACCESSOR,
        "invokeImpl",
        "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;",
        invoke_accessor,
        UNKNOWN,
    ),
    row(
        METHOD_ACCESSOR,
        "invokeImpl",
        "(Ljava/lang/Object;[Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Object;",
        invoke_accessor,
        UNKNOWN,
    ),
    row(CONSTRUCTOR_ACCESSOR, "invokeImpl", "([Ljava/lang/Object;)Ljava/lang/Object;", construct_by_accessor, UNKNOWN),
];

/// Fields that the accessors of JDK 18 and later get: what to call, instead of a method handle.
pub const INJECTED: &[Injected] = &[
    Injected { class: METHOD_ACCESSOR, name: TARGET, descriptor: "Ljava/lang/reflect/Method;" },
    Injected { class: CONSTRUCTOR_ACCESSOR, name: TARGET, descriptor: "Ljava/lang/reflect/Constructor;" },
];

/// Before the call itself, which is a step of its own, a class may have to be initialised.
fn initializes(machine: &Machine<'_>, args: &[u64]) -> Pending {
    match class_of_member(machine, args.object(0)) {
        Some(class) if machine.awaits_initialization(class) => Pending::Initialize(class),
        _ => Pending::Local,
    }
}

/// The class that declares a member (not changing the machine, so without its cache of fields).
fn class_of_member(machine: &Machine<'_>, member: Ref) -> Option<ClassId> {
    let field = machine.program.find_field(machine.class_of(member), "clazz")?;
    machine.class_of_mirror(machine.instance_field(member, field) as Ref)
}

pub fn illegal(machine: &mut Machine<'_>, message: &str) -> Trap {
    machine.throw("java/lang/IllegalArgumentException", message)
}

/// Whether the JDK's code around a call wraps what the call throws, and turns the errors of
/// conversions into `IllegalArgumentException`.
fn wrapped_by_jdk(machine: &Machine<'_>) -> bool {
    machine.program.jdk_feature() >= 18
}

/// The arguments of a reflective call, unboxed; `array` may be null for none.
pub fn arguments(machine: &mut Machine<'_>, method: MethodId, array: Ref, args: &mut Args) -> Result<(), Trap> {
    let program = machine.program;
    let params = &program.method(method).params;
    let count = if array == 0 { 0 } else { machine.state.heap.len(array) as usize };
    if count != params.len() {
        return Err(illegal(machine, "wrong number of arguments"));
    }
    if count > 0 {
        machine.show_elements(array, 0..count as u32, false);
    }
    for (index, &ty) in params.iter().enumerate() {
        let given = machine.state.heap.load_u32(array, index as u32);
        if ty.is_ref() {
            let class = machine.linked(|program| program.class_of_type(ty))?;
            if given != 0 && !machine.is_instance(given, class) {
                return Err(mismatch(machine, given, class));
            }
            args.push(u64::from(given));
            continue;
        }
        let Some(value) = unbox_to(machine, given, ty) else {
            return Err(match given {
                0 if wrapped_by_jdk(machine) => null_pointer(machine),
                0 => machine.throw_bare("java/lang/IllegalArgumentException"),
                _ => {
                    let number = machine.load("java/lang/Number")?;
                    mismatch(machine, given, number)
                }
            });
        };
        args.push(value);
        if ty.is_wide() {
            args.push(value);
        }
    }
    Ok(())
}

fn mismatch(machine: &mut Machine<'_>, given: Ref, wanted: ClassId) -> Trap {
    if !wrapped_by_jdk(machine) {
        return illegal(machine, "argument type mismatch");
    }
    let own = names::external(machine.program, machine.class_of(given));
    let message = format!("Cannot cast {own} to {}", names::external(machine.program, wanted));
    machine.throw("java/lang/ClassCastException", &message)
}

/// `invoke0(method, receiver, args)` of JDK 17.
fn invoke(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let method = method_of(machine, args.object(0))?;
    let info = machine.program.method(method);
    if !info.is_static() {
        if args.object(1) == 0 {
            return Err(null_pointer(machine));
        }
        check_receiver(machine, args.object(1), info.class)?;
    }
    call(machine, method, args[1], args.object(2))
}

/// `accessor.invokeImpl(receiver, args)` since JDK 18.
fn invoke_accessor(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let target = machine.field(args.object(0), TARGET) as Ref;
    let method = method_of(machine, target)?;
    call(machine, method, args[1], args.object(2))
}

fn call(machine: &mut Machine<'_>, method: MethodId, receiver: u64, array: Ref) -> NativeResult {
    let info = machine.program.method(method);
    let mut actual = Args::new();
    if info.is_static() {
        machine.ensure_initialized(info.class)?;
    } else {
        actual.push(receiver);
    }
    arguments(machine, method, array, &mut actual)?;
    let key = (emit::kind::INVOKER, method.0, 0);
    let target = emit::written(machine, key, |m| invoker(m, method, true))?;
    Err(Trap::Tail(target, actual))
}

/// `newMethodAccessor(method, callerSensitive)`: an accessor that needs no method handle.
fn new_method_accessor(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    const STATIC: u64 = 0x200;
    const ALWAYS: u64 = 0x8000_0000;
    let method = method_of(machine, args.object(0))?;
    let info = machine.program.method(method);
    machine.ensure_initialized(info.class)?;
    let class = machine.load(METHOD_ACCESSOR)?;
    let accessor = machine.new_object(class)?;
    let holder = machine.mirror(info.class);
    machine.set_field(accessor, "declaringClass", holder.into());
    let count = info.params.len() as u64;
    machine.set_field(accessor, "paramCount", count);
    machine.set_field(accessor, "flags", ALWAYS | count | if info.is_static() { STATIC } else { 0 });
    machine.set_field(accessor, TARGET, args[0]);
    object(accessor)
}

fn check_receiver(machine: &mut Machine<'_>, receiver: Ref, class: ClassId) -> Result<(), Trap> {
    if machine.is_instance(receiver, class) {
        return Ok(());
    }
    Err(illegal(machine, "object is not an instance of declaring class"))
}

/// A static method that calls a method virtually, boxes the result and wraps exceptions.
fn invoker(machine: &mut Machine<'_>, method: MethodId, virtually: bool) -> Result<MethodId, Trap> {
    let program = machine.program;
    let info = program.method(method);
    let holder = program.class_name(info.class);
    let (name, descriptor) = (program.text(info.name), program.text(info.descriptor));
    let interface = program.class(info.class).is_interface();
    let opcode = match () {
        () if info.is_static() => 184,
        () if info.is_private() || !virtually => 183,
        () if interface => 185,
        () => 182,
    };
    let signature = Signature::parse(descriptor);
    let receiver = if info.is_static() { String::new() } else { program.descriptor_of(info.class) };
    let own = format!("({receiver}{}){OBJECT}", signature.params.concat());
    let kind = if virtually { INVOKE } else { "$$InvokeDefault/" };
    let wraps = virtually && !wrapped_by_jdk(machine);
    let class_name = format!("{holder}{kind}{}", mangle(&format!("{name}{descriptor}")));
    let class = emit::define_beside(machine, info.class, &class_name, || {
        let mut class = ClassBuilder::new(&class_name, "java/lang/Object");
        class.method(access::STATIC, CALL, &own, |code| {
            let call = |code: &mut CodeBuilder<'_>| {
                code.load_all(&Signature::parse(&own).params, 0);
                code.invoke(opcode, holder, name, descriptor, interface);
            };
            if wraps {
                wrapping_exceptions(code, call);
            } else {
                call(code);
            }
            if signature.result == "V" {
                code.null();
            } else {
                convert_argument(code, signature.result, OBJECT);
            }
            code.ret(OBJECT);
        });
        class
    })?;
    Ok(emit::method_of(machine, class, CALL))
}

/// `call`, with whatever it throws inside an `InvocationTargetException`. What `call` leaves on the
/// stack stays there.
fn wrapping_exceptions(code: &mut CodeBuilder<'_>, call: impl FnOnce(&mut CodeBuilder<'_>)) {
    const WRAPPER: &str = "java/lang/reflect/InvocationTargetException";
    let (start, end, handler, after) = (code.label(), code.label(), code.label(), code.label());
    code.bind(start);
    call(code);
    code.bind(end);
    code.jump(emit::jump::GOTO, after);
    code.handler(start, end, handler, Some("java/lang/Throwable"));
    code.bind(handler);
    let thrown = code.new_local(OBJECT);
    code.store(OBJECT, thrown);
    code.new_object(WRAPPER);
    code.dup();
    code.load(OBJECT, thrown);
    code.invoke_special(WRAPPER, "<init>", "(Ljava/lang/Throwable;)V");
    code.throw();
    code.bind(after);
}

/// A direct call of a default method on a proxy, without wrapping exceptions.
pub fn invoke_default(machine: &mut Machine<'_>, method: MethodId, receiver: u64, array: Ref) -> NativeResult {
    let mut actual = Args::new();
    actual.push(receiver);
    arguments(machine, method, array, &mut actual)?;
    let target = invoker(machine, method, false)?;
    Err(Trap::Tail(target, actual))
}

/// `newInstance0(constructor, args)` of JDK 17.
fn new_instance(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    construct(machine, args.object(0), args.object(1))
}

/// `newConstructorAccessor(constructor)` since JDK 18.
fn new_constructor_accessor(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    object(constructor_accessor(machine, args.object(0))?)
}

/// An accessor that makes instances with a constructor.
pub fn constructor_accessor(machine: &mut Machine<'_>, constructor: Ref) -> Result<Ref, Trap> {
    let method = method_of(machine, constructor)?;
    let info = machine.program.method(method);
    if !wrapped_by_jdk(machine) {
        let class = machine.load(NATIVE_CONSTRUCTOR_ACCESSOR)?;
        let accessor = machine.new_object(class)?;
        machine.set_field(accessor, "c", constructor.into());
        return Ok(accessor);
    }
    machine.ensure_initialized(info.class)?;
    let class = machine.load(CONSTRUCTOR_ACCESSOR)?;
    let accessor = machine.new_object(class)?;
    machine.set_field(accessor, "paramCount", info.params.len() as u64);
    machine.set_field(accessor, TARGET, constructor.into());
    Ok(accessor)
}

/// `accessor.invokeImpl(args)` since JDK 18.
fn construct_by_accessor(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let constructor = machine.field(args.object(0), TARGET) as Ref;
    construct(machine, constructor, args.object(1))
}

fn construct(machine: &mut Machine<'_>, constructor: Ref, array: Ref) -> NativeResult {
    let method = method_of(machine, constructor)?;
    let made = match serial::instance_class(machine, constructor) {
        Some(class) => class,
        None => machine.program.method(method).class,
    };
    machine.ensure_initialized(made)?;
    let mut actual = Args::new();
    arguments(machine, method, array, &mut actual)?;
    let key = (emit::kind::FACTORY, made.0, method.0);
    let target = emit::written(machine, key, |m| factory(m, made, method))?;
    Err(Trap::Tail(target, actual))
}

/// A static method that makes an instance of a class with a constructor of it or, as
/// deserialisation does, of a superclass.
fn factory(machine: &mut Machine<'_>, made: ClassId, constructor: MethodId) -> Result<MethodId, Trap> {
    let program = machine.program;
    let info = program.method(constructor);
    let (own, holder) = (program.class_name(made), program.class_name(info.class));
    let descriptor = program.text(info.descriptor);
    let signature = Signature::parse(descriptor);
    let wraps = !wrapped_by_jdk(machine);
    let class_name = format!("{own}{NEW_INSTANCE}{}", mangle(&format!("{holder}{descriptor}")));
    let class = emit::define_beside(machine, made, &class_name, || {
        let mut class = ClassBuilder::new(&class_name, "java/lang/Object");
        let result = Signature { params: signature.params.clone(), result: OBJECT }.text();
        class.method(access::STATIC, CALL, &result, |code| {
            let make = |code: &mut CodeBuilder<'_>| {
                code.new_object(own);
                code.dup();
                code.load_all(&signature.params, 0);
                code.invoke_special(holder, "<init>", descriptor);
            };
            if wraps {
                wrapping_exceptions(code, make);
            } else {
                make(code);
            }
            code.ret(OBJECT);
        });
        class
    })?;
    Ok(emit::method_of(machine, class, CALL))
}

/// The native method as which Java shows the frame of a written class, in JDK 17.
pub fn shown_as(machine: &mut Machine<'_>, class: ClassId) -> Option<MethodId> {
    let name = machine.program.class_name(class);
    let (accessor, native) = match () {
        () if wrapped_by_jdk(machine) => return None,
        () if name.contains(INVOKE) => ("jdk/internal/reflect/NativeMethodAccessorImpl", "invoke0"),
        () if name.contains(NEW_INSTANCE) => (NATIVE_CONSTRUCTOR_ACCESSOR, "newInstance0"),
        () => return None,
    };
    let accessor = machine.program.class(machine.program.load(accessor).ok()?);
    accessor.methods.iter().copied().find(|&method| machine.program.text(machine.program.method(method).name) == native)
}
