//! `heddle doctor`: which JDK was found, and whether it works.

use std::process::ExitCode;

use heddle::{Error, Project};
use heddle_report::run::{doctor as doctor_text, doctor_json};

use crate::args::Doctor;
use crate::terminal::print;

pub fn doctor(arguments: &Doctor) -> Result<ExitCode, Error> {
    arguments.limits.enforce();
    let jdk = arguments.jdk.find()?;
    // A JDK that cannot be opened is an error.
    Project::of_jdk(&jdk)?;
    let version = jdk.version()?;
    print(&if arguments.json { doctor_json(&jdk, &version) } else { doctor_text(&jdk, &version) });
    Ok(ExitCode::SUCCESS)
}
