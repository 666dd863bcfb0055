//! Unpacking of compressed image resources (`jlink --compress`): a stack of headers, each naming a
//! decompressor. `zip` is zlib; `compact-cp` shares the strings of constant pools across classes.
//!
//! Follows `imageDecompressor.cpp` of the JDK. A decompressor of another name is an error that
//! says so.

use std::io::{self, Read};

use flate2::read::ZlibDecoder;

use crate::jimage::invalid;

const MAGIC: u32 = 0xCAFE_FAFA;
const HEADER: usize = 29;
/// No class file or resource of a JDK comes near this.
const LARGEST: u64 = 1 << 30;

/// Unpacks a resource; `string` reads the image's string table.
pub(crate) fn unpack<'a>(
    mut bytes: Vec<u8>,
    uncompressed: u64,
    big_endian: bool,
    string: &dyn Fn(u32) -> Option<&'a [u8]>,
) -> io::Result<Vec<u8>> {
    if uncompressed > LARGEST {
        return Err(invalid("a compressed resource claims to be larger than 1 GiB"));
    }
    while let Some(header) = Header::read(&bytes, big_endian) {
        let packed = bytes
            .get(HEADER..)
            .and_then(|rest| rest.get(..usize::try_from(header.packed).ok()?))
            .ok_or_else(|| invalid("a compressed resource is truncated"))?;
        let limit = header.unpacked.min(LARGEST);
        bytes = match string(header.name) {
            Some(b"zip") => inflate(packed, limit)?,
            Some(b"compact-cp") => restore_strings(packed, limit, string)
                .ok_or_else(|| invalid("a constant pool with shared strings is malformed"))?,
            other => return Err(unknown(&String::from_utf8_lossy(other.unwrap_or(b"?")))),
        };
    }
    Ok(bytes)
}

fn unknown(decompressor: &str) -> io::Error {
    invalid(&format!(
        "its resources are compressed with '{decompressor}', which is not supported; \
         use a JDK image made without that jlink plug-in"
    ))
}

struct Header {
    packed: u64,
    unpacked: u64,
    name: u32,
}

impl Header {
    fn read(bytes: &[u8], big_endian: bool) -> Option<Self> {
        let word = |at: usize| {
            let word = bytes.get(at..)?.first_chunk().copied()?;
            Some(if big_endian { u32::from_be_bytes(word) } else { u32::from_le_bytes(word) })
        };
        let long = |at: usize| {
            let long = bytes.get(at..)?.first_chunk().copied()?;
            Some(if big_endian { u64::from_be_bytes(long) } else { u64::from_le_bytes(long) })
        };
        if word(0)? != MAGIC || bytes.len() < HEADER {
            return None;
        }
        Some(Self { packed: long(4)?, unpacked: long(12)?, name: word(20)? })
    }
}

fn inflate(packed: &[u8], limit: u64) -> io::Result<Vec<u8>> {
    let mut unpacked = Vec::new();
    ZlibDecoder::new(packed).take(limit).read_to_end(&mut unpacked)?;
    Ok(unpacked)
}

/// Undoes `StringSharingPlugin`: two tags that no class file has stand for strings of the image.
fn restore_strings<'a>(packed: &[u8], limit: u64, string: &dyn Fn(u32) -> Option<&'a [u8]>) -> Option<Vec<u8>> {
    const EXTERNALIZED: u8 = 23;
    const EXTERNALIZED_DESCRIPTOR: u8 = 25;
    let mut input = Input { bytes: packed, at: 0 };
    let mut output = Vec::new();
    output.extend_from_slice(input.take(10)?);
    let count = u16::from_be_bytes([output[8], output[9]]);
    let mut entry = 1;
    while entry < count {
        if output.len() as u64 > limit {
            return None;
        }
        let tag = *input.bytes.get(input.at)?;
        match tag {
            EXTERNALIZED => {
                input.take(1)?;
                push_utf8(&mut output, string(input.compressed_int()?)?)?;
            }
            EXTERNALIZED_DESCRIPTOR => {
                input.take(1)?;
                push_utf8(&mut output, &restore_descriptor(&mut input, string)?)?;
            }
            1 => {
                let length = input.bytes.get(input.at + 1..input.at + 3)?;
                let length = u16::from_be_bytes([length[0], length[1]]);
                output.extend_from_slice(input.take(3 + usize::from(length))?);
            }
            _ => output.extend_from_slice(input.take(1 + constant_size(tag)?)?),
        }
        // A long or double takes two entries.
        entry += if matches!(tag, 5 | 6) { 2 } else { 1 };
    }
    output.extend_from_slice(&packed[input.at..]);
    Some(output)
}

/// A descriptor whose class names were taken out: after each `L` come a package and a name.
fn restore_descriptor<'a>(input: &mut Input<'_>, string: &dyn Fn(u32) -> Option<&'a [u8]>) -> Option<Vec<u8>> {
    let template = string(input.compressed_int()?)?;
    let length = input.compressed_int()? as usize;
    if length == 0 {
        return Some(template.to_vec());
    }
    let mut names = Input { bytes: input.take(length)?, at: 0 };
    let mut descriptor = Vec::new();
    for &byte in template {
        descriptor.push(byte);
        if byte == b'L' {
            let package = string(names.compressed_int()?)?;
            if !package.is_empty() {
                descriptor.extend_from_slice(package);
                descriptor.push(b'/');
            }
            descriptor.extend_from_slice(string(names.compressed_int()?)?);
        }
    }
    Some(descriptor)
}

fn push_utf8(output: &mut Vec<u8>, text: &[u8]) -> Option<()> {
    output.push(1);
    output.extend_from_slice(&u16::try_from(text.len()).ok()?.to_be_bytes());
    output.extend_from_slice(text);
    Some(())
}

/// Bytes after the tag of a constant of fixed size.
fn constant_size(tag: u8) -> Option<usize> {
    Some(match tag {
        7 | 8 | 16 | 19 | 20 => 2,
        15 => 3,
        3 | 4 | 9..=12 | 17 | 18 => 4,
        5 | 6 => 8,
        _ => return None,
    })
}

struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(len)?)?;
        self.at += len;
        Some(taken)
    }

    /// `CompressIndexes.readInt`: the sign bit marks a short form whose next two bits are its
    /// length.
    fn compressed_int(&mut self) -> Option<u32> {
        let first = *self.bytes.get(self.at)?;
        if first & 0x80 == 0 {
            return self.take(4).map(|b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]));
        }
        let length = usize::from(first >> 5 & 3);
        let bytes = self.take(length.max(1))?;
        Some(bytes[1..].iter().fold(u32::from(first & 0x1F), |value, &b| value << 8 | u32::from(b)))
    }
}
