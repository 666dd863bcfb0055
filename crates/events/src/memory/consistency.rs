//! Whether a complete execution is one that the model allows, as far as that was not seen to while
//! it was built: commitments kept (JLS 17.4.8 as mended by Aspinall and Ševčík), one order of the
//! writes of each variable for accesses from opaque mode up, and no circular waiting of acquire and
//! release (Lea, "Using JDK 9 memory order modes").

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::action::{Cell, Fence, Mode};
use super::graph::{Event, EventId, Graph, Source, What};
use super::visible::Commitments;
use super::writes;

/// Whether the execution has every committed read and write, and may have them.
pub fn keeps(graph: &Graph, commitments: &Commitments) -> bool {
    // Synchronisation that a read brings about itself exists only for the modes of `VarHandle`.
    let by_reading = graph.events.iter().any(|event| {
        matches!(event.what, What::Fence(_))
            || event.access().is_some_and(|access| matches!(access.mode, Mode::Acquire | Mode::Release))
    });
    commitments.iter().all(|(read, (write, value))| {
        let (Some(&read), Some(&write)) = (graph.by_id.get(read), graph.by_id.get(write)) else { return false };
        let cell = read_cell(graph, read);
        let overwritten = || graph.writes[&cell].iter().any(|&later| graph.hb(write, later) && graph.hb(later, read));
        graph.written(write) == Some(*value)
            && !graph.hb(read, write)
            && (by_reading || !graph.hb(write, read))
            && !overwritten()
    })
}

/// Whether the execution has every committed write, with its value.
pub fn has_committed(graph: &Graph, commitments: &Commitments) -> bool {
    commitments.iter().all(|(read, (write, value))| {
        let happened = graph.by_id.contains_key(read);
        happened && graph.by_id.get(write).is_some_and(|&write| graph.written(write) == Some(*value))
    })
}

fn read_cell(graph: &Graph, read: EventId) -> Cell {
    graph.events[read].access().expect("reads are accesses").cell
}

/// Whether every variable that is accessed by other than plain and volatile fields has an order of
/// its writes that all its readers agree with.
pub fn is_coherent(graph: &Graph) -> bool {
    let mut cells: FxHashMap<Cell, Vec<EventId>> = FxHashMap::default();
    for (id, event) in graph.events.iter().enumerate() {
        if let Some(access) = event.access() {
            cells.entry(access.cell).or_default().push(id);
        }
    }
    let has_fences = graph.events.iter().any(|event| matches!(event.what, What::Fence(_)));
    cells.values().all(|accesses| {
        let mode = |id: EventId| graph.events[id].access().map_or(Mode::Plain, |access| access.mode);
        let mixed =
            accesses.iter().any(|&id| mode(id) != Mode::Plain) && accesses.iter().any(|&id| mode(id) != Mode::Volatile);
        let threads = accesses.iter().any(|&id| graph.events[id].thread != graph.events[accesses[0]].thread);
        let fenced = if has_fences { fenced_reads(graph, accesses) } else { vec![] };
        if !(mixed && threads) && fenced.is_empty() {
            return true;
        }
        let writes: Vec<EventId> = accesses.iter().copied().filter(|&id| graph.written(id).is_some()).collect();
        let ordered = |&id: &EventId| mixed && (mode(id) != Mode::Plain || sees_ordered(graph, id));
        let reads: Vec<EventId> = accesses.iter().copied().filter(ordered).collect();
        writes::have_order(graph, &writes, &reads, &fenced)
    })
}

/// Reads of a variable by one thread with a fence between them that keeps loads in order (`VarHandle.acquireFence`,
/// `loadLoadFence` and `fullFence`), if they see different writes.
fn fenced_reads(graph: &Graph, accesses: &[EventId]) -> Vec<(EventId, EventId)> {
    let source = |id: EventId| graph.events[id].access().and_then(|access| access.read).map(|(_, source, _)| source);
    let reads: Vec<EventId> = accesses.iter().copied().filter(|&id| source(id).is_some()).collect();
    let mut found = Vec::new();
    for (at, &first) in reads.iter().enumerate() {
        let thread = graph.events[first].thread;
        for &second in reads[at + 1..].iter().filter(|&&second| graph.events[second].thread == thread) {
            let keeps = |event: &Rc<Event>| {
                event.thread == thread && matches!(event.what, What::Fence(fence) if fence != Fence::Release)
            };
            if source(first) != source(second) && graph.events[first..second].iter().any(keeps) {
                found.push((first, second));
            }
        }
    }
    found
}

/// A plain read that happens after all writes, which are not plain: it sees the last of them.
fn sees_ordered(graph: &Graph, read: EventId) -> bool {
    let Some(access) = graph.events[read].access() else { return false };
    let writes = graph.writes.get(&access.cell).map_or(&[][..], Vec::as_slice);
    let ordered = |&write: &EventId| {
        graph.hb(write, read) && graph.events[write].access().is_some_and(|access| access.mode != Mode::Plain)
    };
    access.read.is_some() && writes.iter().all(ordered)
}

/// Reads that happen after every write of a plain variable agree on which of them was the last. The
/// specification does not say so, but no machine does otherwise, and whoever looks at the final state of a
/// test takes it for granted.
pub fn agrees_on_last_writes(graph: &Graph) -> bool {
    let mut last: FxHashMap<Cell, Source> = FxHashMap::default();
    graph.events.iter().enumerate().all(|(id, event)| {
        let Some(access) = event.access() else { return true };
        let (Some((_, source, _)), Some(writes)) = (access.read, graph.writes.get(&access.cell)) else { return true };
        if access.mode != Mode::Plain || writes.len() < 2 || !writes.iter().all(|&write| graph.hb(write, id)) {
            return true;
        }
        *last.entry(access.cell).or_insert(source) == source
    })
}

/// Whether there is a synchronisation order (JLS 17.4.4) for reads that saw something older than what was
/// written last in the order of execution.
pub fn has_synchronization_order(graph: &Graph) -> bool {
    let early = |event: &Rc<Event>| event.access().is_some_and(|access| access.early);
    if !graph.events.iter().any(early) {
        return true;
    }
    let synchronizes = |id: EventId| match &graph.events[id].what {
        What::Access(access) => access.synchronizes,
        What::Lock(_) | What::Unlock(_) | What::Fence(Fence::Full) => true,
        _ => false,
    };
    let order: Vec<EventId> = (0..graph.events.len()).filter(|&id| synchronizes(id)).collect();
    let mut successors: Vec<Vec<EventId>> = vec![Vec::new(); graph.events.len()];
    for (at, &first) in order.iter().enumerate() {
        for &second in &order[at + 1..] {
            if graph.hb(first, second) || is_in_order(graph, first, second) {
                successors[first].push(second);
            }
        }
        // A read comes before the writes after the one that it sees.
        if let Some(access) = graph.events[first].access().filter(|access| access.early) {
            let seen = match access.read {
                Some((_, Source::Write(id), _)) => graph.by_id.get(&id).copied(),
                _ => None,
            };
            let writes = graph.writes.get(&access.cell).map_or(&[][..], Vec::as_slice);
            let later = writes.iter().filter(|&&write| synchronizes(write) && Some(write) > seen && write != first);
            successors[first].extend(later);
        }
    }
    let mut colour = vec![0u8; graph.events.len()];
    (0..graph.events.len()).all(|start| visit(start, &successors, &mut colour))
}

/// Whether the order in which two synchronisation actions were executed is the one that they have: both
/// are on the same thing and one changes it, and neither is a read that comes earlier.
fn is_in_order(graph: &Graph, first: EventId, second: EventId) -> bool {
    match (&graph.events[first].what, &graph.events[second].what) {
        (What::Access(a), What::Access(b)) => {
            a.cell == b.cell && (a.written.is_some() || b.written.is_some()) && !a.early && !b.early
        }
        (What::Lock(a) | What::Unlock(a), What::Lock(b) | What::Unlock(b)) => a == b,
        (What::Fence(_), What::Fence(_)) => true,
        _ => false,
    }
}

/// Both are of the synchronisation order, which is the order of execution.
pub(super) fn in_order(graph: &Graph, a: EventId, b: EventId) -> bool {
    let synchronizes = |id: EventId| graph.events[id].access().is_some_and(|access| access.synchronizes);
    a < b && synchronizes(a) && synchronizes(b)
}

/// Acquiring accesses come before everything later in their thread, everything earlier comes
/// before releasing ones, and writes before the reads that see them; that must not be circular.
pub fn is_acyclic(graph: &Graph) -> bool {
    let ordered_modes = |event: &Event| match &event.what {
        What::Access(access) => access.mode.acquires() && access.read.is_some(),
        What::Fence(fence) => *fence != Fence::Release,
        What::Lock(_) | What::Join => true,
        _ => false,
    };
    let releases = |event: &Event| match &event.what {
        What::Access(access) => access.mode.releases() && access.written.is_some(),
        What::Fence(fence) => *fence != Fence::Acquire,
        What::Unlock(_) | What::Start => true,
        _ => false,
    };
    // If no read sees a write that was executed after it, the order of execution keeps all of this.
    let sees_later = |(id, event): (EventId, &Rc<Event>)| {
        let source = event.access().and_then(|access| access.read).map(|(_, source, _)| source);
        matches!(source, Some(Source::Write(write)) if graph.by_id.get(&write).is_some_and(|&write| write > id))
    };
    if !graph.events.iter().enumerate().any(sees_later) {
        return true;
    }
    let count = graph.events.len();
    let mut successors: Vec<Vec<EventId>> = vec![Vec::new(); count];
    // A fence orders what is before it with what is after it.
    for (a, first) in graph.events.iter().enumerate() {
        for (b, second) in graph.events.iter().enumerate().skip(a + 1) {
            let fenced = |event: &Event| matches!(event.what, What::Fence(_));
            if first.thread == second.thread
                && (ordered_modes(first) || releases(second) || fenced(first) || fenced(second))
            {
                successors[a].push(b);
            }
        }
        let Some(access) = first.access() else { continue };
        if let Some((_, Source::Write(id), _)) = access.read
            && let Some(&write) = graph.by_id.get(&id)
            && write != a
        {
            successors[write].push(a);
        }
    }
    // Colours: 0 new, 1 on the path, 2 done.
    let mut colour = vec![0u8; count];
    (0..count).all(|start| visit(start, &successors, &mut colour))
}

fn visit(event: EventId, successors: &[Vec<EventId>], colour: &mut [u8]) -> bool {
    match colour[event] {
        1 => return false,
        2 => return true,
        _ => colour[event] = 1,
    }
    let fine = successors[event].iter().all(|&next| visit(next, successors, colour));
    colour[event] = 2;
    fine
}

/// What tells whether an atomic update could see a write only in a circle: the thread that writes has read before what
/// the other one writes after the update. Else the write can be executed first, and the update sees it then.
pub struct Circles<'g> {
    graph: &'g Graph,
    /// Per thread the variables that it reads and others write: the first read, and the last write of each other thread.
    reads: FxHashMap<usize, Vec<FirstRead>>,
}

struct FirstRead {
    event: EventId,
    cell: Cell,
    last_writes: Vec<(usize, EventId)>,
}

impl<'g> Circles<'g> {
    pub fn of(graph: &'g Graph) -> Self {
        let mut seen: FxHashSet<(usize, Cell)> = FxHashSet::default();
        let mut reads: FxHashMap<usize, Vec<FirstRead>> = FxHashMap::default();
        for (event, Event { thread, what, .. }) in graph.events.iter().map(Rc::as_ref).enumerate() {
            let What::Access(access) = what else { continue };
            let Some(writes) = graph.writes.get(&access.cell) else { continue };
            if access.read.is_none() || !seen.insert((*thread, access.cell)) {
                continue;
            }
            let mut last_writes: Vec<(usize, EventId)> = Vec::new();
            for &write in writes.iter().rev() {
                let by = graph.events[write].thread;
                if by != *thread && !last_writes.iter().any(|&(known, _)| known == by) {
                    last_writes.push((by, write));
                }
            }
            if !last_writes.is_empty() {
                reads.entry(*thread).or_default().push(FirstRead { event, cell: access.cell, last_writes });
            }
        }
        Self { graph, reads }
    }

    pub fn closes(&self, update: EventId, write: EventId) -> bool {
        let (by, other) = (self.graph.events[update].thread, self.graph.events[write].thread);
        let cell = self.graph.events[update].access().map(|access| access.cell);
        let before = self.reads.get(&other).into_iter().flatten().take_while(|read| read.event < write);
        let mut others = before.filter(|read| Some(read.cell) != cell);
        others.any(|read| read.last_writes.iter().any(|&(thread, last)| thread != by || last > update))
    }
}

/// A read may see a write of another thread that neither comes after it nor is overwritten.
pub fn can_race(graph: &Graph, read: EventId, write: EventId) -> bool {
    let cell = graph.events[write].access().expect("writes are accesses").cell;
    let clock = &graph.events[read].clock;
    graph.events[read].thread != graph.events[write].thread
        && !graph.is_before(write, clock)
        && !graph.hb(read, write)
        && !graph.writes[&cell].iter().any(|&later| graph.hb(write, later) && graph.is_before(later, clock))
}
