//! One violation: what is wrong, in a sentence; the run that leads there; who waits for whom.

use anstyle::Style;
use heddle_verdict::{
    Accessed, Action, Blocked, DeadlockKind, Kind, Place, ThreadId, Trace, Violation, WaitsFor, duration,
};

use unicode_width::UnicodeWidthStr;

use super::{FAINT, Page, columns, execution, paint, race, told};

/// A run with more lines than this is read after its explanation.
const LONG: usize = 40;

/// Writes a violation. An explanation goes before a long run, and is left to be written later otherwise.
pub fn write<'e>(
    out: &mut String,
    violation: &Violation,
    mut explanation: &'e str,
    page: &Page<'_>,
    style: Style,
) -> &'e str {
    out.push_str(&paint(style, &headline(&violation.kind)));
    out.push_str("\n\n");
    if let Some(trace) = &violation.trace {
        let mut run = String::new();
        columns::write(&mut run, trace, ending(violation, trace), page);
        if run.lines().count() > LONG && !explanation.is_empty() {
            out.push_str(std::mem::take(&mut explanation));
            out.push('\n');
        }
        out.push_str(&run);
        if matches!(violation.kind, Kind::Assertion { .. } | Kind::Uncaught { .. }) {
            for thread in told::not_run(trace) {
                out.push_str(&format!("  {thread} was started and has not run yet\n"));
            }
        }
        if !run.is_empty() {
            out.push('\n');
        }
    }
    if let Some(execution) = &violation.execution {
        execution::write(out, execution);
        out.push('\n');
    }
    write_details(out, violation, page);
    explanation
}

/// What is known of the failure beside the run, without colours and source lines.
pub fn details(violation: &Violation) -> String {
    let mut out = String::new();
    write_details(&mut out, violation, &Page { width: 100, source: &|_| None, assumptions: false });
    anstream::adapter::strip_str(&out).to_string()
}

/// The details, broken to the width of the page; frames of stacks stay whole, so that tools recognise them.
fn write_details(out: &mut String, violation: &Violation, page: &Page<'_>) {
    let mut text = String::new();
    write_unbroken(&mut text, violation, page);
    for line in text.lines() {
        let words = line.trim_start();
        let indent = line.len() - words.len();
        if words.starts_with("at ") || line.width() <= page.width {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        for part in columns::wrap(words, page.width.saturating_sub(indent)) {
            out.push_str(&format!("{:indent$}{part}\n", ""));
        }
    }
}

fn write_unbroken(out: &mut String, violation: &Violation, page: &Page<'_>) {
    match &violation.kind {
        Kind::Deadlock { threads, .. } => {
            threads.iter().for_each(|blocked| write_blocked(out, blocked, threads, violation.trace.as_ref(), page));
        }
        Kind::Uncaught { stack, thread_name, exception, .. } => {
            out.push_str(&format!("  {thread_name}: {}\n", indented(exception)));
            write_stack(out, stack, page);
        }
        Kind::Assertion { stack, thread_name, message, .. } => {
            let message = if message.is_empty() { String::new() } else { format!(": {}", indented(message)) };
            out.push_str(&format!("  {thread_name}: assertion failed{message}\n"));
            write_stack(out, stack, page);
        }
        Kind::SwallowedAssertion { stack, thread_name, message, .. } => {
            let message = if message.is_empty() { String::new() } else { format!(": {message}") };
            out.push_str(&format!("  {thread_name}: assertion failed{}\n", message.replace('\n', "\n    ")));
            write_stack(out, stack, page);
            out.push_str(
                "  Code of the JDK caught the error. The program never catches it and never looks at the future\n",
            );
            out.push_str("  that holds it (get, join, handle, …). --swallowed-assertions allow accepts that.\n");
        }
        Kind::Race { accesses, location } => {
            for access in accesses {
                write_access(out, access, location, page);
            }
            race::write(out, accesses, location, violation.trace.as_ref());
        }
        Kind::Livelock { threads, stacks, .. } => {
            for ((_, name), stack) in threads.iter().zip(stacks) {
                out.push_str(&format!("  {name} loops at\n"));
                write_stack(out, stack, page);
            }
        }
        Kind::Temporal { cycle: 0, .. } => out.push_str("  The run ends there; its last state repeats forever.\n"),
        Kind::Temporal { stacks, cycle, .. } => {
            out.push_str(&format!("  {} back to the same state and can repeat forever.\n", leads(*cycle)));
            for (_, name, stack) in stacks {
                out.push_str(&format!("  {name} loops at\n"));
                write_stack(out, stack, page);
            }
        }
        Kind::Starvation { threads, stacks, .. } => {
            for ((_, name), stack) in threads.iter().zip(stacks) {
                out.push_str(&format!("  {name} loops without a yield point at\n"));
                write_stack(out, stack, page);
            }
        }
        Kind::Inversion { waiting: (_, name), stack, .. } | Kind::Ceiling { thread_name: name, stack, .. } => {
            out.push_str(&format!("  {name}\n"));
            write_stack(out, stack, page);
        }
    }
}

/// The run of a violation as it is told; nothing if it has not been replayed.
pub fn told<'v>(violation: &'v Violation, has_source: &dyn Fn(&Place) -> bool) -> Vec<told::Block<'v>> {
    let run = violation.trace.as_ref().map(|trace| told::told(trace, ending(violation, trace), has_source));
    run.unwrap_or_default()
}

/// How the run of a violation ends.
fn ending<'v>(violation: &'v Violation, trace: &Trace) -> told::Ending<'v> {
    let thrown = match &violation.kind {
        Kind::Uncaught { thread, stack, .. } | Kind::Assertion { thread, stack, .. } => Some((*thread, &stack[..])),
        _ => None,
    };
    let about = about(&violation.kind);
    told::Ending { round: violation.kind.cycle(), halts: halts(&violation.kind, trace), thrown, about }
}

/// The locks and places that a failure is about.
pub fn about(kind: &Kind) -> Vec<&str> {
    match kind {
        Kind::Deadlock { threads, .. } => {
            let waits = threads.iter().filter_map(|blocked| match &blocked.waits_for {
                WaitsFor::Lock { what, .. } => Some(&what[..]),
                WaitsFor::Notification { what } | WaitsFor::Signal { what } => Some(&what[..]),
                WaitsFor::Permit { blocker, .. } => blocker.as_deref(),
                _ => None,
            });
            waits.chain(threads.iter().flat_map(|blocked| &blocked.holds).map(|held| &held.what[..])).collect()
        }
        Kind::Race { location, accesses } => {
            let held = accesses.iter().flat_map(|access| &access.holds).map(|held| &held.what[..]);
            std::iter::once(&location[..]).chain(held).collect()
        }
        _ => vec![],
    }
}

/// What is wrong, in a sentence.
pub fn headline(kind: &Kind) -> String {
    match kind {
        Kind::Deadlock { name: DeadlockKind::CyclicWait, threads } => {
            let names: Vec<&str> = cycle(threads).map(|blocked| blocked.name.as_str()).collect();
            match names[..] {
                [one] => format!("deadlock: {one} waits for itself"),
                _ => format!("deadlock: {} wait for each other", list(&names)),
            }
        }
        Kind::Deadlock { name, threads } => {
            let threads = &threads[..threads.iter().position(|blocked| blocked.aside).unwrap_or(threads.len())];
            let names: Vec<&str> = concerned(*name, threads).map(|blocked| blocked.name.as_str()).collect();
            let wait = if names.len() == 1 { "waits" } else { "wait" };
            let names = list(&names);
            match name {
                DeadlockKind::CyclicWait => unreachable!("handled above"),
                DeadlockKind::LockLeftHeld => format!("deadlock: {names} {wait} for a lock whose owner has ended"),
                DeadlockKind::MissedSignal => {
                    let what = message(threads);
                    format!("deadlock (missed signal): {names} {wait} for {what} that came too early")
                }
                DeadlockKind::LostWakeUp => {
                    format!("deadlock (lost wake-up): {names} {wait}, and {}", went_elsewhere(threads))
                }
                DeadlockKind::WaitForEver if message(threads) == "a signal" => {
                    format!("deadlock: nobody is left to signal {names}")
                }
                DeadlockKind::WaitForEver => format!("deadlock: nobody is left to notify {names}"),
                DeadlockKind::ParkForEver => match same_object(threads) {
                    Some(what) => format!("deadlock: {names} {wait} for {what} forever"),
                    None => match each_object(threads) {
                        Some(each) => format!("deadlock: {each} forever"),
                        None => format!("deadlock: nobody is left to unpark {names}"),
                    },
                },
                DeadlockKind::WhileOthersRun => {
                    format!("partial deadlock: {names} {wait} forever, whatever the other threads do")
                }
                DeadlockKind::JoinForEver => format!("deadlock: {names} {wait} forever"),
            }
        }
        Kind::Uncaught { thread_name, class, .. } => format!("uncaught {class} in {thread_name}"),
        Kind::Assertion { thread_name, .. } => format!("assertion failed in {thread_name}"),
        Kind::SwallowedAssertion { thread_name, .. } => {
            format!("assertion failed in {thread_name}, and nobody noticed")
        }
        Kind::Race { location, accesses: [a, b] } => {
            format!("data race on {location} between {} and {}", a.thread_name, b.thread_name)
        }
        Kind::Livelock { threads, .. } => {
            let names: Vec<&str> = threads.iter().map(|(_, name)| name.as_str()).collect();
            format!("livelock: {} can run forever without progress", list(&names))
        }
        Kind::Temporal { formula, fair, .. } => {
            format!("a {}run does not satisfy {formula}", if *fair { "fair " } else { "" })
        }
        Kind::Starvation { threads, starved, .. } => {
            let names = |threads: &[(ThreadId, String)]| {
                list(&threads.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>())
            };
            format!("starvation loop: {} never lets {} run on this platform", names(threads), names(starved))
        }
        Kind::Inversion { waiting, holder, running, steps, .. } => format!(
            "priority inversion: {} waits for {} while {} runs, for more than the bound ({steps} steps so far)",
            waiting.1, holder.1, running.1
        ),
        Kind::Ceiling { thread_name, what, priority, ceiling, .. } => {
            format!("ceiling violation: {thread_name} has priority {priority} and takes {what} with ceiling {ceiling}")
        }
    }
}

/// What the first thread that waits for a message waits for.
fn message(threads: &[Blocked]) -> &'static str {
    let messages = threads.iter().filter_map(|blocked| match blocked.waits_for {
        WaitsFor::Notification { .. } => Some("a notification"),
        WaitsFor::Signal { .. } => Some("a signal"),
        WaitsFor::Permit { .. } => Some("an unpark"),
        _ => None,
    });
    messages.min().unwrap_or("a notification")
}

fn went_elsewhere(threads: &[Blocked]) -> &'static str {
    match message(threads) {
        "a signal" => "the signal went to another thread",
        "an unpark" => "the unpark ended another park",
        _ => "the notification went to another thread",
    }
}

/// What all threads that are parked wait for, if it is one object.
fn same_object(threads: &[Blocked]) -> Option<&str> {
    let mut objects = threads.iter().filter_map(|blocked| match &blocked.waits_for {
        WaitsFor::Permit { blocker, .. } => Some(blocker.as_deref()),
        _ => None,
    });
    let first = objects.next()??;
    objects.all(|other| other == Some(first)).then_some(first)
}

/// Which of the threads that are parked waits for what, if all that is known.
fn each_object(threads: &[Blocked]) -> Option<String> {
    let parked = threads.iter().filter(|blocked| matches!(blocked.waits_for, WaitsFor::Permit { .. }));
    let each: Option<Vec<String>> = parked
        .map(|blocked| match &blocked.waits_for {
            WaitsFor::Permit { blocker: Some(what), .. } => Some(format!("{} waits for {what}", blocked.name)),
            _ => None,
        })
        .collect();
    let each = each?;
    Some(list(&each.iter().map(String::as_str).collect::<Vec<_>>()))
}

/// The threads that a headline names: those whose wait gives the kind its name, not those that
/// only wait for them.
fn concerned(name: DeadlockKind, threads: &[Blocked]) -> impl Iterator<Item = &Blocked> {
    let fits = move |blocked: &&Blocked| match name {
        DeadlockKind::MissedSignal | DeadlockKind::LostWakeUp | DeadlockKind::WaitForEver => {
            let parked = matches!(blocked.waits_for, WaitsFor::Permit { blocker: None, .. });
            parked || matches!(blocked.waits_for, WaitsFor::Notification { .. } | WaitsFor::Signal { .. })
        }
        DeadlockKind::ParkForEver => matches!(blocked.waits_for, WaitsFor::Permit { .. }),
        _ => true,
    };
    let any = threads.iter().any(|blocked| fits(&blocked));
    threads.iter().filter(move |blocked| !any || fits(blocked))
}

/// The threads of a cyclic wait, which come first.
fn cycle(threads: &[Blocked]) -> impl Iterator<Item = &Blocked> {
    let first = threads.first().map(|blocked| blocked.thread);
    let last = threads.iter().position(|blocked| blocked.waits_for.other() == first);
    threads.iter().take(last.map_or(threads.len(), |last| last + 1))
}

fn leads(steps: usize) -> String {
    if steps == 1 { "The last step leads".into() } else { format!("The last {steps} steps lead") }
}

fn list(names: &[&str]) -> String {
    match names {
        [] => "no thread".into(),
        [one] => (*one).into(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}

/// Where the threads of a deadlock stop.
fn halts<'v>(kind: &'v Kind, trace: &Trace) -> Vec<told::Halt<'v>> {
    let Kind::Deadlock { threads, .. } = kind else { return Vec::new() };
    let halt = |blocked: &'v Blocked| told::Halt {
        thread: blocked.thread,
        stack: &blocked.stack,
        note: format!("waits {}", waited_for(blocked, threads, Some(trace))),
        owner: match &blocked.waits_for {
            WaitsFor::Lock { owner, .. } | WaitsFor::Permit { owner, .. } => *owner,
            _ => None,
        },
    };
    threads.iter().map(halt).collect()
}

fn write_blocked(out: &mut String, blocked: &Blocked, all: &[Blocked], trace: Option<&Trace>, page: &Page<'_>) {
    let also = if blocked.aside { " (a daemon) also" } else { "" };
    out.push_str(&format!("  {}{also} waits {}\n", blocked.name, waited_for(blocked, all, trace)));
    write_stack(out, &blocked.stack, page);
    for held in &blocked.holds {
        let place = held.taken_at.as_ref().map_or_else(String::new, |place| format!(", taken at {place}"));
        out.push_str(&format!("    holds {}{place}\n", held.what));
    }
}

/// What goes after "waits".
fn waited_for(blocked: &Blocked, all: &[Blocked], trace: Option<&Trace>) -> String {
    let name = |thread: &Option<ThreadId>| {
        let thread = (*thread)?;
        let known = all.iter().find(|blocked| blocked.thread == thread);
        Some(known.map_or_else(|| name_of_other(thread, trace), |blocked| blocked.name.clone()))
    };
    let held_by = |owner| name(owner).map_or_else(String::new, |owner| format!(", held by {owner}"));
    match &blocked.waits_for {
        WaitsFor::Lock { what, owner } => format!("to lock {what}{}", held_by(owner)),
        WaitsFor::Notification { what } => format!("to be notified on {what}"),
        WaitsFor::Signal { what } => format!("to be signalled on {what}"),
        WaitsFor::Permit { blocker: Some(what), owner } => format!("for {what}{}", held_by(owner)),
        WaitsFor::Permit { blocker: None, .. } => "to be unparked".into(),
        WaitsFor::Sleep => "to wake from a sleep that never ends".into(),
        WaitsFor::End { thread } => {
            format!("for {} to end", name(&Some(*thread)).unwrap_or_default())
        }
        WaitsFor::Initialization { class, by } => {
            let by = name(by).map_or_else(String::new, |by| format!(" by {by}"));
            format!("for class {class} to be initialised{by}")
        }
    }
}

/// A thread that does not wait: it has ended or goes on.
fn name_of_other(thread: ThreadId, trace: Option<&Trace>) -> String {
    let name = trace.and_then(|trace| trace.threads.get(thread.index()));
    let name = name.map_or_else(|| format!("thread {}", thread.0), String::clone);
    let last = trace.and_then(|trace| trace.steps.iter().rfind(|step| step.thread == thread));
    match last.map(|step| &step.action) {
        Some(Action::End) => format!("{name}, which has ended"),
        _ => name,
    }
}

fn write_access(out: &mut String, access: &Accessed, location: &str, page: &Page<'_>) {
    let verb = if access.writes { "write" } else { "read" };
    let how = if access.synchronized { " (atomic or volatile)" } else { "" };
    out.push_str(&format!("  {} is about to {verb} {location}{how}\n", access.thread_name));
    write_stack(out, &access.stack, page);
}

/// A message with several lines, as a part of the page.
fn indented(message: &str) -> String {
    let lines: Vec<&str> = message.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    lines.join("\n    ")
}

/// Frames of a stack that are shown, beside that of the program.
const FRAMES: usize = 16;

/// A stack, with the code of its innermost line in the checked program, not in a library without sources.
fn write_stack(out: &mut String, stack: &[Place], page: &Page<'_>) {
    let first_known = stack.iter().position(|place| place.user && (page.source)(place).is_some());
    let last = first_known.unwrap_or_default().max(FRAMES - 1);
    for (index, place) in stack.iter().enumerate() {
        // The frame of the program is always shown.
        if index >= FRAMES && index < last {
            continue;
        }
        if index > last {
            out.push_str(&format!("    … {} more\n", stack.len() - index));
            break;
        }
        if index == last && last > FRAMES {
            out.push_str(&format!("    … {} more\n", last - FRAMES));
        }
        let code = if Some(index) == first_known { (page.source)(place) } else { None };
        let room = page.width.saturating_sub(place.to_string().len() + 11).max(20);
        let code = code.map_or_else(String::new, |code| format!("   {}", columns::cut(code.trim(), room)));
        out.push_str(&format!("    at {place}{}\n", paint(FAINT, &code)));
    }
}

/// Which time-outs have to fire early, if there is no other way to the violation.
pub(crate) fn early(violation: &Violation) -> Option<String> {
    /// More would bury the rest.
    const MOST: usize = 2;
    let trace = violation.trace.as_ref().filter(|_| violation.only_early)?;
    let name = |thread: &ThreadId| trace.threads.get(thread.index()).map_or("another thread", String::as_str);
    let mut times: Vec<String> = Vec::new();
    let mut others: Vec<&str> = Vec::new();
    let steps = trace.steps.iter().filter_map(|step| step.early.as_ref().map(|early| (step.thread, early)));
    for (thread, early) in steps {
        let at = match &early.place {
            Some(Place { file: Some(file), line: Some(line), .. }) => format!("at {file}:{line}"),
            Some(place) => format!("in {}.{}", place.class, place.method),
            None => format!("in {}", name(&thread)),
        };
        let time = format!("{} {at}", duration(early.nanos));
        if !times.contains(&time) {
            times.push(time);
            others.extend(early.others.iter().map(name));
        }
    }
    let verb = if times.len() == 1 { "passes" } else { "pass" };
    let more = times.len().saturating_sub(MOST);
    times.truncate(MOST);
    if more > 0 {
        times.push(format!("{more} more"));
    }
    others.sort_unstable();
    others.dedup();
    let others = if others.len() > MOST { "other threads".to_owned() } else { others.join(" or ") };
    Some(format!("only if {} {verb} while {others} could go on", times.join(" and ")))
}
