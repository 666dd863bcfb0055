//! Every program of `corpus/differential` prints under `heddle run` byte for byte what it prints
//! under the real `java` of the same JDK, on standard output and on standard error, and ends with
//! the same exit code. Runs for each JDK found (see `jdks`).
//!
//! Some programs wait for each other with time-outs, and print something else where the machine is so busy that one
//! fires too early. So a difference counts if `java` does not print the same as `heddle` when it is run again either.
//!
//! A program may begin with `// jdk: 25+` or `// jdk: 25+ preview`: the least JDK, and whether it needs
//! preview features.
//!
//! `HEDDLE_DIFFERENTIAL=name` restricts the run to programs whose path contains `name`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use heddle_testing::{Jdk, compile_with, for_each, heddle, jdks, repository, run_with_timeout};

const LIMIT: Duration = Duration::from_secs(600);
/// How often `java` may print something else.
const TIMES: usize = 4;

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
        let selected: Vec<&Case> = cases.iter().filter(|case| case.level <= jdk.feature).collect();
        let (preview, ordinary): (Vec<&Case>, Vec<&Case>) = selected.iter().partition(|case| case.preview);
        let ordinary = compile(jdk, &ordinary, &[]);
        let feature = jdk.feature.to_string();
        let preview = compile(jdk, &preview, &["--enable-preview", "--release", &feature]);
        let found = for_each(&selected, |case| compare(jdk, case, if case.preview { &preview } else { &ordinary }));
        compared += selected.len();
        for (case, difference) in selected.iter().zip(found) {
            if let Some(difference) = difference.unwrap_or_else(Some) {
                failures.insert(format!("JDK {} {}", jdk.feature, case.class), difference);
            }
        }
    }
    println!("{compared} runs compared, {} differ", failures.len());
    let report: String = failures.iter().map(|(name, difference)| format!("{name}: {difference}\n")).collect();
    assert!(failures.is_empty(), "{} programs differ from java:\n{report}", failures.len());
}

fn cases() -> Vec<Case> {
    let root = repository("corpus/differential");
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

fn compile(jdk: &Jdk, cases: &[&Case], options: &[&str]) -> PathBuf {
    if cases.is_empty() {
        return PathBuf::new();
    }
    let text = |case: &&Case| std::fs::read_to_string(&case.path).expect("a readable program");
    let sources: Vec<_> = cases.iter().map(|case| (format!("{}.java", case.class), text(case))).collect();
    compile_with(jdk, &[&["-g", "-nowarn"], options].concat(), &sources)
}

/// What differs between the two runs of a program, if anything.
fn compare(jdk: &Jdk, case: &Case, classes: &Path) -> Option<String> {
    let preview = case.preview.then_some("--enable-preview");
    let mut heddle = heddle!("run");
    heddle.args(preview).arg("--jdk").arg(&jdk.home).arg("--class-path").arg(classes).arg(&case.class);
    let Some(actual) = run_with_timeout(heddle, LIMIT) else { return Some("does not end".into()) };
    let mut difference = None;
    for _ in 0..TIMES {
        let mut java = Command::new(jdk.tool("java"));
        // Without a file of figures, about which a JVM may complain on standard output.
        java.args(["-ea", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-cp"]);
        java.arg(classes).args(preview).arg(&case.class);
        let Some(expected) = run_with_timeout(java, LIMIT) else { return Some("does not end in java".into()) };
        difference = differ(&expected, &actual);
        if difference.is_none() {
            break;
        }
    }
    difference
}

/// How two runs differ, if they do.
fn differ(expected: &Output, actual: &Output) -> Option<String> {
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
