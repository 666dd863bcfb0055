//! The command line: the only place that touches arguments, files, processes and exit codes.

mod args;
mod commands;
mod input;
mod jdk;
mod monitor;
mod session;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Arguments, Command};

/// Exit code for wrong usage or unusable input.
pub(crate) const USAGE: u8 = 64;
/// Exit code for a defect of Heddle itself.
pub(crate) const INTERNAL: u8 = 70;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { USAGE } else { 0 });
        }
    };
    let result = match arguments.command {
        Command::Check(check) => commands::check::check(&check),
        Command::Replay(replay) => commands::replay::replay(&replay),
        Command::Run(run) => commands::run::run(&run),
        Command::Doctor(doctor) => commands::doctor::doctor(&doctor),
    };
    match result {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("heddle: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}
