//! Searches that take turns: the whole search counts what it counts alone, what the others find is found, and the bounds
//! that they complete are named.

use heddle::Project;
use heddle_explore::{Beside, Bound, Explored, Extra, OrderKind, Sampling, Settings, Watch, explore, explore_with};
use heddle_machine::Machine;
use heddle_testing::{jdk, open};
use heddle_verdict::{Engine, Limit, ReductionSet, Semantics, Statistics, Tried, TriedRuns};

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
fn steps_of_rounds_that_were_begun_again_are_counted() {
    // Looks at the same field with and without its lock, which the first round takes not to happen.
    let unguarded = "public class Main {
        static int guarded;

        public static void main(String[] args) throws InterruptedException {
            Runnable use = () -> { synchronized (Main.class) { guarded++; } };
            Thread other = new Thread(use);
            other.start();
            use.run();
            if (guarded > 2) throw new AssertionError();
            other.join();
        }
    }";
    let project = open(jdk(), unguarded);
    let first = search(&project, &settings(1, Beside::Never));
    assert!(first.statistics.discarded > 0 && !first.refuted.is_empty());
    // Who knows what does not hold needs one round.
    let known = Semantics { refuted: first.refuted, ..settings(1, Beside::Never).semantics };
    let second = search(&project, &Settings { semantics: known, ..settings(1, Beside::Never) });
    assert_eq!(second.statistics, Statistics { discarded: 0, ..first.statistics });
}

#[test]
fn samples_are_not_all_that_there_is_also_if_there_are_none() {
    let project = open(jdk(), &counters(2, 1));
    for walks in [0, 3] {
        let order = OrderKind::Sample { by: Sampling::Uniform, seed: 0, walks };
        let explored = search(&project, &Settings { order, ..settings(1, Beside::Never) });
        assert!(explored.collected.limits.iter().eq([&Limit::Walks(walks)]), "{:?}", explored.collected.limits);
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

/// Searches with a machine for dynamic partial-order reduction at hand, too.
fn search_with_second(project: &Project, settings: &Settings) -> Explored {
    let machine = |settings: &Settings| {
        let mut machines = vec![project.machine(&settings.semantics, None).expect("a machine")];
        project.reduce(&mut machines, &settings.semantics, false, &heddle::Cancel::default());
        machines.remove(0)
    };
    let by_dpor = settings.clone().by_dpor();
    let watch = Watch::new(settings.max_states, settings.max_depth);
    let mut extra = |kind| Some(machine(if kind == Extra::Dpor { &by_dpor } else { settings }));
    explore_with(vec![machine(settings)], settings, &watch, &mut extra).0
}

#[test]
fn machines_of_their_own_change_nothing_of_what_is_found() {
    let project = open(jdk(), PASSED_OVER);
    let found = search_with_second(&project, &settings(1, Beside::After(10_000)));
    assert_eq!(found.collected.violations.len(), 1);
    assert!(found.collected.limits.is_empty(), "{:?}", found.collected.limits);
}

/// Threads that count what they do, each for itself: every state is new, and no two steps conflict.
const STAMPS: &str = "import java.util.concurrent.atomic.*;

    public class Main {
        static final AtomicIntegerArray stamps = new AtomicIntegerArray(6);

        public static void main(String[] args) {
            for (int i = 0; i < 6; i++) {
                int me = i;
                new Thread(() -> { for (int round = 0; round < 6; round++) stamps.incrementAndGet(me); }).start();
            }
        }
    }";

#[test]
fn the_engine_that_comes_to_its_end_first_answers() {
    let settings = settings(1, Beside::After(20_000));
    let dpor = search_with_second(&open(jdk(), STAMPS), &settings);
    assert_eq!((dpor.statistics.engine, dpor.statistics.runs), (Engine::Dpor, 1));
    assert!(dpor.collected.limits.is_empty() && dpor.collected.violations.is_empty() && dpor.statistics.beside > 0);
    // Conflicts everywhere: far more orders than states.
    let project = open(jdk(), &counters(3, 3));
    let (states, alone) = (search_with_second(&project, &settings), search(&project, &settings));
    assert_eq!((states.statistics.engine, states.statistics.runs), (Engine::States, 0));
    assert_eq!(states.statistics.states, alone.statistics.states);
    assert!(states.statistics.beside > alone.statistics.beside);
    for (project, one) in [(open(jdk(), STAMPS), dpor), (project, states)] {
        assert_eq!(search_with_second(&project, &settings).statistics, one.statistics, "it is the same every time");
    }
}

#[test]
fn what_dynamic_partial_order_reduction_is_not_made_for_it_is_not_asked_for() {
    let settings = Settings { livelock: true, ..settings(1, Beside::After(20_000)) };
    let watch = Watch::default();
    let project = open(jdk(), &counters(3, 3));
    let mut machines = vec![project.machine(&settings.semantics, None).expect("a machine")];
    project.reduce(&mut machines, &settings.semantics, false, &heddle::Cancel::default());
    let mut extra = |kind| {
        assert_ne!(kind, Extra::Dpor, "cycles are found by comparing states");
        None
    };
    explore_with(machines, &settings, &watch, &mut extra);
}

#[test]
fn a_state_is_visited_once_whatever_the_bound_and_bounds_lead_to_the_whole() {
    let project = open(jdk(), &counters(3, 2));
    let whole = search(&project, &settings(1, Beside::IfLarge)).statistics;
    for bound in [Bound::Preemptions(60), Bound::Contexts(60), Bound::Delays(60)] {
        for jobs in [1, 2] {
            let explored = search(&project, &Settings { bound, ..settings(jobs, Beside::IfLarge) });
            assert_eq!(explored.collected.limits, [], "{bound:?}");
            if !matches!(bound, Bound::Delays(_)) {
                assert_eq!(explored.statistics.states, whole.states, "{bound:?}, {jobs} workers");
            }
        }
    }
    let states = |most| {
        let settings = Settings { bound: Bound::Preemptions(most), ..settings(1, Beside::IfLarge) };
        search(&project, &settings).statistics.states
    };
    assert!(states(0) < states(1) && states(1) < states(2));
}
