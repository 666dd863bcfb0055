//! What an object or a thread contributes to a state by itself: words that do not depend on the
//! rest of the state, and the objects of the path that it names, which others have to number.
//!
//! Fields that are masked are no part of it; permanent objects go by name; the array of a string is
//! its content.

use heddle_jdk::synchronizers;
use heddle_program::ir::ElementKind;
use heddle_program::maps::{LiveReg, Maps};
use heddle_program::{ClassId, ClassKind, MethodId};

use super::hash::Lanes;
use super::stacks::{FrameMark, Said};
use crate::heap::{HEADER, Heap, PERM_END, Ref};
use crate::joining::Joining;
use crate::machine::Machine;
use crate::thread::{Cause, Control, FrameKind, NORMAL_PRIORITY, PROLOGUE, Status};

/// Kept while an object is not written, or a thread stands still.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary {
    /// Hash of the words.
    pub hash: Lanes,
    /// The words themselves, if states are to be exact.
    pub words: Vec<u64>,
    /// The objects of the path that are named, and where, in order.
    pub refs: Vec<(u32, Ref)>,
}

impl Summary {
    /// Where words are written down, going on from `hash`.
    fn sink(&mut self, hash: Lanes, exact: bool) -> Sink<'_> {
        Sink { hash, words: exact.then_some(&mut self.words), refs: &mut self.refs }
    }
}

/// Takes words one by one.
struct Sink<'s> {
    hash: Lanes,
    words: Option<&'s mut Vec<u64>>,
    refs: &'s mut Vec<(u32, Ref)>,
}

impl Sink<'_> {
    #[inline(always)]
    fn push(&mut self, word: u64) {
        self.hash.add(word);
        if let Some(words) = &mut self.words {
            words.push(word);
        }
    }

    /// What a reference contributes by itself; objects of the path are also listed.
    #[inline(always)]
    fn push_ref(&mut self, heap: &Heap, object: Ref, place: u32) {
        let word = if object == 0 {
            0
        } else if object < PERM_END {
            PERMANENT | u64::from(heap.name(object))
        } else {
            self.refs.push((place, object));
            OF_PATH
        };
        self.push(word);
    }

    fn extend(&mut self, words: &[u64]) {
        words.iter().for_each(|&word| self.push(word));
    }
}

/// How the fields of the classes met so far are written down.
#[derive(Default)]
pub(crate) struct Plans {
    places: Vec<u32>,
    of_class: Vec<Option<Plan>>,
}

#[derive(Clone, Copy)]
enum Plan {
    Array(ElementKind),
    /// Which part of the places is the class's own.
    Fields(u32, u32),
    /// The same for a synchroniser, and where it has the ends of its queue.
    Queue(u32, u32, [u32; 2]),
}

/// A reference that is numbered.
const REF_PLACE: u32 = 1 << 31;
/// The array of a string, which nobody else can see: its content stands for it.
const CONTENT_PLACE: u32 = 1 << 30;
/// A field of `Thread` that belongs to the thread: part of the thread's stack once it has started.
const OWN_PLACE: u32 = 1 << 29;
const PLACE: u32 = OWN_PLACE - 1;
/// Where an object names the lock that guards it.
const GUARD_PLACE: u32 = PLACE;

/// A permanent object, with its name in the low half.
pub(super) const PERMANENT: u64 = 1 << 31;
/// An object of the path, to be numbered.
const OF_PATH: u64 = 1 << 32;

/// What a thread says of queues that it is in none of.
const UNQUEUED: u64 = (NORMAL_PRIORITY as u64) << 17 | u16::MAX as u64;

/// Places on a stack: frame and register.
const ON_STACK: u32 = 1 << 31;

const OF_CONTENT: Lanes = Lanes::of(8);

/// Registers of a thread's frame that can still be read: before the instruction if it is the top
/// frame or will be executed again, else after the call returns.
pub(crate) fn live_registers<'p>(machine: &Machine<'p>, t: usize, index: usize) -> &'p [LiveReg] {
    let frames = &machine.state.threads[t].frames;
    let frame = frames[index];
    if frame.pc == PROLOGUE {
        return &[];
    }
    let code = machine.code(frame.method);
    let maps = maps_of(machine, frame.method);
    match frames.get(index + 1) {
        Some(callee) if !matches!(callee.kind, FrameKind::Initializer(_) | FrameKind::Native) => {
            maps.live_across_call(code.shared, frame.pc)
        }
        _ => maps.live(frame.pc),
    }
}

fn maps_of<'p>(machine: &Machine<'p>, method: MethodId) -> &'p Maps {
    let code = machine.code(method);
    match code.maps.get() {
        Some(maps) => maps,
        None => code.maps.get_or_init(|| code.shared.live_maps(machine.program)),
    }
}

/// Registers of a method that can still be read before an instruction.
fn live_before<'p>(machine: &Machine<'p>, method: MethodId, pc: u32) -> &'p [LiveReg] {
    maps_of(machine, method).live(pc)
}

impl Machine<'_> {
    /// Writes down what an object says.
    pub(super) fn summarize_object(&self, plans: &mut Plans, object: Ref, summary: &mut Summary) {
        self.summarize(plans, object, summary, [0; 2]);
    }

    /// Writes down what the object of a thread says, but not by what threads can be told apart.
    pub(super) fn summarize_anonymously(&self, plans: &mut Plans, object: Ref, summary: &mut Summary) {
        self.summarize(plans, object, summary, self.linkage.identity_places);
    }

    fn summarize(&self, plans: &mut Plans, object: Ref, summary: &mut Summary, left_out: [u32; 2]) {
        summary.words.clear();
        summary.refs.clear();
        let class = self.class_of(object);
        let mut sink = summary.sink(OF_CONTENT, self.canonical.exact_states);
        sink.push(u64::from(class.0));
        let plan = self.plan(plans, class);
        match plan {
            Plan::Array(kind) => {
                let len = self.state.heap.len(object);
                sink.push(u64::from(len));
                if kind == ElementKind::Ref {
                    for index in 0..len {
                        sink.push_ref(&self.state.heap, self.state.heap.load_u32(object, index), index);
                    }
                } else {
                    sink.extend(self.state.heap.cells(object + HEADER, Heap::array_cells(kind, len) as u32));
                }
            }
            Plan::Fields(from, to) | Plan::Queue(from, to, _) => {
                let forgotten = self.forgotten(plan, object);
                for &entry in &plans.places[from as usize..to as usize] {
                    let place = entry & PLACE;
                    let value = if forgotten.contains(&place) || left_out.contains(&place) {
                        0
                    } else {
                        self.state.heap.cell(object + place)
                    };
                    if entry & !PLACE == 0 {
                        sink.push(value);
                    } else if entry & CONTENT_PLACE != 0 {
                        self.write_content(&mut sink, value as Ref);
                    } else if entry & OWN_PLACE == 0 || self.thread_of(object).is_none() {
                        sink.push_ref(&self.state.heap, value as Ref, place);
                    }
                }
            }
        }
        if object >= PERM_END {
            let guard = self.state.heap.guard(object);
            if guard != 0 {
                sink.push_ref(&self.state.heap, guard, GUARD_PLACE);
            }
        }
        summary.hash = sink.hash;
    }

    /// Places of an object that count as empty: the ends of a queue in which nobody is, if nobody can tell it
    /// from one in which nobody ever was.
    #[inline]
    fn forgotten(&self, plan: Plan, object: Ref) -> [u32; 2] {
        match plan {
            Plan::Queue(_, _, [head, tail])
                if self.settings.forget_empty_queues
                    && self.assumed.forgets_empty_queues()
                    && self.settings.stops.is_none()
                    && !self.stops_after_taking()
                    && self.state.heap.cell(object + head) == self.state.heap.cell(object + tail) =>
            {
                [head, tail]
            }
            _ => [0; 2],
        }
    }

    fn write_content(&self, sink: &mut Sink<'_>, array: Ref) {
        let len = if array == 0 { 0 } else { self.state.heap.len(array) };
        sink.push(u64::from(len));
        sink.extend(self.state.heap.cells(array + HEADER, len.div_ceil(8)));
    }

    /// Where the fields of a class are and which hold references, without masked ones.
    #[inline]
    fn plan(&self, plans: &mut Plans, class: ClassId) -> Plan {
        match plans.of_class.get(class.index()) {
            Some(&Some(plan)) => plan,
            _ => self.make_plan(plans, class),
        }
    }

    #[cold]
    fn make_plan(&self, plans: &mut Plans, class: ClassId) -> Plan {
        if plans.of_class.len() <= class.index() {
            plans.of_class.resize(class.index() + 64, None);
        }
        if let ClassKind::Array { kind, .. } = self.program.class(class).kind {
            plans.of_class[class.index()] = Some(Plan::Array(kind));
            return Plan::Array(kind);
        }
        let is_thread = self.is_thread_class(self.program.class(class));
        let fields = &self.program.class(class).layout.fields;
        let plan = fields.iter().enumerate().filter(|&(_, &field)| !self.is_masked(field)).map(|(slot, &field)| {
            let place = HEADER + slot as u32;
            if Some(place) == self.linkage.string_value && class == self.program.well_known().string {
                return place | CONTENT_PLACE;
            }
            let own = if is_thread && self.linkage.own_places.contains(&place) { OWN_PLACE } else { 0 };
            if self.program.field(field).ty.is_ref() { place | REF_PLACE | own } else { place }
        });
        let from = plans.places.len() as u32;
        plans.places.extend(plan);
        let to = plans.places.len() as u32;
        let plan = self.queue_of(class).map_or(Plan::Fields(from, to), |ends| Plan::Queue(from, to, ends));
        plans.of_class[class.index()] = Some(plan);
        plan
    }

    /// Where the objects of a class have the ends of a queue.
    fn queue_of(&self, class: ClassId) -> Option<[u32; 2]> {
        let mut classes = self.program.class(class).display.iter();
        let queued = *classes.find(|&&class| synchronizers::is_queued(self.program.class_name(class)))?;
        let place = |name| Some(HEADER + self.program.field(self.program.find_field(queued, name)?).place);
        let [head, tail] = synchronizers::QUEUE_ENDS;
        Some([place(head)?, place(tail)?])
    }

    /// Writes down what a thread says: its frames from the lowest that changed on, what it is doing,
    /// and its own fields.
    pub(super) fn summarize_thread(&self, t: usize, part: &mut Said) {
        let exact = self.canonical.exact_states;
        let thread = &self.state.threads[t];
        let clean = thread.part.clean_frames.min(part.frames.len()).min(thread.frames.len());
        part.frames.truncate(clean);
        let (hash, refs_end, words_end) = match part.frames.last() {
            Some(frame) => (frame.hash, frame.refs_end, frame.words_end),
            None => (OF_CONTENT, 0, 0),
        };
        part.summary.refs.truncate(refs_end as usize);
        part.summary.words.truncate(words_end as usize);
        let mut sink = part.summary.sink(hash, exact);
        for (index, frame) in thread.frames.iter().enumerate().skip(clean) {
            let place = ON_STACK | (index as u32) << 16;
            sink.push(u64::from(frame.method.0) << 32 | u64::from(frame.pc));
            if frame.lock != 0 {
                sink.push_ref(&self.state.heap, frame.lock, place | 0xffff);
            }
            let registers = &thread.regs[frame.base as usize..];
            for &register in live_registers(self, t, index) {
                let value = registers[usize::from(register.reg())];
                if register.is_ref() {
                    sink.push_ref(&self.state.heap, value as Ref, place | u32::from(register.reg()));
                } else {
                    sink.push(value);
                }
            }
            let words_end = sink.words.as_ref().map_or(0, |words| words.len() as u32);
            part.frames.push(FrameMark { hash: sink.hash, refs_end: sink.refs.len() as u32, words_end });
        }
        self.write_control(t, &mut sink);
        part.anonymous = sink.hash;
        for part in thread.path.chunks(4) {
            sink.push(part.iter().fold(0, |word, &step| word << 16 | (u64::from(step) + 1)));
        }
        part.summary.hash = sink.hash;
    }

    /// Writes down what a thread says that is going to wait for others: the frames below the one that does, and where that goes on.
    pub(super) fn summarize_joining(&self, t: usize, joining: &Joining, said: &Said, summary: &mut Summary) {
        let thread = &self.state.threads[t];
        let below = joining.frame.checked_sub(1).map(|frame| said.frames[frame]);
        summary.words.clear();
        summary.refs.clear();
        summary.refs.extend_from_slice(&said.summary.refs[..below.map_or(0, |frame| frame.refs_end as usize)]);
        let mut sink = summary.sink(below.map_or(OF_CONTENT, |frame| frame.hash), false);
        let frame = thread.frames[joining.frame];
        let place = ON_STACK | (joining.frame as u32) << 16;
        // How many it still has to ask for, so that asking for one leads on.
        sink.push(joining.threads.len() as u64);
        sink.push(u64::from(frame.method.0) << 32 | u64::from(joining.pc));
        if frame.lock != 0 {
            sink.push_ref(&self.state.heap, frame.lock, place | 0xffff);
        }
        for &register in live_before(self, frame.method, joining.pc) {
            let value = joining.registers[usize::from(register.reg())];
            if register.is_ref() {
                sink.push_ref(&self.state.heap, value as Ref, place | u32::from(register.reg()));
            } else {
                sink.push(value);
            }
        }
        self.write_control(t, &mut sink);
        summary.hash = sink.hash;
    }

    /// What a thread is doing, and its own fields.
    fn write_control(&self, t: usize, sink: &mut Sink<'_>) {
        let thread = &self.state.threads[t];
        let control = &thread.control;
        sink.push(thread.frames.len() as u64);
        let (status, of) = match control.status {
            Status::Runnable => (0, 0),
            Status::Waiting { object, timed } => (1 + u64::from(timed), object),
            Status::Notified { object } => (3, object),
            Status::Parked { timed } => (4 + u64::from(timed), 0),
            Status::Sleeping => (6, 0),
            Status::Terminated => (7, 0),
        };
        // What most threads never have is written down only if it is there.
        let counts = u64::from(control.counters.hashes) | u64::from(control.blocking.ticket) << 32;
        let queued = u64::from(control.scheduling.rank)
            | u64::from(control.scheduling.ready) << 16
            | u64::from(control.scheduling.priority) << 17
            | u64::from(control.scheduling.delayed) << 24
            | u64::from(control.at) << 32;
        let is_usual = counts == 0 && queued == UNQUEUED && control.blocking.deadline == i64::MAX && control.clock == 0;
        let owned = (self.linkage.own_places.iter().enumerate())
            .filter(|&(_, &place)| self.state.heap.cell(thread.object + place) as Ref != 0)
            .fold(0, |owned, (index, _)| owned | 1 << index);
        let flags = u64::from(control.permit)
            | u64::from(control.blocking.resumed) << 1
            | cause_word(control) << 2
            | u64::from(control.daemon) << 4
            | (control.phase as u64) << 5
            | u64::from(control.scheduling.held) << 7
            | u64::from(control.scheduling.pinned) << 8
            | u64::from(control.unwinding != 0) << 9
            | u64::from(is_usual) << 10
            | u64::from(owned != 0) << 11;
        sink.push(
            status
                | u64::from(control.blocked) << 3
                | flags << 4
                | u64::from(control.blocking.saved_count) << 16
                | u64::from(control.counters.children) << 32
                | u64::from(control.atomic) << 48,
        );
        if !is_usual {
            sink.extend(&[counts, queued, control.blocking.deadline as u64, control.clock as u64]);
        }
        sink.push_ref(&self.state.heap, of, 0);
        if control.unwinding != 0 {
            sink.push_ref(&self.state.heap, control.unwinding, 1);
        }
        if owned != 0 {
            sink.push(owned);
            for &place in &self.linkage.own_places {
                let object = self.state.heap.cell(thread.object + place) as Ref;
                if object != 0 {
                    sink.push_ref(&self.state.heap, object, place);
                }
            }
        }
    }
}

/// Two bits for what ends a wait: a thread in the wait set has been interrupted or not, one that has left it
/// has one of the four causes, and for all others it is over.
fn cause_word(control: &Control) -> u64 {
    match (control.blocking.cause, control.status) {
        (Cause::Interrupted, Status::Waiting { .. }) | (Cause::TimedOut, _) => 1,
        (Cause::None | Cause::Interrupted, _) => 0,
        (Cause::Notified, _) => 2,
        (Cause::NotifiedWithAll, _) => 3,
    }
}
