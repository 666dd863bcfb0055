//! Classes and methods that no file has: lambdas, string concatenation, record methods.
//!
//! Code is given ready-made. It may name its own class's members, whose ids exist only once the
//! class has a place in the tables, so it is built by a function that is told them.

use std::sync::OnceLock;

use crate::ir::Code;
use crate::link::{self, NewField, NewMethod, Shape};
use crate::program::{LinkError, Program};
use crate::{ClassId, FieldId, MethodId, access};

/// A class to make. Two of the same name are the same class.
pub struct SyntheticClass<'a> {
    /// Internal name; should be derived from the place in the program that needs the class.
    pub name: &'a str,
    pub access: u16,
    /// The class in whose nest, and on whose behalf, the new one acts.
    pub host: ClassId,
    pub superclass: ClassId,
    pub interfaces: Vec<ClassId>,
    pub fields: Vec<SyntheticField<'a>>,
    pub methods: Vec<SyntheticMethod<'a>>,
}

pub struct SyntheticField<'a> {
    pub name: &'a str,
    pub descriptor: &'a str,
    pub access: u16,
}

/// Makes the code of a method. It runs while loading is locked, so it must not load, link or
/// synthesise; reading the tables is fine.
pub type MakeCode<'a> = Box<dyn FnOnce(&SyntheticIds<'_>) -> Code + 'a>;

pub struct SyntheticMethod<'a> {
    pub name: &'a str,
    pub descriptor: &'a str,
    pub access: u16,
    /// `None` for abstract and native methods.
    pub code: Option<MakeCode<'a>>,
}

/// The ids that code of a synthetic class may refer to.
#[derive(Clone, Copy, Debug)]
pub struct SyntheticIds<'a> {
    pub class: ClassId,
    /// The method whose code is being made.
    pub method: MethodId,
    /// In the order given. Places of instance fields follow those of the superclass.
    pub fields: &'a [FieldId],
    pub methods: &'a [MethodId],
}

impl Program {
    /// Makes a class, or finds the one that was made under the same name before.
    ///
    /// Panics if a descriptor is ill formed: the caller made it.
    pub fn synthesize(&self, class: SyntheticClass<'_>) -> Result<ClassId, LinkError> {
        let name = self.symbol(class.name);
        // Finding the nest may load, so it comes before the lock.
        let nest_host = self.nest_host(class.host);
        let mut loading = self.lock();
        if let Some(made) = self.symbols.class(name) {
            return Ok(made);
        }
        let shape = Shape {
            space: 0,
            name,
            access: class.access,
            origin: self.class(class.host).origin,
            superclass: Some(class.superclass),
            interfaces: class.interfaces.into(),
        };
        let fields = class.fields.iter().map(|f| self.new_field(f)).collect();
        let methods = class.methods.iter().map(|m| self.new_method(m)).collect();
        let mut made = link::build_class(self, &mut loading, shape, fields, methods, None)?;
        made.nest_host = OnceLock::from(nest_host);
        let ids = (made.methods.clone(), made.fields.clone());
        for (&method, code) in ids.0.iter().zip(class.methods.into_iter().map(|m| m.code)) {
            if let Some(make) = code {
                let known = SyntheticIds { class: made.id, method, fields: &ids.1, methods: &ids.0 };
                let _ = self.method(method).code.set(Ok(make(&known)));
            }
        }
        Ok(link::publish(self, made))
    }

    /// Adds a static method to a class. It is found by its id alone: the class's own lists do not
    /// change.
    ///
    /// Panics if the descriptor is ill formed: the caller made it.
    pub fn add_method(&self, class: ClassId, method: SyntheticMethod<'_>) -> MethodId {
        let new = self.new_method(&method);
        let loading = self.lock();
        let id = MethodId(self.methods.count() as u32);
        let made = link::new_method(self, id, class, false, new);
        if let Some(make) = method.code {
            let known = SyntheticIds { class, method: id, fields: &[], methods: &[id] };
            let _ = made.code.set(Ok(make(&known)));
        }
        self.methods.push(made);
        drop(loading);
        id
    }

    fn new_field(&self, field: &SyntheticField<'_>) -> NewField {
        NewField {
            name: self.symbol(field.name),
            descriptor: self.symbol(field.descriptor),
            access: field.access,
            ty: self.type_of(field.descriptor).expect("generated descriptors are well formed"),
            constant_value: None,
            file_index: None,
        }
    }

    fn new_method(&self, method: &SyntheticMethod<'_>) -> NewMethod {
        NewMethod {
            name: self.symbol(method.name),
            descriptor: self.symbol(method.descriptor),
            access: method.access | access::SYNTHETIC,
            signature: self.signature(method.descriptor).expect("generated descriptors are well formed"),
            file_index: None,
        }
    }
}
