//! `heddle symbolic`: a method, for all inputs at once.

use std::process::ExitCode;

use std::sync::Mutex;

use heddle::{
    Error, Note, Observer, Project, Splitting, Supervision, SymbolicOptions, SymbolicReport, symbolic as analyse,
};
use heddle_report::symbolic::{Shows, json, text};
use heddle_report::{Format, Page, Summary};

use super::{PAGE, open};
use crate::args::{Split, Symbolic};
use crate::reports::Reports;
use crate::terminal::{Terminal, print, print_page};

pub fn symbolic(arguments: &Symbolic) -> Result<ExitCode, Error> {
    let reports = arguments.reports.clone().and(Format::Lcov, arguments.lcov.as_ref()).open()?;
    let reports = Mutex::new(reports);
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
        bytes: usize::try_from(arguments.memory << 20).unwrap_or(usize::MAX),
    };
    let terminal = Terminal::default();
    let patience = Impatient { arguments, project: &project, terminal: &terminal, reports: &reports };
    let supervision = Supervision { observer: &patience, ..terminal.supervision() };
    let report = analyse(&project, &options, &supervision)?;
    show(arguments, &project, &reports, &report)?;
    Ok(ExitCode::from(report.conclusion.exit_code()))
}

/// Ends the process if the analysis does not end in time.
struct Impatient<'a> {
    arguments: &'a Symbolic,
    project: &'a Project,
    terminal: &'a Terminal,
    reports: &'a Mutex<Reports>,
}

impl Observer for Impatient<'_> {
    fn note(&self, note: &Note) {
        self.terminal.note(note);
    }

    fn overdue(&self, report: &SymbolicReport) {
        if show(self.arguments, self.project, self.reports, report).is_ok() {
            std::process::exit(i32::from(report.conclusion.exit_code()));
        }
    }
}

fn show(
    arguments: &Symbolic,
    project: &Project,
    reports: &Mutex<Reports>,
    report: &SymbolicReport,
) -> Result<(), Error> {
    let program = &arguments.target.program;
    if arguments.json {
        print(&json(report, program));
    } else {
        let shows = Shows { coverage: !arguments.no_coverage, figures: arguments.stats };
        print_page(project, false, |page| text(report, page, shows));
    }
    let source = |place: &_| project.source_line(place);
    let page = Page { width: PAGE, source: &source, assumptions: false };
    let mut reports = reports.lock().expect("no panic while holding the lock");
    reports.write(&Summary::of_symbolic(program, report, &page), program, &[project])
}
