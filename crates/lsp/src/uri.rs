//! `file:` addresses, as RFC 8089 has them, to paths and back.

use std::path::{Path, PathBuf};

/// The path of a `file:` address.
pub fn to_path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.as_bytes();
    while let Some((&first, rest)) = left.split_first() {
        let hex = (first == b'%').then(|| rest.get(..2)).flatten();
        let decoded = hex.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        bytes.push(decoded.unwrap_or(first));
        left = if decoded.is_some() { &rest[2..] } else { rest };
    }
    let text = String::from_utf8(bytes).ok()?;
    // file:///c:/x is c:/x.
    let is_drive = text.as_bytes().get(2) == Some(&b':') && text.starts_with('/');
    Some(PathBuf::from(if is_drive { &text[1..] } else { &text[..] }))
}

/// The address of an absolute path.
pub fn of_path(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let mut uri = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_back_from_their_addresses() {
        for path in ["/a/b.java", "/with space/ü/100%.java", "/a+b/#1.java"] {
            assert_eq!(to_path(&of_path(Path::new(path))).as_deref(), Some(Path::new(path)));
        }
        assert_eq!(of_path(Path::new("/a b")), "file:///a%20b");
        assert_eq!(to_path("file:///c%3A/x.java"), Some(PathBuf::from("c:/x.java")));
        assert_eq!(to_path("untitled:Untitled-1"), None);
    }
}
