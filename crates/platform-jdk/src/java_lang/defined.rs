//! Class loaders of the program: classes that they define from bytes, and asking them for the
//! classes that those refer to (JVMS 5.3.2).
//!
//! Each loader that defines a class gets a space of names, numbered in the order in which that
//! happens on the path. A class belongs to its loader while its mirror says so; stepping back takes
//! that back, and what is defined again from the same bytes is the same class. A loader's code runs
//! in one go when a class is needed, as initialisers of the JDK's classes do. If two schedules give
//! loaders of the same number different classes of one name, that is not supported.

use bytes::Bytes;
use heddle_classfile::ClassFile;
use heddle_machine::{Machine, Native, NativeResult, Pending, Ref, Trap};
use heddle_program::effect::{PURE, Place};
use heddle_program::ir::ElementKind;
use heddle_program::{ClassId, Injected, Origin, Symbol};

use super::class_loader::{application, is_builtin};
use crate::rows::{Slots, null_pointer, object, row, unsupported};

const CLASS: &str = "java/lang/ClassLoader";
const SPACE: &str = "heddleSpace";
const LOAD_CLASS: (&str, &str) = ("loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");

pub const ROWS: &[Native] = &[
    row(CLASS, "defineClass1", "", define, PURE.reading(&[Place::Range(2, 3, 4)])).refined(names),
    row(CLASS, "findLoadedClass0", "(Ljava/lang/String;)Ljava/lang/Class;", find_loaded, PURE).refined(names),
];

/// What a loader of the program has defined is seen by all threads.
fn names(machine: &Machine<'_>, args: &[u64]) -> Pending {
    let loader = args.object(0);
    let is_users = loader != 0 && machine.program.class(machine.class_of(loader)).origin == Origin::User;
    if is_users { Pending::Global } else { Pending::Local }
}

/// The number of a loader's space of names; the application's loader has the last one given.
pub const INJECTED: &[Injected] = &[Injected { class: CLASS, name: SPACE, descriptor: "I" }];

/// The loader of a class that a loader of the program defined.
pub fn loader_of(machine: &mut Machine<'_>, class: ClassId) -> Ref {
    let element = machine.program.element_of(class);
    let mirror = machine.mirror(element);
    machine.field(mirror, "classLoader") as Ref
}

fn space_of(machine: &mut Machine<'_>, loader: Ref) -> Result<u32, Trap> {
    if is_builtin(machine, loader) {
        return Ok(0);
    }
    let own = machine.field(loader, SPACE) as u32;
    if own != 0 {
        return Ok(own);
    }
    let application = application(machine)?;
    let next = machine.field(application, SPACE) + 1;
    machine.set_field(application, SPACE, next);
    machine.set_field(loader, SPACE, next);
    Ok(next as u32)
}

/// `defineClass1(loader, name, bytes, offset, length, domain, source)`.
fn define(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (loader, array) = (args.object(0), args.object(2));
    if array == 0 {
        return Err(null_pointer(machine));
    }
    let (from, len) = (args.int(3) as usize, args.int(4) as usize);
    let bytes: Bytes = match machine.state.heap.bytes(array, ElementKind::Byte).get(from..from.saturating_add(len)) {
        Some(part) => part.to_vec().into(),
        None => return Err(machine.throw_bare("java/lang/ArrayIndexOutOfBoundsException")),
    };
    let wanted = (args.object(1) != 0).then(|| machine.string(args.object(1)).replace('.', "/"));
    let file = match ClassFile::parse(bytes.clone()) {
        Ok(file) => file,
        Err(error) => {
            let message = error.message(wanted.as_deref().unwrap_or("<Unknown>"));
            return Err(machine.throw(error.java_class, &message));
        }
    };
    let name = file.name().into_owned();
    if let Some(wanted) = wanted.filter(|wanted| *wanted != name) {
        let message = format!("{wanted} (wrong name: {name})");
        return Err(machine.throw("java/lang/NoClassDefFoundError", &message));
    }
    let space = space_of(machine, loader)?;
    let class = match machine.program.loaded_in(space, &name) {
        Some(class) => again(machine, class, loader, &bytes)?,
        None => machine.linked(|program| program.define_in(space, bytes.clone(), Origin::User))?,
    };
    let mirror = machine.mirror(class);
    if space != 0 {
        machine.set_field(mirror, "classLoader", loader.into());
    }
    object(mirror)
}

/// A class of this name exists: by this loader's doing, or from another path.
fn again(machine: &mut Machine<'_>, class: ClassId, loader: Ref, bytes: &Bytes) -> Result<ClassId, Trap> {
    let program = machine.program;
    let owner = loader_of(machine, class);
    if owner == loader || program.class(class).space == 0 {
        let name = program.class_name(class).replace('/', ".");
        let own = named(machine, loader);
        let parent = match machine.field(loader, "parent") as Ref {
            0 => "'bootstrap'".into(),
            parent => named(machine, parent),
        };
        let message = format!(
            "loader {own} attempted duplicate class definition for {name}. \
             ({name} is in unnamed module of loader {own}, parent loader {parent})"
        );
        return Err(machine.throw("java/lang/LinkageError", &message));
    }
    let same = program.class(class).file.as_ref().is_some_and(|file| file.bytes() == bytes);
    if owner == 0 && same {
        return Ok(class);
    }
    Err(unsupported("class loaders that define other classes under another schedule"))
}

/// A loader, as messages of the virtual machine name it.
fn named(machine: &mut Machine<'_>, loader: Ref) -> String {
    let name = machine.field(loader, "nameAndId") as Ref;
    let name = if name == 0 { String::new() } else { machine.string(name) };
    if is_builtin(machine, loader) { format!("'{}'", name.trim_matches('\'')) } else { name }
}

/// A class that a loader has defined, or was asked for by its classes.
fn find_loaded(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let loader = args.object(0);
    let name = machine.string(args.object(1)).replace('.', "/");
    let space = if is_builtin(machine, loader) { 0 } else { machine.field(loader, SPACE) as u32 };
    if space == 0 && !is_builtin(machine, loader) {
        return object(0);
    }
    let found = machine.program.loaded_in(space, &name);
    let found = found.filter(|&class| space == 0 || loader_of(machine, class) == loader);
    match found {
        Some(class) => object(machine.mirror(class)),
        None => object(0),
    }
}

/// What a loader's `loadClass` gives for a name with dots.
pub fn ask(machine: &mut Machine<'_>, loader: Ref, name: &str) -> Result<ClassId, Trap> {
    let class = machine.class_of(loader);
    let load = machine.method(class, LOAD_CLASS.0, LOAD_CLASS.1)?;
    let text = machine.intern_str(name);
    let mirror = machine.call_now(load, &[loader.into(), text.into()])? as Ref;
    match machine.class_of_mirror(mirror) {
        Some(class) => Ok(class),
        None => Err(machine.throw("java/lang/ClassNotFoundException", name)),
    }
}

/// Asks the loader of a space for a class that code of its classes names. In space 0 the question
/// is only asked for the sake of the exception.
pub fn load_class(machine: &mut Machine<'_>, name: Symbol) -> Result<(), Trap> {
    let program = machine.program;
    let (space, text) = program.name_parts(name);
    let members = (0..program.counts().0 as u32).map(ClassId).filter(|&id| program.class(id).space == space);
    let loader = match space {
        0 => Some(application(machine)?),
        _ => members.map(|class| loader_of(machine, class)).find(|&loader| loader != 0),
    };
    let Some(loader) = loader.or_else(|| defining(machine, space)) else {
        return Err(unsupported(format!("loading {text} without its class loader")));
    };
    match ask(machine, loader, &text.replace('/', ".")) {
        Ok(class) => {
            if space != 0 {
                program.bind(name, class);
            }
            Ok(())
        }
        Err(Trap::Throw(cause)) => Err(not_found(machine, text, cause)),
        Err(other) => Err(other),
    }
}

/// The loader of a space that has no class yet: it is defining its first one, in the frame of its
/// `defineClass`.
fn defining(machine: &mut Machine<'_>, space: u32) -> Option<Ref> {
    let thread = &machine.state.threads[machine.stepper.current];
    let receivers: Vec<Ref> = thread
        .frames
        .iter()
        .rev()
        .filter(|frame| {
            let method = machine.program.method(frame.method);
            machine.program.class_name(method.class) == CLASS && !method.is_static()
        })
        .map(|frame| thread.regs[frame.base as usize] as Ref)
        .collect();
    receivers.into_iter().find(|&loader| loader != 0 && machine.field(loader, SPACE) as u32 == space)
}

/// JVMS 5.3: that a loader does not find a class is a `NoClassDefFoundError` with the loader's
/// exception as its cause; other exceptions are passed on.
fn not_found(machine: &mut Machine<'_>, text: &str, cause: Ref) -> Trap {
    let missing = machine.program.loaded("java/lang/ClassNotFoundException");
    if !missing.is_some_and(|missing| machine.is_instance(cause, missing)) {
        return Trap::Throw(cause);
    }
    let trap = machine.throw("java/lang/NoClassDefFoundError", text);
    if let Trap::Throw(error) = trap {
        machine.set_field(error, "cause", cause.into());
    }
    trap
}
