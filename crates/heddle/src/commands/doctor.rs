//! `heddle doctor`: which JDK was found, and whether it works.

use std::process::ExitCode;

use heddle_program::{Program, Sources};

use super::Failure;
use crate::args::Doctor;
use crate::jdk::Jdk;

pub fn doctor(arguments: &Doctor) -> Result<ExitCode, Failure> {
    let jdk = Jdk::find(arguments.jdk.as_deref())?;
    println!("JDK          {} (found by {})", jdk.home.display(), jdk.found_by);
    let sources = Sources { jdk: jdk.home.clone(), class_path: vec![], injected: heddle_platform_jdk::INJECTED };
    let program = Program::open(sources).map_err(|error| Failure::Usage(error.to_string()))?;
    println!("version      {}", program.jdk_feature());
    let javac = jdk.javac();
    if javac.is_file() {
        println!("compiler     {}", javac.display());
    } else {
        println!("compiler     missing: .java files cannot be checked, class files and jars can");
    }
    Ok(ExitCode::SUCCESS)
}
