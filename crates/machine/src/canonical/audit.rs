//! The refuter of what is kept from state to state: the canonical form, computed from nothing, has
//! to be the same, reach tags included.

use super::ThreadPart;
use crate::heap::Ref;
use crate::machine::Machine;

impl Machine<'_> {
    /// Canonicalises the state from nothing and compares; what is kept stays as it was.
    pub fn audit_canonical(&mut self) -> Option<String> {
        let kept = (self.fingerprint(), self.symmetric_fingerprint());
        let canon = self.canonical.canon.take()?;
        let slots: Vec<(Ref, u32)> = (canon.nodes.list.iter().enumerate().skip(1))
            .filter(|&(slot, node)| node.object != 0 && self.state.heap.slot(node.object) == slot as u32)
            .map(|(slot, node)| (node.object, slot as u32))
            .collect();
        let parts: Vec<ThreadPart> =
            self.state.threads.iter_mut().map(|thread| std::mem::take(&mut thread.part)).collect();
        let journaled = self.journal.cells.len();
        let anew = (self.fingerprint(), self.symmetric_fingerprint());
        let tags_differ = self.journal.cells.len() != journaled;
        for (thread, part) in self.state.threads.iter_mut().zip(parts) {
            thread.part = part;
        }
        slots.into_iter().for_each(|(object, slot)| self.state.heap.set_slot(object, slot));
        self.canonical.canon = Some(canon);
        if kept != anew {
            return Some("the state has another fingerprint when nothing is kept from the one before".to_owned());
        }
        tags_differ.then(|| "objects are reached by other threads than their tags say".to_owned())
    }
}
