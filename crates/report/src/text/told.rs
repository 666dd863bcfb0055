//! A run as it is told: which of its events, in which order, at which lines of the source. In: a trace and how it ends. Out:
//! blocks, each with what one thread did at one line.
//!
//! What shows only how the JDK or a library works inside is left out. Calls into them are told with what they were given and
//! what they returned; what happened inside only if another thread did something meanwhile. Rounds of a loop that are alike
//! are told once, with their number.

use std::collections::{HashMap, HashSet};
use std::mem::discriminant;

use heddle_verdict::{Action, Deed, Place, Printed, Step, ThreadId, Trace, short_exception};

use super::grouped;

/// Steps of one thread at one source line.
pub struct Block<'t> {
    pub thread: ThreadId,
    pub place: Option<&'t Place>,
    /// What it did, in words.
    pub notes: Vec<String>,
    /// The same as data; not for what is only printed, thrown or waited for.
    pub actions: Vec<&'t Action>,
    /// Belongs to the cycle that repeats forever.
    pub in_round: bool,
}

/// Where a thread is at the end of the run, and why it cannot continue.
pub struct Halt<'t> {
    pub thread: ThreadId,
    pub stack: &'t [Place],
    pub note: String,
    /// The thread that has what it waits for.
    pub owner: Option<ThreadId>,
}

/// How a run ends, if not just so.
#[derive(Default)]
pub struct Ending<'t> {
    /// How many of the last steps are a cycle that repeats forever.
    pub round: Option<usize>,
    pub halts: Vec<Halt<'t>>,
    /// Where the exception was made that ends a thread, innermost frame first.
    pub thrown: Option<(ThreadId, &'t [Place])>,
    /// What the failure is about: locks that are held and waited for, the place of a race.
    pub about: Vec<&'t str>,
}

/// What a thread does to begin waiting.
const BEGINNINGS: [&str; 3] = ["parks", "waits on ", JOINS];

const JOINS: &str = "joins ";

const CONCURRENT: &str = "java.util.concurrent.";

const THREAD: &str = "java.lang.Thread";

/// Classes of the JDK that do to memory what their callers want.
const TOOLS: [&str; 7] = [
    "java.util.concurrent.atomic.",
    "java.util.concurrent.locks.",
    "java.lang.invoke.",
    THREAD,
    "java.lang.Object",
    "jdk.internal.misc.",
    "sun.misc.",
];

/// Loops with more events in a round than this are not recognised.
const LONGEST_ROUND: usize = 16;

/// Something that is told.
struct Event<'t> {
    thread: ThreadId,
    /// The line of the program, or of a library if nothing else is known.
    place: Option<&'t Place>,
    /// Where the library stands that the line called.
    inside: Option<&'t Place>,
    in_round: bool,
    action: Option<&'t Action>,
    /// It is done by code of the JDK.
    by_jdk: bool,
    notes: Vec<String>,
}

/// A run as it is told, with how it ends.
pub fn told<'t>(trace: &'t Trace, ending: Ending<'t>, has_source: &dyn Fn(&Place) -> bool) -> Vec<Block<'t>> {
    let thrown = ending.thrown.and_then(|(thread, stack)| {
        let place = stack.iter().find(|place| place.user && has_source(place))?;
        Some((thread, place))
    });
    let libraries = Libraries::of(trace, &ending.about, has_source);
    let mut events = events(trace, ending.round, thrown, &libraries);
    fold_global(&mut events);
    fold_calls(&mut events);
    fold_loops(&mut events);
    fold_prints(&mut events);
    let mut blocks = blocks(events);
    for Halt { thread, stack, note, owner } in ending.halts {
        let place = libraries.line(innermost(stack), stack.iter()).0;
        let last = blocks.iter().rposition(|block| block.thread == thread);
        // Nothing is said to be held before it is taken.
        let is_early = |&at: &usize| blocks[at + 1..].iter().any(|block| Some(block.thread) == owner);
        let last = last.filter(|at| same_line(blocks[*at].place, place) && !is_early(at));
        match last.map(|at| &mut blocks[at]) {
            // What it did to begin waiting says no more.
            Some(block) => {
                let last =
                    block.notes.last().is_some_and(|last| BEGINNINGS.iter().any(|words| last.starts_with(words)));
                block.notes.truncate(block.notes.len() - usize::from(last));
                block.notes.push(note);
            }
            None => blocks.push(Block { thread, place, notes: vec![note], actions: vec![], in_round: false }),
        }
    }
    blocks
}

/// Threads that were started in the run and have not done anything yet.
pub fn not_run(trace: &Trace) -> Vec<&str> {
    let deeds = |step: &'_ Step| -> Vec<ThreadId> {
        let others = step.ahead.iter().chain(&step.within).map(|deed| deed.thread);
        std::iter::once(step.thread).chain(others).collect()
    };
    let ran: HashSet<ThreadId> = trace.steps.iter().flat_map(deeds).collect();
    let started = |name: &String| {
        let thread = format!("thread {name}");
        let starts = |action: &Action| matches!(action, Action::Start { thread: other } if *other == thread);
        trace
            .steps
            .iter()
            .any(|step| starts(&step.action) || step.ahead.iter().chain(&step.within).any(|deed| starts(&deed.action)))
    };
    let threads = trace.threads.iter().enumerate();
    threads
        .filter(|(t, name)| !ran.contains(&ThreadId(*t as u16)) && started(name))
        .map(|(_, name)| &name[..])
        .collect()
}

/// Whether two places are on one line of the source, if maybe in different methods.
fn same_line(a: Option<&Place>, b: Option<&Place>) -> bool {
    let line = |place: &Place| (place.file.clone(), place.line.filter(|_| place.file.is_some()));
    a == b || a.map(line).zip(b.map(line)).is_some_and(|(a, b)| a == b && a.1.is_some())
}

fn innermost(stack: &[Place]) -> Option<&Place> {
    stack.iter().find(|place| place.user).or(stack.first())
}

/// Which of a run's events only show how a library works inside: at places without source, and about what no other thread
/// touches in this run, or nobody changes. In a program without any source there is nothing else to tell.
pub struct Libraries<'t, 'f> {
    has_source: &'f dyn Fn(&Place) -> bool,
    /// Fields and elements, and the objects that have them.
    shared: HashSet<&'t str>,
    /// Fields and elements that get a value in the run.
    written: HashSet<&'t str>,
    /// What the failure is about.
    about: HashSet<&'t str>,
    known: bool,
    expanded: bool,
}

impl<'t, 'f> Libraries<'t, 'f> {
    pub fn of(trace: &'t Trace, about: &[&'t str], has_source: &'f dyn Fn(&Place) -> bool) -> Self {
        let mut first: HashMap<&str, ThreadId> = HashMap::new();
        let about: HashSet<&str> = about.iter().copied().collect();
        let mut shared: HashSet<&str> = about.clone();
        let mut written: HashSet<&str> = shared.clone();
        let mut known = false;
        let mut look = |thread: ThreadId, places: &[&Place], action: &'t Action| {
            known = known || places.iter().any(|place| place.user && has_source(place));
            for what in memory(action).into_iter().flat_map(|what| [what, object(what)]) {
                if *first.entry(what).or_insert(thread) != thread {
                    shared.insert(what);
                }
            }
            if let Action::Write { what, .. } | Action::Update { what, .. } | Action::Copy { to: what, .. } = action {
                written.insert(what);
            }
        };
        for step in &trace.steps {
            look(step.thread, &step.stack.iter().collect::<Vec<_>>(), &step.action);
            for deed in step.ahead.iter().chain(&step.within) {
                look(deed.thread, &deed.place.iter().chain(&deed.callers).collect::<Vec<_>>(), &deed.action);
            }
        }
        Self { has_source, shared, written, about, known, expanded: trace.expanded }
    }

    /// The line of the program that led to a place, and the place itself if that is in a library.
    fn line(
        &self,
        place: Option<&'t Place>,
        mut callers: impl Iterator<Item = &'t Place>,
    ) -> (Option<&'t Place>, Option<&'t Place>) {
        let is_theirs = |place: &&Place| self.known && place.user && !(self.has_source)(place);
        match place.filter(is_theirs) {
            Some(_) => match callers.find(|place| place.user && (self.has_source)(place)) {
                Some(line) => (Some(line), place),
                None => (place, None),
            },
            None => (place, None),
        }
    }

    /// Whether a step shows only how the JDK works inside of what the program called: what no other thread touches or nobody
    /// changes, what a collection or pool that several threads may use does for itself, and locks that are not its own
    /// business. Locks, atomic variables and threads work for whoever calls them, so what they do is told.
    pub fn is_of_jdk(&self, step: &Step) -> bool {
        let user = step.stack.iter().position(|place| place.user);
        let above = &step.stack[..user.unwrap_or(step.stack.len())];
        // Where calls are not known, what happens inside is all that there is to tell.
        if !self.known || !self.expanded || !step.turned.is_empty() || above.is_empty() {
            return false;
        }
        let callee = above.last().filter(|_| user.is_some());
        let of_callee =
            |what: &str| callee.is_some_and(|callee| object(what).split('#').next() == Some(callee.short_class()));
        let is_about = |what: &str| self.about.contains(what);
        let is_tool = |place: &Place| TOOLS.iter().any(|tool| place.class.starts_with(tool));
        let is_concurrent = |place: &Place| place.class.starts_with(CONCURRENT) && !is_tool(place);
        match &step.action {
            Action::Lock { what } | Action::Unlock { what } => {
                !(is_about(what) || of_callee(what) && self.shared.contains(&what[..]))
            }
            Action::SetPriority { .. } => above.iter().any(|place| place.class == THREAD && place.method == "<init>"),
            Action::Clock { .. } => above.iter().any(is_concurrent),
            action => {
                let Some(what) =
                    memory(action).filter(|_| !matches!(action, Action::Call { .. } | Action::Return { .. }))
                else {
                    return false;
                };
                let is_told = is_about(what) || above.iter().all(is_tool);
                !is_told
                    && match callee {
                        _ if of_callee(what) && !action.words(&[]).is_some_and(|words| words.contains(" = ")) => false,
                        _ if above.iter().any(is_concurrent) => true,
                        _ => !self.shared.contains(what) || !self.written.contains(what),
                    }
            }
        }
    }

    pub fn works_inside(&self, place: Option<&Place>, action: &Action) -> bool {
        let is_theirs = self.known && place.is_some_and(|place| place.user && !(self.has_source)(place));
        is_theirs
            && match action {
                Action::Initialize { .. } | Action::Global | Action::Clock { .. } | Action::Yield => true,
                Action::Read { what, .. } => !self.shared.contains(&what[..]) || !self.written.contains(&what[..]),
                action => memory(action).is_some_and(|what| !self.shared.contains(what)),
            }
    }

    /// Whether a call, or the end of one, is told: always those of the JDK, and those of the program into a library.
    pub fn tells_call(&self, place: Option<&Place>, callee: Option<&Place>) -> bool {
        match (place, callee) {
            (Some(place), Some(callee)) => self.known && (self.has_source)(place) && !(self.has_source)(callee),
            _ => true,
        }
    }
}

/// The object of a field or element, as pages name it.
fn object(what: &str) -> &str {
    what.split(['.', '[']).next().unwrap_or(what)
}

/// What an action reads, writes, locks or calls.
fn memory(action: &Action) -> Option<&str> {
    match action {
        Action::Read { what, .. }
        | Action::Write { what, .. }
        | Action::Update { what, .. }
        | Action::Lock { what }
        | Action::Unlock { what }
        | Action::Call { what, .. }
        | Action::Return { what, .. } => Some(what),
        Action::Copy { from, .. } => Some(from),
        _ => None,
    }
}

fn events<'t>(
    trace: &'t Trace,
    round: Option<usize>,
    thrown: Option<(ThreadId, &'t Place)>,
    libraries: &Libraries<'t, '_>,
) -> Vec<Event<'t>> {
    let mut events: Vec<Event<'t>> = Vec::new();
    let begin = trace.steps.len() - round.unwrap_or(0).min(trace.steps.len());
    let mut alone = true;
    for (at, step) in trace.steps.iter().enumerate() {
        let in_round = at >= begin;
        let of_deed = |deed: &'t Deed| {
            let shown = libraries.tells_call(deed.place.as_ref(), deed.callee.as_ref())
                && !libraries.works_inside(deed.place.as_ref(), &deed.action);
            let (place, inside) = libraries.line(deed.place.as_ref(), deed.callers.iter());
            let notes = deed.action.words(&trace.threads).into_iter().chain(prints(&deed.printed)).collect();
            let action = Some(&deed.action);
            shown.then_some(Event { thread: deed.thread, place, inside, in_round, action, by_jdk: false, notes })
        };
        events.extend(step.ahead.iter().filter_map(of_deed));
        let is_inner =
            step.turned.is_empty() && libraries.works_inside(step.place(), &step.action) || libraries.is_of_jdk(step);
        // What the first thread initialises while it is alone is nobody else's business.
        let is_early = alone && matches!(step.action, Action::Initialize { .. });
        if !is_inner_working(step) && !is_inner && !is_early {
            let (place, inside) = libraries.line(step.place(), step.stack.iter());
            let by_jdk = step.stack.first().is_some_and(|place| !place.user);
            let notes = action_notes(step, trace);
            let action = Some(&step.action);
            events.push(Event { thread: step.thread, place, inside, in_round, action, by_jdk, notes });
        }
        events.extend(step.within.iter().filter_map(of_deed));
        let starts = |action: &Action| matches!(action, Action::Start { .. });
        alone = alone && !starts(&step.action) && !step.within.iter().any(|deed| starts(&deed.action));
        let place = step.place().filter(|place| place.user);
        let known = thrown.filter(|(thread, _)| *thread == step.thread).map(|(_, place)| place);
        let thrown_at = known.or(step.uncaught_at.as_ref()).or(place);
        let printed = if trace.expanded { &[] } else { &step.printed[..] };
        let last = step.uncaught.iter().map(|exception| format!("ends with uncaught {}", short_exception(exception)));
        for (place, notes) in [(place, prints(printed).collect()), (thrown_at, last.collect())] {
            let place = libraries.line(place, step.stack.iter()).0;
            events.push(Event {
                thread: step.thread,
                place,
                inside: None,
                in_round,
                action: None,
                by_jdk: false,
                notes,
            });
        }
    }
    events.retain(|event: &Event<'_>| !event.notes.is_empty());
    events
}

/// A call and its return are one event if no other thread did anything in between; and so is what happened inside.
fn fold_calls(events: &mut Vec<Event<'_>>) {
    let mut gone = vec![false; events.len()];
    for end in 0..events.len() {
        let Some(Action::Return { what, method, result }) = events[end].action else { continue };
        let thread = events[end].thread;
        let begins = |event: &Event<'_>| {
            event.thread == thread
                && matches!(event.action, Some(Action::Call { what: on, method: of, .. }) if on == what && of == method)
        };
        let Some(begin) = (0..end).rev().find(|&at| !gone[at] && begins(&events[at])) else {
            gone[end] = true;
            continue;
        };
        let between = begin + 1..end;
        let same = |at: usize| events[at].thread == thread && events[at].in_round == events[end].in_round;
        if !between.clone().all(|at| gone[at] || same(at)) {
            continue;
        }
        let place = events[begin].place;
        for at in between {
            let is_inside = (events[at].by_jdk || events[at].inside.is_some()) && events[at].place == place;
            gone[at] |= is_inside && events[at].action.is_some_and(is_quiet);
        }
        gone[end] = true;
        if let (Some(result), Some(note)) = (result, events[begin].notes.first_mut()) {
            note.push_str(&format!(" → {result}"));
        }
    }
    let mut gone = gone.into_iter();
    events.retain(|_| !gone.next().unwrap_or_default());
}

/// Whether an action is of no interest when nobody did anything meanwhile.
fn is_quiet(action: &Action) -> bool {
    matches!(
        action,
        Action::Read { .. }
            | Action::Write { .. }
            | Action::Update { .. }
            | Action::Copy { .. }
            | Action::Call { .. }
            | Action::Return { .. }
            | Action::Lock { .. }
            | Action::Unlock { .. }
            | Action::Global
    )
}

/// A call of the JDK that has several moments which all threads may notice is told once, unless another thread did something in
/// between; not at all if it is told with its arguments and result.
fn fold_global(events: &mut Vec<Event<'_>>) {
    let is_global = |event: &Event<'_>| matches!(event.action, Some(Action::Global));
    let is_again = |at: usize| {
        let event = &events[at];
        let (Some(note), true) = (event.notes.first(), is_global(event)) else { return false };
        let before = events[..at].iter().rev().find(|other| other.thread == event.thread);
        let Some(last) = before.filter(|last| last.place == event.place) else { return false };
        let is_told = matches!(last.action, Some(Action::Call { method, .. }) if note.ends_with(&format!(".{method}")));
        is_told || is_global(last) && last.notes == event.notes && events[at - 1].thread == event.thread
    };
    let again: Vec<bool> = (0..events.len()).map(is_again).collect();
    let mut again = again.into_iter();
    events.retain(|_| !again.next().unwrap_or_default());
}

/// Rounds of a loop of one thread: of those that are the same one is left, of those that differ in values only the first and the
/// last.
fn fold_loops(events: &mut Vec<Event<'_>>) {
    let mut folded: Vec<Event<'_>> = Vec::new();
    let mut left: std::collections::VecDeque<Event<'_>> = std::mem::take(events).into();
    while !left.is_empty() {
        let Some((length, rounds)) = (1..=LONGEST_ROUND).find_map(|length| Some((length, rounds(&left, length)?)))
        else {
            folded.extend(left.pop_front());
            continue;
        };
        let mut all: Vec<Event<'_>> = left.drain(..length * rounds).collect();
        let same = (length..all.len()).all(|at| all[at].notes == all[at % length].notes);
        let last = if same { vec![] } else { all.split_off(length * (rounds - 1)) };
        all.truncate(length);
        let count = grouped(rounds as u64);
        let note = match all.last_mut() {
            Some(event) if same && length == 1 => {
                if let Some(note) = event.notes.last_mut() {
                    note.push_str(&format!(" ({count} times)"));
                }
                None
            }
            _ if same => Some(format!("⋮ the same {count} times in all")),
            _ => Some(format!("⋮ the same {} more times, with other values", grouped(rounds as u64 - 2))),
        };
        if let (Some(event), Some(note)) = (all.last_mut(), note) {
            event.notes.push(note);
        }
        folded.extend(all);
        folded.extend(last);
    }
    *events = folded;
}

/// Of many lines that a thread prints at once, the first ones.
fn fold_prints(events: &mut Vec<Event<'_>>) {
    const SHOWN: usize = 3;
    let is_print = |event: &Event<'_>| matches!(event.action, Some(Action::Print));
    let mut from = 0;
    while let Some(begin) = (from..events.len()).find(|&at| is_print(&events[at])) {
        let thread = events[begin].thread;
        let more = events[begin..].iter().take_while(|event| is_print(event) && event.thread == thread).count();
        if more > SHOWN + 1 {
            events.drain(begin + SHOWN..begin + more);
            events[begin + SHOWN - 1].notes.push(format!("prints {} more lines", more - SHOWN));
        }
        from = begin + more.min(SHOWN + 1);
    }
}

/// How often the first so many events are repeated at once, if often enough to be folded.
fn rounds(events: &std::collections::VecDeque<Event<'_>>, length: usize) -> Option<usize> {
    let shape = |event: &Event<'_>| {
        let what = event.action.and_then(memory);
        (event.thread, event.place.cloned(), event.in_round, event.action.map(discriminant), what.map(str::to_owned))
    };
    let alike = |a: &Event<'_>, b: &Event<'_>| {
        if a.action.is_none_or(|action| memory(action).is_none()) {
            return a.thread == b.thread && a.place == b.place && a.in_round == b.in_round && a.notes == b.notes;
        }
        shape(a) == shape(b)
    };
    let thread = events.front()?.thread;
    let mut same = 0;
    while let (Some(a), Some(b)) = (events.get(same), events.get(same + length)) {
        if a.thread != thread || !alike(a, b) {
            break;
        }
        same += 1;
    }
    let rounds = same / length + 1;
    let equal = (0..same).all(|at| events[at].notes == events[at + length].notes);
    let enough = if equal && length == 1 { 2 } else { 4 };
    (rounds >= enough).then_some(rounds)
}

fn blocks<'t>(events: Vec<Event<'t>>) -> Vec<Block<'t>> {
    let mut blocks: Vec<Block<'t>> = Vec::new();
    let mut method: Option<(&str, &str)> = None;
    for Event { thread, place, inside, in_round, action, mut notes, .. } in events {
        // Where a monitor is given back is where a block or method ends, of which there is nothing to see.
        let follows = matches!(action, Some(Action::Unlock { .. }));
        let same = |block: &Block<'_>| {
            block.thread == thread && (same_line(block.place, place) || follows) && block.in_round == in_round
        };
        let last = blocks.last_mut().filter(|block| same(block));
        let now = inside.map(|inside| (inside.short_class(), &inside.method[..]));
        if let Some((class, name)) = now.filter(|_| now != method || last.is_none()) {
            notes[0].insert_str(0, &format!("in {class}.{name}: "));
        }
        method = now;
        match last {
            Some(block) => {
                block.notes.extend(notes);
                block.actions.extend(action);
            }
            None => blocks.push(Block { thread, place, notes, actions: action.into_iter().collect(), in_round }),
        }
    }
    blocks
}

/// Classes whose numbers mean something to themselves only: pools, and what packs several numbers into one.
const OPAQUE: [&str; 5] = ["ThreadPoolExecutor", "ScheduledThreadPoolExecutor", "ForkJoin", "Phaser", "Exchanger"];

/// Whether a step only shows how the JDK's locks and threads work inside. What they do for the
/// program shows in the steps that change the state of a lock, park, wake, start or end a thread.
pub fn is_inner_working(step: &Step) -> bool {
    let Some(place) = step.stack.first().filter(|place| !place.user) else { return false };
    if !step.turned.is_empty() {
        return false;
    }
    let concurrent = place.class.starts_with(CONCURRENT) && !place.class.contains(".atomic.");
    let of_thread = |what: &str| what.starts_with("thread ");
    // Queues of waiting threads and owners are how a lock does its work; its state is what it does.
    let of_queue = |what: &str| {
        what.contains("Node#") || place.class.starts_with("java.util.concurrent.locks.") && !what.ends_with(".state")
    };
    // Locks and atomic numbers work for whoever calls them.
    let is_tool = |place: &&Place| [".atomic.", ".locks."].iter().any(|tools| place.class.contains(tools));
    let caller = step.stack.iter().find(|place| !is_tool(place)).and_then(|place| place.class.strip_prefix(CONCURRENT));
    let opaque = caller.is_some_and(|class| OPAQUE.iter().any(|name| class.starts_with(name)));
    match &step.action {
        Action::Read { .. } | Action::Update { .. } | Action::Write { .. } if opaque => true,
        Action::Read { what, .. } => {
            // Tables and caches of the JDK, and the locks of synchronised collections.
            concurrent || of_thread(what) || place.class.starts_with("java.lang.") || what.ends_with(".mutex")
        }
        Action::Update { what, old, new } => concurrent && (old == new || of_queue(what)) || of_thread(what),
        Action::Write { what, .. } => concurrent && of_queue(what) || of_thread(what) || place.class == THREAD,
        Action::Lock { what } | Action::Resume { what } => of_thread(what) && is_join(step),
        Action::Yield => concurrent || place.class == THREAD,
        // What the program itself asks is told.
        Action::Interrupted { .. } => {
            let caller = step.stack.iter().position(|place| place.class != THREAD);
            let callee = caller.and_then(|at| at.checked_sub(1)).map(|at| &step.stack[at].method[..]);
            !matches!(callee, Some("interrupted" | "isInterrupted")) || !step.stack[caller.unwrap_or_default()].user
        }
        Action::Alive { .. } => concurrent || is_join(step) || step.stack.get(1).is_some_and(|place| !place.user),
        // There was nothing to choose.
        Action::Choose { of, .. } => *of <= 1,
        _ => false,
    }
}

/// What a step is named for, and what became true or false by it.
pub fn action_notes(step: &Step, trace: &Trace) -> Vec<String> {
    let turned = step.turned.iter().map(|(atom, value)| match value {
        true => format!("now true: {atom}"),
        false => format!("now false: {atom}"),
    });
    let action = match &step.action {
        Action::Wait { what } if is_join(step) => Some(format!("{JOINS}{}", what.trim_start_matches("thread "))),
        // What it is that all threads may notice only its name tells: of files and the like there are no objects.
        Action::Global => {
            let user = step.stack.iter().position(|place| place.user);
            let callee = user.and_then(|at| at.checked_sub(1)).map(|at| &step.stack[at]);
            match callee {
                Some(callee) if callee.method == "<init>" => Some(format!("makes a {}", callee.short_class())),
                Some(callee) => Some(format!("calls {}.{}", callee.short_class(), callee.method)),
                None => step.action.words(&trace.threads),
            }
        }
        action => action.words(&trace.threads),
    };
    action.into_iter().chain(turned).collect()
}

/// Whether a thread waits in `Thread.join`, which it does on the monitor of the other thread.
fn is_join(step: &Step) -> bool {
    step.stack.iter().take(2).any(|place| place.class == THREAD && place.method == "join")
}

pub fn prints(printed: &[Printed]) -> impl Iterator<Item = String> {
    printed.iter().map(|printed| format!("prints {:?}", printed.text.trim_end_matches('\n')))
}
