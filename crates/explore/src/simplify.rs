//! A run with fewer context switches, made from a given one by removing and swapping contexts
//! (delta debugging, Zeller and Hildebrandt, TSE 2002). For runs whose
//! violation a search for the fewest switches does not reach within its budget. Every candidate is
//! executed, so what is returned leads to the violation; it need not be the shortest.

use heddle_machine::StepEnd;
use heddle_verdict::{Choice, Violation};

use crate::findings::Findings;
use crate::path::Path;
use crate::property::Properties;
use crate::settings::{Bound, Settings};
use crate::store::Seen;
use crate::watch::Watch;

/// Steps that all candidates together may take.
const BUDGET: usize = 2_000_000;

/// A violation with the same key at the end of a run with at most as many switches.
pub fn simplify(path: &mut Path<'_>, violation: &Violation, settings: &Settings) -> Violation {
    let mut trial = Trial { settings: Settings { all: true, ..settings.clone() }, left: BUDGET };
    let mut best = violation.clone();
    loop {
        let stretches = stretches(&best.schedule);
        let candidates = (0..stretches.len()).rev().flat_map(|at| [without(&stretches, at), swapped(&stretches, at)]);
        let fewer = |schedule: &Vec<Choice>| measure(schedule) < measure(&best.schedule);
        let mut shorter = candidates.flatten().filter(fewer);
        match shorter.find_map(|schedule| trial.run(path, &schedule, &violation.key)) {
            Some(found) => best = found,
            None => return best,
        }
    }
}

/// Fewer switches are better, then fewer steps.
fn measure(schedule: &[Choice]) -> (usize, usize) {
    (stretches(schedule).len(), schedule.len())
}

fn stretches(schedule: &[Choice]) -> Vec<&[Choice]> {
    schedule.chunk_by(|a, b| a.thread == b.thread).collect()
}

fn without(stretches: &[&[Choice]], at: usize) -> Option<Vec<Choice>> {
    let kept = stretches.iter().enumerate().filter(|&(index, _)| index != at);
    Some(kept.flat_map(|(_, stretch)| stretch.iter().copied()).collect())
}

/// With a stretch after the one that follows it, so that both may join with their neighbours.
fn swapped(stretches: &[&[Choice]], at: usize) -> Option<Vec<Choice>> {
    let mut order = stretches.to_vec();
    (at + 1 < order.len()).then(|| order.swap(at, at + 1))?;
    Some(order.concat())
}

struct Trial {
    settings: Settings,
    left: usize,
}

impl Trial {
    /// The violation, if the schedule is possible and leads to it.
    fn run(&mut self, path: &mut Path<'_>, schedule: &[Choice], key: &str) -> Option<Violation> {
        self.left = self.left.checked_sub(schedule.len())?;
        path.restart(Bound::None);
        let watch = Watch::default();
        let findings = Findings::new(&self.settings, &watch);
        let mut properties = Properties::new(&self.settings);
        let mut choices = Vec::new();
        let mut ended = false;
        for &choice in schedule {
            path.machine.choices(&mut choices);
            if ended || !choices.contains(&choice) {
                return None;
            }
            ended = matches!(path.step(choice), StepEnd::Stop(_));
            properties.after_step(path, &findings);
        }
        if !ended {
            path.machine.choices(&mut choices);
            properties.at_state(path, &choices, Seen::New, &findings);
        }
        let collected = findings.collect();
        let mut found = collected.violations.into_iter().chain(collected.warnings);
        found.find(|found| found.key == key && found.schedule.len() == schedule.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(threads: &[u16]) -> Vec<Choice> {
        threads.iter().map(|&thread| Choice::from((thread, 0))).collect()
    }

    #[test]
    fn leaving_out_a_stretch_joins_its_neighbours() {
        let schedule = choices(&[0, 0, 1, 0]);
        let shorter = without(&stretches(&schedule), 1).expect("a schedule");
        assert_eq!(shorter, choices(&[0, 0, 0]));
        assert_eq!(measure(&shorter), (1, 3));
    }

    #[test]
    fn swapping_stretches_keeps_every_step() {
        let schedule = choices(&[0, 1, 0, 1]);
        assert_eq!(swapped(&stretches(&schedule), 1), Some(choices(&[0, 0, 1, 1])));
        assert_eq!(swapped(&stretches(&schedule), 3), None);
    }
}
