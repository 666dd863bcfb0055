//! A question about a method → what can happen, for which inputs, in which contexts.
//!
//! Explores again and again until the layout has all that the program uses. If something was found
//! and the method has inputs, one more exploration remembers them, to name a concrete one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use heddle_program::ir::Pc;
use heddle_program::{ClassId, MethodId, Program};

use crate::contexts::{Bounds, Explored, Goal, explore};
use crate::converge::Visible;
use crate::java::layout::{Site, Sizes};
use crate::java::{Input, Java, Place, Written};
use crate::joint;
use crate::network::Network;
use crate::places::Short;
use crate::space::{Order, Room, Space};

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

/// What others may ask for while the analysis runs.
#[derive(Default)]
pub struct Progress {
    /// Raised to end the analysis.
    pub stop: Arc<AtomicBool>,
    pub seen: Mutex<Partial>,
}

/// What has been seen so far.
#[derive(Clone, Default, Debug)]
pub struct Partial {
    pub reached: BTreeMap<MethodId, BTreeSet<Pc>>,
    pub found: Vec<Found>,
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

/// Answers a question.
pub fn analyse(program: &Program, question: &Question, progress: &Arc<Progress>) -> Answer {
    let stop = &progress.stop;
    let mut java = Java::new(program, question.entry, question.inputs.clone(), question.sizes.clone());
    java.progress = Arc::clone(progress);
    let mut figures = Figures::default();
    // A single thread needs no company, and views take recursion as it comes.
    let is_joint = question.bounds.splitting.is_none() && question.sizes.threads > 1;
    let mut way = if is_joint { Way::Joint(LEAST) } else { Way::Views(None) };
    let (mut space, explored) = until_complete(&mut java, question, &mut way, &mut figures);
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
    answer.beyond.extend(java.left_out());
    if explored.endless {
        answer.beyond.insert("calls that do not overflow the stack, though some are nested without end".into());
    }
    answer.reached = progress.seen.lock().map_or_else(|_| BTreeMap::new(), |seen| seen.reached.clone());
    figures.tuples = explored.tuples;
    figures.contexts = explored.contexts;
    figures.nodes = space.bdds.peak();
    figures.variables = space.variables();
    figures.objects = java.layout.slots.len();
    answer.figures = figures.clone();
    let mut hits = explored.hits;
    let (open, _) = java.open_inputs();
    if !hits.is_empty() && open > 0 {
        let is_small = answer.figures.nodes < NARROWED;
        if !question.bounds.all && is_small {
            narrow(&mut java, question, &mut way, &mut figures);
        }
        java.remember_inputs();
        let (mut again, mut remembered) = until_complete(&mut java, question, &mut way, &mut figures);
        // Narrowing a large exploration is slow, but better than a violation without inputs.
        if again.bdds.is_exhausted() && !question.bounds.all && !is_small && !java.stop() {
            java.layout.ghosts.clear();
            narrow(&mut java, question, &mut way, &mut figures);
            java.remember_inputs();
            (again, remembered) = until_complete(&mut java, question, &mut way, &mut figures);
        }
        answer.stopped = stop.load(Ordering::Relaxed);
        if !remembered.hits.is_empty() && !again.bdds.is_exhausted() && !answer.stopped {
            (space, hits) = (again, remembered.hits);
        } else {
            java.layout.ghosts.clear();
        }
    }
    for hit in hits {
        let Some(what) = java.what(&hit.what) else { continue };
        let inputs = java.inputs_of(&space, &hit.weight).filter(|_| !java.layout.ghosts.is_empty());
        answer.found.push(Found { what, schedule: hit.schedule, inputs });
    }
    answer
}

/// How an exploration keeps its configurations.
#[derive(Clone, Copy)]
enum Way {
    /// All threads in one diagram.
    Joint(Room),
    /// Views of single threads; with room to see when nothing new can come.
    Views(Option<Room>),
}

const LEAST: Room = Room { names: 4, numbers: 2, bits: 6, name_bits: 0 };

/// Explorations with more nodes than these are repeated with fewer inputs only if remembering all is too much.
const NARROWED: usize = 1 << 20;

/// So many bits of inputs are remembered without narrowing them first, and at most so many tries are made.
const REMEMBERED: u32 = 32;
const TRIES: u32 = 32;

/// Sets inputs to 0 while something is still found, since remembering all of them costs much: all at once, else
/// those of each half.
fn narrow(java: &mut Java<'_>, question: &Question, way: &mut Way, figures: &mut Figures) {
    let (count, bits) = java.open_inputs();
    let mut open: Vec<Vec<usize>> = vec![(0..count).collect()];
    for _ in 0..TRIES {
        let Some(set) = open.pop().filter(|_| bits > REMEMBERED && !java.stop()) else { return };
        java.zero.extend(&set);
        let (space, explored) = until_complete(java, question, way, figures);
        if explored.hits.is_empty() || space.bdds.is_exhausted() {
            set.iter().for_each(|at| {
                java.zero.remove(at);
            });
            let (first, second) = set.split_at(set.len() / 2);
            open.extend([second, first].into_iter().filter(|_| set.len() > 1).map(<[usize]>::to_vec));
        }
    }
}

fn until_complete(java: &mut Java<'_>, question: &Question, way: &mut Way, figures: &mut Figures) -> (Space, Explored) {
    loop {
        let space = java.space(*way, question.nodes);
        figures.explorations += 1;
        let explored = match *way {
            Way::Joint(room) => match joint::explore(&space, java, &question.bounds, room, &mut |_, _| {}) {
                Ok(explored) => explored,
                Err(Short::Room(more)) => {
                    *way = Way::Joint(more);
                    continue;
                }
                Err(Short::Stacks) => {
                    *way = Way::Views(Some(LEAST));
                    continue;
                }
            },
            Way::Views(room) => {
                let mut visible = room.map(|room| Visible::new(&space, room));
                let explored = explore(&space, java, &question.bounds, visible.as_mut(), &mut |_| {});
                if let Some(Short::Room(more)) = visible.and_then(|visible| visible.short()) {
                    *way = Way::Views(Some(more));
                    continue;
                }
                explored
            }
        };
        if java.lacks.is_empty() || java.stop() || space.bdds.is_exhausted() {
            return (space, explored);
        }
    }
}

impl Way {
    fn room(self) -> Option<Room> {
        match self {
            Self::Joint(room) => Some(room),
            Self::Views(room) => room,
        }
    }
}

impl Java<'_> {
    /// Takes what was missing into the layout, forgets everything that depends on it, and makes
    /// the variables.
    fn space(&mut self, way: Way, nodes: usize) -> Space {
        let mut vars = self.arrange();
        if let Way::Views(_) = way {
            // Weights of views relate copies of everything: better all in the same way.
            vars.iter_mut().for_each(|var| var.2 = Order::Interleaved);
        }
        let room = way.room().map_or_else(Room::default, |room| Room { name_bits: self.layout.ref_bits(), ..room });
        Space::with_room(vars, self.layout.sizes.threads, room, nodes)
    }

    fn what(&self, goal: &Goal) -> Option<What> {
        match goal {
            Goal::Label { label, .. } => match *self.labels.place(*label) {
                Place::Violation(thread, class, site) => Some(What::Uncaught { thread, class, site }),
                _ => None,
            },
            Goal::Deadlock { labels } => Some(What::Deadlock { threads: waiting(self, labels) }),
        }
    }

    /// Tells whoever watches what has been reached and found.
    pub(crate) fn tell(&self, explored: &Explored) {
        let Ok(mut seen) = self.progress.seen.lock() else { return };
        for &label in explored.reached.keys() {
            if let Some((method, pc)) = self.instruction(label) {
                seen.reached.entry(method).or_default().insert(pc);
            }
        }
        for &initializer in &self.plain_reached {
            let code = self.program.code(initializer).ok();
            let pcs = 0..code.map_or(0, |code| code.instrs.len() as Pc);
            seen.reached.entry(initializer).or_default().extend(pcs);
        }
        for hit in &explored.hits {
            let Some(what) = self.what(&hit.what) else { continue };
            if !seen.found.iter().any(|found| found.what == what) {
                seen.found.push(Found { what, schedule: hit.schedule.clone(), inputs: None });
            }
        }
    }
}

fn waiting(java: &Java<'_>, labels: &[u32]) -> Vec<(usize, MethodId, Pc)> {
    let place = |(thread, &label): (usize, &u32)| match *java.labels.place(label) {
        Place::At(method, pc) | Place::Amid(method, pc, _) | Place::Claimed(method, pc, _) => {
            Some((thread, method, pc))
        }
        Place::Enter(method) => Some((thread, method, 0)),
        _ => None,
    };
    labels.iter().enumerate().filter_map(place).collect()
}
