//! An inlined graph as text: one line per node, with what it does and where it goes.

use std::fmt::Write;

use heddle_program::Program;

use super::{EdgeKind, Graph, NodeId};

/// All nodes, those of the user's methods and of the JDK alike.
pub fn listing(program: &Program, graph: &Graph) -> String {
    let mut text = String::new();
    for (index, node) in graph.nodes.iter().enumerate() {
        let method = program.method(graph.copies[node.copy as usize].method);
        let line = graph.line(program, index as NodeId).map_or(String::new(), |line| format!(":{line}"));
        let _ = write!(
            text,
            "{index:5} {}.{}{line} @{}  {:?}  ->",
            program.class_name(method.class),
            program.text(method.name),
            graph.bytecode_index(program, index as NodeId),
            node.op,
        );
        for edge in &node.edges {
            let kind = match edge.kind {
                EdgeKind::Next => "",
                EdgeKind::Jump => "jump ",
                EdgeKind::Target => "target ",
                EdgeKind::Initializer => "init ",
                EdgeKind::Throws(_) => "throw ",
            };
            let back = edge.back.map_or(String::new(), |id| format!(" again {id}"));
            let _ = write!(text, " {kind}{}{back}", edge.to);
        }
        let _ = match node.in_loop {
            Some(id) => writeln!(text, "  in {id}"),
            None => writeln!(text),
        };
    }
    text
}
