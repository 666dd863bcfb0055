//! Modified UTF-8 (JVMS 4.4.7) → UTF-16 and text.
//!
//! It differs from UTF-8 in two ways: NUL is two bytes, and characters outside the basic plane are
//! two surrogates of three bytes each, which may also stand alone.

use std::borrow::Cow;

/// The UTF-16 code units of a string, exact also for lone surrogates. Bytes that are no modified
/// UTF-8 become U+FFFD.
pub fn to_utf16(bytes: &[u8]) -> Vec<u16> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((unit, len)) = next_unit(rest) {
        units.push(unit.unwrap_or(0xFFFD));
        rest = &rest[len..];
    }
    units
}

/// The text of a name; lone surrogates and ill-formed bytes become U+FFFD.
pub fn to_text(bytes: &[u8]) -> Cow<'_, str> {
    // What is valid as UTF-8 means the same in both encodings, and nearly every name is ASCII.
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(String::from_utf16_lossy(&to_utf16(bytes))),
    }
}

/// Whether the bytes are well-formed; HotSpot accepts overlong forms, and so does this.
pub(crate) fn is_valid(bytes: &[u8]) -> bool {
    if bytes.iter().all(|&byte| byte.wrapping_sub(1) < 0x7F) {
        return true;
    }
    let mut rest = bytes;
    while let Some((unit, len)) = next_unit(rest) {
        if unit.is_none() || rest[0] == 0 {
            return false;
        }
        rest = &rest[len..];
    }
    true
}

/// The first code unit (`None` if ill-formed) and the number of bytes it takes; `None` at the end.
fn next_unit(bytes: &[u8]) -> Option<(Option<u16>, usize)> {
    let continued = |at: usize| match bytes.get(at) {
        Some(byte) if byte & 0xC0 == 0x80 => Some(u16::from(byte & 0x3F)),
        _ => None,
    };
    let first = *bytes.first()?;
    let decoded = match first {
        0..=0x7F => Some((u16::from(first), 1)),
        0xC0..=0xDF => continued(1).map(|low| (u16::from(first & 0x1F) << 6 | low, 2)),
        0xE0..=0xEF => {
            continued(1).zip(continued(2)).map(|(mid, low)| (u16::from(first & 0x0F) << 12 | mid << 6 | low, 3))
        }
        _ => None,
    };
    Some(decoded.map_or((None, 1), |(unit, len)| (Some(unit), len)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_surrogates_and_bad_bytes() {
        assert_eq!(to_utf16(&[b'a', 0xC0, 0x80, b'b']), [97, 0, 98]);
        // A lone high surrogate survives in UTF-16 and is replaced in text.
        assert_eq!(to_utf16(&[0xED, 0xA0, 0x80]), [0xD800]);
        assert_eq!(to_text(&[0xED, 0xA0, 0x80]), "\u{FFFD}");
        // U+1F600 as a surrogate pair.
        assert_eq!(to_text(&[0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]), "\u{1F600}");
        assert!(is_valid(&[0xC0, 0x80]) && !is_valid(&[0]) && !is_valid(&[0xF0, 0x9F]));
        assert!(!is_valid(&[0xE4, 0xB8]));
        assert_eq!(to_utf16(&[0xFF, b'x']), [0xFFFD, 120]);
    }
}
