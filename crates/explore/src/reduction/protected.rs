//! Corbett's protected variables (TOSEM 2000, sections 4.3 and 6.2): memory and monitors
//! that are only ever used under one lock, which the running thread holds.
//!
//! Nobody else can do anything that depends on such an access before the lock is released, and the
//! running thread cannot release it before it has made the access. That is a persistent set of one
//! thread; it does not matter which lock it is, for the analysis has shown that it is held whenever
//! control is here.

use std::sync::Arc;

use heddle_machine::{Machine, Pending};

use super::layer::{Answer, Layer};
use super::owned::rank;
use super::site_facts::{Rank, SiteFacts};
use super::table::Setting;

struct Protected {
    site_facts: Arc<SiteFacts>,
}

pub fn layer<'p>(setting: &Setting<'_, 'p>) -> Option<Box<dyn Layer + 'p>> {
    let site_facts = setting.knowledge?.site_facts(setting.program)?;
    Some(Box::new(Protected { site_facts }))
}

impl Layer for Protected {
    fn ask(&mut self, machine: &mut Machine<'_>, action: Pending) -> Answer {
        match rank(&self.site_facts, machine, action) {
            Some(Rank::Owned | Rank::Protected) => Answer::Independent,
            _ => Answer::Unknown,
        }
    }
}
