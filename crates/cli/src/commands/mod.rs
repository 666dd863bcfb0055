//! One file per command; what they have in common.

pub mod analyze;
pub mod check;
pub mod doctor;
pub mod generate;
pub mod litmus;
pub mod model;
pub mod replay;
pub mod run;
pub mod symbolic;

use std::path::Path;

use heddle::{Error, Observer, Project};

use crate::args::Target;
use crate::terminal::Terminal;

/// Opens what the user named; shows what the compiler had to say.
fn open(target: &Target, arguments: &[String]) -> Result<Project, Error> {
    let project = Project::open(&target.with_arguments(arguments), &target.jdk.find()?)?;
    project.notes().iter().for_each(|note| Terminal::default().note(note));
    Ok(project)
}

fn write(file: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(file, text).map_err(|error| Error::Usage(format!("cannot write {}: {error}", file.display())))
}

fn ending(file: &Path) -> &str {
    file.extension().and_then(std::ffi::OsStr::to_str).unwrap_or_default()
}
