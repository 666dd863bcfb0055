//! Every program of `tests/differential` prints under `heddle run` byte for byte what it prints
//! under the real `java` of the same JDK, on standard output and on standard error, and ends with
//! the same exit code. Runs for each JDK found (see `jdks`).
//!
//! A program may begin with `// jdk: 25+` or `// jdk: 25+ preview`: the least JDK, and whether it needs
//! preview features.
//!
//! `HEDDLE_DIFFERENTIAL=name` restricts the run to programs whose path contains `name`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

mod common;

use common::{Jdk, jdks, run_with_timeout};

/// A program, and the least JDK that can compile it.
struct Case {
    path: PathBuf,
    class: String,
    level: u32,
    preview: bool,
}

#[test]
fn every_program_prints_what_java_prints() {
    let cases = cases();
    assert!(cases.len() >= 200, "only {} programs found", cases.len());
    let mut failures = BTreeMap::new();
    let mut compared = 0;
    for jdk in jdks() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let selected: Vec<&Case> = cases.iter().filter(|case| case.level <= jdk.feature).collect();
        let (preview, ordinary): (Vec<&Case>, Vec<&Case>) = selected.iter().partition(|case| case.preview);
        compile(&jdk, &ordinary, &[], folder.path());
        let feature = jdk.feature.to_string();
        compile(&jdk, &preview, &["--enable-preview", "--release", &feature], folder.path());
        let next = AtomicUsize::new(0);
        let found = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
                scope.spawn(|| {
                    while let Some(case) = selected.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if let Some(difference) = compare(&jdk, case, folder.path()) {
                            found.lock().expect("no panic").push((case.class.clone(), difference));
                        }
                    }
                });
            }
        });
        compared += selected.len();
        for (class, difference) in found.into_inner().expect("no panic") {
            failures.insert(format!("JDK {} {class}", jdk.feature), difference);
        }
    }
    println!("{compared} runs compared, {} differ", failures.len());
    let report: String = failures.iter().map(|(name, difference)| format!("{name}: {difference}\n")).collect();
    assert!(failures.is_empty(), "{} programs differ from java:\n{report}", failures.len());
}

fn cases() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/differential");
    let filter = std::env::var("HEDDLE_DIFFERENTIAL").unwrap_or_default();
    let mut cases = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder of programs").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "java") {
                let text = std::fs::read_to_string(&path).expect("a readable program");
                let needs = text.lines().next().and_then(|line| line.strip_prefix("// jdk: "));
                let level = needs.and_then(|needs| needs.split('+').next()?.parse().ok());
                let preview = needs.is_some_and(|needs| needs.ends_with("+ preview"));
                let class = path.file_stem().expect("a name").to_string_lossy().into_owned();
                if path.to_string_lossy().contains(&filter) || filter.is_empty() {
                    cases.push(Case { path, class, level: level.unwrap_or(17), preview });
                }
            }
        }
    }
    cases.sort_by(|a, b| a.path.cmp(&b.path));
    cases
}

fn compile(jdk: &Jdk, cases: &[&Case], options: &[&str], into: &Path) {
    if cases.is_empty() {
        return;
    }
    let output = Command::new(jdk.home.join("bin/javac"))
        .args(["-nowarn", "-g"])
        .args(options)
        .arg("-d")
        .arg(into)
        .args(cases.iter().map(|case| &case.path))
        .output()
        .expect("javac runs");
    assert!(output.status.success(), "javac: {}", String::from_utf8_lossy(&output.stderr));
}

/// What differs between the two runs of a program, if anything.
fn compare(jdk: &Jdk, case: &Case, classes: &Path) -> Option<String> {
    let mut java = Command::new(jdk.home.join("bin/java"));
    // Without a file of figures, about which a JVM may complain on standard output.
    java.args(["-ea", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-cp"]);
    let preview = case.preview.then_some("--enable-preview");
    java.arg(classes).args(preview).arg(&case.class);
    let mut heddle = Command::new(env!("CARGO_BIN_EXE_heddle"));
    heddle.arg("run").args(preview).arg("--jdk").arg(&jdk.home).arg("--class-path").arg(classes).arg(&case.class);
    let limit = Duration::from_secs(60);
    let expected = run_with_timeout(java, limit)?;
    let Some(actual) = run_with_timeout(heddle, limit) else { return Some("does not end".into()) };
    if expected.status.code() != actual.status.code() {
        let error = String::from_utf8_lossy(&actual.stderr).lines().take(3).collect::<Vec<_>>().join(" | ");
        return Some(format!("exit code {:?} instead of {:?}: {error}", actual.status.code(), expected.status.code()));
    }
    first_difference("stdout", &expected.stdout, &actual.stdout)
        .or_else(|| first_difference("stderr", &expected.stderr, &actual.stderr))
}

fn first_difference(stream: &str, expected: &[u8], actual: &[u8]) -> Option<String> {
    if expected == actual {
        return None;
    }
    let (expected, actual) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(actual));
    let lines =
        expected.lines().chain(std::iter::repeat("<end>")).zip(actual.lines().chain(std::iter::repeat("<end>")));
    let (number, (want, got)) = lines.enumerate().find(|(_, (a, b))| a != b || *a == "<end>")?;
    Some(format!("{stream} line {}: {got:?} instead of {want:?}", number + 1))
}
