//! Runs the JDK's own `javac -g` into a temporary folder. Its messages are handed back as they are.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::support::support_sources;
use crate::{Error, Jdk, Target};

/// Classes made from sources.
pub struct Compiled {
    /// The folder with the classes; vanishes when dropped.
    pub folder: TempDir,
    /// What the compiler had to say; mostly nothing.
    pub messages: String,
}

/// What the user may decide about the compiler.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CompilerOptions {
    /// The preview features of the JDK.
    pub preview: bool,
    /// Annotation processors on the class path are executed.
    pub processors: bool,
}

impl From<&Target> for CompilerOptions {
    fn from(target: &Target) -> Self {
        Self { preview: target.enable_preview, processors: target.processors }
    }
}

/// Compiles sources, and what they mention without having it.
pub fn compile(
    jdk: &Jdk,
    sources: &[PathBuf],
    class_path: &[PathBuf],
    options: CompilerOptions,
) -> Result<Compiled, Error> {
    let folder = tempfile::tempdir().map_err(|error| Error::Usage(format!("no temporary folder: {error}")))?;
    let support = support_sources(sources, class_path, folder.path())
        .map_err(|error| Error::Usage(format!("cannot write to the temporary folder: {error}")))?;
    let javac = jdk.javac();
    let mut command = Command::new(&javac);
    command.arg("-g").arg("-nowarn").arg("-d").arg(folder.path());
    if !options.processors {
        // Nothing of the program is executed outside of Heddle.
        command.arg("-proc:none");
    }
    if options.preview {
        command.arg("--enable-preview").arg("--release").arg(jdk.feature()?.to_string());
    }
    if !class_path.is_empty() {
        let joined = env::join_paths(class_path)
            .map_err(|error| Error::Usage(format!("the class path cannot be passed to javac: {error}")))?;
        command.arg("-cp").arg(joined);
    }
    if let [alone] = sources
        && let Some(root) = source_root(alone)
    {
        // Other sources that it uses lie beside it; javac compiles those that are needed.
        command.arg("-sourcepath").arg(root);
    }
    let output = command.args(sources).args(support).stdin(Stdio::null()).output().map_err(|error| {
        Error::Usage(format!("cannot run {}: {error}; a JRE is not enough, install a JDK", javac.display()))
    })?;
    let messages = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    if output.status.success() { Ok(Compiled { folder, messages }) } else { Err(Error::Compiler(messages)) }
}

/// The folder that the packages of a source begin in; nothing if it does not lie as its package says.
pub fn source_root(source: &Path) -> Option<PathBuf> {
    let text = std::fs::read_to_string(source).ok()?;
    let package = package_of(&text).unwrap_or_default();
    let source = source.canonicalize().ok()?;
    let folder = source.parent()?;
    let depth = package.split('.').filter(|part| !part.is_empty()).count();
    let root = folder.ancestors().nth(depth)?;
    let fits = root.join(package.replace('.', "/")).components().eq(folder.components());
    fits.then(|| root.to_path_buf())
}

/// The package that a source declares.
pub fn package_of(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.trim().strip_prefix("package ")?.split(';').next()).map(str::trim)
}

/// All sources below a folder.
pub fn java_files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder)
            .map_err(|error| Error::Usage(format!("cannot read {}: {error}", folder.display())))?;
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().and_then(OsStr::to_str) == Some("java") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
