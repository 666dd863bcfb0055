//! Memory of the JDK's synchronisers themselves, as opposed to that of the program which they come across.
//!
//! An operation may go on before an access only if the program reaches the place through operations alone: fields of
//! synchronisers and of their nodes, and arrays and atomic variables that the code of the same class has made for itself. Elements that are
//! compared, hashed or copied, and the collections that they come from or go to, are the program's, whoever accesses
//! them. That is decided by the object that is accessed and by the code that accesses it, not by what the operation is
//! called.
//!
//! So is the flag that says whether a thread is interrupted, once threads are: between a look at the flag and one at the
//! state of a lock others may interrupt the thread and release the lock.

use heddle_jdk::{access, is_synchronizing, threads};
use heddle_machine::{Location, Machine, Pending, Ref};
use heddle_program::{ClassId, MethodId, Program};
use rustc_hash::FxHashMap;

/// What is known of classes, methods and allocation sites, as far as it was asked.
#[derive(Default)]
pub struct OwnMemory {
    /// Threads are interrupted.
    pub interrupts: bool,
    /// Whether a class is a synchroniser or a part of one.
    classes: FxHashMap<ClassId, bool>,
    /// Whether a method accesses memory for its caller.
    for_caller: FxHashMap<MethodId, bool>,
    /// Whether what is made at a site belongs to the class whose method uses it.
    made: FxHashMap<(u32, MethodId), bool>,
}

impl OwnMemory {
    /// Whether all that an action accesses or locks is a synchroniser's own.
    pub fn has(&mut self, machine: &Machine<'_>, action: Pending) -> bool {
        let program = machine.program;
        match action {
            Pending::Lock(object) => {
                self.is_part(program, machine.class_of(object)) || self.is_made_inside(machine, object)
            }
            Pending::Interrupt(_) | Pending::Interrupted(_) => !self.interrupts,
            action => action.accesses().all(|access| match access.location {
                Location::Field { object, field } => {
                    let field = program.field(field);
                    if field.class == program.well_known().thread {
                        return !self.interrupts || program.text(field.name) != threads::INTERRUPTED;
                    }
                    self.is_part(program, field.class) || self.is_made_inside(machine, object)
                }
                Location::Static { field } => self.is_part(program, program.field(field).class),
                Location::Element { array, .. } | Location::Elements { array, .. } => {
                    self.is_made_inside(machine, array)
                }
                Location::Fields { .. } => false,
            }),
        }
    }

    /// Programs use atomic variables as they are, so these are nobody's part.
    fn is_part(&mut self, program: &Program, class: ClassId) -> bool {
        *self.classes.entry(class).or_insert_with(|| is_synchronizing(program.class_name(class)))
    }

    /// Whether a synchroniser has made an object, and the code that is about to use it is the same synchroniser's: what
    /// was made for others is used by others.
    fn is_made_inside(&mut self, machine: &Machine<'_>, object: Ref) -> bool {
        let program = machine.program;
        let frames = &machine.state.threads[machine.stepper.current].frames;
        let for_caller = &mut self.for_caller;
        let mut is_for_caller =
            |method| *for_caller.entry(method).or_insert_with(|| is_for_caller(class_of(program, method)));
        let Some(user) = frames.iter().rev().map(|frame| frame.method).find(|&method| !is_for_caller(method)) else {
            return false;
        };
        let site = machine.state.heap.site(object);
        *self.made.entry((site, user)).or_insert_with(|| {
            program.site(site).is_some_and(|(maker, _)| {
                let maker = class_of(program, maker);
                is_synchronizing(maker) && outermost(maker) == outermost(class_of(program, user))
            })
        })
    }
}

fn class_of(program: &Program, method: MethodId) -> &str {
    program.class_name(program.method(method).class)
}

/// Whether the code of a class accesses memory for its caller: atomic variables, handles, and what copies arrays.
fn is_for_caller(class: &str) -> bool {
    !class.starts_with("java/util/") || access::is_atomic(class)
}

fn outermost(class: &str) -> &str {
    class.split('$').next().unwrap_or(class)
}
