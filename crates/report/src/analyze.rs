//! What the analysis knows of a program: for people, and as JSON.

use std::fmt::Write;

use heddle::{Analysis, FutureAccess, Memory, ShapeReport};
use serde_json::{Value, json};

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

/// All that is known, pretty-printed.
pub fn json(analysis: &Analysis) -> String {
    let fields: Vec<_> = analysis
        .fields
        .iter()
        .map(|row| {
            let by = analysis.threads.iter().zip(&row.uses).filter(|(_, uses)| uses.reads || uses.writes);
            let by: Vec<_> =
                by.map(|(entry, uses)| json!({"thread": entry, "reads": uses.reads, "writes": uses.writes})).collect();
            json!({"field": row.name, "is": row.is, "accessed": by})
        })
        .collect();
    let report = json!({
        "methods": analysis.methods,
        "objects": analysis.objects,
        "held": analysis.held,
        "threads": analysis.threads,
        "fields": fields,
        "shape": match &analysis.shape {
            Ok(shape) => shape_json(shape),
            Err(reason) => json!({"none": reason}),
        },
    });
    format!("{report:#}\n")
}

fn shape_json(shape: &ShapeReport) -> Value {
    let threads: Vec<_> = shape.threads.iter().map(|(name, multi)| json!({"begins": name, "several": multi})).collect();
    let memory = shape.memory.iter().map(|memory| json!({"of": memory.name, "is": memory.is, "why": memory.why}));
    json!({"threads": threads, "memory": memory.collect::<Vec<_>>(), "handed_over": shape.handed_over})
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

/// The same as JSON.
pub fn future_json(at: &str, accesses: &[FutureAccess]) -> String {
    let fields: Vec<_> =
        accesses.iter().map(|access| json!({"field": access.field, "written": access.written})).collect();
    format!("{:#}\n", json!({"at": at, "accessed": fields}))
}
