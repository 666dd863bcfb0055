//! Checking a program, from its options to its report: machines are assembled, every interleaving is searched,
//! what was found is understood, and the verdict concluded.

mod conclude;
mod early;
mod options;
mod understand;

use heddle_events::explain::{Explanation, explain};
use heddle_explore::{Settings, Watch, explore};
use heddle_machine::Machine;
use heddle_verdict::{Outcome, Report, Schedule, Verdict};

use crate::coverage::of_search;
use crate::saved::run_to;
use crate::supervise::watched;
use crate::{Cancel, Covered, Error, Note, Project, Supervision, platform};
use conclude::{conclude, intrinsics, left_out, outside};
pub use options::CheckOptions;
use understand::{is_shortable, understand};

/// What a check came to.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The verdict with all that it rests on.
    pub report: Report,
    /// The run of the first violation, to be saved and replayed.
    pub run: Option<Schedule>,
    /// Which events lead to the first violation, if that was asked for; or why that is not known.
    pub explanation: Option<Result<Explanation, String>>,
    /// Which lines of the program some thread came to, if that was asked for.
    pub coverage: Option<Vec<Covered>>,
}

/// Explores every interleaving of a program and says whether it can go wrong. A violation in whose run time-outs fire while other
/// threads could go on is looked for in runs without that, too (`early.rs`).
pub fn check(project: &Project, options: &CheckOptions, supervision: &Supervision<'_>) -> Result<Checked, Error> {
    let checked = search(project, options, supervision)?;
    early::tell_apart(checked, options, |options| {
        let quiet = Supervision { observer: &(), cancel: supervision.cancel.clone() };
        search(project, options, &quiet)
    })
}

/// One search, what it found, understood, and its verdict.
fn search(project: &Project, options: &CheckOptions, supervision: &Supervision<'_>) -> Result<Checked, Error> {
    let mut settings = settings(project, options, supervision)?;
    let machines = machines(project, &mut settings, options.coverage, &supervision.cancel)?;
    let watch = Watch::new(settings.max_states, settings.max_depth);
    let (mut explored, paths) =
        watched(&watch, &options.limits, options.walks(), supervision, || explore(machines, &settings, &watch));
    settings.semantics.refuted.clone_from(&explored.refuted);
    let coverage = options.coverage.then(|| of_search(project, &paths));
    let (intrinsics, outside) = (intrinsics(&paths), outside(&paths, &settings.semantics));
    explored.collected.limits.extend(left_out(&paths, &settings.semantics));
    let mut path = paths.into_iter().next().expect("at least one worker");
    explored.collected.limits.extend(options.limits.reached(&watch));
    understand(&mut explored.collected, &mut path, &settings, options.shorten, &options.limits, supervision)?;
    let jdk = project.program().jdk_feature();
    let report = conclude(&project.target().program, &settings, explored, jdk, intrinsics, outside);
    let first = match &report.verdict {
        Verdict::Violated { violations } => violations.first(),
        _ => None,
    };
    let run = first.map(|violation| run_to(violation, !is_shortable(violation), &settings, project)).transpose()?;
    let explanation = first.filter(|_| options.explain).map(|violation| explain(&mut path, violation, &settings));
    Ok(Checked { report, run, explanation, coverage })
}

/// Every distinct final output of a program, and the report of the search for them: the list is complete if
/// nothing cut that short.
pub fn outcomes(
    project: &Project,
    options: &CheckOptions,
    supervision: &Supervision<'_>,
) -> Result<(Vec<Outcome>, Report), Error> {
    let checked = check(project, &CheckOptions { outcomes: true, ..options.clone() }, supervision)?;
    Ok((checked.report.outcomes.clone().unwrap_or_default(), checked.report))
}

/// What to search, with the names in a formula and a platform resolved.
fn settings(project: &Project, options: &CheckOptions, supervision: &Supervision<'_>) -> Result<Settings, Error> {
    options.fit_dpor()?;
    let mut settings = options.settings();
    if let Some(platform) = &settings.semantics.platform {
        if platform.name == platform::OF_THE_PAPER {
            supervision.observer.note(&Note::PaperPlatform);
        }
        platform::find_ceilings(platform, project.program())?;
    }
    settings.temporal = project.temporal(&settings.semantics)?;
    if settings.temporal.is_some() {
        options.fit_temporal(supervision)?;
    }
    Ok(settings)
}

/// The machines of all workers, with the reductions that the settings name. Those that need an analysis are given up if
/// the program is too large for it.
fn machines<'p>(
    project: &'p Project,
    settings: &mut Settings,
    coverage: bool,
    cancel: &Cancel,
) -> Result<Vec<Machine<'p>>, Error> {
    let mut machines: Vec<Machine<'p>> = Vec::new();
    for _ in 0..settings.jobs {
        let mut machine = project.booted(&settings.semantics, machines.first())?;
        if coverage {
            machine.record_coverage();
        }
        project.start(&mut machine, project.main_class()?)?;
        machines.push(machine);
    }
    if let Some(temporal) = &settings.temporal {
        machines.iter_mut().for_each(|machine| temporal.install(machine));
    }
    let given_up = project.reduce(&mut machines, &settings.semantics, settings.audit, cancel);
    settings.semantics.refuted.extend(given_up);
    Ok(machines)
}
