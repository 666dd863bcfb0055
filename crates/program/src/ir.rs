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

use std::sync::OnceLock;

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

/// One instruction: `d` is the destination, `a` and `b` are sources, `k` a small constant, `t` a
/// branch target.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(u8)]
pub enum Instr {
    Nop,
    Move {
        d: Reg,
        a: Reg,
    },
    /// An `int` or `float` constant, zero-extended.
    Const32 {
        d: Reg,
        v: u32,
    },
    /// A `long` or `double` constant: `Code::wide[k]`.
    Const64 {
        d: Reg,
        k: u32,
    },
    ConstNull {
        d: Reg,
    },
    /// A string, class, method type, method handle or dynamic constant.
    ConstPool {
        d: Reg,
        cp: u16,
    },

    IAdd {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    ISub {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    IMul {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    IDiv {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    IRem {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    IAnd {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    IOr {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    IXor {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    IShl {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    IShr {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    IUshr {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    INeg {
        d: Reg,
        a: Reg,
    },
    /// `d = a + k`, also used for subtraction of a constant and `iinc`.
    IAddK {
        d: Reg,
        a: Reg,
        k: i16,
    },
    IMulK {
        d: Reg,
        a: Reg,
        k: i16,
    },
    IAndK {
        d: Reg,
        a: Reg,
        k: i16,
    },
    IShlK {
        d: Reg,
        a: Reg,
        k: i16,
    },
    IShrK {
        d: Reg,
        a: Reg,
        k: i16,
    },
    IUshrK {
        d: Reg,
        a: Reg,
        k: i16,
    },

    LAdd {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LSub {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LMul {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LDiv {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LRem {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LAnd {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LOr {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LXor {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// The shift count `b` is an `int`.
    LShl {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LShr {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LUshr {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LNeg {
        d: Reg,
        a: Reg,
    },
    LAddK {
        d: Reg,
        a: Reg,
        k: i16,
    },
    LCmp {
        d: Reg,
        a: Reg,
        b: Reg,
    },

    FAdd {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    FSub {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    FMul {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    FDiv {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    FRem {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    FNeg {
        d: Reg,
        a: Reg,
    },
    /// NaN compares as -1.
    FCmpL {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// NaN compares as 1.
    FCmpG {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    DAdd {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    DSub {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    DMul {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    DDiv {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    DRem {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    DNeg {
        d: Reg,
        a: Reg,
    },
    DCmpL {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    DCmpG {
        d: Reg,
        a: Reg,
        b: Reg,
    },

    I2L {
        d: Reg,
        a: Reg,
    },
    I2F {
        d: Reg,
        a: Reg,
    },
    I2D {
        d: Reg,
        a: Reg,
    },
    L2I {
        d: Reg,
        a: Reg,
    },
    L2F {
        d: Reg,
        a: Reg,
    },
    L2D {
        d: Reg,
        a: Reg,
    },
    F2I {
        d: Reg,
        a: Reg,
    },
    F2L {
        d: Reg,
        a: Reg,
    },
    F2D {
        d: Reg,
        a: Reg,
    },
    D2I {
        d: Reg,
        a: Reg,
    },
    D2L {
        d: Reg,
        a: Reg,
    },
    D2F {
        d: Reg,
        a: Reg,
    },
    I2B {
        d: Reg,
        a: Reg,
    },
    I2C {
        d: Reg,
        a: Reg,
    },
    I2S {
        d: Reg,
        a: Reg,
    },

    Goto {
        t: Target,
    },
    /// Integer and reference equality; the other comparisons are of signed integers.
    IfEq {
        a: Reg,
        b: Reg,
        t: Target,
    },
    IfNe {
        a: Reg,
        b: Reg,
        t: Target,
    },
    IfLt {
        a: Reg,
        b: Reg,
        t: Target,
    },
    IfGe {
        a: Reg,
        b: Reg,
        t: Target,
    },
    IfGt {
        a: Reg,
        b: Reg,
        t: Target,
    },
    IfLe {
        a: Reg,
        b: Reg,
        t: Target,
    },
    /// Comparison with a constant; `k = 0` is also the test for null.
    IfEqK {
        a: Reg,
        k: i16,
        t: Target,
    },
    IfNeK {
        a: Reg,
        k: i16,
        t: Target,
    },
    IfLtK {
        a: Reg,
        k: i16,
        t: Target,
    },
    IfGeK {
        a: Reg,
        k: i16,
        t: Target,
    },
    IfGtK {
        a: Reg,
        k: i16,
        t: Target,
    },
    IfLeK {
        a: Reg,
        k: i16,
        t: Target,
    },
    /// Fused `lcmp` and branch.
    IfLEq {
        a: Reg,
        b: Reg,
        t: Target,
    },
    IfLNe {
        a: Reg,
        b: Reg,
        t: Target,
    },
    IfLLt {
        a: Reg,
        b: Reg,
        t: Target,
    },
    IfLGe {
        a: Reg,
        b: Reg,
        t: Target,
    },
    IfLGt {
        a: Reg,
        b: Reg,
        t: Target,
    },
    IfLLe {
        a: Reg,
        b: Reg,
        t: Target,
    },
    /// Jumps by `Code::switches[k]`.
    Switch {
        a: Reg,
        k: u16,
    },

    NewArray {
        d: Reg,
        len: Reg,
        kind: ElementKind,
    },
    /// An array of references whose *component* class is `cp`.
    ANewArray {
        d: Reg,
        len: Reg,
        cp: u16,
    },
    /// `Code::multi[k]` names the array class and the registers with the dimensions.
    MultiNewArray {
        d: Reg,
        k: u16,
    },
    ArrayLen {
        d: Reg,
        a: Reg,
    },
    /// `byte` and `boolean`, sign-extended.
    Load8 {
        d: Reg,
        a: Reg,
        i: Reg,
    },
    /// `char`.
    LoadU16 {
        d: Reg,
        a: Reg,
        i: Reg,
    },
    /// `short`.
    LoadI16 {
        d: Reg,
        a: Reg,
        i: Reg,
    },
    /// `int` and `float`.
    Load32 {
        d: Reg,
        a: Reg,
        i: Reg,
    },
    /// `long` and `double`.
    Load64 {
        d: Reg,
        a: Reg,
        i: Reg,
    },
    LoadRef {
        d: Reg,
        a: Reg,
        i: Reg,
    },
    /// `byte` and `boolean` (masked by the array's kind at run time).
    Store8 {
        a: Reg,
        i: Reg,
        v: Reg,
    },
    Store16 {
        a: Reg,
        i: Reg,
        v: Reg,
    },
    Store32 {
        a: Reg,
        i: Reg,
        v: Reg,
    },
    Store64 {
        a: Reg,
        i: Reg,
        v: Reg,
    },
    /// With the array store check.
    StoreRef {
        a: Reg,
        i: Reg,
        v: Reg,
    },

    New {
        d: Reg,
        cp: u16,
    },
    GetField {
        d: Reg,
        a: Reg,
        cp: u16,
    },
    PutField {
        a: Reg,
        v: Reg,
        cp: u16,
    },
    GetStatic {
        d: Reg,
        cp: u16,
    },
    PutStatic {
        v: Reg,
        cp: u16,
    },
    /// Leaves the value where it is or throws `ClassCastException`.
    CheckCast {
        a: Reg,
        cp: u16,
    },
    InstanceOf {
        d: Reg,
        a: Reg,
        cp: u16,
    },
    /// A call through `Code::calls[k]`: any of the five JVM invocations.
    Invoke {
        k: u32,
    },
    /// Return from a `void` method.
    Return,
    ReturnValue {
        a: Reg,
    },
    Throw {
        a: Reg,
    },
    MonitorEnter {
        a: Reg,
    },
    MonitorExit {
        a: Reg,
    },
}

const _: () = assert!(size_of::<Instr>() == 8);

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
