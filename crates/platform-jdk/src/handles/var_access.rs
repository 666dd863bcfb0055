//! Accesses through a `VarHandle`: one atomic step each, whatever the mode.
//!
//! All that can be known about a call site is digested into a number when the site is resolved,
//! and all that can be known about a handle is in its added fields, so that an access reads a few
//! cells and no names. Sites whose types are not those of the handle (boxed values, narrower
//! numbers) go through a written method that converts and then accesses exactly.
//!
//! Weak compare-and-set does not fail spuriously.

use heddle_machine::{
    Access, Args, HEADER, HandleCall, Location, Machine, Mode, NativeResult, Pending, Ref, SHARED, Trap,
};
use heddle_program::ir::ElementKind;
use heddle_program::{ClassId, FieldId, MethodId, Type, access};

use super::byte_view::{self, Bytes};
use super::types::{can_convert_type, external_descriptor};
use super::var_handle::{Storage, Variable, is_mode_supported, mode_descriptor, refused_cast, unsupported_mode};
use crate::emit::{self, ClassBuilder, Signature, class_name, convert_argument, is_ref, mangle, slots};
use crate::rows::{Slots, null_pointer};

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Get,
    Set,
    CompareAndSet,
    CompareAndExchange,
    GetAndSet,
    GetAndAdd,
    GetAndOr,
    GetAndAnd,
    GetAndXor,
}

impl Action {
    const ALL: [Self; 9] = [
        Self::Get,
        Self::Set,
        Self::CompareAndSet,
        Self::CompareAndExchange,
        Self::GetAndSet,
        Self::GetAndAdd,
        Self::GetAndOr,
        Self::GetAndAnd,
        Self::GetAndXor,
    ];

    /// The action of a method of `VarHandle`, and whether it is a plain access.
    pub fn of(name: &str) -> Option<(Self, bool)> {
        let action = match name {
            "get" => return Some((Self::Get, true)),
            "set" => return Some((Self::Set, true)),
            "getVolatile" | "getOpaque" | "getAcquire" => Self::Get,
            "setVolatile" | "setOpaque" | "setRelease" => Self::Set,
            _ => {
                let stem = name.strip_suffix("Acquire").or_else(|| name.strip_suffix("Release")).unwrap_or(name);
                match stem {
                    "compareAndSet" | "weakCompareAndSet" | "weakCompareAndSetPlain" => Self::CompareAndSet,
                    "compareAndExchange" => Self::CompareAndExchange,
                    "getAndSet" => Self::GetAndSet,
                    "getAndAdd" => Self::GetAndAdd,
                    "getAndBitwiseOr" => Self::GetAndOr,
                    "getAndBitwiseAnd" => Self::GetAndAnd,
                    "getAndBitwiseXor" => Self::GetAndXor,
                    _ => return None,
                }
            }
        };
        Some((action, false))
    }

    /// Values that the access takes behind the coordinates.
    pub fn values(self) -> usize {
        match self {
            Self::Get => 0,
            Self::CompareAndSet | Self::CompareAndExchange => 2,
            _ => 1,
        }
    }

    fn reads(self) -> bool {
        self != Self::Set
    }

    pub fn writes(self) -> bool {
        self != Self::Get
    }

    /// Whether it exists for variables of a type.
    pub fn supports(self, kind: ElementKind) -> bool {
        match self {
            Self::GetAndAdd => !matches!(kind, ElementKind::Ref | ElementKind::Boolean),
            Self::GetAndOr | Self::GetAndAnd | Self::GetAndXor => {
                !matches!(kind, ElementKind::Ref | ElementKind::Float | ElementKind::Double)
            }
            _ => true,
        }
    }
}

/// A digested call site. `kind` codes are those of [`ElementKind`]; 15 stands for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Token {
    action: Action,
    mode: Mode,
    /// Coordinates that the site passes; 3 if the site fits no variable without conversions.
    coordinates: u8,
    /// The kind of all values that the site passes.
    value: u8,
    /// The kind of what the site expects.
    result: u8,
    /// The class to which the result must be cast.
    class: Option<ClassId>,
}

const NONE: u8 = 15;
const IRREGULAR: u8 = 3;
/// Where the coordinates stand in a token.
const COORDINATES: u32 = 7;

impl Token {
    fn pack(self) -> u64 {
        self.action as u64
            | (self.mode as u64) << 4
            | u64::from(self.coordinates) << COORDINATES
            | u64::from(self.value) << 9
            | u64::from(self.result) << 13
            | self.class.map_or(0, |class| u64::from(class.0) + 1) << 17
    }

    #[inline]
    fn unpack(token: u64) -> Self {
        Self {
            action: Action::ALL[token as usize & 15],
            mode: Mode::ALL[token as usize >> 4 & 7],
            coordinates: (token >> COORDINATES) as u8 & 3,
            value: (token >> 9) as u8 & 15,
            result: (token >> 13) as u8 & 15,
            class: ((token >> 17) as u32).checked_sub(1).map(ClassId),
        }
    }

    /// Whether an access through a site with this token to a variable needs no conversion.
    #[inline]
    fn fits(self, variable: &Variable) -> bool {
        let kind = variable.kind as u8;
        let result = match self.action {
            Action::Set => self.result == NONE,
            Action::CompareAndSet => self.result == NONE || self.result == ElementKind::Boolean as u8,
            _ => self.result == NONE || self.result == kind,
        };
        result && self.coordinates == variable.storage.coordinates() && (self.value == NONE || self.value == kind)
    }
}

/// The kind of values of a descriptor.
pub fn kind_of(descriptor: &str) -> Option<ElementKind> {
    Some(match descriptor.as_bytes()[0] {
        b'Z' => ElementKind::Boolean,
        b'B' => ElementKind::Byte,
        b'C' => ElementKind::Char,
        b'S' => ElementKind::Short,
        b'I' => ElementKind::Int,
        b'J' => ElementKind::Long,
        b'F' => ElementKind::Float,
        b'D' => ElementKind::Double,
        b'V' => return None,
        _ => ElementKind::Ref,
    })
}

/// Digests a call site: the name of the method and the descriptor of the call. 48 bits.
pub fn digest(machine: &mut Machine<'_>, name: &str, descriptor: &str) -> u64 {
    let Some((action, plain)) = Action::of(name) else { return u64::from(IRREGULAR) << COORDINATES };
    let signature = Signature::parse(descriptor);
    let code = |descriptor: &str| kind_of(descriptor).map_or(NONE, |kind| kind as u8);
    let count = signature.params.len().checked_sub(action.values());
    let (coordinates, values) = signature.params.split_at(count.unwrap_or(0));
    let value = values.first().map_or(NONE, |first| code(first));
    let regular = match coordinates {
        [] => true,
        [object] => is_ref(object),
        [array, index] => is_ref(array) && *index == "I",
        _ => false,
    };
    let regular = regular && count.is_some() && values.iter().all(|v| code(v) == value);
    let class = match signature.result {
        "Ljava/lang/Object;" => None,
        result if is_ref(result) => machine.program.load(class_name(result)).ok(),
        _ => None,
    };
    Token {
        action,
        mode: if plain { Mode::Plain } else { Mode::of(name) },
        coordinates: if regular { coordinates.len() as u8 } else { IRREGULAR },
        value,
        result: code(signature.result),
        class,
    }
    .pack()
}

/// Executes an access.
pub fn invoke(machine: &mut Machine<'_>, call: HandleCall, args: &[u64]) -> NativeResult {
    let Ok(variable) = Variable::read(machine, args.object(0)) else {
        let method = through_method_handle(machine, call)?;
        return Err(Trap::Tail(method, Args::from_slice(args)));
    };
    let token = Token::unpack(call.token);
    if variable.exact || !token.fits(&variable) {
        return convert(machine, call, &variable, args);
    }
    if !is_mode_supported(machine, &variable, token.action, token.mode == Mode::Plain) {
        return Err(unsupported_mode(machine, call));
    }
    if token.action == Action::CompareAndSet {
        let program = machine.program;
        if program.text(program.method(call.method).name).starts_with("weak") {
            machine.depend_on_weak_compare_and_set();
        }
    }
    let result = access_variable(machine, token, &variable, args)?;
    match token.class {
        Some(class) if variable.value != Some(class) => cast_result(machine, token, class, result),
        _ => Ok(result),
    }
}

/// The site says that the result is of a class that the variable's type does not imply.
fn cast_result(machine: &mut Machine<'_>, token: Token, class: ClassId, result: u64) -> NativeResult {
    let object = result as Ref;
    if token.result != ElementKind::Ref as u8 || object == 0 || machine.is_instance(object, class) {
        return Ok(result);
    }
    Err(refused_cast(machine, object, class))
}

/// What other threads can notice of an access.
pub fn effect(machine: &Machine<'_>, call: HandleCall, args: &[u64]) -> Pending {
    let Ok(variable) = Variable::read(machine, args.object(0)) else { return Pending::Local };
    let token = Token::unpack(call.token);
    if variable.invisible || !token.fits(&variable) {
        return Pending::Local;
    }
    let shared = |object: Ref| object != 0 && machine.state.heap.tag(object) == SHARED;
    let location = match variable.storage {
        Storage::Field if shared(args.object(1)) => Location::Field { object: args.object(1), field: variable.field },
        Storage::Static if machine.awaits_initialization(variable.holder) => {
            return Pending::Initialize(variable.holder);
        }
        Storage::Static => Location::Static { field: variable.field },
        Storage::Array if shared(args.object(1)) && (args.int(2) as u32) < machine.state.heap.len(args.object(1)) => {
            Location::Element { array: args.object(1), index: args.int(2) as u32 }
        }
        Storage::Bytes | Storage::Buffer => {
            let bytes = match variable.storage {
                Storage::Bytes => Some(Bytes { array: args.object(1), offset: args.int(2) as u32 }),
                _ => byte_view::bytes_of_buffer(machine, args.object(1), args.int(2)),
            };
            let Some(Bytes { array, offset: from }) = bytes.filter(|bytes| shared(bytes.array)) else {
                return Pending::Local;
            };
            let to = from.saturating_add(variable.kind.bytes());
            if to > machine.state.heap.len(array) {
                return Pending::Local;
            }
            Location::Elements { array, from, to }
        }
        _ => return Pending::Local,
    };
    Pending::Memory(Access { location, reads: token.action.reads(), writes: token.action.writes(), mode: token.mode })
}

/// Where a variable is.
#[derive(Clone, Copy)]
pub enum Place {
    Field { object: Ref, place: u32 },
    Static { cell: u32 },
    Element { array: Ref, index: u32 },
    Bytes(Bytes),
}

/// Checks the coordinates, in the order and with the exceptions of the JDK.
fn locate(machine: &mut Machine<'_>, variable: &Variable, args: &[u64], mode: (Action, bool)) -> Result<Place, Trap> {
    if variable.storage == Storage::Static {
        machine.ensure_initialized(variable.holder)?;
        return Ok(Place::Static { cell: variable.place });
    }
    let object = args.object(1);
    if object == 0 {
        return Err(null_pointer(machine));
    }
    if !machine.is_instance(object, variable.holder) {
        return Err(refused_cast(machine, object, variable.holder));
    }
    if variable.storage == Storage::Field {
        return Ok(Place::Field { object, place: variable.place });
    }
    let (index, len) = (args.int(2), machine.state.heap.len(object));
    if variable.storage == Storage::Buffer {
        return byte_view::locate_in_buffer(machine, variable, object, index, mode).map(Place::Bytes);
    }
    if variable.storage == Storage::Bytes {
        let limit = i64::from(len) - i64::from(variable.kind.bytes()) + 1;
        if i64::from(index) < 0 || i64::from(index) >= limit {
            let message = format!("Index {index} out of bounds for length {limit}");
            return Err(machine.throw("java/lang/ArrayIndexOutOfBoundsException", &message));
        }
        return Ok(Place::Bytes(Bytes { array: object, offset: index as u32 }));
    }
    if index as u32 >= len {
        let message = format!("Index {index} out of bounds for length {len}");
        return Err(machine.throw("java/lang/ArrayIndexOutOfBoundsException", &message));
    }
    Ok(Place::Element { array: object, index: index as u32 })
}

fn access_place(
    machine: &mut Machine<'_>,
    (action, plain): (Action, bool),
    variable: &Variable,
    place: Place,
    values: &[u64],
) -> NativeResult {
    check_values(machine, (action, plain), variable, place, values)?;
    let old = match place {
        Place::Field { object, place } => machine.state.heap.cell(object + place),
        Place::Static { cell } => machine.state.heap.cell(cell),
        Place::Element { array, index } => machine.element(array, variable.kind, index),
        Place::Bytes(_) => unreachable!("views are accessed elsewhere"),
    };
    if matches!(action, Action::CompareAndSet | Action::CompareAndExchange) {
        machine.native_compares(old, values[0]);
    }
    let (new, result) = update(action, variable.kind, old, values);
    let Some(new) = new else { return Ok(result) };
    if matches!(action, Action::GetAndAdd | Action::GetAndOr | Action::GetAndAnd | Action::GetAndXor) {
        machine.native_computes(old, values[0], new);
    }
    match place {
        Place::Field { object, place } if variable.kind == ElementKind::Ref => {
            machine.store_ref(object, place, new as Ref);
        }
        Place::Field { object, place } => machine.store(object, place, new),
        Place::Static { cell } => {
            if variable.kind == ElementKind::Ref {
                machine.publish(new as Ref);
            }
            machine.store_static(cell, new);
        }
        Place::Element { array, index } if variable.kind == ElementKind::Ref => {
            machine.store_array_ref(array, index, new as Ref);
        }
        Place::Element { array, index } => machine.set_element(array, variable.kind, index, new),
        Place::Bytes(_) => unreachable!("views are accessed elsewhere"),
    }
    Ok(result)
}

/// References must be of the variable's type; in an array, of the array's own.
fn check_values(
    machine: &mut Machine<'_>,
    (action, plain): (Action, bool),
    variable: &Variable,
    place: Place,
    values: &[u64],
) -> Result<(), Trap> {
    if variable.kind != ElementKind::Ref {
        return Ok(());
    }
    for (at, &value) in values.iter().take(action.values()).enumerate() {
        let object = value as Ref;
        if object == 0 {
            continue;
        }
        if let Some(class) = variable.value.filter(|&class| !machine.is_instance(object, class)) {
            return Err(refused_cast(machine, object, class));
        }
        let written = at + 1 == action.values();
        if let Place::Element { array, .. } = place
            && written
            && !machine.array_takes(array, object)
        {
            // Only the plain store says what it refused.
            return Err(if plain {
                let name = heddle_machine::names::external(machine.program, machine.class_of(object));
                machine.throw("java/lang/ArrayStoreException", &name)
            } else {
                machine.throw_bare("java/lang/ArrayStoreException")
            });
        }
    }
    Ok(())
}

/// The new value of a variable, if it changes, and the result of the access.
pub fn update(action: Action, kind: ElementKind, old: u64, values: &[u64]) -> (Option<u64>, u64) {
    // A `long` or `double` takes two argument slots.
    let width = if matches!(kind, ElementKind::Long | ElementKind::Double) { 2 } else { 1 };
    let value = |at: usize| narrow(kind, values[at * width]);
    let integer = |f: fn(u64, u64) -> u64| narrow(kind, f(old, value(0)));
    match action {
        Action::Get => (None, old),
        Action::Set => (Some(value(0)), 0),
        Action::CompareAndSet if old == value(0) => (Some(value(1)), 1),
        Action::CompareAndSet => (None, 0),
        Action::CompareAndExchange if old == value(0) => (Some(value(1)), old),
        Action::CompareAndExchange => (None, old),
        Action::GetAndSet => (Some(value(0)), old),
        Action::GetAndAdd => {
            let new = match kind {
                ElementKind::Float => {
                    let sum = f32::from_bits(old as u32) + f32::from_bits(value(0) as u32);
                    u64::from(sum.to_bits())
                }
                ElementKind::Double => (f64::from_bits(old) + f64::from_bits(value(0))).to_bits(),
                _ => integer(u64::wrapping_add),
            };
            (Some(new), old)
        }
        Action::GetAndOr => (Some(integer(|a, b| a | b)), old),
        Action::GetAndAnd => (Some(integer(|a, b| a & b)), old),
        Action::GetAndXor => (Some(integer(|a, b| a ^ b)), old),
    }
}

/// A value as a variable of that kind keeps it.
fn narrow(kind: ElementKind, value: u64) -> u64 {
    let ty = match kind {
        ElementKind::Boolean => Type::Boolean,
        ElementKind::Byte => Type::Byte,
        ElementKind::Char => Type::Char,
        ElementKind::Short => Type::Short,
        ElementKind::Int | ElementKind::Float | ElementKind::Ref => Type::Int,
        ElementKind::Long | ElementKind::Double => Type::Long,
    };
    Machine::narrow(ty, value)
}

/// Goes through a method that converts arguments and result, if the handle's types allow that.
fn convert(machine: &mut Machine<'_>, call: HandleCall, variable: &Variable, args: &[u64]) -> NativeResult {
    let program = machine.program;
    let name = program.text(program.method(call.method).name);
    let (action, plain) = Action::of(name).expect("calls of other methods are not digested");
    let wanted = program.text(call.descriptor);
    let own = mode_descriptor(machine, args.object(0), variable, action);
    if !is_mode_supported(machine, variable, action, plain) {
        return Err(unsupported_mode(machine, call));
    }
    if own == wanted {
        // The handle insists on exact types, and the site has them.
        return access_variable(machine, Token::unpack(call.token), variable, args);
    }
    let (from, to) = (Signature::parse(&own), Signature::parse(wanted));
    if variable.exact || !can_convert_type(machine, &from, &to) {
        let (own, wanted) = (external_descriptor(&own), external_descriptor(wanted));
        let message = match (variable.exact, program.jdk_feature() >= 20) {
            (true, true) => format!("handle's method type {own} but found {wanted}"),
            (true, false) => format!("expected {own} but found {wanted}"),
            (false, _) => {
                let [own, wanted] = [own, wanted].map(|ty| ty.replacen('(', "(VarHandle,", 1).replace(",)", ")"));
                format!("cannot convert MethodHandle{own} to {wanted}")
            }
        };
        return Err(machine.throw("java/lang/invoke/WrongMethodTypeException", &message));
    }
    let method = converter(machine, name, &own, wanted)?;
    Err(Trap::Tail(method, Args::from_slice(args)))
}

fn access_variable(machine: &mut Machine<'_>, token: Token, variable: &Variable, args: &[u64]) -> NativeResult {
    let values = &args[1 + usize::from(token.coordinates)..];
    let mode = (token.action, token.mode == Mode::Plain);
    match locate(machine, variable, args, mode)? {
        Place::Bytes(bytes) => byte_view::access(machine, mode, variable, bytes, values),
        place => access_place(machine, mode, variable, place, values),
    }
}

fn converter(machine: &mut Machine<'_>, name: &str, own: &str, wanted: &str) -> Result<MethodId, Trap> {
    const METHOD: &str = "call";
    const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";
    let class_name = format!("{VAR_HANDLE}$$Adapter/{}", mangle(&format!("{name}{own}{wanted}")));
    let class = emit::define(machine, &class_name, || {
        let mut class = ClassBuilder::new(&class_name, "java/lang/Object");
        let descriptor = format!("(L{VAR_HANDLE};{}", &wanted[1..]);
        class.method(access::STATIC, METHOD, &descriptor, |code| {
            let (from, to) = (Signature::parse(own), Signature::parse(wanted));
            code.load_this();
            let mut local = 1;
            for (have, want) in to.params.iter().zip(&from.params) {
                code.load(have, local);
                convert_argument(code, have, want);
                local += slots(have);
            }
            code.invoke_virtual(VAR_HANDLE, name, own);
            convert_argument(code, from.result, to.result);
            code.ret(to.result);
        });
        class
    })?;
    Ok(emit::method_of(machine, class, METHOD))
}

/// Accesses through handles that the JDK adapted from others (`MethodHandles.filterValue` and its
/// kin): a method that asks the handle for a method handle and invokes that.
fn through_method_handle(machine: &mut Machine<'_>, call: HandleCall) -> Result<MethodId, Trap> {
    const METHOD: &str = "call";
    const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";
    const MODE: &str = "java/lang/invoke/VarHandle$AccessMode";
    let program = machine.program;
    let (name, wanted) = (program.text(program.method(call.method).name), program.text(call.descriptor));
    let class_name = format!("{VAR_HANDLE}$$Indirect/{}", mangle(&format!("{name}{wanted}")));
    let class = emit::define(machine, &class_name, || {
        let mut class = ClassBuilder::new(&class_name, "java/lang/Object");
        class.method(access::STATIC, METHOD, &format!("(L{VAR_HANDLE};{}", &wanted[1..]), |code| {
            let signature = Signature::parse(wanted);
            code.load_this();
            code.get_static(MODE, &constant_name(name), &format!("L{MODE};"));
            code.invoke_virtual(VAR_HANDLE, "toMethodHandle", &format!("(L{MODE};)Ljava/lang/invoke/MethodHandle;"));
            code.load_all(&signature.params, 1);
            code.invoke_virtual("java/lang/invoke/MethodHandle", "invoke", wanted);
            code.ret(signature.result);
        });
        class
    })?;
    Ok(emit::method_of(machine, class, METHOD))
}

/// The `AccessMode` of a method: `getAndAdd` is `GET_AND_ADD`.
fn constant_name(method: &str) -> String {
    let mut name = String::new();
    for letter in method.chars() {
        if letter.is_uppercase() {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    name
}

/// The cell of an instance field, counted from the object's header.
pub fn field_place(machine: &Machine<'_>, field: FieldId) -> u32 {
    let info = machine.program.field(field);
    if info.is_static() { info.place } else { HEADER + info.place }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_survive_packing() {
        let token = Token {
            action: Action::CompareAndExchange,
            mode: Mode::Volatile,
            coordinates: 2,
            value: ElementKind::Ref as u8,
            result: NONE,
            class: Some(ClassId(77_000)),
        };
        assert_eq!(Token::unpack(token.pack()), token);
        assert_eq!(Token::unpack(Token { class: None, ..token }.pack()).class, None);
    }

    #[test]
    fn all_31_modes_have_an_action() {
        let stems = ["compareAndExchange", "getAndSet", "getAndAdd", "getAndBitwiseOr", "getAndBitwiseAnd"];
        let mut names: Vec<String> = ["get", "set", "getVolatile", "setVolatile", "getAcquire", "setRelease"]
            .into_iter()
            .chain(["getOpaque", "setOpaque", "compareAndSet", "weakCompareAndSetPlain", "weakCompareAndSet"])
            .chain(["weakCompareAndSetAcquire", "weakCompareAndSetRelease"])
            .map(str::to_owned)
            .collect();
        for stem in stems.into_iter().chain(["getAndBitwiseXor"]) {
            names.extend(["", "Acquire", "Release"].map(|order| format!("{stem}{order}")));
        }
        assert_eq!(names.len(), 31);
        assert!(names.iter().all(|name| Action::of(name).is_some()));
        assert_eq!(Action::of("toString"), None);
        assert_eq!(constant_name("weakCompareAndSetPlain"), "WEAK_COMPARE_AND_SET_PLAIN");
    }

    #[test]
    fn updates_wrap_at_the_width_of_the_variable() {
        let byte = |v: i32| u64::from(v as u32);
        assert_eq!(update(Action::GetAndAdd, ElementKind::Byte, byte(127), &[byte(1)]), (Some(byte(-128)), byte(127)));
        assert_eq!(update(Action::CompareAndSet, ElementKind::Char, 0xffff, &[byte(-1), 7]), (Some(7), 1));
        assert_eq!(update(Action::CompareAndSet, ElementKind::Long, 5, &[5, 5, 9, 9]), (Some(9), 1));
        assert_eq!(update(Action::CompareAndExchange, ElementKind::Int, 4, &[5, 9]), (None, 4));
    }
}
