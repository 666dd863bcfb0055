//! Searches that take turns: the whole search counts what it counts alone, what the others find is found, and the bounds
//! that they complete are named.

use heddle::Project;
use heddle_explore::{Beside, Explored, Settings, Watch, explore};
use heddle_machine::Machine;
use heddle_testing::{jdk, open};
use heddle_verdict::{ReductionSet, Semantics, Statistics, Tried, TriedRuns};

/// Threads that read and write counters which all of them share.
fn counters(threads: u32, rounds: u32) -> String {
    format!(
        "import java.util.concurrent.atomic.*;

         public class Main {{
             static final AtomicInteger[] counters = {{ new AtomicInteger(), new AtomicInteger() }};

             public static void main(String[] args) {{
                 for (int i = 0; i < {threads}; i++) {{
                     int number = i;
                     new Thread(() -> {{
                         for (int round = 0; round < {rounds}; round++) {{
                             AtomicInteger counter = counters[(number + round) % 2];
                             counter.set(counter.get() + number);
                         }}
                     }}).start();
                 }}
             }}
         }}"
    )
}

/// The first thread has to stop between its two steps while all others do all of theirs, which is the last that a
/// depth-first search comes to.
const PASSED_OVER: &str = "public class Main {
    static int finished, seen;

    static synchronized int finished() { return finished; }
    static synchronized void finish() { finished++; }

    public static void main(String[] args) {
        new Thread(() -> {
            int before = finished();
            int after = finished();
            if (before == 0 && after == 12) throw new AssertionError();
        }).start();
        for (int i = 0; i < 12; i++) {
            new Thread(Main::finish).start();
        }
    }
}";

fn search(project: &Project, settings: &Settings) -> Explored {
    let mut machines: Vec<Machine<'_>> = Vec::new();
    for _ in 0..settings.jobs {
        let machine = project.machine(&settings.semantics, machines.first()).expect("a machine");
        machines.push(machine);
    }
    project.reduce(&mut machines, &settings.semantics, false, &heddle::Cancel::default());
    let watch = Watch::new(settings.max_states, settings.max_depth);
    explore(machines, settings, &watch).0
}

fn settings(jobs: usize, beside: Beside) -> Settings {
    let semantics = Semantics { reductions: ReductionSet::ALL, ..Semantics::default() };
    Settings { semantics, jobs, alone: 0, beside, ..Settings::default() }
}

#[test]
fn turns_of_others_change_nothing_of_the_whole_search() {
    let project = open(jdk(), &counters(3, 2));
    let figures = |explored: &Explored| {
        let Statistics { states, transitions, matched, ends, .. } = explored.statistics;
        [states, transitions, matched, ends]
    };
    let alone = search(&project, &settings(1, Beside::IfLarge));
    assert_eq!(alone.statistics.beside, 0, "the program is small");
    for (jobs, first) in [(1, 500), (1, 5_000), (2, 500), (2, 5_000)] {
        let together = search(&project, &settings(jobs, Beside::After(first)));
        assert_eq!(figures(&together), figures(&alone), "{jobs} workers, first turn after {first}");
        let Statistics { beside, transitions, .. } = together.statistics;
        assert!(beside > 0 && beside < transitions / 2, "{beside} steps beside {transitions}");
        assert!(together.collected.limits.is_empty() && together.tried.is_empty());
    }
}

#[test]
fn a_violation_that_the_whole_search_comes_to_last_is_found() {
    let project = open(jdk(), PASSED_OVER);
    let cut = |beside| Settings { max_states: Some(3_000), ..settings(1, beside) };
    let alone = search(&project, &cut(Beside::IfLarge));
    assert!(alone.collected.violations.is_empty(), "a depth-first search is not that lucky");
    let together = search(&project, &cut(Beside::After(10_000)));
    assert_eq!(together.collected.violations.len(), 1);
    assert!(together.collected.limits.is_empty(), "{:?}", together.collected.limits);
    let again = search(&project, &cut(Beside::After(10_000)));
    assert_eq!(again.collected.violations[0].schedule, together.collected.violations[0].schedule);
}

#[test]
fn bounds_that_were_completed_are_named_if_the_whole_search_was_cut() {
    let project = open(jdk(), &counters(4, 4));
    let cut = Settings { max_states: Some(20_000), ..settings(1, Beside::After(20_000)) };
    let tried = search(&project, &cut).tried;
    let most = |of: fn(&TriedRuns) -> Option<u64>| tried.iter().find_map(|Tried { runs, .. }| of(runs));
    let preemptions = most(|runs| match *runs {
        TriedRuns::Preemptions { most } => Some(most.into()),
        _ => None,
    });
    assert!(preemptions.is_some(), "{tried:?}");
    let delays = most(|runs| match *runs {
        TriedRuns::Delays { most } => Some(most.into()),
        _ => None,
    });
    assert!(delays.is_some(), "{tried:?}");
    let sampled = most(|runs| match *runs {
        TriedRuns::Sample { number } => Some(number),
        _ => None,
    });
    assert!(sampled.is_some_and(|number| number > 1), "{tried:?}");
    assert!(tried.iter().all(|tried| tried.rounds.is_none()), "no loop of the program is long: {tried:?}");
}

#[test]
fn a_bound_is_not_completed_by_runs_that_were_cut() {
    let project = open(jdk(), &counters(4, 4));
    let cut = Settings { max_states: Some(20_000), max_depth: Some(16), ..settings(1, Beside::After(2_000)) };
    let tried = search(&project, &cut).tried;
    assert!(tried.iter().all(|tried| matches!(tried.runs, TriedRuns::Sample { .. })), "{tried:?}");
    assert!(!tried.is_empty(), "runs are sampled all the same");
}
