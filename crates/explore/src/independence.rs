//! Checks reductions against their definition, not against verdicts: what a layer calls independent has to be
//! independent of everything that the other threads can do before it, as in a persistent set (Godefroid, LNCS 1032,
//! 1996, definition 4.1; LTSmin checks its stubborn sets alike). In states of an unreduced search, each layer is asked
//! about the next action of each thread. If it calls one independent, that thread is held back, the others run on
//! by themselves, and none of them may come to an action that depends on it, unless the layer refutes its own
//! assumption there, as it would in a search.

use heddle_machine::{Access, Machine, Pending, Reduction, Ref, Status, StepEnd};
use heddle_verdict::{Choice, ReductionKind, Semantics};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::path::Path;
use crate::reduction::{self, Knowledge};

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// States in which layers are asked.
    pub states: usize,
    /// States that the others come to by themselves, for each action.
    pub beyond: usize,
    /// How often a layer is tried at the same instruction.
    pub tries: usize,
}

/// How many actions each layer was asked about, and how many of these it called independent.
pub type Tried = FxHashMap<ReductionKind, (usize, usize)>;

/// An action that a layer calls independent, and one that another thread comes to and that depends on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    pub kind: ReductionKind,
    pub action: String,
    pub other: String,
    /// The way to the state, and on to the other action.
    pub schedule: Vec<Choice>,
}

type Layers<'p> = Vec<(ReductionKind, Box<dyn Reduction + 'p>)>;

struct Check<'p> {
    layers: Layers<'p>,
    effort: Effort,
    tried: Tried,
    /// By layer and instruction.
    tries: FxHashMap<(ReductionKind, u32, u32), usize>,
}

/// Asks all layers about single actions. The machine of the path has none of them installed.
pub fn check_independence<'p>(
    path: &mut Path<'p>,
    semantics: &Semantics,
    knowledge: Option<&Knowledge>,
    effort: Effort,
) -> Result<Tried, Broken> {
    let layers = reduction::single(path.machine.program, semantics, knowledge);
    let mut check = Check { layers, effort, tried: Tried::default(), tries: FxHashMap::default() };
    walk(path, effort.states, None, |path| check.at_state(path))?;
    Ok(check.tried)
}

/// Visits so many states from the current one on, depth first, with one thread held back if asked for. `visit` says
/// whether to go on from a state.
fn walk<E>(
    path: &mut Path<'_>,
    most: usize,
    held: Option<usize>,
    mut visit: impl FnMut(&mut Path<'_>) -> Result<bool, E>,
) -> Result<(), E> {
    let start = path.depth();
    let mut seen = FxHashSet::default();
    let mut todo: Vec<(usize, Choice)> = Vec::new();
    let mut choices = Vec::new();
    loop {
        if seen.insert(path.machine.fingerprint()) && visit(path)? {
            path.enabled(&mut choices);
            let depth = path.depth();
            let moves = choices.iter().filter(|choice| Some(usize::from(choice.thread.0)) != held);
            todo.extend(moves.map(|&choice| (depth, choice)));
        }
        // What a step that ends the run leads to is nothing to go on from.
        loop {
            let next = todo.pop().filter(|_| seen.len() < most);
            let Some((depth, choice)) = next else {
                path.back_to(start);
                return Ok(());
            };
            path.back_to(depth);
            if path.step(choice) == StepEnd::Done {
                break;
            }
        }
    }
}

impl Check<'_> {
    fn at_state(&mut self, path: &mut Path<'_>) -> Result<bool, Broken> {
        let mut choices = Vec::new();
        path.enabled(&mut choices);
        let mut threads: Vec<usize> = choices.iter().map(|choice| usize::from(choice.thread.0)).collect();
        threads.dedup();
        if threads.len() < 2 {
            return Ok(true);
        }
        for t in threads {
            let action = path.machine.pending(t);
            if path.machine.state.threads[t].control.status == Status::Runnable
                && matches!(
                    action,
                    Pending::Memory(_) | Pending::Copy { .. } | Pending::Lock(_) | Pending::Notify { .. }
                )
            {
                self.at_action(path, t, action)?;
            }
        }
        Ok(true)
    }

    fn at_action(&mut self, path: &mut Path<'_>, t: usize, action: Pending) -> Result<(), Broken> {
        let Some(frame) = path.machine.state.threads[t].frames.last() else { return Ok(()) };
        let at = (frame.method.0, frame.pc);
        let beyond = self.effort.beyond;
        for (kind, layer) in &mut self.layers {
            let tries = self.tries.entry((*kind, at.0, at.1)).or_default();
            if *tries >= self.effort.tries {
                continue;
            }
            let tried = self.tried.entry(*kind).or_default();
            tried.0 += 1;
            let before = path.machine.mark();
            let running = std::mem::replace(&mut path.machine.stepper.current, t);
            let independent = layer.is_independent(&mut path.machine, action);
            path.machine.stepper.current = running;
            let holds = path.machine.take_refuted().is_empty();
            if independent && holds {
                *tries += 1;
                tried.1 += 1;
                let waiters = waiters(&path.machine, action);
                walk(path, beyond, Some(t), |path| {
                    let Some(other) = dependent(&mut path.machine, t, action, &waiters) else { return Ok(true) };
                    let pending = path.machine.pending(other);
                    let running = std::mem::replace(&mut path.machine.stepper.current, other);
                    layer.observe(&mut path.machine, pending);
                    path.machine.stepper.current = running;
                    if !path.machine.take_refuted().is_empty() {
                        return Ok(false);
                    }
                    if commute(path, t, other) {
                        return Ok(true);
                    }
                    Err(Broken {
                        kind: *kind,
                        action: describe(&path.machine, t, action),
                        other: describe(&path.machine, other, pending),
                        schedule: path.choices().to_vec(),
                    })
                })?;
            }
            path.machine.undo(before);
        }
        Ok(())
    }
}

fn describe(machine: &Machine<'_>, t: usize, action: Pending) -> String {
    let stack = crate::describe::stack(machine, t);
    let place = stack.first().map(ToString::to_string).unwrap_or_default();
    format!("thread {t} at {place}: {action:?}")
}

/// Whether the next steps of two threads lead to the same state in both orders, as accesses do whose values make no
/// difference.
fn commute(path: &mut Path<'_>, t: usize, other: usize) -> bool {
    let depth = path.depth();
    let mut choices = Vec::new();
    path.enabled(&mut choices);
    let of = |thread: usize| choices.iter().copied().filter(move |choice| usize::from(choice.thread.0) == thread);
    let mut after = |first: Choice, second: Choice| {
        let mut both = path.step(first) == StepEnd::Done;
        if both {
            let mut now = Vec::new();
            path.enabled(&mut now);
            both = now.contains(&second) && path.step(second) == StepEnd::Done;
        }
        let state = both.then(|| path.machine.fingerprint());
        path.back_to(depth);
        state
    };
    of(t).all(|a| of(other).all(|b| after(a, b).is_some_and(|state| after(b, a) == Some(state))))
}

/// The threads that a notification may wake up.
fn waiters(machine: &Machine<'_>, action: Pending) -> Vec<usize> {
    match action {
        Pending::Notify { object, .. } => machine.waiters(object).collect(),
        _ => Vec::new(),
    }
}

/// A thread other than `t` that stands before something on which the action of `t` depends, or has done it.
fn dependent(machine: &mut Machine<'_>, t: usize, action: Pending, waiters: &[usize]) -> Option<usize> {
    if let Pending::Notify { object, .. } = action {
        let now: Vec<usize> = machine.waiters(object).collect();
        return waiters.iter().chain(&now).copied().find(|thread| waiters.contains(thread) != now.contains(thread));
    }
    let others: Vec<usize> = machine.live_threads().filter(|&other| other != t).collect();
    others.into_iter().find(|&other| match (action, machine.state.threads[other].control.status) {
        (Pending::Lock(object), Status::Notified { object: of }) => object == of,
        (_, Status::Runnable) => conflict(action, machine.pending(other)),
        _ => false,
    })
}

fn conflict(one: Pending, other: Pending) -> bool {
    let lock = |pending| match pending {
        Pending::Lock(object) => Some::<Ref>(object),
        _ => None,
    };
    if lock(one).is_some() {
        return lock(one) == lock(other);
    }
    let accesses: Vec<Access> = other.accesses().collect();
    one.accesses().any(|a| accesses.iter().any(|b| (a.writes || b.writes) && a.location.overlaps(b.location)))
}
