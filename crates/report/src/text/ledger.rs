//! The ledger: what the verdict assumes, one line each; and what the search assumed at first and had to give up.

use std::collections::BTreeSet;

use heddle_verdict::{Assumption, Report, SearchAssumption};

use super::{FAINT, grouped, limit, paint};

pub fn write(out: &mut String, report: &Report) {
    for assumption in &report.assumptions {
        let line = match assumption {
            Assumption::SequentialConsistency { race_free: Some(true) } => {
                "no data race: the verdict holds for the Java memory model".into()
            }
            Assumption::SequentialConsistency { race_free: Some(false) } => {
                "there are data races, so the Java memory model allows more behaviours than were explored".into()
            }
            Assumption::SequentialConsistency { race_free: None } => {
                "sequential consistency; whether there are data races was not determined".into()
            }
            Assumption::Jdk { feature } => format!("classes of JDK {feature}"),
            Assumption::Platform { platform } => format!("platform {platform}"),
            Assumption::BargingMonitors => "a free monitor may go to any thread that asks for it".into(),
            Assumption::FifoMonitors => "monitors go to the thread that waited longest".into(),
            Assumption::TimeoutsFireAnyTime => "time-outs may fire at any moment while a thread waits".into(),
            Assumption::TimeoutsFireLast => "time-outs fire only when nothing else can run, the earliest first".into(),
            Assumption::TimeIsForIntervals => "the clock is used for intervals only, none longer than 19 hours".into(),
            Assumption::OnlyTemporal { .. } => {
                "nothing but the formula was checked (without --ltl, deadlocks, exceptions and races are)".into()
            }
            Assumption::WeakFairness => "weak fairness: a thread that is enabled continuously eventually takes a step".into(),
            Assumption::NobodyStuckBesideEndless => {
                "no partial deadlock: no thread waits forever while others run forever (--livelock checks this)".into()
            }
            Assumption::EndlessRunsIntended => {
                "it is intended that some runs can never end: threads loop forever (--livelock shows how)".into()
            }
            Assumption::NoSpuriousWakeups => "no spurious wake-ups (--spurious adds them)".into(),
            Assumption::JdkClassesInitialisedAtomically => "classes of the JDK are initialised atomically".into(),
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
            Assumption::OneRandomSeed => "random numbers take the values of one seed".into(),
            Assumption::EmptyEnvironment => "the environment has no variables".into(),
            Assumption::OneIdentityHash => {
                "identity hash codes take one value each; other virtual machines differ".into()
            }
            Assumption::Intrinsics { methods } => {
                format!("{} methods of the JDK are executed by the machine itself (listed by --json)", methods.len())
            }
            Assumption::NoHashCollision { bits, states, probability } => format!(
                "no two of {} states have the same {bits}-bit fingerprint: collision probability {probability:.0e} (--exact)",
                grouped(*states)
            ),
            Assumption::Bound { limit: bound } => limit(bound),
        };
        out.push_str(&paint(FAINT, &format!("  assumes: {line}")));
        out.push('\n');
    }
    for line in given_up(&report.refuted) {
        out.push_str(&paint(FAINT, &format!("  given up: {line}")));
        out.push('\n');
    }
}

/// Memory without a guard is common, so it is counted.
fn given_up(refuted: &BTreeSet<SearchAssumption>) -> Vec<String> {
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
            SearchAssumption::StandardStreamsUnlocked => "that the program does not lock standard streams",
            SearchAssumption::ThreadNumbersUnobserved => {
                "that nobody can tell in which order threads got the numbers in their names and ids"
            }
            SearchAssumption::ThreadEndsUnobserved => {
                "that nobody looks at the group and handler of a thread that ends"
            }
            SearchAssumption::PoolWorkersUnobserved => "that nobody counts the workers and tasks of a pool",
            SearchAssumption::PoolsNeverStopped => "that no pool is stopped by shutdownNow",
            SearchAssumption::TasksNeverCancelled => "that no task is cancelled before it is done",
            SearchAssumption::ResultsNeverOverwritten => "that no result of a CompletableFuture is overwritten",
        };
        Some(text.to_owned())
    };
    refuted.iter().filter_map(line).chain(guards).collect()
}
