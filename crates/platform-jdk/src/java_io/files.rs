//! `java.io` on files: the standard descriptors, and the JDK's own data files for reading.
//!
//! The JDK's home folder appears as `/jdk` (see `properties`): time zones, security and logging
//! settings are read from there. The program has no other files; asking for one ends the run as
//! unsupported, for whatever was answered would be made up.

use heddle_machine::{Machine, Native, NativeResult, Ref, Trap};
use heddle_program::ir::ElementKind;

use crate::rows::{Slots, flag, int, local, long, nothing, null_pointer, object, one, unsupported};

const DESCRIPTOR: &str = "java/io/FileDescriptor";
const INPUT: &str = "java/io/FileInputStream";
const OUTPUT: &str = "java/io/FileOutputStream";
const SYSTEM: &str = "java/io/UnixFileSystem";

pub const ROWS: &[Native] = &[
    local(DESCRIPTOR, "initIDs", "()V", nothing),
    local(DESCRIPTOR, "getHandle", "(I)J", no_handle),
    local(DESCRIPTOR, "getAppend", "(I)Z", nothing),
    local(DESCRIPTOR, "close0", "()V", nothing),
    local(DESCRIPTOR, "registerCleanup", "", nothing),
    local(INPUT, "initIDs", "()V", nothing),
    local(INPUT, "open0", "(Ljava/lang/String;)V", open_input),
    local(INPUT, "read0", "()I", read_byte),
    local(INPUT, "readBytes", "([BII)I", read_bytes),
    local(INPUT, "skip0", "(J)J", skip),
    local(INPUT, "available0", "()I", available),
    local(INPUT, "length0", "()J", length),
    local(INPUT, "position0", "()J", position),
    local(INPUT, "isRegularFile0", "(Ljava/io/FileDescriptor;)Z", one),
    local(OUTPUT, "initIDs", "()V", nothing),
    local(OUTPUT, "write", "(IZ)V", write_byte),
    local(OUTPUT, "writeBytes", "([BIIZ)V", write_bytes),
    local(SYSTEM, "initIDs", "()V", nothing),
    local(SYSTEM, "getBooleanAttributes0", "(Ljava/io/File;)I", attributes),
    local(SYSTEM, "getBooleanAttributes0", "(Ljava/lang/String;)I", attributes_of_path),
    local(SYSTEM, "canonicalize0", "(Ljava/lang/String;)Ljava/lang/String;", canonicalize),
    local(SYSTEM, "getLength", "(Ljava/io/File;)J", file_length),
    local(SYSTEM, "getLength0", "(Ljava/io/File;)J", file_length),
    local(SYSTEM, "checkAccess", "(Ljava/io/File;I)Z", check_access),
    local(SYSTEM, "checkAccess0", "(Ljava/io/File;I)Z", check_access),
    local("java/io/RandomAccessFile", "initIDs", "()V", nothing),
    local("java/io/FileCleanable", "cleanupClose0", "(IJ)V", nothing),
    local("java/io/Console", "istty", "()Z", nothing),
    local("java/io/Console", "ttyStatus", "()I", nothing),
    local("java/io/Console", "encoding", "()Ljava/lang/String;", nothing),
    local("java/io/ObjectStreamClass", "initNative", "()V", nothing),
    local("java/io/ObjectStreamClass", "hasStaticInitializer", "(Ljava/lang/Class;)Z", has_static_initializer),
];

/// Injected fields of `FileInputStream`: what is in the file, and how much of it was read.
pub const CONTENT: &str = "heddleContent";
pub const POSITION: &str = "heddlePosition";

/// The folder as which the JDK's home appears.
const HOME: &str = "/jdk/";

/// A file of the JDK's home; `Err` if the path leads elsewhere.
fn jdk_file(machine: &Machine<'_>, path: &str) -> Result<Option<bytes::Bytes>, Trap> {
    // Without sources of random numbers the JDK falls back to generators of its own.
    if matches!(path, "/dev/random" | "/dev/urandom") {
        return Ok(None);
    }
    match path.strip_prefix(HOME) {
        Some(inside) => Ok(machine.program.jdk_file(inside)),
        None => Err(unsupported(format!("the file {path}"))),
    }
}

fn open_input(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = machine.string(args.object(1));
    let Some(content) = jdk_file(machine, &path)? else {
        let message = format!("{path} (No such file or directory)");
        return Err(machine.throw("java/io/FileNotFoundException", &message));
    };
    let content = machine.new_bytes(&content)?;
    machine.set_field(args.object(0), CONTENT, content.into());
    machine.set_field(args.object(0), POSITION, 0);
    Ok(0)
}

/// Content, position and length of a stream. The standard input is empty.
fn state(machine: &mut Machine<'_>, stream: Ref) -> (Ref, u64, u64) {
    let content = machine.field(stream, CONTENT) as Ref;
    let position = machine.field(stream, POSITION);
    let len = if content == 0 { 0 } else { u64::from(machine.heap.len(content)) };
    (content, position, len)
}

fn read_byte(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (content, position, len) = state(machine, args.object(0));
    if position >= len {
        return int(-1);
    }
    machine.set_field(args.object(0), POSITION, position + 1);
    int(i32::from(machine.heap.load_i8(content, position as u32) as u8))
}

fn read_bytes(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (buffer, from, wanted) = (args.object(1), args.int(2), args.int(3));
    if buffer == 0 {
        return Err(null_pointer(machine));
    }
    let room = i64::from(machine.heap.len(buffer));
    if from < 0 || wanted < 0 || i64::from(from) + i64::from(wanted) > room {
        return Err(machine.throw_bare("java/lang/IndexOutOfBoundsException"));
    }
    let (content, position, len) = state(machine, args.object(0));
    let count = (len - position.min(len)).min(wanted as u64);
    if wanted == 0 || count == 0 {
        return int(if wanted == 0 { 0 } else { -1 });
    }
    let (from, count) = (from as usize, count as usize);
    machine.log_elements(buffer, ElementKind::Byte, from as u32, (from + count) as u32);
    machine.heap.copy_bytes(content, position as usize, buffer, from, count);
    machine.set_field(args.object(0), POSITION, position + count as u64);
    int(count as i32)
}

fn skip(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (_, position, _) = state(machine, args.object(0));
    let next = (position as i64).saturating_add(args.long(1)).max(0);
    machine.set_field(args.object(0), POSITION, next as u64);
    long(next - position as i64)
}

fn available(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (_, position, len) = state(machine, args.object(0));
    int((len - position.min(len)) as i32)
}

fn length(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    long(state(machine, args.object(0)).2 as i64)
}

fn position(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    long(state(machine, args.object(0)).1 as i64)
}

/// Appends to the output if a stream's descriptor is a standard one.
fn print(machine: &mut Machine<'_>, stream: Ref, bytes: &[u8]) -> NativeResult {
    let descriptor = machine.field(stream, "fd") as Ref;
    match machine.field(descriptor, "fd") {
        number @ (1 | 2) => machine.print(number == 2, bytes),
        _ => return Err(unsupported("writing files")),
    }
    Ok(0)
}

fn write_byte(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    print(machine, args.object(0), &[args[1] as u8])
}

fn write_bytes(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (array, from, len) = (args.object(1), args.int(2), args.int(3));
    if array == 0 {
        return Err(null_pointer(machine));
    }
    let bytes = machine.heap.bytes(array, ElementKind::Byte);
    let range = usize::try_from(from).ok().zip(usize::try_from(len).ok());
    let Some(part) = range.and_then(|(from, len)| bytes.get(from..from.checked_add(len)?)) else {
        return Err(machine.throw_bare("java/lang/IndexOutOfBoundsException"));
    };
    let part = part.to_vec();
    print(machine, args.object(0), &part)
}

fn no_handle(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(-1)
}

// ---- the file system ------------------------------------------------------------------------

fn path_of(machine: &mut Machine<'_>, file: Ref) -> String {
    let path = machine.field(file, "path") as Ref;
    machine.string(path)
}

/// `FileSystem.BA_EXISTS | BA_REGULAR` and `BA_EXISTS | BA_DIRECTORY`.
const REGULAR: i32 = 3;
const FOLDER: i32 = 5;

fn attributes(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = path_of(machine, args.object(1));
    attributes_at(machine, &path)
}

fn attributes_of_path(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = machine.string(args.object(1));
    attributes_at(machine, &path)
}

fn attributes_at(machine: &mut Machine<'_>, path: &str) -> NativeResult {
    if matches!(path, "/" | "/jdk" | "/jdk/conf" | "/jdk/conf/security" | "/jdk/lib") {
        return int(FOLDER);
    }
    int(if jdk_file(machine, path)?.is_some() { REGULAR } else { 0 })
}

fn canonicalize(_: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    object(args.object(1))
}

fn file_length(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = path_of(machine, args.object(1));
    long(jdk_file(machine, &path)?.map_or(0, |content| content.len() as i64))
}

fn check_access(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    /// `FileSystem.ACCESS_READ`.
    const READ: i32 = 4;
    let path = path_of(machine, args.object(1));
    flag(args.int(2) == READ && jdk_file(machine, &path)?.is_some())
}

fn has_static_initializer(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = crate::rows::class_argument(machine, args, 0)?;
    flag(machine.program.class(class).initializer.is_some())
}
