//! The hook by which partial-order reductions make steps longer.
//!
//! A thread stops before an instruction that other threads can observe. A [`Reduction`] may know better:
//! if the instruction is independent of everything that they can still do, then executing it at once is a
//! persistent set of one thread (Godefroid, Partial-Order Methods for the Verification of Concurrent
//! Systems, LNCS 1032, 1996, chapter 4; Parízek and Lhoták, ASE 2011), and stopping before it is of no use. Every state in which the
//! machine does rest still offers all threads, and a step has an end (`divergence.rs`), so that no thread is
//! ignored forever.

use std::collections::BTreeSet;
use std::ops::Range;

use heddle_program::{ClassId, MethodId};
use heddle_verdict::{Granularity, SearchAssumption, Semantics, Timeouts};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::canonical::ThreadPart;
use crate::heap::{Ref, SHARED};
use crate::machine::Machine;
use crate::pending::{Access, Location, Mode, Pending};
use crate::touch::Noted;

/// Independent actions that one step consists of at most.
const MOST_JOINED: u32 = 2_000;

/// Decides which actions are independent of all others. Its answers must follow from the state, of which
/// it sees all, and from the assumptions that it began the search with.
pub trait Reduction: Send {
    /// Whether this action of the running thread is independent of everything that the other threads, and
    /// those that they may start, can still do.
    fn is_independent(&mut self, machine: &mut Machine<'_>, pending: Pending) -> bool;

    /// The running thread does this as the first thing of a step, so that nobody asks whether it is
    /// independent.
    fn observe(&mut self, machine: &mut Machine<'_>, pending: Pending);

    /// Whether a thread that stands before this access may as well stay there, because it would have to
    /// wait for what it asks for.
    fn waits(&mut self, machine: &Machine<'_>, t: usize, access: Access) -> bool;

    /// Begins a round of the search without the assumptions that rounds before have refuted. All machines of a
    /// search are told the same.
    fn refine(&mut self, refuted: &BTreeSet<SearchAssumption>);

    /// How the state contradicts what the reduction takes for proved.
    fn audit(&mut self, machine: &mut Machine<'_>) -> Option<String>;

    /// Whether a synchroniser's queue in which nobody is counts as one in which nobody ever was.
    fn forgets_empty_queues(&self) -> bool;
}

/// What the machine itself assumes of the program in this round of the search.
pub(crate) struct Assumed {
    /// What rounds before have refuted, which this one does not assume.
    refuted: BTreeSet<SearchAssumption>,
    pub streams_unlocked: bool,
    pub streams_kept: bool,
    pub thread_ends_unobserved: bool,
    pub never_collected: bool,
    pub thread_numbers_unobserved: bool,
    pub thread_states_unobserved: bool,
    /// Of all classes.
    pub operations_unobserved: bool,
    pub static_facts: bool,
    pub time_unobserved: bool,
    pub moment_unobserved: bool,
    /// Nanoseconds that elapsed times are compared with, and that deadlines are apart.
    pub compared: Vec<i64>,
    pub apart: Vec<i64>,
    /// Found out in this round: differences of time stamps, with nanoseconds per unit.
    pub differences: FxHashMap<i64, i64>,
    /// Those in nanoseconds that are whole microseconds, as constants are.
    pub round_differences: FxHashSet<i64>,
}

impl Assumed {
    pub fn without(refuted: &BTreeSet<SearchAssumption>, semantics: &Semantics) -> Self {
        let compared = refuted.iter().filter_map(|assumption| match assumption {
            SearchAssumption::NeverComparedWith { nanos } => Some(*nanos),
            _ => None,
        });
        let apart = refuted.iter().filter_map(|assumption| match assumption {
            SearchAssumption::NeverApartBy { nanos } => Some(*nanos),
            _ => None,
        });
        Self {
            refuted: refuted.clone(),
            streams_unlocked: !refuted.contains(&SearchAssumption::StandardStreamsUnlocked),
            streams_kept: !refuted.contains(&SearchAssumption::StandardStreamsKept),
            never_collected: !refuted.contains(&SearchAssumption::NeverCollected),
            thread_ends_unobserved: !refuted.contains(&SearchAssumption::ThreadEndsUnobserved),
            // A search of single instructions assumes nothing; a run that is followed singly later keeps its numbers.
            thread_numbers_unobserved: !refuted.contains(&SearchAssumption::ThreadNumbersUnobserved)
                && !semantics.granularity.is_single(),
            thread_states_unobserved: !refuted.contains(&SearchAssumption::ThreadStatesUnobserved),
            operations_unobserved: !refuted
                .iter()
                .any(|assumption| matches!(assumption, SearchAssumption::OperationsUnobserved { .. })),
            static_facts: SearchAssumption::static_facts_hold(refuted),
            // If time-outs fire last, time passes for everybody in any case.
            time_unobserved: !refuted.contains(&SearchAssumption::TimeUnobserved)
                && !refuted.contains(&SearchAssumption::MomentUnobserved)
                && semantics.timeouts == Timeouts::Any,
            moment_unobserved: !refuted.contains(&SearchAssumption::MomentUnobserved),
            compared: compared.collect(),
            apart: apart.collect(),
            differences: FxHashMap::default(),
            round_differences: FxHashSet::default(),
        }
    }
}

impl Assumed {
    pub fn refuted(&self) -> &BTreeSet<SearchAssumption> {
        &self.refuted
    }

    /// Whether the initialiser of a class of the JDK is known to run code of the program.
    pub fn explores_initialization(&self, name: &str) -> bool {
        let is_meant =
            |one: &SearchAssumption| matches!(one, SearchAssumption::InitializedAlike { class } if class == name);
        self.refuted.iter().any(is_meant)
    }

    /// Whether nobody can tell an empty queue of a synchroniser from one that nobody was ever in: no step ends in the
    /// middle of an operation on one.
    pub fn forgets_empty_queues(&self) -> bool {
        self.static_facts && self.operations_unobserved && self.thread_states_unobserved
    }
}

impl<'p> Machine<'p> {
    /// Lets steps be longer from now on. Part of setting a machine up.
    pub fn set_reduction(&mut self, reduction: Box<dyn Reduction + 'p>) {
        self.settings.forget_empty_queues = reduction.forgets_empty_queues();
        self.reduction = Some(reduction);
    }

    /// Takes the reduction away, so that steps are as short as without any.
    pub fn remove_reduction(&mut self) {
        self.settings.forget_empty_queues = false;
        self.reduction = None;
    }

    /// Whether a visible action of the running thread needs a step of its own.
    #[inline(never)]
    pub(crate) fn is_dependent(&mut self, pending: Pending) -> bool {
        let Some(mut reduction) = self.reduction.take() else { return true };
        let independent = reduction.is_independent(self, pending);
        self.reduction = Some(reduction);
        // A step has an end, whatever it does.
        self.stepper.joined += 1;
        let dependent = !independent || self.stepper.joined > MOST_JOINED;
        if !dependent {
            self.note_touch(Noted::Action(pending));
        }
        dependent
    }

    /// A thread asks for a collection, which clears references that it may not be able to reach itself.
    pub fn note_collection(&mut self) {
        if self.assumed.never_collected && self.settings.exploring && self.stepper.several {
            self.refute(SearchAssumption::NeverCollected);
        }
    }

    /// Whether another thread may ask for a collection between two looks at a reference.
    pub fn sees_collections(&self) -> bool {
        !self.assumed.never_collected && self.stepper.several
    }

    /// Whether this round assumes that nobody looks at what another thread is doing.
    pub fn assumes_states_unobserved(&self) -> bool {
        self.assumed.thread_states_unobserved
    }

    /// Whether the last step ended only because every step has an end.
    pub fn step_was_cut(&self) -> bool {
        self.stepper.joined > MOST_JOINED
    }

    /// Shows the reduction an action that needs no answer.
    #[inline(never)]
    pub(crate) fn show(&mut self, pending: Pending) {
        self.note_touch(Noted::Action(pending));
        if let Some(mut reduction) = self.reduction.take() {
            reduction.observe(self, pending);
            self.reduction = Some(reduction);
        }
    }

    /// A native uses a run of array elements, besides what its effect says.
    pub fn show_elements(&mut self, array: Ref, elements: Range<u32>, writes: bool) {
        if self.settings.exploring
            && self.stepper.several
            && self.state.heap.tag(array) == SHARED
            && !elements.is_empty()
        {
            let location = Location::Elements { array, from: elements.start, to: elements.end };
            self.show(Pending::Memory(Access { location, reads: !writes, writes, mode: Mode::Plain }));
        }
    }

    /// Whether a thread waits before it asks for what another one has.
    pub fn waits_before(&mut self, t: usize) -> bool {
        // Whoever is searching for conflicts has to see all choices.
        let granularity = self.settings.semantics.granularity;
        if granularity.is_single() || granularity == Granularity::Escaped {
            return false;
        }
        let Pending::Memory(access) = self.pending(t) else { return false };
        let Some(mut reduction) = self.reduction.take() else { return false };
        let waits = reduction.waits(self, t, access);
        self.reduction = Some(reduction);
        waits
    }

    /// The step contradicts an assumption. It goes on as if it did not, so that steps stay what they are until the
    /// next round. What this round does not assume any more cannot be refuted, or rounds would never end.
    pub fn refute(&mut self, assumption: SearchAssumption) {
        if !self.stepper.refuted.contains(&assumption) && !self.assumed.refuted.contains(&assumption) {
            self.stepper.refuted.push(assumption);
        }
    }

    /// Code of the JDK makes an object of a class for the first time, which may show that operations are seen in halves.
    pub(crate) fn refute_by_making(&mut self, maker: MethodId, made: ClassId) {
        let program = self.program;
        let maker = program.class_name(program.method(maker).class);
        if self.reduction.is_some()
            && let Some(class) = heddle_jdk::pools::shows_halves_by_making(maker, program.class_name(made))
        {
            self.refute(SearchAssumption::OperationsUnobserved { class: class.to_owned() });
        }
    }

    /// What was refuted since a step ended.
    pub fn take_refuted(&mut self) -> Vec<SearchAssumption> {
        std::mem::take(&mut self.stepper.refuted)
    }

    /// Begins a round of the search without the assumptions that rounds before have refuted.
    pub fn refine(&mut self, refuted: &BTreeSet<SearchAssumption>) {
        let before = std::mem::replace(&mut self.assumed, Assumed::without(refuted, &self.settings.semantics));
        self.forget_binding();
        if before.forgets_empty_queues() != self.assumed.forgets_empty_queues() {
            // Empty queues may be part of the state now, so nothing that was kept of canonical forms holds.
            self.canonical.canon = None;
            self.state.threads.iter_mut().for_each(|thread| thread.part = ThreadPart::default());
        }
        if let Some(reduction) = &mut self.reduction {
            reduction.refine(refuted);
        }
    }

    /// The running thread looks at what others are doing: whether they wait, and where they stand.
    pub fn show_thread_states(&mut self) {
        self.note_touch(Noted::Everything);
        if self.assumed.thread_states_unobserved && self.settings.exploring && self.stepper.several {
            self.refute(SearchAssumption::ThreadStatesUnobserved);
        }
    }

    /// Whether this round assumes that the program does not take the monitors of standard streams.
    pub fn assumes_unlocked_streams(&self) -> bool {
        self.assumed.streams_unlocked
    }

    /// Whether the running thread began this step in its frame `index` or above, called by nothing but
    /// methods of that kind, and has not left the frame since.
    pub fn has_stayed_in(&self, index: usize, mut is_of_kind: impl FnMut(MethodId) -> bool) -> bool {
        if self.stepper.eager {
            return false;
        }
        let journal = &self.journal;
        let saved = &journal.stacks[self.stepper.stacks_before..];
        let ends = saved.iter().skip(1).map(|next| next.frames as usize).chain([journal.frames.len()]);
        saved.iter().zip(ends).filter(|(stack, _)| usize::from(stack.thread) == self.stepper.current).all(
            |(stack, end)| {
                let frames = &journal.frames[stack.frames as usize..end];
                stack.lowest as usize >= index && frames.iter().all(|frame| is_of_kind(frame.method))
            },
        )
    }

    /// Whether the running thread, which is about to park, will be parked by that.
    pub fn will_park(&self) -> bool {
        let thread = &self.state.threads[self.stepper.current];
        !thread.control.blocking.resumed && !thread.control.permit && !self.is_interrupted(thread.object)
    }

    /// Compares the state with what the reduction takes for proved.
    pub fn audit_reduction(&mut self) -> Option<String> {
        let mut reduction = self.reduction.take()?;
        let wrong = reduction.audit(self);
        self.reduction = Some(reduction);
        wrong
    }
}
