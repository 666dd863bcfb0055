//! Checks the tests of a program: those that annotations in its class files name, each by a small program of its
//! own that calls it as its framework would. Nothing of the framework is executed around a test, and nothing of the
//! program outside of Heddle.

mod classes;
mod convert;
mod csv;
mod discover;
mod entry;
mod extensions;
mod helpers;
mod names;
mod parameters;
mod plan;
mod result;
mod rules;
mod saved;
mod select;
mod settings;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use heddle_verdict::{Assumption, Blocked, Kind, Place, Report, ThreadId, Verdict, Violation};

use crate::supervise::{BETWEEN_REPORTS, PAUSE, SetAtTheEnd, TestProgress};
use crate::{CheckOptions, Error, Project, Supervision, check};
use discover::Obstacle;
use entry::{ENDS_ABORTED, ENDS_FIRST, ending};
use names::{ABORTED, mockito};
use plan::{Planned, plan};
pub use result::{TestName, TestResult, TestStatus, tests_exit_code};
use saved::SavedRuns;
pub use settings::ForTests;

/// The thread of a test.
const MAIN: ThreadId = ThreadId(0);

/// What can be decided about checking tests.
#[derive(Clone, Debug, Default)]
pub struct TestOptions {
    /// How each test is checked. `jobs` counts for all of them: how many are checked at the same time.
    pub check: CheckOptions,
    /// Only these tests: a name such as `com.acme.CounterTest#increments`, that of a class, with or without its
    /// package; `*` stands for any text. All if there are none.
    pub select: Vec<String>,
    /// What differs for the tests that a pattern means; the last word counts.
    pub settings: Vec<ForTests>,
    /// Where runs to violations are saved. A test that has one there is replayed before it is checked.
    pub runs: Option<PathBuf>,
}

/// Checks the tests of a program, in the order of their names. The observer is told of each when it ends.
pub fn test(project: &Project, options: &TestOptions, supervision: &Supervision<'_>) -> Result<Vec<TestResult>, Error> {
    let (compiled, tests) = plan(project, &options.select)?;
    let runs = options.runs.as_deref().map(SavedRuns::open).transpose()?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = options.check.jobs.unwrap_or(cores).max(1);
    let workers = jobs.min(tests.len()).max(1);
    let mut accepted_races = options.check.accepted_races.clone();
    if !compiled.program().user_resources(mockito::CLASS).is_empty() {
        accepted_races.push(mockito::accepted_race());
    }
    let each = CheckOptions { accepted_races, jobs: Some((jobs / workers).max(1)), ..options.check.clone() };
    let settings = &options.settings;
    let question = Question { settings, compiled: &compiled, options: &each, runs: runs.as_ref(), supervision };
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, Result<TestResult, Error>)>> = Mutex::default();
    let running: Running = Mutex::default();
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(test) = tests.get(at) else { break };
            running.lock().expect("no panic while holding the lock").insert(at, Instant::now());
            let result = question.answer(test);
            running.lock().expect("no panic while holding the lock").remove(&at);
            if let Ok(result) = &result {
                supervision.observer.tested(result);
            }
            results.lock().expect("no panic while holding the lock").push((at, result));
        }
    };
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| tell(&tests, &running, &next, &done, supervision));
        let _set_at_the_end = SetAtTheEnd(&done);
        std::thread::scope(|workers_scope| {
            for _ in 0..workers {
                workers_scope.spawn(work);
            }
        });
    });
    let mut results = results.into_inner().expect("no panic while holding the lock");
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The tests that are being checked, by number, and since when.
type Running = Mutex<BTreeMap<usize, Instant>>;

/// Tells the observer how far the tests have come, until they are done.
fn tell(tests: &[Planned], running: &Running, next: &AtomicUsize, done: &AtomicBool, supervision: &Supervision<'_>) {
    let mut told = Instant::now();
    while !done.load(Ordering::Relaxed) {
        std::thread::park_timeout(PAUSE);
        if told.elapsed() < BETWEEN_REPORTS {
            continue;
        }
        told = Instant::now();
        let now: Vec<(usize, Instant)> =
            running.lock().expect("no panic while holding the lock").iter().map(|(at, since)| (*at, *since)).collect();
        let mut running: Vec<_> = now.iter().map(|(at, since)| (tests[*at].name.clone(), since.elapsed())).collect();
        running.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
        let begun = next.load(Ordering::Relaxed).min(tests.len());
        let done = begun.saturating_sub(running.len());
        supervision.observer.testing(&TestProgress { done, all: tests.len(), running });
    }
}

/// The program of one test, by the name that saved runs give it.
pub(crate) fn open_test(project: &Project, name: &str) -> Result<Project, Error> {
    let (compiled, tests) = plan(project, &[name.to_owned()])?;
    let one = tests.iter().find(|test| test.name.to_string() == name).or(tests.first());
    let entry = one.and_then(|test| test.entry.as_ref().ok());
    let entry = entry.ok_or_else(|| Error::Usage(format!("the test {name} cannot be checked")))?;
    let arguments = project.target().arguments.clone();
    let ends_first = arguments.iter().any(|argument| argument == ENDS_FIRST);
    let entry = if ends_first { ending(entry) } else { entry.clone() };
    compiled.with_entry(&entry, name, arguments)
}

struct Question<'q, 'o> {
    settings: &'q [ForTests],
    compiled: &'q Project,
    options: &'q CheckOptions,
    runs: Option<&'q SavedRuns>,
    supervision: &'q Supervision<'o>,
}

impl Question<'_, '_> {
    fn answer(&self, test: &Planned) -> Result<TestResult, Error> {
        let begin = Instant::now();
        let mut result = TestResult {
            name: test.name.clone(),
            status: TestStatus::Unknown,
            passed: false,
            reason: None,
            caveat: None,
            replayed: false,
            seconds: 0.0,
            report: None,
            run: None,
            coverage: None,
        };
        match &test.entry {
            _ if self.supervision.cancel.is_cancelled() => result.reason = Some("interrupted before its turn".into()),
            Err(Obstacle::Skipped(why)) => {
                (result.status, result.reason) = (TestStatus::Skipped, Some(why.clone()));
            }
            Err(Obstacle::Unsupported(why)) => result.reason = Some(why.clone()),
            Ok(entry) => self.check(test, entry, &mut result)?,
        }
        result.judge(&test.wishes.clone().with(self.settings, &test.name));
        result.seconds = begin.elapsed().max(Duration::from_millis(1)).as_secs_f64();
        Ok(result)
    }

    fn check(&self, test: &Planned, entry: &str, result: &mut TestResult) -> Result<(), Error> {
        let name = test.name.to_string();
        let project = self.compiled.with_entry(entry, &name, vec![])?;
        if let Some((violation, file)) = self.runs.and_then(|runs| runs.replayed(&name, &project)) {
            result.concluded(replayed_report(&project, violation));
            (result.replayed, result.run) = (true, Some(file));
            return Ok(());
        }
        let mut options = test.wishes.clone().with(self.settings, &test.name).applied(self.options);
        // What a search says while many run side by side would only mix.
        let quiet = Supervision { observer: &(), cancel: self.supervision.cancel.clone() };
        let mut checked = match check(&project, &options, &quiet) {
            Err(error @ Error::Internal(_)) => return Err(error),
            Err(error) => {
                result.reason = Some(error.to_string());
                return Ok(());
            }
            Ok(checked) => checked,
        };
        let mut saves = project;
        let aborted = aborted(&checked.report.verdict);
        if aborted.is_some() {
            saves = self.compiled.with_entry(entry, &name, vec![ENDS_ABORTED.into()])?;
            checked = check(&saves, &options, &quiet)?;
        }
        if test.must_end && may_not_end(&checked.report) {
            // The run that shows it.
            options.livelock = true;
            checked = check(&saves, &options, &quiet)?;
        }
        if let Some(left) = left(&checked.report.verdict) {
            let arguments = vec![ENDS_ABORTED.into(), ENDS_FIRST.into()];
            let shorter = self.compiled.with_entry(&ending(entry), &name, arguments)?;
            let again = check(&shorter, &options, &quiet)?;
            // Otherwise the test itself waits for them.
            if self::left(&again.report.verdict).is_none() {
                (saves, checked) = (shorter, again);
                let (verb, them) = if left.len() == 1 { ("is", "it does") } else { ("are", "they do") };
                let names = left.join(" and ");
                result.caveat =
                    Some(format!("{names} {verb} left when the test ends, and what {them} then is not checked"));
            }
        }
        let saved = match (self.runs, &checked.run) {
            (Some(runs), Some(run)) => runs.save(&name, run, &saves)?,
            (Some(runs), None) => {
                runs.forget(&name);
                None
            }
            (None, _) => None,
        };
        let is_proved = checked.report.verdict == Verdict::Proved;
        result.concluded(checked.report);
        (result.run, result.coverage) = (saved, checked.coverage);
        if result.report.as_ref().is_some_and(|report| cannot_mock(&report.verdict)) {
            let why = "it mocks a class, and inside Heddle Mockito can only mock interfaces";
            (result.status, result.reason) = (TestStatus::Unknown, Some(why.into()));
        }
        if let (Some(message), true) = (aborted, is_proved) {
            (result.status, result.reason) = (TestStatus::Skipped, Some(message));
        }
        Ok(())
    }
}

/// The message of an assumption that did not hold.
fn aborted(verdict: &Verdict) -> Option<String> {
    let Verdict::Violated { violations } = verdict else { return None };
    match &violations.first()?.kind {
        Kind::Uncaught { class, exception, .. } if ABORTED.contains(&class.replace('.', "/").as_str()) => {
            let message = exception.split_once(": ").map(|(_, message)| message);
            Some(message.unwrap_or("an assumption does not hold").to_owned())
        }
        _ => None,
    }
}

/// Whether a program that was proved right can come to a state from which it never ends.
fn may_not_end(report: &Report) -> bool {
    report.verdict == Verdict::Proved && report.assumptions.contains(&Assumption::EndlessRunsIntended)
}

/// Whether a run ends because Mockito cannot make a mock.
fn cannot_mock(verdict: &Verdict) -> bool {
    let Verdict::Violated { violations } = verdict else { return false };
    let (of, begins) = mockito::CANNOT_MOCK;
    violations.iter().any(|violation| match &violation.kind {
        Kind::Uncaught { class, exception, .. } => class == of && exception.contains(&format!("{of}: \n{begins}")),
        _ => false,
    })
}

/// The threads that a test leaves behind, if they are all that is wrong: workers of a pool or timer that wait for work, or,
/// if the test has a time limit, threads that go on forever beside it. A build tool ends them with the process.
fn left(verdict: &Verdict) -> Option<Vec<String>> {
    let Verdict::Violated { violations } = verdict else { return None };
    match &violations.first()?.kind {
        Kind::Deadlock { threads, .. } => {
            let waits = |place: &Place| heddle_jdk::pools::awaits_task(&place.class.replace('.', "/"), &place.method);
            let is_idle = |blocked: &Blocked| {
                blocked.stack.iter().take_while(|place| !place.user).any(waits) && blocked.holds.is_empty()
            };
            let named: Vec<&Blocked> = threads.iter().filter(|blocked| !blocked.aside).collect();
            let all_idle = !named.is_empty() && named.iter().all(|blocked| is_idle(blocked));
            all_idle.then(|| named.iter().map(|blocked| blocked.name.clone()).collect())
        }
        Kind::Livelock { threads, .. } => {
            let beside = threads.iter().all(|(thread, _)| *thread != MAIN);
            beside.then(|| threads.iter().map(|(_, name)| name.clone()).collect())
        }
        _ => None,
    }
}

/// The report of a run that was executed again instead of a search.
fn replayed_report(project: &Project, violation: Violation) -> Report {
    Report {
        program: project.target().program.clone(),
        verdict: Verdict::Violated { violations: vec![violation] },
        warnings: vec![],
        outcomes: None,
        statistics: heddle_verdict::Statistics::default(),
        tried: vec![],
        assumptions: vec![],
        refuted: std::collections::BTreeSet::new(),
    }
}
