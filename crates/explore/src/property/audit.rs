//! Audit of the static analysis: what threads are about to do must be among what the facts allow, and what natives
//! write among what they declare. And of the canonical forms that are kept from state to state: they must equal those
//! that are computed from nothing. A state that shows otherwise makes the verdict unknown.

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
