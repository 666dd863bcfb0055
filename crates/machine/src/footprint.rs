//! What the next instruction of a thread touches, also where no other thread could notice: for whoever
//! follows values through a run. Slow and read-only.

use heddle_program::ir::{Instr, Reg};

use crate::canonical::live_registers;
use crate::heap::Ref;
use crate::machine::Machine;
use crate::op::Op;
use crate::pending::{Access, Pending};
use crate::thread::PROLOGUE;

impl Machine<'_> {
    /// The place that a thread's next instruction reads without stopping for it: a final field, or one
    /// that a reduction has taken for one.
    pub fn reads_quietly(&mut self, t: usize) -> Option<Access> {
        let frame = *self.state.threads[t].frames.last()?;
        if frame.pc == PROLOGUE {
            return None;
        }
        match self.code(frame.method).ops[frame.pc as usize] {
            Op::LoadFinal { a, place, .. } => match self.pending_field(self.register(t, a) as Ref, place, false) {
                Pending::Memory(access) => Some(access),
                _ => None,
            },
            _ => None,
        }
    }

    /// The next instruction in the form that analyses know, if a frame is running.
    pub fn next_instruction(&self, t: usize) -> Option<Instr> {
        let frame = self.state.threads[t].frames.last()?;
        self.code(frame.method).shared.instrs.get(frame.pc as usize).copied()
    }

    /// What decides how a thread goes on by itself: where its frames stand, the monitors that they hold, and the
    /// registers that can still be read, each with whether it holds a reference.
    pub fn visit_stack(&self, t: usize, visit: &mut dyn FnMut(u64, bool)) {
        let thread = &self.state.threads[t];
        for (index, frame) in thread.frames.iter().enumerate() {
            visit(u64::from(frame.method.0) << 32 | u64::from(frame.pc), false);
            visit(u64::from(frame.lock), true);
            for &register in live_registers(self, t, index) {
                visit(thread.regs[frame.base as usize + usize::from(register.reg())], register.is_ref());
            }
        }
    }

    /// How many registers a frame has.
    pub fn registers_of(&self, t: usize, frame: usize) -> Reg {
        self.code(self.state.threads[t].frames[frame].method).shared.registers
    }
}
