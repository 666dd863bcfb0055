//! Checking a program, from its options to its report: machines are assembled, every interleaving is searched,
//! what was found is understood, and the verdict concluded.

mod checkpoint;
mod conclude;
mod early;
mod options;
mod understand;
mod weak;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use heddle_events::explain::{Explanation, explain};
use heddle_explore::reduction::{self, Knowledge};
use heddle_explore::{Explored, Extra, OrderKind, Path, Settings, StoreKind, Watch, explore_kept, explore_with};
use heddle_machine::Machine;
use heddle_verdict::{Engine, Outcome, Report, Schedule, SearchAssumption, Verdict};

use crate::coverage::of_search;
use crate::saved::run_to;
use crate::supervise::{PAUSE, SetAtTheEnd, watched};
use crate::{Cancel, Covered, Error, Note, Project, Supervision, platform};
pub use checkpoint::{Asked, Checkpoints, read_asked};
pub(crate) use conclude::{conclude, intrinsics, left_out, outside};
pub use options::CheckOptions;
pub(crate) use understand::is_shortable;
use understand::understand;
pub use weak::CheckedModel;

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
/// Under the Java memory model, the executions that are no interleavings come after these (`weak.rs`).
pub fn check(project: &Project, options: &CheckOptions, supervision: &Supervision<'_>) -> Result<Checked, Error> {
    if options.memory_model == CheckedModel::SequentialConsistency || options.checkpoints.is_some() {
        return interleavings(project, options, supervision);
    }
    weak::fit(options)?;
    let begin = Instant::now();
    let first = CheckOptions { limits: weak::first_limits(options.limits), ..options.clone() };
    let checked = interleavings(project, &first, supervision)?;
    weak::beyond(checked, project, options, begin, supervision)
}

fn interleavings(project: &Project, options: &CheckOptions, supervision: &Supervision<'_>) -> Result<Checked, Error> {
    let checked = search(project, options, supervision)?;
    early::tell_apart(checked, &CheckOptions { checkpoints: None, ..options.clone() }, |options| {
        let quiet = Supervision { observer: &(), cancel: supervision.cancel.clone() };
        search(project, options, &quiet)
    })
}

/// One search, what it found, understood, and its verdict. It is made anew, on new machines, if what these have executed once for all
/// runs was found not to be the same in all.
fn search(project: &Project, options: &CheckOptions, supervision: &Supervision<'_>) -> Result<Checked, Error> {
    let mut settings = settings(project, options, supervision)?;
    let initial = settings.clone();
    loop {
        match search_with(project, options, supervision, settings)? {
            Searched::Done(checked) => return Ok(*checked),
            Searched::Again(refuted) => {
                settings = initial.clone();
                settings.semantics.refuted.extend(refuted);
            }
        }
    }
}

/// What came of a search: what was checked, or what its machines should not have assumed.
enum Searched {
    Done(Box<Checked>),
    Again(BTreeSet<SearchAssumption>),
}

fn search_with(
    project: &Project,
    options: &CheckOptions,
    supervision: &Supervision<'_>,
    mut settings: Settings,
) -> Result<Searched, Error> {
    let begun_without = settings.semantics.refuted.clone();
    let (machines, knowledge) =
        machines(project, &mut settings, options.coverage || options.live, &supervision.cancel)?;
    let mut watch = Watch::new(settings.max_states, settings.max_depth);
    if let Some(folder) = options.spill.folder.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(Error::Usage(format!("--spill: {} is no folder", folder.display())));
    }
    // Whole states, and graphs of infinite runs, stay in memory.
    if settings.store == StoreKind::Fingerprints && settings.temporal.is_none() {
        watch.room = Arc::new(options.spill.room(&options.limits));
    }
    let by_dpor = settings.clone().by_dpor();
    // Where there is no room for another machine, the search does without.
    let like_workers = settings.clone();
    let mut extra = |kind| {
        let settings = if kind == Extra::Dpor { &by_dpor } else { &like_workers };
        extra(project, settings, knowledge.as_ref(), options.coverage || options.live).ok()
    };
    let (mut explored, mut paths) =
        watched(&watch, &options.limits, options.walks(), supervision, || match &options.checkpoints {
            Some(checkpoints) => kept(project, checkpoints, machines, &settings, &watch, supervision),
            None => Ok(explore_with(machines, &settings, &watch, &mut extra)),
        })?;
    let anew = explored.refuted.difference(&begun_without).filter(|assumption| assumption.needs_new_machines());
    let anew: BTreeSet<SearchAssumption> = anew.cloned().collect();
    if !anew.is_empty() {
        if options.checkpoints.is_some() {
            let what = "an initialiser of the JDK does not do the same in all runs of this program";
            return Err(Error::Usage(format!("--checkpoint: {what} (check it without)")));
        }
        return Ok(Searched::Again(anew));
    }
    settings.semantics.refuted.clone_from(&explored.refuted);
    let coverage = options.coverage.then(|| of_search(project, &paths));
    let (intrinsics, outside) = (intrinsics(&paths), outside(&paths, &settings.semantics));
    explored.collected.limits.extend(left_out(&paths, &settings.semantics));
    // What was found belongs to the machine that it was found on.
    let is_by_second = explored.statistics.engine == Engine::Dpor && settings.order != OrderKind::Dpor;
    if is_by_second {
        settings = settings.by_dpor();
    }
    let mut path = paths.swap_remove(if is_by_second { paths.len() - 1 } else { 0 });
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
    Ok(Searched::Done(Box::new(Checked { report, run, explanation, coverage })))
}

/// Searching takes at least so many times as long as writing checkpoints.
const WRITING: u32 = 10;

/// A search that writes checkpoints.
fn kept<'p>(
    project: &'p Project,
    checkpoints: &Checkpoints,
    mut machines: Vec<Machine<'p>>,
    settings: &Settings,
    watch: &Watch,
    supervision: &Supervision<'_>,
) -> Result<(Explored, Vec<Path<'p>>), Error> {
    let writer = checkpoint::Writer::new(checkpoints, project, settings)?;
    let from = checkpoints.resume.then(|| checkpoint::last(checkpoints, project, settings, &watch.room)).transpose()?;
    let machine = machines.swap_remove(0);
    let done = AtomicBool::new(false);
    let due = Mutex::new(Instant::now() + checkpoints.every);
    let explored = std::thread::scope(|scope| {
        let _set_at_the_end = SetAtTheEnd(&done);
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                std::thread::park_timeout(PAUSE);
                let mut due = due.lock().expect("no panic while holding the lock");
                if Instant::now() >= *due {
                    *due = Instant::now() + checkpoints.every;
                    watch.ask_for_pause();
                }
            }
        });
        explore_kept(machine, settings, watch, from, &mut |checkpoint, visited| {
            let file = checkpoints.file.clone();
            // A slow disk must not keep the search from getting on: nobody asks for the next one meanwhile, nor soon after.
            let (begin, mut due) = (Instant::now(), due.lock().expect("no panic while holding the lock"));
            let written = writer.write(checkpoint, visited);
            *due = Instant::now() + checkpoints.every.max(WRITING * begin.elapsed());
            match written {
                Err(error) => supervision.observer.note(&Note::NotKept(file, error.to_string())),
                Ok(()) if watch.is_stopped() => supervision.observer.note(&Note::Kept(file)),
                Ok(()) => {}
            }
        })
    });
    explored.map_err(|why| {
        let file = checkpoints.file.display();
        Error::Usage(format!("{file} cannot be gone on with: {why} (begin again with check)"))
    })
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

/// One machine for a check, before the first step, and the settings of its search.
pub(crate) fn prepared<'p>(
    project: &'p Project,
    options: &CheckOptions,
    supervision: &Supervision<'_>,
) -> Result<(Machine<'p>, Settings), Error> {
    let mut settings = Settings { jobs: 1, ..settings(project, options, supervision)? };
    let (mut machines, _) = machines(project, &mut settings, false, &supervision.cancel)?;
    Ok((machines.swap_remove(0), settings))
}

/// What to search, with the names in a formula and a platform resolved.
fn settings(project: &Project, options: &CheckOptions, supervision: &Supervision<'_>) -> Result<Settings, Error> {
    let mut settings = options.settings()?;
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
    if options.checkpoints.is_some() {
        settings = options.fit_checkpoints(settings)?;
    }
    Ok(settings)
}

/// The machines of all workers, with the reductions that the settings name, and what these know of the program. Those that
/// need an analysis are given up if the program is too large for it.
fn machines<'p>(
    project: &'p Project,
    settings: &mut Settings,
    coverage: bool,
    cancel: &Cancel,
) -> Result<(Vec<Machine<'p>>, Option<Knowledge>), Error> {
    let mut machines: Vec<Machine<'p>> = Vec::new();
    for _ in 0..settings.jobs {
        machines.push(started(project, settings, machines.first(), coverage)?);
    }
    if let Some(temporal) = &settings.temporal {
        machines.iter_mut().for_each(|machine| temporal.install(machine));
    }
    let needed = project.needed_for(&machines[0], &settings.semantics, settings.audit, cancel);
    let knowledge = needed.unwrap_or_else(|given_up| {
        settings.semantics.refuted.insert(given_up);
        None
    });
    reduction::install(&mut machines, &settings.semantics, knowledge.as_ref(), settings.audit);
    Ok((machines, knowledge))
}

/// A machine for a search beside the others.
fn extra<'p>(
    project: &'p Project,
    settings: &Settings,
    knowledge: Option<&Knowledge>,
    coverage: bool,
) -> Result<Machine<'p>, Error> {
    let mut machine = started(project, settings, None, coverage)?;
    reduction::install(std::slice::from_mut(&mut machine), &settings.semantics, knowledge, false);
    Ok(machine)
}

/// A machine before the first step of the program.
fn started<'p>(
    project: &'p Project,
    settings: &Settings,
    like: Option<&Machine<'p>>,
    coverage: bool,
) -> Result<Machine<'p>, Error> {
    let mut machine = project.booted(&settings.semantics, like)?;
    if coverage {
        machine.record_coverage();
    }
    project.start(&mut machine, project.main_class()?)?;
    Ok(machine)
}
