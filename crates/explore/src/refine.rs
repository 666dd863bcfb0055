//! The refinement loop: a search assumes what makes steps longer, checks it while it searches, and begins again
//! without what a run refuted, until a round refutes nothing.
//!
//! Every assumption is a value of [`SearchAssumption`]. In a round it either holds for all workers or for none:
//! it is fixed when the round begins ([`Path::refine`]) and is no setting of the machine. A step that contradicts one
//! says so ([`heddle_machine::Machine::refute`]), goes on as it would have, and is the last of the round.
//!
//! | assumption | checked | without it | file |
//! |---|---|---|---|
//! | `Guarded` | every access to memory that has a guard: the thread holds it | accesses to that memory end steps | `reduction/guarded.rs` |
//! | `PoolWorkersUnobserved`, `PoolsNeverStopped`, `TasksNeverCancelled`, `ResultsNeverOverwritten` | a thread is inside a method that does such a thing | operations of pools and tasks that rest on it end steps where they may be observed | `reduction/pool_assumptions.rs` |
//! | `ThreadEndsUnobserved` | an access to what another thread clears when it ends | threads begin and end with steps of their own | `reduction/library.rs` |
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
//! `refine`. Static facts would be one more: executing a method, a call edge, an allocation or an access that
//! they do not contain refutes them, and the layers that rest on them ([`crate::reduction::table::Needs`]) answer
//! `Unknown` from then on. No layer keeps state between rounds, so nothing else has to change.

use std::collections::BTreeSet;

use heddle_verdict::SearchAssumption;

use crate::path::Path;
use crate::run::Explored;
use crate::watch::{Reason, Watch};

/// What the rounds of a search have refuted so far.
pub struct Refinement {
    refuted: BTreeSet<SearchAssumption>,
}

impl Refinement {
    /// Begins without the assumptions that are known not to hold.
    pub fn without(refuted: &BTreeSet<SearchAssumption>) -> Self {
        Self { refuted: refuted.clone() }
    }

    /// Repeats a search until no assumption is refuted in it, or it is stopped.
    pub fn until_confirmed<'p>(
        &mut self,
        paths: &mut [Path<'p>],
        watch: &Watch,
        mut search: impl FnMut(&mut [Path<'p>]) -> Explored,
    ) -> Explored {
        loop {
            paths.iter_mut().for_each(|path| path.refine(&self.refuted));
            let explored = Explored { refuted: self.refuted.clone(), ..search(paths) };
            let is_confirmed = paths.iter().all(|path| path.refuted().is_empty());
            self.refuted.extend(paths.iter().flat_map(Path::refuted).cloned());
            // A violation is one whatever was assumed, and who stops a search gets what there is.
            if is_confirmed || watch.is_stopped() && !watch.stopped_by(Reason::Refuted) {
                return explored;
            }
            paths.iter_mut().for_each(|path| path.back_to(0));
            watch.begin_again();
        }
    }
}
