//! Wrong facts are refuted: a search with all reductions, on facts that lack some of what the program does, still
//! finds what the oracle finds.
//!
//! `HEDDLE_SEEDS=from..to` chooses other programs.

use std::sync::atomic::{AtomicUsize, Ordering};

use heddle_generate::oracle::{self, Judged};
use heddle_generate::program::Program;
use heddle_generate::{java, random, synchronizers};
use heddle_testing::{Random, seeds};

use super::{DEFAULT_STATES, ORACLE_STATES, class_name, describe, on_large_stacks};
use crate::tool::{Answer, Batch};

/// One of so many calls and accesses is lost.
const LOST: usize = 4;

#[test]
fn facts_that_lack_something_change_no_answer() {
    let drawn = seeds(0..300).map(|seed| (seed, random::program(seed)));
    let others = seeds(0..20).map(|seed| (1_000_000 + seed, synchronizers::program(seed)));
    let programs: Vec<(u64, Program)> = drawn.chain(others).collect();
    let source = |&(seed, ref program): &(u64, Program)| java::print(program, &class_name(seed));
    let batch =
        Batch::compile(&programs.iter().map(|each| (class_name(each.0), source(each).text)).collect::<Vec<_>>());
    let (next, compared, refuted) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    on_large_stacks(2, || {
        while let Some(each) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (seed, program) = each;
            let Ok(Judged { facts: truth, .. }) = oracle::judge(program, &source(each), ORACLE_STATES) else {
                continue;
            };
            let mut random = Random::new(*seed);
            let lose = || random.below(LOST) == 0;
            let (answer, is_refuted) = batch.search_damaged(&class_name(*seed), lose, DEFAULT_STATES);
            let Answer::Complete { facts, .. } = answer else { continue };
            assert_eq!(describe(&facts), describe(&truth), "seed {seed}");
            compared.fetch_add(1, Ordering::Relaxed);
            refuted.fetch_add(usize::from(is_refuted), Ordering::Relaxed);
        }
    });
    let (compared, refuted) = (compared.into_inner(), refuted.into_inner());
    println!("{refuted} of {compared} damaged facts were refuted");
    assert!(refuted * 2 > compared, "{refuted} of {compared}");
}
