//! Jumps: comparisons, switches, and the tables that jumps and handlers end up in.
//!
//! Jumps name blocks until all instructions have their place.

use heddle_classfile::ExceptionEntry;

use super::bytecode::{Checked, Fault, SwitchKind, op};
use super::lower::{Flow, Lowering};
use super::stack::Entry;
use crate::ir::{Catch, Handler, Instr, Pc, Reg, Switch, Target};

impl Lowering<'_> {
    /// Finds the block of a branch target and brings the entries below `base` home.
    pub(super) fn prepare_branch(&mut self, base: usize, target: usize) -> Checked<Target> {
        let block = self.blocks.find(target).ok_or("a branch target without a stack map frame")?;
        self.check_depth(block, base)?;
        self.out.settle(base);
        Target::try_from(block).map_err(|_| "too many blocks".into())
    }

    pub(super) fn check_depth(&self, block: usize, depth: usize) -> Checked<()> {
        if usize::from(self.blocks.list[block].depth) == depth {
            Ok(())
        } else {
            Err("inconsistent height of the operand stack".into())
        }
    }

    pub(super) fn jump(&mut self, target: usize) -> Checked<Flow> {
        let t = self.prepare_branch(self.out.depth(), target)?;
        Ok(self.leave(Instr::Goto { t }))
    }

    pub(super) fn branch_on_zero(&mut self, relation: Relation, target: usize) -> Checked<()> {
        let slot = self.out.value_below(self.out.depth(), false)?;
        let t = self.prepare_branch(slot, target)?;
        let a = self.forced(slot);
        self.out.emit(relation.with_constant(a, 0, t));
        self.out.truncate(slot);
        Ok(())
    }

    pub(super) fn branch_on_pair(&mut self, relation: Relation, target: usize) -> Checked<()> {
        let b = self.out.value_below(self.out.depth(), false)?;
        let a = self.out.value_below(b, false)?;
        let t = self.prepare_branch(a, target)?;
        let small = |entry: Entry| match entry {
            Entry::Int(v) => i16::try_from(v).ok(),
            Entry::Null => Some(0),
            _ => None,
        };
        let instr = match (small(self.out.entry(a)), small(self.out.entry(b))) {
            (_, Some(k)) => relation.with_constant(self.forced(a), k, t),
            (Some(k), None) => relation.mirrored().with_constant(self.forced(b), k, t),
            (None, None) => {
                self.out.force(a);
                self.out.force(b);
                relation.of_ints(self.out.reg(a), self.out.reg(b), t)
            }
        };
        self.out.emit(instr);
        self.out.truncate(a);
        Ok(())
    }

    /// `lcmp`, together with the branch behind it unless something else jumps there.
    pub(super) fn long_comparison(&mut self, bci: &mut usize) -> Checked<()> {
        let next = *bci;
        let branch = self.code.u8(next).ok().filter(|opcode| (op::IFEQ..=op::IFLE).contains(opcode));
        let Some(opcode) = branch.filter(|_| self.blocks.find(next).is_none()) else {
            return self.binary_of(true, true, false, |d, a, b| Instr::LCmp { d, a, b });
        };
        let b = self.out.value_below(self.out.depth(), true)?;
        let a = self.out.value_below(b, true)?;
        self.out.bci = next as u16;
        let t = self.prepare_branch(a, self.code.target(next, next + 1)?)?;
        self.out.force(a);
        self.out.force(b);
        let instr = Relation::of(opcode - op::IFEQ).of_longs(self.out.reg(a), self.out.reg(b), t);
        self.out.emit(instr);
        self.out.truncate(a);
        *bci = next + 3;
        Ok(())
    }

    pub(super) fn switch(&mut self, at: usize) -> Checked<Flow> {
        let switch = self.code.switch(at)?;
        let slot = self.out.value_below(self.out.depth(), false)?;
        let default = self.prepare_branch(slot, switch.default)?;
        let mut targets = Vec::with_capacity(switch.count);
        for row in 0..switch.count {
            targets.push(self.prepare_branch(slot, switch.target(row)?)?);
        }
        let targets = targets.into_boxed_slice();
        let a = self.forced(slot);
        let k = u16::try_from(self.switches.len()).map_err(|_| "too many switches")?;
        self.switches.push(match switch.kind {
            SwitchKind::Table { low } => Switch::Dense { low, targets, default },
            SwitchKind::Lookup => {
                let keys = (0..switch.count).map(|row| switch.key(row)).collect::<Checked<Vec<_>>>()?;
                if !keys.is_sorted_by(|a, b| a < b) {
                    return Err("the keys of a lookupswitch do not ascend".into());
                }
                Switch::Sparse { keys: keys.into(), targets, default }
            }
        });
        Ok(self.leave(Instr::Switch { a, k }))
    }

    /// Turns block numbers into instruction indices and bytecode ranges into ranges of
    /// instructions.
    pub(super) fn finish(&mut self) -> Checked<()> {
        if self.out.instrs.len() > usize::from(Target::MAX) {
            return Err("the method has more instructions than this tool can number".into());
        }
        let blocks = &self.blocks.list;
        let pc_of = |block: Target| {
            let pc = blocks[usize::from(block)].pc.ok_or("a branch into the middle of an instruction")?;
            // The target of a block that emitted nothing is the end only if nothing follows.
            Target::try_from(pc).map_err(|_| Fault::Borrowed("a branch target out of range"))
        };
        for instr in &mut self.out.instrs {
            if let Some(t) = instr.target_mut() {
                *t = pc_of(*t)?;
            }
        }
        for switch in &mut self.switches {
            let (Switch::Dense { targets, default, .. } | Switch::Sparse { targets, default, .. }) = switch;
            for t in targets.iter_mut().chain([default]) {
                *t = pc_of(*t)?;
            }
        }
        self.handlers = self
            .body
            .exceptions
            .iter()
            .map(|entry| self.handler(entry))
            .collect::<Checked<Vec<_>>>()?
            .into_iter()
            .flatten()
            .collect();
        Ok(())
    }

    /// The handler of a row of the exception table; none if all code that it covers is dead.
    fn handler(&self, entry: &ExceptionEntry) -> Checked<Option<Handler>> {
        let pc_of = |bci: u16| self.out.bcis.partition_point(|&at| at < bci) as Pc;
        let (start, end) = (pc_of(entry.start), pc_of(entry.end));
        if start >= end {
            return Ok(None);
        }
        let block = self.blocks.find(usize::from(entry.handler)).map(|at| self.blocks.list[at]);
        let block = block.ok_or("an exception handler without a stack map frame")?;
        if block.depth != 1 {
            return Err("an exception handler whose stack is not just the exception".into());
        }
        let catch = if entry.catch_type == 0 { Catch::Any } else { Catch::Pool(entry.catch_type) };
        let target = block.pc.ok_or("an exception handler in the middle of an instruction")?;
        Ok(Some(Handler { start, end, target, catch, dest: self.out.home(0) }))
    }
}

/// A comparison, in the order of the opcodes.
#[derive(Clone, Copy)]
pub(super) enum Relation {
    Eq,
    Ne,
    Lt,
    Ge,
    Gt,
    Le,
}

impl Relation {
    pub(super) fn of(index: u8) -> Self {
        [Self::Eq, Self::Ne, Self::Lt, Self::Ge, Self::Gt, Self::Le][usize::from(index)]
    }

    /// The relation between the operands in the other order.
    fn mirrored(self) -> Self {
        match self {
            Self::Eq => Self::Eq,
            Self::Ne => Self::Ne,
            Self::Lt => Self::Gt,
            Self::Ge => Self::Le,
            Self::Gt => Self::Lt,
            Self::Le => Self::Ge,
        }
    }

    fn of_ints(self, a: Reg, b: Reg, t: Target) -> Instr {
        match self {
            Self::Eq => Instr::IfEq { a, b, t },
            Self::Ne => Instr::IfNe { a, b, t },
            Self::Lt => Instr::IfLt { a, b, t },
            Self::Ge => Instr::IfGe { a, b, t },
            Self::Gt => Instr::IfGt { a, b, t },
            Self::Le => Instr::IfLe { a, b, t },
        }
    }

    fn of_longs(self, a: Reg, b: Reg, t: Target) -> Instr {
        match self {
            Self::Eq => Instr::IfLEq { a, b, t },
            Self::Ne => Instr::IfLNe { a, b, t },
            Self::Lt => Instr::IfLLt { a, b, t },
            Self::Ge => Instr::IfLGe { a, b, t },
            Self::Gt => Instr::IfLGt { a, b, t },
            Self::Le => Instr::IfLLe { a, b, t },
        }
    }

    fn with_constant(self, a: Reg, k: i16, t: Target) -> Instr {
        match self {
            Self::Eq => Instr::IfEqK { a, k, t },
            Self::Ne => Instr::IfNeK { a, k, t },
            Self::Lt => Instr::IfLtK { a, k, t },
            Self::Ge => Instr::IfGeK { a, k, t },
            Self::Gt => Instr::IfGtK { a, k, t },
            Self::Le => Instr::IfLeK { a, k, t },
        }
    }
}
