//! Programs that are named by the folder of a Maven or Gradle project: what is on their class paths, and where their
//! sources lie.

use std::path::{Path, PathBuf};

use heddle::{BuildTool, Error, Module, Target};

use crate::args;
use crate::terminal::{aside, interruption};

/// The build tool of the project that a target names, and its modules; nothing if it names something else.
fn modules(target: &args::Target) -> Result<Option<(BuildTool, Vec<Module>)>, Error> {
    let folder = Path::new(&target.program);
    let Some(tool) = BuildTool::of(folder) else { return Ok(None) };
    let wrapper = std::path::absolute(folder.join(tool.wrapper()));
    let command = wrapper.ok().filter(|wrapper| wrapper.is_file()).unwrap_or_else(|| PathBuf::from(tool.command()));
    let (name, shown) = (tool.name(), folder.display());
    let asking = || aside(&format!("{name} compiles {shown} and says what belongs to it\n"));
    let modules = tool.modules(folder, &command, &asking, &interruption())?;
    if modules.is_empty() {
        return Err(Error::Usage(format!(
            "{name} made no classes of {shown} where they are expected; if they lie elsewhere, name their folder, and what they \
             need with -c"
        )));
    }
    Ok(Some((tool, modules)))
}

/// The program of a project: the class that `--main` names, else the classes of its only module.
pub fn program(given: &args::Target, target: Target) -> Result<Target, Error> {
    let Some((tool, modules)) = modules(given)? else { return Ok(target) };
    let mut named = target.clone();
    for module in &modules {
        named.class_path.extend(module.class_path().into_iter().chain(module.test_classes.clone()));
        named.source_path.extend(module.sources.iter().cloned());
    }
    let mut folders = modules.iter().flat_map(|module| &module.classes).filter(|path| path.is_dir());
    named.program = match (&target.main_class, folders.next(), folders.next()) {
        (Some(main), ..) => main.clone(),
        (None, Some(only), None) => only.display().to_string(),
        (None, None, _) => {
            let (program, tool) = (&given.program, tool.name());
            return Err(Error::Usage(format!(
                "the {tool} project {program} has tests only; heddle test checks them, and --main CLASS names a class among them"
            )));
        }
        _ => {
            let (program, tool) = (&given.program, tool.name());
            return Err(Error::Usage(format!(
                "the {tool} project {program} has several modules; name the class with the main method with --main CLASS"
            )));
        }
    };
    Ok(named)
}

/// The tests of a project, a target per folder of their classes; otherwise what was given.
pub fn tests(given: &args::Target, target: Target) -> Result<Vec<Target>, Error> {
    let Some((tool, modules)) = modules(given)? else { return Ok(vec![target]) };
    let mut targets = Vec::new();
    for module in &modules {
        for classes in &module.test_classes {
            let mut one = Target { program: classes.display().to_string(), ..target.clone() };
            one.class_path.extend(module.test_classes.iter().filter(|other| *other != classes).cloned());
            one.class_path.extend(module.class_path());
            one.source_path.extend(module.sources.iter().cloned());
            targets.push(one);
        }
    }
    if targets.is_empty() {
        return Err(Error::Usage(format!("the {} project {} has no tests", tool.name(), given.program)));
    }
    Ok(targets)
}
