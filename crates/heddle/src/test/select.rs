//! Which tests are meant by a pattern.

use super::result::TestName;

/// Whether a pattern means a test: its whole name, with or without the package and the number of the call; its
/// class; `*` stands for any text.
pub fn is_meant(pattern: &str, name: &TestName) -> bool {
    let simple = name.class.rsplit('.').next().unwrap_or(&name.class);
    let plain = name.method.split('(').next().unwrap_or(&name.method);
    [name.class.as_str(), simple].into_iter().any(|class| {
        // Java source writes nested classes with a dot.
        let mut spellings = vec![class.to_owned(), format!("{class}#{}", name.method), format!("{class}#{plain}")];
        if let Some(index) = name.index {
            spellings.push(format!("{class}#{}[{index}]", name.method));
        }
        spellings.iter().any(|spelling| fits(pattern, spelling) || fits(pattern, &spelling.replace('$', ".")))
    })
}

/// Whether a text fits a pattern in which `*` stands for any text.
fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{TestName, is_meant};

    #[test]
    fn names_classes_and_stars() {
        let name = TestName { class: "com.acme.Outer$Inner".into(), method: "adds".into(), index: Some(2) };
        for pattern in [
            "com.acme.Outer$Inner",
            "com.acme.Outer.Inner#adds",
            "Outer$Inner#adds[2]",
            "com.acme.*",
            "*#adds",
            "Outer*adds*",
            "com.acme.Outer$Inner#adds[2]",
        ] {
            assert!(is_meant(pattern, &name), "{pattern}");
        }
        for pattern in ["Inner", "com.acme", "Outer$Inner#add", "*#adds[1]", ""] {
            assert!(!is_meant(pattern, &name), "{pattern}");
        }
    }
}
