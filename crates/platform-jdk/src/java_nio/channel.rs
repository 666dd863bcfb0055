//! `sun.nio.ch`: what `FileChannel` asks of the operating system, over the program's own files.
//!
//! In a plain run a file that is mapped into memory is that memory. While exploring, what is mapped for reading is a copy, as the
//! specification permits; what is mapped for writing is not supported, because accesses to files and to memory count as independent.

use heddle_machine::{Announce, Machine, Native, NativeFn, NativeResult, Pending, Ref, Trap};
use heddle_program::effect::{Effect, FILES, PURE, Place};

use super::dispatcher::{put, take};
use crate::java_io::files::failed;
use crate::java_io::open::{self, APPENDS, Open};
use crate::java_io::store::{EBADF, Fault};
use crate::jdk_internal::unsafe_access::{allocate, memory};
use crate::rows::{Slots, int, long, nothing, one, pure, row, unsupported};

const UTIL: &str = "sun/nio/ch/IOUtil";
const THREAD: &str = "sun/nio/ch/NativeThread";
/// The class that has the system calls in JDK 17, and in later ones.
const OLD: &str = "sun/nio/ch/FileDispatcherImpl";
const NEW: &str = "sun/nio/ch/UnixFileDispatcherImpl";
const CHANNEL: &str = "sun/nio/ch/FileChannelImpl";
const MAPPED: &str = "java/nio/MappedMemoryUtils";

/// How `FileChannelImpl` says what a file is mapped for: to be written to, and for the program alone.
const MAP_RW: i32 = 1;
const MAP_PV: i32 = 2;

/// Between a file and memory outside of the heap.
const MOVES: Effect = PURE.touching(&[Place::Files, Place::OffHeap]);

/// The number of a descriptor changes when its file is opened or closed, and others can notice that.
const CLOSED_ELSEWHERE: Announce = |_, _| Pending::Local;

pub const ROWS: &[Native] = &[
    pure(UTIL, "initIDs", "()V", nothing),
    pure(UTIL, "iovMax", "()I", most_parts),
    pure(UTIL, "writevMax", "()J", most_bytes),
    row(UTIL, "fdVal", "(Ljava/io/FileDescriptor;)I", number_of, PURE.reading(&[Place::Field(0, "fd")]))
        .refined(CLOSED_ELSEWHERE),
    row(UTIL, "setfdVal", "(Ljava/io/FileDescriptor;I)V", set_number, PURE.writing(&[Place::Field(0, "fd")]))
        .refined(CLOSED_ELSEWHERE),
    pure(THREAD, "init", "()V", nothing),
    pure(THREAD, "current", "()J", nothing),
    pure(THREAD, "current0", "()J", nothing),
    pure(THREAD, "supportPendingSignals0", "()Z", nothing),
    pure(CHANNEL, "initIDs", "()J", page),
    pure(CHANNEL, "maxDirectTransferSize0", "()I", most_parts),
    row(CHANNEL, "transferTo0", "(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;)J", transfer_of_channel, FILES),
    row(OLD, "transferTo0", "(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;Z)J", transfer_to, FILES),
    row(OLD, "transferFrom0", "(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;JJZ)J", transfer_from, FILES),
    row(CHANNEL, "transferFromFileChannel", "(Lsun/nio/ch/FileChannelImpl;JJ)J", transfer_from_channel, FILES),
    pure(OLD, "init", "()V", nothing),
    pure(OLD, "init0", "()V", nothing),
    pure("sun/nio/ch/UnixDispatcher", "init", "()V", nothing),
    pure(OLD, "canTransferToFromOverlappedMap0", "()Z", one),
    pure(NEW, "allocationGranularity0", "()J", page),
    row(OLD, "close0", "(Ljava/io/FileDescriptor;)V", close, FILES),
    row("sun/nio/ch/UnixDispatcher", "close0", "(Ljava/io/FileDescriptor;)V", close, FILES),
    pure(OLD, "preClose0", "(Ljava/io/FileDescriptor;)V", nothing),
    pure("sun/nio/ch/UnixDispatcher", "preClose0", "(Ljava/io/FileDescriptor;)V", nothing),
    row(OLD, "closeIntFD", "(I)V", close_number, FILES),
    row(NEW, "closeIntFD", "(I)V", close_number, FILES),
    row(OLD, "read0", "(Ljava/io/FileDescriptor;JI)I", read, MOVES),
    row(NEW, "read0", "(Ljava/io/FileDescriptor;JI)I", read, MOVES),
    row(OLD, "pread0", "(Ljava/io/FileDescriptor;JIJ)I", read_at, MOVES),
    row(NEW, "pread0", "(Ljava/io/FileDescriptor;JIJ)I", read_at, MOVES),
    row(OLD, "readv0", "(Ljava/io/FileDescriptor;JI)J", read_parts, MOVES),
    row(NEW, "readv0", "(Ljava/io/FileDescriptor;JI)J", read_parts, MOVES),
    row(OLD, "write0", "(Ljava/io/FileDescriptor;JI)I", write, MOVES),
    row(NEW, "write0", "(Ljava/io/FileDescriptor;JI)I", write, MOVES),
    row(OLD, "pwrite0", "(Ljava/io/FileDescriptor;JIJ)I", write_at, MOVES),
    row(NEW, "pwrite0", "(Ljava/io/FileDescriptor;JIJ)I", write_at, MOVES),
    row(OLD, "writev0", "(Ljava/io/FileDescriptor;JI)J", write_parts, MOVES),
    row(NEW, "writev0", "(Ljava/io/FileDescriptor;JI)J", write_parts, MOVES),
    call(OLD, "seek0", "(Ljava/io/FileDescriptor;J)J", seek),
    call(NEW, "seek0", "(Ljava/io/FileDescriptor;J)J", seek),
    call(OLD, "size0", "(Ljava/io/FileDescriptor;)J", size),
    call(NEW, "size0", "(Ljava/io/FileDescriptor;)J", size),
    call(NEW, "available0", "(Ljava/io/FileDescriptor;)I", available),
    pure(NEW, "isOther0", "(Ljava/io/FileDescriptor;)Z", nothing),
    call(OLD, "truncate0", "(Ljava/io/FileDescriptor;J)I", truncate),
    call(NEW, "truncate0", "(Ljava/io/FileDescriptor;J)I", truncate),
    pure(OLD, "force0", "(Ljava/io/FileDescriptor;Z)I", nothing),
    pure(NEW, "force0", "(Ljava/io/FileDescriptor;Z)I", nothing),
    // Locks keep other processes out, and there are none; those of this one the JDK knows itself.
    pure(OLD, "lock0", "(Ljava/io/FileDescriptor;ZJJZ)I", nothing),
    pure(NEW, "lock0", "(Ljava/io/FileDescriptor;ZJJZ)I", nothing),
    pure(OLD, "release0", "(Ljava/io/FileDescriptor;JJ)V", nothing),
    pure(NEW, "release0", "(Ljava/io/FileDescriptor;JJ)V", nothing),
    row(CHANNEL, "map0", "(IJJZ)J", map_of_channel, MOVES),
    row(NEW, "map0", "(Ljava/io/FileDescriptor;IJJZ)J", map, MOVES),
    pure(CHANNEL, "unmap0", "(JJ)I", nothing),
    pure(NEW, "unmap0", "(JJ)I", nothing),
    pure(MAPPED, "registerNatives", "()V", nothing),
    pure(MAPPED, "isLoaded0", "(JJJ)Z", one),
    // Touches every page, from the beginning of the first.
    pure(MAPPED, "load", "", nothing),
    pure(MAPPED, "load0", "(JJ)V", nothing),
    pure(MAPPED, "unload0", "(JJ)V", nothing),
    pure(MAPPED, "force0", "(Ljava/io/FileDescriptor;JJ)V", nothing),
    pure("sun/nio/ch/FileKey", "initIDs", "()V", nothing),
    row(
        "sun/nio/ch/FileKey",
        "init",
        "(Ljava/io/FileDescriptor;)V",
        key,
        FILES.writing(&[Place::Files, Place::Any(0)]),
    ),
    row(
        "sun/nio/ch/FileKey",
        "init",
        "(Ljava/io/FileDescriptor;[J)V",
        key_words,
        FILES.writing(&[Place::Files, Place::Elements(1)]),
    ),
];

const fn call(class: &'static str, name: &'static str, descriptor: &'static str, run: NativeFn) -> Native {
    row(class, name, descriptor, run, FILES)
}

/// `IOStatus.EOF`.
const END: i32 = -1;

fn most_parts(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    int(1024)
}

fn most_bytes(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(i64::from(i32::MAX))
}

fn page(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(4096)
}

fn number_of(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    Ok(machine.field(args.object(0), "fd"))
}

fn set_number(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    machine.set_field(args.object(0), "fd", args[1]);
    Ok(0)
}

/// The open file of a `FileDescriptor`.
fn file(machine: &mut Machine<'_>, descriptor: Ref) -> Result<Open, Trap> {
    let number = machine.field(descriptor, "fd") as u32 as i32;
    open::opened(machine, number).map_err(|fault| failed(machine, fault))
}

fn close(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let number = machine.field(args.object(0), "fd") as u32 as i32;
    open::close(machine, number)?;
    Ok(0)
}

fn close_number(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    open::close(machine, args.int(0))?;
    Ok(0)
}

fn read(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let len = args.int(3).max(0) as u64;
    if machine.field(args.object(0), "fd") == 0 {
        let bytes = machine.read_input(len as usize);
        put(machine, args.long(1), &bytes)?;
        return int(if bytes.is_empty() && len > 0 { END } else { bytes.len() as i32 });
    }
    let bytes = match file(machine, args.object(0))?.read(machine, len) {
        Ok(bytes) => bytes,
        Err(fault) => return Err(failed(machine, fault)),
    };
    put(machine, args.long(1), &bytes)?;
    int(if bytes.is_empty() && len > 0 { END } else { bytes.len() as i32 })
}

fn read_at(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (len, position) = (args.int(3).max(0) as u64, args.long(4).max(0) as u64);
    let bytes = file(machine, args.object(0))?.node(machine).read(machine, position, len);
    put(machine, args.long(1), &bytes)?;
    int(if bytes.is_empty() && len > 0 { END } else { bytes.len() as i32 })
}

/// Addresses and lengths of the parts of a scattered read or write: pairs of 64-bit words.
fn parts(machine: &Machine<'_>, address: i64, count: i32) -> Result<Vec<(i64, usize)>, Trap> {
    let words = take(machine, address, count.max(0) as usize * 16)?;
    let word = |at: usize| i64::from_le_bytes(words[at..at + 8].try_into().expect("eight bytes"));
    Ok((0..words.len()).step_by(16).map(|at| (word(at), word(at + 8).max(0) as usize)).collect())
}

fn read_parts(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let mut total = 0;
    for (address, len) in parts(machine, args.long(1), args.int(3))? {
        let bytes = match file(machine, args.object(0))?.read(machine, len as u64) {
            Ok(bytes) => bytes,
            Err(fault) => return Err(failed(machine, fault)),
        };
        put(machine, address, &bytes)?;
        total += bytes.len();
        if bytes.len() < len {
            break;
        }
    }
    long(if total == 0 { i64::from(END) } else { total as i64 })
}

fn write_file(machine: &mut Machine<'_>, descriptor: Ref, bytes: &[u8]) -> Result<(), Trap> {
    match machine.field(descriptor, "fd") {
        number @ (1 | 2) => {
            machine.print(number == 2, bytes);
            Ok(())
        }
        _ => file(machine, descriptor)?.write(machine, bytes).map_err(|fault| failed(machine, fault)),
    }
}

fn write(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let bytes = take(machine, args.long(1), args.int(3).max(0) as usize)?;
    write_file(machine, args.object(0), &bytes)?;
    int(bytes.len() as i32)
}

fn write_parts(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let mut bytes = Vec::new();
    for (address, len) in parts(machine, args.long(1), args.int(3))? {
        bytes.extend(take(machine, address, len)?);
    }
    write_file(machine, args.object(0), &bytes)?;
    long(bytes.len() as i64)
}

fn write_at(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let bytes = take(machine, args.long(1), args.int(3).max(0) as usize)?;
    let file = file(machine, args.object(0))?;
    if !file.may(machine, open::WRITES) {
        return Err(failed(machine, Fault::Errno(EBADF)));
    }
    file.node(machine).write(machine, args.long(4).max(0) as u64, &bytes)?;
    int(bytes.len() as i32)
}

/// A negative offset asks for the position.
fn seek(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let file = file(machine, args.object(0))?;
    if args.long(1) >= 0 {
        file.seek(machine, args.long(1) as u64);
    }
    long(file.position(machine) as i64)
}

fn size(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    long(file(machine, args.object(0))?.node(machine).len(machine) as i64)
}

fn available(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let file = file(machine, args.object(0))?;
    let left = file.node(machine).len(machine).saturating_sub(file.position(machine));
    int(left.min(i32::MAX as u64) as i32)
}

fn truncate(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    file(machine, args.object(0))?.node(machine).truncate(machine, args.long(1).max(0) as u64)?;
    int(0)
}

fn map_of_channel(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let descriptor = machine.field(args.object(0), "fd");
    let slots = [descriptor, args[1], args[2], args[3], args[4], args[5]];
    map(machine, &slots)
}

/// Arguments are the descriptor, what for, the position and the length.
fn map(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (mode, position, len) = (args.int(1), args.long(2).max(0) as u64, args.long(4).max(0) as u64);
    let node = file(machine, args.object(0))?.node(machine);
    let is_exploring = machine.is_exploring();
    if is_exploring && mode == MAP_RW {
        return Err(unsupported("a file that is mapped into memory to be written to"));
    }
    if is_exploring || mode == MAP_PV {
        let bytes = node.read(machine, position, len);
        let copy = memory::address_of(allocate(machine, len.min(u64::from(u32::MAX)) as u32)?);
        put(machine, copy, &bytes)?;
        return long(copy);
    }
    let content = node.mapped(machine, position + len)?;
    long(memory::address_of(content) + position as i64)
}

fn transfer(machine: &mut Machine<'_>, from: (Ref, u64), to: (Ref, Option<u64>), count: u64) -> NativeResult {
    let bytes = file(machine, from.0)?.node(machine).read(machine, from.1, count);
    match to.1 {
        Some(position) => {
            let target = file(machine, to.0)?;
            let end = target.node(machine).len(machine);
            let at = if target.may(machine, APPENDS) { end } else { position };
            target.node(machine).write(machine, at, &bytes)?;
        }
        None => write_file(machine, to.0, &bytes)?,
    }
    long(bytes.len() as i64)
}

fn transfer_of_channel(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (position, count) = (args.long(2).max(0) as u64, args.long(4).max(0) as u64);
    transfer(machine, (args.object(1), position), (args.object(6), None), count)
}

fn transfer_to(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (position, count) = (args.long(1).max(0) as u64, args.long(3).max(0) as u64);
    transfer(machine, (args.object(0), position), (args.object(5), None), count)
}

fn transfer_from(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let source = file(machine, args.object(0))?;
    let start = source.position(machine);
    let (position, count) = (args.long(2).max(0) as u64, args.long(4).max(0) as u64);
    let copied = transfer(machine, (args.object(0), start), (args.object(1), Some(position)), count)?;
    source.seek(machine, start + copied);
    Ok(copied)
}

/// Takes the place of code that maps files into memory.
fn transfer_from_channel(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let source = args.object(1);
    if machine.field(source, "readable") == 0 {
        return Err(machine.throw_bare("java/nio/channels/NonReadableChannelException"));
    }
    let (from, to) = (machine.field(source, "fd") as Ref, machine.field(args.object(0), "fd") as Ref);
    let slots = [from.into(), to.into(), args[2], args[3], args[4], args[5]];
    transfer_from(machine, &slots)
}

fn key(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let number = file(machine, args.object(1))?.node(machine).number(machine);
    machine.set_field(args.object(0), "st_dev", 1);
    machine.set_field(args.object(0), "st_ino", number);
    Ok(0)
}

fn key_words(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let number = file(machine, args.object(0))?.node(machine).number(machine);
    let words = args.object(1);
    machine.set_element(words, heddle_program::ir::ElementKind::Long, 0, 1);
    machine.set_element(words, heddle_program::ir::ElementKind::Long, 1, number);
    Ok(0)
}
