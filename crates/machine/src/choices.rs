//! Which choices a state offers, and what a thread would do next that others could notice.

use heddle_program::ClassId;
use heddle_program::ir::{Callee, InvokeKind};
use heddle_verdict::{Choice, Monitors, ThreadId, Timeouts};

use crate::code::{Body, StaticSite};
use crate::heap::Ref;
use crate::machine::{Machine, init_state};
use crate::native::Notice;
use crate::op::Op;
use crate::pending::{Access, Location, Mode, Pending};
use crate::thread::{FrameKind, PROLOGUE, Status};
use crate::wakeup::Wakeup;

impl<'p> Machine<'p> {
    /// All choices of the state, by thread index. If none is promised ([`Self::is_promised`]), the program has
    /// ended or the threads that are left may wait forever.
    pub fn choices(&mut self, out: &mut Vec<Choice>) {
        out.clear();
        if self.is_finished() {
            return;
        }
        self.keep_reach_current();
        let mut atomic = None;
        self.look();
        for t in 0..self.state.threads.len() {
            let alternatives = self.alternatives(t);
            let thread = ThreadId(t as u16);
            if alternatives > 0 && self.state.threads[t].control.atomic > 0 {
                atomic = Some(thread);
            }
            out.extend((0..alternatives).map(|alternative| Choice { thread, alternative }));
        }
        // If nobody else can move, those who wait before asking ask, one after another, and are told to wait.
        if !out.iter().any(|&choice| self.is_promised(choice))
            && let Some(t) = (0..self.state.threads.len()).find(|&t| self.waits_before(t))
        {
            out.push(Choice { thread: ThreadId(t as u16), alternative: 0 });
            out.sort_by_key(|choice| choice.thread.index());
        }
        if let Some(thread) = atomic {
            out.retain(|choice| choice.thread == thread);
        }
        if self.settings.semantics.timeouts == Timeouts::Last {
            self.postpone_timeouts(out);
        }
    }

    /// Keeps time-outs only if there is nothing else to do, and of them the earliest.
    fn postpone_timeouts(&self, out: &mut Vec<Choice>) {
        let times_out = |choice: &Choice| self.wakeup(*choice) == Some(Wakeup::TimeOut);
        if out.iter().any(|choice| !times_out(choice) && self.is_promised(*choice)) {
            out.retain(|choice| !times_out(choice));
            return;
        }
        let end = |choice: &Choice| self.state.threads[choice.thread.index()].control.blocking.deadline;
        let earliest = out.iter().filter(|choice| times_out(choice)).map(end).min();
        out.retain(|choice| !times_out(choice) || Some(end(choice)) == earliest);
    }

    /// Whether a thread is about to read the clock, and time passes before it does if it goes on in this way.
    pub fn lets_time_pass(&mut self, choice: Choice) -> bool {
        let t = choice.thread.index();
        choice.alternative > 0
            && self.state.threads[t].control.status == Status::Runnable
            && matches!(self.pending(t), Pending::Clock)
    }

    /// In how many ways a thread can move; 0 if it cannot.
    pub(crate) fn alternatives(&mut self, t: usize) -> u32 {
        let status = self.state.threads[t].control.status;
        match status {
            Status::Terminated => 0,
            Status::Waiting { .. } | Status::Parked { .. } | Status::Sleeping => self.wakeups(t).len() as u32,
            Status::Notified { object } if self.may_take(t, object) => self.returns(t, object),
            Status::Notified { .. } => 0,
            Status::Runnable => match self.pending(t) {
                Pending::Memory(_) => u32::from(!self.waits_before(t)),
                Pending::Lock(object) => self.lock_alternatives(t, object),
                Pending::End => u32::from(self.is_free_for(t, self.state.threads[t].object)),
                Pending::Initialize(class) => u32::from(self.may_initialize(t, class)),
                Pending::Choose(n) => n,
                Pending::Clock => self.delays(t).len() as u32,
                Pending::Notify { .. } if self.settings.semantics.monitors == Monitors::Fifo => 1,
                Pending::Notify { object, all: false } => self.waiters(object).count().max(1) as u32,
                _ => 1,
            },
        }
    }

    /// Which alternative the search has chosen, if the instruction being executed is one that it was asked about with
    /// this many; `None` in code that runs without being scheduled, and in calls by reflection.
    pub fn chosen(&mut self, of: u32) -> Option<u32> {
        let t = self.stepper.current;
        let is_asked = self.stepper.nesting == 0 && self.is_exploring() && !self.runs_permanently();
        (is_asked && self.find_pending(t) == Pending::Choose(of)).then_some(self.stepper.alternative)
    }

    fn is_free_for(&self, t: usize, object: Ref) -> bool {
        let (owner, _) = self.state.heap.monitor(object);
        owner == 0 || owner == t as u16 + 1
    }

    fn may_initialize(&mut self, t: usize, class: ClassId) -> bool {
        let cell = self.class_state(class).init_cell;
        let state = self.state.heap.cell(cell);
        state < init_state::RUNNING || state == init_state::RUNNING + t as u64
    }

    // ---- what comes next --------------------------------------------------------------------

    /// The next action of a thread, as far as others can notice it. Exact where a thread stands
    /// between steps.
    pub fn pending(&mut self, t: usize) -> Pending {
        match self.stepper.pending.get(t) {
            Some(&pending) => pending,
            None => self.find_pending(t),
        }
    }

    /// Finds out what all threads are about to do, for this state.
    fn look(&mut self) {
        let mut pending = std::mem::take(&mut self.stepper.pending);
        pending.clear();
        for t in 0..self.state.threads.len() {
            pending.push(self.find_pending(t));
        }
        self.stepper.pending = pending;
    }

    fn find_pending(&mut self, t: usize) -> Pending {
        match self.state.threads[t].control.status {
            Status::Terminated => return Pending::Local,
            Status::Waiting { object, .. } | Status::Notified { object } => return Pending::Wait(object),
            Status::Parked { .. } => return Pending::Park,
            Status::Sleeping => return Pending::Sleep,
            Status::Runnable => {}
        }
        let Some(&frame) = self.state.threads[t].frames.last() else { return Pending::End };
        if self.state.threads[t].control.unwinding != 0 {
            return if frame.lock == 0 { Pending::Local } else { Pending::Unlock(frame.lock) };
        }
        let running = std::mem::replace(&mut self.stepper.current, t);
        let pending = if let (PROLOGUE, FrameKind::Initializer(class)) = (frame.pc, frame.kind) {
            self.prologue_needs(ClassId(class)).map_or(Pending::Local, Pending::Initialize)
        } else {
            self.pending_op(t, self.code(frame.method).op(frame.pc as usize))
        };
        self.stepper.current = running;
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
            Op::LoadField { a, place, .. } | Op::LoadVolatile { a, place, .. } | Op::LoadTask { a, place, .. } => {
                self.pending_field(reg(a) as Ref, place, false)
            }
            Op::StoreField { a, place, .. }
            | Op::StoreFieldRef { a, place, .. }
            | Op::StoreOther { a, place, .. }
            | Op::StoreFinal { a, place, .. } => self.pending_field(reg(a) as Ref, place, true),
            Op::LoadStatic { k, .. } | Op::StoreStatic { k, .. } => {
                let site = self.linkage.static_sites[k as usize];
                let state = self.state.heap.cell(site.init_cell);
                let done = state == init_state::DONE || state == init_state::RUNNING + t as u64;
                if !done && self.class_state(site.class).explored {
                    return Pending::Initialize(site.class);
                }
                match op {
                    Op::StoreStatic { .. } => Self::pending_static(&site, true),
                    _ => Self::pending_load(&site),
                }
            }
            Op::NewChecked { class, .. } => self.pending_init(t, ClassId(class)),
            Op::MonitorEnter { a } => Pending::Lock(reg(a) as Ref),
            Op::MonitorExit { a } => Pending::Unlock(reg(a) as Ref),
            Op::Return | Op::ReturnValue { .. } => match self.state.threads[t].frames.last() {
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
                let args = self.arguments(t, site.args);
                match site.handle {
                    Some(handle) if args[0] != 0 => (self.natives.hooks.handle_effect)(self, handle, &args),
                    _ => Pending::Local,
                }
            }
            Op::GetField { .. }
            | Op::PutField { .. }
            | Op::GetStatic { .. }
            | Op::PutStatic { .. }
            | Op::New { .. }
            | Op::Invoke { .. } => self.pending_symbolic(t, op).unwrap_or(Pending::Local),
            _ => Pending::Local,
        }
    }

    /// What an instruction that has not been resolved yet will do once it is, if that can be told without running
    /// anything. A step may end before one: right after a monitor or the lock of a class was taken.
    fn pending_symbolic(&mut self, t: usize, op: Op) -> Option<Pending> {
        let program = self.program;
        let method = self.state.threads[t].frames.last()?.method;
        let shared = self.code(method).shared;
        let pool = shared.pool_class;
        match op {
            Op::GetStatic { cp, .. } | Op::PutStatic { cp, .. } => {
                let field = program.resolve_field(pool, cp).ok()?;
                let info = program.field(field);
                let writes = matches!(op, Op::PutStatic { .. });
                match self.pending_init(t, info.class) {
                    Pending::Local if self.is_replaceable(field) && !writes && !self.assumed.streams_kept => {
                        Some(Pending::Global)
                    }
                    Pending::Local if info.is_final() && !writes => Some(Pending::Local),
                    Pending::Local => {
                        let mode = if info.is_volatile() { Mode::Volatile } else { Mode::Plain };
                        let location = Location::Static { field };
                        Some(Pending::Memory(Access { location, reads: !writes, writes, mode }))
                    }
                    pending => Some(pending),
                }
            }
            Op::New { cp, .. } => {
                let class = program.resolve_class(pool, cp).ok()?;
                Some(self.pending_init(t, class))
            }
            Op::GetField { a, cp, .. } | Op::PutField { a, cp, .. } => {
                let field = program.resolve_field(pool, cp).ok()?;
                let (info, writes) = (program.field(field), matches!(op, Op::PutField { .. }));
                if info.is_static() || self.is_unseen(field) || info.is_final() && !writes && self.is_frozen(field) {
                    return None;
                }
                Some(self.pending_field(self.register(t, a) as Ref, (crate::heap::HEADER + info.place) as u16, writes))
            }
            Op::Invoke { k } => {
                let call = &shared.calls[k as usize];
                let target = match call.callee {
                    Callee::Method(target) => target,
                    Callee::Pool(_) if call.kind == InvokeKind::Dynamic => return None,
                    Callee::Pool(cp) => program.resolve_method(pool, cp).ok()?,
                };
                let info = program.method(target);
                if info.polymorphic || info.is_static() != (call.kind == InvokeKind::Static) {
                    return None;
                }
                if info.is_static() {
                    return Some(match self.pending_init(t, info.class) {
                        Pending::Local => self.pending_call(t, target, k),
                        pending => pending,
                    });
                }
                let receiver = self.register(t, self.site(t, k).args[0]) as Ref;
                if receiver == 0 {
                    return None;
                }
                let selected = match call.kind {
                    InvokeKind::Special => target,
                    _ => program.select(self.class_of(receiver), target).ok()?,
                };
                Some(self.pending_call(t, selected, k))
            }
            _ => None,
        }
    }

    fn site(&self, t: usize, k: u32) -> crate::code::Site<'p> {
        let frame = self.state.threads[t].frames.last().expect("a frame is running");
        self.code(frame.method).sites[k as usize]
    }

    fn pending_call(&mut self, t: usize, method: heddle_program::MethodId, k: u32) -> Pending {
        if self.prepare_method(method).is_err() {
            return Pending::Local;
        }
        let site_args = self.site(t, k).args;
        let state = &self.linkage.methods[method.index()];
        match &state.body {
            Body::Code(_) if state.synchronized && state.is_static => {
                let class = self.program.method(method).class;
                Pending::Lock(self.mirror(class))
            }
            Body::Code(_) if state.synchronized => Pending::Lock(self.register(t, site_args[0]) as Ref),
            Body::Native(native) if !matches!(native.notice, Notice::Nothing) => {
                let args = self.arguments(t, site_args);
                self.announced(native, &args)
            }
            _ => Pending::Local,
        }
    }

    fn pending_init(&mut self, t: usize, class: ClassId) -> Pending {
        let class_state = self.class_state(class);
        let state = self.state.heap.cell(class_state.init_cell);
        if !class_state.explored || state == init_state::DONE || state == init_state::RUNNING + t as u64 {
            return Pending::Local;
        }
        Pending::Initialize(class)
    }

    pub(crate) fn pending_static(site: &StaticSite, writes: bool) -> Pending {
        let mode = if site.is_volatile { Mode::Volatile } else { Mode::Plain };
        Pending::Memory(Access { location: Location::Static { field: site.field }, reads: !writes, writes, mode })
    }

    /// What others notice of reading a static field.
    pub(crate) fn pending_load(site: &StaticSite) -> Pending {
        // No reduction knows that it changes, being final.
        if site.is_replaceable { Pending::Global } else { Self::pending_static(site, false) }
    }

    pub(crate) fn pending_element(&self, array: Ref, index: u32, writes: bool) -> Pending {
        // An access that fails touches nothing.
        if array == 0 || index >= self.state.heap.len(array) {
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
        let mode = if self.program.field(field).is_volatile() { Mode::Volatile } else { Mode::Plain };
        let location = Location::Field { object, field };
        Pending::Memory(Access { location, reads: !writes, writes, mode })
    }
}
