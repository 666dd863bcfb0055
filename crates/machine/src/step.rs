//! Driving the machine from outside: taking one of the choices that a state offers (`choices.rs`), and
//! stepping back.
//!
//! A step executes the visible instruction that a thread stands before and everything invisible
//! after it, up to the next visible one. What a step does is a function of the state and the
//! choice.

use std::ops::Range;

use heddle_verdict::{Choice, SearchAssumption, YieldKind};

use crate::canonical::ThreadPart;
use crate::code::Body;
use crate::exit::Exit;
use crate::heap::Ref;
use crate::journal::{Mark, SavedStack};
use crate::machine::Machine;
use crate::native::{Args, Stop, Trap};
use crate::state::State;
use crate::thread::{Cause, FrameKind, Phase, Status};

/// How a step ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepEnd {
    /// At the next state.
    Done,
    /// The step was cut after too many backward jumps and calls: a loop in which nothing is visible.
    Cut,
    Stop(Stop),
}

/// What a step did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub end: StepEnd,
    /// Exceptions that became uncaught, by their places in [`crate::State::uncaught`].
    pub uncaught: Range<usize>,
    /// Assumptions that the step contradicts.
    pub refuted: Vec<SearchAssumption>,
    /// A thread has executed something. If not, a scheduler has only given it a processor.
    pub executed: bool,
}

impl Step {
    /// A step of a scheduler in which no thread executes anything.
    pub fn dispatch(state: &State) -> Self {
        let uncaught = state.uncaught.len();
        Self { end: StepEnd::Done, uncaught: uncaught..uncaught, refuted: Vec::new(), executed: false }
    }

    /// Whether the run ends here, for whatever reason.
    pub fn is_stop(&self) -> bool {
        matches!(self.end, StepEnd::Stop(_))
    }
}

/// What a step costs at least, in units of [`Machine::work`], and what each thread adds, of which it is asked what it may do.
const STEP: u64 = 16;
const THREAD: u64 = 8;

impl<'p> Machine<'p> {
    /// What the machine has done so far while exploring, in units that take some tens of nanoseconds each: steps, backward
    /// jumps in long ones, and objects that were visited to tell states apart. Unlike time, it is the same whenever the same
    /// is done.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Begins exploring from the current state: from now on everything is journaled.
    pub fn begin_exploring(&mut self) {
        self.settings.exploring = true;
        self.journal.floor = self.state.heap.path_top;
        self.count_live();
        self.update_reach();
        self.note_base();
    }

    /// A position to step back to.
    pub fn mark(&mut self) -> Mark {
        self.keep_reach_current();
        Mark {
            cells: self.journal.cells.len() as u32,
            controls: self.journal.controls.len() as u32,
            stacks: self.journal.stacks.len() as u32,
            threads: self.state.threads.len() as u32,
            path_top: self.state.heap.path_top,
            floor: self.journal.floor,
            output: self.state.output.len() as u32,
            uncaught: self.state.uncaught.len() as u32,
            hashes: self.journal.hashes.len() as u32,
            guards: self.journal.guards.len() as u32,
            dirty: self.journal.dirty_len(),
        }
    }

    /// Whether a field, an element of an array or a monitor has been written since, of an object that was there.
    pub fn has_written_since(&self, mark: Mark) -> bool {
        self.journal.cells.len() > mark.cells as usize || self.journal.guards.len() > mark.guards as usize
    }

    /// Restores the state at a mark, reach tags included.
    pub fn undo(&mut self, mark: Mark) {
        self.canonical.reach_is_current = true;
        self.stepper.pending.clear();
        self.canonical.touched.forget_from(mark.path_top);
        while self.journal.cells.len() > mark.cells as usize {
            let old = self.journal.cells.pop().expect("longer than the mark");
            self.state.heap.set_cell(old.cell, old.value);
            self.canonical.touched.restore(old.object, old.cell, mark.path_top);
        }
        while self.journal.hashes.len() > mark.hashes as usize {
            let object = self.journal.hashes.pop().expect("longer than the mark");
            self.state.hashes.remove(&object);
        }
        while self.journal.guards.len() > mark.guards as usize {
            let (object, before) = self.journal.guards.pop().expect("longer than the mark");
            if object < mark.path_top {
                self.state.heap.set_guard(object, before);
                self.canonical.touched.write(object);
            }
        }
        if self.state.threads.len() > mark.threads as usize {
            self.canonical.thread_changes = self.canonical.thread_changes.wrapping_add(1);
            for thread in self.state.threads.drain(mark.threads as usize..) {
                if thread.object < mark.path_top {
                    self.canonical.touched.write(thread.object);
                }
            }
        }
        while self.journal.stacks.len() > mark.stacks as usize {
            self.restore_stack();
        }
        while self.journal.controls.len() > mark.controls as usize {
            let (thread, old) = self.journal.controls.pop().expect("longer than the mark");
            if let Some(thread) = self.state.threads.get_mut(usize::from(thread)) {
                thread.control = old;
                thread.part.valid = false;
            }
        }
        self.journal.clean_to(mark.dirty);
        self.state.heap.path_top = mark.path_top;
        self.journal.floor = mark.floor;
        self.state.output.truncate(mark.output as usize);
        self.state.uncaught.truncate(mark.uncaught as usize);
        self.count_live();
    }

    fn restore_stack(&mut self) {
        let saved = self.journal.stacks.pop().expect("the caller checked");
        if let Some(thread) = self.state.threads.get_mut(usize::from(saved.thread)) {
            thread.part.valid = false;
            thread.part.clean_frames = thread.part.clean_frames.min(saved.lowest as usize);
            thread.frames.truncate(saved.lowest as usize);
            let mut regs = self.journal.regs.len();
            // The highest frame was saved first, so reading backwards gives the lowest first.
            for at in (saved.frames as usize..self.journal.frames.len()).rev() {
                let frame = self.journal.frames[at];
                let registers = usize::from(match &self.linkage.methods[frame.method.index()].body {
                    Body::Code(code) => code.shared.registers,
                    _ => self.linkage.methods[frame.method.index()].original.as_ref().map_or(0, |c| c.shared.registers),
                });
                regs -= registers;
                let base = frame.base as usize;
                thread.regs[base..base + registers].copy_from_slice(&self.journal.regs[regs..regs + registers]);
                thread.frames.push(frame);
            }
            debug_assert_eq!(thread.frames.len(), saved.depth as usize);
        }
        self.journal.frames.truncate(saved.frames as usize);
        self.journal.regs.truncate(saved.regs as usize);
    }

    /// Saves frame `index` of the running thread before it changes.
    pub(crate) fn save_frame(&mut self, t: usize, index: usize) {
        let frame = self.state.threads[t].frames[index];
        let registers = usize::from(self.code(frame.method).shared.registers);
        let base = frame.base as usize;
        self.journal.regs.extend_from_slice(&self.state.threads[t].regs[base..base + registers]);
        self.journal.frames.push(frame);
        self.stepper.low_water = index;
        let part = &mut self.state.threads[t].part;
        part.clean_frames = part.clean_frames.min(index);
        self.journal.stacks.last_mut().expect("a step is running").lowest = index as u32;
    }

    fn begin_step(&mut self, t: usize) {
        self.journal.floor = self.state.heap.path_top;
        (self.stepper.is_outside, self.stepper.has_changed_state) = (false, false);
        self.stepper.stacks_before = self.journal.stacks.len();
        self.save_top(t);
    }

    /// Journals the stack of a thread that does not run, down to frame `index`. The running
    /// thread's stack is then journaled from where it is now.
    pub(crate) fn save_stack_of_other(&mut self, t: usize, index: usize) {
        self.save_top(t);
        while self.stepper.low_water > index {
            self.save_frame(t, self.stepper.low_water - 1);
        }
        self.save_top(self.stepper.current);
    }

    /// Journals the stacks of all threads, for a step that changes them all.
    pub(crate) fn save_all_stacks(&mut self) {
        self.journal.floor = self.state.heap.path_top;
        for t in 0..self.state.threads.len() {
            self.save_top(t);
            while self.stepper.low_water > 0 {
                self.save_frame(t, self.stepper.low_water - 1);
            }
        }
    }

    fn save_top(&mut self, t: usize) {
        self.state.threads[t].part.valid = false;
        let depth = self.state.threads[t].frames.len();
        self.journal.stacks.push(SavedStack {
            thread: t as u16,
            depth: depth as u32,
            lowest: depth as u32,
            frames: self.journal.frames.len() as u32,
            regs: self.journal.regs.len() as u32,
        });
        self.stepper.low_water = depth;
        if depth > 0 {
            self.save_frame(t, depth - 1);
        }
    }

    /// Takes a choice that [`Self::choices`] offered.
    pub fn step(&mut self, choice: Choice) -> Step {
        self.keep_reach_current();
        let uncaught = self.state.uncaught.len();
        let end = self.execute(choice);
        self.work += STEP + THREAD * self.state.threads.len() as u64;
        // Nothing comes after a stop.
        self.canonical.reach_is_current = matches!(end, StepEnd::Stop(_));
        let refuted = std::mem::take(&mut self.stepper.refuted);
        Step { end, uncaught: uncaught..self.state.uncaught.len(), refuted, executed: true }
    }

    fn execute(&mut self, choice: Choice) -> StepEnd {
        let t = choice.thread.index();
        self.stepper.pending.clear();
        self.stepper.passed.clear();
        if let Some(notes) = &mut self.stepper.noted {
            notes.clear();
        }
        self.begin_step(t);
        self.stepper.current = t;
        self.stepper.alternative = choice.alternative;
        self.stepper.joined = 0;
        if self.state.threads[t].control.blocked {
            self.control(t).blocked = false;
        }
        match self.state.threads[t].control.status {
            Status::Waiting { .. } | Status::Parked { .. } | Status::Sleeping => {
                let waits = matches!(self.state.threads[t].control.status, Status::Waiting { .. });
                match self.wakeup(choice) {
                    Some(wakeup) => self.wake_up(t, wakeup),
                    // The state does not offer that.
                    None => return StepEnd::Done,
                }
                if waits {
                    return StepEnd::Done;
                }
                // On a platform the thread first needs a processor.
                if self.settings.stops.is_some() {
                    return StepEnd::Done;
                }
            }
            Status::Runnable | Status::Notified { .. } | Status::Terminated => {}
        }
        if self.join_queue(t) {
            return StepEnd::Done;
        }
        let known = self.state.threads.len();
        self.stepper.fresh = true;
        self.stepper.owed = !self.state.threads[t].control.scheduling.held;
        let mut end = self.advance(t);
        self.note_stop(t);
        // Threads started by this step run up to their first visible instruction at once.
        let mut next = known;
        while next < self.state.threads.len()
            && !self.settings.semantics.granularity.is_single()
            && matches!(end, StepEnd::Done | StepEnd::Cut)
        {
            self.stepper.current = next;
            self.state.threads[next].part = ThreadPart::default();
            self.stepper.fresh = false;
            self.stepper.low_water = 0;
            self.stepper.owed = !self.state.threads[next].control.scheduling.held;
            self.stepper.eager = true;
            let started = self.advance(next);
            self.stepper.eager = false;
            self.note_stop(next);
            if let StepEnd::Stop(stop) = started {
                end = StepEnd::Stop(stop);
            }
            next += 1;
        }
        self.stepper.current = t;
        end
    }

    /// Runs thread `t` to its next visible instruction, through the phases of its end.
    fn advance(&mut self, t: usize) -> StepEnd {
        let mut divergence = self.begin_divergence_check();
        loop {
            if self.state.threads[t].frames.is_empty() {
                if self.state.threads[t].control.phase == Phase::Exited {
                    let noticed = self.stepper.several || self.stops_everywhere();
                    if noticed && !self.stepper.fresh && self.ends_before(Some(YieldKind::End)) {
                        return StepEnd::Done;
                    }
                    return match self.end_thread(t) {
                        Ok(()) => StepEnd::Done,
                        Err(Trap::Stop(stop)) => StepEnd::Stop(stop),
                        Err(_) => StepEnd::Done,
                    };
                }
                match self.leave_thread(t) {
                    Ok(()) => continue,
                    Err(Trap::Stop(stop)) => return StepEnd::Stop(stop),
                    Err(_) => continue,
                }
            }
            match self.interpret::<true>(t, 0) {
                Exit::Returned(_) => {}
                Exit::Uncaught(exception) => {
                    if let Err(stop) = self.die(t, exception) {
                        return StepEnd::Stop(stop);
                    }
                }
                Exit::Boundary | Exit::Blocked => return StepEnd::Done,
                Exit::Slice if self.may_continue(t, &mut divergence) => {}
                Exit::Slice => return StepEnd::Cut,
                Exit::Stop(stop) => return StepEnd::Stop(stop),
            }
            self.stepper.fresh = false;
        }
    }

    /// An exception left a thread's lowest frame: hands it to `Thread.dispatchUncaughtException`.
    pub(crate) fn die(&mut self, t: usize, exception: Ref) -> Result<(), Stop> {
        if self.state.threads[t].control.phase != Phase::Running {
            self.report_failed_handler(t, exception);
            return Ok(());
        }
        self.control(t).phase = Phase::Dying;
        self.note_seen(exception);
        let thread = self.state.threads[t].object;
        let class = self.program.well_known().thread;
        let dispatch = self.method(class, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V");
        let args = Args::from_slice(&[u64::from(thread), u64::from(exception)]);
        self.pass(YieldKind::Entry);
        match dispatch.and_then(|method| self.invoke(method, &args, FrameKind::Entry)) {
            Err(Trap::Stop(stop)) => Err(stop),
            _ => Ok(()),
        }
    }

    /// An exception left the handler of uncaught exceptions: nothing is left but to say so.
    fn report_failed_handler(&mut self, t: usize, exception: Ref) {
        let class = crate::names::external(self.program, self.class_of(exception));
        let name = self.field(self.state.threads[t].object, "name") as Ref;
        let name = self.string(name);
        let text = format!("\nException: {class} thrown from the UncaughtExceptionHandler in thread \"{name}\"\n");
        self.print(true, text.as_bytes());
        self.note_dropped(exception);
    }

    /// A thread's last frame is gone: calls `Thread.exit`, once.
    pub(crate) fn leave_thread(&mut self, t: usize) -> Result<(), Trap> {
        if self.state.threads[t].control.phase == Phase::Exiting {
            self.control(t).phase = Phase::Exited;
            return Ok(());
        }
        self.control(t).phase = Phase::Exiting;
        let class = self.program.well_known().thread;
        let exit = self.method(class, "exit", "()V")?;
        let args = Args::from_slice(&[u64::from(self.state.threads[t].object)]);
        self.pass(YieldKind::Entry);
        self.invoke(exit, &args, FrameKind::Entry).map(|_| ())
    }

    /// The end of a thread: it is no longer alive, and whoever joined it is notified. Needs the
    /// monitor of the thread object to be free, or a joiner could miss the notification.
    pub(crate) fn end_thread(&mut self, t: usize) -> Result<(), Trap> {
        let object = self.state.threads[t].object;
        let (owner, _) = self.state.heap.monitor(object);
        if owner != 0 && owner != t as u16 + 1 {
            return Err(Trap::Block);
        }
        self.set_thread_status(object, THREAD_TERMINATED);
        for waiter in self.waiters_in_order(object) {
            self.leave_wait_set_of(object, waiter, Cause::NotifiedWithAll);
        }
        self.control(t).status = Status::Terminated;
        self.count_live();
        if self.is_finished() && !self.is_shutting_down() {
            let shutdown = self.natives.hooks.shutdown;
            self.stepper.current = t;
            shutdown(self)?;
            self.count_live();
        }
        Ok(())
    }

    /// `threadStatus` as `jdk.internal.misc.VM.toThreadState` reads it; in a holder object since 19.
    pub fn set_thread_status(&mut self, thread: Ref, status: u64) {
        if !self.set_field(thread, "threadStatus", status) {
            let holder = self.field(thread, "holder") as Ref;
            if holder != 0 {
                self.set_field(holder, "threadStatus", status);
            }
        }
    }

    /// Whether every thread that keeps the virtual machine running has ended.
    pub fn is_finished(&self) -> bool {
        self.state.threads.iter().all(|thread| !thread.is_alive() || thread.control.daemon)
    }

    fn is_shutting_down(&self) -> bool {
        self.state.threads.iter().any(|thread| *thread.path == [u16::MAX])
    }

    /// Whether a thread runs the shutdown hooks, or one of them. It begins when the last thread that is no daemon has ended.
    pub fn is_of_shutdown(&self, t: usize) -> bool {
        self.state.threads[t].path.first() == Some(&u16::MAX)
    }

    /// Starts the thread that runs the shutdown hooks. Only for [`crate::Hooks::shutdown`].
    pub fn start_shutdown_thread(
        &mut self,
        object: Ref,
        method: heddle_program::MethodId,
        args: &Args,
    ) -> Result<(), Trap> {
        let index = self.start_thread(object, method, args, false)?;
        self.state.threads[index].path = [u16::MAX].into();
        self.state.threads[index].part.valid = false;
        Ok(())
    }
}

/// `threadStatus` of a terminated thread (JVMTI_THREAD_STATE_TERMINATED).
const THREAD_TERMINATED: u64 = 2;
