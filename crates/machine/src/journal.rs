//! What is needed to step back: old cells, old control states, the running thread's old frames.

use crate::heap::{Heap, Ref};
use crate::thread::{Control, Frame};

/// A thread's stack as it was, from frame `from` upwards.
#[derive(Debug)]
pub(crate) struct SavedStack {
    pub thread: u16,
    /// Number of frames when the step began.
    pub depth: u32,
    /// Frames `lowest..depth` are saved, highest first, in `frames` and `regs` of the journal.
    pub lowest: u32,
    /// Where this thread's saved frames and registers begin in the journal.
    pub frames: u32,
    pub regs: u32,
}

/// A cell as it was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OldCell {
    pub cell: u32,
    /// The object whose content changed; 0 for statics, and if it was just the reach tag.
    pub object: Ref,
    pub value: u64,
}

/// A position to step back to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    pub(crate) cells: u32,
    pub(crate) controls: u32,
    pub(crate) stacks: u32,
    pub(crate) threads: u32,
    pub(crate) path_top: u32,
    pub(crate) floor: u32,
    pub(crate) output: u32,
    pub(crate) uncaught: u32,
    pub(crate) hashes: u32,
    pub(crate) guards: u32,
    pub(crate) dirty: u32,
}

/// The journal. `floor` is `path_top` at the start of the step (objects above it vanish anyway),
/// or 0 if nothing is journaled.
#[derive(Default)]
pub(crate) struct Journal {
    pub floor: u32,
    pub cells: Vec<OldCell>,
    pub controls: Vec<(u16, Control)>,
    pub stacks: Vec<SavedStack>,
    pub frames: Vec<Frame>,
    pub regs: Vec<u64>,
    /// Objects whose identity hash was first asked for.
    pub hashes: Vec<Ref>,
    /// Objects whose guard changed, and what it was.
    pub guards: Vec<(Ref, Ref)>,
    /// Statics that differ from the base image, ascending.
    pub dirty_statics: Vec<u32>,
    /// Permanent objects that differ from the base image: (name, object), ascending.
    pub dirty_objects: Vec<(u32, Ref)>,
    /// Insertions into the two lists above, in order.
    dirty_log: Vec<Dirty>,
}

enum Dirty {
    Static(u32),
    Object(u32),
}

impl Journal {
    /// A cell of an object is about to change.
    #[inline]
    pub fn cell(&mut self, heap: &Heap, object: Ref, cell: u32) {
        self.cells.push(OldCell { cell, object, value: heap.cell(cell) });
    }

    /// The reach tag of an object is about to change.
    #[inline]
    pub fn tag(&mut self, heap: &Heap, object: Ref) {
        self.cell(heap, 0, object + 1);
    }

    pub fn dirty_static(&mut self, cell: u32) {
        if let Err(at) = self.dirty_statics.binary_search(&cell) {
            self.dirty_statics.insert(at, cell);
            self.dirty_log.push(Dirty::Static(cell));
        }
    }

    /// A permanent object is about to change; whether it is the first time.
    pub fn dirty_object(&mut self, object: Ref, name: u32) -> bool {
        let Err(at) = self.dirty_objects.binary_search_by_key(&name, |&(n, _)| n) else { return false };
        self.dirty_objects.insert(at, (name, object));
        self.dirty_log.push(Dirty::Object(name));
        true
    }

    pub fn dirty_len(&self) -> u32 {
        self.dirty_log.len() as u32
    }

    pub fn clean_to(&mut self, len: u32) {
        while self.dirty_log.len() > len as usize {
            match self.dirty_log.pop().expect("the log is longer than len") {
                Dirty::Static(cell) => {
                    let at = self.dirty_statics.binary_search(&cell).expect("logged when inserted");
                    self.dirty_statics.remove(at);
                }
                Dirty::Object(name) => {
                    let at = self.dirty_objects.binary_search_by_key(&name, |&(n, _)| n);
                    self.dirty_objects.remove(at.expect("logged when inserted"));
                }
            }
        }
    }
}
