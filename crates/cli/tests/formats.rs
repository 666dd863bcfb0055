//! `--report`: what other tools read. SARIF against the schema of its standard, JUnit XML with a reader of it, LCOV against
//! what runs of the program come to; files that cannot be written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use quick_junit::{NonSuccessKind, TestCaseStatus};
use serde_json::Value;
use tempfile::TempDir;

/// Two threads add without a lock, and a line that only some runs come to.
const ADDS: &str = "package shop;

public class Adds {
    static int sold;

    static void sell() {
        sold++;
    }

    public static void main(String[] args) throws Exception {
        Thread first = new Thread(Adds::sell), second = new Thread(Adds::sell);
        first.start();
        second.start();
        first.join();
        second.join();
        if (sold == 1) {
            System.out.println(\"one was lost\");
        }
        if (sold == 3) {
            System.out.println(\"never\");
        }
    }
}
";

/// The annotation that `heddle test` looks for, so that no jar is needed.
const ANNOTATION: &str = "package org.junit;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME)
public @interface Test {
}
";

const TESTS: &str = "package shop;

import org.junit.Test;

public class AddsTest {
    @Test
    public void holds() {
    }

    @Test
    public void fails() throws Exception {
        int[] sold = new int[1];
        Thread other = new Thread(() -> sold[0]++);
        other.start();
        sold[0]++;
        other.join();
    }
}
";

fn heddle(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.current_dir(folder).args(arguments).output().expect("heddle runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn folder_with(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("in a folder")).expect("a writable folder");
        std::fs::write(path, text).expect("a file is written");
    }
    folder
}

fn read(path: PathBuf) -> String {
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The schema of the standard, which the crate with its types carries.
fn schema() -> &'static jsonschema::Validator {
    static SCHEMA: OnceLock<jsonschema::Validator> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--format-version", "1", "--offline", "--filter-platform", &platform])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("cargo runs");
        let metadata: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
        let packages = metadata["packages"].as_array().expect("a list of packages");
        let package = packages.iter().find(|package| package["name"] == "serde-sarif").expect("a dependency");
        let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
        let text = read(manifest.with_file_name("src").join("schema.json"));
        let mut schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
        // Its expression for languages has a bracket too many, which strict readers refuse; we write no language.
        for of in ["run", "toolComponent"] {
            let language = &mut schema["definitions"][of]["properties"]["language"];
            language.as_object_mut().and_then(|language| language.remove("pattern")).expect("a pattern");
        }
        assert_eq!(schema["title"], "Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema");
        jsonschema::validator_for(&schema).expect("a valid schema")
    })
}

/// The log that a command writes, once it is known to follow the schema.
fn sarif(folder: &Path, arguments: &[&str]) -> Value {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let report = format!("sarif={}", file.path().display());
    let output = heddle(folder, &[arguments, &["--report", &report]].concat());
    let log: Value =
        serde_json::from_str(&read(file.path().to_owned())).unwrap_or_else(|_| panic!("{}", text(&output)));
    let problems: Vec<String> =
        schema().iter_errors(&log).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(problems.is_empty(), "{arguments:?}: {problems:#?}");
    assert_eq!(log["runs"][0]["invocations"][0]["exitCode"], output.status.code().expect("an exit code"));
    log
}

fn results(log: &Value) -> &Vec<Value> {
    log["runs"][0]["results"].as_array().expect("a list of results")
}

#[test]
fn sarif_of_all_commands_follows_the_schema() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let tests = folder_with(&[("org/junit/Test.java", ANNOTATION), ("shop/AddsTest.java", TESTS)]);
    let run = tests.path().join("run.json").display().to_string();
    let program = tests.path().display().to_string();
    let cases: &[(&[&str], &[&str])] = &[
        (&["check", "examples/Transfer.java", "--save", &run], &["deadlock"]),
        (&["check", "examples/fixed/Transfer.java"], &[]),
        // The violation comes first, and what the program is warned of after it.
        (&["check", "examples/LostUpdate.java", "--races", "warn"], &["assertion", "race", "race"]),
        (&["check", "examples/MissedSignal.java", "--max-states", "3"], &[]),
        (&["check", "corpus/temporal/request-reply/Main.java", "--ltl", "[] !reply"], &["temporal"]),
        (&["replay", &run], &["deadlock"]),
        (&["test", &program], &["race"]),
        (&["symbolic", "examples/Transfer.java"], &["deadlock"]),
        (&["model", "examples/Transfer.java"], &["deadlock"]),
    ];
    for (arguments, rules) in cases {
        let log = sarif(root, arguments);
        let found: Vec<&str> = results(&log).iter().map(|result| result["ruleId"].as_str().expect("a rule")).collect();
        assert_eq!(found, *rules, "{arguments:?}");
        for result in results(&log) {
            let rule =
                &log["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().expect("a number") as usize];
            assert_eq!(rule["id"], result["ruleId"]);
            assert!(!result["locations"].as_array().expect("a list").is_empty(), "{arguments:?}");
        }
        // The types of the crate are made from the schema too.
        serde_json::from_value::<serde_sarif::sarif::Sarif>(log).expect("a log");
    }
}

/// A schema that accepts everything would not notice a mistake.
#[test]
fn the_schema_refuses_what_is_no_log() {
    let folder = folder_with(&[("shop/Adds.java", ADDS)]);
    let log = sarif(folder.path(), &["check", "shop/Adds.java"]);
    let spoilt: [(&str, Value); 4] = [
        ("/runs/0/results/0/codeFlows/0/threadFlows/0/locations/0/executionOrder", "first".into()),
        ("/runs/0/results/0/level", "bad".into()),
        ("/runs/0/results/0/locations/0/physicalLocation/region/startLine", 0.into()),
        ("/runs/0/tool/driver/name", Value::Null),
    ];
    for (place, value) in spoilt {
        let mut log = log.clone();
        *log.pointer_mut(place).unwrap_or_else(|| panic!("{place} is there")) = value;
        assert!(!schema().is_valid(&log), "{place} went through");
    }
}

#[test]
fn each_thread_has_a_flow_and_steps_are_ordered_across_them() {
    let folder = folder_with(&[("src/shop/Adds.java", ADDS)]);
    let log = sarif(folder.path(), &["check", "src/shop/Adds.java"]);
    let result = &results(&log)[0];
    assert_eq!(result["ruleId"], "race");
    let flows = result["codeFlows"][0]["threadFlows"].as_array().expect("flows");
    let names: Vec<&str> = flows.iter().map(|flow| flow["message"]["text"].as_str().expect("a name")).collect();
    assert_eq!(names, ["main", "Thread-0", "Thread-1"]);
    let mut orders = Vec::new();
    for flow in flows {
        let steps = flow["locations"].as_array().expect("steps");
        let own: Vec<u64> = steps.iter().map(|step| step["executionOrder"].as_u64().expect("a number")).collect();
        assert!(own.is_sorted(), "{own:?}");
        orders.extend(own);
    }
    orders.sort_unstable();
    assert_eq!(orders, (1..=orders.len() as u64).collect::<Vec<_>>());
    let primary = &result["locations"][0]["physicalLocation"];
    assert_eq!(primary["artifactLocation"]["uri"], "src/shop/Adds.java");
    assert_eq!(primary["artifactLocation"]["uriBaseId"], "SRCROOT");
    assert_eq!(primary["region"]["startLine"], 7);
    let other = &result["relatedLocations"][0];
    assert_eq!(other["physicalLocation"]["region"]["startLine"], 7);
    let root = log["runs"][0]["originalUriBaseIds"]["SRCROOT"]["uri"].as_str().expect("an address");
    assert!(root.starts_with("file:///") && root.ends_with('/'), "{root}");
}

#[test]
fn fingerprints_survive_what_does_not_concern_the_finding() {
    let fingerprint = |text: &str, path: &str| {
        let folder = folder_with(&[(path, text)]);
        let log = sarif(folder.path(), &["check", path]);
        let result = &results(&log)[0];
        (result["ruleId"].clone(), result["partialFingerprints"]["heddle/v1"].as_str().expect("a text").to_owned())
    };
    let first = fingerprint(ADDS, "shop/Adds.java");
    let moved = ADDS.replace(
        "    static int sold;",
        "    // More lines.\n\n    static final Thread EARLIER = new Thread();\n\n    static int sold;",
    );
    assert_ne!(moved, ADDS);
    assert_eq!(fingerprint(&moved, "elsewhere/src/shop/Adds.java"), first, "lines, folders and numbers of threads");
    let indented = ADDS.replace("        sold++;", "            sold++;");
    assert_eq!(fingerprint(&indented, "shop/Adds.java"), first, "white space");
    let other = ADDS.replace("static int sold;", "static int sold, bought;").replace("sold++;", "bought++;");
    let other = fingerprint(&other, "shop/Adds.java");
    assert_eq!(other.0, first.0);
    assert_ne!(other.1, first.1, "a race on another field is another finding");
}

#[test]
fn a_forbidden_outcome_is_a_finding() {
    let program = "import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.II_Result;

public class Buffers {
    @JCStressTest
    @Outcome(id = \"0, 0\", expect = Expect.FORBIDDEN, desc = \"both late\")
    @Outcome(expect = Expect.ACCEPTABLE, desc = \"fine\")
    @State
    public static class Plain {
        int x, y;
        @Actor public void first(II_Result r) { x = 1; r.r1 = y; }
        @Actor public void second(II_Result r) { y = 1; r.r2 = x; }
    }
}
";
    let folder = folder_with(&[("Buffers.java", program)]);
    let log = sarif(folder.path(), &["litmus", "Buffers.java"]);
    let [result] = &results(&log)[..] else { panic!("{log:#}") };
    assert_eq!(result["ruleId"], "forbidden-outcome");
    assert!(result["message"]["text"].as_str().expect("a text").contains("0, 0"), "{result}");
    assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "Buffers.java");
}

#[test]
fn junit_xml_is_read_by_a_reader_of_it() {
    let folder = folder_with(&[("p/org/junit/Test.java", ANNOTATION), ("p/shop/AddsTest.java", TESTS)]);
    let output = heddle(folder.path(), &["test", "p", "--report", "junit=out.xml", "--junit-xml", "same.xml"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let xml = read(folder.path().join("out.xml"));
    let report = quick_junit::Report::deserialize_from_str(&xml).expect("well-formed");
    assert_eq!((report.tests, report.failures, report.errors), (2, 1, 0));
    let case = |name: &str| {
        let cases = report.test_suites[0].test_cases.iter();
        &cases.clone().find(|case| case.name.as_str() == name).unwrap_or_else(|| panic!("no {name}")).status
    };
    assert!(matches!(case("holds"), TestCaseStatus::Success { .. }));
    let TestCaseStatus::NonSuccess { kind: NonSuccessKind::Failure, message, ty, description, .. } = case("fails")
    else {
        panic!("{xml}")
    };
    assert_eq!(ty.as_ref().map(|ty| ty.as_str()), Some("race"));
    assert!(message.as_ref().is_some_and(|message| message.as_str().starts_with("data race on ")), "{message:?}");
    assert!(description.as_ref().is_some_and(|page| page.as_str().contains("sold[0]++")), "{description:?}");
    assert!(quick_junit::Report::deserialize_from_str(&read(folder.path().join("same.xml"))).is_ok());
    let output = heddle(folder.path(), &["check", "p/shop/AddsTest.java", "-c", "p", "--report", "junit=none.xml"]);
    assert_eq!(output.status.code(), Some(64), "{}", text(&output));
    assert!(!folder.path().join("none.xml").exists(), "nothing was written to it");
}

/// Lines by number, and whether they were reached.
fn lines(lcov: &str) -> BTreeMap<u32, bool> {
    let numbers = lcov.lines().filter_map(|line| line.strip_prefix("DA:")?.split_once(','));
    numbers.map(|(line, hits)| (line.parse().expect("a number"), hits != "0")).collect()
}

#[test]
fn lcov_has_lines_that_any_schedule_reaches() {
    let other = "package shop;\n\npublic class Unused {\n    static int never() {\n        return 1;\n    }\n}\n";
    let folder = folder_with(&[("src/shop/Adds.java", ADDS), ("src/shop/Unused.java", other)]);
    let states = |arguments: &[&str]| {
        let all = ["check", "src", "--races", "off", "--jobs", "1", "--json"];
        let output = heddle(folder.path(), &[&all, arguments].concat());
        let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output)));
        assert_eq!(report["verdict"]["is"], "proved");
        report["statistics"].clone()
    };
    assert_eq!(states(&["--report", "lcov=out.info"]), states(&[]), "recording changes nothing");
    let text = read(folder.path().join("out.info"));
    let (adds, unused) = text.split_once("end_of_record").expect("two files");
    assert!(adds.starts_with("SF:src/shop/Adds.java\n"), "{text}");
    let adds = lines(adds);
    assert!(adds[&7] && adds[&16], "{adds:?}");
    assert!(adds[&17], "only where an update is lost: {adds:?}");
    assert!(adds[&19] && !adds[&20], "in no schedule: {adds:?}");
    assert!(unused.contains("SF:src/shop/Unused.java"), "{text}");
    assert!(!lines(unused)[&5]);
    for plain in [&["--reduce", "none"][..], &["--reduce", "local"], &["--search", "bfs"]] {
        states(&[plain, &["--report", "lcov=plain.info"]].concat());
        assert_eq!(read(folder.path().join("plain.info")), text, "{plain:?}");
    }
}

#[test]
fn lcov_of_tests_is_that_of_all_of_them() {
    let code = "package shop;\n\npublic class Till {\n    public static int half(int n) {\n        if (n > 0) {\n            \
                return n / 2;\n        }\n        return 0;\n    }\n}\n";
    let tests = "package shop;\n\nimport org.junit.Test;\n\npublic class TillTest {\n    @Test public void some() { Till.half(4); }\n    \
                 @Test public void none() { Till.half(0); }\n}\n";
    let folder = folder_with(&[
        ("p/org/junit/Test.java", ANNOTATION),
        ("p/shop/Till.java", code),
        ("p/shop/TillTest.java", tests),
    ]);
    let reached = |select: &str| {
        let output = heddle(folder.path(), &["test", "p", "--select", select, "--report", "lcov=out.info"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let lcov = read(folder.path().join("out.info"));
        let till = lcov.split("end_of_record\n").find(|file| file.starts_with("SF:p/shop/Till.java")).expect(&lcov);
        let lines = lines(till);
        (lines[&6], lines[&8])
    };
    assert_eq!(reached("*#some"), (true, false));
    assert_eq!(reached("*#none"), (false, true));
    assert_eq!(reached("TillTest"), (true, true));
}

#[test]
fn markdown_folds_the_page() {
    let folder = folder_with(&[("p/org/junit/Test.java", ANNOTATION), ("p/shop/AddsTest.java", TESTS)]);
    heddle(folder.path(), &["test", "p", "--report", "markdown=out.md"]);
    let comment = read(folder.path().join("out.md"));
    assert!(comment.starts_with("### ❌ Heddle: violated\n"), "{comment}");
    assert!(comment.contains("| ❌ | `shop.AddsTest#fails` | **violated** data race on "), "{comment}");
    assert!(comment.contains("| ✅ | `shop.AddsTest#holds` | **proved**"), "{comment}");
    assert!(comment.contains("```text\ndata race on ") && !comment.contains('\u{1b}'), "{comment}");
}

#[test]
fn several_reports_at_once_and_one_that_cannot_be_written() {
    let folder = folder_with(&[("shop/Adds.java", ADDS)]);
    let full = Path::new("/dev/full");
    if !full.exists() {
        eprintln!("there is no full device: nothing is tried");
        return;
    }
    let reports = ["--report", "json=/dev/full", "--report", "sarif=out.sarif", "--report", "markdown=out.md"];
    let output = heddle(folder.path(), &[&["check", "shop/Adds.java"], &reports[..]].concat());
    assert_eq!(output.status.code(), Some(74), "{}", text(&output));
    assert!(text(&output).contains("violated: race"), "the verdict is printed: {}", text(&output));
    assert!(text(&output).contains("heddle: cannot write /dev/full: "), "{}", text(&output));
    assert!(!read(folder.path().join("out.sarif")).is_empty());
    assert!(!read(folder.path().join("out.md")).is_empty());
    // Everything that is lost is named.
    let both = ["check", "shop/Adds.java", "--save", "/dev/full", "--report", "sarif=/dev/../dev/full"];
    let output = heddle(folder.path(), &both);
    assert_eq!(output.status.code(), Some(74), "{}", text(&output));
    for name in ["/dev/full", "/dev/../dev/full"] {
        assert!(text(&output).contains(&format!("cannot write {name}: ")), "{name}: {}", text(&output));
    }
    for option in ["--save", "--explain"] {
        let output =
            heddle(folder.path(), &["check", "shop/Adds.java", option, "/dev/full", "--report", "json=out.json"]);
        assert_eq!(output.status.code(), Some(74), "{option}: {}", text(&output));
        assert!(text(&output).contains("violated: race"), "{option}: {}", text(&output));
        let report: Value = serde_json::from_str(&read(folder.path().join("out.json"))).expect("a report");
        assert_eq!(report["verdict"]["is"], "violated");
    }
}

#[test]
fn mistakes_are_named_before_anything_is_searched() {
    let folder = folder_with(&[("shop/Adds.java", ADDS)]);
    let cases: &[(&[&str], &str)] = &[
        (&["check", "--report", "sarif=shop/Adds.java/out.sarif"], "cannot write shop/Adds.java/out.sarif: "),
        (
            &["check", "--report", "pdf=out.pdf"],
            "there is no format \"pdf\"; there are sarif, junit, markdown, json, lcov, html",
        ),
        (&["check", "--report", "out.sarif"], "write FORMAT=FILE"),
        (&["check", "--report", "json="], "name the file: json=FILE"),
        (&["check", "--report", "json=a", "--report", "sarif=a"], "two reports cannot both go to a"),
        (&["litmus", "--report", "lcov=a"], "heddle litmus has no lcov report"),
        (&["model", "--report", "lcov=a"], "heddle model has no lcov report"),
    ];
    for (arguments, says) in cases {
        let (command, rest) = arguments.split_first().expect("a command");
        let output = heddle(folder.path(), &[&[*command, "shop/Adds.java"], rest].concat());
        assert_eq!(output.status.code(), Some(64), "{arguments:?}: {}", text(&output));
        assert!(text(&output).contains(says), "{arguments:?}: {}", text(&output));
        assert!(!text(&output).contains("violated"), "{arguments:?}: {}", text(&output));
    }
    assert!(!folder.path().join("a").exists(), "a file that nothing was written to is gone");
}
