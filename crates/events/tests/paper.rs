//! The examples of Cataño (FMICS 2003): Figure 1, Examples 2 to 4, Figure 3.

use crate::common::figure_1;
use heddle_events::draw;
use heddle_events::generate::{BoundedProgram, Instruction, generate};
use heddle_events::rules::{Rule, check, check_some};
use heddle_events::slice::{Aliases, Closure, slice, writes_seen};
use heddle_events::space::{EventId, EventSpace};
use heddle_logic::{holds, parse};

fn criterion(space: &EventSpace) -> Vec<EventId> {
    ["read(2,x.i)", "read(2,x.j)"].map(|text| space.find(text).expect("an event of Figure 1")).to_vec()
}

fn texts(space: &EventSpace, events: &[EventId]) -> Vec<String> {
    events.iter().map(|&e| space.event(e).to_string()).collect()
}

#[test]
fn figure_1_is_an_event_space_of_30_events() {
    let space = figure_1();
    assert_eq!(space.len(), 30);
    assert_eq!(check(&space), []);
}

#[test]
fn example_2_finds_the_writes_that_the_criterion_sees() {
    let space = figure_1();
    let seen: Vec<String> =
        criterion(&space).iter().flat_map(|&read| texts(&space, &writes_seen(&space, read, Aliases::None))).collect();
    assert_eq!(seen, ["write(1,x.i,7)", "write(1,x.j,5)"]);
}

#[test]
fn example_3_as_printed_is_no_event_space_and_closed_it_is() {
    let space = figure_1();
    let printed = slice(&space, &criterion(&space), Aliases::None, Closure::Printed);
    let expected = [
        "lock(1,this)",
        "store(1,x.i,7)",
        "write(1,x.i,7)",
        "store(1,x.j,5)",
        "write(1,x.j,5)",
        "unlock(1,this)",
        "lock(2,this)",
        "read(1,x.j,5)",
        "unlock(2,this)",
        "read(2,x.i)",
        "read(2,x.j)",
    ];
    assert_eq!(texts(&space, &printed), expected);
    let rules: Vec<Rule> = check_some(&space, &printed).iter().map(|broken| broken.rule).collect();
    assert_eq!(rules, [Rule::R6, Rule::R6, Rule::R17, Rule::R17]);
    let closed = slice(&space, &criterion(&space), Aliases::None, Closure::Repaired);
    assert_eq!(closed.len(), 13);
    assert_eq!(check_some(&space, &closed), []);
    assert_eq!(check(&space.restricted(&closed)), []);
}

#[test]
fn example_4_follows_aliases() {
    let space = figure_1();
    let [xi, xj] = criterion(&space)[..] else { panic!("two reads") };
    assert_eq!(texts(&space, &writes_seen(&space, xi, Aliases::ByName)), ["write(1,x.i,7)", "write(1,y.i,5)"]);
    assert_eq!(texts(&space, &writes_seen(&space, xj, Aliases::ByName)), ["write(1,x.j,5)"]);
    let printed = slice(&space, &[xi, xj], Aliases::ByName, Closure::Printed);
    assert_eq!(printed.len(), 14);
    assert_eq!(check_some(&space, &printed).len(), 6);
    let closed = slice(&space, &[xi, xj], Aliases::ByName, Closure::Repaired);
    assert_eq!(closed.len(), 17);
    assert_eq!(check_some(&space, &closed), []);
}

/// `x = y + 1` with `y` = 5.
fn figure_3() -> BoundedProgram {
    BoundedProgram {
        threads: vec![vec![
            Instruction::Use { place: "y".into(), register: 0 },
            Instruction::Assign { place: "x".into(), register: Some(0), plus: 1 },
        ]],
        initial: [("y".to_string(), 5)].into(),
    }
}

#[test]
fn figure_3_is_a_chain_of_six_events() {
    let generated = generate(&figure_3());
    let whole = generated.iter().find(|generated| generated.space.len() == 6).expect("the space of Figure 3");
    let chain = ["read(1,y,5)", "load(1,y,5)", "use(1,y,5)", "assign(1,x,6)", "store(1,x,6)", "write(1,x,6)"];
    let events: Vec<String> = whole.space.events().iter().map(ToString::to_string).collect();
    assert_eq!(events, chain);
    let lts = draw::transition_system(&whole.space);
    // The figure leaves out the empty space.
    assert_eq!((lts.states, lts.transitions.len()), (6 + 1, 6));
    let formula = parse("AF <\"write(1,x,6)\">true and AG [\"write*\"]deadlock").expect("a formula");
    assert!(holds(&lts, &formula));
    assert!(lts.to_aut().starts_with("des (0,6,7)\n(0,\"read(1,y,5)\",1)\n"));
    assert!(draw::dot(&whole.space).contains("e0 [label=\"read(1,y,5)\"]"));
    let theory = draw::pvs(&whole.space, "figure 3");
    assert!(theory.starts_with("figure_3: THEORY\nBEGIN") && theory.contains("(x = e4 AND y = e5)"));
}

#[test]
fn every_generated_space_obeys_the_rules() {
    let read = |place: &str, register| Instruction::Use { place: place.into(), register };
    let write = |place: &str, plus| Instruction::Assign { place: place.into(), register: None, plus };
    let lock = || Instruction::Lock("m".into());
    let unlock = || Instruction::Unlock("m".into());
    let stores = BoundedProgram {
        threads: vec![vec![write("x", 1), read("y", 0)], vec![write("y", 1), read("x", 0)]],
        ..Default::default()
    };
    let locked = BoundedProgram {
        threads: vec![vec![lock(), write("x", 1), unlock()], vec![lock(), read("x", 0), unlock()]],
        ..Default::default()
    };
    for (program, outcomes) in [(stores, 4), (locked, 2)] {
        let generated = generate(&program);
        assert!(!generated.is_empty());
        for one in &generated {
            assert_eq!(check(&one.space), [], "{:?}", one.space.events());
        }
        let mut registers: Vec<_> = generated.iter().map(|one| one.registers.clone()).collect();
        registers.sort();
        registers.dedup();
        assert_eq!(registers.len(), outcomes);
    }
}
