//! The files of the checked program: a file system in the machine's own heap.
//!
//! The host's files cannot be reached. The program starts with the folders `/` (its working folder)
//! and `/tmp`; what it makes lives in Java arrays behind an injected field, so that files are part of
//! the state: stepping back restores them, and canonical states compare them. The JDK's home appears
//! as `/jdk` and the class path as `/classes`, for reading. Devices do not exist.
//!
//! ```text
//! heddleFiles  [path, node, path, node, ...]   by path
//! node         [byte[] content, long[] {mode, length, modified, number}]
//! ```

use heddle_machine::time::MILLI_EPOCH;
use heddle_machine::{Dependence, Machine, Ref, Trap};
use heddle_program::ir::ElementKind;

use crate::jdk_internal::unsafe_access::allocate;
use crate::rows::unsupported;

pub const FILES: &str = "heddleFiles";

/// Types of files within a mode.
pub const FOLDER: u64 = 0o040_000;
pub const REGULAR: u64 = 0o100_000;
pub const LINK: u64 = 0o120_000;
const TYPE: u64 = 0o170_000;

/// Words of a node.
const MODE: u32 = 0;
const LENGTH: u32 = 1;
const MODIFIED: u32 = 2;
const NUMBER: u32 = 3;

/// Why an operation on files fails: an error of the operating system, or something that ends the run.
pub enum Fault {
    Errno(i32),
    Trap(Trap),
}

impl From<Trap> for Fault {
    fn from(trap: Trap) -> Self {
        Fault::Trap(trap)
    }
}

pub const ENOENT: i32 = 2;
pub const EBADF: i32 = 9;
pub const EACCES: i32 = 13;
pub const EEXIST: i32 = 17;
pub const ENOTDIR: i32 = 20;
pub const EISDIR: i32 = 21;
pub const EINVAL: i32 = 22;
pub const ENOTEMPTY: i32 = 39;
pub const ELOOP: i32 = 40;

/// What the C library says of an error.
pub fn message(errno: i32) -> &'static str {
    match errno {
        ENOENT => "No such file or directory",
        EBADF => "Bad file descriptor",
        EACCES => "Permission denied",
        EEXIST => "File exists",
        ENOTDIR => "Not a directory",
        EISDIR => "Is a directory",
        EINVAL => "Invalid argument",
        ENOTEMPTY => "Directory not empty",
        ELOOP => "Too many levels of symbolic links",
        _ => "Input/output error",
    }
}

/// A file, folder or link.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Node(pub(super) Ref);

// ---- nodes ----------------------------------------------------------------------------------

impl Node {
    fn word(self, machine: &Machine<'_>, at: u32) -> u64 {
        machine.state.heap.load_u64(machine.state.heap.load_u32(self.0, 1), at)
    }

    fn set_word(self, machine: &mut Machine<'_>, at: u32, value: u64) {
        let words = machine.state.heap.load_u32(self.0, 1);
        machine.set_element(words, ElementKind::Long, at, value);
    }

    pub fn mode(self, machine: &Machine<'_>) -> u64 {
        self.word(machine, MODE)
    }

    pub fn set_permissions(self, machine: &mut Machine<'_>, permissions: u64) {
        let mode = self.mode(machine) & TYPE | permissions & 0o7777;
        self.set_word(machine, MODE, mode);
    }

    pub fn is(self, machine: &Machine<'_>, kind: u64) -> bool {
        self.mode(machine) & TYPE == kind
    }

    pub fn len(self, machine: &Machine<'_>) -> u64 {
        self.word(machine, LENGTH)
    }

    /// Nanoseconds since the epoch.
    pub fn modified(self, machine: &Machine<'_>) -> i64 {
        self.word(machine, MODIFIED) as i64
    }

    pub fn set_modified(self, machine: &mut Machine<'_>, nanos: i64) {
        self.set_word(machine, MODIFIED, nanos as u64);
    }

    pub fn number(self, machine: &Machine<'_>) -> u64 {
        self.word(machine, NUMBER)
    }

    pub fn read(self, machine: &Machine<'_>, from: u64, count: u64) -> Vec<u8> {
        let len = self.len(machine);
        let content = machine.state.heap.load_u32(self.0, 0);
        if content == 0 || from >= len {
            return Vec::new();
        }
        let to = len.min(from.saturating_add(count));
        machine.state.heap.bytes(content, ElementKind::Byte)[from as usize..to as usize].to_vec()
    }

    pub fn write(self, machine: &mut Machine<'_>, at: u64, bytes: &[u8]) -> Result<(), Trap> {
        let end = at + bytes.len() as u64;
        if bytes.is_empty() {
            return Ok(());
        }
        self.reserve(machine, end)?;
        let content = machine.state.heap.load_u32(self.0, 0);
        machine.log_elements(content, ElementKind::Byte, at as u32, end as u32);
        machine.state.heap.bytes_mut(content, ElementKind::Byte)[at as usize..end as usize].copy_from_slice(bytes);
        if end > self.len(machine) {
            self.set_word(machine, LENGTH, end);
        }
        let now = now(machine);
        self.set_modified(machine, now);
        Ok(())
    }

    /// The file's bytes as memory outside of the heap, of at least that length: what is written to one is in the other.
    pub fn mapped(self, machine: &mut Machine<'_>, len: u64) -> Result<Ref, Trap> {
        const PAGE: u64 = 4096;
        self.reserve(machine, len)?;
        let content = machine.state.heap.load_u32(self.0, 0);
        if content != 0 && machine.linkage.off_heap.contains(&content) {
            return Ok(content);
        }
        let room = if content == 0 { 0 } else { machine.state.heap.len(content) };
        let array = allocate(machine, u64::from(room).max(PAGE) as u32)?;
        if content != 0 {
            machine.state.heap.copy_bytes(content, 0, array, 0, room as usize);
        }
        machine.store_element_ref(self.0, 0, array);
        Ok(array)
    }

    pub fn truncate(self, machine: &mut Machine<'_>, len: u64) -> Result<(), Trap> {
        let old = self.len(machine);
        if len < old {
            // Nothing of what was cut off may come back.
            let content = machine.state.heap.load_u32(self.0, 0);
            machine.log_elements(content, ElementKind::Byte, len as u32, old as u32);
            machine.state.heap.bytes_mut(content, ElementKind::Byte)[len as usize..old as usize].fill(0);
        } else {
            self.reserve(machine, len)?;
        }
        self.set_word(machine, LENGTH, len);
        Ok(())
    }

    /// Room for that many bytes; what is added reads as zeros.
    fn reserve(self, machine: &mut Machine<'_>, len: u64) -> Result<(), Trap> {
        const LONGEST: u64 = 1 << 30;
        let content = machine.state.heap.load_u32(self.0, 0);
        let room = if content == 0 { 0 } else { u64::from(machine.state.heap.len(content)) };
        if len <= room {
            return Ok(());
        }
        if len > LONGEST {
            return Err(machine.throw("java/io/IOException", "No space left on device"));
        }
        if machine.linkage.off_heap.contains(&content) {
            return Err(unsupported("a file that is mapped into memory and grows"));
        }
        let class = machine.program.array_of_kind(ElementKind::Byte);
        let larger = machine.new_array(class, len.next_power_of_two().max(64) as u32)?;
        if content != 0 {
            machine.state.heap.copy_bytes(content, 0, larger, 0, room as usize);
        }
        machine.store_element_ref(self.0, 0, larger);
        Ok(())
    }
}

fn now(machine: &mut Machine<'_>) -> i64 {
    // While exploring no time passes for files: each write would else lead to a new state.
    let passed = if machine.is_exploring() { machine.clock() } else { machine.now() };
    MILLI_EPOCH.saturating_mul(1_000_000).saturating_add(passed)
}

fn make_node(machine: &mut Machine<'_>, mode: u64, content: &[u8], number: u64) -> Result<Node, Trap> {
    let longs = machine.program.array_of_kind(ElementKind::Long);
    let words = machine.new_array(longs, 4)?;
    let modified = now(machine) as u64;
    for (at, value) in [mode, content.len() as u64, modified, number].into_iter().enumerate() {
        machine.state.heap.store_u64(words, at as u32, value);
    }
    let bytes = if content.is_empty() { 0 } else { machine.new_bytes(content)? };
    let node = object_array(machine, &[bytes, words])?;
    Ok(Node(node))
}

pub(super) fn object_array(machine: &mut Machine<'_>, elements: &[Ref]) -> Result<Ref, Trap> {
    let class = machine.load("[Ljava/lang/Object;")?;
    let array = machine.new_array(class, elements.len() as u32)?;
    for (at, &element) in elements.iter().enumerate() {
        machine.store_element_ref(array, at as u32, element);
    }
    Ok(array)
}

// ---- the tree -------------------------------------------------------------------------------

pub(super) fn root(machine: &mut Machine<'_>) -> Result<Ref, Trap> {
    let class = machine.load("java/io/FileDescriptor")?;
    Ok(machine.mirror(class))
}

/// All paths with their nodes, by path.
fn entries(machine: &mut Machine<'_>) -> Result<Vec<(Vec<u8>, Node)>, Trap> {
    let root = root(machine)?;
    let table = machine.field(root, FILES) as Ref;
    if table == 0 {
        let entries = vec![
            (b"/".to_vec(), make_node(machine, FOLDER | 0o755, &[], 1)?),
            (b"/tmp".to_vec(), make_node(machine, FOLDER | 0o1777, &[], 2)?),
        ];
        set_entries(machine, &entries)?;
        return Ok(entries);
    }
    let pairs = (0..machine.state.heap.len(table)).step_by(2);
    Ok(pairs
        .map(|at| {
            let path = machine.state.heap.load_u32(table, at);
            let node = machine.state.heap.load_u32(table, at + 1);
            (machine.state.heap.bytes(path, ElementKind::Byte).to_vec(), Node(node))
        })
        .collect())
}

fn set_entries(machine: &mut Machine<'_>, entries: &[(Vec<u8>, Node)]) -> Result<(), Trap> {
    let mut elements = Vec::with_capacity(entries.len() * 2);
    for (path, node) in entries {
        elements.push(machine.new_bytes(path)?);
        elements.push(node.0);
    }
    let table = object_array(machine, &elements)?;
    let root = root(machine)?;
    machine.set_field(root, FILES, table.into());
    Ok(())
}

/// Where resources of the class path appear as files.
pub const CLASSES: &str = "/classes/";

/// Whether a path leads to what never changes: the JDK's home, the class path, or devices, of which
/// there are none.
pub fn is_fixed(path: &[u8]) -> bool {
    [b"/jdk/".as_slice(), b"/dev/", CLASSES.as_bytes()].iter().any(|prefix| path.starts_with(prefix))
}

/// A file that never changes; such nodes are made anew each time and belong to no folder.
fn fixed_node(machine: &mut Machine<'_>, path: &str) -> Result<Option<Node>, Trap> {
    if matches!(path, "/jdk/conf" | "/jdk/conf/security" | "/jdk/lib") {
        return Ok(Some(make_node(machine, FOLDER | 0o555, &[], 0)?));
    }
    let of_jdk = path.strip_prefix("/jdk/").and_then(|inside| machine.program.jdk_file(inside));
    let of_user = || machine.program.user_resources(path.strip_prefix(CLASSES)?).into_iter().next();
    let content = of_jdk.or_else(of_user);
    content.map(|content| make_node(machine, REGULAR | 0o444, &content, 0)).transpose()
}

/// Where a path leads: without links, dots and doubled slashes; and the node there, if there is one.
/// The last name is followed if it is a link and `follow` says so.
pub fn locate(machine: &mut Machine<'_>, path: &[u8], follow: bool) -> Result<(Vec<u8>, Option<Node>), Fault> {
    if path.is_empty() {
        return Err(Fault::Errno(ENOENT));
    }
    if is_fixed(path) {
        let node = fixed_node(machine, &String::from_utf8_lossy(path))?;
        return Ok((path.to_vec(), node));
    }
    let entries = entries(machine)?;
    let find =
        |path: &[u8]| entries.binary_search_by(|(known, _)| known.as_slice().cmp(path)).ok().map(|at| entries[at].1);
    let mut names: Vec<Vec<u8>> = split(path).rev().collect();
    let mut at: Vec<u8> = b"/".to_vec();
    let mut node = find(&at);
    let mut links = 0;
    while let Some(name) = names.pop() {
        let Some(here) = node else { return Err(missing(machine, path)) };
        if !here.is(machine, FOLDER) {
            return Err(Fault::Errno(ENOTDIR));
        }
        match name.as_slice() {
            b"." => continue,
            b".." => at = parent(&at),
            _ => at = join(&at, &name),
        }
        node = find(&at);
        let Some(found) = node.filter(|found| found.is(machine, LINK) && (follow || !names.is_empty())) else {
            continue;
        };
        links += 1;
        if links > 40 {
            return Err(Fault::Errno(ELOOP));
        }
        let target = found.read(machine, 0, u64::MAX);
        at = if target.first() == Some(&b'/') { b"/".to_vec() } else { parent(&at) };
        names.extend(split(&target).rev());
        node = find(&at);
    }
    Ok((at, node))
}

fn split(path: &[u8]) -> impl DoubleEndedIterator<Item = Vec<u8>> + '_ {
    path.split(|&byte| byte == b'/').filter(|name| !name.is_empty()).map(<[u8]>::to_vec)
}

fn join(folder: &[u8], name: &[u8]) -> Vec<u8> {
    let slash: &[u8] = if folder == b"/" { b"" } else { b"/" };
    [folder, slash, name].concat()
}

fn parent(path: &[u8]) -> Vec<u8> {
    match path.iter().rposition(|&byte| byte == b'/') {
        None | Some(0) => b"/".to_vec(),
        Some(at) => path[..at].to_vec(),
    }
}

/// There is no file at a path, on which the program depends from now on.
pub fn missing(machine: &mut Machine<'_>, path: &[u8]) -> Fault {
    machine.depend(Dependence::MissingFile(String::from_utf8_lossy(path).into_owned()));
    Fault::Errno(ENOENT)
}

/// The node at a path that must exist.
pub fn existing(machine: &mut Machine<'_>, path: &[u8], follow: bool) -> Result<(Vec<u8>, Node), Fault> {
    let (at, node) = locate(machine, path, follow)?;
    match node {
        Some(node) => Ok((at, node)),
        None => Err(missing(machine, &at)),
    }
}

/// Makes a node at a path where there is none yet; its folder exists.
pub fn create(machine: &mut Machine<'_>, path: &[u8], mode: u64, content: &[u8]) -> Result<Node, Fault> {
    let (at, node) = locate(machine, path, false)?;
    if node.is_some() {
        return Err(Fault::Errno(EEXIST));
    }
    if is_fixed(&at) {
        return Err(Fault::Errno(EACCES));
    }
    let mut entries = entries(machine)?;
    let number = entries.iter().map(|(_, node)| node.number(machine)).max().unwrap_or(0) + 1;
    let node = make_node(machine, mode, content, number)?;
    insert(machine, &mut entries, at, node)?;
    Ok(node)
}

/// Another name for a file.
pub fn link(machine: &mut Machine<'_>, node: Node, path: &[u8]) -> Result<(), Fault> {
    let (at, existing) = locate(machine, path, false)?;
    if existing.is_some() {
        return Err(Fault::Errno(EEXIST));
    }
    let mut entries = entries(machine)?;
    insert(machine, &mut entries, at, node)?;
    Ok(())
}

fn insert(machine: &mut Machine<'_>, entries: &mut Vec<(Vec<u8>, Node)>, at: Vec<u8>, node: Node) -> Result<(), Trap> {
    let place = entries.partition_point(|(known, _)| *known < at);
    touch_parent(machine, entries, &at);
    entries.insert(place, (at, node));
    set_entries(machine, entries)
}

fn touch_parent(machine: &mut Machine<'_>, entries: &[(Vec<u8>, Node)], path: &[u8]) {
    let folder = parent(path);
    let now = now(machine);
    if let Some((_, node)) = entries.iter().find(|(known, _)| *known == folder) {
        node.set_modified(machine, now);
    }
}

/// How many names a file has.
pub fn names_of(machine: &mut Machine<'_>, node: Node) -> Result<u64, Trap> {
    Ok(entries(machine)?.iter().filter(|(_, known)| *known == node).count().max(1) as u64)
}

/// The names in a folder.
pub fn children(machine: &mut Machine<'_>, folder: &[u8]) -> Result<Vec<Vec<u8>>, Trap> {
    let prefix = join(folder, b"");
    let entries = entries(machine)?;
    let below = entries.iter().filter_map(|(path, _)| path.strip_prefix(prefix.as_slice()));
    Ok(below.filter(|name| !name.is_empty() && !name.contains(&b'/')).map(<[u8]>::to_vec).collect())
}

/// Removes a file or link, or an empty folder; `folder` says which of them is meant, if one is.
pub fn remove(machine: &mut Machine<'_>, path: &[u8], folder: Option<bool>) -> Result<(), Fault> {
    let (at, node) = existing(machine, path, false)?;
    let is_folder = node.is(machine, FOLDER);
    match folder {
        Some(true) if !is_folder => return Err(Fault::Errno(ENOTDIR)),
        Some(false) if is_folder => return Err(Fault::Errno(EISDIR)),
        _ => {}
    }
    if is_folder && !children(machine, &at)?.is_empty() {
        return Err(Fault::Errno(ENOTEMPTY));
    }
    if at == b"/" || is_fixed(&at) {
        return Err(Fault::Errno(EACCES));
    }
    let mut entries = entries(machine)?;
    entries.retain(|(known, _)| *known != at);
    touch_parent(machine, &entries, &at);
    set_entries(machine, &entries)?;
    Ok(())
}

/// `rename(2)`: takes the place of what is there, with all that lies below.
pub fn rename(machine: &mut Machine<'_>, from: &[u8], to: &[u8]) -> Result<(), Fault> {
    let (from, node) = existing(machine, from, false)?;
    let (to, there) = locate(machine, to, false)?;
    if is_fixed(&from) || is_fixed(&to) {
        return Err(Fault::Errno(EACCES));
    }
    if there == Some(node) {
        return Ok(());
    }
    let below = join(&from, b"");
    if to.starts_with(&below) {
        return Err(Fault::Errno(EINVAL));
    }
    if let Some(there) = there {
        match (node.is(machine, FOLDER), there.is(machine, FOLDER)) {
            (true, false) => return Err(Fault::Errno(ENOTDIR)),
            (false, true) => return Err(Fault::Errno(EISDIR)),
            (true, true) if !children(machine, &to)?.is_empty() => return Err(Fault::Errno(ENOTEMPTY)),
            _ => {}
        }
    }
    let mut entries = entries(machine)?;
    entries.retain(|(known, _)| *known != to);
    for (path, _) in &mut entries {
        if *path == from {
            path.clone_from(&to);
        } else if let Some(rest) = path.strip_prefix(below.as_slice()) {
            *path = join(&to, rest);
        }
    }
    entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    set_entries(machine, &entries)?;
    Ok(())
}
