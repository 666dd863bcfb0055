//! The pass over the bytecode: one arm per group of opcodes (JVMS 6.5), in opcode order.
//!
//! Comes in: a method body and the shapes of its blocks. Goes out: instructions whose branch
//! targets are block numbers, which [`Lowering::finish`] turns into instruction indices.
//!
//! The pass checks what it needs for its own sake, such as sizes and bounds; that types fit is
//! the verifier's business.

use heddle_classfile::{ClassFile, Code as Body, Constant};

use super::bytecode::{Bytes, Checked, Fault, SwitchKind, call_slots, op};
use super::shapes::{Blocks, Slot};
use super::stack::{Emitter, Entry};
use crate::ir::{
    CallSite, Callee, Catch, ElementKind, Handler, Instr, InvokeKind, MultiArray, NO_REG, Pc, Reg, Switch, Target,
};

type Unary = fn(Reg, Reg) -> Instr;
type Binary = fn(Reg, Reg, Reg) -> Instr;

/// A method body on its way to register form.
pub(crate) struct Lowering<'a> {
    file: &'a ClassFile,
    body: &'a Body<'a>,
    code: Bytes<'a>,
    pub(crate) out: Emitter,
    blocks: Blocks,
    pub(crate) multi: Vec<MultiArray>,
    pub(crate) switches: Vec<Switch>,
    pub(crate) handlers: Vec<Handler>,
}

const BAD_CONSTANT: Fault = Fault::Borrowed("illegal type of constant-pool entry");

/// Whether control continues behind an instruction.
#[derive(PartialEq, Eq)]
enum Flow {
    Continues,
    Ends,
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(file: &'a ClassFile, body: &'a Body<'a>, blocks: Blocks) -> Checked<Self> {
        // One register more for opening cycles, and one for the exception of a handler.
        if usize::from(body.max_locals) + usize::from(body.max_stack) + 2 > usize::from(NO_REG) {
            return Err("more locals and stack than this tool can number".into());
        }
        let code = Bytes::new(body.bytecode);
        Ok(Self {
            file,
            body,
            code,
            out: Emitter::new(body.max_locals, body.max_stack, code.len() / 2 + 4),
            blocks,
            multi: Vec::new(),
            switches: Vec::new(),
            handlers: Vec::new(),
        })
    }

    /// The bytecode index that is being translated, for messages.
    pub(crate) fn bci(&self) -> u16 {
        self.out.bci
    }

    /// Translates the whole body.
    pub(crate) fn run(&mut self) -> Checked<()> {
        let mut bci = 0;
        let mut block = 0;
        let mut flow = Flow::Continues;
        loop {
            let next = self.blocks.list.get(block).map(|next| next.bci as usize);
            match next {
                Some(start) if start == bci => {
                    self.enter(block, flow == Flow::Continues)?;
                    block += 1;
                }
                Some(start) if start < bci => return Err("a stack map frame is not at an instruction".into()),
                Some(start) if flow == Flow::Ends => {
                    // Nothing leads here: code without a frame behind a jump is dead.
                    bci = start;
                    continue;
                }
                None if flow == Flow::Ends => break,
                _ => {}
            }
            if bci >= self.code.len() {
                return Err("control flow falls off the end of the code".into());
            }
            self.out.bci = bci as u16;
            self.out.bound_unsettled();
            flow = self.instruction(&mut bci)?;
        }
        self.finish()
    }

    fn enter(&mut self, at: usize, falls_in: bool) -> Checked<()> {
        let block = self.blocks.list[at];
        if usize::from(block.depth) > usize::from(self.body.max_stack) {
            return Err("a stack map frame is deeper than the stack".into());
        }
        if falls_in {
            self.check_depth(at, self.out.depth())?;
            self.out.settle(self.out.depth());
        }
        self.blocks.list[at].pc = Some(self.out.instrs.len() as Pc);
        self.out.begin_block();
        for slot in self.blocks.slots(&block) {
            match slot {
                Slot::One => self.out.push_home(false)?,
                Slot::Wide => self.out.push_home(true)?,
                Slot::Second => {}
            }
        }
        Ok(())
    }

    fn check_depth(&self, block: usize, depth: usize) -> Checked<()> {
        if usize::from(self.blocks.list[block].depth) == depth {
            Ok(())
        } else {
            Err("inconsistent height of the operand stack".into())
        }
    }

    /// Translates the instruction at `bci` and moves `bci` behind it.
    #[rustfmt::skip] // a table of opcodes
    fn instruction(&mut self, bci: &mut usize) -> Checked<Flow> {
        use Instr::*;
        let at = *bci;
        let opcode = self.code.u8(at)?;
        // Instructions that are longer say so themselves.
        *bci = at + 1;
        match opcode {
            0x00 => {}
            0x01 => self.out.push(Entry::Null)?,
            0x02..=0x08 => self.out.push(Entry::Int(i32::from(opcode) - 3))?,
            0x09 | 0x0a => self.out.push_value(Entry::Long(i64::from(opcode) - 9), true)?,
            0x0b => self.out.push(Entry::Int(0.0_f32.to_bits() as i32))?,
            0x0c => self.out.push(Entry::Int(1.0_f32.to_bits() as i32))?,
            0x0d => self.out.push(Entry::Int(2.0_f32.to_bits() as i32))?,
            0x0e => self.out.push_value(Entry::Long(0.0_f64.to_bits() as i64), true)?,
            0x0f => self.out.push_value(Entry::Long(1.0_f64.to_bits() as i64), true)?,
            0x10 => { *bci += 1; self.out.push(Entry::Int(i32::from(self.code.u8(at + 1)? as i8)))? }
            0x11 => { *bci += 2; self.out.push(Entry::Int(i32::from(self.code.u16(at + 1)? as i16)))? }
            0x12 => { *bci += 1; self.constant(u16::from(self.code.u8(at + 1)?), false)? }
            0x13 => { *bci += 2; self.constant(self.code.u16(at + 1)?, false)? }
            0x14 => { *bci += 2; self.constant(self.code.u16(at + 1)?, true)? }
            0x15..=0x19 => { *bci += 1; self.load(u16::from(self.code.u8(at + 1)?), is_wide(opcode - 0x15))? }
            0x1a..=0x2d => self.load(u16::from((opcode - 0x1a) & 3), is_wide((opcode - 0x1a) >> 2))?,
            0x2e | 0x30 => self.array_load(false, |d, a, i| Load32 { d, a, i })?,
            0x2f | 0x31 => self.array_load(true, |d, a, i| Load64 { d, a, i })?,
            0x32 => self.array_load(false, |d, a, i| LoadRef { d, a, i })?,
            0x33 => self.array_load(false, |d, a, i| Load8 { d, a, i })?,
            0x34 => self.array_load(false, |d, a, i| LoadU16 { d, a, i })?,
            0x35 => self.array_load(false, |d, a, i| LoadI16 { d, a, i })?,
            0x36..=0x3a => { *bci += 1; self.store(u16::from(self.code.u8(at + 1)?), is_wide(opcode - 0x36))? }
            0x3b..=0x4e => self.store(u16::from((opcode - 0x3b) & 3), is_wide((opcode - 0x3b) >> 2))?,
            0x4f | 0x51 => self.array_store(false, |a, i, v| Store32 { a, i, v })?,
            0x50 | 0x52 => self.array_store(true, |a, i, v| Store64 { a, i, v })?,
            0x53 => self.array_store(false, |a, i, v| StoreRef { a, i, v })?,
            0x54 => self.array_store(false, |a, i, v| Store8 { a, i, v })?,
            0x55 | 0x56 => self.array_store(false, |a, i, v| Store16 { a, i, v })?,
            0x57..=0x5f => self.shuffle(opcode)?,
            0x60 | 0x64 | 0x68 | 0x78 | 0x7a | 0x7c | 0x7e => self.int_with_constant(opcode)?,
            0x61 | 0x65 => self.long_with_constant(opcode)?,
            0x62 => self.binary(false, |d, a, b| FAdd { d, a, b })?,
            0x63 => self.binary(true, |d, a, b| DAdd { d, a, b })?,
            0x66 => self.binary(false, |d, a, b| FSub { d, a, b })?,
            0x67 => self.binary(true, |d, a, b| DSub { d, a, b })?,
            0x69 => self.binary(true, |d, a, b| LMul { d, a, b })?,
            0x6a => self.binary(false, |d, a, b| FMul { d, a, b })?,
            0x6b => self.binary(true, |d, a, b| DMul { d, a, b })?,
            0x6c => self.binary(false, |d, a, b| IDiv { d, a, b })?,
            0x6d => self.binary(true, |d, a, b| LDiv { d, a, b })?,
            0x6e => self.binary(false, |d, a, b| FDiv { d, a, b })?,
            0x6f => self.binary(true, |d, a, b| DDiv { d, a, b })?,
            0x70 => self.binary(false, |d, a, b| IRem { d, a, b })?,
            0x71 => self.binary(true, |d, a, b| LRem { d, a, b })?,
            0x72 => self.binary(false, |d, a, b| FRem { d, a, b })?,
            0x73 => self.binary(true, |d, a, b| DRem { d, a, b })?,
            0x74 => self.unary(false, false, |d, a| INeg { d, a })?,
            0x75 => self.unary(true, true, |d, a| LNeg { d, a })?,
            0x76 => self.unary(false, false, |d, a| FNeg { d, a })?,
            0x77 => self.unary(true, true, |d, a| DNeg { d, a })?,
            0x79 => self.binary_of(true, false, true, |d, a, b| LShl { d, a, b })?,
            0x7b => self.binary_of(true, false, true, |d, a, b| LShr { d, a, b })?,
            0x7d => self.binary_of(true, false, true, |d, a, b| LUshr { d, a, b })?,
            0x7f => self.binary(true, |d, a, b| LAnd { d, a, b })?,
            0x80 => self.binary(false, |d, a, b| IOr { d, a, b })?,
            0x81 => self.binary(true, |d, a, b| LOr { d, a, b })?,
            0x82 => self.binary(false, |d, a, b| IXor { d, a, b })?,
            0x83 => self.binary(true, |d, a, b| LXor { d, a, b })?,
            op::IINC => {
                *bci += 2;
                self.increment(u16::from(self.code.u8(at + 1)?), i16::from(self.code.u8(at + 2)? as i8))?;
            }
            0x85 => self.unary(false, true, |d, a| I2L { d, a })?,
            0x86 => self.unary(false, false, |d, a| I2F { d, a })?,
            0x87 => self.unary(false, true, |d, a| I2D { d, a })?,
            0x88 => self.unary(true, false, |d, a| L2I { d, a })?,
            0x89 => self.unary(true, false, |d, a| L2F { d, a })?,
            0x8a => self.unary(true, true, |d, a| L2D { d, a })?,
            0x8b => self.unary(false, false, |d, a| F2I { d, a })?,
            0x8c => self.unary(false, true, |d, a| F2L { d, a })?,
            0x8d => self.unary(false, true, |d, a| F2D { d, a })?,
            0x8e => self.unary(true, false, |d, a| D2I { d, a })?,
            0x8f => self.unary(true, true, |d, a| D2L { d, a })?,
            0x90 => self.unary(true, false, |d, a| D2F { d, a })?,
            0x91 => self.unary(false, false, |d, a| I2B { d, a })?,
            0x92 => self.unary(false, false, |d, a| I2C { d, a })?,
            0x93 => self.unary(false, false, |d, a| I2S { d, a })?,
            0x94 => self.long_comparison(bci)?,
            0x95 => self.binary_of(false, false, false, |d, a, b| FCmpL { d, a, b })?,
            0x96 => self.binary_of(false, false, false, |d, a, b| FCmpG { d, a, b })?,
            0x97 => self.binary_of(true, true, false, |d, a, b| DCmpL { d, a, b })?,
            0x98 => self.binary_of(true, true, false, |d, a, b| DCmpG { d, a, b })?,
            0x99..=0x9e => {
                *bci += 2;
                self.branch_on_zero(Relation::of(opcode - 0x99), self.code.target(at, at + 1)?)?;
            }
            0x9f..=0xa6 => {
                *bci += 2;
                // The two comparisons of references follow the six of integers.
                let relation = Relation::of(if opcode < 0xa5 { opcode - 0x9f } else { opcode - 0xa5 });
                self.branch_on_pair(relation, self.code.target(at, at + 1)?)?;
            }
            op::GOTO => return self.jump(self.code.target(at, at + 1)?),
            op::GOTO_W => return self.jump(self.code.target_wide(at, at + 1)?),
            op::JSR | op::RET | op::JSR_W => return Err("bad instruction: jsr or ret".into()),
            op::TABLESWITCH | op::LOOKUPSWITCH => return self.switch(at),
            0xac..=0xb0 => {
                let slot = self.out.value_below(self.out.depth(), is_wide(opcode - 0xac))?;
                let a = self.forced(slot)?;
                return Ok(self.leave(ReturnValue { a }));
            }
            0xb1 => return Ok(self.leave(Return)),
            0xb2..=0xb5 => { *bci += 2; self.field(opcode, self.code.u16(at + 1)?)? }
            0xb6 => { *bci += 2; self.invoke(InvokeKind::Virtual, self.code.u16(at + 1)?)? }
            0xb7 => { *bci += 2; self.invoke(InvokeKind::Special, self.code.u16(at + 1)?)? }
            0xb8 => { *bci += 2; self.invoke(InvokeKind::Static, self.code.u16(at + 1)?)? }
            0xb9 => { *bci += 4; self.invoke(InvokeKind::Interface, self.code.u16(at + 1)?)? }
            0xba => { *bci += 4; self.invoke(InvokeKind::Dynamic, self.code.u16(at + 1)?)? }
            0xbb => {
                *bci += 2;
                let cp = self.class_constant(at)?;
                let depth = self.out.depth();
                self.define(depth, false, |_, d| New { d, cp })?;
            }
            0xbc => {
                *bci += 1;
                let kind = element_kind(self.code.u8(at + 1)?)?;
                self.new_array(|d, len| NewArray { d, len, kind })?;
            }
            0xbd => {
                *bci += 2;
                let cp = self.class_constant(at)?;
                self.new_array(|d, len| ANewArray { d, len, cp })?;
            }
            0xbe => self.unary(false, false, |d, a| ArrayLen { d, a })?,
            0xbf => {
                let slot = self.out.value_below(self.out.depth(), false)?;
                let a = self.forced(slot)?;
                return Ok(self.leave(Throw { a }));
            }
            0xc0 => { *bci += 2; self.check_cast(at)? }
            0xc1 => {
                *bci += 2;
                let cp = self.class_constant(at)?;
                self.new_array(|d, a| InstanceOf { d, a, cp })?;
            }
            0xc2 => self.consume(|a| MonitorEnter { a })?,
            0xc3 => self.consume(|a| MonitorExit { a })?,
            op::WIDE => self.wide(bci)?,
            0xc5 => { *bci += 3; self.multi_array(at)? }
            0xc6 | 0xc7 => {
                *bci += 2;
                self.branch_on_zero(Relation::of(opcode - 0xc6), self.code.target(at, at + 1)?)?;
            }
            _ => return Err(format!("bad instruction: 0x{opcode:02x}").into()),
        }
        Ok(Flow::Continues)
    }

    fn wide(&mut self, bci: &mut usize) -> Checked<()> {
        let at = *bci - 1;
        let local = self.code.u16(at + 2)?;
        *bci = at + 4;
        match self.code.u8(at + 1)? {
            opcode @ 0x15..=0x19 => self.load(local, is_wide(opcode - 0x15)),
            opcode @ 0x36..=0x3a => self.store(local, is_wide(opcode - 0x36)),
            op::IINC => {
                *bci += 2;
                self.increment(local, self.code.u16(at + 4)? as i16)
            }
            op::RET => Err("bad instruction: jsr or ret".into()),
            other => Err(format!("bad instruction after wide: 0x{other:02x}").into()),
        }
    }

    fn check_local(&self, local: u16, wide: bool) -> Checked<()> {
        if usize::from(local) + usize::from(wide) < usize::from(self.body.max_locals) {
            Ok(())
        } else {
            Err("local variable out of range".into())
        }
    }

    fn load(&mut self, local: u16, wide: bool) -> Checked<()> {
        self.check_local(local, wide)?;
        self.out.push_value(Entry::Reg(local), wide)
    }

    fn store(&mut self, local: u16, wide: bool) -> Checked<()> {
        self.check_local(local, wide)?;
        let exceptions = &self.body.exceptions;
        self.out.store(local, wide, |bci| exceptions.iter().any(|e| e.start <= bci && bci < e.end))
    }

    fn increment(&mut self, local: u16, k: i16) -> Checked<()> {
        self.check_local(local, false)?;
        self.out.vacate_local(local);
        self.out.emit(Instr::IAddK { d: local, a: local, k });
        Ok(())
    }

    fn constant(&mut self, cp: u16, wide: bool) -> Checked<()> {
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

    /// Emits an instruction whose operands are the slots from `base` on and whose result takes
    /// their place. `make` gets the emitter with the operands still on the stack.
    #[inline]
    fn define(&mut self, base: usize, wide: bool, make: impl FnOnce(&mut Emitter, Reg) -> Instr) -> Checked<()> {
        self.out.free_home(base);
        let home = self.out.home(base);
        let instr = make(&mut self.out, home);
        self.out.emit(instr);
        self.out.truncate(base);
        self.out.push_home(wide)
    }

    fn unary(&mut self, wide: bool, wide_result: bool, make: Unary) -> Checked<()> {
        let slot = self.out.value_below(self.out.depth(), wide)?;
        self.define(slot, wide_result, |out, d| {
            out.force(slot);
            make(d, out.reg(slot))
        })
    }

    fn new_array(&mut self, make: impl FnOnce(Reg, Reg) -> Instr) -> Checked<()> {
        let slot = self.out.value_below(self.out.depth(), false)?;
        self.define(slot, false, |out, d| {
            out.force(slot);
            make(d, out.reg(slot))
        })
    }

    fn binary(&mut self, wide: bool, make: Binary) -> Checked<()> {
        self.binary_of(wide, wide, wide, make)
    }

    fn binary_of(&mut self, wide_a: bool, wide_b: bool, wide_result: bool, make: Binary) -> Checked<()> {
        let b = self.out.value_below(self.out.depth(), wide_b)?;
        let a = self.out.value_below(b, wide_a)?;
        self.define(a, wide_result, |out, d| {
            out.force(a);
            out.force(b);
            make(d, out.reg(a), out.reg(b))
        })
    }

    fn array_load(&mut self, wide: bool, make: Binary) -> Checked<()> {
        self.binary_of(false, false, wide, make)
    }

    fn array_store(&mut self, wide: bool, make: Binary) -> Checked<()> {
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
    fn consume(&mut self, make: fn(Reg) -> Instr) -> Checked<()> {
        let slot = self.out.value_below(self.out.depth(), false)?;
        let a = self.forced(slot)?;
        self.out.emit(make(a));
        self.out.truncate(slot);
        Ok(())
    }

    fn forced(&mut self, slot: usize) -> Checked<Reg> {
        self.out.force(slot);
        Ok(self.out.reg(slot))
    }

    fn leave(&mut self, instr: Instr) -> Flow {
        self.out.emit(instr);
        Flow::Ends
    }

    /// The forms of `int` arithmetic that have a variant with a constant.
    fn int_with_constant(&mut self, opcode: u8) -> Checked<()> {
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
    fn long_with_constant(&mut self, opcode: u8) -> Checked<()> {
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

    /// The stack instructions, `pop` to `swap`. None of them emits anything.
    fn shuffle(&mut self, opcode: u8) -> Checked<()> {
        // How many slots are duplicated, and how many lie between them and their copy.
        let (count, below) = match opcode {
            0x57 => (1, 0),
            0x58 => (2, 0),
            0x59..=0x5b => (1, usize::from(opcode - 0x59)),
            0x5c..=0x5e => (2, usize::from(opcode - 0x5c)),
            _ => (1, 1),
        };
        let mut taken = [Entry::Null; 4];
        for slot in (0..count + below).rev() {
            taken[slot] = self.out.pop_slot()?;
        }
        let (lower, upper) = taken[..count + below].split_at(below);
        if [lower, upper].iter().any(|group| group.first() == Some(&Entry::Second)) {
            return Err("a stack instruction splits a two-slot value".into());
        }
        let first = if matches!(opcode, 0x57 | 0x58) { &[] } else { upper };
        let last = if matches!(opcode, 0x57 | 0x58 | 0x5f) { &[] } else { upper };
        for &entry in first.iter().chain(lower).chain(last) {
            self.out.push(entry)?;
        }
        Ok(())
    }

    fn check_cast(&mut self, at: usize) -> Checked<()> {
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

    fn multi_array(&mut self, at: usize) -> Checked<()> {
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

    fn field(&mut self, opcode: u8, cp: u16) -> Checked<()> {
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

    fn invoke(&mut self, kind: InvokeKind, cp: u16) -> Checked<()> {
        let name_and_type = match (self.pool(cp)?, kind) {
            (Constant::InvokeDynamic { name_and_type, .. }, InvokeKind::Dynamic) => name_and_type,
            (_, InvokeKind::Dynamic) => return Err(BAD_CONSTANT),
            (Constant::Method { name_and_type, .. } | Constant::InterfaceMethod { name_and_type, .. }, _) => name_and_type,
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

    /// Finds the block of a branch target and brings the entries below `base` home.
    fn prepare_branch(&mut self, base: usize, target: usize) -> Checked<Target> {
        let block = self.blocks.find(target).ok_or("a branch target without a stack map frame")?;
        self.check_depth(block, base)?;
        self.out.settle(base);
        Target::try_from(block).map_err(|_| "too many blocks".into())
    }

    fn jump(&mut self, target: usize) -> Checked<Flow> {
        let t = self.prepare_branch(self.out.depth(), target)?;
        Ok(self.leave(Instr::Goto { t }))
    }

    fn branch_on_zero(&mut self, relation: Relation, target: usize) -> Checked<()> {
        let slot = self.out.value_below(self.out.depth(), false)?;
        let t = self.prepare_branch(slot, target)?;
        let a = self.forced(slot)?;
        self.out.emit(relation.with_constant(a, 0, t));
        self.out.truncate(slot);
        Ok(())
    }

    fn branch_on_pair(&mut self, relation: Relation, target: usize) -> Checked<()> {
        let b = self.out.value_below(self.out.depth(), false)?;
        let a = self.out.value_below(b, false)?;
        let t = self.prepare_branch(a, target)?;
        let small = |entry: Entry| match entry {
            Entry::Int(v) => i16::try_from(v).ok(),
            Entry::Null => Some(0),
            _ => None,
        };
        let instr = match (small(self.out.entry(a)), small(self.out.entry(b))) {
            (_, Some(k)) => relation.with_constant(self.forced(a)?, k, t),
            (Some(k), None) => relation.mirrored().with_constant(self.forced(b)?, k, t),
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
    fn long_comparison(&mut self, bci: &mut usize) -> Checked<()> {
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

    fn switch(&mut self, at: usize) -> Checked<Flow> {
        let switch = self.code.switch(at)?;
        let slot = self.out.value_below(self.out.depth(), false)?;
        let default = self.prepare_branch(slot, switch.default)?;
        let mut targets = Vec::with_capacity(switch.count);
        for row in 0..switch.count {
            targets.push(self.prepare_branch(slot, switch.target(row)?)?);
        }
        let targets = targets.into_boxed_slice();
        let a = self.forced(slot)?;
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
    fn finish(&mut self) -> Checked<()> {
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
        self.handlers = self.body.exceptions.iter().map(|entry| self.handler(entry)).collect::<Checked<Vec<_>>>()?
            .into_iter().flatten().collect();
        Ok(())
    }

    /// The handler of a row of the exception table; none if all code that it covers is dead.
    fn handler(&self, entry: &heddle_classfile::ExceptionEntry) -> Checked<Option<Handler>> {
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

    fn pool(&self, cp: u16) -> Checked<Constant> {
        self.file.constant(cp).map_err(|_| BAD_CONSTANT)
    }

    fn class_constant(&self, at: usize) -> Checked<u16> {
        let cp = self.code.u16(at + 1)?;
        match self.pool(cp)? {
            Constant::Class { .. } => Ok(cp),
            _ => Err(BAD_CONSTANT),
        }
    }

    fn descriptor(&self, name_and_type: u16) -> Checked<&'a [u8]> {
        match self.pool(name_and_type)? {
            Constant::NameAndType { descriptor, .. } => self.file.utf8_raw(descriptor).map_err(|_| BAD_CONSTANT),
            _ => Err(BAD_CONSTANT),
        }
    }
}

/// Whether the n-th of the five types int, long, float, double, reference takes two slots.
const fn is_wide(kind: u8) -> bool {
    kind == 1 || kind == 3
}

fn element_kind(code: u8) -> Checked<ElementKind> {
    use ElementKind::*;
    let kinds = [Boolean, Char, Float, Double, Byte, Short, Int, Long];
    kinds.get(usize::from(code).wrapping_sub(4)).copied().ok_or_else(|| "bad element type of an array".into())
}

/// A comparison, in the order of the opcodes.
#[derive(Clone, Copy)]
enum Relation {
    Eq,
    Ne,
    Lt,
    Ge,
    Gt,
    Le,
}

impl Relation {
    fn of(index: u8) -> Self {
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
