//! What pages state, against what else is known of the same run: the line of a failure, who holds what, names and values in
//! explanations, and the order of locks and unlocks. In: a check with its explanation. Out: statements that cannot be true.

use std::collections::BTreeMap;

use heddle::Checked;
use heddle::verdict::{
    Accessed, Action, Blocked, Kind, Moment, Place, ThreadId, Timeline, Trace, Verdict, Violation, WaitsFor,
};

pub fn wrong(checked: &Checked) -> Vec<String> {
    let violations = match &checked.report.verdict {
        Verdict::Violated { violations } => violations.as_slice(),
        _ => &[],
    };
    let mut wrong = Vec::new();
    for violation in violations.iter().chain(&checked.report.warnings) {
        of_failure(violation, &mut wrong);
        match &violation.kind {
            Kind::Race { accesses, .. } => of_race(accesses, violation.trace.as_ref(), &mut wrong),
            Kind::Deadlock { threads, .. } => of_deadlock(threads, &mut wrong),
            _ => {}
        }
        if let Some(trace) = &violation.trace {
            of_timeline(&trace.timeline, &mut wrong);
            of_calls(&trace.timeline, &mut wrong);
            of_releases(&trace.timeline, &mut wrong);
            of_caught(&trace.timeline, &mut wrong);
        }
    }
    of_explanation(checked, violations.first(), &mut wrong);
    wrong
}

fn innermost(stack: &[Place]) -> Option<&Place> {
    stack.iter().find(|place| place.user).or(stack.first())
}

/// A thread dies at the line where its exception was created.
fn of_failure(violation: &Violation, wrong: &mut Vec<String>) {
    let (Kind::Assertion { thread, stack, .. } | Kind::Uncaught { thread, stack, .. }) = &violation.kind else {
        return;
    };
    let mut steps = violation.trace.iter().flat_map(|trace| &trace.steps);
    let Some(last) = steps.rfind(|step| step.thread == *thread && step.uncaught.is_some()) else { return };
    if last.uncaught_at.as_ref() != innermost(stack) {
        wrong.push(format!("dies at {:?}, and fails at {:?}", last.uncaught_at, innermost(stack)));
    }
}

/// Two accesses race: so no lock is held at both, and what is ordered is a part of what was synchronised.
fn of_race(accesses: &[Accessed; 2], trace: Option<&Trace>, wrong: &mut Vec<String>) {
    let [a, b] = accesses;
    for held in &a.holds {
        // Readers hold a lock together.
        if b.holds.iter().any(|other| other.what == held.what) && !held.what.ends_with(".readLock()") {
            wrong.push(format!("both hold {}", held.what));
        }
    }
    for side in accesses {
        let order = &side.order;
        if order.last_sync < order.seen_by_other {
            wrong.push(format!("{}: the other has seen more than it did: {order:?}", side.thread_name));
        }
        for deed in [&order.last, &order.seen].into_iter().flatten() {
            if deed.thread != side.thread {
                wrong.push(format!("{}: another thread synchronised: {deed:?}", side.thread_name));
            }
        }
        // Whoever holds a lock has synchronised.
        if !side.holds.is_empty() && order.last.is_none() && trace.is_some_and(|trace| trace.expanded) {
            wrong.push(format!("{} holds a lock and has not synchronised", side.thread_name));
        }
        for held in &side.holds {
            if held.taken_at.is_none() {
                wrong.push(format!("{}: nobody knows where {} was taken", side.thread_name, held.what));
            }
        }
    }
}

/// What a thread waits for is held by whom it says.
fn of_deadlock(threads: &[Blocked], wrong: &mut Vec<String>) {
    for blocked in threads {
        let (what, owner) = match &blocked.waits_for {
            WaitsFor::Lock { what, owner: Some(owner) } => (what, owner),
            WaitsFor::Permit { blocker: Some(what), owner: Some(owner) } => (what, owner),
            _ => continue,
        };
        let Some(holder) = threads.iter().find(|other| other.thread == *owner) else { continue };
        let is_lock = matches!(blocked.waits_for, WaitsFor::Lock { .. });
        if is_lock && holder.holds.iter().all(|held| held.what != *what) {
            wrong.push(format!("{} is said to have {what}, and does not hold it", holder.name));
        }
    }
}

/// Moments are in order; a monitor has one owner at a time, which is the one that is named.
fn of_timeline(timeline: &Timeline, wrong: &mut Vec<String>) {
    let mut stands: Vec<(Vec<String>, Option<WaitsFor>)> = Vec::new();
    let mut last = 0;
    for (number, moment) in timeline.moments.iter().enumerate() {
        if moment.at < last {
            wrong.push(format!("moment {number} comes before the one before it"));
        }
        last = moment.at;
        for (thread, stand) in &moment.stands {
            if stands.len() <= thread.index() {
                stands.resize(thread.index() + 1, (vec![], None));
            }
            stands[thread.index()] = (stand.holds.clone(), stand.waits_for.clone());
        }
        for (t, (holds, waits)) in stands.iter().enumerate() {
            for (other, (others, _)) in stands.iter().enumerate().skip(t + 1) {
                let shared = holds.iter().find(|what| others.contains(what) && is_exclusive(what));
                if let Some(what) = shared {
                    wrong.push(format!("moment {number}: threads {t} and {other} both hold {what}"));
                }
            }
            if let Some(WaitsFor::Lock { what, owner: Some(ThreadId(owner)) }) = waits
                && !stands.get(usize::from(*owner)).is_some_and(|(holds, _)| holds.contains(what))
            {
                wrong.push(format!("moment {number}: thread {t} waits for {what}, which {owner} does not hold"));
            }
        }
    }
    for order in &timeline.orders {
        let (from, to) = (&timeline.moments[order.from], &timeline.moments[order.to]);
        if order.from >= order.to || from.thread == to.thread {
            wrong.push(format!("{order:?} is no order of two threads"));
        }
    }
}

/// What returns was called before, by the same thread, on the same object; and calls return in the order of their nesting.
fn of_calls(timeline: &Timeline, wrong: &mut Vec<String>) {
    let mut open: BTreeMap<ThreadId, Vec<(&str, &str)>> = BTreeMap::new();
    for (number, moment) in timeline.moments.iter().enumerate() {
        let calls = open.entry(moment.thread).or_default();
        match &moment.action {
            Action::Call { what, method, result: None, .. } => calls.push((what, method)),
            Action::Return { what, method, .. } => {
                // What an exception left does not return.
                while calls.pop_if(|call| *call != (what, method)).is_some() {}
                if calls.pop().is_none() {
                    wrong.push(format!("moment {number}: {what}.{method} returns and was not called"));
                }
            }
            _ => {}
        }
    }
}

/// Who gives a monitor back had it, and has it no more.
fn of_releases(timeline: &Timeline, wrong: &mut Vec<String>) {
    let mut holds: BTreeMap<ThreadId, &[String]> = BTreeMap::new();
    for (number, moment) in timeline.moments.iter().enumerate() {
        let before = holds.get(&moment.thread).copied().unwrap_or_default();
        holds.extend(moment.stands.iter().map(|(thread, stand)| (*thread, &stand.holds[..])));
        let now = holds.get(&moment.thread).copied().unwrap_or_default();
        match &moment.action {
            Action::Unlock { what } if now.contains(what) => {
                wrong.push(format!("moment {number}: {what} is given back, and still held"));
            }
            // Taking it may be told in the same moment as giving it back.
            Action::Unlock { what } if !before.contains(what) && number > 0 && !moment.begins => {
                let took = |moment: &&Moment| matches!(&moment.action, Action::Lock { what: other } | Action::Resume { what: other } if other == what);
                if !timeline.moments[..number].iter().rev().any(|moment| took(&moment)) {
                    wrong.push(format!("moment {number}: {what} is given back, and was never taken"));
                }
            }
            Action::Lock { what } if is_exclusive(what) && !now.contains(what) && before.contains(what) => {
                wrong.push(format!("moment {number}: {what} is taken and gone"));
            }
            _ => {}
        }
    }
}

/// An exception that is caught was thrown in code of the program; it does not end its thread at that moment.
fn of_caught(timeline: &Timeline, wrong: &mut Vec<String>) {
    for (number, moment) in timeline.moments.iter().enumerate() {
        let Action::Caught { exception, by } = &moment.action else { continue };
        if moment.place.is_none() && by.user {
            wrong.push(format!("moment {number}: nobody knows where {exception} was thrown"));
        }
        let ended = moment.stands.iter().any(|(thread, stand)| *thread == moment.thread && stand.ended);
        if ended {
            wrong.push(format!("moment {number}: {exception} is caught, and its thread has ended"));
        }
    }
}

fn is_exclusive(what: &str) -> bool {
    !["StampedLock", "ReentrantReadWriteLock"].iter().any(|shared| what.contains(shared))
}

/// What an explanation says of an instruction is what the trace says of it: objects have the same names, places the same values,
/// calls the same arguments.
fn of_explanation(checked: &Checked, first: Option<&Violation>, wrong: &mut Vec<String>) {
    let (Some(Ok(explanation)), Some(trace)) = (&checked.explanation, first.and_then(|first| first.trace.as_ref()))
    else {
        return;
    };
    for (&at, step) in explanation.at.iter().zip(&explanation.trace.steps) {
        let same = |moment: &&heddle::verdict::Moment| {
            moment.at == at
                && moment.thread == step.thread
                && std::mem::discriminant(&moment.action) == std::mem::discriminant(&step.action)
        };
        if let Some(moment) = trace.timeline.moments.iter().find(same)
            && moment.action != step.action
        {
            wrong.push(format!("the explanation says {:?}, the trace {:?}", step.action, moment.action));
        }
        // What a thread calls while it is alone no trace tells.
        let starts = |moment: &&heddle::verdict::Moment| matches!(moment.action, Action::Start { .. });
        let is_alone = trace.timeline.moments.iter().find(starts).is_none_or(|start| at < start.at);
        if let (Action::Call { what, method, arguments, .. }, false) = (&step.action, is_alone) {
            let told = trace.timeline.moments.iter().filter(|moment| moment.thread == step.thread);
            let told: Vec<&Action> = told.map(|moment| &moment.action).collect();
            let is_it = |action: &&&Action| matches!(action, Action::Call { what: on, method: of, .. } if on == what && of == method);
            let is_same =
                |action: &&Action| matches!(action, Action::Call { arguments: given, .. } if given == arguments);
            if told.iter().any(|action| is_it(&action)) && !told.iter().filter(is_it).any(is_same) {
                wrong.push(format!("the explanation says {:?}, and the trace has no such call", step.action));
            }
        }
    }
}
