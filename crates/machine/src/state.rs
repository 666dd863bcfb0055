//! The state of the checked program: all that a step changes and that stepping back restores.
//!
//! Invariant: between two steps, what the program does next is a function of the [`State`] and of the
//! choices alone. The journal restores all of it, and the canonical form (`canonical`) is computed from it.
//! Statics and objects that existed before exploring are part of the heap.

use rustc_hash::FxHashMap;

use crate::heap::{Heap, Ref};
use crate::thread::Thread;

/// Memory, threads, and what the outside world has seen.
pub struct State {
    pub heap: Heap,
    pub threads: Vec<Thread>,
    pub output: Vec<Output>,
    /// Exceptions that no handler took, with their threads, on the current path.
    pub uncaught: Vec<(u16, Ref)>,
    /// Identity hashes of path objects.
    pub(crate) hashes: FxHashMap<Ref, i32>,
}

impl State {
    pub(crate) fn new(heap: Heap) -> Self {
        Self { heap, threads: Vec::new(), output: Vec::new(), uncaught: Vec::new(), hashes: FxHashMap::default() }
    }

    /// The thread whose `java.lang.Thread` is `object`, if it was started on this path.
    pub fn thread_of(&self, object: Ref) -> Option<usize> {
        self.threads.iter().position(|thread| thread.object == object)
    }

    /// Threads that have not ended.
    pub fn live_threads(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.threads.len()).filter(|&t| self.threads[t].is_alive())
    }
}

/// Text that the program printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    pub thread: u16,
    pub stderr: bool,
    pub bytes: Box<[u8]>,
}
