//! The answer as text, as JSON, and as lines of the source that are reached.

use std::collections::BTreeMap;

use heddle_program::{ClassId, MethodId, Origin};
use heddle_report::coverage::{Covered, Line, margin};
use heddle_report::{Page, violation_text};
use heddle_symbolic::{Answer, Question};
use heddle_verdict::{Kind, Place, Violation};
use serde_json::json;

use super::super::check::page_width;
use super::witness::Shown;
use crate::args::Symbolic;
use crate::session::Session;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Proved,
    Bounded,
    Violated,
    Unknown,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Bounded => "bounded",
            Self::Violated => "violated",
            Self::Unknown => "unknown",
        }
    }

    pub fn exit_code(self) -> u8 {
        match self {
            Self::Proved => 0,
            Self::Violated => 1,
            Self::Bounded => 2,
            Self::Unknown => 3,
        }
    }
}

/// A violation counts if the explicit engine shows it. What is proved holds for the chosen bits.
pub(super) fn verdict(answer: &Answer, shown: &[Shown]) -> Verdict {
    if shown.iter().any(|shown| shown.violation.is_some()) {
        Verdict::Violated
    } else if !answer.outside.is_empty() || answer.exhausted || !shown.is_empty() {
        Verdict::Unknown
    } else if !answer.converged || !answer.beyond.is_empty() || answer.stopped {
        Verdict::Bounded
    } else {
        Verdict::Proved
    }
}

/// Lines of the user's classes that have a method that was reached.
pub(super) fn covered(session: &Session, entry: MethodId, answer: &Answer, shown: &[Shown]) -> Vec<Covered> {
    let program = &session.program;
    let mut classes: Vec<ClassId> = answer.reached.keys().map(|&method| program.method(method).class).collect();
    classes.push(program.method(entry).class);
    classes.sort_unstable();
    classes.dedup();
    let mut files: BTreeMap<String, BTreeMap<u32, Line>> = BTreeMap::new();
    for class in classes.into_iter().filter(|&class| program.class(class).origin == Origin::User) {
        let Some(file) = program.source_file(class) else { continue };
        let package = program.package_of(class);
        let file = if package.is_empty() { file } else { format!("{package}/{file}") };
        let lines = files.entry(file).or_default();
        for &method in &program.class(class).methods {
            let declared = program.method(method);
            if declared.is_abstract() || declared.is_native() {
                continue;
            }
            let Ok(code) = program.code(method) else { continue };
            let reached = answer.reached.get(&method);
            for pc in 0..code.instrs.len() as u32 {
                let Some(line) = code.line(pc) else { continue };
                let here =
                    if reached.is_some_and(|reached| reached.contains(&pc)) { Line::Reached } else { Line::NotReached };
                let known = lines.entry(u32::from(line)).or_insert(here);
                *known = (*known).max(here);
            }
        }
    }
    for place in shown.iter().filter_map(|shown| shown.violation.as_ref()).flat_map(places) {
        let (Some(file), Some(line)) = (&place.file, place.line) else { continue };
        for (_, lines) in files.iter_mut().filter(|(name, _)| name.rsplit('/').next() == Some(file)) {
            if let Some(known) = lines.get_mut(&line) {
                *known = Line::Violated;
            }
        }
    }
    files.into_iter().map(|(file, lines)| Covered { file, lines }).collect()
}

/// Where a violation happens in the user's program.
fn places(violation: &Violation) -> Vec<Place> {
    let first = |stack: &[Place]| stack.iter().find(|place| place.user).cloned();
    match &violation.kind {
        Kind::Uncaught { stack, .. } | Kind::Assertion { stack, .. } => first(stack).into_iter().collect(),
        Kind::Deadlock { threads, .. } => threads.iter().filter_map(|blocked| first(&blocked.stack)).collect(),
        _ => vec![],
    }
}

pub(super) struct Report<'a> {
    pub session: &'a Session,
    pub question: &'a Question,
    pub answer: &'a Answer,
    pub shown: &'a [Shown],
    pub covered: &'a [Covered],
    pub verdict: Verdict,
}

impl Report<'_> {
    pub fn text(&self, arguments: &Symbolic, seconds: f64) -> String {
        let mut out = String::new();
        let source = |place: &Place| self.session.source_line(place);
        let page = Page { width: page_width(), source: &source };
        for shown in self.shown {
            let contexts: Vec<String> = shown.schedule.iter().map(usize::to_string).collect();
            out.push_str(&shown.found);
            if let Some(inputs) = &shown.inputs {
                out.push_str(&format!("\n  inputs: {inputs}"));
            }
            out.push_str(&format!("\n  contexts: threads {}\n\n", contexts.join(", ")));
            match &shown.violation {
                Some(violation) => out.push_str(&violation_text(violation, &page)),
                None => out.push_str(
                    "  The explicit engine does not reproduce it with these inputs and contexts: the bits may be too few.\n",
                ),
            }
            out.push('\n');
        }
        if !arguments.no_coverage {
            for covered in self.covered {
                let line = |number: u32| {
                    let (package, file) = covered.file.rsplit_once('/').unwrap_or(("", &covered.file));
                    let class =
                        if package.is_empty() { "A".into() } else { format!("{}.A", package.replace('/', ".")) };
                    let place =
                        Place { class, method: String::new(), file: Some(file.into()), line: Some(number), user: true };
                    self.session.source_line(&place)
                };
                out.push_str(&margin(covered, &line));
                out.push('\n');
            }
        }
        if arguments.stats {
            let figures = &self.answer.figures;
            out.push_str(&format!(
                "time {seconds:.2} s, diagram nodes {}, view tuples {}, contexts {}, variables {}, objects {}, explorations {}\n",
                figures.nodes, figures.tuples, figures.contexts, figures.variables, figures.objects, figures.explorations
            ));
        }
        for note in self.notes() {
            out.push_str(&format!("note: {note}\n"));
        }
        out.push_str(&format!("{}: {}\n", self.verdict.name(), self.summary()));
        out
    }

    fn summary(&self) -> String {
        let sizes = &self.question.sizes;
        let data = format!("numbers of {} bits, {} threads", sizes.bits, sizes.threads);
        match self.verdict {
            Verdict::Proved => format!("no violation for any inputs and any number of contexts, with {data}"),
            Verdict::Bounded if self.answer.stopped || self.answer.exhausted => {
                format!("no violation found, but {}; with {data}", self.limits().join("; "))
            }
            Verdict::Bounded => format!("no violation within {}, with {data}", self.limits().join("; ")),
            Verdict::Violated => self
                .shown
                .iter()
                .filter(|shown| shown.violation.is_some())
                .map(|shown| shown.found.clone())
                .collect::<Vec<_>>()
                .join("; "),
            Verdict::Unknown => self.limits().join("; "),
        }
    }

    fn limits(&self) -> Vec<String> {
        let mut limits = Vec::new();
        let answer = self.answer;
        limits.extend(answer.outside.iter().map(|what| format!("outside of this analysis: {what}")));
        if answer.exhausted {
            limits.push("the decision diagrams outgrew --memory".into());
        }
        if self.shown.iter().any(|shown| shown.violation.is_none()) {
            limits.push("a violation that the explicit engine does not reproduce".into());
        }
        if answer.stopped {
            limits.push("stopped before the end".into());
        } else if !answer.converged {
            limits.push(format!("{} contexts", self.question.bounds.contexts));
        }
        limits.extend(answer.beyond.iter().cloned());
        limits
    }

    fn notes(&self) -> Vec<String> {
        let program = &self.session.program;
        let wraps = self.answer.wraps.iter().map(|&(method, pc)| {
            let line = program
                .code(method)
                .ok()
                .and_then(|code| code.line(pc))
                .map_or_else(String::new, |line| format!(" line {line}"));
            format!(
                "a number does not fit {} bits in {}{line}",
                self.question.sizes.bits,
                program.external_method(method)
            )
        });
        let mut notes: Vec<String> = wraps.collect();
        notes.dedup();
        notes.extend(self.answer.assumed.iter().map(|what| format!("assumed: {what}")));
        notes
    }

    pub fn json(&self, seconds: f64) -> String {
        let figures = &self.answer.figures;
        let violations: Vec<serde_json::Value> = self
            .shown
            .iter()
            .map(|shown| json!({"found": shown.found, "inputs": shown.inputs, "contexts": shown.schedule, "run": shown.violation}))
            .collect();
        let value = json!({
            "verdict": self.verdict.name(),
            "exit_code": self.verdict.exit_code(),
            "summary": self.summary(),
            "violations": violations,
            "converged": self.answer.converged,
            "outside": self.answer.outside,
            "beyond": self.answer.beyond,
            "notes": self.notes(),
            "coverage": self.covered,
            "statistics": {
                "seconds": seconds, "nodes": figures.nodes, "tuples": figures.tuples, "contexts": figures.contexts,
                "variables": figures.variables, "objects": figures.objects, "explorations": figures.explorations,
            },
        });
        serde_json::to_string_pretty(&value).expect("a value can be written") + "\n"
    }
}
