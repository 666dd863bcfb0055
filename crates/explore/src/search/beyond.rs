//! What a bound on switching forbids, kept until the bound is raised: a search with a greater bound goes on from there, and does
//! nothing twice. All states that a lower cost leads to have been visited by then, so that each state is first reached at its
//! least cost (Musuvathi and Qadeer, Iterative context bounding, PLDI 2007).
//!
//! Runs are kept in the order in which the search came to them, each as what it does not share with the one before, so that they
//! take as much room as the steps of a tree, and so much time to replay.

use std::collections::{BTreeMap, VecDeque};

use heddle_verdict::Choice;

/// Runs with what may come next, by what that costs.
#[derive(Default)]
pub struct Beyond {
    by_cost: BTreeMap<u32, Queue>,
}

#[derive(Default)]
struct Queue {
    entries: VecDeque<Entry>,
    /// Of all entries: what their runs add, and the choices at their ends.
    choices: VecDeque<Choice>,
    /// The run that was added last, and the one that was taken last.
    added: Vec<Choice>,
    taken: Vec<Choice>,
}

struct Entry {
    /// Steps in common with the run before.
    shared: u32,
    /// Further steps, and choices at their end.
    steps: u32,
    ends: u32,
}

impl Beyond {
    /// Keeps choices at the end of a run, each with what the run costs with it.
    pub fn add(&mut self, run: &[Choice], ends: &[(u32, Choice)]) {
        for of_cost in ends.chunk_by(|a, b| a.0 == b.0) {
            let queue = self.by_cost.entry(of_cost[0].0).or_default();
            let shared = queue.added.iter().zip(run).take_while(|(a, b)| a == b).count();
            queue.added.truncate(shared);
            queue.added.extend_from_slice(&run[shared..]);
            queue.choices.extend(&run[shared..]);
            queue.choices.extend(of_cost.iter().map(|&(_, choice)| choice));
            let [shared, steps, ends] = [shared, run.len() - shared, of_cost.len()].map(|number| number as u32);
            queue.entries.push_back(Entry { shared, steps, ends });
        }
    }

    pub fn is_empty(&self) -> bool {
        self.by_cost.is_empty()
    }

    /// A run with choices at its end that cost no more than `most`.
    pub fn take(&mut self, most: u32) -> Option<(Vec<Choice>, Vec<Choice>)> {
        let mut first = self.by_cost.first_entry().filter(|queue| *queue.key() <= most)?;
        let queue = first.get_mut();
        let Entry { shared, steps, ends } = queue.entries.pop_front().expect("no queue is empty");
        queue.taken.truncate(shared as usize);
        queue.taken.extend(queue.choices.drain(..steps as usize));
        let taken = (queue.taken.clone(), queue.choices.drain(..ends as usize).collect());
        if queue.entries.is_empty() {
            first.remove();
        }
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(threads: &[u16]) -> Vec<Choice> {
        threads.iter().map(|&thread| Choice::from((thread, 0))).collect()
    }

    #[test]
    fn runs_come_back_as_they_were_the_cheapest_first() {
        let mut beyond = Beyond::default();
        let [one, two, three] = [1, 2, 3].map(|thread| Choice::from((thread, 0)));
        beyond.add(&run(&[0, 0, 1]), &[(1, two), (1, three), (2, one)]);
        beyond.add(&run(&[0, 0, 1, 1]), &[(1, one)]);
        beyond.add(&run(&[0, 2]), &[(2, three)]);
        assert_eq!(beyond.take(0), None);
        assert_eq!(beyond.take(1), Some((run(&[0, 0, 1]), vec![two, three])));
        beyond.add(&run(&[]), &[(1, one)]);
        assert_eq!(beyond.take(1), Some((run(&[0, 0, 1, 1]), vec![one])));
        assert_eq!(beyond.take(1), Some((run(&[]), vec![one])));
        assert_eq!(beyond.take(1), None);
        assert_eq!(beyond.take(7), Some((run(&[0, 0, 1]), vec![one])));
        assert_eq!(beyond.take(7), Some((run(&[0, 2]), vec![three])));
        assert!(beyond.is_empty());
    }
}
