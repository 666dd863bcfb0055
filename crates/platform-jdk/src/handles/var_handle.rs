//! `VarHandle`s as objects: what they refer to is in fields that the machine adds. They are
//! instances of one class written here; nothing of the JDK's `VarForm`s is used.

use heddle_machine::{HEADER, Machine, Native, NativeResult, Ref, Trap};
use heddle_program::ir::ElementKind;
use heddle_program::{ClassId, ClassKind, FieldId, Injected, access};

use super::types::method_type;
use super::var_access::{Action, field_place, kind_of};
use super::{byte_view, direct, segments};
use crate::emit::{self, ClassBuilder, class_name};
use crate::rows::{Slots, class_argument, first, flag, nothing, null_pointer, object, pure, unsupported};

const CLASS: &str = "java/lang/invoke/VarHandle";
const OWN: &str = "java/lang/invoke/VarHandle$$Machine/0x0";
const OWN_KIND: &str = "$$Machine";

pub const INJECTED: &[Injected] = &[
    Injected { class: CLASS, name: "heddleShape", descriptor: "I" },
    Injected { class: CLASS, name: "heddlePlace", descriptor: "I" },
    Injected { class: CLASS, name: "heddleField", descriptor: "I" },
    Injected { class: CLASS, name: "heddleHolder", descriptor: "I" },
    Injected { class: CLASS, name: "heddleValue", descriptor: "I" },
];

pub const ROWS: &[Native] = &[
    pure(CLASS, "<clinit>", "()V", nothing),
    pure(CLASS, "varType", "()Ljava/lang/Class;", var_type),
    pure(CLASS, "coordinateTypes", "()Ljava/util/List;", coordinate_types),
    pure(CLASS, "accessModeType", "(Ljava/lang/invoke/VarHandle$AccessMode;)Ljava/lang/invoke/MethodType;", mode_type),
    pure(CLASS, "isAccessModeSupported", "(Ljava/lang/invoke/VarHandle$AccessMode;)Z", is_supported),
    pure(
        CLASS,
        "toMethodHandle",
        "(Ljava/lang/invoke/VarHandle$AccessMode;)Ljava/lang/invoke/MethodHandle;",
        to_method_handle,
    ),
    pure(CLASS, "getMethodHandle", "(I)Ljava/lang/invoke/MethodHandle;", method_handle),
    pure(OWN_KIND, "withInvokeExactBehavior", "", with_exact),
    pure(OWN_KIND, "withInvokeBehavior", "", without_exact),
    // Checks what a filter declares to throw by looking inside the JDK's own handles.
    pure("java/lang/invoke/VarHandles", "adaptForCheckedExceptions", "", first),
    pure(CLASS, "fullFence", "()V", nothing),
    pure(CLASS, "acquireFence", "()V", nothing),
    pure(CLASS, "releaseFence", "()V", nothing),
    pure(CLASS, "loadLoadFence", "()V", nothing),
    pure(CLASS, "storeStoreFence", "()V", nothing),
];

/// What kind of variable a handle refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    Field = 1,
    Static = 2,
    Array = 3,
    /// A `byte[]` seen as an array of wider values.
    Bytes = 4,
    /// A `ByteBuffer` seen in the same way.
    Buffer = 5,
}

impl Storage {
    #[inline]
    pub fn coordinates(self) -> u8 {
        match self {
            Self::Static => 0,
            Self::Field => 1,
            Self::Array | Self::Bytes | Self::Buffer => 2,
        }
    }

    /// Whether the variable is spread over bytes of something else.
    pub fn is_view(self) -> bool {
        matches!(self, Self::Bytes | Self::Buffer)
    }
}

/// What the added fields of a handle say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    pub storage: Storage,
    pub kind: ElementKind,
    pub is_final: bool,
    /// Accesses are no business of other threads.
    pub invisible: bool,
    /// `withInvokeExactBehavior`.
    pub exact: bool,
    pub big_endian: bool,
    /// A field's cell from the object's header; a static's cell.
    pub place: u32,
    pub field: FieldId,
    /// The class of objects or arrays that have the variable; the one that declares a static.
    pub holder: ClassId,
    /// The class of references; `None` for `Object` and primitives.
    pub value: Option<ClassId>,
}

const KINDS: [ElementKind; 9] = [
    ElementKind::Boolean,
    ElementKind::Byte,
    ElementKind::Char,
    ElementKind::Short,
    ElementKind::Int,
    ElementKind::Long,
    ElementKind::Float,
    ElementKind::Double,
    ElementKind::Ref,
];
const FINAL: u64 = 1 << 8;
const INVISIBLE: u64 = 1 << 9;
const EXACT: u64 = 1 << 10;
const BIG_ENDIAN: u64 = 1 << 11;

#[inline]
fn first_place(machine: &Machine<'_>) -> u32 {
    let class = machine.program.class(machine.program.well_known().var_handle);
    HEADER + class.layout.fields.len() as u32 - INJECTED.len() as u32
}

impl Variable {
    /// Reads a handle (not null).
    #[inline]
    pub fn read(machine: &Machine<'_>, handle: Ref) -> Result<Self, Trap> {
        let first = handle + first_place(machine);
        let shape = machine.state.heap.cell(first);
        let storage = match shape & 15 {
            1 => Storage::Field,
            2 => Storage::Static,
            3 => Storage::Array,
            4 => Storage::Bytes,
            5 => Storage::Buffer,
            _ => {
                let class = machine.program.class_name(machine.class_of(handle));
                return Err(unsupported(format!("a variable handle of class {class}")));
            }
        };
        Ok(Self {
            storage,
            kind: KINDS[(shape >> 4 & 15) as usize],
            is_final: shape & FINAL != 0,
            invisible: shape & INVISIBLE != 0,
            exact: shape & EXACT != 0,
            big_endian: shape & BIG_ENDIAN != 0,
            place: machine.state.heap.cell(first + 1) as u32,
            field: FieldId(machine.state.heap.cell(first + 2) as u32),
            holder: ClassId(machine.state.heap.cell(first + 3) as u32),
            value: (machine.state.heap.cell(first + 4) as u32).checked_sub(1).map(ClassId),
        })
    }

    fn new_handle(self, machine: &mut Machine<'_>) -> Result<Ref, Trap> {
        let class = own_class(machine)?;
        let handle = machine.new_object(class)?;
        let first = first_place(machine);
        let flags =
            [(self.is_final, FINAL), (self.invisible, INVISIBLE), (self.exact, EXACT), (self.big_endian, BIG_ENDIAN)];
        let flags = flags.iter().filter(|(set, _)| *set).map(|(_, bit)| bit).sum::<u64>();
        let shape = self.storage as u64 | (self.kind as u64) << 4 | flags;
        let value = self.value.map_or(0, |class| class.0 + 1);
        let cells = [shape, self.place.into(), self.field.0.into(), self.holder.0.into(), value.into()];
        for (index, cell) in cells.into_iter().enumerate() {
            machine.store(handle, first + index as u32, cell);
        }
        machine.set_field(handle, "exact", u64::from(self.exact));
        Ok(handle)
    }
}

fn own_class(machine: &mut Machine<'_>) -> Result<ClassId, Trap> {
    emit::define(machine, OWN, || {
        let mut class = ClassBuilder::new(OWN, CLASS);
        for name in ["withInvokeExactBehavior", "withInvokeBehavior"] {
            class.native(access::PUBLIC, name, "()Ljava/lang/invoke/VarHandle;");
        }
        class
    })
}

/// The class of values of a reference type that must be checked.
fn checked_class(machine: &mut Machine<'_>, descriptor: &str) -> Result<Option<ClassId>, Trap> {
    if !emit::is_ref(descriptor) || descriptor == "Ljava/lang/Object;" {
        return Ok(None);
    }
    machine.load(class_name(descriptor)).map(Some)
}

/// A handle for a field.
pub fn of_field(machine: &mut Machine<'_>, holder: ClassId, field: FieldId) -> Result<Ref, Trap> {
    let program = machine.program;
    let info = program.field(field);
    let descriptor = program.text(info.descriptor);
    let is_static = info.is_static();
    Variable {
        storage: if is_static { Storage::Static } else { Storage::Field },
        kind: kind_of(descriptor).expect("fields are not void"),
        is_final: info.is_final(),
        invisible: machine.is_invisible_field(field),
        exact: false,
        big_endian: false,
        place: field_place(machine, field),
        field,
        holder: if is_static { info.class } else { holder },
        value: checked_class(machine, descriptor)?,
    }
    .new_handle(machine)
}

/// A handle for the elements of an array class.
fn of_array(machine: &mut Machine<'_>, array: ClassId) -> Result<Ref, Trap> {
    let program = machine.program;
    let ClassKind::Array { component, kind } = program.class(array).kind else {
        let name = heddle_machine::names::external(program, array);
        return Err(machine.throw("java/lang/IllegalArgumentException", &format!("not an array type: {name}")));
    };
    let descriptor = program.descriptor_of(component);
    Variable {
        storage: Storage::Array,
        kind,
        is_final: false,
        invisible: false,
        exact: false,
        big_endian: false,
        place: 0,
        field: FieldId(0),
        holder: array,
        value: checked_class(machine, &descriptor)?,
    }
    .new_handle(machine)
}

/// `MethodHandles.arrayElementVarHandle(arrayClass)`.
pub fn array_element(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    of_array(machine, class).and_then(object)
}

/// `MethodHandles.byteArrayViewVarHandle(viewArrayClass, byteOrder)`.
pub fn byte_array_view(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let bytes = machine.program.array_of_kind(ElementKind::Byte);
    view(machine, args, Storage::Bytes, bytes)
}

/// `MethodHandles.byteBufferViewVarHandle(viewArrayClass, byteOrder)`.
pub fn byte_buffer_view(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let buffer = machine.load("java/nio/ByteBuffer")?;
    view(machine, args, Storage::Buffer, buffer)
}

fn view(machine: &mut Machine<'_>, args: &[u64], storage: Storage, holder: ClassId) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    if args.object(1) == 0 {
        return Err(null_pointer(machine));
    }
    let kind = match machine.program.class(class).kind {
        ClassKind::Array { kind, .. } => kind,
        _ => return Err(machine.throw("java/lang/IllegalArgumentException", "not an array type")),
    };
    if matches!(kind, ElementKind::Boolean | ElementKind::Byte | ElementKind::Ref) {
        return Err(machine.throw_bare("java/lang/UnsupportedOperationException"));
    }
    let order = machine.class_of(args.object(1));
    let big_endian = machine.static_field(order, "BIG_ENDIAN") == args[1];
    Variable {
        storage,
        kind,
        is_final: false,
        invisible: false,
        exact: false,
        big_endian,
        place: 0,
        field: FieldId(0),
        holder,
        value: None,
    }
    .new_handle(machine)
    .and_then(object)
}

/// The descriptor of a variable's type.
fn value_descriptor(machine: &Machine<'_>, variable: &Variable) -> String {
    let program = machine.program;
    match (variable.storage, variable.value) {
        (_, Some(class)) => program.descriptor_of(class),
        (Storage::Field | Storage::Static, None) => program.text(program.field(variable.field).descriptor).to_owned(),
        (_, None) if variable.kind == ElementKind::Ref => "Ljava/lang/Object;".to_owned(),
        (_, None) => {
            let array = program.array_of_kind(variable.kind);
            program.class_name(array)[1..].to_owned()
        }
    }
}

fn coordinates(machine: &Machine<'_>, variable: &Variable) -> Vec<String> {
    match variable.storage {
        Storage::Static => Vec::new(),
        Storage::Field => vec![machine.program.descriptor_of(variable.holder)],
        Storage::Array | Storage::Bytes | Storage::Buffer => {
            vec![machine.program.descriptor_of(variable.holder), "I".into()]
        }
    }
}

/// The descriptor of an access to a variable.
pub fn mode_descriptor(machine: &Machine<'_>, _handle: Ref, variable: &Variable, action: Action) -> String {
    let value = value_descriptor(machine, variable);
    let result = match action {
        Action::Set => "V",
        Action::CompareAndSet => "Z",
        _ => &value,
    };
    format!("({}{}){result}", coordinates(machine, variable).concat(), value.repeat(action.values()))
}

/// What a handle refers to; handles that the JDK adapted from others are left to its own code.
fn known(machine: &Machine<'_>, handle: Ref) -> Result<Variable, Trap> {
    Variable::read(machine, handle).map_err(|_| Trap::Bytecode)
}

fn var_type(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let variable = known(machine, args.object(0))?;
    let descriptor = value_descriptor(machine, &variable);
    let class = machine.program.class_of_descriptor(&descriptor).map_err(|error| machine.link_error(error))?;
    object(machine.mirror(class))
}

fn coordinate_types(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let variable = known(machine, args.object(0))?;
    let ty = method_type(machine, &format!("({})V", coordinates(machine, &variable).concat()))?;
    let class = machine.program.well_known().method_type;
    let list = machine.method(class, "parameterList", "()Ljava/util/List;")?;
    Err(Trap::Tail(list, [u64::from(ty)].into_iter().collect()))
}

/// The name of an `AccessMode` constant's method.
fn mode_name(machine: &mut Machine<'_>, mode: Ref) -> Result<String, Trap> {
    if mode == 0 {
        return Err(null_pointer(machine));
    }
    let name = machine.field(mode, "methodName") as Ref;
    Ok(machine.string(name))
}

/// The `AccessMode` constant with a number.
pub fn mode_of_ordinal(machine: &mut Machine<'_>, ordinal: i32) -> Result<Ref, Trap> {
    let class = machine.load("java/lang/invoke/VarHandle$AccessMode")?;
    machine.initialize_nested(class)?;
    let modes = machine.static_field(class, "$VALUES") as Ref;
    Ok(machine.state.heap.load_u32(modes, ordinal as u32))
}

fn action_of(machine: &mut Machine<'_>, mode: Ref) -> Result<(String, Action), Trap> {
    let name = mode_name(machine, mode)?;
    match Action::of(&name) {
        Some((action, _)) => Ok((name, action)),
        None => Err(unsupported(format!("the access mode {name}"))),
    }
}

fn mode_type(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let variable = known(machine, args.object(0))?;
    let (_, action) = action_of(machine, args.object(1))?;
    let descriptor = mode_descriptor(machine, args.object(0), &variable, action);
    method_type(machine, &descriptor).and_then(object)
}

fn is_supported(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (name, action) = action_of(machine, args.object(1))?;
    let Ok(variable) = Variable::read(machine, args.object(0)) else {
        return flag(segments::access_method(machine, args.object(0), args.object(1)).is_some());
    };
    flag(is_mode_supported(machine, &variable, action, is_plain(&name)))
}

fn is_plain(mode: &str) -> bool {
    matches!(mode, "get" | "set")
}

/// Whether a variable has accesses of that kind.
pub fn is_mode_supported(machine: &Machine<'_>, variable: &Variable, action: Action, plain: bool) -> bool {
    action.supports(variable.kind)
        && !(variable.is_final && action.writes())
        && (!variable.storage.is_view() || byte_view::supports(machine, variable, action, plain))
}

/// The exception of an access in a mode that the variable does not have; later JDKs name the mode.
pub fn unsupported_mode(machine: &mut Machine<'_>, call: heddle_machine::HandleCall) -> Trap {
    const CLASS: &str = "java/lang/UnsupportedOperationException";
    let program = machine.program;
    match program.jdk_feature() {
        ..22 => machine.throw_bare(CLASS),
        _ => machine.throw(CLASS, program.text(program.method(call.method).name)),
    }
}

/// The exception of a receiver or value of another class, with the words of `Class.cast`.
pub fn refused_cast(machine: &mut Machine<'_>, object: Ref, class: ClassId) -> Trap {
    let [from, to] =
        [machine.class_of(object), class].map(|class| heddle_machine::names::external(machine.program, class));
    machine.throw("java/lang/ClassCastException", &format!("Cannot cast {from} to {to}"))
}

/// A handle that accesses the variable in one mode.
fn to_method_handle(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let variable = known(machine, args.object(0))?;
    let (name, action) = action_of(machine, args.object(1))?;
    let descriptor = mode_descriptor(machine, args.object(0), &variable, action);
    let class = machine.program.well_known().var_handle;
    let invoker = direct::invoker(machine, class, &name, &descriptor)?;
    super::combine::bind_first(machine, invoker, args[0]).and_then(object)
}

/// `getMethodHandle(ordinal)`: a handle that accesses variables like this one in one mode; the
/// variable handle itself is its first argument.
fn method_handle(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let variable = known(machine, args.object(0))?;
    let mode = mode_of_ordinal(machine, args.int(1))?;
    let (name, action) = action_of(machine, mode)?;
    if !is_mode_supported(machine, &variable, action, is_plain(&name)) {
        return Err(machine.throw_bare("java/lang/UnsupportedOperationException"));
    }
    let descriptor = mode_descriptor(machine, args.object(0), &variable, action);
    let class = machine.program.well_known().var_handle;
    direct::invoker(machine, class, &name, &descriptor).and_then(object)
}

fn with_exact(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    change_exact(machine, args.object(0), true)
}

fn without_exact(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    change_exact(machine, args.object(0), false)
}

fn change_exact(machine: &mut Machine<'_>, handle: Ref, exact: bool) -> NativeResult {
    let variable = Variable::read(machine, handle)?;
    if variable.exact == exact {
        return object(handle);
    }
    Variable { exact, ..variable }.new_handle(machine).and_then(object)
}
