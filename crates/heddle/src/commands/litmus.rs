//! `heddle litmus`: all outcomes of small concurrent programs, per memory model, with one execution
//! that shows each, compared with what the author expects.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use heddle_classfile::ClassFile;
use heddle_events::memory::{self, Limits, Witness};
use heddle_events::space::EventSpace;
use heddle_events::{draw, rules};
use heddle_explore::{Settings, Severity, Watch, explore};
use heddle_verdict::{Ending, PrintedText, Semantics};
use serde::Serialize;

use super::Failure;
use crate::args::{Litmus, Model};
use crate::input::Input;
use crate::jdk::Jdk;
use crate::litmus::harness;
use crate::litmus::shape::{Test, problem, test_in};
use crate::monitor::{self, Allowance};
use crate::session::Session;

/// Events of one thread before a run is cut.
const MOST_EVENTS: usize = 2_000;
/// Executions before a search gives up.
const MOST_EXECUTIONS: u64 = 200_000;

/// The outcomes of one test.
#[derive(Serialize)]
struct Results {
    test: String,
    models: Vec<ModelResults>,
    outcomes: Vec<OutcomeRow>,
}

#[derive(Serialize)]
struct ModelResults {
    model: &'static str,
    complete: bool,
    /// Why the list may be incomplete.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    limits: Vec<String>,
    /// Complete executions, or final states under sequential consistency.
    executions: u64,
}

#[derive(Serialize)]
struct OutcomeRow {
    outcome: String,
    /// The models that allow it.
    models: Vec<&'static str>,
    /// Allowed, but not under sequential consistency.
    #[serde(skip_serializing_if = "Option::is_none")]
    needs_weak_memory: Option<bool>,
    /// What the author says about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<Witness>,
    /// The events of jmm1.
    #[serde(skip)]
    space: Option<EventSpace>,
}

pub fn litmus(arguments: &Litmus) -> Result<ExitCode, Failure> {
    let jdk = Jdk::find(arguments.target.jdk.as_deref())?;
    let mut input = Input::prepare(&arguments.target, &jdk)?;
    let tests = tests(arguments, &input)?;
    let mains: Vec<(String, String, Option<Test>)> = if tests.is_empty() {
        let main = input.main_class.clone().ok_or_else(|| {
            Failure::Usage(
                "no litmus test found: expected @Actor methods, methods named actor…, or a main method".into(),
            )
        })?;
        vec![(main.replace('/', "."), main, None)]
    } else {
        let sources: Vec<(String, String)> = tests
            .iter()
            .enumerate()
            .map(|(at, test)| (harness::class_of(test, at), harness::source(test, at)))
            .collect();
        input.add(&jdk, &sources)?;
        let mains = tests.into_iter().zip(sources);
        mains.map(|(test, (main, _))| (test.class.replace(['/', '$'], "."), main, Some(test))).collect()
    };
    let first = mains[0].1.clone();
    let session = Session::of(input, jdk, Some(first), &[])?;
    let mut results = Vec::new();
    for (name, main, test) in &mains {
        results.push(run(arguments, &session, name, main, test.as_ref())?);
    }
    if let Some(file) = &arguments.dot {
        std::fs::write(file, dot(&results))
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?;
    }
    let asked = spaces(arguments, &results)?;
    let text = if arguments.json {
        serde_json::to_string_pretty(&results).expect("results have string keys only") + "\n"
    } else {
        results.iter().map(text).collect::<String>() + &asked
    };
    // A closed pipe is no reason to change the exit code.
    let _ = anstream::stdout().write_all(text.as_bytes());
    Ok(ExitCode::from(exit_code(&results)))
}

/// Writes the event spaces of jmm1, and says whether they satisfy a formula.
fn spaces(arguments: &Litmus, results: &[Results]) -> Result<String, Failure> {
    if arguments.events.is_none() && arguments.formula.is_none() {
        return Ok(String::new());
    }
    if !matches!(arguments.model, Model::All | Model::Jmm1) {
        return Err(Failure::Usage("event spaces are those of jmm1: choose this model, or all".into()));
    }
    let formula = arguments
        .formula
        .as_ref()
        .map(|text| heddle_logic::parse(text).map_err(|error| Failure::Usage(format!("the formula {text}: {error}"))));
    let formula = formula.transpose()?;
    let mut said = String::new();
    let rows = results.iter().flat_map(|results| results.outcomes.iter().map(move |row| (results, row)));
    let shown = rows.filter_map(|(results, row)| Some((results, row, row.space.as_ref()?)));
    for (number, (results, row, space)) in shown.enumerate() {
        let title = format!("{} {}", results.test, row.outcome);
        let broken: BTreeSet<String> = rules::check(space).iter().map(|broken| broken.rule.to_string()).collect();
        let broken: Vec<String> = broken.into_iter().collect();
        let obeys =
            if broken.is_empty() { "all rules hold".into() } else { format!("not obeyed: {}", broken.join(", ")) };
        let _ = writeln!(said, "{title}: {} events, {obeys}", space.len());
        if let Some(file) = &arguments.events {
            let ending = file.extension().and_then(std::ffi::OsStr::to_str).unwrap_or_default();
            let text = match ending {
                "aut" => draw::transition_system(space).to_aut(),
                "dot" => draw::dot(space),
                "pvs" => draw::pvs(space, &title),
                _ => return Err(Failure::Usage("--events takes a file that ends with .aut, .dot or .pvs".into())),
            };
            let file = file.with_extension(format!("{}.{ending}", number + 1));
            std::fs::write(&file, text)
                .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?;
        }
        if let Some(formula) = &formula {
            let holds = heddle_logic::holds(&draw::transition_system(space), formula);
            let _ = writeln!(said, "{title}: the formula {}", if holds { "holds" } else { "does not hold" });
        }
    }
    Ok(said)
}

/// 1 if an outcome is forbidden by its author, else 2 if a list is incomplete.
fn exit_code(results: &[Results]) -> u8 {
    let forbidden = |row: &OutcomeRow| row.expected.as_deref() == Some("FORBIDDEN") && !row.models.is_empty();
    if results.iter().any(|results| results.outcomes.iter().any(forbidden)) {
        return 1;
    }
    if results.iter().any(|results| results.models.iter().any(|model| !model.complete)) { 2 } else { 0 }
}

fn tests(arguments: &Litmus, input: &Input) -> Result<Vec<Test>, Failure> {
    let mut files: BTreeMap<String, ClassFile> = BTreeMap::new();
    for path in input.class_files() {
        let unreadable = |error: &dyn std::fmt::Display| Failure::Usage(format!("{}: {error}", path.display()));
        let bytes = std::fs::read(&path).map_err(|error| unreadable(&error))?;
        let file = ClassFile::parse(bytes.into()).map_err(|error| unreadable(&error))?;
        files.insert(file.name().into_owned(), file);
    }
    let wanted =
        |file: &&ClassFile| arguments.test.as_ref().is_none_or(|text| file.name().replace('$', ".").contains(text));
    let find = |name: &str| files.get(name);
    let mut tests: Vec<Test> = files.values().filter(wanted).filter_map(|file| test_in(file, &find)).collect();
    if let (true, Some(text)) = (tests.is_empty(), &arguments.test) {
        return Err(Failure::Usage(format!("no litmus test has a class name that contains {text}")));
    }
    if let Some(problem) = tests.iter().find_map(|test| problem(test, &find)) {
        return Err(Failure::Usage(problem));
    }
    tests.sort_by(|a, b| a.class.cmp(&b.class));
    Ok(tests)
}

fn run(arguments: &Litmus, session: &Session, name: &str, main: &str, test: Option<&Test>) -> Result<Results, Failure> {
    let mut models = Vec::new();
    let mut rows: BTreeMap<String, OutcomeRow> = BTreeMap::new();
    let wanted = |model| arguments.model == Model::All || arguments.model == model;
    let mut add = |model: &'static str, mut outcomes: memory::Outcomes| {
        if outcomes.stale && test.is_some_and(|test| test.signal.is_some()) {
            outcomes.outcomes.insert("STALE".into(), Witness::default());
        }
        for (outcome, witness) in outcomes.outcomes {
            let row = rows.entry(outcome.clone()).or_insert_with(|| OutcomeRow {
                expected: test.and_then(|test| test.verdict_on(&outcome)).map(String::from),
                outcome,
                models: vec![],
                needs_weak_memory: None,
                witness: None,
                space: None,
            });
            row.models.push(model);
            row.space = row.space.take().or_else(|| witness.space.clone());
            if !witness.nodes.is_empty() {
                row.witness = Some(witness);
            }
        }
        let complete = outcomes.limits.is_empty();
        models.push(ModelResults { model, complete, limits: outcomes.limits, executions: outcomes.executions });
    };
    if wanted(Model::Sc) {
        add("sc", sequential(arguments, session, main)?);
    }
    if wanted(Model::Jmm1) {
        add("jmm1", weak(arguments, session, main, memory::old::outcomes)?);
    }
    if wanted(Model::Jmm) {
        add("jmm", weak(arguments, session, main, memory::jmm::outcomes)?);
    }
    let compares = arguments.model == Model::All;
    let mut outcomes: Vec<OutcomeRow> = rows.into_values().collect();
    for row in outcomes.iter_mut().filter(|_| compares) {
        row.needs_weak_memory = Some(!row.models.contains(&"sc"));
    }
    Ok(Results { test: name.into(), models, outcomes })
}

/// Sequential consistency: the explorer itself.
fn sequential(arguments: &Litmus, session: &Session, main: &str) -> Result<memory::Outcomes, Failure> {
    let semantics = Semantics { printed_text: PrintedText::PartOfState, ..Semantics::default() };
    let settings = Settings { semantics, races: Severity::Off, all: true, outcomes: true, ..Settings::default() };
    let machine = session.machine_of(main, &settings.semantics, None)?;
    let watch = Watch::new(None, None);
    let allowance = Allowance { seconds: Some(arguments.timeout), bytes: monitor::default_allowance(), walks: None };
    let (explored, _) = monitor::watched(&watch, &allowance, || explore(vec![machine], &settings, &watch));
    let collected = explored.collected;
    let mut found = memory::Outcomes { executions: explored.statistics.ends, ..Default::default() };
    found.limits.extend(watch.limit(arguments.timeout, allowance.bytes).map(|limit| format!("{limit:?}")));
    found.limits.extend(collected.unsupported.iter().map(|unsupported| unsupported.what.clone()));
    for outcome in collected.outcomes {
        let mut text = memory::outcome_text(&outcome.stdout, &outcome.stderr);
        if outcome.ending == Ending::Deadlock {
            text = format!("{text} (deadlock)").trim().to_string();
        }
        found.outcomes.insert(text, Witness::default());
    }
    Ok(found)
}

type Explorer = fn(heddle_machine::Machine<'_>, &Limits<'_>) -> memory::Outcomes;

fn weak(arguments: &Litmus, session: &Session, main: &str, explorer: Explorer) -> Result<memory::Outcomes, Failure> {
    let machine = session.machine_of(main, &Semantics::default(), None)?;
    let end = Instant::now() + Duration::from_secs(arguments.timeout);
    let asked = Cell::new(0u32);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get().is_multiple_of(64) && Instant::now() > end
    };
    let prescient = !arguments.no_prescient_stores;
    Ok(explorer(machine, &Limits { executions: MOST_EXECUTIONS, events: MOST_EVENTS, prescient, stop: &stop }))
}

fn text(results: &Results) -> String {
    let mut text = format!("{}\n", results.test);
    let width = results.outcomes.iter().map(|row| row.outcome.chars().count()).max().unwrap_or(0).max(7);
    let mut header = format!("  {:width$}", "outcome");
    for model in &results.models {
        let _ = write!(header, "  {:4}", model.model);
    }
    let _ = writeln!(text, "{}", header.trim_end());
    for row in &results.outcomes {
        let mut line = format!("  {:width$}", row.outcome);
        for model in &results.models {
            let _ = write!(line, "  {:4}", if row.models.contains(&model.model) { "yes" } else { "-" });
        }
        if let Some(expected) = &row.expected {
            let _ = write!(line, "  {}", expected.to_lowercase().replace('_', " "));
        }
        if row.needs_weak_memory == Some(true) {
            line.push_str("  needs weak memory");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    for model in results.models.iter().filter(|model| !model.complete) {
        let _ = writeln!(text, "  {}: the list may be incomplete: {}", model.model, model.limits.join("; "));
    }
    for row in results.outcomes.iter().filter(|row| row.needs_weak_memory == Some(true)) {
        if let Some(witness) = &row.witness {
            let _ = writeln!(text, "\n  how {} comes about", row.outcome);
            text.push_str(&witness.to_text());
        }
    }
    text + "\n"
}

fn dot(results: &[Results]) -> String {
    let mut text = String::new();
    for results in results {
        for row in &results.outcomes {
            if let Some(witness) = &row.witness {
                text.push_str(&witness.to_dot(&format!("{}: {}", results.test, row.outcome)));
            }
        }
    }
    text
}
