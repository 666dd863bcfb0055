//! A run in columns, one per thread, time going down: the source line, its code, and what it did.
//! If the page is too narrow for columns, the run is a list with the names of the threads.

use std::collections::{HashMap, HashSet};

use heddle_verdict::{Action, Deed, Place, Printed, Step, ThreadId, Trace};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{FAINT, Page, STRONG, duration, paint};

const NARROWEST: usize = 26;
const WIDEST: usize = 60;
const GUTTER: usize = 2;

/// Steps of one thread at one source line.
pub struct Block<'t> {
    pub thread: ThreadId,
    pub place: Option<&'t Place>,
    /// What it did, in words.
    pub notes: Vec<String>,
    /// The same as data; not for what is only printed, thrown or waited for.
    pub actions: Vec<&'t Action>,
    /// Belongs to the cycle that repeats forever.
    in_round: bool,
}

/// Where a thread is at the end of the run, and why it cannot continue.
pub struct Halt<'t> {
    pub thread: ThreadId,
    pub stack: &'t [Place],
    pub note: String,
}

/// How a run ends, if not just so.
#[derive(Default)]
pub struct Ending<'t> {
    /// How many of the last steps are a cycle that repeats forever.
    pub round: Option<usize>,
    pub halts: Vec<Halt<'t>>,
    /// Where the exception was made that ends a thread, innermost frame first.
    pub thrown: Option<(ThreadId, &'t [Place])>,
}

/// What a thread does to begin waiting.
const BEGINNINGS: [&str; 3] = ["parks", "waits on ", JOINS];

/// Stands above the cycle.
const ROUND: &str = "  ── from here on, this cycle repeats forever ──\n";

/// A run as it is told, with how it ends: in the order of its steps, the inner workings of the JDK left out, and those of
/// libraries, which are the classes whose sources are not there.
pub fn told<'t>(trace: &'t Trace, ending: Ending<'t>, has_source: &dyn Fn(&Place) -> bool) -> Vec<Block<'t>> {
    let thrown = ending.thrown.and_then(|(thread, stack)| {
        let place = stack.iter().find(|place| place.user && has_source(place))?;
        Some((thread, place))
    });
    let mut blocks = blocks(trace, ending.round, thrown, &Libraries::of(trace, has_source));
    for Halt { thread, stack, note } in ending.halts {
        let place = innermost(stack);
        match blocks.iter_mut().rfind(|block| block.thread == thread).filter(|block| block.place == place) {
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

/// Writes a run, with how it ends.
pub fn write(out: &mut String, trace: &Trace, ending: Ending<'_>, page: &Page<'_>) {
    let blocks = told(trace, ending, &|place| (page.source)(place).is_some());
    let mut threads: Vec<ThreadId> = blocks.iter().map(|block| block.thread).collect();
    threads.sort();
    threads.dedup();
    if threads.is_empty() {
        return;
    }
    let width = page.width.saturating_sub(2) / threads.len();
    if width < NARROWEST {
        return write_list(out, trace, &blocks, page);
    }
    let width = width.min(WIDEST);
    let name = |thread: ThreadId| trace.threads.get(thread.index()).map_or("?", String::as_str);
    out.push_str("  ");
    for (column, &thread) in threads.iter().enumerate() {
        let heading = fit(name(thread), width - GUTTER);
        let is_last = column + 1 == threads.len();
        out.push_str(&paint(STRONG, heading.trim_end()));
        out.push_str(&if is_last { "\n".into() } else { " ".repeat(width - heading.trim_end().width()) });
    }
    let end = blocks.iter().filter(|block| block.in_round).count();
    for (at, block) in blocks.iter().enumerate() {
        if end > 0 && at + end == blocks.len() {
            out.push_str(&paint(STRONG, ROUND));
        }
        let column = threads.iter().position(|&thread| thread == block.thread).unwrap_or_default();
        let indent = " ".repeat(2 + column * width);
        for (text, faint) in cell(block, page, width - GUTTER) {
            out.push_str(&indent);
            out.push_str(&if faint { paint(FAINT, text.trim_end()) } else { text.trim_end().to_string() });
            out.push('\n');
        }
    }
}

fn write_list(out: &mut String, trace: &Trace, blocks: &[Block<'_>], page: &Page<'_>) {
    let mut last = None;
    let end = blocks.iter().filter(|block| block.in_round).count();
    for (at, block) in blocks.iter().enumerate() {
        if end > 0 && at + end == blocks.len() {
            out.push_str(&paint(STRONG, ROUND));
            last = None;
        }
        if last != Some(block.thread) {
            let name = trace.threads.get(block.thread.index()).map_or("?", String::as_str);
            out.push_str(&format!("  {}\n", paint(STRONG, name)));
            last = Some(block.thread);
        }
        for (text, faint) in cell(block, page, page.width.saturating_sub(4)) {
            out.push_str("    ");
            out.push_str(&if faint { paint(FAINT, text.trim_end()) } else { text.trim_end().to_string() });
            out.push('\n');
        }
    }
}

/// The lines of a block: the code, then what it did, faint.
fn cell(block: &Block<'_>, page: &Page<'_>, width: usize) -> Vec<(String, bool)> {
    let mut lines = Vec::new();
    if let Some(place) = block.place {
        let number = place.line.map_or_else(String::new, |line| line.to_string());
        let code = (page.source)(place).unwrap_or_else(|| format!("{}.{}", place.class, place.method));
        lines.push((fit(&format!("{number:>4} {}", code.trim()), width), false));
    }
    for note in &block.notes {
        // Messages of exceptions may have several lines.
        let note = note.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        for part in wrap(&note, width.saturating_sub(5)) {
            lines.push((format!("     {part}"), true));
        }
    }
    lines
}

fn innermost(stack: &[Place]) -> Option<&Place> {
    stack.iter().find(|place| place.user).or(stack.first())
}

/// Which of a run's events only show how a library works inside: at places without source, and about what no other thread
/// touches in this run. In a program without any source there is nothing else to tell.
struct Libraries<'t, 'f> {
    has_source: &'f dyn Fn(&Place) -> bool,
    /// Fields and elements, and the objects that have them.
    shared: HashSet<&'t str>,
    known: bool,
}

impl<'t, 'f> Libraries<'t, 'f> {
    fn of(trace: &'t Trace, has_source: &'f dyn Fn(&Place) -> bool) -> Self {
        let mut first: HashMap<&str, ThreadId> = HashMap::new();
        let mut shared = HashSet::new();
        let mut known = false;
        let mut look = |thread: ThreadId, place: Option<&Place>, action: &'t Action| {
            known = known || place.is_some_and(|place| place.user && has_source(place));
            for what in memory(action).into_iter().flat_map(|what| [what, object(what)]) {
                if *first.entry(what).or_insert(thread) != thread {
                    shared.insert(what);
                }
            }
        };
        for step in &trace.steps {
            look(step.thread, step.place(), &step.action);
            step.ahead.iter().chain(&step.within).for_each(|deed| look(deed.thread, deed.place.as_ref(), &deed.action));
        }
        Self { has_source, shared, known }
    }

    fn works_inside(&self, place: Option<&Place>, action: &Action) -> bool {
        let is_theirs = self.known && place.is_some_and(|place| place.user && !(self.has_source)(place));
        is_theirs
            && match action {
                Action::Initialize { .. } | Action::Global => true,
                action => memory(action).is_some_and(|what| !self.shared.contains(what)),
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
        | Action::Call { what, .. } => Some(what),
        Action::Copy { from, .. } => Some(from),
        _ => None,
    }
}

fn blocks<'t>(
    trace: &'t Trace,
    round: Option<usize>,
    thrown: Option<(ThreadId, &'t Place)>,
    libraries: &Libraries<'_, '_>,
) -> Vec<Block<'t>> {
    let mut blocks: Vec<Block<'t>> = Vec::new();
    let begin = trace.steps.len() - round.unwrap_or(0).min(trace.steps.len());
    let mut add = |thread, place, in_round, action: Option<&'t Action>, notes: Vec<String>| {
        let same = |block: &Block<'_>| block.thread == thread && block.place == place && block.in_round == in_round;
        match blocks.last_mut().filter(|block| same(block)) {
            _ if notes.is_empty() => {}
            Some(block) => {
                block.notes.extend(notes);
                block.actions.extend(action);
            }
            None => blocks.push(Block { thread, place, notes, actions: action.into_iter().collect(), in_round }),
        }
    };
    for (at, step) in trace.steps.iter().enumerate() {
        let in_round = at >= begin;
        let told = |deed: &Deed| words(&deed.action, trace).into_iter().chain(prints(&deed.printed)).collect();
        let shown = |deed: &&Deed| !libraries.works_inside(deed.place.as_ref(), &deed.action);
        for deed in step.ahead.iter().filter(shown) {
            add(deed.thread, deed.place.as_ref(), in_round, Some(&deed.action), told(deed));
        }
        let is_inner = step.turned.is_empty() && libraries.works_inside(step.place(), &step.action);
        if !is_inner_working(step) && !is_inner {
            add(step.thread, step.place(), in_round, Some(&step.action), action_notes(step, trace));
        }
        for deed in step.within.iter().filter(shown) {
            add(deed.thread, deed.place.as_ref(), in_round, Some(&deed.action), told(deed));
        }
        let place = step.place().filter(|place| place.user);
        let known = thrown.filter(|(thread, _)| *thread == step.thread).map(|(_, place)| place);
        let thrown_at = known.or(step.uncaught_at.as_ref()).or(place);
        let printed = if trace.expanded { &[] } else { &step.printed[..] };
        add(step.thread, place, in_round, None, prints(printed).collect());
        let last = step.uncaught.iter().map(|exception| format!("ends with uncaught {exception}"));
        add(step.thread, thrown_at, in_round, None, last.collect());
    }
    blocks
}

/// Whether a step only shows how the JDK's locks and threads work inside. What they do for the
/// program shows in the steps that change the state of a lock, park, wake, start or end a thread.
pub fn is_inner_working(step: &Step) -> bool {
    let Some(place) = step.stack.first().filter(|place| !place.user) else { return false };
    if !step.turned.is_empty() {
        return false;
    }
    let concurrent = place.class.starts_with("java.util.concurrent.") && !place.class.contains(".atomic.");
    let of_thread = |what: &str| what.starts_with("thread ");
    // Queues of waiting threads and owners are how a lock does its work; its state is what it does.
    let of_queue = |what: &str| {
        what.contains("Node#") || place.class.starts_with("java.util.concurrent.locks.") && !what.ends_with(".state")
    };
    match &step.action {
        Action::Read { what, .. } => {
            // Tables and caches of the JDK, and the locks of synchronised collections.
            concurrent || of_thread(what) || place.class.starts_with("java.lang.") || what.ends_with(".mutex")
        }
        Action::Update { what, old, new } => concurrent && (old == new || of_queue(what)) || of_thread(what),
        Action::Write { what, .. } => {
            concurrent && of_queue(what) || of_thread(what) || place.class == "java.lang.Thread"
        }
        Action::Lock { what } | Action::Resume { what } => of_thread(what) && is_join(step),
        Action::Interrupted { .. } | Action::Alive { .. } | Action::Yield => {
            concurrent || place.class == "java.lang.Thread"
        }
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
        action => words(action, trace),
    };
    action.into_iter().chain(turned).collect()
}

const JOINS: &str = "joins ";

/// Whether a thread waits in `Thread.join`, which it does on the monitor of the other thread.
fn is_join(step: &Step) -> bool {
    step.stack.iter().take(2).any(|place| place.class == "java.lang.Thread" && place.method == "join")
}

pub fn prints(printed: &[Printed]) -> impl Iterator<Item = String> {
    printed.iter().map(|printed| format!("prints {:?}", printed.text.trim_end_matches('\n')))
}

/// What an action is, in a few words.
pub fn words(action: &Action, trace: &Trace) -> Option<String> {
    let name = |thread: &ThreadId| trace.threads.get(thread.index()).map_or("?", String::as_str);
    match action {
        Action::Local | Action::Print => None,
        Action::Read { what, value, .. } => Some(format!("reads {what} = {value}")),
        Action::Write { what, old, new, .. } | Action::Update { what, old, new } if what.ends_with(".state") => {
            Some(synchronizer(what.trim_end_matches(".state"), old, new))
        }
        Action::Write { what, old, new, .. } => Some(format!("writes {what} = {new} (was {old})")),
        Action::Update { what, old, new } if old == new => Some(format!("leaves {what} = {old}")),
        Action::Update { what, old, new } => Some(format!("updates {what} = {new} (was {old})")),
        Action::Copy { from, to } => Some(format!("copies {from} to {to}")),
        Action::Lock { what } => Some(format!("locks {what}")),
        Action::Unlock { what } => Some(format!("unlocks {what}")),
        Action::Wait { what } => Some(format!("waits on {what}")),
        Action::Resume { what } => Some(format!("locks {what} again")),
        Action::TimeOut => Some("times out".into()),
        Action::WakeInterrupted => Some("is woken by the interrupt".into()),
        Action::WakeSpuriously => Some("wakes up spuriously".into()),
        Action::Notify { what, woken, .. } if woken.is_empty() => Some(format!("notifies {what}: nobody waits")),
        Action::Notify { what, woken, .. } => {
            let names: Vec<&str> = woken.iter().map(name).collect();
            Some(format!("notifies {what}: wakes {}", names.join(", ")))
        }
        Action::Call { what, method, result: None } => Some(format!("calls {what}.{method}")),
        Action::Call { what, method, result: Some(result) } => Some(format!("calls {what}.{method} → {result}")),
        Action::Signal { what, heard: false } => Some(format!("signals {what}: nobody waits")),
        Action::Signal { what, .. } => Some(format!("signals {what}")),
        Action::Throw { exception } => Some(format!("ends with uncaught {exception}")),
        Action::Park => Some("parks".into()),
        Action::Unpark { thread } => Some(format!("unparks {thread}")),
        Action::Start { thread } => Some(format!("starts {thread}")),
        Action::Alive { thread } => Some(format!("asks whether {thread} is alive")),
        Action::Interrupt { thread } => Some(format!("interrupts {thread}")),
        Action::Interrupted { thread } => Some(format!("asks whether {thread} is interrupted")),
        Action::Sleep => Some("sleeps".into()),
        Action::Clock { later: 0 } => Some("reads the clock".into()),
        Action::Clock { later } => Some(format!("reads the clock, {} later", duration(*later))),
        Action::Yield => Some("yields".into()),
        Action::SetPriority { thread } => Some(format!("sets the priority of {thread}")),
        Action::Dispatch => Some("gets a processor".into()),
        Action::Initialize { class } => Some(format!("initialises {class}")),
        Action::Choose { value, of } => Some(format!("chooses alternative {value} of {of}")),
        Action::End => Some("ends".into()),
        Action::Global => Some("affects the whole virtual machine".into()),
    }
}

/// A change of the number that a lock, semaphore or latch of the JDK consists of.
fn synchronizer(what: &str, old: &str, new: &str) -> String {
    let [before, after] = [old, new].map(|text| text.parse::<i64>().unwrap_or_default());
    match what.split('#').next() {
        Some("ReentrantLock") if before == 0 && after == 1 => format!("locks {what}"),
        Some("ReentrantLock") if after == 0 && before == 1 => format!("unlocks {what}"),
        Some("Semaphore") if after < before => format!("takes {} of {what}, leaves {new}", permits(before - after)),
        Some("Semaphore") if after > before => format!("gives {} to {what}, now {new}", permits(after - before)),
        Some("CountDownLatch") if after < before => format!("counts {what} down to {new}"),
        _ if old == new => format!("leaves {what}.state = {old}"),
        _ => format!("updates {what}.state = {new} (was {old})"),
    }
}

fn permits(count: i64) -> String {
    if count == 1 { "a permit".into() } else { format!("{count} permits") }
}

/// Cut or padded to a width.
fn fit(text: &str, width: usize) -> String {
    let text = cut(text, width);
    let padding = width.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(padding))
}

/// Cut to a width.
pub fn cut(text: &str, width: usize) -> String {
    let text = text.replace('\t', " ");
    if text.width() <= width {
        return text;
    }
    let mut cut = String::new();
    let mut used = 0;
    for c in text.chars() {
        let wide = c.width().unwrap_or(0);
        if used + wide + 1 > width {
            break;
        }
        used += wide;
        cut.push(c);
    }
    cut.push('…');
    cut
}

/// Broken at spaces where possible.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(8);
    let mut lines = vec![];
    // Messages of exceptions may have several lines.
    for (number, paragraph) in text.lines().enumerate() {
        lines.push(String::from(if number == 0 { "" } else { "  " }));
        for word in paragraph.split(' ') {
            let line = lines.last_mut().expect("never empty");
            if line.trim().is_empty() {
                line.push_str(word);
            } else if line.width() + 1 + word.width() <= width {
                line.push(' ');
                line.push_str(word);
            } else {
                lines.push(format!("  {word}"));
            }
        }
    }
    lines.into_iter().map(|line| fit(&line, width).trim_end().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_message_stay_in_their_column() {
        let lines =
            wrap("ends with uncaught Failure: first line\nsecond\n  third, which is long enough to be wrapped", 24);
        assert!(lines.iter().all(|line| line.width() <= 24 && !line.contains('\n')), "{lines:?}");
        assert!(lines.contains(&"  second".to_string()), "{lines:?}");
        assert_eq!(wrap("one", 24), ["one"]);
    }
}
