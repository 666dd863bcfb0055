//! Sorted pairs on disk: written once, read block by block, merged with others (a log-structured merge tree). In memory are
//! a filter, which says "not here" of most pairs that are not, and the first word of each block. A filter never says "not here"
//! of a pair that is, and what it lets pass is read: so a segment forgets and invents nothing.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use super::exact::spread;
use super::shards::Pair;

const PAIR: usize = size_of::<Pair>();
/// Pairs that are read at once to find one.
const BLOCK: usize = 128;
/// Pairs that are read at once to merge.
const CHUNK: usize = 32 * BLOCK;
/// Bytes that are written at once.
const WRITTEN: usize = 1 << 18;

pub struct Segment {
    file: Arc<File>,
    /// Where its first byte is in the file.
    from: u64,
    pairs: usize,
    /// The first word of each block.
    firsts: Vec<u64>,
    filter: Filter,
    /// How many merges made it; those of one level are of about one size.
    pub level: u32,
}

/// Writes segments to a file, one after the other.
pub struct Writer {
    file: Arc<File>,
    at: u64,
}

impl Writer {
    pub fn new(file: File) -> Self {
        Self { file: Arc::new(file), at: 0 }
    }

    /// Writes pairs, at most `most`, which have to come in ascending order.
    pub fn write(
        &mut self,
        pairs: impl Iterator<Item = io::Result<Pair>>,
        most: usize,
        level: u32,
    ) -> io::Result<Segment> {
        let mut out = BufWriter::with_capacity(WRITTEN.min(most * PAIR), &*self.file);
        let mut segment = Segment {
            file: self.file.clone(),
            from: self.at,
            pairs: 0,
            firsts: Vec::with_capacity(most.div_ceil(BLOCK)),
            filter: Filter::new(most),
            level,
        };
        for pair in pairs {
            let pair = pair?;
            if segment.pairs.is_multiple_of(BLOCK) {
                segment.firsts.push(pair.0);
            }
            segment.filter.add(pair.0);
            segment.pairs += 1;
            out.write_all(&to_bytes(pair))?;
        }
        out.flush()?;
        self.at += (segment.pairs * PAIR) as u64;
        Ok(segment)
    }
}

impl Segment {
    /// A pair with this first word whose second one is accepted.
    pub fn find(&self, first: u64, accepts: impl Fn(u64) -> bool) -> io::Result<Option<Pair>> {
        if !self.filter.may_have(first) {
            return Ok(None);
        }
        let mut block = self.firsts.partition_point(|&other| other < first).saturating_sub(1);
        let mut bytes = [0; BLOCK * PAIR];
        while self.firsts.get(block).is_some_and(|&other| other <= first) {
            let from = block * BLOCK;
            let bytes = &mut bytes[..(self.pairs - from).min(BLOCK) * PAIR];
            read_at(&self.file, bytes, self.from + (from * PAIR) as u64)?;
            let (mut low, mut high) = (0, bytes.len() / PAIR);
            while low < high {
                let middle = (low + high) / 2;
                if pair_at(bytes, middle).0 < first { low = middle + 1 } else { high = middle }
            }
            let same = (low..bytes.len() / PAIR).map(|at| pair_at(bytes, at)).take_while(|pair| pair.0 == first);
            if let Some(pair) = same.into_iter().find(|pair| accepts(pair.1)) {
                return Ok(Some(pair));
            }
            block += 1;
        }
        Ok(None)
    }

    /// All pairs, ascending.
    pub fn pairs(&self) -> impl Iterator<Item = io::Result<Pair>> {
        let (mut at, mut bytes, mut used) = (0, Vec::new(), 0);
        let mut failed = false;
        std::iter::from_fn(move || {
            if used == bytes.len() {
                let len = (self.pairs - at).min(CHUNK) * PAIR;
                if len == 0 || failed {
                    return None;
                }
                bytes.resize(len, 0);
                if let Err(error) = read_at(&self.file, &mut bytes, self.from + (at * PAIR) as u64) {
                    (failed, used) = (true, len);
                    return Some(Err(error));
                }
                at += len / PAIR;
                used = 0;
            }
            used += PAIR;
            Some(Ok(pair_at(&bytes, used / PAIR - 1)))
        })
    }

    pub fn len(&self) -> usize {
        self.pairs
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        (self.firsts.capacity() * 8 + self.filter.blocks.len() * 64) as u64
    }
}

/// The pairs of all segments, ascending; of several that differ in bits outside of `mask` only, the least.
pub fn merged(segments: &[Segment], mask: u64) -> impl Iterator<Item = io::Result<Pair>> {
    let mut sources: Vec<_> = segments.iter().map(|segment| segment.pairs().peekable()).collect();
    let mut last: Option<Pair> = None;
    std::iter::from_fn(move || {
        loop {
            // An error comes first.
            let least = |source: &mut std::iter::Peekable<_>| match source.peek() {
                Some(Ok(pair)) => Some(*pair),
                Some(Err(_)) => Some((0, 0)),
                None => None,
            };
            let next = (0..sources.len()).filter_map(|at| Some((least(&mut sources[at])?, at))).min()?;
            let pair = match sources[next.1].next()? {
                Ok(pair) => pair,
                error => return Some(error),
            };
            let is_again = last.is_some_and(|last| last.0 == pair.0 && (last.1 ^ pair.1) & mask == 0);
            if !is_again {
                last = Some(pair);
                return Some(Ok(pair));
            }
        }
    })
}

fn to_bytes((first, second): Pair) -> [u8; PAIR] {
    (u128::from(second) << 64 | u128::from(first)).to_le_bytes()
}

fn pair_at(bytes: &[u8], at: usize) -> Pair {
    let both = u128::from_le_bytes(bytes[at * PAIR..][..PAIR].try_into().expect("as many bytes as a pair has"));
    (both as u64, (both >> 64) as u64)
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, at)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => (bytes, at) = (&mut bytes[read..], at + read as u64),
        }
    }
    Ok(())
}

/// A Bloom filter in blocks of a cache line (Putze, Sanders, Singler, WEA 2007): about three in a hundred words that were not added
/// pass.
struct Filter {
    blocks: Box<[[u64; 8]]>,
}

const FILTER_BITS: usize = 8;
const PROBES: u32 = 5;

impl Filter {
    fn new(words: usize) -> Self {
        Self { blocks: vec![[0; 8]; (words * FILTER_BITS).div_ceil(512).max(1)].into() }
    }

    /// The block of a word and nine bits per probe.
    fn place(&self, word: u64) -> (usize, u64) {
        let hash = spread(word);
        (((u128::from(hash) * self.blocks.len() as u128) >> 64) as usize, spread(hash))
    }

    fn add(&mut self, word: u64) {
        let (block, probes) = self.place(word);
        for probe in 0..PROBES {
            let bit = probes >> (9 * probe) & 511;
            self.blocks[block][bit as usize / 64] |= 1 << (bit % 64);
        }
    }

    fn may_have(&self, word: u64) -> bool {
        let (block, probes) = self.place(word);
        let block = &self.blocks[block];
        (0..PROBES).all(|probe| {
            let bit = probes >> (9 * probe) & 511;
            block[bit as usize / 64] >> (bit % 64) & 1 == 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_lets_all_pass_that_were_added_and_few_others() {
        let word = |n: u64| spread(n) | 1 << 63;
        let mut filter = Filter::new(100_000);
        (0..100_000).for_each(|n| filter.add(word(n)));
        assert!((0..100_000).all(|n| filter.may_have(word(n))));
        let others = (100_000..200_000).filter(|&n| filter.may_have(word(n))).count();
        assert!(others < 5_000, "{others} of 100,000 pass");
    }
}
