//! Driving the machine from outside: which choices a state offers, taking one, stepping back.
//!
//! A step executes the visible instruction that a thread stands before and everything invisible
//! after it, up to the next visible one. What a step does is a function of the state and the
//! choice.

use heddle_program::ClassId;
use heddle_verdict::{Choice, ThreadId, YieldKind};

use crate::canonical::ThreadPart;
use crate::code::{Body, StaticSite};
use crate::exit::Exit;
use crate::heap::Ref;
use crate::journal::{Mark, SavedStack};
use crate::machine::{Machine, init_state};
use crate::native::{Args, Effect, Stop, Trap};
use crate::op::Op;
use crate::pending::{Access, Location, Mode, Pending};
use crate::thread::{FrameKind, PROLOGUE, Phase, Status};

/// How a step ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepEnd {
    /// At the next state.
    Done,
    /// The step was cut after too many backward jumps: a loop in which nothing is visible.
    Cut,
    Stop(Stop),
}

impl<'p> Machine<'p> {
    /// Begins exploring from the current state: from now on everything is journaled.
    pub fn begin_exploring(&mut self) {
        self.options.explore = true;
        self.journal.floor = self.heap.path_top;
        self.count_live();
        self.fingerprint();
    }

    /// A position to step back to.
    pub fn mark(&self) -> Mark {
        Mark {
            cells: self.journal.cells.len() as u32,
            controls: self.journal.controls.len() as u32,
            stacks: self.journal.stacks.len() as u32,
            threads: self.threads.len() as u32,
            path_top: self.heap.path_top,
            floor: self.journal.floor,
            output: self.output.len() as u32,
            uncaught: self.uncaught.len() as u32,
            hashes: self.journal.hashes.len() as u32,
            dirty: self.journal.dirty_len(),
        }
    }

    /// Steps of threads so far, as in [`Mark::steps`].
    pub fn steps(&self) -> u32 {
        self.journal.stacks.len() as u32
    }

    /// Restores the state at a mark.
    pub fn undo(&mut self, mark: Mark) {
        self.pending.clear();
        self.touched.forget_from(mark.path_top);
        while self.journal.cells.len() > mark.cells as usize {
            let old = self.journal.cells.pop().expect("longer than the mark");
            self.heap.set_cell(old.cell, old.value);
            self.touched.restore(old.object, old.cell, mark.path_top);
        }
        while self.journal.hashes.len() > mark.hashes as usize {
            let object = self.journal.hashes.pop().expect("longer than the mark");
            self.hashes.remove(&object);
        }
        if self.threads.len() > mark.threads as usize {
            self.births = self.births.wrapping_add(1);
            for thread in self.threads.drain(mark.threads as usize..) {
                if thread.object < mark.path_top {
                    self.touched.write(thread.object);
                }
            }
        }
        while self.journal.stacks.len() > mark.stacks as usize {
            self.restore_stack();
        }
        while self.journal.controls.len() > mark.controls as usize {
            let (thread, old) = self.journal.controls.pop().expect("longer than the mark");
            if let Some(thread) = self.threads.get_mut(usize::from(thread)) {
                thread.control = old;
                thread.part.valid = false;
            }
        }
        self.journal.clean_to(mark.dirty);
        self.heap.path_top = mark.path_top;
        self.journal.floor = mark.floor;
        self.output.truncate(mark.output as usize);
        self.uncaught.truncate(mark.uncaught as usize);
        self.count_live();
    }

    fn restore_stack(&mut self) {
        let saved = self.journal.stacks.pop().expect("the caller checked");
        if let Some(thread) = self.threads.get_mut(usize::from(saved.thread)) {
            thread.part.valid = false;
            thread.part.clean_frames = thread.part.clean_frames.min(saved.lowest as usize);
            thread.frames.truncate(saved.lowest as usize);
            let mut regs = self.journal.regs.len();
            // The highest frame was saved first, so reading backwards gives the lowest first.
            for at in (saved.frames as usize..self.journal.frames.len()).rev() {
                let frame = self.journal.frames[at];
                let registers = usize::from(match &self.methods[frame.method.index()].body {
                    Body::Code(code) => code.shared.registers,
                    _ => self.methods[frame.method.index()].original.as_ref().map_or(0, |c| c.shared.registers),
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
        let frame = self.threads[t].frames[index];
        let registers = usize::from(self.code(frame.method).shared.registers);
        let base = frame.base as usize;
        self.journal.regs.extend_from_slice(&self.threads[t].regs[base..base + registers]);
        self.journal.frames.push(frame);
        self.low_water = index;
        let part = &mut self.threads[t].part;
        part.clean_frames = part.clean_frames.min(index);
        self.journal.stacks.last_mut().expect("a step is running").lowest = index as u32;
    }

    fn begin_step(&mut self, t: usize) {
        self.journal.floor = self.heap.path_top;
        self.stacks_before = self.journal.stacks.len();
        self.save_top(t);
    }

    /// Journals the stack of a thread that does not run, down to frame `index`. The running
    /// thread's stack is then journaled from where it is now.
    pub(crate) fn save_stack_of_other(&mut self, t: usize, index: usize) {
        self.save_top(t);
        while self.low_water > index {
            self.save_frame(t, self.low_water - 1);
        }
        self.save_top(self.current);
    }

    fn save_top(&mut self, t: usize) {
        self.threads[t].part.valid = false;
        let depth = self.threads[t].frames.len();
        self.journal.stacks.push(SavedStack {
            thread: t as u16,
            depth: depth as u32,
            lowest: depth as u32,
            frames: self.journal.frames.len() as u32,
            regs: self.journal.regs.len() as u32,
        });
        self.low_water = depth;
        if depth > 0 {
            self.save_frame(t, depth - 1);
        }
    }

    /// Takes a choice that [`Self::choices`] offered.
    pub fn step(&mut self, choice: Choice) -> StepEnd {
        let t = choice.thread.index();
        self.pending.clear();
        self.begin_step(t);
        self.current = t;
        self.alternative = choice.alternative;
        match self.threads[t].control.status {
            Status::Waiting { .. } => {
                self.time_out(t);
                return StepEnd::Done;
            }
            Status::Parked { .. } | Status::Sleeping => {
                self.time_out(t);
                // On a platform the thread first needs a processor.
                if self.options.stops.is_some() {
                    return StepEnd::Done;
                }
            }
            Status::Runnable | Status::Notified { .. } | Status::Terminated => {}
        }
        if self.join_queue(t) {
            return StepEnd::Done;
        }
        let known = self.threads.len();
        self.fresh = true;
        self.owed = !self.threads[t].control.held;
        let mut end = self.advance(t);
        self.note_stop(t);
        // Threads started by this step run up to their first visible instruction at once.
        let mut next = known;
        while next < self.threads.len() && !self.options.plain && matches!(end, StepEnd::Done | StepEnd::Cut) {
            self.current = next;
            self.threads[next].part = ThreadPart::default();
            self.fresh = false;
            self.low_water = 0;
            self.owed = false;
            self.eager = true;
            let started = self.advance(next);
            self.eager = false;
            self.note_stop(next);
            if let StepEnd::Stop(stop) = started {
                end = StepEnd::Stop(stop);
            }
            next += 1;
        }
        self.current = t;
        end
    }

    /// Runs thread `t` to its next visible instruction, through the phases of its end.
    fn advance(&mut self, t: usize) -> StepEnd {
        self.fuel = self.options.max_loop;
        loop {
            if self.threads[t].frames.is_empty() {
                if self.threads[t].control.phase == Phase::Exited {
                    let noticed = self.several || self.stops_everywhere();
                    if noticed && !self.fresh && self.ends_before(Some(YieldKind::End)) {
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
                Exit::Slice => return StepEnd::Cut,
                Exit::Stop(stop) => return StepEnd::Stop(stop),
            }
            self.fresh = false;
        }
    }

    /// An exception left a thread's lowest frame: hands it to `Thread.dispatchUncaughtException`.
    pub(crate) fn die(&mut self, t: usize, exception: Ref) -> Result<(), Stop> {
        if self.threads[t].control.phase != Phase::Running {
            self.report_failed_handler(t, exception);
            return Ok(());
        }
        self.control(t).phase = Phase::Dying;
        let thread = self.threads[t].object;
        let class = self.program.well_known().thread;
        let dispatch = self.method(class, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V");
        let args = Args::from_slice(&[u64::from(thread), u64::from(exception)]);
        match dispatch.and_then(|method| self.invoke(method, &args, FrameKind::Entry)) {
            Err(Trap::Stop(stop)) => Err(stop),
            _ => Ok(()),
        }
    }

    /// An exception left the handler of uncaught exceptions: nothing is left but to say so.
    fn report_failed_handler(&mut self, t: usize, exception: Ref) {
        let class = crate::names::external(self.program, self.class_of(exception));
        let name = self.field(self.threads[t].object, "name") as Ref;
        let name = self.string(name);
        let text = format!("\nException: {class} thrown from the UncaughtExceptionHandler in thread \"{name}\"\n");
        self.print(true, text.as_bytes());
    }

    /// A thread's last frame is gone: calls `Thread.exit`, once.
    pub(crate) fn leave_thread(&mut self, t: usize) -> Result<(), Trap> {
        if self.threads[t].control.phase == Phase::Exiting {
            self.control(t).phase = Phase::Exited;
            return Ok(());
        }
        self.control(t).phase = Phase::Exiting;
        let class = self.program.well_known().thread;
        let exit = self.method(class, "exit", "()V")?;
        let args = Args::from_slice(&[u64::from(self.threads[t].object)]);
        self.invoke(exit, &args, FrameKind::Entry).map(|_| ())
    }

    /// The end of a thread: it is no longer alive, and whoever joined it is notified. Needs the
    /// monitor of the thread object to be free, or a joiner could miss the notification.
    pub(crate) fn end_thread(&mut self, t: usize) -> Result<(), Trap> {
        let object = self.threads[t].object;
        let (owner, _) = self.heap.monitor(object);
        if owner != 0 && owner != t as u16 + 1 {
            return Err(Trap::Block);
        }
        self.set_thread_status(object, THREAD_TERMINATED);
        for waiter in self.waiters_in_order(object) {
            self.leave_wait_set_of(object, waiter, true);
        }
        self.control(t).status = Status::Terminated;
        self.count_live();
        if self.is_finished() && !self.is_shutting_down() {
            let shutdown = self.natives.hooks.shutdown;
            self.current = t;
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
        self.threads.iter().all(|thread| !thread.is_alive() || thread.control.daemon)
    }

    fn is_shutting_down(&self) -> bool {
        self.threads.iter().any(|thread| *thread.path == [u16::MAX])
    }

    /// Starts the thread that runs the shutdown hooks. Only for [`crate::Hooks::shutdown`].
    pub fn start_shutdown_thread(
        &mut self,
        object: Ref,
        method: heddle_program::MethodId,
        args: &Args,
    ) -> Result<(), Trap> {
        let index = self.start_thread(object, method, args, false)?;
        self.threads[index].path = [u16::MAX].into();
        self.threads[index].part.valid = false;
        Ok(())
    }

    // ---- choices ----------------------------------------------------------------------------

    /// All choices of the state, by thread index. None means that the program has ended or that
    /// the threads that are left wait for ever.
    pub fn choices(&mut self, out: &mut Vec<Choice>) {
        out.clear();
        if self.is_finished() {
            return;
        }
        let mut atomic = None;
        self.look();
        for t in 0..self.threads.len() {
            let alternatives = self.alternatives(t);
            let thread = ThreadId(t as u16);
            if alternatives > 0 && self.threads[t].control.atomic > 0 {
                atomic = Some(thread);
            }
            out.extend((0..alternatives).map(|alternative| Choice { thread, alternative }));
        }
        if let Some(thread) = atomic {
            out.retain(|choice| choice.thread == thread);
        }
        if self.options.late_timeouts {
            self.postpone_timeouts(out);
        }
    }

    /// Keeps time-outs only if there is nothing else to do, and of them the earliest.
    fn postpone_timeouts(&self, out: &mut Vec<Choice>) {
        if out.iter().any(|choice| !self.waits_for_time(choice.thread.index())) {
            out.retain(|choice| !self.waits_for_time(choice.thread.index()));
            return;
        }
        let end = |choice: &Choice| self.threads[choice.thread.index()].control.deadline;
        let earliest = out.iter().map(end).min();
        out.retain(|choice| Some(end(choice)) == earliest);
    }

    /// In how many ways a thread can move; 0 if it cannot.
    pub(crate) fn alternatives(&mut self, t: usize) -> u32 {
        match self.threads[t].control.status {
            Status::Terminated => 0,
            Status::Waiting { timed, .. } => u32::from(timed || self.options.spurious_wakeups),
            Status::Parked { timed } => u32::from(timed || self.options.spurious_wakeups),
            Status::Sleeping => u32::from(self.waits_for_time(t)),
            Status::Notified { object } => u32::from(self.may_take(t, object)),
            Status::Runnable => match self.pending(t) {
                Pending::Lock(object) => self.lock_alternatives(t, object),
                Pending::End => u32::from(self.is_free_for(t, self.threads[t].object)),
                Pending::Initialize(class) => u32::from(self.may_initialize(t, class)),
                Pending::Choose(n) => n,
                Pending::Clock => 2,
                Pending::Notify { .. } if self.options.fifo_monitors => 1,
                Pending::Notify { object, all: false } => self.waiters(object).count().max(1) as u32,
                _ => 1,
            },
        }
    }

    fn is_free_for(&self, t: usize, object: Ref) -> bool {
        let (owner, _) = self.heap.monitor(object);
        owner == 0 || owner == t as u16 + 1
    }

    fn may_initialize(&mut self, t: usize, class: ClassId) -> bool {
        let cell = self.class_state(class).init_cell;
        let state = self.heap.cell(cell);
        state < init_state::RUNNING || state == init_state::RUNNING + t as u64
    }

    // ---- what comes next --------------------------------------------------------------------

    /// The next action of a thread, as far as others can notice it. Exact where a thread stands
    /// between steps.
    pub fn pending(&mut self, t: usize) -> Pending {
        match self.pending.get(t) {
            Some(&pending) => pending,
            None => self.find_pending(t),
        }
    }

    /// Finds out what all threads are about to do, for this state.
    fn look(&mut self) {
        let mut pending = std::mem::take(&mut self.pending);
        pending.clear();
        for t in 0..self.threads.len() {
            pending.push(self.find_pending(t));
        }
        self.pending = pending;
    }

    fn find_pending(&mut self, t: usize) -> Pending {
        match self.threads[t].control.status {
            Status::Terminated => return Pending::Local,
            Status::Waiting { object, .. } | Status::Notified { object } => return Pending::Wait(object),
            Status::Parked { .. } => return Pending::Park,
            Status::Sleeping => return Pending::Sleep,
            Status::Runnable => {}
        }
        let Some(&frame) = self.threads[t].frames.last() else { return Pending::End };
        let running = std::mem::replace(&mut self.current, t);
        let pending = if let (PROLOGUE, FrameKind::Initializer(class)) = (frame.pc, frame.kind) {
            self.prologue_needs(ClassId(class)).map_or(Pending::Local, Pending::Initialize)
        } else {
            self.pending_op(t, self.code(frame.method).ops[frame.pc as usize])
        };
        self.current = running;
        pending
    }

    fn pending_op(&mut self, t: usize, op: Op) -> Pending {
        let reg = |reg| self.register(t, reg);
        match op {
            Op::Load8 { a, i, .. }
            | Op::LoadU16 { a, i, .. }
            | Op::LoadI16 { a, i, .. }
            | Op::Load32 { a, i, .. }
            | Op::Load64 { a, i, .. }
            | Op::LoadRef { a, i, .. } => self.pending_element(reg(a) as Ref, reg(i) as u32, false),
            Op::Store8 { a, i, .. }
            | Op::Store16 { a, i, .. }
            | Op::Store32 { a, i, .. }
            | Op::Store64 { a, i, .. }
            | Op::StoreRef { a, i, .. } => self.pending_element(reg(a) as Ref, reg(i) as u32, true),
            Op::LoadField { a, place, .. } | Op::LoadVolatile { a, place, .. } => {
                self.pending_field(reg(a) as Ref, place, false)
            }
            Op::StoreField { a, place, .. } | Op::StoreFieldRef { a, place, .. } | Op::StoreOther { a, place, .. } => {
                self.pending_field(reg(a) as Ref, place, true)
            }
            Op::LoadStatic { k, .. } | Op::StoreStatic { k, .. } => {
                let site = self.static_sites[k as usize];
                let state = self.heap.cell(site.init_cell);
                let done = state == init_state::DONE || state == init_state::RUNNING + t as u64;
                if !done && self.class_state(site.class).user {
                    return Pending::Initialize(site.class);
                }
                Self::pending_static(&site, matches!(op, Op::StoreStatic { .. }))
            }
            Op::NewChecked { class, .. } => self.pending_init(t, ClassId(class)),
            Op::MonitorEnter { a } => Pending::Lock(reg(a) as Ref),
            Op::MonitorExit { a } => Pending::Unlock(reg(a) as Ref),
            Op::Return | Op::ReturnValue { .. } => match self.threads[t].frames.last() {
                Some(frame) if frame.lock != 0 => Pending::Unlock(frame.lock),
                _ => Pending::Local,
            },
            Op::CallStaticChecked { k } => {
                let method = self.site(t, k).method;
                let class = self.program.method(method).class;
                match self.pending_init(t, class) {
                    Pending::Local => self.pending_call(t, method, k),
                    pending => pending,
                }
            }
            Op::CallStatic { k } | Op::CallSpecial { k } => {
                let method = self.site(t, k).method;
                self.pending_call(t, method, k)
            }
            Op::CallVirtual { k } => {
                let site = self.site(t, k);
                let receiver = self.register(t, site.args[0]) as Ref;
                if receiver == 0 {
                    return Pending::Local;
                }
                let class = self.program.class(self.class_of(receiver));
                self.pending_call(t, class.vtable[site.virtual_index as usize], k)
            }
            Op::CallInterface { k } => {
                let site = self.site(t, k);
                let receiver = self.register(t, site.args[0]) as Ref;
                if receiver == 0 {
                    return Pending::Local;
                }
                match self.program.select(self.class_of(receiver), site.method) {
                    Ok(method) => self.pending_call(t, method, k),
                    Err(_) => Pending::Local,
                }
            }
            Op::CallHandle { k } => {
                let site = self.site(t, k);
                let args: Args = site.args.iter().map(|&reg| self.register(t, reg)).collect();
                match site.handle {
                    Some(handle) if args[0] != 0 => (self.natives.hooks.handle_effect)(self, handle, &args),
                    _ => Pending::Local,
                }
            }
            _ => Pending::Local,
        }
    }

    fn site(&self, t: usize, k: u32) -> crate::code::Site<'p> {
        let frame = self.threads[t].frames.last().expect("a frame is running");
        self.code(frame.method).sites[k as usize]
    }

    fn pending_call(&mut self, t: usize, method: heddle_program::MethodId, k: u32) -> Pending {
        if self.prepare_method(method).is_err() {
            return Pending::Local;
        }
        let site_args = self.site(t, k).args;
        let state = &self.methods[method.index()];
        match &state.body {
            Body::Code(_) if state.synchronized && state.is_static => {
                let class = self.program.method(method).class;
                Pending::Lock(self.mirror(class))
            }
            Body::Code(_) if state.synchronized => Pending::Lock(self.register(t, site_args[0]) as Ref),
            Body::Native(native) => match native.effect {
                Effect::Visible(effect) => {
                    let args: Args = site_args.iter().map(|&reg| self.register(t, reg)).collect();
                    effect(self, &args)
                }
                Effect::Local => Pending::Local,
            },
            _ => Pending::Local,
        }
    }

    fn pending_init(&mut self, t: usize, class: ClassId) -> Pending {
        let class_state = self.class_state(class);
        let state = self.heap.cell(class_state.init_cell);
        if !class_state.user || state == init_state::DONE || state == init_state::RUNNING + t as u64 {
            return Pending::Local;
        }
        Pending::Initialize(class)
    }

    pub(crate) fn pending_static(site: &StaticSite, writes: bool) -> Pending {
        let mode = if site.is_volatile { Mode::Synchronized } else { Mode::Plain };
        Pending::Memory(Access { location: Location::Static { field: site.field }, reads: !writes, writes, mode })
    }

    pub(crate) fn pending_element(&self, array: Ref, index: u32, writes: bool) -> Pending {
        // An access that fails touches nothing.
        if array == 0 || index >= self.heap.len(array) {
            return Pending::Local;
        }
        let location = Location::Element { array, index };
        Pending::Memory(Access { location, reads: !writes, writes, mode: Mode::Plain })
    }

    pub(crate) fn pending_field(&self, object: Ref, place: u16, writes: bool) -> Pending {
        if object == 0 {
            return Pending::Local;
        }
        let class = self.program.class(self.class_of(object));
        let field = class.layout.fields[(u32::from(place) - crate::heap::HEADER) as usize];
        let mode = if self.program.field(field).is_volatile() { Mode::Synchronized } else { Mode::Plain };
        let location = Location::Field { object, field };
        Pending::Memory(Access { location, reads: !writes, writes, mode })
    }
}

/// `threadStatus` of a terminated thread (JVMTI_THREAD_STATE_TERMINATED).
const THREAD_TERMINATED: u64 = 2;
