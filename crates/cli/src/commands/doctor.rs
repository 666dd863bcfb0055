//! `heddle doctor`: which JDK was found, and whether it works.

use std::process::ExitCode;

use heddle::{Error, Project};

use crate::args::Doctor;
use crate::terminal::print;

pub fn doctor(arguments: &Doctor) -> Result<ExitCode, Error> {
    let jdk = arguments.jdk.find()?;
    // A JDK that cannot be opened is an error.
    Project::of_jdk(&jdk)?;
    print(&heddle_report::run::doctor(&jdk, &jdk.version()?));
    Ok(ExitCode::SUCCESS)
}
