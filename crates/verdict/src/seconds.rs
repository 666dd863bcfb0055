//! A limit of time, as users write it: seconds, with up to three decimals. Kept in milliseconds, so that it can be compared.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Seconds, to the millisecond.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Seconds(u64);

impl Seconds {
    /// Whole seconds.
    pub const fn whole(seconds: u64) -> Self {
        Self(seconds.saturating_mul(1000))
    }

    /// The time that it stands for.
    pub const fn duration(self) -> Duration {
        Duration::from_millis(self.0)
    }

    fn of(seconds: f64) -> Option<Self> {
        let duration = Duration::try_from_secs_f64(seconds).ok()?;
        u64::try_from(duration.as_millis()).ok().map(Self)
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 1000, self.0 % 1000);
        if rest == 0 {
            return write!(f, "{whole}");
        }
        write!(f, "{whole}.{}", format!("{rest:03}").trim_end_matches('0'))
    }
}

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seconds = text.parse().ok().and_then(Self::of);
        seconds.ok_or_else(|| "write seconds, such as 90 or 0.5".into())
    }
}

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(1000) {
            serializer.serialize_u64(self.0 / 1000)
        } else {
            serializer.serialize_f64(self.duration().as_secs_f64())
        }
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let seconds = f64::deserialize(deserializer)?;
        Self::of(seconds).ok_or_else(|| serde::de::Error::custom("seconds are not negative"))
    }
}

impl JsonSchema for Seconds {
    fn schema_name() -> Cow<'static, str> {
        "Seconds".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::Seconds;

    #[test]
    fn fractions_are_read_and_shown() {
        for (text, shown) in [("60", "60"), ("0.5", "0.5"), ("1.250", "1.25"), ("0", "0"), ("0.0004", "0")] {
            assert_eq!(text.parse::<Seconds>().map(|seconds| seconds.to_string()), Ok(shown.to_owned()));
        }
        for text in ["-1", "soon", "", "NaN", "inf", "1e300"] {
            assert!(text.parse::<Seconds>().is_err(), "{text}");
        }
        assert_eq!(serde_json::to_string(&[Seconds::whole(3), Seconds(500)]).ok().as_deref(), Some("[3,0.5]"));
    }
}
