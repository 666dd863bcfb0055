//! What to open: where a program is, which of its classes to begin with, and its arguments.

use std::path::PathBuf;

/// A program as the user names it.
///
/// ```
/// let target = heddle::Target::new("build/classes").main_class("com.acme.Main").arguments(["3"]);
/// assert_eq!(target.main_class.as_deref(), Some("com.acme.Main"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Target {
    /// A `.java` file, a folder of sources or classes, a `.class` file, a `.jar`, or a class name.
    pub program: String,
    /// Where else to find classes: folders and jars.
    pub class_path: Vec<PathBuf>,
    /// The class with the main method, if the program has several.
    pub main_class: Option<String>,
    /// A test of the program to begin with instead of a main method, by its name.
    pub test: Option<String>,
    /// Where sources lie, for showing lines: folders and jars.
    pub source_path: Vec<PathBuf>,
    /// Annotation processors on the class path are executed when sources are compiled.
    pub processors: bool,
    /// Sources are compiled with the preview features of the JDK.
    pub enable_preview: bool,
    /// The encoding of sources, as `javac -encoding` takes it.
    pub encoding: Option<String>,
    /// More options of `javac`.
    pub javac: Vec<String>,
    /// System properties of the program, by name.
    pub properties: Vec<(String, String)>,
    /// What the main method is given.
    pub arguments: Vec<String>,
}

impl Target {
    /// A program, with nothing else said about it.
    pub fn new(program: impl Into<String>) -> Self {
        Self { program: program.into(), ..Self::default() }
    }

    /// Names the class with the main method.
    pub fn main_class(self, name: impl Into<String>) -> Self {
        Self { main_class: Some(name.into()), ..self }
    }

    /// Adds folders and jars to look for classes in.
    pub fn class_path(mut self, entries: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        self.class_path.extend(entries.into_iter().map(Into::into));
        self
    }

    /// Adds arguments of the main method.
    pub fn arguments(mut self, arguments: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }
}
