//! `heddle check`: every interleaving of a program.

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use heddle::verdict::{Granularity, Randomness, Schedule, Semantics, SpuriousWakeups, SwallowedAssertions, Temporal};
use heddle::{
    Bound, CheckOptions, Checked, CheckedModel, Checkpoints, Error, Limits, OrderKind, Precision, Project, Sampling,
    Severity, Spill, StoreKind, check as search, confirm, memory_in_use, run_text,
};
use heddle_report::{ExplanationFormat, Page, Summary};

use super::processes::processes;
use super::{Destination, PAGE, all_written, open};
use crate::args::{self, Check, Random, SearchOrder, Swallowed};
use crate::terminal::{Terminal, aside, is_watched, print, print_page};

pub fn check(arguments: &Check) -> Result<ExitCode, Error> {
    let begin = Instant::now();
    let mut options = options(arguments)?;
    // The first of several processes writes for all.
    let is_first = arguments.process.is_none_or(|process| process == 0);
    let saved = Destination::open_if_named(arguments.save.as_ref().filter(|_| is_first))?;
    let explained = arguments.explain.as_ref().filter(|file| file.as_os_str() != "-" && is_first);
    let explained = Destination::open_if_named(explained)?;
    let mut reports = if is_first { arguments.reports.open()? } else { Default::default() };
    let project = open(&arguments.target, &arguments.arguments)?;
    let processes = processes(arguments)?;
    options.spread = processes.as_ref().map(|processes| processes.spread.clone());
    let checked = search(&project, &options, &Terminal::default().supervision())?;
    drop(processes);
    let explanation = show(arguments, &checked, &project, explained);
    aside(&heddle_report::figures(&checked.report.statistics, begin.elapsed(), memory_in_use()));
    let source = |place: &_| project.source_line(place);
    let page = Page { width: PAGE, source: &source, assumptions: arguments.assumptions };
    let summary = Summary::of_check(&checked.report, checked.coverage.as_deref(), begin.elapsed(), &page);
    let summary = summary.explained(checked.explanation.as_ref().and_then(|explanation| explanation.as_ref().ok()));
    let reported = reports.write(&summary, &arguments.target.program, &[&project]);
    // What could not be written does not keep the rest from being written.
    all_written([save(saved, checked.run.as_ref(), &project), explanation, reported])?;
    Ok(ExitCode::from(checked.report.verdict.exit_code()))
}

/// What the user asks for.
fn options(arguments: &Check) -> Result<CheckOptions, Error> {
    Ok(CheckOptions {
        semantics: Semantics {
            granularity: if arguments.reduce.plain { Granularity::Instruction } else { Granularity::Visible },
            reductions: arguments.reduce.reductions,
            precision: precision(arguments),
            monitors: arguments.monitors.into(),
            timeouts: arguments.time.into(),
            spurious_wakeups: if arguments.spurious { SpuriousWakeups::Possible } else { SpuriousWakeups::Never },
            swallowed_assertions: match arguments.swallowed_assertions {
                Swallowed::Error => SwallowedAssertions::Reported,
                Swallowed::Allow => SwallowedAssertions::Allowed,
            },
            randomness: match arguments.random {
                Random::One => Randomness::OneSeed,
                Random::All => Randomness::All,
            },
            temporal: arguments.ltl.clone().map(|formula| Temporal {
                formula,
                propositions: arguments.propositions.clone(),
                fair: arguments.fair,
            }),
            platform: arguments.platform.as_deref().map(heddle::platform).transpose()?,
            ..Semantics::default()
        },
        order: {
            let sample = |by| OrderKind::Sample { by, seed: arguments.seed, walks: arguments.walks };
            match arguments.search {
                SearchOrder::Dfs => OrderKind::DepthFirst,
                SearchOrder::Bfs => OrderKind::BreadthFirst,
                SearchOrder::Dpor => OrderKind::Dpor,
                SearchOrder::Random => sample(Sampling::Uniform),
                SearchOrder::Pct => sample(Sampling::Pct { depth: arguments.pct_depth }),
                SearchOrder::Pos => sample(Sampling::PartialOrder),
            }
        },
        bound: match (arguments.contexts, arguments.preemptions, arguments.delays) {
            (Some(contexts), ..) => Bound::Contexts(contexts),
            (_, Some(preemptions), _) => Bound::Preemptions(preemptions),
            (.., Some(delays)) => Bound::Delays(delays),
            _ => Bound::None,
        },
        store: if arguments.exact { StoreKind::Exact } else { StoreKind::Fingerprints },
        memory_model: match arguments.memory_model {
            args::CheckedModel::Sc => CheckedModel::SequentialConsistency,
            args::CheckedModel::Jmm => CheckedModel::Java,
        },
        // What races lead to is looked for under the Java memory model, so that they are no violations by themselves.
        races: match (arguments.races, arguments.memory_model) {
            (Some(races), _) => races.into(),
            (None, args::CheckedModel::Jmm) => Severity::Warning,
            (None, args::CheckedModel::Sc) => Severity::Error,
        },
        accepted_races: arguments.accepted_races.clone(),
        livelock: arguments.livelock,
        all: arguments.all,
        outcomes: arguments.outcomes,
        audit: arguments.audit,
        jobs: arguments.jobs.map(|jobs| jobs as usize),
        max_states: arguments.max_states,
        max_depth: arguments.max_depth,
        limits: Limits { seconds: arguments.timeout, bytes: arguments.memory.map(|mib| mib << 20) },
        spill: Spill { folder: arguments.spill.clone(), ..Spill::default() },
        shorten: !arguments.no_shorten,
        explain: arguments.explain.is_some() || arguments.ltl.is_none() && arguments.reports.want_explanation(),
        coverage: arguments.reports.want_coverage(),
        live: is_watched(),
        spread: None,
        checkpoints: arguments.checkpoint.as_ref().map(|file| checkpoints(arguments, file)).transpose()?,
    })
}

/// Longer than any search; clocks have an end.
const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);

fn checkpoints(arguments: &Check, file: &Path) -> Result<Checkpoints, Error> {
    let folder = std::env::current_dir();
    let folder = folder.map_err(|error| Error::Usage(format!("cannot tell the current folder: {error}")))?;
    Ok(Checkpoints {
        file: file.to_path_buf(),
        every: arguments.every.duration().min(YEAR),
        resume: arguments.resumed.is_some(),
        command: arguments.resumed.clone().unwrap_or_else(|| std::env::args().collect()),
        folder,
    })
}

/// What the list of reductions names goes before the options for it.
fn precision(arguments: &Check) -> Precision {
    let Precision { context, points_to } = arguments.precision.into();
    Precision {
        context: arguments.reduce.context.unwrap_or(context),
        points_to: arguments.reduce.points_to.unwrap_or(points_to),
    }
}

/// Saves a run once it is known that a new process can replay it.
fn save(file: Option<Destination>, run: Option<&Schedule>, project: &Project) -> Result<(), Error> {
    let (Some(file), Some(run)) = (file, run) else { return Ok(()) };
    file.write(&run_text(&confirm(project, run)?))
}

/// The report; then the explanation if there is one, which may also go to a file.
fn show(arguments: &Check, checked: &Checked, project: &Project, file: Option<Destination>) -> Result<(), Error> {
    if arguments.json {
        print(&heddle_report::json(&checked.report));
    } else {
        print_page(project, arguments.assumptions, |page| heddle_report::text(&checked.report, page));
    }
    let Some(explanation) = checked.explanation.as_ref().filter(|_| arguments.explain.is_some()) else { return Ok(()) };
    let source = |place: &_| project.source_line(place);
    let in_format = |format| match explanation {
        Ok(explanation) => heddle_report::explanation(explanation, format, &source),
        Err(reason) => format!("No explanation: {reason}\n"),
    };
    if !arguments.json {
        print(&in_format(ExplanationFormat::Text));
    }
    match file.filter(|_| explanation.is_ok()) {
        Some(file) => {
            let format = ExplanationFormat::of(file.ending());
            file.write(&in_format(format))
        }
        None => Ok(()),
    }
}
