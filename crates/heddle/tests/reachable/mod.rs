//! What a program executes, the analysis reaches: programs run in the machine, and each method of theirs that
//! was called has to be among the methods that the analysis found, on every JDK of this machine.

mod cells;

use std::path::{Path, PathBuf};

use heddle::{Jdk, Project, Target};
use heddle_analysis::PointsTo;
use heddle_machine::{RunEnd, names};
use heddle_program::{MethodId, Origin, Program};
use heddle_verdict::Semantics;

/// Every form of lambda expression and method reference × the cast it stands in × the way it takes to its call.
#[test]
fn bodies_of_lambdas_are_reached_whatever_their_form_and_way() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("Cells.java");
    std::fs::write(&file, cells::program()).expect("writable");
    for jdk in jdks() {
        let is_body = |method: &&String| {
            let number = method.rsplit_once(".body").map(|(_, number)| number);
            number.is_some_and(|number| number.parse::<usize>().is_ok())
        };
        let bodies = check(&file, &jdk).iter().filter(is_body).count();
        assert_eq!(bodies, cells::count(), "every cell calls a body of its own on {}", jdk.display());
    }
}

/// Objects that lose their type on the way, or that the machine makes: enums, exceptions, records, arrays.
#[test]
fn methods_of_objects_that_come_by_detours_are_reached() {
    for jdk in jdks() {
        let called = check(&programs().join("Detours.java"), &jdk);
        assert!(called.iter().filter(|method| method.contains(".body")).count() >= 20, "{called:?}");
    }
}

/// Where the analysis cannot follow, it says so.
#[test]
fn programs_beyond_the_analysis_are_refused() {
    for jdk in jdks() {
        for program in ["Annotations.java", "ReflectiveReference.java"] {
            let project = open(&programs().join(program), &jdk);
            let machine = project.machine(&Semantics::default(), None).expect("the machine starts");
            let knowledge = project.knowledge(&machine, PointsTo::default());
            let reason = knowledge.facts().escapes().unwrap_or_else(|| panic!("{program} is followed"));
            assert!(reason.contains("the program calls"), "{program}: {reason}");
        }
    }
}

/// Runs a program, and compares what it called with what the analysis reached. Gives the user's methods that it called.
fn check(file: &Path, jdk: &Path) -> Vec<String> {
    let project = open(file, jdk);
    let mut machine = project.machine(&Semantics::default(), None).expect("the machine starts");
    let knowledge = project.knowledge(&machine, PointsTo::default());
    let mut printed = String::new();
    let end = machine.run_to_end(|output| printed.push_str(&String::from_utf8_lossy(&output.bytes)));
    assert!(matches!(end, RunEnd::Exit(0)), "{} on {}: {printed}", file.display(), jdk.display());
    let program = project.program();
    let called: Vec<MethodId> = machine.called_methods().filter(|&method| is_users(program, method)).collect();
    let name = |method: &MethodId| {
        let method = program.method(*method);
        format!("{}.{}", names::external(program, method.class), program.text(method.name))
    };
    let missed = called.iter().filter(|&&method| !knowledge.facts().is_reachable(method)).map(name);
    let missed: Vec<String> = missed.collect();
    assert!(missed.is_empty(), "called but not reached on {}: {missed:#?}", jdk.display());
    called.iter().map(name).collect()
}

/// Whether a method is written in the program; the machine writes classes of its own for call sites.
fn is_users(program: &Program, method: MethodId) -> bool {
    let class = program.method(method).class;
    program.class(class).origin == Origin::User && !program.class_name(class).contains("$$")
}

fn open(file: &Path, jdk: &Path) -> Project {
    let jdk = Jdk::at(jdk).expect("a JDK");
    let target = Target::new(file.to_string_lossy());
    Project::open(&target, &jdk).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reachable")
}

/// The JDKs named by `HEDDLE_JDKS` (a path list), else those installed in the usual folder of Linux
/// distributions.
fn jdks() -> Vec<PathBuf> {
    let mut homes: Vec<PathBuf> = match std::env::var_os("HEDDLE_JDKS") {
        Some(list) => std::env::split_paths(&list).collect(),
        None => std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|entry| entry.path()).collect(),
    };
    homes.retain(|home| home.join("lib/modules").is_file() && home.join("bin/javac").is_file());
    homes = homes.into_iter().filter_map(|home| home.canonicalize().ok()).collect();
    homes.sort();
    homes.dedup();
    assert!(!homes.is_empty(), "no JDK found: install one, or name it in HEDDLE_JDKS");
    homes
}
