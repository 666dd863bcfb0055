//! A violation with the fewest context switches: searches again under a bound on contexts that
//! grows by one until the violation shows. Every such search is small, because a violation
//! needs few switches in practice (Musuvathi and Qadeer, PLDI 2007).
//!
//! The search has one worker and a fixed order, so the result does not depend on how the violation
//! was found first.

use heddle_verdict::Violation;

use crate::findings::Findings;
use crate::path::Path;
use crate::run::work;
use crate::settings::{Bound, OrderKind, Settings};
use crate::store::store;
use crate::watch::{Reason, Watch};

/// The store keeps costs in eight bits.
const MOST_CONTEXTS: u32 = 200;
/// Steps that all rounds together may take.
const BUDGET: u64 = 400_000;

/// The violations of `keys` at the fewest switches, or any violation if there are no keys. Those
/// that do not show within the budget are left out.
pub fn shorten(path: &mut Path<'_>, keys: &[String], settings: &Settings, outer: &Watch) -> Vec<Violation> {
    let any = keys.is_empty();
    let settings =
        Settings { order: OrderKind::DepthFirst, all: !any, outcomes: false, livelock: false, ..settings.clone() };
    let mut found: Vec<Violation> = Vec::new();
    let mut spent = 0;
    for contexts in 1..=MOST_CONTEXTS {
        let watch = Watch::new(None, settings.max_depth).with_budget(BUDGET - spent);
        let bound = Bound::Contexts(contexts);
        path.restart(bound);
        let store = store(settings.store, true);
        let findings = Findings::new(&settings, &watch);
        work(std::slice::from_mut(path), &settings, &*store, &findings, &watch);
        let collected = findings.collect();
        let new = collected.violations.into_iter().chain(collected.warnings);
        found.extend(
            new.filter(|violation| any || keys.contains(&violation.key))
                .filter(|violation| !found.iter().any(|other: &Violation| other.key == violation.key))
                .collect::<Vec<_>>(),
        );
        spent += watch.statistics().transitions;
        let complete = if any { !found.is_empty() } else { found.len() == keys.len() };
        if complete || !collected.pruned || spent >= BUDGET || outer.stopped_by(Reason::Interrupted) {
            break;
        }
    }
    found
}
