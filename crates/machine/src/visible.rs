//! Which monitor operations, initialisations and stores concern other threads.

use heddle_jdk::launch;
use heddle_program::{ClassId, FieldId};
use heddle_verdict::SearchAssumption;

use crate::code::StaticSite;
use crate::heap::{Ref, SHARED};
use crate::machine::{Machine, init_state};

impl Machine<'_> {
    /// Whether taking a monitor concerns other threads: the object is shared and not yet locked
    /// by this thread.
    #[inline]
    pub(crate) fn lock_visible(&self, object: Ref) -> bool {
        self.state.heap.tag(object) == SHARED && self.state.heap.monitor(object).0 != self.stepper.current as u16 + 1
    }

    /// Whether giving a monitor back concerns other threads; 0 stands for the lock of a class that is
    /// being initialised.
    #[inline]
    pub(crate) fn release_visible(&self, object: Ref) -> bool {
        object == 0 || self.state.heap.tag(object) == SHARED && self.state.heap.monitor(object).1 == 1
    }

    /// Whether the initialisation of a class concerns other threads: it does unless this thread is
    /// at it already. Until it is done, nobody else can touch the class's statics. That of a class of
    /// the JDK that is initialised once for all runs never does: whether it has taken place is no part of a state, so it must not decide
    /// where a step ends.
    #[inline]
    pub(crate) fn initialization_visible(&self, class: ClassId, init_cell: u32) -> bool {
        self.linkage.classes[class.index()].explored
            && self.state.heap.cell(init_cell) != init_state::RUNNING + self.stepper.current as u64
    }

    /// Whether a static field is one of the standard streams, which are final but replaced by `System.setOut` and the like
    /// (JLS 17.5.4).
    pub(crate) fn is_replaceable(&self, field: FieldId) -> bool {
        let field = self.program.field(field);
        field.is_final()
            && field.is_static()
            && launch::is_stream(self.program.class_name(field.class), self.program.text(field.name))
    }

    /// Whether a static field may change once its class is initialised.
    #[inline]
    pub(crate) fn may_change(&self, site: &StaticSite) -> bool {
        !site.is_final || site.is_replaceable && !self.assumed.streams_kept
    }

    /// The running thread replaces a standard stream.
    pub fn replace_stream(&mut self) {
        if self.settings.exploring && self.stepper.several {
            self.refute(SearchAssumption::StandardStreamsKept);
        }
    }

    /// Whether the running thread's access to what a thread was given to run concerns others. That thread alone reads it, and
    /// clears it when it ends, unless somebody else calls `run`.
    pub(crate) fn task_visible(&mut self, object: Ref) -> bool {
        if self.state.heap.tag(object) != SHARED {
            return false;
        }
        if self.state.threads[self.stepper.current].object != object {
            self.refute(SearchAssumption::ThreadEndsUnobserved);
        }
        !self.assumed.thread_ends_unobserved
    }

    pub(crate) fn is_unseen_place(&self, object: Ref, place: u16) -> bool {
        let class = self.program.class(self.class_of(object));
        let slot = u32::from(place) - crate::heap::HEADER;
        class.layout.fields.get(slot as usize).is_some_and(|&field| self.is_unseen(field))
    }

    /// `putfield` of a field that is volatile, masked or narrower than `int`, or the value of a
    /// string.
    pub(crate) fn store_any(&mut self, object: Ref, place: u16, value: u64) {
        let class = self.program.class(self.class_of(object));
        let slot = u32::from(place) - crate::heap::HEADER;
        let ty = self.program.field(class.layout.fields[slot as usize]).ty;
        if ty.is_ref() {
            self.store_ref(object, u32::from(place), value as Ref);
            if class.id == self.program.well_known().string {
                self.freeze(value as Ref);
            }
        } else {
            self.store(object, u32::from(place), Self::narrow(ty, value));
        }
    }
}
