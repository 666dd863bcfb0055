//! Model checking the μ-calculus by its definition: a formula denotes a set of states, fixpoints
//! are reached by iteration from the empty or the full set.

use std::collections::HashMap;

use crate::formula::{Actions, Formula};
use crate::lts::Lts;

/// The states that satisfy a closed formula.
pub fn satisfying(lts: &Lts, formula: &Formula) -> Vec<bool> {
    denotation(lts, formula, &mut HashMap::new())
}

/// Whether the initial state satisfies a closed formula.
pub fn holds(lts: &Lts, formula: &Formula) -> bool {
    satisfying(lts, formula).get(lts.initial).copied().unwrap_or(false)
}

fn denotation(lts: &Lts, formula: &Formula, bound: &mut HashMap<String, Vec<bool>>) -> Vec<bool> {
    match formula {
        Formula::True => vec![true; lts.states],
        Formula::False => vec![false; lts.states],
        Formula::Variable(name) => bound.get(name).cloned().expect("the parser refuses free variables"),
        Formula::Not(inner) => denotation(lts, inner, bound).into_iter().map(|holds| !holds).collect(),
        Formula::And(a, b) => zip(denotation(lts, a, bound), &denotation(lts, b, bound), |a, b| a && b),
        Formula::Or(a, b) => zip(denotation(lts, a, bound), &denotation(lts, b, bound), |a, b| a || b),
        Formula::Diamond(actions, inner) => before(lts, actions, &denotation(lts, inner, bound)),
        Formula::Box(actions, inner) => {
            let outside: Vec<bool> = denotation(lts, inner, bound).into_iter().map(|holds| !holds).collect();
            before(lts, actions, &outside).into_iter().map(|escapes| !escapes).collect()
        }
        Formula::Least(name, inner) => fixpoint(lts, name, inner, bound, false),
        Formula::Greatest(name, inner) => fixpoint(lts, name, inner, bound, true),
    }
}

fn fixpoint(lts: &Lts, name: &str, inner: &Formula, bound: &mut HashMap<String, Vec<bool>>, from: bool) -> Vec<bool> {
    let outer = bound.insert(name.into(), vec![from; lts.states]);
    let reached = loop {
        let next = denotation(lts, inner, bound);
        if bound.get(name) == Some(&next) {
            break next;
        }
        bound.insert(name.into(), next);
    };
    match outer {
        Some(outer) => bound.insert(name.into(), outer),
        None => bound.remove(name),
    };
    reached
}

/// The states with a transition by one of the actions into a set.
fn before(lts: &Lts, actions: &Actions, set: &[bool]) -> Vec<bool> {
    let mut states = vec![false; lts.states];
    for transition in &lts.transitions {
        states[transition.from] |= set[transition.to] && actions.contains(&transition.label);
    }
    states
}

fn zip(mut a: Vec<bool>, b: &[bool], combine: fn(bool, bool) -> bool) -> Vec<bool> {
    a.iter_mut().zip(b).for_each(|(a, &b)| *a = combine(*a, b));
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    /// 0 -a-> 1 -b-> 0, 1 -c-> 2, 2 is the end, 3 -a-> 3 cannot be reached.
    fn example() -> Lts {
        let mut lts = Lts { states: 4, ..Lts::default() };
        lts.add(0, "a", 1);
        lts.add(1, "b", 0);
        lts.add(1, "c", 2);
        lts.add(3, "a", 3);
        lts
    }

    #[track_caller]
    fn check(formula: &str, expected: [bool; 4]) {
        let formula = parse(formula).expect("a formula");
        assert_eq!(satisfying(&example(), &formula), expected);
    }

    #[test]
    fn modalities_look_one_step_ahead() {
        check("<a>true", [true, false, false, true]);
        check("[a]false", [false, true, true, false]);
        check("<not a>true", [false, true, false, false]);
        check("<a><\"b\" or c>true", [true, false, false, false]);
    }

    #[test]
    fn least_and_greatest_fixpoints_differ_on_cycles() {
        check("mu X. [true]X", [false, false, true, false]);
        check("nu X. <true>X", [true, true, false, true]);
        check("mu X. <c>true or <true>X", [true, true, false, false]);
    }

    #[test]
    fn ctl_is_sugar() {
        check("EF deadlock", [true, true, true, false]);
        check("AG <true>true", [false, false, false, true]);
        check("AF deadlock", [false, false, true, false]);
        check("EG not deadlock", [true, true, false, true]);
        check("E[<a>true U <c>true]", [true, true, false, false]);
        check("A[true U <a>true]", [true, false, false, true]);
    }

    #[test]
    fn alternating_fixpoints_ask_for_infinitely_often() {
        // Some path takes `b` again and again.
        check("nu X. mu Y. <b>X or <not b>Y", [true, true, false, false]);
    }
}
