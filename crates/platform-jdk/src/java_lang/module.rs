//! `java.lang.Module`: one object per module of the JDK, one unnamed module for the user's classes.

use heddle_machine::{Machine, Native, Ref, Trap};
use heddle_program::ClassId;

use crate::java_lang::class_loader;
use crate::rows::{local, nothing, one};

const CLASS: &str = "java/lang/Module";

/// Everything is readable, exported and open to everything: the machine checks access of code, and
/// reflection is not restricted by modules.
pub const ROWS: &[Native] = &[
    local(CLASS, "defineModule0", "", nothing),
    local(CLASS, "addReads0", "", nothing),
    local(CLASS, "addExports0", "", nothing),
    local(CLASS, "addExportsToAll0", "", nothing),
    local(CLASS, "addExportsToAllUnnamed0", "", nothing),
    local(CLASS, "canRead", "(Ljava/lang/Module;)Z", one),
    local(CLASS, "isExported", "", one),
    local(CLASS, "isOpen", "", one),
    local(CLASS, "isReflectivelyExported", "", one),
    local(CLASS, "isReflectivelyOpened", "", one),
    local(CLASS, "canUse", "(Ljava/lang/Class;)Z", one),
    local(CLASS, "ensureNativeAccess", "", nothing),
    local(CLASS, "implAddReads", "", nothing),
    local(CLASS, "implAddExports", "", nothing),
    local(CLASS, "implAddOpens", "", nothing),
    local(CLASS, "implAddUses", "", nothing),
    local("jdk/internal/loader/BootLoader", "setBootLoaderUnnamedModule0", "(Ljava/lang/Module;)V", nothing),
];

/// The `Module` of a class.
pub fn of_class(machine: &mut Machine<'_>, class: ClassId) -> Result<Ref, Trap> {
    match machine.program.module_of(class) {
        Some(name) => named(machine, &name),
        None => {
            let loader = class_loader::application(machine)?;
            unnamed(machine, loader)
        }
    }
}

/// The module of the JDK with that name.
pub fn named(machine: &mut Machine<'_>, name: &str) -> Result<Ref, Trap> {
    if let Some(&module) = machine.globals.get(name) {
        return Ok(module);
    }
    let class = machine.load(CLASS)?;
    let key = KEY ^ name.bytes().fold(0, |hash: u64, byte| hash.wrapping_mul(31) + u64::from(byte)) >> 8;
    let module = machine.permanently(key, |machine| -> Result<Ref, Trap> {
        let module = machine.new_object(class)?;
        let text = machine.intern_str(name);
        machine.set_field(module, "name", text.into());
        Ok(module)
    })?;
    // A JDK has about seventy modules, so what is leaked here is small.
    machine.globals.insert(name.to_owned().leak(), module);
    Ok(module)
}

/// The unnamed module of a class loader.
pub fn unnamed(machine: &mut Machine<'_>, loader: Ref) -> Result<Ref, Trap> {
    const UNNAMED: &str = "the unnamed module";
    if let Some(&module) = machine.globals.get(UNNAMED) {
        return Ok(module);
    }
    let class = machine.load(CLASS)?;
    let module = machine.permanently(KEY, |machine| -> Result<Ref, Trap> {
        let module = machine.new_object(class)?;
        machine.set_field(module, "loader", loader.into());
        Ok(module)
    })?;
    machine.globals.insert(UNNAMED, module);
    Ok(module)
}

/// Under which module objects are named.
const KEY: u64 = 10 << 56;
