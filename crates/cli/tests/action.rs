//! `action.yml`: its script as GitHub runs it, with what it leaves for the next steps of a workflow.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use heddle_testing::{jdk, repository};
use tempfile::TempDir;

/// The lines of the action that are the script of its last step, and what that step sets for it.
fn step() -> (String, BTreeSet<String>) {
    let text = std::fs::read_to_string(repository("action.yml")).expect("the action is there");
    let (before, script) = text.rsplit_once("run: |\n").expect("a script");
    let (_, environment) = before.rsplit_once("env:\n").expect("an environment");
    let names = environment.lines().filter_map(|line| line.trim().split_once(": "));
    (script.to_owned(), names.map(|(name, _)| name.to_owned()).collect())
}

/// What a step of a workflow leaves behind.
struct Done {
    code: Option<i32>,
    printed: String,
    outputs: String,
    summary: String,
    folder: TempDir,
}

fn run(program: &str, options: &str, accept_bounded: bool) -> Done {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let source = repository("examples").join(program);
    let name = Path::new(program).file_name().expect("a name");
    std::fs::copy(source, folder.path().join(name)).expect("a file is copied");
    // A file that a pattern of tests would match.
    std::fs::write(path("Queue.txt"), "").expect("a writable folder");
    let (script, _) = step();
    std::fs::write(path("step.sh"), script).expect("a writable folder");
    let mut bash = Command::new("bash");
    bash.args(["--noprofile", "--norc", "-eo", "pipefail"]).arg(path("step.sh")).current_dir(folder.path());
    bash.env("JAVA_HOME", &jdk().home);
    bash.env("HEDDLE_BINARY", env!("CARGO_BIN_EXE_heddle")).env("HEDDLE_COMMAND", "check");
    bash.env("HEDDLE_PROGRAM", name).env("HEDDLE_OPTIONS", options).env("HEDDLE_SARIF", "heddle.sarif");
    bash.env("HEDDLE_BOUNDED", accept_bounded.to_string());
    bash.env("GITHUB_STEP_SUMMARY", path("summary")).env("GITHUB_OUTPUT", path("output"));
    let Output { status, stdout, stderr } = bash.output().expect("bash runs");
    let printed = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    let (outputs, summary) = (read(&path("output")), read(&path("summary")));
    Done { code: status.code(), printed, outputs, summary, folder }
}

#[test]
fn a_violation_fails_the_step_and_is_left_for_others() {
    let done = run("LostUpdate.java", "", false);
    assert_eq!(done.code, Some(1), "{}", done.printed);
    assert_eq!(done.outputs, "exit-code=1\n");
    assert!(done.summary.contains("Heddle: violated"), "{}", done.summary);
    let log = std::fs::read_to_string(done.folder.path().join("heddle.sarif")).expect("a log");
    assert!(log.contains("\"ruleId\": \"race\"") || log.contains("\"ruleId\":\"race\""), "{log}");
}

#[test]
fn a_proof_is_a_success() {
    let done = run("fixed/LostUpdate.java", "--timeout 100 --races warn", false);
    assert_eq!((done.code, done.outputs.as_str()), (Some(0), "exit-code=0\n"), "{}", done.printed);
    assert!(done.summary.contains("Heddle: proved"), "{}", done.summary);
}

#[test]
fn a_bounded_search_is_a_success_only_if_it_is_accepted() {
    for (accepted, code) in [(false, 2), (true, 0)] {
        let done = run("fixed/LostUpdate.java", "--max-states 3", accepted);
        assert_eq!((done.code, done.outputs.as_str()), (Some(code), "exit-code=2\n"), "{}", done.printed);
    }
}

#[test]
fn a_mistake_fails_the_step_and_patterns_are_no_names_of_files() {
    let done = run("LostUpdate.java", "--max-states *ue*", false);
    assert_eq!((done.code, done.outputs.as_str()), (Some(64), "exit-code=64\n"), "{}", done.printed);
    assert!(done.printed.contains("'*ue*'"), "{}", done.printed);
}

/// A variable that the script reads and the step does not set would be empty.
#[test]
fn the_step_sets_what_its_script_reads() {
    let (script, set) = step();
    let words = script.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let read: BTreeSet<String> = words.filter(|word| word.starts_with("HEDDLE_")).map(String::from).collect();
    assert_eq!(read, set);
}
