//! `Field`, `Method`, `Constructor` and `RecordComponent` objects.

use heddle_classfile::{Attribute, ClassFile, Member};
use heddle_machine::{Machine, Ref, Trap};
use heddle_program::{ClassId, FieldId, MethodId, Type};

/// The `Class` of a type.
fn type_mirror(machine: &mut Machine<'_>, ty: Type) -> Result<Ref, Trap> {
    let class = machine.linked(|program| program.class_of_type(ty))?;
    Ok(machine.mirror(class))
}

fn class_array(machine: &mut Machine<'_>, mirrors: &[Ref]) -> Result<Ref, Trap> {
    let class = machine.program.well_known().class_array;
    reference_array(machine, class, mirrors)
}

/// A new array with these elements.
pub fn reference_array(machine: &mut Machine<'_>, class: ClassId, elements: &[Ref]) -> Result<Ref, Trap> {
    let array = machine.new_array(class, elements.len() as u32)?;
    for (index, &element) in elements.iter().enumerate() {
        machine.store_array_ref(array, index as u32, element);
    }
    Ok(array)
}

/// A new array whose component is the class of that name.
pub fn array_of(machine: &mut Machine<'_>, component: &str, elements: &[Ref]) -> Result<Ref, Trap> {
    let component = machine.load(component)?;
    let class = machine.program.array_of(component);
    reference_array(machine, class, elements)
}

/// The bytes of an attribute, or null.
pub fn raw(machine: &mut Machine<'_>, file: &ClassFile, attributes: &[Attribute], name: &str) -> Result<Ref, Trap> {
    match file.raw_attribute(attributes, name) {
        Some(bytes) => machine.new_bytes(bytes),
        None => Ok(0),
    }
}

fn set(machine: &mut Machine<'_>, object: Ref, fields: &[(&'static str, u64)]) {
    for &(name, value) in fields {
        machine.set_field(object, name, value);
    }
}

/// The text of a `Signature` attribute as an interned string, or null.
pub fn signature(machine: &mut Machine<'_>, file: &ClassFile, attributes: &[Attribute]) -> Result<Ref, Trap> {
    match file.signature_in(attributes) {
        Ok(Some(text)) => Ok(machine.intern_str(&text)),
        _ => Ok(0),
    }
}

/// The position of a member in its class.
fn slot<T: PartialEq>(members: &[T], member: &T) -> u64 {
    members.iter().position(|other| other == member).expect("a member is in its class") as u64
}

pub fn new_field(machine: &mut Machine<'_>, id: FieldId) -> Result<Ref, Trap> {
    let program = machine.program;
    let info = program.field(id);
    let class = program.class(info.class);
    let own = machine.load("java/lang/reflect/Field")?;
    let field = machine.new_object(own)?;
    let mirror = machine.mirror(info.class);
    let name = machine.intern_str(program.text(info.name));
    let ty = type_mirror(machine, info.ty)?;
    let trusted = info.is_final() && (info.is_static() || is_record(machine, info.class) || class.file.is_none());
    set(
        machine,
        field,
        &[
            ("clazz", mirror.into()),
            ("slot", slot(&class.fields, &id)),
            ("name", name.into()),
            ("type", ty.into()),
            ("modifiers", info.access.into()),
            ("trustedFinal", trusted.into()),
        ],
    );
    if let (Some(file), Some(index)) = (&class.file, info.file_index) {
        let attributes = file.attributes_of(&file.fields()[usize::from(index)]);
        let signature = signature(machine, file, attributes)?;
        let annotations = raw(machine, file, attributes, "RuntimeVisibleAnnotations")?;
        set(machine, field, &[("signature", signature.into()), ("annotations", annotations.into())]);
    }
    Ok(field)
}

pub fn is_record(machine: &Machine<'_>, class: ClassId) -> bool {
    let program = machine.program;
    program.class(class).superclass == Some(program.well_known().record)
}

pub fn new_method(machine: &mut Machine<'_>, id: MethodId) -> Result<Ref, Trap> {
    let method = new_executable(machine, "java/lang/reflect/Method", id)?;
    let program = machine.program;
    let info = program.method(id);
    let name = machine.intern_str(program.text(info.name));
    let result = type_mirror(machine, info.result)?;
    set(machine, method, &[("name", name.into()), ("returnType", result.into())]);
    if let Some((file, member)) = file_member(machine, id) {
        let default = raw(machine, file, file.attributes_of(member), "AnnotationDefault")?;
        set(machine, method, &[("annotationDefault", default.into())]);
    }
    Ok(method)
}

pub fn new_constructor(machine: &mut Machine<'_>, id: MethodId) -> Result<Ref, Trap> {
    new_executable(machine, "java/lang/reflect/Constructor", id)
}

/// Where a method stands in its class file.
pub fn file_member<'p>(machine: &Machine<'p>, id: MethodId) -> Option<(&'p ClassFile, &'p Member)> {
    let program = machine.program;
    let info = program.method(id);
    let file = program.class(info.class).file.as_deref()?;
    Some((file, &file.methods()[usize::from(info.file_index?)]))
}

fn new_executable(machine: &mut Machine<'_>, own: &str, id: MethodId) -> Result<Ref, Trap> {
    let program = machine.program;
    let info = program.method(id);
    let own = machine.load(own)?;
    let object = machine.new_object(own)?;
    let mirror = machine.mirror(info.class);
    let params = info.params.iter().map(|&ty| type_mirror(machine, ty)).collect::<Result<Vec<_>, _>>()?;
    let params = class_array(machine, &params)?;
    let mut exceptions = Vec::new();
    if let Some((file, member)) = file_member(machine, id) {
        for name in file.exceptions(member).unwrap_or_default() {
            let class = machine.load(&name)?;
            exceptions.push(machine.mirror(class));
        }
        let attributes = file.attributes_of(member);
        let signature = signature(machine, file, attributes)?;
        let annotations = raw(machine, file, attributes, "RuntimeVisibleAnnotations")?;
        let of_params = raw(machine, file, attributes, "RuntimeVisibleParameterAnnotations")?;
        set(
            machine,
            object,
            &[
                ("signature", signature.into()),
                ("annotations", annotations.into()),
                ("parameterAnnotations", of_params.into()),
            ],
        );
    }
    let exceptions = class_array(machine, &exceptions)?;
    set(
        machine,
        object,
        &[
            ("clazz", mirror.into()),
            ("slot", slot(&program.class(info.class).methods, &id)),
            ("parameterTypes", params.into()),
            ("exceptionTypes", exceptions.into()),
            ("modifiers", info.access.into()),
        ],
    );
    Ok(object)
}

/// The components of a record, or null if the class is none.
pub fn record_components(machine: &mut Machine<'_>, class: ClassId) -> Result<Ref, Trap> {
    let program = machine.program;
    let file = program.class(class).file.as_deref();
    let Some((file, components)) = file.and_then(|file| Some((file, file.record().ok()??))) else { return Ok(0) };
    let own = machine.load("java/lang/reflect/RecordComponent")?;
    let mirror = machine.mirror(class);
    let mut objects = Vec::new();
    for component in components {
        let object = machine.new_object(own)?;
        let name = machine.intern_str(&component.name);
        let ty = program.type_of(&component.descriptor).unwrap_or(Type::Void);
        let ty = type_mirror(machine, ty)?;
        let accessor =
            match program.find_declared_method(class, &component.name, &format!("(){}", component.descriptor)) {
                Some(method) => new_method(machine, method)?,
                None => 0,
            };
        let signature = signature(machine, file, &component.attributes)?;
        let annotations = raw(machine, file, &component.attributes, "RuntimeVisibleAnnotations")?;
        let type_annotations = raw(machine, file, &component.attributes, "RuntimeVisibleTypeAnnotations")?;
        set(
            machine,
            object,
            &[
                ("clazz", mirror.into()),
                ("name", name.into()),
                ("type", ty.into()),
                ("accessor", accessor.into()),
                ("signature", signature.into()),
                ("annotations", annotations.into()),
                ("typeAnnotations", type_annotations.into()),
            ],
        );
        objects.push(object);
    }
    array_of(machine, "java/lang/reflect/RecordComponent", &objects)
}
