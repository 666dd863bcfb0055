//! Modules of a Maven project: those that its `pom.xml`s name, with class paths that the dependency plug-in writes.

use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use super::{Module, ask_once, hash_files};
use crate::Error;

/// The goal that writes class paths.
const CLASS_PATH: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.6.0:build-classpath";
/// Where it writes that of a module.
const KEPT: &str = "target/heddle/classpath.txt";
/// What the sources were when it was written.
const KEY: &str = "target/heddle/key.txt";

/// The modules of a Maven project, the folder itself first. `maven` is asked with arguments.
pub fn modules(folder: &Path, maven: &dyn Fn(&[String]) -> Result<(), Error>) -> Result<Vec<Module>, Error> {
    let folders = module_folders(folder)?;
    let ask = || {
        let output = format!("-Dmdep.outputFile={KEPT}");
        let arguments = ["-q", "-B", "test-compile", CLASS_PATH, "-Dmdep.includeScope=test", &output];
        maven(&arguments.map(String::from))
    };
    ask_once(&folder.join(KEY), || key(&folders), ask)?;
    let module = |folder: &PathBuf| {
        let existing = |names: &[&str]| -> Vec<PathBuf> {
            names.iter().map(|name| folder.join(name)).filter(|path| path.is_dir()).collect()
        };
        let text = std::fs::read_to_string(folder.join(KEPT)).unwrap_or_default();
        Module {
            folder: folder.clone(),
            classes: existing(&["target/classes"]),
            test_classes: existing(&["target/test-classes"]),
            dependencies: std::env::split_paths(text.trim()).filter(|path| path.exists()).collect(),
            sources: existing(&[
                "src/test/java",
                "src/main/java",
                "target/generated-sources/annotations",
                "target/generated-test-sources/test-annotations",
            ]),
        }
    };
    Ok(folders.iter().map(module).collect())
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

/// A hash of what Maven reads: every `pom.xml`, and the sources; and whether it has compiled them.
fn key(folders: &[PathBuf]) -> String {
    let mut hash = Xxh3::new();
    for folder in folders {
        hash.update(&std::fs::read(folder.join("pom.xml")).unwrap_or_default());
        hash_files(&folder.join("src"), &mut hash);
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
