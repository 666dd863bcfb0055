//! Binary decision diagrams: the only place that knows which library makes them.
//!
//! A [`Bdds`] owns the variables, in a fixed order, and the nodes; a [`Bdd`] is a boolean function
//! of them. When the nodes run out, an operation answers *false* and [`Bdds::is_exhausted`] turns
//! true for good: whoever draws a conclusion has to ask. That keeps formulas readable, and no
//! verdict depends on a diagram that did not fit.

#![forbid(unsafe_code)]

use std::cell::Cell;
use std::rc::Rc;

use oxidd::bcdd::{BCDDFunction, BCDDManagerRef, new_manager};
use oxidd::error::OutOfMemory;
use oxidd::util::OptBool;
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, BooleanOperator, Function, FunctionSubst, Manager, ManagerRef, Subst, VarNo,
};

/// A variable: its place in the order, the topmost first.
pub type Variable = u32;

/// All diagrams of one analysis.
#[derive(Clone)]
pub struct Bdds {
    manager: BCDDManagerRef,
    shared: Rc<Shared>,
    constants: [Bdd; 2],
}

struct Shared {
    exhausted: Cell<bool>,
    /// Nodes that survived the last collection.
    survivors: Cell<usize>,
    peak: Cell<usize>,
    capacity: usize,
}

/// A boolean function. Equal functions are equal values.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bdd(BCDDFunction);

impl std::fmt::Debug for Bdd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bdd({} nodes)", self.0.node_count())
    }
}

/// Replaces variables by others, all at once.
pub struct Renaming(Subst<BCDDFunction>);

/// Collect garbage only if there are so many nodes.
const WORTH_COLLECTING: usize = 1 << 20;

impl Bdds {
    /// `variables` variables and room for `nodes` nodes.
    pub fn new(variables: u32, nodes: usize) -> Self {
        let cache = (nodes / 8).clamp(1 << 16, 1 << 22);
        let manager = new_manager(nodes, cache, 1);
        manager.with_manager_exclusive(|manager| manager.add_vars(variables));
        let constants = manager.with_manager_shared(|manager| [BCDDFunction::f(manager), BCDDFunction::t(manager)]);
        let shared =
            Shared { exhausted: Cell::new(false), survivors: Cell::new(0), peak: Cell::new(0), capacity: nodes };
        Self { manager, shared: Rc::new(shared), constants: constants.map(Bdd) }
    }

    pub fn no(&self) -> Bdd {
        self.constants[0].clone()
    }

    pub fn yes(&self) -> Bdd {
        self.constants[1].clone()
    }

    pub fn constant(&self, value: bool) -> Bdd {
        self.constants[usize::from(value)].clone()
    }

    pub fn variable(&self, variable: Variable) -> Bdd {
        self.kept(self.manager.with_manager_shared(|manager| BCDDFunction::var(manager, variable as VarNo)))
    }

    pub fn and(&self, a: &Bdd, b: &Bdd) -> Bdd {
        self.kept(a.0.and(&b.0))
    }

    pub fn or(&self, a: &Bdd, b: &Bdd) -> Bdd {
        self.kept(a.0.or(&b.0))
    }

    pub fn xor(&self, a: &Bdd, b: &Bdd) -> Bdd {
        self.kept(a.0.xor(&b.0))
    }

    pub fn iff(&self, a: &Bdd, b: &Bdd) -> Bdd {
        self.kept(a.0.equiv(&b.0))
    }

    pub fn not(&self, a: &Bdd) -> Bdd {
        self.kept(a.0.not())
    }

    /// `a` without `b`.
    pub fn minus(&self, a: &Bdd, b: &Bdd) -> Bdd {
        // Strict implication from b to a is `!b & a`.
        self.kept(b.0.imp_strict(&a.0))
    }

    pub fn ite(&self, condition: &Bdd, yes: &Bdd, no: &Bdd) -> Bdd {
        self.kept(condition.0.ite(&yes.0, &no.0))
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
        self.kept(a.0.exists(&cube.0))
    }

    /// The relational product: `exists(and(a, b), cube)` without the conjunction in between.
    pub fn and_exists(&self, a: &Bdd, b: &Bdd, cube: &Bdd) -> Bdd {
        self.kept(a.0.apply_exists(BooleanOperator::And, &b.0, &cube.0))
    }

    /// Whether `a` and `b` differ for some value of the cube's variables.
    pub fn xor_exists(&self, a: &Bdd, b: &Bdd, cube: &Bdd) -> Bdd {
        self.kept(a.0.apply_exists(BooleanOperator::Xor, &b.0, &cube.0))
    }

    pub fn renaming(&self, pairs: impl IntoIterator<Item = (Variable, Variable)>) -> Renaming {
        let (from, to): (Vec<VarNo>, Vec<BCDDFunction>) =
            pairs.into_iter().map(|(from, to)| (from as VarNo, self.variable(to).0)).unzip();
        Renaming(Subst::new(from, to))
    }

    pub fn rename(&self, a: &Bdd, renaming: &Renaming) -> Bdd {
        self.kept(a.0.substitute(&renaming.0))
    }

    /// One assignment that makes `a` true, by variable; variables that do not matter are false.
    pub fn pick(&self, a: &Bdd) -> Option<Vec<bool>> {
        let cube = a.0.pick_cube(|_, _, _| false)?;
        Some(cube.into_iter().map(|value| value == OptBool::True).collect())
    }

    pub fn is_false(&self, a: &Bdd) -> bool {
        *a == self.constants[0]
    }

    pub fn is_true(&self, a: &Bdd) -> bool {
        *a == self.constants[1]
    }

    /// Whether a diagram did not fit, so that nothing may be concluded from absence.
    pub fn is_exhausted(&self) -> bool {
        self.shared.exhausted.get()
    }

    /// Does something that may run out of nodes without spoiling the rest: if it does, there is no
    /// result, and all is as before.
    pub fn attempt<T>(&self, body: impl FnOnce() -> T) -> Option<T> {
        let before = self.is_exhausted();
        let result = body();
        if self.is_exhausted() == before {
            return Some(result);
        }
        drop(result);
        self.shared.exhausted.set(before);
        self.manager.with_manager_shared(|manager| manager.gc());
        None
    }

    /// Nodes in use now, garbage included.
    pub fn nodes(&self) -> usize {
        self.manager.with_manager_shared(|manager| manager.approx_num_inner_nodes())
    }

    /// The most nodes that were in use when someone tidied up.
    pub fn peak(&self) -> usize {
        self.shared.peak.get().max(self.nodes())
    }

    /// Collects garbage if that is worth it; to be called between operations, often.
    pub fn tidy(&self) {
        let nodes = self.nodes();
        let worth = WORTH_COLLECTING.min(self.shared.capacity / 2);
        if nodes > worth.max(2 * self.shared.survivors.get()).min(self.shared.capacity / 4 * 3) {
            self.shared.peak.set(self.shared.peak.get().max(nodes));
            self.manager.with_manager_shared(|manager| manager.gc());
            self.shared.survivors.set(self.nodes());
        }
    }

    fn kept(&self, result: Result<BCDDFunction, OutOfMemory>) -> Bdd {
        match result {
            Ok(function) => Bdd(function),
            Err(OutOfMemory) => {
                self.shared.exhausted.set(true);
                self.no()
            }
        }
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
    fn a_picked_assignment_satisfies() {
        let bdds = Bdds::new(3, 1 << 12);
        let f = bdds.and(&bdds.variable(1), &bdds.not(&bdds.variable(2)));
        assert_eq!(bdds.pick(&f), Some(vec![false, true, false]));
        assert_eq!(bdds.pick(&bdds.no()), None);
    }
}
