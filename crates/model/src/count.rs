//! How many transformations a model has, as Tables 1 and 2 of Corbett (TOSEM 2000) count them.
//!
//! The rule was found by comparing with the published figures: each visible
//! instruction of each thread counts once per guarded form. Entering has two forms (free, taken),
//! leaving has two (nobody is after it, passed on), and in the base model one more each, for nesting.
//! An instruction counts if it is visible in some reachable state: one that always finds its monitor
//! held is no transformation of the reduced model.

use std::collections::BTreeSet;

use crate::explore::Explored;
use crate::language::{Action, Model, NodeId, ThreadId};

pub struct Transformations {
    pub visible: usize,
    /// How many of them are ends of threads, which the table of base models leaves out.
    pub ends: usize,
}

pub fn transformations(model: &Model, explored: &Explored) -> Transformations {
    let used: BTreeSet<(ThreadId, NodeId)> = explored.used.iter().map(|&(thread, node, _)| (thread, node)).collect();
    let mut count = Transformations { visible: 0, ends: 0 };
    for (thread, node) in used {
        count.visible += match model.node(thread, node).action {
            Action::Enter(_) | Action::Exit(_) if model.rules.relock => 2,
            Action::Enter(_) | Action::Exit(_) => 3,
            // Merged with the exit that follows.
            Action::Notify { .. } if model.rules.notify && model.node(thread, node).joins => 0,
            Action::End => {
                count.ends += 1;
                1
            }
            _ => 1,
        };
    }
    count
}
