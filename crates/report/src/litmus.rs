//! Outcomes of litmus tests: as a table, as JSON, as graphs, and their event spaces.

use std::fmt::Write;

use heddle::{LitmusOutcome, LitmusReport, MemoryModel};
use heddle_events::draw;
use heddle_events::space::EventSpace;

use crate::json::litmus_json;
use crate::text::execution;

/// One table per test, and how outcomes come about that need weak memory.
pub fn text(reports: &[LitmusReport]) -> String {
    reports.iter().map(one).collect::<String>() + &reports.iter().map(spaces).collect::<String>()
}

/// A line about one of many tests that is done.
pub fn progress(report: &LitmusReport, number: usize, of: usize) -> String {
    let outcomes = report.outcomes.len();
    let noun = if outcomes == 1 { "outcome" } else { "outcomes" };
    format!("{number} of {of} tests: {}, {outcomes} {noun}", report.test)
}

/// One table of all tests: the columns' names, and a row per outcome.
pub struct Table {
    /// The names of the columns.
    pub head: Vec<String>,
    /// Test, outcome, what the author says about it, and per model whether it allows the outcome.
    pub rows: Vec<Vec<String>>,
}

/// All outcomes of all tests in one table.
pub fn table(reports: &[LitmusReport]) -> Table {
    let mut models: Vec<MemoryModel> = reports.iter().flat_map(|report| &report.models).map(|of| of.model).collect();
    models.sort_unstable();
    models.dedup();
    let mut head: Vec<String> = ["test", "outcome", "expected"].map(String::from).into();
    head.extend(models.iter().map(|model| model.name().to_owned()));
    let mut rows = Vec::new();
    for report in reports {
        let is_complete = |model: MemoryModel| report.models.iter().any(|of| of.model == model && of.complete);
        for row in &report.outcomes {
            let expected = row.expected.as_deref().unwrap_or_default().to_lowercase().replace('_', " ");
            let mut cells = vec![report.test.clone(), row.outcome.clone(), expected];
            cells.extend(models.iter().map(|&model| {
                let allows = row.models.contains(&model);
                (if allows {
                    "yes"
                } else if is_complete(model) {
                    "no"
                } else {
                    "unknown"
                })
                .to_owned()
            }));
            rows.push(cells);
        }
        if report.outcomes.is_empty() {
            let unknown = models.iter().map(|_| "unknown".to_owned());
            rows.push([report.test.clone(), String::new(), String::new()].into_iter().chain(unknown).collect());
        }
    }
    Table { head, rows }
}

/// The same as text.
pub fn table_text(reports: &[LitmusReport]) -> String {
    let Table { head, rows } = table(reports);
    let widest = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0).max(head[at].len());
    let widths: Vec<usize> = (0..head.len()).map(widest).collect();
    let mut text = String::new();
    for row in std::iter::once(&head).chain(&rows) {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
        let _ = writeln!(text, "{}", cells.join("  ").trim_end());
    }
    for report in reports {
        for model in report.models.iter().filter(|model| !model.complete) {
            let (test, name, limits) = (&report.test, model.model.name(), model.limits.join("; "));
            let _ = writeln!(text, "{test}, {name}: the list may be incomplete: {limits}");
        }
        for lost in &report.lost {
            let (test, model, outcome) = (&report.test, lost.model.name(), &lost.outcome);
            let _ = writeln!(text, "{test}: internal error: {model} lacks {outcome}, which an interleaving has");
        }
    }
    text
}

/// The report of `heddle litmus`.
pub fn json(reports: &[LitmusReport], program: &str) -> String {
    litmus_json(program, reports, exit_code(reports))
}

/// 70 if a list contradicts another one, which is an error of Heddle; 1 if an outcome is forbidden by its author,
/// else 2 if a list is incomplete.
pub fn exit_code(reports: &[LitmusReport]) -> u8 {
    if reports.iter().any(|report| !report.lost.is_empty()) {
        return 70;
    }
    if reports.iter().any(|report| report.forbidden().next().is_some()) {
        return 1;
    }
    if reports.iter().all(LitmusReport::is_complete) { 0 } else { 2 }
}

/// One execution per outcome, for Graphviz.
pub fn dot(reports: &[LitmusReport]) -> String {
    let rows = reports.iter().flat_map(|report| report.outcomes.iter().map(move |row| (report, row)));
    let graphs = rows.filter_map(|(report, row)| Some(row.witness.as_ref()?.to_dot(&separated(report, row, ": "))));
    graphs.collect()
}

/// The outcomes whose event spaces were kept, in order, each with its title.
pub fn event_spaces(reports: &[LitmusReport]) -> Vec<(String, &EventSpace)> {
    let rows = reports.iter().flat_map(|report| report.outcomes.iter().map(move |row| (report, row)));
    rows.filter_map(|(report, row)| Some((separated(report, row, " "), &row.space.as_ref()?.events))).collect()
}

/// Formats of event spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpaceFormat {
    /// Its transition system, as CADP and mCRL2 read it.
    Aut,
    /// For Graphviz.
    Dot,
    /// A theory for PVS.
    Pvs,
}

impl SpaceFormat {
    /// By the ending of a file's name.
    pub fn of(ending: &str) -> Option<Self> {
        match ending {
            "aut" => Some(Self::Aut),
            "dot" => Some(Self::Dot),
            "pvs" => Some(Self::Pvs),
            _ => None,
        }
    }
}

/// An event space in one of its formats.
pub fn event_space(title: &str, space: &EventSpace, format: SpaceFormat) -> String {
    match format {
        SpaceFormat::Aut => draw::transition_system(space).to_aut(),
        SpaceFormat::Dot => draw::dot(space),
        SpaceFormat::Pvs => draw::pvs(space, title),
    }
}

fn separated(report: &LitmusReport, row: &LitmusOutcome, by: &str) -> String {
    format!("{}{by}{}", report.test, row.outcome)
}

fn one(report: &LitmusReport) -> String {
    let mut text = format!("{}\n", report.test);
    let width = report.outcomes.iter().map(|row| row.outcome.chars().count()).max().unwrap_or(0).max(7);
    let mut header = format!("  {:width$}", "outcome");
    for model in &report.models {
        let _ = write!(header, "  {:4}", model.model.name());
    }
    let _ = writeln!(text, "{}", header.trim_end());
    for row in &report.outcomes {
        let mut line = format!("  {:width$}", row.outcome);
        for model in &report.models {
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
    for model in report.models.iter().filter(|model| !model.complete) {
        let limits = model.limits.join("; ");
        let _ = writeln!(text, "  {}: the list may be incomplete: {limits}", model.model.name());
    }
    for lost in &report.lost {
        let (model, outcome) = (lost.model.name(), &lost.outcome);
        let _ = writeln!(text, "  internal error: {model} lacks {outcome}, which an interleaving has");
    }
    for row in report.outcomes.iter().filter(|row| row.needs_weak_memory == Some(true)) {
        if let Some(witness) = &row.witness {
            let _ = writeln!(text, "\n  how {} comes about", row.outcome);
            text.push_str(&execution::events(&witness.nodes, &witness.edges));
            if let Some(why) = execution::no_order(&witness.nodes, &witness.circle) {
                let _ = writeln!(text, "  {why}");
            }
        }
    }
    text + "\n"
}

/// What holds of the event spaces that were kept.
fn spaces(report: &LitmusReport) -> String {
    let mut text = String::new();
    for row in &report.outcomes {
        let Some(space) = &row.space else { continue };
        let title = separated(report, row, " ");
        let broken: Vec<&str> = space.broken.iter().map(String::as_str).collect();
        let obeys =
            if broken.is_empty() { "all rules hold".into() } else { format!("not obeyed: {}", broken.join(", ")) };
        let _ = writeln!(text, "{title}: {} events, {obeys}", space.events.len());
        if let Some(satisfies) = space.satisfies {
            let _ = writeln!(text, "{title}: the formula {}", if satisfies { "holds" } else { "does not hold" });
        }
    }
    text
}
