//! The shape analysis of Corbett (TOSEM 2000): per field, array and kind of monitor whether it is owned,
//! protected by which lock, or shared and why; and the storage structure graph of a statement as a picture.

use std::collections::BTreeSet;

use heddle_analysis::inline::{Begin, NodeId, Threads};
use heddle_analysis::shape::{self, Class, Shape, Shared, Subject, Unprotected};
use heddle_program::Program;

use super::{field_name, method_name};
use crate::Error;

/// What one thread owns or one lock protects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeReport {
    /// The methods that threads begin with, and whether there may be several threads of a kind.
    pub threads: Vec<(String, bool)>,
    /// What is accessed.
    pub memory: Vec<Memory>,
    /// Objects that one thread hands over to another.
    pub handed_over: BTreeSet<String>,
}

/// Something that threads may share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// `Class.field`, the elements of a kind of arrays, or a kind of monitors.
    pub name: String,
    /// `owned`, `protected` or `shared`.
    pub is: &'static str,
    /// By which lock, or why not.
    pub why: String,
}

/// What is said of a program; all that is accessed, fields first.
pub fn describe(program: &Program, shape: &Shape<'_>, threads: &Threads) -> ShapeReport {
    let said = |(subject, summary): (&Subject, &shape::Summary)| {
        let name = match *subject {
            Subject::Field(field) => field_name(program, field),
            Subject::Elements(class) => format!("elements of {}", program.external_name(class)),
            Subject::Monitor(class) => format!("monitor of {}", program.external_name(class)),
        };
        let is_monitor = matches!(subject, Subject::Monitor(_));
        let (is, why) = match &summary.class {
            Class::Owned => ("owned", String::new()),
            Class::Protected(locks) => {
                let locks: Vec<String> = locks.iter().map(|&lock| shape.lock_name(lock)).collect();
                ("protected", format!("by {}", locks.join(", ")))
            }
            Class::Shared(reason) => ("shared", why(program, shape, *reason, is_monitor)),
        };
        Memory { name, is, why }
    };
    let mut all: Vec<Memory> = shape.summary().iter().map(said).collect();
    all.sort_by(|a, b| (a.name.contains(' '), &a.name).cmp(&(b.name.contains(' '), &b.name)));
    let name = |begin: Begin| method_name(program, begin.method());
    ShapeReport {
        threads: threads.types.iter().map(|ty| (name(ty.begin), ty.multi)).collect(),
        memory: all,
        handed_over: shape.handed_over().map(|(_, _, object)| shape.name(object)).collect(),
    }
}

fn why(program: &Program, shape: &Shape<'_>, reason: Shared, is_monitor: bool) -> String {
    let at = |thread: u32, node: NodeId| {
        let graph = &shape.threads().types[thread as usize].graph;
        let line = graph.line(program, node).map_or(String::new(), |line| format!(":{line}"));
        format!("{}{line}", method_name(program, graph.method(node)))
    };
    match reason {
        Shared::Unknown => "held by objects that the analysis does not follow".into(),
        Shared::Unprotected(Unprotected::NoLock { thread, node } | Unprotected::OtherLock { thread, node })
            if is_monitor =>
        {
            format!("taken without a common outer lock at {}", at(thread, node))
        }
        Shared::Unprotected(Unprotected::NoLock { thread, node }) => format!("no lock at {}", at(thread, node)),
        Shared::Unprotected(Unprotected::OtherLock { thread, node }) => {
            format!("not the same lock at {}", at(thread, node))
        }
        Shared::Unprotected(Unprotected::Escaped) => "reached by code that is not followed".into(),
        Shared::Unprotected(Unprotected::Monitor) => "waited for, or a thread's own".into(),
    }
}

/// The storage structure graph before a line: of the first thread type that reaches it, with its
/// first copy of the method.
pub fn picture(program: &Program, shape: &Shape<'_>, point: &str) -> Result<String, Error> {
    let wrong = || Error::Usage(format!("{point:?} names no line that a thread reaches; write Class.method:line"));
    let (name, line) = point.rsplit_once(':').ok_or_else(wrong)?;
    let line: u16 = line.parse().map_err(|_| wrong())?;
    for (thread, ty) in shape.threads().types.iter().enumerate() {
        let is_there = |&node: &NodeId| {
            shape.before(thread as u32, node).is_some()
                && ty.graph.line(program, node) == Some(line)
                && method_name(program, ty.graph.method(node)) == name
        };
        let nodes = (0..ty.graph.nodes.len() as NodeId).filter(is_there);
        if let Some(node) =
            nodes.min_by_key(|&node| (ty.graph.nodes[node as usize].copy, ty.graph.nodes[node as usize].pc))
        {
            return Ok(shape::dot(program, shape, thread as u32, node));
        }
    }
    Err(wrong())
}
