//! Explanations for people: as text, as a graph for Graphviz ([`dot`]), as a picture ([`svg`]) with one
//! column per thread and time going down.

mod graph;
mod lanes;

use std::fmt::Write as _;

use heddle_verdict::{Action, Place, Step, ThreadId, Trace};

use crate::explain::order::Sync;
use crate::explain::{Dependence, Edge, Explanation};

pub use graph::dot;
pub use lanes::svg;

/// What a step did, and in which method of the JDK if the program called one for it.
pub(crate) fn deed(step: &Step, threads: &[String]) -> String {
    let words = match &step.action {
        Action::Local => "continues".into(),
        action => action.words(threads).unwrap_or_else(|| "prints".into()),
    };
    // What a lock or latch does is said by its own words.
    let says_all = match &step.action {
        Action::Start { .. } | Action::Call { .. } | Action::Return { .. } | Action::Signal { .. } => true,
        Action::Write { what, .. } | Action::Update { what, .. } => !words.contains(&format!("{what} = ")),
        _ => false,
    };
    let user = step.stack.iter().position(|place| place.user);
    match user.and_then(|at| at.checked_sub(1)).map(|at| &step.stack[at]) {
        Some(called) if !says_all => format!("{words}, in {}.{}", called.short_class(), called.method),
        _ => words,
    }
}

pub(crate) fn name(trace: &Trace, thread: ThreadId) -> &str {
    trace.threads.get(thread.index()).map_or("?", String::as_str)
}

pub(crate) fn line(place: Option<&Place>) -> String {
    place.and_then(|place| Some(format!("{}:{}", place.file.as_ref()?, place.line?))).unwrap_or_default()
}

/// What an edge says, without its ends.
pub(crate) fn label(edge: &Edge, trace: &Trace) -> String {
    // A lock of the JDK is a number that its owner writes.
    let locks = |at: usize| {
        let words = trace.steps.get(at).and_then(|step| step.action.words(&trace.threads)).unwrap_or_default();
        words.starts_with("locks ") || words.starts_with("unlocks ")
    };
    if locks(edge.to) && locks(edge.from) {
        return Dependence::Lock.name().into();
    }
    let why = edge.why.name();
    match &edge.ordered_by {
        None => why.into(),
        Some(_) if edge.why == Dependence::Start || edge.why == Dependence::Lock => why.into(),
        Some(syncs) if syncs.is_empty() => format!("{why}; nothing orders them"),
        Some(syncs) => {
            let mut names: Vec<&str> = syncs.iter().copied().map(Sync::name).collect();
            names.dedup();
            format!("{why}; ordered by {}", names.join(", "))
        }
    }
}

/// One line per event with the events that it depends on, then how the run ends. `source` gives the text
/// of a source line.
pub fn text(explanation: &Explanation, source: &dyn Fn(&Place) -> Option<String>) -> String {
    let trace = &explanation.trace;
    let mut text = match trace.steps.len() {
        0 => format!("Why: no particular order of the run's {} events is needed\n", explanation.of),
        events => format!("Why: {events} of the run's {} events\n", explanation.of),
    };
    let rows: Vec<[String; 3]> = trace
        .steps
        .iter()
        .map(|step| [name(trace, step.thread).into(), line(step.place()), deed(step, &trace.threads)])
        .chain(
            explanation
                .endings
                .iter()
                .map(|ending| [name(trace, ending.thread).into(), line(ending.place.as_ref()), ending.what.clone()]),
        )
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (threads, lines) = (width(0), width(1));
    let mut last_line = String::new();
    for (at, [thread, place, deed]) in rows.iter().enumerate() {
        let number = if at < trace.steps.len() { (at + 1).to_string() } else { "!".into() };
        let _ = writeln!(text, "  {number:>3}  {thread:threads$}  {place:lines$}  {deed}");
        let indent = " ".repeat(threads + lines + 9);
        let of = trace.steps.get(at).map_or_else(
            || explanation.endings.get(at - trace.steps.len()).and_then(|ending| ending.place.clone()),
            |step| step.place().cloned(),
        );
        if let Some(code) = of.and_then(|place| source(&place)).filter(|_| *place != last_line) {
            let _ = writeln!(text, "{indent}| {}", code.trim());
        }
        last_line.clone_from(place);
        for edge in explanation.edges.iter().filter(|edge| edge.to == at) {
            let _ = writeln!(text, "{indent}← {} {}", edge.from + 1, label(edge, trace));
        }
    }
    if let Some(missing) = &explanation.missing {
        let _ = writeln!(text, "  {missing}");
    }
    text
}
