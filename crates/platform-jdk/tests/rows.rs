//! The native table against the JDKs of this machine: every row is for a method that exists and declares an
//! effect that its descriptor allows, and the natives of java.base that have no row are those in a list per feature
//! version, so that what a new JDK adds is noticed. `HEDDLE_BLESS=1` writes the lists anew.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use heddle_machine::Native;
use heddle_platform_jdk::{INJECTED, rows, table};
use heddle_program::effect::{Calls, Source};
use heddle_program::{MethodId, Program, Sources, Type};
use heddle_verdict::Randomness;

/// Home folders of the JDKs of this machine, each once.
fn jdks() -> Vec<PathBuf> {
    let installed = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|entry| entry.path());
    let chosen = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let homes: BTreeSet<PathBuf> = chosen
        .into_iter()
        .chain(installed)
        .filter(|home| home.join("lib/modules").is_file())
        .filter_map(|home| home.canonicalize().ok())
        .collect();
    assert!(!homes.is_empty(), "the tests need a JDK under /usr/lib/jvm or in JAVA_HOME");
    homes.into_iter().collect()
}

fn open(jdk: &Path) -> Program {
    Program::open(Sources { jdk: jdk.to_owned(), class_path: Vec::new(), injected: INJECTED }).expect("the JDK opens")
}

/// The methods of a JDK that a row is for.
fn methods(program: &Program, row: &Native) -> Vec<MethodId> {
    let Ok(class) = program.load(row.class) else { return Vec::new() };
    let is_meant = |&&id: &&MethodId| {
        let method = program.method(id);
        let descriptor = program.text(method.descriptor);
        program.text(method.name) == row.name && (row.descriptor.is_empty() || row.descriptor == descriptor)
    };
    program.class(class).methods.iter().filter(is_meant).copied().collect()
}

/// Classes that the platform writes, and those that programs bring along, are no part of a JDK.
fn is_of_the_jdk(row: &&Native) -> bool {
    !row.class.starts_with("$$") && row.class.starts_with(|c: char| c.is_lowercase()) && {
        let jdk = ["java/", "jdk/", "sun/", "javax/"];
        jdk.iter().any(|prefix| row.class.starts_with(prefix))
    }
}

fn name(row: &Native) -> String {
    format!("{}.{}{}", row.class, row.name, row.descriptor)
}

#[test]
fn every_row_is_for_a_method_of_a_supported_jdk() {
    let programs: Vec<Program> = jdks().iter().map(|jdk| open(jdk)).collect();
    let features: BTreeSet<u16> = programs.iter().map(|program| program.jdk_feature() as u16).collect();
    if !features.contains(&17) || !features.contains(&25) {
        return;
    }
    let between: BTreeSet<&str> = include_str!("data/rows-between-17-and-25.txt").lines().collect();
    let mut missing = BTreeSet::new();
    for row in rows().filter(is_of_the_jdk) {
        if programs.iter().all(|program| methods(program, row).is_empty()) {
            missing.insert(name(row));
        }
    }
    let missing: BTreeSet<&str> = missing.iter().map(String::as_str).collect();
    assert_eq!(missing, between, "rows that neither JDK 17 nor JDK 25 has a method for");
}

#[test]
fn no_method_has_two_rows() {
    let mut seen = BTreeSet::new();
    for row in rows() {
        assert!(seen.insert(name(row)), "{} has two rows", name(row));
    }
}

#[test]
fn a_declared_effect_fits_the_descriptor() {
    for jdk in jdks() {
        let program = open(&jdk);
        let mut wrong = String::new();
        for row in rows().filter(is_of_the_jdk) {
            for method in methods(&program, row) {
                let info = program.method(method);
                let text = |ty: Type| match ty {
                    Type::Ref(name) if program.text(name).starts_with('[') => program.text(name).to_owned(),
                    Type::Ref(name) => format!("L{};", program.text(name)),
                    Type::Long => "J".into(),
                    Type::Double => "D".into(),
                    _ => "I".into(),
                };
                let receiver = (!info.is_static()).then(|| format!("L{};", row.class));
                let params: Vec<String> = receiver.into_iter().chain(info.params.iter().map(|&ty| text(ty))).collect();
                let params: Vec<&str> = params.iter().map(String::as_str).collect();
                let result = text(info.result);
                let misfit = row.effect.misfit(&params, &result);
                // Of an `Object` it has to be said where it comes from, unless the method's own code says it.
                let vague = result == "Ljava/lang/Object;"
                    && row.effect.gives == Source::Fresh
                    && !matches!(row.effect.calls, Calls::Anything | Calls::OwnCode);
                if let Some(why) = misfit.or(vague.then(|| "its result may be anything".into())) {
                    let _ = writeln!(wrong, "{}: {why}", name(row));
                }
            }
        }
        assert!(wrong.is_empty(), "JDK {}:\n{wrong}", program.jdk_feature());
    }
}

#[test]
fn natives_without_a_row_are_known() {
    for jdk in jdks() {
        let program = open(&jdk);
        let natives = table(&program);
        let mut without = BTreeSet::new();
        for (_, class) in program.jdk_classes().filter(|(module, _)| module == "java.base") {
            let Ok(id) = program.load(&class) else { continue };
            for &method in &program.class(id).methods {
                let info = program.method(method);
                if info.is_native()
                    && !info.polymorphic
                    && natives.find(&program, method, Randomness::default()).is_none()
                {
                    let (name, descriptor) = (program.text(info.name), program.text(info.descriptor));
                    without.insert(format!("{class}.{name}{descriptor}"));
                }
            }
        }
        let file = format!("natives-without-row-{}.txt", program.jdk_feature());
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
        let found: String = without.iter().map(|name| format!("{name}\n")).collect();
        if std::env::var_os("HEDDLE_BLESS").is_some() {
            std::fs::write(&file, &found).expect("the list can be written");
        }
        let known = std::fs::read_to_string(&file).unwrap_or_default();
        for line in found.lines() {
            assert!(known.lines().any(|known| known == line), "{line} is native and has no row: add one, or bless");
        }
        for line in known.lines() {
            assert!(without.contains(line), "{line} has a row or is no longer native: bless");
        }
    }
}
