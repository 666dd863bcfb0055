//! Driving a machine under a weaker memory model: what the next instruction calls, and values put in
//! place of what memory holds before an instruction reads it.

use heddle_program::{ClassKind, MethodId, Type};

use crate::heap::{HEADER, Heap, Ref, SHARED};
use crate::machine::Machine;
use crate::op::Op;
use crate::pending::Location;

impl Machine<'_> {
    /// The method that a thread's next instruction calls.
    pub fn next_callee(&mut self, t: usize) -> Option<MethodId> {
        let frame = *self.state.threads[t].frames.last()?;
        let code = self.code(frame.method);
        let site = |k: u32| code.sites[k as usize];
        match *code.ops.get(frame.pc as usize)? {
            Op::CallStaticChecked { k } | Op::CallStatic { k } | Op::CallSpecial { k } => Some(site(k).method),
            Op::CallVirtual { k } => {
                let receiver = self.register(t, site(k).args[0]) as Ref;
                let class = (receiver != 0).then(|| self.program.class(self.class_of(receiver)))?;
                class.vtable.get(site(k).virtual_index as usize).copied()
            }
            Op::CallInterface { k } => {
                let receiver = self.register(t, site(k).args[0]) as Ref;
                let class = (receiver != 0).then(|| self.class_of(receiver))?;
                self.program.select(class, site(k).method).ok()
            }
            Op::CallHandle { k } => site(k).handle.map(|handle| handle.method),
            _ => None,
        }
    }

    /// Register 0 of a frame: `this` in an instance method.
    pub fn receiver_of(&self, t: usize, frame: usize) -> Ref {
        let base = self.state.threads[t].frames[frame].base as usize;
        self.state.threads[t].regs.get(base).copied().unwrap_or(0) as Ref
    }

    /// Puts a value in a place, between steps; stepping back undoes it.
    pub fn put_at(&mut self, location: Location, value: u64) {
        // Objects of the last step are journaled from now on.
        self.journal.floor = self.state.heap.path_top;
        self.canonical.reach_is_current = false;
        match location {
            Location::Field { object, field } => self.set_instance_field(object, field, value),
            Location::Static { field } => self.set_static(field, value),
            Location::Element { array, index } => {
                let kind = self.element_kind(array).expect("elements are of arrays");
                self.set_element(array, kind, index, value);
            }
            Location::Elements { .. } | Location::Fields { .. } => unreachable!("only single places are put"),
        }
    }

    /// The type of what a place holds.
    pub fn type_at(&self, location: Location) -> Option<Type> {
        self.value_at(location).map(|(ty, _)| ty)
    }

    /// The objects allocated from a position of the heap on, in order; marks them as reachable by
    /// all threads, so that every access to them counts as one that others may notice.
    pub fn share_from(&mut self, from: Ref) -> Vec<Ref> {
        let mut objects = Vec::new();
        let mut object = from;
        while object < self.state.heap.path_top {
            objects.push(object);
            self.canonical.touched.tagged.push(object);
            self.state.heap.set_tag(object, SHARED);
            object += HEADER + self.size_of(object);
        }
        objects
    }

    fn size_of(&self, object: Ref) -> u32 {
        let class = self.program.class(self.class_of(object));
        match class.kind {
            ClassKind::Array { kind, .. } => Heap::array_cells(kind, self.state.heap.len(object)) as u32,
            _ => class.layout.fields.len() as u32,
        }
    }
}
