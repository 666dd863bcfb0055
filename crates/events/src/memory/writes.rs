//! Whether the writes of a variable have an order that all who read it agree with.
//!
//! Goes in: the writes and reads of one variable in an execution, with what each read sees. Everything that has to hold is about two
//! writes: a write that happens before a read is not newer than what the read sees, and so on. So these pairs are
//! collected, and any order that keeps them will do; there is one if they are not circular. Only an atomic update says
//! more: it comes right after what it sees. So both count as one, in this order.

use rustc_hash::FxHashMap;

use super::consistency::in_order;
use super::graph::{EventId, Graph, Source};
use super::relation::Relation;

/// Whether there is such an order for accesses that take part in it; of two reads in `fenced`, the later one sees nothing older.
pub fn have_order(graph: &Graph, writes: &[EventId], accesses: &[EventId], fenced: &[(EventId, EventId)]) -> bool {
    let numbers: FxHashMap<EventId, usize> = writes.iter().enumerate().map(|(at, &id)| (id, at + 1)).collect();
    // What a read sees: 0 is what the variable held at first.
    let source_of = |read: EventId| match graph.events[read].access()?.read? {
        (_, Source::Initial, _) => Some(0),
        (_, Source::Write(id), _) => numbers.get(graph.by_id.get(&id)?).copied(),
    };
    let seen: Vec<(EventId, usize)> = accesses.iter().filter_map(|&read| Some((read, source_of(read)?))).collect();
    // Pairs are many and mostly the same ones again.
    let mut pairs = Relation::new(writes.len() + 1);
    for (&first, at) in writes.iter().zip(1..) {
        pairs.add(0, at);
        for (&second, other) in writes.iter().zip(1..) {
            if first != second && (graph.hb(first, second) || in_order(graph, first, second)) {
                pairs.add(at, other);
            }
        }
    }
    let mut updates = Vec::new();
    for &(read, source) in &seen {
        if let Some(&update) = numbers.get(&read) {
            updates.push((source, update));
        }
        for (&write, at) in writes.iter().zip(1..).filter(|(write, _)| **write != read) {
            if at != source && (graph.hb(write, read) || in_order(graph, write, read)) {
                pairs.add(at, source);
            }
            if graph.hb(read, write) {
                // What comes after a read can not be what it sees.
                pairs.add(source, at);
            }
        }
        for &(later, other) in &seen {
            if other != source && graph.hb(read, later) {
                pairs.add(source, other);
            }
        }
    }
    for &(first, second) in fenced {
        if let (Some(first), Some(second)) = (source_of(first), source_of(second))
            && first != second
        {
            pairs.add(first, second);
        }
    }
    let Some(rows) = Rows::of(writes.len() + 1, &updates) else { return false };
    let mut order = Relation::new(writes.len() + 1);
    for first in 0..=writes.len() {
        for second in pairs.after(first) {
            match (rows.of[first], rows.of[second]) {
                (one, other) if one != other => order.add(one, other),
                _ if rows.place[first] >= rows.place[second] => return false,
                _ => {}
            }
        }
    }
    order.is_acyclic()
}

/// Writes and the updates that come right after them.
struct Rows {
    /// The first of the row that each belongs to, and its place there.
    of: Vec<usize>,
    place: Vec<usize>,
}

impl Rows {
    /// Nothing if two updates would come right after the same write, or a row would be a circle.
    fn of(count: usize, updates: &[(usize, usize)]) -> Option<Self> {
        let mut next: Vec<Option<usize>> = vec![None; count];
        let mut follows = vec![false; count];
        for &(source, update) in updates {
            if next[source].replace(update).is_some() {
                return None;
            }
            follows[update] = true;
        }
        let (mut of, mut place) = (vec![usize::MAX; count], vec![0; count]);
        for first in (0..count).filter(|&at| !follows[at]) {
            for (at, member) in std::iter::successors(Some(first), |&at| next[at]).enumerate() {
                (of[member], place[member]) = (first, at);
            }
        }
        (!of.contains(&usize::MAX)).then_some(Self { of, place })
    }
}
