//! Reports for other tools: what a command found out, first in terms that all formats share, then in each of them.
//!
//! | format | for | specification |
//! |---|---|---|
//! | SARIF | code scanning, editors | SARIF 2.1.0 (OASIS) |
//! | JUnit | build servers | the XML of JUnit and Surefire |
//! | Markdown | comments on pull requests | GitHub Flavored Markdown |
//! | JSON | programs | `docs/schema` |
//! | LCOV | coverage tools | geninfo(1) |
//! | HTML | people | one page that needs nothing else |

mod html;
mod junit;
mod markdown;
mod rules;
mod sarif;

pub use html::WAIT_FOR;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anstream::adapter::strip_str;
use heddle::{Conclusion, Covered, LitmusReport, ModelReport, SymbolicReport, TestResult, TestStatus};
use heddle_events::explain::Explanation;
use heddle_verdict::{Place, Report, Statistics, Unsupported, Verdict, Violation};

use crate::text::violation::{early, headline};
use crate::text::{Page, ledger, text, verdict_line};
use crate::{coverage, json, litmus, model, replay_json, replay_text, symbolic, test};
pub(crate) use html::waits_for;
use rules::Rule;
pub(crate) use sarif::telling_places;

/// A format that a command can write its report in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// SARIF 2.1.0.
    Sarif,
    /// XML as JUnit writes it.
    Junit,
    /// Markdown for a comment.
    Markdown,
    /// What `--json` prints.
    Json,
    /// Which lines were reached.
    Lcov,
    /// A page to step through runs.
    Html,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Sarif, Self::Junit, Self::Markdown, Self::Json, Self::Lcov, Self::Html];

    /// The name that the user gives.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sarif => "sarif",
            Self::Junit => "junit",
            Self::Markdown => "markdown",
            Self::Json => "json",
            Self::Lcov => "lcov",
            Self::Html => "html",
        }
    }
}

/// Where sources are. Nothing here looks at files.
pub struct Sources<'s> {
    /// The text of a source line, where it can be had.
    pub line: &'s dyn Fn(&Place) -> Option<String>,
    /// The source file of a place: relative to `root` if it lies there, else absolute.
    pub file: &'s dyn Fn(&Place) -> Option<PathBuf>,
    /// The folder that paths are relative to, absolute.
    pub root: &'s Path,
    /// The program, if it is a file: where a finding is that has no place of its own.
    pub program: Option<PathBuf>,
}

/// What a command found out.
pub struct Summary<'r> {
    /// The program, as the user named it.
    program: &'r str,
    /// The command, as in `heddle check`.
    command: &'static str,
    verdict: Conclusion,
    exit_code: u8,
    /// One, or one per test.
    cases: Vec<Case<'r>>,
    coverage: Vec<Covered>,
    /// Of the first violation.
    explanation: Option<&'r Explanation>,
    /// The outcomes of litmus tests.
    table: Option<litmus::Table>,
    /// Inputs for which something fails, of analyses that look for them.
    inputs: Vec<&'r str>,
    json: String,
}

/// What came out for the program, or for one of its tests.
struct Case<'r> {
    /// What it belongs to: a class, or the program.
    group: String,
    name: String,
    outcome: Outcome,
    /// The verdict as reports name it.
    verdict: &'static str,
    /// The verdict in a sentence.
    sentence: String,
    seconds: f64,
    findings: Vec<Finding<'r>>,
    /// What could not be executed.
    unsupported: &'r [Unsupported],
    /// What the command prints of it, without colours, if it is worth showing.
    page: Option<String>,
    /// The same where the page is not worth showing elsewhere.
    whole: Option<String>,
    /// What the verdict assumes, a line each.
    ledger: Vec<String>,
    statistics: Option<&'r Statistics>,
    /// Its number among the cases.
    at: usize,
}

/// What a verdict comes to for a runner of tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Passed,
    Failed,
    /// No verdict, or not the wanted one, for another reason than a violation.
    Undecided,
    Skipped,
}

/// Something that is wrong.
struct Finding<'r> {
    rule: &'static Rule,
    /// The user asked to be warned only.
    is_warning: bool,
    message: String,
    /// With its run; none for what engines without runs find.
    violation: Option<&'r Violation>,
    /// What to look at if there is no violation.
    class: Option<&'r str>,
}

impl<'r> Summary<'r> {
    /// What `heddle check` found.
    pub fn of_check(report: &'r Report, coverage: Option<&[Covered]>, elapsed: Duration, page: &Page<'_>) -> Self {
        let verdict = conclusion(&report.verdict);
        let case = Case {
            group: report.program.clone(),
            name: "check".into(),
            seconds: elapsed.as_secs_f64(),
            page: (verdict != Conclusion::Proved).then(|| plain(&text(report, page))),
            whole: Some(plain(&text(report, page))),
            ..case_of_report(report)
        };
        Self {
            program: &report.program,
            command: "check",
            verdict,
            exit_code: report.verdict.exit_code(),
            cases: vec![case],
            coverage: coverage.unwrap_or_default().to_vec(),
            explanation: None,
            table: None,
            inputs: vec![],
            json: json::json(report),
        }
    }

    /// What `heddle replay` found: the violation of a saved run.
    pub fn of_replay(program: &'r str, violation: &'r Violation, elapsed: Duration, page: &Page<'_>) -> Self {
        let case = Case {
            group: program.to_owned(),
            name: "replay".into(),
            sentence: headline(&violation.kind),
            seconds: elapsed.as_secs_f64(),
            findings: vec![finding(violation, false)],
            page: Some(plain(&replay_text(violation, page))),
            ..Case::new(Conclusion::Violated)
        };
        Self::of_one(program, "replay", Conclusion::Violated, case, replay_json(program, violation))
    }

    /// What `heddle test` found.
    pub fn of_tests(program: &'r str, results: &'r [TestResult], page: &Page<'_>) -> Self {
        let exit_code = heddle::tests_exit_code(results);
        let verdicts = [Conclusion::Violated, Conclusion::Unknown, Conclusion::Bounded];
        let verdict = verdicts.into_iter().find(|verdict| verdict.exit_code() == exit_code);
        let coverages = results.iter().filter_map(|result| result.coverage.clone());
        Self {
            program,
            command: "test",
            verdict: verdict.unwrap_or(Conclusion::Proved),
            exit_code,
            cases: results.iter().enumerate().map(|(at, result)| Case { at, ..case_of_test(result, page) }).collect(),
            coverage: heddle::merged_coverage(coverages),
            explanation: None,
            table: None,
            inputs: vec![],
            json: test::json(program, results, page),
        }
    }

    /// What `heddle symbolic` found.
    pub fn of_symbolic(program: &'r str, report: &'r SymbolicReport, page: &Page<'_>) -> Self {
        let shows = symbolic::Shows { coverage: false, figures: false };
        let violations = report.found.iter().filter_map(|shown| shown.violation.as_ref());
        let case = Case {
            group: program.to_owned(),
            name: "symbolic".into(),
            sentence: symbolic::summary(report),
            seconds: report.time.as_secs_f64(),
            findings: violations.map(|violation| finding(violation, false)).collect(),
            page: (report.conclusion != Conclusion::Proved).then(|| plain(&symbolic::text(report, page, shows))),
            whole: Some(plain(&symbolic::text(report, page, shows))),
            ..Case::new(report.conclusion)
        };
        let json = symbolic::json(report, program);
        let one = Self::of_one(program, "symbolic", report.conclusion, case, json);
        let inputs = report.found.iter().filter_map(|shown| shown.inputs.as_deref()).collect();
        Self { coverage: report.coverage.clone(), inputs, ..one }
    }

    /// What `heddle litmus` found: an outcome that its author forbids is a finding.
    pub fn of_litmus(program: &'r str, reports: &'r [LitmusReport], elapsed: Duration) -> Self {
        let exit_code = litmus::exit_code(reports);
        let verdict = match exit_code {
            0 => Conclusion::Proved,
            1 => Conclusion::Violated,
            _ => Conclusion::Bounded,
        };
        let share = elapsed.as_secs_f64() / reports.len().max(1) as f64;
        Self {
            program,
            command: "litmus",
            verdict,
            exit_code,
            cases: reports
                .iter()
                .enumerate()
                .map(|(at, report)| Case { at, seconds: share, ..case_of_litmus(report) })
                .collect(),
            coverage: vec![],
            explanation: None,
            table: Some(litmus::table(reports)),
            inputs: vec![],
            json: litmus::json(reports, program),
        }
    }

    /// What `heddle model` found.
    pub fn of_model(program: &'r str, report: &'r ModelReport, elapsed: Duration) -> Self {
        let verdict = report.conclusion();
        let page = model::text(report);
        let wrong = report.explored.violation.as_ref().map(|run| {
            let rule = rules::find(model::kind(run));
            Finding { rule, is_warning: false, message: model::wrong(&report.model, run), violation: None, class: None }
        });
        let case = Case {
            group: program.to_owned(),
            name: "model".into(),
            sentence: page.lines().next().unwrap_or_default().to_owned(),
            seconds: elapsed.as_secs_f64(),
            findings: wrong.into_iter().collect(),
            page: (verdict != Conclusion::Proved).then(|| page.clone()),
            whole: Some(page),
            ..Case::new(verdict)
        };
        Self::of_one(program, "model", verdict, case, model::json(report, program))
    }

    fn of_one(program: &'r str, command: &'static str, verdict: Conclusion, case: Case<'r>, json: String) -> Self {
        let exit_code = verdict.exit_code();
        Self {
            program,
            command,
            verdict,
            exit_code,
            cases: vec![case],
            coverage: vec![],
            explanation: None,
            table: None,
            inputs: vec![],
            json,
        }
    }

    /// With an explanation of the first violation.
    pub fn explained(self, explanation: Option<&'r Explanation>) -> Self {
        Self { explanation, ..self }
    }

    /// The report in a format.
    pub fn render(&self, format: Format, sources: &Sources<'_>) -> String {
        match format {
            Format::Sarif => sarif::sarif(self, sources),
            Format::Junit => junit::junit(self),
            Format::Markdown => markdown::markdown(self),
            Format::Json => self.json.clone(),
            Format::Html => html::html(self, sources),
            Format::Lcov => coverage::lcov(&self.coverage, sources.file),
        }
    }
}

impl Case<'_> {
    /// With nothing but a verdict.
    fn new(verdict: Conclusion) -> Self {
        Self {
            group: String::new(),
            name: String::new(),
            outcome: match verdict {
                Conclusion::Proved => Outcome::Passed,
                Conclusion::Violated => Outcome::Failed,
                Conclusion::Bounded | Conclusion::Unknown => Outcome::Undecided,
            },
            verdict: verdict.name(),
            sentence: String::new(),
            seconds: 0.0,
            findings: vec![],
            unsupported: &[],
            page: None,
            whole: None,
            ledger: vec![],
            statistics: None,
            at: 0,
        }
    }
}

fn case_of_report(report: &Report) -> Case<'_> {
    let (violations, unsupported) = match &report.verdict {
        Verdict::Violated { violations } => (&violations[..], &[][..]),
        Verdict::Unknown { what } => (&[][..], &what[..]),
        Verdict::Proved | Verdict::Bounded { .. } => (&[][..], &[][..]),
    };
    let violated = violations.iter().map(|violation| finding(violation, false));
    let findings: Vec<_> = violated.chain(report.warnings.iter().map(|warning| finding(warning, true))).collect();
    let sentence = match violations.first() {
        Some(violation) => sentence_of(violation),
        None => {
            let line = plain(&verdict_line(report));
            let line = line.lines().next().unwrap_or_default();
            line.split_once(": ").map_or(line, |(_, rest)| rest).to_owned()
        }
    };
    let (ledger, statistics) = (ledger::lines(report), Some(&report.statistics));
    Case { findings, unsupported, sentence, ledger, statistics, ..Case::new(conclusion(&report.verdict)) }
}

fn case_of_test<'r>(result: &'r TestResult, page: &Page<'_>) -> Case<'r> {
    let index: String = result.name.calls.iter().map(|call| format!("[{call}]")).collect();
    let known = result.report.as_ref().map(case_of_report);
    let mut case = known.unwrap_or_else(|| Case::new(Conclusion::Unknown));
    case.outcome = match result.status {
        TestStatus::Skipped => Outcome::Skipped,
        _ if result.passed => Outcome::Passed,
        TestStatus::Violated => Outcome::Failed,
        TestStatus::Proved | TestStatus::Bounded | TestStatus::Unknown => Outcome::Undecided,
    };
    if result.passed {
        // A violation that the author expects is none.
        case.findings.clear();
    }
    let remark = test::remark(result).filter(|_| case.findings.is_empty());
    Case {
        group: result.name.class.clone(),
        name: format!("{}{index}", result.name.method),
        verdict: result.status.name(),
        sentence: remark.unwrap_or(case.sentence),
        seconds: result.seconds,
        page: test::page_of(result, page).map(|page| plain(&page)),
        ..case
    }
}

fn case_of_litmus(report: &LitmusReport) -> Case<'_> {
    let forbidden = report.forbidden().map(|row| {
        let models: Vec<&str> = row.models.iter().map(|model| model.name()).collect();
        let message =
            format!("{} can end with {}, which its author forbids ({})", report.test, row.outcome, models.join(", "));
        let rule = rules::find(rules::FORBIDDEN);
        Finding { rule, is_warning: false, message, violation: None, class: Some(&report.test) }
    });
    let findings: Vec<Finding<'_>> = forbidden.collect();
    let verdict = match (findings.is_empty(), report.is_complete()) {
        (false, _) => Conclusion::Violated,
        (true, true) if report.lost.is_empty() => Conclusion::Proved,
        // Lists that contradict each other are an error of Heddle, and nothing follows from them.
        (true, true) => Conclusion::Unknown,
        (true, false) => Conclusion::Bounded,
    };
    let outcomes = report.outcomes.len();
    let sentence = match findings.first() {
        Some(finding) => finding.message.clone(),
        None => format!("{outcomes} {}", if outcomes == 1 { "outcome" } else { "outcomes" }),
    };
    let whole = plain(&litmus::text(std::slice::from_ref(report)));
    let page = (verdict != Conclusion::Proved).then(|| whole.clone());
    let (group, name) = ("litmus".into(), report.test.clone());
    Case { group, name, sentence, findings, page, whole: Some(whole), ..Case::new(verdict) }
}

/// What is wrong, and whether it needs a time-out that fires early.
fn sentence_of(violation: &Violation) -> String {
    let early = early(violation).map(|early| format!(", {early}")).unwrap_or_default();
    headline(&violation.kind) + &early
}

fn finding(violation: &Violation, is_warning: bool) -> Finding<'_> {
    let rule = rules::find(violation.kind.name());
    let message = sentence_of(violation);
    Finding { rule, is_warning, message, violation: Some(violation), class: None }
}

fn conclusion(verdict: &Verdict) -> Conclusion {
    match verdict {
        Verdict::Proved => Conclusion::Proved,
        Verdict::Violated { .. } => Conclusion::Violated,
        Verdict::Bounded { .. } => Conclusion::Bounded,
        Verdict::Unknown { .. } => Conclusion::Unknown,
    }
}

/// Without colours.
fn plain(text: &str) -> String {
    strip_str(text).to_string()
}
