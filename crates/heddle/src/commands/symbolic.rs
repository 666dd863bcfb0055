//! `heddle symbolic`: a method, for all inputs at once; what can go wrong, shown by a run of the
//! explicit engine with concrete inputs; which lines are reached.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use heddle_explore::{Bound, Settings, Severity, Watch, explain, explore, shorten};
use heddle_platform_jdk::Argument;
use heddle_program::{ClassId, MethodId, Origin, Program, Type};
use heddle_report::coverage::{Covered, Line, lcov, margin};
use heddle_report::{Page, violation_text};
use heddle_symbolic::contexts::Bounds;
use heddle_symbolic::java::layout::Sizes;
use heddle_symbolic::java::{Input, Written};
use heddle_symbolic::split::Splitting;
use heddle_symbolic::{Answer, Found, Question, What, analyse};
use heddle_verdict::{Kind, Place, Violation};
use serde_json::json;

use super::Failure;
use super::check::{options, page_width};
use crate::args::{Split, Symbolic};
use crate::session::Session;

/// Bytes that a diagram node costs, its share of the tables included.
const NODE_BYTES: usize = 32;
/// States that the explicit engine may visit to reproduce what was found.
const REPLAY_STATES: u64 = 2_000_000;

pub fn symbolic(arguments: &Symbolic) -> Result<ExitCode, Failure> {
    let session = Session::open(&arguments.target, &[])?;
    let program = &session.program;
    let entry = entry(&session, arguments)?;
    let question = question(program, entry, arguments)?;
    let stop = Arc::new(AtomicBool::new(false));
    let begin = Instant::now();
    let answer = watched(arguments, &stop, || analyse(program, &question, Arc::clone(&stop)));
    let seconds = begin.elapsed().as_secs_f64();
    let shown: Vec<Shown> =
        answer.found.iter().map(|found| reproduce(&session, &question, found)).collect::<Result<_, _>>()?;
    let verdict = verdict(&answer, &shown);
    let covered = covered(&session, entry, &answer, &shown);
    if let Some(file) = &arguments.lcov {
        std::fs::write(file, lcov(&covered))
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?;
    }
    let report =
        Report { session: &session, question: &question, answer: &answer, shown: &shown, covered: &covered, verdict };
    let text = if arguments.json { report.json(seconds) } else { report.text(arguments, seconds) };
    let _ = anstream::stdout().write_all(text.as_bytes());
    Ok(ExitCode::from(verdict.exit_code()))
}

/// A single operation on diagrams cannot be interrupted: after so much longer the process ends.
const GRACE: Duration = Duration::from_secs(5);

/// Says that the time was up in the middle of an operation, and ends.
fn give_up(arguments: &Symbolic, seconds: u64) -> ! {
    let summary = format!("stopped after {seconds} s, in the middle of one operation on large diagrams");
    let verdict = Verdict::Bounded;
    let text = if arguments.json {
        let value = json!({"verdict": verdict.name(), "exit_code": verdict.exit_code(), "summary": summary});
        serde_json::to_string_pretty(&value).expect("a value can be written") + "\n"
    } else {
        format!("{}: {summary}\n", verdict.name())
    };
    let _ = anstream::stdout().write_all(text.as_bytes());
    std::process::exit(i32::from(verdict.exit_code()))
}

/// Runs `body` and raises `stop` when the time is up or the user interrupts.
fn watched<T>(arguments: &Symbolic, stop: &Arc<AtomicBool>, body: impl FnOnce() -> T) -> T {
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
                    give_up(arguments, seconds);
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

/// Something that was found, as the explicit engine shows it.
struct Shown {
    found: String,
    inputs: Option<String>,
    schedule: Vec<usize>,
    /// The run, if the explicit engine could reproduce it.
    violation: Option<Violation>,
}

/// Runs the method with the inputs that were found, within as many contexts.
fn reproduce(session: &Session, question: &Question, found: &Found) -> Result<Shown, Failure> {
    let program = &session.program;
    let arguments: Vec<Argument> = match &found.inputs {
        Some(written) => written.iter().map(argument).collect(),
        None => question.inputs.iter().map(|_| Argument::Null).collect(),
    };
    let mut settings = Settings {
        races: Severity::Off,
        bound: Bound::Contexts(found.schedule.len().max(1) as u32),
        jobs: 1,
        max_states: Some(REPLAY_STATES),
        ..Settings::default()
    };
    settings.semantics.plain = false;
    let machine = session.machine_for(options(&settings.semantics), question.entry, &arguments)?;
    let watch = Watch::new(settings.max_states, None);
    let (explored, mut paths) = explore(vec![machine], &settings, &watch);
    let wanted = |violation: &Violation| match (&found.what, &violation.kind) {
        (What::Deadlock { .. }, Kind::Deadlock { .. }) => true,
        (What::Uncaught { class, site, .. }, Kind::Uncaught { class: thrown, stack, .. }) => {
            program.external_name(*class) == *thrown && comes_from(*site, stack)
        }
        (What::Uncaught { class, site, .. }, Kind::Assertion { stack, .. }) => {
            is_assertion(program, *class) && comes_from(*site, stack)
        }
        _ => false,
    };
    let mut violations = explored.collected.violations;
    violations.retain(wanted);
    let path = &mut paths[0];
    let violation =
        match violations.into_iter().next() {
            Some(first) => {
                let shortest = shorten(path, std::slice::from_ref(&first.key), &settings, &watch).into_iter().next();
                Some(explain(path, &shortest.unwrap_or(first), &settings).map_err(|diverged| {
                    Failure::Internal(format!("step {} of the run does not replay", diverged.step))
                })?)
            }
            None => None,
        };
    let what = match &found.what {
        What::Uncaught { thread, class, site } => {
            let place = site.map_or_else(String::new, |(method, line)| {
                let line = if line == 0 { String::new() } else { format!(":{line}") };
                format!(", from {}{line}", program.external_method(method))
            });
            format!("uncaught {} in thread {thread}{place}", program.external_name(*class))
        }
        What::Deadlock { threads } => {
            let places = threads.iter().map(|&(thread, method, pc)| {
                let line = program.code(method).ok().and_then(|code| code.line(pc));
                let line = line.map_or_else(String::new, |line| format!(":{line}"));
                format!("thread {thread} in {}{line}", program.external_method(method))
            });
            format!("deadlock: {}", places.collect::<Vec<_>>().join(", "))
        }
    };
    let inputs = found.inputs.as_ref().map(|written| {
        let parts = question
            .inputs
            .iter()
            .zip(written)
            .map(|(input, value)| format!("{} = {}", input.name, words(program, value)));
        parts.collect::<Vec<_>>().join(", ")
    });
    Ok(Shown { found: what, inputs, schedule: found.schedule.clone(), violation })
}

/// Whether an exception with this stack was made at a line.
fn comes_from(site: Option<(MethodId, u16)>, stack: &[Place]) -> bool {
    let line = site.map(|(_, line)| u32::from(line)).filter(|&line| line != 0);
    line.is_none_or(|line| stack.first().and_then(|place| place.line).is_none_or(|first| first == line))
}

fn is_assertion(program: &Program, class: ClassId) -> bool {
    program.load("java/lang/AssertionError").is_ok_and(|error| program.is_subtype(class, error))
}

fn argument(written: &Written) -> Argument {
    match written {
        Written::Number(_, value) => Argument::Number(*value),
        Written::Null => Argument::Null,
        Written::Array(class, _, elements) => Argument::Array(*class, elements.clone()),
        Written::Object(class, fields) => {
            Argument::Object(*class, fields.iter().map(|&(field, _, value)| (field, value)).collect())
        }
    }
}

fn words(program: &Program, written: &Written) -> String {
    let number = |ty: Type, value: i64| match ty {
        Type::Boolean => (value != 0).to_string(),
        _ => value.to_string(),
    };
    match written {
        Written::Number(ty, value) => number(*ty, *value),
        Written::Null => "null".into(),
        Written::Array(_, ty, elements) if ty.is_ref() => format!("{} times null", elements.len()),
        Written::Array(_, ty, elements) => {
            format!("{{{}}}", elements.iter().map(|&value| number(*ty, value)).collect::<Vec<_>>().join(", "))
        }
        Written::Object(class, fields) => {
            let fields = fields.iter().map(|&(field, ty, value)| {
                format!("{} = {}", program.text(program.field(field).name), number(ty, value))
            });
            format!("{}({})", program.external_name(*class), fields.collect::<Vec<_>>().join(", "))
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Proved,
    Bounded,
    Violated,
    Unknown,
}

impl Verdict {
    fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Bounded => "bounded",
            Self::Violated => "violated",
            Self::Unknown => "unknown",
        }
    }

    fn exit_code(self) -> u8 {
        match self {
            Self::Proved => 0,
            Self::Violated => 1,
            Self::Bounded => 2,
            Self::Unknown => 3,
        }
    }
}

/// A violation counts if the explicit engine shows it. What is proved holds for the chosen bits.
fn verdict(answer: &Answer, shown: &[Shown]) -> Verdict {
    if shown.iter().any(|shown| shown.violation.is_some()) {
        Verdict::Violated
    } else if !answer.outside.is_empty() || answer.exhausted || !shown.is_empty() {
        Verdict::Unknown
    } else if !answer.converged || !answer.beyond.is_empty() || answer.stopped {
        Verdict::Bounded
    } else {
        Verdict::Proved
    }
}

/// Lines of the user's classes that have a method that was reached.
fn covered(session: &Session, entry: MethodId, answer: &Answer, shown: &[Shown]) -> Vec<Covered> {
    let program = &session.program;
    let mut classes: Vec<ClassId> = answer.reached.keys().map(|&method| program.method(method).class).collect();
    classes.push(program.method(entry).class);
    classes.sort_unstable();
    classes.dedup();
    let mut files: BTreeMap<String, BTreeMap<u32, Line>> = BTreeMap::new();
    for class in classes.into_iter().filter(|&class| program.class(class).origin == Origin::User) {
        let Some(file) = program.source_file(class) else { continue };
        let package = program.package_of(class);
        let file = if package.is_empty() { file } else { format!("{package}/{file}") };
        let lines = files.entry(file).or_default();
        for &method in &program.class(class).methods {
            let declared = program.method(method);
            if declared.is_abstract() || declared.is_native() {
                continue;
            }
            let Ok(code) = program.code(method) else { continue };
            let reached = answer.reached.get(&method);
            for pc in 0..code.instrs.len() as u32 {
                let Some(line) = code.line(pc) else { continue };
                let here =
                    if reached.is_some_and(|reached| reached.contains(&pc)) { Line::Reached } else { Line::NotReached };
                let known = lines.entry(u32::from(line)).or_insert(here);
                *known = (*known).max(here);
            }
        }
    }
    for place in shown.iter().filter_map(|shown| shown.violation.as_ref()).flat_map(places) {
        let (Some(file), Some(line)) = (&place.file, place.line) else { continue };
        for (_, lines) in files.iter_mut().filter(|(name, _)| name.rsplit('/').next() == Some(file)) {
            if let Some(known) = lines.get_mut(&line) {
                *known = Line::Violated;
            }
        }
    }
    files.into_iter().map(|(file, lines)| Covered { file, lines }).collect()
}

/// Where a violation happens in the user's program.
fn places(violation: &Violation) -> Vec<Place> {
    let first = |stack: &[Place]| stack.iter().find(|place| place.user).cloned();
    match &violation.kind {
        Kind::Uncaught { stack, .. } | Kind::Assertion { stack, .. } => first(stack).into_iter().collect(),
        Kind::Deadlock { threads, .. } => threads.iter().filter_map(|blocked| first(&blocked.stack)).collect(),
        _ => vec![],
    }
}

struct Report<'a> {
    session: &'a Session,
    question: &'a Question,
    answer: &'a Answer,
    shown: &'a [Shown],
    covered: &'a [Covered],
    verdict: Verdict,
}

impl Report<'_> {
    fn text(&self, arguments: &Symbolic, seconds: f64) -> String {
        let mut out = String::new();
        let source = |place: &Place| self.session.source_line(place);
        let page = Page { width: page_width(), source: &source };
        for shown in self.shown {
            let contexts: Vec<String> = shown.schedule.iter().map(usize::to_string).collect();
            out.push_str(&shown.found);
            if let Some(inputs) = &shown.inputs {
                out.push_str(&format!("\n  inputs: {inputs}"));
            }
            out.push_str(&format!("\n  contexts: threads {}\n\n", contexts.join(", ")));
            match &shown.violation {
                Some(violation) => out.push_str(&violation_text(violation, &page)),
                None => out.push_str(
                    "  The explicit engine does not reproduce it with these inputs and contexts: the bits may be too few.\n",
                ),
            }
            out.push('\n');
        }
        if !arguments.no_coverage {
            for covered in self.covered {
                let line = |number: u32| {
                    let (package, file) = covered.file.rsplit_once('/').unwrap_or(("", &covered.file));
                    let class =
                        if package.is_empty() { "A".into() } else { format!("{}.A", package.replace('/', ".")) };
                    let place =
                        Place { class, method: String::new(), file: Some(file.into()), line: Some(number), user: true };
                    self.session.source_line(&place)
                };
                out.push_str(&margin(covered, &line));
                out.push('\n');
            }
        }
        if arguments.stats {
            let figures = &self.answer.figures;
            out.push_str(&format!(
                "time {seconds:.2} s, diagram nodes {}, view tuples {}, contexts {}, variables {}, objects {}, explorations {}\n",
                figures.nodes, figures.tuples, figures.contexts, figures.variables, figures.objects, figures.explorations
            ));
        }
        for note in self.notes() {
            out.push_str(&format!("note: {note}\n"));
        }
        out.push_str(&format!("{}: {}\n", self.verdict.name(), self.summary()));
        out
    }

    fn summary(&self) -> String {
        let sizes = &self.question.sizes;
        let data = format!("numbers of {} bits, {} threads", sizes.bits, sizes.threads);
        match self.verdict {
            Verdict::Proved => format!("no violation for any inputs and any number of contexts, with {data}"),
            Verdict::Bounded => format!("no violation within {}, with {data}", self.limits().join("; ")),
            Verdict::Violated => self
                .shown
                .iter()
                .filter(|shown| shown.violation.is_some())
                .map(|shown| shown.found.clone())
                .collect::<Vec<_>>()
                .join("; "),
            Verdict::Unknown => self.limits().join("; "),
        }
    }

    fn limits(&self) -> Vec<String> {
        let mut limits = Vec::new();
        let answer = self.answer;
        limits.extend(answer.outside.iter().map(|what| format!("outside of this analysis: {what}")));
        if answer.exhausted {
            limits.push("the decision diagrams outgrew --memory".into());
        }
        if self.shown.iter().any(|shown| shown.violation.is_none()) {
            limits.push("a violation that the explicit engine does not reproduce".into());
        }
        if answer.stopped {
            limits.push("stopped before the end".into());
        } else if !answer.converged {
            limits.push(format!("{} contexts", self.question.bounds.contexts));
        }
        limits.extend(answer.beyond.iter().cloned());
        limits
    }

    fn notes(&self) -> Vec<String> {
        let program = &self.session.program;
        let wraps = self.answer.wraps.iter().map(|&(method, pc)| {
            let line = program
                .code(method)
                .ok()
                .and_then(|code| code.line(pc))
                .map_or_else(String::new, |line| format!(" line {line}"));
            format!(
                "a number does not fit {} bits in {}{line}",
                self.question.sizes.bits,
                program.external_method(method)
            )
        });
        let mut notes: Vec<String> = wraps.collect();
        notes.dedup();
        notes.extend(self.answer.assumed.iter().map(|what| format!("assumed: {what}")));
        notes
    }

    fn json(&self, seconds: f64) -> String {
        let figures = &self.answer.figures;
        let violations: Vec<serde_json::Value> = self
            .shown
            .iter()
            .map(|shown| json!({"found": shown.found, "inputs": shown.inputs, "contexts": shown.schedule, "run": shown.violation}))
            .collect();
        let value = json!({
            "verdict": self.verdict.name(),
            "exit_code": self.verdict.exit_code(),
            "summary": self.summary(),
            "violations": violations,
            "converged": self.answer.converged,
            "outside": self.answer.outside,
            "beyond": self.answer.beyond,
            "notes": self.notes(),
            "coverage": self.covered,
            "statistics": {
                "seconds": seconds, "nodes": figures.nodes, "tuples": figures.tuples, "contexts": figures.contexts,
                "variables": figures.variables, "objects": figures.objects, "explorations": figures.explorations,
            },
        });
        serde_json::to_string_pretty(&value).expect("a value can be written") + "\n"
    }
}
