//! An execution of a weak memory model: one line per event, thread by thread, with what each read saw; and why no
//! interleaving does the same.

use std::fmt::Write;

use heddle_verdict::{Before, Edge, EdgeKind, Execution, Node, Reason};

pub fn write(out: &mut String, execution: &Execution) {
    out.push_str(&events(&execution.nodes, &execution.edges));
    match no_order(&execution.nodes, &execution.circle) {
        Some(why) => {
            let _ = writeln!(out, "  {why}");
        }
        None if execution.no_interleaving => {}
        None => out.push_str("  Whether an interleaving does the same is not known.\n"),
    }
    if execution.no_interleaving {
        out.push_str("  Every interleaving was explored, and none has this violation: it needs weak memory.\n");
    } else {
        out.push_str("  Of the interleavings not all were explored; those that were do not have this violation.\n");
    }
}

fn name(at: usize) -> String {
    format!("e{}", at + 1)
}

/// One line per event, thread by thread, with what each read saw.
pub fn events(nodes: &[Node], edges: &[Edge]) -> String {
    let mut text = String::new();
    let mut threads: Vec<&str> = Vec::new();
    for node in nodes {
        if !threads.contains(&node.thread.as_str()) {
            threads.push(&node.thread);
        }
    }
    for thread in threads {
        let _ = writeln!(text, "  {thread}");
        for (at, node) in nodes.iter().enumerate().filter(|(_, node)| node.thread == thread) {
            let mut notes = Vec::new();
            for edge in edges.iter().filter(|edge| edge.to == at) {
                match edge.kind {
                    EdgeKind::Sees => notes.push(format!("sees {}", name(edge.from))),
                    EdgeKind::Races => notes.push(format!("sees {} by a race", name(edge.from))),
                    EdgeKind::Synchronizes => notes.push(format!("after {}", name(edge.from))),
                    EdgeKind::Program => {}
                }
            }
            let line = node.line.map_or(String::new(), |line| format!("line {line}"));
            let notes = notes.join(", ");
            let row = format!("    {:<4} {:<36} {line:<9} {notes}", name(at), node.text);
            let _ = writeln!(text, "{}", row.trim_end());
        }
    }
    text
}

/// Why no interleaving does the same, if what each read saw shows it.
pub fn no_order(nodes: &[Node], circle: &[Before]) -> Option<String> {
    if circle.is_empty() {
        return None;
    }
    // The circle reads best from the first event of its thread.
    let first = (0..circle.len()).find(|&at| circle[at].because == Reason::SameThread).unwrap_or(0);
    let mut parts = Vec::new();
    for at in 0..circle.len() {
        let (here, next) = (&circle[(first + at) % circle.len()], &circle[(first + at + 1) % circle.len()]);
        let (a, b) = (name(here.node), name(next.node));
        parts.push(match here.because {
            Reason::SameThread => format!("{a} before {b} ({} does both)", nodes[here.node].thread),
            Reason::Seen => format!("{a} before {b}, which sees it"),
            Reason::NotSeen => format!("{a} before {b}, which it does not see"),
            Reason::Overwritten => format!("{a} before {b}, which overwrites it"),
            Reason::HappensBefore => format!("{a} before {b} (happens before it)"),
        });
    }
    Some(format!("No interleaving: it would have {}, and so on in a circle.", parts.join("; ")))
}
