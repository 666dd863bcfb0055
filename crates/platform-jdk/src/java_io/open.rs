//! Open files of the checked program, by descriptor; what they are open on is in [`super::store`].
//!
//! ```text
//! heddleOpen   [open file or null, ...]        by descriptor, from 3 on
//! open file    [node or list of names, long[] {position, flags}]
//! ```

use heddle_machine::{Machine, Ref, Trap};
use heddle_program::ir::ElementKind;

use super::files::peek;
use super::store::{
    EACCES, EBADF, EEXIST, EISDIR, ELOOP, ENOTDIR, FOLDER, Fault, LINK, Node, REGULAR, children, create, existing,
    is_fixed, locate, missing, object_array, root,
};

pub const OPEN: &str = "heddleOpen";

/// Flags of an open file.
pub const READS: u64 = 1;
pub const WRITES: u64 = 2;
pub const APPENDS: u64 = 4;

/// The first descriptor after the standard ones.
const FIRST: usize = 3;

/// An open file.
#[derive(Clone, Copy)]
pub struct Open(Ref);

impl Open {
    pub fn node(self, machine: &Machine<'_>) -> Node {
        Node(machine.state.heap.load_u32(self.0, 0))
    }

    fn words(self, machine: &Machine<'_>) -> Ref {
        machine.state.heap.load_u32(self.0, 1)
    }

    pub fn position(self, machine: &Machine<'_>) -> u64 {
        machine.state.heap.load_u64(self.words(machine), 0)
    }

    pub fn seek(self, machine: &mut Machine<'_>, position: u64) {
        let words = self.words(machine);
        machine.set_element(words, ElementKind::Long, 0, position);
    }

    pub fn may(self, machine: &Machine<'_>, flag: u64) -> bool {
        machine.state.heap.load_u64(self.words(machine), 1) & flag != 0
    }

    /// The next bytes; none at the end of the file.
    pub fn read(self, machine: &mut Machine<'_>, count: u64) -> Result<Vec<u8>, Fault> {
        if !self.may(machine, READS) {
            return Err(Fault::Errno(EBADF));
        }
        if self.node(machine).is(machine, FOLDER) {
            return Err(Fault::Errno(EISDIR));
        }
        let from = self.position(machine);
        let bytes = self.node(machine).read(machine, from, count);
        self.seek(machine, from + bytes.len() as u64);
        Ok(bytes)
    }

    pub fn write(self, machine: &mut Machine<'_>, bytes: &[u8]) -> Result<(), Fault> {
        if !self.may(machine, WRITES) {
            return Err(Fault::Errno(EBADF));
        }
        let node = self.node(machine);
        let at = if self.may(machine, APPENDS) { node.len(machine) } else { self.position(machine) };
        node.write(machine, at, bytes)?;
        self.seek(machine, at + bytes.len() as u64);
        Ok(())
    }

    /// The next name, of the list of a folder.
    pub fn next_name(self, machine: &mut Machine<'_>) -> Ref {
        let names = machine.state.heap.load_u32(self.0, 0);
        let at = self.position(machine) as u32;
        if at >= machine.state.heap.len(names) {
            return 0;
        }
        self.seek(machine, u64::from(at) + 1);
        machine.state.heap.load_u32(names, at)
    }
}

/// Flags of `open(2)` on Linux.
pub mod flag {
    pub const WRITE_ONLY: i32 = 1;
    pub const READ_WRITE: i32 = 2;
    pub const CREATE: i32 = 0o100;
    pub const EXCLUSIVE: i32 = 0o200;
    pub const TRUNCATE: i32 = 0o1000;
    pub const APPEND: i32 = 0o2000;
    pub const NO_FOLLOW: i32 = 0o400_000;
}

/// `open(2)`: a new descriptor.
pub fn open(machine: &mut Machine<'_>, path: &[u8], flags: i32, mode: u64) -> Result<i32, Fault> {
    let exclusive = flags & flag::CREATE != 0 && flags & flag::EXCLUSIVE != 0;
    let follow = !exclusive && flags & flag::NO_FOLLOW == 0;
    let access = match flags & 3 {
        0 => READS,
        flag::WRITE_ONLY => WRITES,
        _ => READS | WRITES,
    };
    let (at, node) = locate(machine, path, follow)?;
    let node = match node {
        Some(_) if exclusive => return Err(Fault::Errno(EEXIST)),
        Some(node) if node.is(machine, LINK) => return Err(Fault::Errno(ELOOP)),
        Some(node) if access & WRITES != 0 && node.is(machine, FOLDER) => return Err(Fault::Errno(EISDIR)),
        Some(_) if access & WRITES != 0 && is_fixed(&at) => return Err(Fault::Errno(EACCES)),
        Some(node) => node,
        None if flags & flag::CREATE != 0 && path.last() != Some(&b'/') => {
            create(machine, &at, REGULAR | mode & 0o7777, &[])?
        }
        None => return Err(missing(machine, &at)),
    };
    if flags & flag::TRUNCATE != 0 && access & WRITES != 0 {
        node.truncate(machine, 0)?;
    }
    let access = if flags & flag::APPEND != 0 { access | APPENDS } else { access };
    Ok(descriptor(machine, node.0, access)?)
}

/// Begins to list a folder; the names come from [`Open::next_name`].
pub fn open_folder(machine: &mut Machine<'_>, path: &[u8]) -> Result<i32, Fault> {
    let (at, node) = existing(machine, path, true)?;
    if !node.is(machine, FOLDER) {
        return Err(Fault::Errno(ENOTDIR));
    }
    let mut names = Vec::new();
    for name in children(machine, &at)? {
        names.push(machine.new_bytes(&name)?);
    }
    let names = object_array(machine, &names)?;
    Ok(descriptor(machine, names, 0)?)
}

/// The lowest descriptor that is free, as POSIX says, for an open file.
fn descriptor(machine: &mut Machine<'_>, subject: Ref, flags: u64) -> Result<i32, Trap> {
    let longs = machine.program.array_of_kind(ElementKind::Long);
    let words = machine.new_array(longs, 2)?;
    machine.state.heap.store_u64(words, 1, flags);
    let file = object_array(machine, &[subject, words])?;
    let root = root(machine)?;
    let table = machine.field(root, OPEN) as Ref;
    let mut files: Vec<Ref> = match table {
        0 => Vec::new(),
        table => (0..machine.state.heap.len(table)).map(|at| machine.state.heap.load_u32(table, at)).collect(),
    };
    let at = files.iter().position(|&known| known == 0).unwrap_or(files.len());
    if at < files.len() {
        machine.store_element_ref(table, at as u32, file);
    } else {
        files.push(file);
        let table = object_array(machine, &files)?;
        machine.set_field(root, OPEN, table.into());
    }
    Ok((FIRST + at) as i32)
}

/// The open file of a descriptor.
pub fn opened(machine: &mut Machine<'_>, descriptor: i32) -> Result<Open, Fault> {
    let root = root(machine)?;
    let table = machine.field(root, OPEN) as Ref;
    let at = usize::try_from(descriptor).ok().and_then(|number| number.checked_sub(FIRST));
    match at {
        Some(at) if table != 0 && at < machine.state.heap.len(table) as usize => {
            match machine.state.heap.load_u32(table, at as u32) {
                0 => Err(Fault::Errno(EBADF)),
                file => Ok(Open(file)),
            }
        }
        _ => Err(Fault::Errno(EBADF)),
    }
}

/// The open file of a descriptor, without changing anything.
pub fn known(machine: &Machine<'_>, descriptor: i32) -> Option<Open> {
    let class = machine.program.load("java/io/FileDescriptor").ok()?;
    let table = peek(machine, machine.known_mirror(class)?, OPEN) as Ref;
    let at = usize::try_from(descriptor).ok()?.checked_sub(FIRST)?;
    if table == 0 || at >= machine.state.heap.len(table) as usize {
        return None;
    }
    let file = machine.state.heap.load_u32(table, at as u32);
    (file != 0).then_some(Open(file))
}

/// Closes a descriptor; one that is not open stays so.
pub fn close(machine: &mut Machine<'_>, descriptor: i32) -> Result<(), Trap> {
    match opened(machine, descriptor) {
        Ok(_) => {
            let root = root(machine)?;
            let table = machine.field(root, OPEN) as Ref;
            machine.store_element_ref(table, descriptor as u32 - FIRST as u32, 0);
            Ok(())
        }
        Err(Fault::Errno(_)) => Ok(()),
        Err(Fault::Trap(trap)) => Err(trap),
    }
}
