//! Boxing and unboxing from Rust. Boxes are made by the real `valueOf`: comparisons of identity
//! must see the JDK's caches.

use heddle_machine::{Machine, Ref, Trap};
use heddle_program::Type;

use crate::emit::widens;
use crate::rows::null_pointer;

/// The box of a value; a reference is its own.
pub fn box_value(machine: &mut Machine<'_>, ty: Type, value: u64) -> Result<Ref, Trap> {
    let program = machine.program;
    let Some(class) = program.well_known().boxed(ty) else { return Ok(value as Ref) };
    if ty == Type::Void {
        return Ok(0);
    }
    machine.ensure_initialized(class)?;
    let descriptor = format!("({})L{};", letter(ty), program.class_name(class));
    let value_of = machine.method(class, "valueOf", &descriptor)?;
    let mut args = vec![value];
    if ty.is_wide() {
        args.push(value);
    }
    Ok(machine.call_now(value_of, &args)? as Ref)
}

/// The descriptor of a primitive type.
pub fn letter(ty: Type) -> &'static str {
    match ty {
        Type::Boolean => "Z",
        Type::Byte => "B",
        Type::Char => "C",
        Type::Short => "S",
        Type::Int => "I",
        Type::Long => "J",
        Type::Float => "F",
        Type::Double => "D",
        Type::Void | Type::Ref(_) => "V",
    }
}

/// The primitive type that an object is the box of.
pub fn boxed_type(machine: &Machine<'_>, object: Ref) -> Option<Type> {
    const TYPES: [Type; 8] =
        [Type::Boolean, Type::Byte, Type::Char, Type::Short, Type::Int, Type::Long, Type::Float, Type::Double];
    let class = machine.class_of(object);
    TYPES.into_iter().find(|&ty| machine.program.well_known().boxed(ty) == Some(class))
}

/// The value in a box, widened to a primitive type; `None` if the object is no such box.
pub fn unbox_to(machine: &mut Machine<'_>, object: Ref, to: Type) -> Option<u64> {
    let from = if object == 0 { None } else { boxed_type(machine, object) }?;
    if !widens(letter(from), letter(to)) {
        return None;
    }
    let value = machine.field(object, "value");
    Some(widen(from, to, value))
}

/// The value in a box, for code that says which primitive type it expects.
pub fn unbox(machine: &mut Machine<'_>, object: Ref, to: Type) -> Result<u64, Trap> {
    if object == 0 {
        return Err(null_pointer(machine));
    }
    match unbox_to(machine, object, to) {
        Some(value) => Ok(value),
        None => {
            let class = machine.program.well_known().boxed(to).expect("a primitive");
            Err(machine.cast_failure(object, class))
        }
    }
}

/// Widening of a primitive value (JLS 5.1.2).
pub fn widen(from: Type, to: Type, value: u64) -> u64 {
    let integral = match from {
        Type::Long => value as i64,
        _ => i64::from(value as u32 as i32),
    };
    match (from, to) {
        (Type::Float, Type::Double) => f64::from(f32::from_bits(value as u32)).to_bits(),
        (Type::Float | Type::Double, _) => value,
        (_, Type::Long) => integral as u64,
        (_, Type::Float) => u64::from((integral as f32).to_bits()),
        (_, Type::Double) => (integral as f64).to_bits(),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widening_keeps_the_sign() {
        let minus_one = u64::from(-1i32 as u32);
        assert_eq!(widen(Type::Byte, Type::Long, minus_one), u64::MAX);
        assert_eq!(widen(Type::Int, Type::Double, minus_one), (-1.0f64).to_bits());
        assert_eq!(widen(Type::Long, Type::Float, u64::MAX), u64::from((-1.0f32).to_bits()));
        assert_eq!(widen(Type::Float, Type::Double, u64::from(1.5f32.to_bits())), 1.5f64.to_bits());
    }
}
