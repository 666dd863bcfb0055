//! A checked cursor over the bytes of a class file.

use crate::error::{FormatError, Result};

/// Reads big-endian numbers from `bytes`; running off the end is an error.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// A cursor at `at` that ends before `end`; positions stay those of the whole.
    pub(crate) fn within(bytes: &'a [u8], at: usize, end: usize) -> Self {
        Self { bytes: bytes.get(..end).unwrap_or(bytes), at }
    }

    #[inline]
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    #[inline]
    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    #[inline]
    pub(crate) fn take(&mut self, len: usize) -> Result<&'a [u8]> {
        let end = self.at.checked_add(len).ok_or_else(FormatError::truncated)?;
        let taken = self.bytes.get(self.at..end).ok_or_else(FormatError::truncated)?;
        self.at = end;
        Ok(taken)
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let taken = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<N>());
        self.at += N;
        taken.copied().ok_or_else(FormatError::truncated)
    }

    #[inline]
    pub(crate) fn u8(&mut self) -> Result<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    #[inline]
    pub(crate) fn u16(&mut self) -> Result<u16> {
        self.array().map(u16::from_be_bytes)
    }

    #[inline]
    pub(crate) fn u32(&mut self) -> Result<u32> {
        self.array().map(u32::from_be_bytes)
    }

    #[inline]
    pub(crate) fn u64(&mut self) -> Result<u64> {
        self.array().map(u64::from_be_bytes)
    }

    /// Reads a `u2` count and then as many items. What is reserved in advance is bounded by what
    /// the remaining bytes can hold at `least` bytes per item.
    pub(crate) fn table<T>(&mut self, least: usize, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let count = usize::from(self.u16()?);
        let mut items = Vec::with_capacity(count.min(self.remaining() / least));
        for _ in 0..count {
            items.push(item(self)?);
        }
        Ok(items)
    }
}
