//! Objects of a model that do not tell how many objects of the program they stand for: one for all exceptions of a
//! class that instructions throw, and several for a lambda of which a virtual machine may make one. They can be thrown,
//! caught and called, but a model ends where they are compared or locked.

use std::ops::Range;

use heddle_analysis::inline::{NodeId as InlineNode, Register};
use heddle_program::ir::{Code, Instr, Pc};

use super::nodes::Translation;
use crate::language::{Action, Binary, Expr, NodeId, Value};

impl Translation<'_, '_> {
    fn stand_ins(&self) -> Vec<Range<Value>> {
        self.java.objects.stand_ins()
    }

    /// Before a comparison of two references, the model ends if both are stand-ins.
    pub fn check_identity(&mut self, of: InlineNode, code: &Code, instr: Instr, pc: Pc) {
        let (Instr::IfEq { a, b, .. } | Instr::IfNe { a, b, .. }) = instr else { return };
        let is_reference =
            |reg| code.live_maps(self.java.program).live(pc).iter().any(|live| live.reg() == reg && live.is_ref());
        if is_reference(a) || is_reference(b) {
            let copy = self.graph().nodes[of as usize].copy;
            let both = [self.graph().register(copy, a), self.graph().register(copy, b)];
            self.ends_if_stand_in(of, &both, "whether two exceptions of the machine, or two lambdas, are the same");
        }
    }

    /// Before what a node does, the model ends if all these values are stand-ins.
    pub fn ends_if_stand_in(&mut self, of: InlineNode, values: &[Register], what: &str) {
        let ranges = self.stand_ins();
        if ranges.is_empty() {
            return;
        }
        let tests = values.iter().map(|&value| Expr::Within(self.local(value), ranges.clone()));
        if let Some(condition) = tests.reduce(|all, test| Expr::binary(Binary::And, all, test)) {
            self.ends_if(of, condition, what);
        }
    }

    /// Before what a node does, the model ends on a condition.
    pub fn ends_if(&mut self, of: InlineNode, condition: Expr, what: &str) {
        let first = self.first(of).index();
        let then = NodeId(self.nodes.len() as u32);
        self.nodes.push(self.nodes[first].clone());
        let end = self.fail(of, what);
        self.set(of, Action::Branch { condition, otherwise: then }, end);
        self.nodes[first].shared = false;
    }
}
