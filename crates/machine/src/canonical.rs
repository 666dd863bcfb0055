//! The canonical form of a state: equal for states that no continuation can tell apart by heap
//! order, garbage or dead registers.
//!
//! New objects are numbered in the order of a fixed traversal: static fields and permanent objects
//! that the path changed, then threads by creation path, their frames bottom-up, live registers in
//! order, breadth-first through fields. Permanent objects go by name. What is not reached is not
//! part of the state.
//!
//! The same traversal finds out which threads can reach each object: an object reached from a
//! static, or from two threads, is [`SHARED`], and so is all that it reaches. This tag is a
//! function of the state; it decides which instructions are visible in the next step.

use heddle_program::ir::ElementKind;
use heddle_program::maps::LiveReg;
use heddle_program::{ClassId, ClassKind};

use crate::heap::{HEADER, IMMUTABLE, PERM_END, Ref, SHARED};
use crate::machine::{Machine, StaticKind, init_state};
use crate::thread::{FrameKind, PROLOGUE, Status};

/// Buffers that are used again for each state.
#[derive(Default)]
pub(crate) struct Scratch {
    /// The state as a vector of words.
    pub words: Vec<u64>,
    /// Where the parts of the state end in `words`, for stores that keep equal parts once.
    ends: Vec<u32>,
    /// Words of the thread being summarised.
    parts: Vec<u64>,
    queue: Vec<Ref>,
    upgrade: Vec<Ref>,
    /// Position of each thread in the canonical order, by thread index.
    position: Vec<u16>,
    order: Vec<u16>,
    epoch: u32,
    count: u32,
    /// Places of the fields of all classes met so far, with bits that tell how to write them.
    places: Vec<u32>,
    /// Per class: which part of `places` is its own.
    plans: Vec<Option<(u32, u32)>>,
}

/// A reference that is numbered.
const REF_PLACE: u32 = 1 << 31;
/// The array of a string, which nobody else can see: its content stands for it.
const CONTENT_PLACE: u32 = 1 << 30;
/// A field of `Thread` that belongs to the thread: part of the thread's stack while it lives.
const OWN_PLACE: u32 = 1 << 29;
const PLACE: u32 = OWN_PLACE - 1;
const PERMANENT: u64 = 1 << 31;

/// Registers of a thread's frame that can still be read: before the instruction if it is the top
/// frame or will be executed again, else after the call returns.
pub(crate) fn live_registers<'p>(machine: &Machine<'p>, t: usize, index: usize) -> &'p [LiveReg] {
    let frames = &machine.threads[t].frames;
    let frame = frames[index];
    if frame.pc == PROLOGUE {
        return &[];
    }
    let code = machine.code(frame.method);
    let maps = match code.maps.get() {
        Some(maps) => maps,
        None => code.maps.get_or_init(|| code.shared.live_maps(machine.program)),
    };
    match frames.get(index + 1) {
        Some(callee) if !matches!(callee.kind, FrameKind::Initializer(_) | FrameKind::Native) => {
            maps.live_across_call(code.shared, frame.pc)
        }
        _ => maps.live(frame.pc),
    }
}

impl Machine<'_> {
    /// 128 bits that stand for the canonical form of the state.
    pub fn fingerprint(&mut self) -> u128 {
        self.canonicalize();
        xxhash_rust::xxh3::xxh3_128(as_bytes(&self.canon.words))
    }

    /// The canonical form itself, and where its parts end: one per thread, object and so on.
    pub fn canonical_parts(&mut self) -> (&[u64], &[u32]) {
        self.canonical_words();
        (&self.canon.words, &self.canon.ends)
    }

    /// The canonical form itself.
    pub fn canonical_words(&mut self) -> &[u64] {
        if !self.options.exact_states {
            self.options.exact_states = true;
            self.threads.iter_mut().for_each(|thread| thread.summary.valid = false);
        }
        self.canonicalize();
        &self.canon.words
    }

    /// Writes the canonical form to the scratch words and updates the reach tags.
    fn canonicalize(&mut self) {
        let mut scratch = std::mem::take(&mut self.canon);
        scratch.words.clear();
        scratch.ends.clear();
        scratch.epoch = scratch.epoch.wrapping_add(1).max(1);
        scratch.count = 0;
        self.order_threads(&mut scratch);
        self.emit_statics(&mut scratch);
        self.end_part(&mut scratch);
        self.emit_permanent(&mut scratch);
        self.drain(&mut scratch, SHARED);
        for at in 0..scratch.order.len() {
            let t = usize::from(scratch.order[at]);
            let tag = if t < 253 { t as u8 + 1 } else { SHARED };
            self.emit_thread(&mut scratch, t, tag);
            self.drain(&mut scratch, tag);
        }
        if self.options.observe_output {
            for stderr in [false, true] {
                let text: Vec<u8> = self
                    .output
                    .iter()
                    .filter(|output| output.stderr == stderr)
                    .flat_map(|output| output.bytes.iter().copied())
                    .collect();
                let hash = xxhash_rust::xxh3::xxh3_128(&text);
                scratch.words.extend([hash as u64, (hash >> 64) as u64]);
            }
            // The exit code will tell.
            scratch.words.push(u64::from(self.uncaught.iter().any(|&(thread, _)| thread == 0)));
        }
        self.canon = scratch;
    }

    /// Live threads by creation path, which does not depend on the schedule.
    fn order_threads(&self, s: &mut Scratch) {
        s.order.clear();
        s.order.extend((0..self.threads.len()).filter(|&t| self.threads[t].is_alive()).map(|t| t as u16));
        let path = |&t: &u16| &self.threads[usize::from(t)].path;
        if !s.order.is_sorted_by_key(path) {
            s.order.sort_by(|a, b| path(a).cmp(path(b)));
        }
        s.position.clear();
        s.position.resize(self.threads.len(), u16::MAX);
        for (position, &t) in s.order.iter().enumerate() {
            s.position[usize::from(t)] = position as u16;
        }
    }

    fn emit_statics(&mut self, s: &mut Scratch) {
        s.words.push(self.journal.dirty_statics.len() as u64);
        for at in 0..self.journal.dirty_statics.len() {
            let cell = self.journal.dirty_statics[at];
            let value = self.heap.cell(cell);
            let value = match self.static_kinds.get(cell as usize).copied().unwrap_or_default() {
                StaticKind::Raw => value,
                StaticKind::Ref => self.number(s, value as Ref, SHARED),
                StaticKind::Init if value >= init_state::RUNNING => {
                    let thread = (value - init_state::RUNNING) as usize;
                    init_state::RUNNING + u64::from(s.position[thread])
                }
                StaticKind::Init => value,
            };
            s.words.extend([u64::from(cell), value]);
        }
    }

    fn emit_permanent(&mut self, s: &mut Scratch) {
        s.words.push(self.journal.dirty_objects.len() as u64);
        for at in 0..self.journal.dirty_objects.len() {
            let (name, object) = self.journal.dirty_objects[at];
            s.words.push(u64::from(name));
            self.emit_object(s, object, SHARED);
            self.end_part(s);
        }
    }

    fn emit_thread(&mut self, s: &mut Scratch, t: usize, tag: u8) {
        if !self.threads[t].summary.valid {
            self.summarize(s, t);
        }
        // The summary is taken out so that numbering may borrow the machine.
        let summary = std::mem::take(&mut self.threads[t].summary);
        if self.options.exact_states {
            s.words.extend_from_slice(&summary.words);
        } else {
            s.words.extend_from_slice(&summary.hash);
        }
        self.end_part(s);
        for &object in &summary.refs {
            let number = self.number(s, object, tag);
            s.words.push(number);
        }
        self.threads[t].summary = summary;
        for at in 0..self.own_places.len() {
            let value = self.heap.cell(self.threads[t].object + self.own_places[at]);
            let number = self.number(s, value as Ref, tag);
            s.words.push(number);
        }
        self.end_part(s);
    }

    #[inline]
    fn end_part(&self, s: &mut Scratch) {
        if self.options.exact_states {
            s.ends.push(s.words.len() as u32);
        }
    }

    /// Splits what a thread contributes to the state into words that do not depend on the rest of
    /// the state and references. Most threads stand still in a step, so this is kept until the
    /// thread moves.
    fn summarize(&mut self, s: &mut Scratch, t: usize) {
        let mut summary = std::mem::take(&mut self.threads[t].summary);
        let words = &mut s.parts;
        words.clear();
        summary.refs.clear();
        let thread = &self.threads[t];
        let control = thread.control;
        for part in thread.path.chunks(4) {
            words.push(part.iter().fold(0, |word, &step| word << 16 | (u64::from(step) + 1)));
        }
        let (status, of) = match control.status {
            Status::Runnable => (0, 0),
            Status::Waiting { object, timed } => (1 + u64::from(timed), object),
            Status::Notified { object } => (3, object),
            Status::Parked { timed } => (4 + u64::from(timed), 0),
            Status::Sleeping => (6, 0),
            Status::Terminated => (7, 0),
        };
        summary.refs.extend([thread.object, of]);
        let flags = u64::from(control.permit)
            | u64::from(control.resumed) << 1
            | u64::from(control.timed_out) << 2
            | u64::from(control.notified) << 3
            | u64::from(control.daemon) << 4
            | (control.phase as u64) << 5;
        words.push(
            status
                | flags << 4
                | u64::from(control.saved_count) << 16
                | u64::from(control.children) << 32
                | u64::from(control.atomic) << 48,
        );
        words.push(u64::from(control.hashes) | u64::from(control.ticket) << 32);
        words.push(control.deadline as u64);
        for (index, frame) in thread.frames.iter().enumerate() {
            words.push(u64::from(frame.method.0) << 32 | u64::from(frame.pc));
            if frame.lock != 0 {
                summary.refs.push(frame.lock);
            }
            for &register in live_registers(self, t, index) {
                let value = thread.regs[(frame.base + u32::from(register.reg())) as usize];
                if register.is_ref() {
                    summary.refs.push(value as Ref);
                } else {
                    words.push(value);
                }
            }
        }
        words.push(thread.frames.len() as u64);
        if self.options.exact_states {
            summary.words.clear();
            summary.words.extend_from_slice(words);
        } else {
            let hash = xxhash_rust::xxh3::xxh3_128(as_bytes(words));
            summary.hash = [hash as u64, (hash >> 64) as u64];
        }
        summary.valid = true;
        self.threads[t].summary = summary;
    }

    /// Emits the objects numbered so far and not yet emitted, and all that they reach.
    fn drain(&mut self, s: &mut Scratch, tag: u8) {
        let mut at = 0;
        while at < s.queue.len() {
            let object = s.queue[at];
            at += 1;
            self.emit_object(s, object, tag);
            self.end_part(s);
        }
        s.queue.clear();
    }

    fn emit_object(&mut self, s: &mut Scratch, object: Ref, tag: u8) {
        let class = self.class_of(object);
        let (owner, count) = self.heap.monitor(object);
        let owner = if owner == 0 { 0 } else { u64::from(s.position[usize::from(owner) - 1]) + 1 };
        let hashed = self.heap.has_hash(object) && object >= PERM_END;
        s.words.push(u64::from(class.0) | owner << 32 | u64::from(hashed) << 47 | u64::from(count) << 48);
        if hashed {
            s.words.push(self.hashes[&object] as u64);
        }
        match self.linked_class(object).kind {
            ClassKind::Array { kind: ElementKind::Ref, .. } => {
                let len = self.heap.len(object);
                s.words.push(u64::from(len));
                for index in 0..len {
                    let value = self.heap.load_u32(object, index);
                    let value = self.number(s, value, tag);
                    s.words.push(value);
                }
            }
            ClassKind::Array { kind, .. } => {
                let len = self.heap.len(object);
                s.words.push(u64::from(len));
                let cells = crate::heap::Heap::array_cells(kind, len) as u32;
                s.words.extend_from_slice(self.heap.cells(object + HEADER, cells));
            }
            _ => {
                let (from, to) = self.plan(s, class);
                for at in from..to {
                    let entry = s.places[at as usize];
                    let value = self.heap.cell(object + (entry & PLACE));
                    if entry & CONTENT_PLACE != 0 {
                        self.emit_content(s, value as Ref);
                        continue;
                    }
                    if entry & OWN_PLACE != 0 && self.thread_of(object).is_some() {
                        continue;
                    }
                    let value = if entry & REF_PLACE != 0 { self.number(s, value as Ref, tag) } else { value };
                    s.words.push(value);
                }
            }
        }
    }

    fn emit_content(&self, s: &mut Scratch, array: Ref) {
        let len = if array == 0 { 0 } else { self.heap.len(array) };
        s.words.push(u64::from(len));
        s.words.extend_from_slice(self.heap.cells(array + HEADER, len.div_ceil(8)));
    }

    /// Where the fields of a class are and which hold references, without masked ones.
    #[inline]
    fn plan(&self, s: &mut Scratch, class: ClassId) -> (u32, u32) {
        match s.plans.get(class.index()) {
            Some(&Some(plan)) => plan,
            _ => self.make_plan(s, class),
        }
    }

    #[cold]
    fn make_plan(&self, s: &mut Scratch, class: ClassId) -> (u32, u32) {
        if s.plans.len() <= class.index() {
            s.plans.resize(class.index() + 64, None);
        }
        let is_thread = self.is_thread_class(self.program.class(class));
        let fields = &self.program.class(class).layout.fields;
        let plan = fields.iter().enumerate().filter(|&(_, &field)| !self.is_masked(field)).map(|(slot, &field)| {
            let place = HEADER + slot as u32;
            if Some(place) == self.string_value && class == self.program.well_known().string {
                return place | CONTENT_PLACE;
            }
            let own = if is_thread && self.own_places.contains(&place) { OWN_PLACE } else { 0 };
            if self.program.field(field).ty.is_ref() { place | REF_PLACE | own } else { place }
        });
        let from = s.places.len() as u32;
        s.places.extend(plan);
        let plan = (from, s.places.len() as u32);
        s.plans[class.index()] = Some(plan);
        plan
    }

    /// The canonical number of a reference, numbering and queueing the object at its first visit.
    #[inline]
    fn number(&mut self, s: &mut Scratch, object: Ref, tag: u8) -> u64 {
        if object == 0 {
            return 0;
        }
        if object < PERM_END {
            return PERMANENT | u64::from(self.heap.name(object));
        }
        let mark = self.heap.cell(object + 2);
        if mark as u32 == s.epoch {
            let old = self.heap.tag(object);
            if old != tag && old != SHARED {
                self.share(s, object);
            }
            return mark >> 32;
        }
        s.count += 1;
        self.heap.set_cell(object + 2, u64::from(s.epoch) | u64::from(s.count) << 32);
        self.retag(object, tag);
        s.queue.push(object);
        u64::from(s.count)
    }

    #[inline]
    fn retag(&mut self, object: Ref, tag: u8) {
        if self.heap.tag(object) != tag && self.heap.tag(object) != IMMUTABLE {
            if object < self.journal.floor {
                self.journal.cells.push((object + 1, self.heap.cell(object + 1)));
            }
            self.heap.set_tag(object, tag);
        }
    }

    /// An object of an earlier thread is reached by another one: it and all it reaches are shared.
    /// The earlier thread's objects have all been visited, so nothing gets a number here.
    fn share(&mut self, s: &mut Scratch, object: Ref) {
        s.upgrade.push(object);
        while let Some(object) = s.upgrade.pop() {
            if object < PERM_END || self.heap.tag(object) >= IMMUTABLE {
                continue;
            }
            self.retag(object, SHARED);
            let upgrade = &mut s.upgrade;
            self.each_reference(object, |child| upgrade.push(child));
        }
    }
}

fn as_bytes(words: &[u64]) -> &[u8] {
    // SAFETY: any initialised u64s may be read as bytes.
    unsafe { std::slice::from_raw_parts(words.as_ptr().cast::<u8>(), size_of_val(words)) }
}

/// What a thread contributes to a state, kept while it stands still.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary {
    pub valid: bool,
    /// Hash of the words that do not depend on the rest of the state.
    hash: [u64; 2],
    /// Those words, if states are to be exact.
    words: Vec<u64>,
    refs: Vec<Ref>,
}
