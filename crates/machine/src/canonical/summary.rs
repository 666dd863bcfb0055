//! What an object or a thread contributes to a state by itself: words that do not depend on the
//! rest of the state, and the objects of the path that it names, which others have to number.
//!
//! Fields that are masked are no part of it; permanent objects go by name; the array of a string is
//! its content.

use heddle_program::ir::ElementKind;
use heddle_program::maps::LiveReg;
use heddle_program::{ClassId, ClassKind};

use super::{FrameMark, ThreadPart, as_bytes};
use crate::heap::{HEADER, Heap, PERM_END, Ref};
use crate::machine::Machine;
use crate::thread::{FrameKind, PROLOGUE, Status};

/// Kept while an object is not written, or a thread stands still.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary {
    /// Hash of the words.
    pub hash: [u64; 2],
    /// The words themselves, if states are to be exact.
    pub words: Vec<u64>,
    /// The objects of the path that are named, in order.
    pub refs: Vec<Ref>,
}

impl Summary {
    fn seal(&mut self, words: &[u64], exact: bool) {
        self.hash = hash_of(words);
        if exact {
            self.words.clear();
            self.words.extend_from_slice(words);
        }
    }
}

/// How the fields of the classes met so far are written down.
#[derive(Default)]
pub(crate) struct Plans {
    places: Vec<u32>,
    /// Per class: which part of `places` is its own.
    of_class: Vec<Option<(u32, u32)>>,
}

/// A reference that is numbered.
const REF_PLACE: u32 = 1 << 31;
/// The array of a string, which nobody else can see: its content stands for it.
const CONTENT_PLACE: u32 = 1 << 30;
/// A field of `Thread` that belongs to the thread: part of the thread's stack once it has started.
const OWN_PLACE: u32 = 1 << 29;
const PLACE: u32 = OWN_PLACE - 1;

/// A permanent object, with its name in the low half.
pub(super) const PERMANENT: u64 = 1 << 31;
/// An object of the path, to be numbered.
const OF_PATH: u64 = 1 << 32;

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
    /// Writes down what an object says, and how many cells it has.
    pub(super) fn summarize_object(
        &self,
        plans: &mut Plans,
        words: &mut Vec<u64>,
        object: Ref,
        summary: &mut Summary,
    ) -> u32 {
        words.clear();
        summary.refs.clear();
        let refs = &mut summary.refs;
        let class = self.class_of(object);
        words.push(u64::from(class.0));
        let cells = match self.linked_class(object).kind {
            ClassKind::Array { kind, .. } => {
                let len = self.heap.len(object);
                words.push(u64::from(len));
                let cells = Heap::array_cells(kind, len) as u32;
                if kind == ElementKind::Ref {
                    for index in 0..len {
                        let word = self.word_of(self.heap.load_u32(object, index), refs);
                        words.push(word);
                    }
                } else {
                    words.extend_from_slice(self.heap.cells(object + HEADER, cells));
                }
                cells
            }
            _ => {
                let (from, to) = self.plan(plans, class);
                for &entry in &plans.places[from as usize..to as usize] {
                    let value = self.heap.cell(object + (entry & PLACE));
                    if entry & !PLACE == 0 {
                        words.push(value);
                    } else if entry & CONTENT_PLACE != 0 {
                        self.write_content(words, value as Ref);
                    } else if entry & OWN_PLACE == 0 || self.thread_of(object).is_none() {
                        let word = self.word_of(value as Ref, refs);
                        words.push(word);
                    }
                }
                self.linked_class(object).layout.fields.len() as u32
            }
        };
        summary.seal(words, self.options.exact_states);
        HEADER + cells
    }

    /// What a reference contributes by itself; objects of the path are also listed.
    #[inline]
    fn word_of(&self, object: Ref, refs: &mut Vec<Ref>) -> u64 {
        if object == 0 {
            0
        } else if object < PERM_END {
            PERMANENT | u64::from(self.heap.name(object))
        } else {
            refs.push(object);
            OF_PATH
        }
    }

    fn write_content(&self, words: &mut Vec<u64>, array: Ref) {
        let len = if array == 0 { 0 } else { self.heap.len(array) };
        words.push(u64::from(len));
        words.extend_from_slice(self.heap.cells(array + HEADER, len.div_ceil(8)));
    }

    /// Where the fields of a class are and which hold references, without masked ones.
    #[inline]
    fn plan(&self, plans: &mut Plans, class: ClassId) -> (u32, u32) {
        match plans.of_class.get(class.index()) {
            Some(&Some(plan)) => plan,
            _ => self.make_plan(plans, class),
        }
    }

    #[cold]
    fn make_plan(&self, plans: &mut Plans, class: ClassId) -> (u32, u32) {
        if plans.of_class.len() <= class.index() {
            plans.of_class.resize(class.index() + 64, None);
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
        let from = plans.places.len() as u32;
        plans.places.extend(plan);
        let plan = (from, plans.places.len() as u32);
        plans.of_class[class.index()] = Some(plan);
        plan
    }

    /// Writes down what a thread says: its frames from the lowest that changed on, what it is doing,
    /// and its own fields.
    pub(super) fn summarize_thread(&self, words: &mut Vec<u64>, t: usize, part: &mut ThreadPart) {
        let exact = self.options.exact_states;
        let thread = &self.threads[t];
        let clean = part.clean_frames.min(part.frames.len()).min(thread.frames.len());
        part.frames.truncate(clean);
        let (mut hash, refs_end, words_end) = match part.frames.last() {
            Some(frame) => (frame.hash, frame.refs_end, frame.words_end),
            None => ([0; 2], 0, 0),
        };
        let summary = &mut part.summary;
        summary.refs.truncate(refs_end as usize);
        summary.words.truncate(words_end as usize);
        for (index, frame) in thread.frames.iter().enumerate().skip(clean) {
            words.clear();
            words.extend(hash);
            words.push(u64::from(frame.method.0) << 32 | u64::from(frame.pc));
            if frame.lock != 0 {
                words.push(self.word_of(frame.lock, &mut summary.refs));
            }
            let registers = &thread.regs[frame.base as usize..];
            for &register in live_registers(self, t, index) {
                let value = registers[usize::from(register.reg())];
                words.push(if register.is_ref() { self.word_of(value as Ref, &mut summary.refs) } else { value });
            }
            hash = hash_of(words);
            if exact {
                summary.words.extend_from_slice(&words[2..]);
            }
            let (refs_end, words_end) = (summary.refs.len() as u32, summary.words.len() as u32);
            part.frames.push(FrameMark { hash, refs_end, words_end });
        }
        part.clean_frames = thread.frames.len();
        words.clear();
        words.extend(hash);
        self.write_control(t, words, &mut summary.refs);
        summary.hash = hash_of(words);
        if exact {
            summary.words.extend_from_slice(&words[2..]);
        }
    }

    /// What a thread is doing, and its own fields.
    fn write_control(&self, t: usize, words: &mut Vec<u64>, refs: &mut Vec<Ref>) {
        let thread = &self.threads[t];
        let control = thread.control;
        words.push(thread.frames.len() as u64);
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
        let flags = u64::from(control.permit)
            | u64::from(control.resumed) << 1
            | u64::from(control.timed_out) << 2
            | u64::from(control.notified) << 3
            | u64::from(control.daemon) << 4
            | (control.phase as u64) << 5
            | u64::from(control.held) << 7
            | u64::from(control.pinned) << 8;
        words.push(
            status
                | flags << 4
                | u64::from(control.saved_count) << 16
                | u64::from(control.children) << 32
                | u64::from(control.atomic) << 48,
        );
        words.push(u64::from(control.hashes) | u64::from(control.ticket) << 32);
        // Of interest to a platform with priorities only, and constant otherwise.
        words.push(
            u64::from(control.rank)
                | u64::from(control.ready) << 16
                | u64::from(control.delayed) << 24
                | u64::from(control.at) << 32,
        );
        words.extend([control.deadline as u64, self.word_of(of, refs)]);
        for &place in &self.own_places {
            words.push(self.word_of(self.heap.cell(thread.object + place) as Ref, refs));
        }
    }
}

fn hash_of(words: &[u64]) -> [u64; 2] {
    let hash = xxhash_rust::xxh3::xxh3_128(as_bytes(words));
    [hash as u64, (hash >> 64) as u64]
}
