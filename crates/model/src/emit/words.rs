//! Transformations in words, for reports and as comments in what is exported.

use crate::explore::Run;
use crate::language::{Action, Binary, Expr, Model, NodeId, Place, ThreadId, Unary, Value};
use crate::state::{Layout, control, status};

pub fn expr(value: &Expr) -> String {
    match value {
        Expr::Const(value) => value.to_string(),
        Expr::Local(local) => format!("v{}", local.0),
        Expr::Within(local, ranges) => {
            let ranges: Vec<String> =
                ranges.iter().map(|range| format!("{}..{}", range.start, range.end - 1)).collect();
            format!("v{} in {}", local.0, if ranges.is_empty() { "nothing".into() } else { ranges.join(", ") })
        }
        Expr::Unary(op, value) => {
            let op = match op {
                Unary::Neg => "-",
                Unary::ToByte => "(byte) ",
                Unary::ToChar => "(char) ",
                Unary::ToShort => "(short) ",
            };
            format!("{op}{}", expr(value))
        }
        Expr::Binary(op, left, right) => format!("{} {} {}", expr(left), symbol(*op), expr(right)),
    }
}

pub fn symbol(op: Binary) -> &'static str {
    match op {
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Mul => "*",
        Binary::Div => "/",
        Binary::Rem => "%",
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Xor => "^",
        Binary::Shl => "<<",
        Binary::Shr => ">>",
        Binary::Ushr => ">>>",
        Binary::Eq => "==",
        Binary::Ne => "!=",
        Binary::Lt => "<",
        Binary::Le => "<=",
        Binary::Gt => ">",
        Binary::Ge => ">=",
    }
}

fn place(model: &Model, place: &Place) -> String {
    match place {
        Place::Static(at) => model.statics[*at as usize].name.clone(),
        Place::Field(_, field) => model.fields[*field as usize].name.clone(),
        Place::Element(..) => "an element".into(),
    }
}

/// What an action does, as a reader of the program would say it.
pub fn action(model: &Model, action: &Action) -> String {
    match action {
        Action::Skip => "skip".into(),
        Action::Set { to, value } => format!("v{} = {}", to.0, expr(value)),
        Action::Branch { condition, .. } => format!("if {}", expr(condition)),
        Action::Load { from, .. } => format!("read {}", place(model, from)),
        Action::Store { to, .. } => format!("write {}", place(model, to)),
        Action::New { site, .. } | Action::NewArray { site, .. } => format!("new {}", model.sites[site.index()].name),
        Action::Length { array, .. } => format!("v{}.length", array.0),
        Action::Enter(_) => "enter".into(),
        Action::Exit(_) => "exit".into(),
        Action::Wait { .. } => "wait".into(),
        Action::Notify { all: true, .. } => "notifyAll".into(),
        Action::Notify { all: false, .. } => "notify".into(),
        Action::Start(_) => "start".into(),
        Action::Join(_) => "join".into(),
        Action::Alive { .. } => "isAlive".into(),
        Action::End => "end of thread".into(),
        Action::Crash(_) => "uncaught exception".into(),
        Action::Fail(what) => what.clone(),
    }
}

/// Which exception ends a thread.
pub fn thrown(model: &Model, run: &Run, thread: ThreadId, node: NodeId) -> String {
    match &model.node(thread, node).action {
        Action::Crash(local) => {
            let object = run.last[Layout::new(model).local(thread, *local)];
            model.object_name(object)
        }
        _ => "IllegalMonitorStateException".into(),
    }
}

/// What each thread that has not ended is doing in the last state of a run.
pub fn standing(model: &Model, run: &Run) -> Vec<(ThreadId, String)> {
    let layout = Layout::new(model);
    let read = |thread: ThreadId, variable: usize| -> Value { run.last[layout.thread(thread, variable)] };
    let mut standing = Vec::new();
    for thread in (0..model.threads.len() as u32).map(ThreadId) {
        let object = read(thread, control::OBJECT);
        let name = model.object_name(object);
        let what = match read(thread, control::STATUS) {
            status::BLOCKED => {
                let owner = run.last[layout.owner(object)];
                let has = match owner {
                    0 => String::new(),
                    owner => format!(", which {} has", model.threads[owner as usize - 1].name),
                };
                format!("wants {name}{has}")
            }
            status::WAITING => format!("waits on {name}"),
            status::JOINING => format!("waits for the end of {}", model.thread_name(object)),
            _ => continue,
        };
        standing.push((thread, what));
    }
    standing
}
