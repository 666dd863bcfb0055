//! Every program of `corpus` has the verdict, the kinds of violations, the outcomes and the exact
//! number of states that its `expect.toml` says, by the default search, by the one without reductions
//! that rest on an analysis, and by the plain one of single instructions. They must agree: that is
//! the refuter of the reductions. Every violation replays.
//!
//! `HEDDLE_CORPUS=name` restricts the run to programs whose path contains `name`;
//! `HEDDLE_BLESS=1` writes the numbers of states that were found into `expect.toml`.
//!
//! Programs too large for the plain search within [`PLAIN_STATES`] are compared as far as it got:
//! what it found has to be expected, but nothing has to be found.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;

mod common;
#[path = "common/programs.rs"]
mod programs;

use common::{Jdk, jdks, run_with_timeout};
use programs::{Case, cases, compile};

const PLAIN_STATES: &str = "100000";
const LIMIT: Duration = Duration::from_secs(600);

#[test]
fn every_program_has_its_expected_verdict() {
    let cases = cases();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let jdks = jdks();
    let jdk_of = |case: &Case| jdks.iter().find(|jdk| jdk.feature >= case.jdk());
    let runnable: Vec<(&Case, &Jdk)> = cases.iter().filter_map(|case| Some((case, jdk_of(case)?))).collect();
    for jdk in &jdks {
        let own: Vec<&Case> =
            runnable.iter().filter(|(_, of)| of.feature == jdk.feature).map(|(case, _)| *case).collect();
        compile(jdk, &own, folder.path());
    }
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some((case, jdk)) = runnable.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let problems = examine(case, jdk, folder.path());
                    if !problems.is_empty() {
                        failures.lock().expect("no panic").insert(case.name.clone(), problems.join("\n    "));
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no panic");
    println!("{} programs, {} without a JDK to run them", runnable.len(), cases.len() - runnable.len());
    let report: String = failures.iter().map(|(name, problems)| format!("{name}:\n    {problems}\n")).collect();
    assert!(failures.is_empty(), "{} programs differ from what is expected:\n{report}", failures.len());
}

/// The number of workers, the order and the store do not change what there is to find.
#[test]
fn workers_orders_and_stores_agree() {
    let cases = cases();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let jdk = &jdks()[0];
    let topics = ["monitors/", "waitnotify/", "atomics/", "threads/"];
    let fits = |case: &&Case| topics.iter().any(|topic| case.name.starts_with(topic)) && case.jdk() <= jdk.feature;
    let chosen: Vec<&Case> = cases.iter().filter(fits).collect();
    compile(jdk, &chosen, folder.path());
    let summary = |report: &Value| {
        let statistics = &report["statistics"];
        let figures = ["states", "transitions", "ends"].map(|name| statistics[name].as_u64());
        (verdict(report).to_string(), kinds(report), figures)
    };
    let mut differences = Vec::new();
    for case in chosen {
        let run = |options: &[&str]| check(case, jdk, folder.path(), options).expect("a report");
        let expected = summary(&run(&["--all"]));
        for options in [&["--all", "--audit", "--jobs", "3"][..], &["--all", "--exact"], &["--all", "--search", "bfs"]]
        {
            let found = summary(&run(options));
            if found != expected {
                differences.push(format!("{} {options:?}: {found:?} instead of {expected:?}", case.name));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// All comparisons of one program; what differs.
fn examine(case: &Case, jdk: &Jdk, target: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    let saved = target.join(format!("{}.json", case.name.replace('/', "-")));
    let run = |options: &[&str]| check(case, jdk, target, options);
    // With every state compared to what the analysis says of the program.
    let default = match run(&["--all", "--audit", "--save", saved.to_str().expect("a UTF-8 path")]) {
        Ok(report) => report,
        Err(problem) => return vec![problem],
    };
    compare_verdict(&mut problems, "default", case, &default, false);
    compare_states(&mut problems, "states", case, &default);
    // Here nobody passes over an access because of what the analysis says of it.
    match run(&["--all", "--audit", "--reduce", "local", "--max-states", PLAIN_STATES]) {
        Ok(local) => compare_verdict(&mut problems, "local", case, &local, is_cut(&local)),
        Err(problem) => problems.push(problem),
    }
    // A platform has reductions of its own.
    let on_platform = case.strings("args").is_some_and(|args| args.iter().any(|arg| arg == "--platform"));
    if std::env::var_os("HEDDLE_EACH").is_some() && !on_platform {
        for name in heddle_explore::reduction::table::names() {
            match run(&["--all", "--reduce", name, "--max-states", PLAIN_STATES]) {
                Ok(alone) => compare_verdict(&mut problems, name, case, &alone, is_cut(&alone)),
                Err(problem) => problems.push(problem),
            }
            if let Some(outcomes) = case.strings("outcomes") {
                match run(&["--outcomes", "--reduce", name, "--max-states", PLAIN_STATES]) {
                    Ok(report) => compare_outcomes(&mut problems, &outcomes, &report),
                    Err(problem) => problems.push(problem),
                }
            }
        }
    }
    match run(&["--all", "--reduce", "none", "--max-states", PLAIN_STATES]) {
        Ok(plain) => {
            let partial = is_cut(&plain);
            compare_verdict(&mut problems, "plain", case, &plain, partial);
            if !partial {
                compare_states(&mut problems, "states_plain", case, &plain);
            }
        }
        Err(problem) => problems.push(problem),
    }
    if let Some(outcomes) = case.strings("outcomes") {
        for options in [&["--outcomes"][..], &["--outcomes", "--reduce", "none", "--max-states", PLAIN_STATES]] {
            match run(options) {
                Ok(report) => compare_outcomes(&mut problems, &outcomes, &report),
                Err(problem) => problems.push(problem),
            }
        }
    }
    if case.name.starts_with("livelock/") {
        let plain = ["--livelock", "--reduce", "none", "--max-states", PLAIN_STATES];
        for options in [&["--livelock"][..], &["--livelock", "--reduce", "local"], &plain] {
            match run(options) {
                Ok(report) if kinds(&report) == case.kinds() || is_cut(&report) => {}
                Ok(report) => problems.push(format!("{options:?}: {:?} instead of {:?}", kinds(&report), case.kinds())),
                Err(problem) => problems.push(problem),
            }
        }
    }
    if case.verdict() == "violated" {
        problems.extend(replay(jdk, &saved));
    }
    problems
}

fn check(case: &Case, jdk: &Jdk, target: &Path, options: &[&str]) -> Result<Value, String> {
    let classes = target.join(&case.name);
    let interfaces = target.join(format!("interfaces{}", jdk.feature));
    let class_path = std::env::join_paths([classes, interfaces]).expect("no separator in the path");
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    // Files that describe platforms lie beside the program.
    command.current_dir(&case.folder).args(["check", "--json"]);
    command.args(case.strings("args").unwrap_or_default()).args(options);
    if !options.contains(&"--jobs") {
        command.args(["--jobs", "1"]);
    }
    command.arg("--jdk").arg(&jdk.home).arg("--class-path").arg(class_path).arg("Main");
    let output = run_with_timeout(command, LIMIT).ok_or_else(|| format!("{options:?} did not end"))?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).map_err(|_| format!("{options:?} gave no report: {stderr}"))
}

fn replay(jdk: &Jdk, saved: &Path) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.arg("replay").arg("--jdk").arg(&jdk.home).arg(saved);
    let output = run_with_timeout(command, LIMIT)?;
    let code = output.status.code();
    (code != Some(1)).then(|| format!("replay ends with {code:?}: {}", String::from_utf8_lossy(&output.stderr)))
}

fn verdict(report: &Value) -> &str {
    report["verdict"]["is"].as_str().unwrap_or_default()
}

fn kinds(report: &Value) -> BTreeSet<String> {
    let violations = report["verdict"]["violations"].as_array().into_iter().flatten();
    violations.filter_map(|violation| violation["kind"].as_str()).map(String::from).collect()
}

/// Whether the search was cut by the number of states.
fn is_cut(report: &Value) -> bool {
    let assumptions = report["assumptions"].as_array().into_iter().flatten();
    assumptions.filter(|one| one["assumes"] == "bound").any(|one| one["limit"]["limit"] == "states")
}

fn compare_verdict(problems: &mut Vec<String>, search: &str, case: &Case, report: &Value, partial: bool) {
    let (found, expected) = (verdict(report), case.verdict());
    let found_kinds = kinds(report);
    let expected_kinds = if expected == "violated" { case.kinds() } else { BTreeSet::new() };
    if partial {
        if !found_kinds.is_subset(&expected_kinds) {
            problems.push(format!("{search}: {found_kinds:?} where only {expected_kinds:?} is expected"));
        }
        return;
    }
    if found != expected || found_kinds != expected_kinds {
        problems.push(format!("{search}: {found} {found_kinds:?} instead of {expected} {expected_kinds:?}"));
    }
}

/// Compares a number of states, or writes it down when blessing.
fn compare_states(problems: &mut Vec<String>, key: &str, case: &Case, report: &Value) {
    let found = report["statistics"]["states"].as_i64().unwrap_or_default();
    let expected = case.expected.get(key).and_then(toml::Value::as_integer);
    if expected == Some(found) {
        return;
    }
    if std::env::var_os("HEDDLE_BLESS").is_none() {
        problems.push(format!("{key}: {found} instead of {expected:?}"));
        return;
    }
    let file = case.folder.join("expect.toml");
    let text = std::fs::read_to_string(&file).expect("it was read before");
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let line = format!("{key} = {found}");
    match lines.iter_mut().find(|line| line.split('=').next().is_some_and(|name| name.trim() == key)) {
        Some(old) => *old = line,
        None => lines.push(line),
    }
    std::fs::write(&file, lines.join("\n") + "\n").expect("the corpus can be written");
}

fn compare_outcomes(problems: &mut Vec<String>, expected: &[String], report: &Value) {
    let outcomes = report["outcomes"].as_array().into_iter().flatten();
    let ended = outcomes.filter(|outcome| outcome["ending"]["by"] == "exit");
    let found: BTreeSet<&str> = ended.filter_map(|outcome| outcome["stdout"].as_str()).collect();
    let expected: BTreeSet<&str> = expected.iter().map(String::as_str).collect();
    let fits = if is_cut(report) { found.is_subset(&expected) } else { found == expected };
    if !fits {
        problems.push(format!("outcomes {found:?} instead of {expected:?}"));
    }
}
