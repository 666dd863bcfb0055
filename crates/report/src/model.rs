//! What was found in the states of a finite-state model: for people, and as JSON.

use std::fmt::Write;

use heddle::{Conclusion, ModelReport};
use heddle_model::language::{Model, ThreadId};
use heddle_model::step::Move;
use heddle_model::{Run, Wrong, emit, transformations};
use serde_json::json;

/// The verdict, the run to a violation, and the figures.
pub fn text(report: &ModelReport) -> String {
    let ModelReport { model, explored } = report;
    let verdict = report.conclusion();
    let mut text = String::new();
    let words = match (verdict, &explored.violation) {
        (Conclusion::Proved, _) => "No deadlock, no uncaught exception.".into(),
        (_, Some(run)) => wrong(model, run),
        (Conclusion::Bounded, _) => "No deadlock, no uncaught exception, as far as the model goes.".into(),
        _ => "The model does not say what the program does.".into(),
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
    if !explored.complete {
        let _ = writeln!(text, "  stopped after {} states (--max-states)", explored.states);
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

fn wrong(model: &Model, run: &Run) -> String {
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
            (Move::TimeOut(_), _) => "waits no longer".into(),
            (_, Some(at)) => {
                let node = model.node(thread, at);
                format!("{:<20} {}", node.place, emit::action(model, &node.action))
            }
            (_, None) => "runs on".into(),
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

/// The verdict and the figures.
pub fn json(report: &ModelReport) -> String {
    let ModelReport { model, explored } = report;
    let verdict = report.conclusion();
    let transformations = transformations(model, explored);
    let places = |list: &[(ThreadId, heddle_model::language::NodeId)]| -> Vec<_> {
        list.iter()
            .map(|&(thread, node)| {
                let node = model.node(thread, node);
                json!({"place": node.place, "action": emit::action(model, &node.action)})
            })
            .collect()
    };
    let violation = explored.violation.as_ref().map(|run| json!({"what": wrong(model, run), "steps": run.steps.len()}));
    let value = json!({
        "verdict": verdict.name(),
        "violation": violation,
        "threads": model.threads.len(),
        "objects": model.objects,
        "transformations": transformations.visible,
        "ends_of_threads": transformations.ends,
        "states": explored.states,
        "transitions": explored.transitions,
        "deadlocks": explored.deadlocks,
        "traps": places(&explored.traps),
        "unknown": places(&explored.unknown),
        "complete": explored.complete,
    });
    format!("{value:#}\n")
}
