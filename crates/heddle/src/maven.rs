//! A folder with a `pom.xml`: its modules, the classes that Maven made of them, their dependencies and sources.
//!
//! Maven is asked once, and what it said is kept in `target/heddle` until a `pom.xml` or a source changes. It compiles the
//! project as it always does, outside of Heddle, with the plug-ins that the project names.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use xxhash_rust::xxh3::Xxh3;

use crate::Error;

/// The goal that writes class paths.
const CLASS_PATH: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.6.0:build-classpath";
/// Where it writes that of a module.
const KEPT: &str = "target/heddle/classpath.txt";
/// What the sources were when it was written.
const KEY: &str = "target/heddle/key.txt";

/// A module of a Maven project that has classes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MavenModule {
    /// Its folder.
    pub folder: PathBuf,
    /// Its classes.
    pub classes: Option<PathBuf>,
    /// The classes of its tests.
    pub test_classes: Option<PathBuf>,
    /// Its dependencies, those of tests among them.
    pub dependencies: Vec<PathBuf>,
    /// Folders with sources.
    pub sources: Vec<PathBuf>,
}

impl MavenModule {
    /// Everything on the class path of its tests, other than their own classes.
    pub fn class_path(&self) -> Vec<PathBuf> {
        self.classes.iter().chain(&self.dependencies).cloned().collect()
    }
}

/// Whether a folder is that of a Maven project.
pub fn is_maven_project(folder: &Path) -> bool {
    folder.join("pom.xml").is_file()
}

/// The modules of a Maven project, the folder itself first. `maven` is the command to ask.
pub fn maven_modules(folder: &Path, maven: &Path) -> Result<Vec<MavenModule>, Error> {
    let folders = module_folders(folder)?;
    let kept = std::fs::read_to_string(folder.join(KEY)).ok();
    if kept.as_deref() != Some(&key(&folders)) {
        ask(folder, maven)?;
        // If it cannot be kept, Maven is asked again next time.
        let _ = std::fs::create_dir_all(folder.join("target/heddle"));
        let _ = std::fs::write(folder.join(KEY), key(&folders));
    }
    let module = |folder: PathBuf| {
        let existing = |names: &[&str]| -> Vec<PathBuf> {
            names.iter().map(|name| folder.join(name)).filter(|path| path.is_dir()).collect()
        };
        let text = std::fs::read_to_string(folder.join(KEPT)).unwrap_or_default();
        let dependencies = std::env::split_paths(text.trim()).filter(|path| path.exists()).collect();
        MavenModule {
            classes: existing(&["target/classes"]).pop(),
            test_classes: existing(&["target/test-classes"]).pop(),
            sources: existing(&[
                "src/test/java",
                "src/main/java",
                "target/generated-sources/annotations",
                "target/generated-test-sources/test-annotations",
            ]),
            dependencies,
            folder,
        }
    };
    let modules: Vec<MavenModule> = folders.into_iter().map(module).collect();
    Ok(modules.into_iter().filter(|module| module.classes.is_some() || module.test_classes.is_some()).collect())
}

/// Lets Maven compile the project and write class paths.
fn ask(folder: &Path, maven: &Path) -> Result<(), Error> {
    let output = Command::new(maven)
        .current_dir(folder)
        .args(["-q", "-B", "test-compile", CLASS_PATH, "-Dmdep.includeScope=test"])
        .arg(format!("-Dmdep.outputFile={KEPT}"))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| {
            let (shown, maven) = (folder.display(), maven.display());
            Error::Usage(format!(
                "{shown} is a Maven project, and {maven} cannot be run: {error}; install Maven, or name a folder of \
                 classes and its class path with -c"
            ))
        })?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let first: Vec<&str> = text.lines().filter(|line| line.starts_with("[ERROR]")).take(5).collect();
    Err(Error::Usage(format!("Maven could not compile {}:\n{}", folder.display(), first.join("\n"))))
}

/// The folders of a project and of its modules.
fn module_folders(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        let file = folder.join("pom.xml");
        let text = std::fs::read_to_string(&file)
            .map_err(|error| Error::Usage(format!("cannot read {}: {error}", file.display())))?;
        let inner: Vec<PathBuf> = modules_in(&text).iter().map(|name| folder.join(name)).collect();
        open.extend(inner.into_iter().rev().filter(|inner| inner.join("pom.xml").is_file() && !found.contains(inner)));
        found.push(folder);
    }
    Ok(found)
}

/// The modules that a `pom.xml` names.
fn modules_in(text: &str) -> Vec<String> {
    let mut plain = String::new();
    for part in text.split("<!--") {
        plain.push_str(if plain.is_empty() { part } else { part.split_once("-->").map_or("", |(_, after)| after) });
    }
    let parts = plain.split("<module>").skip(1);
    parts.filter_map(|part| Some(part.split_once("</module>")?.0.trim().to_owned())).collect()
}

/// A hash of what Maven reads: every `pom.xml`, and names, sizes and times of sources; and whether it has compiled them.
fn key(folders: &[PathBuf]) -> String {
    let mut hash = Xxh3::new();
    for folder in folders {
        hash.update(&std::fs::read(folder.join("pom.xml")).unwrap_or_default());
        let mut open = vec![folder.join("src")];
        while let Some(folder) = open.pop() {
            let mut entries: Vec<_> = std::fs::read_dir(&folder).into_iter().flatten().flatten().collect();
            entries.sort_by_key(std::fs::DirEntry::path);
            for entry in entries {
                let Ok(about) = entry.metadata() else { continue };
                hash.update(entry.path().as_os_str().as_encoded_bytes());
                if about.is_dir() {
                    open.push(entry.path());
                } else {
                    let time = about.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
                    hash.update(&about.len().to_le_bytes());
                    hash.update(&time.map_or(0, |time| time.as_nanos()).to_le_bytes());
                }
            }
        }
        let has_classes = ["target/classes", "target/test-classes"].map(|name| folder.join(name).is_dir());
        hash.update(&has_classes.map(u8::from));
    }
    format!("{:032x}", hash.digest128())
}

#[cfg(test)]
mod tests {
    use super::modules_in;

    #[test]
    fn modules_are_read_without_comments() {
        let text = "<modules><module>a</module><!-- <module>b</module> --> <module> c/d </module></modules>";
        assert_eq!(modules_in(text), ["a", "c/d"]);
        assert!(modules_in("<project/>").is_empty());
    }
}
