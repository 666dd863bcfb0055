//! Which variables a program needs: discovered while exploring, by starting over with more.
//!
//! A reference is the number of a slot. An object's slot is named by the thread that made it and
//! by how many that thread had made before, so that threads do not compete for names; nothing is
//! collected. A fact says what the exploration met for the first time: an object more, a class in a
//! slot, a field that is written, a monitor that is taken. Whatever no fact speaks of has no
//! variable and is 0, so that the diagrams carry only what the program uses.

use std::collections::{BTreeMap, BTreeSet};

use heddle_program::{ClassId, ClassKind, FieldId, MethodId, Program, Type};

use super::handle::Handled;
use super::text::bytes_of;
use crate::space::{Declared, Order, Scope, Var};

/// Bounds on data.
#[derive(Clone, Debug)]
pub struct Sizes {
    /// Bits of numbers; of an `int` at most 32.
    pub bits: u32,
    /// Objects.
    pub heap: usize,
    /// Elements of an array.
    pub array: u32,
    pub threads: usize,
}

/// Where an exception comes from: a method and a line, 0 if it has none.
pub type Site = (MethodId, u16);

/// What makes a slot.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// The `n`-th object that a thread made.
    Made {
        thread: usize,
        n: u32,
    },
    /// An argument of the entry method.
    Argument(u32),
    /// The `Class` object.
    Mirror(ClassId),
    Literal(String),
    /// An argument of the program, by its number.
    ProgramText(u32, String),
    /// The bytes of a literal, and those of a text that the entry method is given.
    Bytes(String),
    ArgumentBytes(u32),
    /// The `Thread` object of the first thread.
    MainThread,
    /// The exception of a class that instructions of a line throw by themselves.
    Thrown(ClassId, Site),
    /// A standard stream, by the field that holds it.
    Stream(FieldId),
    /// A string whose contents nobody may look at.
    SomeText,
    /// The locale of the virtual machine.
    Locale,
    /// The object by which the JDK's packages reach `java.lang`.
    InternalAccess,
    /// What a class looks its own members up by.
    Lookup(ClassId),
    /// An object of a class by which a field or elements are accessed.
    Handle(ClassId, Handled),
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fact {
    Slot(Origin, ClassId),
    Class(usize, ClassId),
    /// The exception in the slot is made here.
    Site(usize, Site),
    Length(usize, u32),
    /// The field is written with something that is not 0.
    Field(FieldId),
    Static(FieldId),
    Initialised(ClassId),
    Locked(usize),
    Nested(usize),
    /// A thread that did not make it touches the object.
    Shared(usize),
    SharedStatic(FieldId),
    /// Threads wait to be notified.
    Waits,
    /// Threads are interrupted.
    Interrupts,
    /// The program asks whether threads are alive: that one ends can be noticed without waiting for it.
    Alive,
    Registers(u32),
}

#[derive(Clone, Debug)]
pub struct Slot {
    pub origin: Origin,
    /// What it may hold, in different runs; more than one make a variable.
    pub classes: Vec<ClassId>,
    /// Where it is made, if it is an exception; likewise.
    pub sites: Vec<Site>,
    pub lengths: BTreeSet<u32>,
    pub locked: bool,
    pub nested: bool,
    pub shared: bool,
}

/// A global variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Global {
    /// 0 not started, 1 running, 2 ended.
    Status(usize),
    /// The `Thread` object of a thread.
    Thread(usize),
    /// How many objects a thread has made.
    Made(usize),
    /// 0 no, 1 in the wait set, 2 notified.
    Waiting(usize),
    WaitsFor(usize),
    Interrupted(usize),
    /// How often the monitor will be entered again after waiting, less one.
    Saved(usize),
    /// 0 no, 1 yes, else 2 plus the thread that is at it, or so many threads more if it has only
    /// claimed the class so far; beyond that, it has failed for good.
    Initialised(ClassId),
    Static(FieldId),
    Class(usize),
    Site(usize),
    Length(usize),
    /// 0 nobody, else 1 plus the thread.
    Owner(usize),
    /// How often the owner has entered again.
    Count(usize),
    Cell(usize, u32),
    /// Whether an argument is there. It never changes: runs with null stay apart from others.
    Given(u32),
    /// A copy of an input that nobody changes, to tell the inputs of a run.
    Ghost(u32),
}

/// Bits of the counter of nested entries.
pub const COUNT_BITS: u32 = 2;

#[derive(Clone, Debug)]
pub struct Layout {
    pub sizes: Sizes,
    pub slots: Vec<Slot>,
    pub fields: BTreeSet<FieldId>,
    pub statics: BTreeSet<FieldId>,
    pub shared_statics: BTreeSet<FieldId>,
    pub initialised: BTreeSet<ClassId>,
    pub waits: bool,
    pub interrupts: bool,
    pub alive: bool,
    pub registers: u32,
    /// Widths of inputs to remember.
    pub ghosts: Vec<u32>,
    vars: BTreeMap<Global, Var>,
}

pub fn bits_for(greatest: usize) -> u32 {
    usize::BITS - greatest.leading_zeros()
}

impl Layout {
    pub fn new(sizes: Sizes) -> Self {
        Self {
            sizes,
            slots: Vec::new(),
            fields: BTreeSet::new(),
            statics: BTreeSet::new(),
            shared_statics: BTreeSet::new(),
            initialised: BTreeSet::new(),
            waits: false,
            interrupts: false,
            alive: false,
            registers: 4,
            ghosts: Vec::new(),
            vars: BTreeMap::new(),
        }
    }

    pub fn learn(&mut self, fact: Fact) {
        match fact {
            Fact::Slot(origin, class) => {
                if self.find(&origin).is_none() {
                    let sites = if let Origin::Thrown(_, site) = origin { vec![site] } else { vec![] };
                    let length = if let Origin::Bytes(text) = &origin { Some(bytes_of(text).1.len()) } else { None };
                    self.slots.push(Slot {
                        origin,
                        classes: vec![class],
                        sites,
                        lengths: length.into_iter().map(|length| length as u32).collect(),
                        locked: false,
                        nested: false,
                        shared: false,
                    });
                }
            }
            Fact::Class(slot, class) => {
                if !self.slots[slot].classes.contains(&class) {
                    self.slots[slot].classes.push(class);
                }
            }
            Fact::Site(slot, site) => {
                if !self.slots[slot].sites.contains(&site) {
                    self.slots[slot].sites.push(site);
                }
            }
            Fact::Length(slot, length) => {
                self.slots[slot].lengths.insert(length);
            }
            Fact::Field(field) => {
                self.fields.insert(field);
            }
            Fact::Static(field) => {
                self.statics.insert(field);
            }
            Fact::Initialised(class) => {
                self.initialised.insert(class);
            }
            Fact::Locked(slot) => self.slots[slot].locked = true,
            Fact::Nested(slot) => self.slots[slot].nested = true,
            Fact::Shared(slot) => self.slots[slot].shared = true,
            Fact::SharedStatic(field) => {
                self.shared_statics.insert(field);
            }
            Fact::Waits => self.waits = true,
            Fact::Interrupts => self.interrupts = true,
            Fact::Alive => self.alive = true,
            Fact::Registers(count) => self.registers = self.registers.max(count),
        }
    }

    pub fn find(&self, origin: &Origin) -> Option<usize> {
        self.slots.iter().position(|slot| slot.origin == *origin)
    }

    /// Objects that a thread has made at most.
    pub fn made(&self, thread: usize) -> u32 {
        let made = |slot: &&Slot| matches!(slot.origin, Origin::Made { thread: by, .. } if by == thread);
        self.slots.iter().filter(made).count() as u32
    }

    /// Bits of the length of any array, and a sign.
    pub fn length_bits(&self) -> u32 {
        let longest = self.slots.iter().filter_map(|slot| slot.lengths.last().copied()).max().unwrap_or(0);
        bits_for(longest.max(self.sizes.array) as usize) + 1
    }

    pub fn ref_bits(&self) -> u32 {
        bits_for(self.slots.len()).max(1)
    }

    /// Bits of a register.
    pub fn word_bits(&self) -> u32 {
        self.ref_bits().max(self.sizes.bits)
    }

    /// Bits of a field or element of a type.
    pub fn width(&self, ty: Type) -> u32 {
        let bits = self.sizes.bits;
        match ty {
            Type::Boolean => 1,
            Type::Byte => bits.min(8),
            Type::Short => bits.min(16),
            // Never negative, also in a register of so many bits.
            Type::Char => (bits - 1).clamp(1, 16),
            Type::Ref(_) => self.ref_bits(),
            Type::Int => bits.min(32),
            _ => bits,
        }
    }

    pub fn var(&self, global: Global) -> Option<Var> {
        self.vars.get(&global).copied()
    }

    /// The thread that a slot belongs to until it is shared.
    pub fn owner(&self, slot: usize) -> Option<usize> {
        match self.slots[slot].origin {
            Origin::Made { thread, .. } => Some(thread),
            Origin::Argument(_) => Some(0),
            _ => None,
        }
    }

    /// Register variables come after the result.
    pub fn register(&self, register: u32) -> Var {
        Var(1 + register)
    }

    /// A register of every frame for an exception, or another value that instructions pass on.
    pub fn exception(&self) -> Var {
        Var(1 + self.registers)
    }

    /// A register for the object whose monitor a synchronized method holds.
    pub fn locked_object(&self) -> Var {
        Var(2 + self.registers)
    }

    /// Numbers all variables.
    pub fn arrange(&mut self, program: &Program) -> Vec<Declared> {
        let word = self.word_bits();
        let mut all = vec![(Scope::Result, word, Order::Interleaved)];
        all.extend((0..self.registers + 2).map(|_| (Scope::Local, word, Order::Interleaved)));
        let globals = self.globals(program);
        self.vars.clear();
        for (global, width) in globals {
            self.vars.insert(global, Var(all.len() as u32));
            let order = if self.is_number(program, global) { Order::Interleaved } else { Order::Together };
            all.push((Scope::Global, width, order));
        }
        all
    }

    fn is_number(&self, program: &Program, global: Global) -> bool {
        match global {
            Global::Static(field) => !program.field(field).ty.is_ref() && program.field(field).ty != Type::Boolean,
            Global::Cell(slot, cell) => self.slots[slot].classes.iter().any(|&class| {
                let class = program.class(class);
                match class.kind {
                    // Which element is meant depends on a number.
                    ClassKind::Array { .. } => true,
                    _ => class.layout.fields.get(cell as usize).is_some_and(|&field| {
                        let ty = program.field(field).ty;
                        !ty.is_ref() && ty != Type::Boolean
                    }),
                }
            }),
            Global::Ghost(_) => true,
            _ => false,
        }
    }

    fn globals(&self, program: &Program) -> Vec<(Global, u32)> {
        let threads = self.sizes.threads;
        let mut all = Vec::new();
        for thread in 0..threads {
            all.push((Global::Status(thread), 2));
            all.push((Global::Thread(thread), self.ref_bits()));
            all.push((Global::Made(thread), bits_for(self.made(thread) as usize)));
            if self.interrupts {
                all.push((Global::Interrupted(thread), 1));
            }
            if self.waits {
                all.push((Global::Waiting(thread), 2));
                all.push((Global::WaitsFor(thread), self.ref_bits()));
                all.push((Global::Saved(thread), COUNT_BITS));
            }
        }
        let thread_bits = bits_for(threads);
        all.extend(self.initialised.iter().map(|&class| (Global::Initialised(class), bits_for(2 * threads + 2))));
        all.extend(self.statics.iter().map(|&field| (Global::Static(field), self.width(program.field(field).ty))));
        for (at, slot) in self.slots.iter().enumerate() {
            if slot.classes.len() > 1 {
                all.push((Global::Class(at), bits_for(slot.classes.len() - 1)));
            }
            if slot.sites.len() > 1 {
                all.push((Global::Site(at), bits_for(slot.sites.len() - 1)));
            }
            if slot.lengths.len() > 1 {
                all.push((Global::Length(at), bits_for(*slot.lengths.last().unwrap_or(&0) as usize)));
            }
            if slot.locked {
                all.push((Global::Owner(at), thread_bits));
            }
            if slot.nested {
                all.push((Global::Count(at), COUNT_BITS));
            }
        }
        // Equal places of all objects stand together: they are copied to each other.
        let cells =
            self.slots.iter().enumerate().flat_map(|(at, slot)| {
                self.cells(program, slot).into_iter().map(move |(cell, width)| (cell, at, width))
            });
        let mut cells: Vec<_> = cells.collect();
        cells.sort_unstable();
        all.extend(cells.into_iter().map(|(cell, at, width)| (Global::Cell(at, cell), width)));
        for slot in &self.slots {
            if let Origin::Argument(at) = slot.origin {
                all.push((Global::Given(at), 1));
            }
        }
        all.extend(self.ghosts.iter().enumerate().map(|(at, &width)| (Global::Ghost(at as u32), width)));
        all
    }

    /// The cells of a slot, each as wide as the widest that it may hold.
    fn cells(&self, program: &Program, slot: &Slot) -> BTreeMap<u32, u32> {
        let mut cells: BTreeMap<u32, u32> = BTreeMap::new();
        // What never changes needs no variables, but for the characters of an argument.
        if slot.is_fixed(program.well_known().string) && !matches!(slot.origin, Origin::ArgumentBytes(_)) {
            return cells;
        }
        let mut need = |cell: u32, width: u32| {
            let known = cells.entry(cell).or_default();
            *known = (*known).max(width);
        };
        for &class in &slot.classes {
            let class = program.class(class);
            if let ClassKind::Array { component, .. } = class.kind {
                let ty = match program.class(component).kind {
                    ClassKind::Primitive(ty) => ty,
                    _ => Type::Ref(program.class(component).name),
                };
                for cell in 0..slot.lengths.last().copied().unwrap_or(0) {
                    need(cell, self.width(ty));
                }
                continue;
            }
            for (place, field) in class.layout.fields.iter().enumerate() {
                if self.fields.contains(field) {
                    need(place as u32, self.width(program.field(*field).ty));
                }
            }
        }
        cells
    }
}
