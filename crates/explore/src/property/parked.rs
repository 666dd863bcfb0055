//! What a parked thread waits for, read off its stack: `java.util.concurrent` tells it to debuggers
//! through a field that is no part of a state, but its methods still stand on the stack, each with
//! the object that it belongs to.

use heddle_jdk::{CONCURRENT, synchronizers};
use heddle_machine::{Frame, Machine, Ref};

/// What a thread parks for; objects are 0 where there is none.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Parked {
    /// The object whose method the program called: a lock, a latch, a queue, a future.
    pub what: Ref,
    /// What knows the owner, if the thread waits for a lock.
    pub synchronizer: Ref,
    /// The condition that the thread waits on.
    pub condition: Ref,
}

/// What thread `t`, which is parked, waits for. All zero if the program parks by itself.
pub fn parked(machine: &mut Machine<'_>, t: usize) -> Parked {
    let mut parked = Parked::default();
    let mut in_locks = 0;
    let mut inside = false;
    for index in (0..machine.state.threads[t].frames.len()).rev() {
        let frame = machine.state.threads[t].frames[index];
        let program = machine.program;
        let method = program.method(frame.method);
        let name = program.class_name(method.class);
        let in_package = match name.strip_prefix(CONCURRENT) {
            Some(in_package) => in_package,
            // How a virtual thread parks stands above `LockSupport`.
            None if !inside && synchronizers::is_parking(name) => continue,
            None => break,
        };
        inside = true;
        if method.is_static() {
            continue;
        }
        let this = this_of(machine, t, frame);
        if synchronizers::is_condition(name) {
            if parked.synchronizer == 0 && parked.condition == 0 {
                parked.condition = this;
                in_locks = this;
            }
        } else if synchronizers::is_queued(name) {
            if parked.synchronizer == 0 && parked.condition == 0 {
                parked.synchronizer = this;
            }
            in_locks = if in_locks == 0 { this } else { in_locks };
        } else if in_package.contains('$') {
            continue;
        } else if name.starts_with(synchronizers::LOCKS) {
            in_locks = this;
        } else {
            parked.what = this;
            return parked;
        }
    }
    parked.what = in_locks;
    parked
}

/// The thread that owns what is waited for, if it is a lock and owned.
pub fn owner(machine: &mut Machine<'_>, parked: Parked) -> Option<usize> {
    if parked.synchronizer == 0 {
        return None;
    }
    match machine.field(parked.synchronizer, synchronizers::OWNER) as Ref {
        0 => None,
        thread => machine.thread_of(thread),
    }
}

/// The condition that thread `t` is signalling, if it stands in one of its methods that do.
pub fn signalling(machine: &mut Machine<'_>, t: usize) -> Option<Ref> {
    let frames = machine.state.threads[t].frames.clone();
    let found = frames.into_iter().rev().find(|frame| {
        let method = machine.program.method(frame.method);
        synchronizers::signals(machine.program.class_name(method.class), machine.program.text(method.name))
    });
    found.map(|frame| this_of(machine, t, frame))
}

/// Locks, semaphores and latches keep their state in an inner object, their `sync`. Gives those of
/// thread `t`'s stack with the objects that they are the inside of.
pub fn insides(machine: &mut Machine<'_>, t: usize) -> Vec<(Ref, Ref)> {
    let mut found = Vec::new();
    for index in 0..machine.state.threads[t].frames.len() {
        let frame = machine.state.threads[t].frames[index];
        let method = machine.program.method(frame.method);
        let class = machine.program.class_name(method.class);
        if method.is_static() || class.contains('$') || !class.starts_with(CONCURRENT) {
            continue;
        }
        let this = this_of(machine, t, frame);
        if this != 0 && machine.place(method.class, synchronizers::INSIDE).is_some() {
            found.push((machine.field(this, synchronizers::INSIDE) as Ref, this));
        }
    }
    found
}

/// The object that a method belongs to, in the first register. Nothing ever writes another value
/// there in the JDK's synchronisers.
fn this_of(machine: &Machine<'_>, t: usize, frame: Frame) -> Ref {
    machine.state.threads[t].regs[frame.base as usize] as Ref
}
