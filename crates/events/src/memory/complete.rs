//! Complete executions: whether the model allows one, what comes out of it, and which reads can be committed to see
//! writes that they race with (JLS 17.4.8).

use super::action::{ActionId, Value};
use super::consistency::{self, Circles};
use super::graph::{EventId, Graph, Source};
use super::jmm::{Search, Spins};
use super::units;
use super::violations;
use super::visible::Commitments;
use super::witness::{Shows, Witness};
use super::{Goal, Rules, jam};

/// Racing reads up to which they are committed in all combinations; beyond it, in pairs.
const ALL_AT_ONCE: usize = 5;

impl Search<'_, '_> {
    /// All that can still move are threads that read old values again and again. By plain accesses they
    /// may do so for ever; others see what was written in the end. What they race with can be committed.
    pub(super) fn hang(&mut self, graph: &Graph, spins: &Spins) {
        if self.warming {
            return;
        }
        self.found.executions += 1;
        let unseen = |t: usize, wanted: bool| {
            let mut reads = spins.reads.get(&t).into_iter().flatten();
            reads.any(|&(cell, plain)| plain == wanted && graph.has_unseen(t, cell))
        };
        let mut stale: Vec<usize> =
            spins.rounds.stuck.iter().copied().filter(|&t| unseen(t, true) && !unseen(t, false)).collect();
        stale.sort_unstable();
        self.found.stale |= stale.iter().any(|&t| self.driver.is_left_alone(t));
        if self.limits.goal != Goal::Outcomes && self.is_allowed(graph) {
            self.record(graph, &stale, false);
        }
        self.commit(graph);
    }

    pub(super) fn finish(&mut self, graph: &Graph, waiting: bool) {
        if self.warming {
            return;
        }
        self.found.executions += 1;
        if waiting {
            return;
        }
        if !self.is_allowed(graph) {
            // The axioms are about executions as a whole: one that breaks them may become one that does not.
            if self.limits.rules == Rules::AccessModes && consistency::has_committed(graph, &self.commitments) {
                self.commit(graph);
            }
            return;
        }
        if self.limits.goal == Goal::Outcomes {
            let mut text = self.driver.printed();
            if !self.driver.machine.is_finished() {
                text = format!("{text} (deadlock)").trim().to_string();
            }
            if !self.found.outcomes.contains_key(&text) {
                let witness = Witness::of(graph, &mut self.driver, Shows::Actors);
                self.found.outcomes.insert(text, witness);
            }
        } else {
            self.record(graph, &[], true);
        }
        self.commit(graph);
    }

    /// Whether the model allows an execution; if that can not be told, the list is incomplete.
    fn is_allowed(&mut self, graph: &Graph) -> bool {
        if self.limits.rules == Rules::AccessModes {
            let fits = consistency::has_committed(graph, &self.commitments) && units::none_torn(graph);
            let allowed = if fits { jam::allows(graph) } else { Some(false) };
            if allowed.is_none() {
                self.limit("volatile accesses and fences have too many orders".into());
            }
            return allowed == Some(true);
        }
        consistency::keeps(graph, &self.commitments)
            && consistency::is_acyclic(graph)
            && consistency::has_synchronization_order(graph)
            && consistency::agrees_on_last_writes(graph)
            && units::none_torn(graph)
            && consistency::is_coherent(graph)
    }

    /// Notes what is wrong in an execution. These threads read old values for ever.
    fn record(&mut self, graph: &Graph, stale: &[usize], ended: bool) {
        let stale = if self.limits.endless { stale } else { &[] };
        for found in violations::of(&mut self.driver, stale, ended) {
            if self.found.violations.iter().any(|(known, _)| known.key == found.key) {
                continue;
            }
            let witness = Witness::of(graph, &mut self.driver, Shows::All);
            self.found.violations.push((found, witness));
        }
        // The first one is enough unless all are wanted.
        self.stopped |= self.limits.goal == Goal::FirstViolation && !self.found.violations.is_empty();
    }

    /// Commits reads to writes that they could see by a race. Several at once, because a write that
    /// was committed before may depend on all of them together (causality test case 2).
    fn commit(&mut self, graph: &Graph) {
        let mut ways: Vec<Vec<Seen>> = Vec::new();
        let circles = Circles::of(graph);
        for unit in units::of_reads(graph) {
            let mut of_unit: Vec<Seen> = Vec::new();
            for write in units::racing(graph, &unit) {
                let seen: Seen =
                    unit.iter().filter_map(|&read| self.committable(graph, &circles, read, write)).collect();
                if !seen.is_empty() && !of_unit.contains(&seen) {
                    of_unit.push(seen);
                }
            }
            if !of_unit.is_empty() {
                ways.push(of_unit);
            }
        }
        let most = if ways.len() <= ALL_AT_ONCE { ways.len() } else { 2 };
        self.found.few_at_once |= most < ways.len();
        self.extend(&ways, &mut self.commitments.clone(), most);
    }

    /// What it means to commit a read to the unit of writes that begins with an event.
    fn committable(
        &self,
        graph: &Graph,
        circles: &Circles<'_>,
        read: EventId,
        unit: EventId,
    ) -> Option<(ActionId, (ActionId, Value))> {
        let access = graph.events[read].access()?;
        let (id, source, _) = access.read?;
        if access.synchronizes || self.commitments.contains_key(&id) {
            return None;
        }
        let write = units::member(graph, unit, access.cell)?;
        let other = graph.events[write].access()?;
        let (write_id, written) = other.written?;
        let trusted = other.trusted && access.trusted;
        let fits = source != Source::Write(write_id) && !trusted && consistency::can_race(graph, read, write);
        let fits = fits && (access.written.is_none() || !access.mode.acquires() && circles.closes(read, write));
        fits.then_some((id, (write_id, written)))
    }

    /// Adds commitments of up to `most` of the reads.
    fn extend(&mut self, ways: &[Vec<Seen>], chosen: &mut Commitments, most: usize) {
        if most == 0 {
            return;
        }
        for (at, of_unit) in ways.iter().enumerate() {
            for seen in of_unit {
                chosen.extend(seen.iter().copied());
                if self.known.insert(chosen.clone()) {
                    self.open.push(chosen.clone());
                }
                self.extend(&ways[at + 1..], chosen, most - 1);
                for (read, _) in seen {
                    chosen.remove(read);
                }
            }
        }
    }
}

/// Reads that happen in one go, and the writes that they are committed to see.
type Seen = Vec<(ActionId, (ActionId, Value))>;
