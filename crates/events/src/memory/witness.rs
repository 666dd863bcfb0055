//! One execution that shows an outcome: the accesses to what threads share, what each read saw, and
//! the synchronisation between them. As data, and as a DOT graph.

use std::fmt::Write as _;

use heddle_explore::short_class;
use heddle_machine::{Machine, Mode, Ref};
use heddle_verdict::{Before, Edge, EdgeKind, Node};
use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::Serialize;

use super::action::{Cell, ObjectName, Part, Place, Value};
use super::drive::Driver;
use super::graph::{EventId, Graph, Source, What};
use super::interleaving;
use crate::space::EventSpace;

/// Which threads an execution is shown of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shows {
    /// Where there are several others, the main thread only makes them and looks at what came out.
    Actors,
    All,
}

/// One execution that shows an outcome.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Witness {
    /// The events.
    pub nodes: Vec<Node>,
    /// Relations between them.
    pub edges: Vec<Edge>,
    /// What an interleaving would have to put in one order, and cannot; empty if that takes more than what each read saw.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub circle: Vec<Before>,
    /// Of the model of the first specification: all events.
    #[serde(skip)]
    pub space: Option<EventSpace>,
}

impl Witness {
    /// Draws an execution.
    pub(super) fn of(graph: &Graph, driver: &mut Driver<'_>, shows: Shows) -> Witness {
        let shown = interesting(graph, shows);
        let number: FxHashMap<EventId, usize> = shown.iter().enumerate().map(|(at, &id)| (id, at)).collect();
        let mut witness = Witness::default();
        let mut last_of: FxHashMap<usize, usize> = FxHashMap::default();
        for (at, &id) in shown.iter().enumerate() {
            let event = &graph.events[id];
            let line = event.code.and_then(|code| driver.machine.program.code(code.method).ok()?.line(code.pc));
            let thread = thread_name(&mut driver.machine, event.thread);
            witness.nodes.push(Node { thread, text: describe(driver, &event.what), line });
            if let Some(last) = last_of.insert(event.thread, at) {
                witness.edges.push(Edge { from: last, to: at, kind: EdgeKind::Program });
            }
            witness.edges.extend(seen(graph, id, &number).map(|(from, kind)| Edge { from, to: at, kind }));
            witness.edges.extend(
                synchronized_with(graph, id, &shown).filter_map(|from| {
                    number.get(&from).map(|&from| Edge { from, to: at, kind: EdgeKind::Synchronizes })
                }),
            );
        }
        witness.circle = interleaving::circle(graph, &shown);
        witness
    }

    /// A graph for Graphviz, one column per thread.
    pub fn to_dot(&self, title: &str) -> String {
        let escape = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        let mut text =
            format!("digraph execution {{\n  label=\"{}\";\n  node [shape=box, fontname=monospace];\n", escape(title));
        let mut threads: Vec<&str> = Vec::new();
        for node in &self.nodes {
            if !threads.contains(&node.thread.as_str()) {
                threads.push(&node.thread);
            }
        }
        for (column, thread) in threads.iter().enumerate() {
            let _ = writeln!(text, "  subgraph cluster_{column} {{\n    label=\"{}\";", escape(thread));
            for (at, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.thread == **thread) {
                let line = node.line.map_or(String::new(), |line| format!("\\nline {line}"));
                let _ = writeln!(text, "    e{at} [label=\"{}{line}\"];", escape(&node.text));
            }
            text.push_str("  }\n");
        }
        for edge in &self.edges {
            let style = match edge.kind {
                EdgeKind::Program => "",
                EdgeKind::Sees => " [label=\"sees\", color=blue, constraint=false]",
                EdgeKind::Races => " [label=\"races\", color=red, style=bold, constraint=false]",
                EdgeKind::Synchronizes => " [label=\"sw\", color=darkgreen, constraint=false]",
            };
            let _ = writeln!(text, "  e{} -> e{}{style};", edge.from, edge.to);
        }
        text + "}\n"
    }
}

/// Accesses to cells that several threads access and one writes, locks of objects that several
/// threads lock, fences; thread by thread.
fn interesting(graph: &Graph, shows: Shows) -> Vec<EventId> {
    let mut users: FxHashMap<Place, FxHashSet<usize>> = FxHashMap::default();
    let mut lockers: FxHashMap<ObjectName, FxHashSet<usize>> = FxHashMap::default();
    let mut written: FxHashSet<Place> = FxHashSet::default();
    // With several others, what one of them tells the main thread in the end is no news.
    let threads: FxHashSet<usize> = graph.events.iter().map(|event| event.thread).collect();
    let counts = |thread: usize| shows == Shows::All || thread != 0 || threads.len() < 3;
    for event in graph.events.iter().filter(|event| counts(event.thread)) {
        match &event.what {
            What::Access(access) => {
                users.entry(access.cell.place).or_default().insert(event.thread);
                if access.written.is_some() {
                    written.insert(access.cell.place);
                }
            }
            What::Lock(object) | What::Unlock(object) => {
                lockers.entry(*object).or_default().insert(event.thread);
            }
            _ => {}
        }
    }
    let mut shown: Vec<EventId> = (0..graph.events.len())
        .filter(|&id| match &graph.events[id].what {
            What::Access(access) => {
                !access.trusted
                    && users.get(&access.cell.place).is_some_and(|users| users.len() > 1)
                    && written.contains(&access.cell.place)
            }
            What::Lock(object) | What::Unlock(object) => lockers.get(object).is_some_and(|threads| threads.len() > 1),
            What::Fence(_) => true,
            _ => false,
        })
        .collect();
    shown.sort_by_key(|&id| (graph.events[id].thread, id));
    shown
}

fn seen(graph: &Graph, id: EventId, number: &FxHashMap<EventId, usize>) -> impl Iterator<Item = (usize, EdgeKind)> {
    let read = graph.events[id].access().and_then(|access| access.read);
    let write = match read {
        Some((_, Source::Write(write), _)) => graph.by_id.get(&write).copied(),
        _ => None,
    };
    let edge = write.and_then(|write| {
        let synchronizes = graph.events[id].access().is_some_and(|access| access.synchronizes);
        let kind = if graph.hb(write, id) || synchronizes { EdgeKind::Sees } else { EdgeKind::Races };
        number.get(&write).map(|&write| (write, kind))
    });
    edge.into_iter()
}

/// The last unlock before a lock of the same object by another thread.
fn synchronized_with<'g>(graph: &'g Graph, id: EventId, shown: &'g [EventId]) -> impl Iterator<Item = EventId> + 'g {
    let found = match graph.events[id].what {
        What::Lock(object) => shown.iter().copied().filter(move |&earlier| {
            matches!(graph.events[earlier].what, What::Unlock(of) if of == object)
                && earlier < id
                && graph.events[earlier].thread != graph.events[id].thread
        }),
        _ => return None.into_iter(),
    };
    found.max().into_iter()
}

pub(super) fn thread_name(machine: &mut Machine<'_>, thread: usize) -> String {
    let object = machine.state.threads[thread].object;
    let name = machine.field(object, "name") as Ref;
    if name == 0 { format!("thread {thread}") } else { machine.string(name) }
}

fn describe(driver: &Driver<'_>, what: &What) -> String {
    match what {
        What::Access(access) => {
            let cell = cell_name(driver, access.cell);
            let mode = match access.mode {
                Mode::Plain => "",
                Mode::Opaque => " opaque",
                Mode::Acquire => " acquire",
                Mode::Release => " release",
                Mode::Volatile => " volatile",
            };
            let value = |value| value_name(driver, access.cell, value);
            match (access.read, access.written) {
                (Some((_, _, old)), Some((_, new))) => {
                    format!("update {cell}: {} → {}{mode}", value(old), value(new))
                }
                (Some((_, _, read)), None) => format!("read {cell} = {}{mode}", value(read)),
                (None, Some((_, new))) => format!("write {cell} = {}{mode}", value(new)),
                (None, None) => cell,
            }
        }
        What::Lock(object) => format!("lock {}", object_name(driver, *object)),
        What::Unlock(object) => format!("unlock {}", object_name(driver, *object)),
        What::Fence(fence) => format!("{fence:?} fence").to_lowercase(),
        What::Start | What::Join | What::Freeze | What::Other => String::new(),
    }
}

pub(super) fn object_name(driver: &Driver<'_>, name: ObjectName) -> String {
    let Some(object) = driver.object(name) else { return "an object".into() };
    if let Some(class) = driver.machine.class_of_mirror(object) {
        return format!("{}.class", short_class(&driver.machine, class));
    }
    let class = short_class(&driver.machine, driver.machine.class_of(object));
    match name {
        ObjectName::Early(_) => class,
        ObjectName::Late { thread, number } => format!("{class}@{thread}.{number}"),
    }
}

pub(super) fn cell_name(driver: &Driver<'_>, cell: Cell) -> String {
    let program = driver.machine.program;
    let name = match cell.place {
        Place::Field(object, field) => {
            format!("{}.{}", object_name(driver, object), program.text(program.field(field).name))
        }
        Place::Static(field) => {
            let field = program.field(field);
            format!("{}.{}", short_class(&driver.machine, field.class), program.text(field.name))
        }
        Place::Element(object, index) => format!("{}[{index}]", object_name(driver, object)),
    };
    match cell.part {
        Part::Whole => name,
        Part::Low => format!("{name} (low)"),
        Part::High => format!("{name} (high)"),
    }
}

fn holds_reference(driver: &Driver<'_>, cell: Cell) -> bool {
    match cell.place {
        Place::Field(_, field) | Place::Static(field) => driver.machine.program.field(field).ty.is_ref(),
        Place::Element(array, _) => driver.object(array).is_some_and(|array| {
            let class = driver.machine.program.class_name(driver.machine.class_of(array));
            class.starts_with("[L") || class.starts_with("[[")
        }),
    }
}

pub(super) fn value_name(driver: &Driver<'_>, cell: Cell, value: Value) -> String {
    match value {
        Value::Object(name) => object_name(driver, name),
        Value::Bits(0) if holds_reference(driver, cell) => "null".into(),
        Value::Bits(bits) => match cell.part {
            Part::Whole => (bits as u32 as i32).to_string(),
            _ => format!("{bits:#x}"),
        },
    }
}
