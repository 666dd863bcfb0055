//! What the tree says about itself is true: the tables of ARCHITECTURE.md are those of the manifests, files that it and
//! CONTRIBUTING.md name exist, every source file says what it is, and machines are built in one place.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use heddle_testing::repository;

/// Paths that are named though the repository does not have them: those of a JDK.
const ELSEWHERE: [&str; 1] = ["lib/modules"];

fn read(path: impl AsRef<Path>) -> String {
    let path = repository(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of the table below a heading, without its head: the cells of each.
fn table(page: &str, heading: &str) -> Vec<Vec<String>> {
    let part = page.split(&format!("\n## {heading}\n")).nth(1).unwrap_or_else(|| panic!("there is no part {heading}"));
    let part = part.split("\n## ").next().unwrap_or_default();
    let rows = part.lines().filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// The words in backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The crates of the workspace, by folder, with their manifests.
fn manifests() -> BTreeMap<String, toml::Table> {
    let workspace: toml::Table = read("Cargo.toml").parse().expect("the manifest of the workspace is TOML");
    assert_eq!(workspace["workspace"]["members"].as_array().map(Vec::len), Some(1), "the members are crates/*");
    let folders = std::fs::read_dir(repository("crates")).expect("the folder of crates").flatten();
    let manifest = |entry: std::fs::DirEntry| {
        let text = std::fs::read_to_string(entry.path().join("Cargo.toml")).ok()?;
        Some((entry.file_name().to_string_lossy().into_owned(), text.parse().expect("a manifest is TOML")))
    };
    folders.filter_map(manifest).collect()
}

fn dependencies<'m>(manifest: &'m toml::Table, section: &str) -> impl Iterator<Item = &'m str> {
    manifest.get(section).and_then(toml::Value::as_table).into_iter().flat_map(|table| table.keys()).map(String::as_str)
}

/// The folder of a crate of ours, from its name in manifests.
fn own(name: &str) -> Option<&str> {
    if name == "heddle" { Some(name) } else { name.strip_prefix("heddle-") }
}

#[test]
fn the_table_of_crates_is_the_workspace() {
    let manifests = manifests();
    let rows = table(&read("ARCHITECTURE.md"), "Crates");
    let mut above: BTreeSet<&str> = BTreeSet::new();
    for row in &rows {
        let [name, uses, _] = &row[..] else { panic!("a row has three cells: {row:?}") };
        let name = name.trim_matches('`');
        let manifest = manifests.get(name).unwrap_or_else(|| panic!("there is no crate {name}"));
        let uses: BTreeSet<&str> = uses.split(',').map(str::trim).filter(|used| !used.is_empty()).collect();
        let real: BTreeSet<&str> = dependencies(manifest, "dependencies").filter_map(own).collect();
        assert_eq!(uses, real, "what {name} uses, in ARCHITECTURE.md and in its manifest");
        assert!(real.is_subset(&above), "{name} uses what does not stand above it: {real:?}");
        assert!(above.insert(name), "{name} stands there twice");
    }
    let members: BTreeSet<&str> = manifests.keys().map(String::as_str).collect();
    assert_eq!(above, members, "crates in ARCHITECTURE.md, and in the workspace");
}

#[test]
fn the_table_of_dependencies_is_what_manifests_ask_for() {
    let manifests = manifests();
    let sections = ["dependencies", "dev-dependencies", "build-dependencies"];
    let used = manifests.values().flat_map(|manifest| sections.map(|section| dependencies(manifest, section)));
    let used: BTreeSet<&str> = used.flatten().filter(|name| own(name).is_none()).collect();
    let page = read("ARCHITECTURE.md");
    let rows = table(&page, "Dependencies");
    assert!(rows.iter().all(|row| !row[1].is_empty()), "every dependency has its reason");
    let named: BTreeSet<&str> = rows.iter().flat_map(|row| quoted(&row[0])).collect();
    assert_eq!(named, used, "dependencies in ARCHITECTURE.md, and in manifests");
}

/// All files and folders, as paths below the root.
fn tree() -> BTreeSet<String> {
    let root = repository("");
    let mut found = BTreeSet::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a readable folder").flatten() {
            let path = entry.path();
            if entry.file_name() == "target" || entry.file_name() == ".git" {
                continue;
            }
            found.insert(path.strip_prefix(&root).expect("below the root").to_string_lossy().into_owned());
            if path.is_dir() {
                folders.push(path);
            }
        }
    }
    found
}

/// Whether a word in backticks names a file or folder of the repository.
fn is_path(word: &str) -> bool {
    let file = [".rs", ".toml", ".md", ".java"].iter().any(|end| word.ends_with(end));
    let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "/_-.".contains(c));
    plain && (file || word.contains('/')) && !word.starts_with(['/', '.', '-']) && !ELSEWHERE.contains(&word)
}

#[test]
fn files_that_are_named_exist() {
    let tree = tree();
    let mut missing = Vec::new();
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "corpus/README.md"] {
        let text = read(page);
        for word in quoted(&text).into_iter().filter(|word| is_path(word)) {
            let path = word.trim_end_matches('/');
            // `machine/heap.rs` stands for `crates/machine/src/heap.rs`.
            let in_crate = path.split_once('/').map(|(name, rest)| format!("crates/{name}/src/{rest}"));
            let named = |known: &String| {
                known == path || known.ends_with(&format!("/{path}")) || Some(known) == in_crate.as_ref()
            };
            if !tree.iter().any(named) {
                missing.push(format!("{page}: {word}"));
            }
        }
    }
    assert!(missing.is_empty(), "files that do not exist: {missing:#?}");
}

/// All files of Rust in these folders.
fn sources(folders: &[&str]) -> Vec<PathBuf> {
    let of_folder = |path: &String| folders.iter().any(|folder| path.starts_with(&format!("{folder}/")));
    tree().into_iter().filter(|path| path.ends_with(".rs") && of_folder(path)).map(PathBuf::from).collect()
}

#[test]
fn every_source_file_says_what_it_is() {
    let silent: Vec<PathBuf> =
        sources(&["crates", "fuzz"]).into_iter().filter(|path| !read(path).starts_with("//!")).collect();
    assert!(silent.is_empty(), "files without a header: {silent:?}");
}

/// Tests, benchmarks and fuzz targets get their machines from where the command does, so that they test what is
/// shipped.
#[test]
fn machines_are_built_in_one_place() {
    let place = Path::new("crates/heddle/src/project.rs");
    // The oracle of generated programs has a machine of its own, which shares nothing with the real one.
    let oracle = Path::new("crates/generate/src/oracle");
    let builds = |path: &PathBuf| {
        let text = read(path);
        let machine = ["Machine", "::new("].concat();
        let boot = ["heddle_platform_jdk", "::boot("].concat();
        text.contains(&machine) || text.contains(&boot)
    };
    let others: Vec<PathBuf> = sources(&["crates", "fuzz"])
        .into_iter()
        .filter(|path| path != place && !path.starts_with(oracle) && builds(path))
        .collect();
    assert!(builds(&place.to_path_buf()), "{} builds machines", place.display());
    assert!(others.is_empty(), "machines are built in {}, and in {others:?}", place.display());
}

/// What only tests need is no part of what is shipped.
#[test]
fn only_tests_and_benchmarks_use_the_support_of_tests() {
    let users = manifests().into_iter().filter(|(_, manifest)| {
        dependencies(manifest, "dependencies").any(|name| name == "heddle-testing" || name == "heddle-mutate")
    });
    assert_eq!(users.map(|(name, _)| name).collect::<Vec<_>>(), ["bench"]);
}
