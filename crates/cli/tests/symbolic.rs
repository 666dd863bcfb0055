//! `heddle symbolic` gives known answers: on methods without threads whose answer stands beside
//! them, and on the programs of Suwimonteerabuth, Esparza and Schwoon (SPIN 2008).

use std::path::{Path, PathBuf};
use std::time::Duration;

use heddle_testing::{Jdk, compile_files, heddle, jdk, jdks, repository, run_with_timeout};
use serde_json::Value;

const LIMIT: Duration = Duration::from_secs(300);

fn source(class: &str) -> PathBuf {
    repository(format!("corpus/symbolic/{class}.java"))
}

fn compile(jdk: &Jdk, class: &str) -> PathBuf {
    compile_files(jdk, &[source(class)])
}

fn ask(jdk: &Jdk, program: &Path, arguments: &[&str]) -> Value {
    let mut command = heddle!("symbolic", program, "--json", "--jdk", &jdk.home);
    command.args(arguments);
    let output = run_with_timeout(command, LIMIT).expect("it ends in time");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let report: Value =
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}\n{}", String::from_utf8_lossy(&output.stderr)));
    assert_eq!(output.status.code().map(i64::from), report["exit_code"].as_i64());
    report
}

fn contexts(report: &Value) -> Option<usize> {
    report["violations"][0]["contexts"].as_array().map(Vec::len)
}

/// Asks about every method of a file that has its answer above it; the reports by name.
fn answers(jdk: &Jdk, class: &str, options: &[&str]) -> Vec<(String, Value)> {
    let text = std::fs::read_to_string(source(class)).expect("readable");
    let classes = compile(jdk, class);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut wrong = Vec::new();
    let mut reports = Vec::new();
    for pair in lines.windows(2) {
        let Some(expected) = pair[0].strip_prefix("// @") else { continue };
        let head = pair[1].split('(').next().expect("a method");
        let name = head.rsplit(' ').next().expect("a name");
        let mut words = expected.split(' ');
        let verdict = words.next().expect("a verdict");
        let rest: Vec<&str> = words.collect();
        let bits = rest.iter().find(|word| word.parse::<u32>().is_ok()).unwrap_or(&"8");
        let exception = rest.iter().find(|word| word.parse::<u32>().is_err());
        let method = format!("{class}.{name}");
        let report = ask(jdk, &classes, &[&[method.as_str(), "--bits", bits], options].concat());
        let found = report["violations"][0]["found"].as_str().unwrap_or_default();
        let as_expected =
            report["verdict"]["is"] == verdict && exception.is_none_or(|exception| found.contains(exception));
        if !as_expected {
            wrong.push(format!("{name}: expected {expected}, got {} {found}", report["summary"]));
        }
        reports.push((name.to_string(), report));
    }
    assert!(wrong.is_empty(), "JDK {}: {wrong:#?}", jdk.feature);
    reports
}

#[test]
fn sequential_methods_have_their_answers() {
    let reports = answers(jdk(), "Sequential", &["--threads", "1"]);
    assert!(reports.len() >= 30, "{} methods", reports.len());
}

#[test]
fn ordinary_java_has_its_answers() {
    let newest = jdks().last().filter(|newest| newest.feature != jdk().feature);
    for jdk in [jdk()].into_iter().chain(newest) {
        let reports = answers(jdk, "Everyday", &["--threads", "1"]);
        assert!(reports.len() >= 40, "{} methods", reports.len());
    }
}

/// Methods of many everyday kinds, in numbers of 8 bits: text, collections, atomics, locks, interrupts, arrays.
#[test]
fn everyday_java_is_within_reach() {
    let newest = jdks().last().filter(|newest| newest.feature != jdk().feature);
    for jdk in [jdk()].into_iter().chain(newest) {
        let reports = answers(jdk, "Reach", &["--threads", "3", "--contexts", "12"]);
        assert!(reports.len() >= 50, "{} methods", reports.len());
        let outside = |(_, report): &&(String, Value)| report["outside"].as_array().is_some_and(|all| !all.is_empty());
        assert_eq!(reports.iter().find(outside).map(|(name, _)| name), None, "JDK {}", jdk.feature);
    }
}

/// Whether the threads of a run take their turns as the schedule says, some turns being empty.
fn follows(report: &Value) -> bool {
    let violation = &report["violations"][0];
    let threads = |list: &Value, of: fn(&Value) -> Option<u64>| -> Vec<u64> {
        list.as_array().expect("a list").iter().filter_map(of).collect()
    };
    let mut turns = threads(&violation["run"]["schedule"], |choice| choice[0].as_u64());
    turns.dedup();
    let mut contexts = threads(&violation["contexts"], Value::as_u64).into_iter();
    !turns.is_empty() && turns.iter().all(|turn| contexts.any(|context| context == *turn))
}

#[test]
fn threads_have_their_answers_and_runs_follow_the_contexts() {
    let reports = answers(jdk(), "Concurrent", &["--threads", "3", "--contexts", "12"]);
    assert!(reports.len() >= 16, "{} methods", reports.len());
    for (name, report) in reports.iter().filter(|(_, report)| report["verdict"]["is"] == "violated") {
        assert!(follows(report), "{name}: {}", report["violations"][0]);
    }
}

/// What was easy to get wrong by leaving it out: initialisers, lambdas, exceptions, numbers that do not fit, arguments.
#[test]
fn corners_have_their_answers() {
    let jdks = jdks();
    let chosen = if jdks.len() > 1 { vec![&jdks[0], &jdks[jdks.len() - 1]] } else { vec![&jdks[0]] };
    for jdk in chosen {
        let reports = answers(jdk, "Corners", &["--threads", "3", "--contexts", "12"]);
        assert!(reports.len() >= 40, "{} methods", reports.len());
    }
}

/// A violation counts with arguments that the program can make, and its page says how; with others the answer is open.
#[test]
fn arguments_are_those_that_a_program_can_make() {
    let newest = jdks().last().filter(|newest| newest.feature != jdk().feature);
    for jdk in [jdk()].into_iter().chain(newest) {
        let reports = answers(jdk, "Arguments", &["--threads", "2", "--contexts", "12"]);
        assert!(reports.len() >= 25, "{} methods", reports.len());
        let report = |name: &str| reports.iter().find(|(of, _)| of == name).map(|(_, report)| report).expect("asked");
        for (name, inputs) in [
            ("whatPassesTheCheck", "c = new Arguments.Checked(7)"),
            ("fromAFactory", "f = Arguments.ByFactory.of(4)"),
            ("afterASetter", "s = new Arguments.Settable() after set(5)"),
            ("everyConstant", "c = Arguments.Colour.GREEN"),
            ("anAtomic", "n = new java.util.concurrent.atomic.AtomicInteger(6)"),
            ("rows", "grid = {{0, 0}, grid[0]}"),
        ] {
            assert_eq!(report(name)["violations"][0]["inputs"], inputs, "{name}");
        }
        let note = &report("aConstructorChecks")["notes"][0];
        assert!(note.as_str().is_some_and(|note| note.contains("which no constructor was found to make")), "{note}");
    }
}

/// With threads kept apart in all ways, nothing is lost where a notification finds somebody in
/// some runs and nobody in others, and what a thread is started with stays related to its creator.
#[test]
fn notifications_and_arguments_survive_splitting() {
    let jdk = jdk();
    let classes = compile(jdk, "Concurrent");
    for split in ["eager", "lazy", "maximal", "slice"] {
        let expected =
            [("notifyNobody", true), ("notifySomebody", true), ("notifyTooEarly", true), ("forkArgument", false)];
        for (name, violated) in expected {
            let method = format!("Concurrent.{name}");
            let options = [method.as_str(), "--split", split, "--contexts", "4", "--threads", "2", "--bits", "3"];
            let report = ask(jdk, &classes, &options);
            assert_eq!(report["verdict"]["is"] == "violated", violated, "{name} {split}: {}", report["summary"]);
            assert!(report["violations"].as_array().is_some_and(|all| all.is_empty() != violated), "{name} {split}");
        }
    }
}

/// What was reached before the time was up is still told.
#[test]
fn a_time_out_keeps_what_was_seen() {
    let jdk = jdk();
    let classes = compile(jdk, "SearchTree");
    // How much is seen in the first seconds depends on what else the machine does; some time is enough.
    let seen = ["4", "16", "64"].into_iter().any(|seconds| {
        let bounds = ["--contexts", "8", "--threads", "4", "--bits", "12", "--timeout", seconds];
        let report = ask(jdk, &classes, &[&["SearchTree.twoAndTwo"], &bounds[..]].concat());
        assert_eq!(report["verdict"]["is"], "bounded", "{}", report["summary"]);
        assert!(report["summary"].as_str().is_some_and(|text| text.contains("stopped before the end")));
        let lines = report["coverage"][0]["lines"].as_object().expect("lines of the source");
        lines.values().any(|line| line == "reached")
    });
    assert!(seen, "no line was reached in more than a minute");
}

#[test]
fn bluetooth_drivers_need_their_numbers_of_contexts() {
    let jdk = jdk();
    let rows = [
        ("bluetooth-1", "3", Some(3)),
        ("bluetooth-2", "5", Some(5)),
        ("bluetooth-3", "4", Some(4)),
        ("bluetooth-1", "2", None),
        ("bluetooth-2", "4", None),
        ("bluetooth-3", "3", None),
        ("bluetooth-2-one-adder", "5", None),
        ("bluetooth-3-two-adders", "4", None),
    ];
    for (name, bound, expected) in rows {
        let report = ask(jdk, &repository("corpus/papers").join(name), &["--contexts", bound, "--bits", "4"]);
        assert_eq!(report["verdict"]["is"], if expected.is_some() { "violated" } else { "bounded" }, "{name}");
        assert_eq!(contexts(&report), expected, "{name}");
    }
}

/// Table 1: the number of view tuples does not depend on the width of the input with lazy
/// splitting, and grows with the number of values with eager splitting.
#[test]
fn a_vector_is_copied_for_all_elements_at_once() {
    let jdk = jdk();
    for (name, verdict) in [("Vector5", "violated"), ("Vector6", "bounded"), ("VectorJdk", "bounded")] {
        let classes = compile(jdk, name);
        let method = format!("{name}.test");
        let widths = if name == "Vector6" { (1..=8).collect() } else { vec![1, 8] };
        for bits in widths.into_iter().map(|width: u32| format!("8,x={width}")) {
            let options = [method.as_str(), "--bits", &bits, "--split", "lazy", "--contexts", "3", "--threads", "2"];
            let report = ask(jdk, &classes, &options);
            assert_eq!(report["verdict"]["is"], verdict, "{name} {bits}");
            assert_eq!(report["statistics"]["tuples"], 3, "{name} {bits}");
        }
        if name == "Vector6" {
            let tuples = ["8,x=1", "8,x=2", "8,x=3"].map(|bits| {
                let options =
                    [method.as_str(), "--bits", bits, "--split", "eager", "--contexts", "3", "--threads", "2"];
                ask(jdk, &classes, &options)["statistics"]["tuples"].as_i64().expect("a number")
            });
            assert_eq!(
                tuples[2] - tuples[1],
                2 * (tuples[1] - tuples[0]),
                "affine in the number of values: {tuples:?}"
            );
        }
    }
}

/// Rows of Table 3 that are quick enough for every run.
#[test]
fn a_search_tree_is_explored_recursively() {
    let jdk = jdk();
    let classes = compile(jdk, "SearchTree");
    let rows = [
        ("oneAndOne", "3", "2", "8", "bounded"),
        ("oneAndOne", "4", "2", "8", "bounded"),
        ("twoAndOne", "4", "3", "4", "bounded"),
        // Nothing new after seven contexts.
        ("twoAndOne", "60", "3", "4", "proved"),
    ];
    for (method, contexts, threads, bits, verdict) in rows {
        let method = format!("SearchTree.{method}");
        let options = [method.as_str(), "--contexts", contexts, "--threads", threads, "--bits", bits];
        let report = ask(jdk, &classes, &options);
        assert_eq!(report["verdict"]["is"], verdict, "{method} {contexts}: {}", report["summary"]);
        let most = if verdict == "proved" { Some(7) } else { contexts.parse().ok() };
        assert_eq!(report["statistics"]["contexts"].as_i64(), most, "{method}");
    }
}

#[test]
fn wrong_usage_is_explained() {
    let jdk = jdk();
    let classes = compile(jdk, "SearchTree");
    let cases: [(&[&str], &str); 4] = [
        (&["SearchTree.nothing"], "has no method nothing"),
        (&["Nowhere.nothing"], "cannot load class Nowhere"),
        (&["SearchTree.oneAndOne", "--bits", "0"], "expected a number from 1 to 62"),
        (&["SearchTree.oneAndOne", "--bits", "8,z=1"], "no parameter z"),
    ];
    for (arguments, message) in cases {
        let mut command = heddle!("symbolic", &classes);
        command.args(arguments);
        let output = run_with_timeout(command, LIMIT).expect("it ends in time");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(64), "{text}");
        assert!(text.contains(message), "{text}");
    }
}
