//! Monitors, waiting and threads.
//!
//! An owner and a count per slot that is ever locked. `wait` gives the monitor back, sets a flag,
//! and goes on once the flag says *notified* and the monitor is free; `notify` picks any one
//! waiter, and does nothing in those states that have none.

use heddle_bdd::Bdd;
use heddle_program::ir::Reg;
use heddle_program::{ClassId, MethodId};

use super::layout::{COUNT_BITS, Fact, Global, Origin};
use super::rules::{Here, Make};
use super::{Place, word};
use crate::network::Value;
use crate::space::{Bits, Copy, Var};

const NOT_OWNER: &str = "java/lang/IllegalMonitorStateException";
/// Phase of an instruction that waits to be notified, with and without a time limit.
pub(super) const WAITING: u8 = 1;
pub(super) const WAITING_TIMED: u8 = 2;

type Case = (Bdd, Vec<(Var, Value)>);

/// When a monitor is held by another thread.
pub(super) fn held_by_other(make: &mut Make<'_, '_>, reference: &[Bdd]) -> Bdd {
    let b = make.space.bdds.clone();
    let mut held = b.no();
    for slot in 0..make.java.layout.slots.len() {
        if make.java.layout.slots[slot].locked {
            let owner = make.owner(slot);
            let free = b.or(&word::is(&b, &owner, 0), &word::is(&b, &owner, 1 + make.thread as i64));
            held = b.or(&held, &b.minus(&make.points_to(reference, slot), &free));
        }
    }
    held
}

/// The object that a synchronized method locks.
fn locks(make: &mut Make<'_, '_>, method: MethodId) -> Option<Bits> {
    if !make.java.program.method(method).is_static() {
        return Some(make.reference(0));
    }
    let program = make.java.program;
    let class = program.method(method).class;
    let slot = make.slot(&make.space.bdds.yes(), Origin::Mirror(class), program.well_known().class)?;
    Some(make.reference_to(slot))
}

pub(super) fn blocked_method(make: &mut Make<'_, '_>, method: MethodId) -> Bdd {
    match locks(make, method) {
        Some(reference) => held_by_other(make, &reference),
        None => make.space.bdds.no(),
    }
}

pub(super) fn visible_method(make: &mut Make<'_, '_>, method: MethodId) -> Bdd {
    match locks(make, method) {
        Some(reference) => make.is_shared(&reference),
        None => make.space.bdds.no(),
    }
}

impl<'p> Make<'_, 'p> {
    fn owner(&self, slot: usize) -> Bits {
        self.read(Global::Owner(slot), super::layout::bits_for(self.java.layout.sizes.threads))
    }

    /// Ways to take a monitor.
    fn take_cases(&mut self, reference: &[Bdd]) -> Vec<Case> {
        let b = self.space.bdds.clone();
        let me = 1 + self.thread as i64;
        let mut cases = Vec::new();
        for (slot, here) in self.touched(reference, &|_| true) {
            let Some(owner_var) = self.java.layout.var(Global::Owner(slot)) else {
                self.lacks(here, Fact::Locked(slot));
                continue;
            };
            let owner = self.owner(slot);
            let free = b.and(&here, &word::is(&b, &owner, 0));
            cases.push((free, vec![(owner_var, Value::Is(self.number(me, owner.len() as u32)))]));
            let again = b.and(&here, &word::is(&b, &owner, me));
            let Some(count_var) = self.java.layout.var(Global::Count(slot)) else {
                self.lacks(again, Fact::Nested(slot));
                continue;
            };
            let count = self.read(Global::Count(slot), COUNT_BITS);
            let full = word::is(&b, &count, (1 << COUNT_BITS) - 1);
            self.beyond(b.and(&again, &full), format!("monitors entered more than {} times", 1 << COUNT_BITS));
            let more = word::add(&b, &count, &self.number(1, COUNT_BITS));
            cases.push((b.minus(&again, &full), vec![(count_var, Value::Is(more))]));
        }
        cases
    }

    /// Ways to give a monitor back, by its owner.
    fn give_cases(&mut self, reference: &[Bdd]) -> Vec<Case> {
        let b = self.space.bdds.clone();
        let mut cases = Vec::new();
        for slot in 0..self.java.layout.slots.len() {
            let Some(owner_var) = self.java.layout.var(Global::Owner(slot)) else { continue };
            let owner = self.owner(slot);
            let mine = b.and(&self.points_to(reference, slot), &word::is(&b, &owner, 1 + self.thread as i64));
            let count = self.read(Global::Count(slot), COUNT_BITS);
            let once = b.and(&mine, &word::is(&b, &count, 0));
            cases.push((once.clone(), vec![(owner_var, Value::Is(self.number(0, 1)))]));
            if let Some(count_var) = self.java.layout.var(Global::Count(slot)) {
                let less = word::sub(&b, &count, &self.number(1, COUNT_BITS));
                cases.push((b.minus(&mine, &once), vec![(count_var, Value::Is(less))]));
            }
        }
        cases
    }

    /// Ways to give back what a synchronized method holds.
    pub fn release_cases(&mut self) -> Vec<Case> {
        let mut reference = self.space.bits(self.java.layout.locked_object(), Copy::Now);
        reference.truncate(self.java.layout.ref_bits() as usize);
        self.give_cases(&reference)
    }

    pub fn enter_synchronized(&mut self, method: MethodId) {
        if self.code(method).is_none() {
            return;
        }
        let Some(reference) = locks(self, method) else { return };
        for (guard, mut assign) in self.take_cases(&reference) {
            assign.push((self.java.layout.locked_object(), Value::Is(reference.clone())));
            self.step(guard, Place::At(method, 0), &assign, []);
        }
    }

    pub fn monitor_enter(&mut self, here: &Here<'p>, a: Reg) {
        let reference = self.reference(a);
        self.null_check(here, &reference);
        let program = self.java.program;
        let is_stream = |class: ClassId| program.class_name(class) == "java/io/PrintStream";
        let stream = self.refers_to(&reference, &is_stream);
        // Others that print would have to wait.
        self.outside(stream, "the monitor of a stream");
        for (guard, assign) in self.take_cases(&reference) {
            self.go(here, guard, here.pc + 1, assign);
        }
    }

    pub fn monitor_exit(&mut self, here: &Here<'p>, a: Reg) {
        let reference = self.reference(a);
        self.null_check(here, &reference);
        let mut rest = self.space.bdds.not(&self.is_null(&reference));
        for (guard, assign) in self.give_cases(&reference) {
            rest = self.space.bdds.minus(&rest, &guard);
            self.go(here, guard, here.pc + 1, assign);
        }
        self.throw(here, rest, NOT_OWNER);
    }

    /// Slots whose monitor this thread holds through a reference; throws if it holds none.
    fn held(&mut self, here: &Here<'p>, reference: &[Bdd]) -> Vec<(usize, Bdd)> {
        let b = self.space.bdds.clone();
        self.null_check(here, reference);
        let mut rest = b.not(&self.is_null(reference));
        let mut held = Vec::new();
        for slot in 0..self.java.layout.slots.len() {
            if self.java.layout.slots[slot].locked {
                let owner = word::is(&b, &self.owner(slot), 1 + self.thread as i64);
                let mine = b.and(&self.points_to(reference, slot), &owner);
                rest = b.minus(&rest, &mine);
                held.push((slot, mine));
            }
        }
        self.throw(here, rest, NOT_OWNER);
        held
    }

    /// `Object.wait`: joins the wait set.
    pub fn wait(&mut self, here: &Here<'p>, object: Reg, timed: bool) {
        let reference = self.reference(object);
        for (slot, mine) in self.held(here, &reference) {
            if !self.java.layout.waits {
                self.lacks(mine, Fact::Waits);
                continue;
            }
            let count = self.read(Global::Count(slot), COUNT_BITS);
            let mut assign = vec![
                (self.global(Global::Waiting(self.thread)), Value::Is(self.number(1, 2))),
                (self.global(Global::WaitsFor(self.thread)), Value::Is(reference.clone())),
                (self.global(Global::Saved(self.thread)), Value::Is(count)),
                (self.global(Global::Owner(slot)), Value::Is(self.number(0, 1))),
            ];
            if let Some(count) = self.java.layout.var(Global::Count(slot)) {
                assign.push((count, Value::Is(self.number(0, 1))));
            }
            self.amid(here, mine, if timed { WAITING_TIMED } else { WAITING }, &assign);
        }
    }

    /// Takes the monitor again once that is allowed.
    pub fn go_on(&mut self, here: &Here<'p>, phase: u8) {
        if phase != WAITING && phase != WAITING_TIMED {
            return self.go_on_with_model(here, phase);
        }
        let b = self.space.bdds.clone();
        let waits_for = self.read(Global::WaitsFor(self.thread), self.java.layout.ref_bits());
        let may = self.may_go_on(phase);
        for slot in 0..self.java.layout.slots.len() {
            let Some(owner) = self.java.layout.var(Global::Owner(slot)) else { continue };
            let free = word::is(&b, &self.owner(slot), 0);
            let guard = b.and(&b.and(&may, &free), &self.points_to(&waits_for, slot));
            let mut assign = vec![
                (owner, Value::Is(self.number(1 + self.thread as i64, self.space.width(owner)))),
                (self.global(Global::Waiting(self.thread)), Value::Is(self.number(0, 1))),
                (self.global(Global::WaitsFor(self.thread)), Value::Is(self.number(0, 1))),
                (self.global(Global::Saved(self.thread)), Value::Is(self.number(0, 1))),
            ];
            if let Some(count) = self.java.layout.var(Global::Count(slot)) {
                assign.push((count, Value::Is(self.read(Global::Saved(self.thread), COUNT_BITS))));
            }
            self.go(here, guard, here.pc + 1, assign);
        }
    }

    /// Notified, or out of time, which may be at once.
    fn may_go_on(&self, phase: u8) -> Bdd {
        let b = &self.space.bdds;
        if phase == WAITING_TIMED { b.yes() } else { word::is(b, &self.read(Global::Waiting(self.thread), 2), 2) }
    }

    /// When a thread in the middle of an instruction cannot go on.
    pub fn waits_amid(&mut self, here: &Here<'p>, phase: u8) -> Option<Bdd> {
        if phase != WAITING && phase != WAITING_TIMED {
            return self.model_waits(here, phase);
        }
        let b = self.space.bdds.clone();
        let waits_for = self.read(Global::WaitsFor(self.thread), self.java.layout.ref_bits());
        let free = b.not(&held_by_other(self, &waits_for));
        Some(b.not(&b.and(&self.may_go_on(phase), &free)))
    }

    /// `Object.notify` and `notifyAll`.
    pub fn notify(&mut self, here: &Here<'p>, object: Reg, all: bool) {
        let b = self.space.bdds.clone();
        let reference = self.reference(object);
        let held = self.held(here, &reference).into_iter().fold(b.no(), |any, (_, mine)| b.or(&any, &mine));
        if !self.java.layout.waits {
            return self.go(here, held, here.pc + 1, vec![]);
        }
        let waiters: Vec<(usize, Bdd)> = (0..self.java.layout.sizes.threads)
            .map(|other| {
                let waiting = word::is(&b, &self.read(Global::Waiting(other), 2), 1);
                let for_this =
                    word::equal(&b, &self.read(Global::WaitsFor(other), self.java.layout.ref_bits()), &reference);
                (other, b.and(&waiting, &for_this))
            })
            .collect();
        if all {
            let assign = waiters.iter().map(|(other, waits)| {
                let woken = word::choose(&b, waits, &self.number(2, 2), &self.read(Global::Waiting(*other), 2));
                (self.global(Global::Waiting(*other)), Value::Is(woken))
            });
            let assign = assign.collect();
            return self.go(here, held, here.pc + 1, assign);
        }
        let mut nobody = held.clone();
        for (other, waits) in waiters {
            nobody = b.minus(&nobody, &waits);
            let assign = vec![(self.global(Global::Waiting(other)), Value::Is(self.number(2, 2)))];
            self.go(here, b.and(&held, &waits), here.pc + 1, assign);
        }
        self.go(here, nobody, here.pc + 1, vec![]);
    }

    /// Whether the thread of an object has been started, and has ended.
    fn fate(&self, reference: &[Bdd]) -> (Bdd, Bdd) {
        let b = &self.space.bdds;
        let mut fate = (b.no(), b.no());
        for thread in 0..self.java.layout.sizes.threads {
            let object = match self.java.layout.find(&Origin::MainThread) {
                Some(slot) if thread == 0 => self.reference_to(slot),
                _ => self.read(Global::Thread(thread), self.java.layout.ref_bits()),
            };
            let status = self.read(Global::Status(thread), 2);
            // Nobody has asked for the first thread's object yet: null, which nothing equals.
            let same = b.minus(&word::equal(b, &object, reference), &self.is_null(reference));
            let started = b.minus(&same, &word::is(b, &status, 0));
            fate.0 = b.or(&fate.0, &started);
            fate.1 = b.or(&fate.1, &b.and(&same, &word::is(b, &status, 2)));
        }
        fate
    }

    /// `Thread.start`.
    pub fn start_thread(&mut self, here: &Here<'p>, object: Reg) {
        let b = self.space.bdds.clone();
        let reference = self.reference(object);
        self.null_check(here, &reference);
        let (started, _) = self.fate(&reference);
        self.throw_within(here, started.clone(), "java/lang/IllegalThreadStateException");
        let mut rest = b.not(&b.or(&started, &self.is_null(&reference)));
        for thread in 1..self.java.layout.sizes.threads {
            let unused = word::is(&b, &self.read(Global::Status(thread), 2), 0);
            let assign = vec![
                (self.global(Global::Status(thread)), Value::Is(self.number(1, 2))),
                (self.global(Global::Thread(thread)), Value::Is(reference.clone())),
            ];
            self.go(here, b.and(&rest, &unused), here.pc + 1, assign);
            rest = b.minus(&rest, &unused);
        }
        let threads = self.java.layout.sizes.threads;
        self.beyond(rest, format!("more than {threads} threads"));
    }

    /// When `Thread.join` waits.
    pub fn join_waits(&self, object: Reg) -> Bdd {
        let (started, ended) = self.fate(&self.reference(object));
        self.space.bdds.minus(&started, &ended)
    }

    pub fn join(&mut self, here: &Here<'p>, object: Reg, timed: bool) {
        let reference = self.reference(object);
        self.null_check(here, &reference);
        let b = self.space.bdds.clone();
        let waits = if timed { b.no() } else { self.join_waits(object) };
        let guard = b.minus(&b.not(&waits), &self.is_null(&reference));
        self.go(here, guard, here.pc + 1, vec![]);
    }

    pub fn is_alive(&mut self, here: &Here<'p>, object: Reg, d: Reg) {
        let reference = self.reference(object);
        self.null_check(here, &reference);
        let (started, ended) = self.fate(&reference);
        let b = self.space.bdds.clone();
        let alive = b.minus(&started, &ended);
        self.next(here, b.not(&self.is_null(&reference)), d, vec![alive]);
    }
}
