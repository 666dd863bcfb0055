//! What a search has found so far, shared by its workers.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use heddle_machine::Fingerprint;
use heddle_verdict::{AcceptedRace, Choice, Ending, Kind, Limit, Outcome, Unsupported, Violation};
use rustc_hash::{FxHashMap, FxHasher};
use serde::{Deserialize, Serialize};

use crate::describe;
use crate::path::Path;
use crate::settings::{Settings, Severity};
use crate::store::Seen;
use crate::watch::{Reason, Watch};

/// A violation of the current state, before it is put together with the schedule.
#[derive(Clone, Debug)]
pub struct Found {
    /// Tells it from others of the program.
    pub key: String,
    /// What is wrong.
    pub kind: Kind,
}

pub struct Findings<'w> {
    inner: Mutex<Inner>,
    pruned: AtomicBool,
    watch: &'w Watch,
    races: Severity,
    all: bool,
    outcomes: bool,
}

/// What a search has found so far, as a value. Keys that are no texts stand in lists.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct FoundSoFar {
    pub(crate) violations: BTreeMap<String, Violation>,
    pub(crate) warnings: BTreeMap<String, Violation>,
    pub(crate) limits: BTreeSet<Limit>,
    pub(crate) unsupported: BTreeSet<Unsupported>,
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) accepted: BTreeSet<AcceptedRace>,
    pub(crate) stuck: BTreeSet<Vec<String>>,
    exits: Vec<(u64, u64, i32)>,
    pruned: bool,
}

#[derive(Default)]
struct Inner {
    violations: BTreeMap<String, Violation>,
    warnings: BTreeMap<String, Violation>,
    limits: BTreeSet<Limit>,
    unsupported: BTreeSet<Unsupported>,
    outcomes: BTreeMap<(Ending, String, String), (u64, Vec<Choice>)>,
    accepted: BTreeSet<AcceptedRace>,
    stuck: BTreeSet<Vec<String>>,
    /// Final states that `exit` led to; they are in no store.
    /// With a number for the outcome that they are part of.
    exits: FxHashMap<(Fingerprint, i32), u64>,
}

/// A final state that `exit` led to: its fingerprint, the code, and a number for the outcome.
pub type Exit = (u64, u64, i32, u64);

/// A number for an outcome.
pub fn number_of_outcome(ending: &Ending, stdout: &str, stderr: &str) -> u64 {
    let mut hasher = FxHasher::default();
    (ending_code(ending), stdout, stderr).hash(&mut hasher);
    hasher.finish()
}

fn ending_code(ending: &Ending) -> i64 {
    match ending {
        Ending::Deadlock => i64::MIN,
        Ending::Exit { code } => i64::from(*code),
    }
}

/// Everything found, in an order that does not depend on the search.
#[derive(Default)]
pub struct Collected {
    pub violations: Vec<Violation>,
    pub warnings: Vec<Violation>,
    pub limits: Vec<Limit>,
    pub unsupported: Vec<Unsupported>,
    pub outcomes: Vec<Outcome>,
    /// Data races that the user accepts: on what, and why.
    pub accepted: Vec<AcceptedRace>,
    /// With the outcomes: the threads that are left in final states which are deadlocks, by name.
    pub stuck: Vec<Vec<String>>,
}

impl Collected {
    /// Leaves out what was found in runs: these may be none of the program.
    pub fn forget_runs(&mut self) {
        self.violations.clear();
        self.warnings.clear();
        self.outcomes.clear();
        self.accepted.clear();
        self.stuck.clear();
    }
}

impl<'w> Findings<'w> {
    pub fn new(settings: &Settings, watch: &'w Watch) -> Self {
        Self {
            inner: Mutex::default(),
            pruned: AtomicBool::new(false),
            watch,
            races: settings.races,
            all: settings.all,
            outcomes: settings.outcomes,
        }
    }

    /// Everything so far, to go on from.
    pub fn so_far(&self) -> FoundSoFar {
        let inner = self.lock();
        let Inner { violations, warnings, limits, unsupported, outcomes, accepted, stuck, exits } = &*inner;
        let mut exits: Vec<_> =
            exits.keys().map(|&(Fingerprint(f), code)| ((f >> 64) as u64, f as u64, code)).collect();
        exits.sort_unstable();
        let outcome =
            |((ending, stdout, stderr), (states, schedule)): (&(Ending, String, String), &(u64, _))| Outcome {
                ending: ending.clone(),
                stdout: stdout.clone(),
                stderr: stderr.clone(),
                states: *states,
                schedule: Vec::clone(schedule),
            };
        FoundSoFar {
            violations: violations.clone(),
            warnings: warnings.clone(),
            limits: limits.clone(),
            unsupported: unsupported.clone(),
            outcomes: outcomes.iter().map(outcome).collect(),
            accepted: accepted.clone(),
            stuck: stuck.clone(),
            exits,
            pruned: self.is_pruned(),
        }
    }

    /// Goes on from what was found before.
    pub fn go_on_from(&self, found: FoundSoFar) {
        let FoundSoFar { violations, warnings, limits, unsupported, outcomes, accepted, stuck, exits, pruned } = found;
        let outcome =
            |Outcome { ending, stdout, stderr, states, schedule }| ((ending, stdout, stderr), (states, schedule));
        let exit =
            |(high, low, code): (u64, u64, i32)| ((Fingerprint(u128::from(high) << 64 | u128::from(low)), code), 0);
        *self.lock() = Inner {
            violations,
            warnings,
            limits,
            unsupported,
            outcomes: outcomes.into_iter().map(outcome).collect(),
            accepted,
            stuck,
            exits: exits.into_iter().map(exit).collect(),
        };
        self.pruned.store(pruned, Ordering::Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().expect("no panic while holding the lock")
    }

    /// A violation at the end of the path.
    pub fn violation(&self, path: &Path<'_>, found: Found) {
        let mut inner = self.lock();
        let warn = match found.kind {
            Kind::Race { .. } => self.races == Severity::Warning,
            Kind::Inversion { .. } => true,
            _ => false,
        };
        let list = if warn { &mut inner.warnings } else { &mut inner.violations };
        let Found { key, kind } = found;
        list.entry(key.clone()).or_insert_with(|| Violation {
            only_early: false,
            execution: None,
            key,
            kind,
            schedule: path.choices().to_vec(),
            trace: None,
        });
        if !warn && !self.all {
            self.watch.stop(Reason::FirstViolation);
        }
    }

    /// A data race that is no violation.
    pub fn accept(&self, race: AcceptedRace) {
        self.lock().accepted.insert(race);
    }

    pub fn limit(&self, limit: Limit) {
        self.lock().limits.insert(limit);
    }

    /// Whether nothing has cut the search short.
    pub fn is_complete(&self) -> bool {
        let inner = self.lock();
        inner.limits.is_empty() && inner.unsupported.is_empty()
    }

    /// Whether there is a violation.
    pub fn has_violation(&self) -> bool {
        !self.lock().violations.is_empty()
    }

    /// Whether a bound on switching forbade a choice.
    pub fn is_pruned(&self) -> bool {
        self.pruned.load(Ordering::Relaxed)
    }

    /// A bound on switching forbade a choice.
    #[inline]
    pub fn prune(&self) {
        self.pruned.store(true, Ordering::Relaxed);
    }

    pub fn unsupported(&self, path: &mut Path<'_>, what: String) {
        let stack = describe::stack(&path.machine, path.machine.stepper.current);
        self.lock().unsupported.insert(Unsupported { what, stack });
    }

    /// The program ended at the end of the path by itself or, if `deadlock`, for want of choices.
    pub fn end(&self, path: &mut Path<'_>, deadlock: bool) {
        if self.outcomes {
            if deadlock {
                self.note_stuck(path);
            }
            let main_failed = path.machine.state.uncaught.iter().any(|&(thread, _)| thread == 0);
            let ending = if deadlock { Ending::Deadlock } else { Ending::Exit { code: i32::from(main_failed) } };
            self.outcome(path, ending);
        }
    }

    fn note_stuck(&self, path: &mut Path<'_>) {
        let machine = &mut path.machine;
        let left: Vec<usize> = machine.live_threads().filter(|&t| !machine.state.threads[t].control.daemon).collect();
        let mut names: Vec<String> = left.into_iter().map(|t| describe::thread_name(machine, t)).collect();
        names.sort();
        self.lock().stuck.insert(names);
    }

    /// The program ended by `System.exit`; whether that final state is new.
    pub fn exit(&self, path: &Path<'_>, code: i32, state: Fingerprint) -> Seen {
        match self.lock().exits.entry((state, code)) {
            Entry::Occupied(_) => return Seen::Known,
            Entry::Vacant(entry) => entry.insert(0),
        };
        if self.outcomes {
            let outcome = self.outcome(path, Ending::Exit { code });
            self.lock().exits.insert((state, code), outcome);
        }
        Seen::New
    }

    fn outcome(&self, path: &Path<'_>, ending: Ending) -> u64 {
        let printed = |stderr| {
            let parts = path.machine.state.output.iter().filter(|output| output.stderr == stderr);
            let bytes: Vec<u8> = parts.flat_map(|output| output.bytes.iter().copied()).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let key = (ending, printed(false), printed(true));
        let number = number_of_outcome(&key.0, &key.1, &key.2);
        let mut inner = self.lock();
        let entry = inner.outcomes.entry(key).or_insert_with(|| (0, path.choices().to_vec()));
        entry.0 += 1;
        // One of the shortest schedules, and among those the first, whoever found it.
        let schedule = path.choices();
        if (schedule.len(), schedule) < (entry.1.len(), &entry.1) {
            entry.1 = schedule.to_vec();
        }
        number
    }

    /// Takes what was found since this was last called, but for final states that `exit` led to; `None` if that is nothing.
    pub fn take(&self) -> Option<FoundSoFar> {
        let mut inner = self.lock();
        let Inner { violations, warnings, limits, unsupported, outcomes, accepted, stuck, exits } = &mut *inner;
        let is_empty = violations.is_empty()
            && warnings.is_empty()
            && limits.is_empty()
            && unsupported.is_empty()
            && outcomes.is_empty()
            && accepted.is_empty()
            && stuck.is_empty();
        if is_empty {
            return None;
        }
        let kept = std::mem::take(exits);
        drop(inner);
        let found = self.so_far();
        *self.lock() = Inner { exits: kept, ..Inner::default() };
        Some(found)
    }

    /// All final states that `exit` led to.
    pub fn exits(&self) -> Vec<Exit> {
        let exit = |(&(Fingerprint(f), code), &outcome): (&_, &_)| ((f >> 64) as u64, f as u64, code, outcome);
        self.lock().exits.iter().map(exit).collect()
    }

    pub fn collect(self) -> Collected {
        let inner = self.inner.into_inner().expect("no panic while holding the lock");
        Collected {
            violations: inner.violations.into_values().collect(),
            warnings: inner.warnings.into_values().collect(),
            limits: inner.limits.into_iter().collect(),
            unsupported: inner.unsupported.into_iter().collect(),
            stuck: inner.stuck.into_iter().collect(),
            accepted: inner.accepted.into_iter().collect(),
            outcomes: inner
                .outcomes
                .into_iter()
                .map(|((ending, stdout, stderr), (states, schedule))| Outcome {
                    ending,
                    stdout,
                    stderr,
                    states,
                    schedule,
                })
                .collect(),
        }
    }
}
