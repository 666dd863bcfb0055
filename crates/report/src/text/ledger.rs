//! What the verdict takes for granted, one line each.

use heddle_verdict::{Assumption, Report};

use super::{FAINT, grouped, limit, paint};

pub fn write(out: &mut String, report: &Report) {
    for assumption in &report.assumptions {
        let line = match assumption {
            Assumption::SequentialConsistency { race_free: Some(true) } => {
                "no data race: the verdict holds for the Java memory model".into()
            }
            Assumption::SequentialConsistency { race_free: Some(false) } => {
                "there are data races: beyond what is shown, the Java memory model allows more behaviours".into()
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
            Assumption::WeakFairness => "every thread that can always move does move".into(),
            Assumption::NobodyStuckBesideEndless => {
                "no thread waits for ever beside threads that never end (--livelock looks for that)".into()
            }
            Assumption::EndlessRunsIntended => {
                "it is intended that some runs can never end: threads go round for ever (--livelock shows how)".into()
            }
            Assumption::NoSpuriousWakeups => "no spurious wake-ups (--spurious adds them)".into(),
            Assumption::UnreadPartsAreCaches => {
                "caches of the JDK come out alike in any order (--reduce local does without)".into()
            }
            Assumption::JdkClassesInitialisedAtomically => "classes of the JDK initialise in one go".into(),
            Assumption::TrustedLibrary => {
                "the JDK's own synchronisers have no races that matter; none are looked for there".into()
            }
            Assumption::AtomicOperations => {
                "operations of java.util.concurrent's synchronisers are atomic (--reduce local does without)".into()
            }
            Assumption::WorkersInAnyOrder => {
                "workers of a ForkJoinPool look for tasks in any order and stay when idle; the common pool has two"
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
                "{} states told apart by {bits} bits: a mix-up has probability {probability:.0e} (--exact rules it out)",
                grouped(*states)
            ),
            Assumption::Bound { limit: bound } => limit(bound),
        };
        out.push_str(&paint(FAINT, &format!("  assumes: {line}")));
        out.push('\n');
    }
}
