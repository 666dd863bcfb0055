//! `SwitchBootstraps`: a pattern switch → a method that gives the index of the first label from
//! `restart` on which matches the selector, the number of labels if none does, -1 for null.
//!
//! A label names a type, a string, a number (an `int` also for characters), a truth value, or an enum
//! constant, whose class is looked at only when a value of it comes along. Labels of enum classes or
//! constants that do not exist match nothing. A primitive type as a label matches its own values,
//! those that convert to it without loss (a preview in Java 25: JEP 507), and its box.
//!
//! A primitive selector is boxed first, so that all tests are of one kind.

use heddle_classfile::Constant;
use heddle_machine::{CallSiteTarget, Machine, Trap};
use heddle_program::access;

use super::constant::{EnumName, enum_description, primitive_class, truth_value};
use super::{Site, format_error};
use crate::emit::{
    self, ClassBuilder, CodeBuilder, Label, Signature, box_of, class_name, convert_argument, descriptor_of_name,
    is_ref, jump, slots, unbox_of, widens,
};
use crate::rows::unsupported;

const METHOD: &str = "match";
const OBJECT: &str = "Ljava/lang/Object;";

enum Case {
    Class(String),
    Text(Vec<u16>),
    Int(i32),
    /// Equal to a boxed constant.
    Long(i64),
    Float(u32),
    Double(u64),
    Truth(bool),
    /// A number that a conversion does not change: the primitive type of the selector as stacks have
    /// it, and the method of `ExactConversionsSupport` that decides.
    Exact {
        own: &'static str,
        method: String,
    },
    Enum(EnumName),
    /// Matches nothing.
    Never,
    /// Matches whatever is not null.
    Always,
}

pub(super) fn link_type_switch(machine: &mut Machine<'_>, site: &Site<'_>) -> Result<CallSiteTarget, Trap> {
    let mut cases = Vec::new();
    for &argument in &site.arguments {
        let constant = site.read(machine, || site.file.constant(argument))?;
        cases.push(match constant {
            Constant::Class { .. } => Case::Class(site.read(machine, || site.file.class_name(argument))?.into_owned()),
            Constant::String { .. } => Case::Text(site.read(machine, || site.file.string_utf16(argument))?),
            Constant::Integer(value) => Case::Int(value),
            Constant::Long(value) => Case::Long(value),
            Constant::Float(bits) => Case::Float(bits),
            Constant::Double(bits) => Case::Double(bits),
            Constant::Dynamic { .. } => dynamic_case(machine, site, argument)?,
            other => return Err(unsupported(format!("a switch label of the form {other:?}"))),
        });
    }
    finish(machine, site, cases)
}

/// Enum constants and primitive types.
fn dynamic_case(machine: &mut Machine<'_>, site: &Site<'_>, argument: u16) -> Result<Case, Trap> {
    if let Some(name) = enum_description(site.file, argument).map_err(|e| format_error(machine, site.host, &e))? {
        return Ok(enum_case(machine, name));
    }
    if let Some(value) = truth_value(site.file, argument) {
        return Ok(Case::Truth(value));
    }
    let Some(label) = primitive_class(site.file, argument) else {
        return Err(unsupported("a switch label that is a dynamic constant"));
    };
    let selector = Signature::parse(&site.descriptor).params[0];
    let own = if is_ref(selector) { unbox_of(class_name(selector)) } else { Some(selector) };
    match own {
        None => Ok(Case::Class(box_of(&label).expect("labels are not void").to_owned())),
        Some(own) if widens_exactly(own, &label) => Ok(Case::Always),
        Some(own) if own == "Z" || label == "Z" => Ok(Case::Never),
        Some(own) => Ok(exact_case(own, &label)),
    }
}

fn exact_case(own: &str, label: &str) -> Case {
    let own = match own {
        "J" => "J",
        "F" => "F",
        "D" => "D",
        _ => "I",
    };
    Case::Exact { own, method: format!("is{}To{}Exact", type_name(own), type_name(label)) }
}

fn type_name(descriptor: &str) -> &'static str {
    match descriptor {
        "B" => "Byte",
        "S" => "Short",
        "C" => "Char",
        "J" => "Long",
        "F" => "Float",
        "D" => "Double",
        _ => "Int",
    }
}

/// Whether every value of one primitive type is one of another.
fn widens_exactly(from: &str, to: &str) -> bool {
    let rounds = matches!((from, to), ("I", "F") | ("J", "F" | "D"));
    widens(from, to) && !rounds
}

pub(super) fn link_enum_switch(machine: &mut Machine<'_>, site: &Site<'_>) -> Result<CallSiteTarget, Trap> {
    let selector = Signature::parse(&site.descriptor).params[0];
    let class = class_name(selector).to_owned();
    let mut cases = Vec::new();
    for &argument in &site.arguments {
        let constant = site.read(machine, || site.file.constant(argument))?;
        cases.push(match constant {
            Constant::String { .. } => {
                let name = site.read(machine, || site.file.string_utf16(argument))?;
                let constant = String::from_utf16_lossy(&name);
                enum_case(machine, EnumName { class: class.clone(), constant })
            }
            _ => Case::Always,
        });
    }
    finish(machine, site, cases)
}

fn enum_case(machine: &mut Machine<'_>, name: EnumName) -> Case {
    let program = machine.program;
    let exists = program.load(&name.class).is_ok_and(|class| {
        let descriptor = descriptor_of_name(&name.class);
        let field = program.find_declared_field(class, &name.constant, &descriptor);
        field.is_some_and(|field| program.field(field).access & access::ENUM != 0)
    });
    if exists { Case::Enum(name) } else { Case::Never }
}

fn finish(machine: &mut Machine<'_>, site: &Site<'_>, cases: Vec<Case>) -> Result<CallSiteTarget, Trap> {
    let selector = Signature::parse(&site.descriptor).params[0];
    let name = site.class_name(machine, "Switch");
    let class = emit::define_beside(machine, site.host, &name, || {
        let mut class = ClassBuilder::new(&name, "java/lang/Object");
        class.method(access::STATIC, METHOD, &site.descriptor, |code| write(code, selector, &cases));
        class
    })?;
    Ok(CallSiteTarget::Method(emit::method_of(machine, class, METHOD)))
}

fn write(code: &mut CodeBuilder<'_>, descriptor: &str, cases: &[Case]) {
    let restart = slots(descriptor);
    code.load("I", restart);
    code.int(cases.len() as i32 + 1);
    code.invoke_static("java/util/Objects", "checkIndex", "(II)I");
    code.pop("I");
    let given = if is_ref(descriptor) {
        0
    } else {
        let boxed = code.new_local(OBJECT);
        code.load(descriptor, 0);
        convert_argument(code, descriptor, OBJECT);
        code.store(OBJECT, boxed);
        boxed
    };
    if is_ref(descriptor) {
        let present = code.label();
        code.load(OBJECT, given);
        code.jump(jump::IF_NON_NULL, present);
        code.int(-1);
        code.ret("I");
        code.bind(present);
    }
    let tests: Vec<Label> = cases.iter().map(|_| code.label()).collect();
    let none = code.label();
    if !tests.is_empty() {
        code.load("I", restart);
        code.table_switch(0, &tests, none);
    }
    for (index, case) in cases.iter().enumerate() {
        code.bind(tests[index]);
        let next = tests.get(index + 1).copied().unwrap_or(none);
        test(code, given, case, next);
        code.int(index as i32);
        code.ret("I");
    }
    code.bind(none);
    code.int(cases.len() as i32);
    code.ret("I");
}

/// Goes on if the selector in a local matches, else to `next`.
fn test(code: &mut CodeBuilder<'_>, given: u16, case: &Case, next: Label) {
    let selector = |code: &mut CodeBuilder<'_>| code.load(OBJECT, given);
    let equal_to_boxed = |code: &mut CodeBuilder<'_>, primitive: &str| {
        convert_argument(code, primitive, OBJECT);
        selector(code);
        code.invoke_virtual("java/lang/Object", "equals", "(Ljava/lang/Object;)Z");
        code.jump(jump::IF_EQ, next);
    };
    match case {
        Case::Always => {}
        Case::Never => {
            // A conditional jump, because code follows that must be reachable.
            code.int(0);
            code.jump(jump::IF_EQ, next);
        }
        Case::Class(class) => {
            selector(code);
            code.instance_of(class);
            code.jump(jump::IF_EQ, next);
        }
        Case::Text(text) => {
            code.string_units(text);
            selector(code);
            code.invoke_virtual("java/lang/Object", "equals", "(Ljava/lang/Object;)Z");
            code.jump(jump::IF_EQ, next);
        }
        Case::Int(value) => {
            int_value(code, given, next);
            code.int(*value);
            code.jump(jump::IF_ICMP_NE, next);
        }
        Case::Long(value) => {
            code.long(*value);
            equal_to_boxed(code, "J");
        }
        Case::Float(bits) => {
            code.float(*bits);
            equal_to_boxed(code, "F");
        }
        Case::Double(bits) => {
            code.double(*bits);
            equal_to_boxed(code, "D");
        }
        Case::Truth(value) => {
            code.int(i32::from(*value));
            equal_to_boxed(code, "Z");
        }
        Case::Exact { own, method } => {
            if *own == "I" {
                int_value(code, given, next);
            } else {
                selector(code);
                convert_argument(code, OBJECT, own);
            }
            code.invoke_static("java/lang/runtime/ExactConversionsSupport", method, &format!("({own})Z"));
            code.jump(jump::IF_EQ, next);
        }
        Case::Enum(EnumName { class, constant }) => {
            selector(code);
            code.instance_of(class);
            code.jump(jump::IF_EQ, next);
            selector(code);
            code.get_static(class, constant, &descriptor_of_name(class));
            code.jump(jump::IF_ACMP_NE, next);
        }
    }
}

/// Leaves a number or character as an `int`; other objects go to `next`.
fn int_value(code: &mut CodeBuilder<'_>, given: u16, next: Label) {
    let (other, compare) = (code.label(), code.label());
    let selector = |code: &mut CodeBuilder<'_>| code.load(OBJECT, given);
    selector(code);
    code.instance_of("java/lang/Number");
    code.jump(jump::IF_EQ, other);
    selector(code);
    code.check_cast("java/lang/Number");
    code.invoke_virtual("java/lang/Number", "intValue", "()I");
    code.jump(jump::GOTO, compare);
    code.bind(other);
    selector(code);
    code.instance_of("java/lang/Character");
    code.jump(jump::IF_EQ, next);
    selector(code);
    code.check_cast("java/lang/Character");
    code.invoke_virtual("java/lang/Character", "charValue", "()C");
    code.bind(compare);
}
