//! The bytes of a state as the state of a machine that stands at the base image.

use heddle_program::ir::ElementKind;
use heddle_program::{ClassId, ClassKind, MethodId};

use super::bytes::Reader;
use super::write::{HEADER_CELL, MONITOR_CELL, head};
use super::{Unrestorable, VERSION};
use crate::canonical::live_registers;
use crate::heap::{HEADER, Heap, PERM_END, Ref};
use crate::linkage::StaticKind;
use crate::machine::Machine;
use crate::state::{Output, State};
use crate::thread::{
    Blocking, Cause, Confirmed, Control, Counters, Frame, FrameKind, Phase, Scheduling, Status, Thread,
};

type Result<T> = std::result::Result<T, Unrestorable>;

impl Machine<'_> {
    /// Puts the machine, which stands where exploring began, into the state that the bytes say. [`Machine::undo`] with a mark from
    /// before takes it back.
    pub fn restore_state(&mut self, bytes: &[u8]) -> Result<()> {
        let mark = self.mark();
        if !self.journal.stacks.is_empty() || self.state.heap.path_top != self.portable.base_top {
            return Err(Unrestorable::NotAtBase);
        }
        let mut loader = Loader { machine: self, reader: Reader::new(bytes), objects: Vec::new(), missing: Vec::new() };
        let loaded = loader.load();
        let mut missing = std::mem::take(&mut loader.missing);
        let restored = match loaded {
            Ok(()) if missing.is_empty() => Ok(()),
            Ok(()) => {
                missing.sort_unstable();
                missing.dedup();
                Err(Unrestorable::Missing(missing))
            }
            Err(why) => Err(why),
        };
        if restored.is_err() {
            self.undo(mark);
        }
        restored
    }
}

/// What the head of an object says that its body needs.
#[derive(Clone, Copy)]
struct Known {
    object: Ref,
    flags: u8,
}

struct Loader<'l, 'p, 'b> {
    machine: &'l mut Machine<'p>,
    reader: Reader<'b>,
    /// By number.
    objects: Vec<Known>,
    /// Permanent objects that the machine has not made.
    missing: Vec<u32>,
}

impl Loader<'_, '_, '_> {
    fn load(&mut self) -> Result<()> {
        if self.reader.byte()? != VERSION {
            return Err(Unrestorable::Version);
        }
        if self.reader.slice(4)? != self.machine.binding().to_le_bytes() {
            return Err(Unrestorable::Binding);
        }
        self.machine.save_all_stacks();
        self.machine.stepper.current = 0;
        for _ in 0..self.reader.number()? {
            let class = self.class()?;
            self.machine.ensure_initialized(class).map_err(|_| Unrestorable::Damaged)?;
        }
        for _ in 0..self.reader.number()? {
            self.head()?;
        }
        self.roots()?;
        for at in 0..self.objects.len() {
            self.body(self.objects[at])?;
        }
        if !self.reader.is_at_end() {
            return Err(Unrestorable::Damaged);
        }
        self.machine.canonical.reach_is_current = false;
        self.machine.canonical.thread_changes = self.machine.canonical.thread_changes.wrapping_add(1);
        self.machine.stepper.pending.clear();
        self.machine.count_live();
        Ok(())
    }

    fn reference(&mut self) -> Result<Ref> {
        let code = self.reader.number()?;
        if code == 0 {
            return Ok(0);
        }
        if code & 1 == 0 {
            let known = self.objects.get((code >> 1) as usize - 1).ok_or(Unrestorable::Damaged)?;
            return Ok(known.object);
        }
        let name = u32::try_from(code >> 1).map_err(|_| Unrestorable::Damaged)?;
        Ok(self.permanent(name))
    }

    /// The permanent object of a name; null for now if there is none.
    fn permanent(&mut self, name: u32) -> Ref {
        let object = self.machine.linkage.permanent.object(name);
        if object == 0 {
            self.missing.push(name);
        }
        object
    }

    fn class(&mut self) -> Result<ClassId> {
        let class: u32 = self.reader.small()?;
        if class as usize >= self.machine.program.counts().0 {
            return Err(Unrestorable::Damaged);
        }
        self.machine.class_state(ClassId(class));
        Ok(ClassId(class))
    }

    fn head(&mut self) -> Result<()> {
        let id = self.class()?;
        let flags = self.reader.byte()?;
        let tag = self.reader.byte()?;
        let site: u32 = self.reader.small()?;
        let base: Ref = if flags & head::BASE != 0 { self.reader.small()? } else { 0 };
        let len: u32 = if flags & head::ARRAY != 0 { self.reader.small()? } else { 0 };
        let class = self.machine.program.class(id);
        let body = match class.kind {
            ClassKind::Array { kind, .. } => Heap::array_cells(kind, len),
            _ => class.layout.fields.len() as u64,
        };
        let object = if base != 0 {
            if !(PERM_END..self.machine.portable.base_top).contains(&base) {
                return Err(Unrestorable::Damaged);
            }
            base
        } else {
            self.machine.state.heap.alloc(id.0, body, len, site).ok_or(Unrestorable::Full)?
        };
        let (owner, count) =
            if flags & head::MONITOR != 0 { (self.reader.small()?, self.reader.small()?) } else { (0, 0) };
        let word = self.machine.state.heap.cell_with_monitor(object, owner, count);
        self.write(object, 0, word);
        if flags & head::HASH != 0 {
            let hash = self.reader.number()? as i32;
            if !self.machine.state.heap.has_hash(object) {
                let word = self.machine.state.heap.cell_with_hash(object);
                self.write(object, 1, word);
                self.machine.state.hashes.insert(object, hash);
                self.machine.journal.hashes.push(object);
            }
        }
        if self.machine.state.heap.tag(object) != tag {
            if base != 0 {
                self.machine.journal.tag(&self.machine.state.heap, object);
                self.machine.canonical.touched.tagged.push(object);
            }
            self.machine.state.heap.set_tag(object, tag);
        }
        self.objects.push(Known { object, flags });
        Ok(())
    }

    /// Writes a cell of an object, journaled if the object is part of the base image and the cell changes.
    #[inline]
    fn write(&mut self, object: Ref, place: u32, value: u64) {
        if object >= self.machine.portable.base_top {
            self.machine.state.heap.set_cell(object + place, value);
        } else if self.machine.state.heap.cell(object + place) != value {
            self.machine.store(object, place, value);
        }
    }

    fn roots(&mut self) -> Result<()> {
        let existing = self.machine.state.threads.len();
        let count: usize = self.reader.small()?;
        if count < existing {
            return Err(Unrestorable::Damaged);
        }
        for t in 0..count {
            self.thread(t, t < existing)?;
        }
        self.statics()?;
        self.permanent_objects()?;
        let mut uncaught = Vec::new();
        for _ in 0..self.reader.number()? {
            uncaught.push((self.reader.small()?, self.reference()?));
        }
        let mut output = Vec::new();
        for _ in 0..self.reader.number()? {
            let source = self.reader.number()?;
            let len = self.reader.small()?;
            let bytes = self.reader.slice(len)?.into();
            output.push(Output { thread: (source >> 1) as u16, stderr: source & 1 != 0, bytes });
        }
        // Threads and objects are in their places; what the base image has of the rest comes first here too.
        let State { heap: _, threads: _, output: printed, uncaught: died, hashes: _ } = &mut self.machine.state;
        if !output.starts_with(printed) || !uncaught.starts_with(died) {
            return Err(Unrestorable::Damaged);
        }
        (*printed, *died) = (output, uncaught);
        for _ in 0..self.reader.number()? {
            let (difference, unit) = (self.reader.number()? as i64, self.reader.number()? as i64);
            self.machine.assumed.differences.insert(difference, unit);
        }
        for _ in 0..self.reader.number()? {
            let difference = self.reader.number()? as i64;
            self.machine.assumed.round_differences.insert(difference);
        }
        Ok(())
    }

    fn statics(&mut self) -> Result<()> {
        for _ in 0..self.reader.number()? {
            let cell: u32 = self.reader.small()?;
            self.class()?;
            if cell >= crate::heap::STATICS_END {
                return Err(Unrestorable::Damaged);
            }
            let value = match self.machine.static_kind(cell) {
                StaticKind::Ref => u64::from(self.reference()?),
                StaticKind::Raw | StaticKind::Init => self.reader.number()?,
            };
            self.machine.store_static(cell, value);
        }
        Ok(())
    }

    fn permanent_objects(&mut self) -> Result<()> {
        for _ in 0..self.reader.number()? {
            let name: u32 = self.reader.small()?;
            let object = self.permanent(name);
            let cells = self.reader.number()?;
            if object == 0 {
                // What follows cannot be told apart without the class of the object.
                return Err(Unrestorable::Missing(std::mem::take(&mut self.missing)));
            }
            self.machine.canonical.touched.write(object);
            self.machine.note_changed(object);
            let (count, of_elements) = self.machine.units(object);
            for _ in 0..cells {
                let cell: u32 = self.reader.small()?;
                match cell {
                    MONITOR_CELL => {
                        let monitor = self.reader.number()?;
                        let word = self.machine.state.heap.cell(object) & 0xffff_ffff | monitor << 32;
                        self.write(object, 0, word);
                    }
                    HEADER_CELL => {
                        let word = self.reader.number()?;
                        self.write(object, 1, word);
                    }
                    _ if !(HEADER..HEADER + count).contains(&cell) => return Err(Unrestorable::Damaged),
                    _ if of_elements => {
                        let value = self.reference()?;
                        self.element(object, cell - HEADER, value);
                    }
                    _ => {
                        let is_ref = {
                            let class = self.machine.linked_class(object);
                            !class.is_array() && class.layout.refs.binary_search(&((cell - HEADER) as u16)).is_ok()
                        };
                        let value = if is_ref { u64::from(self.reference()?) } else { self.reader.number()? };
                        self.write(object, cell, value);
                    }
                }
            }
        }
        Ok(())
    }

    fn element(&mut self, array: Ref, index: u32, value: Ref) {
        if self.machine.state.heap.load_u32(array, index) != value {
            self.machine.log_elements(array, ElementKind::Ref, index, index + 1);
            self.machine.state.heap.store_u32(array, index, value);
        }
    }

    fn thread(&mut self, t: usize, exists: bool) -> Result<()> {
        let object = self.reference()?;
        let mut path = Vec::new();
        for _ in 0..self.reader.number()? {
            path.push(self.reader.small()?);
        }
        let control = self.control()?;
        if exists {
            let thread = &self.machine.state.threads[t];
            if thread.object != object || *thread.path != path[..] {
                return Err(Unrestorable::Damaged);
            }
            *self.machine.control(t) = control;
            self.machine.state.threads[t].frames.clear();
        } else {
            let mut thread = Thread::new(object, path.into(), control.daemon);
            thread.control = control;
            self.machine.canonical.touched.write(object);
            self.machine.state.threads.push(thread);
        }
        let mut base = 0;
        for _ in 0..self.reader.number()? {
            let method: u32 = self.reader.small()?;
            if method as usize >= self.machine.program.counts().1 {
                return Err(Unrestorable::Damaged);
            }
            let method = MethodId(method);
            let pc = self.reader.small::<u32>()?.wrapping_sub(1);
            let lock = self.reference()?;
            let kind = match self.reader.number()? {
                0 => FrameKind::Call,
                1 => FrameKind::Entry,
                2 => FrameKind::Native,
                class => FrameKind::Initializer((class - 3) as u32),
            };
            self.machine.prepare_method(method).map_err(|_| Unrestorable::Damaged)?;
            let frame = Frame { method, pc, base, lock, kind, confirmed: Confirmed::No };
            base += u32::from(self.machine.code(method).shared.registers);
            self.machine.state.threads[t].frames.push(frame);
        }
        let regs = &mut self.machine.state.threads[t].regs;
        if regs.len() < base as usize {
            regs.resize((base as usize).next_power_of_two().max(64), 0);
        }
        for index in 0..self.machine.state.threads[t].frames.len() {
            let base = self.machine.state.threads[t].frames[index].base as usize;
            for register in live_registers(self.machine, t, index) {
                let value = if register.is_ref() { u64::from(self.reference()?) } else { self.reader.number()? };
                self.machine.state.threads[t].regs[base + usize::from(register.reg())] = value;
            }
        }
        Ok(())
    }

    fn control(&mut self) -> Result<Control> {
        let word = self.reader.number()?;
        let object = self.reference()?;
        let status = match word & 7 {
            0 => Status::Runnable,
            timed @ (1 | 2) => Status::Waiting { object, timed: timed == 2 },
            3 => Status::Notified { object },
            timed @ (4 | 5) => Status::Parked { timed: timed == 5 },
            6 => Status::Sleeping,
            _ => Status::Terminated,
        };
        let phase = [Phase::Running, Phase::Dying, Phase::Exiting, Phase::Exited][(word >> 3 & 3) as usize];
        const CAUSES: [Cause; 5] =
            [Cause::None, Cause::Interrupted, Cause::TimedOut, Cause::Notified, Cause::NotifiedWithAll];
        let cause = *CAUSES.get((word >> 5 & 7) as usize).ok_or(Unrestorable::Damaged)?;
        let flag = |bit: u32| word >> (8 + bit) & 1 != 0;
        Ok(Control {
            status,
            phase,
            daemon: flag(0),
            permit: flag(1),
            blocked: flag(6),
            late: flag(7),
            unwinding: self.reference()?,
            blocking: Blocking {
                resumed: flag(2),
                cause,
                saved_count: self.reader.small()?,
                ticket: self.reader.small()?,
                deadline: self.reader.number()? as i64 ^ i64::MAX,
            },
            scheduling: Scheduling {
                held: flag(3),
                pinned: flag(4),
                ready: flag(5),
                rank: self.reader.small::<u16>()?.wrapping_sub(1),
                delayed: self.reader.small()?,
                priority: self.reader.small()?,
            },
            counters: Counters { children: self.reader.small()?, hashes: self.reader.small()? },
            atomic: self.reader.small()?,
            at: self.reader.small()?,
            clock: self.reader.number()? as i64,
        })
    }

    fn body(&mut self, Known { object, flags }: Known) -> Result<()> {
        if flags & head::GUARD != 0 {
            let guard = self.reference()?;
            if object < self.machine.portable.base_top {
                self.machine.canonical.touched.write(object);
                self.machine.journal.guards.push((object, self.machine.state.heap.guard(object)));
            }
            self.machine.state.heap.set_guard(object, guard);
        }
        let class = self.machine.linked_class(object);
        match class.kind {
            ClassKind::Array { kind: ElementKind::Ref, .. } => {
                for index in 0..self.machine.state.heap.len(object) {
                    let value = self.reference()?;
                    self.element(object, index, value);
                }
            }
            ClassKind::Array { kind, .. } => {
                let used = self.reader.small()?;
                let bytes = self.reader.slice(used)?;
                self.elements(object, kind, bytes)?;
            }
            _ => {
                let count = class.layout.fields.len();
                let bits = self.reader.slice(count.div_ceil(8))?;
                let mut refs = class.layout.refs.iter().copied().peekable();
                for slot in 0..count {
                    let is_ref = refs.next_if_eq(&(slot as u16)).is_some();
                    let value = match bits[slot / 8] >> (slot % 8) & 1 {
                        0 => 0,
                        _ if is_ref => u64::from(self.reference()?),
                        _ => self.reader.number()?,
                    };
                    self.write(object, HEADER + slot as u32, value);
                }
            }
        }
        Ok(())
    }

    fn elements(&mut self, array: Ref, kind: ElementKind, bytes: &[u8]) -> Result<()> {
        let machine = &mut *self.machine;
        let old = machine.state.heap.bytes(array, kind);
        if bytes.len() > old.len() {
            return Err(Unrestorable::Damaged);
        }
        if array < machine.portable.base_top {
            let same = old.starts_with(bytes) && old[bytes.len()..].iter().all(|&byte| byte == 0);
            if same {
                return Ok(());
            }
            machine.log_elements(array, kind, 0, machine.state.heap.len(array));
        }
        let new = machine.state.heap.bytes_mut(array, kind);
        new[..bytes.len()].copy_from_slice(bytes);
        new[bytes.len()..].fill(0);
        Ok(())
    }
}
