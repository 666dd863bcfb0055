//! The report for people: each violation with its run, the outcomes, the assumptions, and the verdict.

pub(crate) mod columns;
pub(crate) mod execution;
pub(crate) mod ledger;
mod outcomes;
mod race;
pub(crate) mod told;
pub(crate) mod violation;

use anstyle::{AnsiColor, Effects, Style};
use heddle_verdict::{Assumption, Limit, Place, Report, Tried, TriedRuns, Verdict, Violation};

/// The page that is written on.
pub struct Page<'s> {
    /// Characters per line.
    pub width: usize,
    /// The text of a source line, where it can be had. Colours are always written; whoever prints
    /// the text strips them if need be.
    pub source: &'s dyn Fn(&Place) -> Option<String>,
    /// Whether all assumptions are listed; otherwise they are folded to one line.
    pub assumptions: bool,
}

pub(crate) const GOOD: Style = AnsiColor::Green.on_default().effects(Effects::BOLD);
pub(crate) const BAD: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
pub(crate) const DOUBTFUL: Style = AnsiColor::Yellow.on_default().effects(Effects::BOLD);
pub(crate) const STRONG: Style = Style::new().effects(Effects::BOLD);
pub(crate) const FAINT: Style = Style::new().effects(Effects::DIMMED);

pub(crate) fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// The whole report.
pub fn text(report: &Report, page: &Page<'_>) -> String {
    text_with(report, "", page)
}

/// The whole report with an explanation of its first violation: at the end, but before the run if that is long.
pub fn text_with(report: &Report, explanation: &str, page: &Page<'_>) -> String {
    let mut out = String::new();
    let mut left = explanation;
    if let Verdict::Violated { violations } = &report.verdict {
        for (index, violation) in violations.iter().enumerate() {
            if violations.len() > 1 {
                out.push_str(&paint(STRONG, &format!("violation {} of {}", index + 1, violations.len())));
                out.push('\n');
            }
            left = violation::write(&mut out, violation, left, page, BAD);
            if let Some(early) = violation::early(violation).filter(|_| violations.len() > 1) {
                out.push_str(&format!("  {early}\n"));
            }
            out.push('\n');
        }
    }
    for warning in &report.warnings {
        out.push_str(&paint(DOUBTFUL, "warning: "));
        violation::write(&mut out, warning, "", page, DOUBTFUL);
        out.push('\n');
    }
    if let Some(list) = &report.outcomes {
        outcomes::write(&mut out, list);
        out.push('\n');
    }
    if page.assumptions {
        ledger::write(&mut out, report);
    } else {
        ledger::write_folded(&mut out, report);
    }
    out.push_str(&verdict_line(report));
    out.push_str(left);
    out
}

/// One violation with its run.
pub fn violation_text(violation: &Violation, page: &Page<'_>) -> String {
    let mut out = String::new();
    violation::write(&mut out, violation, "", page, BAD);
    out
}

/// The page of a saved run that was executed again.
pub fn replay_text(violation: &Violation, page: &Page<'_>) -> String {
    let kind = violation.kind.name();
    format!("{}\n{} {kind}\n", violation_text(violation, page), paint(BAD, "violated:"))
}

/// The verdict in a sentence.
pub(crate) fn verdict_line(report: &Report) -> String {
    let figures = &report.statistics;
    let several = |number: u64, what: &str| {
        if number == 1 { format!("1 {what}") } else { format!("{} {what}s", grouped(number)) }
    };
    // Dynamic partial-order reduction counts runs, of which each stands for all that differ in the order of independent steps.
    let explored = match figures.runs {
        0 => several(figures.states, "state"),
        runs => format!("{} by dynamic partial-order reduction", several(runs, "run")),
    };
    let searched = format!("{explored}, {}", several(figures.transitions, "step"));
    match &report.verdict {
        Verdict::Proved if formula(report).is_some() => {
            let formula = formula(report).unwrap_or_default();
            format!("{} {searched}; every run satisfies {formula}\n", paint(GOOD, "proved:"))
        }
        Verdict::Proved => {
            let remarks: String = remarks(report).iter().map(|remark| format!("; {remark}")).collect();
            format!("{} {searched}, none with a violation{remarks}\n", paint(GOOD, "proved:"))
        }
        Verdict::Violated { violations } => {
            let mut kinds: Vec<&str> = violations.iter().map(|violation| violation.kind.name()).collect();
            kinds.dedup();
            // Of several, each has it on its own page.
            let early = violations.first().filter(|_| violations.len() == 1).and_then(violation::early);
            let early = early.map(|early| format!(", {early}")).unwrap_or_default();
            format!("{} {}{early}\n", paint(BAD, "violated:"), kinds.join(", "))
        }
        Verdict::Bounded { limits } => {
            let limits: Vec<String> = limits.iter().map(limit).collect();
            format!(
                "{} no violation in {searched}, but the search is incomplete: {}\n{}",
                paint(DOUBTFUL, "bounded:"),
                limits.join("; "),
                tried(report)
            )
        }
        Verdict::Unknown { what } => {
            let mut line =
                format!("{} the program uses something that cannot be executed\n", paint(DOUBTFUL, "unknown:"));
            for unsupported in what {
                line.push_str(&format!("  {}\n", unsupported.what));
                for place in unsupported.stack.iter().take(12) {
                    line.push_str(&format!("    at {place}\n"));
                }
            }
            line
        }
    }
}

/// What was explored completely beside a search that did not come to its end, what was sampled, and what may help.
fn tried(report: &Report) -> String {
    let mut lines = String::new();
    let mut sampled = 0;
    let mut next = None;
    let reads_clock = report.assumptions.iter().any(|one| matches!(one, Assumption::TimeIsForIntervals { .. }));
    let late = if reads_clock { ", late readings of a clock included" } else { "" };
    for Tried { runs, rounds } in &report.tried {
        let bound = match runs {
            TriedRuns::Preemptions { most } => {
                next = Some(most + 1);
                counted(*most, "preemption")
            }
            TriedRuns::Delays { most } => counted(*most, "delay"),
            TriedRuns::Contexts { most } => counted(*most, "context"),
            TriedRuns::Sample { number } => {
                sampled += number;
                continue;
            }
        };
        let but = rounds.map(|rounds| {
            format!(
                ", but not beyond states that {rounds} rounds of a loop lead to ({} of one that only waits)",
                rounds / 2
            )
        });
        lines.push_str(&format!("  explored: every run with at most {bound}{late}{}\n", but.unwrap_or_default()));
    }
    if sampled > 0 {
        lines.push_str(&format!("  sampled: {} runs\n", grouped(sampled)));
    }
    if let Some(next) = next {
        let timeouts = report.statistics.timed_out && report.assumptions.contains(&Assumption::TimeoutsFireAnyTime);
        let last = if timeouts { ", or let time-outs fire last (--time last)" } else { "" };
        lines.push_str(&format!("  to go further: give it more time, bound it (--preemptions {next}){last}\n"));
    }
    lines
}

fn counted(number: u32, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// What has to be said beside a proof: how far it carries, and whether there was much to prove.
fn remarks(report: &Report) -> Vec<String> {
    let mut remarks = Vec::new();
    if report.statistics.threads == 1 {
        remarks.push("no second thread was started".to_owned());
    }
    for assumption in &report.assumptions {
        match assumption {
            Assumption::SequentialConsistency { race_free: Some(true), weak } if weak.is_empty() => {
                remarks.push("holds for the Java memory model".to_owned());
            }
            Assumption::JavaMemoryModel { executions } => {
                remarks.push(format!("nor has an execution of the Java memory model ({})", grouped(*executions)));
            }
            Assumption::MissingFiles { paths } => remarks.push(format!("not found: {}", paths.join(", "))),
            _ => {}
        }
    }
    remarks
}

/// The formula that was checked, if one was.
fn formula(report: &Report) -> Option<&str> {
    report.assumptions.iter().find_map(|assumption| match assumption {
        Assumption::OnlyTemporal { formula } => Some(formula.as_str()),
        _ => None,
    })
}

/// A limit in words, with the option that raises it.
pub(crate) fn limit(limit: &Limit) -> String {
    match limit {
        Limit::States(states) => format!("stopped after {} states (--max-states)", grouped(*states)),
        Limit::Depth(depth) => format!("runs were cut after {} steps (--max-depth)", grouped(*depth)),
        Limit::Seconds(seconds) => format!("stopped after {seconds} s (--timeout)"),
        Limit::Memory(bytes) => format!("stopped at {} MiB of memory (--memory)", bytes >> 20),
        Limit::Disk(why) => format!("stopped when visited states could not go to disk (--spill): {why}"),
        Limit::Contexts(contexts) => format!("runs with more than {contexts} contexts were not explored (--contexts)"),
        Limit::Preemptions(most) => format!("runs with more than {most} preemptions were not explored (--preemptions)"),
        Limit::Delays(most) => format!("runs with more than {most} delays were not explored (--delays)"),
        Limit::Walks(walks) => format!("{} sampled runs (--walks)", grouped(*walks)),
        Limit::Interrupted => "interrupted".into(),
        Limit::Machine(what) => what.clone(),
        Limit::FirstViolation => "the search stopped at the first violation (--all continues)".into(),
    }
}

/// 1234567 as 1,234,567.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn groups_digits_by_three() {
        assert_eq!(super::grouped(1_234_567), "1,234,567");
        assert_eq!(super::grouped(12), "12");
    }
}
