//! Pushdown networks: what the engine asks of a translated program.
//!
//! A network has a fixed number of threads; one that has not been started stands at a label that
//! waits for a global flag. So starting a thread is an assignment to globals, and what it is
//! started with goes through globals too: no relation between creator and created is lost
//!. Rules are made when a label is reached for the first time.

use std::rc::Rc;

use heddle_bdd::Bdd;

use crate::contexts::Explored;
use crate::space::{Bits, Copy, Order, Scope, Space, Var};

/// A place in the program: what a stack symbol is without its locals.
pub type Label = u32;

/// How a frame ends: normally or by an exception, say. Decides where the caller goes on.
pub type Exit = u8;

/// `γ ↪ γ'`, `γ ↪ γ'γ''` or `γ ↪ ε`.
pub enum Rule {
    Step {
        to: Label,
        update: Update,
    },
    Call {
        /// The callee's first label.
        to: Label,
        /// The suspended caller's label.
        site: Label,
        /// What happens before the call.
        update: Update,
        pass: Pass,
    },
    Return {
        exit: Exit,
        update: Update,
        /// The result, as a relation to the result variable.
        value: Option<Bdd>,
    },
}

/// Where a suspended caller goes on, and the variable that takes the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resume {
    pub to: Label,
    pub dest: Option<Var>,
}

/// When others may run.
pub enum Rest {
    Never,
    Always,
    /// Under this condition, over `Now`.
    If(Bdd),
}

pub trait Network {
    fn threads(&self) -> usize;

    /// Where a thread stands at the beginning.
    fn start(&self, thread: usize) -> Label;

    /// The globals, and a thread's locals, at the beginning, over `Now`.
    fn initial(&mut self, space: &Space, thread: usize) -> Bdd;

    /// The rules of a label, as far as they apply to configurations in `delta`.
    fn rules(&mut self, space: &Space, thread: usize, label: Label, delta: &Bdd) -> Rc<[Rule]>;

    /// Where a suspended frame goes on when its callee exits; `None` if it never does.
    fn resume(&mut self, space: &Space, site: Label, exit: Exit) -> Option<Resume>;

    /// When others may run while a thread stands here. Every cycle of labels must have one that
    /// says yes, else what happened before it stays unseen.
    fn rests(&mut self, space: &Space, thread: usize, label: Label) -> Rest;

    /// When a thread at this label cannot go on, over `Now`; `None` if it always can.
    fn blocked(&mut self, space: &Space, thread: usize, label: Label) -> Option<Bdd>;

    /// The locals that may matter to a frame that stands, or is suspended, here, in a fixed order;
    /// and where their bits should stand.
    fn live(&self, space: &Space, label: Label) -> Vec<(Var, Order)> {
        let _ = label;
        let locals = (0..space.count()).map(Var).filter(|&var| space.scope(var) == Scope::Local);
        locals.map(|var| (var, Order::Interleaved)).collect()
    }

    /// Whether a thread that is blocked here has nothing left to do.
    fn done(&self, label: Label) -> bool;

    /// Whether reaching this label is what the analysis looks for.
    fn is_goal(&self, label: Label) -> bool;

    /// The order in which labels are worked on, the lowest first.
    fn rank(&self, label: Label) -> u64 {
        u64::from(label)
    }

    /// Asked often: whether to give up.
    fn stop(&self) -> bool {
        false
    }

    /// When the network has come to its end though threads have not, over `Now`: nobody moves any more.
    fn over(&mut self, space: &Space) -> Option<Bdd> {
        let _ = space;
        None
    }

    /// What is asked from now on, until this is taken back, need not belong to any run.
    fn suppose(&mut self, begins: bool) {
        let _ = begins;
    }

    /// Hears what was reached so far, after each context.
    fn note(&mut self, explored: &Explored) {
        let _ = explored;
    }

    /// Asked after each context: whether the network turned out to be too small for what happens.
    fn is_incomplete(&self) -> bool {
        false
    }
}

/// Guarded simultaneous assignments, and locals that are dead afterwards.
pub struct Update {
    guard: Bdd,
    /// Assigned variables, now.
    targets: Bdd,
    relation: Bdd,
    /// The relation speaks of `Other` because new values depend on assigned variables.
    via_other: bool,
    forget: Bdd,
}

/// What is assigned to a variable.
#[derive(Clone)]
pub enum Value {
    Is(Bits),
    /// Anything.
    Any,
}

impl Update {
    /// Nothing happens.
    pub fn skip(space: &Space) -> Self {
        Self::new(space, space.bdds.yes(), &[], [])
    }

    /// `guard` and values are over `Now`. Locals in `dead` lose their values.
    pub fn new(space: &Space, guard: Bdd, assign: &[(Var, Value)], dead: impl IntoIterator<Item = Var>) -> Self {
        let bdds = &space.bdds;
        let targets = space.cube(assign.iter().map(|(var, _)| *var), Copy::Now);
        let forget = space.cube(dead, Copy::Now);
        let plain = relation(space, assign, Copy::Now);
        // If no value depends on a target, then the old values can be forgotten first.
        let via_other = assign.iter().any(|(_, value)| match value {
            Value::Is(bits) => bits.iter().any(|bit| bdds.exists(bit, &targets) != *bit),
            Value::Any => false,
        });
        let relation = if via_other { relation(space, assign, Copy::Other) } else { plain };
        Self { guard, targets, relation, via_other, forget }
    }

    pub fn guard(&self) -> &Bdd {
        &self.guard
    }

    /// The weight after the update.
    pub fn apply(&self, space: &Space, weight: &Bdd) -> Bdd {
        let bdds = &space.bdds;
        if self.via_other {
            let guarded = bdds.and(weight, &self.guard);
            let cube = bdds.and(&self.targets, &self.forget);
            return bdds.rename(&bdds.and_exists(&guarded, &self.relation, &cube), &space.other_to_now);
        }
        let guarded = bdds.and_exists(weight, &self.guard, &self.targets);
        bdds.and_exists(&guarded, &self.relation, &self.forget)
    }
}

fn relation(space: &Space, assign: &[(Var, Value)], copy: Copy) -> Bdd {
    let equal = assign.iter().map(|(var, value)| match value {
        Value::Is(bits) => space.equals(*var, copy, bits),
        Value::Any => space.bdds.yes(),
    });
    equal.fold(space.bdds.yes(), |all, one| space.bdds.and(&all, &one))
}

/// Arguments of a call.
pub struct Pass {
    /// Parameters, `Link`, as functions of the caller, `Now`.
    pub(crate) relation: Bdd,
    /// In the callee's first state parameters are as they were when it was called.
    pub(crate) diagonal: Bdd,
    /// The caller's locals that nobody reads any more.
    pub(crate) forget: Bdd,
}

impl Pass {
    pub fn new(space: &Space, arguments: &[(Var, Bits)], dead: impl IntoIterator<Item = Var>) -> Self {
        let bdds = &space.bdds;
        let mut relation = bdds.yes();
        let mut diagonal = space.just_called.clone();
        for (var, bits) in arguments {
            relation = bdds.and(&relation, &space.equals(*var, Copy::Link, bits));
            diagonal = bdds.and(&diagonal, &space.equals(*var, Copy::Entry, &space.bits(*var, Copy::Now)));
        }
        Self { relation, diagonal, forget: space.cube(dead, Copy::Now) }
    }
}
