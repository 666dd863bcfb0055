//! Class initialisation in a model: a flag per class (0, 1 while it happens, 2) and a lock (JLS 12.4.2).

use heddle_analysis::inline::{EdgeKind, NodeId as InlineNode, Op};
use heddle_program::ClassId;

use super::nodes::Translation;
use super::objects::Maker;
use crate::language::{Action, Binary, Expr, NodeId, Place};

impl Translation<'_, '_> {
    /// Prepares the end of a class initialiser, which marks the class and leaves its lock.
    pub fn initializer(&mut self, of: InlineNode) {
        let Op::Initialize { class } = self.graph().nodes[of as usize].op else { return };
        let edges = self.graph().nodes[of as usize].edges.clone();
        let find = |kind: EdgeKind| edges.iter().find(|edge| edge.kind == kind).map(|edge| edge.to);
        let (Some(first), Some(after)) = (find(EdgeKind::Initializer), find(EdgeKind::Next)) else { return };
        let copy = self.graph().nodes[first as usize].copy;
        let leave = self.leave(of, class, self.first(after));
        let mark = Action::Store { to: Place::Static(self.java.initialized[&class]), value: Expr::Const(2) };
        let done = self.add(of, mark, leave);
        let ends: Vec<InlineNode> = (0..self.graph().nodes.len() as InlineNode)
            .filter(|&from| {
                let node = &self.graph().nodes[from as usize];
                from != of && node.copy == copy && node.edges.iter().any(|edge| edge.to == after)
            })
            .collect();
        self.redirected.extend(ends.into_iter().map(|from| ((from, after), done)));
    }

    /// Leaves the lock of a class's initialisation.
    fn leave(&mut self, of: InlineNode, class: ClassId, next: NodeId) -> NodeId {
        let object = self.java.objects.first(Maker::Initialization(class));
        let exit = self.add(of, Action::Exit(self.scratch), next);
        self.nodes[exit.index()].shared = self.java.instances.len() > 1;
        self.add(of, Action::Set { to: self.scratch, value: Expr::Const(object) }, exit)
    }

    /// JLS 12.4.2, with one lock that is held meanwhile: whoever needs the class and finds it not
    /// initialised gets the lock, looks again, and initialises it unless that has happened.
    pub fn initialization(&mut self, of: InlineNode, class: ClassId) -> NodeId {
        let edges = self.graph().nodes[of as usize].edges.clone();
        let to = |kind: EdgeKind| edges.iter().find(|edge| edge.kind == kind).map(|edge| self.first(edge.to));
        let Some(after) = to(EdgeKind::Next) else { return self.fail(of, "a class initialiser") };
        let Some(body) = to(EdgeKind::Initializer) else { return after };
        let flag = self.java.initialized[&class];
        let object = self.java.objects.first(Maker::Initialization(class));
        let begin = self.add(of, Action::Store { to: Place::Static(flag), value: Expr::Const(1) }, body);
        let leave = self.leave(of, class, after);
        let is_no = Expr::binary(Binary::Eq, Expr::Local(self.scratch), Expr::Const(0));
        let again = self.add(of, Action::Branch { condition: is_no, otherwise: leave }, begin);
        let read = self.add(of, Action::Load { to: self.scratch, from: Place::Static(flag) }, again);
        let enter = self.add(of, Action::Enter(self.scratch), read);
        self.nodes[enter.index()].shared = self.java.instances.len() > 1;
        let lock = self.add(of, Action::Set { to: self.scratch, value: Expr::Const(object) }, enter);
        let is_done = Expr::binary(Binary::Eq, Expr::Local(self.scratch), Expr::Const(2));
        self.add(of, Action::Branch { condition: is_done, otherwise: lock }, after)
    }
}
