//! `java.lang.Class` but for the natives that list members (see `reflect`): names, kinds,
//! relations, loading.

use heddle_machine::{Args, Machine, Native, NativeResult, Ref, Trap, names};
use heddle_program::effect::{Calls, PURE, Source, UNKNOWN};
use heddle_program::ir::ElementKind;
use heddle_program::{ClassId, ClassKind, Origin, Type, access};

use crate::java_lang::class_loader;
use crate::java_lang::defined;
use crate::java_lang::module;
use crate::rows::{Slots, class_argument, flag, int, nothing, null_pointer, object, pure, row};

const CLASS: &str = "java/lang/Class";

pub const ROWS: &[Native] = &[
    pure(CLASS, "registerNatives", "()V", nothing),
    pure(CLASS, "getPrimitiveClass", "(Ljava/lang/String;)Ljava/lang/Class;", primitive_class),
    pure(CLASS, "initClassName", "()Ljava/lang/String;", init_class_name),
    pure(CLASS, "isInstance", "(Ljava/lang/Object;)Z", is_instance),
    pure(CLASS, "isAssignableFrom", "(Ljava/lang/Class;)Z", is_assignable_from),
    pure(CLASS, "isArray", "()Z", is_array),
    pure(CLASS, "isInterface", "()Z", is_interface),
    pure(CLASS, "isPrimitive", "()Z", is_primitive),
    pure(CLASS, "isHidden", "()Z", is_hidden),
    pure(CLASS, "isRecord0", "()Z", is_record),
    pure(CLASS, "getSuperclass", "()Ljava/lang/Class;", superclass),
    pure(CLASS, "getInterfaces0", "()[Ljava/lang/Class;", interfaces),
    pure(CLASS, "getModifiers", "()I", modifiers),
    pure(CLASS, "getClassAccessFlagsRaw0", "()I", access_flags),
    pure(CLASS, "getClassFileVersion0", "()I", class_file_version),
    pure(CLASS, "desiredAssertionStatus", "()Z", desired_assertion_status),
    pure(CLASS, "desiredAssertionStatus0", "(Ljava/lang/Class;)Z", default_assertion_status),
    row(
        "java/lang/ClassLoader",
        "retrieveDirectives",
        "()Ljava/lang/AssertionStatusDirectives;",
        assertion_directives,
        UNKNOWN,
    ),
    row(
        CLASS,
        "forName0",
        "(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;",
        for_name,
        UNKNOWN,
    ),
    pure(CLASS, "forName", "(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;", for_name_in_module),
    row(CLASS, "getPackage", "()Ljava/lang/Package;", with_loader, PURE.calling(Calls::OwnCode)),
    pure(CLASS, "getSimpleBinaryName0", "()Ljava/lang/String;", simple_binary_name),
    pure(CLASS, "getDeclaringClass0", "()Ljava/lang/Class;", declaring_class),
    pure(CLASS, "getEnclosingMethod0", "()[Ljava/lang/Object;", enclosing_method),
    pure(CLASS, "getNestHost0", "()Ljava/lang/Class;", nest_host),
    pure(CLASS, "getNestMembers0", "()[Ljava/lang/Class;", nest_members),
    pure(CLASS, "getPermittedSubclasses0", "()[Ljava/lang/Class;", permitted_subclasses),
    row(
        CLASS,
        "getClassLoader",
        "()Ljava/lang/ClassLoader;",
        class_loader_of,
        PURE.giving(Source::Existing("java/lang/ClassLoader")),
    ),
    row(
        CLASS,
        "getClassLoader0",
        "()Ljava/lang/ClassLoader;",
        class_loader_of,
        PURE.giving(Source::Existing("java/lang/ClassLoader")),
    ),
    pure(CLASS, "getModule", "()Ljava/lang/Module;", module_of),
    pure(CLASS, "getProtectionDomain0", "()Ljava/security/ProtectionDomain;", nothing),
    pure(CLASS, "getProtectionDomain", "()Ljava/security/ProtectionDomain;", protection_domain),
    pure(CLASS, "getSigners", "()[Ljava/lang/Object;", nothing),
    pure(CLASS, "checkMemberAccess", "(Ljava/lang/SecurityManager;ILjava/lang/Class;Z)V", nothing),
];

fn primitive_class(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let name = machine.string(args.object(0));
    let ty = match name.as_str() {
        "boolean" => Type::Boolean,
        "byte" => Type::Byte,
        "char" => Type::Char,
        "short" => Type::Short,
        "int" => Type::Int,
        "long" => Type::Long,
        "float" => Type::Float,
        "double" => Type::Double,
        "void" => Type::Void,
        _ => return Err(machine.throw("java/lang/ClassNotFoundException", &name)),
    };
    let class = machine.program.primitive(ty);
    object(machine.mirror(class))
}

fn init_class_name(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let name = names::external(machine.program, class);
    let name = machine.intern_str(&name);
    // A name is the same on every path, so it is written once and for all.
    machine.permanently(NAME, |machine| machine.set_field(args.object(0), "name", name.into()));
    object(name)
}

/// Scope of writes to mirrors that no path can tell from their absence; nothing is made in it.
const NAME: u64 = 9 << 56 | 2;

fn is_instance(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let value = args.object(1);
    flag(value != 0 && machine.is_instance(value, class))
}

fn is_assignable_from(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let other = class_argument(machine, args, 1)?;
    flag(machine.program.is_subtype(other, class))
}

fn is_array(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    flag(machine.program.class(class).is_array())
}

fn is_interface(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    flag(machine.program.class(class).is_interface())
}

fn is_primitive(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    flag(machine.program.class(class).is_primitive())
}

/// Classes that the machine wrote itself for lambdas and call sites are hidden in a JVM.
fn is_hidden(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    flag(crate::is_hidden_class(machine.program, class))
}

fn is_record(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let file = machine.program.class(class).file.as_ref();
    flag(file.is_some_and(|file| file.record().is_ok_and(|record| record.is_some())))
}

fn superclass(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let info = machine.program.class(class);
    match info.superclass {
        Some(parent) if !info.is_interface() => object(machine.mirror(parent)),
        _ => object(0),
    }
}

fn interfaces(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let interfaces = machine.program.class(class).interfaces.to_vec();
    object(class_array(machine, &interfaces)?)
}

/// A `Class[]` of the mirrors of some classes.
pub fn class_array(machine: &mut Machine<'_>, classes: &[ClassId]) -> Result<Ref, Trap> {
    let array_class = machine.program.well_known().class_array;
    let array = machine.new_array(array_class, classes.len() as u32)?;
    for (index, &class) in classes.iter().enumerate() {
        let mirror = machine.mirror(class);
        machine.store_element_ref(array, index as u32, mirror);
    }
    Ok(array)
}

/// The flags of the `InnerClasses` entry if there is one, as `Class.getModifiers` documents.
fn modifiers(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let mirror = args.object(0);
    if machine.place(machine.program.well_known().class, "modifiers").is_some() {
        return Ok(machine.field(mirror, "modifiers"));
    }
    int(i32::from(inner_access(machine, class) & !access::SUPER))
}

fn inner_access(machine: &Machine<'_>, class: ClassId) -> u16 {
    let program = machine.program;
    let info = program.class(class);
    if let ClassKind::Array { .. } = info.kind {
        let element = inner_access(machine, program.element_of(class));
        let visibility = access::PUBLIC | access::PRIVATE | access::PROTECTED;
        return element & visibility | access::FINAL | access::ABSTRACT;
    }
    let name = program.class_name(class);
    let file = info.file.as_ref();
    let inner = file.and_then(|file| {
        let rows = file.inner_classes().ok()?;
        rows.into_iter().find(|row| row.inner == name).map(|row| row.access)
    });
    inner.unwrap_or(info.access)
}

fn access_flags(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    int(i32::from(machine.program.class(class).access))
}

fn class_file_version(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let feature = machine.program.jdk_feature() as i32 + 44;
    let file = machine.program.class(class).file.as_ref();
    int(file.map_or(feature, |file| i32::from(file.minor()) << 16 | i32::from(file.major())))
}

/// On for the user's classes, off for those of the JDK.
/// Assertions of the program are on, unless it told a class loader otherwise.
fn desired_assertion_status(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let loader = class_loader::of_class(machine, class)?;
    if loader == 0 || machine.field(loader, "classAssertionStatus") == 0 {
        return default_assertion_status(machine, args);
    }
    let name = names::external(machine.program, class);
    let name = machine.intern_str(&name);
    let loader_class = machine.load("java/lang/ClassLoader")?;
    let desired = machine.method(loader_class, "desiredAssertionStatus", "(Ljava/lang/String;)Z")?;
    Err(Trap::Tail(desired, Args::from_slice(&[loader.into(), name.into()])))
}

fn default_assertion_status(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    flag(machine.program.class(class).origin == Origin::User)
}

/// As if the program had been started with `-ea`.
fn assertion_directives(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let class = machine.load("java/lang/AssertionStatusDirectives")?;
    let directives = machine.new_object(class)?;
    let strings = machine.program.well_known().string_array;
    let flags = machine.program.array_of_kind(ElementKind::Boolean);
    for (field, of) in [("classes", strings), ("packages", strings), ("classEnabled", flags), ("packageEnabled", flags)]
    {
        let empty = machine.new_array(of, 0)?;
        machine.set_field(directives, field, empty.into());
    }
    machine.set_field(directives, "deflt", 1);
    object(directives)
}

// ---- loading --------------------------------------------------------------------------------

fn for_name(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(0) == 0 {
        return Err(null_pointer(machine));
    }
    let name = machine.string(args.object(0));
    let loader = args.object(2);
    let class = if loader != 0 && !name.starts_with('[') && !name.contains('/') {
        find_by(machine, loader, &name, args.flag(1))?
    } else {
        find_class(machine, &name)?
    };
    if args.flag(1) {
        machine.ensure_initialized(class)?;
    }
    object(machine.mirror(class))
}

/// A class by what its loader says. Built-in loaders are asked only if there is no such class, for
/// the sake of the exception.
fn find_by(machine: &mut Machine<'_>, loader: Ref, name: &str, initialize: bool) -> Result<ClassId, Trap> {
    let builtin = class_loader::is_builtin(machine, loader);
    if builtin
        && let Ok(class) = machine.program.load(&name.replace('.', "/"))
        && !machine.program.class(class).is_primitive()
    {
        return Ok(class);
    }
    let class = defined::ask(machine, loader, name)?;
    if initialize && !builtin {
        // In one go, for the loader is to be asked once.
        machine.initialize_nested(class)?;
    }
    Ok(class)
}

/// A class by the name that `Class.getName` gives, or `ClassNotFoundException`, which names the
/// element of an array.
pub fn find_class(machine: &mut Machine<'_>, name: &str) -> Result<ClassId, Trap> {
    let element = name.trim_start_matches('[');
    let is_array = element.len() < name.len();
    let class = if !is_array {
        element
    } else if is_reference(element) {
        &element[1..element.len() - 1]
    } else {
        ""
    };
    let internal = class.replace('.', "/");
    let is_primitive = machine.program.loaded(&internal).is_some_and(|c| machine.program.class(c).is_primitive());
    let bad = name.contains('/') || class.starts_with('[') || is_primitive;
    let of_primitives = is_array && matches!(element, "B" | "C" | "D" | "F" | "I" | "J" | "S" | "Z");
    if bad || class.is_empty() && !of_primitives {
        let missing = if class.is_empty() { name } else { class };
        return Err(machine.throw("java/lang/ClassNotFoundException", missing));
    }
    match machine.program.load(&name.replace('.', "/")) {
        Ok(class) => Ok(class),
        Err(error) if error.java_class == "java/lang/NoClassDefFoundError" && error.message == internal => {
            Err(machine.throw("java/lang/ClassNotFoundException", class))
        }
        Err(error) => Err(machine.link_error(error)),
    }
}

fn is_reference(element: &str) -> bool {
    element.len() > 2 && element.starts_with('L') && element.ends_with(';')
}

/// `Class.forName(Module, String)`: null if there is no such class.
fn for_name_in_module(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(0) == 0 || args.object(1) == 0 {
        return Err(null_pointer(machine));
    }
    let name = machine.string(args.object(1));
    match machine.program.load(&name.replace('.', "/")) {
        Ok(class) => object(machine.mirror(class)),
        Err(_) => object(0),
    }
}

fn class_loader_of(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    object(class_loader::of_class(machine, class)?)
}

fn module_of(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    object(module::of_class(machine, class)?)
}

// ---- nesting --------------------------------------------------------------------------------

/// The row of a class in its own `InnerClasses` attribute: outer class and simple name.
fn inner_row(machine: &Machine<'_>, class: ClassId) -> Option<(Option<String>, Option<String>)> {
    let name = machine.program.class_name(class);
    let rows = machine.program.class(class).file.as_ref()?.inner_classes().ok()?;
    let row = rows.into_iter().find(|row| row.inner == name)?;
    Some((row.outer.map(|outer| outer.into_owned()), row.name.map(|name| name.into_owned())))
}

/// Where the classes of the program come from; the JDK knows about its own.
fn protection_domain(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    if machine.program.class(machine.program.element_of(class)).origin == Origin::Jdk {
        return Err(Trap::Bytecode);
    }
    class_loader::domain_of_program(machine).and_then(object)
}

/// Later JDKs read the loader from a field, which only classes of the program's own loaders have from the beginning.
fn with_loader(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let loader = class_loader::of_class(machine, class)?;
    let mirror = args.object(0);
    if loader != 0 && machine.field(mirror, "classLoader") != u64::from(loader) {
        machine.permanently(0, |machine| machine.set_field(mirror, "classLoader", loader.into()));
    }
    Err(Trap::Bytecode)
}

fn simple_binary_name(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    match inner_row(machine, class) {
        Some((_, Some(name))) => object(machine.new_string(&name)?),
        _ => object(0),
    }
}

fn declaring_class(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    match inner_row(machine, class) {
        Some((Some(outer), _)) => {
            let outer = machine.linked(|program| program.load_beside(class, &outer))?;
            if !lists_as_member(machine, outer, class) {
                let [outer, class] = [outer, class].map(|class| names::external(machine.program, class));
                let message = format!("{outer} and {class} disagree on InnerClasses attribute");
                return Err(machine.throw("java/lang/IncompatibleClassChangeError", &message));
            }
            object(machine.mirror(outer))
        }
        _ => object(0),
    }
}

/// Whether a class names another as its member, as the other says: hidden classes are members of none.
fn lists_as_member(machine: &Machine<'_>, outer: ClassId, member: ClassId) -> bool {
    let program = machine.program;
    let Some(file) = program.class(outer).file.as_ref() else { return false };
    let name = program.class_name(member);
    file.inner_classes().is_ok_and(|rows| rows.iter().any(|row| row.inner == name))
        && program.load_beside(outer, name).is_ok_and(|class| class == member)
}

/// `{class, name, descriptor}`; the last two are null outside of methods.
fn enclosing_method(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let file = machine.program.class(class).file.as_ref();
    let Some(enclosing) = file.and_then(|file| file.enclosing_method().ok().flatten()) else { return object(0) };
    let outer = machine.linked(|program| program.load_beside(class, &enclosing.class))?;
    let outer = machine.mirror(outer);
    let objects = machine.program.well_known().object_array;
    let array = machine.new_array(objects, 3)?;
    machine.store_element_ref(array, 0, outer);
    if let Some((name, descriptor)) = enclosing.method {
        let name = machine.intern_str(&name);
        let descriptor = machine.intern_str(&descriptor);
        machine.store_element_ref(array, 1, name);
        machine.store_element_ref(array, 2, descriptor);
    }
    object(array)
}

fn nest_host(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let host = machine.program.nest_host(class);
    object(machine.mirror(host))
}

fn nest_members(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let host = machine.program.nest_host(class);
    let file = machine.program.class(host).file.as_ref();
    let members: Vec<String> =
        file.and_then(|file| file.nest_members().ok()).into_iter().flatten().map(|name| name.into_owned()).collect();
    let mut classes = vec![host];
    for member in members {
        classes.push(machine.linked(|program| program.load_beside(class, &member))?);
    }
    object(class_array(machine, &classes)?)
}

fn permitted_subclasses(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let file = machine.program.class(class).file.as_ref();
    let Some(permitted) = file.and_then(|file| file.permitted_subclasses().ok().flatten()) else { return object(0) };
    let permitted: Vec<String> = permitted.into_iter().map(|name| name.into_owned()).collect();
    let mut classes = Vec::new();
    for name in permitted {
        classes.push(machine.linked(|program| program.load_beside(class, &name))?);
    }
    object(class_array(machine, &classes)?)
}
