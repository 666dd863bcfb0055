//! Exceptions: where one goes that an instruction throws by itself, or that the program throws.

use heddle_analysis::inline::{EdgeKind, NodeId as InlineNode, Op};
use heddle_program::ClassId;
use heddle_program::ir::{Catch, Instr};

use super::nodes::Translation;
use super::objects::Maker;
use crate::language::{Action, Expr, NodeId};

impl Translation<'_, '_> {
    /// A node that throws an exception of the machine; none if the graph says that it can't happen.
    pub fn thrown(&mut self, from: InlineNode, class: &str) -> Option<NodeId> {
        let program = self.java.program;
        let (class, to) = self.graph().nodes[from as usize].edges.iter().find_map(|edge| match edge.kind {
            EdgeKind::Throws(Some(thrown)) if program.class_name(thrown) == class => Some((thrown, edge.to)),
            _ => None,
        })?;
        let object = self.java.objects.first(Maker::Exception(class));
        let thrown = self.local(self.graph().thrown);
        let to = self.first(to);
        Some(self.add(from, Action::Set { to: thrown, value: Expr::Const(object) }, to))
    }

    /// Sends the exception in [`Graph::thrown`](heddle_analysis::inline::Graph::thrown) where it is
    /// caught, by its class; gives the first node.
    pub fn dispatch(&mut self, from: InlineNode) -> NodeId {
        let edges = self.graph().nodes[from as usize].edges.clone();
        let edges: Vec<_> = edges.into_iter().filter(|edge| edge.is_exceptional()).collect();
        let thrown = self.local(self.graph().thrown);
        let Some((last, before)) = edges.split_last() else {
            return self.add(from, Action::Crash(thrown), NodeId(0));
        };
        let mut next = self.first(last.to);
        for edge in before.iter().rev() {
            let to = self.first(edge.to);
            let Some(classes) = self.caught(edge.to) else { return to };
            let mut ranges = Vec::new();
            for class in classes {
                ranges.extend(self.java.objects.instances_of(self.java.program, class));
            }
            let condition = Expr::Within(thrown, ranges);
            next = self.add(from, Action::Branch { condition, otherwise: next }, to);
        }
        next
    }

    /// Whether the program throws something that is not just made or caught.
    pub fn may_throw_null(&self, of: InlineNode) -> bool {
        let node = &self.graph().nodes[of as usize];
        let code = self.graph().code(self.java.program, node.copy);
        let Instr::Throw { a } = code.instrs[node.pc as usize] else { return false };
        if code.handlers.iter().any(|handler| handler.dest == a) {
            return false;
        }
        let before = &code.instrs[..node.pc as usize];
        let last = before.iter().rev().find(|instr| instr.dest(code) == Some(a));
        !matches!(last, Some(Instr::New { .. }))
    }

    /// What the handler that begins at a node catches; none if it catches everything.
    fn caught(&self, at: InlineNode) -> Option<Vec<ClassId>> {
        let node = &self.graph().nodes[at as usize];
        if !matches!(node.op, Op::Caught { .. }) {
            return None;
        }
        let code = self.graph().code(self.java.program, node.copy);
        let handlers = code.handlers.iter().filter(|handler| handler.target == node.pc);
        handlers
            .map(|handler| match handler.catch {
                Catch::Any => None,
                Catch::Pool(cp) => self.java.program.resolve_class(code.pool_class, cp).ok(),
            })
            .collect()
    }
}
