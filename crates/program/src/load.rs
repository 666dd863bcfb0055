//! Loading (JVMS 5.3): a name, or bytes, → a linked class.
//!
//! One lock is held from the search for the file until the class is published. Supertypes are
//! loaded first. Verification is left to the translator, which refuses code method by method.

use bytes::Bytes;
use heddle_classfile::{ClassFile, FormatError, is_class_name};
use rustc_hash::FxHashMap;

use crate::access_check::same_package;
use crate::arrays::array_of;
use crate::descriptor;
use crate::link::{Shape, add_class, read_fields, read_methods};
use crate::program::{LinkError, Program};
use crate::{Class, ClassId, Origin, Symbol, Type, access};

/// What linking keeps between classes; whoever holds it may append to the tables.
pub(crate) struct Loading {
    /// Classes whose supertypes are being loaded.
    in_progress: Vec<Symbol>,
    /// A class that failed to load fails again in the same way.
    failed: FxHashMap<Symbol, LinkError>,
    /// The first cell of statics that no class has.
    pub(crate) next_static: u32,
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
        if loading.in_progress.is_empty() && error.wanted.is_none() {
            loading.failed.insert(name, error.clone());
        }
    }
    loaded
}

fn load_new(program: &Program, loading: &mut Loading, name: Symbol) -> Result<ClassId, LinkError> {
    let (space, text) = program.name_parts(name);
    if let Some(component) = text.strip_prefix('[') {
        let component = load_component(program, loading, space, component, text)?;
        return Ok(array_of(program, loading, component, name));
    }
    let missing = || LinkError::new("java/lang/NoClassDefFoundError", text);
    if space != 0 {
        return Err(LinkError { wanted: Some(name), ..missing() });
    }
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
    space: u32,
    component: &str,
    array: &str,
) -> Result<ClassId, LinkError> {
    match descriptor::field_type(&program.symbols, component) {
        Some(Type::Ref(class)) if array.len() - array.trim_start_matches('[').len() <= 255 => {
            load(program, loading, program.name_in(space, program.text(class)))
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
    space: u32,
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
    let name = program.name_in(space, &text);
    if program.symbols.class(name).is_some() {
        let message = format!("loader 'app' attempted duplicate class definition for {}.", text.replace('/', "."));
        return Err(LinkError::new("java/lang/LinkageError", message));
    }
    link(program, loading, file, name, origin)
}

fn parse(program: &Program, bytes: Bytes, origin: Origin, name: &str) -> Result<ClassFile, LinkError> {
    let newest = program.jdk_feature() as u16 + 44;
    if let [0xCA, 0xFE, 0xBA, 0xBE, m1, m0, v1, v0, ..] = *bytes
        && u16::from_be_bytes([v1, v0]) > newest
    {
        let (major, minor) = (u16::from_be_bytes([v1, v0]), u16::from_be_bytes([m1, m0]));
        let message = format!(
            "{name} has been compiled by a more recent version of the Java Runtime \
             (class file version {major}.{minor}), this version of the Java Runtime only \
             recognizes class file versions up to {newest}.0"
        );
        return Err(LinkError::new("java/lang/UnsupportedClassVersionError", message));
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
    let space = program.name_parts(name).0;
    let supertypes = load_supertypes(program, loading, &file, space);
    loading.in_progress.pop();
    let (superclass, interfaces) = supertypes?;
    let shape = Shape { name, access: file.access(), origin, space, superclass, interfaces };
    if origin == Origin::User {
        check_supertypes(program, &shape, &file)?;
    }
    let methods = read_methods(program, &file, space)?;
    let fields = read_fields(program, &file, space)?;
    add_class(program, loading, shape, fields, methods, Some(Box::new(file)))
}

fn load_supertypes(
    program: &Program,
    loading: &mut Loading,
    file: &ClassFile,
    space: u32,
) -> Result<(Option<ClassId>, Box<[ClassId]>), LinkError> {
    let superclass = match file.super_name() {
        Some(name) => Some(load(program, loading, program.name_in(space, &name))?),
        None => None,
    };
    let interfaces = file
        .interface_names()
        .map(|name| load(program, loading, program.name_in(space, &name)))
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
        sup.access & access::PUBLIC != 0
            || same_package(program, (shape.name, shape.origin), (sup.name, sup.origin)) && sup.space == shape.space
    };
    let not_permitted = |before_25: String, sup: &Class| match program.jdk_feature() {
        25.. => format!(
            "Failed listed permitted subclass check: class {me} is not a permitted subclass of {}",
            name(sup.id)
        ),
        _ => before_25,
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
            return incompatible(not_permitted(format!("{verb} sealed class {}", name(sup.id)), sup));
        }
        if !accessible(sup) {
            let message = format!("class {me} cannot access its superclass {}", name(sup.id));
            return Err(LinkError::new("java/lang/IllegalAccessError", message));
        }
    }
    for sup in shape.interfaces.iter().map(|&id| program.class(id)) {
        if !sup.is_interface() {
            let (name, place) = (name(sup.id), program.place_of(sup.id));
            return incompatible(format!(
                "class {me} can not implement {name}, because it is not an interface ({name} is in {place})"
            ));
        }
        if !permits(sup) {
            let before = format!("class {me} cannot implement sealed interface {}", name(sup.id));
            return incompatible(not_permitted(before, sup));
        }
        if !accessible(sup) {
            let message = format!("class {me} cannot access its superinterface {}", name(sup.id));
            return Err(LinkError::new("java/lang/IllegalAccessError", message));
        }
    }
    Ok(())
}
