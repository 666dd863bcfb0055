//! `java.util.zip`: checksums, and an `InflaterInputStream` on a `ByteArrayInputStream`, which the
//! JDK itself uses for the names of characters. That one is inflated as a whole when first read,
//! so that no state is outside of the heap. For other uses of zlib see `deflate`.

use std::io::Read;

use heddle_machine::{Machine, Native, NativeResult, Pending, Ref, SHARED, Trap};
use heddle_program::effect::{Calls, PURE, Place};
use heddle_program::ir::ElementKind;

use super::deflate::is_raw;
use crate::java_lang::object::elements;
use crate::java_nio::dispatcher::take;
use crate::jdk_internal::unsafe_access::memory::{BASE, resolve};
use crate::rows::{Slots, int, nothing, pure, row};

const CRC32: &str = "java/util/zip/CRC32";
const ADLER32: &str = "java/util/zip/Adler32";
const STREAM: &str = "java/util/zip/InflaterInputStream";

pub const ROWS: &[Native] = &[
    pure("java/util/zip/ZipUtils", "loadLibrary", "()V", nothing),
    pure(CRC32, "update", "(II)I", |_, args| int(crc32(args.int(0), &[args[1] as u8]))),
    row(CRC32, "updateBytes0", "(I[BII)I", crc32_bytes, PURE.reading(&[Place::Range(1, 2, 3)])),
    row(CRC32, "updateByteBuffer0", "(IJII)I", crc32_memory, PURE.reading(&[Place::OffHeap])).refined(reads_memory),
    row(ADLER32, "updateByteBuffer", "(IJII)I", adler32_memory, PURE.reading(&[Place::OffHeap])).refined(reads_memory),
    pure(ADLER32, "update", "(II)I", |_, args| int(adler32(args.int(0), &[args[1] as u8]))),
    row(ADLER32, "updateBytes", "(I[BII)I", adler32_bytes, PURE.reading(&[Place::Range(1, 2, 3)])),
    row(STREAM, "read", "([BII)I", read_inflated, PURE.writing(&[Place::Range(1, 2, 3)]).calling(Calls::OwnCode)),
];

/// Injected fields of `InflaterInputStream`: what it inflates to, and how much of it was read.
pub const CONTENT: &str = "heddleContent";
pub const POSITION: &str = "heddlePosition";

fn read_inflated(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (stream, buffer, from, len) = (args.object(0), args.object(1), args.int(2), args.int(3));
    // Step by step if others may look at what is read.
    if machine.program.class_name(machine.class_of(stream)) != STREAM || is_visible(machine, stream) {
        return Err(Trap::Bytecode);
    }
    let room = if buffer == 0 { -1 } else { i64::from(machine.state.heap.len(buffer)) };
    if from < 0 || len <= 0 || i64::from(from) + i64::from(len) > room {
        return Err(Trap::Bytecode);
    }
    if machine.field(stream, CONTENT) == 0 {
        inflate(machine, stream)?;
    }
    let content = machine.field(stream, CONTENT) as Ref;
    let position = machine.field(stream, POSITION);
    let count = (u64::from(machine.state.heap.len(content)) - position).min(len as u64) as usize;
    if count == 0 {
        machine.set_field(stream, "reachEOF", 1);
        return int(-1);
    }
    machine.log_elements(buffer, ElementKind::Byte, from as u32, from as u32 + count as u32);
    machine.state.heap.copy_bytes(content, position as usize, buffer, from as usize, count);
    machine.set_field(stream, POSITION, position + count as u64);
    int(count as i32)
}

/// Whether other threads can reach an inflating stream, what it reads from, or the bytes there.
fn is_visible(machine: &mut Machine<'_>, stream: Ref) -> bool {
    let source = machine.field(stream, "in") as Ref;
    let is_bytes =
        source != 0 && machine.program.class_name(machine.class_of(source)) == "java/io/ByteArrayInputStream";
    let bytes = if is_bytes { machine.field(source, "buf") as Ref } else { 0 };
    machine.is_exploring()
        && [stream, source, bytes].into_iter().any(|object| object != 0 && machine.state.heap.tag(object) == SHARED)
}

/// Inflates all of the stream that an inflating stream reads from.
fn inflate(machine: &mut Machine<'_>, stream: Ref) -> Result<(), Trap> {
    let source = machine.field(stream, "in") as Ref;
    let is_bytes =
        source != 0 && machine.program.class_name(machine.class_of(source)) == "java/io/ByteArrayInputStream";
    if !is_bytes || machine.field(stream, "closed") != 0 {
        return Err(Trap::Bytecode);
    }
    let (buffer, from, to) = (
        machine.field(source, "buf") as Ref,
        machine.field(source, "pos") as usize,
        machine.field(source, "count") as usize,
    );
    let deflated = machine.state.heap.bytes(buffer, ElementKind::Byte).get(from..to).unwrap_or(&[]).to_vec();
    let inflater = machine.field(stream, "inf") as Ref;
    let reference = machine.field(inflater, "zsRef") as Ref;
    let mut inflated = Vec::new();
    let result = if is_raw(machine.field(reference, "address") as i64) {
        flate2::read::DeflateDecoder::new(&*deflated).read_to_end(&mut inflated)
    } else {
        flate2::read::ZlibDecoder::new(&*deflated).read_to_end(&mut inflated)
    };
    if let Err(error) = result {
        return Err(machine.throw("java/util/zip/ZipException", &error.to_string()));
    }
    let content = machine.new_bytes(&inflated)?;
    machine.set_field(source, "pos", to as u64);
    machine.set_field(stream, CONTENT, content.into());
    machine.set_field(stream, POSITION, 0);
    Ok(())
}

/// The bytes that (array, offset, length) name; the JDK has checked the range.
fn bytes<'m>(machine: &'m Machine<'_>, args: &[u64]) -> &'m [u8] {
    let (from, len) = (args.int(2) as usize, args.int(3) as usize);
    machine.state.heap.bytes(args.object(1), ElementKind::Byte).get(from..from + len).unwrap_or(&[])
}

fn crc32_bytes(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    int(crc32(args.int(0), bytes(machine, args)))
}

fn adler32_bytes(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    int(adler32(args.int(0), bytes(machine, args)))
}

/// The bytes that (address, offset, length) name.
fn memory(machine: &Machine<'_>, args: &[u64]) -> Result<Vec<u8>, Trap> {
    take(machine, args.long(1) + i64::from(args.int(3)), args.int(4) as usize)
}

/// Memory outside of the heap is an array behind an address.
fn reads_memory(_: &Machine<'_>, args: &[u64]) -> Pending {
    let address = args.long(1).wrapping_add(i64::from(args.int(3)));
    let (Ok((array, offset)), Ok(len)) = (resolve(0, address), u32::try_from(args.int(4))) else {
        return Pending::Global;
    };
    match (u32::try_from(offset - BASE), len) {
        (_, 0) => Pending::Local,
        (Ok(from), len) => Pending::Memory(elements(array, from, from.saturating_add(len), true)),
        _ => Pending::Global,
    }
}

fn crc32_memory(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    int(crc32(args.int(0), &memory(machine, args)?))
}

fn adler32_memory(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    int(adler32(args.int(0), &memory(machine, args)?))
}

/// The polynomial of IEEE 802.3, bits reversed.
const POLYNOMIAL: u32 = 0xedb8_8320;

fn crc32(crc: i32, bytes: &[u8]) -> i32 {
    let step = |crc: u32, &byte: &u8| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 0 { crc >> 1 } else { crc >> 1 ^ POLYNOMIAL })
    };
    !bytes.iter().fold(!(crc as u32), step) as i32
}

fn adler32(adler: i32, bytes: &[u8]) -> i32 {
    const BASE: u32 = 65_521;
    let start = (adler as u32 & 0xffff, adler as u32 >> 16);
    let (a, b) = bytes.iter().fold(start, |(a, b), &byte| {
        let a = (a + u32::from(byte)) % BASE;
        (a, (a + b) % BASE)
    });
    (b << 16 | a) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_of_the_usual_test_text() {
        assert_eq!(crc32(0, b"123456789") as u32, 0xcbf4_3926);
        assert_eq!(adler32(1, b"123456789") as u32, 0x091e_01de);
    }
}
