//! Reading the arguments of natives that make handles, and refusing them.

use std::ops::Range;

use heddle_machine::{Machine, Ref, Trap};

use super::object;
use super::types::{external_descriptor, type_descriptor};
use crate::emit::{CodeBuilder, slots};
use crate::rows::null_pointer;

pub fn illegal(machine: &mut Machine<'_>, message: &str) -> Trap {
    machine.throw("java/lang/IllegalArgumentException", message)
}

/// The descriptor of a handle that must not be null.
pub fn descriptor<'p>(machine: &mut Machine<'p>, handle: Ref) -> Result<&'p str, Trap> {
    if handle == 0 {
        return Err(null_pointer(machine));
    }
    object::descriptor(machine, handle)
}

/// The descriptor of a `MethodType` that must not be null.
pub fn wanted_type(machine: &mut Machine<'_>, ty: Ref) -> Result<String, Trap> {
    if ty == 0 {
        return Err(null_pointer(machine));
    }
    Ok(type_descriptor(machine, ty))
}

/// The arguments of a closure: their types and the locals that hold them.
pub struct Arguments<'a> {
    types: Vec<&'a str>,
    locals: Vec<u16>,
}

impl<'a> Arguments<'a> {
    /// The closure itself is local 0.
    pub fn new(types: &[&'a str]) -> Self {
        let mut locals = Vec::with_capacity(types.len());
        let mut next = 1;
        for ty in types {
            locals.push(next);
            next += slots(ty);
        }
        Self { types: types.to_vec(), locals }
    }

    /// Loads argument `index`.
    pub fn load(&self, code: &mut CodeBuilder<'_>, index: usize) {
        code.load(self.types[index], self.locals[index]);
    }

    /// Loads some arguments, in order.
    pub fn load_range(&self, code: &mut CodeBuilder<'_>, range: Range<usize>) {
        for index in range {
            self.load(code, index);
        }
    }
}

/// The elements of a Java array of references or of a list.
pub fn objects_of(machine: &mut Machine<'_>, collection: Ref) -> Result<Vec<Ref>, Trap> {
    let mut array = collection;
    if machine.element_kind(array).is_none() {
        let class = machine.class_of(collection);
        let to_array = machine.method(class, "toArray", "()[Ljava/lang/Object;")?;
        let to_array = machine.program.select(class, to_array).map_err(|error| machine.link_error(error))?;
        array = machine.call_now(to_array, &[u64::from(collection)])? as Ref;
    }
    Ok((0..machine.state.heap.len(array)).map(|i| machine.state.heap.load_u32(array, i)).collect())
}

pub fn mismatch(machine: &mut Machine<'_>, what: &str, a: &str, b: &str) -> Trap {
    illegal(machine, &format!("{what}: {}, {}", external_descriptor(a), external_descriptor(b)))
}
