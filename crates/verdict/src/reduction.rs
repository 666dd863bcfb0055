//! Which partial-order reductions a search uses, and how precise the analysis behind them is.
//!
//! These are the names alone, because a saved run carries them: where steps end follows from them. What each
//! reduction does, needs, preserves and assumes is in the table of `heddle_explore::reduction`.

use serde::{Deserialize, Serialize};

/// A reduction, in the order in which the stack of reductions asks its layers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum ReductionKind {
    /// A thread that would have to wait for a lock waits before it asks for it.
    Queues,
    /// Operations of the JDK's synchronisers are atomic.
    Operations,
    /// Threads that nobody can tell apart change places.
    Symmetry,
    /// The JDK's synchronisers access data that they guard themselves.
    Library,
    /// Reads of fields that never change once other threads see them.
    Immutable,
    /// Accesses to data that is always used under the same lock, as the search finds out.
    Guarded,
    /// Accesses to what no other thread can reach.
    Owned,
    /// Accesses to what is only used under a lock that the thread holds.
    Protected,
    /// Accesses that no other thread can conflict with in future.
    Future,
    /// Acquisitions of monitors that no other thread will use in future.
    Monitors,
    /// Notifications that wake nobody who could go on.
    Notify,
}

impl ReductionKind {
    /// All of them, in the order of the stack.
    pub const ALL: [Self; 11] = [
        Self::Queues,
        Self::Operations,
        Self::Symmetry,
        Self::Library,
        Self::Immutable,
        Self::Guarded,
        Self::Owned,
        Self::Protected,
        Self::Future,
        Self::Monitors,
        Self::Notify,
    ];

    /// As it is written on the command line and in saved runs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Queues => "queues",
            Self::Operations => "operations",
            Self::Symmetry => "symmetry",
            Self::Library => "library",
            Self::Immutable => "immutable",
            Self::Guarded => "guarded",
            Self::Owned => "owned",
            Self::Protected => "protected",
            Self::Future => "future",
            Self::Monitors => "monitors",
            Self::Notify => "notify",
        }
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A set of reductions; written as the list of their names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct ReductionSet(u16);

impl ReductionSet {
    /// No reduction.
    pub const NONE: Self = Self(0);
    /// All reductions.
    pub const ALL: Self = Self((1 << ReductionKind::ALL.len()) - 1);

    /// Whether a reduction is in the set.
    pub const fn contains(self, kind: ReductionKind) -> bool {
        self.0 >> kind as u8 & 1 != 0
    }

    /// Adds a reduction.
    pub fn insert(&mut self, kind: ReductionKind) {
        self.0 |= 1 << kind as u8;
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in the set, in the order of the stack.
    pub fn iter(self) -> impl Iterator<Item = ReductionKind> {
        ReductionKind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

impl FromIterator<ReductionKind> for ReductionSet {
    fn from_iter<I: IntoIterator<Item = ReductionKind>>(kinds: I) -> Self {
        let mut set = Self::NONE;
        kinds.into_iter().for_each(|kind| set.insert(kind));
        set
    }
}

impl From<ReductionSet> for Vec<String> {
    fn from(set: ReductionSet) -> Self {
        set.iter().map(|kind| kind.name().to_owned()).collect()
    }
}

impl TryFrom<Vec<String>> for ReductionSet {
    type Error = String;

    fn try_from(names: Vec<String>) -> Result<Self, String> {
        let kind = |name: &String| {
            ReductionKind::from_name(name).ok_or_else(|| {
                let known = ReductionKind::ALL.map(ReductionKind::name).join(", ");
                format!("there is no reduction {name:?}; there are {known}")
            })
        };
        names.iter().map(kind).collect()
    }
}

/// How precise the analysis behind the reductions is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Precision {
    /// What future accesses know of the calls that led to where a thread stands.
    pub context: Context,
    /// Which points-to analysis tells objects apart.
    pub points_to: PointsTo,
}

/// How much of the calls that led to a point counts (the variants of Parízek and Lhoták, ASE 2011, Table II).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Context {
    /// A method returns to every one of its callers, also within the future of a call.
    Insensitive,
    /// A call is followed by what its callees do and then by what follows *it*; but the method that
    /// a thread stands in returns to every one of its callers.
    #[serde(rename = "callee-sensitive")]
    Callee,
    /// The frames of the thread say where each method returns to.
    #[default]
    Full,
}

/// Which points-to analysis answers the questions of the reductions (the choices of Parízek and
/// Lhoták's Table I). The call graph comes from an exhaustive one in any case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointsTo {
    /// None: accesses to the same field may be to the same object.
    #[serde(rename = "by-field")]
    Fields,
    /// One set per variable, for the whole program.
    #[default]
    Exhaustive,
    /// The same, with a copy of each instance method per receiver.
    ObjectSensitive,
    /// Sets of the variables that are asked about, without contexts.
    #[serde(rename = "on-demand")]
    Demand,
    /// The same with contexts, refined within a budget.
    #[serde(rename = "refined-on-demand")]
    Refined,
}

impl Context {
    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "insensitive" => Self::Insensitive,
            "callee-sensitive" => Self::Callee,
            "full" => Self::Full,
            _ => return None,
        })
    }
}

impl PointsTo {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Fields, Self::Exhaustive, Self::ObjectSensitive, Self::Demand, Self::Refined];

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "by-field" => Self::Fields,
            "exhaustive" => Self::Exhaustive,
            "object-sensitive" => Self::ObjectSensitive,
            "on-demand" => Self::Demand,
            "refined-on-demand" => Self::Refined,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_written_as_names_and_read_back() {
        for kind in ReductionKind::ALL {
            assert_eq!(ReductionKind::from_name(kind.name()), Some(kind));
            assert_eq!(ReductionKind::ALL[kind as usize], kind);
        }
        let set = ReductionSet::from_iter([ReductionKind::Future, ReductionKind::Queues]);
        let text = serde_json::to_string(&set).expect("plain data");
        assert_eq!(text, "[\"queues\",\"future\"]");
        assert_eq!(serde_json::from_str::<ReductionSet>(&text).expect("what was written"), set);
        assert_eq!(ReductionKind::ALL.into_iter().collect::<ReductionSet>(), ReductionSet::ALL);
        assert_eq!(ReductionSet::ALL.iter().count(), ReductionKind::ALL.len());
    }

    #[test]
    fn an_unknown_reduction_is_refused_with_the_known_ones() {
        let error = serde_json::from_str::<ReductionSet>("[\"future\",\"past\"]").expect_err("no such reduction");
        assert!(error.to_string().contains("there is no reduction \"past\"; there are queues, "), "{error}");
    }

    #[test]
    fn precisions_have_the_names_that_they_are_written_by() {
        for points_to in PointsTo::ALL {
            let text = serde_json::to_string(&points_to).expect("plain data");
            assert_eq!(PointsTo::from_name(text.trim_matches('"')), Some(points_to));
        }
        for context in [Context::Insensitive, Context::Callee, Context::Full] {
            let text = serde_json::to_string(&context).expect("plain data");
            assert_eq!(Context::from_name(text.trim_matches('"')), Some(context));
        }
    }
}
