//! The constraint graph of the points-to analysis (Andersen): nodes hold sets of abstract objects,
//! edges copy them, uses react to each object that arrives.

use heddle_program::{ClassId, FieldId};
use rustc_hash::FxHashSet;

use crate::objects::ObjectId;
use crate::sets::Set;

/// A node of the graph; [`NOWHERE`] is what holds no reference.
pub type Node = u32;
pub const NOWHERE: Node = u32::MAX;

/// What happens to each object that arrives at a node.
#[derive(Clone, Copy, Debug)]
pub enum Use {
    Load {
        field: FieldId,
        to: Node,
    },
    Store {
        field: FieldId,
        from: Node,
    },
    LoadElement {
        to: Node,
    },
    StoreElement {
        from: Node,
    },
    /// A field or element that is not known statically (`Unsafe`, `VarHandle`).
    LoadAny {
        to: Node,
    },
    StoreAny {
        from: Node,
    },
    /// The receiver of a call.
    Call(u32),
    /// The thread that a call starts.
    Start(u32),
    /// The receiver of a method that the machine replaces, but not for objects that the program
    /// made itself.
    Replaced(heddle_program::MethodId),
}

#[derive(Default)]
struct NodeData {
    set: Set,
    arrived: Vec<ObjectId>,
    edges: Vec<(Node, Option<ClassId>)>,
    uses: Vec<Use>,
    queued: bool,
}

#[derive(Default)]
pub struct Graph {
    nodes: Vec<NodeData>,
    edges: FxHashSet<(Node, Node)>,
    queue: Vec<Node>,
    /// How often an object was passed to a node: what the analysis costs, the same every time.
    pub work: u64,
}

impl Graph {
    pub fn add_nodes(&mut self, count: u32) -> Node {
        let first = self.nodes.len() as Node;
        self.nodes.resize_with(self.nodes.len() + count as usize, NodeData::default);
        first
    }

    pub fn set(&self, node: Node) -> &Set {
        &self.nodes[node as usize].set
    }

    pub fn insert(&mut self, node: Node, object: ObjectId) {
        if node == NOWHERE {
            return;
        }
        self.work += 1;
        let data = &mut self.nodes[node as usize];
        if data.set.insert(object) {
            data.arrived.push(object);
            if !data.queued {
                data.queued = true;
                self.queue.push(node);
            }
        }
    }

    /// Copies what `from` holds to `to`, if it passes the filter. `fits` judges what is there now.
    pub fn copy(&mut self, from: Node, to: Node, filter: Option<ClassId>, fits: impl Fn(ObjectId, ClassId) -> bool) {
        if from == NOWHERE || to == NOWHERE || from == to || !self.edges.insert((from, to)) {
            return;
        }
        self.nodes[from as usize].edges.push((to, filter));
        let present: Vec<ObjectId> = self.nodes[from as usize].set.iter().collect();
        for object in present {
            if filter.is_none_or(|class| fits(object, class)) {
                self.insert(to, object);
            }
        }
    }

    /// Adds a use and gives the objects that are there already.
    pub fn on(&mut self, node: Node, reaction: Use) -> Vec<ObjectId> {
        if node == NOWHERE {
            return Vec::new();
        }
        let data = &mut self.nodes[node as usize];
        data.uses.push(reaction);
        data.set.iter().collect()
    }

    /// Takes a node with new objects: copies them along its edges, and gives them with its uses.
    pub fn take(&mut self, fits: impl Fn(ObjectId, ClassId) -> bool) -> Option<(Vec<ObjectId>, Vec<Use>)> {
        let node = self.queue.pop()?;
        let data = &mut self.nodes[node as usize];
        data.queued = false;
        let arrived = std::mem::take(&mut data.arrived);
        let edges = std::mem::take(&mut data.edges);
        let uses = data.uses.clone();
        for &(to, filter) in &edges {
            for &object in &arrived {
                if filter.is_none_or(|class| fits(object, class)) {
                    self.insert(to, object);
                }
            }
        }
        self.nodes[node as usize].edges = edges;
        Some((arrived, uses))
    }
}
