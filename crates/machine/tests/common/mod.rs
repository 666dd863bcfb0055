//! The programs of `corpus/machine`, compiled once, and a machine that is driven by hand.

use std::sync::OnceLock;

use heddle::Project;
use heddle_machine::{Machine, Pending, Ref, StepEnd};
use heddle_program::ClassId;
use heddle_testing::{compile_files, jdk, open_classes, repository};
use heddle_verdict::{Choice, Semantics, ThreadId};

/// The programs, and the JDK that they run on.
fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let source = repository("corpus/machine/Subjects.java");
        open_classes(jdk(), "Subjects", &[&compile_files(jdk(), &[source])])
    })
}

/// A machine before the first step of a program, which names permanent objects as another one does.
pub fn machine(program: &str, semantics: Semantics, like: Option<&Machine<'static>>) -> Machine<'static> {
    let machine = project().machine_of(&format!("Subjects${program}"), &semantics, like);
    let mut machine = machine.unwrap_or_else(|error| panic!("{program}: {error}"));
    machine.begin_exploring();
    machine
}

/// A machine whose main thread has started `threads` others, which stand before their first visible
/// instructions.
pub fn started(program: &str, semantics: Semantics, threads: usize) -> Machine<'static> {
    let mut machine = machine(program, semantics, None);
    drive(&mut machine, 0, |machine| machine.state.threads.len() > threads);
    machine
}

pub fn choices(machine: &mut Machine<'_>) -> Vec<Choice> {
    let mut choices = Vec::new();
    machine.choices(&mut choices);
    choices
}

/// How many choices a thread has.
pub fn ways(machine: &mut Machine<'_>, t: usize) -> usize {
    choices(machine).iter().filter(|choice| choice.thread.index() == t).count()
}

pub fn choice(t: usize, alternative: u32) -> Choice {
    Choice { thread: ThreadId(t as u16), alternative }
}

/// Steps of one thread, its first way each time, until something holds.
pub fn drive(machine: &mut Machine<'_>, t: usize, holds: impl Fn(&mut Machine<'_>) -> bool) {
    for _ in 0..1_000 {
        if holds(machine) {
            return;
        }
        assert!(ways(machine, t) > 0, "thread {t} cannot move: {:?}", machine.pending(t));
        let end = machine.step(choice(t, 0)).end;
        assert!(matches!(end, StepEnd::Done), "{end:?}");
    }
    panic!("thread {t} did not get there");
}

/// Steps of one thread until it has ended.
pub fn finish(machine: &mut Machine<'_>, t: usize) {
    drive(machine, t, |machine| !machine.state.threads[t].is_alive());
}

/// Steps of one thread until it stands before an action.
pub fn drive_to(machine: &mut Machine<'_>, t: usize, action: Pending) {
    drive(machine, t, |machine| machine.pending(t) == action);
}

pub fn class(name: &str) -> ClassId {
    project().program().load(&format!("Subjects${name}")).expect("a class of the fixture")
}

pub fn static_of(machine: &mut Machine<'_>, class_name: &str, field: &'static str) -> u64 {
    machine.static_field(class(class_name), field)
}

pub fn object_in(machine: &mut Machine<'_>, class_name: &str, field: &'static str) -> Ref {
    static_of(machine, class_name, field) as Ref
}
