//! What the analysis knows of a program. Which code threads begin with, which fields each kind of thread uses,
//! which fields are immutable, which memory is owned or protected; at a point of the program, what its rest may
//! still access.

mod shape;

use std::time::{Duration, Instant};

use heddle_analysis::future::{Context, Futures, Place, Point};
use heddle_analysis::shape as shapes;
use heddle_analysis::threads::{Uses, field_uses, thread_kinds};
use heddle_explore::reduction::Knowledge;
use heddle_machine::names;
use heddle_program::ir::Instr;
use heddle_program::{FieldId, MethodId, Origin, Program};
pub use heddle_verdict::Precision;
use heddle_verdict::Semantics;

use crate::{Error, Project};
pub use shape::{Memory, ShapeReport};

/// What the analysis knows of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// How many methods are reachable.
    pub methods: usize,
    /// How many abstract objects there are.
    pub objects: usize,
    /// How many objects the bases of all accesses may hold, together: by the exhaustive analysis, by the one in
    /// use, and by both.
    pub held: [usize; 3],
    /// The methods that threads begin with.
    pub threads: Vec<String>,
    /// The fields of the program that threads use.
    pub fields: Vec<FieldUse>,
    /// What one thread owns or one lock protects; or why there is no shape analysis.
    pub shape: Result<ShapeReport, String>,
    /// How long the analysis took, without that of shapes.
    pub time: Duration,
    /// How long the shape analysis took.
    pub shape_time: Duration,
}

/// Who uses a field.
#[derive(Clone, PartialEq, Debug)]
pub struct FieldUse {
    /// `Class.field`.
    pub name: String,
    /// What it is to the search: `final`, `immutable`, `only read`, `one kind of thread` or `shared`.
    pub is: &'static str,
    /// By thread, in the order of [`Analysis::threads`].
    pub uses: Vec<Uses>,
}

/// A field that may still be accessed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FutureAccess {
    /// `Class.field`.
    pub field: String,
    /// It may also be written.
    pub written: bool,
}

/// Analyses a program.
pub fn analyze(project: &Project, precision: Precision) -> Result<Analysis, Error> {
    let program = project.program();
    let begin = Instant::now();
    let (knowledge, time) = (knowledge(project, precision)?, begin.elapsed());
    let facts = knowledge.facts();
    let begin = Instant::now();
    let threads = shapes::threads(program, facts);
    let shape = threads.as_ref().map_err(Clone::clone).and_then(|threads| {
        shapes::analyze(program, facts, threads).map(|shape| shape::describe(program, &shape, threads))
    });
    let shape_time = begin.elapsed();
    let kinds = thread_kinds(program, facts);
    let uses = field_uses(program, facts, &kinds).into_iter();
    let fields = uses.map(|(field, uses)| FieldUse {
        name: field_name(program, field),
        is: kind_of(&knowledge, program, field, &uses),
        uses,
    });
    Ok(Analysis {
        methods: facts.methods().len(),
        objects: facts.objects(),
        held: facts.held_objects(),
        threads: kinds.iter().map(|kind| method_name(program, kind.entry)).collect(),
        fields: fields.collect(),
        shape,
        time,
        shape_time,
    })
}

/// What a thread that stands at a line may still access. Lines are written `Class.method:LINE`; `called_from`
/// are the calls that led there, the last one first.
pub fn future_accesses(
    project: &Project,
    precision: Precision,
    at: &str,
    called_from: &[String],
) -> Result<Vec<FutureAccess>, Error> {
    let program = project.program();
    let knowledge = knowledge(project, precision)?;
    let mut frames = vec![];
    for (index, point) in [at].into_iter().chain(called_from.iter().map(String::as_str)).enumerate() {
        let (method, pc) = find_point(program, knowledge.facts().methods(), point)?;
        let point = if index == 0 { Point::Before(pc) } else { Point::After(last_call(program, method, pc)) };
        frames.push((method, point));
    }
    let mut futures = Futures::new(program, knowledge.share(), precision.context);
    if futures.context() != Context::Full {
        frames.truncate(1);
    }
    let accessed = accessed(&mut futures, program, &frames).into_iter();
    Ok(accessed.map(|(field, written)| FutureAccess { field: field_name(program, field), written }).collect())
}

/// The storage structure graph of a line, `Class.method:LINE`, for Graphviz: which variables may refer to which
/// objects there.
pub fn storage_graph(project: &Project, precision: Precision, at: &str) -> Result<String, Error> {
    let program = project.program();
    let knowledge = knowledge(project, precision)?;
    let threads = shapes::threads(program, knowledge.facts());
    let shape = threads.as_ref().map_err(Clone::clone);
    let shape = shape.and_then(|threads| shapes::analyze(program, knowledge.facts(), threads));
    let shape = shape.map_err(|reason| Error::Usage(format!("there is no shape analysis: {reason}")))?;
    shape::picture(program, &shape, at)
}

fn knowledge(project: &Project, precision: Precision) -> Result<Knowledge, Error> {
    let machine = project.machine(&Semantics::default(), None)?;
    let knowledge = project.knowledge(&machine, precision.points_to);
    match knowledge.facts().escapes() {
        None => Ok(knowledge),
        Some(reason) => {
            Err(Error::Usage(format!("the analysis alone cannot follow this program: {reason}; heddle check can")))
        }
    }
}

/// What a field is to the search, and the reason is in the columns beside it.
fn kind_of(knowledge: &Knowledge, program: &Program, field: FieldId, uses: &[Uses]) -> &'static str {
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

/// The first instruction of a line: `Class.method:line`.
fn find_point(program: &Program, methods: &[MethodId], point: &str) -> Result<(MethodId, u32), Error> {
    let wrong = || Error::Usage(format!("{point:?} names no reachable line; write Class.method:line"));
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

fn method_name(program: &Program, method: MethodId) -> String {
    let info = program.method(method);
    format!("{}.{}", names::external(program, info.class), program.text(info.name))
}

fn field_name(program: &Program, field: FieldId) -> String {
    let info = program.field(field);
    format!("{}.{}", names::external(program, info.class), program.text(info.name))
}
