//! How much time passes where a clock is read, and what the program does with it.
//!
//! Any time may pass between two readings of the clock, but a program can only tell apart what it compares. What a
//! reading can be compared with are the stamps that the thread can come by, so time passes up to each of them and a
//! little beyond; also with those stamps put off by every constant that an elapsed time was compared with so far. Such
//! constants are learned: the differences of stamps are kept, and where the program compares one of them, also in
//! another unit, the other operand is a constant ([`SearchAssumption::NeverComparedWith`]). Deadlines that are set one after
//! the other may come in another order if time passes between, so the distances of those that were set without time
//! passing are learned too ([`SearchAssumption::NeverApartBy`]). Then the search begins again.
//!
//! A program may also compute with elapsed times, and differences of `Instant`s are no differences of stamps. So [`LONG`]
//! may have passed wherever the program reads a clock, a number that hardly anything but an elapsed time comes near: what
//! is compared with it, or with something near it, is learned as well, in every unit, whatever its type.
//!
//! Not learned are constants that an elapsed time is compared with after arithmetic that changes its size, such as shifts,
//! remainders and texts, and parts of a second that `Duration`s are compared with.
//!
//! What a program computes from a stamp in any other way, say its second, does not change when time passes. So that is noted
//! ([`Dependence::ClockValue`]), and the search is incomplete; unless it is a text, which programs only print.

use heddle_jdk::synchronizers;
use heddle_program::Origin;
use heddle_program::ir::{Reg, Switch};
use heddle_verdict::{SearchAssumption, Timeouts};

use crate::dependence::Dependence;
use crate::machine::Machine;
use crate::op::Op;
use crate::time::{FOREVER, MILLI_EPOCH, offset, unit_of};

/// The time that may have passed whenever the program looks at the clock, whatever it does with the difference; some
/// nine hours. In each unit, also as an `int`, it is a large number without a meaning of its own.
const LONG: i64 = 30_967_614_239_123;
/// How far from it, or from its double, a number may be that counts as an elapsed time.
const TOLERANCE: i64 = LONG / 8;
/// The same of an `int`, which more often is near by chance.
const INT_TOLERANCE: i64 = LONG / 64;
/// How much a program is thought to add to a time that it compares then.
const MOST_ADDED: i64 = 16;
/// So many constants are learned at most, since numbers that are no elapsed times may be near one. A search that meets
/// more is incomplete.
pub const MOST_LEARNED: usize = 64;
/// Nanoseconds beyond a moment that is told apart. Programs seldom use the number for anything else.
const LITTLE: i64 = 17;
/// Nanoseconds per unit that programs compare times in.
const UNITS: [i64; 4] = [1, 1_000, 1_000_000, 1_000_000_000];

/// A number that is compared, and the register that has it.
#[derive(Clone, Copy)]
pub(crate) struct Operand<T> {
    pub value: T,
    pub register: Reg,
}

/// Whoever reads a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reader {
    Program,
    /// A scheduler that wants to know which tasks are due.
    Tasks,
    /// A wait that wants to know how much of it is left.
    Wait,
}

impl Machine<'_> {
    /// Whether reading the clock is an action of its own for thread `t`, which is about to.
    pub fn notices_time(&self, t: usize) -> bool {
        self.settings.exploring
            && self.shares_clock()
            && self.settings.semantics.timeouts == Timeouts::Any
            && (self.reader(t) != Reader::Wait || self.delays(t).len() > 1)
    }

    /// How much time may pass before thread `t` reads the clock; none comes first.
    pub fn delays(&self, t: usize) -> Vec<i64> {
        let reader = self.reader(t);
        let offsets = match reader {
            // The program may compare with a stamp that only another thread knows as yet.
            Reader::Program => self.stamps_of_all(),
            Reader::Tasks => self.stamps_of(t, true),
            Reader::Wait => self.stamps_of(t, false),
        };
        let Some(&oldest) = offsets.iter().min() else { return vec![0] };
        let mut delays = Vec::new();
        for &stamp in &offsets {
            delays.push(stamp);
            let is_deadline = stamp > 0;
            delays.extend(
                self.assumed.compared.iter().map(|nanos| if is_deadline { stamp - nanos } else { stamp + nanos }),
            );
        }
        if reader != Reader::Wait {
            delays.extend(&self.assumed.apart);
        }
        delays.retain(|&delay| delay >= 0);
        delays.extend(delays.clone().into_iter().map(|delay| delay + LITTLE));
        if reader == Reader::Program {
            delays.push(LONG);
        }
        // Where stamps got too old to tell them apart, time would seem to have gone back.
        delays.retain(|&delay| delay > 0 && oldest - delay >= -FOREVER);
        delays.push(0);
        delays.sort_unstable();
        delays.dedup();
        delays
    }

    /// Lets the time pass that was chosen for this reading of the clock.
    pub fn let_chosen_time_pass(&mut self) {
        let t = self.stepper.current;
        if self.settings.exploring && self.reader(t) == Reader::Program {
            self.depend(Dependence::Clock);
        }
        if self.notices_time(t)
            && let Some(&delay) = self.delays(t).get(self.stepper.alternative as usize)
        {
            self.let_pass(t, delay);
        }
    }

    /// The program has a time stamp that it can do anything with.
    pub fn give_out_time(&mut self) {
        if self.settings.exploring && self.reader(self.stepper.current) == Reader::Program {
            self.observe_time();
        }
    }

    fn observe_time(&mut self) {
        if self.assumed.time_unobserved {
            self.refute(SearchAssumption::TimeUnobserved);
        }
    }

    /// Two numbers are subtracted.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_difference(&mut self, t: usize, a: u64, b: u64) {
        let (Some(unit), Some(a), Some(b)) = (unit_of(a), offset(a), offset(b)) else {
            // The time since a moment that the program names, or between moments in seconds.
            let is_left = offset(a.wrapping_sub(b)).is_some() || is_small(a) || is_small(b);
            if (is_present(a) || is_present(b)) && !is_left || is_second(a) && is_second(b) {
                self.depend_on_clock_value(t);
            }
            return;
        };
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
        if is_present(a as u64) && offset((a / b) as u64).is_none() {
            self.depend_on_clock_value(t);
        }
        let a = a.saturating_abs();
        if UNITS.contains(&b) && !is_round(a) && self.assumed.differences.get(&a) == Some(&1) {
            self.assumed.differences.insert(a / b, b);
        }
    }

    /// A number is used for something other than to compare, add and subtract, so that time which passes does not change
    /// what becomes of it.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_use(&mut self, t: usize, a: u64, b: u64) {
        if is_present(a) || is_present(b) {
            self.depend_on_clock_value(t);
        }
    }

    fn depend_on_clock_value(&mut self, t: usize) {
        if self.settings.semantics.timeouts == Timeouts::Any && self.reader(t) == Reader::Program {
            self.depend_on_value_of_clock(t);
        }
    }

    /// Two numbers are compared.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_comparison(&mut self, t: usize, a: Operand<i64>, b: Operand<i64>) {
        if is_second(a.value as u64) && is_second(b.value as u64) {
            self.depend_on_clock_value(t);
        }
        self.observe_difference(t, a.value as u64, b.value as u64);
        if offset(a.value as u64).is_some() || offset(b.value as u64).is_some() {
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
                self.learn_limit(t, limit.value, unit);
                // Something was added to the time.
                let added = elapsed.value.saturating_abs() - LONG / unit;
                if added != 0 && added.abs() <= MOST_ADDED {
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
            if let Some(unit) = unit_of_long_int(elapsed) {
                self.learn_limit(t, i64::from(limit), unit);
            }
        }
    }

    /// An `int` is compared with the cases of a switch.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_switch(&mut self, t: usize, value: i32, table: &Switch) {
        if unit_of_long_int(value).is_some() {
            table.cases().into_iter().for_each(|case| self.observe_ints(t, value, case));
        }
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

    fn learn(&mut self, t: usize, nanos: i64) {
        // Two elapsed times are compared without a constant.
        let is_elapsed = !is_round(nanos) && self.assumed.differences.contains_key(&nanos);
        let useful = (1..FOREVER).contains(&nanos) && !is_elapsed && !self.assumed.compared.contains(&nanos);
        if useful
            && self.shares_clock()
            && self.settings.semantics.timeouts == Timeouts::Any
            && self.reader(t) == Reader::Program
        {
            if self.assumed.compared.len() < MOST_LEARNED {
                self.refute(SearchAssumption::NeverComparedWith { nanos });
            } else {
                self.linkage.dependences.constants_left_out = true;
            }
        }
    }

    /// On whose behalf thread `t` reads the clock or looks at what it gave.
    fn reader(&self, t: usize) -> Reader {
        let mut frames = self.state.threads[t].frames.iter().rev().map(|frame| {
            let method = self.program.method(frame.method);
            let class = self.program.class(method.class);
            (class.origin == Origin::User, self.program.text(class.name), self.program.text(method.name))
        });
        let Some((is_user, class, method)) = frames.find(|&(_, class, _)| !is_arithmetic(class)) else {
            return Reader::Program;
        };
        match synchronizers::times_own_waits(class) {
            _ if is_user => Reader::Program,
            true if synchronizers::tells_time_left(class, method)
                && frames.next().is_some_and(|(is_user, ..)| is_user) =>
            {
                Reader::Program
            }
            true => Reader::Wait,
            false if synchronizers::times_own_tasks(class) => Reader::Tasks,
            // Whatever else reads a clock may hand out what it shows.
            false => Reader::Program,
        }
    }
}

/// Classes that compute for their callers.
fn is_arithmetic(class: &str) -> bool {
    class.starts_with("java/time/") || matches!(class, "java/lang/Long" | "java/lang/Math" | "java/lang/Double")
}

/// Whether a number is a time stamp, or one in seconds, which does not get older.
fn is_present(word: u64) -> bool {
    offset(word).is_some() || is_second(word)
}

/// Whether a number is near the present in seconds.
fn is_second(word: u64) -> bool {
    (word as i64).wrapping_sub(MILLI_EPOCH / 1_000).unsigned_abs() <= (FOREVER / UNITS[3]) as u64
}

/// Whether a number is less than a day in nanoseconds, so that it is rather a time than a moment.
fn is_small(word: u64) -> bool {
    (word as i64).unsigned_abs() <= FOREVER as u64 && !is_present(word)
}

/// Programs compare with whole microseconds.
fn is_round(nanos: i64) -> bool {
    nanos % 1_000 == 0
}

/// Nanoseconds per unit in which a number is [`LONG`] or its double, more or less.
fn unit_of_long(number: f64) -> Option<i64> {
    UNITS.into_iter().find(|&unit| {
        let nanos = number.abs() * unit as f64;
        [LONG, 2 * LONG].into_iter().any(|long| (nanos - long as f64).abs() <= TOLERANCE as f64)
    })
}

/// The same of an `int`: milliseconds or seconds.
fn unit_of_long_int(number: i32) -> Option<i64> {
    let number = i64::from(number).abs();
    // Nearly all numbers are smaller.
    if number < (LONG - INT_TOLERANCE) / UNITS[3] {
        return None;
    }
    UNITS[2..].iter().copied().find(|&unit| {
        [LONG, 2 * LONG].into_iter().any(|long| (number.saturating_mul(unit) - long).abs() <= INT_TOLERANCE)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_time_is_known_in_every_unit() {
        for unit in UNITS {
            assert_eq!(unit_of_long((LONG / unit) as f64), Some(unit));
            assert_eq!(unit_of_long(-((2 * LONG - 5_000_000_000) / unit) as f64), Some(unit));
        }
    }

    #[test]
    fn usual_numbers_are_no_long_times() {
        for number in [0, 1, 100, 1_000, 10_000, 1_000_000, 5_000_000_000, i64::MAX] {
            assert_eq!(unit_of_long(number as f64), None);
            assert_eq!(unit_of_long_int(number as i32), None);
        }
    }

    #[test]
    fn a_long_time_is_known_as_an_int() {
        assert_eq!(unit_of_long_int((LONG / 1_000_000) as i32 + 1), Some(1_000_000));
        assert_eq!(unit_of_long_int(-((LONG / 1_000_000_000) as i32)), Some(1_000_000_000));
        // In smaller units it does not fit, but what is left is far from the limits that programs have.
        assert!(LONG as i32 > 900_000_000 && (LONG / 1_000) as i32 > 900_000_000);
    }
}
