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

/// Work that all candidates together may do: some 400,000 steps.
const BUDGET: u64 = 20_000_000;

/// A violation with the same key at the end of a run with at most as many switches; the best that is known when the budget
/// is used up or the watch says stop.
pub fn simplify(path: &mut Path<'_>, violation: &Violation, settings: &Settings, watch: &Watch) -> Violation {
    path.restart(Bound::None);
    let settings = Settings { all: true, ..settings.clone() };
    let until = path.machine.work() + BUDGET;
    let mut trial = Trial { settings, until, watch };
    let mut best = violation.clone();
    let mut size = stretches(&best.schedule).len() / 2;
    // Large parts first: most of a long run has nothing to do with the violation.
    while size >= 1 {
        let before = measure(&best.schedule);
        let mut at = stretches(&best.schedule).len();
        // From the end, so that what candidates have in common with the run before need not be executed again.
        while at > 0 {
            at -= 1;
            let known = stretches(&best.schedule);
            let candidates = [without(&known, at, size), swapped(&known, at).filter(|_| size == 1)];
            let fewer = |schedule: &Vec<Choice>| measure(schedule) < measure(&best.schedule);
            let mut candidates = candidates.into_iter().flatten().filter(fewer);
            if let Some(found) = candidates.find_map(|schedule| trial.run(path, &schedule, &violation.key)) {
                best = found;
                at = at.min(stretches(&best.schedule).len());
            }
            if trial.is_over(path) {
                return best;
            }
        }
        // Single parts are tried again as long as that helps.
        if size > 1 || measure(&best.schedule) == before {
            size /= 2;
        }
    }
    best
}

/// Fewer switches are better, then fewer steps.
fn measure(schedule: &[Choice]) -> (usize, usize) {
    (stretches(schedule).len(), schedule.len())
}

fn stretches(schedule: &[Choice]) -> Vec<&[Choice]> {
    schedule.chunk_by(|a, b| a.thread == b.thread).collect()
}

/// Without so many stretches from a place on.
fn without(stretches: &[&[Choice]], at: usize, size: usize) -> Option<Vec<Choice>> {
    let gap = at..at + size;
    (gap.end <= stretches.len()).then_some(())?;
    let kept = stretches.iter().enumerate().filter(|(index, _)| !gap.contains(index));
    Some(kept.flat_map(|(_, stretch)| stretch.iter().copied()).collect())
}

/// With a stretch after the one that follows it, so that both may join with their neighbours.
fn swapped(stretches: &[&[Choice]], at: usize) -> Option<Vec<Choice>> {
    let mut order = stretches.to_vec();
    (at + 1 < order.len()).then(|| order.swap(at, at + 1))?;
    Some(order.concat())
}

struct Trial<'w> {
    settings: Settings,
    /// Work of the machine at which the budget is used up.
    until: u64,
    watch: &'w Watch,
}

impl Trial<'_> {
    fn is_over(&self, path: &Path<'_>) -> bool {
        path.machine.work() >= self.until || self.watch.is_stopped()
    }

    /// The violation, if the schedule is possible and leads to it.
    fn run(&mut self, path: &mut Path<'_>, schedule: &[Choice], key: &str) -> Option<Violation> {
        let watch = Watch::default();
        let findings = Findings::new(&self.settings, &watch);
        let mut properties = Properties::new(&self.settings);
        let mut choices = Vec::new();
        // The last step is always taken here, so that what it does is seen.
        let known = path.choices().iter().zip(schedule).take_while(|(a, b)| a == b).count();
        path.back_to(known.min(schedule.len().saturating_sub(1)));
        let mut ended = false;
        for &choice in &schedule[path.depth()..] {
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
        let shorter = without(&stretches(&schedule), 1, 1).expect("a schedule");
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
