//! Visited states. A store answers one question: has this state been seen, and if so, had the run
//! that led to it cost as little?

mod components;
mod exact;
mod fingerprints;
mod shards;

use heddle_machine::Fingerprint;

use crate::path::Path;
use crate::settings::StoreKind;
pub use exact::Exact;
pub use fingerprints::Fingerprints;

/// The answer of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    New,
    /// Seen, but only by runs that had used up more of the bound.
    Cheaper,
    Known,
}

/// Shared by all workers of a search.
pub enum Store {
    Fingerprints(Fingerprints),
    Exact(Exact),
}

impl Store {
    pub fn new(kind: StoreKind, with_cost: bool) -> Self {
        match kind {
            StoreKind::Fingerprints => Self::Fingerprints(Fingerprints::new(with_cost)),
            StoreKind::Exact => Self::Exact(Exact::new(with_cost)),
        }
    }

    /// Remembers the state that the path stands at. `before` is told its fingerprint before others can find
    /// it here.
    #[inline]
    pub fn insert(&self, path: &mut Path<'_>, before: impl FnOnce(Fingerprint)) -> Seen {
        let (extra, cost) = (path.extra(), path.cost());
        match self {
            Self::Fingerprints(table) => {
                let fingerprint = path.machine.fingerprint();
                before(fingerprint);
                table.insert(mix(fingerprint, extra), cost)
            }
            Self::Exact(table) => {
                path.machine.canonical_parts();
                before(path.machine.last_fingerprint());
                let (words, ends) = path.machine.last_parts();
                table.insert(words, ends, extra, cost)
            }
        }
    }

    pub fn bytes(&self) -> u64 {
        match self {
            Self::Fingerprints(table) => table.bytes(),
            Self::Exact(table) => table.bytes(),
        }
    }

    /// Bits that tell states apart, or `None` if they are compared whole.
    pub fn bits(&self) -> Option<u32> {
        match self {
            Self::Fingerprints(table) => Some(table.bits()),
            Self::Exact(_) => None,
        }
    }
}

#[inline]
fn mix(Fingerprint(fingerprint): Fingerprint, extra: u64) -> Fingerprint {
    if extra == 0 {
        return Fingerprint(fingerprint);
    }
    let spread = u128::from(extra.wrapping_mul(0x9e37_79b9_7f4a_7c15)) << 64
        | u128::from(extra.wrapping_mul(0xd6e8_feb8_6659_fd93));
    Fingerprint((fingerprint ^ spread).wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645))
}
