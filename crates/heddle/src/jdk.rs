//! The user's JDK: named, or found from `JAVA_HOME` and the `PATH` that the caller hands in.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::Error;

/// A JDK on this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Jdk {
    home: PathBuf,
    found_by: FoundBy,
}

/// Which way led to a JDK. Shown as the option, the variable or the tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoundBy {
    /// The caller named its folder.
    Path,
    /// `JAVA_HOME` names its folder.
    JavaHome,
    /// This tool of it is on the `PATH`.
    Tool(&'static str),
}

impl fmt::Display for FoundBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path => f.write_str("--jdk"),
            Self::JavaHome => f.write_str("JAVA_HOME"),
            Self::Tool(tool) => write!(f, "{tool} on the PATH"),
        }
    }
}

/// The variables of the environment that tell where a JDK is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Environment {
    /// `JAVA_HOME`.
    pub java_home: Option<OsString>,
    /// `PATH`.
    pub path: Option<OsString>,
}

impl Jdk {
    /// The JDK in a folder: the one above `bin` and `lib`.
    pub fn at(home: impl AsRef<Path>) -> Result<Jdk, Error> {
        Self::in_folder(home.as_ref(), FoundBy::Path)
    }

    /// The JDK that `JAVA_HOME` names, else the one whose `javac` or `java` is on the `PATH`.
    pub fn find(environment: &Environment) -> Result<Jdk, Error> {
        if let Some(home) = environment.java_home.as_ref().filter(|home| !home.is_empty()) {
            return Self::in_folder(Path::new(home), FoundBy::JavaHome);
        }
        for tool in ["javac", "java"] {
            if let Some(found) = environment.path.as_ref().and_then(|path| on_path(tool, path)) {
                let real = found.canonicalize().unwrap_or(found);
                if let Some(home) = real.parent().and_then(Path::parent) {
                    return Self::in_folder(home, FoundBy::Tool(tool));
                }
            }
        }
        Err(Error::Usage(
            "no JDK found; install one (17 to 25), or say where it is with --jdk FOLDER or JAVA_HOME".into(),
        ))
    }

    fn in_folder(home: &Path, found_by: FoundBy) -> Result<Jdk, Error> {
        if !home.join("lib/modules").is_file() {
            return Err(Error::Usage(format!(
                "{} (from {found_by}) is not a JDK home: it has no lib/modules; give the folder above bin and lib",
                home.display()
            )));
        }
        Ok(Jdk { home: home.to_path_buf(), found_by })
    }

    /// Its home folder.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// How it was found.
    pub fn found_by(&self) -> FoundBy {
        self.found_by
    }

    /// The feature version that the JDK's `release` file names: 17, 21, 25.
    pub fn feature(&self) -> Result<u32, Error> {
        heddle_program::feature_version(&self.home).map_err(|error| Error::Usage(error.to_string()))
    }

    /// Its full version, such as `17.0.15`, as its `release` file gives it.
    pub fn version(&self) -> Result<String, Error> {
        let file = self.home.join("release");
        let text = std::fs::read_to_string(&file)
            .map_err(|error| Error::Usage(format!("cannot read {}: {error}", file.display())))?;
        let version = text.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="));
        let version = version.ok_or_else(|| Error::Usage(format!("{} names no JAVA_VERSION", file.display())))?;
        Ok(version.trim_matches('"').to_owned())
    }

    /// Where its compiler is, if it has one: a runtime environment has none.
    pub fn javac(&self) -> PathBuf {
        self.home.join("bin").join(if cfg!(windows) { "javac.exe" } else { "javac" })
    }
}

fn on_path(tool: &str, path: &OsString) -> Option<PathBuf> {
    env::split_paths(path).map(|folder| folder.join(tool)).find(|file| file.is_file())
}
