//! Names in the JDK's archive of class data (`lib/server/classes.jsa`), by position.
//!
//! HotSpot keeps the methods of a class sorted by the addresses of their names, and the names that the
//! archive has lie where the archive is mapped. Programs see that order in `getDeclaredMethods`. Only
//! the names are looked for: 8-byte aligned records of a permanent reference count (the low half of
//! the first word), a length of two bytes and the characters, as `symbol.hpp` of JDK 17 to 25 has them.

use rustc_hash::FxHashMap;

/// Positions of names.
#[derive(Default)]
pub struct Archive {
    positions: FxHashMap<Box<[u8]>, u32>,
}

impl Archive {
    pub(crate) fn read(bytes: &[u8]) -> Self {
        const PERMANENT: [u8; 2] = [0xff, 0xff];
        const LENGTH: usize = 4;
        const TEXT: usize = 6;
        /// Names of methods are shorter.
        const LONGEST: usize = 256;
        let mut positions = FxHashMap::default();
        for (word, record) in bytes.chunks_exact(8).enumerate() {
            let len = usize::from(u16::from_le_bytes([record[LENGTH], record[LENGTH + 1]]));
            if record[..2] != PERMANENT || len == 0 || len > LONGEST {
                continue;
            }
            let at = word * 8;
            let Some(text) = bytes.get(at + TEXT..at + TEXT + len) else { continue };
            if text.iter().all(|&byte| byte.is_ascii_graphic()) {
                positions.entry(text.into()).or_insert(word as u32);
            }
        }
        Self { positions }
    }

    /// Where a name is, if the archive has it.
    pub fn position(&self, name: &[u8]) -> Option<u32> {
        self.positions.get(name).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::Archive;

    #[test]
    fn names_are_found_where_they_are() {
        let mut bytes = vec![0; 16];
        bytes.extend([0xff, 0xff, 1, 2, 6, 0]);
        bytes.extend(b"equals");
        bytes.extend([0; 4]);
        bytes.extend([0xff, 0xff, 0, 0, 99, 0, b'x', 0]);
        let archive = Archive::read(&bytes);
        assert_eq!(archive.position(b"equals"), Some(2));
        assert_eq!(archive.position(b"x"), None);
    }
}
