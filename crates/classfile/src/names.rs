//! Which names and descriptors are well formed (JVMS 4.2 and 4.3).

/// An internal class name: non-empty segments between slashes. Array names are not class names.
pub fn is_class_name(name: &str) -> bool {
    name.split('/').all(is_unqualified)
}

/// A name that may stand as the class of a constant-pool entry: a class or an array.
pub(crate) fn is_class_entry(name: &str) -> bool {
    if name.starts_with('[') { is_field_descriptor(name) } else { is_class_name(name) }
}

pub(crate) fn is_unqualified(name: &str) -> bool {
    !name.is_empty() && !name.bytes().any(|b| matches!(b, b'.' | b';' | b'[' | b'/'))
}

pub(crate) fn is_method_name(name: &str) -> bool {
    name == "<init>" || name == "<clinit>" || is_unqualified(name) && !name.bytes().any(|b| matches!(b, b'<' | b'>'))
}

/// A field descriptor: one type, at most 255 dimensions.
pub fn is_field_descriptor(descriptor: &str) -> bool {
    skip_type(descriptor.as_bytes()).is_some_and(|(rest, _)| rest.is_empty())
}

/// A method descriptor. The limit on argument slots is apart: see [`argument_slots`].
pub fn is_method_descriptor(descriptor: &str) -> bool {
    argument_slots(descriptor).is_some()
}

/// The slots of a method descriptor's arguments, without a receiver; `None` if it is ill formed.
pub(crate) fn argument_slots(descriptor: &str) -> Option<usize> {
    let mut rest = descriptor.as_bytes().strip_prefix(b"(")?;
    let mut slots = 0;
    while *rest.first()? != b')' {
        let (after, width) = skip_type(rest)?;
        slots += width;
        rest = after;
    }
    match &rest[1..] {
        b"V" => Some(slots),
        result => skip_type(result).and_then(|(rest, _)| rest.is_empty().then_some(slots)),
    }
}

/// What follows one type, and the slots the type takes.
fn skip_type(bytes: &[u8]) -> Option<(&[u8], usize)> {
    let dimensions = bytes.iter().take_while(|&&b| b == b'[').count();
    let element = bytes.get(dimensions..)?;
    if dimensions > 255 {
        return None;
    }
    let (&tag, rest) = element.split_first()?;
    let width = if dimensions == 0 && matches!(tag, b'J' | b'D') { 2 } else { 1 };
    match tag {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => Some((rest, width)),
        b'L' => {
            let end = rest.iter().position(|&b| b == b';')?;
            let name = std::str::from_utf8(&rest[..end]).ok()?;
            is_class_name(name).then_some((&rest[end + 1..], 1))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_and_names() {
        assert!(is_field_descriptor("[[Ljava/lang/String;") && is_field_descriptor("J"));
        for bad in ["", "V", "L;", "Lfoo", "[", "II", "La.b;", "Q"] {
            assert!(!is_field_descriptor(bad), "{bad}");
        }
        assert_eq!(argument_slots("(IJ[DLx;)V"), Some(5));
        assert_eq!(argument_slots("()[I"), Some(0));
        for bad in ["", "(", "()", "(V)V", "()VV", "(I", ")V"] {
            assert_eq!(argument_slots(bad), None, "{bad}");
        }
        assert!(is_class_name("a/b$c") && !is_class_name("a//b") && !is_class_name("[I"));
        assert!(is_class_entry("[I") && !is_class_entry("I;"));
        assert!(is_method_name("<init>") && !is_method_name("<x>"));
        assert!(!is_field_descriptor(&format!("{}I", "[".repeat(256))));
    }
}
