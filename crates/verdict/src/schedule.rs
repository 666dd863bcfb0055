//! A schedule: the choices of one run, with everything that gives them their meaning. Saved runs are
//! schedules written as JSON.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{Choice, Kind, Semantics};

/// Enough to run a program again exactly as it ran.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// The version of this format: [`Schedule::FORMAT`].
    pub format: u32,
    /// The version of Heddle that wrote it.
    pub heddle: String,
    /// What the user named: an absolute path of a source file, a folder, a class file or a jar; or a class name.
    pub program: String,
    /// The class with the main method, if the user named it.
    pub main_class: Option<String>,
    /// The test that it begins with instead of a main method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    /// Absolute paths of folders and jars.
    pub class_path: Vec<PathBuf>,
    /// Absolute paths of folders and jars with sources.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub source_path: Vec<PathBuf>,
    /// Annotation processors on the class path are executed when sources are compiled.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub processors: bool,
    /// Sources are compiled with the preview features of the JDK.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub enable_preview: bool,
    /// The encoding of sources.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// More options of `javac`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub javac: Vec<String>,
    /// System properties, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<(String, String)>,
    /// Arguments of the main method.
    pub arguments: Vec<String>,
    /// The feature version of the JDK whose classes were executed: 17, 21, 25.
    pub jdk: u32,
    /// Its full version, such as `17.0.15`.
    pub jdk_version: String,
    /// Hashes of the program's classes that the search loaded, by internal name.
    pub classes: BTreeMap<String, String>,
    /// How the program was executed.
    pub semantics: Semantics,
    /// The key of the violation at its end.
    pub violation: String,
    /// The choices, in order.
    pub choices: Vec<Choice>,
    /// The violation, if it is a run that goes on forever: its last state alone does not show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endless: Option<Kind>,
}

impl Schedule {
    /// The version of the format that this version of Heddle writes and reads.
    pub const FORMAT: u32 = 2;
}
