//! Thread types: what threads begin with, and whether there may be two threads of a type
//! (`multi(T)` of Corbett, TOSEM 2000).
//!
//! A thread object starts at most once, so threads are counted where `Thread` objects are
//! constructed: a place in a loop, or executed by threads of a type that is itself multiple, counts
//! for two. What a place constructs is followed back through copies of registers within its
//! graph; whatever comes out of memory may be anything.

use std::collections::BTreeSet;

use heddle_jdk::threads;
use heddle_program::{ClassId, MethodId, Origin, Program};
use rustc_hash::FxHashSet;

use super::build::{Builder, Thrown};
use super::calls::task_targets;
use super::loops::find_loops;
use super::prune::prune;
use super::{EdgeKind, Effect, Graph, Node, NodeId, Op, Policy, Register, Site, SiteId};
use crate::facts::Facts;

/// The first code of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begin {
    Main(MethodId),
    /// A `run` of a thread class or of a task.
    Run(MethodId),
    /// A lambda or method reference: its number and what it calls.
    Lambda {
        lambda: u32,
        implementation: MethodId,
    },
}

impl Begin {
    pub fn method(self) -> MethodId {
        match self {
            Self::Main(method) | Self::Run(method) | Self::Lambda { implementation: method, .. } => method,
        }
    }
}

pub struct ThreadType {
    pub begin: Begin,
    /// Whether two threads of the type may be alive at the same time.
    pub multi: bool,
    pub graph: Graph,
}

/// The threads of a program.
pub struct Threads {
    /// The main thread first, then by name of the first method.
    pub types: Vec<ThreadType>,
    pub sites: Vec<Site>,
}

/// Builds the inlined graphs. The error says which threads are beyond the analysis.
pub fn inline(program: &Program, facts: &Facts, policy: &Policy<'_>) -> Result<Threads, String> {
    if let Some(reason) = facts.escapes() {
        return Err(reason.to_owned());
    }
    let thrown = Thrown::new(program).ok_or("the JDK lacks java.lang exceptions")?;
    let begins = begins(program, facts)?;
    let initialized = initialized_before_others(program, facts, begins[0].method());
    let mut sites = Vec::new();
    let mut types = Vec::new();
    for (index, &begin) in begins.iter().enumerate() {
        let method = begin.method();
        let code = program.code(method).map_err(|error| error.to_string())?;
        let mut builder = Builder::new(program, facts, policy, &thrown, &mut sites, index as u32, method);
        let end = builder.node(0, 0, Op::End);
        let entry = builder.graph.entry;
        let (first, this) = match begin {
            Begin::Lambda { lambda, .. } => {
                let object = builder.new_registers(1);
                (builder.begin_lambda(lambda, object, &initialized, end), Some(object))
            }
            Begin::Main(_) => {
                // The launcher made the arguments.
                let to = builder.graph.register(0, 0);
                let arguments = builder.node(0, 0, Op::Machine { to });
                let mut first = builder.fill(0, code, &FxHashSet::default(), None, end);
                // Superclasses come first, so that the last initialiser is the one before `main`.
                for &(_, initializer) in facts.calls(facts.entry()).iter().rev() {
                    let is_initializer = program.text(program.method(initializer).name) == "<clinit>";
                    if let (true, Ok(body)) = (is_initializer, program.code(initializer)) {
                        let copy = builder.open_copy(initializer, None);
                        first = builder.fill(copy, body, &FxHashSet::default(), None, first);
                    }
                }
                builder.edge(arguments, first, EdgeKind::Next);
                (arguments, None)
            }
            Begin::Run(_) => {
                let this = builder.graph.register(0, 0);
                (builder.fill(0, code, &initialized, None, end), Some(this))
            }
        };
        builder.graph.nodes[entry as usize].op = Op::Begin { this };
        builder.edge(entry, first, EdgeKind::Next);
        let mut graph = builder.graph;
        prune(program, &mut graph, thrown.null);
        find_loops(&mut graph);
        types.push(ThreadType { begin, multi: false, graph });
    }
    let mut threads = Threads { types, sites };
    count(program, facts, &mut threads);
    Ok(threads)
}

/// The classes that are initialised before a second thread can begin: that of `main` and those above it,
/// unless their initialisers start threads.
fn initialized_before_others(program: &Program, facts: &Facts, main: MethodId) -> FxHashSet<ClassId> {
    let thread = program.well_known().thread;
    let named = |method: MethodId, name: &str| program.text(program.method(method).name) == name;
    let first = facts.calls(facts.entry()).iter().map(|&(_, method)| method);
    let initializers = first.filter(|&method| named(method, "<clinit>")).collect();
    let starts = |method: MethodId| program.method(method).class == thread && named(method, "start0");
    if reaches(facts, initializers, |_| false, starts).is_some() {
        return FxHashSet::default();
    }
    std::iter::successors(Some(program.method(main).class), |&class| program.class(class).superclass).collect()
}

fn begins(program: &Program, facts: &Facts) -> Result<Vec<Begin>, String> {
    let name = |method: MethodId| program.text(program.method(method).name);
    let thread = program.well_known().thread;
    let mut called = facts.calls(facts.entry()).iter().map(|&(_, method)| method);
    let main = called.rfind(|&method| name(method) == "main").ok_or("no main method is called")?;
    let is_start = |method: MethodId| program.method(method).class == thread && name(method) == "start0";
    // A thread that is started at the end of another one counts below, like all others.
    let is_user = |method: MethodId| program.class(program.method(method).class).origin == Origin::User;
    let ends = |method: MethodId| is_start(method) || is_user(method);
    if let Some(method) = reaches(facts, facts.at_end.clone(), ends, |method| may_run_at_end(program, method)) {
        let class = program.external_name(program.method(method).class);
        return Err(format!("code of the program runs when a thread ends: {class}.{}", name(method)));
    }
    let mut rest: Vec<Begin> = Vec::new();
    for &method in facts.methods() {
        let info = program.method(method);
        let class = program.class_name(info.class);
        if threads::is_virtual(class) {
            let method = format!("{}.{}", class.replace('/', "."), name(method));
            return Err(format!("the program uses virtual threads or thread builders: {method} is called"));
        }
        if threads::lists_threads(class, name(method)) {
            return Err("the program lists threads".into());
        }
        if !is_start(method) {
            continue;
        }
        for &(_, run) in facts.calls(method) {
            if program.method(run).class == thread {
                let (targets, lambdas) = task_targets(program, facts, run);
                rest.extend(targets.into_iter().map(Begin::Run));
                rest.extend(lambdas.into_iter().map(|lambda| Begin::Lambda {
                    lambda,
                    implementation: facts.lambdas[lambda as usize].implementation,
                }));
            } else {
                rest.push(Begin::Run(run));
            }
        }
    }
    // The machine does not start the collector's threads.
    rest.retain(|begin| !threads::is_never_started(program.class_name(program.method(begin.method()).class)));
    for begin in &rest {
        let info = program.method(begin.method());
        if program.class(info.class).origin != Origin::User {
            let class = program.class_name(info.class).replace('/', ".");
            return Err(format!("threads of the program begin in {class}.{}", program.text(info.name)));
        }
    }
    rest.sort_by_cached_key(|begin| {
        let info = program.method(begin.method());
        let lambda = if let Begin::Lambda { lambda, .. } = begin { *lambda } else { 0 };
        (program.class_name(info.class).to_owned(), program.text(info.name).to_owned(), lambda)
    });
    rest.dedup();
    Ok(std::iter::once(Begin::Main(main)).chain(rest).collect())
}

/// Whether a method is one of the program's that the end of a thread may come to. Of the program's objects
/// only exceptions are asked for their text there, and none is compared or hashed; the call graph, which
/// knows no contexts, says so of all that is ever printed or a key.
fn may_run_at_end(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    let is_of_object = matches!(
        (program.text(info.name), program.text(info.descriptor)),
        ("toString", "()Ljava/lang/String;") | ("hashCode", "()I") | ("equals", "(Ljava/lang/Object;)Z")
    );
    program.class(info.class).origin == Origin::User
        && (!is_of_object || program.is_subtype(info.class, program.well_known().throwable))
}

/// Works out which types are multiple.
fn count(program: &Program, facts: &Facts, threads: &mut Threads) {
    let mut places = Vec::new();
    for (index, ty) in threads.types.iter().enumerate() {
        let before = predecessors(&ty.graph);
        for (node, Node { op, in_loop, .. }) in ty.graph.nodes.iter().enumerate() {
            if let Op::Thread { thread, task } = *op {
                let made = |register| made(&ty.graph, &before, node as NodeId, register);
                places.push((index, in_loop.is_some(), begun(program, threads, made, thread, task)));
            }
        }
    }
    let unknown = threads.types.iter().any(|ty| makes_threads(program, facts, &ty.graph));
    loop {
        let mut counts = vec![0u32; threads.types.len()];
        if unknown {
            counts.iter_mut().for_each(|count| *count = 2);
        }
        for (by, in_loop, begun) in &places {
            let weight = if *in_loop || threads.types[*by].multi { 2 } else { 1 };
            for (index, count) in counts.iter_mut().enumerate() {
                if begun.as_ref().is_none_or(|begun| begun.contains(&index)) {
                    *count += weight;
                }
            }
        }
        let mut changed = false;
        // There is one main thread.
        for (ty, count) in threads.types.iter_mut().zip(counts).skip(1) {
            changed |= count > 1 && !std::mem::replace(&mut ty.multi, count > 1);
        }
        if !changed {
            return;
        }
    }
}

/// The types that a constructed thread may be of; none if any.
fn begun(
    program: &Program,
    threads: &Threads,
    made: impl Fn(Register) -> Option<BTreeSet<SiteId>>,
    thread: Register,
    task: Option<Register>,
) -> Option<BTreeSet<usize>> {
    let mut begun = BTreeSet::new();
    let mut add = |of: &Site| {
        let run = program.find_method(of.class, "run", "()V");
        begun.extend(threads.types.iter().enumerate().filter_map(|(index, ty)| match (ty.begin, of.lambda) {
            (Begin::Run(method), None) => (run == Some(method)).then_some(index),
            // A default method of an interface that the lambda has.
            (Begin::Run(method), Some(_)) => is_of_interface(program, method).then_some(index),
            (Begin::Lambda { lambda, .. }, Some(of)) => (lambda == of).then_some(index),
            _ => None,
        }));
        run
    };
    for site in made(thread)? {
        let run = add(&threads.sites[site as usize]);
        let is_plain = run.is_none_or(|run| program.method(run).class == program.well_known().thread);
        if let (true, Some(task)) = (is_plain, task) {
            for site in made(task)? {
                add(&threads.sites[site as usize]);
            }
        }
    }
    Some(begun)
}

/// Whether a method belongs to an interface, so that the class of any lambda may inherit it.
pub fn is_of_interface(program: &Program, method: MethodId) -> bool {
    program.class(program.method(method).class).is_interface()
}

/// Whether a call that is not followed may construct a thread.
pub fn makes_threads(program: &Program, facts: &Facts, graph: &Graph) -> bool {
    let mut open = Vec::new();
    for node in &graph.nodes {
        match &node.op {
            Op::Call { method: Some(method), effect: Effect::Havoc, .. } => open.push(*method),
            Op::Call { method: None, effect: Effect::Havoc, .. } => {
                let method = graph.copies[node.copy as usize].method;
                open.extend(facts.calls(method).iter().filter(|&&(at, _)| at == node.pc).map(|&(_, callee)| callee));
            }
            _ => {}
        }
    }
    let makes = |method: MethodId| {
        let info = program.method(method);
        info.class == program.well_known().thread && program.text(info.name) == "<init>"
    };
    reaches(facts, open, |_| false, makes).is_some()
}

/// One of some methods, or of those that they call, that passes a test; what `ends` names is not
/// followed.
fn reaches(
    facts: &Facts,
    from: Vec<MethodId>,
    ends: impl Fn(MethodId) -> bool,
    test: impl Fn(MethodId) -> bool,
) -> Option<MethodId> {
    let mut open = from;
    let mut seen: FxHashSet<MethodId> = open.iter().copied().collect();
    while let Some(method) = open.pop() {
        if test(method) {
            return Some(method);
        }
        if ends(method) {
            continue;
        }
        open.extend(facts.calls(method).iter().map(|&(_, callee)| callee).filter(|&callee| seen.insert(callee)));
    }
    None
}

/// Who leads to whom, for walks against the edges.
fn predecessors(graph: &Graph) -> Vec<Vec<NodeId>> {
    let mut before = vec![Vec::new(); graph.nodes.len()];
    for (from, node) in graph.nodes.iter().enumerate() {
        for edge in &node.edges {
            before[edge.to as usize].push(from as NodeId);
        }
    }
    before
}

/// The sites of the objects that a register may hold before a node, found by going back through
/// copies; none if it may hold anything.
fn made(graph: &Graph, before: &[Vec<NodeId>], node: NodeId, register: Register) -> Option<BTreeSet<SiteId>> {
    let mut sites = BTreeSet::new();
    let mut seen = FxHashSet::default();
    let mut open = vec![(node, register)];
    while let Some((node, register)) = open.pop() {
        for &from in &before[node as usize] {
            let op = &graph.nodes[from as usize].op;
            let next = match *op {
                _ if op.to() != Some(register) => register,
                Op::New { site, .. } => {
                    sites.insert(site);
                    continue;
                }
                Op::Null { .. } => continue,
                Op::Assign { from, .. } | Op::Filter { from, .. } => from,
                _ => return None,
            };
            if seen.insert((from, next)) {
                open.push((from, next));
            }
        }
    }
    Some(sites)
}
