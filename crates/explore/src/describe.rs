//! From the machine's ids and cells to the words of the source program.

use heddle_jdk::{access, synchronizers, values};
use heddle_machine::{BacktraceFrame, Frame, Location, Machine, Ref, names};
use heddle_program::{ClassId, MethodId, Origin, Type};
use heddle_verdict::{ENTRY_CLASS, Place};
use rustc_hash::FxHashMap;

use crate::property::parked;

/// The source place of a frame.
pub fn place(machine: &Machine<'_>, frame: BacktraceFrame) -> Place {
    let program = machine.program;
    let method = program.method(frame.method);
    let line = program.code(frame.method).ok().and_then(|code| code.line(frame.pc));
    Place {
        class: names::external(program, method.class),
        method: program.text(method.name).to_string(),
        file: program.source_file(method.class),
        line: line.map(u32::from),
        user: program.class(method.class).origin == Origin::User,
    }
}

/// Where a thread stands, innermost frame first. Of a deep stack the innermost frame of the program is always there.
pub fn stack(machine: &Machine<'_>, thread: usize) -> Vec<Place> {
    const MOST: usize = 64;
    let mut frames = machine.backtrace(thread);
    frames.retain(|frame| !is_synthesised(machine, frame.method));
    let is_user = |frame: &BacktraceFrame| {
        machine.program.class(machine.program.method(frame.method).class).origin == Origin::User
    };
    let deep = frames.iter().position(is_user).filter(|&at| at >= MOST);
    let shown = frames.iter().take(MOST - usize::from(deep.is_some())).chain(deep.map(|at| &frames[at]));
    shown.map(|&frame| place(machine, frame)).collect()
}

/// Where the program stands: its innermost place, and of the packages that called it the innermost place of each.
pub fn levels(stack: Vec<Place>) -> (Option<Place>, Vec<Place>) {
    let package =
        |place: &Place| place.class.rsplit_once('.').map_or_else(String::new, |(package, _)| package.to_owned());
    let mut places = stack.into_iter().filter(|place| place.user);
    let Some(first) = places.next() else { return (None, vec![]) };
    let mut last = package(&first);
    let callers = places.filter(|place| std::mem::replace(&mut last, package(place)) != package(place)).collect();
    (Some(first), callers)
}

/// The same of frames, the innermost last.
pub fn levels_of(machine: &Machine<'_>, frames: &[Frame]) -> (Option<Place>, Vec<Place>) {
    let shown = frames.iter().rev().filter(|frame| {
        machine.program.class(machine.program.method(frame.method).class).origin == Origin::User
            && !is_synthesised(machine, frame.method)
    });
    levels(shown.map(|frame| place(machine, BacktraceFrame { method: frame.method, pc: frame.pc })).collect())
}

/// The innermost place of the program where a thread stands.
pub fn innermost(machine: &Machine<'_>, thread: usize) -> Option<Place> {
    let frames = machine.state.threads[thread].frames.iter().rev();
    let is_user = |method: MethodId| {
        machine.program.class(machine.program.method(method).class).origin == Origin::User
            && !is_synthesised(machine, method)
    };
    let frame = frames.into_iter().find(|frame| is_user(frame.method))?;
    Some(place(machine, BacktraceFrame { method: frame.method, pc: frame.pc }))
}

/// Where an exception was created, innermost frame first.
pub fn created(machine: &mut Machine<'_>, exception: Ref) -> Vec<Place> {
    let frames = machine.stored_backtrace(exception);
    let shown = frames.into_iter().filter(|frame| !is_synthesised(machine, frame.method));
    shown.take(64).map(|frame| place(machine, frame)).collect()
}

/// Whether a method is that of an object that stands for a lambda expression or a method reference, not what this calls.
pub fn is_of_lambda(machine: &Machine<'_>, method: MethodId) -> bool {
    machine.program.class_name(machine.program.method(method).class).contains("$$Lambda")
}

/// Classes that the machine made itself (lambdas, the launcher), and those that call tests, have no source to show.
pub fn is_synthesised(machine: &Machine<'_>, method: MethodId) -> bool {
    let class = machine.program.method(method).class;
    let name = machine.program.class_name(class);
    let is_entry = name.rsplit('/').next().is_some_and(|name| name.starts_with(ENTRY_CLASS));
    is_entry || name.contains("$$") && machine.program.source_file(class).is_none()
}

/// The innermost place of the checked program, else the innermost at all, as text.
pub fn key_place(stack: &[Place]) -> String {
    let place = stack.iter().find(|place| place.user).or(stack.first());
    place.map_or_else(String::new, Place::to_string)
}

/// The name of a thread as the program sees it; one without a name goes by the order of creation.
pub fn thread_name(machine: &mut Machine<'_>, thread: usize) -> String {
    let object = machine.state.threads[thread].object;
    name_of_thread_object(machine, object)
}

fn name_of_thread_object(machine: &mut Machine<'_>, object: Ref) -> String {
    let name = machine.field(object, "name") as Ref;
    let text = if name == 0 { String::new() } else { machine.string(name) };
    // Virtual threads have no name unless they are given one.
    match machine.state.threads.iter().position(|thread| thread.object == object) {
        Some(at) if text.is_empty() => format!("unnamed#{at}"),
        _ => text,
    }
}

/// Names objects by class and order of appearance: `Account#1`. One namer per trace, so that the
/// same name is the same object throughout. Who steps back and goes on otherwise may find an object of another class in
/// the same place.
#[derive(Default)]
pub struct Namer {
    numbers: FxHashMap<(Ref, ClassId), u32>,
    counts: FxHashMap<ClassId, u32>,
    /// Objects that go by the name of the object that they are the inside of.
    inside: FxHashMap<(Ref, ClassId), Ref>,
}

impl Namer {
    /// Notes which inner objects of locks and the like the stack of thread `t` shows, so that they go
    /// by the name of the lock.
    pub fn note_insides(&mut self, machine: &mut Machine<'_>, t: usize) {
        for (inner, outer) in parked::insides(machine, t).into_iter().filter(|&(inner, _)| inner != 0) {
            self.inside.insert((inner, machine.class_of(inner)), outer);
        }
    }

    pub fn object(&mut self, machine: &mut Machine<'_>, object: Ref) -> String {
        if object == 0 {
            return "null".into();
        }
        let object = self.inside.get(&(object, machine.class_of(object))).copied().unwrap_or(object);
        if let Some(class) = machine.class_of_mirror(object) {
            return format!("{}.class", short_class(machine, class));
        }
        let class = machine.class_of(object);
        let known = machine.program.well_known();
        if class == known.string {
            return quoted(&machine.string(object));
        }
        if machine.program.is_subtype(class, known.thread) {
            return format!("thread {}", name_of_thread_object(machine, object));
        }
        if let Some(name) = self.by_value(machine, object, class).or_else(|| self.by_side(machine, object, class)) {
            return name;
        }
        let counts = &mut self.counts;
        let number = *self.numbers.entry((object, class)).or_insert_with(|| {
            let count = counts.entry(class).or_default();
            *count += 1;
            *count
        });
        format!("{}#{number}", short_class(machine, synchronizer(machine, class).unwrap_or(class)))
    }

    /// The two sides of a read-write lock are told as what the program calls to get them.
    fn by_side(&mut self, machine: &mut Machine<'_>, object: Ref, class: ClassId) -> Option<String> {
        let side = synchronizers::side(machine.program.class_name(class))?;
        let inside = machine.field(object, synchronizers::INSIDE) as Ref;
        (inside != 0).then(|| format!("{}.{side}()", self.object(machine, inside)))
    }

    /// Boxed values and constants of enums are known by what they stand for.
    fn by_value(&mut self, machine: &mut Machine<'_>, object: Ref, class: ClassId) -> Option<String> {
        let name = machine.program.class_name(class);
        if values::is_box(name) {
            let field = machine.place(class, "value")?;
            let value = self.held(machine, Location::Field { object, field })?;
            return Some(format!("{}({value})", short_class(machine, class)));
        }
        let parent = machine.program.class(class).superclass;
        let constant_with_body = parent.and_then(|parent| machine.program.class(parent).superclass);
        let of = [(class, parent), (parent?, constant_with_body)];
        let is_enum =
            |class: &Option<ClassId>| class.is_some_and(|class| class == machine.program.well_known().enumeration);
        let (class, _) = of.into_iter().find(|(_, parent)| is_enum(parent))?;
        let constant = machine.field(object, "name") as Ref;
        (constant != 0).then(|| format!("{}.{}", short_class(machine, class), machine.string(constant)))
    }

    pub fn value(&mut self, machine: &mut Machine<'_>, ty: Type, value: u64) -> String {
        match ty {
            Type::Boolean => (value & 1 != 0).to_string(),
            Type::Byte => (value as i8).to_string(),
            Type::Short => (value as i16).to_string(),
            Type::Char => format!("{:?}", char::from_u32(value as u16 as u32).unwrap_or('\u{fffd}')),
            Type::Int => (value as i32).to_string(),
            Type::Long => (value as i64).to_string(),
            Type::Float => f32::from_bits(value as u32).to_string(),
            Type::Double => f64::from_bits(value).to_string(),
            Type::Ref(_) => self.object(machine, value as Ref),
            Type::Void => String::new(),
        }
    }

    /// `Account#1.balance`, `Bank.total`, `int[]#2[3]`.
    pub fn location(&mut self, machine: &mut Machine<'_>, location: Location) -> String {
        match location {
            Location::Field { object, field } => {
                let name = machine.program.text(machine.program.field(field).name).to_string();
                format!("{}.{name}", self.object(machine, object))
            }
            Location::Fields { object } => format!("the fields of {}", self.object(machine, object)),
            Location::Static { field } => {
                let field = machine.program.field(field);
                format!("{}.{}", short_class(machine, field.class), machine.program.text(field.name))
            }
            Location::Element { array, index } => format!("{}[{index}]", self.object(machine, array)),
            Location::Elements { array, from, to } => format!("{}[{from}..{to}]", self.object(machine, array)),
        }
    }

    /// What a location holds.
    pub fn held(&mut self, machine: &mut Machine<'_>, location: Location) -> Option<String> {
        let (ty, value) = machine.value_at(location)?;
        Some(self.value_in(machine, location, ty, value))
    }

    /// A value of a location.
    pub fn value_in(&mut self, machine: &mut Machine<'_>, location: Location, ty: Type, value: u64) -> String {
        let is_truth = match location {
            Location::Field { field, .. } => {
                access::holds_truth(machine.program.class_name(machine.program.field(field).class))
            }
            _ => false,
        };
        self.value(machine, if is_truth { Type::Boolean } else { ty }, value)
    }
}

/// The class that a synchroniser's inner class is the inside of: `ReentrantReadWriteLock` for its
/// `NonfairSync`.
fn synchronizer(machine: &Machine<'_>, class: ClassId) -> Option<ClassId> {
    machine.program.loaded(synchronizers::outside(machine.program.class_name(class))?)
}

/// A class without its package; arrays as in source.
pub fn short_class(machine: &Machine<'_>, class: ClassId) -> String {
    let name = names::external(machine.program, class);
    let dimensions = name.bytes().take_while(|&byte| byte == b'[').count();
    let element = &name[dimensions..];
    let element = match (dimensions, element) {
        (0, name) => name,
        (_, "I") => "int",
        (_, "J") => "long",
        (_, "Z") => "boolean",
        (_, "B") => "byte",
        (_, "C") => "char",
        (_, "S") => "short",
        (_, "F") => "float",
        (_, "D") => "double",
        (_, name) => name.trim_start_matches('L').trim_end_matches(';'),
    };
    if let Some((host, _)) = element.split_once("$$Lambda") {
        return format!("lambda of {}", host.rsplit('.').next().unwrap_or(host));
    }
    let short = element.rsplit('.').next().unwrap_or(element);
    // Nested classes are known by their own name; anonymous ones and lambdas only by the whole.
    let nested = short.rsplit('$').next().filter(|last| last.starts_with(|c: char| c.is_alphabetic()));
    format!("{}{}", nested.unwrap_or(short), "[]".repeat(dimensions))
}

fn quoted(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    if short.len() < text.len() { format!("{short:?}…") } else { format!("{text:?}") }
}
