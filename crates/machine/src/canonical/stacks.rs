//! What the threads add to a fingerprint, with the objects that only their stacks lead to. Such an
//! object belongs to the first thread, in canonical order, whose stack leads to it. What a thread adds
//! is kept while it stands still, the skeleton holds, and nobody writes to its objects.

use super::hash::{Lanes, Name, edge};
use super::skeleton::same;
use super::summary::Summary;
use super::{Canon, tag_of, tick};
use crate::heap::{PERM_END, Ref, SHARED};
use crate::machine::Machine;

/// What a thread says, as far as it still says that.
#[derive(Clone, Debug, Default)]
pub(crate) struct ThreadPart {
    /// The stack is as it was when the summary was written.
    pub valid: bool,
    /// So many of the lowest frames are as they were then.
    pub clean_frames: usize,
    said: Option<Box<Said>>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    /// By frame: what it and those below say.
    pub frames: Vec<FrameMark>,
    pub summary: Summary,
    /// Hash of the words without those that say which thread it is.
    pub anonymous: Lanes,
    /// Stamps the objects that belong to this stack; 0 if they have to be found again.
    stamp: u64,
    /// Their slots, in the order in which they were found.
    found: Vec<usize>,
    /// Slots of objects that the stack leads to and that are, as far as the skeleton or other stacks tell,
    /// another thread's.
    foreign: Vec<usize>,
    /// Some of them belong to another stack.
    entangled: bool,
    sum: u128,
}

impl ThreadPart {
    #[inline]
    pub(super) fn stamp(&self) -> u64 {
        self.said.as_ref().map_or(0, |said| said.stamp)
    }

    /// The objects that belong to the stack have to be found again.
    #[inline]
    pub(super) fn scatter(&mut self) {
        if let Some(said) = &mut self.said {
            said.stamp = 0;
        }
    }

    /// Forgets objects that have become part of regions.
    pub(super) fn keep_found(&mut self, keep: impl Fn(usize) -> bool) {
        if let Some(said) = &mut self.said {
            said.found.retain(|&slot| keep(slot));
        }
    }

    pub(super) fn found(&self) -> &[usize] {
        self.said.as_ref().map_or(&[], |said| &said.found)
    }

    pub(super) fn said(&self) -> Option<&Said> {
        self.said.as_deref()
    }

    pub(super) fn summary(&self) -> Option<&Summary> {
        self.said.as_ref().map(|said| &said.summary)
    }
}

/// How far a thread's summary has come with a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameMark {
    pub hash: Lanes,
    pub refs_end: u32,
    pub words_end: u32,
}

const OF_THREAD: Lanes = Lanes::of(2);

/// Why the objects of all stacks have to be found again.
#[derive(Clone, Copy)]
enum Again {
    /// An object was found that belongs to the stack of a later thread.
    TakenByLater,
    /// An object in the midst of a region was found by another way than its entry.
    Hit(usize),
}

impl Machine<'_> {
    /// What the threads add to the fingerprint, with the objects that only their stacks lead to.
    pub(super) fn sum_of_threads(&mut self, c: &mut Canon, is_other_skeleton: bool) -> u128 {
        let was_entangled = std::mem::take(&mut c.entangled);
        c.renewed = false;
        if is_other_skeleton {
            let dead = self.state.threads.iter_mut().filter(|thread| !thread.is_alive());
            dead.for_each(|thread| thread.part.scatter());
        }
        for &t in &c.skeleton.roots.order {
            let part = &self.state.threads[usize::from(t)].part;
            if !part.valid || !self.still_says(c, part, is_other_skeleton) {
                self.state.threads[usize::from(t)].part.scatter();
            }
        }
        let mut changed = false;
        loop {
            match self.sum_up(c) {
                Ok(summed) => break changed |= summed,
                Err(again) => {
                    if let Again::Hit(slot) = again {
                        self.dissolve_hit(c, slot);
                    }
                    self.state.threads.iter_mut().for_each(|thread| thread.part.scatter());
                    changed = true;
                }
            }
        }
        // A skeleton that holds is closed: what it leads to from there has not changed either.
        if changed || is_other_skeleton || was_entangled || c.entangled || c.renewed {
            self.upgrade_foreign(c);
        } else {
            self.apply_reach(c);
        }
        let sums = c.skeleton.roots.order.iter().filter_map(|&t| self.state.threads[usize::from(t)].part.said.as_ref());
        sums.fold(0, |sum, said| sum.wrapping_add(said.sum))
    }

    /// Whether a thread that stood still adds what it did.
    fn still_says(&self, c: &Canon, part: &ThreadPart, is_other_skeleton: bool) -> bool {
        let Some(said) = &part.said else { return false };
        if !is_other_skeleton {
            return !said.entangled;
        }
        said.found.is_empty()
            && said.summary.refs.iter().all(|&(_, object)| {
                let slot = c.nodes.slot_of(self, object);
                let (node, entry) = (&c.nodes.list[slot], &c.nodes.list[c.nodes.found_as(slot)]);
                entry.stamp == c.skeleton.epoch && node.changed.max(entry.changed) <= said.stamp
            })
    }

    /// Brings the parts of all threads up to date; whether other threads' objects are reached than
    /// before.
    fn sum_up(&mut self, c: &mut Canon) -> Result<bool, Again> {
        let mut changed = false;
        for at in 0..c.skeleton.roots.order.len() {
            let t = c.skeleton.roots.order[at];
            let part = &mut self.state.threads[usize::from(t)].part;
            if part.stamp() != 0 {
                continue;
            }
            let mut said = part.said.take().unwrap_or_default();
            if !part.valid {
                self.summarize_thread(usize::from(t), &mut said);
                let thread = &mut self.state.threads[usize::from(t)];
                (thread.part.valid, thread.part.clean_frames) = (true, thread.frames.len());
            }
            std::mem::swap(&mut said.foreign, &mut c.foreign);
            let summed = self.sum_of_thread(c, t, &mut said);
            changed |= !same(&said.foreign, &c.foreign);
            c.entangled |= said.entangled;
            self.state.threads[usize::from(t)].part.said = Some(said);
            summed?;
        }
        Ok(changed)
    }

    fn sum_of_thread(&mut self, c: &mut Canon, t: u16, part: &mut Said) -> Result<(), Again> {
        let stamp = tick(c);
        part.foreign.clear();
        part.found.clear();
        part.entangled = false;
        part.sum = 0;
        // The stack is written down anew as a whole, so what it leads to need not be told apart by place.
        let mut lanes = OF_THREAD.join(part.summary.hash);
        let name = c.skeleton.roots.names[usize::from(t)].at(1);
        let refs = std::mem::take(&mut part.summary.refs);
        let mut taken = Ok(());
        for &(place, object) in &refs {
            match self.find_on_stack(c, t, part, stamp, object, name, place) {
                Ok(Some(known)) => lanes = lanes.join(known),
                Ok(None) => lanes.add(0),
                Err(again) => {
                    taken = Err(again);
                    break;
                }
            }
        }
        part.summary.refs = refs;
        taken?;
        part.sum = lanes.sum();
        let mut at = 0;
        while at < part.found.len() {
            let slot = part.found[at];
            part.sum = part.sum.wrapping_add(self.settle(c, slot));
            at += 1;
            let region = c.nodes.list[slot].region;
            if region != 0 {
                let (sum, edges) = self.enter_region(c, region, stamp);
                part.sum = part.sum.wrapping_add(sum).wrapping_add(edges);
                continue;
            }
            let node = &mut c.nodes.list[slot];
            let name = node.name;
            let refs = std::mem::take(&mut node.summary.refs);
            for &(place, child) in &refs {
                match self.find_on_stack(c, t, part, stamp, child, name, place) {
                    Ok(Some(known)) => part.sum = part.sum.wrapping_add(edge(name, place, known)),
                    Ok(None) => {}
                    Err(again) => {
                        taken = Err(again);
                        break;
                    }
                }
            }
            c.nodes.list[slot].summary.refs = refs;
            taken?;
        }
        part.stamp = stamp;
        Ok(())
    }

    /// The stack of thread `t`, or an object that belongs to it, names an object at a place. What the
    /// object is called, unless that is where it gets its name from.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    fn find_on_stack(
        &mut self,
        c: &mut Canon,
        t: u16,
        part: &mut Said,
        stamp: u64,
        object: Ref,
        from: Name,
        place: u32,
    ) -> Result<Option<Name>, Again> {
        if object < PERM_END {
            return Ok(None);
        }
        let mut slot = c.nodes.slot_of(self, object);
        if slot == 0 {
            slot = c.nodes.adopt(self, object);
        }
        let tag = tag_of(t);
        let found_as = c.nodes.found_as(slot);
        let is_inner = found_as != slot;
        let name = c.nodes.list[slot].name;
        let node = &mut c.nodes.list[found_as];
        if node.stamp == c.skeleton.epoch || node.stamp == stamp && !is_inner {
            if node.tag != tag && node.tag != SHARED {
                part.foreign.push(slot);
            }
            return Ok(Some(name));
        }
        if node.stamp != 0
            && node.owner != t
            && self.state.threads.get(usize::from(node.owner)).is_some_and(|other| other.part.stamp() == node.stamp)
        {
            if c.skeleton.roots.position[usize::from(node.owner)] > c.skeleton.roots.position[usize::from(t)] {
                return Err(Again::TakenByLater);
            }
            part.foreign.push(slot);
            part.entangled = true;
            return Ok(Some(name));
        }
        if is_inner {
            return Err(Again::Hit(slot));
        }
        (node.stamp, node.owner) = (stamp, t);
        node.call(from.at(place), stamp);
        node.give(tag, stamp);
        part.found.push(slot);
        if self.is_guarded(object) {
            part.foreign.push(slot);
            c.renewed = true;
        }
        c.retag.push(slot);
        Ok(None)
    }

    /// What several threads reach because of what is on their stacks.
    fn upgrade_foreign(&mut self, c: &mut Canon) {
        for slot in c.upgraded.drain(..) {
            c.nodes.untag(slot);
            let is_inner = c.nodes.region_around(slot).is_some();
            let node = &mut c.nodes.list[slot];
            if node.region != 0 {
                c.entered.push(node.region);
            }
            if !is_inner {
                node.reach = node.tag;
                c.retag.push(slot);
            }
        }
        c.work.clear();
        c.inner.clear();
        for &t in &c.skeleton.roots.order {
            if let Some(said) = &self.state.threads[usize::from(t)].part.said {
                c.work.extend_from_slice(&said.foreign);
            }
        }
        self.upgrade(c);
        self.apply_reach(c);
        self.upgrade_inner(c);
        self.apply_reach(c);
        c.retag.extend_from_slice(&c.upgraded);
    }
}
