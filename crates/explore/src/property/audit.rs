//! The analysis, put to the test: what threads are about to do must be among what it said that they
//! may do. A state that shows otherwise makes the verdict unknown.

use heddle_verdict::Choice;

use super::Property;
use crate::findings::Findings;
use crate::path::Path;

pub struct Audit;

impl Property for Audit {
    fn at_state(&mut self, path: &mut Path<'_>, _choices: &[Choice], findings: &Findings<'_>) {
        if let Some(wrong) = path.machine.refute_reduction() {
            findings.unsupported(path, format!("the analysis is wrong: {wrong}"));
        }
    }
}
