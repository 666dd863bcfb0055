//! The canonical form itself, word by word: objects have numbers in it, in the order in which they
//! were found.

use super::{Canon, ThreadPart};
use crate::canonical::node::Node;
use crate::canonical::summary::PERMANENT;
use crate::heap::{PERM_END, Ref};
use crate::linkage::StaticKind;
use crate::machine::{Machine, init_state};
use heddle_verdict::PrintedText;

/// The words, and where the parts end: one per thread, object and so on.
#[derive(Default)]
pub(super) struct ExactForm {
    words: Vec<u64>,
    ends: Vec<u32>,
}

impl Machine<'_> {
    /// The canonical form itself, and where its parts end.
    pub fn canonical_parts(&mut self) -> (&[u64], &[u32]) {
        let mut canon = self.canonical.canon.take().unwrap_or_default();
        if !self.canonical.exact_states {
            self.canonical.exact_states = true;
            *canon = Canon::default();
            self.state.threads.iter_mut().for_each(|thread| thread.part = ThreadPart::default());
        }
        self.canonicalize(&mut canon);
        self.write_exact(&mut canon);
        self.canonical.canon = Some(canon);
        self.last_parts()
    }

    /// The canonical form as it was last computed.
    pub fn last_parts(&self) -> (&[u64], &[u32]) {
        self.canonical.canon.as_ref().map_or((&[], &[]), |canon| (&canon.exact.words, &canon.exact.ends))
    }

    /// The canonical form itself.
    pub fn canonical_words(&mut self) -> &[u64] {
        self.canonical_parts().0
    }

    /// Writes the exact form of a state that has just been canonicalised.
    fn write_exact(&self, c: &mut Canon) {
        let mut number = 0;
        let roots = &c.skeleton.roots;
        let stacks = roots.order.iter().flat_map(|&t| self.state.threads[usize::from(t)].part.found());
        let found = c.skeleton.found.iter().map(|found| found.slot).chain(stacks.copied());
        for slot in found.clone() {
            number += 1;
            c.nodes.list[slot].number = number;
        }
        let ExactForm { mut words, mut ends } = std::mem::take(&mut c.exact);
        words.clear();
        ends.clear();
        words.extend([number as usize, c.skeleton.permanent.len(), roots.statics.len()].map(|len| len as u64));
        self.write_statics(c, &mut words);
        ends.push(words.len() as u32);
        // Whoever keeps states as trees of halves keeps most halves once if what changes is found in
        // both: so threads stand in the middle, half of the objects before and half after them.
        let permanent = c.skeleton.permanent.iter().zip(&roots.permanent);
        let permanent = permanent.map(|(found, &(name, _))| (found.slot, Some(name)));
        let objects = permanent.chain(found.map(|slot| (slot, None)));
        let half = (c.skeleton.permanent.len() + number as usize) / 2;
        for (slot, name) in objects.clone().take(half) {
            self.write_object(c, slot, name, &mut words);
            ends.push(words.len() as u32);
        }
        for &t in &roots.order {
            let Some(summary) = self.state.threads[usize::from(t)].part.summary() else { continue };
            words.extend_from_slice(&summary.words);
            ends.push(words.len() as u32);
            words.extend(summary.refs.iter().map(|&(_, object)| self.number_of(c, object)));
            ends.push(words.len() as u32);
        }
        for (slot, name) in objects.skip(half) {
            self.write_object(c, slot, name, &mut words);
            ends.push(words.len() as u32);
        }
        if self.settings.semantics.printed_text == PrintedText::PartOfState {
            words.extend(self.output_words());
        }
        c.exact = ExactForm { words, ends };
    }

    fn number_of(&self, c: &Canon, object: Ref) -> u64 {
        u64::from(c.nodes.list[self.state.heap.slot(object) as usize].number)
    }

    fn write_statics(&self, c: &Canon, words: &mut Vec<u64>) {
        for &(cell, value) in &c.skeleton.roots.statics {
            let value = match self.static_kind(cell) {
                StaticKind::Ref if value as Ref >= PERM_END => self.number_of(c, value as Ref),
                StaticKind::Ref if value != 0 => PERMANENT | u64::from(self.state.heap.name(value as Ref)),
                StaticKind::Init if value >= init_state::RUNNING => {
                    let thread = (value - init_state::RUNNING) as usize;
                    init_state::RUNNING + u64::from(c.skeleton.roots.position[thread])
                }
                StaticKind::Ref | StaticKind::Raw | StaticKind::Init => value,
            };
            words.extend([u64::from(cell), value]);
        }
    }

    fn write_object(&self, c: &Canon, slot: usize, name: Option<u32>, words: &mut Vec<u64>) {
        let node = &c.nodes.list[slot];
        words.extend(name.map(u64::from));
        words.extend_from_slice(&node.summary.words);
        self.write_context(c, node, words);
    }

    /// The part of an object that depends on the rest of the state: who holds its monitor, its
    /// identity hash, the numbers of the objects that it names.
    fn write_context(&self, c: &Canon, node: &Node, words: &mut Vec<u64>) {
        let (owner, count) = self.state.heap.monitor(node.object);
        let owner = if owner == 0 { 0 } else { u64::from(c.skeleton.roots.position[usize::from(owner) - 1]) + 1 };
        let hashed = self.state.heap.has_hash(node.object) && node.object >= PERM_END;
        words.push(owner | u64::from(count) << 16 | u64::from(hashed) << 32);
        if hashed {
            words.push(self.state.hashes[&node.object] as u64);
        }
        words.extend(node.summary.refs.iter().map(|&(_, child)| self.number_of(c, child)));
    }
}
