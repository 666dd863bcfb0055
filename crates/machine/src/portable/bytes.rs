//! Numbers as bytes: seven bits each, the lowest first, so that small ones take one byte.

use super::Unrestorable;

#[inline]
pub(super) fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes apart what [`put`] and others have written.
pub(super) struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { rest: bytes }
    }

    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    #[inline]
    pub fn byte(&mut self) -> Result<u8, Unrestorable> {
        let (&byte, rest) = self.rest.split_first().ok_or(Unrestorable::Damaged)?;
        self.rest = rest;
        Ok(byte)
    }

    #[inline]
    pub fn number(&mut self) -> Result<u64, Unrestorable> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
            shift += 7;
            if shift > 63 {
                return Err(Unrestorable::Damaged);
            }
        }
    }

    /// A number that has to fit.
    #[inline]
    pub fn small<T: TryFrom<u64>>(&mut self) -> Result<T, Unrestorable> {
        T::try_from(self.number()?).map_err(|_| Unrestorable::Damaged)
    }

    pub fn slice(&mut self, len: usize) -> Result<&'b [u8], Unrestorable> {
        let (slice, rest) = self.rest.split_at_checked(len).ok_or(Unrestorable::Damaged)?;
        self.rest = rest;
        Ok(slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_small_ones_are_short() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX - 1, u64::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| put(&mut bytes, number));
        let mut reader = Reader::new(&bytes);
        assert!(numbers.iter().all(|&number| reader.number() == Ok(number)));
        assert!(reader.is_at_end() && reader.number() == Err(Unrestorable::Damaged));
        assert_eq!(bytes.len(), 3 + 2 + 2 + 5 + 10 + 10);
    }
}
