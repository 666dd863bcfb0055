//! Verification of method bodies (JVMS 4.10), for classes that do not come from the JDK.
//!
//! [`check`] is the type checker of 4.10.1, which compares every instruction with the
//! `StackMapTable`; [`infer`] is the older inference of 4.10.2 for files before version 50, and
//! finds the shapes of the stack for any code that has no table. Both share [`step`], the effect
//! of one instruction on the [`state`]. Final and protected members of classes that are not loaded
//! yet, and access rights in general, are the business of resolution, as in any JVM.
//!
//! Work is counted: a method that would take unreasonably long is refused.

mod check;
mod infer;
mod member;
mod operands;
mod state;
mod step;
mod types;

use heddle_classfile::{ClassFile, Code as Body, Member};

use super::bytecode::{Bytes, Fault};
use crate::program::Program;
use crate::{Class, LinkError, Type};
use state::State;
use types::{Types, VType};

pub(crate) use infer::infer;
pub(crate) use types::Trust;

/// Why a method is refused.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// A `VerifyError`.
    Fault(Fault),
    /// A class that is needed to decide does not load.
    Link(LinkError),
}

pub(crate) type Verified<T> = Result<T, Refusal>;

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<&'static str> for Refusal {
    fn from(fault: &'static str) -> Self {
        Self::Fault(fault.into())
    }
}

impl From<String> for Refusal {
    fn from(fault: String) -> Self {
        Self::Fault(fault.into())
    }
}

/// Slots that may be compared or copied while verifying one method. The largest methods of real
/// programs need a few million.
const MOST_WORK: u64 = 400_000_000;
/// Slots of all states that are kept at the same time: 128 MB of them.
const MOST_KEPT: usize = 1 << 24;

const TOO_LARGE: &str = "the method is too large to verify";

/// What is known about the method under verification.
pub(crate) struct Verifier<'a> {
    types: Types<'a>,
    file: &'a ClassFile,
    body: &'a Body<'a>,
    code: Bytes<'a>,
    result: Option<VType>,
    is_constructor: bool,
    initial: State,
    /// Whether an instruction starts at a bytecode index.
    starts: Vec<bool>,
    /// The type that each handler catches.
    caught: Vec<VType>,
    /// Targets of the last instruction that was stepped over.
    targets: Vec<usize>,
    work: u64,
    kept: usize,
    /// The instruction being looked at, for messages.
    pub(crate) bci: usize,
}

/// Where a method is declared.
#[derive(Clone, Copy)]
pub(crate) struct Declared<'a> {
    pub(crate) program: &'a Program,
    pub(crate) class: &'a Class,
    pub(crate) file: &'a ClassFile,
    pub(crate) member: &'a Member,
}

impl<'a> Verifier<'a> {
    pub(crate) fn new(declared: Declared<'a>, body: &'a Body<'a>, trust: Trust) -> Verified<Self> {
        let Declared { program, class, file, member } = declared;
        let types = Types::new(program, class, trust);
        let code = Bytes::new(body.bytecode);
        let name = file.name_of(member);
        let is_constructor = name == "<init>" && class.name != types.object;
        let signature = program.signature(&file.descriptor_of(member)).ok_or("ill-formed descriptor")?;
        let mut verifier = Self {
            is_constructor,
            result: value_type(signature.result),
            initial: State { locals: Vec::new(), stack: Vec::new(), this_uninitialized: is_constructor },
            starts: Vec::new(),
            caught: Vec::new(),
            targets: Vec::new(),
            work: MOST_WORK,
            kept: 0,
            bci: 0,
            types,
            file,
            body,
            code,
        };
        let locals = &mut verifier.initial.locals;
        if member.access & crate::access::STATIC == 0 {
            locals.push(if is_constructor { VType::UninitializedThis } else { VType::Object(class.name) });
        }
        for param in signature.params.iter().filter_map(|&param| value_type(param)) {
            locals.push(param);
            if param.is_wide() {
                locals.push(VType::Second);
            }
        }
        if locals.len() > usize::from(body.max_locals) {
            return Err("arguments can't fit into locals".into());
        }
        locals.resize(usize::from(body.max_locals), VType::Top);
        verifier.find_starts()?;
        verifier.check_exception_table()?;
        Ok(verifier)
    }

    fn find_starts(&mut self) -> Verified<()> {
        self.starts = vec![false; self.code.len() + 1];
        let mut bci = 0;
        while bci < self.code.len() {
            self.bci = bci;
            self.starts[bci] = true;
            bci += self.code.length(bci)?;
        }
        // The end of the code may end a range.
        self.starts[bci] = true;
        self.bci = 0;
        Ok(())
    }

    fn check_exception_table(&mut self) -> Verified<()> {
        let throwable = self.types.named("java/lang/Throwable");
        for entry in &self.body.exceptions {
            let is_start = |bci: u16| self.starts.get(usize::from(bci)) == Some(&true);
            if !is_start(entry.start) || !is_start(entry.end) || !is_start(entry.handler) {
                return Err("illegal exception table range or handler".into());
            }
            let caught = match entry.catch_type {
                0 => throwable,
                cp => self.class_constant(cp)?,
            };
            if !self.types.is_assignable(caught, throwable)? {
                return Err(format!(
                    "catch type {} is not a subclass of Throwable in exception handler {}",
                    self.types.describe(caught),
                    entry.handler
                )
                .into());
            }
            self.caught.push(caught);
        }
        Ok(())
    }

    /// The type of a `Class` entry of the constant pool.
    fn class_constant(&self, cp: u16) -> Verified<VType> {
        let name = self.file.class_name(cp).map_err(|_| "illegal type of constant-pool entry")?;
        Ok(self.types.named(&name))
    }

    fn spend(&mut self, slots: usize) -> Verified<()> {
        self.work = self.work.checked_sub(slots as u64 + 1).ok_or(TOO_LARGE)?;
        Ok(())
    }

    /// Accounts for a state that stays in memory.
    fn keep(&mut self, state: &State) -> Verified<()> {
        let slots = state.locals.len() + state.stack.len();
        self.kept += slots;
        if self.kept > MOST_KEPT {
            return Err(TOO_LARGE.into());
        }
        self.spend(slots)
    }
}

/// The type of a value; nothing for `void`.
fn value_type(ty: Type) -> Option<VType> {
    Some(match ty {
        Type::Boolean | Type::Byte | Type::Char | Type::Short | Type::Int => VType::Int,
        Type::Float => VType::Float,
        Type::Long => VType::Long,
        Type::Double => VType::Double,
        Type::Ref(name) => VType::Object(name),
        Type::Void => return None,
    })
}

/// Checks a method against its `StackMapTable`.
pub(crate) fn check(declared: Declared<'_>, body: &Body<'_>) -> Result<(), (Refusal, usize)> {
    let mut verifier = Verifier::new(declared, body, Trust::Verify).map_err(|refusal| (refusal, 0))?;
    verifier.check().map_err(|refusal| (refusal, verifier.bci))
}
