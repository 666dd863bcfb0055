//! Deadlocks: a state in which the program has not ended and nobody can move but by a spurious wake-up, which Java
//! permits and does not promise; or a cycle of threads that wait for each other's locks while others still run.
//!
//! Other partial deadlocks, of threads that wait forever while others run forever, are found by `search::fair`.

use heddle_machine::{Machine, Pending, Ref, Status};
use heddle_verdict::{Blocked, Choice, Held, Kind, ThreadId, WaitsFor};

use super::parked::{self, parked};
use super::{Property, deadlock_kind};
use crate::describe::{self, Namer};
use crate::findings::{Findings, Found};
use crate::path::Path;

#[derive(Default)]
pub struct Deadlock {
    /// By thread: whom it waits for, if that is certain.
    waits: Vec<Option<usize>>,
}

impl Property for Deadlock {
    fn at_state(&mut self, path: &mut Path<'_>, choices: &[Choice], findings: &Findings<'_>) {
        let stays = path.may_stay(choices);
        let machine = &mut path.machine;
        if stays {
            if !machine.is_finished() {
                let stuck = machine.live_threads().collect();
                let found = describe_deadlock(machine, &mut path.namer, stuck);
                findings.violation(path, found);
            }
            return;
        }
        if self.has_cycle(machine, choices) {
            let stuck = self.behind_a_cycle();
            let found = describe_deadlock(machine, &mut path.namer, stuck);
            findings.violation(path, found);
        }
    }
}

impl Deadlock {
    /// Whether some threads wait for each other's monitors in a cycle.
    fn has_cycle(&mut self, machine: &mut Machine<'_>, choices: &[Choice]) -> bool {
        let alive = machine.live_threads().count();
        let mut movable = 0;
        let mut last = None;
        for choice in choices {
            movable += usize::from(last != Some(choice.thread));
            last = Some(choice.thread);
        }
        if alive < movable + 2 {
            return false;
        }
        self.waits.clear();
        for t in 0..machine.state.threads.len() {
            let owner = owner_waited_for(machine, t);
            self.waits.push(owner);
        }
        find_cycle(&self.waits).is_some()
    }

    /// The threads of a cycle, and those that wait for them: others may still be let go on.
    fn behind_a_cycle(&self) -> Vec<usize> {
        let cycle = find_cycle(&self.waits).unwrap_or_default();
        let leads_there = |start: usize| {
            let chain = std::iter::successors(Some(start), |&t| self.waits[t]).take(self.waits.len() + 1);
            chain.into_iter().any(|t| cycle.contains(&t))
        };
        (0..self.waits.len()).filter(|&t| leads_there(t)).collect()
    }
}

/// The holder of the monitor or of the class initialisation that a thread stands before.
fn owner_waited_for(machine: &mut Machine<'_>, t: usize) -> Option<usize> {
    let other = match (machine.state.threads[t].control.status, machine.pending(t)) {
        (Status::Notified { object }, _) | (Status::Runnable, Pending::Lock(object)) => owner(machine, object),
        (Status::Runnable, Pending::Initialize(class)) => machine.initializing_thread(class),
        _ => None,
    };
    other.filter(|&other| other != t)
}

fn owner(machine: &Machine<'_>, object: Ref) -> Option<usize> {
    usize::from(machine.state.heap.monitor(object).0).checked_sub(1)
}

/// A cycle of the function `next`, starting with its smallest member.
fn find_cycle(next: &[Option<usize>]) -> Option<Vec<usize>> {
    let start = (0..next.len()).find(|&start| {
        let mut at = next[start];
        for _ in 0..next.len() {
            match at {
                Some(thread) if thread == start => return true,
                Some(thread) => at = next[thread],
                None => return false,
            }
        }
        false
    })?;
    let others = std::iter::successors(next[start], |&at| next[at]).take_while(|&at| at != start);
    Some(std::iter::once(start).chain(others).collect())
}

/// Describes threads that never go on, those of a cycle first and in its order.
pub fn describe_deadlock(machine: &mut Machine<'_>, namer: &mut Namer, stuck: Vec<usize>) -> Found {
    let mut threads: Vec<Blocked> = stuck.iter().map(|&t| describe_blocked(machine, namer, t)).collect();
    add_owned(machine, namer, &mut threads);
    let mut next = vec![None; machine.state.threads.len()];
    for blocked in &threads {
        next[blocked.thread.index()] = blocked.waits_for.other().map(ThreadId::index);
    }
    let cycle = find_cycle(&next);
    if let Some(cycle) = &cycle {
        let position = |blocked: &Blocked| cycle.iter().position(|&t| t == blocked.thread.index());
        threads.sort_by_key(|blocked| position(blocked).unwrap_or(usize::MAX));
    }
    // Daemons that wait do no harm unless they are part of a cycle, or others wait for them.
    let is_daemon = |t: usize| machine.state.threads[t].control.daemon;
    let mut needed: Vec<usize> = cycle.iter().flatten().copied().collect();
    for &start in stuck.iter().filter(|&&t| !is_daemon(t)) {
        needed.extend(std::iter::successors(Some(start), |&t| next[t]).take(next.len()));
    }
    for blocked in &mut threads {
        blocked.aside = !needed.contains(&blocked.thread.index());
    }
    // Workers of pools that wait for tasks are not in the program's code.
    threads.retain(|blocked| !blocked.aside || blocked.stack.iter().any(|place| place.user));
    threads.sort_by_key(|blocked| blocked.aside);
    let needed = threads.iter().filter(|blocked| !blocked.aside).count();
    let core = cycle.as_ref().map_or(needed, Vec::len);
    let mut places: Vec<String> = threads[..core].iter().map(|blocked| describe::key_place(&blocked.stack)).collect();
    places.sort();
    let name = deadlock_kind::by_state(machine, &threads[..needed], cycle.is_some());
    let key = format!("deadlock at {}", places.join(" and "));
    Found { key, kind: Kind::Deadlock { name, threads } }
}

/// Adds the locks of `java.util.concurrent` that somebody waits for to what their owners hold.
fn add_owned(machine: &mut Machine<'_>, namer: &mut Namer, threads: &mut [Blocked]) {
    for index in 0..threads.len() {
        let t = threads[index].thread.index();
        let WaitsFor::Permit { owner: Some(owner), .. } = threads[index].waits_for else { continue };
        let synchronizer = parked(machine, t).synchronizer;
        let what = namer.object(machine, synchronizer);
        if let Some(holder) = threads.iter_mut().find(|blocked| blocked.thread == owner)
            && holder.holds.iter().all(|held| held.what != what)
        {
            holder.holds.push(Held { what, taken_at: None });
        }
    }
}

fn describe_blocked(machine: &mut Machine<'_>, namer: &mut Namer, t: usize) -> Blocked {
    let holds = machine.monitors_held(t);
    Blocked {
        thread: ThreadId(t as u16),
        name: describe::thread_name(machine, t),
        waits_for: waits_for(machine, namer, t),
        holds: holds.into_iter().map(|object| Held { what: namer.object(machine, object), taken_at: None }).collect(),
        stack: describe::stack(machine, t),
        aside: false,
    }
}

/// What a blocked thread waits for.
pub fn waits_for(machine: &mut Machine<'_>, namer: &mut Namer, t: usize) -> WaitsFor {
    let id = |thread: usize| ThreadId(thread as u16);
    if machine.state.threads[t].control.status == Status::Runnable && machine.waits_before(t) {
        if let Pending::Lock(object) = machine.pending(t)
            && let Some(thread) = machine.thread_of(object)
        {
            return WaitsFor::End { thread: id(thread) };
        }
        return waits_in_queue(machine, namer, t);
    }
    match (machine.state.threads[t].control.status, machine.pending(t)) {
        (Status::Waiting { object, .. }, _) => match machine.thread_of(object) {
            Some(thread) => WaitsFor::End { thread: id(thread) },
            None => WaitsFor::Notification { what: namer.object(machine, object) },
        },
        (Status::Sleeping, _) => WaitsFor::Sleep,
        (Status::Parked { .. }, _) => waits_in_queue(machine, namer, t),
        (_, Pending::Initialize(class)) => WaitsFor::Initialization {
            class: describe::short_class(machine, class),
            by: machine.initializing_thread(class).map(id),
        },
        (Status::Notified { object }, _) | (_, Pending::Lock(object)) => {
            WaitsFor::Lock { what: namer.object(machine, object), owner: owner(machine, object).map(id) }
        }
        _ => {
            let object = machine.state.threads[t].object;
            WaitsFor::Lock { what: namer.object(machine, object), owner: owner(machine, object).map(id) }
        }
    }
}

/// What a thread waits for that is parked, or is about to be.
fn waits_in_queue(machine: &mut Machine<'_>, namer: &mut Namer, t: usize) -> WaitsFor {
    let parked = parked(machine, t);
    namer.note_insides(machine, t);
    if parked.condition != 0 && parked.what == parked.condition {
        return WaitsFor::Signal { what: namer.object(machine, parked.condition) };
    }
    WaitsFor::Permit {
        blocker: (parked.what != 0).then(|| namer.object(machine, parked.what)),
        owner: parked::owner(machine, parked).map(|thread| ThreadId(thread as u16)),
    }
}
