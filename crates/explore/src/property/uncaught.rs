//! Exceptions that no handler caught. Failed assertions are those of class `AssertionError`.

use heddle_machine::Machine;
use heddle_verdict::{Kind, ThreadId};

use super::Property;
use crate::describe;
use crate::findings::{Findings, Found};
use crate::path::Path;

pub struct Uncaught;

impl Property for Uncaught {
    fn after_step(&mut self, path: &mut Path<'_>, findings: &Findings<'_>) {
        for index in path.newly_uncaught() {
            let found = describe_uncaught(&mut path.machine, index);
            findings.violation(path, found);
        }
    }
}

/// Describes an exception that nobody caught, by its number in the state.
pub fn describe_uncaught(machine: &mut Machine<'_>, index: usize) -> Found {
    let (thread, exception) = machine.state.uncaught[index];
    let class = machine.class_of(exception);
    let class_name = heddle_machine::names::external(machine.program, class);
    let text = machine.describe_exception(exception);
    let stack = describe::created(machine, exception);
    let thread_name = describe::thread_name(machine, usize::from(thread));
    let assertion = machine.program.loaded("java/lang/AssertionError");
    let thread = ThreadId(thread);
    if assertion.is_some_and(|assertion| machine.program.is_subtype(class, assertion)) {
        let key = format!("assertion at {}", describe::key_place(&stack));
        let message = text.split_once(": ").map_or("", |(_, message)| message).to_string();
        return Found { key, kind: Kind::Assertion { thread, thread_name, message, stack } };
    }
    let key = format!("uncaught {class_name} at {}", describe::key_place(&stack));
    Found { key, kind: Kind::Uncaught { thread, thread_name, exception: text, class: class_name, stack } }
}
