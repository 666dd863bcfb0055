//! Exploring by hand: what is offered is all that there is, steps back lead to the same state, and a search from a state finds what
//! lies behind it and nothing else.

use std::collections::BTreeSet;

use heddle::verdict::{Choice, Kind, Verdict};
use heddle::{
    CheckOptions, Environment, Explorer, Inside, Jdk, Limits, Marked, NodeId, Project, Supervision, Target, check,
    replay,
};

fn jdk() -> Jdk {
    let environment = Environment { java_home: std::env::var_os("JAVA_HOME"), path: std::env::var_os("PATH") };
    Jdk::find(&environment).expect("a JDK")
}

fn example(name: &str) -> Project {
    let file = format!("{}/../../examples/{name}.java", env!("CARGO_MANIFEST_DIR"));
    Project::open(&Target::new(file), &jdk()).expect("an example that compiles")
}

fn program(folder: &tempfile::TempDir, class: &str, source: &str) -> Project {
    let file = folder.path().join(class).with_extension("java");
    std::fs::write(&file, source).expect("a writable folder");
    Project::open(&Target::new(file.display().to_string()), &jdk()).expect("a program that compiles")
}

fn explorer(project: &Project) -> Explorer<'_> {
    Explorer::open(project, &CheckOptions::default(), &Supervision::default()).expect("an explorer")
}

fn from_here(explorer: &mut Explorer<'_>) -> heddle::verdict::Report {
    explorer.check(&Limits::default(), &Supervision::default()).expect("a search").report
}

/// Takes every choice of every state once, as a search would; the violations on the way.
fn explore_all(explorer: &mut Explorer<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let (mut open, mut queued) = (vec![NodeId::ROOT], BTreeSet::from([NodeId::ROOT.0]));
    while let Some(node) = open.pop() {
        explorer.go_to(node);
        for offer in explorer.offers() {
            let learned = explorer.learned().len();
            explorer.take(offer.choice).expect("what is offered can be taken");
            if explorer.learned().len() > learned {
                // Steps end elsewhere now, and the tree is new.
                return explore_all(explorer);
            }
            let taken = &explorer.nodes()[explorer.at().0 as usize];
            let keys = |list: &[heddle::verdict::Violation]| -> Vec<String> {
                list.iter().map(|one| one.key.clone()).collect()
            };
            assert_eq!(keys(&offer.violations), keys(&taken.violations), "an offer says what comes of it");
            found.extend(keys(&taken.violations));
            // What has the same state needs no second look. The tree may hold a run already that led here before it was new.
            let is_first = taken.same_as.is_none();
            if is_first && queued.insert(explorer.at().0) {
                open.push(explorer.at());
            }
            explorer.back();
        }
    }
    found
}

#[test]
fn who_takes_all_that_is_offered_meets_what_a_check_finds() {
    for name in ["Transfer", "LostUpdate"] {
        let project = example(name);
        let options = CheckOptions { all: true, jobs: Some(1), ..CheckOptions::default() };
        let checked = check(&project, &options, &Supervision::default()).expect("a verdict");
        let Verdict::Violated { violations } = &checked.report.verdict else { panic!("{name} is violated") };
        let expected: BTreeSet<String> = violations.iter().map(|violation| violation.key.clone()).collect();
        let mut explorer = explorer(&project);
        assert_eq!(explore_all(&mut explorer), expected, "{name}");
        let states = explorer.nodes().iter().filter(|node| node.same_as.is_none()).count();
        assert!(states > 3, "{states} states");
    }
}

/// What can be seen of a state.
fn seen(explorer: &mut Explorer<'_>) -> String {
    let mut look = explorer.look();
    let threads = look.threads();
    let mut text = format!("{threads:?} {:?}", look.locks());
    for thread in &threads {
        for frame in look.stack(thread.id) {
            text += &format!("{:?} {:?}", frame.place, look.variables(Inside::Locals(thread.id, frame.number)));
        }
    }
    text + &explorer.printed()
}

#[test]
fn steps_back_and_jumps_lead_to_the_same_state() {
    let project = example("Transfer");
    let mut explorer = explorer(&project);
    let mut states = vec![seen(&mut explorer)];
    explorer.run_on();
    let end = explorer.at();
    let run: Vec<NodeId> = (0..=end.0).map(NodeId).collect();
    for &node in &run[1..] {
        explorer.go_to(node);
        states.push(seen(&mut explorer));
    }
    assert!(states.len() > 5, "{} states", states.len());
    for (state, &node) in states.iter().zip(&run).rev() {
        assert_eq!(explorer.at(), node);
        assert_eq!(*state, seen(&mut explorer));
        assert_eq!(explorer.back(), node != NodeId::ROOT);
    }
    explorer.go_to(run[3]);
    assert_eq!(states[3], seen(&mut explorer));
}

#[test]
fn a_search_from_a_state_finds_what_lies_behind_it_and_nothing_else() {
    let project = example("Transfer");
    let mut explorer = explorer(&project);
    let report = from_here(&mut explorer);
    assert_eq!(report.verdict.name(), "violated");
    assert_eq!(explorer.at(), NodeId::ROOT, "the explorer stays where it is");
    assert_eq!(explorer.nodes()[0].marked, Some(Marked::Violated));
    let Verdict::Violated { violations } = report.verdict else { unreachable!() };
    let end = explorer.nodes().iter().position(|node| !node.violations.is_empty()).expect("the run is a branch");
    assert_eq!(explorer.nodes()[end].violations[0].key, violations[0].key);
    // What was found can be gone to, saved, and replayed.
    explorer.go_to(NodeId(end as u32));
    assert!(matches!(explorer.nodes()[end].violations[0].kind, Kind::Deadlock { .. }));
    assert!(explorer.offers().is_empty());
    let saved = explorer.run_to_here().expect("a run");
    let replayed = replay(&project, &saved, &Supervision::default()).expect("it replays");
    assert_eq!(replayed.key, violations[0].key);
    let locks = explorer.look().locks();
    assert_eq!(locks.len(), 2, "{locks:?}");
    assert_ne!(locks[0].owner, locks[1].owner);
    // One thread to its end: then nobody is left to wait for.
    explorer.go_to(NodeId::ROOT);
    let main = explorer.offers()[0].choice.thread;
    explorer.run_thread(main);
    let other = explorer.offers().into_iter().find(|offer| offer.choice.thread != main).expect("a thread was started");
    explorer.run_thread(other.choice.thread);
    let before = explorer.at();
    let report = from_here(&mut explorer);
    assert_eq!(report.verdict.name(), "proved", "no deadlock any more");
    assert_eq!((explorer.at(), explorer.nodes()[before.0 as usize].marked), (before, Some(Marked::Proved)));
    assert_eq!(explorer.run_to_here().expect_err("nothing is violated").exit_code(), 64);
}

/// Searches from every state of a run agree with a check that may begin with nothing else: what a state has behind it, the states
/// before it have too.
#[test]
fn searches_from_the_states_of_a_run_agree_with_each_other() {
    for name in ["Transfer", "LostUpdate", "fixed/Transfer"] {
        let project = example(name);
        let options = CheckOptions { jobs: Some(1), ..CheckOptions::default() };
        let whole = check(&project, &options, &Supervision::default()).expect("a verdict");
        let mut explorer = explorer(&project);
        explorer.run_on();
        let end = explorer.at();
        let mut is_violated_later = false;
        for node in (0..=end.0).rev().map(NodeId) {
            explorer.go_to(node);
            is_violated_later |= !explorer.nodes()[node.0 as usize].violations.is_empty();
            if explorer.has_ended() || explorer.offers().is_empty() {
                continue;
            }
            let verdict = from_here(&mut explorer).verdict;
            assert!(!is_violated_later || verdict.name() == "violated", "{name}, node {}", node.0);
            is_violated_later |= verdict.name() == "violated";
            if node == NodeId::ROOT {
                assert_eq!(verdict.name(), whole.report.verdict.name(), "{name}");
            }
        }
    }
}

#[test]
fn threads_that_starve_beside_endless_ones_are_found_from_a_state_too() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let project = program(
        &folder,
        "Stuck",
        "public class Stuck {
            static final Object lock = new Object();
            static volatile boolean spin = true;
            public static void main(String[] args) {
                new Thread(() -> { synchronized (lock) { try { lock.wait(); } catch (InterruptedException e) { } } }).start();
                while (spin) { Thread.onSpinWait(); }
            }
        }",
    );
    let mut explorer = explorer(&project);
    let whole = from_here(&mut explorer);
    assert_eq!(whole.verdict.name(), "violated");
    let first = explorer.offers()[0].choice;
    explorer.go_to(NodeId::ROOT);
    explorer.take(first).expect("a step");
    let at = explorer.at();
    let report = from_here(&mut explorer);
    let Verdict::Violated { violations } = &report.verdict else { panic!("{:?}", report.verdict) };
    assert_eq!(violations[0].schedule[0], first, "the run begins with what led here");
    assert_eq!(explorer.at(), at);
}

#[test]
fn what_cannot_be_done_is_said_and_changes_nothing() {
    let project = example("Transfer");
    let mut explorer = explorer(&project);
    let before = seen(&mut explorer);
    assert!(explorer.take(Choice::from((9, 0))).is_err());
    assert!(explorer.take(Choice::from((0, 7))).is_err());
    assert!(!explorer.back());
    explorer.go_to(NodeId(77));
    assert_eq!((explorer.at(), seen(&mut explorer)), (NodeId::ROOT, before));
}

#[test]
fn a_saved_run_is_a_branch_to_start_from() {
    let project = example("Transfer");
    let checked = check(&project, &CheckOptions::default(), &Supervision::default()).expect("a verdict");
    let run = checked.run.expect("a run");
    let mut explorer = Explorer::of_run(&project, &run).expect("it replays");
    assert_eq!(explorer.at().0 as usize, run.choices.len());
    let here = &explorer.nodes()[explorer.at().0 as usize];
    assert_eq!(here.violations[0].key, run.violation);
    // Another way at the last state where there is one.
    while explorer.nodes()[explorer.at().0 as usize].choices < 2 {
        assert!(explorer.back(), "the deadlock can be avoided");
    }
    let untried = explorer.offers().into_iter().find(|offer| offer.tried.is_none()).expect("a choice not of the run");
    explorer.take(untried.choice).expect("a step");
    assert_eq!(explorer.nodes().len(), run.choices.len() + 2, "a branch of one step");
}

/// Steps back far away from the beginning take no longer than anywhere else.
#[test]
fn a_step_back_is_quick_at_depth_10_000() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let project = program(
        &folder,
        "Deep",
        "public class Deep {
            static volatile int n;
            public static void main(String[] args) throws Exception {
                Thread other = new Thread(() -> { for (int i = 0; i < 5500; i++) n = n + 1; });
                other.start();
                for (int i = 0; i < 5500; i++) n = n + 1;
                other.join();
            }
        }",
    );
    let mut explorer = explorer(&project);
    explorer.run_on();
    let depth = explorer.at().0;
    assert!(depth >= 10_000, "{depth} steps");
    let begin = std::time::Instant::now();
    for _ in 0..20 {
        explorer.back();
        explorer.offers();
        seen(&mut explorer);
    }
    let each = begin.elapsed() / 20;
    println!("a step back at depth {depth}, with all that is shown: {each:?}");
    assert!(each.as_millis() < 50, "{each:?}");
}
