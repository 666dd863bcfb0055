//! Journaled stores, and publication: what makes an object visible to other threads.
//!
//! Invariant: everything that a step changes goes through here or lies beyond `path_top` as it was when
//! the step began, so that `undo` restores it.

use heddle_program::ir::ElementKind;
use heddle_program::{Class, ClassId, ClassKind, Origin};

use crate::heap::{HEADER, Heap, IMMUTABLE, PERM_END, Ref, SHARED, STATICS_END};
use crate::linkage::StaticKind;
use crate::machine::Machine;
use crate::permanent::Watched;
use crate::thread::Control;

impl Machine<'_> {
    /// Writes a cell of an object; `place` counts from the header. For references use
    /// [`Self::store_ref`].
    #[inline(always)]
    pub fn store(&mut self, object: Ref, place: u32, value: u64) {
        if object < self.journal.floor {
            self.log(object, object + place);
        }
        self.state.heap.set_cell(object + place, value);
    }

    /// Whether an object was made by the running step, so that it is gone when the step is undone, with whatever was written to it.
    pub fn vanishes_with_step(&self, object: Ref) -> bool {
        object >= self.journal.floor
    }

    /// Writes a reference into a cell of an object, publishing what the object's readers can now
    /// reach.
    #[inline(always)]
    pub fn store_ref(&mut self, object: Ref, place: u32, value: Ref) {
        if object < self.journal.floor {
            self.log_ref(object, object + place, value);
        }
        self.state.heap.set_cell(object + place, u64::from(value));
        if value != 0 && self.settings.exploring && self.state.heap.tag(object) == SHARED {
            self.publish(value);
        }
    }

    /// Writes a static field, or any other cell of the area of statics.
    #[inline(always)]
    pub fn store_static(&mut self, cell: u32, value: u64) {
        if self.journal.floor != 0 {
            // What is noticed is restored all the same, so that runs without it stay what they are.
            let is_noticed = self.linkage.permanent.watched.is_some() && self.watch_static(cell);
            let of_path = || self.static_kind(cell) == StaticKind::Ref && value as Ref >= PERM_END;
            if is_noticed || !self.linkage.permanent.active() || of_path() {
                self.log_static(cell);
            }
        }
        self.state.heap.set_cell(cell, value);
    }

    /// Journals an array element range before [`Heap`] writes it directly.
    pub fn log_elements(&mut self, array: Ref, kind: ElementKind, from: u32, to: u32) {
        if array < self.journal.floor && from < to {
            let bytes = kind.bytes();
            let first = Heap::element_cell(array, from, bytes);
            let last = Heap::element_cell(array, to - 1, bytes);
            for cell in first..=last {
                self.log(array, cell);
            }
        }
    }

    /// Journals the old value of a cell of an object that existed before the step.
    #[cold]
    #[inline(never)]
    pub(crate) fn log(&mut self, object: Ref, cell: u32) {
        self.canonical.touched.write(object);
        if self.linkage.permanent.watched.is_some() {
            self.watch(self.class_of(object));
        }
        if object < PERM_END {
            if self.linkage.permanent.active() {
                return;
            }
            self.note_changed(object);
        }
        self.journal.cell(&self.state.heap, object, cell);
    }

    /// The path is about to change a permanent object.
    pub(crate) fn note_changed(&mut self, object: Ref) {
        if self.journal.dirty_object(object, self.state.heap.name(object)) {
            self.keep_clean(object);
        }
    }

    /// As [`Self::log`]. Initialisers of the JDK change permanent objects for good, except that
    /// these must not go on naming objects of a path that has been left.
    #[cold]
    #[inline(never)]
    fn log_ref(&mut self, object: Ref, cell: u32, value: Ref) {
        if object < PERM_END && value >= PERM_END && self.linkage.permanent.active() {
            self.canonical.touched.write(object);
            self.note_changed(object);
            self.journal.cell(&self.state.heap, object, cell);
        } else {
            self.log(object, cell);
        }
    }

    #[cold]
    #[inline(never)]
    fn log_static(&mut self, cell: u32) {
        debug_assert!(cell < STATICS_END);
        self.journal.dirty_static(cell);
        self.journal.cell(&self.state.heap, 0, cell);
    }

    /// Initialisers may set the statics of their own class, and that a class is initialised is no change of its fields.
    #[cold]
    #[inline(never)]
    fn watch_static(&mut self, cell: u32) -> bool {
        let Some(frame) = self.state.threads[self.stepper.current].frames.last() else { return false };
        let method = self.program.method(frame.method);
        let owner = self.static_owner(cell);
        let is_own = self.program.text(method.name) == "<clinit>" && method.class == owner;
        let is_field = self.static_kind(cell) != StaticKind::Init && !self.is_guard_cell(cell);
        is_field && !is_own && self.watch(owner)
    }

    /// A field of a class, or of an object of it, is about to change while code of the program may run for good; whether it is one of the
    /// program's.
    fn watch(&mut self, class: ClassId) -> bool {
        let Some(watched) = self.linkage.permanent.watched else { return false };
        let is_meant = self.program.class(class).origin == Origin::User;
        if is_meant {
            self.linkage.permanent.watched = Some(Watched { changed: watched.changed.or(Some(class)) });
        }
        is_meant
    }

    /// Makes an object and all that it reaches visible to all threads.
    pub fn publish(&mut self, object: Ref) {
        if object == 0 || self.state.heap.tag(object) >= IMMUTABLE {
            return;
        }
        let mut work = vec![object];
        while let Some(object) = work.pop() {
            if self.state.heap.tag(object) >= IMMUTABLE {
                continue;
            }
            if object < self.journal.floor {
                self.journal.tag(&self.state.heap, object);
                self.canonical.touched.tagged.push(object);
            }
            self.state.heap.set_tag(object, SHARED);
            self.each_reference(object, |child| work.push(child));
        }
    }

    /// Calls `visit` for each non-null reference in an object's body that others may follow. What a thread owns is out of
    /// their reach once it runs; before that it belongs to whoever starts it, with what it inherits from its creator.
    pub(crate) fn each_reference(&self, object: Ref, mut visit: impl FnMut(Ref)) {
        let class = self.linked_class(object);
        if class.id == self.program.well_known().string {
            return;
        }
        match class.kind {
            ClassKind::Array { kind: ElementKind::Ref, .. } => {
                for index in 0..self.state.heap.len(object) {
                    let child = self.state.heap.load_u32(object, index);
                    if child != 0 {
                        visit(child);
                    }
                }
            }
            ClassKind::Array { .. } => {}
            _ => {
                let owns = self.is_thread_class(class) && self.thread_of(object).is_some();
                for &slot in &class.layout.refs {
                    let place = HEADER + u32::from(slot);
                    let child = self.state.heap.cell(object + place) as Ref;
                    if child != 0 && !(owns && self.linkage.own_places.contains(&place)) {
                        visit(child);
                    }
                }
            }
        }
    }

    /// Whether instances of a class are threads.
    #[inline]
    pub(crate) fn is_thread_class(&self, class: &Class) -> bool {
        let thread = self.program.well_known().thread;
        class.display.get(1) == Some(&thread)
    }

    /// A thread's control state, journaled before the caller changes it.
    pub fn control(&mut self, thread: usize) -> &mut Control {
        if self.journal.floor != 0 {
            self.journal.controls.push((thread as u16, self.state.threads[thread].control));
        }
        self.state.threads[thread].part.valid = false;
        &mut self.state.threads[thread].control
    }
}
