//! Where steps end on a platform that switches threads at some points only.
//!
//! Without a platform a step ends before every instruction that another thread can notice. On a
//! platform it ends before such an instruction if the platform has several processors, or if the
//! instruction is a yield point, or if a yield point *was passed* since the last noticeable one.
//!
//! The last case is the block rule. A yield point that nobody can notice, such as
//! taking a monitor that only this thread can reach, must not be dropped on the strength of its own
//! instruction. It is owed until the next noticeable instruction: everything in between is
//! independent of what other threads do, so switching there instead comes to the same, and if the
//! next yield point comes first, the block between the two had nothing to notice and one of them is
//! enough.
//!
//! Starting a thread, giving back a monitor and printing are yield points before and after: what they
//! do lets others do more, so that a platform that switches there has to be able to do so afterwards.
//!
//! What a thread was stopped for is part of the state: a thread that is *held* stands at no yield
//! point, so that its processor keeps it.

use heddle_verdict::{Granularity, Platform, Preemption, Priorities, YieldKind, YieldSet};

use crate::heap::Ref;
use crate::machine::Machine;
use crate::pending::Pending;
use crate::settings::Settings;
use crate::thread::Status;

/// Where steps end on a platform.
#[derive(Clone, Copy, Debug)]
pub struct Stops {
    pub yields: YieldSet,
    /// Other processors run threads meanwhile, so that every shared access ends a step.
    pub accesses: bool,
    /// `Thread.sleep` blocks until its time is up, instead of being a yield point that does nothing.
    pub sleeps: bool,
    /// A thread that yields or changes a priority goes behind others, and so stops again after that.
    pub strict: bool,
}

impl Stops {
    /// Those of a platform; `None` if it allows all that the language does.
    pub fn of(platform: Option<&Platform>) -> Option<Self> {
        let platform = platform.filter(|platform| platform.is_restrictive())?;
        let strict = platform.priorities == Priorities::Strict;
        let yields = match platform.preemption {
            // Switching before every shared access makes other yield points superfluous.
            Preemption::Time => [YieldKind::Branch, YieldKind::BackBranch, YieldKind::Entry, YieldKind::Exit]
                .into_iter()
                .fold(YieldKind::ALL.into_iter().collect(), YieldSet::without),
            // Changing a priority is a yield point wherever priorities matter.
            Preemption::Yield if strict => platform.yields.with(YieldKind::Priority),
            Preemption::Yield => platform.yields,
        };
        Some(Self {
            yields,
            accesses: platform.processors != Some(1),
            sleeps: strict || !yields.contains(YieldKind::Sleep),
            strict,
        })
    }
}

/// How far steps go.
#[derive(Clone, Copy, Debug)]
pub struct Stepping {
    granularity: Granularity,
    stops: Option<Stops>,
    updates_reach: bool,
}

impl Stepping {
    /// Every instruction is a step, whatever the platform, also while just one thread is alive. The driver
    /// decides when reach tags are brought up to date ([`Machine::update_reach`]).
    pub const SINGLE: Self = Self { granularity: Granularity::AnyInstruction, stops: None, updates_reach: false };
}

impl Machine<'_> {
    /// Lets a run be followed in steps of another length; what it was before.
    pub fn set_stepping(&mut self, stepping: Stepping) -> Stepping {
        let Settings { semantics, stops, updates_reach, .. } = &mut self.settings;
        let before = Stepping { granularity: semantics.granularity, stops: *stops, updates_reach: *updates_reach };
        semantics.granularity = stepping.granularity;
        (*stops, *updates_reach) = (stepping.stops, stepping.updates_reach);
        self.canonical.reach_is_current = false;
        self.stepper.pending.clear();
        self.count_live();
        before
    }

    /// Whether every single instruction is a step.
    #[inline]
    pub(crate) fn steps_singly(&self) -> bool {
        self.settings.semantics.granularity.is_single() && self.settings.stops.is_none()
    }

    /// Whether the boundaries of a platform are taken as they are, without the block rule.
    #[inline]
    pub(crate) fn stops_everywhere(&self) -> bool {
        self.settings.semantics.granularity.is_single() && self.settings.stops.is_some()
    }

    /// Whether a step ends before an instruction that others can notice.
    #[inline]
    pub(crate) fn ends_before(&self, kind: Option<YieldKind>) -> bool {
        match self.settings.stops {
            None => true,
            Some(stops) => {
                self.stepper.owed
                    || stops.accesses
                    || self.stepper.eager
                    || kind.is_some_and(|kind| stops.yields.contains(kind))
            }
        }
    }

    /// A yield point that nobody notices is passed.
    #[inline]
    pub(crate) fn pass(&mut self, kind: YieldKind) {
        if self.stepper.several && self.settings.stops.is_some_and(|stops| stops.yields.contains(kind)) {
            self.stepper.owed = true;
        }
    }

    /// An action is done that is a yield point and after which others may have more to do than before it.
    pub(crate) fn pass_after(&mut self, pending: Pending) {
        let strict = self.settings.stops.is_some_and(|stops| stops.strict);
        match kind_of(pending) {
            Some(kind @ (YieldKind::Start | YieldKind::Io)) => self.pass(kind),
            Some(kind @ (YieldKind::Yield | YieldKind::Priority)) if strict => self.pass(kind),
            _ => {}
        }
    }

    /// Whether a step ends before a monitor is given back by an exception, or the lock of a class
    /// initialisation, which goes by 0. As for returns, a release that is no yield point is done early
    /// if those who wait for the monitor stand at one, for that keeps nobody from anything.
    pub(crate) fn ends_before_release(&mut self, object: Ref) -> bool {
        let Some(stops) = self.settings.stops else { return false };
        let is_yield = stops.yields.contains(YieldKind::Release);
        if !(self.stops_everywhere() || self.stepper.several && self.release_visible(object)) {
            self.pass(YieldKind::Release);
            return false;
        }
        let ends = is_yield || !stops.yields.contains(YieldKind::Acquire) && self.ends_before(Some(YieldKind::Access));
        self.stepper.owed |= is_yield;
        ends
    }

    /// As [`Self::ends_before`], for a native with this effect. Where there are several ways to
    /// go on a step ends in any case.
    pub(crate) fn ends_before_effect(&self, pending: Pending) -> bool {
        self.branches(pending) || self.ends_before(kind_of(pending))
    }

    fn branches(&self, pending: Pending) -> bool {
        match pending {
            Pending::Choose(_) | Pending::Clock => true,
            Pending::Notify { object, all: false } => self.waiters(object).nth(1).is_some(),
            _ => false,
        }
    }

    /// Notes whether the thread that a step left somewhere stands at a yield point.
    pub(crate) fn note_stop(&mut self, t: usize) {
        let Some(stops) = self.settings.stops else { return };
        if !self.state.threads[t].is_alive() {
            return;
        }
        // A timer interrupts anywhere.
        let timed = stops.yields.contains(YieldKind::Access);
        let held =
            !timed && !self.stepper.owed && !kind_of(self.pending(t)).is_some_and(|kind| stops.yields.contains(kind));
        if self.state.threads[t].control.scheduling.held != held {
            self.control(t).scheduling.held = held;
        }
    }

    /// Whether a blocked thread can come back without any other: its time may be up, or it wakes up
    /// without a reason.
    pub fn may_wake(&mut self, t: usize) -> bool {
        matches!(
            self.state.threads[t].control.status,
            Status::Waiting { .. } | Status::Parked { .. } | Status::Sleeping
        ) && self.alternatives(t) > 0
    }

    /// Whether a thread can go on by itself: it does not wait for anything, not even for time.
    pub fn is_ready(&mut self, t: usize) -> bool {
        matches!(self.state.threads[t].control.status, Status::Runnable | Status::Notified { .. })
            && self.alternatives(t) > 0
    }
}

/// The kind of yield point that an action is.
pub fn kind_of(pending: Pending) -> Option<YieldKind> {
    Some(match pending {
        Pending::Lock(_) | Pending::Initialize(_) => YieldKind::Acquire,
        Pending::Unlock(_) => YieldKind::Release,
        Pending::Wait(_) => YieldKind::Wait,
        Pending::Notify { .. } => YieldKind::Notify,
        Pending::Start(_) => YieldKind::Start,
        Pending::Sleep => YieldKind::Sleep,
        Pending::Yield => YieldKind::Yield,
        Pending::Park => YieldKind::Park,
        Pending::Output => YieldKind::Io,
        Pending::End => YieldKind::End,
        Pending::SetPriority(_) => YieldKind::Priority,
        Pending::Memory(_)
        | Pending::Copy { .. }
        | Pending::Beside(_)
        | Pending::Unpark(_)
        | Pending::Alive(_)
        | Pending::Interrupt(_)
        | Pending::Interrupted(_)
        | Pending::Global => YieldKind::Access,
        Pending::Local | Pending::Choose(_) | Pending::Clock => return None,
    })
}
