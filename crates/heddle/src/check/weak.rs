//! Checking under the Java memory model: first every interleaving, then the executions that interleavings do not have.
//!
//! Comes in: what the search of all interleavings found. If a violation is among it, that is the better one to show, since
//! it has a schedule. If the program has no data race and no access weaker than volatile, the model promises sequential
//! consistency (JLS 17.4.3), and there is nothing else to find. Otherwise `heddle_events::memory::jmm` builds the
//! executions of the model. Goes out: the report of both. A limit of either search is one of the answer.

use std::cell::Cell;
use std::time::Instant;

use heddle_events::memory::{self, Goal, Outcomes, Rules, jmm};
use heddle_verdict::{
    Assumption, Execution, Limit, Monitors, Report, Seconds, Semantics, SpuriousWakeups, Timeouts, Verdict, Violation,
};

use super::{CheckOptions, Checked};
use crate::{Error, Limits, Project, Supervision};

/// Accesses of one thread to memory that others share, before a run is cut.
const MOST_EVENTS: usize = 50_000;

/// The memory model that a program is checked under.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CheckedModel {
    /// Interleavings: every access takes effect at once and in program order.
    #[default]
    SequentialConsistency,
    /// The Java memory model since Java 5, with the access modes of `VarHandle`.
    Java,
}

/// What of the options has no meaning under the Java memory model.
pub fn fit(options: &CheckOptions) -> Result<(), Error> {
    let semantics = &options.semantics;
    let refused = [
        (semantics.temporal.is_some(), "--ltl", "a formula is about the states of interleavings"),
        (semantics.platform.is_some(), "--platform", "a platform says how interleavings are scheduled"),
        (options.outcomes, "--outcomes", "heddle litmus lists the outcomes of memory models"),
        (semantics.timeouts == Timeouts::Last, "--time last", "without one order of events nothing comes last"),
        (semantics.monitors == Monitors::Fifo, "--monitors fifo", "without one order of events nobody comes first"),
        (
            semantics.spurious_wakeups == SpuriousWakeups::Possible,
            "--spurious",
            "spurious wake-ups are explored for interleavings only",
        ),
    ];
    match refused.iter().find(|(given, ..)| *given) {
        Some((_, option, why)) => Err(Error::Usage(format!("--memory-model jmm does not go with {option}: {why}"))),
        None => Ok(()),
    }
}

/// Limits of the search of interleavings, which leaves time for the other one.
pub fn first_limits(limits: Limits) -> Limits {
    let half = |seconds: Seconds| seconds.duration().as_secs_f64() / 2.0;
    Limits {
        seconds: limits.seconds.map(|seconds| format!("{:.3}", half(seconds)).parse().unwrap_or(seconds)),
        ..limits
    }
}

/// The answer for the Java memory model, given that for interleavings.
pub fn beyond(
    mut checked: Checked,
    project: &Project,
    options: &CheckOptions,
    begin: Instant,
    supervision: &Supervision<'_>,
) -> Result<Checked, Error> {
    let is_violated = matches!(checked.report.verdict, Verdict::Violated { .. });
    if is_violated && !options.all || holds_already(&checked.report) {
        return Ok(checked);
    }
    // Where interleavings have no end either, nothing is wrong with threads that see no more than there.
    let endless = !checked.report.assumptions.contains(&Assumption::EndlessRunsIntended);
    let found = executions(project, options, endless, begin, supervision)?;
    combine(&mut checked.report, found);
    if let (Verdict::Bounded { limits }, Some(seconds)) = (&mut checked.report.verdict, options.limits.seconds) {
        // Each search had a part of the time that the user gave.
        limits
            .iter_mut()
            .filter(|limit| matches!(limit, Limit::Seconds(_)))
            .for_each(|limit| *limit = Limit::Seconds(seconds));
        limits.dedup();
    }
    Ok(checked)
}

/// Whether the Java memory model allows nothing that interleavings do not have.
fn holds_already(report: &Report) -> bool {
    let mut is_race_free = false;
    for assumption in &report.assumptions {
        match assumption {
            Assumption::SequentialConsistency { race_free, weak } => {
                is_race_free = *race_free == Some(true) && weak.is_empty();
            }
            Assumption::WeakCompareAndSetSucceeds { .. } => return false,
            _ => {}
        }
    }
    is_race_free && report.verdict == Verdict::Proved
}

fn executions(
    project: &Project,
    options: &CheckOptions,
    endless: bool,
    begin: Instant,
    supervision: &Supervision<'_>,
) -> Result<(Outcomes, Option<Limit>), Error> {
    let semantics = Semantics {
        swallowed_assertions: options.semantics.swallowed_assertions,
        randomness: options.semantics.randomness,
        ..Semantics::default()
    };
    let machine = project.machine_of(project.main_class()?, &semantics, None)?;
    let (asked, passed) = (Cell::new(0u32), Cell::new(None));
    let stop = || {
        asked.set(asked.get() + 1);
        if asked.get().is_multiple_of(256) {
            let limit = options.limits.passed(begin);
            passed.set(if supervision.cancel.is_cancelled() { Some(Limit::Interrupted) } else { limit });
        }
        let limit = passed.take();
        let stops = limit.is_some();
        passed.set(limit);
        stops
    };
    let goal = if options.all { Goal::AllViolations } else { Goal::FirstViolation };
    let limits = memory::Limits {
        executions: u64::MAX,
        events: MOST_EVENTS,
        rules: Rules::Java,
        goal,
        endless,
        prescient: false,
        stop: &stop,
    };
    let found = jmm::outcomes(machine, &limits);
    Ok((found, passed.into_inner()))
}

/// Puts what the executions show into the report of the interleavings.
fn combine(report: &mut Report, (found, stopped): (Outcomes, Option<Limit>)) {
    let is_complete = matches!(report.verdict, Verdict::Proved | Verdict::Violated { .. }) && has_all(report);
    let known = match &mut report.verdict {
        Verdict::Violated { violations } => std::mem::take(violations),
        _ => vec![],
    };
    let is_new = |violation: &Violation| known.iter().all(|other| other.key != violation.key);
    let violations = found.violations.into_iter().map(|(one, witness)| Violation {
        key: one.key,
        kind: one.kind,
        schedule: vec![],
        only_early: false,
        trace: None,
        execution: Some(Box::new(Execution {
            nodes: witness.nodes,
            edges: witness.edges,
            circle: witness.circle,
            no_interleaving: is_complete,
        })),
    });
    let new: Vec<Violation> = violations.filter(is_new).collect();
    let all: Vec<Violation> = known.into_iter().chain(new).collect();
    let mut limits: Vec<Limit> = match std::mem::replace(&mut report.verdict, Verdict::Proved) {
        Verdict::Bounded { limits } => limits,
        Verdict::Unknown { what } => {
            report.verdict = Verdict::Unknown { what };
            vec![]
        }
        _ => vec![],
    };
    let is_stopped = stopped.is_some();
    limits.extend(stopped);
    // A search that was stopped says where it stood; what stopped it is known already.
    let own = found.limits.into_iter().filter(|limit| !(is_stopped && limit.starts_with("stopped after ")));
    limits.extend(own.map(|limit| Limit::Machine(format!("under the Java memory model: {limit}"))));
    if found.few_at_once {
        limits.push(Limit::Machine(
            "under the Java memory model: so many reads race that not all of them were committed together".into(),
        ));
    }
    limits.sort();
    limits.dedup();
    if !all.is_empty() {
        report.verdict = Verdict::Violated { violations: all };
        report.assumptions.retain(|assumption| !assumption.is_for_proofs());
        return;
    }
    let unknown: Vec<_> = match std::mem::replace(&mut report.verdict, Verdict::Proved) {
        Verdict::Unknown { what } => what.into_iter().chain(found.unsupported).collect(),
        _ => found.unsupported.into_iter().collect(),
    };
    let mut bounds: Vec<Assumption> = limits.iter().map(|limit| Assumption::Bound { limit: limit.clone() }).collect();
    bounds.retain(|bound| !report.assumptions.contains(bound));
    report.assumptions.extend(bounds);
    report.verdict = if !unknown.is_empty() {
        let mut what = unknown;
        what.sort();
        what.dedup();
        Verdict::Unknown { what }
    } else if !limits.is_empty() {
        Verdict::Bounded { limits }
    } else {
        Verdict::Proved
    };
    // Weak compare-and-set was tried with failures that have no reason.
    report.assumptions.retain(|assumption| !matches!(assumption, Assumption::WeakCompareAndSetSucceeds { .. }));
    for assumption in &mut report.assumptions {
        if matches!(assumption, Assumption::SequentialConsistency { .. }) {
            *assumption = Assumption::JavaMemoryModel { executions: found.executions };
        }
    }
}

/// Whether nothing cut the search of the interleavings short.
fn has_all(report: &Report) -> bool {
    !report.assumptions.iter().any(|assumption| matches!(assumption, Assumption::Bound { .. }))
}
