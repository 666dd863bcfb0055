//! Static constraints on operands (JVMS 4.9.1), for every instruction whether it is reached or not.
//!
//! Type checking visits all code, because dead code needs frames too; only inference, which follows
//! the flow, needs this pass.

use super::super::bytecode::op;
use super::{Verified, Verifier};

impl Verifier<'_> {
    /// Checks the operands of the instruction at `bci`.
    pub(crate) fn check_operands(&self, bci: usize) -> Verified<()> {
        let code = self.code;
        match code.u8(bci)? {
            0x12 => self.constant_type(u16::from(code.u8(bci + 1)?), false).map(drop),
            0x13 => self.constant_type(code.u16(bci + 1)?, false).map(drop),
            0x14 => self.constant_type(code.u16(bci + 1)?, true).map(drop),
            opcode @ (0x15..=0x19 | 0x36..=0x3a | op::IINC) => self.check_local(opcode, u16::from(code.u8(bci + 1)?)),
            opcode @ 0x1a..=0x2d => self.check_local(0x15 + ((opcode - 0x1a) >> 2), u16::from((opcode - 0x1a) & 3)),
            opcode @ 0x3b..=0x4e => self.check_local(0x36 + ((opcode - 0x3b) >> 2), u16::from((opcode - 0x3b) & 3)),
            op::WIDE => self.check_local(code.u8(bci + 1)?, code.u16(bci + 2)?),
            0xb2..=0xb5 => self.named_field(code.u16(bci + 1)?).map(drop),
            opcode @ 0xb6..=0xb9 => self.called_method(opcode, bci).map(drop),
            0xba => self.dynamic_call(bci).map(drop),
            0xbb => self.check_new(bci),
            0xbc => self.primitive_array(bci).map(drop),
            0xbd | 0xc0 | 0xc1 => self.class_constant(code.u16(bci + 1)?).map(drop),
            0xc5 => self.multi_class(bci).map(drop),
            _ => Ok(()),
        }
    }

    fn check_local(&self, opcode: u8, local: u16) -> Verified<()> {
        let slots = match opcode {
            0x16 | 0x18 | 0x37 | 0x39 => 2,
            0x15..=0x19 | 0x36..=0x3a | op::IINC => 1,
            other => return Err(format!("bad instruction after wide: 0x{other:02x}").into()),
        };
        if u32::from(local) + slots > u32::from(self.body.max_locals) {
            return Err("local variable out of range".into());
        }
        Ok(())
    }
}
