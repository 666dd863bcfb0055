//! Checkpoints as files: written to a new file that then takes the place of the last one, which is kept beside it. A file that is
//! cut off or damaged is recognised by its checksum, and the one before it is used.
//!
//! ```text
//! "heddle checkpoint 1\n"   length of the head in 8 bytes   head (JSON)   16 bytes per visited state   checksum (XXH3, 16 bytes)
//! ```

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use heddle_explore::{Checkpoint, Fingerprints, Room, Settings};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::saved::classes;
use crate::{Error, Project};

const MAGIC: &[u8] = b"heddle checkpoint 1\n";
const CHECKSUM: u64 = 16;
const BUFFER: usize = 1 << 20;

/// That a check writes checkpoints, and perhaps goes on from one.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    /// Where they are written to.
    pub file: PathBuf,
    /// How often.
    pub every: Duration,
    /// Go on from the last one.
    pub resume: bool,
    /// What the check was asked for, for whoever reads the file; means nothing here.
    pub command: Vec<String>,
    /// The folder that names of files in the command are relative to.
    pub folder: PathBuf,
}

/// How a check was asked for that has written a checkpoint.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The command.
    pub command: Vec<String>,
    /// The folder that it was given in.
    pub folder: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct Head {
    heddle: String,
    command: Vec<String>,
    folder: PathBuf,
    bound: Bound,
    checkpoint: Checkpoint,
}

/// What has to be the same for a search to go on.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Bound {
    jdk: String,
    classes: BTreeMap<String, String>,
    settings: String,
}

impl Bound {
    fn of(project: &Project, settings: &Settings) -> Result<Self, Error> {
        Ok(Self {
            jdk: project.jdk().version()?,
            classes: classes(project.program(), project.main_class()?),
            settings: format!("{settings:?}"),
        })
    }
}

/// Reads how the check was asked for that has written a checkpoint.
pub fn read_asked(file: &Path) -> Result<Asked, Error> {
    let (Head { command, folder, .. }, _) = read(file, &|| None)?;
    Ok(Asked { command, folder })
}

/// Writes checkpoints of one search.
pub(super) struct Writer<'c> {
    asked: &'c Checkpoints,
    bound: String,
}

impl<'c> Writer<'c> {
    pub fn new(asked: &'c Checkpoints, project: &Project, settings: &Settings) -> Result<Self, Error> {
        let bound = serde_json::to_string(&Bound::of(project, settings)?).expect("texts and numbers");
        Ok(Self { asked, bound })
    }

    /// Writes a checkpoint, which takes the place of the last one.
    pub fn write(&self, checkpoint: &Checkpoint, visited: &Fingerprints) -> io::Result<()> {
        let new = beside(&self.asked.file, "new");
        let written = self.write_to(&new, checkpoint, visited);
        if written.is_err() {
            let _ = std::fs::remove_file(&new);
            return written;
        }
        match std::fs::rename(&self.asked.file, beside(&self.asked.file, "before")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => std::fs::rename(&new, &self.asked.file),
        }
    }

    fn write_to(&self, file: &Path, checkpoint: &Checkpoint, visited: &Fingerprints) -> io::Result<()> {
        let Checkpoints { command, folder, .. } = self.asked;
        let head = serde_json::json!({
            "heddle": env!("CARGO_PKG_VERSION"),
            "command": command,
            "folder": folder,
            "bound": serde_json::from_str::<serde_json::Value>(&self.bound)?,
            "checkpoint": checkpoint,
        });
        let head = serde_json::to_vec(&head)?;
        let mut out = Summed { inner: BufWriter::with_capacity(BUFFER, File::create(file)?), sum: Xxh3::new() };
        out.write_all(MAGIC)?;
        out.write_all(&(head.len() as u64).to_le_bytes())?;
        out.write_all(&head)?;
        let mut written = Ok(());
        visited.for_each(|high, low| {
            if written.is_ok() {
                written = out.write_all(&[high, low].map(u64::to_le_bytes).concat());
            }
        })?;
        written?;
        let sum = out.sum.digest128().to_le_bytes();
        out.inner.write_all(&sum)?;
        out.inner.flush()?;
        out.inner.get_ref().sync_all()
    }
}

/// Goes on from the last checkpoint, if it belongs to this program and these settings.
pub(super) fn last(
    asked: &Checkpoints,
    project: &Project,
    settings: &Settings,
    room: &Arc<Room>,
) -> Result<(Checkpoint, Fingerprints), Error> {
    let make = || Some(Fingerprints::new(false, room.clone()));
    let (head, visited) = read(&asked.file, &make)?;
    let visited = visited.expect("the store that was made");
    let now = Bound::of(project, settings)?;
    let differs = |what: String| {
        Err(Error::Usage(format!("{} cannot be gone on with: {what} (begin again with check)", asked.file.display())))
    };
    let version = env!("CARGO_PKG_VERSION");
    if head.heddle != version {
        return differs(format!("it was written by Heddle {}, and this is {version}", head.heddle));
    }
    if head.bound.jdk != now.jdk {
        return differs(format!("it was written with JDK {}, and this is JDK {}", head.bound.jdk, now.jdk));
    }
    if head.bound.classes != now.classes {
        return differs("the program has changed".into());
    }
    if head.bound != now {
        return differs("it was written with other options".into());
    }
    Ok((head.checkpoint, visited))
}

/// The last checkpoint that is whole, with what was visited if there is a store for it.
fn read(file: &Path, make: &dyn Fn() -> Option<Fingerprints>) -> Result<(Head, Option<Fingerprints>), Error> {
    read_one(file, make()).or_else(|error| {
        let why = |_| Error::Usage(format!("cannot go on from {}: {error}", file.display()));
        read_one(&beside(file, "before"), make()).map_err(why)
    })
}

fn read_one(file: &Path, visited: Option<Fingerprints>) -> io::Result<(Head, Option<Fingerprints>)> {
    let damaged = || io::Error::new(io::ErrorKind::InvalidData, "it is no checkpoint, or damaged");
    let file = File::open(file)?;
    let mut left = file.metadata()?.len().checked_sub(CHECKSUM).ok_or_else(damaged)?;
    let mut from = Summed { inner: BufReader::with_capacity(BUFFER, file), sum: Xxh3::new() };
    let mut take = |len: u64, from: &mut Summed<BufReader<File>>| {
        left = left.checked_sub(len).ok_or_else(damaged)?;
        let mut bytes = vec![0; len as usize];
        from.read_exact(&mut bytes)?;
        Ok::<_, io::Error>(bytes)
    };
    if take(MAGIC.len() as u64, &mut from)? != MAGIC {
        return Err(damaged());
    }
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    let len = word(&take(8, &mut from)?);
    let head = take(len, &mut from)?;
    if !left.is_multiple_of(16) {
        return Err(damaged());
    }
    let mut pair = [0; 16];
    for _ in 0..left / 16 {
        from.read_exact(&mut pair)?;
        if let Some(visited) = &visited {
            visited.remember(word(&pair[..8]), word(&pair[8..]));
        }
    }
    let mut sum = [0; CHECKSUM as usize];
    from.inner.read_exact(&mut sum)?;
    if u128::from_le_bytes(sum) != from.sum.digest128() {
        return Err(damaged());
    }
    let head = serde_json::from_slice(&head).map_err(|_| damaged())?;
    Ok((head, visited))
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

/// Adds up what passes.
struct Summed<T> {
    inner: T,
    sum: Xxh3,
}

impl<T: Write> Write for Summed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<T: Read> Read for Summed<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.sum.update(&bytes[..read]);
        Ok(read)
    }
}
