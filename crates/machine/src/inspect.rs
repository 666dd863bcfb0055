//! Looking at a state from outside, for reports: who holds which monitor, who initialises which
//! class, what a location holds. Slow and read-only.

use heddle_program::{ClassId, ClassKind, Type};
use rustc_hash::FxHashMap;

use crate::code::Body;
use crate::heap::{HALF, HEADER, Heap, PERM_END, Ref, STATICS_END};
use crate::machine::{Machine, init_state};
use crate::pending::Location;

impl Machine<'_> {
    /// The objects whose monitors a thread holds, permanent ones first.
    pub fn monitors_held(&self, thread: usize) -> Vec<Ref> {
        let path_start = if self.state.heap.path_top < HALF { PERM_END } else { HALF };
        let regions = [(STATICS_END, self.state.heap.perm_top), (path_start, self.state.heap.path_top)];
        let mut held = Vec::new();
        for (start, end) in regions {
            let mut object = start;
            while object < end {
                if self.state.heap.monitor(object).0 == thread as u16 + 1 {
                    held.push(object);
                }
                object += HEADER + self.cells_of(object);
            }
        }
        held
    }

    /// All objects that a thread owns, as their monitor or their field of this name tells, each with the owner.
    pub fn owned_objects(&mut self, owner: &'static str) -> Vec<(Ref, usize)> {
        let path_start = if self.state.heap.path_top < HALF { PERM_END } else { HALF };
        let regions = [(STATICS_END, self.state.heap.perm_top), (path_start, self.state.heap.path_top)];
        let mut fields = FxHashMap::default();
        let mut owned = Vec::new();
        for (start, end) in regions {
            let mut object = start;
            while object < end {
                let class = self.class_of(object);
                let field = *fields.entry(class).or_insert_with(|| self.place(class, owner));
                let by_field = field.and_then(|field| {
                    let (_, thread) = self.value_at(Location::Field { object, field })?;
                    (thread != 0).then(|| self.thread_of(thread as Ref)).flatten()
                });
                let by_monitor = usize::from(self.state.heap.monitor(object).0).checked_sub(1);
                owned.extend(by_monitor.or(by_field).map(|thread| (object, thread)));
                object += HEADER + self.cells_of(object);
            }
        }
        owned
    }

    fn cells_of(&self, object: Ref) -> u32 {
        match self.program.class(self.class_of(object)).kind {
            ClassKind::Array { kind, .. } => Heap::array_cells(kind, self.state.heap.len(object)) as u32,
            _ => self.program.class(self.class_of(object)).layout.fields.len() as u32,
        }
    }

    /// The thread that is initialising a class.
    pub fn initializing_thread(&mut self, class: ClassId) -> Option<usize> {
        let cell = self.class_state(class).init_cell;
        let state = self.state.heap.cell(cell);
        state.checked_sub(init_state::RUNNING).map(|thread| thread as usize)
    }

    /// What a location holds, and its type; `None` for a run of elements or fields.
    pub fn value_at(&self, location: Location) -> Option<(Type, u64)> {
        match location {
            Location::Field { object, field } => {
                let field = self.program.field(field);
                Some((field.ty, self.state.heap.cell(object + HEADER + field.place)))
            }
            Location::Static { field } => {
                let field = self.program.field(field);
                Some((field.ty, self.state.heap.cell(field.place)))
            }
            Location::Element { array, index } if index < self.state.heap.len(array) => {
                self.typed_element(array, index)
            }
            Location::Element { .. } | Location::Elements { .. } | Location::Fields { .. } => None,
        }
    }

    fn typed_element(&self, array: Ref, index: u32) -> Option<(Type, u64)> {
        let class = self.program.class(self.class_of(array));
        let ClassKind::Array { kind, .. } = class.kind else { return None };
        let ty = self.program.type_of(&self.program.text(class.name)[1..])?;
        Some((ty, self.element(array, kind, index)))
    }

    /// Whether a method of this name has been about to run whose descriptor begins like this.
    pub fn was_called(&self, class: &str, name: &str, taking: &str) -> bool {
        let Some(class) = self.program.loaded(class) else { return false };
        self.program.class(class).methods.iter().any(|&id| {
            let method = self.program.method(id);
            let is_prepared =
                self.linkage.methods.get(id.index()).is_some_and(|state| !matches!(state.body, Body::Unprepared));
            is_prepared
                && self.program.text(method.name) == name
                && self.program.text(method.descriptor).starts_with(taking)
        })
    }

    /// Whether an initialiser of the JDK is running: what it does to the current thread happens once
    /// in a search, so it must leave no trace in the thread.
    pub fn runs_permanently(&self) -> bool {
        self.linkage.permanent.active()
    }

    /// A number that changes whenever the machine, or its program, gets to know something that stepping back does not take
    /// away and that later states or reports rest on.
    pub fn growth(&self) -> u64 {
        let (classes, methods, fields) = self.program.counts();
        let differences = self.assumed.differences.len() + self.assumed.round_differences.len();
        (classes + methods + fields + differences) as u64 + self.linkage.growth()
    }

    /// A hash of what the numbers in fingerprints stand for: classes, methods and static fields in the order in which they were
    /// loaded, permanent objects in the order in which they were named.
    pub fn hash_of_tables(&self) -> u64 {
        let (classes, methods, fields) = self.program.counts();
        let mut hash = xxhash_rust::xxh3::Xxh3::new();
        for class in 0..classes {
            hash.update(self.program.class_name(ClassId(class as u32)).as_bytes());
        }
        hash.update(&[methods as u64, fields as u64, self.linkage.permanent.hash()].map(u64::to_le_bytes).concat());
        hash.digest()
    }

    /// Counts work that another machine has done, which this one goes on from.
    pub fn count_work(&mut self, work: u64) {
        self.work += work;
    }

    /// Lets this machine name permanent objects as `other` does. Before either allocates any.
    pub fn share_names(&mut self, other: &Self) {
        self.linkage.permanent.registry = other.linkage.permanent.registry.clone();
    }
}
