//! A layer of the stack of reductions, and the stack: the order in which layers are asked is that of the table
//! ([`super::table`]), and how their answers combine is [`Stack::ask`].

use std::collections::BTreeSet;
use std::ops::Range;

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
        match decide(from..self.layers.len(), |at| self.layers[at].ask(machine, action)) {
            Decision::Independent => true,
            Decision::Dependent => false,
            Decision::Atomic { below } => {
                self.show(machine, action, below);
                true
            }
            Decision::Claim { by } => self.layers[by].claim(machine, action),
        }
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

/// What the answers of some layers come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Decision {
    Independent,
    Dependent,
    /// The layers from this number on are to be shown the action.
    Atomic {
        below: usize,
    },
    /// It is for this layer to make the action independent.
    Claim {
        by: usize,
    },
}

/// Asks layers in their order until one decides. Who can claim an action does so only if all others leave it open.
#[inline]
fn decide(layers: Range<usize>, mut ask: impl FnMut(usize) -> Answer) -> Decision {
    let mut undecided = Decision::Dependent;
    for at in layers {
        match ask(at) {
            Answer::Unknown => {}
            Answer::Independent => return Decision::Independent,
            Answer::Dependent => return Decision::Dependent,
            Answer::Atomic => return Decision::Atomic { below: at + 1 },
            Answer::Claimable if undecided == Decision::Dependent => undecided = Decision::Claim { by: at },
            Answer::Claimable => {}
        }
    }
    undecided
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
            Pending::Beside(access) => self.show(machine, Pending::Memory(access), 0),
            action => self.show(machine, action, 0),
        }
    }

    fn waits(&mut self, machine: &Machine<'_>, t: usize, access: Access) -> bool {
        self.layers[..self.of_steps].iter_mut().any(|layer| layer.waits(machine, t, access))
    }

    fn refine(&mut self, refuted: &BTreeSet<SearchAssumption>) {
        self.layers.iter_mut().for_each(|layer| layer.refine(refuted));
        // What an initialiser of the JDK calls is not among the facts; layers that rest on them find that out for themselves.
        if refuted.iter().any(SearchAssumption::needs_new_machines) {
            self.audit = None;
        }
    }

    fn audit(&mut self, machine: &mut Machine<'_>) -> Option<String> {
        self.audit.as_mut()?.contradiction(machine)
    }

    fn forgets_empty_queues(&self) -> bool {
        self.forgets_empty_queues
    }
}

#[cfg(test)]
mod tests {
    use super::Answer::{Atomic, Claimable, Dependent, Independent, Unknown};
    use super::*;

    fn decided(answers: &[Answer]) -> (Decision, usize) {
        let mut asked = 0;
        let decision = decide(0..answers.len(), |at| {
            asked += 1;
            answers[at]
        });
        (decision, asked)
    }

    #[test]
    fn an_action_that_no_layer_knows_ends_the_step() {
        assert_eq!(decided(&[]), (Decision::Dependent, 0));
        assert_eq!(decided(&[Unknown, Unknown]), (Decision::Dependent, 2));
    }

    #[test]
    fn the_first_layer_that_decides_is_the_last_that_is_asked() {
        assert_eq!(decided(&[Unknown, Independent, Dependent]), (Decision::Independent, 2));
        assert_eq!(decided(&[Dependent, Independent]), (Decision::Dependent, 1));
        assert_eq!(decided(&[Unknown, Atomic, Dependent]), (Decision::Atomic { below: 2 }, 2));
    }

    #[test]
    fn an_action_is_claimed_only_if_nobody_calls_it_independent() {
        assert_eq!(decided(&[Claimable, Independent]), (Decision::Independent, 2));
        assert_eq!(decided(&[Unknown, Claimable, Claimable, Unknown]), (Decision::Claim { by: 1 }, 4));
    }
}
