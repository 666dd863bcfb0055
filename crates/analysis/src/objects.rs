//! Abstract objects: what the points-to analysis distinguishes on the heap.

use heddle_program::{ClassId, ClassKind, Program};
use rustc_hash::FxHashMap;

/// An abstract object.
pub type ObjectId = u32;

/// Where an abstract object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Made {
    /// By an allocation instruction of the program: the machine's number of it.
    At(u32),
    /// All instances of a class by whatever instruction: those whose sites nobody asks about.
    Merged,
    /// By the virtual machine: its fields hold what their declared types say.
    ByMachine,
    /// By reflection: an array of unknown class.
    Reflective,
    /// By an `invokedynamic` for a functional interface; an index into the lambdas.
    Lambda(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    pub class: ClassId,
    pub made: Made,
    /// With object sensitivity: the site of the object in whose method this one was made, else 0.
    pub within: u32,
}

/// All abstract objects, each once.
#[derive(Default)]
pub struct Objects {
    pub list: Vec<Object>,
    /// By lambda, the interfaces that its class implements: the functional one, then markers.
    pub lambdas: Vec<Box<[ClassId]>>,
    numbers: FxHashMap<Object, ObjectId>,
}

impl Objects {
    /// The number of an object, and whether it is new.
    pub fn number(&mut self, object: Object) -> (ObjectId, bool) {
        let next = self.list.len() as ObjectId;
        let number = *self.numbers.entry(object).or_insert(next);
        if number == next {
            self.list.push(object);
        }
        (number, number == next)
    }

    pub fn find(&self, object: Object) -> Option<ObjectId> {
        self.numbers.get(&object).copied()
    }

    /// Whether an object is an array of references, as far as is known.
    pub fn has_elements(&self, program: &Program, object: ObjectId) -> bool {
        let Object { class, made, .. } = self.list[object as usize];
        made == Made::Reflective
            || matches!(program.class(class).kind, ClassKind::Array { component, .. }
                if !program.class(component).is_primitive())
    }

    /// Whether an object may pass a cast to a class.
    pub fn fits(&self, program: &Program, object: ObjectId, class: ClassId) -> bool {
        let object = self.list[object as usize];
        if object.made == Made::Reflective {
            let kind = program.class(class);
            let known = program.well_known();
            return kind.is_array() || kind.is_interface() || class == known.object;
        }
        if let Made::Lambda(lambda) = object.made {
            let mut interfaces = self.lambdas[lambda as usize].iter();
            return interfaces.any(|&interface| program.is_subtype(interface, class));
        }
        program.is_subtype(object.class, class)
    }
}
