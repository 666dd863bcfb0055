//! Lists of words that many states have in common, each kept once. Most words are small, so each is
//! written with seven bits to a byte, the lowest first; the last byte of a word has its highest bit clear.
//! All lists of a table stand in one vector, one after another; the place of a list is its number.

#[derive(Default)]
pub struct Components {
    bytes: Vec<u8>,
    /// By list, where it ends in `bytes`.
    ends: Vec<u32>,
    /// Open-addressed: number + 1, or 0.
    index: Vec<u32>,
}

const FIRST_SLOTS: usize = 4;
/// Bytes of a word at most.
const LONGEST: usize = 10;

impl Components {
    /// The number of a list, which is kept if it is new.
    pub fn number(&mut self, words: &[u64]) -> usize {
        if self.ends.len() >= self.index.len() * 7 / 8 {
            self.grow();
        }
        let from = self.bytes.len();
        let room = words.len() * LONGEST;
        if self.bytes.capacity() - from < room {
            self.bytes.reserve_exact(room + from / 4);
        }
        words.iter().for_each(|&word| write(&mut self.bytes, word));
        let list = &self.bytes[from..];
        let mut at = start(hash(list), self.index.len());
        while self.index[at] != 0 {
            let number = self.index[at] as usize - 1;
            if self.list(number) == list {
                self.bytes.truncate(from);
                return number;
            }
            at = if at + 1 == self.index.len() { 0 } else { at + 1 };
        }
        self.ends.push(self.bytes.len() as u32);
        self.index[at] = self.ends.len() as u32;
        self.ends.len() - 1
    }

    /// Bytes allocated.
    pub fn bytes(&self) -> u64 {
        (self.bytes.capacity() + 4 * self.ends.capacity() + 4 * self.index.capacity()) as u64
    }

    fn list(&self, number: usize) -> &[u8] {
        let from = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.bytes[from as usize..self.ends[number] as usize]
    }

    #[cold]
    fn grow(&mut self) {
        let slots = (self.index.len() + self.index.len() / 2).max(FIRST_SLOTS);
        let mut index = vec![0; slots];
        for number in 0..self.ends.len() {
            let mut at = start(hash(self.list(number)), slots);
            while index[at] != 0 {
                at = if at + 1 == slots { 0 } else { at + 1 };
            }
            index[at] = number as u32 + 1;
        }
        self.index = index;
        self.ends.reserve_exact(slots * 7 / 8 + 1 - self.ends.len());
    }
}

fn write(bytes: &mut Vec<u8>, mut word: u64) {
    while word >= 0x80 {
        bytes.push(word as u8 | 0x80);
        word >>= 7;
    }
    bytes.push(word as u8);
}

fn hash(list: &[u8]) -> u64 {
    let mut hash = list.len() as u64;
    for chunk in list.chunks(8) {
        let word = chunk.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        hash = super::exact::spread(hash ^ word);
    }
    hash
}

fn start(hash: u64, slots: usize) -> usize {
    ((u128::from(hash) * slots as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lists_have_equal_numbers_and_others_have_not() {
        let lists: Vec<Vec<u64>> = (0..2_000_u64)
            .map(|n| match n % 4 {
                0 => vec![n],
                1 => vec![n, 0],
                2 => vec![n << 40, u64::MAX - n],
                _ => vec![0; n as usize % 50 + 2],
            })
            .collect();
        let mut table = Components::default();
        let first: Vec<usize> = lists.iter().map(|list| table.number(list)).collect();
        let again: Vec<usize> = lists.iter().map(|list| table.number(list)).collect();
        assert_eq!(first, again);
        for (a, at) in lists.iter().zip(&first) {
            for (b, other) in lists.iter().zip(&first) {
                assert_eq!(a == b, at == other, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_list_costs_little_more_than_its_small_words() {
        let mut table = Components::default();
        for n in 0..10_000_u64 {
            table.number(&[n % 100, n / 100, 1, 2, 3, 4]);
        }
        assert!(table.bytes() <= 10_000 * 20, "{} bytes", table.bytes());
    }
}
