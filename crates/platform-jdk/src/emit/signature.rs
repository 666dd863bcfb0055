//! Descriptors as text, taken apart. Code is written in terms of descriptors, because that is what
//! a constant pool holds.

/// The parameter and result descriptors of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature<'a> {
    pub params: Vec<&'a str>,
    pub result: &'a str,
}

impl<'a> Signature<'a> {
    /// Takes a method descriptor apart. It comes from a class file that was checked, or was made
    /// here, so it is well formed.
    pub fn parse(descriptor: &'a str) -> Self {
        let (list, result) = descriptor
            .strip_prefix('(')
            .and_then(|rest| rest.rsplit_once(')'))
            .expect("method descriptors are checked when a class is loaded");
        let mut params = Vec::new();
        let mut rest = list;
        while !rest.is_empty() {
            let (first, after) = rest.split_at(type_len(rest));
            params.push(first);
            rest = after;
        }
        Self { params, result }
    }

    /// The descriptor that these parts make.
    pub fn text(&self) -> String {
        format!("({}){}", self.params.concat(), self.result)
    }
}

fn type_len(text: &str) -> usize {
    let dimensions = text.len() - text.trim_start_matches('[').len();
    match text.as_bytes().get(dimensions) {
        Some(b'L') => text.find(';').map_or(text.len(), |at| at + 1),
        _ => (dimensions + 1).min(text.len()),
    }
}

/// Whether a descriptor is that of a reference type.
pub fn is_ref(descriptor: &str) -> bool {
    descriptor.starts_with(['L', '['])
}

/// JVM slots of a value.
pub fn slots(descriptor: &str) -> u16 {
    match descriptor {
        "V" => 0,
        "J" | "D" => 2,
        _ => 1,
    }
}

/// What a class entry says for a reference descriptor: `java/lang/String`, `[I`.
pub fn class_name(descriptor: &str) -> &str {
    descriptor.strip_prefix('L').and_then(|d| d.strip_suffix(';')).unwrap_or(descriptor)
}

/// The descriptor of a class by internal name.
pub fn descriptor_of_name(name: &str) -> String {
    if name.starts_with('[') { name.to_owned() } else { format!("L{name};") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_come_apart_and_together() {
        let text = "(I[[JLjava/lang/String;D)[La;";
        let signature = Signature::parse(text);
        assert_eq!(signature.params, ["I", "[[J", "Ljava/lang/String;", "D"]);
        assert_eq!(signature.result, "[La;");
        assert_eq!(signature.text(), text);
        assert_eq!(Signature::parse("()V").params.len(), 0);
    }
}
