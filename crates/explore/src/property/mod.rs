//! What is looked for. Properties observe; they never decide where the search goes.

mod audit;
pub mod deadlock;
pub mod deadlock_kind;
mod inversion;
pub mod parked;
mod race;
mod starvation;
pub mod swallowed;
pub mod uncaught;

use heddle_verdict::{Choice, Priorities};

use crate::findings::Findings;
use crate::path::Path;
use crate::settings::{Settings, Severity};
use crate::store::Seen;

/// A property of states and steps. Each file here is one. Whether it is violated follows from the path alone, not from
/// what the property was shown before: a run that is replayed is shown from its last step on.
pub trait Property: Send {
    /// After every step of the search, whether it led to a new state, to a known one, or ended the run.
    fn after_step(&mut self, _path: &mut Path<'_>, _findings: &Findings<'_>) {}

    /// At every state that the search goes on from, the initial one among them, and at every final state: when it is
    /// visited for the first time, and again when it is reached at a lower cost of the bound or by another sampled
    /// run. The choices are all that the state offers, none if it is final; a bound may forbid some of them.
    fn at_state(&mut self, _path: &mut Path<'_>, _choices: &[Choice], _findings: &Findings<'_>) {}

    /// The run may end where the path stands: nobody has to move, or the program has exited.
    fn at_end(&mut self, _path: &mut Path<'_>, _findings: &Findings<'_>) {}
}

/// All properties of a search.
pub struct Properties {
    list: Vec<Box<dyn Property>>,
}

impl Properties {
    pub fn new(settings: &Settings) -> Self {
        let mut list: Vec<Box<dyn Property>> =
            vec![Box::new(uncaught::Uncaught), Box::new(deadlock::Deadlock::default()), Box::new(swallowed::Swallowed)];
        if settings.audit {
            list.push(Box::new(audit::Audit::default()));
        }
        if settings.races != Severity::Off {
            list.push(Box::new(race::Race::new(settings.accepted_races.clone())));
        }
        if let Some(platform) = &settings.semantics.platform {
            list.push(Box::new(starvation::Starvation));
            if platform.priorities == Priorities::Strict {
                list.push(Box::new(inversion::Inversion::new(platform.inversion_bound)));
                list.push(Box::new(inversion::Ceilings));
            }
        }
        Self { list }
    }

    /// Nothing is looked for.
    pub fn none() -> Self {
        Self { list: Vec::new() }
    }

    #[inline]
    pub fn after_step(&mut self, path: &mut Path<'_>, findings: &Findings<'_>) {
        for property in &mut self.list {
            property.after_step(path, findings);
        }
    }

    #[inline]
    pub fn at_state(&mut self, path: &mut Path<'_>, choices: &[Choice], seen: Seen, findings: &Findings<'_>) {
        for property in &mut self.list {
            property.at_state(path, choices, findings);
        }
        if path.may_stay(choices) {
            self.at_end(path, findings);
            if seen == Seen::New {
                findings.end(path, !path.machine.is_finished());
            }
        }
    }

    /// The run may end here.
    pub fn at_end(&mut self, path: &mut Path<'_>, findings: &Findings<'_>) {
        for property in &mut self.list {
            property.at_end(path, findings);
        }
    }
}
