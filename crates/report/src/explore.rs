//! Words for who explores a program step by step: what a step did, what a thread waits for, what is violated, what a search
//! came to. The same words as in reports.

use std::collections::BTreeSet;

use heddle_verdict::{Kind, Place, Report, SearchAssumption, Step, Trace, Violation, WaitsFor, short_exception};

use crate::formats::waits_for as waits;
use crate::text::told::{action_notes, is_inner_working, prints};
use crate::text::{ledger, verdict_line, violation};

/// What a step did, in a few words each; `to` is where its thread stands then, and `threads` are the names of all threads.
pub fn step(step: &Step, to: Option<&Place>, threads: &[String]) -> Vec<String> {
    let trace = Trace { threads: threads.to_vec(), ..Trace::default() };
    let mut notes = action_notes(step, &trace);
    notes.extend(step.within.iter().filter_map(|deed| deed.action.words(threads)));
    notes.extend(prints(&step.printed));
    notes.extend(step.uncaught.as_ref().map(|exception| format!("ends with uncaught {}", short_exception(exception))));
    if notes.is_empty() {
        let line = to.and_then(|place| Some(format!(" to {}:{}", place.file.as_ref()?, place.line?)));
        notes.push(format!("runs{}", line.unwrap_or_default()));
    }
    notes
}

/// Whether a step only shows how locks and threads of the JDK work inside.
pub fn is_inside(step: &Step) -> bool {
    is_inner_working(step)
}

/// What a thread waits for.
pub fn waits_for(what: &WaitsFor, threads: &[String]) -> String {
    waits(what, &Trace { threads: threads.to_vec(), ..Trace::default() })
}

/// What is wrong, in a sentence.
pub fn headline(kind: &Kind) -> String {
    violation::headline(kind)
}

/// What is known of a failure beside its run.
pub fn details(violation: &Violation) -> String {
    violation::details(violation)
}

/// What a search came to, in a sentence.
pub fn verdict(report: &Report) -> String {
    anstream::adapter::strip_str(verdict_line(report).trim_end()).to_string()
}

/// What is not assumed any more.
pub fn given_up(refuted: &[SearchAssumption]) -> Vec<String> {
    ledger::given_up(&refuted.iter().cloned().collect::<BTreeSet<_>>())
}
