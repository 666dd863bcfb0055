//! Semantics: how a program is executed where the language leaves it open, and where steps end.
//!
//! Plain data. A machine is built from it as it is, and a saved run carries it, because choices only
//! mean the same under the same semantics. Every field has a default, and enumerations are written by
//! name, so that a saved run can be read and stays readable when a field is added.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::{Platform, Precision, ReductionSet, SearchAssumption};

/// How a machine behaves; a schedule only fits the same behaviour.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Semantics {
    /// Where a step ends.
    pub granularity: Granularity,
    /// Which reductions make steps longer.
    pub reductions: ReductionSet,
    /// Of the analysis that some reductions rest on.
    pub precision: Precision,
    /// Assumptions that the search refuted, and that no step rests on.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub refuted: BTreeSet<SearchAssumption>,
    /// Which thread acquires a monitor that is released.
    pub monitors: Monitors,
    /// When time-outs fire.
    pub timeouts: Timeouts,
    /// Whether `wait` and `park` may return without a reason.
    pub spurious_wakeups: SpuriousWakeups,
    /// Whether printed text is part of the state.
    pub printed_text: PrintedText,
    /// What becomes of failed assertions that code of the JDK catches.
    pub swallowed_assertions: SwallowedAssertions,
    /// Which random numbers come out where the program gives no seed.
    pub randomness: Randomness,
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
    /// Before instructions about what other threads can reach or could once, also when those have ended: where a step ends
    /// then does not depend on steps of others that have nothing to do with it.
    Escaped,
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
    /// They return only when notified, unparked, interrupted or timed out.
    #[default]
    Never,
    /// They may return at any time, as Java permits.
    Possible,
}

/// Whether states that differ only in what was printed are different states.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PrintedText {
    /// They are the same state.
    #[default]
    Ignored,
    /// They are different states: the outcomes of all runs are wanted.
    PartOfState,
}

/// What becomes of a failed assertion that code of the JDK catches and that the program never gets to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SwallowedAssertions {
    /// It is a violation when the run ends.
    #[default]
    Reported,
    /// Nothing.
    Allowed,
}

/// Which random numbers come out where the program gives no seed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Randomness {
    /// Those of one seed.
    #[default]
    OneSeed,
    /// Every value of a small range, some of a wide one; each is a choice of the search.
    All,
}

/// A property in linear temporal logic, as the user wrote it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Temporal {
    /// The formula.
    pub formula: String,
    /// Names for formulas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub propositions: Vec<(String, String)>,
    /// Only weakly fair runs count: a thread that is enabled continuously eventually takes a step.
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
            refuted: [SearchAssumption::StandardStreamsUnlocked].into(),
            swallowed_assertions: SwallowedAssertions::Allowed,
            randomness: Randomness::All,
            ..Semantics::default()
        };
        let text = serde_json::to_string(&semantics).expect("plain data");
        assert_eq!(
            text,
            "{\"granularity\":\"visible-and-acquired\",\"reductions\":[],\
             \"precision\":{\"context\":\"full\",\"points_to\":\"exhaustive\"},\
             \"refuted\":[{\"assumption\":\"standard-streams-unlocked\"}],\"monitors\":\"fifo\",\"timeouts\":\"last\",\
             \"spurious_wakeups\":\"possible\",\"printed_text\":\"part-of-state\",\
             \"swallowed_assertions\":\"allowed\",\"randomness\":\"all\"}"
        );
        assert_eq!(serde_json::from_str::<Semantics>(&text).expect("what was written"), semantics);
        assert_eq!(serde_json::from_str::<Semantics>("{}").expect("defaults"), Semantics::default());
    }
}
