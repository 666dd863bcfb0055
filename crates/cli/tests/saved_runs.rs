//! Saved runs: what is checked before and during a replay, and what the user is told.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// Two threads that lock two objects in opposite orders.
const CROSSED: &str = "public class Crossed {
    static final Object a = new Object(), b = new Object();
    static void both(Object first, Object second) { synchronized (first) { synchronized (second) { } } }
    public static void main(String[] args) {
        new Thread(() -> both(a, b)).start();
        both(b, a);
    }
}
";

fn heddle(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_heddle")).current_dir(folder).args(arguments).output().expect("heddle runs")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder with a program and its saved run `run.json`.
fn saved(name: &str, program: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join(name), program).expect("a writable folder");
    let output = heddle(folder.path(), &["check", name, "--save", "run.json"]);
    assert_eq!(code(&output), 1, "{}", errors(&output));
    folder
}

/// Changes the saved run in a folder.
fn edit(folder: &Path, change: impl FnOnce(&mut Value)) {
    let file = folder.join("run.json");
    let mut run = serde_json::from_str(&std::fs::read_to_string(&file).expect("a saved run")).expect("JSON");
    change(&mut run);
    std::fs::write(file, run.to_string()).expect("a writable folder");
}

#[test]
fn a_run_replays_from_any_folder_and_as_json() {
    let folder = saved("Crossed.java", CROSSED);
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("run.json").display().to_string();
    let output = heddle(elsewhere.path(), &["replay", &file]);
    assert_eq!(code(&output), 1, "{}", errors(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("wait for each other"));
    let output = heddle(elsewhere.path(), &["replay", &file, "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["command"], "replay");
    assert_eq!(report["verdict"]["violations"][0]["name"], "cyclic-wait");
}

/// Paths that somebody writes by hand are relative to the file, so that a folder can be moved as a whole.
#[test]
fn relative_paths_are_relative_to_the_file() {
    let folder = saved("Crossed.java", CROSSED);
    edit(folder.path(), |run| run["program"] = "./Crossed.java".into());
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("run.json").display().to_string();
    assert_eq!(code(&heddle(elsewhere.path(), &["replay", &file])), 1);
    let moved = elsewhere.path().join("Crossed.java");
    std::fs::rename(folder.path().join("Crossed.java"), &moved).expect("both folders are writable");
    assert_eq!(code(&heddle(elsewhere.path(), &["replay", &file])), 64);
    assert_eq!(code(&heddle(elsewhere.path(), &["replay", &file, "--program", "Crossed.java"])), 1);
}

/// The thread uses a class of the JDK that a search initialises once and a new process initialises in the run.
#[test]
fn a_run_is_confirmed_before_it_is_saved() {
    let folder = saved(
        "Formats.java",
        "public class Formats {
            static volatile int v;
            public static void main(String[] args) throws Exception {
                Thread t = new Thread(() -> { String.format(\"a\"); v = 10; });
                t.start();
                int r = v; v = r + 1;
                t.join();
                assert v != 1;
            }
        }",
    );
    let output = heddle(folder.path(), &["replay", "run.json"]);
    assert_eq!(code(&output), 1, "{}", errors(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("assertion failed in main"));
}

#[test]
fn what_has_changed_since_is_named() {
    let folder = saved("Crossed.java", CROSSED);
    edit(folder.path(), |run| run["jdk_version"] = "16.0.9".into());
    let output = heddle(folder.path(), &["replay", "run.json"]);
    assert_eq!(code(&output), 1, "the run fits all the same: {}", errors(&output));
    assert!(errors(&output).contains("the run was saved with JDK 16.0.9, and this is JDK"), "{}", errors(&output));
    assert!(errors(&output).contains("--jdk"));
    let folder = saved("Crossed.java", CROSSED);
    let repaired = CROSSED.replace("both(b, a)", "both(a, b)");
    std::fs::write(folder.path().join("Crossed.java"), repaired).expect("a writable folder");
    let output = heddle(folder.path(), &["replay", "run.json"]);
    assert_eq!(code(&output), 4, "a replay that does not get there is an error of its own");
    let errors = errors(&output);
    assert!(errors.contains("the run does not lead to its violation"), "{errors}");
    assert!(errors.contains("Crossed has changed since the run was saved"), "{errors}");
}

#[test]
fn files_that_are_no_saved_runs_are_refused_with_the_reason() {
    let folder = saved("Crossed.java", CROSSED);
    let file = folder.path().join("run.json");
    let whole = std::fs::read_to_string(&file).expect("a saved run");
    let newer = whole.replace("\"format\":2", "\"format\":3");
    let cases = [
        (&whole[..whole.len() / 2], "is truncated"),
        (newer.as_str(), "has format 3 of saved runs"),
        ("[1, 2]", "is not a saved run"),
        (CROSSED, "is not a saved run"),
    ];
    for (text, says) in cases {
        std::fs::write(&file, text).expect("a writable folder");
        let output = heddle(folder.path(), &["replay", "run.json"]);
        assert_eq!(code(&output), 64, "{says}");
        assert!(errors(&output).contains(says), "{says}: {}", errors(&output));
    }
    assert_eq!(code(&heddle(folder.path(), &["replay", "missing.json"])), 64);
}

/// The search would not end: that the command does shows that it never began.
#[test]
fn a_place_that_cannot_be_written_to_is_an_error_before_the_search() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let endless = "public class Endless {
        static long a, b;
        public static void main(String[] args) {
            new Thread(() -> { while (true) a++; }).start();
            while (true) b++;
        }
    }";
    std::fs::write(folder.path().join("Endless.java"), endless).expect("a writable folder");
    for options in [["--save", "Endless.java/run.json"], ["--save", "."], ["--explain", "Endless.java/why.svg"]] {
        let output = heddle(folder.path(), &["check", "Endless.java", options[0], options[1]]);
        assert_eq!(code(&output), 64, "{options:?}");
        assert!(errors(&output).contains("cannot write"), "{options:?}: {}", errors(&output));
    }
}

#[test]
fn a_check_that_finds_nothing_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let empty = "public class Fine { public static void main(String[] args) { } }";
    std::fs::write(folder.path().join("Fine.java"), empty).expect("a writable folder");
    assert_eq!(code(&heddle(folder.path(), &["check", "Fine.java", "--save", "run.json"])), 0);
    assert!(!folder.path().join("run.json").exists());
}
