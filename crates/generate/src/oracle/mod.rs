//! The truth about a program: an interpreter of its own, independent of the machine, and a search
//! of all its states without any reduction.

mod atomics;
mod code;
mod graph;
mod happens_before;
mod locks;
mod lower;
mod operations;
mod platform;
mod state;
mod step;
mod strict;

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::facts::{Ending, Facts, Side, Uncaught};
use crate::java::Source;
use crate::program::{LOCALS, Program, used};

pub use code::Pause;
pub use graph::{Graph, Values, graph};
pub use happens_before::has_race;
pub use platform::{Monitors, Platform, judge_on};

use code::Code;
use state::{Nobody, State, Status};
use step::Machine;

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// Facts and the number of states they took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    pub facts: Facts,
    pub states: usize,
}

fn lower(program: &Program) -> Vec<Code> {
    let threads = program.threads.len();
    let used = used(program);
    program.threads.iter().enumerate().map(|(thread, body)| lower::lower(body, thread, threads, used)).collect()
}

/// Looks at every reachable state, up to `limit`. Lines of races are those of `source`.
pub fn judge(program: &Program, source: &Source, limit: usize) -> Result<Judged, TooLarge> {
    let code = lower(program);
    let mut machine = Machine::new(&code);
    let mut facts = Facts::default();
    let initial = machine.initial();
    let mut known = FxHashSet::from_iter([initial.clone()]);
    let mut open = vec![initial];
    while let Some(state) = open.pop() {
        note_races(&machine, &state, source, &mut facts);
        let mut stuck = true;
        for t in 0..state.threads.len() {
            for alternative in 0..machine.alternatives(&state, t) {
                stuck = false;
                let mut next = state.clone();
                machine.step(&mut next, t, alternative, &mut Nobody);
                if known.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        if stuck {
            note_end(program, &state, &mut facts);
        }
        if known.len() > limit {
            return Err(TooLarge);
        }
    }
    facts.uncaught = uncaught(&machine, source);
    Ok(Judged { facts, states: known.len() })
}

fn uncaught(machine: &Machine<'_>, source: &Source) -> BTreeSet<Uncaught> {
    let described = machine.uncaught.iter().map(|&(thread, thrown)| Uncaught {
        class: thrown.exception.class().into(),
        line: line(source, thread, thrown.statement),
    });
    described.collect()
}

fn thread_name(thread: usize) -> String {
    if thread == 0 { "main".into() } else { format!("T{thread}") }
}

fn note_races(machine: &Machine<'_>, state: &State, source: &Source, facts: &mut Facts) {
    let pending: Vec<_> = (0..state.threads.len()).map(|t| (t, machine.pending(state, t))).collect();
    for (t, (statement_t, accesses_t)) in &pending {
        for (u, (statement_u, accesses_u)) in &pending[..*t] {
            for a in accesses_t {
                for b in accesses_u {
                    if a.location == b.location && (a.writes || b.writes) && !(a.ordered && b.ordered) {
                        let a = Side { line: line(source, *t, *statement_t), writes: a.writes };
                        let b = Side { line: line(source, *u, *statement_u), writes: b.writes };
                        facts.races.insert((a.min(b), a.max(b)));
                    }
                }
            }
        }
    }
}

fn line(source: &Source, thread: usize, statement: usize) -> u32 {
    match statement.checked_sub(code::FIXED) {
        Some(fixed) => source.fixed.as_flattened()[fixed],
        None => source.lines[thread][statement],
    }
}

fn note_end(program: &Program, state: &State, facts: &mut Facts) {
    if let Some(code) = state.exit {
        facts.endings.insert(Ending::Exit { output: String::new(), code: i32::from(code) });
        return;
    }
    let left = |t: &usize| !matches!(state.threads[*t].status, Status::New | Status::Ended);
    let left: Vec<usize> = (0..state.threads.len()).filter(left).collect();
    if !left.is_empty() {
        facts.endings.insert(Ending::Deadlock);
        let mut names: Vec<String> = left.into_iter().map(thread_name).collect();
        names.sort();
        facts.deadlocks.insert(names);
        return;
    }
    let output = if state.printed { output(program, state) } else { String::new() };
    facts.endings.insert(Ending::Exit { output, code: i32::from(!state.printed) });
}

/// What the main thread prints at the end.
fn output(program: &Program, state: &State) -> String {
    let used = used(program);
    let result =
        |t: usize| -> i32 { (0..LOCALS).map(|local| state.threads[t].locals[local] * 100i32.pow(local as u32)).sum() };
    let mut values = vec![result(0)];
    values.extend((1..state.threads.len()).map(|t| if state.threads[t].finished { result(t) } else { 0 }));
    let id = |object: u8| match object {
        0..=2 => i32::from(object),
        fresh => {
            let node = state.nodes[usize::from(fresh) - 1];
            3 + 10 * node.f + 1000 * node.v + if node.next == 0 { 0 } else { 50_000 }
        }
    };
    let mut part = |wanted: bool, parts: &[i32]| {
        if wanted {
            values.extend(parts);
        }
    };
    part(used.x, &[state.x]);
    part(used.y, &[state.y]);
    part(used.v, &[state.v]);
    let [a, b] = [state.nodes[0], state.nodes[1]];
    part(used.nodes, &[a.f, a.v, b.f, b.v]);
    part(used.arrays, &[state.a, state.b].concat());
    part(used.reference, &[id(state.reference)]);
    part(used.volatile_reference, &[id(state.volatile_reference)]);
    part(used.links, &[id(a.next), id(b.next)]);
    part(used.atomic, &[state.n]);
    part(used.semaphore, &[state.synchronizers.permits]);
    part(used.latch, &[state.synchronizers.count]);
    part(used.map, &state.synchronizers.map);
    let texts: Vec<String> = values.iter().map(i32::to_string).collect();
    texts.join(" ") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Index, Lock, Place, Stmt, Value};
    use crate::{java, random};

    fn judge_all(threads: Vec<Vec<Stmt>>) -> Facts {
        let program = Program { threads };
        let source = java::print(&program, "G");
        judge(&program, &source, 100_000).expect("a small program").facts
    }

    fn outputs(facts: &Facts) -> Vec<&str> {
        let output = |ending: &Ending| match ending {
            Ending::Exit { output, .. } => Some(output.trim().to_string().leak() as &str),
            Ending::Deadlock => None,
        };
        facts.endings.iter().filter_map(output).collect()
    }

    fn read(local: u8, place: Place) -> Stmt {
        Stmt::Read { local, place }
    }

    fn write(place: Place, value: i32) -> Stmt {
        Stmt::Write { place, value: Value::Const(value) }
    }

    fn synchronized(lock: u8, body: Vec<Stmt>) -> Stmt {
        Stmt::Synchronized { lock: Lock::Shared(lock), body }
    }

    /// The outcome that is lost if write/write pairs count as independent.
    #[test]
    fn conflicting_writes_are_interleaved() {
        let facts = judge_all(vec![
            vec![Stmt::Start(1), write(Place::Y, 1), write(Place::X, 1), Stmt::Join(1), read(0, Place::X)],
            vec![
                read(0, Place::Y),
                Stmt::If { local: 0, equals: 1, then: vec![write(Place::X, 2)], otherwise: vec![] },
            ],
        ]);
        assert_eq!(outputs(&facts), ["1 0 1 1", "1 1 1 1", "2 1 2 1"]);
        assert!(!facts.races.is_empty());
    }

    #[test]
    fn a_thread_started_by_a_started_thread_interferes() {
        let facts = judge_all(vec![
            vec![Stmt::Start(1), read(0, Place::X), read(1, Place::X)],
            vec![Stmt::Start(2)],
            vec![write(Place::X, 5)],
        ]);
        assert_eq!(outputs(&facts), ["0 0 0 5", "500 0 0 5", "505 0 0 5"]);
    }

    #[test]
    fn opposite_lock_orders_deadlock() {
        let facts = judge_all(vec![
            vec![Stmt::Start(1), synchronized(0, vec![synchronized(1, vec![])])],
            vec![synchronized(1, vec![synchronized(0, vec![])])],
        ]);
        assert!(facts.can_deadlock());
        assert_eq!(facts.endings.len(), 2);
    }

    #[test]
    fn two_permits_for_a_parked_thread_are_one() {
        let facts = judge_all(vec![
            vec![Stmt::Start(1), Stmt::Unpark(1), Stmt::Unpark(1)],
            vec![Stmt::Park { timed: false }, Stmt::Park { timed: false }],
        ]);
        assert!(facts.can_deadlock());
        assert_eq!(facts.endings.len(), 2);
    }

    #[test]
    fn an_exception_releases_the_lock_and_runs_finally() {
        let body = vec![Stmt::Throw { local: 0, equals: 0 }];
        let facts = judge_all(vec![
            vec![Stmt::Start(1), synchronized(0, vec![])],
            vec![Stmt::Try { body: vec![synchronized(0, body)], catch: None, finally: Some(vec![write(Place::X, 3)]) }],
        ]);
        assert_eq!(outputs(&facts), ["0 0 3"]);
        assert_eq!(facts.uncaught.len(), 1);
    }

    #[test]
    fn an_index_out_of_bounds_accesses_nothing() {
        let access = || vec![Stmt::Set { local: 0, value: Value::Const(5) }, write(Place::Element(Index::Local(0)), 1)];
        let facts = judge_all(vec![[vec![Stmt::Start(1)], access()].concat(), access()]);
        assert!(facts.races.is_empty());
        assert_eq!(facts.uncaught.len(), 2);
    }

    #[test]
    fn nothing_happens_after_exit() {
        let facts =
            judge_all(vec![vec![Stmt::Exit { local: 0, equals: 0, code: 3 }, Stmt::Throw { local: 0, equals: 0 }]]);
        assert_eq!(facts.endings, BTreeSet::from([Ending::Exit { output: String::new(), code: 3 }]));
        assert!(facts.uncaught.is_empty());
    }

    #[test]
    fn notification_beats_a_later_interrupt() {
        let facts = judge_all(vec![
            vec![
                Stmt::Start(1),
                synchronized(0, vec![Stmt::Notify { lock: Lock::Shared(0), all: false }]),
                Stmt::Interrupt(1),
            ],
            vec![
                synchronized(0, vec![Stmt::Wait { lock: Lock::Shared(0), timed: false }]),
                Stmt::Interrupted { local: 1 },
            ],
        ]);
        // Interrupted before or while waiting; or notified, with the flag seen or not.
        assert_eq!(outputs(&facts), ["0 0", "0 100", "0 7"]);
    }

    /// The two definitions of a data race agree: conflicting accesses that can be next to each
    /// other, and conflicting accesses that some execution leaves unordered.
    #[test]
    fn races_of_states_are_races_of_executions() {
        let (mut compared, mut races) = (0, 0);
        for seed in 0..1500 {
            let program = random::program(seed);
            let source = java::print(&program, "G");
            let Ok(judged) = judge(&program, &source, 3_000) else { continue };
            let Ok(race) = has_race(&program, 20_000) else { continue };
            assert_eq!(!judged.facts.races.is_empty(), race, "seed {seed}\n{}", source.text);
            compared += 1;
            races += usize::from(race);
        }
        assert!(compared > 1000 && races > 300 && compared - races > 300, "{compared} compared, {races} with races");
    }
}
