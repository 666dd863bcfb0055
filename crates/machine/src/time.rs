//! Virtual time. A plain run has a clock that moves when every thread waits. While exploring there
//! is none: the present is always the same instant, and passing time makes *time stamps older*.
//!
//! A time stamp is a `long` near one of the two values that the clock gives ([`NANO_EPOCH`],
//! [`MILLI_EPOCH`]), the former also in milliseconds and microseconds, or a `java.time.Instant` near the latter; they are chosen such that
//! hardly anything else comes near them. So deadlines expire, intervals grow, and a loop with a time-out comes back to
//! the state it began in: what is left of the time that passed is only what the program kept.
//!
//! There is one clock for all threads. When time passes, all stamps lose as much, whoever holds them, and so do the
//! sleeps and waits of all threads. Time passes when a sleep or wait ends, by what is left of it, and where a clock is
//! read, by what the program can tell apart (`elapsed.rs`). That is enough: Java promises that a sleep or time-out does not
//! end early, never that anything happens in time, so that in any run everything but the reading of clocks can
//! happen as early as the ends of sleeps and waits allow, and the clocks still show what they did.
//!
//! As long as nobody compares time stamps ([`heddle_verdict::SearchAssumption::TimeUnobserved`]) nobody knows of the time
//! that others waited: then time passes for one thread, sleeping takes no step, and reading a clock is no choice.
//!
//! Sound for programs that use the clock for intervals only, never for the value itself. Stamps do not get older than
//! [`FOREVER`], and a time-out that is longer never fires. What passes is rounded up to whole milliseconds for stamps in
//! milliseconds.

use heddle_program::ClassKind;
use heddle_program::ir::ElementKind;

use crate::canonical::live_registers;
use crate::heap::{FRESH, HEADER, IMMUTABLE, PERM_END, Ref, SHARED};
use crate::linkage::StaticKind;
use crate::machine::Machine;
use crate::stepper::Passed;
use crate::thread::Status;
use crate::touch::Noted;

/// What `System.nanoTime` gives at the start of the program.
pub const NANO_EPOCH: i64 = 0x0abc << 48;
/// When the program starts: 2026-01-01T00:00:00Z, in milliseconds.
pub const MILLI_EPOCH: i64 = 1_767_225_600_000;
/// Nanoseconds, some 19 hours.
pub const FOREVER: i64 = 1 << 46;

/// Cells of the heap that are passed in the time of a backward jump, about.
const CELLS_PER_JUMP: u32 = 64;
const MILLI: i64 = 1_000_000;
const SECOND: i64 = 1_000_000_000;

/// What stamps are near to, and nanoseconds per unit.
const EPOCHS: [(i64, i64); 5] = [
    (NANO_EPOCH, 1),
    (MILLI_EPOCH, MILLI),
    (NANO_EPOCH / MILLI, MILLI),
    (NANO_EPOCH / 1_000, 1_000),
    // As `java.util.concurrent.DelayScheduler` counts.
    (i64::MIN + NANO_EPOCH, 1),
];

/// How far after the present a stamp is, in nanoseconds; `None` if the word is none.
#[inline]
pub(crate) fn offset(word: u64) -> Option<i64> {
    EPOCHS.into_iter().find_map(|(epoch, unit)| {
        let offset = (word as i64).wrapping_sub(epoch);
        (-FOREVER / unit..=FOREVER / unit).contains(&offset).then_some(offset * unit)
    })
}

/// Nanoseconds per unit of a stamp; `None` if the word is none.
pub(crate) fn unit_of(word: u64) -> Option<i64> {
    let near =
        |&(epoch, unit): &(i64, i64)| (word as i64).wrapping_sub(epoch).unsigned_abs() <= (FOREVER / unit) as u64;
    EPOCHS.into_iter().find(near).map(|(_, unit)| unit)
}

/// A stamp after `nanos`; `None` if the word is none.
#[inline]
fn aged(word: u64, nanos: i64) -> Option<u64> {
    EPOCHS.into_iter().find_map(|(epoch, unit)| {
        let (offset, range) = ((word as i64).wrapping_sub(epoch), FOREVER / unit);
        // At least one unit: otherwise short sleeps would never come to an end.
        let by = nanos.saturating_add(unit - 1) / unit;
        (-range..=range).contains(&offset).then(|| (epoch + (offset - by).max(-range)) as u64)
    })
}

/// Where a stamp stands in the heap.
#[derive(Clone, Copy)]
enum Spot {
    Static(u32),
    Cell(Ref, u32),
    /// An `Instant`, with the places of its seconds and of its nanoseconds.
    Instant(Ref, u32, u32),
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
            Status::Sleeping => !self.settings.exploring || self.state.threads[t].control.blocking.deadline < FOREVER,
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

    /// Time that has passed in the last step.
    pub fn passed(&self) -> &[Passed] {
        &self.stepper.passed
    }

    /// Whether time passes for all threads alike, because somebody could tell.
    pub fn shares_clock(&self) -> bool {
        !self.assumed.time_unobserved
    }

    /// Lets time pass: for all threads, or for one if nobody can tell.
    pub fn let_pass(&mut self, thread: usize, nanos: i64) {
        let everybody = self.shares_clock();
        if nanos <= 0 {
            return;
        }
        let at = self.outside_of_jdk(thread, |_| true);
        self.stepper.passed.push(Passed { nanos, at });
        if everybody {
            self.note_touch(Noted::Everything);
            for t in 0..self.state.threads.len() {
                if t != thread && self.waits_for_time(t) {
                    let control = self.control(t);
                    control.blocking.deadline = (control.blocking.deadline - nanos).max(0);
                }
            }
        }
        // Without a look at the clock there are no stamps.
        if !self.run.clock_was_read {
            return;
        }
        if !self.state.threads[0].control.late {
            self.control(0).late = true;
        }
        for t in 0..self.state.threads.len() {
            if t == thread || everybody {
                self.age_frames(t, nanos);
            }
        }
        let mut spots = Vec::new();
        self.stamps_in_heap((!everybody).then_some(thread), |spot, _| spots.push(spot));
        self.charge(spots.len() as u32 + (self.state.heap.path_top - PERM_END) / CELLS_PER_JUMP);
        spots.into_iter().for_each(|spot| self.age(spot, nanos));
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

    fn age(&mut self, spot: Spot, nanos: i64) {
        match spot {
            Spot::Static(cell) => {
                if let Some(older) = aged(self.state.heap.cell(cell), nanos) {
                    self.store_static(cell, older);
                }
            }
            Spot::Cell(object, place) => {
                if let Some(older) = aged(self.state.heap.cell(object + place), nanos) {
                    self.store(object, place, older);
                }
            }
            Spot::Instant(object, seconds, fraction) => {
                let older = (self.offset_of_instant(object, seconds, fraction) - nanos).max(-FOREVER);
                self.store(object, seconds, (MILLI_EPOCH / 1000 + older.div_euclid(SECOND)) as u64);
                self.store(object, fraction, older.rem_euclid(SECOND) as u64);
            }
        }
    }

    /// The stamps in the heap that a thread can come by, or all, each with how far after the present it is.
    fn stamps_in_heap(&self, thread: Option<usize>, mut visit: impl FnMut(Spot, i64)) {
        for &cell in &self.journal.dirty_statics {
            if let Some(offset) = offset(self.state.heap.cell(cell))
                && self.static_kind(cell) == StaticKind::Raw
            {
                visit(Spot::Static(cell), offset);
            }
        }
        for &(_, object) in &self.journal.dirty_objects {
            self.stamps_in(object, &mut visit);
        }
        let (mut object, end) = (PERM_END, self.state.heap.path_top);
        while object < end {
            let tag = self.state.heap.tag(object);
            if matches!(tag, SHARED | IMMUTABLE | FRESH) || thread.is_none_or(|thread| usize::from(tag) == thread + 1) {
                self.stamps_in(object, &mut visit);
            }
            object += HEADER + self.body_cells(object);
        }
    }

    fn stamps_in(&self, object: Ref, visit: &mut impl FnMut(Spot, i64)) {
        let class = self.linked_class(object);
        let cells = match class.kind {
            ClassKind::Array { kind: ElementKind::Long, .. } => self.state.heap.len(object),
            ClassKind::Array { .. } => 0,
            _ => class.layout.fields.len() as u32,
        };
        for place in HEADER..HEADER + cells {
            if let Some(offset) = offset(self.state.heap.cell(object + place)) {
                visit(Spot::Cell(object, place), offset);
            }
        }
        if cells == 2 && self.program.class_name(self.class_of(object)) == "java/time/Instant" {
            let place = |name| self.program.find_field(self.class_of(object), name);
            if let [Some(seconds), Some(fraction)] = ["seconds", "nanos"].map(place) {
                let [seconds, fraction] = [seconds, fraction].map(|field| HEADER + self.program.field(field).place);
                let offset = self.offset_of_instant(object, seconds, fraction);
                if offset.abs() <= FOREVER {
                    visit(Spot::Instant(object, seconds, fraction), offset);
                }
            }
        }
    }

    fn offset_of_instant(&self, object: Ref, seconds: u32, fraction: u32) -> i64 {
        let second = (self.state.heap.cell(object + seconds) as i64).saturating_sub(MILLI_EPOCH / 1000);
        let fraction = self.state.heap.cell(object + fraction) as i32;
        second.saturating_mul(SECOND).saturating_add(i64::from(fraction))
    }

    /// How far after the present the stamps are that a thread can come by: in its frames and, unless it looks at its own
    /// wait only, in the heap.
    pub(crate) fn stamps_of(&self, t: usize, also_in_heap: bool) -> Vec<i64> {
        let mut offsets = Vec::new();
        self.stamps_in_frames(t, &mut offsets);
        if also_in_heap {
            self.stamps_in_heap(Some(t), |_, offset| offsets.push(offset));
        }
        sorted(offsets)
    }

    /// The same for the stamps of all threads.
    pub(crate) fn stamps_of_all(&self) -> Vec<i64> {
        let mut offsets = Vec::new();
        (0..self.state.threads.len()).for_each(|t| self.stamps_in_frames(t, &mut offsets));
        self.stamps_in_heap(None, |_, offset| offsets.push(offset));
        sorted(offsets)
    }

    fn stamps_in_frames(&self, t: usize, offsets: &mut Vec<i64>) {
        for (index, frame) in self.state.threads[t].frames.iter().enumerate() {
            let registers = &self.state.threads[t].regs[frame.base as usize..];
            let live = live_registers(self, t, index).iter().filter(|register| !register.is_ref());
            offsets.extend(live.filter_map(|register| offset(registers[usize::from(register.reg())])));
        }
    }
}

fn sorted(mut offsets: Vec<i64>) -> Vec<i64> {
    offsets.sort_unstable();
    offsets.dedup();
    offsets
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
        assert_eq!(aged(oldest, FOREVER / 2), Some(oldest));
    }

    #[test]
    fn other_numbers_are_no_stamps() {
        for value in [0, 1, -1, i64::MAX, i64::MIN, 1_000_000_007, 0x5_deec_e66d] {
            assert_eq!(aged(word(value), 1000), None);
        }
    }
}
