//! `MethodHandles.Lookup`: finding members by name, with the access checks of Java (JLS 6.6).
//!
//! Modules are not modelled, but one rule of theirs is kept: the user has no private access to the
//! JDK's classes.

use heddle_machine::{Machine, Native, NativeResult, Ref, Trap, names};
use heddle_program::{ClassId, ClassKind, FieldId, MethodId, Origin, access};

use super::object::{self, How, Source};
use super::types::{external_descriptor, mirror_descriptor, type_descriptor};
use super::{combine, direct, var_handle};
use crate::java_lang::module;
use crate::reflect;
use crate::rows::{Slots, class_argument, nothing, null_pointer, object, pure};

const HANDLES: &str = "java/lang/invoke/MethodHandles";
const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";

pub const ROWS: &[Native] = &[
    pure(HANDLES, "<clinit>", "()V", nothing),
    pure(LOOKUP, "<clinit>", "()V", initialize),
    pure(HANDLES, "lookup", "()Ljava/lang/invoke/MethodHandles$Lookup;", lookup),
    pure(HANDLES, "privateLookupIn", "", private_lookup_in),
    pure(LOOKUP, "in", "", lookup_in),
    pure(LOOKUP, "findStatic", "", find_static),
    pure(LOOKUP, "findVirtual", "", find_virtual),
    pure(LOOKUP, "findSpecial", "", find_special),
    pure(LOOKUP, "findConstructor", "", find_constructor),
    pure(LOOKUP, "bind", "", bind),
    pure(LOOKUP, "findGetter", "", |m, args| find_field(m, args, 1)),
    pure(LOOKUP, "findStaticGetter", "", |m, args| find_field(m, args, 2)),
    pure(LOOKUP, "findSetter", "", |m, args| find_field(m, args, 3)),
    pure(LOOKUP, "findStaticSetter", "", |m, args| find_field(m, args, 4)),
    pure(LOOKUP, "findVarHandle", "", |m, args| find_var_handle(m, args, false)),
    pure(LOOKUP, "findStaticVarHandle", "", |m, args| find_var_handle(m, args, true)),
    pure(LOOKUP, "accessClass", "", access_class),
];

/// Bits of `lookupModes`.
mod modes {
    pub const PUBLIC: i32 = 1;
    pub const PRIVATE: i32 = 2;
    pub const PROTECTED: i32 = 4;
    pub const PACKAGE: i32 = 8;
    pub const MODULE: i32 = 16;
    pub const UNCONDITIONAL: i32 = 32;
    pub const ORIGINAL: i32 = 64;
    pub const FULL: i32 = PUBLIC | PRIVATE | PROTECTED | PACKAGE | MODULE | ORIGINAL;
    /// What the JDK's own code may do.
    pub const TRUSTED: i32 = -1;
}

/// A lookup with all rights of a class.
pub fn new_lookup(machine: &mut Machine<'_>, class: ClassId) -> Result<Ref, Trap> {
    make(machine, class, modes::FULL)
}

fn make(machine: &mut Machine<'_>, class: ClassId, modes: i32) -> Result<Ref, Trap> {
    let own = machine.load(LOOKUP)?;
    let lookup = machine.new_object(own)?;
    let mirror = machine.mirror(class);
    machine.set_field(lookup, "lookupClass", u64::from(mirror));
    machine.set_field(lookup, "allowedModes", u64::from(modes as u32));
    Ok(lookup)
}

fn initialize(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let object = machine.program.well_known().object;
    let class = machine.load(LOOKUP)?;
    let trusted = make(machine, object, modes::TRUSTED)?;
    machine.set_static_field(class, "IMPL_LOOKUP", u64::from(trusted));
    let public = make(machine, object, modes::UNCONDITIONAL)?;
    machine.set_static_field(class, "PUBLIC_LOOKUP", u64::from(public));
    Ok(0)
}

/// Who looks up, and with which rights.
#[derive(Clone, Copy)]
pub struct Seeker {
    pub class: ClassId,
    modes: i32,
}

pub fn seeker(machine: &mut Machine<'_>, lookup: Ref) -> Result<Seeker, Trap> {
    let mirror = machine.field(lookup, "lookupClass") as Ref;
    let modes = machine.field(lookup, "allowedModes") as u32 as i32;
    match machine.class_of_mirror(mirror) {
        Some(class) => Ok(Seeker { class, modes }),
        None => Err(null_pointer(machine)),
    }
}

impl Seeker {
    /// The lookup as messages name it.
    fn text(self, machine: &mut Machine<'_>) -> Result<String, Trap> {
        if self.modes & modes::UNCONDITIONAL != 0 {
            return Ok("public Lookup".into());
        }
        let module = module::of_class(machine, self.class)?;
        let module = module::text(machine, module)?;
        Ok(format!("class {} ({module})", names::external(machine.program, self.class)))
    }

    /// Whether it may define classes beside its own.
    pub fn has_package_access(self) -> bool {
        self.modes & modes::PACKAGE != 0
    }

    /// Whether it stands for all of its class's rights.
    pub fn has_full_privilege(self) -> bool {
        self.modes & modes::PRIVATE != 0 && self.modes & modes::MODULE != 0
    }

    pub(super) fn is_trusted(self) -> bool {
        self.modes == modes::TRUSTED
    }

    /// Whether a class may be named.
    pub fn sees_class(self, machine: &Machine<'_>, class: ClassId) -> bool {
        let program = machine.program;
        let element = program.element_of(class);
        self.is_trusted()
            || program.class(element).access & access::PUBLIC != 0
            || self.modes & modes::PACKAGE != 0 && same_package(machine, self.class, element)
            || self.modes & modes::PACKAGE != 0 && reflect::is_public_member_class(machine, element)
    }

    /// Whether a member with these flags, declared by `holder`, may be used.
    pub fn sees_member(self, machine: &Machine<'_>, holder: ClassId, flags: u16) -> bool {
        if self.is_trusted() {
            return true;
        }
        let program = machine.program;
        let public = modes::PUBLIC | modes::UNCONDITIONAL;
        if flags & access::PUBLIC != 0 && self.modes & public != 0 {
            return true;
        }
        if flags & access::PRIVATE != 0 {
            return self.modes & modes::PRIVATE != 0 && program.nest_host(self.class) == program.nest_host(holder);
        }
        if self.modes & modes::PACKAGE != 0 && same_package(machine, self.class, holder) {
            return true;
        }
        flags & access::PROTECTED != 0 && self.modes & modes::PROTECTED != 0 && program.is_subtype(self.class, holder)
    }
}

fn same_package(machine: &Machine<'_>, a: ClassId, b: ClassId) -> bool {
    let program = machine.program;
    program.class(a).origin == program.class(b).origin && program.package_of(a) == program.package_of(b)
}

fn lookup(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let class = machine.caller().ok_or_else(|| null_pointer(machine))?;
    new_lookup(machine, class).and_then(object)
}

/// `privateLookupIn(targetClass, lookup)`.
fn private_lookup_in(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    if args.object(1) == 0 {
        return Err(null_pointer(machine));
    }
    let seeker = seeker(machine, args.object(1))?;
    let program = machine.program;
    let name = names::external(program, class);
    match program.class(class).kind {
        ClassKind::Primitive(_) => {
            return Err(machine.throw("java/lang/IllegalArgumentException", &format!("{name} is a primitive class")));
        }
        ClassKind::Array { .. } => {
            return Err(machine.throw("java/lang/IllegalArgumentException", &format!("{name} is an array class")));
        }
        _ => {}
    }
    if !seeker.is_trusted() {
        if seeker.modes & modes::MODULE == 0 {
            return Err(machine
                .throw("java/lang/IllegalAccessException", "caller does not have PRIVATE and MODULE lookup mode"));
        }
        let of_user = |class| program.class(class).origin == Origin::User;
        if of_user(seeker.class) && !of_user(class) {
            let module = program.module_of(class).unwrap_or_else(|| "java.base".into());
            let package = program.package_of(class).replace('/', ".");
            let own = module::of_class(machine, seeker.class)?;
            let own = module::text(machine, own)?;
            let message = format!("module {module} does not open {package} to {own}");
            return Err(machine.throw("java/lang/IllegalAccessException", &message));
        }
    }
    make(machine, class, modes::FULL & !modes::ORIGINAL).and_then(object)
}

/// `lookup.in(requestedLookupClass)`.
fn lookup_in(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let seeker = seeker(machine, args.object(0))?;
    let class = class_argument(machine, args, 1)?;
    if class == seeker.class {
        return object(args.object(0));
    }
    if seeker.is_trusted() {
        return make(machine, class, modes::FULL).and_then(object);
    }
    let program = machine.program;
    if program.module_of(seeker.class) != program.module_of(class) {
        // From another module only what is public remains, on behalf of the old class.
        let public = make(machine, class, seeker.modes & modes::PUBLIC)?;
        let previous = machine.mirror(seeker.class);
        machine.set_field(public, "prevLookupClass", u64::from(previous));
        return object(public);
    }
    let mut allowed = seeker.modes & !(modes::PROTECTED | modes::ORIGINAL);
    if !same_package(machine, seeker.class, class) {
        allowed &= !(modes::PACKAGE | modes::PRIVATE);
    }
    if machine.program.nest_host(seeker.class) != machine.program.nest_host(class) {
        allowed &= !modes::PRIVATE;
    }
    make(machine, class, allowed).and_then(object)
}

fn access_class(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let seeker = seeker(machine, args.object(0))?;
    let class = class_argument(machine, args, 1)?;
    if seeker.sees_class(machine, class) {
        return object(args.object(1));
    }
    let name = names::external(machine.program, class);
    let from = seeker.text(machine)?;
    Err(machine.throw("java/lang/IllegalAccessException", &format!("access violation: class {name}, from {from}")))
}

const KIND_NAMES: [&str; 10] = [
    "",
    "getField",
    "getStatic",
    "putField",
    "putStatic",
    "invokeVirtual",
    "invokeStatic",
    "invokeSpecial",
    "newInvokeSpecial",
    "invokeInterface",
];

/// What a search is for: a reference kind, class, name and descriptor.
pub(super) struct Wanted<'a> {
    pub(super) kind: u8,
    pub(super) class: ClassId,
    pub(super) name: &'a str,
    pub(super) descriptor: &'a str,
}

impl Wanted<'_> {
    /// As `MemberName.toString`.
    pub(super) fn text(&self, machine: &Machine<'_>) -> String {
        let class = names::external(machine.program, self.class);
        let kind = KIND_NAMES[usize::from(self.kind)];
        if self.descriptor.starts_with('(') {
            return format!("{class}.{}{}/{kind}", self.name, external_descriptor(self.descriptor));
        }
        let ty = heddle_program::descriptor::external_type(self.descriptor);
        format!("{class}.{}/{ty}/{kind}", self.name)
    }

    fn missing(&self, machine: &mut Machine<'_>) -> Trap {
        let text = self.text(machine);
        if self.descriptor.starts_with('(') {
            machine.throw("java/lang/NoSuchMethodException", &format!("no such {}: {text}", self.what()))
        } else {
            machine.throw("java/lang/NoSuchFieldException", &format!("no such field: {text}"))
        }
    }

    fn what(&self) -> &'static str {
        if self.kind == 8 { "constructor" } else { "method" }
    }

    fn mismatch(&self, machine: &mut Machine<'_>) -> Trap {
        let what = if self.descriptor.starts_with('(') { self.what() } else { "field" };
        let text = self.text(machine);
        machine.throw("java/lang/IllegalAccessException", &format!("no such {what}: {text}"))
    }

    /// Checks access to a member found.
    pub(super) fn check(
        &self,
        machine: &mut Machine<'_>,
        seeker: Seeker,
        holder: ClassId,
        flags: u16,
    ) -> Result<(), Trap> {
        let array_clone = machine.program.class(self.class).is_array() && self.name == "clone";
        let class_seen = seeker.sees_class(machine, self.class);
        if class_seen && (array_clone || seeker.sees_member(machine, holder, flags)) {
            return Ok(());
        }
        let from = seeker.text(machine)?;
        let class = names::external(machine.program, self.class);
        let text = self.text(machine);
        let is_method = self.descriptor.starts_with('(');
        let message = match flags {
            _ if !class_seen => format!("symbolic reference class is not accessible: class {class}, from {from}"),
            f if f & access::PROTECTED != 0 => format!("member is protected: {text}, from {from}"),
            // Methods are looked for as the linker does, which does not find what it may not use.
            _ if is_method => return Err(self.mismatch(machine)),
            f if f & access::PRIVATE != 0 => format!("member is private: {text}, from {from}"),
            _ => format!("member is private to package: {text}, from {from}"),
        };
        Err(machine.throw("java/lang/IllegalAccessException", &message))
    }
}

/// The arguments `(class, name, type)` of a search, from slot `at` on.
fn method_arguments(machine: &mut Machine<'_>, args: &[u64]) -> Result<(Seeker, ClassId, String, String), Trap> {
    let seeker = seeker(machine, args.object(0))?;
    let class = class_argument(machine, args, 1)?;
    if args.object(2) == 0 || args.object(3) == 0 {
        return Err(null_pointer(machine));
    }
    let name = machine.string(args.object(2));
    let descriptor = type_descriptor(machine, args.object(3));
    Ok((seeker, class, name, descriptor))
}

fn find_method(machine: &mut Machine<'_>, seeker: Seeker, wanted: &Wanted<'_>) -> Result<MethodId, Trap> {
    let program = machine.program;
    let found = if wanted.kind == 8 {
        program.find_declared_method(wanted.class, "<init>", wanted.descriptor)
    } else if wanted.name.starts_with('<') {
        None
    } else {
        program.find_method(wanted.class, wanted.name, wanted.descriptor)
    };
    let Some(method) = found else { return Err(wanted.missing(machine)) };
    let info = program.method(method);
    if info.is_static() != (wanted.kind == 6) {
        return Err(wanted.mismatch(machine));
    }
    wanted.check(machine, seeker, info.class, info.access)?;
    Ok(method)
}

fn find_static(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (seeker, class, name, descriptor) = method_arguments(machine, args)?;
    let wanted = Wanted { kind: 6, class, name: &name, descriptor: &descriptor };
    let method = find_method(machine, seeker, &wanted)?;
    direct::method_handle(machine, 6, class, method).and_then(object)
}

fn find_virtual(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (seeker, class, name, descriptor) = method_arguments(machine, args)?;
    virtual_handle(machine, seeker, class, &name, &descriptor).and_then(object)
}

fn virtual_handle(
    machine: &mut Machine<'_>,
    seeker: Seeker,
    class: ClassId,
    name: &str,
    descriptor: &str,
) -> Result<Ref, Trap> {
    let kind = if machine.program.class(class).is_interface() { 9 } else { 5 };
    let wanted = Wanted { kind, class, name, descriptor };
    let method = find_method(machine, seeker, &wanted)?;
    if machine.program.method(method).polymorphic {
        return direct::invoker(machine, class, name, descriptor);
    }
    // A protected method of a superclass in another package is reachable through subclasses of
    // the seeker only.
    let info = machine.program.method(method);
    let narrowed = info.access & access::PROTECTED != 0
        && !same_package(machine, seeker.class, info.class)
        && !seeker.is_trusted()
        && machine.program.is_subtype(seeker.class, class);
    let receiver = if narrowed { seeker.class } else { class };
    direct::method_handle(machine, kind, receiver, method)
}

/// `findSpecial(refc, name, type, specialCaller)`.
fn find_special(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (seeker, class, name, descriptor) = method_arguments(machine, args)?;
    let caller = class_argument(machine, args, 4)?;
    check_special_caller(machine, seeker, caller)?;
    let wanted = Wanted { kind: 7, class, name: &name, descriptor: &descriptor };
    let method = find_method(machine, Seeker { class: caller, ..seeker }, &wanted)?;
    special_handle(machine, caller, class, method).and_then(object)
}

pub(super) fn check_special_caller(machine: &mut Machine<'_>, seeker: Seeker, caller: ClassId) -> Result<(), Trap> {
    if seeker.is_trusted() || seeker.modes & modes::PRIVATE != 0 && caller == seeker.class {
        return Ok(());
    }
    let name = names::external(machine.program, caller);
    let from = seeker.text(machine)?;
    let message = format!("no private access for invokespecial: class {name}, from {from}");
    Err(machine.throw("java/lang/IllegalAccessException", &message))
}

/// A call of a superclass's method, or of a private one, on instances of `caller`.
pub(super) fn special_handle(
    machine: &mut Machine<'_>,
    caller: ClassId,
    class: ClassId,
    method: MethodId,
) -> Result<Ref, Trap> {
    let program = machine.program;
    let info = program.method(method);
    if !program.is_subtype(caller, info.class) {
        let wanted = Wanted {
            kind: 7,
            class: info.class,
            name: program.text(info.name),
            descriptor: program.text(info.descriptor),
        };
        let text = wanted.text(machine);
        let from = Seeker { class: caller, modes: modes::FULL }.text(machine)?;
        let message = format!("caller class must be a subclass below the method: {text}, from {from}");
        return Err(machine.throw("java/lang/IllegalAccessException", &message));
    }
    let mut target = method;
    // As `invokespecial`: a method of a proper superclass is looked up from the direct one on.
    let is_super_call = !info.is_private() && !program.class(info.class).is_interface() && caller != class;
    if let (true, Some(parent)) = (is_super_call, program.class(caller).superclass) {
        let (name, descriptor) = (program.text(info.name), program.text(info.descriptor));
        target = program.find_method(parent, name, descriptor).unwrap_or(method);
    }
    if program.method(target).is_abstract() {
        let message = format!("no such method: {}", program.text(info.name));
        return Err(machine.throw("java/lang/IllegalAccessException", &message));
    }
    let descriptor = format!("({}{}", program.descriptor_of(caller), &program.text(info.descriptor)[1..]);
    let handle = object::new_direct(machine, How::Special, target, &descriptor)?;
    object::set_source(machine, handle, Source { kind: 7, id: target.0, class });
    Ok(handle)
}

/// `findConstructor(refc, type)`.
fn find_constructor(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let seeker = seeker(machine, args.object(0))?;
    let class = class_argument(machine, args, 1)?;
    if args.object(2) == 0 {
        return Err(null_pointer(machine));
    }
    let descriptor = type_descriptor(machine, args.object(2));
    let name = names::external(machine.program, class);
    if machine.program.class(class).is_array() {
        return Err(
            machine.throw("java/lang/NoSuchMethodException", &format!("no constructor for array class: {name}"))
        );
    }
    let wanted = Wanted { kind: 8, class, name: "<init>", descriptor: &descriptor };
    let method = find_method(machine, seeker, &wanted)?;
    new_instance_handle(machine, class, method).and_then(object)
}

pub(super) fn new_instance_handle(machine: &mut Machine<'_>, class: ClassId, method: MethodId) -> Result<Ref, Trap> {
    if machine.program.class(class).is_abstract() {
        let name = names::external(machine.program, class);
        return Err(machine.throw("java/lang/InstantiationException", &name));
    }
    direct::method_handle(machine, 8, class, method)
}

/// `bind(receiver, name, type)`.
fn bind(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let seeker = seeker(machine, args.object(0))?;
    if args[1..4].contains(&0) {
        return Err(null_pointer(machine));
    }
    let class = machine.class_of(args.object(1));
    let name = machine.string(args.object(2));
    let descriptor = type_descriptor(machine, args.object(3));
    let handle = virtual_handle(machine, seeker, class, &name, &descriptor)?;
    combine::bind_first(machine, handle, args[1]).and_then(object)
}

/// `find*(refc, name, type)` for a reference kind from 1 to 4.
fn find_field(machine: &mut Machine<'_>, args: &[u64], kind: u8) -> NativeResult {
    let (class, field) = search_field(machine, args, kind)?;
    direct::field_handle(machine, kind, class, field).and_then(object)
}

fn search_field(machine: &mut Machine<'_>, args: &[u64], kind: u8) -> Result<(ClassId, FieldId), Trap> {
    let seeker = seeker(machine, args.object(0))?;
    let class = class_argument(machine, args, 1)?;
    if args.object(2) == 0 || args.object(3) == 0 {
        return Err(null_pointer(machine));
    }
    let name = machine.string(args.object(2));
    let descriptor = mirror_descriptor(machine, args.object(3));
    let wanted = Wanted { kind, class, name: &name, descriptor: &descriptor };
    let program = machine.program;
    let field = program.find_field(class, &name).filter(|&f| program.text(program.field(f).descriptor) == descriptor);
    let Some(field) = field else { return Err(wanted.missing(machine)) };
    let info = program.field(field);
    if info.is_static() != kind.is_multiple_of(2) {
        let other = Wanted { kind: if info.is_static() { kind + 1 } else { kind - 1 }, ..wanted };
        let (text, from) = (other.text(machine), seeker.text(machine)?);
        let expected = if info.is_static() { "non-static" } else { "static" };
        let message = format!("expected a {expected} field: {text}, from {from}");
        return Err(machine.throw("java/lang/IllegalAccessException", &message));
    }
    wanted.check(machine, seeker, info.class, info.access)?;
    if kind > 2 && info.is_final() {
        let text = wanted.text(machine);
        let from = seeker.text(machine)?;
        let message = format!("unexpected set of a final field: {text}, from {from}");
        return Err(machine.throw("java/lang/IllegalAccessException", &message));
    }
    Ok((class, field))
}

fn find_var_handle(machine: &mut Machine<'_>, args: &[u64], is_static: bool) -> NativeResult {
    let (class, field) = search_field(machine, args, if is_static { 2 } else { 1 })?;
    var_handle::of_field(machine, class, field).and_then(object)
}
