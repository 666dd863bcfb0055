//! What the tests share: the JDKs of this machine, and small Java sources compiled on the fly.

#![allow(dead_code, reason = "each test file uses its own part of this")]

pub mod assembler;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use heddle_program::{Program, Sources};

/// Home folders of the JDKs 17 to 25 of this machine, each once, in a fixed order.
pub fn jdks() -> Vec<PathBuf> {
    let installed = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|e| e.path());
    let mut homes: Vec<_> = std::env::var_os("JAVA_HOME")
        .map(PathBuf::from)
        .into_iter()
        .chain(installed)
        .filter(|home| home.join("lib/modules").is_file())
        .filter_map(|home| home.canonicalize().ok())
        .collect();
    homes.sort();
    homes.dedup();
    assert!(!homes.is_empty(), "the tests need a JDK under /usr/lib/jvm or in JAVA_HOME");
    homes
}

pub fn open(jdk: &Path, class_path: &[&Path]) -> Program {
    let class_path = class_path.iter().map(|path| path.to_path_buf()).collect();
    Program::open(Sources { jdk: jdk.to_owned(), class_path, injected: &[] }).expect("the JDK opens")
}

/// A folder that disappears with the value.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("heddle-test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("the temporary folder is writable");
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file below the folder.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("writable");
        std::fs::write(&path, content).expect("writable");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Numbers that look random and are the same in every run (xorshift64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % bound as u64) as usize
    }
}

/// Compiles sources, given as (path, text), together; the classes land in `into`.
pub fn compile(jdk: &Path, into: &Path, sources: &[(&str, &str)]) {
    let folder = Folder::new();
    let files: Vec<_> = sources.iter().map(|(name, text)| folder.write(name, text)).collect();
    let output = Command::new(jdk.join("bin/javac"))
        .args(["-nowarn", "-g", "-d"])
        .arg(into)
        .arg("-cp")
        .arg(into)
        .args(&files)
        .output()
        .expect("javac runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
