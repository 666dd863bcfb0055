//! The register form of a method: what comes out of [`crate::translate`] and what the interpreter,
//! the static analyses and the symbolic engine read.
//!
//! Registers are 64-bit and untyped. Register `n` below `max_locals` is JVM local `n` (a `long` or
//! `double` uses the first of its two locals; the second stays unused); register `max_locals + s`
//! is the operand-stack slot `s` wherever a stack value had to be kept. `int`, `float` and
//! references sit zero-extended in the low 32 bits; a reference is a heap index and null is 0.
//!
//! An instruction takes 8 bytes. Operands that do not fit are in the side tables of [`Code`].
//! `cp` operands index the constant pool of [`Code::pool_class`]. The interpreter keeps a private
//! copy of the instructions and replaces the symbolic forms (those with `cp`) by resolved forms of
//! its own at first execution, as JVMS 5.4 allows; the shared form here never changes.

mod instr;

use std::sync::OnceLock;

pub use instr::Instr;

use crate::maps::Maps;
use crate::{ClassId, MethodId};

/// A register of the current frame.
pub type Reg = u16;
/// The destination of a call whose result nobody reads, or that has none.
pub const NO_REG: Reg = u16::MAX;
/// An index into [`Code::instrs`].
pub type Pc = u32;
/// A branch target; methods with more than 65,535 instructions are refused.
pub type Target = u16;

/// How an array's elements are stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum ElementKind {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Ref,
}

impl ElementKind {
    /// Size of one element in bytes.
    #[inline]
    pub const fn bytes(self) -> u32 {
        match self {
            Self::Boolean | Self::Byte => 1,
            Self::Char | Self::Short => 2,
            Self::Int | Self::Float | Self::Ref => 4,
            Self::Long | Self::Double => 8,
        }
    }
}

/// Which JVM invocation a call site is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvokeKind {
    Virtual,
    Special,
    Static,
    Interface,
    Dynamic,
}

/// What a call site calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A method reference or an `InvokeDynamic` entry of the constant pool.
    Pool(u16),
    /// A method known when the code was made (synthesised code only).
    Method(MethodId),
}

/// A call: `args` has one register per argument *slot*, receiver first; the second slot of a
/// `long` or `double` repeats the register of the first.
#[derive(Clone, Debug)]
pub struct CallSite {
    pub kind: InvokeKind,
    pub callee: Callee,
    pub args: Box<[Reg]>,
    /// Where the result goes, or [`NO_REG`].
    pub dest: Reg,
    /// Whether the result is a reference, for the reference maps.
    pub returns_ref: bool,
}

/// A `multianewarray`.
#[derive(Clone, Debug)]
pub struct MultiArray {
    pub cp: u16,
    pub dims: Box<[Reg]>,
}

/// The targets of a `tableswitch` or `lookupswitch`.
#[derive(Clone, Debug)]
pub enum Switch {
    Dense {
        low: i32,
        targets: Box<[Target]>,
        default: Target,
    },
    /// Keys ascend.
    Sparse {
        keys: Box<[i32]>,
        targets: Box<[Target]>,
        default: Target,
    },
}

impl Switch {
    /// Where a value jumps to.
    #[inline]
    pub fn target(&self, value: i32) -> Target {
        match self {
            Self::Dense { low, targets, default } => {
                let at = value.wrapping_sub(*low) as u32 as usize;
                targets.get(at).copied().unwrap_or(*default)
            }
            Self::Sparse { keys, targets, default } => keys.binary_search(&value).map_or(*default, |at| targets[at]),
        }
    }

    /// The values that have a case.
    pub fn cases(&self) -> Vec<i32> {
        match self {
            Self::Dense { low, targets, .. } => (0..targets.len() as i32).map(|at| low.wrapping_add(at)).collect(),
            Self::Sparse { keys, .. } => keys.to_vec(),
        }
    }

    /// All targets, the default last.
    pub fn targets(&self) -> impl Iterator<Item = Target> + '_ {
        let (targets, default) = match self {
            Self::Dense { targets, default, .. } | Self::Sparse { targets, default, .. } => (targets, default),
        };
        targets.iter().copied().chain(std::iter::once(*default))
    }
}

/// What a handler catches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Catch {
    Any,
    Pool(u16),
}

/// An exception handler: covers `start..end`, in table order; the exception goes to `dest`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handler {
    pub start: Pc,
    pub end: Pc,
    pub target: Pc,
    pub catch: Catch,
    pub dest: Reg,
}

/// A row of the `LocalVariableTable`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalName {
    pub reg: Reg,
    /// Covered bytecode indices.
    pub from: u16,
    pub to: u16,
    pub name: Box<str>,
    pub descriptor: Box<str>,
}

/// The register form of one method. Immutable.
#[derive(Debug)]
pub struct Code {
    pub method: MethodId,
    /// The class whose constant pool the `cp` operands index.
    pub pool_class: ClassId,
    /// Number of registers of a frame.
    pub registers: u16,
    /// Registers below this are JVM locals.
    pub max_locals: u16,
    pub instrs: Box<[Instr]>,
    /// Bytecode index of each instruction.
    pub bci: Box<[u16]>,
    pub wide: Box<[u64]>,
    pub calls: Box<[CallSite]>,
    pub multi: Box<[MultiArray]>,
    pub switches: Box<[Switch]>,
    pub handlers: Box<[Handler]>,
    /// (first bytecode index, line), ascending by bytecode index.
    pub lines: Box<[(u16, u16)]>,
    pub locals: Box<[LocalName]>,
    /// Allocation sites of this method are numbered `first_site + pc`.
    pub first_site: u32,
    /// Live registers and reference maps, made when first asked for.
    pub maps: OnceLock<Maps>,
}

impl Code {
    /// The source line of an instruction.
    pub fn line(&self, pc: Pc) -> Option<u16> {
        let bci = *self.bci.get(pc as usize)?;
        let after = self.lines.partition_point(|&(start, _)| start <= bci);
        after.checked_sub(1).map(|at| self.lines[at].1)
    }

    /// The source name of a register at an instruction.
    pub fn local_name(&self, pc: Pc, reg: Reg) -> Option<&str> {
        let bci = *self.bci.get(pc as usize)?;
        self.locals.iter().find(|l| l.reg == reg && l.from <= bci && bci < l.to).map(|l| &*l.name)
    }
}
