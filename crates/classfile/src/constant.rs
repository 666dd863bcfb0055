//! The constant pool (JVMS 4.4): one pass to read it, one to check that every reference has the
//! right kind, and checked accessors.

use std::borrow::Cow;

use crate::class::ClassFile;
use crate::error::{FormatError, Result};
use crate::mutf8;
use crate::reader::Reader;

/// An entry of the constant pool. Members are constant-pool indices unless said otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constant {
    /// Bytes of modified UTF-8 at this place of the file.
    Utf8 {
        start: u32,
        len: u16,
    },
    Integer(i32),
    /// The bits of a `float`.
    Float(u32),
    Long(i64),
    /// The bits of a `double`.
    Double(u64),
    Class {
        name: u16,
    },
    String {
        utf8: u16,
    },
    Field {
        class: u16,
        name_and_type: u16,
    },
    Method {
        class: u16,
        name_and_type: u16,
    },
    InterfaceMethod {
        class: u16,
        name_and_type: u16,
    },
    NameAndType {
        name: u16,
        descriptor: u16,
    },
    MethodHandle {
        kind: HandleKind,
        reference: u16,
    },
    MethodType {
        descriptor: u16,
    },
    /// `bootstrap` indexes the `BootstrapMethods` attribute.
    Dynamic {
        bootstrap: u16,
        name_and_type: u16,
    },
    InvokeDynamic {
        bootstrap: u16,
        name_and_type: u16,
    },
    Module {
        name: u16,
    },
    Package {
        name: u16,
    },
    /// Entry 0 and the second entry of a `long` or `double`.
    Unusable,
}

const _: () = assert!(size_of::<Constant>() == 16);

/// What a method handle does (JVMS table 5.4.3.5-A).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum HandleKind {
    GetField = 1,
    GetStatic = 2,
    PutField = 3,
    PutStatic = 4,
    InvokeVirtual = 5,
    InvokeStatic = 6,
    InvokeSpecial = 7,
    NewInvokeSpecial = 8,
    InvokeInterface = 9,
}

impl HandleKind {
    fn of(byte: u8) -> Option<Self> {
        Some(match byte {
            1 => Self::GetField,
            2 => Self::GetStatic,
            3 => Self::PutField,
            4 => Self::PutStatic,
            5 => Self::InvokeVirtual,
            6 => Self::InvokeStatic,
            7 => Self::InvokeSpecial,
            8 => Self::NewInvokeSpecial,
            9 => Self::InvokeInterface,
            _ => return None,
        })
    }
}

/// A field or method reference, decoded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberRef<'a> {
    /// Constant-pool index of the class.
    pub class: u16,
    pub name: Cow<'a, str>,
    pub descriptor: Cow<'a, str>,
    /// Whether the entry is an `InterfaceMethodref`.
    pub interface: bool,
}

/// A name with a descriptor, decoded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameAndType<'a> {
    pub name: Cow<'a, str>,
    pub descriptor: Cow<'a, str>,
}

/// Reads the pool and checks every index in it.
pub(crate) fn read_pool(reader: &mut Reader<'_>, major: u16) -> Result<Box<[Constant]>> {
    let count = usize::from(reader.u16()?);
    if count == 0 {
        return Err(FormatError::in_file("Illegal constant pool size 0"));
    }
    // The smallest entry takes three bytes, so a lying count reserves no more than the file's size.
    let mut pool = Vec::with_capacity(count.min(2 * (reader.remaining() / 3) + 1));
    pool.push(Constant::Unusable);
    while pool.len() < count {
        let constant = read_constant(reader, major)?;
        pool.push(constant);
        if matches!(constant, Constant::Long(_) | Constant::Double(_)) {
            if pool.len() == count {
                return Err(FormatError::in_file(format!("Invalid constant pool index {count}")));
            }
            pool.push(Constant::Unusable);
        }
    }
    check_references(&pool, major)?;
    Ok(pool.into_boxed_slice())
}

fn read_constant(reader: &mut Reader<'_>, major: u16) -> Result<Constant> {
    let tag = reader.u8()?;
    let since = match tag {
        15 | 16 | 18 => 51,
        17 => 55,
        19 | 20 => 53,
        _ => 0,
    };
    if major < since {
        return Err(FormatError::in_file(format!("Class file version does not support constant tag {tag}")));
    }
    Ok(match tag {
        1 => {
            let len = reader.u16()?;
            let start = reader.position() as u32;
            reader.take(usize::from(len))?;
            Constant::Utf8 { start, len }
        }
        3 => Constant::Integer(reader.u32()? as i32),
        4 => Constant::Float(reader.u32()?),
        5 => Constant::Long(reader.u64()? as i64),
        6 => Constant::Double(reader.u64()?),
        7 => Constant::Class { name: reader.u16()? },
        8 => Constant::String { utf8: reader.u16()? },
        9 => Constant::Field { class: reader.u16()?, name_and_type: reader.u16()? },
        10 => Constant::Method { class: reader.u16()?, name_and_type: reader.u16()? },
        11 => Constant::InterfaceMethod { class: reader.u16()?, name_and_type: reader.u16()? },
        12 => Constant::NameAndType { name: reader.u16()?, descriptor: reader.u16()? },
        15 => {
            let byte = reader.u8()?;
            let kind = HandleKind::of(byte)
                .ok_or_else(|| FormatError::in_file(format!("Bad method handle kind at constant pool index {byte}")))?;
            Constant::MethodHandle { kind, reference: reader.u16()? }
        }
        16 => Constant::MethodType { descriptor: reader.u16()? },
        17 => Constant::Dynamic { bootstrap: reader.u16()?, name_and_type: reader.u16()? },
        18 => Constant::InvokeDynamic { bootstrap: reader.u16()?, name_and_type: reader.u16()? },
        19 => Constant::Module { name: reader.u16()? },
        20 => Constant::Package { name: reader.u16()? },
        _ => return Err(FormatError::in_file(format!("Unknown constant tag {tag}"))),
    })
}

fn check_references(pool: &[Constant], major: u16) -> Result<()> {
    let at = |cp: u16| pool.get(usize::from(cp)).copied().unwrap_or(Constant::Unusable);
    let require = |holds: bool, cp: u16| if holds { Ok(()) } else { Err(FormatError::bad_index(cp)) };
    let utf8 = |cp| require(matches!(at(cp), Constant::Utf8 { .. }), cp);
    let pair = |cp| require(matches!(at(cp), Constant::NameAndType { .. }), cp);
    for &constant in pool {
        match constant {
            Constant::Class { name } | Constant::Module { name } | Constant::Package { name } => utf8(name)?,
            Constant::String { utf8: text } => utf8(text)?,
            Constant::Field { class, name_and_type }
            | Constant::Method { class, name_and_type }
            | Constant::InterfaceMethod { class, name_and_type } => {
                require(matches!(at(class), Constant::Class { .. }), class)?;
                pair(name_and_type)?;
            }
            Constant::NameAndType { name, descriptor } => {
                utf8(name)?;
                utf8(descriptor)?;
            }
            Constant::MethodType { descriptor } => utf8(descriptor)?,
            Constant::Dynamic { name_and_type, .. } | Constant::InvokeDynamic { name_and_type, .. } => {
                pair(name_and_type)?;
            }
            Constant::MethodHandle { kind, reference } => {
                require(handle_fits(kind, at(reference), major), reference)?;
            }
            Constant::Utf8 { .. }
            | Constant::Integer(_)
            | Constant::Float(_)
            | Constant::Long(_)
            | Constant::Double(_)
            | Constant::Unusable => {}
        }
    }
    Ok(())
}

fn handle_fits(kind: HandleKind, reference: Constant, major: u16) -> bool {
    use HandleKind as K;
    match kind {
        K::GetField | K::GetStatic | K::PutField | K::PutStatic => {
            matches!(reference, Constant::Field { .. })
        }
        K::InvokeVirtual | K::NewInvokeSpecial => matches!(reference, Constant::Method { .. }),
        K::InvokeStatic | K::InvokeSpecial => {
            matches!(reference, Constant::Method { .. })
                || major >= 52 && matches!(reference, Constant::InterfaceMethod { .. })
        }
        K::InvokeInterface => matches!(reference, Constant::InterfaceMethod { .. }),
    }
}

impl ClassFile {
    /// The entry at an index.
    #[inline]
    pub fn constant(&self, cp: u16) -> Result<Constant> {
        match self.pool.get(usize::from(cp)) {
            None | Some(Constant::Unusable) => Err(FormatError::bad_index(cp)),
            Some(constant) => Ok(*constant),
        }
    }

    /// All entries; entry 0 and the second halves of wide constants are [`Constant::Unusable`].
    pub fn constants(&self) -> &[Constant] {
        &self.pool
    }

    /// The modified UTF-8 of a `Utf8` entry.
    #[inline]
    pub fn utf8_raw(&self, cp: u16) -> Result<&[u8]> {
        match self.constant(cp)? {
            Constant::Utf8 { start, len } => Ok(&self.bytes[start as usize..start as usize + usize::from(len)]),
            _ => Err(FormatError::bad_index(cp)),
        }
    }

    /// The text of a `Utf8` entry; what is no text becomes U+FFFD.
    #[inline]
    pub fn utf8(&self, cp: u16) -> Result<Cow<'_, str>> {
        self.utf8_raw(cp).map(mutf8::to_text)
    }

    /// The internal name of a `Class` entry (`java/lang/String`, `[I`).
    #[inline]
    pub fn class_name(&self, cp: u16) -> Result<Cow<'_, str>> {
        match self.constant(cp)? {
            Constant::Class { name } => self.utf8(name),
            _ => Err(FormatError::bad_index(cp)),
        }
    }

    /// The exact code units of a `String` entry.
    pub fn string_utf16(&self, cp: u16) -> Result<Vec<u16>> {
        match self.constant(cp)? {
            Constant::String { utf8 } => self.utf8_raw(utf8).map(mutf8::to_utf16),
            _ => Err(FormatError::bad_index(cp)),
        }
    }

    /// A `NameAndType` entry.
    pub fn name_and_type(&self, cp: u16) -> Result<NameAndType<'_>> {
        match self.constant(cp)? {
            Constant::NameAndType { name, descriptor } => {
                Ok(NameAndType { name: self.utf8(name)?, descriptor: self.utf8(descriptor)? })
            }
            _ => Err(FormatError::bad_index(cp)),
        }
    }

    /// A `Fieldref`, `Methodref` or `InterfaceMethodref` entry.
    pub fn member_ref(&self, cp: u16) -> Result<MemberRef<'_>> {
        let constant = self.constant(cp)?;
        match constant {
            Constant::Field { class, name_and_type }
            | Constant::Method { class, name_and_type }
            | Constant::InterfaceMethod { class, name_and_type } => {
                let NameAndType { name, descriptor } = self.name_and_type(name_and_type)?;
                let interface = matches!(constant, Constant::InterfaceMethod { .. });
                Ok(MemberRef { class, name, descriptor, interface })
            }
            _ => Err(FormatError::bad_index(cp)),
        }
    }

    /// A `Dynamic` or `InvokeDynamic` entry: the index of its bootstrap method, name, descriptor.
    pub fn dynamic(&self, cp: u16) -> Result<(u16, NameAndType<'_>)> {
        match self.constant(cp)? {
            Constant::Dynamic { bootstrap, name_and_type } | Constant::InvokeDynamic { bootstrap, name_and_type } => {
                Ok((bootstrap, self.name_and_type(name_and_type)?))
            }
            _ => Err(FormatError::bad_index(cp)),
        }
    }

    /// A `MethodHandle` entry: what it does and the field or method reference it does it to.
    pub fn method_handle(&self, cp: u16) -> Result<(HandleKind, u16)> {
        match self.constant(cp)? {
            Constant::MethodHandle { kind, reference } => Ok((kind, reference)),
            _ => Err(FormatError::bad_index(cp)),
        }
    }

    /// The descriptor of a `MethodType` entry.
    pub fn method_type(&self, cp: u16) -> Result<Cow<'_, str>> {
        match self.constant(cp)? {
            Constant::MethodType { descriptor } => self.utf8(descriptor),
            _ => Err(FormatError::bad_index(cp)),
        }
    }
}
