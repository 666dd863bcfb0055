//! Storage structure graphs (Corbett, TOSEM 2000, section 5.1): which variables may hold references to
//! which objects at one point of a thread.
//!
//! An edge between objects says whether both ends are of the same generation: his one-to-one edges,
//! read as invariant I1. Where edges meet, the weaker claim stays; that covers his rule for edges
//! between a current and a summary node.
//!
//! There is a graph for every node of the code, so they are kept small: a set of objects is a number
//! of [`Sets`], an edge of the heap is a number of [`Edges`], and a heap is a set of bits.

use std::collections::BTreeSet;
use std::sync::Arc;

use heddle_program::FieldId;
use rustc_hash::FxHashMap;

use super::objects::{Obj, Sites};
use crate::inline::{LoopId, Register, Slot};

pub type Objs = BTreeSet<Obj>;

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

/// What an edge of the heap starts from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    Part(Obj, Part),
    Static(FieldId),
}

/// The number of a set of objects; the empty one is the default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct SetId(u32);

/// Sets of objects, each kept once.
pub struct Sets {
    members: Vec<Arc<[Obj]>>,
    numbers: FxHashMap<Arc<[Obj]>, SetId>,
    unions: FxHashMap<(SetId, SetId), SetId>,
}

/// All edges that some heap of an analysis has.
#[derive(Default)]
pub struct Edges {
    edges: Vec<(Source, Obj)>,
    numbers: FxHashMap<(Source, Obj), u32>,
    by_source: FxHashMap<Source, Vec<u32>>,
    parts: FxHashMap<Obj, Vec<Part>>,
    /// By thread type and loop: edges of objects that the current iteration made.
    current: FxHashMap<(u32, LoopId), Bits>,
}

/// References between objects, and from static fields: a set of [`Edges`].
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Heap {
    present: Bits,
    /// Edges whose ends may be of different generations.
    mixed: Bits,
}

/// A storage structure graph.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Storage {
    /// In ascending order; registers without references are absent.
    pub registers: Vec<(Register, SetId)>,
    pub heap: Arc<Heap>,
}

/// A set of numbers that only grows. The last word is never zero.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Bits(Vec<u64>);

impl Bits {
    fn has(&self, bit: u32) -> bool {
        self.0.get(bit as usize / 64).is_some_and(|word| word >> (bit % 64) & 1 != 0)
    }

    fn set(&mut self, bit: u32) {
        let word = bit as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (bit % 64);
    }

    fn join(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own |= other);
    }

    fn lacks(&self, other: &Self) -> bool {
        other.0.len() > self.0.len() || self.0.iter().zip(&other.0).any(|(own, other)| other & !own != 0)
    }

    fn without(&self, other: &Self) -> Self {
        let others = other.0.iter().copied().chain(std::iter::repeat(0));
        let mut left: Vec<u64> = self.0.iter().zip(others).map(|(own, other)| own & !other).collect();
        left.truncate(left.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1));
        Self(left)
    }

    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.both(self)
    }

    /// The numbers that another set has too, in ascending order.
    fn both<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = u32> + 's {
        self.0.iter().zip(&other.0).enumerate().flat_map(|(at, (own, other))| {
            let mut left = own & other;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                left &= left.checked_sub(1)?;
                Some(at as u32 * 64 + bit)
            })
        })
    }
}

impl Default for Sets {
    fn default() -> Self {
        let empty: Arc<[Obj]> = Arc::new([]);
        let numbers = std::iter::once((Arc::clone(&empty), SetId(0))).collect();
        Self { members: vec![empty], numbers, unions: FxHashMap::default() }
    }
}

impl Sets {
    /// The members in ascending order.
    pub fn members(&self, set: SetId) -> &[Obj] {
        &self.members[set.0 as usize]
    }

    pub fn of(&mut self, objects: impl IntoIterator<Item = Obj>) -> SetId {
        let mut members: Vec<Obj> = objects.into_iter().collect();
        members.sort_unstable();
        members.dedup();
        if let Some(&set) = self.numbers.get(members.as_slice()) {
            return set;
        }
        let set = SetId(self.members.len() as u32);
        let members: Arc<[Obj]> = members.into();
        self.members.push(Arc::clone(&members));
        self.numbers.insert(members, set);
        set
    }

    pub fn union(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == SetId::default() {
            return a;
        }
        if a == SetId::default() {
            return b;
        }
        if let Some(&union) = self.unions.get(&(a, b)) {
            return union;
        }
        let members: Vec<Obj> = self.members(a).iter().chain(self.members(b)).copied().collect();
        let union = self.of(members);
        self.unions.insert((a, b), union);
        union
    }
}

impl Edges {
    /// The number of an edge, a new one if need be.
    pub fn number(&mut self, sites: &Sites<'_>, source: Source, to: Obj) -> u32 {
        if let Some(&edge) = self.numbers.get(&(source, to)) {
            return edge;
        }
        let edge = self.edges.len() as u32;
        self.edges.push((source, to));
        self.numbers.insert((source, to), edge);
        self.by_source.entry(source).or_default().push(edge);
        let from = match source {
            Source::Part(from, part) => {
                let parts = self.parts.entry(from).or_default();
                if !parts.contains(&part) {
                    parts.push(part);
                }
                Some(from)
            }
            Source::Static(_) => None,
        };
        for end in from.into_iter().chain([to]) {
            if let Obj::Current(site) = end
                && let Some(around) = sites.loop_of(site)
            {
                self.current.entry((sites.owner(site), around)).or_default().set(edge);
            }
        }
        edge
    }

    /// The parts of an object that hold references in some heap.
    pub fn parts(&self, object: Obj) -> &[Part] {
        self.parts.get(&object).map_or(&[], Vec::as_slice)
    }

    /// All edges of a heap: the source, the target, whether both are of the same generation.
    pub fn all<'s>(&'s self, heap: &'s Heap) -> impl Iterator<Item = (Source, Obj, bool)> + 's {
        heap.present.iter().map(|edge| {
            let (source, to) = self.edges[edge as usize];
            (source, to, !heap.mixed.has(edge))
        })
    }

    /// What a source refers to in a heap, and whether that is of its generation.
    pub fn targets<'s>(&'s self, heap: &'s Heap, source: Source) -> impl Iterator<Item = (Obj, bool)> + 's {
        let edges = self.by_source.get(&source).into_iter().flatten();
        edges.filter(|&&edge| heap.present.has(edge)).map(|&edge| (self.edges[edge as usize].1, !heap.mixed.has(edge)))
    }
}

impl Heap {
    /// Adds a reference; whether that says something new.
    pub fn add(&mut self, edge: u32, same: bool) -> bool {
        let is_new = !self.has(edge, same);
        if is_new {
            self.present.set(edge);
            if !same {
                self.mixed.set(edge);
            }
        }
        is_new
    }

    pub fn has(&self, edge: u32, same: bool) -> bool {
        self.present.has(edge) && (same || self.mixed.has(edge))
    }

    /// Adds all references of another heap; whether that says something new.
    pub fn join(&mut self, other: &Self) -> bool {
        let changed = self.lacks(other);
        if changed {
            self.present.join(&other.present);
            self.mixed.join(&other.mixed);
        }
        changed
    }

    /// Whether another heap says something that this one does not.
    fn lacks(&self, other: &Self) -> bool {
        self.present.lacks(&other.present) || self.mixed.lacks(&other.mixed)
    }

    /// How much there is to look through.
    pub fn words(&self) -> usize {
        self.present.0.len()
    }
}

impl Storage {
    pub fn held(&self, register: Register) -> SetId {
        let found = self.registers.binary_search_by_key(&register, |&(register, _)| register);
        found.map_or(SetId::default(), |at| self.registers[at].1)
    }

    pub fn set(&mut self, register: Register, objects: SetId) {
        let found = self.registers.binary_search_by_key(&register, |&(register, _)| register);
        match found {
            Ok(at) if objects == SetId::default() => {
                self.registers.remove(at);
            }
            Ok(at) => self.registers[at].1 = objects,
            Err(_) if objects == SetId::default() => {}
            Err(at) => self.registers.insert(at, (register, objects)),
        }
    }

    /// Adds an edge to the heap; whether that says something new.
    pub fn add(&mut self, edge: u32, same: bool) -> bool {
        !self.heap.has(edge, same) && Arc::make_mut(&mut self.heap).add(edge, same)
    }

    /// Adds all edges of another graph; whether that says something new.
    pub fn join(&mut self, other: &Self, sets: &mut Sets) -> bool {
        let changed = self.join_registers(other, sets);
        if Arc::ptr_eq(&self.heap, &other.heap) {
            return changed;
        }
        match (self.heap.lacks(&other.heap), other.heap.lacks(&self.heap)) {
            // Equal heaps become one, so that the next comparison is quick.
            (false, false) => {
                self.heap = Arc::clone(&other.heap);
                changed
            }
            (false, true) => changed,
            (true, false) => {
                self.heap = Arc::clone(&other.heap);
                true
            }
            (true, true) => Arc::make_mut(&mut self.heap).join(&other.heap),
        }
    }

    fn join_registers(&mut self, other: &Self, sets: &mut Sets) -> bool {
        if self.registers == other.registers {
            return false;
        }
        let mut changed = false;
        let mut joined = Vec::with_capacity(self.registers.len().max(other.registers.len()));
        let (mut own, mut others) = (self.registers.iter().peekable(), other.registers.iter().peekable());
        loop {
            match (own.peek(), others.peek()) {
                (Some(&&(a, set)), Some(&&(b, other_set))) if a == b => {
                    let union = sets.union(set, other_set);
                    changed |= union != set;
                    joined.push((a, union));
                    own.next();
                    others.next();
                }
                (Some(&&(a, set)), other) if other.is_none_or(|&&(b, _)| a < b) => {
                    joined.push((a, set));
                    own.next();
                }
                (_, Some(&&other)) => {
                    changed = true;
                    joined.push(other);
                    others.next();
                }
                (_, None) => break,
            }
        }
        if changed {
            self.registers = joined;
        }
        changed
    }

    /// Corbett's summary function: an iteration of a loop ends, so what it made is past.
    pub fn summarise(&mut self, sets: &mut Sets, edges: &mut Edges, sites: &Sites<'_>, thread: u32, ended: LoopId) {
        let rename = |object: Obj| sites.past(thread, ended, object);
        for (_, set) in &mut self.registers {
            if sets.members(*set).iter().any(|&object| rename(object) != object) {
                let renamed: Vec<Obj> = sets.members(*set).iter().map(|&object| rename(object)).collect();
                *set = sets.of(renamed);
            }
        }
        let Some(current) = edges.current.get(&(thread, ended)) else { return };
        let made: Vec<u32> = self.heap.present.both(current).collect();
        if made.is_empty() {
            return;
        }
        let mut heap = Heap { present: self.heap.present.without(current), mixed: self.heap.mixed.without(current) };
        for edge in made {
            let (source, to) = edges.edges[edge as usize];
            let source = match source {
                Source::Part(from, part) => Source::Part(rename(from), part),
                Source::Static(field) => Source::Static(field),
            };
            heap.add(edges.number(sites, source, rename(to)), !self.heap.mixed.has(edge));
        }
        self.heap = Arc::new(heap);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_listed_in_order_and_compared() {
        let mut bits = Bits::default();
        for bit in [130, 0, 63, 64, 130] {
            bits.set(bit);
        }
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 63, 64, 130]);
        let mut fewer = Bits::default();
        fewer.set(63);
        assert!(fewer.lacks(&bits) && !bits.lacks(&fewer));
        assert_eq!(bits.both(&fewer).collect::<Vec<_>>(), [63]);
        assert_eq!(fewer.without(&bits), Bits::default());
        fewer.join(&bits);
        assert_eq!(fewer, bits);
    }

    #[test]
    fn joining_keeps_the_weaker_claim_and_tells_what_is_new() {
        let (mut a, mut b) = (Heap::default(), Heap::default());
        assert!(a.add(3, true) && !a.add(3, true));
        assert!(b.add(3, false) && !b.add(3, true));
        assert!(a.join(&b) && !a.join(&b) && !b.join(&a));
        assert!(a.has(3, false));
    }

    #[test]
    fn registers_join_in_order() {
        let mut sets = Sets::default();
        let machine = sets.of([Obj::Machine]);
        let any = sets.of([Obj::Anything]);
        let mut a = Storage::default();
        a.set(5, machine);
        a.set(2, machine);
        let mut b = Storage::default();
        b.set(5, any);
        b.set(7, any);
        assert!(a.join(&b, &mut sets) && !a.join(&b, &mut sets));
        let both = sets.of([Obj::Machine, Obj::Anything]);
        assert_eq!(a.registers, [(2, machine), (5, both), (7, any)]);
        a.set(5, SetId::default());
        assert_eq!(a.registers, [(2, machine), (7, any)]);
    }
}
