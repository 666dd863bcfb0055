//! [`Machine`]: a running program, in parts.
//!
//! - [`State`] is what is hashed and undone;
//! - [`Stepper`] is what holds during a step only;
//! - [`Linkage`] is what only grows;
//! - the settings are what stays the same during a search;
//! - what is assumed of the program stays the same during a round of a search.
//!
//! What natives and the interpreter do to them is in files of its own: `classes`, `allocate`, `stores`,
//! `fields`, `strings`, `throw`.

use heddle_program::{FieldId, MethodId, Program};
use heddle_verdict::{Granularity, Semantics, YieldKind};

use crate::canonical::Canonical;
use crate::heap::{HEADER, Heap, Ref};
use crate::journal::Journal;
use crate::linkage::Linkage;
use crate::native::{Args, NativeTable, Trap};
use crate::portable::Portable;
use crate::reduction::Assumed;
use crate::run::PlainRun;
use crate::settings::{Resources, Settings};
use crate::state::{Output, State};
use crate::stepper::Stepper;
use crate::stops::Stops;
use crate::thread::{Status, Thread};
use crate::touch::Noted;

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
    pub natives: &'p NativeTable,
    pub(crate) settings: Settings,
    pub(crate) assumed: Assumed,
    pub state: State,
    /// How to step back.
    pub(crate) journal: Journal,
    pub stepper: Stepper,
    pub linkage: Linkage<'p>,
    /// The canonical form of the last states, and what has changed since.
    pub(crate) canonical: Canonical,
    pub(crate) run: PlainRun,
    pub(crate) portable: Portable,
    /// See [`Machine::work`].
    pub(crate) work: u64,
    /// What makes steps longer, if anything.
    pub reduction: Option<Box<dyn crate::Reduction + 'p>>,
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
            program,
            natives,
            assumed: Assumed::without(&semantics.refuted, &semantics),
            settings: Settings::new(semantics, resources),
            state: State::new(Heap::new(resources.heap_bytes)?),
            journal: Journal::default(),
            stepper: Stepper::default(),
            linkage: Linkage::new(program),
            canonical: Canonical::default(),
            run: PlainRun::default(),
            portable: Portable::default(),
            work: 0,
            reduction: None,
        })
    }

    /// How the machine behaves.
    #[inline]
    pub fn semantics(&self) -> &Semantics {
        &self.settings.semantics
    }

    #[inline]
    pub fn resources(&self) -> Resources {
        self.settings.resources
    }

    /// Where steps end on the platform; `None` if before everything that others can notice.
    #[inline]
    pub fn stops(&self) -> Option<Stops> {
        self.settings.stops
    }

    /// Whether [`Self::begin_exploring`] was called.
    #[inline]
    pub fn is_exploring(&self) -> bool {
        self.settings.exploring
    }

    /// What `Runtime.availableProcessors` tells.
    pub fn processors(&self) -> u32 {
        let platform = self.settings.semantics.platform.as_ref();
        platform.and_then(|platform| platform.processors).map_or(2, u32::from)
    }

    /// The thread whose `java.lang.Thread` is `object`, if it was started on this path.
    pub fn thread_of(&self, object: Ref) -> Option<usize> {
        self.state.thread_of(object)
    }

    /// The `java.lang.Thread` of the running thread.
    #[inline]
    pub fn current_thread(&self) -> Ref {
        self.state.threads[self.stepper.current].object
    }

    /// Threads that have not ended.
    pub fn live_threads(&self) -> impl Iterator<Item = usize> + '_ {
        self.state.live_threads()
    }

    pub(crate) fn count_live(&mut self) {
        let alive = self.state.threads.iter().filter(|t| t.control.status != Status::Terminated).count();
        self.stepper.several = match self.settings.semantics.granularity {
            Granularity::AnyInstruction => true,
            // Who has ended has been there: whether before or after a step of another makes no difference to that one.
            Granularity::Escaped => self.state.threads.len() > 1,
            _ => alive > 1,
        };
    }

    /// Appends to what the program printed.
    pub fn print(&mut self, stderr: bool, bytes: &[u8]) {
        if self.stepper.noted.is_some() {
            // Who prints waits for whoever has locked the stream.
            for stream in self.linkage.streams {
                self.note_touch(Noted::Free(stream));
            }
        }
        self.state.output.push(Output { thread: self.stepper.current as u16, stderr, bytes: bytes.into() });
    }

    /// Where `Thread.interrupted` is. Part of boot.
    pub fn set_interrupted_field(&mut self, field: FieldId) {
        self.linkage.interrupted_place = Some(HEADER + self.program.field(field).place);
    }

    /// Adds a started thread that will call `method` with `args`.
    pub fn start_thread(&mut self, object: Ref, method: MethodId, args: &Args, daemon: bool) -> Result<usize, Trap> {
        let mut path = Vec::new();
        if !self.state.threads.is_empty() {
            let creator = self.stepper.current;
            let control = self.control(creator);
            path.reserve(4);
            let ordinal = control.counters.children;
            control.counters.children += 1;
            path.extend_from_slice(&self.state.threads[creator].path);
            path.push(ordinal);
        }
        let index = self.state.threads.len();
        // Before there is such a thread, because it takes with it what its creator left in its thread locals.
        self.publish(object);
        // What is said of the thread's own fields is said by the thread from now on.
        self.canonical.touched.write(object);
        self.canonical.thread_changes = self.canonical.thread_changes.wrapping_add(1);
        self.state.threads.push(Thread::new(object, path.into(), daemon));
        // What was passed before there was this thread is no occasion to switch to it.
        self.stepper.owed = false;
        // Entering its first method may be a yield point.
        self.state.threads[index].control.scheduling.held =
            !self.settings.stops.is_some_and(|stops| stops.yields.contains(YieldKind::Entry));
        let running = std::mem::replace(&mut self.stepper.current, index);
        let pushed = self.push_entry(index, method, args);
        self.stepper.current = running;
        self.stepper.several = index > 0;
        pushed.map(|()| index)
    }
}
