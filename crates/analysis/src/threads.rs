//! Who accesses what: the code that threads begin with, and which fields each of them may touch.
//!
//! Comes in: [`Facts`]; goes out: one [`ThreadKind`] per piece of code that a thread may begin with,
//! and per field of the user's classes the kinds that may read or write it. How many threads of a
//! kind there are is not worked out.

use heddle_jdk::threads;
use heddle_program::{FieldId, MethodId, Origin, Program};
use rustc_hash::FxHashSet;

use crate::facts::Facts;
use crate::solve::Act;

/// Threads that begin with the same code.
pub struct ThreadKind {
    /// The main method, the `run` of a thread class, or that of a task given to a `Thread`.
    pub entry: MethodId,
    /// All that such a thread may execute itself.
    pub executes: FxHashSet<MethodId>,
}

/// How the threads of one kind use a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Uses {
    pub reads: bool,
    pub writes: bool,
}

/// The main thread first, the others by the names of their code.
pub fn thread_kinds(program: &Program, facts: &Facts) -> Vec<ThreadKind> {
    let is = |method: MethodId, what: fn(&str, &str) -> bool| {
        let info = program.method(method);
        what(program.class_name(info.class), program.text(info.name))
    };
    let main = facts.calls(facts.entry()).iter().map(|&(_, method)| method);
    let main = main.filter(|&method| program.text(program.method(method).name) == "main").last();
    let mut entries = Vec::new();
    for &start in facts.methods().iter().filter(|&&method| is(method, threads::starts)) {
        let mut open: Vec<MethodId> = facts.calls(start).iter().map(|&(_, run)| run).collect();
        while let Some(run) = open.pop() {
            // `Thread.run` only hands over to the task that the thread was given; since JDK 21 by way of
            // another method.
            if is(run, threads::runs_given_task) {
                // What it calls besides are static methods of the JDK.
                let is_task = |task: &MethodId| {
                    let info = program.method(*task);
                    !info.is_static() || program.class(info.class).origin == Origin::User
                };
                open.extend(facts.calls(run).iter().map(|&(_, task)| task).filter(is_task));
            } else {
                entries.push(run);
            }
        }
    }
    let name = |method: &MethodId| {
        let info = program.method(*method);
        (program.class_name(info.class).to_owned(), program.text(info.name).to_owned())
    };
    // The machine does not start the collector's thread.
    entries.retain(|&entry| !threads::is_never_started(program.class_name(program.method(entry).class)));
    entries.sort_by_cached_key(name);
    entries.dedup();
    let entries = main.into_iter().chain(entries);
    entries.map(|entry| ThreadKind { entry, executes: executed(program, facts, entry) }).collect()
}

/// Everything that a method calls, but not what the threads do that it starts.
fn executed(program: &Program, facts: &Facts, entry: MethodId) -> FxHashSet<MethodId> {
    let mut seen = FxHashSet::from_iter([entry]);
    let mut open = vec![entry];
    while let Some(method) = open.pop() {
        if program.text(program.method(method).name) == "start0" {
            continue;
        }
        for &(_, callee) in facts.calls(method) {
            if seen.insert(callee) {
                open.push(callee);
            }
        }
    }
    seen
}

/// The fields of the user's classes that reachable code accesses, by class and name, with the uses
/// by each kind of thread.
pub fn field_uses(program: &Program, facts: &Facts, kinds: &[ThreadKind]) -> Vec<(FieldId, Vec<Uses>)> {
    let is_user = |field: FieldId| program.class(program.field(field).class).origin == Origin::User;
    let mut fields: Vec<FieldId> = facts.by_field.keys().copied().filter(|&field| is_user(field)).collect();
    fields.sort_by_cached_key(|&field| {
        let info = program.field(field);
        (program.class_name(info.class).to_owned(), program.text(info.name).to_owned())
    });
    let uses = |field: FieldId, kind: &ThreadKind| {
        let own = facts.by_field[&field].iter().filter(|(method, _)| kind.executes.contains(method));
        own.fold(Uses::default(), |uses, (_, act)| match act {
            Act::Field { writes, .. } | Act::Static { writes, .. } => {
                Uses { reads: uses.reads | !writes, writes: uses.writes | writes }
            }
            _ => uses,
        })
    };
    fields.into_iter().map(|field| (field, kinds.iter().map(|kind| uses(field, kind)).collect())).collect()
}
