//! The model of Java's access modes by Liu, Bender and Palsberg ("Compiling Volatile Correctly in Java", ECOOP 2022), which they call
//! JAM21; it follows Bender and Palsberg, "A Formalization of Java's Concurrent Access Modes" (OOPSLA 2019).
//!
//! Goes in: an execution in which every read sees some write. Comes out: whether the axioms allow it. They are about an order
//! of *visibility*: what acquire and release modes, fences and volatile accesses order within a thread, what reads see, and one
//! total order of volatile accesses and full fences (`push`). Visibility orders the writes of a variable (coherence); that order
//! must not be circular. Nor may accesses from opaque mode up see each other in a circle.
//!
//! The axioms know neither locks nor threads that start and end. These are release and acquire here, as in JLS 17.4.4. What
//! a variable holds at first counts as written in opaque mode.

use rustc_hash::FxHashMap;

use super::action::{Cell, Fence, Mode};
use super::graph::{EventId, Graph, Source, What};
use super::relation::Relation;

/// Orders of volatile accesses and fences that are tried before it is given up to tell.
const MOST_ORDERS: u32 = 20_000;

/// Whether the model allows an execution; `None` if that has too many orders to tell.
pub fn allows(graph: &Graph) -> Option<bool> {
    let execution = Execution::new(graph);
    if !execution.is_out_of_thin_air() {
        let mut budget = MOST_ORDERS;
        let mut visible = execution.within.clone();
        visible.close();
        return execution.has_order(&mut Vec::new(), &visible, &mut budget);
    }
    Some(false)
}

struct Execution<'g> {
    graph: &'g Graph,
    /// Visibility as far as it needs no total order; what each event pushes; and what the order of pushes has to keep.
    within: Relation,
    push: Relation,
    kept: Relation,
    pushing: Vec<EventId>,
    accesses: FxHashMap<Cell, Vec<EventId>>,
}

impl<'g> Execution<'g> {
    fn new(graph: &'g Graph) -> Self {
        let count = graph.events.len();
        let mut accesses: FxHashMap<Cell, Vec<EventId>> = FxHashMap::default();
        for (id, event) in graph.events.iter().enumerate() {
            if let Some(access) = event.access() {
                accesses.entry(access.cell).or_default().push(id);
            }
        }
        let relation = || Relation::new(count);
        let mut new = Self { graph, within: relation(), push: relation(), kept: relation(), pushing: vec![], accesses };
        new.order_threads();
        new.order_between_threads();
        new.pushing = (0..count).filter(|&id| new.push.after(id).next().is_some()).collect();
        new.keep_last_writes();
        new
    }

    fn mode(&self, id: EventId) -> Option<Mode> {
        self.graph.events[id].access().map(|access| access.mode)
    }

    fn is_opaque(&self, id: EventId) -> bool {
        self.mode(id).is_some_and(|mode| mode != Mode::Plain)
    }

    fn reads(&self, id: EventId) -> Option<Source> {
        self.graph.events[id].access().and_then(|access| access.read).map(|(_, source, _)| source)
    }

    fn writes(&self, id: EventId) -> bool {
        self.graph.written(id).is_some()
    }

    fn is_update(&self, id: EventId) -> bool {
        self.reads(id).is_some() && self.writes(id)
    }

    /// The write that a read sees; nothing if that is what the variable held at first.
    fn seen(&self, id: EventId) -> Option<EventId> {
        match self.reads(id)? {
            Source::Initial => None,
            Source::Write(write) => self.graph.by_id.get(&write).copied(),
        }
    }

    fn order_threads(&mut self) {
        let graph = self.graph;
        for (a, first) in graph.events.iter().enumerate() {
            // Fences that were passed since the first event.
            let (mut full, mut acquire, mut release) = (false, false, false);
            for (b, second) in graph.events.iter().enumerate().skip(a + 1).filter(|(_, of)| of.thread == first.thread) {
                self.kept.add(a, b);
                let volatile = self.mode(a) == Some(Mode::Volatile) && self.mode(b) == Some(Mode::Volatile);
                if full || volatile {
                    self.push.add(a, b);
                }
                let fenced = release && self.writes(b) || acquire && self.reads(a).is_some();
                if full || volatile || fenced || acquires(&first.what) || releases(&second.what) {
                    self.within.add(a, b);
                }
                if let What::Fence(fence) = second.what {
                    full |= fence == Fence::Full;
                    acquire |= fence == Fence::Acquire;
                    release |= fence == Fence::Release;
                }
            }
        }
    }

    /// What reads see, and what locks and the beginnings and ends of threads order.
    fn order_between_threads(&mut self) {
        let graph = self.graph;
        for id in 0..graph.events.len() {
            if let Some(write) = self.seen(id).filter(|&write| write != id) {
                self.within.add(write, id);
                self.kept.add(write, id);
            }
        }
        for (a, first) in graph.events.iter().enumerate() {
            for (b, second) in graph.events.iter().enumerate().filter(|(_, of)| of.thread != first.thread) {
                let hands_over = match (&first.what, &second.what) {
                    (What::Unlock(one), What::Lock(other)) => one == other,
                    (What::Start | What::Other, _) | (_, What::Join) => true,
                    _ => false,
                };
                if hands_over && graph.hb(a, b) {
                    self.within.add(a, b);
                }
            }
        }
    }

    /// Whatever is read after everything was written is what was pushed last.
    fn keep_last_writes(&mut self) {
        let mut pairs = Vec::new();
        for accesses in self.accesses.values() {
            let writes = || accesses.iter().copied().filter(|&id| self.writes(id));
            for &read in accesses.iter().filter(|&&id| writes().all(|write| write != id && self.graph.hb(write, id))) {
                if let Some(last) = self.seen(read) {
                    pairs.extend(writes().filter(|&write| write != last).map(|write| (write, last)));
                }
            }
        }
        pairs.into_iter().for_each(|(write, last)| self.kept.add(write, last));
    }

    /// Accesses from opaque mode up must not see each other in a circle.
    fn is_out_of_thin_air(&self) -> bool {
        let mut order = Relation::new(self.graph.events.len());
        for a in (0..self.graph.events.len()).filter(|&id| self.is_opaque(id)) {
            for b in (0..self.graph.events.len()).filter(|&id| id != a && self.is_opaque(id)) {
                let (first, second) = (&self.graph.events[a], &self.graph.events[b]);
                let in_program_order = first.thread == second.thread && first.number < second.number;
                if in_program_order || self.seen(b) == Some(a) {
                    order.add(a, b);
                }
            }
        }
        !order.is_acyclic()
    }

    /// Whether the pushes can be ordered so that visibility is coherent, after those that are.
    fn has_order(&self, placed: &mut Vec<EventId>, visible: &Relation, budget: &mut u32) -> Option<bool> {
        if !self.is_coherent(visible, placed.len() == self.pushing.len())? {
            return Some(false);
        }
        if placed.len() == self.pushing.len() {
            return Some(true);
        }
        let open: Vec<EventId> = self.pushing.iter().copied().filter(|next| !placed.contains(next)).collect();
        for next in open {
            let waits = |&other: &EventId| other != next && !placed.contains(&other) && self.kept.has(other, next);
            if self.pushing.iter().any(waits) {
                continue;
            }
            *budget = budget.checked_sub(1)?;
            let mut seen = visible.clone();
            for &before in placed.iter() {
                self.push.after(next).for_each(|after| seen.add_closed(before, after));
            }
            placed.push(next);
            let fits = self.has_order(placed, &seen, budget)?;
            placed.pop();
            if fits {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether the writes of each variable have an order; at the end, also one in which atomic updates are in a row.
    fn is_coherent(&self, visible: &Relation, finally: bool) -> Option<bool> {
        for accesses in self.accesses.values() {
            let coherence = Coherence::new(self, visible, accesses);
            if !(if finally { coherence.fits_with_updates()? } else { coherence.fits() }) {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// The order of the writes of one variable; the first is what it held at first.
struct Coherence<'e, 'g> {
    execution: &'e Execution<'g>,
    writes: Vec<EventId>,
    order: Relation,
    updates: Vec<usize>,
}

impl<'e, 'g> Coherence<'e, 'g> {
    fn new(execution: &'e Execution<'g>, visible: &Relation, accesses: &[EventId]) -> Self {
        let graph = execution.graph;
        let writes: Vec<EventId> = accesses.iter().copied().filter(|&id| execution.writes(id)).collect();
        let at = |id: EventId| writes.iter().position(|&write| write == id).map_or(0, |at| at + 1);
        let mut order = Relation::new(writes.len() + 1);
        (1..=writes.len()).for_each(|write| order.add(0, write));
        let in_program_order = |a: EventId, b: EventId| graph.events[a].thread == graph.events[b].thread && a < b;
        let sees = |a: EventId, b: EventId| visible.has(a, b) || in_program_order(a, b);
        let reads: Vec<EventId> = accesses.iter().copied().filter(|&id| execution.reads(id).is_some()).collect();
        for &write in &writes {
            let mut add = |later: usize| {
                if later != at(write) {
                    order.add(at(write), later);
                }
            };
            writes.iter().filter(|&&later| sees(write, later)).for_each(|&later| add(at(later)));
            let read_later = reads.iter().filter(|&&read| read != write && sees(write, read));
            read_later.for_each(|&read| add(execution.seen(read).map_or(0, at)));
            // What is visible to a thread comes before what that thread writes later.
            for &later in writes.iter().filter(|&&later| graph.events[later].thread != graph.events[write].thread) {
                let mut between = (0..later).filter(|&middle| in_program_order(middle, later));
                if between.any(|middle| visible.has(write, middle)) {
                    add(at(later));
                }
            }
        }
        // Two reads of a thread, one after the other.
        let is_opaque = |write: Option<EventId>| write.is_none_or(|write| execution.is_opaque(write));
        for &first in &reads {
            for &second in reads.iter().filter(|&&second| in_program_order(first, second)) {
                let (one, other) = (execution.seen(first), execution.seen(second));
                if one != other && is_opaque(one) && is_opaque(other) {
                    order.add(one.map_or(0, at), other.map_or(0, at));
                }
            }
        }
        let updates = writes.iter().copied().filter(|&write| execution.is_update(write)).map(at).collect();
        Self { execution, writes, order, updates }
    }

    /// Nothing comes between an atomic update and what it sees.
    fn keep_updates_whole(order: &mut Relation, seen: &[(usize, usize)]) {
        loop {
            let mut added = false;
            for &(update, source) in seen {
                let later: Vec<usize> = order.after(source).filter(|&later| later != update).collect();
                for later in later {
                    if !order.has(update, later) {
                        order.add(update, later);
                        added = true;
                    }
                }
            }
            if !added {
                return;
            }
        }
    }

    fn sources(&self) -> Vec<(usize, usize)> {
        let at = |id: EventId| self.writes.iter().position(|&write| write == id).map_or(0, |at| at + 1);
        let source = |update: usize| self.execution.seen(self.writes[update - 1]).map_or(0, at);
        self.updates.iter().map(|&update| (update, source(update))).collect()
    }

    fn fits(mut self) -> bool {
        let sources = self.sources();
        Self::keep_updates_whole(&mut self.order, &sources);
        self.order.is_acyclic()
    }

    /// Whether some total order of the updates fits.
    fn fits_with_updates(mut self) -> Option<bool> {
        let sources = self.sources();
        Self::keep_updates_whole(&mut self.order, &sources);
        if self.updates.len() < 2 || !self.order.is_acyclic() {
            return Some(self.order.is_acyclic());
        }
        let mut budget = MOST_ORDERS;
        Self::has_order(&self.order, &self.updates, &mut Vec::new(), &sources, &mut budget)
    }

    fn has_order(
        order: &Relation,
        updates: &[usize],
        placed: &mut Vec<usize>,
        sources: &[(usize, usize)],
        budget: &mut u32,
    ) -> Option<bool> {
        if placed.len() == updates.len() {
            return Some(true);
        }
        let open: Vec<usize> = updates.iter().copied().filter(|next| !placed.contains(next)).collect();
        for next in open {
            *budget = budget.checked_sub(1)?;
            let mut longer = order.clone();
            placed.iter().for_each(|&before| longer.add(before, next));
            Self::keep_updates_whole(&mut longer, sources);
            if !longer.is_acyclic() {
                continue;
            }
            placed.push(next);
            let fits = Self::has_order(&longer, updates, placed, sources, budget)?;
            placed.pop();
            if fits {
                return Some(true);
            }
        }
        Some(false)
    }
}

fn acquires(what: &What) -> bool {
    match what {
        What::Access(access) => access.read.is_some() && matches!(access.mode, Mode::Acquire | Mode::Volatile),
        What::Lock(_) | What::Join | What::Other => true,
        _ => false,
    }
}

fn releases(what: &What) -> bool {
    match what {
        What::Access(access) => access.written.is_some() && matches!(access.mode, Mode::Release | Mode::Volatile),
        What::Unlock(_) | What::Start | What::Other => true,
        _ => false,
    }
}
