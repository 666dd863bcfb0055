//! `Lookup.revealDirect`: what a direct method handle was made from.

use heddle_machine::{HEADER, Machine, Native, NativeResult, Ref, Trap};
use heddle_program::{ClassId, FieldId, MethodId, access};

use super::object;
use super::types::method_type;
use crate::emit::{self, ClassBuilder, is_ref};
use crate::reflect;
use crate::rows::{Slots, null_pointer, object as reference, pure};

const OWN: &str = "java/lang/invoke/MethodHandleInfo$$Machine/0x0";
const INTERFACE: &str = "java/lang/invoke/MethodHandleInfo";

pub const ROWS: &[Native] = &[
    pure("java/lang/invoke/MethodHandles$Lookup", "revealDirect", "", reveal),
    pure("$$Machine", "reflectAs", "", reflect_as),
];

/// Fields of the description and the methods that read them.
const FIELDS: [(&str, &str, &str); 6] = [
    ("kind", "I", "getReferenceKind"),
    ("declaring", "Ljava/lang/Class;", "getDeclaringClass"),
    ("name", "Ljava/lang/String;", "getName"),
    ("type", "Ljava/lang/invoke/MethodType;", "getMethodType"),
    ("modifiers", "I", "getModifiers"),
    ("id", "I", "hashCode"),
];

fn own_class(machine: &mut Machine<'_>) -> Result<ClassId, Trap> {
    emit::define(machine, OWN, || {
        let mut class = ClassBuilder::new(OWN, "java/lang/Object");
        class.implement(INTERFACE);
        for (field, descriptor, method) in FIELDS {
            class.field(access::FINAL, field, descriptor);
            class.method(access::PUBLIC, method, &format!("(){descriptor}"), |code| {
                code.load_this();
                code.get_field(OWN, field, descriptor);
                code.ret(descriptor);
            });
        }
        class.native(
            access::PUBLIC,
            "reflectAs",
            "(Ljava/lang/Class;Ljava/lang/invoke/MethodHandles$Lookup;)Ljava/lang/reflect/Member;",
        );
        class.method(access::PUBLIC, "toString", "()Ljava/lang/String;", |code| {
            for (field, descriptor, _) in &FIELDS[..4] {
                code.load_this();
                code.get_field(OWN, field, descriptor);
            }
            let text = "(ILjava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/String;";
            code.invoke(184, INTERFACE, "toString", text, true);
            code.ret("Ljava/lang/String;");
        });
        class
    })
}

fn reveal(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let handle = args.object(1);
    if handle == 0 {
        return Err(null_pointer(machine));
    }
    let source = object::source(machine, handle);
    if source.kind == 0 {
        return Err(machine.throw("java/lang/IllegalArgumentException", "not a direct method handle"));
    }
    let program = machine.program;
    let (declaring, name, descriptor, flags) = if source.kind <= 4 {
        let field = program.field(FieldId(source.id));
        let ty = program.text(field.descriptor);
        let descriptor = if source.kind <= 2 { format!("(){ty}") } else { format!("({ty})V") };
        (field.class, program.text(field.name), descriptor, field.access)
    } else {
        let method = program.method(MethodId(source.id));
        (method.class, program.text(method.name), program.text(method.descriptor).to_owned(), method.access)
    };
    let class = own_class(machine)?;
    let name = machine.intern_str(name);
    let ty = method_type(machine, &descriptor)?;
    let mirror = machine.mirror(declaring);
    let info = machine.new_object(class)?;
    let values =
        [u64::from(source.kind), mirror.into(), name.into(), ty.into(), u64::from(flags), u64::from(source.id)];
    for (index, (value, (_, descriptor, _))) in values.into_iter().zip(FIELDS).enumerate() {
        let place = HEADER + index as u32;
        if is_ref(descriptor) {
            machine.store_ref(info, place, value as Ref);
        } else {
            machine.store(info, place, value);
        }
    }
    reference(info)
}

/// `reflectAs(expected, lookup)`.
fn reflect_as(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let kind = machine.state.heap.cell(args.object(0) + HEADER);
    let id = machine.state.heap.cell(args.object(0) + HEADER + 5) as u32;
    let member = match kind {
        0..=4 => reflect::new_field(machine, FieldId(id))?,
        8 => reflect::new_constructor(machine, MethodId(id))?,
        _ => reflect::new_method(machine, MethodId(id))?,
    };
    reference(member)
}
