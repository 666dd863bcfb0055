//! Explanations for people: as text, as a graph for Graphviz, as a picture (SVG) with one column per
//! thread and time going down.

use std::fmt::Write as _;

use heddle_verdict::{Action, Step, Trace};

use crate::explain::Explanation;

/// What a step did, in a few words.
pub fn words(action: &Action) -> String {
    match action {
        Action::Local => "goes on".into(),
        Action::Read { what, value, .. } => format!("reads {what} = {value}"),
        Action::Write { what, new, .. } => format!("writes {what} = {new}"),
        Action::Update { what, old, new } => format!("updates {what}: {old} → {new}"),
        Action::Copy { from, to } => format!("copies {from} to {to}"),
        Action::Lock { what } => format!("locks {what}"),
        Action::Unlock { what } => format!("unlocks {what}"),
        Action::Wait { what } => format!("waits for {what}"),
        Action::Resume { what } => format!("locks {what} again"),
        Action::TimeOut => "times out".into(),
        Action::Notify { what, .. } => format!("notifies {what}"),
        Action::Park => "parks".into(),
        Action::Unpark { thread } => format!("unparks {thread}"),
        Action::Start { thread } => format!("starts {thread}"),
        Action::Alive { thread } => format!("asks whether {thread} is alive"),
        Action::Interrupt { thread } => format!("interrupts {thread}"),
        Action::Interrupted { thread } => format!("looks at the interrupt flag of {thread}"),
        Action::Initialize { class } => format!("initialises {class}"),
        Action::Choose { value, of } => format!("chooses {value} of {of}"),
        other => format!("{other:?}").split([' ', '{']).next().unwrap_or_default().to_lowercase(),
    }
}

fn thread<'t>(trace: &'t Trace, step: &Step) -> &'t str {
    trace.threads.get(step.thread.index()).map_or("?", String::as_str)
}

fn line(step: &Step) -> String {
    let place = step.place();
    place.and_then(|place| Some(format!("{}:{}", place.file.as_ref()?, place.line?))).unwrap_or_default()
}

/// One line per step, with the steps that it depends on.
pub fn text(explanation: &Explanation) -> String {
    let trace = &explanation.trace;
    let mut text = format!("What leads to it: {} of {} events\n", trace.steps.len(), explanation.of);
    let width = trace.threads.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (at, step) in trace.steps.iter().enumerate() {
        let because: Vec<String> = explanation
            .edges
            .iter()
            .filter(|(_, later, _)| *later == at)
            .map(|(earlier, _, why)| format!("{} ({})", earlier + 1, why.name()))
            .collect();
        let because = if because.is_empty() { String::new() } else { format!("  ← {}", because.join(", ")) };
        let _ = writeln!(
            text,
            "  {:>4}  {:width$}  {:24} {}{because}",
            at + 1,
            thread(trace, step),
            line(step),
            words(&step.action)
        );
    }
    if let Some(missing) = &explanation.missing {
        let _ = writeln!(text, "  {missing}");
    }
    text
}

/// A graph for Graphviz.
pub fn dot(explanation: &Explanation) -> String {
    let trace = &explanation.trace;
    let escape = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let mut text = String::from("digraph explanation {\n  node [shape=box, fontname=monospace];\n");
    for (column, name) in trace.threads.iter().enumerate() {
        let own: Vec<usize> =
            (0..trace.steps.len()).filter(|&at| trace.steps[at].thread.index() == column).collect();
        if own.is_empty() {
            continue;
        }
        let _ = writeln!(text, "  subgraph cluster_{column} {{\n    label=\"{}\";", escape(name));
        for &at in &own {
            let step = &trace.steps[at];
            let _ =
                writeln!(text, "    s{at} [label=\"{} {}\\n{}\"];", at + 1, escape(&words(&step.action)), line(step));
        }
        text.push_str("  }\n");
        for pair in own.windows(2) {
            let _ = writeln!(text, "  s{} -> s{} [style=dotted];", pair[0], pair[1]);
        }
    }
    for (earlier, later, why) in &explanation.edges {
        let _ = writeln!(text, "  s{earlier} -> s{later} [label=\"{}\"];", why.name());
    }
    text + "}\n"
}

const COLUMN: usize = 320;
const ROW: usize = 44;

/// A picture that needs no other tool.
pub fn svg(explanation: &Explanation) -> String {
    let trace = &explanation.trace;
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut columns: Vec<usize> = trace.steps.iter().map(|step| step.thread.index()).collect();
    columns.sort_unstable();
    columns.dedup();
    let x = |at: usize| {
        let column = columns.iter().position(|&column| column == trace.steps[at].thread.index()).unwrap_or(0);
        20 + column * COLUMN
    };
    let y = |at: usize| 60 + at * ROW;
    let (width, height) = (40 + columns.len().max(1) * COLUMN, 80 + trace.steps.len() * ROW);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"monospace\" \
         font-size=\"12\">\n<defs><marker id=\"to\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" \
         markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#a33\"/></marker></defs>\n"
    );
    for (position, &column) in columns.iter().enumerate() {
        let name = trace.threads.get(column).map_or("?", String::as_str);
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"30\" font-weight=\"bold\">{}</text>",
            20 + position * COLUMN,
            escape(name)
        );
    }
    for (earlier, later, why) in &explanation.edges {
        let _ = writeln!(
            text,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#a33\" marker-end=\"url(#to)\"><title>{}</title></line>",
            x(*earlier) + 10,
            y(*earlier) + 24,
            x(*later) + 10,
            y(*later),
            why.name()
        );
    }
    for (at, step) in trace.steps.iter().enumerate() {
        let _ = writeln!(
            text,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"30\" fill=\"#f6f6f6\" stroke=\"#888\"/>\n<text x=\"{}\" \
             y=\"{}\">{} {}</text>\n<text x=\"{}\" y=\"{}\" fill=\"#888\" font-size=\"10\">{}</text>",
            x(at),
            y(at),
            COLUMN - 30,
            x(at) + 6,
            y(at) + 13,
            at + 1,
            escape(&words(&step.action)),
            x(at) + 6,
            y(at) + 25,
            escape(&line(step))
        );
    }
    text + "</svg>\n"
}
