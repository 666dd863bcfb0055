//! Slices of event spaces (Cataño, Sections 3 and 4): the events that decide what the reads of a
//! criterion see, closed so that what is left is an event space again.
//!
//! Variables are names such as `x.i`. Under [`Aliases::ByName`] `x` and `y` may name the same
//! object, and the space tells when they do: a write of `ref_x` to `y` makes them aliases. In the
//! events of an executed trace the base is the object itself, so [`Aliases::None`] is exact there.

use std::collections::BTreeSet;

use crate::space::{EventId, EventKind, EventSpace};

/// Whether different names may stand for one object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aliases {
    None,
    ByName,
}

/// Which events a slice keeps besides those that carry the values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closure {
    /// Definition 2 as printed. Leaves stores without the assigns that rules 6 and 17 ask for.
    Printed,
    /// With the assign of each kept store, the read of each kept load and the supplier of each
    /// kept use, so that the slice is an event space.
    Repaired,
}

/// The slice for a criterion of read events: the kept events, in order.
pub fn slice(space: &EventSpace, criterion: &[EventId], aliases: Aliases, closure: Closure) -> Vec<EventId> {
    let mut kept: BTreeSet<EventId> = criterion.iter().flat_map(|&read| writes_seen(space, read, aliases)).collect();
    let carriers: Vec<EventId> = kept.iter().copied().collect();
    residual(space, &carriers, &mut kept);
    if closure == Closure::Repaired {
        close(space, &mut kept);
    }
    kept.into_iter().collect()
}

/// `SetW`: the writes that may have put the value there that a read takes (Definitions 1 and 3).
pub fn writes_seen(space: &EventSpace, read: EventId, aliases: Aliases) -> Vec<EventId> {
    let carriers = candidates(space, read, aliases);
    let hidden = |write: EventId| carriers.iter().any(|&later| space.lt(write, later) && space.le(later, read));
    let seen = |&write: &EventId| {
        let unordered = !space.ordered(write, read);
        !space.lt(read, write) && (unordered || !hidden(write))
    };
    carriers.iter().copied().filter(seen).collect()
}

/// Writes to the variable itself or, by name, to the same field of an alias.
fn candidates(space: &EventSpace, read: EventId, aliases: Aliases) -> Vec<EventId> {
    let target = &space.event(read).place;
    let field = |place: &str| place.split_once('.').map(|(base, field)| (base.to_string(), field.to_string()));
    let mut found = Vec::new();
    for (id, event) in space.events().iter().enumerate() {
        if event.kind != EventKind::Write {
            continue;
        }
        let same = event.place == *target;
        let alias = || match (aliases, field(&event.place), field(target)) {
            (Aliases::ByName, Some((y, i)), Some((x, j))) => i == j && are_aliases(space, &x, &y, id, &mut Vec::new()),
            _ => false,
        };
        if same || alias() {
            found.push(id);
        }
    }
    found
}

/// `Alias?`: two variables name one object when a write happens.
fn are_aliases(space: &EventSpace, x: &str, y: &str, at: EventId, asked: &mut Vec<(String, String, EventId)>) -> bool {
    x == y || refers_to(space, x, y, at, asked) || refers_to(space, y, x, at, asked)
}

/// `AliasAux?(y, x, w)`: `y` was assigned from `x`, or from an alias of it, and not from anything
/// else since. `w₂` must come before `at` in the order, as the definition says.
fn refers_to(space: &EventSpace, y: &str, x: &str, at: EventId, asked: &mut Vec<(String, String, EventId)>) -> bool {
    let question = (y.to_string(), x.to_string(), at);
    if asked.contains(&question) {
        return false;
    }
    asked.push(question);
    let source = |id: EventId| space.event(id).value.as_deref().and_then(|value| value.strip_prefix("ref"));
    let to_y: Vec<EventId> = (0..space.len())
        .filter(|&id| space.event(id).kind == EventKind::Write && space.event(id).place == y && space.le(id, at))
        .collect();
    to_y.iter().any(|&second| {
        let Some(from) = source(second) else { return false };
        let from_x = from == x || from != y && are_aliases(space, x, from, second, asked);
        let stays = to_y.iter().all(|&first| {
            let between = space.lt(second, first) && space.lt(first, at);
            !between || source(first).is_some_and(|t| are_aliases(space, x, t, first, asked))
        });
        from_x && stays
    })
}

/// Definition 2: what the structure of an event space asks for besides the slice set.
fn residual(space: &EventSpace, carriers: &[EventId], kept: &mut BTreeSet<EventId>) {
    for &write in carriers {
        kept.extend(space.partner(write));
        let place = &space.event(write).place;
        let reads = (0..space.len()).filter(|&id| {
            let event = space.event(id);
            event.kind == EventKind::Read && event.place == *place && space.ordered(id, write)
        });
        kept.extend(reads);
    }
    assigns_between_stores(space, kept);
    kept.extend((0..space.len()).filter(|&id| space.event(id).kind.is_lock()));
}

fn assigns_between_stores(space: &EventSpace, kept: &mut BTreeSet<EventId>) {
    let of_kind = |kind| move |&id: &EventId| space.event(id).kind == kind;
    let stores: Vec<EventId> = kept.iter().copied().filter(of_kind(EventKind::Store)).collect();
    for assign in (0..space.len()).filter(of_kind(EventKind::Assign)) {
        let beside = || stores.iter().filter(|&&store| space.event(store).is_beside(space.event(assign)));
        if beside().any(|&store| space.le(store, assign)) && beside().any(|&store| space.le(assign, store)) {
            kept.insert(assign);
        }
    }
}

/// What rules 5, 6, 9, 10, 11, 15, 16 and 17 ask for, until nothing is missing.
fn close(space: &EventSpace, kept: &mut BTreeSet<EventId>) {
    loop {
        let before = kept.len();
        for id in kept.clone() {
            let beside = |kind: EventKind| {
                (0..space.len())
                    .filter(move |&e| space.event(e).kind == kind && space.event(e).is_beside(space.event(id)))
            };
            match space.event(id).kind {
                EventKind::Write | EventKind::Load => kept.extend(space.partner(id)),
                EventKind::Store => kept.extend(latest(space, beside(EventKind::Assign), id)),
                EventKind::Use => {
                    let suppliers = beside(EventKind::Assign).chain(beside(EventKind::Load));
                    kept.extend(latest(space, suppliers, id));
                }
                // An assign that an unlock has to flush keeps its store and its write.
                EventKind::Assign => {
                    let store = beside(EventKind::Store).filter(|&store| space.le(id, store));
                    let store =
                        store.min_by_key(|&store| beside(EventKind::Store).filter(|&s| space.le(s, store)).count());
                    let write = (0..space.len()).find(|&w| store.is_some() && space.partner(w) == store);
                    kept.extend(store.into_iter().chain(write));
                }
                EventKind::Read | EventKind::Lock | EventKind::Unlock => {}
            }
        }
        assigns_between_stores(space, kept);
        if kept.len() == before {
            return;
        }
    }
}

/// The last of some events of one thread that are before `at`.
fn latest(space: &EventSpace, events: impl Iterator<Item = EventId>, at: EventId) -> Option<EventId> {
    let before: Vec<EventId> = events.filter(|&e| space.le(e, at)).collect();
    before.iter().copied().max_by_key(|&e| before.iter().filter(|&&other| space.le(other, e)).count())
}
