//! The pass over the bytecode: one arm per group of opcodes (JVMS 6.5), in opcode order.
//!
//! Comes in: a method body and the shapes of its blocks. Goes out: instructions whose branch
//! targets are block numbers, which [`Lowering::finish`] turns into instruction indices.
//!
//! The pass checks what it needs for its own sake, such as sizes and bounds; that types fit is
//! the verifier's business.

use heddle_classfile::{ClassFile, Code as Body};

use super::branch::Relation;
use super::bytecode::{Bytes, Checked, op};
use super::shapes::{Blocks, Slot};
use super::stack::{Emitter, Entry};
use super::values::element_kind;
use crate::ir::{Handler, Instr, InvokeKind, MultiArray, NO_REG, Pc, Switch};

/// A method body on its way to register form.
pub(crate) struct Lowering<'a> {
    pub(super) file: &'a ClassFile,
    pub(super) body: &'a Body<'a>,
    pub(super) code: Bytes<'a>,
    pub(crate) out: Emitter,
    pub(super) blocks: Blocks,
    pub(crate) multi: Vec<MultiArray>,
    pub(crate) switches: Vec<Switch>,
    pub(crate) handlers: Vec<Handler>,
}

/// Whether control continues behind an instruction.
#[derive(PartialEq, Eq)]
pub(super) enum Flow {
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
                let a = self.forced(slot);
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
                let a = self.forced(slot);
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

    pub(super) fn leave(&mut self, instr: Instr) -> Flow {
        self.out.emit(instr);
        Flow::Ends
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
}

/// Whether the n-th of the five types int, long, float, double, reference takes two slots.
const fn is_wide(kind: u8) -> bool {
    kind == 1 || kind == 3
}
