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

/// What a step did, in a few words.
pub fn words(action: &Action) -> String {
    match action {
        Action::Local => "goes on".into(),
        Action::Read { what, value, .. } => format!("reads {what} = {value}"),
        Action::Write { what, new, .. } => format!("writes {what} = {new}"),
        Action::Update { what, old, new } if old == new => format!("finds {what} = {old}"),
        Action::Update { what, old, new } => format!("updates {what}: {old} → {new}"),
        Action::Copy { from, to } => format!("copies {from} to {to}"),
        Action::Lock { what } => format!("locks {what}"),
        Action::Unlock { what } => format!("unlocks {what}"),
        Action::Wait { what } => format!("waits on {what}"),
        Action::Resume { what } => format!("locks {what} again"),
        Action::TimeOut => "times out".into(),
        Action::WakeInterrupted => "is woken by the interrupt".into(),
        Action::WakeSpuriously => "wakes up without a reason".into(),
        Action::Notify { what, woken, .. } if woken.is_empty() => format!("notifies {what}: nobody waits"),
        Action::Notify { what, .. } => format!("notifies {what}"),
        Action::Call { what, method, .. } => format!("calls {what}.{method}"),
        Action::Signal { what, heard: false } => format!("signals {what}: nobody waits"),
        Action::Signal { what, .. } => format!("signals {what}"),
        Action::Throw { exception } => format!("throws {exception}"),
        Action::Park => "parks".into(),
        Action::Unpark { thread } => format!("unparks {}", bare(thread)),
        Action::Start { thread } => format!("starts {}", bare(thread)),
        Action::Alive { thread } => format!("asks whether {} is alive", bare(thread)),
        Action::Interrupt { thread } => format!("interrupts {}", bare(thread)),
        Action::Interrupted { thread } => format!("looks at the interrupt flag of {}", bare(thread)),
        Action::Initialize { class } => format!("initialises {class}"),
        Action::Choose { value, of } => format!("chooses {value} of {of}"),
        Action::Clock { later: 0 } => "looks at the clock".into(),
        Action::Clock { .. } => "looks at the clock, later".into(),
        Action::Sleep => "sleeps".into(),
        Action::Yield => "yields".into(),
        Action::SetPriority { thread } => format!("sets the priority of {}", bare(thread)),
        Action::Dispatch => "gets a processor".into(),
        Action::Print => "prints".into(),
        Action::End => "ends".into(),
        Action::Global => "does something that all notice".into(),
    }
}

fn bare(thread: &str) -> &str {
    thread.strip_prefix("thread ").unwrap_or(thread)
}

/// What a step did, and in which method of the JDK if the program called one for it.
pub(crate) fn deed(step: &Step) -> String {
    let user = step.stack.iter().position(|place| place.user);
    match user.and_then(|at| at.checked_sub(1)).map(|at| &step.stack[at]) {
        Some(called) if !matches!(step.action, Action::Start { .. }) => {
            let class = called.class.rsplit(['.', '$']).next().unwrap_or(&called.class);
            format!("{}, in {class}.{}", words(&step.action), called.method)
        }
        _ => words(&step.action),
    }
}

pub(crate) fn name(trace: &Trace, thread: ThreadId) -> &str {
    trace.threads.get(thread.index()).map_or("?", String::as_str)
}

pub(crate) fn line(place: Option<&Place>) -> String {
    place.and_then(|place| Some(format!("{}:{}", place.file.as_ref()?, place.line?))).unwrap_or_default()
}

/// What an edge says, without its ends.
pub(crate) fn label(edge: &Edge) -> String {
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
        0 => format!("Why: none of the run's {} events has to be put in order for it\n", explanation.of),
        events => format!("Why: {events} of the run's {} events\n", explanation.of),
    };
    let rows: Vec<[String; 3]> = trace
        .steps
        .iter()
        .map(|step| [name(trace, step.thread).into(), line(step.place()), deed(step)])
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
            let _ = writeln!(text, "{indent}← {} {}", edge.from + 1, label(edge));
        }
    }
    if let Some(missing) = &explanation.missing {
        let _ = writeln!(text, "  {missing}");
    }
    text
}
