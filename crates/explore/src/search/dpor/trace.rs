//! The run so far as a partial order of its steps, by vector clocks: which steps conflict, which of these could have come in
//! the other order, and what has to come first then.
//!
//! In come the steps of a run, each with what it touched; out go its races, in the sense of dynamic partial-order reduction: pairs of
//! conflicting steps with nothing in between that orders them.

use std::sync::Arc;

use heddle_machine::{Access, Resource, Touch, Use};
use heddle_verdict::Choice;
use rustc_hash::FxHashMap;

/// By thread: how many of its steps came before.
type Clock = Vec<u32>;

/// A step of the run.
pub struct Event {
    pub choice: Choice,
    /// Its place among the steps of its thread, from 1 on.
    number: u32,
    /// What happened before it, itself included.
    clock: Clock,
    pub touches: Arc<[Touch]>,
    pub only_reads: bool,
    /// The accesses to memory that it began with, and what the stack of its thread was like before and after it.
    pub accesses: Vec<Access>,
    pub stacks: (u64, u64),
    /// Threads that could go on where it was taken.
    enabled: Vec<usize>,
}

/// What is known of a step before it has its place in the run.
pub struct NewEvent {
    pub choice: Choice,
    pub touches: Arc<[Touch]>,
    pub only_reads: bool,
    pub accesses: Vec<Access>,
    pub stacks: (u64, u64),
    pub enabled: Vec<usize>,
}

/// How a step relates to those before it.
#[derive(Default)]
pub struct Related {
    /// Everything that happened before it.
    clock: Clock,
    /// The steps that it could have come before.
    pub races: Vec<usize>,
}

#[derive(Default)]
pub struct Trace {
    events: Vec<Event>,
    /// By thread: its steps.
    of_thread: Vec<Vec<usize>>,
    /// By thread: what happened before its first step.
    births: Vec<Clock>,
    /// By key of a resource: the steps that touched it.
    uses: FxHashMap<u64, Vec<usize>>,
    /// Steps that touched everything.
    of_everything: Vec<usize>,
}

impl Event {
    pub fn thread(&self) -> usize {
        self.choice.thread.index()
    }

    fn is_in(&self, clock: &Clock) -> bool {
        clock.get(self.thread()).is_some_and(|&known| known >= self.number)
    }
}

fn join(clock: &mut Clock, other: &Clock) {
    if clock.len() < other.len() {
        clock.resize(other.len(), 0);
    }
    for (own, &theirs) in clock.iter_mut().zip(other) {
        *own = (*own).max(theirs);
    }
}

impl Trace {
    pub fn len(&self) -> usize {
        self.events.len()
    }

    pub fn event(&self, at: usize) -> &Event {
        &self.events[at]
    }

    /// The steps of a thread.
    pub fn steps_of(&self, thread: usize) -> &[usize] {
        self.of_thread.get(thread).map_or(&[], Vec::as_slice)
    }

    /// What happened before a thread's next step, as far as the thread itself knows.
    fn known_to(&self, thread: usize) -> Clock {
        match self.steps_of(thread).last() {
            Some(&last) => self.events[last].clock.clone(),
            None => self.births.get(thread).cloned().unwrap_or_default(),
        }
    }

    /// How a step of a thread that touches this relates to the run so far.
    pub fn relate(&self, thread: usize, touches: &[Touch]) -> Related {
        let mut clock = self.known_to(thread);
        let own = [Touch::own(thread)];
        // What let the thread go on is no race, if it could not go on before.
        let mut enabling: Vec<usize> = Vec::new();
        let mut held: Vec<usize> = Vec::new();
        let mut others: Vec<usize> = Vec::new();
        let mut ordered: Vec<usize> = Vec::new();
        for &touch in own.iter().chain(touches) {
            self.for_each_conflict(thread, touch, |at, with| {
                if self.events[at].is_in(&clock) {
                    return;
                }
                let list = match touch.resource {
                    _ if with.how == Use::Release || touch.how == Use::Release => &mut ordered,
                    own if own == with.resource
                        && own == Resource::Control(thread)
                        && !self.events[at].enabled.contains(&thread) =>
                    {
                        &mut enabling
                    }
                    resource if resource.is_held() && with.resource.is_held() => &mut held,
                    _ => &mut others,
                };
                list.push(at);
            });
        }
        for &at in &enabling {
            join(&mut clock, &self.events[at].clock);
        }
        held.retain(|&at| !self.events[at].is_in(&clock));
        others.retain(|&at| !self.events[at].is_in(&clock));
        let is_between = |at: usize, later: usize| at != later && self.events[at].is_in(&self.events[later].clock);
        let mut races = held.clone();
        let immediate = |&at: &usize| !held.iter().chain(&others).any(|&later| is_between(at, later));
        races.extend(others.iter().copied().filter(immediate));
        races.sort_unstable();
        races.dedup();
        for &at in held.iter().chain(&others).chain(&ordered) {
            join(&mut clock, &self.events[at].clock);
        }
        Related { clock, races }
    }

    /// The steps of other threads that conflict with a touch, the last first; not those that happened before one of them which
    /// wrote the same.
    fn for_each_conflict(&self, thread: usize, touch: Touch, mut visit: impl FnMut(usize, Touch)) {
        let everything = Touch { resource: Resource::Everything, how: Use::Write };
        if touch.resource == Resource::Everything {
            let others = self.of_thread.iter().enumerate().filter(|&(other, _)| other != thread);
            others.filter_map(|(_, steps)| steps.last()).for_each(|&last| visit(last, everything));
            return;
        }
        if let Some(&last) = self.of_everything.last() {
            visit(last, everything);
        }
        // Every step of a thread depends on its control state, without that being listed among what it touches.
        if let Resource::Control(of) = touch.resource
            && of != thread
            && let Some(&last) = self.steps_of(of).last()
        {
            visit(last, Touch::own(of));
        }
        for &at in self.uses.get(&touch.resource.key()).into_iter().flatten().rev() {
            let event = &self.events[at];
            let is_other = event.thread() != thread;
            let mut covers = false;
            for &with in event.touches.iter().filter(|&&with| touch.conflicts(with)) {
                if is_other {
                    visit(at, with);
                }
                covers |= with.how == Use::Write && with.resource == touch.resource;
            }
            if covers {
                return;
            }
        }
    }

    /// Adds a step; `threads` are those that there are after it. A thread that begins when all others have ended knows of them all.
    pub fn push(&mut self, new: NewEvent, related: Related, threads: usize, last_of_all: bool) {
        let NewEvent { choice, touches, only_reads, accesses, stacks, enabled } = new;
        let (at, thread) = (self.events.len(), choice.thread.index());
        self.of_thread.resize_with(threads.max(thread + 1), Vec::new);
        let Related { mut clock, .. } = related;
        clock.resize(clock.len().max(thread + 1), 0);
        let number = self.of_thread[thread].len() as u32 + 1;
        clock[thread] = number;
        self.births.resize_with(self.births.len().max(1), Clock::default);
        while self.births.len() < threads {
            let mut birth = clock.clone();
            if last_of_all {
                for steps in &self.of_thread {
                    if let Some(&last) = steps.last() {
                        join(&mut birth, &self.events[last].clock);
                    }
                }
            }
            self.births.push(birth);
        }
        self.of_thread[thread].push(at);
        for touch in &*touches {
            let list = match touch.resource {
                Resource::Everything => &mut self.of_everything,
                resource => self.uses.entry(resource.key()).or_default(),
            };
            if list.last() != Some(&at) {
                list.push(at);
            }
        }
        self.events.push(Event { choice, number, clock, touches, only_reads, accesses, stacks, enabled });
    }

    /// Forgets all but so many steps, after which there are so many threads.
    pub fn truncate(&mut self, len: usize, threads: usize) {
        while self.events.len() > len {
            let at = self.events.len() - 1;
            let event = self.events.pop().expect("longer than that");
            self.of_thread[event.thread()].pop();
            for touch in &*event.touches {
                match touch.resource {
                    Resource::Everything => self.of_everything.retain(|&other| other != at),
                    resource => {
                        let key = resource.key();
                        if let Some(list) = self.uses.get_mut(&key) {
                            if list.last() == Some(&at) {
                                list.pop();
                            }
                            if list.is_empty() {
                                self.uses.remove(&key);
                            }
                        }
                    }
                }
            }
        }
        self.of_thread.truncate(threads);
        self.births.truncate(threads);
    }

    /// The steps after number `at` that need not come after it.
    pub fn independent_of(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let event = &self.events[at];
        (at + 1..self.events.len()).filter(move |&later| !event.is_in(&self.events[later].clock))
    }

    /// The threads that may go first in the run that consists of the steps which need not come after number `at`, and then of a
    /// step of `thread`.
    pub fn initials(&self, at: usize, thread: usize, related: &Related) -> Vec<usize> {
        // By thread: the number of its first step in that run.
        let mut first: Vec<(usize, u32)> = Vec::new();
        let mut initials = Vec::new();
        let mut add = |thread: usize, number: u32, clock: &Clock| {
            if first.iter().any(|&(other, _)| other == thread) {
                return;
            }
            let after = |&(other, number): &(usize, u32)| clock.get(other).is_some_and(|&known| known >= number);
            if !first.iter().any(after) {
                initials.push(thread);
            }
            first.push((thread, number));
        };
        for later in self.independent_of(at) {
            let event = &self.events[later];
            add(event.thread(), event.number, &event.clock);
        }
        add(thread, self.steps_of(thread).len() as u32 + 1, &related.clock);
        initials
    }
}
