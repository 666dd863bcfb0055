//! `sun.nio.fs.UnixNativeDispatcher`: system calls on paths, over the program's own files. A path is a
//! C string in allocated memory; a failure is a `UnixException` with the number of the error.

use heddle_machine::{Dependence, Machine, Native, NativeFn, NativeResult, Pending, Ref, Trap};
use heddle_program::effect::{FILES, Place};
use heddle_program::ir::ElementKind;

use crate::java_io::open::{self, Open};
use crate::java_io::store::{self, FOLDER, Fault, LINK, Node};
use crate::jdk_internal::unsafe_access::memory;
use crate::rows::{Slots, flag, int, long, nothing, null_pointer, object, pure, row};

const DISPATCHER: &str = "sun/nio/fs/UnixNativeDispatcher";
const BUFFER: &str = "sun/nio/fs/NativeBuffer";
const ATTRIBUTES: &str = "(JLsun/nio/fs/UnixFileAttributes;)V";

pub const ROWS: &[Native] = &[
    pure(DISPATCHER, "init", "()I", nothing),
    pure(DISPATCHER, "copyToNativeBuffer", "", path_in_memory),
    pure("sun/nio/fs/NativeBuffers", "releaseNativeBuffer", "", release),
    pure(DISPATCHER, "getcwd", "()[B", current_folder),
    pure(DISPATCHER, "strerror", "(I)[B", strerror),
    // No file has attributes beyond those of POSIX.
    pure(DISPATCHER, "flistxattr", "(IJI)I", nothing),
    pure(DISPATCHER, "fchmodatNoFollowSupported0", "()Z", nothing),
    on_path("open0", "(JII)I", open_file),
    call("close0", "(I)V", close),
    on_path("link0", "(JJ)V", link),
    on_path("unlink0", "(J)V", unlink),
    on_path("rename0", "(JJ)V", rename),
    on_path("mkdir0", "(JI)V", make_folder),
    on_path("rmdir0", "(J)V", remove_folder),
    on_path("readlink0", "(J)[B", read_link),
    on_path("realpath0", "(J)[B", real_path),
    on_path("symlink0", "(JJ)V", symbolic_link),
    row(DISPATCHER, "stat0", ATTRIBUTES, stat, FILES.writing(&[Place::Files, Place::Any(2)])).refined(touches_path),
    row(
        DISPATCHER,
        "stat0",
        "(JLsun/nio/fs/UnixFileAttributes;)I",
        stat_quietly,
        FILES.writing(&[Place::Files, Place::Any(2)]),
    )
    .refined(touches_path),
    on_path("stat1", "(J)I", mode_at),
    row(DISPATCHER, "lstat0", ATTRIBUTES, stat_link, FILES.writing(&[Place::Files, Place::Any(2)]))
        .refined(touches_path),
    row(
        DISPATCHER,
        "fstat",
        "(ILsun/nio/fs/UnixFileAttributes;)V",
        stat_open,
        FILES.writing(&[Place::Files, Place::Any(1)]),
    ),
    row(
        DISPATCHER,
        "fstat0",
        "(ILsun/nio/fs/UnixFileAttributes;)V",
        stat_open,
        FILES.writing(&[Place::Files, Place::Any(1)]),
    ),
    on_path("chmod0", "(JI)V", change_mode),
    call("fchmod", "(II)V", change_open_mode),
    call("fchmod0", "(II)V", change_open_mode),
    on_path("chown0", "(JII)V", nothing),
    on_path("lchown0", "(JII)V", nothing),
    call("fchown", "(III)V", nothing),
    call("fchown0", "(III)V", nothing),
    on_path("utimes0", "(JJJ)V", change_times),
    on_path("lutimes0", "(JJJ)V", change_times),
    call("futimes", "(IJJ)V", change_open_times),
    call("futimens", "(IJJ)V", change_open_times_in_nanos),
    call("futimens0", "(IJJ)V", change_open_times_in_nanos),
    call("utimensat0", "(IJJJI)V", change_times_in_nanos),
    on_path("opendir0", "(J)J", open_folder),
    call("closedir", "(J)V", close_folder),
    call("readdir", "(J)[B", read_folder),
    call("readdir0", "(J)[B", read_folder),
    on_path("access0", "(JI)V", access),
    on_path("access0", "(JI)I", access_quietly),
    on_path("exists0", "(J)Z", exists),
    call("read", "(IJI)I", read),
    call("read0", "(IJI)I", read),
    call("write", "(IJI)I", write),
    call("write0", "(IJI)I", write),
    pure(DISPATCHER, "getpwuid", "(I)[B", superuser),
    pure(DISPATCHER, "getgrgid", "(I)[B", superuser),
    row("sun/nio/fs/UnixCopyFile", "transfer", "(IIJ)V", copy_open, FILES),
    row("sun/nio/fs/UnixFileSystem", "bufferedCopy0", "(IIJIJ)V", copy_open, FILES),
    row("sun/nio/fs/LinuxNativeDispatcher", "directCopy0", "(IIJ)I", copy_directly, FILES),
    pure("sun/nio/fs/LinuxNativeDispatcher", "posix_fadvise", "(IJJI)I", nothing),
    pure("sun/nio/fs/LinuxNativeDispatcher", "init", "()V", nothing),
];

const fn call(name: &'static str, descriptor: &'static str, run: NativeFn) -> Native {
    row(DISPATCHER, name, descriptor, run, FILES)
}

const fn on_path(name: &'static str, descriptor: &'static str, run: NativeFn) -> Native {
    row(DISPATCHER, name, descriptor, run, FILES).refined(touches_path)
}

/// The JDK's own files never change.
fn touches_path(machine: &Machine<'_>, args: &[u64]) -> Pending {
    match text_at(machine, args.long(0)) {
        Ok(path) if store::is_fixed(&path) => Pending::Local,
        _ => Pending::Global,
    }
}

/// `copyToNativeBuffer(path)`: memory that holds the path and never changes, the same for the same
/// path. The JDK writes it into a buffer that it shares with a cleaner, and then every access to
/// that would be a step of its own.
fn path_in_memory(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = args.object(0);
    if path == 0 {
        return Err(null_pointer(machine));
    }
    let class = machine.class_of(path);
    let bytes = machine.method(class, "getByteArrayForSysCalls", "()[B")?;
    let bytes = machine.call_now(bytes, &[path.into()])? as Ref;
    let text = machine.state.heap.bytes(bytes, ElementKind::Byte).iter().map(|&byte| u16::from(byte));
    let text: Vec<u16> = text.chain([0]).collect();
    let string = machine.intern(&text);
    let (array, _) = machine.string_bytes(string);
    let class = machine.load(BUFFER)?;
    let buffer = machine.new_object(class)?;
    machine.set_field(buffer, "address", memory::address_of(array) as u64);
    object(buffer)
}

/// `releaseNativeBuffer(buffer)`: what [`path_in_memory`] made must not be written to.
fn release(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    match machine.field(args.object(0), "cleanable") {
        0 => Ok(0),
        _ => Err(Trap::Bytecode),
    }
}

/// The bytes behind an address, up to the next zero.
fn text_at(machine: &Machine<'_>, address: i64) -> Result<Vec<u8>, Trap> {
    let (array, offset) = memory::resolve(0, address)?;
    let bytes = machine.state.heap.bytes(array, ElementKind::Byte);
    let from = ((offset - memory::BASE).max(0) as usize).min(bytes.len());
    Ok(bytes[from..].iter().copied().take_while(|&byte| byte != 0).collect())
}

/// The array behind an address and where in it the address is.
pub fn block(address: i64) -> Result<(Ref, usize), Trap> {
    let (array, offset) = memory::resolve(0, address)?;
    Ok((array, (offset - memory::BASE).max(0) as usize))
}

/// Copies bytes to an address.
pub fn put(machine: &mut Machine<'_>, address: i64, bytes: &[u8]) -> Result<(), Trap> {
    let (array, from) = block(address)?;
    machine.log_elements(array, ElementKind::Byte, from as u32, (from + bytes.len()) as u32);
    machine.state.heap.bytes_mut(array, ElementKind::Byte)[from..from + bytes.len()].copy_from_slice(bytes);
    Ok(())
}

/// The bytes from an address on.
pub fn take(machine: &Machine<'_>, address: i64, len: usize) -> Result<Vec<u8>, Trap> {
    let (array, from) = block(address)?;
    Ok(machine.state.heap.bytes(array, ElementKind::Byte)[from..from + len].to_vec())
}

fn error(machine: &mut Machine<'_>, fault: Fault) -> Trap {
    let errno = match fault {
        Fault::Errno(errno) => errno,
        Fault::Trap(trap) => return trap,
    };
    let made = machine.load("sun/nio/fs/UnixException").and_then(|class| {
        machine.ensure_initialized(class)?;
        let constructor = machine.method(class, "<init>", "(I)V")?;
        let exception = machine.new_object(class)?;
        machine.call_now(constructor, &[exception.into(), u64::from(errno as u32)])?;
        Ok(exception)
    });
    match made {
        Ok(exception) => Trap::Throw(exception),
        Err(trap) => trap,
    }
}

/// Runs an operation; its failure becomes a `UnixException`.
fn checked<T>(
    machine: &mut Machine<'_>,
    operation: impl FnOnce(&mut Machine<'_>) -> Result<T, Fault>,
) -> Result<T, Trap> {
    operation(machine).map_err(|fault| error(machine, fault))
}

fn current_folder(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    object(machine.new_bytes(b"/")?)
}

fn superuser(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    object(machine.new_bytes(b"root")?)
}

fn strerror(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    object(machine.new_bytes(store::message(args.int(0)).as_bytes())?)
}

fn open_file(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = text_at(machine, args.long(0))?;
    let (flags, mode) = (args.int(2), args.int(3) as u64 & !0o022);
    int(checked(machine, |machine| open::open(machine, &path, flags, mode))?)
}

fn close(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    open::close(machine, args.int(0))?;
    Ok(0)
}

fn link(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (from, to) = (text_at(machine, args.long(0))?, text_at(machine, args.long(2))?);
    checked(machine, |machine| {
        let (_, node) = store::existing(machine, &from, false)?;
        store::link(machine, node, &to)
    })?;
    Ok(0)
}

fn unlink(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = text_at(machine, args.long(0))?;
    checked(machine, |machine| store::remove(machine, &path, Some(false)))?;
    Ok(0)
}

fn remove_folder(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = text_at(machine, args.long(0))?;
    checked(machine, |machine| store::remove(machine, &path, Some(true)))?;
    Ok(0)
}

fn rename(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (from, to) = (text_at(machine, args.long(0))?, text_at(machine, args.long(2))?);
    checked(machine, |machine| store::rename(machine, &from, &to))?;
    Ok(0)
}

fn make_folder(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = text_at(machine, args.long(0))?;
    let mode = FOLDER | args.int(2) as u64 & 0o7777 & !0o022;
    checked(machine, |machine| store::create(machine, &path, mode, &[]))?;
    Ok(0)
}

fn symbolic_link(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (target, path) = (text_at(machine, args.long(0))?, text_at(machine, args.long(2))?);
    checked(machine, |machine| store::create(machine, &path, LINK | 0o777, &target))?;
    Ok(0)
}

fn read_link(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = text_at(machine, args.long(0))?;
    let target = checked(machine, |machine| {
        let (_, node) = store::existing(machine, &path, false)?;
        if !node.is(machine, LINK) {
            return Err(Fault::Errno(store::EINVAL));
        }
        Ok(node.read(machine, 0, u64::MAX))
    })?;
    object(machine.new_bytes(&target)?)
}

fn real_path(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = text_at(machine, args.long(0))?;
    let (at, _) = checked(machine, |machine| store::existing(machine, &path, true))?;
    object(machine.new_bytes(&at)?)
}

// ---- attributes -----------------------------------------------------------------------------

fn fill(machine: &mut Machine<'_>, attributes: Ref, node: Node) -> Result<(), Fault> {
    const NANOS: i64 = 1_000_000_000;
    let links = store::names_of(machine, node)?;
    let len = if node.is(machine, FOLDER) { 4096 } else { node.len(machine) };
    let modified = node.modified(machine);
    let (seconds, rest) = (modified.div_euclid(NANOS) as u64, modified.rem_euclid(NANOS) as u64);
    let values = [
        ("st_mode", node.mode(machine)),
        ("st_ino", node.number(machine)),
        ("st_dev", 1),
        ("st_nlink", links),
        ("st_size", len),
        ("st_atime_sec", seconds),
        ("st_atime_nsec", rest),
        ("st_mtime_sec", seconds),
        ("st_mtime_nsec", rest),
        ("st_ctime_sec", seconds),
        ("st_ctime_nsec", rest),
        ("st_birthtime_sec", seconds),
        ("st_birthtime_nsec", rest),
    ];
    for (field, value) in values {
        machine.set_field(attributes, field, value);
    }
    Ok(())
}

fn stat_at(machine: &mut Machine<'_>, args: &[u64], follow: bool) -> Result<(), Fault> {
    let path = text_at(machine, args.long(0))?;
    let (_, node) = store::existing(machine, &path, follow)?;
    fill(machine, args.object(2), node)
}

fn stat(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    checked(machine, |machine| stat_at(machine, args, true))?;
    Ok(0)
}

fn stat_link(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    checked(machine, |machine| stat_at(machine, args, false))?;
    Ok(0)
}

/// Gives the number of the error.
fn stat_quietly(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    match stat_at(machine, args, true) {
        Ok(()) => int(0),
        Err(Fault::Errno(errno)) => int(errno),
        Err(Fault::Trap(trap)) => Err(trap),
    }
}

/// The mode, 0 if there is nothing.
fn mode_at(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = text_at(machine, args.long(0))?;
    match store::existing(machine, &path, true) {
        Ok((_, node)) => int(node.mode(machine) as i32),
        Err(Fault::Errno(_)) => int(0),
        Err(Fault::Trap(trap)) => Err(trap),
    }
}

fn stat_open(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    checked(machine, |machine| {
        let node = open::opened(machine, args.int(0))?.node(machine);
        fill(machine, args.object(1), node)
    })?;
    Ok(0)
}

fn node_at(machine: &mut Machine<'_>, address: i64) -> Result<Node, Trap> {
    let path = text_at(machine, address)?;
    checked(machine, |machine| Ok(store::existing(machine, &path, true)?.1))
}

fn open_node(machine: &mut Machine<'_>, number: i32) -> Result<Node, Trap> {
    checked(machine, |machine| Ok(open::opened(machine, number)?.node(machine)))
}

fn change_mode(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    node_at(machine, args.long(0))?.set_permissions(machine, args.int(2) as u64);
    Ok(0)
}

fn change_open_mode(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    open_node(machine, args.int(0))?.set_permissions(machine, args.int(1) as u64);
    Ok(0)
}

/// In microseconds.
fn change_times(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    node_at(machine, args.long(0))?.set_modified(machine, args.long(4).saturating_mul(1000));
    Ok(0)
}

fn change_open_times(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    open_node(machine, args.int(0))?.set_modified(machine, args.long(3).saturating_mul(1000));
    Ok(0)
}

fn change_open_times_in_nanos(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    open_node(machine, args.int(0))?.set_modified(machine, args.long(3));
    Ok(0)
}

fn change_times_in_nanos(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    node_at(machine, args.long(1))?.set_modified(machine, args.long(5));
    Ok(0)
}

fn access_at(machine: &mut Machine<'_>, args: &[u64]) -> Result<(), Fault> {
    /// `X_OK`; the superuser may do anything else.
    const EXECUTE: i32 = 1;
    let path = text_at(machine, args.long(0))?;
    let (_, node) = store::existing(machine, &path, true)?;
    if args.int(2) & EXECUTE != 0 && node.mode(machine) & 0o111 == 0 {
        return Err(Fault::Errno(store::EACCES));
    }
    Ok(())
}

fn access(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    checked(machine, |machine| access_at(machine, args))?;
    Ok(0)
}

fn access_quietly(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    match access_at(machine, args) {
        Ok(()) => int(0),
        Err(Fault::Errno(errno)) => int(errno),
        Err(Fault::Trap(trap)) => Err(trap),
    }
}

fn exists(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    flag(mode_at(machine, args)? != 0)
}

// ---- folders and contents -------------------------------------------------------------------

fn open_folder(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = text_at(machine, args.long(0))?;
    machine.depend(Dependence::Host);
    long(i64::from(checked(machine, |machine| open::open_folder(machine, &path))?))
}

fn close_folder(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    open::close(machine, args.long(0) as i32)?;
    Ok(0)
}

fn read_folder(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let folder = checked(machine, |machine| open::opened(machine, args.long(0) as i32))?;
    object(folder.next_name(machine))
}

fn read(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (number, address, len) = (args.int(0), args.long(1), args.int(3).max(0) as u64);
    let bytes = checked(machine, |machine| open::opened(machine, number)?.read(machine, len))?;
    put(machine, address, &bytes)?;
    int(bytes.len() as i32)
}

fn write(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let bytes = take(machine, args.long(1), args.int(3).max(0) as usize)?;
    checked(machine, |machine| open::opened(machine, args.int(0))?.write(machine, &bytes))?;
    int(bytes.len() as i32)
}

/// The rest of one open file to another.
fn copy_rest(machine: &mut Machine<'_>, to: i32, from: i32) -> Result<(), Trap> {
    checked(machine, |machine| {
        let (to, from): (Open, Open) = (open::opened(machine, to)?, open::opened(machine, from)?);
        let bytes = from.read(machine, u64::MAX)?;
        to.write(machine, &bytes)
    })
}

fn copy_open(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    copy_rest(machine, args.int(0), args.int(1))?;
    Ok(0)
}

fn copy_directly(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    copy_rest(machine, args.int(0), args.int(1))?;
    int(0)
}
