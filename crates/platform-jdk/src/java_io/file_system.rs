//! `java.io.UnixFileSystem`: what `java.io.File` asks of the operating system.

use heddle_machine::{Machine, Native, NativeResult, Pending, Ref, Trap};
use heddle_program::effect::FILES;

use super::store::{self, FOLDER, Fault, Node, REGULAR};
use crate::rows::{Slots, flag, long, nothing, null_pointer, object, pure, row};

const SYSTEM: &str = "java/io/UnixFileSystem";
const FILE: &str = "(Ljava/io/File;)Z";

pub const ROWS: &[Native] = &[
    pure(SYSTEM, "initIDs", "()V", nothing),
    of_file("getBooleanAttributes0", "(Ljava/io/File;)I", attributes),
    row(SYSTEM, "getBooleanAttributes0", "(Ljava/lang/String;)I", attributes_of_path, FILES).refined(touches_path),
    row(SYSTEM, "canonicalize0", "(Ljava/lang/String;)Ljava/lang/String;", canonicalize, FILES).refined(touches_path),
    of_file("getLength", "(Ljava/io/File;)J", file_length),
    of_file("getLength0", "(Ljava/io/File;)J", file_length),
    of_file("getLastModifiedTime", "(Ljava/io/File;)J", modified),
    of_file("getLastModifiedTime0", "(Ljava/io/File;)J", modified),
    of_file("checkAccess", "(Ljava/io/File;I)Z", check_access),
    of_file("checkAccess0", "(Ljava/io/File;I)Z", check_access),
    of_file("setPermission", "(Ljava/io/File;IZZ)Z", set_permission),
    of_file("setPermission0", "(Ljava/io/File;IZZ)Z", set_permission),
    of_file("setLastModifiedTime", "(Ljava/io/File;J)Z", set_modified),
    of_file("setLastModifiedTime0", "(Ljava/io/File;J)Z", set_modified),
    of_file("setReadOnly", FILE, set_read_only),
    of_file("setReadOnly0", FILE, set_read_only),
    row(SYSTEM, "createFileExclusively", "(Ljava/lang/String;)Z", create_file, FILES).refined(touches_path),
    row(SYSTEM, "createFileExclusively0", "(Ljava/lang/String;)Z", create_file, FILES).refined(touches_path),
    of_file("createDirectory", FILE, create_folder),
    of_file("createDirectory0", FILE, create_folder),
    of_file("delete0", FILE, delete),
    of_file("rename0", "(Ljava/io/File;Ljava/io/File;)Z", rename),
    of_file("list", "(Ljava/io/File;)[Ljava/lang/String;", list),
    of_file("list0", "(Ljava/io/File;)[Ljava/lang/String;", list),
    pure(SYSTEM, "getSpace", "(Ljava/io/File;I)J", space),
    pure(SYSTEM, "getSpace0", "(Ljava/io/File;I)J", space),
    pure(SYSTEM, "getNameMax0", "(Ljava/lang/String;)J", longest_name),
];

const fn of_file(name: &'static str, descriptor: &'static str, run: heddle_machine::NativeFn) -> Native {
    row(SYSTEM, name, descriptor, run, FILES)
}

/// The JDK's own files never change, so nobody notices that they are looked at.
pub fn touches_path(machine: &Machine<'_>, args: &[u64]) -> Pending {
    match args.get(1) {
        Some(&path) if path != 0 && is_fixed(machine, path as Ref) => Pending::Local,
        _ => Pending::Global,
    }
}

/// Whether a `String` names something below `/jdk`, or a device, of which there are none.
fn is_fixed(machine: &Machine<'_>, string: Ref) -> bool {
    let class = machine.program.well_known().string;
    let Some(value) = machine.program.find_field(class, "value") else { return false };
    let bytes = machine.instance_field(string, value) as Ref;
    let text = machine.state.heap.bytes(bytes, heddle_program::ir::ElementKind::Byte);
    store::is_fixed(text)
}

/// `FileSystem.BA_EXISTS`, `BA_REGULAR`, `BA_DIRECTORY`.
const EXISTS: i32 = 1;
const IS_REGULAR: i32 = 2;
const IS_FOLDER: i32 = 4;

fn path_of(machine: &mut Machine<'_>, file: Ref) -> Result<Vec<u8>, Trap> {
    if file == 0 {
        return Err(null_pointer(machine));
    }
    let path = machine.field(file, "path") as Ref;
    Ok(machine.string(path).into_bytes())
}

/// What `java.io.File` makes of a failure: nothing was found or done.
fn quiet<T>(result: Result<T, Fault>) -> Result<Option<T>, Trap> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Fault::Errno(_)) => Ok(None),
        Err(Fault::Trap(trap)) => Err(trap),
    }
}

fn node_of(machine: &mut Machine<'_>, args: &[u64]) -> Result<Option<Node>, Trap> {
    let path = path_of(machine, args.object(1))?;
    Ok(quiet(store::existing(machine, &path, true))?.map(|(_, node)| node))
}

fn attributes(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = path_of(machine, args.object(1))?;
    attributes_at(machine, &path)
}

fn attributes_of_path(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = machine.string(args.object(1));
    attributes_at(machine, path.as_bytes())
}

fn attributes_at(machine: &mut Machine<'_>, path: &[u8]) -> NativeResult {
    crate::rows::int(match quiet(store::existing(machine, path, true))? {
        Some((_, node)) if node.is(machine, FOLDER) => EXISTS | IS_FOLDER,
        Some((_, node)) if node.is(machine, REGULAR) => EXISTS | IS_REGULAR,
        Some(_) => EXISTS,
        None => 0,
    })
}

/// The path without links and dots, as far as there is something.
fn canonicalize(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = machine.string(args.object(1)).into_bytes();
    let (at, rest) = longest_existing(machine, path)?;
    let mut whole = at;
    for name in rest.split(|&byte| byte == b'/').filter(|name| !name.is_empty() && *name != b".") {
        if name == b".." {
            whole.truncate(whole.iter().rposition(|&byte| byte == b'/').unwrap_or(0));
        } else {
            if whole.last() != Some(&b'/') {
                whole.push(b'/');
            }
            whole.extend_from_slice(name);
        }
    }
    if whole.is_empty() {
        whole.push(b'/');
    }
    object(machine.new_string(&String::from_utf8_lossy(&whole))?)
}

/// The canonical form of the longest part of a path that exists, and the rest.
fn longest_existing(machine: &mut Machine<'_>, path: Vec<u8>) -> Result<(Vec<u8>, Vec<u8>), Trap> {
    let mut cut = path.len();
    loop {
        if let Some((at, _)) = quiet(store::existing(machine, &path[..cut], true))? {
            return Ok((at, path[cut..].to_vec()));
        }
        match path[..cut].iter().rposition(|&byte| byte == b'/') {
            Some(slash) if slash > 0 => cut = slash,
            _ => return Ok((b"/".to_vec(), path)),
        }
    }
}

fn file_length(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    // A folder takes a block of its own.
    const BLOCK: i64 = 4096;
    let node = node_of(machine, args)?;
    long(match node {
        Some(node) if node.is(machine, FOLDER) => BLOCK,
        Some(node) => node.len(machine) as i64,
        None => 0,
    })
}

fn modified(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let node = node_of(machine, args)?;
    long(node.map_or(0, |node| node.modified(machine) / 1_000_000))
}

fn set_modified(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let node = node_of(machine, args)?;
    if let Some(node) = node {
        node.set_modified(machine, args.long(2).saturating_mul(1_000_000));
    }
    flag(node.is_some())
}

/// The program runs as the superuser, who may do anything but execute what nobody may execute.
fn check_access(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    /// `FileSystem.ACCESS_EXECUTE`.
    const EXECUTE: i32 = 1;
    let node = node_of(machine, args)?;
    flag(node.is_some_and(|node| args.int(2) & EXECUTE == 0 || node.mode(machine) & 0o111 != 0))
}

fn set_permission(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (access, enable, owner_only) = (args.int(2) as u64 & 7, args.flag(3), args.flag(4));
    let Some(node) = node_of(machine, args)? else { return flag(false) };
    let bits = if owner_only { access << 6 } else { access << 6 | access << 3 | access };
    let mode = node.mode(machine);
    node.set_permissions(machine, if enable { mode | bits } else { mode & !bits });
    flag(true)
}

fn set_read_only(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let Some(node) = node_of(machine, args)? else { return flag(false) };
    let mode = node.mode(machine);
    node.set_permissions(machine, mode & !0o222);
    flag(true)
}

fn create_file(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = machine.string(args.object(1));
    match store::create(machine, path.as_bytes(), REGULAR | 0o644, &[]) {
        Ok(_) => flag(true),
        Err(Fault::Errno(store::EEXIST)) => flag(false),
        Err(Fault::Errno(errno)) => Err(machine.throw("java/io/IOException", store::message(errno))),
        Err(Fault::Trap(trap)) => Err(trap),
    }
}

fn create_folder(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = path_of(machine, args.object(1))?;
    flag(quiet(store::create(machine, &path, FOLDER | 0o755, &[]))?.is_some())
}

fn delete(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = path_of(machine, args.object(1))?;
    flag(quiet(store::remove(machine, &path, None))?.is_some())
}

fn rename(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let from = path_of(machine, args.object(1))?;
    let to = path_of(machine, args.object(2))?;
    flag(quiet(store::rename(machine, &from, &to))?.is_some())
}

fn list(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = path_of(machine, args.object(1))?;
    let Some((at, node)) = quiet(store::existing(machine, &path, true))? else { return object(0) };
    if !node.is(machine, FOLDER) {
        return object(0);
    }
    let names = store::children(machine, &at)?;
    let class = machine.program.well_known().string_array;
    let array = machine.new_array(class, names.len() as u32)?;
    for (at, name) in names.iter().enumerate() {
        let name = machine.new_string(&String::from_utf8_lossy(name))?;
        machine.store_element_ref(array, at as u32, name);
    }
    object(array)
}

fn space(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(1 << 30)
}

fn longest_name(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(255)
}
