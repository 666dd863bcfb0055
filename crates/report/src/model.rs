//! What was found in the states of a finite-state model: for people, and as JSON.

use std::fmt::Write;

use heddle::{Conclusion, ModelReport};
use heddle_model::language::{Model, NodeId, ThreadId};
use heddle_model::step::Move;
use heddle_model::{Run, Wrong, emit, transformations};
use heddle_verdict::Limit;
use schemars::JsonSchema;
use serde::Serialize;

use crate::json::{Answer, Content, document};

/// The verdict, the run to a violation, and the figures.
pub fn text(report: &ModelReport) -> String {
    let ModelReport { model, explored, .. } = report;
    let verdict = report.conclusion();
    let mut text = String::new();
    let words = match (verdict, &explored.violation) {
        (Conclusion::Proved, _) => "No deadlock, no uncaught exception.".into(),
        (_, Some(run)) => wrong(model, run),
        (Conclusion::Bounded, _) => "No deadlock, no uncaught exception, as far as the model goes.".into(),
        _ => "The model cannot express all that the program does.".into(),
    };
    let name = verdict.name();
    let _ = writeln!(text, "{}{}: {words}", name[..1].to_uppercase(), &name[1..]);
    for &(thread, node) in &explored.traps {
        let node = model.node(thread, node);
        let what = emit::action(model, &node.action);
        let _ =
            writeln!(text, "  the model ends at {}: {what} would make one object too many (--allocators)", node.place);
    }
    for &(thread, node) in &explored.unknown {
        let node = model.node(thread, node);
        let what = emit::action(model, &node.action);
        let _ = writeln!(text, "  the model cannot express {what} at {}", node.place);
    }
    if let Some(limit) = &report.limit {
        let why = match limit {
            Limit::Seconds(seconds) => format!(", when {seconds} s were over (--timeout)"),
            Limit::Memory(bytes) => format!(", when {} MiB were in use (--memory)", bytes >> 20),
            Limit::Interrupted => ", interrupted".into(),
            _ => " (--max-states)".into(),
        };
        let _ = writeln!(text, "  stopped after {} states{why}", explored.states);
    }
    if let Some(run) = &explored.violation {
        text += &steps(model, run);
    }
    let transformations = transformations(model, explored);
    let _ = writeln!(text, "threads          {}", model.threads.len());
    let _ = writeln!(text, "objects          {}", model.objects);
    let _ = writeln!(
        text,
        "transformations  {} ({} of them ends of threads)",
        transformations.visible, transformations.ends
    );
    let _ = writeln!(text, "states           {}", explored.states);
    let _ = writeln!(text, "transitions      {}", explored.transitions);
    if explored.deadlocks > 0 {
        let _ = writeln!(text, "deadlocks        {}", explored.deadlocks);
    }
    text
}

/// What is wrong, by the name of its kind.
pub(crate) fn kind(run: &Run) -> &'static str {
    match run.kind {
        Wrong::Deadlock => "deadlock",
        Wrong::Crash(..) => "uncaught",
    }
}

/// What is wrong, in a sentence.
pub(crate) fn wrong(model: &Model, run: &Run) -> String {
    match run.kind {
        Wrong::Deadlock => "Deadlock.".into(),
        Wrong::Crash(thread, node) => {
            let name = &model.threads[thread.index()].name;
            format!("{name} ends by {} at {}.", emit::thrown(model, run, thread, node), model.node(thread, node).place)
        }
    }
}

/// The run, a line per step, and where the threads stand at its end.
fn steps(model: &Model, run: &Run) -> String {
    let mut text = String::new();
    let width = model.threads.iter().map(|thread| thread.name.len()).max().unwrap_or(0);
    for (number, step) in run.steps.iter().enumerate() {
        let thread = step.movement.thread();
        let name = &model.threads[thread.index()].name;
        let did = match (step.movement, step.visible) {
            (Move::Take(_), _) => "takes the monitor".into(),
            (Move::TimeOut(_), _) => "times out".into(),
            (_, Some(at)) => {
                let node = model.node(thread, at);
                format!("{:<20} {}", node.place, emit::action(model, &node.action))
            }
            (_, None) => "continues".into(),
        };
        let doing = match step.status {
            heddle_model::state::status::BLOCKED => "  blocks",
            _ => "",
        };
        let _ = writeln!(text, "  {:>3}  {name:<width$}  {did}{doing}", number + 1);
    }
    for (thread, what) in emit::standing(model, run) {
        let ThreadId(at) = thread;
        let _ = writeln!(text, "  {} {what}", model.threads[at as usize].name);
    }
    text
}

/// What was found in the states of a finite-state model.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ModelReport")]
pub(crate) struct ModelJson<'a> {
    /// The program, as the user named it.
    program: &'a str,
    /// The verdict.
    verdict: Answer,
    /// The first violation found.
    violation: Option<ModelViolation>,
    /// Threads of the model.
    threads: usize,
    /// Objects of the model.
    objects: usize,
    /// Visible transformations.
    transformations: usize,
    /// How many of them are ends of threads.
    ends_of_threads: usize,
    /// Reachable states.
    states: usize,
    /// Transitions between them.
    transitions: usize,
    /// How many of the states are deadlocks.
    deadlocks: usize,
    /// Where the model ends because it has too few objects.
    traps: Vec<ModelPlace<'a>>,
    /// What the model cannot express.
    unknown: Vec<ModelPlace<'a>>,
    /// Whether all states were visited.
    complete: bool,
}

/// A violation in a model.
#[derive(Serialize, JsonSchema)]
struct ModelViolation {
    /// What it is.
    what: String,
    /// Steps of the run that leads there.
    steps: usize,
}

/// An instruction of a model.
#[derive(Serialize, JsonSchema)]
struct ModelPlace<'a> {
    /// Where it is in the program.
    place: &'a str,
    /// What it does.
    action: String,
}

/// The report of `heddle model`.
pub fn json(report: &ModelReport, program: &str) -> String {
    let ModelReport { model, explored, .. } = report;
    let verdict = report.conclusion();
    let transformations = transformations(model, explored);
    let places = |list: &[(ThreadId, NodeId)]| {
        let nodes = list.iter().map(|&(thread, node)| model.node(thread, node));
        nodes.map(|node| ModelPlace { place: &node.place, action: emit::action(model, &node.action) }).collect()
    };
    let violation = |run: &Run| ModelViolation { what: wrong(model, run), steps: run.steps.len() };
    let content = ModelJson {
        program,
        verdict: Answer { is: verdict },
        violation: explored.violation.as_ref().map(violation),
        threads: model.threads.len(),
        objects: model.objects as usize,
        transformations: transformations.visible,
        ends_of_threads: transformations.ends,
        states: explored.states,
        transitions: explored.transitions,
        deadlocks: explored.deadlocks,
        traps: places(&explored.traps),
        unknown: places(&explored.unknown),
        complete: explored.complete,
    };
    document(Content::Model(content), verdict.exit_code())
}

/// Languages that models are written in, for other tools.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelFormat {
    /// For SPIN.
    Promela,
    /// For NuSMV.
    Smv,
    /// For Graphviz.
    Dot,
    /// For programs.
    Json,
}

/// The model in another language; the error says why it cannot be expressed there.
pub fn export(report: &ModelReport, format: ModelFormat) -> Result<String, String> {
    let ModelReport { model, explored, .. } = report;
    Ok(match format {
        ModelFormat::Promela => emit::promela(model, explored),
        ModelFormat::Smv => emit::smv(model, explored)?,
        ModelFormat::Dot => emit::dot(model, explored),
        ModelFormat::Json => emit::json(model),
    })
}

/// The size of the state space and the verdict in a line.
pub fn figures(report: &ModelReport) -> String {
    let explored = &report.explored;
    format!("{} states, {} transitions: {}\n", explored.states, explored.transitions, report.conclusion().name())
}
