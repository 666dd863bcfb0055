//! Method selection (JVMS 5.4.6): the class of a receiver and a resolved method → the method that
//! runs.
//!
//! A method of a class has an index into the receiver's table. A method of an interface is looked
//! for in the receiver's superclasses and then among the maximally-specific methods of its
//! superinterfaces; this covers default methods and classes that implement an interface without
//! declaring its methods. Answers are kept in a small table without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::program::{LinkError, Program};
use crate::{ClassId, Method, MethodId, Symbol, access};

const SLOTS: usize = 1 << 13;
const CLASS_BITS: u32 = 20;
const METHOD_BITS: u32 = 22;

/// A direct-mapped table of earlier answers. An entry packs class, method and answer into one
/// word, so a reader sees all of it or none; ids too large to pack are not kept.
pub(crate) struct SelectionCache(Box<[AtomicU64]>);

impl Default for SelectionCache {
    fn default() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }
}

impl SelectionCache {
    #[inline]
    fn find(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        let key = pack(class, method)?;
        let entry = self.0[slot(key)].load(Ordering::Relaxed);
        let answer = (entry & ((1 << METHOD_BITS) - 1)) as u32;
        // The answer is stored plus one, so that an empty entry matches nothing.
        (entry >> METHOD_BITS == key).then(|| answer.checked_sub(1)).flatten().map(MethodId)
    }

    fn keep(&self, class: ClassId, method: MethodId, answer: MethodId) {
        if let Some(key) = pack(class, method)
            && answer.0 + 1 < 1 << METHOD_BITS
        {
            let entry = key << METHOD_BITS | u64::from(answer.0 + 1);
            self.0[slot(key)].store(entry, Ordering::Relaxed);
        }
    }
}

#[inline]
fn pack(class: ClassId, method: MethodId) -> Option<u64> {
    let fits = class.0 < 1 << CLASS_BITS && method.0 < 1 << METHOD_BITS;
    fits.then(|| u64::from(class.0) << METHOD_BITS | u64::from(method.0))
}

#[inline]
fn slot(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 51) as usize & (SLOTS - 1)
}

impl Program {
    /// The method that runs when `method`, as resolved, is invoked on a receiver of a class.
    #[inline]
    pub fn select(&self, receiver: ClassId, method: MethodId) -> Result<MethodId, LinkError> {
        let resolved = self.method(method);
        if let Some(index) = resolved.virtual_index
            && let Some(&selected) = self.class(receiver).vtable.get(index as usize)
        {
            if self.method(selected).is_abstract() {
                return Err(self.abstract_method(Some(receiver), method, Some(selected)));
            }
            return Ok(selected);
        }
        if let Some(selected) = self.selections.find(receiver, method) {
            return Ok(selected);
        }
        let selected = self.select_slowly(receiver, resolved)?;
        self.selections.keep(receiver, method, selected);
        Ok(selected)
    }

    fn select_slowly(&self, receiver: ClassId, resolved: &Method) -> Result<MethodId, LinkError> {
        // Interface types are not verified (JVMS 4.10.1.2), so this is the first to notice.
        let of_interface = self.class(resolved.class).is_interface();
        if of_interface && !resolved.is_static() && !self.is_subtype(receiver, resolved.class) {
            return Err(self.not_implemented(receiver, resolved.class));
        }
        // Private and static methods, constructors: nothing overrides them.
        if resolved.is_private() || resolved.is_static() || !of_interface {
            return Ok(resolved.id);
        }
        let key = (resolved.name, resolved.descriptor);
        for &class in self.class(receiver).display.iter().rev() {
            let declared = self.class(class).method_index.get(&key).map(|&id| self.method(id));
            let Some(found) = declared.filter(|m| !m.is_private() && !m.is_static()) else {
                continue;
            };
            if found.access & access::PUBLIC == 0 {
                return Err(self.not_public(receiver, resolved.id, found.id));
            }
            if found.is_abstract() {
                return Err(self.abstract_method(Some(receiver), resolved.id, Some(found.id)));
            }
            return Ok(found.id);
        }
        let specific = self.maximally_specific(receiver, key);
        let mut concrete = specific.iter().filter(|&&id| !self.method(id).is_abstract());
        match (concrete.next(), concrete.next()) {
            (Some(&only), None) => Ok(only),
            (None, _) => Err(self.nothing_inherited(receiver, resolved.id)),
            (Some(_), Some(_)) => Err(self.conflicting_defaults(receiver, resolved.id, &specific)),
        }
    }

    /// The maximally-specific superinterface methods of a class (JVMS 5.4.3.3), in the order in
    /// which the interfaces are declared.
    pub(crate) fn maximally_specific(&self, class: ClassId, key: (Symbol, Symbol)) -> Vec<MethodId> {
        let mut candidates = Vec::new();
        let mut seen = Vec::new();
        for &ancestor in self.class(class).display.iter().rev() {
            self.collect_candidates(ancestor, key, &mut seen, &mut candidates);
        }
        let overridden = |id: MethodId| {
            let holder = self.method(id).class;
            candidates.iter().any(|&other| {
                let below = self.method(other).class;
                below != holder && self.is_subtype(below, holder)
            })
        };
        candidates.iter().copied().filter(|&id| !overridden(id)).collect()
    }

    fn collect_candidates(
        &self,
        class: ClassId,
        key: (Symbol, Symbol),
        seen: &mut Vec<ClassId>,
        candidates: &mut Vec<MethodId>,
    ) {
        for &interface in &self.class(class).interfaces {
            if seen.contains(&interface) {
                continue;
            }
            seen.push(interface);
            if let Some(&id) = self.class(interface).method_index.get(&key) {
                let method = self.method(id);
                if !method.is_private() && !method.is_static() {
                    candidates.push(id);
                }
            }
            self.collect_candidates(interface, key, seen, candidates);
        }
    }
}
