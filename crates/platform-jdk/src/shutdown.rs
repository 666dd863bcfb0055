//! The end of a program: the last thread that is no daemon has ended, and shutdown hooks run.

use heddle_machine::{Args, Machine, Ref, Trap};

use crate::boot::make_thread;

/// Starts the thread that runs the shutdown hooks; whether there are any.
pub fn shutdown(machine: &mut Machine<'_>) -> Result<bool, Trap> {
    if !has_hooks(machine) {
        return Ok(false);
    }
    let Some(class) = machine.program.loaded("java/lang/Shutdown") else { return Ok(false) };
    let method = machine.method(class, "shutdown", "()V")?;
    let main = machine.state.threads[0].object;
    let holder = machine.field(main, "holder") as u32;
    let group = machine.field(if holder == 0 { main } else { holder }, "group") as u32;
    let thread = make_thread(machine, "DestroyJavaVM", group, 2)?;
    machine.start_shutdown_thread(thread, method, &Args::new())?;
    Ok(true)
}

/// Whether this run has registered something to do at its end. That the classes which keep it are
/// initialised says nothing: another run may have done that.
fn has_hooks(machine: &mut Machine<'_>) -> bool {
    let threads = kept(machine, "java/lang/ApplicationShutdownHooks", "hooks");
    if threads != 0 && machine.field(threads, "size") != 0 {
        return true;
    }
    let files = kept(machine, "java/io/DeleteOnExitHook", "files");
    let map = if files == 0 { 0 } else { machine.field(files, "map") as Ref };
    map != 0 && machine.field(map, "size") != 0
}

fn kept(machine: &mut Machine<'_>, class: &str, field: &'static str) -> Ref {
    match machine.program.loaded(class) {
        Some(class) if machine.is_class_initialized(class) => machine.static_field(class, field) as Ref,
        _ => 0,
    }
}
