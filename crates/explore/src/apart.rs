//! The search of a portfolio (`portfolio.rs`) that explores every run with few preemptions, with assumptions of its own: it has a machine
//! for itself, and begins again only if a run within its bound refutes something. What it claims is what a search with
//! that bound alone would claim, and it begins nothing again because of runs that it does not have.

use std::collections::BTreeSet;

use heddle_verdict::{SearchAssumption, Tried};

use crate::path::Path;
use crate::portfolio::{Member, PREEMPTIONS};
use crate::refine::{Assuming, refuted_by};
use crate::search::resumable::Search;
use crate::settings::Settings;
use crate::watch::{Reason, Watch};

pub struct Apart<'p, 's> {
    pub path: Path<'p>,
    pub member: Member<'s>,
    /// What runs within the bound have refuted, and what was known before.
    refuted: BTreeSet<SearchAssumption>,
}

impl<'p, 's> Apart<'p, 's> {
    pub fn new(mut path: Path<'p>, settings: &Settings, watch: &'s Watch) -> Self {
        let refuted = settings.semantics.refuted.clone();
        path.refine(&refuted);
        path.is_apart = true;
        Self { path, member: Member::new(PREEMPTIONS, settings, watch), refuted }
    }

    /// Goes on with so much work, and begins again as often as it refutes something.
    pub fn take_turn(&mut self, work: u64, settings: &Settings, watch: &'s Watch) {
        let until = self.member.done() + work;
        while self.member.search.is_some() {
            self.member.go_on(&mut self.path, until - self.member.done());
            if !self.refine(settings, watch) || self.member.done() >= until {
                return;
            }
        }
    }

    /// Begins again without what it has refuted; whether there is such a thing.
    fn refine(&mut self, settings: &Settings, watch: &'s Watch) -> bool {
        let refuted = refuted_by(std::slice::from_ref(&self.path));
        if refuted.is_empty() {
            return false;
        }
        if self.member.has_violation() {
            // It is one whatever was assumed, but for what decides values.
            if !refuted.iter().any(SearchAssumption::decides_values) {
                return false;
            }
            watch.forget(Reason::FirstViolation);
        }
        self.refuted.extend(refuted);
        self.path.refine(&self.refuted);
        self.member = self.member.again(settings, watch);
        !watch.is_stopped()
    }

    /// What it has found a violation with, and what that rests on.
    pub fn take(self) -> (Path<'p>, Option<Search<'s>>, BTreeSet<SearchAssumption>) {
        (self.path, self.member.search, self.refuted)
    }

    pub fn tried(&self) -> Option<Tried> {
        self.member.tried()
    }
}
