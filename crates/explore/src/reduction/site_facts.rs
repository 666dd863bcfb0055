//! From the stack of a thread to the nodes of its inlined graph, and what the shape analysis says of
//! them: a table that needs no analysis any more.
//!
//! The lowest frame of the user's code tells the thread type, each further frame the copy in which
//! its method was inlined. Frames of methods that the machine wrote for lambdas are skipped, as the
//! graphs do without them. Where the stack leaves the graph (deep recursion, code that was not
//! inlined), nothing is known.

use heddle_analysis::Facts;
use heddle_analysis::inline::{Begin, CopyId, Monitor, NodeId, Op, Threads};
use heddle_analysis::shape::{self, Class, Shape};
use heddle_machine::{Machine, PROLOGUE};
use heddle_program::ir::{Instr, Pc};
use heddle_program::{MethodId, Origin, Program};
use rustc_hash::FxHashMap;

/// What all accesses of an instruction touch, at the worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    Owned,
    Protected,
    Shared,
}

/// A copy of a method in the graph of a thread type.
type Copied = (u32, CopyId);

/// The verdicts of the shape analysis, by place in the inlined graphs.
#[derive(Default)]
pub struct SiteFacts {
    /// Copies that a thread may begin in, by first method of the user.
    begins: FxHashMap<MethodId, Vec<Copied>>,
    /// The copies of a method that an instruction calls.
    calls: FxHashMap<(Copied, Pc, MethodId), Vec<Copied>>,
    /// Accesses to memory by instruction.
    memory: FxHashMap<(Copied, Pc), Rank>,
    /// Monitors that an instruction takes, itself or by calling a synchronized method.
    monitors: FxHashMap<(Copied, Pc), Rank>,
}

impl SiteFacts {
    pub fn new(program: &Program, facts: &Facts) -> Result<Self, String> {
        let threads = shape::threads(program, facts)?;
        let shape = shape::analyze(program, facts, &threads)?;
        let mut site_facts = Self::default();
        for (thread, ty) in threads.types.iter().enumerate() {
            site_facts.add_copies(&threads, thread as u32);
            for node in 0..ty.graph.nodes.len() as NodeId {
                site_facts.add_node(program, &shape, &threads, thread as u32, node);
            }
        }
        Ok(site_facts)
    }

    fn add_copies(&mut self, threads: &Threads, thread: u32) {
        let ty = &threads.types[thread as usize];
        for (index, copy) in ty.graph.copies.iter().enumerate() {
            let copied = (thread, index as CopyId);
            let is_lambda = matches!(ty.begin, Begin::Lambda { .. });
            match copy.caller {
                // A thread that begins with a lambda has no copy that calls the implementation.
                Some((0, 0)) if is_lambda => self.begins.entry(copy.method).or_default().push(copied),
                None if !is_lambda => self.begins.entry(copy.method).or_default().push(copied),
                Some((caller, pc)) => self.calls.entry(((thread, caller), pc, copy.method)).or_default().push(copied),
                None => {}
            }
        }
    }

    fn add_node(&mut self, program: &Program, shape: &Shape<'_>, threads: &Threads, thread: u32, node: NodeId) {
        let graph = &threads.types[thread as usize].graph;
        let at = &graph.nodes[node as usize];
        // What nodes of a call touch, the machine touches in frames or natives of its own.
        let is_call = matches!(graph.instr(program, node), Instr::Invoke { .. });
        let (table, place) = match at.op {
            Op::Load { .. } | Op::Store { .. } | Op::LoadElement { .. } | Op::StoreElement { .. } if !is_call => {
                (&mut self.memory, Some((at.copy, at.pc)))
            }
            Op::LoadStatic { .. } | Op::StoreStatic { .. } => (&mut self.memory, Some((at.copy, at.pc))),
            Op::Enter(Monitor::Of(register)) => {
                let first = graph.copies[at.copy as usize].first_register;
                // The monitor of a synchronized method is taken by the call.
                let by_call =
                    at.pc == 0 && register == first && !graph.copies[at.copy as usize].at.values().any(|&n| n == node);
                let place = if by_call { graph.copies[at.copy as usize].caller } else { Some((at.copy, at.pc)) };
                (&mut self.monitors, place)
            }
            Op::Enter(Monitor::OfClass(_)) => (&mut self.monitors, graph.copies[at.copy as usize].caller),
            _ => return,
        };
        let Some((copy, pc)) = place else { return };
        let rank = match shape.class(thread, node) {
            Some(Class::Owned) => Rank::Owned,
            Some(Class::Protected(_)) => Rank::Protected,
            // A node that is never reached says nothing about the others.
            None => return,
            Some(Class::Shared(_)) => Rank::Shared,
        };
        let worst = table.entry(((thread, copy), pc)).or_insert(rank);
        *worst = rank.max(*worst);
    }

    /// What a thread's next access to memory touches, if that is known.
    pub fn memory(&self, machine: &Machine<'_>, thread: usize) -> Option<Rank> {
        self.rank(machine, thread, &self.memory)
    }

    /// What the monitor is that a thread is about to take, if that is known.
    pub fn monitor(&self, machine: &Machine<'_>, thread: usize) -> Option<Rank> {
        self.rank(machine, thread, &self.monitors)
    }

    fn rank(&self, machine: &Machine<'_>, thread: usize, table: &FxHashMap<(Copied, Pc), Rank>) -> Option<Rank> {
        let (copies, pc) = self.stand(machine, thread)?;
        // Where the stack may be that of several copies, all of them have to agree.
        let mut worst = None;
        for copied in copies {
            let &rank = table.get(&(copied, pc))?;
            worst = worst.max(Some(rank));
        }
        worst
    }

    /// The copies in which a thread may be, and the instruction.
    fn stand(&self, machine: &Machine<'_>, thread: usize) -> Option<(Vec<Copied>, Pc)> {
        let program = machine.program;
        let mut copies: Option<Vec<Copied>> = None;
        let mut below: Pc = 0;
        for frame in &machine.state.threads[thread].frames {
            let class = program.class(program.method(frame.method).class);
            if class.file.is_none() {
                continue;
            }
            copies = match copies {
                None if class.origin == Origin::Jdk => None,
                None => Some(self.begins.get(&frame.method)?.clone()),
                Some(copies) => {
                    let next = copies.iter().filter_map(|&copied| self.calls.get(&(copied, below, frame.method)));
                    Some(next.flatten().copied().collect())
                }
            };
            if frame.pc == PROLOGUE {
                return None;
            }
            below = frame.pc;
        }
        copies.filter(|copies| !copies.is_empty()).map(|copies| (copies, below))
    }
}
