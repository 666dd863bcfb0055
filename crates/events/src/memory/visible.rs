//! What a read may return: by happens-before alone, by a commitment made earlier, or by its place in
//! the synchronisation order.

use std::collections::BTreeMap;

use super::action::{Access, ActionId, Cell, Mode, Value};
use super::drive::Driver;
use super::graph::{EventId, Graph, Source};

/// Reads that see a write with which they race, and the value that the write is known to have
/// (JLS 17.4.8: the committed reads, and the writes that were committed for them).
pub type Commitments = BTreeMap<ActionId, (ActionId, Value)>;

/// One way to fill the cells of a read.
pub type Sources = Vec<(Source, Value)>;

pub enum Options {
    /// The thread has to wait for a write that it is committed to see.
    Wait,
    Among(Vec<Sources>),
}

/// What the next access of a thread may read. An access that only writes has one empty way. If it `waits`, an acquiring read
/// comes after the write that it is committed to see.
pub fn options(
    graph: &Graph,
    driver: &Driver<'_>,
    commitments: &Commitments,
    t: usize,
    access: &Access,
    waits: bool,
) -> Options {
    if !access.reads {
        return Options::Among(vec![vec![]]);
    }
    let held = driver.held(access);
    let mut ways: Vec<Sources> = vec![vec![]];
    for (&cell, &held) in access.cells.iter().zip(&held).take(access.read) {
        let initial = graph.initial.get(&cell).copied().unwrap_or(held);
        let sources = if access.is_synchronization() {
            in_order(graph, t, access, cell, initial)
        } else {
            match commitments.get(&graph.next_id(t, cell, false)) {
                Some(&(write, value)) => {
                    let happened = graph.by_id.contains_key(&write);
                    if !happened && (waits && access.mode.acquires() || matches!(value, Value::Object(_))) {
                        return Options::Wait;
                    }
                    vec![(Source::Write(write), value)]
                }
                None if access.is_update() => executed(graph, t, access, cell, initial),
                None => by_happens_before(graph, t, access, cell, initial),
            }
        };
        ways = ways
            .iter()
            .flat_map(|way| sources.iter().map(move |&source| way.iter().copied().chain([source]).collect()))
            .collect();
    }
    Options::Among(ways)
}

fn source(graph: &Graph, write: EventId) -> (Source, Value) {
    let written = graph.events[write].access().and_then(|access| access.written);
    let (id, value) = written.expect("writes are recorded as such");
    (Source::Write(id), value)
}

fn by_happens_before(graph: &Graph, t: usize, access: &Access, cell: Cell, initial: Value) -> Sources {
    let visible = graph.visible(cell, &graph.clock_for(t, access, cell));
    if visible.is_empty() {
        return vec![(Source::Initial, initial)];
    }
    visible.into_iter().map(|write| source(graph, write)).collect()
}

/// An atomic update outside of the synchronisation order may see any write that was executed and is not
/// known to be overwritten, but none that another update has changed: nothing comes between an update and
/// what it reads.
fn executed(graph: &Graph, t: usize, access: &Access, cell: Cell, initial: Value) -> Sources {
    let writes = graph.writes.get(&cell).map_or(&[][..], Vec::as_slice);
    let clock = graph.clock_for(t, access, cell);
    let changed: Vec<Source> =
        writes.iter().filter_map(|&write| graph.events[write].access()?.read.map(|(_, source, _)| source)).collect();
    let mut sources = Vec::new();
    if !writes.iter().any(|&write| graph.is_before(write, &clock)) {
        sources.push((Source::Initial, initial));
    }
    for &write in writes {
        let overwritten = |&later: &EventId| graph.hb(write, later) && graph.is_before(later, &clock);
        if !writes.iter().any(overwritten) {
            sources.push(source(graph, write));
        }
    }
    // A compare-and-set that fails may still see what another update has changed.
    if access.always_writes {
        sources.retain(|(source, _)| !changed.contains(source));
    }
    sources
}

/// A read that takes part in the synchronisation order sees the last write of that order. Writes
/// outside of it (by weaker modes) may be seen as long as none of the order is known to be newer. Of an
/// object that its thread got by a race it may also see an older one: the object may be older than the
/// order of execution tells, so the read comes earlier in the synchronisation order.
fn in_order(graph: &Graph, t: usize, access: &Access, cell: Cell, initial: Value) -> Sources {
    let writes = graph.writes.get(&cell).map_or(&[][..], Vec::as_slice);
    let in_order = |id: EventId| graph.events[id].access().is_some_and(|access| access.synchronizes);
    let clock = graph.clock_for(t, access, cell);
    let last = writes.iter().rposition(|&id| in_order(id));
    let mut sources = Vec::new();
    let early = access.mode == Mode::Volatile && !access.writes && graph.got_by_race(t, cell);
    if writes.is_empty() || (early || last.is_none()) && writes.iter().all(|&write| !graph.is_before(write, &clock)) {
        sources.push((Source::Initial, initial));
    }
    for (at, &write) in writes.iter().enumerate() {
        let ordered_after = |&later: &EventId| {
            in_order(later)
                && (graph.hb(write, later) || in_order(write) && writes[..].iter().position(|&w| w == later) > Some(at))
        };
        let overwritten = |&later: &EventId| graph.hb(write, later) && graph.is_before(later, &clock);
        if !writes.iter().any(|later| !early && ordered_after(later) || overwritten(later)) {
            sources.push(source(graph, write));
        }
    }
    sources
}
