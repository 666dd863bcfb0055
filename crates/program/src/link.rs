//! Loading and linking (JVMS 5.3 and 5.4): bytes → a [`Class`] in the tables of [`Program`].
//!
//! Superclasses and superinterfaces are linked first, so what a class is built from is complete;
//! the class is published under its name last. Layouts: one cell per field, those of superclasses
//! first, injected fields behind the declared ones. Verification is left out: code that would not
//! verify is refused by the translator where it must be.

use std::sync::OnceLock;

use bytes::Bytes;
use heddle_classfile::{ClassFile, FormatError, is_class_name};
use rustc_hash::FxHashMap;

use crate::access_check::same_package;
use crate::descriptor::{self, class_descriptor};
use crate::ir::ElementKind;
use crate::program::{LinkError, Program};
use crate::vtable;
use crate::{
    Class, ClassId, ClassKind, Field, FieldId, Layout, Method, MethodId, Origin, Statics, Symbol, Type, access,
};

/// What linking keeps between classes; whoever holds it may append to the tables.
pub(crate) struct Loading {
    /// Classes whose supertypes are being loaded.
    in_progress: Vec<Symbol>,
    /// A class that failed to load fails again in the same way.
    failed: FxHashMap<Symbol, LinkError>,
    next_static: u32,
}

impl Default for Loading {
    fn default() -> Self {
        // The cells below are the machine's own.
        Self { in_progress: Vec::new(), failed: FxHashMap::default(), next_static: 16 }
    }
}

/// Loads a class or array class of an internal name.
pub(crate) fn load(program: &Program, loading: &mut Loading, name: Symbol) -> Result<ClassId, LinkError> {
    if let Some(class) = program.symbols.class(name) {
        return Ok(class);
    }
    if let Some(error) = loading.failed.get(&name) {
        return Err(error.clone());
    }
    let loaded = load_new(program, loading, name);
    if let Err(error) = &loaded {
        // A cycle is an error of whoever closed it, found anew from every side.
        if loading.in_progress.is_empty() {
            loading.failed.insert(name, error.clone());
        }
    }
    loaded
}

fn load_new(program: &Program, loading: &mut Loading, name: Symbol) -> Result<ClassId, LinkError> {
    let text = program.text(name);
    if let Some(component) = text.strip_prefix('[') {
        let component = load_component(program, loading, component, text)?;
        return Ok(array_of(program, loading, component, name));
    }
    let missing = || LinkError::new("java/lang/NoClassDefFoundError", text);
    if !is_class_name(text) {
        return Err(missing());
    }
    if loading.in_progress.contains(&name) {
        return Err(LinkError::new("java/lang/ClassCircularityError", text));
    }
    let found = program.class_path.class(text).map_err(|error| {
        LinkError::new("java/lang/NoClassDefFoundError", format!("{text} (cannot be read: {error})"))
    })?;
    let (bytes, origin) = found.ok_or_else(missing)?;
    let file = parse(program, bytes, origin, text)?;
    if file.name() != text {
        let message = format!("{text} (wrong name: {})", file.name());
        return Err(LinkError::new("java/lang/NoClassDefFoundError", message));
    }
    link(program, loading, file, name, origin)
}

fn load_component(
    program: &Program,
    loading: &mut Loading,
    component: &str,
    array: &str,
) -> Result<ClassId, LinkError> {
    match descriptor::field_type(&program.symbols, component) {
        Some(Type::Ref(class)) if array.len() - array.trim_start_matches('[').len() <= 255 => {
            load(program, loading, class)
        }
        Some(ty) if !ty.is_ref() => {
            let at = descriptor::primitive_index(ty).expect("a type is a reference or a primitive");
            // Primitives are added before anything else, so their ids are their positions.
            Ok(ClassId(at as u32))
        }
        _ => Err(LinkError::new("java/lang/NoClassDefFoundError", array)),
    }
}

/// Links a class that the running program brought along.
pub(crate) fn define(
    program: &Program,
    loading: &mut Loading,
    bytes: Bytes,
    origin: Origin,
) -> Result<ClassId, LinkError> {
    let file = parse(program, bytes, origin, "<Unknown>")?;
    let text = file.name().into_owned();
    if origin == Origin::User && text.starts_with("java/") {
        let package = descriptor::package(&text).replace('/', ".");
        let message = format!("Prohibited package name: {package}");
        return Err(LinkError::new("java/lang/SecurityException", message));
    }
    let name = program.symbol(&text);
    if program.symbols.class(name).is_some() {
        let message = format!("loader 'app' attempted duplicate class definition for {}.", text.replace('/', "."));
        return Err(LinkError::new("java/lang/LinkageError", message));
    }
    link(program, loading, file, name, origin)
}

fn parse(program: &Program, bytes: Bytes, origin: Origin, name: &str) -> Result<ClassFile, LinkError> {
    let version = bytes.get(4..8).map(|b| (u16::from_be_bytes([b[2], b[3]]), u16::from_be_bytes([b[0], b[1]])));
    let newest = program.jdk_feature() as u16 + 44;
    if let Some((major, minor)) = version.filter(|&(major, _)| major > newest) {
        if bytes.starts_with(&[0xCA, 0xFE, 0xBA, 0xBE]) {
            let message = format!(
                "{name} has been compiled by a more recent version of the Java Runtime \
                 (class file version {major}.{minor}), this version of the Java Runtime only \
                 recognizes class file versions up to {newest}.0"
            );
            return Err(LinkError::new("java/lang/UnsupportedClassVersionError", message));
        }
    }
    let bad = |error: FormatError| LinkError::new(error.java_class, error.message(name));
    let file = ClassFile::parse(bytes).map_err(bad)?;
    if origin == Origin::User {
        file.check().map_err(bad)?;
    }
    Ok(file)
}

fn link(
    program: &Program,
    loading: &mut Loading,
    file: ClassFile,
    name: Symbol,
    origin: Origin,
) -> Result<ClassId, LinkError> {
    loading.in_progress.push(name);
    let supertypes = load_supertypes(program, loading, &file);
    loading.in_progress.pop();
    let (superclass, interfaces) = supertypes?;
    let shape = Shape { name, access: file.access(), origin, superclass, interfaces };
    if origin == Origin::User {
        check_supertypes(program, &shape, &file)?;
    }
    let methods = read_methods(program, &file)?;
    let fields = read_fields(program, &file)?;
    add_class(program, loading, shape, fields, methods, Some(Box::new(file)))
}

fn load_supertypes(
    program: &Program,
    loading: &mut Loading,
    file: &ClassFile,
) -> Result<(Option<ClassId>, Box<[ClassId]>), LinkError> {
    let superclass = match file.super_name() {
        Some(name) => Some(load(program, loading, program.symbol(&name))?),
        None => None,
    };
    let interfaces = file
        .interface_names()
        .map(|name| load(program, loading, program.symbol(&name)))
        .collect::<Result<_, _>>()?;
    Ok((superclass, interfaces))
}

/// JVMS 5.3.5: what may be extended and implemented.
fn check_supertypes(program: &Program, shape: &Shape, file: &ClassFile) -> Result<(), LinkError> {
    let me = program.text(shape.name).replace('/', ".");
    let name = |id: ClassId| program.class_name(id).replace('/', ".");
    let incompatible = |message: String| Err(LinkError::new("java/lang/IncompatibleClassChangeError", message));
    let permits = |sup: &Class| match sup.file.as_ref().and_then(|f| f.permitted_subclasses().ok().flatten()) {
        Some(permitted) => permitted.contains(&file.name()),
        None => true,
    };
    let accessible = |sup: &Class| {
        sup.access & access::PUBLIC != 0 || same_package(program, (shape.name, shape.origin), (sup.name, sup.origin))
    };
    if let Some(sup) = shape.superclass.map(|id| program.class(id)) {
        let verb = format!("class {me} cannot inherit from");
        if sup.is_interface() {
            return incompatible(format!("class {me} has interface {} as super class", name(sup.id)));
        }
        if sup.access & access::FINAL != 0 {
            return incompatible(format!("{verb} final class {}", name(sup.id)));
        }
        if !permits(sup) {
            return incompatible(format!("{verb} sealed class {}", name(sup.id)));
        }
        if !accessible(sup) {
            let message = format!("class {me} cannot access its superclass {}", name(sup.id));
            return Err(LinkError::new("java/lang/IllegalAccessError", message));
        }
    }
    for sup in shape.interfaces.iter().map(|&id| program.class(id)) {
        if !sup.is_interface() {
            return incompatible(format!(
                "class {me} can not implement {}, because it is not an interface",
                name(sup.id)
            ));
        }
        if !permits(sup) {
            return incompatible(format!("class {me} cannot implement sealed interface {}", name(sup.id)));
        }
        if !accessible(sup) {
            let message = format!("class {me} cannot access its superinterface {}", name(sup.id));
            return Err(LinkError::new("java/lang/IllegalAccessError", message));
        }
    }
    Ok(())
}

/// A class before it has an id.
pub(crate) struct Shape {
    pub(crate) name: Symbol,
    pub(crate) access: u16,
    pub(crate) origin: Origin,
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

fn read_methods(program: &Program, file: &ClassFile) -> Result<Vec<NewMethod>, LinkError> {
    let method = |(at, member): (usize, &heddle_classfile::Member)| {
        let text = file.descriptor_of(member);
        let signature = program.signature(&text).ok_or_else(|| bad_descriptor(file, &text))?;
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

fn read_fields(program: &Program, file: &ClassFile) -> Result<Vec<NewField>, LinkError> {
    let field = |(at, member): (usize, &heddle_classfile::Member)| {
        let text = file.descriptor_of(member);
        let ty = program.type_of(&text).ok_or_else(|| bad_descriptor(file, &text))?;
        // A `ConstantValue` means something for static fields only.
        let constant = || file.constant_value(member).ok().flatten();
        Ok(NewField {
            name: program.symbol(&file.name_of(member)),
            descriptor: program.symbol(&text),
            access: member.access,
            ty,
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
    (fields, Layout { fields: slots.into(), refs: refs.into() }, statics)
}

/// The superclass chain and the set of all superinterfaces.
fn ancestors(
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
