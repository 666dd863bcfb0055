//! Mutated class files neither panic nor hang nor fill the memory, from parsing to execution.
//!
//! `HEDDLE_MUTANTS` sets how many are tried, `HEDDLE_MUTANTS_FROM` the number of the first, so that
//! many can be tried in portions.

use heddle_mutate::{Fate, Library};
use heddle_testing::{Random, compile_files, jdk, repository};

/// Classes of one library before it is made anew, since a program only grows.
const PER_LIBRARY: u64 = 2_000;

fn subject() -> Vec<u8> {
    let classes = compile_files(jdk(), &[repository("corpus/mutated/Subject0000000.java")]);
    std::fs::read(classes.join("Subject0000000.class")).expect("javac wrote the class")
}

/// The subject under a name of its own, with one to four bytes changed, or cut short.
fn mutant(subject: &[u8], number: u64, random: &mut Random) -> Vec<u8> {
    let mut bytes = subject.to_vec();
    let name = b"Subject0000000";
    let own = format!("Subject{number:07}");
    for at in 0..bytes.len() - name.len() {
        if bytes[at..].starts_with(name) {
            bytes[at..at + name.len()].copy_from_slice(own.as_bytes());
        }
    }
    if random.below(50) == 0 {
        bytes.truncate(random.below(bytes.len()));
        return bytes;
    }
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        bytes[at] = match random.below(3) {
            0 => random.word() as u8,
            1 => bytes[at].wrapping_add(1),
            _ => bytes[at] ^ 1 << random.below(8),
        };
    }
    bytes
}

#[test]
fn mutated_classes_never_bring_the_machine_down() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let count = number("HEDDLE_MUTANTS").unwrap_or(6_000);
    let first = number("HEDDLE_MUTANTS_FROM").unwrap_or(1);
    let subject = subject();
    let mut fates = [0_u64; 3];
    let mut done = 0;
    while done < count {
        let library = Library::open(&jdk().home);
        let mut bed = library.bed();
        assert_eq!(bed.try_class(subject.clone()), Fate::Ran, "the subject itself runs");
        for _ in 0..PER_LIBRARY.min(count - done) {
            let mutation = first + done;
            done += 1;
            let mut random = Random::new(mutation);
            let fate = bed.try_class(mutant(&subject, mutation % 9_999_999 + 1, &mut random));
            fates[fate as usize] += 1;
        }
    }
    println!("{count} mutants: {} refused, {} ran, {} asked for something unsupported", fates[0], fates[1], fates[2]);
    assert!(fates[1] > count / 10, "hardly any mutant got as far as being executed: {fates:?}");
}
