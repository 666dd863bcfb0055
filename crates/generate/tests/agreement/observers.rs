//! Searches agree on programs in which a thread looks at what another one does with a synchroniser or collection of
//! the JDK, or lets the JDK work on shared memory: without reductions, with those that are about the JDK, together or alone, and with all;
//! and, where that is small enough, instruction by instruction.
//!
//! `HEDDLE_SEEDS=from..to` chooses other programs; with `HEDDLE_EACH` every search is tried on every one of them, not one in
//! turn besides that with both reductions about the JDK; `HEDDLE_PLAIN_STATES` is how far a search without reductions may go.
//!
//! What `java` prints of a program without data races is among the outcomes; `HEDDLE_RUNS` is how often it runs each.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use heddle_generate::facts::Ending;
use heddle_generate::{combined, helpers, interrupts, observers, reached, single, twins};
use heddle_testing::seeds;
use heddle_verdict::{Precision, ReductionKind};

use super::{BATCH, hotspot, on_large_stacks, plain_states};
use crate::tool::{Answer, Batch, Search};

#[test]
fn who_looks_at_a_synchroniser_sees_the_same_with_and_without_reductions() {
    agree(seeds(0..40), "O", observers::program);
}

#[test]
fn what_the_jdk_does_to_memory_of_the_program_is_seen_with_and_without_reductions() {
    agree(seeds(0..40), "H", helpers::program);
}

#[test]
fn what_is_made_for_one_thread_is_seen_with_and_without_reductions_when_threads_share_it() {
    agree(seeds(0..40), "S", single::program);
}

#[test]
fn an_interrupt_at_a_blocking_call_is_seen_with_and_without_reductions() {
    agree(seeds(0..40), "I", interrupts::program);
}

#[test]
fn whatever_way_code_is_reached_it_is_seen_with_and_without_reductions() {
    agree(seeds(0..25), "R", reached::program);
}

#[test]
fn seldom_used_methods_of_synchronisers_are_seen_the_same_with_and_without_reductions() {
    agree(seeds(0..25), "C", combined::program);
}

#[test]
fn threads_that_run_the_same_code_are_the_same_with_and_without_reductions() {
    agree(seeds(0..60), "Y", twins::program);
}

fn agree(seeds: Range<u64>, prefix: &str, program: fn(u64, &str) -> String) {
    let mut from = seeds.start;
    let mut found = vec![];
    let (compared, too_large, run) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    while from < seeds.end {
        let to = (from + BATCH).min(seeds.end);
        let name = |seed: u64| format!("{prefix}{seed}");
        let sources: Vec<_> = (from..to).map(|seed| (name(seed), program(seed, &name(seed)))).collect();
        let batch = Batch::compile(&sources);
        let shown = hotspot::shown(&sources);
        let next = AtomicUsize::new(0);
        let wrong = Mutex::new(vec![]);
        on_large_stacks(2, || {
            while let Some((class, text)) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
                let shown = shown.get(class).unwrap_or(&NOTHING);
                match compare(&batch, class, text, shown) {
                    Ok(true) if !shown.is_empty() => {
                        run.fetch_add(1, Ordering::Relaxed);
                        compared.fetch_add(1, Ordering::Relaxed)
                    }
                    Ok(true) => compared.fetch_add(1, Ordering::Relaxed),
                    Ok(false) => too_large.fetch_add(1, Ordering::Relaxed),
                    Err(difference) => {
                        println!("{class}: {difference}\n{text}");
                        wrong.lock().expect("no panic").push(class);
                        0
                    }
                };
            }
        });
        found.extend(wrong.into_inner().expect("no panic").into_iter().cloned());
        println!(
            "up to seed {to}: {compared:?} compared, {run:?} of them with java, {too_large:?} too large, {} disagreements",
            found.len()
        );
        from = to;
    }
    assert!(found.is_empty(), "{found:?}");
    assert!(compared.into_inner() > too_large.into_inner());
}

static NOTHING: BTreeSet<String> = BTreeSet::new();

/// Compares the searches of a program with each other, and with what `java` has shown; whether that was possible.
fn compare(batch: &Batch, class: &str, text: &str, shown: &BTreeSet<String>) -> Result<bool, String> {
    let states = plain_states();
    let truth = match batch.search(class, Search::Default, states) {
        Answer::Complete { facts, .. } => facts,
        Answer::TooLarge => return Ok(false),
        Answer::Unsupported(what) => return Err(format!("without reductions: {what}")),
    };
    let printed: BTreeSet<&String> = truth
        .endings
        .iter()
        .filter_map(|ending| match ending {
            Ending::Exit { output, .. } => Some(output),
            Ending::Deadlock => None,
        })
        .collect();
    // A thread that loads or links code may be blocked at a lock of the virtual machine, which is none of the program.
    let never_blocks = !printed.iter().any(|text| text.contains("BLOCKED"));
    let links = |text: &String| never_blocks && printed.contains(&text.replace("BLOCKED", "RUNNABLE"));
    // Numbers in names of threads go on from program to program, for all of them run in one virtual machine.
    let is_known = |text: &String| printed.contains(text) || links(text) || text.contains("Thread-");
    // With data races, a virtual machine may show more than the interleavings of a program.
    if let Some(other) = shown.iter().find(|text| truth.races.is_empty() && !is_known(text)) {
        return Err(format!("java shows {other:?}, which is not among {printed:?}"));
    }
    let with = |kinds: &[ReductionKind]| Search::Reduced(kinds.iter().copied().collect(), Precision::default());
    let others = [
        Search::REDUCED,
        with(&[ReductionKind::Operations]),
        with(&[ReductionKind::Library]),
        with(&[ReductionKind::Symmetry]),
        Search::REDUCED,
    ];
    let turn = text.len() % others.len();
    let others = if std::env::var_os("HEDDLE_EACH").is_some() { &others[..4] } else { &others[turn..=turn] };
    let both = with(&[ReductionKind::Operations, ReductionKind::Library]);
    for &search in [both].iter().chain(others) {
        match batch.search(class, search, 2 * states) {
            Answer::Complete { facts, .. } => {
                if let Some(difference) = truth.difference(&facts) {
                    return Err(format!("without reductions and {search:?}: {difference}"));
                }
            }
            Answer::TooLarge => return Err(format!("{search:?} needs more states than a search without reductions")),
            Answer::Unsupported(what) => return Err(format!("{search:?}: {what}")),
        }
    }
    match batch.search(class, Search::Plain, states) {
        Answer::Complete { facts, .. } => match truth.difference(&facts) {
            Some(difference) => Err(format!("without reductions and by single instructions: {difference}")),
            None => Ok(true),
        },
        Answer::TooLarge => Ok(true),
        Answer::Unsupported(what) => Err(format!("by single instructions: {what}")),
    }
}
