//! `java.util.zip.Deflater` and `Inflater`. A JVM keeps the state of zlib outside of the heap; here
//! the streams so far are arrays in the heap, so that stepping back works: compression starts anew
//! when output is due, and decompression skips what it has given out. Bytes are those of a valid
//! zlib stream, not always those that zlib itself would write. Dictionaries and direct buffers are
//! not supported.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use heddle_machine::{Machine, Native, NativeResult, Ref, Trap};
use heddle_program::Injected;
use heddle_program::effect::{Calls, Effect, PURE, Place};
use heddle_program::ir::ElementKind;

use crate::rows::{Slots, long, nothing, pure, row, unsupported};

const DEFLATER: &str = "java/util/zip/Deflater";
const INFLATER: &str = "java/util/zip/Inflater";

const CONVERTS: Effect = PURE.reading(&[Place::Range(3, 4, 5)]).writing(&[Place::Range(6, 7, 8)]);

pub const ROWS: &[Native] = &[
    pure(DEFLATER, "init", "(IIZ)J", |_, args| long(address(args.flag(2), args.int(0)))),
    row(DEFLATER, "deflateBytesBytes", "(J[BII[BIIII)J", deflate, CONVERTS),
    pure(DEFLATER, "getAdler", "(J)I", |_, _| Err(unsupported("java.util.zip.Deflater.getAdler"))),
    row(DEFLATER, "reset", "()V", reset, PURE.calling(Calls::OwnCode)),
    pure(DEFLATER, "reset", "(J)V", nothing),
    pure(DEFLATER, "end", "(J)V", nothing),
    pure(INFLATER, "initIDs", "()V", nothing),
    pure(INFLATER, "init", "(Z)J", |_, args| long(address(args.flag(0), 0))),
    row(INFLATER, "inflateBytesBytes", "(J[BII[BII)J", inflate, CONVERTS),
    pure(INFLATER, "getAdler", "(J)I", |_, _| Err(unsupported("java.util.zip.Inflater.getAdler"))),
    row(INFLATER, "reset", "()V", reset, PURE.calling(Calls::OwnCode)),
    pure(INFLATER, "reset", "(J)V", nothing),
    pure(INFLATER, "end", "(J)V", nothing),
];

/// All input so far; how much output was given out; how often a deflater was asked to flush.
const INPUT: &str = "heddleInput";
const GIVEN: &str = "heddleGiven";
const FLUSHES: &str = "heddleFlushes";

pub const INJECTED: &[Injected] = &[
    Injected { class: DEFLATER, name: INPUT, descriptor: "[B" },
    Injected { class: DEFLATER, name: GIVEN, descriptor: "J" },
    Injected { class: DEFLATER, name: FLUSHES, descriptor: "[I" },
    Injected { class: INFLATER, name: INPUT, descriptor: "[B" },
    Injected { class: INFLATER, name: GIVEN, descriptor: "J" },
];

const RAW: i64 = 1 << 8;

/// The "address" of a stream: its level plus one, so that it is never 0, and whether it is without
/// the header and trailer of zlib.
fn address(raw: bool, level: i32) -> i64 {
    i64::from(level + 2) | if raw { RAW } else { 0 }
}

/// Whether a stream is raw, by the address that the JDK keeps for it.
pub fn is_raw(address: i64) -> bool {
    address & RAW != 0
}

/// Forgets the streams; the JDK's code goes on with what it remembers of them.
fn reset(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let stream = args.object(0);
    machine.set_field(stream, INPUT, 0);
    machine.set_field(stream, GIVEN, 0);
    if machine.program.class_name(machine.class_of(stream)) == DEFLATER {
        machine.set_field(stream, FLUSHES, 0);
    }
    Err(Trap::Bytecode)
}

/// The input so far with `len` bytes of an array added, remembered for the next call.
fn add_input(machine: &mut Machine<'_>, stream: Ref, array: Ref, from: i32, len: i32) -> Result<Vec<u8>, Trap> {
    let before = machine.field(stream, INPUT) as Ref;
    let mut input = if before == 0 { Vec::new() } else { machine.state.heap.bytes(before, ElementKind::Byte).to_vec() };
    let (from, len) = (from as usize, len as usize);
    input.extend_from_slice(machine.state.heap.bytes(array, ElementKind::Byte).get(from..from + len).unwrap_or(&[]));
    Ok(input)
}

fn keep_input(machine: &mut Machine<'_>, stream: Ref, input: &[u8]) -> Result<(), Trap> {
    let array = machine.new_bytes(input)?;
    machine.set_field(stream, INPUT, array.into());
    Ok(())
}

fn write(machine: &mut Machine<'_>, array: Ref, at: i32, bytes: &[u8]) -> Result<(), Trap> {
    let source = machine.new_bytes(bytes)?;
    machine.log_elements(array, ElementKind::Byte, at as u32, at as u32 + bytes.len() as u32);
    machine.state.heap.copy_bytes(source, 0, array, at as usize, bytes.len());
    Ok(())
}

/// `deflateBytesBytes(address, in, off, len, out, off, len, flush, params)`: bytes read in bits 0
/// to 30, bytes written in bits 31 to 61, then whether the stream is finished and whether
/// parameters are still to be set.
fn deflate(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    const FINISH: i32 = 4;
    let stream = args.object(0);
    let address = args.long(1);
    let (out, at, room, flush) = (args.object(6), args.int(7), args.int(8), args.int(9));
    let read = args.int(5);
    let input = add_input(machine, stream, args.object(3), args.int(4), read)?;
    keep_input(machine, stream, &input)?;
    if flush == 0 {
        return long(i64::from(read));
    }
    let flushes = flush_points(machine, stream, input.len(), flush != FINISH)?;
    let level = match (address & 0xff) - 2 {
        -1 => Compression::default(),
        level => Compression::new(level.clamp(0, 9) as u32),
    };
    let output = compress(&input, &flushes, level, is_raw(address), flush == FINISH);
    let given = machine.field(stream, GIVEN) as usize;
    let due = &output[given.min(output.len())..];
    let count = due.len().min(room as usize);
    write(machine, out, at, &due[..count])?;
    machine.set_field(stream, GIVEN, (given + count) as u64);
    let finished = flush == FINISH && count == due.len();
    long(i64::from(read) | (count as i64) << 31 | i64::from(finished) << 62)
}

/// How much input there was at each flush so far; one at the same place counts once.
fn flush_points(machine: &mut Machine<'_>, stream: Ref, now: usize, add: bool) -> Result<Vec<usize>, Trap> {
    let before = machine.field(stream, FLUSHES) as Ref;
    let count = if before == 0 { 0 } else { machine.state.heap.len(before) };
    let mut points: Vec<usize> = (0..count).map(|index| machine.state.heap.load_u32(before, index) as usize).collect();
    if add && points.last() != Some(&now) {
        points.push(now);
        let class = machine.load("[I")?;
        let array = machine.new_array(class, points.len() as u32)?;
        for (index, &point) in points.iter().enumerate() {
            machine.state.heap.store_u32(array, index as u32, point as u32);
        }
        machine.set_field(stream, FLUSHES, array.into());
    }
    Ok(points)
}

fn compress(input: &[u8], flushes: &[usize], level: Compression, raw: bool, finish: bool) -> Vec<u8> {
    let mut state = Compress::new(level, !raw);
    let mut output = Vec::new();
    let mut from = 0;
    let parts = flushes.iter().map(|&to| (to, FlushCompress::Sync));
    let last = finish.then_some((input.len(), FlushCompress::Finish));
    for (to, flush) in parts.chain(last) {
        let end = state.total_in() + (to - from) as u64;
        loop {
            let done = (to - from) - (end - state.total_in()) as usize;
            output.reserve(input.len() / 2 + 128);
            let space = output.capacity() - output.len();
            let written = state.total_out();
            // Compressing has no errors as long as calls come in order.
            let Ok(status) = state.compress_vec(&input[from + done..to], &mut output, flush) else { return output };
            let filled = (state.total_out() - written) as usize == space;
            if status == Status::StreamEnd || state.total_in() == end && !filled {
                break;
            }
        }
        from = to;
    }
    output
}

/// `inflateBytesBytes(address, in, off, len, out, off, len)`: bytes read, bytes written, then
/// whether the stream is finished and whether it needs a dictionary.
fn inflate(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let stream = args.object(0);
    let (out, at, room) = (args.object(6), args.int(7), args.int(8));
    let before = machine.field(stream, INPUT) as Ref;
    let known = if before == 0 { 0 } else { machine.state.heap.len(before) as usize };
    let input = add_input(machine, stream, args.object(3), args.int(4), args.int(5))?;
    let given = machine.field(stream, GIVEN) as usize;
    let mut state = Decompress::new(!is_raw(args.long(1)));
    let mut output = vec![0; given + room as usize];
    let status = match state.decompress(&input, &mut output, FlushDecompress::None) {
        Ok(status) => status,
        Err(error) => {
            let message = error.message().unwrap_or("invalid stored block lengths").to_owned();
            return Err(machine.throw("java/util/zip/DataFormatException", &message));
        }
    };
    let (read, total) = (state.total_in() as usize, state.total_out() as usize);
    keep_input(machine, stream, &input[..read.max(known)])?;
    let fresh = &output[given.min(total)..total];
    write(machine, out, at, fresh)?;
    machine.set_field(stream, GIVEN, total as u64);
    let finished = status == Status::StreamEnd;
    long(read.saturating_sub(known) as i64 | (fresh.len() as i64) << 31 | i64::from(finished) << 62)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compressed_in_parts_inflates_to_the_whole() {
        let text: Vec<u8> = (0..5000u32).flat_map(|i| (i * i % 251).to_le_bytes()).collect();
        for raw in [false, true] {
            let packed = compress(&text, &[0, 700, 701, 9000], Compression::default(), raw, true);
            let mut output = vec![0; text.len() + 1];
            let mut state = Decompress::new(!raw);
            assert_eq!(
                state.decompress(&packed, &mut output, FlushDecompress::None).expect("valid"),
                Status::StreamEnd
            );
            assert_eq!(output[..state.total_out() as usize], text);
        }
    }
}
