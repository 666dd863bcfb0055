//! States as a search needs them: stepping back restores them exactly, their canonical form does not depend
//! on how they were reached, and looking at them changes nothing.

use std::collections::HashSet;

use crate::common::{choices, drive, finish, machine, object_in, started};
use heddle_machine::{Fingerprint, Machine};
use heddle_verdict::{Choice, Semantics};

const PROGRAMS: [&str; 5] = ["Locks", "Waiting", "Timed", "Initialisation", "Allocation"];

/// All that can be asked of a state.
fn picture(machine: &mut Machine<'_>) -> (Vec<u64>, Fingerprint, Vec<Choice>) {
    let choices = choices(machine);
    (machine.canonical_words().to_vec(), machine.fingerprint(), choices)
}

/// Visits states depth first, and compares each with itself whenever the search comes back to it.
fn visit(machine: &mut Machine<'_>, seen: &mut HashSet<Vec<u64>>, left: &mut usize) {
    let before = picture(machine);
    if *left == 0 || !seen.insert(before.0.clone()) {
        return;
    }
    *left -= 1;
    for &choice in &before.2 {
        let mark = machine.mark();
        if !machine.step(choice).is_stop() {
            visit(machine, seen, left);
        }
        machine.undo(mark);
        assert_eq!(machine.mark(), mark);
        assert_eq!(picture(machine), before);
    }
}

#[test]
fn stepping_back_restores_the_state_exactly() {
    for program in PROGRAMS {
        let mut seen = HashSet::new();
        let mut machine = machine(program, Semantics::default(), None);
        visit(&mut machine, &mut seen, &mut 400);
        assert!(seen.len() > 20, "{program} has {} states", seen.len());
        assert_eq!(machine.audit_canonical(), None);
    }
}

#[test]
fn a_mark_can_be_gone_back_to_from_any_depth() {
    let mut machine = started("Waiting", Semantics::default(), 4);
    let mut levels = vec![];
    while let Some(&choice) = choices(&mut machine).last() {
        levels.push((machine.mark(), picture(&mut machine)));
        if machine.step(choice).is_stop() {
            break;
        }
    }
    assert!(levels.len() > 10, "{} levels", levels.len());
    // Several levels at a time, then the rest.
    for keep in (0..levels.len()).rev().step_by(3) {
        levels.truncate(keep + 1);
        let (mark, picture_then) = &levels[keep];
        machine.undo(*mark);
        assert_eq!(picture(&mut machine), *picture_then);
    }
}

#[test]
fn the_canonical_form_does_not_depend_on_the_order_of_allocations() {
    let mut machine = started("Allocation", Semantics::default(), 2);
    finish(&mut machine, 0);
    let begin = machine.mark();
    let mut found = vec![];
    for order in [[1, 2], [2, 1]] {
        for t in order {
            finish(&mut machine, t);
        }
        let addresses = ["left", "right"].map(|field| object_in(&mut machine, "Allocation", field));
        assert!(addresses.iter().all(|&object| object != 0));
        found.push((addresses, picture(&mut machine)));
        machine.undo(begin);
    }
    let [(first, one), (second, other)] = &found[..] else { unreachable!("two orders") };
    assert_ne!(first, second, "objects lie elsewhere");
    assert_eq!(one, other);
}

/// Numbers that look random enough to choose with.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

#[test]
fn asking_for_a_fingerprint_changes_nothing() {
    for program in PROGRAMS {
        let mut asked = machine(program, Semantics::default(), None);
        let mut silent = machine(program, Semantics::default(), Some(&asked));
        let begin = (asked.mark(), silent.mark());
        let mut dice = Dice(7);
        for _ in 0..40 {
            loop {
                asked.fingerprint();
                let choices = choices(&mut asked);
                if choices.is_empty() {
                    break;
                }
                let choice = choices[dice.below(choices.len())];
                let ends = (asked.step(choice), silent.step(choice));
                assert_eq!(ends.0, ends.1);
                if ends.0.is_stop() {
                    break;
                }
            }
            assert_eq!(asked.fingerprint(), silent.fingerprint(), "{program}");
            assert_eq!(crate::common::choices(&mut asked), crate::common::choices(&mut silent), "{program}");
            asked.undo(begin.0);
            silent.undo(begin.1);
        }
    }
}

#[test]
fn the_same_choices_lead_to_the_same_state_on_another_machine() {
    let mut one = machine("Waiting", Semantics::default(), None);
    let mut other = machine("Waiting", Semantics::default(), Some(&one));
    drive(&mut one, 0, |machine| machine.state.threads.len() > 4);
    drive(&mut other, 0, |machine| machine.state.threads.len() > 4);
    assert_eq!(picture(&mut one), picture(&mut other));
    finish(&mut one, 3);
    assert_ne!(one.fingerprint(), other.fingerprint());
    finish(&mut other, 3);
    assert_eq!(picture(&mut one), picture(&mut other));
}
