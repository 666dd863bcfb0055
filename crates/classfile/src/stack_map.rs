//! The `StackMapTable` (JVMS 4.7.4): bytes → frames, as differences, as the file has them.

use crate::error::{FormatError, Result};
use crate::reader::Reader;

/// A stack map frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The bytecode index that the frame describes.
    pub bci: u32,
    pub kind: FrameKind,
}

/// How a frame differs from the one before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FrameKind {
    /// The same locals, an empty stack.
    Same,
    /// The same locals and one stack item.
    SameLocals1(VerificationType),
    /// The last 1 to 3 locals are gone, an empty stack.
    Chop(u8),
    /// Up to 3 more locals, an empty stack.
    Append(Vec<VerificationType>),
    Full {
        locals: Vec<VerificationType>,
        stack: Vec<VerificationType>,
    },
}

/// The type of a local or stack item; a `long` or `double` counts once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VerificationType {
    Top,
    Integer,
    Float,
    Double,
    Long,
    Null,
    UninitializedThis,
    /// Constant-pool index of the class.
    Object(u16),
    /// Bytecode index of the `new`.
    Uninitialized(u16),
}

impl VerificationType {
    /// Whether a register of this type holds a reference.
    pub fn is_reference(self) -> bool {
        matches!(self, Self::Null | Self::UninitializedThis | Self::Object(_) | Self::Uninitialized(_))
    }

    /// Whether a value takes two slots.
    pub fn is_wide(self) -> bool {
        matches!(self, Self::Long | Self::Double)
    }
}

pub(crate) fn read_frames(bytes: &[u8]) -> Result<Vec<Frame>> {
    let mut reader = Reader::new(bytes);
    // The first frame's delta is its index; later ones are one less than the distance.
    let mut next = 0;
    let frames = reader.table(1, |r| {
        let (delta, kind) = read_frame(r)?;
        let bci = next + u32::from(delta);
        next = bci + 1;
        Ok(Frame { bci, kind })
    })?;
    if reader.remaining() != 0 {
        return Err(bad("StackMapTable has wrong length"));
    }
    Ok(frames)
}

fn read_frame(r: &mut Reader<'_>) -> Result<(u16, FrameKind)> {
    let tag = r.u8()?;
    Ok(match tag {
        0..=63 => (u16::from(tag), FrameKind::Same),
        64..=127 => (u16::from(tag - 64), FrameKind::SameLocals1(read_type(r)?)),
        128..=246 => return Err(bad("reserved frame type")),
        247 => (r.u16()?, FrameKind::SameLocals1(read_type(r)?)),
        248..=250 => (r.u16()?, FrameKind::Chop(251 - tag)),
        251 => (r.u16()?, FrameKind::Same),
        252..=254 => {
            let delta = r.u16()?;
            let locals = (251..tag).map(|_| read_type(r)).collect::<Result<_>>()?;
            (delta, FrameKind::Append(locals))
        }
        255 => {
            let delta = r.u16()?;
            let locals = r.table(1, read_type)?;
            let stack = r.table(1, read_type)?;
            (delta, FrameKind::Full { locals, stack })
        }
    })
}

fn read_type(r: &mut Reader<'_>) -> Result<VerificationType> {
    Ok(match r.u8()? {
        0 => VerificationType::Top,
        1 => VerificationType::Integer,
        2 => VerificationType::Float,
        3 => VerificationType::Double,
        4 => VerificationType::Long,
        5 => VerificationType::Null,
        6 => VerificationType::UninitializedThis,
        7 => VerificationType::Object(r.u16()?),
        8 => VerificationType::Uninitialized(r.u16()?),
        _ => return Err(bad("bad verification type")),
    })
}

fn bad(reason: &str) -> FormatError {
    FormatError::complete(format!("StackMapTable error: {reason}")).with_class("java/lang/VerifyError")
}
