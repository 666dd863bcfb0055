//! Who may run next. Without a platform that is every thread that can go on; a platform lets fewer
//! run (Parízek and Kalibera, FMICS 2009).
//!
//! A platform acts in two places: the machine ends steps where it may switch ([`heddle_machine::Stops`]), and a
//! [`Scheduler`] offers the threads that it may switch to. What a scheduler has to remember between
//! steps is in the control states of the threads, so that it is part of the state and is undone
//! with it.

mod preset;
mod priority;
mod processors;

use heddle_machine::{Machine, Status, Step};
use heddle_verdict::{Choice, Platform, Priorities};

pub use preset::{PRESETS, preset};
pub use priority::{active_priorities, base_priority, ceiling, waited_for};

/// A policy of who runs.
pub trait Scheduler: Send {
    /// The machine stands at the initial state.
    fn begin(&mut self, machine: &mut Machine<'_>);

    /// The choices that the platform allows in the current state.
    fn choices(&mut self, machine: &mut Machine<'_>, out: &mut Vec<Choice>);

    /// Takes one of them.
    fn step(&mut self, machine: &mut Machine<'_>, choice: Choice) -> Step;
}

/// The policy of a platform.
pub fn scheduler(platform: Option<&Platform>) -> Box<dyn Scheduler> {
    let Some(platform) = platform.filter(|platform| platform.is_restrictive()) else { return Box::new(Anyone) };
    let processors = platform.processors.map_or(usize::MAX, usize::from);
    match platform.priorities {
        Priorities::Off => Box::new(processors::Processors::new(processors)),
        Priorities::Strict => Box::new(priority::Strict::new(platform.clone(), processors)),
    }
}

/// Whether a choice of this thread is an event that needs no processor: its time is up, or it wakes
/// up without a reason.
fn is_event(machine: &Machine<'_>, t: usize) -> bool {
    matches!(machine.state.threads[t].control.status, Status::Waiting { .. } | Status::Parked { .. } | Status::Sleeping)
}

/// Every thread that can go on may run.
struct Anyone;

impl Scheduler for Anyone {
    fn begin(&mut self, _: &mut Machine<'_>) {}

    fn choices(&mut self, machine: &mut Machine<'_>, out: &mut Vec<Choice>) {
        machine.choices(out);
    }

    fn step(&mut self, machine: &mut Machine<'_>, choice: Choice) -> Step {
        machine.step(choice)
    }
}
