//! A Java method, and all that it can reach, as a pushdown network (Suwimonteerabuth, Esparza and Schwoon, SPIN 2008, section 4).
//!
//! Statics, objects, monitors and the states of threads are globals; registers are the locals of
//! stack symbols; every instruction of the register form is a label. Rules are made when a label
//! is reached, from the slots that exist, so virtual calls know exactly which classes they may
//! meet. An exception travels through labels of its own. What the translation cannot express ends
//! at a label that says so.
//!
//! A thread rests before an instruction that others can notice: one that touches an object or a
//! static that a second thread touches too, a monitor of such an object, and at the head of loops;
//! and only while another thread is alive. Everything else commutes with what other threads do.

mod arrays;
mod call;
mod callback;
mod character;
mod classes;
mod compare;
mod concurrent;
mod condition;
mod convert;
mod daemon;
mod dynamic;
mod float;
mod handle;
mod heap;
mod input;
mod instr;
mod interrupt;
mod label;
pub mod layout;
mod library;
mod mirror;
mod model;
mod monitor;
mod rules;
mod text;
mod throwable;
mod word;
mod written;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use heddle_bdd::Bdd;
use heddle_program::ir::{Code, Pc};
use heddle_program::maps::LiveReg;
use heddle_program::{ClassId, MethodId, Program, Type};
use rustc_hash::{FxHashMap, FxHashSet};

pub use input::{Input, Shape, Written};
pub use label::{Labels, Need, Place};
use layout::{Fact, Global, Layout, Sizes};

use crate::analyse::Progress;
use crate::contexts::Explored;
use crate::network::{Exit, Label, Network, Rest, Resume, Rule};
use crate::space::{Copy, Declared, Order, Space, Var};

/// How frames end.
pub const NORMAL: Exit = 0;
pub const THROWN: Exit = 1;

/// A lambda's class: what runs when its method is called.
#[derive(Clone, Debug)]
pub(crate) struct Lambda {
    pub implementation: MethodId,
    /// The name of the method that it is called by, and the types of its parameters.
    pub called: (String, Vec<Type>),
    /// The implementation is found by the class of its first argument.
    pub selects: bool,
    /// Places of captured values, by argument.
    pub captures: usize,
}

/// A constant of a method that is written here; its instructions name it by number.
#[derive(Clone, Debug)]
pub(crate) enum Given {
    Class(ClassId),
    Text(String),
}

/// What an exploration has found out about the program.
struct Known {
    lacks: BTreeSet<Fact>,
    outside: BTreeSet<String>,
    beyond: BTreeSet<String>,
    assumed: BTreeSet<String>,
    wraps: BTreeSet<(MethodId, Pc)>,
}

pub struct Java<'p> {
    pub program: &'p Program,
    pub entry: MethodId,
    pub inputs: Vec<Input>,
    pub layout: Layout,
    pub labels: Labels,
    /// What could not be translated, bounds that were hit, where results did not fit.
    pub outside: BTreeSet<String>,
    pub beyond: BTreeSet<String>,
    /// Where the model is simpler than the JDK.
    pub assumed: BTreeSet<String>,
    pub wraps: BTreeSet<(MethodId, Pc)>,
    pub lacks: BTreeSet<Fact>,
    /// Inputs that are 0, by their places among what inputs leave open.
    pub(crate) zero: BTreeSet<usize>,
    /// Shared with whoever watches the time.
    pub progress: Arc<Progress>,
    /// How much was told, to tell only news.
    told: (usize, usize),
    /// What was known before something was supposed.
    known: Option<Box<Known>>,
    rules: FxHashMap<(usize, Label), Rc<[Rule]>>,
    /// Methods by when they were first called.
    order: FxHashMap<MethodId, u32>,
    recursive: FxHashSet<MethodId>,
    heads: FxHashMap<MethodId, Rc<FxHashSet<Pc>>>,
    lambdas: BTreeMap<ClassId, Lambda>,
    floats: float::Table,
    /// Methods that are written here, with their constants.
    written: FxHashMap<MethodId, Vec<Given>>,
    initialisations: FxHashMap<ClassId, Rc<classes::Initialisation>>,
    /// Initialisers that only ask for assertions are not executed; these would have been.
    pub(crate) plain_reached: BTreeSet<MethodId>,
}

impl<'p> Java<'p> {
    pub fn new(program: &'p Program, entry: MethodId, inputs: Vec<Input>, sizes: Sizes) -> Self {
        let mut java = Self {
            program,
            entry,
            inputs,
            layout: Layout::new(sizes),
            labels: Labels::default(),
            outside: BTreeSet::new(),
            beyond: BTreeSet::new(),
            assumed: BTreeSet::new(),
            wraps: BTreeSet::new(),
            lacks: BTreeSet::new(),
            zero: BTreeSet::new(),
            progress: Arc::default(),
            told: (0, 0),
            known: None,
            rules: FxHashMap::default(),
            order: FxHashMap::default(),
            recursive: FxHashSet::default(),
            heads: FxHashMap::default(),
            lambdas: BTreeMap::new(),
            floats: float::Table::default(),
            written: FxHashMap::default(),
            initialisations: FxHashMap::default(),
            plain_reached: BTreeSet::new(),
        };
        java.lay_out_inputs();
        java
    }

    /// Takes what was missing into the layout, forgets everything that depends on it, and lists
    /// the variables.
    pub(crate) fn arrange(&mut self) -> Vec<Declared> {
        for fact in std::mem::take(&mut self.lacks) {
            self.layout.learn(fact);
        }
        self.rules.clear();
        self.outside.clear();
        self.beyond.clear();
        self.assumed.clear();
        self.wraps.clear();
        self.told = (0, 0);
        self.layout.arrange(self.program)
    }

    /// The instruction that a label stands before, if it is one.
    pub fn instruction(&self, label: Label) -> Option<(MethodId, Pc)> {
        match *self.labels.place(label) {
            Place::At(method, pc) => Some((method, pc)),
            _ => None,
        }
    }

    /// Whether a class stands for a lambda.
    fn is_lambda(&self, class: ClassId) -> bool {
        self.lambdas.contains_key(&class)
    }

    fn code(&self, method: MethodId) -> Option<&'p Code> {
        self.program.code(method).ok()
    }

    /// What a frame keeps while what an instruction calls is executed: never its destination, whose old value would have to
    /// equal the result. Arrays of several dimensions are made by a call too.
    fn kept(&self, code: &Code, pc: Pc) -> Vec<LiveReg> {
        let dest = code.instrs[pc as usize].dest(code);
        let kept = code.live_maps(self.program).live_across_call(code, pc).iter();
        kept.filter(|live| dest != Some(live.reg())).copied().collect()
    }

    fn order(&mut self, method: MethodId) -> u32 {
        let next = self.order.len() as u32;
        *self.order.entry(method).or_insert(next)
    }

    /// The first label of a method.
    fn entry_label(&mut self, method: MethodId) -> Label {
        self.order(method);
        let place =
            if self.program.method(method).is_synchronized() { Place::Enter(method) } else { Place::At(method, 0) };
        self.labels.number(place)
    }

    /// Targets of backward jumps.
    fn heads(&mut self, method: MethodId) -> Rc<FxHashSet<Pc>> {
        if let Some(heads) = self.heads.get(&method) {
            return heads.clone();
        }
        let mut heads = FxHashSet::default();
        if let Some(code) = self.code(method) {
            for (pc, instr) in code.instrs.iter().enumerate() {
                instr.successors(pc as Pc, code, |next| {
                    if next <= pc as Pc {
                        heads.insert(next);
                    }
                });
                for handler in code.handlers_at(pc as Pc).filter(|handler| handler.target <= pc as Pc) {
                    heads.insert(handler.target);
                }
            }
        }
        let heads = Rc::new(heads);
        self.heads.insert(method, heads.clone());
        heads
    }

    /// Whether another thread is running.
    fn company(&self, space: &Space, thread: usize) -> Bdd {
        let b = &space.bdds;
        (0..self.layout.sizes.threads).filter(|&other| other != thread).fold(b.no(), |any, other| {
            let status = space.bits(self.layout.var(Global::Status(other)).expect("every thread has one"), Copy::Now);
            b.or(&any, &word::is(b, &status, 1))
        })
    }
}

impl Network for Java<'_> {
    fn threads(&self) -> usize {
        self.layout.sizes.threads
    }

    fn start(&self, thread: usize) -> Label {
        // Numbered first, thread by thread, when the inputs were laid out.
        thread as Label
    }

    fn initial(&mut self, space: &Space, thread: usize) -> Bdd {
        self.initial_state(space, thread)
    }

    fn rules(&mut self, space: &Space, thread: usize, label: Label, delta: &Bdd) -> Rc<[Rule]> {
        if let Some(rules) = self.rules.get(&(thread, label)) {
            return rules.clone();
        }
        let (made, is_general) = rules::make(self, space, thread, label, delta);
        let made: Rc<[Rule]> = made.into();
        if is_general {
            self.rules.insert((thread, label), made.clone());
        }
        made
    }

    fn resume(&mut self, _: &Space, site: Label, exit: Exit) -> Option<Resume> {
        let exception = Some(self.layout.exception());
        let (place, dest) = match (self.labels.place(site).clone(), exit) {
            (Place::Bottom(thread), NORMAL) => (Place::Ending(thread), None),
            (Place::Bottom(thread), _) => (Place::Uncaught(thread), exception),
            (Place::Calling(method, pc), NORMAL) => {
                let code = self.code(method)?;
                let dest = code.instrs[pc as usize].dest(code);
                let live = code.live_maps(self.program).live(pc + 1);
                let dest = dest.filter(|dest| live.iter().any(|live| live.reg() == *dest));
                (Place::At(method, pc + 1), dest.map(|dest| self.layout.register(u32::from(dest))))
            }
            (Place::Calling(method, pc), _) => (Place::Throwing(method, pc), exception),
            (Place::Initialising(method, pc, need), NORMAL) => (Place::HasInitialised(method, pc, need), None),
            (Place::Initialising(method, pc, need), _) => (Place::HasFailed(method, pc, need), exception),
            _ => return None,
        };
        Some(Resume { to: self.labels.number(place), dest })
    }

    fn rests(&mut self, space: &Space, thread: usize, label: Label) -> Rest {
        rules::rests(self, space, thread, label)
    }

    fn blocked(&mut self, space: &Space, thread: usize, label: Label) -> Option<Bdd> {
        rules::blocked(self, space, thread, label)
    }

    fn live(&self, _: &Space, label: Label) -> Vec<(Var, Order)> {
        use heddle_program::maps::argument_registers;
        let registers = |live: &[LiveReg]| -> Vec<(Var, Order)> {
            let order = |live: &LiveReg| if live.is_ref() { Order::Together } else { Order::Interleaved };
            live.iter().map(|live| (self.layout.register(u32::from(live.reg())), order(live))).collect()
        };
        let exception = (self.layout.exception(), Order::Together);
        let before = |method: MethodId, pc: Pc| -> Vec<(Var, Order)> {
            self.code(method).map_or_else(Vec::new, |code| registers(code.live_maps(self.program).live(pc)))
        };
        let (method, mut live) = match *self.labels.place(label) {
            Place::Start(0) => return registers(&argument_registers(self.program.method(self.entry))),
            Place::At(method, pc)
            | Place::Amid(method, pc, _)
            | Place::Initialising(method, pc, _)
            | Place::HasInitialised(method, pc, _)
            | Place::Claimed(method, pc, _) => (method, before(method, pc)),
            Place::Throwing(method, pc) | Place::HasFailed(method, pc, _) => {
                (method, before(method, pc).into_iter().chain([exception]).collect())
            }
            Place::Calling(method, pc) => {
                (method, self.code(method).map_or_else(Vec::new, |code| registers(&self.kept(code, pc))))
            }
            Place::Enter(method) => return registers(&argument_registers(self.program.method(method))),
            Place::Uncaught(_) => return vec![exception],
            _ => return Vec::new(),
        };
        if self.program.method(method).is_synchronized() {
            live.push((self.layout.locked_object(), Order::Together));
        }
        live
    }

    fn done(&self, label: Label) -> bool {
        matches!(self.labels.place(label), Place::Ended(_) | Place::Start(_))
    }

    fn is_goal(&self, label: Label) -> bool {
        matches!(self.labels.place(label), Place::Violation(..))
    }

    /// Callees before callers, and within a method from the beginning to the end, so that what
    /// comes together is worked on together.
    fn rank(&self, label: Label) -> u64 {
        let (method, pc) = match *self.labels.place(label) {
            Place::At(method, pc) | Place::Amid(method, pc, _) | Place::Throwing(method, pc) => (method, pc),
            Place::Enter(method) => (method, 0),
            _ => return 0,
        };
        let order = self.order.get(&method).copied().unwrap_or(0);
        u64::from(u32::MAX - order) << 32 | u64::from(pc)
    }

    fn stop(&self) -> bool {
        self.progress.stop.load(Ordering::Relaxed)
    }

    fn over(&mut self, space: &Space) -> Option<Bdd> {
        rules::over(self, space)
    }

    fn suppose(&mut self, begins: bool) {
        if begins {
            let (lacks, outside, beyond) = (self.lacks.clone(), self.outside.clone(), self.beyond.clone());
            let (assumed, wraps) = (self.assumed.clone(), self.wraps.clone());
            self.known = Some(Box::new(Known { lacks, outside, beyond, assumed, wraps }));
        } else if let Some(known) = self.known.take() {
            Known {
                lacks: self.lacks,
                outside: self.outside,
                beyond: self.beyond,
                assumed: self.assumed,
                wraps: self.wraps,
            } = *known;
        }
    }

    fn note(&mut self, explored: &Explored) {
        let news = (explored.reached.len(), explored.hits.len());
        if self.told != news {
            self.told = news;
            self.tell(explored);
        }
    }

    fn is_incomplete(&self) -> bool {
        !self.lacks.is_empty()
    }
}
