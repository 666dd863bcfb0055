//! Facts about single instructions that every analysis asks for: what is read, what is written,
//! where control goes, and whether an exception can leave it.
//!
//! The facts are about [`Code`] alone. Exceptional successors are those of
//! [`Code::handlers_at`]; [`Instr::successors`] names the normal ones only, because the two differ
//! in what they see: on the exceptional edge the destination has not been written.

use crate::ir::{Code, Handler, Instr, NO_REG, Pc, Reg, Target};

impl Instr {
    /// The register that the instruction writes when it completes normally.
    pub fn dest(&self, code: &Code) -> Option<Reg> {
        if let Self::Invoke { k } = *self {
            let dest = code.calls[k as usize].dest;
            return (dest != NO_REG).then_some(dest);
        }
        let mut copy = *self;
        copy.dest_mut().copied()
    }

    /// The destination operand, for all but [`Instr::Invoke`], which keeps it in its call site.
    #[rustfmt::skip] // groups read better than one name per line
    pub(crate) fn dest_mut(&mut self) -> Option<&mut Reg> {
        use Instr::*;
        match self {
            Move { d, .. } | Const32 { d, .. } | Const64 { d, .. } | ConstNull { d } | ConstPool { d, .. }
            | IAdd { d, .. } | ISub { d, .. } | IMul { d, .. } | IDiv { d, .. } | IRem { d, .. }
            | IAnd { d, .. } | IOr { d, .. } | IXor { d, .. } | IShl { d, .. } | IShr { d, .. }
            | IUshr { d, .. } | INeg { d, .. } | IAddK { d, .. } | IMulK { d, .. } | IAndK { d, .. }
            | IShlK { d, .. } | IShrK { d, .. } | IUshrK { d, .. }
            | LAdd { d, .. } | LSub { d, .. } | LMul { d, .. } | LDiv { d, .. } | LRem { d, .. }
            | LAnd { d, .. } | LOr { d, .. } | LXor { d, .. } | LShl { d, .. } | LShr { d, .. }
            | LUshr { d, .. } | LNeg { d, .. } | LAddK { d, .. } | LCmp { d, .. }
            | FAdd { d, .. } | FSub { d, .. } | FMul { d, .. } | FDiv { d, .. } | FRem { d, .. }
            | FNeg { d, .. } | FCmpL { d, .. } | FCmpG { d, .. }
            | DAdd { d, .. } | DSub { d, .. } | DMul { d, .. } | DDiv { d, .. } | DRem { d, .. }
            | DNeg { d, .. } | DCmpL { d, .. } | DCmpG { d, .. }
            | I2L { d, .. } | I2F { d, .. } | I2D { d, .. } | L2I { d, .. } | L2F { d, .. } | L2D { d, .. }
            | F2I { d, .. } | F2L { d, .. } | F2D { d, .. } | D2I { d, .. } | D2L { d, .. } | D2F { d, .. }
            | I2B { d, .. } | I2C { d, .. } | I2S { d, .. }
            | NewArray { d, .. } | ANewArray { d, .. } | MultiNewArray { d, .. } | ArrayLen { d, .. }
            | Load8 { d, .. } | LoadU16 { d, .. } | LoadI16 { d, .. } | Load32 { d, .. }
            | Load64 { d, .. } | LoadRef { d, .. }
            | New { d, .. } | GetField { d, .. } | GetStatic { d, .. } | InstanceOf { d, .. } => Some(d),
            Nop | Goto { .. } | IfEq { .. } | IfNe { .. } | IfLt { .. } | IfGe { .. } | IfGt { .. }
            | IfLe { .. } | IfEqK { .. } | IfNeK { .. } | IfLtK { .. } | IfGeK { .. } | IfGtK { .. }
            | IfLeK { .. } | IfLEq { .. } | IfLNe { .. } | IfLLt { .. } | IfLGe { .. } | IfLGt { .. }
            | IfLLe { .. } | Switch { .. } | Store8 { .. } | Store16 { .. } | Store32 { .. }
            | Store64 { .. } | StoreRef { .. } | PutField { .. } | PutStatic { .. } | CheckCast { .. }
            | Invoke { .. } | Return | ReturnValue { .. } | Throw { .. } | MonitorEnter { .. }
            | MonitorExit { .. } => None,
        }
    }

    /// The registers that the instruction reads; a register that is read twice is named twice.
    #[inline]
    #[rustfmt::skip]
    pub fn sources(&self, code: &Code, mut read: impl FnMut(Reg)) {
        use Instr::*;
        match *self {
            Nop | Const32 { .. } | Const64 { .. } | ConstNull { .. } | ConstPool { .. } | Goto { .. }
            | New { .. } | GetStatic { .. } | Return => {}
            Move { a, .. } | INeg { a, .. } | IAddK { a, .. } | IMulK { a, .. } | IAndK { a, .. }
            | IShlK { a, .. } | IShrK { a, .. } | IUshrK { a, .. } | LNeg { a, .. } | LAddK { a, .. }
            | FNeg { a, .. } | DNeg { a, .. }
            | I2L { a, .. } | I2F { a, .. } | I2D { a, .. } | L2I { a, .. } | L2F { a, .. } | L2D { a, .. }
            | F2I { a, .. } | F2L { a, .. } | F2D { a, .. } | D2I { a, .. } | D2L { a, .. } | D2F { a, .. }
            | I2B { a, .. } | I2C { a, .. } | I2S { a, .. }
            | IfEqK { a, .. } | IfNeK { a, .. } | IfLtK { a, .. } | IfGeK { a, .. } | IfGtK { a, .. }
            | IfLeK { a, .. } | Switch { a, .. } | ArrayLen { a, .. } | GetField { a, .. }
            | CheckCast { a, .. } | InstanceOf { a, .. } | ReturnValue { a } | Throw { a }
            | MonitorEnter { a } | MonitorExit { a }
            | NewArray { len: a, .. } | ANewArray { len: a, .. } | PutStatic { v: a, .. } => read(a),
            IAdd { a, b, .. } | ISub { a, b, .. } | IMul { a, b, .. } | IDiv { a, b, .. }
            | IRem { a, b, .. } | IAnd { a, b, .. } | IOr { a, b, .. } | IXor { a, b, .. }
            | IShl { a, b, .. } | IShr { a, b, .. } | IUshr { a, b, .. }
            | LAdd { a, b, .. } | LSub { a, b, .. } | LMul { a, b, .. } | LDiv { a, b, .. }
            | LRem { a, b, .. } | LAnd { a, b, .. } | LOr { a, b, .. } | LXor { a, b, .. }
            | LShl { a, b, .. } | LShr { a, b, .. } | LUshr { a, b, .. } | LCmp { a, b, .. }
            | FAdd { a, b, .. } | FSub { a, b, .. } | FMul { a, b, .. } | FDiv { a, b, .. }
            | FRem { a, b, .. } | FCmpL { a, b, .. } | FCmpG { a, b, .. }
            | DAdd { a, b, .. } | DSub { a, b, .. } | DMul { a, b, .. } | DDiv { a, b, .. }
            | DRem { a, b, .. } | DCmpL { a, b, .. } | DCmpG { a, b, .. }
            | IfEq { a, b, .. } | IfNe { a, b, .. } | IfLt { a, b, .. } | IfGe { a, b, .. }
            | IfGt { a, b, .. } | IfLe { a, b, .. } | IfLEq { a, b, .. } | IfLNe { a, b, .. }
            | IfLLt { a, b, .. } | IfLGe { a, b, .. } | IfLGt { a, b, .. } | IfLLe { a, b, .. }
            | Load8 { a, i: b, .. } | LoadU16 { a, i: b, .. } | LoadI16 { a, i: b, .. }
            | Load32 { a, i: b, .. } | Load64 { a, i: b, .. } | LoadRef { a, i: b, .. }
            | PutField { a, v: b, .. } => {
                read(a);
                read(b);
            }
            Store8 { a, i, v } | Store16 { a, i, v } | Store32 { a, i, v } | Store64 { a, i, v }
            | StoreRef { a, i, v } => {
                read(a);
                read(i);
                read(v);
            }
            MultiNewArray { k, .. } => code.multi[k as usize].dims.iter().copied().for_each(read),
            Invoke { k } => code.calls[k as usize].args.iter().copied().for_each(read),
        }
    }

    /// Where control can go next without an exception; a switch may name a target repeatedly.
    #[inline]
    pub fn successors(&self, pc: Pc, code: &Code, mut next: impl FnMut(Pc)) {
        match *self {
            Self::Return | Self::ReturnValue { .. } | Self::Throw { .. } => {}
            Self::Goto { t } => next(Pc::from(t)),
            Self::Switch { k, .. } => code.switches[k as usize].targets().for_each(|t| next(Pc::from(t))),
            _ => {
                if let Some(t) = self.target() {
                    next(Pc::from(t));
                }
                next(pc + 1);
            }
        }
    }

    /// The target of a jump, but for [`Instr::Switch`].
    pub fn target(&self) -> Option<Target> {
        let mut copy = *self;
        copy.target_mut().copied()
    }

    #[rustfmt::skip]
    pub(crate) fn target_mut(&mut self) -> Option<&mut Target> {
        use Instr::*;
        match self {
            Goto { t } | IfEq { t, .. } | IfNe { t, .. } | IfLt { t, .. } | IfGe { t, .. }
            | IfGt { t, .. } | IfLe { t, .. } | IfEqK { t, .. } | IfNeK { t, .. } | IfLtK { t, .. }
            | IfGeK { t, .. } | IfGtK { t, .. } | IfLeK { t, .. } | IfLEq { t, .. } | IfLNe { t, .. }
            | IfLLt { t, .. } | IfLGe { t, .. } | IfLGt { t, .. } | IfLLe { t, .. } => Some(t),
            _ => None,
        }
    }

    /// Whether control never continues at the next instruction.
    pub fn ends_block(&self) -> bool {
        matches!(
            self,
            Self::Goto { .. } | Self::Switch { .. } | Self::Return | Self::ReturnValue { .. } | Self::Throw { .. }
        )
    }

    /// Whether the instruction can throw, be it by resolving a constant-pool entry or by running
    /// a class initialiser. Returning from a synchronized method counts as not throwing, because
    /// it can throw only where monitors are not paired, and then the caller is the one to see it.
    #[rustfmt::skip]
    pub fn can_throw(&self) -> bool {
        use Instr::*;
        matches!(
            self,
            ConstPool { .. } | IDiv { .. } | IRem { .. } | LDiv { .. } | LRem { .. }
                | NewArray { .. } | ANewArray { .. } | MultiNewArray { .. } | ArrayLen { .. }
                | Load8 { .. } | LoadU16 { .. } | LoadI16 { .. } | Load32 { .. } | Load64 { .. }
                | LoadRef { .. } | Store8 { .. } | Store16 { .. } | Store32 { .. } | Store64 { .. }
                | StoreRef { .. } | New { .. } | GetField { .. } | PutField { .. } | GetStatic { .. }
                | PutStatic { .. } | CheckCast { .. } | InstanceOf { .. } | Invoke { .. }
                | Throw { .. } | MonitorEnter { .. } | MonitorExit { .. }
        )
    }
}

impl Code {
    /// The handlers that cover an instruction, in the order in which they are tried; those after
    /// one that catches everything are never reached.
    pub fn handlers_at(&self, pc: Pc) -> impl Iterator<Item = &Handler> {
        let mut caught = false;
        self.handlers.iter().filter(move |handler| handler.start <= pc && pc < handler.end).take_while(move |handler| {
            let reached = !caught;
            caught = handler.catch == crate::ir::Catch::Any;
            reached
        })
    }
}
