//! The analysis, put to the test: what threads are about to do must be among what it said that they
//! may do, and what natives write among what they declare. And what is kept of canonical forms from state to state: they must come out the same if
//! computed from nothing. A state that shows otherwise makes the verdict unknown.

use heddle_verdict::Choice;

use super::Property;
use crate::findings::Findings;
use crate::path::Path;

/// The canonical form of one in so many states is computed from nothing, which takes a while.
const EVERY: u64 = 8;

#[derive(Default)]
pub struct Audit {
    states: u64,
}

impl Property for Audit {
    fn at_state(&mut self, path: &mut Path<'_>, _choices: &[Choice], findings: &Findings<'_>) {
        if let Some(wrong) = path.machine.audit_reduction() {
            findings.unsupported(path, format!("the analysis is wrong: {wrong}"));
        }
        if let Some(wrong) = path.machine.audit_natives() {
            findings.unsupported(path, format!("a native does more than it declares: {wrong}"));
        }
        self.states += 1;
        if self.states.is_multiple_of(EVERY)
            && let Some(wrong) = path.machine.audit_canonical()
        {
            findings.unsupported(path, format!("the canonical form is wrong: {wrong}"));
        }
    }
}
