//! `heddle model`: the finite-state model of a program in the sense of Corbett (TOSEM 2000), its states, and its
//! export to other tools.

use std::fmt::Write;
use std::io::Write as _;
use std::process::ExitCode;

use heddle_analysis::inline::{Graph, NodeId as InlineNode, Op, Slot, Threads, inline};
use heddle_analysis::{PointsTo, shape};
use heddle_explore::reduction::Knowledge;
use heddle_model::language::{Model, Monitors, Rules, ThreadId};
use heddle_model::step::Move;
use heddle_model::{Explored, Run, Wrong, emit, explore, java, transformations};
use heddle_program::Program;
use heddle_verdict::Semantics;
use serde_json::json;

use super::Failure;
use crate::args::{BuildModel, Emit, Merged};
use crate::session::Session;

pub fn model(arguments: &BuildModel) -> Result<ExitCode, Failure> {
    let session = Session::open(&arguments.target, &[])?;
    let mut model = build(&session, arguments)?;
    let explored = explore(&mut model, arguments.max_states);
    let verdict = verdict(&explored);
    let text = match arguments.emit {
        Some(Emit::Promela) => emit::promela(&model, &explored),
        Some(Emit::Smv) => emit::smv(&model, &explored)
            .map_err(|reason| Failure::Usage(format!("the model cannot be written in SMV: {reason}")))?,
        Some(Emit::Dot) => emit::dot(&model, &explored),
        Some(Emit::Json) => emit::json(&model),
        None if arguments.json => in_json(&model, &explored, verdict),
        None => in_words(&model, &explored, verdict),
    };
    let _ = anstream::stdout().write_all(text.as_bytes());
    if arguments.emit.is_some() {
        eprintln!("{} states, {} transitions: {}", explored.states, explored.transitions, verdict.name());
        return Ok(ExitCode::from(if verdict == Answer::Unknown { verdict.exit_code() } else { 0 }));
    }
    Ok(ExitCode::from(verdict.exit_code()))
}

fn build(session: &Session, arguments: &BuildModel) -> Result<Model, Failure> {
    let program = &session.program;
    let machine = session.machine(&Semantics::default(), None)?;
    let beyond = |reason: String| {
        Failure::Usage(format!("there is no model of this program: {reason}; heddle check explores it without one"))
    };
    let knowledge = session.knowledge(&machine, PointsTo::default()).map_err(beyond)?;
    let threads = inline(program, knowledge.facts(), &java::policy()).map_err(beyond)?;
    let local = local_nodes(program, &threads, &arguments.local)?;
    let merged = if arguments.base { Merged::default() } else { arguments.reduce };
    let open = open_nodes(program, &knowledge, &threads, merged);
    let shared = |ty: usize, node: InlineNode| open[ty][node as usize] && !local[ty][node as usize];
    let settings = java::Settings {
        allocators: arguments.allocators,
        monitors: match arguments.monitors {
            crate::args::Monitors::Barging => Monitors::Barging,
            crate::args::Monitors::Fifo => Monitors::Fifo,
        },
        rules: Rules { relock: merged.relock, notify: merged.notify, unlock: merged.unlock },
        shared: &shared,
    };
    java::model(program, &threads, &settings).map_err(beyond)
}

/// Per thread type and node, whether what it touches is neither owned nor protected, as far as the
/// user wants to know.
fn open_nodes(program: &Program, knowledge: &Knowledge, threads: &Threads, merged: Merged) -> Vec<Vec<bool>> {
    let mut open: Vec<Vec<bool>> = threads.types.iter().map(|ty| vec![true; ty.graph.nodes.len()]).collect();
    if !merged.owned && !merged.protected {
        return open;
    }
    let shape = match shape::analyze(program, knowledge.facts(), threads) {
        Ok(shape) => shape,
        Err(reason) => {
            eprintln!("nothing is taken for owned or protected: {reason}");
            return open;
        }
    };
    for (ty, open) in open.iter_mut().enumerate() {
        for (node, open) in open.iter_mut().enumerate() {
            *open = match shape.class(ty as u32, node as InlineNode) {
                Some(shape::Class::Owned) => !merged.owned,
                Some(shape::Class::Protected(_)) => !merged.protected,
                Some(shape::Class::Shared(_)) | None => true,
            };
        }
    }
    open
}

/// Per thread type and node, whether the user takes its access for local.
fn local_nodes(program: &Program, threads: &Threads, places: &[String]) -> Result<Vec<Vec<bool>>, Failure> {
    let mut local: Vec<Vec<bool>> = threads.types.iter().map(|ty| vec![false; ty.graph.nodes.len()]).collect();
    for place in places {
        let mut found = false;
        for (ty, local) in threads.types.iter().zip(&mut local) {
            for (node, local) in local.iter_mut().enumerate() {
                if accesses(program, &ty.graph, node as InlineNode, place) {
                    *local = true;
                    found = true;
                }
            }
        }
        if !found {
            return Err(Failure::Usage(format!(
                "nothing is accessed at {place:?}; write Class.field, or Class.method:LINE"
            )));
        }
    }
    Ok(local)
}

/// Whether a node accesses a field, or anything on a line, as the user names it.
fn accesses(program: &Program, graph: &Graph, node: InlineNode, place: &str) -> bool {
    let field = match graph.nodes[node as usize].op {
        Op::Load { slot: Slot::Field(field), .. } | Op::Store { slot: Slot::Field(field), .. } => Some(field),
        Op::LoadStatic { field, .. } | Op::StoreStatic { field, .. } => Some(field),
        Op::LoadElement { .. } | Op::StoreElement { .. } => None,
        _ => return false,
    };
    let ends = |name: &str| name == place || name.ends_with(&format!(".{place}"));
    if let Some((_, line)) = place.rsplit_once(':') {
        let method = program.method(graph.method(node));
        let name = format!("{}.{}:{line}", program.external_name(method.class), program.text(method.name));
        return ends(&name) && graph.line(program, node).is_some_and(|at| at.to_string() == line);
    }
    field.is_some_and(|field| ends(&program.external_field(field)))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Proved,
    Violated,
    Bounded,
    Unknown,
}

impl Answer {
    fn name(self) -> &'static str {
        ["proved", "violated", "bounded", "unknown"][usize::from(self.exit_code())]
    }

    fn exit_code(self) -> u8 {
        self as u8
    }
}

fn verdict(explored: &Explored) -> Answer {
    if explored.violation.is_some() {
        Answer::Violated
    } else if !explored.unknown.is_empty() {
        Answer::Unknown
    } else if !explored.complete || !explored.traps.is_empty() {
        Answer::Bounded
    } else {
        Answer::Proved
    }
}

fn in_words(model: &Model, explored: &Explored, verdict: Answer) -> String {
    let mut text = String::new();
    let words = match (verdict, &explored.violation) {
        (Answer::Proved, _) => "No deadlock, no uncaught exception.".into(),
        (_, Some(run)) => wrong(model, run),
        (Answer::Bounded, _) => "No deadlock, no uncaught exception, as far as the model goes.".into(),
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

fn in_json(model: &Model, explored: &Explored, verdict: Answer) -> String {
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
    let report = json!({
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
    format!("{report:#}\n")
}
