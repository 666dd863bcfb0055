//! The formulas of `corpus/temporal` have their truth values: by the default search, by each reduction
//! alone, without any, and where every instruction is a step. What does not hold replays. And what is
//! wrong with a formula is said.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

mod common;

use common::{Jdk, jdks, run_with_timeout};

const LIMIT: Duration = Duration::from_secs(120);

struct Case {
    name: String,
    classes: PathBuf,
    formulas: Vec<toml::Table>,
}

#[test]
fn formulas_of_the_corpus_have_their_truth_values() {
    let jdk = &jdks()[0];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cases = cases(jdk, folder.path());
    let formulas: Vec<(&Case, &toml::Table)> =
        cases.iter().flat_map(|case| case.formulas.iter().map(move |formula| (case, formula))).collect();
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some((case, formula)) = formulas.get(number) else { return };
                    let file = folder.path().join(format!("{number}.json"));
                    problems.lock().expect("no panic").extend(examine(jdk, case, formula, &file));
                }
            });
        }
    });
    let problems = problems.into_inner().expect("no panic");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(formulas.len() >= 30, "{} formulas", formulas.len());
}

/// The programs under `corpus/temporal`, compiled.
fn cases(jdk: &Jdk, target: &Path) -> Vec<Case> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = manifest.join("../../corpus/temporal");
    let mut compiler = Command::new(jdk.home.join("bin/java"));
    compiler.arg(manifest.join("tests/java/CompileAll.java")).arg(target.join("none"));
    let mut cases = Vec::new();
    for entry in std::fs::read_dir(root).expect("a readable folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(entry.path().join("expect.toml")).expect("every program has expectations");
        let expected: toml::Table = text.parse().expect("valid TOML");
        let formulas = expected["formulas"].as_array().expect("a list of formulas");
        let formulas = formulas.iter().map(|formula| formula.as_table().expect("a table").clone()).collect();
        compiler.arg(entry.path()).arg(target.join(&name));
        cases.push(Case { classes: target.join(&name), name, formulas });
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    let output = run_with_timeout(compiler, LIMIT).expect("compiling ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    cases
}

fn check(jdk: &Jdk, classes: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.arg("check").arg("--jdk").arg(&jdk.home).arg("--class-path").arg(classes).args(options).arg("Main");
    run_with_timeout(command, LIMIT).expect("it ends")
}

/// What is wrong with the truth values of a formula.
fn examine(jdk: &Jdk, case: &Case, formula: &toml::Table, file: &Path) -> Vec<String> {
    let list = |key: &str| formula.get(key).and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let text = formula["ltl"].as_str().expect("a formula");
    let holds = formula["holds"].as_bool().expect("a truth value");
    let (props, options) = (list("props"), list("options"));
    let mut asked = vec!["--ltl", text];
    for prop in &props {
        asked.extend(["--prop", prop.as_str().expect("a proposition")]);
    }
    asked.extend(options.iter().map(|option| option.as_str().expect("an option")));
    if formula.get("fair").and_then(toml::Value::as_bool).unwrap_or(false) {
        asked.push("--fair");
    }
    let mut problems = Vec::new();
    let searches = ["all", "local", "none", "exact"].into_iter().chain(heddle_explore::reduction::table::names());
    for search in searches {
        let mut options = asked.clone();
        if search == "exact" {
            options.push("--exact");
        } else {
            options.extend(["--reduce", search]);
        }
        if search == "all" && !holds {
            options.extend(["--save", file.to_str().expect("a UTF-8 path")]);
        }
        let output = check(jdk, &case.classes, &options);
        if output.status.code() != Some(i32::from(!holds)) {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            problems.push(format!("{} {options:?}: {:?} {said}", case.name, output.status.code()));
        }
    }
    if !holds && problems.is_empty() {
        let mut replay = Command::new(env!("CARGO_BIN_EXE_heddle"));
        replay.arg("replay").arg("--jdk").arg(&jdk.home).arg(file);
        let output = run_with_timeout(replay, LIMIT).expect("it ends");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let shows = said.contains("repeats forever") || said.contains("can repeat forever");
        if output.status.code() != Some(1) || !shows {
            problems.push(format!("{} {text} does not replay: {:?} {said}", case.name, output.status.code()));
        }
    }
    problems
}

#[test]
fn what_is_wrong_with_a_formula_is_said() {
    let jdk = &jdks()[0];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cases = cases(jdk, folder.path());
    let paths = &cases.iter().find(|case| case.name == "paths").expect("the case is there").classes;
    let refused = |options: &[&str]| {
        let output = check(jdk, paths, options);
        assert_eq!(output.status.code(), Some(64), "{options:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let of = |formula: &str| refused(&["--ltl", formula]);
    assert!(of("[] X account == null").contains("X (next) is not allowed"));
    assert!(of("[] (account == null").contains("at character 20: expected `)`"));
    assert!(of("acount == null").contains("Main has no field acount; there is no proposition of this name either"));
    assert!(of("Mian.account == null").contains("there is no class Mian of the program"));
    assert!(of("account.sum == 1").contains("Main$Account has no field sum"));
    assert!(of("Account.balance == 1").contains("is a field of instances"));
    assert!(of("account == 1").contains("the two sides have different types"));
    assert!(of("account < null").contains("can only be equal or not"));
    assert!(of("account").contains("this is no boolean"));
    assert!(of("slots[0].x == 1").contains("a number or boolean has no fields or elements"));
    assert!(of("at(Main.pay:2)").contains("no code of the method is on this line"));
    assert!(of("at(Main.nothing:2)").contains("Main has no method nothing"));
    assert!(refused(&["--fair"]).contains("--ltl"));
    for (option, why) in [
        (&["--platform", "green"][..], "how a platform schedules infinite runs is not specified"),
        (&["--search", "bfs"], "are searched depth first"),
        (&["--contexts", "2"], "have no last context"),
        (&["--preemptions", "2"], "--max-depth bounds the search"),
        (&["--outcomes"], "not about outputs"),
        (&["--livelock"], "a property of their own"),
        (&["--explain", "run.svg"], "an explanation begins at a failing step"),
    ] {
        let said = refused(&[&["--ltl", "true"], option].concat());
        assert!(said.contains(option[0]) && said.contains(why), "{option:?}: {said}");
    }
}

#[test]
fn limits_reach_the_verdict() {
    let jdk = &jdks()[0];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cases = cases(jdk, folder.path());
    let paths = &cases.iter().find(|case| case.name == "paths").expect("the case is there").classes;
    let code = |limit: &[&str]| {
        let options = [&["--ltl", "[] !(count.value > 2)"], limit].concat();
        check(jdk, paths, &options).status.code()
    };
    assert_eq!(code(&[]), Some(0));
    assert_eq!(code(&["--max-states", "20"]), Some(2));
    assert_eq!(code(&["--max-depth", "5"]), Some(2));
    assert_eq!(code(&["--exact"]), Some(0));
    assert_eq!(code(&["--exact", "--max-states", "20"]), Some(2));
}
