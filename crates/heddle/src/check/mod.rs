//! Checking a program, from its options to its report: machines are assembled, every interleaving is searched,
//! what was found is understood, and the verdict concluded.

mod conclude;
mod options;
mod understand;

use heddle_events::explain::{Explanation, explain};
use heddle_explore::reduction::Reductions;
use heddle_explore::{Settings, Watch, explore};
use heddle_machine::Machine;
use heddle_verdict::{Outcome, Report, Schedule, Verdict, Violation};

use crate::supervise::watched;
use crate::{Error, Note, Project, Supervision, platform};
use conclude::{conclude, intrinsics, outside};
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
}

/// Explores every interleaving of a program and says whether it can go wrong.
pub fn check(project: &Project, options: &CheckOptions, supervision: &Supervision<'_>) -> Result<Checked, Error> {
    let mut settings = settings(project, options, supervision)?;
    let machines = machines(project, &mut settings, supervision)?;
    let watch = Watch::new(settings.max_states, settings.max_depth);
    let (mut explored, paths) =
        watched(&watch, &options.limits, options.walks(), supervision, || explore(machines, &settings, &watch));
    settings.semantics.refuted.clone_from(&explored.refuted);
    settings.semantics.stream_locks = explored.stream_locks;
    settings.semantics.thread_numbers = explored.thread_numbers;
    let (intrinsics, outside) = (intrinsics(&paths), outside(&paths));
    let mut path = paths.into_iter().next().expect("at least one worker");
    explored.collected.limits.extend(options.limits.reached(&watch));
    understand(&mut explored.collected, &mut path, &settings, options.shorten, &watch)?;
    let jdk = project.program().jdk_feature();
    let report = conclude(&project.target().program, &settings, explored, jdk, intrinsics, outside);
    let first = match &report.verdict {
        Verdict::Violated { violations } => violations.first(),
        _ => None,
    };
    let run = first.map(|violation| run_to(violation, &settings, project));
    let explanation = first.filter(|_| options.explain).map(|violation| explain(&mut path, violation, &settings));
    Ok(Checked { report, run, explanation })
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

/// The machines of all workers, with the reductions that the settings name. A program that the
/// analysis cannot follow is explored without them.
fn machines<'p>(
    project: &'p Project,
    settings: &mut Settings,
    supervision: &Supervision<'_>,
) -> Result<Vec<Machine<'p>>, Error> {
    let mut machines: Vec<Machine<'p>> = Vec::new();
    for _ in 0..settings.jobs {
        let machine = project.machine(&settings.semantics, machines.first())?;
        machines.push(machine);
    }
    if let Some(temporal) = &settings.temporal {
        machines.iter_mut().for_each(|machine| temporal.install(machine));
    }
    if let Err(reason) = project.reduce(&mut machines, &settings.semantics, settings.audit) {
        supervision.observer.note(&Note::NoAnalysis(reason));
        settings.semantics.reductions.retain(|name| Reductions::UNANALYSED.contains(&name.as_str()));
        project.reduce(&mut machines, &settings.semantics, false).map_err(Error::Internal)?;
    }
    Ok(machines)
}

/// The run to a violation, with all that is needed to replay it.
fn run_to(violation: &Violation, settings: &Settings, project: &Project) -> Schedule {
    let target = project.target();
    Schedule {
        version: env!("CARGO_PKG_VERSION").into(),
        program: target.program.clone(),
        main_class: target.main_class.clone(),
        class_path: target.class_path.clone(),
        arguments: target.arguments.clone(),
        jdk: project.program().jdk_feature(),
        semantics: settings.semantics.clone(),
        violation: violation.key.clone(),
        choices: violation.schedule.clone(),
        endless: (!is_shortable(violation)).then(|| violation.kind.clone()),
    }
}
