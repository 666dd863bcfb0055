//! Portable states: a state as bytes, and the bytes as a state of another machine that was booted alike.
//!
//! What is written is the difference from the *base image*, the state in which exploring began, and only what can still
//! be reached: the form does not depend on addresses, garbage or dead registers, so that writing down what was restored gives the
//! same bytes, but for permanent objects that one of the machines has changed for good. Restoring is like a long step from the base image: it goes through the journal, and [`Machine::undo`] takes it back.
//!
//! | part of a machine | how it travels |
//! |---|---|
//! | objects of the path with monitors, identity hashes, guards, allocation sites, reach tags | each that is reached, with all its fields, masked ones too |
//! | static fields, initialisation states of the user's classes, guards of static fields | those that differ from the base image |
//! | permanent objects | by name; of those that the path has changed, what differs |
//! | threads, their stacks and control states, what was printed, uncaught exceptions | whole, registers that are dead left out |
//! | monitors' queues, wait sets, files, swallowed assertions | they have no tables of their own |
//! | differences of time stamps that runs have computed ([`crate::reduction`]) | whole: a comparison with one refutes assumptions |
//! | what is assumed, constants learned about time | not at all: [`Machine::binding`] has to be the same |
//! | classes of the program that are prepared, methods with code | not at all: made ready when they are met |
//! | static fields of JDK classes that are initialised late | as others, once their initialisers have run on the other machine too |
//! | other traces of such classes, literals, call sites | not at all: the other machine executes the runs in which permanent objects were first made ([`Machine::runs_to_learn`]) |
//! | what runs depended on, how threads' numbers were used, coverage | not at all: each machine tells what it has seen, and the search puts it together |
//!
//! [`State`](crate::State), threads and their parts are taken apart field by field on both sides, so that a new field does
//! not compile until somebody has decided how it travels.
//!
//! Ids of classes, methods and static fields, and names of permanent objects, are those of the process. Another process has the same as
//! long as both have loaded the same classes in the same order, which [`Machine::hash_of_tables`] tells. So processes that exchange states
//! execute the same runs first, and begin again where one of them has to load something new ([`Machine::size_of_tables`]).

mod bytes;
mod met;
mod read;
mod write;

use std::sync::Arc;

use heddle_verdict::Choice;
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::canonical::live_registers;
use crate::heap::{HEADER, Ref, STATICS_END};
use crate::machine::Machine;
pub use met::Met;

/// Changes whenever the form of the bytes does.
const VERSION: u8 = 1;

/// Why bytes are no state of this machine. The machine is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unrestorable {
    #[error("written by another version of Heddle")]
    Version,
    #[error("written for another program, JDK or other settings")]
    Binding,
    #[error("cut off or damaged")]
    Damaged,
    #[error("the machine is not where exploring began")]
    NotAtBase,
    #[error("the state does not fit into the heap of this machine")]
    Full,
    /// Permanent objects, by name, that the machine has not made yet.
    #[error("names objects of the class library that this machine has not made yet")]
    Missing(Vec<u32>),
}

/// What a machine keeps to write down states.
#[derive(Default)]
pub(crate) struct Portable {
    /// Where the objects of the path begin that are not part of the base image; 0 before exploring.
    base_top: u32,
    /// A hash of the base image, if states are to be written down.
    image: u64,
    binding: Option<u32>,
    /// What permanent objects were like before the path changed them, while that is kept.
    clean: Option<FxHashMap<Ref, Box<[u64]>>>,
    scratch: Scratch,
}

/// Kept so that writing down a state allocates nothing.
#[derive(Default)]
struct Scratch {
    numbers: FxHashMap<Ref, u32>,
    found: Vec<Ref>,
    heads: Vec<u8>,
    body: Vec<u8>,
}

impl Machine<'_> {
    /// Gets ready to write down and restore states: from now on what permanent objects were like is kept when they change. Before
    /// exploring begins.
    pub fn keep_portable(&mut self) {
        self.portable.clean = Some(FxHashMap::default());
    }

    /// The base image is complete.
    pub(crate) fn note_base(&mut self) {
        self.portable.base_top = self.state.heap.path_top;
        self.linkage.permanent.new.clear();
        if self.portable.clean.is_some() {
            self.portable.image = self.hash_of_image();
        }
    }

    /// What this round of a search assumes has changed.
    pub(crate) fn forget_binding(&mut self) {
        self.portable.binding = None;
    }

    /// A number for all that machines must have in common for one to go on from a state of the other: the JDK and the program as
    /// far as the base image shows them, what both do and what they assume. Whether class files are the same is for those to
    /// compare who bring machines together.
    pub fn binding(&mut self) -> u32 {
        if let Some(known) = self.portable.binding {
            return known;
        }
        let settings = (&self.settings.semantics, self.assumed.refuted(), self.settings.resources);
        let hash = xxh3_64(format!("{settings:?}").as_bytes()) ^ self.portable.image.rotate_left(1);
        *self.portable.binding.insert(hash as u32 ^ (hash >> 32) as u32)
    }

    /// The permanent objects as they are, and what the main thread is about to do.
    fn hash_of_image(&self) -> u64 {
        let heap = &self.state.heap;
        let mut hash = Xxh3::new();
        hash.update(&self.program.jdk_feature().to_le_bytes());
        for frame in self.state.threads.iter().flat_map(|thread| &thread.frames) {
            let method = self.program.method(frame.method);
            hash.update(self.program.class_name(method.class).as_bytes());
            hash.update(self.program.text(method.name).as_bytes());
        }
        let mut object = STATICS_END;
        while object < heap.perm_top {
            // The low half of the third cell is for canonicalisation.
            let (cells, name) = (HEADER + self.body_cells(object), heap.name(object));
            hash.update(&heap.cell(object).to_le_bytes());
            hash.update(&heap.cell(object + 1).to_le_bytes());
            hash.update(&name.to_le_bytes());
            heap.cells(object + HEADER, cells - HEADER).iter().for_each(|cell| hash.update(&cell.to_le_bytes()));
            object += cells;
        }
        hash.digest()
    }

    /// A permanent object is about to be changed by the path for the first time.
    pub(crate) fn keep_clean(&mut self, object: Ref) {
        if self.portable.clean.is_some() {
            let cells = self.state.heap.cells(object, HEADER + self.body_cells(object)).into();
            self.portable.clean.iter_mut().for_each(|clean| drop(clean.insert(object, Box::clone(&cells))));
        }
    }

    /// Whether the last step has made permanent objects that no machine of the search had made before.
    #[inline]
    pub fn has_new_names(&self) -> bool {
        !self.linkage.permanent.new.is_empty()
    }

    /// Remembers the run that the machine is in, if it is known, for others that need what it has made.
    pub fn keep_run_of_new_names(&mut self, run: Option<&[Choice]>) {
        self.linkage.permanent.new.clear();
        run.into_iter().for_each(|run| self.linkage.permanent.registry.keep_run(run));
    }

    /// The runs in which machines of the search have made permanent objects, but for the first so many. What initialisers do
    /// for good is seen by states that do not name what they have made, so a machine has to execute all of them before it goes on from
    /// another one's states.
    pub fn runs_to_learn(&self, from: usize) -> Vec<Arc<[Choice]>> {
        self.linkage.permanent.registry.runs(from)
    }

    /// How much there is that numbers in states stand for. It has grown if a step has loaded or made something new.
    #[inline]
    pub fn size_of_tables(&self) -> u64 {
        let (classes, methods, fields) = self.program.counts();
        (classes + methods + fields) as u64 + self.linkage.permanent.count()
    }

    /// A hash of where a thread stands and of the numbers that it computes with. Equal in equal states, and left alone by the
    /// steps of other threads.
    pub fn hash_of_place(&self, t: usize) -> u64 {
        let mut hash = 0;
        let mut mix = |word: u64| hash = (u64::rotate_left(hash, 5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let thread = &self.state.threads[t];
        for (index, frame) in thread.frames.iter().enumerate() {
            mix(u64::from(frame.method.0) << 32 | u64::from(frame.pc));
            for register in live_registers(self, t, index) {
                if !register.is_ref() {
                    mix(thread.regs[frame.base as usize + usize::from(register.reg())]);
                }
            }
        }
        hash
    }

    /// Whether [`Self::keep_portable`] was called.
    pub fn is_portable(&self) -> bool {
        self.portable.clean.is_some()
    }
}
