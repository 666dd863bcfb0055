//! Which instructions of a run happen before which (JLS 17.4.5), by vector clocks along the run; and which locks
//! each thread holds. For a race it gives the last synchronisation of each side, and up to where the other side is
//! ordered after it: the missing synchronisation would have to start from there.
//!
//! In: a run, instruction by instruction. Edges come from starting threads, from the end of a thread to a thread
//! that observes it, from releasing to acquiring a monitor, from writing to reading a volatile or atomic place, which
//! is what the locks, latches and queues of `java.util.concurrent` are made of, from interrupting to noticing
//! it. Parking and class initialisation give none here.

use heddle_jdk::synchronizers::{self, Holding};
use heddle_machine::{BacktraceFrame, Location, Machine, Mode, Pending, Ref, Status};
use heddle_program::{MethodId, Origin, Type};
use heddle_verdict::{Action, Deed, Held, Place, ThreadId, Unordered};
use rustc_hash::FxHashMap;

use crate::describe::{self, Namer};

/// By thread: how many of its instructions happened before.
type Clock = Vec<u32>;

/// How a thread synchronised; what it says in words is worked out for the few that are shown.
#[derive(Clone, Copy)]
enum How {
    Lock(Ref),
    Again(Ref),
    Unlock(Ref),
    Start(Ref),
    Interrupt(Ref),
    Interrupted(Ref),
    Alive(Ref),
    Memory {
        location: Location,
        reads: bool,
        writes: bool,
        old: Option<(Type, u64)>,
        new: Option<(Type, u64)>,
    },
    /// Inside a method of the JDK that the program called on an object.
    Call {
        this: Ref,
        method: MethodId,
    },
}

#[derive(Clone, Copy)]
struct Event {
    /// Instructions that its thread had taken then.
    count: u32,
    /// The instruction of the run.
    at: usize,
    how: How,
    place: Option<BacktraceFrame>,
}

/// A lock of `java.util.concurrent` and where it was taken.
type Taken = (Ref, Option<BacktraceFrame>);

#[derive(Default)]
struct Known {
    clock: Clock,
    synchronised: Vec<Event>,
    /// Monitors that it has taken and not released, with where.
    monitors: Vec<Taken>,
    locks: Vec<Taken>,
}

#[derive(Default)]
pub struct HappensBefore {
    threads: Vec<Known>,
    released: FxHashMap<Ref, Release>,
    written: FxHashMap<Location, Release>,
    interrupted: FxHashMap<Ref, Release>,
    taken: usize,
    edges: Vec<Edge>,
    /// Monitors that the last instruction has given back.
    freed: Vec<Ref>,
}

/// A thread, and an instruction of the run.
type Point = (usize, usize);

/// From one point to another, and by what.
pub type Edge = (Point, Point, &'static str);

/// What whoever acquires gets to know, and who released last.
#[derive(Clone, Default)]
struct Release {
    clock: Clock,
    by: Point,
}

/// What is known of an instruction before it is taken.
pub struct Ahead {
    status: Status,
    pending: Pending,
    old: Option<(Type, u64)>,
    outermost: Option<How>,
    place: Option<BacktraceFrame>,
    /// It may synchronise, or take or give back a lock.
    tells: bool,
}

impl Ahead {
    pub fn look(machine: &mut Machine<'_>, t: usize) -> Self {
        let pending = machine.pending(t);
        let status = machine.state.threads[t].control.status;
        let old = match pending {
            Pending::Memory(access) => machine.value_at(access.location),
            _ => None,
        };
        let tells = status != Status::Runnable
            || match pending {
                Pending::Memory(access) => access.mode != Mode::Plain || is_owner(machine, access.location),
                Pending::Local => false,
                _ => true,
            };
        let (outermost, place) = if tells { called(machine, t) } else { (None, None) };
        Self { status, pending, old, outermost, place, tells }
    }
}

/// The method of the JDK that the program called, if thread `t` stands in one, and where the program stands.
fn called(machine: &Machine<'_>, t: usize) -> (Option<How>, Option<BacktraceFrame>) {
    let thread = &machine.state.threads[t];
    let is_user = |method: MethodId| {
        machine.program.class(machine.program.method(method).class).origin == Origin::User
            && !describe::is_synthesised(machine, method)
    };
    let user = thread.frames.iter().rposition(|frame| is_user(frame.method));
    let place = user.map(|at| BacktraceFrame { method: thread.frames[at].method, pc: thread.frames[at].pc });
    let outermost = thread.frames.get(user.map_or(0, |at| at + 1)).filter(|frame| {
        let method = machine.program.method(frame.method);
        user.is_some() && !method.is_static()
    });
    let how = outermost.map(|frame| How::Call { this: thread.regs[frame.base as usize] as Ref, method: frame.method });
    (how, place)
}

fn is_owner(machine: &Machine<'_>, location: Location) -> bool {
    matches!(location, Location::Field { field, .. }
        if machine.program.text(machine.program.field(field).name) == synchronizers::OWNER)
}

fn join(clock: &mut Clock, other: &Clock) {
    if clock.len() < other.len() {
        clock.resize(other.len(), 0);
    }
    for (own, &theirs) in clock.iter_mut().zip(other) {
        *own = (*own).max(theirs);
    }
}

impl HappensBefore {
    /// Thread `t` took an instruction; the machine stands after it.
    pub fn step(&mut self, machine: &mut Machine<'_>, t: usize, mut ahead: Ahead) {
        // A thread whose first method is synchronized is in the program only now.
        ahead.place = ahead.place.or_else(|| if ahead.tells { called(machine, t).1 } else { None });
        self.grow(machine.state.threads.len().max(t + 1), t);
        self.threads[t].clock[t] += 1;
        let how = self.synchronise(machine, t, &ahead);
        let mut events: Vec<How> = how.into_iter().collect();
        self.freed.clear();
        for (object, place) in std::mem::take(&mut self.threads[t].monitors) {
            if machine.state.heap.monitor(object).0 == t as u16 + 1 {
                self.threads[t].monitors.push((object, place));
            } else {
                self.released.insert(object, Release { clock: self.threads[t].clock.clone(), by: (t, self.taken) });
                events.push(How::Unlock(object));
                self.freed.push(object);
            }
        }
        for how in events {
            // What the JDK does inside is told as what the program called; a thread's start is told as such.
            let how = match (how, ahead.outermost) {
                (How::Start(_), _) | (_, None) => how,
                (_, Some(call)) => call,
            };
            let count = self.threads[t].clock[t];
            self.threads[t].synchronised.push(Event { count, at: self.taken, how, place: ahead.place });
        }
        self.own(machine, t, &ahead);
        self.taken += 1;
    }

    /// New threads begin with what their creator knows.
    fn grow(&mut self, threads: usize, creator: usize) {
        for new in self.threads.len()..threads {
            let mut clock = self.threads.get(creator).map(|known| known.clock.clone()).unwrap_or_default();
            clock.resize(threads, 0);
            // The instruction that made it is counted after this.
            clock[creator] += u32::from(creator != new);
            if creator != new && new > 0 {
                self.edges.push(((creator, self.taken), (new, self.taken), "start"));
            }
            self.threads.push(Known { clock, ..Known::default() });
        }
        for known in &mut self.threads {
            known.clock.resize(threads.max(known.clock.len()), 0);
        }
    }

    /// Draws the edges that end or begin at this instruction, and tells what it was.
    fn synchronise(&mut self, machine: &Machine<'_>, t: usize, ahead: &Ahead) -> Option<How> {
        let (own, edges, now) = (&mut self.threads[t], &mut self.edges, self.taken);
        let mut acquire = |from: Option<&Release>, by: &'static str| {
            if let Some(from) = from {
                join(&mut own.clock, &from.clock);
                if from.by.0 != t {
                    edges.push((from.by, (t, now), by));
                }
            }
        };
        let holds = |object: Ref| machine.state.heap.monitor(object).0 == t as u16 + 1;
        if let Status::Notified { object } = ahead.status {
            if !holds(object) {
                return None;
            }
            acquire(self.released.get(&object), "lock");
            own.monitors.push((object, ahead.place));
            return Some(How::Again(object));
        }
        // The monitor of a synchronized method is taken by the call.
        let entered = machine.state.threads[t].frames.last().map_or(0, |frame| frame.lock);
        let locked = match ahead.pending {
            Pending::Lock(object) => object,
            _ => entered,
        };
        if locked != 0 && holds(locked) && own.monitors.iter().all(|(object, _)| *object != locked) {
            acquire(self.released.get(&locked), "lock");
            own.monitors.push((locked, ahead.place));
            return Some(How::Lock(locked));
        }
        match ahead.pending {
            Pending::Memory(access) if access.mode != Mode::Plain => {
                if access.reads && access.mode.acquires() {
                    acquire(self.written.get(&access.location), "volatile");
                }
                if access.writes && access.mode.releases() {
                    let written = self.written.entry(access.location).or_default();
                    join(&mut written.clock, &own.clock);
                    written.by = (t, now);
                }
                let (location, new) = (access.location, machine.value_at(access.location));
                Some(How::Memory { location, reads: access.reads, writes: access.writes, old: ahead.old, new })
            }
            Pending::Alive(thread) => {
                let ended = machine.thread_of(thread).filter(|&other| !machine.state.threads[other].is_alive())?;
                let clock = self.threads[ended].clock.clone();
                join(&mut self.threads[t].clock, &clock);
                self.edges.push(((ended, now), (t, now), "join"));
                Some(How::Alive(thread))
            }
            Pending::Interrupt(thread) => {
                let interrupted = self.interrupted.entry(thread).or_default();
                join(&mut interrupted.clock, &own.clock);
                interrupted.by = (t, now);
                Some(How::Interrupt(thread))
            }
            Pending::Interrupted(thread) => {
                acquire(self.interrupted.get(&thread), "interrupt");
                Some(How::Interrupted(thread))
            }
            Pending::Start(thread) => Some(How::Start(thread)),
            _ => None,
        }
    }

    /// Follows the owners of locks of `java.util.concurrent`.
    fn own(&mut self, machine: &mut Machine<'_>, t: usize, ahead: &Ahead) {
        let Pending::Memory(access) = ahead.pending else { return };
        let Location::Field { object, .. } = access.location else { return };
        if !access.writes || !is_owner(machine, access.location) {
            return;
        }
        let locks = &mut self.threads[t].locks;
        locks.retain(|(lock, _)| *lock != object);
        if machine.field(object, synchronizers::OWNER) as Ref == machine.state.threads[t].object {
            locks.push((object, ahead.place));
        }
    }

    /// A call of the program on a lock that has no owner has returned.
    pub fn returned(&mut self, t: usize, this: Ref, holding: Holding, place: Option<BacktraceFrame>) {
        self.grow(t + 1, t);
        let locks = &mut self.threads[t].locks;
        match holding {
            Holding::Takes => locks.push((this, place)),
            Holding::GivesBack => {
                if let Some(at) = locks.iter().rposition(|(lock, _)| *lock == this) {
                    locks.remove(at);
                }
            }
        }
    }

    /// What orders, and does not order, the next instruction of `t` with that of `other`. `step` gives the step of the
    /// trace in which an instruction of the run lies.
    pub fn between(
        &self,
        machine: &mut Machine<'_>,
        namer: &mut Namer,
        (t, other): (usize, usize),
        step: impl Fn(usize) -> usize,
    ) -> Unordered {
        let Some(known) = self.threads.get(t) else { return Unordered::default() };
        let seen = self.threads.get(other).and_then(|other| other.clock.get(t)).copied().unwrap_or(0);
        let last = known.synchronised.last();
        let seen = known.synchronised.iter().rev().find(|event| event.count <= seen);
        let starts = seen.and_then(|event| match event.how {
            How::Start(thread) => machine.thread_of(thread).map(|thread| ThreadId(thread as u16)),
            _ => None,
        });
        let mut tell = |event: Option<&Event>| event.map(|event| Box::new(told(machine, namer, t, event)));
        Unordered {
            last_sync: last.map(|event| step(event.at)),
            seen_by_other: seen.map(|event| step(event.at)),
            starts,
            last: tell(last),
            seen: tell(seen),
        }
    }

    /// The monitors that the last instruction has given back.
    pub fn freed(&self) -> &[Ref] {
        &self.freed
    }

    /// The edges between threads so far.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The locks that a thread holds, as objects.
    pub fn holds(&self, t: usize) -> Vec<Ref> {
        let known = self.threads.get(t);
        known.into_iter().flat_map(|known| known.monitors.iter().chain(&known.locks)).map(|(lock, _)| *lock).collect()
    }

    /// The locks that a thread holds. One that was taken without any code of the program on the stack is the JDK's own, such as that
    /// of a pool's worker: nobody else can take it.
    pub fn held(&self, machine: &mut Machine<'_>, namer: &mut Namer, t: usize) -> Vec<Held> {
        let Some(known) = self.threads.get(t) else { return Vec::new() };
        let mut held: Vec<Held> = Vec::new();
        for &(object, place) in known.monitors.iter().chain(&known.locks) {
            let Some(frame) = place else { continue };
            let what = namer.object(machine, object);
            if held.iter().all(|other| other.what != what) {
                held.push(Held { what, taken_at: Some(describe::place(machine, frame)) });
            }
        }
        held
    }
}

/// A synchronisation in words.
fn told(machine: &mut Machine<'_>, namer: &mut Namer, t: usize, event: &Event) -> Deed {
    let place: Option<Place> = event.place.map(|frame| describe::place(machine, frame));
    let mut object = |object: Ref| namer.object(machine, object);
    let action = match event.how {
        How::Lock(of) => Action::Lock { what: object(of) },
        How::Again(of) => Action::Resume { what: object(of) },
        How::Unlock(of) => Action::Unlock { what: object(of) },
        How::Start(of) => Action::Start { thread: object(of) },
        How::Interrupt(of) => Action::Interrupt { thread: object(of) },
        // Only that there was an interrupt orders anything.
        How::Interrupted(of) => Action::Interrupted { thread: object(of), interrupted: true },
        // Only that a thread has ended orders anything.
        How::Alive(of) => Action::Alive { thread: object(of), alive: false },
        How::Call { this, method } => {
            let what = object(this);
            let name = machine.program.text(machine.program.method(method).name);
            Action::Call { what, method: name.into(), arguments: None, result: None }
        }
        How::Memory { location, reads, writes, old, new } => {
            let what = namer.location(machine, location);
            let mut value = |value: Option<(Type, u64)>| {
                value.map_or_else(|| "…".into(), |(ty, value)| namer.value_in(machine, location, ty, value))
            };
            match (reads, writes) {
                (true, true) => Action::Update { what, old: value(old), new: value(new) },
                (false, true) => Action::Write { what, old: value(old), new: value(new), plain: false },
                _ => Action::Read { what, value: value(old), plain: false },
            }
        }
    };
    Deed { thread: ThreadId(t as u16), place, callers: vec![], callee: None, action, printed: vec![] }
}
