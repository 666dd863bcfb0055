//! `java.lang.Module`: one object per module of the JDK, one unnamed module for the user's classes.

use heddle_machine::{Machine, Native, NativeResult, Ref, Trap};
use heddle_program::effect::{Calls, PURE};
use heddle_program::{ClassId, Program};

use crate::java_lang::class_loader;
use crate::rows::{Slots, flag, nothing, null_pointer, object, one, pure, row};

const CLASS: &str = "java/lang/Module";

/// Everything is readable; what is exported and open is what the modules of the JDK declare. The
/// machine resolves references of code without asking modules, as `javac` has asked them.
pub const ROWS: &[Native] = &[
    pure(CLASS, "defineModule0", "", nothing),
    pure(CLASS, "addReads0", "", nothing),
    pure(CLASS, "addExports0", "", nothing),
    pure(CLASS, "addExportsToAll0", "", nothing),
    pure(CLASS, "addExportsToAllUnnamed0", "", nothing),
    pure(CLASS, "canRead", "(Ljava/lang/Module;)Z", one),
    pure(CLASS, "implIsExportedOrOpen", "(Ljava/lang/String;Ljava/lang/Module;Z)Z", is_exported),
    pure(CLASS, "getDescriptor", "()Ljava/lang/module/ModuleDescriptor;", descriptor),
    row(
        CLASS,
        "addExports",
        "(Ljava/lang/String;Ljava/lang/Module;)Ljava/lang/Module;",
        with_descriptor,
        PURE.calling(Calls::OwnCode),
    ),
    row(
        CLASS,
        "addOpens",
        "(Ljava/lang/String;Ljava/lang/Module;)Ljava/lang/Module;",
        with_descriptor,
        PURE.calling(Calls::OwnCode),
    ),
    row(CLASS, "getPackages", "()Ljava/util/Set;", with_descriptor, PURE.calling(Calls::OwnCode)),
    pure(CLASS, "canUse", "(Ljava/lang/Class;)Z", one),
    pure(CLASS, "ensureNativeAccess", "", nothing),
    pure(CLASS, "implAddReads", "", nothing),
    pure(CLASS, "implAddExports", "", nothing),
    pure(CLASS, "implAddExportsToAllUnnamed", "", nothing),
    pure(CLASS, "implAddOpens", "", nothing),
    pure(CLASS, "implAddUses", "", nothing),
    pure("java/lang/ModuleLayer", "boot", "()Ljava/lang/ModuleLayer;", boot_layer),
    pure(
        "com/sun/org/apache/xalan/internal/xsltc/trax/TemplatesImpl",
        "createModule",
        "(Ljava/lang/module/ModuleDescriptor;Ljava/lang/ClassLoader;)Ljava/lang/Module;",
        module_of_style_sheet,
    ),
    pure("jdk/internal/loader/BootLoader", "setBootLoaderUnnamedModule0", "(Ljava/lang/Module;)V", nothing),
];

/// The `Module` of a class.
pub fn of_class(machine: &mut Machine<'_>, class: ClassId) -> Result<Ref, Trap> {
    match name_of_class(machine.program, class) {
        Some(name) => named(machine, &name),
        None => {
            let loader = class_loader::application(machine)?;
            unnamed(machine, loader)
        }
    }
}

/// The name of a class's module, if it has one: proxies of public interfaces are in one of their
/// own.
pub fn name_of_class(program: &Program, class: ClassId) -> Option<Box<str>> {
    const PROXIES: &str = "jdk/proxy1";
    match program.package_of(class) {
        PROXIES => Some("jdk.proxy1".into()),
        _ => program.module_of(class),
    }
}

/// The module of the JDK with that name.
pub fn named(machine: &mut Machine<'_>, name: &str) -> Result<Ref, Trap> {
    if let Some(&module) = machine.linkage.globals.get(name) {
        return Ok(module);
    }
    let class = machine.load(CLASS)?;
    let module = machine.permanently(KEY ^ name_key(name), |machine| -> Result<Ref, Trap> {
        let module = machine.new_object(class)?;
        let text = machine.intern_str(name);
        machine.set_field(module, "name", text.into());
        Ok(module)
    })?;
    // A JDK has about seventy modules, so what is leaked here is small.
    machine.linkage.globals.insert(name.to_owned().leak(), module);
    Ok(module)
}

/// The unnamed module of a class loader.
pub fn unnamed(machine: &mut Machine<'_>, loader: Ref) -> Result<Ref, Trap> {
    const UNNAMED: &str = "the unnamed module";
    if let Some(&module) = machine.linkage.globals.get(UNNAMED) {
        return Ok(module);
    }
    let class = machine.load(CLASS)?;
    let module = machine.permanently(KEY, |machine| -> Result<Ref, Trap> {
        let module = machine.new_object(class)?;
        machine.set_field(module, "loader", loader.into());
        Ok(module)
    })?;
    machine.linkage.globals.insert(UNNAMED, module);
    Ok(module)
}

fn name_of(machine: &mut Machine<'_>, module: Ref) -> Option<String> {
    let name = machine.field(module, "name") as Ref;
    (name != 0).then(|| machine.string(name))
}

/// `implIsExportedOrOpen(package, other, open)`.
fn is_exported(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (module, other) = (args.object(0), args.object(2));
    let Some(name) = name_of(machine, module) else { return flag(true) };
    if other == module {
        return flag(true);
    }
    if args.object(1) == 0 {
        return Err(null_pointer(machine));
    }
    let package = machine.string(args.object(1)).replace('.', "/");
    let to = if other == 0 { None } else { name_of(machine, other) };
    flag(machine.program.exports(&name, &package, to.as_deref(), args.flag(3)))
}

fn descriptor(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    fill_descriptor(machine, args.object(0))?;
    object(machine.field(args.object(0), "descriptor") as Ref)
}

/// The methods behind it look at the descriptor.
fn with_descriptor(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    fill_descriptor(machine, args.object(0))?;
    Err(Trap::Bytecode)
}

/// Few programs ask for the descriptor of a module, so it is read when one does.
fn fill_descriptor(machine: &mut Machine<'_>, module: Ref) -> Result<(), Trap> {
    let Some(name) = name_of(machine, module) else { return Ok(()) };
    if machine.field(module, "descriptor") != 0 {
        return Ok(());
    }
    let Some(info) = machine.program.module_resource(&name, "module-info.class") else { return Ok(()) };
    let class = machine.load("java/lang/module/ModuleDescriptor")?;
    let read = machine.method(class, "read", "(Ljava/io/InputStream;)Ljava/lang/module/ModuleDescriptor;")?;
    machine.ensure_initialized(class)?;
    machine.permanently(DESCRIPTORS ^ name_key(&name), |machine| {
        let stream = class_loader::byte_stream(machine, &info)?;
        let descriptor = machine.call_now(read, &[stream.into()])?;
        machine.set_field(module, "descriptor", descriptor);
        Ok(())
    })
}

/// The layer of the JDK's modules, which its file `release` lists. It has no configuration.
fn boot_layer(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    const LAYER: &str = "the boot layer";
    if let Some(&layer) = machine.linkage.globals.get(LAYER) {
        return object(layer);
    }
    let release = machine.program.jdk_file("release").unwrap_or_default();
    let release = String::from_utf8_lossy(&release).into_owned();
    let names = release.lines().find_map(|line| line.strip_prefix("MODULES=")).unwrap_or("\"java.base\"");
    let layer = machine.permanently(KEY ^ 1, |machine| -> Result<Ref, Trap> {
        let class = machine.load("java/lang/ModuleLayer")?;
        let maps = machine.load("java/util/HashMap")?;
        let lists = machine.load("java/util/List")?;
        for class in [class, maps, lists] {
            machine.ensure_initialized(class)?;
        }
        let make_map = machine.method(maps, "<init>", "()V")?;
        let put = machine.method(maps, "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;")?;
        let no_list = machine.method(lists, "of", "()Ljava/util/List;")?;
        let (layer, map) = (machine.new_object(class)?, machine.new_object(maps)?);
        machine.call_now(make_map, &[map.into()])?;
        for name in names.trim_matches('"').split_whitespace() {
            let module = named(machine, name)?;
            machine.set_field(module, "layer", layer.into());
            let key = machine.intern_str(name);
            machine.call_now(put, &[map.into(), key.into(), module.into()])?;
        }
        let parents = machine.call_now(no_list, &[])?;
        machine.set_field(layer, "parents", parents);
        machine.set_field(layer, "nameToModule", map.into());
        Ok(layer)
    })?;
    machine.linkage.globals.insert(LAYER, layer);
    object(layer)
}

/// A compiled style sheet has a module of its own in a layer of its own, which nobody sees. There are no layers but that of the JDK, so it
/// is in the unnamed one of its loader.
fn module_of_style_sheet(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let module = unnamed(machine, args.object(2))?;
    object(module)
}

/// What `Module.toString` gives.
pub fn text(machine: &mut Machine<'_>, module: Ref) -> Result<String, Trap> {
    let class = machine.load(CLASS)?;
    let to_string = machine.method(class, "toString", "()Ljava/lang/String;")?;
    let text = machine.call_now(to_string, &[module.into()])? as Ref;
    Ok(machine.string(text))
}

fn name_key(name: &str) -> u64 {
    name.bytes().fold(0, |hash: u64, byte| hash.wrapping_mul(31) + u64::from(byte)) >> 8
}

/// Under which descriptors are named.
const DESCRIPTORS: u64 = 15 << 56;

/// Under which module objects are named.
const KEY: u64 = 10 << 56;
