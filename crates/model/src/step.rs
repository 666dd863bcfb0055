//! One transition: a thread executes invisible transformations and the visible one after them.
//!
//! Virtual coarsening as in section 7 of Corbett (TOSEM 2000): transformations are composed while the
//! states are generated, and a thread rests right after a visible one. Exceptions to that, with
//! their reasons, are the rules 4 and 5 of section 4.1 (a notification or exit joins the exit after
//! it) and loops: after [`TURNS`] passes through loop heads the thread rests at one, so that a loop
//! without anything visible starves nobody.

use rustc_hash::FxHashSet;

use crate::domains::Domains;
use crate::language::{
    Action, Binary, Expr, Local, Model, Monitors, Node, NodeId, OPAQUE, PERHAPS, Place, TEXT, ThreadId, Value,
};
use crate::monitors::Scene;
use crate::state::{Layout, control, status};

/// Passes through loop heads within one step.
pub const TURNS: u32 = 1000;

/// What leads from a state to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A ready thread steps; `choice` says whom a `notify` wakes.
    Step { thread: ThreadId, choice: u32 },
    /// A blocked thread takes a free monitor (barging).
    Take(ThreadId),
    /// A time-out ends a wait.
    TimeOut(ThreadId),
}

impl Move {
    pub fn thread(self) -> ThreadId {
        match self {
            Self::Step { thread, .. } | Self::Take(thread) | Self::TimeOut(thread) => thread,
        }
    }
}

/// Which of its guarded forms a visible transformation took.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Variant {
    Only,
    /// Enter: the monitor is free. Exit: nobody is after it.
    Free,
    /// Enter: held already. Exit: not the last.
    Nested,
    /// Enter: another thread has it. Exit: passed on.
    Contended,
}

/// How a step ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ended {
    /// The last visible transformation.
    pub visible: Option<NodeId>,
    /// How many choices the step had.
    pub choices: u32,
}

/// Executes transformations and remembers what they did.
pub struct Executor<'m> {
    pub model: &'m Model,
    pub layout: Layout,
    threads_by_object: Vec<Option<ThreadId>>,
    /// Codes of traps: of the first node of each thread.
    offsets: Vec<u32>,
    /// All values that variables were given.
    pub domains: Domains,
    /// Visible transformations that were executed.
    pub used: FxHashSet<(ThreadId, NodeId, Variant)>,
    /// Per thread and node, whether it was executed or ended the model.
    pub reached: Vec<Vec<bool>>,
    /// The longest array that an allocator with too little room was asked for.
    pub room: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    /// Nothing visible was executed yet.
    Invisible,
    /// A notification joins the exit of its object.
    JoinExitOf(Value),
    /// An exit joins exits.
    JoinExits,
}

/// The transformation cannot be executed: the model ends here.
struct Trap;

impl<'m> Executor<'m> {
    pub fn new(model: &'m Model) -> Self {
        let layout = Layout::new(model);
        let mut threads_by_object = vec![None; model.objects as usize + 1];
        let mut offsets = Vec::new();
        let mut next = 1;
        for (at, thread) in model.threads.iter().enumerate() {
            if let Some(object) = thread.object {
                threads_by_object[object as usize] = Some(ThreadId(at as u32));
            }
            offsets.push(next);
            next += thread.nodes.len() as u32;
        }
        let domains = Domains::new(layout.size);
        let room = vec![0; model.sites.len()];
        let reached = model.threads.iter().map(|thread| vec![false; thread.nodes.len()]).collect();
        Self { model, layout, threads_by_object, offsets, domains, used: FxHashSet::default(), reached, room }
    }

    pub fn initial(&mut self) -> Box<[Value]> {
        let state = self.layout.initial(self.model);
        self.domains.see_all(&state);
        state
    }

    /// The thread and the transformation at which a state is trapped.
    pub fn trap(&self, state: &[Value]) -> Option<(ThreadId, NodeId)> {
        let code = state[self.layout.trap()] as u32;
        (code > 0).then(|| {
            let at = self.offsets.partition_point(|&first| first <= code) - 1;
            (ThreadId(at as u32), NodeId(code - self.offsets[at]))
        })
    }

    /// The code of a trap at a transformation.
    pub fn trap_code(&self, thread: ThreadId, node: NodeId) -> Value {
        (self.offsets[thread.index()] + node.0) as Value
    }

    pub fn read(&self, state: &[Value], thread: ThreadId, variable: usize) -> Value {
        state[self.layout.thread(thread, variable)]
    }

    /// What can happen in a state, apart from the choices of a step, which only the step knows.
    pub fn moves(&self, state: &[Value]) -> Vec<Move> {
        let mut moves = Vec::new();
        if state[self.layout.trap()] != 0 || self.is_over(state) {
            return moves;
        }
        for thread in (0..self.model.threads.len() as u32).map(ThreadId) {
            match self.read(state, thread, control::STATUS) {
                status::READY => moves.push(Move::Step { thread, choice: 0 }),
                status::BLOCKED if self.model.monitors == Monitors::Barging => {
                    let object = self.read(state, thread, control::OBJECT);
                    if state[self.layout.owner(object)] == 0 {
                        moves.push(Move::Take(thread));
                    }
                }
                status::TIMED => moves.push(Move::TimeOut(thread)),
                _ => {}
            }
        }
        moves
    }

    /// Whether the program has ended though threads are left: daemons.
    pub fn is_over(&self, state: &[Value]) -> bool {
        let Some(flag) = self.model.daemon else { return false };
        self.model.threads.iter().enumerate().all(|(at, thread)| {
            let doing = self.read(state, ThreadId(at as u32), control::STATUS);
            let is_daemon = |object| state[self.layout.field(flag, object)] != 0;
            [status::NEW, status::ENDED].contains(&doing) || thread.object.is_some_and(is_daemon)
        })
    }

    /// Executes a move in place.
    pub fn execute(&mut self, state: &mut [Value], movement: Move) -> Ended {
        match movement {
            Move::Step { thread, choice } => self.step(state, thread, choice),
            Move::Take(thread) => {
                self.scene(state).grant(thread);
                Ended::default()
            }
            Move::TimeOut(thread) => {
                self.scene(state).wake(thread);
                Ended::default()
            }
        }
    }

    fn scene<'a>(&'a mut self, state: &'a mut [Value]) -> Scene<'a> {
        Scene {
            layout: &self.layout,
            policy: self.model.monitors,
            threads: self.model.threads.len() as u32,
            state,
            seen: &mut self.domains,
        }
    }

    fn step(&mut self, state: &mut [Value], thread: ThreadId, choice: u32) -> Ended {
        let model = self.model;
        let nodes = &model.threads[thread.index()].nodes;
        let mut at = NodeId(self.read(state, thread, control::AT) as u32);
        let mut ended = Ended { visible: None, choices: 1 };
        let mut mode = Mode::Invisible;
        let mut turns = 0;
        loop {
            let here = at;
            let node = &nodes[here.index()];
            let variant = self.visible(state, thread, node);
            if variant.is_some() && !self.may_join(state, thread, mode, &node.action) {
                break;
            }
            self.reached[thread.index()][here.index()] = true;
            let waiters = self.waiters(state, thread, &node.action);
            if waiters > 1
                && model.monitors == Monitors::Barging
                && matches!(node.action, Action::Notify { all: false, .. })
            {
                ended.choices = waiters as u32;
            }
            let timed = self.has_timed_waiter(state, thread, &node.action);
            match self.transform(state, thread, here, choice) {
                Ok(next) => at = next,
                Err(Trap) => {
                    let code = self.trap_code(thread, here);
                    self.put(state, self.layout.trap(), code);
                    ended.visible = Some(here);
                    break;
                }
            }
            if let Some(variant) = variant {
                self.used.insert((thread, here, variant));
                ended.visible = Some(here);
            }
            if self.read(state, thread, control::STATUS) != status::READY {
                break;
            }
            if variant.is_some() {
                mode = match node.action {
                    Action::Notify { object, .. } if node.joins && !timed => {
                        Mode::JoinExitOf(state[self.layout.local(thread, object)])
                    }
                    Action::Exit(_) if node.joins && !matches!(mode, Mode::JoinExitOf(_)) => Mode::JoinExits,
                    _ => break,
                };
            }
            if nodes[at.index()].loop_head {
                turns += 1;
                if turns > TURNS {
                    break;
                }
            }
        }
        self.rest(state, thread, at);
        ended
    }

    /// Whether a visible transformation still belongs to the step.
    fn may_join(&self, state: &[Value], thread: ThreadId, mode: Mode, action: &Action) -> bool {
        match (mode, action) {
            (Mode::Invisible, _) | (Mode::JoinExits, Action::Exit(_)) => true,
            (Mode::JoinExitOf(object), Action::Exit(at)) => state[self.layout.local(thread, *at)] == object,
            _ => false,
        }
    }

    /// Leaves the thread at a location, with no trace of what it will not read again.
    fn rest(&mut self, state: &mut [Value], thread: ThreadId, at: NodeId) {
        self.put(state, self.layout.thread(thread, control::AT), at.0 as Value);
        let code = &self.model.threads[thread.index()];
        let mut live = code.nodes[at.index()].live.iter().peekable();
        for local in (0..code.locals.len() as u32).map(Local) {
            if live.next_if_eq(&&local).is_none() {
                state[self.layout.local(thread, local)] = 0;
            }
        }
    }

    fn put(&mut self, state: &mut [Value], at: usize, value: Value) {
        self.domains.see(at, value);
        state[at] = value;
    }

    fn local(&self, state: &[Value], thread: ThreadId, local: Local) -> Value {
        state[self.layout.local(thread, local)]
    }

    fn evaluate(&self, state: &[Value], thread: ThreadId, expr: &Expr) -> Value {
        expr.evaluate(&|local| self.local(state, thread, local))
    }

    fn waiters(&self, state: &[Value], thread: ThreadId, action: &Action) -> usize {
        self.count_waiters(state, thread, action, &[status::WAITING, status::TIMED])
    }

    /// A time-out changes the wait set without the monitor: then a notification joins nothing.
    fn has_timed_waiter(&self, state: &[Value], thread: ThreadId, action: &Action) -> bool {
        self.count_waiters(state, thread, action, &[status::TIMED]) > 0
    }

    fn count_waiters(&self, state: &[Value], thread: ThreadId, action: &Action, kinds: &[Value]) -> usize {
        let Action::Notify { object, .. } = action else { return 0 };
        let object = self.local(state, thread, *object);
        let all = (0..self.model.threads.len() as u32).map(ThreadId);
        all.filter(|&other| {
            self.read(state, other, control::OBJECT) == object
                && kinds.contains(&self.read(state, other, control::STATUS))
        })
        .count()
    }

    /// Whether a transformation is visible in this state, and in which of its forms.
    fn visible(&self, state: &[Value], thread: ThreadId, node: &Node) -> Option<Variant> {
        let rules = self.model.rules;
        match &node.action {
            Action::Enter(at) if node.shared => {
                let owner = state[self.layout.owner(self.local(state, thread, *at).max(0))];
                match owner {
                    0 => Some(Variant::Free),
                    owner if owner as u32 == thread.0 + 1 => (!rules.relock).then_some(Variant::Nested),
                    _ => Some(Variant::Contended),
                }
            }
            Action::Exit(at) if node.shared => {
                let object = self.local(state, thread, *at).max(0);
                if state[self.layout.count(object)] > 1 {
                    return (!rules.relock).then_some(Variant::Nested);
                }
                let after = |other| {
                    self.read(state, other, control::STATUS) == status::BLOCKED
                        && self.read(state, other, control::OBJECT) == object
                };
                let contended = (0..self.model.threads.len() as u32).map(ThreadId).any(after);
                Some(if contended { Variant::Contended } else { Variant::Free })
            }
            Action::Notify { .. } => {
                (!rules.notify || self.waiters(state, thread, &node.action) > 0).then_some(Variant::Only)
            }
            _ => crate::prepare::may_be_visible(node).then_some(Variant::Only),
        }
    }

    /// Executes one transformation and says where the thread goes on.
    fn transform(&mut self, state: &mut [Value], thread: ThreadId, at: NodeId, choice: u32) -> Result<NodeId, Trap> {
        let node = &self.model.threads[thread.index()].nodes[at.index()];
        match &node.action {
            Action::Skip => {}
            Action::Set { to, value } => {
                let value = self.evaluate(state, thread, value);
                self.put(state, self.layout.local(thread, *to), value);
            }
            Action::Branch { condition, otherwise } => {
                self.refuse_opaque(state, thread, condition)?;
                if self.evaluate(state, thread, condition) == 0 {
                    return Ok(*otherwise);
                }
            }
            Action::Load { to, from } => {
                let value = state[self.place(state, thread, from)?];
                self.put(state, self.layout.local(thread, *to), value);
            }
            Action::Store { to, value } => {
                let value = self.evaluate(state, thread, value);
                let at = self.place(state, thread, to)?;
                self.put(state, at, value);
            }
            Action::New { to, site } => {
                let object = self.allocate(state, site.index())?;
                self.put(state, self.layout.local(thread, *to), object);
            }
            Action::NewArray { to, site, length } => {
                let length = self.evaluate(state, thread, length);
                if length > self.model.sites[site.index()].room as Value {
                    let room = &mut self.room[site.index()];
                    *room = (*room).max(length as u32);
                    return Err(Trap);
                }
                let object = self.allocate(state, site.index())?;
                self.put(state, self.layout.length(object), length);
                self.put(state, self.layout.local(thread, *to), object);
            }
            Action::Length { to, array } => {
                let array = self.local(state, thread, *array);
                if array <= 0 || self.layout.length(array) == usize::MAX {
                    return Err(Trap);
                }
                let length = state[self.layout.length(array)];
                self.put(state, self.layout.local(thread, *to), length);
            }
            Action::Enter(at) => {
                let object = self.object(state, thread, *at)?;
                let mut scene = self.scene(state);
                // That an enter blocks which was taken for invisible would be an error of the analysis.
                let blocks = scene.owner(object).is_some_and(|owner| owner != thread);
                if blocks && !node.shared {
                    return Err(Trap);
                }
                scene.enter(thread, object);
            }
            Action::Exit(at) => {
                let object = self.owned(state, thread, *at)?;
                self.scene(state).exit(object);
            }
            Action::Wait { object, timed } => {
                let object = self.owned(state, thread, *object)?;
                self.scene(state).wait(thread, object, *timed);
            }
            Action::Notify { object, all } => {
                let object = self.owned(state, thread, *object)?;
                let mut scene = self.scene(state);
                if *all { scene.notify_all(object) } else { scene.notify(object, choice) }
            }
            Action::Start(at) => {
                let other = self.thread(state, thread, *at)?;
                if self.read(state, other, control::STATUS) != status::NEW {
                    return Err(Trap);
                }
                self.scene(state).write(other, control::STATUS, status::READY);
            }
            Action::Join(at) => {
                let other = self.thread(state, thread, *at)?;
                let object = self.local(state, thread, *at);
                if ![status::NEW, status::ENDED].contains(&self.read(state, other, control::STATUS)) {
                    let mut scene = self.scene(state);
                    // It would give the monitor away while it waits.
                    if scene.owner(object) == Some(thread) {
                        return Err(Trap);
                    }
                    scene.write(thread, control::STATUS, status::JOINING);
                    scene.write(thread, control::OBJECT, object);
                }
            }
            Action::Alive { to, thread: at } => {
                let other = self.thread(state, thread, *at)?;
                let doing = self.read(state, other, control::STATUS);
                let alive = doing != status::NEW && doing != status::ENDED;
                self.put(state, self.layout.local(thread, *to), alive.into());
            }
            Action::End => {
                self.end(state, thread);
                return Ok(at);
            }
            Action::Crash(_) | Action::Fail(_) => return Err(Trap),
        }
        Ok(node.next)
    }

    /// The thread ends, and those that wait for it go on.
    fn end(&mut self, state: &mut [Value], thread: ThreadId) {
        let object = self.model.threads[thread.index()].object;
        let mut scene = self.scene(state);
        scene.write(thread, control::STATUS, status::ENDED);
        for other in (0..scene.threads).map(ThreadId) {
            let doing = scene.state[scene.layout.thread(other, control::STATUS)];
            let target = scene.state[scene.layout.thread(other, control::OBJECT)];
            if doing == status::JOINING && Some(target) == object {
                scene.write(other, control::STATUS, status::READY);
                scene.write(other, control::OBJECT, 0);
            }
        }
    }

    fn allocate(&mut self, state: &mut [Value], site: usize) -> Result<Value, Trap> {
        let allocator = &self.model.sites[site];
        let made = state[self.layout.made(site)];
        if made >= allocator.bound as Value {
            return Err(Trap);
        }
        self.put(state, self.layout.made(site), made + 1);
        Ok(allocator.first + made)
    }

    /// Two references of which nothing is known cannot be compared, nor something that is perhaps null with null.
    fn refuse_opaque(&self, state: &[Value], thread: ThreadId, condition: &Expr) -> Result<(), Trap> {
        if let Expr::Binary(Binary::Eq | Binary::Ne, left, right) = condition {
            let (left, right) = (self.evaluate(state, thread, left), self.evaluate(state, thread, right));
            let is_opaque = |value: Value| value == OPAQUE || value == TEXT;
            if (is_opaque(left) && right != 0) || (is_opaque(right) && left != 0) || [left, right].contains(&PERHAPS) {
                return Err(Trap);
            }
        }
        Ok(())
    }

    fn object(&self, state: &[Value], thread: ThreadId, at: Local) -> Result<Value, Trap> {
        let object = self.local(state, thread, at);
        if object > 0 { Ok(object) } else { Err(Trap) }
    }

    fn owned(&mut self, state: &mut [Value], thread: ThreadId, at: Local) -> Result<Value, Trap> {
        let object = self.object(state, thread, at)?;
        if self.scene(state).owner(object) == Some(thread) { Ok(object) } else { Err(Trap) }
    }

    fn thread(&self, state: &[Value], thread: ThreadId, at: Local) -> Result<ThreadId, Trap> {
        let object = self.object(state, thread, at)?;
        self.threads_by_object[object as usize].ok_or(Trap)
    }

    fn place(&self, state: &[Value], thread: ThreadId, place: &Place) -> Result<usize, Trap> {
        let value = |local: Local| self.local(state, thread, local);
        let there = match place {
            Place::Static(_) => true,
            Place::Field(object, field) => self.model.fields[*field as usize].holders.contains(&value(*object)),
            Place::Element(array, index) => {
                let array = value(*array);
                array > 0
                    && self.layout.length(array) != usize::MAX
                    && (0..state[self.layout.length(array)]).contains(&value(*index))
            }
        };
        if there { Ok(self.layout.place(state, thread, place)) } else { Err(Trap) }
    }
}
