//! Names as Java shows them.

use heddle_program::{ClassId, ClassKind, Origin, Program};

/// `java.lang.String`, `[I`, `[Ljava.lang.String;`, `int`: as `Class.getName`.
pub fn external(program: &Program, class: ClassId) -> String {
    program.class_name(class).replace('/', ".")
}

/// The class at the bottom of an array type, or the class itself.
pub fn element(program: &Program, mut class: ClassId) -> ClassId {
    while let ClassKind::Array { component, .. } = program.class(class).kind {
        class = component;
    }
    class
}

/// The module of a class (of an array: of its elements), and whether it is the user's.
pub fn module(program: &Program, class: ClassId) -> (String, bool) {
    let class = element(program, class);
    let user = program.class(class).origin == Origin::User;
    (program.module_of(class).map_or_else(|| "java.base".into(), String::from), user)
}
