//! Attributes of classes, fields and methods (JVMS 4.7), decoded when asked for. Annotations stay
//! raw: who reads them wants the bytes that `Class.getRawAnnotations` returns.

use std::borrow::Cow;

use crate::class::{Attribute, ClassFile, Member, read_attributes};
use crate::error::{FormatError, Result};
use crate::reader::Reader;

/// A row of `BootstrapMethods`: a method handle and its static arguments, as pool indices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BootstrapMethod {
    pub handle: u16,
    pub arguments: Vec<u16>,
}

/// A row of `InnerClasses`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InnerClass<'a> {
    pub inner: Cow<'a, str>,
    /// Absent for local and anonymous classes.
    pub outer: Option<Cow<'a, str>>,
    /// The simple name; absent for anonymous classes.
    pub name: Option<Cow<'a, str>>,
    pub access: u16,
}

/// `EnclosingMethod`: the class and, if it is in a method, its name and descriptor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnclosingMethod<'a> {
    pub class: Cow<'a, str>,
    pub method: Option<(Cow<'a, str>, Cow<'a, str>)>,
}

/// A row of `Record`.
#[derive(Clone, Debug)]
pub struct RecordComponent<'a> {
    pub name: Cow<'a, str>,
    pub descriptor: Cow<'a, str>,
    pub attributes: Vec<Attribute>,
}

/// A row of `MethodParameters`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodParameter<'a> {
    pub name: Option<Cow<'a, str>>,
    pub access: u16,
}

impl ClassFile {
    /// The name in the `SourceFile` attribute.
    pub fn source_file(&self) -> Result<Option<Cow<'_, str>>> {
        self.own("SourceFile").map(|mut r| self.utf8(r.u16()?)).transpose()
    }

    /// The text of the class's own `Signature`.
    pub fn signature(&self) -> Result<Option<Cow<'_, str>>> {
        self.signature_in(self.attributes())
    }

    /// The text of the `Signature` among some attributes, such as those of a member.
    pub fn signature_in(&self, attributes: &[Attribute]) -> Result<Option<Cow<'_, str>>> {
        self.open(attributes, "Signature").map(|mut r| self.utf8(r.u16()?)).transpose()
    }

    /// The bootstrap methods, empty if there are none.
    pub fn bootstrap_methods(&self) -> Result<Vec<BootstrapMethod>> {
        let Some(mut reader) = self.own("BootstrapMethods") else {
            return Ok(Vec::new());
        };
        reader.table(4, |r| {
            let handle = r.u16()?;
            self.method_handle(handle)?;
            let arguments = r.table(2, |r| r.u16())?;
            for &argument in &arguments {
                self.constant(argument)?;
            }
            Ok(BootstrapMethod { handle, arguments })
        })
    }

    /// One bootstrap method.
    pub fn bootstrap_method(&self, index: u16) -> Result<BootstrapMethod> {
        let at = usize::from(index);
        self.bootstrap_methods()?
            .into_iter()
            .nth(at)
            .ok_or_else(|| FormatError::in_file(format!("Short length on BootstrapMethods: no entry {index}")))
    }

    /// The rows of `InnerClasses`, empty if there are none.
    pub fn inner_classes(&self) -> Result<Vec<InnerClass<'_>>> {
        let Some(mut reader) = self.own("InnerClasses") else {
            return Ok(Vec::new());
        };
        reader.table(8, |r| {
            let inner = self.class_name(r.u16()?)?;
            let outer = optional(r.u16()?, |cp| self.class_name(cp))?;
            let name = optional(r.u16()?, |cp| self.utf8(cp))?;
            Ok(InnerClass { inner, outer, name, access: r.u16()? })
        })
    }

    pub fn enclosing_method(&self) -> Result<Option<EnclosingMethod<'_>>> {
        let Some(mut reader) = self.own("EnclosingMethod") else {
            return Ok(None);
        };
        let class = self.class_name(reader.u16()?)?;
        let method = optional(reader.u16()?, |cp| self.name_and_type(cp))?;
        Ok(Some(EnclosingMethod { class, method: method.map(|m| (m.name, m.descriptor)) }))
    }

    /// The internal name of the nest host, if another class is it.
    pub fn nest_host(&self) -> Result<Option<Cow<'_, str>>> {
        self.own("NestHost").map(|mut r| self.class_name(r.u16()?)).transpose()
    }

    /// Internal names of the nest members that this host lists.
    pub fn nest_members(&self) -> Result<Vec<Cow<'_, str>>> {
        self.class_names("NestMembers")
    }

    /// Internal names of the permitted subclasses; `None` if the class is not sealed.
    pub fn permitted_subclasses(&self) -> Result<Option<Vec<Cow<'_, str>>>> {
        match self.own("PermittedSubclasses") {
            Some(_) => self.class_names("PermittedSubclasses").map(Some),
            None => Ok(None),
        }
    }

    /// The components of a record; `None` if the class has no `Record` attribute.
    pub fn record(&self) -> Result<Option<Vec<RecordComponent<'_>>>> {
        let Some(attribute) = self.find_attribute(self.attributes(), "Record") else {
            return Ok(None);
        };
        // Positions of the components' attributes are those of the whole file.
        let start = attribute.start as usize;
        let mut reader = Reader::within(&self.bytes, start, start + attribute.len as usize);
        let components = reader.table(6, |r| {
            let name = self.utf8(r.u16()?)?;
            let descriptor = self.utf8(r.u16()?)?;
            let mut attributes = Vec::new();
            read_attributes(r, &self.pool, &mut attributes)?;
            Ok(RecordComponent { name, descriptor, attributes })
        })?;
        Ok(Some(components))
    }

    /// The pool index in a field's `ConstantValue`.
    pub fn constant_value(&self, field: &Member) -> Result<Option<u16>> {
        self.open(self.attributes_of(field), "ConstantValue").map(|mut r| r.u16()).transpose()
    }

    /// Internal names of the exceptions that a method declares.
    pub fn exceptions(&self, method: &Member) -> Result<Vec<Cow<'_, str>>> {
        let Some(mut reader) = self.open(self.attributes_of(method), "Exceptions") else {
            return Ok(Vec::new());
        };
        reader.table(2, |r| self.class_name(r.u16()?))
    }

    /// The rows of a method's `MethodParameters`; `None` if it has none.
    pub fn method_parameters(&self, method: &Member) -> Result<Option<Vec<MethodParameter<'_>>>> {
        let Some(mut reader) = self.open(self.attributes_of(method), "MethodParameters") else {
            return Ok(None);
        };
        let count = reader.u8()?;
        let parameter = |r: &mut Reader<'_>| {
            let name = optional(r.u16()?, |cp| self.utf8(cp))?;
            Ok(MethodParameter { name, access: r.u16()? })
        };
        (0..count).map(|_| parameter(&mut reader)).collect::<Result<_>>().map(Some)
    }

    /// The bytes of an attribute of a name among some: `RuntimeVisibleAnnotations` and its
    /// siblings, `AnnotationDefault`, or anything else.
    pub fn raw_attribute(&self, attributes: &[Attribute], name: &str) -> Option<&[u8]> {
        self.find_attribute(attributes, name).map(|a| self.attribute_bytes(a))
    }

    fn own(&self, name: &str) -> Option<Reader<'_>> {
        self.open(self.attributes(), name)
    }

    fn open(&self, attributes: &[Attribute], name: &str) -> Option<Reader<'_>> {
        self.raw_attribute(attributes, name).map(Reader::new)
    }

    fn class_names(&self, attribute: &str) -> Result<Vec<Cow<'_, str>>> {
        let Some(mut reader) = self.own(attribute) else {
            return Ok(Vec::new());
        };
        reader.table(2, |r| self.class_name(r.u16()?))
    }
}

/// Index 0 stands for nothing.
fn optional<T>(cp: u16, read: impl FnOnce(u16) -> Result<T>) -> Result<Option<T>> {
    (cp != 0).then(|| read(cp)).transpose()
}
