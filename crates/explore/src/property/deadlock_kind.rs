//! What kind of deadlock it is: the only place that decides. Three sources of evidence add to each other, each
//! asked when it is there: the state in which threads wait forever; the graph of states, in which others go on
//! forever beside them; and the run, which tells what became of the message that somebody waits for.

use heddle_machine::Machine;
use heddle_verdict::{Blocked, DeadlockKind, Kind, ThreadId, WaitsFor};

/// As far as the state tells. `cyclic` if threads wait for each other.
pub fn by_state(machine: &Machine<'_>, threads: &[Blocked], cyclic: bool) -> DeadlockKind {
    let dead = |thread: ThreadId| !machine.state.threads[thread.index()].is_alive();
    if cyclic {
        return DeadlockKind::CyclicWait;
    }
    if threads.iter().any(|blocked| blocked.waits_for.other().is_some_and(dead)) {
        return DeadlockKind::LockLeftHeld;
    }
    let any = |test: fn(&WaitsFor) -> bool| threads.iter().any(|blocked| test(&blocked.waits_for));
    if any(|waits| matches!(waits, WaitsFor::Notification { .. } | WaitsFor::Signal { .. })) {
        DeadlockKind::WaitForEver
    } else if any(|waits| matches!(waits, WaitsFor::Permit { .. })) {
        DeadlockKind::ParkForEver
    } else {
        DeadlockKind::JoinForEver
    }
}

/// Others go on forever, and none of their runs lets these threads go on.
pub fn beside_endless(kind: &mut Kind) {
    if let Kind::Deadlock { name, .. } = kind {
        *name = DeadlockKind::WhileOthersRun;
    }
}

/// What the steps of the run tell: `unheard` gives, for an object or a thread that somebody waits to hear from, whether
/// a message came too early; `Some(false)` if one came and went elsewhere.
pub fn by_steps(name: &mut DeadlockKind, threads: &[Blocked], unheard: impl Fn(&str) -> Option<bool>) {
    if !matches!(name, DeadlockKind::WaitForEver | DeadlockKind::ParkForEver) {
        return;
    }
    let messages = threads.iter().filter(|blocked| !blocked.aside).filter_map(|blocked| match &blocked.waits_for {
        WaitsFor::Notification { what } | WaitsFor::Signal { what } => unheard(what),
        // Whom the JDK unparks for its own ends says nothing.
        WaitsFor::Permit { blocker: None, .. } => unheard(&format!("thread {}", blocked.name)),
        _ => None,
    });
    match messages.reduce(|a, b| a || b) {
        Some(true) => *name = DeadlockKind::MissedSignal,
        Some(false) => *name = DeadlockKind::LostWakeUp,
        None => {}
    }
}

/// What became of the message that a thread waits for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fate {
    Unsent,
    TooEarly,
    Elsewhere,
}

/// What the single instructions of the run tell, which goes before what its steps do.
pub fn by_instructions(name: &mut DeadlockKind, threads: &[Blocked], mut fate: impl FnMut(ThreadId, &str) -> Fate) {
    if !matches!(name, DeadlockKind::WaitForEver | DeadlockKind::MissedSignal | DeadlockKind::LostWakeUp) {
        return;
    }
    let fates = threads.iter().filter(|blocked| !blocked.aside).filter_map(|blocked| match &blocked.waits_for {
        WaitsFor::Notification { what } | WaitsFor::Signal { what } => Some(fate(blocked.thread, what)),
        _ => None,
    });
    if let Some(fate) = fates.max() {
        *name = match fate {
            Fate::Unsent => DeadlockKind::WaitForEver,
            Fate::TooEarly => DeadlockKind::MissedSignal,
            Fate::Elsewhere => DeadlockKind::LostWakeUp,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(what: &str) -> Blocked {
        Blocked {
            thread: ThreadId(1),
            name: "T".into(),
            waits_for: WaitsFor::Notification { what: what.into() },
            holds: vec![],
            stack: vec![],
            aside: false,
        }
    }

    #[test]
    fn a_message_that_came_too_early_was_missed_and_one_that_went_elsewhere_is_lost() {
        for (unheard, expected) in [
            (None, DeadlockKind::WaitForEver),
            (Some(true), DeadlockKind::MissedSignal),
            (Some(false), DeadlockKind::LostWakeUp),
        ] {
            let mut name = DeadlockKind::WaitForEver;
            by_steps(&mut name, &[waiting("o")], |what| if what == "o" { unheard } else { None });
            assert_eq!(name, expected);
        }
        let mut name = DeadlockKind::CyclicWait;
        by_steps(&mut name, &[waiting("o")], |_| Some(true));
        assert_eq!(name, DeadlockKind::CyclicWait);
    }

    #[test]
    fn instructions_know_better_than_steps() {
        let mut name = DeadlockKind::MissedSignal;
        by_instructions(&mut name, &[waiting("o")], |_, _| Fate::Unsent);
        assert_eq!(name, DeadlockKind::WaitForEver);
        by_instructions(&mut name, &[waiting("o"), waiting("p")], |_, what| {
            if what == "p" { Fate::Elsewhere } else { Fate::TooEarly }
        });
        assert_eq!(name, DeadlockKind::LostWakeUp);
    }
}
