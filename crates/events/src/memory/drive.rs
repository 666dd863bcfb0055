//! The machine as memory models drive it: every instruction is a step, each thread's next action is
//! known before it happens, and a read returns what the model puts in place for it.

use std::hash::{DefaultHasher, Hash, Hasher};

use heddle_jdk::{access, threads};
use heddle_machine::{FrameKind, Location, Machine, Mark, Pending, Phase, Ref, Status, StepEnd, Stepping, Stop};
use heddle_program::{ClassId, MethodId, Origin};
use heddle_verdict::Choice;
use rustc_hash::FxHashMap;

use super::Outcomes;
use super::action::{Access, Cell, CodePlace, Fence, Mode, Next, ObjectName, Part, Place, Value};
use super::witness::Witness;

pub struct Driver<'p> {
    pub machine: Machine<'p>,
    /// Objects allocated since the threads run, by address.
    names: Vec<(Ref, ObjectName)>,
    /// How many objects each thread has allocated since.
    counts: Vec<u32>,
    /// Of each 64-bit variable, whether it was accessed by halves, and as a whole.
    wide: FxHashMap<Place, (bool, bool)>,
    halved_now: bool,
}

/// Elements up to which an access is followed cell by cell.
const MOST_ELEMENTS: u32 = 64;

#[derive(Default)]
struct Cells {
    cells: Vec<Cell>,
    places: Vec<(Location, bool)>,
}

/// How many bytes of a view are accessed in one go (`MethodHandles.byteArrayViewVarHandle`): all if it is
/// aligned, of a plain 64-bit one half, else what the alignment allows.
fn unit(from: u32, size: u32, plain: bool) -> usize {
    let aligned = if from == 0 { size } else { size.min(1 << from.trailing_zeros()) };
    (if plain { aligned.min(4) } else { aligned }).max(1) as usize
}

/// A position to step back to.
pub struct Position {
    mark: Mark,
    names: usize,
    counts: Vec<u32>,
}

/// What a step did besides the action itself.
#[derive(Default)]
pub struct Effects {
    /// Monitors given back by the end of synchronized methods.
    pub unlocked: Vec<ObjectName>,
    /// Objects whose constructor with final fields has ended.
    pub constructed: Vec<ObjectName>,
    /// Classes whose initialisers have ended.
    pub initialized: Vec<ClassId>,
    pub started: Vec<usize>,
    pub ended: bool,
    /// The machine cannot go on: an exit, or something it does not support.
    pub stop: Option<Stop>,
}

impl<'p> Driver<'p> {
    /// Runs the main thread up to the start of the first other thread, or to where it can go on in several
    /// ways. `Err` if the machine stops before, with what it has printed.
    pub fn new(mut machine: Machine<'p>) -> Result<Self, Outcomes> {
        machine.set_stepping(Stepping::SINGLE);
        machine.begin_exploring();
        let mut driver =
            Driver { machine, names: Vec::new(), counts: Vec::new(), wide: FxHashMap::default(), halved_now: false };
        let mut choices = Vec::new();
        loop {
            driver.machine.choices(&mut choices);
            if driver.machine.state.threads.len() > 1 || choices.len() != 1 {
                break;
            }
            if let StepEnd::Stop(stop) = driver.machine.step(choices[0]).end {
                let mut found = Outcomes { executions: 1, ..Outcomes::default() };
                match limit_of(&stop) {
                    Some(limit) => found.limits.push(limit),
                    None if stop == Stop::Ignore => {}
                    None => found.outcomes = [(driver.printed(), Witness::default())].into(),
                }
                return Err(found);
            }
        }
        driver.machine.update_reach();
        Ok(driver)
    }

    pub fn position(&mut self) -> Position {
        Position { mark: self.machine.mark(), names: self.names.len(), counts: self.counts.clone() }
    }

    pub fn back_to(&mut self, position: &Position) {
        self.machine.undo(position.mark);
        self.names.truncate(position.names);
        self.counts.clone_from(&position.counts);
    }

    // ---- names ------------------------------------------------------------------------------

    pub fn name(&self, object: Ref) -> ObjectName {
        match self.names.binary_search_by_key(&object, |(at, _)| *at) {
            Ok(at) => self.names[at].1,
            Err(_) => ObjectName::Early(object),
        }
    }

    /// The object of a name, if it exists by now.
    pub fn object(&self, name: ObjectName) -> Option<Ref> {
        match name {
            ObjectName::Early(object) => Some(object),
            late => self.names.iter().find(|(_, name)| *name == late).map(|(object, _)| *object),
        }
    }

    fn named(&self, is_ref: bool, bits: u64) -> Value {
        if is_ref && bits != 0 { Value::Object(self.name(bits as Ref)) } else { Value::Bits(bits) }
    }

    pub fn bits(&self, value: Value) -> Option<u64> {
        match value {
            Value::Bits(bits) => Some(bits),
            Value::Object(name) => self.object(name).map(u64::from),
        }
    }

    // ---- what comes next --------------------------------------------------------------------

    /// Where a thread stands.
    pub fn code_place(&self, t: usize) -> Option<CodePlace> {
        let frame = self.machine.state.threads[t].frames.last()?;
        Some(CodePlace { method: frame.method, pc: frame.pc })
    }

    /// Where a thread stands, with all that decides how it goes on from there by itself; a thread
    /// that comes back to the same and reads the same goes round in a circle.
    pub fn local_state(&self, t: usize) -> u64 {
        let thread = &self.machine.state.threads[t];
        let mut hasher = DefaultHasher::default();
        if let Some(frame) = thread.frames.last() {
            let registers = self.machine.program.code(frame.method).map_or(0, |code| usize::from(code.registers));
            let base = frame.base as usize;
            let end = thread.regs.len().min(base + registers);
            (frame.method, frame.pc, thread.frames.len(), &thread.regs[base.min(end)..end]).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Whether a thread's next step makes it give back a monitor, start another thread or end.
    pub fn hands_over(&mut self, t: usize, next: &Next) -> bool {
        let thread = &self.machine.state.threads[t];
        // A synchronized method gives its monitor back when it returns, which any step may do.
        let locked = thread.frames.last().is_some_and(|frame| frame.lock != 0) && *next == Next::Quiet;
        let over = thread.frames.is_empty() || thread.control.phase != Phase::Running;
        matches!(next, Next::Unlock(_) | Next::Wait(_))
            || locked
            || over
            || matches!(self.machine.pending(t), Pending::Start(_) | Pending::End)
    }

    /// The next action of a thread that can move.
    pub fn next(&mut self, t: usize) -> Next {
        let watched = self.code_place(t).is_some_and(|place| self.is_watched(place.method));
        match self.machine.state.threads[t].control.status {
            Status::Notified { object } if watched => return Next::Resume(self.name(object)),
            Status::Waiting { .. } | Status::Parked { .. } | Status::Sleeping => return Next::Choice,
            _ => {}
        }
        let pending = self.machine.pending(t);
        let thread = |machine: &Machine<'_>, object| machine.thread_of(object).unwrap_or(usize::MAX);
        match pending {
            Pending::Alive(object) if self.is_joining(t) => return Next::Alive(thread(&self.machine, object)),
            Pending::Alive(object) => return Next::Polls(thread(&self.machine, object)),
            Pending::End => return Next::End(t),
            Pending::Interrupt(object) => return Next::Interrupt(thread(&self.machine, object)),
            Pending::Interrupted(object) => return Next::Interrupted(thread(&self.machine, object)),
            Pending::Choose(_) => return Next::Choice,
            Pending::Output => return Next::Print,
            Pending::Memory(access) if !watched => return self.interrupt_flag(access).unwrap_or(Next::Quiet),
            _ if !watched => return Next::Quiet,
            _ => {}
        }
        match pending {
            Pending::Local => self.fence(t).map_or(Next::Quiet, Next::Fence),
            Pending::Memory(access) => self.memory(t, access),
            Pending::Lock(0) => Next::Quiet,
            Pending::Lock(object) => Next::Lock(self.name(object)),
            Pending::Unlock(object) => Next::Unlock(self.name(object)),
            Pending::Wait(object) => Next::Wait(self.name(object)),
            Pending::Notify { object, .. } => Next::Notify(self.name(object)),
            Pending::Park => Next::Permit(t),
            Pending::Unpark(object) => Next::Permit(thread(&self.machine, object)),
            Pending::Initialize(class) => Next::Initialize(class),
            Pending::Copy { from, to } => self.copy(t, from.location, to.location),
            Pending::Global | Pending::Beside(_) => Next::Raw,
            _ => Next::Quiet,
        }
    }

    /// An access of the JDK to the flag that tells whether a thread is interrupted.
    fn interrupt_flag(&self, access: heddle_machine::Access) -> Option<Next> {
        let Location::Field { object, field } = access.location else { return None };
        let program = self.machine.program;
        let field = program.field(field);
        if program.text(field.name) != threads::INTERRUPTED || program.class_name(field.class) != threads::THREAD {
            return None;
        }
        let thread = self.machine.thread_of(object)?;
        Some(if access.writes { Next::Interrupt(thread) } else { Next::Interrupted(thread) })
    }

    /// Whether a thread stands in `Thread.join`.
    fn is_joining(&self, t: usize) -> bool {
        let program = self.machine.program;
        self.machine.state.threads[t].frames.iter().rev().take(3).any(|frame| {
            let method = program.method(frame.method);
            threads::joins(program.class_name(method.class), program.text(method.name))
        })
    }

    pub fn is_interrupted(&mut self, t: usize) -> bool {
        let Some(object) = self.machine.state.threads.get(t).map(|thread| thread.object) else { return false };
        self.machine.field(object, threads::INTERRUPTED) != 0
    }

    /// Whether all threads but this one and the main thread have ended.
    pub fn is_left_alone(&self, t: usize) -> bool {
        let others = self.machine.state.threads.iter().enumerate().skip(1).filter(|(other, _)| *other != t);
        others.into_iter().all(|(_, thread)| !thread.is_alive())
    }

    fn fence(&mut self, t: usize) -> Option<Fence> {
        let callee = self.machine.next_callee(t)?;
        let method = self.machine.program.method(callee);
        let program = self.machine.program;
        access::fence(program.class_name(method.class), program.text(method.name)).map(|fence| match fence {
            access::Fence::Full => Fence::Full,
            access::Fence::Acquire => Fence::Acquire,
            access::Fence::Release => Fence::Release,
        })
    }

    fn memory(&mut self, t: usize, access: heddle_machine::Access) -> Next {
        let mut cells = Cells::default();
        let plain = access.mode == Mode::Plain;
        if !self.cells(access.location, plain, &mut cells) {
            return Next::Raw;
        }
        if cells.cells.is_empty() {
            return Next::Quiet;
        }
        let program = self.machine.program;
        let callee = self.machine.next_callee(t).map(|callee| program.text(program.method(callee).name));
        let mode = access.mode;
        let method = self.code_place(t).map(|place| place.method);
        let count = cells.cells.len();
        Next::Memory(Access {
            read: if access.reads { count } else { 0 },
            written_from: if access.writes { 0 } else { count },
            unit: match access.location {
                Location::Elements { from, to, .. } => unit(from, to - from, plain),
                _ if plain => 1,
                _ => count,
            },
            cells: cells.cells,
            places: cells.places,
            is_final: matches!(access.location, Location::Field { field, .. } if program.field(field).is_final()),
            class: match access.location {
                Location::Static { field } => Some(program.field(field).class),
                _ => None,
            },
            reads: access.reads,
            writes: access.writes,
            always_writes: callee.is_none_or(|name| name.starts_with("getAnd")),
            weak: self.is_weak(t, callee),
            mode,
            trusted: plain && method.is_some_and(|method| self.is_trusted(method)),
        })
    }

    /// Copying elements: reads, then writes.
    fn copy(&mut self, t: usize, from: Location, to: Location) -> Next {
        let mut cells = Cells::default();
        if !self.cells(from, true, &mut cells) {
            return Next::Raw;
        }
        let read = cells.cells.len();
        if !self.cells(to, true, &mut cells) {
            return Next::Raw;
        }
        if read == 0 {
            return Next::Quiet;
        }
        let method = self.code_place(t).map(|place| place.method);
        Next::Memory(Access {
            cells: cells.cells,
            places: cells.places,
            read,
            written_from: read,
            unit: 1,
            is_final: false,
            class: None,
            reads: true,
            writes: true,
            always_writes: true,
            weak: false,
            mode: Mode::Plain,
            trusted: method.is_some_and(|method| self.is_trusted(method)),
        })
    }

    /// The cells of a location; false if there are none that can be followed.
    fn cells(&mut self, location: Location, plain: bool, found: &mut Cells) -> bool {
        if let Location::Elements { array, from, to } = location {
            return to.saturating_sub(from) <= MOST_ELEMENTS
                && (from..to).all(|index| self.cells(Location::Element { array, index }, plain, found));
        }
        if let Location::Fields { object } = location {
            let class = self.machine.program.class(self.machine.class_of(object));
            let mut fields = class.layout.fields.iter();
            return fields.all(|&field| self.cells(Location::Field { object, field }, plain, found));
        }
        let Some(ty) = self.machine.type_at(location) else { return false };
        let place = match location {
            Location::Field { object, field } => Place::Field(self.name(object), field),
            Location::Static { field } => Place::Static(field),
            Location::Element { array, index } => Place::Element(self.name(array), index),
            Location::Elements { .. } | Location::Fields { .. } => return false,
        };
        let halves = ty.is_wide() && self.is_halved(place, plain);
        let parts: &[Part] = if halves { &[Part::Low, Part::High] } else { &[Part::Whole] };
        for &part in parts {
            found.cells.push(Cell { place, part });
            found.places.push((location, ty.is_ref()));
        }
        true
    }

    /// Whether the halves of a 64-bit variable are told apart: if no access keeps them together, or some
    /// do and others do not.
    fn is_halved(&mut self, place: Place, plain: bool) -> bool {
        let (torn, whole) = self.wide.entry(place).or_default();
        let known = *torn && *whole;
        if plain {
            *torn = true;
        } else {
            *whole = true;
        }
        let both = *torn && *whole;
        self.halved_now |= both && !known;
        both || plain
    }

    /// Whether a variable has turned out to be accessed both by halves and as a whole since this was
    /// asked last.
    pub fn halves_anew(&mut self) -> bool {
        std::mem::take(&mut self.halved_now)
    }

    /// Whether an access is a weak compare-and-set: by the name of what is called, or of the method of
    /// `Unsafe` that stands for it.
    fn is_weak(&self, t: usize, callee: Option<&str>) -> bool {
        let program = self.machine.program;
        let frame = self.machine.state.threads[t].frames.last();
        let within = frame.map(|frame| program.text(program.method(frame.method).name));
        callee.into_iter().chain(within).any(|name| name.starts_with("weakCompareAndSet"))
    }

    /// Code whose accesses the model follows: the user's, and the JDK's collections, atomics, synchronisers
    /// and strings. The rest of the JDK (starting and ending threads, printing) reads and writes
    /// memory as it is.
    fn is_watched(&self, method: MethodId) -> bool {
        let program = self.machine.program;
        let class = program.method(method).class;
        let name = program.class_name(class);
        program.class(class).origin == Origin::User || access::is_modelled(name)
    }

    fn is_trusted(&self, method: MethodId) -> bool {
        let program = self.machine.program;
        let class = program.method(method).class;
        let name = program.class_name(class);
        program.class(class).origin == Origin::Jdk && heddle_jdk::is_synchronizing(name)
    }

    // ---- values -----------------------------------------------------------------------------

    /// What memory holds, cell by cell.
    pub fn held(&self, access: &Access) -> Vec<Value> {
        access.cells.iter().zip(&access.places).map(|(cell, &place)| self.held_in(cell.part, place)).collect()
    }

    fn held_in(&self, part: Part, (location, is_ref): (Location, bool)) -> Value {
        let bits = self.machine.value_at(location).map_or(0, |(_, bits)| bits);
        match part {
            Part::Whole => self.named(is_ref, bits),
            Part::Low => Value::Bits(bits & 0xffff_ffff),
            Part::High => Value::Bits(bits >> 32),
        }
    }

    /// What a cell holds, if its object exists by now.
    pub fn held_at(&self, cell: Cell) -> Option<Value> {
        let location = match cell.place {
            Place::Field(object, field) => Location::Field { object: self.object(object)?, field },
            Place::Static(field) => Location::Static { field },
            Place::Element(array, index) => Location::Element { array: self.object(array)?, index },
        };
        let is_ref = self.machine.type_at(location)?.is_ref();
        Some(self.held_in(cell.part, (location, is_ref)))
    }

    /// Puts in place what no compare-and-set can expect that would succeed with these values.
    pub fn put_other(&mut self, access: &Access, values: &[Value]) {
        let now = values.first().and_then(|&value| self.bits(value)).unwrap_or(0);
        let (location, is_ref) = access.places[0];
        let other = match (is_ref, now) {
            (false, now) => now ^ 1,
            (true, 0) => u64::from(self.machine.state.threads[0].object),
            (true, _) => 0,
        };
        if is_ref {
            self.machine.put_at(location, other);
        } else {
            self.put_cell(access, 0, Value::Bits(other));
        }
    }

    /// Puts values in place, from the first cell on; they exist.
    pub fn put(&mut self, access: &Access, values: &[Value]) {
        for (at, &value) in values.iter().enumerate() {
            self.put_cell(access, at, value);
        }
    }

    /// Puts back what was held in the cells that an access read and did not write.
    pub fn restore(&mut self, access: &Access, before: &[Value]) {
        for (at, &value) in before.iter().enumerate().take(access.read) {
            if !access.cells[access.written_from..].contains(&access.cells[at]) {
                self.put_cell(access, at, value);
            }
        }
    }

    fn put_cell(&mut self, access: &Access, at: usize, value: Value) {
        let (location, _) = access.places[at];
        let bits = self.bits(value).unwrap_or(0);
        let Some((_, now)) = self.machine.value_at(location) else { return };
        let whole = match access.cells[at].part {
            Part::Whole => bits,
            Part::Low => now & !0xffff_ffff | bits & 0xffff_ffff,
            Part::High => now & 0xffff_ffff | bits << 32,
        };
        if now != whole {
            self.machine.put_at(location, whole);
        }
    }

    // ---- steps ------------------------------------------------------------------------------

    /// Takes one choice.
    pub fn step(&mut self, choice: Choice) -> Effects {
        let t = choice.thread.index();
        let machine = &mut self.machine;
        let depth = machine.state.threads[t].frames.len();
        // Only the frames at the top can end in one step, unless an exception unwinds more.
        let before: Vec<_> = (depth.saturating_sub(8)..depth)
            .map(|at| (at, machine.state.threads[t].frames[at], machine.receiver_of(t, at)))
            .collect();
        let (threads, top) = (machine.state.threads.len(), machine.state.heap.path_top);
        let end = machine.step(choice).end;
        let mut effects = Effects::default();
        if let StepEnd::Stop(stop) = end {
            effects.stop = Some(stop);
        }
        for object in machine.share_from(top) {
            if self.counts.len() <= t {
                self.counts.resize(t + 1, 0);
            }
            self.names.push((object, ObjectName::Late { thread: t as u16, number: self.counts[t] }));
            self.counts[t] += 1;
        }
        let left = self.machine.state.threads[t].frames.len();
        for (_, frame, receiver) in before.into_iter().rev().filter(|(at, ..)| *at >= left) {
            if frame.lock != 0 && self.is_watched(frame.method) {
                effects.unlocked.push(self.name(frame.lock));
            }
            if let FrameKind::Initializer(class) = frame.kind {
                effects.initialized.push(ClassId(class));
            }
            if receiver != 0 && self.constructs_finals(frame.method) {
                effects.constructed.push(self.name(receiver));
            }
        }
        effects.started = (threads..self.machine.state.threads.len()).collect();
        effects.ended = !self.machine.state.threads[t].is_alive();
        effects
    }

    /// A constructor of a class that declares final fields.
    fn constructs_finals(&self, method: MethodId) -> bool {
        let program = self.machine.program;
        let method = program.method(method);
        program.text(method.name) == "<init>"
            && program.class(method.class).fields.iter().any(|&field| {
                let field = program.field(field);
                field.is_final() && !field.is_static()
            })
    }

    /// All choices, those of one thread together.
    pub fn choices(&mut self) -> Vec<(usize, Vec<Choice>)> {
        let mut choices = Vec::new();
        self.machine.choices(&mut choices);
        let mut threads: Vec<(usize, Vec<Choice>)> = Vec::new();
        for choice in choices {
            match threads.last_mut() {
                Some((t, list)) if *t == choice.thread.index() => list.push(choice),
                _ => threads.push((choice.thread.index(), vec![choice])),
            }
        }
        threads
    }

    /// What the program has printed: standard output, then the first line of the error output.
    pub fn printed(&self) -> String {
        let text = |stderr: bool| {
            let parts = self.machine.state.output.iter().filter(|output| output.stderr == stderr);
            let bytes: Vec<u8> = parts.flat_map(|output| output.bytes.iter().copied()).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        outcome_text(&text(false), &text(true))
    }
}

/// Why a run that stopped leaves the list of outcomes incomplete; nothing if it ended or does not count.
pub fn limit_of(stop: &Stop) -> Option<String> {
    match stop {
        Stop::Exit(_) | Stop::Ignore => None,
        Stop::Unsupported(what) => Some(format!("{what} is not supported")),
        Stop::Limit(what) => Some(what.clone()),
    }
}

/// How an outcome is called: the standard output and, if there is any, the first line of the error
/// output.
pub fn outcome_text(stdout: &str, stderr: &str) -> String {
    let out = stdout.trim_end();
    match stderr.lines().next() {
        Some(line) if out.is_empty() => line.into(),
        Some(line) => format!("{out} | {line}"),
        None => out.into(),
    }
}
