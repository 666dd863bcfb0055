//! Sets of small numbers: a handful sorted in place, more as bits.

use smallvec::SmallVec;

const FEW: usize = 8;

/// A set of abstract objects.
#[derive(Clone, Debug)]
pub enum Set {
    Few(SmallVec<[u32; FEW]>),
    Many(Vec<u64>),
}

impl Default for Set {
    fn default() -> Self {
        Self::Few(SmallVec::new())
    }
}

impl Set {
    /// Adds a number; whether it is new.
    pub fn insert(&mut self, value: u32) -> bool {
        match self {
            Self::Few(few) => {
                let Err(at) = few.binary_search(&value) else { return false };
                if few.len() < FEW {
                    few.insert(at, value);
                    return true;
                }
                let mut bits = Vec::new();
                few.iter().chain([&value]).for_each(|&value| set_bit(&mut bits, value));
                *self = Self::Many(bits);
                true
            }
            Self::Many(bits) => {
                let is_new = !has_bit(bits, value);
                if is_new {
                    set_bit(bits, value);
                }
                is_new
            }
        }
    }

    pub fn contains(&self, value: u32) -> bool {
        match self {
            Self::Few(few) => few.contains(&value),
            Self::Many(bits) => has_bit(bits, value),
        }
    }

    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Few(few) if few.is_empty())
    }

    /// The members in ascending order.
    pub fn iter(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Self::Few(few) => Box::new(few.iter().copied()),
            Self::Many(bits) => Box::new(bits.iter().enumerate().flat_map(|(word, &bits)| {
                (0..64).filter(move |bit| bits >> bit & 1 != 0).map(move |bit| word as u32 * 64 + bit)
            })),
        }
    }
}

fn set_bit(bits: &mut Vec<u64>, value: u32) {
    let word = value as usize / 64;
    if bits.len() <= word {
        bits.resize(word + 1, 0);
    }
    bits[word] |= 1 << (value % 64);
}

fn has_bit(bits: &[u64], value: u32) -> bool {
    bits.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_keeps_its_members_when_it_grows() {
        let mut set = Set::default();
        for value in [70, 3, 900, 3, 1, 2, 4, 5, 6, 7, 8, 900] {
            set.insert(value);
        }
        assert_eq!(set.iter().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8, 70, 900]);
        assert!(set.contains(70) && !set.contains(71) && !set.insert(8));
    }
}
