//! A search that is written down now and then, and gone on with by another process.
//!
//! It is the search of the whole state space, depth first, by one worker, with nothing beside it: such a search does the same every
//! time, so that one that was killed and gone on with visits what one that was not visits, and concludes the same.
//!
//! A checkpoint holds
//! - where the search stands in its round: the run that it is in and the choices still to be taken along it, as choices, what it has put
//!   off, found and counted, and what it knows of the states on its way ([`Position`]);
//! - the fingerprints of the states that it has visited;
//! - what the round does not assume;
//! - and the runs at whose ends the machine got to know something that stepping back does not take away ([`Growth`]): classes that
//!   were loaded, objects of the class library that were made, what the report will say that runs depended on.
//!
//! Fingerprints are made of the numbers of classes, methods and permanent objects, which depend on the order of loading. So another
//! process first executes those runs, in their order, and what it knows then has to be numbered as it was ([`Machine::hash_of_tables`]).
//! That is why there is one worker: two would load classes in an order that nobody can repeat.

use heddle_machine::Machine;
use heddle_verdict::SearchAssumption;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

use crate::path::{Growth, Path};
use crate::refine::Refinement;
use crate::run::{Explored, conclude};
use crate::search::resumable::{Position, Search};
use crate::settings::{Beside, Bound, OrderKind, Settings, StoreKind};
use crate::store::Fingerprints;
use crate::watch::{Reason, Watch};

/// Where a search stands, but for what it has visited.
#[derive(Serialize, Deserialize)]
pub struct Checkpoint {
    refuted: BTreeSet<SearchAssumption>,
    growth: Vec<Growth>,
    tables: u64,
    position: Position,
}

/// Why a search cannot be gone on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unresumable {
    #[error("the runs that it has to begin with are not possible any more")]
    Runs,
    #[error("classes are loaded in another order than before")]
    Order,
    #[error("the run that it was in leads to another state than before")]
    State,
}

impl Settings {
    /// The same search so that it can be written down.
    pub fn kept(self) -> Self {
        Self { jobs: 1, beside: Beside::Never, ..self }
    }

    /// What cannot be written down, and why; `None` if the search can.
    pub fn against_checkpoints(&self) -> Option<(&'static str, &'static str)> {
        let refused = [
            (self.order != OrderKind::DepthFirst, "--search", "what is written down is a depth-first search"),
            (self.bound != Bound::None, "a bound on switching", "what it forbids for now is not written down"),
            (self.temporal.is_some(), "--ltl", "the search for infinite runs cannot be left and gone on with"),
            (self.store == StoreKind::Exact, "--exact", "only fingerprints are written down"),
            (self.audit, "--audit", "what an audit compares with is not written down"),
        ];
        refused.iter().find(|(given, ..)| *given).map(|&(_, option, why)| (option, why))
    }
}

/// Explores from the initial state, or from where a checkpoint says, and calls `keep` with checkpoints: when the watch asks for a pause,
/// and when it has been stopped before the end.
pub fn explore_kept<'p>(
    machine: Machine<'p>,
    settings: &Settings,
    watch: &Watch,
    from: Option<(Checkpoint, Fingerprints)>,
    keep: &mut dyn FnMut(&Checkpoint, &Fingerprints),
) -> Result<(Explored, Vec<Path<'p>>), Unresumable> {
    let mut path = Path::on(settings.semantics.platform.as_ref(), machine, settings.bound);
    path.keep_growth();
    let mut refuted = settings.semantics.refuted.clone();
    if let Some((checkpoint, _)) = &from {
        refuted.clone_from(&checkpoint.refuted);
    }
    watch.begin_round();
    let mut paths = vec![path];
    let (mut from, mut failure) = (from, None);
    let explored = Refinement::without(&refuted).until_confirmed(&mut paths, watch, |paths, refuted| {
        let going_on =
            from.take().map(|(checkpoint, visited)| resumed(checkpoint, visited, settings, watch, &mut paths[0]));
        let mut search = match going_on.transpose() {
            Ok(search) => search.unwrap_or_else(|| Search::alone(settings.clone(), watch)),
            Err(why) => {
                failure = Some(why);
                watch.stop(Reason::Interrupted);
                return conclude(Search::alone(settings.clone(), watch), paths, watch);
            }
        };
        loop {
            search.go_on(paths, None);
            // Nothing is gone on with after what was found or refuted; and refutations end the round before long.
            let may_go_on = !watch.stopped_by(Reason::FirstViolation)
                && !watch.stopped_by(Reason::Refuted)
                && paths[0].refuted.is_empty();
            if may_go_on
                && (search.is_paused() || watch.is_stopped() && !search.is_over())
                && let Some((position, visited)) = search.position(&mut paths[0])
            {
                let growth = paths[0].growth().to_vec();
                let tables = paths[0].machine.hash_of_tables();
                keep(&Checkpoint { refuted: refuted.clone(), growth, tables, position }, visited);
            }
            if !search.is_paused() || watch.is_stopped() {
                return conclude(search, paths, watch);
            }
        }
    });
    failure.map_or(Ok((explored, paths)), Err)
}

/// The search of a checkpoint, once the machine knows what the other one knew.
fn resumed<'w>(
    checkpoint: Checkpoint,
    visited: Fingerprints,
    settings: &Settings,
    watch: &'w Watch,
    path: &mut Path<'_>,
) -> Result<Search<'w>, Unresumable> {
    let Checkpoint { refuted: _, growth, tables, position } = checkpoint;
    if !path.grow(growth) {
        return Err(Unresumable::Runs);
    }
    if path.machine.hash_of_tables() != tables {
        return Err(Unresumable::Order);
    }
    Search::going_on(settings.clone(), watch, position, visited, path).ok_or(Unresumable::State)
}
