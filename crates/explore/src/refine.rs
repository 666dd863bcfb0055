//! The refinement loop: a search assumes what makes steps longer, checks it while it searches, and begins again
//! without what a run refuted, until a round refutes nothing.
//!
//! Every assumption is a value of [`SearchAssumption`]. In a round it either holds for all workers or for none:
//! it is fixed when the round begins ([`Assuming::refine`]) and is no setting of the machine. A step that contradicts one
//! says so ([`heddle_machine::Machine::refute`]) and goes on as it would have. It is the last of the round, unless the round
//! took long to get there: then a few more are taken, for what else they refute ([`crate::path::Path::round_is_over`]). A program
//! that has turned out not to be small begins each further round with sampled runs, which refute early what a search comes to late.
//!
//! All but four decide only where steps end or what is left out, so that a violation is one whatever the round assumed.
//! `ThreadNumbersUnobserved`, `TimeUnobserved`, `MomentUnobserved` and `InitializedAlike` decide values too: what a round found that refutes them does not count.
//! The first of them is also the only one that takes two actions
//! to refute, perhaps of two workers, so that what each of them saw is put together at the end of the round.
//!
//! | assumption | checked | without it | file |
//! |---|---|---|---|
//! | `Guarded` | every access to memory that has a guard: the thread holds it | accesses to that memory end steps | `reduction/guarded.rs` |
//! | `PoolWorkersUnobserved`, `PoolsNeverStopped`, `TasksNeverCancelled`, `ResultsNeverOverwritten` | a thread is inside a method that does such a thing | operations of pools and tasks that rest on it end steps where they may be observed | `reduction/pool_assumptions.rs` |
//! | `OperationsUnobserved` | a thread is inside a method that may tell the halves of an operation apart | the class has no operations and guards nothing | `reduction/observers.rs` |
//! | `ThreadsNeverInterrupted` | a thread interrupts another one that is no idle worker | operations end steps where they ask for interrupts | `reduction/operations.rs` |
//! | `StreamsHandedOver` | an access to a part of a stream outside of its tasks, which other threads can reach | tasks of streams end steps | `reduction/library.rs` |
//! | `ThreadStatesUnobserved` | a thread asks what another one is doing, or code that is no synchroniser parks it | steps end after taking a monitor, and there are no operations | `machine/reduction.rs`, `reduction/operations.rs` |
//! | `ThreadEndsUnobserved` | an access to what another thread clears when it ends | threads begin and end with steps of their own | `reduction/library.rs`, `machine/visible.rs` |
//! | `NeverCollected` | `System.gc()` is called while several threads run | looking at a reference ends a step | `machine/reduction.rs` |
//! | `StaticFacts` | every call, beginning of a thread, access and monitor that is executed is among the facts | layers that need an analysis say nothing | `reduction/confirm.rs` |
//! | `AnalysisEnds` | before the search: the analysis passes as many objects as it may | as without `StaticFacts` | `heddle/project.rs` |
//! | `ThreadNumbersUnobserved` | a thread other than the main thread takes a number for a name or id, and the program looks at one | all threads count together, and taking a number ends a step | `machine/numbers.rs` |
//! | `TimeUnobserved` | two time stamps are compared or subtracted, but for a wait that wants to know how much of it is left | all threads share a clock, sleeping takes a step, and time may pass where a clock is read | `machine/elapsed/` |
//! | `MomentUnobserved` | something else than a difference is computed from a time stamp | there is a clock that shows moments, a part of the state | `machine/time.rs` |
//! | `NeverComparedWith`, `NeverApartBy` | an elapsed time is compared with a constant; two deadlines are compared | so much time may pass where a clock is read | `machine/elapsed/` |
//! | `InitializedAlike` | code of the program is called by an initialiser of the JDK, or one that asks for the default locale or time zone while the program changes these | the class is initialised as classes of the program are, on new machines | `machine/init.rs`, `heddle/check/mod.rs` |
//! | `StandardStreamsKept` | `System.setOut` or the like is called while several threads run | reading `System.out` and the like ends a step | `machine/visible.rs` |
//! | `StandardStreamsUnlocked` | the program's code takes the monitor of a standard stream | printing ends a step | `machine/monitor.rs` |
//!
//! The ledger lists what was given up, and a saved run carries it, because where steps end depends on it.
//!
//! That a search with longer steps sees every refutation of what it assumes is argued per assumption in
//! `docs/reductions.md`. In short: take a run of the program up to the first action that contradicts an assumption.
//! Before that action all assumptions held, so the actions that the search executes earlier than the run does commute with
//! those in between; the search has a run in which the same thread stands before the same action.
//!
//! To add an assumption: a value of [`SearchAssumption`], its words in the ledger (`report/text/ledger.rs`), a
//! call of `refute` where an action contradicts it, and a layer or a part of the machine that does without it after
//! `refine`. No layer keeps state between rounds, so nothing else has to change.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use heddle_machine::NumbersUse;
use heddle_verdict::SearchAssumption;

use crate::run::Explored;
use crate::watch::{Reason, Watch};

/// A worker of a search, as far as assumptions are concerned.
pub trait Assuming {
    /// Goes back to the initial state, for a round without the assumptions that rounds before have refuted.
    fn refine(&mut self, refuted: &BTreeSet<SearchAssumption>);

    /// What its steps have refuted since the round began.
    fn refuted(&self) -> &BTreeSet<SearchAssumption>;

    /// What its steps have done with the numbers of threads, in this round and before; nothing if the round does not
    /// assume anything about them.
    fn numbers_use(&self) -> NumbersUse;
}

/// What the rounds of a search have refuted so far.
pub struct Refinement {
    refuted: BTreeSet<SearchAssumption>,
}

impl Refinement {
    /// Begins without the assumptions that are known not to hold.
    pub fn without(refuted: &BTreeSet<SearchAssumption>) -> Self {
        Self { refuted: refuted.clone() }
    }

    /// Repeats a search until no assumption is refuted in it, or one that its machines cannot do without, or it is stopped. The search is told what was refuted before, for workers that it
    /// adds.
    pub fn until_confirmed<W: Assuming>(
        &mut self,
        workers: &mut Vec<W>,
        watch: &Watch,
        mut search: impl FnMut(&mut Vec<W>, &BTreeSet<SearchAssumption>) -> Explored,
    ) -> Explored {
        loop {
            workers.iter_mut().for_each(|worker| worker.refine(&self.refuted));
            let mut explored = search(workers, &self.refuted);
            explored.statistics.discarded = watch.discarded.load(Ordering::Relaxed);
            // It was made with others, which were confirmed.
            if explored.has_own_assumptions {
                return explored;
            }
            explored.refuted.clone_from(&self.refuted);
            let refuted = refuted_by(workers);
            if refuted.iter().any(SearchAssumption::decides_values) {
                explored.collected.forget_runs();
                watch.forget_violation();
            }
            let is_confirmed = refuted.is_empty();
            let needs_new_machines = refuted.iter().any(SearchAssumption::needs_new_machines);
            self.refuted.extend(refuted);
            if needs_new_machines {
                explored.refuted.clone_from(&self.refuted);
                return explored;
            }
            // A violation that is left is one whatever was assumed, and who stops a search gets what there is.
            if is_confirmed || watch.is_stopped() && !watch.stopped_by(Reason::Refuted) {
                return explored;
            }
            watch.begin_again();
        }
    }
}

/// What workers have refuted in this round, each for itself or together.
pub fn refuted_by<W: Assuming>(workers: &[W]) -> BTreeSet<SearchAssumption> {
    let mut refuted: BTreeSet<_> = workers.iter().flat_map(|worker| worker.refuted()).cloned().collect();
    let numbers = workers.iter().fold(NumbersUse::default(), |all, worker| all | worker.numbers_use());
    if numbers.shows_order() {
        refuted.insert(SearchAssumption::ThreadNumbersUnobserved);
    }
    refuted
}

#[cfg(test)]
mod tests {
    use heddle_machine::NumberUse;
    use heddle_verdict::Statistics;

    use super::*;
    use crate::findings::Collected;

    /// A worker whose search refutes these, in this order, one a round.
    struct Worker {
        to_refute: Vec<SearchAssumption>,
        refuted: BTreeSet<SearchAssumption>,
        told: Vec<usize>,
        numbers: NumbersUse,
    }

    impl Assuming for Worker {
        fn refine(&mut self, refuted: &BTreeSet<SearchAssumption>) {
            self.told.push(refuted.len());
            self.refuted.clear();
            if refuted.contains(&NUMBERS) {
                self.numbers = NumbersUse::default();
            }
        }

        fn refuted(&self) -> &BTreeSet<SearchAssumption> {
            &self.refuted
        }

        fn numbers_use(&self) -> NumbersUse {
            self.numbers
        }
    }

    fn worker(to_refute: &[SearchAssumption]) -> Worker {
        Worker { to_refute: to_refute.to_vec(), refuted: BTreeSet::new(), told: vec![], numbers: NumbersUse::default() }
    }

    fn search(workers: &mut [Worker], watch: &Watch) -> Explored {
        for worker in workers {
            if !worker.to_refute.is_empty() {
                worker.refuted.insert(worker.to_refute.remove(0));
                watch.stop(Reason::Refuted);
            }
        }
        Explored {
            collected: Collected::default(),
            statistics: Statistics::default(),
            bits: None,
            partial_deadlocks_sought: false,
            traps: false,
            tried: Vec::new(),
            refuted: BTreeSet::new(),
            has_own_assumptions: false,
        }
    }

    const STREAMS: SearchAssumption = SearchAssumption::StandardStreamsUnlocked;
    const POOLS: SearchAssumption = SearchAssumption::PoolsNeverStopped;
    const NUMBERS: SearchAssumption = SearchAssumption::ThreadNumbersUnobserved;

    fn numbering(taken_by_others: bool, looked_at: bool) -> Worker {
        let names = NumberUse { taken_by_others, looked_at };
        Worker { numbers: NumbersUse { names, ..NumbersUse::default() }, ..worker(&[]) }
    }

    #[test]
    fn workers_that_take_numbers_and_look_at_them_refute_together_and_what_they_found_does_not_count() {
        let mut workers = vec![numbering(true, false), numbering(false, true)];
        let watch = Watch::default();
        let mut rounds = 0;
        let explored = Refinement::without(&BTreeSet::new()).until_confirmed(&mut workers, &watch, |workers, _| {
            rounds += 1;
            if rounds == 1 {
                watch.stop(Reason::FirstViolation);
            }
            search(workers, &watch)
        });
        assert_eq!((rounds, explored.refuted), (2, [NUMBERS].into()));
        assert!(!watch.is_stopped());
    }

    #[test]
    fn a_search_that_is_cut_short_reports_nothing_that_was_found_with_numbers_of_no_jvm() {
        for (looked_at, outcomes) in [(true, 0), (false, 1)] {
            let watch = Watch::default();
            watch.stop(Reason::Time);
            let mut workers = vec![numbering(true, looked_at)];
            let explored = Refinement::without(&BTreeSet::new()).until_confirmed(&mut workers, &watch, |workers, _| {
                let collected = Collected { stuck: vec![vec!["Thread-0".into()]], ..Collected::default() };
                Explored { collected, ..search(workers, &watch) }
            });
            assert_eq!(explored.collected.stuck.len(), outcomes);
            assert!(watch.stopped_by(Reason::Time));
        }
    }

    #[test]
    fn rounds_are_repeated_until_none_refutes_anything_and_all_workers_know_all() {
        let guard = SearchAssumption::Guarded { memory: "A.f".into() };
        let mut workers = vec![worker(&[STREAMS, guard.clone()]), worker(&[POOLS])];
        let watch = Watch::default();
        let mut refinement = Refinement::without(&BTreeSet::new());
        let explored = refinement.until_confirmed(&mut workers, &watch, |workers, _| search(workers, &watch));
        assert_eq!(explored.refuted, [STREAMS, POOLS, guard].into());
        assert!(workers.iter().all(|worker| worker.told == [0, 2, 3]));
        assert!(!watch.is_stopped());
    }

    #[test]
    fn the_result_of_a_stopped_round_says_what_that_round_began_without() {
        let mut workers = vec![worker(&[STREAMS])];
        let watch = Watch::default();
        watch.stop(Reason::FirstViolation);
        let mut refinement = Refinement::without(&[POOLS].into());
        let explored = refinement.until_confirmed(&mut workers, &watch, |workers, _| search(workers, &watch));
        assert_eq!(explored.refuted, [POOLS].into());
        // The next round of the same search knows.
        let watch = Watch::default();
        let explored = refinement.until_confirmed(&mut workers, &watch, |workers, _| search(workers, &watch));
        assert_eq!(explored.refuted, [POOLS, STREAMS].into());
    }
}
