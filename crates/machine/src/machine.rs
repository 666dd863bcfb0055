//! [`Machine`]: the whole state of a running program, and the operations on it that natives and
//! the interpreter share: allocation, journaled stores, strings, mirrors, exceptions.
//!
//! Invariant: everything that a step changes goes through the journal (`store`, `touch`) or lies
//! beyond `path_top` as it was when the step began, so that `undo` restores it.

use heddle_program::ir::ElementKind;
use heddle_program::{Class, ClassId, ClassKind, FieldId, LinkError, MethodId, Program, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{MethodState, StaticSite};
use crate::heap::{HEADER, Heap, IMMUTABLE, PERM_END, Ref, SHARED, STATICS_END};
use crate::journal::Journal;
use crate::native::{Args, NativeTable, Stop, Trap};
use crate::pending::Pending;
use crate::permanent::Names;
use crate::thread::{Control, Status, Thread};

/// How a machine behaves where Java leaves it open.
#[derive(Clone, Debug)]
pub struct Options {
    /// Journal every change and stop before visible instructions.
    pub explore: bool,
    /// Stop before every instruction.
    pub plain: bool,
    /// Stop as if several threads were alive even when just one is, and before final fields too.
    pub stop_alone: bool,
    /// `wait` may return without a reason.
    pub spurious_wakeups: bool,
    /// Time-outs fire only when nothing else can run, the earliest first.
    pub late_timeouts: bool,
    /// Monitors pass to the longest waiting thread instead of to any.
    pub fifo_monitors: bool,
    /// What the program prints is part of the state.
    pub observe_output: bool,
    /// Canonical words are the whole state; otherwise parts of it may be hashes of 128 bits.
    pub exact_states: bool,
    /// Frames of a thread before `StackOverflowError`.
    pub max_frames: u32,
    /// Bytes of objects before `OutOfMemoryError`.
    pub heap_bytes: u64,
    /// Backward jumps within one step before it is cut, so that endless loops end.
    pub max_loop: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            explore: false,
            plain: false,
            stop_alone: false,
            spurious_wakeups: false,
            late_timeouts: false,
            fifo_monitors: false,
            observe_output: false,
            exact_states: false,
            max_frames: 9_000,
            heap_bytes: 1 << 30,
            max_loop: 100_000,
        }
    }
}

/// Text that the program printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    pub thread: u16,
    pub stderr: bool,
    pub bytes: Box<[u8]>,
}

/// What a machine knows of a class beyond the program model.
#[derive(Clone, Copy, Default)]
pub(crate) struct ClassState<'p> {
    /// The linked class; absent until its statics have their constant values.
    pub class: Option<&'p Class>,
    /// Body cells of an instance.
    pub cells: u32,
    pub init_cell: u32,
    /// The class's mirror, or null if not yet made.
    pub mirror: Ref,
    pub user: bool,
    pub verified: bool,
}

/// What a cell of the area of statics holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum StaticKind {
    #[default]
    Raw,
    Ref,
    /// The initialisation state of a class.
    Init,
}

/// Initialisation state of a class as kept in its `init_cell`.
pub(crate) mod init_state {
    pub const NONE: u64 = 0;
    pub const DONE: u64 = 1;
    pub const FAILED: u64 = 2;
    /// Plus the index of the initialising thread.
    pub const RUNNING: u64 = 16;
}

/// A Java virtual machine in some state.
pub struct Machine<'p> {
    pub program: &'p Program,
    pub options: Options,
    pub heap: Heap,
    pub threads: Vec<Thread>,
    /// The thread that is executing.
    pub current: usize,
    /// The alternative chosen for the instruction being executed.
    pub alternative: u32,
    pub output: Vec<Output>,
    /// Exceptions that no handler took, with their threads, on the current path.
    pub uncaught: Vec<(u16, Ref)>,
    pub natives: &'p NativeTable,
    pub(crate) methods: Vec<MethodState<'p>>,
    pub(crate) classes: Vec<ClassState<'p>>,
    pub(crate) static_sites: Vec<StaticSite>,
    pub(crate) mirrors: FxHashMap<Ref, ClassId>,
    pub(crate) interned: FxHashMap<Box<[u16]>, Ref>,
    /// Identity hashes of path objects.
    pub(crate) hashes: FxHashMap<Ref, i32>,
    /// Fields outside states and scheduling.
    pub(crate) masked: FxHashSet<FieldId>,
    /// Fields that only one thread ever accesses once others can reach the object.
    pub(crate) quiet: FxHashSet<FieldId>,
    /// Places of fields of `Thread` that lead to what only the thread itself touches.
    pub(crate) own_places: Vec<u32>,
    pub(crate) journal: Journal,
    pub(crate) permanent: Names,
    /// (class, field name) to place, for natives that name fields.
    places: FxHashMap<(ClassId, &'static str), Option<FieldId>>,
    pub(crate) canon: Option<Box<crate::canonical::Canon>>,
    pub(crate) touched: crate::canonical::Touched,
    /// What the threads are about to do in this state, once [`Machine::choices`] has looked.
    pub(crate) pending: Vec<Pending>,
    /// Changes whenever a thread comes into being or vanishes by stepping back.
    pub(crate) births: u32,
    pub(crate) constructors: crate::frozen::Constructors,
    /// Backward jumps left in this step.
    pub(crate) fuel: u32,
    /// The first visible instruction of the step has not been executed yet.
    pub(crate) fresh: bool,
    /// Frames of the running thread below this index are not saved for undo yet.
    pub(crate) low_water: usize,
    /// Place of `Thread.interrupted`.
    pub(crate) interrupted_place: Option<u32>,
    /// Place of `String.value`. The array belongs to its string alone and never changes, so it is
    /// neither published nor numbered.
    pub(crate) string_value: Option<u32>,
    /// How to read each cell of the area of statics.
    pub(crate) static_kinds: Vec<StaticKind>,
    /// An exception was caught since the interpreter last looked.
    pub(crate) caught: bool,
    /// The main thread ended by an exception.
    pub(crate) main_failed: bool,
    /// Nested runs of Java code for natives; their references in Rust code must not move.
    pub(crate) nesting: u32,
    /// The collector runs when the path region has grown to here.
    pub(crate) collect_at: u32,
    /// Objects that platform code keeps by key: permanent, never collected.
    pub globals: FxHashMap<&'static str, Ref>,
    /// `MethodType` objects by descriptor: permanent.
    pub method_types: FxHashMap<heddle_program::Symbol, Ref>,
    /// Methods that the platform wrote, by kind and the two ids that they serve; saves asking for
    /// them by name.
    pub written: FxHashMap<(u8, u32, u32), MethodId>,
    /// Nanoseconds of virtual time for plain runs.
    pub clock: i64,
    /// Somebody has looked at the clock, so that there may be time stamps.
    pub(crate) clock_was_read: bool,
    /// Backward jumps in a time slice of a plain run.
    pub(crate) slice: u32,
    /// Natives executed so far and how often, for the ledger of assumptions.
    pub intrinsics_used: FxHashMap<MethodId, u64>,
    /// The native method being executed, and the number of frames below it: natives have none of
    /// their own, but backtraces show them.
    pub(crate) native: Option<(MethodId, u32)>,
    /// Live threads other than the running one may exist: instructions can be visible.
    pub(crate) several: bool,
    /// What makes steps longer, if anything.
    pub reduction: Option<Box<dyn crate::Reduction + 'p>>,
}

impl<'p> Machine<'p> {
    /// A machine without threads; `heddle-platform-jdk` boots it.
    pub fn new(program: &'p Program, natives: &'p NativeTable, options: Options) -> Result<Self, crate::ReserveError> {
        Ok(Self {
            heap: Heap::new(options.heap_bytes)?,
            program,
            natives,
            options,
            threads: Vec::new(),
            current: 0,
            alternative: 0,
            output: Vec::new(),
            uncaught: Vec::new(),
            methods: Vec::new(),
            classes: Vec::new(),
            static_sites: Vec::new(),
            mirrors: FxHashMap::default(),
            interned: FxHashMap::default(),
            hashes: FxHashMap::default(),
            masked: FxHashSet::default(),
            quiet: FxHashSet::default(),
            own_places: Vec::new(),
            journal: Journal::default(),
            permanent: Names::default(),
            places: FxHashMap::default(),
            canon: None,
            touched: crate::canonical::Touched::default(),
            births: 0,
            pending: Vec::new(),
            constructors: crate::frozen::Constructors::default(),
            fuel: 0,
            fresh: false,
            low_water: 0,
            interrupted_place: None,
            string_value: program
                .find_field(program.well_known().string, "value")
                .map(|field| HEADER + program.field(field).place),
            static_kinds: Vec::new(),
            caught: false,
            main_failed: false,
            nesting: 0,
            collect_at: PERM_END + (8 << 20),
            globals: FxHashMap::default(),
            method_types: FxHashMap::default(),
            written: FxHashMap::default(),
            clock: 0,
            clock_was_read: false,
            slice: 0,
            intrinsics_used: FxHashMap::default(),
            native: None,
            several: false,
            reduction: None,
        })
    }

    // ---- classes ----------------------------------------------------------------------------

    /// The machine's view of a class, preparing it (JVMS 5.4.2) when first asked.
    #[inline]
    pub(crate) fn class_state(&mut self, class: ClassId) -> ClassState<'p> {
        match self.classes.get(class.index()) {
            Some(state) if state.class.is_some() => *state,
            _ => self.prepare(class),
        }
    }

    #[cold]
    fn prepare(&mut self, id: ClassId) -> ClassState<'p> {
        if self.classes.len() <= id.index() {
            self.classes.resize(id.index() + 64, ClassState::default());
        }
        let class = self.program.class(id);
        let state = &mut self.classes[id.index()];
        state.class = Some(class);
        state.cells = class.layout.fields.len() as u32;
        state.init_cell = class.statics.init_cell;
        state.user = class.origin == heddle_program::Origin::User;
        self.note_static(class.statics.init_cell, StaticKind::Init);
        for &field in &class.fields {
            let field = self.program.field(field);
            if field.is_static() && field.ty.is_ref() {
                self.note_static(field.place, StaticKind::Ref);
            }
        }
        if class.is_array() || class.is_primitive() {
            if class.statics.init_cell != 0 {
                self.heap.set_cell(class.statics.init_cell, init_state::DONE);
            }
            return self.classes[id.index()];
        }
        for &field in &class.fields {
            let field = self.program.field(field);
            if let (true, Some(cp)) = (field.is_static(), field.constant_value) {
                let value = self.constant_value(id, cp);
                self.heap.set_cell(field.place, value);
            }
        }
        if crate::init::is_trivial(self.program, id) {
            self.heap.set_cell(class.statics.init_cell, init_state::DONE);
        }
        self.classes[id.index()]
    }

    fn note_static(&mut self, cell: u32, kind: StaticKind) {
        let at = cell as usize;
        if self.static_kinds.len() <= at {
            self.static_kinds.resize(at + 256, StaticKind::Raw);
        }
        self.static_kinds[at] = kind;
    }

    fn constant_value(&mut self, class: ClassId, cp: u16) -> u64 {
        use heddle_classfile::Constant;
        let file = self.program.class(class).file.as_ref();
        match file.and_then(|f| f.constant(cp).ok()) {
            Some(Constant::Integer(v)) => u64::from(v as u32),
            Some(Constant::Float(bits)) => u64::from(bits),
            Some(Constant::Long(v)) => v as u64,
            Some(Constant::Double(bits)) => bits,
            Some(Constant::String { .. }) => {
                let text = file.and_then(|f| f.string_utf16(cp).ok()).unwrap_or_default();
                u64::from(self.intern(&text))
            }
            _ => 0,
        }
    }

    /// The `java.lang.Class` of a class.
    pub fn mirror(&mut self, class: ClassId) -> Ref {
        let mirror = self.class_state(class).mirror;
        if mirror != 0 {
            return mirror;
        }
        let of_class = self.program.well_known().class;
        let key = Names::mirror(class);
        let mirror = self.permanently(key, |m| m.new_object(of_class)).unwrap_or(0);
        self.classes[class.index()].mirror = mirror;
        self.mirrors.insert(mirror, class);
        self.fill_mirror(mirror, class);
        mirror
    }

    /// Sets the fields of a mirror that the JDK's `Class` reads, as far as this JDK has them.
    fn fill_mirror(&mut self, mirror: Ref, id: ClassId) {
        let class = self.program.class(id);
        if let ClassKind::Array { component, .. } = class.kind {
            let component = self.mirror(component);
            self.init_field(mirror, "componentType", u64::from(component));
        }
        let name = self.program.class_name(id);
        let inner = class
            .file
            .as_ref()
            .and_then(|file| file.inner_classes().ok())
            .and_then(|inner| inner.iter().find(|entry| entry.inner == name).map(|entry| entry.access));
        let flags = inner.unwrap_or(class.access) & !heddle_program::access::SUPER;
        self.init_field(mirror, "modifiers", u64::from(flags));
        self.init_field(mirror, "primitive", u64::from(class.is_primitive()));
        self.init_field(mirror, "classFileAccessFlags", u64::from(class.access));
    }

    /// A field of a fresh permanent object, if its class has it.
    fn init_field(&mut self, object: Ref, name: &'static str, value: u64) {
        let class = ClassId(self.heap.class_of(object));
        if let Some(field) = self.place(class, name) {
            let place = HEADER + self.program.field(field).place;
            self.heap.set_cell(object + place, value);
        }
    }

    /// The class that a mirror stands for.
    pub fn class_of_mirror(&self, mirror: Ref) -> Option<ClassId> {
        self.mirrors.get(&mirror).copied()
    }

    /// The class of an object.
    #[inline]
    pub fn class_of(&self, object: Ref) -> ClassId {
        ClassId(self.heap.class_of(object))
    }

    /// Whether a class is on an object's superclass chain: a class at depth n is found at position
    /// n of the chain of each of its subclasses.
    #[inline]
    fn is_subclass(&self, object: Ref, class: ClassId) -> bool {
        let Some(ClassState { class: Some(sup), .. }) = self.classes.get(class.index()) else { return false };
        let depth = sup.display.len();
        depth > 0 && self.linked_class(object).display.get(depth - 1) == Some(&class)
    }

    /// The linked class of an object.
    #[inline(always)]
    pub(crate) fn linked_class(&self, object: Ref) -> &'p Class {
        self.classes[self.heap.class_of(object) as usize].class.expect("classes of objects are prepared")
    }

    /// The method that a virtual call selects.
    #[inline(always)]
    pub(crate) fn virtual_target(&self, object: Ref, index: u32) -> MethodId {
        self.linked_class(object).vtable[index as usize]
    }

    /// The kind of an array's elements; `None` if the object is not an array.
    pub fn element_kind(&self, object: Ref) -> Option<ElementKind> {
        match self.linked_class(object).kind {
            ClassKind::Array { kind, .. } => Some(kind),
            _ => None,
        }
    }

    /// Whether an object (not null) is an instance of a class.
    #[inline]
    pub fn is_instance(&self, object: Ref, class: ClassId) -> bool {
        let own = self.class_of(object);
        own == class || self.is_subclass(object, class) || self.program.is_subtype(own, class)
    }

    // ---- allocation -------------------------------------------------------------------------

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
        if !self.permanent.active()
            && let Some(object) = self.heap.alloc(class.0, body, len, site)
        {
            return Ok(object);
        }
        self.allocate_slowly(class, body, len, site)
    }

    #[cold]
    fn allocate_slowly(&mut self, class: ClassId, body: u64, len: u32, site: u32) -> Result<Ref, Trap> {
        if self.permanent.active() {
            let name = self.permanent.next();
            return self
                .heap
                .alloc_permanent(class.0, body, len, site, name)
                .ok_or_else(|| Trap::Stop(Stop::Limit("objects of the class library fill 512 MiB".into())));
        }
        // Longer arrays a JVM does not even try to make.
        const LONGEST_ARRAY: u32 = i32::MAX as u32 - 2;
        if len > LONGEST_ARRAY {
            return Err(self.throw("java/lang/OutOfMemoryError", "Requested array size exceeds VM limit"));
        }
        Err(self.out_of_memory())
    }

    /// The heap is full: the error itself goes to some slack behind the limit, and when that is
    /// used up too, one made in advance has to do.
    fn out_of_memory(&mut self) -> Trap {
        const SLACK: u32 = 1 << 14;
        const ENOUGH: u32 = 1 << 11;
        let (class, message) = ("java/lang/OutOfMemoryError", "Java heap space");
        let limit = self.heap.path_limit;
        if self.heap.path_top.saturating_add(ENOUGH) < limit.saturating_add(SLACK) {
            self.heap.path_limit = limit.saturating_add(SLACK);
            let trap = self.throw(class, message);
            self.heap.path_limit = limit;
            return trap;
        }
        if let Some(&spare) = self.globals.get(class) {
            return Trap::Throw(spare);
        }
        match self.permanently(Names::SPARE, |m| m.new_throwable(class, Some(message))) {
            Ok(spare) => {
                self.globals.insert(class, spare);
                Trap::Throw(spare)
            }
            Err(trap) => trap,
        }
    }

    /// Runs `body` with allocations going to the permanent region, named under `key`; nothing it
    /// does is undone when the search steps back.
    pub fn permanently<T>(&mut self, key: u64, body: impl FnOnce(&mut Self) -> T) -> T {
        self.permanent.enter(key);
        let result = body(self);
        self.permanent.leave();
        result
    }

    // ---- journaled stores -------------------------------------------------------------------

    /// Writes a cell of an object; `place` counts from the header. For references use
    /// [`Self::store_ref`].
    #[inline(always)]
    pub fn store(&mut self, object: Ref, place: u32, value: u64) {
        if object < self.journal.floor {
            self.log(object, object + place);
        }
        self.heap.set_cell(object + place, value);
    }

    /// Writes a reference into a cell of an object, publishing what the object's readers can now
    /// reach.
    #[inline(always)]
    pub fn store_ref(&mut self, object: Ref, place: u32, value: Ref) {
        if object < self.journal.floor {
            self.log_ref(object, object + place, value);
        }
        self.heap.set_cell(object + place, u64::from(value));
        if value != 0 && self.options.explore && self.heap.tag(object) == SHARED {
            self.publish(value);
        }
    }

    /// Writes a static field, or any other cell of the area of statics.
    #[inline(always)]
    pub fn store_static(&mut self, cell: u32, value: u64) {
        let of_path = || {
            let kind = self.static_kinds.get(cell as usize).copied().unwrap_or_default();
            kind == StaticKind::Ref && value as Ref >= PERM_END
        };
        if self.journal.floor != 0 && (!self.permanent.active() || of_path()) {
            self.log_static(cell);
        }
        self.heap.set_cell(cell, value);
    }

    /// Journals an array element range before [`Heap`] writes it directly.
    pub fn log_elements(&mut self, array: Ref, kind: ElementKind, from: u32, to: u32) {
        if array < self.journal.floor && from < to {
            let bytes = kind.bytes();
            let first = Heap::element_cell(array, from, bytes);
            let last = Heap::element_cell(array, to - 1, bytes);
            for cell in first..=last {
                self.log(array, cell);
            }
        }
    }

    /// Journals the old value of a cell of an object that existed before the step.
    #[cold]
    #[inline(never)]
    pub(crate) fn log(&mut self, object: Ref, cell: u32) {
        self.touched.set(cell);
        if object < PERM_END {
            if self.permanent.active() {
                return;
            }
            self.journal.dirty_object(object, self.heap.name(object));
        }
        self.journal.cells.push((cell, self.heap.cell(cell)));
    }

    /// As [`Self::log`]. Initialisers of the JDK change permanent objects for good, except that
    /// these must not go on naming objects of a path that has been left.
    #[cold]
    #[inline(never)]
    fn log_ref(&mut self, object: Ref, cell: u32, value: Ref) {
        if object < PERM_END && value >= PERM_END && self.permanent.active() {
            self.touched.set(cell);
            self.journal.dirty_object(object, self.heap.name(object));
            self.journal.cells.push((cell, self.heap.cell(cell)));
        } else {
            self.log(object, cell);
        }
    }

    #[cold]
    #[inline(never)]
    fn log_static(&mut self, cell: u32) {
        debug_assert!(cell < STATICS_END);
        self.journal.dirty_static(cell);
        self.journal.cells.push((cell, self.heap.cell(cell)));
    }

    /// Makes an object and all that it reaches visible to all threads.
    pub fn publish(&mut self, object: Ref) {
        if object == 0 || self.heap.tag(object) >= IMMUTABLE {
            return;
        }
        let mut work = vec![object];
        while let Some(object) = work.pop() {
            if self.heap.tag(object) >= IMMUTABLE {
                continue;
            }
            if object < self.journal.floor {
                self.journal.cells.push((object + 1, self.heap.cell(object + 1)));
            }
            self.heap.set_tag(object, SHARED);
            self.each_reference(object, |child| work.push(child));
        }
    }

    /// Calls `visit` for each non-null reference in an object's body that others may follow.
    pub(crate) fn each_reference(&self, object: Ref, mut visit: impl FnMut(Ref)) {
        let class = self.linked_class(object);
        if class.id == self.program.well_known().string {
            return;
        }
        match class.kind {
            ClassKind::Array { kind: ElementKind::Ref, .. } => {
                for index in 0..self.heap.len(object) {
                    let child = self.heap.load_u32(object, index);
                    if child != 0 {
                        visit(child);
                    }
                }
            }
            ClassKind::Array { .. } => {}
            _ => {
                let is_thread = self.is_thread_class(class);
                for &slot in &class.layout.refs {
                    let place = HEADER + u32::from(slot);
                    let child = self.heap.cell(object + place) as Ref;
                    if child != 0 && !(is_thread && self.own_places.contains(&place)) {
                        visit(child);
                    }
                }
            }
        }
    }

    /// Whether instances of a class are threads.
    #[inline]
    pub(crate) fn is_thread_class(&self, class: &Class) -> bool {
        let thread = self.program.well_known().thread;
        class.display.get(1) == Some(&thread)
    }

    /// A thread's control state, journaled before the caller changes it.
    pub fn control(&mut self, thread: usize) -> &mut Control {
        if self.journal.floor != 0 {
            self.journal.controls.push((thread as u16, self.threads[thread].control));
        }
        self.threads[thread].part.valid = false;
        &mut self.threads[thread].control
    }

    // ---- fields by name, for natives --------------------------------------------------------

    /// The field of a class or its superclasses with that name.
    pub fn place(&mut self, class: ClassId, name: &'static str) -> Option<FieldId> {
        if let Some(&field) = self.places.get(&(class, name)) {
            return field;
        }
        let field = self.program.find_field(class, name);
        self.places.insert((class, name), field);
        field
    }

    /// Reads a field by name; 0 if this JDK's class has none.
    pub fn field(&mut self, object: Ref, name: &'static str) -> u64 {
        let class = self.class_of(object);
        match self.place(class, name) {
            Some(field) => self.heap.cell(object + HEADER + self.program.field(field).place),
            None => 0,
        }
    }

    /// Writes a field by name; returns whether this JDK's class has it.
    pub fn set_field(&mut self, object: Ref, name: &'static str, value: u64) -> bool {
        let class = self.class_of(object);
        let Some(field) = self.place(class, name) else { return false };
        let field = self.program.field(field);
        if field.ty.is_ref() {
            self.store_ref(object, HEADER + field.place, value as Ref);
        } else {
            self.store(object, HEADER + field.place, value);
        }
        true
    }

    /// Reads a static field by name; 0 if this JDK's class has none.
    pub fn static_field(&mut self, class: ClassId, name: &'static str) -> u64 {
        self.class_state(class);
        match self.place(class, name) {
            Some(field) => self.heap.cell(self.program.field(field).place),
            None => 0,
        }
    }

    /// Writes a static field by name; returns whether this JDK's class has it.
    pub fn set_static_field(&mut self, class: ClassId, name: &'static str, value: u64) -> bool {
        self.class_state(class);
        let Some(field) = self.place(class, name) else { return false };
        let field = self.program.field(field);
        if field.ty.is_ref() {
            self.publish(value as Ref);
        }
        self.store_static(field.place, value);
        true
    }

    /// Narrows an `int` to what a field or element of that type keeps.
    #[inline]
    pub fn narrow(ty: Type, value: u64) -> u64 {
        match ty {
            Type::Boolean => value & 1,
            Type::Byte => u64::from(value as i8 as i32 as u32),
            Type::Char => value & 0xffff,
            Type::Short => u64::from(value as i16 as i32 as u32),
            Type::Int | Type::Float | Type::Ref(_) => value & 0xffff_ffff,
            Type::Long | Type::Double | Type::Void => value,
        }
    }

    // ---- loading ----------------------------------------------------------------------------

    /// Loads a class by internal name, as the Java error if that fails.
    pub fn load(&mut self, name: &str) -> Result<ClassId, Trap> {
        self.program.load(name).map_err(|e| self.link_error(e))
    }

    /// The Java exception for a failure to link.
    pub fn link_error(&mut self, error: LinkError) -> Trap {
        self.throw(error.java_class, &error.message)
    }

    /// A method by class, name and descriptor; a bug in the tables if it is missing.
    pub fn method(&mut self, class: ClassId, name: &str, descriptor: &str) -> Result<MethodId, Trap> {
        self.program.find_method(class, name, descriptor).ok_or_else(|| {
            let class = self.program.class_name(class);
            Trap::Stop(Stop::Unsupported(format!("method {class}.{name}{descriptor} is not in this JDK")))
        })
    }

    // ---- threads ----------------------------------------------------------------------------

    /// The thread whose `java.lang.Thread` is `object`, if it was started on this path.
    pub fn thread_of(&self, object: Ref) -> Option<usize> {
        self.threads.iter().position(|t| t.object == object)
    }

    /// The `java.lang.Thread` of the running thread.
    #[inline]
    pub fn current_thread(&self) -> Ref {
        self.threads[self.current].object
    }

    /// Threads that have not ended.
    pub fn live_threads(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.threads.len()).filter(|&t| self.threads[t].is_alive())
    }

    pub(crate) fn count_live(&mut self) {
        let alive = self.threads.iter().filter(|t| t.control.status != Status::Terminated).count();
        self.several = alive > 1 || self.options.stop_alone;
    }

    /// Appends to what the program printed.
    pub fn print(&mut self, stderr: bool, bytes: &[u8]) {
        self.output.push(Output { thread: self.current as u16, stderr, bytes: bytes.into() });
    }

    /// Where `Thread.interrupted` is. Part of boot.
    pub fn set_interrupted_field(&mut self, field: FieldId) {
        self.interrupted_place = Some(HEADER + self.program.field(field).place);
    }

    /// Adds a started thread that will call `method` with `args`.
    pub fn start_thread(&mut self, object: Ref, method: MethodId, args: &Args, daemon: bool) -> Result<usize, Trap> {
        let mut path = Vec::new();
        if !self.threads.is_empty() {
            let creator = self.current;
            let control = self.control(creator);
            path.reserve(4);
            let ordinal = control.children;
            control.children += 1;
            path.extend_from_slice(&self.threads[creator].path);
            path.push(ordinal);
        }
        let index = self.threads.len();
        // What is said of the thread's own fields is said by the thread from now on.
        self.touched.set(object);
        self.births = self.births.wrapping_add(1);
        self.threads.push(Thread::new(object, path.into(), daemon));
        self.publish(object);
        let running = std::mem::replace(&mut self.current, index);
        let pushed = self.push_entry(index, method, args);
        self.current = running;
        self.several = index > 0;
        pushed.map(|()| index)
    }
}
