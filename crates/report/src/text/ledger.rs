//! The ledger: what the verdict assumes, one line each; and what the search assumed at first and had to give up.

use std::collections::BTreeSet;

use heddle_verdict::{Assumption, Place, Report, SearchAssumption};

use super::{FAINT, grouped, limit, paint};

/// All of it, a line each.
pub fn write(out: &mut String, report: &Report) {
    for assumption in &report.assumptions {
        faint(out, &format!("assumes: {}", line(assumption)));
    }
    for line in given_up(&report.refuted) {
        faint(out, &format!("given up: {line}"));
    }
}

/// All of it, a line each, without colours.
pub fn lines(report: &Report) -> Vec<String> {
    let given_up = given_up(&report.refuted).into_iter().map(|line| format!("given up: {line}"));
    report.assumptions.iter().map(line).chain(given_up).collect()
}

/// In one line: what is particular to the program or to the options, and how much there is besides.
pub fn write_folded(out: &mut String, report: &Report) {
    let mut parts: Vec<String> = report.assumptions.iter().filter_map(particular).collect();
    let others = report.assumptions.len() - parts.len();
    if others > 0 {
        let more = if parts.is_empty() { "standard assumptions" } else { "more" };
        parts.push(format!("{others} {more}"));
    }
    if !report.refuted.is_empty() {
        parts.push(format!("{} given up", report.refuted.len()));
    }
    if !parts.is_empty() {
        faint(out, &format!("assumes: {} (--assumptions)", parts.join(", ")));
    }
}

fn faint(out: &mut String, line: &str) {
    out.push_str(&paint(FAINT, &format!("  {line}")));
    out.push('\n');
}

/// An assumption that this program or these options call for, in a few words.
fn particular(assumption: &Assumption) -> Option<String> {
    let text = match assumption {
        Assumption::SequentialConsistency { weak, .. } if !weak.is_empty() => {
            return Some(format!("sequential consistency of weak accesses ({})", places(weak)));
        }
        Assumption::SequentialConsistency { race_free: Some(false), .. } => "sequential consistency despite data races",
        Assumption::SequentialConsistency { race_free: None, .. } => "sequential consistency",
        Assumption::JavaMemoryModel { .. } => "the Java memory model as modelled",
        Assumption::Platform { platform } => return Some(format!("platform {platform}")),
        Assumption::FifoMonitors => "monitors in order of waiting",
        Assumption::TimeoutsFireLast => "time-outs last",
        Assumption::OnlyTemporal { .. } => "nothing but the formula",
        Assumption::WeakFairness => "weak fairness",
        Assumption::NobodyStuckBesideEndless => "no partial deadlock",
        Assumption::EndlessRunsIntended => "endless runs are intended",
        Assumption::WorkersInAnyOrder => "two workers of the common pool",
        Assumption::OneRandomSeed => "one random seed",
        Assumption::AnyRandomNumber => "any random numbers",
        Assumption::OneIterationOrder { at } => {
            return Some(format!("one order of Set.of and Map.of ({})", places(at)));
        }
        Assumption::EmptyEnvironment => "an empty environment",
        Assumption::OneIdentityHash { at } => return Some(format!("one identity hash each ({})", places(at))),
        Assumption::OneHost { at } => return Some(format!("one virtual machine and host ({})", places(at))),
        Assumption::AcceptedRaces { races } => {
            let noun = if races.len() == 1 { "data race" } else { "data races" };
            return Some(format!("{} accepted {noun}", races.len()));
        }
        Assumption::MissingFiles { paths } => return Some(format!("no file {}", paths.join(", "))),
        Assumption::WeakCompareAndSetSucceeds { at } => {
            return Some(format!("no spurious failure of weak compare-and-set ({})", places(at)));
        }
        Assumption::WeakReferencesKept { at } => return Some(format!("weak references kept ({})", places(at))),
        Assumption::NeverFinalized { at } => return Some(format!("no finalizers and cleaners ({})", places(at))),
        Assumption::TimeIsForIntervals { at } => return Some(format!("a clock for intervals only ({})", places(at))),
        Assumption::SequentialConsistency { .. }
        | Assumption::Jdk { .. }
        | Assumption::BargingMonitors
        | Assumption::TimeoutsFireAnyTime
        | Assumption::NoSpuriousWakeups
        | Assumption::JdkClassesInitialisedAtomically
        | Assumption::TrustedLibrary
        | Assumption::AtomicOperations
        | Assumption::Intrinsics { .. }
        | Assumption::NoHashCollision { .. }
        | Assumption::Bound { .. } => return None,
    };
    Some(text.to_owned())
}

/// The first places, by file and line.
fn places(places: &[Place]) -> String {
    const SHOWN: usize = 3;
    let mut known: Vec<String> = places.iter().map(Place::to_string).collect();
    known.dedup();
    let more = known.len().saturating_sub(SHOWN);
    known.truncate(SHOWN);
    let list = known.join(", ");
    if more > 0 { format!("{list} and {more} more") } else { list }
}

fn line(assumption: &Assumption) -> String {
    match assumption {
        Assumption::SequentialConsistency { weak, .. } if !weak.is_empty() => format!(
            "sequential consistency: accesses weaker than volatile ({}) may show more under the Java memory model (heddle litmus)",
            places(weak)
        ),
        Assumption::SequentialConsistency { race_free: Some(true), .. } => {
            "no data race: the verdict holds for the Java memory model".into()
        }
        Assumption::SequentialConsistency { race_free: Some(false), .. } => {
            "there are data races, so the Java memory model allows more behaviours than were explored".into()
        }
        Assumption::SequentialConsistency { race_free: None, .. } => {
            "sequential consistency; whether there are data races was not determined".into()
        }
        Assumption::JavaMemoryModel { executions } => format!(
            "the Java memory model ({} executions), without races inside the JDK's synchronisers and on what the JDK made before \
             the program, clones seen with default values, and threads that each see an object which another makes later",
            grouped(*executions)
        ),
        Assumption::Jdk { feature } => format!("classes of JDK {feature}"),
        Assumption::Platform { platform } => format!("platform {platform}"),
        Assumption::BargingMonitors => "a free monitor may go to any thread that asks for it".into(),
        Assumption::FifoMonitors => "monitors go to the thread that waited longest".into(),
        Assumption::TimeoutsFireAnyTime => "time-outs may fire at any moment while a thread waits".into(),
        Assumption::TimeoutsFireLast => "time-outs fire only when nothing else can run, the earliest first".into(),
        Assumption::TimeIsForIntervals { at } => format!(
            "the clock ({}) is for intervals, each compared by itself with another or with a number, and for texts that are only \
             printed; none is longer than six days",
            places(at)
        ),
        Assumption::OnlyTemporal { .. } => {
            "nothing but the formula was checked (without --ltl, deadlocks, exceptions and races are)".into()
        }
        Assumption::WeakFairness => {
            "weak fairness: a thread that is enabled continuously eventually takes a step".into()
        }
        Assumption::NobodyStuckBesideEndless => {
            "no partial deadlock: no thread waits forever while others run forever (--livelock checks this)".into()
        }
        Assumption::EndlessRunsIntended => {
            "it is intended that some runs can never end: threads loop forever (--livelock shows how)".into()
        }
        Assumption::NoSpuriousWakeups => "no spurious wake-ups (--spurious adds them)".into(),
        Assumption::JdkClassesInitialisedAtomically => {
            "classes of the JDK are initialised atomically, and once for all runs".into()
        }
        Assumption::TrustedLibrary => {
            "data races inside the JDK's synchronisers are benign; they are not reported".into()
        }
        Assumption::AtomicOperations => {
            "operations of java.util.concurrent's synchronisers are atomic (not assumed with --reduce local)".into()
        }
        Assumption::WorkersInAnyOrder => {
            "workers of a ForkJoinPool scan for tasks in any order and do not end when idle; the common pool has two"
                .into()
        }
        Assumption::OneRandomSeed => "random numbers take the values of one seed (--random all tries others)".into(),
        Assumption::AnyRandomNumber => "random numbers take any value, whatever was drawn before".into(),
        Assumption::OneIterationOrder { at } => format!(
            "sets and maps made by of and copyOf are gone through in one order; other virtual machines differ ({})",
            places(at)
        ),
        Assumption::EmptyEnvironment => "the environment has no variables".into(),
        Assumption::OneIdentityHash { at } => {
            format!("identity hash codes take one value each; other virtual machines differ ({})", places(at))
        }
        Assumption::OneHost { at } => format!(
            "memory, stacks, processors, ids of threads, names, settings, input, folders and interned texts of the virtual machine and its host take one value each ({})",
            places(at)
        ),
        Assumption::AcceptedRaces { races } => {
            let each: Vec<String> = races.iter().map(|race| format!("{} ({})", race.field, race.why)).collect();
            format!("data races on {} do no harm", each.join(", "))
        }
        Assumption::MissingFiles { paths } => format!("there is no file {}", paths.join(", ")),
        Assumption::WeakCompareAndSetSucceeds { at } => {
            format!("a weak compare-and-set never fails without a reason ({})", places(at))
        }
        Assumption::WeakReferencesKept { at } => {
            format!("weak references are cleared by System.gc() alone ({})", places(at))
        }
        Assumption::NeverFinalized { at } => {
            format!("finalizers and the actions of cleaners never run ({})", places(at))
        }
        Assumption::Intrinsics { methods } => {
            format!("{} methods of the JDK are executed by the machine itself (listed by --json)", methods.len())
        }
        Assumption::NoHashCollision { bits, states, probability } => format!(
            "no two of {} states have the same {bits}-bit fingerprint: collision probability {probability:.0e} (--exact)",
            grouped(*states)
        ),
        Assumption::Bound { limit: bound } => limit(bound),
    }
}

/// Memory without a guard is common, so it is counted.
pub fn given_up(refuted: &BTreeSet<SearchAssumption>) -> Vec<String> {
    let mut unguarded = refuted.iter().filter_map(|assumption| match assumption {
        SearchAssumption::Guarded { memory } => Some(memory.replace('/', ".")),
        _ => None,
    });
    let guards = match (unguarded.next(), unguarded.count()) {
        (None, _) => None,
        (Some(memory), 0) => Some(format!("that {memory} is always used under the same lock")),
        (Some(memory), others) => {
            Some(format!("that {memory} and {others} more are always used under the same lock (listed by --json)"))
        }
    };
    let line = |assumption: &SearchAssumption| {
        let text = match assumption {
            SearchAssumption::Guarded { .. } => return None,
            SearchAssumption::StaticFacts { unforeseen } => {
                return Some(format!("the static analysis, which did not foresee that {unforeseen}"));
            }
            SearchAssumption::AnalysisEnds { methods } => {
                let methods = grouped(*methods as u64);
                return Some(format!("the static analysis, which takes too long for this program ({methods} methods)"));
            }
            SearchAssumption::StandardStreamsUnlocked => "that the program does not lock standard streams",
            SearchAssumption::StandardStreamsKept => "that the program does not replace standard streams",
            SearchAssumption::ThreadNumbersUnobserved => {
                "that nobody can tell in which order threads got the numbers in their names and ids"
            }
            SearchAssumption::TimeUnobserved => "that nobody compares time stamps",
            SearchAssumption::MomentUnobserved => "that clocks are read for intervals only",
            SearchAssumption::NeverComparedWith { nanos } => {
                return Some(format!("that no elapsed time is compared with {}", heddle_verdict::duration(*nanos)));
            }
            SearchAssumption::NeverApartBy { nanos } => {
                return Some(format!(
                    "that no deadlines set at the same time are {} apart",
                    heddle_verdict::duration(*nanos)
                ));
            }
            SearchAssumption::NeverCollected => "that nobody calls System.gc() while several threads run",
            SearchAssumption::ThreadEndsUnobserved => {
                "that nobody looks at the group, handler and task of a thread that ends"
            }
            SearchAssumption::PoolWorkersUnobserved => "that nobody counts the workers and tasks of a pool",
            SearchAssumption::PoolsNeverStopped => "that no pool is stopped by shutdownNow",
            SearchAssumption::TasksNeverCancelled => "that no task is cancelled before it is done",
            SearchAssumption::OperationsUnobserved { class } => {
                let class = class.replace(['/', '$'], ".");
                return Some(format!("that nobody looks at a {class} in the middle of an operation"));
            }
            SearchAssumption::InitializedAlike { class } => {
                let class = class.replace(['/', '$'], ".");
                return Some(format!("that the initialiser of {class} does the same in all runs"));
            }
            SearchAssumption::ThreadsNeverInterrupted => "that no thread is interrupted",
            SearchAssumption::ThreadStatesUnobserved => "that nobody parks, or looks at what another thread is doing",
            SearchAssumption::StreamsHandedOver => "that no stream is used by several threads",
            SearchAssumption::ResultsNeverOverwritten => "that no result of a CompletableFuture is overwritten",
        };
        Some(text.to_owned())
    };
    refuted.iter().filter_map(line).chain(guards).collect()
}
