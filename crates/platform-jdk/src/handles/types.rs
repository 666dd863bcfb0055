//! `MethodType`: one permanent object per descriptor, so that equal types are identical as in the
//! JDK. Its `MethodTypeForm`, which only the JDK's own handles need, is never made; methods that
//! would ask it are replaced.

use heddle_machine::{Machine, Native, NativeResult, Ref, Trap};
use heddle_program::ClassId;

use crate::emit::{Signature, box_of, class_name, descriptor_of_name, is_ref, slots, unbox_of};
use crate::rows::{Slots, flag, int, null_pointer, object, pure};

const CLASS: &str = "java/lang/invoke/MethodType";

pub const ROWS: &[Native] = &[
    pure(CLASS, "<clinit>", "()V", initialize),
    pure(CLASS, "makeImpl", "", make),
    pure(CLASS, "genericMethodType", "(IZ)Ljava/lang/invoke/MethodType;", generic),
    pure(CLASS, "fromMethodDescriptorString", "", from_descriptor),
    pure(CLASS, "fromDescriptor", "", from_descriptor),
    pure(CLASS, "toMethodDescriptorString", "", to_descriptor),
    pure(CLASS, "hasPrimitives", "()Z", has_primitives),
    pure(CLASS, "hasWrappers", "()Z", has_wrappers),
    pure(CLASS, "erase", "", erase),
    pure(CLASS, "wrap", "", wrap),
    pure(CLASS, "unwrap", "", unwrap),
    pure(CLASS, "parameterSlotCount", "()I", slot_count),
    pure(CLASS, "isConvertibleTo", "", is_convertible),
];

/// The `MethodType` of a descriptor.
pub fn method_type(machine: &mut Machine<'_>, descriptor: &str) -> Result<Ref, Trap> {
    let program = machine.program;
    let symbol = program.symbol(descriptor);
    if let Some(&ty) = machine.linkage.method_types.get(&symbol) {
        return Ok(ty);
    }
    let signature = Signature::parse(descriptor);
    let result = class_of(machine, signature.result)?;
    let params = signature.params.iter().map(|p| class_of(machine, p)).collect::<Result<Vec<_>, _>>()?;
    let known = program.well_known();
    let ty = machine.permanently(Machine::text_key(&format!("type {descriptor}")), |m| -> Result<Ref, Trap> {
        let array = m.new_array(known.class_array, params.len() as u32)?;
        for (index, &param) in params.iter().enumerate() {
            let mirror = m.mirror(param);
            m.state.heap.store_u32(array, index as u32, mirror);
        }
        let ty = m.new_object(known.method_type)?;
        let mirror = m.mirror(result);
        m.set_field(ty, "rtype", u64::from(mirror));
        m.set_field(ty, "ptypes", u64::from(array));
        Ok(ty)
    })?;
    machine.linkage.method_types.insert(symbol, ty);
    Ok(ty)
}

fn class_of(machine: &mut Machine<'_>, descriptor: &str) -> Result<ClassId, Trap> {
    machine.program.class_of_descriptor(descriptor).map_err(|error| machine.link_error(error))
}

/// The descriptor of a `MethodType` (not null).
pub fn type_descriptor(machine: &mut Machine<'_>, ty: Ref) -> String {
    let result = machine.field(ty, "rtype") as Ref;
    let params = machine.field(ty, "ptypes") as Ref;
    let mut descriptor = "(".to_owned();
    for index in 0..machine.state.heap.len(params) {
        let mirror = machine.state.heap.load_u32(params, index);
        descriptor.push_str(&mirror_descriptor(machine, mirror));
    }
    descriptor.push(')');
    descriptor + &mirror_descriptor(machine, result)
}

/// The descriptor of the class that a mirror stands for.
pub fn mirror_descriptor(machine: &Machine<'_>, mirror: Ref) -> String {
    machine.class_of_mirror(mirror).map_or(String::new(), |class| machine.program.descriptor_of(class))
}

/// A descriptor as `MethodType.toString` gives it: `(String,int)void`.
pub fn external_descriptor(descriptor: &str) -> String {
    let signature = Signature::parse(descriptor);
    let params: Vec<String> = signature.params.iter().map(|p| simple_name(p)).collect();
    format!("({}){}", params.join(","), simple_name(signature.result))
}

fn simple_name(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let dimensions = descriptor.len() - element.len();
    let name = match element {
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        "V" => "void",
        other => {
            let name = class_name(other).rsplit('/').next().unwrap_or(other);
            // Nested classes are known by the part behind the last dollar sign, unless that is
            // all there is.
            name.rsplit('$').next().filter(|part| !part.is_empty()).unwrap_or(name)
        }
    };
    name.to_owned() + &"[]".repeat(dimensions)
}

/// Whether `asType` converts values of one type to another.
pub fn can_convert(machine: &mut Machine<'_>, from: &str, to: &str) -> bool {
    if from == to || to == "V" || from == "V" || to == "Ljava/lang/Object;" {
        return true;
    }
    let is_subtype = |machine: &mut Machine<'_>, sub: &str, sup: &str| {
        let program = machine.program;
        match (program.load(sub), program.load(sup)) {
            (Ok(sub), Ok(sup)) => program.is_subtype(sub, sup),
            _ => false,
        }
    };
    match (is_ref(from), is_ref(to)) {
        (true, true) => true,
        (false, false) => crate::emit::widens(from, to),
        (false, true) => {
            let boxed = box_of(from).expect("a primitive");
            is_subtype(machine, boxed, class_name(to))
        }
        (true, false) => match unbox_of(class_name(from)) {
            Some(primitive) => crate::emit::widens(primitive, to),
            None => {
                // A supertype of a box that widens to the primitive.
                let boxed = box_of(to).expect("a primitive");
                is_subtype(machine, boxed, class_name(from))
            }
        },
    }
}

/// Whether a value of one type is one of another, a reference type, without a cast.
pub fn is_assignable(machine: &Machine<'_>, from: &str, to: &str) -> bool {
    let program = machine.program;
    match (program.class_of_descriptor(from), program.class_of_descriptor(to)) {
        (Ok(from), Ok(to)) => program.is_subtype(from, to),
        _ => false,
    }
}

/// Whether `asType` converts handles of one type to another of the same arity.
pub fn can_convert_type(machine: &mut Machine<'_>, from: &Signature<'_>, to: &Signature<'_>) -> bool {
    // Arguments flow from the new type to the old one, results the other way.
    from.params.len() == to.params.len()
        && can_convert(machine, from.result, to.result)
        && (0..from.params.len()).all(|i| can_convert(machine, to.params[i], from.params[i]))
}

fn initialize(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let known = machine.program.well_known();
    let empty = machine.new_array(known.class_array, 0)?;
    machine.set_static_field(known.method_type, "NO_PTYPES", u64::from(empty));
    Ok(0)
}

/// `makeImpl(rtype, ptypes, trusted)`.
fn make(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (result, params) = (args.object(0), args.object(1));
    if result == 0 {
        return Err(null_pointer(machine));
    }
    let mut descriptor = "(".to_owned();
    let mut width = 0;
    let count = if params == 0 { 0 } else { machine.state.heap.len(params) };
    for index in 0..count {
        let mirror = machine.state.heap.load_u32(params, index);
        if mirror == 0 {
            return Err(null_pointer(machine));
        }
        let param = mirror_descriptor(machine, mirror);
        if param == "V" {
            return Err(machine.throw("java/lang/IllegalArgumentException", "parameter type cannot be void"));
        }
        width += slots(&param);
        descriptor.push_str(&param);
    }
    if width > 255 {
        let message = format!("bad parameter count {count}");
        return Err(machine.throw("java/lang/IllegalArgumentException", &message));
    }
    descriptor.push(')');
    descriptor.push_str(&mirror_descriptor(machine, result));
    method_type(machine, &descriptor).and_then(object)
}

/// `genericMethodType(count, finalArray)`.
fn generic(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (count, array) = (args.int(0), args.flag(1));
    if !(0..=255).contains(&(count + i32::from(array))) {
        let message = format!("bad parameter count {count}");
        return Err(machine.throw("java/lang/IllegalArgumentException", &message));
    }
    let last = if array { "[Ljava/lang/Object;" } else { "" };
    let descriptor = format!("({}{last})Ljava/lang/Object;", "Ljava/lang/Object;".repeat(count as usize));
    method_type(machine, &descriptor).and_then(object)
}

/// `fromMethodDescriptorString(descriptor, loader)`.
fn from_descriptor(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(0) == 0 {
        return Err(null_pointer(machine));
    }
    let descriptor = machine.string(args.object(0));
    if !heddle_classfile::is_method_descriptor(&descriptor) {
        let message = format!("not a method descriptor: {descriptor}");
        return Err(machine.throw("java/lang/IllegalArgumentException", &message));
    }
    let signature = Signature::parse(&descriptor);
    for part in signature.params.iter().chain([&signature.result]) {
        if machine.program.class_of_descriptor(part).is_err() {
            let name = class_name(part).replace('/', ".");
            return Err(machine.throw("java/lang/TypeNotPresentException", &format!("Type {name} not present")));
        }
    }
    method_type(machine, &descriptor).and_then(object)
}

fn to_descriptor(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let descriptor = type_descriptor(machine, args.object(0));
    machine.new_string(&descriptor).and_then(object)
}

fn parts(machine: &mut Machine<'_>, ty: Ref) -> Vec<String> {
    let descriptor = type_descriptor(machine, ty);
    let signature = Signature::parse(&descriptor);
    signature.params.iter().chain([&signature.result]).map(|part| (*part).to_owned()).collect()
}

fn has_primitives(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    flag(parts(machine, args.object(0)).iter().any(|part| !is_ref(part)))
}

fn has_wrappers(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let is_wrapper = |part: &String| unbox_of(class_name(part)).is_some() || part == "Ljava/lang/Void;";
    flag(parts(machine, args.object(0)).iter().any(is_wrapper))
}

/// The type whose parts are `change`d.
fn mapped(machine: &mut Machine<'_>, ty: Ref, change: impl Fn(&str) -> String) -> NativeResult {
    let mut parts: Vec<String> = parts(machine, ty).iter().map(|part| change(part)).collect();
    let result = parts.pop().expect("a type has a result");
    method_type(machine, &format!("({}){result}", parts.concat())).and_then(object)
}

fn erase(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    mapped(machine, args.object(0), |part| if is_ref(part) { "Ljava/lang/Object;".into() } else { part.into() })
}

fn wrap(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    mapped(machine, args.object(0), |part| match (part, box_of(part)) {
        ("V", _) => "Ljava/lang/Void;".into(),
        (_, Some(boxed)) => descriptor_of_name(boxed),
        _ => part.into(),
    })
}

fn unwrap(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let mut parts = parts(machine, args.object(0));
    let last = parts.len() - 1;
    for (index, part) in parts.iter_mut().enumerate() {
        // There are no parameters of type void.
        match unbox_of(class_name(part)) {
            Some(primitive) => *part = primitive.into(),
            None if part == "Ljava/lang/Void;" && index == last => *part = "V".into(),
            None => {}
        }
    }
    let result = parts.pop().expect("a type has a result");
    method_type(machine, &format!("({}){result}", parts.concat())).and_then(object)
}

fn slot_count(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let descriptor = type_descriptor(machine, args.object(0));
    int(Signature::parse(&descriptor).params.iter().map(|p| i32::from(slots(p))).sum())
}

fn is_convertible(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (from, to) = (type_descriptor(machine, args.object(0)), type_descriptor(machine, args.object(1)));
    flag(can_convert_type(machine, &Signature::parse(&from), &Signature::parse(&to)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_read_as_java_prints_them() {
        assert_eq!(external_descriptor("(Ljava/lang/String;[IJ)V"), "(String,int[],long)void");
        assert_eq!(external_descriptor("(La/B$C;)[[Lx;"), "(C)x[][]");
    }
}
