//! Mutated class files: the verifier and a real JVM agree on which ones are fine, and nothing that
//! is done with a mutant panics, whether its class is trusted or not.

use std::path::PathBuf;
use std::process::Command;

use crate::common::Folder;
use bytes::Bytes;
use heddle_classfile::ClassFile;
use heddle_program::maps::argument_registers;
use heddle_program::self_check::self_check;
use heddle_program::translate::{Verification, verify};
use heddle_program::{LinkError, Origin, Program};
use heddle_testing::{Jdk, Random, compile_with, repository};

/// Where the parts of a method body are in the file.
struct Place {
    limits: usize,
    code: std::ops::Range<usize>,
    exceptions: std::ops::Range<usize>,
    frames: std::ops::Range<usize>,
}

struct Subject {
    classes: PathBuf,
    bytes: Vec<u8>,
    places: Vec<Place>,
}

/// The class to mutate, compiled without debug tables, whose format is none of the verifier's
/// business.
fn subject(jdk: &Jdk) -> Subject {
    let source = |name| (name, std::fs::read_to_string(repository("corpus/mutated").join(name)).expect("it is there"));
    let sources = ["Subject.java", "Judge.java"].map(source);
    let classes = compile_with(jdk, &["-nowarn", "-g:none", "--release", "17"], &sources);
    let bytes = std::fs::read(classes.join("Subject.class")).expect("javac wrote the class");
    let places = places(&ClassFile::parse(Bytes::from(bytes.clone())).expect("javac makes good files"));
    Subject { classes, bytes, places }
}

fn places(file: &ClassFile) -> Vec<Place> {
    let start_of = |part: &[u8]| part.as_ptr() as usize - file.bytes().as_ptr() as usize;
    let mut places = Vec::new();
    for method in file.methods() {
        let Some(body) = file.code(method).expect("well formed") else { continue };
        let code = start_of(body.bytecode);
        let end = code + body.bytecode.len();
        let frames = body.stack_map_raw().map_or(0..0, |table| start_of(table)..start_of(table) + table.len());
        places.push(Place {
            limits: code - 8,
            code: code..end,
            exceptions: end..end + 2 + 8 * body.exceptions.len(),
            frames,
        });
    }
    places
}

fn mutant(subject: &Subject, random: &mut Random) -> Vec<u8> {
    let mut bytes = subject.bytes.clone();
    let place = &subject.places[random.below(subject.places.len())];
    for _ in 0..1 + random.below(2) {
        let pick = |range: &std::ops::Range<usize>, random: &mut Random| range.start + random.below(range.len());
        let at = pick(&place.code, random);
        match random.below(12) {
            0 => bytes[place.limits + random.below(4)] = random.below(12) as u8,
            1 | 2 if !place.frames.is_empty() => {
                let bound = [256, 12][random.below(2)];
                bytes[pick(&place.frames, random)] = random.below(bound) as u8;
            }
            3..=5 => bytes[at] = random.below(202) as u8,
            6 | 7 => bytes[at] = bytes[at].wrapping_add(1),
            8 => bytes[at] = bytes[at].wrapping_sub(1),
            9 => bytes[at] = random.below(8) as u8,
            10 => bytes.swap(at, pick(&place.code, random)),
            _ => bytes[pick(&place.exceptions, random)] = random.below(16) as u8,
        }
    }
    bytes
}

/// The class under another name, so that one program can hold all mutants. Names of nested classes
/// stay, because they are not mutated.
fn renamed(bytes: &[u8], index: usize) -> Bytes {
    let mut bytes = bytes.to_vec();
    let name = format!("S{index:06}");
    for at in 0..bytes.len() - name.len() {
        if bytes[at..].starts_with(b"Subject") && bytes[at + name.len()] != b'$' {
            bytes[at..at + name.len()].copy_from_slice(name.as_bytes());
        }
    }
    Bytes::from(bytes)
}

/// Links a mutant, verifies and translates all its methods; the first error counts.
fn judge(program: &Program, bytes: Bytes) -> Result<(), LinkError> {
    let class = program.define(bytes, Origin::User)?;
    let mut verdict = Ok(());
    for &id in &program.class(class).methods {
        let method = program.method(id);
        if method.is_abstract() || method.is_native() {
            continue;
        }
        let verified = verify(program, id, Verification::TypeChecking);
        match program.code(id) {
            Ok(code) => self_check(code, &argument_registers(method), code.live_maps(program))
                .unwrap_or_else(|error| panic!("{}: {error}", program.external_method(id))),
            Err(error) => assert!(verified.is_err(), "verified, but not translated: {error}"),
        }
        verdict = verdict.and(verified);
    }
    verdict
}

/// What a real JVM says of each mutant.
fn jvm_verdicts(jdk: &Jdk, subject: &Subject, mutants: &[Vec<u8>]) -> Vec<String> {
    let mut all = (mutants.len() as u32).to_be_bytes().to_vec();
    for mutant in mutants {
        all.extend((mutant.len() as u32).to_be_bytes());
        all.extend(mutant);
    }
    let folder = Folder::new();
    let file = folder.write("mutants", all);
    let output = Command::new(jdk.tool("java"))
        .arg("-cp")
        .arg(&subject.classes)
        .args(["Judge", "Subject"])
        .arg(file)
        .output()
        .expect("java runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn the_verifier_agrees_with_a_jvm() {
    let jdk = heddle_testing::jdk();
    let subject = subject(jdk);
    let count = std::env::var("HEDDLE_MUTANTS").map_or(2_000, |n| n.parse().expect("a number"));
    let mut random = Random::new(7);
    let mutants: Vec<_> = (0..count).map(|_| mutant(&subject, &mut random)).collect();
    let verdicts = jvm_verdicts(jdk, &subject, &mutants);
    assert_eq!(verdicts.len(), mutants.len());
    let program = crate::common::open(jdk, &[&subject.classes]);
    let mut accepted = 0;
    for (index, (mutant, jvm)) in mutants.iter().zip(&verdicts).enumerate() {
        let ours = judge(&program, renamed(mutant, index));
        assert_eq!(ours.is_ok(), jvm == "ok", "mutant {index}: the JVM says {jvm}, we say {ours:?}");
        accepted += usize::from(ours.is_ok());
    }
    // Both answers must be frequent, or the test says little.
    assert!(accepted * 30 > count && accepted * 2 < count, "{accepted} of {count} accepted");
}

#[test]
fn trusted_mutants_do_not_panic() {
    let jdk = heddle_testing::jdk();
    let subject = subject(jdk);
    let mut random = Random::new(11);
    let program: Program = crate::common::open(jdk, &[&subject.classes]);
    for index in 0..2_000 {
        let mut bytes = mutant(&subject, &mut random);
        for _ in 0..random.below(3) {
            let at = random.below(bytes.len());
            bytes[at] = random.below(256) as u8;
        }
        let Ok(class) = program.define(renamed(&bytes, index), Origin::Jdk) else { continue };
        for &id in &program.class(class).methods {
            if let Ok(code) = program.code(id) {
                code.live_maps(&program);
            }
        }
    }
}
