//! Which declared methods override which inherited ones (JVMS 5.4.5), as tables of virtual methods.
//!
//! A method gets the index of what it overrides, or a new one. A package-private method may be
//! hidden from a subclass in another package, so one name can have several indices in a class.

use crate::access_check::same_package;
use crate::link::Shape;
use crate::program::{LinkError, Program};
use crate::{Class, Method, MethodId, Origin, access};

/// The table of a class from its superclass's, and the indices of its own methods.
pub(crate) fn build(program: &Program, shape: &Shape, methods: &mut [Method]) -> Result<Box<[MethodId]>, LinkError> {
    if shape.access & access::INTERFACE != 0 {
        return Ok(Box::default());
    }
    let superclass = shape.superclass.map(|id| program.class(id));
    let mut table = superclass.map_or(Vec::new(), |sup| sup.vtable.to_vec());
    for method in methods {
        if method.is_static() || method.is_private() || program.text(method.name).starts_with('<') {
            continue;
        }
        let overridden = superclass.map_or(Vec::new(), |sup| overridden(program, shape, sup, method));
        for &index in &overridden {
            let before = program.method(table[index as usize]);
            if shape.origin == Origin::User && before.access & access::FINAL != 0 {
                return Err(overrides_final(program, shape, before));
            }
            table[index as usize] = method.id;
        }
        method.virtual_index = overridden.first().copied().or_else(|| {
            table.push(method.id);
            Some(table.len() as u32 - 1)
        });
    }
    Ok(table.into())
}

/// The indices that a method takes over, that of the nearest overridden method first.
fn overridden(program: &Program, shape: &Shape, superclass: &Class, method: &Method) -> Vec<u32> {
    let mut indices = Vec::new();
    for &ancestor in superclass.display.iter().rev() {
        let Some(&id) = program.class(ancestor).method_index.get(&(method.name, method.descriptor)) else {
            continue;
        };
        let inherited = program.method(id);
        let Some(index) = inherited.virtual_index.filter(|index| !indices.contains(index)) else {
            continue;
        };
        // Overriding is transitive: what the superclass has put at this index may be visible here
        // even if the method that opened it is not.
        let occupant = program.method(superclass.vtable[index as usize]);
        if visible(program, shape, inherited) || visible(program, shape, occupant) {
            indices.push(index);
        }
    }
    indices
}

fn visible(program: &Program, shape: &Shape, method: &Method) -> bool {
    let holder = program.class(method.class);
    method.access & (access::PUBLIC | access::PROTECTED) != 0
        || same_package(program, (shape.name, shape.origin), (holder.name, holder.origin))
}

fn overrides_final(program: &Program, shape: &Shape, method: &Method) -> LinkError {
    let message = format!(
        "class {} overrides final method {}.{}{}",
        program.text(shape.name).replace('/', "."),
        program.class_name(method.class).replace('/', "."),
        program.text(method.name),
        program.text(method.descriptor)
    );
    LinkError::new("java/lang/IncompatibleClassChangeError", message)
}
