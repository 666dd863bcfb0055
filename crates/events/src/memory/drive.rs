//! The machine as memory models drive it: every instruction is a step, each thread's next action is
//! known before it happens, and a read returns what the model puts in place for it.

use std::collections::BTreeSet;

use heddle_machine::{Frame, FrameKind, Location, Machine, Mark, Ref, StepEnd, Stepping, Stop};
use heddle_program::{ClassId, ClassKind, MethodId};
use heddle_verdict::{Choice, SearchAssumption};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Outcomes;
use super::action::{Access, Cell, ObjectName, Part, Place, Private, Value};
use super::follow::{Follower, Whose};
use super::rounds::weight;
use super::sharing::{Sharing, Starts};
use super::witness::Witness;

pub struct Driver<'p> {
    pub machine: Machine<'p>,
    /// Which memory threads share, and what starting and joining them orders.
    pub sharing: Sharing,
    pub starts: Starts,
    /// What keeps a list of outcomes from being complete, wherever a run came by it.
    pub problems: BTreeSet<String>,
    pub(super) follower: Follower,
    /// Before the first step, and where the heap ended then.
    origin: Mark,
    bottom: Ref,
    /// Assumptions of the machine that no run rests on any more, and whether there is a new one.
    refuted: BTreeSet<SearchAssumption>,
    refuted_anew: bool,
    /// Objects allocated since the threads run, by address.
    names: Vec<(Ref, ObjectName)>,
    /// How many objects each thread has allocated since.
    counts: Vec<u32>,
    /// Objects allocated since that memory leads to.
    stored: FxHashSet<ObjectName>,
    /// The frames at the top before a step, kept for its memory only.
    before: Vec<(usize, Frame, Ref)>,
    /// Writes: who wrote, which of its objects it was (0 if it is older), and by how much
    /// the sum of what is there changed.
    writes: Vec<(usize, u32, u64)>,
}

/// A position to step back to.
pub struct Position {
    mark: Mark,
    names: usize,
    counts: Vec<u32>,
    shared: usize,
    writes: usize,
    starts: Starts,
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
    /// The JDK has put an object where it finds it again, and has found one of another thread.
    pub published: Option<Cell>,
    pub obtained: Option<Cell>,
    /// The machine cannot go on: an exit, or something it does not support.
    pub stop: Option<Stop>,
}

impl<'p> Driver<'p> {
    /// A machine that stands before its first step.
    pub fn new(mut machine: Machine<'p>) -> Self {
        machine.set_stepping(Stepping::SINGLE);
        machine.begin_exploring();
        Driver {
            origin: machine.mark(),
            bottom: machine.state.heap.path_top,
            machine,
            sharing: Sharing::default(),
            starts: Starts::default(),
            problems: BTreeSet::new(),
            follower: Follower::default(),
            refuted: BTreeSet::new(),
            refuted_anew: false,
            names: Vec::new(),
            counts: Vec::new(),
            stored: FxHashSet::default(),
            before: Vec::new(),
            writes: Vec::new(),
        }
    }

    /// Runs the main thread, from the beginning, up to the start of the first other thread, or to where it can go on
    /// in several ways. `Err` if the machine stops before, with what it has printed.
    pub fn begin(&mut self) -> Result<Position, Outcomes> {
        self.machine.undo(self.origin);
        self.refuted_anew = false;
        self.machine.refine(&self.refuted);
        self.names.clear();
        self.counts.clear();
        self.writes.clear();
        self.sharing.back_to(0);
        self.starts = Starts::default();
        self.bottom = self.machine.state.heap.path_top;
        let mut choices = Vec::new();
        loop {
            self.machine.choices(&mut choices);
            if self.machine.state.threads.len() > 1 || choices.len() != 1 {
                break;
            }
            let step = self.machine.step(choices[0]);
            if self.refute(step.refuted) {
                return self.begin();
            }
            if let StepEnd::Stop(stop) = step.end {
                let mut found = Outcomes { executions: 1, ..Outcomes::default() };
                match limit_of(&stop) {
                    Some(limit) => found.limits.push(limit),
                    None if stop == Stop::Ignore => {}
                    None => found.outcomes = [(self.printed(), Witness::default())].into(),
                }
                return Err(found);
            }
        }
        // From now on every object may be shared, also if only the main thread has got it.
        self.machine.share_from(self.bottom);
        for child in 1..self.machine.state.threads.len() {
            self.starts.start(0, child);
        }
        Ok(self.position())
    }

    /// Notes what a step has refuted; whether the run has to begin again without it.
    fn refute(&mut self, refuted: Vec<SearchAssumption>) -> bool {
        let mut anew = false;
        for assumption in refuted {
            match assumption {
                SearchAssumption::TimeUnobserved
                | SearchAssumption::MomentUnobserved
                | SearchAssumption::NeverComparedWith { .. }
                | SearchAssumption::NeverApartBy { .. } => anew |= self.refuted.insert(assumption),
                SearchAssumption::ThreadStatesUnobserved => {
                    self.problems.insert("a thread asks what others are doing, whose orders are not all tried".into());
                }
                _ => {}
            }
        }
        if self.machine.numbers_use().shows_order() {
            self.problems.insert("names and numbers of threads depend on orders that are not all tried".into());
        }
        anew
    }

    /// Whether the machine assumed something that a step has refuted.
    pub fn must_begin_again(&self) -> bool {
        self.refuted_anew
    }

    pub fn position(&mut self) -> Position {
        Position {
            mark: self.machine.mark(),
            names: self.names.len(),
            counts: self.counts.clone(),
            shared: self.sharing.position(),
            writes: self.writes.len(),
            starts: self.starts.clone(),
        }
    }

    pub fn back_to(&mut self, position: &Position) {
        self.machine.undo(position.mark);
        self.names.truncate(position.names);
        self.counts.clone_from(&position.counts);
        self.sharing.back_to(position.shared);
        self.writes.truncate(position.writes);
        self.starts.clone_from(&position.starts);
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

    /// All objects that were allocated since the threads run.
    pub fn by_name(&self) -> FxHashMap<ObjectName, Ref> {
        self.names.iter().map(|&(object, name)| (name, object)).collect()
    }

    /// Stands for the state of the machine, whatever led there.
    pub fn fingerprint(&mut self) -> u128 {
        let fingerprint = self.machine.fingerprint().0;
        // That marks objects by who reaches them.
        self.machine.share_from(self.bottom);
        fingerprint
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

    /// How many objects a thread has allocated since the threads run.
    pub fn made_by(&self, t: usize) -> u32 {
        self.counts.get(t).copied().unwrap_or(0)
    }

    /// Whether memory leads to an object, or did in some run.
    pub fn is_stored(&self, name: ObjectName) -> bool {
        self.stored.contains(&name)
    }

    /// Memory leads to an object from now on, and to all that it refers to.
    fn note_stored(&mut self, object: Ref) {
        let name = self.name(object);
        if matches!(name, ObjectName::Early(_)) || !self.stored.insert(name) {
            return;
        }
        let class = self.machine.program.class(self.machine.class_of(object));
        let places: Vec<Location> = match class.kind {
            ClassKind::Array { .. } => (0..self.machine.state.heap.len(object))
                .map(|index| Location::Element { array: object, index })
                .collect(),
            _ => class.layout.fields.iter().map(|&field| Location::Field { object, field }).collect(),
        };
        for place in places {
            match self.machine.value_at(place) {
                Some((ty, value)) if ty.is_ref() && value != 0 => self.note_stored(value as Ref),
                Some((ty, _)) if !ty.is_ref() && matches!(place, Location::Element { .. }) => break,
                _ => {}
            }
        }
    }

    /// How many writes there were.
    pub fn logged_writes(&self) -> usize {
        self.writes.len()
    }

    /// Whether what a thread wrote since then is as it was, but for objects that it has made since.
    pub fn is_undone(&self, t: usize, logged: usize, made: u32) -> bool {
        let writes = self.writes.get(logged..).unwrap_or(&[]).iter();
        let older = writes.filter(|&&(by, number, _)| by == t && number <= made);
        older.fold(0u64, |sum, &(_, _, change)| sum.wrapping_add(change)) == 0
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
        let depth = self.machine.state.threads[t].frames.len();
        // Only the frames at the top can end in one step, unless an exception unwinds more.
        let top_frames = depth.saturating_sub(8)..depth;
        let mut before = std::mem::take(&mut self.before);
        before.clear();
        before.extend(
            top_frames.map(|at| (at, self.machine.state.threads[t].frames[at], self.machine.receiver_of(t, at))),
        );
        let has_lock = before.iter().any(|(_, frame, _)| frame.lock != 0);
        let whose = if has_lock { self.whose(t) } else { Whose::Program };
        let machine = &mut self.machine;
        let (threads, top) = (machine.state.threads.len(), machine.state.heap.path_top);
        let step = machine.step(choice);
        let end = step.end;
        let mut effects = Effects::default();
        if let StepEnd::Stop(stop) = end {
            effects.stop = Some(stop);
        }
        let allocated = machine.share_from(top);
        self.refuted_anew |= self.refute(step.refuted);
        for object in allocated {
            if self.counts.len() <= t {
                self.counts.resize(t + 1, 0);
            }
            self.names.push((object, ObjectName::Late { thread: t as u16, number: self.counts[t] }));
            self.counts[t] += 1;
        }
        let left = self.machine.state.threads[t].frames.len();
        for &(_, frame, receiver) in before.iter().rev().filter(|(at, ..)| *at >= left) {
            if frame.lock != 0 && !self.is_as_it_is(whose, frame.lock) {
                effects.unlocked.push(self.name(frame.lock));
            }
            if let FrameKind::Initializer(class) = frame.kind {
                effects.initialized.push(ClassId(class));
            }
            if receiver != 0 && self.constructs_finals(frame.method) {
                effects.constructed.push(self.name(receiver));
            }
        }
        self.before = before;
        effects.started = (threads..self.machine.state.threads.len()).collect();
        effects.ended = !self.machine.state.threads[t].is_alive();
        effects.started.iter().for_each(|&child| self.starts.start(t, child));
        if effects.ended {
            self.starts.end(t);
        }
        effects
    }

    /// Takes one choice that makes an access, and follows what it does to memory that is not shared.
    pub fn step_access(&mut self, choice: Choice, access: &Access) -> Effects {
        let t = choice.thread.index();
        for private in &access.private {
            if self.sharing.note(&mut self.starts, t, private.cell, private.writes, access.quiet) {
                self.sharing.follow([private.cell].into_iter());
            }
        }
        let value = |driver: &Self, private: &Private| driver.held_in(private.cell.part, private.place);
        let before: Vec<Value> = access.private.iter().map(|private| value(self, private)).collect();
        let mut effects = self.step(choice);
        for (private, before) in access.private.iter().zip(before) {
            let after = value(self, private);
            let by_jdk = access.as_it_is && private.place.1;
            let of_other =
                |name: ObjectName| matches!(name, ObjectName::Late { thread, .. } if usize::from(thread) != t);
            if !private.writes {
                if by_jdk && matches!(before, Value::Object(name) if of_other(name)) {
                    effects.obtained = Some(private.cell);
                }
                continue;
            }
            if before == after {
                continue;
            }
            self.log_write(t, private.cell, before, after);
            if by_jdk && matches!(after, Value::Object(ObjectName::Late { .. })) {
                effects.published = Some(private.cell);
            }
            self.note_reference(private.cell, after);
        }
        for (&cell, &place) in access.cells[access.written_from..].iter().zip(&access.places[access.written_from..]) {
            self.note_reference(cell, self.held_in(cell.part, place));
        }
        effects
    }

    /// Notes what a write has changed.
    pub fn log_write(&mut self, t: usize, cell: Cell, before: Value, after: Value) {
        let change = weight(&(cell, after)).wrapping_sub(weight(&(cell, before)));
        let number = match cell.place.object() {
            Some(ObjectName::Late { thread, number }) if usize::from(thread) == t => number + 1,
            _ => 0,
        };
        self.writes.push((t, number, change));
    }

    /// A cell refers to an object now.
    fn note_reference(&mut self, cell: Cell, value: Value) {
        let Value::Object(object) = value else { return };
        let leads = match cell.place.object() {
            Some(container @ ObjectName::Late { .. }) => self.stored.contains(&container),
            _ => true,
        };
        if let (true, Some(object)) = (leads, self.object(object)) {
            self.note_stored(object);
        }
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
