//! Saved runs: a schedule as JSON in a file, and whether it still belongs to the program and the JDK at hand.
//!
//! A saved run names its program by absolute paths. A relative path, as somebody may write into the file by hand,
//! is relative to the folder of the file. Choices only mean the same for the same classes and the same JDK, so
//! both are recorded; what differs is named before a replay, and again if the replay fails.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use heddle_classfile::ClassFile;
use heddle_explore::Settings;
use heddle_program::Program;
use heddle_verdict::{Schedule, Violation};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_128;

use crate::{Error, Project, Target};

/// Something that is no longer as it was when a run was saved. Shown with the way out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// Another JDK.
    Jdk {
        /// The version that the run was saved with.
        saved: String,
        /// The version in use.
        now: String,
    },
    /// Classes of the program that have changed or are missing, as Java writes their names.
    Classes(Vec<String>),
    /// Another version of Heddle.
    Heddle {
        /// The version that saved the run.
        saved: String,
        /// This version.
        now: String,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Jdk { saved, now } => {
                write!(f, "the run was saved with JDK {saved}, and this is JDK {now} (choose the other one with --jdk)")
            }
            Self::Classes(names) => {
                let (list, have) = (names.join(", "), if names.len() == 1 { "has" } else { "have" });
                write!(f, "{list} {have} changed since the run was saved (check the program again with --save)")
            }
            Self::Heddle { saved, now } => {
                write!(
                    f,
                    "the run was saved by Heddle {saved}, and this is {now} (check the program again with --save)"
                )
            }
        }
    }
}

/// Reads a saved run from a file. The error says what is wrong with the file and what to do about it.
pub fn read_run(file: &Path) -> Result<Schedule, Error> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| Error::Usage(format!("cannot read {shown}: {error}")))?;
    let mut schedule = parse(&text).map_err(|problem| Error::Usage(format!("{shown} {problem}")))?;
    let folder = file.parent().unwrap_or(Path::new(""));
    if names_file(&schedule.program) {
        schedule.program = folder.join(&schedule.program).display().to_string();
    }
    schedule.class_path.iter_mut().chain(&mut schedule.source_path).for_each(|entry| *entry = folder.join(&*entry));
    Ok(schedule)
}

/// The text of the file that [`read_run`] reads.
pub fn run_text(schedule: &Schedule) -> String {
    serde_json::to_string(schedule).expect("a schedule has string keys only") + "\n"
}

fn parse(text: &str) -> Result<Schedule, String> {
    const AGAIN: &str = "check the program again with --save";
    let value: Value = serde_json::from_str(text).map_err(|error| {
        if error.is_eof() && !text.trim().is_empty() {
            format!("is truncated: it ends in the middle of a saved run; {AGAIN}")
        } else {
            format!("is not a saved run: {error}; give a file that `heddle check --save` wrote")
        }
    })?;
    let writer = ["heddle", "version"].iter().find_map(|key| value[key].as_str()).unwrap_or("unknown");
    match value["format"].as_u64() {
        _ if value["choices"].as_array().is_none() => {
            Err("is not a saved run: it has no list of choices; give a file that `heddle check --save` wrote".into())
        }
        Some(format) if format > u64::from(Schedule::FORMAT) => Err(format!(
            "has format {format} of saved runs, written by Heddle {writer}, and this Heddle reads format {}; \
             use that version or a later one",
            Schedule::FORMAT
        )),
        Some(format) if format == u64::from(Schedule::FORMAT) => {
            serde_json::from_value(value).map_err(|error| format!("is not a complete saved run: {error}; {AGAIN}"))
        }
        _ => Err(format!(
            "has an older format of saved runs, written by Heddle {writer}, and this Heddle reads format {}; {AGAIN}",
            Schedule::FORMAT
        )),
    }
}

/// The run to a violation, with all that is needed to replay it.
pub(crate) fn run_to(
    violation: &Violation,
    endless: bool,
    settings: &Settings,
    project: &Project,
) -> Result<Schedule, Error> {
    let target = absolute(project.target());
    Ok(Schedule {
        format: Schedule::FORMAT,
        heddle: env!("CARGO_PKG_VERSION").into(),
        program: target.program,
        main_class: target.main_class,
        test: target.test,
        class_path: target.class_path,
        source_path: target.source_path,
        processors: target.processors,
        enable_preview: target.enable_preview,
        encoding: target.encoding,
        javac: target.javac,
        properties: target.properties,
        arguments: target.arguments,
        jdk: project.program().jdk_feature(),
        jdk_version: project.jdk().version()?,
        classes: classes(project.program(), project.main_class()?),
        semantics: settings.semantics.clone(),
        violation: violation.key.clone(),
        choices: violation.schedule.clone(),
        endless: endless.then(|| violation.kind.clone()),
    })
}

/// What differs between the program that a run was saved of and the one that is open.
pub(crate) fn differences(schedule: &Schedule, project: &Project) -> Result<Vec<Difference>, Error> {
    let mut differences = Vec::new();
    let now = project.jdk().version()?;
    if now != schedule.jdk_version {
        differences.push(Difference::Jdk { saved: schedule.jdk_version.clone(), now });
    }
    // Another compiler writes other class files for the same sources.
    if differences.is_empty() {
        let now = classes(project.program(), project.main_class()?);
        let names =
            schedule.classes.keys().chain(now.keys()).filter(|name| schedule.classes.get(*name) != now.get(*name));
        let mut changed: Vec<String> = names.map(|name| name.replace('/', ".")).collect();
        changed.sort();
        changed.dedup();
        if !changed.is_empty() {
            differences.push(Difference::Classes(changed));
        }
    }
    let now = env!("CARGO_PKG_VERSION");
    if schedule.heddle != now {
        differences.push(Difference::Heddle { saved: schedule.heddle.clone(), now: now.into() });
    }
    Ok(differences)
}

/// Hashes of the classes of the program that its main class refers to, directly or not, by internal name.
pub(crate) fn classes(program: &Program, main_class: &str) -> BTreeMap<String, String> {
    let mut hashes = BTreeMap::new();
    let mut open = vec![main_class.to_owned()];
    while let Some(name) = open.pop() {
        if hashes.contains_key(&name) {
            continue;
        }
        let Some(bytes) = program.user_resources(&format!("{name}.class")).into_iter().next() else { continue };
        hashes.insert(name, format!("{:032x}", xxh3_128(&bytes)));
        let Ok(file) = ClassFile::parse(bytes) else { continue };
        let indices = (0..file.constants().len()).filter_map(|index| u16::try_from(index).ok());
        open.extend(indices.filter_map(|index| Some(file.class_name(index).ok()?.into_owned())));
    }
    hashes
}

/// The same program, named so that it is found from any folder.
fn absolute(target: &Target) -> Target {
    let path = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut target = target.clone();
    if names_file(&target.program) {
        target.program = path(Path::new(&target.program)).display().to_string();
    } else if target.class_path.is_empty() {
        target.class_path.push(PathBuf::from("."));
    }
    target.class_path.iter_mut().chain(&mut target.source_path).for_each(|entry| *entry = path(entry));
    target
}

/// Whether a program is given as a file or folder, not by the name of a class.
fn names_file(program: &str) -> bool {
    let ending = Path::new(program).extension().and_then(std::ffi::OsStr::to_str);
    matches!(ending, Some("java" | "class" | "jar")) || program.contains(['/', '\\']) || Path::new(program).is_dir()
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn each_defect_of_a_file_has_its_own_message() {
        let cases = [
            ("", "is not a saved run"),
            ("{\"format\": 2, \"choices\": [[0, 0]", "is truncated"),
            ("hello", "is not a saved run"),
            ("{}", "it has no list of choices"),
            ("{\"version\": \"0.1.0\", \"choices\": []}", "has an older format of saved runs, written by Heddle 0.1.0"),
            (
                "{\"format\": 9, \"heddle\": \"3.0.0\", \"choices\": []}",
                "has format 9 of saved runs, written by Heddle 3.0.0",
            ),
            ("{\"format\": 2, \"heddle\": \"0.1.0\", \"choices\": []}", "missing field `program`"),
        ];
        for (text, says) in cases {
            let problem = parse(text).expect_err(text);
            assert!(problem.contains(says), "{text}: {problem}");
        }
    }
}
