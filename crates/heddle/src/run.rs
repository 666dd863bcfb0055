//! One deterministic schedule of a program, to its end.

use heddle_machine::{Input, Output, RunEnd};
use heddle_verdict::{Place, Semantics};

use crate::{Error, Project, project};

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The program ended with this exit code.
    Exit(i32),
    /// The remaining threads wait forever.
    Deadlock,
    /// The program uses something that cannot be executed.
    Unsupported {
        /// What.
        what: String,
        /// Where, innermost frame first.
        stack: Vec<Place>,
    },
    /// A bound of the machine was reached.
    Limit(String),
}

/// Runs a program under one deterministic schedule. It reads from `input` and prints to `output`.
pub fn run(project: &Project, input: Option<Box<dyn Input>>, output: impl FnMut(&Output)) -> Result<Ended, Error> {
    let mut machine = project.machine(&Semantics::default(), None)?;
    if let Some(input) = input {
        machine.set_input(input);
    }
    Ok(match machine.run_to_end(output) {
        RunEnd::Exit(code) => Ended::Exit(code),
        RunEnd::Deadlock => Ended::Deadlock,
        RunEnd::Unsupported(what) => Ended::Unsupported { what, stack: project::running(&machine) },
        RunEnd::Limit(what) => Ended::Limit(what),
    })
}
