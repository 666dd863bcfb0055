//! Conditions of a lock: like the wait set of a monitor, but beside others of the same lock.

use heddle_bdd::Bdd;
use heddle_jdk::summaries::{CONDITION, Gives, gives};
use heddle_program::FieldId;
use heddle_program::ir::Reg;

use super::layout::{COUNT_BITS, Fact, Global};
use super::rules::{Here, Make};
use super::word;
use crate::network::Value;
use crate::space::{Bits, Var};

const NOT_OWNER: &str = "java/lang/IllegalMonitorStateException";
/// Phase of an instruction that waits for a signal, and of one that no interrupt ends.
pub(super) const AWAITING: u8 = 7;
pub(super) const AWAITING_FIRMLY: u8 = 8;

/// A lock that a condition belongs to: its slot, when it is meant, and the fields that say who has it how often.
struct Lock {
    slot: usize,
    is: Bdd,
    state: FieldId,
    owner: FieldId,
}

impl<'p> Make<'_, 'p> {
    /// The locks of the conditions that a reference may be to.
    fn locks_of(&self, condition: &[Bdd]) -> Vec<Lock> {
        let b = &self.space.bdds;
        let program = self.java.program;
        let class = program.load(CONDITION).ok();
        let outer = class.and_then(|class| program.find_field(class, "this$0"));
        let (Some(class), Some(outer), Some(state)) = (class, outer, self.state_field()) else { return Vec::new() };
        let Some(owner) = program.find_field(program.field(state).class, "exclusiveOwnerThread") else {
            return Vec::new();
        };
        let slots = &self.java.layout.slots;
        let mut locks = Vec::new();
        for at in (0..slots.len()).filter(|&at| slots[at].classes.contains(&class)) {
            let is = b.and(&self.points_to(condition, at), &self.slot_is(at, &|of| of == class));
            let lock = self.read(Global::Cell(at, program.field(outer).place), self.java.layout.ref_bits());
            for slot in 0..slots.len() {
                let owned = |of| gives(program.class_name(of)) == Some(Gives::Ownership);
                let there = b.and(&self.points_to(&lock, slot), &self.slot_is(slot, &owned));
                let is = b.and(&is, &there);
                if !b.is_false(&is) {
                    locks.push(Lock { slot, is, state, owner });
                }
            }
        }
        locks
    }

    fn is_owner(&mut self, lock: &Lock) -> Bdd {
        let Some(me) = self.this_thread(&lock.is) else { return self.space.bdds.no() };
        word::equal(&self.space.bdds, &self.field_in(lock.slot, lock.owner), &me)
    }

    /// Gives the lock back and waits for a signal.
    pub fn await_signal(&mut self, here: &Here<'p>, object: Reg, firmly: bool) {
        let b = self.space.bdds.clone();
        let condition = self.reference(object);
        if !firmly {
            let yes = b.yes();
            self.throw_if_interrupted(here, &yes);
        }
        for lock in self.locks_of(&condition) {
            let mine = b.and(&lock.is, &self.is_owner(&lock));
            self.throw_within(here, b.minus(&lock.is, &mine), NOT_OWNER);
            if !self.java.layout.waits {
                self.lacks(mine, Fact::Waits);
                continue;
            }
            let Some([state, owner]) = self.lock_vars(&lock, &mine) else { continue };
            let held = self.field_in(lock.slot, lock.state);
            let times = word::sub(&b, &held, &self.number(1, self.bits()));
            let often = times.iter().skip(COUNT_BITS as usize).fold(b.no(), |any, bit| b.or(&any, bit));
            self.beyond(b.and(&mine, &often), format!("locks taken at most {} times", 1 << COUNT_BITS));
            let zero = || Value::Is(self.number(0, 1));
            let assign = [
                (self.global(Global::Waiting(self.thread)), Value::Is(self.number(1, 2))),
                (self.global(Global::WaitsFor(self.thread)), Value::Is(condition.clone())),
                (self.global(Global::Saved(self.thread)), Value::Is(word::unsigned(&b, &times, COUNT_BITS))),
                (state, zero()),
                (owner, zero()),
            ];
            self.amid(here, b.minus(&mine, &often), if firmly { AWAITING_FIRMLY } else { AWAITING }, &assign);
        }
    }

    fn lock_vars(&mut self, lock: &Lock, guard: &Bdd) -> Option<[Var; 2]> {
        let program = self.java.program;
        let mut vars = Vec::new();
        for field in [lock.state, lock.owner] {
            match self.java.layout.var(Global::Cell(lock.slot, program.field(field).place)) {
                Some(var) => vars.push(var),
                None => {
                    self.lacks(guard.clone(), Fact::Field(field));
                    return None;
                }
            }
        }
        vars.try_into().ok()
    }

    /// Signalled, or interrupted where that counts.
    fn may_leave(&self, phase: u8) -> Bdd {
        let b = &self.space.bdds;
        let signalled = word::is(b, &self.read(Global::Waiting(self.thread), 2), 2);
        if phase == AWAITING { b.or(&signalled, &self.is_interrupted(self.thread)) } else { signalled }
    }

    /// Takes the lock again as often as it was taken before.
    pub fn go_on_after_signal(&mut self, here: &Here<'p>, phase: u8) {
        let b = self.space.bdds.clone();
        let condition = self.read(Global::WaitsFor(self.thread), self.java.layout.ref_bits());
        let signalled = word::is(&b, &self.read(Global::Waiting(self.thread), 2), 2);
        let interrupted = if phase == AWAITING { self.is_interrupted(self.thread) } else { b.no() };
        for lock in self.locks_of(&condition) {
            let free = word::is(&b, &self.field_in(lock.slot, lock.state), 0);
            let guard = b.and(&b.and(&lock.is, &free), &self.may_leave(phase));
            let Some([state, owner]) = self.lock_vars(&lock, &guard) else { continue };
            let Some(me) = self.this_thread(&guard) else { continue };
            let saved = self.read(Global::Saved(self.thread), self.bits().max(COUNT_BITS + 1));
            let times: Bits = word::add(&b, &saved, &self.number(1, saved.len() as u32));
            let of_thread = [Global::Waiting(self.thread), Global::WaitsFor(self.thread), Global::Saved(self.thread)];
            let mut assign: Vec<(Var, Value)> =
                of_thread.into_iter().map(|global| (self.global(global), Value::Is(self.number(0, 1)))).collect();
            assign.push((state, Value::Is(word::unsigned(&b, &times, self.space.width(state)))));
            assign.push((owner, Value::Is(me)));
            self.outside(b.and(&guard, &b.and(&signalled, &interrupted)), "an interrupt and a signal at once");
            self.throw_interrupted(here, b.and(&guard, &b.minus(&interrupted, &signalled)), assign.clone());
            self.go(here, b.and(&guard, &b.minus(&signalled, &interrupted)), here.pc + 1, assign);
        }
    }

    /// When a thread that waits for a signal cannot go on.
    pub fn waits_for_signal(&self, phase: u8) -> Bdd {
        let b = &self.space.bdds;
        let condition = self.read(Global::WaitsFor(self.thread), self.java.layout.ref_bits());
        let free = self.locks_of(&condition).into_iter().fold(b.no(), |any, lock| {
            b.or(&any, &b.and(&lock.is, &word::is(b, &self.field_in(lock.slot, lock.state), 0)))
        });
        b.not(&b.and(&self.may_leave(phase), &free))
    }

    pub fn signal(&mut self, here: &Here<'p>, object: Reg, all: bool) {
        let b = self.space.bdds.clone();
        let condition = self.reference(object);
        let mut held = b.no();
        for lock in self.locks_of(&condition) {
            let mine = b.and(&lock.is, &self.is_owner(&lock));
            self.throw_within(here, b.minus(&lock.is, &mine), NOT_OWNER);
            held = b.or(&held, &mine);
        }
        self.wake(here, held, &condition, all);
    }
}
