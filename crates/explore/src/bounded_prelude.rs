//! The bounded prelude: searches with small bounds before a large state space is searched as a whole.
//!
//! A depth-first search changes the end of a run first and may spend hours on runs that differ in
//! details of one corner. Most violations need few preemptions (Musuvathi and Qadeer, PLDI 2007). So
//! if a program turns out not to be small, searches with one, two and three preemptions and some
//! random priorities get a few seconds each; then the whole search begins. A violation that they find
//! is one of the program; that they find none says nothing.

use crate::path::Path;
use crate::refine::Refinement;
use crate::run::{Explored, round};
use crate::settings::{Bound, OrderKind, Settings};
use crate::watch::{Reason, Watch};

/// Steps after which a program is not small.
const SMALL: u64 = 150_000;
/// Bounds on preemptions, with the steps that each may take.
const BOUNDED: [(u32, u64); 3] = [(1, 200_000), (2, 500_000), (3, 500_000)];
/// Steps of all runs with random priorities, and runs that are too many for them.
const SAMPLED: u64 = 300_000;
const WALKS: u64 = 1_000_000;

/// The result of the whole search if the program is small, or a violation; `None` if the whole
/// search has yet to be made. Does nothing unless it is asked for one violation in any order.
pub fn bounded_prelude(
    paths: &mut [Path<'_>],
    settings: &Settings,
    refinement: &mut Refinement,
    watch: &Watch,
) -> Option<Explored> {
    let whole = settings.order == OrderKind::DepthFirst && settings.bound == Bound::None;
    let semantics = &settings.semantics;
    let free = settings.max_states.is_none() && semantics.platform.is_none() && !semantics.granularity.is_single();
    if !whole || !free || settings.all {
        return None;
    }
    watch.begin_round(Some(SMALL));
    // One worker alone knows at the end that nobody is stuck, which several have to search for.
    let begun = refinement.until_confirmed(&mut paths[..1], watch, |paths| round(paths, settings, Bound::None, watch));
    if !watch.is_paused() {
        return Some(begun);
    }
    let quick = Settings { livelock: false, ..settings.clone() };
    let pct = OrderKind::Pct { seed: 0, walks: WALKS, depth: 3 };
    let bounded = BOUNDED.map(|(preemptions, steps)| (OrderKind::DepthFirst, Bound::Preemptions(preemptions), steps));
    for (order, bound, steps) in bounded.into_iter().chain([(pct, Bound::None, SAMPLED)]) {
        watch.begin_round(Some(steps));
        let bounded = Settings { order, ..quick.clone() };
        let explored = refinement.until_confirmed(paths, watch, |paths| round(paths, &bounded, bound, watch));
        if watch.stopped_by(Reason::FirstViolation) {
            return Some(explored);
        }
        // Whoever stops the search wants to know how far the whole one came.
        if watch.is_stopped() && !watch.is_paused() {
            return Some(begun);
        }
    }
    None
}
