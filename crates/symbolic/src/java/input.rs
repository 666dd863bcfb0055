//! Arguments of the entry method that may be anything: numbers, small arrays, null or an object.

use heddle_bdd::Bdd;
use heddle_program::maps::argument_registers;
use heddle_program::{ClassId, ClassKind, FieldId, MethodId, Program, Type};

use super::float::{ANY, is_floating};
use super::layout::{Fact, Global, Origin};
use super::{Java, Place, word};
use crate::space::{Bits, Copy, Space, Var};

/// An argument.
#[derive(Clone, Debug)]
pub struct Input {
    pub name: String,
    pub shape: Shape,
    /// Fewer bits than others of the type have.
    pub bits: Option<u32>,
}

#[derive(Clone, Debug)]
pub enum Shape {
    Number(Type),
    /// Null, or an array of up to so many elements.
    Array {
        class: ClassId,
        element: Type,
        longest: u32,
    },
    /// Null, or an object of exactly this class, its numbers being anything and its references null.
    Object {
        class: ClassId,
        fields: Vec<FieldId>,
        nullable: bool,
    },
    /// Null, or a string of up to so many characters.
    Text {
        class: ClassId,
        longest: u32,
    },
    /// The arguments of a program, for `main`.
    Program {
        class: ClassId,
        texts: Vec<String>,
    },
    Null,
}

impl Shape {
    /// Whether it is a character, or is made of some.
    pub fn has_characters(&self) -> bool {
        matches!(self, Self::Number(Type::Char) | Self::Array { element: Type::Char, .. } | Self::Text { .. })
    }
}

/// The value of an argument in one run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    Number(Type, i64),
    Null,
    Array(ClassId, Type, Vec<i64>),
    Text(String),
    /// The arguments of a program.
    Texts(ClassId, Vec<String>),
    Object(ClassId, Vec<(FieldId, Type, i64)>),
    /// The same object as another argument, by its number.
    Same(usize),
}

impl Input {
    /// The arguments of a method: what they may be follows from their types.
    pub fn of_method(program: &Program, method: MethodId, longest: u32) -> Vec<Input> {
        let declared = program.method(method);
        let code = program.code(method).ok();
        let mut inputs = Vec::new();
        let name = |reg: u16, at: usize| {
            let found = code.and_then(|code| code.local_name(0, reg));
            found.map_or_else(|| format!("argument{at}"), str::to_owned)
        };
        let registers = argument_registers(declared);
        let mut types: Vec<Type> = declared.params.to_vec();
        if !declared.is_static() {
            types.insert(0, Type::Ref(program.class(declared.class).name));
        }
        let is_main =
            program.text(declared.name) == "main" && program.text(declared.descriptor) == "([Ljava/lang/String;)V";
        for (at, (register, ty)) in registers.iter().zip(types).enumerate() {
            let mut shape = shape(program, ty, longest);
            if let (true, Shape::Array { class, .. }) = (is_main, &shape) {
                shape = Shape::Program { class: *class, texts: vec![] };
            }
            if let (0, false, Shape::Object { nullable, .. }) = (at, declared.is_static(), &mut shape) {
                *nullable = false;
            }
            inputs.push(Input { name: name(register.reg(), at), shape, bits: None });
        }
        inputs
    }
}

impl Input {
    /// Where the arguments of a program go, if it takes them.
    pub fn given_texts(&mut self) -> Option<&mut Vec<String>> {
        match &mut self.shape {
            Shape::Program { texts, .. } => Some(texts),
            _ => None,
        }
    }
}

fn shape(program: &Program, ty: Type, longest: u32) -> Shape {
    let Type::Ref(name) = ty else { return Shape::Number(ty) };
    let Ok(class) = program.load_symbol(name) else { return Shape::Null };
    match program.class(class).kind {
        ClassKind::Array { component, .. } => match program.class(component).kind {
            ClassKind::Primitive(element) => Shape::Array { class, element, longest },
            _ => Shape::Array { class, element: Type::Ref(program.class(component).name), longest },
        },
        // Its constants are made by its initialiser.
        ClassKind::Instance if is_enum(program, class) => Shape::Null,
        ClassKind::Instance if class == program.well_known().string => Shape::Text { class, longest },
        ClassKind::Instance if !program.class(class).is_abstract() => {
            let fields = program.class(class).layout.fields.iter().copied();
            let numbers = fields.filter(|&field| !program.field(field).ty.is_ref()).collect();
            Shape::Object { class, fields: numbers, nullable: true }
        }
        _ => Shape::Null,
    }
}

fn is_enum(program: &Program, class: ClassId) -> bool {
    program.load("java/lang/Enum").is_ok_and(|of| program.is_subtype(class, of))
}

impl Shape {
    /// The class of the object that it may be.
    fn class(&self) -> Option<ClassId> {
        match *self {
            Self::Array { class, .. } | Self::Object { class, .. } => Some(class),
            _ => None,
        }
    }
}

impl Java<'_> {
    /// Other arguments whose object an argument may be too. Of two of the same class the later one.
    fn aliases(&self, at: usize) -> Vec<usize> {
        let Some(own) = self.inputs[at].shape.class() else { return Vec::new() };
        let may_be = |&other: &usize| {
            self.inputs[other]
                .shape
                .class()
                .is_some_and(|class| other != at && self.program.is_subtype(class, own) && (other < at || class != own))
        };
        (0..self.inputs.len()).filter(may_be).collect()
    }

    /// What the arguments could be besides, in words.
    pub(crate) fn left_out(&self) -> Vec<String> {
        let program = self.program;
        let declared = program.method(self.entry);
        let mut types: Vec<Option<Type>> = declared.params.iter().copied().map(Some).collect();
        if !declared.is_static() {
            types.insert(0, None);
        }
        let mut all = Vec::new();
        for (input, ty) in self.inputs.iter().zip(types) {
            let name = &input.name;
            match &input.shape {
                Shape::Null => {
                    let class = match ty {
                        Some(Type::Ref(class)) => program.load_symbol(class).map_or_else(
                            |_| program.text(class).replace('/', "."),
                            |class| program.source_class(class),
                        ),
                        _ => "objects".into(),
                    };
                    all.push(format!("{name} being null, not any {class}"));
                }
                Shape::Text { .. } if self.layout.sizes.bits > 9 => {
                    all.push(format!("characters of {name} up to 255"));
                }
                Shape::Array { element, .. } if element.is_ref() => all.push(format!("elements of {name} being null")),
                Shape::Object { class, fields, .. } => {
                    if fields.len() < program.class(*class).layout.fields.len() {
                        all.push(format!("references in {name} being null"));
                    }
                    let is_below = |id: ClassId| id != *class && program.is_subtype(id, *class);
                    let is_made = |id: ClassId| !program.class(id).is_abstract() && !program.class(id).is_interface();
                    if (0..program.classes_loaded() as u32)
                        .map(ClassId)
                        .any(|id| is_below(id) && is_made(id) && !self.is_lambda(id))
                    {
                        all.push(format!("{name} being of class {} itself", program.source_class(*class)));
                    }
                }
                _ => {}
            }
        }
        all
    }

    /// Slots and fields of the inputs; and the first labels, so that they have known numbers.
    pub(super) fn lay_out_inputs(&mut self) {
        for thread in 0..self.layout.sizes.threads {
            self.labels.number(Place::Start(thread));
        }
        let registers = argument_registers(self.program.method(self.entry)).len() as u32 * 2;
        self.layout.learn(Fact::Registers(registers.max(4)));
        for (at, input) in self.inputs.clone().into_iter().enumerate() {
            let origin = Origin::Argument(at as u32);
            match input.shape {
                Shape::Text { class, longest } => {
                    self.layout.learn(Fact::Slot(origin, class));
                    let bytes = Origin::ArgumentBytes(at as u32);
                    let class = self.program.array_of(self.program.primitive(Type::Byte));
                    self.layout.learn(Fact::Slot(bytes.clone(), class));
                    let slot = self.layout.find(&bytes).expect("just made");
                    (0..=longest).for_each(|length| self.layout.learn(Fact::Length(slot, length)));
                }
                Shape::Array { class, longest, .. } => {
                    self.layout.learn(Fact::Slot(origin.clone(), class));
                    let slot = self.layout.find(&origin).expect("just made");
                    (0..=longest).for_each(|length| self.layout.learn(Fact::Length(slot, length)));
                }
                Shape::Program { class, texts } => {
                    self.layout.learn(Fact::Slot(origin.clone(), class));
                    let slot = self.layout.find(&origin).expect("just made");
                    self.layout.learn(Fact::Length(slot, texts.len() as u32));
                    let bytes = self.program.array_of(self.program.primitive(Type::Byte));
                    for (k, text) in texts.into_iter().enumerate() {
                        self.layout.learn(Fact::Slot(Origin::Bytes(text.clone()), bytes));
                        let origin = Origin::ProgramText(k as u32, text);
                        self.layout.learn(Fact::Slot(origin, self.program.well_known().string));
                    }
                }
                Shape::Object { class, fields, .. } => {
                    self.layout.learn(Fact::Slot(origin, class));
                    fields.into_iter().for_each(|field| self.layout.learn(Fact::Field(field)));
                }
                Shape::Number(_) | Shape::Null => {}
            }
        }
    }

    /// How many variables the inputs leave open, and their bits.
    pub(crate) fn open_inputs(&mut self) -> (usize, u32) {
        let vars = self.layout.arrange(self.program);
        let unknowns = self.unknowns();
        (unknowns.len(), unknowns.iter().map(|var| vars[var.0 as usize].1).sum())
    }

    /// Makes the next exploration remember its inputs.
    pub fn remember_inputs(&mut self) {
        let vars = self.layout.arrange(self.program);
        let widths = self.unknowns().iter().map(|var| vars[var.0 as usize].1).collect();
        self.layout.ghosts = widths;
    }

    /// All variables that inputs leave open, in a fixed order.
    fn unknowns(&self) -> Vec<Var> {
        let registers = argument_registers(self.program.method(self.entry));
        let mut vars = Vec::new();
        for (at, (input, register)) in self.inputs.iter().zip(registers).enumerate() {
            let var = self.layout.register(u32::from(register.reg()));
            let slot = self.layout.find(&Origin::Argument(at as u32));
            match (&input.shape, slot) {
                (Shape::Number(_), _) => vars.push(var),
                (Shape::Array { longest, .. } | Shape::Text { longest, .. }, Some(slot)) => {
                    let slot = self.elements_of(at, slot);
                    vars.push(var);
                    vars.extend(self.layout.var(Global::Length(slot)));
                    vars.extend((0..*longest).filter_map(|k| self.layout.var(Global::Cell(slot, k))));
                }
                (Shape::Object { fields, .. }, Some(slot)) => {
                    vars.push(var);
                    let place = |field: &FieldId| self.program.field(*field).place;
                    vars.extend(fields.iter().filter_map(|field| self.layout.var(Global::Cell(slot, place(field)))));
                }
                _ => {}
            }
        }
        vars
    }

    pub(super) fn initial_state(&mut self, space: &Space, thread: usize) -> Bdd {
        let b = &space.bdds;
        let registers = argument_registers(self.program.method(self.entry));
        let mut open: Vec<Var> = Vec::new();
        let mut all = b.yes();
        let is_slot = |at: usize, of: usize| {
            let word = space.bits(self.layout.register(u32::from(registers[at].reg())), Copy::Now);
            let slot = self.layout.find(&Origin::Argument(of as u32));
            slot.map_or_else(|| b.no(), |slot| word::is(b, &word, slot as i64 + 1))
        };
        for (at, (input, register)) in self.inputs.iter().zip(&registers).enumerate() {
            let var = self.layout.register(u32::from(register.reg()));
            let word = space.bits(var, Copy::Now);
            let slot = self.layout.find(&Origin::Argument(at as u32));
            // Another argument's object, which is there.
            let alias = self
                .aliases(at)
                .into_iter()
                .fold(b.no(), |any, other| b.or(&any, &b.and(&is_slot(at, other), &is_slot(other, other))));
            let condition = match (&input.shape, slot) {
                (Shape::Number(ty), _) => self.in_range(space, &word, *ty, input.bits),
                (Shape::Program { texts, .. }, Some(slot)) => {
                    let given = texts.iter().enumerate().fold(b.yes(), |all, (k, text)| {
                        let Some(cell) = self.layout.var(Global::Cell(slot, k as u32)) else { return all };
                        open.push(cell);
                        let text = self.layout.find(&Origin::ProgramText(k as u32, text.clone()));
                        let reference = text.map_or(0, |slot| slot as i64 + 1);
                        b.and(&all, &word::is(b, &space.bits(cell, Copy::Now), reference))
                    });
                    b.and(&given, &word::is(b, &word, slot as i64 + 1))
                }
                (Shape::Array { longest, element, .. }, Some(slot)) => {
                    self.array_input(space, &mut open, &word, &alias, slot, *longest, *element, input.bits)
                }
                (Shape::Text { longest, .. }, Some(slot)) => {
                    self.array_input(space, &mut open, &word, &alias, slot, *longest, Type::Char, input.bits)
                }
                (Shape::Object { fields, nullable, .. }, Some(slot)) => {
                    let there = word::is(b, &word, slot as i64 + 1);
                    let mut zero = b.yes();
                    let mut fits = b.yes();
                    for field in fields {
                        let (place, ty) = (self.program.field(*field).place, self.program.field(*field).ty);
                        let Some(cell) = self.layout.var(Global::Cell(slot, place)) else { continue };
                        open.push(cell);
                        let bits = space.bits(cell, Copy::Now);
                        zero = b.and(&zero, &word::is(b, &bits, 0));
                        fits = b.and(&fits, &self.in_range(space, &bits, ty, input.bits));
                    }
                    let null = if *nullable { word::is(b, &word, 0) } else { b.no() };
                    let elsewhere = b.and(&b.or(&null, &alias), &zero);
                    b.or(&elsewhere, &b.and(&there, &fits))
                }
                _ => word::is(b, &word, 0),
            };
            all = b.and(&all, &condition);
            if let Some(given) = self.layout.var(Global::Given(at as u32)) {
                open.push(given);
                let there = b.not(&word::is(b, &word, 0));
                all = b.and(&all, &space.equals(given, Copy::Now, &[there]));
            }
        }
        let unknowns = self.unknowns();
        for &at in &self.zero {
            all = b.and(&all, &word::is(b, &space.bits(unknowns[at], Copy::Now), 0));
        }
        let ghosts: Vec<(Var, Var)> = unknowns
            .into_iter()
            .enumerate()
            .filter_map(|(at, var)| Some((self.layout.var(Global::Ghost(at as u32))?, var)))
            .collect();
        for (ghost, var) in &ghosts {
            open.push(*ghost);
            all = b.and(&all, &space.equals(*ghost, Copy::Now, &space.bits(*var, Copy::Now)));
        }
        // Everything else is 0, but the first thread is running.
        let running = self.layout.var(Global::Status(0)).expect("every thread has one");
        all = b.and(&all, &space.equals(running, Copy::Now, &word::constant(b, 1, 2)));
        open.push(running);
        for at in 0..space.count() {
            let var = Var(at);
            if space.scope(var) == crate::space::Scope::Global && !open.contains(&var) {
                all = b.and(&all, &word::is(b, &space.bits(var, Copy::Now), 0));
            }
        }
        if thread == 0 { all } else { b.exists(&all, &space.locals[Copy::Now as usize]) }
    }

    /// A number within its type, and within fewer bits if so asked; all bits above repeat the sign.
    fn in_range(&self, space: &Space, word: &[Bdd], ty: Type, bits: Option<u32>) -> Bdd {
        let b = &space.bdds;
        if is_floating(ty) {
            return word::is(b, word, ANY);
        }
        let full = self.layout.sizes.bits.min(word.len() as u32);
        let width = self.layout.width(ty).min(bits.unwrap_or(full)).min(full);
        let low: Bits = word[..width as usize].to_vec();
        let is_signed = !matches!(ty, Type::Boolean | Type::Char);
        let extended = if is_signed { word::signed(b, &low, full) } else { word::unsigned(b, &low, full) };
        let expected = word::unsigned(b, &extended, word.len() as u32);
        word::equal(b, word, &expected)
    }

    #[allow(clippy::too_many_arguments)]
    fn array_input(
        &self,
        space: &Space,
        open: &mut Vec<Var>,
        word: &[Bdd],
        alias: &Bdd,
        slot: usize,
        longest: u32,
        element: Type,
        bits: Option<u32>,
    ) -> Bdd {
        let b = &space.bdds;
        let mut zero = b.yes();
        let mut fits = b.yes();
        let object = slot;
        let slot = match self.layout.slots[object].origin {
            Origin::Argument(at) => self.elements_of(at as usize, object),
            _ => object,
        };
        let length = self.layout.var(Global::Length(slot)).map(|var| {
            open.push(var);
            space.bits(var, Copy::Now)
        });
        if let Some(length) = &length {
            let width = length.len() as u32 + 1;
            let most = word::constant(b, i64::from(longest), width);
            fits = b.not(&word::below(b, &most, &word::unsigned(b, length, width)));
            zero = word::is(b, length, 0);
        }
        for k in 0..longest {
            let Some(cell) = self.layout.var(Global::Cell(slot, k)) else { continue };
            open.push(cell);
            let value = space.bits(cell, Copy::Now);
            let none = word::is(b, &value, 0);
            zero = b.and(&zero, &none);
            // Elements beyond the length do not exist; references are null.
            let beyond = match &length {
                Some(length) => {
                    let width = length.len() as u32 + 1;
                    let index = word::constant(b, i64::from(k), width);
                    b.not(&word::below(b, &index, &word::unsigned(b, length, width)))
                }
                None => b.no(),
            };
            let inside = if element.is_ref() { none.clone() } else { self.in_range(space, &value, element, bits) };
            fits = b.and(&fits, &b.ite(&beyond, &none, &inside));
        }
        let elsewhere = b.and(&b.or(&word::is(b, word, 0), alias), &zero);
        b.or(&elsewhere, &b.and(&word::is(b, word, object as i64 + 1), &fits))
    }

    /// The slot with the elements of an array, or the characters of a text.
    fn elements_of(&self, at: usize, slot: usize) -> usize {
        self.layout.find(&Origin::ArgumentBytes(at as u32)).unwrap_or(slot)
    }

    /// The other argument whose object a reference of an input is to.
    fn same_as(&self, at: usize, reference: u64) -> Option<Written> {
        let is_it = |of: &usize| {
            self.layout.find(&Origin::Argument(*of as u32)).is_some_and(|slot| reference == slot as u64 + 1)
        };
        self.aliases(at).into_iter().find(is_it).map(Written::Same)
    }

    /// The inputs of one of the configurations in a weight, if they were remembered.
    pub fn inputs_of(&self, space: &Space, weight: &Bdd) -> Option<Vec<Written>> {
        let assignment = space.bdds.pick(weight)?;
        let mut ghosts = (0..self.layout.ghosts.len() as u32).map(|at| {
            self.layout.var(Global::Ghost(at)).map(|var| (space.read(&assignment, var, Copy::Start), space.width(var)))
        });
        let mut next = || ghosts.next().flatten();
        let number = |(value, width): (u64, u32), ty: Type| -> i64 {
            match ty {
                // Nothing depends on it.
                Type::Float | Type::Double => 0,
                Type::Boolean | Type::Char => value as i64,
                _ if width > 0 && width < 64 && value >> (width - 1) & 1 != 0 => value as i64 - (1 << width),
                _ => value as i64,
            }
        };
        // Registers may be wider than numbers.
        let bits = self.layout.sizes.bits;
        let in_register = |(value, _): (u64, u32), ty: Type| number((value & (u64::MAX >> (64 - bits)), bits), ty);
        let mut written = Vec::new();
        for (at, input) in self.inputs.iter().enumerate() {
            let slot = self.layout.find(&Origin::Argument(at as u32));
            written.push(match (&input.shape, slot) {
                (Shape::Number(ty), _) => Written::Number(*ty, in_register(next()?, *ty)),
                (Shape::Text { longest, .. }, Some(slot)) => {
                    let slot = self.elements_of(at, slot);
                    let reference = next()?;
                    let length = if self.layout.var(Global::Length(slot)).is_some() { next()?.0 } else { 0 };
                    let mut units = Vec::new();
                    for k in 0..*longest {
                        if self.layout.var(Global::Cell(slot, k)).is_some() {
                            units.push(number(next()?, Type::Char) as u16);
                        }
                    }
                    units.truncate(length as usize);
                    if reference.0 == 0 { Written::Null } else { Written::Text(String::from_utf16_lossy(&units)) }
                }
                (Shape::Array { class, element, longest }, Some(slot)) => {
                    let reference = next()?;
                    let length = if self.layout.var(Global::Length(slot)).is_some() { next()?.0 } else { 0 };
                    let mut elements = Vec::new();
                    for k in 0..*longest {
                        if self.layout.var(Global::Cell(slot, k)).is_some() {
                            elements.push(number(next()?, *element));
                        }
                    }
                    elements.truncate(length as usize);
                    let own = if reference.0 == 0 { Written::Null } else { Written::Array(*class, *element, elements) };
                    self.same_as(at, reference.0).unwrap_or(own)
                }
                (Shape::Object { class, fields, .. }, Some(slot)) => {
                    let reference = next()?;
                    let mut values = Vec::new();
                    for &field in fields {
                        let (place, ty) = (self.program.field(field).place, self.program.field(field).ty);
                        if self.layout.var(Global::Cell(slot, place)).is_some() {
                            values.push((field, ty, number(next()?, ty)));
                        }
                    }
                    let own = if reference.0 == 0 { Written::Null } else { Written::Object(*class, values) };
                    self.same_as(at, reference.0).unwrap_or(own)
                }
                (Shape::Program { class, texts }, _) => Written::Texts(*class, texts.clone()),
                _ => Written::Null,
            });
        }
        Some(written)
    }
}
