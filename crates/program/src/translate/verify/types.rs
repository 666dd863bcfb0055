//! Verification types and what may stand for what (JVMS 4.10.1.2).
//!
//! Interfaces count as `Object`, as in any JVM. Classes are loaded only where the answer depends
//! on them: two equal names, `Object` and null need no class.

use super::{Refusal, Verified};
use crate::program::Program;
use crate::{Class, ClassId, LinkError, Symbol};

/// The type of a local or of a slot of the operand stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VType {
    /// Not usable.
    Top,
    Int,
    Float,
    Long,
    Double,
    /// The second slot of a `long` or `double`.
    Second,
    Null,
    UninitializedThis,
    /// Made by the `new` at this bytecode index, not yet initialised.
    Uninitialized(u16),
    /// A class or array, by internal name.
    Object(Symbol),
}

impl VType {
    pub(crate) fn is_wide(self) -> bool {
        matches!(self, Self::Long | Self::Double)
    }

    /// Whether a value is a reference, initialised or not.
    pub(crate) fn is_reference(self) -> bool {
        matches!(self, Self::Null | Self::Object(_)) || self.is_uninitialized()
    }

    pub(crate) fn is_uninitialized(self) -> bool {
        matches!(self, Self::UninitializedThis | Self::Uninitialized(_))
    }
}

/// Whether types are compared for real. Classes of the JDK are trusted, as HotSpot trusts them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trust {
    Verify,
    Trust,
}

/// The class hierarchy as the verifier of one class sees it.
pub(crate) struct Types<'a> {
    pub(crate) program: &'a Program,
    pub(crate) class: &'a Class,
    pub(crate) trust: Trust,
    pub(crate) object: Symbol,
}

impl<'a> Types<'a> {
    pub(crate) fn new(program: &'a Program, class: &'a Class, trust: Trust) -> Self {
        Self { program, class, trust, object: program.symbol("java/lang/Object") }
    }

    pub(crate) fn named(&self, name: &str) -> VType {
        VType::Object(self.program.symbol(name))
    }

    pub(crate) fn text(&self, name: Symbol) -> &'a str {
        self.program.text(name)
    }

    /// The type of a value of a field descriptor.
    pub(crate) fn of_descriptor(&self, descriptor: &str) -> Verified<VType> {
        Ok(match descriptor.as_bytes() {
            [b'Z' | b'B' | b'C' | b'S' | b'I'] => VType::Int,
            [b'F'] => VType::Float,
            [b'J'] => VType::Long,
            [b'D'] => VType::Double,
            [b'[', _, ..] => self.named(descriptor),
            [b'L', .., b';'] => self.named(&descriptor[1..descriptor.len() - 1]),
            _ => return Err("ill-formed descriptor".into()),
        })
    }

    /// The type of the elements of an array type; `None` for what is no array.
    pub(crate) fn component(&self, array: Symbol) -> Verified<Option<VType>> {
        self.text(array).strip_prefix('[').map(|component| self.of_descriptor(component)).transpose()
    }

    /// Whether a value of type `from` may be used as one of type `to`.
    pub(crate) fn is_assignable(&self, from: VType, to: VType) -> Verified<bool> {
        if from == to || to == VType::Top {
            return Ok(true);
        }
        match (from, to) {
            (VType::Null, VType::Object(_)) => Ok(true),
            (VType::Object(from), VType::Object(to)) => self.is_subclass(from, to),
            _ => Ok(false),
        }
    }

    fn is_subclass(&self, from: Symbol, to: Symbol) -> Verified<bool> {
        if from == to || to == self.object || self.trust == Trust::Trust {
            return Ok(true);
        }
        let from_text = self.text(from);
        if self.text(to).starts_with('[') {
            let (Some(from), Some(to)) = (self.component(from)?, self.component(to)?) else {
                return Ok(false);
            };
            // `byte` and `int` are the same to the verifier, but not their arrays.
            return match (from, to) {
                (VType::Object(from), VType::Object(to)) => self.is_subclass(from, to),
                _ => Ok(false),
            };
        }
        let target = self.load(to)?;
        if target.is_interface() {
            let array_interface = || matches!(self.text(to), "java/lang/Cloneable" | "java/io/Serializable");
            return Ok(!from_text.starts_with('[') || array_interface());
        }
        if from_text.starts_with('[') {
            return Ok(false);
        }
        Ok(self.load(from)?.display.contains(&target.id))
    }

    /// The class of a name. The class being verified is always at hand.
    pub(crate) fn load(&self, name: Symbol) -> Verified<&'a Class> {
        let name = match self.class.space {
            0 => name,
            space => self.program.name_in(space, self.program.text(name)),
        };
        if name == self.class.name {
            return Ok(self.class);
        }
        let id: Result<ClassId, LinkError> = self.program.load_symbol(name);
        id.map(|id| self.program.class(id)).map_err(Refusal::Link)
    }

    /// The type of a local or stack slot where paths meet (JVMS 4.10.2.2); [`VType::Top`] if there
    /// is none.
    pub(crate) fn merge(&self, a: VType, b: VType) -> Verified<VType> {
        Ok(match (a, b) {
            _ if a == b => a,
            (VType::Null, VType::Object(_)) => b,
            (VType::Object(_), VType::Null) => a,
            (VType::Object(a), VType::Object(b)) => VType::Object(self.common_superclass(a, b)?),
            _ => VType::Top,
        })
    }

    fn common_superclass(&self, a: Symbol, b: Symbol) -> Verified<Symbol> {
        if a == b || self.trust == Trust::Trust {
            return Ok(if a == b { a } else { self.object });
        }
        match (self.component(a)?, self.component(b)?) {
            (Some(VType::Object(a)), Some(VType::Object(b))) => {
                let component = self.common_superclass(a, b)?;
                let name = self.text(component);
                let array = if name.starts_with('[') { format!("[{name}") } else { format!("[L{name};") };
                return Ok(self.program.symbol(&array));
            }
            (None, None) => {}
            _ => return Ok(self.object),
        }
        let (a, b) = (self.load(a)?, self.load(b)?);
        if a.is_interface() || b.is_interface() {
            return Ok(self.object);
        }
        let common = a.display.iter().zip(&b.display).take_while(|(a, b)| a == b).last();
        Ok(common.map_or(self.object, |(&id, _)| self.program.class(id).name))
    }

    /// Whether a name is that of a superclass of the class being verified, or its own.
    pub(crate) fn superclass_named(&self, name: Symbol) -> Option<&'a Class> {
        let is_named = |id: &&ClassId| self.program.class(**id).name == name;
        self.class.display.iter().rev().find(is_named).map(|&id| self.program.class(id))
    }

    /// A type as messages name it.
    pub(crate) fn describe(&self, ty: VType) -> String {
        match ty {
            VType::Top | VType::Second => "nothing usable".into(),
            VType::Int => "int".into(),
            VType::Float => "float".into(),
            VType::Long => "long".into(),
            VType::Double => "double".into(),
            VType::Null => "null".into(),
            VType::UninitializedThis => "uninitialized this".into(),
            VType::Uninitialized(bci) => format!("uninitialized object of @{bci}"),
            VType::Object(name) => self.text(name).into(),
        }
    }
}
