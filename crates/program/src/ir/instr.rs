//! The instructions of the register form, one variant per operation. The machine's resolved forms are
//! its own (`machine/src/op.rs`).

use super::{ElementKind, Reg, Target};

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
