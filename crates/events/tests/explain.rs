//! Explanations made by hand, as text and as pictures: all of them show the same.

use heddle_events::explain::order::Sync;
use heddle_events::explain::{Dependence, Edge, Ending, Explanation};
use heddle_events::picture;
use heddle_verdict::{Action, Place, Step, ThreadId, Timeline, Trace};

fn place(line: u32) -> Place {
    Place { class: "Main".into(), method: "run".into(), file: Some("Main.java".into()), line: Some(line), user: true }
}

fn step(thread: u16, line: u32, action: Action) -> Step {
    Step {
        thread: ThreadId(thread),
        stack: vec![place(line)],
        action,
        printed: vec![],
        turned: vec![],
        uncaught: None,
        early: None,
        uncaught_at: None,
        ahead: vec![],
        within: vec![],
    }
}

/// One thread writes, another reads it after joining, and fails.
fn explanation() -> Explanation {
    let write = Action::Write { what: "x".into(), old: "0".into(), new: "5".into(), plain: true };
    let read = Action::Read { what: "x".into(), value: "5".into(), plain: true };
    let steps = vec![step(0, 3, Action::Start { thread: "thread T".into() }), step(1, 7, write), step(0, 4, read)];
    let edge = |from, to, why, syncs: &[Sync]| Edge { from, to, why, ordered_by: Some(syncs.to_vec()) };
    Explanation {
        trace: Trace {
            threads: vec!["main".into(), "T".into()],
            steps,
            expanded: false,
            timeline: Timeline::default(),
        },
        at: vec![2, 9, 14],
        edges: vec![edge(0, 1, Dependence::Start, &[Sync::Start]), edge(1, 2, Dependence::Data, &[Sync::Join])],
        endings: vec![Ending { thread: ThreadId(0), what: "the assertion fails".into(), place: Some(place(4)) }],
        of: 20,
        of_own: 6,
        of_steps: 5,
        replays: true,
        decisive: true,
        missing: None,
    }
}

#[test]
fn text_names_what_each_event_needs_and_what_orders_it() {
    let text = picture::text(&explanation(), &|place| (place.line == Some(7)).then(|| "  x = 5;".into()));
    let expected = "\
Why: 3 of the run's 20 events
    1  main  Main.java:3  starts thread T
    2  T     Main.java:7  writes x = 5 (was 0)
                        | x = 5;
                        ← 1 started the thread
    3  main  Main.java:4  reads x = 5
                        ← 2 wrote it; ordered by join
    !  main  Main.java:4  the assertion fails
";
    assert_eq!(text, expected);
}

#[test]
fn pictures_have_a_box_for_each_event_and_each_ending() {
    let svg = picture::svg(&explanation());
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
    assert_eq!(svg.matches("<rect x=").count(), 4);
    assert_eq!(svg.matches("marker-end").count(), 2);
    let dot = picture::dot(&explanation());
    assert!(dot.contains("s1 -> s2 [label=\"wrote it; ordered by join\"]"), "{dot}");
    assert!(dot.contains("subgraph cluster_1") && dot.contains("e0 [color"), "{dot}");
}

#[test]
fn accesses_that_nothing_orders_are_told_apart() {
    let mut racy = explanation();
    racy.edges[1].ordered_by = Some(vec![]);
    let text = picture::text(&racy, &|_| None);
    assert!(text.contains("← 2 wrote it; nothing orders them"), "{text}");
}
