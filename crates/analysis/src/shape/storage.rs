//! Storage structure graphs (Corbett, TOSEM 2000, section 5.1): which variables may hold references to
//! which objects at one point of a thread.
//!
//! An edge between objects says whether both ends are of the same generation: his one-to-one edges,
//! read as invariant I1. Where edges meet, the weaker claim stays; that covers his rule for edges
//! between a current and a summary node.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use heddle_program::FieldId;

use super::objects::{Obj, Sites};
use crate::inline::{LoopId, Register, Slot};

pub type Objs = BTreeSet<Obj>;
/// Objects that a part of an object refers to, and whether they are of its generation.
pub type Targets = BTreeMap<Obj, bool>;

/// A part of an object that holds references.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    Slot(Slot),
    Elements,
    /// What a thread runs: itself or its task.
    Runnable,
    /// The task that a thread was given.
    Task,
}

/// References between objects, and from static fields.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Heap {
    pub parts: BTreeMap<(Obj, Part), Targets>,
    pub statics: BTreeMap<FieldId, Objs>,
}

/// A storage structure graph. Registers without references are absent.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Storage {
    pub registers: BTreeMap<Register, Objs>,
    pub heap: Arc<Heap>,
}

impl Heap {
    /// Adds a reference; whether that says something new.
    pub fn add(&mut self, from: Obj, part: Part, to: Obj, same: bool) -> bool {
        let targets = self.parts.entry((from, part)).or_default();
        match targets.get_mut(&to) {
            None => {
                targets.insert(to, same);
                true
            }
            Some(old) => std::mem::replace(old, *old && same) != (*old && same),
        }
    }

    pub fn has(&self, from: Obj, part: Part, to: Obj, same: bool) -> bool {
        self.parts.get(&(from, part)).and_then(|targets| targets.get(&to)).is_some_and(|&old| same || !old)
    }

    pub fn add_static(&mut self, field: FieldId, to: Obj) -> bool {
        self.statics.entry(field).or_default().insert(to)
    }

    /// Adds all references of another heap; whether that says something new.
    pub fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (&(from, part), targets) in &other.parts {
            for (&to, &same) in targets {
                changed |= self.add(from, part, to, same);
            }
        }
        for (&field, objects) in &other.statics {
            for &to in objects {
                changed |= self.add_static(field, to);
            }
        }
        changed
    }

    /// Whether another heap says something that this one does not.
    fn lacks(&self, other: &Self) -> bool {
        let parts = other
            .parts
            .iter()
            .any(|(&(from, part), targets)| targets.iter().any(|(&to, &same)| !self.has(from, part, to, same)));
        parts
            || other.statics.iter().any(|(field, objects)| {
                self.statics.get(field).map_or(!objects.is_empty(), |own| !objects.is_subset(own))
            })
    }

    fn holds(&self, test: impl Fn(Obj) -> bool) -> bool {
        self.parts.iter().any(|((from, _), targets)| test(*from) || targets.keys().any(|&to| test(to)))
            || self.statics.values().flatten().any(|&to| test(to))
    }

    /// The heap with objects renamed; meeting edges join.
    pub fn renamed(&self, rename: impl Fn(Obj) -> Obj) -> Self {
        let mut heap = Self::default();
        for (&(from, part), targets) in &self.parts {
            for (&to, &same) in targets {
                heap.add(rename(from), part, rename(to), same);
            }
        }
        for (&field, objects) in &self.statics {
            for &to in objects {
                heap.add_static(field, rename(to));
            }
        }
        heap
    }
}

impl Storage {
    pub fn held(&self, register: Register) -> Objs {
        self.registers.get(&register).cloned().unwrap_or_default()
    }

    pub fn set(&mut self, register: Register, objects: Objs) {
        if objects.is_empty() {
            self.registers.remove(&register);
        } else {
            self.registers.insert(register, objects);
        }
    }

    pub fn heap_mut(&mut self) -> &mut Heap {
        Arc::make_mut(&mut self.heap)
    }

    /// Adds all edges of another graph; whether that says something new.
    pub fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (&register, objects) in &other.registers {
            let held = self.registers.entry(register).or_default();
            for &object in objects {
                changed |= held.insert(object);
            }
        }
        if Arc::ptr_eq(&self.heap, &other.heap) {
            return changed;
        }
        // Equal heaps become one, so that the next comparison is quick.
        if self.heap == other.heap {
            self.heap = Arc::clone(&other.heap);
        } else if self.heap.lacks(&other.heap) {
            changed = true;
            if other.heap.lacks(&self.heap) {
                self.heap_mut().join(&other.heap);
            } else {
                self.heap = Arc::clone(&other.heap);
            }
        }
        changed
    }

    /// Corbett's summary function: an iteration of a loop ends, so what it made is past.
    pub fn summarise(&mut self, sites: &Sites<'_>, thread: u32, ended: LoopId) {
        let is_ended = |object: Obj| match object {
            Obj::Current(site) => sites.owner(site) == thread && sites.loop_of(site) == Some(ended),
            _ => false,
        };
        let rename = |object: Obj| match object {
            Obj::Current(site) if is_ended(object) => Obj::Past(site),
            object => object,
        };
        for objects in self.registers.values_mut() {
            if objects.iter().any(|&object| is_ended(object)) {
                *objects = objects.iter().map(|&object| rename(object)).collect();
            }
        }
        if self.heap.holds(is_ended) {
            self.heap = Arc::new(self.heap.renamed(rename));
        }
    }
}
