//! Jars: entries by name, multi-release versions, the manifest.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use rustc_hash::FxHashMap;
use zip::ZipArchive;

/// A larger entry is refused rather than unpacked into memory.
const LARGEST: u64 = 1 << 30;

/// An opened jar.
pub(crate) struct Jar {
    archive: Mutex<ZipArchive<BufReader<File>>>,
    /// Where each name is, the version for the running JDK taken into account.
    index: FxHashMap<Box<str>, usize>,
    manifest: Manifest,
}

/// The main section of a manifest, as far as it matters here.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub(crate) struct Manifest {
    pub(crate) main_class: Option<String>,
    pub(crate) class_path: Vec<String>,
    multi_release: bool,
}

impl Jar {
    /// Opens a jar as JDK `feature` sees it.
    pub(crate) fn open(path: &Path, feature: u32) -> io::Result<Self> {
        let mut archive = ZipArchive::new(BufReader::new(File::open(path)?))?;
        let manifest = match archive.index_for_name("META-INF/MANIFEST.MF") {
            Some(at) => Manifest::parse(&String::from_utf8_lossy(&read_entry(&mut archive, at)?)),
            None => Manifest::default(),
        };
        let index = index(&archive, feature, manifest.multi_release);
        Ok(Self { archive: Mutex::new(archive), index, manifest })
    }

    pub(crate) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The bytes of an entry.
    pub(crate) fn read(&self, name: &str) -> io::Result<Option<Bytes>> {
        let Some(&at) = self.index.get(name) else {
            return Ok(None);
        };
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        read_entry(&mut archive, at).map(|bytes| Some(bytes.into()))
    }

    /// The names of all entries that are visible, in no order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.index.keys().map(|name| &**name)
    }
}

/// JEP 238: of the entries `META-INF/versions/N/name`, the one with the highest N that the JDK
/// has reached replaces `name`.
fn index<R>(archive: &ZipArchive<R>, feature: u32, multi_release: bool) -> FxHashMap<Box<str>, usize>
where
    R: Read + io::Seek,
{
    let mut best: FxHashMap<Box<str>, (u32, usize)> = FxHashMap::default();
    for (at, name) in archive.file_names().enumerate() {
        // A name in an unknown encoding is not the name of any class.
        let Ok(name) = name else {
            continue;
        };
        let name = &*name;
        let versioned = multi_release
            .then(|| name.strip_prefix("META-INF/versions/")?.split_once('/'))
            .flatten()
            .and_then(|(version, plain)| Some((version.parse::<u32>().ok()?, plain)))
            .filter(|&(version, plain)| (9..=feature).contains(&version) && !plain.starts_with("META-INF/"));
        let (version, plain) = versioned.unwrap_or((0, name));
        let entry = best.entry(plain.into()).or_insert((version, at));
        if entry.0 <= version {
            *entry = (version, at);
        }
    }
    best.into_iter().map(|(name, (_, at))| (name, at)).collect()
}

fn read_entry<R: Read + io::Seek>(archive: &mut ZipArchive<R>, at: usize) -> io::Result<Vec<u8>> {
    let mut entry = archive.by_index(at)?;
    if entry.size() > LARGEST {
        return Err(io::Error::other(format!("entry {at} is larger than 1 GiB")));
    }
    let mut bytes = Vec::with_capacity(entry.size().min(1 << 20) as usize);
    entry.by_ref().take(LARGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Manifest {
    /// Lines are at most 72 bytes; one that starts with a space continues the one before. The main
    /// section ends at the first empty line.
    fn parse(text: &str) -> Self {
        let mut lines: Vec<String> = Vec::new();
        for line in text.lines().take_while(|line| !line.is_empty()) {
            match (line.strip_prefix(' '), lines.last_mut()) {
                (Some(more), Some(last)) => last.push_str(more),
                _ => lines.push(line.to_owned()),
            }
        }
        let value = |name: &str| {
            lines.iter().find_map(|line| {
                let (key, value) = line.split_once(':')?;
                key.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
            })
        };
        Self {
            main_class: value("Main-Class").filter(|name| !name.is_empty()),
            class_path: value("Class-Path")
                .map(|path| path.split_whitespace().map(str::to_owned).collect())
                .unwrap_or_default(),
            multi_release: value("Multi-Release").is_some_and(|v| v.eq_ignore_ascii_case("true")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifest_lines_continue() {
        let manifest = Manifest::parse(
            "Manifest-Version: 1.0\r\nMain-Class: a.very.lo\r\n ng.Name\r\nmulti-release: TRUE\r\n\
             Class-Path: a.jar lib/\r\n\r\nMain-Class: other\r\n",
        );
        assert_eq!(manifest.main_class.as_deref(), Some("a.very.long.Name"));
        assert_eq!(manifest.class_path, ["a.jar", "lib/"]);
        assert!(manifest.multi_release);
    }
}
