//! The end of a program: the last thread that is no daemon has ended, and shutdown hooks run.

use heddle_machine::{Args, Machine, Trap};

use crate::boot::make_thread;

/// Starts the thread that runs the shutdown hooks; whether there are any.
pub fn shutdown(machine: &mut Machine<'_>) -> Result<bool, Trap> {
    // Hooks are kept by `java.lang.Shutdown`: no class, no hooks.
    let Some(class) = machine.program.loaded("java/lang/Shutdown") else { return Ok(false) };
    if !machine.is_class_initialized(class) {
        return Ok(false);
    }
    let method = machine.method(class, "shutdown", "()V")?;
    let main = machine.threads[0].object;
    let holder = machine.field(main, "holder") as u32;
    let group = machine.field(if holder == 0 { main } else { holder }, "group") as u32;
    let thread = make_thread(machine, "DestroyJavaVM", group, 2)?;
    machine.start_shutdown_thread(thread, method, &Args::new())?;
    Ok(true)
}
