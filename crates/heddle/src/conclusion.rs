//! The four kinds of verdicts.

use schemars::JsonSchema;
use serde::Serialize;

/// A verdict without its evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Conclusion {
    /// No run violates a property.
    Proved,
    /// Some run violates a property.
    Violated,
    /// No run within the bounds violates a property.
    Bounded,
    /// Something could not be executed or analysed.
    Unknown,
}

impl Conclusion {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Violated => "violated",
            Self::Bounded => "bounded",
            Self::Unknown => "unknown",
        }
    }

    /// The exit code of a command that ends with it.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Proved => 0,
            Self::Violated => 1,
            Self::Bounded => 2,
            Self::Unknown => 3,
        }
    }
}
