//! The skeleton: the objects that are found without looking at stacks. It is built anew only if neither
//! it nor one of the last few holds any more; a new skeleton keeps what objects say, and what those add
//! to the fingerprint that still have the same name.

use super::hash::{Lanes, Name, edge};
use super::node::Nodes;
use super::summary::PERMANENT;
use super::{Canon, tag_of, tick};
use crate::heap::{PERM_END, Ref, SHARED};
use crate::linkage::StaticKind;
use crate::machine::{Machine, init_state};

/// What was found without looking at stacks.
#[derive(Default)]
pub(super) struct Skeleton {
    pub roots: Roots,
    /// Changed permanent objects, in the order of their names.
    pub permanent: Vec<Found>,
    /// Other objects, in the order in which they were found.
    pub found: Vec<Found>,
    /// The references of all of them, one after another, permanent ones first.
    refs: Vec<(u32, Ref)>,
    /// Where in `found` the parts of the traversal begin.
    pub phases: Vec<u32>,
    /// Stamps what belongs to it; 0 if there is none yet.
    pub epoch: u64,
    pub sum_of_statics: u128,
    /// What references to objects add that were found in another way.
    sum_of_edges: u128,
    /// What the objects and the references add.
    pub sum: u128,
}

/// An object of a skeleton.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub slot: usize,
    object: Ref,
    /// How many objects it names; none of them counts if it is the entry of a region.
    refs: u32,
    /// The region that it is the entry of, or 0.
    region: u32,
    tag: u8,
    guarded: bool,
    name: Name,
}

/// Where the traversal begins.
#[derive(Default)]
pub(super) struct Roots {
    /// Live threads, as long as none is created or undone.
    live: Vec<u16>,
    thread_changes: u32,
    /// Live threads in canonical order, and by thread the position in it.
    pub order: Vec<u16>,
    pub position: Vec<u16>,
    /// By thread: a name that its creation path gives it.
    pub names: Vec<Name>,
    /// Changed statics and their values.
    pub statics: Vec<(u32, u64)>,
    /// Changed permanent objects and their names.
    pub permanent: Vec<(u32, Ref)>,
}

impl Roots {
    /// What a thread is called; those that have ended are all alike.
    pub fn name_of(&self, thread: u16) -> Name {
        self.names.get(usize::from(thread)).copied().unwrap_or(DEAD)
    }
}

/// The traversal came to an object in the midst of a region before it was clear that it finds it by the entry.
struct Hit(usize);

impl Skeleton {
    /// Leaves out what has become part of regions.
    pub fn contract(&mut self, nodes: &Nodes) {
        let refs = std::mem::take(&mut self.refs);
        let mut refs = &refs[..];
        let mut take = |count: u32| {
            let (taken, rest) = refs.split_at(count as usize);
            refs = rest;
            taken
        };
        for found in &self.permanent {
            self.refs.extend_from_slice(take(found.refs));
        }
        for mut found in std::mem::take(&mut self.found) {
            let named = take(found.refs);
            found.region = nodes.list[found.slot].region;
            if found.region == 0 {
                self.refs.extend_from_slice(named);
            } else {
                found.refs = 0;
            }
            if nodes.region_around(found.slot).is_none() {
                self.found.push(found);
            }
        }
        self.phases.clear();
    }
}

/// So many skeletons are kept besides the last one: those of the states that a search steps back to.
const EARLIER: usize = 7;

const DEAD: Name = Lanes::of(6);
const STATICS: Name = Lanes::of(3);
const PERMANENTS: Name = Lanes::of(5);
const THREADS: Name = Lanes::of(7);

impl Machine<'_> {
    /// Whether the objects of the last skeleton are in this state what they were; if so, what they add
    /// to the fingerprint is brought up to date.
    pub(super) fn skeleton_holds(&mut self, c: &mut Canon) -> bool {
        self.note_written(c);
        if c.broken || !self.roots_hold(&c.skeleton.roots) || !self.statics_hold(c) {
            return false;
        }
        while let Some(slot) = c.work.pop() {
            if !self.rewrite(c, slot) {
                return false;
            }
        }
        true
    }

    /// Whether the same threads are alive, and the same permanent objects changed.
    fn roots_hold(&self, roots: &Roots) -> bool {
        roots.thread_changes == self.canonical.thread_changes
            && roots.live.iter().copied().eq(self.live_threads().map(|t| t as u16))
            && same(&roots.permanent, &self.journal.dirty_objects)
    }

    /// Puts an earlier skeleton that holds in this state in the place of the last one, if there is one.
    pub(super) fn take_earlier_skeleton(&mut self, c: &mut Canon) -> bool {
        let Some(at) = (0..c.earlier.len()).find(|&at| self.holds_again(c, at)) else { return false };
        std::mem::swap(&mut c.skeleton, &mut c.earlier[at]);
        if !self.statics_hold(c) {
            return false;
        }
        self.resume_skeleton(c);
        true
    }

    /// Whether an earlier skeleton's objects are there and name the same objects. What names an object is
    /// looked at before the object: if that is as it was, so is there an object.
    fn holds_again(&self, c: &mut Canon, at: usize) -> bool {
        let skeleton = &c.earlier[at];
        if !self.roots_hold(&skeleton.roots) || !self.references_hold(&c.nodes, &skeleton.roots) {
            return false;
        }
        let mut refs = &skeleton.refs[..];
        for found in skeleton.permanent.iter().chain(&skeleton.found) {
            if c.nodes.slot_of(self, found.object) != found.slot || c.nodes.list[found.slot].region != found.region {
                return false;
            }
            if found.region != 0 {
                continue;
            }
            let node = &mut c.nodes.list[found.slot];
            self.refresh(&mut c.plans, node);
            let (expected, rest) = refs.split_at(found.refs as usize);
            if !same(expected, &node.summary.refs) || node.guarded != found.guarded {
                return false;
            }
            refs = rest;
        }
        true
    }

    /// An earlier skeleton holds again: its objects get back their names and tags.
    fn resume_skeleton(&mut self, c: &mut Canon) {
        self.begin_skeleton(c);
        let now = tick(c);
        let mut sum = c.skeleton.sum_of_edges;
        for at in 0..c.skeleton.permanent.len() {
            let slot = c.skeleton.permanent[at].slot;
            c.nodes.list[slot].stamp = c.skeleton.epoch;
            sum = sum.wrapping_add(self.settle(c, slot));
        }
        for at in 0..c.skeleton.found.len() {
            let Found { slot, tag, name, region, .. } = c.skeleton.found[at];
            let node = &mut c.nodes.list[slot];
            node.stamp = c.skeleton.epoch;
            node.call(name, now);
            node.give(tag, now);
            sum = sum.wrapping_add(self.settle(c, slot));
            if region != 0 {
                // What its references add is part of `sum_of_edges`.
                sum = sum.wrapping_add(self.enter_region(c, region, now).0);
            }
            c.retag.push(slot);
        }
        c.skeleton.sum = sum;
    }

    /// Marks what was written, so that it is looked at again; what belongs to the skeleton also goes to
    /// `work`.
    fn note_written(&mut self, c: &mut Canon) {
        c.work.clear();
        self.dissolve_vanished(c);
        let mut written = self.canonical.touched.written.take();
        for object in written.drain(..) {
            let slot = c.nodes.slot_of(self, object);
            let node = &mut c.nodes.list[slot];
            if slot == 0 || node.stale {
                continue;
            }
            if node.region != 0 {
                self.rewrite_in_region(c, slot);
                continue;
            }
            node.stale = true;
            if node.stamp == c.skeleton.epoch {
                c.work.push(slot);
            } else if let Some(thread) = self.state.threads.get_mut(usize::from(node.owner))
                && thread.part.stamp() == node.stamp
            {
                thread.part.scatter();
            }
        }
        self.canonical.touched.written.give_back(written);
    }

    /// Writes down an object again; whether it still names the same objects.
    fn rewrite(&mut self, c: &mut Canon, slot: usize) -> bool {
        let node = &mut c.nodes.list[slot];
        let was_guarded = std::mem::replace(&mut node.guarded, self.is_guarded(node.object));
        self.summarize_object(&mut c.plans, node.object, &mut c.spare);
        std::mem::swap(&mut node.summary, &mut c.spare);
        (node.stale, node.unsummed) = (false, true);
        if !same(&node.summary.refs, &c.spare.refs) || node.guarded != was_guarded {
            return false;
        }
        let before = node.sum;
        self.sum_of_object(&c.skeleton.roots, node);
        c.skeleton.sum = c.skeleton.sum.wrapping_sub(before).wrapping_add(node.sum);
        // Another object may have taken the place of one that was named.
        c.spare.refs.iter().all(|&(_, child)| self.is_in_skeleton(c, child))
    }

    #[inline]
    fn is_in_skeleton(&self, c: &Canon, object: Ref) -> bool {
        let slot = c.nodes.slot_of(self, object);
        c.nodes.list[c.nodes.found_as(slot)].stamp == c.skeleton.epoch
    }

    /// Whether the changed statics are those of the skeleton, references with the same values; if so,
    /// what the others add is brought up to date.
    fn statics_hold(&mut self, c: &mut Canon) -> bool {
        if !self.references_hold(&c.nodes, &c.skeleton.roots) {
            return false;
        }
        let mut same = true;
        for (cell, known) in &mut c.skeleton.roots.statics {
            let value = self.state.heap.cell(*cell);
            same &= *known == value;
            *known = value;
        }
        if !same {
            c.skeleton.sum_of_statics = self.sum_of_statics(&c.skeleton.roots);
        }
        true
    }

    /// Whether the changed statics are those of the skeleton, and its references lead to the same objects.
    fn references_hold(&self, nodes: &Nodes, roots: &Roots) -> bool {
        let dirty = &self.journal.dirty_statics;
        roots.statics.len() == dirty.len()
            && roots.statics.iter().zip(dirty).all(|(&(cell, known), &dirty)| {
                // Another object may have taken the place of one that was named.
                let holds =
                    |value| value == known && (value < u64::from(PERM_END) || nodes.slot_of(self, value as Ref) != 0);
                cell == dirty && (self.static_kind(cell) != StaticKind::Ref || holds(self.state.heap.cell(cell)))
            })
    }

    /// What the statics add, apart from the objects of the path that they lead to.
    fn sum_of_statics(&self, roots: &Roots) -> u128 {
        let mut sum = STATICS;
        for &(cell, value) in &roots.statics {
            sum.add(u64::from(cell));
            match self.static_kind(cell) {
                StaticKind::Ref if value as Ref >= PERM_END => sum.add(1 << 32),
                StaticKind::Ref if value != 0 => sum.add(PERMANENT | u64::from(self.state.heap.name(value as Ref))),
                StaticKind::Init if value >= init_state::RUNNING => {
                    sum = sum.join(roots.name_of((value - init_state::RUNNING) as u16));
                }
                StaticKind::Ref | StaticKind::Raw | StaticKind::Init => sum.add(value),
            }
        }
        sum.sum()
    }

    /// Finds the objects of this state's skeleton.
    pub(super) fn build_skeleton(&mut self, c: &mut Canon) {
        if c.earlier.len() < EARLIER {
            c.earlier.push(Skeleton::default());
        }
        c.oldest = (c.oldest + 1) % c.earlier.len();
        std::mem::swap(&mut c.skeleton, &mut c.earlier[c.oldest]);
        while let Err(Hit(slot)) = self.traverse(c) {
            self.dissolve_hit(c, slot);
        }
        self.work += c.skeleton.found.len() as u64;
        for found in &mut c.skeleton.found {
            let node = &mut c.nodes.list[found.slot];
            found.tag = node.reach;
            node.give(node.reach, c.skeleton.epoch);
            c.retag.push(found.slot);
        }
        c.skeleton.sum = c.skeleton.sum.wrapping_add(c.skeleton.sum_of_edges);
        c.skeleton.sum_of_statics = self.sum_of_statics(&c.skeleton.roots);
    }

    /// Finds the objects of the skeleton, their names, what they add and who reaches them.
    fn traverse(&mut self, c: &mut Canon) -> Result<(), Hit> {
        self.begin_skeleton(c);
        c.skeleton.epoch = tick(c);
        c.skeleton.found.clear();
        c.skeleton.phases.clear();
        c.skeleton.phases.push(0);
        (c.hit, c.phase) = (None, 0);
        c.skeleton.permanent.clear();
        c.skeleton.refs.clear();
        (c.skeleton.sum, c.skeleton.sum_of_edges) = (0, 0);
        self.find_roots(&mut c.skeleton.roots);
        for at in 0..c.skeleton.roots.statics.len() {
            let (cell, value) = c.skeleton.roots.statics[at];
            if self.static_kind(cell) == StaticKind::Ref {
                self.find_in_skeleton(c, value as Ref, STATICS, cell, SHARED);
            }
        }
        self.find_permanent(c);
        self.follow_skeleton(c, 0, SHARED);
        for at in 0..c.skeleton.roots.order.len() {
            let t = c.skeleton.roots.order[at];
            let from = c.skeleton.found.len();
            c.phase += 1;
            c.skeleton.phases.push(from as u32);
            let name = c.skeleton.roots.names[usize::from(t)];
            self.find_in_skeleton(c, self.state.threads[usize::from(t)].object, name, 0, tag_of(t));
            self.follow_skeleton(c, from, tag_of(t));
        }
        self.upgrade(c);
        c.upgraded.clear();
        // Who reaches an object in the midst of a region is not told apart from who reaches the entry.
        let unlike = |&slot: &usize| c.nodes.list[c.nodes.found_as(slot)].reach != SHARED;
        let hit = c.hit.or_else(|| c.inner.iter().copied().find(unlike));
        c.inner.clear();
        hit.map_or(Ok(()), |slot| Err(Hit(slot)))
    }

    /// Another skeleton than the last begins to hold.
    fn begin_skeleton(&mut self, c: &mut Canon) {
        for slot in c.upgraded.drain(..) {
            c.nodes.untag(slot);
        }
        c.inner.clear();
        c.work.clear();
        c.retag.clear();
    }

    /// Live threads by creation path, which does not depend on the schedule, and what changed of
    /// the base image.
    fn find_roots(&self, roots: &mut Roots) {
        roots.thread_changes = self.canonical.thread_changes;
        roots.live.clear();
        roots.live.extend(self.live_threads().map(|t| t as u16));
        roots.order.clone_from(&roots.live);
        roots
            .order
            .sort_by(|&a, &b| self.state.threads[usize::from(a)].path.cmp(&self.state.threads[usize::from(b)].path));
        roots.position.clear();
        roots.position.resize(self.state.threads.len(), u16::MAX);
        roots.names.clear();
        roots.names.resize(self.state.threads.len(), DEAD);
        for (position, &t) in roots.order.iter().enumerate() {
            roots.position[usize::from(t)] = position as u16;
            let path = &self.state.threads[usize::from(t)].path;
            let name = path.iter().fold(THREADS, |name, &step| name.at(u32::from(step)));
            // No step, so that what belongs to a thread is not called like its children.
            roots.names[usize::from(t)] = name.at(u32::MAX);
        }
        roots.statics.clear();
        roots.statics.extend(self.journal.dirty_statics.iter().map(|&cell| (cell, self.state.heap.cell(cell))));
        roots.permanent.clone_from(&self.journal.dirty_objects);
    }

    fn find_permanent(&mut self, c: &mut Canon) {
        for at in 0..c.skeleton.roots.permanent.len() {
            let (name, object) = c.skeleton.roots.permanent[at];
            let slot = match c.nodes.slot_of(self, object) {
                0 => c.nodes.adopt(self, object),
                known => known,
            };
            let node = &mut c.nodes.list[slot];
            node.stamp = c.skeleton.epoch;
            let name = PERMANENTS.at(name);
            node.call(name, c.skeleton.epoch);
            node.give(SHARED, c.skeleton.epoch);
            let refs = self.follow(c, slot, SHARED);
            c.skeleton.permanent.push(Found { slot, object, refs, region: 0, tag: SHARED, guarded: false, name });
        }
    }

    /// Follows the references of the objects of the skeleton from index `from` on.
    fn follow_skeleton(&mut self, c: &mut Canon, from: usize, tag: u8) {
        let mut at = from;
        while at < c.skeleton.found.len() {
            c.skeleton.found[at].refs = self.follow(c, c.skeleton.found[at].slot, tag);
            at += 1;
        }
    }

    /// Follows the references of an object; how many there are.
    #[inline]
    fn follow(&mut self, c: &mut Canon, slot: usize, tag: u8) -> u32 {
        let sum = self.settle(c, slot);
        c.skeleton.sum = c.skeleton.sum.wrapping_add(sum);
        let node = &c.nodes.list[slot];
        if node.region != 0 {
            let (sum, edges) = self.enter_region(c, node.region, c.skeleton.epoch);
            c.skeleton.sum = c.skeleton.sum.wrapping_add(sum);
            c.skeleton.sum_of_edges = c.skeleton.sum_of_edges.wrapping_add(edges);
            return 0;
        }
        let name = node.name;
        let from = c.skeleton.refs.len();
        c.skeleton.refs.extend_from_slice(&node.summary.refs);
        for at in from..c.skeleton.refs.len() {
            let (place, child) = c.skeleton.refs[at];
            self.find_in_skeleton(c, child, name, place, tag);
        }
        (c.skeleton.refs.len() - from) as u32
    }

    /// An object is named at a place. The first time, that is where it gets its name from; if another
    /// thread has been there, it is shared. Until all are found, `reach` is the tag within the skeleton.
    #[inline]
    fn find_in_skeleton(&mut self, c: &mut Canon, object: Ref, from: Name, place: u32, tag: u8) {
        if object < PERM_END {
            return;
        }
        let mut slot = c.nodes.slot_of(self, object);
        if slot == 0 {
            slot = c.nodes.adopt(self, object);
        }
        if let Some(region) = c.nodes.region_around(slot) {
            if c.nodes.list[region.entry].stamp == c.skeleton.epoch && region.phase < c.phase {
                let added = edge(from, place, c.nodes.list[slot].name);
                c.skeleton.sum_of_edges = c.skeleton.sum_of_edges.wrapping_add(added);
                c.inner.push(slot);
            } else {
                c.hit = Some(slot);
            }
            return;
        }
        let node = &mut c.nodes.list[slot];
        if node.stamp == c.skeleton.epoch {
            c.skeleton.sum_of_edges = c.skeleton.sum_of_edges.wrapping_add(edge(from, place, node.name));
            if node.reach != tag && node.reach != SHARED {
                c.work.push(slot);
            }
            return;
        }
        let name = from.at(place);
        (node.stamp, node.reach) = (c.skeleton.epoch, tag);
        node.call(name, c.skeleton.epoch);
        let guarded = self.is_guarded(object);
        if guarded && tag != SHARED {
            c.work.push(slot);
        }
        c.skeleton.found.push(Found { slot, object, refs: 0, region: c.nodes.list[slot].region, tag, guarded, name });
    }
}

/// Whether two lists are equal. They are short, so that a call to compare them as bytes would cost
/// more than comparing.
#[inline]
pub(super) fn same<T: PartialEq>(a: &[T], b: &[T]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}
