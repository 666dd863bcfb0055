//! Runs to violations of tests, one file each in a folder.

use std::path::{Path, PathBuf};

use heddle_verdict::{Schedule, Violation};

use crate::{Error, Project, Supervision, confirm, read_run, replay, run_text};

/// A folder of saved runs.
pub struct SavedRuns(PathBuf);

impl SavedRuns {
    pub fn open(folder: &Path) -> Result<Self, Error> {
        std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
        Ok(Self(folder.to_owned()))
    }

    fn file(&self, test: &str) -> PathBuf {
        let name: String =
            test.chars().map(|c| if c.is_alphanumeric() || "._-".contains(c) { c } else { '-' }).collect();
        self.0.join(format!("{}.json", name.trim_end_matches('-')))
    }

    /// The violation that the saved run of a test still leads to, and the file; nothing if there is no such run.
    pub fn replayed(&self, test: &str, project: &Project) -> Option<(Violation, PathBuf)> {
        let file = self.file(test);
        let run = read_run(&file).ok()?;
        // A run of an aborted test has an argument that the project at hand has not.
        let fits = run.arguments.is_empty() && run.test.as_deref() == Some(test);
        let violation = fits.then(|| replay(project, &run, &Supervision::default()).ok())??;
        Some((violation, file))
    }

    /// Saves a run if a new process can replay it.
    pub fn save(&self, test: &str, run: &Schedule, project: &Project) -> Result<Option<PathBuf>, Error> {
        let Ok(run) = confirm(project, run) else { return Ok(None) };
        let file = self.file(test);
        std::fs::write(&file, run_text(&run)).map_err(|error| cannot_write(&file, &error))?;
        Ok(Some(file))
    }

    /// A test that has no violation any more needs no run.
    pub fn forget(&self, test: &str) {
        // It is not there, most of the time.
        let _ = std::fs::remove_file(self.file(test));
    }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Error {
    Error::Usage(format!("cannot write {}: {error}", path.display()))
}
