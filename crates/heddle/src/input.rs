//! From what the user named to a class path and a main class: sources are compiled with the JDK's
//! own `javac -g` into a temporary folder; its messages are shown as they are.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::args::Target;
use crate::commands::Failure;
use crate::jdk::Jdk;
use crate::litmus::harness;

/// Where the classes are and where to begin.
pub struct Input {
    pub class_path: Vec<PathBuf>,
    /// The main class in internal form, if it could be told from the input.
    pub main_class: Option<String>,
    /// Folders with sources, for showing lines.
    pub sources: Vec<PathBuf>,
    /// Keeps compiled classes until the run is over.
    _compiled: Option<TempDir>,
    /// Likewise for what was added later.
    _added: Vec<TempDir>,
}

impl Input {
    /// Prepares what the user named.
    pub fn prepare(target: &Target, jdk: &Jdk) -> Result<Input, Failure> {
        let mut class_path: Vec<PathBuf> = match &target.class_path {
            Some(path) => env::split_paths(path).collect(),
            None => Vec::new(),
        };
        for entry in &class_path {
            if !entry.exists() {
                return Err(Failure::Usage(format!("{} on the class path does not exist", entry.display())));
            }
        }
        let named = target.main_class.as_ref().map(|name| name.replace('.', "/"));
        let path = Path::new(&target.program);
        let extension = path.extension().and_then(OsStr::to_str);
        if path.is_dir() {
            let sources = java_files(path)?;
            if sources.is_empty() {
                class_path.insert(0, path.to_path_buf());
                if heddle_program::classes_in(path).is_ok_and(|classes| classes.is_empty()) {
                    return Err(Failure::Usage(format!("{} holds neither sources nor classes", path.display())));
                }
                let main_class = named.or_else(|| only_main_candidate(path));
                return Ok(Input { class_path, main_class, sources: vec![], _compiled: None, _added: vec![] });
            }
            let compiled = compile(jdk, &sources, &class_path, target.enable_preview)?;
            // Resources lie beside the sources.
            class_path.splice(0..0, [compiled.path().to_path_buf(), path.to_path_buf()]);
            let main_class = named.or_else(|| main_of(compiled.path(), &sources));
            return Ok(Input {
                class_path,
                main_class,
                sources: vec![path.to_path_buf()],
                _compiled: Some(compiled),
                _added: vec![],
            });
        }
        match extension {
            Some("java") => {
                if !path.is_file() {
                    return Err(Failure::Usage(format!("{} does not exist", path.display())));
                }
                let compiled = compile(jdk, &[path.to_path_buf()], &class_path, target.enable_preview)?;
                class_path.insert(0, compiled.path().to_path_buf());
                let main_class = named.or_else(|| main_of(compiled.path(), &[path.to_path_buf()]));
                let beside = path.parent().unwrap_or(Path::new(".")).to_path_buf();
                let folder = source_root(path).unwrap_or(beside);
                Ok(Input { class_path, main_class, sources: vec![folder], _compiled: Some(compiled), _added: vec![] })
            }
            Some("class") => {
                let bytes = std::fs::read(path)
                    .map_err(|error| Failure::Usage(format!("cannot read {}: {error}", path.display())))?;
                let file = heddle_classfile::ClassFile::parse(bytes.into())
                    .map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
                let name = file.name().into_owned();
                let depth = name.matches('/').count() + 1;
                let root = path.ancestors().nth(depth).map(Path::to_path_buf).unwrap_or_default();
                let root = if root.as_os_str().is_empty() { PathBuf::from(".") } else { root };
                if !root.join(&name).with_extension("class").is_file() {
                    let name = format!("{name}.class");
                    return Err(Failure::Usage(format!("{} must be called {name}, like its class", path.display())));
                }
                class_path.insert(0, root);
                Ok(Input {
                    class_path,
                    main_class: named.or(Some(name)),
                    sources: vec![],
                    _compiled: None,
                    _added: vec![],
                })
            }
            Some("jar") => {
                if !path.is_file() {
                    return Err(Failure::Usage(format!("{} does not exist", path.display())));
                }
                class_path.insert(0, path.to_path_buf());
                let main_class = match named {
                    Some(name) => Some(name),
                    None => heddle_program::main_class(path).map_err(|error| Failure::Usage(error.to_string()))?,
                };
                Ok(Input { class_path, main_class, sources: vec![], _compiled: None, _added: vec![] })
            }
            _ => {
                if class_path.is_empty() {
                    class_path.push(PathBuf::from("."));
                }
                let main_class = named.or_else(|| Some(target.program.replace('.', "/")));
                Ok(Input { class_path, main_class, sources: vec![PathBuf::from(".")], _compiled: None, _added: vec![] })
            }
        }
    }
}

impl Input {
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

    /// Compiles more sources against the program and puts them on its class path.
    pub fn add(&mut self, jdk: &Jdk, sources: &[(String, String)]) -> Result<(), Failure> {
        let failed = |error: std::io::Error| Failure::Usage(format!("cannot write to the temporary folder: {error}"));
        let folder = tempfile::tempdir().map_err(failed)?;
        let mut files = Vec::new();
        for (class, text) in sources {
            let path = folder.path().join(class).with_extension("java");
            std::fs::create_dir_all(path.parent().unwrap_or(folder.path())).map_err(failed)?;
            std::fs::write(&path, text).map_err(failed)?;
            files.push(path);
        }
        let compiled = compile(jdk, &files, &self.class_path, false)?;
        self.class_path.push(compiled.path().to_path_buf());
        self._added.push(compiled);
        Ok(())
    }
}

/// Interfaces for choices of the environment, compiled along with programs that use them.
const SUPPORT: &[(&str, &str)] = &[
    ("heddle.Verify", include_str!("../../../java/heddle/Verify.java")),
    ("gov.nasa.jpf.vm.Verify", include_str!("../../../java/gov/nasa/jpf/vm/Verify.java")),
    ("org.sosy_lab.sv_benchmarks.Verifier", include_str!("../../../java/org/sosy_lab/sv_benchmarks/Verifier.java")),
];

/// Writes the interfaces that the sources mention and nobody else provides; `heddle.Verify` goes
/// along with the others, which call it.
fn support_sources(sources: &[PathBuf], class_path: &[PathBuf], folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let texts: Vec<String> = sources.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect();
    let declares = |name: &str| {
        let (package, class) = name.rsplit_once('.').unwrap_or_default();
        texts
            .iter()
            .any(|text| text.contains(&format!("package {package};")) && text.contains(&format!("class {class} ")))
    };
    let mentioned = |name: &&(&str, &str)| {
        let wildcard = name.0.rsplit_once('.').map(|(package, _)| format!("{package}.*")).unwrap_or_default();
        texts.iter().any(|text| text.contains(name.0) || text.contains(&wildcard)) && !declares(name.0)
    };
    let wanted: Vec<_> = SUPPORT.iter().filter(mentioned).collect();
    let has_jcstress = class_path.iter().any(|entry| provides_jcstress(entry));
    let mut files = if has_jcstress { vec![] } else { jcstress_sources(&texts, folder)? };
    let base = (!wanted.is_empty() && !declares(SUPPORT[0].0)).then_some(&SUPPORT[0]);
    for (name, text) in wanted.into_iter().filter(|(name, _)| *name != SUPPORT[0].0).chain(base) {
        let path = folder.join(name.replace('.', "/")).with_extension("java");
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(&path, text)?;
        files.push(path);
    }
    Ok(files)
}

fn provides_jcstress(entry: &Path) -> bool {
    let named = entry.file_name().is_some_and(|name| name.to_string_lossy().contains("jcstress"));
    named || entry.join("org/openjdk/jcstress/annotations/Actor.class").is_file()
}

/// Stand-ins for jcstress if sources use it without having it on the class path.
fn jcstress_sources(texts: &[String], folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !texts.iter().any(|text| text.contains("org.openjdk.jcstress")) {
        return Ok(vec![]);
    }
    let annotations = harness::ANNOTATIONS.iter().map(|(name, text)| (name.to_string(), text.to_string()));
    // A package that is imported as a whole has to have something in it.
    let imported = texts.iter().any(|text| text.contains("jcstress.infra.results.*")).then(|| "I_Result".to_string());
    let results = texts.iter().flat_map(|text| harness::results_mentioned(text)).chain(imported);
    let results =
        results.map(|name| (format!("org/openjdk/jcstress/infra/results/{name}"), harness::result_source(&name)));
    let mut files = Vec::new();
    for (name, text) in annotations.chain(results) {
        let path = folder.join(name).with_extension("java");
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(&path, text)?;
        files.push(path);
    }
    files.sort();
    files.dedup();
    Ok(files)
}

fn compile(jdk: &Jdk, sources: &[PathBuf], class_path: &[PathBuf], preview: bool) -> Result<TempDir, Failure> {
    let folder = tempfile::tempdir().map_err(|error| Failure::Usage(format!("no temporary folder: {error}")))?;
    let support = support_sources(sources, class_path, folder.path())
        .map_err(|error| Failure::Usage(format!("cannot write to the temporary folder: {error}")))?;
    let javac = jdk.javac();
    let mut command = Command::new(&javac);
    command.arg("-g").arg("-nowarn").arg("-d").arg(folder.path());
    if preview {
        command.arg("--enable-preview").arg("--release").arg(jdk.feature()?.to_string());
    }
    if !class_path.is_empty() {
        let joined = env::join_paths(class_path)
            .map_err(|error| Failure::Usage(format!("the class path cannot be passed to javac: {error}")))?;
        command.arg("-cp").arg(joined);
    }
    if let [alone] = sources
        && let Some(root) = source_root(alone)
    {
        // Other sources that it uses lie beside it; javac compiles those that are needed.
        command.arg("-sourcepath").arg(root);
    }
    let status = command.args(sources).args(support).status().map_err(|error| {
        Failure::Usage(format!("cannot run {}: {error}; a JRE is not enough, install a JDK", javac.display()))
    })?;
    if status.success() { Ok(folder) } else { Err(Failure::Usage("javac refused the program".into())) }
}

/// The folder that the packages of a source begin in; nothing if it does not lie as its package says.
fn source_root(source: &Path) -> Option<PathBuf> {
    let text = std::fs::read_to_string(source).ok()?;
    let package = package_of(&text).unwrap_or_default();
    let source = source.canonicalize().ok()?;
    let folder = source.parent()?;
    let depth = package.split('.').filter(|part| !part.is_empty()).count();
    let root = folder.ancestors().nth(depth)?;
    let fits = root.join(package.replace('.', "/")).components().eq(folder.components());
    fits.then(|| root.to_path_buf())
}

fn package_of(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.trim().strip_prefix("package ")?.split(';').next()).map(str::trim)
}

fn java_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder)
            .map_err(|error| Failure::Usage(format!("cannot read {}: {error}", folder.display())))?;
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

/// The class to begin with: of the classes that were compiled and have a `main`, the one named
/// like the first source that has one, else the one that is declared first.
fn main_of(compiled: &Path, sources: &[PathBuf]) -> Option<String> {
    let classes = heddle_program::classes_in(compiled).ok()?;
    let with_main: Vec<String> = classes.into_iter().filter(|name| has_main(compiled, name)).collect();
    let simple = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
    let like_source = sources.iter().find_map(|path| {
        let (stem, text) = (path.file_stem()?.to_str()?, std::fs::read_to_string(path).ok()?);
        let package = package_of(&text).map(|name| format!("{}/", name.replace('.', "/"))).unwrap_or_default();
        with_main.iter().find(|name| **name == format!("{package}{stem}"))
    });
    let declared_first = || {
        sources.iter().find_map(|path| {
            let text = std::fs::read_to_string(path).ok()?;
            let declared = |name: &&String| {
                let simple = simple(name);
                let kinds = ["class", "interface", "enum", "record"];
                kinds.iter().filter_map(|kind| text.find(&format!("{kind} {simple}"))).min()
            };
            with_main.iter().filter(|name| declared(name).is_some()).min_by_key(declared)
        })
    };
    like_source.or_else(declared_first).cloned()
}

/// Whether a class that is no member of another declares a method `main`.
fn has_main(folder: &Path, name: &str) -> bool {
    let Ok(bytes) = std::fs::read(folder.join(name).with_extension("class")) else { return false };
    let Ok(file) = heddle_classfile::ClassFile::parse(bytes.into()) else { return false };
    let nested = file.inner_classes().is_ok_and(|rows| rows.iter().any(|row| row.inner == file.name()));
    !nested && file.methods().iter().any(|method| file.utf8(method.name).is_ok_and(|name| name == "main"))
}

/// `Main` if a folder of classes has it at its top, else the only class with a `main`.
fn only_main_candidate(folder: &Path) -> Option<String> {
    if folder.join("Main.class").is_file() {
        return Some("Main".into());
    }
    let classes = heddle_program::classes_in(folder).ok()?;
    let mut with_main = classes.into_iter().filter(|name| has_main(folder, name));
    let first = with_main.next()?;
    with_main.next().is_none().then_some(first)
}
