//! Atoms of a formula: from names to fields, elements and lines of the program, and from there to true
//! or false in a state.
//!
//! A *path* begins with a static field (`Class.field`; without the class, one of the main class) and
//! may go on through fields and array elements. Where a reference on the way is null, or an element does
//! not exist, the atom is false, whatever the comparison.
//!
//! Classes may be named in full, relative to the main class's package, or as nested in the main class.

use heddle_logic::ltl::{Atom, Comparison, Operand, Quantifier, Segment};
use heddle_machine::{Location, Machine, Observed, Ref};
use heddle_program::{Class, ClassId, ClassKind, FieldId, MethodId, Origin, Program, Type};

/// An atom that can be evaluated.
#[derive(Debug)]
pub enum Resolved {
    Compare(Value, Comparison, Value),
    /// Any or all instances of a class.
    Each {
        of: Quantifier,
        class: ClassId,
        onward: Vec<Onward>,
        how: Comparison,
        right: Value,
    },
    /// Some thread is at the location with this bit.
    At(u32),
}

#[derive(Debug)]
pub enum Value {
    Path(FieldId, Vec<Onward>),
    Int(i64),
    Float(f64),
    Null,
}

/// One step of a path.
#[derive(Clone, Copy, Debug)]
pub enum Onward {
    Field(FieldId),
    Element(u32),
}

/// What a path leads to.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Content {
    Int(i64),
    Float(f64),
    Ref(Ref),
}

/// What can be compared with what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Boolean,
    Number,
    Reference,
}

impl Resolved {
    pub fn holds(&self, machine: &Machine<'_>) -> bool {
        match self {
            Self::Compare(left, how, right) => match (left.content(machine), right.content(machine)) {
                (Some(left), Some(right)) => compare(left, *how, right),
                _ => false,
            },
            Self::Each { of, class, onward, how, right } => {
                let right = right.content(machine);
                let mut each = machine.instances(*class).into_iter().map(|object| {
                    let left = follow(machine, object, onward);
                    left.zip(right).is_some_and(|(left, right)| compare(left, *how, right))
                });
                match of {
                    Quantifier::Any => each.any(|holds| holds),
                    Quantifier::All => each.all(|holds| holds),
                }
            }
            Self::At(bit) => (0..machine.state.threads.len()).any(|t| machine.locations_of(t) >> bit & 1 != 0),
        }
    }
}

fn compare(left: Content, how: Comparison, right: Content) -> bool {
    let order = match (left, right) {
        (Content::Int(a), Content::Int(b)) => Some(a.cmp(&b)),
        (Content::Ref(a), Content::Ref(b)) => Some(a.cmp(&b)),
        (a, b) => a.as_float().partial_cmp(&b.as_float()),
    };
    match how {
        Comparison::Equal => order.is_some_and(|order| order.is_eq()),
        Comparison::NotEqual => order.is_none_or(|order| order.is_ne()),
        Comparison::Less => order.is_some_and(|order| order.is_lt()),
        Comparison::LessOrEqual => order.is_some_and(|order| order.is_le()),
        Comparison::Greater => order.is_some_and(|order| order.is_gt()),
        Comparison::GreaterOrEqual => order.is_some_and(|order| order.is_ge()),
    }
}

impl Content {
    fn of(ty: Type, cell: u64) -> Self {
        match ty {
            Type::Boolean => Self::Int((cell & 1) as i64),
            Type::Byte => Self::Int(i64::from(cell as i8)),
            Type::Short => Self::Int(i64::from(cell as i16)),
            Type::Char => Self::Int(i64::from(cell as u16)),
            Type::Int => Self::Int(i64::from(cell as i32)),
            Type::Long => Self::Int(cell as i64),
            Type::Float => Self::Float(f64::from(f32::from_bits(cell as u32))),
            Type::Double => Self::Float(f64::from_bits(cell)),
            Type::Ref(_) | Type::Void => Self::Ref(cell as Ref),
        }
    }

    fn as_float(self) -> f64 {
        match self {
            Self::Int(int) => int as f64,
            Self::Float(float) => float,
            Self::Ref(_) => f64::NAN,
        }
    }
}

impl Value {
    fn content(&self, machine: &Machine<'_>) -> Option<Content> {
        Some(match self {
            Self::Int(int) => Content::Int(*int),
            Self::Float(float) => Content::Float(*float),
            Self::Null => Content::Ref(0),
            Self::Path(root, onward) => {
                let (ty, cell) = machine.value_at(Location::Static { field: *root })?;
                match onward.is_empty() {
                    true => Content::of(ty, cell),
                    false => follow(machine, cell as Ref, onward)?,
                }
            }
        })
    }
}

/// What a path leads to from an object.
fn follow(machine: &Machine<'_>, mut object: Ref, onward: &[Onward]) -> Option<Content> {
    let mut content = Content::Ref(object);
    for step in onward {
        if object == 0 {
            return None;
        }
        let (ty, cell) = machine.value_at(match *step {
            Onward::Field(field) => Location::Field { object, field },
            Onward::Element(index) => Location::Element { array: object, index },
        })?;
        (content, object) = (Content::of(ty, cell), cell as Ref);
    }
    Some(content)
}

/// The names that a path begins with.
fn names(segments: &[Segment]) -> Vec<&str> {
    fn name(segment: &Segment) -> Option<&str> {
        match segment {
            Segment::Name(name) => Some(name),
            Segment::Index(_) => None,
        }
    }
    segments.iter().map_while(name).collect()
}

/// Resolves names, and collects what the machine has to observe.
pub struct Resolver<'a> {
    pub program: &'a Program,
    pub main_class: &'a str,
    pub observed: &'a mut Observed,
    /// How many locations there are so far.
    pub locations: u32,
}

type Resolution<T> = Result<T, String>;

fn comparable(left: Sort, how: Comparison, right: Sort) -> Resolution<()> {
    let equality = matches!(how, Comparison::Equal | Comparison::NotEqual);
    match left {
        _ if left != right => Err("the two sides have different types".into()),
        Sort::Boolean | Sort::Reference if !equality => Err("booleans and references can only be equal or not".into()),
        _ => Ok(()),
    }
}

impl Resolver<'_> {
    pub fn atom(&mut self, atom: &Atom) -> Resolution<Resolved> {
        match atom {
            Atom::Compare { left, how, right } => {
                let ((left, a), (right, b)) = (self.operand(left)?, self.operand(right)?);
                comparable(a, *how, b)?;
                Ok(Resolved::Compare(left, *how, right))
            }
            Atom::Holds(operand) => match self.operand(operand)? {
                (value, Sort::Boolean) => Ok(Resolved::Compare(value, Comparison::Equal, Value::Int(1))),
                _ => Err("this is no boolean; compare it with something".into()),
            },
            Atom::Each { of, left, right } => {
                let Operand::Path(segments) = left else { return Err("this is no field of instances".into()) };
                let (class, onward, sort) = self.of_instances(segments)?;
                let (how, right, other) = match right {
                    Some((how, right)) => {
                        let (right, other) = self.operand(right)?;
                        (*how, right, other)
                    }
                    None => (Comparison::Equal, Value::Int(1), Sort::Boolean),
                };
                comparable(sort, how, other)?;
                Ok(Resolved::Each { of: *of, class, onward, how, right })
            }
            Atom::At { method, line } => self.location(method, *line),
        }
    }

    fn operand(&mut self, operand: &Operand) -> Resolution<(Value, Sort)> {
        Ok(match operand {
            Operand::Int(int) => (Value::Int(*int), Sort::Number),
            Operand::Float(float) => (Value::Float(*float), Sort::Number),
            Operand::Bool(value) => (Value::Int(i64::from(*value)), Sort::Boolean),
            Operand::Null => (Value::Null, Sort::Reference),
            Operand::Path(segments) => self.path(segments)?,
        })
    }

    fn path(&mut self, segments: &[Segment]) -> Resolution<(Value, Sort)> {
        let names: Vec<&str> = names(segments);
        let (root, used) = self.root(&names)?;
        self.observed.fields.insert(root);
        let (onward, sort) = self.onward(self.program.field(root).ty, &segments[used..])?;
        Ok((Value::Path(root, onward), sort))
    }

    /// `Class.field` of instances and what follows: the class, the steps from an instance on.
    fn of_instances(&mut self, segments: &[Segment]) -> Resolution<(ClassId, Vec<Onward>, Sort)> {
        let names: Vec<&str> = names(segments);
        for used in (1..names.len()).rev() {
            let Some(class) = self.class(&names[..used]) else { continue };
            if !self.observed.instances.contains(&class) {
                self.observed.instances.push(class);
            }
            let ty = self.type_of(class)?;
            let (onward, sort) = self.onward(ty, &segments[used..])?;
            return Ok((class, onward, sort));
        }
        Err("write any Class.field or all Class.field, of a class of the program".into())
    }

    /// The rest of a path, from something of this type on.
    fn onward(&mut self, mut ty: Type, segments: &[Segment]) -> Resolution<(Vec<Onward>, Sort)> {
        let mut onward = Vec::new();
        for segment in segments {
            let class = match ty {
                Type::Ref(name) => self.program.load_symbol(name).map_err(|error| error.to_string())?,
                _ => return Err("a number or boolean has no fields or elements".into()),
            };
            let class = self.program.class(class);
            match (segment, class.kind) {
                (Segment::Index(index), ClassKind::Array { component, .. }) => {
                    ty = self.type_of(component)?;
                    onward.push(Onward::Element(*index));
                    self.observed.elements.push(*index);
                }
                (Segment::Index(_), _) => return Err(format!("{} is no array", self.name(class.id))),
                (Segment::Name(name), _) => {
                    let field = self.field(class, name, false)?;
                    self.observable(field)?;
                    ty = self.program.field(field).ty;
                    onward.push(Onward::Field(field));
                    self.observed.fields.insert(field);
                }
            }
        }
        let sort = match ty {
            Type::Boolean => Sort::Boolean,
            Type::Ref(_) | Type::Void => Sort::Reference,
            _ => Sort::Number,
        };
        Ok((onward, sort))
    }

    fn type_of(&self, class: ClassId) -> Resolution<Type> {
        let descriptor = self.program.descriptor_of(class);
        self.program.type_of(&descriptor).ok_or_else(|| format!("{descriptor} is no type"))
    }

    /// The static field that a path begins with, and how many names it takes.
    fn root(&self, names: &[&str]) -> Resolution<(FieldId, usize)> {
        for used in (1..names.len()).rev() {
            if let Some(class) = self.class(&names[..used]) {
                return Ok((self.field(self.program.class(class), names[used], true)?, used + 1));
            }
        }
        let main = self.program.load(&self.main_class.replace('.', "/")).map_err(|error| error.to_string())?;
        match self.field(self.program.class(main), names[0], true) {
            Ok(field) => Ok((field, 1)),
            Err(_) if names.len() > 1 => Err(format!("there is no class {} of the program", names[0])),
            Err(reason) => Err(format!("{reason}; there is no proposition of this name either")),
        }
    }

    /// A class of the user's by the parts of its name, the last ones perhaps nested.
    fn class(&self, names: &[&str]) -> Option<ClassId> {
        let main = self.main_class.replace('.', "/");
        let package = main.rfind('/').map_or("", |at| &main[..=at]);
        let prefixes = [format!("{main}$"), package.to_owned(), String::new()];
        let mut candidates = prefixes.iter().flat_map(|prefix| {
            (0..names.len()).map(move |outer| {
                let package: String = names[..outer].iter().map(|name| format!("{name}/")).collect();
                format!("{prefix}{package}{}", names[outer..].join("$"))
            })
        });
        candidates.find_map(|name| {
            let class = self.program.load(&name).ok()?;
            (self.program.class(class).origin == Origin::User).then_some(class)
        })
    }

    /// A field by name, declared or inherited.
    fn field(&self, class: &Class, name: &str, is_static: bool) -> Resolution<FieldId> {
        let mut at = Some(class.id);
        let mut other = false;
        while let Some(id) = at {
            let class = self.program.class(id);
            for &field in &class.fields {
                if self.program.text(self.program.field(field).name) == name {
                    if self.program.field(field).is_static() == is_static {
                        return Ok(field);
                    }
                    other = true;
                }
            }
            at = class.superclass;
        }
        let class = self.name(class.id);
        Err(match (other, is_static) {
            (false, _) => format!("{class} has no field {name}"),
            (true, true) => {
                format!(
                    "{class}.{name} is a field of instances: begin with a static field that leads to one, or write any or all before it"
                )
            }
            (true, false) => format!("{class}.{name} is static: begin with it"),
        })
    }

    /// Fields of the JDK may be changed in ways that are no steps.
    fn observable(&self, field: FieldId) -> Resolution<()> {
        let class = self.program.field(field).class;
        let is_atomic = heddle_jdk::access::is_atomic(self.program.class_name(class));
        match self.program.class(class).origin {
            Origin::User => Ok(()),
            Origin::Jdk if is_atomic => Ok(()),
            Origin::Jdk => Err(format!("fields of {} belong to the JDK and cannot be observed", self.name(class))),
        }
    }

    fn name(&self, class: ClassId) -> String {
        heddle_machine::names::external(self.program, class)
    }

    fn location(&mut self, place: &str, line: Option<u32>) -> Resolution<Resolved> {
        let (class, method) = place.rsplit_once('.').ok_or("write at(Class.method:line)")?;
        let names: Vec<&str> = class.split('.').collect();
        let class = self.class(&names).ok_or_else(|| format!("there is no class {class} of the program"))?;
        // The code of a lambda stands in a method of its own, which has no name in the source.
        let lambda = format!("lambda${method}$");
        let named = |id: &MethodId| {
            let name = self.program.text(self.program.method(*id).name);
            name == method || line.is_some() && name.starts_with(&lambda)
        };
        let methods: Vec<MethodId> = self.program.class(class).methods.iter().copied().filter(named).collect();
        if methods.is_empty() {
            return Err(format!("{} has no method {method}", self.name(class)));
        }
        let bit = self.locations;
        if bit == u32::BITS {
            return Err("there are more than 32 different locations".into());
        }
        let mut found = false;
        for method in methods {
            let Ok(code) = self.program.code(method) else { continue };
            let count = code.instrs.len();
            let here = |pc: &usize| line.is_none() || code.line(*pc as u32).map(u32::from) == line;
            let inside: Vec<usize> = (0..count).filter(here).collect();
            if inside.is_empty() {
                continue;
            }
            found = true;
            let bits = self.observed.locations.entry(method).or_insert_with(|| vec![0; count].into());
            inside.into_iter().for_each(|pc| bits[pc] |= 1 << bit);
        }
        if !found {
            return Err("no code of the method is on this line".into());
        }
        self.locations += 1;
        Ok(Resolved::At(bit))
    }
}
