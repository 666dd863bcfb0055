//! The truth about a program on a platform, by brute force: a state is memory,
//! threads and the set of threads that have a processor; every *exec*, *swap* and *fill* is a move
//! of its own, and no yield point is ever dropped.
//!
//! Threads with strict priorities are in `strict`.
//!
//! Threads are switched where JDK 17 has them synchronise: starting and joining a thread take its
//! monitor; interrupting and ending one and making an exception take monitors that nobody else
//! needs, which are `Pause`s in the code.

use rustc_hash::FxHashSet;

use crate::facts::Facts;
use crate::java::Source;
use crate::program::Program;

use super::code::{Code, Op, Pause};
use super::locks::{wake, wakeups};
use super::state::{Cause, Nobody, State, Status};
use super::step::Machine;
use super::{Judged, TooLarge, lower, note_end, uncaught};

/// A platform.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Platform {
    pub processors: usize,
    pub yields: Vec<Pause>,
    /// A timer lets others run anywhere.
    pub timer: bool,
    /// Strict priorities, and what holding a monitor does to them.
    pub priorities: Option<Monitors>,
}

/// What holding a monitor does to a thread's priority.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Monitors {
    None,
    Inherit,
    /// The holder has at least the ceiling: that of `l0` and `l1`, or that of nodes.
    Ceiling {
        shared: u8,
        node: u8,
    },
}

/// Threads that have a processor, as bits.
pub(super) type Run = u32;

/// Looks at every state that the platform can reach, up to `limit`.
pub fn judge_on(program: &Program, source: &Source, platform: &Platform, limit: usize) -> Result<Judged, TooLarge> {
    if let Some(monitors) = platform.priorities {
        return super::strict::judge(program, source, platform, monitors, limit);
    }
    let code = lower(program);
    let threads = Threads::new(&code, platform);
    let mut simulator = Simulator { threads, known: FxHashSet::default(), open: vec![] };
    let initial = simulator.threads.machine.initial();
    simulator.reach(initial, 0);
    let mut facts = Facts::default();
    while let Some((state, run)) = simulator.open.pop() {
        if simulator.expand(&state, run) {
            note_end(program, &state, &mut facts);
        }
        if simulator.known.len() > limit {
            return Err(TooLarge);
        }
    }
    facts.uncaught = uncaught(&simulator.threads.machine, source);
    Ok(Judged { facts, states: simulator.known.len() })
}

struct Simulator<'c> {
    threads: Threads<'c>,
    known: FxHashSet<(State, Run)>,
    open: Vec<(State, Run)>,
}

impl Simulator<'_> {
    /// A state was reached by a thread's move: threads that cannot go on lose their processors, and
    /// idle processors take threads, in all ways.
    fn reach(&mut self, state: State, run: Run) {
        let ready = |&t: &usize| self.threads.is_ready(&state, t);
        let ready: Run = (0..state.threads.len()).filter(ready).map(bit).sum();
        let run = run & ready;
        let waiting = ready & !run;
        if waiting == 0 || run.count_ones() as usize >= self.threads.platform.processors {
            self.add(state, run);
            return;
        }
        for t in 0..state.threads.len() {
            if waiting & bit(t) != 0 {
                self.reach(state.clone(), run | bit(t));
            }
        }
    }

    fn add(&mut self, state: State, run: Run) {
        if self.known.insert((state.clone(), run)) {
            self.open.push((state, run));
        }
    }

    /// All moves of a state; whether there are none.
    fn expand(&mut self, state: &State, run: Run) -> bool {
        let mut stuck = true;
        for t in 0..state.threads.len() {
            for cause in self.threads.events(state, t) {
                stuck = false;
                let mut next = state.clone();
                wake(&mut next, t, cause);
                self.reach(next, run);
            }
            if run & bit(t) == 0 {
                continue;
            }
            stuck = false;
            for next in self.threads.exec(state, t, |_, _| None) {
                self.reach(next, run);
            }
            if self.threads.stands_at_yield(state, t) {
                for other in 0..state.threads.len() {
                    if run & bit(other) == 0 && self.threads.is_ready(state, other) {
                        self.add(state.clone(), run & !bit(t) | bit(other));
                    }
                }
            }
        }
        stuck
    }
}

/// The threads of a program on a platform: what each of them does when it runs.
pub(super) struct Threads<'c> {
    pub machine: Machine<'c>,
    pub platform: &'c Platform,
}

impl<'c> Threads<'c> {
    pub fn new(code: &'c [Code], platform: &'c Platform) -> Self {
        // Without priorities, a sleep that is a yield point lets others run before it.
        let sleeps = platform.priorities.is_some() || !platform.yields.contains(&Pause::Sleep);
        Self { machine: Machine::on(code, platform.yields.clone(), sleeps, platform.priorities.is_some()), platform }
    }

    /// The states in which a thread's run from one boundary to the next can end. A run that never
    /// comes to a boundary ends nowhere. `pick` may decide between the alternatives of a step.
    pub fn exec(
        &mut self,
        state: &State,
        t: usize,
        pick: impl Fn(&Machine<'_>, &State) -> Option<usize>,
    ) -> Vec<State> {
        let mut ends = vec![];
        let mut passed = FxHashSet::default();
        let mut open = vec![state.clone()];
        while let Some(state) = open.pop() {
            let picked = pick(&self.machine, &state);
            for alternative in 0..self.machine.alternatives(&state, t) {
                if picked.is_some_and(|picked| picked != alternative) {
                    continue;
                }
                let mut next = state.clone();
                self.machine.step(&mut next, t, alternative, &mut Nobody);
                let boundary =
                    self.platform.processors > 1 || !self.is_ready(&next, t) || self.stands_at_yield(&next, t);
                if boundary {
                    ends.push(next);
                } else if passed.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        ends
    }

    /// What can happen to a thread without a processor.
    pub fn events(&self, state: &State, t: usize) -> Vec<Cause> {
        if state.exit.is_none() { wakeups(state, t) } else { vec![] }
    }

    pub fn is_ready(&self, state: &State, t: usize) -> bool {
        wakeups(state, t).is_empty() && self.machine.alternatives(state, t) > 0
    }

    pub fn stands_at_yield(&self, state: &State, t: usize) -> bool {
        let kind = match state.threads[t].status {
            Status::Woken { .. } | Status::Joined { .. } => Some(Pause::Wait),
            Status::Unparked => Some(Pause::Park),
            Status::Awake => Some(Pause::Sleep),
            Status::Runnable => match *self.machine.op(state, t) {
                Op::Rest(kind) => self.platform.priorities.map(|_| kind),
                ref op => kind(op),
            },
            _ => None,
        };
        self.platform.timer || kind.is_some_and(|kind| self.platform.yields.contains(&kind))
    }
}

pub(super) fn bit(t: usize) -> Run {
    1 << t
}

/// The kind of yield point that an instruction is.
fn kind(op: &Op) -> Option<Pause> {
    match op {
        Op::Pause(kind) => Some(*kind),
        Op::Enter(_) | Op::EnterThread(_) | Op::Claim { .. } => Some(Pause::Acquire),
        Op::Leave | Op::LeaveThread(_) | Op::Initialized(_) => Some(Pause::Release),
        Op::Wait { .. } | Op::Join { .. } => Some(Pause::Wait),
        Op::Notify { .. } => Some(Pause::Notify),
        Op::Start { .. } => Some(Pause::Start),
        Op::Sleep { .. } => Some(Pause::Sleep),
        Op::SetPriority { .. } => Some(Pause::Priority),
        Op::Park { .. } => Some(Pause::Park),
        Op::End => Some(Pause::End),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::judge;
    use crate::program::{Lock, Place, Stmt, Value};
    use crate::{java, random};

    fn on(processors: usize) -> Platform {
        let yields = Pause::ALL[..9].to_vec();
        Platform { processors, yields, timer: false, priorities: None }
    }

    /// An empty section on a lock of one's own is still a yield point.
    #[test]
    fn owned_locks_are_yield_points() {
        let write = |value| Stmt::Write { place: Place::V, value: Value::Const(value) };
        let section = Stmt::Synchronized { lock: Lock::Shared(1), body: vec![] };
        let program = Program {
            threads: vec![
                vec![Stmt::Start(1), Stmt::Read { local: 0, place: Place::V }],
                vec![write(1), section, write(2)],
            ],
        };
        let source = java::print(&program, "G");
        let judged = judge_on(&program, &source, &on(1), 10_000).expect("small");
        let unrestricted = judge(&program, &source, 10_000).expect("small");
        assert_eq!(judged.facts.endings, unrestricted.facts.endings);
        assert_eq!(judged.facts.endings.len(), 3);
    }

    /// More processors never allow less, on the simulator itself; and as many processors as threads restrict nothing.
    #[test]
    fn more_processors_allow_more() {
        let (mut compared, mut strict) = (0, [0, 0]);
        for seed in 0..1000 {
            let program = random::program(seed);
            let source = java::print(&program, "G");
            let on =
                |processors| judge_on(&program, &source, &on(processors), 4_000).map(|judged| judged.facts.endings);
            let (Ok(all), Ok(one), Ok(two), Ok(many)) = (judge(&program, &source, 4_000), on(1), on(2), on(8)) else {
                continue;
            };
            compared += 1;
            assert!(one.is_subset(&two) && two.is_subset(&many), "seed {seed}\n{}", source.text);
            assert_eq!(many, all.facts.endings, "seed {seed}\n{}", source.text);
            strict[0] += usize::from(one != two);
            strict[1] += usize::from(two != many);
        }
        assert!(compared > 300 && strict[0] > 20 && strict[1] > 0, "{compared} compared, {strict:?} differ");
    }
}
