//! Understanding what a search found: the shortest run for each violation, and what happens in it.

use heddle_explore::{Collected, Path, Settings, Watch, explain, shorten, simplify, watch_of_shortening};
use heddle_verdict::{DeadlockKind, Kind, Seconds, Violation};

use crate::supervise::watched;
use crate::{Error, Limits, Supervision};

/// Shorter runs are searched for so many seconds at most.
const SHORTENING: Seconds = Seconds::whole(10);

/// Whether a run has a last step that a shorter one can be searched for; an infinite run has none.
pub fn is_shortable(violation: &Violation) -> bool {
    match &violation.kind {
        Kind::Deadlock { name, .. } => *name != DeadlockKind::WhileOthersRun,
        Kind::Temporal { .. } => false,
        kind => kind.cycle().is_none(),
    }
}

/// A run with the fewest switches for each of these violations, or for any if it is asked for one; where none is found in
/// time, what is left of the known run after everything that can be is left out.
fn shortened(
    mut violations: Vec<Violation>,
    keys: &[String],
    path: &mut Path<'_>,
    settings: &Settings,
    watch: &Watch,
) -> Vec<Violation> {
    let short = shorten(path, if settings.all { keys } else { &[] }, settings, watch);
    if settings.all {
        for old in violations.iter_mut().filter(|old| keys.contains(&old.key)) {
            *old = match short.iter().find(|found| found.key == old.key) {
                Some(found) => found.clone(),
                None => simplify(path, old, settings, watch),
            };
        }
        return violations;
    }
    if !short.is_empty() {
        return short;
    }
    violations.into_iter().take(1).map(|old| simplify(path, &old, settings, watch)).collect()
}

/// Finds the shortest run for each violation and describes it by replaying it.
pub fn understand(
    collected: &mut Collected,
    path: &mut Path<'_>,
    settings: &Settings,
    shortens: bool,
    limits: &Limits,
    supervision: &Supervision<'_>,
) -> Result<(), Error> {
    let mut violations = std::mem::take(&mut collected.violations);
    let keys: Vec<String> =
        violations.iter().filter(|violation| is_shortable(violation)).map(|violation| violation.key.clone()).collect();
    if !keys.is_empty() && shortens {
        let length = violations.iter().map(|violation| violation.schedule.len()).max().unwrap_or_default();
        let watch = watch_of_shortening(length, settings.max_depth);
        let limits = Limits { seconds: Some(SHORTENING), ..*limits };
        let quiet = Supervision { observer: &(), cancel: supervision.cancel.clone() };
        violations = watched(&watch, &limits, None, &quiet, || shortened(violations, &keys, path, settings, &watch));
    }
    if !settings.all {
        violations.truncate(1);
    }
    let mut described = |list: Vec<Violation>| -> Result<Vec<Violation>, Error> {
        list.into_iter()
            .map(|violation| {
                explain(path, &violation, settings).map_err(|diverged| {
                    Error::Internal(format!("step {} of the run to {} does not replay", diverged.step, violation.key))
                })
            })
            .collect()
    };
    collected.violations = described(violations)?;
    collected.warnings = described(std::mem::take(&mut collected.warnings))?;
    Ok(())
}
