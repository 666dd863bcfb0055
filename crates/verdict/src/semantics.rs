//! Semantics: how a program is executed where the language leaves it open, and where steps end.
//!
//! Plain data. A machine is built from it as it is, and a saved run carries it, because choices only
//! mean the same under the same semantics. Every field has a default, and enumerations are written by
//! name, so that a saved run can be read and stays readable when a field is added.

use serde::{Deserialize, Serialize};

use crate::Platform;

/// How a machine behaves; a schedule only fits the same behaviour.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Semantics {
    pub granularity: Granularity,
    /// Names of the reductions that rest on an analysis of the program.
    pub reductions: Vec<String>,
    /// Assumptions of the reductions that the search refuted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refuted: Vec<String>,
    pub monitors: Monitors,
    pub timeouts: Timeouts,
    pub spurious_wakeups: SpuriousWakeups,
    pub printed_text: PrintedText,
    pub stream_locks: StreamLocks,
    pub swallowed_assertions: SwallowedAssertions,
    pub thread_numbers: ThreadNumbers,
    /// The property that steps have to end for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temporal: Option<Temporal>,
    /// Where threads run; any thread at any time if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform: Option<Platform>,
}

/// Where a step ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Granularity {
    /// Before instructions that other threads can notice.
    #[default]
    Visible,
    /// There, and after a monitor was taken, so that there is a state in which others cannot move.
    VisibleAndAcquired,
    /// Before every instruction while several threads are alive. On a platform: wherever it may switch.
    Instruction,
    /// Before every instruction, also while just one thread is alive, and before reads of final fields.
    AnyInstruction,
}

impl Granularity {
    /// Whether steps are single instructions, so that no reduction applies.
    #[inline]
    pub const fn is_single(self) -> bool {
        matches!(self, Self::Instruction | Self::AnyInstruction)
    }
}

/// Who gets a monitor that was given back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Monitors {
    /// Whoever comes first, threads that did not wait for it among them.
    #[default]
    Barging,
    /// The thread that has waited longest.
    Fifo,
}

/// When the time of a timed operation is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Timeouts {
    /// At any time.
    #[default]
    Any,
    /// When nothing else can run, the earliest first.
    Last,
}

/// Whether `wait` and `park` may return without a reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpuriousWakeups {
    #[default]
    Never,
    Possible,
}

/// Whether states that differ only in what was printed are different states.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PrintedText {
    #[default]
    Ignored,
    PartOfState,
}

/// Whether the program takes the monitors of standard streams, so that printing may have to wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StreamLocks {
    /// It is assumed that it does not; a run that does refutes this.
    #[default]
    AssumedUnused,
    Used,
}

/// What becomes of a failed assertion that code of the JDK catches and that the program never gets to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SwallowedAssertions {
    /// It is a violation when the run ends.
    #[default]
    Reported,
    Allowed,
}

/// Whether the program can tell in which order threads got the numbers of their names and ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThreadNumbers {
    /// It is assumed that it cannot: the numbers follow from who makes a thread, and are those of a JVM as long as the
    /// main thread alone makes any. A run in which others do, and one that looks, refute this together.
    #[default]
    AssumedUnseen,
    /// All threads count together, as in a JVM, and taking a number is a step.
    Seen,
}

/// A property in linear temporal logic, as the user wrote it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Temporal {
    pub formula: String,
    /// Names for formulas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub propositions: Vec<(String, String)>,
    /// Only of runs in which every thread that can always move does move.
    #[serde(default)]
    pub fair: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_run_names_what_it_means() {
        let semantics = Semantics {
            granularity: Granularity::VisibleAndAcquired,
            monitors: Monitors::Fifo,
            timeouts: Timeouts::Last,
            spurious_wakeups: SpuriousWakeups::Possible,
            printed_text: PrintedText::PartOfState,
            stream_locks: StreamLocks::Used,
            swallowed_assertions: SwallowedAssertions::Allowed,
            thread_numbers: ThreadNumbers::Seen,
            ..Semantics::default()
        };
        let text = serde_json::to_string(&semantics).expect("plain data");
        assert_eq!(
            text,
            "{\"granularity\":\"visible-and-acquired\",\"reductions\":[],\"monitors\":\"fifo\",\"timeouts\":\"last\",\
             \"spurious_wakeups\":\"possible\",\"printed_text\":\"part-of-state\",\"stream_locks\":\"used\",\
             \"swallowed_assertions\":\"allowed\",\"thread_numbers\":\"seen\"}"
        );
        assert_eq!(serde_json::from_str::<Semantics>(&text).expect("what was written"), semantics);
        assert_eq!(serde_json::from_str::<Semantics>("{}").expect("defaults"), Semantics::default());
    }
}
