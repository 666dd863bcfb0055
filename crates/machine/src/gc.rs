//! The copying collector of plain runs (Cheney). Only the path region is collected, and only
//! between instructions of a thread, when no native holds references. While exploring there is no
//! collection: stepping back truncates the region, and garbage is no part of a canonical state.

use heddle_program::ClassKind;

use crate::heap::{HALF, HEADER, Heap, PERM_END, Ref, STATICS_END};
use crate::linkage::StaticKind;
use crate::machine::Machine;
use crate::reach::HeldLocals;
use crate::thread::Status;

/// The region grows by at least this many cells between two collections.
const MIN_GROWTH: u32 = 8 << 20;

impl Machine<'_> {
    #[inline(always)]
    pub(crate) fn must_collect(&self) -> bool {
        self.state.heap.path_top > self.run.collect_at && self.stepper.nesting == 0
    }

    /// Collects before the allocating instruction at `pc` if the region is full.
    #[inline(always)]
    pub(crate) fn collect_if_full<const EXPLORE: bool>(&mut self, t: usize, pc: usize) {
        if !EXPLORE && self.must_collect() {
            self.state.threads[t].frames.last_mut().expect("a frame is running").pc = pc as u32;
            self.collect();
        }
    }

    /// Copies everything reachable to the other half of the path region.
    #[cold]
    pub(crate) fn collect(&mut self) {
        let from_start = if self.state.heap.path_top < HALF { PERM_END } else { HALF };
        let to_start = if from_start == PERM_END { HALF } else { PERM_END };
        let size = self.state.heap.path_limit - from_start;
        let mut to = Space { top: to_start };

        for cell in 16..self.linkage.static_kinds.len() as u32 {
            if self.linkage.static_kinds[cell as usize] == StaticKind::Ref {
                self.forward_cell(cell, &mut to);
            }
        }
        let mut object = STATICS_END;
        while object < self.state.heap.perm_top {
            self.forward_body(object, &mut to);
            object += HEADER + self.body_cells(object);
        }
        self.forward_threads(&mut to);
        let mut scan = to_start;
        while scan < to.top {
            self.forward_body(scan, &mut to);
            scan += HEADER + self.body_cells(scan);
        }
        let hashes = std::mem::take(&mut self.state.hashes);
        self.state.hashes =
            hashes.into_iter().filter_map(|(object, hash)| Some((self.forwarded(object)?, hash))).collect();

        self.state.heap.path_top = to.top;
        self.state.heap.path_limit = to_start + size;
        let live = to.top - to_start;
        self.run.collect_at = to.top.saturating_add(live.max(MIN_GROWTH)).min(self.state.heap.path_limit - 1);
    }

    fn forward_threads(&mut self, to: &mut Space) {
        let mut held = HeldLocals::default();
        for t in 0..self.state.threads.len() {
            let object = self.state.threads[t].object;
            self.state.threads[t].object = self.forward(object, to);
            let status = match self.state.threads[t].control.status {
                Status::Waiting { object, timed } => Status::Waiting { object: self.forward(object, to), timed },
                Status::Notified { object } => Status::Notified { object: self.forward(object, to) },
                other => other,
            };
            self.state.threads[t].control.status = status;
            let unwinding = self.state.threads[t].control.unwinding;
            self.state.threads[t].control.unwinding = self.forward(unwinding, to);
            for index in 0..self.state.threads[t].frames.len() {
                let frame = self.state.threads[t].frames[index];
                self.state.threads[t].frames[index].lock = self.forward(frame.lock, to);
                for register in held.references(self, t, index) {
                    let at = (frame.base + u32::from(register)) as usize;
                    let value = self.state.threads[t].regs[at] as Ref;
                    self.state.threads[t].regs[at] = u64::from(self.forward(value, to));
                }
            }
        }
        for index in 0..self.state.uncaught.len() {
            let exception = self.state.uncaught[index].1;
            self.state.uncaught[index].1 = self.forward(exception, to);
        }
    }

    pub(crate) fn body_cells(&self, object: Ref) -> u32 {
        let class = self.linked_class(object);
        match class.kind {
            ClassKind::Array { kind, .. } => Heap::array_cells(kind, self.state.heap.len(object)) as u32,
            _ => class.layout.fields.len() as u32,
        }
    }

    fn forward_body(&mut self, object: Ref, to: &mut Space) {
        let class = self.linked_class(object);
        match class.kind {
            ClassKind::Array { kind: heddle_program::ir::ElementKind::Ref, .. } => {
                for index in 0..self.state.heap.len(object) {
                    let value = self.state.heap.load_u32(object, index);
                    if value >= PERM_END {
                        let moved = self.forward(value, to);
                        self.state.heap.store_u32(object, index, moved);
                    }
                }
            }
            ClassKind::Array { .. } => {}
            _ => {
                for &slot in &class.layout.refs {
                    self.forward_cell(object + HEADER + u32::from(slot), to);
                }
            }
        }
    }

    fn forward_cell(&mut self, cell: u32, to: &mut Space) {
        let value = self.state.heap.cell(cell) as Ref;
        if value >= PERM_END {
            let moved = self.forward(value, to);
            self.state.heap.set_cell(cell, u64::from(moved));
        }
    }

    /// The new place of an object, copying it if this is the first time. Header cell 2 of a moved
    /// object holds its new place.
    fn forward(&mut self, object: Ref, to: &mut Space) -> Ref {
        if object < PERM_END {
            return object;
        }
        if let Some(moved) = self.forwarded(object) {
            return moved;
        }
        let cells = HEADER + self.body_cells(object);
        let moved = to.top;
        to.top += cells;
        self.state.heap.copy_cells(object, moved, cells);
        self.state.heap.set_cell(object + 2, 1 | u64::from(moved) << 32);
        self.state.heap.set_cell(moved + 2, 0);
        moved
    }

    fn forwarded(&self, object: Ref) -> Option<Ref> {
        let cell = self.state.heap.cell(object + 2);
        (cell & 1 != 0).then_some((cell >> 32) as Ref)
    }
}

/// The half that is being filled.
struct Space {
    top: u32,
}
