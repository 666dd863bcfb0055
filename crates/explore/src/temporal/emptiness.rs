//! Whether a graph with marks on its edges has a reachable cycle that collects all marks: Couvreur's
//! algorithm (FM 1999), on the fly. It is Tarjan's, with a stack of the roots of components and the
//! marks found inside each; the search ends as soon as a component has all of them.

/// What an edge counts for: accepting sets of the automaton, and threads that are treated fairly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    pub sets: u64,
    pub threads: u64,
}

impl Marks {
    pub fn and_also(self, other: Marks) -> Marks {
        Marks { sets: self.sets | other.sets, threads: self.threads | other.threads }
    }

    /// Those of `all` that are not among these.
    pub fn missing(self, all: Marks) -> Marks {
        Marks { sets: all.sets & !self.sets, threads: all.threads & !self.threads }
    }

    pub fn is_empty(self) -> bool {
        self == Marks::default()
    }

    pub fn meets(self, other: Marks) -> bool {
        self.sets & other.sets != 0 || self.threads & other.threads != 0
    }
}

/// A graph whose nodes are numbered as they are met, from 0.
pub trait Graph {
    /// Appends the edges of a node; false if the search has to stop.
    fn successors(&mut self, node: u32, out: &mut Vec<(u32, Marks)>) -> bool;
}

/// A component with all marks.
pub struct Component {
    /// By node: whether it belongs to it, and whether the search has visited it.
    pub inside: Vec<bool>,
    pub visited: Vec<bool>,
}

struct Visit {
    node: u32,
    /// Where its edges begin in the list of all that are still to be taken.
    from: usize,
}

struct Root {
    /// Position in the order of discovery.
    order: u32,
    /// Of the edge that led to it, and of the edges within its component.
    arc: Marks,
    inner: Marks,
}

const UNSEEN: u32 = 0;
const DEAD: u32 = u32::MAX;

/// The first component found that collects all marks.
pub fn find(graph: &mut dyn Graph, all: Marks) -> Option<Component> {
    let mut order: Vec<u32> = vec![1];
    let mut live = vec![0u32];
    let mut roots = vec![Root { order: 1, arc: Marks::default(), inner: Marks::default() }];
    let mut edges = Vec::new();
    let mut visits = vec![Visit { node: 0, from: 0 }];
    let mut discovered = 1;
    if !graph.successors(0, &mut edges) {
        return None;
    }
    while let Some(visit) = visits.last() {
        if edges.len() == visit.from {
            let visit = visits.pop().expect("just seen");
            let last = roots.last().expect("every visit lies in a component");
            if last.order == order[visit.node as usize] {
                roots.pop();
                while let Some(node) = live.pop() {
                    order[node as usize] = DEAD;
                    if node == visit.node {
                        break;
                    }
                }
            }
            continue;
        }
        let (to, marks) = edges.pop().expect("longer than the visit's beginning");
        if order.len() <= to as usize {
            order.resize(to as usize + 1, UNSEEN);
        }
        match order[to as usize] {
            DEAD => {}
            UNSEEN => {
                discovered += 1;
                order[to as usize] = discovered;
                live.push(to);
                roots.push(Root { order: discovered, arc: marks, inner: Marks::default() });
                visits.push(Visit { node: to, from: edges.len() });
                if !graph.successors(to, &mut edges) {
                    return None;
                }
            }
            known => {
                let mut collected = marks;
                while roots.last().is_some_and(|root| root.order > known) {
                    let root = roots.pop().expect("just seen");
                    collected = collected.and_also(root.inner).and_also(root.arc);
                }
                let root = roots.last_mut().expect("a live node lies in a component");
                root.inner = root.inner.and_also(collected);
                if root.inner.missing(all).is_empty() {
                    let from = root.order;
                    let inside = order.iter().map(|&order| order != DEAD && order >= from).collect();
                    let visited = order.iter().map(|&order| order != UNSEEN).collect();
                    return Some(Component { inside, visited });
                }
            }
        }
    }
    None
}
