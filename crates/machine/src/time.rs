//! Virtual time. A plain run has a clock that moves when every thread waits. While exploring there
//! is none: the present is always the same instant, and passing time makes *time stamps older*.
//!
//! A time stamp is a `long` near one of the two values that the clock gives ([`NANO_EPOCH`],
//! [`MILLI_EPOCH`]), or a `java.time.Instant` near the latter; both are chosen such that hardly
//! anything else comes near them. When a thread has slept or timed out, the stamps in its frames
//! and in the objects that it can reach, also the shared ones, lose that much. So deadlines expire,
//! intervals grow, and a loop with a time-out comes back to the state it began in: what is left of
//! the time that passed is only what the program kept.
//!
//! Sound for programs that use the clock for intervals only, never for the value itself. Each thread
//! knows of the time that it waited itself and, for shared stamps, of the time that others waited.
//! Stamps do not get older than [`FOREVER`], and a time-out that is longer never fires.

use heddle_program::ClassKind;
use heddle_program::ir::ElementKind;
use heddle_verdict::Timeouts;

use crate::heap::{FRESH, HEADER, IMMUTABLE, PERM_END, Ref, SHARED};
use crate::linkage::StaticKind;
use crate::machine::Machine;
use crate::thread::Status;

/// What `System.nanoTime` gives at the start of the program.
pub const NANO_EPOCH: i64 = 0x0abc << 48;
/// When the program starts: 2026-01-01T00:00:00Z, in milliseconds.
pub const MILLI_EPOCH: i64 = 1_767_225_600_000;
/// Nanoseconds, some 19 hours.
pub const FOREVER: i64 = 1 << 46;
/// The time that may have passed whenever the program looks at the clock.
pub const LONG: i64 = FOREVER / 2;

const MILLI: i64 = 1_000_000;

/// A stamp after `nanos`; `None` if the word is none.
#[inline]
fn aged(word: u64, nanos: i64) -> Option<u64> {
    let older = |epoch: i64, range: i64, by: i64| {
        let offset = (word as i64).wrapping_sub(epoch);
        (-range..=range).contains(&offset).then(|| (epoch + (offset - by).max(-range)) as u64)
    };
    older(NANO_EPOCH, FOREVER, nanos).or_else(|| older(MILLI_EPOCH, FOREVER / MILLI, millis(nanos)))
}

/// In whole milliseconds, at least one: otherwise short sleeps would never come to an end.
fn millis(nanos: i64) -> i64 {
    nanos.saturating_add(MILLI - 1) / MILLI
}

impl Machine<'_> {
    /// Nanoseconds since the program started: passes in plain runs only.
    pub fn now(&mut self) -> i64 {
        self.run.clock_was_read = true;
        if self.settings.exploring { 0 } else { self.run.clock }
    }

    /// When something that takes `nanos` ends, never if that is 0. While exploring: how long it takes.
    pub(crate) fn deadline(&self, nanos: i64) -> i64 {
        match nanos {
            ..=0 => i64::MAX,
            nanos if self.settings.exploring => nanos,
            nanos => self.run.clock.saturating_add(nanos),
        }
    }

    /// Whether something that takes `nanos` ends by itself.
    pub(crate) fn ends(&self, nanos: i64) -> bool {
        nanos > 0 && !(self.settings.exploring && nanos >= FOREVER)
    }

    /// Whether a thread goes on by itself when its time is up.
    pub(crate) fn waits_for_time(&self, t: usize) -> bool {
        match self.state.threads[t].control.status {
            Status::Waiting { timed, .. } | Status::Parked { timed } => timed,
            Status::Sleeping => self.ends(self.state.threads[t].control.blocking.deadline),
            _ => false,
        }
    }

    /// A blocked thread's time is up.
    pub(crate) fn time_out(&mut self, thread: usize) {
        if self.settings.exploring && self.waits_for_time(thread) {
            self.let_pass(thread, self.state.threads[thread].control.blocking.deadline);
        }
        self.go_on(thread);
    }

    /// Lets time pass for a thread; for all of them if time-outs fire in the order of their ends.
    pub fn let_pass(&mut self, thread: usize, nanos: i64) {
        let everybody = self.settings.semantics.timeouts == Timeouts::Last;
        if everybody {
            for t in 0..self.state.threads.len() {
                if t != thread && self.waits_for_time(t) {
                    let control = self.control(t);
                    control.blocking.deadline = (control.blocking.deadline - nanos).max(0);
                }
            }
        }
        // Without a look at the clock there are no stamps.
        if !self.run.clock_was_read || nanos <= 0 {
            return;
        }
        for t in 0..self.state.threads.len() {
            if t == thread || everybody {
                self.age_frames(t, nanos);
            }
        }
        self.age_statics(nanos);
        for at in 0..self.journal.dirty_objects.len() {
            let (_, object) = self.journal.dirty_objects[at];
            self.age_object(object, nanos);
        }
        let (mut object, end) = (PERM_END, self.state.heap.path_top);
        while object < end {
            let tag = self.state.heap.tag(object);
            let own = matches!(tag, SHARED | IMMUTABLE | FRESH) || usize::from(tag) == thread + 1;
            if own || everybody {
                self.age_object(object, nanos);
            }
            object += HEADER + self.body_cells(object);
        }
    }

    fn age_frames(&mut self, t: usize, nanos: i64) {
        let end = self.state.threads[t].frames.last().map_or(0, |frame| {
            let registers = usize::from(self.code(frame.method).shared.registers);
            (frame.base as usize + registers).min(self.state.threads[t].regs.len())
        });
        for register in 0..end {
            if let Some(older) = aged(self.state.threads[t].regs[register], nanos) {
                self.save_frames_to(t, register);
                self.state.threads[t].regs[register] = older;
                self.state.threads[t].part.valid = false;
            }
        }
    }

    /// Journals a thread's frames from the top down to the one that has a register.
    fn save_frames_to(&mut self, t: usize, register: usize) {
        let index = self.state.threads[t].frames.iter().rposition(|frame| frame.base as usize <= register).unwrap_or(0);
        if t == self.stepper.current {
            while self.stepper.low_water > index {
                self.save_frame(t, self.stepper.low_water - 1);
            }
        } else {
            self.save_stack_of_other(t, index);
        }
    }

    fn age_statics(&mut self, nanos: i64) {
        for at in 0..self.journal.dirty_statics.len() {
            let cell = self.journal.dirty_statics[at];
            let raw = self.static_kind(cell) == StaticKind::Raw;
            if let Some(older) = aged(self.state.heap.cell(cell), nanos).filter(|_| raw) {
                self.store_static(cell, older);
            }
        }
    }

    fn age_object(&mut self, object: Ref, nanos: i64) {
        let class = self.linked_class(object);
        let cells = match class.kind {
            ClassKind::Array { kind: ElementKind::Long, .. } => self.state.heap.len(object),
            ClassKind::Array { .. } => 0,
            _ => class.layout.fields.len() as u32,
        };
        for place in HEADER..HEADER + cells {
            if let Some(older) = aged(self.state.heap.cell(object + place), nanos) {
                self.store(object, place, older);
            }
        }
        if cells == 2 && self.program.class_name(self.class_of(object)) == "java/time/Instant" {
            self.age_instant(object, nanos);
        }
    }

    fn age_instant(&mut self, object: Ref, nanos: i64) {
        let class = self.class_of(object);
        let places = ["seconds", "nanos"].map(|name| self.place(class, name));
        let [Some(seconds), Some(fraction)] =
            places.map(|field| field.map(|field| HEADER + self.program.field(field).place))
        else {
            return;
        };
        let second = self.state.heap.cell(object + seconds) as i64 - MILLI_EPOCH / 1000;
        if second.abs() > FOREVER / 1_000_000_000 {
            return;
        }
        let offset = second * 1_000_000_000 + i64::from(self.state.heap.cell(object + fraction) as i32);
        let older = (offset - nanos).max(-FOREVER);
        self.store(object, seconds, (MILLI_EPOCH / 1000 + older.div_euclid(1_000_000_000)) as u64);
        self.store(object, fraction, older.rem_euclid(1_000_000_000) as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(value: i64) -> u64 {
        value as u64
    }

    #[test]
    fn passing_time_makes_stamps_older() {
        assert_eq!(aged(word(NANO_EPOCH + 500), 200), Some(word(NANO_EPOCH + 300)));
        assert_eq!(aged(word(NANO_EPOCH), 200), Some(word(NANO_EPOCH - 200)));
        assert_eq!(aged(word(MILLI_EPOCH + 10), 3 * MILLI), Some(word(MILLI_EPOCH + 7)));
    }

    #[test]
    fn short_times_count_as_a_millisecond_for_stamps_in_milliseconds() {
        assert_eq!(aged(word(MILLI_EPOCH), 1), Some(word(MILLI_EPOCH - 1)));
    }

    #[test]
    fn very_old_stamps_stay_as_they_are() {
        let oldest = word(NANO_EPOCH - FOREVER);
        assert_eq!(aged(word(NANO_EPOCH), i64::MAX - NANO_EPOCH), Some(oldest));
        assert_eq!(aged(oldest, LONG), Some(oldest));
    }

    #[test]
    fn other_numbers_are_no_stamps() {
        for value in [0, 1, -1, i64::MAX, i64::MIN, 1_000_000_007, 0x5_deec_e66d] {
            assert_eq!(aged(word(value), 1000), None);
        }
    }
}
