//! What is known of objects, by slot. The low half of an object's header cell 2 is its slot; since
//! objects vanish and others take their place, a slot is believed only if it knows the object.

use super::hash::{Lanes, Name};
use super::region::Region;
use super::skeleton::Roots;
use super::summary::Summary;
use crate::heap::{PERM_END, Ref};
use crate::machine::Machine;

/// What an object says, and what it is called.
#[derive(Default)]
pub(super) struct Node {
    pub object: Ref,
    /// Numbers the object in the exact form.
    pub number: u32,
    /// The thread whose stack leads to it, if it is no part of the skeleton.
    pub owner: u16,
    /// Which threads reach it within the skeleton, or whose stack does.
    pub tag: u8,
    /// Which threads reach it.
    pub reach: u8,
    /// Written since `summary` was.
    pub stale: bool,
    /// `sum` is not up to date.
    pub unsummed: bool,
    /// Its monitor is held, which says something of another thread.
    pub owned: bool,
    /// It has a guard, which makes it shared.
    pub guarded: bool,
    /// Why it should not be in a region, or only as the entry.
    pub unfit: u8,
    /// The region that it is in, or 0. Where it was found, and its tag, are then those of the entry.
    pub region: u32,
    /// The skeleton or the stack that it was last found in.
    pub stamp: u64,
    /// When it last got another name or tag.
    pub changed: u64,
    pub name: Name,
    /// What it adds to the fingerprint.
    pub sum: u128,
    pub summary: Summary,
}

pub(super) struct Nodes {
    /// The first is nobody's.
    pub list: Vec<Node>,
    free: Vec<u32>,
    /// By number, those that were dissolved included. The first is none.
    pub regions: Vec<Option<Box<Region>>>,
    /// How many objects are in regions and are not their entries.
    pub members: usize,
    /// No object of a region lies above.
    pub highest: Ref,
}

impl Default for Nodes {
    fn default() -> Self {
        Self { list: vec![Node::default()], free: Vec::new(), regions: vec![None], members: 0, highest: 0 }
    }
}

const OF_OBJECT: Lanes = Lanes::of(1);

impl Node {
    #[inline]
    pub fn call(&mut self, name: Name, now: u64) {
        if self.name != name {
            (self.name, self.changed, self.unsummed) = (name, now, true);
        }
    }

    #[inline]
    pub fn give(&mut self, tag: u8, now: u64) {
        if self.tag != tag {
            (self.tag, self.changed) = (tag, now);
        }
        self.reach = tag;
    }
}

impl Nodes {
    /// The slot of an object, or 0.
    #[inline(always)]
    pub fn slot_of(&self, machine: &Machine<'_>, object: Ref) -> usize {
        let slot = machine.state.heap.slot(object) as usize;
        if self.list.get(slot).is_some_and(|node| node.object == object) { slot } else { 0 }
    }

    /// A slot for an object that has none.
    pub fn adopt(&mut self, machine: &mut Machine<'_>, object: Ref) -> usize {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.list.push(Node::default());
            self.list.len() as u32 - 1
        });
        machine.state.heap.set_slot(object, slot);
        let node = &mut self.list[slot as usize];
        (node.object, node.stale, node.unsummed, node.stamp, node.unfit) = (object, true, true, 0, 0);
        slot as usize
    }

    pub fn used(&self) -> usize {
        self.list.len() - self.free.len()
    }

    /// Gives up the slots that are not to be kept.
    pub fn sweep(&mut self, keep: &[bool]) {
        for (slot, node) in self.list.iter_mut().enumerate().skip(1) {
            if node.object != 0 && !keep[slot] {
                node.object = 0;
                self.free.push(slot as u32);
            }
        }
    }
}

impl Machine<'_> {
    /// What an object adds to the fingerprint. Where it leads is said by the names of the objects
    /// that it leads to first, and by edges to the others.
    pub(super) fn sum_of_object(&self, roots: &Roots, node: &mut Node) {
        let mut lanes = OF_OBJECT.join(node.name).join(node.summary.hash);
        let (owner, count) = self.state.heap.monitor(node.object);
        let hashed = self.state.heap.has_hash(node.object) && node.object >= PERM_END;
        node.owned = owner != 0;
        if node.owned || hashed {
            lanes.add(u64::from(count) << 1 | u64::from(hashed));
        }
        if node.owned {
            lanes = lanes.join(roots.name_of(owner - 1));
        }
        if hashed {
            lanes.add(self.state.hashes[&node.object] as u64);
        }
        node.sum = lanes.sum();
        node.unsummed = false;
    }
}
