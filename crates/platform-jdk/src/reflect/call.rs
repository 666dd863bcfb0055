//! `Method.invoke` and `Constructor.newInstance`: checks and unboxing here, then a written method
//! that makes the call, boxes its result and wraps its exceptions.

use heddle_machine::{Args, Machine, Native, NativeResult, Pending, Ref, Trap, names};
use heddle_program::{ClassId, MethodId, access};

use super::{method_of, serial};
use crate::emit::{self, ClassBuilder, CodeBuilder, Signature, convert_argument, mangle};
use crate::handles::{Seeker, unbox_to};
use crate::rows::{Slots, null_pointer, visible};

const METHOD: &str = "java/lang/reflect/Method";
const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
const OBJECT: &str = "Ljava/lang/Object;";
const CALL: &str = "call";

pub const ROWS: &[Native] = &[
    visible(METHOD, "invoke", "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;", invoke, initializes),
    visible(CONSTRUCTOR, "newInstance", "([Ljava/lang/Object;)Ljava/lang/Object;", new_instance, initializes),
    visible(CONSTRUCTOR, "newInstanceWithCaller", "", new_instance_with_caller, initializes),
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

/// The class that calls the running native; frames of written classes do not count.
pub fn caller(machine: &Machine<'_>) -> Option<ClassId> {
    let frames = &machine.threads[machine.current].frames;
    let classes = frames.iter().rev().map(|frame| machine.program.method(frame.method).class);
    let mut own = classes.filter(|&class| !crate::is_hidden_class(machine.program, class));
    own.next()
}

/// Throws unless the caller may use a member or that was made accessible.
pub fn check_access(
    machine: &mut Machine<'_>,
    member: Ref,
    caller: Option<ClassId>,
    holder: ClassId,
    flags: u16,
) -> Result<(), Trap> {
    if machine.field(member, "override") != 0 {
        return Ok(());
    }
    let Some(caller) = caller else { return Ok(()) };
    let seeker = Seeker::full(caller);
    let class_seen = seeker.sees_class(machine, holder);
    if class_seen && seeker.sees_member(machine, holder, flags) {
        return Ok(());
    }
    let describe = |class: ClassId| {
        let kind = if machine.program.class(class).is_interface() { "interface" } else { "class" };
        let module = match machine.program.module_of(class) {
            Some(module) => format!(" (in module {module})"),
            None => String::new(),
        };
        format!("{kind} {}{module}", names::external(machine.program, class))
    };
    let suffix = suffix(machine, flags);
    let message = format!("{} cannot access a member of {}{suffix}", describe(caller), describe(holder));
    Err(machine.throw("java/lang/IllegalAccessException", &message))
}

fn suffix(machine: &Machine<'_>, flags: u16) -> String {
    let visibility = access::PUBLIC | access::PROTECTED | access::PRIVATE;
    if flags & visibility == 0 && machine.program.jdk_feature() >= 21 {
        return " with package access".into();
    }
    const WORDS: [(u16, &str); 8] = [
        (access::PUBLIC, "public"),
        (access::PROTECTED, "protected"),
        (access::PRIVATE, "private"),
        (access::ABSTRACT, "abstract"),
        (access::STATIC, "static"),
        (access::FINAL, "final"),
        (access::SYNCHRONIZED, "synchronized"),
        (access::NATIVE, "native"),
    ];
    let words: Vec<&str> = WORDS.iter().filter(|(bit, _)| flags & bit != 0).map(|(_, word)| *word).collect();
    format!(" with modifiers \"{}\"", words.join(" "))
}

pub fn illegal(machine: &mut Machine<'_>, message: &str) -> Trap {
    machine.throw("java/lang/IllegalArgumentException", message)
}

/// The arguments of a reflective call, unboxed; `array` may be null for none.
pub fn arguments(machine: &mut Machine<'_>, method: MethodId, array: Ref, args: &mut Args) -> Result<(), Trap> {
    let program = machine.program;
    let params = &program.method(method).params;
    let count = if array == 0 { 0 } else { machine.heap.len(array) as usize };
    if count != params.len() {
        let message = if program.jdk_feature() >= 21 {
            format!("wrong number of arguments: {count} expected: {}", params.len())
        } else {
            "wrong number of arguments".to_owned()
        };
        return Err(illegal(machine, &message));
    }
    for (index, &ty) in params.iter().enumerate() {
        let given = machine.heap.load_u32(array, index as u32);
        if ty.is_ref() {
            let class = program.class_of_type(ty).map_err(|error| machine.link_error(error))?;
            if given != 0 && !machine.is_instance(given, class) {
                return Err(illegal(machine, "argument type mismatch"));
            }
            args.push(u64::from(given));
            continue;
        }
        let Some(value) = unbox_to(machine, given, ty) else {
            return Err(match given {
                0 => machine.throw_bare("java/lang/IllegalArgumentException"),
                _ => illegal(machine, "argument type mismatch"),
            });
        };
        args.push(value);
        if ty.is_wide() {
            args.push(value);
        }
    }
    Ok(())
}

/// `method.invoke(receiver, args)`.
fn invoke(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let method = method_of(machine, args.object(0))?;
    let program = machine.program;
    let info = program.method(method);
    let caller = caller(machine);
    let receiver = args.object(1);
    if !info.is_static() && receiver == 0 {
        return Err(null_pointer(machine));
    }
    check_access(machine, args.object(0), caller, info.class, info.access)?;
    let mut actual = Args::new();
    if info.is_static() {
        machine.ensure_initialized(info.class)?;
    } else {
        check_receiver(machine, receiver, info.class)?;
        actual.push(args[1]);
    }
    arguments(machine, method, args.object(2), &mut actual)?;
    let key = (emit::kind::INVOKER, method.0, 0);
    let target = emit::written(machine, key, |m| invoker(m, method, true))?;
    Err(Trap::Tail(target, actual))
}

fn check_receiver(machine: &mut Machine<'_>, receiver: Ref, class: ClassId) -> Result<(), Trap> {
    if machine.is_instance(receiver, class) {
        return Ok(());
    }
    let message = if machine.program.jdk_feature() >= 21 {
        let own = names::external(machine.program, machine.class_of(receiver));
        let wanted = names::external(machine.program, class);
        format!("object of type {own} is not an instance of {wanted}")
    } else {
        "object is not an instance of declaring class".to_owned()
    };
    Err(illegal(machine, &message))
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
    let kind = if virtually { "Invoke" } else { "InvokeDefault" };
    let class_name = format!("{holder}$${kind}/{}", mangle(&format!("{name}{descriptor}")));
    let class = emit::define(machine, &class_name, || {
        let mut class = ClassBuilder::new(&class_name, "java/lang/Object");
        class.method(access::STATIC, CALL, &own, |code| {
            let call = |code: &mut CodeBuilder<'_>| {
                code.load_all(&Signature::parse(&own).params, 0);
                code.invoke(opcode, holder, name, descriptor, interface);
            };
            if virtually {
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

/// `constructor.newInstance(args)`.
fn new_instance(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let caller = caller(machine);
    construct(machine, args.object(0), args.object(1), caller, true)
}

/// `constructor.newInstanceWithCaller(args, checkAccess, caller)`.
fn new_instance_with_caller(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let caller = machine.class_of_mirror(args.object(3));
    construct(machine, args.object(0), args.object(1), caller, args.flag(2))
}

fn construct(
    machine: &mut Machine<'_>,
    constructor: Ref,
    array: Ref,
    caller: Option<ClassId>,
    check: bool,
) -> NativeResult {
    let method = method_of(machine, constructor)?;
    let program = machine.program;
    let info = program.method(method);
    if check {
        check_access(machine, constructor, caller, info.class, info.access)?;
    }
    let made = serial::instance_class(machine, constructor).unwrap_or(info.class);
    let flags = program.class(made).access;
    if flags & access::ENUM != 0 {
        return Err(illegal(machine, "Cannot reflectively create enum objects"));
    }
    if flags & access::ABSTRACT != 0 {
        return Err(machine.throw_bare("java/lang/InstantiationException"));
    }
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
    let class_name = format!("{own}$$NewInstance/{}", mangle(&format!("{holder}{descriptor}")));
    let class = emit::define(machine, &class_name, || {
        let mut class = ClassBuilder::new(&class_name, "java/lang/Object");
        let result = Signature { params: signature.params.clone(), result: OBJECT }.text();
        class.method(access::STATIC, CALL, &result, |code| {
            wrapping_exceptions(code, |code| {
                code.new_object(own);
                code.dup();
                code.load_all(&signature.params, 0);
                code.invoke_special(holder, "<init>", descriptor);
            });
            code.ret(OBJECT);
        });
        class
    })?;
    Ok(emit::method_of(machine, class, CALL))
}
