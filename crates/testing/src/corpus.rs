//! The programs of `corpus` and what is expected of them (`corpus/README.md`).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use heddle::{CheckOptions, Project};

use crate::{Jdk, compile_each, jdks, open_classes, options, repository};

/// A program with its `expect.toml`.
pub struct Case {
    /// Topic and name: `monitors/alien-call`.
    pub name: String,
    pub folder: PathBuf,
    pub expected: toml::Table,
}

impl Case {
    pub fn strings(&self, key: &str) -> Option<Vec<String>> {
        let list = self.expected.get(key)?.as_array()?;
        Some(list.iter().map(|item| item.as_str().expect("a list of strings").to_string()).collect())
    }

    pub fn verdict(&self) -> &str {
        self.expected["verdict"].as_str().expect("the verdict is a string")
    }

    pub fn kinds(&self) -> BTreeSet<String> {
        self.strings("kinds").unwrap_or_default().into_iter().collect()
    }

    /// The options that the check needs.
    pub fn args(&self) -> Vec<String> {
        self.strings("args").unwrap_or_default()
    }

    /// The least JDK that can run it.
    pub fn level(&self) -> u32 {
        self.expected["jdk"].as_integer().expect("the JDK is a number") as u32
    }
}

/// A program that is compiled, with the oldest JDK here that can run it.
pub struct CompiledCase {
    pub case: Case,
    pub jdk: &'static Jdk,
    pub classes: PathBuf,
}

impl CompiledCase {
    pub fn open(&self) -> Project {
        open_classes(self.jdk, "Main", &[&self.classes])
    }

    /// The options that its check needs.
    pub fn options(&self) -> CheckOptions {
        options(&self.case.args(), &self.case.folder)
    }
}

/// Compiles those programs that a JDK here can run.
pub fn compiled(cases: Vec<Case>) -> Vec<CompiledCase> {
    let mut rest = cases;
    let mut compiled = Vec::new();
    for jdk in jdks() {
        let (cases, newer): (Vec<Case>, Vec<Case>) = rest.into_iter().partition(|case| case.level() <= jdk.feature);
        let folders: Vec<&Path> = cases.iter().map(|case| case.folder.as_path()).collect();
        let classes = compile_each(jdk, &folders);
        compiled.extend(cases.into_iter().zip(classes).map(|(case, classes)| CompiledCase { case, jdk, classes }));
        rest = newer;
    }
    compiled
}

/// All programs of the corpus, in order: the folders with expectations. `HEDDLE_CORPUS=name` restricts them to those
/// whose path contains `name`.
pub fn cases() -> Vec<Case> {
    let root = repository("corpus");
    let filter = std::env::var("HEDDLE_CORPUS").unwrap_or_default();
    let all = folders(&root).into_iter().flat_map(|topic| folders(&topic));
    all.filter_map(|folder| {
        let name = folder.strip_prefix(&root).expect("below the root").display().to_string();
        let text = std::fs::read_to_string(folder.join("expect.toml")).ok()?;
        let expected = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        Some(Case { name, expected, folder })
    })
    .filter(|case| case.name.contains(&filter))
    .collect()
}

/// The folders in a folder, in order.
fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    paths.sort();
    paths
}

/// Writes a number into a TOML file and leaves the rest as it is.
pub fn set_number(file: &Path, key: &str, number: u64) {
    let text = std::fs::read_to_string(file).expect("readable expectations");
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let line = format!("{key} = {number}");
    match lines.iter_mut().find(|line| line.split('=').next().is_some_and(|name| name.trim() == key)) {
        Some(old) => *old = line,
        None => lines.push(line),
    }
    std::fs::write(file, lines.join("\n") + "\n").expect("writable expectations");
}
