//! The instructions of a copy as nodes, and the edges of exceptions.

use heddle_classfile::Constant;
use heddle_program::ir::{Catch, Code, Instr, Pc, Reg};
use heddle_program::{ClassId, ClassKind, MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Copy, CopyId, Edge, EdgeKind, Filter, Graph, Monitor, Node, NodeId, Op, Policy, Register, Site, Slot};
use crate::facts::Facts;

/// Builds the graph of one thread type.
pub struct Builder<'a> {
    pub program: &'a Program,
    pub facts: &'a Facts,
    pub policy: &'a Policy<'a>,
    pub graph: Graph,
    pub sites: &'a mut Vec<Site>,
    pub thread: u32,
    /// The methods that are being inlined within one another.
    pub chain: Vec<MethodId>,
    pub thrown: &'a Thrown,
    /// Methods of the JDK that were asked about, and whether they may call back the user's.
    pub calls_user: FxHashMap<MethodId, bool>,
    /// By copy.
    work: Vec<Work>,
    die: NodeId,
}

/// What is only needed while a copy is being filled.
#[derive(Default)]
struct Work {
    /// Instructions that were reached and have no nodes yet.
    open: Vec<Pc>,
    monitor: Option<Monitor>,
    unwinds: FxHashMap<Option<ClassId>, NodeId>,
    caught: FxHashMap<Pc, NodeId>,
    /// Whether the receiver stays in register 0 throughout.
    keeps_this: bool,
    /// Whether this is a class initialiser, whose exceptions come out as others.
    wraps: bool,
}

/// Exceptions that instructions throw by themselves. Running out of memory counts for arrays only,
/// running out of stack not at all: without recursion it does not happen.
pub struct Thrown {
    pub null: ClassId,
    bounds: ClassId,
    store: ClassId,
    negative: ClassId,
    memory: ClassId,
    arithmetic: ClassId,
    cast: ClassId,
    pub monitor: ClassId,
    pub interrupted: ClassId,
    pub started: ClassId,
}

impl Thrown {
    pub fn new(program: &Program) -> Option<Self> {
        let load = |name: &str| program.load(&format!("java/lang/{name}")).ok();
        Some(Self {
            null: load("NullPointerException")?,
            bounds: load("ArrayIndexOutOfBoundsException")?,
            store: load("ArrayStoreException")?,
            negative: load("NegativeArraySizeException")?,
            memory: load("OutOfMemoryError")?,
            arithmetic: load("ArithmeticException")?,
            cast: load("ClassCastException")?,
            monitor: load("IllegalMonitorStateException")?,
            interrupted: load("InterruptedException")?,
            started: load("IllegalThreadStateException")?,
        })
    }
}

impl<'a> Builder<'a> {
    /// A builder whose graph has its entry, [`Op::Begin`], and the two ends.
    pub fn new(
        program: &'a Program,
        facts: &'a Facts,
        policy: &'a Policy<'a>,
        thrown: &'a Thrown,
        sites: &'a mut Vec<Site>,
        thread: u32,
        first: MethodId,
    ) -> Self {
        let graph = Graph { registers: 1, thrown: 0, ..Graph::default() };
        let mut builder = Self {
            program,
            facts,
            policy,
            graph,
            sites,
            thread,
            chain: Vec::new(),
            thrown,
            calls_user: FxHashMap::default(),
            work: Vec::new(),
            die: 0,
        };
        builder.open_copy(first, None);
        builder.graph.entry = builder.node(0, 0, Op::Begin { this: None });
        builder.die = builder.node(0, 0, Op::Die);
        builder
    }

    pub fn node(&mut self, copy: CopyId, pc: Pc, op: Op) -> NodeId {
        self.graph.nodes.push(Node { copy, pc, op, edges: Vec::new(), in_loop: None });
        self.graph.nodes.len() as NodeId - 1
    }

    pub fn edge(&mut self, from: NodeId, to: NodeId, kind: EdgeKind) {
        let edges = &mut self.graph.nodes[from as usize].edges;
        let edge = Edge { to, kind, back: None };
        if !edges.contains(&edge) {
            edges.push(edge);
        }
    }

    /// Appends a node to a chain.
    pub fn then(&mut self, after: NodeId, op: Op) -> NodeId {
        let Node { copy, pc, .. } = self.graph.nodes[after as usize];
        let node = self.node(copy, pc, op);
        self.edge(after, node, EdgeKind::Next);
        node
    }

    pub fn new_registers(&mut self, count: u32) -> Register {
        self.graph.registers += count;
        self.graph.registers - count
    }

    pub fn new_site(&mut self, node: NodeId, class: ClassId, number: u32, lambda: Option<u32>) -> u32 {
        self.sites.push(Site { thread: self.thread, node, class, lambda, number });
        self.sites.len() as u32 - 1
    }

    /// Registers for a copy; its nodes come with [`Builder::fill`].
    pub fn open_copy(&mut self, method: MethodId, caller: Option<(CopyId, Pc)>) -> CopyId {
        let registers = self.program.code(method).map_or(0, |code| u32::from(code.registers));
        let first_register = self.new_registers(registers);
        self.graph.copies.push(Copy { method, caller, first_register, at: FxHashMap::default() });
        self.work.push(Work::default());
        self.graph.copies.len() as CopyId - 1
    }

    /// Makes the nodes of a copy. Its arguments are in its first registers; the result goes to
    /// `result`, control to `after`. Gives the first node.
    pub fn fill(
        &mut self,
        copy: CopyId,
        code: &Code,
        initialized: &FxHashSet<ClassId>,
        result: Option<Register>,
        after: NodeId,
    ) -> NodeId {
        let program = self.program;
        let info = program.method(code.method);
        let this = self.graph.register(copy, 0);
        let monitor = info.is_synchronized().then(|| match info.is_static() {
            true => Monitor::OfClass(info.class),
            false => Monitor::Of(this),
        });
        let writes_this = code.instrs.iter().any(|instr| instr.dest(code) == Some(0))
            || code.handlers.iter().any(|handler| handler.dest == 0);
        let work = &mut self.work[copy as usize];
        work.monitor = monitor;
        work.keeps_this = !info.is_static() && !writes_this;
        work.wraps = program.text(info.name) == "<clinit>";
        self.chain.push(code.method);
        // The class of a method that runs is initialised, or being so by this thread.
        let mut initialized = initialized.clone();
        initialized.extend(program.class(info.class).display.iter().copied());
        let triggered = self.triggered(code, &initialized);
        let mut leave = after;
        let first = match monitor {
            Some(monitor) => {
                leave = self.node(copy, 0, Op::Exit(monitor));
                self.edge(leave, after, EdgeKind::Next);
                let enter = self.node(copy, 0, Op::Enter(monitor));
                let body = self.at(copy, 0);
                self.edge(enter, body, EdgeKind::Next);
                enter
            }
            None => self.at(copy, 0),
        };
        while let Some(pc) = self.work[copy as usize].open.pop() {
            let known = triggered.as_ref().map_or(&initialized, |at| &at[&pc]);
            self.instruction(copy, code, pc, known, result, leave);
        }
        self.chain.pop();
        first
    }

    /// The first node of an instruction.
    pub fn at(&mut self, copy: CopyId, pc: Pc) -> NodeId {
        if let Some(&node) = self.graph.copies[copy as usize].at.get(&pc) {
            return node;
        }
        let node = self.node(copy, pc, Op::Skip);
        self.graph.copies[copy as usize].at.insert(pc, node);
        self.work[copy as usize].open.push(pc);
        node
    }

    pub fn is_this(&self, copy: CopyId, reg: Reg) -> bool {
        reg == 0 && self.work[copy as usize].keeps_this
    }

    // ---- class initialisers -----------------------------------------------------------------

    /// The user's initialisers that an instruction may run, superclasses first.
    fn initializers(&self, method: MethodId, pc: Pc) -> impl Iterator<Item = MethodId> + '_ {
        let calls = self.facts.calls(method).iter();
        let program = self.program;
        calls
            .filter(move |&&(at, callee)| at == pc && program.text(program.method(callee).name) == "<clinit>")
            .map(|&(_, callee)| callee)
    }

    /// By instruction, the classes that are initialised whenever it is reached; none if nothing is
    /// initialised here.
    fn triggered(&self, code: &Code, entry: &FxHashSet<ClassId>) -> Option<FxHashMap<Pc, FxHashSet<ClassId>>> {
        let program = self.program;
        let calls = self.facts.calls(code.method);
        if !calls.iter().any(|&(_, callee)| program.text(program.method(callee).name) == "<clinit>") {
            return None;
        }
        let mut at = FxHashMap::from_iter([(0, entry.clone())]);
        let mut open = vec![0];
        while let Some(pc) = open.pop() {
            let before = at[&pc].clone();
            let mut after = before.clone();
            after.extend(self.initializers(code.method, pc).map(|method| program.method(method).class));
            let mut meet = |to: Pc, known: &FxHashSet<ClassId>| {
                let changed = match at.get_mut(&to) {
                    Some(old) => {
                        let count = old.len();
                        old.retain(|class| known.contains(class));
                        old.len() != count
                    }
                    None => {
                        at.insert(to, known.clone());
                        true
                    }
                };
                if changed {
                    open.push(to);
                }
            };
            let instr = &code.instrs[pc as usize];
            instr.successors(pc, code, |to| meet(to, &after));
            if instr.can_throw() {
                code.handlers_at(pc).for_each(|handler| meet(handler.target, &before));
            }
        }
        // Handlers that only the nodes of a callee reach are covered by the instruction of the call.
        for pc in 0..code.instrs.len() as Pc {
            at.entry(pc).or_insert_with(|| entry.clone());
        }
        Some(at)
    }

    /// The initialisers that may run before the instruction does its own; gives the node for that.
    fn initialize(&mut self, copy: CopyId, code: &Code, pc: Pc, at: NodeId, known: &FxHashSet<ClassId>) -> NodeId {
        let due: Vec<MethodId> = self.initializers(code.method, pc).collect();
        self.run_initializers(copy, pc, at, &due, known)
    }

    /// Initialisers that may run at a node, one after another; gives the node after them.
    pub fn run_initializers(
        &mut self,
        copy: CopyId,
        pc: Pc,
        mut at: NodeId,
        due: &[MethodId],
        known: &FxHashSet<ClassId>,
    ) -> NodeId {
        for &initializer in due {
            let class = self.program.method(initializer).class;
            let Ok(body) = self.program.code(initializer) else { continue };
            if known.contains(&class) || self.chain.contains(&initializer) {
                continue;
            }
            self.graph.nodes[at as usize].op = Op::Initialize { class };
            let next = self.node(copy, pc, Op::Skip);
            self.edge(at, next, EdgeKind::Next);
            if self.graph.nodes.len() > self.policy.nodes {
                let havoc = self.havoc(copy, pc, Some(initializer), Box::new([]), None);
                self.edge(at, havoc, EdgeKind::Initializer);
                self.edge(havoc, next, EdgeKind::Next);
            } else {
                let callee = self.open_copy(initializer, Some((copy, pc)));
                let first = self.fill(callee, body, known, None, next);
                self.edge(at, first, EdgeKind::Initializer);
            }
            at = next;
        }
        at
    }

    // ---- exceptions -------------------------------------------------------------------------

    /// An exception of exactly this class, or of any, leaves a node of an instruction.
    pub fn raise(&mut self, from: NodeId, copy: CopyId, pc: Pc, class: Option<ClassId>) {
        let (program, throwable) = (self.program, self.program.well_known().throwable);
        let method = self.graph.copies[copy as usize].method;
        let code = program.code(method).expect("copies have code");
        let kind = EdgeKind::Throws(class);
        for handler in code.handlers_at(pc) {
            let catches = match handler.catch {
                Catch::Any => Some(throwable),
                Catch::Pool(cp) => program.resolve_class(code.pool_class, cp).ok(),
            };
            let (may, must) = match (class, catches) {
                (_, None) => (true, false),
                (Some(class), Some(catches)) => {
                    let is = program.is_subtype(class, catches);
                    (is, is)
                }
                (None, Some(catches)) => (true, catches == throwable),
            };
            // The handler that unlocks covers itself: should unlocking fail, it tries forever.
            let repeats = matches!(code.instrs[pc as usize], Instr::MonitorExit { .. })
                && (handler.start..handler.end).contains(&handler.target)
                && pc >= handler.target;
            if may && !repeats {
                let to = self.caught(copy, handler.target, handler.dest);
                self.edge(from, to, kind);
            }
            if must {
                return;
            }
        }
        let to = self.unwind(copy, pc, class);
        self.edge(from, to, kind);
    }

    fn caught(&mut self, copy: CopyId, target: Pc, dest: Reg) -> NodeId {
        if let Some(&node) = self.work[copy as usize].caught.get(&target) {
            return node;
        }
        let to = self.graph.register(copy, dest);
        let node = self.node(copy, target, Op::Caught { to });
        self.work[copy as usize].caught.insert(target, node);
        let first = self.at(copy, target);
        self.edge(node, first, EdgeKind::Next);
        node
    }

    fn unwind(&mut self, copy: CopyId, pc: Pc, class: Option<ClassId>) -> NodeId {
        if let Some(&node) = self.work[copy as usize].unwinds.get(&class) {
            return node;
        }
        let (first, last) = match self.work[copy as usize].monitor {
            Some(monitor) => {
                let exit = self.node(copy, pc, Op::Exit(monitor));
                (exit, self.then(exit, Op::Unwind))
            }
            None => {
                let node = self.node(copy, pc, Op::Unwind);
                (node, node)
            }
        };
        self.work[copy as usize].unwinds.insert(class, first);
        let outside = if self.work[copy as usize].wraps { None } else { class };
        match self.graph.copies[copy as usize].caller {
            Some((caller, call)) => self.raise(last, caller, call, outside),
            None => self.edge(last, self.die, EdgeKind::Next),
        }
        first
    }

    // ---- instructions -----------------------------------------------------------------------

    fn instruction(
        &mut self,
        copy: CopyId,
        code: &Code,
        pc: Pc,
        known: &FxHashSet<ClassId>,
        result: Option<Register>,
        leave: NodeId,
    ) {
        let anchor = self.at(copy, pc);
        let node = self.initialize(copy, code, pc, anchor, known);
        let instr = code.instrs[pc as usize];
        let thrown = self.thrown;
        let first = self.graph.copies[copy as usize].first_register;
        let reg = |reg: Reg| first + Register::from(reg);
        let program = self.program;
        let pool = code.pool_class;
        let mut raises: Vec<ClassId> = Vec::new();
        let null_check = |builder: &Self, base: Reg, raises: &mut Vec<ClassId>| {
            if !builder.is_this(copy, base) {
                raises.push(thrown.null);
            }
        };
        let mut last = node;
        let op = match instr {
            Instr::Nop => Op::Skip,
            Instr::Move { d, a } => Op::Assign { to: reg(d), from: reg(a) },
            Instr::ConstNull { d } => Op::Null { to: reg(d) },
            Instr::ConstPool { d, cp } => self.constant(pool, cp, reg(d)),
            Instr::New { d, cp } => match program.resolve_class(pool, cp) {
                Ok(class) => Op::New { to: reg(d), site: self.new_site(node, class, code.first_site + pc, None) },
                Err(_) => return self.raise(node, copy, pc, None),
            },
            Instr::NewArray { d, kind, .. } => {
                raises.extend([thrown.negative, thrown.memory]);
                let class = program.array_of_kind(kind);
                Op::New { to: reg(d), site: self.new_site(node, class, code.first_site + pc, None) }
            }
            Instr::ANewArray { d, cp, .. } => match program.resolve_class(pool, cp) {
                Ok(class) => {
                    raises.extend([thrown.negative, thrown.memory]);
                    let class = program.array_of(class);
                    Op::New { to: reg(d), site: self.new_site(node, class, code.first_site + pc, None) }
                }
                Err(_) => return self.raise(node, copy, pc, None),
            },
            Instr::MultiNewArray { d, k } => {
                let multi = &code.multi[k as usize];
                let Ok(class) = program.resolve_class(pool, multi.cp) else {
                    return self.raise(node, copy, pc, None);
                };
                raises.extend([thrown.negative, thrown.memory]);
                let number = code.first_site + pc;
                let site = self.new_site(node, class, number, None);
                last = self.nested(node, reg(d), class, multi.dims.len(), number);
                Op::New { to: reg(d), site }
            }
            Instr::ArrayLen { d, a } => {
                null_check(self, a, &mut raises);
                Op::Length { to: reg(d), base: reg(a) }
            }
            Instr::Load8 { d, a, i }
            | Instr::LoadU16 { d, a, i }
            | Instr::LoadI16 { d, a, i }
            | Instr::Load32 { d, a, i }
            | Instr::Load64 { d, a, i }
            | Instr::LoadRef { d, a, i } => {
                raises.extend([thrown.null, thrown.bounds]);
                let is_ref = matches!(instr, Instr::LoadRef { .. });
                Op::LoadElement { to: reg(d), base: reg(a), index: reg(i), is_ref }
            }
            Instr::Store8 { a, i, v }
            | Instr::Store16 { a, i, v }
            | Instr::Store32 { a, i, v }
            | Instr::Store64 { a, i, v }
            | Instr::StoreRef { a, i, v } => {
                raises.extend([thrown.null, thrown.bounds]);
                let is_ref = matches!(instr, Instr::StoreRef { .. });
                if is_ref {
                    raises.push(thrown.store);
                }
                Op::StoreElement { base: reg(a), index: Some(reg(i)), value: reg(v), is_ref }
            }
            Instr::GetField { d, a, cp } => match program.resolve_field(pool, cp) {
                Ok(field) => {
                    null_check(self, a, &mut raises);
                    Op::Load { to: reg(d), base: reg(a), slot: Slot::Field(field) }
                }
                Err(_) => return self.raise(node, copy, pc, None),
            },
            Instr::PutField { a, v, cp } => match program.resolve_field(pool, cp) {
                Ok(field) => {
                    null_check(self, a, &mut raises);
                    Op::Store { base: reg(a), slot: Slot::Field(field), value: reg(v) }
                }
                Err(_) => return self.raise(node, copy, pc, None),
            },
            Instr::GetStatic { d, cp } => match program.resolve_field(pool, cp) {
                Ok(field) => Op::LoadStatic { to: reg(d), field },
                Err(_) => return self.raise(node, copy, pc, None),
            },
            Instr::PutStatic { v, cp } => match program.resolve_field(pool, cp) {
                Ok(field) => Op::StoreStatic { field, value: reg(v) },
                Err(_) => return self.raise(node, copy, pc, None),
            },
            Instr::CheckCast { a, cp } => match program.resolve_class(pool, cp) {
                Ok(class) => {
                    raises.push(thrown.cast);
                    Op::Filter { to: reg(a), from: reg(a), by: Filter::Class(class) }
                }
                Err(_) => return self.raise(node, copy, pc, None),
            },
            Instr::Invoke { k } => return self.call(copy, code, pc, node, &code.calls[k as usize], known),
            Instr::Return => {
                self.graph.nodes[node as usize].op = Op::Skip;
                return self.edge(node, leave, EdgeKind::Next);
            }
            Instr::ReturnValue { a } => {
                self.graph.nodes[node as usize].op = match result {
                    Some(to) => Op::Assign { to, from: reg(a) },
                    None => Op::Skip,
                };
                return self.edge(node, leave, EdgeKind::Next);
            }
            Instr::Throw { a } => {
                self.graph.nodes[node as usize].op = Op::Assign { to: self.graph.thrown, from: reg(a) };
                let last = self.then(node, Op::Skip);
                return self.raise(last, copy, pc, None);
            }
            Instr::MonitorEnter { a } => {
                null_check(self, a, &mut raises);
                Op::Enter(Monitor::Of(reg(a)))
            }
            Instr::MonitorExit { a } => {
                raises.push(thrown.monitor);
                Op::Exit(Monitor::Of(reg(a)))
            }
            Instr::IDiv { d, .. } | Instr::IRem { d, .. } | Instr::LDiv { d, .. } | Instr::LRem { d, .. } => {
                raises.push(thrown.arithmetic);
                Op::Compute { to: Some(reg(d)) }
            }
            _ if instr.ends_block() || instr.target().is_some() => Op::Branch,
            _ => Op::Compute { to: instr.dest(code).map(reg) },
        };
        self.graph.nodes[node as usize].op = op;
        for class in raises {
            self.raise(node, copy, pc, Some(class));
        }
        let mut targets = Vec::new();
        instr.successors(pc, code, |to| targets.push(to));
        for to in targets {
            let is_jump = matches!(instr, Instr::Switch { .. }) || instr.target().is_some_and(|t| Pc::from(t) == to);
            let to = self.at(copy, to);
            self.edge(last, to, if is_jump { EdgeKind::Jump } else { EdgeKind::Next });
        }
    }

    fn constant(&mut self, pool: ClassId, cp: u16, to: Register) -> Op {
        let file = self.program.class(pool).file.as_deref();
        match file.and_then(|file| file.constant(cp).ok()) {
            Some(Constant::Class { .. }) => match self.program.resolve_class(pool, cp) {
                Ok(class) => Op::ClassObject { to, class },
                Err(_) => Op::Machine { to },
            },
            Some(Constant::String { .. }) => Op::Machine { to },
            // Method handles make the facts unknown; the other constants are primitive.
            _ => Op::Machine { to },
        }
    }

    /// The inner arrays of a nested array; gives the last node.
    fn nested(&mut self, at: NodeId, outer: Register, class: ClassId, dims: usize, number: u32) -> NodeId {
        let ClassKind::Array { component, .. } = self.program.class(class).kind else { return at };
        if dims < 2 {
            return at;
        }
        let inner = self.new_registers(1);
        let made = self.then(at, Op::Skip);
        let site = self.new_site(made, component, number, None);
        self.graph.nodes[made as usize].op = Op::New { to: inner, site };
        let made = self.nested(made, inner, component, dims - 1, number);
        self.then(made, Op::StoreElement { base: outer, index: None, value: inner, is_ref: true })
    }
}
