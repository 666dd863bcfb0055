//! Code that converts the value on top of the stack: as lambdas adapt arguments and results
//! (`LambdaMetafactory`), as `MethodHandle.asType` does, and as `explicitCastArguments` does.
//! Boxes come from the real `valueOf`, so that their identity is that of the JDK's caches.

use super::code::{CodeBuilder, jump};
use super::signature::{class_name, is_ref, slots};

const BOXES: [(&str, &str, &str); 8] = [
    ("Z", "java/lang/Boolean", "booleanValue"),
    ("B", "java/lang/Byte", "byteValue"),
    ("C", "java/lang/Character", "charValue"),
    ("S", "java/lang/Short", "shortValue"),
    ("I", "java/lang/Integer", "intValue"),
    ("J", "java/lang/Long", "longValue"),
    ("F", "java/lang/Float", "floatValue"),
    ("D", "java/lang/Double", "doubleValue"),
];

/// The box class of a primitive descriptor.
pub fn box_of(descriptor: &str) -> Option<&'static str> {
    BOXES.iter().find(|(d, ..)| *d == descriptor).map(|(_, class, _)| *class)
}

/// The primitive descriptor of a box class.
pub fn unbox_of(class: &str) -> Option<&'static str> {
    BOXES.iter().find(|(_, c, _)| *c == class).map(|(d, ..)| *d)
}

fn accessor(primitive: &str) -> &'static str {
    BOXES.iter().find(|(d, ..)| *d == primitive).map(|(.., name)| *name).expect("a primitive other than void")
}

/// Whether a value of one primitive type converts to another by identity or widening (JLS 5.1.2).
pub fn widens(from: &str, to: &str) -> bool {
    if from == to {
        return true;
    }
    let rank = |d: &str| "BSIJFD".find(d);
    match (from, to) {
        ("Z", _) | (_, "Z") | (_, "C") => false,
        ("C", to) => matches!(to, "I" | "J" | "F" | "D"),
        (from, to) => rank(from) < rank(to),
    }
}

fn widen(code: &mut CodeBuilder<'_>, from: &str, to: &str) {
    let opcode = match (stack_kind(from), stack_kind(to)) {
        (a, b) if a == b => return,
        ("I", "J") => 133,
        ("I", "F") => 134,
        ("I", "D") => 135,
        ("J", "I") => 136,
        ("J", "F") => 137,
        ("J", "D") => 138,
        ("F", "I") => 139,
        ("F", "J") => 140,
        ("F", "D") => 141,
        ("D", "I") => 142,
        ("D", "J") => 143,
        _ => 144,
    };
    code.primitive(opcode, slots(from), slots(to));
}

/// The type of a primitive on the operand stack.
fn stack_kind(descriptor: &str) -> &str {
    match descriptor {
        "J" | "F" | "D" => descriptor,
        _ => "I",
    }
}

fn box_value(code: &mut CodeBuilder<'_>, primitive: &str) {
    let class = box_of(primitive).expect("a primitive other than void");
    code.invoke_static(class, "valueOf", &format!("({primitive})L{class};"));
}

/// Calls the accessor of a box or of `Number`.
fn unbox(code: &mut CodeBuilder<'_>, class: &str, primitive: &str) {
    code.invoke_virtual(class, accessor(primitive), &format!("(){primitive}"));
}

/// A checked cast between reference descriptors, left out where it cannot fail.
pub fn cast(code: &mut CodeBuilder<'_>, from: &str, to: &str) {
    if from != to && to != "Ljava/lang/Object;" {
        code.check_cast(class_name(to));
    }
}

/// A cast as handles make it: what it refuses is refused by `Class.cast`, in its words.
fn checked(code: &mut CodeBuilder<'_>, from: &str, to: &str) {
    const OBJECT: &str = "Ljava/lang/Object;";
    if from == to || to == OBJECT {
        return;
    }
    let fits = code.label();
    code.dup();
    code.instance_of(class_name(to));
    code.jump(jump::IF_NE, fits);
    code.dup();
    code.jump(jump::IF_NULL, fits);
    let value = code.new_local(OBJECT);
    code.store(OBJECT, value);
    code.class_constant(to);
    code.load(OBJECT, value);
    code.invoke_virtual("java/lang/Class", "cast", "(Ljava/lang/Object;)Ljava/lang/Object;");
    code.bind(fits);
    code.check_cast(class_name(to));
}

/// Adapts as a lambda does: `from` is what there is, `functional` what the instantiated type of
/// the functional interface says that it is, `to` what the implementation takes.
pub fn lambda_convert(code: &mut CodeBuilder<'_>, from: &str, to: &str, functional: &str) {
    if from == "V" || to == "V" || from == to && from == functional {
        return;
    }
    if !is_ref(from) {
        if !is_ref(to) {
            widen(code, from, to);
        } else if let Some(primitive) = unbox_of(class_name(to)) {
            widen(code, from, primitive);
            box_value(code, primitive);
        } else {
            box_value(code, from);
            cast(code, &format!("L{};", box_of(from).expect("a primitive")), to);
        }
        return;
    }
    let source = if is_ref(functional) {
        cast(code, from, functional);
        functional
    } else {
        from
    };
    if is_ref(to) {
        cast(code, source, to);
    } else if let Some(primitive) = unbox_of(class_name(source)) {
        unbox(code, class_name(source), primitive);
        widen(code, primitive, to);
    } else {
        // The source is a supertype of the box: of numbers, any box will do.
        let through = match to {
            "C" | "Z" => box_of(to).expect("a primitive"),
            _ => "java/lang/Number",
        };
        code.check_cast(through);
        unbox(code, through, to);
    }
}

/// Adapts as `MethodHandle.asType`, for pairs of types that it accepts. A value for `void` is
/// dropped; `void` gives the default value.
pub fn convert_argument(code: &mut CodeBuilder<'_>, from: &str, to: &str) {
    if from == to {
        return;
    }
    if to == "V" {
        return code.pop(from);
    }
    if from == "V" {
        return code.zero(to);
    }
    match (is_ref(from), is_ref(to)) {
        (true, true) => checked(code, from, to),
        (false, false) => widen(code, from, to),
        (false, true) => {
            box_value(code, from);
            cast(code, &format!("L{};", box_of(from).expect("a primitive")), to);
        }
        (true, false) => match unbox_of(class_name(from)) {
            Some(primitive) => {
                unbox(code, class_name(from), primitive);
                widen(code, primitive, to);
            }
            None => unbox_any(code, to),
        },
    }
}

/// Unboxes whatever box widens to a type; anything else fails like a cast, null like a call on it.
fn unbox_any(code: &mut CodeBuilder<'_>, to: &str) {
    let done = code.label();
    for (primitive, class, _) in BOXES.iter().filter(|(d, ..)| *d != to && widens(d, to)) {
        let next = code.label();
        code.dup();
        code.instance_of(class);
        code.jump(jump::IF_EQ, next);
        code.check_cast(class);
        unbox(code, class, primitive);
        widen(code, primitive, to);
        code.jump(jump::GOTO, done);
        code.bind(next);
    }
    if !matches!(to, "C" | "Z") {
        // What is no number at all fails as such.
        let number = code.label();
        code.dup();
        code.instance_of("java/lang/Number");
        code.jump(jump::IF_NE, number);
        code.check_cast("java/lang/Number");
        code.bind(number);
    }
    let class = box_of(to).expect("a primitive");
    code.check_cast(class);
    unbox(code, class, to);
    code.bind(done);
}

/// Adapts as `MethodHandles.explicitCastArguments`: primitives convert as by a cast, null unboxes
/// to the default value, and casts to interfaces are not made.
pub fn explicit_cast(code: &mut CodeBuilder<'_>, from: &str, to: &str, to_interface: bool) {
    if from == to {
        return;
    }
    if to == "V" {
        return code.pop(from);
    }
    if from == "V" {
        return code.zero(to);
    }
    match (is_ref(from), is_ref(to)) {
        (true, true) if to_interface => {}
        (true, true) => checked(code, from, to),
        (false, false) => cast_primitive(code, from, to),
        (false, true) => {
            box_value(code, from);
            if !to_interface {
                cast(code, &format!("L{};", box_of(from).expect("a primitive")), to);
            }
        }
        (true, false) => {
            let (done, null) = (code.label(), code.label());
            code.dup();
            code.jump(jump::IF_NULL, null);
            for (primitive, class, _) in BOXES.iter().filter(|(d, ..)| *d != to) {
                let next = code.label();
                code.dup();
                code.instance_of(class);
                code.jump(jump::IF_EQ, next);
                code.check_cast(class);
                unbox(code, class, primitive);
                cast_primitive(code, primitive, to);
                code.jump(jump::GOTO, done);
                code.bind(next);
            }
            let class = box_of(to).expect("a primitive");
            code.check_cast(class);
            unbox(code, class, to);
            code.jump(jump::GOTO, done);
            code.bind(null);
            code.pop("Ljava/lang/Object;");
            code.zero(to);
            code.bind(done);
        }
    }
}

fn cast_primitive(code: &mut CodeBuilder<'_>, from: &str, to: &str) {
    if from == to {
        return;
    }
    widen(code, from, to);
    let narrow = match to {
        "B" => 145,
        "C" => 146,
        "S" => 147,
        "Z" => {
            code.int(1);
            return code.primitive(126, 2, 1);
        }
        _ => return,
    };
    code.primitive(narrow, 1, 1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widening_is_that_of_java() {
        for (from, to) in [("B", "S"), ("S", "I"), ("C", "I"), ("I", "F"), ("J", "F"), ("F", "D"), ("Z", "Z")] {
            assert!(widens(from, to), "{from} to {to}");
        }
        for (from, to) in [("S", "C"), ("B", "C"), ("C", "S"), ("J", "I"), ("Z", "I"), ("I", "Z"), ("D", "F")] {
            assert!(!widens(from, to), "{from} to {to}");
        }
    }
}
