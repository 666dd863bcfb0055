//! Failed assertions that code of the JDK swallows: a task that is submitted to a pool, the function of a
//! `CompletableFuture`. Nobody hears of one unless the program looks at the future that holds it.
//!
//! An `AssertionError` made by the program's own code is *swallowed* from when a `catch` of the JDK takes it, or it leaves a handler
//! of uncaught exceptions, until the
//! program gets to see it: it catches the error or an exception that tells of it as a cause or as suppressed, a function of the program is
//! handed one of these, the program asks a future how it ended, by reflection too (`jdk/pools.rs` knows the questions), or a thread dies of it. `finally`
//! and the end of a synchronized block are no catch. Where a run ends, errors that are still swallowed are a
//! violation (`explore/property/swallowed.rs`).
//!
//! The list is kept in the mirror of `AssertionError`, so that it is part of the state and is undone with it.

use heddle_jdk::pools::{self, Field};
use heddle_program::{MethodId, Origin, Program, Type};
use heddle_verdict::SwallowedAssertions;

use crate::heap::{HEADER, Ref};
use crate::machine::Machine;

/// Field of `Class` that the platform injects: nodes of error, thread and next node.
pub const SWALLOWED: &str = "heddleSwallowed";

/// How far from a future or result its exception is looked for, and among how many objects.
const DEPTH: usize = 4;
const OBJECTS: usize = 64;

/// Whether a call of this method may show the program how a future ended, or hands it an exception.
pub(crate) fn shows_failures(program: &Program, method: MethodId) -> bool {
    let method = program.method(method);
    let class = program.class(method.class);
    if class.origin != Origin::Jdk {
        return method.params.iter().any(|&ty| is_exception(program, ty));
    }
    let (class, name) = (program.text(class.name), program.text(method.name));
    pools::shows_failure(class, name) || pools::hands_failure(class, name)
}

/// Whether a parameter takes exceptions. Its class is loaded before it is first given one.
fn is_exception(program: &Program, ty: Type) -> bool {
    let Type::Ref(name) = ty else { return false };
    let throwable = program.well_known().throwable;
    program.loaded(program.text(name)).is_some_and(|class| program.is_subtype(class, throwable))
}

impl Machine<'_> {
    /// The errors that are swallowed, with the threads that failed.
    pub fn swallowed(&mut self) -> Vec<(Ref, Option<usize>)> {
        let mut errors = Vec::new();
        let mut node = self.first_swallowed();
        while node != 0 {
            let [error, thread, next] = [0, 1, 2].map(|index| self.state.heap.load_u32(node, index));
            errors.push((error, self.thread_of(thread)));
            node = next;
        }
        errors
    }

    fn first_swallowed(&mut self) -> Ref {
        let Some(class) = self.program.loaded("java/lang/AssertionError") else { return 0 };
        let mirror = self.linkage.classes.get(class.index()).map_or(0, |state| state.mirror);
        if mirror == 0 { 0 } else { self.field(mirror, SWALLOWED) as Ref }
    }

    /// A `catch` of a method takes an exception.
    #[cold]
    pub(crate) fn note_caught(&mut self, by: MethodId, exception: Ref) {
        let class = self.program.class(self.program.method(by).class);
        if class.origin == Origin::User {
            self.note_seen(exception);
        } else {
            self.note_dropped(exception);
        }
    }

    /// Code of the JDK, or the virtual machine itself, takes an exception that the program has not seen.
    pub(crate) fn note_dropped(&mut self, exception: Ref) {
        if self.is_failed_assertion(exception)
            && self.settings.exploring
            && self.settings.semantics.swallowed_assertions == SwallowedAssertions::Reported
            && !self.linkage.permanent.active()
            && !self.swallowed().iter().any(|&(error, _)| error == exception)
        {
            let thread = self.current_thread();
            self.keep_swallowed(exception, thread);
        }
    }

    /// Whether an exception was made by an `assert` of the program, or as one.
    fn is_failed_assertion(&mut self, exception: Ref) -> bool {
        let program = self.program;
        let Some(assertion) = program.loaded("java/lang/AssertionError") else { return false };
        let is_made_by_program = |method: MethodId| program.is_for_user(program.method(method).class);
        program.is_subtype(self.class_of(exception), assertion)
            && self.stored_backtrace(exception).first().is_some_and(|frame| is_made_by_program(frame.method))
    }

    fn keep_swallowed(&mut self, error: Ref, thread: Ref) {
        let before = self.first_swallowed();
        let Some(assertion) = self.program.loaded("java/lang/AssertionError") else { return };
        let mirror = self.mirror(assertion);
        // Without memory for a node the program has other problems.
        let Ok(node) = self.new_array(self.program.well_known().object_array, 3) else { return };
        for (index, object) in [error, thread, before].into_iter().enumerate() {
            self.store_element_ref(node, index as u32, object);
        }
        self.set_field(mirror, SWALLOWED, u64::from(node));
    }

    /// The program has got hold of an exception, and so of what it tells about: causes, in whatever field, and suppressed ones.
    pub(crate) fn note_seen(&mut self, exception: Ref) {
        if self.first_swallowed() == 0 {
            return;
        }
        let throwable = self.program.well_known().throwable;
        let mut seen = vec![exception];
        let mut at = 0;
        while at < seen.len() {
            let mut held = self.held_by(seen[at]);
            let suppressed = self.field(seen[at], "suppressedExceptions") as Ref;
            if suppressed != 0 {
                let arrays = self.held_by(suppressed).into_iter();
                let arrays: Vec<Ref> =
                    arrays.filter(|&array| self.program.class(self.class_of(array)).is_array()).collect();
                for array in arrays {
                    let count = self.state.heap.len(array);
                    held.extend((0..count).map(|index| self.state.heap.load_u32(array, index)));
                }
            }
            for object in held {
                if object != 0 && self.program.is_subtype(self.class_of(object), throwable) && !seen.contains(&object) {
                    seen.push(object);
                }
            }
            at += 1;
        }
        self.forget_swallowed(&seen);
    }

    fn forget_swallowed(&mut self, seen: &[Ref]) {
        let errors = self.swallowed();
        if !errors.iter().any(|(error, _)| seen.contains(error)) {
            return;
        }
        let Some(assertion) = self.program.loaded("java/lang/AssertionError") else { return };
        let mirror = self.mirror(assertion);
        self.set_field(mirror, SWALLOWED, 0);
        for &(error, thread) in errors.iter().rev().filter(|(error, _)| !seen.contains(error)) {
            let thread = thread.map_or(0, |thread| self.state.threads[thread].object);
            self.keep_swallowed(error, thread);
        }
    }

    /// A method that shows failures ([`shows_failures`]) is called by the top frame of a thread.
    #[cold]
    pub(crate) fn note_question(&mut self, t: usize, method: MethodId, args: &[u64]) {
        if self.first_swallowed() == 0 {
            return;
        }
        let program = self.program;
        let info = program.method(method);
        let (class, name) = (info.class, program.text(info.name));
        if program.class(class).origin != Origin::Jdk {
            let mut slot = usize::from(!info.is_static());
            for &ty in &info.params {
                if is_exception(program, ty) && args[slot] != 0 {
                    self.note_seen(args[slot] as Ref);
                }
                slot += usize::from(ty.slots());
            }
            return;
        }
        let looked_at = if pools::hands_failure(program.class_name(class), name) {
            // The JDK has functions of its own that only pass on what they are given.
            let function = args[2] as Ref;
            let own = function == 0 || program.class_name(self.class_of(function)).starts_with("java/");
            if own { 0 } else { args[1] as Ref }
        } else if self.is_asked_by_program(t) {
            args[0] as Ref
        } else {
            0
        };
        if looked_at != 0 {
            let mut seen = self.near(looked_at);
            seen.extend(self.about_to_be_held(looked_at));
            self.forget_swallowed(&seen);
        }
    }

    /// The error with which a task is ending that does not hold it yet. Who asks the task waits until it does.
    fn about_to_be_held(&mut self, task: Ref) -> Option<Ref> {
        let program = self.program;
        let (mut is_ending, mut runner) = (false, 0);
        for field in program.class(self.class_of(task)).layout.fields.iter().map(|&field| program.field(field)) {
            let value = self.state.heap.cell(task + HEADER + field.place);
            match pools::field(program.class_name(field.class), program.text(field.name)) {
                Some(Field::TaskState) => is_ending = value as i32 == pools::COMPLETING,
                Some(Field::Runner { .. }) => runner = value as Ref,
                _ => {}
            }
        }
        let thread = self.thread_of(runner).filter(|_| is_ending)?;
        self.swallowed().into_iter().find(|&(_, of)| of == Some(thread)).map(|(error, _)| error)
    }

    /// Whether the program is who asks a future that a thread is about to ask: itself, or by code of the JDK that would not know
    /// of the future otherwise, as for a reflective call or the function of a stream.
    fn is_asked_by_program(&self, t: usize) -> bool {
        let program = self.program;
        let classes = self.state.threads[t].frames.iter().rev().map(|frame| program.method(frame.method).class);
        let mut known =
            classes.filter(|&class| program.is_for_user(class) || pools::asks_on_its_own(program.class_name(class)));
        known.next().is_some_and(|class| program.is_for_user(class))
    }

    /// What the fields of an object hold.
    fn held_by(&self, object: Ref) -> Vec<Ref> {
        let class = self.program.class(self.class_of(object));
        let fields = class.layout.fields.iter().map(|&field| self.program.field(field));
        let references = fields.filter(|field| matches!(field.ty, Type::Ref(_)));
        references
            .map(|field| self.state.heap.cell(object + HEADER + field.place) as Ref)
            .filter(|&held| held != 0)
            .collect()
    }

    /// The objects that an object leads to in a few steps.
    fn near(&self, object: Ref) -> Vec<Ref> {
        let mut found = vec![object];
        let mut from = 0;
        for _ in 0..DEPTH {
            let to = found.len();
            for at in from..to {
                if self.program.class(self.class_of(found[at])).is_array() {
                    continue;
                }
                for value in self.held_by(found[at]) {
                    if !found.contains(&value) && found.len() < OBJECTS {
                        found.push(value);
                    }
                }
            }
            from = to;
        }
        found
    }
}
