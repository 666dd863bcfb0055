//! Places in a program, numbered.

use heddle_program::ir::Pc;
use heddle_program::{ClassId, MethodId};
use rustc_hash::FxHashMap;

use super::layout::{Fact, Site};
use crate::network::Label;

/// A class that is being initialised, and what for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Need {
    pub class: ClassId,
    /// For the sake of classes that are claimed, from the first down to the second; none if an instruction needs it.
    pub claimed: Option<[ClassId; 2]>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A thread before its first step.
    Start(usize),
    /// A thread that is about to end, and one that has ended.
    Ending(usize),
    Ended(usize),
    /// Below a thread's first frame.
    Bottom(usize),
    /// Before an instruction.
    At(MethodId, Pc),
    /// Before a synchronized method takes its monitor.
    Enter(MethodId),
    /// In the middle of what an instruction does.
    Amid(MethodId, Pc, u8),
    /// An exception is on its way at an instruction.
    Throwing(MethodId, Pc),
    /// The caller, suspended.
    Calling(MethodId, Pc),
    /// Suspended while a class is initialised; and just afterwards, or when its initialiser has thrown.
    Initialising(MethodId, Pc, Need),
    HasInitialised(MethodId, Pc, Need),
    HasFailed(MethodId, Pc, Need),
    /// The second class and its superclasses up to the first are claimed; the first one's turn is next.
    Claimed(MethodId, Pc, [ClassId; 2]),
    /// An exception has left a thread.
    Uncaught(usize),
    /// ... of this class, from there.
    Violation(usize, ClassId, Option<Site>),
    /// The layout lacks something.
    Lacks(Fact),
    /// Something that this analysis cannot do.
    Outside(String),
    /// A bound was hit.
    Beyond(String),
    /// An operation whose exact result does not fit.
    Wraps(MethodId, Pc),
}

#[derive(Default)]
pub struct Labels {
    places: Vec<Place>,
    numbers: FxHashMap<Place, Label>,
}

impl Labels {
    pub fn number(&mut self, place: Place) -> Label {
        if let Some(&label) = self.numbers.get(&place) {
            return label;
        }
        let label = self.places.len() as Label;
        self.places.push(place.clone());
        self.numbers.insert(place, label);
        label
    }

    pub fn place(&self, label: Label) -> &Place {
        &self.places[label as usize]
    }
}
