//! Which tests are meant by a pattern.

use super::result::TestName;

/// Whether a pattern means a test: its whole name, with or without the package, the types of its parameters and the
/// number of the call; its class; `*` stands for any text.
pub fn is_meant(pattern: &str, name: &TestName) -> bool {
    // Names have types only where there are several methods of the same name.
    if let (false, Some((of, rest))) = (name.method.contains('('), pattern.split_once('('))
        && let Some((_, call)) = rest.split_once(')')
    {
        return is_meant(&format!("{of}{call}"), name);
    }
    let simple = name.class.rsplit('.').next().unwrap_or(&name.class);
    let plain = name.method.split('(').next().unwrap_or(&name.method);
    [name.class.as_str(), simple].into_iter().any(|class| {
        // Java source writes nested classes with a dot.
        let mut spellings = vec![class.to_owned(), format!("{class}#{}", name.method), format!("{class}#{plain}")];
        // Call 1 of a class stands for all calls of the test for it.
        let mut call = format!("{class}#{}", name.method);
        for index in &name.calls {
            call += &format!("[{index}]");
            spellings.push(call.clone());
        }
        spellings.iter().any(|spelling| fits(pattern, spelling) || fits(pattern, &spelling.replace('$', ".")))
    })
}

/// A pattern without the numbers of calls at its end; an array among the types of parameters has none.
pub fn without_calls(pattern: &str) -> &str {
    let inner = pattern.strip_suffix(']').and_then(|rest| rest.rsplit_once('['));
    match inner.filter(|(_, number)| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit() || c == '*')) {
        Some((rest, _)) => without_calls(rest),
        None => pattern,
    }
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
    use super::{TestName, is_meant, without_calls};

    #[test]
    fn names_classes_and_stars() {
        let name = TestName { class: "com.acme.Outer$Inner".into(), method: "adds".into(), calls: vec![2] };
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
        let several = TestName { method: "adds(int[])".into(), calls: vec![1, 2], ..name.clone() };
        for pattern in ["*#adds(int[])[1][2]", "*#adds(int[])[1]", "*#adds(int[])", "*#adds"] {
            assert!(is_meant(pattern, &several), "{pattern}");
        }
        assert!(!is_meant("*#adds(int)[1]", &several) && !is_meant("*#adds(int[])[2]", &several));
        assert!(is_meant("*#adds(int, java.lang.String[])[2]", &name), "types say nothing where there is one method");
        assert_eq!(without_calls("T#adds(int[])[1][2]"), "T#adds(int[])");
        for pattern in ["Inner", "com.acme", "Outer$Inner#add", "*#adds[1]", ""] {
            assert!(!is_meant(pattern, &name), "{pattern}");
        }
    }
}
