//! What goes through the constant pool: constants, fields, calls, casts and arrays of arrays.

use heddle_classfile::Constant;

use super::bytecode::{Checked, Fault, call_slots};
use super::lower::Lowering;
use super::stack::Entry;
use crate::ir::{CallSite, Callee, Instr, InvokeKind, MultiArray, NO_REG};

const BAD_CONSTANT: Fault = Fault::Borrowed("illegal type of constant-pool entry");

impl<'a> Lowering<'a> {
    pub(super) fn constant(&mut self, cp: u16, wide: bool) -> Checked<()> {
        let is_wide = match self.pool(cp)? {
            Constant::Integer(value) if !wide => return self.out.push(Entry::Int(value)),
            Constant::Float(bits) if !wide => return self.out.push(Entry::Int(bits as i32)),
            Constant::Long(value) if wide => return self.out.push_value(Entry::Long(value), true),
            Constant::Double(bits) if wide => return self.out.push_value(Entry::Long(bits as i64), true),
            Constant::String { .. }
            | Constant::Class { .. }
            | Constant::MethodType { .. }
            | Constant::MethodHandle { .. } => false,
            Constant::Dynamic { name_and_type, .. } => {
                matches!(self.descriptor(name_and_type)?.first(), Some(b'J' | b'D'))
            }
            _ => return Err(BAD_CONSTANT),
        };
        if is_wide != wide {
            return Err(BAD_CONSTANT);
        }
        let depth = self.out.depth();
        self.define(depth, wide, |_, d| Instr::ConstPool { d, cp })
    }

    pub(super) fn check_cast(&mut self, at: usize) -> Checked<()> {
        let cp = self.class_constant(at)?;
        let slot = self.out.value_below(self.out.depth(), false)?;
        match self.out.entry(slot) {
            Entry::Reg(a) => self.out.emit(Instr::CheckCast { a, cp }),
            // Null can be cast to anything, without even resolving the class.
            Entry::Null => {}
            _ => return Err("a cast of what is no reference".into()),
        }
        Ok(())
    }

    pub(super) fn multi_array(&mut self, at: usize) -> Checked<()> {
        let cp = self.class_constant(at)?;
        let count = usize::from(self.code.u8(at + 3)?);
        let base = self.out.depth().checked_sub(count).ok_or("operand stack underflow")?;
        let k = u16::try_from(self.multi.len()).map_err(|_| "too many array creations")?;
        for slot in base..base + count {
            self.out.value_below(slot + 1, false)?;
        }
        let mut dims = Vec::with_capacity(count);
        self.define(base, false, |out, d| {
            (base..base + count).for_each(|slot| out.force(slot));
            dims.extend((base..base + count).map(|slot| out.reg(slot)));
            Instr::MultiNewArray { d, k }
        })?;
        self.multi.push(MultiArray { cp, dims: dims.into() });
        Ok(())
    }

    pub(super) fn field(&mut self, opcode: u8, cp: u16) -> Checked<()> {
        let Constant::Field { name_and_type, .. } = self.pool(cp)? else {
            return Err(BAD_CONSTANT);
        };
        let wide = matches!(self.descriptor(name_and_type)?.first(), Some(b'J' | b'D'));
        let depth = self.out.depth();
        match opcode {
            0xb2 => return self.define(depth, wide, |_, d| Instr::GetStatic { d, cp }),
            0xb4 => {
                let slot = self.out.value_below(depth, false)?;
                return self.define(slot, wide, |out, d| {
                    out.force(slot);
                    Instr::GetField { d, a: out.reg(slot), cp }
                });
            }
            _ => {}
        }
        let value = self.out.value_below(depth, wide)?;
        let base = if opcode == 0xb5 { self.out.value_below(value, false)? } else { value };
        self.out.force(base);
        self.out.force(value);
        let v = self.out.reg(value);
        let instr = match opcode {
            0xb3 => Instr::PutStatic { v, cp },
            _ => Instr::PutField { a: self.out.reg(base), v, cp },
        };
        self.out.emit(instr);
        self.out.truncate(base);
        Ok(())
    }

    pub(super) fn invoke(&mut self, kind: InvokeKind, cp: u16) -> Checked<()> {
        let name_and_type = match (self.pool(cp)?, kind) {
            (Constant::InvokeDynamic { name_and_type, .. }, InvokeKind::Dynamic) => name_and_type,
            (_, InvokeKind::Dynamic) => return Err(BAD_CONSTANT),
            (Constant::Method { name_and_type, .. } | Constant::InterfaceMethod { name_and_type, .. }, _) => {
                name_and_type
            }
            _ => return Err(BAD_CONSTANT),
        };
        let (mut slots, result) = call_slots(self.descriptor(name_and_type)?)?;
        slots += usize::from(!matches!(kind, InvokeKind::Static | InvokeKind::Dynamic));
        let depth = self.out.depth();
        let base = depth.checked_sub(slots).ok_or("operand stack underflow")?;
        if slots > 0 && self.out.entry(base) == Entry::Second {
            return Err("bad size of an operand on the stack".into());
        }
        if result != b'V' {
            self.out.free_home(base);
        }
        for slot in base..depth {
            self.out.force(slot);
        }
        let mut args = Vec::with_capacity(slots);
        for slot in base..depth {
            // The second slot of a wide argument repeats the register of the first.
            let first = if self.out.entry(slot) == Entry::Second { slot - 1 } else { slot };
            args.push(self.out.reg(first));
        }
        let dest = if result == b'V' { NO_REG } else { self.out.home(base) };
        let k = self.out.calls.len() as u32;
        self.out.calls.push(CallSite {
            kind,
            callee: Callee::Pool(cp),
            args: args.into(),
            dest,
            returns_ref: matches!(result, b'L' | b'['),
        });
        self.out.emit(Instr::Invoke { k });
        self.out.truncate(base);
        match result {
            b'V' => Ok(()),
            _ => self.out.push_home(matches!(result, b'J' | b'D')),
        }
    }

    pub(super) fn pool(&self, cp: u16) -> Checked<Constant> {
        self.file.constant(cp).map_err(|_| BAD_CONSTANT)
    }

    pub(super) fn class_constant(&self, at: usize) -> Checked<u16> {
        let cp = self.code.u16(at + 1)?;
        match self.pool(cp)? {
            Constant::Class { .. } => Ok(cp),
            _ => Err(BAD_CONSTANT),
        }
    }

    pub(super) fn descriptor(&self, name_and_type: u16) -> Checked<&'a [u8]> {
        match self.pool(name_and_type)? {
            Constant::NameAndType { descriptor, .. } => self.file.utf8_raw(descriptor).map_err(|_| BAD_CONSTANT),
            _ => Err(BAD_CONSTANT),
        }
    }
}
