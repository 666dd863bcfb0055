//! The canonical form of a state: equal for states that no continuation can tell apart by heap
//! order, garbage or dead registers.
//!
//! New objects are numbered in the order of a fixed traversal: first from what seldom changes
//! (static fields and permanent objects that the path changed, then the threads' objects by
//! creation path), breadth-first; this part is called the *shape*. Then from the threads' stacks,
//! frames bottom-up, live registers in order. Permanent objects go by name. What is not reached is
//! not part of the state.
//!
//! A fingerprint is a sum: each object and each thread adds a hash of its number, of its content and
//! of the numbers of the objects that it names. Most steps change a few numbers in memory and no
//! reference, so the shape of the state before still holds, and only what was written adds
//! something else. Whether the shape still holds is read off the state: the objects written since
//! then must name the same objects as before.
//!
//! The same traversal finds out which threads can reach each object: an object reached from a
//! static, or from two threads, is [`SHARED`], and so is all that it reaches. This tag is a
//! function of the state; it decides which instructions are visible in the next step.

mod summary;
mod touched;

pub(crate) use summary::live_registers;
pub(crate) use touched::Touched;

use summary::{PERMANENT, Plans, Summary};

use crate::heap::{IMMUTABLE, PERM_END, Ref, SHARED};
use crate::machine::{Machine, StaticKind, init_state};

/// What was computed for the last state, to be used for the next.
#[derive(Default)]
pub(crate) struct Canon {
    roots: Roots,
    /// Slots of changed permanent objects, in the order of their names.
    permanent: Vec<u32>,
    /// The numbered objects, those of the shape first. Number `i + 1` is at index `i`.
    numbered: Vec<Numbered>,
    /// How many of them belong to the shape.
    settled: usize,
    /// Marks objects of the shape as numbered; 0 if there is no shape yet.
    epoch: u64,
    /// Marks objects that only stacks reach as numbered.
    stack_epoch: u64,
    last_epoch: u64,
    sum_of_statics: u128,
    sum_of_shape: u128,
    /// What objects say, by slot.
    nodes: Vec<Node>,
    free: Vec<u32>,
    plans: Plans,
    /// Numbered objects of the state before, whose slots are up for reuse.
    old: Vec<Numbered>,
    words: Vec<u64>,
    spare: Summary,
    upgrade: Vec<Ref>,
    /// The exact form, and where its parts end.
    exact: Vec<u64>,
    ends: Vec<u32>,
}

/// Where the traversal begins.
#[derive(Default)]
struct Roots {
    /// Live threads, as long as none is born again.
    live: Vec<u16>,
    births: u32,
    /// Live threads in canonical order, and by thread the position in it.
    order: Vec<u16>,
    position: Vec<u16>,
    /// Changed statics and their values.
    statics: Vec<(u32, u64)>,
    /// Changed permanent objects and their names.
    permanent: Vec<(u32, Ref)>,
}

#[derive(Clone, Copy)]
struct Numbered {
    object: Ref,
    slot: u32,
    /// Which threads reach the object within the shape.
    tag: u8,
    /// The same, stacks included.
    reach: u8,
}

/// What an object says.
#[derive(Default)]
struct Node {
    object: Ref,
    cells: u32,
    summary: Summary,
    /// What it adds to the fingerprint.
    sum: u128,
}

/// What a thread says, kept while it stands still.
#[derive(Clone, Debug, Default)]
pub(crate) struct ThreadPart {
    pub valid: bool,
    /// So many of the lowest frames are as they were when `frames` was written.
    pub clean_frames: usize,
    /// By frame: what it and those below say.
    frames: Vec<FrameMark>,
    summary: Summary,
    sum: u128,
    /// The shape for which `sum` holds; 0 if the stack reaches objects outside of it.
    epoch: u64,
}

/// How far a thread's summary has come with a frame.
#[derive(Clone, Copy, Debug)]
struct FrameMark {
    hash: [u64; 2],
    refs_end: u32,
    words_end: u32,
}

/// One numbering: of the shape, or of what only the stacks reach.
struct Numbering {
    epoch: u64,
    of_stacks: bool,
    /// Epochs of the numbering before, whose objects stand in `old` from number `old_from` on.
    known: [u64; 2],
    old_from: u32,
}

const NO_SLOT: u32 = u32::MAX;

/// A mark in an object is a number in so many low bits, and an epoch.
const NUMBER_BITS: u32 = 26;

#[inline]
fn number_in(mark: u64) -> u64 {
    mark & ((1 << NUMBER_BITS) - 1)
}

/// Never repeats: 2^38 epochs take days.
fn next_epoch(c: &mut Canon) -> u64 {
    c.last_epoch += 1;
    assert!(c.last_epoch < 1 << (64 - NUMBER_BITS), "more states than marks can tell apart");
    c.last_epoch
}

// What a hash is of.
const OF_OBJECT: u64 = 1 << 60;
const OF_THREAD: u64 = 2 << 60;
const OF_STATICS: u64 = 3 << 60;
const OF_OUTPUT: u64 = 4 << 60;

impl Machine<'_> {
    /// 128 bits that stand for the canonical form of the state. Brings the reach tags up to date.
    pub fn fingerprint(&mut self) -> u128 {
        // Taken out so that it and the machine can be borrowed apart.
        let mut canon = self.canon.take().unwrap_or_default();
        let sum = self.canonicalize(&mut canon);
        self.canon = Some(canon);
        sum
    }

    /// The canonical form itself, and where its parts end: one per thread, object and so on.
    pub fn canonical_parts(&mut self) -> (&[u64], &[u32]) {
        let mut canon = self.canon.take().unwrap_or_default();
        if !self.options.exact_states {
            self.options.exact_states = true;
            self.touched.forget_all();
            canon.epoch = 0;
            self.threads.iter_mut().for_each(|thread| thread.part = ThreadPart::default());
        }
        self.canonicalize(&mut canon);
        self.write_exact(&mut canon);
        let canon = self.canon.insert(canon);
        (&canon.exact, &canon.ends)
    }

    /// The canonical form itself.
    pub fn canonical_words(&mut self) -> &[u64] {
        self.canonical_parts().0
    }

    fn canonicalize(&mut self, c: &mut Canon) -> u128 {
        let mut numbering = if self.shape_holds(c) { keep_shape(c) } else { self.build_shape(c) };
        numbering.epoch = next_epoch(c);
        numbering.of_stacks = true;
        let threads = self.sum_of_threads(c, &numbering);
        c.stack_epoch = numbering.epoch;
        c.free.extend(c.old.drain(..).map(|old| old.slot).filter(|&slot| slot != NO_SLOT));
        for at in 0..c.numbered.len() {
            let Numbered { object, reach, .. } = c.numbered[at];
            self.retag(object, reach);
        }
        let mut sum = c.sum_of_statics.wrapping_add(c.sum_of_shape).wrapping_add(threads);
        if self.options.observe_output {
            sum = sum.wrapping_add(hash(&self.output_words()));
        }
        sum
    }

    /// What was printed so far.
    fn output_words(&self) -> [u64; 6] {
        let digest = |stderr: bool| {
            let printed = self.output.iter().filter(|output| output.stderr == stderr);
            let text: Vec<u8> = printed.flat_map(|output| output.bytes.iter().copied()).collect();
            let hash = xxhash_rust::xxh3::xxh3_128(&text);
            [hash as u64, (hash >> 64) as u64]
        };
        let (out, err) = (digest(false), digest(true));
        // The exit code will tell.
        let failed = self.uncaught.iter().any(|&(thread, _)| thread == 0);
        [OF_OUTPUT, out[0], out[1], err[0], err[1], u64::from(failed)]
    }

    // ---- the shape ----------------------------------------------------------------------------

    /// Whether the objects of the last shape are numbered in this state as they were; if so, what
    /// they add to the fingerprint is brought up to date.
    fn shape_holds(&mut self, c: &mut Canon) -> bool {
        if c.epoch == 0
            || c.roots.births != self.births
            || !c.roots.live.iter().copied().eq(self.live_threads().map(|t| t as u16))
            || c.roots.permanent != self.journal.dirty_objects
            || !self.statics_hold(c)
        {
            return false;
        }
        for at in 0..c.permanent.len() {
            let slot = c.permanent[at] as usize;
            let Node { object, cells, .. } = c.nodes[slot];
            let key = PERMANENT | u64::from(c.roots.permanent[at].0);
            if self.touched.any(object, cells) && !self.rewrite(c, slot, key) {
                return false;
            }
        }
        for at in 0..c.settled {
            let Numbered { object, slot, .. } = c.numbered[at];
            // Another object may have taken its place.
            if self.heap.cell(object + 2) >> NUMBER_BITS != c.epoch {
                return false;
            }
            let slot = slot as usize;
            if self.touched.any(object, c.nodes[slot].cells) && !self.rewrite(c, slot, at as u64 + 1) {
                return false;
            }
        }
        true
    }

    /// Writes down an object again; whether it still names the same objects.
    fn rewrite(&mut self, c: &mut Canon, slot: usize, key: u64) -> bool {
        let node = &mut c.nodes[slot];
        let cells = self.summarize_object(&mut c.plans, &mut c.words, node.object, &mut c.spare);
        node.cells = cells;
        self.touched.clear(node.object, cells);
        std::mem::swap(&mut node.summary, &mut c.spare);
        if node.summary.refs != c.spare.refs {
            return false;
        }
        let old = node.sum;
        let new = self.sum_of_object(c, slot, key);
        c.sum_of_shape = c.sum_of_shape.wrapping_sub(old).wrapping_add(new);
        true
    }

    /// Whether the changed statics are those of the shape, references with the same values.
    fn statics_hold(&mut self, c: &mut Canon) -> bool {
        if c.roots.statics.len() != self.journal.dirty_statics.len() {
            return false;
        }
        let mut same = true;
        for at in 0..c.roots.statics.len() {
            let (cell, known) = c.roots.statics[at];
            let value = self.heap.cell(cell);
            if cell != self.journal.dirty_statics[at] || value != known && self.static_kind(cell) == StaticKind::Ref {
                return false;
            }
            same &= known == value;
            c.roots.statics[at].1 = value;
        }
        if !same {
            c.sum_of_statics = self.sum_of_statics(c);
        }
        true
    }

    fn static_kind(&self, cell: u32) -> StaticKind {
        self.static_kinds.get(cell as usize).copied().unwrap_or_default()
    }

    /// Numbers the objects of this state's shape.
    fn build_shape(&mut self, c: &mut Canon) -> Numbering {
        let known = [c.epoch, c.stack_epoch];
        let numbering = Numbering { epoch: next_epoch(c), of_stacks: false, known, old_from: 0 };
        c.epoch = numbering.epoch;
        std::mem::swap(&mut c.old, &mut c.numbered);
        c.numbered.clear();
        self.find_roots(&mut c.roots);
        for at in 0..c.roots.statics.len() {
            let (cell, value) = c.roots.statics[at];
            if self.static_kind(cell) == StaticKind::Ref {
                self.number(c, &numbering, value as Ref, SHARED);
            }
        }
        self.number_permanent(c, &numbering);
        self.drain(c, &numbering, 0, SHARED);
        for at in 0..c.roots.order.len() {
            let t = c.roots.order[at];
            let from = c.numbered.len();
            self.number(c, &numbering, self.threads[usize::from(t)].object, tag_of(t));
            self.drain(c, &numbering, from, tag_of(t));
        }
        c.settled = c.numbered.len();
        c.sum_of_statics = self.sum_of_statics(c);
        c.sum_of_shape = 0;
        for at in 0..c.permanent.len() {
            let key = PERMANENT | u64::from(c.roots.permanent[at].0);
            c.sum_of_shape = c.sum_of_shape.wrapping_add(self.sum_of_object(c, c.permanent[at] as usize, key));
        }
        for at in 0..c.settled {
            let slot = c.numbered[at].slot as usize;
            c.sum_of_shape = c.sum_of_shape.wrapping_add(self.sum_of_object(c, slot, at as u64 + 1));
        }
        numbering
    }

    /// Live threads by creation path, which does not depend on the schedule, and what changed of
    /// the base image.
    fn find_roots(&self, roots: &mut Roots) {
        roots.births = self.births;
        roots.live.clear();
        roots.live.extend(self.live_threads().map(|t| t as u16));
        roots.order.clone_from(&roots.live);
        roots.order.sort_by(|&a, &b| self.threads[usize::from(a)].path.cmp(&self.threads[usize::from(b)].path));
        roots.position.clear();
        roots.position.resize(self.threads.len(), u16::MAX);
        for (position, &t) in roots.order.iter().enumerate() {
            roots.position[usize::from(t)] = position as u16;
        }
        roots.statics.clear();
        roots.statics.extend(self.journal.dirty_statics.iter().map(|&cell| (cell, self.heap.cell(cell))));
        roots.permanent.clone_from(&self.journal.dirty_objects);
    }

    fn number_permanent(&mut self, c: &mut Canon, numbering: &Numbering) {
        let mut old = std::mem::take(&mut c.permanent);
        for at in 0..c.roots.permanent.len() {
            let (_, object) = c.roots.permanent[at];
            let slot = match old.iter().position(|&slot| c.nodes[slot as usize].object == object) {
                Some(known) => old.swap_remove(known),
                None => new_slot(c),
            };
            c.permanent.push(slot);
            self.number_children(c, numbering, slot as usize, object, SHARED);
        }
        c.free.append(&mut old);
    }

    // ---- stacks -------------------------------------------------------------------------------

    /// What the threads add to the fingerprint, with the objects that only their stacks reach.
    fn sum_of_threads(&mut self, c: &mut Canon, numbering: &Numbering) -> u128 {
        c.numbered.truncate(c.settled);
        for numbered in &mut c.numbered {
            numbered.reach = numbered.tag;
        }
        let mut sum = 0u128;
        for at in 0..c.roots.order.len() {
            let t = c.roots.order[at];
            let part = &self.threads[usize::from(t)].part;
            if part.valid && part.epoch == c.epoch {
                sum = sum.wrapping_add(part.sum);
                continue;
            }
            let mut part = std::mem::take(&mut self.threads[usize::from(t)].part);
            if !part.valid {
                self.summarize_thread(&mut c.words, usize::from(t), &mut part);
                part.valid = true;
            }
            self.sum_of_thread(c, numbering, t, &mut part);
            sum = sum.wrapping_add(part.sum);
            self.threads[usize::from(t)].part = part;
        }
        for at in c.settled..c.numbered.len() {
            let slot = c.numbered[at].slot as usize;
            sum = sum.wrapping_add(self.sum_of_object(c, slot, at as u64 + 1));
        }
        sum
    }

    /// What a thread adds. It can be kept only if its stack reaches nothing but objects of the
    /// shape that are shared or its own: then it neither numbers objects nor shares them.
    fn sum_of_thread(&mut self, c: &mut Canon, numbering: &Numbering, t: u16, part: &mut ThreadPart) {
        let tag = tag_of(t);
        let from = c.numbered.len();
        let mut words = std::mem::take(&mut c.words);
        words.clear();
        words.extend([OF_THREAD, part.summary.hash[0], part.summary.hash[1]]);
        let mut lasting = true;
        for &object in &part.summary.refs {
            let number = self.number(c, numbering, object, tag);
            words.push(number as u64);
            lasting &= c.numbered[..c.settled]
                .get(number as usize - 1)
                .is_some_and(|numbered| numbered.tag == tag || numbered.tag == SHARED);
        }
        part.sum = hash(&words);
        part.epoch = if lasting { c.epoch } else { 0 };
        c.words = words;
        self.drain(c, numbering, from, tag);
    }

    // ---- numbering ----------------------------------------------------------------------------

    /// The number of an object of the path. At the first visit it gets one and is appended; if
    /// another thread has visited it, it becomes shared.
    #[inline]
    fn number(&mut self, c: &mut Canon, numbering: &Numbering, object: Ref, tag: u8) -> u32 {
        if object < PERM_END {
            return 0;
        }
        let mark = self.heap.cell(object + 2);
        let (epoch, number) = (mark >> NUMBER_BITS, number_in(mark) as u32);
        if epoch == numbering.epoch || epoch == c.epoch {
            let known = &c.numbered[number as usize - 1];
            let reach = if numbering.of_stacks { known.reach } else { known.tag };
            if reach != tag && reach != SHARED {
                self.share(c, numbering, object);
            }
            return number;
        }
        let slot = if epoch != 0 && numbering.known.contains(&epoch) {
            std::mem::replace(&mut c.old[(number - numbering.old_from) as usize - 1].slot, NO_SLOT)
        } else {
            new_slot(c)
        };
        c.numbered.push(Numbered { object, slot, tag, reach: tag });
        let number = c.numbered.len() as u32;
        assert!(number < 1 << NUMBER_BITS, "more objects than marks can number");
        self.heap.set_cell(object + 2, numbering.epoch << NUMBER_BITS | u64::from(number));
        number
    }

    /// Numbers all that is reached from the objects from index `from` on.
    fn drain(&mut self, c: &mut Canon, numbering: &Numbering, from: usize, tag: u8) {
        let mut at = from;
        while at < c.numbered.len() {
            let Numbered { object, slot, .. } = c.numbered[at];
            self.number_children(c, numbering, slot as usize, object, tag);
            at += 1;
        }
    }

    fn number_children(&mut self, c: &mut Canon, numbering: &Numbering, slot: usize, object: Ref, tag: u8) {
        let node = &mut c.nodes[slot];
        if node.object != object || self.touched.any(object, node.cells) {
            node.object = object;
            node.cells = self.summarize_object(&mut c.plans, &mut c.words, object, &mut node.summary);
            self.touched.clear(object, node.cells);
        }
        let refs = std::mem::take(&mut node.summary.refs);
        for &child in &refs {
            self.number(c, numbering, child, tag);
        }
        c.nodes[slot].summary.refs = refs;
    }

    /// An object of one thread is reached by another one: it and all it reaches are shared. What
    /// the first thread reaches has been visited, so nothing is numbered or written down here.
    fn share(&self, c: &mut Canon, numbering: &Numbering, object: Ref) {
        c.upgrade.push(object);
        while let Some(object) = c.upgrade.pop() {
            let mark = self.heap.cell(object + 2);
            debug_assert!([numbering.epoch, c.epoch].contains(&(mark >> NUMBER_BITS)));
            let known = &mut c.numbered[number_in(mark) as usize - 1];
            let reach = if numbering.of_stacks { &mut known.reach } else { &mut known.tag };
            if *reach != SHARED {
                *reach = SHARED;
                c.upgrade.extend_from_slice(&c.nodes[known.slot as usize].summary.refs);
            }
        }
    }

    #[inline]
    fn retag(&mut self, object: Ref, tag: u8) {
        let old = self.heap.tag(object);
        if old != tag && old != IMMUTABLE {
            if object < self.journal.floor {
                self.journal.cells.push((object + 1, self.heap.cell(object + 1)));
            }
            self.heap.set_tag(object, tag);
        }
    }

    // ---- sums ---------------------------------------------------------------------------------

    fn sum_of_statics(&self, c: &Canon) -> u128 {
        if c.roots.statics.is_empty() {
            return 0;
        }
        let mut words = Vec::with_capacity(1 + 2 * c.roots.statics.len());
        words.push(OF_STATICS);
        self.write_statics(c, &mut words);
        hash(&words)
    }

    fn write_statics(&self, c: &Canon, words: &mut Vec<u64>) {
        for &(cell, value) in &c.roots.statics {
            let value = match self.static_kind(cell) {
                StaticKind::Ref => self.name_of(value as Ref),
                StaticKind::Init if value >= init_state::RUNNING => {
                    let thread = (value - init_state::RUNNING) as usize;
                    init_state::RUNNING + u64::from(c.roots.position[thread])
                }
                StaticKind::Raw | StaticKind::Init => value,
            };
            words.extend([u64::from(cell), value]);
        }
    }

    /// The name or the number of an object that has been numbered.
    #[inline]
    fn name_of(&self, object: Ref) -> u64 {
        match object {
            0 => 0,
            _ if object < PERM_END => PERMANENT | u64::from(self.heap.name(object)),
            _ => number_in(self.heap.cell(object + 2)),
        }
    }

    /// What an object adds, given that all it names is numbered; kept in its node.
    fn sum_of_object(&self, c: &mut Canon, slot: usize, key: u64) -> u128 {
        let mut words = std::mem::take(&mut c.words);
        let node = &mut c.nodes[slot];
        words.clear();
        words.extend([OF_OBJECT | key, node.summary.hash[0], node.summary.hash[1]]);
        self.write_context(&c.roots, node, &mut words);
        node.sum = hash(&words);
        c.words = words;
        c.nodes[slot].sum
    }

    /// The part of an object that depends on the rest of the state: who holds its monitor, its
    /// identity hash, the numbers of the objects that it names.
    fn write_context(&self, roots: &Roots, node: &Node, words: &mut Vec<u64>) {
        let (owner, count) = self.heap.monitor(node.object);
        let owner = if owner == 0 { 0 } else { u64::from(roots.position[usize::from(owner) - 1]) + 1 };
        let hashed = self.heap.has_hash(node.object) && node.object >= PERM_END;
        words.push(owner | u64::from(count) << 16 | u64::from(hashed) << 32);
        if hashed {
            words.push(self.hashes[&node.object] as u64);
        }
        words.extend(node.summary.refs.iter().map(|&child| number_in(self.heap.cell(child + 2))));
    }

    /// Writes the exact form of a state that has just been canonicalised.
    fn write_exact(&self, c: &mut Canon) {
        let mut words = std::mem::take(&mut c.exact);
        words.clear();
        c.ends.clear();
        words.extend([c.numbered.len(), c.permanent.len(), c.roots.statics.len()].map(|len| len as u64));
        self.write_statics(c, &mut words);
        c.ends.push(words.len() as u32);
        let permanent = c.permanent.iter().zip(&c.roots.permanent).map(|(&slot, &(name, _))| (slot, Some(name)));
        let numbered = c.numbered.iter().map(|numbered| (numbered.slot, None));
        for (slot, name) in permanent.chain(numbered) {
            let node = &c.nodes[slot as usize];
            words.extend(name.map(u64::from));
            words.extend_from_slice(&node.summary.words);
            self.write_context(&c.roots, node, &mut words);
            c.ends.push(words.len() as u32);
        }
        for &t in &c.roots.order {
            let summary = &self.threads[usize::from(t)].part.summary;
            words.extend_from_slice(&summary.words);
            c.ends.push(words.len() as u32);
            words.extend(summary.refs.iter().map(|&object| number_in(self.heap.cell(object + 2))));
            c.ends.push(words.len() as u32);
        }
        if self.options.observe_output {
            words.extend(self.output_words());
        }
        c.exact = words;
    }
}

/// The shape of the state before holds: only what stacks reach is numbered anew.
fn keep_shape(c: &mut Canon) -> Numbering {
    c.old.clear();
    c.old.extend_from_slice(&c.numbered[c.settled..]);
    Numbering { epoch: 0, of_stacks: true, known: [c.stack_epoch, 0], old_from: c.settled as u32 }
}

fn new_slot(c: &mut Canon) -> u32 {
    let slot = c.free.pop().unwrap_or_else(|| {
        c.nodes.push(Node::default());
        c.nodes.len() as u32 - 1
    });
    c.nodes[slot as usize].object = 0;
    slot
}

/// The reach tag of a thread's own objects.
fn tag_of(thread: u16) -> u8 {
    if thread < 253 { thread as u8 + 1 } else { SHARED }
}

fn hash(words: &[u64]) -> u128 {
    xxhash_rust::xxh3::xxh3_128(as_bytes(words))
}

fn as_bytes(words: &[u64]) -> &[u8] {
    // SAFETY: any initialised u64s may be read as bytes.
    unsafe { std::slice::from_raw_parts(words.as_ptr().cast::<u8>(), size_of_val(words)) }
}
