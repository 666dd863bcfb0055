//! Which cells of objects were written since what they say was last written down: one bit per cell.
//! Cells that were never asked about count as written.

use crate::heap::PERM_END;

#[derive(Default)]
pub(crate) struct Touched {
    permanent: Vec<u64>,
    path: Vec<u64>,
}

impl Touched {
    /// A cell of an object was written.
    #[inline]
    pub fn set(&mut self, cell: u32) {
        let (words, at) = self.locate(cell);
        if let Some(word) = words.get_mut(at >> 6) {
            *word |= 1 << (at & 63);
        }
    }

    /// Objects of the path from cell `from` on have vanished; others will take their place.
    pub fn forget(&mut self, from: u32, to: u32) {
        let (mut at, end) = ((from - PERM_END) as usize, (to - PERM_END) as usize);
        while at < end {
            let Some(word) = self.path.get_mut(at >> 6) else { return };
            *word |= !0 << (at & 63);
            at = (at | 63) + 1;
        }
    }

    /// Everything counts as written.
    pub fn forget_all(&mut self) {
        self.permanent.clear();
        self.path.clear();
    }

    /// Whether any cell of an object was written.
    #[inline]
    pub fn any(&self, object: u32, cells: u32) -> bool {
        let (words, from) = if object < PERM_END {
            (&self.permanent, object as usize)
        } else {
            (&self.path, (object - PERM_END) as usize)
        };
        let last = from + cells as usize - 1;
        let (first_word, last_word) = (from >> 6, last >> 6);
        if last_word >= words.len() {
            return true;
        }
        let low = !0 << (from & 63);
        let high = !0 >> (63 - (last & 63));
        if first_word == last_word {
            return words[first_word] & low & high != 0;
        }
        words[first_word] & low != 0
            || words[last_word] & high != 0
            || words[first_word + 1..last_word].iter().any(|&word| word != 0)
    }

    /// What an object says has been written down.
    pub fn clear(&mut self, object: u32, cells: u32) {
        let (words, from) = self.locate(object);
        let end = from + cells as usize;
        if words.len() < (end + 63) >> 6 {
            words.resize(((end + 63) >> 6).next_power_of_two(), !0);
        }
        let mut at = from;
        while at < end {
            let stop = end.min((at | 63) + 1);
            let mask = (!0 << (at & 63)) & (!0 >> (63 - ((stop - 1) & 63)));
            words[at >> 6] &= !mask;
            at = stop;
        }
    }

    #[inline]
    fn locate(&mut self, cell: u32) -> (&mut Vec<u64>, usize) {
        if cell < PERM_END {
            (&mut self.permanent, cell as usize)
        } else {
            (&mut self.path, (cell - PERM_END) as usize)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_untouched_until_one_of_its_cells_is_written() {
        let mut touched = Touched::default();
        for (object, cells) in [(PERM_END + 5, 3), (PERM_END + 60, 200), (PERM_END + 1000, 64), (77, 8)] {
            assert!(touched.any(object, cells));
            touched.clear(object, cells);
            assert!(!touched.any(object, cells));
            for cell in object..object + cells {
                touched.set(cell);
                assert!(touched.any(object, cells));
                touched.clear(object, cells);
                assert!(!touched.any(object, cells));
            }
            touched.set(object - 1);
            touched.set(object + cells);
            assert!(!touched.any(object, cells));
        }
    }

    #[test]
    fn what_vanished_counts_as_written() {
        let mut touched = Touched::default();
        touched.clear(PERM_END, 300);
        touched.forget(PERM_END + 130, PERM_END + 200);
        assert!(!touched.any(PERM_END, 130));
        for cell in 130..200 {
            assert!(touched.any(PERM_END + cell, 1));
        }
    }
}
