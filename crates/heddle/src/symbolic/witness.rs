//! What was found, shown by a run of the explicit engine: with the inputs, and along the contexts,
//! that the symbolic one names.

use heddle_explore::{Bound, ContextReplay, Path, Settings, Severity, explain, replay_contexts};
use heddle_platform_jdk::Argument;
use heddle_program::{ClassId, MethodId, Program, Type};
use heddle_symbolic::java::{Input, Shape, Written};
use heddle_symbolic::{Found, Question, What};
use heddle_verdict::{Granularity, Kind, Place, Violation};

use super::arguments::{Plan, is_unmade};
use crate::{Error, Project};

/// States that the explicit engine may visit to reproduce what was found.
const REPLAY_STATES: usize = 1_000_000;

/// Something that was found, as the explicit engine shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    /// What it is.
    pub found: String,
    /// The inputs with which it happens.
    pub inputs: Option<String>,
    /// Threads by context, which the run follows.
    pub schedule: Vec<usize>,
    /// The run, if the explicit engine could reproduce it with arguments that are made.
    pub violation: Option<Violation>,
    /// No argument is an object made without its constructor.
    pub is_made: bool,
}

/// Runs the method with the inputs that were found, along the contexts that were found.
pub(super) fn reproduce(
    project: &Project,
    question: &Question,
    plan: Option<&Plan>,
    found: &Found,
) -> Result<Shown, Error> {
    let program = project.program();
    let arguments: Vec<Argument> = match &found.inputs {
        Some(written) => written.iter().map(argument).collect(),
        None => question.inputs.iter().map(without_choice).collect(),
    };
    let wanted = |violation: &Violation| shows(program, &found.what, violation);
    let mut violation = None;
    // Both engines let a thread rest in places of their own choice. If that keeps them from meeting,
    // every instruction is a step.
    for granularity in [Granularity::Visible, Granularity::Instruction] {
        let mut settings = Settings { races: Severity::Off, ..Settings::default() };
        settings.semantics.granularity = granularity;
        let machine = project.machine_for(&settings.semantics, question.entry, &arguments)?;
        let mut path = Path::new(machine, Bound::None);
        if let ContextReplay::Found(first) =
            replay_contexts(&mut path, &found.schedule, &wanted, &settings, REPLAY_STATES)
        {
            let explained = explain(&mut path, &first, &settings);
            violation =
                Some(explained.map_err(|diverged| {
                    Error::Internal(format!("step {} of the run does not replay", diverged.step))
                })?);
            break;
        }
    }
    let is_unmade = found.inputs.iter().flatten().any(|written| is_unmade(program, written));
    let is_made = !is_unmade || violation.is_none();
    violation = violation.filter(|_| is_made);
    let inputs = found.inputs.as_ref().map(|written| {
        if let Some(plan) = plan {
            return plan.words(program, written);
        }
        let parts = question.inputs.iter().zip(written).map(|(input, value)| match value {
            Written::Same(other) => format!("{} = {}", input.name, question.inputs[*other].name),
            _ => format!("{} = {}", input.name, words(program, value)),
        });
        parts.collect::<Vec<_>>().join(", ")
    });
    Ok(Shown { found: described(program, &found.what), inputs, schedule: found.schedule.clone(), violation, is_made })
}

/// Whether a violation is what was found.
fn shows(program: &Program, what: &What, violation: &Violation) -> bool {
    match (what, &violation.kind) {
        (What::Deadlock { threads }, Kind::Deadlock { threads: blocked, .. }) => {
            let is_blocked = |thread: usize| blocked.iter().any(|blocked| blocked.thread.index() == thread);
            threads.iter().all(|&(thread, ..)| is_blocked(thread))
        }
        (What::Uncaught { class, site, thread }, Kind::Uncaught { class: thrown, stack, thread: of, .. }) => {
            program.external_name(*class) == *thrown && comes_from(*site, stack) && of.index() == *thread
        }
        (What::Uncaught { class, site, thread }, Kind::Assertion { stack, thread: of, .. }) => {
            is_assertion(program, *class) && comes_from(*site, stack) && of.index() == *thread
        }
        _ => false,
    }
}

/// What was found, in words.
pub(super) fn described(program: &Program, what: &What) -> String {
    match what {
        What::Uncaught { thread, class, site } => {
            let place = site.map_or_else(String::new, |(method, line)| {
                let line = if line == 0 { String::new() } else { format!(":{line}") };
                format!(", from {}{line}", program.source_method(method))
            });
            format!("uncaught {} in thread {thread}{place}", program.external_name(*class))
        }
        What::Deadlock { threads } => {
            let places = threads.iter().map(|&(thread, method, pc)| {
                let line = program.code(method).ok().and_then(|code| code.line(pc));
                let line = line.map_or_else(String::new, |line| format!(":{line}"));
                format!("thread {thread} in {}{line}", program.source_method(method))
            });
            format!("deadlock: {}", places.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Whether an exception with this stack was made at a line.
fn comes_from(site: Option<(MethodId, u16)>, stack: &[Place]) -> bool {
    let line = site.map(|(_, line)| u32::from(line)).filter(|&line| line != 0);
    line.is_none_or(|line| stack.first().and_then(|place| place.line).is_none_or(|first| first == line))
}

fn is_assertion(program: &Program, class: ClassId) -> bool {
    program.load("java/lang/AssertionError").is_ok_and(|error| program.is_subtype(class, error))
}

/// An argument that leaves nothing open.
fn without_choice(input: &Input) -> Argument {
    match &input.shape {
        Shape::Program { class, texts } => Argument::Texts(*class, texts.clone()),
        _ => Argument::Null,
    }
}

fn argument(written: &Written) -> Argument {
    match written {
        Written::Number(_, value) => Argument::Number(*value),
        Written::Null => Argument::Null,
        Written::Same(other) => Argument::Same(*other),
        Written::Text(text) => Argument::Text(text.clone()),
        Written::Texts(class, texts) => Argument::Texts(*class, texts.clone()),
        Written::Array(class, _, elements) => Argument::Array(*class, elements.clone()),
        Written::Object(class, fields) => {
            Argument::Object(*class, fields.iter().map(|&(field, _, value)| (field, value)).collect())
        }
    }
}

pub(super) fn words(program: &Program, written: &Written) -> String {
    let number = |ty: Type, value: i64| match ty {
        Type::Boolean => (value != 0).to_string(),
        _ => value.to_string(),
    };
    match written {
        Written::Number(ty, value) => number(*ty, *value),
        Written::Null => "null".into(),
        Written::Same(other) => format!("argument {other}"),
        Written::Text(text) => format!("{text:?}"),
        Written::Texts(_, texts) => format!("{texts:?}"),
        Written::Array(_, ty, elements) if ty.is_ref() => format!("{} times null", elements.len()),
        Written::Array(_, ty, elements) => {
            format!("{{{}}}", elements.iter().map(|&value| number(*ty, value)).collect::<Vec<_>>().join(", "))
        }
        Written::Object(class, fields) => {
            let fields = fields.iter().map(|&(field, ty, value)| {
                format!("{} = {}", program.text(program.field(field).name), number(ty, value))
            });
            format!("{}({})", program.source_class(*class), fields.collect::<Vec<_>>().join(", "))
        }
    }
}
