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
//! Not learned are constants that an elapsed time is compared with after arithmetic that changes its size, other than by a
//! division, such as products, shifts and remainders. Where the program does such a thing the search is incomplete
//! ([`Dependence::ElapsedValue`]); unless it makes a text, which programs only print, or an index.
//!
//! What a program computes from a stamp in any other way, say its second, does not change when a stamp gets older. So the
//! search begins again with a clock that shows moments ([`SearchAssumption::MomentUnobserved`]). Of these, one beginning is
//! tried ([`Dependence::ClockValue`]), and the search is incomplete; unless it is a text, which programs only print.

use heddle_jdk::{synchronizers, values};
use heddle_program::Origin;
use heddle_program::ir::{Reg, Switch};
use heddle_verdict::{SearchAssumption, Timeouts};

use crate::dependence::{Dependence, TimeUse};
use crate::heap::{HEADER, Ref};
use crate::machine::Machine;
use crate::op::Op;
use crate::thread::Frame;
use crate::time::{FOREVER, NEVER, Stamp};

/// The time that may have passed whenever the program looks at the clock, whatever it does with the difference; some
/// nine hours. In each unit, also as an `int`, it is a large number without a meaning of its own.
const LONG: i64 = 30_967_614_239_123;
/// How far from it, or from its double, a number may be that counts as an elapsed time.
const TOLERANCE: i64 = LONG / 8;
/// The same of an `int`, which more often is near by chance.
const INT_TOLERANCE: i64 = LONG / 64;
/// How much a program is thought to add to a time that it compares then.
const MOST_ADDED: i64 = 16;
/// So many constants are learned at most, since numbers that are no elapsed times may be near one, and since elapsed times that are
/// compared with each other, as for the longest one so far, make new constants without end. Each of them multiplies the times that
/// may have passed. A search that meets more is incomplete.
pub const MOST_LEARNED: usize = 32;
/// So many are learned before a number that is none of the code's is asked whether it is made of them.
const MANY_LEARNED: usize = 4;
/// Nanoseconds beyond a moment that is told apart. Programs seldom use the number for anything else.
const LITTLE: i64 = 17;
/// Constants near [`LONG`] are whole minutes.
const MINUTE: i64 = 60_000_000_000;
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
        let oldest = match offsets.iter().min() {
            Some(&oldest) => oldest,
            None if self.assumed.moment_unobserved => return vec![0],
            None => 0,
        };
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
            // Deadlines that are set from now on come so much later than those that there are.
            if !self.is_late() {
                delays.extend(&self.assumed.compared);
            }
        }
        delays.retain(|&delay| delay >= 0);
        delays.extend(delays.clone().into_iter().map(|delay| delay + LITTLE));
        if reader == Reader::Program {
            delays.push(LONG);
        } else {
            delays.retain(|&delay| delay < NEVER);
        }
        // Where stamps got too old to tell them apart, time would seem to have gone back.
        let is_enough =
            |delay: i64| oldest - delay >= -NEVER || offsets.iter().any(|&stamp| stamp > 0 && stamp >= delay);
        delays.retain(|&delay| delay > 0 && is_enough(delay) && oldest - delay >= -FOREVER);
        delays.retain(|&delay| self.clock() + delay <= FOREVER);
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
    fn observe_interval(&mut self, t: usize, a: Stamp, b: Stamp) {
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

    /// Nanoseconds per unit of an elapsed time, if a number is hardly anything else.
    fn unit_of_elapsed(&self, number: i64) -> Option<i64> {
        match self.assumed.differences.get(&number.saturating_abs()) {
            Some(&unit) if !is_round(number) => Some(unit),
            _ if self.is_late() && is_long(number as f64) => unit_of_long(number as f64),
            _ => None,
        }
    }

    /// Whether time has passed, so that a long one may have.
    fn is_late(&self) -> bool {
        self.state.threads[0].control.late
    }

    fn is_elapsed(&self, number: i64) -> bool {
        self.is_late() && is_long(number as f64)
            || !is_round(number) && self.assumed.differences.get(&number.saturating_abs()) == Some(&1)
    }

    /// Notes that the program computes with an elapsed time, so that constants which the result is compared with are not
    /// learned.
    fn depend_on_elapsed(&mut self, t: usize) {
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

    /// Whether thread `t` is in a method that writes an elapsed time in another unit.
    fn converts_elapsed(&self, t: usize) -> bool {
        self.state.threads[t].frames.last().is_some_and(|frame| {
            let method = self.program.method(frame.method);
            values::converts_elapsed(self.program.class_name(method.class), self.program.text(method.name))
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

    fn learn(&mut self, t: usize, nanos: i64) {
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

    /// Whether a number is a time stamp, or one in seconds, which does not get older.
    fn is_present(&self, word: u64) -> bool {
        self.offset(word).is_some() || self.is_second(word)
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

/// Whether a number is so large, in any unit, that what comes this much later never comes.
fn is_never(word: u64) -> bool {
    let number = word as i64;
    number.unsigned_abs() >= i64::MAX as u64 / 4 && number != i64::MIN
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

/// Whether a number is [`LONG`] or its double in some unit, or a few minutes more, and hardly anything else.
fn is_long(number: f64) -> bool {
    UNITS.into_iter().any(|unit| {
        let nanos = number.abs() * unit as f64;
        [LONG, 2 * LONG].into_iter().any(|long| (nanos - long as f64).abs() <= INT_TOLERANCE as f64)
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
