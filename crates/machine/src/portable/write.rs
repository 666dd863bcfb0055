//! A state as bytes: what it consists of, then each object that was met, in the order in which it was.

use heddle_program::ir::ElementKind;
use heddle_program::{ClassId, ClassKind};

use super::bytes::put;
use super::{Scratch, VERSION};
use crate::canonical::live_registers;
use crate::heap::{HEADER, Heap, PERM_END, Ref};
use crate::linkage::StaticKind;
use crate::machine::Machine;
use crate::state::{Output, State};
use crate::thread::{Blocking, Control, Counters, Frame, FrameKind, Scheduling, Status, Thread};

/// What the head of an object says that has more than a class.
pub(super) mod head {
    pub const MONITOR: u8 = 1;
    pub const HASH: u8 = 2;
    pub const GUARD: u8 = 4;
    pub const ARRAY: u8 = 8;
    /// An object of the base image, with its address.
    pub const BASE: u8 = 16;
}

/// Which cells of a permanent object differ: its monitor, its header, or one of the body.
pub(super) const MONITOR_CELL: u32 = 0;
pub(super) const HEADER_CELL: u32 = 1;

impl Machine<'_> {
    /// Writes the state down, behind what `out` has.
    pub fn save_state(&mut self, out: &mut Vec<u8>) {
        self.keep_reach_current();
        let binding = self.binding();
        let mut scratch = std::mem::take(&mut self.portable.scratch);
        let Scratch { numbers, found, heads, body } = &mut scratch;
        numbers.clear();
        found.clear();
        heads.clear();
        body.clear();
        let mut writer = Writer { machine: self, scratch: &mut scratch };
        writer.roots();
        let mut at = 0;
        while at < writer.scratch.found.len() {
            writer.object(writer.scratch.found[at]);
            at += 1;
        }
        out.push(VERSION);
        out.extend(binding.to_le_bytes());
        self.put_owners(out);
        put(out, scratch.found.len() as u64);
        out.extend_from_slice(&scratch.heads);
        out.extend_from_slice(&scratch.body);
        self.portable.scratch = scratch;
    }
}

struct Writer<'w, 'p> {
    machine: &'w Machine<'p>,
    scratch: &'w mut Scratch,
}

impl Writer<'_, '_> {
    #[inline]
    fn put(&mut self, number: impl Into<u64>) {
        put(&mut self.scratch.body, number.into());
    }

    /// Null, a permanent object by name, or an object of the path by number.
    #[inline]
    fn reference(&mut self, object: Ref) {
        let code = if object == 0 {
            0
        } else if object < PERM_END {
            u64::from(self.machine.state.heap.name(object)) << 1 | 1
        } else {
            let next = self.scratch.found.len() as u32;
            let number = *self.scratch.numbers.entry(object).or_insert(next);
            if number == next {
                self.scratch.found.push(object);
            }
            (u64::from(number) + 1) << 1
        };
        put(&mut self.scratch.body, code);
    }

    fn roots(&mut self) {
        let machine = self.machine;
        // The heap's roots follow; identity hashes are written with their objects.
        let State { heap: _, threads, output, uncaught, hashes: _ } = &machine.state;
        self.put(threads.len() as u64);
        threads.iter().enumerate().for_each(|(t, thread)| self.thread(t, thread));
        self.statics();
        self.permanent_objects();
        self.put(uncaught.len() as u64);
        for &(thread, exception) in uncaught {
            self.put(thread);
            self.reference(exception);
        }
        self.put(output.len() as u64);
        for Output { thread, stderr, bytes } in output {
            self.put(u64::from(*thread) << 1 | u64::from(*stderr));
            self.put(bytes.len() as u64);
            self.scratch.body.extend_from_slice(bytes);
        }
        let assumed = &machine.assumed;
        let mut differences: Vec<_> = assumed.differences.iter().collect();
        differences.sort_unstable();
        self.put(differences.len() as u64);
        for (&difference, &unit) in differences {
            self.put(difference as u64);
            self.put(unit as u64);
        }
        let mut rounded: Vec<_> = assumed.round_differences.iter().collect();
        rounded.sort_unstable();
        self.put(rounded.len() as u64);
        rounded.into_iter().for_each(|&difference| self.put(difference as u64));
    }

    fn statics(&mut self) {
        let machine = self.machine;
        let cells = &machine.journal.dirty_statics;
        self.put(cells.len() as u64);
        for &cell in cells {
            self.put(cell);
            self.put(machine.static_owner(cell).0);
            let value = machine.state.heap.cell(cell);
            match machine.static_kind(cell) {
                StaticKind::Ref => self.reference(value as Ref),
                StaticKind::Raw | StaticKind::Init => self.put(value),
            }
        }
    }

    fn permanent_objects(&mut self) {
        let machine = self.machine;
        let changed = &machine.journal.dirty_objects;
        self.put(changed.len() as u64);
        let mut cells = Vec::new();
        for &(name, object) in changed {
            self.put(name);
            machine.changed_cells(object, &mut cells);
            self.put(cells.len() as u64);
            let (count, _) = machine.units(object);
            for &cell in &cells {
                self.put(cell);
                match cell {
                    MONITOR_CELL => self.put(machine.state.heap.cell(object) >> 32),
                    HEADER_CELL => self.put(machine.state.heap.cell(object + 1)),
                    _ => self.unit(object, cell - HEADER, count),
                }
            }
        }
    }

    /// A field, an element that is a reference, or eight bytes of other elements.
    fn unit(&mut self, object: Ref, unit: u32, count: u32) {
        debug_assert!(unit < count);
        let heap = &self.machine.state.heap;
        match self.machine.linked_class(object).kind {
            ClassKind::Array { kind: ElementKind::Ref, .. } => self.reference(heap.load_u32(object, unit)),
            ClassKind::Array { .. } => self.put(heap.cell(object + HEADER + unit)),
            _ => {
                let value = heap.cell(object + HEADER + unit);
                match self.machine.linked_class(object).layout.refs.binary_search(&(unit as u16)) {
                    Ok(_) => self.reference(value as Ref),
                    Err(_) => self.put(value),
                }
            }
        }
    }

    fn thread(&mut self, t: usize, thread: &Thread) {
        let Thread { object, path, frames, regs, control, part: _ } = thread;
        self.reference(*object);
        self.put(path.len() as u64);
        path.iter().for_each(|&step| self.put(step));
        self.control(control);
        self.put(frames.len() as u64);
        for frame in frames {
            // What a reduction has confirmed follows from the frames; where registers begin, from those below.
            let Frame { method, pc, base: _, lock, kind, confirmed: _ } = *frame;
            self.put(method.0);
            self.put(pc.wrapping_add(1));
            self.reference(lock);
            match kind {
                FrameKind::Call => self.put(0_u64),
                FrameKind::Entry => self.put(1_u64),
                FrameKind::Native => self.put(2_u64),
                FrameKind::Initializer(class) => self.put(3 + u64::from(class)),
            }
        }
        for (index, frame) in frames.iter().enumerate() {
            for register in live_registers(self.machine, t, index) {
                let value = regs[frame.base as usize + usize::from(register.reg())];
                if register.is_ref() { self.reference(value as Ref) } else { self.put(value) }
            }
        }
    }

    fn control(&mut self, control: &Control) {
        let Control {
            status,
            phase,
            daemon,
            permit,
            blocking: Blocking { resumed, cause, saved_count, ticket, deadline },
            scheduling: Scheduling { held, pinned, ready, rank, delayed, priority },
            counters: Counters { children, hashes },
            atomic,
            blocked,
            unwinding,
            at,
            late,
            clock,
        } = *control;
        let (status, of) = match status {
            Status::Runnable => (0, 0),
            Status::Waiting { object, timed } => (1 + u64::from(timed), object),
            Status::Notified { object } => (3, object),
            Status::Parked { timed } => (4 + u64::from(timed), 0),
            Status::Sleeping => (6, 0),
            Status::Terminated => (7, 0),
        };
        let flags = [daemon, permit, resumed, held, pinned, ready, blocked, late];
        let flags = flags.into_iter().rev().fold(0, |flags, flag| flags << 1 | u64::from(flag));
        self.put(flags << 8 | (cause as u64) << 5 | (phase as u64) << 3 | status);
        self.reference(of);
        self.reference(unwinding);
        self.put(saved_count);
        self.put(ticket);
        self.put((deadline ^ i64::MAX) as u64);
        self.put(rank.wrapping_add(1));
        self.put(delayed);
        self.put(priority);
        self.put(children);
        self.put(hashes);
        self.put(atomic);
        self.put(at);
        self.put(clock as u64);
    }

    /// An object of the path: its head, to be read before all references, and its body.
    fn object(&mut self, object: Ref) {
        let machine = self.machine;
        let heap = &machine.state.heap;
        let class = machine.linked_class(object);
        let (owner, count) = heap.monitor(object);
        let guard = heap.guard(object);
        let is_base = object < machine.portable.base_top;
        let flag = |given: bool, flag: u8| if given { flag } else { 0 };
        let flags = flag(owner != 0, head::MONITOR)
            | flag(heap.has_hash(object), head::HASH)
            | flag(guard != 0, head::GUARD)
            | flag(class.is_array(), head::ARRAY)
            | flag(is_base, head::BASE);
        let heads = &mut self.scratch.heads;
        put(heads, u64::from(class.id.0));
        heads.extend([flags, heap.tag(object)]);
        put(heads, u64::from(heap.site(object)));
        if is_base {
            put(heads, u64::from(object));
        }
        if class.is_array() {
            put(heads, u64::from(heap.len(object)));
        }
        if owner != 0 {
            put(heads, u64::from(owner));
            put(heads, u64::from(count));
        }
        if heap.has_hash(object) {
            put(heads, machine.state.hashes[&object] as u64);
        }
        if guard != 0 {
            self.reference(guard);
        }
        match class.kind {
            ClassKind::Array { kind: ElementKind::Ref, .. } => {
                (0..heap.len(object)).for_each(|index| self.reference(heap.load_u32(object, index)));
            }
            ClassKind::Array { kind, .. } => {
                let bytes = heap.bytes(object, kind);
                let used = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
                self.put(used as u64);
                self.scratch.body.extend_from_slice(&bytes[..used]);
            }
            _ => self.fields(object, &class.layout.refs, class.layout.fields.len() as u32),
        }
    }

    /// A bit for each field that is not zero, and those fields.
    fn fields(&mut self, object: Ref, refs: &[u16], count: u32) {
        let cells = self.machine.state.heap.cells(object + HEADER, count);
        for cells in cells.chunks(8) {
            let bits = cells.iter().rev().fold(0, |bits, &cell| bits << 1 | u8::from(cell != 0));
            self.scratch.body.push(bits);
        }
        let mut refs = refs.iter().copied().peekable();
        for (slot, &cell) in cells.iter().enumerate() {
            let is_ref = refs.next_if_eq(&(slot as u16)).is_some();
            if cell == 0 {
                continue;
            }
            if is_ref { self.reference(cell as Ref) } else { self.put(cell) }
        }
    }
}

impl Machine<'_> {
    /// Classes of the JDK with static fields that differ. Their initialisers must have run before those fields get their values.
    fn put_owners(&self, out: &mut Vec<u8>) {
        let owners = self.journal.dirty_statics.iter().map(|&cell| self.static_owner(cell));
        let mut owners: Vec<ClassId> = owners.filter(|&class| self.is_jdk(class)).collect();
        owners.dedup();
        put(out, owners.len() as u64);
        owners.iter().for_each(|class| put(out, u64::from(class.0)));
    }

    /// How many units the body of an object has, and whether each is one element that is a reference.
    pub(super) fn units(&self, object: Ref) -> (u32, bool) {
        match self.linked_class(object).kind {
            ClassKind::Array { kind: ElementKind::Ref, .. } => (self.state.heap.len(object), true),
            ClassKind::Array { kind, .. } => (Heap::array_cells(kind, self.state.heap.len(object)) as u32, false),
            _ => (self.linked_class(object).layout.fields.len() as u32, false),
        }
    }

    /// What of a permanent object differs from how it was before the path; all of it if that was not kept.
    fn changed_cells(&self, object: Ref, changed: &mut Vec<u32>) {
        changed.clear();
        let heap = &self.state.heap;
        let (count, of_elements) = self.units(object);
        let Some(clean) = self.portable.clean.as_ref().and_then(|clean| clean.get(&object)) else {
            changed.extend([MONITOR_CELL, HEADER_CELL]);
            changed.extend((0..count).map(|unit| HEADER + unit));
            return;
        };
        if clean[0] != heap.cell(object) {
            changed.push(MONITOR_CELL);
        }
        if clean[1] != heap.cell(object + 1) {
            changed.push(HEADER_CELL);
        }
        let element = |cell: u64, unit: u32| (cell >> (32 * (unit % 2))) as u32;
        changed.extend(
            (0..count)
                .filter(|&unit| {
                    let cell = HEADER + if of_elements { unit / 2 } else { unit };
                    let (now, before) = (heap.cell(object + cell), clean[cell as usize]);
                    if of_elements { element(now, unit) != element(before, unit) } else { now != before }
                })
                .map(|unit| HEADER + unit),
        );
    }
}
