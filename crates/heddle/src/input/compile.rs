//! Runs the JDK's own `javac -g` into a temporary folder. Its messages are handed back as they are.

use std::collections::HashSet;
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
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CompilerOptions {
    /// The preview features of the JDK.
    pub preview: bool,
    /// Annotation processors on the class path are executed.
    pub processors: bool,
    /// The encoding of sources.
    pub encoding: Option<String>,
    /// More options, as `javac` takes them.
    pub more: Vec<String>,
}

impl From<&Target> for CompilerOptions {
    fn from(target: &Target) -> Self {
        Self {
            preview: target.enable_preview,
            processors: target.processors,
            encoding: target.encoding.clone(),
            more: target.javac.clone(),
        }
    }
}

impl CompilerOptions {
    /// Options that would let `javac` execute code of the program, or write elsewhere, are refused.
    fn refuse_execution(&self) -> Result<(), Error> {
        let executes = |option: &&String| {
            let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| option.starts_with(prefix));
            let processes = starts(&["-processor", "--processor", "-proc:", "-A"]);
            let writes = ["-d", "-s", "-h", "-Xstdout"].contains(&option.as_str());
            processes && !self.processors || starts(&["-Xplugin", "-J", "@"]) || writes
        };
        match self.more.iter().find(executes) {
            Some(option) => Err(Error::Usage(format!(
                "javac is not given {option}: nothing of a program is executed outside of Heddle, and what javac writes \
                 goes to a temporary folder; --processors lets annotation processors run"
            ))),
            None => Ok(()),
        }
    }
}

/// For so few sources the compiler is done before it has been compiled itself, so that trying hard to do so is in vain: half
/// of the processor time is saved.
const FEW: usize = 50;
const QUICK: [&str; 2] = ["-J-XX:+IgnoreUnrecognizedVMOptions", "-J-XX:TieredStopAtLevel=1"];

/// Compiles sources, and what they mention without having it.
pub fn compile(
    jdk: &Jdk,
    sources: &[PathBuf],
    class_path: &[PathBuf],
    options: &CompilerOptions,
) -> Result<Compiled, Error> {
    options.refuse_execution()?;
    let folder = tempfile::tempdir().map_err(|error| Error::Usage(format!("no temporary folder: {error}")))?;
    let support = support_sources(sources, class_path, folder.path())
        .map_err(|error| Error::Usage(format!("cannot write to the temporary folder: {error}")))?;
    let javac = jdk.javac();
    let mut command = Command::new(&javac);
    // File names and, unless an encoding is named, sources are UTF-8 wherever the command is called.
    command.env("LC_ALL", "C.UTF-8");
    if sources.len() <= FEW {
        command.args(QUICK);
    }
    command.arg("-g").arg("-nowarn").arg("-d").arg(folder.path());
    if !options.processors {
        // Nothing of the program is executed outside of Heddle. Without a path of their own, plug-ins of javac are looked for
        // on the class path, and some start by themselves.
        command.args(["-proc:none", "-processorpath", ""]);
    }
    if options.preview {
        command.arg("--enable-preview").arg("--release").arg(jdk.feature()?.to_string());
    }
    if let Some(encoding) = &options.encoding {
        command.arg("-encoding").arg(encoding);
    }
    command.args(&options.more);
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
    let output = command
        .args(sources.iter().map(|source| as_file(source)))
        .args(support)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| {
            Error::Usage(format!("cannot run {}: {error}; a JRE is not enough, install a JDK", javac.display()))
        })?;
    let messages = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    if output.status.success() { Ok(Compiled { folder, messages }) } else { Err(Error::Compiler(messages)) }
}

/// A name that `javac` takes for that of a source, not for a file of options or an option.
fn as_file(source: &Path) -> PathBuf {
    if source.is_absolute() { source.to_path_buf() } else { Path::new(".").join(source) }
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

/// More files and folders than this are no program.
const MOST_ENTRIES: usize = 200_000;

/// All sources below a folder. Each folder is visited once, so that links may lead in circles.
pub fn java_files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let unreadable =
        |path: &Path, error: std::io::Error| Error::Usage(format!("cannot read {}: {error}", path.display()));
    let mut files = Vec::new();
    let whole = folder.canonicalize().map_err(|error| unreadable(folder, error))?;
    if whole.parent().is_none() {
        let shown = folder.display();
        return Err(Error::Usage(format!("{shown} is the whole file system; name a folder of sources or classes")));
    }
    let mut visited = HashSet::from([whole]);
    let mut folders = vec![folder.to_path_buf()];
    let mut entries = 0;
    while let Some(inner) = folders.pop() {
        for entry in std::fs::read_dir(&inner).map_err(|error| unreadable(&inner, error))? {
            let path = entry.map_err(|error| unreadable(&inner, error))?.path();
            entries += 1;
            if entries > MOST_ENTRIES {
                let shown = folder.display();
                return Err(Error::Usage(format!(
                    "{shown} holds more than {MOST_ENTRIES} files; name a folder of sources or classes"
                )));
            }
            let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            if is_hidden && path.is_symlink() && !path.exists() {
                // By such links editors lock files.
                continue;
            }
            if path.is_dir() {
                let whole = path.canonicalize().map_err(|error| unreadable(&path, error))?;
                if visited.insert(whole) {
                    folders.push(path);
                }
            } else if path.extension().and_then(OsStr::to_str) == Some("java") {
                std::fs::File::open(&path).map_err(|error| unreadable(&path, error))?;
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
