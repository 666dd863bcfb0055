//! Binary decision diagrams.
//!
//! A [`Bdds`] owns the variables, in a fixed order, and the nodes; a [`Bdd`] is a boolean function
//! of them. When the nodes run out, garbage is collected and the operation is tried again; if it does not fit
//! even so, it answers *false* and [`Bdds::is_exhausted`] turns true for good: whoever draws a
//! conclusion has to ask. That keeps formulas readable, and no verdict depends on a diagram that did
//! not fit. Whether one fits depends on the operations and their order alone, not on time or threads.

#![forbid(unsafe_code)]

mod cache;
mod operations;
mod store;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use store::{Edge, Full, NO, Store, YES};

/// A variable: its place in the order, the topmost first.
pub type Variable = u32;

/// All diagrams of one analysis.
#[derive(Clone)]
pub struct Bdds {
    store: Rc<RefCell<Store>>,
    state: Rc<State>,
}

struct State {
    variables: u32,
    exhausted: Cell<bool>,
    /// Nodes that survived the last collection.
    survivors: Cell<usize>,
    renamings: Cell<u32>,
}

/// A boolean function. Equal functions are equal values.
pub struct Bdd {
    edge: Edge,
    store: Rc<RefCell<Store>>,
}

impl Clone for Bdd {
    fn clone(&self) -> Self {
        self.store.borrow_mut().hold(self.edge);
        Self { edge: self.edge, store: self.store.clone() }
    }
}

impl Drop for Bdd {
    fn drop(&mut self) {
        self.store.borrow_mut().release(self.edge);
    }
}

impl PartialEq for Bdd {
    fn eq(&self, other: &Self) -> bool {
        self.edge == other.edge
    }
}

impl Eq for Bdd {}

impl PartialOrd for Bdd {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Bdd {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.edge.cmp(&other.edge)
    }
}

impl std::hash::Hash for Bdd {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.edge.hash(state);
    }
}

impl std::fmt::Debug for Bdd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bdd({})", self.edge.0)
    }
}

/// Replaces variables by others, all at once.
pub struct Renaming {
    /// No two renamings have the same.
    number: u32,
    /// The new variable, by old one, up to the last that is replaced.
    to: Vec<Variable>,
}

/// Collect garbage only if there are so many nodes.
const WORTH_COLLECTING: usize = 1 << 20;

impl Bdds {
    /// `variables` variables and room for `nodes` nodes.
    pub fn new(variables: u32, nodes: usize) -> Self {
        assert!(variables < u32::MAX - 1, "too many variables");
        let state =
            State { variables, exhausted: Cell::default(), survivors: Cell::default(), renamings: Cell::default() };
        Self { store: Rc::new(RefCell::new(Store::new(nodes))), state: Rc::new(state) }
    }

    pub fn no(&self) -> Bdd {
        self.constant(false)
    }

    pub fn yes(&self) -> Bdd {
        self.constant(true)
    }

    pub fn constant(&self, value: bool) -> Bdd {
        self.held(if value { YES } else { NO })
    }

    pub fn variable(&self, variable: Variable) -> Bdd {
        self.made(|store| store.make(variable, YES, NO))
    }

    pub fn and(&self, a: &Bdd, b: &Bdd) -> Bdd {
        self.made(|store| store.and(a.edge, b.edge))
    }

    pub fn or(&self, a: &Bdd, b: &Bdd) -> Bdd {
        self.made(|store| store.or(a.edge, b.edge))
    }

    pub fn xor(&self, a: &Bdd, b: &Bdd) -> Bdd {
        self.made(|store| store.xor(a.edge, b.edge))
    }

    pub fn iff(&self, a: &Bdd, b: &Bdd) -> Bdd {
        self.made(|store| store.xor(a.edge, b.edge.not()))
    }

    pub fn not(&self, a: &Bdd) -> Bdd {
        self.held(a.edge.not())
    }

    /// `a` without `b`.
    pub fn minus(&self, a: &Bdd, b: &Bdd) -> Bdd {
        self.made(|store| store.and(a.edge, b.edge.not()))
    }

    pub fn ite(&self, condition: &Bdd, yes: &Bdd, no: &Bdd) -> Bdd {
        self.made(|store| store.if_then_else(condition.edge, yes.edge, no.edge))
    }

    /// The conjunction of variables: what [`Bdds::exists`] expects.
    pub fn cube(&self, variables: impl IntoIterator<Item = Variable>) -> Bdd {
        let mut variables: Vec<Variable> = variables.into_iter().collect();
        // From the bottom up each conjunction adds one node.
        variables.sort_unstable_by(|a, b| b.cmp(a));
        variables.iter().fold(self.yes(), |cube, &variable| self.and(&self.variable(variable), &cube))
    }

    /// Whether some value of the cube's variables makes `a` true.
    pub fn exists(&self, a: &Bdd, cube: &Bdd) -> Bdd {
        self.made(|store| store.exists(a.edge, cube.edge))
    }

    /// The relational product: `exists(and(a, b), cube)` without the conjunction in between.
    pub fn and_exists(&self, a: &Bdd, b: &Bdd, cube: &Bdd) -> Bdd {
        self.made(|store| store.and_exists(a.edge, b.edge, cube.edge))
    }

    /// Whether `a` and `b` differ for some value of the cube's variables.
    pub fn xor_exists(&self, a: &Bdd, b: &Bdd, cube: &Bdd) -> Bdd {
        self.made(|store| store.xor_exists(a.edge, b.edge, cube.edge))
    }

    pub fn renaming(&self, pairs: impl IntoIterator<Item = (Variable, Variable)>) -> Renaming {
        let pairs: Vec<(Variable, Variable)> = pairs.into_iter().collect();
        let end = pairs.iter().map(|&(from, _)| from + 1).max().unwrap_or(0);
        let mut to: Vec<Variable> = (0..end).collect();
        for (from, new) in pairs {
            to[from as usize] = new;
        }
        let number = self.state.renamings.get();
        self.state.renamings.set(number + 1);
        Renaming { number, to }
    }

    pub fn rename(&self, a: &Bdd, renaming: &Renaming) -> Bdd {
        self.made(|store| store.rename(a.edge, renaming))
    }

    /// One assignment that makes `a` true, by variable; variables that do not matter are false.
    pub fn pick(&self, a: &Bdd) -> Option<Vec<bool>> {
        let store = self.store.borrow();
        let mut edge = a.edge;
        let mut assignment = vec![false; self.state.variables as usize];
        while !edge.is_constant() {
            let variable = store.top(edge);
            let (hi, lo) = store.cofactors(edge, variable);
            assignment[variable as usize] = lo == NO;
            edge = if lo == NO { hi } else { lo };
        }
        (edge == YES).then_some(assignment)
    }

    pub fn is_false(&self, a: &Bdd) -> bool {
        a.edge == NO
    }

    pub fn is_true(&self, a: &Bdd) -> bool {
        a.edge == YES
    }

    /// Whether a diagram did not fit, so that nothing may be concluded from absence.
    pub fn is_exhausted(&self) -> bool {
        self.state.exhausted.get()
    }

    /// Does something that may run out of nodes without spoiling the rest: if it does, there is no
    /// result, and all is as before.
    pub fn attempt<T>(&self, body: impl FnOnce() -> T) -> Option<T> {
        let before = self.state.exhausted.replace(false);
        let result = body();
        let fitted = !self.state.exhausted.replace(before);
        fitted.then_some(result)
    }

    /// Nodes in use now, garbage included.
    pub fn nodes(&self) -> usize {
        self.store.borrow().used()
    }

    /// The most nodes that were ever in use at once, garbage included.
    pub fn peak(&self) -> usize {
        self.store.borrow().peak()
    }

    /// Collects garbage if that is worth it; to be called between operations, often.
    pub fn tidy(&self) {
        let mut store = self.store.borrow_mut();
        let worth = WORTH_COLLECTING.min(store.capacity() / 2);
        if store.used() > worth.max(2 * self.state.survivors.get()).min(store.capacity() / 4 * 3) {
            store.collect();
            self.state.survivors.set(store.used());
        }
    }

    fn made(&self, operation: impl Fn(&mut Store) -> Result<Edge, Full>) -> Bdd {
        let mut store = self.store.borrow_mut();
        let mut result = operation(&mut store);
        if result.is_err() {
            store.collect();
            // With hardly any room left, one operation after the other would collect.
            if store.used() <= store.capacity() / 16 * 15 {
                result = operation(&mut store);
            }
        }
        drop(store);
        if result.is_err() {
            self.state.exhausted.set(true);
        }
        self.held(result.unwrap_or(NO))
    }

    fn held(&self, edge: Edge) -> Bdd {
        self.store.borrow_mut().hold(edge);
        Bdd { edge, store: self.store.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_relational_product_is_a_conjunction_and_a_quantification() {
        let bdds = Bdds::new(4, 1 << 12);
        let [a, b, c, d] = [0, 1, 2, 3].map(|variable| bdds.variable(variable));
        let f = bdds.or(&bdds.and(&a, &b), &c);
        let g = bdds.iff(&b, &d);
        let cube = bdds.cube([1, 2]);
        assert_eq!(bdds.and_exists(&f, &g, &cube), bdds.exists(&bdds.and(&f, &g), &cube));
        assert_eq!(bdds.minus(&f, &g), bdds.and(&f, &bdds.not(&g)));
        assert_eq!(bdds.xor_exists(&f, &g, &cube), bdds.exists(&bdds.xor(&f, &g), &cube));
    }

    #[test]
    fn renaming_swaps_all_at_once() {
        let bdds = Bdds::new(2, 1 << 12);
        let f = bdds.minus(&bdds.variable(0), &bdds.variable(1));
        let swapped = bdds.rename(&f, &bdds.renaming([(0, 1), (1, 0)]));
        assert_eq!(swapped, bdds.minus(&bdds.variable(1), &bdds.variable(0)));
    }

    #[test]
    fn running_out_of_nodes_is_noticed_and_no_panic() {
        let bdds = Bdds::new(40, 1 << 10);
        // Equality of two numbers whose bits are far apart needs exponentially many nodes.
        let equal = (0..20)
            .fold(bdds.yes(), |all, bit| bdds.and(&all, &bdds.iff(&bdds.variable(bit), &bdds.variable(20 + bit))));
        assert!(bdds.is_exhausted() && bdds.is_false(&equal));
    }

    #[test]
    fn an_attempt_that_does_not_fit_leaves_no_trace() {
        let bdds = Bdds::new(40, 1 << 10);
        let equal = |bdds: &Bdds, bits: u32| {
            (0..bits)
                .fold(bdds.yes(), |all, bit| bdds.and(&all, &bdds.iff(&bdds.variable(bit), &bdds.variable(20 + bit))))
        };
        assert_eq!(bdds.attempt(|| equal(&bdds, 20)), None);
        assert!(!bdds.is_exhausted());
        assert!(bdds.attempt(|| equal(&bdds, 4)).is_some_and(|small| !bdds.is_false(&small)));
    }

    #[test]
    fn garbage_is_collected_before_nodes_are_said_to_be_exhausted() {
        let bdds = Bdds::new(40, 1 << 10);
        let parity = |from: u32| (from..from + 20).fold(bdds.no(), |all, bit| bdds.xor(&all, &bdds.variable(bit)));
        let kept = parity(3);
        for round in 0..1000 {
            drop(bdds.and(&parity(round % 20), &bdds.variable(round % 40)));
        }
        assert!(!bdds.is_exhausted() && bdds.peak() == 1 << 10);
        assert_eq!(kept, parity(3));
    }

    #[test]
    fn operations_agree_with_truth_tables() {
        const VARIABLES: u32 = 5;
        let bdds = Bdds::new(VARIABLES, 300);
        let points = 1u32 << VARIABLES;
        let holds = |table: u32, point: u32| table >> point & 1 == 1;
        // A function by its truth table.
        let function = |table: u32| {
            (0..points).filter(|&point| holds(table, point)).fold(bdds.no(), |all, point| {
                let minterm = (0..VARIABLES).rev().fold(bdds.yes(), |rest, bit| {
                    let variable = bdds.variable(bit);
                    let literal = if point >> bit & 1 == 1 { variable } else { bdds.not(&variable) };
                    bdds.and(&literal, &rest)
                });
                bdds.or(&all, &minterm)
            })
        };
        let table = |is: &dyn Fn(u32) -> bool| (0..points).filter(|&p| is(p)).fold(0, |all, p| all | 1 << p);
        let mut seed = 1u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 32) as u32
        };
        for _ in 0..200 {
            let [a, b, c] = [random(), random(), random()];
            let [f, g, h] = [a, b, c].map(function);
            let mask = random() % points;
            let cube = bdds.cube((0..VARIABLES).filter(|bit| mask >> bit & 1 == 1));
            let some = |t: u32| table(&|p| (0..points).any(|q| (p ^ q) & !mask == 0 && holds(t, q)));
            assert_eq!(bdds.and(&f, &g), function(a & b));
            assert_eq!(bdds.or(&f, &g), function(a | b));
            assert_eq!(bdds.xor(&f, &g), function(a ^ b));
            assert_eq!(bdds.iff(&f, &g), function(!(a ^ b)));
            assert_eq!(bdds.minus(&f, &g), function(a & !b));
            assert_eq!(bdds.ite(&f, &g, &h), function(a & b | !a & c));
            assert_eq!(bdds.exists(&f, &cube), function(some(a)));
            assert_eq!(bdds.and_exists(&f, &g, &cube), function(some(a & b)));
            assert_eq!(bdds.xor_exists(&f, &g, &cube), function(some(a ^ b)));
            let to = [random(), random(), random(), random(), random()].map(|r| r % VARIABLES);
            let renaming = bdds.renaming((0..).zip(to));
            let moved = |p: u32| (0..VARIABLES).fold(0, |q, bit| q | (p >> to[bit as usize] & 1) << bit);
            assert_eq!(bdds.rename(&f, &renaming), function(table(&|p| holds(a, moved(p)))));
            let chosen = bdds.pick(&f).map(|p| (0..VARIABLES).fold(0, |q, bit| q | u32::from(p[bit as usize]) << bit));
            assert!(chosen.map_or(a == 0, |p| holds(a, p)));
        }
        assert!(!bdds.is_exhausted());
    }

    #[test]
    fn a_picked_assignment_satisfies() {
        let bdds = Bdds::new(3, 1 << 12);
        let f = bdds.and(&bdds.variable(1), &bdds.not(&bdds.variable(2)));
        assert_eq!(bdds.pick(&f), Some(vec![false, true, false]));
        assert_eq!(bdds.pick(&bdds.no()), None);
    }
}
