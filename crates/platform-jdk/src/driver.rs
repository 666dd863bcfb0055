//! Starting with any method instead of `main`: a class whose one method makes the arguments and
//! calls it.

use heddle_machine::{Args, Machine, Trap};
use heddle_program::{ClassId, FieldId, MethodId, Program, Type, access};

use crate::emit::{self, ClassBuilder, CodeBuilder, Signature};

/// An argument of a method that is to be called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    Number(i64),
    Null,
    /// An array of a class with numbers as elements; references are null.
    Array(ClassId, Vec<i64>),
    Text(String),
    /// An array of texts.
    Texts(ClassId, Vec<String>),
    /// An object whose constructor does not run.
    Object(ClassId, Vec<(FieldId, i64)>),
    /// The same object as another argument, by its number, receiver included.
    Same(usize),
}

/// Enters a method that makes the arguments, receiver first, and calls `method`.
pub fn start_method(machine: &mut Machine<'_>, method: MethodId, arguments: &[Argument]) -> Result<(), Trap> {
    let program = machine.program;
    let called = program.method(method);
    let class = program.class_name(called.class);
    let name = name_beside(program, method, "Driver", &format!("{arguments:?}"));
    let descriptor = program.text(called.descriptor);
    let driver = emit::define(machine, &name, || {
        let mut driver = ClassBuilder::new(&name, "java/lang/Object");
        driver.method(access::STATIC, "run", "()V", |code| {
            let signature = Signature::parse(descriptor);
            let receiver = format!("L{class};");
            let own = (!called.is_static()).then_some(receiver.as_str());
            let types: Vec<&str> = own.into_iter().chain(signature.params.iter().copied()).collect();
            // All objects are made first, so that any argument may be the same as any other.
            let locals: Vec<u16> = types.iter().map(|ty| code.new_local(ty)).collect();
            for ((argument, ty), &local) in arguments.iter().zip(&types).zip(&locals) {
                if !matches!(argument, Argument::Same(_)) {
                    push(program, code, argument, ty);
                    code.store(ty, local);
                }
            }
            for ((argument, ty), &local) in arguments.iter().zip(&types).zip(&locals) {
                match *argument {
                    Argument::Same(other) => code.load(types[other], locals[other]),
                    _ => code.load(ty, local),
                }
            }
            call(program, code, method);
            code.pop(signature.result);
            code.ret("V");
        });
        driver
    })?;
    machine.enter(emit::method_of(machine, driver, "run"), &Args::new())
}

/// The name of a class that calls a method: it says all that the class depends on, though not for people.
pub(crate) fn name_beside(program: &Program, method: MethodId, kind: &str, depends_on: &str) -> String {
    let class = program.class_name(program.method(method).class);
    let digest = format!("{}{depends_on}", method.0)
        .bytes()
        .fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3));
    format!("{class}$${kind}{digest:x}")
}

/// A call of a method whose arguments lie on the stack.
pub(crate) fn call(program: &Program, code: &mut CodeBuilder<'_>, method: MethodId) {
    let called = program.method(method);
    let (class, name) = (program.class_name(called.class), program.text(called.name));
    let descriptor = program.text(called.descriptor);
    let interface = program.class(called.class).is_interface();
    match (called.is_static(), called.is_private() || name == "<init>") {
        (true, _) => code.invoke(0xB8, class, name, descriptor, interface),
        (false, true) => code.invoke_special(class, name, descriptor),
        (false, false) if interface => code.invoke_interface(class, name, descriptor),
        (false, false) => code.invoke_virtual(class, name, descriptor),
    }
}

fn push(program: &Program, code: &mut CodeBuilder<'_>, argument: &Argument, descriptor: &str) {
    match argument {
        Argument::Number(value) => number(code, *value, descriptor),
        Argument::Null => code.null(),
        Argument::Same(_) => unreachable!("the caller takes it from the other argument"),
        Argument::Array(class, elements) => {
            let element = program.class_name(*class)[1..].to_owned();
            code.int(elements.len() as i32);
            code.new_array(&element);
            if emit::is_ref(&element) {
                return;
            }
            for (index, value) in elements.iter().enumerate() {
                code.dup();
                code.int(index as i32);
                number(code, *value, &element);
                code.array_store(&element);
            }
        }
        Argument::Text(text) => code.string(text),
        Argument::Texts(class, texts) => {
            let element = program.class_name(*class)[1..].to_owned();
            code.int(texts.len() as i32);
            code.new_array(&element);
            for (index, text) in texts.iter().enumerate() {
                code.dup();
                code.int(index as i32);
                code.string(text);
                code.array_store(&element);
            }
        }
        Argument::Object(class, fields) => {
            code.new_object(program.class_name(*class));
            for (field, value) in fields {
                let field = program.field(*field);
                if matches!(field.ty, Type::Ref(_)) {
                    continue;
                }
                let descriptor = program.text(field.descriptor);
                code.dup();
                number(code, *value, descriptor);
                code.put_field(program.class_name(field.class), program.text(field.name), descriptor);
            }
        }
    }
}

fn number(code: &mut CodeBuilder<'_>, value: i64, descriptor: &str) {
    match descriptor {
        "J" => code.long(value),
        "F" => code.float((value as f32).to_bits()),
        "D" => code.double((value as f64).to_bits()),
        _ => code.int(value as i32),
    }
}
