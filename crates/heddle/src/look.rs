//! What can be seen where a run stands: threads, stacks, locks, variables by name, simple expressions. The debugger and the
//! explorer look at their machines through it.

use heddle_explore::{Path, place, stack, waits_for};
use heddle_jdk::synchronizers;
use heddle_machine::{BacktraceFrame, Location, Ref};
use heddle_program::{FieldId, Type};
use heddle_verdict::{Place, ThreadId, WaitsFor};

/// A thread as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugThread {
    /// The thread.
    pub id: ThreadId,
    /// Its name.
    pub name: String,
    /// It has not ended.
    pub is_alive: bool,
    /// What it waits for.
    pub waits_for: Option<WaitsFor>,
}

/// A frame of a thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugFrame {
    /// Its number from the outermost one, which is 0.
    pub number: usize,
    /// Where it stands.
    pub place: Place,
}

/// Something with a name and a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugVariable {
    /// The name.
    pub name: String,
    /// The value as text.
    pub value: String,
    /// The type as text.
    pub ty: String,
    /// What can be looked into.
    pub inside: Option<Inside>,
    /// Where it is, if it is a field or an element: what a breakpoint can watch.
    pub location: Option<Location>,
}

/// What has variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Inside {
    /// The local variables of a frame.
    Locals(ThreadId, usize),
    /// The static fields of the class whose method a frame is in.
    Statics(ThreadId, usize),
    /// The fields of an object or the elements of an array.
    Object(Ref),
}

/// A lock that a thread holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldLock {
    /// The object.
    pub what: String,
    /// Who holds it.
    pub owner: ThreadId,
}

/// Elements of an array that are listed.
const ELEMENTS: u32 = 1_000;

/// The state that a machine is in, as a user may see it.
pub struct Look<'a, 'p> {
    path: &'a mut Path<'p>,
}

impl<'a, 'p> Look<'a, 'p> {
    pub(crate) fn at_end_of(path: &'a mut Path<'p>) -> Self {
        Self { path }
    }
}

impl Look<'_, '_> {
    /// All threads that there are.
    pub fn threads(&mut self) -> Vec<DebugThread> {
        (0..self.path.machine.state.threads.len()).map(|t| self.thread(t)).collect()
    }

    fn thread(&mut self, t: usize) -> DebugThread {
        let is_alive = self.path.machine.state.threads[t].is_alive();
        let waits = is_alive && !self.path.machine.is_ready(t);
        let name = heddle_explore::thread_name(&mut self.path.machine, t);
        let path = &mut *self.path;
        let waits_for = waits.then(|| waits_for(&mut path.machine, &mut path.namer, t));
        DebugThread { id: ThreadId(t as u16), name, is_alive, waits_for }
    }

    /// The frames of a thread, innermost first. Those that Heddle made itself are left out.
    pub fn stack(&self, thread: ThreadId) -> Vec<DebugFrame> {
        let machine = &self.path.machine;
        let Some(state) = machine.state.threads.get(thread.index()) else { return vec![] };
        let frames = state.frames.iter().enumerate().rev();
        let has_source = |frame: &heddle_machine::Frame| {
            machine.program.source_file(machine.program.method(frame.method).class).is_some()
        };
        frames
            .filter(|(_, frame)| has_source(frame))
            .map(|(number, frame)| {
                let at = BacktraceFrame { method: frame.method, pc: frame.pc };
                DebugFrame { number, place: place(machine, at) }
            })
            .collect()
    }

    /// Where a thread stands, as a report shows it.
    pub fn places(&self, thread: ThreadId) -> Vec<Place> {
        stack(&self.path.machine, thread.index())
    }

    /// All locks that are held, monitors and those of `java.util.concurrent` that know their owner.
    pub fn locks(&mut self) -> Vec<HeldLock> {
        let owned = self.path.machine.owned_objects(synchronizers::OWNER);
        let mut locks: Vec<HeldLock> = Vec::new();
        for (object, t) in owned {
            let lock = HeldLock { what: self.name(object), owner: ThreadId(t as u16) };
            if !locks.contains(&lock) {
                locks.push(lock);
            }
        }
        locks.sort_by(|a, b| (a.owner, &a.what).cmp(&(b.owner, &b.what)));
        locks
    }

    /// The name of an object, the same throughout the session.
    pub(crate) fn name(&mut self, object: Ref) -> String {
        let path = &mut *self.path;
        path.namer.object(&mut path.machine, object)
    }

    /// The variables of something.
    pub fn variables(&mut self, inside: Inside) -> Vec<DebugVariable> {
        match inside {
            Inside::Locals(thread, frame) => self.locals(thread, frame),
            Inside::Statics(thread, frame) => self.statics(thread, frame),
            Inside::Object(object) => self.members(object),
        }
    }

    fn locals(&mut self, thread: ThreadId, number: usize) -> Vec<DebugVariable> {
        let machine = &self.path.machine;
        let program = machine.program;
        let Some(frame) = machine.state.threads.get(thread.index()).and_then(|state| state.frames.get(number)).copied()
        else {
            return vec![];
        };
        let Ok(code) = program.code(frame.method) else { return vec![] };
        let Some(&bci) = code.bci.get(frame.pc as usize) else { return vec![] };
        let is_innermost = number + 1 == machine.state.threads[thread.index()].frames.len();
        let maps = code.live_maps(program);
        let live = if is_innermost { maps.live(frame.pc) } else { maps.live_across_call(code, frame.pc) };
        let regs = &machine.state.threads[thread.index()].regs;
        let mut found: Vec<(String, Type, Option<u64>)> = Vec::new();
        for local in code.locals.iter().filter(|local| local.from <= bci && bci < local.to) {
            let Some(ty) = program.type_of(&local.descriptor) else { continue };
            // What is not used any more need not exist any more.
            let is_live = live.iter().any(|live| live.reg() == local.reg);
            let value = regs.get(frame.base as usize + usize::from(local.reg)).copied();
            found.push((local.name.to_string(), ty, value.filter(|_| is_live || !ty.is_ref())));
        }
        found
            .into_iter()
            .map(|(name, ty, value)| match value {
                Some(value) => self.variable(name, ty, value, None),
                None => DebugVariable {
                    name,
                    value: "not used any more".into(),
                    ty: self.type_name(ty),
                    inside: None,
                    location: None,
                },
            })
            .collect()
    }

    fn statics(&mut self, thread: ThreadId, number: usize) -> Vec<DebugVariable> {
        let machine = &self.path.machine;
        let frame = machine.state.threads.get(thread.index()).and_then(|state| state.frames.get(number));
        let Some(class) = frame.map(|frame| machine.program.method(frame.method).class) else { return vec![] };
        let fields: Vec<FieldId> = machine.program.class(class).fields.to_vec();
        let fields = fields.into_iter().filter(|&field| machine.program.field(field).is_static());
        let locations: Vec<Location> = fields.map(|field| Location::Static { field }).collect();
        locations.into_iter().filter_map(|location| self.at(location)).collect()
    }

    fn members(&mut self, object: Ref) -> Vec<DebugVariable> {
        let machine = &self.path.machine;
        let class = machine.program.class(machine.class_of(object));
        if class.is_array() {
            let length = machine.state.heap.len(object).min(ELEMENTS);
            return (0..length).filter_map(|index| self.at(Location::Element { array: object, index })).collect();
        }
        let fields: Vec<FieldId> = class.layout.fields.to_vec();
        fields.into_iter().filter_map(|field| self.at(Location::Field { object, field })).collect()
    }

    /// The variable at a place in memory.
    fn at(&mut self, location: Location) -> Option<DebugVariable> {
        let (ty, value) = self.path.machine.value_at(location)?;
        let program = self.path.machine.program;
        let name = match location {
            Location::Field { field, .. } | Location::Static { field } => {
                program.text(program.field(field).name).to_string()
            }
            Location::Element { index, .. } => format!("[{index}]"),
            Location::Fields { .. } | Location::Elements { .. } => return None,
        };
        Some(self.variable(name, ty, value, Some(location)))
    }

    fn variable(&mut self, name: String, ty: Type, value: u64, location: Option<Location>) -> DebugVariable {
        let path = &mut *self.path;
        let text = path.namer.value(&mut path.machine, ty, value);
        let object = value as Ref;
        let is_string = |object: Ref| path.machine.class_of(object) == path.machine.program.well_known().string;
        let inside = (ty.is_ref() && object != 0 && !is_string(object)).then_some(Inside::Object(object));
        DebugVariable { name, value: text, ty: self.type_name(ty), inside, location }
    }

    fn type_name(&self, ty: Type) -> String {
        match ty {
            Type::Boolean => "boolean".into(),
            Type::Byte => "byte".into(),
            Type::Char => "char".into(),
            Type::Short => "short".into(),
            Type::Int => "int".into(),
            Type::Long => "long".into(),
            Type::Float => "float".into(),
            Type::Double => "double".into(),
            Type::Void => "void".into(),
            Type::Ref(name) => {
                let name = self.path.machine.program.text(name);
                name.rsplit(['/', '$']).next().unwrap_or(name).trim_end_matches(';').to_string()
            }
        }
    }

    /// A simple expression in a frame: a local variable, a static field of the frame's class or of a class that is named, a
    /// field of `this`, then fields and elements of it: `this.a.b[3]`, `Bank.total`, `x`, `array.length`.
    pub fn evaluate(&mut self, thread: ThreadId, frame: usize, expression: &str) -> Result<DebugVariable, String> {
        let parts = parse(expression)?;
        let Some((Part::Name(first), mut rest)) = parts.split_first() else {
            return Err("write a variable, then .field or [index]".into());
        };
        let locals = self.locals(thread, frame);
        let mut value = locals.iter().find(|local| local.name == *first).cloned();
        if value.is_none()
            && let Some(Inside::Object(this)) =
                locals.iter().find(|local| local.name == "this").and_then(|this| this.inside)
        {
            value = self.members(this).into_iter().find(|member| member.name == *first);
        }
        if value.is_none() {
            value = self.statics(thread, frame).into_iter().find(|field| field.name == *first);
        }
        if value.is_none()
            && let Some((Part::Name(field), more)) = rest.split_first()
        {
            value = self.static_of(first, field);
            rest = more;
        }
        let mut value = value.ok_or_else(|| format!("there is no {first} here"))?;
        for part in rest {
            let Some(Inside::Object(object)) = value.inside else {
                return Err(format!("{} has nothing inside", value.value));
            };
            let found = match part {
                Part::Name(name) if name == "length" && self.is_array(object) => {
                    let length = self.path.machine.state.heap.len(object);
                    Some(self.variable("length".into(), Type::Int, u64::from(length), None))
                }
                Part::Name(name) => self.members(object).into_iter().find(|member| member.name == *name),
                Part::Index(index) if self.is_array(object) => {
                    self.at(Location::Element { array: object, index: *index })
                }
                Part::Index(_) => None,
            };
            value = found.ok_or_else(|| match part {
                Part::Name(name) => format!("{} has no {name}", value.value),
                Part::Index(index) => format!("{} has no element {index}", value.value),
            })?;
        }
        Ok(DebugVariable { name: expression.trim().into(), ..value })
    }

    fn is_array(&self, object: Ref) -> bool {
        let machine = &self.path.machine;
        machine.program.class(machine.class_of(object)).is_array()
    }

    /// A static field of a class of the program, by its short name.
    fn static_of(&mut self, class: &str, name: &str) -> Option<DebugVariable> {
        let program = self.path.machine.program;
        let (classes, _, _) = program.counts();
        let is_it = |id: &heddle_program::ClassId| {
            let full = program.class_name(*id);
            program.class(*id).origin == heddle_program::Origin::User && full.rsplit(['/', '$']).next() == Some(class)
        };
        let id = (0..classes as u32).map(heddle_program::ClassId).find(is_it)?;
        let field = program.class(id).fields.iter().copied().find(|&field| {
            let field = program.field(field);
            field.is_static() && program.text(field.name) == name
        })?;
        self.at(Location::Static { field })
    }
}

/// A part of an expression.
enum Part {
    Name(String),
    Index(u32),
}

fn parse(expression: &str) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    let mut rest = expression.trim();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('[') {
            let (index, after) = after.split_once(']').ok_or("there is a ] missing")?;
            let index = index.trim().parse().map_err(|_| format!("{index} is no index: write a number"))?;
            parts.push(Part::Index(index));
            rest = after;
            continue;
        }
        let name = rest.strip_prefix('.').unwrap_or(rest);
        let end = name.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(name.len());
        if end == 0 {
            return Err(format!("{name} is not understood: write a variable, then .field or [index]"));
        }
        parts.push(Part::Name(name[..end].to_string()));
        rest = &name[end..];
    }
    Ok(parts)
}
