//! The answer of the symbolic engine: for people, and as JSON.

use heddle::{Conclusion, Covered, SymbolicReport};
use heddle_verdict::Violation;
use schemars::JsonSchema;
use serde::Serialize;

use crate::coverage::{margin, place};
use crate::json::{Answer, Content, document};
use crate::{Page, violation_text};

/// What to show beside the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shows {
    /// Which lines are reached.
    pub coverage: bool,
    /// Time, diagram nodes, view tuples and contexts.
    pub figures: bool,
}

/// What was found, the lines that are reached, and what follows.
pub fn text(report: &SymbolicReport, page: &Page<'_>, shows: Shows) -> String {
    let mut out = String::new();
    for shown in &report.found {
        let contexts: Vec<String> = shown.schedule.iter().map(usize::to_string).collect();
        out.push_str(&shown.found);
        if let Some(inputs) = &shown.inputs {
            out.push_str(&format!("\n  inputs: {inputs}"));
        }
        out.push_str(&format!("\n  contexts: threads {}\n\n", contexts.join(", ")));
        match &shown.violation {
            Some(violation) => out.push_str(&violation_text(violation, page)),
            None if !shown.is_made => out.push_str(
                "  No constructor was found to make such an argument: whether a program can have it is not known.\n",
            ),
            None => out.push_str(
                "  The explicit engine does not reproduce it with these inputs and contexts: the bits may be too few.\n",
            ),
        }
        out.push('\n');
    }
    if shows.coverage {
        for covered in &report.coverage {
            out.push_str(&margin(covered, &|number| (page.source)(&place(covered, number))));
            out.push('\n');
        }
    }
    if shows.figures {
        let figures = &report.figures;
        out.push_str(&format!(
            "time {:.2} s, diagram nodes {}, view tuples {}, contexts {}, variables {}, objects {}, explorations {}\n",
            report.time.as_secs_f64(),
            figures.nodes,
            figures.tuples,
            figures.contexts,
            figures.variables,
            figures.objects,
            figures.explorations
        ));
    }
    for note in &report.notes {
        out.push_str(&format!("note: {note}\n"));
    }
    out.push_str(&format!("{}: {}\n", report.conclusion.name(), summary(report)));
    out
}

/// What was found out, in a sentence.
pub fn summary(report: &SymbolicReport) -> String {
    let arguments: String = report.arguments.iter().map(|size| format!("{size}, ")).collect();
    let data = format!("numbers of {} bits, {arguments}{} threads", report.bits, report.threads);
    let limits = || report.limits().join("; ");
    match report.conclusion {
        Conclusion::Proved => format!("no violation for any inputs and any number of contexts, with {data}"),
        Conclusion::Bounded if report.stopped || report.exhausted => {
            format!("no violation found, but {}; with {data}", limits())
        }
        Conclusion::Bounded => format!("no violation within {}, with {data}", limits()),
        Conclusion::Violated => {
            let shown = report.found.iter().filter(|shown| shown.violation.is_some());
            shown.map(|shown| shown.found.clone()).collect::<Vec<_>>().join("; ")
        }
        Conclusion::Unknown => limits(),
    }
}

/// What `heddle symbolic` found.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SymbolicReport")]
pub(crate) struct Symbolic<'a> {
    /// The program, as the user named it.
    program: &'a str,
    /// The verdict.
    verdict: Answer,
    /// The verdict in a sentence.
    summary: String,
    /// What was found.
    violations: Vec<Found<'a>>,
    /// No run with more contexts does anything new.
    converged: bool,
    /// What the analysis cannot express.
    outside: &'a [String],
    /// What lies beyond the chosen sizes.
    beyond: &'a [String],
    /// What was assumed, and where numbers do not fit.
    notes: &'a [String],
    /// Which lines were reached.
    coverage: &'a [Covered],
    /// Figures of the analysis.
    statistics: SymbolicStatistics,
}

/// A violation that the symbolic engine found.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SymbolicViolation")]
struct Found<'a> {
    /// What it is.
    found: &'a str,
    /// The inputs with which it happens.
    inputs: Option<&'a str>,
    /// The threads of the contexts, in order.
    contexts: &'a [usize],
    /// The run of the explicit engine that shows it, if there is one.
    run: Option<&'a Violation>,
}

/// Figures of a symbolic analysis.
#[derive(Serialize, JsonSchema)]
struct SymbolicStatistics {
    /// Seconds that it took.
    seconds: f64,
    /// Nodes of decision diagrams.
    nodes: usize,
    /// View tuples.
    tuples: u64,
    /// Contexts explored.
    contexts: u32,
    /// Variables of the diagrams.
    variables: usize,
    /// Objects of the program.
    objects: usize,
    /// How often the exploration was started.
    explorations: u32,
}

/// The report of `heddle symbolic`.
pub fn json(report: &SymbolicReport, program: &str) -> String {
    let figures = &report.figures;
    let violations = report.found.iter().map(|shown| Found {
        found: &shown.found,
        inputs: shown.inputs.as_deref(),
        contexts: &shown.schedule,
        run: shown.violation.as_ref(),
    });
    let content = Symbolic {
        program,
        verdict: Answer { is: report.conclusion },
        summary: summary(report),
        violations: violations.collect(),
        converged: report.converged,
        outside: &report.outside,
        beyond: &report.beyond,
        notes: &report.notes,
        coverage: &report.coverage,
        statistics: SymbolicStatistics {
            seconds: report.time.as_secs_f64(),
            nodes: figures.nodes,
            tuples: figures.tuples,
            contexts: figures.contexts,
            variables: figures.variables,
            objects: figures.objects,
            explorations: figures.explorations,
        },
    };
    document(Content::Symbolic(content), report.conclusion.exit_code())
}
