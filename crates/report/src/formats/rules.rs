//! What can be wrong, as rules for tools that group findings by them: one per kind of violation.

/// One kind of finding.
#[derive(PartialEq, Eq, Debug)]
pub struct Rule {
    /// The name of the kind in all reports; never changes.
    pub id: &'static str,
    /// A title.
    pub title: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// What to do about it.
    pub help: &'static str,
}

/// An outcome of a litmus test that its author forbids.
pub const FORBIDDEN: &str = "forbidden-outcome";

/// All rules.
pub const RULES: [Rule; 11] = [
    Rule {
        id: "deadlock",
        title: "Deadlock",
        meaning: "Threads wait forever: for each other's locks, or for a notification, signal, permit or end of a \
                  thread that never comes.",
        help: "Take locks in one order everywhere; wait in a loop that tests the condition under the lock, and notify \
               after changing what the condition depends on.",
    },
    Rule {
        id: "uncaught",
        title: "Uncaught exception",
        meaning: "An exception leaves a thread in some interleaving.",
        help: "Follow the run of the finding: another thread changed what the failing one relied on.",
    },
    Rule {
        id: "assertion",
        title: "Failed assertion",
        meaning: "An assertion of the program or test fails in some interleaving.",
        help: "Follow the run of the finding to the first step in which threads interfere; guard what they share.",
    },
    Rule {
        id: "swallowed-assertion",
        title: "Failed assertion that nobody notices",
        meaning: "An assertion fails in a task whose result nobody looks at, so that the program goes on as if it held.",
        help: "Look at the future of the task: call get or join on it.",
    },
    Rule {
        id: "race",
        title: "Data race",
        meaning: "Two threads access the same memory, one of them writes, and nothing orders the two accesses \
                  (JLS 17.4.5).",
        help: "Guard both accesses by one lock, or make the variable volatile or atomic.",
    },
    Rule {
        id: "livelock",
        title: "Livelock",
        meaning: "Threads can run forever without getting anywhere, although each is scheduled again and again.",
        help: "Let one of the threads back off in a way that the others do not repeat.",
    },
    Rule {
        id: "temporal",
        title: "Temporal property",
        meaning: "Some run does not satisfy the formula of linear temporal logic that was given.",
        help: "The finding shows the run, and the cycle that repeats forever at its end.",
    },
    Rule {
        id: "starvation",
        title: "Starvation",
        meaning: "On the chosen platform, threads that never yield keep others from running forever.",
        help: "Let the loop yield, sleep or wait.",
    },
    Rule {
        id: "inversion",
        title: "Priority inversion",
        meaning: "A thread waits for a monitor while threads of lower priority that do not hold it run for too long.",
        help: "Use a platform with priority inheritance or ceilings, or hold the monitor for a shorter time.",
    },
    Rule {
        id: "ceiling",
        title: "Ceiling violation",
        meaning: "A thread takes a monitor whose ceiling lies below its priority.",
        help: "Raise the ceiling of the monitor to the highest priority of the threads that use it.",
    },
    Rule {
        id: FORBIDDEN,
        title: "Forbidden outcome",
        meaning: "A memory model allows an outcome of a litmus test that its author forbids.",
        help: "Make the accesses volatile, or use the access modes of VarHandle that order them.",
    },
];

/// The rule of this name.
pub fn find(id: &str) -> &'static Rule {
    RULES.iter().find(|rule| rule.id == id).expect("each kind of violation has a rule")
}

/// Its place in the table.
pub fn index(rule: &Rule) -> usize {
    RULES.iter().position(|one| one == rule).expect("rules come from the table")
}
