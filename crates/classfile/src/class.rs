//! [`ClassFile`]: the parsed form (JVMS 4.1) and the pass that makes it.

use std::borrow::Cow;
use std::fmt;

use bytes::Bytes;

use crate::constant::{Constant, read_pool};
use crate::error::{FormatError, Result};
use crate::reader::Reader;
use crate::{NEWEST_MAJOR, OLDEST_MAJOR};

/// A class file: owned bytes, the constant pool, and where everything else is.
#[derive(Clone)]
pub struct ClassFile {
    pub(crate) bytes: Bytes,
    pub(crate) pool: Box<[Constant]>,
    minor: u16,
    major: u16,
    access: u16,
    this_class: u16,
    super_class: u16,
    interfaces: Box<[u16]>,
    fields: Box<[Member]>,
    methods: Box<[Member]>,
    /// Attributes of all fields, all methods and the class, in this order.
    attributes: Box<[Attribute]>,
    own_attributes: u32,
}

/// A field or method of the file.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    pub access: u16,
    /// Constant-pool index of the name.
    pub name: u16,
    /// Constant-pool index of the descriptor.
    pub descriptor: u16,
    first_attribute: u32,
    attributes: u16,
}

/// An attribute that has been located but not decoded.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// Constant-pool index of the name.
    pub name: u16,
    pub(crate) start: u32,
    pub(crate) len: u32,
}

const ACC_MODULE: u16 = 0x8000;

impl ClassFile {
    /// Parses a class. The structure, the version and the kinds of all constant-pool references
    /// are checked here; [`ClassFile::check`] makes the checks that only untrusted classes need.
    pub fn parse(bytes: Bytes) -> Result<Self> {
        let class = Self::read(bytes)?;
        class.check_kind()?;
        Ok(class)
    }

    /// Parses a `module-info`, which is a class file but no class.
    pub fn parse_module(bytes: Bytes) -> Result<Self> {
        Self::read(bytes)
    }

    fn read(bytes: Bytes) -> Result<Self> {
        let shared = bytes.clone();
        let mut reader = Reader::new(&shared);
        let magic = reader.u32()?;
        if magic != 0xCAFE_BABE {
            return Err(FormatError::in_file(format!("Incompatible magic value {magic}")));
        }
        let (minor, major) = (reader.u16()?, reader.u16()?);
        check_version(major, minor)?;
        let pool = read_pool(&mut reader, major)?;
        let access = reader.u16()?;
        let this_class = class_index(&pool, reader.u16()?, "this class")?;
        let super_class = match reader.u16()? {
            0 => 0,
            cp => class_index(&pool, cp, "superclass")?,
        };
        let interfaces = reader.table(2, |r| class_index(&pool, r.u16()?, "interface"))?;
        let mut attributes = Vec::with_capacity(64);
        let fields = read_members(&mut reader, &pool, &mut attributes)?;
        let methods = read_members(&mut reader, &pool, &mut attributes)?;
        let own_attributes = attributes.len() as u32;
        read_attributes(&mut reader, &pool, &mut attributes)?;
        if reader.remaining() != 0 {
            return Err(FormatError::in_file("Extra bytes at the end"));
        }
        Ok(Self {
            bytes,
            pool,
            minor,
            major,
            access,
            this_class,
            super_class,
            interfaces: interfaces.into(),
            fields: fields.into(),
            methods: methods.into(),
            attributes: attributes.into(),
            own_attributes,
        })
    }

    pub fn major(&self) -> u16 {
        self.major
    }

    pub fn minor(&self) -> u16 {
        self.minor
    }

    pub fn access(&self) -> u16 {
        self.access
    }

    /// The bytes that were parsed.
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The class's own internal name.
    pub fn name(&self) -> Cow<'_, str> {
        self.class_name(self.this_class).expect("parse checked that this is a class entry")
    }

    /// The superclass's internal name; only `java/lang/Object` and modules have none.
    pub fn super_name(&self) -> Option<Cow<'_, str>> {
        let name = || self.class_name(self.super_class).expect("parse checked that this is a class entry");
        (self.super_class != 0).then(name)
    }

    /// Internal names of the direct superinterfaces, in order.
    pub fn interface_names(&self) -> impl ExactSizeIterator<Item = Cow<'_, str>> + '_ {
        self.interfaces.iter().map(|&cp| self.class_name(cp).expect("parse checked that this is a class entry"))
    }

    pub fn fields(&self) -> &[Member] {
        &self.fields
    }

    pub fn methods(&self) -> &[Member] {
        &self.methods
    }

    /// The name of a field or method of this class.
    pub fn name_of(&self, member: &Member) -> Cow<'_, str> {
        self.utf8(member.name).expect("parse checked that this is a string entry")
    }

    /// The descriptor of a field or method of this class.
    pub fn descriptor_of(&self, member: &Member) -> Cow<'_, str> {
        self.utf8(member.descriptor).expect("parse checked that this is a string entry")
    }

    /// The class's own attributes.
    pub fn attributes(&self) -> &[Attribute] {
        self.attributes.get(self.own_attributes as usize..).unwrap_or_default()
    }

    /// The attributes of a field or method of this class.
    pub fn attributes_of(&self, member: &Member) -> &[Attribute] {
        let first = member.first_attribute as usize;
        self.attributes.get(first..first + usize::from(member.attributes)).unwrap_or_default()
    }

    /// The undecoded bytes of an attribute.
    pub fn attribute_bytes(&self, attribute: &Attribute) -> &[u8] {
        let start = attribute.start as usize;
        self.bytes.get(start..start + attribute.len as usize).unwrap_or_default()
    }

    /// The first attribute of a name among some.
    pub fn find_attribute<'a>(&self, attributes: &'a [Attribute], name: &str) -> Option<&'a Attribute> {
        attributes.iter().find(|a| self.is_named(a, name))
    }

    pub(crate) fn is_named(&self, attribute: &Attribute, name: &str) -> bool {
        self.utf8_raw(attribute.name).is_ok_and(|raw| raw == name.as_bytes())
    }

    /// Modules are no classes, and only `Object` may lack a superclass.
    fn check_kind(&self) -> Result<()> {
        if self.access & ACC_MODULE != 0 && self.major >= 53 {
            let reason = format!("{} is not a class because access_flag ACC_MODULE is set", self.name());
            return Err(FormatError::complete(reason).with_class("java/lang/NoClassDefFoundError"));
        }
        if self.super_class == 0 && self.name() != "java/lang/Object" {
            return Err(FormatError::in_file("Invalid superclass index 0"));
        }
        Ok(())
    }
}

impl fmt::Debug for ClassFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClassFile").field("name", &self.name()).finish_non_exhaustive()
    }
}

fn check_version(major: u16, minor: u16) -> Result<()> {
    // From Java 12 on the minor version is 0, or 65535 for classes that use preview features.
    let known = (OLDEST_MAJOR..=NEWEST_MAJOR).contains(&major) && (major < 56 || minor == 0 || minor == u16::MAX);
    if known {
        return Ok(());
    }
    let reason = if major > NEWEST_MAJOR {
        format!(
            "class file version {major}.{minor}; only versions up to {NEWEST_MAJOR}.0 (Java {}) are recognized",
            NEWEST_MAJOR - 44
        )
    } else {
        format!("unsupported class file version {major}.{minor}")
    };
    Err(FormatError::complete(reason).with_class("java/lang/UnsupportedClassVersionError"))
}

fn class_index(pool: &[Constant], cp: u16, what: &str) -> Result<u16> {
    match pool.get(usize::from(cp)) {
        Some(Constant::Class { .. }) => Ok(cp),
        _ => Err(FormatError::in_file(format!("Invalid {what} index {cp} in constant pool"))),
    }
}

fn utf8_index(pool: &[Constant], cp: u16) -> Result<u16> {
    match pool.get(usize::from(cp)) {
        Some(Constant::Utf8 { .. }) => Ok(cp),
        _ => Err(FormatError::bad_index(cp)),
    }
}

fn read_members(reader: &mut Reader<'_>, pool: &[Constant], attributes: &mut Vec<Attribute>) -> Result<Vec<Member>> {
    reader.table(8, |r| {
        let access = r.u16()?;
        let name = utf8_index(pool, r.u16()?)?;
        let descriptor = utf8_index(pool, r.u16()?)?;
        let first_attribute = attributes.len() as u32;
        let count = read_attributes(r, pool, attributes)?;
        Ok(Member { access, name, descriptor, first_attribute, attributes: count })
    })
}

pub(crate) fn read_attributes(
    reader: &mut Reader<'_>,
    pool: &[Constant],
    attributes: &mut Vec<Attribute>,
) -> Result<u16> {
    let count = reader.u16()?;
    for _ in 0..count {
        let name = utf8_index(pool, reader.u16()?)?;
        let len = reader.u32()?;
        let start = reader.position() as u32;
        reader.take(len as usize)?;
        attributes.push(Attribute { name, start, len });
    }
    Ok(count)
}
