//! `java.lang.ClassLoader` and the JDK's built-in loaders.
//!
//! The JDK's image and the class path are one flat space of names. The application loader and the
//! platform loader are objects without a constructor run, so that `getClassLoader()` has something
//! to give; they find classes and resources of the whole space. Loaders of the program are in
//! `defined`.

use std::collections::BTreeSet;

use bytes::Bytes;
use heddle_machine::{Args, HEADER, Machine, Native, NativeResult, Ref, Trap};
use heddle_program::effect::{Calls, PURE};
use heddle_program::{ClassId, Origin};

use crate::java_lang::defined;
use crate::java_lang::module;
use crate::rows::{Slots, class_argument, long, nothing, null_pointer, object, pure, row, unsupported};

const CLASS: &str = "java/lang/ClassLoader";
const LOADERS: &str = "jdk/internal/loader/ClassLoaders";
const BUILTIN: &str = "jdk/internal/loader/BuiltinClassLoader";
const BOOT: &str = "jdk/internal/loader/BootLoader";
const RUNTIME_URL: &str = "sun/net/www/protocol/jrt/JavaRuntimeURLConnection";
const APPLICATION: &str = "jdk/internal/loader/ClassLoaders$AppClassLoader";
const PLATFORM: &str = "jdk/internal/loader/ClassLoaders$PlatformClassLoader";

pub const ROWS: &[Native] = &[
    pure(CLASS, "registerNatives", "()V", nothing),
    row(CLASS, "isRegisteredAsParallelCapable", "()Z", is_parallel_capable, PURE.calling(Calls::OwnCode)),
    pure(CLASS, "getSystemClassLoader", "()Ljava/lang/ClassLoader;", system_loader),
    pure(CLASS, "getPlatformClassLoader", "()Ljava/lang/ClassLoader;", platform_loader),
    pure(CLASS, "getBuiltinAppClassLoader", "()Ljava/lang/ClassLoader;", system_loader),
    pure(CLASS, "getBuiltinPlatformClassLoader", "()Ljava/lang/ClassLoader;", platform_loader),
    pure(LOADERS, "<clinit>", "()V", nothing),
    pure(LOADERS, "appClassLoader", "()Ljava/lang/ClassLoader;", system_loader),
    pure(LOADERS, "platformClassLoader", "()Ljava/lang/ClassLoader;", platform_loader),
    pure(CLASS, "findBootstrapClass", "(Ljava/lang/String;)Ljava/lang/Class;", find_bootstrap_class),
    pure(CLASS, "getUnnamedModule", "()Ljava/lang/Module;", unnamed_module),
    row(CLASS, "definePackage", "(Ljava/lang/Class;)Ljava/lang/Package;", with_packages, PURE.calling(Calls::OwnCode)),
    row(
        CLASS,
        "getDefinedPackage",
        "(Ljava/lang/String;)Ljava/lang/Package;",
        with_packages,
        PURE.calling(Calls::OwnCode),
    ),
    row(CLASS, "packages", "()Ljava/util/stream/Stream;", with_packages, PURE.calling(Calls::OwnCode)),
    row(CLASS, "getDefinedPackages", "()[Ljava/lang/Package;", with_packages, PURE.calling(Calls::OwnCode)),
    row(BOOT, "definePackage", "(Ljava/lang/Class;)Ljava/lang/Package;", jdk_package, PURE.calling(Calls::OwnCode)),
    row(
        BOOT,
        "getDefinedPackage",
        "(Ljava/lang/String;)Ljava/lang/Package;",
        named_jdk_package,
        PURE.calling(Calls::OwnCode),
    ),
    pure(BOOT, "getSystemPackageNames", "()[Ljava/lang/String;", system_packages),
    pure(BUILTIN, "loadClassOrNull", "(Ljava/lang/String;Z)Ljava/lang/Class;", load_class),
    pure(CLASS, "getResourceAsStream", "(Ljava/lang/String;)Ljava/io/InputStream;", resource_as_stream),
    pure(CLASS, "getSystemResourceAsStream", "(Ljava/lang/String;)Ljava/io/InputStream;", system_resource_as_stream),
    pure(BUILTIN, "findResource", "(Ljava/lang/String;)Ljava/net/URL;", find_resource),
    pure(BOOT, "findResource", "(Ljava/lang/String;Ljava/lang/String;)Ljava/net/URL;", find_resource),
    pure(BOOT, "findResource", "(Ljava/lang/String;)Ljava/net/URL;", find_jdk_resource),
    pure(BOOT, "findResources", "(Ljava/lang/String;)Ljava/util/Enumeration;", find_jdk_resources),
    pure(RUNTIME_URL, "<clinit>", "()V", nothing),
    pure(RUNTIME_URL, "connect", "()V", connect),
    pure(RUNTIME_URL, "getInputStream", "()Ljava/io/InputStream;", open_runtime_url),
    pure(RUNTIME_URL, "getContentLengthLong", "()J", runtime_url_length),
    pure(CLASS, "getResource", "(Ljava/lang/String;)Ljava/net/URL;", get_resource),
    pure(CLASS, "getResources", "(Ljava/lang/String;)Ljava/util/Enumeration;", get_resources),
    pure(
        "java/lang/Class",
        "getResourceAsStream",
        "(Ljava/lang/String;)Ljava/io/InputStream;",
        class_resource_as_stream,
    ),
    pure("java/lang/Module", "getResourceAsStream", "(Ljava/lang/String;)Ljava/io/InputStream;", module_resource),
];

/// Under which the loaders are named.
const KEY: u64 = 11 << 56;

/// The loader of a class: null for the JDK's.
pub fn of_class(machine: &mut Machine<'_>, class: ClassId) -> Result<Ref, Trap> {
    let element = machine.program.element_of(class);
    match machine.program.class(element).origin {
        Origin::Jdk => Ok(0),
        Origin::User if machine.program.class(element).space != 0 => Ok(defined::loader_of(machine, element)),
        Origin::User => application(machine),
    }
}

/// The loader of the user's classes.
pub fn application(machine: &mut Machine<'_>) -> Result<Ref, Trap> {
    builtin(machine, APPLICATION, "app")
}

fn builtin(machine: &mut Machine<'_>, class: &'static str, name: &str) -> Result<Ref, Trap> {
    if let Some(&loader) = machine.linkage.globals.get(class) {
        return Ok(loader);
    }
    let parent = if class == APPLICATION { builtin(machine, PLATFORM, "platform")? } else { 0 };
    let class_id = machine.load(class)?;
    let key = KEY ^ u64::from(class == APPLICATION);
    let loader = machine.permanently(key, |machine| -> Result<Ref, Trap> {
        let loader = machine.new_object(class_id)?;
        let name = machine.intern_str(name);
        machine.set_field(loader, "name", name.into());
        machine.set_field(loader, "nameAndId", name.into());
        machine.set_field(loader, "parent", parent.into());
        let object = machine.program.well_known().object;
        let lock = machine.new_object(object)?;
        machine.set_field(loader, "assertionLock", lock.into());
        // `BuiltinClassLoader` hides a field of the same name.
        let base = machine.load(CLASS)?;
        if let Some(field) = machine.place(base, "parent") {
            let place = machine.program.field(field).place;
            machine.store(loader, HEADER + place, parent.into());
        }
        Ok(loader)
    })?;
    machine.linkage.globals.insert(class, loader);
    Ok(loader)
}

pub fn is_builtin(machine: &Machine<'_>, loader: Ref) -> bool {
    matches!(machine.program.class_name(machine.class_of(loader)), APPLICATION | PLATFORM)
}

fn system_loader(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    object(application(machine)?)
}

fn platform_loader(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    object(builtin(machine, PLATFORM, "platform")?)
}

/// The built-in loaders are.
fn is_parallel_capable(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if is_builtin(machine, args.object(0)) { Ok(1) } else { Err(Trap::Bytecode) }
}

fn unnamed_module(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if !is_builtin(machine, args.object(0)) {
        return Err(Trap::Bytecode);
    }
    object(module::unnamed(machine, args.object(0))?)
}

/// The methods behind it look into a map that built-in loaders get here.
fn with_packages(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let loader = args.object(0);
    if is_builtin(machine, loader) && machine.field(loader, "packages") == 0 {
        let class = machine.load("java/util/concurrent/ConcurrentHashMap")?;
        let constructor = machine.method(class, "<init>", "()V")?;
        machine.ensure_initialized(class)?;
        let key = KEY ^ 2 ^ u64::from(machine.program.class_name(machine.class_of(loader)) == APPLICATION);
        machine.permanently(key, |machine| -> Result<(), Trap> {
            let packages = machine.new_object(class)?;
            machine.call_now(constructor, &[packages.into()])?;
            machine.set_field(loader, "packages", packages.into());
            Ok(())
        })?;
    }
    Err(Trap::Bytecode)
}

/// The package of a class of the JDK, made anew for each who asks.
fn jdk_package(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    package_of_class(machine, class)
}

/// The package of the JDK with that name, if a class of it is loaded.
fn named_jdk_package(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(0) == 0 {
        return Err(null_pointer(machine));
    }
    let name = machine.string(args.object(0)).replace('.', "/");
    let program = machine.program;
    let mut classes = (0..program.counts().0 as u32).map(ClassId);
    let found = classes.find(|&class| machine.is_jdk(class) && program.package_of(class) == name);
    match found {
        Some(class) => package_of_class(machine, class),
        None => object(0),
    }
}

/// The packages of the JDK of which a class is loaded. What is loaded depends on the runs before.
fn system_packages(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    if machine.is_exploring() {
        return Err(unsupported("listing the packages of the JDK"));
    }
    let program = machine.program;
    let classes = (0..program.counts().0 as u32).map(ClassId);
    let packages = classes.filter(|&class| machine.is_jdk(class)).map(|class| program.package_of(class));
    let packages: BTreeSet<&str> = packages.filter(|package| !package.is_empty()).collect();
    let array = machine.new_array(program.well_known().string_array, packages.len() as u32)?;
    for (index, package) in packages.into_iter().enumerate() {
        let package = machine.new_string(package)?;
        machine.store_element_ref(array, index as u32, package);
    }
    object(array)
}

fn package_of_class(machine: &mut Machine<'_>, class: ClassId) -> NativeResult {
    let name = machine.program.package_of(class).replace('/', ".");
    let name = machine.intern_str(&name);
    let module = module::of_class(machine, class)?;
    let packages = machine.load("java/lang/NamedPackage")?;
    let make = machine.method(packages, "toPackage", "(Ljava/lang/String;Ljava/lang/Module;)Ljava/lang/Package;")?;
    machine.ensure_initialized(packages)?;
    Err(Trap::Tail(make, Args::from_slice(&[name.into(), module.into()])))
}

fn load_class(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(1) == 0 {
        return Err(null_pointer(machine));
    }
    let name = machine.string(args.object(1));
    let internal = name.replace('.', "/");
    if name.starts_with('[') || name.contains('/') {
        return object(0);
    }
    match machine.program.load(&internal) {
        Ok(class) if machine.program.class(class).is_primitive() => object(0),
        Ok(class) => object(machine.mirror(class)),
        Err(error) if error.java_class == "java/lang/NoClassDefFoundError" && error.message == internal => object(0),
        Err(error) => Err(machine.link_error(error)),
    }
}

/// A class of the JDK, or null.
fn find_bootstrap_class(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let name = machine.string(args.object(0)).replace('.', "/");
    match machine.program.load(&name) {
        Ok(class) if machine.is_jdk(class) => object(machine.mirror(class)),
        _ => object(0),
    }
}

/// The `ProtectionDomain` of the classes on the class path, which the program sees as a folder.
pub fn domain_of_program(machine: &mut Machine<'_>) -> Result<Ref, Trap> {
    const DOMAIN: &str = "protection domain of the program";
    if let Some(&domain) = machine.linkage.globals.get(DOMAIN) {
        return Ok(domain);
    }
    let domain = machine.permanently(KEY ^ 4, |m| {
        let text = m.intern_str("file:/classes/");
        let url = made(m, "java/net/URL", "(Ljava/lang/String;)V", &[text])?;
        let source = "(Ljava/net/URL;[Ljava/security/cert/Certificate;)V";
        let source = made(m, "java/security/CodeSource", source, &[url, 0])?;
        let domain = "(Ljava/security/CodeSource;Ljava/security/PermissionCollection;)V";
        made(m, "java/security/ProtectionDomain", domain, &[source, 0])
    })?;
    machine.linkage.globals.insert(DOMAIN, domain);
    Ok(domain)
}

/// A new object of a JDK class.
fn made(machine: &mut Machine<'_>, class: &str, constructor: &str, args: &[Ref]) -> Result<Ref, Trap> {
    let class = machine.load(class)?;
    machine.ensure_initialized(class)?;
    let constructor = machine.method(class, "<init>", constructor)?;
    let object = machine.new_object(class)?;
    let args: Vec<u64> = [object].iter().chain(args).map(|&arg| arg.into()).collect();
    machine.call_now(constructor, &args)?;
    Ok(object)
}

// ---- resources ------------------------------------------------------------------------------

/// A `ByteArrayInputStream` on a resource, or null.
pub fn open_resource(machine: &mut Machine<'_>, path: &str) -> NativeResult {
    match machine.program.resource(path) {
        Some(bytes) => object(byte_stream(machine, &bytes)?),
        None => object(0),
    }
}

/// A `ByteArrayInputStream` on some bytes.
pub fn byte_stream(machine: &mut Machine<'_>, bytes: &[u8]) -> Result<Ref, Trap> {
    let class = machine.load("java/io/ByteArrayInputStream")?;
    let buffer = machine.new_bytes(bytes)?;
    let stream = machine.new_object(class)?;
    machine.set_field(stream, "buf", buffer.into());
    machine.set_field(stream, "count", bytes.len() as u64);
    Ok(stream)
}

fn resource_as_stream(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(1) == 0 {
        return Err(null_pointer(machine));
    }
    if !is_builtin(machine, args.object(0)) {
        return Err(Trap::Bytecode);
    }
    let path = machine.string(args.object(1));
    open_resource(machine, &path)
}

fn system_resource_as_stream(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(0) == 0 {
        return Err(null_pointer(machine));
    }
    let path = machine.string(args.object(0));
    open_resource(machine, &path)
}

/// A relative name is looked up in the package of the class.
fn class_resource_as_stream(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    if args.object(1) == 0 {
        return Err(null_pointer(machine));
    }
    let name = machine.string(args.object(1));
    let path = match name.strip_prefix('/') {
        Some(absolute) => absolute.to_owned(),
        None => match machine.program.package_of(class) {
            "" => name,
            package => format!("{package}/{name}"),
        },
    };
    open_resource(machine, &path)
}

fn module_resource(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(1) == 0 {
        return Err(null_pointer(machine));
    }
    let name = machine.string(args.object(1));
    open_resource(machine, name.strip_prefix('/').unwrap_or(&name))
}

fn find_resource(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = machine.string(args.object(1));
    url_of(machine, &path)
}

fn get_resource(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(1) == 0 {
        return Err(null_pointer(machine));
    }
    if !is_builtin(machine, args.object(0)) {
        return Err(Trap::Bytecode);
    }
    let path = machine.string(args.object(1));
    url_of(machine, &path)
}

/// A resource of the class path has the address of the file as which it appears.
fn url_of(machine: &mut Machine<'_>, path: &str) -> NativeResult {
    if machine.program.user_resources(path).is_empty() {
        return jdk_url_of(machine, path);
    }
    new_url(machine, &format!("file:{}{path}", crate::java_io::store::CLASSES))
}

/// A resource of the JDK, if it is a class or its module opens the package.
fn jdk_url_of(machine: &mut Machine<'_>, path: &str) -> NativeResult {
    let program = machine.program;
    let package = path.rsplit_once('/').map_or("", |(package, _)| package);
    let module = program.module_of_package(package);
    let module = module.filter(|module| program.module_resource(module, path).is_some());
    match module {
        Some(module) if path.ends_with(".class") || program.exports(&module, package, None, true) => {
            new_url(machine, &format!("jrt:/{module}/{path}"))
        }
        _ => object(0),
    }
}

fn new_url(machine: &mut Machine<'_>, text: &str) -> NativeResult {
    let text = machine.new_string(text)?;
    object(made(machine, "java/net/URL", "(Ljava/lang/String;)V", &[text])?)
}

fn find_jdk_resource(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = machine.string(args.object(0));
    jdk_url_of(machine, &path)
}

fn find_jdk_resources(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let url = find_jdk_resource(machine, args)?;
    enumeration(machine, url)
}

/// What an address `jrt:/module/path` stands for.
fn at_runtime_url(machine: &mut Machine<'_>, connection: Ref) -> Result<Bytes, Trap> {
    let (module, name) = (machine.field(connection, "module") as Ref, machine.field(connection, "name") as Ref);
    let module = if module == 0 { String::new() } else { machine.string(module) };
    if name == 0 {
        return Err(machine.throw("java/io/IOException", &format!("cannot connect to jrt:/{module}")));
    }
    let name = machine.string(name);
    match machine.program.module_resource(&module, &name) {
        Some(bytes) => Ok(bytes),
        None => Err(machine.throw("java/io/IOException", &format!("{module}/{name} not found"))),
    }
}

fn connect(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    at_runtime_url(machine, args.object(0)).map(|_| 0)
}

fn open_runtime_url(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let bytes = at_runtime_url(machine, args.object(0))?;
    object(byte_stream(machine, &bytes)?)
}

fn runtime_url_length(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let bytes = at_runtime_url(machine, args.object(0));
    long(bytes.map_or(-1, |bytes| bytes.len() as i64))
}

/// An enumeration of no or one address: what several folders and jars of the class path have under
/// the same name is told apart nowhere else.
fn get_resources(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(1) == 0 {
        return Err(null_pointer(machine));
    }
    if !is_builtin(machine, args.object(0)) {
        return Err(Trap::Bytecode);
    }
    let path = machine.string(args.object(1));
    if machine.program.user_resources(&path).len() > 1 {
        return Err(unsupported(format!("listing the resources {path}, of which there are several")));
    }
    let url = url_of(machine, &path)?;
    enumeration(machine, url)
}

/// An enumeration of an object, or of nothing if it is null.
fn enumeration(machine: &mut Machine<'_>, element: u64) -> NativeResult {
    let class = machine.load("java/util/Vector")?;
    machine.ensure_initialized(class)?;
    let constructor = machine.method(class, "<init>", "()V")?;
    let add = machine.method(class, "addElement", "(Ljava/lang/Object;)V")?;
    let elements = machine.method(class, "elements", "()Ljava/util/Enumeration;")?;
    let vector = machine.new_object(class)?;
    machine.call_now(constructor, &[vector.into()])?;
    if element != 0 {
        machine.call_now(add, &[vector.into(), element])?;
    }
    machine.call_now(elements, &[vector.into()])
}
