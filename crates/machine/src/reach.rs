//! What is reached, and what `System.gc()` can notice: the references of `java.lang.ref` whose referents nothing else
//! holds. A plain run looks at frames as a JVM's interpreter does, where a local variable holds its
//! object until it is overwritten; while exploring, where dead registers are no part of a state,
//! only live ones count, as in compiled code.

use heddle_program::ir::Reg;
use heddle_program::{ClassId, ClassKind, MethodId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::canonical::live_registers;
use crate::heap::{HEADER, PERM_END, Ref, STATICS_END};
use crate::linkage::StaticKind;
use crate::machine::Machine;
use crate::thread::{PROLOGUE, Status};

/// Locals that hold references without being live, by method and instruction.
#[derive(Default)]
pub(crate) struct HeldLocals {
    known: FxHashMap<(MethodId, u32), Vec<Reg>>,
}

impl HeldLocals {
    /// The registers of a frame that hold references, each once.
    pub(crate) fn references(&mut self, machine: &Machine<'_>, t: usize, index: usize) -> Vec<Reg> {
        let live = live_registers(machine, t, index);
        let mut registers: Vec<Reg> = live.iter().filter(|live| live.is_ref()).map(|live| live.reg()).collect();
        let frame = machine.state.threads[t].frames[index];
        if !machine.settings.exploring && frame.pc != PROLOGUE {
            let held = self
                .known
                .entry((frame.method, frame.pc))
                .or_insert_with(|| machine.code(frame.method).shared.held_locals(machine.program, frame.pc));
            registers.extend(held.iter());
            registers.sort_unstable();
            registers.dedup();
        }
        registers
    }
}

impl Machine<'_> {
    /// The references that a collection would clear. `is_weak` tells the classes of references that
    /// hold nothing, whose referent is in field cell `referent`.
    pub fn clearable_references(&self, is_weak: impl Fn(ClassId) -> bool, referent: u32) -> Vec<Ref> {
        let mut weak = Vec::new();
        let seen = self.visit_reachable(|machine, marking, object| {
            let class = machine.class_of(object);
            let skipped = if is_weak(class) {
                weak.push(object);
                Some(HEADER + referent)
            } else {
                None
            };
            machine.mark_body(object, skipped, marking);
        });
        weak.retain(|&reference| {
            let referent = self.state.heap.cell(reference + HEADER + referent) as Ref;
            referent >= PERM_END && !seen.contains(&referent)
        });
        weak
    }

    /// The objects of some classes that a collection would leave.
    pub fn reachable_objects(&self, is_meant: impl Fn(ClassId) -> bool) -> Vec<Ref> {
        let mut found = Vec::new();
        self.visit_reachable(|machine, marking, object| {
            if is_meant(machine.class_of(object)) {
                found.push(object);
            }
            machine.mark_body(object, None, marking);
        });
        found
    }

    /// Visits the permanent objects and those that are reached; a visit marks what an object holds. Gives those reached.
    fn visit_reachable(&self, mut visit: impl FnMut(&Self, &mut Marking, Ref)) -> FxHashSet<Ref> {
        let mut marking = Marking { seen: FxHashSet::default(), queue: Vec::new() };
        for cell in 16..self.linkage.static_kinds.len() as u32 {
            if self.linkage.static_kinds[cell as usize] == StaticKind::Ref {
                marking.add(self.state.heap.cell(cell) as Ref);
            }
        }
        let mut object = STATICS_END;
        while object < self.state.heap.perm_top {
            visit(self, &mut marking, object);
            object += HEADER + self.body_cells(object);
        }
        self.mark_threads(&mut marking);
        while let Some(object) = marking.queue.pop() {
            visit(self, &mut marking, object);
        }
        marking.seen
    }

    fn mark_body(&self, object: Ref, skipped: Option<u32>, marking: &mut Marking) {
        let class = self.linked_class(object);
        match class.kind {
            ClassKind::Array { kind: heddle_program::ir::ElementKind::Ref, .. } => {
                (0..self.state.heap.len(object)).for_each(|index| marking.add(self.state.heap.load_u32(object, index)));
            }
            ClassKind::Array { .. } => {}
            _ => {
                let cells = class.layout.refs.iter().map(|&slot| HEADER + u32::from(slot));
                for cell in cells.filter(|&cell| Some(cell) != skipped) {
                    marking.add(self.state.heap.cell(object + cell) as Ref);
                }
            }
        }
    }

    fn mark_threads(&self, marking: &mut Marking) {
        let mut held = HeldLocals::default();
        for (t, thread) in self.state.threads.iter().enumerate().filter(|(_, thread)| thread.is_alive()) {
            marking.add(thread.object);
            if let Status::Waiting { object, .. } | Status::Notified { object } = thread.control.status {
                marking.add(object);
            }
            marking.add(thread.control.unwinding);
            for (index, frame) in thread.frames.iter().enumerate() {
                marking.add(frame.lock);
                for register in held.references(self, t, index) {
                    marking.add(thread.regs[(frame.base + u32::from(register)) as usize] as Ref);
                }
            }
        }
        self.state.uncaught.iter().for_each(|&(_, exception)| marking.add(exception));
    }
}

/// Objects of the path that were reached, and those whose fields are still to be looked at.
struct Marking {
    seen: FxHashSet<Ref>,
    queue: Vec<Ref>,
}

impl Marking {
    fn add(&mut self, object: Ref) {
        if object >= PERM_END && self.seen.insert(object) {
            self.queue.push(object);
        }
    }
}
