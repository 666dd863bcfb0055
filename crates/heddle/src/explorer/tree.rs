//! What was tried by hand: a tree of steps, each with what it did and what was found there. Nodes are only added, so that their
//! numbers stay; a page keeps what it has and asks for the rest.

use heddle_verdict::{Choice, Place, Step, Violation};
use rustc_hash::FxHashMap;

/// A node by number; 0 is where the program begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// Where the program begins.
    pub const ROOT: Self = Self(0);

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A step that was taken, and the state that it led to.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where the step was taken; nothing for the beginning.
    pub parent: Option<NodeId>,
    /// The choice that it was.
    pub choice: Choice,
    /// What it did; nothing for the beginning.
    pub step: Option<Step>,
    /// Where the thread of the step stands after it, in code of the program.
    pub to: Option<Place>,
    /// The program has ended by it.
    pub ended: bool,
    /// Why nothing can follow, if the program has not ended: the machine cannot execute what comes.
    pub given_up: Option<String>,
    /// How many choices there are in its state.
    pub choices: usize,
    /// The first node that has the same state.
    pub same_as: Option<NodeId>,
    /// What is violated by the step, or in the state.
    pub violations: Vec<Violation>,
    /// What a search from here came to.
    pub marked: Option<Marked>,
    /// Which of the nodes after it was visited last.
    pub next: Option<NodeId>,
}

/// What a search from a state came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marked {
    /// No run that goes on from here violates anything.
    Proved,
    /// Some run does.
    Violated,
    /// Nothing was found, and not everything was searched.
    Open,
}

/// All nodes.
#[derive(Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    children: FxHashMap<(NodeId, Choice), NodeId>,
}

impl Tree {
    /// The beginning, with so many choices.
    pub fn new(choices: usize) -> Self {
        let root = Node {
            parent: None,
            choice: Choice::from((0, 0)),
            step: None,
            to: None,
            ended: false,
            given_up: None,
            choices,
            same_as: None,
            violations: vec![],
            marked: None,
            next: None,
        };
        Self { nodes: vec![root], children: FxHashMap::default() }
    }

    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    pub fn child(&self, parent: NodeId, choice: Choice) -> Option<NodeId> {
        self.children.get(&(parent, choice)).copied()
    }

    /// A new node. Of the stack of its step, only the innermost place and that of the program are kept.
    pub fn add(
        &mut self,
        parent: NodeId,
        choice: Choice,
        mut step: Step,
        (ended, choices): (bool, usize),
        violations: Vec<Violation>,
    ) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let user = step.stack.iter().position(|place: &Place| place.user);
        step.stack.truncate(user.map_or(2, |at| at + 1).max(2));
        let (to, given_up, same_as, marked, next) = (None, None, None, None, None);
        let parent_of = Some(parent);
        let step = Some(step);
        self.nodes.push(Node {
            parent: parent_of,
            choice,
            step,
            to,
            ended,
            given_up,
            choices,
            same_as,
            violations,
            marked,
            next,
        });
        self.children.insert((parent, choice), id);
        self.nodes[parent.index()].next = Some(id);
        id
    }

    /// The line of a node is the one to go on with.
    pub fn prefer(&mut self, node: NodeId) {
        let mut at = node;
        while let Some(parent) = self.nodes[at.index()].parent {
            if self.nodes[parent.index()].next == Some(at) {
                break;
            }
            self.nodes[parent.index()].next = Some(at);
            at = parent;
        }
    }

    pub fn choices_to(&self, node: NodeId) -> Vec<Choice> {
        let mut choices = Vec::new();
        let mut at = node;
        while let Some(parent) = self.nodes[at.index()].parent {
            choices.push(self.nodes[at.index()].choice);
            at = parent;
        }
        choices.reverse();
        choices
    }
}
