//! The finite-state model of a program in the sense of Corbett (TOSEM 2000), and its states.

use std::cell::Cell;
use std::time::Instant;

use heddle_analysis::inline::{Graph, NodeId as InlineNode, Op, Slot, Threads, inline};
use heddle_analysis::{PointsTo, shape};
use heddle_explore::reduction::Knowledge;
use heddle_model::language::{Model, Monitors, Rules};
use heddle_model::{Explored, explore, java};
use heddle_program::Program;
use heddle_verdict::{Limit, Semantics};

use crate::{Conclusion, Error, Limits, Note, Project, Supervision};

/// What can be decided about a model.
#[derive(Clone, Debug)]
pub struct ModelOptions {
    /// How many objects an allocator in a loop can make; a run that needs more ends there.
    pub allocators: u32,
    /// Who gets a monitor that is released.
    pub monitors: Monitors,
    /// Which steps are merged with others.
    pub merged: Merged,
    /// Accesses that are taken for local: `Class.field`, or those on the line `Class.method:LINE`.
    pub local: Vec<String>,
    /// Stop after so many states.
    pub max_states: usize,
    /// How much time and memory may be taken.
    pub limits: Limits,
}

impl Default for ModelOptions {
    fn default() -> Self {
        let (merged, max_states) = (Merged::ALL, 10_000_000);
        Self {
            allocators: 3,
            monitors: Monitors::Barging,
            merged,
            local: vec![],
            max_states,
            limits: Limits::default(),
        }
    }
}

/// Which steps are merged with others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Merged {
    /// Accesses to memory that one thread alone can reach.
    pub owned: bool,
    /// Accesses to memory that one lock protects.
    pub protected: bool,
    /// Locking again what the thread has locked.
    pub relock: bool,
    /// Notifications.
    pub notify: bool,
    /// Unlocking.
    pub unlock: bool,
}

impl Merged {
    /// All of them.
    pub const ALL: Self = Self { owned: true, protected: true, relock: true, notify: true, unlock: true };
}

/// A model and its states.
pub struct ModelReport {
    /// The model.
    pub model: Model,
    /// What its states are, and what is wrong with them.
    pub explored: Explored,
    /// What cut the exploration short.
    pub limit: Option<Limit>,
}

impl ModelReport {
    /// What follows for the program.
    pub fn conclusion(&self) -> Conclusion {
        let explored = &self.explored;
        if explored.violation.is_some() {
            Conclusion::Violated
        } else if !explored.unknown.is_empty() {
            Conclusion::Unknown
        } else if !explored.complete || !explored.traps.is_empty() {
            Conclusion::Bounded
        } else {
            Conclusion::Proved
        }
    }
}

/// Builds the finite-state model of a program and visits its states.
pub fn model(project: &Project, options: &ModelOptions, supervision: &Supervision<'_>) -> Result<ModelReport, Error> {
    let begin = Instant::now();
    let mut model = build(project, options, supervision)?;
    let stopped = Cell::new(None);
    let stop = || {
        let interrupted = supervision.cancel.is_cancelled().then_some(Limit::Interrupted);
        let limit = stopped.take().or(interrupted).or_else(|| options.limits.passed(begin));
        let stops = limit.is_some();
        stopped.set(limit);
        stops
    };
    let explored = explore(&mut model, options.max_states, &stop);
    let limit = stopped.take().or_else(|| (!explored.complete).then_some(Limit::States(options.max_states as u64)));
    Ok(ModelReport { model, explored, limit })
}

fn build(project: &Project, options: &ModelOptions, supervision: &Supervision<'_>) -> Result<Model, Error> {
    let program = project.program();
    let machine = project.machine(&Semantics::default(), None)?;
    let beyond = |reason: String| {
        Error::Usage(format!("there is no model of this program: {reason}; heddle check explores it without one"))
    };
    let knowledge = project.knowledge(&machine, PointsTo::default());
    let threads = inline(program, knowledge.facts(), &java::policy()).map_err(beyond)?;
    let local = local_nodes(program, &threads, &options.local)?;
    let merged = options.merged;
    let open = open_nodes(program, &knowledge, &threads, merged, supervision);
    let shared = |ty: usize, node: InlineNode| open[ty][node as usize] && !local[ty][node as usize];
    let settings = java::Settings {
        allocators: options.allocators,
        monitors: options.monitors,
        rules: Rules { relock: merged.relock, notify: merged.notify, unlock: merged.unlock },
        shared: &shared,
        locks_threads: knowledge.facts().locks_threads(program),
    };
    java::model(program, &threads, &settings).map_err(beyond)
}

/// Per thread type and node, whether what it touches is neither owned nor protected, as far as the
/// user wants to know.
fn open_nodes(
    program: &Program,
    knowledge: &Knowledge,
    threads: &Threads,
    merged: Merged,
    supervision: &Supervision<'_>,
) -> Vec<Vec<bool>> {
    let mut open: Vec<Vec<bool>> = threads.types.iter().map(|ty| vec![true; ty.graph.nodes.len()]).collect();
    if !merged.owned && !merged.protected {
        return open;
    }
    let shape = match shape::analyze(program, knowledge.facts(), threads) {
        Ok(shape) => shape,
        Err(reason) => {
            supervision.observer.note(&Note::NoShape(reason));
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
fn local_nodes(program: &Program, threads: &Threads, places: &[String]) -> Result<Vec<Vec<bool>>, Error> {
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
            return Err(Error::Usage(format!(
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
