//! What the benchmarks share: the JDK, and compiling the programs in `bench/`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The JDK to measure with: `JAVA_HOME`, else that of `javac` on the PATH.
pub fn jdk() -> PathBuf {
    if let Some(home) = std::env::var_os("JAVA_HOME") {
        return home.into();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let javac = std::env::split_paths(&path).map(|folder| folder.join("javac")).find(|file| file.is_file());
    let javac = javac.expect("a JDK: set JAVA_HOME").canonicalize().expect("javac exists");
    javac.ancestors().nth(2).expect("javac is in bin").to_path_buf()
}

/// Compiles all programs of a folder below `bench/`.
pub fn compile(folder: &str) -> tempfile::TempDir {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench").join(folder);
    let files = std::fs::read_dir(&sources).expect("the folder of programs").flatten().map(|entry| entry.path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "java"));
    let classes = tempfile::tempdir().expect("a temporary folder");
    let status = Command::new(jdk().join("bin/javac")).args(["-g", "-d"]).arg(classes.path()).args(files).status();
    assert!(status.expect("javac runs").success(), "javac refused a benchmark");
    classes
}
