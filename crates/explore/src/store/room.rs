//! How much memory stores may take, and where they put the rest. Who starts a search says how to make a file without a
//! name; here it is only written to and read.

use std::fmt;
use std::fs::File;
use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

type MakeFile = Box<dyn Fn() -> io::Result<File> + Send + Sync>;

/// Shared by the stores of a search and whoever watches its memory.
#[derive(Default)]
pub struct Room {
    disk: Option<Disk>,
    /// Bytes that a store may take in any case, once memory is short; 0 before.
    least: AtomicU64,
    failure: OnceLock<String>,
}

struct Disk {
    /// What it is called in messages.
    place: String,
    make: MakeFile,
    most: u64,
}

impl Room {
    /// Room for stores of so many bytes each, beyond which they go to files that `make` makes. A file has to vanish when it is
    /// closed, or when the process ends.
    pub fn on_disk(most: u64, place: String, make: impl Fn() -> io::Result<File> + Send + Sync + 'static) -> Self {
        Self { disk: Some(Disk { place, make: Box::new(make), most }), ..Self::default() }
    }

    /// The process has little memory left: no store is to grow any more, but up to so many bytes. Whether that is news.
    pub fn ask_to_stay_within(&self, least: u64) -> bool {
        self.disk.is_some() && self.least.swap(least.max(1), Ordering::Relaxed) == 0
    }

    /// Whether the process has little memory left, so that what is not needed should go.
    pub fn is_short(&self) -> bool {
        self.least.load(Ordering::Relaxed) > 0
    }

    /// What the place of files is called.
    pub fn place(&self) -> &str {
        self.disk.as_ref().map_or("", |disk| &disk.place)
    }

    /// Why stores could not go on on disk, if that happened: the search has to stop.
    pub fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }

    /// Bytes that a store which takes `now` may take from now on, if that does not change any more, and otherwise for the time being.
    pub(super) fn allows(&self, now: u64) -> Result<u64, u64> {
        let most = self.disk.as_ref().map_or(u64::MAX, |disk| disk.most);
        match self.least.load(Ordering::Relaxed) {
            0 => Err(most),
            least => Ok(now.max(least).min(most)),
        }
    }

    pub(super) fn file(&self) -> io::Result<File> {
        let disk = self.disk.as_ref().ok_or(io::ErrorKind::Unsupported)?;
        (disk.make)()
    }

    #[cold]
    pub(super) fn fail(&self, error: &io::Error) {
        let _ = self.failure.set(format!("{}: {error}", self.place()));
    }
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room")
            .field("is_short", &self.is_short())
            .field("failure", &self.failure)
            .finish_non_exhaustive()
    }
}
