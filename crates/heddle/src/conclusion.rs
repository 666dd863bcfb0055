//! The four kinds of verdicts.

/// A verdict without what it rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// Nothing goes wrong, in any case.
    Proved,
    /// Something goes wrong.
    Violated,
    /// Nothing goes wrong within the bounds.
    Bounded,
    /// Something could not be followed.
    Unknown,
}

impl Conclusion {
    /// As reports write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Violated => "violated",
            Self::Bounded => "bounded",
            Self::Unknown => "unknown",
        }
    }

    /// The exit code of a command that ends with it.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Proved => 0,
            Self::Violated => 1,
            Self::Bounded => 2,
            Self::Unknown => 3,
        }
    }
}
