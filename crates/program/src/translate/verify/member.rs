//! Field accesses and calls under verification, with the rules on constructors and on protected
//! members (JVMS 4.10.1.8 and the instructions' own sections).

use heddle_classfile::{Constant, MemberRef, NameAndType};

use super::super::bytecode::call_slots;
use super::state::State;
use super::types::{Trust, VType};
use super::{Verified, Verifier, value_type};
use crate::program::Program;
use crate::{Class, Symbol, access};

const BAD_CONSTANT: &str = "illegal type of constant-pool entry";

const INVOKEVIRTUAL: u8 = 0xb6;
const INVOKESPECIAL: u8 = 0xb7;
const INVOKESTATIC: u8 = 0xb8;
const INVOKEINTERFACE: u8 = 0xb9;
const INVOKEDYNAMIC: u8 = 0xba;

impl<'a> Verifier<'a> {
    /// `getstatic`, `putstatic`, `getfield`, `putfield`.
    pub(crate) fn field(&mut self, state: &mut State, opcode: u8, cp: u16) -> Verified<()> {
        let field = self.named_field(cp)?;
        let ty = self.types.of_descriptor(&field.descriptor)?;
        let max_stack = self.body.max_stack;
        match opcode {
            0xb2 => state.push(ty, max_stack),
            0xb3 => state.pop(ty, &self.types).map(drop),
            0xb4 => {
                self.pop_holder(state, &field, Access::Read)?;
                state.push(ty, max_stack)
            }
            _ => {
                state.pop(ty, &self.types)?;
                self.pop_holder(state, &field, Access::Write)
            }
        }
    }

    /// Takes the object of a field access off the stack.
    fn pop_holder(&mut self, state: &mut State, field: &MemberRef<'_>, access: Access) -> Verified<()> {
        let class = self.class_constant(field.class)?;
        let is_this = state.stack.last() == Some(&VType::UninitializedThis);
        // A constructor may assign fields of its own class before it calls another constructor.
        if is_this && access == Access::Write && class == VType::Object(self.types.class.name) {
            let key = (self.types.program.symbol(&field.name), self.types.program.symbol(&field.descriptor));
            if self.types.class.field_index.contains_key(&key) {
                return state.pop_slot().map(drop);
            }
        }
        let holder = state.pop(class, &self.types)?;
        self.check_protected(class, holder, |program, class| {
            let key = (program.symbol(&field.name), program.symbol(&field.descriptor));
            let id = *class.field_index.get(&key)?;
            Some(program.field(id).access)
        })
    }

    /// The five invocations.
    pub(crate) fn invoke(&mut self, state: &mut State, opcode: u8, bci: usize) -> Verified<()> {
        if opcode == INVOKEDYNAMIC {
            let call = self.dynamic_call(bci)?;
            self.pop_arguments(state, &call.descriptor)?;
            return self.push_result(state, &call.descriptor);
        }
        let method = self.called_method(opcode, bci)?;
        self.pop_arguments(state, &method.descriptor)?;
        let class = self.class_constant(method.class)?;
        if method.name == "<init>" {
            self.call_constructor(state, &method, class, bci)?;
        } else if opcode != INVOKESTATIC {
            self.pop_receiver(state, opcode, &method, class)?;
        }
        self.push_result(state, &method.descriptor)
    }

    /// The field that an instruction names.
    pub(crate) fn named_field(&self, cp: u16) -> Verified<MemberRef<'a>> {
        match self.file.constant(cp) {
            Ok(Constant::Field { .. }) => self.file.member_ref(cp).map_err(|_| BAD_CONSTANT.into()),
            _ => Err(BAD_CONSTANT.into()),
        }
    }

    /// The method that an invocation names, if that invocation may name it.
    pub(crate) fn called_method(&self, opcode: u8, bci: usize) -> Verified<MemberRef<'a>> {
        let cp = self.code.u16(bci + 1)?;
        let is_interface = match self.file.constant(cp) {
            Ok(Constant::Method { .. }) => false,
            Ok(Constant::InterfaceMethod { .. }) => true,
            _ => return Err(BAD_CONSTANT.into()),
        };
        let allowed = match opcode {
            INVOKEVIRTUAL => !is_interface,
            INVOKEINTERFACE => is_interface,
            // Static and private methods of interfaces came with version 52; code that the machine writes is of an
            // older one, because it has no tables.
            _ => !is_interface || self.file.major() >= 52 || self.types.trust == Trust::Trust,
        };
        if !allowed {
            return Err(BAD_CONSTANT.into());
        }
        let method = self.file.member_ref(cp).map_err(|_| BAD_CONSTANT)?;
        if opcode == INVOKEINTERFACE {
            let (slots, _) = call_slots(method.descriptor.as_bytes())?;
            if usize::from(self.code.u8(bci + 3)?) != slots + 1 {
                return Err("inconsistent args count operand in invokeinterface".into());
            }
            if self.code.u8(bci + 4)? != 0 {
                return Err("fourth operand byte of invokeinterface must be zero".into());
            }
        }
        if method.name.starts_with('<') && !(method.name == "<init>" && opcode == INVOKESPECIAL) {
            return Err("illegal call to internal method".into());
        }
        Ok(method)
    }

    /// The call that an `invokedynamic` names.
    pub(crate) fn dynamic_call(&self, bci: usize) -> Verified<NameAndType<'a>> {
        let cp = self.code.u16(bci + 1)?;
        let Ok(Constant::InvokeDynamic { .. }) = self.file.constant(cp) else {
            return Err(BAD_CONSTANT.into());
        };
        if self.code.u8(bci + 3)? != 0 || self.code.u8(bci + 4)? != 0 {
            return Err("third and fourth operand bytes of invokedynamic must be zero".into());
        }
        let (_, call) = self.file.dynamic(cp).map_err(|_| BAD_CONSTANT)?;
        if call.name.starts_with('<') {
            return Err("illegal call to internal method".into());
        }
        Ok(call)
    }

    fn pop_arguments(&mut self, state: &mut State, descriptor: &str) -> Verified<()> {
        let signature = self.types.program.signature(descriptor).ok_or("ill-formed descriptor")?;
        for param in signature.params.iter().rev().filter_map(|&param| value_type(param)) {
            state.pop(param, &self.types)?;
        }
        Ok(())
    }

    fn push_result(&mut self, state: &mut State, descriptor: &str) -> Verified<()> {
        match descriptor.rsplit_once(')') {
            Some((_, "V")) => Ok(()),
            Some((_, result)) => {
                let ty = self.types.of_descriptor(result)?;
                state.push(ty, self.body.max_stack)
            }
            None => Err("ill-formed descriptor".into()),
        }
    }

    fn pop_receiver(&mut self, state: &mut State, opcode: u8, method: &MemberRef<'_>, class: VType) -> Verified<()> {
        if opcode != INVOKESPECIAL {
            let receiver = state.pop(class, &self.types)?;
            if opcode == INVOKEVIRTUAL {
                return self.check_protected_call(class, receiver, method);
            }
            return Ok(());
        }
        // `super.m()` and private calls: of this class, a superclass or a direct superinterface.
        let VType::Object(name) = class else {
            return Err(BAD_CONSTANT.into());
        };
        let program = self.types.program;
        let is_named = |id: &crate::ClassId| program.class(*id).name == name;
        let is_known = self.types.superclass_named(name).is_some() || self.types.class.interfaces.iter().any(is_named);
        if !is_known && self.types.trust == Trust::Verify {
            return Err("bad invokespecial instruction: current class isn't assignable to reference class".into());
        }
        state.pop(VType::Object(self.types.class.name), &self.types).map(drop)
    }

    fn check_protected_call(&self, class: VType, receiver: VType, method: &MemberRef<'_>) -> Verified<()> {
        self.check_protected(class, receiver, |program, class| {
            let key = (program.symbol(&method.name), program.symbol(&method.descriptor));
            let id = *class.method_index.get(&key)?;
            Some(program.method(id).access)
        })
    }

    /// A protected member of a superclass in another package may be used only on objects of the
    /// current class (JVMS 4.10.1.8). `find` gives the flags of a member that a class declares.
    fn check_protected(
        &self,
        class: VType,
        receiver: VType,
        find: impl Fn(&Program, &Class) -> Option<u16>,
    ) -> Verified<()> {
        let VType::Object(name) = class else {
            return Ok(());
        };
        let Some(named) = self.types.superclass_named(name) else {
            return Ok(());
        };
        let program = self.types.program;
        let declared = named.display.iter().rev().find_map(|&id| {
            let class = program.class(id);
            find(program, class).map(|flags| (class, flags))
        });
        let Some((holder, flags)) = declared else {
            return Ok(());
        };
        let restricted = flags & access::PROTECTED != 0 && flags & access::STATIC == 0;
        if !restricted || self.is_same_package(holder) {
            return Ok(());
        }
        // Arrays make `Object.clone` public.
        if let VType::Object(receiver) = receiver
            && self.types.text(receiver).starts_with('[')
        {
            return Ok(());
        }
        if self.types.is_assignable(receiver, VType::Object(self.types.class.name))? {
            return Ok(());
        }
        Err("bad access to protected data".into())
    }

    fn is_same_package(&self, other: &Class) -> bool {
        let package = |name: Symbol| self.types.text(name).rsplit_once('/').map_or("", |(package, _)| package);
        let this = self.types.class;
        // A user's class is never in the run-time package of one of the JDK.
        self.types.trust == Trust::Trust || other.origin == this.origin && package(other.name) == package(this.name)
    }

    /// `invokespecial <init>`: the object becomes initialised wherever it is.
    fn call_constructor(
        &mut self,
        state: &mut State,
        method: &MemberRef<'_>,
        class: VType,
        bci: usize,
    ) -> Verified<()> {
        let object = state.pop_slot()?;
        self.spend(state.stack.len() + state.locals.len())?;
        let VType::Object(name) = class else {
            return Err(BAD_CONSTANT.into());
        };
        match object {
            VType::UninitializedThis => {
                let superclass = self.types.class.superclass.map(|id| self.types.program.class(id).name);
                if name != self.types.class.name && Some(name) != superclass {
                    return Err("bad <init> method call: neither this class nor its superclass".into());
                }
                state.this_uninitialized = false;
                state.replace(object, VType::Object(self.types.class.name));
            }
            VType::Uninitialized(at) => {
                // Deserialisation makes objects by a constructor of a superclass.
                let made = self.made_at(at)?;
                if made != name && self.types.trust != Trust::Trust {
                    return Err("call to wrong <init> method".into());
                }
                self.check_protected_constructor(method, name)?;
                state.replace(object, class);
            }
            _ => {
                let found = self.types.describe(object);
                return Err(format!("bad operand type when invoking <init> @{bci}: {found}").into());
            }
        }
        Ok(())
    }

    /// `new` of a superclass in another package cannot use its protected constructors.
    fn check_protected_constructor(&self, method: &MemberRef<'_>, name: Symbol) -> Verified<()> {
        let Some(class) = self.types.superclass_named(name) else {
            return Ok(());
        };
        let program = self.types.program;
        let key = (program.symbol("<init>"), program.symbol(&method.descriptor));
        let flags = class.method_index.get(&key).map_or(0, |&id| program.method(id).access);
        if flags & access::PROTECTED != 0 && !self.is_same_package(class) {
            return Err("bad access to protected <init> method".into());
        }
        Ok(())
    }

    /// The class that the `new` at a bytecode index makes.
    pub(crate) fn made_at(&self, bci: u16) -> Verified<Symbol> {
        let at = usize::from(bci);
        if self.starts.get(at) == Some(&true)
            && self.code.u8(at)? == 0xbb
            && let VType::Object(name) = self.class_constant(self.code.u16(at + 1)?)?
        {
            return Ok(name);
        }
        Err("an uninitialized type does not refer to a new instruction".into())
    }
}

/// What an instruction does to a field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
}
