//! Breakpoints: at lines, where a field or element is written, where a lock is taken, where a method begins. They hold in both
//! directions, and stop at the same places: right after the instruction that hits.

use heddle_jdk::synchronizers;
use heddle_machine::{Location, Pending, Ref};
use heddle_verdict::ThreadId;

use super::{Debugger, Spot, Stopped};

/// Where to stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Breakpoint {
    /// A thread comes to a line.
    Line {
        /// The source file, without folders.
        file: String,
        /// The line.
        line: u32,
    },
    /// A field or element is written.
    Write(Watched),
    /// A lock is taken: `Account`, `Account#1`, `ReentrantLock`; any if it is empty.
    Lock(String),
    /// A method begins: `method` or `Class.method`.
    Method(String),
}

/// What is watched for writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Watched {
    /// A field of all objects, or a static one: `Account.balance`.
    Field(String),
    /// A place in memory.
    Place(Location),
}

/// What a thread is about to do, as far as breakpoints care.
struct Ahead {
    spot: Option<Spot>,
    frames: usize,
    writes: Option<Location>,
    locks: Option<Ref>,
}

impl Debugger<'_> {
    /// An instruction forwards, and the breakpoint that it hit.
    pub(super) fn advance(&mut self) -> Result<(ThreadId, Option<Stopped>), Stopped> {
        if self.breakpoints.is_empty() {
            return self.forward().map(|thread| (thread, None));
        }
        let Some(choice) = self.next_choice() else { return self.forward().map(|thread| (thread, None)) };
        let ahead = self.ahead(choice.thread.index());
        let thread = self.forward()?;
        Ok((thread, self.hit(thread, &ahead).map(|at| Stopped::Breakpoint(at, thread))))
    }

    /// An instruction back, and the breakpoint by which the run came to where it stands then: it stops at the same
    /// places in both directions.
    pub(super) fn retreat(&mut self) -> Result<(ThreadId, Option<Stopped>), Stopped> {
        let thread = self.back()?;
        let Some(&last) = self.path.choices().last().filter(|_| !self.breakpoints.is_empty()) else {
            return Ok((thread, None));
        };
        self.path.back_to(self.position() - 1);
        let ahead = self.ahead(last.thread.index());
        self.path.single(last);
        Ok((thread, self.hit(last.thread, &ahead).map(|at| Stopped::Breakpoint(at, last.thread))))
    }

    fn ahead(&mut self, t: usize) -> Ahead {
        let pending = self.path.machine.pending(t);
        let writes = pending.accesses().find(|access| access.writes).map(|access| access.location);
        let frames = self.path.machine.state.threads[t].frames.len();
        let locks = match pending {
            Pending::Lock(object) => Some(object),
            _ => None,
        };
        Ahead { spot: self.spot(t), frames, writes, locks }
    }

    /// The first breakpoint that an instruction of a thread hit.
    fn hit(&mut self, thread: ThreadId, ahead: &Ahead) -> Option<usize> {
        let breakpoints = std::mem::take(&mut self.breakpoints);
        let found = breakpoints.iter().position(|breakpoint| self.is_hit(thread.index(), ahead, breakpoint));
        self.breakpoints = breakpoints;
        found
    }

    fn is_hit(&mut self, t: usize, ahead: &Ahead, breakpoint: &Breakpoint) -> bool {
        match breakpoint {
            Breakpoint::Line { file, line } => {
                let Some(now) = self.spot(t).filter(|now| now.line.map(u32::from) == Some(*line)) else { return false };
                let program = self.path.machine.program;
                let class = program.method(now.method).class;
                // A call that returns into its line does not come to it again.
                let came = ahead.spot.is_none_or(|was| {
                    was.method != now.method && was.depth < now.depth
                        || was.method == now.method && was.line != now.line
                }) || ahead.frames < now.depth;
                came && program.source_file(class).as_deref() == Some(file)
            }
            Breakpoint::Write(watched) => ahead.writes.is_some_and(|location| self.is_watched(location, watched)),
            Breakpoint::Lock(name) => {
                let taken =
                    ahead.locks.filter(|&object| self.path.machine.state.heap.monitor(object).0 == t as u16 + 1);
                let taken = taken.or_else(|| self.owned(t, ahead));
                taken.is_some_and(|object| {
                    name.is_empty() || {
                        let full = self.look().name(object);
                        full == *name || full.split('#').next() == Some(name)
                    }
                })
            }
            Breakpoint::Method(name) => {
                let machine = &self.path.machine;
                let frames = &machine.state.threads[t].frames;
                let Some(frame) = frames.last().filter(|_| frames.len() > ahead.frames) else { return false };
                let method = machine.program.method(frame.method);
                let own = machine.program.text(method.name);
                let class = machine.program.class_name(method.class);
                let class = class.rsplit(['/', '$']).next().unwrap_or(class);
                own == name || format!("{class}.{own}") == *name
            }
        }
    }

    fn is_watched(&self, location: Location, watched: &Watched) -> bool {
        match watched {
            Watched::Place(place) => place.overlaps(location),
            Watched::Field(name) => {
                let (Location::Field { field, .. } | Location::Static { field }) = location else { return false };
                let program = self.path.machine.program;
                let field = program.field(field);
                let class = program.class_name(field.class);
                let class = class.rsplit(['/', '$']).next().unwrap_or(class);
                format!("{class}.{}", program.text(field.name)) == *name
            }
        }
    }

    /// The lock of `java.util.concurrent` that thread `t` has just become the owner of.
    fn owned(&mut self, t: usize, ahead: &Ahead) -> Option<Ref> {
        let Some(Location::Field { object, field }) = ahead.writes else { return None };
        let machine = &mut self.path.machine;
        let is_owner = machine.program.text(machine.program.field(field).name) == synchronizers::OWNER;
        (is_owner && machine.field(object, synchronizers::OWNER) as Ref == machine.state.threads[t].object)
            .then_some(object)
    }
}
