//! How a run ends for those of its threads that fail, in words.

use heddle_verdict::{Accessed, Blocked, Kind, Place, ThreadId, WaitsFor};

use super::Ending;

pub fn endings(kind: &Kind) -> Vec<Ending> {
    let ending = |thread: ThreadId, what: String, stack: &[Place]| Ending { thread, what, place: place(stack) };
    match kind {
        Kind::Assertion { thread, message, stack, .. } | Kind::SwallowedAssertion { thread, message, stack, .. } => {
            let said = if message.is_empty() { String::new() } else { format!(": {message}") };
            vec![ending(*thread, format!("the assertion fails{said}"), stack)]
        }
        Kind::Uncaught { thread, exception, stack, .. } => vec![ending(*thread, format!("throws {exception}"), stack)],
        Kind::Race { location, accesses } => accesses
            .iter()
            .map(|access| ending(access.thread, format!("is about to {} {location}", verb(access)), &access.stack))
            .collect(),
        Kind::Deadlock { threads, .. } => {
            threads.iter().map(|blocked| ending(blocked.thread, waits(threads, blocked), &blocked.stack)).collect()
        }
        Kind::Livelock { threads, stacks, .. } | Kind::Starvation { threads, stacks, .. } => threads
            .iter()
            .zip(stacks)
            .map(|((thread, _), stack)| ending(*thread, "loops forever".into(), stack))
            .collect(),
        Kind::Temporal { formula, stacks, .. } => {
            stacks.iter().map(|(thread, _, stack)| ending(*thread, format!("against {formula}"), stack)).collect()
        }
        Kind::Inversion { waiting, holder, running, stack, .. } => vec![
            ending(waiting.0, format!("waits for a monitor that {} holds", holder.1), stack),
            ending(running.0, "runs meanwhile".into(), &[]),
        ],
        Kind::Ceiling { thread, what, priority, ceiling, stack, .. } => {
            vec![ending(*thread, format!("takes {what} at priority {priority}, above its ceiling {ceiling}"), stack)]
        }
    }
}

fn place(stack: &[Place]) -> Option<Place> {
    stack.iter().find(|place| place.user).or(stack.first()).cloned()
}

fn verb(access: &Accessed) -> &'static str {
    match (access.synchronized, access.writes) {
        (true, true) => "write, atomically,",
        (true, false) => "read, atomically,",
        (false, true) => "write",
        (false, false) => "read",
    }
}

fn waits(threads: &[Blocked], blocked: &Blocked) -> String {
    let by = |thread: &Option<ThreadId>| {
        let name =
            thread.and_then(|thread| threads.iter().find(|other| other.thread == thread)).map(|other| &other.name);
        name.map_or(String::new(), |name| format!(", which {name} has"))
    };
    match &blocked.waits_for {
        WaitsFor::Lock { what, owner } => format!("waits for the lock of {what}{}", by(owner)),
        WaitsFor::Notification { what } => format!("waits to be notified on {what}"),
        WaitsFor::Signal { what } => format!("waits to be signalled on {what}"),
        WaitsFor::Permit { blocker: Some(what), owner } => format!("waits for {what}{}", by(owner)),
        WaitsFor::Permit { blocker: None, .. } => "waits to be unparked".into(),
        WaitsFor::End { thread } => {
            let name = threads.iter().find(|other| other.thread == *thread).map(|other| other.name.clone());
            format!("waits for the end of {}", name.unwrap_or_else(|| format!("thread {}", thread.index())))
        }
        WaitsFor::Sleep => "sleeps".into(),
        WaitsFor::Initialization { class, by: owner } => {
            format!("waits for the initialisation of {class}{}", by(owner))
        }
    }
}

/// For a race: what is missing between the two accesses.
pub fn missing_edge(kind: &Kind) -> Option<String> {
    let Kind::Race { accesses: [a, b], .. } = kind else { return None };
    let locks = |side: &Accessed| match side.holds.as_slice() {
        [] => "no lock".to_string(),
        held => held.iter().map(|held| held.what.clone()).collect::<Vec<_>>().join(", "),
    };
    Some(format!(
        "Missing: a happens-before edge between the two. {} holds {}, {} holds {};\n  no volatile variable, no start and \
         no join leads from one to the other.",
        a.thread_name,
        locks(a),
        b.thread_name,
        locks(b)
    ))
}
