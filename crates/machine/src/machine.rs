//! [`Machine`]: the whole state of a running program, its options and its threads.
//!
//! What natives and the interpreter do to it is in files of its own: `classes`, `allocate`, `stores`,
//! `fields`, `strings`, `throw`.

use heddle_program::{Class, ClassId, FieldId, MethodId, Program};
use heddle_verdict::{Granularity, Semantics, YieldKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{MethodState, StaticSite};
use crate::heap::{HEADER, Heap, PERM_END, Ref};
use crate::journal::Journal;
use crate::native::{Args, NativeTable, Trap};
use crate::pending::Pending;
use crate::permanent::Names;
use crate::stops::Stops;
use crate::thread::{Status, Thread};

/// What a machine may use before the program is told that there is no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Frames of a thread before `StackOverflowError`.
    pub max_frames: u32,
    /// Bytes of objects before `OutOfMemoryError`.
    pub heap_bytes: u64,
    /// Backward jumps within one step before it is cut, so that endless loops end.
    pub max_loop: u32,
}

impl Default for Resources {
    fn default() -> Self {
        Self { max_frames: 9_000, heap_bytes: 1 << 30, max_loop: 100_000 }
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
    pub(crate) semantics: Semantics,
    pub(crate) resources: Resources,
    /// Where steps end on the platform of these semantics; without one before everything that others can
    /// notice.
    pub(crate) stops: Option<Stops>,
    /// Every change is journaled, and steps end where the semantics say.
    pub(crate) exploring: bool,
    /// A synchroniser's queue in which nobody is counts as one in which nobody ever was.
    pub(crate) forget_empty_queues: bool,
    /// Canonical words are the whole state; otherwise parts of it may be hashes of 128 bits.
    pub(crate) exact_states: bool,
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
    pub(crate) places: FxHashMap<(ClassId, &'static str), Option<FieldId>>,
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
    /// On a platform: a yield point was passed since the last visible instruction.
    pub(crate) owed: bool,
    /// The thread is new and only taken to its first visible instruction.
    pub(crate) eager: bool,
    /// How many stacks had been journaled when the step began.
    pub(crate) stacks_before: usize,
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
    /// Natives below, whose nested calls led to that one.
    pub(crate) outer_natives: Vec<(MethodId, u32)>,
    /// Live threads other than the running one may exist: instructions can be visible.
    pub(crate) several: bool,
    /// What a temporal property looks at, if there is one.
    pub observed: Option<Box<crate::Observed>>,
    /// Standard input of a plain run.
    pub input: Option<Box<dyn crate::Input>>,
    /// What makes steps longer, if anything.
    pub reduction: Option<Box<dyn crate::Reduction + 'p>>,
    /// A run has refuted an assumption of the reduction, so that steps may have been too long.
    pub refuted: bool,
    /// `System.out` and `System.err` as the program begins with them.
    pub streams: [Ref; 2],
    /// A run has taken the monitor of one of them.
    pub locks_streams: bool,
}

impl<'p> Machine<'p> {
    /// A machine without threads; `heddle-platform-jdk` boots it.
    pub fn new(
        program: &'p Program,
        natives: &'p NativeTable,
        semantics: Semantics,
        resources: Resources,
    ) -> Result<Self, crate::ReserveError> {
        Ok(Self {
            heap: Heap::new(resources.heap_bytes)?,
            program,
            natives,
            stops: Stops::of(semantics.platform.as_ref()),
            semantics,
            resources,
            exploring: false,
            forget_empty_queues: false,
            exact_states: false,
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
            owed: false,
            eager: false,
            stacks_before: 0,
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
            outer_natives: Vec::new(),
            several: false,
            observed: None,
            input: None,
            reduction: None,
            refuted: false,
            streams: [0; 2],
            locks_streams: false,
        })
    }

    /// How the machine behaves.
    #[inline]
    pub fn semantics(&self) -> &Semantics {
        &self.semantics
    }

    #[inline]
    pub fn resources(&self) -> Resources {
        self.resources
    }

    /// Where steps end on the platform; `None` if before everything that others can notice.
    #[inline]
    pub fn stops(&self) -> Option<Stops> {
        self.stops
    }

    /// Whether [`Self::begin_exploring`] was called.
    #[inline]
    pub fn is_exploring(&self) -> bool {
        self.exploring
    }

    /// What `Runtime.availableProcessors` tells.
    pub fn processors(&self) -> u32 {
        let platform = self.semantics.platform.as_ref();
        platform.and_then(|platform| platform.processors).map_or(2, u32::from)
    }

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
        self.several = alive > 1 || self.semantics.granularity == Granularity::AnyInstruction;
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
        self.touched.write(object);
        self.births = self.births.wrapping_add(1);
        self.threads.push(Thread::new(object, path.into(), daemon));
        // What was passed before there was this thread is no occasion to switch to it.
        self.owed = false;
        // Entering its first method may be a yield point.
        self.threads[index].control.held = !self.stops.is_some_and(|stops| stops.yields.contains(YieldKind::Entry));
        self.publish(object);
        let running = std::mem::replace(&mut self.current, index);
        let pushed = self.push_entry(index, method, args);
        self.current = running;
        self.several = index > 0;
        pushed.map(|()| index)
    }
}
