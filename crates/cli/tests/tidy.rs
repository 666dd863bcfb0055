//! The tree keeps its shape: dependency edges as in ARCHITECTURE.md, a header on every source file.

use std::path::{Path, PathBuf};

/// Crates in order; each may use those that stand before it and are named here.
const EDGES: &[(&str, &[&str])] = &[
    ("classfile", &[]),
    ("jdk", &[]),
    ("verdict", &[]),
    ("program", &["classfile", "jdk"]),
    ("analysis", &["classfile", "jdk", "program", "verdict"]),
    ("machine", &["classfile", "jdk", "program", "verdict"]),
    ("platform-jdk", &["classfile", "jdk", "program", "machine"]),
    ("logic", &[]),
    ("explore", &["jdk", "program", "analysis", "machine", "logic", "verdict"]),
    ("events", &["jdk", "program", "machine", "explore", "verdict", "logic"]),
    ("bdd", &[]),
    ("symbolic", &["classfile", "program", "bdd"]),
    ("model", &["classfile", "program", "analysis"]),
    (
        "heddle",
        &[
            "classfile",
            "jdk",
            "program",
            "analysis",
            "machine",
            "platform-jdk",
            "explore",
            "logic",
            "events",
            "verdict",
            "symbolic",
            "model",
        ],
    ),
    ("report", &["events", "model", "verdict", "heddle"]),
    ("cli", &["report", "heddle"]),
    ("mutate", &["program", "machine", "platform-jdk", "verdict"]),
    ("generate", &["program", "analysis", "machine", "platform-jdk", "explore", "verdict"]),
    ("bench", &["program", "analysis", "machine", "platform-jdk", "explore", "verdict"]),
];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn dependency_edges_point_up() {
    for entry in std::fs::read_dir(crates()).expect("the folder of crates").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(manifest) = std::fs::read_to_string(entry.path().join("Cargo.toml")) else { continue };
        let allowed = EDGES.iter().find(|(krate, _)| *krate == name);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("crate {name} is missing from EDGES and ARCHITECTURE.md"));
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default();
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        for line in dependencies.lines() {
            if line.starts_with("heddle.") {
                assert!(allowed.contains(&"heddle"), "{name} must not depend on heddle");
            }
            if let Some(rest) = line.strip_prefix("heddle-") {
                let used = rest.split(['.', ' ', '=']).next().unwrap_or_default();
                assert!(allowed.contains(&used), "{name} must not depend on {used}");
            }
        }
    }
}

#[test]
fn every_source_file_says_what_it_is() {
    let mut folders = vec![crates()];
    let mut silent = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a readable folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                if !path.ends_with("target") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("readable source");
                if !text.starts_with("//!") {
                    silent.push(path);
                }
            }
        }
    }
    assert!(silent.is_empty(), "files without a header: {silent:?}");
}
