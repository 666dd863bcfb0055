//! A search on several processes: what one of them does. How messages get from one to another, and when all is done, is for
//! whoever brings the processes together (the crate `cluster`); here a message is bytes and a process a number.
//!
//! Each state belongs to one process, which follows from the state (`partition.rs`). A process searches its own states depth first. A step that
//! leads to a state of another one sends that there, with its fingerprint, as bytes against the base image; whoever it belongs to drops it or goes
//! on from it (`member.rs`). Each process keeps how it came to the states that it has sent, so that the run to a violation
//! can be put together across processes (`log.rs`).
//!
//! Numbers in states and fingerprints depend on the order in which classes were loaded. So all processes begin with the same
//! runs: one worker's first part of the search ([`prepare`]), which each of them does by itself and alike. From then on no process may load anything
//! new. Where a step does, the round is over for all, and all begin again in machines that execute that run first
//! ([`Summary::growth`]). A round that refutes an assumption is over for all as well, and the next one assumes less.
//!
//! What is not here: bounds on switching, whole states, sampling, infinite runs, limits of depth ([`Settings::against_spreading`]).

mod log;
mod member;
mod partition;
mod summary;

use std::collections::BTreeSet;

use heddle_verdict::SearchAssumption;

use crate::path::{Growth, Path};
use crate::refine::Refinement;
use crate::run::{Explored, conclude};
use crate::search::resumable::Search;
use crate::settings::{Beside, Bound, OrderKind, Settings, StoreKind};
use crate::watch::{Reason, Watch};
pub use member::{Member, Travelled};
pub use partition::Partition;
pub use summary::{Decision, Summary, decide};

/// What all processes have to know before they exchange states.
#[derive(Clone, Debug)]
pub struct Basis {
    /// What does not hold.
    pub refuted: BTreeSet<SearchAssumption>,
    /// The runs that loaded something new.
    pub growth: Vec<Growth>,
}

impl Settings {
    /// The same search on several processes.
    pub fn spread(self) -> Self {
        Self { jobs: 1, beside: Beside::Never, ..self }
    }

    /// What does not go with several processes, and why; `None` if the search does.
    pub fn against_spreading(&self) -> Option<(&'static str, &'static str)> {
        let refused = [
            (self.order != OrderKind::DepthFirst, "--search", "processes search depth first"),
            (
                self.bound != Bound::None,
                "a bound on switching",
                "what a run has cost so far does not travel with its states",
            ),
            (self.temporal.is_some(), "--ltl", "infinite runs are searched for by one worker"),
            (self.livelock, "--livelock", "cycles are searched for by one worker"),
            (self.store == StoreKind::Exact, "--exact", "processes tell states apart by their fingerprints"),
            (self.audit, "--audit", "an audit compares states of one process"),
            (self.max_depth.is_some(), "--max-depth", "how deep a state is depends on who came to it first"),
            (
                self.semantics.platform.is_some(),
                "--platform",
                "what a scheduler of a platform knows does not travel with states",
            ),
        ];
        refused.iter().find(|(given, ..)| *given).map(|&(_, option, why)| (option, why))
    }
}

/// Searches by itself until there is no more, or so much work is done. All processes do the same, so that afterwards they know the same. What was
/// found is the whole if there was no more and nothing has stopped the search that does not stop all others alike.
pub fn prepare(paths: &mut Vec<Path<'_>>, settings: &Settings, watch: &Watch, work: u64) -> (Basis, Option<Explored>) {
    paths[0].keep_growth();
    watch.begin_round();
    let mut known = settings.semantics.refuted.clone();
    let mut is_over = true;
    let explored = Refinement::without(&known.clone()).until_confirmed(paths, watch, |paths, refuted| {
        known.clone_from(refuted);
        let mut search = Search::alone(settings.clone(), watch);
        search.go_on(paths, Some(work));
        is_over = !search.is_paused();
        if is_over { conclude(search, paths, watch) } else { Explored::nothing() }
    });
    let is_alike = !watch.is_stopped() || watch.stopped_by(Reason::FirstViolation) || watch.stopped_by(Reason::States);
    let growth = paths[0].take_growth();
    (Basis { refuted: known, growth }, (is_over && is_alike).then_some(explored))
}

/// The same for a machine that begins again: it executes the runs that loaded something new.
pub fn learn(path: &mut Path<'_>, basis: &Basis) {
    path.grow_as_far_as_possible(&basis.growth);
}
