//! Linking (JVMS 5.4): the parts of a class → a [`Class`] in the tables of [`Program`].
//!
//! Superclasses and superinterfaces are linked before, so what a class is built from is complete;
//! the class is published under its name last. Layouts: one cell per field, those of superclasses
//! first, injected fields behind the declared ones.

use std::sync::OnceLock;

use heddle_classfile::{ClassFile, Member};
use rustc_hash::FxHashMap;

use crate::descriptor;
use crate::load::Loading;
use crate::program::{LinkError, Program};
use crate::vtable;
use crate::{
    Class, ClassId, ClassKind, Field, FieldId, Layout, Method, MethodId, Origin, Statics, Symbol, Type, access,
};

/// A class before it has an id.
pub(crate) struct Shape {
    pub(crate) name: Symbol,
    pub(crate) access: u16,
    pub(crate) origin: Origin,
    pub(crate) space: u32,
    pub(crate) superclass: Option<ClassId>,
    pub(crate) interfaces: Box<[ClassId]>,
}

/// A field before it has an id.
pub(crate) struct NewField {
    pub(crate) name: Symbol,
    pub(crate) descriptor: Symbol,
    pub(crate) access: u16,
    pub(crate) ty: Type,
    pub(crate) constant_value: Option<u16>,
    pub(crate) file_index: Option<u16>,
}

/// A method before it has an id.
pub(crate) struct NewMethod {
    pub(crate) name: Symbol,
    pub(crate) descriptor: Symbol,
    pub(crate) access: u16,
    pub(crate) signature: descriptor::Signature,
    pub(crate) file_index: Option<u16>,
}

pub(crate) fn read_methods(program: &Program, file: &ClassFile, space: u32) -> Result<Vec<NewMethod>, LinkError> {
    let method = |(at, member): (usize, &Member)| {
        let text = file.descriptor_of(member);
        let mut signature = program.signature(&text).ok_or_else(|| bad_descriptor(file, &text))?;
        signature.params.iter_mut().chain([&mut signature.result]).for_each(|ty| *ty = program.type_in(space, *ty));
        Ok(NewMethod {
            name: program.symbol(&file.name_of(member)),
            descriptor: program.symbol(&text),
            access: member.access,
            signature,
            file_index: Some(at as u16),
        })
    };
    file.methods().iter().enumerate().map(method).collect()
}

pub(crate) fn read_fields(program: &Program, file: &ClassFile, space: u32) -> Result<Vec<NewField>, LinkError> {
    let field = |(at, member): (usize, &Member)| {
        let text = file.descriptor_of(member);
        let ty = program.type_of(&text).ok_or_else(|| bad_descriptor(file, &text))?;
        // A `ConstantValue` means something for static fields only.
        let constant = || file.constant_value(member).ok().flatten();
        Ok(NewField {
            name: program.symbol(&file.name_of(member)),
            descriptor: program.symbol(&text),
            access: member.access,
            ty: program.type_in(space, ty),
            constant_value: (member.access & access::STATIC != 0).then(constant).flatten(),
            file_index: Some(at as u16),
        })
    };
    file.fields().iter().enumerate().map(field).collect()
}

fn bad_descriptor(file: &ClassFile, text: &str) -> LinkError {
    let message = format!("illegal signature \"{text}\" in class file {}", file.name());
    LinkError::new("java/lang/ClassFormatError", message)
}

/// Appends a class whose supertypes are linked, and publishes it.
pub(crate) fn add_class(
    program: &Program,
    loading: &mut Loading,
    shape: Shape,
    fields: Vec<NewField>,
    methods: Vec<NewMethod>,
    file: Option<Box<ClassFile>>,
) -> Result<ClassId, LinkError> {
    let class = build_class(program, loading, shape, fields, methods, file)?;
    Ok(publish(program, class))
}

/// Makes the class and appends its methods and fields, but does not publish it yet.
pub(crate) fn build_class(
    program: &Program,
    loading: &mut Loading,
    shape: Shape,
    fields: Vec<NewField>,
    methods: Vec<NewMethod>,
    file: Option<Box<ClassFile>>,
) -> Result<Class, LinkError> {
    let id = ClassId(program.classes.count() as u32);
    let is_interface = shape.access & access::INTERFACE != 0;
    let mut methods = number_methods(program, id, &shape, methods);
    let vtable = vtable::build(program, &shape, &mut methods)?;
    let method_index: FxHashMap<_, _> = methods.iter().map(|m| ((m.name, m.descriptor), m.id)).collect();
    let initializer = methods
        .iter()
        .find(|m| m.is_static() && m.params.is_empty() && program.text(m.name) == "<clinit>")
        .map(|m| m.id);
    let has_default_methods = is_interface && methods.iter().any(|m| !m.is_abstract() && !m.is_static());
    let method_ids = methods.iter().map(|m| m.id).collect();
    for method in methods {
        program.methods.push(method);
    }
    let (own, layout, statics) = lay_out(program, loading, id, &shape, fields);
    let field_index = own.iter().map(|f| ((f.name, f.descriptor), f.id)).collect();
    let field_ids = own.iter().map(|f| f.id).collect();
    for field in own {
        program.fields.push(field);
    }
    let (display, all_interfaces) = ancestors(program, id, shape.superclass, &shape.interfaces, is_interface);
    Ok(Class {
        id,
        name: shape.name,
        access: shape.access,
        origin: shape.origin,
        space: shape.space,
        kind: if is_interface { ClassKind::Interface } else { ClassKind::Instance },
        superclass: shape.superclass,
        interfaces: shape.interfaces,
        display,
        all_interfaces,
        fields: field_ids,
        methods: method_ids,
        layout,
        statics,
        vtable,
        method_index,
        field_index,
        initializer,
        has_default_methods,
        nest_host: OnceLock::new(),
        file,
    })
}

/// Appends a class and makes it visible under its name.
pub(crate) fn publish(program: &Program, class: Class) -> ClassId {
    let (id, name) = (class.id, class.name);
    let at = program.classes.push(class);
    debug_assert_eq!(at, id.index());
    program.symbols.set_class(name, id);
    id
}

fn number_methods(program: &Program, class: ClassId, shape: &Shape, methods: Vec<NewMethod>) -> Vec<Method> {
    let first = program.methods.count() as u32;
    let holder = program.text(shape.name);
    let polymorphic_holder = matches!(holder, "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle");
    let number = |(new, at): (NewMethod, u32)| new_method(program, MethodId(at), class, polymorphic_holder, new);
    methods.into_iter().zip(first..).map(number).collect()
}

pub(crate) fn new_method(
    program: &Program,
    id: MethodId,
    class: ClassId,
    polymorphic_holder: bool,
    new: NewMethod,
) -> Method {
    const NATIVE_VARARGS: u16 = access::NATIVE | access::VARARGS;
    let receiver = u16::from(new.access & access::STATIC == 0);
    Method {
        id,
        class,
        name: new.name,
        descriptor: new.descriptor,
        access: new.access,
        arg_slots: receiver + new.signature.slots(),
        virtual_index: None,
        file_index: new.file_index,
        polymorphic: polymorphic_holder
            && new.access & NATIVE_VARARGS == NATIVE_VARARGS
            && program.text(new.descriptor).starts_with("([Ljava/lang/Object;)"),
        params: new.signature.params,
        result: new.signature.result,
        code: OnceLock::new(),
    }
}

/// Gives every field its place.
fn lay_out(
    program: &Program,
    loading: &mut Loading,
    class: ClassId,
    shape: &Shape,
    mut fields: Vec<NewField>,
) -> (Vec<Field>, Layout, Statics) {
    for injected in program.injected.get(&shape.name).into_iter().flatten() {
        let ty = program.type_of(injected.descriptor).expect("injected fields have legal descriptors");
        fields.push(NewField {
            name: program.symbol(injected.name),
            descriptor: program.symbol(injected.descriptor),
            access: 0,
            ty,
            constant_value: None,
            file_index: None,
        });
    }
    let inherited = shape.superclass.map(|sup| &program.class(sup).layout);
    let mut slots: Vec<FieldId> = inherited.map_or(Vec::new(), |l| l.fields.to_vec());
    let mut refs: Vec<u16> = inherited.map_or(Vec::new(), |l| l.refs.to_vec());
    let mut longs: Vec<u16> = inherited.map_or(Vec::new(), |l| l.longs.to_vec());
    let init_cell = loading.next_static;
    let mut cell = init_cell;
    let first = program.fields.count() as u32;
    let place = |(new, id): (NewField, u32)| {
        let place = if new.access & access::STATIC != 0 {
            cell += 1;
            cell
        } else {
            let slot = slots.len();
            if new.ty.is_ref() {
                refs.push(slot as u16);
            } else if new.ty == Type::Long {
                longs.push(slot as u16);
            }
            slots.push(FieldId(id));
            slot as u32
        };
        Field {
            id: FieldId(id),
            class,
            name: new.name,
            descriptor: new.descriptor,
            access: new.access,
            ty: new.ty,
            place,
            constant_value: new.constant_value,
            file_index: new.file_index,
        }
    };
    let fields = fields.into_iter().zip(first..).map(place).collect();
    loading.next_static = cell + 1;
    let statics = Statics { init_cell, fields: cell - init_cell };
    (fields, Layout { fields: slots.into(), refs: refs.into(), longs: longs.into() }, statics)
}

/// The superclass chain and the set of all superinterfaces.
pub(crate) fn ancestors(
    program: &Program,
    id: ClassId,
    superclass: Option<ClassId>,
    interfaces: &[ClassId],
    is_interface: bool,
) -> (Box<[ClassId]>, Box<[ClassId]>) {
    let above = superclass.map(|sup| program.class(sup));
    let mut display: Vec<_> = above.map_or(Vec::new(), |sup| sup.display.to_vec());
    display.push(id);
    let mut all: Vec<_> = above.map_or(Vec::new(), |sup| sup.all_interfaces.to_vec());
    for &interface in interfaces {
        all.extend_from_slice(&program.class(interface).all_interfaces);
    }
    if is_interface {
        all.push(id);
    }
    all.sort_unstable();
    all.dedup();
    (display.into(), all.into())
}
