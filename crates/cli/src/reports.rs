//! `--report FORMAT=FILE`: what a command found, in files for other tools.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use heddle::verdict::Place;
use heddle::{Error, Project};
use heddle_report::{Format, Sources, Summary};

use crate::commands::{Destination, all_written};

/// What to write where.
#[derive(Args, Clone, Debug, Default)]
pub struct ReportFiles {
    /// Write a report to a file, as html, sarif, junit, markdown, json or lcov. Can be given several times.
    #[arg(long = "report", value_name = "FORMAT=FILE")]
    pub files: Vec<ReportFile>,
}

/// A format and a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportFile {
    pub format: Format,
    pub path: PathBuf,
}

impl FromStr for ReportFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = Format::ALL.map(Format::name).join(", ");
        let (name, path) = text.split_once('=').ok_or_else(|| format!("write FORMAT=FILE, with one of {names}"))?;
        let format = Format::ALL.into_iter().find(|format| format.name() == name);
        let format = format.ok_or_else(|| format!("there is no format {name:?}; there are {names}"))?;
        if path.is_empty() {
            return Err(format!("name the file: {name}=FILE"));
        }
        Ok(Self { format, path: path.into() })
    }
}

impl ReportFiles {
    /// The same with a file of an option of its own.
    pub fn and(mut self, format: Format, path: Option<&PathBuf>) -> Self {
        self.files.extend(path.map(|path| ReportFile { format, path: path.clone() }));
        self
    }

    /// Whether lines have to be recorded.
    pub fn want_coverage(&self) -> bool {
        self.files.iter().any(|file| file.format == Format::Lcov)
    }

    /// Whether the page wants to know which events lead to a violation.
    pub fn want_explanation(&self) -> bool {
        self.files.iter().any(|file| file.format == Format::Html)
    }

    /// The same for a command that does not know which lines its program reaches.
    pub fn without_coverage(self, command: &str) -> Result<Self, Error> {
        if self.want_coverage() {
            return Err(Error::Usage(format!(
                "heddle {command} has no lcov report; heddle check, test and symbolic have one"
            )));
        }
        Ok(self)
    }

    /// Opens all files.
    pub fn open(&self) -> Result<Reports, Error> {
        let mut reports = Reports::default();
        for (at, ReportFile { format, path }) in self.files.iter().enumerate() {
            if self.files[..at].iter().any(|other| other.path == *path) {
                return Err(Error::Usage(format!("two reports cannot both go to {}", path.display())));
            }
            reports.open.push((*format, Destination::open(path)?));
        }
        Ok(reports)
    }
}

/// Files that are open, to be written when the command has its result.
#[derive(Default)]
pub struct Reports {
    open: Vec<(Format, Destination)>,
}

impl Reports {
    /// Writes all of them, with the sources of these projects. One that fails does not keep the others from being written.
    pub fn write(&mut self, summary: &Summary<'_>, program: &str, projects: &[&Project]) -> Result<(), Error> {
        let open = std::mem::take(&mut self.open);
        if open.is_empty() {
            return Ok(());
        }
        let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        let root = here.canonicalize().unwrap_or(here);
        let line = |place: &Place| projects.iter().find_map(|project| project.source_line(place));
        let file = |place: &Place| {
            let path = projects.iter().find_map(|project| project.source_file(place))?;
            Some(below(&path, &root))
        };
        let given = Path::new(program);
        let program = given.is_file().then(|| below(given, &root));
        let sources = Sources { line: &line, file: &file, root: &root, program };
        all_written(open.into_iter().map(|(format, file)| file.write(&summary.render(format, &sources))))
    }
}

/// A path relative to a folder if it lies there, else absolute.
fn below(path: &Path, folder: &Path) -> PathBuf {
    let whole = path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_path_buf());
    whole.strip_prefix(folder).map(Path::to_path_buf).unwrap_or(whole)
}
