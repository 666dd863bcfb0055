//! Which process a state belongs to: a hash of where one thread stands decides, so that steps of all others stay with their
//! process. Which thread that is, is found out by sampling a few runs: one that moves seldom, but has been in many places, so that all
//! processes have something to do.

use std::collections::BTreeMap;

use heddle_machine::{Machine, StepEnd};
use rustc_hash::FxHashSet;

use crate::path::Path;

/// Whom states belong to.
pub struct Partition {
    processes: u64,
    /// The threads that decide, by how they were made.
    threads: Vec<Box<[u16]>>,
}

/// Runs that are sampled, and steps of each.
const RUNS: usize = 16;
const STEPS: usize = 1_500;
/// A thread in fewer places than this for each process does not decide alone.
const PLACES: usize = 12;

#[derive(Default)]
struct Sampled {
    moves: u64,
    places: FxHashSet<u64>,
}

impl Partition {
    /// Everything belongs to the first of one process.
    pub fn of_one() -> Self {
        Self { processes: 1, threads: Vec::new() }
    }

    /// A partition for so many processes. The same for all machines that know the same, which it leaves where runs begin.
    pub fn new(path: &mut Path<'_>, processes: usize) -> Self {
        if processes < 2 {
            return Self::of_one();
        }
        let mut sampled: BTreeMap<Box<[u16]>, Sampled> = BTreeMap::new();
        let (mut choices, mut last) = (Vec::new(), Vec::new());
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        for _ in 0..RUNS {
            path.back_to_root();
            last.clear();
            for _ in 0..STEPS {
                let threads = &path.machine.state.threads;
                for (t, thread) in threads.iter().enumerate() {
                    let place = path.machine.hash_of_place(t);
                    if last.get(t) != Some(&place) {
                        let of = sampled.entry(thread.path.clone()).or_default();
                        of.moves += 1;
                        of.places.insert(place);
                    }
                    last.resize(last.len().max(t + 1), 0);
                    last[t] = place;
                }
                path.enabled(&mut choices);
                if choices.is_empty() {
                    break;
                }
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let choice = choices[(random >> 33) as usize % choices.len()];
                if matches!(path.step(choice), StepEnd::Stop(_)) {
                    break;
                }
            }
        }
        path.back_to_root();
        // What the runs have refuted is refuted again by the search.
        path.forget_refuted();
        let enough = PLACES * processes;
        let mut candidates: Vec<(&Box<[u16]>, &Sampled)> = sampled.iter().collect();
        candidates.sort_by_key(|(thread, of)| (of.places.len() < enough, of.moves, thread.len()));
        let mut threads = Vec::new();
        if let Some((thread, of)) = candidates.first().copied()
            && of.places.len() >= enough
        {
            threads.push(thread.clone());
        } else {
            // The more they have been around, the more processes they keep busy.
            candidates.sort_by_key(|(_, of)| usize::MAX - of.places.len());
            let mut places = 1;
            for (thread, of) in candidates {
                if places >= enough {
                    break;
                }
                places *= of.places.len().max(1);
                threads.push(thread.clone());
            }
        }
        Self { processes: processes as u64, threads }
    }

    /// Whom the state belongs to that a machine is in.
    #[inline]
    pub fn owner(&self, machine: &Machine<'_>) -> usize {
        if self.processes < 2 {
            return 0;
        }
        let mut hash = 0_u64;
        for path in &self.threads {
            let at = machine.state.threads.iter().position(|thread| thread.path == *path);
            let place = at.map_or(0, |t| machine.hash_of_place(t));
            hash = (hash.rotate_left(23) ^ place).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        ((u128::from(hash ^ hash >> 29) * u128::from(self.processes)) >> 64) as usize
    }
}
