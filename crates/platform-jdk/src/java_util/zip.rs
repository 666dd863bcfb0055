//! `java.util.zip`: checksums. Compression is not supported.

use heddle_machine::{Machine, Native, NativeResult};
use heddle_program::ir::ElementKind;

use crate::rows::{Slots, int, local, nothing};

const CRC32: &str = "java/util/zip/CRC32";
const ADLER32: &str = "java/util/zip/Adler32";

pub const ROWS: &[Native] = &[
    local("java/util/zip/ZipUtils", "loadLibrary", "()V", nothing),
    local(CRC32, "update", "(II)I", |_, args| int(crc32(args.int(0), &[args[1] as u8]))),
    local(CRC32, "updateBytes0", "(I[BII)I", crc32_bytes),
    local(ADLER32, "update", "(II)I", |_, args| int(adler32(args.int(0), &[args[1] as u8]))),
    local(ADLER32, "updateBytes", "(I[BII)I", adler32_bytes),
];

/// The bytes that (array, offset, length) name; the JDK has checked the range.
fn bytes<'m>(machine: &'m Machine<'_>, args: &[u64]) -> &'m [u8] {
    let (from, len) = (args.int(2) as usize, args.int(3) as usize);
    machine.heap.bytes(args.object(1), ElementKind::Byte).get(from..from + len).unwrap_or(&[])
}

fn crc32_bytes(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    int(crc32(args.int(0), bytes(machine, args)))
}

fn adler32_bytes(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    int(adler32(args.int(0), bytes(machine, args)))
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
