//! Linear temporal logic without *next* (LTL-X): formulas in negation normal form, shared in an
//! [`Arena`] and simplified as they are built; [`parse_ltl`] reads them, [`automaton`] translates them.
//!
//! Atoms are numbered; what they mean is the business of whoever evaluates them.

mod automaton;
mod parse;

pub use automaton::{Automaton, Edge, automaton};
pub use parse::{Atom, Comparison, Operand, Parsed, Property, Quantifier, Segment, parse_ltl};

use std::collections::HashMap;

/// At most so many different atoms, for valuations are sets of bits.
pub const MOST_ATOMS: usize = 64;

/// At most so many different temporal operators, for sets of accepting edges are bits too.
pub const MOST_OPERATORS: usize = 60;

/// A formula of an [`Arena`]. Equal formulas have equal ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LtlId(u32);

/// One operator; negations stand before atoms only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ltl {
    True,
    False,
    /// The atom with this number is true, or it is false.
    Atom(usize, bool),
    And(LtlId, LtlId),
    Or(LtlId, LtlId),
    /// The second becomes true some time, and the first holds until then.
    Until(LtlId, LtlId),
    /// The second holds up to and including when the first becomes true, or forever.
    Release(LtlId, LtlId),
}

/// Formulas, each kept once.
#[derive(Default, Debug)]
pub struct Arena {
    nodes: Vec<Ltl>,
    ids: HashMap<Ltl, LtlId>,
}

impl Arena {
    pub fn node(&self, id: LtlId) -> Ltl {
        self.nodes[id.0 as usize]
    }

    fn intern(&mut self, node: Ltl) -> LtlId {
        let next = LtlId(self.nodes.len() as u32);
        *self.ids.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            next
        })
    }

    pub fn truth(&mut self, value: bool) -> LtlId {
        self.intern(if value { Ltl::True } else { Ltl::False })
    }

    pub fn atom(&mut self, number: usize) -> LtlId {
        self.intern(Ltl::Atom(number, true))
    }

    pub fn and(&mut self, a: LtlId, b: LtlId) -> LtlId {
        let (a, b) = (a.min(b), a.max(b));
        match (self.node(a), self.node(b)) {
            (Ltl::False, _) | (_, Ltl::False) => self.truth(false),
            (Ltl::True, _) => b,
            (_, Ltl::True) => a,
            (Ltl::Atom(m, p), Ltl::Atom(n, q)) if m == n && p != q => self.truth(false),
            // []a && []b = [](a && b)
            (Ltl::Release(x, c), Ltl::Release(y, d)) if self.is(x, false) && self.is(y, false) => {
                let both = self.and(c, d);
                self.release(x, both)
            }
            _ if a == b => a,
            _ => self.intern(Ltl::And(a, b)),
        }
    }

    pub fn or(&mut self, a: LtlId, b: LtlId) -> LtlId {
        let (a, b) = (a.min(b), a.max(b));
        match (self.node(a), self.node(b)) {
            (Ltl::True, _) | (_, Ltl::True) => self.truth(true),
            (Ltl::False, _) => b,
            (_, Ltl::False) => a,
            (Ltl::Atom(m, p), Ltl::Atom(n, q)) if m == n && p != q => self.truth(true),
            // <>a || <>b = <>(a || b)
            (Ltl::Until(x, c), Ltl::Until(y, d)) if self.is(x, true) && self.is(y, true) => {
                let either = self.or(c, d);
                self.until(x, either)
            }
            _ if a == b => a,
            _ => self.intern(Ltl::Or(a, b)),
        }
    }

    pub fn until(&mut self, hold: LtlId, goal: LtlId) -> LtlId {
        match (self.node(hold), self.node(goal)) {
            (_, Ltl::True | Ltl::False) | (Ltl::False, _) => return goal,
            _ if hold == goal => return goal,
            // a U (a U b) = a U b, and <>(a U b) = <>b
            (_, Ltl::Until(inner, _)) if inner == hold => return goal,
            (Ltl::True, Ltl::Until(_, b)) => return self.until(hold, b),
            // <>[]<>a = []<>a
            (Ltl::True, Ltl::Release(x, inner)) if self.is(x, false) && self.is_eventually(inner) => return goal,
            _ => {}
        }
        self.intern(Ltl::Until(hold, goal))
    }

    pub fn release(&mut self, end: LtlId, hold: LtlId) -> LtlId {
        match (self.node(end), self.node(hold)) {
            (_, Ltl::True | Ltl::False) | (Ltl::True, _) => return hold,
            _ if end == hold => return hold,
            (_, Ltl::Release(inner, _)) if inner == end => return hold,
            (Ltl::False, Ltl::Release(_, b)) => return self.release(end, b),
            // []<>[]a = <>[]a
            (Ltl::False, Ltl::Until(x, inner)) if self.is(x, true) && self.is_always(inner) => return hold,
            _ => {}
        }
        self.intern(Ltl::Release(end, hold))
    }

    pub fn eventually(&mut self, goal: LtlId) -> LtlId {
        let hold = self.truth(true);
        self.until(hold, goal)
    }

    pub fn always(&mut self, hold: LtlId) -> LtlId {
        let end = self.truth(false);
        self.release(end, hold)
    }

    pub fn not(&mut self, id: LtlId) -> LtlId {
        match self.node(id) {
            Ltl::True => self.truth(false),
            Ltl::False => self.truth(true),
            Ltl::Atom(number, value) => self.intern(Ltl::Atom(number, !value)),
            Ltl::And(a, b) => {
                let (a, b) = (self.not(a), self.not(b));
                self.or(a, b)
            }
            Ltl::Or(a, b) => {
                let (a, b) = (self.not(a), self.not(b));
                self.and(a, b)
            }
            Ltl::Until(a, b) => {
                let (a, b) = (self.not(a), self.not(b));
                self.release(a, b)
            }
            Ltl::Release(a, b) => {
                let (a, b) = (self.not(a), self.not(b));
                self.until(a, b)
            }
        }
    }

    fn temporal_operators(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, Ltl::Until(..) | Ltl::Release(..))).count()
    }

    fn is(&self, id: LtlId, value: bool) -> bool {
        self.node(id) == if value { Ltl::True } else { Ltl::False }
    }

    fn is_eventually(&self, id: LtlId) -> bool {
        matches!(self.node(id), Ltl::Until(hold, _) if self.is(hold, true))
    }

    fn is_always(&self, id: LtlId) -> bool {
        matches!(self.node(id), Ltl::Release(end, _) if self.is(end, false))
    }
}
