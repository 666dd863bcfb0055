//! New objects and arrays: on the path, or in the permanent area while the JDK initialises itself.

use heddle_program::{ClassId, ClassKind};

use crate::dependence::Dependence;
use crate::heap::{Heap, Ref};
use crate::machine::Machine;
use crate::native::{Stop, Trap};
use crate::permanent::{Names, Watched};

impl Machine<'_> {
    /// A zeroed instance. Does not initialise the class.
    pub fn new_object(&mut self, class: ClassId) -> Result<Ref, Trap> {
        self.new_object_at(class, 0)
    }

    #[inline]
    pub(crate) fn new_object_at(&mut self, class: ClassId, site: u32) -> Result<Ref, Trap> {
        let cells = self.class_state(class).cells;
        self.allocate(class, u64::from(cells), 0, site)
    }

    /// A zeroed array.
    pub fn new_array(&mut self, class: ClassId, len: u32) -> Result<Ref, Trap> {
        self.new_array_at(class, len, 0)
    }

    pub(crate) fn new_array_at(&mut self, class: ClassId, len: u32, site: u32) -> Result<Ref, Trap> {
        let ClassKind::Array { kind, .. } = self.program.class(class).kind else {
            unreachable!("new_array is called with array classes only")
        };
        self.class_state(class);
        self.allocate(class, Heap::array_cells(kind, len), len, site)
    }

    #[inline(always)]
    fn allocate(&mut self, class: ClassId, body: u64, len: u32, site: u32) -> Result<Ref, Trap> {
        if !self.linkage.permanent.active()
            && let Some(object) = self.state.heap.alloc(class.0, body, len, site)
        {
            return Ok(object);
        }
        self.allocate_slowly(class, body, len, site)
    }

    #[cold]
    fn allocate_slowly(&mut self, class: ClassId, body: u64, len: u32, site: u32) -> Result<Ref, Trap> {
        if self.linkage.permanent.active() {
            let name = self.linkage.permanent.next();
            let object = self
                .state
                .heap
                .alloc_permanent(class.0, body, len, site, name)
                .ok_or_else(|| Trap::Stop(Stop::Limit("objects of the class library fill 512 MiB".into())))?;
            self.linkage.permanent.made(name, object);
            return Ok(object);
        }
        // Longer arrays a JVM does not even try to make.
        const LONGEST_ARRAY: u32 = i32::MAX as u32 - 2;
        if len > LONGEST_ARRAY {
            self.depend(Dependence::Host);
            return Err(self.throw("java/lang/OutOfMemoryError", "Requested array size exceeds VM limit"));
        }
        self.depend(Dependence::Host);
        Err(self.out_of_memory())
    }

    /// The heap is full: the error itself goes to some slack behind the limit, and when that is
    /// used up too, one made in advance has to do.
    fn out_of_memory(&mut self) -> Trap {
        const SLACK: u32 = 1 << 14;
        const ENOUGH: u32 = 1 << 11;
        let (class, message) = ("java/lang/OutOfMemoryError", "Java heap space");
        let limit = self.state.heap.path_limit;
        if self.state.heap.path_top.saturating_add(ENOUGH) < limit.saturating_add(SLACK) {
            self.state.heap.path_limit = limit.saturating_add(SLACK);
            let trap = self.throw(class, message);
            self.state.heap.path_limit = limit;
            return trap;
        }
        if let Some(&spare) = self.linkage.globals.get(class) {
            return Trap::Throw(spare);
        }
        match self.permanently(Names::SPARE, |m| m.new_throwable(class, Some(message))) {
            Ok(spare) => {
                self.linkage.globals.insert(class, spare);
                Trap::Throw(spare)
            }
            Err(trap) => trap,
        }
    }

    /// Runs `body` with allocations going to the permanent region, named under `key`; nothing it
    /// does is undone when the search steps back.
    pub fn permanently<T>(&mut self, key: u64, body: impl FnOnce(&mut Self) -> T) -> T {
        self.linkage.permanent.enter(key);
        let result = body(self);
        self.linkage.permanent.leave();
        result
    }

    /// Runs code of the program for good, within [`Self::permanently`], and tells which class of the
    /// program has had a field changed by it, if any: stepping back would not restore that.
    pub fn watching<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> (T, Option<ClassId>) {
        let before = self.linkage.permanent.watched.replace(Watched::default());
        let result = body(self);
        let after = std::mem::replace(&mut self.linkage.permanent.watched, before);
        (result, after.and_then(|watched| watched.changed))
    }
}
