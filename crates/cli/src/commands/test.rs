//! `heddle test`: the tests of a program, each for every interleaving.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use heddle::{
    Bound, CheckOptions, Error, Limits, Observer, Project, Spill, Supervision, TestOptions, TestProgress, TestResult,
    test as check_tests, tests_exit_code,
};
use heddle_report::test::{json, line, summary};
use heddle_report::{Format, Page, Summary, test_progress};

use super::{PAGE, build, opened};
use crate::args::Test;
use crate::terminal::{Terminal, is_quiet, print, print_page, width};

pub fn test(arguments: &Test) -> Result<ExitCode, Error> {
    let begin = Instant::now();
    let reports = arguments.reports.clone().and(Format::Junit, arguments.junit_xml.as_ref());
    let coverage = reports.want_coverage();
    let mut reports = reports.open()?;
    let targets = build::tests(&arguments.target, arguments.target.with_arguments(&[]))?;
    let jdk = arguments.target.place.jdk.find()?;
    let terminal = Terminal::default();
    let supervision = terminal.supervision();
    let mut results = Vec::new();
    let mut projects = Vec::new();
    let mut missing = None;
    for target in &targets {
        let project = opened(target, &jdk)?;
        project.notes().iter().for_each(|note| terminal.note(note));
        let shown = Shown { project: &project, terminal: &terminal, arguments, told: Mutex::new(Instant::now()) };
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
    let page = Page { width: PAGE, source: &source, assumptions: arguments.assumptions };
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
        spill: Spill { folder: arguments.spill.clone(), ..Spill::default() },
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

/// How often progress is told where no terminal overwrites it, if no test ends meanwhile.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Shows each test as it ends, and which ones take long.
struct Shown<'p> {
    project: &'p Project,
    terminal: &'p Terminal,
    arguments: &'p Test,
    /// When something was shown last.
    told: Mutex<Instant>,
}

impl Observer for Shown<'_> {
    fn tested(&self, result: &TestResult) {
        let mut told = self.told.lock().expect("no panic while holding the lock");
        *told = Instant::now();
        self.terminal.clear();
        // With JSON only the report goes to standard output.
        if !(self.arguments.json || is_quiet() && result.passed) {
            print_page(self.project, self.arguments.assumptions, |page| line(result, page));
        }
    }

    fn testing(&self, progress: &TestProgress) {
        let mut told = self.told.lock().expect("no panic while holding the lock");
        if !is_quiet() && (std::io::stderr().is_terminal() || told.elapsed() >= BETWEEN_LINES) {
            *told = Instant::now();
            self.terminal.show(&[test_progress(progress, width().saturating_sub(1))]);
        }
    }
}
