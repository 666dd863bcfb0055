//! Names of permanent objects. A name is a function of what caused the object (the class being
//! initialised, the literal, the mirror's class) and of its ordinal there, never of the order in
//! which the search got there, so that all workers use the same names.

use std::sync::{Arc, Mutex};

use heddle_program::{ClassId, Program};
use heddle_verdict::Choice;
use rustc_hash::FxHashMap;

use crate::heap::Ref;

/// Names handed out so far, shared by all machines of a search.
#[derive(Clone, Default)]
pub struct Registry(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    names: FxHashMap<(u64, u32), u32>,
    /// What each name stands for; the first name is 1.
    meanings: Vec<(u64, u32)>,
    /// Runs in which objects were first made, in order.
    runs: Vec<Arc<[Choice]>>,
}

impl Registry {
    /// The name of an object, and whether it is a new one.
    fn name(&self, key: u64, ordinal: u32) -> (u32, bool) {
        let mut known = self.0.lock().expect("no panic while holding the lock");
        let next = known.meanings.len() as u32 + 1;
        let name = *known.names.entry((key, ordinal)).or_insert(next);
        if name == next {
            known.meanings.push((key, ordinal));
        }
        (name, name == next)
    }

    pub fn keep_run(&self, run: &[Choice]) {
        self.0.lock().expect("no panic while holding the lock").runs.push(run.into());
    }

    /// The runs that were kept, but for the first so many.
    pub fn runs(&self, from: usize) -> Vec<Arc<[Choice]>> {
        self.0.lock().expect("no panic while holding the lock").runs[from..].to_vec()
    }

    /// What caused the object of a name, and its ordinal there.
    fn meaning(&self, name: u32) -> (u64, u32) {
        let known = self.0.lock().expect("no panic while holding the lock");
        name.checked_sub(1).and_then(|at| known.meanings.get(at as usize)).copied().unwrap_or_default()
    }
}

/// The scopes in which permanent objects are being made, innermost last.
#[derive(Default)]
pub(crate) struct Names {
    pub registry: Registry,
    scopes: Vec<(u64, u32)>,
    /// This machine's objects, by name; null if it has not made one.
    objects: Vec<Ref>,
    count: u64,
    /// Names that this machine was the first to use, since somebody asked.
    pub new: Vec<u32>,
    /// While code of the program may run in a scope: what it has changed.
    pub watched: Option<Watched>,
}

/// What code of the program changes in a scope, where stepping back does not restore it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Watched {
    /// The class of the object or static that it has changed first.
    pub changed: Option<ClassId>,
}

impl Names {
    /// The error that is thrown when not even an error can be allocated.
    pub const SPARE: u64 = 5 << 56;

    pub fn mirror(class: ClassId) -> u64 {
        1 << 56 | u64::from(class.0)
    }

    pub fn initializer(class: ClassId) -> u64 {
        2 << 56 | u64::from(class.0)
    }

    pub fn literal(text: &[u16]) -> u64 {
        let bytes: Vec<u8> = text.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        3 << 56 | xxhash_rust::xxh3::xxh3_64(&bytes) >> 8
    }

    /// A constant or call site: class and position in its constant pool or code.
    pub fn constant(class: ClassId, position: u32) -> u64 {
        4 << 56 | u64::from(class.0) << 24 ^ u64::from(position)
    }

    /// A number for the object of a name that depends neither on the order of the search nor on that
    /// of loading classes, as names and class ids do.
    pub fn stable(&self, name: u32, program: &Program) -> u64 {
        let (key, ordinal) = self.registry.meaning(name);
        let kind = key >> 56;
        let rest = key & ((1 << 56) - 1);
        let of_class = |class: u64, position: u64| {
            let text = program.class_name(ClassId(class as u32));
            xxhash_rust::xxh3::xxh3_64(text.as_bytes()) ^ position
        };
        let cause = match kind {
            1 | 2 => of_class(rest, kind),
            4 => of_class(rest >> 24, 4 | (rest & 0xff_ffff) << 3),
            _ => key,
        };
        cause.rotate_left(17) ^ u64::from(ordinal)
    }

    #[inline(always)]
    pub fn active(&self) -> bool {
        !self.scopes.is_empty()
    }

    pub fn enter(&mut self, key: u64) {
        self.scopes.push((key, 0));
    }

    pub fn leave(&mut self) {
        self.scopes.pop();
    }

    /// The name of the next object of the innermost scope.
    pub fn next(&mut self) -> u32 {
        let (key, ordinal) = self.scopes.last_mut().expect("a scope is active");
        let (name, is_new) = self.registry.name(*key, *ordinal);
        *ordinal += 1;
        if is_new {
            self.new.push(name);
        }
        name
    }

    /// How many objects this machine has made.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// A hash of all names and what they stand for, in the order in which they were given.
    pub fn hash(&self) -> u64 {
        let known = self.registry.0.lock().expect("no panic while holding the lock");
        let mut hash = xxhash_rust::xxh3::Xxh3::new();
        for (key, ordinal) in &known.meanings {
            hash.update(&key.to_le_bytes());
            hash.update(&ordinal.to_le_bytes());
        }
        hash.digest()
    }

    /// The object of a name is made.
    pub fn made(&mut self, name: u32, object: Ref) {
        self.count += 1;
        let at = name as usize;
        if self.objects.len() <= at {
            self.objects.resize(at + 256, 0);
        }
        self.objects[at] = object;
    }

    /// This machine's object of a name, or null.
    pub fn object(&self, name: u32) -> Ref {
        self.objects.get(name as usize).copied().unwrap_or_default()
    }
}
