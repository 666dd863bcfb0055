//! Back from something that was reached to the threads of the contexts that lead there.
//!
//! Levels are kept as sets, so a schedule is found by halving: the part of the level before that
//! still leads to the target is narrowed, bit by bit, to a single configuration, which is the target
//! of the context before.

use std::collections::BTreeSet;

use heddle_bdd::Bdd;

use super::Joint;
use crate::contexts::{Explored, Goal, Hit};
use crate::network::{Label, Network};
use crate::space::Space;

/// What a context is to reach.
pub(super) enum Target {
    Label(Label),
    /// A resting configuration.
    Rest(Bdd),
}

impl Joint<'_> {
    /// The threads of the contexts up to one of `last` that reaches the target from what the levels
    /// have.
    pub(super) fn schedule(&mut self, levels: &[Vec<Bdd>], last: usize, target: Target) -> Vec<usize> {
        let mut schedule = vec![last];
        let (mut thread, mut target) = (last, target);
        for parts in levels.iter().rev() {
            let before = (0..parts.len()).find(|&before| self.leads(thread, &parts[before], &target));
            let Some(before) = before else { break };
            target = Target::Rest(self.narrowed(thread, &parts[before], &target));
            thread = before;
            schedule.push(thread);
        }
        schedule.reverse();
        schedule
    }

    /// Whether a context of a thread can get from a set to a target.
    fn leads(&mut self, thread: usize, from: &Bdd, target: &Target) -> bool {
        if self.space.bdds.is_false(from) {
            return false;
        }
        let mut found = false;
        let mut reach = |_: &Space, _: &dyn Network, label: Label, _: &Bdd| {
            found |= matches!(target, Target::Label(wanted) if *wanted == label);
            !found
        };
        let rests = self.context(thread, from, &mut reach);
        match target {
            Target::Label(_) => found,
            Target::Rest(wanted) => !self.space.bdds.is_false(&self.space.bdds.and(&rests, wanted)),
        }
    }

    /// One configuration of the set from which the target is reached.
    fn narrowed(&mut self, thread: usize, from: &Bdd, target: &Target) -> Bdd {
        let bdds = &self.space.bdds;
        let mut set = from.clone();
        for variable in self.space.resting_variables() {
            let bit = bdds.variable(variable);
            let (yes, no) = (bdds.and(&set, &bit), bdds.minus(&set, &bit));
            if bdds.is_false(&yes) || bdds.is_false(&no) {
                continue;
            }
            set = if self.leads(thread, &no, target) { no } else { yes };
            if self.network.stop() || bdds.is_exhausted() {
                break;
            }
        }
        set
    }

    /// Whether all threads can stand still at once while one of them still has something to do, in
    /// what the last level added.
    pub(super) fn deadlocks(&mut self, levels: &[Vec<Bdd>], explored: &mut Explored, schedules: bool) {
        let Some((parts, before)) = levels.split_last() else { return };
        for (last, part) in parts.iter().enumerate() {
            let mut stuck = vec![(self.before_end(part), Vec::new())];
            for thread in 0..parts.len() {
                let mut next = Vec::new();
                for (set, labels) in &stuck {
                    self.blocked(thread, set, &mut |label, still| {
                        let labels: Vec<Label> = Vec::clone(labels).into_iter().chain([label]).collect();
                        next.push((still, labels));
                    });
                }
                stuck = next;
            }
            let mut seen = BTreeSet::new();
            for (set, labels) in stuck {
                if labels.iter().all(|&label| self.network.done(label)) || !seen.insert(labels.clone()) {
                    continue;
                }
                let what = Goal::Deadlock { labels };
                if explored.hits.iter().any(|hit| hit.what == what) {
                    continue;
                }
                let schedule =
                    if schedules { self.schedule(before, last, Target::Rest(set.clone())) } else { Vec::new() };
                explored.hits.push(Hit { what, schedule, weight: self.at_start(&set) });
            }
        }
    }

    /// The configurations of a set in which a thread cannot go on, by where it stands.
    fn blocked(&mut self, thread: usize, set: &Bdd, each: &mut dyn FnMut(Label, Bdd)) {
        let (space, bdds) = (self.space, &self.space.bdds);
        for number in 0..self.places.positions().len() {
            let (stack, label) = self.places.positions()[number];
            let here = bdds.and(set, &self.places.stands(space, thread, number));
            if bdds.is_false(&here) {
                continue;
            }
            let Some(blocked) = self.network.blocked(space, thread, label) else { continue };
            let moves = self.places.moves(space, self.network, thread, stack, label);
            let still = bdds.and(&here, &bdds.rename(&blocked, &moves.save));
            if !bdds.is_false(&still) {
                each(label, still);
            }
        }
    }
}
