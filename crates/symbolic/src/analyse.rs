//! A question about a method → what can happen, for which inputs, in which contexts.
//!
//! Explores again and again until the layout has all that the program uses. If something was found
//! and the method has inputs, one more exploration remembers them, to name a concrete one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use heddle_program::ir::Pc;
use heddle_program::{ClassId, MethodId, Program};

use crate::contexts::{Bounds, Explored, Goal, explore};
use crate::java::layout::{Site, Sizes};
use crate::java::{Input, Java, Place, Written};
use crate::joint::{self, Short};
use crate::space::{Room, Space};

#[derive(Clone, Debug)]
pub struct Question {
    pub entry: MethodId,
    pub inputs: Vec<Input>,
    pub sizes: Sizes,
    pub bounds: Bounds,
    /// Room for so many diagram nodes.
    pub nodes: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// An exception leaves a thread; where it was made.
    Uncaught { thread: usize, class: ClassId, site: Option<Site> },
    /// All threads wait; where those do that have not ended.
    Deadlock { threads: Vec<(usize, MethodId, Pc)> },
}

/// Something that can go wrong.
#[derive(Clone, Debug)]
pub struct Found {
    pub what: What,
    /// The active threads, context by context; thread 0 is the first, the others as started.
    pub schedule: Vec<usize>,
    /// Inputs for which it happens, in the order of the parameters.
    pub inputs: Option<Vec<Written>>,
}

#[derive(Clone, Default, Debug)]
pub struct Figures {
    pub tuples: u64,
    pub contexts: u32,
    pub nodes: usize,
    pub variables: usize,
    pub objects: usize,
    pub explorations: u32,
}

#[derive(Default)]
pub struct Answer {
    pub found: Vec<Found>,
    /// Instructions that some thread reached, by method.
    pub reached: BTreeMap<MethodId, BTreeSet<Pc>>,
    /// Nothing was left when the search ended: what holds, holds for any number of contexts.
    pub converged: bool,
    /// What could not be translated; bounds that were hit.
    pub outside: BTreeSet<String>,
    pub beyond: BTreeSet<String>,
    /// Where the model is simpler than the JDK, as far as the program meets it.
    pub assumed: BTreeSet<String>,
    /// Where a result did not fit into the bits.
    pub wraps: BTreeSet<(MethodId, Pc)>,
    /// The diagrams outgrew their room.
    pub exhausted: bool,
    /// Somebody asked to stop.
    pub stopped: bool,
    pub figures: Figures,
}

/// Answers a question. `stop` is asked now and then.
pub fn analyse(program: &Program, question: &Question, stop: Arc<AtomicBool>) -> Answer {
    let mut java = Java::new(program, question.entry, question.inputs.clone(), question.sizes.clone());
    java.stopped = stop.clone();
    let mut figures = Figures::default();
    let (mut space, explored) = until_complete(&mut java, question, &mut figures);
    let mut answer = Answer {
        converged: explored.converged,
        exhausted: space.bdds.is_exhausted(),
        stopped: stop.load(Ordering::Relaxed),
        outside: java.outside.clone(),
        beyond: java.beyond.clone(),
        assumed: java.assumed.clone(),
        wraps: java.wraps.clone(),
        ..Answer::default()
    };
    for &label in explored.reached.keys() {
        if let Some((method, pc)) = java.instruction(label) {
            answer.reached.entry(method).or_default().insert(pc);
        }
    }
    figures.tuples = explored.tuples;
    figures.contexts = explored.contexts;
    figures.nodes = space.bdds.peak();
    figures.variables = space.variables();
    figures.objects = java.layout.slots.len();
    answer.figures = figures.clone();
    let mut hits = explored.hits;
    if !hits.is_empty() && !java.inputs.is_empty() {
        java.remember_inputs();
        let (again, remembered) = until_complete(&mut java, question, &mut figures);
        if !remembered.hits.is_empty() && !again.bdds.is_exhausted() {
            (space, hits) = (again, remembered.hits);
        } else {
            java.layout.ghosts.clear();
        }
    }
    for hit in hits {
        let what = match hit.what {
            Goal::Label { label, .. } => match *java.labels.place(label) {
                Place::Violation(thread, class, site) => What::Uncaught { thread, class, site },
                _ => continue,
            },
            Goal::Deadlock { labels } => What::Deadlock { threads: waiting(&java, &labels) },
        };
        let inputs = java.inputs_of(&space, &hit.weight).filter(|_| !java.layout.ghosts.is_empty());
        answer.found.push(Found { what, schedule: hit.schedule, inputs });
    }
    answer
}

fn until_complete(java: &mut Java<'_>, question: &Question, figures: &mut Figures) -> (Space, Explored) {
    // A single thread needs no company, and views take recursion as it comes.
    let joint = question.bounds.splitting.is_none() && question.sizes.threads > 1;
    let mut room = joint.then_some(Room { names: 4, numbers: 2, bits: 6, name_bits: 0 });
    loop {
        let space = java.space(room, question.nodes);
        figures.explorations += 1;
        let explored = match room {
            Some(least) => match joint::explore(&space, java, &question.bounds, least, &mut |_, _| {}) {
                Ok(explored) => explored,
                Err(Short::Room(more)) => {
                    room = Some(more);
                    continue;
                }
                Err(Short::Stacks) => {
                    room = None;
                    continue;
                }
            },
            None => explore(&space, java, &question.bounds, &mut |_| {}),
        };
        if java.lacks.is_empty() || java.stopped.load(Ordering::Relaxed) || space.bdds.is_exhausted() {
            return (space, explored);
        }
    }
}

fn waiting(java: &Java<'_>, labels: &[u32]) -> Vec<(usize, MethodId, Pc)> {
    let place = |(thread, &label): (usize, &u32)| match *java.labels.place(label) {
        Place::At(method, pc) | Place::Amid(method, pc, _) => Some((thread, method, pc)),
        Place::Enter(method) => Some((thread, method, 0)),
        _ => None,
    };
    labels.iter().enumerate().filter_map(place).collect()
}
