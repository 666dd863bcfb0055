//! The JDK's `lib/modules` (the "jimage" format): a name → the bytes of a class or resource.
//!
//! The index is a perfect hash table with one level of redirection, followed by attribute streams
//! that say where each resource is. It is read once, about 1.5 MB; resources are read by position
//! when asked for. Positioned reads need no `unsafe`, unlike a memory map, and cost about as much
//! for the few hundred classes of a run.
//!
//! Format: `jdk.internal.jimage.ImageHeader`, `ImageStringsReader`, `ImageLocation`. Both byte
//! orders are understood; compressed resources are unpacked in [`crate::jimage_compression`].

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use rustc_hash::FxHashMap;

use crate::jimage_compression;

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER: usize = 28;
const HASH_SEED: u32 = 0x0100_0193;

/// An opened image.
pub(crate) struct Image {
    file: File,
    big_endian: bool,
    /// Header, tables, locations and strings.
    index: Bytes,
    table_length: usize,
    locations: usize,
    strings: usize,
    /// Where resources start in the file.
    resources: u64,
    file_size: u64,
    /// Which module a package (with slashes) is in.
    modules: Mutex<FxHashMap<Box<str>, Option<Box<str>>>>,
}

/// The attributes of one resource.
#[derive(Clone, Copy, Default)]
struct Location {
    module: usize,
    parent: usize,
    base: usize,
    extension: usize,
    offset: u64,
    compressed: u64,
    uncompressed: u64,
}

impl Image {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let file_size = file.metadata()?.len();
        let mut header = [0; HEADER];
        read_exact_at(&file, &mut header, 0)?;
        let first = u32::from_le_bytes(word_at(&header, 0)?);
        let big_endian = match first {
            MAGIC => false,
            _ if first.swap_bytes() == MAGIC => true,
            _ => return Err(invalid("it does not start with the magic number of a JDK image")),
        };
        let word = |at| word_at(&header, at).map(|bytes| order(bytes, big_endian));
        let version = word(4)?;
        if version >> 16 != 1 {
            return Err(invalid(&format!("version {} of the image format is unknown", version >> 16)));
        }
        let (table_length, locations_size, strings_size) = (word(16)?, word(20)?, word(24)?);
        let locations = HEADER as u64 + 8 * u64::from(table_length);
        let strings = locations + u64::from(locations_size);
        let resources = strings + u64::from(strings_size);
        if table_length == 0 || resources > file_size {
            return Err(invalid("its index is longer than the file"));
        }
        let mut index = vec![0; resources as usize];
        read_exact_at(&file, &mut index, 0)?;
        Ok(Self {
            file,
            big_endian,
            index: index.into(),
            table_length: table_length as usize,
            locations: locations as usize,
            strings: strings as usize,
            resources,
            file_size,
            modules: Mutex::default(),
        })
    }

    /// The bytes of `/module/path`; `None` if there is no such resource.
    pub(crate) fn resource(&self, module: &str, path: &str) -> io::Result<Option<Bytes>> {
        self.read(&format!("/{module}/{path}"))
    }

    /// The module that has a package, given with slashes.
    pub(crate) fn module_of(&self, package: &str) -> Option<Box<str>> {
        let mut modules = self.modules.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = modules.get(package) {
            return known.clone();
        }
        let module = self.find_module(package);
        modules.insert(package.into(), module.clone());
        module
    }

    /// The names of all resources, `/module/path`.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> + '_ {
        (0..self.table_length).filter_map(|slot| {
            let location = self.location(slot)?;
            let name = self.full_name(&location)?;
            (!name.starts_with("/modules/") && !name.starts_with("/packages/")).then_some(name)
        })
    }

    /// `/packages/java.lang` lists (is empty, module) pairs; one module at most has the package's
    /// classes.
    fn find_module(&self, package: &str) -> Option<Box<str>> {
        let listing = self.read(&format!("/packages/{}", package.replace('/', "."))).ok()??;
        let word = |at| word_at(&listing, at).ok().map(|bytes| order(bytes, self.big_endian));
        (0..listing.len() / 8)
            .find(|pair| word(8 * pair) == Some(0))
            .and_then(|pair| self.string(word(8 * pair + 4)? as usize))
            .map(Into::into)
    }

    fn read(&self, name: &str) -> io::Result<Option<Bytes>> {
        let Some(location) = self.find(name) else {
            return Ok(None);
        };
        let stored = if location.compressed == 0 { location.uncompressed } else { location.compressed };
        let start = self.resources.checked_add(location.offset);
        let end = start.and_then(|start| start.checked_add(stored));
        let (Some(start), Some(end)) = (start, end) else {
            return Err(invalid("a resource lies outside the file"));
        };
        if end > self.file_size {
            return Err(invalid("a resource lies outside the file"));
        }
        let mut bytes = vec![0; stored as usize];
        read_exact_at(&self.file, &mut bytes, start)?;
        if location.compressed != 0 {
            let string = |at: u32| self.string_bytes(at as usize);
            bytes = jimage_compression::unpack(bytes, location.uncompressed, self.big_endian, &string)?;
        }
        Ok(Some(bytes.into()))
    }

    fn find(&self, name: &str) -> Option<Location> {
        let length = self.table_length as u32;
        let slot = hash(name, HASH_SEED) % length;
        let redirect = self.word(HEADER + 4 * slot as usize)? as i32;
        let slot = match redirect {
            0 => return None,
            1.. => (hash(name, redirect as u32) % length) as usize,
            // The sign marks a name that hashed alone: its slot is stored directly.
            _ => usize::try_from(-1 - i64::from(redirect)).ok()?,
        };
        let location = self.location(slot)?;
        self.is_named(&location, name).then_some(location)
    }

    fn location(&self, slot: usize) -> Option<Location> {
        if slot >= self.table_length {
            return None;
        }
        let mut at = self.locations + self.word(HEADER + 4 * (self.table_length + slot))? as usize;
        let mut location = Location::default();
        loop {
            let byte = *self.index.get(at)?;
            let (kind, len) = (byte >> 3, usize::from(byte & 7) + 1);
            if kind == 0 {
                return Some(location);
            }
            let value = self.index.get(at + 1..at + 1 + len)?;
            let value = value.iter().fold(0_u64, |value, &b| value << 8 | u64::from(b));
            match kind {
                1 => location.module = value as usize,
                2 => location.parent = value as usize,
                3 => location.base = value as usize,
                4 => location.extension = value as usize,
                5 => location.offset = value,
                6 => location.compressed = value,
                7 => location.uncompressed = value,
                _ => {}
            }
            at += 1 + len;
        }
    }

    /// The hash is perfect only for names that are in the image, so the name has to be compared.
    fn is_named(&self, location: &Location, name: &str) -> bool {
        let matched = || {
            let mut rest = name;
            for (before, string, after) in [
                ("/", location.module, "/"),
                ("", location.parent, "/"),
                ("", location.base, ""),
                (".", location.extension, ""),
            ] {
                let text = self.string(string)?;
                if !text.is_empty() {
                    rest = rest.strip_prefix(before)?.strip_prefix(text)?.strip_prefix(after)?;
                }
            }
            Some(rest.is_empty())
        };
        matched().unwrap_or(false)
    }

    fn full_name(&self, location: &Location) -> Option<String> {
        let mut name = String::new();
        for (before, string, after) in [
            ("/", location.module, "/"),
            ("", location.parent, "/"),
            ("", location.base, ""),
            (".", location.extension, ""),
        ] {
            let text = self.string(string)?;
            if !text.is_empty() {
                name.extend([before, text, after]);
            }
        }
        Some(name)
    }

    fn string(&self, at: usize) -> Option<&str> {
        std::str::from_utf8(self.string_bytes(at)?).ok()
    }

    /// Strings end with a NUL and are in modified UTF-8.
    fn string_bytes(&self, at: usize) -> Option<&[u8]> {
        let bytes = self.index.get(self.strings.checked_add(at)?..)?;
        let end = bytes.iter().position(|&b| b == 0)?;
        Some(&bytes[..end])
    }

    fn word(&self, at: usize) -> Option<u32> {
        word_at(&self.index, at).ok().map(|bytes| order(bytes, self.big_endian))
    }
}

/// `ImageStringsReader.hashCode`.
fn hash(name: &str, seed: u32) -> u32 {
    let mixed = name.bytes().fold(seed, |hash, byte| hash.wrapping_mul(HASH_SEED) ^ u32::from(byte));
    mixed & 0x7FFF_FFFF
}

fn word_at(bytes: &[u8], at: usize) -> io::Result<[u8; 4]> {
    let word = bytes.get(at..).and_then(|rest| rest.first_chunk());
    word.copied().ok_or_else(|| invalid("it is truncated"))
}

fn order(bytes: [u8; 4], big_endian: bool) -> u32 {
    if big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
}

pub(crate) fn invalid(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason.to_owned())
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, at)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut at: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt;
    while !buffer.is_empty() {
        match file.seek_read(buffer, at)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                buffer = &mut buffer[read..];
                at += read as u64;
            }
        }
    }
    Ok(())
}
