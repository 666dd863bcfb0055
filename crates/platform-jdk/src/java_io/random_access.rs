//! `java.io.RandomAccessFile`, and closing of descriptors.

use heddle_machine::{Machine, Native, NativeResult, Pending, Ref};
use heddle_program::effect::{FILES, Place};
use heddle_program::ir::ElementKind;

use super::file_system::touches_path;
use super::files::{array_range, failed, not_found, peek, with_elements};
use super::open::{self, Open, flag};
use super::store::{FOLDER, Fault};
use crate::rows::{Slots, int, long, nothing, pure, row};

const FILE: &str = "java/io/RandomAccessFile";
const DESCRIPTOR: &str = "java/io/FileDescriptor";

pub const ROWS: &[Native] = &[
    pure(FILE, "initIDs", "()V", nothing),
    row(FILE, "open0", "(Ljava/lang/String;I)V", open_file, super::files::OPENS).refined(touches_path),
    row(FILE, "read0", "()I", read_byte, FILES),
    row(FILE, "readBytes", "([BII)I", read_bytes, super::files::READS).refined(reads_file),
    row(FILE, "readBytes0", "([BII)I", read_bytes, super::files::READS).refined(reads_file),
    row(FILE, "write0", "(I)V", write_byte, FILES),
    row(FILE, "writeBytes", "([BII)V", write_bytes, super::files::WRITES),
    row(FILE, "writeBytes0", "([BII)V", write_bytes, super::files::WRITES),
    row(FILE, "getFilePointer", "()J", position, FILES),
    row(FILE, "seek0", "(J)V", seek, FILES),
    row(FILE, "length", "()J", length, FILES),
    row(FILE, "length0", "()J", length, FILES),
    row(FILE, "setLength", "(J)V", set_length, FILES),
    row(FILE, "setLength0", "(J)V", set_length, FILES),
    row(DESCRIPTOR, "close0", "()V", close, FILES.writing(&[Place::Files, Place::Field(0, "fd")]))
        .refined(|_, _| Pending::Global),
    row("java/io/FileCleanable", "cleanupClose0", "(IJ)V", close_number, FILES),
    // A file that nobody closes holds nothing of the host.
    pure("java/io/FileCleanable", "register", "(Ljava/io/FileDescriptor;)V", nothing),
    pure("java/io/FileCleanable", "unregister", "(Ljava/io/FileDescriptor;)V", nothing),
    pure(DESCRIPTOR, "sync", "()V", nothing),
    pure(DESCRIPTOR, "sync0", "()V", nothing),
];

fn reads_file(machine: &Machine<'_>, args: &[u64]) -> Pending {
    with_elements(machine, args, Pending::Global, bytes_left(machine, args.object(0)), false)
}

/// How many bytes there are from the position of a stream's file on, if it is open.
pub fn bytes_left(machine: &Machine<'_>, stream: Ref) -> Option<u64> {
    let number = peek(machine, peek(machine, stream, "fd") as Ref, "fd") as u32 as i32;
    let file = open::known(machine, number)?;
    Some(file.node(machine).len(machine).saturating_sub(file.position(machine)))
}

fn open_file(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    /// `RandomAccessFile.O_RDONLY`; any other mode reads, writes and creates.
    const READ_ONLY: i32 = 1;
    let flags = if args.int(2) & READ_ONLY != 0 { 0 } else { flag::READ_WRITE | flag::CREATE };
    open_stream(machine, args.object(0), args.object(1), flags)
}

/// Opens the file of a stream; its failure is a `FileNotFoundException`, also for folders.
pub fn open_stream(machine: &mut Machine<'_>, stream: Ref, path: Ref, flags: i32) -> NativeResult {
    let path = machine.string(path);
    let number = match open::open(machine, path.as_bytes(), flags, 0o644) {
        Ok(number) => number,
        Err(fault) => return Err(not_found(machine, &path, fault)),
    };
    let file = match open::opened(machine, number) {
        Ok(file) => file,
        Err(fault) => return Err(not_found(machine, &path, fault)),
    };
    if file.node(machine).is(machine, FOLDER) {
        open::close(machine, number)?;
        return Err(not_found(machine, &path, Fault::Errno(super::store::EISDIR)));
    }
    let descriptor = machine.field(stream, "fd") as Ref;
    machine.set_field(descriptor, "fd", u64::from(number as u32));
    machine.set_field(descriptor, "append", u64::from(flags & flag::APPEND != 0));
    Ok(0)
}

/// The open file of a stream.
pub fn file_of(machine: &mut Machine<'_>, stream: Ref) -> Result<Open, heddle_machine::Trap> {
    let descriptor = machine.field(stream, "fd") as Ref;
    let number = machine.field(descriptor, "fd") as u32 as i32;
    if number == -1 {
        return Err(machine.throw("java/io/IOException", "Stream Closed"));
    }
    open::opened(machine, number).map_err(|fault| failed(machine, fault))
}

pub fn read_byte(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let file = file_of(machine, args.object(0))?;
    match file.read(machine, 1) {
        Ok(bytes) => int(bytes.first().map_or(-1, |&byte| i32::from(byte))),
        Err(fault) => Err(failed(machine, fault)),
    }
}

pub fn read_bytes(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (buffer, range) = array_range(machine, args)?;
    if range.is_empty() {
        return int(0);
    }
    let file = file_of(machine, args.object(0))?;
    let bytes = match file.read(machine, range.len() as u64) {
        Ok(bytes) => bytes,
        Err(fault) => return Err(failed(machine, fault)),
    };
    machine.log_elements(buffer, ElementKind::Byte, range.start as u32, (range.start + bytes.len()) as u32);
    machine.state.heap.bytes_mut(buffer, ElementKind::Byte)[range.start..range.start + bytes.len()]
        .copy_from_slice(&bytes);
    int(if bytes.is_empty() { -1 } else { bytes.len() as i32 })
}

pub fn write_byte(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    write_to(machine, args.object(0), &[args[1] as u8])
}

pub fn write_bytes(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (array, range) = array_range(machine, args)?;
    let bytes = machine.state.heap.bytes(array, ElementKind::Byte)[range].to_vec();
    write_to(machine, args.object(0), &bytes)
}

pub fn write_to(machine: &mut Machine<'_>, stream: Ref, bytes: &[u8]) -> NativeResult {
    let file = file_of(machine, stream)?;
    match file.write(machine, bytes) {
        Ok(()) => Ok(0),
        Err(fault) => Err(failed(machine, fault)),
    }
}

pub fn position(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let file = file_of(machine, args.object(0))?;
    long(file.position(machine) as i64)
}

fn seek(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let file = file_of(machine, args.object(0))?;
    file.seek(machine, args.long(1).max(0) as u64);
    Ok(0)
}

pub fn length(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let file = file_of(machine, args.object(0))?;
    long(file.node(machine).len(machine) as i64)
}

/// A position behind the new end moves to it.
fn set_length(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let file = file_of(machine, args.object(0))?;
    let Ok(len) = u64::try_from(args.long(1)) else {
        return Err(machine.throw("java/io/IOException", "Invalid argument"));
    };
    file.node(machine).truncate(machine, len)?;
    if file.position(machine) > len {
        file.seek(machine, len);
    }
    Ok(0)
}

fn close(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let number = machine.field(args.object(0), "fd") as u32 as i32;
    machine.set_field(args.object(0), "fd", u64::from(-1i32 as u32));
    open::close(machine, number)?;
    Ok(0)
}

fn close_number(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    open::close(machine, args.int(0))?;
    Ok(0)
}
