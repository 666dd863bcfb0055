//! The formulas of `corpus/temporal` have their truth values: by the default search, by each reduction
//! alone, without any, and where every instruction is a step. What does not hold replays. And what is
//! wrong with a formula is said.

use std::process::Output;
use std::time::Duration;

use heddle::CheckOptions;
use heddle_explore::StoreKind;
use heddle_report::{Page, violation_text};
use heddle_testing::{
    CompiledCase, cases, check, compiled, for_each, heddle, names_of_reductions, options, plain, reduced, replay,
    run_with_timeout,
};
use heddle_verdict::{Temporal, Verdict};

const LIMIT: Duration = Duration::from_secs(120);

#[test]
fn formulas_of_the_corpus_have_their_truth_values() {
    let cases = compiled(cases().into_iter().filter(|case| case.name.starts_with("temporal/")).collect());
    let formulas_of = |case: &CompiledCase| {
        let formulas = case.case.expected["formulas"].as_array().expect("a list of formulas");
        formulas.iter().map(|formula| formula.as_table().expect("a table").clone()).collect::<Vec<_>>()
    };
    let formulas: Vec<(&CompiledCase, toml::Table)> =
        cases.iter().flat_map(|case| formulas_of(case).into_iter().map(move |formula| (case, formula))).collect();
    let problems = for_each(&formulas, |(case, formula)| examine(case, formula));
    let problems: Vec<String> =
        problems.into_iter().flat_map(|found| found.unwrap_or_else(|panic| vec![panic])).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(formulas.len() >= 30 || std::env::var_os("HEDDLE_CORPUS").is_some(), "{} formulas", formulas.len());
}

/// What is wrong with the truth values of a formula.
fn examine(program: &CompiledCase, formula: &toml::Table) -> Vec<String> {
    let name = &program.case.name;
    let list = |key: &str| -> Vec<String> {
        let list = formula.get(key).and_then(toml::Value::as_array).into_iter().flatten();
        list.map(|item| item.as_str().expect("a text").to_owned()).collect()
    };
    let propositions = list("props").into_iter().map(|text| {
        let (name, formula) = text.split_once('=').expect("NAME=FORMULA");
        (name.trim().to_owned(), formula.trim().to_owned())
    });
    let asked = Temporal {
        formula: formula["ltl"].as_str().expect("a formula").to_owned(),
        propositions: propositions.collect(),
        fair: formula.get("fair").and_then(toml::Value::as_bool).unwrap_or(false),
    };
    let holds = formula["holds"].as_bool().expect("a truth value");
    let expected = if holds { "proved" } else { "violated" };
    let mut options = options(&list("options"), &program.case.folder);
    options.semantics.temporal = Some(asked.clone());
    let project = program.open();
    let exact = CheckOptions { store: StoreKind::Exact, ..options.clone() };
    let names = ["all", "local", "none"].into_iter().chain(names_of_reductions());
    let searches = names.map(|search| (search, reduced(options.clone(), search))).chain([("exact", exact)]);
    let mut problems = Vec::new();
    for (search, options) in searches {
        let checked = check(&project, &options);
        if checked.report.verdict.name() != expected {
            problems.push(format!("{name} {asked:?} {search}: {:?}", checked.report.verdict));
        }
        let (Some(run), "all") = (checked.run, search) else { continue };
        match replay(program.jdk, &run) {
            Ok(violation) => {
                let page =
                    plain(&violation_text(&violation, &Page { width: 100, source: &|_| None, assumptions: false }));
                if !page.contains("repeats forever") && !page.contains("can repeat forever") {
                    problems.push(format!("{name} {asked:?}: the replay does not show what is repeated\n{page}"));
                }
            }
            Err(problem) => problems.push(format!("{name} {asked:?} does not replay: {problem}")),
        }
    }
    problems
}

/// A program of several classes, fields and elements.
fn paths() -> CompiledCase {
    let case = cases().into_iter().find(|case| case.name == "temporal/paths").expect("the case is there");
    compiled(vec![case]).remove(0)
}

fn refused(program: &CompiledCase, options: &[&str]) -> Output {
    let mut command = heddle!("check", "--class-path", &program.classes, "Main");
    command.args(options);
    run_with_timeout(command, LIMIT).expect("it ends")
}

#[test]
fn what_is_wrong_with_a_formula_is_said() {
    let paths = paths();
    let refused = |options: &[&str]| {
        let output = refused(&paths, options);
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
    let program = paths();
    let project = program.open();
    let mut options = program.options();
    options.semantics.temporal =
        Some(Temporal { formula: "[] !(count.value > 2)".into(), propositions: vec![], fair: false });
    let exact = CheckOptions { store: StoreKind::Exact, ..options.clone() };
    for options in [options.clone(), exact] {
        assert_eq!(check(&project, &options).report.verdict, Verdict::Proved);
        let cut = CheckOptions { max_states: Some(20), ..options.clone() };
        assert_eq!(check(&project, &cut).report.verdict.name(), "bounded");
    }
    let shallow = CheckOptions { max_depth: Some(5), ..options };
    assert_eq!(check(&project, &shallow).report.verdict.name(), "bounded");
}
