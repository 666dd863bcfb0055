//! Making a machine ready for a program: the little of a JVM's start that every program needs.
//!
//! `System.initPhase1..3` are not run. What they would set up is either set directly (standard
//! streams, the main thread and its groups) or made when first asked for (properties, loaders).

use heddle_jdk::threads;
use heddle_machine::{Args, Machine, Ref, Thread, Trap};
use heddle_program::{ClassId, MethodId, Program, access};

use crate::emit::{self, ClassBuilder};
use crate::java_io::print_stream::DESCRIPTOR;
use crate::java_lang::{class_loader, string};
use crate::rows::unsupported;

/// Names of permanent objects made here.
const KEY: u64 = 12 << 56;

/// Boots a fresh machine. Afterwards [`start_main`] adds the thread that runs the program.
pub fn boot(machine: &mut Machine<'_>) -> Result<(), Trap> {
    if !string::has_known_layout(machine.program) {
        return Err(unsupported("the fields of java.lang.String in this JDK"));
    }
    for (class, field) in threads::masked_fields() {
        machine.mask_field(class, field);
    }
    let thread = machine.program.well_known().thread;
    if let Some(interrupted) = machine.place(thread, threads::INTERRUPTED) {
        machine.set_interrupted_field(interrupted);
    }
    for field in threads::own_fields() {
        machine.own_field(field);
    }
    machine.identity_fields(threads::IDENTITY);
    for (class, field) in threads::quiet_fields() {
        machine.quiet_field(class, field);
    }
    for (class, field) in threads::tasks() {
        machine.task_field(class, field);
    }
    let groups = machine.permanently(KEY, make_groups)?;
    let main = machine.permanently(KEY | 1, |machine| make_main_thread(machine, groups))?;
    machine.state.threads.push(Thread::new(main, Box::new([]), false));
    initialize(machine)
}

/// The classes that the machine relies on, and the few things that a JVM writes into them.
fn initialize(machine: &mut Machine<'_>) -> Result<(), Trap> {
    let constants = initialized(machine, "jdk/internal/misc/UnsafeConstants")?;
    machine.permanently(KEY | 2, |machine| {
        for (field, value) in [("ADDRESS_SIZE0", 8), ("PAGE_SIZE", 4096), ("UNALIGNED_ACCESS", 1), ("BIG_ENDIAN", 0)] {
            machine.set_static_field(constants, field, value);
        }
    });
    // What the JDK's packages tell each other, before any class can keep what it finds there.
    let system = initialized(machine, "java/lang/System")?;
    let access = machine.method(system, "setJavaLangAccess", "()V")?;
    machine.permanently(KEY | 3, |machine| machine.call_now(access, &[]))?;
    // As in a JVM, what reflection relies on comes up before anything can ask for it halfway.
    let basic = ["java/lang/String", "java/lang/Class", "java/lang/Thread", "java/lang/Throwable"];
    for class in basic.into_iter().chain(["java/lang/reflect/Method"]) {
        initialized(machine, class)?;
    }
    let mirror = machine.mirror(system);
    machine.linkage.globals.insert("java/lang/System", mirror);
    machine.permanently(KEY | 4, |machine| make_streams(machine, system))
}

fn initialized(machine: &mut Machine<'_>, name: &str) -> Result<ClassId, Trap> {
    let class = machine.load(name)?;
    machine.ensure_initialized(class)?;
    Ok(class)
}

/// The groups `system` and, below it, `main`; gives the latter.
fn make_groups(machine: &mut Machine<'_>) -> Result<Ref, Trap> {
    let class = machine.load("java/lang/ThreadGroup")?;
    let mut parent = 0;
    for name in ["system", "main"] {
        let group = machine.new_object(class)?;
        let name = machine.intern_str(name);
        machine.set_field(group, "name", name.into());
        machine.set_field(group, "maxPriority", 10);
        machine.set_field(group, "parent", u64::from(parent));
        parent = group;
    }
    Ok(parent)
}

/// A `java.lang.Thread` as its constructor would leave it.
pub fn make_thread(machine: &mut Machine<'_>, name: &str, group: Ref, id: u64) -> Result<Ref, Trap> {
    let class = machine.program.well_known().thread;
    let thread = machine.new_object(class)?;
    let name = machine.intern_str(name);
    machine.set_field(thread, "name", name.into());
    machine.set_field(thread, "tid", id);
    machine.set_field(thread, "eetop", 1);
    let object = machine.program.well_known().object;
    for lock in ["blockerLock", "interruptLock"] {
        if machine.place(class, lock).is_some() {
            let value = machine.new_object(object)?;
            machine.set_field(thread, lock, value.into());
        }
    }
    let holder = match machine.place(class, "holder") {
        Some(_) => {
            let holder_class = machine.load("java/lang/Thread$FieldHolder")?;
            let holder = machine.new_object(holder_class)?;
            machine.set_field(thread, "holder", holder.into());
            holder
        }
        None => thread,
    };
    machine.set_field(holder, "group", group.into());
    machine.set_field(holder, "priority", 5);
    machine.set_thread_status(thread, RUNNABLE);
    Ok(thread)
}

/// `threadStatus` of a thread that runs.
const RUNNABLE: u64 = 5;

fn make_main_thread(machine: &mut Machine<'_>, group: Ref) -> Result<Ref, Trap> {
    let class = machine.program.well_known().thread;
    let id = machine.static_field(class, "PRIMORDIAL_TID").max(1);
    let thread = make_thread(machine, "main", group, id)?;
    let loader = class_loader::application(machine)?;
    machine.set_field(thread, "contextClassLoader", loader.into());
    Ok(thread)
}

/// `System.in`, `out` and `err`.
fn make_streams(machine: &mut Machine<'_>, system: ClassId) -> Result<(), Trap> {
    let class = machine.load("java/io/PrintStream")?;
    if machine.program.jdk_feature() < 19 {
        machine.linkage.locked_groups = machine.program.loaded("java/lang/ThreadGroup");
    }
    for (field, descriptor) in [("out", 1), ("err", 2)] {
        let stream = machine.new_object(class)?;
        machine.set_field(stream, DESCRIPTOR, descriptor);
        // Not null, so that the JDK takes the stream for open.
        machine.set_field(stream, "out", stream.into());
        machine.set_static_field(system, field, stream.into());
        machine.linkage.streams[descriptor as usize - 1] = stream;
        if field == "err" {
            machine.set_static_field(system, "initialErr", stream.into());
        }
    }
    // While exploring there is no input, and a stream without one is the smallest state.
    let input = match machine.is_exploring() {
        true => class_loader::byte_stream(machine, &[])?,
        false => standard_input(machine)?,
    };
    machine.set_static_field(system, "in", input.into());
    machine.set_static_field(system, "initialIn", input.into());
    let separator = machine.intern_str("\n");
    machine.set_static_field(system, "lineSeparator", separator.into());
    Ok(())
}

/// A buffered stream on descriptor 0.
fn standard_input(machine: &mut Machine<'_>) -> Result<Ref, Trap> {
    let descriptors = initialized(machine, "java/io/FileDescriptor")?;
    let descriptor = machine.static_field(descriptors, "in");
    let file = initialized(machine, "java/io/FileInputStream")?;
    let buffered = initialized(machine, "java/io/BufferedInputStream")?;
    let of_descriptor = machine.method(file, "<init>", "(Ljava/io/FileDescriptor;)V")?;
    let of_stream = machine.method(buffered, "<init>", "(Ljava/io/InputStream;)V")?;
    let (inner, outer) = (machine.new_object(file)?, machine.new_object(buffered)?);
    machine.call_now(of_descriptor, &[inner.into(), descriptor])?;
    machine.call_now(of_stream, &[outer.into(), inner.into()])?;
    Ok(outer)
}

/// Adds the frame of `main` to the booted machine's thread.
///
/// The frame is that of a small launcher class, which no stack trace shows: initialising the main
/// class, and making an instance of it if need be, are then steps like any other.
pub fn start_main(machine: &mut Machine<'_>, main_class: &str, args: &[String]) -> Result<(), Trap> {
    let class = machine.load(&main_class.replace('.', "/"))?;
    let main = find_main(machine.program, class).ok_or_else(|| no_main(machine, class))?;
    let launcher = define_launcher(machine, class, main)?;
    let run = emit::method_of(machine, launcher, "run");
    let strings = machine.program.well_known().string_array;
    let array = machine.new_array(strings, args.len() as u32)?;
    for (index, arg) in args.iter().enumerate() {
        let arg = machine.new_string(arg)?;
        machine.store_element_ref(array, index as u32, arg);
    }
    machine.enter(run, &Args::from_slice(&[array.into()]))
}

/// The method that a launcher calls: `public static void main(String[])`, from JDK 25 on also
/// without parameter or without being static or public (JLS 12.1.4).
fn find_main(program: &Program, class: ClassId) -> Option<MethodId> {
    let with_args = program.find_method(class, "main", "([Ljava/lang/String;)V");
    let classic = |&id: &MethodId| {
        let method = program.method(id);
        method.is_static() && method.access & access::PUBLIC != 0
    };
    if let Some(main) = with_args.filter(classic) {
        return Some(main);
    }
    if program.jdk_feature() < 25 {
        return None;
    }
    let open = |&id: &MethodId| !program.method(id).is_private();
    with_args.filter(open).or_else(|| program.find_method(class, "main", "()V").filter(open))
}

/// Whether a method is that of a launcher.
pub fn is_launcher(machine: &Machine<'_>, method: MethodId) -> bool {
    machine.program.class_name(machine.program.method(method).class).ends_with(LAUNCHER)
}

/// How names of launchers end.
const LAUNCHER: &str = "$$Launcher";

fn define_launcher(machine: &mut Machine<'_>, class: ClassId, main: MethodId) -> Result<ClassId, Trap> {
    let program = machine.program;
    let name = program.class_name(class);
    let method = program.method(main);
    let descriptor = program.text(method.descriptor);
    emit::define(machine, &format!("{name}{LAUNCHER}"), || {
        let mut launcher = ClassBuilder::new(&format!("{name}{LAUNCHER}"), "java/lang/Object");
        launcher.method(access::STATIC, "run", "([Ljava/lang/String;)V", |code| {
            if !method.is_static() {
                code.new_object(name);
                code.dup();
                code.invoke_special(name, "<init>", "()V");
            }
            if !method.params.is_empty() {
                code.load("[Ljava/lang/String;", 0);
            }
            if method.is_static() {
                code.invoke(0xB8, name, "main", descriptor, program.class(class).is_interface());
            } else {
                code.invoke_virtual(name, "main", descriptor);
            }
            code.ret("V");
        });
        launcher
    })
}

/// Says what is wrong with the main method that there is, if any.
fn no_main(machine: &mut Machine<'_>, class: ClassId) -> Trap {
    let program = machine.program;
    let name = heddle_machine::names::external(program, class);
    let methods = program.class(class).methods.iter().map(|&id| program.method(id));
    let mains: Vec<_> = methods.filter(|method| program.text(method.name) == "main").collect();
    let found = match mains.iter().find(|method| program.text(method.descriptor) == "([Ljava/lang/String;)V") {
        Some(method) if !method.is_static() => "its main method is not static",
        Some(_) => "its main method is not public",
        None if mains.is_empty() => "it has no main method",
        None => "its main method has another type",
    };
    unsupported(format!("{found}; class {name} needs public static void main(String[] args)"))
}
