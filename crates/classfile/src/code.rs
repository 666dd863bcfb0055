//! The `Code` attribute (JVMS 4.7.3) and the tables inside it.

use std::borrow::Cow;

use crate::class::{Attribute, ClassFile, Member, read_attributes};
use crate::error::{FormatError, Result};
use crate::reader::Reader;
use crate::stack_map::{Frame, read_frames};

/// The body of a method.
#[derive(Clone, Debug)]
pub struct Code<'a> {
    file: &'a ClassFile,
    pub max_stack: u16,
    pub max_locals: u16,
    pub bytecode: &'a [u8],
    pub exceptions: Vec<ExceptionEntry>,
    attributes: Vec<Attribute>,
}

/// A row of the exception table: covers `start..end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExceptionEntry {
    pub start: u16,
    pub end: u16,
    pub handler: u16,
    /// Constant-pool index of the class caught; 0 catches everything.
    pub catch_type: u16,
}

/// A row of a `LineNumberTable`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineNumber {
    pub start: u16,
    pub line: u16,
}

/// A row of a `LocalVariableTable`: covers `start..start + len`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalVariable<'a> {
    pub start: u16,
    pub len: u16,
    pub name: Cow<'a, str>,
    pub descriptor: Cow<'a, str>,
    /// The JVM local.
    pub index: u16,
}

impl ClassFile {
    /// The body of a method; `None` for one that has no `Code`.
    pub fn code(&self, method: &Member) -> Result<Option<Code<'_>>> {
        let Some(attribute) = self.find_attribute(self.attributes_of(method), "Code") else {
            return Ok(None);
        };
        let start = attribute.start as usize;
        let end = start + attribute.len as usize;
        let mut reader = Reader::within(&self.bytes, start, end);
        let (max_stack, max_locals) = (reader.u16()?, reader.u16()?);
        let length = reader.u32()?;
        if length == 0 || length > 65_535 {
            return Err(FormatError::in_file(format!("Invalid method Code length {length}")));
        }
        let bytecode = reader.take(length as usize)?;
        let exceptions = reader.table(8, |r| {
            let entry = ExceptionEntry { start: r.u16()?, end: r.u16()?, handler: r.u16()?, catch_type: r.u16()? };
            self.check_exception(&entry, length)?;
            Ok(entry)
        })?;
        let mut attributes = Vec::new();
        read_attributes(&mut reader, &self.pool, &mut attributes)?;
        if reader.remaining() != 0 {
            return Err(FormatError::in_file("Code attribute has wrong length"));
        }
        Ok(Some(Code { file: self, max_stack, max_locals, bytecode, exceptions, attributes }))
    }

    fn check_exception(&self, entry: &ExceptionEntry, length: u32) -> Result<()> {
        if entry.start >= entry.end || u32::from(entry.end) > length {
            return Err(FormatError::in_file("Invalid exception table range"));
        }
        if u32::from(entry.handler) >= length {
            return Err(FormatError::in_file("Invalid exception handler"));
        }
        if entry.catch_type != 0 {
            self.class_name(entry.catch_type)?;
        }
        Ok(())
    }
}

impl<'a> Code<'a> {
    /// The attributes of the code itself.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// The rows of all `LineNumberTable`s, in file order.
    pub fn line_numbers(&self) -> Result<Vec<LineNumber>> {
        self.rows("LineNumberTable", 4, |r| Ok(LineNumber { start: r.u16()?, line: r.u16()? }))
    }

    /// The rows of all `LocalVariableTable`s, in file order.
    pub fn local_variables(&self) -> Result<Vec<LocalVariable<'a>>> {
        let file = self.file;
        self.rows("LocalVariableTable", 10, |r| {
            Ok(LocalVariable {
                start: r.u16()?,
                len: r.u16()?,
                name: file.utf8(r.u16()?)?,
                descriptor: file.utf8(r.u16()?)?,
                index: r.u16()?,
            })
        })
    }

    /// The undecoded `StackMapTable`.
    pub fn stack_map_raw(&self) -> Option<&'a [u8]> {
        let attribute = self.file.find_attribute(&self.attributes, "StackMapTable")?;
        Some(self.file.attribute_bytes(attribute))
    }

    /// The frames of the `StackMapTable`, empty if there is none.
    pub fn stack_map(&self) -> Result<Vec<Frame>> {
        self.stack_map_raw().map_or(Ok(Vec::new()), read_frames)
    }

    fn rows<T>(&self, table: &str, least: usize, mut row: impl FnMut(&mut Reader<'a>) -> Result<T>) -> Result<Vec<T>> {
        let mut rows = Vec::new();
        for attribute in self.attributes.iter().filter(|a| self.file.is_named(a, table)) {
            rows.extend(Reader::new(self.file.attribute_bytes(attribute)).table(least, &mut row)?);
        }
        Ok(rows)
    }
}
