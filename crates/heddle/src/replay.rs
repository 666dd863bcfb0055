//! Replay of a saved run, step by step, up to its violation.

use heddle_explore::{Bound, ContextReplay, Diverged, Path, Settings, replay_contexts};
use heddle_verdict::{Schedule, Violation};

use crate::saved::{Difference, differences};
use crate::{Cancel, Error, Note, Project, Supervision, Target};

/// States that may be visited to find a run again along its contexts.
const STATES: usize = 100_000;

impl Target {
    /// The program that a run was saved of.
    pub fn of(schedule: &Schedule) -> Self {
        Self {
            program: schedule.program.clone(),
            class_path: schedule.class_path.clone(),
            main_class: schedule.main_class.clone(),
            test: schedule.test.clone(),
            source_path: schedule.source_path.clone(),
            processors: schedule.processors,
            enable_preview: schedule.enable_preview,
            encoding: schedule.encoding.clone(),
            javac: schedule.javac.clone(),
            properties: schedule.properties.clone(),
            arguments: schedule.arguments.clone(),
        }
    }
}

/// Executes a saved run, and returns its violation with what happens on the way. A run that does not reach the
/// violation that it was saved for is an error, which names what has changed since.
pub fn replay(project: &Project, schedule: &Schedule, supervision: &Supervision<'_>) -> Result<Violation, Error> {
    let differences = differences(schedule, project)?;
    differences.iter().for_each(|difference| supervision.observer.note(&Note::RunDiffers(difference.clone())));
    execute(project, schedule)?.map_err(|problem| not_replayed(&problem, &differences))
}

/// A run that a new process can replay. JDK classes that the search had initialised before a run can end its steps
/// in other places than a new process does; such a run is searched for again along its contexts.
pub fn confirm(project: &Project, schedule: &Schedule) -> Result<Schedule, Error> {
    let Err(problem) = execute(project, schedule)? else { return Ok(schedule.clone()) };
    let (mut path, settings) = stand_before(project, schedule)?;
    let mut contexts: Vec<usize> = schedule.choices.iter().map(|choice| choice.thread.index()).collect();
    contexts.dedup();
    let wanted = |violation: &Violation| violation.key == schedule.violation;
    match replay_contexts(&mut path, &contexts, &wanted, &settings, STATES) {
        ContextReplay::Found(found) if schedule.endless.is_none() => {
            let confirmed = Schedule { choices: found.schedule, ..schedule.clone() };
            execute(project, &confirmed)?.map_err(|problem| not_replayed(&problem, &[]))?;
            Ok(confirmed)
        }
        _ => Err(not_replayed(&problem, &[])),
    }
}

fn not_replayed(problem: &str, differences: &[Difference]) -> Error {
    let causes: Vec<String> = differences.iter().map(Difference::to_string).collect();
    let cause = if causes.is_empty() {
        "program, JDK and Heddle are the same, so this is a defect of Heddle; please report it".into()
    } else {
        causes.join("; ")
    };
    Error::NotReplayed(format!("the run does not lead to its violation: {problem}: {cause}"))
}

/// The violation at the end of a run; or why the run does not end there.
fn execute(project: &Project, schedule: &Schedule) -> Result<Result<Violation, String>, Error> {
    let (mut path, settings) = stand_before(project, schedule)?;
    Ok(execute_on(&mut path, &settings, schedule))
}

/// The same on a machine that stands before the first step, and does so again afterwards. Objects keep the names that the
/// trace of the violation has.
pub(crate) fn execute_on(path: &mut Path<'_>, settings: &Settings, schedule: &Schedule) -> Result<Violation, String> {
    let misfit =
        |diverged: Diverged| format!("step {} of {} is not possible", diverged.step + 1, schedule.choices.len());
    let (key, choices) = (schedule.violation.clone(), schedule.choices.clone());
    if let Some(kind) = schedule.endless.clone() {
        let saved = Violation { key, kind, schedule: choices, only_early: false, trace: None, execution: None };
        return heddle_explore::explain(path, &saved, settings).map_err(misfit);
    }
    let replayed = heddle_explore::replay(path, &choices, settings).map_err(misfit)?;
    let Some(violation) = replayed.violations.into_iter().find(|violation| violation.key == key) else {
        return Err(format!("it ends without the {key}"));
    };
    let mut violation = Violation { trace: Some(replayed.trace), ..violation };
    let namer = std::mem::take(&mut path.namer);
    heddle_explore::expand_trace(path, namer, &mut violation);
    Ok(violation)
}

/// A machine before the first step of a saved run, and the settings of the search that found it.
pub(crate) fn stand_before<'p>(project: &'p Project, schedule: &Schedule) -> Result<(Path<'p>, Settings), Error> {
    let semantics = &schedule.semantics;
    let mut machine = project.machine(semantics, None)?;
    let temporal = project.temporal(semantics)?;
    temporal.iter().for_each(|temporal| temporal.install(&mut machine));
    let given_up = project.reduce(std::slice::from_mut(&mut machine), semantics, false, &Cancel::default());
    debug_assert_eq!(given_up, None, "the run carries it if the program is too large");
    let path = Path::on(semantics.platform.as_ref(), machine, Bound::None);
    Ok((path, Settings { semantics: semantics.clone(), temporal, ..Settings::default() }))
}
