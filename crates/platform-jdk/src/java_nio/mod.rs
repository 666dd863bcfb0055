//! `java.nio.file` and channels. The rows here give the JDK its own data files without detours.

pub mod channel;
pub mod dispatcher;

use heddle_machine::{Machine, Native, NativeResult, Ref, Trap};
use heddle_program::effect::{Calls, PURE};
use heddle_program::ir::ElementKind;

use crate::java_lang::class_loader::byte_stream;
use crate::rows::{Slots, flag, object, row};

const FILES: &str = "java/nio/file/Files";

pub const ROWS: &[Native] = &[
    row(
        FILES,
        "newInputStream",
        "(Ljava/nio/file/Path;[Ljava/nio/file/OpenOption;)Ljava/io/InputStream;",
        new_input_stream,
        PURE.calling(Calls::OwnCode),
    ),
    row(
        "sun/nio/fs/UnixPath",
        "toRealPath",
        "([Ljava/nio/file/LinkOption;)Ljava/nio/file/Path;",
        real_path,
        PURE.calling(Calls::OwnCode),
    ),
    row(
        FILES,
        "isRegularFile",
        "(Ljava/nio/file/Path;[Ljava/nio/file/LinkOption;)Z",
        exists,
        PURE.calling(Calls::OwnCode),
    ),
    row(FILES, "exists", "(Ljava/nio/file/Path;[Ljava/nio/file/LinkOption;)Z", exists, PURE.calling(Calls::OwnCode)),
    row(FILES, "isReadable", "(Ljava/nio/file/Path;)Z", exists, PURE.calling(Calls::OwnCode)),
    row(
        FILES,
        "isDirectory",
        "(Ljava/nio/file/Path;[Ljava/nio/file/LinkOption;)Z",
        is_directory,
        PURE.calling(Calls::OwnCode),
    ),
];

/// The part of a path below the JDK's home; other paths are for the JDK's code.
fn inside_home(machine: &mut Machine<'_>, path: Ref) -> Result<String, Trap> {
    if path == 0 || machine.program.class_name(machine.class_of(path)) != "sun/nio/fs/UnixPath" {
        return Err(Trap::Bytecode);
    }
    let bytes = machine.field(path, "path") as Ref;
    let text = String::from_utf8_lossy(machine.state.heap.bytes(bytes, ElementKind::Byte)).into_owned();
    text.strip_prefix("/jdk/").map(str::to_owned).ok_or(Trap::Bytecode)
}

fn new_input_stream(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = inside_home(machine, args.object(0))?;
    match machine.program.jdk_file(&path) {
        Some(content) => object(byte_stream(machine, &content)?),
        None => Err(machine.throw("java/nio/file/NoSuchFileException", &format!("/jdk/{path}"))),
    }
}

/// There are no links below the JDK's home.
fn real_path(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    inside_home(machine, args.object(0))?;
    object(args.object(0))
}

fn exists(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = inside_home(machine, args.object(0))?;
    flag(machine.program.jdk_file(&path).is_some())
}

fn is_directory(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let path = inside_home(machine, args.object(0))?;
    flag(matches!(&*path, "conf" | "conf/security" | "lib"))
}
