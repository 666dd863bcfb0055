//! Names as Java shows them.

use heddle_program::{ClassId, ClassKind, Origin, Program};

/// `java.lang.String`, `[I`, `[Ljava.lang.String;`, `int`: as `Class.getName`. The name of a hidden
/// class keeps the slash before its number.
pub fn external(program: &Program, class: ClassId) -> String {
    let name = program.class_name(class);
    match name.split_once("/0x") {
        Some((plain, number)) => format!("{}/0x{number}", plain.replace('/', ".")),
        None => name.replace('/', "."),
    }
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
