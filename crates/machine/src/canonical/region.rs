//! Regions: parts of the heap that are large and quiet. The canonical form passes over them as if each were
//! one object, so that a step pays for what it changes, not for what the program keeps.
//!
//! A region is an object, its *entry*, and all objects that only the entry leads to: no reference from outside ends
//! at another object of it, and none of it leads out. So whatever the rest of the state is, a traversal that
//! finds the entry finds the rest of the region from there, in the same order: the names of its objects, and what
//! they add to the fingerprint, follow from the name of the entry. The canonical form of a state is the same with
//! regions and without; `audit.rs` compares.
//!
//! Regions are made of what a traversal found (`form_regions`), if that was much, and end (`dissolve`) when
//! - one of its objects is written such that it names other objects, or gets a guard;
//! - a traversal comes to one of its objects by another way than the entry (a *hit*), unless everything that the
//!   entry leads to had been found completely by then: that only adds a reference to an object with a name;
//! - one of its objects vanishes by stepping back.

use super::hash::{Name, edge};
use super::node::Nodes;
use super::skeleton::{Roots, same};
use super::{Canon, tick};
use crate::heap::{Ref, SHARED};
use crate::machine::Machine;

/// An entry and what only it leads to.
pub(super) struct Region {
    /// The slot of the entry.
    pub entry: usize,
    members: Vec<Member>,
    /// What the members add to the fingerprint, without the entry.
    pub sum: u128,
    /// What references within the region add that lead to objects which were found in another way.
    pub edges: u128,
    /// The name of the entry that the names of the members follow from.
    name: Name,
    /// The reach that the members have got.
    pub reach: u8,
    /// Some members may not have that reach, or their tags in the heap differ from it.
    pub untagged: bool,
    /// In which part of the traversal of the skeleton the entry was last found.
    pub phase: u32,
    /// The highest address of an object.
    last: Ref,
    /// Slots of members whose monitors are held: what they add depends on which threads are alive.
    held: Vec<usize>,
}

/// An object of a region other than the entry, and where the traversal finds it.
struct Member {
    slot: usize,
    parent: usize,
    place: u32,
}

/// When regions are made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Policy {
    /// Traversals that found at least so many objects are worth it.
    objects: usize,
    /// The smallest region.
    members: usize,
    /// Traversals that found much, since regions were last made.
    large: u32,
    /// Skeletons that were not large, since then: what regions have spared.
    small: u32,
    /// After so many large traversals regions are made again.
    patience: u32,
}

impl Policy {
    const USUAL: Self = Self { objects: 1 << 10, members: 1 << 7, large: 0, small: 0, patience: 2 };
    /// As many and as small regions as there can be, for tests.
    const EAGER: Self = Self { objects: 1, members: 1, large: 0, small: 0, patience: 1 };
    const MOST_PATIENT: u32 = 1 << 12;
}

impl Default for Policy {
    fn default() -> Self {
        Self::USUAL
    }
}

/// An object was written such that it names others: a region with it would not last.
const RESTLESS: u8 = 1;
/// A traversal came to an object by another way than the entry of its region: it may be an entry.
const HIT: u8 = 2;

const NONE: u32 = u32::MAX;

impl Nodes {
    /// The region of an object that is not its entry.
    #[inline]
    pub fn region_around(&self, slot: usize) -> Option<&Region> {
        let region = self.list[slot].region;
        if region == 0 {
            return None;
        }
        self.region(region).filter(|region| region.entry != slot)
    }

    #[inline]
    pub fn region(&self, id: u32) -> Option<&Region> {
        self.regions.get(id as usize).and_then(Option::as_deref)
    }

    #[inline]
    fn region_mut(&mut self, id: u32) -> &mut Region {
        self.regions[id as usize].as_deref_mut().expect("a region that has not been dissolved")
    }

    /// The slot that tells for an object where it was found, and with which tag: that of its region's entry, or
    /// its own.
    #[inline]
    pub fn found_as(&self, slot: usize) -> usize {
        self.region_around(slot).map_or(slot, |region| region.entry)
    }

    /// The members of a region may not have the tags that they should.
    pub fn untag(&mut self, slot: usize) {
        let id = self.list[slot].region;
        if self.region_around(slot).is_some() {
            self.region_mut(id).untagged = true;
        }
    }
}

impl Machine<'_> {
    /// Makes as many regions as possible from now on, however small: for tests.
    pub fn contract_eagerly(&mut self) {
        self.canonical.contracts_eagerly = true;
    }

    /// Regions of which an object has vanished are none any more.
    pub(super) fn dissolve_vanished(&mut self, c: &mut Canon) {
        let from = self.canonical.touched.take_vanished();
        if from > c.nodes.highest {
            return;
        }
        for id in 1..c.nodes.regions.len() {
            if c.nodes.regions[id].as_ref().is_some_and(|region| region.last >= from) {
                self.dissolve(c, id as u32);
            }
        }
    }

    /// Regions that are no part of the state are given up.
    pub(super) fn dissolve_absent(&mut self, c: &mut Canon) {
        for id in 1..c.nodes.regions.len() {
            let Some(region) = &c.nodes.regions[id] else { continue };
            if !self.is_current(c, region.entry) {
                self.dissolve(c, id as u32);
            }
        }
    }

    /// The objects of a region stand for themselves again.
    pub(super) fn dissolve(&mut self, c: &mut Canon, id: u32) {
        let Some(region) = c.nodes.regions[id as usize].take() else { return };
        let now = tick(c);
        c.nodes.members -= region.members.len();
        let entry = &mut c.nodes.list[region.entry];
        entry.region = 0;
        let (stamp, owner, tag) = (entry.stamp, entry.owner, entry.tag);
        for &Member { slot, .. } in &region.members {
            let node = &mut c.nodes.list[slot];
            (node.region, node.stamp, node.tag, node.changed) = (0, 0, tag, now);
        }
        if stamp == c.skeleton.epoch {
            c.broken = true;
        } else if let Some(thread) = self.state.threads.get_mut(usize::from(owner))
            && thread.part.stamp() == stamp
        {
            thread.part.scatter();
        }
    }

    /// A traversal came to an object in the midst of a region.
    pub(super) fn dissolve_hit(&mut self, c: &mut Canon, slot: usize) {
        c.nodes.list[slot].unfit |= HIT;
        let id = c.nodes.list[slot].region;
        self.dissolve(c, id);
    }

    /// An object of a region was written: what it adds is brought up to date, or the region ends.
    pub(super) fn rewrite_in_region(&mut self, c: &mut Canon, slot: usize) {
        let node = &mut c.nodes.list[slot];
        let id = node.region;
        let before = node.sum;
        self.summarize_object(&mut c.plans, node.object, &mut c.spare);
        std::mem::swap(&mut node.summary, &mut c.spare);
        (node.stale, node.unsummed) = (false, true);
        node.guarded = self.is_guarded(node.object);
        let node = &c.nodes.list[slot];
        // Another object may have taken the place of one that was named.
        let is_inside = |&(_, child): &(u32, Ref)| c.nodes.list[c.nodes.slot_of(self, child)].region == id;
        if node.guarded || !same(&node.summary.refs, &c.spare.refs) || !node.summary.refs.iter().all(is_inside) {
            c.nodes.list[slot].unfit |= RESTLESS;
            self.dissolve(c, id);
            return;
        }
        let found_as = c.nodes.found_as(slot);
        let (stamp, owner) = (c.nodes.list[found_as].stamp, c.nodes.list[found_as].owner);
        let node = &mut c.nodes.list[slot];
        self.sum_of_object(&c.skeleton.roots, node);
        let more = node.sum.wrapping_sub(before);
        if found_as != slot {
            let held = node.owned;
            let region = c.nodes.region_mut(id);
            region.sum = region.sum.wrapping_add(more);
            if held && !region.held.contains(&slot) {
                region.held.push(slot);
            }
        }
        if stamp == c.skeleton.epoch {
            c.skeleton.sum = c.skeleton.sum.wrapping_add(more);
        } else if let Some(thread) = self.state.threads.get_mut(usize::from(owner))
            && thread.part.stamp() == stamp
        {
            thread.part.scatter();
        }
    }

    /// The entry of a region was found, and has its name: the members get theirs, and what they add is brought up to date.
    pub(super) fn enter_region(&mut self, c: &mut Canon, id: u32, now: u64) -> (u128, u128) {
        c.entered.push(id);
        let mut region = c.nodes.regions[id as usize].take().expect("a region that has not been dissolved");
        region.phase = c.phase;
        let name = c.nodes.list[region.entry].name;
        if region.name == name {
            // Who holds a monitor may have ended since.
            let roots = &c.skeleton.roots;
            region.held.retain(|&slot| {
                let node = &mut c.nodes.list[slot];
                let before = node.sum;
                self.sum_of_object(roots, node);
                region.sum = region.sum.wrapping_add(node.sum.wrapping_sub(before));
                node.owned
            });
        } else {
            region.name = name;
            for &Member { slot, parent, place } in &region.members {
                let name = c.nodes.list[parent].name.at(place);
                c.nodes.list[slot].call(name, now);
            }
            self.sum_region(&mut c.nodes, &c.skeleton.roots, &mut region);
        }
        let added = (region.sum, region.edges);
        c.nodes.regions[id as usize] = Some(region);
        added
    }

    /// What the members and references of a region add, whose objects have their names.
    fn sum_region(&self, nodes: &mut Nodes, roots: &Roots, region: &mut Region) {
        (region.sum, region.edges) = (0, 0);
        region.held.clear();
        for &Member { slot, .. } in &region.members {
            let node = &mut nodes.list[slot];
            self.sum_of_object(roots, node);
            region.sum = region.sum.wrapping_add(node.sum);
            if node.owned {
                region.held.push(slot);
            }
        }
        for slot in region.members.iter().map(|member| member.slot).chain([region.entry]) {
            let node = &nodes.list[slot];
            for &(place, child) in &node.summary.refs {
                let name = nodes.list[self.state.heap.slot(child) as usize].name;
                if name != node.name.at(place) {
                    region.edges = region.edges.wrapping_add(edge(node.name, place, name));
                }
            }
        }
    }

    /// Members of the regions that were found get the reach of their entries.
    pub(super) fn apply_reach(&self, c: &mut Canon) {
        let mut entered = std::mem::take(&mut c.entered);
        for id in entered.drain(..) {
            let Some(region) = c.nodes.regions[id as usize].as_deref_mut() else { continue };
            let reach = c.nodes.list[region.entry].reach;
            if region.reach != reach || region.untagged {
                (region.reach, region.untagged) = (reach, false);
                for &Member { slot, .. } in &region.members {
                    c.nodes.list[slot].reach = reach;
                    c.retag.push(slot);
                }
            }
        }
        c.entered = entered;
    }

    /// Stacks lead to objects in the midst of regions that are another thread's: these, and what they lead to within the
    /// region, are reached by several threads.
    pub(super) fn upgrade_inner(&self, c: &mut Canon) {
        while let Some(slot) = c.inner.pop() {
            let entry = c.nodes.found_as(slot);
            if c.nodes.list[entry].reach == SHARED {
                continue;
            }
            let node = &mut c.nodes.list[slot];
            if node.reach != SHARED {
                node.reach = SHARED;
                c.upgraded.push(slot);
                let children = node.summary.refs.iter().map(|&(_, child)| self.state.heap.slot(child) as usize);
                // Within the region, a reference may lead back to the entry, which is then reached as well.
                c.work.extend(children);
                while let Some(child) = c.work.pop() {
                    if child == entry {
                        let node = &mut c.nodes.list[entry];
                        node.reach = SHARED;
                        c.upgraded.push(entry);
                        c.entered.push(node.region);
                    } else {
                        c.inner.push(child);
                    }
                }
            }
        }
    }

    /// Makes regions of what the traversals have just found, if that was much.
    #[inline]
    pub(super) fn contract(&mut self, c: &mut Canon, is_new_skeleton: bool) {
        if self.canonical.contracts_eagerly {
            c.policy = Policy::EAGER;
        }
        let is_large = |found: usize| found >= c.policy.objects;
        let parts = c.skeleton.roots.order.iter().map(|&t| &self.state.threads[usize::from(t)].part);
        let large_stacks = parts.filter(|part| is_large(part.found().len())).count();
        let large_skeleton = is_new_skeleton && is_large(c.skeleton.found.len());
        if self.canonical.exact_states {
            return;
        }
        if !large_skeleton && large_stacks == 0 {
            c.policy.small = c.policy.small.saturating_add(u32::from(is_new_skeleton));
            return;
        }
        c.policy.large += 1;
        if c.policy.large >= c.policy.patience {
            // What did not last is not made again so soon.
            let has_paid = c.policy.small >= 4 * c.policy.patience;
            c.policy.patience = if has_paid { 2 } else { (2 * c.policy.patience).min(Policy::MOST_PATIENT) };
            (c.policy.large, c.policy.small) = (0, 0);
            self.form_regions(c, large_skeleton);
        }
    }

    #[cold]
    fn form_regions(&mut self, c: &mut Canon, of_skeleton: bool) {
        if of_skeleton {
            let found: Vec<usize> = c.skeleton.found.iter().map(|found| found.slot).collect();
            let phases = std::mem::take(&mut c.skeleton.phases);
            self.form_among(c, &found, &phases);
            c.skeleton.phases = phases;
            c.skeleton.contract(&c.nodes);
            // They know nothing of the new regions.
            c.earlier.clear();
            c.oldest = 0;
        }
        for at in 0..c.skeleton.roots.order.len() {
            let t = usize::from(c.skeleton.roots.order[at]);
            let found = self.state.threads[t].part.found().to_vec();
            if found.len() >= c.policy.objects {
                self.form_among(c, &found, &[0]);
                let nodes = &c.nodes;
                self.state.threads[t].part.keep_found(|slot| nodes.region_around(slot).is_none());
            }
        }
        let nodes = &c.nodes;
        c.upgraded.retain(|&slot| nodes.region_around(slot).is_none());
    }

    /// Makes regions of objects in the order in which a traversal found them; `phases` are where its parts begin.
    fn form_among(&mut self, c: &mut Canon, found: &[usize], phases: &[u32]) {
        let Some(trees) = Trees::of(self, &c.nodes, found, phases) else { return };
        let first = c.nodes.regions.len();
        let mut inside = vec![NONE; found.len()];
        for at in 0..found.len() {
            let parent = trees.parent[at];
            if parent != NONE && inside[parent as usize] != NONE {
                inside[at] = inside[parent as usize];
                let id = inside[at];
                let (slot, parent) = (found[at], found[parent as usize]);
                c.nodes.list[slot].region = id;
                let region = c.nodes.region_mut(id);
                region.members.push(Member { slot, parent, place: trees.place[at] });
            } else if trees.is_entry(at) && trees.size[at] as usize > c.policy.members {
                let entry = found[at];
                let node = &mut c.nodes.list[entry];
                let id = c.nodes.regions.len() as u32;
                node.region = id;
                let region = Region {
                    entry,
                    members: Vec::with_capacity(trees.size[at] as usize - 1),
                    sum: 0,
                    edges: 0,
                    name: node.name,
                    reach: node.reach,
                    untagged: false,
                    phase: 0,
                    last: node.object,
                    held: Vec::new(),
                };
                c.nodes.regions.push(Some(Box::new(region)));
                inside[at] = id;
            }
        }
        let Canon { nodes, skeleton, .. } = c;
        for id in first..nodes.regions.len() {
            let Some(mut region) = nodes.regions[id].take() else { continue };
            let objects = region.members.iter().map(|member| nodes.list[member.slot].object);
            region.last = objects.fold(region.last, Ref::max);
            nodes.highest = nodes.highest.max(region.last);
            nodes.members += region.members.len();
            self.sum_region(nodes, &skeleton.roots, &mut region);
            nodes.regions[id] = Some(region);
        }
    }
}

/// The trees of a traversal: by object the one that it was found from.
struct Trees {
    parent: Vec<u32>,
    place: Vec<u32>,
    /// How many objects the tree has that begins here.
    size: Vec<u32>,
    /// References lead into that tree past its root, or out of it.
    open: Vec<bool>,
    /// Something in that tree can be in no region, or it is not all reached by the same threads.
    mixed: Vec<bool>,
}

impl Trees {
    /// The trees of a traversal that found these objects; `None` if they take too long to look at.
    fn of(machine: &Machine<'_>, nodes: &Nodes, found: &[usize], phases: &[u32]) -> Option<Self> {
        let mut position = vec![NONE; nodes.list.len()];
        for (at, &slot) in found.iter().enumerate() {
            position[slot] = at as u32;
        }
        let phase_of = |at: u32| phases.partition_point(|&begin| begin <= at);
        let len = found.len();
        let mut trees = Self {
            parent: vec![NONE; len],
            place: vec![0; len],
            size: vec![1; len],
            open: vec![false; len],
            mixed: vec![false; len],
        };
        let mut others = Vec::new();
        for (at, &slot) in found.iter().enumerate() {
            let node = &nodes.list[slot];
            trees.mixed[at] = node.guarded || node.unfit & RESTLESS != 0 || node.region != 0;
            if node.region != 0 {
                continue;
            }
            for &(place, child) in &node.summary.refs {
                let child = machine.state.heap.slot(child) as usize;
                let to = position[child];
                if to == NONE {
                    trees.mixed[at] = true;
                } else if nodes.list[child].name == node.name.at(place) {
                    (trees.parent[to as usize], trees.place[to as usize]) = (at as u32, place);
                } else if phase_of(to) == phase_of(at as u32) {
                    others.push((at as u32, to));
                } else {
                    trees.mixed[at] = true;
                }
            }
        }
        let mut budget = 16 * len;
        for (from, to) in others {
            trees.open_between(from, to, &mut budget)?;
        }
        for at in (0..len).rev() {
            let parent = trees.parent[at] as usize;
            if parent == NONE as usize {
                continue;
            }
            let (node, above) = (&nodes.list[found[at]], &nodes.list[found[parent]]);
            trees.size[parent] += trees.size[at];
            trees.mixed[parent] |=
                trees.mixed[at] || node.unfit & HIT != 0 || (node.tag, node.reach) != (above.tag, above.reach);
        }
        Some(trees)
    }

    fn is_entry(&self, at: usize) -> bool {
        !self.open[at] && !self.mixed[at]
    }

    /// There is a reference that is no part of the trees: those that have one of its ends only are open, unless
    /// the reference ends at the root.
    fn open_between(&mut self, from: u32, to: u32, budget: &mut usize) -> Option<()> {
        let (mut a, mut b) = (from, to);
        while a != b {
            *budget = budget.checked_sub(1)?;
            // Objects are found after what they are found from. What has no parent was found first of all.
            if b == NONE || a != NONE && a > b {
                self.open[a as usize] = true;
                a = self.parent[a as usize];
            } else {
                if b != to {
                    self.open[b as usize] = true;
                }
                b = self.parent[b as usize];
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree 0 → 1 → 2 → 3, 1 → 4, and another 5.
    fn trees() -> Trees {
        let len = 6;
        Trees {
            parent: vec![NONE, 0, 1, 2, 1, NONE],
            place: vec![0; len],
            size: vec![1; len],
            open: vec![false; len],
            mixed: vec![false; len],
        }
    }

    fn open(from: u32, to: u32) -> Vec<usize> {
        let mut trees = trees();
        trees.open_between(from, to, &mut 100).expect("budget");
        (0..6).filter(|&at| trees.open[at]).collect()
    }

    #[test]
    fn a_reference_opens_the_trees_that_have_one_of_its_ends() {
        assert_eq!(open(3, 1), [2, 3], "back to an ancestor");
        assert_eq!(open(0, 3), [1, 2], "past what leads there");
        assert_eq!(open(4, 3), [2, 4], "to a sibling's child");
        assert_eq!(open(5, 2), [0, 1, 5], "from another tree");
        assert_eq!(open(3, 5), [0, 1, 2, 3], "to the root of another tree");
    }

    #[test]
    fn looking_takes_no_longer_than_it_may() {
        assert!(trees().open_between(3, 5, &mut 2).is_none());
    }
}
