//! A platform: how many threads run at a time, and where the one that runs may be switched away
//! from (Parízek and Kalibera, "Platform-Specific Restrictions on Concurrency in Model Checking of
//! Java Programs"). Plain data; what it means for a search is in `heddle-explore`.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of yield point: an instruction before which a platform may switch threads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum YieldKind {
    /// Taking a monitor, or the lock of a class initialisation.
    Acquire,
    /// Giving a monitor back, or ending a class initialisation.
    Release,
    /// `Object.wait`, and `Thread.join`, which waits for the thread.
    Wait,
    /// `notify` and `notifyAll`.
    Notify,
    /// `Thread.start`.
    Start,
    /// `Thread.sleep`.
    Sleep,
    /// `Thread.yield` and `onSpinWait`.
    Yield,
    /// `LockSupport.park`.
    Park,
    /// Printing, the one blocking native of a checked program.
    Io,
    /// The end of a thread.
    End,
    /// `Thread.setPriority`.
    Priority,
    /// Every branch instruction.
    Branch,
    /// A branch backwards that is taken.
    BackBranch,
    /// The first instruction of a method.
    Entry,
    /// The return of a method.
    Exit,
    /// Every access to shared memory: preemption by time.
    Access,
}

impl YieldKind {
    /// All kinds, in the order in which sets list them.
    pub const ALL: [YieldKind; 16] = [
        YieldKind::Acquire,
        YieldKind::Release,
        YieldKind::Wait,
        YieldKind::Notify,
        YieldKind::Start,
        YieldKind::Sleep,
        YieldKind::Yield,
        YieldKind::Park,
        YieldKind::Io,
        YieldKind::End,
        YieldKind::Priority,
        YieldKind::Branch,
        YieldKind::BackBranch,
        YieldKind::Entry,
        YieldKind::Exit,
        YieldKind::Access,
    ];
}

/// A set of kinds; a list of names in files.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Vec<YieldKind>", into = "Vec<YieldKind>")]
pub struct YieldSet(u32);

impl YieldSet {
    /// Whether a kind is in the set.
    #[inline]
    pub const fn contains(self, kind: YieldKind) -> bool {
        self.0 & 1 << kind as u8 != 0
    }

    /// The set with one more kind.
    #[must_use]
    pub const fn with(self, kind: YieldKind) -> Self {
        Self(self.0 | 1 << kind as u8)
    }

    /// The set without a kind.
    #[must_use]
    pub const fn without(self, kind: YieldKind) -> Self {
        Self(self.0 & !(1 << kind as u8))
    }

    /// The kinds in the set, in the order of [`YieldKind::ALL`].
    pub fn kinds(self) -> impl Iterator<Item = YieldKind> {
        YieldKind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

impl FromIterator<YieldKind> for YieldSet {
    fn from_iter<I: IntoIterator<Item = YieldKind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::default(), Self::with)
    }
}

impl From<Vec<YieldKind>> for YieldSet {
    fn from(kinds: Vec<YieldKind>) -> Self {
        kinds.into_iter().collect()
    }
}

impl From<YieldSet> for Vec<YieldKind> {
    fn from(set: YieldSet) -> Self {
        set.kinds().collect()
    }
}

/// What interrupts a running thread.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Preemption {
    /// Nothing: it is switched away from at yield points only.
    #[default]
    Yield,
    /// A timer: any instruction is a yield point.
    Time,
}

/// Whether priorities decide who runs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Priorities {
    /// Priorities have no effect.
    #[default]
    Off,
    /// The highest run, first in first out within a priority.
    Strict,
}

/// What holding a monitor does to a thread's priority.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MonitorPolicy {
    /// The holder inherits the priority of whoever waits for the monitor.
    #[default]
    Inherit,
    /// The holder has at least the ceiling of the object's class, and inherits where there is none.
    Ceiling,
    /// Holding a monitor does not change the priority.
    None,
}

/// A platform. Every field but the name has a default, so that a file only says what is special.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Platform {
    /// What reports call it; a file without a name is called by its file name.
    #[serde(default)]
    pub name: String,
    /// Threads that run at a time; none for as many as there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processors: Option<u16>,
    /// Where the running thread may be switched out.
    #[serde(default)]
    pub yields: YieldSet,
    /// What else interrupts a running thread.
    #[serde(default)]
    pub preemption: Preemption,
    /// Whether priorities decide who runs.
    #[serde(default)]
    pub priorities: Priorities,
    /// What holding a monitor does to a priority, if priorities are strict.
    #[serde(default)]
    pub monitors: MonitorPolicy,
    /// Ceilings by class, as Java writes its name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ceilings: BTreeMap<String, u8>,
    /// Steps that threads of lower priority may take while one of higher priority waits for a
    /// monitor, other than those of its holder, before there is a warning.
    #[serde(default)]
    pub inversion_bound: u8,
}

impl Platform {
    /// Whether it allows less than the language does. Preemption by time alone does not: any number of
    /// processors can then be interleaved in all ways.
    pub fn is_restrictive(&self) -> bool {
        self.priorities == Priorities::Strict || self.processors.is_some() && self.preemption == Preemption::Yield
    }
}

impl fmt::Display for Platform {
    /// `green (1 processor; yields at acquire, release, …)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (", self.name)?;
        match self.processors {
            None => write!(f, "as many processors as threads")?,
            Some(1) => write!(f, "1 processor")?,
            Some(n) => write!(f, "{n} processors")?,
        }
        match self.preemption {
            Preemption::Time => write!(f, ", preemption by time")?,
            // With as many processors as threads nobody has to wait for one.
            Preemption::Yield if self.processors.is_none() && self.priorities == Priorities::Off => {}
            Preemption::Yield => {
                let names: Vec<String> = self.yields.kinds().map(name).collect();
                let names = if names.is_empty() { "blocking operations only".into() } else { names.join(", ") };
                write!(f, ", switches at {names}")?;
            }
        }
        if self.priorities == Priorities::Strict {
            let monitors = match self.monitors {
                MonitorPolicy::Inherit => "inheritance",
                MonitorPolicy::Ceiling => "ceilings",
                MonitorPolicy::None => "no inheritance",
            };
            write!(f, ", strict priorities with {monitors}")?;
        }
        write!(f, ")")
    }
}

fn name(kind: YieldKind) -> String {
    let mut name = String::new();
    for c in format!("{kind:?}").chars() {
        if c.is_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.extend(c.to_lowercase());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        let set = YieldSet::default().with(YieldKind::Wait).with(YieldKind::BackBranch);
        assert_eq!(set.kinds().collect::<Vec<_>>(), [YieldKind::Wait, YieldKind::BackBranch]);
        assert!(!set.without(YieldKind::Wait).contains(YieldKind::Wait));
        assert_eq!(name(YieldKind::BackBranch), "back-branch");
    }
}
