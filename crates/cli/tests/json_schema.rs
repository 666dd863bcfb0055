//! Every command's `--json` follows the schema in `docs/schema`, as a validator sees it.

use std::process::Command;

use serde_json::Value;

/// Where commands find the examples.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn heddle(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_heddle")).current_dir(ROOT).args(arguments).output();
    let output = output.expect("heddle runs");
    let errors = || String::from_utf8_lossy(&output.stderr).into_owned();
    let report: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{arguments:?}: {}", errors()));
    assert_eq!(report["exit_code"], output.status.code().expect("an exit code"), "{arguments:?}");
    report
}

fn schema() -> Value {
    let text = std::fs::read_to_string(format!("{ROOT}/docs/schema/report-1.json")).expect("the schema is there");
    serde_json::from_str(&text).expect("the schema is JSON")
}

#[test]
fn reports_of_all_commands_follow_the_schema() {
    let validator = jsonschema::validator_for(&schema()).expect("a valid schema");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = folder.path().join("run.json").display().to_string();
    let commands: &[&[&str]] = &[
        &["check", "examples/Transfer.java", "--save", &run],
        &["check", "examples/fixed/Transfer.java"],
        &["check", "examples/LostUpdate.java", "--outcomes", "--races", "warn"],
        &["check", "examples/NotifyOne.java", "--all"],
        &["check", "examples/MissedSignal.java", "--max-states", "3"],
        &["check", "examples/Transfer.java", "--platform", "green"],
        &["check", "corpus/temporal/request-reply/Main.java", "--ltl", "[] (request -> <> reply)"],
        &["replay", &run],
        &["symbolic", "examples/Transfer.java"],
        &["litmus", "corpus/litmus/Coherence.java"],
        &["model", "examples/Transfer.java"],
        &["analyze", "examples/Transfer.java"],
        &["analyze", "examples/Transfer.java", "--at", "Transfer.main:31"],
        &["doctor"],
    ];
    // What stands after the program is the program's own.
    let run: &[&str] = &["run", "--json", "examples/LostUpdate.java"];
    for command in commands.iter().chain([&run]) {
        let report = heddle(&if command[0] == "run" { command.to_vec() } else { [*command, &["--json"]].concat() });
        assert_eq!(report["command"], command[0]);
        assert_eq!(report["schema_version"], 1);
        let problems: Vec<String> =
            validator.iter_errors(&report).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(problems.is_empty(), "{command:?}: {problems:#?}");
    }
}

/// A schema that accepts everything would not notice a change.
#[test]
fn the_schema_refuses_what_is_not_a_report() {
    let validator = jsonschema::validator_for(&schema()).expect("a valid schema");
    let report = heddle(&["check", "examples/Transfer.java", "--json"]);
    assert!(validator.is_valid(&report));
    let spoil = |change: fn(&mut Value)| {
        let mut report = report.clone();
        change(&mut report);
        report
    };
    let spoilt = [
        spoil(|report| report["schema_version"] = 2.into()),
        spoil(|report| report["command"] = "bake".into()),
        spoil(|report| report["verdict"]["is"] = "fine".into()),
        spoil(|report| report["verdict"]["violations"][0]["schedule"] = "long".into()),
        spoil(|report| report["verdict"]["violations"][0]["trace"]["steps"][0]["action"]["do"] = "dance".into()),
        spoil(|report| drop(report.as_object_mut().expect("an object").remove("assumptions"))),
    ];
    for (number, report) in spoilt.iter().enumerate() {
        assert!(!validator.is_valid(report), "change {number} went through");
    }
}

#[test]
fn the_command_prints_the_schema_of_the_documentation() {
    let output = Command::new(env!("CARGO_BIN_EXE_heddle")).arg("schema").output().expect("heddle runs");
    assert_eq!(serde_json::from_slice::<Value>(&output.stdout).expect("JSON"), schema());
}
