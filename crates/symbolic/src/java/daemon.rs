//! Daemons: threads that end with the program. The flag is in a field of the thread's object, which the thread that makes
//! it hands down. Once all other threads have ended nothing moves any more, which is no deadlock.

use heddle_bdd::Bdd;
use heddle_program::ir::Reg;
use heddle_program::{FieldId, Program};

use super::layout::{Fact, Global};
use super::rules::{Here, Make};
use super::word;
use crate::network::Value;
use crate::space::{Bits, Var};

/// A field of `Thread` for the flag, whose methods are all models: `interrupted` where the flag is elsewhere.
fn flag(program: &Program) -> Option<FieldId> {
    let thread = program.well_known().thread;
    program.find_field(thread, "daemon").or_else(|| program.find_field(thread, "interrupted"))
}

impl<'p> Make<'_, 'p> {
    /// The flag, if there may be daemons.
    fn daemons(&self) -> Option<FieldId> {
        flag(self.java.program).filter(|field| self.java.layout.fields.contains(field))
    }

    fn slots_of_threads(&self) -> Vec<usize> {
        let program = self.java.program;
        let is_thread = |slot: &usize| {
            let mut classes = self.java.layout.slots[*slot].classes.iter();
            classes.any(|&class| program.is_subtype(class, program.well_known().thread))
        };
        (0..self.java.layout.slots.len()).filter(is_thread).collect()
    }

    /// When a reference is to the object of a daemon.
    fn is_daemon(&self, reference: &[Bdd]) -> Bdd {
        let b = &self.space.bdds;
        let Some(field) = self.daemons() else { return b.no() };
        let place = self.java.program.field(field).place;
        self.slots_of_threads().into_iter().fold(b.no(), |any, slot| {
            let flag = self.read(Global::Cell(slot, place), 1)[0].clone();
            b.or(&any, &b.and(&self.points_to(reference, slot), &flag))
        })
    }

    /// What a thread that is being made takes over from the one that makes it.
    pub fn handed_down(&self, slot: usize) -> Option<(Var, Value)> {
        let field = self.daemons()?;
        let var = self.java.layout.var(Global::Cell(slot, self.java.program.field(field).place))?;
        let maker: Bits = self.read(Global::Thread(self.thread), self.java.layout.ref_bits());
        let flag = if self.thread == 0 { self.space.bdds.no() } else { self.is_daemon(&maker) };
        Some((var, Value::Is(vec![flag])))
    }

    /// `Thread.setDaemon`, which refuses a thread that is alive.
    pub fn set_daemon(&mut self, here: &Here<'p>, args: &[Reg]) {
        let b = self.space.bdds.clone();
        let Some(field) = flag(self.java.program) else { return };
        if !self.java.layout.alive {
            return self.lacks(b.yes(), Fact::Alive);
        }
        let reference = self.reference(args[0]);
        let alive = self.is_running(&reference);
        self.refuse(here, alive, "java/lang/IllegalThreadStateException");
        let program = self.java.program;
        let thread = program.well_known().thread;
        let value = self.word(args[1]);
        for (slot, at) in self.touched(&reference, &|class| program.is_subtype(class, thread)) {
            self.write_field(here, at, slot, field, &value, vec![]);
        }
    }

    /// `Thread.isDaemon`.
    pub fn ask_daemon(&mut self, here: &Here<'p>, object: Reg, d: Reg) {
        let program = self.java.program;
        let thread = program.well_known().thread;
        let reference = self.reference(object);
        let touched = self.touched(&reference, &|class| program.is_subtype(class, thread));
        let b = self.space.bdds.clone();
        let any = touched.into_iter().fold(b.no(), |any, (_, at)| b.or(&any, &at));
        let value = vec![self.is_daemon(&reference)];
        self.next(here, any, d, value);
    }

    /// When all threads that run are daemons; none if there are no daemons.
    pub fn over(&self) -> Option<Bdd> {
        self.daemons()?;
        let b = &self.space.bdds;
        let keeps_on = |thread: usize| {
            let runs = word::is(b, &self.read(Global::Status(thread), 2), 1);
            let object = self.read(Global::Thread(thread), self.java.layout.ref_bits());
            if thread == 0 { runs } else { b.minus(&runs, &self.is_daemon(&object)) }
        };
        Some((0..self.java.layout.sizes.threads).fold(b.yes(), |over, thread| b.minus(&over, &keeps_on(thread))))
    }

    /// Whether the end of a thread may be that of the program.
    pub fn may_end_daemons(&self) -> bool {
        self.daemons().is_some()
    }
}
