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
//! Differences of `Instant`s are no differences of stamps. Where the thread can come by one, [`LONG`] may have
//! passed, a number that hardly anything but an elapsed time comes near.
//!
//! Not learned are constants that an elapsed time is compared with after it was made an `int`, or after other arithmetic
//! than changing its unit, and parts of a second that `Duration`s are compared with.

use heddle_jdk::synchronizers;
use heddle_program::Origin;
use heddle_program::ir::Reg;
use heddle_verdict::{SearchAssumption, Timeouts};

use crate::machine::Machine;
use crate::op::Op;
use crate::time::{FOREVER, Stamps, offset, unit_of};

/// The time that may have passed when the program looks at the clock and knows an `Instant`; some ten hours.
const LONG: i64 = FOREVER / 2;
/// How far from it, or from its double, a number may be that counts as an elapsed time.
const TOLERANCE: i64 = LONG / 8;
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
    /// The JDK, for whatever purpose.
    Library,
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
        let Stamps { offsets, instants } = self.stamps_of(t, reader != Reader::Wait);
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
        if reader == Reader::Program && instants {
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
        let (Some(unit), Some(a), Some(b)) = (unit_of(a), offset(a), offset(b)) else { return };
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
    pub(crate) fn observe_division(&mut self, _: usize, a: i64, b: i64) {
        let a = a.saturating_abs();
        if UNITS.contains(&b) && !is_round(a) && self.assumed.differences.get(&a) == Some(&1) {
            self.assumed.differences.insert(a / b, b);
        }
    }

    /// Two numbers are compared.
    #[cold]
    #[inline(never)]
    pub(crate) fn observe_comparison(&mut self, t: usize, a: Operand<i64>, b: Operand<i64>) {
        self.observe_difference(t, a.value as u64, b.value as u64);
        if offset(a.value as u64).is_some() || offset(b.value as u64).is_some() {
            return;
        }
        for (elapsed, limit) in [(a, b), (b, a)] {
            // Small numbers may be anything, so that a constant has to be one in the code.
            let unit = match self.assumed.differences.get(&elapsed.value.saturating_abs()) {
                Some(1) if !is_round(elapsed.value) => Some(1),
                Some(&unit) if self.is_constant(t, limit.register) => Some(unit),
                Some(_) => None,
                None => unit_of_long(elapsed.value as f64),
            };
            let Some(unit) = unit else { continue };
            let nanos = limit.value.saturating_abs().saturating_mul(unit);
            self.learn(t, nanos);
            // In a larger unit, what is below the next number is rounded down.
            if unit > 1 {
                self.learn(t, nanos.saturating_add(unit));
            }
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
        let before = &self.code(frame.method).ops[frame.pc.saturating_sub(4) as usize..frame.pc as usize];
        before.iter().any(|op| match *op {
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
            self.refute(SearchAssumption::NeverComparedWith { nanos });
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
            return Reader::Library;
        };
        match synchronizers::times_own_waits(class) {
            _ if is_user => Reader::Program,
            true if synchronizers::tells_time_left(class, method)
                && frames.next().is_some_and(|(is_user, ..)| is_user) =>
            {
                Reader::Program
            }
            true => Reader::Wait,
            false => Reader::Library,
        }
    }
}

/// Classes that compute for their callers.
fn is_arithmetic(class: &str) -> bool {
    class.starts_with("java/time/") || matches!(class, "java/lang/Long" | "java/lang/Math" | "java/lang/Double")
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
        }
    }
}
