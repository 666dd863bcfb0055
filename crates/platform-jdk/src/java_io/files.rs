//! `java.io` on streams of files: the standard descriptors, the JDK's own data files, and the files
//! of the program.
//!
//! The JDK's home folder appears as `/jdk` (see `properties`): time zones, security and logging
//! settings are read from there. A stream on such a file keeps what is in it, so that reading it is
//! the stream's own business; other files are in [`super::store`].

use std::ops::Range;

use heddle_machine::{Dependence, Machine, Native, NativeResult, Pending, Ref, SHARED, Trap};
use heddle_program::effect::{Effect, FILES, PURE, Place};
use heddle_program::ir::ElementKind;

use super::file_system::touches_path;
use super::open::flag;
use super::random_access;
use super::store::{self, Fault};
use crate::java_lang::object::elements;
use crate::rows::{Slots, int, long, nothing, null_pointer, one, pure, row};

const DESCRIPTOR: &str = "java/io/FileDescriptor";
const INPUT: &str = "java/io/FileInputStream";
const OUTPUT: &str = "java/io/FileOutputStream";

/// Opening a file gives the descriptor of a stream its number.
pub const OPENS: Effect = PURE.reading(&[Place::Files]).writing(&[Place::Files, NUMBER]);
const NUMBER: Place = Place::OfAll(DESCRIPTOR, "fd");
/// From a file into an array, and from an array into a file.
pub const READS: Effect = PURE.reading(&[Place::Files]).writing(&[Place::Files, Place::Range(1, 2, 3)]);
pub const WRITES: Effect = PURE.reading(&[Place::Files, Place::Range(1, 2, 3)]).writing(&[Place::Files]);

pub const ROWS: &[Native] = &[
    pure(DESCRIPTOR, "initIDs", "()V", nothing),
    pure(DESCRIPTOR, "getHandle", "(I)J", no_handle),
    pure(DESCRIPTOR, "getAppend", "(I)Z", nothing),
    pure(DESCRIPTOR, "registerCleanup", "", nothing),
    pure(INPUT, "initIDs", "()V", nothing),
    row(INPUT, "open0", "(Ljava/lang/String;)V", open_input, OPENS).refined(touches_path),
    row(INPUT, "read0", "()I", read_byte, FILES).refined(touches_stream),
    row(INPUT, "readBytes", "([BII)I", read_bytes, READS).refined(reads_stream),
    row(INPUT, "skip0", "(J)J", skip, FILES).refined(touches_stream),
    row(INPUT, "available0", "()I", available, FILES).refined(touches_stream),
    row(INPUT, "length0", "()J", length, FILES).refined(touches_stream),
    row(INPUT, "position0", "()J", position, FILES).refined(touches_stream),
    pure(INPUT, "isRegularFile0", "(Ljava/io/FileDescriptor;)Z", one),
    pure(OUTPUT, "initIDs", "()V", nothing),
    row(OUTPUT, "open0", "(Ljava/lang/String;Z)V", open_output, OPENS).refined(touches_path),
    row(OUTPUT, "write", "(IZ)V", write_byte, FILES).refined(touches_stream),
    row(OUTPUT, "writeBytes", "([BIIZ)V", write_bytes, WRITES).refined(writes_stream),
    pure("java/io/Console", "istty", "()Z", nothing),
    pure("java/io/Console", "ttyStatus", "()I", nothing),
    pure("java/io/Console", "encoding", "()Ljava/lang/String;", nothing),
];

/// Injected fields of `FileInputStream`: what is in a file of the JDK, and how much of it was read.
pub const CONTENT: &str = "heddleContent";
pub const POSITION: &str = "heddlePosition";

/// The folder as which the JDK's home appears.
const HOME: &str = "/jdk/";

/// Reading a file of the JDK concerns nobody else, nor does what has a standard descriptor.
fn touches_stream(machine: &Machine<'_>, args: &[u64]) -> Pending {
    let stream = args.object(0);
    let number = peek(machine, peek(machine, stream, "fd") as Ref, "fd") as u32 as i32;
    if number < 3 || peek(machine, stream, CONTENT) != 0 { Pending::Local } else { Pending::Global }
}

/// What is read goes into an array that others may reach.
fn reads_stream(machine: &Machine<'_>, args: &[u64]) -> Pending {
    let stream = args.object(0);
    let left = match peek(machine, stream, CONTENT) as Ref {
        0 => random_access::bytes_left(machine, stream),
        content => {
            let read = peek(machine, stream, POSITION);
            Some(u64::from(machine.state.heap.len(content)).saturating_sub(read))
        }
    };
    with_elements(machine, args, touches_stream(machine, args), left, false)
}

/// What is written comes from an array that others may reach.
fn writes_stream(machine: &Machine<'_>, args: &[u64]) -> Pending {
    with_elements(machine, args, touches_stream(machine, args), None, true)
}

/// An action, and an access to the elements that arguments 1 to 3 name, of which no more than `most` are used.
pub fn with_elements(machine: &Machine<'_>, args: &[u64], action: Pending, most: Option<u64>, reads: bool) -> Pending {
    let (array, from, len) = (args.object(1), args.int(2), args.int(3));
    let room = if array == 0 { 0 } else { machine.state.heap.len(array) };
    let (Ok(from), Ok(len)) = (u32::try_from(from), u32::try_from(len)) else { return action };
    let fits = from.checked_add(len).is_some_and(|to| to <= room);
    let count = most.map_or(len, |most| most.min(u64::from(len)) as u32);
    if !fits || count == 0 || machine.state.heap.tag(array) != SHARED {
        return action;
    }
    let access = elements(array, from, from + count, reads);
    if action == Pending::Local { Pending::Memory(access) } else { Pending::Beside(access) }
}

/// A field, without changing anything.
pub fn peek(machine: &Machine<'_>, object: Ref, name: &str) -> u64 {
    match object {
        0 => 0,
        _ => machine
            .program
            .find_field(machine.class_of(object), name)
            .map_or(0, |field| machine.instance_field(object, field)),
    }
}

fn open_input(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = machine.string(args.object(1));
    let Some(inside) = path.strip_prefix(HOME) else {
        return random_access::open_stream(machine, args.object(0), args.object(1), 0);
    };
    let Some(content) = machine.program.jdk_file(inside) else {
        return Err(not_found(machine, &path, Fault::Errno(store::ENOENT)));
    };
    let content = machine.new_bytes(&content)?;
    machine.set_field(args.object(0), CONTENT, content.into());
    machine.set_field(args.object(0), POSITION, 0);
    Ok(0)
}

fn open_output(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let mode = if args.flag(2) { flag::APPEND } else { flag::TRUNCATE };
    random_access::open_stream(machine, args.object(0), args.object(1), flag::WRITE_ONLY | flag::CREATE | mode)
}

/// The exception of a file that cannot be opened.
pub fn not_found(machine: &mut Machine<'_>, path: &str, fault: Fault) -> Trap {
    match fault {
        Fault::Errno(errno) => {
            let message = format!("{path} ({})", store::message(errno));
            machine.throw("java/io/FileNotFoundException", &message)
        }
        Fault::Trap(trap) => trap,
    }
}

/// The exception of an operation on an open file that fails.
pub fn failed(machine: &mut Machine<'_>, fault: Fault) -> Trap {
    match fault {
        Fault::Errno(errno) => machine.throw("java/io/IOException", store::message(errno)),
        Fault::Trap(trap) => trap,
    }
}

/// The array in argument 1, and the range in arguments 2 and 3.
pub fn array_range(machine: &mut Machine<'_>, args: &[u64]) -> Result<(Ref, Range<usize>), Trap> {
    let (array, from, len) = (args.object(1), args.int(2), args.int(3));
    if array == 0 {
        return Err(null_pointer(machine));
    }
    let room = machine.state.heap.len(array) as usize;
    match usize::try_from(from).ok().zip(usize::try_from(len).ok()) {
        Some((from, len)) if from.checked_add(len).is_some_and(|to| to <= room) => Ok((array, from..from + len)),
        _ => Err(machine.throw_bare("java/lang/IndexOutOfBoundsException")),
    }
}

/// Content, position and length of a stream on a file of the JDK.
fn state(machine: &mut Machine<'_>, stream: Ref) -> Option<(Ref, u64, u64)> {
    let content = machine.field(stream, CONTENT) as Ref;
    let position = machine.field(stream, POSITION);
    (content != 0).then(|| (content, position, u64::from(machine.state.heap.len(content))))
}

/// Whether a stream is on descriptor 0.
fn is_standard(machine: &mut Machine<'_>, stream: Ref) -> bool {
    let descriptor = machine.field(stream, "fd") as Ref;
    descriptor != 0 && machine.field(descriptor, "fd") == 0
}

fn read_byte(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if is_standard(machine, args.object(0)) {
        machine.depend(Dependence::Host);
        return int(machine.read_input(1).first().map_or(-1, |&byte| i32::from(byte)));
    }
    let Some((content, position, len)) = state(machine, args.object(0)) else {
        return random_access::read_byte(machine, args);
    };
    if position >= len {
        return int(-1);
    }
    machine.set_field(args.object(0), POSITION, position + 1);
    int(i32::from(machine.state.heap.load_i8(content, position as u32) as u8))
}

fn read_bytes(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (buffer, range) = array_range(machine, args)?;
    let known = state(machine, args.object(0));
    let bytes = if is_standard(machine, args.object(0)) {
        machine.depend(Dependence::Host);
        machine.read_input(range.len())
    } else if let Some((content, position, len)) = known {
        let to = len.min(position + range.len() as u64);
        machine.set_field(args.object(0), POSITION, to.max(position));
        let bytes = machine.state.heap.bytes(content, ElementKind::Byte);
        bytes[position.min(len) as usize..to as usize].to_vec()
    } else {
        return random_access::read_bytes(machine, args);
    };
    let end = range.start + bytes.len();
    machine.log_elements(buffer, ElementKind::Byte, range.start as u32, end as u32);
    machine.state.heap.bytes_mut(buffer, ElementKind::Byte)[range.start..end].copy_from_slice(&bytes);
    int(if bytes.is_empty() && !range.is_empty() { -1 } else { bytes.len() as i32 })
}

fn skip(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let Some((_, position, _)) = state(machine, args.object(0)) else {
        let file = random_access::file_of(machine, args.object(0))?;
        let position = file.position(machine) as i64;
        let next = position.saturating_add(args.long(1)).max(0);
        file.seek(machine, next as u64);
        return long(next - position);
    };
    let next = (position as i64).saturating_add(args.long(1)).max(0);
    machine.set_field(args.object(0), POSITION, next as u64);
    long(next - position as i64)
}

fn available(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if is_standard(machine, args.object(0)) {
        return int(machine.input_left() as i32);
    }
    let (position, len) = match state(machine, args.object(0)) {
        Some((_, position, len)) => (position, len),
        None => {
            let file = random_access::file_of(machine, args.object(0))?;
            (file.position(machine), file.node(machine).len(machine))
        }
    };
    int((len - position.min(len)).min(i32::MAX as u64) as i32)
}

fn length(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    match state(machine, args.object(0)) {
        Some((_, _, len)) => long(len as i64),
        None if is_standard(machine, args.object(0)) => long(0),
        None => random_access::length(machine, args),
    }
}

fn position(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    match state(machine, args.object(0)) {
        Some((_, position, _)) => long(position as i64),
        None if is_standard(machine, args.object(0)) => long(0),
        None => random_access::position(machine, args),
    }
}

/// Appends to the output if a stream's descriptor is a standard one, else to the file.
fn print(machine: &mut Machine<'_>, stream: Ref, bytes: &[u8]) -> NativeResult {
    let descriptor = machine.field(stream, "fd") as Ref;
    match machine.field(descriptor, "fd") {
        number @ (1 | 2) => machine.print(number == 2, bytes),
        _ => return random_access::write_to(machine, stream, bytes),
    }
    Ok(0)
}

fn write_byte(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    print(machine, args.object(0), &[args[1] as u8])
}

fn write_bytes(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (array, range) = array_range(machine, args)?;
    let bytes = machine.state.heap.bytes(array, ElementKind::Byte)[range].to_vec();
    print(machine, args.object(0), &bytes)
}

fn no_handle(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(-1)
}
