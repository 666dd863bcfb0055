//! `heddle completions`, `heddle manual` and `heddle schema`: what packages install beside the binary, generated
//! from the arguments and from the types of reports.

use std::process::ExitCode;

use clap::CommandFactory;
use heddle::Error;

use crate::args::{Arguments, Completions, Manual};

/// Prints the JSON Schema of reports.
pub fn schema() -> Result<ExitCode, Error> {
    crate::terminal::print(&heddle_report::schema());
    Ok(ExitCode::SUCCESS)
}

/// Prints the completion script of a shell.
pub fn completions(arguments: &Completions) -> Result<ExitCode, Error> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "heddle", &mut script);
    crate::terminal::print(&String::from_utf8_lossy(&script));
    Ok(ExitCode::SUCCESS)
}

/// Writes a manual page for the command and one for each of its subcommands.
pub fn manual(arguments: &Manual) -> Result<ExitCode, Error> {
    let folder = &arguments.folder;
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Arguments::command(), folder));
    written.map_err(|error| Error::Usage(format!("cannot write {}: {error}", folder.display())))?;
    Ok(ExitCode::SUCCESS)
}
