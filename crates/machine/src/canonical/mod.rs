//! The canonical form of a state: equal for states that no continuation can tell apart by heap
//! order, garbage or dead registers.
//!
//! New objects are found by a fixed traversal: first from what seldom changes (static fields and
//! permanent objects that the path changed, then the threads' objects by creation path),
//! breadth-first; this part is called the *skeleton* (`skeleton.rs`). Then from the threads' stacks, frames
//! bottom-up, live registers in order (`stacks.rs`). An object is called by the way in which it was
//! first found: a place of an object that has a name. Permanent objects go by names of their own.
//! What is not found is not part of the state.
//!
//! A fingerprint is a sum: each object and each thread adds a hash of its name and its content, and
//! each reference to an object that was found in another way adds a hash of both ends. So what did
//! not change need not be looked at again: most steps change a few values in memory and no reference,
//! so the skeleton of the state before still holds, and so do the stacks of the threads that stood
//! still. Whether they hold is read off the state: the objects written since then must name the
//! same objects as before. Large parts of the heap that stay as they are count as one object (`region.rs`).
//!
//! The same traversal finds out which threads can reach each object: an object reached from a
//! static, or from two threads, or that has a guard, is [`SHARED`], and so is all that it reaches. This tag is a
//! function of the state; it decides which instructions are visible in the next step.

mod audit;
mod exact;
mod hash;
mod node;
mod region;
mod skeleton;
mod stacks;
mod summary;
mod symmetry;
mod touched;

pub(crate) use stacks::ThreadPart;
pub(crate) use summary::live_registers;
pub(crate) use touched::Touched;

use heddle_verdict::{Granularity, PrintedText};

use crate::heap::{IMMUTABLE, PERM_END, Ref, SHARED};
use crate::machine::Machine;
use exact::ExactForm;
use hash::Lanes;
use node::{Node, Nodes};
use region::Policy;
use skeleton::Skeleton;
use summary::{Plans, Summary};
use symmetry::Symmetry;

/// The canonical form of the last states, and what has changed since. A cache: it never changes what a
/// state's canonical form is.
#[derive(Default)]
pub(crate) struct Canonical {
    pub canon: Option<Box<Canon>>,
    pub touched: Touched,
    /// Changes whenever a thread is created, or its creation is undone.
    pub thread_changes: u32,
    /// Canonical words are the whole state; otherwise parts of it may be hashes of 128 bits.
    pub exact_states: bool,
    /// As many regions are made as there can be.
    pub contracts_eagerly: bool,
    /// The reach tags are those of the current state.
    pub reach_is_current: bool,
}

/// 128 bits that stand for the canonical form of a state: states with the same canonical form have the same
/// ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Fingerprint(pub u128);

impl Fingerprint {
    pub const BITS: u32 = u128::BITS;

    /// One half, for tables that can do with 64 bits.
    #[inline]
    pub const fn low(self) -> u64 {
        self.0 as u64
    }
}

/// What was computed for the last state, to be used for the next.
#[derive(Default)]
pub(crate) struct Canon {
    nodes: Nodes,
    skeleton: Skeleton,
    /// A region of the skeleton was dissolved, so it does not hold.
    broken: bool,
    /// Skeletons of states before, of which one may hold again after stepping back.
    earlier: Vec<Skeleton>,
    /// Which of them is replaced next.
    oldest: usize,
    /// Counts what is found; stamps are its values.
    clock: u64,
    /// Objects that more threads reach than their tag says.
    upgraded: Vec<usize>,
    /// Some thread's stack leads to what was found from another's.
    entangled: bool,
    /// Objects that have a guard were found on a stack, and have to be made shared again.
    renewed: bool,
    /// Objects whose tags may not be those in the heap.
    retag: Vec<usize>,
    /// Regions whose members may have to get another reach.
    entered: Vec<u32>,
    /// Objects in the midst of regions that others than their entries lead to.
    inner: Vec<usize>,
    /// The traversal of the skeleton came to an object in the midst of a region too early.
    hit: Option<usize>,
    /// The part of the traversal of the skeleton: one for what all share, one for each thread.
    phase: u32,
    policy: Policy,
    plans: Plans,
    spare: Summary,
    foreign: Vec<usize>,
    work: Vec<usize>,
    exact: ExactForm,
    symmetry: Symmetry,
    fingerprint: Fingerprint,
}

/// Slots may be kept for so many objects that are not in the state, and as many more as are.
const SPARE_SLOTS: usize = 1 << 12;

impl Machine<'_> {
    /// Brings the reach tags up to date, which tell the threads that can reach each object.
    ///
    /// What a step does depends on them, so a step, a mark and the choices of a state begin with this, and
    /// nobody else has to. The exception is a machine that steps singly ([`crate::Stepping::SINGLE`]): it follows a
    /// run whose tags were brought up to date at the ends of longer steps, and leaves that to its driver.
    pub fn update_reach(&mut self) {
        if !self.canonical.reach_is_current {
            self.fingerprint();
        }
    }

    /// Makes sure that the tags are those of the current state, before something depends on them.
    #[inline]
    pub(crate) fn keep_reach_current(&mut self) {
        let escaped = self.settings.semantics.granularity == Granularity::Escaped;
        if !self.canonical.reach_is_current && self.settings.updates_reach && !escaped {
            self.update_reach();
        }
    }

    /// The fingerprint of the state. What was computed for the states before is used, and kept for the next.
    pub fn fingerprint(&mut self) -> Fingerprint {
        // Taken out so that it and the machine can be borrowed apart.
        let mut canon = self.canonical.canon.take().unwrap_or_default();
        let sum = self.canonicalize(&mut canon);
        self.canonical.canon = Some(canon);
        sum
    }

    /// The fingerprint as it was last computed.
    pub fn last_fingerprint(&self) -> Fingerprint {
        self.canonical.canon.as_ref().map_or_else(Fingerprint::default, |canon| canon.fingerprint)
    }

    fn canonicalize(&mut self, c: &mut Canon) -> Fingerprint {
        let holds = self.skeleton_holds(c);
        let is_new = !holds && !self.take_earlier_skeleton(c);
        if is_new {
            self.build_skeleton(c);
        }
        c.broken = false;
        let threads = self.sum_of_threads(c, !holds);
        self.retag_all(c);
        if c.nodes.used() > SPARE_SLOTS + 4 * (c.skeleton.found.len() + c.nodes.members) {
            self.sweep(c);
        }
        self.contract(c, is_new);
        let mut sum = c.skeleton.sum_of_statics.wrapping_add(c.skeleton.sum).wrapping_add(threads);
        if self.settings.semantics.printed_text == PrintedText::PartOfState {
            let mut lanes = Lanes::of(4);
            self.output_words().into_iter().for_each(|word| lanes.add(word));
            sum = sum.wrapping_add(lanes.sum());
        }
        self.canonical.reach_is_current = true;
        c.fingerprint = Fingerprint(sum);
        c.fingerprint
    }

    /// What was printed so far.
    fn output_words(&self) -> [u64; 5] {
        let digest = |stderr: bool| {
            let printed = self.state.output.iter().filter(|output| output.stderr == stderr);
            let text: Vec<u8> = printed.flat_map(|output| output.bytes.iter().copied()).collect();
            let hash = xxhash_rust::xxh3::xxh3_128(&text);
            [hash as u64, (hash >> 64) as u64]
        };
        let (out, err) = (digest(false), digest(true));
        // The exit code will tell.
        let failed = self.state.uncaught.iter().any(|&(thread, _)| thread == 0);
        [out[0], out[1], err[0], err[1], u64::from(failed)]
    }

    // ---- objects --------------------------------------------------------------------------------

    /// Brings what an object says up to date; what it adds to the fingerprint.
    #[inline]
    fn settle(&self, c: &mut Canon, slot: usize) -> u128 {
        let node = &mut c.nodes.list[slot];
        self.refresh(&mut c.plans, node);
        if node.unsummed || node.owned {
            self.sum_of_object(&c.skeleton.roots, node);
        }
        node.sum
    }

    #[inline]
    fn refresh(&self, plans: &mut Plans, node: &mut Node) {
        if node.stale {
            self.summarize_object(plans, node.object, &mut node.summary);
            node.guarded = self.is_guarded(node.object);
            (node.stale, node.unsummed) = (false, true);
        }
    }

    /// Whether an object has a guard. It stays shared then, whoever reaches it: how it was used before
    /// has to be compared with how it is used from now on.
    #[inline]
    fn is_guarded(&self, object: Ref) -> bool {
        object >= PERM_END && self.state.heap.guard(object) != 0
    }

    /// All that the objects in `work` reach, and they themselves, are reached by several threads. Objects in
    /// the midst of regions are only listed, as `inner`.
    fn upgrade(&self, c: &mut Canon) {
        while let Some(slot) = c.work.pop() {
            if c.nodes.region_around(slot).is_some() {
                c.inner.push(slot);
                continue;
            }
            let node = &mut c.nodes.list[slot];
            if node.reach != SHARED {
                node.reach = SHARED;
                c.upgraded.push(slot);
                if node.region != 0 {
                    c.entered.push(node.region);
                } else {
                    c.work.extend(node.summary.refs.iter().map(|&(_, child)| self.state.heap.slot(child) as usize));
                }
            }
        }
    }

    // ---- tags ---------------------------------------------------------------------------------

    /// Writes tags into the heap where they may differ.
    fn retag_all(&mut self, c: &mut Canon) {
        let mut tagged = self.canonical.touched.tagged.take();
        for object in tagged.drain(..) {
            let slot = c.nodes.slot_of(self, object);
            c.retag.push(slot);
            if !self.is_current(c, slot) {
                c.nodes.untag(slot);
            }
        }
        self.canonical.touched.tagged.give_back(tagged);
        for at in 0..c.retag.len() {
            // What is no part of the state may have vanished.
            if self.is_current(c, c.retag[at]) {
                let node = &c.nodes.list[c.retag[at]];
                self.retag(node.object, node.reach);
            }
        }
        c.retag.clear();
    }

    /// Whether an object is part of the state.
    #[inline]
    fn is_current(&self, c: &Canon, slot: usize) -> bool {
        let node = &c.nodes.list[c.nodes.found_as(slot)];
        let epoch = c.skeleton.epoch;
        let of_stack = || self.state.threads.get(usize::from(node.owner)).is_some_and(|t| t.part.stamp() == node.stamp);
        node.stamp != 0 && (node.stamp == epoch || of_stack())
    }

    #[inline]
    fn retag(&mut self, object: Ref, tag: u8) {
        let old = self.state.heap.tag(object);
        let stays = old == SHARED && self.settings.semantics.granularity == Granularity::Escaped;
        if old != tag && old != IMMUTABLE && !stays {
            if object < self.journal.floor {
                self.journal.tag(&self.state.heap, object);
            }
            self.state.heap.set_tag(object, tag);
        }
    }

    /// Forgets objects that are no part of the state.
    #[cold]
    fn sweep(&mut self, c: &mut Canon) {
        self.dissolve_absent(c);
        let keep: Vec<bool> = (0..c.nodes.list.len()).map(|slot| self.is_current(c, slot)).collect();
        c.nodes.sweep(&keep);
        c.upgraded.retain(|&slot| c.nodes.list[slot].object != 0);
    }
}

/// Never repeats.
fn tick(c: &mut Canon) -> u64 {
    c.clock += 1;
    c.clock
}

/// The reach tag of a thread's own objects.
pub(crate) fn tag_of(thread: u16) -> u8 {
    if thread < 253 { thread as u8 + 1 } else { SHARED }
}
