//! A violation with the fewest context switches: searches again under a bound on contexts that
//! grows by one until the violation shows. Every such search is small, because a violation
//! needs few switches in practice (Musuvathi and Qadeer, PLDI 2007).
//!
//! The search has one worker and a fixed order, so the result does not depend on how the violation
//! was found first.

use heddle_verdict::Violation;

use crate::path::Path;
use crate::search::resumable::Search;
use crate::settings::{Bound, OrderKind, Settings};
use crate::watch::Watch;

/// The store keeps costs in eight bits.
const MOST_CONTEXTS: u32 = 200;
/// Work that all rounds together may do: some 400,000 steps.
const BUDGET: u64 = 13_000_000;

/// The watch of such a search for violations that were found by runs of this length. Runs that are much longer are not
/// tried, since the program may have infinite ones.
pub fn watch_of_shortening(length: usize, max_depth: Option<u64>) -> Watch {
    let longest = 2 * length as u64 + 20;
    Watch::new(None, Some(max_depth.map_or(longest, |depth| depth.min(longest))))
}

/// The violations of `keys` at the fewest switches, or any violation if there are no keys. Those
/// that do not show within the budget, or before the watch is stopped, are left out.
pub fn shorten(path: &mut Path<'_>, keys: &[String], settings: &Settings, watch: &Watch) -> Vec<Violation> {
    let any = keys.is_empty();
    let settings =
        Settings { order: OrderKind::DepthFirst, all: !any, outcomes: false, livelock: false, ..settings.clone() };
    let mut found: Vec<Violation> = Vec::new();
    let mut spent = 0;
    for contexts in 1..=MOST_CONTEXTS {
        watch.begin_round();
        let mut search = Search::new(Settings { bound: Bound::Contexts(contexts), ..settings.clone() }, 1, watch);
        search.go_on(std::slice::from_mut(path), Some(BUDGET - spent));
        spent += search.share.work();
        let goes_further = search.is_over() && search.is_pruned();
        let collected = search.findings.collect();
        // A warning that shows earlier is not what is searched for.
        let new = collected.violations.into_iter();
        found.extend(
            new.filter(|violation| any || keys.contains(&violation.key))
                .filter(|violation| !found.iter().any(|other: &Violation| other.key == violation.key))
                .collect::<Vec<_>>(),
        );
        let complete = if any { !found.is_empty() } else { found.len() == keys.len() };
        if complete || !goes_further || spent >= BUDGET {
            break;
        }
    }
    found
}
