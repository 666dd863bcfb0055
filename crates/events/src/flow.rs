//! How values and decisions flow through a run: a dynamic dependence graph with one node per executed
//! instruction (Agrawal and Horgan, PLDI 1990).
//!
//! In: a run in single instructions. Out: for every instruction what its result is made of, the
//! addresses it used, the branch that decided it, the write that a read saw, and what started or woke
//! its thread; and the events, that is the instructions that another thread could notice.
//!
//! Registers are followed exactly, through calls and returns. A native method is taken to compute its
//! result, and the objects that it makes, from its arguments and from the memory that it is known to read:
//! what it accesses atomically, copies or clones.

use std::collections::BTreeMap;
use std::rc::Rc;

use heddle_explore::calls::told_call;
use heddle_explore::{Landmark, Landmarks, Path, SingleRun, parked, signalling, with_single_steps};
use heddle_machine::{
    Access, Control, Frame, FrameKind, Location, Machine, Mode, PROLOGUE, Pending, Phase, Ref, Status,
};
use heddle_program::ir::{Instr, NO_REG, Pc, Reg};
use heddle_program::{FieldId, MethodId, Origin};
use heddle_verdict::Choice;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::postdominators::PostDominators;

pub type NodeId = u32;

/// How one instruction depends on another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Link {
    /// Computes with its result.
    Value,
    /// Uses its result as an address only.
    Address,
    /// Is executed because that branch went this way.
    Control,
    /// Reads what it wrote.
    Memory,
    /// Runs in a thread that it started.
    Start,
    /// Goes on because of it: a notification, a permit, the end of a thread, an interrupt.
    Wake,
    /// Takes the monitor that it gave back.
    Lock,
}

#[derive(Clone, Debug, Default)]
pub struct Node {
    pub on: Vec<(NodeId, Link)>,
    /// Its index among the events, if it is one.
    pub event: Option<usize>,
}

/// An instruction that another thread could notice.
#[derive(Clone, Debug)]
pub struct Event {
    pub node: NodeId,
    pub thread: usize,
    /// Its index in the run.
    pub at: usize,
    pub pending: Pending,
    pub landmark: Landmark,
    /// It has a place in the checked program, if only by a call.
    pub user: bool,
    /// It is an instruction of the checked program itself, or the one that an atomic class executes for
    /// it.
    pub own: bool,
    /// The place that it accesses holds a reference.
    pub of_reference: bool,
    /// It is part of how the JDK makes, starts and joins threads.
    pub plumbing: bool,
    /// Reads, writes: a failed compare-and-set only reads.
    pub reads: bool,
    pub writes: bool,
    /// The call of the program that it is part of, if traces tell that call: its index among the calls of the run.
    pub call: Option<usize>,
    /// It is part of a signal to whoever waits on this condition, and whether anybody did when that began.
    pub signal: Option<(Ref, bool)>,
}

/// A call that traces tell, by instructions of the run.
#[derive(Clone, Debug)]
pub struct Call {
    pub thread: usize,
    pub callee: MethodId,
    /// The instruction that entered it.
    pub begin: usize,
    /// The instruction that left it, if one did.
    pub end: Option<usize>,
}

/// A thread that does not go on at the end of the run, or whose next instruction is the failure.
#[derive(Clone, Debug)]
pub struct End {
    pub thread: usize,
    /// Stands for the instruction that was not executed any more.
    pub node: NodeId,
    pub pending: Pending,
    pub status: Status,
    pub landmark: Landmark,
    /// The condition that it waits on; 0 if none.
    pub condition: Ref,
}

#[derive(Default)]
pub struct Flow {
    pub nodes: Vec<Node>,
    pub events: Vec<Event>,
    /// By thread: where it stands at the end.
    pub ends: Vec<End>,
    /// By thread: the instruction whose exception nobody caught.
    pub thrown: BTreeMap<usize, NodeId>,
    /// By thread: the instruction that started it.
    pub started: Vec<NodeId>,
    /// By place: the threads that accessed it or are about to.
    pub users: FxHashMap<Location, u64>,
    /// Places that are written, or about to be, while there is more than one thread.
    pub contested: FxHashSet<Location>,
    /// Calls that traces tell, in the order in which they begin.
    pub calls: Vec<Call>,
}

/// Follows a run.
pub fn flow(path: &mut Path<'_>, run: &SingleRun) -> Flow {
    with_single_steps(path, |path| {
        let mut recorder = Recorder::default();
        recorder.flow.nodes.push(Node::default());
        for (at, &choice) in run.choices.iter().enumerate() {
            recorder.step(path, at, choice);
        }
        recorder.finish(&mut path.machine);
        recorder.flow
    })
}

/// The single places of a location.
pub fn cells(location: Location) -> Vec<Location> {
    match location {
        Location::Elements { array, from, to } => (from..to).map(|index| Location::Element { array, index }).collect(),
        one => vec![one],
    }
}

/// The reads of a `clone`.
fn each_field(machine: &Machine<'_>, object: Ref) -> Vec<Access> {
    let fields = &machine.program.class(machine.class_of(object)).layout.fields;
    let read = |&field: &FieldId| {
        let location = Location::Field { object, field };
        Access { location, reads: true, writes: false, mode: Mode::Plain }
    };
    fields.iter().map(read).collect()
}

/// The node that stands for what was before the run.
const BEFORE: NodeId = 0;

#[derive(Default)]
struct Recorder {
    flow: Flow,
    threads: Vec<Shadow>,
    marks: Landmarks,
    written: FxHashMap<Location, NodeId>,
    unlocked: FxHashMap<Ref, NodeId>,
    interrupted: FxHashMap<Ref, NodeId>,
    joins: FxHashMap<MethodId, Rc<PostDominators>>,
    /// Objects that native methods made: from, to, by whom.
    made: Vec<(Ref, Ref, NodeId)>,
}

/// Where the values of a thread come from.
#[derive(Default)]
struct Shadow {
    frames: Vec<ShadowFrame>,
    regs: Vec<NodeId>,
    started: NodeId,
    woken: Option<NodeId>,
    ended: Option<NodeId>,
    /// Calls that traces tell and that have not returned, each with the number of the frame that it runs in.
    calls: Vec<(usize, usize)>,
    signal: Option<(Ref, bool)>,
}

struct ShadowFrame {
    /// What decided that the method runs.
    control: NodeId,
    /// Branches whose ways have not come together yet, and where they will.
    open: Vec<(NodeId, Pc, Pc)>,
}

/// What is known before an instruction is executed.
struct Before {
    frames: Vec<Frame>,
    frame: Option<Frame>,
    instr: Option<Instr>,
    callee: Option<MethodId>,
    pending: Pending,
    accesses: Vec<Access>,
    values: Vec<Option<u64>>,
    controls: Vec<Control>,
}

impl Before {
    fn look(machine: &mut Machine<'_>, t: usize) -> Self {
        let frames = machine.state.threads[t].frames.clone();
        let frame = frames.last().copied().filter(|frame| frame.pc != PROLOGUE);
        let pending = machine.pending(t);
        let mut accesses: Vec<Access> = match pending {
            Pending::Memory(Access { location: Location::Fields { object }, .. }) => each_field(machine, object),
            pending => pending.accesses().collect(),
        };
        if machine.state.threads[t].control.status != Status::Runnable {
            accesses.clear();
        }
        if accesses.is_empty() && frame.is_some() {
            accesses.extend(machine.reads_quietly(t));
        }
        let instr = frame.and_then(|_| machine.next_instruction(t));
        let callee = if matches!(instr, Some(Instr::Invoke { .. })) { machine.next_callee(t) } else { None };
        let value = |access: &Access| machine.value_at(access.location).map(|(_, value)| value);
        Self {
            values: accesses.iter().map(value).collect(),
            controls: machine.state.threads.iter().map(|thread| thread.control).collect(),
            frames,
            frame,
            instr,
            callee,
            pending,
            accesses,
        }
    }

    /// Whether access number `k` wrote, now that it is done.
    fn wrote(&self, machine: &Machine<'_>, k: usize) -> bool {
        let access = &self.accesses[k];
        let now = machine.value_at(access.location).map(|(_, value)| value);
        access.writes && (!access.reads || now != self.values[k])
    }
}

impl Recorder {
    fn step(&mut self, path: &mut Path<'_>, at: usize, choice: Choice) {
        let t = choice.thread.index();
        while self.threads.len() < path.machine.state.threads.len() {
            self.threads.push(Shadow::default());
        }
        let before = Before::look(&mut path.machine, t);
        self.threads[t].signal = signalling(&mut path.machine, t).map(|condition| match self.threads[t].signal {
            Some(signal) if signal.0 == condition => signal,
            _ => (condition, path.machine.field(condition, "firstWaiter") != 0),
        });
        let landmark = self.marks.next(&mut path.machine, choice);
        let node = self.flow.nodes.len() as NodeId;
        let mut on = self.reasons(&path.machine, t, &before);
        if let Some(landmark) = landmark {
            self.marks.pass(t, &landmark);
            self.flow.nodes.push(Node { on: vec![], event: Some(self.flow.events.len()) });
            self.flow.events.push(Event {
                node,
                thread: t,
                at,
                pending: before.pending,
                landmark,
                user: is_users(&path.machine, &before.frames),
                own: does_it_itself(&path.machine, &before.frames),
                of_reference: before
                    .accesses
                    .iter()
                    .any(|access| path.machine.type_at(access.location).is_some_and(|ty| ty.is_ref())),
                plumbing: before.frame.is_none_or(|frame| is_plumbing(&path.machine, frame.method))
                    || before.callee.is_some_and(|callee| is_plumbing(&path.machine, callee)),
                reads: before.accesses.iter().any(|access| access.reads),
                writes: false,
                call: told_call(&path.machine, t).and_then(|at| {
                    let calls = self.threads[t].calls.iter().rev();
                    calls.into_iter().find(|(frame, _)| *frame == at).map(|(_, call)| *call)
                }),
                signal: self.threads[t].signal,
            });
        } else {
            self.flow.nodes.push(Node::default());
        }
        let top = path.machine.state.heap.path_top;
        path.single(choice);
        let machine = &mut path.machine;
        let grew = machine.state.heap.path_top > top;
        if grew && before.callee.is_some() && machine.state.threads[t].frames.len() == before.frames.len() {
            self.made.push((top, machine.state.heap.path_top, node));
        }
        self.follow_calls(machine, t, at, before.frames.len());
        self.effects(machine, t, node, &before);
        self.follow_frames(machine, t, node, &before, &mut on);
        on.sort_unstable();
        on.dedup();
        on.retain(|&(other, _)| other != BEFORE);
        self.flow.nodes[node as usize].on = on;
    }

    /// Notes which calls that traces tell thread `t` has entered or left by an instruction.
    fn follow_calls(&mut self, machine: &Machine<'_>, t: usize, at: usize, frames: usize) {
        let now = machine.state.threads[t].frames.len();
        let open = &mut self.threads[t].calls;
        while let Some((_, call)) = open.pop_if(|(frame, _)| *frame >= now) {
            self.flow.calls[call].end = Some(at);
        }
        if now == frames + 1 && told_call(machine, t) == Some(frames) {
            open.push((frames, self.flow.calls.len()));
            let callee = machine.state.threads[t].frames[frames].method;
            self.flow.calls.push(Call { thread: t, callee, begin: at, end: None });
        }
    }

    /// What decides the next instruction of a frame.
    fn control(&mut self, t: usize, pc: Pc) -> NodeId {
        let Some(frame) = self.threads[t].frames.last_mut() else { return self.threads[t].started };
        while frame.open.last().is_some_and(|&(_, _, until)| until == pc) {
            frame.open.pop();
        }
        frame.open.last().map_or(frame.control, |&(node, ..)| node)
    }

    fn reg(&self, t: usize, base: u32, reg: Reg) -> NodeId {
        self.threads[t].regs.get(base as usize + usize::from(reg)).copied().unwrap_or(BEFORE)
    }

    fn set(&mut self, t: usize, base: u32, reg: Reg, node: NodeId) {
        let regs = &mut self.threads[t].regs;
        let at = base as usize + usize::from(reg);
        if regs.len() <= at {
            regs.resize(at + 1, BEFORE);
        }
        regs[at] = node;
    }

    /// What gave a place its value: a write, or the native method that made the object.
    fn writer(&self, cell: Location) -> Option<NodeId> {
        let object = match cell {
            Location::Field { object, .. } | Location::Fields { object } => object,
            Location::Element { array, .. } | Location::Elements { array, .. } => array,
            Location::Static { .. } => return self.written.get(&cell).copied(),
        };
        let made = || {
            let after = self.made.partition_point(|&(from, ..)| from <= object);
            let &(from, to, node) = self.made.get(after.checked_sub(1)?)?;
            (from..to).contains(&object).then_some(node)
        };
        self.written.get(&cell).copied().or_else(made)
    }

    /// What an instruction depends on, as far as that is known before it is executed.
    fn reasons(&mut self, machine: &Machine<'_>, t: usize, before: &Before) -> Vec<(NodeId, Link)> {
        let pc = before.frame.map_or(Pc::MAX - 1, |frame| frame.pc);
        let begins = self.threads[t].frames.is_empty();
        let mut on = vec![(self.control(t, pc), if begins { Link::Start } else { Link::Control })];
        if let (Some(frame), Some(instr)) = (before.frame, before.instr)
            && let Ok(code) = machine.program.code(frame.method)
        {
            let mut position = 0;
            // The first argument of a static method is no object that it is called on; a number says what, not where.
            let begins_with_number = before.callee.is_some_and(|callee| {
                let method = machine.program.method(callee);
                method.is_static() && method.params.first().is_some_and(|ty| !ty.is_ref())
            });
            instr.sources(code, |reg| {
                let link = match link_of(&instr, position) {
                    Link::Address if begins_with_number || is_value(machine, t, &frame, &instr, reg) => Link::Value,
                    link => link,
                };
                position += 1;
                on.push((self.reg(t, frame.base, reg), link));
            });
        }
        for access in before.accesses.iter().filter(|access| access.reads) {
            let writers = cells(access.location).into_iter().filter_map(|cell| self.writer(cell));
            on.extend(writers.map(|writer| (writer, Link::Memory)));
        }
        if let Some(woken) = self.threads[t].woken.take() {
            on.push((woken, Link::Wake));
        }
        match (before.controls[t].status, before.pending) {
            (Status::Notified { object }, _) | (Status::Runnable, Pending::Lock(object)) => {
                on.extend(self.unlocked.get(&object).map(|&node| (node, Link::Lock)));
            }
            (_, Pending::Alive(object)) => {
                let ended = machine.thread_of(object).and_then(|u| self.threads.get(u)?.ended);
                on.extend(ended.map(|node| (node, Link::Wake)));
            }
            (_, Pending::Interrupted(object)) => {
                on.extend(self.interrupted.get(&object).map(|&node| (node, Link::Wake)));
            }
            _ => {}
        }
        on
    }

    /// What an instruction did to memory and to other threads.
    fn effects(&mut self, machine: &Machine<'_>, t: usize, node: NodeId, before: &Before) {
        for (k, access) in before.accesses.iter().enumerate() {
            let wrote = before.wrote(machine, k);
            for cell in cells(access.location) {
                *self.flow.users.entry(cell).or_default() |= 1 << t.min(63);
                if wrote {
                    self.written.insert(cell, node);
                    if before.controls.len() > 1 {
                        self.flow.contested.insert(cell);
                    }
                }
            }
            if let (true, Some(event)) = (wrote, self.flow.nodes[node as usize].event) {
                self.flow.events[event].writes = true;
            }
        }
        match before.pending {
            Pending::Unlock(object) | Pending::Wait(object) => drop(self.unlocked.insert(object, node)),
            Pending::Interrupt(object) => drop(self.interrupted.insert(object, node)),
            _ => {}
        }
        for (u, old) in before.controls.iter().enumerate() {
            let new = &machine.state.threads[u].control;
            if u != t && (old.status != new.status || !old.permit && new.permit) {
                self.threads[u].woken = Some(node);
            }
        }
        for new in before.controls.len()..machine.state.threads.len() {
            self.threads.push(Shadow { started: node, ..Shadow::default() });
            debug_assert_eq!(self.threads.len(), new + 1);
        }
        if !machine.state.threads[t].is_alive() {
            self.threads[t].ended = Some(node);
        }
    }

    /// Follows values and control through what an instruction did to the frames.
    fn follow_frames(
        &mut self,
        machine: &mut Machine<'_>,
        t: usize,
        node: NodeId,
        before: &Before,
        on: &mut Vec<(NodeId, Link)>,
    ) {
        let after = machine.state.threads[t].frames.clone();
        let (was, is) = (before.frames.len(), after.len());
        let shadows = &mut self.threads[t].frames;
        // The frames of a thread's beginning, and of the handler of its uncaught exception, come from
        // the machine.
        let died =
            before.controls[t].phase == Phase::Running && machine.state.threads[t].control.phase != Phase::Running;
        if died && !matches!(before.instr, Some(Instr::Return | Instr::ReturnValue { .. })) {
            self.flow.thrown.insert(t, node);
            on.iter_mut().filter(|(_, link)| *link == Link::Address).for_each(|(_, link)| *link = Link::Value);
            shadows.clear();
            shadows.extend(after.iter().map(|_| ShadowFrame { control: node, open: vec![] }));
            return;
        }
        while shadows.len() < was.min(is) {
            shadows.push(ShadowFrame { control: node, open: vec![] });
        }
        shadows.truncate(is);
        let Some((frame, instr)) = before.frame.zip(before.instr) else {
            self.enter(machine, t, node, before, &after, on);
            return;
        };
        let Ok(code) = machine.program.code(frame.method) else { return };
        let returned = matches!(instr, Instr::Return | Instr::ReturnValue { .. });
        if is > was {
            self.enter(machine, t, node, before, &after, on);
        } else if is == was && !died {
            let pc = after[is - 1].pc;
            let mut normal = pc == frame.pc;
            instr.successors(frame.pc, code, |to| normal |= to == pc);
            let stays = after[is - 1].method == frame.method;
            if stays && !normal && code.handlers_at(frame.pc).any(|handler| handler.target == pc) {
                self.catch(machine, t, node, &after, frame.pc, on);
            } else if stays {
                self.complete(machine, t, node, &frame, &instr);
            }
        } else if is < was && returned && frame.kind == FrameKind::Call && is + 1 == was {
            let caller = before.frames[is - 1];
            let call = machine.program.code(caller.method).ok();
            let dest = call.and_then(|call| call.instrs.get(caller.pc as usize)?.dest(call));
            if let Some(dest) = dest.filter(|&dest| dest != NO_REG) {
                self.set(t, caller.base, dest, node);
            }
        } else if is < was && is > 0 && !returned && !died {
            let thrown_at = before.frames[is - 1].pc;
            self.catch(machine, t, node, &after, thrown_at, on);
        }
    }

    /// An instruction completed in its frame.
    fn complete(&mut self, machine: &Machine<'_>, t: usize, node: NodeId, frame: &Frame, instr: &Instr) {
        let Ok(code) = machine.program.code(frame.method) else { return };
        if let Some(dest) = instr.dest(code) {
            self.set(t, frame.base, dest, node);
        }
        let branches = instr.target().is_some() && !matches!(instr, Instr::Goto { .. });
        if branches || matches!(instr, Instr::Switch { .. }) {
            let until = self.joins_of(machine, frame.method).of(frame.pc);
            let Some(shadow) = self.threads[t].frames.last_mut() else { return };
            // A loop's branch takes the place of its last round; that round is still what decided it.
            if shadow.open.last().is_some_and(|&(_, pc, _)| pc == frame.pc) {
                shadow.open.pop();
            }
            shadow.open.push((node, frame.pc, until));
        }
    }

    /// An exception landed in the top frame.
    fn catch(
        &mut self,
        machine: &Machine<'_>,
        t: usize,
        node: NodeId,
        after: &[Frame],
        thrown_at: Pc,
        on: &mut [(NodeId, Link)],
    ) {
        // It was raised because of what the instruction met, addresses included.
        on.iter_mut().filter(|(_, link)| *link == Link::Address).for_each(|(_, link)| *link = Link::Value);
        let frame = after[after.len() - 1];
        let Ok(code) = machine.program.code(frame.method) else { return };
        if let Some(handler) = code.handlers_at(thrown_at).find(|handler| handler.target == frame.pc) {
            self.set(t, frame.base, handler.dest, node);
        }
        let until = self.joins_of(machine, frame.method).common(thrown_at, frame.pc);
        if let Some(shadow) = self.threads[t].frames.last_mut() {
            shadow.open.push((node, thrown_at, until));
        }
    }

    /// New frames: calls, initialisers, the beginning of a thread.
    fn enter(
        &mut self,
        machine: &Machine<'_>,
        t: usize,
        node: NodeId,
        before: &Before,
        after: &[Frame],
        on: &mut Vec<(NodeId, Link)>,
    ) {
        let known = self.threads[t].frames.len();
        for frame in &after[known.min(after.len())..] {
            self.threads[t].frames.push(ShadowFrame { control: node, open: vec![] });
            if frame.kind != FrameKind::Call {
                continue;
            }
            let Some((caller, Instr::Invoke { k })) = before.frame.zip(before.instr) else { continue };
            let Ok(code) = machine.program.code(caller.method) else { continue };
            let args = &code.calls[k as usize].args;
            if before.callee.is_none_or(|callee| callee == frame.method) && known + 1 == after.len() {
                // The parameters are the arguments; the call itself computes nothing.
                on.retain(|(_, link)| *link != Link::Value);
                let sources: Vec<NodeId> = args.iter().map(|&reg| self.reg(t, caller.base, reg)).collect();
                for (index, source) in sources.into_iter().enumerate() {
                    self.set(t, frame.base, index as Reg, source);
                }
            } else {
                let parameters = machine.program.code(frame.method).map_or(0, |code| code.max_locals);
                (0..parameters).for_each(|reg| self.set(t, frame.base, reg, node));
            }
        }
    }

    fn joins_of(&mut self, machine: &Machine<'_>, method: MethodId) -> Rc<PostDominators> {
        let found = self.joins.entry(method).or_insert_with(|| {
            let code = machine.program.code(method).expect("it is being executed");
            Rc::new(PostDominators::new(code))
        });
        found.clone()
    }

    /// What every thread would do next.
    fn finish(&mut self, machine: &mut Machine<'_>) {
        self.flow.started = self.threads.iter().map(|shadow| shadow.started).collect();
        for t in 0..machine.state.threads.len() {
            let node = self.flow.nodes.len() as NodeId;
            if self.threads.len() <= t {
                self.threads.push(Shadow::default());
            }
            let before = Before::look(machine, t);
            let mut on = self.reasons(machine, t, &before);
            on.retain(|&(other, link)| other != BEFORE && link != Link::Memory);
            let landmark = self.marks.last(machine, t);
            self.flow.nodes.push(Node { on, event: None });
            for access in &before.accesses {
                for cell in cells(access.location) {
                    *self.flow.users.entry(cell).or_default() |= 1 << t.min(63);
                    if access.writes {
                        self.flow.contested.insert(cell);
                    }
                }
            }
            let status = machine.state.threads[t].control.status;
            let condition = parked(machine, t).condition;
            self.flow.ends.push(End { thread: t, node, pending: before.pending, status, landmark, condition });
        }
    }
}

/// Whether an instruction gets the value of a boxed number or a text out of it, or finds the box of a number: then which object it is
/// says what it is worth.
fn is_value(machine: &Machine<'_>, t: usize, frame: &Frame, instr: &Instr, reg: Reg) -> bool {
    let is_box = |class| heddle_jdk::values::is_box(machine.program.class_name(class));
    if is_box(machine.program.method(frame.method).class) {
        return true;
    }
    let object = machine.state.threads[t].regs.get(frame.base as usize + usize::from(reg)).copied().unwrap_or(0) as Ref;
    matches!(instr, Instr::GetField { .. }) && object != 0 && {
        let class = machine.class_of(object);
        class == machine.program.well_known().string || is_box(class)
    }
}

/// How an instruction uses its operand number `position`.
fn link_of(instr: &Instr, position: usize) -> Link {
    use Instr::*;
    let address = match instr {
        GetField { .. } | ArrayLen { .. } | MonitorEnter { .. } | MonitorExit { .. } => true,
        Load8 { .. } | LoadU16 { .. } | LoadI16 { .. } | Load32 { .. } | Load64 { .. } | LoadRef { .. } => true,
        PutField { .. } => position == 0,
        Store8 { .. } | Store16 { .. } | Store32 { .. } | Store64 { .. } | StoreRef { .. } => position < 2,
        // The object that a method is called on, and a `VarHandle`'s coordinates, say where, not what.
        Invoke { .. } => position == 0,
        _ => false,
    };
    if address { Link::Address } else { Link::Value }
}

fn is_own(machine: &Machine<'_>, frame: &Frame) -> bool {
    let class = machine.program.method(frame.method).class;
    machine.program.class(class).origin == Origin::User
}

/// Whether the innermost frame is the program's, but for the atomic classes.
fn does_it_itself(machine: &Machine<'_>, frames: &[Frame]) -> bool {
    let atomic = |frame: &&Frame| {
        let class = machine.program.class_name(machine.program.method(frame.method).class);
        heddle_jdk::access::is_atomic(class)
    };
    frames.iter().rev().find(|frame| !atomic(frame)).is_some_and(|frame| is_own(machine, frame))
}

fn is_plumbing(machine: &Machine<'_>, method: MethodId) -> bool {
    let class = machine.program.class_name(machine.program.method(method).class);
    heddle_jdk::threads::is_plumbing(class)
}

fn is_users(machine: &Machine<'_>, frames: &[Frame]) -> bool {
    frames.iter().any(|frame| is_own(machine, frame))
}
