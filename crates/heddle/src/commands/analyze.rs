//! `heddle analyze`: what the analysis knows of a program. Which code threads begin with, which
//! fields each kind of thread uses, which fields are immutable, which memory is owned or protected; at
//! a point of the program, what its rest may still access.

use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

use heddle_analysis::future::{Context, Futures, Place, Point};
use heddle_analysis::shape;
use heddle_analysis::threads::{Uses, field_uses, thread_kinds};
use heddle_machine::names;
use heddle_program::ir::Instr;
use heddle_program::{FieldId, MethodId, Origin, Program};
use heddle_verdict::Semantics;
use serde_json::json;

use super::{Failure, analyze_shape};
use crate::args::Analyze;
use crate::session::Session;

pub fn analyze(arguments: &Analyze) -> Result<ExitCode, Failure> {
    let session = Session::open(&arguments.target, &[])?;
    let program = &session.program;
    let machine = session.machine(&Semantics::default(), None)?;
    let begin = Instant::now();
    let knowledge = session.knowledge(&machine, arguments.precision.points_to()).map_err(|reason| {
        Failure::Usage(format!("the analysis cannot follow this program: {reason}; heddle check explores it without"))
    })?;
    let seconds = begin.elapsed().as_secs_f64();
    let facts = knowledge.facts();
    if let Some(point) = &arguments.at {
        let mut frames = vec![];
        for (index, point) in [point].into_iter().chain(&arguments.called_from).enumerate() {
            let (method, pc) = find_point(program, facts.methods(), point)?;
            let point = if index == 0 { Point::Before(pc) } else { Point::After(last_call(program, method, pc)) };
            frames.push((method, point));
        }
        let mut futures = Futures::new(program, knowledge.share(), arguments.precision.context());
        if futures.context() != Context::Full {
            frames.truncate(1);
        }
        let fields = accessed(&mut futures, program, &frames);
        print_point(arguments, program, point, &fields);
        return Ok(ExitCode::SUCCESS);
    }
    let threads = shape::threads(program, facts);
    let begin = Instant::now();
    let shape = threads.as_ref().map_err(Clone::clone).and_then(|threads| shape::analyze(program, facts, threads));
    let shape_seconds = begin.elapsed().as_secs_f64();
    if let Some(point) = &arguments.dot {
        let shape = shape.map_err(|reason| Failure::Usage(format!("there is no shape analysis: {reason}")))?;
        print!("{}", analyze_shape::picture(program, &shape, point)?);
        return Ok(ExitCode::SUCCESS);
    }
    let said = shape.as_ref().map_or_else(|_| vec![], |shape| analyze_shape::describe(program, shape));
    let types = threads.as_ref().map_or_else(|_| vec![], |threads| analyze_shape::thread_names(program, threads));
    let kinds = thread_kinds(program, facts);
    let uses = field_uses(program, facts, &kinds);
    let entries: Vec<String> = kinds.iter().map(|kind| method_name(program, kind.entry)).collect();
    let rows: Vec<Row> = uses
        .into_iter()
        .map(|(field, uses)| Row {
            name: field_name(program, field),
            is: kind_of(&knowledge, program, field, &uses),
            uses,
        })
        .collect();
    if arguments.json {
        let fields: Vec<_> = rows
            .iter()
            .map(|row| {
                let by = entries.iter().zip(&row.uses).filter(|(_, uses)| uses.reads || uses.writes);
                let by: Vec<_> = by
                    .map(|(entry, uses)| json!({"thread": entry, "reads": uses.reads, "writes": uses.writes}))
                    .collect();
                json!({"field": row.name, "is": row.is, "accessed": by})
            })
            .collect();
        let report = json!({
            "methods": facts.methods().len(), "objects": facts.objects(), "held": facts.held_objects(), "threads": entries, "fields": fields,
            "shape": match &shape {
                Ok(shape) => analyze_shape::json(&types, &said, shape),
                Err(reason) => json!({"none": reason}),
            },
        });
        println!("{report:#}");
        return Ok(ExitCode::SUCCESS);
    }
    print!("{}", text(&entries, &rows));
    match &shape {
        Ok(_) => print!("{}", analyze_shape::text(&types, &said)),
        Err(reason) => println!("\nno shape analysis: {reason}"),
    }
    eprintln!(
        "{} methods, {} abstract objects, {seconds:.2} s, shape {shape_seconds:.2} s",
        facts.methods().len(),
        facts.objects()
    );
    Ok(ExitCode::SUCCESS)
}

struct Row {
    name: String,
    is: &'static str,
    uses: Vec<Uses>,
}

/// What a field is to the search, and the reason is in the columns beside it.
fn kind_of(
    knowledge: &heddle_explore::reduction::Knowledge,
    program: &Program,
    field: FieldId,
    uses: &[Uses],
) -> &'static str {
    let users = uses.iter().filter(|uses| uses.reads || uses.writes).count();
    if program.field(field).is_final() {
        "final"
    } else if knowledge.is_immutable(field) {
        "immutable"
    } else if uses.iter().all(|uses| !uses.writes) {
        "only read"
    } else if users < 2 {
        "one kind of thread"
    } else {
        "shared"
    }
}

fn text(entries: &[String], rows: &[Row]) -> String {
    let mut text = String::from("threads begin with\n");
    for (index, entry) in entries.iter().enumerate() {
        let _ = writeln!(text, "  {}  {entry}", index + 1);
    }
    text += "\nfields, and who reads (r) and writes (w) them\n";
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or_default();
    for row in rows {
        let by = row.uses.iter().enumerate().filter(|(_, uses)| uses.reads || uses.writes);
        let by: Vec<String> = by
            .map(|(index, uses)| {
                format!("{}:{}{}", index + 1, if uses.reads { "r" } else { "" }, if uses.writes { "w" } else { "" })
            })
            .collect();
        let _ = writeln!(text, "  {:width$}  {:18}  {}", row.name, row.is, by.join(" "));
    }
    text
}

/// The first instruction of a line: `Class.method:line`.
fn find_point(program: &Program, methods: &[MethodId], point: &str) -> Result<(MethodId, u32), Failure> {
    let wrong = || Failure::Usage(format!("{point:?} names no reachable line; write Class.method:line"));
    let (name, line) = point.rsplit_once(':').ok_or_else(wrong)?;
    let line: u16 = line.parse().map_err(|_| wrong())?;
    let named = methods.iter().filter(|&&method| method_name(program, method) == name);
    let mut points = named.filter_map(|&method| {
        let code = program.code(method).ok()?;
        let pc = (0..code.instrs.len() as u32).find(|&pc| code.line(pc) == Some(line))?;
        Some((method, pc))
    });
    points.next().ok_or_else(wrong)
}

/// The last call on the line of an instruction, else the instruction.
fn last_call(program: &Program, method: MethodId, pc: u32) -> u32 {
    let Ok(code) = program.code(method) else { return pc };
    let on_line = (0..code.instrs.len() as u32).filter(|&at| code.line(at) == code.line(pc));
    on_line.filter(|&at| matches!(code.instrs[at as usize], Instr::Invoke { .. })).last().unwrap_or(pc)
}

/// The user's fields that may be accessed by the rest of some frames and what they call; and whether
/// they may be written.
fn accessed(futures: &mut Futures<'_>, program: &Program, frames: &[(MethodId, Point)]) -> Vec<(FieldId, bool)> {
    let (_, _, count) = program.counts();
    let fields = (0..count as u32).map(FieldId);
    let is_user = |field: &FieldId| program.class(program.field(*field).class).origin == Origin::User;
    let fields: Vec<FieldId> = fields.filter(is_user).collect();
    let mut found = Vec::new();
    for field in fields {
        let place = match program.field(field).is_static() {
            true => Place::Static { field },
            false => Place::Field { field, site: 0 },
        };
        let (any, writes) = (futures.ask(place, false), futures.ask(place, true));
        let mut may = |table| frames.iter().any(|&(method, point)| futures.from(table, method, point));
        if may(any) {
            found.push((field, may(writes)));
        }
    }
    found.sort_by_cached_key(|&(field, _)| field_name(program, field));
    found
}

fn print_point(arguments: &Analyze, program: &Program, point: &str, fields: &[(FieldId, bool)]) {
    if arguments.json {
        let fields: Vec<_> = fields
            .iter()
            .map(|&(field, writes)| json!({"field": field_name(program, field), "written": writes}))
            .collect();
        println!("{:#}", json!({"at": point, "accessed": fields}));
        return;
    }
    let stack: String = arguments.called_from.iter().map(|caller| format!(", called from {caller}")).collect();
    println!("from {point}{stack} on, a thread may access");
    for &(field, writes) in fields {
        println!("  {}{}", field_name(program, field), if writes { "  (also written)" } else { "" });
    }
}

pub fn method_name(program: &Program, method: MethodId) -> String {
    let info = program.method(method);
    format!("{}.{}", names::external(program, info.class), program.text(info.name))
}

pub fn field_name(program: &Program, field: FieldId) -> String {
    let info = program.field(field);
    format!("{}.{}", names::external(program, info.class), program.text(info.name))
}
