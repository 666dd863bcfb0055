//! What `Class` objects tell, and arrays of classes that are given as objects.

use heddle_bdd::Bdd;
use heddle_jdk::summaries::Told;
use heddle_program::ir::{CallSite, Reg};
use heddle_program::{ClassId, ClassKind, Type};

use super::layout::Origin;
use super::rules::{Here, Make};

/// Primitive types by their names.
pub(super) const PRIMITIVES: [(&str, Type); 8] = [
    ("boolean", Type::Boolean),
    ("byte", Type::Byte),
    ("short", Type::Short),
    ("char", Type::Char),
    ("int", Type::Int),
    ("long", Type::Long),
    ("float", Type::Float),
    ("double", Type::Double),
];

impl<'p> Make<'_, 'p> {
    /// The classes whose objects a reference may be to.
    pub fn mirrored(&self, reference: &[Bdd]) -> Vec<(ClassId, Bdd)> {
        let slots = self.java.layout.slots.iter().enumerate();
        let mirrors = slots.filter_map(|(at, slot)| match slot.origin {
            Origin::Mirror(class) => Some((class, self.space.bdds.and(&self.points_to(reference, at), &self.within))),
            _ => None,
        });
        mirrors.filter(|(_, is)| !self.space.bdds.is_false(is)).collect()
    }

    /// On with the object of a class.
    pub fn next_mirror(&mut self, here: &Here<'p>, guard: Bdd, dest: Reg, class: ClassId) {
        let mirrors = self.java.program.well_known().class;
        let Some(slot) = self.slot(&guard, Origin::Mirror(class), mirrors) else { return };
        let value = self.reference_to(slot);
        self.next(here, guard, dest, value);
    }

    pub fn ask_class(&mut self, here: &Here<'p>, site: &CallSite, told: Told) {
        let program = self.java.program;
        for (class, guard) in self.mirrored(&self.reference(site.args[0])) {
            let kind = &program.class(class).kind;
            let is = |make: &Self, is: bool| vec![make.space.bdds.constant(is)];
            let value = match told {
                // The virtual machine makes up a name.
                Told::Name if self.java.is_lambda(class) => {
                    self.outside(guard, "the name of the class of a lambda");
                    continue;
                }
                Told::Name => {
                    let name = program.class_name(class).replace('/', ".");
                    match self.text(&guard, &name) {
                        Some(value) => value,
                        None => continue,
                    }
                }
                Told::SimpleName => {
                    let name = self.simple_name(class).and_then(|name| self.text(&guard, &name));
                    match name {
                        Some(value) => value,
                        None => continue,
                    }
                }
                Told::IsPrimitive => is(self, matches!(kind, ClassKind::Primitive(_))),
                Told::IsArray => is(self, program.class(class).is_array()),
                Told::IsInterface => is(self, program.class(class).is_interface()),
                Told::Superclass => {
                    let above = match kind {
                        ClassKind::Array { .. } => Some(program.well_known().object),
                        _ => program.class(class).superclass.filter(|_| !program.class(class).is_interface()),
                    };
                    if let Some(above) = above {
                        self.next_mirror(here, guard, site.dest, above);
                        continue;
                    }
                    self.number(0, 1)
                }
                Told::Component => match *kind {
                    ClassKind::Array { component, .. } => {
                        self.next_mirror(here, guard, site.dest, component);
                        continue;
                    }
                    _ => self.number(0, 1),
                },
            };
            self.next(here, guard, site.dest, value);
        }
    }

    /// The name of a class as its source says it, if it is neither a lambda's nor a class without a name.
    pub fn simple_name(&self, class: ClassId) -> Option<String> {
        let program = self.java.program;
        let name = program.class_name(class);
        match program.class(class).kind {
            ClassKind::Array { component, .. } => Some(self.simple_name(component)? + "[]"),
            ClassKind::Primitive(_) => Some(name.into()),
            _ if self.java.is_lambda(class) => None,
            _ => {
                let rows = program.class(class).file.as_ref()?.inner_classes().ok()?;
                match rows.iter().find(|row| &*row.inner == name) {
                    Some(row) => row.name.as_ref().map(ToString::to_string),
                    None => name.rsplit('/').next().map(Into::into),
                }
            }
        }
    }

    /// `Class.getPrimitiveClass`, which initialisers of boxes ask.
    pub fn primitive_class(&mut self, here: &Here<'p>, site: &CallSite) {
        let name = self.reference(site.args[0]);
        for (text, ty) in PRIMITIVES {
            if let Some(slot) = self.java.layout.find(&Origin::Literal(text.into())) {
                let guard = self.space.bdds.and(&self.points_to(&name, slot), &self.within);
                if !self.space.bdds.is_false(&guard) {
                    let class = self.java.program.primitive(ty);
                    self.next_mirror(here, guard, site.dest, class);
                }
            }
        }
    }

    /// An array of the class that an object stands for.
    pub fn new_array_of(&mut self, here: &Here<'p>, site: &CallSite, class: Reg, length: Reg) {
        for (class, guard) in self.mirrored(&self.reference(class)) {
            let outer = std::mem::replace(&mut self.within, guard);
            let array = self.java.program.array_of(class);
            self.new_array(here, site.dest, length, array);
            self.within = outer;
        }
    }
}
