//! Interrupts: a flag per thread, from the program's first call of `interrupt` on.
//!
//! A thread that sleeps, waits or joins goes on when it is interrupted, with an exception that clears the flag. Whether a
//! thread that was notified too gets one is up to the virtual machine (JLS 17.2.4): that is outside.

use heddle_bdd::Bdd;
use heddle_program::ir::{CallSite, NO_REG};

use super::layout::{Fact, Global, Origin};
use super::rules::{Here, Make};
use super::{Place, word};
use crate::network::Value;
use crate::space::Var;

const INTERRUPTED: &str = "java/lang/InterruptedException";
/// Phase of an instruction that sleeps.
pub(super) const SLEEPING: u8 = 6;

impl<'p> Make<'_, 'p> {
    /// When a thread is interrupted.
    pub fn is_interrupted(&self, thread: usize) -> Bdd {
        self.read(Global::Interrupted(thread), 1)[0].clone()
    }

    /// What clears the flag of this thread.
    pub fn cleared(&self) -> Vec<(Var, Value)> {
        let var = self.java.layout.var(Global::Interrupted(self.thread));
        var.into_iter().map(|var| (var, Value::Is(self.number(0, 1)))).collect()
    }

    /// Throws because this thread is interrupted; what follows is for the rest.
    pub fn throw_if_interrupted(&mut self, here: &Here<'p>, guard: &Bdd) {
        let b = self.space.bdds.clone();
        let interrupted = b.and(&b.and(guard, &self.is_interrupted(self.thread)), &self.within);
        self.throw_interrupted(here, interrupted.clone(), vec![]);
        self.within = b.minus(&self.within, &interrupted);
    }

    pub fn throw_interrupted(&mut self, here: &Here<'p>, guard: Bdd, mut assign: Vec<(Var, Value)>) {
        if self.space.bdds.is_false(&guard) {
            return;
        }
        let Ok(class) = self.java.program.load(INTERRUPTED) else { return };
        let Some(slot) = self.slot(&guard, Origin::Thrown(class, (here.method, 0)), class) else { return };
        assign.extend(self.cleared());
        assign.push((self.java.layout.exception(), Value::Is(self.reference_to(slot))));
        self.step(guard, Place::Throwing(here.method, here.pc), &assign, []);
    }

    /// `Thread.interrupt`.
    pub fn interrupt(&mut self, here: &Here<'p>, site: &CallSite) {
        let b = self.space.bdds.clone();
        if !self.java.layout.interrupts {
            return self.lacks(b.yes(), Fact::Interrupts);
        }
        let reference = self.reference(site.args[0]);
        let mut rest = b.yes();
        for (thread, is, status) in self.threads_of(&reference) {
            rest = b.minus(&rest, &is);
            let flag = (self.global(Global::Interrupted(thread)), Value::Is(self.number(1, 1)));
            let runs = word::is(&b, &status, 1);
            self.go(here, b.and(&is, &runs), here.pc + 1, vec![flag]);
            self.go(here, b.minus(&is, &runs), here.pc + 1, vec![]);
        }
        self.outside(rest, "an interrupt of a thread that has not been started");
    }

    /// `Thread.interrupted`, which clears the flag, and `isInterrupted`.
    pub fn ask_interrupted(&mut self, here: &Here<'p>, site: &CallSite) {
        let b = self.space.bdds.clone();
        let Some(&object) = site.args.first() else {
            let mut assign = self.cleared();
            if site.dest != NO_REG {
                assign.push((self.register(site.dest), Value::Is(vec![self.is_interrupted(self.thread)])));
            }
            return self.go(here, b.yes(), here.pc + 1, assign);
        };
        if !self.java.layout.interrupts {
            return self.next(here, b.yes(), site.dest, self.number(0, 1));
        }
        let reference = self.reference(object);
        let mut rest = b.yes();
        for (thread, is, status) in self.threads_of(&reference) {
            rest = b.minus(&rest, &is);
            let runs = word::is(&b, &status, 1);
            self.outside(b.minus(&is, &runs), "whether a thread that has ended is interrupted");
            self.next(here, b.and(&is, &runs), site.dest, vec![self.is_interrupted(thread)]);
        }
        self.next(here, rest, site.dest, self.number(0, 1));
    }

    /// `Thread.sleep`: others may come in between only if they could interrupt it.
    pub fn sleep(&mut self, here: &Here<'p>) {
        let yes = self.space.bdds.yes();
        self.throw_if_interrupted(here, &yes);
        if self.java.layout.interrupts {
            self.amid(here, yes, SLEEPING, &[]);
        } else {
            self.go(here, yes, here.pc + 1, vec![]);
        }
    }

    pub fn wake_up(&mut self, here: &Here<'p>) {
        let yes = self.space.bdds.yes();
        self.throw_if_interrupted(here, &yes);
        self.go(here, yes, here.pc + 1, vec![]);
    }
}
