//! Figure 1 of Cataño (FMICS 2003), rebuilt from its columns and prose.

use EventKind::{Assign, Load, Lock, Read, Store, Unlock, Use, Write};
use heddle_events::space::{Event, EventId, EventKind, EventSpace};

struct Builder {
    space: EventSpace,
}

impl Builder {
    fn add(&mut self, kind: EventKind, thread: &str, place: &str, value: &str, after: &[EventId]) -> EventId {
        let value = (!value.is_empty()).then_some(value);
        self.space.add(Event::new(kind, thread, place, value), after)
    }

    /// An event and the read or store that it belongs to.
    fn paired(&mut self, kind: EventKind, of: EventId, more: &[EventId]) -> EventId {
        let event = self.space.event(of).clone();
        let after: Vec<EventId> = more.iter().copied().chain([of]).collect();
        let id = self.space.add(Event { kind, ..event }, &after);
        self.space.pair(id, of);
        id
    }
}

/// The event space of Example 1: 30 events.
pub fn figure_1() -> EventSpace {
    let mut b = Builder { space: EventSpace::default() };
    let lock_1 = b.add(Lock, "1", "this", "", &[]);
    let assign_xi = b.add(Assign, "1", "x.i", "7", &[lock_1]);
    let store_xi = b.add(Store, "1", "x.i", "7", &[assign_xi]);
    let write_xi = b.paired(Write, store_xi, &[]);
    let assign_xj = b.add(Assign, "1", "x.j", "5", &[store_xi]);
    let store_xj = b.add(Store, "1", "x.j", "5", &[assign_xj]);
    let write_xj = b.paired(Write, store_xj, &[]);
    let unlock_1 = b.add(Unlock, "1", "this", "", &[store_xj, write_xi, write_xj]);
    let lock_2 = b.add(Lock, "2", "this", "", &[unlock_1]);
    let read_x = b.add(Read, "2", "x", "refx", &[lock_2]);
    let load_x = b.paired(Load, read_x, &[lock_2]);
    let read_xj = b.add(Read, "1", "x.j", "5", &[write_xj, unlock_1]);
    let load_xj = b.paired(Load, read_xj, &[unlock_1]);
    let use_xj = b.add(Use, "1", "x.j", "5", &[load_xj]);
    let use_x = b.add(Use, "2", "x", "refx", &[load_x]);
    let assign_y = b.add(Assign, "2", "y", "refx", &[use_x]);
    let store_y = b.add(Store, "2", "y", "refx", &[assign_y]);
    let write_y = b.paired(Write, store_y, &[]);
    let assign_yi = b.add(Assign, "1", "y.i", "5", &[use_xj]);
    let store_yi = b.add(Store, "1", "y.i", "5", &[assign_yi]);
    let read_yi = b.add(Read, "2", "y.i", "7", &[write_y]);
    let load_yi = b.paired(Load, read_yi, &[store_y]);
    let use_yi = b.add(Use, "2", "y.i", "7", &[load_yi]);
    let _write_yi = b.paired(Write, store_yi, &[read_yi]);
    let assign_zi = b.add(Assign, "2", "z.i", "9", &[use_yi]);
    let store_zi = b.add(Store, "2", "z.i", "9", &[assign_zi]);
    let write_zi = b.paired(Write, store_zi, &[]);
    let unlock_2 = b.add(Unlock, "2", "this", "", &[write_zi, write_y, store_zi]);
    b.add(Read, "2", "x.i", "", &[write_xi, unlock_2]);
    b.add(Read, "2", "x.j", "", &[write_xj, read_xj, unlock_2]);
    b.space
}
