//! Corbett's owned variables (TOSEM 2000, sections 4.2 and 6.1): memory and monitors
//! that the shape analysis proves out of reach for all other threads at this point.
//!
//! The machine itself knows when an object is reached by one thread only. This adds what it cannot
//! see in a state: an object that was handed over to this thread, while a frame of the old owner
//! still holds a reference that it will never use.

use std::sync::Arc;

use heddle_machine::{Machine, Pending};

use super::is_run;
use super::layer::{Answer, Layer};
use super::monitors::is_free_of_threads;
use super::site_facts::{Rank, SiteFacts};
use super::table::Setting;

struct Owned {
    site_facts: Arc<SiteFacts>,
}

pub fn layer<'p>(setting: &Setting<'_, 'p>) -> Option<Box<dyn Layer + 'p>> {
    let site_facts = setting.knowledge?.site_facts(setting.program)?;
    Some(Box::new(Owned { site_facts }))
}

impl Layer for Owned {
    fn ask(&mut self, machine: &mut Machine<'_>, action: Pending) -> Answer {
        match rank(&self.site_facts, machine, action) {
            Some(Rank::Owned) => Answer::Independent,
            _ => Answer::Unknown,
        }
    }
}

/// What the shape analysis says of the memory or the monitor that the running thread is about to use.
pub fn rank(site_facts: &SiteFacts, machine: &Machine<'_>, action: Pending) -> Option<Rank> {
    match action {
        Pending::Memory(access) if !is_run(access.location) => site_facts.memory(machine, machine.stepper.current),
        Pending::Lock(object) if is_free_of_threads(machine, object) => {
            site_facts.monitor(machine, machine.stepper.current)
        }
        _ => None,
    }
}
