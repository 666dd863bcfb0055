//! Inlined control-flow graphs, one per thread type (Corbett, TOSEM 2000, section 5.2): what a thread
//! of that type executes from its beginning to its end, in one graph without calls.
//!
//! Comes in: [`Facts`](crate::Facts) and a [`Policy`] that says which methods are inlined; goes out:
//! [`Threads`]: the thread types with [`ThreadType::multi`] and a [`Graph`] each.
//!
//! - A call is replaced by a *copy* of the method ([`struct@Copy`]) with registers and allocation sites of
//!   its own; a virtual call branches over the targets of the call graph, a call of a lambda to its
//!   implementation, with captured values read back from slots of the lambda object.
//! - A node does one [`Op`]. Every node knows its copy and instruction, hence method, bytecode index
//!   and source line. What only computes ([`Op::Compute`], [`Op::Branch`]) names the instruction
//!   and nothing else: [`Graph::register`] translates its registers.
//! - An edge that an exception takes ([`EdgeKind::Throws`]) carries the state *before* its node. It
//!   leads to an [`Op::Caught`] or, through the [`Op::Unwind`]s of the copies that are left (those of
//!   synchronized methods unlock on the way), to [`Op::Die`].
//! - A synchronized method locks and unlocks like everybody else. `wait`, `notify`, `start`, `join`
//!   and the constructor of `Thread` are ops.
//! - A class initialiser of the user is a branch that may be taken where the class is first needed,
//!   between [`Op::Initialize`] and what follows.
//! - What is not inlined is an [`Op::Call`] with an [`Effect`]. Recursion beyond [`Policy::recursion`]
//!   and all that exceeds [`Policy::nodes`] has the effect [`Effect::Havoc`].
//!
//! Not part of a graph: what the JDK does when a thread ends, initialisers of JDK classes.

mod build;
mod calls;
mod listing;
mod liveness;
mod loops;
mod policy;
mod prune;
mod threads;

use heddle_program::ir::{Code, Instr, Pc, Reg};
use heddle_program::{ClassId, FieldId, MethodId, Program};
use rustc_hash::FxHashMap;

pub use listing::listing;
pub use liveness::Live;
pub use loops::Loop;
pub use policy::{Effect, Policy, Treatment, treatment};
pub use threads::{Begin, ThreadType, Threads, inline, is_of_interface, makes_threads};

pub type NodeId = u32;
pub type CopyId = u32;
pub type LoopId = u32;
/// An allocation site of [`Threads::sites`]: one per allocating node and level of a nested array.
pub type SiteId = u32;
/// A register of a graph: those of all copies side by side.
pub type Register = u32;

/// What one node does. Registers named `to` are overwritten.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    /// Nothing: the place where an inlined call or a branch over targets begins or ends.
    Skip,
    /// The object of a call, which must not be null, before the call.
    Receiver(Register),
    /// The instruction computes with primitives; its result, if any, goes to the register.
    Compute {
        to: Option<Register>,
    },
    /// A jump, conditional jump or switch of the instruction.
    Branch,
    Assign {
        to: Register,
        from: Register,
    },
    /// Like `Assign`, for those objects only that pass.
    Filter {
        to: Register,
        from: Register,
        by: Filter,
    },
    Null {
        to: Register,
    },
    /// A string, or another object that the machine provides and that holds no reference to an
    /// object of the program.
    Machine {
        to: Register,
    },
    ClassObject {
        to: Register,
        class: ClassId,
    },
    New {
        to: Register,
        site: SiteId,
    },
    Load {
        to: Register,
        base: Register,
        slot: Slot,
    },
    Store {
        base: Register,
        slot: Slot,
        value: Register,
    },
    LoadStatic {
        to: Register,
        field: FieldId,
    },
    StoreStatic {
        field: FieldId,
        value: Register,
    },
    /// `index` is none for the elements of a nested array that is being made.
    LoadElement {
        to: Register,
        base: Register,
        index: Register,
        is_ref: bool,
    },
    StoreElement {
        base: Register,
        index: Option<Register>,
        value: Register,
        is_ref: bool,
    },
    Length {
        to: Register,
        base: Register,
    },
    Enter(Monitor),
    Exit(Monitor),
    Wait {
        object: Register,
        timed: bool,
    },
    Notify {
        object: Register,
        all: bool,
    },
    /// A constructor of `Thread` itself: `task` is the `Runnable` it was given.
    Thread {
        thread: Register,
        task: Option<Register>,
    },
    /// The task of a thread, as `Thread.run` reads it.
    Task {
        to: Register,
        thread: Register,
    },
    Start {
        thread: Register,
    },
    Join {
        thread: Register,
        timed: bool,
    },
    /// `Thread.currentThread()`.
    Current {
        to: Register,
    },
    /// A call that is not inlined. `args` has one register per argument slot, receiver first.
    /// There is no method if it is an `invokedynamic`.
    Call {
        method: Option<MethodId>,
        effect: Effect,
        args: Box<[Register]>,
        to: Option<Register>,
    },
    /// The class may be initialised here, by the branch [`EdgeKind::Initializer`], or already be.
    Initialize {
        class: ClassId,
    },
    /// An exception that was thrown is caught: [`Graph::thrown`] or one of the machine's.
    Caught {
        to: Register,
    },
    /// A copy is left by an exception; its monitor is released by an `Exit` before.
    Unwind,
    /// The first node of a thread: its object or task is in the register.
    Begin {
        this: Option<Register>,
    },
    /// The thread ends.
    End,
    /// The thread ends by an exception.
    Die,
}

impl Op {
    /// The register that the node overwrites.
    pub fn to(&self) -> Option<Register> {
        match *self {
            Self::Assign { to, .. } | Self::Filter { to, .. } | Self::Null { to } | Self::Machine { to } => Some(to),
            Self::ClassObject { to, .. } | Self::New { to, .. } | Self::Load { to, .. } => Some(to),
            Self::LoadStatic { to, .. } | Self::LoadElement { to, .. } | Self::Length { to, .. } => Some(to),
            Self::Task { to, .. } | Self::Current { to } | Self::Caught { to } => Some(to),
            Self::Compute { to } | Self::Call { to, .. } | Self::Begin { this: to } => to,
            _ => None,
        }
    }
}

/// Which objects pass a [`Op::Filter`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filter {
    /// Those of a class or its subclasses: `checkcast`.
    Class(ClassId),
    /// Those for which a call of `callee` selects `target`.
    Target { callee: MethodId, target: MethodId },
    /// What a lambda expression made.
    Lambda(u32),
}

/// A part of an object that holds a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Slot {
    Field(FieldId),
    /// A captured value of a lambda: by position.
    Captured(u16),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Monitor {
    Of(Register),
    /// The monitor of a class object, for static synchronized methods.
    OfClass(ClassId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeKind {
    Next,
    /// A conditional jump that is taken; a case of a switch.
    Jump,
    /// To the copy of a target of a virtual call.
    Target,
    Initializer,
    /// An exception of exactly this class, or of any.
    Throws(Option<ClassId>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    pub to: NodeId,
    pub kind: EdgeKind,
    /// The loop that begins a new iteration.
    pub back: Option<LoopId>,
}

impl Edge {
    /// Whether what happens at the other end does not see the effect of the node.
    pub fn is_exceptional(&self) -> bool {
        matches!(self.kind, EdgeKind::Throws(_))
    }
}

#[derive(Clone, Debug)]
pub struct Node {
    pub copy: CopyId,
    pub pc: Pc,
    pub op: Op,
    pub edges: Vec<Edge>,
    /// The innermost loop that holds the node.
    pub in_loop: Option<LoopId>,
}

/// A method as inlined at one place.
#[derive(Clone, Debug)]
pub struct Copy {
    pub method: MethodId,
    /// The copy with the call, and its instruction; none for the first method of a thread.
    pub caller: Option<(CopyId, Pc)>,
    pub first_register: Register,
    /// The first node of each instruction that can be reached.
    pub at: FxHashMap<Pc, NodeId>,
}

/// An allocation site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site {
    /// The thread type whose graph allocates here: an index into [`Threads::types`].
    pub thread: u32,
    pub node: NodeId,
    pub class: ClassId,
    /// Which lambda expression this is, if it is one.
    pub lambda: Option<u32>,
    /// The machine's number of the site; 0 for lambdas.
    pub number: u32,
}

/// Everything that threads of one type execute.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub copies: Vec<Copy>,
    pub loops: Vec<Loop>,
    /// Number of registers.
    pub registers: u32,
    pub entry: NodeId,
    /// Holds the object that was thrown last.
    pub thrown: Register,
    /// Some cycle is entered at more than one node, so that not all cycles are loops.
    pub irreducible: bool,
    /// Whether some call became [`Effect::Havoc`].
    pub has_havoc: bool,
}

impl Graph {
    /// The instruction that a node comes from.
    pub fn instr(&self, program: &Program, node: NodeId) -> Instr {
        let node = &self.nodes[node as usize];
        self.code(program, node.copy).instrs[node.pc as usize]
    }

    pub fn code<'p>(&self, program: &'p Program, copy: CopyId) -> &'p Code {
        program.code(self.copies[copy as usize].method).expect("only methods with code are inlined")
    }

    /// A register of a copy as a register of the graph.
    pub fn register(&self, copy: CopyId, reg: Reg) -> Register {
        self.copies[copy as usize].first_register + Register::from(reg)
    }

    pub fn method(&self, node: NodeId) -> MethodId {
        self.copies[self.nodes[node as usize].copy as usize].method
    }

    /// The source line of a node.
    pub fn line(&self, program: &Program, node: NodeId) -> Option<u16> {
        let Node { copy, pc, .. } = self.nodes[node as usize];
        self.code(program, copy).line(pc)
    }

    pub fn bytecode_index(&self, program: &Program, node: NodeId) -> u16 {
        let Node { copy, pc, .. } = self.nodes[node as usize];
        self.code(program, copy).bci[pc as usize]
    }

    /// Whether a loop holds a node, directly or in an inner loop.
    pub fn is_in_loop(&self, node: NodeId, of: LoopId) -> bool {
        self.loops_of(node).any(|at| at == of)
    }

    /// The loops that hold a node, innermost first.
    pub fn loops_of(&self, node: NodeId) -> impl Iterator<Item = LoopId> + '_ {
        std::iter::successors(self.nodes[node as usize].in_loop, |&at| self.loops[at as usize].parent)
    }

    /// The loops that an edge leaves or begins a new iteration of, innermost first: where objects
    /// of the current iteration become objects of past iterations.
    pub fn ended_by<'g>(&'g self, from: NodeId, edge: &'g Edge) -> impl Iterator<Item = LoopId> + 'g {
        self.loops_of(from).filter(move |&at| edge.back == Some(at) || !self.is_in_loop(edge.to, at))
    }

    /// Reachable nodes, each before its successors but for edges that repeat a loop.
    pub fn reverse_postorder(&self) -> Vec<NodeId> {
        let mut seen = vec![false; self.nodes.len()];
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut path = vec![(self.entry, 0)];
        seen[self.entry as usize] = true;
        while let Some((node, next)) = path.last_mut() {
            let Some(edge) = self.nodes[*node as usize].edges.get(*next) else {
                order.push(*node);
                path.pop();
                continue;
            };
            *next += 1;
            if !std::mem::replace(&mut seen[edge.to as usize], true) {
                path.push((edge.to, 0));
            }
        }
        order.reverse();
        order
    }
}
