//! `SwitchBootstraps`: a pattern switch → a method that gives the index of the first label from
//! `restart` on which matches the selector, the number of labels if none does, -1 for null.
//!
//! A label names a type, a string, an `int` (also for characters), or an enum constant, whose class
//! is looked at only when a value of it comes along. Labels of enum classes or constants that do
//! not exist match nothing. A primitive type as a label matches its own values, those that widen to
//! it without loss, and its box; conversions that depend on the value (a preview in Java 25) are
//! not handled.

use heddle_classfile::Constant;
use heddle_machine::{CallSiteTarget, Machine, Trap};
use heddle_program::access;

use super::constant::{EnumName, enum_description, primitive_class};
use super::{Site, format_error};
use crate::emit::{
    self, ClassBuilder, CodeBuilder, Label, Signature, box_of, class_name, descriptor_of_name, is_ref, jump, slots,
    unbox_of, widens,
};
use crate::rows::unsupported;

const METHOD: &str = "match";

enum Case {
    Class(String),
    Text(Vec<u16>),
    Int(i32),
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
    let Some(label) = primitive_class(site.file, argument) else {
        return Err(unsupported("a switch label that is a dynamic constant"));
    };
    let selector = Signature::parse(&site.descriptor).params[0];
    let own = if is_ref(selector) { unbox_of(class_name(selector)) } else { Some(selector) };
    match own {
        None => Ok(Case::Class(box_of(&label).expect("labels are not void").to_owned())),
        Some(own) if widens_exactly(own, &label) => Ok(Case::Always),
        Some(own) => Err(unsupported(format!("a switch over values of {own} with the label {label}"))),
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
    if !is_ref(selector) && !cases.iter().all(|case| matches!(case, Case::Always)) {
        return Err(unsupported("a pattern switch over a primitive value"));
    }
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
    if is_ref(descriptor) {
        let present = code.label();
        selector(code);
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
        test(code, case, next);
        code.int(index as i32);
        code.ret("I");
    }
    code.bind(none);
    code.int(cases.len() as i32);
    code.ret("I");
}

fn selector(code: &mut CodeBuilder<'_>) {
    code.load("Ljava/lang/Object;", 0);
}

/// Goes on if the selector matches, else to `next`.
fn test(code: &mut CodeBuilder<'_>, case: &Case, next: Label) {
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
            let (other, compare) = (code.label(), code.label());
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
            code.int(*value);
            code.jump(jump::IF_ICMP_NE, next);
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
