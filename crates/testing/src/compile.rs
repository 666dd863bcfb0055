//! Java sources to classes, each text once: the classes are kept in the target folder under a hash of all that they
//! depend on. A folder of classes appears whole, by being renamed, so several tests and processes may ask for the
//! same at once.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use xxhash_rust::xxh3::Xxh3;

use crate::{Jdk, compiler, repository};

/// Debug tables, since reports name lines and variables; no annotation processors.
const OPTIONS: [&str; 3] = ["-g", "-nowarn", "-proc:none"];

/// The folder with the classes of sources, given by path and text.
pub fn compile(jdk: &Jdk, sources: &[(impl AsRef<str>, impl AsRef<str>)]) -> PathBuf {
    compile_with(jdk, &OPTIONS, sources)
}

/// The same for files.
pub fn compile_files(jdk: &Jdk, files: &[PathBuf]) -> PathBuf {
    compile(jdk, &read(files))
}

/// The same with other options of the compiler.
pub fn compile_with(jdk: &Jdk, options: &[&str], sources: &[(impl AsRef<str>, impl AsRef<str>)]) -> PathBuf {
    // One at a time, so that tests which want the same classes do not compile them side by side.
    static TURN: Mutex<()> = Mutex::new(());
    let kept = kept(jdk, options, sources);
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    if !kept.is_dir() {
        let work = work_folder();
        let classes = work.path().join("classes");
        javac(jdk, options, &classes, Some(source_path()), &write(&work.path().join("sources"), sources));
        keep(&classes, &kept);
    }
    kept
}

/// The folders with the classes of the sources in these folders, which may all have the same class names.
pub fn compile_each(jdk: &Jdk, folders: &[&Path]) -> Vec<PathBuf> {
    folders.iter().map(|folder| compile_files(jdk, &java_files(folder))).collect()
}

/// Compiles sources against the classes that are in a folder, and puts theirs there too. Nothing is kept: that is
/// for tests which replace classes one after another.
pub fn compile_into(jdk: &Jdk, into: &Path, sources: &[(&str, &str)]) {
    let work = work_folder();
    javac(jdk, &OPTIONS, into, None, &write(work.path(), sources));
}

/// All sources in a folder, in order.
fn java_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "java")).collect();
    files.sort();
    files
}

/// Names and texts of files.
fn read(files: &[PathBuf]) -> Vec<(String, String)> {
    let text =
        |file: &PathBuf| std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let name = |file: &PathBuf| file.file_name().expect("a file has a name").to_string_lossy().into_owned();
    files.iter().map(|file| (name(file), text(file))).collect()
}

/// Writes sources below a folder; their paths.
fn write(folder: &Path, sources: &[(impl AsRef<str>, impl AsRef<str>)]) -> Vec<PathBuf> {
    let write_one = |(name, text): &(_, _)| {
        let (name, text): (&str, &str) = (AsRef::as_ref(name), AsRef::as_ref(text));
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a writable folder");
        std::fs::write(&path, text).expect("a writable folder");
        path
    };
    sources.iter().map(write_one).collect()
}

/// The sources of what programs import from Heddle.
fn interface_of_heddle() -> PathBuf {
    repository("java").join("heddle-api/src/main/java")
}

/// Where the interfaces of Heddle are, and those of other tools.
fn source_path() -> OsString {
    std::env::join_paths([interface_of_heddle(), repository("java")]).expect("no separator in the names of folders")
}

/// Compiles files against the classes of a folder, into it.
fn javac(jdk: &Jdk, options: &[&str], classes: &Path, source_path: Option<OsString>, files: &[PathBuf]) {
    let mut arguments: Vec<OsString> = options.iter().map(OsString::from).collect();
    if let Some(path) = source_path {
        arguments.extend(["-sourcepath".into(), path]);
    }
    arguments.extend(["-cp".into(), classes.into(), "-d".into(), classes.into()]);
    arguments.extend(files.iter().map(OsString::from));
    compiler::call(jdk, &arguments);
}

/// Where the classes of sources are kept, or will be.
fn kept(jdk: &Jdk, options: &[&str], sources: &[(impl AsRef<str>, impl AsRef<str>)]) -> PathBuf {
    let mut hash = Xxh3::new();
    // A length before each text, so that no two lists of texts look alike.
    let mut add = |text: &str| {
        hash.update(&(text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    add(&std::fs::read_to_string(jdk.home.join("release")).expect("a JDK has a file `release`"));
    add(interfaces());
    options.iter().for_each(|option| add(option));
    for (name, text) in sources {
        add(name.as_ref());
        add(text.as_ref());
    }
    store().join(format!("{:032x}", hash.digest128()))
}

/// The texts of what programs may import without having it.
fn interfaces() -> &'static str {
    static TEXTS: OnceLock<String> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let mut folders = vec![interface_of_heddle(), repository("java").join("gov"), repository("java").join("org")];
        let mut files = Vec::new();
        while let Some(folder) = folders.pop() {
            files.extend(java_files(&folder));
            let entries = std::fs::read_dir(&folder).expect("a readable folder").flatten().map(|entry| entry.path());
            folders.extend(entries.filter(|path| path.is_dir()));
        }
        files.sort();
        read(&files).into_iter().map(|(_, text)| text).collect()
    })
}

/// Makes a folder of classes appear under its name, unless somebody else was quicker.
fn keep(classes: &Path, kept: &Path) {
    if let Err(error) = std::fs::rename(classes, kept) {
        assert!(kept.is_dir(), "{} cannot be made: {error}", kept.display());
    }
}

/// A folder to work in, on the same disk as what is kept.
fn work_folder() -> tempfile::TempDir {
    let folder = tempfile::Builder::new().prefix("work-").tempdir_in(store()).expect("a folder in the target folder");
    std::fs::create_dir_all(folder.path().join("classes")).expect("a writable folder");
    folder
}

/// `java` in the target folder, beside the running test or benchmark.
fn store() -> &'static Path {
    static STORE: OnceLock<PathBuf> = OnceLock::new();
    STORE.get_or_init(|| {
        let own = std::env::current_exe().expect("a test knows its own path");
        let folder = own.parent().expect("a test is in a folder");
        let profile = if folder.ends_with("deps") { folder.parent().expect("deps is in a folder") } else { folder };
        let store = profile.join("java");
        std::fs::create_dir_all(&store).expect("the target folder is writable");
        store
    })
}
