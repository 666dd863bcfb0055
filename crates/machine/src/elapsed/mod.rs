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

mod compare;
mod long;
mod observe;

use heddle_jdk::synchronizers;
use heddle_program::Origin;
use heddle_verdict::{SearchAssumption, Timeouts};

use crate::dependence::Dependence;
use crate::machine::Machine;
use crate::time::{FOREVER, NEVER};
pub use compare::MOST_LEARNED;
pub(crate) use compare::Operand;
use long::LONG;

/// Nanoseconds beyond a moment that is told apart. Programs seldom use the number for anything else.
const LITTLE: i64 = 17;

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

    /// Whether time has passed, so that a long one may have.
    fn is_late(&self) -> bool {
        self.state.threads[0].control.late
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
