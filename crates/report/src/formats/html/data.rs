//! The data of the page: every run with its moments, what orders them and which of them explain the failure; and the
//! source files that they are in.

use std::collections::BTreeMap;

use heddle_events::explain::Explanation;
use heddle_events::picture;
use heddle_verdict::{Action, Kind, Moment, Place, Stand, Trace, Violation, WaitsFor};
use serde_json::{Map, Value, json};

use super::super::{Sources, Summary};
use crate::text::told::{Libraries, action_notes, is_inner_working, prints};
use crate::text::violation::{about, details, headline, told};

/// Lines beyond this are not shown of a source file.
const LINES: u32 = 20_000;

/// Source files by number.
#[derive(Default)]
struct Files {
    numbers: BTreeMap<String, usize>,
    files: Vec<Value>,
}

impl Files {
    /// The number of a place's file, if it can be had.
    fn number(&mut self, place: &Place, sources: &Sources<'_>) -> Option<usize> {
        let package = place.class.rsplit_once('.').map_or("", |(package, _)| package);
        let name = format!("{}/{}", package.replace('.', "/"), place.file.as_ref()?);
        if let Some(&number) = self.numbers.get(&name) {
            return Some(number);
        }
        let at = |line: u32| (sources.line)(&Place { line: Some(line), ..place.clone() });
        let lines: Vec<String> = (1..LINES).map_while(at).collect();
        if lines.is_empty() {
            return None;
        }
        let number = self.files.len();
        self.files.push(json!({ "name": name.trim_start_matches('/'), "lines": lines }));
        self.numbers.insert(name, number);
        Some(number)
    }

    /// Where a moment is to be shown: of a library without source, the line that called it.
    fn line(&mut self, moment: &Moment, sources: &Sources<'_>) -> Value {
        let mut places = moment.place.iter().chain(&moment.callers);
        let known = places.find(|place| (sources.line)(place).is_some()).or(moment.place.as_ref());
        let mut value = self.place(known, sources);
        if let Some(place) = moment.place.as_ref().filter(|place| Some(*place) != known) {
            value[2] = json!(format!("{}.{} ({})", place.short_class(), place.method, place.short()));
        }
        value
    }

    fn place(&mut self, place: Option<&Place>, sources: &Sources<'_>) -> Value {
        let Some(place) = place else { return Value::Null };
        let class = place.class.rsplit('.').next().unwrap_or(&place.class);
        let name = match (&place.file, place.line) {
            (Some(file), Some(line)) => format!("{class}.{} ({file}:{line})", place.method),
            _ => format!("{class}.{}", place.method),
        };
        json!([self.number(place, sources), place.line, name])
    }
}

/// All runs that the summary has.
pub fn runs(summary: &Summary<'_>, sources: &Sources<'_>) -> Value {
    let mut files = Files::default();
    let mut runs = Vec::new();
    for case in &summary.cases {
        for finding in &case.findings {
            let Some(violation) = finding.violation else { continue };
            let explanation = summary.explanation.filter(|_| runs.is_empty());
            let mut run = run(violation, explanation, &mut files, sources);
            if summary.cases.len() > 1 {
                run["title"] = json!(format!("{}#{}: {}", case.group, case.name, finding.message));
            }
            runs.push(run);
        }
    }
    json!({ "runs": runs, "files": files.files })
}

fn run(violation: &Violation, explanation: Option<&Explanation>, files: &mut Files, sources: &Sources<'_>) -> Value {
    let empty = Trace::default();
    let trace = violation.trace.as_ref().unwrap_or(&empty);
    let mut shown = Vec::new();
    // Of what is shown: thread and instruction.
    let mut points: Vec<(usize, usize)> = Vec::new();
    let mut stands: Map<String, Value> = Map::new();
    let has_source = |place: &Place| (sources.line)(place).is_some();
    let libraries = Libraries::of(trace, &about(&violation.kind), &has_source);
    let mut alone = true;
    for moment in &trace.timeline.moments {
        alone = alone && !matches!(moment.action, Action::Start { .. });
        for (thread, stand) in &moment.stands {
            stands.insert(thread.index().to_string(), self::stand(stand, trace, files, sources));
        }
        let step = trace.steps.get(moment.step).filter(|_| moment.begins);
        let is_inner = step.is_none_or(|step| step.turned.is_empty())
            && (libraries.works_inside(moment.place.as_ref(), &moment.action)
                || !libraries.tells_call(moment.place.as_ref(), moment.callee.as_ref()));
        // What the first thread initialises while it is alone is nobody else's business.
        let is_early = alone && matches!(moment.action, Action::Initialize { .. });
        if is_inner || is_early || step.is_some_and(|step| is_inner_working(step) || libraries.is_of_jdk(step)) {
            continue;
        }
        let mut said: Vec<String> = match step {
            Some(step) => action_notes(step, trace),
            None => moment.action.words(&trace.threads).into_iter().collect(),
        };
        said.extend(prints(&moment.printed));
        if said.is_empty() {
            continue;
        }
        let mut value = json!({
            "t": moment.thread.index(),
            "p": files.line(moment, sources),
            "w": said.join("; "),
            "k": kind(&moment.action),
        });
        if let Some((what, value_now)) = changed(moment) {
            value["c"] = json!([what, value_now]);
        }
        if !stands.is_empty() {
            value["s"] = Value::Object(std::mem::take(&mut stands));
        }
        shown.push(value);
        points.push((moment.thread.index(), moment.at));
    }
    for (thread, stand) in &trace.timeline.end {
        stands.insert(thread.index().to_string(), self::stand(stand, trace, files, sources));
    }
    if trace.timeline.moments.is_empty() {
        // A run that was too long to be looked at closely has its steps alone.
        for block in told(violation, &has_source) {
            let place = files.place(block.place, sources);
            shown.push(json!({ "t": block.thread.index(), "p": place, "w": block.notes.join("; "), "k": "step" }));
        }
    }
    let moments = &trace.timeline.moments;
    // What is not shown itself is shown by what its thread did last before, or does next.
    let last = |thread: usize, at: usize| {
        let until = points.partition_point(|point| point.1 <= at);
        points[..until].iter().rposition(|point| point.0 == thread)
    };
    let next = |thread: usize, at: usize| {
        let from = points.partition_point(|point| point.1 < at);
        points[from..].iter().position(|point| point.0 == thread).map(|found| from + found)
    };
    let mut orders: Vec<(usize, usize, &str)> = (trace.timeline.orders.iter())
        .filter_map(|order| {
            let (from, to) = (&moments[order.from], &moments[order.to]);
            Some((last(from.thread.index(), from.at)?, next(to.thread.index(), to.at)?, order.by))
        })
        .filter(|(from, to, _)| from < to)
        .collect();
    // Of what several edges say between the same two, one is enough; and of those into one moment, the latest.
    orders.sort_by_key(|&(from, to, _)| (to, points[from].0, std::cmp::Reverse(from)));
    orders.dedup_by_key(|&mut (from, to, _)| (to, points[from].0));
    let mut run = json!({
        "title": headline(&violation.kind),
        "kind": violation.kind.name(),
        "threads": trace.threads,
        "moments": shown,
        "orders": orders,
        "end": { "text": details(violation), "s": Value::Object(stands), "t": failing(&violation.kind) },
    });
    if let Some(explanation) = explanation {
        let events: Vec<Option<usize>> = (explanation.at.iter().zip(&explanation.trace.steps))
            .map(|(&at, step)| last(step.thread.index(), at).or_else(|| next(step.thread.index(), at)))
            .collect();
        run["why"] = json!({ "text": picture::text(explanation, &|_| None), "events": events });
    }
    run
}

/// The threads that fail.
fn failing(kind: &Kind) -> Vec<usize> {
    match kind {
        Kind::Deadlock { threads, .. } => threads.iter().map(|blocked| blocked.thread.index()).collect(),
        Kind::Race { accesses, .. } => accesses.iter().map(|access| access.thread.index()).collect(),
        Kind::Uncaught { thread, .. }
        | Kind::Assertion { thread, .. }
        | Kind::SwallowedAssertion { thread, .. }
        | Kind::Ceiling { thread, .. } => vec![thread.index()],
        Kind::Livelock { threads, .. } | Kind::Starvation { threads, .. } => {
            threads.iter().map(|(thread, _)| thread.index()).collect()
        }
        Kind::Temporal { stacks, .. } => stacks.iter().map(|(thread, ..)| thread.index()).collect(),
        Kind::Inversion { waiting, .. } => vec![waiting.0.index()],
    }
}

fn stand(stand: &Stand, trace: &Trace, files: &mut Files, sources: &Sources<'_>) -> Value {
    let mut value = json!({ "p": files.place(stand.place.as_ref(), sources) });
    if stand.ended {
        value["e"] = json!(true);
    }
    if !stand.holds.is_empty() {
        value["h"] = json!(stand.holds);
    }
    if let Some(waits) = &stand.waits_for {
        value["w"] = json!([waits_for(waits, trace), waits.other().map(|thread| thread.index())]);
    }
    value
}

pub fn waits_for(waits: &WaitsFor, trace: &Trace) -> String {
    match waits {
        WaitsFor::Lock { what, .. } => what.clone(),
        WaitsFor::Notification { what } => format!("a notification on {what}"),
        WaitsFor::Signal { what } => format!("a signal on {what}"),
        WaitsFor::Permit { blocker: Some(what), .. } => what.clone(),
        WaitsFor::Permit { blocker: None, .. } => "a permit to go on".into(),
        WaitsFor::End { thread } => {
            format!("the end of {}", trace.threads.get(thread.index()).map_or("?", String::as_str))
        }
        WaitsFor::Sleep => "time to pass".into(),
        WaitsFor::Initialization { class, .. } => format!("the initialisation of {class}"),
    }
}

/// What has another value now.
fn changed(moment: &Moment) -> Option<(&str, &str)> {
    match &moment.action {
        Action::Write { what, old, new, .. } | Action::Update { what, old, new } if old != new => Some((what, new)),
        _ => None,
    }
}

fn kind(action: &Action) -> &'static str {
    match action {
        Action::Read { .. } => "read",
        Action::Write { .. } | Action::Update { .. } | Action::Copy { .. } => "write",
        Action::Lock { .. } | Action::Resume { .. } => "lock",
        Action::Unlock { .. } => "unlock",
        Action::Wait { .. } | Action::Park | Action::Sleep => "wait",
        Action::Notify { .. } | Action::Signal { .. } | Action::Unpark { .. } | Action::Interrupt { .. } => "signal",
        Action::Start { .. } | Action::End => "thread",
        Action::Throw { .. } | Action::Caught { .. } => "throw",
        Action::Print => "print",
        _ => "other",
    }
}
