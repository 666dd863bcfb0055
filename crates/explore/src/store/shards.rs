//! An open-addressed set of pairs of words that several workers fill: many small tables, each
//! behind its own lock, each growing by half when it is 7/8 full. Growing copies one small table
//! at a time, so memory never doubles: between 18 and 28 bytes per entry of 16.
//!
//! With two workers and 64 tables a lock is practically never contended, and taking it costs less than
//! the cache miss that follows. More tables would cost more than the states of a small program.
//!
//! When there is no more [`Room`], the pairs of all tables go to disk, sorted, and the tables are filled anew. A table has
//! the segments with its own pairs ([`Segment`]), of several levels: as soon as there are [`FAN`] of a level, they become one of the next.
//! So a pair is written once per level, and there are few segments to be asked for it.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use super::exact::spread;
use super::room::Room;
use super::segment::{Segment, Writer, merged};

const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 6;
const FIRST_SLOTS: usize = 4;
/// Segments of one level that are merged into one of the next.
const FAN: usize = 4;
/// One slot for a pair that was found on disk for so many of the table.
const CACHE: usize = 8;

/// A pair whose first word is never 0, which marks a free slot.
pub type Pair = (u64, u64);

/// Alone in its cache line, so that workers who use different tables do not disturb each other.
#[derive(Default)]
#[repr(align(64))]
struct Table(Mutex<Shard>);

#[derive(Default)]
struct Shard {
    slots: Vec<Pair>,
    used: usize,
    disk: Option<Box<OnDisk>>,
}

/// The pairs of a table that are on disk.
#[derive(Default)]
struct OnDisk {
    /// The newest comes last, and no level after a higher one.
    segments: Vec<Segment>,
    /// Some that were found there lately, by hash.
    cache: Vec<Pair>,
}

pub struct Shards {
    shards: Box<[Table]>,
    /// The bits of second words in which pairs of the same state agree; the others may be made less.
    mask: u64,
    bytes: AtomicU64,
    /// Of them, those of filters and the like, which make it possible to find what is on disk.
    bytes_for_disk: AtomicU64,
    room: Arc<Room>,
    /// Bytes that it may take, once that is known.
    most: OnceLock<u64>,
    /// Held by who moves pairs to disk.
    moving: Mutex<()>,
}

impl Shards {
    pub fn new(mask: u64, room: Arc<Room>) -> Self {
        let shards: Box<[Table]> = (0..SHARDS).map(|_| Table::default()).collect();
        let bytes = AtomicU64::new(size_of_val(&*shards) as u64);
        let bytes_for_disk = AtomicU64::new(0);
        Self { shards, mask, bytes, bytes_for_disk, room, most: OnceLock::new(), moving: Mutex::default() }
    }

    /// Finds the pair with these words, or adds it. `found` may make the second word of the one that is there less, outside of the
    /// mask; its answer is returned, or `None` if the pair is new.
    #[inline]
    pub fn upsert<T>(&self, pair: Pair, found: impl FnOnce(&mut u64) -> T) -> Option<T> {
        let number = (pair.0 >> (64 - SHARD_BITS)) as usize;
        let mut shard = lock(&self.shards[number].0);
        if shard.used >= shard.slots.len() * 7 / 8 {
            shard = self.make_place(number, shard);
        }
        let at = match shard.find(pair, self.mask) {
            Ok(at) => return Some(found(&mut shard.slots[at].1)),
            Err(at) => at,
        };
        let known = shard.disk.as_mut().and_then(|disk| disk.find(pair, self.mask, &self.room));
        if let Some(known) = known {
            let mut second = known.1;
            let answer = found(&mut second);
            // What is written stays as it is; what is in the table goes before it.
            if second != known.1 {
                shard.slots[at] = (pair.0, second);
                shard.used += 1;
            }
            return Some(answer);
        }
        shard.slots[at] = pair;
        shard.used += 1;
        None
    }

    /// A table is full: makes it larger or moves all of them to disk.
    #[cold]
    fn make_place<'s>(&'s self, number: usize, mut shard: MutexGuard<'s, Shard>) -> MutexGuard<'s, Shard> {
        if self.may_grow(&shard) {
            self.grow(&mut shard);
            return shard;
        }
        drop(shard);
        let _alone = lock(&self.moving);
        let mut shard = lock(&self.shards[number].0);
        // Somebody else may have moved them meanwhile.
        if shard.used >= shard.slots.len() * 7 / 8 {
            drop(shard);
            if let Err(error) = self.move_to_disk() {
                self.room.fail(&error);
            }
            shard = lock(&self.shards[number].0);
        }
        // If it did not work, the search is about to stop.
        if shard.used >= shard.slots.len() * 7 / 8 {
            self.grow(&mut shard);
        }
        shard
    }

    fn may_grow(&self, shard: &Shard) -> bool {
        shard.slots.len() < FIRST_SLOTS
            || self.room.failure().is_some()
            || grown(shard.slots.len()) <= self.most_slots()
    }

    /// Slots that each table may have.
    fn most_slots(&self) -> usize {
        let most = self.most.get().copied().unwrap_or_else(|| match self.room.allows(self.bytes()) {
            Ok(most) => *self.most.get_or_init(|| most),
            Err(most) => most,
        });
        let rest = most.saturating_sub(self.bytes_for_disk.load(Ordering::Relaxed)).max(most / 8);
        usize::try_from(rest / (SHARDS * size_of::<Pair>()) as u64).unwrap_or(usize::MAX).max(FIRST_SLOTS)
    }

    fn grow(&self, shard: &mut Shard) {
        let old = std::mem::take(&mut shard.slots);
        shard.slots = vec![(0, 0); grown(old.len())];
        for &pair in old.iter().filter(|pair| pair.0 != 0) {
            let at = shard.find(pair, u64::MAX).unwrap_or_else(|free| free);
            shard.slots[at] = pair;
        }
        let more = shard.slots.len() - old.len();
        self.bytes.fetch_add((more * size_of::<Pair>()) as u64, Ordering::Relaxed);
    }

    /// Writes the pairs of all tables to a file, and merges what there is too much of.
    fn move_to_disk(&self) -> io::Result<()> {
        let mut writer = Writer::new(self.room.file()?);
        for Table(shard) in &self.shards {
            let mut shard = lock(shard);
            let mut pairs: Vec<Pair> = shard.slots.iter().copied().filter(|pair| pair.0 != 0).collect();
            pairs.sort_unstable();
            let segment = writer.write(pairs.iter().copied().map(Ok), pairs.len(), 0)?;
            drop(pairs);
            self.note_for_disk(segment.bytes() as i64);
            let disk = shard.disk.get_or_insert_default();
            disk.segments.push(segment);
            shard.used = 0;
            self.empty(&mut shard);
        }
        self.merge()
    }

    /// An empty table, as large as it may be now.
    fn empty(&self, shard: &mut Shard) {
        let (before, most) = (shard.slots.len(), self.most_slots());
        if before > most {
            // Seldom, for what is freed and smaller than before leaves holes.
            let slots = (most - most / 4).max(FIRST_SLOTS);
            shard.slots = Vec::new();
            shard.slots = vec![(0, 0); slots];
            self.bytes.fetch_sub(((before - slots) * size_of::<Pair>()) as u64, Ordering::Relaxed);
        } else {
            shard.slots.fill((0, 0));
        }
        let slots = shard.slots.len() / CACHE;
        // The least cost of a state changes, so states with costs are looked up.
        if let Some(disk) = shard.disk.as_mut().filter(|_| self.mask == u64::MAX)
            && disk.cache.len() != slots
        {
            self.note_for_disk((slots as i64 - disk.cache.len() as i64) * size_of::<Pair>() as i64);
            disk.cache = vec![(0, 0); slots];
        }
    }

    fn merge(&self) -> io::Result<()> {
        let mut writer: Option<Writer> = None;
        for Table(shard) in &self.shards {
            let mut shard = lock(shard);
            let Some(disk) = &mut shard.disk else { continue };
            while let Some(level) = disk.segments.last().map(|segment| segment.level) {
                let from = disk.segments.iter().position(|segment| segment.level == level).unwrap_or(0);
                let segments = &disk.segments[from..];
                if segments.len() < FAN {
                    break;
                }
                let writer = match &mut writer {
                    Some(writer) => writer,
                    none => none.insert(Writer::new(self.room.file()?)),
                };
                let most = segments.iter().map(Segment::len).sum();
                let one = writer.write(merged(segments, self.mask), most, level + 1)?;
                self.note_for_disk(one.bytes() as i64);
                for old in disk.segments.drain(from..) {
                    self.note_for_disk(-(old.bytes() as i64));
                }
                disk.segments.push(one);
            }
        }
        Ok(())
    }

    fn note_for_disk(&self, bytes: i64) {
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        self.bytes_for_disk.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Calls `visit` for each pair, in no order that means anything; those that were made less may come as they were, too. Others have to wait.
    pub fn for_each(&self, mut visit: impl FnMut(Pair)) -> io::Result<()> {
        for Table(shard) in &self.shards {
            let shard = lock(shard);
            shard.slots.iter().filter(|pair| pair.0 != 0).for_each(|&pair| visit(pair));
            for segment in shard.disk.iter().flat_map(|disk| &disk.segments) {
                for pair in segment.pairs() {
                    visit(pair?);
                }
            }
        }
        Ok(())
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Pairs on disk.
    #[cfg(test)]
    fn on_disk(&self) -> usize {
        let of = |shard: &Shard| shard.disk.iter().flat_map(|disk| &disk.segments).map(Segment::len).sum::<usize>();
        self.shards.iter().map(|Table(shard)| of(&lock(shard))).sum()
    }
}

impl Shard {
    /// The slot of a pair, or the free one where it belongs.
    #[inline]
    fn find(&self, pair: Pair, mask: u64) -> Result<usize, usize> {
        let slots = self.slots.len();
        let mut at = start(pair.0, slots);
        loop {
            let other = self.slots[at];
            if other.0 == 0 {
                return Err(at);
            }
            if other.0 == pair.0 && (other.1 ^ pair.1) & mask == 0 {
                return Ok(at);
            }
            at = if at + 1 == slots { 0 } else { at + 1 };
        }
    }
}

impl OnDisk {
    /// What is written of a pair. If that cannot be read, the search has to stop.
    fn find(&mut self, pair: Pair, mask: u64, room: &Room) -> Option<Pair> {
        let cached = ((u128::from(spread(pair.1)) * self.cache.len() as u128) >> 64) as usize;
        if self.cache.get(cached) == Some(&pair) {
            return Some(pair);
        }
        for segment in self.segments.iter().rev() {
            match segment.find(pair.0, |other| (other ^ pair.1) & mask == 0) {
                Ok(None) => {}
                Ok(Some(known)) => {
                    if let Some(slot) = self.cache.get_mut(cached) {
                        *slot = known;
                    }
                    return Some(known);
                }
                Err(error) => room.fail(&error),
            }
        }
        None
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no panic while holding the lock")
}

fn grown(slots: usize) -> usize {
    (slots + slots / 2).max(FIRST_SLOTS)
}

/// Where the search for a hash begins: its bits below those that chose the table, scaled to the
/// number of slots. The first word of a pair is its hash, so growing needs no other.
#[inline]
fn start(hash: u64, slots: usize) -> usize {
    ((u128::from(hash << SHARD_BITS) * slots as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    fn hash(n: u64) -> u64 {
        (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Adds a pair; whether it was new.
    fn insert(shards: &Shards, n: u64) -> bool {
        shards.upsert((hash(n), n), |_| ()).is_none()
    }

    fn room(bytes: u64) -> Arc<Room> {
        Arc::new(Room::on_disk(bytes, String::new(), tempfile::tempfile))
    }

    #[test]
    fn finds_every_pair_again_after_growing() {
        let shards = Shards::new(u64::MAX, Arc::default());
        assert!((0..100_000).all(|n| insert(&shards, n)));
        assert!((0..100_000).all(|n| !insert(&shards, n)));
        assert!(shards.bytes() <= 100_000 * 32);
    }

    #[test]
    fn a_thousand_entries_cost_32_bytes_each_at_most() {
        let shards = Shards::new(u64::MAX, Arc::default());
        assert!((0..1000).all(|n| insert(&shards, n)));
        assert!(shards.bytes() <= 32_000, "{} bytes", shards.bytes());
    }

    #[test]
    fn on_disk_nothing_is_lost_or_invented_and_memory_is_small() {
        for most in [60_000, 300_000] {
            let shards = Shards::new(u64::MAX, room(most));
            for n in 0..200_000 {
                assert!(insert(&shards, n), "{n} was not there yet");
                assert!(!insert(&shards, n / 3), "{} was there", n / 3);
            }
            assert!((0..200_000).all(|n| !insert(&shards, n)));
            assert!(shards.on_disk() > 150_000, "{} on disk", shards.on_disk());
            let filters = 200_000 * 3 / 2;
            assert!(shards.bytes() <= 100_000 + most + filters, "{} bytes of {most}", shards.bytes());
            let mut all = Vec::new();
            shards.for_each(|(_, n)| all.push(n)).expect("files are readable");
            all.sort_unstable();
            assert!(all.into_iter().eq(0..200_000));
        }
    }

    #[test]
    fn several_workers_agree_on_who_was_first() {
        let shards = Shards::new(u64::MAX, room(100_000));
        let new: u64 = std::thread::scope(|scope| {
            let worker = || (0..60_000).filter(|&n| insert(&shards, n)).count() as u64;
            let workers: Vec<_> = (0..3).map(|_| scope.spawn(worker)).collect();
            workers.into_iter().map(|worker| worker.join().expect("no panic")).sum()
        });
        assert_eq!(new, 60_000);
        assert!(shards.on_disk() > 30_000);
    }

    #[test]
    fn pairs_that_are_made_less_stay_so_on_disk() {
        let shards = Shards::new(!0xff, room(1));
        let add = |n: u64, cost: u64| {
            shards.upsert((hash(n), n << 8 | cost), |second| {
                let least = *second & 0xff;
                *second = *second & !0xff | least.min(cost);
                least
            })
        };
        assert!((0..20_000).all(|n| add(n, 9).is_none()));
        for cost in [7, 8, 3, 5] {
            let least = if cost == 7 {
                9
            } else if cost == 8 || cost == 3 {
                7
            } else {
                3
            };
            (0..20_000).for_each(|n| assert_eq!(add(n, cost), Some(least), "{n} at {cost}"));
        }
        assert!((0..20_000).all(|n| add(n, 4) == Some(3)));
    }

    #[test]
    fn a_store_that_memory_is_short_for_stays_as_large_as_it_is() {
        let room = Arc::new(Room::on_disk(u64::MAX, String::new(), tempfile::tempfile));
        let shards = Shards::new(u64::MAX, room.clone());
        assert!((0..50_000).all(|n| insert(&shards, n)));
        assert_eq!(shards.on_disk(), 0);
        let before = shards.bytes();
        assert!(room.ask_to_stay_within(1) && !room.ask_to_stay_within(1));
        (50_000..300_000).for_each(|n| assert!(insert(&shards, n)));
        assert!(shards.bytes() <= before + before / 8, "{} bytes after {before}", shards.bytes());
        assert!((0..300_000).all(|n| !insert(&shards, n)));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_told_and_loses_nothing() {
        let full = || File::options().read(true).write(true).open("/dev/full");
        let shards = Shards::new(u64::MAX, Arc::new(Room::on_disk(1, "there".into(), full)));
        assert!((0..10_000).all(|n| insert(&shards, n)));
        assert!((0..10_000).all(|n| !insert(&shards, n)));
        let failure = shards.room.failure().expect("the device is always full");
        assert!(failure.starts_with("there: No space left"), "{failure}");
    }
}
