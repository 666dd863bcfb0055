//! `heddle check --memory-model jmm` on `corpus/weak`: each program has the verdicts that its first lines name, for
//! interleavings and for the Java memory model. What needs weak memory shows an execution, and why no interleaving has it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use heddle_testing::{heddle, repository, run_with_timeout};

const LIMIT: Duration = Duration::from_secs(600);

fn programs() -> Vec<PathBuf> {
    let files = std::fs::read_dir(repository("corpus/weak")).expect("the folder of programs").flatten();
    let mut files: Vec<PathBuf> = files.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "java"));
    files.sort();
    files
}

/// The verdict that a line `// model: verdict` names.
fn expected(file: &Path, model: &str) -> String {
    let text = std::fs::read_to_string(file).expect("a readable program");
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("// {model}: ")));
    line.unwrap_or_else(|| panic!("{} has no line for {model}", file.display())).to_owned()
}

fn report(file: &Path, model: &str) -> serde_json::Value {
    let mut command: Command =
        heddle!("check", file, "--json", "--races", "off", "--jobs", "1", "--memory-model", model);
    command.args(["--timeout", "500"]);
    let output = run_with_timeout(command, LIMIT).expect("programs are checked in time");
    let text = String::from_utf8(output.stdout).expect("JSON is text");
    serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{}: {error}\n{}", file.display(), String::from_utf8_lossy(&output.stderr)))
}

/// The verdict with the kind of the first violation.
fn verdict(report: &serde_json::Value) -> String {
    let verdict = &report["verdict"];
    let kind = verdict["violations"][0]["kind"].as_str().map(|kind| format!(" {kind}")).unwrap_or_default();
    format!("{}{kind}", verdict["is"].as_str().expect("a verdict"))
}

#[test]
fn programs_have_their_verdicts_under_both_models() {
    let mut wrong = Vec::new();
    for file in programs() {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let sc = report(&file, "sc");
        let jmm = report(&file, "jmm");
        for (model, report) in [("sc", &sc), ("jmm", &jmm)] {
            if verdict(report) != expected(&file, model) {
                wrong.push(format!("{name}, {model}: {}\n{report:#}", verdict(report)));
            }
        }
        // A violation that interleavings have is shown by one of them.
        let first = &jmm["verdict"]["violations"][0];
        let needs_weak_memory = verdict(&sc) == "proved" && verdict(&jmm) != "proved";
        if needs_weak_memory != first["execution"].is_object() {
            wrong.push(format!("{name}: shown by the wrong engine: {first:#}"));
        }
        if needs_weak_memory && first["execution"]["no_interleaving"] != true {
            wrong.push(format!("{name}: every interleaving was explored: {first:#}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The page names what each read saw, and the circle.
#[test]
fn the_page_of_store_buffering_shows_a_circle() {
    let file = repository("corpus/weak/DekkerPlain.java");
    let output =
        run_with_timeout(heddle!("check", file, "--memory-model", "jmm", "--jobs", "1"), LIMIT).expect("in time");
    let page = String::from_utf8_lossy(&output.stdout).into_owned();
    for part in [
        "assertion failed in main",
        "read DekkerPlain.y = 0",
        "No interleaving: it would have",
        "which it does not see",
        "Every interleaving was explored, and none has this violation",
        "violated: assertion",
    ] {
        assert!(page.contains(part), "{part} is missing:\n{page}");
    }
    assert_eq!(output.status.code(), Some(1));
}

/// What can not be told is not proved.
#[test]
fn limits_are_named() {
    let file = repository("corpus/weak/TreiberWeak.java");
    let command = heddle!("check", file, "--memory-model", "jmm", "--timeout", "0.02", "--json");
    let output = run_with_timeout(command, LIMIT).expect("in time");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((verdict(&report).as_str(), output.status.code()), ("bounded", Some(2)), "{report:#}");
    for option in [["--ltl", "true"], ["--time", "last"], ["--monitors", "fifo"], ["--platform", "green"]] {
        let mut command = heddle!("check", repository("corpus/weak/DekkerPlain.java"), "--memory-model", "jmm");
        command.args(option);
        let output = run_with_timeout(command, LIMIT).expect("in time");
        assert_eq!(output.status.code(), Some(64), "{option:?}");
    }
}
