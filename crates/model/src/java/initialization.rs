//! Class initialisation in a model: a flag per class (0, 1 while it happens, 2) and a lock (JLS 12.4.2).

use heddle_analysis::inline::{Begin, EdgeKind, NodeId as InlineNode, Op};
use heddle_program::ClassId;
use heddle_program::ir::{Callee, Instr};

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

    /// Before a lambda's body, waits for the class that has it while another thread initialises that one.
    pub fn after_initialization(&mut self, of: InlineNode, next: NodeId) -> NodeId {
        let program = self.java.program;
        let node = &self.graph().nodes[of as usize];
        let called = self.graph().copies.iter().filter(|copy| copy.caller == Some((node.copy, node.pc)));
        let methods = called.map(|copy| program.method(copy.method));
        let mut classes: Vec<ClassId> =
            methods.filter(|method| method.is_static()).map(|method| method.class).collect();
        classes.sort_unstable();
        classes.dedup();
        classes.retain(|class| self.java.initialized.contains_key(class));
        classes.into_iter().fold(next, |next, class| {
            let object = self.java.objects.first(Maker::Initialization(class));
            let leave = self.leave(of, class, next);
            let enter = self.add(of, Action::Enter(self.scratch), leave);
            self.nodes[enter.index()].shared = self.java.instances.len() > 1;
            let lock = self.add(of, Action::Set { to: self.scratch, value: Expr::Const(object) }, enter);
            let is = |value| Expr::binary(Binary::Eq, Expr::Local(self.scratch), Expr::Const(value));
            let (is_no, is_done) = (is(0), is(2));
            let fail = self.fail(of, "a lambda whose class is not initialised");
            let begun = self.add(of, Action::Branch { condition: is_no, otherwise: lock }, fail);
            let test = self.add(of, Action::Branch { condition: is_done, otherwise: begun }, next);
            let flag = Place::Static(self.java.initialized[&class]);
            self.add(of, Action::Load { to: self.scratch, from: flag }, test)
        })
    }

    /// Whether a thread is started by a class initialiser, and may come to code that takes the class for initialised.
    pub fn starts_too_early(&self, of: InlineNode) -> bool {
        let program = self.java.program;
        let mut copy = Some(self.graph().nodes[of as usize].copy);
        while let Some(at) = copy {
            let here = &self.graph().copies[at as usize];
            let method = program.method(here.method);
            let is_guarded = |begin: &Begin| {
                let task = program.method(begin.method());
                matches!(begin, Begin::Lambda { .. }) && task.is_static() && task.class == method.class
            };
            let mut begins = self.java.threads.types.iter().skip(1).map(|ty| &ty.begin);
            let is_tracked = self.java.initialized.contains_key(&method.class) && here.caller.is_some();
            if program.text(method.name) == "<clinit>" && !(is_tracked && begins.all(is_guarded)) {
                return true;
            }
            copy = here.caller.map(|(by, _)| by);
        }
        false
    }

    /// Whether an instruction initialises an interface below this one, which it does alone (JLS 12.4.1). The graph takes
    /// both for initialised then.
    fn is_only_above(&self, of: InlineNode, class: ClassId) -> bool {
        let program = self.java.program;
        let node = &self.graph().nodes[of as usize];
        let code = self.graph().code(program, node.copy);
        let pool = code.pool_class;
        let needed = match code.instrs[node.pc as usize] {
            Instr::GetStatic { cp, .. } | Instr::PutStatic { cp, .. } => {
                program.resolve_field(pool, cp).ok().map(|field| program.field(field).class)
            }
            Instr::Invoke { k } => match code.calls[k as usize].callee {
                Callee::Method(method) => Some(program.method(method).class),
                Callee::Pool(cp) => program.resolve_method(pool, cp).ok().map(|method| program.method(method).class),
            },
            _ => None,
        };
        needed.is_some_and(|needed| needed != class && program.class(needed).is_interface())
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
        if self.is_only_above(of, class) {
            return self.fail(of, "the initialisation of an interface below another");
        }
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
