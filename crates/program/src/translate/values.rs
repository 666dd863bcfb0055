//! Values: arithmetic, array accesses, and what else takes operands from the stack and leaves a
//! result there.

use super::bytecode::Checked;
use super::lower::Lowering;
use super::stack::{Emitter, Entry};
use crate::ir::{ElementKind, Instr, Reg};

type Unary = fn(Reg, Reg) -> Instr;
type Binary = fn(Reg, Reg, Reg) -> Instr;

impl Lowering<'_> {
    /// Emits an instruction whose operands are the slots from `base` on and whose result takes
    /// their place. `make` gets the emitter with the operands still on the stack.
    #[inline]
    pub(super) fn define(
        &mut self,
        base: usize,
        wide: bool,
        make: impl FnOnce(&mut Emitter, Reg) -> Instr,
    ) -> Checked<()> {
        self.out.free_home(base);
        let home = self.out.home(base);
        let instr = make(&mut self.out, home);
        self.out.emit(instr);
        self.out.truncate(base);
        self.out.push_home(wide)
    }

    pub(super) fn unary(&mut self, wide: bool, wide_result: bool, make: Unary) -> Checked<()> {
        let slot = self.out.value_below(self.out.depth(), wide)?;
        self.define(slot, wide_result, |out, d| {
            out.force(slot);
            make(d, out.reg(slot))
        })
    }

    pub(super) fn new_array(&mut self, make: impl FnOnce(Reg, Reg) -> Instr) -> Checked<()> {
        let slot = self.out.value_below(self.out.depth(), false)?;
        self.define(slot, false, |out, d| {
            out.force(slot);
            make(d, out.reg(slot))
        })
    }

    pub(super) fn binary(&mut self, wide: bool, make: Binary) -> Checked<()> {
        self.binary_of(wide, wide, wide, make)
    }

    pub(super) fn binary_of(&mut self, wide_a: bool, wide_b: bool, wide_result: bool, make: Binary) -> Checked<()> {
        let b = self.out.value_below(self.out.depth(), wide_b)?;
        let a = self.out.value_below(b, wide_a)?;
        self.define(a, wide_result, |out, d| {
            out.force(a);
            out.force(b);
            make(d, out.reg(a), out.reg(b))
        })
    }

    pub(super) fn array_load(&mut self, wide: bool, make: Binary) -> Checked<()> {
        self.binary_of(false, false, wide, make)
    }

    pub(super) fn array_store(&mut self, wide: bool, make: Binary) -> Checked<()> {
        let v = self.out.value_below(self.out.depth(), wide)?;
        let i = self.out.value_below(v, false)?;
        let a = self.out.value_below(i, false)?;
        for slot in [a, i, v] {
            self.out.force(slot);
        }
        let instr = make(self.out.reg(a), self.out.reg(i), self.out.reg(v));
        self.out.emit(instr);
        self.out.truncate(a);
        Ok(())
    }

    /// Emits an instruction that takes one operand and has no result.
    pub(super) fn consume(&mut self, make: fn(Reg) -> Instr) -> Checked<()> {
        let slot = self.out.value_below(self.out.depth(), false)?;
        let a = self.forced(slot);
        self.out.emit(make(a));
        self.out.truncate(slot);
        Ok(())
    }

    pub(super) fn forced(&mut self, slot: usize) -> Reg {
        self.out.force(slot);
        self.out.reg(slot)
    }

    /// The forms of `int` arithmetic that have a variant with a constant.
    pub(super) fn int_with_constant(&mut self, opcode: u8) -> Checked<()> {
        use Instr::*;
        let b = self.out.value_below(self.out.depth(), false)?;
        let a = self.out.value_below(b, false)?;
        let commutes = matches!(opcode, 0x60 | 0x68 | 0x7e);
        let small = |entry: Entry| match entry {
            // Subtraction adds the negated constant.
            Entry::Int(v) => i16::try_from(if opcode == 0x64 { v.wrapping_neg() } else { v }).ok(),
            _ => None,
        };
        let (source, k) = match (small(self.out.entry(a)), small(self.out.entry(b))) {
            (_, Some(k)) => (a, Some(k)),
            (Some(k), None) if commutes => (b, Some(k)),
            _ => (a, None),
        };
        if let Some(k) = k {
            return self.define(a, false, |out, d| {
                out.force(source);
                let a = out.reg(source);
                match opcode {
                    0x60 | 0x64 => IAddK { d, a, k },
                    0x68 => IMulK { d, a, k },
                    0x7e => IAndK { d, a, k },
                    0x78 => IShlK { d, a, k },
                    0x7a => IShrK { d, a, k },
                    _ => IUshrK { d, a, k },
                }
            });
        }
        let make: Binary = match opcode {
            0x60 => |d, a, b| IAdd { d, a, b },
            0x64 => |d, a, b| ISub { d, a, b },
            0x68 => |d, a, b| IMul { d, a, b },
            0x7e => |d, a, b| IAnd { d, a, b },
            0x78 => |d, a, b| IShl { d, a, b },
            0x7a => |d, a, b| IShr { d, a, b },
            _ => |d, a, b| IUshr { d, a, b },
        };
        self.binary(false, make)
    }

    /// `ladd` and `lsub`.
    pub(super) fn long_with_constant(&mut self, opcode: u8) -> Checked<()> {
        let b = self.out.value_below(self.out.depth(), true)?;
        let a = self.out.value_below(b, true)?;
        let adds = opcode == 0x61;
        let small = |entry: Entry| match entry {
            Entry::Long(v) => i16::try_from(if adds { v } else { v.wrapping_neg() }).ok(),
            _ => None,
        };
        let (source, k) = match (small(self.out.entry(a)), small(self.out.entry(b))) {
            (_, Some(k)) => (a, k),
            (Some(k), None) if adds => (b, k),
            _ if adds => return self.binary(true, |d, a, b| Instr::LAdd { d, a, b }),
            _ => return self.binary(true, |d, a, b| Instr::LSub { d, a, b }),
        };
        self.define(a, true, |out, d| {
            out.force(source);
            Instr::LAddK { d, a: out.reg(source), k }
        })
    }
}

pub(super) fn element_kind(code: u8) -> Checked<ElementKind> {
    use ElementKind::*;
    let kinds = [Boolean, Char, Float, Double, Byte, Short, Int, Long];
    kinds.get(usize::from(code).wrapping_sub(4)).copied().ok_or_else(|| "bad element type of an array".into())
}
