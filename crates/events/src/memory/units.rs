//! Cells that are read or written in one go: what a volatile `long` or an aligned view of bytes covers
//! (JLS 17.7, `MethodHandles.byteArrayViewVarHandle`). Halves and bytes are cells of their own, so that
//! accesses of different sizes meet; here is what keeps those of one unit together.

use std::collections::BTreeSet;

use super::action::Cell;
use super::graph::{EventId, Graph, Source};

/// The reads of an execution, those of one unit together.
pub fn of_reads(graph: &Graph) -> Vec<Vec<EventId>> {
    let mut units: Vec<Vec<EventId>> = Vec::new();
    for (id, event) in graph.events.iter().enumerate() {
        let Some(access) = event.access().filter(|access| access.read.is_some()) else { continue };
        match units.last_mut() {
            Some(unit) if unit[0] == access.unit && id != unit[0] => unit.push(id),
            _ => units.push(vec![id]),
        }
    }
    units
}

/// The units that write a cell which one of these reads, in order of execution.
pub fn racing(graph: &Graph, reads: &[EventId]) -> BTreeSet<EventId> {
    let cells = reads.iter().filter_map(|&read| graph.events[read].access().map(|access| access.cell));
    let writes = cells.flat_map(|cell| graph.writes.get(&cell).map_or(&[][..], Vec::as_slice));
    writes.filter_map(|&write| graph.events[write].access().map(|access| access.unit)).collect()
}

/// The event of a unit that concerns a cell.
pub fn member(graph: &Graph, unit: EventId, cell: Cell) -> Option<EventId> {
    let of_unit = |id: &EventId| graph.events[*id].access().is_some_and(|access| access.unit == unit);
    (unit..graph.events.len())
        .take_while(of_unit)
        .find(|&id| graph.events[id].access().is_some_and(|access| access.cell == cell))
}

/// Whether no read of a unit sees parts of two writes, each of which wrote what the other did.
pub fn none_torn(graph: &Graph) -> bool {
    of_reads(graph).iter().filter(|unit| unit.len() > 1).all(|unit| {
        unit.iter().enumerate().all(|(at, &first)| unit[at + 1..].iter().all(|&second| fit(graph, first, second)))
    })
}

/// What two reads of one unit see is from one write, or one of the writes has nothing to do with the other
/// read.
fn fit(graph: &Graph, first: EventId, second: EventId) -> bool {
    let seen = |read: EventId| -> Option<(Cell, Option<EventId>)> {
        let access = graph.events[read].access()?;
        let write = match access.read?.1 {
            Source::Initial => None,
            Source::Write(id) => Some(graph.events[*graph.by_id.get(&id)?].access()?.unit),
        };
        Some((access.cell, write))
    };
    let (Some((a, from_a)), Some((b, from_b))) = (seen(first), seen(second)) else { return true };
    let covers = |unit: Option<EventId>, cell: Cell| unit.is_none_or(|unit| member(graph, unit, cell).is_some());
    from_a == from_b || !covers(from_a, b) || !covers(from_b, a)
}
