//! Monitors, waiting and threads.
//!
//! An owner and a count per slot that is ever locked. `wait` gives the monitor back, sets a flag,
//! and goes on once the flag says *notified* and the monitor is free; `notify` picks any one
//! waiter, and does nothing in those states that have none. A thread that ends needs the monitor of its object, and
//! notifies whoever waits there; `join` waits there, which matters only if the program uses that monitor too.

use heddle_bdd::Bdd;
use heddle_program::ir::Reg;
use heddle_program::{ClassId, MethodId};

use super::condition::{AWAITING, AWAITING_FIRMLY};
use super::interrupt::SLEEPING;
use super::layout::{COUNT_BITS, Fact, Global, Origin};
use super::rules::{Here, Make};
use super::{Place, word};
use crate::network::Value;
use crate::space::{Bits, Copy, Var};

const NOT_OWNER: &str = "java/lang/IllegalMonitorStateException";
/// Phase of an instruction that waits to be notified, with and without a time limit.
pub(super) const WAITING: u8 = 1;
pub(super) const WAITING_TIMED: u8 = 2;
/// Phase of a `join` through the monitor of the thread's object: the thread that joins had not entered, or had.
const JOINING: u8 = 4;
const JOINING_HELD: u8 = 5;

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
            self.beyond(b.and(&again, &full), format!("monitors entered at most {} times", 1 << COUNT_BITS));
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
        // Others that print would have to wait; and one stand-in may be several objects, or several one.
        let stream = self.refers_to(&reference, &is_stream);
        let left_out = self.space.bdds.or(&stream, &self.is_stand_in(&reference));
        self.outside(left_out.clone(), "the monitor of a stream, text, box, lambda or exception of the JDK's");
        self.within = self.space.bdds.minus(&self.within, &left_out);
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

    /// `Object.wait`: joins the wait set, with a time limit or without.
    pub fn wait(&mut self, here: &Here<'p>, object: Reg, timed: &Bdd) {
        let b = self.space.bdds.clone();
        let reference = self.reference(object);
        let held = self.held(here, &reference);
        let any = held.iter().fold(b.no(), |any, (_, mine)| b.or(&any, mine));
        self.throw_if_interrupted(here, &any);
        for (slot, mine) in held {
            if !self.java.layout.waits {
                self.lacks(mine, Fact::Waits);
                continue;
            }
            let (timed, untimed) = (b.and(&mine, timed), b.minus(&mine, timed));
            let assign = self.enter_wait_set(slot, &reference, true);
            self.amid(here, untimed, WAITING, &assign);
            let assign = self.enter_wait_set(slot, &reference, true);
            self.amid(here, timed, WAITING_TIMED, &assign);
        }
    }

    /// What changes when this thread joins the wait set of a slot, and gives its monitor back if it has it.
    fn enter_wait_set(&self, slot: usize, reference: &[Bdd], held: bool) -> Vec<(Var, Value)> {
        let mut assign = vec![
            (self.global(Global::Waiting(self.thread)), Value::Is(self.number(1, 2))),
            (self.global(Global::WaitsFor(self.thread)), Value::Is(reference.to_vec())),
        ];
        if held {
            let count = self.read(Global::Count(slot), COUNT_BITS);
            assign.push((self.global(Global::Saved(self.thread)), Value::Is(count)));
            assign.push((self.global(Global::Owner(slot)), Value::Is(self.number(0, 1))));
            if let Some(count) = self.java.layout.var(Global::Count(slot)) {
                assign.push((count, Value::Is(self.number(0, 1))));
            }
        }
        assign
    }

    /// What changes when this thread has left the wait set of a slot, and takes its monitor again if it had it.
    fn leave_wait_set(&self, slot: usize, held: bool) -> Vec<(Var, Value)> {
        let of_thread = [Global::Waiting(self.thread), Global::WaitsFor(self.thread), Global::Saved(self.thread)];
        let mut assign: Vec<(Var, Value)> =
            of_thread.into_iter().map(|global| (self.global(global), Value::Is(self.number(0, 1)))).collect();
        if held {
            let owner = self.global(Global::Owner(slot));
            assign.push((owner, Value::Is(self.number(1 + self.thread as i64, self.space.width(owner)))));
            if let Some(count) = self.java.layout.var(Global::Count(slot)) {
                assign.push((count, Value::Is(self.read(Global::Saved(self.thread), COUNT_BITS))));
            }
        }
        assign
    }

    /// Takes the monitor again once that is allowed.
    pub fn go_on(&mut self, here: &Here<'p>, phase: u8) {
        match phase {
            SLEEPING => return self.wake_up(here),
            AWAITING | AWAITING_FIRMLY => return self.go_on_after_signal(here, phase),
            _ => {}
        }
        if !matches!(phase, WAITING | WAITING_TIMED | JOINING | JOINING_HELD) {
            return self.go_on_with_model(here, phase);
        }
        let b = self.space.bdds.clone();
        let waits_for = self.read(Global::WaitsFor(self.thread), self.java.layout.ref_bits());
        let may = self.may_go_on(phase);
        // Who joins looks again whether the thread is alive, and waits again if so.
        let again = if phase >= JOINING { self.is_running(&waits_for) } else { b.no() };
        for slot in 0..self.java.layout.slots.len() {
            if !self.java.layout.slots[slot].locked {
                continue;
            }
            let free = word::is(&b, &self.owner(slot), 0);
            let guard = b.and(&b.and(&may, &free), &self.points_to(&waits_for, slot));
            let interrupted = b.and(&guard, &self.is_interrupted(self.thread));
            let notified = word::is(&b, &self.read(Global::Waiting(self.thread), 2), 2);
            self.outside(b.and(&interrupted, &notified), "an interrupt and a notification at once");
            let assign = self.leave_wait_set(slot, phase != JOINING);
            self.throw_interrupted(here, b.minus(&interrupted, &notified), assign);
            let timed_out = if phase == WAITING_TIMED { b.minus(&interrupted, &notified) } else { b.no() };
            let guard = b.or(&b.minus(&guard, &interrupted), &timed_out);
            let waiting = (self.global(Global::Waiting(self.thread)), Value::Is(self.number(1, 2)));
            self.amid(here, b.and(&guard, &again), phase, &[waiting]);
            let assign = self.leave_wait_set(slot, phase != JOINING);
            self.go(here, b.minus(&guard, &again), here.pc + 1, assign);
        }
    }

    /// Notified, interrupted, or out of time, which may be at once.
    fn may_go_on(&self, phase: u8) -> Bdd {
        let b = &self.space.bdds;
        if phase == WAITING_TIMED {
            return b.yes();
        }
        let notified = word::is(b, &self.read(Global::Waiting(self.thread), 2), 2);
        b.or(&notified, &self.is_interrupted(self.thread))
    }

    /// When a thread in the middle of an instruction cannot go on.
    pub fn waits_amid(&mut self, here: &Here<'p>, phase: u8) -> Option<Bdd> {
        match phase {
            SLEEPING => return None,
            AWAITING | AWAITING_FIRMLY => return Some(self.waits_for_signal(phase)),
            _ => {}
        }
        if !matches!(phase, WAITING | WAITING_TIMED | JOINING | JOINING_HELD) {
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
        self.wake(here, held, &reference, all);
    }

    /// Wakes one of those who wait for an object, or all.
    pub fn wake(&mut self, here: &Here<'p>, held: Bdd, reference: &[Bdd], all: bool) {
        let b = self.space.bdds.clone();
        if !self.java.layout.waits {
            return self.go(here, held, here.pc + 1, vec![]);
        }
        let waiters: Vec<(usize, Bdd)> = (0..self.java.layout.sizes.threads)
            .map(|other| {
                let waiting = word::is(&b, &self.read(Global::Waiting(other), 2), 1);
                let for_this =
                    word::equal(&b, &self.read(Global::WaitsFor(other), self.java.layout.ref_bits()), reference);
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

    /// The threads that have been started, each with when an object is its own, and its status.
    pub fn threads_of(&self, reference: &[Bdd]) -> Vec<(usize, Bdd, Bits)> {
        let b = &self.space.bdds;
        let of = |thread: usize| {
            let status = self.read(Global::Status(thread), 2);
            let same = b.minus(&word::equal(b, &self.thread_object(thread), reference), &self.is_null(reference));
            (thread, b.minus(&same, &word::is(b, &status, 0)), status)
        };
        (0..self.java.layout.sizes.threads).map(of).collect()
    }

    /// Whether the thread of an object has been started, and has ended.
    fn fate(&self, reference: &[Bdd]) -> (Bdd, Bdd) {
        let b = &self.space.bdds;
        self.threads_of(reference).into_iter().fold((b.no(), b.no()), |(started, ended), (_, is, status)| {
            (b.or(&started, &is), b.or(&ended, &b.and(&is, &word::is(b, &status, 2))))
        })
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
        self.beyond(rest, format!("at most {threads} threads"));
    }

    /// The object of a thread; null if there is none, or nobody has asked for it.
    fn thread_object(&self, thread: usize) -> Bits {
        match self.java.layout.find(&Origin::MainThread) {
            Some(slot) if thread == 0 => self.reference_to(slot),
            _ => self.read(Global::Thread(thread), self.java.layout.ref_bits()),
        }
    }

    /// Whether the thread of an object has been started and has not ended.
    pub fn is_running(&self, reference: &[Bdd]) -> Bdd {
        let (started, ended) = self.fate(reference);
        self.space.bdds.minus(&started, &ended)
    }

    /// When a reference is to an object whose monitor is used.
    fn is_locked(&self, reference: &[Bdd]) -> Bdd {
        let b = &self.space.bdds;
        let slots = self.java.layout.slots.iter().enumerate();
        slots.filter(|(_, slot)| slot.locked).fold(b.no(), |any, (at, _)| b.or(&any, &self.points_to(reference, at)))
    }

    /// When `Thread.join` cannot begin, or waits for the thread to end.
    pub fn join_waits(&mut self, object: Reg, timed: &Bdd) -> Bdd {
        let b = self.space.bdds.clone();
        let reference = self.reference(object);
        let waits = b.minus(&b.minus(&self.is_running(&reference), timed), &self.is_locked(&reference));
        let waits = b.minus(&waits, &self.is_interrupted(self.thread));
        b.or(&waits, &held_by_other(self, &reference))
    }

    /// `Thread.join`, which is a loop around `wait` under the monitor of the thread's object.
    pub fn join(&mut self, here: &Here<'p>, object: Reg, timed: &Bdd) {
        let reference = self.reference(object);
        self.null_check(here, &reference);
        let b = self.space.bdds.clone();
        let (running, locked) = (self.is_running(&reference), self.is_locked(&reference));
        let there = b.not(&self.is_null(&reference));
        let held = held_by_other(self, &reference);
        self.throw_if_interrupted(here, &b.minus(&running, &held));
        let goes_on = b.not(&b.minus(&running, timed));
        self.go(here, b.minus(&b.and(&there, &goes_on), &locked), here.pc + 1, vec![]);
        for (slot, here_is) in self.touched(&reference, &|_| true) {
            if !self.java.layout.slots[slot].locked {
                continue;
            }
            let owner = self.owner(slot);
            let free = b.and(&here_is, &word::is(&b, &owner, 0));
            let mine = b.and(&here_is, &word::is(&b, &owner, 1 + self.thread as i64));
            let enters = b.or(&free, &mine);
            self.go(here, b.minus(&enters, &running), here.pc + 1, vec![]);
            let waits = b.and(&enters, &running);
            self.outside(b.and(&waits, timed), "join with a time limit where the monitor of the thread is used too");
            let waits = b.minus(&waits, timed);
            if !self.java.layout.waits {
                self.lacks(waits, Fact::Waits);
                continue;
            }
            let assign = self.enter_wait_set(slot, &reference, false);
            self.amid(here, b.and(&waits, &free), JOINING, &assign);
            let assign = self.enter_wait_set(slot, &reference, true);
            self.amid(here, b.and(&waits, &mine), JOINING_HELD, &assign);
        }
    }

    pub fn is_alive(&mut self, here: &Here<'p>, object: Reg, d: Reg) {
        let reference = self.reference(object);
        self.null_check(here, &reference);
        let b = self.space.bdds.clone();
        let there = b.not(&self.is_null(&reference));
        if !self.java.layout.alive {
            return self.lacks(there, Fact::Alive);
        }
        let alive = self.is_running(&reference);
        self.next(here, there, d, vec![alive]);
    }

    /// The end of a thread: needs the monitor of its object, and notifies whoever waits there.
    pub fn end_thread(&mut self, of: usize) {
        let b = self.space.bdds.clone();
        let held = self.own_monitor_is_held(of);
        let object = self.thread_object(of);
        let mut assign = vec![(self.global(Global::Status(of)), Value::Is(self.number(2, 2)))];
        if self.java.layout.waits && !b.is_false(&self.is_locked(&object)) {
            for other in (0..self.java.layout.sizes.threads).filter(|&other| other != of) {
                let state = self.read(Global::Waiting(other), 2);
                let waits_for = self.read(Global::WaitsFor(other), self.java.layout.ref_bits());
                let there = b.and(&word::equal(&b, &waits_for, &object), &word::is(&b, &state, 1));
                let woken = word::choose(&b, &there, &self.number(2, 2), &state);
                assign.push((self.global(Global::Waiting(other)), Value::Is(woken)));
            }
        }
        self.step(b.not(&held), Place::Ended(of), &assign, []);
    }

    /// When the monitor of a thread's object is held.
    pub fn own_monitor_is_held(&mut self, of: usize) -> Bdd {
        let b = self.space.bdds.clone();
        let object = self.thread_object(of);
        let locked = (0..self.java.layout.slots.len()).filter(|&slot| self.java.layout.slots[slot].locked);
        locked.fold(b.no(), |any, slot| {
            let held = b.not(&word::is(&b, &self.owner(slot), 0));
            b.or(&any, &b.and(&held, &self.points_to(&object, slot)))
        })
    }

    /// When others can notice that a thread ends, other than by waiting for it.
    pub fn end_is_visible(&self, of: usize) -> Bdd {
        let is_noticed = self.java.layout.alive || self.may_end_daemons();
        if is_noticed { self.space.bdds.yes() } else { self.is_locked(&self.thread_object(of)) }
    }
}
