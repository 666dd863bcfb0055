//! What is answered: requests of the page, as JSON, to an [`Explorer`].
//!
//! | request | what it does |
//! |---|---|
//! | `state` | where the explorer stands; `known` is how many nodes of which tree the page has already |
//! | `take` | a choice: `thread`, `alternative` |
//! | `back`, `go` | a step back; to a `node` |
//! | `thread`, `on` | on with one `thread` until it waits; on to an end |
//! | `check` | searches what follows, for `seconds` at most |
//! | `variables` | of a `frame` of a `thread`, of its class (`statics`), or of an `object` |
//! | `source` | the lines of a source file by the place of a frame |
//! | `run` | the run to a violation that is here, as `heddle replay` reads it |
//!
//! All that move answer with the state.

use std::collections::BTreeMap;

use heddle::verdict::{Choice, Place, Seconds, ThreadId, Verdict, Violation};
use heddle::{DebugVariable, Explorer, FromHere, Inside, Limits, Marked, Node, NodeId, Offer, run_text};
use heddle_report::explore::{details, given_up, headline, is_inside, step as step_notes, verdict, waits_for};
use serde_json::{Value, json};

use crate::server::Searching;

/// Lines beyond this are not shown of a source file.
const LINES: u32 = 20_000;
/// Characters of output that are shown, the last ones.
const OUTPUT: usize = 20_000;
/// How long a search takes if the page does not say.
const SECONDS: u64 = 60;

pub(crate) struct Session<'p, 's> {
    explorer: Explorer<'p>,
    searching: &'s Searching,
    /// How often the tree was begun anew.
    tree: usize,
    /// Nodes that have changed since the page asked last.
    marked: Vec<NodeId>,
    /// Source files by the name that the page knows.
    sources: BTreeMap<String, Place>,
    /// Objects that the page may look into, by number; valid until the explorer moves.
    objects: Vec<u32>,
    /// What the last search from here came to.
    last_check: Option<Value>,
    learned: usize,
}

impl<'p, 's> Session<'p, 's> {
    pub(crate) fn new(explorer: Explorer<'p>, searching: &'s Searching) -> Self {
        let learned = explorer.learned().len();
        let (marked, objects, sources, last_check) = (vec![], vec![], BTreeMap::new(), None);
        Self { explorer, searching, tree: 0, marked, sources, objects, last_check, learned }
    }

    /// The answer to a request.
    pub(crate) fn answer(&mut self, what: &str, asked: &Value) -> Result<Value, String> {
        let thread = |key: &str| ThreadId(asked[key].as_u64().unwrap_or(u64::MAX).min(u64::from(u16::MAX)) as u16);
        match what {
            "state" => {}
            "take" => {
                let alternative = asked["alternative"].as_u64().unwrap_or(0) as u32;
                let choice = Choice { thread: thread("thread"), alternative };
                self.explorer.take(choice).map_err(|error| error.to_string())?;
            }
            "back" => {
                self.explorer.back();
            }
            "go" => self.explorer.go_to(NodeId(asked["node"].as_u64().unwrap_or(0) as u32)),
            "thread" => {
                self.explorer.run_thread(thread("thread"));
            }
            "on" => {
                self.explorer.run_on();
            }
            "check" => self.check(asked["seconds"].as_u64().unwrap_or(SECONDS)),
            "variables" => return Ok(self.variables(asked)),
            "source" => return self.source(asked["file"].as_str().unwrap_or_default()),
            "run" => {
                let run = self.explorer.run_to_here().map_err(|error| error.to_string())?;
                return Ok(json!({ "text": run_text(&run) }));
            }
            other => return Err(format!("there is no request {other}")),
        }
        Ok(self.state(asked))
    }

    fn check(&mut self, seconds: u64) {
        let here = self.explorer.at();
        let limits = Limits { seconds: Some(Seconds::whole(seconds)), ..Limits::default() };
        let searching = self.searching;
        let explorer = &mut self.explorer;
        let result = searching.watched(|supervision| explorer.check(&limits, supervision));
        let at = self.explorer.at();
        self.last_check = Some(match result {
            Ok(FromHere { report, end }) => {
                let found = match &report.verdict {
                    Verdict::Violated { violations } => violations.first().map(|violation| self.violation(violation)),
                    _ => None,
                };
                json!({
                    "node": at.0,
                    "verdict": report.verdict.name(),
                    "text": verdict(&report),
                    "found": found,
                    "end": end.map(|node| node.0),
                    "states": report.statistics.states,
                })
            }
            Err(error) => json!({ "node": here.0, "problem": error.to_string() }),
        });
        self.marked.push(at);
    }

    // ---- the state --------------------------------------------------------------------------

    /// All that the page shows, without the nodes that it has.
    fn state(&mut self, asked: &Value) -> Value {
        self.objects.clear();
        if self.explorer.learned().len() != self.learned {
            self.learned = self.explorer.learned().len();
            self.tree += 1;
        }
        let known =
            if asked["tree"].as_u64() == Some(self.tree as u64) { asked["known"].as_u64().unwrap_or(0) } else { 0 };
        let names = self.explorer.threads();
        let offers: Vec<Offer> = self.explorer.offers();
        let offers: Vec<Value> = offers.iter().map(|offer| self.offer(offer, &names)).collect();
        let mut nodes: Vec<Value> = Vec::new();
        let all = self.explorer.nodes().len();
        let marked = std::mem::take(&mut self.marked);
        let changed =
            marked.into_iter().map(|node| node.0 as usize).filter(|&node| node < known as usize && node < all);
        for number in changed.chain(known as usize..all) {
            let node = self.explorer.nodes()[number].clone();
            nodes.push(self.node(number, &node, &names));
        }
        let at = self.explorer.at();
        let here = self.explorer.nodes()[at.0 as usize].clone();
        let violations: Vec<Value> = here.violations.iter().map(|violation| self.violation(violation)).collect();
        let printed = self.explorer.printed();
        let cut = printed.char_indices().rev().nth(OUTPUT).map_or(0, |(at, _)| at);
        json!({
            "tree": self.tree,
            "at": at.0,
            "nodes": nodes,
            "threads": self.threads(&names),
            "locks": self.explorer.look().locks().iter().map(|lock| json!([lock.what, lock.owner.index()])).collect::<Vec<_>>(),
            "offers": offers,
            "ended": here.ended,
            "givenUp": here.given_up,
            "violations": violations,
            "same": here.same_as.map(|node| node.0),
            "printed": &printed[cut..],
            "learned": given_up(self.explorer.learned()),
            "checked": self.last_check,
            "program": self.explorer.project().target().program,
        })
    }

    fn node(&mut self, number: usize, node: &Node, names: &[String]) -> Value {
        let mut value = json!({
            "n": number,
            "up": node.parent.map(|parent| parent.0),
            "t": node.choice.thread.index(),
            "a": node.choice.alternative,
            "c": node.choices,
        });
        if let Some(step) = &node.step {
            value["w"] = json!(step_notes(step, node.to.as_ref(), names));
            if is_inside(step) {
                value["i"] = json!(true);
            }
            value["p"] = self.place(step.place());
        }
        if node.ended {
            value["e"] = json!(true);
        }
        if let Some(same) = node.same_as {
            value["s"] = json!(same.0);
        }
        if !node.violations.is_empty() {
            let lines: Vec<String> = node.violations.iter().map(|one| headline(&one.kind)).collect();
            value["v"] = json!(lines);
        }
        if let Some(marked) = node.marked {
            value["m"] = json!(word(marked));
        }
        if let Some(next) = node.next {
            value["next"] = json!(next.0);
        }
        value
    }

    fn offer(&mut self, offer: &Offer, names: &[String]) -> Value {
        let lines: Vec<String> = offer.violations.iter().map(|one| headline(&one.kind)).collect();
        let marked = offer.tried.and_then(|node| self.explorer.nodes()[node.0 as usize].marked);
        json!({
            "t": offer.choice.thread.index(),
            "a": offer.choice.alternative,
            "name": offer.name,
            "w": step_notes(&offer.step, offer.to.as_ref(), names),
            "to": offer.to.as_ref().and_then(|place| Some(format!("{}:{}", place.file.as_ref()?, place.line?))),
            "i": is_inside(&offer.step),
            "p": self.place(offer.step.place()),
            "ends": offer.ends,
            "v": lines,
            "tried": offer.tried.map(|node| node.0),
            "same": offer.same_as.filter(|same| Some(*same) != offer.tried).map(|node| node.0),
            "m": marked.map(word),
        })
    }

    fn violation(&self, violation: &Violation) -> Value {
        json!({
            "kind": violation.kind.name(),
            "title": headline(&violation.kind),
            "text": details(violation),
            "steps": violation.schedule.len(),
        })
    }

    fn threads(&mut self, names: &[String]) -> Vec<Value> {
        let threads = self.explorer.look().threads();
        let mut values = Vec::new();
        for thread in threads {
            let frames = self.explorer.look().stack(thread.id);
            let frames: Vec<Value> = frames
                .iter()
                .map(|frame| {
                    let mut value = self.place(Some(&frame.place));
                    if let Some(list) = value.as_array_mut() {
                        list.push(json!(frame.number));
                        list.push(json!(frame.place.user));
                    }
                    value
                })
                .collect();
            let waits = thread.waits_for.as_ref();
            values.push(json!({
                "t": thread.id.index(),
                "name": thread.name,
                "alive": thread.is_alive,
                "waits": waits.map(|waits| waits_for(waits, names)),
                "on": waits.and_then(|waits| waits.other()).map(ThreadId::index),
                "frames": frames,
            }));
        }
        values
    }

    /// A place as file, line and words; the file can be asked for.
    fn place(&mut self, place: Option<&Place>) -> Value {
        let Some(place) = place else { return Value::Null };
        let class = place.class.rsplit('.').next().unwrap_or(&place.class);
        let words = match (&place.file, place.line) {
            (Some(file), Some(line)) => format!("{class}.{} ({file}:{line})", place.method),
            _ => format!("{class}.{}", place.method),
        };
        let package = place.class.rsplit_once('.').map_or("", |(package, _)| package).replace('.', "/");
        let file = place.file.as_ref().filter(|_| place.user).map(|file| format!("{package}/{file}"));
        if let Some(file) = &file {
            self.sources.entry(file.clone()).or_insert_with(|| place.clone());
        }
        json!([file, place.line, words])
    }

    fn source(&self, file: &str) -> Result<Value, String> {
        let place = self.sources.get(file).ok_or("the source is not at hand")?;
        let project = self.explorer.project();
        let line = |line: u32| project.source_line(&Place { line: Some(line), ..place.clone() });
        let lines: Vec<String> = (1..LINES).map_while(line).collect();
        if lines.is_empty() {
            return Err("the source is not at hand".into());
        }
        Ok(json!({ "file": file, "lines": lines }))
    }

    // ---- variables --------------------------------------------------------------------------

    fn variables(&mut self, asked: &Value) -> Value {
        let thread = ThreadId(asked["thread"].as_u64().unwrap_or(0) as u16);
        let frame = asked["frame"].as_u64().unwrap_or(0) as usize;
        let mut look = self.explorer.look();
        let list = match asked["object"].as_u64().map(|number| self.objects.get(number as usize)) {
            Some(Some(&object)) => look.variables(Inside::Object(object)),
            Some(None) => vec![],
            None if asked["statics"].as_bool() == Some(true) => look.variables(Inside::Statics(thread, frame)),
            None => look.variables(Inside::Locals(thread, frame)),
        };
        json!({ "variables": list.iter().map(|variable| self.variable(variable)).collect::<Vec<_>>() })
    }

    fn variable(&mut self, variable: &DebugVariable) -> Value {
        let mut value = json!({ "name": variable.name, "value": variable.value, "type": variable.ty });
        if let Some(Inside::Object(object)) = variable.inside {
            value["object"] = json!(self.objects.len());
            self.objects.push(object);
        }
        value
    }
}

fn word(marked: Marked) -> &'static str {
    match marked {
        Marked::Proved => "proved",
        Marked::Violated => "violated",
        Marked::Open => "open",
    }
}
