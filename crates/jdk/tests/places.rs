//! Names of JDK classes that somebody knows something about stand in this crate and nowhere else: no literal
//! elsewhere names a class of `java.util.concurrent`, and no list there consists of names of JDK classes.

use std::path::{Path, PathBuf};

/// Where such names may stand as well.
const ALLOWED: &[(&str, &str)] = &[
    ("jdk", "here"),
    ("platform-jdk", "a native method is declared with its class"),
    ("program/src/arrays.rs", "the two interfaces of arrays, JLS 10.8"),
    ("analysis/src/natives.rs", "what the machine's own methods initialise"),
    ("analysis/src/inline/policy.rs", "what calls that are not inlined do"),
    ("model/src/java/mod.rs", "classes whose methods a model computes"),
    ("symbolic/src/java/library.rs", "classes whose methods the symbolic engine computes"),
];

#[test]
fn names_of_jdk_classes_stand_in_one_place() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for path in sources(&crates) {
        let place = path.strip_prefix(&crates).expect("below the folder of crates").to_string_lossy().into_owned();
        let in_source = place.split('/').nth(1) == Some("src");
        if !in_source || ALLOWED.iter().any(|(allowed, _)| Path::new(&place).starts_with(allowed)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("readable source");
        let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        if code.contains("\"java/util/concurrent") {
            found.push(format!("{place} names a class of java.util.concurrent"));
        }
        if lists(&code).any(|list| list.matches("\"java/").count() + list.matches("\"jdk/").count() > 1) {
            found.push(format!("{place} has a list of JDK classes"));
        }
    }
    assert!(found.is_empty(), "what is known about JDK classes belongs into crates/jdk:\n{}", found.join("\n"));
}

/// What stands between brackets, innermost ones only.
fn lists(code: &str) -> impl Iterator<Item = &str> {
    code.split('[').skip(1).filter_map(|rest| rest.split_once(']').map(|(list, _)| list))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).expect("a readable folder").flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found
}
