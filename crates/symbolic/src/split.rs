//! Which valuations of the globals may stay together (Suwimonteerabuth, Esparza and Schwoon, SPIN 2008, section 3).
//!
//! After a context the set of configurations need not be a view tuple any more. A partition of the
//! globals at the *beginning* of the context, none of whose classes holds two valuations that the
//! active thread can bring to the same one, gives view tuples again. [`Splitting::Slice`] lets two
//! such valuations stay together if all the other threads look the same under both.

use heddle_bdd::Bdd;

use crate::space::{Copy, Space};
use crate::view::View;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Splitting {
    /// One tuple per valuation of the globals.
    Eager,
    /// Algorithm 2 of Suwimonteerabuth, Esparza and Schwoon (SPIN 2008).
    Lazy,
    /// Classes to which nothing can be added.
    Maximal,
    /// Maximal classes under the weaker condition.
    Slice,
}

/// The classes of a context of one thread: relations between `Start` and `Now`, restricted to one
/// class each.
///
/// `moves` relates globals at the beginning and at the end of the context, `domain` has those
/// valuations at the beginning on which all threads agree, `others` are the inactive views.
pub fn classes(space: &Space, splitting: Splitting, moves: &Bdd, domain: &Bdd, others: &[&View]) -> Vec<Bdd> {
    let bdds = &space.bdds;
    if splitting == Splitting::Eager {
        return one_by_one(space, moves);
    }
    let conflict = conflicts(space, splitting, moves, domain, others);
    if bdds.is_false(&conflict) {
        return vec![moves.clone()];
    }
    let mut rest = domain.clone();
    let mut classes = Vec::new();
    while !bdds.is_false(&rest) && !bdds.is_exhausted() {
        let class = match splitting {
            Splitting::Lazy => algorithm_2(space, &rest, &conflict),
            _ => maximal(space, &rest, &conflict),
        };
        rest = bdds.minus(&rest, &class);
        classes.push(bdds.and(moves, &class));
    }
    classes
}

/// A tuple per final valuation. Tuples have one valuation each to begin with, so `Start` needs no
/// splitting.
fn one_by_one(space: &Space, moves: &Bdd) -> Vec<Bdd> {
    let bdds = &space.bdds;
    let mut rest = moves.clone();
    let mut classes = Vec::new();
    while let Some(assignment) = bdds.pick(&rest) {
        let after = space.globals_of(&assignment, Copy::Now, Copy::Now);
        classes.push(bdds.and(moves, &after));
        rest = bdds.minus(&rest, &after);
        if bdds.is_exhausted() {
            break;
        }
    }
    classes
}

/// Pairs (`Start`, `Other`) of different valuations that must not share a class.
fn conflicts(space: &Space, splitting: Splitting, moves: &Bdd, domain: &Bdd, others: &[&View]) -> Bdd {
    let bdds = &space.bdds;
    let moves = bdds.and(moves, domain);
    let twin = bdds.rename(&moves, &space.start_to_other);
    let meet = bdds.and_exists(&moves, &twin, &space.globals[Copy::Now as usize]);
    let below = &space.below;
    let above = bdds.and(&meet, below);
    if bdds.is_false(&above) {
        return above;
    }
    let differs = if splitting == Splitting::Slice { bdds.minus(&meet, &same(space, others)) } else { meet };
    // Pairs of equal valuations are no conflict: only those in one of both orders remain.
    let mirrored = |pairs: &Bdd| {
        let away = bdds.rename(pairs, &space.swap_start_other);
        bdds.or(pairs, &away)
    };
    mirrored(&bdds.and(&differs, below))
}

/// Pairs of valuations under which each of the views is the same.
fn same(space: &Space, views: &[&View]) -> Bdd {
    let bdds = &space.bdds;
    let mut differ = bdds.no();
    for weight in views.iter().flat_map(|view| view.top.values()) {
        let twin = bdds.rename(weight, &space.start_to_other);
        differ = bdds.or(&differ, &bdds.xor_exists(weight, &twin, &space.rest));
    }
    bdds.not(&differ)
}

/// `conflict` with `Other` fixed to one valuation from `rest`: what must stay away from it.
fn away_from_one(space: &Space, rest: &Bdd, conflict: &Bdd) -> Bdd {
    let bdds = &space.bdds;
    let assignment = bdds.pick(rest).expect("the caller has something left");
    let one = space.globals_of(&assignment, Copy::Start, Copy::Other);
    bdds.and_exists(conflict, &one, &space.globals[Copy::Other as usize])
}

/// One class as in lines 3 to 10. The inner loop of the published algorithm never runs twice: what it leaves has
/// no conflicting pair.
fn algorithm_2(space: &Space, rest: &Bdd, conflict: &Bdd) -> Bdd {
    let bdds = &space.bdds;
    let class = bdds.minus(rest, &away_from_one(space, rest, conflict));
    let lower = conflicting_below(space, &class, conflict);
    bdds.minus(&class, &lower)
}

/// Members of a set that conflict with a greater member.
fn conflicting_below(space: &Space, set: &Bdd, conflict: &Bdd) -> Bdd {
    let bdds = &space.bdds;
    let twin = bdds.rename(set, &space.start_to_other);
    let pairs = bdds.and(&bdds.and(set, conflict), &space.below);
    bdds.and_exists(&pairs, &twin, &space.globals[Copy::Other as usize])
}

/// A class to which nothing of `rest` can be added.
fn maximal(space: &Space, rest: &Bdd, conflict: &Bdd) -> Bdd {
    let bdds = &space.bdds;
    let mut candidates = bdds.minus(rest, &away_from_one(space, rest, conflict));
    let mut class = bdds.no();
    while !bdds.is_false(&candidates) && !bdds.is_exhausted() {
        let top = bdds.minus(&candidates, &conflicting_below(space, &candidates, conflict));
        class = bdds.or(&class, &top);
        let twin = bdds.rename(&top, &space.start_to_other);
        let excluded = bdds.and_exists(conflict, &twin, &space.globals[Copy::Other as usize]);
        candidates = bdds.minus(&bdds.minus(&candidates, &top), &excluded);
    }
    class
}
