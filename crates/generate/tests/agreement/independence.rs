//! Layers keep to their definition: nothing that the other threads can still do depends on what a layer calls
//! independent, and what it takes together leads to nothing else one by one.
//!
//! `HEDDLE_SEEDS=from..to` chooses other programs.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use heddle_explore::reduction::table::TABLE;
use heddle_explore::{Bound, Effort, Path, Tried, check_blocks, check_independence};
use heddle_generate::program::Program;
use heddle_generate::{contended, interrupts, java, observers, random, single, synchronizers, twins};
use heddle_testing::seeds;
use heddle_verdict::{PrintedText, ReductionKind, Semantics};

use super::{class_name, on_large_stacks};
use crate::tool::Batch;

const EFFORT: Effort = Effort { states: 400, beyond: 150, tries: 6 };

#[test]
fn what_layers_call_independent_depends_on_nothing_that_others_can_still_do() {
    let drawn = seeds(0..250).map(|seed| (seed, random::program(seed)));
    let others = seeds(0..40).map(|seed| (1_000_000 + seed, synchronizers::program(seed)));
    let programs: Vec<(u64, Program)> = drawn.chain(others).collect();
    let source = |&(seed, ref program): &(u64, Program)| java::print(program, &class_name(seed));
    let batch =
        Batch::compile(&programs.iter().map(|each| (class_name(each.0), source(each).text)).collect::<Vec<_>>());
    let all =
        try_all(&batch, &programs.iter().map(|each| class_name(each.0)).collect::<Vec<_>>(), |path, semantics| {
            let knowledge = batch.knowledge(&path.machine, semantics.precision.points_to);
            check_independence(path, semantics, Some(&knowledge), EFFORT).unwrap_or_else(|broken| panic!("{broken:#?}"))
        });
    for kind in TABLE.iter().filter(|row| row.is_checked()).map(|row| row.kind) {
        assert!(all.get(&kind).is_some_and(|&(_, independent)| independent > 0), "{kind:?} was not tried");
    }
}

/// The same for layers that take actions together, hold threads back or trust the JDK, on programs about what
/// these layers know.
#[test]
fn what_layers_take_together_leads_to_the_same_ends_one_by_one() {
    const EFFORT: Effort = Effort { states: 40, beyond: 300, tries: 1 };
    let mut sources: Vec<(String, String)> = Vec::new();
    for seed in seeds(0..30) {
        for (family, text) in [
            ("O", observers::program as fn(u64, &str) -> String),
            ("I", interrupts::program),
            ("S", single::program),
            ("W", contended::program),
            ("Y", twins::program),
        ] {
            let name = format!("{family}{seed}");
            sources.push((name.clone(), text(seed, &name)));
        }
        let name = class_name(seed);
        sources.push((name.clone(), java::print(&synchronizers::program(seed), &name).text));
    }
    let batch = Batch::compile(&sources);
    let names: Vec<String> = sources.into_iter().map(|(name, _)| name).collect();
    let all = try_all(&batch, &names, |path, semantics| {
        let knowledge = batch.knowledge(&path.machine, semantics.precision.points_to);
        check_blocks(path, semantics, Some(&knowledge), EFFORT).unwrap_or_else(|broken| panic!("{broken:#?}"))
    });
    // The refuter of interchangeable threads is among them.
    for kind in TABLE.iter().filter(|row| !row.is_checked()).map(|row| row.kind) {
        assert!(all.get(&kind).is_some_and(|&(_, inside)| inside > 0), "{kind:?} was not tried");
    }
}

/// Tries layers on all programs; how often in all.
fn try_all(
    batch: &Batch,
    names: &[String],
    check: impl Fn(&mut Path<'_>, &Semantics) -> Tried + Sync,
) -> BTreeMap<ReductionKind, (usize, usize)> {
    let next = AtomicUsize::new(0);
    let all: Mutex<BTreeMap<ReductionKind, (usize, usize)>> = Mutex::default();
    let broken = Mutex::new(Vec::new());
    on_large_stacks(2, || {
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            let semantics = Semantics { printed_text: PrintedText::PartOfState, ..Semantics::default() };
            let mut path = Path::new(batch.machine(name, semantics.clone(), None), Bound::None);
            let tried = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&mut path, &semantics)));
            let Ok(tried) = tried else {
                broken.lock().expect("no panic while holding the lock").push(name.clone());
                continue;
            };
            let mut all = all.lock().expect("no panic while holding the lock");
            for (kind, (asked, found)) in tried {
                let sum = all.entry(kind).or_default();
                *sum = (sum.0 + asked, sum.1 + found);
            }
        }
    });
    let (all, broken) = (all.into_inner().expect("no panic"), broken.into_inner().expect("no panic"));
    println!("{} programs, asked about and found: {all:#?}", names.len());
    assert!(broken.is_empty(), "layers break their definition in {broken:?}");
    all
}
