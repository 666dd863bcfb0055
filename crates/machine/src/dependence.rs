//! What runs depend on besides the program and its schedule: where one value stands for all that another virtual
//! machine, file system or memory model may give. Noted where it is executed, for as long as the machine exists; the
//! report lists it with the place in the program.

use std::collections::{BTreeMap, BTreeSet};

use heddle_jdk::{access, values};
use heddle_program::effect::Aspect;
use heddle_program::{ClassId, Origin};

use crate::heap::Ref;
use crate::machine::Machine;
use crate::native::Native;
use crate::throw::BacktraceFrame;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Dependence {
    /// The order of accesses in a mode weaker than volatile.
    WeakAccess,
    /// The identity hash code of an object.
    IdentityHash,
    /// Whether a weak reference has been cleared.
    WeakReference,
    /// Whether a compare-and-set fails that may do so without a reason.
    WeakCompareAndSet,
    /// What a clock shows.
    Clock,
    /// The same, for another reason than to compare it.
    ClockValue,
    /// Elapsed times, for another reason than to compare them.
    ElapsedValue,
    /// Where another thread stands: its stack, or its state as management beans tell it.
    Positions,
    /// Whether a finalizer or the action of a cleaner runs.
    Finalization,
    /// Which of many random numbers comes out, where the search tries some.
    SampledRandom,
    /// In which order an unmodifiable set or map is gone through.
    IterationOrder,
    /// What the virtual machine has or says of itself and of its host: memory and depth of stacks, processors, ids of
    /// threads, names, settings, input, folders, interned texts.
    Host,
    /// That there is no file of this name.
    MissingFile(String),
}

/// Stands for every system property, where the program may change any.
pub const ANY_PROPERTY: &str = "";

/// What becomes of a number that a clock showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TimeUse {
    /// Anything.
    Computed,
    /// A moment that gets older like others.
    Kept,
    /// A text that is only printed, or a seed; or it is the JDK's own.
    Shown,
}

/// What the runs of a machine have depended on so far.
#[derive(Clone, Default, Debug)]
pub struct Dependences {
    /// The places in the program where it did.
    pub places: BTreeMap<Dependence, BTreeSet<BacktraceFrame>>,
    /// Elapsed times were compared with more constants than are tried.
    pub constants_left_out: bool,
    /// The program looked at where other threads stand.
    pub positions_left_out: bool,
    /// Random numbers of a wide range were drawn, and some were tried.
    pub random_left_out: bool,
    /// System properties that code of the JDK has read without a step ending there, in initialisers above all, which run
    /// once for all runs; and those that the program has changed when it had more than one thread.
    pub properties_read: BTreeSet<String>,
    pub properties_changed: BTreeSet<String>,
    /// The most threads that one run has had; 0 if the program started none.
    pub threads: usize,
    /// A time-out has fired.
    pub timed_out: bool,
}

impl Dependences {
    /// How much is known.
    pub(crate) fn growth(&self) -> u64 {
        let Self {
            places,
            constants_left_out,
            positions_left_out,
            random_left_out,
            properties_read,
            properties_changed,
            threads,
            timed_out,
        } = self;
        let flags = [constants_left_out, positions_left_out, random_left_out, timed_out];
        let flags = flags.map(|&flag| usize::from(flag));
        let places: usize = places.values().map(|places| 1 + places.len()).sum();
        let all = places + flags.iter().sum::<usize>() + properties_read.len() + properties_changed.len() + threads;
        all as u64
    }
}

impl Machine<'_> {
    /// Notes that the program depends on something where the current thread stands. What the JDK does before the
    /// program begins, and in its own initialisers, is not the program's.
    pub fn depend(&mut self, on: Dependence) {
        let place = self.outside_of_jdk(self.stepper.current, |_| true);
        self.note(on, place);
    }

    /// Notes that a random number is one of some that are tried, out of more.
    pub fn depend_on_sample(&mut self) {
        self.linkage.dependences.random_left_out |= self.is_exploring() && !self.runs_permanently();
        self.depend(Dependence::SampledRandom);
    }

    /// Notes that the running thread looks at where others stand. Steps do not end at every call, so not all of it is seen.
    pub fn depend_on_positions(&mut self) {
        if self.is_exploring() && self.stepper.several {
            self.linkage.dependences.positions_left_out = true;
            self.depend(Dependence::Positions);
        }
    }

    /// Notes that code of the JDK reads a system property, and that nobody sees it do so.
    pub fn note_property_read(&mut self, key: &str) {
        let known = &mut self.linkage.dependences.properties_read;
        if self.settings.exploring && !known.contains(key) {
            known.insert(key.to_owned());
        }
    }

    /// Notes that the program changes a system property. Before there is another thread it does so in every run alike.
    pub fn note_property_changed(&mut self, key: &str) {
        if self.is_exploring() && !self.runs_permanently() && self.state.threads.len() > 1 {
            self.linkage.dependences.properties_changed.insert(key.to_owned());
        }
    }

    /// Notes that the program leaves something to a collector, if it does so itself.
    pub fn depend_on_finalization(&mut self) {
        // The native itself has no frame, so that the top one is its caller's.
        let place = self.outside_of_jdk(self.stepper.current, |_| false);
        self.note(Dependence::Finalization, place);
    }

    /// Notes that the order shows in which an unmodifiable set or map is gone through.
    pub fn depend_on_order(&mut self) {
        let program = self.program;
        let place = self.outside_of_jdk(self.stepper.current, |frame| {
            values::passes_order_on(program.class_name(program.method(frame.method).class))
        });
        self.note(Dependence::IterationOrder, place);
    }

    /// Notes that a thread computes with what a clock showed, and what becomes of it.
    pub(crate) fn depend_on_value_of_clock(&mut self, t: usize, on: Dependence) -> TimeUse {
        let program = self.program;
        let mut is_first = true;
        let mut becomes = TimeUse::Computed;
        let place = self.outside_of_jdk(t, |frame| {
            let method = program.method(frame.method);
            let (class, name) = (program.class_name(method.class), program.text(method.name));
            if is_first && values::keeps_time(class, name) {
                becomes = TimeUse::Kept;
            } else if values::shows_or_mixes_time(class, name) {
                becomes = TimeUse::Shown;
            }
            is_first &= values::computes(class);
            becomes == TimeUse::Computed
        });
        self.note(on, place);
        if place.is_none() && becomes == TimeUse::Computed { TimeUse::Shown } else { becomes }
    }

    /// Notes that a thread has made a number that a clock showed of something else; whether the program gets it.
    pub(crate) fn depend_on_returned_time(&mut self, t: usize) -> bool {
        let program = self.program;
        let place = self.outside_of_jdk(t, |frame| {
            let class = program.method(frame.method).class;
            !values::mixes_numbers(program.class_name(class))
        });
        self.note(Dependence::ClockValue, place);
        place.is_some()
    }

    /// Notes that a thread is about to make an access that is weaker than volatile, if the program asked for that
    /// mode and not code of the JDK.
    pub fn depend_on_weak_access(&mut self, t: usize) {
        let program = self.program;
        let place = self.outside_of_jdk(t, |frame| {
            let method = program.method(frame.method);
            access::names_mode(program.class_name(method.class), program.text(method.name))
        });
        self.note(Dependence::WeakAccess, place);
    }

    /// Notes that the running thread compares and sets in a way that may fail without a reason, if the program asked for it.
    pub fn depend_on_weak_compare_and_set(&mut self) {
        let program = self.program;
        let place = self.outside_of_jdk(self.stepper.current, |frame| {
            let method = program.method(frame.method);
            access::passes_failure_on(program.class_name(method.class), program.text(method.name))
        });
        self.note(Dependence::WeakCompareAndSet, place);
    }

    /// Notes that the running thread asks what the virtual machine says of itself and of its host, if the program does.
    pub fn depend_on_host(&mut self) {
        let program = self.program;
        let place = self.outside_of_jdk(self.stepper.current, |frame| {
            values::passes_figures_on(program.class_name(program.method(frame.method).class))
        });
        self.note(Dependence::Host, place);
    }

    /// Notes what a native looks at, with the arguments of its call.
    pub(crate) fn depend_on_observed(&mut self, native: &Native, args: &[u64]) {
        if native.effect.observes.contains(&Aspect::Host) {
            self.depend_on_host();
        }
        if !native.effect.observes.contains(&Aspect::IdentityHash) {
            return;
        }
        let Some(&object) = args.first().filter(|&&object| object != 0) else { return };
        let program = self.program;
        let is_users = self.is_of_user(self.class_of(object as Ref));
        let place = self.outside_of_jdk(self.stepper.current, |frame| {
            is_users || values::passes_hashes_on(program.class_name(program.method(frame.method).class))
        });
        self.note(Dependence::IdentityHash, place);
    }

    /// Notes that the program makes references that a collector may clear.
    pub(crate) fn depend_on_allocated(&mut self, class: ClassId) {
        let is = |name| self.program.loaded(name).is_some_and(|known| self.program.is_subtype(class, known));
        if values::HOLD_WEAKLY.iter().any(|&name| is(name)) {
            let place = self.outside_of_jdk(self.stepper.current, |_| false);
            self.note(Dependence::WeakReference, place);
        }
        let finalizer = self.program.find_method(class, "finalize", "()V");
        if finalizer.is_some_and(|method| self.is_of_user(self.program.method(method).class)) {
            self.depend(Dependence::Finalization);
        }
    }

    /// Notes how many threads a run has, one of the program having been started.
    pub fn count_threads(&mut self, threads: usize) {
        let most = &mut self.linkage.dependences.threads;
        *most = threads.max(*most);
    }

    /// The innermost frame of the program, if all frames of the JDK above it let it through, other than those that only pass
    /// calls on.
    pub(crate) fn outside_of_jdk(
        &self,
        t: usize,
        mut through: impl FnMut(BacktraceFrame) -> bool,
    ) -> Option<BacktraceFrame> {
        if !self.is_exploring() || self.runs_permanently() {
            return None;
        }
        for frame in self.state.threads[t].frames.iter().rev() {
            let frame = BacktraceFrame { method: frame.method, pc: frame.pc };
            if self.is_of_user(self.program.method(frame.method).class) {
                return Some(frame);
            }
            let class = self.program.class_name(self.program.method(frame.method).class);
            if !access::is_passage(class) && !through(frame) {
                return None;
            }
        }
        None
    }

    pub(crate) fn is_of_user(&self, class: ClassId) -> bool {
        self.program.class(class).origin == Origin::User
    }

    fn note(&mut self, on: Dependence, place: Option<BacktraceFrame>) {
        if let Some(place) = place {
            self.linkage.dependences.places.entry(on).or_default().insert(place);
        }
    }
}
