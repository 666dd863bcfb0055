//! A schedule: the choices of one run, with all that decides what they mean.

use serde::{Deserialize, Serialize};

use crate::{Choice, Kind, Platform};

/// How the machine behaved where Java leaves it open; a schedule only fits the same behaviour.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Semantics {
    /// Steps are single instructions instead of ending before visible ones only.
    pub plain: bool,
    /// Names of the reductions that rest on an analysis of the program.
    #[serde(default)]
    pub reductions: Vec<String>,
    /// Assumptions of the reductions that the search refuted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refuted: Vec<String>,
    pub spurious_wakeups: bool,
    /// Time-outs fire only when nothing else can run.
    #[serde(default)]
    pub late_timeouts: bool,
    pub fifo_monitors: bool,
    /// What the program printed is part of the state.
    pub observe_output: bool,
    /// The program takes monitors of standard streams, so that printing may have to wait.
    #[serde(default)]
    pub locked_streams: bool,
    /// Steps also end after taking a monitor, so that it can be seen that others cannot move.
    #[serde(default)]
    pub fair: bool,
    /// The property that steps have to end for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temporal: Option<Temporal>,
    /// Where threads run; any thread at any time if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub platform: Option<Platform>,
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

/// Enough to run a program again exactly as it ran.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// The version of the tool that wrote it.
    pub version: String,
    /// What the user named: a source file, a folder, a jar or a class.
    pub program: String,
    pub main_class: Option<String>,
    pub class_path: Option<String>,
    pub arguments: Vec<String>,
    /// The feature release of the JDK whose classes were executed.
    pub jdk: u32,
    pub semantics: Semantics,
    /// The key of the violation at its end.
    pub violation: String,
    pub choices: Vec<Choice>,
    /// What goes on for ever, of which the last state alone does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endless: Option<Kind>,
}
