//! What elapsed times are compared with, from which the search learns how much time to let pass.

use heddle_jdk::values;
use heddle_program::ir::{Reg, Switch};
use heddle_verdict::{SearchAssumption, Timeouts};

use super::Reader;
use super::long::{INT_TOLERANCE, LONG, UNITS, is_long, is_round, unit_of_long, unit_of_long_int};
use crate::heap::{HEADER, Ref};
use crate::machine::Machine;
use crate::op::Op;
use crate::thread::Frame;
use crate::time::FOREVER;

/// How much a program is thought to add to a time that it compares then.
const MOST_ADDED: i64 = 16;
/// So many constants are learned at most, since numbers that are no elapsed times may be near one, and since elapsed times that are
/// compared with each other, as for the longest one so far, make new constants without end. Each of them multiplies the times that
/// may have passed. A search that meets more is incomplete.
pub const MOST_LEARNED: usize = 32;
/// So many are learned before a number that is none of the code's is asked whether it is made of them.
const MANY_LEARNED: usize = 4;
/// Constants near [`LONG`] are whole minutes.
const MINUTE: i64 = 60_000_000_000;

/// A number that is compared, and the register that has it.
#[derive(Clone, Copy)]
pub(crate) struct Operand<T> {
    pub value: T,
    pub register: Reg,
}

impl Machine<'_> {
    /// A native compares two numbers.
    pub fn native_compares(&mut self, a: u64, b: u64) {
        if self.settings.exploring
            && self.run.clock_was_read
            && let (Some(a), Some(b)) = (self.stamp(a), self.stamp(b))
        {
            self.observe_interval(self.stepper.current, a, b);
        }
    }

    /// A native does something else if it is given no time.
    pub fn native_compares_with_zero(&mut self, time: i64) {
        if self.settings.exploring
            && self.run.clock_was_read
            && let Some(&unit) = self.assumed.differences.get(&time)
        {
            self.learn_limit(self.stepper.current, 0, unit);
        }
    }

    /// Whether thread `t` is in a method that writes an elapsed time in another unit.
    fn converts_elapsed(&self, t: usize) -> bool {
        self.state.threads[t].frames.last().is_some_and(|frame| {
            let method = self.program.method(frame.method);
            values::converts_elapsed(self.program.class_name(method.class), self.program.text(method.name))
        })
    }

    /// Two numbers are compared.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_comparison(&mut self, t: usize, a: Operand<i64>, b: Operand<i64>) {
        match [a, b].map(|operand| self.stamp(operand.value as u64)) {
            [Some(a), Some(b)] if a.is_like(b) => return self.observe_interval(t, a, b),
            [None, None] if self.is_second(a.value as u64) && self.is_second(b.value as u64) => {
                self.depend_on_clock_value(t);
            }
            [None, None] => {}
            [Some(_), Some(_)] => return self.depend_on_clock_value(t),
            [Some(stamp), None] if stamp.is_beyond(b.value) => return,
            [None, Some(stamp)] if stamp.is_beyond(a.value) => return,
            _ => return self.depend_on_clock_value(t),
        }
        if self.converts_elapsed(t) {
            return;
        }
        for (elapsed, limit) in [(a, b), (b, a)] {
            // Small numbers may be anything, so that a constant has to be one in the code.
            let unit = match self.assumed.differences.get(&elapsed.value.saturating_abs()) {
                Some(1) if !is_round(elapsed.value) => Some(1),
                Some(&unit) if self.is_constant(t, limit.register) => Some(unit),
                _ => unit_of_long(elapsed.value as f64),
            };
            if let Some(unit) = unit {
                // It is rather the constant that was learned, beside a time; what it is that the program compares with was
                // learned from times that passed for no such reason.
                let nanos = elapsed.value.saturating_abs().saturating_mul(unit);
                if self.assumed.compared.contains(&nanos) && !self.is_constant(t, limit.register) {
                    continue;
                }
                if self.is_constant(t, limit.register) {
                    self.learn_limit(t, limit.value, unit);
                } else {
                    self.learn_variable(t, limit.value, unit);
                }
                self.learn_duration(t);
                // Something was added to the time. In units as large as hours any number looks like that.
                let added = elapsed.value.saturating_abs() - LONG / unit;
                if added != 0 && added.abs() <= MOST_ADDED.min(LONG / unit / MOST_ADDED) {
                    self.learn_limit(t, limit.value.saturating_abs() - added, unit);
                }
            }
        }
    }

    /// Two `int`s are compared.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_ints(&mut self, t: usize, a: i32, b: i32) {
        for (elapsed, limit) in [(a, b), (b, a)] {
            let unit = unit_of_long_int(elapsed).filter(|_| self.is_late());
            match unit {
                // Rather a hash; if it is that of a time, limits are not told apart by it.
                Some(_) if self.compares_hashes(t) => self.depend_on_elapsed(t),
                Some(unit) => self.learn_limit(t, i64::from(limit), unit),
                None => {}
            }
        }
    }

    /// Whether thread `t` is in code of the JDK that compares hashes, and numbers of its own.
    fn compares_hashes(&self, t: usize) -> bool {
        self.state.threads[t].frames.last().is_some_and(|frame| {
            let class = self.program.method(frame.method).class;
            !self.is_of_user(class) && values::compares_hashes(self.program.class_name(class))
        })
    }

    /// An `int` is compared with the cases of a switch.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_switch(&mut self, t: usize, value: i32, table: &Switch) {
        if unit_of_long_int(value).is_some() {
            table.cases().into_iter().for_each(|case| self.observe_ints(t, value, case));
        }
    }

    /// `Duration`s are compared: what counts is all of the other one, not its seconds.
    fn learn_duration(&mut self, t: usize) {
        let is_comparing = |frame: &&Frame| {
            let class = self.program.method(frame.method).class;
            !values::computes(self.program.class_name(class))
        };
        let Some(frame) = self.state.threads[t].frames.iter().rev().find(is_comparing) else { return };
        let method = self.program.method(frame.method);
        if !values::compares_durations(self.program.class_name(method.class), self.program.text(method.name)) {
            return;
        }
        let base = frame.base as usize;
        for object in [0, 1].map(|register| self.state.threads[t].regs[base + register] as Ref) {
            let place = |name| self.program.find_field(self.class_of(object), name);
            if let (Some(seconds), Some(nanos)) = (place("seconds"), place("nanos")) {
                let [seconds, nanos] = [seconds, nanos]
                    .map(|field| self.state.heap.cell(object + HEADER + self.program.field(field).place) as i64);
                let nanos = seconds.saturating_mul(UNITS[3]).saturating_add(nanos);
                // Both may be elapsed times, such as one that passed because of a constant, and a little more.
                let is_beyond = |&constant: &i64| (1..=10 * UNITS[2]).contains(&(nanos - constant));
                if !is_long(nanos as f64)
                    && !self.assumed.compared.iter().any(is_beyond)
                    && !self.is_made_of_learned(nanos)
                {
                    self.learn(t, nanos);
                }
            }
        }
        self.depend_on_elapsed(t);
    }

    /// An elapsed time is compared with a number of units.
    fn learn_limit(&mut self, t: usize, limit: i64, unit: i64) {
        let nanos = limit.saturating_abs().saturating_mul(unit);
        self.learn(t, nanos);
        // In a larger unit, what is below the next number is rounded down.
        if unit > 1 {
            self.learn(t, nanos.saturating_add(unit));
        }
    }

    /// An elapsed time is compared with a number of units that is no constant of the code. If it is equal to one that was learned, but not
    /// from such a comparison, it may be a time that has passed because of that, from which there would always be a next one to learn.
    fn learn_variable(&mut self, t: usize, limit: i64, unit: i64) {
        let nanos = limit.saturating_abs().saturating_mul(unit);
        let is_learned = |nanos: i64| self.assumed.compared.contains(&nanos);
        let is_passed = unit > 1 && is_learned(nanos) && !is_learned(nanos.saturating_add(unit));
        if is_passed || self.is_made_of_learned(nanos) {
            self.depend_on_elapsed(t);
        } else {
            self.learn_limit(t, limit, unit);
        }
    }

    /// Whether a number that is no constant of the code is the sum of two times that pass because of what was learned, give or take a few
    /// milliseconds: rather an elapsed time itself than what the program compares with. So the longest time so far, as pools keep it,
    /// makes no constants without end.
    fn is_made_of_learned(&self, nanos: i64) -> bool {
        const SLACK: i64 = 10 * UNITS[2];
        let learned = &self.assumed.compared;
        let parts = || learned.iter().copied().chain([LONG]).filter(|&part| part >= SLACK);
        let is_sum = |one: i64| parts().any(|other| (nanos - one - other).abs() <= SLACK);
        learned.len() >= MANY_LEARNED && !learned.contains(&nanos) && parts().any(is_sum)
    }

    /// Two numbers with fractions are compared.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_fractions(&mut self, t: usize, a: f64, b: f64) {
        for (elapsed, limit) in [(a, b), (b, a)] {
            let unit = UNITS.into_iter().find(|&unit| {
                let nanos = (elapsed * unit as f64).round() as i64;
                !is_round(nanos) && self.assumed.differences.get(&nanos.saturating_abs()) == Some(&1)
            });
            if let Some(unit) = unit.or_else(|| unit_of_long(elapsed)) {
                self.learn(t, (limit.abs() * unit as f64).ceil() as i64);
            }
        }
    }

    /// Whether a register was given a constant just before the instruction that thread `t` executes.
    fn is_constant(&self, t: usize, register: Reg) -> bool {
        let Some(frame) = self.state.threads[t].frames.last() else { return false };
        let code = self.code(frame.method);
        (frame.pc.saturating_sub(4)..frame.pc).any(|pc| match code.op(pc as usize) {
            Op::Const32 { d, .. } | Op::Const64 { d, .. } => d == register,
            _ => false,
        })
    }

    pub(super) fn learn(&mut self, t: usize, nanos: i64) {
        // Two elapsed times are compared without a constant.
        let is_elapsed = !is_round(nanos) && self.assumed.differences.contains_key(&nanos);
        let useful = (1..FOREVER).contains(&nanos) && !is_elapsed && !self.assumed.compared.contains(&nanos);
        if useful
            && self.shares_clock()
            && self.settings.semantics.timeouts == Timeouts::Any
            && (self.reader(t) == Reader::Program || nanos == UNITS[2])
            && !self.makes_text(t)
            && !self.checks_date(t)
        {
            // So are a long one and one that is almost as long, which is no time that programs name.
            let is_almost_long = [LONG, 2 * LONG].into_iter().any(|long| (nanos - long).abs() <= INT_TOLERANCE);
            if is_almost_long && nanos % MINUTE != 0 {
                self.depend_on_elapsed(t);
            } else if self.assumed.compared.len() < MOST_LEARNED {
                self.refute(SearchAssumption::NeverComparedWith { nanos });
            } else {
                self.linkage.dependences.constants_left_out = true;
            }
        }
    }

    /// Whether thread `t` is in a method of the JDK that makes a text: it compares a number with powers of ten to find out how
    /// many digits it has.
    fn makes_text(&self, t: usize) -> bool {
        let methods = self.state.threads[t].frames.iter().rev().map(|frame| self.program.method(frame.method));
        let mut of_jdk = methods.take_while(|method| !self.is_of_user(method.class));
        of_jdk.any(|method| {
            values::shows_or_mixes_time(self.program.class_name(method.class), self.program.text(method.name))
        })
    }

    /// Whether thread `t` is in code of the JDK that makes a date, and compares its parts with what they may be.
    fn checks_date(&self, t: usize) -> bool {
        self.state.threads[t]
            .frames
            .last()
            .is_some_and(|frame| values::is_of_dates(self.program.class_name(self.program.method(frame.method).class)))
    }
}
