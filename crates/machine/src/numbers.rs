//! The numbers in names and ids of threads, and who looks at them; and who asks how many tasks a pool has done.
//!
//! A JVM counts all threads that get an automatic name, and all threads for their ids. Which thread gets which number
//! depends on the schedule as soon as several threads make threads, and exploring that would cost states in programs
//! that never look. So it is assumed that nobody can tell ([`SearchAssumption::ThreadNumbersUnobserved`]): a number follows
//! from the thread that takes it. Numbers that the main thread takes are those of a JVM in every run in which no other
//! thread takes any. Hence the assumption is wrong only if some run has a thread other than the main thread take a number
//! and some run, perhaps another one, looks at a number of that kind. Both are noted where they are executed, for as long
//! as the machine exists, because initialisers of the JDK are executed once for all runs. A machine that has met both
//! refutes the assumption at once; if two workers have met one each, the search knows when their round is over
//! (`explore/refine.rs`). Then all threads count together, and taking a number is a step that nothing passes over.
//!
//! Taking a number reads nothing that others write, so a search under the assumption has the runs of the program up to
//! the first look at a number, but for the values of numbers, which nothing before that look depends on. After it, a run
//! may be none of the program, if others have taken numbers by then; what a round found that refutes the assumption
//! therefore does not count.

use std::ops::BitOr;

use heddle_jdk::{PoolAssumption, pools, threads};
use heddle_program::{ClassId, MethodId, Origin, Program};
use heddle_verdict::SearchAssumption;

use crate::dependence::Dependence;
use crate::heap::Ref;
use crate::machine::Machine;

/// What runs have done so far with numbers of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NumberUse {
    /// A thread other than the main thread took one.
    pub taken_by_others: bool,
    /// The program looked at one.
    pub looked_at: bool,
}

/// What runs have done so far with that threads can be told apart.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct IdentityUse {
    /// States were taken for the same in which threads have changed places.
    pub interchanged: bool,
    /// The program got to know, or made something of, which thread is which.
    pub told_apart: bool,
}

/// What runs have done so far with the numbers in names, with ids, and with all that tells threads apart.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NumbersUse {
    pub names: NumberUse,
    pub ids: NumberUse,
    pub identity: IdentityUse,
}

impl NumbersUse {
    /// Whether the program can tell in which order numbers were taken.
    pub fn shows_order(self) -> bool {
        [self.names, self.ids].into_iter().any(|numbers| numbers.taken_by_others && numbers.looked_at)
    }

    /// Whether the program can tell threads apart that have changed places.
    pub fn shows_identity(self) -> bool {
        self.identity.interchanged && self.identity.told_apart
    }
}

impl BitOr for NumbersUse {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        let or = |a: NumberUse, b: NumberUse| NumberUse {
            taken_by_others: a.taken_by_others || b.taken_by_others,
            looked_at: a.looked_at || b.looked_at,
        };
        let identity = IdentityUse {
            interchanged: self.identity.interchanged || other.identity.interchanged,
            told_apart: self.identity.told_apart || other.identity.told_apart,
        };
        Self { names: or(self.names, other.names), ids: or(self.ids, other.ids), identity }
    }
}

/// Whether a method tells the name or the id of a thread, or how many workers and tasks a pool has.
pub(crate) fn tells_numbers(program: &Program, method: MethodId) -> bool {
    let method = program.method(method);
    let name = program.text(method.name);
    if method.class == program.well_known().thread {
        return threads::tells_name(name) || threads::tells_id(name);
    }
    let class = program.class_name(method.class);
    threads::reads_id(class, name) || PoolAssumption::refuted_by(class, name) == Some(PoolAssumption::WorkersUnobserved)
}

impl Machine<'_> {
    /// What runs have done so far with numbers that follow from the threads that took them, and with what tells threads apart, as far as this
    /// round assumes something of it.
    pub fn numbers_use(&self) -> NumbersUse {
        let mut numbers = self.linkage.numbers;
        if self.counts_threads_together() {
            (numbers.names, numbers.ids) = (NumberUse::default(), NumberUse::default());
        }
        if !self.assumed.threads_interchangeable {
            numbers.identity = IdentityUse::default();
        }
        numbers
    }

    /// Whether all threads count together.
    pub fn counts_threads_together(&self) -> bool {
        !self.assumed.thread_numbers_unobserved
    }

    /// The running thread gets to know, or makes something of, which thread is which, other than by comparing references: that follows from
    /// how threads were made, and states in which they have changed places count as the same.
    pub fn note_identity(&mut self) {
        if self.settings.interchanges_threads && self.settings.exploring {
            self.linkage.numbers.identity.told_apart = true;
            self.compare_numbers();
        }
    }

    /// The same for a value that follows from the thread that asks for it: the main thread never changes places.
    pub fn note_own_identity(&mut self) {
        if !self.state.threads[self.stepper.current].path.is_empty() {
            self.note_identity();
        }
    }

    /// A native reads a field past the methods of its class.
    pub fn note_field_read(&mut self, object: Ref, place: u32) {
        let is_thread = || self.is_thread_class(self.program.class(self.class_of(object)));
        if self.linkage.identity_places.contains(&place) && is_thread() {
            self.note_identity();
        }
    }

    /// The running thread takes a number for a name, or else for an id.
    pub fn note_number_taken(&mut self, for_name: bool) {
        let is_main = self.state.threads[self.stepper.current].path.is_empty();
        let numbers = &mut self.linkage.numbers;
        let kind = if for_name { &mut numbers.names } else { &mut numbers.ids };
        kind.taken_by_others |= !is_main;
        self.compare_numbers();
    }

    /// The top frame of a thread calls a method that tells a number. Code of the JDK passes on what it asks for, unless it is
    /// known to use it for its own ends.
    #[cold]
    pub(crate) fn note_number_asked_for(&mut self, t: usize, method: MethodId, thread: Ref) {
        if thread == 0 {
            return;
        }
        let program = self.program;
        let class = program.method(method).class;
        if threads::reads_id(program.class_name(class), program.text(program.method(method).name)) {
            return self.note_identity();
        }
        if class != program.well_known().thread {
            return self.note_tasks_counted(thread);
        }
        self.note_identity();
        let name = program.text(program.method(method).name);
        let keeps_it = self.state.threads[t].frames.last().is_some_and(|frame| {
            let class = program.class(program.method(frame.method).class);
            class.origin == Origin::Jdk && threads::keeps_numbers(program.text(class.name))
        });
        let is_text = threads::tells_name(name) && threads::tells_id(name);
        if keeps_it && !is_text {
            return;
        }
        // Threads of the virtual machine itself, such as those that carry virtual ones, have ids too. That of the main thread is 1.
        let is_main = self.state.threads.first().is_some_and(|main| main.object == thread);
        if threads::tells_id(name) && !is_main && (!is_text || program.jdk_feature() >= 19) {
            self.depend(Dependence::Host);
        }
        let text = self.field(thread, "name") as Ref;
        let is_numbered = text != 0 && self.string(text).starts_with("Thread-");
        self.linkage.numbers.names.looked_at |= is_numbered && threads::tells_name(name);
        self.linkage.numbers.ids.looked_at |= threads::tells_id(name);
        self.compare_numbers();
    }

    /// The program asks a pool how many tasks it has done. A reduction that lets the workers of a pool which repeats tasks
    /// forget their number would be found out even if nobody else is left.
    fn note_tasks_counted(&mut self, pool: Ref) {
        let is_scheduled = |class: &ClassId| pools::is_scheduled(self.program.class_name(*class));
        if self.reduction.is_some() && self.program.class(self.class_of(pool)).display.iter().any(is_scheduled) {
            self.refute(SearchAssumption::PoolWorkersUnobserved);
        }
    }

    /// Refutes the assumption if numbers were both taken elsewhere and looked at.
    pub(crate) fn compare_numbers(&mut self) {
        if self.numbers_use().shows_order() {
            self.refute(SearchAssumption::ThreadNumbersUnobserved);
        }
        if self.numbers_use().shows_identity() {
            self.refute(SearchAssumption::ThreadsInterchangeable);
        }
    }
}
