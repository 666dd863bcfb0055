//! The constant pool of a class being written: each constant once, in order of first use.

use rustc_hash::FxHashMap;

#[derive(Default)]
pub struct Pool {
    bytes: Vec<u8>,
    /// Index of the last entry; entry 0 does not exist.
    last: u16,
    index: FxHashMap<Vec<u8>, u16>,
}

impl Pool {
    pub fn utf8(&mut self, text: &str) -> u16 {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.utf8_units(&units)
    }

    fn utf8_units(&mut self, units: &[u16]) -> u16 {
        let text = modified_utf8(units);
        let mut entry = vec![1];
        entry.extend((text.len() as u16).to_be_bytes());
        entry.extend(text);
        self.entry(entry, 1)
    }

    pub fn int(&mut self, value: i32) -> u16 {
        self.tagged(3, &value.to_be_bytes(), 1)
    }

    pub fn float(&mut self, bits: u32) -> u16 {
        self.tagged(4, &bits.to_be_bytes(), 1)
    }

    pub fn long(&mut self, value: i64) -> u16 {
        self.tagged(5, &value.to_be_bytes(), 2)
    }

    pub fn double(&mut self, bits: u64) -> u16 {
        self.tagged(6, &bits.to_be_bytes(), 2)
    }

    /// A class, by internal name.
    pub fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.tagged(7, &name.to_be_bytes(), 1)
    }

    pub fn string(&mut self, units: &[u16]) -> u16 {
        let text = self.utf8_units(units);
        self.tagged(8, &text.to_be_bytes(), 1)
    }

    pub fn field(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        self.member(9, class, name, descriptor)
    }

    pub fn method(&mut self, class: &str, name: &str, descriptor: &str, interface: bool) -> u16 {
        self.member(if interface { 11 } else { 10 }, class, name, descriptor)
    }

    fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class);
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let pair = self.tagged(12, &[name.to_be_bytes(), descriptor.to_be_bytes()].concat(), 1);
        self.tagged(tag, &[class.to_be_bytes(), pair.to_be_bytes()].concat(), 1)
    }

    fn tagged(&mut self, tag: u8, rest: &[u8], width: u16) -> u16 {
        let mut entry = vec![tag];
        entry.extend_from_slice(rest);
        self.entry(entry, width)
    }

    fn entry(&mut self, entry: Vec<u8>, width: u16) -> u16 {
        if let Some(&at) = self.index.get(&entry) {
            return at;
        }
        let at = self.last + 1;
        self.last += width;
        self.bytes.extend_from_slice(&entry);
        self.index.insert(entry, at);
        at
    }

    /// The count and the entries, as they stand in the file.
    pub fn write(&self, file: &mut Vec<u8>) {
        file.extend((self.last + 1).to_be_bytes());
        file.extend_from_slice(&self.bytes);
    }
}

/// JVMS 4.4.7: NUL takes two bytes, surrogates three each.
fn modified_utf8(units: &[u16]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(units.len());
    for &unit in units {
        match unit {
            1..=0x7F => bytes.push(unit as u8),
            0 | 0x80..=0x7FF => bytes.extend([0xC0 | (unit >> 6) as u8, 0x80 | (unit & 0x3F) as u8]),
            _ => bytes.extend([0xE0 | (unit >> 12) as u8, 0x80 | (unit >> 6 & 0x3F) as u8, 0x80 | (unit & 0x3F) as u8]),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_constants_are_one_entry_and_wide_ones_take_two() {
        let mut pool = Pool::default();
        assert_eq!((pool.long(5), pool.int(5), pool.long(5)), (1, 3, 1));
        assert_eq!(pool.class("a/B"), pool.class("a/B"));
    }

    #[test]
    fn text_survives_modified_utf8() {
        let units: Vec<u16> = vec![0, 0x41, 0xE9, 0x20AC, 0xD83D, 0xDE00, 0xD800];
        assert_eq!(heddle_classfile::to_utf16(&modified_utf8(&units)), units);
    }
}
