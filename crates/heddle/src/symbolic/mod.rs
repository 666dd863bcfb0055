//! A method, for all inputs at once, within a few contexts: what can go wrong, shown by a run of the explicit
//! engine with concrete inputs; which lines are reached.

mod options;
mod report;
mod witness;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use heddle_program::MethodId;
use heddle_symbolic::java::Shape;
use heddle_symbolic::{Answer, Found, Progress, Question, analyse};

use crate::supervise::SetAtTheEnd;
use crate::{Error, Project, Supervision};
pub use options::{Bits, SymbolicOptions};
pub use report::SymbolicReport;
pub use witness::Shown;
use witness::{described, reproduce};

/// Analyses a method for all its inputs at once.
pub fn symbolic(
    project: &Project,
    options: &SymbolicOptions,
    supervision: &Supervision<'_>,
) -> Result<SymbolicReport, Error> {
    let program = project.program();
    let entry = entry(project, options)?;
    let mut question = options.question(project, entry)?;
    // What an argument could be besides is a question about the classes that are loaded.
    if question.inputs.iter().any(|input| matches!(input.shape, Shape::Object { .. })) {
        for class in project.input().covered_classes() {
            let _ = program.load(&class);
        }
    }
    let progress = Arc::new(Progress::default());
    let begin = Instant::now();
    loop {
        let answer = answer(project, options, &question, &progress, begin, supervision);
        let shown =
            answer.found.iter().map(|found| reproduce(project, &question, found)).collect::<Result<Vec<_>, _>>()?;
        if is_artefact(&answer, &shown) && question.sizes.bits < options.bits.numbers + MORE_BITS {
            widen(&mut question);
            if let Ok(mut seen) = progress.seen.lock() {
                *seen = Default::default();
            }
            continue;
        }
        let mut report = report::report(program, &question, answer, shown, begin.elapsed());
        if question.sizes.bits > options.bits.numbers {
            let (asked, bits) = (options.bits.numbers, question.sizes.bits);
            report
                .notes
                .push(format!("numbers have {bits} bits, arguments {asked}: with {asked}, wrapped numbers fail"));
        }
        return Ok(report);
    }
}

/// Numbers get at most so many bits more than asked for.
const MORE_BITS: u32 = 4;

/// Whether what was found, the first only, happens with numbers that did not fit, and not in Java. What comes after
/// it has not been looked at.
fn is_artefact(answer: &Answer, shown: &[Shown]) -> bool {
    let is_whole = !answer.stopped && !answer.exhausted;
    is_whole && !answer.wraps.is_empty() && !shown.is_empty() && shown.iter().all(|shown| shown.violation.is_none())
}

/// Two bits more for what is computed; arguments keep theirs.
fn widen(question: &mut Question) {
    let bits = question.sizes.bits;
    for input in &mut question.inputs {
        input.bits.get_or_insert(bits);
    }
    question.sizes.bits = bits + 2;
}

/// The engine's answer, within the time.
fn answer(
    project: &Project,
    options: &SymbolicOptions,
    question: &Question,
    progress: &Arc<Progress>,
    begin: Instant,
    supervision: &Supervision<'_>,
) -> Answer {
    let program = project.program();
    let late = || {
        // The time is up in the middle of one operation: what is known by now is all there is.
        let answer = so_far(progress);
        let not_shown = |found: &Found| Shown {
            found: described(program, &found.what),
            inputs: None,
            schedule: found.schedule.clone(),
            violation: None,
        };
        let shown = answer.found.iter().map(not_shown).collect();
        supervision.observer.overdue(&report::report(program, question, answer, shown, begin.elapsed()));
    };
    watched(options, supervision, begin, &progress.stop, &late, || analyse(program, question, progress))
}

/// What an analysis that does not come to an end has seen.
fn so_far(progress: &Progress) -> Answer {
    let seen = progress.seen.lock().map_or_else(|_| Default::default(), |seen| seen.clone());
    Answer { found: seen.found, reached: seen.reached, stopped: true, ..Answer::default() }
}

/// A single operation on diagrams cannot be interrupted: after so much longer it is overdue.
const GRACE: Duration = Duration::from_secs(5);

/// Runs `body` and raises `stop` when the time is up or the user cancels; calls `late` once if the body
/// does not end even then.
fn watched<T>(
    options: &SymbolicOptions,
    supervision: &Supervision<'_>,
    begin: Instant,
    stop: &AtomicBool,
    late: &(dyn Fn() + Sync),
    body: impl FnOnce() -> T,
) -> T {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let ends = SetAtTheEnd(&done);
        let watcher = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                std::thread::park_timeout(Duration::from_millis(20));
                if supervision.cancel.is_cancelled() {
                    stop.store(true, Ordering::Relaxed);
                }
                let Some(seconds) = options.seconds else { continue };
                let over = begin.elapsed().checked_sub(seconds.duration());
                if over.is_some() {
                    stop.store(true, Ordering::Relaxed);
                }
                if over.is_some_and(|over| over > GRACE) && !done.load(Ordering::Relaxed) {
                    late();
                    return;
                }
            }
        });
        let result = body();
        drop(ends);
        watcher.thread().unpark();
        result
    })
}

/// The method that the user named, else `main`.
fn entry(project: &Project, options: &SymbolicOptions) -> Result<MethodId, Error> {
    let program = project.program();
    // Without a file, the program itself may be named as Class.method.
    let named = options.method.clone().or_else(|| {
        let target = &project.target().program;
        let is_path = std::path::Path::new(target).exists();
        let is_class = program.load(&target.replace('.', "/")).is_ok();
        (!is_path && !is_class && target.contains('.')).then(|| target.clone())
    });
    let (class, method) = match &named {
        Some(named) => match named.rsplit_once('.') {
            Some((class, method)) => (class.to_owned(), method),
            None => (project.main_class()?.to_owned(), named.as_str()),
        },
        None => (project.main_class()?.to_owned(), "main"),
    };
    let id = program
        .load(&class.replace('.', "/"))
        .map_err(|error| Error::Usage(format!("cannot load class {class}: {error}")))?;
    let (method, descriptor) = match method.find('(') {
        Some(at) => (&method[..at], Some(&method[at..])),
        None => (method, None),
    };
    let declared = program.class(id).methods.iter().copied().filter(|&candidate| {
        let candidate = program.method(candidate);
        program.text(candidate.name) == method
            && descriptor.is_none_or(|descriptor| program.text(candidate.descriptor) == descriptor)
            && !candidate.is_abstract()
            && !candidate.is_native()
    });
    let mut found = declared.collect::<Vec<_>>();
    match (found.pop(), found.is_empty()) {
        (Some(only), true) => Ok(only),
        (None, _) => Err(Error::Usage(format!("class {} has no method {method} with code", program.external_name(id)))),
        (Some(one), false) => {
            found.push(one);
            let all: Vec<&str> = found.iter().map(|&m| program.text(program.method(m).descriptor)).collect();
            Err(Error::Usage(format!(
                "class {} has several methods {method}; add the descriptor of one of them: {}",
                program.external_name(id),
                all.join(", ")
            )))
        }
    }
}
