//! Virtual time. A plain run has a clock that moves when every thread waits. While exploring there
//! is none at first: the present is always the same instant, and passing time makes *time stamps older*.
//!
//! A time stamp is a `long` near one of the two values that the clock gives ([`NANO_EPOCH`],
//! [`MILLI_EPOCH`]), in nanoseconds, microseconds or milliseconds, or a `java.time.Instant` near the latter; they are chosen such that
//! hardly anything else comes near them. So deadlines expire, intervals grow, and a loop with a time-out comes back to
//! the state it began in: what is left of the time that passed is only what the program kept.
//!
//! There is one clock for all threads. When time passes, all stamps lose as much, whoever holds them, and so do the
//! sleeps and waits of all threads. Time passes when a sleep or wait ends, by what is left of it, and where a clock is
//! read, by what the program can tell apart (`elapsed/`). That is enough: Java promises that a sleep or time-out does not
//! end early, never that anything happens in time, so that in any run everything but the reading of clocks can
//! happen as early as the ends of sleeps and waits allow, and the clocks still show what they did.
//!
//! As long as nobody compares time stamps ([`heddle_verdict::SearchAssumption::TimeUnobserved`]) nobody knows of the time
//! that others waited: then time passes for one thread, sleeping takes no step, and reading a clock is no choice.
//!
//! That is right for programs that use the clock for intervals only. Where one computes something else from a stamp, say its
//! second ([`heddle_verdict::SearchAssumption::MomentUnobserved`]), the search begins again with a clock that is part of the
//! state: then time that passes moves the present, and stamps stay as they are. Such a search has many states, and explores
//! one beginning of all that there are, so that it proves nothing; but what it finds, a virtual machine can do. The second of a
//! moment is no stamp, so that one that is kept while time passes has the same effect.
//!
//! Without that clock stamps do not get older than [`FOREVER`]. Time-outs that are longer than `NEVER` do not fire. What passes is
//! rounded up to whole milliseconds for stamps of the wall clock and others in milliseconds.

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
/// Stamps do not get older than so many nanoseconds, more than six days.
pub const FOREVER: i64 = 1 << 49;
/// A sleep or time-out of so many nanoseconds, some 19 hours, never ends: a day is what programs say forever by.
pub(crate) const NEVER: i64 = 1 << 46;

/// Cells of the heap that are passed in the time of a backward jump, about.
const CELLS_PER_JUMP: u32 = 64;
const MILLI: i64 = 1_000_000;
const SECOND: i64 = 1_000_000_000;

/// What stamps are near to.
struct Epoch {
    at: i64,
    /// Nanoseconds per unit.
    unit: i64,
    /// Stamps change by so many nanoseconds at least: those that were made from milliseconds move with them.
    grain: i64,
}

const EPOCHS: [Epoch; 7] = [
    Epoch { at: NANO_EPOCH, unit: 1, grain: 1 },
    Epoch { at: MILLI_EPOCH, unit: MILLI, grain: MILLI },
    Epoch { at: NANO_EPOCH / MILLI, unit: MILLI, grain: MILLI },
    Epoch { at: NANO_EPOCH / 1_000, unit: 1_000, grain: 1_000 },
    Epoch { at: MILLI_EPOCH * MILLI, unit: 1, grain: MILLI },
    Epoch { at: MILLI_EPOCH * 1_000, unit: 1_000, grain: MILLI },
    // As `java.util.concurrent.DelayScheduler` counts.
    Epoch { at: i64::MIN + NANO_EPOCH, unit: 1, grain: 1 },
];

/// A time stamp.
#[derive(Clone, Copy)]
pub(crate) struct Stamp {
    /// How far after the present it is, in nanoseconds.
    pub offset: i64,
    epoch: &'static Epoch,
}

impl Stamp {
    /// `None` if the word is none.
    #[inline]
    fn of(word: u64, clock: i64) -> Option<Self> {
        EPOCHS.iter().find_map(|epoch| {
            let units = (word as i64).wrapping_sub(epoch.at).wrapping_sub(clock / epoch.unit);
            let is_near = units.unsigned_abs() <= (FOREVER / epoch.unit) as u64;
            is_near.then(|| Self { offset: units * epoch.unit, epoch })
        })
    }

    /// Nanoseconds per unit of it.
    pub fn unit(self) -> i64 {
        self.epoch.unit
    }

    /// Whether a number is so small, or so large, that it is no moment, or one that never comes.
    pub fn is_beyond(self, number: i64) -> bool {
        number.unsigned_abs() <= (FOREVER / self.epoch.unit) as u64 || number.unsigned_abs() >= i64::MAX as u64 / 4
    }

    /// Whether the difference of two is an elapsed time.
    pub fn is_like(self, other: Self) -> bool {
        self.epoch.at == other.epoch.at
    }

    /// Whether two get older by the same steps, so that one that was made from the other stays so.
    pub fn ages_like(self, other: Self) -> bool {
        self.epoch.grain == other.epoch.grain
    }
}

/// A stamp after `nanos`; `None` if the word is none.
#[inline]
fn aged(word: u64, nanos: i64) -> Option<u64> {
    Stamp::of(word, 0).map(|Stamp { offset, epoch }| {
        // At least one step: otherwise short sleeps would never come to an end.
        let by = (nanos.saturating_add(epoch.grain - 1) / epoch.grain).saturating_mul(epoch.grain) / epoch.unit;
        (epoch.at + (offset / epoch.unit - by).max(-FOREVER / epoch.unit)) as u64
    })
}

/// Where a stamp stands in the heap.
#[derive(Clone, Copy)]
enum Spot {
    Static(u32),
    Cell(Ref, u32),
    /// An `Instant`, with the places of its seconds and of its nanoseconds.
    Instant(Ref, u32, u32),
    /// The second of a moment, which does not get older.
    Second,
}

impl Machine<'_> {
    /// Nanoseconds since the program started: passes in plain runs only.
    pub fn now(&mut self) -> i64 {
        self.run.clock_was_read = true;
        if self.settings.exploring { self.clock() } else { self.run.clock }
    }

    /// Nanoseconds since the program began, while exploring and if somebody can tell.
    pub fn clock(&self) -> i64 {
        self.state.threads.first().map_or(0, |thread| thread.control.clock)
    }

    /// The time stamp that a word is, if it is one.
    pub(crate) fn stamp(&self, word: u64) -> Option<Stamp> {
        Stamp::of(word, self.clock())
    }

    /// How far after the present a stamp is, in nanoseconds; `None` if the word is none.
    pub(crate) fn offset(&self, word: u64) -> Option<i64> {
        self.stamp(word).map(|stamp| stamp.offset)
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
        nanos > 0 && !(self.settings.exploring && nanos >= NEVER)
    }

    /// Whether a thread goes on by itself when its time is up.
    pub(crate) fn waits_for_time(&self, t: usize) -> bool {
        match self.state.threads[t].control.status {
            Status::Waiting { timed, .. } | Status::Parked { timed } => timed,
            Status::Sleeping => !self.settings.exploring || self.state.threads[t].control.blocking.deadline < NEVER,
            _ => false,
        }
    }

    /// A blocked thread's time is up.
    pub(crate) fn time_out(&mut self, thread: usize) {
        self.linkage.dependences.timed_out |= self.settings.exploring;
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
        if !self.assumed.moment_unobserved {
            let first = self.control(0);
            first.clock = first.clock.saturating_add(nanos);
        }
        // Without a look at the clock there are no stamps.
        if !self.run.clock_was_read {
            return;
        }
        if !self.state.threads[0].control.late {
            self.control(0).late = true;
        }
        if !self.assumed.moment_unobserved {
            return;
        }
        for t in 0..self.state.threads.len() {
            if t == thread || everybody {
                self.age_frames(t, nanos);
            }
        }
        let mut spots = Vec::new();
        self.stamps_in_heap((!everybody).then_some(thread), |spot, _| spots.push(spot));
        self.charge(spots.len() as u32 + (self.state.heap.path_top - PERM_END) / CELLS_PER_JUMP);
        for spot in spots {
            match spot {
                Spot::Second => self.depend_on_clock_value(thread),
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
                    // Milliseconds that are made of it have to stay those that were.
                    let nanos = nanos.saturating_add(MILLI - 1) / MILLI * MILLI;
                    let older = (self.offset_of_instant(object, seconds, fraction) - nanos).max(-FOREVER);
                    self.store(object, seconds, (MILLI_EPOCH / 1000 + older.div_euclid(SECOND)) as u64);
                    self.store(object, fraction, older.rem_euclid(SECOND) as u64);
                }
            }
        }
    }

    fn age_frames(&mut self, t: usize, nanos: i64) {
        let end = self.state.threads[t].frames.last().map_or(0, |frame| {
            let registers = usize::from(self.code(frame.method).shared.registers);
            (frame.base as usize + registers).min(self.state.threads[t].regs.len())
        });
        let mut has_second = false;
        self.numbers_in_frames(t, |number| has_second |= self.is_second(number));
        if has_second {
            self.depend_on_clock_value(t);
        }
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

    /// The stamps in the heap that a thread can come by, or all, each with how far after the present it is. Seconds of
    /// moments are among them, without that.
    fn stamps_in_heap(&self, thread: Option<usize>, mut visit: impl FnMut(Spot, Option<i64>)) {
        for &cell in &self.journal.dirty_statics {
            let number = self.state.heap.cell(cell);
            if let Some(spot) = self.spot(number, Spot::Static(cell))
                && self.static_kind(cell) == StaticKind::Raw
            {
                visit(spot, self.offset(number));
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

    fn stamps_in(&self, object: Ref, visit: &mut impl FnMut(Spot, Option<i64>)) {
        let class = self.linked_class(object);
        let mut look = |slot: u32| {
            let number = self.state.heap.cell(object + HEADER + slot);
            if let Some(spot) = self.spot(number, Spot::Cell(object, HEADER + slot)) {
                visit(spot, self.offset(number));
            }
        };
        match class.kind {
            ClassKind::Array { kind: ElementKind::Long, .. } => (0..self.state.heap.len(object)).for_each(look),
            ClassKind::Array { .. } => {}
            _ if class.layout.longs.len() == 1
                && class.layout.fields.len() == 2
                && self.program.class_name(self.class_of(object)) == "java/time/Instant" =>
            {
                let place = |name| self.program.find_field(self.class_of(object), name);
                if let [Some(seconds), Some(fraction)] = ["seconds", "nanos"].map(place) {
                    let [seconds, fraction] = [seconds, fraction].map(|field| HEADER + self.program.field(field).place);
                    let offset = self.offset_of_instant(object, seconds, fraction);
                    if offset.abs() <= FOREVER {
                        visit(Spot::Instant(object, seconds, fraction), Some(offset));
                    }
                }
            }
            _ => class.layout.longs.iter().for_each(|&slot| look(u32::from(slot))),
        }
    }

    fn offset_of_instant(&self, object: Ref, seconds: u32, fraction: u32) -> i64 {
        let second = (self.state.heap.cell(object + seconds) as i64).saturating_sub(MILLI_EPOCH / 1000);
        let fraction = self.state.heap.cell(object + fraction) as i32;
        second.saturating_mul(SECOND).saturating_add(i64::from(fraction)).saturating_sub(self.clock())
    }

    /// How far after the present the stamps are that a thread can come by: in its frames and, unless it looks at its own
    /// wait only, in the heap.
    pub(crate) fn stamps_of(&self, t: usize, also_in_heap: bool) -> Vec<i64> {
        let mut offsets = Vec::new();
        self.stamps_in_frames(t, &mut offsets);
        if also_in_heap {
            self.stamps_in_heap(Some(t), |_, offset| offsets.extend(offset));
        }
        sorted(offsets)
    }

    /// The same for the stamps of all threads.
    pub(crate) fn stamps_of_all(&self) -> Vec<i64> {
        let mut offsets = Vec::new();
        (0..self.state.threads.len()).for_each(|t| self.stamps_in_frames(t, &mut offsets));
        self.stamps_in_heap(None, |_, offset| offsets.extend(offset));
        sorted(offsets)
    }

    fn stamps_in_frames(&self, t: usize, offsets: &mut Vec<i64>) {
        self.numbers_in_frames(t, |number| offsets.extend(self.offset(number)));
    }

    fn numbers_in_frames(&self, t: usize, mut visit: impl FnMut(u64)) {
        for (index, frame) in self.state.threads[t].frames.iter().enumerate() {
            let registers = &self.state.threads[t].regs[frame.base as usize..];
            let live = live_registers(self, t, index).iter().filter(|register| !register.is_ref());
            live.for_each(|register| visit(registers[usize::from(register.reg())]));
        }
    }

    /// The place of a number, if it is a stamp or the second of one.
    fn spot(&self, number: u64, place: Spot) -> Option<Spot> {
        match self.stamp(number) {
            Some(_) => Some(place),
            None => self.is_second(number).then_some(Spot::Second),
        }
    }

    /// Whether a number is near the present in seconds.
    pub(crate) fn is_second(&self, word: u64) -> bool {
        let now = MILLI_EPOCH / 1_000 + self.clock() / SECOND;
        (word as i64).wrapping_sub(now).unsigned_abs() <= (FOREVER / SECOND) as u64
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
        assert_eq!(aged(word(MILLI_EPOCH * MILLI), 1), Some(word((MILLI_EPOCH - 1) * MILLI)));
        assert_eq!(aged(word(MILLI_EPOCH * 1_000), 1), Some(word((MILLI_EPOCH - 1) * 1_000)));
    }

    #[test]
    fn stamps_that_were_made_from_others_move_with_them() {
        let stamp = |value| Stamp::of(word(value), 0).expect("is a stamp");
        assert!(stamp(MILLI_EPOCH).ages_like(stamp(MILLI_EPOCH * MILLI)));
        assert!(!stamp(NANO_EPOCH).ages_like(stamp(NANO_EPOCH / MILLI)));
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
