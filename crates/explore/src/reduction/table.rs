//! The table of reductions: what each is, needs, preserves and assumes, and how its layer is made. The rows stand
//! in the order in which the stack asks the layers (`layer.rs`). `--reduce`, its help, the guide's table and
//! the ledger's lines come from here; the theorems behind the rows are in `docs/reductions.md`.

use heddle_program::Program;
use heddle_verdict::{Assumption, ReductionKind, ReductionSet, Semantics};

use super::layer::Layer;
use super::{
    Knowledge, future, guarded, immutable, library, monitors, notify, operations, owned, protected, queues, symmetry,
};

/// A reduction.
pub struct Row {
    pub kind: ReductionKind,
    /// What it does, for the help and the guide.
    pub description: &'static str,
    pub scope: Scope,
    pub needs: Needs,
    pub preserves: &'static [Preserved],
    /// What it takes for granted that nothing checks.
    pub assumes: Option<Assumption>,
    /// Its layer; none if what it needs is not there.
    build: for<'p> fn(&Setting<'_, 'p>) -> Option<Box<dyn Layer + 'p>>,
}

/// What a layer decides about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Where a thread rests, and which actions belong together.
    Steps,
    /// Whether a single action is independent of what others can still do.
    Actions,
}

/// What a reduction has to know of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    Nothing,
    /// Call graph, points-to sets and future accesses.
    Analysis,
    /// The shape analysis, which rests on the former.
    ShapeAnalysis,
}

/// What a search finds with the reduction exactly if it finds it without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preserved {
    Deadlocks,
    Races,
    Outcomes,
    /// Truth values of formulas of linear temporal logic without next.
    LtlX,
}

use Preserved::{Deadlocks, LtlX, Outcomes, Races};

const EVERYTHING: &[Preserved] = &[Deadlocks, Races, Outcomes, LtlX];
/// Others can tell from a run that does not end whether a thread is inside an operation or still before it.
const BUT_RUNS: &[Preserved] = &[Deadlocks, Races, Outcomes];

pub static TABLE: [Row; ReductionKind::ALL.len()] = [
    // First, because a thread that has to wait rests, whatever else may be said of its access.
    Row {
        kind: ReductionKind::Queues,
        description: "a thread that would have to wait for a lock, a permit, a latch or the end of threads waits before it asks \
                      for it",
        scope: Scope::Steps,
        needs: Needs::Analysis,
        preserves: BUT_RUNS,
        assumes: None,
        build: queues::layer,
    },
    // Before all that is about single accesses, which an operation makes many of.
    Row {
        kind: ReductionKind::Operations,
        description: "an operation of the JDK's synchronisers that has begun goes on; futures and latches that are done \
                      are read at any time",
        scope: Scope::Steps,
        needs: Needs::Nothing,
        preserves: BUT_RUNS,
        assumes: Some(Assumption::AtomicOperations),
        build: operations::layer,
    },
    // About states, not about steps: which of them count as the same.
    Row {
        kind: ReductionKind::Symmetry,
        description: "states that differ only in which of several threads is which count as the same",
        scope: Scope::Steps,
        needs: Needs::Nothing,
        preserves: BUT_RUNS,
        assumes: None,
        build: symmetry::layer,
    },
    // Before `guarded`, which would look for locks of data that the JDK guards in ways of its own.
    Row {
        kind: ReductionKind::Library,
        description: "no step ends before accesses of the JDK's synchronisers to data that they guard themselves",
        scope: Scope::Actions,
        needs: Needs::Nothing,
        preserves: EVERYTHING,
        assumes: Some(Assumption::TrustedLibrary),
        build: library::layer,
    },
    // Before `guarded`, because who reads what never changes needs no lock.
    Row {
        kind: ReductionKind::Immutable,
        description: "no step ends before reads of fields that never change once other threads see them",
        scope: Scope::Actions,
        needs: Needs::Analysis,
        preserves: EVERYTHING,
        assumes: None,
        build: immutable::layer,
    },
    // Before all that follows: an object that has a guard is checked for it even if others have no more use for it,
    // because that may be so only as the search let them go first. It claims an object without a guard last.
    Row {
        kind: ReductionKind::Guarded,
        description: "no step ends before accesses to data that is always used under the same lock, as the search \
                      itself finds out",
        scope: Scope::Actions,
        needs: Needs::Nothing,
        preserves: EVERYTHING,
        assumes: None,
        build: guarded::layer,
    },
    // A table look-up, and so before `future`; it implies `protected`.
    Row {
        kind: ReductionKind::Owned,
        description: "no step ends before accesses to what no other thread can reach",
        scope: Scope::Actions,
        needs: Needs::ShapeAnalysis,
        preserves: EVERYTHING,
        assumes: None,
        build: owned::layer,
    },
    Row {
        kind: ReductionKind::Protected,
        description: "no step ends before accesses to what is only used under a lock that the thread holds",
        scope: Scope::Actions,
        needs: Needs::ShapeAnalysis,
        preserves: EVERYTHING,
        assumes: None,
        build: protected::layer,
    },
    // The dearest question about memory comes last: it goes through the frames of all threads.
    Row {
        kind: ReductionKind::Future,
        description: "no step ends before accesses that no other thread can conflict with in future",
        scope: Scope::Actions,
        needs: Needs::Analysis,
        preserves: EVERYTHING,
        assumes: None,
        build: future::layer,
    },
    // So is this one about monitors.
    Row {
        kind: ReductionKind::Monitors,
        description: "no step ends before taking a monitor that no other thread will use in future",
        scope: Scope::Actions,
        needs: Needs::Analysis,
        preserves: EVERYTHING,
        assumes: None,
        build: monitors::layer,
    },
    // About notifications alone, which no other layer knows.
    Row {
        kind: ReductionKind::Notify,
        description: "no step ends before notifying nobody, or threads that the monitor holds back",
        scope: Scope::Actions,
        needs: Needs::Analysis,
        preserves: EVERYTHING,
        assumes: None,
        build: notify::layer,
    },
];

/// What layers are made from.
pub struct Setting<'a, 'p> {
    pub program: &'p Program,
    pub semantics: &'a Semantics,
    /// What the analysis found, if there is one.
    pub knowledge: Option<&'a Knowledge>,
}

impl Row {
    pub fn of(kind: ReductionKind) -> &'static Row {
        &TABLE[kind as usize]
    }

    /// Whether what its layer says of an action has to be true of it, whatever the program: it calls actions
    /// independent and takes nothing for granted.
    pub fn is_checked(&self) -> bool {
        self.scope == Scope::Actions && self.assumes.is_none()
    }

    pub fn layer<'p>(&self, setting: &Setting<'_, 'p>) -> Option<Box<dyn Layer + 'p>> {
        (self.build)(setting)
    }
}

/// Whether any of these reductions rests on an analysis of the program.
pub fn need_analysis(set: ReductionSet) -> bool {
    set.iter().any(|kind| Row::of(kind).needs != Needs::Nothing)
}

/// What the reductions take for granted, for the ledger. What their analysis says is not among it, since that is
/// checked (`confirm.rs`).
pub fn assumptions(set: ReductionSet) -> Vec<Assumption> {
    TABLE.iter().rev().filter(|row| set.contains(row.kind)).filter_map(|row| row.assumes.clone()).collect()
}

/// The names of all reductions, in the order of the table.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|row| row.kind.name())
}

/// The rows as a table of the guide.
pub fn markdown() -> String {
    let mut text = String::from(
        "| value | what it does | needs | preserves |\n|---|---|---|---|\n\
         | `none` | every instruction is a step | | everything |\n\
         | `local` | a step ends before instructions that another thread could notice now | | everything |\n",
    );
    for row in &TABLE {
        let needs = match row.needs {
            Needs::Nothing => "",
            Needs::Analysis => "analysis",
            Needs::ShapeAnalysis => "shape analysis",
        };
        let preserved = |preserved: &Preserved| match preserved {
            Deadlocks => "deadlocks",
            Races => "races",
            Outcomes => "outcomes",
            LtlX => "LTL without next",
        };
        let preserves: Vec<&str> = row.preserves.iter().map(preserved).collect();
        let preserves = if row.preserves == EVERYTHING { "everything".to_owned() } else { preserves.join(", ") };
        text += &format!("| `{}` | {} | {needs} | {preserves} |\n", row.kind.name(), row.description);
    }
    text + "| `all` (default), or a list | all of them, or those listed, on top of `local` | | |\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_their_kinds_and_steps_come_first() {
        assert!(TABLE.iter().map(|row| row.kind).eq(ReductionKind::ALL));
        assert!(TABLE.is_sorted_by_key(|row| row.scope == Scope::Actions));
    }

    #[test]
    fn what_rests_on_an_analysis_assumes_nothing_that_is_not_checked() {
        assert!(need_analysis(ReductionSet::ALL) && !need_analysis(ReductionSet::NONE));
        assert!(TABLE.iter().all(|row| row.needs == Needs::Nothing || row.assumes.is_none()));
        assert_eq!(assumptions(ReductionSet::ALL), [Assumption::TrustedLibrary, Assumption::AtomicOperations]);
        assert_eq!(assumptions(ReductionSet::NONE), []);
    }

    /// `HEDDLE_BLESS=1` writes the guide's table anew.
    #[test]
    fn the_guide_has_this_table() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide.md");
        let guide = std::fs::read_to_string(file).expect("the guide");
        let begin = guide.find("| value | what it does |").expect("the table begins");
        let end = guide[begin..].find("\n\n").expect("the table ends") + begin + 1;
        if std::env::var_os("HEDDLE_BLESS").is_some() {
            let blessed = format!("{}{}{}", &guide[..begin], markdown(), &guide[end..]);
            std::fs::write(file, blessed).expect("the guide can be written");
        } else {
            assert_eq!(&guide[begin..end], markdown(), "HEDDLE_BLESS=1 writes the table anew");
        }
    }
}
