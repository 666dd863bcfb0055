//! What a JVM does for the JDK: natives by class, call-site linking, handles, reflection, boot.
//!
//! The folders follow the packages of the JDK, one file per class or small family: `ROWS` is its
//! part of the native table, with one function per row. A row for a method that is not native
//! replaces the JDK's code; everything without a row runs as it is in the user's JDK. JDK 17 to 25
//! share the table: rows are found by class, name and descriptor, fields are named and may be
//! absent.

mod boot;
mod emit;
// Stands in until the folder `handles` is complete.
mod handles {
    use heddle_machine::{Machine, Ref, Trap};
    use heddle_program::Type;
    pub fn method_type(_: &mut Machine<'_>, _: &str) -> Result<Ref, Trap> {
        Err(crate::rows::unsupported("method types"))
    }
    pub fn external_type(_: &mut Machine<'_>, _: Ref) -> String {
        String::new()
    }
    pub fn constant_handle(_: &mut Machine<'_>, _: &crate::indy::Member<'_>) -> Result<Ref, Trap> {
        Err(crate::rows::unsupported("method handles"))
    }
    pub fn new_lookup(_: &mut Machine<'_>, _: heddle_program::ClassId) -> Result<Ref, Trap> {
        Err(crate::rows::unsupported("method handles"))
    }
    pub fn box_value(_: &mut Machine<'_>, _: Type, _: u64) -> Result<Ref, Trap> {
        Err(crate::rows::unsupported("boxes"))
    }
    pub fn unbox(_: &mut Machine<'_>, _: Ref, _: Type) -> Result<u64, Trap> {
        Err(crate::rows::unsupported("boxes"))
    }
}
mod indy;
mod java_io;
mod java_lang;
mod jdk_internal;
mod rows;
mod shutdown;

use heddle_machine::{Hooks, Machine, Native, NativeTable, Pending};
use heddle_program::{ClassId, Injected, Origin, Program, access};

pub use boot::{MASKED, boot, start_main};

/// Fields that the machine adds to classes of the JDK.
pub const INJECTED: &[Injected] = &[
    Injected { class: "java/io/PrintStream", name: java_io::print_stream::DESCRIPTOR, descriptor: "I" },
    Injected { class: "java/lang/Thread", name: java_lang::thread::CHILD_IDS, descriptor: "I" },
    Injected { class: "java/lang/Thread", name: java_lang::thread::CHILD_NAMES, descriptor: "I" },
];

/// All rows and hooks.
pub fn table(program: &Program) -> NativeTable {
    let rows = TABLES.iter().chain(jdk_internal::unsafe_access::ACCESSES).flat_map(|rows| rows.iter().copied());
    NativeTable::new(program, rows, HOOKS)
}

const TABLES: &[&[Native]] = &[
    indy::ROWS,
    java_io::print_stream::ROWS,
    java_lang::arraycopy::ROWS,
    java_lang::class::ROWS,
    java_lang::class_loader::ROWS,
    java_lang::module::ROWS,
    java_lang::number::ROWS,
    java_lang::object::ROWS,
    java_lang::properties::ROWS,
    java_lang::reference::ROWS,
    java_lang::runtime::ROWS,
    java_lang::string::ROWS,
    java_lang::system::ROWS,
    java_lang::thread::ROWS,
    java_lang::thread_group::ROWS,
    java_lang::throwable::ROWS,
    jdk_internal::reflection::ROWS,
    jdk_internal::unsafe_access::ROWS,
    jdk_internal::vm::ROWS,
];

const HOOKS: Hooks = Hooks {
    link_call_site: indy::link_call_site,
    resolve_constant: indy::resolve_constant,
    prepare_handle_call: |_, _| 0,
    invoke_handle: |_, _, _| Err(rows::unsupported("method handles")),
    handle_effect: |_: &Machine<'_>, _, _| Pending::Global,
    shutdown: shutdown::shutdown,
};

/// Whether a class was written by [`emit`] for a lambda, a call site or the like: a JVM hides such
/// classes and their frames.
pub(crate) fn is_hidden_class(program: &Program, class: ClassId) -> bool {
    let class = program.class(class);
    class.origin == Origin::Jdk
        && class.access & access::SYNTHETIC != 0
        && class.file.as_ref().is_some_and(|file| file.major() == emit::VERSION)
}
