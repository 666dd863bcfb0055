//! Guided replay of landmarks: runs a program along a few events that have to happen in a given order, while everything
//! else happens as it comes. That is what it means for an explanation to replay: its events, in its
//! order, lead to the failure, although all others were dropped from it.
//!
//! Only the thread of the next landmark runs, up to that landmark. If it cannot go on, others help:
//! first whoever has what it waits for, then the others in order; but none goes past a landmark of
//! its own out of turn. When all landmarks are passed, the threads of the failure run to where they
//! stood in the end.

use heddle_machine::{Machine, Pending, Status, StepEnd};
use heddle_program::MethodId;
use heddle_verdict::{Choice, DeadlockKind, Kind, ThreadId, Violation};
use rustc_hash::FxHashMap;

use crate::findings::Findings;
use crate::path::Path;
use crate::property::Properties;
use crate::property::deadlock::describe_deadlock;
use crate::settings::Settings;
use crate::single::with_single_steps;
use crate::store::Seen;
use crate::watch::Watch;

/// Where a thread stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct At {
    method: Option<MethodId>,
    pc: u32,
    doing: Doing,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Doing {
    Runs,
    Waits,
    TakesAgain,
}

impl At {
    fn of(machine: &Machine<'_>, t: usize) -> Self {
        let thread = &machine.state.threads[t];
        let frame = thread.frames.last();
        let doing = match thread.control.status {
            Status::Runnable | Status::Terminated => Doing::Runs,
            Status::Waiting { .. } | Status::Parked { .. } | Status::Sleeping => Doing::Waits,
            Status::Notified { .. } => Doing::TakesAgain,
        };
        Self { method: frame.map(|frame| frame.method), pc: frame.map_or(0, |frame| frame.pc), doing }
    }
}

/// An event of a run, told from others without regard to how threads alternate: what it is in its
/// thread, and the how-manieth of its kind there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Landmark {
    thread: Box<[u16]>,
    at: At,
    nth: u32,
    /// Which way was taken where there are several.
    alternative: u32,
}

/// Counts events while a run goes on.
#[derive(Default)]
pub struct Landmarks {
    passed: FxHashMap<(usize, At), u32>,
}

impl Landmarks {
    /// The event that a thread stands before, if others could notice it.
    pub fn next(&self, machine: &mut Machine<'_>, choice: Choice) -> Option<Landmark> {
        let t = choice.thread.index();
        let at = At::of(machine, t);
        if at.doing == Doing::Runs && machine.pending(t) == Pending::Local {
            return None;
        }
        let nth = self.passed.get(&(t, at)).copied().unwrap_or(0);
        Some(Landmark { thread: machine.state.threads[t].path.clone(), at, nth, alternative: choice.alternative })
    }

    /// Where a thread stands in the end.
    pub fn last(&self, machine: &Machine<'_>, t: usize) -> Landmark {
        let at = At::of(machine, t);
        let nth = self.passed.get(&(t, at)).copied().unwrap_or(0);
        Landmark { thread: machine.state.threads[t].path.clone(), at, nth, alternative: 0 }
    }

    /// The thread goes past it.
    pub fn pass(&mut self, t: usize, landmark: &Landmark) {
        *self.passed.entry((t, landmark.at)).or_default() += 1;
    }

    fn stands_at(&self, machine: &Machine<'_>, t: usize, landmark: &Landmark) -> bool {
        let at = At::of(machine, t);
        at == landmark.at
            && machine.state.threads[t].path == landmark.thread
            && self.passed.get(&(t, at)).copied().unwrap_or(0) == landmark.nth
    }
}

/// What a run along landmarks has to end in.
pub struct Goal<'v> {
    pub violation: &'v Violation,
    /// Where the threads of the failure stand.
    pub ends: &'v [Landmark],
    /// The last round of a run that goes on forever.
    pub round: &'v [Choice],
    /// Instructions after which a run counts as lost.
    pub patience: usize,
}

/// Whether a run along the landmarks ends in the violation.
pub fn replay_landmarks(path: &mut Path<'_>, landmarks: &[Landmark], goal: &Goal<'_>, settings: &Settings) -> bool {
    let mut settings = Settings { all: true, ..settings.clone() };
    // Steps are single instructions here, whatever the platform makes of them.
    settings.semantics.platform = None;
    with_single_steps(path, |path| {
        let mut walk = Walk {
            landmarks,
            goal,
            settings: &settings,
            seen: Landmarks::default(),
            next: 0,
            left: goal.patience,
            helper: 0,
        };
        walk.go(path).is_some()
    })
}

struct Walk<'w> {
    landmarks: &'w [Landmark],
    goal: &'w Goal<'w>,
    settings: &'w Settings,
    seen: Landmarks,
    next: usize,
    left: usize,
    helper: usize,
}

/// What a step of a walk led to.
enum Led {
    On,
    ToFailure,
}

impl Walk<'_> {
    fn go(&mut self, path: &mut Path<'_>) -> Option<()> {
        while self.next < self.landmarks.len() {
            let target = &self.landmarks[self.next];
            match self.towards(path, target, true)? {
                Led::On => self.next += 1,
                Led::ToFailure => return Some(()),
            }
        }
        for end in self.goal.ends {
            if let Led::ToFailure = self.towards(path, end, false)? {
                return Some(());
            }
        }
        self.finish(path)
    }

    /// Lets a thread run up to a landmark, and past it if so wanted.
    fn towards(&mut self, path: &mut Path<'_>, target: &Landmark, past: bool) -> Option<Led> {
        let mut choices = Vec::new();
        loop {
            let t =
                (0..path.machine.state.threads.len()).find(|&t| path.machine.state.threads[t].path == target.thread);
            let there = t.filter(|&t| self.seen.stands_at(&path.machine, t, target));
            if there.is_some() && !past {
                return Some(Led::On);
            }
            path.machine.choices(&mut choices);
            let choice = match there {
                Some(t) => {
                    let wanted = Choice { thread: ThreadId(t as u16), alternative: target.alternative };
                    if choices.contains(&wanted) { wanted } else { self.help(path, t, &choices)? }
                }
                None => match t.filter(|&t| path.machine.is_ready(t)) {
                    Some(t) => Choice::from((t as u16, 0)),
                    None => self.help(path, t.unwrap_or(usize::MAX), &choices)?,
                },
            };
            let arrives = there.is_some_and(|t| t == choice.thread.index());
            if let Led::ToFailure = self.step(path, choice)? {
                return Some(Led::ToFailure);
            }
            if arrives {
                return Some(Led::On);
            }
        }
    }

    /// Somebody else who goes on, so that thread `t` can.
    fn help(&mut self, path: &mut Path<'_>, t: usize, choices: &[Choice]) -> Option<Choice> {
        let owner = match path.machine.state.threads.get(t).map(|thread| thread.control.status) {
            Some(Status::Notified { object }) => Some(object),
            Some(Status::Runnable) => match path.machine.pending(t) {
                Pending::Lock(object) => Some(object),
                _ => None,
            },
            _ => None,
        };
        let owner = owner.and_then(|object| usize::from(path.machine.state.heap.monitor(object).0).checked_sub(1));
        let held = |walk: &Self, path: &mut Path<'_>, u: usize| walk.is_held(path, u);
        let mut candidates: Vec<usize> = Vec::new();
        for choice in choices {
            let u = choice.thread.index();
            if u != t && !candidates.contains(&u) && !held(self, path, u) {
                candidates.push(u);
            }
        }
        // A time-out is the last resort, and so is letting the thread itself time out.
        let waits = |path: &Path<'_>, u: usize| {
            matches!(
                path.machine.state.threads[u].control.status,
                Status::Waiting { .. } | Status::Parked { .. } | Status::Sleeping
            )
        };
        let rank = |u: usize| (waits(path, u), Some(u) != owner, u != self.helper, u);
        let chosen = candidates.into_iter().min_by_key(|&u| rank(u));
        let chosen = chosen.or_else(|| choices.iter().map(|choice| choice.thread.index()).find(|&u| u == t))?;
        self.helper = chosen;
        choices.iter().copied().find(|choice| choice.thread.index() == chosen)
    }

    /// Whether a thread stands at a landmark of its own whose turn has not come.
    fn is_held(&self, path: &mut Path<'_>, u: usize) -> bool {
        let own = &path.machine.state.threads[u].path;
        let ahead = self.landmarks[self.next..].iter().find(|landmark| landmark.thread == *own);
        let end = self.goal.ends.iter().find(|end| end.thread == *own);
        ahead.or(end).is_some_and(|landmark| self.seen.stands_at(&path.machine, u, landmark))
    }

    fn step(&mut self, path: &mut Path<'_>, choice: Choice) -> Option<Led> {
        self.left = self.left.checked_sub(1)?;
        let t = choice.thread.index();
        if let Some(landmark) = self.seen.next(&mut path.machine, choice) {
            self.seen.pass(t, &landmark);
        }
        let end = path.single(choice);
        let failed = !path.newly_uncaught().is_empty()
            && self.shows(path, |path, properties, findings| {
                properties.after_step(path, findings);
            });
        if failed {
            return Some(Led::ToFailure);
        }
        (!matches!(end, StepEnd::Stop(_))).then_some(Led::On)
    }

    /// All landmarks are passed and all threads of the failure stand where they should.
    fn finish(&mut self, path: &mut Path<'_>) -> Option<()> {
        let violation = self.goal.violation;
        match &violation.kind {
            Kind::Race { .. } => self.fails_here(path).then_some(()),
            Kind::Assertion { thread, .. } | Kind::Uncaught { thread, .. } => self.run_on(path, Some(thread.index())),
            Kind::Deadlock { name: DeadlockKind::WhileOthersRun, threads } => {
                let stuck: Vec<usize> = threads.iter().map(|blocked| blocked.thread.index()).collect();
                if stuck.iter().any(|&t| t >= path.machine.state.threads.len()) {
                    return None;
                }
                let found = describe_deadlock(&mut path.machine, &mut path.namer, stuck);
                (found.key == violation.key).then_some(())
            }
            Kind::Deadlock { .. } | Kind::SwallowedAssertion { .. } => {
                if self.fails_here(path) {
                    Some(())
                } else {
                    self.run_on(path, None)
                }
            }
            Kind::Livelock { .. } | Kind::Starvation { .. } | Kind::Temporal { .. } => self.goes_round(path),
            // What else there is depends on a platform; to stand at the same places is all that can be
            // asked for without one.
            _ => Some(()),
        }
    }

    /// Whether the last round leads back to where it began.
    fn goes_round(&mut self, path: &mut Path<'_>) -> Option<()> {
        let begin = path.machine.fingerprint();
        let mut choices = Vec::new();
        for &choice in self.goal.round {
            path.machine.choices(&mut choices);
            if !choices.contains(&choice) || matches!(path.single(choice), StepEnd::Stop(_)) {
                return None;
            }
        }
        (path.machine.fingerprint() == begin).then_some(())
    }

    /// Lets everybody go on, one thread first, until the failure shows.
    fn run_on(&mut self, path: &mut Path<'_>, first: Option<usize>) -> Option<()> {
        let mut choices = Vec::new();
        loop {
            path.machine.choices(&mut choices);
            if choices.is_empty() {
                return self.fails_here(path).then_some(());
            }
            let exists = |t: &usize| *t < path.machine.state.threads.len();
            let ready = first.filter(exists).filter(|&t| path.machine.is_ready(t)).map(|t| Choice::from((t as u16, 0)));
            let choice = match ready {
                Some(choice) => choice,
                None => self.help(path, usize::MAX, &choices)?,
            };
            if let Led::ToFailure = self.step(path, choice)? {
                return Some(());
            }
        }
    }

    fn fails_here(&self, path: &mut Path<'_>) -> bool {
        let mut choices = Vec::new();
        path.machine.choices(&mut choices);
        self.shows(path, |path, properties, findings| properties.at_state(path, &choices, Seen::New, findings))
    }

    fn shows(&self, path: &mut Path<'_>, look: impl FnOnce(&mut Path<'_>, &mut Properties, &Findings<'_>)) -> bool {
        let watch = Watch::default();
        let findings = Findings::new(self.settings, &watch);
        look(path, &mut Properties::new(self.settings), &findings);
        let collected = findings.collect();
        collected.violations.iter().chain(&collected.warnings).any(|found| found.key == self.goal.violation.key)
    }
}
