//! Java strings: making, reading and interning them. Compact strings as in the JDK: a `byte[]`
//! with a coder, Latin-1 where possible.

use heddle_program::ir::ElementKind;

use crate::heap::{IMMUTABLE, Ref};
use crate::machine::Machine;
use crate::native::Trap;
use crate::permanent::Names;
use crate::touch::Noted;

impl Machine<'_> {
    /// A new string with that text.
    pub fn new_string(&mut self, text: &str) -> Result<Ref, Trap> {
        if text.is_ascii() {
            return self.new_string_of(text.as_bytes(), 0);
        }
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_string_utf16(&units)
    }

    /// A new string with those UTF-16 code units, surrogates as they are.
    pub fn new_string_utf16(&mut self, units: &[u16]) -> Result<Ref, Trap> {
        if units.iter().all(|&unit| unit < 256) {
            let bytes: Vec<u8> = units.iter().map(|&unit| unit as u8).collect();
            return self.new_string_of(&bytes, 0);
        }
        let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        self.new_string_of(&bytes, 1)
    }

    pub(crate) fn new_string_of(&mut self, bytes: &[u8], coder: u64) -> Result<Ref, Trap> {
        let array = self.new_bytes(bytes)?;
        let string = self.program.well_known().string;
        let string = self.new_object(string)?;
        // Both objects are fresh, so nothing needs journaling; permanent ones never do.
        self.set_field(string, "value", u64::from(array));
        self.freeze(array);
        self.set_field(string, "coder", coder);
        Ok(string)
    }

    /// Declares that an array has become the value of a string: from now on nobody writes it, so
    /// reading it is invisible.
    pub(crate) fn freeze(&mut self, array: Ref) {
        if array == 0 || self.state.heap.tag(array) == IMMUTABLE {
            return;
        }
        if array < self.journal.floor && !self.linkage.permanent.active() {
            self.journal.tag(&self.state.heap, array);
        }
        self.state.heap.set_tag(array, IMMUTABLE);
    }

    /// A new `byte[]`.
    pub fn new_bytes(&mut self, bytes: &[u8]) -> Result<Ref, Trap> {
        let class = self.program.array_of_kind(ElementKind::Byte);
        let array = self.new_array(class, bytes.len() as u32)?;
        self.state.heap.bytes_mut(array, ElementKind::Byte).copy_from_slice(bytes);
        Ok(array)
    }

    /// The code units of a string (not null).
    pub fn string_utf16(&mut self, string: Ref) -> Vec<u16> {
        let value = self.field(string, "value") as Ref;
        let wide = self.field(string, "coder") != 0;
        if value == 0 {
            return Vec::new();
        }
        let bytes = self.state.heap.bytes(value, ElementKind::Byte);
        if wide {
            bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
        } else {
            bytes.iter().map(|&b| u16::from(b)).collect()
        }
    }

    /// The text of a string; null reads as `null`, lone surrogates as U+FFFD.
    pub fn string(&mut self, string: Ref) -> String {
        if string == 0 {
            return "null".into();
        }
        String::from_utf16_lossy(&self.string_utf16(string))
    }

    /// The canonical string with those code units (`String.intern`, literals). Permanent.
    pub fn intern(&mut self, units: &[u16]) -> Ref {
        if let Some(&string) = self.linkage.interned.get(units) {
            return string;
        }
        let key = Names::literal(units);
        let string = self.permanently(key, |m| m.new_string_utf16(units)).unwrap_or(0);
        self.linkage.interned.insert(units.into(), string);
        string
    }

    /// [`Self::intern`] for Rust text.
    pub fn intern_str(&mut self, text: &str) -> Ref {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.intern(&units)
    }

    /// `System.identityHashCode`: a function of what caused the object if it is permanent, else of the
    /// asking thread and how many hashes it asked for, so that schedules which differ only in the
    /// order of independent steps agree.
    pub fn identity_hash(&mut self, object: Ref) -> i32 {
        if object == 0 {
            return 0;
        }
        if crate::heap::Heap::is_permanent(object) {
            let name = self.state.heap.name(object);
            return spread(self.linkage.permanent.stable(name, self.program));
        }
        self.note_touch(Noted::Hash(object));
        if self.state.heap.has_hash(object) {
            return self.state.hashes[&object];
        }
        self.note_own_identity();
        let current = self.stepper.current;
        let path = xxhash_rust::xxh3::xxh3_64(
            &self.state.threads[current].path.iter().flat_map(|p| p.to_le_bytes()).collect::<Vec<u8>>(),
        );
        let asked = self.state.threads[current].control.counters.hashes + 1;
        // What an initialiser of the JDK asks for happens once in a search, so it must not count.
        if !self.linkage.permanent.active() {
            self.control(current).counters.hashes = asked;
        }
        let hash = spread(path ^ u64::from(asked));
        let cell = self.state.heap.cell_with_hash(object);
        self.store(object, 1, cell);
        self.state.hashes.insert(object, hash);
        if self.journal.floor != 0 {
            self.journal.hashes.push(object);
        }
        hash
    }
}

/// A positive 31-bit hash, never 0.
fn spread(key: u64) -> i32 {
    let mixed = (key ^ key >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    ((mixed >> 33) as i32 & 0x7fff_ffff).max(1)
}
