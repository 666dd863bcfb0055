//! Explanations of traces made by hand: what is shown, what is left out.

use heddle_events::explain::{Dependence, explain};
use heddle_events::picture;
use heddle_verdict::{Action, Kind, Place, Step, ThreadId, Trace};

fn step(thread: u16, method: &str, action: Action) -> Step {
    let place = Place {
        class: "Main".into(),
        method: method.into(),
        file: Some("Main.java".into()),
        line: Some(7),
        user: true,
    };
    Step { thread: ThreadId(thread), stack: vec![place], action, printed: vec![], turned: vec![], uncaught: None }
}

fn write(thread: u16, what: &str, new: &str) -> Step {
    step(thread, "run", Action::Write { what: what.into(), old: "0".into(), new: new.into(), plain: true })
}

fn read(thread: u16, what: &str, value: &str) -> Step {
    step(thread, "check", Action::Read { what: what.into(), value: value.into(), plain: true })
}

/// The main thread starts one that writes `noise` and `x`; then it reads `x` and fails.
fn failing() -> (Trace, Kind) {
    let steps = vec![
        step(0, "main", Action::Start { thread: "thread T".into() }),
        write(1, "noise", "1"),
        write(0, "other", "2"),
        write(1, "x", "5"),
        write(1, "noise", "3"),
        read(0, "x", "5"),
        step(0, "check", Action::Local),
    ];
    let kind =
        Kind::Assertion { thread: ThreadId(0), thread_name: "main".into(), message: String::new(), stack: vec![] };
    (Trace { threads: vec!["main".into(), "T".into()], steps }, kind)
}

#[test]
fn a_failure_is_explained_by_the_write_that_it_saw() {
    let (trace, kind) = failing();
    let explanation = explain(&trace, &kind);
    assert_eq!(explanation.steps, [3, 5, 6]);
    assert_eq!(explanation.edges, [(3, 5, Dependence::Data), (5, 6, Dependence::Control)]);
    // The thread's own order and its start are needed, what it does afterwards is not.
    assert_eq!(explanation.needed, [0, 1, 2, 3, 5, 6]);
}

#[test]
fn pictures_show_the_same_steps() {
    let (trace, kind) = failing();
    let explanation = explain(&trace, &kind);
    let text = picture::text(&trace, &explanation);
    assert!(text.starts_with("What leads to it: 3 of 7 steps\n"), "{text}");
    assert!(text.contains("writes x = 5") && !text.contains("noise"), "{text}");
    let svg = picture::svg(&trace, &explanation);
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && svg.matches("<rect").count() == 3);
    assert!(picture::dot(&trace, &explanation).contains("s3 -> s5 [label=\"reads what it wrote\"]"));
}
