//! `heddle doctor`: which JDK was found, and whether it works.

use std::process::ExitCode;

use heddle::{Error, Project};

use crate::args::Doctor;

pub fn doctor(arguments: &Doctor) -> Result<ExitCode, Error> {
    let jdk = arguments.jdk.find()?;
    println!("JDK          {} (found by {})", jdk.home().display(), jdk.found_by());
    let project = Project::of_jdk(&jdk)?;
    println!("version      {}", project.program().jdk_feature());
    let javac = jdk.javac();
    if javac.is_file() {
        println!("compiler     {}", javac.display());
    } else {
        println!("compiler     missing: .java files cannot be checked, class files and jars can");
    }
    Ok(ExitCode::SUCCESS)
}
