//! One file per command; what they have in common.

pub mod analyze;
mod build;
pub mod check;
pub mod debug;
pub mod doctor;
pub mod explore;
pub mod generate;
pub mod litmus;
pub mod lsp;
pub mod model;
mod processes;
pub mod replay;
pub mod resume;
pub mod run;
pub mod symbolic;
pub mod test;

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use heddle::{Error, Jdk, Observer, Project};

use crate::args::Target;
use crate::terminal::{Terminal, interruption};

/// Characters per line of pages in files.
const PAGE: usize = 120;

/// Opens what the user named; shows what the compiler had to say.
fn open(target: &Target, arguments: &[String]) -> Result<Project, Error> {
    let named = build::program(target, target.with_arguments(arguments))?;
    let project = opened(&named, &target.place.jdk.find()?)?;
    project.notes().iter().for_each(|note| Terminal::default().note(note));
    Ok(project)
}

/// Opens a program. A request to end the command meanwhile goes before what the compiler says, which it ends too.
fn opened(target: &heddle::Target, jdk: &Jdk) -> Result<Project, Error> {
    let project = Project::open(target, jdk);
    if interruption().is_cancelled() { Err(Error::Interrupted) } else { project }
}

/// A file that a command writes at its end. It is opened before the work begins, so that a place that cannot be
/// written to is an error at once; a file that nothing was written to is removed again.
pub struct Destination {
    path: PathBuf,
    file: File,
    is_new: bool,
}

impl Destination {
    /// Opens a file, without changing what is in it. Its folder is made if need be: that of a build does not exist before
    /// the first build.
    pub fn open(path: &Path) -> Result<Self, Error> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists()) {
            std::fs::create_dir_all(folder).map_err(|error| Error::Usage(cannot_write(path, &error)))?;
        }
        let is_new = !path.exists();
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| Error::Usage(cannot_write(path, &error)))?;
        if is_new {
            unwritten().push(path.to_owned());
        }
        Ok(Self { path: path.to_owned(), file, is_new })
    }

    /// The same for an option that may be missing.
    fn open_if_named(path: Option<&PathBuf>) -> Result<Option<Self>, Error> {
        path.map(|path| Self::open(path)).transpose()
    }

    /// Replaces what is in the file. Half of a new file is worth less than none.
    pub fn write(mut self, text: &str) -> Result<(), Error> {
        // A pipe or device has no length.
        let _ = self.file.set_len(0);
        let written = self.file.write_all(text.as_bytes());
        self.is_new &= written.is_err();
        written.map_err(|error| Error::Output(cannot_write(&self.path, &error)))
    }

    /// The ending of its name.
    fn ending(&self) -> &str {
        ending(&self.path)
    }
}

/// New files that nothing was written to yet.
static UNWRITTEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unwritten() -> MutexGuard<'static, Vec<PathBuf>> {
    UNWRITTEN.lock().expect("no panic while holding the lock")
}

/// Removes new files that nothing was written to, where the process ends without more ado.
pub fn remove_unwritten() {
    for path in unwritten().drain(..) {
        let _ = std::fs::remove_file(path);
    }
}

impl Drop for Destination {
    fn drop(&mut self) {
        unwritten().retain(|path| *path != self.path);
        if self.is_new {
            // Where it cannot be removed, an empty file stays.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// All went well, or everything that could not be written.
pub fn all_written(results: impl IntoIterator<Item = Result<(), Error>>) -> Result<(), Error> {
    let mut lost = Vec::new();
    for result in results {
        match result {
            Err(Error::Output(what)) => lost.push(what),
            other => other?,
        }
    }
    if lost.is_empty() { Ok(()) } else { Err(Error::Output(lost.join("; "))) }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}

fn ending(file: &Path) -> &str {
    file.extension().and_then(std::ffi::OsStr::to_str).unwrap_or_default()
}
