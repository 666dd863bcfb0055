//! A run again, instruction by instruction: every access of every thread can be seen, also those that
//! no other thread notices and that are therefore no steps of the search.
//!
//! In: the schedule of a violation, in steps of the search. Out: the same run as a schedule of single
//! instructions. Objects have the same addresses in both, because both begin at the same state and do
//! the same; that is how the end of a step is recognised.

use std::hash::{Hash, Hasher};

use heddle_machine::{Machine, StepEnd, Stepping};
use heddle_verdict::Choice;
use rustc_hash::FxHasher;

use crate::path::Path;
use crate::replay::Diverged;
use crate::settings::Bound;

/// Instructions of a run that is followed singly.
const MAX_INSTRUCTIONS: usize = 3_000_000;

/// A run in single instructions.
#[derive(Clone, Debug, Default)]
pub struct SingleRun {
    pub choices: Vec<Choice>,
    /// For each step of the search, how many instructions had been taken when it ended.
    pub ends: Vec<usize>,
}

/// Where all threads stand, as far as a step can change it.
fn stands(machine: &Machine<'_>) -> Vec<u64> {
    (0..machine.state.threads.len()).map(|t| stand(machine, t)).collect()
}

fn stand(machine: &Machine<'_>, t: usize) -> u64 {
    let thread = &machine.state.threads[t];
    let mut hasher = FxHasher::default();
    for frame in &thread.frames {
        (frame.method.0, frame.pc, frame.base, frame.lock).hash(&mut hasher);
    }
    if let Some(top) = thread.frames.len().checked_sub(1) {
        let end = thread.frames[top].base as usize + usize::from(machine.registers_of(t, top));
        thread.regs[..end.min(thread.regs.len())].hash(&mut hasher);
    }
    let control = &thread.control;
    (control.status, control.phase as u8, control.blocking.resumed).hash(&mut hasher);
    hasher.finish()
}

/// Lets `run` drive a path instruction by instruction from its initial state. Afterwards the path is
/// at its initial state again, as before.
pub fn with_single_steps<'p, R>(path: &mut Path<'p>, run: impl FnOnce(&mut Path<'p>) -> R) -> R {
    path.restart(Bound::None);
    let before = path.machine.set_stepping(Stepping::SINGLE);
    let result = run(path);
    path.restart(Bound::None);
    path.machine.set_stepping(before);
    result
}

/// The instructions of the run that a schedule leads to.
pub fn single_run(path: &mut Path<'_>, schedule: &[Choice]) -> Result<SingleRun, Diverged> {
    path.restart(Bound::None);
    let mut targets = Vec::with_capacity(schedule.len());
    for &choice in schedule {
        let stopped = matches!(path.step(choice), StepEnd::Stop(_));
        targets.push((path.was_dispatch(), stopped, stands(&path.machine)));
    }
    with_single_steps(path, |path| {
        let mut run = SingleRun::default();
        for (step, (&choice, (dispatch, stopped, target))) in schedule.iter().zip(&targets).enumerate() {
            if !dispatch {
                let known = path.machine.state.threads.len();
                run.until(path, choice, target, *stopped).ok_or(Diverged { step })?;
                for new in known..path.machine.state.threads.len() {
                    let first = Choice::from((new as u16, 0));
                    if !stopped && stand(&path.machine, new) != target[new] {
                        run.until(path, first, target, false).ok_or(Diverged { step })?;
                    }
                }
            }
            run.ends.push(run.choices.len());
        }
        Ok(run)
    })
}

impl SingleRun {
    /// Lets a thread run until it stands where it should; or until the program stops.
    fn until(&mut self, path: &mut Path<'_>, choice: Choice, target: &[u64], stops: bool) -> Option<()> {
        let t = choice.thread.index();
        let mut next = choice;
        while self.choices.len() < MAX_INSTRUCTIONS {
            self.choices.push(next);
            if matches!(path.single(next), StepEnd::Stop(_)) {
                return stops.then_some(());
            }
            if !stops && stand(&path.machine, t) == target[t] {
                return Some(());
            }
            next.alternative = 0;
            // A thread that has ended, or that waits, does not go on by itself.
            if !path.machine.is_ready(t) {
                return None;
            }
        }
        None
    }
}
