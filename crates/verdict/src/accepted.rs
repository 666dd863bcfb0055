//! Data races that the user accepts, by name and with a reason.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Races on some fields are accepted: they are no violations, but the report lists them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AcceptedRace {
    /// The field with its class, `org.acme.Buffer.tail`; `*` stands for any text. Elements of arrays go by the methods
    /// that access them.
    pub field: String,
    /// Why they do no harm.
    pub why: String,
}

impl AcceptedRace {
    /// Whether a name fits.
    pub fn fits(&self, name: &str) -> bool {
        fn fits(pattern: &str, name: &str) -> bool {
            match pattern.split_once('*') {
                None => pattern == name,
                Some((start, rest)) => name.strip_prefix(start).is_some_and(|name| {
                    name.char_indices().map(|(at, _)| &name[at..]).chain([""]).any(|tail| fits(rest, tail))
                }),
            }
        }
        fits(&self.field, name)
    }
}

/// `FIELD=WHY`.
impl FromStr for AcceptedRace {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((field, why)) if !field.trim().is_empty() && !why.trim().is_empty() => {
                Ok(Self { field: field.trim().to_owned(), why: why.trim().to_owned() })
            }
            _ => Err("expected FIELD=WHY, as in 'org.acme.Buffer.*=published by a fence'".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        let fits = |field: &str, name: &str| AcceptedRace { field: field.into(), why: "x".into() }.fits(name);
        assert!(fits("a.B.c", "a.B.c"));
        assert!(!fits("a.B.c", "a.B.cc"));
        assert!(fits("a.*", "a.B.c"));
        assert!(!fits("a.*", "ab.B.c"));
        assert!(fits("*.tail", "a.B.tail"));
        assert!(!fits("*.tail", "a.tail.B"));
        assert!(fits("*.tail", "a.tail.tail"));
        assert!(fits("a.*.c", "a.b.c.c"));
        assert!(!fits("a.*.c", "a.c"));
        assert!(fits("*", "anything"));
    }

    #[test]
    fn a_reason_is_asked_for() {
        assert!("a.B.c".parse::<AcceptedRace>().is_err());
        assert!("a.B.c=".parse::<AcceptedRace>().is_err());
        assert!("a.B.c = by design".parse::<AcceptedRace>().is_ok_and(|race| race.why == "by design"));
    }
}
