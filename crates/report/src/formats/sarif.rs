//! SARIF 2.1.0 (OASIS): one run, a result per finding, and the run of a violation as a code flow with one thread flow per
//! Java thread (section 3.37), whose locations are numbered across threads by `executionOrder`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use heddle_verdict::{Accessed, Action, Held, Kind, Place, ThreadId, Violation};
use serde_json::{Map, Value, json};
use xxhash_rust::xxh3::xxh3_128;

use super::rules::{self, RULES, Rule};
use super::{Finding, Sources, Summary};
use crate::text::told::Block;
use crate::text::violation::told;

/// What relative addresses are relative to.
const ROOT: &str = "SRCROOT";

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

pub fn sarif(summary: &Summary<'_>, sources: &Sources<'_>) -> String {
    let results: Vec<Value> =
        summary.cases.iter().flat_map(|case| &case.findings).map(|finding| result(finding, sources)).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Heddle",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": RULES.iter().map(rule).collect::<Vec<_>>(),
            }},
            "automationDetails": { "id": format!("heddle/{}/", summary.command) },
            "originalUriBaseIds": { ROOT: { "uri": folder_address(sources.root) } },
            "columnKind": "utf16CodeUnits",
            "invocations": [{
                // A program that could not be executed was not checked.
                "executionSuccessful": summary.exit_code < 3,
                "exitCode": summary.exit_code,
                "exitCodeDescription": summary.verdict.name(),
                "toolExecutionNotifications": notifications(summary, sources),
            }],
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&log).expect("string keys only") + "\n"
}

fn rule(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "name": rule.title.split(' ').map(capitalised).collect::<String>(),
        "shortDescription": { "text": rule.title },
        "fullDescription": { "text": rule.meaning },
        "help": { "text": rule.help },
        "defaultConfiguration": { "level": "error" },
        // Every finding comes with a run that shows it.
        "properties": { "tags": ["concurrency"], "precision": "very-high", "problem.severity": "error" },
    })
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Why there is no proof where nothing was found.
fn notifications(summary: &Summary<'_>, sources: &Sources<'_>) -> Vec<Value> {
    let mut list = Vec::new();
    for case in &summary.cases {
        for unsupported in case.unsupported {
            let mut note = json!({ "level": "error", "message": { "text": unsupported.what } });
            if let Some(place) = innermost(&unsupported.stack, sources) {
                note["locations"] = json!([location(place, None, sources)]);
            }
            list.push(note);
        }
        let named = if summary.cases.len() > 1 { format!("{}#{}: ", case.group, case.name) } else { String::new() };
        if case.findings.is_empty() && matches!(case.outcome, super::Outcome::Undecided) {
            let text = format!("{named}{}: {}", case.verdict, case.sentence);
            list.push(json!({ "level": "warning", "message": { "text": text } }));
        }
    }
    list
}

fn result(finding: &Finding<'_>, sources: &Sources<'_>) -> Value {
    let mut result = json!({
        "ruleId": finding.rule.id,
        "ruleIndex": rules::index(finding.rule),
        "level": if finding.is_warning { "warning" } else { "error" },
        "message": { "text": finding.message },
        "partialFingerprints": { "heddle/v1": fingerprint(finding, sources) },
    });
    let spots = finding.violation.map(spots).unwrap_or_default();
    let mut locations =
        spots.iter().filter_map(|spot| Some(location(innermost(spot.stack, sources)?, Some(&spot.note), sources)));
    let first = locations.next().or_else(|| fallback(finding, sources));
    result["locations"] = first.into_iter().collect();
    let mut related: Vec<Value> = locations.collect();
    let holds = spots.iter().flat_map(|spot| spot.holds.iter().map(|held| (&spot.thread, held)));
    related.extend(holds.filter_map(|(thread, held)| {
        let note = format!("{thread} took {} here", held.what);
        Some(location(held.taken_at.as_ref()?, Some(&note), sources))
    }));
    for (id, one) in related.iter_mut().enumerate() {
        one["id"] = id.into();
    }
    if !related.is_empty() {
        result["relatedLocations"] = related.into();
    }
    let stacks: Vec<Value> =
        spots.iter().filter(|spot| !spot.stack.is_empty()).map(|spot| stack(spot, sources)).collect();
    if !stacks.is_empty() {
        result["stacks"] = stacks.into();
    }
    if let Some(flow) = finding.violation.and_then(|violation| code_flow(violation, sources)) {
        result["codeFlows"] = json!([flow]);
    }
    result
}

/// A thread and where it stands when the violation happens.
struct Spot<'v> {
    thread: String,
    stack: &'v [Place],
    note: String,
    holds: &'v [Held],
}

/// The places of a violation in the program, the most telling one first, each with what happens there.
pub fn telling_places(violation: &Violation, has_source: &dyn Fn(&Place) -> bool) -> Vec<(Place, String)> {
    let telling = |spot: Spot<'_>| Some((innermost_with(spot.stack, has_source)?.clone(), spot.note));
    let places = spots(violation).into_iter().filter_map(telling);
    places.filter(|(place, _)| place.user).collect()
}

/// The places of a violation, the most telling one first.
fn spots(violation: &Violation) -> Vec<Spot<'_>> {
    let spot = |thread: &str, stack, note: String| Spot { thread: thread.to_owned(), stack, note, holds: &[] };
    match &violation.kind {
        Kind::Deadlock { threads, .. } => threads
            .iter()
            .map(|blocked| Spot {
                holds: &blocked.holds,
                ..spot(&blocked.name, &blocked.stack, format!("{} waits here", blocked.name))
            })
            .collect(),
        Kind::Uncaught { thread_name, class, stack, .. } => {
            vec![spot(thread_name, stack, format!("{thread_name} throws {class} here"))]
        }
        Kind::Assertion { thread_name, stack, .. } | Kind::SwallowedAssertion { thread_name, stack, .. } => {
            vec![spot(thread_name, stack, format!("the assertion of {thread_name} fails here"))]
        }
        Kind::Race { location, accesses } => {
            let mut sides: Vec<_> = accesses.iter().collect();
            sides.sort_by_key(|access| !access.writes);
            sides
                .into_iter()
                .map(|access| Spot {
                    holds: &access.holds,
                    ..spot(&access.thread_name, &access.stack, about_to(access, location))
                })
                .collect()
        }
        Kind::Livelock { threads, stacks, .. } | Kind::Starvation { threads, stacks, .. } => threads
            .iter()
            .zip(stacks)
            .map(|((_, name), stack)| spot(name, stack, format!("{name} loops here")))
            .collect(),
        Kind::Temporal { stacks, .. } if !stacks.is_empty() => {
            stacks.iter().map(|(_, name, stack)| spot(name, stack, format!("{name} loops here"))).collect()
        }
        Kind::Temporal { .. } => {
            let last = violation.trace.as_ref().and_then(|trace| {
                let step = trace.steps.iter().rfind(|step| step.stack.iter().any(|place| place.user))?;
                Some((trace.threads.get(step.thread.index())?, &step.stack))
            });
            last.map(|(name, stack)| spot(name, stack, format!("{name} takes the last step here")))
                .into_iter()
                .collect()
        }
        Kind::Inversion { waiting: (_, name), stack, .. } => vec![spot(name, stack, format!("{name} waits here"))],
        Kind::Ceiling { thread_name, what, stack, .. } => {
            vec![spot(thread_name, stack, format!("{thread_name} takes {what} here"))]
        }
    }
}

/// What one side of a race does.
fn about_to(access: &Accessed, location: &str) -> String {
    let verb = if access.writes { "writes" } else { "reads" };
    format!("{} {verb} {location} here", access.thread_name)
}

/// The innermost place whose source is there: what fails in a library was called by a line of the program.
fn innermost<'s>(stack: &'s [Place], sources: &Sources<'_>) -> Option<&'s Place> {
    innermost_with(stack, &|place| (sources.line)(place).is_some())
}

fn innermost_with<'s>(stack: &'s [Place], has_source: &dyn Fn(&Place) -> bool) -> Option<&'s Place> {
    stack
        .iter()
        .find(|place| place.user && has_source(place))
        .or_else(|| stack.iter().find(|place| place.user))
        .or(stack.first())
}

fn stack(spot: &Spot<'_>, sources: &Sources<'_>) -> Value {
    let frames: Vec<Value> =
        spot.stack.iter().map(|place| json!({ "location": location(place, None, sources) })).collect();
    json!({ "message": { "text": spot.thread }, "frames": frames })
}

/// Where the code is: its file and line if they are known, and the method in any case.
fn location(place: &Place, note: Option<&str>, sources: &Sources<'_>) -> Value {
    let mut location = Map::new();
    if let Some(physical) = physical(place, sources) {
        location.insert("physicalLocation".into(), physical);
    }
    let name = format!("{}.{}", place.class, place.method);
    location.insert("logicalLocations".into(), json!([{ "fullyQualifiedName": name, "kind": "function" }]));
    if let Some(note) = note {
        location.insert("message".into(), json!({ "text": note }));
    }
    location.into()
}

fn physical(place: &Place, sources: &Sources<'_>) -> Option<Value> {
    let file = place.file.as_ref().filter(|_| place.user)?;
    let artifact = match (sources.file)(place) {
        Some(path) => artifact(&path),
        // Its path below some folder of sources.
        None => {
            let package = place.class.rsplit_once('.').map_or(String::new(), |(of, _)| of.replace('.', "/") + "/");
            json!({ "uri": encoded(&format!("{package}{file}")) })
        }
    };
    let mut physical = json!({ "artifactLocation": artifact });
    if let Some(line) = place.line.filter(|&line| line > 0) {
        physical["region"] = json!({ "startLine": line });
        if let Some(text) = (sources.line)(place) {
            physical["region"]["snippet"] = json!({ "text": text });
        }
    }
    Some(physical)
}

fn artifact(path: &Path) -> Value {
    if path.is_relative() {
        json!({ "uri": encoded(&slashed(path)), "uriBaseId": ROOT })
    } else {
        json!({ "uri": file_address(path) })
    }
}

/// A place for a finding that has none: the program, or the class that it is about.
fn fallback(finding: &Finding<'_>, sources: &Sources<'_>) -> Option<Value> {
    let mut location = Map::new();
    if let Some(program) = &sources.program {
        location.insert("physicalLocation".into(), json!({ "artifactLocation": artifact(program) }));
    }
    if let Some(class) = finding.class {
        location.insert("logicalLocations".into(), json!([{ "fullyQualifiedName": class, "kind": "type" }]));
    }
    (!location.is_empty()).then(|| location.into())
}

/// The run of a violation, a flow per thread.
fn code_flow(violation: &Violation, sources: &Sources<'_>) -> Option<Value> {
    let trace = violation.trace.as_ref()?;
    let mut flows: BTreeMap<ThreadId, Vec<Value>> = BTreeMap::new();
    let blocks = told(violation, &|place| (sources.line)(place).is_some());
    let order: Vec<ThreadId> = blocks.iter().map(|block| block.thread).collect();
    for (at, block) in blocks.iter().enumerate() {
        let is_last = !order[at + 1..].contains(&block.thread);
        let mut step = json!({
            "executionOrder": at + 1,
            "importance": if is_last { "essential" } else { "important" },
        });
        let note = block.notes.join("; ");
        step["location"] = match block.place {
            Some(place) => location(place, Some(&note), sources),
            None => json!({ "message": { "text": note } }),
        };
        let kinds = kinds(block);
        if !kinds.is_empty() {
            step["kinds"] = json!(kinds);
        }
        let state = state(block);
        if !state.is_empty() {
            step["state"] = state.into();
        }
        flows.entry(block.thread).or_default().push(step);
    }
    // The run ends before the two accesses of a race.
    if let Kind::Race { accesses, location: on } = &violation.kind {
        for (at, access) in accesses.iter().enumerate() {
            let Some(place) = innermost(&access.stack, sources) else { continue };
            flows.entry(access.thread).or_default().push(json!({
                "executionOrder": blocks.len() + at + 1,
                "importance": "essential",
                "kinds": ["memory"],
                "location": location(place, Some(&about_to(access, on)), sources),
            }));
        }
    }
    let name = |thread: &ThreadId| trace.threads.get(thread.index()).map_or("?", String::as_str);
    let flows: Vec<Value> = flows
        .iter()
        .map(|(thread, steps)| {
            json!({
                "id": format!("{} {}", thread.0, name(thread)),
                "message": { "text": name(thread) },
                "locations": steps,
            })
        })
        .collect();
    (!flows.is_empty()).then(|| json!({ "message": { "text": "the run that leads there" }, "threadFlows": flows }))
}

/// The words of SARIF (3.38.8) for what a thread did.
fn kinds(block: &Block<'_>) -> BTreeSet<&'static str> {
    let of = |action: &&Action| -> &'static [&'static str] {
        match action {
            Action::Lock { .. } | Action::Resume { .. } => &["acquire", "lock"],
            Action::Unlock { .. } | Action::Wait { .. } => &["release", "lock"],
            Action::Read { .. } | Action::Write { .. } | Action::Update { .. } | Action::Copy { .. } => &["memory"],
            Action::Call { .. } => &["call"],
            _ => &[],
        }
    };
    block.actions.iter().flat_map(of).copied().collect()
}

/// What variables have become.
fn state(block: &Block<'_>) -> Map<String, Value> {
    let of = |action: &&Action| match action {
        Action::Read { what, value, .. } => Some((what.clone(), json!({ "text": value }))),
        Action::Write { what, new, .. } | Action::Update { what, new, .. } => {
            Some((what.clone(), json!({ "text": new })))
        }
        _ => None,
    };
    block.actions.iter().filter_map(of).collect()
}

/// The same for every run and on every machine, and after changes elsewhere in the program: what is wrong and with what,
/// in which methods, and the text of the lines. No line numbers, no folders, no names of threads.
fn fingerprint(finding: &Finding<'_>, sources: &Sources<'_>) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some(violation) = finding.violation {
        for spot in spots(violation) {
            let Some(place) = innermost(spot.stack, sources) else { continue };
            let code = (sources.line)(place).unwrap_or_default();
            let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
            parts.push(unnumbered(&format!("{}.{}: ", place.class, place.method)) + &code);
        }
        match &violation.kind {
            Kind::Race { location, .. } => parts.push(unnumbered(location)),
            Kind::Uncaught { class, .. } => parts.push(class.clone()),
            Kind::Temporal { formula, .. } => parts.push(formula.clone()),
            Kind::Deadlock { name, .. } => parts.push(format!("{name:?}")),
            _ => {}
        }
    } else {
        parts.push(finding.message.clone());
    }
    // Which thread comes first depends on the run.
    parts.sort();
    parts.dedup();
    format!("{:032x}", xxh3_128(format!("{}\n{}", finding.rule.id, parts.join("\n")).as_bytes()))
}

/// A name without the numbers that objects, elements, lambda expressions and anonymous classes get.
fn unnumbered(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if !(c.is_ascii_digit() && out.ends_with(['#', '$', '['])) {
            out.push(c);
        }
    }
    out
}

fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// `file:///home/me/project/`, as RFC 8089 has it.
fn folder_address(folder: &Path) -> String {
    let address = file_address(folder);
    if address.ends_with('/') { address } else { address + "/" }
}

fn file_address(path: &Path) -> String {
    let path = encoded(&slashed(path));
    if path.starts_with('/') { format!("file://{path}") } else { format!("file:///{path}") }
}

/// A path in an address (RFC 3986).
fn encoded(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'$' | b'+' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{encoded, folder_address, unnumbered};

    #[test]
    fn addresses_are_encoded() {
        assert_eq!(encoded("a b/Ä.java"), "a%20b/%C3%84.java");
        assert_eq!(folder_address(std::path::Path::new("/x y")), "file:///x%20y/");
    }

    #[test]
    fn numbers_of_objects_are_no_part_of_names() {
        assert_eq!(unnumbered("Account#12.balance"), "Account#.balance");
        assert_eq!(unnumbered("A$1.lambda$run$3"), "A$.lambda$run$");
        assert_eq!(unnumbered("Base64.cells[17]"), "Base64.cells[]");
    }
}
