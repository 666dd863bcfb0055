//! Where the operands of an instruction come from: for each bytecode index the operand stack as
//! the indices of the instructions that pushed its slots, found by running the code over that
//! abstraction to a fixed point.

use heddle_classfile::{ClassFile, Code};

/// The operand stack before an instruction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stack {
    /// The instruction that pushed each slot; unknown where paths that differ meet.
    slots: Vec<Option<u16>>,
    /// Which of the first 64 locals were written on the way here.
    written: u64,
}

impl Stack {
    /// The instruction that pushed the slot `depth` below the top.
    pub fn source(&self, depth: usize) -> Option<usize> {
        let at = self.slots.len().checked_sub(depth + 1)?;
        self.slots[at].map(usize::from)
    }

    /// Whether a local may differ from the argument that it began as.
    pub fn was_written(&self, local: usize) -> bool {
        local >= 64 || self.written >> local & 1 != 0
    }

    fn pop(&mut self, count: usize) {
        self.slots.truncate(self.slots.len().saturating_sub(count));
    }

    fn push(&mut self, count: usize, bci: usize) {
        self.slots.extend(std::iter::repeat_n(Some(bci as u16), count));
    }

    /// Copies the top `count` slots below the `under` slots beneath them.
    fn duplicate(&mut self, count: usize, under: usize) {
        let Some(top) = self.slots.len().checked_sub(count) else { return };
        let Some(at) = top.checked_sub(under) else { return };
        let copy = self.slots[top..].to_vec();
        self.slots.splice(at..at, copy);
    }

    fn write(&mut self, local: usize) {
        if local < 64 {
            self.written |= 1 << local;
        }
    }

    /// Takes in another way to get here; whether that changed anything.
    fn merge(&mut self, other: &Stack) -> bool {
        let before = self.clone();
        for (slot, &from) in self.slots.iter_mut().zip(&other.slots) {
            if *slot != from {
                *slot = None;
            }
        }
        self.written |= other.written;
        *self != before
    }
}

/// The stacks of a method by bytecode index; `None` where no instruction begins or none gets.
pub fn stacks(file: &ClassFile, code: &Code<'_>) -> Vec<Option<Stack>> {
    let mut walk = Walk { file, bytecode: code.bytecode, stacks: vec![None; code.bytecode.len()], work: Vec::new() };
    walk.reach(0, &Stack::default());
    while let Some(bci) = walk.work.pop() {
        let Some(stack) = walk.stacks[bci].clone() else { continue };
        for entry in &code.exceptions {
            if (usize::from(entry.start)..usize::from(entry.end)).contains(&bci) {
                let caught = Stack { slots: vec![None], written: stack.written };
                walk.reach(usize::from(entry.handler), &caught);
            }
        }
        // Code that cannot be decoded has been refused long ago; the rest then stays unknown.
        let _ = walk.step(bci, stack);
    }
    walk.stacks
}

struct Walk<'a> {
    file: &'a ClassFile,
    bytecode: &'a [u8],
    stacks: Vec<Option<Stack>>,
    work: Vec<usize>,
}

impl Walk<'_> {
    fn u8(&self, at: usize) -> Option<usize> {
        self.bytecode.get(at).map(|&byte| usize::from(byte))
    }

    fn u16(&self, at: usize) -> Option<u16> {
        Some((self.u8(at)? << 8 | self.u8(at + 1)?) as u16)
    }

    fn i32(&self, at: usize) -> Option<i32> {
        Some((i32::from(self.u16(at)? as i16) << 16) | i32::from(self.u16(at + 2)?))
    }

    fn reach(&mut self, bci: usize, stack: &Stack) {
        let changed = match self.stacks.get_mut(bci) {
            None => return,
            Some(Some(known)) => known.merge(stack),
            Some(unknown) => {
                *unknown = Some(stack.clone());
                true
            }
        };
        if changed {
            self.work.push(bci);
        }
    }

    fn jump(&mut self, bci: usize, offset: i32, stack: &Stack) {
        if let Ok(target) = usize::try_from(bci as i64 + i64::from(offset)) {
            self.reach(target, stack);
        }
    }

    /// Executes one instruction and hands the stack to its successors.
    fn step(&mut self, bci: usize, mut stack: Stack) -> Option<()> {
        let opcode = self.u8(bci)?;
        let mut next = bci + length(self.bytecode, bci)?;
        match opcode {
            // The stores, in five groups of four forms with the local in the opcode, as *load.
            0x36..=0x3a => {
                stack.pop(if matches!(opcode, 0x37 | 0x39) { 2 } else { 1 });
                stack.write(self.u8(bci + 1)?);
            }
            0x3b..=0x4e => {
                let (group, local) = ((opcode - 0x3b) / 4, (opcode - 0x3b) % 4);
                stack.pop(if matches!(group, 1 | 3) { 2 } else { 1 });
                stack.write(local);
            }
            0x84 => stack.write(self.u8(bci + 1)?),
            0x59 => stack.duplicate(1, 0),
            0x5a => stack.duplicate(1, 1),
            0x5b => stack.duplicate(1, 2),
            0x5c => stack.duplicate(2, 0),
            0x5d => stack.duplicate(2, 1),
            0x5e => stack.duplicate(2, 2),
            0x5f => {
                let len = stack.slots.len();
                stack.slots.swap(len.checked_sub(1)?, len.checked_sub(2)?);
            }
            0x99..=0xa6 | 0xc6 | 0xc7 => {
                stack.pop(if (0x9f..=0xa6).contains(&opcode) { 2 } else { 1 });
                self.jump(bci, i32::from(self.u16(bci + 1)? as i16), &stack);
            }
            0xa7 => {
                return {
                    self.jump(bci, i32::from(self.u16(bci + 1)? as i16), &stack);
                    Some(())
                };
            }
            0xc8 => {
                return {
                    self.jump(bci, self.i32(bci + 1)?, &stack);
                    Some(())
                };
            }
            0xaa | 0xab => return self.switch(bci, opcode, stack),
            // Returns, `athrow`, `ret` and `jsr`, which no compiler of our time writes.
            0xac..=0xb1 | 0xbf | 0xa8 | 0xa9 | 0xc9 => return Some(()),
            0xb2..=0xba => self.member(bci, opcode, &mut stack)?,
            0xc0 => {}
            0xc4 => {
                let (wide, local) = (self.u8(bci + 1)?, usize::from(self.u16(bci + 2)?));
                match wide {
                    0x36..=0x3a => {
                        stack.pop(if matches!(wide, 0x37 | 0x39) { 2 } else { 1 });
                        stack.write(local);
                    }
                    0x84 => stack.write(local),
                    _ => stack.push(if matches!(wide, 0x16 | 0x18) { 2 } else { 1 }, bci),
                }
            }
            0xc5 => {
                stack.pop(self.u8(bci + 3)?);
                stack.push(1, bci);
            }
            _ => {
                let (pops, pushes) = simple(opcode);
                stack.pop(pops);
                stack.push(pushes, bci);
            }
        }
        next = next.min(self.bytecode.len());
        self.reach(next, &stack);
        Some(())
    }

    fn switch(&mut self, bci: usize, opcode: usize, mut stack: Stack) -> Option<()> {
        stack.pop(1);
        let base = (bci + 4) & !3;
        self.jump(bci, self.i32(base)?, &stack);
        let (count, first, step) = if opcode == 0xaa {
            (self.i32(base + 8)?.checked_sub(self.i32(base + 4)?)?.checked_add(1)?, base + 12, 4)
        } else {
            (self.i32(base + 4)?, base + 12, 8)
        };
        for row in 0..usize::try_from(count).ok()? {
            self.jump(bci, self.i32(first + step * row)?, &stack);
        }
        Some(())
    }

    /// Field accesses and calls.
    fn member(&mut self, bci: usize, opcode: usize, stack: &mut Stack) -> Option<()> {
        let cp = self.u16(bci + 1)?;
        let descriptor = if opcode == 0xba {
            self.file.dynamic(cp).ok()?.1.descriptor.into_owned()
        } else {
            self.file.member_ref(cp).ok()?.descriptor.into_owned()
        };
        let receiver = usize::from(!matches!(opcode, 0xb2 | 0xb3 | 0xb8 | 0xba));
        match opcode {
            0xb2 | 0xb4 => {
                stack.pop(receiver);
                stack.push(slots(&descriptor), bci);
            }
            0xb3 | 0xb5 => stack.pop(receiver + slots(&descriptor)),
            _ => {
                let (params, result) = descriptor.rsplit_once(')')?;
                stack.pop(receiver + parameter_slots(params));
                stack.push(slots(result), bci);
            }
        }
        Some(())
    }
}

/// JVM slots of a value of that descriptor.
pub fn slots(descriptor: &str) -> usize {
    match descriptor.as_bytes().first() {
        Some(b'J' | b'D') => 2,
        Some(b'V') | None => 0,
        _ => 1,
    }
}

/// JVM slots of the parameters of a method descriptor, up to its closing parenthesis.
pub fn parameter_slots(descriptor: &str) -> usize {
    parameters(descriptor).iter().map(|param| slots(param)).sum()
}

/// The parameter descriptors of a method descriptor.
pub fn parameters(descriptor: &str) -> Vec<&str> {
    let mut rest = descriptor.trim_start_matches('(');
    let mut params = Vec::new();
    while !rest.is_empty() && !rest.starts_with(')') {
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        let end = match rest.as_bytes().get(dimensions) {
            Some(b'L') => rest.find(';').map_or(rest.len(), |at| at + 1),
            _ => (dimensions + 1).min(rest.len()),
        };
        params.push(&rest[..end]);
        rest = &rest[end..];
    }
    params
}

/// Slots that an instruction without operands of its own pops and pushes.
fn simple(opcode: usize) -> (usize, usize) {
    let wide = |flag: bool| if flag { 2 } else { 1 };
    match opcode {
        0x00 => (0, 0),
        0x09 | 0x0a | 0x0e | 0x0f | 0x14 | 0x16 | 0x18 => (0, 2),
        0x01..=0x19 => (0, 1),
        0x1a..=0x2d => (0, wide(matches!((opcode - 0x1a) / 4, 1 | 3))),
        0x2e..=0x35 => (2, wide(matches!(opcode, 0x2f | 0x31))),
        0x4f..=0x56 => (2 + wide(matches!(opcode, 0x50 | 0x52)), 0),
        0x57 | 0xc2 | 0xc3 => (1, 0),
        0x58 => (2, 0),
        0x60..=0x73 => (2 * wide(opcode % 2 == 1), wide(opcode % 2 == 1)),
        0x74..=0x77 => (wide(opcode % 2 == 1), wide(opcode % 2 == 1)),
        0x78..=0x7d => (1 + wide(opcode % 2 == 1), wide(opcode % 2 == 1)),
        0x7e..=0x83 => (2 * wide(opcode % 2 == 1), wide(opcode % 2 == 1)),
        0x85 | 0x87 | 0x8c | 0x8d => (1, 2),
        0x88 | 0x89 | 0x8e | 0x90 => (2, 1),
        0x8a | 0x8f => (2, 2),
        0x94 | 0x97 | 0x98 => (4, 1),
        0x95 | 0x96 => (2, 1),
        0xbb => (0, 1),
        // Conversions of one slot, `newarray`, `anewarray`, `arraylength`, `instanceof`.
        _ => (1, 1),
    }
}

/// The length of an instruction in bytes.
fn length(bytecode: &[u8], bci: usize) -> Option<usize> {
    let opcode = *bytecode.get(bci)?;
    Some(match opcode {
        0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3a | 0xa9 | 0xbc => 2,
        0x11 | 0x13 | 0x14 | 0x84 | 0x99..=0xa8 | 0xb2..=0xb8 | 0xbb | 0xbd | 0xc0 | 0xc1 | 0xc6 | 0xc7 => 3,
        0xc5 => 4,
        0xb9 | 0xba | 0xc8 | 0xc9 => 5,
        0xc4 => {
            if bytecode.get(bci + 1) == Some(&0x84) {
                6
            } else {
                4
            }
        }
        // Switches end their block, so nobody asks for what follows them.
        _ => 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_come_apart() {
        assert_eq!(parameters("(I[[JLa/B;D)V"), ["I", "[[J", "La/B;", "D"]);
        assert_eq!(parameter_slots("(I[[JLa/B;D)V"), 5);
    }

    #[test]
    fn merging_forgets_sources_that_differ() {
        let mut a = Stack { slots: vec![Some(1), Some(2)], written: 1 };
        let b = Stack { slots: vec![Some(1), Some(3)], written: 2 };
        assert!(a.merge(&b));
        assert_eq!(a, Stack { slots: vec![Some(1), None], written: 3 });
        assert!(!a.merge(&b));
    }
}
