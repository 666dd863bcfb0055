//! A method, for all inputs at once, within a few contexts: what can go wrong, shown by a run of the explicit
//! engine with concrete inputs; which lines are reached.

mod arguments;
mod options;
mod report;
mod witness;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use heddle_program::{ClassId, MethodId};
use heddle_symbolic::java::Shape;
use heddle_symbolic::{Answer, Found, Progress, Question, analyse};

use crate::supervise::SetAtTheEnd;
use crate::{Conclusion, Error, Project, Supervision};
use arguments::Plan;
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
    let question = options.question(project, entry)?;
    let own: Vec<ClassId> = match question.inputs.iter().all(|input| matches!(input.shape, Shape::Number(_))) {
        true => vec![],
        // What an argument could be is a question about all classes of the program.
        false => project.input().covered_classes().iter().filter_map(|class| program.load(class).ok()).collect(),
    };
    let asking = Asking { project, options, supervision, entry, begin: Instant::now() };
    let is_arbitrary = question.inputs.iter().any(|input| arguments::is_arbitrary(program, &input.shape));
    let made = match Plan::of(program, &question, &own, options.input_array) {
        Some(plan) => Some(asking.ask(plan.question(&question), Some(&plan))?),
        None => None,
    };
    match made {
        Some(made) if !is_arbitrary || made.conclusion == Conclusion::Violated || made.stopped => Ok(made),
        Some(mut made) => {
            // Nothing is wrong with objects that are made. With any others?
            let mut any = asking.ask(question, None)?;
            if let Some(unmade) = any.found.iter().find(|shown| !shown.is_made) {
                let inputs = unmade.inputs.as_deref().unwrap_or_default();
                made.notes.push(format!("with {inputs}, which no constructor was found to make: {}", unmade.found));
                return Ok(made);
            }
            if any.conclusion != Conclusion::Violated && made.outside.is_empty() && !made.exhausted {
                any.coverage = made.coverage;
            }
            Ok(any)
        }
        None => asking.ask(question, None),
    }
}

/// Who asks, since when.
struct Asking<'a> {
    project: &'a Project,
    options: &'a SymbolicOptions,
    supervision: &'a Supervision<'a>,
    entry: MethodId,
    begin: Instant,
}

impl Asking<'_> {
    /// The answer to a question; numbers get more bits while what is found are but wrapped numbers.
    fn ask(&self, mut question: Question, plan: Option<&Plan>) -> Result<SymbolicReport, Error> {
        let asked = self.options.bits.numbers;
        loop {
            let progress = Arc::new(Progress::default());
            let mut answer = self.answer(&question, &progress);
            answer.beyond.extend(plan.into_iter().flat_map(|plan| plan.left_out.iter().cloned()));
            let reproduce = |found: &Found| reproduce(self.project, &question, plan, found);
            let shown = answer.found.iter().map(reproduce).collect::<Result<Vec<_>, _>>()?;
            if is_artefact(&answer, &shown) && question.sizes.bits < asked + MORE_BITS {
                widen(&mut question);
                continue;
            }
            let mut report = self.report(&question, answer, shown);
            let bits = question.sizes.bits;
            if bits > asked {
                report
                    .notes
                    .push(format!("numbers have {bits} bits, arguments {asked}: with {asked}, wrapped numbers fail"));
            }
            return Ok(report);
        }
    }

    fn report(&self, question: &Question, answer: Answer, shown: Vec<Shown>) -> SymbolicReport {
        report::report(self.project.program(), self.entry, question, answer, shown, self.begin.elapsed())
    }

    /// The engine's answer, within the time.
    fn answer(&self, question: &Question, progress: &Arc<Progress>) -> Answer {
        let program = self.project.program();
        let late = || {
            // The time is up in the middle of one operation: what is known by now is all there is.
            let answer = so_far(progress);
            let not_shown = |found: &Found| Shown {
                found: described(program, &found.what),
                inputs: None,
                schedule: found.schedule.clone(),
                violation: None,
                is_made: true,
            };
            let shown = answer.found.iter().map(not_shown).collect();
            self.supervision.observer.overdue(&self.report(question, answer, shown));
        };
        let body = || analyse(program, question, progress);
        watched(self.options, self.supervision, self.begin, &progress.stop, &late, body)
    }
}

/// Numbers get at most so many bits more than asked for.
const MORE_BITS: u32 = 4;

/// Whether what was found, the first only, happens with numbers that did not fit, and not in Java. What comes after
/// it has not been looked at.
fn is_artefact(answer: &Answer, shown: &[Shown]) -> bool {
    let is_whole = !answer.stopped && !answer.exhausted;
    is_whole
        && !answer.wraps.is_empty()
        && !shown.is_empty()
        && shown.iter().all(|shown| shown.violation.is_none() && shown.is_made)
}

/// Two bits more for what is computed; arguments keep theirs.
fn widen(question: &mut Question) {
    let bits = question.sizes.bits;
    for input in &mut question.inputs {
        input.bits.get_or_insert(bits);
    }
    question.sizes.bits = bits + 2;
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
