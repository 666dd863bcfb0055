//! Fingerprints that do not tell which of several threads is which.
//!
//! A thread is known to the program by its object, and what the machine calls it, the path by which it was made, is a name: what a step
//! does depends on names of threads in few places, all of which refute that threads are interchangeable
//! ([`Machine::note_identity`]). So renaming threads leads to a state with the same future. States are graphs here, of
//! objects and threads, and count as the same if a renaming makes them the same graph.
//!
//! The canonical form is used as it is, but for the names of threads other than the main thread: they are put in an order that
//! follows from what they do and from what leads to them (colour refinement; Weisfeiler and Leman, 1968), and numbered. The fingerprint is a hash of the whole graph
//! with these numbers. An order that fails to put two such states in the same form, because colours are equal where
//! the graph is not symmetric, makes the search visit both; it never takes different states for the same.
//!
//! A thread that waits for several others to end counts as standing behind that, waiting for a set of threads: it does not
//! matter in which order it asks for them (`joining.rs`), since it moves only when all of them have ended or nobody else can move.
//!
//! Names and ids of threads are no part of it, for whoever reads them refutes the assumption.

use heddle_verdict::{Granularity, PrintedText};

use super::hash::Lanes;
use super::summary::{PERMANENT, Summary};
use super::{Canon, Fingerprint};
use crate::heap::{PERM_END, Ref};
use crate::joining::Joining;
use crate::linkage::StaticKind;
use crate::machine::{Machine, init_state};

/// States with more objects than that keep the fingerprint that tells all threads apart, since the graph is gone through anew in
/// each state.
const MOST_OBJECTS: usize = 1_000;
/// Colours are refined at most so often.
const ROUNDS: usize = 4;

const OF_STATE: Lanes = Lanes::of(9);
const OF_COLOUR: Lanes = Lanes::of(10);
const DEAD: u64 = u16::MAX as u64;

/// The graph of a state. Kept to save allocations.
#[derive(Default)]
pub(super) struct Symmetry {
    /// By slot: when the object was last found, and its index then.
    seen: Vec<(u64, u32)>,
    now: u64,
    objects: Vec<Object>,
    /// References of objects and stacks, one after another: place and index of the object.
    refs: Vec<(u32, u32)>,
    threads: Vec<Thread>,
    /// Threads that others wait for.
    awaited: Vec<u16>,
    /// By thread: its position in `threads`.
    positions: Vec<u16>,
    edges: Vec<(u32, u32, u32)>,
    colours: Vec<u64>,
    next: Vec<u64>,
    /// By object: its number in the form, or 0.
    numbers: Vec<u32>,
    queue: Vec<u32>,
    spare: Summary,
}

#[derive(Clone, Copy)]
struct Object {
    slot: usize,
    object: Ref,
    /// What it says by itself.
    hash: Lanes,
    refs: (u32, u32),
}

#[derive(Clone, Copy)]
struct Thread {
    thread: u16,
    object: u32,
    /// What it says by itself, apart from its name.
    hash: Lanes,
    refs: (u32, u32),
    /// Which of `awaited` it waits for, in whatever order.
    awaits: (u32, u32),
    colour: u64,
}

impl Symmetry {
    fn begin(&mut self, slots: usize, threads: usize) {
        if self.seen.len() < slots {
            self.seen.resize(slots, (0, 0));
        }
        self.now += 1;
        self.objects.clear();
        self.refs.clear();
        self.threads.clear();
        self.awaited.clear();
        self.positions.clear();
        self.positions.resize(threads, u16::MAX);
        self.edges.clear();
    }
}

impl Machine<'_> {
    /// The fingerprint of the state, whichever of several threads is which, as far as this round of the search may take them for
    /// interchangeable; otherwise the plain one.
    pub fn symmetric_fingerprint(&mut self) -> Fingerprint {
        let plain = self.fingerprint();
        if !self.may_interchange() {
            return plain;
        }
        let joining = self.all_joining();
        let mut canon = self.canonical.canon.take().unwrap_or_default();
        let mut symmetry = std::mem::take(&mut canon.symmetry);
        let found = self.find_graph(&mut canon, &mut symmetry, &joining);
        let fingerprint = if found {
            if !self.linkage.numbers.identity.interchanged {
                self.linkage.numbers.identity.interchanged = true;
                // Somebody may have looked already; the next step says so.
                self.compare_numbers();
            }
            self.sort_threads(&mut symmetry);
            Fingerprint(self.sum_of_graph(&canon, &mut symmetry))
        } else {
            plain
        };
        canon.symmetry = symmetry;
        self.canonical.canon = Some(canon);
        fingerprint
    }

    /// Whether there are threads that may turn out to be interchangeable: they began alike.
    fn may_interchange(&self) -> bool {
        let settings = &self.settings;
        if !settings.interchanges_threads
            || !self.assumed.threads_interchangeable
            || settings.stops.is_some()
            || settings.observed.is_some()
            || settings.semantics.granularity == Granularity::Escaped
            || self.canonical.exact_states
        {
            return false;
        }
        let beginning = |t: usize| {
            let thread = &self.state.threads[t];
            let method = |frame: usize| thread.frames.get(frame).map(|frame| frame.method);
            (self.class_of(thread.object), method(0), method(1))
        };
        let mut twins = false;
        for t in self.live_threads() {
            if self.is_of_shutdown(t) {
                return false;
            }
            let is_main = self.state.threads[t].path.is_empty();
            twins = twins
                || !is_main
                    && self
                        .live_threads()
                        .take_while(|&other| other < t)
                        .any(|other| !self.state.threads[other].path.is_empty() && beginning(other) == beginning(t));
        }
        twins
    }

    /// What threads are going to do that wait for the ends of others before they ask for them.
    fn all_joining(&mut self) -> Vec<(usize, Joining)> {
        let assumed = &self.assumed;
        let holds = self.settings.forgets_orders_of_joins
            && assumed.static_facts
            && assumed.thread_states_unobserved
            && assumed.never_interrupted;
        if !holds {
            return Vec::new();
        }
        let live: Vec<usize> = self.live_threads().filter(|&t| self.in_join(t).is_some()).collect();
        live.into_iter()
            .filter_map(|t| if self.waits_before(t) { self.joining(t).map(|joining| (t, joining)) } else { None })
            .collect()
    }

    /// Finds the objects and references of a state that has just been canonicalised; whether they are few enough.
    fn find_graph(&self, c: &mut Canon, s: &mut Symmetry, joining: &[(usize, Joining)]) -> bool {
        s.begin(c.nodes.list.len(), self.state.threads.len());
        for at in 0..c.skeleton.permanent.len() {
            let slot = c.skeleton.permanent[at].slot;
            self.index(c, s, c.nodes.list[slot].object);
        }
        for at in 0..c.skeleton.roots.statics.len() {
            let (cell, value) = c.skeleton.roots.statics[at];
            if self.static_kind(cell) == StaticKind::Ref && value as Ref >= PERM_END {
                self.index(c, s, value as Ref);
            }
        }
        for at in 0..c.skeleton.roots.order.len() {
            let t = c.skeleton.roots.order[at];
            let object = self.index(c, s, self.state.threads[usize::from(t)].object);
            let Some(said) = self.state.threads[usize::from(t)].part.said() else { return false };
            let mut summary = std::mem::take(&mut s.spare);
            let joins = joining.iter().find(|&&(thread, _)| thread == usize::from(t));
            let (hash, named) = match joins {
                Some((thread, joining)) => {
                    self.summarize_joining(*thread, joining, said, &mut summary);
                    (summary.hash, &summary.refs)
                }
                None => (said.anonymous, &said.summary.refs),
            };
            let from = s.refs.len() as u32;
            for &(place, child) in named {
                let child = self.index(c, s, child);
                s.refs.push((place, child));
            }
            let refs = (from, s.refs.len() as u32);
            s.spare = summary;
            let from = s.awaited.len() as u32;
            let awaited = joins.iter().flat_map(|(_, joining)| &joining.threads).copied();
            let awaited = awaited.take_while(|&thread| thread != t);
            s.awaited.extend(awaited.filter(|&thread| self.state.threads[usize::from(thread)].is_alive()));
            let awaits = (from, s.awaited.len() as u32);
            s.positions[usize::from(t)] = s.threads.len() as u16;
            s.threads.push(Thread { thread: t, object, hash, refs, awaits, colour: 0 });
        }
        let mut at = 0;
        while at < s.objects.len() {
            if s.objects.len() > MOST_OBJECTS {
                return false;
            }
            self.look_at(c, s, at);
            at += 1;
        }
        true
    }

    /// The index of an object of the state.
    #[inline]
    fn index(&self, c: &Canon, s: &mut Symmetry, object: Ref) -> u32 {
        let slot = c.nodes.slot_of(self, object);
        debug_assert!(slot != 0, "all objects of a state have been found");
        if s.seen[slot].0 != s.now {
            s.seen[slot] = (s.now, s.objects.len() as u32);
            s.objects.push(Object { slot, object, hash: OF_STATE, refs: (0, 0) });
        }
        s.seen[slot].1
    }

    /// Takes in what an object says.
    fn look_at(&self, c: &mut Canon, s: &mut Symmetry, at: usize) {
        let Object { slot, object, .. } = s.objects[at];
        self.refresh(&mut c.plans, &mut c.nodes.list[slot]);
        let mut summary = std::mem::take(&mut s.spare);
        let class = self.class_of(object);
        let is_thread = self.is_thread_class(self.program.class(class));
        if is_thread {
            self.summarize_anonymously(&mut c.plans, object, &mut summary);
        }
        let said = if is_thread { &summary } else { &c.nodes.list[slot].summary };
        let mut hash = OF_STATE.join(said.hash);
        let (owner, count) = self.state.heap.monitor(object);
        let hashed = object >= PERM_END && self.state.heap.has_hash(object);
        hash.add(u64::from(count) << 2 | u64::from(owner != 0) << 1 | u64::from(hashed));
        if hashed {
            hash.add(self.state.hashes[&object] as u64);
        }
        let from = s.refs.len() as u32;
        for &(place, child) in &said.refs {
            let child = self.index(c, s, child);
            s.refs.push((place, child));
        }
        s.objects[at].hash = hash;
        s.objects[at].refs = (from, s.refs.len() as u32);
        s.spare = summary;
    }

    /// Puts the threads in an order that does not depend on which is which: the main thread first, the others by colour.
    fn sort_threads(&self, s: &mut Symmetry) {
        let of_threads = s.objects.len() as u32;
        for (at, object) in s.objects.iter().enumerate() {
            let (from, to) = object.refs;
            s.edges.extend(s.refs[from as usize..to as usize].iter().map(|&(place, child)| (at as u32, place, child)));
            let (owner, _) = self.state.heap.monitor(object.object);
            if owner != 0 && s.positions[usize::from(owner) - 1] != u16::MAX {
                let owner = of_threads + u32::from(s.positions[usize::from(owner) - 1]);
                s.edges.push((at as u32, OWNER, owner));
            }
        }
        for (at, thread) in s.threads.iter().enumerate() {
            let (from, to) = thread.refs;
            let refs = s.refs[from as usize..to as usize].iter();
            let at = of_threads + at as u32;
            s.edges.extend(refs.map(|&(place, child)| (at, place, child)));
            s.edges.push((at, IS, thread.object));
            let awaited = &s.awaited[thread.awaits.0 as usize..thread.awaits.1 as usize];
            let node = |&thread: &u16| of_threads + u32::from(s.positions[usize::from(thread)]);
            s.edges.extend(awaited.iter().map(|thread| (at, AWAITS, node(thread))));
        }
        s.colours.clear();
        s.colours.extend(s.objects.iter().map(|object| object.hash.sum() as u64));
        s.colours.extend(s.threads.iter().map(|thread| {
            let is_main = self.state.threads[usize::from(thread.thread)].path.is_empty();
            OF_COLOUR.join(thread.hash).sum() as u64 ^ u64::from(is_main)
        }));
        let mut known = 0;
        for _ in 0..ROUNDS {
            s.next.clone_from(&s.colours);
            for &(from, place, to) in &s.edges {
                let (down, up) = (stir(s.colours[to as usize], place), stir(s.colours[from as usize], !place));
                s.next[from as usize] = s.next[from as usize].wrapping_add(down);
                s.next[to as usize] = s.next[to as usize].wrapping_add(up);
            }
            std::mem::swap(&mut s.colours, &mut s.next);
            let of_threads = &s.colours[of_threads as usize..];
            let different = (0..of_threads.len()).filter(|&at| !of_threads[..at].contains(&of_threads[at])).count();
            if different == of_threads.len() || different == known && known > 1 {
                break;
            }
            known = different;
        }
        for at in 0..s.threads.len() {
            s.threads[at].colour = s.colours[of_threads as usize + at];
        }
        let is_main = |thread: &Thread| self.state.threads[usize::from(thread.thread)].path.is_empty();
        s.threads.sort_by_key(|thread| (!is_main(thread), thread.colour));
        for (at, thread) in s.threads.iter().enumerate() {
            s.positions[usize::from(thread.thread)] = at as u16;
        }
    }

    /// A hash of the whole graph: everything in the order in which it is found from the statics, the changed permanent objects, and the
    /// threads in their order.
    fn sum_of_graph(&self, c: &Canon, s: &mut Symmetry) -> u128 {
        s.numbers.clear();
        s.numbers.resize(s.objects.len(), 0);
        s.queue.clear();
        let mut lanes = OF_STATE;
        let roots = &c.skeleton.roots;
        let [statics, permanent, threads] = [roots.statics.len(), roots.permanent.len(), s.threads.len()];
        lanes.add((statics as u64) << 40 | (permanent as u64) << 16 | threads as u64);
        for &(cell, value) in &roots.statics {
            lanes.add(u64::from(cell));
            lanes.add(match self.static_kind(cell) {
                StaticKind::Ref if value as Ref >= PERM_END => 1 << 32 | u64::from(s.number_of(self, c, value as Ref)),
                StaticKind::Ref if value != 0 => PERMANENT | u64::from(self.state.heap.name(value as Ref)),
                StaticKind::Init if value >= init_state::RUNNING => {
                    init_state::RUNNING + s.position_of((value - init_state::RUNNING) as usize)
                }
                StaticKind::Ref | StaticKind::Raw | StaticKind::Init => value,
            });
        }
        for (found, &(name, _)) in c.skeleton.permanent.iter().zip(&roots.permanent) {
            lanes.add(u64::from(name));
            let at = s.seen[found.slot].1;
            self.write_down(s, at, &mut lanes);
        }
        let mut at = self.write_queue(s, 0, &mut lanes);
        for thread in 0..s.threads.len() {
            let number = s.number(s.threads[thread].object);
            lanes.add(u64::from(number));
            at = self.write_queue(s, at, &mut lanes);
        }
        for thread in 0..s.threads.len() {
            let Thread { hash, refs, awaits: (from, to), .. } = s.threads[thread];
            lanes = lanes.join(hash);
            lanes.add(u64::from(self.state.threads[usize::from(s.threads[thread].thread)].path.is_empty()));
            s.write_refs(refs, &mut lanes);
            let positions = s.awaited[from as usize..to as usize].iter().map(|&awaited| s.position_of(awaited.into()));
            let mut positions: Vec<u64> = positions.collect();
            positions.sort_unstable();
            lanes.add(positions.len() as u64);
            positions.into_iter().for_each(|position| lanes.add(position));
            at = self.write_queue(s, at, &mut lanes);
        }
        if self.settings.semantics.printed_text == PrintedText::PartOfState {
            self.output_words().into_iter().for_each(|word| lanes.add(word));
        }
        lanes.sum()
    }

    /// Writes down the objects that have been found, from number `at` on, and all that they lead to.
    fn write_queue(&self, s: &mut Symmetry, mut at: usize, lanes: &mut Lanes) -> usize {
        while at < s.queue.len() {
            self.write_down(s, s.queue[at], lanes);
            at += 1;
        }
        at
    }

    fn write_down(&self, s: &mut Symmetry, at: u32, lanes: &mut Lanes) {
        let Object { object, hash, refs, .. } = s.objects[at as usize];
        *lanes = lanes.join(hash);
        let (owner, _) = self.state.heap.monitor(object);
        if owner != 0 {
            lanes.add(s.position_of(usize::from(owner) - 1));
        }
        s.write_refs(refs, lanes);
    }
}

impl Symmetry {
    /// The number of an object in the form; it gets the next one if it has none.
    #[inline]
    fn number(&mut self, at: u32) -> u32 {
        if self.numbers[at as usize] == 0 {
            self.queue.push(at);
            self.numbers[at as usize] = self.queue.len() as u32;
        }
        self.numbers[at as usize]
    }

    fn number_of(&mut self, machine: &Machine<'_>, c: &Canon, object: Ref) -> u32 {
        let at = self.seen[c.nodes.slot_of(machine, object)].1;
        self.number(at)
    }

    fn write_refs(&mut self, (from, to): (u32, u32), lanes: &mut Lanes) {
        for at in from..to {
            let (_, child) = self.refs[at as usize];
            let number = self.number(child);
            lanes.add(u64::from(number));
        }
    }

    /// What a thread is called; those that have ended are all alike.
    fn position_of(&self, thread: usize) -> u64 {
        self.positions.get(thread).map_or(DEAD, |&position| u64::from(position))
    }
}

/// Places of edges between objects and threads.
const OWNER: u32 = u32::MAX - 1;
const IS: u32 = u32::MAX - 2;
const AWAITS: u32 = u32::MAX - 3;

#[inline(always)]
fn stir(colour: u64, place: u32) -> u64 {
    let product = u128::from(colour ^ u64::from(place).wrapping_mul(0x9e37_79b9_7f4a_7c15)) * 0xd6e8_feb8_6659_fd93;
    (product as u64) ^ (product >> 64) as u64
}
