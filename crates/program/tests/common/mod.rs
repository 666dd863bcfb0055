//! What the tests share: the JDKs of this machine, and small Java sources compiled on the fly.

pub mod assembler;

use std::path::{Path, PathBuf};

use heddle_program::{Program, Sources};
use heddle_testing::Jdk;

pub fn open(jdk: &Jdk, class_path: &[&Path]) -> Program {
    open_home(&jdk.home, class_path)
}

/// The same for a JDK by its folder, which need not have a compiler.
pub fn open_home(jdk: &Path, class_path: &[&Path]) -> Program {
    let class_path = class_path.iter().map(|path| path.to_path_buf()).collect();
    Program::open(Sources { jdk: jdk.to_path_buf(), class_path, injected: &[] }).expect("the JDK opens")
}

/// A folder that disappears with the value.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("the temporary folder is writable"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file below the folder.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("writable");
        std::fs::write(&path, content).expect("writable");
        path
    }
}
