//! Reading bytecode (JVMS 6): opcodes, operands, switches, and the slots of a descriptor.
//!
//! Every read is checked: bytecode that ends in the middle of an instruction is a [`Fault`].

/// Why a method cannot be translated; the caller adds where.
pub(crate) type Fault = std::borrow::Cow<'static, str>;
pub(crate) type Checked<T> = Result<T, Fault>;

pub(crate) const TRUNCATED: Fault = Fault::Borrowed("the code ends inside an instruction");

/// Opcodes that are named outside the big tables.
pub(crate) mod op {
    pub(crate) const WIDE: u8 = 0xc4;
    pub(crate) const IFEQ: u8 = 0x99;
    pub(crate) const IFLE: u8 = 0x9e;
    pub(crate) const GOTO: u8 = 0xa7;
    pub(crate) const JSR: u8 = 0xa8;
    pub(crate) const RET: u8 = 0xa9;
    pub(crate) const TABLESWITCH: u8 = 0xaa;
    pub(crate) const LOOKUPSWITCH: u8 = 0xab;
    pub(crate) const IINC: u8 = 0x84;
    pub(crate) const GOTO_W: u8 = 0xc8;
    pub(crate) const JSR_W: u8 = 0xc9;
}

/// A cursor over the bytes of a method body.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'a> {
    code: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub(crate) fn new(code: &'a [u8]) -> Self {
        Self { code }
    }

    pub(crate) fn len(&self) -> usize {
        self.code.len()
    }

    #[inline]
    pub(crate) fn u8(&self, at: usize) -> Checked<u8> {
        self.code.get(at).copied().ok_or(TRUNCATED)
    }

    #[inline]
    fn array<const N: usize>(&self, at: usize) -> Checked<[u8; N]> {
        self.code.get(at..).and_then(|rest| rest.first_chunk::<N>()).copied().ok_or(TRUNCATED)
    }

    #[inline]
    pub(crate) fn u16(&self, at: usize) -> Checked<u16> {
        self.array(at).map(u16::from_be_bytes)
    }

    #[inline]
    pub(crate) fn i32(&self, at: usize) -> Checked<i32> {
        self.array(at).map(i32::from_be_bytes)
    }

    /// The absolute target of a branch whose 16-bit offset is at `at`.
    #[inline]
    pub(crate) fn target(&self, bci: usize, at: usize) -> Checked<usize> {
        let offset = i32::from(self.u16(at)? as i16);
        self.absolute(bci, offset)
    }

    /// The absolute target of a branch whose 32-bit offset is at `at`.
    #[inline]
    pub(crate) fn target_wide(&self, bci: usize, at: usize) -> Checked<usize> {
        let offset = self.i32(at)?;
        self.absolute(bci, offset)
    }

    fn absolute(&self, bci: usize, offset: i32) -> Checked<usize> {
        let target = bci as i64 + i64::from(offset);
        if (0..self.code.len() as i64).contains(&target) {
            Ok(target as usize)
        } else {
            Err("a branch leads out of the method".into())
        }
    }

    /// Whether the bytes that align the operands of the switch at `bci` are zero.
    pub(crate) fn has_zero_padding(&self, bci: usize) -> bool {
        let padding = self.code.get(bci + 1..(bci + 4) & !3);
        padding.is_some_and(|padding| padding.iter().all(|&byte| byte == 0))
    }

    /// Decodes the switch at `bci`, whose opcode is `tableswitch` or `lookupswitch`.
    pub(crate) fn switch(self, bci: usize) -> Checked<SwitchBytes<'a>> {
        let base = (bci + 4) & !3;
        let default = self.target_wide(bci, base)?;
        if self.u8(bci)? == op::TABLESWITCH {
            let (low, high) = (self.i32(base + 4)?, self.i32(base + 8)?);
            let count = i64::from(high) - i64::from(low) + 1;
            if count < 1 {
                return Err("low is greater than high in a tableswitch".into());
            }
            self.switch_of(bci, default, SwitchKind::Table { low }, base + 12, count, 4)
        } else {
            let count = i64::from(self.i32(base + 4)?);
            if count < 0 {
                return Err("a lookupswitch has a negative number of keys".into());
            }
            self.switch_of(bci, default, SwitchKind::Lookup, base + 8, count, 8)
        }
    }

    fn switch_of(
        self,
        bci: usize,
        default: usize,
        kind: SwitchKind,
        first: usize,
        count: i64,
        row: i64,
    ) -> Checked<SwitchBytes<'a>> {
        let end = first as i64 + count * row;
        if end > self.code.len() as i64 {
            return Err(TRUNCATED);
        }
        Ok(SwitchBytes { bytes: self, bci, default, kind, first, count: count as usize, end: end as usize })
    }

    /// The length of the instruction at `bci`, with its operands. Opcodes that do not exist are
    /// refused.
    pub(crate) fn length(&self, bci: usize) -> Checked<usize> {
        let opcode = self.u8(bci)?;
        let length = match opcode {
            op::TABLESWITCH | op::LOOKUPSWITCH => self.switch(bci)?.end - bci,
            op::WIDE => {
                if self.u8(bci + 1)? == op::IINC {
                    6
                } else {
                    4
                }
            }
            _ => usize::from(LENGTHS.get(usize::from(opcode)).copied().unwrap_or(0)),
        };
        match length {
            0 => Err(format!("bad instruction: 0x{opcode:02x}").into()),
            _ if bci + length > self.code.len() => Err(TRUNCATED),
            _ => Ok(length),
        }
    }
}

/// How a switch chooses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SwitchKind {
    Table { low: i32 },
    Lookup,
}

/// A decoded switch; its rows are read on demand.
#[derive(Clone, Copy)]
pub(crate) struct SwitchBytes<'a> {
    bytes: Bytes<'a>,
    bci: usize,
    pub(crate) default: usize,
    pub(crate) kind: SwitchKind,
    first: usize,
    pub(crate) count: usize,
    /// The bytecode index after the switch.
    pub(crate) end: usize,
}

impl SwitchBytes<'_> {
    /// The target of a row.
    pub(crate) fn target(&self, row: usize) -> Checked<usize> {
        let at = match self.kind {
            SwitchKind::Table { .. } => self.first + 4 * row,
            SwitchKind::Lookup => self.first + 8 * row + 4,
        };
        self.bytes.target_wide(self.bci, at)
    }

    /// The key of a row.
    pub(crate) fn key(&self, row: usize) -> Checked<i32> {
        match self.kind {
            SwitchKind::Table { low } => Ok(low.wrapping_add(row as i32)),
            SwitchKind::Lookup => self.bytes.i32(self.first + 8 * row),
        }
    }
}

/// Lengths by opcode; 0 for opcodes that do not exist and for those of variable length.
#[rustfmt::skip]
static LENGTHS: [u8; 202] = {
    let mut lengths = [1; 202];
    let ranges: [(usize, usize, u8); 18] = [
        (0x10, 0x10, 2), (0x11, 0x11, 3), (0x12, 0x12, 2), (0x13, 0x14, 3), (0x15, 0x19, 2),
        (0x36, 0x3a, 2), (0x84, 0x84, 3), (0x99, 0xa8, 3), (0xa9, 0xa9, 2), (0xaa, 0xab, 0),
        (0xb2, 0xb8, 3), (0xb9, 0xba, 5), (0xbb, 0xbb, 3), (0xbc, 0xbc, 2), (0xbd, 0xbd, 3),
        (0xc0, 0xc1, 3), (0xc6, 0xc7, 3), (0xc8, 0xc9, 5),
    ];
    let mut row = 0;
    while row < ranges.len() {
        let (mut at, last, length) = ranges[row];
        while at <= last {
            lengths[at] = length;
            at += 1;
        }
        row += 1;
    }
    lengths[0xc4] = 0;
    lengths[0xc5] = 4;
    lengths
};

/// The argument slots of a method descriptor, without a receiver, and the first character of its
/// result type.
pub(crate) fn call_slots(descriptor: &[u8]) -> Checked<(usize, u8)> {
    let ill_formed = || Fault::Borrowed("ill-formed method descriptor");
    let mut at = 1;
    let mut slots = 0;
    loop {
        let first = *descriptor.get(at).ok_or_else(ill_formed)?;
        if first == b')' {
            break;
        }
        slots += if matches!(first, b'J' | b'D') { 2 } else { 1 };
        while descriptor.get(at) == Some(&b'[') {
            at += 1;
        }
        if descriptor.get(at) == Some(&b'L') {
            let rest = &descriptor[at..];
            at += rest.iter().position(|&byte| byte == b';').ok_or_else(ill_formed)?;
        }
        at += 1;
    }
    if slots > 255 {
        return Err("too many arguments in a method descriptor".into());
    }
    descriptor.get(at + 1).map(|&result| (slots, result)).ok_or_else(ill_formed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_count_slots() {
        assert_eq!(call_slots(b"(IJ[D[[Lx/Y;Lz;)V"), Ok((6, b'V')));
        assert_eq!(call_slots(b"()[J"), Ok((0, b'[')));
        for bad in [&b""[..], b"(", b"(I", b"(Lx", b"()", b"(["] {
            assert!(call_slots(bad).is_err());
        }
    }

    #[test]
    fn switches_pad_to_four_bytes_and_stay_inside() {
        let mut code = vec![0, 0xaa, 0, 0, 0, 0, 0, 19, 0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0, 19, 0xb1];
        let switch = Bytes::new(&code).switch(1).expect("well formed");
        assert_eq!((switch.default, switch.count, switch.end), (20, 1, 20));
        assert_eq!((switch.key(0), switch.target(0)), (Ok(5), Ok(20)));
        code[15] = 200;
        assert!(Bytes::new(&code).switch(1).is_err());
    }
}
