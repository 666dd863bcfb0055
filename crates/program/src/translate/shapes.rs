//! The shape of the operand stack at the start of each block: which slots hold one-slot values and
//! which hold the halves of a `long` or `double`. Types do not matter to the translation, so this
//! is all it takes from a `StackMapTable` (JVMS 4.7.4).
//!
//! A table has a frame at every branch target and handler, so its frames are the blocks.

use super::bytecode::{Checked, Fault};
use crate::ir::Pc;

/// What a stack slot holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slot {
    One,
    /// The first slot of a two-slot value.
    Wide,
    /// The second.
    Second,
}

/// The start of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) bci: u32,
    first_slot: u32,
    pub(crate) depth: u16,
    /// The first instruction of the block, once it has been translated.
    pub(crate) pc: Option<Pc>,
}

/// All blocks of a method, ascending by bytecode index.
#[derive(Default, Debug)]
pub(crate) struct Blocks {
    pub(crate) list: Vec<Block>,
    slots: Vec<Slot>,
}

const ILL_FORMED: Fault = Fault::Borrowed("ill-formed StackMapTable");

impl Blocks {
    /// Reads an undecoded `StackMapTable`.
    pub(crate) fn from_stack_map(table: &[u8]) -> Checked<Self> {
        let mut reader = TableReader { bytes: table, at: 0 };
        let count = usize::from(reader.u16()?);
        // A frame takes at least one byte, so a lying count reserves no more than the table's size.
        let mut blocks = Self { list: Vec::with_capacity(count.min(table.len())), slots: Vec::new() };
        let mut next_bci = 0;
        for _ in 0..count {
            let tag = reader.u8()?;
            let delta = match tag {
                0..=63 => u16::from(tag),
                64..=127 => u16::from(tag - 64),
                128..=246 => return Err(ILL_FORMED),
                247..=255 => reader.u16()?,
            };
            let bci = next_bci + u32::from(delta);
            next_bci = bci + 1;
            blocks.begin(bci);
            match tag {
                64..=127 | 247 => blocks.push(reader.item()?),
                252..=254 => {
                    for _ in 251..tag {
                        reader.item()?;
                    }
                }
                255 => {
                    for _ in 0..reader.u16()? {
                        reader.item()?;
                    }
                    for _ in 0..reader.u16()? {
                        blocks.push(reader.item()?);
                    }
                }
                _ => {}
            }
        }
        Ok(blocks)
    }

    /// Adds a block with an empty stack; bytecode indices must ascend.
    pub(crate) fn begin(&mut self, bci: u32) {
        self.list.push(Block { bci, first_slot: self.slots.len() as u32, depth: 0, pc: None });
    }

    /// Adds a value to the stack of the last block.
    pub(crate) fn push(&mut self, slot: Slot) {
        self.slots.push(slot);
        if slot == Slot::Wide {
            self.slots.push(Slot::Second);
        }
        if let Some(block) = self.list.last_mut() {
            // A depth beyond any stack limit is refused when the block is entered.
            block.depth = (self.slots.len() - block.first_slot as usize).min(usize::from(u16::MAX)) as u16;
        }
    }

    /// The block that starts at a bytecode index.
    pub(crate) fn find(&self, bci: usize) -> Option<usize> {
        self.list.binary_search_by_key(&bci, |block| block.bci as usize).ok()
    }

    pub(crate) fn slots(&self, block: &Block) -> &[Slot] {
        let first = block.first_slot as usize;
        &self.slots[first..first + usize::from(block.depth)]
    }
}

struct TableReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl TableReader<'_> {
    fn u8(&mut self) -> Checked<u8> {
        let byte = *self.bytes.get(self.at).ok_or(ILL_FORMED)?;
        self.at += 1;
        Ok(byte)
    }

    fn u16(&mut self) -> Checked<u16> {
        Ok(u16::from_be_bytes([self.u8()?, self.u8()?]))
    }

    fn item(&mut self) -> Checked<Slot> {
        match self.u8()? {
            3 | 4 => Ok(Slot::Wide),
            7 | 8 => self.u16().map(|_| Slot::One),
            0..=6 => Ok(Slot::One),
            _ => Err(ILL_FORMED),
        }
    }
}
