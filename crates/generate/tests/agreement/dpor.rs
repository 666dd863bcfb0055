//! Dynamic partial-order reduction finds what state matching finds, on generated programs: the same final outputs, deadlocked
//! threads, uncaught exceptions and races; with all reductions that go with it, with none, and in turns with state matching.
//!
//! And by itself: on random walks, whenever the next steps of two threads touch nothing in common, both orders lead to the same
//! state, and neither step changes what the other thread may choose from.
//!
//! `HEDDLE_SEEDS=from..to` chooses other seeds.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use heddle_explore::{Bound, Path};
use heddle_generate::program::Program;
use heddle_generate::random::Random;
use heddle_generate::{java, random, synchronizers};
use heddle_machine::{Fingerprint, StepEnd, Touch};
use heddle_testing::seeds;
use heddle_verdict::{Choice, Granularity, PrintedText, ReductionSet, Semantics};

use super::{BATCH, class_name, on_large_stacks};
use crate::tool::{Answer, Batch, Search};

/// Programs with more states than this are left out, and searches that visit more.
const STATES: u64 = 1_500;
const STEPS: u64 = 60_000;

#[derive(Default, Debug)]
struct Counts {
    compared: AtomicUsize,
    too_large: AtomicUsize,
    too_many_runs: AtomicUsize,
}

#[test]
fn dynamic_reduction_finds_what_state_matching_finds() {
    compare(random::program, seeds(0..300));
}

#[test]
fn dynamic_reduction_finds_what_state_matching_finds_in_synchronizers() {
    compare(synchronizers::program, seeds(0..20));
}

fn compare(draw: fn(u64) -> Program, seeds: Range<u64>) {
    let counts = Counts::default();
    let wrong = Mutex::new(Vec::new());
    let mut from = seeds.start;
    while from < seeds.end {
        let to = (from + BATCH).min(seeds.end);
        let programs: Vec<(String, String)> =
            (from..to).map(|seed| (class_name(seed), java::print(&draw(seed), &class_name(seed)).text)).collect();
        let batch = Batch::compile(&programs);
        let next = AtomicUsize::new(0);
        on_large_stacks(2, || {
            while let Some((class, _)) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                wrong.lock().expect("no panic").extend(difference(&batch, class, &counts));
            }
        });
        println!("up to seed {to}: {counts:?}");
        from = to;
    }
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
    assert!(counts.compared.into_inner() > 0, "all programs were too large");
}

fn difference(batch: &Batch, class: &str, counts: &Counts) -> Option<String> {
    let count = |counter: &AtomicUsize| counter.fetch_add(1, Ordering::Relaxed);
    let Answer::Complete { facts, .. } = batch.search(class, Search::REDUCED, STATES) else {
        count(&counts.too_large);
        return None;
    };
    for search in [Search::Dpor(ReductionSet::ALL), Search::Dpor(ReductionSet::NONE), Search::Engines] {
        match batch.search(class, search, STEPS) {
            Answer::Complete { facts: found, .. } if found == facts => {
                count(&counts.compared);
            }
            Answer::Complete { facts: found, .. } => {
                return Some(format!("{class} {search:?}: {found:?}\n    instead of {facts:?}"));
            }
            Answer::TooLarge => {
                count(&counts.too_many_runs);
            }
            Answer::Unsupported(why) => return Some(format!("{class} {search:?}: {why}")),
        }
    }
    None
}

#[test]
fn steps_that_touch_nothing_in_common_commute() {
    let mut wrong = Vec::new();
    let mut pairs = 0;
    for draw in [random::program, synchronizers::program] {
        let seeds = seeds(0..60);
        let sources: Vec<(String, String)> =
            seeds.map(|seed| (class_name(seed), java::print(&draw(seed), &class_name(seed)).text)).collect();
        let batch = Batch::compile(&sources);
        let found = Mutex::new((0, Vec::new()));
        on_large_stacks(1, || {
            for (class, _) in &sources {
                let (tried, problems) = walk(&batch, class);
                let mut found = found.lock().expect("no panic");
                found.0 += tried;
                found.1.extend(problems);
            }
        });
        let (tried, problems) = found.into_inner().expect("no panic");
        pairs += tried;
        wrong.extend(problems);
    }
    println!("{pairs} pairs of steps that touch nothing in common");
    assert!(wrong.is_empty(), "{} of {pairs} pairs:\n{}", wrong.len(), wrong.join("\n"));
    assert!(pairs > 1_000, "{pairs} pairs");
}

/// Walks at random through a program and tries pairs of steps on the way: how many had nothing in common, and which of them make
/// a difference all the same.
fn walk(batch: &Batch, class: &str) -> (usize, Vec<String>) {
    let semantics =
        Semantics { granularity: Granularity::Escaped, printed_text: PrintedText::PartOfState, ..Semantics::default() };
    let mut machine = batch.machine(class, semantics, None);
    machine.record_touches(true);
    let mut path = Path::new(machine, Bound::None);
    let (mut random, mut pairs, mut wrong) = (Random::new(7), 0, Vec::new());
    for _ in 0..150 {
        let mut choices = Vec::new();
        path.enabled(&mut choices);
        if choices.is_empty() {
            path.back_to(0);
            continue;
        }
        let (a, b) = (choices[random.below(choices.len())], choices[random.below(choices.len())]);
        if a.thread != b.thread {
            let (of_a, of_b) = (touches(&mut path, a), touches(&mut path, b));
            if !of_a.iter().any(|one| of_b.iter().any(|other| one.conflicts(*other))) {
                pairs += 1;
                let (first, second) = (both(&mut path, a, b), both(&mut path, b, a));
                if first.is_none() || first != second {
                    wrong.push(format!("{class}, {:?}: {a:?} {of_a:?} and {b:?} {of_b:?}", path.choices()));
                }
            }
        }
        if matches!(path.step(a), StepEnd::Stop(_)) {
            path.back_to(path.depth() / 2);
        }
    }
    (pairs, wrong)
}

/// What a step touches, what its thread depends on without touching it included.
fn touches(path: &mut Path<'_>, choice: Choice) -> Vec<Touch> {
    let depth = path.depth();
    let first = path.machine.touches_of_next(choice);
    let mark = path.machine.mark();
    path.step(choice);
    let mut touched = path.machine.touched_since(choice, first, mark).touches;
    path.back_to(depth);
    touched.push(Touch::own(choice.thread.index()));
    touched
}

/// The state that two steps lead to, if the second is still there after the first, as one of as many choices.
fn both(path: &mut Path<'_>, first: Choice, second: Choice) -> Option<Fingerprint> {
    let depth = path.depth();
    let mut choices = Vec::new();
    path.enabled(&mut choices);
    let of_second = |choices: &[Choice]| choices.iter().filter(|choice| choice.thread == second.thread).count();
    let before = of_second(&choices);
    let mut state = None;
    if !matches!(path.step(first), StepEnd::Stop(_)) {
        path.enabled(&mut choices);
        if of_second(&choices) == before && !matches!(path.step(second), StepEnd::Stop(_)) {
            state = Some(path.machine.fingerprint());
        }
    }
    path.back_to(depth);
    state
}
