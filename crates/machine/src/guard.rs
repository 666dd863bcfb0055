//! Guards: for an object of the path, or a static field, the lock under which it was used. A reduction
//! that takes for granted that memory is used under locks only writes here which lock it was, and
//! finds out when another access contradicts it.
//!
//! A guard is part of the state like a reference that the object has to its lock: two runs that lead to
//! the same memory, but used it under different locks, are not the same to somebody who watches the
//! use of locks. The program itself never sees it.

use heddle_program::{ClassId, FieldId};

use crate::canonical::live_registers;
use crate::heap::{PERM_END, Ref};
use crate::linkage::StaticKind;
use crate::machine::Machine;
use crate::pending::Location;
use crate::thread::Frame;

/// The guard of the static field in cell `c` is in cell `c` + this.
const GUARDS: u32 = crate::heap::STATICS_END / 2;

impl Machine<'_> {
    /// The lock that guards a place, 0 if it has not been used yet. `None` if guards of such places
    /// are not kept.
    pub fn guard(&self, location: Location) -> Option<Ref> {
        match self.guarded(location)? {
            Guarded::Object(object) => Some(self.state.heap.guard(object)),
            Guarded::Static(cell) => Some(self.state.heap.cell(cell) as Ref),
        }
    }

    /// From now on a place, and with it all of its object, is guarded by this lock.
    pub fn set_guard(&mut self, location: Location, lock: Ref) {
        match self.guarded(location) {
            Some(Guarded::Object(object)) => {
                if object < self.journal.floor {
                    self.canonical.touched.write(object);
                    self.journal.guards.push((object, self.state.heap.guard(object)));
                }
                self.state.heap.set_guard(object, lock);
            }
            Some(Guarded::Static(cell)) => self.store_static(cell, u64::from(lock)),
            None => {}
        }
    }

    fn guarded(&self, location: Location) -> Option<Guarded> {
        match location {
            Location::Field { object, .. }
            | Location::Fields { object }
            | Location::Element { array: object, .. }
            | Location::Elements { array: object, .. } => (object >= PERM_END).then_some(Guarded::Object(object)),
            Location::Static { field } => self.guard_cell(field).map(Guarded::Static),
        }
    }

    fn guard_cell(&self, field: FieldId) -> Option<u32> {
        let cell = self.program.field(field).place;
        // What the JDK's initialisers write is for good, and has no guard.
        (cell < GUARDS && !self.linkage.permanent.active()).then_some(cell + GUARDS)
    }

    /// Whether a cell of the area of statics holds a guard.
    pub(crate) fn is_guard_cell(&self, cell: u32) -> bool {
        cell >= GUARDS
    }

    pub(crate) fn static_kind(&self, cell: u32) -> StaticKind {
        if cell >= GUARDS {
            return StaticKind::Ref;
        }
        self.linkage.static_kinds.get(cell as usize).copied().unwrap_or_default()
    }

    /// The class whose static field, guard of one, or initialisation state is in a cell of the area of statics.
    pub(crate) fn static_owner(&self, cell: u32) -> ClassId {
        self.linkage.static_owners[(cell % GUARDS) as usize]
    }

    /// The objects that a frame of a thread may still use, the monitor of its method first.
    pub fn live_references(&self, t: usize, index: usize) -> impl Iterator<Item = Ref> {
        let thread = &self.state.threads[t];
        let Frame { lock, base, .. } = thread.frames[index];
        let registers = live_registers(self, t, index).iter().filter(|register| register.is_ref());
        let values = registers.map(move |register| thread.regs[base as usize + usize::from(register.reg())] as Ref);
        std::iter::once(lock).chain(values).filter(|&object| object != 0)
    }

    /// Calls `visit` for each object that an object refers to.
    pub fn references(&self, object: Ref, visit: impl FnMut(Ref)) {
        self.each_reference(object, visit);
    }

    /// Whether a thread holds the monitor of an object.
    pub fn is_monitor_of(&self, object: Ref, t: usize) -> bool {
        usize::from(self.state.heap.monitor(object).0) == t + 1
    }
}

enum Guarded {
    Object(Ref),
    /// With the cell of the guard.
    Static(u32),
}
