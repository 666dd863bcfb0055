//! What a JVM does for the JDK: natives by class, call-site linking, handles, reflection, boot.
//!
//! The folders follow the packages of the JDK, one file per class or small family: `ROWS` is its
//! part of the native table, with one function per row. A row for a method that is not native
//! replaces the JDK's code; everything without a row runs as it is in the user's JDK. JDK 17 to 25
//! share the table: rows are found by class, name and descriptor, fields are named and may be
//! absent.

mod boot;
mod driver;
mod emit;
mod handles;
mod indy;
mod java_io;
mod java_lang;
mod java_nio;
mod java_util;
mod jdk_internal;
mod recipe;
mod reflect;
mod rows;
mod shutdown;
mod verify;

use heddle_machine::{Hooks, Native, NativeTable};
use heddle_program::{ClassId, Injected, Origin, Program, access};

pub use boot::{boot, start_main};
pub use driver::{Argument, start_method};
pub use recipe::{Made, Recipe, Way, calling};

/// Fields that the machine adds to classes of the JDK.
pub const INJECTED: &[Injected] = &all_injected();

const INJECTIONS: &[&[Injected]] = &[
    &[
        Injected { class: "java/io/FileInputStream", name: java_io::files::CONTENT, descriptor: "[B" },
        Injected { class: "java/io/FileInputStream", name: java_io::files::POSITION, descriptor: "J" },
        Injected { class: "java/io/PrintStream", name: java_io::print_stream::DESCRIPTOR, descriptor: "I" },
        Injected { class: "java/lang/Class", name: heddle_machine::INIT_FAILURE, descriptor: "Ljava/lang/Throwable;" },
        Injected { class: "java/lang/Class", name: heddle_machine::INSTANCES, descriptor: "[Ljava/lang/Object;" },
        Injected { class: "java/lang/Class", name: heddle_machine::SWALLOWED, descriptor: "[Ljava/lang/Object;" },
        Injected { class: "java/lang/Class", name: java_io::store::FILES, descriptor: "[Ljava/lang/Object;" },
        Injected { class: "java/lang/Class", name: java_io::open::OPEN, descriptor: "[Ljava/lang/Object;" },
        Injected { class: "java/util/zip/InflaterInputStream", name: java_util::zip::CONTENT, descriptor: "[B" },
        Injected { class: "java/util/zip/InflaterInputStream", name: java_util::zip::POSITION, descriptor: "J" },
        Injected { class: "java/lang/StackFrameInfo", name: java_lang::stack_walker::METHOD, descriptor: "I" },
        Injected { class: "java/lang/StackFrameInfo", name: java_lang::stack_walker::PC, descriptor: "I" },
        Injected { class: "java/lang/Thread", name: jdk_internal::unsafe_access::ALLOCATIONS, descriptor: "I" },
        Injected { class: "java/lang/Thread", name: handles::define::HIDDEN_CLASSES, descriptor: "I" },
        Injected { class: "java/lang/Class", name: java_lang::thread::ALL_IDS, descriptor: "I" },
        Injected { class: "java/lang/Class", name: java_lang::thread::ALL_NAMES, descriptor: "I" },
        Injected { class: "java/lang/Thread", name: java_util::random::READ_RANDOM, descriptor: "I" },
        Injected { class: "java/lang/Thread", name: java_lang::thread::CHILD_IDS, descriptor: "I" },
        Injected { class: "java/lang/Thread", name: java_lang::thread::CHILD_NAMES, descriptor: "I" },
        Injected { class: "java/lang/Thread", name: java_lang::thread::THREAD_LOCALS, descriptor: "I" },
    ],
    java_lang::defined::INJECTED,
    java_lang::reference::INJECTED,
    java_util::deflate::INJECTED,
    handles::INJECTED[0],
    handles::INJECTED[1],
    reflect::INJECTED[0],
    reflect::INJECTED[1],
];

const fn count_injected() -> usize {
    let (mut count, mut list) = (0, 0);
    while list < INJECTIONS.len() {
        count += INJECTIONS[list].len();
        list += 1;
    }
    count
}

const fn all_injected() -> [Injected; count_injected()] {
    let mut all = [INJECTIONS[0][0]; count_injected()];
    let (mut at, mut list) = (0, 0);
    while list < INJECTIONS.len() {
        let mut row = 0;
        while row < INJECTIONS[list].len() {
            all[at] = INJECTIONS[list][row];
            at += 1;
            row += 1;
        }
        list += 1;
    }
    all
}

/// All rows, for whatever JDK.
pub fn rows() -> impl Iterator<Item = &'static Native> {
    let lists = [TABLES, jdk_internal::unsafe_access::ACCESSES, handles::ROWS, reflect::ROWS];
    lists.into_iter().flatten().flat_map(|rows| rows.iter())
}

/// The rows for a program's JDK, and the hooks.
pub fn table(program: &Program) -> NativeTable {
    let modern = program.jdk_feature() > 18;
    let rows = rows().filter(|row| !(modern && UNTIL_18.contains(&(row.class, row.name, row.descriptor))));
    NativeTable::new(program, rows, HOOKS)
}

/// What later JDKs have as Java code on top of other natives.
const UNTIL_18: &[(&str, &str, &str)] = &[
    ("java/lang/Object", "wait", "(J)V"),
    ("java/lang/Thread", "sleep", "(J)V"),
    ("java/lang/ThreadGroup", "interrupt", "()V"),
];

const TABLES: &[&[Native]] = &[
    indy::ROWS,
    verify::ROWS,
    java_io::file_system::ROWS,
    java_io::files::ROWS,
    java_io::print_stream::ROWS,
    java_io::random_access::ROWS,
    java_lang::arraycopy::ROWS,
    java_lang::boxes::ROWS,
    java_lang::class::ROWS,
    java_lang::class_loader::ROWS,
    java_lang::math::ROWS,
    java_lang::defined::ROWS,
    java_lang::module::ROWS,
    java_lang::null_pointer::ROWS,
    java_lang::number::ROWS,
    java_lang::object::ROWS,
    java_lang::properties::ROWS,
    java_lang::reference::ROWS,
    java_lang::runtime::ROWS,
    java_lang::stack_walker::ROWS,
    java_lang::string::ROWS,
    java_lang::system::ROWS,
    java_lang::thread::ROWS,
    java_lang::thread_group::ROWS,
    java_lang::throwable::ROWS,
    java_nio::ROWS,
    java_nio::channel::ROWS,
    java_nio::dispatcher::ROWS,
    java_util::deflate::ROWS,
    java_util::draws::ROWS,
    java_util::fork_join::ROWS,
    java_util::formatter::ROWS,
    java_util::immutable_collections::ROWS,
    java_util::lock_support::ROWS,
    java_util::preferences::ROWS,
    java_util::random::ROWS,
    java_util::service_loader::ROWS,
    java_util::zip::ROWS,
    jdk_internal::flags::ROWS,
    jdk_internal::interfaces::ROWS,
    jdk_internal::management::ROWS,
    jdk_internal::memory_beans::ROWS,
    jdk_internal::thread_info::ROWS,
    jdk_internal::outside::ROWS,
    jdk_internal::reflection::ROWS,
    jdk_internal::unsafe_access::ROWS,
    jdk_internal::vm::ROWS,
];

const HOOKS: Hooks = Hooks {
    link_call_site: indy::link_call_site,
    resolve_constant: indy::resolve_constant,
    prepare_handle_call: handles::prepare_call,
    invoke_handle: handles::invoke_handle,
    handle_effect: handles::effect,
    load_class: java_lang::defined::load_class,
    shutdown: shutdown::shutdown,
};

/// Whether a class was written by [`emit`] for a lambda, a call site or the like, or defined as a
/// hidden class: a JVM hides such classes and their frames.
pub(crate) fn is_hidden_class(program: &Program, class: ClassId) -> bool {
    let class = program.class(class);
    match class.origin {
        Origin::User => program.text(class.name).contains("/0x"),
        Origin::Jdk => {
            class.access & access::SYNTHETIC != 0
                && class.file.as_ref().is_some_and(|file| file.major() == emit::VERSION)
        }
    }
}
