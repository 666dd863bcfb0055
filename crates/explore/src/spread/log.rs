//! How a process came to the states that it has sent, so that a run can be put together across processes. Only ways to states that were sent are
//! kept, and what they have in common is kept once.

use heddle_verdict::Choice;

/// A step of a way, or where a way begins.
#[derive(Clone, Copy)]
enum Node {
    /// The initial state.
    Start,
    /// A state that a process has sent, by the number that it has there.
    Received {
        from: u32,
        node: u32,
    },
    Step {
        before: u32,
        choice: Choice,
    },
}

/// All ways of a process.
pub struct Log {
    nodes: Vec<Node>,
    /// Where the current way begins, its choices so far, and their numbers.
    root: u32,
    choices: Vec<Choice>,
    numbers: Vec<u32>,
}

/// What comes before a part of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Before {
    Nothing,
    Elsewhere { process: u32, node: u32 },
}

/// The number of the initial state.
pub const START: u32 = 0;

impl Default for Log {
    fn default() -> Self {
        Self { nodes: vec![Node::Start], root: START, choices: Vec::new(), numbers: Vec::new() }
    }
}

impl Log {
    fn add(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        u32::try_from(self.nodes.len() - 1).expect("fewer than four thousand million ways of one process")
    }

    /// A state was received.
    pub fn received(&mut self, from: usize, node: u32) -> u32 {
        self.add(Node::Received { from: from as u32, node })
    }

    /// Ways begin there from now on.
    pub fn begin(&mut self, root: u32) {
        self.root = root;
        self.choices.clear();
        self.numbers.clear();
    }

    /// Where ways begin.
    pub fn root(&self) -> u32 {
        self.root
    }

    /// The number of the state that the choices lead to from where ways begin.
    pub fn number(&mut self, choices: &[Choice]) -> u32 {
        let common = self.choices.iter().zip(choices).take_while(|(a, b)| a == b).count();
        self.choices.truncate(common);
        self.numbers.truncate(common);
        for &choice in &choices[common..] {
            let before = self.numbers.last().copied().unwrap_or(self.root);
            let number = self.add(Node::Step { before, choice });
            self.choices.push(choice);
            self.numbers.push(number);
        }
        self.numbers.last().copied().unwrap_or(self.root)
    }

    /// The choices that led to a state within this process, and what comes before them.
    pub fn way(&self, number: u32) -> Option<(Before, Vec<Choice>)> {
        let (mut at, mut way) = (number, Vec::new());
        let before = loop {
            match *self.nodes.get(at as usize)? {
                Node::Start => break Before::Nothing,
                Node::Received { from, node } => break Before::Elsewhere { process: from, node },
                Node::Step { before, choice } => {
                    way.push(choice);
                    at = before;
                }
            }
        };
        way.reverse();
        Some((before, way))
    }

    /// Bytes that it takes, roughly.
    pub fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<Node>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_share_what_they_have_in_common_and_lead_to_where_a_state_came_from() {
        let [a, b, c] = [0, 1, 2].map(|thread: u16| Choice::from((thread, 0)));
        let mut log = Log::default();
        let [first, second] = [&[a, b, c][..], &[a, b, a]].map(|way| log.number(way));
        assert_eq!(log.nodes.len(), 1 + 3 + 1);
        assert_eq!(log.way(first), Some((Before::Nothing, vec![a, b, c])));
        assert_eq!(log.way(second), Some((Before::Nothing, vec![a, b, a])));
        let root = log.received(7, 9);
        log.begin(root);
        let third = log.number(&[c]);
        assert_eq!(log.way(third), Some((Before::Elsewhere { process: 7, node: 9 }, vec![c])));
        assert_eq!(log.way(1000), None);
    }
}
