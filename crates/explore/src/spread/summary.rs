//! What a round has come to on each process, and what all of them conclude from that. Each process knows the summaries of all, so that all decide
//! the same.

use std::collections::{BTreeMap, BTreeSet};

use heddle_machine::Met;
use heddle_verdict::{Choice, Outcome, SearchAssumption, Statistics, Violation};
use rustc_hash::FxHashSet;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::member::{Travelled, added};
use crate::findings::{Collected, Exit, Findings, FoundSoFar, number_of_outcome};
use crate::path::Path;
use crate::refine::refuted_by;
use crate::run::{Explored, SMALL};
use crate::search::fair::{Sought, find_endless};
use crate::settings::Settings;
use crate::watch::{Counts, Reason, Watch};

/// What a round has come to on one process.
#[derive(Serialize, Deserialize)]
pub struct Summary {
    /// What numbers in states stood for when the round began.
    pub tables: u64,
    /// Why it was stopped; 0 if it was not.
    pub reason: u8,
    /// What its steps have refuted.
    pub refuted: BTreeSet<SearchAssumption>,
    /// Runs that loaded something new.
    pub growth: Vec<Vec<Choice>>,
    pub counts: [u64; 6],
    /// States that it has sent, and that were new of those that it was sent.
    pub travelled: Travelled,
    pub store_bytes: u64,
    pub exits: Vec<Exit>,
    pub found: FoundSoFar,
    pub met: Met,
}

/// What comes next.
pub enum Decision {
    /// The search is over, with this result.
    Over(Box<Explored>),
    /// Begin a round without these assumptions.
    Again(BTreeSet<SearchAssumption>),
    /// Begin with new machines that execute these runs first, without these assumptions.
    Anew(BTreeSet<SearchAssumption>, Vec<Vec<Choice>>),
    /// The processes do not know the same.
    Unlike,
}

pub(super) fn to_bytes<T: Serialize>(value: &T) -> Vec<u8> {
    serde_json::to_vec(value).expect("texts and numbers")
}

pub(super) fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    serde_json::from_slice(bytes).ok()
}

impl Summary {
    pub fn to_bytes(&self) -> Vec<u8> {
        to_bytes(self)
    }

    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        from_bytes(bytes)
    }
}

/// What comes after a round without the assumptions that were refuted before. What other processes have met counts as met by the
/// machine of this path. One process leads: it alone looks for partial deadlocks, and only its result is of use.
pub fn decide(
    summaries: Vec<Summary>,
    before: &BTreeSet<SearchAssumption>,
    path: &mut Path<'_>,
    settings: &Settings,
    watch: &Watch,
    leads: bool,
) -> Decision {
    let is_limited = |reason: u8| reason != 0 && reason != Reason::Refuted as u8;
    let limited = summaries.iter().map(|summary| summary.reason).find(|&reason| is_limited(reason));
    let is_alike = summaries.iter().all(|summary| summary.tables == summaries[0].tables);
    if limited.is_none() && !is_alike {
        return Decision::Unlike;
    }
    if is_alike {
        summaries.iter().for_each(|summary| path.machine.meet(&summary.met));
    }
    path.refuted.extend(summaries.iter().flat_map(|summary| summary.refuted.iter().cloned()));
    let refuted = refuted_by(std::slice::from_ref(path));
    let has_grown = summaries.iter().any(|summary| !summary.growth.is_empty());
    let growth = || summaries.iter().flat_map(|summary| summary.growth.iter().cloned()).collect();
    let decides_values = refuted.iter().any(SearchAssumption::decides_values);
    let is_violated = limited == Some(Reason::FirstViolation as u8);
    let ends = limited.is_some() && !(is_violated && decides_values);
    if !ends && (has_grown || !refuted.is_empty()) {
        let refuted = before.union(&refuted).cloned().collect();
        return if has_grown { Decision::Anew(refuted, growth()) } else { Decision::Again(refuted) };
    }
    if limited.is_none() && summaries.iter().any(|summary| summary.reason != 0) {
        // A round that was left without a reason is not the whole.
        return Decision::Unlike;
    }
    watch.settle(limited.unwrap_or(0));
    let mut explored = put_together(summaries);
    if leads {
        seek_endless(&mut explored, settings, watch, path);
    }
    if decides_values {
        explored.collected.forget_runs();
    }
    explored.refuted.clone_from(before);
    Decision::Over(Box::new(explored))
}

fn put_together(summaries: Vec<Summary>) -> Explored {
    let counts = Counts::default();
    let mut sum = added(&summaries.iter().map(|summary| summary.counts).collect::<Vec<_>>());
    let store_bytes = summaries.iter().map(|summary| summary.store_bytes).sum();
    // Whoever sends a state counts it as known.
    sum[2] -= summaries.iter().map(|summary| summary.travelled.new).sum::<u64>().min(sum[2]);
    let mut collected = Collected::default();
    let (mut violations, mut warnings) = (BTreeMap::new(), BTreeMap::new());
    let mut outcomes: BTreeMap<u64, Outcome> = BTreeMap::new();
    let mut exits = FxHashSet::default();
    let (mut limits, mut unsupported, mut accepted, mut stuck) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut twice: Vec<u64> = Vec::new();
    for Summary { found, exits: of, .. } in summaries {
        found.violations.into_values().for_each(|one| keep_shortest(&mut violations, one));
        found.warnings.into_values().for_each(|one| keep_shortest(&mut warnings, one));
        for outcome in found.outcomes {
            let number = number_of_outcome(&outcome.ending, &outcome.stdout, &outcome.stderr);
            match outcomes.get_mut(&number) {
                None => drop(outcomes.insert(number, outcome)),
                Some(known) => {
                    known.states += outcome.states;
                    if (outcome.schedule.len(), &outcome.schedule) < (known.schedule.len(), &known.schedule) {
                        known.schedule = outcome.schedule;
                    }
                }
            }
        }
        let is_twice = |exit: &&Exit| !exits.insert((exit.0, exit.1, exit.2));
        twice.extend(of.iter().filter(is_twice).map(|exit| exit.3));
        limits.extend(found.limits);
        unsupported.extend(found.unsupported);
        accepted.extend(found.accepted);
        stuck.extend(found.stuck);
    }
    sum[3] -= twice.len() as u64;
    for number in twice {
        outcomes.entry(number).and_modify(|outcome| outcome.states -= 1);
    }
    counts.set_all(sum);
    collected.violations = violations.into_values().collect();
    collected.warnings = warnings.into_values().collect();
    collected.outcomes = outcomes.into_values().collect();
    collected.outcomes.sort_by(|a, b| (&a.ending, &a.stdout, &a.stderr).cmp(&(&b.ending, &b.stdout, &b.stderr)));
    collected.limits = limits.into_iter().collect();
    collected.unsupported = unsupported.into_iter().collect();
    collected.accepted = accepted.into_iter().collect();
    collected.stuck = stuck.into_iter().collect();
    let statistics = Statistics { store_bytes, ..counts.statistics() };
    Explored { collected, statistics, bits: Some(128), ..Explored::nothing() }
}

fn keep_shortest(known: &mut BTreeMap<String, Violation>, one: Violation) {
    match known.get(&one.key) {
        Some(other) if (other.schedule.len(), &other.schedule) <= (one.schedule.len(), &one.schedule) => {}
        _ => drop(known.insert(one.key.clone(), one)),
    }
}

/// Looks for partial deadlocks by one worker, if there are few enough states, as every search does.
fn seek_endless(explored: &mut Explored, settings: &Settings, watch: &Watch, path: &mut Path<'_>) {
    let Explored { collected, statistics, partial_deadlocks_sought, traps, .. } = explored;
    let is_complete = collected.limits.is_empty() && collected.unsupported.is_empty();
    if statistics.states > SMALL || !is_complete || watch.is_stopped() {
        return;
    }
    *partial_deadlocks_sought = true;
    path.begin_at_start();
    path.restart(settings.bound);
    let findings = Findings::new(settings, watch);
    *traps = find_endless(path, Sought::PartialDeadlocks, &findings, watch);
    let Collected { violations, warnings, limits, unsupported, .. } = findings.collect();
    collected.violations.extend(violations);
    collected.warnings.extend(warnings);
    collected.limits.extend(limits);
    collected.unsupported.extend(unsupported);
}
