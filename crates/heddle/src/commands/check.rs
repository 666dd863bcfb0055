//! `heddle check`: explore, understand what was found, say what follows.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use heddle_explore::reduction::Reductions;
use heddle_explore::{
    Bound, Collected, Explored, OrderKind, Path, Settings, Severity, StoreKind, Watch, explain, explore, shorten,
    simplify,
};
use heddle_machine::Machine;
use heddle_report::Page;
use heddle_verdict::{
    Assumption, DeadlockKind, Granularity, Kind, Limit, Monitors, Platform, PrintedText, Priorities, Report, Schedule,
    Semantics, SpuriousWakeups, StreamLocks, Temporal, Timeouts, Verdict, Violation,
};

use super::Failure;
use crate::args::{Check, Races, SearchOrder};
use crate::monitor::{self, Allowance};
use crate::platform;
use crate::session::Session;

/// Steps of a random walk, if the user sets no other limit: walks must end.
const WALK_STEPS: u64 = 20_000;

pub fn check(arguments: &Check) -> Result<ExitCode, Failure> {
    let begin = Instant::now();
    let platform = platform::chosen(arguments.platform.as_deref())?;
    let session = Session::open(&arguments.target, &arguments.arguments)?;
    platform::find_ceilings(platform.as_ref(), &session.program)?;
    let mut settings = settings(arguments, platform);
    settings.temporal = session.temporal(&settings.semantics)?;
    if settings.temporal.is_some() {
        search_for_temporal(arguments)?;
    }
    let allowance = allowance(arguments);
    let machines = machines(&session, &mut settings)?;
    let watch = Watch::new(settings.max_states, settings.max_depth);
    let (mut explored, paths) = monitor::watched(&watch, &allowance, || explore(machines, &settings, &watch));
    settings.semantics.refuted.clone_from(&explored.refuted);
    settings.semantics.stream_locks = explored.stream_locks;
    let intrinsics = intrinsics(&paths);
    let mut path = paths.into_iter().next().expect("at least one worker");
    let limit = watch.limit(allowance.seconds.unwrap_or_default(), allowance.bytes);
    explored.collected.limits.extend(limit);
    understand(&mut explored.collected, &mut path, &settings, arguments, &watch)?;
    let report = conclude(arguments, &settings, explored, session.program.jdk_feature(), intrinsics);
    save(arguments, &settings, &report, &session)?;
    print(arguments, &report, &session);
    show_explanation(arguments, &settings, &report, &mut path, &session)?;
    let figures = &report.statistics;
    eprintln!(
        "{} states, {} steps, {:.1} s, {} MiB",
        monitor::short(figures.states),
        monitor::short(figures.transitions),
        begin.elapsed().as_secs_f64(),
        monitor::memory_in_use().unwrap_or_default() >> 20,
    );
    Ok(ExitCode::from(report.verdict.exit_code()))
}

fn reductions(arguments: &Check) -> Reductions {
    let (context, points_to) = (arguments.precision.context(), arguments.precision.points_to());
    let which = arguments.reduce.reductions;
    if which.is_empty() { which } else { Reductions { context, points_to, ..which } }
}

fn settings(arguments: &Check, platform: Option<Platform>) -> Settings {
    let order = match arguments.search {
        SearchOrder::Dfs => OrderKind::DepthFirst,
        SearchOrder::Bfs => OrderKind::BreadthFirst,
        SearchOrder::Random => OrderKind::Random { seed: arguments.seed, walks: arguments.walks },
        SearchOrder::Pct => OrderKind::Pct { seed: arguments.seed, walks: arguments.walks, depth: arguments.pct_depth },
    };
    let bound = match (arguments.contexts, arguments.preemptions) {
        (Some(contexts), _) => Bound::Contexts(contexts),
        (_, Some(preemptions)) => Bound::Preemptions(preemptions),
        _ => Bound::None,
    };
    let samples = matches!(arguments.search, SearchOrder::Random | SearchOrder::Pct);
    let restricted = platform.as_ref().is_some_and(Platform::is_restrictive);
    let granularity = match () {
        () if arguments.reduce.plain => Granularity::Instruction,
        () if arguments.livelock && !restricted => Granularity::VisibleAndAcquired,
        () => Granularity::Visible,
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Settings {
        semantics: Semantics {
            granularity,
            // On a platform only the block rule is sound, never single instructions.
            reductions: if restricted { vec![] } else { reductions(arguments).names() },
            refuted: vec![],
            monitors: arguments.monitors.into(),
            timeouts: arguments.time.into(),
            spurious_wakeups: if arguments.spurious { SpuriousWakeups::Possible } else { SpuriousWakeups::Never },
            printed_text: if arguments.outcomes { PrintedText::PartOfState } else { PrintedText::Ignored },
            stream_locks: StreamLocks::default(),
            temporal: arguments.ltl.clone().map(|formula| Temporal {
                formula,
                propositions: arguments.propositions.clone(),
                fair: arguments.fair,
            }),
            platform,
        },
        order,
        bound,
        store: if arguments.exact { StoreKind::Exact } else { StoreKind::Fingerprints },
        races: match arguments.races {
            _ if arguments.ltl.is_some() => Severity::Off,
            Races::Error => Severity::Error,
            Races::Warn => Severity::Warning,
            Races::Off => Severity::Off,
        },
        temporal: None,
        livelock: arguments.livelock,
        all: arguments.all || arguments.outcomes,
        audit: arguments.audit,
        outcomes: arguments.outcomes,
        // The other orders have one worker. So have outcomes, unless told otherwise: which run stands
        // for an outcome must not depend on which worker came first.
        jobs: match order {
            _ if arguments.ltl.is_some() => 1,
            OrderKind::DepthFirst => arguments.jobs.unwrap_or(if arguments.outcomes { 1 } else { cores }).max(1),
            _ => 1,
        },
        // An audit is about what workers share too, and most programs it is used on are small.
        alone: if arguments.audit { 0 } else { Settings::default().alone },
        max_states: arguments.max_states,
        max_depth: arguments.max_depth.or(samples.then_some(WALK_STEPS)),
    }
}

/// Runs that violate a formula are searched for in one way only; the error says why something asked for
/// has no meaning there.
fn search_for_temporal(arguments: &Check) -> Result<(), Failure> {
    let refused = [
        (arguments.search != SearchOrder::Dfs, "--search", "runs that go on for ever are searched depth first"),
        (
            arguments.contexts.is_some(),
            "--contexts",
            "runs that go on for ever have no last context; --max-depth bounds the search",
        ),
        (
            arguments.preemptions.is_some(),
            "--preemptions",
            "runs that go on for ever are not bounded by switches; --max-depth bounds the search",
        ),
        (
            arguments.platform.is_some(),
            "--platform",
            "what a platform's scheduler does for ever is not specified; check the formula without it",
        ),
        (
            arguments.outcomes,
            "--outcomes",
            "a formula is about runs, not about outputs; ask for them in a run of its own",
        ),
        (arguments.livelock, "--livelock", "livelocks are a property of their own; look for them in a run of its own"),
        (
            arguments.explain.is_some(),
            "--explain",
            "an explanation begins at a failing step, which a violated formula has not; the report shows the whole run",
        ),
    ];
    if let Some((_, option, why)) = refused.iter().find(|(given, ..)| *given) {
        return Err(Failure::Usage(format!("--ltl does not go with {option}: {why}")));
    }
    if arguments.jobs.is_some_and(|jobs| jobs > 1) {
        eprintln!("a temporal property is checked by one worker");
    }
    Ok(())
}

fn allowance(arguments: &Check) -> Allowance {
    let bytes = arguments.memory.map_or_else(monitor::default_allowance, |mib| mib << 20);
    let samples = matches!(arguments.search, SearchOrder::Random | SearchOrder::Pct);
    Allowance { seconds: arguments.timeout, bytes, walks: samples.then_some(arguments.walks) }
}

/// The machines of all workers, with the reductions that the settings name. A program that the
/// analysis cannot follow is explored without them.
fn machines<'p>(session: &'p Session, settings: &mut Settings) -> Result<Vec<Machine<'p>>, Failure> {
    let mut machines: Vec<Machine<'p>> = Vec::new();
    for _ in 0..settings.jobs {
        let machine = session.machine(&settings.semantics, machines.first())?;
        machines.push(machine);
    }
    if let Some(temporal) = &settings.temporal {
        machines.iter_mut().for_each(|machine| temporal.install(machine));
    }
    if let Err(reason) = session.reduce(&mut machines, &settings.semantics, settings.audit) {
        eprintln!("no reductions by analysis: {reason}");
        settings.semantics.reductions.retain(|name| Reductions::UNANALYSED.contains(&name.as_str()));
        session.reduce(&mut machines, &settings.semantics, false).map_err(Failure::Internal)?;
    }
    Ok(machines)
}

/// What goes on for ever has no last step to search for.
fn is_shortable(violation: &Violation) -> bool {
    // A round that goes on for ever has no last step to search for.
    match &violation.kind {
        Kind::Deadlock { name, .. } => *name != DeadlockKind::WhileOthersRun,
        Kind::Temporal { .. } => false,
        kind => kind.cycle().is_none(),
    }
}

/// Finds the shortest run for each violation and describes it by replaying it.
fn understand(
    collected: &mut Collected,
    path: &mut Path<'_>,
    settings: &Settings,
    arguments: &Check,
    watch: &Watch,
) -> Result<(), Failure> {
    let mut violations = std::mem::take(&mut collected.violations);
    let keys: Vec<String> =
        violations.iter().filter(|violation| is_shortable(violation)).map(|violation| violation.key.clone()).collect();
    if !keys.is_empty() && !arguments.no_shorten {
        let short = shorten(path, if settings.all { &keys } else { &[] }, settings, watch);
        if settings.all {
            for old in violations.iter_mut().filter(|old| keys.contains(&old.key)) {
                *old = match short.iter().find(|found| found.key == old.key) {
                    Some(found) => found.clone(),
                    None => simplify(path, old, settings),
                };
            }
        } else if !short.is_empty() {
            violations = short;
        } else if let Some(old) = violations.first_mut() {
            *old = simplify(path, old, settings);
        }
    }
    if !settings.all {
        violations.truncate(1);
    }
    let mut described = |list: Vec<Violation>| -> Result<Vec<Violation>, Failure> {
        list.into_iter()
            .map(|violation| {
                explain(path, &violation, settings).map_err(|diverged| {
                    Failure::Internal(format!("step {} of the run to {} does not replay", diverged.step, violation.key))
                })
            })
            .collect()
    };
    collected.violations = described(violations)?;
    collected.warnings = described(std::mem::take(&mut collected.warnings))?;
    Ok(())
}

/// Methods that look at the clock.
const CLOCKS: [&str; 3] = ["nanoTime", "currentTimeMillis", "getNanoTimeAdjustment"];

/// What a worker of a pool asks before it looks for tasks.
const SCANS: &str = "ThreadLocalRandom.getProbe";

/// The verdict, and what it rests on.
fn conclude(arguments: &Check, settings: &Settings, explored: Explored, jdk: u32, intrinsics: Vec<String>) -> Report {
    let Explored { collected, statistics, bits, endless_sought, traps, .. } = explored;
    let Collected { violations, warnings, limits, unsupported, outcomes, .. } = collected;
    let complete = limits.is_empty() && unsupported.is_empty();
    let is_race = |violation: &Violation| matches!(violation.kind, Kind::Race { .. });
    let race_free = if violations.iter().chain(&warnings).any(is_race) {
        Some(false)
    } else {
        // Where threads stand decides which races are seen, and a platform lets them stand at fewer
        // places; that none was seen says nothing about the Java memory model.
        let everywhere = !settings.semantics.platform.as_ref().is_some_and(Platform::is_restrictive);
        (complete && everywhere && settings.races != Severity::Off).then_some(true)
    };
    let mut assumptions = vec![
        Assumption::SequentialConsistency { race_free },
        Assumption::Jdk { feature: jdk },
        match settings.semantics.timeouts {
            Timeouts::Any => Assumption::TimeoutsFireAnyTime,
            Timeouts::Last => Assumption::TimeoutsFireLast,
        },
        Assumption::JdkClassesInitialisedAtomically,
    ];
    let by_priority = settings.semantics.platform.as_ref().is_some_and(|p| p.priorities == Priorities::Strict);
    if settings.semantics.monitors == Monitors::Fifo {
        assumptions.insert(2, Assumption::FifoMonitors);
    } else if !by_priority {
        assumptions.insert(2, Assumption::BargingMonitors);
    }
    if let Some(platform) = &settings.semantics.platform {
        assumptions.insert(0, Assumption::Platform { platform: platform.clone() });
    }
    let analysed = settings.semantics.reductions.iter().any(|name| !Reductions::UNANALYSED.contains(&name.as_str()));
    if !settings.semantics.granularity.is_single() && analysed {
        assumptions.push(Assumption::UnreadPartsAreCaches);
    }
    let guarded = !settings.semantics.granularity.is_single()
        && settings.semantics.reductions.iter().any(|name| name == "library");
    if settings.races != Severity::Off || guarded {
        assumptions.push(Assumption::TrustedLibrary);
    }
    if !settings.semantics.granularity.is_single()
        && settings.semantics.reductions.iter().any(|name| name == "operations")
    {
        assumptions.push(Assumption::AtomicOperations);
    }
    if settings.semantics.spurious_wakeups == SpuriousWakeups::Never {
        assumptions.push(Assumption::NoSpuriousWakeups);
    }
    if let Some(temporal) = &settings.temporal {
        assumptions.insert(0, Assumption::OnlyTemporal { formula: temporal.text.clone() });
        if temporal.fair {
            assumptions.insert(1, Assumption::WeakFairness);
        }
    }
    // How far a search got that stopped at a violation is of no importance, and differs from run to
    // run if there are several workers.
    let has_figures = !limits.contains(&Limit::FirstViolation);
    if !endless_sought && has_figures {
        assumptions.push(Assumption::NobodyStuckBesideEndless);
    }
    if traps && has_figures && !settings.livelock {
        assumptions.push(Assumption::EndlessRunsIntended);
    }
    if has_figures {
        if intrinsics.iter().any(|method| CLOCKS.iter().any(|clock| method.contains(clock))) {
            assumptions.push(Assumption::TimeIsForIntervals);
        }
        if intrinsics.iter().any(|method| method.contains(SCANS)) {
            assumptions.push(Assumption::WorkersInAnyOrder);
        }
        assumptions.push(Assumption::Intrinsics { methods: intrinsics });
    }
    if let Some(bits) = bits.filter(|_| has_figures) {
        let states = statistics.states;
        let pairs = (states as f64) * (states as f64) / 2.0;
        let probability = pairs / 2f64.powi(bits as i32);
        assumptions.push(Assumption::NoHashCollision { bits, states, probability });
    }
    assumptions.extend(limits.iter().map(|limit| Assumption::Bound { limit: limit.clone() }));
    let verdict = if !violations.is_empty() {
        Verdict::Violated { violations }
    } else if !unsupported.is_empty() {
        Verdict::Unknown { what: unsupported }
    } else if !limits.is_empty() {
        Verdict::Bounded { limits }
    } else {
        Verdict::Proved
    };
    Report {
        program: arguments.target.program.clone(),
        verdict,
        warnings,
        outcomes: arguments.outcomes.then_some(outcomes),
        statistics,
        assumptions,
    }
}

/// The methods that the machines executed themselves.
fn intrinsics(paths: &[Path<'_>]) -> Vec<String> {
    let used = paths.iter().flat_map(|path| {
        let program = path.machine.program;
        path.machine.linkage.intrinsics_used.keys().map(move |&method| {
            let method = program.method(method);
            let class = program.class_name(method.class).replace('/', ".");
            format!("{class}.{}{}", program.text(method.name), program.text(method.descriptor))
        })
    });
    used.collect::<BTreeSet<String>>().into_iter().collect()
}

fn save(arguments: &Check, settings: &Settings, report: &Report, session: &Session) -> Result<(), Failure> {
    let (Some(file), Verdict::Violated { violations }) = (&arguments.save, &report.verdict) else { return Ok(()) };
    let violation = &violations[0];
    let schedule = Schedule {
        version: env!("CARGO_PKG_VERSION").into(),
        program: arguments.target.program.clone(),
        main_class: arguments.target.main_class.clone(),
        class_path: arguments.target.class_path.clone(),
        arguments: arguments.arguments.clone(),
        jdk: session.program.jdk_feature(),
        semantics: settings.semantics.clone(),
        violation: violation.key.clone(),
        choices: violation.schedule.clone(),
        endless: (!is_shortable(violation)).then(|| violation.kind.clone()),
    };
    let text = serde_json::to_string(&schedule).expect("a schedule has string keys only");
    std::fs::write(file, text + "\n")
        .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))
}

fn print(arguments: &Check, report: &Report, session: &Session) {
    let text = if arguments.json {
        heddle_report::json(report)
    } else {
        let source = |place: &_| session.source_line(place);
        heddle_report::text(report, &Page { width: page_width(), source: &source })
    };
    // A closed pipe is no reason to change the exit code.
    let _ = anstream::stdout().write_all(text.as_bytes());
}

/// The steps that lead to the first violation, if the user asked for them.
fn show_explanation(
    arguments: &Check,
    settings: &Settings,
    report: &Report,
    path: &mut Path<'_>,
    session: &Session,
) -> Result<(), Failure> {
    let (Some(file), Verdict::Violated { violations }) = (&arguments.explain, &report.verdict) else { return Ok(()) };
    let text = super::explain::explanation(path, &violations[0], settings, file, &|place| session.source_line(place))?;
    if !arguments.json {
        let _ = anstream::stdout().write_all(text.as_bytes());
    }
    Ok(())
}

/// The terminal's width, else `COLUMNS`, else 100.
pub fn page_width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let variable = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(variable).unwrap_or(100)
}
