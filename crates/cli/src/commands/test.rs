//! `heddle test`: the tests of a program, each for every interleaving.

use std::process::ExitCode;
use std::time::Instant;

use heddle::{
    Bound, CheckOptions, Error, Limits, Observer, Project, Supervision, TestOptions, TestResult, test as check_tests,
    tests_exit_code,
};
use heddle_report::test::{json, line, summary};
use heddle_report::{Format, Page, Summary};

use super::{PAGE, build};
use crate::args::Test;
use crate::terminal::{Terminal, is_quiet, print, print_page, width};

pub fn test(arguments: &Test) -> Result<ExitCode, Error> {
    let begin = Instant::now();
    let reports = arguments.reports.clone().and(Format::Junit, arguments.junit_xml.as_ref());
    let coverage = reports.want_coverage();
    let mut reports = reports.open()?;
    let targets = build::tests(&arguments.target, arguments.target.with_arguments(&[]))?;
    let jdk = arguments.target.jdk.find()?;
    let terminal = Terminal::default();
    let supervision = terminal.supervision();
    let mut results = Vec::new();
    let mut projects = Vec::new();
    let mut missing = None;
    for target in &targets {
        let project = Project::open(target, &jdk)?;
        project.notes().iter().for_each(|note| terminal.note(note));
        let shown = Shown { project: &project, quiet: arguments.json };
        let supervision = Supervision { observer: &shown, cancel: supervision.cancel.clone() };
        match check_tests(&project, &options(arguments, coverage), &supervision) {
            // Another module may have them.
            Err(Error::NoTests(reason)) => missing = missing.or(Some(reason)),
            found => results.extend(found?),
        }
        projects.push(project);
    }
    if let (true, Some(reason)) = (results.is_empty(), missing) {
        return Err(Error::NoTests(reason));
    }
    let source = |place: &_| projects.iter().find_map(|project| project.source_line(place));
    let page = Page { width: PAGE, source: &source, assumptions: false };
    let program = &arguments.target.program;
    print(&if arguments.json { json(program, &results, &page) } else { summary(&results, begin.elapsed(), width()) });
    let projects: Vec<&Project> = projects.iter().collect();
    reports.write(&Summary::of_tests(program, &results, &page), program, &projects)?;
    Ok(ExitCode::from(tests_exit_code(&results)))
}

fn options(arguments: &Test, coverage: bool) -> TestOptions {
    let mut check = CheckOptions {
        races: arguments.races.into(),
        accepted_races: arguments.accepted_races.clone(),
        jobs: arguments.jobs.map(|jobs| jobs as usize),
        max_states: arguments.max_states,
        bound: arguments.preemptions.map_or(Bound::None, Bound::Preemptions),
        limits: Limits { seconds: Some(arguments.timeout), bytes: arguments.memory.map(|mib| mib << 20) },
        coverage,
        ..CheckOptions::default()
    };
    check.semantics.timeouts = arguments.time.into();
    TestOptions {
        check,
        select: arguments.select.clone(),
        settings: arguments.settings.clone(),
        runs: arguments.runs.clone(),
    }
}

/// Shows each test as it ends.
struct Shown<'p> {
    project: &'p Project,
    /// Only the report goes to standard output.
    quiet: bool,
}

impl Observer for Shown<'_> {
    fn tested(&self, result: &TestResult) {
        if !(self.quiet || is_quiet() && result.passed) {
            print_page(self.project, false, |page| line(result, page));
        }
    }
}
