//! Concluding: the verdict, and the assumptions it rests on.

use std::collections::{BTreeMap, BTreeSet};

use heddle_explore::reduction::table;
use heddle_explore::{Collected, Explored, Path, Settings, Severity, place};
use heddle_jdk::values::{self, Named};
use heddle_machine::{ANY_PROPERTY, Dependence, Dependences, MOST_LEARNED};
use heddle_verdict::{
    Assumption, Kind, Limit, Monitors, Place, Platform, Priorities, Randomness, Report, SearchAssumption, Semantics,
    SpuriousWakeups, Timeouts, Verdict, Violation,
};

/// The verdict, and what it rests on.
pub fn conclude(
    program: &str,
    settings: &Settings,
    explored: Explored,
    jdk: u32,
    intrinsics: Vec<String>,
    outside: Outside,
) -> Report {
    let Explored { collected, mut statistics, bits, partial_deadlocks_sought, traps, tried, refuted, .. } = explored;
    let Collected { violations, warnings, limits, unsupported, outcomes, accepted, .. } = collected;
    let complete = limits.is_empty() && unsupported.is_empty();
    let is_race = |violation: &Violation| matches!(violation.kind, Kind::Race { .. });
    let race_free = if violations.iter().chain(&warnings).any(is_race) || !accepted.is_empty() {
        Some(false)
    } else {
        // Where threads stand decides which races are seen, and a platform lets them stand at fewer
        // places; that none was seen says nothing about the Java memory model.
        let everywhere = !settings.semantics.platform.as_ref().is_some_and(Platform::is_restrictive);
        (complete && everywhere && settings.races != Severity::Off).then_some(true)
    };
    let mut assumptions = vec![
        Assumption::SequentialConsistency { race_free, weak: outside.weak },
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
    if !settings.semantics.granularity.is_single() {
        assumptions.extend(table::assumptions(settings.semantics.reductions));
    }
    if settings.races != Severity::Off && !assumptions.contains(&Assumption::TrustedLibrary) {
        assumptions.push(Assumption::TrustedLibrary);
    }
    if !accepted.is_empty() {
        assumptions.push(Assumption::AcceptedRaces { races: accepted });
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
    if !partial_deadlocks_sought && has_figures {
        assumptions.push(Assumption::NobodyStuckBesideEndless);
    }
    if traps && has_figures && !settings.livelock {
        assumptions.push(Assumption::EndlessRunsIntended);
    }
    if has_figures {
        if intrinsics.iter().any(|method| heddle_jdk::pools::scans_queues(method)) {
            assumptions.push(Assumption::WorkersInAnyOrder);
        }
        // A search that tries moments says so where it says what it left out.
        let tries_moments = refuted.contains(&SearchAssumption::MomentUnobserved);
        let is_listed = |one: &Assumption| !(tries_moments && matches!(one, Assumption::TimeIsForIntervals { .. }));
        assumptions.extend(outside.assumptions.into_iter().filter(is_listed));
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
    if matches!(verdict, Verdict::Violated { .. }) {
        assumptions.retain(|assumption| !assumption.is_for_proofs());
    }
    statistics.threads = outside.threads;
    statistics.timed_out = outside.timed_out;
    Report {
        program: program.to_owned(),
        verdict,
        warnings,
        outcomes: settings.outcomes.then_some(outcomes),
        statistics,
        tried,
        assumptions,
        refuted: if has_figures { refuted } else { BTreeSet::new() },
    }
}

/// What the machines left out by themselves.
pub fn left_out(paths: &[Path<'_>], semantics: &Semantics) -> Vec<Limit> {
    let is_left_out = |what: fn(&Dependences) -> bool| paths.iter().any(|path| what(&path.machine.linkage.dependences));
    let mut limits = Vec::new();
    if is_left_out(|on| on.constants_left_out) {
        limits.push(Limit::Machine(format!("elapsed times were compared with more than {MOST_LEARNED} constants")));
    }
    let clock = places(paths, &Dependence::ClockValue);
    if !clock.is_empty() {
        limits.push(Limit::Machine(format!(
            "the program computes with what a clock shows, and one date and time at its beginning was tried{clock}"
        )));
    }
    let elapsed = places(paths, &Dependence::ElapsedValue);
    if !elapsed.is_empty() {
        limits.push(Limit::Machine(format!(
            "the program computes with elapsed times, of which some were tried{elapsed}"
        )));
    }
    if is_left_out(|on| on.positions_left_out) {
        let at = places(paths, &Dependence::Positions);
        limits.push(Limit::Machine(format!(
            "the program looks at where other threads stand, of which not all is seen{at}"
        )));
    }
    let keys = |of: fn(&Dependences) -> &BTreeSet<String>| -> BTreeSet<&String> {
        paths.iter().flat_map(|path| of(&path.machine.linkage.dependences)).collect()
    };
    let (read, changed) = (keys(|on| &on.properties_read), keys(|on| &on.properties_changed));
    if changed.iter().any(|key| *key == ANY_PROPERTY) && !read.is_empty() {
        limits.push(Limit::Machine(
            "the program changes the object with the system properties while it has several threads, and classes of the \
             JDK read some of them once"
                .into(),
        ));
    }
    for key in read.intersection(&changed) {
        limits.push(Limit::Machine(format!(
            "the program changes the system property {key} while it has several threads, and classes of the JDK read it once"
        )));
    }
    if semantics.randomness == Randomness::All {
        if is_left_out(|on| on.random_left_out) {
            let at = places(paths, &Dependence::SampledRandom);
            limits.push(Limit::Machine(format!("of random numbers from wide ranges only some were tried{at}")));
        }
        let mut drawn: Vec<String> = Vec::new();
        for (class, name, _) in values::that_draw_from_one_seed().filter(|&method| was_called(paths, method)) {
            let class = class.replace('/', ".");
            drawn.push(if name == "<init>" { class } else { format!("{class}.{name}") });
        }
        if !drawn.is_empty() {
            limits.push(Limit::Machine(format!("random numbers of {} had the values of one seed", drawn.join(", "))));
        }
    }
    limits
}

/// Where runs depended on something, in brackets; nothing if they did not.
fn places(paths: &[Path<'_>], on: &Dependence) -> String {
    let mut at = BTreeSet::new();
    for path in paths {
        let frames = path.machine.linkage.dependences.places.get(on);
        at.extend(frames.into_iter().flatten().map(|&frame| place(&path.machine, frame).to_string()));
    }
    let at: Vec<String> = at.into_iter().collect();
    if at.is_empty() { String::new() } else { format!(" ({})", at.join(", ")) }
}

fn was_called(paths: &[Path<'_>], (class, name, taking): Named) -> bool {
    paths.iter().any(|path| path.machine.was_called(class, name, taking))
}

/// What runs depended on besides the program.
pub struct Outside {
    /// Where one value stood for all.
    assumptions: Vec<Assumption>,
    /// Accesses that are weaker than volatile.
    weak: Vec<Place>,
    /// The most threads of a run.
    threads: u64,
    /// A time-out fired in some run.
    timed_out: bool,
}

pub fn outside(paths: &[Path<'_>], semantics: &Semantics) -> Outside {
    let was_called = |method| was_called(paths, method);
    let mut assumptions = Vec::new();
    if values::that_draw_random().any(was_called) {
        assumptions.push(match semantics.randomness {
            Randomness::OneSeed => Assumption::OneRandomSeed,
            Randomness::All => Assumption::AnyRandomNumber,
        });
    }
    if values::that_read_environment().any(was_called) {
        assumptions.push(Assumption::EmptyEnvironment);
    }
    let mut places: BTreeMap<&Dependence, Vec<Place>> = BTreeMap::new();
    for path in paths {
        for (on, frames) in &path.machine.linkage.dependences.places {
            let known = places.entry(on).or_default();
            known.extend(frames.iter().map(|&frame| place(&path.machine, frame)));
        }
    }
    let mut paths_missing = Vec::new();
    let mut weak = Vec::new();
    for (on, mut at) in places {
        at.sort();
        at.dedup();
        match on {
            Dependence::WeakAccess => weak = at,
            Dependence::IdentityHash => assumptions.push(Assumption::OneIdentityHash { at }),
            Dependence::Clock => assumptions.push(Assumption::TimeIsForIntervals { at }),
            Dependence::WeakCompareAndSet => assumptions.push(Assumption::WeakCompareAndSetSucceeds { at }),
            Dependence::WeakReference => assumptions.push(Assumption::WeakReferencesKept { at }),
            Dependence::Host => assumptions.push(Assumption::OneHost { at }),
            Dependence::IterationOrder => assumptions.push(Assumption::OneIterationOrder { at }),
            // Limits, not assumptions.
            Dependence::SampledRandom | Dependence::ClockValue | Dependence::ElapsedValue | Dependence::Positions => {}
            Dependence::Finalization => assumptions.push(Assumption::NeverFinalized { at }),
            Dependence::MissingFile(path) => paths_missing.push(path.clone()),
        }
    }
    if !paths_missing.is_empty() {
        assumptions.push(Assumption::MissingFiles { paths: paths_missing });
    }
    let threads = paths.iter().map(|path| path.machine.linkage.dependences.threads).max().unwrap_or(0).max(1);
    let timed_out = paths.iter().any(|path| path.machine.linkage.dependences.timed_out);
    Outside { assumptions, weak, threads: threads as u64, timed_out }
}

/// The methods that the machines executed themselves.
pub fn intrinsics(paths: &[Path<'_>]) -> Vec<String> {
    let used = paths.iter().flat_map(|path| {
        let program = path.machine.program;
        path.machine.linkage.intrinsics_used().map(move |method| {
            let method = program.method(method);
            let class = program.class_name(method.class).replace('/', ".");
            format!("{class}.{}{}", program.text(method.name), program.text(method.descriptor))
        })
    });
    used.collect::<BTreeSet<String>>().into_iter().collect()
}
