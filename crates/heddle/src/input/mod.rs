//! From a [`Target`] to a class path and a main class. Sources are compiled with the JDK's own `javac`.

mod compile;
mod main_class;
mod source_text;
mod support;

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use heddle_classfile::ClassFile;
use tempfile::TempDir;

use crate::{Error, Jdk, Target};
use compile::{Compiled, CompilerOptions, compile, java_files, source_root};
use main_class::Mains;
pub use source_text::SourceTexts;

/// Where the classes are and where to begin.
#[derive(Clone, Default)]
pub struct Input {
    pub class_path: Vec<PathBuf>,
    /// The main class in internal form, if it could be told from the input.
    pub main_class: Option<String>,
    /// All classes of it that have a main method, in internal form, if one had to be found.
    pub mains: Vec<String>,
    /// A class file of it that cannot be read, and why.
    pub broken: Option<String>,
    /// Folders and jars with sources, for showing lines.
    pub sources: Vec<PathBuf>,
    /// What the compiler had to say.
    pub messages: String,
    /// How classes that are added have to be compiled.
    compiler: CompilerOptions,
    /// Keeps compiled classes while they are in use.
    compiled: Vec<Arc<TempDir>>,
}

impl Input {
    /// Prepares what the user named.
    pub fn prepare(target: &Target, jdk: &Jdk) -> Result<Input, Error> {
        for entry in &target.class_path {
            std::fs::metadata(entry).map_err(|error| unreadable(entry, " on the class path", &error))?;
        }
        if target.program.is_empty() {
            return Err(Error::Usage("the name of the program is empty: name a file, a folder or a class".into()));
        }
        let path = Path::new(&target.program);
        let mut input = match path.extension().and_then(OsStr::to_str) {
            _ if path.is_dir() => Self::folder(target, jdk, path)?,
            Some("java") => Self::source(target, jdk, path)?,
            Some("class") => Self::class(path)?,
            Some("jar") => Self::jar(target, jdk, path)?,
            _ if path.exists() => {
                return Err(Error::Usage(format!(
                    "{} is no program: name a .java or .class file, a .jar, a folder, or a class",
                    path.display()
                )));
            }
            _ if target.program.contains('/') || path.is_symlink() => {
                let error = std::fs::metadata(path).err().unwrap_or(ErrorKind::NotFound.into());
                return Err(unreadable(path, "", &error));
            }
            _ => Self::named(target),
        };
        input.class_path.extend(target.class_path.iter().cloned());
        input.sources.extend(target.source_path.iter().cloned());
        input.sources.extend(input.class_path.iter().filter_map(|entry| jar_of_sources(entry)));
        input.compiler = CompilerOptions { processors: false, encoding: None, more: vec![], ..target.into() };
        if let Some(name) = &target.main_class {
            input.main_class = Some(name.replace('.', "/"));
        }
        Ok(input)
    }

    /// A folder of sources, or of classes.
    fn folder(target: &Target, jdk: &Jdk, path: &Path) -> Result<Input, Error> {
        let sources = java_files(path)?;
        if !sources.is_empty() {
            let compiled = compile(jdk, &sources, &target.class_path, &target.into())?;
            let Mains { chosen: main_class, all: mains, broken } =
                Mains::of_sources(compiled.folder.path(), &sources, jdk.feature()?);
            // Resources lie beside the sources.
            let beside = path.to_path_buf();
            let class_path = vec![compiled.folder.path().to_path_buf(), beside.clone()];
            return Ok(Input { class_path, main_class, mains, broken, sources: vec![beside], ..Self::default() }
                .with(compiled));
        }
        if heddle_program::classes_in(path).is_ok_and(|classes| classes.is_empty()) {
            return Err(Error::Usage(format!("{} holds neither sources nor classes", path.display())));
        }
        let Mains { chosen: main_class, all: mains, broken } = Mains::in_entry(path, jdk.feature()?);
        Ok(Input { class_path: vec![path.to_path_buf()], main_class, mains, broken, ..Self::default() })
    }

    /// A `.java` file.
    fn source(target: &Target, jdk: &Jdk, path: &Path) -> Result<Input, Error> {
        is_file(path)?;
        let sources = [path.to_path_buf()];
        let compiled = compile(jdk, &sources, &target.class_path, &target.into())?;
        let class_path = vec![compiled.folder.path().to_path_buf()];
        let main_class = Mains::of_sources(compiled.folder.path(), &sources, jdk.feature()?).chosen;
        let beside = || path.parent().unwrap_or(Path::new(".")).to_path_buf();
        let sources = vec![source_root(path).unwrap_or_else(beside)];
        Ok(Input { class_path, main_class, sources, ..Self::default() }.with(compiled))
    }

    /// A `.class` file, in the folders of its package.
    fn class(path: &Path) -> Result<Input, Error> {
        let bytes =
            std::fs::read(path).map_err(|error| Error::Usage(format!("cannot read {}: {error}", path.display())))?;
        let file =
            ClassFile::parse(bytes.into()).map_err(|error| Error::Usage(format!("{}: {error}", path.display())))?;
        let name = file.name().into_owned();
        let depth = name.matches('/').count() + 1;
        let root = path.ancestors().nth(depth).map(Path::to_path_buf).unwrap_or_default();
        let root = if root.as_os_str().is_empty() { PathBuf::from(".") } else { root };
        if !root.join(&name).with_extension("class").is_file() {
            let name = format!("{name}.class");
            return Err(Error::Usage(format!("{} must be called {name}, like its class", path.display())));
        }
        Ok(Input { class_path: vec![root], main_class: Some(name), ..Self::default() })
    }

    /// A `.jar`, which may name its main class.
    fn jar(target: &Target, jdk: &Jdk, path: &Path) -> Result<Input, Error> {
        is_file(path)?;
        let named = heddle_program::main_class(path).map_err(|error| Error::Usage(error.to_string()))?;
        let Mains { chosen: main_class, all: mains, broken } = match (&target.main_class, named) {
            (None, None) => Mains::in_entry(path, jdk.feature()?),
            (_, named) => Mains { chosen: named, ..Mains::default() },
        };
        Ok(Input { class_path: vec![path.to_path_buf()], main_class, mains, broken, ..Self::default() })
    }

    /// The name of a class on the class path.
    fn named(target: &Target) -> Input {
        let here = PathBuf::from(".");
        let class_path = if target.class_path.is_empty() { vec![here.clone()] } else { vec![] };
        let main_class = Some(target.program.replace('.', "/"));
        Input { class_path, main_class, sources: vec![here], ..Self::default() }
    }

    /// Whether there were sources to compile.
    pub fn is_compiled(&self) -> bool {
        !self.compiled.is_empty()
    }

    /// Whether a folder holds what was compiled from sources.
    pub fn is_made(&self, folder: &Path) -> bool {
        self.compiled.iter().any(|compiled| compiled.path() == folder)
    }

    /// Keeps what was compiled.
    fn with(mut self, compiled: Compiled) -> Self {
        self.messages.push_str(&compiled.messages);
        self.compiled.push(Arc::new(compiled.folder));
        self
    }

    /// The classes of the program itself, by internal name: of its folder or jar, or the one that it names with those
    /// that stand in it.
    pub fn own_classes(&self, program: &str) -> Result<Vec<String>, Error> {
        let unreadable = |error: heddle_program::OpenError| Error::Usage(error.to_string());
        let path = Path::new(program);
        let ending = path.extension().and_then(OsStr::to_str);
        let is_one = !path.is_dir() && !matches!(ending, Some("java" | "jar"));
        let Some(first) = self.class_path.first() else { return Ok(vec![]) };
        if !is_one {
            return heddle_program::classes_in(first).map_err(unreadable);
        }
        let named = self.main_class.clone().unwrap_or_else(|| program.replace('.', "/"));
        let inner = format!("{named}$");
        for entry in &self.class_path {
            let mut classes = heddle_program::classes_in(entry).map_err(unreadable)?;
            classes.retain(|class| *class == named || class.starts_with(&inner));
            if !classes.is_empty() {
                return Ok(classes);
            }
        }
        Ok(vec![])
    }

    /// The classes whose lines count for coverage, by internal name: those of the program itself and those in folders
    /// of the class path. Jars beside the program are libraries.
    pub fn covered_classes(&self) -> Vec<String> {
        let own = |(at, entry): &(usize, &PathBuf)| *at == 0 || entry.is_dir();
        let entries = self.class_path.iter().enumerate().filter(own).map(|(_, entry)| entry);
        let mut classes: Vec<String> =
            entries.filter_map(|entry| heddle_program::classes_in(entry).ok()).flatten().collect();
        classes.sort();
        classes.dedup();
        classes
    }

    /// The class files of the program, by path; none for a jar.
    pub fn class_files(&self) -> Vec<PathBuf> {
        let Some(folder) = self.class_path.first().filter(|path| path.is_dir()) else { return vec![] };
        let mut files = Vec::new();
        let mut folders = vec![folder.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().and_then(OsStr::to_str) == Some("class") {
                    files.push(path);
                }
            }
        }
        files.sort();
        files
    }

    /// The same with more classes on its path, given by name and source, compiled against it, and with resources, given by
    /// path and text.
    pub fn with_sources(
        &self,
        jdk: &Jdk,
        sources: &[(String, String)],
        resources: &[(&str, &str)],
    ) -> Result<Input, Error> {
        if sources.is_empty() {
            return Ok(self.clone());
        }
        let failed = |error: std::io::Error| Error::Usage(format!("cannot write to the temporary folder: {error}"));
        let folder = tempfile::tempdir().map_err(failed)?;
        let mut files = Vec::new();
        for (class, text) in sources {
            let path = folder.path().join(class).with_extension("java");
            std::fs::create_dir_all(path.parent().unwrap_or(folder.path())).map_err(failed)?;
            std::fs::write(&path, text).map_err(failed)?;
            files.push(path);
        }
        let compiled = compile(jdk, &files, &self.class_path, &self.compiler)?;
        for (path, text) in resources {
            let path = compiled.folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap_or(folder.path())).map_err(failed)?;
            std::fs::write(&path, text).map_err(failed)?;
        }
        let mut more = Input { messages: String::new(), ..self.clone() };
        more.class_path.push(compiled.folder.path().to_path_buf());
        Ok(more.with(compiled))
    }
}

/// An error unless a path is that of a file.
fn is_file(path: &Path) -> Result<(), Error> {
    let about = std::fs::metadata(path).map_err(|error| unreadable(path, "", &error))?;
    if !about.is_file() {
        return Err(Error::Usage(format!("{} is not a file", path.display())));
    }
    std::fs::File::open(path).map(drop).map_err(|error| unreadable(path, "", &error))
}

/// Why a path leads to nothing that can be read; a folder on the way may be closed, and links may go in circles.
fn unreadable(path: &Path, what: &str, error: &std::io::Error) -> Error {
    let path = path.display();
    Error::Usage(match error.kind() {
        ErrorKind::NotFound => format!("{path}{what} does not exist"),
        _ => format!("cannot read {path}{what}: {error}"),
    })
}

/// The jar with the sources of a jar, as Maven and Gradle name it, if it lies beside.
fn jar_of_sources(jar: &Path) -> Option<PathBuf> {
    let name = jar.file_name()?.to_str()?.strip_suffix(".jar")?;
    Some(jar.with_file_name(format!("{name}-sources.jar"))).filter(|path| path.is_file())
}
