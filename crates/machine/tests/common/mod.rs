//! The programs of `tests/java`, compiled once, and a machine that is driven by hand.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use heddle_machine::{Machine, NativeTable, Pending, Ref, Resources, StepEnd};
use heddle_program::{ClassId, Program, Sources};
use heddle_verdict::{Choice, Semantics, ThreadId};

pub struct Fixture {
    pub program: Program,
    pub natives: NativeTable,
}

/// The programs, and the JDK that they run on.
pub fn fixture() -> &'static Fixture {
    static FIXTURE: OnceLock<Fixture> = OnceLock::new();
    FIXTURE.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME"));
        std::fs::create_dir_all(&folder).expect("the target folder is writable");
        let jdk = jdk();
        let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/java/Subjects.java");
        let mut javac = Command::new(jdk.join("bin/javac"));
        let output = javac.args(["-g", "-d"]).arg(&folder).arg(source).output().expect("javac runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let sources = Sources { jdk, class_path: vec![folder], injected: heddle_platform_jdk::INJECTED };
        let program = Program::open(sources).expect("a usable JDK");
        let natives = heddle_platform_jdk::table(&program);
        Fixture { program, natives }
    })
}

/// The JDK of `JAVA_HOME`, else the first in the usual folder of Linux distributions.
fn jdk() -> PathBuf {
    let installed = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|entry| entry.path());
    let mut homes: Vec<PathBuf> = installed.collect();
    homes.sort();
    let named = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let usable = |home: &PathBuf| home.join("bin/javac").is_file() && home.join("lib/modules").is_file();
    named.into_iter().chain(homes).find(usable).expect("a JDK: install one, or name it in JAVA_HOME")
}

/// A machine before the first step of a program, which names permanent objects as another one does.
pub fn machine(program: &str, semantics: Semantics, like: Option<&Machine<'static>>) -> Machine<'static> {
    let Fixture { program: model, natives } = fixture();
    let mut machine = Machine::new(model, natives, semantics, Resources::default()).expect("address space");
    if let Some(like) = like {
        machine.share_names(like);
    }
    heddle_platform_jdk::boot(&mut machine).expect("the JDK boots");
    heddle_platform_jdk::start_main(&mut machine, &format!("Subjects${program}"), &[]).expect("the program starts");
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
    fixture().program.load(&format!("Subjects${name}")).expect("a class of the fixture")
}

pub fn static_of(machine: &mut Machine<'_>, class_name: &str, field: &'static str) -> u64 {
    machine.static_field(class(class_name), field)
}

pub fn object_in(machine: &mut Machine<'_>, class_name: &str, field: &'static str) -> Ref {
    static_of(machine, class_name, field) as Ref
}
