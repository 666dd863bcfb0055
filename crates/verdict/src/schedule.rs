//! A schedule: the choices of one run, with all that decides what they mean.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{Choice, Kind, Semantics};

/// Enough to run a program again exactly as it ran.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// The version of the tool that wrote it.
    pub version: String,
    /// What the user named: a source file, a folder, a jar or a class.
    pub program: String,
    pub main_class: Option<String>,
    pub class_path: Vec<PathBuf>,
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
