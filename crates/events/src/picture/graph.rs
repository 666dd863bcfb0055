//! An explanation for Graphviz: one cluster per thread, dotted lines for its order, labelled arrows for
//! what depends on what, a dashed red line for an order that is missing.

use std::fmt::Write as _;

use super::{deed, label, line, name};
use crate::explain::Explanation;

pub fn dot(explanation: &Explanation) -> String {
    let trace = &explanation.trace;
    let escape = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let mut text =
        String::from("digraph explanation {\n  node [shape=box, fontname=monospace];\n  edge [fontname=monospace];\n");
    for (column, thread) in trace.threads.iter().enumerate() {
        let steps = trace.steps.iter().enumerate().filter(|(_, step)| step.thread.index() == column);
        let mut own: Vec<(String, String)> = steps
            .map(|(at, step)| {
                (
                    format!("s{at}"),
                    format!("label=\"{} {}\\n{}\"", at + 1, escape(&deed(step, &trace.threads)), line(step.place())),
                )
            })
            .collect();
        let endings = explanation.endings.iter().enumerate().filter(|(_, ending)| ending.thread.index() == column);
        own.extend(endings.map(|(at, ending)| {
            let place = line(ending.place.as_ref());
            (format!("e{at}"), format!("color=\"#c22\", label=\"{}\\n{place}\"", escape(&ending.what)))
        }));
        if own.is_empty() {
            continue;
        }
        let _ = writeln!(text, "  subgraph cluster_{column} {{\n    label=\"{}\";", escape(thread));
        for (id, attributes) in &own {
            let _ = writeln!(text, "    {id} [{attributes}];");
        }
        text.push_str("  }\n");
        for pair in own.windows(2) {
            let _ = writeln!(text, "  {} -> {} [style=dotted];", pair[0].0, pair[1].0);
        }
    }
    for edge in &explanation.edges {
        let _ = writeln!(text, "  s{} -> s{} [label=\"{}\"];", edge.from, edge.to, label(edge, &explanation.trace));
    }
    if explanation.missing.is_some() {
        let names: Vec<&str> = explanation.endings.iter().map(|ending| name(trace, ending.thread)).collect();
        let _ = writeln!(
            text,
            "  e0 -> e1 [dir=none, style=dashed, color=\"#c22\", constraint=false, label=\"no happens-before\"];\n  // {}",
            names.join(", ")
        );
    }
    text + "}\n"
}
