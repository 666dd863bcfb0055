//! Operations on diagrams, by recursion over the variables (Bryant, "Graph-based algorithms for Boolean
//! function manipulation", IEEE Transactions on Computers 1986). Each says [`Full`] if a node does
//! not fit; what was made so far is garbage then.

use crate::Renaming;
use crate::cache::Operation;
use crate::store::{Edge, Full, NO, Store, YES};

type Made = Result<Edge, Full>;

impl Store {
    pub(crate) fn and(&mut self, a: Edge, b: Edge) -> Made {
        if a == b || b == YES {
            return Ok(a);
        }
        if a == YES {
            return Ok(b);
        }
        if a == NO || b == NO || a == b.not() {
            return Ok(NO);
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let key = [a.0, b.0, 0];
        if let Some(known) = self.cache.get(Operation::And, key) {
            return Ok(known);
        }
        let variable = self.top(a).min(self.top(b));
        let ((a_hi, a_lo), (b_hi, b_lo)) = (self.cofactors(a, variable), self.cofactors(b, variable));
        let hi = self.and(a_hi, b_hi)?;
        let lo = self.and(a_lo, b_lo)?;
        let result = self.make(variable, hi, lo)?;
        self.cache.put(Operation::And, key, result);
        Ok(result)
    }

    pub(crate) fn or(&mut self, a: Edge, b: Edge) -> Made {
        Ok(self.and(a.not(), b.not())?.not())
    }

    pub(crate) fn xor(&mut self, a: Edge, b: Edge) -> Made {
        let negated = a.is_negated() != b.is_negated();
        let (a, b) = (a.negated_if(a.is_negated()), b.negated_if(b.is_negated()));
        if a == b {
            return Ok(NO.negated_if(negated));
        }
        if a == YES {
            return Ok(b.not().negated_if(negated));
        }
        if b == YES {
            return Ok(a.not().negated_if(negated));
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let key = [a.0, b.0, 0];
        if let Some(known) = self.cache.get(Operation::Xor, key) {
            return Ok(known.negated_if(negated));
        }
        let variable = self.top(a).min(self.top(b));
        let ((a_hi, a_lo), (b_hi, b_lo)) = (self.cofactors(a, variable), self.cofactors(b, variable));
        let hi = self.xor(a_hi, b_hi)?;
        let lo = self.xor(a_lo, b_lo)?;
        let result = self.make(variable, hi, lo)?;
        self.cache.put(Operation::Xor, key, result);
        Ok(result.negated_if(negated))
    }

    pub(crate) fn if_then_else(&mut self, condition: Edge, yes: Edge, no: Edge) -> Made {
        let (f, g, h) = if condition.is_negated() { (condition.not(), no, yes) } else { (condition, yes, no) };
        if f == YES || g == h {
            return Ok(g);
        }
        if g == YES || f == g {
            return self.or(f, h);
        }
        if g == NO || f == g.not() {
            return self.and(f.not(), h);
        }
        if h == NO || f == h {
            return self.and(f, g);
        }
        if h == YES || f == h.not() {
            return self.or(f.not(), g);
        }
        if g == h.not() {
            return self.xor(f, h);
        }
        let negated = g.is_negated();
        let (g, h) = (g.negated_if(negated), h.negated_if(negated));
        let key = [f.0, g.0, h.0];
        if let Some(known) = self.cache.get(Operation::IfThenElse, key) {
            return Ok(known.negated_if(negated));
        }
        let variable = self.top(f).min(self.top(g)).min(self.top(h));
        let [(f_hi, f_lo), (g_hi, g_lo), (h_hi, h_lo)] = [f, g, h].map(|edge| self.cofactors(edge, variable));
        let hi = self.if_then_else(f_hi, g_hi, h_hi)?;
        let lo = self.if_then_else(f_lo, g_lo, h_lo)?;
        let result = self.make(variable, hi, lo)?;
        self.cache.put(Operation::IfThenElse, key, result);
        Ok(result.negated_if(negated))
    }

    /// The part of a cube that begins at `variable` or later.
    fn cube_from(&self, mut cube: Edge, variable: u32) -> Edge {
        while self.top(cube) < variable {
            cube = self.node(cube).hi;
        }
        cube
    }

    pub(crate) fn exists(&mut self, a: Edge, cube: Edge) -> Made {
        let variable = self.top(a);
        let cube = self.cube_from(cube, variable);
        if a.is_constant() || cube == YES {
            return Ok(a);
        }
        let key = [a.0, cube.0, 0];
        if let Some(known) = self.cache.get(Operation::Exists, key) {
            return Ok(known);
        }
        let (hi, lo) = self.cofactors(a, variable);
        let result = if self.top(cube) == variable {
            let rest = self.node(cube).hi;
            let hi = self.exists(hi, rest)?;
            if hi == YES {
                YES
            } else {
                let lo = self.exists(lo, rest)?;
                self.or(hi, lo)?
            }
        } else {
            let hi = self.exists(hi, cube)?;
            let lo = self.exists(lo, cube)?;
            self.make(variable, hi, lo)?
        };
        self.cache.put(Operation::Exists, key, result);
        Ok(result)
    }

    pub(crate) fn and_exists(&mut self, a: Edge, b: Edge, cube: Edge) -> Made {
        if a == NO || b == NO || a == b.not() {
            return Ok(NO);
        }
        if a == YES || a == b {
            return self.exists(b, cube);
        }
        if b == YES {
            return self.exists(a, cube);
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        self.product_exists(Operation::AndExists, a, b, cube)
    }

    pub(crate) fn xor_exists(&mut self, a: Edge, b: Edge, cube: Edge) -> Made {
        if a == b {
            return Ok(NO);
        }
        if a == b.not() {
            return Ok(YES);
        }
        if a.is_constant() {
            return self.exists(b.negated_if(a == YES), cube);
        }
        if b.is_constant() {
            return self.exists(a.negated_if(b == YES), cube);
        }
        // Only whether the signs differ matters.
        let negated = a.is_negated() != b.is_negated();
        let (a, b) = (a.negated_if(a.is_negated()), b.negated_if(b.is_negated()));
        let (a, b) = if a < b { (a, b.negated_if(negated)) } else { (b, a.negated_if(negated)) };
        self.product_exists(Operation::XorExists, a, b, cube)
    }

    fn product_exists(&mut self, operation: Operation, a: Edge, b: Edge, cube: Edge) -> Made {
        let is_and = operation == Operation::AndExists;
        let variable = self.top(a).min(self.top(b));
        let cube = self.cube_from(cube, variable);
        if cube == YES {
            return if is_and { self.and(a, b) } else { self.xor(a, b) };
        }
        let key = [a.0, b.0, cube.0];
        if let Some(known) = self.cache.get(operation, key) {
            return Ok(known);
        }
        let step = if is_and { Self::and_exists } else { Self::xor_exists };
        let ((a_hi, a_lo), (b_hi, b_lo)) = (self.cofactors(a, variable), self.cofactors(b, variable));
        let result = if self.top(cube) == variable {
            let rest = self.node(cube).hi;
            let hi = step(self, a_hi, b_hi, rest)?;
            if hi == YES {
                YES
            } else {
                let lo = step(self, a_lo, b_lo, rest)?;
                self.or(hi, lo)?
            }
        } else {
            let hi = step(self, a_hi, b_hi, cube)?;
            let lo = step(self, a_lo, b_lo, cube)?;
            self.make(variable, hi, lo)?
        };
        self.cache.put(operation, key, result);
        Ok(result)
    }

    pub(crate) fn rename(&mut self, a: Edge, renaming: &Renaming) -> Made {
        let variable = self.top(a);
        // Constants included, nothing further down is renamed.
        if variable as usize >= renaming.to.len() {
            return Ok(a);
        }
        let negated = a.is_negated();
        let a = a.negated_if(negated);
        let key = [a.0, renaming.number, 0];
        if let Some(known) = self.cache.get(Operation::Rename, key) {
            return Ok(known.negated_if(negated));
        }
        let (hi, lo) = self.cofactors(a, variable);
        let hi = self.rename(hi, renaming)?;
        let lo = self.rename(lo, renaming)?;
        let to = renaming.to[variable as usize];
        let result = if to < self.top(hi) && to < self.top(lo) {
            self.make(to, hi, lo)?
        } else {
            let condition = self.make(to, YES, NO)?;
            self.if_then_else(condition, hi, lo)?
        };
        self.cache.put(Operation::Rename, key, result);
        Ok(result.negated_if(negated))
    }
}
