//! `java.io` on streams of files: the standard descriptors, the JDK's own data files, and the files
//! of the program.
//!
//! The JDK's home folder appears as `/jdk` (see `properties`): time zones, security and logging
//! settings are read from there. A stream on such a file keeps what is in it, so that reading it is
//! the stream's own business; other files are in [`super::store`].

use std::ops::Range;

use heddle_machine::{Machine, Native, NativeResult, Pending, Ref, Trap};
use heddle_program::ir::ElementKind;

use super::file_system::touches_path;
use super::open::flag;
use super::random_access;
use super::store::{self, Fault};
use crate::rows::{Slots, int, local, long, nothing, null_pointer, one, visible};

const DESCRIPTOR: &str = "java/io/FileDescriptor";
const INPUT: &str = "java/io/FileInputStream";
const OUTPUT: &str = "java/io/FileOutputStream";

pub const ROWS: &[Native] = &[
    local(DESCRIPTOR, "initIDs", "()V", nothing),
    local(DESCRIPTOR, "getHandle", "(I)J", no_handle),
    local(DESCRIPTOR, "getAppend", "(I)Z", nothing),
    local(DESCRIPTOR, "registerCleanup", "", nothing),
    local(INPUT, "initIDs", "()V", nothing),
    visible(INPUT, "open0", "(Ljava/lang/String;)V", open_input, touches_path),
    visible(INPUT, "read0", "()I", read_byte, touches_stream),
    visible(INPUT, "readBytes", "([BII)I", read_bytes, touches_stream),
    visible(INPUT, "skip0", "(J)J", skip, touches_stream),
    visible(INPUT, "available0", "()I", available, touches_stream),
    visible(INPUT, "length0", "()J", length, touches_stream),
    visible(INPUT, "position0", "()J", position, touches_stream),
    local(INPUT, "isRegularFile0", "(Ljava/io/FileDescriptor;)Z", one),
    local(OUTPUT, "initIDs", "()V", nothing),
    visible(OUTPUT, "open0", "(Ljava/lang/String;Z)V", open_output, touches_path),
    visible(OUTPUT, "write", "(IZ)V", write_byte, touches_stream),
    visible(OUTPUT, "writeBytes", "([BIIZ)V", write_bytes, touches_stream),
    local("java/io/Console", "istty", "()Z", nothing),
    local("java/io/Console", "ttyStatus", "()I", nothing),
    local("java/io/Console", "encoding", "()Ljava/lang/String;", nothing),
    local("java/io/ObjectStreamClass", "initNative", "()V", nothing),
    local("java/io/ObjectStreamClass", "hasStaticInitializer", "(Ljava/lang/Class;)Z", has_static_initializer),
];

/// Injected fields of `FileInputStream`: what is in a file of the JDK, and how much of it was read.
pub const CONTENT: &str = "heddleContent";
pub const POSITION: &str = "heddlePosition";

/// The folder as which the JDK's home appears.
const HOME: &str = "/jdk/";

/// Reading a file of the JDK concerns nobody else, nor does what has a standard descriptor.
fn touches_stream(machine: &Machine<'_>, args: &[u64]) -> Pending {
    let peek = |object: Ref, name: &str| match machine.program.find_field(machine.class_of(object), name) {
        Some(field) if object != 0 => machine.instance_field(object, field),
        _ => 0,
    };
    let stream = args.object(0);
    let number = peek(peek(stream, "fd") as Ref, "fd") as u32 as i32;
    if number < 3 || peek(stream, CONTENT) != 0 { Pending::Local } else { Pending::Global }
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
        Some((from, len)) if from.checked_add(len).is_some_and(|to| to <= room) => {
            machine.show_elements(array, from as u32..(from + len) as u32, true);
            Ok((array, from..from + len))
        }
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

fn has_static_initializer(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = crate::rows::class_argument(machine, args, 0)?;
    crate::rows::flag(machine.program.class(class).initializer.is_some())
}
