//! Checks reductions against their definition that say more than that single actions are independent
//! (`independence.rs` has the others): what a run leads to that such a layer leaves out is what a run leads to that it keeps.
//!
//! These layers take several actions of a thread for one, hold a thread back that would have to wait, or trust the JDK that
//! its accesses are ordered. So runs are left out in which others act in between, or in which the thread goes on all the same.
//! In states of a search with such a layer alone, each thread makes its next actions one by one, as if there were no
//! layer. From every state in between the program is run to its ends with the layer, in all ways, others going first among
//! them; each end has to be one to which the layer leads from the state before, unless an assumption is refuted, which
//! takes the layer's word back. Ends are told apart as outcomes are: by what was printed, how the program ended and who is left waiting.

use std::collections::BTreeSet;

use heddle_machine::{Fingerprint, StepEnd, Stop};
use heddle_verdict::{Choice, ReductionKind, Semantics};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::independence::{Broken, Effort, Tried};
use crate::interchange::check_symmetry;
use crate::path::Path;
use crate::reduction::{self, Knowledge};

/// How a run ended.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct End {
    how: String,
    printed: Vec<(bool, Vec<u8>)>,
    waiting: Vec<String>,
}

/// The most actions of a block that are tried one by one.
const LONGEST: usize = 60;

/// Tries each of these layers by itself. The machine of the path has no reduction installed, and what is printed
/// is part of its states.
pub fn check_blocks<'p>(
    path: &mut Path<'p>,
    semantics: &Semantics,
    knowledge: Option<&Knowledge>,
    effort: Effort,
) -> Result<Tried, Broken> {
    let mut tried = Tried::default();
    for (kind, layer) in reduction::blocks(path.machine.program, semantics, knowledge) {
        path.machine.set_reduction(layer);
        let result = check_layer(path, kind, effort, tried.entry(kind).or_default());
        path.machine.remove_reduction();
        result?;
    }
    for layers in reduction::symmetries(path.machine.program, semantics, knowledge) {
        path.machine.set_reduction(layers);
        let result = check_symmetry(path, Effort { states: effort.states * 10, ..effort });
        path.machine.remove_reduction();
        let tried = tried.entry(ReductionKind::Symmetry).or_default();
        let (states, same) = result?;
        *tried = (tried.0 + states, tried.1 + same);
    }
    Ok(tried)
}

fn check_layer(
    path: &mut Path<'_>,
    kind: ReductionKind,
    effort: Effort,
    tried: &mut (usize, usize),
) -> Result<(), Broken> {
    let (mut seen, mut todo) = (FxHashSet::default(), vec![Vec::new()]);
    // By instruction, and whether the layer lets the thread go on there.
    let mut tries: FxHashMap<(u32, u32, bool), usize> = FxHashMap::default();
    let start = path.depth();
    let mut choices = Vec::new();
    while let Some(way) = todo.pop() {
        path.back_to(start);
        path.refuted.clear();
        let is_done = |choice: &Choice| path.step(*choice) == StepEnd::Done;
        if !way.iter().all(is_done) || !path.refuted.is_empty() {
            continue;
        }
        if seen.len() >= effort.states || !seen.insert(path.machine.fingerprint()) {
            continue;
        }
        path.enabled(&mut choices);
        todo.extend(choices.iter().map(|&choice| [&way[..], &[choice]].concat()));
        let kept = choices.clone();
        let layer = path.machine.reduction.take();
        path.enabled(&mut choices);
        path.machine.reduction = layer;
        let mut threads: Vec<_> = choices.iter().map(|choice| choice.thread).collect();
        threads.dedup();
        if threads.len() < 2 {
            continue;
        }
        let mut ends = None;
        for choice in choices.clone() {
            let Some(frame) = path.machine.state.threads[usize::from(choice.thread.0)].frames.last() else { continue };
            let is_kept = kept.contains(&choice);
            let tries = tries.entry((frame.method.0, frame.pc, is_kept)).or_default();
            if *tries >= effort.tries {
                continue;
            }
            *tries += 1;
            let Some(ends) = ends.get_or_insert_with(|| all_ends(path, effort.beyond)) else { break };
            tried.0 += 1;
            // Where the block leads to, if the layer lets the thread go on at all.
            let depth = path.depth();
            let goes_on = is_kept && path.step(choice) == StepEnd::Done;
            let whole = goes_on.then(|| path.machine.fingerprint());
            path.back_to(depth);
            tried.1 += along_block(path, kind, choice, whole, effort, ends)?;
        }
    }
    path.back_to(start);
    Ok(())
}

/// Lets a thread make the actions of a block one by one, up to the state that the whole leads to, and compares to which ends each state
/// in between leads. Gives how many there were.
fn along_block(
    path: &mut Path<'_>,
    kind: ReductionKind,
    first: Choice,
    whole: Option<Fingerprint>,
    effort: Effort,
    ends: &BTreeSet<End>,
) -> Result<usize, Broken> {
    let depth = path.depth();
    let mut inside = 0;
    let mut next = first;
    for _ in 0..LONGEST {
        let layer = path.machine.reduction.take();
        let end = path.step(next);
        path.machine.reduction = layer;
        if end != StepEnd::Done || whole == Some(path.machine.fingerprint()) || !path.refuted.is_empty() {
            break;
        }
        inside += 1;
        let Some(found) = all_ends(path, effort.beyond) else { break };
        if let Some(other) = found.difference(ends).next() {
            let action = crate::describe::stack(&path.machine, usize::from(first.thread.0));
            return Err(Broken {
                kind,
                action: action.first().map(ToString::to_string).unwrap_or_default(),
                other: format!("{other:?} is none of {ends:?}"),
                schedule: path.choices().to_vec(),
            });
        }
        let mut choices = Vec::new();
        let layer = path.machine.reduction.take();
        path.enabled(&mut choices);
        path.machine.reduction = layer;
        choices.retain(|choice| choice.thread == first.thread);
        // What the thread chooses there is its own next step.
        let [only] = choices[..] else { break };
        next = only;
    }
    path.refuted.clear();
    path.back_to(depth);
    Ok(inside)
}

/// All ways in which the program ends from here on, with the layer that is installed; none if there are too many states, or it
/// refutes its assumptions.
fn all_ends(path: &mut Path<'_>, most: usize) -> Option<BTreeSet<End>> {
    let depth = path.depth();
    let mut ends = BTreeSet::new();
    let mut seen = FxHashSet::default();
    let mut todo: Vec<(usize, Option<Choice>)> = vec![(depth, None)];
    let mut choices = Vec::new();
    let mut complete = true;
    while let Some((at, choice)) = todo.pop() {
        path.back_to(at);
        let end = choice.map_or(StepEnd::Done, |choice| path.step(choice));
        complete &= path.refuted.is_empty() && seen.len() < most && !matches!(end, StepEnd::Cut);
        if !complete {
            break;
        }
        if let StepEnd::Stop(stop) = end {
            complete &= !matches!(stop, Stop::Unsupported(_) | Stop::Limit(_));
            ends.insert(describe(path, format!("{stop:?}")));
            continue;
        }
        if !seen.insert(path.machine.fingerprint()) {
            continue;
        }
        path.enabled(&mut choices);
        if choices.is_empty() {
            ends.insert(describe(path, "no choice".into()));
        }
        let at = path.depth();
        todo.extend(choices.iter().map(|&choice| (at, Some(choice))));
    }
    path.back_to(depth);
    path.refuted.clear();
    complete.then_some(ends)
}

fn describe(path: &mut Path<'_>, how: String) -> End {
    let machine = &mut path.machine;
    let printed = machine.state.output.iter().map(|output| (output.stderr, output.bytes.to_vec())).collect();
    let left: Vec<usize> = machine.live_threads().collect();
    let waiting = left.into_iter().map(|t| crate::describe::thread_name(machine, t)).collect();
    End { how, printed, waiting }
}
