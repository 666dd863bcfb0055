//! A debugger that goes both ways: a saved run with a cursor. The machine executes the run instruction by instruction, and
//! steps back by undoing, so that every state of the run can be looked at, again and again, and is always the same.
//!
//! In: a project and a run of it. Out: a [`Debugger`] to move, to stop where breakpoints say, and to look at stacks,
//! variables and locks ([`Look`]). A thread can be pinned, so that it alone goes on: then the run is left, and what follows
//! is decided by the rule of [`Debugger::next_choice`], the same every time.

mod breakpoints;

pub use breakpoints::{Breakpoint, Watched};

use heddle_explore::{Bound, Path, SingleRun, single_run};
use heddle_machine::{Phase, StepEnd, Stepping};
use heddle_program::MethodId;
use heddle_verdict::{Choice, Kind, Schedule, ThreadId, Violation};

use crate::replay::{execute_on, stand_before};
use crate::{Error, Look, Project};

/// A run with a cursor.
pub struct Debugger<'p> {
    project: &'p Project,
    path: Path<'p>,
    run: SingleRun,
    /// How many of the instructions so far are those of the run.
    matching: usize,
    violation: Violation,
    /// Runs alone, if any does.
    pinned: Option<ThreadId>,
    breakpoints: Vec<Breakpoint>,
    /// The program has stopped by the last instruction.
    stopped: bool,
}

/// Why the debugger has stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// A step is done.
    Step,
    /// At the breakpoint of this number; of what thread.
    Breakpoint(usize, ThreadId),
    /// At the beginning of the run.
    Beginning,
    /// At the end of the run: the violation.
    End,
    /// Nobody can go on; only where the run was left.
    Stuck,
}

/// How far a step goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stride {
    /// To the next line, over calls.
    Over,
    /// To the next line, into calls.
    In,
    /// Until the method returns.
    Out,
    /// One instruction of the thread.
    Instruction,
}

/// Where a thread stands, as far as stepping by lines is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spot {
    /// Frames of the thread.
    depth: usize,
    method: MethodId,
    line: Option<u16>,
    user: bool,
}

impl<'p> Debugger<'p> {
    /// Opens a run at its beginning. A run that does not lead to its violation is an error.
    pub fn open(project: &'p Project, schedule: &Schedule) -> Result<Self, Error> {
        let (mut path, settings) = stand_before(project, schedule)?;
        let violation = execute_on(&mut path, &settings, schedule).map_err(Error::NotReplayed)?;
        // Objects are called as on the page of the violation.
        let namer = std::mem::take(&mut path.namer);
        let mut run = single_run(&mut path, &schedule.choices).map_err(|diverged| {
            Error::NotReplayed(format!("step {} cannot be followed instruction by instruction", diverged.step + 1))
        })?;
        path.restart(Bound::None);
        path.machine.set_stepping(Stepping::SINGLE);
        if let Kind::Uncaught { thread, .. } | Kind::Assertion { thread, .. } = &violation.kind {
            end_before_throw(&mut path, &mut run, thread.index());
        }
        path.namer = namer;
        Ok(Self { project, path, run, matching: 0, violation, pinned: None, breakpoints: vec![], stopped: false })
    }

    /// What the run leads to.
    pub fn violation(&self) -> &Violation {
        &self.violation
    }

    /// The program.
    pub fn project(&self) -> &'p Project {
        self.project
    }

    /// What can be seen here.
    pub fn look(&mut self) -> Look<'_, 'p> {
        Look::at_end_of(&mut self.path)
    }

    /// Instructions that were taken to get here.
    pub fn position(&self) -> usize {
        self.path.depth()
    }

    /// Instructions of the whole run.
    pub fn length(&self) -> usize {
        self.run.choices.len()
    }

    /// Whether the instructions so far are those of the run.
    pub fn is_on_run(&self) -> bool {
        self.matching == self.path.depth()
    }

    /// The thread that moves next, else the one that moved last.
    pub fn current_thread(&mut self) -> ThreadId {
        if let Kind::Uncaught { thread, .. } | Kind::Assertion { thread, .. } = &self.violation.kind
            && self.is_on_run()
            && self.position() == self.length()
        {
            return *thread;
        }
        let next = self.next_choice().or_else(|| self.path.choices().last().copied());
        next.map_or(ThreadId(0), |choice| choice.thread)
    }

    /// Lets one thread alone go on, or all as the run has it.
    pub fn pin(&mut self, thread: Option<ThreadId>) {
        self.pinned = thread;
    }

    /// Where to stop.
    pub fn set_breakpoints(&mut self, breakpoints: Vec<Breakpoint>) {
        self.breakpoints = breakpoints;
    }

    /// What comes next: as the run has it; where the run was left, the pinned thread, else the thread that moved last,
    /// else the first that can.
    fn next_choice(&mut self) -> Option<Choice> {
        let at = self.path.depth();
        if self.stopped {
            return None;
        }
        let on_run = self.is_on_run();
        let wanted = self.run.choices.get(at).copied().filter(|_| on_run);
        if let Some(pinned) = self.pinned {
            let choice = wanted.filter(|choice| choice.thread == pinned).unwrap_or(Choice::from((pinned.0, 0)));
            return self.path.machine.is_ready(pinned.index()).then_some(choice);
        }
        if on_run {
            return wanted;
        }
        let last = self.path.last_thread().map(ThreadId::index);
        let all = 0..self.path.machine.state.threads.len();
        let ready = last.into_iter().chain(all).find(|&t| self.path.machine.is_ready(t))?;
        Some(Choice::from((ready as u16, 0)))
    }

    /// One instruction forwards; who took it, or why nobody did.
    fn forward(&mut self) -> Result<ThreadId, Stopped> {
        let Some(choice) = self.next_choice() else {
            let ended = self.is_on_run() && self.path.depth() == self.run.choices.len() || self.stopped;
            return Err(if ended { Stopped::End } else { Stopped::Stuck });
        };
        let at = self.path.depth();
        if self.matching == at && self.run.choices.get(at) == Some(&choice) {
            self.matching += 1;
        }
        self.stopped = matches!(self.path.single(choice), StepEnd::Stop(_));
        Ok(choice.thread)
    }

    /// One instruction back; who had taken it.
    fn back(&mut self) -> Result<ThreadId, Stopped> {
        let Some(thread) = self.path.last_thread() else { return Err(Stopped::Beginning) };
        self.back_to(self.path.depth() - 1);
        Ok(thread)
    }

    fn back_to(&mut self, depth: usize) {
        self.path.back_to(depth);
        self.matching = self.matching.min(depth);
        self.stopped = false;
    }

    /// Goes to an instruction of the run; beyond its end to the end.
    pub fn go_to(&mut self, position: usize) {
        if !self.is_on_run() {
            self.back_to(self.matching);
        }
        let pinned = self.pinned.take();
        while self.position() > position && self.back().is_ok() {}
        while self.position() < position && self.forward().is_ok() {}
        self.pinned = pinned;
    }

    /// Forwards to the next breakpoint or to the end.
    pub fn resume(&mut self) -> Stopped {
        loop {
            match self.advance() {
                Ok((_, Some(stopped))) | Err(stopped) => return stopped,
                Ok(_) => {}
            }
        }
    }

    /// Back to the last breakpoint or to the beginning.
    pub fn resume_back(&mut self) -> Stopped {
        loop {
            match self.retreat() {
                Ok((_, Some(stopped))) | Err(stopped) => return stopped,
                Ok(_) => {}
            }
        }
    }

    /// A step of a thread. Others move meanwhile as the run has it.
    pub fn step(&mut self, thread: ThreadId, stride: Stride) -> Stopped {
        let t = thread.index();
        let from = self.spot(t);
        loop {
            let moved = match self.advance() {
                Ok((_, Some(stopped))) | Err(stopped) => return stopped,
                Ok((moved, None)) => moved,
            };
            if moved == thread && self.is_done(t, from, stride) {
                return Stopped::Step;
            }
        }
    }

    fn is_done(&self, t: usize, from: Option<Spot>, stride: Stride) -> bool {
        if stride == Stride::Instruction {
            return true;
        }
        let Some(from) = from else { return true };
        let Some(now) = self.spot(t) else { return false };
        let is_elsewhere = (now.method, now.line, now.depth) != (from.method, from.line, from.depth);
        match stride {
            Stride::Instruction => true,
            Stride::Out => now.depth < from.depth && now.user,
            Stride::Over => is_elsewhere && now.depth <= from.depth && (now.user || !from.user),
            Stride::In => is_elsewhere && (now.user || !from.user && now.depth <= from.depth),
        }
    }

    /// A step of a thread backwards, to the beginning of the line that it was on before, over calls.
    pub fn step_back(&mut self, thread: ThreadId, stride: Stride) -> Stopped {
        let t = thread.index();
        // A thread that the program has left, such as one that is about to end with an exception, goes back to where it left it.
        let from = self.spot(t).filter(|_| is_in_program(&self.path, t));
        let mut target: Option<Spot> = None;
        loop {
            // The beginning of a line is where the instruction before was elsewhere, and not in what the line calls.
            if let Some(found) = target
                && self.path.last_thread() == Some(thread)
            {
                let before = self.spot_before(t);
                if before != Some(found) && before.is_none_or(|before| before.depth <= found.depth) {
                    return Stopped::Step;
                }
            }
            let moved = match self.retreat() {
                Ok((_, Some(stopped))) | Err(stopped) => return stopped,
                Ok((moved, None)) => moved,
            };
            if moved != thread {
                continue;
            }
            if stride == Stride::Instruction {
                return Stopped::Step;
            }
            if target.is_none()
                && let (Some(now), Some(from)) = (self.spot(t), from)
            {
                let is_elsewhere = (now.method, now.line, now.depth) != (from.method, from.line, from.depth);
                let is_within = stride == Stride::In || now.depth <= from.depth;
                if is_elsewhere && is_within && (now.user || !from.user) {
                    target = Some(now);
                }
            } else if target.is_none() && from.is_none() {
                target = self.spot(t).filter(|spot| spot.user);
            }
        }
    }

    /// Where thread `t`, which moved last, stood before that.
    fn spot_before(&mut self, t: usize) -> Option<Spot> {
        let &choice = self.path.choices().last()?;
        self.path.back_to(self.path.depth() - 1);
        let spot = self.spot(t);
        self.path.single(choice);
        spot
    }

    fn spot(&self, t: usize) -> Option<Spot> {
        let machine = &self.path.machine;
        let frames = &machine.state.threads.get(t)?.frames;
        let frame = frames.last()?;
        let line = machine.program.code(frame.method).ok().and_then(|code| code.line(frame.pc));
        Some(Spot { depth: frames.len(), method: frame.method, line, user: is_user(&self.path, frame.method) })
    }
}

/// Ends the run of a thread that dies of an exception before the instruction that throws it: there its variables are still to be seen.
/// What comes after it only tells the world. Leaves the path at its beginning.
fn end_before_throw(path: &mut Path<'_>, run: &mut SingleRun, t: usize) {
    let mut last = None;
    for (at, &choice) in run.choices.iter().enumerate() {
        if choice.thread.index() == t {
            let control = &path.machine.state.threads[t].control;
            if control.phase == Phase::Running && control.unwinding == 0 && is_in_program(path, t) {
                last = Some(at);
            }
        }
        path.single(choice);
    }
    path.back_to(0);
    let Some(last) = last else { return };
    run.choices.truncate(last);
    run.ends.iter_mut().for_each(|end| *end = (*end).min(last));
}

fn is_in_program(path: &Path<'_>, t: usize) -> bool {
    let thread = path.machine.state.threads.get(t);
    thread.is_some_and(|thread| thread.frames.iter().any(|frame| is_user(path, frame.method)))
}

fn is_user(path: &Path<'_>, method: MethodId) -> bool {
    let program = path.machine.program;
    let class = program.method(method).class;
    program.class(class).origin == heddle_program::Origin::User && program.source_file(class).is_some()
}
