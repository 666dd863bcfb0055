//! Programs that are named by the folder of a Maven project: what is on their class paths, and where their sources lie.

use std::path::{Path, PathBuf};

use heddle::{Error, MavenModule, Target, is_maven_project, maven_modules};

use crate::args;

/// The modules of the project that a target names; nothing if it names something else.
fn modules(target: &args::Target) -> Result<Option<Vec<MavenModule>>, Error> {
    let folder = Path::new(&target.program);
    if !is_maven_project(folder) {
        return Ok(None);
    }
    let wrapper = std::path::absolute(folder.join(if cfg!(windows) { "mvnw.cmd" } else { "mvnw" }));
    let maven = wrapper.ok().filter(|wrapper| wrapper.is_file()).unwrap_or_else(|| PathBuf::from("mvn"));
    let modules = maven_modules(folder, &maven)?;
    if modules.is_empty() {
        return Err(Error::Usage(format!("the Maven project {} has no classes", folder.display())));
    }
    Ok(Some(modules))
}

/// The program of a Maven project: the class that `--main` names, else the classes of its only module.
pub fn program(given: &args::Target, target: Target) -> Result<Target, Error> {
    let Some(modules) = modules(given)? else { return Ok(target) };
    let mut named = target.clone();
    for module in &modules {
        named.class_path.extend(module.class_path().into_iter().chain(module.test_classes.clone()));
        named.source_path.extend(module.sources.iter().cloned());
    }
    let mut folders = modules.iter().filter_map(|module| module.classes.as_ref());
    named.program = match (&target.main_class, folders.next(), folders.next()) {
        (Some(main), ..) => main.clone(),
        (None, Some(only), None) => only.display().to_string(),
        _ => {
            let program = &given.program;
            return Err(Error::Usage(format!(
                "the Maven project {program} has several modules; name the class with the main method with --main CLASS"
            )));
        }
    };
    Ok(named)
}

/// The tests of a Maven project, a target per module; otherwise what was given.
pub fn tests(given: &args::Target, target: Target) -> Result<Vec<Target>, Error> {
    let Some(modules) = modules(given)? else { return Ok(vec![target]) };
    let of_module = |module: &MavenModule| {
        let program = module.test_classes.as_ref()?.display().to_string();
        let mut target = Target { program, ..target.clone() };
        target.class_path.extend(module.class_path());
        target.source_path.extend(module.sources.iter().cloned());
        Some(target)
    };
    let targets: Vec<Target> = modules.iter().filter_map(of_module).collect();
    if targets.is_empty() {
        return Err(Error::Usage(format!("the Maven project {} has no tests", given.program)));
    }
    Ok(targets)
}
