//! A saved run, step by step, up to its violation.

use heddle_explore::{Bound, Diverged, Path, Settings};
use heddle_verdict::{Schedule, Trace, Violation};

use crate::{Error, Note, Project, Supervision, Target};

/// What became of a saved run.
#[derive(Clone, PartialEq, Debug)]
pub struct Replayed {
    /// The violation at its end, with the run that leads to it; none if the run no longer ends in the violation
    /// that it was saved for.
    pub violation: Option<Violation>,
    /// What happens in the run.
    pub trace: Trace,
}

impl Target {
    /// The program that a run was saved of.
    pub fn of(schedule: &Schedule) -> Self {
        Self {
            program: schedule.program.clone(),
            class_path: schedule.class_path.clone(),
            main_class: schedule.main_class.clone(),
            enable_preview: false,
            arguments: schedule.arguments.clone(),
        }
    }
}

/// Runs a program along a schedule.
pub fn replay(project: &Project, schedule: &Schedule, supervision: &Supervision<'_>) -> Result<Replayed, Error> {
    if project.program().jdk_feature() != schedule.jdk {
        supervision.observer.note(&Note::OtherJdk(schedule.jdk));
    }
    let (mut path, settings) = stand_before(project, schedule)?;
    let misfit = |diverged: Diverged| {
        Error::Usage(format!(
            "the run does not fit the program any more: step {} of {} is not possible; check it again",
            diverged.step + 1,
            schedule.choices.len()
        ))
    };
    let (key, choices) = (schedule.violation.clone(), schedule.choices.clone());
    if let Some(kind) = schedule.endless.clone() {
        let saved = Violation { key, kind, schedule: choices, trace: None };
        let violation = heddle_explore::explain(&mut path, &saved, &settings).map_err(misfit)?;
        let trace = violation.trace.clone().unwrap_or_default();
        return Ok(Replayed { violation: Some(violation), trace });
    }
    let replayed = heddle_explore::replay(&mut path, &choices, &settings).map_err(misfit)?;
    let same = replayed.violations.into_iter().find(|violation| violation.key == key);
    let mut violation = same.map(|violation| Violation { trace: Some(replayed.trace.clone()), ..violation });
    let namer = std::mem::take(&mut path.namer);
    if let Some(violation) = &mut violation {
        heddle_explore::expand_trace(&mut path, namer, violation);
    }
    Ok(Replayed { violation, trace: replayed.trace })
}

/// A machine before the first step of a saved run, and the settings of the search that found it.
fn stand_before<'p>(project: &'p Project, schedule: &Schedule) -> Result<(Path<'p>, Settings), Error> {
    let semantics = &schedule.semantics;
    let mut machine = project.machine(semantics, None)?;
    let temporal = project.temporal(semantics)?;
    temporal.iter().for_each(|temporal| temporal.install(&mut machine));
    project
        .reduce(std::slice::from_mut(&mut machine), semantics, false)
        .map_err(|reason| Error::Usage(format!("the run was recorded with an analysis of the program: {reason}")))?;
    let path = Path::on(semantics.platform.as_ref(), machine, Bound::None);
    Ok((path, Settings { semantics: semantics.clone(), temporal, ..Settings::default() }))
}
