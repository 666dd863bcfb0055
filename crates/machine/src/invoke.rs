//! Frames: pushing, returning, unwinding.

use heddle_program::ir::{Catch, Instr, NO_REG, Reg};
use heddle_program::{ClassId, MethodId};
use heddle_verdict::YieldKind;

use crate::code::Body;
use crate::dependence::Dependence;
use crate::exit::{Called, Exit};
use crate::heap::Ref;
use crate::machine::Machine;
use crate::native::{Args, Trap};
use crate::op::Op;
use crate::stepper::Initializer;
use crate::thread::{Confirmed, Frame, FrameKind, PROLOGUE};

impl<'p> Machine<'p> {
    /// Pushes the frame of a method with code, taking arguments from the caller's registers.
    #[inline(always)]
    pub(crate) fn enter_frame(
        &mut self,
        t: usize,
        method: MethodId,
        args: &[Reg],
        registers: u32,
        kind: FrameKind,
        lock: Ref,
    ) -> Called {
        if self.state.threads[t].frames.len() >= self.settings.resources.max_frames as usize
            && let Err(trap) = self.make_room(t, method)
        {
            return Called::Trap { trap, consumed: false };
        }
        let thread = &mut self.state.threads[t];
        let caller = thread.frames.last().expect("calls come from a frame");
        let caller_base = caller.base as usize;
        let base = caller_base + usize::from(self.methods_registers(t));
        let thread = &mut self.state.threads[t];
        let end = base + registers as usize;
        if thread.regs.len() < end {
            thread.regs.resize(end.next_power_of_two().max(64), 0);
        }
        let regs = thread.regs.as_mut_ptr();
        for (index, &reg) in args.iter().enumerate() {
            // SAFETY: `reg` is a register of the caller's frame, `index` one of the callee's
            // parameters; both lie below `end`.
            unsafe { *regs.add(base + index) = *regs.add(caller_base + usize::from(reg)) };
        }
        thread.frames.push(Frame { method, pc: 0, base: base as u32, lock, kind, confirmed: Confirmed::No });
        Called::Frame { consumed: false }
    }

    /// Registers of the top frame of a thread.
    #[inline(always)]
    fn methods_registers(&self, t: usize) -> u16 {
        let frame = self.state.threads[t].frames.last().expect("a frame is running");
        self.code(frame.method).shared.registers
    }

    /// There are as many frames as there may be, or each call is to be looked at.
    #[cold]
    fn make_room(&mut self, t: usize, method: MethodId) -> Result<(), Trap> {
        let Some(Initializer { depth, most }) = self.stepper.initializer else { return Err(self.stack_overflow()) };
        self.note_call_in_initializer(depth, method)?;
        if self.state.threads[t].frames.len() < most as usize { Ok(()) } else { Err(self.stack_overflow()) }
    }

    #[cold]
    fn stack_overflow(&mut self) -> Trap {
        self.depend(Dependence::Host);
        // The constructor-free exception needs no Java frame of its own.
        let limit = self.settings.resources.max_frames;
        self.settings.resources.max_frames = limit + 64;
        let trap = self.throw_bare("java/lang/StackOverflowError");
        self.settings.resources.max_frames = limit;
        trap
    }

    /// Pushes a frame with given argument values on the current thread. The method has code and
    /// is prepared.
    pub(crate) fn push_frame(&mut self, method: MethodId, args: &Args, kind: FrameKind, lock: Ref) -> Result<(), Trap> {
        let t = self.stepper.current;
        if self.state.threads[t].frames.len() >= self.settings.resources.max_frames as usize {
            self.make_room(t, method)?;
        }
        let registers = self.code(method).shared.registers;
        let base = match self.state.threads[t].frames.last() {
            Some(frame) => frame.base as usize + usize::from(self.methods_registers(t)),
            None => 0,
        };
        let thread = &mut self.state.threads[t];
        let end = base + usize::from(registers);
        if thread.regs.len() < end {
            thread.regs.resize(end.next_power_of_two().max(64), 0);
        }
        thread.regs[base..base + args.len()].copy_from_slice(args);
        thread.frames.push(Frame { method, pc: 0, base: base as u32, lock, kind, confirmed: Confirmed::No });
        Ok(())
    }

    /// Calls a method from a native or for the machine: pushes its frame, or runs it if it is
    /// native itself. `Some(value)` if it is done already.
    pub(crate) fn invoke(&mut self, method: MethodId, args: &Args, kind: FrameKind) -> Result<Option<u64>, Trap> {
        let mut method = method;
        let mut args = args.clone();
        loop {
            self.prepare_method(method)?;
            if self.settings.exploring && self.linkage.methods[method.index()].changes_setting {
                self.note_setting_changed();
            }
            let state = &self.linkage.methods[method.index()];
            match &state.body {
                Body::Code(_) => {
                    let (shows_failures, tells_numbers) = (state.shows_failures, state.tells_numbers);
                    let lock = match (state.synchronized, state.is_static) {
                        (false, _) => 0,
                        (true, true) => {
                            let class = self.program.method(method).class;
                            self.mirror(class)
                        }
                        (true, false) => args[0] as Ref,
                    };
                    if self.settings.exploring && shows_failures {
                        self.note_question(self.stepper.current, method, &args);
                    } else if self.settings.exploring && tells_numbers {
                        self.note_number_asked_for(self.stepper.current, method, args[0] as Ref);
                    }
                    if lock != 0 {
                        self.monitor_enter(lock)?;
                    }
                    self.push_frame(method, &args, kind, lock)?;
                    return Ok(None);
                }
                Body::Native(native) => {
                    let run = native.run;
                    let outer = self.enter_native(method);
                    let result = run(self, &args);
                    self.stepper.native = outer;
                    match result {
                        Err(Trap::Tail(next, next_args)) => {
                            method = next;
                            args = next_args;
                        }
                        Err(Trap::Bytecode) => {
                            self.push_original(method, &args)?;
                            self.state.threads[self.stepper.current].frames.last_mut().expect("just pushed").kind =
                                kind;
                            return Ok(None);
                        }
                        result => return result.map(Some),
                    }
                }
                Body::Abstract | Body::Missing | Body::Unprepared => {
                    let info = self.program.method(method);
                    let class = crate::names::external(self.program, info.class);
                    let name = self.program.text(info.name);
                    let text = format!("{class}.{name}{}", self.program.text(info.descriptor));
                    if info.is_abstract() {
                        return Err(self.throw("java/lang/AbstractMethodError", &text));
                    }
                    return Err(Trap::Stop(crate::native::Stop::Unsupported(format!("native method {text}"))));
                }
            }
        }
    }

    /// The lowest frame of a new thread.
    pub(crate) fn push_entry(&mut self, thread: usize, method: MethodId, args: &Args) -> Result<(), Trap> {
        debug_assert_eq!(self.stepper.current, thread);
        self.invoke(method, args, FrameKind::Entry).map(|_| ())
    }

    /// Runs a method to its end on the current thread, without any scheduling: for boot and for
    /// natives that need a value from Java code which neither blocks nor is visible.
    pub fn call_now(&mut self, method: MethodId, args: &[u64]) -> Result<u64, Trap> {
        let depth = self.state.threads[self.stepper.current].frames.len();
        let native = self.stepper.native;
        self.stepper.outer_natives.extend(native);
        let result = match self.invoke(method, &Args::from_slice(args), FrameKind::Native) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => self.run_nested(depth),
            Err(trap) => Err(trap),
        };
        if native.is_some() {
            self.stepper.outer_natives.pop();
        }
        result
    }

    /// The bytecode behind a replaced method whose native declined.
    pub(crate) fn push_original(&mut self, method: MethodId, args: &Args) -> Result<(), Trap> {
        let lock = {
            let state = &self.linkage.methods[method.index()];
            match (state.synchronized, state.is_static) {
                (false, _) => 0,
                (true, true) => {
                    let class = self.program.method(method).class;
                    self.mirror(class)
                }
                (true, false) => args[0] as Ref,
            }
        };
        if lock != 0 {
            self.monitor_enter(lock)?;
        }
        self.push_frame(method, args, FrameKind::Call, lock)
    }

    /// Returns from the top frame of a thread.
    #[inline(always)]
    pub(crate) fn return_value(&mut self, t: usize, value: u64, floor: usize) -> Option<Exit> {
        let frame = self.state.threads[t].frames.pop().expect("a frame returns");
        if frame.lock != 0
            && let Err(trap) = self.monitor_exit(frame.lock)
        {
            return self.handle_trap(t, trap, floor);
        }
        self.keep_lower_frame(t);
        match frame.kind {
            FrameKind::Call => {
                let thread = &mut self.state.threads[t];
                let caller = thread.frames.last_mut().expect("a caller is below");
                let base = caller.base;
                let (method, pc) = (caller.method, caller.pc);
                caller.pc = pc + 1;
                let dest = self.dest_of_call(method, pc);
                if dest != NO_REG {
                    self.state.threads[t].regs[(base + u32::from(dest)) as usize] = value;
                }
                None
            }
            FrameKind::Initializer(class) => {
                self.initializer_done(ClassId(class));
                (self.state.threads[t].frames.len() == floor).then_some(Exit::Returned(0))
            }
            FrameKind::Entry | FrameKind::Native => Some(Exit::Returned(value)),
        }
    }

    #[inline(always)]
    fn dest_of_call(&self, method: MethodId, pc: u32) -> Reg {
        let code = self.code(method);
        match code.ops[pc as usize] {
            Op::CallStatic { k }
            | Op::CallStaticChecked { k }
            | Op::CallSpecial { k }
            | Op::CallVirtual { k }
            | Op::CallInterface { k }
            | Op::CallHandle { k }
            // In a state of another machine, which has executed the call.
            | Op::Invoke { k } => code.sites[k as usize].dest,
            Op::Unreached {} => match code.shared.instrs[pc as usize] {
                Instr::Invoke { k } => code.sites[k as usize].dest,
                _ => NO_REG,
            },
            _ => NO_REG,
        }
    }

    /// Saves the frame that became the top one by a return, if the step began above it.
    #[inline(always)]
    fn keep_lower_frame(&mut self, t: usize) {
        let depth = self.state.threads[t].frames.len();
        if depth != 0 && depth <= self.stepper.low_water {
            self.save_frame(t, depth - 1);
        }
    }

    /// What follows a trap of the instruction at the top frame's `pc`.
    pub(crate) fn handle_trap(&mut self, t: usize, trap: Trap, floor: usize) -> Option<Exit> {
        match trap {
            Trap::Throw(exception) => self.raise(t, exception, floor),
            Trap::Retry => None,
            Trap::Block => Some(Exit::Blocked),
            Trap::Stop(stop) => Some(Exit::Stop(stop)),
            Trap::Tail(method, args) => match self.invoke(method, &args, FrameKind::Call) {
                Ok(None) => None,
                Ok(Some(value)) => {
                    let frame = self.state.threads[t].frames.last_mut().expect("the caller's frame");
                    let (method, pc) = (frame.method, frame.pc);
                    frame.pc = pc + 1;
                    let dest = self.dest_of_call(method, pc);
                    if dest != NO_REG {
                        self.set_register(t, dest, value);
                    }
                    None
                }
                Err(trap) => self.handle_trap(t, trap, floor),
            },
            Trap::Bytecode => unreachable!("natives that decline are handled where they are called"),
        }
    }

    /// Goes on with an exception that a step left before it gave back a lock.
    pub(crate) fn unwind_on(&mut self, t: usize, floor: usize) -> Option<Exit> {
        let exception = std::mem::take(&mut self.control(t).unwinding);
        self.unwind(t, exception, floor, true)
    }

    fn raise(&mut self, t: usize, exception: Ref, floor: usize) -> Option<Exit> {
        self.unwind(t, exception, floor, false)
    }

    /// Unwinds thread `t` to the handler of an exception. On a platform, giving back a lock on the way
    /// may end a step, as a return does; `fresh` if this step is to give it back.
    fn unwind(&mut self, t: usize, mut exception: Ref, floor: usize, mut fresh: bool) -> Option<Exit> {
        loop {
            if self.state.threads[t].frames.len() <= floor {
                return Some(Exit::Uncaught(exception));
            }
            let frame = *self.state.threads[t].frames.last().expect("above the floor");
            if frame.pc != PROLOGUE
                && let Some((target, dest, catch)) = self.find_handler(frame.method, frame.pc, exception)
            {
                // What goes on after a finally block is thrown again.
                if catch != Catch::Any && self.settings.exploring {
                    self.note_caught(frame.method, exception);
                }
                let frame = self.state.threads[t].frames.last_mut().expect("above the floor");
                frame.pc = target;
                self.set_register(t, dest, u64::from(exception));
                self.stepper.caught = true;
                return None;
            }
            let releases = frame.lock != 0 || matches!(frame.kind, FrameKind::Initializer(_));
            if releases && self.stepper.nesting == 0 {
                if !fresh && self.ends_before_release(frame.lock) {
                    self.control(t).unwinding = exception;
                    return Some(Exit::Boundary);
                }
                if fresh {
                    self.stepper.owed = false;
                }
                fresh = false;
                self.pass(YieldKind::Release);
            }
            self.state.threads[t].frames.pop();
            if frame.lock != 0 {
                // An exception of the release (the method's monitor was unlocked by hand)
                // replaces the one being thrown.
                if let Err(Trap::Throw(other)) = self.monitor_exit(frame.lock) {
                    exception = other;
                }
            }
            self.keep_lower_frame(t);
            if let FrameKind::Initializer(class) = frame.kind {
                exception = self.initializer_failed(ClassId(class), exception);
            }
            if matches!(frame.kind, FrameKind::Entry | FrameKind::Native) {
                return Some(Exit::Uncaught(exception));
            }
        }
    }

    fn find_handler(&mut self, method: MethodId, pc: u32, exception: Ref) -> Option<(u32, Reg, Catch)> {
        let shared = self.code(method).shared;
        for handler in &shared.handlers {
            if pc < handler.start || handler.end <= pc {
                continue;
            }
            let catches = match handler.catch {
                Catch::Any => true,
                // A catch type that cannot be loaded catches nothing that exists.
                Catch::Pool(cp) => self
                    .linked(|program| program.resolve_class(shared.pool_class, cp))
                    .is_ok_and(|class| self.is_instance(exception, class)),
            };
            if catches {
                return Some((handler.target, handler.dest, handler.catch));
            }
        }
        None
    }
}
