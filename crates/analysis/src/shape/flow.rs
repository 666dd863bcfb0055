//! The fixpoint of storage structure graphs over all threads (Corbett, TOSEM 2000,
//! sections 5.2 to 5.4), repaired: threads of a multiple type see each other's writes too.
//!
//! Inside a thread the graph at each node is flow-sensitive. What other threads write is one heap per
//! thread type, in names that everybody understands (past objects, and current ones that are
//! singletons), looked up together with the thread's own. A past object of one's own site may be
//! one's current one, so what others wrote to past objects is read from current ones as well.
//!
//! *Escaped* objects are those that code beyond the analysis may reach: their fields may hold
//! anything, and what is stored into them escapes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use heddle_program::{ClassId, FieldId, MethodId, Origin, Program};
use rustc_hash::FxHashMap;

use super::objects::{Obj, Sites};
use super::storage::{Edges, Heap, Objs, Part, SetId, Sets, Source, Storage};
use crate::facts::Facts;
use crate::inline::{
    Begin, Effect, Filter, Graph, Live, Monitor, NodeId, Op, Register, Threads, is_of_interface, makes_threads,
};

/// Objects that a part of an object refers to, and whether they are of its generation.
pub type Targets = BTreeMap<Obj, bool>;

/// Visits of nodes, each weighed by the size of its graph; beyond, the analysis gives up.
const MOST_WORK: usize = 4_000_000;

pub struct Flow<'a> {
    pub program: &'a Program,
    facts: &'a Facts,
    pub sites: Sites<'a>,
    /// By thread type and node: the graph before it, none if it is never reached.
    pub before: Vec<Vec<Option<Storage>>>,
    /// By thread type: registers whose references matter.
    pub live: Vec<Live>,
    sets: Sets,
    pub edges: Edges,
    /// By thread type: what its threads wrote, as others see it.
    exported: Vec<Heap>,
    /// By thread type: what its threads see of others.
    foreign: Vec<Heap>,
    /// Objects that threads are made of, as every thread sees them.
    thread_objects: Objs,
    escaped: Objs,
    /// Code of the user that is not followed may use any static field.
    pub statics_unknown: bool,
    threads_unknown: bool,
    calls_user: FxHashMap<MethodId, bool>,
    dirty: Vec<bool>,
}

/// Runs until nothing changes.
pub fn solve<'a>(program: &'a Program, facts: &'a Facts, threads: &'a Threads) -> Result<Flow<'a>, String> {
    if threads.types.iter().any(|ty| ty.graph.irreducible) {
        return Err("some cycle of the code has more than one entry".into());
    }
    // Then an object is reachable that no field or argument leads to.
    let hands_out = |&&method: &&MethodId| facts.effect(method).is_some_and(|effect| effect.hands_out_threads());
    if let Some(&method) = facts.methods().iter().find(hands_out) {
        let info = program.method(method);
        let class = program.class_name(info.class).replace('/', ".");
        return Err(format!("{class}.{} gives any thread", program.text(info.name)));
    }
    let types = threads.types.len();
    let mut flow = Flow {
        program,
        facts,
        sites: Sites::new(threads),
        before: threads.types.iter().map(|ty| vec![None; ty.graph.nodes.len()]).collect(),
        live: threads.types.iter().map(|ty| Live::new(&ty.graph, |op, each| uses(&ty.graph, op, each))).collect(),
        sets: Sets::default(),
        edges: Edges::default(),
        exported: vec![Heap::default(); types],
        foreign: vec![Heap::default(); types],
        thread_objects: Objs::new(),
        escaped: Objs::new(),
        statics_unknown: false,
        threads_unknown: threads.types.iter().any(|ty| makes_threads(program, facts, &ty.graph)),
        calls_user: FxHashMap::default(),
        dirty: vec![false; types],
    };
    flow.run(threads)?;
    Ok(flow)
}

/// The nodes of a graph that can be reached, in reverse postorder.
struct Order {
    nodes: Vec<NodeId>,
    rank: Vec<u32>,
}

impl Order {
    fn new(graph: &Graph) -> Self {
        let nodes = graph.reverse_postorder();
        let mut rank = vec![0; graph.nodes.len()];
        for (at, &node) in nodes.iter().enumerate() {
            rank[node as usize] = at as u32;
        }
        Self { nodes, rank }
    }
}

impl<'a> Flow<'a> {
    fn run(&mut self, threads: &'a Threads) -> Result<(), String> {
        // Nodes by how late they come: what leads to a node is known before it is visited, but for loops.
        let orders: Vec<Order> = threads.types.iter().map(|ty| Order::new(&ty.graph)).collect();
        let mut open: BTreeSet<(u32, u32)> = BTreeSet::new();
        let mut work = 0;
        let entry = threads.types[0].graph.entry;
        self.before[0][entry as usize] = Some(Storage::default());
        open.insert((0, orders[0].rank[entry as usize]));
        loop {
            while let Some((thread, rank)) = open.pop_first() {
                let order = &orders[thread as usize];
                let node = order.nodes[rank as usize];
                let storage = self.before[thread as usize][node as usize].as_ref();
                work += 4 + storage.map_or(0, |storage| storage.registers.len() + storage.heap.words());
                if work > MOST_WORK {
                    return Err("the program is too large for the shape analysis".into());
                }
                let learned = self.visit(thread, &threads.types[thread as usize].graph, node);
                open.extend(learned.into_iter().map(|to| (thread, order.rank[to as usize])));
            }
            self.exchange(threads);
            for (thread, ty) in threads.types.iter().enumerate() {
                let entry = ty.graph.entry as usize;
                if thread > 0 && self.before[thread][entry].is_none() && !self.begun(thread as u32).is_empty() {
                    self.before[thread][entry] = Some(Storage::default());
                    self.dirty[thread] = true;
                }
                if !std::mem::take(&mut self.dirty[thread]) {
                    continue;
                }
                let reached = self.before[thread].iter().enumerate().filter(|(_, before)| before.is_some());
                open.extend(reached.map(|(node, _)| (thread as u32, orders[thread].rank[node])));
            }
            if open.is_empty() {
                return Ok(());
            }
        }
    }

    /// Hands what each type wrote to those who see it.
    fn exchange(&mut self, threads: &Threads) {
        for (from, ty) in threads.types.iter().enumerate() {
            for to in 0..threads.types.len() {
                if (from != to || ty.multi) && self.foreign[to].join(&self.exported[from]) {
                    self.dirty[to] = true;
                }
            }
        }
    }

    /// Executes a node; gives the successors that learned something.
    fn visit(&mut self, thread: u32, graph: &'a Graph, node: NodeId) -> Vec<NodeId> {
        let before = self.before[thread as usize][node as usize].clone().expect("only reached nodes are queued");
        let after = self.step(thread, graph, node, before.clone());
        let mut learned = Vec::new();
        for edge in &graph.nodes[node as usize].edges {
            let left = if edge.is_exceptional() { &before } else { &after };
            let live = &self.live[thread as usize];
            let registers = left.registers.iter().copied().filter(|&(register, _)| live.has(edge.to, register));
            let mut out = Storage { registers: registers.collect(), heap: Arc::clone(&left.heap) };
            for ended in graph.ended_by(node, edge) {
                out.summarise(&mut self.sets, &mut self.edges, &self.sites, thread, ended);
            }
            let changed = match &mut self.before[thread as usize][edge.to as usize] {
                Some(old) => old.join(&out, &mut self.sets),
                slot => {
                    *slot = Some(out);
                    true
                }
            };
            if changed {
                learned.push(edge.to);
            }
        }
        learned
    }

    /// What a register holds, in ascending order.
    pub fn held(&self, storage: &Storage, register: Register) -> &[Obj] {
        self.sets.members(storage.held(register))
    }

    /// Corbett's step function.
    fn step(&mut self, thread: u32, graph: &Graph, node: NodeId, mut storage: Storage) -> Storage {
        match &graph.nodes[node as usize].op {
            &Op::Assign { to, from } => storage.set(to, storage.held(from)),
            &Op::Filter { to, from, by } => {
                let held = self.held(&storage, from).iter().copied();
                let passed: Vec<Obj> = held.filter(|&object| self.passes(object, by)).collect();
                storage.set(to, self.sets.of(passed));
            }
            &Op::Machine { to } => storage.set(to, self.sets.of([Obj::Machine])),
            &Op::ClassObject { to, class } => storage.set(to, self.sets.of([Obj::Class(class)])),
            &Op::New { to, site } => storage.set(to, self.sets.of([Obj::Current(site)])),
            &Op::Load { to, base, slot } => {
                let found = self.read(thread, node, &storage, base, Part::Slot(slot));
                storage.set(to, found);
            }
            &Op::LoadElement { to, base, is_ref: true, .. } => {
                let found = self.read(thread, node, &storage, base, Part::Elements);
                storage.set(to, found);
            }
            &Op::Store { base, slot, value } => self.write(thread, node, &mut storage, base, Part::Slot(slot), value),
            &Op::StoreElement { base, value, is_ref: true, .. } => {
                self.write(thread, node, &mut storage, base, Part::Elements, value);
            }
            &Op::LoadStatic { to, field } => {
                let found = self.static_objects(thread, node, &storage, field);
                storage.set(to, self.sets.of(found));
            }
            &Op::StoreStatic { field, value } => {
                let values = self.held(&storage, value).to_vec();
                if self.is_unknown_static(field) {
                    self.escape(thread, node, &storage, &values);
                }
                for to in values {
                    self.link_from(thread, &mut storage, Source::Static(field), Source::Static(field), to, false);
                }
            }
            &Op::Thread { thread: object, task } => self.construct_thread(thread, node, &mut storage, object, task),
            &Op::Task { to, thread: object } => {
                let found = self.read(thread, node, &storage, object, Part::Task);
                storage.set(to, found);
            }
            &Op::Current { to } => {
                let found = self.thread_objects(thread, node);
                storage.set(to, self.sets.of(found));
            }
            &Op::Caught { to } => {
                let mut caught = self.held(&storage, graph.thrown).to_vec();
                caught.push(Obj::Machine);
                if graph.has_havoc {
                    caught.push(Obj::Anything);
                }
                storage.set(to, self.sets.of(caught));
            }
            &Op::Begin { this: Some(this) } => {
                let begun = self.begun(thread);
                storage.set(this, self.sets.of(begun));
            }
            Op::Call { method, effect, args, to } => {
                if *effect == Effect::Havoc {
                    let given: Vec<Obj> = args.iter().flat_map(|&arg| self.held(&storage, arg)).copied().collect();
                    self.escape(thread, node, &storage, &given);
                    if method.is_none_or(|method| self.calls_user(method)) && !self.statics_unknown {
                        self.statics_unknown = true;
                        self.dirty.fill(true);
                    }
                }
                if let Some(to) = *to {
                    let gives_any = *effect == Effect::Havoc || method.is_some_and(|method| self.is_of_class(method));
                    storage.set(to, self.sets.of([if gives_any { Obj::Anything } else { Obj::Machine }]));
                }
            }
            op => {
                if let Some(to) = op.to() {
                    storage.set(to, SetId::default());
                }
            }
        }
        storage
    }

    fn is_of_class(&self, method: MethodId) -> bool {
        self.program.method(method).class == self.program.well_known().class
    }

    // ---- reading ----------------------------------------------------------------------------

    /// What a part of an object may refer to, with what other threads wrote.
    pub fn targets(&self, thread: u32, node: NodeId, storage: &Storage, object: Obj, part: Part) -> Targets {
        let mut found = Targets::new();
        self.each_target(thread, node, storage, object, part, |to, same| {
            let old = found.entry(to).or_insert(same);
            *old &= same;
        });
        found
    }

    /// The same one by one; an object may come several times.
    fn each_target(
        &self,
        thread: u32,
        node: NodeId,
        storage: &Storage,
        object: Obj,
        part: Part,
        mut add: impl FnMut(Obj, bool),
    ) {
        for (to, same) in self.edges.targets(&storage.heap, Source::Part(object, part)) {
            add(to, same);
        }
        let outside = Source::Part(self.sites.exported(object), part);
        for (to, same) in self.edges.targets(&self.foreign[thread as usize], outside) {
            match to {
                Obj::Past(site) if self.sites.in_scope(site, thread, node) => {
                    // Of the same generation means both current or both past.
                    if !same || matches!(object, Obj::Current(_)) {
                        add(Obj::Current(site), same);
                    }
                    if !same || !matches!(object, Obj::Current(_)) {
                        add(Obj::Past(site), same);
                    }
                }
                to => add(to, same),
            }
        }
        match object {
            Obj::Machine => add(Obj::Machine, false),
            Obj::Anything | Obj::Class(_) => add(Obj::Anything, false),
            _ => {}
        }
        if self.is_escaped(object) {
            add(Obj::Anything, false);
        }
    }

    fn read(&mut self, thread: u32, node: NodeId, storage: &Storage, base: Register, part: Part) -> SetId {
        let mut found = Vec::new();
        for &object in self.held(storage, base) {
            self.each_target(thread, node, storage, object, part, |to, _| found.push(to));
        }
        self.sets.of(found)
    }

    pub fn static_objects(&self, thread: u32, node: NodeId, storage: &Storage, field: FieldId) -> Objs {
        let source = Source::Static(field);
        let mut found: Objs = self.edges.targets(&storage.heap, source).map(|(to, _)| to).collect();
        for (to, _) in self.edges.targets(&self.foreign[thread as usize], source) {
            if let Obj::Past(site) = to
                && self.sites.in_scope(site, thread, node)
            {
                found.insert(Obj::Current(site));
            }
            found.insert(to);
        }
        if self.is_unknown_static(field) {
            found.insert(Obj::Anything);
        } else if self.program.field(field).constant_value.is_some() {
            found.insert(Obj::Machine);
        }
        found
    }

    /// Static fields of the JDK hold what the analysis did not see being made.
    pub fn is_unknown_static(&self, field: FieldId) -> bool {
        self.statics_unknown || self.program.class(self.program.field(field).class).origin == Origin::Jdk
    }

    pub fn is_escaped(&self, object: Obj) -> bool {
        object == Obj::Anything || self.escaped.contains(&self.sites.exported(object))
    }

    /// The parts of an object that may hold references.
    pub fn parts(&self, object: Obj) -> BTreeSet<Part> {
        let outside = self.edges.parts(self.sites.exported(object));
        self.edges.parts(object).iter().chain(outside).copied().collect()
    }

    /// Everything that can be reached from some objects, themselves included.
    pub fn reach(&self, thread: u32, node: NodeId, storage: &Storage, from: &[Obj]) -> Objs {
        let mut found: Objs = from.iter().copied().collect();
        let mut open: Vec<Obj> = found.iter().copied().collect();
        while let Some(object) = open.pop() {
            for part in self.parts(object) {
                self.each_target(thread, node, storage, object, part, |to, _| {
                    if found.insert(to) {
                        open.push(to);
                    }
                });
            }
        }
        found
    }

    // ---- writing ----------------------------------------------------------------------------

    fn write(&mut self, thread: u32, node: NodeId, storage: &mut Storage, base: Register, part: Part, value: Register) {
        let values = self.held(storage, value).to_vec();
        if values.is_empty() {
            return;
        }
        for from in self.held(storage, base).to_vec() {
            if matches!(from, Obj::Anything | Obj::Machine | Obj::Class(_)) || self.is_escaped(from) {
                self.escape(thread, node, storage, &values);
                if from == Obj::Machine && self.escaped.insert(Obj::Machine) {
                    self.dirty.fill(true);
                }
            }
            for &to in &values {
                self.link(thread, storage, from, part, to);
            }
        }
    }

    fn link(&mut self, thread: u32, storage: &mut Storage, from: Obj, part: Part, to: Obj) {
        if from.site().is_none() {
            return;
        }
        let same = self.sites.same_generation(thread, from, to);
        let outside = Source::Part(self.sites.exported(from), part);
        self.link_from(thread, storage, Source::Part(from, part), outside, to, same);
    }

    /// Adds an edge, for others as they see it.
    fn link_from(&mut self, thread: u32, storage: &mut Storage, source: Source, outside: Source, to: Obj, same: bool) {
        storage.add(self.edges.number(&self.sites, source, to), same);
        let edge = self.edges.number(&self.sites, outside, self.sites.exported(to));
        self.exported[thread as usize].add(edge, same);
    }

    fn escape(&mut self, thread: u32, node: NodeId, storage: &Storage, objects: &[Obj]) {
        let mut changed = false;
        // What an escaped object refers to has escaped: by the visit that comes after it of the store, if not by now.
        let mut open = objects.to_vec();
        while let Some(object) = open.pop() {
            if object.site().is_none() || !self.escaped.insert(self.sites.exported(object)) {
                continue;
            }
            changed = true;
            for part in self.parts(object) {
                self.each_target(thread, node, storage, object, part, |to, _| open.push(to));
            }
        }
        if changed {
            self.dirty.fill(true);
        }
    }

    /// A thread runs its own `run` or, if it has none, that of its task.
    fn construct_thread(
        &mut self,
        thread: u32,
        node: NodeId,
        storage: &mut Storage,
        object: Register,
        task: Option<Register>,
    ) {
        let tasks = task.map_or(Vec::new(), |task| self.held(storage, task).to_vec());
        for from in self.held(storage, object).to_vec() {
            if from.site().is_none() || self.is_escaped(from) {
                self.escape(thread, node, storage, &tasks);
            }
            if from.site().is_none_or(|site| self.runs_itself(self.sites.class(site))) {
                self.link(thread, storage, from, Part::Runnable, from);
            } else {
                tasks.iter().for_each(|&to| self.link(thread, storage, from, Part::Runnable, to));
            }
            tasks.iter().for_each(|&to| self.link(thread, storage, from, Part::Task, to));
            if from.site().is_some() && self.thread_objects.insert(self.sites.exported(from)) {
                self.dirty.fill(true);
            }
        }
    }

    fn runs_itself(&self, class: ClassId) -> bool {
        let run = self.program.find_method(class, "run", "()V");
        run.is_some_and(|run| self.program.method(run).class != self.program.well_known().thread)
    }

    /// All objects that threads are made of.
    fn thread_objects(&self, thread: u32, node: NodeId) -> Objs {
        let mut found = Objs::from([Obj::Machine]);
        for &object in &self.thread_objects {
            if let Obj::Past(site) = object
                && self.sites.in_scope(site, thread, node)
            {
                found.insert(Obj::Current(site));
            }
            found.insert(object);
        }
        found
    }

    /// What threads of a type may begin with.
    fn begun(&self, thread: u32) -> Objs {
        let begin = self.sites.threads.types[thread as usize].begin;
        let begins = |object: Obj| match (object, begin) {
            (Obj::Anything, _) => true,
            (Obj::Current(site) | Obj::Past(site), Begin::Lambda { lambda, .. }) => {
                self.sites.threads.sites[site as usize].lambda == Some(lambda)
            }
            (Obj::Current(site) | Obj::Past(site), Begin::Run(method)) => {
                if self.sites.threads.sites[site as usize].lambda.is_some() {
                    return is_of_interface(self.program, method);
                }
                self.program.find_method(self.sites.class(site), "run", "()V") == Some(method)
            }
            _ => false,
        };
        let mut found = Objs::new();
        for heap in &self.exported {
            let runnable = |(source, to, _)| matches!(source, Source::Part(_, Part::Runnable)).then_some(to);
            found.extend(self.edges.all(heap).filter_map(runnable).filter(|&object| begins(object)));
        }
        if self.threads_unknown {
            found.insert(Obj::Anything);
        }
        found
    }

    fn passes(&self, object: Obj, by: Filter) -> bool {
        let program = self.program;
        let is_jdk = |class: ClassId| program.class(program.element_of(class)).origin == Origin::Jdk;
        match (object, by) {
            (Obj::Anything, _) => true,
            (Obj::Machine | Obj::Class(_), Filter::Class(class)) => is_jdk(class),
            (Obj::Machine | Obj::Class(_), Filter::Target { target, .. }) => is_jdk(program.method(target).class),
            (Obj::Machine | Obj::Class(_), Filter::Lambda(_)) => false,
            (Obj::Current(site) | Obj::Past(site), by) => {
                let of = self.sites.threads.sites[site as usize];
                // The class of a lambda may have any interface besides its functional one.
                let fits = |class: ClassId| {
                    program.is_subtype(of.class, class) || of.lambda.is_some() && program.class(class).is_interface()
                };
                match by {
                    Filter::Class(class) => fits(class),
                    Filter::Lambda(lambda) => of.lambda == Some(lambda),
                    Filter::Target { callee, target } => {
                        if of.lambda.is_some() {
                            return !program.method(target).is_abstract() && fits(program.method(target).class);
                        }
                        program.is_subtype(of.class, program.method(callee).class)
                            && program.select(of.class, callee).is_ok_and(|selected| selected == target)
                    }
                }
            }
        }
    }

    /// Whether a method may lead to objects of the user's that nobody gave it.
    fn calls_user(&mut self, method: MethodId) -> bool {
        if let Some(&answer) = self.calls_user.get(&method) {
            return answer;
        }
        let answer = self.facts.calls_user(self.program, method);
        self.calls_user.insert(method, answer);
        answer
    }
}

/// The registers whose references a node uses.
fn uses(graph: &Graph, op: &Op, each: &mut dyn FnMut(Register)) {
    match *op {
        Op::Assign { from, .. } | Op::Filter { from, .. } => each(from),
        Op::Load { base, .. } | Op::LoadElement { base, .. } => each(base),
        Op::Store { base, value, .. } | Op::StoreElement { base, value, .. } => {
            each(base);
            each(value);
        }
        Op::StoreStatic { value, .. } => each(value),
        Op::Enter(Monitor::Of(object)) | Op::Exit(Monitor::Of(object)) => each(object),
        Op::Wait { object, .. } | Op::Notify { object, .. } => each(object),
        Op::Thread { thread, task } => {
            each(thread);
            task.into_iter().for_each(each);
        }
        Op::Task { thread, .. } | Op::Start { thread } | Op::Join { thread, .. } => each(thread),
        Op::Call { ref args, .. } => args.iter().copied().for_each(each),
        Op::Caught { .. } => each(graph.thrown),
        _ => {}
    }
}
