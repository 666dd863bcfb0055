//! `heddle symbolic`: a method, for all inputs at once; what can go wrong, shown by a run of the
//! explicit engine with concrete inputs; which lines are reached.

mod report;
mod witness;

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use heddle_program::{MethodId, Program};
use heddle_report::coverage::lcov;
use heddle_symbolic::contexts::Bounds;
use heddle_symbolic::java::Input;
use heddle_symbolic::java::layout::Sizes;
use heddle_symbolic::split::Splitting;
use heddle_symbolic::{Answer, Progress, Question, analyse};
use report::{Report, covered, verdict};
use witness::{Shown, described, reproduce};

use super::Failure;
use crate::args::{Split, Symbolic};
use crate::session::Session;

/// Bytes that a diagram node costs, its share of the tables included.
const NODE_BYTES: usize = 32;

pub fn symbolic(arguments: &Symbolic) -> Result<ExitCode, Failure> {
    let session = Session::open(&arguments.target, &[])?;
    let program = &session.program;
    let entry = entry(&session, arguments)?;
    let question = question(program, entry, arguments)?;
    let progress = Arc::new(Progress::default());
    let begin = Instant::now();
    let late = || {
        // The time is up in the middle of one operation: what is known by now is all there is.
        let answer = so_far(&progress);
        let not_shown = |found: &heddle_symbolic::Found| Shown {
            found: described(program, &found.what),
            inputs: None,
            schedule: found.schedule.clone(),
            violation: None,
        };
        let shown: Vec<Shown> = answer.found.iter().map(not_shown).collect();
        if let Ok(code) = tell(&session, &question, arguments, &answer, &shown, begin) {
            std::process::exit(i32::from(code));
        }
    };
    let answer = watched(arguments, &progress.stop, &late, || analyse(program, &question, &progress));
    let shown: Vec<Shown> =
        answer.found.iter().map(|found| reproduce(&session, &question, found)).collect::<Result<_, _>>()?;
    Ok(ExitCode::from(tell(&session, &question, arguments, &answer, &shown, begin)?))
}

/// Writes everything that the user wants to see; the exit code.
fn tell(
    session: &Session,
    question: &Question,
    arguments: &Symbolic,
    answer: &Answer,
    shown: &[Shown],
    begin: Instant,
) -> Result<u8, Failure> {
    let verdict = verdict(answer, shown);
    let covered = covered(session, question.entry, answer, shown);
    if let Some(file) = &arguments.lcov {
        std::fs::write(file, lcov(&covered))
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?;
    }
    let seconds = begin.elapsed().as_secs_f64();
    let report = Report { session, question, answer, shown, covered: &covered, verdict };
    let text = if arguments.json { report.json(seconds) } else { report.text(arguments, seconds) };
    let _ = anstream::stdout().write_all(text.as_bytes());
    Ok(verdict.exit_code())
}

/// What an analysis that does not come to an end has seen.
fn so_far(progress: &Progress) -> Answer {
    let seen = progress.seen.lock().map_or_else(|_| Default::default(), |seen| seen.clone());
    Answer { found: seen.found, reached: seen.reached, stopped: true, ..Answer::default() }
}

/// A single operation on diagrams cannot be interrupted: after so much longer the process ends.
const GRACE: Duration = Duration::from_secs(5);

/// Runs `body` and raises `stop` when the time is up or the user interrupts; calls `late` if the body
/// does not end even then.
fn watched<T>(arguments: &Symbolic, stop: &Arc<AtomicBool>, late: &(dyn Fn() + Sync), body: impl FnOnce() -> T) -> T {
    let _ = signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(stop));
    let done = AtomicBool::new(false);
    /// Ends the watch also if the body panics: the scope waits for it.
    struct Done<'a>(&'a AtomicBool);
    impl Drop for Done<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    std::thread::scope(|scope| {
        let ends = Done(&done);
        let watcher = scope.spawn(|| {
            let begin = Instant::now();
            while !done.load(Ordering::Relaxed) {
                std::thread::park_timeout(Duration::from_millis(20));
                let Some(seconds) = arguments.timeout else { continue };
                let over = begin.elapsed().checked_sub(Duration::from_secs(seconds));
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
fn entry(session: &Session, arguments: &Symbolic) -> Result<MethodId, Failure> {
    let program = &session.program;
    // Without a file, the program itself may be named as Class.method.
    let named = arguments.method.clone().or_else(|| {
        let target = &arguments.target.program;
        let is_path = std::path::Path::new(target).exists();
        let is_class = program.load(&target.replace('.', "/")).is_ok();
        (!is_path && !is_class && target.contains('.')).then(|| target.clone())
    });
    let (class, method) = match &named {
        Some(named) => match named.rsplit_once('.') {
            Some((class, method)) => (class.to_owned(), method),
            None => (session.main_class()?.to_owned(), named.as_str()),
        },
        None => (session.main_class()?.to_owned(), "main"),
    };
    let id = program
        .load(&class.replace('.', "/"))
        .map_err(|error| Failure::Usage(format!("cannot load class {class}: {error}")))?;
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
        (None, _) => {
            Err(Failure::Usage(format!("class {} has no method {method} with code", program.external_name(id))))
        }
        (Some(one), false) => {
            found.push(one);
            let all: Vec<&str> = found.iter().map(|&m| program.text(program.method(m).descriptor)).collect();
            Err(Failure::Usage(format!(
                "class {} has several methods {method}; add the descriptor of one of them: {}",
                program.external_name(id),
                all.join(", ")
            )))
        }
    }
}

fn question(program: &Program, entry: MethodId, arguments: &Symbolic) -> Result<Question, Failure> {
    let mut inputs = Input::of_method(program, entry, arguments.input_array);
    let mut bits = 8;
    for part in arguments.bits.split(',') {
        let (name, count) = part.split_once('=').map_or((None, part), |(name, count)| (Some(name), count));
        let count: u32 = count.trim().parse().ok().filter(|count| (1..=62).contains(count)).ok_or_else(|| {
            Failure::Usage(format!("--bits {}: expected a number from 1 to 62, or NAME=NUMBER", arguments.bits))
        })?;
        match name {
            None => bits = count,
            Some(name) => match inputs.iter_mut().find(|input| input.name == name.trim()) {
                Some(input) => input.bits = Some(count),
                None => {
                    let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
                    let names = if names.is_empty() { "it has none".into() } else { names.join(", ") };
                    return Err(Failure::Usage(format!(
                        "--bits: the method has no parameter {name}; parameters: {names}"
                    )));
                }
            },
        }
    }
    let splitting = match arguments.split {
        Split::Joint => None,
        Split::Eager => Some(Splitting::Eager),
        Split::Lazy => Some(Splitting::Lazy),
        Split::Maximal => Some(Splitting::Maximal),
        Split::Slice => Some(Splitting::Slice),
    };
    Ok(Question {
        entry,
        inputs,
        sizes: Sizes { bits, heap: arguments.heap, array: arguments.array, threads: arguments.threads as usize },
        bounds: Bounds { contexts: arguments.contexts, splitting, all: arguments.all, schedules: true },
        nodes: (arguments.memory << 20) / NODE_BYTES,
    })
}
