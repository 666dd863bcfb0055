//! Resolution of constant-pool entries (JVMS 5.4.3) and lookup by name.
//!
//! Access is checked for the user's classes; those of the JDK are trusted. Encapsulation by modules
//! is not checked: a class of a package that its module does not export resolves.

use heddle_classfile::{ClassFile, FormatError};

use crate::program::{LinkError, Program};
use crate::{Class, ClassId, FieldId, MethodId, Origin, Symbol, access};

const INCOMPATIBLE: &str = "java/lang/IncompatibleClassChangeError";

impl Program {
    /// The class that a `Class` entry names.
    pub fn resolve_class(&self, from: ClassId, cp: u16) -> Result<ClassId, LinkError> {
        let file = self.pool(from)?;
        let name = file.class_name(cp).map_err(|e| self.bad_entry(from, &e))?;
        let class = self.load_beside(from, &name)?;
        if self.class(from).origin == Origin::User && !self.can_access_class(from, class) {
            return Err(self.inaccessible_class(from, class));
        }
        Ok(class)
    }

    /// The field that a `Fieldref` entry names.
    pub fn resolve_field(&self, from: ClassId, cp: u16) -> Result<FieldId, LinkError> {
        let member = self.pool(from)?.member_ref(cp).map_err(|e| self.bad_entry(from, &e))?;
        let class = self.resolve_class(from, member.class)?;
        let key = (self.symbol(&member.name), self.symbol(&member.descriptor));
        let Some(id) = self.field_by_key(class, key) else {
            return Err(self.no_such_field(class, &member.name, &member.descriptor));
        };
        let field = self.field(id);
        if self.class(from).origin == Origin::User && !self.can_access_member(from, class, field.class, field.access) {
            return Err(self.inaccessible_field(from, id));
        }
        Ok(id)
    }

    /// The method that a `Methodref` or `InterfaceMethodref` entry names.
    pub fn resolve_method(&self, from: ClassId, cp: u16) -> Result<MethodId, LinkError> {
        let member = self.pool(from)?.member_ref(cp).map_err(|e| self.bad_entry(from, &e))?;
        let class = self.resolve_class(from, member.class)?;
        let is_interface = self.class(class).is_interface();
        if is_interface != member.interface {
            let name = self.external_name(class);
            let message = if is_interface {
                format!("Found interface {name}, but class was expected")
            } else {
                format!("Found class {name}, but interface was expected")
            };
            return Err(LinkError::new(INCOMPATIBLE, message));
        }
        let Some(id) = self.find_method(class, &member.name, &member.descriptor) else {
            return Err(self.no_such_method(class, &member.name, &member.descriptor));
        };
        if self.class(from).origin == Origin::User && !self.can_access_method(from, class, id) {
            return Err(self.inaccessible_method(from, id));
        }
        Ok(id)
    }

    /// A field of a name, declared by the class or inherited.
    pub fn find_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let name = self.symbols.find(name)?;
        self.field_where(class, &|c: &Class| c.fields.iter().copied().find(|&id| self.field(id).name == name))
    }

    /// A field of a name and descriptor that the class itself declares.
    pub fn find_declared_field(&self, class: ClassId, name: &str, descriptor: &str) -> Option<FieldId> {
        let key = (self.symbols.find(name)?, self.symbols.find(descriptor)?);
        self.class(class).field_index.get(&key).copied()
    }

    /// A method that the class itself declares.
    pub fn find_declared_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let key = (self.symbols.find(name)?, self.symbols.find(descriptor)?);
        self.class(class).method_index.get(&key).copied()
    }

    /// A method that the class declares or inherits from classes or interfaces; a signature
    /// polymorphic method is found under any descriptor. No access is checked.
    pub fn find_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let name = self.symbols.find(name)?;
        if let Some(id) = self.polymorphic(class, name) {
            return Some(id);
        }
        self.method_by_key(class, (name, self.symbols.find(descriptor)?))
    }

    /// Checks that a method is static, as `invokestatic` demands.
    pub fn expect_static_method(&self, id: MethodId) -> Result<(), LinkError> {
        if self.method(id).is_static() {
            return Ok(());
        }
        Err(LinkError::new(INCOMPATIBLE, format!("Expected static method '{}'", self.external_method(id))))
    }

    /// Checks that a method is not static, as the other invocations demand.
    pub fn expect_instance_method(&self, id: MethodId) -> Result<(), LinkError> {
        if !self.method(id).is_static() {
            return Ok(());
        }
        Err(LinkError::new(INCOMPATIBLE, format!("Expecting non-static method '{}'", self.external_method(id))))
    }

    /// Checks that a field is static, as `getstatic` and `putstatic` demand.
    pub fn expect_static_field(&self, id: FieldId) -> Result<(), LinkError> {
        if self.field(id).is_static() {
            return Ok(());
        }
        Err(LinkError::new(INCOMPATIBLE, format!("Expected static field {}", self.external_field(id))))
    }

    /// Checks that a field is not static, as `getfield` and `putfield` demand.
    pub fn expect_instance_field(&self, id: FieldId) -> Result<(), LinkError> {
        if !self.field(id).is_static() {
            return Ok(());
        }
        Err(LinkError::new(INCOMPATIBLE, format!("Expected non-static field {}", self.external_field(id))))
    }

    /// Checks that code may assign a field: a final one only its own class's initialisers may
    /// (JVMS 6.5, `putfield` and `putstatic`).
    pub fn expect_assignable(&self, from: MethodId, id: FieldId) -> Result<(), LinkError> {
        let (method, field) = (self.method(from), self.field(id));
        let class = self.class(method.class);
        if !field.is_final() || class.origin == Origin::Jdk {
            return Ok(());
        }
        let (kind, initializer) = if field.is_static() { ("static", "<clinit>") } else { ("non-static", "<init>") };
        let update = format!("Update to {kind} final field {} attempted from a different", self.external_field(id));
        let message = if field.class != method.class {
            let class = self.external_name(method.class);
            format!("{update} class ({class}) than the field's declaring class")
        } else if class.file.as_ref().is_some_and(|f| f.major() >= 53) && self.text(method.name) != initializer {
            let method = self.text(method.name);
            format!("{update} method ({method}) than the initializer method {initializer} ")
        } else {
            return Ok(());
        };
        Err(LinkError::new("java/lang/IllegalAccessError", message))
    }

    /// The class file whose pool a class's code refers to.
    pub(crate) fn pool(&self, class: ClassId) -> Result<&ClassFile, LinkError> {
        self.class(class).file.as_deref().ok_or_else(|| {
            let message = format!("{} has no constant pool", self.external_name(class));
            LinkError::new("java/lang/ClassFormatError", message)
        })
    }

    fn bad_entry(&self, from: ClassId, error: &FormatError) -> LinkError {
        LinkError::new(error.java_class, error.message(self.class_name(from)))
    }

    /// JVMS 5.4.3.2: the class, then its superinterfaces, then its superclass, and so on.
    fn field_by_key(&self, class: ClassId, key: (Symbol, Symbol)) -> Option<FieldId> {
        self.field_where(class, &|c: &Class| c.field_index.get(&key).copied())
    }

    fn field_where(&self, class: ClassId, declared: &dyn Fn(&Class) -> Option<FieldId>) -> Option<FieldId> {
        let mut next = Some(class);
        while let Some(id) = next {
            let class = self.class(id);
            if let Some(field) = declared(class) {
                return Some(field);
            }
            let inherited = class.interfaces.iter().find_map(|&i| self.field_where(i, declared));
            if inherited.is_some() {
                return inherited;
            }
            next = class.superclass;
        }
        None
    }

    /// JVMS 2.9.3: in these two classes a name alone finds the method.
    fn polymorphic(&self, class: ClassId, name: Symbol) -> Option<MethodId> {
        // While the first classes are being loaded nobody resolves anything.
        let known = self.well_known();
        if class != known.method_handle && class != known.var_handle {
            return None;
        }
        self.class(class).methods.iter().copied().find(|&id| {
            let method = self.method(id);
            method.name == name && method.polymorphic
        })
    }

    /// JVMS 5.4.3.3 and 5.4.3.4.
    fn method_by_key(&self, id: ClassId, key: (Symbol, Symbol)) -> Option<MethodId> {
        let class = self.class(id);
        let declared = |id: ClassId| self.class(id).method_index.get(&key).copied();
        if class.is_interface() {
            // An interface has the public methods of `Object` without declaring them.
            let of_object = || {
                declared(self.well_known().object).filter(|&m| {
                    let method = self.method(m);
                    method.access & access::PUBLIC != 0 && !method.is_static()
                })
            };
            if let Some(method) = declared(id).or_else(of_object) {
                return Some(method);
            }
        } else if let Some(method) = class.display.iter().rev().find_map(|&c| declared(c)) {
            return Some(method);
        }
        // Without a unique concrete method any of them will do; selection decides what runs.
        let specific = self.maximally_specific(id, key);
        let mut concrete = specific.iter().filter(|&&m| !self.method(m).is_abstract());
        match (concrete.next(), concrete.next()) {
            (Some(&only), None) => Some(only),
            _ => specific.first().copied(),
        }
    }
}
