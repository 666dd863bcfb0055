//! For each rule a space that breaks just this rule, made from a valid one by one change.

use EventKind::{Assign, Load, Lock, Read, Store, Unlock, Use, Write};
use heddle_events::rules::{Rule, check};
use heddle_events::space::{Event, EventId, EventKind, EventSpace};

/// A chain of events of thread 1 on `x` unless a row says otherwise; each event comes after those
/// that its row names, by position. `pairs` gives the reads of loads and the stores of writes.
struct Case {
    rule: Rule,
    valid: Rows,
    broken: Rows,
}

struct Rows {
    rows: Vec<(EventKind, &'static str, &'static str, &'static str, Vec<EventId>)>,
    pairs: Vec<(EventId, EventId)>,
}

fn space(rows: &Rows) -> EventSpace {
    let mut space = EventSpace::default();
    for (kind, thread, place, value, after) in &rows.rows {
        let value = (!value.is_empty()).then_some(*value);
        space.add(Event::new(*kind, thread, place, value), after);
    }
    for &(later, earlier) in &rows.pairs {
        space.pair(later, earlier);
    }
    space
}

/// A chain on thread 1 and variable `x`.
fn chain(events: &[(EventKind, &'static str)], pairs: &[(EventId, EventId)]) -> Rows {
    let row = |(at, &(kind, value)): (usize, &(EventKind, &'static str))| {
        let place = if kind.is_lock() { "m" } else { "x" };
        (kind, "1", place, value, if at == 0 { vec![] } else { vec![at - 1] })
    };
    Rows { rows: events.iter().enumerate().map(row).collect(), pairs: pairs.to_vec() }
}

fn cases() -> Vec<Case> {
    let unordered = |rows: &Rows, event: usize, after: Vec<EventId>| {
        let mut rows = Rows { rows: rows.rows.clone(), pairs: rows.pairs.clone() };
        rows.rows[event].4 = after;
        rows
    };
    let two_assigns = chain(&[(Assign, "1"), (Assign, "2")], &[]);
    let two_reads = chain(&[(Read, "0"), (Read, "0")], &[]);
    let mut locks = chain(&[(Lock, ""), (Unlock, ""), (Lock, ""), (Unlock, "")], &[]);
    locks.rows[2].1 = "2";
    locks.rows[3].1 = "2";
    let mut unordered_locks = unordered(&locks, 2, vec![]);
    unordered_locks.rows[3].4 = vec![2];
    let mut held = unordered(&locks, 2, vec![0]);
    held.rows.remove(1);
    held.rows[1].4 = vec![0];
    held.rows[2].4 = vec![1];
    let round =
        chain(&[(Assign, "1"), (Store, "1"), (Write, "1"), (Read, "1"), (Load, "1"), (Use, "1")], &[(2, 1), (4, 3)]);
    // The load without the store before it, so that the assigned value is lost.
    let lost = chain(&[(Assign, "1"), (Read, "0"), (Load, "0")], &[(2, 1)]);
    let stores = chain(&[(Assign, "1"), (Store, "1"), (Assign, "1"), (Store, "1")], &[]);
    let no_reason = chain(&[(Assign, "1"), (Store, "1"), (Store, "1")], &[]);
    let used = chain(&[(Assign, "1"), (Use, "1")], &[]);
    let loaded = chain(&[(Read, "0"), (Load, "0"), (Use, "0")], &[(1, 0)]);
    let stored = chain(&[(Assign, "1"), (Store, "1"), (Write, "1")], &[(2, 1)]);
    // The read of the later load is served before the write of the earlier store.
    let early = Rows {
        rows: vec![
            (Assign, "1", "x", "1", vec![]),
            (Store, "1", "x", "1", vec![0]),
            (Read, "1", "x", "0", vec![]),
            (Load, "1", "x", "0", vec![1, 2]),
            (Write, "1", "x", "1", vec![1, 2]),
        ],
        pairs: vec![(3, 2), (4, 1)],
    };
    let flushed = chain(&[(Lock, ""), (Assign, "1"), (Store, "1"), (Write, "1"), (Unlock, "")], &[(3, 2)]);
    let unflushed = chain(&[(Lock, ""), (Assign, "1"), (Unlock, "")], &[]);
    let fresh = chain(&[(Lock, ""), (Read, "0"), (Load, "0"), (Use, "0")], &[(2, 1)]);
    let stale = chain(&[(Read, "0"), (Load, "0"), (Lock, ""), (Use, "0")], &[(1, 0)]);
    let late = chain(&[(Assign, "1"), (Lock, ""), (Store, "1")], &[]);
    let timely = chain(&[(Lock, ""), (Assign, "1"), (Store, "1")], &[]);
    let again = |rows: &Rows| Rows { rows: rows.rows.clone(), pairs: rows.pairs.clone() };
    let revalued = |rows: &Rows, event: usize, value: &'static str| {
        let mut rows = again(rows);
        rows.rows[event].3 = value;
        rows
    };
    let alone = |kind| chain(&[(kind, if kind == Unlock { "" } else { "1" })], &[]);
    let case = |rule, valid: &Rows, broken: Rows| Case { rule, valid: again(valid), broken };
    vec![
        case(Rule::R1, &two_assigns, unordered(&two_assigns, 1, vec![])),
        case(Rule::R2a, &two_reads, unordered(&two_reads, 1, vec![])),
        case(Rule::R2b, &locks, unordered_locks),
        case(Rule::R3, &round, lost),
        case(Rule::R4, &stores, no_reason),
        case(Rule::R5, &used, alone(Use)),
        case(Rule::R6, &stores, alone(Store)),
        case(Rule::R7, &used, revalued(&used, 1, "2")),
        case(Rule::R8, &loaded, revalued(&loaded, 2, "1")),
        case(Rule::R9, &stored, chain(&[(Assign, "2"), (Store, "1"), (Write, "1")], &[(2, 1)])),
        case(Rule::R10, &loaded, chain(&[(Load, "0"), (Use, "0")], &[])),
        case(Rule::R11, &stored, alone(Write)),
        case(Rule::R12, &round, early),
        case(Rule::R13, &locks, alone(Unlock)),
        case(Rule::R14, &locks, held),
        case(Rule::R15, &flushed, unflushed),
        case(Rule::R16, &fresh, stale),
        case(Rule::R17, &timely, late),
    ]
}

#[test]
fn each_rule_is_broken_by_its_mutant_and_by_it_alone() {
    let cases = cases();
    assert_eq!(cases.iter().map(|case| case.rule).collect::<Vec<_>>(), Rule::ALL);
    for case in cases {
        assert_eq!(check(&space(&case.valid)), [], "{} before the mutation", case.rule);
        let broken = check(&space(&case.broken));
        let mut rules: Vec<Rule> = broken.iter().map(|broken| broken.rule).collect();
        rules.dedup();
        assert_eq!(rules, [case.rule], "{}", case.rule);
        assert!(!broken[0].events.is_empty());
    }
}
