//! Litmus tests: all outcomes of small concurrent programs, per memory model, with one execution that shows
//! each, compared with what the author expects.

pub(crate) mod harness;
mod test;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Instant;

use heddle_classfile::ClassFile;
use heddle_events::memory::{self, Outcomes, Rules, Witness};
use heddle_events::rules;
use heddle_events::space::EventSpace;
use heddle_explore::reduction::table::TABLE;
use heddle_explore::{Settings, Severity, Watch, explore};
use heddle_logic::Formula;
use heddle_machine::Machine;
use heddle_verdict::{Ending, PrintedText, Seconds, Semantics};
use schemars::JsonSchema;
use serde::Serialize;

use crate::supervise::{Limits, watched};
use crate::{Error, Project, Supervision, Target};
use test::{Test, problem, test_in};

/// Events of one thread before a run is cut.
const MOST_EVENTS: usize = 50_000;
/// Executions before a search gives up.
const MOST_EXECUTIONS: u64 = 200_000;

/// What outcomes end with if threads wait forever.
const DEADLOCK: &str = "(deadlock)";

/// What can be decided about litmus tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LitmusOptions {
    /// The memory models, in order; `sc`, `jmm1` and `jmm` if none is given.
    pub models: Vec<MemoryModel>,
    /// Only tests whose name contains this text, with dots as reports print it or with `$` as in class files; with `*`
    /// and `?` in it, those whose whole name is like that.
    pub test: Option<String>,
    /// Seconds after which no further outcomes of a test are looked for.
    pub seconds: Seconds,
    /// Stop a list when the process uses so many bytes; if none is given, three quarters of the machine's memory.
    pub bytes: Option<u64>,
    /// In `jmm1`, stores may happen before the program comes to them: section 17.8 of the first specification.
    pub prescient_stores: bool,
    /// Keep the event space of each outcome of `jmm1`.
    pub event_spaces: bool,
    /// A formula of the μ-calculus that event spaces may satisfy.
    pub formula: Option<String>,
}

impl Default for LitmusOptions {
    fn default() -> Self {
        Self {
            models: vec![],
            test: None,
            seconds: Seconds::whole(60),
            bytes: None,
            prescient_stores: true,
            event_spaces: false,
            formula: None,
        }
    }
}

/// A memory model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MemoryModel {
    /// Accesses take effect at once and in program order.
    Sc,
    /// The first Java specification: working memories and the main memory.
    Jmm1,
    /// The Java memory model since Java 5, with the access modes of `VarHandle`.
    Jmm,
    /// The model of the access modes by Liu, Bender and Palsberg (ECOOP 2022).
    Jam,
}

/// What is asked if nobody names a model.
const USUAL: [MemoryModel; 3] = [MemoryModel::Sc, MemoryModel::Jmm1, MemoryModel::Jmm];

impl MemoryModel {
    /// As reports write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sc => "sc",
            Self::Jmm1 => "jmm1",
            Self::Jmm => "jmm",
            Self::Jam => "jam",
        }
    }
}

/// The outcomes of one test.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LitmusReport {
    /// The class of the test.
    pub test: String,
    /// The models, in order.
    pub models: Vec<ModelOutcomes>,
    /// What can come out, in order.
    pub outcomes: Vec<LitmusOutcome>,
    /// Outcomes that a complete list lacks although an interleaving has them: an error of Heddle, since every
    /// interleaving is an execution of both Java memory models.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<LostOutcome>,
}

/// An outcome of sequential consistency that a weaker model lacks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct LostOutcome {
    /// The model whose list lacks it.
    pub model: MemoryModel,
    /// What an interleaving prints.
    pub outcome: String,
}

/// How the search of one model ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ModelOutcomes {
    /// Which model.
    pub model: MemoryModel,
    /// Whether all outcomes were found.
    pub complete: bool,
    /// Why the list may be incomplete.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<String>,
    /// Complete executions, or final states under sequential consistency.
    pub executions: u64,
}

/// One outcome of a test.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LitmusOutcome {
    /// What is printed.
    pub outcome: String,
    /// The models that allow it.
    pub models: Vec<MemoryModel>,
    /// Allowed, but not under sequential consistency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs_weak_memory: Option<bool>,
    /// What the author says about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// One execution that shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
    /// The events of `jmm1`, if they were to be kept.
    #[serde(skip)]
    pub space: Option<Space>,
}

/// An event space, and what holds of it.
#[derive(Clone, Debug)]
pub struct Space {
    /// The events.
    pub events: EventSpace,
    /// Names of the rules that it does not obey.
    pub broken: BTreeSet<String>,
    /// Whether it satisfies the formula that was given.
    pub satisfies: Option<bool>,
}

impl LitmusReport {
    /// The outcomes that the author forbids and that today's model allows or, if that was not asked, another.
    pub fn forbidden(&self) -> impl Iterator<Item = &LitmusOutcome> {
        let asked = self.models.iter().any(|model| model.model == MemoryModel::Jmm);
        let counts = move |row: &&LitmusOutcome| match asked {
            true => row.models.contains(&MemoryModel::Jmm),
            false => !row.models.is_empty(),
        };
        self.outcomes.iter().filter(|row| row.expected.as_deref() == Some("FORBIDDEN")).filter(counts)
    }

    /// Whether every list is complete.
    pub fn is_complete(&self) -> bool {
        self.models.iter().all(|model| model.complete)
    }
}

/// Lists every outcome of the litmus tests in a project, or of its main method if there are none.
pub fn litmus(
    project: &Project,
    options: &LitmusOptions,
    supervision: &Supervision<'_>,
) -> Result<Vec<LitmusReport>, Error> {
    let formula = options
        .formula
        .as_ref()
        .map(|text| heddle_logic::parse(text).map_err(|error| Error::Usage(format!("the formula {text}: {error}"))));
    let question = Question { options, formula: formula.transpose()?, supervision };
    if question.keeps_spaces() && !question.models().contains(&MemoryModel::Jmm1) {
        return Err(Error::Usage("event spaces are those of jmm1: choose this model, or all".into()));
    }
    let tests = tests(options, project)?;
    if tests.is_empty() {
        let main = project.input().main_class.as_ref().ok_or_else(|| {
            Error::Usage("no litmus test found: expected @Actor methods, methods named actor…, or a main method".into())
        })?;
        return Ok(vec![question.answer(project, &main.replace('/', "."), main, None)?]);
    }
    let sources = tests.iter().enumerate();
    let sources: Vec<(String, String)> =
        sources.map(|(at, test)| (harness::class_of(test, at), harness::source(test, at))).collect();
    let project = project.with_sources(&sources, &[])?;
    project.notes().iter().for_each(|note| supervision.observer.note(note));
    let mut reports = Vec::new();
    for (test, (main, _)) in tests.iter().zip(&sources) {
        let report = question.answer(&project, &printed(&test.class), main, Some(test))?;
        supervision.observer.listed(&report, reports.len() + 1, tests.len());
        reports.push(report);
    }
    supervision.observer.searched();
    Ok(reports)
}

/// A class as reports name it.
fn printed(class: &str) -> String {
    class.replace(['/', '$'], ".")
}

/// The class that the user names instead of a file, or besides, as reports name it.
fn named(target: &Target) -> Option<String> {
    let path = Path::new(&target.program);
    let is_file = path.exists() || path.components().count() > 1 || path.extension().is_some_and(|of| of == "java");
    let class = target.main_class.as_ref().or((!is_file).then_some(&target.program))?;
    Some(printed(class))
}

/// Whether a text selects a class, given in internal form.
fn is_named(class: &str, text: &str) -> bool {
    let binary = class.replace('/', ".");
    let printed = binary.replace('$', ".");
    if !text.contains(['*', '?']) {
        return printed.contains(text) || binary.contains(text);
    }
    let escaped = regex_lite::escape(text).replace("\\*", ".*").replace("\\?", ".");
    let pattern = regex_lite::Regex::new(&format!("^(?:{escaped})$"));
    pattern.is_ok_and(|pattern| pattern.is_match(&printed) || pattern.is_match(&binary))
}

/// The tests that a program contains; if the user names a class, those in it.
fn tests(options: &LitmusOptions, project: &Project) -> Result<Vec<Test>, Error> {
    let input = project.input();
    let within = named(project.target());
    let is_within = |class: &str| {
        within
            .as_ref()
            .is_none_or(|name| class == name || class.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
    };
    let mut files: BTreeMap<String, ClassFile> = BTreeMap::new();
    for path in input.class_files() {
        let unreadable = |error: &dyn std::fmt::Display| Error::Usage(format!("{}: {error}", path.display()));
        let bytes = std::fs::read(&path).map_err(|error| unreadable(&error))?;
        let file = ClassFile::parse(bytes.into()).map_err(|error| unreadable(&error))?;
        files.insert(file.name().into_owned(), file);
    }
    let wanted = |file: &&ClassFile| {
        let name = file.name();
        is_within(&printed(&name)) && options.test.as_ref().is_none_or(|text| is_named(&name, text))
    };
    let find = |name: &str| files.get(name);
    let mut tests: Vec<Test> = files.values().filter(wanted).filter_map(|file| test_in(file, &find)).collect();
    if let (true, Some(text)) = (tests.is_empty(), &options.test) {
        return Err(Error::Usage(format!("no litmus test has a class name that contains {text}")));
    }
    if let Some(problem) = tests.iter().find_map(|test| problem(test, &find)) {
        return Err(Error::Usage(problem));
    }
    tests.sort_by(|a, b| a.class.cmp(&b.class));
    Ok(tests)
}

/// What is asked of each test.
struct Question<'a> {
    options: &'a LitmusOptions,
    formula: Option<Formula>,
    supervision: &'a Supervision<'a>,
}

/// What complete lists lack of the outcomes that interleavings have.
fn lost(models: &[ModelOutcomes], outcomes: &[LitmusOutcome]) -> Vec<LostOutcome> {
    let weaker = models.iter().filter(|model| model.complete && model.model != MemoryModel::Sc);
    let lacks = |model: MemoryModel| {
        let lacking = move |row: &&LitmusOutcome| row.models.contains(&MemoryModel::Sc) && !row.models.contains(&model);
        outcomes.iter().filter(lacking).map(move |row| LostOutcome { model, outcome: row.outcome.clone() })
    };
    weaker.flat_map(|model| lacks(model.model)).collect()
}

type Explorer = fn(Machine<'_>, &memory::Limits<'_>) -> Outcomes;

impl Question<'_> {
    /// The models that are asked, in order.
    fn models(&self) -> Vec<MemoryModel> {
        match &self.options.models[..] {
            [] => USUAL.to_vec(),
            named => named.to_vec(),
        }
    }

    fn keeps_spaces(&self) -> bool {
        self.options.event_spaces || self.formula.is_some()
    }

    fn answer(&self, project: &Project, name: &str, main: &str, test: Option<&Test>) -> Result<LitmusReport, Error> {
        let mut models = Vec::new();
        let mut rows: BTreeMap<String, LitmusOutcome> = BTreeMap::new();
        for model in self.models() {
            let mut found = match model {
                MemoryModel::Sc => self.sequential(project, main)?,
                MemoryModel::Jmm1 => self.weak(project, main, memory::old::outcomes, Rules::Java)?,
                MemoryModel::Jmm => self.weak(project, main, memory::jmm::outcomes, Rules::Java)?,
                MemoryModel::Jam => self.weak(project, main, memory::jmm::outcomes, Rules::AccessModes)?,
            };
            if test.is_some_and(|test| test.signal.is_some()) {
                // Whoever waits forever has not noticed the signal either.
                let hangs = |outcome: &String| outcome.ends_with(DEADLOCK);
                found.stale |= found.outcomes.keys().any(hangs);
                found.outcomes.retain(|outcome, _| !hangs(outcome));
                if found.stale {
                    found.outcomes.insert("STALE".into(), Witness::default());
                }
            }
            // A program that never ends has no outcome, but neither has a search that lost its runs.
            if found.outcomes.is_empty() {
                found.limits.push("no execution came to an end".into());
            }
            for (outcome, witness) in found.outcomes {
                let row = rows.entry(outcome.clone()).or_insert_with(|| LitmusOutcome {
                    expected: test.and_then(|test| test.verdict_on(&outcome)).map(String::from),
                    outcome,
                    models: vec![],
                    needs_weak_memory: None,
                    witness: None,
                    space: None,
                });
                row.models.push(model);
                row.space = row.space.take().or_else(|| self.space(&witness));
                if !witness.nodes.is_empty() {
                    row.witness = Some(witness);
                }
            }
            let complete = found.limits.is_empty();
            models.push(ModelOutcomes { model, complete, limits: found.limits, executions: found.executions });
        }
        let mut outcomes: Vec<LitmusOutcome> = rows.into_values().collect();
        let lost = lost(&models, &outcomes);
        let compares = models.iter().any(|model| model.model == MemoryModel::Sc) && models.len() > 1;
        for row in outcomes.iter_mut().filter(|_| compares) {
            row.needs_weak_memory = Some(!row.models.contains(&MemoryModel::Sc));
        }
        Ok(LitmusReport { test: name.into(), models, outcomes, lost })
    }

    /// The event space of an execution, if it is to be kept.
    fn space(&self, witness: &Witness) -> Option<Space> {
        let events = witness.space.as_ref().filter(|_| self.keeps_spaces())?;
        let broken = rules::check(events).iter().map(|broken| broken.rule.to_string()).collect();
        let system = || heddle_events::draw::transition_system(events);
        let satisfies = self.formula.as_ref().map(|formula| heddle_logic::holds(&system(), formula));
        Some(Space { events: events.clone(), broken, satisfies })
    }

    /// The limits of one list.
    fn limits(&self) -> Limits {
        Limits { seconds: Some(self.options.seconds), bytes: self.options.bytes }
    }

    /// Sequential consistency: the explorer itself.
    fn sequential(&self, project: &Project, main: &str) -> Result<Outcomes, Error> {
        // What rests on an assumption about the JDK could hide what its synchronisers do.
        let reductions = TABLE.iter().filter(|row| row.assumes.is_none()).map(|row| row.kind).collect();
        let semantics = Semantics { printed_text: PrintedText::PartOfState, reductions, ..Semantics::default() };
        let mut settings =
            Settings { semantics, races: Severity::Off, all: true, outcomes: true, ..Settings::default() };
        let mut machines = vec![project.machine_of(main, &settings.semantics, None)?];
        let given_up = project.reduce(&mut machines, &settings.semantics, false, &self.supervision.cancel);
        settings.semantics.refuted.extend(given_up);
        let watch = Watch::new(None, None);
        let limits = self.limits();
        let search = || explore(machines, &settings, &watch);
        let (explored, _) = watched(&watch, &limits, None, self.supervision, search);
        let collected = explored.collected;
        let mut found = Outcomes { executions: explored.statistics.ends, ..Outcomes::default() };
        found.limits.extend(limits.reached(&watch).map(|limit| format!("{limit:?}")));
        found.limits.extend(collected.unsupported.iter().map(|unsupported| unsupported.what.clone()));
        for outcome in collected.outcomes {
            let mut text = memory::outcome_text(&outcome.stdout, &outcome.stderr);
            if outcome.ending == Ending::Deadlock {
                text = format!("{text} {DEADLOCK}").trim().to_string();
            }
            found.outcomes.insert(text, Witness::default());
        }
        Ok(found)
    }

    fn weak(&self, project: &Project, main: &str, explorer: Explorer, rules: Rules) -> Result<Outcomes, Error> {
        let machine = project.machine_of(main, &Semantics::default(), None)?;
        let (limits, begin) = (self.limits(), Instant::now());
        let asked = Cell::new(0u32);
        let stop = || {
            asked.set(asked.get() + 1);
            let looks = asked.get().is_multiple_of(64);
            looks && (limits.passed(begin).is_some() || self.supervision.cancel.is_cancelled())
        };
        let prescient = self.options.prescient_stores;
        Ok(explorer(
            machine,
            &memory::Limits {
                executions: MOST_EXECUTIONS,
                events: MOST_EVENTS,
                rules,
                goal: memory::Goal::Outcomes,
                endless: false,
                prescient,
                stop: &stop,
            },
        ))
    }
}
