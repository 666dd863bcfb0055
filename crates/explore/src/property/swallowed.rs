//! Failed assertions that nobody hears of: code of the JDK caught the error, and when the run ends the program has
//! neither caught it nor looked at the future that holds it (`machine/swallowed.rs`).

use heddle_machine::Machine;
use heddle_verdict::{Kind, Place, ThreadId};

use super::Property;
use crate::describe;
use crate::findings::{Findings, Found};
use crate::path::Path;

pub struct Swallowed;

impl Property for Swallowed {
    fn at_end(&mut self, path: &mut Path<'_>, findings: &Findings<'_>) {
        for found in describe_swallowed(&mut path.machine) {
            findings.violation(path, found);
        }
    }
}

/// Describes failed assertions that nobody has heard of.
pub fn describe_swallowed(machine: &mut Machine<'_>) -> Vec<Found> {
    let swallowed = machine.swallowed().into_iter();
    swallowed
        .map(|(error, thread)| {
            let text = machine.describe_exception(error);
            let message = text.split_once(": ").map_or("", |(_, message)| message).to_string();
            let frames = machine.stored_backtrace(error);
            let shown = frames.into_iter().filter(|frame| !describe::is_synthesised(machine, frame.method));
            let stack: Vec<Place> = shown.take(64).map(|frame| describe::place(machine, frame)).collect();
            let thread = thread.unwrap_or_default();
            let thread_name = describe::thread_name(machine, thread);
            let key = format!("swallowed assertion at {}", describe::key_place(&stack));
            let thread = ThreadId(thread as u16);
            Found { key, kind: Kind::SwallowedAssertion { thread, thread_name, message, stack } }
        })
        .collect()
}
