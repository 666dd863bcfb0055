//! The nodes of an inlined graph as transformations: one each, or a few in a row.

use std::ops::Range;

use heddle_analysis::inline::{
    Begin, Edge, EdgeKind, Filter, Graph, Monitor, NodeId as InlineNode, Op, Register, Slot,
};
use heddle_classfile::Constant;
use heddle_program::ir::{Callee, Instr, InvokeKind, Reg};
use heddle_program::{ClassId, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use super::objects::Maker;
use super::{Java, compute, is_thread};
use crate::language::{Action, Binary, Expr, Local, Node, NodeId, OPAQUE, PERHAPS, Place, TEXT, Thread, Value};

pub(super) const NULL: &str = "java/lang/NullPointerException";
pub(super) const BOUNDS: &str = "java/lang/ArrayIndexOutOfBoundsException";
pub(super) const STORE: &str = "java/lang/ArrayStoreException";
pub(super) const NEGATIVE: &str = "java/lang/NegativeArraySizeException";
const ARITHMETIC: &str = "java/lang/ArithmeticException";
const CAST: &str = "java/lang/ClassCastException";
pub(super) const MONITOR: &str = "java/lang/IllegalMonitorStateException";

/// One thread being translated.
pub struct Translation<'a, 'j> {
    pub java: &'a Java<'j>,
    pub(super) instance: usize,
    /// The thread type whose graph is being translated, its first node and its first local.
    pub(super) ty: usize,
    first_node: u32,
    first_local: u32,
    pub nodes: Vec<Node>,
    locals: Vec<String>,
    /// The thread's object, and a local that no value survives in.
    pub(super) me: Local,
    pub scratch: Local,
    /// Where an edge leads instead: from the end of a class initialiser.
    pub redirected: FxHashMap<(InlineNode, InlineNode), NodeId>,
}

/// Translates a thread.
pub fn thread(java: &Java<'_>, instance: usize) -> Thread {
    let made = java.instances[instance].made;
    let object =
        made.map(|(by, site, number)| java.objects.first(Maker::Site { instance: by, site }) + number as Value);
    let mut translation = Translation {
        java,
        instance,
        ty: 0,
        first_node: 0,
        first_local: 0,
        nodes: Vec::new(),
        locals: vec!["me".into(), "scratch".into()],
        me: Local(0),
        scratch: Local(1),
        redirected: FxHashMap::default(),
    };
    let entry = translation.all_types();
    let name = match made {
        None => "main".into(),
        Some((_, site, number)) => {
            let class = java.program.external_name(java.threads.sites[site as usize].class);
            let class = match &java.instances[instance].types[..] {
                &[only] => {
                    java.program.external_name(java.program.method(java.threads.types[only].begin.method()).class)
                }
                _ => class,
            };
            format!("{class}#{instance}{}", if number > 0 { format!(".{number}") } else { String::new() })
        }
    };
    let this = object.map(|_| translation.me);
    Thread { name, object, locals: translation.locals, nodes: translation.nodes, entry, this }
}

impl<'a> Translation<'a, '_> {
    /// Translates everything the thread may execute; gives its first location.
    fn all_types(&mut self) -> NodeId {
        let types = &self.java.instances[self.instance].types;
        let mut begins: Vec<(usize, NodeId)> = Vec::new();
        for &ty in types {
            self.ty = ty;
            self.first_node = self.nodes.len() as u32;
            self.first_local = self.locals.len() as u32;
            self.redirected.clear();
            let graph = self.graph();
            self.locals.extend((0..graph.registers).map(|register| format!("r{register}")));
            for _ in 0..graph.nodes.len() {
                self.nodes.push(Node::new(Action::Fail("code that is never reached".into()), NodeId(0), ""));
            }
            for at in 0..graph.nodes.len() {
                self.initializer(at as InlineNode);
            }
            for at in 0..graph.nodes.len() {
                self.node(at as InlineNode);
            }
            begins.push((ty, self.first(graph.entry)));
        }
        match &begins[..] {
            [(_, only)] if self.has_own_type() => *only,
            _ => self.choose_type(&begins),
        }
    }

    pub fn graph(&self) -> &'a Graph {
        &self.java.threads.types[self.ty].graph
    }

    pub fn local(&self, register: Register) -> Local {
        Local(self.first_local + register)
    }

    /// The first location of a node.
    pub fn first(&self, node: InlineNode) -> NodeId {
        NodeId(self.first_node + node)
    }

    /// A further location for a node.
    pub fn add(&mut self, of: InlineNode, action: Action, next: NodeId) -> NodeId {
        let place = self.place(of);
        let id = NodeId(self.nodes.len() as u32);
        let mut node = Node::new(action, next, place);
        node.shared = false;
        self.nodes.push(node);
        id
    }

    pub fn place(&self, of: InlineNode) -> String {
        let program = self.java.program;
        let class = program.method(self.graph().method(of)).class;
        let file = program.source_file(class).unwrap_or_else(|| program.external_name(class));
        match self.graph().line(program, of) {
            Some(line) => format!("{file}:{line}"),
            None => file,
        }
    }

    pub fn set(&mut self, of: InlineNode, action: Action, next: NodeId) {
        let mut node = Node::new(action, next, self.place(of));
        node.shared = (self.java.shared)(self.ty, of);
        let at = self.first(of).index();
        self.nodes[at] = node;
    }

    /// Where an edge leads.
    fn target(&self, from: InlineNode, edge: &Edge) -> NodeId {
        self.redirected.get(&(from, edge.to)).copied().unwrap_or_else(|| self.first(edge.to))
    }

    /// Where a node goes on if nothing is thrown: a choice by the class of the receiver, if several
    /// methods may be called.
    pub fn next(&mut self, of: InlineNode) -> NodeId {
        let edges: Vec<Edge> =
            self.graph().nodes[of as usize].edges.iter().filter(|edge| !edge.is_exceptional()).copied().collect();
        let (targets, others): (Vec<Edge>, Vec<Edge>) =
            edges.into_iter().partition(|edge| edge.kind == EdgeKind::Target);
        let default = others.iter().find(|edge| edge.kind != EdgeKind::Initializer).or(others.first());
        let mut next = default.map(|edge| self.target(of, edge));
        for edge in &targets {
            let to = self.target(of, edge);
            match self.graph().nodes[edge.to as usize].op {
                Op::Filter { from, by, .. } => {
                    let condition = Expr::Within(self.local(from), self.passing(by));
                    let otherwise = next.unwrap_or_else(|| self.fail(of, "a call on an object of an unknown class"));
                    next = Some(self.add(of, Action::Branch { condition, otherwise }, to));
                }
                _ => next = Some(to),
            }
        }
        next.unwrap_or_else(|| self.fail(of, "a call that nothing is known to answer"))
    }

    pub fn fail(&mut self, of: InlineNode, what: &str) -> NodeId {
        self.add(of, Action::Fail(what.into()), NodeId(0))
    }

    /// The objects that pass a filter.
    pub fn passing(&self, by: Filter) -> Vec<Range<Value>> {
        let (program, objects) = (self.java.program, &self.java.objects);
        match by {
            Filter::Class(class) => objects.instances_of(program, class),
            Filter::Target { callee, target } => {
                objects.ranges(|class, lambda| lambda.is_none() && program.select(class, callee) == Ok(target))
            }
            Filter::Lambda(number) => objects.ranges(|_, lambda| lambda == Some(number)),
        }
    }

    /// Before `then`, tests a condition; if it fails, an exception is thrown. Without a way for the
    /// exception the condition holds.
    pub fn check(&mut self, of: InlineNode, condition: Expr, class: &str, then: NodeId) -> NodeId {
        match self.thrown(of, class) {
            Some(otherwise) => self.add(of, Action::Branch { condition, otherwise }, then),
            None => then,
        }
    }

    pub fn not_null(&self, register: Register) -> Expr {
        Expr::binary(Binary::Ne, Expr::Local(self.local(register)), Expr::Const(0))
    }

    /// Puts an access at a location of its own behind its checks, the last check first; gives that
    /// location.
    pub fn checked(&mut self, of: InlineNode, action: Action, checks: &[(Expr, &str)]) -> NodeId {
        let next = self.next(of);
        let access = self.add(of, action, next);
        let mut at = access;
        self.nodes[at.index()].shared = (self.java.shared)(self.ty, of);
        for (condition, class) in checks {
            at = self.check(of, condition.clone(), class, at);
        }
        self.set(of, Action::Skip, at);
        access
    }

    fn node(&mut self, of: InlineNode) {
        let op = self.graph().nodes[of as usize].op.clone();
        let simple = match op {
            Op::Skip if self.throws(of) => {
                let mut to = self.dispatch(of);
                if self.may_throw_null(of) {
                    let otherwise = self.fail(of, "a throw of what may be null");
                    let condition = self.not_null(self.graph().thrown);
                    to = self.add(of, Action::Branch { condition, otherwise }, to);
                }
                return self.set(of, Action::Skip, to);
            }
            Op::Skip => Action::Skip,
            Op::Receiver(register) => {
                let next = self.next(of);
                let at = self.check(of, self.not_null(register), NULL, next);
                return self.set(of, Action::Skip, at);
            }
            Op::Compute { to } => return self.compute(of, to),
            Op::Branch => return self.branch(of),
            Op::Assign { to, from } => self.copy(to, from),
            Op::Filter { to, from, by: Filter::Class(class) } => {
                let mut ranges = self.passing(Filter::Class(class));
                ranges.push(0..1);
                if class == self.java.program.well_known().object {
                    ranges.extend([OPAQUE..OPAQUE + 1, PERHAPS..PERHAPS + 1]);
                }
                let passes = Expr::Within(self.local(from), ranges);
                let action = self.copy(to, from);
                self.checked(of, action, &[(passes, CAST)]);
                return self.ends_if_unclear(of, from, class, "a cast of something unknown");
            }
            Op::Filter { to, from, by: Filter::Lambda(_) } => {
                let (next, action) = (self.next(of), self.copy(to, from));
                let next = self.after_initialization(of, next);
                return self.set(of, action, next);
            }
            Op::Filter { to, from, .. } => self.copy(to, from),
            Op::Null { to } => self.constant(to, 0),
            Op::Machine { to } if self.is_argument(of, to) => self.constant(to, OPAQUE),
            Op::Machine { to } if self.is_text(of) => self.constant(to, TEXT),
            Op::Machine { .. } => Action::Fail("a boxed number, a constant that is no text, or a dynamic call".into()),
            Op::ClassObject { to, class } => self.constant(to, self.java.objects.first(Maker::Mirror(class))),
            Op::New { to, site } => return self.allocate(of, to, site),
            Op::Load { to, base, slot } => {
                let from = Place::Field(self.local(base), self.java.fields[&slot]);
                let action = Action::Load { to: self.local(to), from };
                self.checked(of, action, &[(self.not_null(base), NULL)]);
                return;
            }
            Op::Store { base, slot, value } => {
                let to = Place::Field(self.local(base), self.java.fields[&slot]);
                let action = Action::Store { to, value: Expr::Local(self.local(value)) };
                let at = self.checked(of, action, &[(self.not_null(base), NULL)]);
                // Nobody else has a lambda that is being made.
                if matches!(slot, Slot::Captured(_)) {
                    self.nodes[at.index()].shared = false;
                }
                return;
            }
            Op::LoadStatic { to, field } => match self.java.statics.get(&field) {
                Some(&at) => Action::Load { to: self.local(to), from: Place::Static(at) },
                None => self.static_of_jdk(to, field),
            },
            Op::StoreStatic { field, value } => match self.java.statics.get(&field) {
                Some(&at) => Action::Store { to: Place::Static(at), value: Expr::Local(self.local(value)) },
                None => Action::Fail("a static field of the JDK".into()),
            },
            Op::LoadElement { to, base, index, .. } => {
                let from = Place::Element(self.local(base), self.local(index));
                return self.element(of, Action::Load { to: self.local(to), from }, base, index);
            }
            Op::StoreElement { base, index: Some(index), value, .. } => {
                let to = Place::Element(self.local(base), self.local(index));
                self.element(of, Action::Store { to, value: Expr::Local(self.local(value)) }, base, index);
                return self.check_store(of, base, value);
            }
            Op::StoreElement { index: None, .. } => Action::Fail("an array of arrays".into()),
            Op::Length { to, base } => {
                let action = Action::Length { to: self.local(to), array: self.local(base) };
                self.checked(of, action, &[(self.not_null(base), NULL)]);
                return;
            }
            Op::Enter(Monitor::Of(register)) => {
                let action = Action::Enter(self.local(register));
                self.checked(of, action, &[(self.not_null(register), NULL)]);
                return self.ends_if_stand_in(of, &[register], "the lock of something that is only a stand-in");
            }
            Op::Exit(Monitor::Of(register)) => Action::Exit(self.local(register)),
            Op::Enter(Monitor::OfClass(class)) | Op::Exit(Monitor::OfClass(class)) => {
                let object = self.java.objects.first(Maker::Mirror(class));
                let next = self.next(of);
                let is_enter = matches!(op, Op::Enter(_));
                let action = if is_enter { Action::Enter(self.scratch) } else { Action::Exit(self.scratch) };
                let at = self.add(of, action, next);
                self.nodes[at.index()].shared = (self.java.shared)(self.ty, of);
                return self.set(of, Action::Set { to: self.scratch, value: Expr::Const(object) }, at);
            }
            Op::Wait { object, timed } => {
                let Some(timed) = self.has_limit(of, timed) else {
                    return self.set(of, Action::Fail("a wait whose time limit is not a constant".into()), NodeId(0));
                };
                return self.wait(of, object, timed);
            }
            Op::Notify { object, all } => Action::Notify { object: self.local(object), all },
            Op::Thread { thread, task } => {
                let to = Place::Field(self.local(thread), self.java.task);
                let value = task.map_or(Expr::Const(0), |task| Expr::Local(self.local(task)));
                return self.new_thread(of, thread, Action::Store { to, value });
            }
            Op::Task { to, thread } => {
                let from = Place::Field(self.local(thread), self.java.task);
                return self.set_local(of, Action::Load { to: self.local(to), from });
            }
            Op::Start { .. } if self.starts_too_early(of) => {
                Action::Fail("a thread started while a class is being initialised".into())
            }
            Op::Start { thread } => return self.start(of, thread),
            Op::Join { thread, timed } => match self.has_limit(of, timed) {
                Some(false) => return self.join(of, thread),
                _ => Action::Fail("join with a time-out".into()),
            },
            Op::Current { to } => match self.java.instances[self.instance].made {
                Some(_) => Action::Set { to: self.local(to), value: Expr::Local(self.me) },
                None => self.constant(to, OPAQUE),
            },
            Op::Call { method, effect, ref args, to } => match self.call(of, method, effect, args, to) {
                Some(action) => action,
                None => return,
            },
            Op::Initialize { class } => {
                let action = Action::Load { to: self.scratch, from: Place::Static(self.java.initialized[&class]) };
                let to = self.initialization(of, class);
                self.set(of, action, to);
                let at = self.first(of).index();
                self.nodes[at].shared = false;
                return;
            }
            Op::Caught { to } => self.copy(to, self.graph().thrown),
            Op::Unwind => {
                let method = self.java.program.method(self.graph().method(of));
                if self.java.program.text(method.name) == "<clinit>" {
                    Action::Fail("an exception in a class initialiser".into())
                } else if self.throws(of) {
                    let to = self.dispatch(of);
                    return self.set(of, Action::Skip, to);
                } else {
                    Action::Skip
                }
            }
            Op::Begin { this } => return self.begin(of, this),
            Op::End => return self.end(of),
            Op::Die => return self.set(of, Action::Crash(self.local(self.graph().thrown)), self.first(of)),
        };
        let uses_monitor = matches!(simple, Action::Notify { .. } | Action::Exit(_));
        let next = if matches!(simple, Action::Fail(_)) { self.first(of) } else { self.next(of) };
        self.set(of, simple, next);
        if uses_monitor {
            let at = self.first(of).index();
            self.nodes[at].caught = self.is_caught(of, MONITOR);
        }
    }

    /// Whether a handler may get an exception of this class that a node throws.
    pub fn is_caught(&self, of: InlineNode, class: &str) -> bool {
        let nodes = &self.graph().nodes;
        let is_thrown = |edge: &&Edge| matches!(edge.kind, EdgeKind::Throws(Some(thrown)) if self.java.program.class_name(thrown) == class);
        let mut open: Vec<InlineNode> = nodes[of as usize].edges.iter().filter(is_thrown).map(|edge| edge.to).collect();
        let mut seen: FxHashSet<InlineNode> = open.iter().copied().collect();
        while let Some(at) = open.pop() {
            match nodes[at as usize].op {
                Op::Caught { .. } => return true,
                Op::Die => {}
                _ => open.extend(nodes[at as usize].edges.iter().map(|edge| edge.to).filter(|&to| seen.insert(to))),
            }
        }
        false
    }

    /// Like `set`, for what no other thread can notice.
    pub fn set_local(&mut self, of: InlineNode, action: Action) {
        let next = self.next(of);
        self.set(of, action, next);
        let at = self.first(of).index();
        self.nodes[at].shared = false;
    }

    pub fn throws(&self, of: InlineNode) -> bool {
        let edges = &self.graph().nodes[of as usize].edges;
        !edges.is_empty() && edges.iter().all(Edge::is_exceptional)
    }

    pub fn copy(&self, to: Register, from: Register) -> Action {
        Action::Set { to: self.local(to), value: Expr::Local(self.local(from)) }
    }

    pub fn constant(&self, to: Register, value: Value) -> Action {
        Action::Set { to: self.local(to), value: Expr::Const(value) }
    }

    /// The arguments of the program.
    fn is_argument(&self, of: InlineNode, to: Register) -> bool {
        let node = &self.graph().nodes[of as usize];
        node.copy == 0 && node.pc == 0 && to == self.graph().register(0, 0)
    }

    /// A literal, or a text that is put together; not a number that a lambda boxes or unboxes.
    fn is_text(&self, of: InlineNode) -> bool {
        let program = self.java.program;
        let node = &self.graph().nodes[of as usize];
        let code = self.graph().code(program, node.copy);
        let file = program.class(code.pool_class).file.as_deref();
        match code.instrs[node.pc as usize] {
            Instr::Invoke { k } => {
                let site = &code.calls[k as usize];
                let Callee::Pool(cp) = site.callee else { return false };
                let described =
                    file.filter(|_| site.kind == InvokeKind::Dynamic).and_then(|file| file.dynamic(cp).ok());
                described.is_some_and(|(_, name)| name.descriptor.ends_with(")Ljava/lang/String;"))
            }
            Instr::ConstPool { cp, .. } => {
                matches!(file.and_then(|file| file.constant(cp).ok()), Some(Constant::String { .. }))
            }
            _ => false,
        }
    }

    /// Before what a node does, the model ends if it cannot tell whether a value is of a class.
    fn ends_if_unclear(&mut self, of: InlineNode, value: Register, class: ClassId, what: &str) {
        let unclear = self.java.objects.perhaps_of(self.java.program, class);
        if unclear.is_empty() {
            return;
        }
        let condition = Expr::Within(self.local(value), unclear);
        self.ends_if(of, condition, what);
    }

    fn static_of_jdk(&self, to: Register, field: heddle_program::FieldId) -> Action {
        let info = self.java.program.field(field);
        match info.ty {
            Type::Ref(_) => self.constant(to, OPAQUE),
            _ => Action::Fail(format!("the field {}", self.java.program.external_field(field))),
        }
    }

    fn compute(&mut self, of: InlineNode, to: Option<Register>) {
        let program = self.java.program;
        let node = &self.graph().nodes[of as usize];
        let code = self.graph().code(program, node.copy);
        let (copy, instr) = (node.copy, code.instrs[node.pc as usize]);
        let local = |reg: Reg| self.local(self.graph().register(copy, reg));
        let Some(to) = to.map(|to| self.local(to)) else {
            let next = self.next(of);
            return self.set(of, Action::Skip, next);
        };
        if let Instr::InstanceOf { a, cp, .. } = instr {
            return match program.resolve_class(code.pool_class, cp) {
                Ok(class) => {
                    let mut ranges = self.passing(Filter::Class(class));
                    if class == program.well_known().object {
                        ranges.push(OPAQUE..OPAQUE + 1);
                    }
                    let value = Expr::Within(local(a), ranges);
                    let tested = self.graph().register(copy, a);
                    let next = self.next(of);
                    self.set(of, Action::Set { to, value }, next);
                    self.ends_if_unclear(of, tested, class, "a test of the class of something unknown");
                }
                Err(_) => self.set(of, Action::Fail("a missing class".into()), NodeId(0)),
            };
        }
        let divisor = match instr {
            Instr::IDiv { b, .. } | Instr::IRem { b, .. } | Instr::LDiv { b, .. } | Instr::LRem { b, .. } => {
                Some(local(b))
            }
            _ => None,
        };
        match compute::value(code, instr, &local) {
            Ok(value) => {
                let checks: Vec<(Expr, &str)> = divisor
                    .map(|by| (Expr::binary(Binary::Ne, Expr::Local(by), Expr::Const(0)), ARITHMETIC))
                    .into_iter()
                    .collect();
                let fits = compute::fits(instr, &local);
                let access = self.checked(of, Action::Set { to, value }, &checks);
                if let Some(condition) = fits {
                    let next = self.nodes[access.index()].next;
                    let compute = self.add(of, self.nodes[access.index()].action.clone(), next);
                    let otherwise = self.fail(of, "a long number beyond 32 bits");
                    let test = &mut self.nodes[access.index()];
                    (test.action, test.next) = (Action::Branch { condition, otherwise }, compute);
                }
            }
            Err(what) => self.set(of, Action::Fail(what), NodeId(0)),
        }
    }

    fn branch(&mut self, of: InlineNode) {
        let node = &self.graph().nodes[of as usize];
        let (copy, pc) = (node.copy, node.pc);
        let code = self.graph().code(self.java.program, copy);
        let instr = code.instrs[pc as usize];
        let at = |pc| self.first(self.graph().copies[copy as usize].at[&pc]);
        let local = |reg: Reg| self.local(self.graph().register(copy, reg));
        if let Some((condition, target)) = compute::condition(instr, &local) {
            let (to, otherwise) = (at(target), at(pc + 1));
            self.set(of, Action::Branch { condition, otherwise }, to);
            return self.check_identity(of, code, instr, pc);
        }
        match instr {
            Instr::Goto { t } => {
                let to = at(t.into());
                self.set(of, Action::Skip, to);
            }
            Instr::Switch { a, k } => {
                let switch = &code.switches[k as usize];
                let value = Expr::Local(local(a));
                let cases: Vec<(Value, NodeId)> = match switch {
                    heddle_program::ir::Switch::Dense { low, targets, .. } => {
                        (*low..).zip(targets.iter().map(|&t| at(t.into()))).collect()
                    }
                    heddle_program::ir::Switch::Sparse { keys, targets, .. } => {
                        keys.iter().copied().zip(targets.iter().map(|&t| at(t.into()))).collect()
                    }
                };
                let mut next = at(switch.targets().last().expect("the default").into());
                for (key, to) in cases.into_iter().rev() {
                    let condition = Expr::binary(Binary::Eq, value.clone(), Expr::Const(key));
                    next = self.add(of, Action::Branch { condition, otherwise: next }, to);
                }
                self.set(of, Action::Skip, next);
            }
            _ => self.set(of, Action::Fail("a jump of an unknown kind".into()), NodeId(0)),
        }
    }

    fn begin(&mut self, of: InlineNode, this: Option<Register>) {
        let begin = self.java.threads.types[self.ty].begin;
        let Some(this) = this.map(|this| self.local(this)) else { return self.set_local(of, Action::Skip) };
        let program = self.java.program;
        let is_own = matches!(begin, Begin::Run(method) if is_thread(program, program.method(method).class));
        let action = if is_own {
            Action::Set { to: this, value: Expr::Local(self.me) }
        } else {
            Action::Load { to: this, from: Place::Field(self.me, self.java.task) }
        };
        self.set_local(of, action);
    }
}
