//! Breadth-first order: the first violation found has a shortest schedule. States are not kept;
//! each is reached again by stepping back to a common ancestor and forward from there.

use std::collections::VecDeque;

use heddle_verdict::Choice;

use super::Order;
use crate::path::Path;

/// The tree of first visits and the choices still to be taken, by node.
#[derive(Default)]
pub struct BreadthFirst {
    /// Parent and the choice that led here; the first node is the root.
    nodes: Vec<(u32, Choice)>,
    queue: VecDeque<(u32, Choice)>,
    /// The node that the last choice was taken at.
    current: u32,
    schedule: Vec<Choice>,
}

impl Order for BreadthFirst {
    fn add(&mut self, path: &Path<'_>, choices: &[Choice]) {
        let node = self.nodes.len() as u32;
        let came_by = path.choices().last().copied().unwrap_or(Choice::from((0, 0)));
        self.nodes.push((self.current, came_by));
        self.queue.extend(choices.iter().map(|&choice| (node, choice)));
    }

    fn waiting(&self) -> usize {
        self.queue.len()
    }

    fn next(&mut self, path: &mut Path<'_>) -> Option<Choice> {
        let (node, choice) = self.queue.pop_front()?;
        self.current = node;
        self.schedule.clear();
        let mut at = node;
        while at != 0 {
            let (parent, came_by) = self.nodes[at as usize];
            self.schedule.push(came_by);
            at = parent;
        }
        self.schedule.reverse();
        path.go_to(&self.schedule);
        Some(choice)
    }
}
