//! Corbett's protected variables (TOSEM 2000, sections 4.3 and 6.2): memory and monitors
//! that are only ever used under one lock, which the running thread holds.
//!
//! Nobody else can do anything that depends on such an access before the lock is released, and the
//! running thread cannot release it before it has made the access. That is a persistent set of one
//! thread; it does not matter which lock it is, for the analysis has shown that it is held whenever
//! control is here.

use heddle_machine::Machine;

use super::site_facts::{Rank, SiteFacts};

pub fn is_memory_protected(site_facts: &SiteFacts, machine: &Machine<'_>) -> bool {
    site_facts.memory(machine, machine.stepper.current).is_some_and(|rank| rank <= Rank::Protected)
}

pub fn is_monitor_protected(site_facts: &SiteFacts, machine: &Machine<'_>) -> bool {
    site_facts.monitor(machine, machine.stepper.current).is_some_and(|rank| rank <= Rank::Protected)
}
