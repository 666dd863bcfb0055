//! A plain run: one deterministic schedule to the end. Threads take turns; virtual time passes only
//! when every thread waits for it.

use crate::exit::Exit;
use crate::heap::PERM_END;
use crate::machine::Machine;
use crate::native::{Stop, Trap};
use crate::state::Output;
use crate::thread::{Phase, Status};

/// How a plain run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// All threads ended, or the program asked to exit.
    Exit(i32),
    /// The threads that are left wait forever.
    Deadlock,
    Unsupported(String),
    Limit(String),
}

/// Backward jumps before the next thread gets its turn.
const SLICE: u32 = 20_000;
/// Virtual nanoseconds that a full time slice takes.
const SLICE_NANOS: i64 = 1_000_000;

/// What a plain run, from start to end, keeps beside the state.
pub(crate) struct PlainRun {
    /// Nanoseconds of virtual time.
    pub clock: i64,
    /// Somebody has looked at the clock, so that there may be time stamps.
    pub clock_was_read: bool,
    /// Backward jumps in a time slice.
    pub slice: u32,
    /// The collector runs when the path region has grown to here.
    pub collect_at: u32,
    /// The main thread ended by an exception.
    pub main_failed: bool,
    /// Standard input.
    pub input: Option<Box<dyn crate::Input>>,
}

impl Default for PlainRun {
    fn default() -> Self {
        let collect_at = PERM_END + (8 << 20);
        Self { clock: 0, clock_was_read: false, slice: 0, collect_at, main_failed: false, input: None }
    }
}

impl Machine<'_> {
    /// Runs all threads to the end, handing out what they print as they go.
    pub fn run_to_end(&mut self, mut print: impl FnMut(&Output)) -> RunEnd {
        let mut turn = 0;
        let mut idle = 0;
        loop {
            if self.is_finished() {
                return RunEnd::Exit(self.exit_code());
            }
            turn = (turn + 1) % self.state.threads.len();
            let moved = match self.take_turn(turn) {
                Ok(moved) => moved,
                Err(stop) => {
                    self.state.output.drain(..).for_each(|output| print(&output));
                    return match stop {
                        Stop::Exit(code) => RunEnd::Exit(code),
                        Stop::Unsupported(what) => RunEnd::Unsupported(what),
                        Stop::Limit(what) => RunEnd::Limit(what),
                        Stop::Ignore => RunEnd::Exit(0),
                    };
                }
            };
            self.state.output.drain(..).for_each(|output| print(&output));
            idle = if moved { 0 } else { idle + 1 };
            if idle > self.state.threads.len() {
                if !self.pass_time() {
                    return RunEnd::Deadlock;
                }
                idle = 0;
            }
        }
    }

    /// 1 if the main thread ended by an exception, as `java` does.
    fn exit_code(&self) -> i32 {
        i32::from(self.state.uncaught.iter().any(|&(thread, _)| thread == 0) || self.run.main_failed)
    }

    /// Lets a thread run for one time slice; whether it did anything.
    fn take_turn(&mut self, t: usize) -> Result<bool, Stop> {
        self.wake_overdue();
        match self.state.threads[t].control.status {
            Status::Runnable => {}
            Status::Notified { object } if self.state.heap.monitor(object).0 == 0 => {}
            _ => return Ok(false),
        }
        self.stepper.current = t;
        self.run.slice = SLICE;
        let before = self.position(t);
        loop {
            if self.state.threads[t].frames.is_empty() {
                return self.finish_turn(t);
            }
            match self.interpret::<false>(t, 0) {
                Exit::Returned(_) => {}
                Exit::Uncaught(exception) => {
                    if t == 0 && self.state.threads[t].control.phase == Phase::Running {
                        self.run.main_failed = true;
                    }
                    self.die(t, exception)?;
                }
                Exit::Slice => {
                    self.run.clock += SLICE_NANOS;
                    return Ok(true);
                }
                Exit::Blocked => {
                    let control = self.state.threads[t].control;
                    let waits = !matches!(control.status, Status::Runnable | Status::Notified { .. });
                    return Ok(waits || self.position(t) != before);
                }
                Exit::Boundary => unreachable!("plain runs have no boundaries"),
                Exit::Stop(stop) => return Err(stop),
            }
        }
    }

    /// A thread without frames: leaves through `Thread.exit`, then ends.
    fn finish_turn(&mut self, t: usize) -> Result<bool, Stop> {
        let result = if self.state.threads[t].control.phase == Phase::Exited {
            self.end_thread(t)
        } else {
            self.leave_thread(t)
        };
        match result {
            Err(Trap::Stop(stop)) => Err(stop),
            Err(Trap::Block) => Ok(false),
            _ => Ok(true),
        }
    }

    /// Where a thread stands, to see whether it moved.
    fn position(&self, t: usize) -> (usize, u32, Phase) {
        let thread = &self.state.threads[t];
        (thread.frames.len(), thread.frames.last().map_or(0, |frame| frame.pc), thread.control.phase)
    }

    fn wake_overdue(&mut self) {
        for t in 0..self.state.threads.len() {
            if self.state.threads[t].control.blocking.deadline <= self.run.clock && self.waits_for_time(t) {
                self.time_out(t);
            }
        }
    }

    /// Advances the clock to the next deadline; false if nobody waits for time.
    fn pass_time(&mut self) -> bool {
        let waiting = (0..self.state.threads.len()).filter(|&t| self.waits_for_time(t));
        let Some(next) = waiting.map(|t| self.state.threads[t].control.blocking.deadline).min() else { return false };
        self.run.clock = self.run.clock.max(next);
        self.wake_overdue();
        true
    }
}
