//! Layers keep to their definition: nothing that the other threads can still do depends on what a layer calls
//! independent.
//!
//! `HEDDLE_SEEDS=from..to` chooses other programs.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use heddle_explore::reduction::table::TABLE;
use heddle_explore::{Bound, Effort, Path, check_independence};
use heddle_generate::program::Program;
use heddle_generate::{java, random, synchronizers};
use heddle_testing::seeds;
use heddle_verdict::{ReductionKind, Semantics};

use super::tool::Batch;
use super::{class_name, on_large_stacks};

const EFFORT: Effort = Effort { states: 400, beyond: 150, tries: 6 };

#[test]
fn what_layers_call_independent_depends_on_nothing_that_others_can_still_do() {
    let drawn = seeds(0..250).map(|seed| (seed, random::program(seed)));
    let others = seeds(0..40).map(|seed| (1_000_000 + seed, synchronizers::program(seed)));
    let programs: Vec<(u64, Program)> = drawn.chain(others).collect();
    let source = |&(seed, ref program): &(u64, Program)| java::print(program, &class_name(seed));
    let batch =
        Batch::compile(&programs.iter().map(|each| (class_name(each.0), source(each).text)).collect::<Vec<_>>());
    let next = AtomicUsize::new(0);
    let all: Mutex<BTreeMap<ReductionKind, (usize, usize)>> = Mutex::default();
    on_large_stacks(2, || {
        while let Some((seed, _)) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let semantics = Semantics::default();
            let machine = batch.machine(&class_name(*seed), semantics.clone(), None);
            let knowledge = batch.knowledge(&machine, semantics.precision.points_to);
            let mut path = Path::new(machine, Bound::None);
            let tried = check_independence(&mut path, &semantics, Some(&knowledge), EFFORT)
                .unwrap_or_else(|broken| panic!("seed {seed}: {broken:#?}"));
            let mut all = all.lock().expect("no panic while holding the lock");
            for (kind, (asked, independent)) in tried {
                let sum = all.entry(kind).or_default();
                *sum = (sum.0 + asked, sum.1 + independent);
            }
        }
    });
    let all = all.into_inner().expect("no panic while holding the lock");
    println!("asked about, called independent: {all:#?}");
    for kind in TABLE.iter().filter(|row| row.is_checked()).map(|row| row.kind) {
        assert!(all.get(&kind).is_some_and(|&(_, independent)| independent > 0), "{kind:?} was not tried");
    }
}
