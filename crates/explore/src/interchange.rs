//! Checks `symmetry` against its definition: states that count as the same have the same future. In states of a search that tells all
//! threads apart, those with the same symmetric fingerprint have to have as many choices, and these have to lead to the same
//! states again, each as often (a bisimulation, and more: an isomorphism takes choices to choices).

use std::collections::VecDeque;

use heddle_machine::{Fingerprint, Machine, StepEnd};
use heddle_verdict::{Choice, ReductionKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::independence::{Broken, Effort};
use crate::path::Path;

/// What can come next: where steps lead to, or how the run ends.
type Future = Vec<(Option<Fingerprint>, String)>;

/// Compares states that count as the same, with the layers that are installed. Gives how many states there were, and how many of them count as
/// the same as another one. A state in which threads wait until nobody else can move is not compared: which of them goes on then does not
/// matter, and need not be the same.
pub fn check_symmetry(path: &mut Path<'_>, effort: Effort) -> Result<(usize, usize), Broken> {
    let mut known: FxHashMap<Fingerprint, (Future, Vec<Choice>)> = FxHashMap::default();
    let mut seen = FxHashSet::default();
    let (start, mut same) = (path.depth(), 0);
    // Breadth first: threads change places early in a run.
    let mut todo: VecDeque<Vec<Choice>> = VecDeque::from([Vec::new()]);
    let mut choices = Vec::new();
    while let Some(way) = todo.pop_front() {
        path.back_to(start);
        let end = way.iter().fold(StepEnd::Done, |_, &choice| path.step(choice));
        if !path.refuted.is_empty() || seen.len() >= effort.states {
            break;
        }
        if end != StepEnd::Done || !seen.insert(path.machine.fingerprint()) {
            continue;
        }
        let state = path.machine.symmetric_fingerprint();
        path.enabled(&mut choices);
        todo.extend(choices.iter().map(|&choice| [&way[..], &[choice]].concat()));
        if choices.iter().any(|choice| path.machine.waits_before(choice.thread.index())) {
            continue;
        }
        // What a run is the first to initialise or to link is there for all others.
        self::future(path, &choices);
        let future = self::future(path, &choices);
        if !path.refuted.is_empty() {
            break;
        }
        match known.get(&state) {
            None => {
                known.insert(state, (future, path.choices().to_vec()));
            }
            Some((other, _)) if *other == future => same += 1,
            Some((other, schedule)) => {
                return Err(Broken {
                    kind: ReductionKind::Symmetry,
                    action: format!("{} {schedule:?} {other:?}", describe(&path.machine)),
                    other: format!("{future:?}"),
                    schedule: path.choices().to_vec(),
                });
            }
        }
    }
    path.refuted.clear();
    path.back_to(start);
    Ok((seen.len(), same))
}

fn future(path: &mut Path<'_>, choices: &[Choice]) -> Future {
    let depth = path.depth();
    let mut future: Future = Vec::new();
    for &choice in choices {
        let end = path.step(choice);
        let next = (end == StepEnd::Done).then(|| path.machine.symmetric_fingerprint());
        let uncaught = path.newly_uncaught().len();
        future.push((next, format!("{end:?} {uncaught}")));
        path.back_to(depth);
    }
    future.sort();
    future
}

fn describe(machine: &Machine<'_>) -> String {
    let live: Vec<usize> = machine.live_threads().collect();
    let stacks = live.into_iter().map(|t| {
        let stack = crate::describe::stack(machine, t);
        stack.iter().map(ToString::to_string).collect::<Vec<_>>().join(" < ")
    });
    stacks.collect::<Vec<_>>().join(" | ")
}
