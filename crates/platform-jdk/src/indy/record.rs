//! `ObjectMethods.bootstrap`: `equals`, `hashCode` and `toString` of records, written out over the
//! fields. The order in which components are looked at is the JDK's: forwards for the hash code
//! and the text, backwards for equality.

use heddle_classfile::HandleKind;
use heddle_machine::{CallSiteTarget, Machine, Trap};
use heddle_program::access;

use super::concat::{Piece, declare_join, stringify_and_join};
use super::{Member, Site, read_member};
use crate::emit::{self, ClassBuilder, CodeBuilder, Signature, box_of, is_ref, jump, slots};

const METHOD: &str = "call";

pub(super) fn link(machine: &mut Machine<'_>, site: &Site<'_>) -> Result<CallSiteTarget, Trap> {
    let file = site.file;
    let (class_argument, names_argument) = (site.argument(machine, 0)?, site.argument(machine, 1)?);
    let record = site.read(machine, || file.class_name(class_argument))?;
    let names = site.read(machine, || file.string_utf16(names_argument))?;
    let names = String::from_utf16_lossy(&names);
    let names: Vec<&str> = names.split(';').collect();
    let mut getters = Vec::new();
    for &argument in &site.arguments[2..] {
        getters.push(site.read(machine, || read_member(file, argument))?);
    }
    let simple_name = simple_name(machine, &record)?;
    let pieces = pieces(&simple_name, &names, &getters);
    let name = site.class_name(machine, "Record");
    let class = emit::define_beside(machine, site.host, &name, || {
        let mut class = ClassBuilder::new(&name, "java/lang/Object");
        class.method(access::STATIC, METHOD, &site.descriptor, |code| match &*site.name {
            "equals" => equals(code, &record, &getters),
            "hashCode" => hash_code(code, &getters),
            _ => to_string(code, &getters, &pieces),
        });
        declare_join(&mut class, &pieces);
        class
    })?;
    Ok(CallSiteTarget::Method(emit::method_of(machine, class, METHOD)))
}

/// `Class.getSimpleName` of a record.
fn simple_name(machine: &mut Machine<'_>, record: &str) -> Result<String, Trap> {
    let class = machine.load(record)?;
    let inner = machine.program.class(class).file.as_ref().and_then(|file| {
        let rows = file.inner_classes().ok()?;
        rows.into_iter().find(|row| row.inner == record)?.name.map(|name| name.into_owned())
    });
    let plain = || record.rsplit('/').next().unwrap_or(record).to_owned();
    Ok(inner.unwrap_or_else(plain))
}

/// The value of a component of the record in local `local`; gives its descriptor.
fn component<'a>(code: &mut CodeBuilder<'_>, local: u16, getter: &'a Member<'_>) -> &'a str {
    code.load("Ljava/lang/Object;", local);
    if getter.kind == HandleKind::GetField {
        code.get_field(&getter.class, &getter.name, &getter.descriptor);
    } else {
        code.invoke(182, &getter.class, &getter.name, &getter.descriptor, getter.interface);
    }
    component_type(getter)
}

fn component_type<'a>(getter: &'a Member<'_>) -> &'a str {
    match getter.kind {
        HandleKind::GetField => &getter.descriptor,
        _ => Signature::parse(&getter.descriptor).result,
    }
}

fn equals(code: &mut CodeBuilder<'_>, record: &str, getters: &[Member<'_>]) {
    let (different, same) = (code.label(), code.label());
    code.load("Ljava/lang/Object;", 0);
    code.load("Ljava/lang/Object;", 1);
    code.jump(jump::IF_ACMP_EQ, same);
    code.load("Ljava/lang/Object;", 1);
    code.instance_of(record);
    code.jump(jump::IF_EQ, different);
    code.load("Ljava/lang/Object;", 1);
    code.check_cast(record);
    let other = code.new_local("Ljava/lang/Object;");
    code.store("Ljava/lang/Object;", other);
    for getter in getters.iter().rev() {
        component(code, 0, getter);
        match component(code, other, getter) {
            "F" => {
                code.invoke_static("java/lang/Float", "compare", "(FF)I");
                code.jump(jump::IF_NE, different);
            }
            "D" => {
                code.invoke_static("java/lang/Double", "compare", "(DD)I");
                code.jump(jump::IF_NE, different);
            }
            "J" => {
                code.long_compare();
                code.jump(jump::IF_NE, different);
            }
            descriptor if is_ref(descriptor) => {
                code.invoke_static("java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z");
                code.jump(jump::IF_EQ, different);
            }
            _ => code.jump(jump::IF_ICMP_NE, different),
        }
    }
    code.bind(same);
    code.int(1);
    code.ret("Z");
    code.bind(different);
    code.int(0);
    code.ret("Z");
}

fn hash_code(code: &mut CodeBuilder<'_>, getters: &[Member<'_>]) {
    code.int(0);
    for getter in getters {
        code.int(31);
        code.int_multiply();
        let descriptor = component(code, 0, getter);
        match box_of(descriptor) {
            Some(boxed) => code.invoke_static(boxed, "hashCode", &format!("({descriptor})I")),
            None => code.invoke_static("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I"),
        }
        code.int_add();
    }
    code.ret("I");
}

/// The parts of a record's text; component values are kept in locals behind the record itself.
fn pieces(simple_name: &str, names: &[&str], getters: &[Member<'_>]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = format!("{simple_name}[");
    let mut local = 1;
    for (index, (getter, name)) in getters.iter().zip(names).enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        text.push_str(name);
        text.push('=');
        pieces.push(Piece::Text(std::mem::take(&mut text).encode_utf16().collect()));
        let descriptor = component_type(getter).to_owned();
        let width = slots(&descriptor);
        pieces.push(Piece::Value { descriptor, local });
        local += width;
    }
    text.push(']');
    pieces.push(Piece::Text(text.encode_utf16().collect()));
    pieces
}

fn to_string(code: &mut CodeBuilder<'_>, getters: &[Member<'_>], pieces: &[Piece]) {
    for getter in getters {
        let descriptor = component(code, 0, getter);
        let local = code.new_local(descriptor);
        code.store(descriptor, local);
    }
    stringify_and_join(code, pieces);
    code.ret("Ljava/lang/String;");
}
