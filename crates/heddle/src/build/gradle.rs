//! Modules of a Gradle project: each writes where its classes, dependencies and sources are, by an initialisation script
//! (`classpath.gradle`).

use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use super::{Module, ask_once, hash_files};
use crate::Error;

/// What a Gradle project has in its folder.
pub const FILES: [&str; 4] = ["settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts"];
/// Other files that decide what Gradle does.
const MORE_FILES: [&str; 2] = ["gradle.properties", "gradle/libs.versions.toml"];

const SCRIPT: &str = include_str!("classpath.gradle");
/// Where projects write, and what the sources were then.
const KEPT: &str = "build/heddle/modules";
const KEY: &str = "build/heddle/key.txt";

/// The modules of a Gradle project. `gradle` is asked with arguments.
pub fn modules(folder: &Path, gradle: &dyn Fn(&[String]) -> Result<(), Error>) -> Result<Vec<Module>, Error> {
    let ask = || {
        let failed = |error: std::io::Error| Error::Usage(format!("cannot write to the temporary folder: {error}"));
        // What is left of projects that are gone.
        let _ = std::fs::remove_dir_all(folder.join(KEPT));
        let script = tempfile::Builder::new().suffix(".gradle").tempfile().map_err(failed)?;
        std::fs::write(script.path(), SCRIPT).map_err(failed)?;
        let script = script.path().display().to_string();
        gradle(&["-q", "-I", &script, "heddleClassPath"].map(String::from))
    };
    ask_once(&folder.join(KEY), || key(folder), ask)?;
    let files = std::fs::read_dir(folder.join(KEPT)).into_iter().flatten().flatten().map(|file| file.path());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    Ok(files.iter().map(|file| module(&std::fs::read_to_string(file).unwrap_or_default())).collect())
}

/// A module from what it wrote. A folder that does not exist has nothing in it.
fn module(text: &str) -> Module {
    let all = |kind: &str| -> Vec<PathBuf> {
        let mut found: Vec<PathBuf> = Vec::new();
        for path in text.lines().filter_map(|line| Some(PathBuf::from(line.strip_prefix(kind)?.strip_prefix(' ')?))) {
            if path.exists() && !found.contains(&path) {
                found.push(path);
            }
        }
        found
    };
    let (classes, test_classes) = (all("classes"), all("test-classes"));
    let mut dependencies = all("dependency");
    dependencies.retain(|path| !classes.contains(path) && !test_classes.contains(path));
    let folder = all("folder").pop().unwrap_or_default();
    Module { folder, classes, test_classes, dependencies, sources: all("source") }
}

/// A hash of what Gradle reads: build files and sources, of the folder and of those below that have a build file.
fn key(folder: &Path) -> String {
    let mut hash = Xxh3::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for name in FILES.iter().chain(&MORE_FILES) {
            hash.update(&std::fs::read(folder.join(name)).unwrap_or_default());
        }
        hash_files(&folder.join("src"), &mut hash);
        hash.update(&[u8::from(folder.join("build").is_dir())]);
        let mut inner: Vec<PathBuf> =
            std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        inner.retain(|path| path.is_dir() && !path.is_symlink());
        inner.retain(|path| path.file_name().is_some_and(|name| name != "src" && name != "build" && !is_hidden(name)));
        inner.sort();
        open.extend(inner);
    }
    format!("{:032x}", hash.digest128())
}

fn is_hidden(name: &std::ffi::OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

#[cfg(test)]
mod tests {
    use super::module;

    #[test]
    fn what_a_project_writes_is_read() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        for name in ["main", "test", "src"] {
            std::fs::create_dir(path(name)).expect("a writable folder");
        }
        std::fs::write(path("a.jar"), "").expect("a writable folder");
        let at = folder.path().display();
        let text = format!(
            "folder {at}\nclasses {at}/main\nclasses {at}/gone\ntest-classes {at}/test\ndependency {at}/test\n\
             dependency {at}/main\ndependency {at}/a.jar\ndependency {at}/gone.jar\nsource {at}/src\n"
        );
        let found = module(&text);
        assert_eq!((found.folder.as_path(), found.classes), (folder.path(), vec![path("main")]));
        assert_eq!((found.test_classes, found.dependencies), (vec![path("test")], vec![path("a.jar")]));
        assert_eq!(found.sources, [path("src")]);
    }
}
