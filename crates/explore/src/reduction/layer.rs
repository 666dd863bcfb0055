//! A layer of the stack of reductions, and the stack: the order in which layers are asked is that of the table
//! ([`super::table`]), and how their answers combine is [`Stack::ask`].

use std::collections::BTreeSet;

use heddle_machine::{Access, Machine, Pending, Reduction};
use heddle_verdict::SearchAssumption;

use super::audit::Audit;

/// What a layer says of an action that the running thread is about to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It is for the layers below to say.
    Unknown,
    /// It is independent of all that other threads can still do.
    Independent,
    /// It goes on with an atomic block. Layers below that assume something still observe it.
    Atomic,
    /// The step ends here, whatever layers below say.
    Dependent,
    /// It can be made independent by an assumption ([`Layer::claim`]), unless a layer below needs none.
    Claimable,
}

/// One reduction. Answers follow from the state, from facts about the program, and from the assumptions that
/// the round began with; never from the path that led to the state.
pub trait Layer: Send {
    /// What the running thread is about to do, as the next thing of a step. A copy is asked about as a read and a
    /// write. Assumptions that the action contradicts are refuted ([`Machine::refute`]).
    fn ask(&mut self, machine: &mut Machine<'_>, action: Pending) -> Answer;

    /// The running thread does this in any case: as the first thing of a step, or as part of an atomic block.
    /// Assumptions that the action contradicts are refuted. Gives whether the layer would claim it.
    fn observe(&mut self, _machine: &mut Machine<'_>, _action: Pending) -> bool {
        false
    }

    /// Makes an action independent by an assumption, if that can be done; after [`Answer::Claimable`] and only if
    /// no layer below called it independent.
    fn claim(&mut self, _machine: &mut Machine<'_>, _action: Pending) -> bool {
        false
    }

    /// Whether a thread that stands before this access may as well stay there, because it would have to wait.
    /// Asked of layers that are about whole steps.
    fn waits(&mut self, _machine: &Machine<'_>, _t: usize, _access: Access) -> bool {
        false
    }

    /// Begins a round without the assumptions that rounds before have refuted.
    fn refine(&mut self, _refuted: &BTreeSet<SearchAssumption>) {}
}

/// All layers of a search.
pub struct Stack<'p> {
    /// In the order in which they are asked.
    pub layers: Vec<Box<dyn Layer + 'p>>,
    /// So many of them, the first, are about whole steps; the others are about single actions.
    pub of_steps: usize,
    pub forgets_empty_queues: bool,
    pub audit: Option<Audit<'p>>,
}

impl Stack<'_> {
    /// Whether no step ends before this action, as the layers from number `from` on see it.
    fn ask(&mut self, machine: &mut Machine<'_>, action: Pending, from: usize) -> bool {
        let mut claiming = None;
        for at in from..self.layers.len() {
            match self.layers[at].ask(machine, action) {
                Answer::Unknown => {}
                Answer::Independent => return true,
                Answer::Dependent => return false,
                Answer::Atomic => {
                    self.show(machine, action, at + 1);
                    return true;
                }
                Answer::Claimable => claiming = claiming.or(Some(at)),
            }
        }
        claiming.is_some_and(|at| self.layers[at].claim(machine, action))
    }

    /// Shows the layers from number `from` on an action that is done in any case.
    fn show(&mut self, machine: &mut Machine<'_>, action: Pending, from: usize) {
        let mut claimable = false;
        for layer in &mut self.layers[from..] {
            claimable |= layer.observe(machine, action);
        }
        if claimable {
            // Only if no other layer calls the action independent, the assumption is made.
            self.ask(machine, action, from.max(self.of_steps));
        }
    }
}

impl Reduction for Stack<'_> {
    fn is_independent(&mut self, machine: &mut Machine<'_>, pending: Pending) -> bool {
        match pending {
            Pending::Copy { from, to } => {
                self.ask(machine, Pending::Memory(from), 0) && self.ask(machine, Pending::Memory(to), 0)
            }
            action => self.ask(machine, action, 0),
        }
    }

    fn observe(&mut self, machine: &mut Machine<'_>, pending: Pending) {
        match pending {
            Pending::Copy { from, to } => {
                self.show(machine, Pending::Memory(from), 0);
                self.show(machine, Pending::Memory(to), 0);
            }
            action => self.show(machine, action, 0),
        }
    }

    fn waits(&mut self, machine: &Machine<'_>, t: usize, access: Access) -> bool {
        self.layers[..self.of_steps].iter_mut().any(|layer| layer.waits(machine, t, access))
    }

    fn refine(&mut self, refuted: &BTreeSet<SearchAssumption>) {
        self.layers.iter_mut().for_each(|layer| layer.refine(refuted));
    }

    fn audit(&mut self, machine: &mut Machine<'_>) -> Option<String> {
        self.audit.as_mut()?.contradiction(machine)
    }

    fn forgets_empty_queues(&self) -> bool {
        self.forgets_empty_queues
    }
}
