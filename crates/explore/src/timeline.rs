//! From a run that is followed instruction by instruction to its [`Timeline`]: after everything that is told, where each thread
//! is, which locks it holds and what it waits for.

use heddle_machine::Ref;
use heddle_verdict::{Action, Choice, Moment, Order, Place, Printed, Stand, ThreadId, Timeline};

use crate::describe;
use crate::happens_before::HappensBefore;
use crate::path::Path;
use crate::property::deadlock::waits_for;

/// More moments than this would make pages too large to be opened.
const MOST: usize = 100_000;

/// How a thread stands, with objects that have no names yet: naming them on the way would number others differently.
#[derive(Clone, PartialEq)]
struct Raw {
    stand: Stand,
    holds: Vec<Ref>,
}

#[derive(Default)]
pub struct Recording {
    timeline: Timeline,
    raw: Vec<Vec<(usize, Raw)>>,
    last: Vec<Raw>,
}

impl Recording {
    /// Something was told; the machine stands after it.
    #[expect(clippy::too_many_arguments, reason = "what a moment consists of")]
    pub fn add(
        &mut self,
        path: &mut Path<'_>,
        known: &HappensBefore,
        choice: Choice,
        (step, begins): (usize, bool),
        at: usize,
        (place, callers, callee): (Option<Place>, Vec<Place>, Option<Place>),
        (action, printed): (Action, Vec<Printed>),
    ) {
        if self.timeline.moments.len() >= MOST {
            return;
        }
        let changed = self.changed(path, known);
        self.raw.push(changed);
        self.timeline.moments.push(Moment {
            thread: choice.thread,
            step,
            begins,
            at,
            place,
            callers,
            callee,
            action,
            printed,
            stands: vec![],
        });
    }

    /// The threads that stand otherwise than when this was last asked.
    fn changed(&mut self, path: &mut Path<'_>, known: &HappensBefore) -> Vec<(usize, Raw)> {
        let mut changed = Vec::new();
        for t in 0..path.machine.state.threads.len() {
            let raw = stand(path, known, t);
            if self.last.get(t) == Some(&raw) {
                continue;
            }
            changed.push((t, raw.clone()));
            match self.last.get_mut(t) {
                Some(last) => *last = raw,
                None => self.last.push(raw),
            }
        }
        changed
    }

    /// The timeline, when the run has ended.
    pub fn finish(mut self, path: &mut Path<'_>, known: &HappensBefore) -> Timeline {
        let end = self.changed(path, known);
        for (moment, raw) in self.timeline.moments.iter_mut().zip(self.raw) {
            moment.stands = named(path, raw);
        }
        self.timeline.end = named(path, end);
        let moments = &self.timeline.moments;
        let mut orders: Vec<Order> = Vec::new();
        for &(from, to, by) in known.edges() {
            // What is not told itself is told by what its thread did last before, or does next.
            let mut earlier = moments[..moments.partition_point(|moment| moment.at <= from.1)].iter();
            let earlier = earlier.rposition(|moment| moment.thread.index() == from.0);
            let first = moments.partition_point(|moment| moment.at < to.1);
            let later = moments[first..].iter().position(|moment| moment.thread.index() == to.0);
            let (Some(from), Some(later)) = (earlier, later) else { continue };
            let order = Order { from, to: first + later, by };
            if orders.last() != Some(&order) && from < order.to {
                orders.push(order);
            }
        }
        orders.sort_by_key(|order| (order.to, order.from));
        orders.dedup();
        self.timeline.orders = orders;
        self.timeline
    }
}

/// The same with the names of what they hold.
fn named(path: &mut Path<'_>, raw: Vec<(usize, Raw)>) -> Vec<(ThreadId, Stand)> {
    let Path { machine, namer, .. } = path;
    let named = raw.into_iter().map(|(t, Raw { stand, holds })| {
        let mut names: Vec<String> = holds.into_iter().map(|object| namer.object(machine, object)).collect();
        names.dedup();
        (ThreadId(t as u16), Stand { holds: names, ..stand })
    });
    named.collect()
}

fn stand(path: &mut Path<'_>, known: &HappensBefore, t: usize) -> Raw {
    let alive = path.machine.state.threads[t].is_alive();
    let place = describe::innermost(&path.machine, t);
    let waits = alive && !path.machine.is_ready(t);
    let Path { machine, namer, .. } = path;
    let waits_for = waits.then(|| waits_for(machine, namer, t));
    Raw { stand: Stand { place, waits_for, ended: !alive, holds: vec![] }, holds: known.holds(t) }
}
