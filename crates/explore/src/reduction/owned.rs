//! Corbett's owned variables (TOSEM 2000, sections 4.2 and 6.1): memory and monitors
//! that the shape analysis proves out of reach for all other threads at this point.
//!
//! The machine itself knows when an object is reached by one thread only. This adds what it cannot
//! see in a state: an object that was handed over to this thread, while a frame of the old owner
//! still holds a reference that it will never use.

use heddle_machine::Machine;

use super::site_facts::{Rank, SiteFacts};

pub fn is_memory_owned(site_facts: &SiteFacts, machine: &Machine<'_>) -> bool {
    site_facts.memory(machine, machine.stepper.current) == Some(Rank::Owned)
}

pub fn is_monitor_owned(site_facts: &SiteFacts, machine: &Machine<'_>) -> bool {
    site_facts.monitor(machine, machine.stepper.current) == Some(Rank::Owned)
}
