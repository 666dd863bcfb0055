//! Visited states. A store answers one question: has this state been seen, and if so, had the run
//! that led to it cost as little? What a store promises is said at [`Store`]; to add one, for instance spread
//! over machines, is a file here and a line in [`store`].

mod components;
mod exact;
mod fingerprints;
mod room;
mod segment;
mod shards;

use std::cmp::Ordering;
use std::sync::Arc;

use heddle_machine::Fingerprint;

use crate::path::{Path, Switching};
use crate::settings::StoreKind;
pub use exact::Exact;
pub use fingerprints::Fingerprints;
pub use room::Room;

/// The answer of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    New,
    /// Seen, but only by runs that had used up more of the bound, or could not go on with the same thread free of charge.
    Cheaper,
    Known,
}

/// Judges a state under a bound. `add` remembers a state, with something added that tells it from others and with a cost; it gives
/// `None` if it is new, and otherwise how the least cost so far compares.
///
/// Where every switch costs one, a run that came to the state at a lower cost has been everywhere that this one can go to, whoever
/// its last thread was: it may switch once more. So last threads are told apart only at the least cost.
fn judge(switching: Switching, cost: u8, mut add: impl FnMut(u64, u8) -> Option<Ordering>) -> Seen {
    match switching {
        Switching::Free => match add(0, 0) {
            None => Seen::New,
            Some(_) => Seen::Known,
        },
        Switching::Matters(last) => match add(1 + last, cost) {
            None => Seen::New,
            Some(Ordering::Greater) => Seen::Cheaper,
            Some(_) => Seen::Known,
        },
        Switching::CostsOne(last) => {
            let before = add(0, cost);
            if before == Some(Ordering::Less) {
                return Seen::Known;
            }
            match (before, add((1 + last) << 8 | u64::from(cost), cost)) {
                (None, _) => Seen::New,
                (_, None) => Seen::Cheaper,
                (_, Some(_)) => Seen::Known,
            }
        }
    }
}

/// The visited states of one round of a search, shared by all its workers.
///
/// A store has to keep these promises, or the search leaves states out or does not end:
///
/// - Of all insertions of the same state, whoever makes them, exactly one is answered [`Seen::New`]; it is the
///   first in an order that agrees with what each worker sees.
/// - A state is what [`Path::machine`] calls canonical together with [`Path::switching`]. Two states may be taken for
///   one only with the probability that [`Self::bits`] stands for, and never if there are none.
/// - With costs ([`store`]), an insertion from which a run can go on at a lower cost than from all before it is answered
///   [`Seen::Cheaper`], once.
/// - Nothing is ever forgotten. A store that has no more room has to stop the search ([`Room::failure`]).
pub trait Store: Send + Sync {
    /// Remembers the state that the path stands at. `before` is told its fingerprint before others can find
    /// it here, and once.
    fn insert(&self, path: &mut Path<'_>, before: &mut dyn FnMut(Fingerprint)) -> Seen;

    /// Bytes of memory that it takes, roughly.
    fn bytes(&self) -> u64;

    /// Bits that tell states apart, or `None` if they are compared whole.
    fn bits(&self) -> Option<u32>;

    /// The fingerprints, if that is all that is kept.
    fn fingerprints(&self) -> Option<&Fingerprints> {
        None
    }
}

/// A store without states; `with_cost` if states count as new when they are reached at a lower cost. Only
/// fingerprints make use of the room; whole states stay in memory.
pub fn store(kind: StoreKind, with_cost: bool, room: &Arc<Room>) -> Box<dyn Store> {
    match kind {
        StoreKind::Fingerprints => Box::new(Fingerprints::new(with_cost, room.clone())),
        StoreKind::Exact => Box::new(Exact::new(with_cost)),
    }
}

impl Store for Fingerprints {
    #[inline]
    fn insert(&self, path: &mut Path<'_>, before: &mut dyn FnMut(Fingerprint)) -> Seen {
        let switching = path.switching();
        // Under a bound it matters which thread came last.
        let fingerprint = match switching {
            Switching::Free => path.machine.symmetric_fingerprint(),
            Switching::CostsOne(_) | Switching::Matters(_) => path.machine.fingerprint(),
        };
        before(fingerprint);
        judge(switching, path.cost(), |extra, cost| self.add(mix(fingerprint, extra), cost))
    }

    fn bytes(&self) -> u64 {
        self.table_bytes()
    }

    fn bits(&self) -> Option<u32> {
        Some(self.told_apart())
    }

    fn fingerprints(&self) -> Option<&Fingerprints> {
        Some(self)
    }
}

/// No store: for a search that does not compare states.
pub struct Nothing;

impl Store for Nothing {
    fn insert(&self, _path: &mut Path<'_>, _before: &mut dyn FnMut(Fingerprint)) -> Seen {
        Seen::New
    }

    fn bytes(&self) -> u64 {
        0
    }

    fn bits(&self) -> Option<u32> {
        None
    }
}

impl Store for Exact {
    fn insert(&self, path: &mut Path<'_>, before: &mut dyn FnMut(Fingerprint)) -> Seen {
        let (switching, cost) = (path.switching(), path.cost());
        path.machine.canonical_parts();
        before(path.machine.last_fingerprint());
        let (words, ends) = path.machine.last_parts();
        judge(switching, cost, |extra, cost| self.add(words, ends, extra, cost))
    }

    fn bytes(&self) -> u64 {
        self.table_bytes()
    }

    fn bits(&self) -> Option<u32> {
        None
    }
}

/// Different values of `extra` lead to different fingerprints.
#[inline]
fn mix(Fingerprint(fingerprint): Fingerprint, extra: u64) -> Fingerprint {
    if extra == 0 {
        return Fingerprint(fingerprint);
    }
    let spread = u128::from(extra.wrapping_mul(0x9e37_79b9_7f4a_7c15)) << 64
        | u128::from(extra.wrapping_mul(0xd6e8_feb8_6659_fd93));
    Fingerprint((fingerprint ^ spread).wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645))
}
