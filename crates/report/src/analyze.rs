//! What the analysis knows of a program: for people, and as JSON.

use std::collections::BTreeSet;
use std::fmt::Write;

use heddle::{Analysis, FieldUse, FutureAccess, Memory, ShapeReport};
use schemars::JsonSchema;
use serde::Serialize;

use crate::json::{Content, document};

/// Threads, fields, and memory that is owned or protected.
pub fn text(analysis: &Analysis) -> String {
    let mut text = String::from("threads begin with\n");
    for (index, entry) in analysis.threads.iter().enumerate() {
        let _ = writeln!(text, "  {}  {entry}", index + 1);
    }
    text += "\nfields, and who reads (r) and writes (w) them\n";
    let width = analysis.fields.iter().map(|row| row.name.len()).max().unwrap_or_default();
    for row in &analysis.fields {
        let by = row.uses.iter().enumerate().filter(|(_, uses)| uses.reads || uses.writes);
        let by: Vec<String> = by
            .map(|(index, uses)| {
                format!("{}:{}{}", index + 1, if uses.reads { "r" } else { "" }, if uses.writes { "w" } else { "" })
            })
            .collect();
        let _ = writeln!(text, "  {:width$}  {:18}  {}", row.name, row.is, by.join(" "));
    }
    match &analysis.shape {
        Ok(shape) => text + &shape_text(shape),
        Err(reason) => text + &format!("\nno shape analysis: {reason}\n"),
    }
}

fn shape_text(shape: &ShapeReport) -> String {
    let mut text = String::from("\nshape: what one thread owns or one lock protects\n");
    for (name, _) in shape.threads.iter().filter(|(_, multi)| *multi) {
        let _ = writeln!(text, "  several threads of {name}");
    }
    let width = shape.memory.iter().map(|memory| memory.name.len()).max().unwrap_or_default();
    for Memory { name, is, why } in &shape.memory {
        let _ = writeln!(text, "  {}", format!("{name:width$}  {is:9}  {why}").trim_end());
    }
    text
}

/// What may still be accessed from a point on, for people.
pub fn future_text(at: &str, called_from: &[String], accesses: &[FutureAccess]) -> String {
    let stack: String = called_from.iter().map(|caller| format!(", called from {caller}")).collect();
    let mut text = format!("from {at}{stack} on, a thread may access\n");
    for access in accesses {
        let _ = writeln!(text, "  {}{}", access.field, if access.written { "  (also written)" } else { "" });
    }
    text
}

/// Sizes and times of the analysis in a line.
pub fn figures(analysis: &Analysis) -> String {
    format!(
        "{} methods, {} abstract objects, {:.2} s, shape {:.2} s\n",
        analysis.methods,
        analysis.objects,
        analysis.time.as_secs_f64(),
        analysis.shape_time.as_secs_f64()
    )
}

/// What `heddle analyze` reports.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AnalyzeReport")]
#[serde(untagged)]
pub(crate) enum AnalyzeJson<'a> {
    /// Without `--at`: of the whole program.
    Program(ProgramFacts<'a>),
    /// With `--at`: what may still be accessed from a line on.
    Point(PointFacts<'a>),
}

/// What the analysis knows of a program.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ProgramFacts<'a> {
    /// The program, as the user named it.
    program: &'a str,
    /// Reachable methods.
    methods: usize,
    /// Abstract objects.
    objects: usize,
    /// Objects that the bases of all accesses may refer to, in total: by the exhaustive points-to analysis, by the
    /// one in use, and by both.
    held: [usize; 3],
    /// The methods that threads begin with.
    threads: &'a [String],
    /// The fields of the program that threads access.
    fields: Vec<FieldFacts<'a>>,
    /// Owned and protected memory.
    shape: ShapeFacts<'a>,
}

/// Who accesses a field.
#[derive(Serialize, JsonSchema)]
struct FieldFacts<'a> {
    /// `Class.field`.
    field: &'a str,
    /// `final`, `immutable`, `only read`, `one kind of thread` or `shared`.
    is: &'a str,
    /// By which threads it is accessed.
    accessed: Vec<AccessFacts<'a>>,
}

/// How the threads that begin with one method access a field.
#[derive(Serialize, JsonSchema)]
struct AccessFacts<'a> {
    /// The method that the threads begin with.
    thread: &'a str,
    /// Whether they read it.
    reads: bool,
    /// Whether they write it.
    writes: bool,
}

/// The result of the shape analysis.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum ShapeFacts<'a> {
    /// Which memory is owned or protected.
    Known {
        /// The methods that threads begin with.
        threads: Vec<ThreadFacts<'a>>,
        /// Fields, arrays and monitors.
        memory: Vec<MemoryFacts<'a>>,
        /// Objects that one thread hands over to another.
        handed_over: &'a BTreeSet<String>,
    },
    /// There is no shape analysis.
    Missing {
        /// Why.
        none: &'a str,
    },
}

/// Threads that begin with one method.
#[derive(Serialize, JsonSchema)]
struct ThreadFacts<'a> {
    /// The method.
    begins: &'a str,
    /// Whether there may be several at a time.
    several: bool,
}

/// What the shape analysis knows of a field, array or monitor.
#[derive(Serialize, JsonSchema)]
struct MemoryFacts<'a> {
    /// Which memory.
    of: &'a str,
    /// `owned`, `protected` or `shared`.
    is: &'a str,
    /// By what it is protected, or why it is shared.
    why: &'a str,
}

/// What a thread at a line may still access.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PointFacts<'a> {
    /// The program, as the user named it.
    program: &'a str,
    /// The line, as `Class.method:LINE`.
    at: &'a str,
    /// The fields.
    accessed: Vec<FutureFacts<'a>>,
}

/// A field that may still be accessed.
#[derive(Serialize, JsonSchema)]
struct FutureFacts<'a> {
    /// `Class.field`.
    field: &'a str,
    /// Whether it may also be written.
    written: bool,
}

/// The report of `heddle analyze`.
pub fn json(analysis: &Analysis, program: &str) -> String {
    let accessed = |row: &FieldUse| {
        let by = analysis.threads.iter().zip(&row.uses).filter(|(_, uses)| uses.reads || uses.writes);
        by.map(|(thread, uses)| AccessFacts { thread, reads: uses.reads, writes: uses.writes }).collect()
    };
    let fields = analysis.fields.iter().map(|row| FieldFacts { field: &row.name, is: row.is, accessed: accessed(row) });
    let content = AnalyzeJson::Program(ProgramFacts {
        program,
        methods: analysis.methods,
        objects: analysis.objects,
        held: analysis.held,
        threads: &analysis.threads,
        fields: fields.collect(),
        shape: analysis.shape.as_ref().map_or_else(|none| ShapeFacts::Missing { none }, shape_facts),
    });
    document(Content::Analyze(content), 0)
}

fn shape_facts(shape: &ShapeReport) -> ShapeFacts<'_> {
    let threads = shape.threads.iter().map(|(begins, several)| ThreadFacts { begins, several: *several });
    let memory = shape.memory.iter().map(|Memory { name, is, why }| MemoryFacts { of: name, is, why });
    ShapeFacts::Known { threads: threads.collect(), memory: memory.collect(), handed_over: &shape.handed_over }
}

/// The report of `heddle analyze --at`.
pub fn future_json(at: &str, accesses: &[FutureAccess], program: &str) -> String {
    let accessed = accesses.iter().map(|access| FutureFacts { field: &access.field, written: access.written });
    document(Content::Analyze(AnalyzeJson::Point(PointFacts { program, at, accessed: accessed.collect() })), 0)
}
