//! The answer of the symbolic engine: for people, and as JSON.

use heddle::{Conclusion, Covered, SymbolicReport};
use heddle_verdict::Place;
use serde_json::json;

use crate::coverage::margin;
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
            None => out.push_str(
                "  The explicit engine does not reproduce it with these inputs and contexts: the bits may be too few.\n",
            ),
        }
        out.push('\n');
    }
    if shows.coverage {
        for covered in &report.coverage {
            out.push_str(&margin(covered, &|number| source_line(covered, number, page)));
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

fn source_line(covered: &Covered, number: u32, page: &Page<'_>) -> Option<String> {
    let (package, file) = covered.file.rsplit_once('/').unwrap_or(("", &covered.file));
    let class = if package.is_empty() { "A".into() } else { format!("{}.A", package.replace('/', ".")) };
    let place = Place { class, method: String::new(), file: Some(file.into()), line: Some(number), user: true };
    (page.source)(&place)
}

fn summary(report: &SymbolicReport) -> String {
    let data = format!("numbers of {} bits, {} threads", report.bits, report.threads);
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

/// All that was found out, pretty-printed.
pub fn json(report: &SymbolicReport) -> String {
    let figures = &report.figures;
    let violations: Vec<serde_json::Value> = report
        .found
        .iter()
        .map(|shown| {
            json!({
                "found": shown.found, "inputs": shown.inputs, "contexts": shown.schedule, "run": shown.violation,
            })
        })
        .collect();
    let value = json!({
        "verdict": report.conclusion.name(),
        "exit_code": report.conclusion.exit_code(),
        "summary": summary(report),
        "violations": violations,
        "converged": report.converged,
        "outside": report.outside,
        "beyond": report.beyond,
        "notes": report.notes,
        "coverage": report.coverage,
        "statistics": {
            "seconds": report.time.as_secs_f64(), "nodes": figures.nodes, "tuples": figures.tuples,
            "contexts": figures.contexts, "variables": figures.variables, "objects": figures.objects,
            "explorations": figures.explorations,
        },
    });
    serde_json::to_string_pretty(&value).expect("a value can be written") + "\n"
}
