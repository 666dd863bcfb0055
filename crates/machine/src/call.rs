//! Calls: pushing the frame of a method with code, taking the monitor of a synchronised one, running
//! a native. Each tells the loop what became of the call.

use heddle_program::ir::Reg;
use heddle_program::{ClassId, MethodId};
use heddle_verdict::YieldKind;

use crate::code::{Body, Site};
use crate::exit::Called;
use crate::heap::Ref;
use crate::machine::Machine;
use crate::native::{Args, Native, Notice, Stop, Trap};
use crate::pending::Pending;
use crate::stops::kind_of;
use crate::thread::FrameKind;

impl Machine<'_> {
    /// Calls a method: pushes its frame, or executes it if it is native.
    #[inline(always)]
    pub(crate) fn call<const EXPLORE: bool>(
        &mut self,
        t: usize,
        target: MethodId,
        args: &[Reg],
        dest: Reg,
        fresh: bool,
    ) -> Called {
        if let Some(state) = self.linkage.methods.get(target.index())
            && let (Body::Code(code), false) = (&state.body, state.is_special)
        {
            let registers = u32::from(code.shared.registers);
            return self.enter_frame(t, target, args, registers, FrameKind::Call, 0);
        }
        self.call_slowly::<EXPLORE>(t, target, args, dest, fresh)
    }

    #[inline(never)]
    fn call_slowly<const EXPLORE: bool>(
        &mut self,
        t: usize,
        target: MethodId,
        args: &[Reg],
        dest: Reg,
        fresh: bool,
    ) -> Called {
        if let Err(trap) = self.prepare_method(target) {
            return Called::Trap { trap, consumed: false };
        }
        if EXPLORE && self.linkage.methods[target.index()].changes_setting {
            self.note_setting_changed();
        }
        let state = &self.linkage.methods[target.index()];
        let plain = self.steps_singly();
        let whole = self.stops_everywhere();
        match &state.body {
            Body::Code(code) => {
                let registers = u32::from(code.shared.registers);
                if !state.synchronized {
                    if EXPLORE && state.shows_failures {
                        let values = self.arguments(t, args);
                        self.note_question(t, target, &values);
                    } else if EXPLORE && state.tells_numbers {
                        let thread = self.register(t, args[0]) as Ref;
                        self.note_number_asked_for(t, target, thread);
                    }
                    return self.enter_frame(t, target, args, registers, FrameKind::Call, 0);
                }
                let is_static = state.is_static;
                let lock = if is_static {
                    let class = self.program.method(target).class;
                    self.mirror(class)
                } else {
                    self.register(t, args[0]) as Ref
                };
                let seen = EXPLORE && !plain && (whole || self.stepper.several && self.lock_visible(lock));
                if seen
                    && !fresh
                    && self.ends_before(Some(YieldKind::Acquire))
                    && self.is_dependent(Pending::Lock(lock))
                {
                    return Called::Boundary;
                }
                if seen {
                    if fresh {
                        self.show(Pending::Lock(lock));
                    }
                    self.stepper.owed = false;
                } else if EXPLORE {
                    self.pass(YieldKind::Acquire);
                }
                if let Err(trap) = self.monitor_enter(lock) {
                    return Called::Trap { trap, consumed: seen };
                }
                match self.enter_frame(t, target, args, registers, FrameKind::Call, lock) {
                    Called::Frame { .. } => Called::Frame { consumed: seen },
                    Called::Trap { trap, consumed } => {
                        let _ = self.monitor_exit(lock);
                        Called::Trap { trap, consumed }
                    }
                    other => other,
                }
            }
            Body::Native(native) => {
                let native = *native;
                let replaces_locks = EXPLORE && state.replaces_locks;
                let values = self.arguments(t, args);
                let mut consumed = false;
                let mut effect_of = Pending::Local;
                if replaces_locks {
                    self.pass(YieldKind::Acquire);
                }
                if EXPLORE && !(plain && self.stepper.several) && !matches!(native.notice, Notice::Nothing) {
                    let pending = self.announced(native, &values);
                    effect_of = pending;
                    let observed = self.is_observed(pending);
                    let seen = match pending {
                        Pending::Local => false,
                        // Data choices branch even while there is just one thread. A loop that sleeps comes back to
                        // the same state, which nobody sees unless it is one.
                        Pending::Choose(_) | Pending::Clock | Pending::Sleep => true,
                        _ => self.stepper.several || observed || whole && kind_of(pending) != Some(YieldKind::Access),
                    };
                    if seen && !fresh && (observed || self.ends_before_effect(pending) && self.is_dependent(pending)) {
                        return Called::Boundary;
                    }
                    if seen && fresh {
                        self.show(pending);
                    }
                    if seen {
                        self.stepper.owed = false;
                    }
                    consumed = seen;
                }
                if !EXPLORE && self.must_collect() {
                    self.collect();
                    let values = self.arguments(t, args);
                    return self.finish_native(t, target, native, &values, dest, consumed);
                }
                let called = self.finish_native(t, target, native, &values, dest, consumed);
                if EXPLORE && effect_of != Pending::Local {
                    self.pass_after(effect_of);
                }
                if replaces_locks {
                    self.pass(YieldKind::Release);
                }
                called
            }
            Body::Abstract => {
                let info = self.program.method(target);
                let class = crate::names::external(self.program, info.class);
                let name = format!("{class}.{}{}", self.program.text(info.name), self.program.text(info.descriptor));
                Called::Trap { trap: self.throw("java/lang/AbstractMethodError", &name), consumed: false }
            }
            Body::Missing => {
                Called::Trap { trap: Trap::Stop(Stop::Unsupported(self.describe_native(target))), consumed: false }
            }
            Body::Unprepared => unreachable!("prepared above"),
        }
    }

    /// Calls a handle: `invokeExact` and its kin, or an access of a `VarHandle`. `pc` is saved.
    pub(crate) fn call_handle<const EXPLORE: bool>(
        &mut self,
        t: usize,
        pc: usize,
        site: &Site<'_>,
        fresh: bool,
    ) -> Called {
        let handle = site.handle.expect("resolved handle calls have one");
        let mut consumed = false;
        if EXPLORE
            && (self.stepper.several && !self.steps_singly()
                || self.settings.observed.is_some() && !self.stepper.several)
        {
            let args = self.arguments(t, site.args);
            let effect = self.natives.hooks.handle_effect;
            let pending = effect(self, handle, &args);
            let observed = self.is_observed(pending);
            if observed || self.stepper.several && pending != Pending::Local {
                if !fresh && (observed || self.ends_before_effect(pending) && self.is_dependent(pending)) {
                    return Called::Boundary;
                }
                if fresh {
                    self.show(pending);
                }
                consumed = true;
                self.stepper.owed = false;
            }
        }
        self.collect_if_full::<EXPLORE>(t, pc);
        let args = self.arguments(t, site.args);
        let invoke = self.natives.hooks.invoke_handle;
        match invoke(self, handle, &args) {
            Ok(value) => {
                if site.dest != heddle_program::ir::NO_REG {
                    self.set_register(t, site.dest, value);
                }
                Called::Done { consumed }
            }
            Err(trap) => Called::Trap { trap, consumed },
        }
    }

    fn finish_native(
        &mut self,
        t: usize,
        target: MethodId,
        native: &Native,
        values: &Args,
        dest: Reg,
        consumed: bool,
    ) -> Called {
        if !native.effect.observes.is_empty() {
            self.depend_on_observed(native, values);
        }
        let outer = self.enter_native(target);
        let logged = self.journal.cells.len();
        let result = (native.run)(self, values);
        self.stepper.native = outer;
        // One that declines leaves it to the bytecode behind it.
        let method = &mut self.linkage.methods[target.index()];
        if !method.was_executed && !matches!(result, Err(Trap::Bytecode)) {
            method.was_executed = true;
            self.linkage.executed += 1;
        }
        if matches!(self.linkage.audited, Some(None)) {
            self.audit_native(native, values, logged);
        }
        if self.is_exploring() && native.effect.hands_out_threads() {
            self.publish_threads();
        }
        match result {
            Ok(value) => {
                if dest != heddle_program::ir::NO_REG {
                    self.set_register(t, dest, value);
                }
                Called::Done { consumed }
            }
            Err(Trap::Bytecode) => match self.push_original(target, values) {
                Ok(()) => Called::Frame { consumed },
                Err(trap) => Called::Trap { trap, consumed },
            },
            Err(trap) => Called::Trap { trap, consumed },
        }
    }

    fn describe_native(&self, target: MethodId) -> String {
        let info = self.program.method(target);
        format!(
            "native method {}.{}{} (JDK {})",
            crate::names::external(self.program, info.class),
            self.program.text(info.name),
            self.program.text(info.descriptor),
            self.program.jdk_feature(),
        )
    }

    /// A register of a thread's top frame.
    #[inline]
    pub(crate) fn register(&self, t: usize, reg: Reg) -> u64 {
        let thread = &self.state.threads[t];
        let base = thread.frames.last().map_or(0, |frame| frame.base);
        thread.regs[(base + u32::from(reg)) as usize]
    }

    /// Several registers of a thread's top frame: the arguments of a call.
    pub(crate) fn arguments(&self, t: usize, args: &[Reg]) -> Args {
        let thread = &self.state.threads[t];
        let registers = &thread.regs[thread.frames.last().map_or(0, |frame| frame.base as usize)..];
        args.iter().map(|&reg| registers[usize::from(reg)]).collect()
    }

    #[inline]
    pub(crate) fn set_register(&mut self, t: usize, reg: Reg, value: u64) {
        let thread = &mut self.state.threads[t];
        let base = thread.frames.last().map_or(0, |frame| frame.base);
        thread.regs[(base + u32::from(reg)) as usize] = value;
    }

    pub(crate) fn select(&mut self, receiver: ClassId, method: MethodId) -> Result<MethodId, Trap> {
        self.program.select(receiver, method).map_err(|error| self.link_error(error))
    }
}
