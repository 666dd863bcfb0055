//! Why no interleaving does what an execution does: a circle of events, each of which would have to come before the next.
//!
//! An interleaving is one order of all events in which every read sees the last write before it. So it has to keep the order
//! of each thread; a write comes before the reads that see it; a read comes before the writes that overwrite what it
//! sees; and a write that comes before a read, which sees another write, comes before that one too. What follows from
//! these rules is followed up to the end; if an event then comes before itself, there is no such order. (The converse
//! does not hold: there may be none although this finds no circle, since an order of the writes may have to be guessed.)

use heddle_verdict::{Before, Reason};

use super::graph::{EventId, Graph, Source, What};

/// Events beyond which no circle is looked for.
const MOST: usize = 400;

/// The shortest circle among these events that there is, by their positions.
pub fn circle(graph: &Graph, shown: &[EventId]) -> Vec<Before> {
    if shown.len() > MOST {
        return vec![];
    }
    let mut order = Order::of(graph, shown);
    while order.follow(graph, shown) {}
    order.shortest_circle()
}

/// What has to come before what, with the reason, and everything that follows from that.
struct Order {
    count: usize,
    because: Vec<Option<Reason>>,
    closed: Vec<bool>,
}

impl Order {
    fn of(graph: &Graph, shown: &[EventId]) -> Self {
        let count = shown.len();
        let mut order = Self { count, because: vec![None; count * count], closed: vec![false; count * count] };
        for (a, &first) in shown.iter().enumerate() {
            for (b, &second) in shown.iter().enumerate() {
                let (one, other) = (&graph.events[first], &graph.events[second]);
                if one.thread == other.thread && one.number < other.number {
                    order.add(a, b, Reason::SameThread);
                } else if one.thread != other.thread && is_seen(graph, first, second) {
                    order.add(a, b, Reason::Seen);
                } else if one.thread != other.thread && hands_over(&one.what, &other.what) && graph.hb(first, second) {
                    order.add(a, b, Reason::HappensBefore);
                }
            }
        }
        // What starts and ends of threads order, or something else that is not among these events.
        for (a, &first) in shown.iter().enumerate() {
            for (b, &second) in shown.iter().enumerate() {
                if !order.comes_before(a, b) && graph.hb(first, second) {
                    order.add(a, b, Reason::HappensBefore);
                }
            }
        }
        order
    }

    fn add(&mut self, a: usize, b: usize, reason: Reason) -> bool {
        let count = self.count;
        if a == b || self.because[a * count + b].is_some() {
            return false;
        }
        self.because[a * count + b] = Some(reason);
        if !self.closed[a * count + b] {
            let before: Vec<usize> = (0..count).filter(|&at| at == a || self.closed[at * count + a]).collect();
            let after: Vec<usize> = (0..count).filter(|&at| at == b || self.closed[b * count + at]).collect();
            for &from in &before {
                for &to in &after {
                    self.closed[from * count + to] = true;
                }
            }
        }
        true
    }

    fn comes_before(&self, a: usize, b: usize) -> bool {
        self.closed[a * self.count + b]
    }

    /// Adds what follows for reads and for the writes that they do not see; whether something did.
    fn follow(&mut self, graph: &Graph, shown: &[EventId]) -> bool {
        let mut added = false;
        for (r, &read) in shown.iter().enumerate() {
            let Some(access) = graph.events[read].access() else { continue };
            let Some((_, source, _)) = access.read else { continue };
            let seen = match source {
                Source::Initial => None,
                Source::Write(id) => match graph.by_id.get(&id).and_then(|id| shown.iter().position(|at| at == id)) {
                    None => continue,
                    seen => seen,
                },
            };
            for (w, &write) in shown.iter().enumerate() {
                let writes =
                    graph.events[write].access().is_some_and(|of| of.cell == access.cell && of.written.is_some());
                if !writes || write == read || Some(w) == seen {
                    continue;
                }
                if seen.is_none_or(|seen| self.comes_before(seen, w)) {
                    added |= self.add(r, w, Reason::NotSeen);
                }
                if let Some(seen) = seen.filter(|_| self.comes_before(w, r)) {
                    added |= self.add(w, seen, Reason::Overwritten);
                }
            }
        }
        added
    }

    fn shortest_circle(&self) -> Vec<Before> {
        let starts = (0..self.count).filter(|&at| self.comes_before(at, at));
        let best = starts.filter_map(|start| self.circle_from(start)).min_by_key(Vec::len);
        let circle = best.unwrap_or_default();
        let next = |at: usize| circle[(at + 1) % circle.len()];
        let reason = |at: usize| self.because[circle[at] * self.count + next(at)].unwrap_or(Reason::HappensBefore);
        (0..circle.len()).map(|at| Before { node: circle[at], because: reason(at) }).collect()
    }

    /// Breadth first, back to where it starts.
    fn circle_from(&self, start: usize) -> Option<Vec<usize>> {
        let mut from: Vec<Option<usize>> = vec![None; self.count];
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            for next in (0..self.count).filter(|next| self.because[at * self.count + next].is_some()) {
                if next == start {
                    let mut circle: Vec<usize> = std::iter::successors(Some(at), |&at| from[at]).collect();
                    circle.reverse();
                    return Some(circle);
                }
                if from[next].is_none() {
                    from[next] = Some(at);
                    queue.push_back(next);
                }
            }
        }
        None
    }
}

fn is_seen(graph: &Graph, write: EventId, read: EventId) -> bool {
    let source = graph.events[read].access().and_then(|access| access.read).map(|(_, source, _)| source);
    matches!(source, Some(Source::Write(id)) if graph.by_id.get(&id) == Some(&write))
}

/// Whether the order of two events is one of synchronisation: interleavings have it too.
fn hands_over(first: &What, second: &What) -> bool {
    matches!((first, second), (What::Unlock(a), What::Lock(b)) if a == b)
}
