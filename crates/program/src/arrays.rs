//! Classes without a file: arrays and primitive types (JVMS 5.3.3).

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::descriptor::{self, class_descriptor};
use crate::ir::ElementKind;
use crate::link::{ancestors, publish};
use crate::load::{Loading, load};
use crate::program::Program;
use crate::{Class, ClassId, ClassKind, Layout, Origin, Statics, Symbol, Type, access};

/// Appends the class of a primitive type, which has no name that a program could load.
pub(crate) fn add_primitive(program: &Program, ty: Type, name: &str) -> ClassId {
    let id = ClassId(program.classes.count() as u32);
    program.classes.push(bare_class(program, id, program.symbol(name), ClassKind::Primitive(ty)));
    id
}

/// The array class of a component; `name` is its name.
pub(crate) fn array_of(program: &Program, loading: &mut Loading, component: ClassId, name: Symbol) -> ClassId {
    if let Some(array) = program.symbols.class(name) {
        return array;
    }
    // Both exist in every JDK; without them, opening the program fails before anybody sees an array.
    let mut supertype = |text: &str| load(program, loading, program.symbol(text)).ok();
    let superclass = supertype("java/lang/Object");
    let interfaces: Box<[ClassId]> =
        ["java/lang/Cloneable", "java/io/Serializable"].into_iter().filter_map(&mut supertype).collect();
    let id = ClassId(program.classes.count() as u32);
    let of = program.class(component);
    let kind = match of.kind {
        ClassKind::Primitive(ty) => element_kind(ty),
        _ => ElementKind::Ref,
    };
    let visibility = of.access & (access::PUBLIC | access::PRIVATE | access::PROTECTED);
    let (display, all_interfaces) = ancestors(program, id, superclass, &interfaces, false);
    debug_assert_eq!(program.text(name)[1..], *component_descriptor(program, of));
    let array = Class {
        access: visibility | access::FINAL | access::ABSTRACT,
        origin: of.origin,
        space: of.space,
        superclass,
        interfaces,
        display,
        all_interfaces,
        vtable: superclass.map_or(Box::default(), |sup| program.class(sup).vtable.clone()),
        ..bare_class(program, id, name, ClassKind::Array { component, kind })
    };
    publish(program, array)
}

fn component_descriptor(program: &Program, class: &Class) -> String {
    match class.kind {
        ClassKind::Primitive(ty) => descriptor::descriptor(&program.symbols, ty),
        _ => class_descriptor(program.text(class.name)),
    }
}

fn element_kind(ty: Type) -> ElementKind {
    match ty {
        Type::Boolean => ElementKind::Boolean,
        Type::Byte => ElementKind::Byte,
        Type::Char => ElementKind::Char,
        Type::Short => ElementKind::Short,
        Type::Int => ElementKind::Int,
        Type::Long => ElementKind::Long,
        Type::Float => ElementKind::Float,
        Type::Double => ElementKind::Double,
        Type::Void | Type::Ref(_) => ElementKind::Ref,
    }
}

fn bare_class(program: &Program, id: ClassId, name: Symbol, kind: ClassKind) -> Class {
    debug_assert_eq!(id.index(), program.classes.count());
    Class {
        id,
        name,
        access: access::PUBLIC | access::FINAL | access::ABSTRACT,
        origin: Origin::Jdk,
        space: 0,
        kind,
        superclass: None,
        interfaces: Box::default(),
        display: Box::new([id]),
        all_interfaces: Box::default(),
        fields: Box::default(),
        methods: Box::default(),
        layout: Layout::default(),
        statics: Statics::default(),
        vtable: Box::default(),
        method_index: FxHashMap::default(),
        field_index: FxHashMap::default(),
        initializer: None,
        has_default_methods: false,
        nest_host: OnceLock::new(),
        file: None,
    }
}
