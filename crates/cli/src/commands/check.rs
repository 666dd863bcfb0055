//! `heddle check`: every interleaving of a program.

use std::process::ExitCode;
use std::time::Instant;

use heddle::{CheckOptions, Checked, Error, Limits, Precision, Project, check as search};
use heddle_explore::reduction::Reductions;
use heddle_explore::{Bound, OrderKind, Severity, StoreKind};
use heddle_report::ExplanationFormat;
use heddle_verdict::{Granularity, Schedule, Semantics, SpuriousWakeups, SwallowedAssertions, Temporal};

use super::{ending, open, write};
use crate::args::{Check, Races, SearchOrder, Swallowed};
use crate::terminal::{Terminal, figures, print, print_page};

pub fn check(arguments: &Check) -> Result<ExitCode, Error> {
    let begin = Instant::now();
    let options = options(arguments)?;
    let project = open(&arguments.target, &arguments.arguments)?;
    let checked = search(&project, &options, &Terminal::default().supervision())?;
    save(arguments, checked.run.as_ref())?;
    show(arguments, &checked, &project)?;
    figures(&checked.report.statistics, begin.elapsed());
    Ok(ExitCode::from(checked.report.verdict.exit_code()))
}

/// What the user asks for.
fn options(arguments: &Check) -> Result<CheckOptions, Error> {
    Ok(CheckOptions {
        semantics: Semantics {
            granularity: if arguments.reduce.plain { Granularity::Instruction } else { Granularity::Visible },
            reductions: reductions(arguments).names(),
            monitors: arguments.monitors.into(),
            timeouts: arguments.time.into(),
            spurious_wakeups: if arguments.spurious { SpuriousWakeups::Possible } else { SpuriousWakeups::Never },
            swallowed_assertions: match arguments.swallowed_assertions {
                Swallowed::Error => SwallowedAssertions::Reported,
                Swallowed::Allow => SwallowedAssertions::Allowed,
            },
            temporal: arguments.ltl.clone().map(|formula| Temporal {
                formula,
                propositions: arguments.propositions.clone(),
                fair: arguments.fair,
            }),
            platform: arguments.platform.as_deref().map(heddle::platform).transpose()?,
            ..Semantics::default()
        },
        order: match arguments.search {
            SearchOrder::Dfs => OrderKind::DepthFirst,
            SearchOrder::Bfs => OrderKind::BreadthFirst,
            SearchOrder::Random => OrderKind::Random { seed: arguments.seed, walks: arguments.walks },
            SearchOrder::Pct => {
                OrderKind::Pct { seed: arguments.seed, walks: arguments.walks, depth: arguments.pct_depth }
            }
        },
        bound: match (arguments.contexts, arguments.preemptions) {
            (Some(contexts), _) => Bound::Contexts(contexts),
            (_, Some(preemptions)) => Bound::Preemptions(preemptions),
            _ => Bound::None,
        },
        store: if arguments.exact { StoreKind::Exact } else { StoreKind::Fingerprints },
        races: match arguments.races {
            Races::Error => Severity::Error,
            Races::Warn => Severity::Warning,
            Races::Off => Severity::Off,
        },
        livelock: arguments.livelock,
        all: arguments.all,
        outcomes: arguments.outcomes,
        audit: arguments.audit,
        jobs: arguments.jobs,
        max_states: arguments.max_states,
        max_depth: arguments.max_depth,
        limits: Limits { seconds: arguments.timeout, bytes: arguments.memory.map(|mib| mib << 20) },
        shorten: !arguments.no_shorten,
        explain: arguments.explain.is_some(),
    })
}

fn reductions(arguments: &Check) -> Reductions {
    let Precision { context, points_to } = arguments.precision.into();
    let which = arguments.reduce.reductions;
    if which.is_empty() { which } else { Reductions { context, points_to, ..which } }
}

fn save(arguments: &Check, run: Option<&Schedule>) -> Result<(), Error> {
    let (Some(file), Some(run)) = (&arguments.save, run) else { return Ok(()) };
    write(file, &(serde_json::to_string(run).expect("a schedule has string keys only") + "\n"))
}

/// The report; then the explanation if there is one, which may also go to a file.
fn show(arguments: &Check, checked: &Checked, project: &Project) -> Result<(), Error> {
    if arguments.json {
        print(&heddle_report::json(&checked.report));
    } else {
        print_page(project, |page| heddle_report::text(&checked.report, page));
    }
    let (Some(file), Some(explanation)) = (&arguments.explain, &checked.explanation) else { return Ok(()) };
    let source = |place: &_| project.source_line(place);
    let in_format = |format| match explanation {
        Ok(explanation) => heddle_report::explanation(explanation, format, &source),
        Err(reason) => format!("No explanation: {reason}\n"),
    };
    if file.as_os_str() != "-" && explanation.is_ok() {
        write(file, &in_format(ExplanationFormat::of(ending(file))))?;
    }
    if !arguments.json {
        print(&in_format(ExplanationFormat::Text));
    }
    Ok(())
}
