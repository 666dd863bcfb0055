//! `heddle symbolic`: a method, for all inputs at once.

use std::process::ExitCode;

use std::sync::Mutex;

use heddle::{
    Error, Note, Observer, Project, Splitting, Supervision, SymbolicOptions, SymbolicReport, symbolic as analyse,
};
use heddle_report::coverage::lcov;
use heddle_report::symbolic::{Shows, json, text};

use super::{Destination, open};
use crate::args::{Split, Symbolic};
use crate::terminal::{Terminal, print, print_page};

pub fn symbolic(arguments: &Symbolic) -> Result<ExitCode, Error> {
    let lcov = Mutex::new(Destination::open_if_named(arguments.lcov.as_ref())?);
    let project = open(&arguments.target, &arguments.arguments)?;
    let options = SymbolicOptions {
        method: arguments.method.clone(),
        bits: arguments.bits.parse()?,
        heap: arguments.heap,
        array: arguments.array,
        input_array: arguments.input_array,
        threads: arguments.threads as usize,
        contexts: arguments.contexts,
        splitting: match arguments.split {
            Split::Joint => None,
            Split::Eager => Some(Splitting::Eager),
            Split::Lazy => Some(Splitting::Lazy),
            Split::Maximal => Some(Splitting::Maximal),
            Split::Slice => Some(Splitting::Slice),
        },
        all: arguments.all,
        seconds: arguments.timeout,
        bytes: arguments.memory << 20,
    };
    let terminal = Terminal::default();
    let patience = Impatient { arguments, project: &project, terminal: &terminal, lcov: &lcov };
    let supervision = Supervision { observer: &patience, ..terminal.supervision() };
    let report = analyse(&project, &options, &supervision)?;
    show(arguments, &project, &lcov, &report)?;
    Ok(ExitCode::from(report.conclusion.exit_code()))
}

/// Ends the process if the analysis does not end in time.
struct Impatient<'a> {
    arguments: &'a Symbolic,
    project: &'a Project,
    terminal: &'a Terminal,
    lcov: &'a Mutex<Option<Destination>>,
}

impl Observer for Impatient<'_> {
    fn note(&self, note: &Note) {
        self.terminal.note(note);
    }

    fn overdue(&self, report: &SymbolicReport) {
        if show(self.arguments, self.project, self.lcov, report).is_ok() {
            std::process::exit(i32::from(report.conclusion.exit_code()));
        }
    }
}

fn show(
    arguments: &Symbolic,
    project: &Project,
    file: &Mutex<Option<Destination>>,
    report: &SymbolicReport,
) -> Result<(), Error> {
    if let Some(file) = file.lock().expect("no panic while holding the lock").take() {
        file.write(&lcov(&report.coverage))?;
    }
    if arguments.json {
        print(&json(report, &arguments.target.program));
    } else {
        let shows = Shows { coverage: !arguments.no_coverage, figures: arguments.stats };
        print_page(project, false, |page| text(report, page, shows));
    }
    Ok(())
}
