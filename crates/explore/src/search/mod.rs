//! THE loop: take a state, ask for its choices, step, look, remember. What comes next is decided by
//! an [`Order`], one file each; what is looked for, by the properties; what is remembered, by the
//! store.

pub mod beyond;
pub mod bfs;
pub mod dfs;
pub mod dpor;
pub mod fair;
pub mod open;
pub mod pct;
pub mod pool;
pub mod pos;
pub mod resumable;
pub mod sample;
pub mod trail;

use std::cell::RefCell;

use heddle_machine::{StepEnd, Stop};
use heddle_verdict::{Choice, Limit};

use self::trail::Trail;
use crate::findings::Findings;
use crate::path::Path;
use crate::property::Properties;
use crate::store::{Seen, Store};
use crate::watch::{Reason, Tally, Watch};

/// A search order: in which order the choices of all states are taken.
pub trait Order {
    /// The path stands at a state with these choices, which are to be taken some time.
    fn add(&mut self, path: &Path<'_>, choices: &[Choice]);

    /// Moves the path to a state and gives the choice to take there; `None` at the end.
    fn next(&mut self, path: &mut Path<'_>) -> Option<Choice>;

    /// The path stands at a state with these choices that a bound on switching forbids, each with what the run would cost.
    fn put_beyond(&mut self, _path: &Path<'_>, _choices: &[(u32, Choice)]) {}

    /// How many choices, or walks, are still to be taken.
    fn waiting(&self) -> usize;

    /// How much of the tree of runs was explored since this was asked last, if the order knows.
    fn take_explored(&mut self) -> f64 {
        0.0
    }

    /// Whether to go on from states that have been seen before, as orders do that sample runs.
    fn revisits(&self) -> bool {
        false
    }
}

/// What a worker searches with.
pub struct Worker<'a, 'p> {
    pub path: &'a mut Path<'p>,
    pub store: &'a dyn Store,
    pub properties: Properties,
    pub findings: &'a Findings<'a>,
    pub watch: &'a Watch,
    /// Steps after which runs are cut.
    pub max_depth: Option<u64>,
    /// What a depth-first worker finds out about the runs on its way.
    pub trail: Option<&'a RefCell<Trail>>,
    /// What the bound on switching forbids at the current state.
    pub beyond: Vec<(u32, Choice)>,
}

impl Worker<'_, '_> {
    /// Looks at the state that the path stands at, from which the search begins.
    pub fn begin(&mut self, order: &mut dyn Order, tally: &mut Tally<'_>) {
        self.arrive(order, &mut Vec::new(), tally);
        self.path.note_growth();
    }

    /// Takes choices until the order has none left or the search has to stop or pause; whether there are none left.
    /// Everything that is found goes to the findings.
    pub fn search(&mut self, order: &mut dyn Order, tally: &mut Tally<'_>) -> bool {
        let mut choices = Vec::new();
        while tally.may_go_on(self.path) {
            let Some(choice) = order.next(self.path) else {
                return true;
            };
            if tally.is_due() {
                self.watch.note_waiting(order.waiting());
                if !tally.is_beside() {
                    self.watch.note_explored(order.take_explored());
                }
            }
            tally.count_step(self.path.depth());
            let end = self.path.step(choice);
            if self.path.round_is_over() {
                self.watch.stop(Reason::Refuted);
            }
            self.properties.after_step(self.path, self.findings);
            match end {
                StepEnd::Stop(stop) => {
                    if matches!(stop, Stop::Exit(_)) {
                        self.properties.at_end(self.path, self.findings);
                    }
                    end_of_run(self.path, stop, self.findings, tally);
                }
                StepEnd::Done | StepEnd::Cut => self.arrive(order, &mut choices, tally),
            }
            self.path.note_growth();
        }
        false
    }

    /// The path stands at a state, which is looked at and gone on from unless it is known.
    fn arrive(&mut self, order: &mut dyn Order, choices: &mut Vec<Choice>, tally: &mut Tally<'_>) {
        let path = &mut *self.path;
        let trail = self.trail;
        let mut key = 0;
        let seen = self.store.insert(path, &mut |fingerprint| {
            key = fingerprint.low();
            if let Some(trail) = trail {
                trail.borrow_mut().approach(key);
            }
        });
        tally.count_state(seen);
        if seen == Seen::Known && !order.revisits() {
            if let Some(trail) = trail {
                trail.borrow_mut().meet(path.depth(), key);
            }
            return;
        }
        path.enabled(choices);
        self.properties.at_state(path, choices, seen, self.findings);
        if path.may_stay(choices) {
            tally.count_end(seen);
        }
        if choices.is_empty() {
            if let Some(trail) = trail {
                trail.borrow_mut().end(path.depth());
            }
            return;
        }
        if self.max_depth.is_some_and(|limit| path.depth() as u64 >= limit) {
            self.findings.limit(Limit::Depth(path.depth() as u64));
            return;
        }
        path.apply_bound(choices, &mut self.beyond);
        if !self.beyond.is_empty() {
            self.findings.prune();
            // A run that came here before at this cost, and went on with another thread, has left the rest beyond the bound.
            if seen == Seen::New {
                order.put_beyond(path, &self.beyond);
            }
        }
        if let Some(trail) = trail {
            trail.borrow_mut().enter(path.depth(), key);
        }
        order.add(path, choices);
    }
}

fn end_of_run(path: &mut Path<'_>, stop: Stop, findings: &Findings<'_>, tally: &mut Tally<'_>) {
    match stop {
        Stop::Exit(code) => {
            let key = path.machine.fingerprint();
            tally.count_end(findings.exit(path, code, key));
        }
        Stop::Unsupported(what) => findings.unsupported(path, what),
        Stop::Limit(what) => findings.limit(Limit::Machine(what)),
        Stop::Ignore => {}
    }
}
