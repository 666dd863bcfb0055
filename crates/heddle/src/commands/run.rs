//! `heddle run`: one deterministic schedule, printing what the program prints.

use std::io::Write;
use std::process::ExitCode;

use heddle_machine::{Options, Output, RunEnd};

use super::Failure;
use crate::args::Run;
use crate::session::{Session, stack};

/// Exit code when the program uses something that the machine cannot execute.
const UNKNOWN: u8 = 3;
/// Exit code when the program never ends.
const DEADLOCK: u8 = 1;

pub fn run(arguments: &Run) -> Result<ExitCode, Failure> {
    let session = Session::open(&arguments.target, &arguments.arguments)?;
    let mut machine = session.machine(Options::default(), None)?;
    let end = machine.run_to_end(print);
    Ok(match end {
        RunEnd::Exit(code) => ExitCode::from(code as u8),
        RunEnd::Deadlock => {
            eprintln!("heddle: deadlock: the threads that are left wait for ever");
            ExitCode::from(DEADLOCK)
        }
        RunEnd::Unsupported(what) => {
            eprintln!("heddle: unknown: {what} is not supported");
            eprint!("{}", stack(&machine));
            ExitCode::from(UNKNOWN)
        }
        RunEnd::Limit(what) => {
            eprintln!("heddle: limit: {what}");
            ExitCode::from(UNKNOWN)
        }
    })
}

fn print(output: &Output) {
    // A closed pipe ends nothing: the program's exit code still counts.
    let _ = if output.stderr {
        std::io::stderr().write_all(&output.bytes)
    } else {
        let mut out = std::io::stdout().lock();
        out.write_all(&output.bytes).and_then(|()| out.flush())
    };
}
