//! Violations that need a time-out to fire early, told apart from the others.
//!
//! A time-out may fire at any moment, so `if (!latch.await(5, SECONDS)) throw …` fails in some run whatever the other threads
//! do. That is true, but seldom what somebody wants to know first. So where time passes in the run of a violation although
//! other threads could go on, the program is searched once more with time-outs that fire last ([`Timeouts::Last`]): these runs
//! are some of those of the first search. A violation there is the better one to show. If there is none, and all of these runs were
//! explored, the violation is marked: it needs a time-out that fires early. In a program that reads a clock or compares times a slow
//! thread may be enough, without any time-out; there nothing is said.

use heddle_verdict::{Assumption, SearchAssumption, Seconds, Timeouts, Verdict, Violation};

use super::{CheckOptions, Checked};
use crate::{Error, Limits};

/// How long the second search may take.
const SECONDS: Seconds = Seconds::whole(20);

/// Searches again where that can tell violations apart.
pub fn tell_apart(
    mut checked: Checked,
    options: &CheckOptions,
    search: impl FnOnce(&CheckOptions) -> Result<Checked, Error>,
) -> Result<Checked, Error> {
    let semantics = &options.semantics;
    let is_asked = semantics.timeouts == Timeouts::Any && semantics.platform.is_none() && semantics.temporal.is_none();
    let Verdict::Violated { violations } = &mut checked.report.verdict else { return Ok(checked) };
    if !is_asked || !violations.iter().any(is_early) {
        return Ok(checked);
    }
    let seconds = options.limits.seconds.map_or(SECONDS, |seconds| seconds.min(SECONDS));
    let mut again = options.clone();
    again.semantics.timeouts = Timeouts::Last;
    (again.all, again.outcomes) = (false, false);
    again.limits = Limits { seconds: Some(seconds), ..options.limits };
    let mut last = search(&again)?;
    if !options.all && !options.outcomes && matches!(last.report.verdict, Verdict::Violated { .. }) {
        // Its runs are runs of a program whose time-outs fire at any time.
        for assumption in &mut last.report.assumptions {
            if *assumption == Assumption::TimeoutsFireLast {
                *assumption = Assumption::TimeoutsFireAnyTime;
            }
        }
        return Ok(Checked { coverage: checked.coverage, ..last });
    }
    let refuted = checked.run.as_ref().map(|run| &run.semantics.refuted);
    let compares = refuted.is_some_and(|refuted| refuted.contains(&SearchAssumption::TimeUnobserved))
        || last.report.assumptions.iter().any(|one| matches!(one, Assumption::TimeIsForIntervals { .. }));
    for violation in violations.iter_mut().filter(|violation| is_early(violation)) {
        violation.only_early = last.report.verdict == Verdict::Proved && !compares;
    }
    Ok(checked)
}

fn is_early(violation: &Violation) -> bool {
    violation.early().next().is_some()
}
