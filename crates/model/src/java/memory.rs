//! Objects that are made, and elements of arrays.

use heddle_analysis::inline::{Edge, EdgeKind, NodeId as InlineNode, Register};

use heddle_program::ir::Instr;

use super::nodes::{BOUNDS, NEGATIVE, NULL, STORE, Translation};
use super::objects::Maker;
use crate::language::{Action, Binary, Expr, NodeId};

impl Translation<'_, '_> {
    pub fn allocate(&mut self, of: InlineNode, to: Register, site: u32) {
        let node = &self.graph().nodes[of as usize];
        let code = self.graph().code(self.java.program, node.copy);
        let copy = node.copy;
        let maker = Maker::Site { instance: self.instance, site };
        let (to, site) = (self.local(to), self.java.objects.site(maker));
        match code.instrs[node.pc as usize] {
            Instr::NewArray { len, .. } | Instr::ANewArray { len, .. } => {
                let length = Expr::Local(self.local(self.graph().register(copy, len)));
                let check = Expr::binary(Binary::Ge, length.clone(), Expr::Const(0));
                self.checked(of, Action::NewArray { to, site, length }, &[(check, NEGATIVE)]);
            }
            Instr::MultiNewArray { .. } => self.set(of, Action::Fail("an array of arrays".into()), NodeId(0)),
            _ => {
                let next = self.next(of);
                self.set(of, Action::New { to, site }, next);
            }
        }
    }

    pub fn element(&mut self, of: InlineNode, action: Action, base: Register, index: Register) {
        let next = self.next(of);
        let access = self.add(of, action, next);
        self.nodes[access.index()].shared = (self.java.shared)(self.ty, of);
        let index = Expr::Local(self.local(index));
        let below = Expr::binary(Binary::Lt, index.clone(), Expr::Local(self.scratch));
        let at = self.check(of, below, BOUNDS, access);
        let at = self.check(of, Expr::binary(Binary::Ge, index, Expr::Const(0)), BOUNDS, at);
        let at = self.add(of, Action::Length { to: self.scratch, array: self.local(base) }, at);
        let at = self.check(of, self.not_null(base), NULL, at);
        self.set(of, Action::Skip, at);
    }

    /// Which objects an array takes depends on its class (JVMS, `aastore`). The test comes first, where the array may
    /// still be null or the index wrong: if so, and the object does not fit either, the model ends.
    pub fn check_store(&mut self, of: InlineNode, base: Register, value: Register) {
        let program = self.java.program;
        let is_thrown =
            |edge: &Edge| matches!(edge.kind, EdgeKind::Throws(Some(class)) if program.class_name(class) == STORE);
        if !self.graph().nodes[of as usize].edges.iter().any(is_thrown) {
            return;
        }
        for (array, component) in self.java.objects.arrays_of_objects(program) {
            let mut fits = self.java.objects.instances_of(program, component);
            fits.push(0..1);
            let others = self.java.objects.ranges(|class, _| class == array);
            let is_other = Expr::binary(Binary::Eq, Expr::Within(self.local(base), others), Expr::Const(0));
            let condition = Expr::binary(Binary::Or, is_other, Expr::Within(self.local(value), fits));
            let first = self.first(of).index();
            let then = NodeId(self.nodes.len() as u32);
            self.nodes.push(self.nodes[first].clone());
            let otherwise = self.fail(of, "an object of a class that its array may not take");
            self.set(of, Action::Branch { condition, otherwise }, then);
            self.nodes[first].shared = false;
        }
    }
}
