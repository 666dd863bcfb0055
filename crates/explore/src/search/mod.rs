//! THE loop: take a state, ask for its choices, step, look, remember. What comes next is decided by
//! an [`Order`], one file each; what is looked for, by the properties; what is remembered, by the
//! store.

pub mod bfs;
pub mod dfs;
pub mod fair;
pub mod open;
pub mod pct;
pub mod pool;
pub mod random;
pub mod trail;

use heddle_machine::{Fingerprint, StepEnd, Stop};
use heddle_verdict::{Choice, Limit};

use crate::findings::Findings;
use crate::path::Path;
use crate::property::Properties;
use crate::store::{Seen, Store};
use crate::watch::{Reason, Tally, Watch};

/// A search order.
pub trait Order {
    /// The path stands at a state with these choices, which are to be taken some time.
    fn add(&mut self, path: &Path<'_>, choices: &[Choice]);

    /// Moves the path to a state and gives the choice to take there; `None` at the end.
    fn next(&mut self, path: &mut Path<'_>) -> Option<Choice>;

    /// The path stands at a state that is about to be looked up in the store.
    fn approach(&mut self, _fingerprint: Fingerprint) {}

    /// The path stands at a state that has been seen before, which is not gone on from.
    fn meet(&mut self, _path: &Path<'_>) {}

    /// The path stands at a state without choices.
    fn end(&mut self, _path: &Path<'_>) {}

    /// How many choices are still to be taken.
    fn waiting(&self) -> usize {
        0
    }

    /// Whether to go on from states that have been seen before.
    fn revisits(&self) -> bool {
        false
    }
}

/// Explores from the state that the path stands at, until the order has nothing left or the watch
/// says stop. Everything that is found goes to `findings`.
pub fn search(
    path: &mut Path<'_>,
    order: &mut dyn Order,
    store: &Store,
    properties: &mut Properties,
    findings: &Findings<'_>,
    watch: &Watch,
) {
    let mut choices = Vec::new();
    let mut tally = Tally::new(watch);
    while let Some(choice) = order.next(path) {
        if tally.is_due() {
            watch.note_waiting(order.waiting());
        }
        if !tally.count_step(path.depth()) {
            break;
        }
        let end = path.step(choice);
        if path.refuted().any() {
            watch.stop(Reason::Refuted);
        }
        properties.after_step(path, findings);
        if let StepEnd::Stop(stop) = end {
            if matches!(stop, Stop::Exit(_)) {
                properties.at_end(path, findings);
            }
            end_of_run(path, stop, findings, &mut tally);
            continue;
        }
        let seen = store.insert(path, |fingerprint| order.approach(fingerprint));
        tally.count_state(seen);
        if seen == Seen::Known && !order.revisits() {
            order.meet(path);
            continue;
        }
        path.enabled(&mut choices);
        properties.at_state(path, &choices, seen, findings);
        if path.may_stay(&choices) {
            tally.count_end(seen);
        }
        if choices.is_empty() {
            order.end(path);
            continue;
        }
        if watch.max_depth.is_some_and(|limit| path.depth() as u64 >= limit) {
            findings.limit(Limit::Depth(path.depth() as u64));
            continue;
        }
        if path.apply_bound(&mut choices) {
            findings.prune();
        }
        order.add(path, &choices);
    }
}

/// The initial state is new, is looked at like any other, and has its choices explored.
pub fn start(
    path: &mut Path<'_>,
    order: &mut dyn Order,
    store: &Store,
    properties: &mut Properties,
    findings: &Findings<'_>,
    watch: &Watch,
) {
    let seen = store.insert(path, |fingerprint| order.approach(fingerprint));
    Tally::new(watch).count_state(seen);
    let mut choices = Vec::new();
    path.enabled(&mut choices);
    properties.at_state(path, &choices, seen, findings);
    order.add(path, &choices);
}

fn end_of_run(path: &mut Path<'_>, stop: Stop, findings: &Findings<'_>, tally: &mut Tally<'_>) {
    match stop {
        Stop::Exit(code) => {
            let key = path.machine.fingerprint();
            tally.count_end(findings.exit(path, code, key));
        }
        Stop::Unsupported(what) => findings.unsupported(path, what),
        Stop::Limit(what) => findings.limit(Limit::Machine(what)),
        Stop::Ignore => {}
    }
}
