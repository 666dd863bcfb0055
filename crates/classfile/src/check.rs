//! The format checks of JVMS 4.8 that HotSpot makes for classes it does not trust: names,
//! descriptors, flags, duplicates. Classes of the JDK skip them, as in HotSpot.

use crate::class::{ClassFile, Member};
use crate::constant::Constant;
use crate::error::{FormatError, Result};
use crate::{mutf8, names};

/// Access flags, as far as the rules on them go.
mod flag {
    pub(super) const PUBLIC: u16 = 0x0001;
    pub(super) const PRIVATE: u16 = 0x0002;
    pub(super) const PROTECTED: u16 = 0x0004;
    pub(super) const STATIC: u16 = 0x0008;
    pub(super) const FINAL: u16 = 0x0010;
    pub(super) const SUPER: u16 = 0x0020;
    pub(super) const SYNCHRONIZED: u16 = 0x0020;
    pub(super) const VOLATILE: u16 = 0x0040;
    pub(super) const BRIDGE: u16 = 0x0040;
    pub(super) const TRANSIENT: u16 = 0x0080;
    pub(super) const NATIVE: u16 = 0x0100;
    pub(super) const INTERFACE: u16 = 0x0200;
    pub(super) const ABSTRACT: u16 = 0x0400;
    pub(super) const STRICT: u16 = 0x0800;
    pub(super) const ANNOTATION: u16 = 0x2000;
    pub(super) const ENUM: u16 = 0x4000;
}

/// From this version on `strictfp` means nothing and is allowed anywhere.
const JAVA_17: u16 = 61;
const JAVA_8: u16 = 52;
const JAVA_7: u16 = 51;
const JAVA_5: u16 = 49;

impl ClassFile {
    /// Checks what [`ClassFile::parse`] trusts. For classes that do not come from the JDK.
    pub fn check(&self) -> Result<()> {
        self.check_pool()?;
        self.check_header()?;
        for field in self.fields() {
            self.check_field(field)?;
        }
        for method in self.methods() {
            self.check_method(method)?;
        }
        self.check_duplicates(self.fields(), "field")?;
        self.check_duplicates(self.methods(), "method")
    }

    fn is_interface(&self) -> bool {
        self.access() & flag::INTERFACE != 0
    }

    fn check_pool(&self) -> Result<()> {
        for (cp, &constant) in (0_u16..).zip(self.constants()) {
            match constant {
                Constant::Utf8 { .. } if !mutf8::is_valid(self.utf8_raw(cp)?) => {
                    return Err(FormatError::in_file("Illegal UTF8 string in constant pool"));
                }
                Constant::Class { name } => {
                    let name = self.utf8(name)?;
                    if !names::is_class_entry(&name) {
                        return Err(self.illegal_name("class", &name));
                    }
                }
                Constant::Field { name_and_type, .. } => self.check_field_ref(name_and_type)?,
                Constant::Method { name_and_type, .. }
                | Constant::InterfaceMethod { name_and_type, .. }
                | Constant::InvokeDynamic { name_and_type, .. } => self.check_method_ref(name_and_type)?,
                Constant::Dynamic { name_and_type, .. } => self.check_field_ref(name_and_type)?,
                Constant::MethodType { descriptor } => {
                    let descriptor = self.utf8(descriptor)?;
                    if !names::is_method_descriptor(&descriptor) {
                        return Err(self.illegal_signature("Method", "MethodType", &descriptor));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn check_field_ref(&self, name_and_type: u16) -> Result<()> {
        let member = self.name_and_type(name_and_type)?;
        if !names::is_unqualified(&member.name) {
            return Err(self.illegal_name("field", &member.name));
        }
        if !names::is_field_descriptor(&member.descriptor) {
            return Err(self.illegal_signature("Field", &member.name, &member.descriptor));
        }
        Ok(())
    }

    fn check_method_ref(&self, name_and_type: u16) -> Result<()> {
        let member = self.name_and_type(name_and_type)?;
        if !names::is_method_name(&member.name) || member.name == "<clinit>" {
            return Err(self.illegal_name("method", &member.name));
        }
        let constructs = member.name == "<init>" && !member.descriptor.ends_with(")V");
        if constructs || !names::is_method_descriptor(&member.descriptor) {
            return Err(self.illegal_signature("Method", &member.name, &member.descriptor));
        }
        Ok(())
    }

    fn check_header(&self) -> Result<()> {
        let name = self.name();
        if name.starts_with('[') {
            return Err(FormatError::in_file("Bad class name"));
        }
        let access = self.access();
        let has = |bits: u16| access & bits != 0;
        let recent = self.major() >= JAVA_5;
        let illegal = has(flag::ABSTRACT) && has(flag::FINAL)
            || self.is_interface() && !has(flag::ABSTRACT)
            || recent && self.is_interface() && has(flag::SUPER | flag::ENUM)
            || recent && !self.is_interface() && has(flag::ANNOTATION);
        if illegal {
            return Err(FormatError::complete(format!("Illegal class modifiers in class {name}: 0x{access:X}")));
        }
        let superclass = self.super_name();
        if superclass.as_ref().is_some_and(|s| s.starts_with('[')) {
            return Err(FormatError::in_file("Bad superclass name"));
        }
        if self.is_interface() && superclass.is_some_and(|s| s != "java/lang/Object") {
            return Err(FormatError::in_file("Interfaces must have java.lang.Object as superclass"));
        }
        let mut interfaces: Vec<_> = self.interface_names().collect();
        interfaces.sort_unstable();
        if let Some(bad) = interfaces.iter().find(|i| i.starts_with('[')) {
            return Err(FormatError::in_file(format!("Bad interface name {bad}")));
        }
        match interfaces.windows(2).find(|w| w[0] == w[1]) {
            Some(w) => Err(FormatError::in_file(format!("Duplicate interface name \"{}\"", w[0]))),
            None => Ok(()),
        }
    }

    fn check_field(&self, field: &Member) -> Result<()> {
        let (name, descriptor) = (self.name_of(field), self.descriptor_of(field));
        if !names::is_unqualified(&name) {
            return Err(self.illegal_name("field", &name));
        }
        if !names::is_field_descriptor(&descriptor) {
            return Err(self.illegal_signature("Field", &name, &descriptor));
        }
        let has = |bits: u16| field.access & bits != 0;
        let needed = flag::PUBLIC | flag::STATIC | flag::FINAL;
        let illegal = if self.is_interface() {
            field.access & needed != needed
                || has(flag::PRIVATE | flag::PROTECTED | flag::VOLATILE | flag::TRANSIENT)
                || self.major() >= JAVA_5 && has(flag::ENUM)
        } else {
            bad_visibility(field.access) || has(flag::FINAL) && has(flag::VOLATILE)
        };
        if illegal {
            return Err(FormatError::complete(format!(
                "Illegal field modifiers in class {}: 0x{:X}",
                self.name(),
                field.access
            )));
        }
        self.check_constant_value(field, &descriptor)
    }

    fn check_constant_value(&self, field: &Member, descriptor: &str) -> Result<()> {
        let Some(cp) = self.constant_value(field)? else {
            return Ok(());
        };
        let fits = match self.constant(cp)? {
            Constant::Integer(_) => matches!(descriptor, "I" | "S" | "C" | "B" | "Z"),
            Constant::Long(_) => descriptor == "J",
            Constant::Float(_) => descriptor == "F",
            Constant::Double(_) => descriptor == "D",
            Constant::String { .. } => descriptor == "Ljava/lang/String;",
            _ => false,
        };
        if fits || field.access & flag::STATIC == 0 {
            return Ok(());
        }
        Err(FormatError::in_file("Inconsistent constant value type"))
    }

    fn check_method(&self, method: &Member) -> Result<()> {
        let (name, descriptor) = (self.name_of(method), self.descriptor_of(method));
        if !names::is_method_name(&name) {
            return Err(self.illegal_name("method", &name));
        }
        let Some(slots) = names::argument_slots(&descriptor) else {
            return Err(self.illegal_signature("Method", &name, &descriptor));
        };
        let is_static = method.access & flag::STATIC != 0;
        if slots + usize::from(!is_static) > 255 {
            return Err(FormatError::in_file("Too many arguments in method signature"));
        }
        if name.starts_with('<') && !descriptor.ends_with(")V") {
            return Err(self.illegal_signature("Method", &name, &descriptor));
        }
        if name == "<init>" && self.is_interface() {
            return Err(FormatError::in_file("Interface cannot have a constructor"));
        }
        if name == "<clinit>" && self.major() >= JAVA_7 {
            if !is_static {
                return Err(FormatError::in_file("Method <clinit> is not static"));
            }
            if slots != 0 {
                return Err(self.illegal_signature("Method", &name, &descriptor));
            }
        } else if name != "<clinit>" && self.bad_method_flags(method.access, &name) {
            return Err(FormatError::complete(format!(
                "Method {name} in class {} has illegal modifiers: 0x{:X}",
                self.name(),
                method.access
            )));
        }
        self.check_body(method)
    }

    fn check_body(&self, method: &Member) -> Result<()> {
        let bodiless = method.access & (flag::NATIVE | flag::ABSTRACT) != 0;
        let bodies = self.attributes_of(method).iter().filter(|a| self.is_named(a, "Code")).count();
        match (bodiless, bodies) {
            (true, 0) | (false, 1) => Ok(()),
            (true, _) => Err(FormatError::in_file("Code attribute in native or abstract methods")),
            (false, 0) => Err(FormatError::in_file("Absent Code attribute in method that is not native or abstract")),
            (false, _) => Err(FormatError::in_file("Multiple Code attributes")),
        }
    }

    fn bad_method_flags(&self, access: u16, name: &str) -> bool {
        let has = |bits: u16| access & bits != 0;
        let recent = self.major() >= JAVA_5;
        let strict_counts = self.major() < JAVA_17;
        if self.is_interface() {
            return if self.major() >= JAVA_8 {
                has(flag::PUBLIC) == has(flag::PRIVATE)
                    || has(flag::NATIVE | flag::PROTECTED | flag::FINAL | flag::SYNCHRONIZED)
                    || has(flag::ABSTRACT) && (has(flag::PRIVATE | flag::STATIC) || strict_counts && has(flag::STRICT))
            } else {
                let never = flag::STATIC | flag::FINAL | flag::NATIVE;
                let not_since_5 = flag::PRIVATE | flag::PROTECTED | flag::SYNCHRONIZED | flag::STRICT;
                !has(flag::PUBLIC) || !has(flag::ABSTRACT) || has(never) || recent && has(not_since_5)
            };
        }
        if bad_visibility(access) {
            return true;
        }
        if name == "<init>" {
            return has(flag::STATIC | flag::FINAL | flag::SYNCHRONIZED | flag::NATIVE | flag::ABSTRACT)
                || recent && has(flag::BRIDGE);
        }
        has(flag::ABSTRACT)
            && (has(flag::FINAL | flag::NATIVE | flag::PRIVATE | flag::STATIC)
                || recent && (has(flag::SYNCHRONIZED) || strict_counts && has(flag::STRICT)))
    }

    fn check_duplicates(&self, members: &[Member], what: &str) -> Result<()> {
        let mut seen = Vec::with_capacity(members.len());
        for member in members {
            seen.push((self.utf8_raw(member.name)?, self.utf8_raw(member.descriptor)?));
        }
        seen.sort_unstable();
        match seen.windows(2).find(|w| w[0] == w[1]) {
            Some(w) => Err(FormatError::in_file(format!(
                "Duplicate {what} name \"{}\" with signature \"{}\"",
                mutf8::to_text(w[0].0),
                mutf8::to_text(w[0].1)
            ))),
            None => Ok(()),
        }
    }

    fn illegal_name(&self, what: &str, name: &str) -> FormatError {
        let file = if what == "class" { "class file" } else { "class" };
        FormatError::complete(format!("Illegal {what} name \"{name}\" in {file} {}", self.name()))
    }

    fn illegal_signature(&self, what: &str, name: &str, descriptor: &str) -> FormatError {
        FormatError::complete(format!(
            "{what} \"{name}\" in class {} has illegal signature \"{descriptor}\"",
            self.name()
        ))
    }
}

/// At most one of public, protected and private.
fn bad_visibility(access: u16) -> bool {
    (access & (flag::PUBLIC | flag::PRIVATE | flag::PROTECTED)).count_ones() > 1
}
