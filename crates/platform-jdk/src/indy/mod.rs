//! Linking `invokedynamic` (JVMS 6.5) and dynamic constants inside the machine, without the JDK's
//! `LambdaForm`s: what comes in is a call site, what goes out is a static method to call instead,
//! or a constant.
//!
//! The bootstrap methods that compilers use are known here and give a small class each: lambdas,
//! string concatenation, the methods of records, pattern switches. Any other bootstrap method is
//! called for real, see [`bootstrap`].
//!
//! Classes are named by the class and position of the call site, never by a counter: names do not
//! depend on the order in which threads get to the sites.

mod bootstrap;
mod concat;
mod constant;
mod lambda;
mod record;
mod switch;

use std::borrow::Cow;

use heddle_classfile::{ClassFile, FormatError, HandleKind};
use heddle_machine::{CallSiteTarget, Machine, Native, Trap};
use heddle_program::{ClassId, Program};

pub use constant::resolve_constant;

pub const ROWS: &[Native] = concat::ROWS;

/// An `InvokeDynamic` or `Dynamic` entry with its bootstrap method, as the class file has them.
pub(crate) struct Site<'p> {
    pub host: ClassId,
    pub file: &'p ClassFile,
    pub name: Cow<'p, str>,
    pub descriptor: Cow<'p, str>,
    pub bootstrap: Member<'p>,
    /// Pool indices of the static arguments.
    pub arguments: Vec<u16>,
    /// Tells apart sites of one class.
    pub position: u64,
}

/// A method handle entry of a class file, not resolved.
pub(crate) struct Member<'p> {
    pub kind: HandleKind,
    pub class: Cow<'p, str>,
    pub name: Cow<'p, str>,
    pub descriptor: Cow<'p, str>,
    /// Whether `class` is referred to as an interface.
    pub interface: bool,
}

/// Links the `InvokeDynamic` entry `cp` of a class.
pub fn link_call_site(
    machine: &mut Machine<'_>,
    host: ClassId,
    cp: u16,
    position: u32,
) -> Result<CallSiteTarget, Trap> {
    let position = u64::from(cp) << 32 | u64::from(position);
    let site = read_site(machine, host, cp, position)?;
    match (&*site.bootstrap.class, &*site.bootstrap.name) {
        ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => lambda::link(machine, &site),
        ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants" | "makeConcat") => {
            concat::link(machine, &site)
        }
        ("java/lang/runtime/ObjectMethods", "bootstrap") => record::link(machine, &site),
        ("java/lang/runtime/SwitchBootstraps", "typeSwitch") => switch::link_type_switch(machine, &site),
        ("java/lang/runtime/SwitchBootstraps", "enumSwitch") => switch::link_enum_switch(machine, &site),
        _ => bootstrap::link(machine, &site),
    }
}

/// Reads the entry `cp` and its bootstrap method.
fn read_site<'p>(machine: &mut Machine<'p>, host: ClassId, cp: u16, position: u64) -> Result<Site<'p>, Trap> {
    let program: &'p Program = machine.program;
    let file = program.class(host).file.as_deref().expect("code with pool operands has a class file");
    let read = || -> Result<Site<'p>, FormatError> {
        let (bootstrap, entry) = file.dynamic(cp)?;
        let bootstrap = file.bootstrap_method(bootstrap)?;
        Ok(Site {
            host,
            file,
            name: entry.name,
            descriptor: entry.descriptor,
            bootstrap: read_member(file, bootstrap.handle)?,
            arguments: bootstrap.arguments,
            position,
        })
    };
    read().map_err(|error| format_error(machine, host, &error))
}

/// Reads a `MethodHandle` entry.
fn read_member(file: &ClassFile, cp: u16) -> Result<Member<'_>, FormatError> {
    let (kind, reference) = file.method_handle(cp)?;
    let member = file.member_ref(reference)?;
    Ok(Member {
        kind,
        class: file.class_name(member.class)?,
        name: member.name,
        descriptor: member.descriptor,
        interface: member.interface,
    })
}

fn format_error(machine: &mut Machine<'_>, class: ClassId, error: &FormatError) -> Trap {
    let message = error.message(machine.program.class_name(class));
    machine.throw(error.java_class, &message)
}

impl Site<'_> {
    /// The name of the class that stands for this site: `Host$$Kind/0x...`, like a hidden class.
    fn class_name(&self, machine: &Machine<'_>, kind: &str) -> String {
        format!("{}$${kind}/0x{:016x}", machine.program.class_name(self.host), self.position)
    }

    /// A static argument that compilers always write; a class file without it was not made by one.
    fn argument(&self, machine: &mut Machine<'_>, at: usize) -> Result<u16, Trap> {
        self.arguments.get(at).copied().ok_or_else(|| {
            machine.throw("java/lang/BootstrapMethodError", "too few static arguments of a bootstrap method")
        })
    }

    /// What `read` finds in the class file.
    fn read<T>(&self, machine: &mut Machine<'_>, read: impl FnOnce() -> Result<T, FormatError>) -> Result<T, Trap> {
        read().map_err(|error| format_error(machine, self.host, &error))
    }
}
