//! [`Program`]: the append-only tables of everything linked so far, shared by all workers.
//!
//! Classes are loaded and linked when first asked for, under one lock; what has been handed out
//! never moves or changes, so readers take no lock. Ids depend on the order of loading, so nothing
//! that reaches a report may be ordered by id alone.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use bytes::Bytes;
use rustc_hash::FxHashMap;

use crate::arrays;
use crate::class_path::{ClassPath, OpenError};
use crate::descriptor::{self, PRIMITIVES, Signature, class_descriptor, package};
use crate::ir::{Code, ElementKind, Pc};
use crate::load::{self, Loading};
use crate::select::SelectionCache;
use crate::services::Provider;
use crate::symbols::Symbols;
use crate::well_known::WellKnown;
use crate::{Class, ClassId, ClassKind, Field, FieldId, Method, MethodId, Origin, Symbol, Type};

/// A failure to load or link, as the Java error that the running program would see.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{java_class}: {message}")]
pub struct LinkError {
    /// Internal name of the error, such as `java/lang/NoClassDefFoundError`.
    pub java_class: &'static str,
    pub message: String,
    /// The name of a class that a class loader of the program has not been asked for yet: no error
    /// of the program, but the caller's task, who then tries again.
    pub wanted: Option<Symbol>,
}

impl LinkError {
    pub fn new(java_class: &'static str, message: impl Into<String>) -> Self {
        Self { java_class, message: message.into(), wanted: None }
    }
}

/// A field that the machine adds to instances of a JDK class.
#[derive(Clone, Copy, Debug)]
pub struct Injected {
    pub class: &'static str,
    pub name: &'static str,
    pub descriptor: &'static str,
}

/// What a program is made of.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The JDK's home folder; its `lib/modules` is the class library.
    pub jdk: PathBuf,
    /// Folders and jars with the user's classes, searched in order.
    pub class_path: Vec<PathBuf>,
    pub injected: &'static [Injected],
}

/// Everything loaded so far. `Send + Sync`; all tables only grow.
pub struct Program {
    pub(crate) symbols: Symbols,
    pub(crate) class_path: ClassPath,
    pub(crate) classes: boxcar::Vec<Class>,
    pub(crate) methods: boxcar::Vec<Method>,
    pub(crate) fields: boxcar::Vec<Field>,
    pub(crate) injected: FxHashMap<Symbol, Vec<Injected>>,
    pub(crate) selections: SelectionCache,
    loading: Mutex<Loading>,
    sites: Mutex<Vec<Sites>>,
    well_known: OnceLock<WellKnown>,
}

/// The allocation sites of one method: `first..first + count`.
#[derive(Clone, Copy)]
struct Sites {
    first: u32,
    count: u32,
    method: MethodId,
}

impl Program {
    /// Opens the JDK and the class path, and loads the classes of [`WellKnown`].
    pub fn open(sources: Sources) -> Result<Self, OpenError> {
        let class_path = ClassPath::open(&sources.jdk, &sources.class_path)?;
        let symbols = Symbols::default();
        let mut injected: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for field in sources.injected {
            injected.entry(symbols.intern(field.class)).or_default().push(*field);
        }
        let program = Self {
            symbols,
            class_path,
            classes: boxcar::Vec::new(),
            methods: boxcar::Vec::new(),
            fields: boxcar::Vec::new(),
            injected,
            selections: SelectionCache::default(),
            loading: Mutex::default(),
            sites: Mutex::default(),
            well_known: OnceLock::new(),
        };
        let primitives = PRIMITIVES.map(|(ty, name, _)| arrays::add_primitive(&program, ty, name));
        let well_known = WellKnown::load(&program, primitives)?;
        program.well_known.get_or_init(|| well_known);
        Ok(program)
    }

    /// Interns a name or descriptor.
    pub fn symbol(&self, text: &str) -> Symbol {
        self.symbols.intern(text)
    }

    /// The text of a symbol; takes no lock.
    #[inline]
    pub fn text(&self, symbol: Symbol) -> &str {
        self.symbols.text(symbol)
    }

    #[inline]
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }

    #[inline]
    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.index()]
    }

    #[inline]
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.index()]
    }

    /// Whether a class is the user's, or was written for a lambda or a reference to a method in the user's code.
    pub fn is_for_user(&self, class: ClassId) -> bool {
        let host = self.class_name(class).split_once("$$Lambda").and_then(|(host, _)| self.loaded(host));
        self.class(host.unwrap_or(class)).origin == Origin::User
    }

    /// The internal name of a class: `java/lang/String`, `[I`, `int`.
    #[inline]
    pub fn class_name(&self, id: ClassId) -> &str {
        self.text(self.class(id).name)
    }

    /// Number of classes, methods and fields so far; their ids are below these.
    pub fn counts(&self) -> (usize, usize, usize) {
        (self.classes.count(), self.methods.count(), self.fields.count())
    }

    /// Loads and links a class or array class by internal name; never initialises it.
    pub fn load(&self, name: &str) -> Result<ClassId, LinkError> {
        self.load_symbol(self.symbol(name))
    }

    /// Like [`Program::load`], for a name that is a symbol already.
    #[inline]
    pub fn load_symbol(&self, name: Symbol) -> Result<ClassId, LinkError> {
        match self.symbols.class(name) {
            Some(class) => Ok(class),
            None => load::load(self, &mut self.lock(), name),
        }
    }

    /// The name of a class as code of a space means it. What only the JDK can define has one name
    /// everywhere.
    pub fn name_in(&self, space: u32, text: &str) -> Symbol {
        let element = text.trim_start_matches('[');
        let is_array = element.len() < text.len();
        let shared = match element.strip_prefix('L') {
            Some(class) if is_array => class.starts_with("java/"),
            _ => is_array || element.starts_with("java/"),
        };
        self.symbols.intern_in(if shared { 0 } else { space }, text)
    }

    /// A type as code of a space means it.
    pub fn type_in(&self, space: u32, ty: Type) -> Type {
        match ty {
            Type::Ref(name) if space != 0 => Type::Ref(self.name_in(space, self.text(name))),
            _ => ty,
        }
    }

    /// The space and text of a name.
    pub fn name_parts(&self, name: Symbol) -> (u32, &str) {
        (self.symbols.space(name), self.text(name))
    }

    /// What a class loader of the program gave for a name, from now on and forever.
    pub fn bind(&self, name: Symbol, class: ClassId) {
        self.symbols.set_class(name, class);
    }

    /// Loads what code of a class means by a name.
    pub fn load_beside(&self, class: ClassId, name: &str) -> Result<ClassId, LinkError> {
        self.load_symbol(self.name_in(self.class(class).space, name))
    }

    /// The class of a name in a space, if it has been loaded.
    pub fn loaded_in(&self, space: u32, name: &str) -> Option<ClassId> {
        self.symbols.class(self.name_in(space, name))
    }

    /// The class of a name, if it has been loaded.
    pub fn loaded(&self, name: &str) -> Option<ClassId> {
        self.symbols.class(self.symbols.find(name)?)
    }

    /// Links a class from bytes that came from elsewhere, such as `Lookup.defineClass`.
    pub fn define(&self, bytes: Bytes, origin: Origin) -> Result<ClassId, LinkError> {
        self.define_in(0, bytes, origin)
    }

    /// Links a class from bytes into a space.
    pub fn define_in(&self, space: u32, bytes: Bytes, origin: Origin) -> Result<ClassId, LinkError> {
        load::define(self, &mut self.lock(), space, bytes, origin)
    }

    /// Ids of the classes that the machine itself refers to.
    #[inline]
    pub fn well_known(&self) -> &WellKnown {
        self.well_known.get().expect("opening a program loads the well-known classes first")
    }

    /// The class of a primitive type or `void`. Panics on a reference type.
    pub fn primitive(&self, ty: Type) -> ClassId {
        self.well_known().primitive(ty).expect("the caller has a primitive type")
    }

    /// The class of arrays whose component is `class`.
    pub fn array_of(&self, class: ClassId) -> ClassId {
        let name = self.name_in(self.class(class).space, &format!("[{}", self.descriptor_of(class)));
        match self.symbols.class(name) {
            Some(array) => array,
            None => arrays::array_of(self, &mut self.lock(), class, name),
        }
    }

    /// The class of arrays of a primitive kind; `Object[]` for references.
    pub fn array_of_kind(&self, kind: ElementKind) -> ClassId {
        self.well_known().array_of_kind(kind)
    }

    /// The class of a type; loads it.
    pub fn class_of_type(&self, ty: Type) -> Result<ClassId, LinkError> {
        match ty {
            Type::Ref(name) => self.load_symbol(name),
            _ => Ok(self.primitive(ty)),
        }
    }

    /// The class of a field descriptor or `V`; loads it.
    pub fn class_of_descriptor(&self, descriptor: &str) -> Result<ClassId, LinkError> {
        let ty = if descriptor == "V" { Some(Type::Void) } else { self.type_of(descriptor) };
        match ty {
            Some(ty) => self.class_of_type(ty),
            None => Err(LinkError::new("java/lang/NoClassDefFoundError", descriptor)),
        }
    }

    /// The type of a field descriptor; `None` if it is ill formed.
    pub fn type_of(&self, descriptor: &str) -> Option<Type> {
        descriptor::field_type(&self.symbols, descriptor)
    }

    /// The parts of a method descriptor; `None` if it is ill formed.
    pub fn signature(&self, descriptor: &str) -> Option<Signature> {
        descriptor::signature(&self.symbols, descriptor)
    }

    /// The descriptor of a class: `I`, `Ljava/lang/String;`, `[I`.
    pub fn descriptor_of(&self, id: ClassId) -> String {
        let class = self.class(id);
        match class.kind {
            ClassKind::Primitive(ty) => descriptor::descriptor(&self.symbols, ty),
            _ => class_descriptor(self.text(class.name)),
        }
    }

    /// Whether `sub` is `sup` or one of its subtypes (JVMS 6.5, `checkcast`).
    #[inline]
    pub fn is_subtype(&self, sub: ClassId, sup: ClassId) -> bool {
        if sub == sup {
            return true;
        }
        let (below, above) = (self.class(sub), self.class(sup));
        match above.kind {
            ClassKind::Interface => below.all_interfaces.binary_search(&sup).is_ok(),
            ClassKind::Instance => below.display.get(above.display.len() - 1) == Some(&sup),
            ClassKind::Array { component: up, .. } => match below.kind {
                // Arrays of primitives are related only if they are the same.
                ClassKind::Array { component, kind: ElementKind::Ref } => self.is_subtype(component, up),
                _ => false,
            },
            ClassKind::Primitive(_) => false,
        }
    }

    /// The register form of a method, made when first asked for.
    #[inline]
    pub fn code(&self, id: MethodId) -> Result<&Code, LinkError> {
        let method = self.method(id);
        method.code.get_or_init(|| self.translate(method)).as_ref().map_err(Clone::clone)
    }

    fn translate(&self, method: &Method) -> Result<Code, LinkError> {
        if method.is_abstract() {
            return Err(self.abstract_method(None, method.id, None));
        }
        if method.is_native() {
            let message = format!("'{}'", self.external_method(method.id));
            return Err(LinkError::new("java/lang/UnsatisfiedLinkError", message));
        }
        crate::translate::translate(self, method.id)
    }

    /// Reserves allocation-site numbers for the instructions of a method; 0 is never a site.
    pub fn new_sites(&self, method: MethodId, count: u32) -> u32 {
        let mut sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        let first = sites.last().map_or(1, |last| last.first + last.count);
        sites.push(Sites { first, count, method });
        first
    }

    /// The method and instruction of an allocation site.
    pub fn site(&self, site: u32) -> Option<(MethodId, Pc)> {
        let sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        let after = sites.partition_point(|s| s.first <= site);
        let found = sites.get(after.checked_sub(1)?)?;
        let pc = site - found.first;
        (pc < found.count).then_some((found.method, pc))
    }

    /// A resource of the class path or else of the JDK, by its path; unreadable ones are missing.
    pub fn resource(&self, path: &str) -> Option<Bytes> {
        self.class_path.resource(path).ok().flatten()
    }

    /// A resource of a module of the JDK.
    pub fn module_resource(&self, module: &str, path: &str) -> Option<Bytes> {
        self.class_path.image().resource(module, path).ok().flatten()
    }

    /// The module of the JDK that has a package, given with slashes.
    pub fn module_of_package(&self, package: &str) -> Option<Box<str>> {
        self.class_path.image().module_of(package)
    }

    /// A resource in each folder and jar of the class path that has it, in order.
    pub fn user_resources(&self, path: &str) -> Vec<Bytes> {
        self.class_path.user_resources(path)
    }

    /// A file in the JDK's home folder, such as `lib/tzdb.dat`.
    pub fn jdk_file(&self, path: &str) -> Option<Bytes> {
        self.class_path.jdk_file(path)
    }

    /// What the modules of the JDK provide as services, by module.
    pub fn jdk_services(&self) -> &[Provider] {
        self.class_path.services()
    }

    /// Whether a module of the JDK exports (or opens) a package, with slashes, to a module; `to` is
    /// `None` for the user's.
    pub fn exports(&self, module: &str, package: &str, to: Option<&str>, open: bool) -> bool {
        self.class_path.exports(module, package, to, open)
    }

    /// The names in the JDK's archive of class data.
    pub fn archive(&self) -> &crate::Archive {
        self.class_path.archive()
    }

    /// How many classes there are so far.
    pub fn classes_loaded(&self) -> usize {
        self.classes.count()
    }

    /// The JDK's feature version: 17, 21, 25.
    pub fn jdk_feature(&self) -> u32 {
        self.class_path.feature()
    }

    /// The internal names of all classes in the JDK's image, with their modules, in image order.
    pub fn jdk_classes(&self) -> impl Iterator<Item = (String, String)> + '_ {
        self.class_path.image().names().filter_map(|name| {
            let (module, path) = name.strip_prefix('/')?.split_once('/')?;
            let class = path.strip_suffix(".class")?;
            (class != "module-info").then(|| (module.to_owned(), class.to_owned()))
        })
    }

    /// The source file that a class names.
    pub fn source_file(&self, id: ClassId) -> Option<String> {
        let file = self.class(id).file.as_ref()?;
        file.source_file().ok()?.map(Into::into)
    }

    /// The package of a class with slashes, that of the element for an array; empty for none.
    pub fn package_of(&self, id: ClassId) -> &str {
        package(self.class_name(self.element_of(id)))
    }

    /// The module of a class of the JDK; `None` for the user's classes.
    pub fn module_of(&self, id: ClassId) -> Option<Box<str>> {
        let element = self.class(self.element_of(id));
        match (element.origin, element.kind) {
            (_, ClassKind::Primitive(_)) => Some("java.base".into()),
            (Origin::Jdk, _) => self.class_path.image().module_of(package(self.text(element.name))),
            (Origin::User, _) => None,
        }
    }

    /// What remains of an array class when all dimensions are removed.
    pub fn element_of(&self, mut id: ClassId) -> ClassId {
        while let ClassKind::Array { component, .. } = self.class(id).kind {
            id = component;
        }
        id
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Loading> {
        self.loading.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program").field("classes", &self.classes.count()).finish_non_exhaustive()
    }
}

const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Program>();
};
