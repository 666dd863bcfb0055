//! The texts of source files, from folders and from jars of sources.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Files that were asked for so far: the entry of the source path and the path in it, and their lines if they exist.
#[derive(Default)]
pub struct SourceTexts {
    known: Mutex<HashMap<(PathBuf, String), Lines>>,
}

type Lines = Option<Arc<Vec<String>>>;

impl SourceTexts {
    /// The lines of a file in a folder or jar.
    pub fn lines(&self, entry: &Path, path: &str) -> Lines {
        let key = (entry.to_path_buf(), path.to_owned());
        let mut known = self.known.lock().expect("no panic while holding the lock");
        let lines = known.entry(key).or_insert_with(|| {
            let bytes = if entry.is_file() {
                heddle_program::jar_entry(entry, path)?.to_vec()
            } else {
                std::fs::read(entry.join(path)).ok()?
            };
            // A line in another encoding is better shown with a few marks than not at all.
            Some(Arc::new(String::from_utf8_lossy(&bytes).lines().map(String::from).collect()))
        });
        lines.clone()
    }
}
