//! Where classes and resources come from: the JDK's image first, then the user's folders and jars
//! in order, each jar followed by what its manifest's `Class-Path` names.
//!
//! The image wins for every class that it has, as delegation between class loaders makes it in a
//! JVM; a user's class in a `java/` package is never looked for.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use bytes::Bytes;

use crate::Origin;
use crate::archive::Archive;
use crate::descriptor::package;
use crate::jar::Jar;
use crate::jimage::Image;
use crate::services::{self, Provider};

/// Why a program could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{} is no JDK: it has no file lib/modules; give the home folder of a JDK 17 to 25", .0.display())]
    NoModules(PathBuf),
    #[error("cannot read the class library {}: {reason}; is this a JDK 17 to 25?", path.display())]
    BadModules { path: PathBuf, reason: io::Error },
    #[error("cannot tell the version of the JDK {}: {reason}; its file 'release' should have a JAVA_VERSION", home.display())]
    NoVersion { home: PathBuf, reason: String },
    #[error("the JDK {} has version {feature}; versions 17 to 25 are supported", home.display())]
    WrongVersion { home: PathBuf, feature: u32 },
    #[error("there is no {} on disk, but the class path names it", .0.display())]
    NoEntry(PathBuf),
    #[error("cannot read {}: {reason}; a class path holds folders and jars", path.display())]
    BadEntry { path: PathBuf, reason: io::Error },
    #[error("the class library lacks what every program needs: {0}; is the JDK complete?")]
    NoCore(#[from] crate::LinkError),
}

/// The places that are searched for classes.
pub(crate) struct ClassPath {
    image: Image,
    entries: Vec<Entry>,
    feature: u32,
    home: PathBuf,
    archive: OnceLock<Archive>,
    services: OnceLock<Vec<Provider>>,
}

enum Entry {
    Folder(PathBuf),
    Jar(Jar),
}

impl ClassPath {
    pub(crate) fn open(jdk: &Path, paths: &[PathBuf]) -> Result<Self, OpenError> {
        let modules = jdk.join("lib").join("modules");
        if !modules.is_file() {
            return Err(OpenError::NoModules(jdk.to_owned()));
        }
        let feature = feature_version(jdk)?;
        let image = Image::open(&modules).map_err(|reason| OpenError::BadModules { path: modules, reason })?;
        let mut opened = Vec::new();
        let mut entries = Vec::new();
        for path in paths {
            if !path.exists() {
                return Err(OpenError::NoEntry(path.clone()));
            }
            open_entry(path, feature, &mut opened, &mut entries)?;
        }
        Ok(Self { image, entries, feature, home: jdk.to_owned(), archive: OnceLock::new(), services: OnceLock::new() })
    }

    pub(crate) fn feature(&self) -> u32 {
        self.feature
    }

    pub(crate) fn image(&self) -> &Image {
        &self.image
    }

    /// The bytes of a class, by internal name.
    pub(crate) fn class(&self, name: &str) -> io::Result<Option<(Bytes, Origin)>> {
        let path = format!("{name}.class");
        if let Some(bytes) = self.jdk_resource(&path)? {
            return Ok(Some((bytes, Origin::Jdk)));
        }
        if name.starts_with("java/") {
            return Ok(None);
        }
        Ok(self.user_resource(&path)?.map(|bytes| (bytes, Origin::User)))
    }

    /// The bytes of a resource of the class path or else of the JDK.
    pub(crate) fn resource(&self, path: &str) -> io::Result<Option<Bytes>> {
        match self.user_resource(path)? {
            Some(bytes) => Ok(Some(bytes)),
            None => self.jdk_resource(path),
        }
    }

    /// The bytes of a resource in each folder and jar that has it, in order.
    pub(crate) fn user_resources(&self, path: &str) -> Vec<Bytes> {
        self.entries.iter().filter_map(|entry| entry.read(path).ok().flatten()).collect()
    }

    /// The bytes of a file in the JDK's home folder.
    pub(crate) fn jdk_file(&self, path: &str) -> Option<Bytes> {
        Entry::Folder(self.home.clone()).read(path).ok().flatten()
    }

    /// The names in the JDK's archive of class data; none if it has no archive.
    pub(crate) fn archive(&self) -> &Archive {
        self.archive.get_or_init(|| {
            let bytes = self.jdk_file("lib/server/classes.jsa");
            bytes.map_or_else(Archive::default, |bytes| Archive::read(&bytes))
        })
    }

    /// What the modules of the JDK provide.
    pub(crate) fn services(&self) -> &[Provider] {
        self.services.get_or_init(|| services::read(&self.image))
    }

    /// Whether a module of the JDK exports (or opens) a package, with slashes, to a module.
    pub(crate) fn exports(&self, module: &str, package: &str, to: Option<&str>, open: bool) -> bool {
        services::exports(&self.image, module, package, to, open)
    }

    fn jdk_resource(&self, path: &str) -> io::Result<Option<Bytes>> {
        match self.image.module_of(package(path)) {
            Some(module) => self.image.resource(&module, path),
            None => Ok(None),
        }
    }

    fn user_resource(&self, path: &str) -> io::Result<Option<Bytes>> {
        for entry in &self.entries {
            if let Some(bytes) = entry.read(path)? {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }
}

impl Entry {
    fn read(&self, path: &str) -> io::Result<Option<Bytes>> {
        match self {
            Self::Jar(jar) => jar.read(path),
            Self::Folder(folder) => {
                // A name from a class file must not climb out of the folder.
                if path.split('/').any(|part| part.is_empty() || part == "." || part == "..") {
                    return Ok(None);
                }
                read_file(&folder.join(path))
            }
        }
    }
}

/// `None` if there is no such file. Names that differ only in case must not match on file systems
/// that ignore it; the name inside the class file is checked by the caller.
fn read_file(path: &Path) -> io::Result<Option<Bytes>> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(bytes.into())),
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::InvalidInput
            | io::ErrorKind::InvalidFilename => Ok(None),
            _ => Err(error),
        },
    }
}

fn open_entry(path: &Path, feature: u32, opened: &mut Vec<PathBuf>, entries: &mut Vec<Entry>) -> Result<(), OpenError> {
    let bad = |reason| OpenError::BadEntry { path: path.to_owned(), reason };
    let canonical = path.canonicalize().map_err(bad)?;
    if opened.contains(&canonical) {
        return Ok(());
    }
    opened.push(canonical);
    if path.is_dir() {
        entries.push(Entry::Folder(path.to_owned()));
        return Ok(());
    }
    let jar = Jar::open(path, feature).map_err(bad)?;
    let more = jar.manifest().class_path.clone();
    entries.push(Entry::Jar(jar));
    let folder = path.parent().unwrap_or(Path::new(""));
    for relative in more {
        let relative = relative.strip_prefix("file:").unwrap_or(&relative);
        let path = folder.join(relative);
        // A JVM ignores entries of a manifest that are missing or unreadable.
        if path.exists() {
            let _ = open_entry(&path, feature, opened, entries);
        }
    }
    Ok(())
}

/// The feature version in a JDK's `release` file: 17 for `JAVA_VERSION="17.0.15"`.
pub fn feature_version(home: &Path) -> Result<u32, OpenError> {
    let no_version = |reason: String| OpenError::NoVersion { home: home.to_owned(), reason };
    let release = std::fs::read_to_string(home.join("release")).map_err(|e| no_version(e.to_string()))?;
    let version = release
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION="))
        .ok_or_else(|| no_version("it names no JAVA_VERSION".to_owned()))?
        .trim_matches('"');
    let first = version.split(['.', '-', '+', '_']).next().unwrap_or_default();
    let feature = first.parse().map_err(|_| no_version(format!("'{version}' is no version")))?;
    if (17..=25).contains(&feature) {
        Ok(feature)
    } else {
        Err(OpenError::WrongVersion { home: home.to_owned(), feature })
    }
}

/// Internal names of the classes in a folder or jar, sorted.
pub fn classes_in(path: &Path) -> Result<Vec<String>, OpenError> {
    let bad = |reason| OpenError::BadEntry { path: path.to_owned(), reason };
    let mut names = Vec::new();
    if path.is_dir() {
        list_folder(path, "", &mut names).map_err(bad)?;
    } else {
        let jar = Jar::open(path, 25).map_err(bad)?;
        names.extend(jar.names().filter_map(class_of_path).map(str::to_owned));
    }
    names.sort_unstable();
    Ok(names)
}

/// The `Main-Class` of a jar's manifest, as an internal name.
pub fn main_class(jar: &Path) -> Result<Option<String>, OpenError> {
    let jar = Jar::open(jar, 25).map_err(|reason| OpenError::BadEntry { path: jar.to_owned(), reason })?;
    Ok(jar.manifest().main_class.as_ref().map(|name| name.replace('.', "/")))
}

/// The classes of a folder or jar with their bytes, by name. What cannot be read is left out.
pub fn read_classes(path: &Path) -> Result<Vec<(String, Bytes)>, OpenError> {
    let names = classes_in(path)?;
    let jar = if path.is_dir() {
        None
    } else {
        Some(Jar::open(path, 25).map_err(|reason| OpenError::BadEntry { path: path.to_owned(), reason })?)
    };
    let bytes = |name: &str| match &jar {
        Some(jar) => jar.read(&format!("{name}.class")).ok()?,
        None => std::fs::read(path.join(format!("{name}.class"))).ok().map(Bytes::from),
    };
    Ok(names.into_iter().filter_map(|name| bytes(&name).map(|bytes| (name, bytes))).collect())
}

/// A file in a jar; nothing if there is no such file, or the jar cannot be read.
pub fn jar_entry(jar: &Path, name: &str) -> Option<Bytes> {
    Jar::open(jar, 25).ok()?.read(name).ok()?
}

fn list_folder(folder: &Path, prefix: &str, names: &mut Vec<String>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(file) = entry.file_name().into_string() else {
            continue;
        };
        let path = if prefix.is_empty() { file } else { format!("{prefix}/{file}") };
        if entry.file_type()?.is_dir() {
            list_folder(&entry.path(), &path, names)?;
        } else if let Some(name) = class_of_path(&path) {
            names.push(name.to_owned());
        }
    }
    Ok(())
}

fn class_of_path(path: &str) -> Option<&str> {
    let name = path.strip_suffix(".class")?;
    let simple = name.rsplit('/').next().unwrap_or(name);
    let described = simple == "module-info" || simple == "package-info";
    (!described && !path.starts_with("META-INF/")).then_some(name)
}
