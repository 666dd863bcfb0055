//! What the program computes from time stamps and elapsed times.

use heddle_jdk::values;
use heddle_verdict::{SearchAssumption, Timeouts};

use super::Reader;
use super::long::{UNITS, is_long, is_never, is_round, unit_of_long, unit_of_long_int};
use crate::dependence::{Dependence, TimeUse};
use crate::machine::Machine;
use crate::time::{FOREVER, Stamp};

impl Machine<'_> {
    /// Two numbers are added. A stamp and a time make a stamp, which gets older; nothing else that comes of a stamp does.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_sum(&mut self, t: usize, a: u64, b: u64) {
        self.observe_made(t, [a, b], a.wrapping_add(b));
    }

    /// A number is made of two others. A stamp and a time make a stamp. A stamp of which something else is made leaves time,
    /// and one that is made of something else, such as bytes, comes back from there.
    fn observe_made(&mut self, t: usize, from: [u64; 2], made: u64) {
        let is_of_time = from.into_iter().any(|word| self.is_present(word));
        let leaves = is_of_time && !self.is_present(made) && !from.into_iter().any(is_never);
        if leaves {
            self.depend_on_clock_value(t);
        } else if !is_of_time {
            self.observe_return(t, made);
        }
    }

    /// A number is made of something else than stamps. If it is one, it was kept as bytes or as a text meanwhile.
    fn observe_return(&mut self, t: usize, made: u64) {
        if self.stamp(made).is_some()
            && self.reader(t) == Reader::Program
            && self.depend_on_returned_time(t)
            && self.assumed.moment_unobserved
        {
            self.refute(SearchAssumption::MomentUnobserved);
        }
    }

    /// The bits of two numbers are put together.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_union(&mut self, t: usize, a: u64, b: u64) {
        self.observe_made(t, [a, b], a | b);
        self.observe_use(t, a, b);
    }

    /// A native makes a number of two others.
    pub fn native_computes(&mut self, a: u64, b: u64, result: u64) {
        if self.settings.exploring && self.run.clock_was_read && result != b {
            let is_sum = result == a.wrapping_add(b);
            let observe = if is_sum { Self::observe_sum } else { Self::observe_use };
            observe(self, self.stepper.current, a, b);
        }
    }

    /// A native writes a `long` where it is none any more, such as to an array of bytes.
    pub fn native_splits(&mut self, word: u64) {
        if self.settings.exploring && self.run.clock_was_read {
            self.observe_use(self.stepper.current, word, 0);
        }
    }

    /// Two numbers are subtracted.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_difference(&mut self, t: usize, a: u64, b: u64) {
        match (self.stamp(a), self.stamp(b)) {
            (Some(a), Some(b)) if a.is_like(b) => self.observe_interval(t, a, b),
            _ => {
                // The time since a moment that the program names, or between moments in seconds.
                let is_left = self.is_present(a) && self.is_present(a.wrapping_sub(b)) || is_never(a);
                match self.is_present(a) || self.is_present(b) {
                    true if is_left => {}
                    true => self.depend_on_clock_value(t),
                    false => self.observe_return(t, a.wrapping_sub(b)),
                }
            }
        }
    }

    /// The time between two stamps is computed or looked at.
    pub(super) fn observe_interval(&mut self, t: usize, a: Stamp, b: Stamp) {
        let (unit, a, b) = (a.unit(), a.offset, b.offset);
        if self.settings.semantics.timeouts != Timeouts::Any || self.reader(t) == Reader::Wait {
            return;
        }
        self.observe_time();
        if !self.shares_clock() {
            return;
        }
        let apart = (a - b).abs();
        if unit > 1 || !is_round(apart) {
            self.assumed.differences.insert(apart / unit, unit);
        } else {
            self.assumed.round_differences.insert(apart);
        }
        let set_at_once = a > 0 && b > 0 && !self.state.threads[0].control.late;
        if set_at_once && apart != 0 && !self.assumed.apart.contains(&apart) {
            self.refute(SearchAssumption::NeverApartBy { nanos: apart });
        }
    }

    /// A number is divided by another one, perhaps to change its unit.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_division(&mut self, t: usize, a: i64, b: i64) {
        if self.is_present(a as u64) && self.offset(a.wrapping_div(b) as u64).is_none() && !self.checks_overflow(t) {
            self.depend_on_clock_value(t);
        }
        let elapsed = a.saturating_abs();
        // What is less than a unit counts as nothing, which may mean something else, such as for `wait`.
        if UNITS[1..].contains(&b) && self.assumed.round_differences.contains(&elapsed) {
            self.learn(t, b);
        }
        if let Some(unit) = self.unit_of_elapsed(elapsed) {
            let larger = unit.saturating_mul(b.saturating_abs());
            if larger < FOREVER {
                self.assumed.differences.insert(elapsed / b.saturating_abs(), larger);
            }
            // In other units the number is small, and what it is compared with is learned only if it is a constant.
            if !UNITS.contains(&b) {
                self.depend_on_elapsed(t);
            }
        }
    }

    /// Two numbers are multiplied, perhaps to change a unit.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_product(&mut self, t: usize, a: i64, b: i64) {
        let product = a.wrapping_mul(b);
        let [first, second, made] = [a, b, product].map(|number| self.stamp(number as u64));
        if self.is_present(a as u64) || self.is_present(b as u64) {
            // Time does not pass while a program has nothing but the second, or that is noted ([`Machine::let_pass`]).
            let is_made = |stamp: Option<Stamp>, number: i64| match (stamp, made) {
                (Some(stamp), Some(made)) => stamp.ages_like(made),
                (None, made) => made.is_some() && self.is_second(number as u64),
                _ => false,
            };
            if !is_made(first, a) && !is_made(second, b) {
                self.depend_on_clock_value(t);
            }
        } else if [a, b].into_iter().any(|word| self.is_elapsed(word)) && unit_of_long(product as f64).is_none() {
            self.depend_on_elapsed(t);
        }
    }

    /// Two numbers are divided or multiplied, or what is left of a division is taken.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_scaled_int(&mut self, t: usize, a: i32, b: i32) {
        if self.is_late() && [a, b].into_iter().any(|number| unit_of_long_int(number).is_some()) {
            self.depend_on_elapsed(t);
        }
    }

    /// Something is computed from a number with a fraction.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_scaled(&mut self, t: usize, a: f64, result: f64) {
        if self.is_late() && is_long(a) && unit_of_long(result).is_none() {
            self.depend_on_elapsed(t);
        }
    }

    /// A number gets another type, or is negated.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_conversion(&mut self, t: usize, a: u64, negated: u64) {
        if self.is_present(a) {
            self.depend_on_clock_value(t);
        } else {
            self.observe_return(t, negated);
        }
    }

    /// A number is used for something other than to compare, add and subtract, so that time which passes does not change
    /// what becomes of it.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_use(&mut self, t: usize, a: u64, b: u64) {
        if self.is_present(a) || self.is_present(b) {
            if !self.checks_overflow(t) {
                self.depend_on_clock_value(t);
            }
        } else if self.is_elapsed(a as i64) || self.is_elapsed(b as i64) {
            self.depend_on_elapsed(t);
        }
    }

    /// Nanoseconds per unit of an elapsed time, if a number is hardly anything else.
    fn unit_of_elapsed(&self, number: i64) -> Option<i64> {
        match self.assumed.differences.get(&number.saturating_abs()) {
            Some(&unit) if !is_round(number) => Some(unit),
            _ if self.is_late() && is_long(number as f64) => unit_of_long(number as f64),
            _ => None,
        }
    }

    pub(super) fn is_elapsed(&self, number: i64) -> bool {
        self.is_late() && is_long(number as f64)
            || !is_round(number) && self.assumed.differences.get(&number.saturating_abs()) == Some(&1)
    }

    /// Notes that the program computes with an elapsed time, so that constants which the result is compared with are not
    /// learned.
    pub(super) fn depend_on_elapsed(&mut self, t: usize) {
        let is_asked =
            self.settings.semantics.timeouts == Timeouts::Any && !self.checks_overflow(t) && !self.keeps_elapsed(t);
        if is_asked && self.reader(t) == Reader::Program {
            self.depend_on_value_of_clock(t, Dependence::ElapsedValue);
        }
    }

    /// Whether thread `t` is in a method that writes an elapsed time in another way.
    fn keeps_elapsed(&self, t: usize) -> bool {
        self.state.threads[t].frames.last().is_some_and(|frame| {
            let method = self.program.method(frame.method);
            values::keeps_elapsed(self.program.class_name(method.class), self.program.text(method.name))
        })
    }

    /// Whether thread `t` looks at a number to find out whether it was too large, which no clock shows.
    fn checks_overflow(&self, t: usize) -> bool {
        self.state.threads[t].frames.last().is_some_and(|frame| {
            let method = self.program.method(frame.method);
            values::checks_overflow(self.program.class_name(method.class), self.program.text(method.name))
        })
    }

    pub(crate) fn depend_on_clock_value(&mut self, t: usize) {
        if self.reader(t) != Reader::Program {
            return;
        }
        match self.depend_on_value_of_clock(t, Dependence::ClockValue) {
            TimeUse::Computed if self.assumed.moment_unobserved => self.refute(SearchAssumption::MomentUnobserved),
            // It has a moment in hand that it can do anything with.
            TimeUse::Kept => self.observe_time(),
            TimeUse::Computed | TimeUse::Shown => {}
        }
    }

    /// Whether a number is a time stamp, or one in seconds, which does not get older.
    fn is_present(&self, word: u64) -> bool {
        self.offset(word).is_some() || self.is_second(word)
    }
}
