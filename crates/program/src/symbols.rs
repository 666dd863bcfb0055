//! Interned names and descriptors: text → [`Symbol`] under a short lock, symbol → text under none.
//!
//! An entry also remembers which class has that name, so that looking up a loaded class is two
//! loads once its symbol is known. Each class loader of the program has a space of names of its
//! own, with other symbols for the same text; space 0 is that of the JDK and the class path.

use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{PoisonError, RwLock};

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::{ClassId, Symbol};

#[derive(Default)]
pub(crate) struct Symbols {
    entries: boxcar::Vec<Entry>,
    index: RwLock<HashTable<Symbol>>,
    /// Symbols of other spaces, by space and the symbol of space 0.
    spaces: RwLock<FxHashMap<(u32, Symbol), Symbol>>,
}

struct Entry {
    text: Box<str>,
    space: u32,
    /// One more than the id of the class with this name; 0 while there is none.
    class: AtomicU32,
}

impl Symbols {
    pub(crate) fn intern(&self, text: &str) -> Symbol {
        if let Some(symbol) = self.find(text) {
            return symbol;
        }
        let hash = FxBuildHasher.hash_one(text);
        let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
        let found = index.find(hash, |&symbol| self.text(symbol) == text);
        if let Some(&symbol) = found {
            return symbol;
        }
        let at = self.entries.push(Entry { text: text.into(), space: 0, class: AtomicU32::new(0) });
        let symbol = Symbol(u32::try_from(at).expect("fewer than 2^32 names fit into memory"));
        index.insert_unique(hash, symbol, |&other| FxBuildHasher.hash_one(self.text(other)));
        symbol
    }

    /// The symbol of a class name in a space.
    pub(crate) fn intern_in(&self, space: u32, text: &str) -> Symbol {
        let plain = self.intern(text);
        if space == 0 {
            return plain;
        }
        let mut spaces = self.spaces.write().unwrap_or_else(PoisonError::into_inner);
        *spaces.entry((space, plain)).or_insert_with(|| {
            let at = self.entries.push(Entry { text: text.into(), space, class: AtomicU32::new(0) });
            Symbol(u32::try_from(at).expect("fewer than 2^32 names fit into memory"))
        })
    }

    /// The space of a name.
    pub(crate) fn space(&self, name: Symbol) -> u32 {
        self.entries[name.index()].space
    }

    /// The symbol of a text that has been interned before.
    pub(crate) fn find(&self, text: &str) -> Option<Symbol> {
        let hash = FxBuildHasher.hash_one(text);
        let index = self.index.read().unwrap_or_else(PoisonError::into_inner);
        index.find(hash, |&symbol| self.text(symbol) == text).copied()
    }

    #[inline]
    pub(crate) fn text(&self, symbol: Symbol) -> &str {
        &self.entries[symbol.index()].text
    }

    /// The loaded class of this name.
    #[inline]
    pub(crate) fn class(&self, name: Symbol) -> Option<ClassId> {
        self.entries[name.index()].class.load(Ordering::Acquire).checked_sub(1).map(ClassId)
    }

    /// Publishes a class, which must be in the table already.
    pub(crate) fn set_class(&self, name: Symbol, class: ClassId) {
        self.entries[name.index()].class.store(class.0 + 1, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_text_is_one_symbol() {
        let symbols = Symbols::default();
        let a = symbols.intern("java/lang/Object");
        assert_eq!(a, symbols.intern("java/lang/Object"));
        assert_ne!(a, symbols.intern("java/lang/String"));
        assert_eq!(symbols.text(a), "java/lang/Object");
        assert_eq!(symbols.find("nothing"), None);
        assert_eq!(symbols.class(a), None);
        symbols.set_class(a, ClassId(0));
        assert_eq!(symbols.class(a), Some(ClassId(0)));
    }
}
