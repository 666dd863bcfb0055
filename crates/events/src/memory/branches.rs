//! The search for executions: depth first, one machine that steps back. Runs may have many thousand branches, so those that are
//! left wait in a list, not on the stack.

use super::drive::{Driver, Position};

/// A search that builds executions step by step.
pub(super) trait Branching<'p> {
    /// What is known of an execution besides where the machine stands.
    type Execution: Clone;
    /// How an execution can go on.
    type Way;

    fn driver(&mut self) -> &mut Driver<'p>;

    /// Whether nothing more is to be searched, or one run only.
    fn is_over(&self) -> bool;

    /// Goes on as long as there is one way only; then the ways that there are, if the run has not ended.
    fn next_branch(&mut self, execution: &mut Self::Execution) -> Option<Vec<Self::Way>>;

    /// Takes a step; false if the run is not to be followed further.
    fn take(&mut self, execution: &mut Self::Execution, way: Self::Way) -> bool;

    /// Continues an execution in every way.
    fn run(&mut self, mut execution: Self::Execution) {
        let mut branches: Vec<Branch<Self::Execution, Self::Way>> = Vec::new();
        loop {
            if let Some(ways) = self.next_branch(&mut execution) {
                let position = self.driver().position();
                branches.push(Branch { position, execution, ways: ways.into_iter() });
            } else if self.is_over() {
                return;
            }
            execution = loop {
                let Some(mut branch) = branches.pop() else { return };
                self.driver().back_to(&branch.position);
                let Some(way) = branch.ways.next() else { continue };
                // The last way takes the execution as it is.
                let mut next = if branch.ways.len() > 0 {
                    let next = branch.execution.clone();
                    branches.push(branch);
                    next
                } else {
                    branch.execution
                };
                if self.take(&mut next, way) {
                    break next;
                }
                if self.is_over() {
                    return;
                }
            };
        }
    }
}

/// Where an execution can go on in several ways, and those that are left.
struct Branch<E, W> {
    position: Position,
    execution: E,
    ways: std::vec::IntoIter<W>,
}
