//! Class initialisation (JLS 12.4.2).
//!
//! The state of a class is the cell `Statics::init_cell`: not initialised, running in some thread,
//! done or failed. A class of the JDK is initialised once and for all when first needed, atomically
//! and in the permanent region. A class of the user is initialised as part of the explored
//! behaviour: its lock is the state cell, and another thread that needs the class waits. So is a class of the JDK whose
//! initialiser runs code of the program, such as the factory that a system property names: a machine that comes to such code
//! refutes that the class is initialised once for all runs, and goes no further. And so is one whose initialiser asks for a setting, such as the
//! default locale, that the program changes while there are several threads.

use heddle_jdk::values;
use heddle_program::{ClassId, ClassKind, MethodId, Origin, Program};
use heddle_verdict::{SearchAssumption, YieldKind};

use crate::code::Body;
use crate::exit::Exit;
use crate::machine::{Machine, init_state};
use crate::names;
use crate::native::{Args, Stop, Trap};
use crate::permanent::Names;
use crate::stepper::Initializer;
use crate::thread::{FrameKind, PROLOGUE};
use crate::touch::Noted;

/// Field of `Class` that the platform injects: why the class could not be initialised.
pub const INIT_FAILURE: &str = "heddleInitFailure";

/// Whether initialising a class runs no code at all, so that nobody can notice it.
pub(crate) fn is_trivial(program: &Program, id: ClassId) -> bool {
    let class = program.class(id);
    match class.kind {
        ClassKind::Array { .. } | ClassKind::Primitive(_) => true,
        ClassKind::Interface => class.initializer.is_none(),
        ClassKind::Instance => {
            class.initializer.is_none()
                && class.superclass.is_none_or(|parent| is_trivial(program, parent))
                && class.all_interfaces.iter().all(|&i| {
                    let interface = program.class(i);
                    interface.initializer.is_none() || !interface.has_default_methods
                })
        }
    }
}

/// Whether a method of the JDK changes a setting that its initialisers may ask for.
pub(crate) fn changes_setting(program: &Program, method: MethodId) -> bool {
    let method = program.method(method);
    program.class(method.class).origin == Origin::Jdk
        && values::changes_setting(program.class_name(method.class), program.text(method.name))
}

impl Machine<'_> {
    #[inline]
    pub(crate) fn is_initialized(&mut self, class: ClassId) -> bool {
        let cell = self.class_state(class).init_cell;
        cell == 0 || self.state.heap.cell(cell) == init_state::DONE
    }

    /// Makes sure that a class is initialised or being initialised by the current thread.
    /// `Trap::Retry` means that its initialiser was pushed, `Trap::Block` that another thread is
    /// at it.
    pub fn ensure_initialized(&mut self, class: ClassId) -> Result<(), Trap> {
        let state = self.class_state(class);
        if state.init_cell == 0 {
            return Ok(());
        }
        match self.state.heap.cell(state.init_cell) {
            init_state::DONE => Ok(()),
            init_state::FAILED => Err(self.failed_before(class)),
            init_state::NONE if !state.explored || self.linkage.permanent.active() => {
                self.initialize_permanently(class)
            }
            init_state::NONE => {
                self.claim(class)?;
                Err(Trap::Retry)
            }
            running if running == init_state::RUNNING + self.stepper.current as u64 => Ok(()),
            _ => Err(Trap::Block),
        }
    }

    /// Initialises a class to the end, for the machine's own needs; only for classes whose
    /// initialisers do not block.
    pub(crate) fn initialize_now(&mut self, class: ClassId) -> Result<(), Trap> {
        if self.is_initialized(class) || self.state.threads.is_empty() {
            return Ok(());
        }
        match self.ensure_initialized(class) {
            Err(Trap::Retry) => {
                let depth = self.state.threads[self.stepper.current].frames.len() - 1;
                let _ = self.run_nested(depth)?;
                Ok(())
            }
            other => other,
        }
    }

    #[cold]
    fn initialize_permanently(&mut self, class: ClassId) -> Result<(), Trap> {
        let depth = self.state.threads[self.stepper.current].frames.len();
        let initialize = |machine: &mut Self| {
            let result = machine.permanently(Names::initializer(class), |machine| {
                machine.claim(class)?;
                machine.run_nested(depth).map(|_| ())
            });
            // Whoever needs the class next, in another run or round, has to come to the same end.
            if matches!(result, Err(Trap::Stop(_))) {
                machine.forget_initialization(class);
            }
            result
        };
        if !self.settings.exploring || self.linkage.permanent.active() {
            return initialize(self);
        }
        // Some initialisers of the JDK make objects of classes that the program names in a system property. Each call is looked at
        // where there seems to be no room for another frame.
        let most = std::mem::take(&mut self.settings.resources.max_frames);
        let outer = self.stepper.initializer.replace(Initializer { depth, most });
        let result = initialize(self);
        self.stepper.initializer = outer;
        self.settings.resources.max_frames = most;
        result
    }

    /// In an initialiser of the JDK that is executed once for all runs: a method is about to be called. If it is code of the program, it may do something else in
    /// other runs, so none of the initialisers that led here is for all.
    pub(crate) fn note_call_in_initializer(&mut self, depth: usize, method: MethodId) -> Result<(), Trap> {
        let program = self.program;
        let is_of_user = |class| program.class(class).origin == Origin::User;
        let called = program.method(method);
        let asks = values::reads_setting(program.class_name(called.class), program.text(called.name));
        if !asks && !is_of_user(called.class) {
            return Ok(());
        }
        let frames = &self.state.threads[self.stepper.current].frames[depth..];
        let initialized = frames.iter().filter_map(|frame| match frame.kind {
            FrameKind::Initializer(class) => Some(ClassId(class)).filter(|&class| !is_of_user(class)),
            _ => None,
        });
        let initialized: Vec<ClassId> = initialized.collect();
        if asks {
            self.linkage.set_up.extend(initialized);
            self.refute_settings();
            return Ok(());
        }
        let mut what = String::from("code of the program that an initialiser of the class library calls");
        for class in initialized {
            what = format!("code of the program that {}'s initialiser calls", names::external(program, class));
            let class = program.text(program.class(class).name).to_owned();
            self.refute(SearchAssumption::InitializedAlike { class });
        }
        Err(Trap::Stop(Stop::Unsupported(what)))
    }

    /// A thread changes a setting that initialisers of the JDK may ask for. What the main thread does before it makes another is the same in
    /// all runs.
    #[cold]
    pub(crate) fn note_setting_changed(&mut self) {
        if self.state.threads.len() > 1 {
            self.linkage.changes_settings = true;
            self.refute_settings();
        }
    }

    /// An initialiser that asks for a setting does not do the same in all runs if the program changes settings.
    fn refute_settings(&mut self) {
        if !self.linkage.changes_settings {
            return;
        }
        let program = self.program;
        let mut names: Vec<&str> = self.linkage.set_up.iter().map(|&class| program.class_name(class)).collect();
        names.sort_unstable();
        for class in names {
            self.refute(SearchAssumption::InitializedAlike { class: class.to_owned() });
        }
    }

    /// The initialiser of a class could not be executed to its end, or not as it should.
    fn forget_initialization(&mut self, class: ClassId) {
        let cell = self.class_state(class).init_cell;
        self.state.heap.set_cell(cell, init_state::NONE);
    }

    /// Runs the current thread until its frames are down to `depth` again, without any scheduling.
    pub(crate) fn run_nested(&mut self, depth: usize) -> Result<u64, Trap> {
        if !self.linkage.permanent.active() {
            self.note_touch(Noted::Everything);
        }
        let (fuel, fresh) = (self.stepper.fuel, self.stepper.fresh);
        self.stepper.nesting += 1;
        let exit = self.interpret::<false>(self.stepper.current, depth);
        self.stepper.nesting -= 1;
        (self.stepper.fuel, self.stepper.fresh) = (fuel, fresh);
        match exit {
            Exit::Returned(value) => Ok(value),
            Exit::Uncaught(exception) => Err(Trap::Throw(exception)),
            Exit::Stop(stop) => Err(Trap::Stop(stop)),
            Exit::Slice => Err(Trap::Stop(Stop::Unsupported(
                "a class loader or an initialiser of the class library does not come to an end".into(),
            ))),
            Exit::Blocked | Exit::Boundary => Err(Trap::Stop(Stop::Unsupported(
                "an initialiser of the class library waits for another thread".into(),
            ))),
        }
    }

    /// Marks a class as being initialised by the current thread and pushes the frame that does it.
    fn claim(&mut self, class: ClassId) -> Result<(), Trap> {
        let cell = self.class_state(class).init_cell;
        self.store_static(cell, init_state::RUNNING + self.stepper.current as u64);
        let mut method = match self.program.class(class).initializer {
            Some(initializer) => initializer,
            None => self.no_op_method()?,
        };
        self.prepare_method(method)?;
        if let Body::Native(native) = self.linkage.methods[method.index()].body {
            // The platform replaces what the initialiser does; superclasses follow as usual.
            (native.run)(self, &[])?;
            method = self.no_op_method()?;
            self.prepare_method(method)?;
        }
        self.push_frame(method, &Args::new(), FrameKind::Initializer(class.0), 0)?;
        let frames = &mut self.state.threads[self.stepper.current].frames;
        frames.last_mut().expect("just pushed").pc = PROLOGUE;
        Ok(())
    }

    /// A method that does nothing, for classes that have to be initialised only because of their
    /// superclasses: `Object`'s constructor takes one argument that it never reads.
    fn no_op_method(&mut self) -> Result<heddle_program::MethodId, Trap> {
        let object = self.program.well_known().object;
        self.method(object, "<init>", "()V")
    }

    /// Before the first instruction of an initialiser: superclass and superinterfaces come first.
    /// `Ok(true)` if the initialiser may begin, `Ok(false)` if another frame was pushed.
    pub(crate) fn initializer_prologue(&mut self, id: ClassId) -> Result<bool, Trap> {
        let class = self.program.class(id);
        if class.is_interface() {
            return Ok(true);
        }
        let supers = class.superclass.into_iter().chain(class.all_interfaces.iter().copied());
        for parent in supers {
            let parent_class = self.program.class(parent);
            if parent_class.is_interface() && !parent_class.has_default_methods {
                continue;
            }
            match self.ensure_initialized(parent) {
                Ok(()) => {}
                Err(Trap::Retry) => return Ok(false),
                Err(trap) => return Err(trap),
            }
        }
        Ok(true)
    }

    /// The superclass or superinterface that an initialiser frame at its prologue needs next and
    /// that this thread is not initialising already.
    pub(crate) fn prologue_needs(&mut self, id: ClassId) -> Option<ClassId> {
        let class = self.program.class(id);
        if class.is_interface() {
            return None;
        }
        let mine = init_state::RUNNING + self.stepper.current as u64;
        class.superclass.into_iter().chain(class.all_interfaces.iter().copied()).find(|&parent| {
            let parent_class = self.program.class(parent);
            if parent_class.is_interface() && !parent_class.has_default_methods {
                return false;
            }
            let cell = self.class_state(parent).init_cell;
            let state = self.state.heap.cell(cell);
            cell != 0 && state != init_state::DONE && state != mine
        })
    }

    /// Takes the prologue of the initialiser on top of thread `t` one superclass further. Claiming one
    /// is an action of its own: another thread may be about to do it.
    pub(crate) fn run_prologue<const EXPLORE: bool>(
        &mut self,
        t: usize,
        kind: FrameKind,
        floor: usize,
        fresh: bool,
    ) -> Option<Exit> {
        let FrameKind::Initializer(class) = kind else { unreachable!("only initialisers have a prologue") };
        let class = ClassId(class);
        if EXPLORE && self.stepper.several && self.prologue_claims(class) {
            if !fresh && self.ends_before(Some(YieldKind::Acquire)) {
                return Some(Exit::Boundary);
            }
            self.stepper.owed = false;
        }
        match self.initializer_prologue(class) {
            Ok(true) => {
                self.state.threads[t].frames.last_mut().expect("not empty").pc = 0;
                if EXPLORE && self.stepper.several && !self.steps_singly() && self.stops_after_taking() {
                    return Some(Exit::Boundary);
                }
                if EXPLORE && self.program.class(class).initializer.is_some() {
                    self.pass(YieldKind::Entry);
                }
            }
            Ok(false) => {}
            Err(trap) => return self.handle_trap(t, trap, floor),
        }
        None
    }

    /// Whether the next thing that an initialiser's prologue does concerns other threads.
    fn prologue_claims(&mut self, id: ClassId) -> bool {
        self.prologue_needs(id).is_some_and(|parent| self.class_state(parent).explored)
    }

    /// The initialiser of a class returned.
    pub(crate) fn initializer_done(&mut self, class: ClassId) {
        let cell = self.class_state(class).init_cell;
        self.store_static(cell, init_state::DONE);
    }

    /// The initialiser of a class threw: the class is unusable from now on. The exception to go on
    /// with is the same if it is an `Error`, else an `ExceptionInInitializerError` around it.
    pub(crate) fn initializer_failed(&mut self, class: ClassId, exception: u32) -> u32 {
        let cell = self.class_state(class).init_cell;
        self.store_static(cell, init_state::FAILED);
        if let Some(record) = self.record_of_failure(exception) {
            let mirror = self.mirror(class);
            self.set_field(mirror, INIT_FAILURE, u64::from(record));
        }
        let is_error = self.program.load("java/lang/Error").is_ok_and(|error| self.is_instance(exception, error));
        if is_error {
            return exception;
        }
        match self.new_throwable("java/lang/ExceptionInInitializerError", None) {
            Ok(wrapper) => {
                self.set_field(wrapper, "cause", u64::from(exception));
                self.set_field(wrapper, "exception", u64::from(exception));
                wrapper
            }
            Err(_) => exception,
        }
    }

    /// What later uses of the class get as the cause of their error: a new
    /// `ExceptionInInitializerError` that says what happened and where.
    fn record_of_failure(&mut self, exception: u32) -> Option<u32> {
        let thread = self.field(self.current_thread(), "name") as u32;
        let thread = self.string(thread);
        let class = crate::names::external(self.program, self.class_of(exception));
        let message = self.field(exception, "detailMessage") as u32;
        let message = if message == 0 { String::new() } else { format!(": {}", self.string(message)) };
        let text = format!("Exception {class}{message} [in thread \"{thread}\"]");
        let record = self.new_throwable("java/lang/ExceptionInInitializerError", Some(&text)).ok()?;
        for field in ["backtrace", "depth"] {
            let value = self.field(exception, field);
            self.set_field(record, field, value);
        }
        self.set_field(record, "cause", 0);
        Some(record)
    }

    fn failed_before(&mut self, class: ClassId) -> Trap {
        let name = crate::names::external(self.program, class);
        let trap = self.throw("java/lang/NoClassDefFoundError", &format!("Could not initialize class {name}"));
        let mirror = self.mirror(class);
        let record = self.field(mirror, INIT_FAILURE);
        if let (Trap::Throw(error), true) = (&trap, record != 0) {
            self.set_field(*error, "cause", record);
        }
        trap
    }
}
