//! Finding the user's JDK: `--jdk`, then `JAVA_HOME`, then `javac` or `java` on the PATH.

use std::env;
use std::path::{Path, PathBuf};

use crate::commands::Failure;

/// A JDK on this machine.
#[derive(Clone, Debug)]
pub struct Jdk {
    pub home: PathBuf,
    /// How it was found, for messages.
    pub found_by: String,
}

impl Jdk {
    /// The JDK to use.
    pub fn find(option: Option<&Path>) -> Result<Jdk, Failure> {
        if let Some(home) = option {
            return Self::at(home, "--jdk".into());
        }
        if let Some(home) = env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
            return Self::at(Path::new(&home), "JAVA_HOME".into());
        }
        for tool in ["javac", "java"] {
            if let Some(found) = on_path(tool) {
                let real = found.canonicalize().unwrap_or(found);
                if let Some(home) = real.parent().and_then(Path::parent) {
                    return Self::at(home, format!("{tool} on the PATH"));
                }
            }
        }
        Err(Failure::Usage(
            "no JDK found; install one (17 to 25), or say where it is with --jdk FOLDER or JAVA_HOME".into(),
        ))
    }

    fn at(home: &Path, found_by: String) -> Result<Jdk, Failure> {
        if !home.join("lib/modules").is_file() {
            return Err(Failure::Usage(format!(
                "{} (from {found_by}) is not a JDK home: it has no lib/modules; give the folder above bin and lib",
                home.display()
            )));
        }
        Ok(Jdk { home: home.to_path_buf(), found_by })
    }

    /// The feature version that the JDK's `release` file names: 17, 21, 25.
    pub fn feature(&self) -> Result<u32, Failure> {
        heddle_program::feature_version(&self.home).map_err(|error| Failure::Usage(error.to_string()))
    }

    /// The JDK's own compiler.
    pub fn javac(&self) -> PathBuf {
        self.home.join("bin").join(if cfg!(windows) { "javac.exe" } else { "javac" })
    }
}

fn on_path(tool: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(tool)).find(|file| file.is_file())
}
