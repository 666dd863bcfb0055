//! The interpreter's own instructions: those of the register form, plus resolved forms that take
//! the place of symbolic ones at first execution. Private to a machine, so a resolved form may
//! name heap cells.

use heddle_program::ir::{ElementKind, Instr, Reg, Target};

macro_rules! ops {
    (shared { $($name:ident $({ $($field:ident : $ty:ty),* })? ,)* }
     resolved { $($(#[$doc:meta])* $extra:ident { $($xfield:ident : $xty:ty),* } ,)* }) => {
        #[derive(Clone, Copy, PartialEq, Debug)]
        #[repr(u8)]
        pub enum Op {
            $($name $({ $($field: $ty),* })?,)*
            $($(#[$doc])* $extra { $($xfield: $xty),* },)*
        }

        impl From<Instr> for Op {
            fn from(instr: Instr) -> Self {
                match instr {
                    $(Instr::$name $({ $($field),* })? => Op::$name $({ $($field),* })?,)*
                }
            }
        }
    };
}

ops! {
    shared {
        Nop,
        Move { d: Reg, a: Reg },
        Const32 { d: Reg, v: u32 },
        Const64 { d: Reg, k: u32 },
        ConstNull { d: Reg },
        ConstPool { d: Reg, cp: u16 },
        IAdd { d: Reg, a: Reg, b: Reg },
        ISub { d: Reg, a: Reg, b: Reg },
        IMul { d: Reg, a: Reg, b: Reg },
        IDiv { d: Reg, a: Reg, b: Reg },
        IRem { d: Reg, a: Reg, b: Reg },
        IAnd { d: Reg, a: Reg, b: Reg },
        IOr { d: Reg, a: Reg, b: Reg },
        IXor { d: Reg, a: Reg, b: Reg },
        IShl { d: Reg, a: Reg, b: Reg },
        IShr { d: Reg, a: Reg, b: Reg },
        IUshr { d: Reg, a: Reg, b: Reg },
        INeg { d: Reg, a: Reg },
        IAddK { d: Reg, a: Reg, k: i16 },
        IMulK { d: Reg, a: Reg, k: i16 },
        IAndK { d: Reg, a: Reg, k: i16 },
        IShlK { d: Reg, a: Reg, k: i16 },
        IShrK { d: Reg, a: Reg, k: i16 },
        IUshrK { d: Reg, a: Reg, k: i16 },
        LAdd { d: Reg, a: Reg, b: Reg },
        LSub { d: Reg, a: Reg, b: Reg },
        LMul { d: Reg, a: Reg, b: Reg },
        LDiv { d: Reg, a: Reg, b: Reg },
        LRem { d: Reg, a: Reg, b: Reg },
        LAnd { d: Reg, a: Reg, b: Reg },
        LOr { d: Reg, a: Reg, b: Reg },
        LXor { d: Reg, a: Reg, b: Reg },
        LShl { d: Reg, a: Reg, b: Reg },
        LShr { d: Reg, a: Reg, b: Reg },
        LUshr { d: Reg, a: Reg, b: Reg },
        LNeg { d: Reg, a: Reg },
        LAddK { d: Reg, a: Reg, k: i16 },
        LCmp { d: Reg, a: Reg, b: Reg },
        FAdd { d: Reg, a: Reg, b: Reg },
        FSub { d: Reg, a: Reg, b: Reg },
        FMul { d: Reg, a: Reg, b: Reg },
        FDiv { d: Reg, a: Reg, b: Reg },
        FRem { d: Reg, a: Reg, b: Reg },
        FNeg { d: Reg, a: Reg },
        FCmpL { d: Reg, a: Reg, b: Reg },
        FCmpG { d: Reg, a: Reg, b: Reg },
        DAdd { d: Reg, a: Reg, b: Reg },
        DSub { d: Reg, a: Reg, b: Reg },
        DMul { d: Reg, a: Reg, b: Reg },
        DDiv { d: Reg, a: Reg, b: Reg },
        DRem { d: Reg, a: Reg, b: Reg },
        DNeg { d: Reg, a: Reg },
        DCmpL { d: Reg, a: Reg, b: Reg },
        DCmpG { d: Reg, a: Reg, b: Reg },
        I2L { d: Reg, a: Reg },
        I2F { d: Reg, a: Reg },
        I2D { d: Reg, a: Reg },
        L2I { d: Reg, a: Reg },
        L2F { d: Reg, a: Reg },
        L2D { d: Reg, a: Reg },
        F2I { d: Reg, a: Reg },
        F2L { d: Reg, a: Reg },
        F2D { d: Reg, a: Reg },
        D2I { d: Reg, a: Reg },
        D2L { d: Reg, a: Reg },
        D2F { d: Reg, a: Reg },
        I2B { d: Reg, a: Reg },
        I2C { d: Reg, a: Reg },
        I2S { d: Reg, a: Reg },
        Goto { t: Target },
        IfEq { a: Reg, b: Reg, t: Target },
        IfNe { a: Reg, b: Reg, t: Target },
        IfLt { a: Reg, b: Reg, t: Target },
        IfGe { a: Reg, b: Reg, t: Target },
        IfGt { a: Reg, b: Reg, t: Target },
        IfLe { a: Reg, b: Reg, t: Target },
        IfEqK { a: Reg, k: i16, t: Target },
        IfNeK { a: Reg, k: i16, t: Target },
        IfLtK { a: Reg, k: i16, t: Target },
        IfGeK { a: Reg, k: i16, t: Target },
        IfGtK { a: Reg, k: i16, t: Target },
        IfLeK { a: Reg, k: i16, t: Target },
        IfLEq { a: Reg, b: Reg, t: Target },
        IfLNe { a: Reg, b: Reg, t: Target },
        IfLLt { a: Reg, b: Reg, t: Target },
        IfLGe { a: Reg, b: Reg, t: Target },
        IfLGt { a: Reg, b: Reg, t: Target },
        IfLLe { a: Reg, b: Reg, t: Target },
        Switch { a: Reg, k: u16 },
        NewArray { d: Reg, len: Reg, kind: ElementKind },
        ANewArray { d: Reg, len: Reg, cp: u16 },
        MultiNewArray { d: Reg, k: u16 },
        ArrayLen { d: Reg, a: Reg },
        Load8 { d: Reg, a: Reg, i: Reg },
        LoadU16 { d: Reg, a: Reg, i: Reg },
        LoadI16 { d: Reg, a: Reg, i: Reg },
        Load32 { d: Reg, a: Reg, i: Reg },
        Load64 { d: Reg, a: Reg, i: Reg },
        LoadRef { d: Reg, a: Reg, i: Reg },
        Store8 { a: Reg, i: Reg, v: Reg },
        Store16 { a: Reg, i: Reg, v: Reg },
        Store32 { a: Reg, i: Reg, v: Reg },
        Store64 { a: Reg, i: Reg, v: Reg },
        StoreRef { a: Reg, i: Reg, v: Reg },
        New { d: Reg, cp: u16 },
        GetField { d: Reg, a: Reg, cp: u16 },
        PutField { a: Reg, v: Reg, cp: u16 },
        GetStatic { d: Reg, cp: u16 },
        PutStatic { v: Reg, cp: u16 },
        CheckCast { a: Reg, cp: u16 },
        InstanceOf { d: Reg, a: Reg, cp: u16 },
        Invoke { k: u32 },
        Return,
        ReturnValue { a: Reg },
        Throw { a: Reg },
        MonitorEnter { a: Reg },
        MonitorExit { a: Reg },
    }
    resolved {
        /// A literal, mirror, method type or handle: a permanent object.
        ConstRef { d: Reg, r: u32 },
        /// A class that needs no initialisation check any more.
        NewObject { d: Reg, class: u32 },
        /// A class whose initialisation the search may undo.
        NewChecked { d: Reg, class: u32 },
        /// `operands[k]` is the array class.
        NewRefArray { d: Reg, len: Reg, k: u16 },
        /// `place` counts from the object's header.
        LoadField { d: Reg, a: Reg, place: u16 },
        LoadVolatile { d: Reg, a: Reg, place: u16 },
        /// A final field, or one that no reduction needs to see.
        LoadFinal { d: Reg, a: Reg, place: u16 },
        /// What a thread was given to run.
        LoadTask { d: Reg, a: Reg, place: u16 },
        /// A final field of another class, written through a handle.
        StoreFinal { a: Reg, v: Reg, place: u16 },
        StoreField { a: Reg, v: Reg, place: u16 },
        StoreFieldRef { a: Reg, v: Reg, place: u16 },
        /// Volatile or narrower than `int`: the machine looks the field up.
        StoreOther { a: Reg, v: Reg, place: u16 },
        /// A static of an initialised class of the JDK that is final, so never visible.
        LoadStaticFinal { d: Reg, cell: u32 },
        /// `statics[k]` of the machine.
        LoadStatic { d: Reg, k: u32 },
        StoreStatic { v: Reg, k: u32 },
        /// `operands[k]` is the class.
        CastTo { a: Reg, k: u16 },
        IsA { d: Reg, a: Reg, k: u16 },
        /// Calls through `sites[k]` of the method.
        CallStatic { k: u32 },
        CallStaticChecked { k: u32 },
        CallSpecial { k: u32 },
        CallVirtual { k: u32 },
        CallInterface { k: u32 },
        /// A signature-polymorphic method of `MethodHandle` or `VarHandle`.
        CallHandle { k: u32 },
        /// Nobody has been here yet: stands for the shared instruction while coverage is recorded.
        Unreached { },
    }
}

const _: () = assert!(size_of::<Op>() == 8);

impl Op {
    /// Whether the instruction is replaced before it does anything.
    pub fn is_symbolic(self) -> bool {
        matches!(
            self,
            Op::Unreached {}
                | Op::ConstPool { .. }
                | Op::ANewArray { .. }
                | Op::New { .. }
                | Op::GetField { .. }
                | Op::PutField { .. }
                | Op::GetStatic { .. }
                | Op::PutStatic { .. }
                | Op::CheckCast { .. }
                | Op::InstanceOf { .. }
                | Op::Invoke { .. }
        )
    }
}
